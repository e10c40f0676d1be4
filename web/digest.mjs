// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// What dist/report.js was made of, in a few digits that are written into it: so a test can tell whether it is up to date
// where nothing of npm is installed.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export function digest(folder) {
    const scripts = readdirSync(join(folder, 'src')).filter((name) => name.endsWith('.js')).sort();
    const hash = createHash('sha256');
    for (const name of [...scripts.map((script) => join('src', script)), 'build.mjs', 'package-lock.json'])
        hash.update(readFileSync(join(folder, name)));
    return hash.digest('hex').slice(0, 16);
}
