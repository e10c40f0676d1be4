// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// The npm package, from an empty folder: it is packed and installed where npm is there, else its files are put into place; then
// the examples of its README run in node, its types fit its scripts, and a page imports it in a browser.
//
//     node package.mjs SOURCE_FOLDER SCRATCH_FOLDER
//
// tsc checks the types where `npm ci` was run in web/, and Chromium runs the page where it is installed; without, the rest is
// tested, and the test says what was not.

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { missing, openBrowser } from './driver.mjs';

const [source, scratch] = process.argv.slice(2).map((word) => resolve(word));
const folder = join(scratch, 'user');
const installed = join(folder, 'node_modules', 'farkas');
const read = (...names) => readFileSync(join(...names), 'utf8');

// ---- From nothing ---------------------------------------------------------------------------------------------------

function install() {
  rmSync(scratch, { recursive: true, force: true });
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  const hasNpm = spawnSync('npm', ['--version']).status === 0;
  execFileSync('node', [join(source, 'web/pack.mjs'), scratch, ...(hasNpm ? [] : ['--files'])], { stdio: 'pipe' });
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}\n');
  if (!hasNpm) cpSync(join(scratch, 'farkas'), installed, { recursive: true });
  else {
    const archive = readdirSync(scratch).filter((name) => name.endsWith('.tgz'));
    assert.equal(archive.length, 1);
    execFileSync('npm', ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', join(scratch, archive[0])], { cwd: folder, stdio: 'pipe' });
  }
  console.log(hasNpm ? 'packed and installed by npm' : 'npm is not installed: files put into place');
}

function testFiles() {
  const { name, version, dependencies, scripts, type, license } = JSON.parse(read(installed, 'package.json'));
  const header = read(source, 'include/farkas/base.h');
  const part = (word) => new RegExp(`FK_VERSION_${word} (\\d+)`).exec(header)[1];
  assert.deepEqual({ name, version, dependencies, scripts, type, license },
    { name: 'farkas', version: `${part('MAJOR')}.${part('MINOR')}.${part('PATCH')}`, dependencies: undefined, scripts: undefined, type: 'module', license: 'MIT' });
  assert.deepEqual(readdirSync(installed).sort(), ['LICENSE', 'README.md', 'browser.js', 'farkas.d.ts', 'farkas.js', 'farkas.wasm', 'index.d.ts', 'load.js', 'node.js',
    'package.json', 'proof.js', 'shape.js']);
  for (const file of ['src/farkas.js', 'dist/farkas.wasm'])
    assert.ok(readFileSync(join(source, 'web', file)).equals(readFileSync(join(installed, file.split('/')[1]))), `${file} is that of reports`);
}

// ---- Examples -------------------------------------------------------------------------------------------------------

// All of the README, in its order, is one program; what a line prints is in the comment behind it.
function examples() {
  const program = read(installed, 'README.md').match(/(?<=```js\n)[^]*?(?=```)/g).join('\n');
  return { program, printed: [...program.matchAll(/^console\.log.*; \/\/ (.*)$/gm)].map((found) => found[1]) };
}

function testExamples() {
  const { program, printed } = examples();
  assert.ok(printed.length >= 9);
  writeFileSync(join(folder, 'readme.js'), program);
  const { stdout, stderr } = spawnSync('node', ['readme.js'], { cwd: folder, encoding: 'utf8' });
  assert.deepEqual(stdout.trim().split('\n'), printed, stderr);
}

async function testLoads() {
  const [inNode, inBrowser] = await Promise.all(['node.js', 'browser.js'].map((file) => import(pathToFileURL(join(installed, file)))));
  const functions = ['farkas.d.ts', 'index.d.ts'].flatMap((file) => [...read(installed, file).matchAll(/^export function (\w+)/gm)].map((found) => found[1]));
  assert.deepEqual(Object.keys(inNode), functions.sort());
  assert.deepEqual(Object.keys(inBrowser), functions);
  await assert.rejects(inBrowser.load(), Error); // nothing to fetch here
  const { load, loadFarkas, compileFarkas } = inNode;
  const [a, b] = [await load(), await load({ memory: 1 << 16 })];
  assert.equal(a.version, JSON.parse(read(installed, 'package.json')).version);
  const ball = a.piece({ sphere: { radius: 1 } });
  assert.throws(() => b.box(ball, null), { name: 'TypeError', message: /another module/ });
  assert.throws(() => b.mesh(new Float64Array(30000), [0, 0, 0]), { status: 'FK_ERROR_MEMORY' });
  assert.equal(b.pairs('point 0 0 0 point 0 0 0')[0], 'touching');
  assert.equal(a.verdict(ball, null, ball, a.pose({ xyz: [2, 0, 0] })), 'touching');
  await assert.rejects(load(null), TypeError);
  await assert.rejects(load({ memory: '1' }), TypeError);
  await assert.rejects(loadFarkas(null), TypeError);
  await assert.rejects(compileFarkas('farkas.wasm'), TypeError);
  return a;
}

// ---- Types ----------------------------------------------------------------------------------------------------------

// The members that an interface of the types declares.
function declared(name) {
  const body = new RegExp(`export interface ${name}\\b[^{]*{\\n([^]*?)\\n}`).exec(read(installed, 'farkas.d.ts'))[1];
  return [...body.matchAll(/^ {2}(?:readonly )?(\w+)\??[(:]/gm)].map((found) => found[1]).sort();
}

// What an object has, with its class.
const members = (object) => [...new Set([...Object.keys(object), ...Object.getOwnPropertyNames(Object.getPrototypeOf(object))])]
  .filter((name) => name !== 'constructor' && !(name in Object.prototype)).sort();

function testNames(farkas) {
  const [a, b] = [farkas.piece('point 0 0 0'), farkas.piece('point 0 0 1')];
  const motion = farkas.motion([]);
  assert.deepEqual(members(farkas), declared('Farkas'));
  assert.deepEqual(members(motion), declared('Motion'));
  assert.deepEqual(members(farkas.distance(a, null, b, null)), declared('Distance'));
  assert.deepEqual(members(farkas.box(a, null)), declared('Box'));
  assert.deepEqual(members(farkas.answer(a, null, b, null)), declared('Answer'));
}

function testTypes() {
  const compiler = join(source, 'web/node_modules/typescript/bin/tsc');
  if (!existsSync(compiler)) return console.log('typescript is not installed in web/: types compared by name only');
  cpSync(join(source, 'test/web/package_types.ts'), join(folder, 'types.ts'));
  const done = spawnSync('node', [compiler, '--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022,dom', 'types.ts'], { cwd: folder, encoding: 'utf8' });
  assert.equal(done.status, 0, done.stdout);
}

// ---- A browser ------------------------------------------------------------------------------------------------------

const TYPES = { html: 'text/html', js: 'text/javascript', json: 'application/json' }; // the module has none: it must not matter

// Serves the folder of the user, and writes down what was asked for.
function serve() {
  const asked = [];
  const server = createServer((request, answer) => {
    asked.push(request.url);
    const file = join(folder, request.url);
    if (!file.startsWith(folder) || !existsSync(file)) return answer.writeHead(404).end();
    answer.writeHead(200, { 'Content-Type': TYPES[file.split('.').pop()] ?? 'application/octet-stream' });
    answer.end(readFileSync(file));
  });
  return new Promise((done) => server.listen(0, '127.0.0.1', () => done({ server, asked, address: `http://127.0.0.1:${server.address().port}` })));
}

// The examples as a page, with console.log into an array as node would print it.
function page() {
  const print = 'const show = (x) => (Array.isArray(x) ? `[ ${x.map((y) => `\'${y}\'`).join(", ")} ]` : `${x}`);\n' +
    'const printed = []; console.log = (...words) => printed.push(words.map(show).join(" "));\n';
  const program = examples().program.replace("from 'farkas'", "from './node_modules/farkas/browser.js'");
  return `<!doctype html><meta charset="utf-8"><title>farkas</title><script type="module">\n${program.split('\n')[0]}\n${print}` +
    `try {\n${program.split('\n').slice(1).join('\n')}\n} catch (error) { printed.push(String(error)); }\nwindow.printed = printed;\n</script>`;
}

async function testBrowser() {
  const why = missing();
  if (why !== null) return console.log(`not tried in a browser: ${why}`);
  writeFileSync(join(folder, 'page.html'), page());
  const { server, asked, address } = await serve();
  const browser = await openBrowser();
  try {
    await browser.visit(`${address}/page.html`);
    const printed = await browser.until('the page is done', () => window.printed);
    assert.deepEqual(printed, examples().printed);
    assert.equal(asked.filter((url) => url.endsWith('farkas.wasm')).length, 1);
    console.log(`a page imported ${asked.filter((url) => url.includes('node_modules')).length} files and printed ${printed.length} answers`);
  } finally {
    await browser.close();
    server.close();
  }
}

install();
testFiles();
testExamples();
testNames(await testLoads());
testTypes();
await testBrowser();
