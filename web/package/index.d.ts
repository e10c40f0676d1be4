// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

import type { Farkas, FarkasOptions } from './farkas.js';

export * from './farkas.js';

/** Loads the module that is beside this file. It is read once; each load has memory, bodies and motions of its own. */
export function load(options?: FarkasOptions): Promise<Farkas>;
