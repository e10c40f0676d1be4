// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// Makes the npm package: FOLDER/farkas has its files, and FOLDER/farkas-VERSION.tgz is what npm packs of them.
//
//     node pack.mjs FOLDER [--files]
//
// With --files, npm is not needed, and there is no archive. The scripts and the module are those of reports: src/ and dist/.

import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const [folder, option] = process.argv.slice(2);
if (folder === undefined || (option !== undefined && option !== '--files')) throw new Error('usage: node pack.mjs FOLDER [--files]');

const stage = resolve(folder, 'farkas');
rmSync(stage, { recursive: true, force: true });
mkdirSync(stage, { recursive: true });
const shared = ['src/farkas.js', 'src/farkas.d.ts', 'src/proof.js', 'src/shape.js', 'dist/farkas.wasm', 'dist/LICENSES.txt', '../LICENSE'];
for (const name of [...readdirSync(join(here, 'package')).map((file) => join('package', file)), ...shared])
  copyFileSync(join(here, name), join(stage, basename(name)));
if (option === undefined)
  execFileSync('npm', ['pack', '--silent', '--pack-destination', resolve(folder)], { cwd: stage, stdio: 'inherit' });
