// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// Loads the module that is beside this file. It is read and compiled once; each load has memory of its own.

import { compileFarkas, loadFarkas } from './farkas.js';

export const MODULE_URL = new URL('./farkas.wasm', import.meta.url);

// read() gives the bytes. What has failed is tried again the next time.
export function loader(read) {
  let module;
  return async function load(options) {
    module ??= read()
      .then(compileFarkas)
      .catch((error) => {
        module = undefined;
        throw error;
      });
    return loadFarkas(await module, options);
  };
}
