// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// The page of a report in a browser, with the mouse and the keys of a user. Skipped (77) where there is no browser.
//
//     node report_page.mjs SOURCE_FOLDER SCRATCH_FOLDER [FARKAS] [--update]
//
// Most is tried on pages that are made here, where everything is known; then on those that FARKAS writes. --update writes the pictures that others are compared with.

import { strict as assert } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { KEYS, missing, openBrowser } from './driver.mjs';
import { armData, largeData, page, sweepData } from './fixture.mjs';
import { difference, readPng, shrink, writePng } from './png.mjs';

const [top, scratch] = process.argv.slice(2, 4).map((folder) => resolve(folder));
const updates = process.argv.includes('--update');
const tool = process.argv.slice(4).find((word) => word !== '--update');
const lack = missing();
if (lack) {
    console.log(`skipped: ${lack}`);
    process.exit(77);
}

const dist = join(top, 'web', 'dist');
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const picture = `<img alt="All parts" width="640" height="400" src="data:image/png;base64,${PIXEL}" />`;
mkdirSync(scratch, { recursive: true });

function write(name, data, options = {}) {
    const file = join(scratch, name);
    writeFileSync(file, page(data, dist, { picture, ...options }));
    return file;
}

const browser = await openBrowser();
const rows = () => browser.run(() => [...document.querySelectorAll('#pairs tbody tr')].filter((row) => !row.hidden)
    .map((row) => Number(row.dataset.pair)));
const session = (work, ...args) => browser.run(`function () {
    const { session } = window.farkasReport; return (${work}).call(null, session, ...arguments); }`, ...args);
const button = (words) => browser.run((text) => {
    const found = [...document.querySelectorAll('.view-bar button')].find((made) => made.textContent === text);
    found.id = `test-${text.replaceAll(' ', '-')}`;
    return `#${found.id}`;
}, words).then((selector) => browser.press(selector));

// Where in the window the middle of a part is.
const middle = (part) => session((s, k) => {
    const at = s.view.project(s.mover.middle(k));
    const box = s.view.canvas.getBoundingClientRect();
    return [at.x + box.left, at.y + box.top];
}, part);

async function open(file) {
    await browser.open(file);
    await browser.until('the page is live', () => window.farkasReport !== undefined);
    await browser.run(() => document.getElementById('view').scrollIntoView());
    await settle();
}

// Two frames: what was asked for is painted.
function settle() {
    return browser.call('POST', '/execute/async', { args: [], script:
        'const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done(true)));' });
}

// Until the worker has answered what was asked last.
function answered() {
    return browser.until('all is answered', () => window.farkasReport.session.asker.isIdle);
}

async function readout() {
    await answered();
    return browser.text('.readout');
}

// ---- Tests --------------------------------------------------------------------------------------------------

async function testTable() {
    assert.deepEqual(await rows(), [0, 1, 2, 3]);
    await browser.press('th[data-sort="number"] button');
    assert.deepEqual(await rows(), [0, 1, 3, 2]);
    assert.equal(await browser.run(() => document.querySelector('th[data-sort="number"]').ariaSort), 'ascending');
    await browser.key(KEYS.enter);
    assert.deepEqual(await rows(), [2, 3, 1, 0]);
    await browser.key(KEYS.enter);
    assert.deepEqual(await rows(), [0, 1, 2, 3]);
    await browser.type('#filter input', 'post');
    assert.deepEqual(await rows(), [0, 3]);
    assert.equal(await browser.text('#filter .count'), '2 of 4 pairs');
    await browser.press('#filter .kind-clear');
    assert.deepEqual(await rows(), [0]);
    await browser.press('#filter .kind-clear');
    await browser.type('#filter input', '\uE003'.repeat(4));
    await browser.press('#filter .review-new');
    assert.deepEqual(await rows(), [1, 2, 3]);
    await browser.press('#filter .review-new');
    assert.equal(await browser.text('#filter .count'), '4 pairs');
}

async function testNames() {
    assert.match(await browser.text('tr[data-pair="1"]'), /<script>alert\(1\)<\/script>/);
    await browser.press('tr[data-pair="1"] td');
    assert.match(await browser.text('.caption p'), /carriage × <script>alert\(1\)<\/script> clearance now: too close, 2\.5 mm apart/);
    assert.equal(await browser.run(() => document.querySelector('.view-live script, .caption script')), null);
    await assert.rejects(browser.call('GET', '/alert/text'), /no such alert/);
}

async function testSelection() {
    await browser.press('tr[data-pair="0"] td');
    assert.equal(await browser.run(() => document.querySelector('tr[data-pair="0"]').ariaCurrent), 'true');
    assert.match(await browser.text('.caption p'), /carriage × post hard now: they meet/);
    assert.equal(await browser.text('.time .now'), '3.83 s');
    assert.deepEqual(await session((s) => s.looks), ['clear', 'clash', 'clash', 'clear', 'clear', 'clear']);
    const near = await session((s) => s.view.orbit.glide?.to.distance ?? s.view.orbit.distance);
    await browser.key('j');
    assert.match(await browser.text('.caption p'), /carriage × <script>/);
    await browser.key('k');
    assert.match(await browser.text('.caption p'), /carriage × post/);
    await browser.key(KEYS.escape);
    assert.match(await browser.text('.caption p'), /Select a pair/);
    await button('Fit');
    assert.ok(near < await session((s) => s.view.orbit.glide?.to.distance ?? s.view.orbit.distance));
    await browser.press('#clash-0000000013 .show-in-view');
    assert.equal(await session((s) => s.pair), 1);
    await browser.key(KEYS.escape);
}

async function testTime() {
    const slider = await browser.run(() => {
        const box = document.querySelector('.time input').getBoundingClientRect();
        return { left: box.left + 8, width: box.width - 16, y: box.top + box.height / 2 };
    });
    const at = (part) => [slider.left + slider.width * part, slider.y];
    await browser.drag([at(0.383), at(0.2), at(0.1)]);
    assert.ok(Math.abs(await session((s) => s.time) - 1) < 0.1);
    assert.deepEqual(await session((s) => s.looks), Array(6).fill('clear'));
    const before = await session((s) => s.poses[1][3]);
    await browser.key(KEYS.right, KEYS.right);
    assert.ok(await session((s) => s.poses[1][3]) > before);
    await browser.press('[aria-label="Next contact"]');
    assert.equal(await session((s) => s.time), 3.41667);
    assert.deepEqual((await session((s) => s.looks)).slice(1, 3), ['near', 'near']);
    await browser.press('[aria-label="Next contact"]');
    assert.deepEqual((await session((s) => s.looks)).slice(1, 3), ['clash', 'clash']);
    await browser.press('[aria-label="Play"]');
    await browser.until('time goes on', () => window.farkasReport.session.time > 3.9);
    await browser.press('[aria-label="Pause"]');
    await browser.drag([at(0.4), at(0)]);
}

// The path is a line with a white border, through the points of the data, with a word at both ends.
async function testPath() {
    await settle();
    const { lines, words, first } = await browser.run(() => ({
        lines: [...document.querySelectorAll('.overlay polyline.path')].map((line) => line.points.length),
        words: [...document.querySelectorAll('.overlay .name:not(.halo)')].map((text) => text.textContent),
        first: [document.querySelector('.overlay polyline.over').points[0]].map(({ x, y }) => [x, y])[0] }));
    assert.deepEqual(lines, [3, 3]);
    assert.ok(words.includes('start') && words.includes('end'));
    const { x, y } = await session((s) => s.view.project(s.data.paths[0][0]));
    assert.ok(Math.hypot(first[0] - x, first[1] - y) < 0.2);
}

async function testCamera() {
    await browser.run(() => document.querySelector('#view canvas').focus());
    const before = await session((s) => [s.view.orbit.turn, s.view.orbit.rise, s.view.orbit.distance]);
    await browser.key(KEYS.right, KEYS.up, '+');
    const after = await session((s) => [s.view.orbit.turn, s.view.orbit.rise, s.view.orbit.distance]);
    assert.ok(before.every((value, k) => value !== after[k]));
    await browser.key('x');
    assert.equal(await browser.run(() => document.querySelector('.section-bar').hidden), false);
    await browser.key('x', 'w', 'm', 'f');
    await settle();
    assert.equal(await browser.run(() => document.querySelectorAll('.overlay .name').length > 4), true);
    await browser.key('w', 'm', '6');
    await settle();
    assert.ok(Math.abs(await session((s) => s.view.orbit.direction().z) - 1) < 1e-6);
    await lookFrom('right');
    assert.ok(Math.abs(await session((s) => s.view.orbit.direction().x) - 1) < 1e-6);
}

async function lookFrom(side) {
    await browser.press(`.view-bar option[value="${side}"]`);
    await settle();
}

// The carriage is dragged into the post by the mouse, and put back.
async function testDrag() {
    await lookFrom('front');
    await button('Move');
    const from = await middle(1);
    await browser.drag([from, [from[0], from[1] - 1]]);
    assert.match(await readout(), /carriage × plate: 1\d(\.\d+)? mm apart/);
    const start = await middle(1);
    const to = await middle(2);
    await browser.drag([start, [(start[0] + to[0]) / 2, (start[1] + to[1]) / 2], to]);
    assert.match(await readout(), /carriage × post: overlapping/);
    assert.deepEqual((await session((s) => s.looks)).slice(1, 3), ['clash', 'clash']);
    await takePicture('web_dragged');
    const row = await browser.run(() => [...document.querySelectorAll('.mover .buttons button')].findIndex((b) => b.textContent === 'Put back'));
    assert.equal(row, 0);
    await browser.press('.mover .buttons button');
    assert.doesNotMatch(await readout(), /overlapping/);
    assert.deepEqual(await session((s) => s.looks), Array(6).fill('clear'));
    // By keys and by numbers.
    await browser.run(() => document.querySelector('#view canvas').focus());
    await browser.key(KEYS.up);
    assert.ok(await session((s) => s.mover.moveOf(1).shift[2]) > 0);
    await browser.press('.mover .buttons button');
    await browser.type('[aria-label="Moved along z"]', `\uE003-9.5${KEYS.enter}`);
    assert.match(await readout(), /carriage × plate: 0\.5 mm apart, too close/);
    await browser.press('.mover .buttons button');
    await browser.type('[aria-label="Moved along z"]', `\uE003-10${KEYS.enter}`);
    assert.match(await readout(), /carriage × plate: touching/);
    // By its name.
    await browser.press('.mover option[value="4"]');
    assert.equal(await session((s) => s.part), 4);
    await browser.press('.mover option[value="1"]');
    // A handle moves along its axis alone.
    await browser.press('.mover .buttons button');
    await settle();
    const handle = await browser.run(() => {
        const box = document.querySelector('.handle.axis-x circle').getBoundingClientRect();
        return [box.left + box.width / 2, box.top + box.height / 2];
    });
    await browser.drag([handle, [handle[0] + 30, handle[1] + 8], [handle[0] + 60, handle[1] + 15]]);
    const offset = await session((s) => s.mover.moveOf(1).shift);
    assert.ok(offset[0] > 1 && offset[1] === 0 && offset[2] === 0);
    await browser.press('.mover .buttons button');
    await button('Move');
}

// One finger turns the view, two zoom it, and a part is moved by one; by its handle, too.
async function testTouch() {
    const from = await middle(1);
    const turn = await session((s) => s.view.orbit.turn);
    await browser.touch([[[from[0], from[1] + 120], [from[0] + 30, from[1] + 120], [from[0] + 60, from[1] + 120]]]);
    assert.notEqual(await session((s) => s.view.orbit.turn), turn);
    const distance = await session((s) => s.view.orbit.distance);
    const away = (by) => [[from[0] - 30 - by, from[1]], [from[0] + 30 + by, from[1]]];
    const [left, right] = [0, 1].map((side) => [0, 20, 40, 60].map((by) => away(by)[side]));
    await browser.touch([left, right]);
    assert.ok(await session((s) => s.view.orbit.distance) < distance / 1.5);
    await lookFrom('front');
    await button('Move');
    const start = await middle(1);
    const to = await middle(2);
    await browser.touch([[start, [(start[0] + to[0]) / 2, start[1]], to]]);
    assert.match(await readout(), /carriage × post: overlapping/);
    await browser.press('.mover .buttons button');
    await settle();
    const handle = await browser.run(() => {
        const box = document.querySelector('.handle.axis-x circle').getBoundingClientRect();
        return [box.left + box.width / 2, box.top + box.height / 2];
    });
    await browser.touch([[handle, [handle[0] + 20, handle[1]], [handle[0] + 40, handle[1]]]]);
    assert.ok(await session((s) => s.mover.moveOf(1).shift[0]) > 1);
    await browser.press('.mover .buttons button');
    await button('Move');
    await browser.key(KEYS.escape);
}

// What hangs on a part comes along, or stays; parts turn around their middles. A worker answers, or the page where there is none.
async function testArm(hasWorker) {
    const none = { source: 'delete window.Worker;' };
    const { identifier } = hasWorker ? {} : await browser.chrome('Page.addScriptToEvaluateOnNewDocument', none);
    await open(write('arm.html', armData()));
    await button('Move');
    await browser.press('.mover option[value="1"]');
    assert.match(await browser.text('.mover .along'), /with what hangs on it: hand/);
    await browser.type('[aria-label="Turned around z, in degrees"]', `90${KEYS.enter}`);
    await answered();
    assert.equal(await session((s) => s.asker.worker instanceof (window.Worker ?? Boolean)), hasWorker);
    // The forearm stands upright around (30, 0, 0), so the hand is 14 above it, and the ring 60 - 28 from there.
    const hand = await session((s) => [3, 7, 11].map((k) => s.poses[2][k]));
    hand.forEach((x, i) => assert.ok(Math.abs(x - [30, 14, 0][i]) < 1e-9, `the hand is at ${hand}`));
    await browser.type('[aria-label="Moved along y"]', `20${KEYS.enter}`);
    assert.match(await readout(), /hand × ring: overlapping|hand × ring: .* apart/);
    assert.equal(await session((s) => s.poses[2][7]), 34);
    await browser.press('.mover .along input');
    await answered();
    assert.deepEqual(await session((s) => [3, 7, 11].map((k) => s.poses[2][k])), [44, 0, 0]);
    // Escape leads back to the view, where arrows move the part.
    await browser.key(KEYS.escape);
    assert.equal(await browser.run(() => document.activeElement === document.querySelector('#view canvas')), true);
    if (identifier) await browser.chrome('Page.removeScriptToEvaluateOnNewDocument', { identifier });
}

// All that can be pressed is reached by the tab key, says what it is, and shows that it has the focus.
async function testFocus() {
    await browser.run(() => {
        document.body.tabIndex = -1;
        document.body.focus();
    });
    const reached = new Set();
    for (let k = 0; k < 60; k++) {
        await browser.key(KEYS.tab);
        const at = await browser.run(() => {
            const each = document.activeElement;
            const style = getComputedStyle(each);
            const words = each.ariaLabel || each.textContent.trim() || each.title || each.labels?.[0]?.textContent || each.placeholder;
            const name = `${each.tagName} ${words ?? ''}`.slice(0, 60);
            return { name, isNamed: Boolean(words), isShown: style.outlineStyle !== 'none' || style.boxShadow !== 'none', isPage: each === document.body };
        });
        if (at.isPage) break;
        assert.ok(at.isNamed && at.isShown, `${at.name}: without a name, or its focus is not seen`);
        reached.add(at.name);
    }
    for (const name of ['BUTTON Fit', 'BUTTON Section', 'BUTTON Move', 'CANVAS 3D view', 'INPUT Time', 'BUTTON Play'])
        assert.ok([...reached].some((each) => each.startsWith(name)), `${name} is not reached: ${[...reached].join(', ')}`);
}

// Without texts, as fonts differ between machines.
async function takePicture(name) {
    await browser.run(() => {
        const style = document.createElement('style');
        style.id = 'no-texts';
        style.textContent = '.mover, .legend, .overlay text { visibility: hidden !important; }';
        document.head.append(style);
    });
    await settle();
    const element = await browser.find('.view-box');
    const bytes = Buffer.from(await browser.call('GET', `/element/${element}/screenshot`), 'base64');
    await browser.run(() => document.getElementById('no-texts').remove());
    const now = shrink(readPng(bytes), 4);
    const file = join(top, 'test', 'pictures', `${name}.png`);
    writeFileSync(join(scratch, `${name}.png`), bytes);
    if (updates) {
        mkdirSync(join(top, 'test', 'pictures'), { recursive: true });
        writeFileSync(file, writePng(now));
        return;
    }
    const differs = difference(now, readPng(readFileSync(file)), 24);
    assert.ok(differs < 25, `${name}: ${differs.toFixed(1)} of 1000 pixels differ; the picture is in ${scratch}`);
}

async function testPictures() {
    await browser.press('tr[data-pair="0"] td');
    await takePicture('web_wide');
    await browser.resize(390, 844);
    await browser.until('the view is narrow', () => window.farkasReport.session.view.size.width < 390);
    await browser.press('tr[data-pair="1"] td');
    await takePicture('web_narrow');
    const isWide = await browser.run(() => document.documentElement.scrollWidth > window.innerWidth);
    assert.equal(isWide, false);
    await browser.resize(1400, 1000);
}

async function testPaper() {
    const pdf = await browser.print();
    assert.equal(pdf.toString('latin1', 0, 5), '%PDF-');
    writeFileSync(join(scratch, 'page.pdf'), pdf);
    await browser.chrome('Emulation.setEmulatedMedia', { media: 'print' });
    assert.equal(await browser.run(() => document.querySelector('#view img').checkVisibility()), true);
    assert.equal(await browser.run(() => document.querySelector('.view-live').checkVisibility()), false);
    await browser.chrome('Emulation.setEmulatedMedia', { media: '' });
}

async function testNoScripts(file) {
    await browser.allowScripts(false);
    await browser.open(file);
    assert.equal(await browser.run(() => document.querySelector('#view img').checkVisibility()), true);
    assert.equal(await browser.run(() => document.querySelector('.view-live, #pairs button')), null);
    assert.equal(await browser.run(() => document.querySelector('#filter').checkVisibility()), false);
    await browser.allowScripts(true);
}

async function testNoWebgl(file) {
    const source = 'HTMLCanvasElement.prototype.getContext = () => null;';
    const { identifier } = await browser.chrome('Page.addScriptToEvaluateOnNewDocument', { source });
    await browser.open(file);
    await browser.until('it is said', () => document.querySelector('.view-trouble') !== null);
    assert.match(await browser.text('.view-trouble'), /needs WebGL/);
    assert.equal(await browser.run(() => document.querySelector('#view img').checkVisibility()), true);
    await browser.press('tr[data-pair="1"] td');
    await browser.press('th[data-sort="number"] button');
    assert.deepEqual(await rows(), [0, 1, 3, 2]);
    await browser.chrome('Page.removeScriptToEvaluateOnNewDocument', { identifier });
    await browser.complaints();
}

async function testNoModule() {
    await open(write('no_module.html', sweepData(), { module: Buffer.from('not a module') }));
    assert.match(await browser.text('.view-bar .reason'), /Parts cannot be moved: /);
    assert.equal(await browser.run(() => window.farkasReport.toolbar.move.disabled), true);
    await browser.press('tr[data-pair="0"] td');
    assert.ok(Math.abs(await session((s) => s.poses[1][3]) - -14) < 1e-9);
}

// As of a result whose files are gone.
async function testNoMeshes() {
    const data = sweepData();
    const parts = data.parts.map((part) => ({ ...part, mesh: null }));
    await browser.open(write('no_meshes.html', { ...data, meshes: [], parts }));
    await browser.press('th[data-sort="number"] button');
    assert.deepEqual(await rows(), [0, 1, 3, 2]);
    assert.equal(await browser.run(() => document.querySelector('.view-live')), null);
    assert.deepEqual(await browser.complaints(), []);
}

// How long answers take until they are in the page, from when the mouse moved, and from when the page heard of it, which is
// after it has been painted; for the oldest move that each is for.
function watchAnswers() {
    const { session: s } = window.farkasReport;
    const watch = { took: [], heard: [], inside: [], moved: null, asked: null };
    window.watch = watch;
    window.addEventListener('pointermove', (event) => (watch.moved ??= [event.timeStamp, performance.now()]), true);
    const send = s.asker.send.bind(s.asker);
    s.asker.send = () => {
        [watch.asked, watch.moved] = [watch.moved, null];
        send();
    };
    const take = s.take.bind(s);
    s.take = (found) => {
        take(found);
        if (watch.asked === null) return;
        watch.took.push(performance.now() - watch.asked[0]);
        watch.heard.push(performance.now() - watch.asked[1]);
        watch.inside.push(found.milliseconds);
    };
}

function spread(numbers) {
    const sorted = numbers.toSorted((a, b) => a - b);
    const [median, high, most] = [0.5, 0.95, 1].map((part) => sorted[Math.ceil(part * sorted.length) - 1].toFixed(1));
    return `${median} ms, 95 % below ${high} ms, at most ${most} ms`;
}

// Two parts of more than ten thousand triangles: how long an answer takes is told, not judged.
async function testLarge() {
    await open(write('large.html', largeData()));
    await button('Move');
    await answered();
    const from = await session((s) => {
        const box = s.view.canvas.getBoundingClientRect();
        const at = s.view.project([45 + 40, 0, 0]);
        return [at.x + box.left, at.y + box.top];
    });
    await browser.run(watchAnswers);
    const path = Array.from({ length: 40 }, (_, k) => [from[0] - 3 * k, from[1] - k]);
    await browser.drag(path, 20);
    assert.match(await readout(), /ring b × ring a: (overlapping|touching|.* apart)/);
    const { took, heard, inside } = await browser.run(() => window.watch);
    assert.ok(took.length > 8);
    console.log(`a drag of two parts of 10200 triangles is answered in ${spread(heard)} (${took.length} answers)`);
    console.log(`of that, computing: ${spread(inside)}; with waiting for the picture before: ${spread(took)}`);
}

// ---- Pages that the tool writes -----------------------------------------------------------------------------

const HOSTILE = '<script>alert(1)</script>';

// A cart that rolls against a stop and by a ball; all of them with names that are not nice.
function writeScene() {
    const keys = [{ t: 0, xyz: [-40, 0, 0] }, { t: 1, xyz: [40, 0, 0] }];
    const parts = [{ name: HOSTILE, shape: { box: { size: [10, 10, 10] } }, motion: { keys } },
                   { name: 'stop & "co"', shape: { box: { size: [10, 10, 10] } }, pose: { xyz: [46, 0, 0] } },
                   { name: '</script><img src=x onerror=alert(2)>', shape: { sphere: { radius: 5 } }, pose: { xyz: [0, 12, 0] } }];
    const file = join(scratch, 'scene.json');
    writeFileSync(file, JSON.stringify({ farkas: 1, units: 'mm', parts }));
    return file;
}

// Software draws pictures slowly: few of them.
function writeByTool(verb, name, pictures) {
    const file = join(scratch, name);
    const ran = spawnSync(tool, [verb, writeScene(), '--clearance', '5mm', '--report', file, '--report-pictures', pictures, '-q'],
                          { encoding: 'utf8' });
    assert.ok(ran.status === 0 || ran.status === 1, `${verb}: ${ran.stderr}`);
    return file;
}

async function testSweepOfTool() {
    const file = writeByTool('sweep', 'tool_sweep.html', '1');
    await open(file);
    await assert.rejects(browser.call('GET', '/alert/text'), /no such alert/);
    assert.ok((await browser.text('#pairs')).includes(HOSTILE));
    await browser.press('tr[data-pair="0"] td[data-label="Part a"]');
    assert.match(await browser.text('.caption p'), /<script>alert\(1\)<\/script> × stop & "co" hard now: they meet/);
    const [looks, time] = await session((s) => [s.looks, s.time]);
    assert.deepEqual(looks.slice(0, 2), ['clash', 'clash']);
    assert.ok(Math.abs(time - 0.95) < 1e-6);
    await browser.press('[aria-label="Previous contact"]');
    await browser.press('[aria-label="Previous contact"]');
    assert.equal((await session((s) => s.looks))[2], 'near');
    await lookFrom('front');
    await button('Move');
    const from = await middle(0);
    const to = await middle(1);
    await browser.drag([from, [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2], to]);
    assert.match(await readout(), /<script>alert\(1\)<\/script> × stop & "co": overlapping/);
    assert.deepEqual(await browser.complaints(), []);
    await testNoScripts(file);
}

async function testCheckOfTool() {
    await open(writeByTool('check', 'tool_check.html', '0'));
    assert.equal(await browser.run(() => document.querySelector('.time')), null);
    await browser.key('j');
    assert.notEqual(await session((s) => s.pair), null);
    assert.deepEqual(await browser.complaints(), []);
}

try {
    const file = write('sweep.html', sweepData());
    await browser.resize(1400, 1000);
    await open(file);
    await testTable();
    await testNames();
    await testSelection();
    await testTime();
    await testPath();
    await testCamera();
    await testDrag();
    await testTouch();
    await testFocus();
    await testPictures();
    await testPaper();
    assert.deepEqual(await browser.complaints(), []);
    await testNoScripts(file);
    await testNoWebgl(file);
    await testNoModule();
    await testArm(true);
    await testArm(false);
    await testNoMeshes();
    await testLarge();
    if (tool) {
        await testSweepOfTool();
        await testCheckOfTool();
    }
    assert.deepEqual(await browser.complaints(), []);
    console.log('the page does what it should');
} catch (error) {
    writeFileSync(join(scratch, 'failed.png'), await browser.screenshot().catch(() => ''));
    console.error(error);
    process.exitCode = 1;
} finally {
    await browser.close();
}
