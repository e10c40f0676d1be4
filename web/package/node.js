// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// Farkas in node: the module is a file.

import { readFile } from 'node:fs/promises';
import { loader, MODULE_URL } from './load.js';

export { compileFarkas, loadFarkas } from './farkas.js';

export const load = loader(() => readFile(MODULE_URL));
