// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// Farkas in a browser: the module is fetched. Whatever type the server says it has is fine.

import { loader, MODULE_URL } from './load.js';

export { compileFarkas, loadFarkas } from './farkas.js';

export const load = loader(async () => {
  const answer = await fetch(MODULE_URL);
  if (!answer.ok) throw new Error(`${MODULE_URL}: ${answer.status} ${answer.statusText}`);
  return answer.arrayBuffer();
});
