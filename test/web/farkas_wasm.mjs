// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// The library as WebAssembly gives the answers of the library here, bit for bit, and takes no wrong arguments.
//
//     node farkas_wasm.mjs FARKAS CASES SOURCE_FOLDER [MODULE]
//
// FARKAS is the tool, CASES the program of cases.c. Without node 18 or later the test is skipped (exit status 77).

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';

const [tool, program, source, modulePath] = process.argv.slice(2).map((word) => resolve(word));
const { compileFarkas, loadFarkas } = await import(pathToFileURL(join(source, 'web/src/farkas.js')));
const bytes = readFileSync(modulePath ?? join(source, 'web/dist/farkas.wasm'));
const farkas = await loadFarkas(bytes);
const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];
const WORDS = ['undecided', 'apart', 'touching', 'overlapping'];

// What a program prints; those that tell something by their status are not in trouble.
function run(path, args, input = '') {
  const done = spawnSync(path, args, { input, encoding: 'utf8', maxBuffer: 1 << 28 });
  assert.ok(done.status !== null && done.status !== 2, `${path} ${args.join(' ')}: ${done.stderr}`);
  return done.stdout;
}

// ---- Pair streams ---------------------------------------------------------------------------------------------------

// All families; and some of them more often, for kinds that `any` leaves out.
function testPairs() {
  const families = run(tool, ['gen', '--list', '-q']).match(/^\S+/gm);
  assert.ok(families.length > 30);
  const streams = families.map((family) => [family, 'any', 200]);
  const kinds = ['box', 'hull', 'hull,half', 'cylinder,cone', 'ellipsoid', 'ellipsoid,box', 'capsule,tetra'];
  for (const family of ['random', 'gap-1e-9', 'touch-face', 'flat']) for (const kind of kinds) streams.push([family, kind, 100]);
  streams.push(['random', 'any', 5000], ['touch-edge', 'box,tetra', 2000]);
  const here = createHash('sha256');
  const there = createHash('sha256');
  let count = 0;
  for (const [family, kind, pairs] of streams) {
    const text = run(tool, ['gen', family, '--kinds', kind, '--count', `${pairs}`, '--seed', '5', '-q']);
    const expected = run(tool, ['pairs', '-q'], text);
    const words = farkas.pairs(text);
    assert.equal(`${words.join('\n')}\n`, expected, `${family} ${kind}`);
    there.update(`${words.join('\n')}\n`);
    here.update(expected);
    count += words.length;
  }
  const digests = [here.digest('hex'), there.digest('hex')].map((digest) => digest.slice(0, 16));
  console.log(`${count} pairs: ${digests[0]} by the tool, ${digests[1]} by the module`);
  assert.equal(digests[0], digests[1]);
}

// ---- Bodies and motions ---------------------------------------------------------------------------------------------

let hash = 0xcbf29ce484222325n;
function addNumbers(numbers) {
  for (const byte of new Uint8Array(Float64Array.from(numbers).buffer))
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
}

function answerAsk(line, bodies) {
  const [a, b] = line.ask.map((k) => bodies[k]);
  const [poseA, poseB] = line.poses;
  const verdict = farkas.verdict(a, poseA, b, poseB);
  const { lo, hi, pointA, pointB, partA, partB } = farkas.distance(a, poseA, b, poseB, line.limit ?? Infinity);
  const { min, max } = farkas.box(a, poseA);
  const none = [0, 0, 0];
  return [WORDS.indexOf(verdict), lo, hi, ...(pointA ?? none), ...(pointB ?? none), partA ?? -1, partB ?? -1, ...min, ...max];
}

// JSON has no infinities: they are null there.
function sameNumbers(found, expected, what) {
  assert.equal(found.length, expected.length, what);
  found.forEach((value, i) => assert.ok(Object.is(Number.isFinite(value) ? value : null, expected[i]), `${what}: number ${i} is ${value}, not ${expected[i]}`));
}

function testCases() {
  const bodies = [];
  let motion;
  let expected;
  let count = 0;
  for (const text of run(program, []).trim().split('\n')) {
    const line = JSON.parse(text);
    let answer;
    if (line.mesh) bodies.push(farkas.mesh(line.mesh.vertices, line.mesh.triangles));
    else if (line.piece) bodies.push(farkas.piece(line.piece));
    else if (line.motion) motion = farkas.motion(line.motion.frames, line.motion.tracks);
    else if (line.ask) answer = answerAsk(line, bodies);
    else if (line.hash) expected = line.hash;
    else answer = [...motion.pose(line.frame, line.time)];
    if (answer === undefined) continue;
    sameNumbers(answer, line.answer, text.slice(0, 200));
    addNumbers(answer);
    count++;
  }
  const found = hash.toString(16).padStart(16, '0');
  console.log(`${count} questions about ${bodies.length} bodies and a motion: ${expected} here, ${found} by the module`);
  assert.equal(found, expected);
  assert.ok(count > 700);
  assert.deepEqual(motion.span, [0, 2.5]);
  assert.deepEqual([...motion.pose(null, 1)], IDENTITY);
  motion.free();
  bodies.forEach((body) => farkas.free(body));
}

function testPoses() {
  const turn = [0, -1, 0, 1, 1, 0, 0, 2, 0, 0, 1, 3];
  assert.deepEqual([...farkas.multiply(turn, turn)], [-1, 0, 0, -1, 0, -1, 0, 3, 0, 0, 1, 6]);
  assert.deepEqual([...farkas.multiply(null, turn)], turn);
  assert.deepEqual([...farkas.pose({})], IDENTITY);
  assert.deepEqual([...farkas.pose({ xyz: [1, 2, 3], rpy_deg: [0, 0, 90] })], turn);
  assert.deepEqual([...farkas.pose({ xyz: new Float32Array([1, 2, 3]), quat_xyzw: [0, 0, 7, 7] })], turn);
  const close = farkas.pose({ xyz: [1, 2, 3], rpy: [0, 0, Math.PI / 2] });
  close.forEach((x, i) => assert.ok(Math.abs(x - turn[i]) < 1e-15));
  for (const wrong of [null, undefined, 1, IDENTITY, { xyz: [1, 2] }, { xyz: 1 }, { quat: [0, 0, 0, 1] }, { quat_xyzw: [0, 0, 0] }, { rpy: [0, 0, 0, 0] },
    { rpy: [0, 0, 0], rpy_deg: [0, 0, 0] }, { rpy: ['0', 0, 0] }]) assert.throws(() => farkas.pose(wrong), TypeError, JSON.stringify(wrong));
  assert.throws(() => farkas.pose({ quat_xyzw: [0, 0, 0, 0] }), { status: 'FK_ERROR_ARGUMENT' });
  assert.throws(() => farkas.pose({ rpy: [0, NaN, 0] }), { status: 'FK_ERROR_NOT_FINITE' });
}

// ---- What is wrong --------------------------------------------------------------------------------------------------

function tetrahedron() {
  return [new Float64Array([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]), new Uint32Array([0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3])];
}

// Holes are no numbers; and elements that are getters may do what they like, at any time.
function testOddArrays() {
  const [vertices, triangles] = tetrahedron().map((x) => Array.from(x));
  const holed = (x, at) => (delete x[at], x);
  const acting = (x, at, act) => Object.defineProperty([...x], at, { get: () => (act(), x[at]) });
  assert.throws(() => farkas.mesh(holed([...vertices], 3), triangles), TypeError);
  assert.throws(() => farkas.mesh(vertices, holed([...triangles], 3)), TypeError);
  const more = [...triangles];
  const mesh = farkas.mesh(acting(vertices, 0, () => more.length < 9999 && more.push(...more)), more);
  const [a, b] = [farkas.piece('box -1 -1 -1 2 0 0 0 2 0 0 0 2'), farkas.piece('sphere 3 0 0 1')];
  assert.throws(() => farkas.verdict(a, holed([...IDENTITY], 3), b, null), TypeError);
  const freed = farkas.piece('point 0 0 0');
  assert.throws(() => farkas.verdict(freed, acting(IDENTITY, 0, () => farkas.free(freed)), b, null), /was freed/);
  const moved = IDENTITY.map((x, i) => (i === 3 ? 100 : x));
  assert.equal(farkas.verdict(a, IDENTITY, b, acting(IDENTITY, 0, () => farkas.verdict(a, moved, b, null))), 'apart');
  assert.deepEqual([...farkas.multiply(moved, acting(IDENTITY, 0, () => farkas.multiply(IDENTITY, IDENTITY)))], moved);
  let asked = 0;
  const keys = [[0, 0, 0, 0, 0, 0, 0, 1], [1, 5, 0, 0, 0, 0, 0, 1]];
  const motion = farkas.motion([{ kind: 'keys', get keys() { return asked++ ? [] : keys; } }]);
  assert.deepEqual([motion.span, asked], [[0, 1], 1]);
  motion.free();
  const { proof } = farkas.answer(a, null, b, null);
  assert.ok(farkas.verify(a, null, b, null, proof));
  for (const wrong of [{ ...proof, pairs: [[, 0]] }, { ...proof, pairs: new Array(1) }])
    assert.throws(() => farkas.verify(a, null, b, null, wrong), TypeError);
  assert.ok(farkas.verify(a, null, b, null, proof));
  for (const body of [mesh, a, b]) farkas.free(body);
}

function testArguments() {
  const [vertices, triangles] = tetrahedron();
  const finite = { message: /^a number is not finite/ };
  const argument = { message: /^invalid argument/ };
  assert.throws(() => farkas.mesh('0 0 0', triangles), TypeError);
  assert.throws(() => farkas.mesh(vertices), TypeError);
  assert.throws(() => farkas.mesh(new Float64Array(4), triangles), TypeError);
  assert.throws(() => farkas.mesh(['0', 0, 0], []), TypeError);
  assert.throws(() => farkas.mesh(new BigInt64Array(3), triangles), TypeError);
  assert.throws(() => farkas.mesh(new DataView(new ArrayBuffer(72)), triangles), TypeError);
  assert.throws(() => farkas.mesh(vertices, [0, 1, 2.5]), TypeError);
  assert.throws(() => farkas.mesh(vertices, [0, 1, -1]), TypeError);
  assert.throws(() => farkas.mesh(vertices, new Float32Array([0, 1])), TypeError);
  assert.throws(() => farkas.mesh(vertices, [0, 1, 4]), argument);
  assert.throws(() => farkas.mesh(vertices, []), argument);
  assert.throws(() => farkas.mesh([0, 0, 0, 1, 0, 0, 0, NaN, 0], [0, 1, 2]), finite);
  assert.throws(() => farkas.mesh([0, 0, 0, 1, 0, 0, 0, Infinity, 0], [0, 1, 2]), { status: 'FK_ERROR_NOT_FINITE' });
  const a = farkas.mesh(Array.from(vertices), Array.from(triangles));
  const b = farkas.mesh(new Float32Array(vertices), new Uint16Array(triangles));
  assert.equal(farkas.verdict(a, IDENTITY, b, new Float64Array(IDENTITY)), 'overlapping');
  assert.throws(() => farkas.verdict(a, IDENTITY, b), TypeError);
  assert.throws(() => farkas.verdict(a, IDENTITY, b, IDENTITY.slice(1)), TypeError);
  assert.throws(() => farkas.verdict(a, IDENTITY, 17, IDENTITY), TypeError);
  assert.throws(() => farkas.verdict(a, IDENTITY, b, IDENTITY.with?.(3, NaN) ?? IDENTITY.map(() => NaN)), finite);
  assert.throws(() => farkas.verdict(a, IDENTITY, b, IDENTITY.map((x) => x * 1.7e308 * 2)), finite);
  const far = IDENTITY.map((x, i) => (i % 4 === 3 ? 1.7e308 : x));
  const large = farkas.piece('box 1e307 0 0 1e307 0 0 0 1 0 0 0 1');
  assert.throws(() => farkas.verdict(large, far, b, IDENTITY), finite);
  farkas.free(large);
  const rigid = { status: 'FK_ERROR_ARGUMENT', message: /^invalid argument: the pose( of [ab])? is not rigid$/ };
  for (const scale of [2, 1 + 1e-5, 0, -1]) {
    const scaled = IDENTITY.map((x) => scale * x);
    assert.throws(() => farkas.verdict(a, scaled, b, IDENTITY), rigid);
    assert.throws(() => farkas.distance(a, IDENTITY, b, scaled), rigid);
    assert.throws(() => farkas.box(a, scaled), rigid);
    assert.throws(() => farkas.multiply(scaled, IDENTITY), { status: 'FK_ERROR_ARGUMENT' });
  }
  assert.equal(farkas.verdict(a, IDENTITY.map((x) => x * (1 + 1e-7)), b, null), 'overlapping');
  assert.throws(() => farkas.distance(a, IDENTITY, b, IDENTITY, '1'), TypeError);
  assert.throws(() => farkas.distance(a, IDENTITY, b, IDENTITY, -1), argument);
  assert.throws(() => farkas.distance(a, IDENTITY, b, IDENTITY, NaN), argument);
  assert.throws(() => farkas.box(a, [NaN]), TypeError);
  farkas.free(a);
  assert.throws(() => farkas.verdict(a, IDENTITY, b, IDENTITY), /was freed/);
  assert.throws(() => farkas.box(a, IDENTITY), /was freed/);
  assert.throws(() => farkas.free(a), /was freed/);
  assert.throws(() => farkas.free(null), TypeError);
  farkas.free(b);
}

function testTexts() {
  const syntax = { status: 'FK_ERROR_SYNTAX' };
  for (const text of ['', '#', 'blob 1', 'sphere 0 0 0', 'sphere 0 0 0 1 2', 'sphere 0 0 0 -1', 'sphere 0 0 0 nan',
    'sphere 0 0 0 1 # comment', 'point 0 0 0 point 0 0 0', 'point 0 0 0 point 0 0 0\npoint 0 0 0', 'sphere 0 0 0 1\n\nx',
    'hull 4294967295 0 0 0', 'cylinder 0 0 0 0 0 0 1', '\0', '\u00e9'.repeat(9999)])
    assert.throws(() => farkas.piece(text), syntax, JSON.stringify(text.slice(0, 40)));
  for (const value of [null, undefined, 1, ['sphere 0 0 0 1'], new Uint8Array(3), {}, () => 'sphere 0 0 0 1']) {
    assert.throws(() => farkas.piece(value), TypeError);
    assert.throws(() => farkas.pairs(value), TypeError);
  }
  farkas.free(farkas.piece('  sphere 0 0 0 1\n'));
  assert.deepEqual(farkas.pairs(''), []);
  assert.deepEqual(farkas.pairs('# none\r\n\r\n'), []);
  assert.deepEqual(farkas.pairs('point 0 0 0 point 0 0 0'), ['touching']);
  const bad = 'sphere 0 0 0 1 point 1 0 0\nsphere 0 0 0 1 point 1 0\n';
  assert.throws(() => farkas.pairs(bad), { ...syntax, line: 2, column: 25, message: /^the text does not follow the format: line 2, column 25: point needs 3/ });
}

// Shapes are what their words are.
function testShapes() {
  const size = [2, 3, 4];
  const same = [[{ box: { size } }, 'box -1 -1.5 -2 2 0 0 0 3 0 0 0 4'], [{ sphere: { radius: 0.1 } }, 'sphere 0 0 0 0.1'],
    [{ capsule: { radius: 1, length: 3 } }, 'capsule 0 0 -1.5 0 0 1.5 1'], [{ cylinder: { radius: 1, length: 3 } }, 'cylinder 0 0 -1.5 0 0 1.5 1'],
    [{ cone: { radius: 1e-9, length: 3 } }, 'cone 0 0 -1.5 0 0 1.5 1e-9'],
    [{ hull: { points: [[0, 0, 0], [1, 0, 0], new Float64Array([0, 1, 0]), [0, 0, 1 / 3]] } }, `hull 4 0 0 0 1 0 0 0 1 0 0 0 ${1 / 3}`]];
  const ball = farkas.piece('sphere 5 6 7 1');
  for (const [shape, words] of same) {
    const [a, b] = [farkas.piece(shape), farkas.piece(words)];
    assert.deepEqual(farkas.box(a, null), farkas.box(b, IDENTITY), words);
    assert.deepEqual(farkas.distance(a, null, ball, null), farkas.distance(b, IDENTITY, ball, IDENTITY), words);
    farkas.free(a);
    farkas.free(b);
  }
  farkas.free(ball);
  for (const wrong of [{ ball: {} }, { box: { size }, sphere: { radius: 1 } }, { box: { size, radius: 1 } }, { box: null }, { box: { size: [1, 2] } },
    { box: { size: '123' } }, { sphere: {} }, { sphere: { radius: '1' } }, { cone: { radius: 1 } }, { hull: { points: 4 } },
    { hull: { points: [[0, 0]] } }, { constructor: {} }]) assert.throws(() => farkas.piece(wrong), TypeError, JSON.stringify(wrong));
  for (const wrong of [{ sphere: { radius: 0 } }, { sphere: { radius: NaN } }, { box: { size: [1, 2, -3] } }, { cylinder: { radius: 1, length: Infinity } },
    { hull: { points: [[0, 0, NaN]] } }]) assert.throws(() => farkas.piece(wrong), RangeError, JSON.stringify(wrong));
  assert.throws(() => farkas.piece({ hull: { points: [] } }), { status: 'FK_ERROR_SYNTAX' });
}

// ---- Proofs ---------------------------------------------------------------------------------------------------------

// The two shapes of a line.
const shapesIn = (line) => line.match(/(?:[a-z-]+)(?: [^a-z ]\S*)+/g);

// What the tool answers, but for the box, whose proofs hold, and do not for other pieces.
function testProofs() {
  let refused = 0;
  let count = 0;
  const keys = new Set();
  for (const [family, kinds] of [['random', 'any'], ['touch-edge', 'any'], ['touch-vertex', 'box,hull'], ['flat', 'any'], ['gap-1e-9', 'sphere,capsule'],
    ['random', 'cylinder,box'], ['random', 'ellipsoid,cone']]) {
    const lines = run(tool, ['gen', family, '--kinds', kinds, '--count', '60', '--seed', '9', '-q']).trim().split('\n').filter((line) => /^[a-z]/.test(line));
    const told = run(tool, ['pairs', '--json', '-q'], `${lines.join('\n')}\n`).trim().split('\n').map((line) => JSON.parse(line)).filter((line) => line.pair);
    assert.equal(told.length, lines.length);
    let last;
    lines.forEach((line, i) => {
      const [a, b] = shapesIn(line).map((words) => farkas.piece(words));
      const found = farkas.answer(a, null, b, IDENTITY);
      const { pair, method, box, ...expected } = told[i];
      const nothing = { point: null, normal: null, gap: null, proof: null };
      assert.deepEqual(JSON.parse(JSON.stringify(found)), { ...nothing, ...expected }, line);
      if (found.proof) {
        assert.equal(farkas.verify(a, null, b, null, found.proof), true, line);
        Object.keys(found.proof).forEach((key) => keys.add(key));
        if (last) refused += !farkas.verify(a, null, b, null, last);
        last = found.proof;
      }
      count++;
      farkas.free(a);
      farkas.free(b);
    });
  }
  assert.deepEqual([...keys].sort(), ['axis', 'edge', 'facet', 'kind', 'n', 'pairs', 'sign', 'weights', 'x']);
  assert.ok(refused > count / 2);
  console.log(`${count} proofs as by the tool, of all kinds; ${refused} refused for other pieces`);
}

function testWrongProofs() {
  const [vertices, triangles] = tetrahedron();
  const [a, b, mesh] = [farkas.piece({ box: { size: [1, 1, 1] } }), farkas.piece('point 0 0 9'), farkas.mesh(vertices, triangles)];
  const { proof } = farkas.answer(a, null, b, null);
  assert.deepEqual(proof, { kind: 'apart', n: [0, 0, 1] });
  const pairs = [[0, 0], [1, 0], [2, 0]];
  for (const wrong of [null, 1, 'apart', {}, { kind: 'apart' }, { ...proof, kind: 'undecided' }, { ...proof, more: 1 }, { ...proof, n: [0, 0] },
    { ...proof, n: [0, 0, '1'] }, { ...proof, sign: 1 }, { kind: 'touching', pairs, facet: pairs, sign: 2 }, { kind: 'touching', pairs, facet: [[0, 0]], sign: 1 },
    { kind: 'touching', pairs, axis: 3, sign: 1 }, { kind: 'overlapping', pairs: [[0, -1]] }, { kind: 'overlapping', pairs: [[0, 2 ** 32]] },
    { kind: 'overlapping', pairs: Array(7).fill([0, 0]) }, { kind: 'overlapping', pairs, weights: [1] }, { kind: 'overlapping', x: [0, 0, 0], pairs, weights: [1, 2, 3] },
    { kind: 'apart', x: [0, 0, 0] }]) assert.throws(() => farkas.verify(a, null, b, null, wrong), TypeError, JSON.stringify(wrong));
  for (const refused of [{ kind: 'apart', n: [0, 0, -1] }, { kind: 'apart', n: [NaN, 0, 1] }, { kind: 'apart', n: [0, 0, Infinity] }, { kind: 'touching', pairs, facet: pairs, sign: 1 },
    { kind: 'overlapping', pairs: [[4294967295, 0], [0, 0], [1, 0], [2, 0]] }, { kind: 'overlapping', x: [0, 0, 0] }])
    assert.equal(farkas.verify(a, null, b, null, refused), false, JSON.stringify(refused));
  assert.throws(() => farkas.answer(a, null, mesh, null), TypeError);
  assert.throws(() => farkas.verify(mesh, null, a, null, proof), TypeError);
  assert.throws(() => farkas.answer(a, null, b), TypeError);
  assert.throws(() => farkas.answer(a, [1], b, null), TypeError);
  [a, b, mesh].forEach((body) => farkas.free(body));
  assert.throws(() => farkas.answer(a, null, b, null), /was freed/);
  assert.throws(() => farkas.verify(a, null, b, null, proof), /was freed/);
}

function testMotions() {
  const turns = { parent: null, origin: IDENTITY, kind: 'revolute', axis: [0, 0, 1], track: 0, variable: 0, factor: 1, offset: 0 };
  const tracks = [{ time: [0, 1], value: [[0], [1]] }];
  const keys = { kind: 'keys', keys: [[0, 0, 0, 0, 0, 0, 0, 1]] };
  const wrong = (changes, error = { message: /^invalid argument/ }) => assert.throws(() => farkas.motion([{ ...turns, ...changes }], tracks), error);
  wrong({ parent: 0 });
  wrong({ parent: -1 }, TypeError);
  wrong({ kind: 'flies' }, TypeError);
  wrong({ axis: [0, 0, 0] });
  wrong({ axis: [0, 0] }, TypeError);
  wrong({ axis: [0, NaN, 1] }, { message: /^a number is not finite/ });
  wrong({ track: 1 });
  wrong({ track: null });
  wrong({ variable: 1 });
  wrong({ factor: '1' }, TypeError);
  wrong({ origin: IDENTITY.map((x) => 2 * x) });
  wrong({ ...keys, keys: [] });
  wrong({ ...keys, keys: 7 }, TypeError);
  wrong({ ...keys, keys: [[0, 0, 0, 0, 0, 0, 0]] }, TypeError);
  wrong({ ...keys, keys: [[0, 0, 0, 0, 0, 0, 0, 0]] });
  assert.throws(() => farkas.motion([null]), TypeError);
  assert.throws(() => farkas.motion({}), TypeError);
  assert.throws(() => farkas.motion([turns], [{ time: [0, 0], value: [[0], [1]] }]), { message: /^invalid argument/ });
  assert.throws(() => farkas.motion([turns], [{ time: [0, 1], value: [[0], [1, 2]] }]), TypeError);
  assert.throws(() => farkas.motion([turns], [{ time: [0, 1], value: [[0]] }]), TypeError);
  assert.throws(() => farkas.motion([turns], [{ time: [], value: [] }]), { message: /^invalid argument/ });
  assert.throws(() => farkas.motion([turns], [null]), TypeError);
  const motion = farkas.motion([turns, keys], tracks);
  assert.throws(() => motion.pose(2, 0), { message: /^invalid argument/ });
  assert.throws(() => motion.pose(0.5, 0), TypeError);
  assert.throws(() => motion.pose(0, NaN), { message: /^a number is not finite/ });
  assert.throws(() => motion.pose(0), TypeError);
  motion.free();
  assert.throws(() => motion.pose(0, 0), /was freed/);
  assert.throws(() => motion.span, /was freed/);
  assert.throws(() => motion.free(), /was freed/);
  farkas.motion([]).free();
}

// ---- Modules and memory ---------------------------------------------------------------------------------------------

async function testModules() {
  const module = await WebAssembly.compile(bytes);
  const other = await loadFarkas(module);
  const ball = other.piece('sphere 0 0 0 1');
  assert.throws(() => farkas.box(ball, IDENTITY), /another module/);
  assert.match((await loadFarkas(gzipSync(bytes))).version, /^\d+\.\d+\.\d+$/);
  await assert.rejects(loadFarkas(new Uint8Array([1, 2, 3])), Error);
  await assert.rejects(loadFarkas(bytes, { memory: -1 }), TypeError);
  for (const wrong of [null, undefined, 'farkas.wasm', 7, {}, [0, 0x61, 0x73, 0x6d]]) {
    await assert.rejects(loadFarkas(wrong), TypeError);
    await assert.rejects(compileFarkas(wrong), TypeError);
  }
  await assert.rejects(loadFarkas(bytes, null), TypeError);
  await assert.rejects(loadFarkas(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0])), TypeError);
  assert.throws(() => farkas.answer(ball, null, ball, null), /another module/);
}

// Memory that is given back can be used again: the same work done many times takes no more of it.
function testLeaks() {
  const before = farkas.allocated;
  const [vertices, triangles] = tetrahedron();
  for (let i = 0; i < 10000; i++) {
    const a = farkas.mesh(vertices, triangles);
    const b = farkas.piece('hull 4 0 0 0 1 0 0 0 1 0 0 0 1');
    farkas.motion([{ kind: 'keys', keys: [[0, 0, 0, 0, 0, 0, 0, 1]] }]).free();
    assert.throws(() => farkas.mesh(vertices, [0, 1, 4]));
    if (i % 100 === 0) farkas.distance(a, IDENTITY, b, IDENTITY);
    farkas.free(a);
    farkas.free(b);
  }
  assert.equal(farkas.allocated, before);
}

// A grid of n by n squares.
function grid(n) {
  const vertices = new Float64Array(3 * (n + 1) ** 2);
  const triangles = [];
  for (let i = 0; i <= n; i++)
    for (let k = 0; k <= n; k++) {
      const at = i * (n + 1) + k;
      vertices.set([i, k, (i * 7 + k * 3) % 5], 3 * at);
      if (i < n && k < n) triangles.push(at, at + n + 1, at + 1, at + 1, at + n + 1, at + n + 2);
    }
  return [vertices, Uint32Array.from(triangles)];
}

// Out of memory is an error that says so, wherever it happens; what was there before stays as it was.
async function testScarceMemory() {
  const memory = { status: 'FK_ERROR_MEMORY', message: /^out of memory/ };
  const [vertices, triangles] = grid(30);
  let made = 0;
  for (let most = 1 << 16; made === 0; most = Math.round(most * 1.15)) {
    const scarce = await loadFarkas(bytes, { memory: most });
    const ball = scarce.piece('sphere 0 0 3 1');
    const before = scarce.allocated;
    try {
      const body = scarce.mesh(vertices, triangles);
      assert.equal(scarce.verdict(body, IDENTITY, ball, IDENTITY), 'overlapping');
      made++;
    } catch (error) {
      assert.equal(error.status, memory.status);
      assert.match(error.message, memory.message);
      assert.equal(scarce.allocated, before);
      assert.equal(scarce.verdict(ball, IDENTITY, ball, IDENTITY), 'overlapping');
    }
  }
  const scarce = await loadFarkas(bytes, { memory: 1 << 20 });
  assert.throws(() => scarce.mesh(new Float64Array(3 << 20), [0, 0, 0]), memory);
  assert.throws(() => scarce.pairs(' '.repeat(2 << 20)), memory);
}

// More than the memory that a module begins with.
function testLargeMesh() {
  const a = farkas.mesh(...grid(200));
  const up = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 6];
  const found = farkas.distance(a, IDENTITY, a, up);
  assert.ok(found.lo ** 2 <= 6 && found.hi ** 2 >= 6 && found.hi - found.lo < 1e-11);
  farkas.free(a);
}

testPairs();
testCases();
testPoses();
testArguments();
testOddArrays();
testTexts();
testShapes();
testProofs();
testWrongProofs();
testMotions();
await testModules();
testLeaks();
testLargeMesh();
await testScarceMemory();
assert.equal(farkas.allocated, (await loadFarkas(bytes)).allocated);
console.log('arguments, texts, motions, modules and memory: as they should be');
