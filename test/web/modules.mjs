// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// Parts of the page's script that need no browser: looks from results, boxes, and motion without the library against
// motion with it; and whether web/dist is up to date.
//
//     node modules.mjs SOURCE_FOLDER

import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const top = resolve(process.argv[2]);
const module = (name) => import(pathToFileURL(join(top, 'web', 'src', name)));
const { Asker } = await module('asker.js');
const { displacement, multiply, place, placeBox, shortNumber } = await module('data.js');
const { loadFarkas } = await module('farkas.js');
const { lookAt, lookOfAnswer, lookOfKind } = await module('looks.js');
const { simpleMotion } = await module('motion.js');
const { sortAnswers, Verdicts } = await module('verdicts.js');
const farkas = await loadFarkas(readFileSync(join(top, 'web', 'dist', 'farkas.wasm')));

// The same numbers in each run.
let state = 1;
const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
};
const randoms = (count) => Array.from({ length: count }, () => 2 * random() - 1);
const near = (a, b, what) => a.forEach((x, i) => assert.ok(Math.abs(x - b[i]) < 1e-9, `${what}: ${a} and ${b}`));

function testLooks() {
    const pair = { kind: 'hard', clash: true, contacts: [[2, 2.1, 2.9, 3, 'meets'], [5, 5, 6, 6, 'undecided']],
                   below: [[1, 1, 4, 4, 'meets'], [8, 8, 9, 9, 'near']] };
    const looks = [0, 1, 1.5, 2, 2.5, 3, 3.5, 4.5, 5.5, 7, 8.5].map((time) => lookAt(pair, time));
    assert.deepEqual(looks, ['clear', 'near', 'near', 'clash', 'clash', 'clash', 'near', 'clear', 'undecided', 'clear', 'near']);
    assert.equal(lookAt({ ...pair, clash: false }, 2.5), 'near');
    const kinds = ['duplicate', 'contained', 'hard', 'contact', 'clearance', 'clear', 'undecided'];
    assert.deepEqual(kinds.map((kind) => lookOfKind({ kind, clash: true })),
                     ['clash', 'clash', 'clash', 'clash', 'near', 'clear', 'undecided']);
    assert.equal(lookOfKind({ kind: 'contact', clash: false }), 'near');
    const apart = (lo, hi) => lookOfAnswer({ verdict: 'apart', lo, hi }, 5, false);
    assert.deepEqual([apart(5, 5), apart(4, 4.5), apart(4.9, 5.1), apart(7, Infinity)], ['clear', 'near', 'undecided', 'clear']);
    assert.equal(lookOfAnswer({ verdict: 'touching' }, 0, true), 'near');
    assert.equal(lookOfAnswer({ verdict: 'touching' }, 0, false), 'clash');
    assert.equal(lookOfAnswer({ verdict: 'undecided' }, 0, false), 'undecided');
}

function randomPose() {
    const axis = randoms(3);
    return farkas.motion([{ parent: null, origin: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0], kind: 'turns', axis, track: null,
                            variable: null, factor: 1, offset: 3 * random(), keys: [] }]).pose(0, 0)
        .map((x, i) => (i % 4 === 3 ? random() * 10 : x));
}

function testMotion() {
    const rest = { axis: [0, 0, 1], track: null, variable: null, factor: 1, offset: 0, keys: [] };
    for (let round = 0; round < 50; round++) {
        const origin = () => [...randomPose()];
        const keys = [0, 1, 2.5, 4].map((time) => [time, ...randoms(7)]);
        const frames = [{ ...rest, parent: null, origin: origin(), kind: 'turns', axis: randoms(3), track: 0, variable: 1, factor: 2, offset: 0.3 },
                        { ...rest, parent: 0, origin: origin(), kind: 'keys', keys },
                        { ...rest, parent: 1, origin: origin(), kind: 'slides', axis: randoms(3), track: 0, variable: 0, factor: -1, offset: 1 },
                        { ...rest, parent: 2, origin: origin(), kind: 'fixed' },
                        { ...rest, parent: null, origin: origin(), kind: 'turns', axis: randoms(3), offset: random() }];
        const tracks = [{ time: [0, 0.5, 3], value: [randoms(2), randoms(2), randoms(2)] }];
        const [simple, whole] = [simpleMotion(frames, tracks), farkas.motion(frames, tracks)];
        for (const time of [-1, 0, 0.25, 1, 1.75, 3.9, 4, 9])
            frames.forEach((_, k) => near(simple.pose(k, time), whole.pose(k, time), `frame ${k} at ${time}`));
        whole.free();
        const [a, b] = [randomPose(), randomPose()];
        near(multiply(a, b), farkas.multiply(a, b), 'product');
    }
}

function testBoxes() {
    const box = { min: [-1, -2, -3], max: [2, 1, 5] };
    for (let round = 0; round < 100; round++) {
        const pose = randomPose();
        const placed = placeBox(pose, box);
        const point = place(pose, box.min.map((x, i) => x + random() * (box.max[i] - x)));
        point.forEach((x, i) => assert.ok(x >= placed.min[i] - 1e-12 && x <= placed.max[i] + 1e-12));
    }
}

// A ball among boxes: who is far away is not in the answers, and the worst comes first.
function testAnswers() {
    const at = (x) => [1, 0, 0, x, 0, 1, 0, 0, 0, 0, 1, 0];
    const part = (name, piece, x) => ({ name, mesh: null, piece, pose: at(x), frame: null });
    const cube = 'box -0.5 -0.5 -0.5 1 0 0 0 1 0 0 0 1';
    const parts = [part('ball', 'sphere 0 0 0 1', 0), part('near', cube, 3), part('in', cube, 0.5), part('far', cube, 50),
                   part('ignored', cube, 0), part('at', cube, -1.5), part('nothing', null, 0)];
    const data = { parts, meshes: [], pairs: [], pairOf: new Map(), ignored: new Set(['0 4']), clearance: 2, frames: [] };
    const poses = parts.map(({ pose }) => Float64Array.from(pose));
    const found = sortAnswers(new Verdicts(farkas, data).askAll(0, poses, 5));
    assert.deepEqual(found.map(({ b, verdict, look }) => [b, verdict, look]),
                     [[2, 'overlapping', 'clash'], [5, 'touching', 'clash'], [1, 'apart', 'near']]);
    assert.ok(found[2].lo <= 1.5 && found[2].hi >= 1.5);
}

// Around a point that stays; quarters of a turn are exact.
function testDisplacement() {
    assert.deepEqual(place(displacement([0, 0, 90], [1, 2, 3], [10, 0, 0]), [2, 2, 3]), [11, 3, 3]);
    assert.deepEqual(place(displacement([-90, 0, 0], [0, 0, 0], [0, 0, 0]), [0, 0, 1]), [0, 1, 0]);
    assert.deepEqual(place(displacement([0, 450, 180], [0, 0, 0], [0, 0, 0]), [0, 0, 1]), [-1, 0, 0]);
    for (let round = 0; round < 20; round++) {
        const [angles, point, shift] = [randoms(3).map((x) => 400 * x), randoms(3), randoms(3)];
        const map = displacement(angles, point, shift);
        near(place(map, point), point.map((x, i) => x + shift[i]), 'the middle');
        const rows = [0, 4, 8].map((at) => map.slice(at, at + 3));
        rows.forEach((a, i) => rows.forEach((b, k) =>
            assert.ok(Math.abs(a.reduce((sum, x, j) => sum + x * b[j], 0) - (i === k ? 1 : 0)) < 1e-12)));
    }
}

// Where there is no worker, answers come at once; what is made ready meanwhile is not told.
async function testAsker() {
    const AT = (x) => Float64Array.from([1, 0, 0, x, 0, 1, 0, 0, 0, 0, 1, 0]);
    const parts = ['sphere 0 0 0 1', 'sphere 0 0 0 1', 'nonsense'].map((piece) => ({ piece, mesh: null }));
    const data = { clearance: 0, meshes: [], parts, pairs: [], ignored: new Set(['0 2', '1 2']), pairOf: new Map() };
    const poses = [AT(0), AT(5), AT(100)];
    const told = [];
    const asker = new Asker(new Verdicts(farkas, data), null,
                            { now: () => ({ poses, range: 10 }), answered: (found) => told.push(found), waiting() {} });
    asker.ask([1], { k: 7, a: 0, b: 1 });
    assert.ok(asker.isIdle);
    assert.deepEqual(told[0].parts.map(([k, answers]) => [k, answers.map(({ verdict }) => verdict)]), [[1, ['apart']]]);
    assert.equal(told[0].pair.k, 7);
    assert.ok(Math.abs(told[0].pair.answer.lo - 3) < 1e-9);
    poses[1] = AT(1);
    asker.ask([1], null);
    assert.equal(told[1].parts[0][1][0].verdict, 'overlapping');
    asker.prepare(null);
    await new Promise((resolve) => setTimeout(resolve, 30));
    assert.equal(told.length, 2);
    assert.equal(asker.readyCount, 2);
    asker.ask([2], null);
    assert.match(told[2].trouble, /nonsense|piece|word/);
}

// dist/ is made of what is in src/.
async function testDist() {
    const { digest } = await import(pathToFileURL(join(top, 'web', 'digest.mjs')));
    const read = (...names) => readFileSync(join(top, 'web', ...names), 'utf8');
    assert.ok(read('dist', 'report.js').slice(0, 400).includes(digest(join(top, 'web'))), 'web/dist/report.js is old: make web');
    assert.equal(read('dist', 'report.css'), `${read('src', 'report.css')}\n${read('src', 'view.css')}`, 'web/dist/report.css is old: make web');
    assert.ok(!/<\/script|<!--/i.test(read('dist', 'report.js')));
}

await testDist();
testLooks();
testMotion();
testBoxes();
testDisplacement();
await testAsker();
testAnswers();
assert.deepEqual([0, 1 / 3, -1234567, 0.00001, Infinity].map(shortNumber), ['0', '0.3333', '−1.23e+6', '1.00e−5', '∞']);
console.log('the modules do what they should');
