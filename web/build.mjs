// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// Makes dist/ of src/: report.js with all that it imports, report.css, and the licences of what is in them. The module
// farkas.wasm is made beside it, by `make web`.

import { build } from 'esbuild';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { digest } from './digest.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const path = (...names) => join(here, ...names);

const HEAD = `// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors
// Made by \`make web\` of web/src, ${digest(here)}. Has three.js in it, MIT, Copyright 2010-2026 Three.js Authors: LICENSES.txt`;

// A script with all that it imports.
async function bundle(name, more) {
    const out = await build({
        entryPoints: [path('src', name)],
        bundle: true,
        minify: true,
        format: 'iife',
        target: 'es2022',
        legalComments: 'none',
        supported: { 'template-literal': false }, // which would keep the lines of shaders
        write: false,
        ...more,
    });
    return out.outputFiles[0].text;
}

mkdirSync(path('dist'), { recursive: true });
const worker = await bundle('worker.js', {});
const text = await bundle('report.js', { banner: { js: HEAD }, define: { WORKER_TEXT: JSON.stringify(worker) } });

// The script is written into an element of a page: nothing in it may end that element, or begin a comment.
if (/<\/script|<!--/i.test(text)) throw new Error('report.js has a text that ends a script element');
writeFileSync(path('dist', 'report.js'), text);
const styles = ['report.css', 'view.css'].map((name) => path('src', name)).filter(existsSync);
writeFileSync(path('dist', 'report.css'), styles.map((file) => readFileSync(file, 'utf8')).join('\n'));

// The C library that farkas.wasm is linked with is wasi-libc: its own code is in the public domain (CC0), that of musl in it is not.
const MIT = readFileSync(path('..', 'LICENSE'), 'utf8');
const MUSL = MIT.slice(MIT.indexOf('Permission is'));
const licence = (title, file) => `${title}\n\n${readFileSync(file, 'utf8').trim()}\n`;
writeFileSync(path('dist', 'LICENSES.txt'),
              [licence('Farkas: farkas.wasm, report.js, report.css', path('..', 'LICENSE')),
               `musl, in farkas.wasm\n\nMIT License\n\nCopyright © 2005-2019 Rich Felker, et al.\n\n${MUSL.trim()}\n`,
               licence('three.js, in report.js', path('node_modules', 'three', 'LICENSE'))].join('\n\n'));
for (const name of ['report.js', 'report.css', 'farkas.wasm', 'LICENSES.txt'])
    console.log(existsSync(path('dist', name)) ? `web/dist/${name}: ${statSync(path('dist', name)).size} bytes`
                                               : `web/dist/${name}: missing`);
