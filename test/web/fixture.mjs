// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// Pages that are made here and not by `farkas`, to try the script with: as web/README.md has them, and no more than that.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const AT = (x, y, z) => [1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z];

const base64 = (array) => Buffer.from(array.buffer).toString('base64');

function mesh(vertices, triangles) {
    return { type: 'f32', vertices: base64(Float32Array.from(vertices.flat())), triangles: base64(Uint32Array.from(triangles.flat())) };
}

// A box around the origin.
export function box(x, y, z) {
    const vertices = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => [k & 1 ? x : -x, k & 2 ? y : -y, k & 4 ? z : -z].map((c) => c / 2));
    const faces = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    return mesh(vertices, faces.flatMap(([a, b, c, d]) => [[a, b, c], [a, c, d]]));
}

// A torus around z with 2 * around * across triangles; bumps make it less even.
export function torus(large, small, around, across, bumps = 0) {
    const vertices = [];
    const triangles = [];
    for (let i = 0; i < around; i++)
        for (let k = 0; k < across; k++) {
            const [u, v] = [(2 * Math.PI * i) / around, (2 * Math.PI * k) / across];
            const r = small * (1 + bumps * Math.sin(9 * u) * Math.cos(5 * v));
            vertices.push([(large + r * Math.cos(v)) * Math.cos(u), (large + r * Math.cos(v)) * Math.sin(u), r * Math.sin(v)]);
            const at = (a, b) => ((i + a) % around) * across + ((k + b) % across);
            triangles.push([at(0, 0), at(1, 0), at(1, 1)], [at(0, 0), at(1, 1), at(0, 1)]);
        }
    return mesh(vertices, triangles);
}

const escape = (text) => text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]);

// A page with that data; `dist` is the folder with report.js, report.css and farkas.wasm.
export function page(data, dist, { module = readFileSync(join(dist, 'farkas.wasm')), picture = '' } = {}) {
    const name = (k) => escape(data.parts[k].name);
    const rows = data.pairs.map((pair, k) => `<tr data-pair="${k}" data-kind="${pair.kind}" data-clash="${pair.clash}"
 data-review="${pair.review}"><td>${pair.kind}</td><td>${name(pair.a)}</td><td>${name(pair.b)}</td>
<td class="number" data-value="${pair.distance?.[1] ?? ''}">${pair.distance?.[1] ?? '–'}</td></tr>`).join('\n');
    const sections = data.pairs.filter(({ clash }) => clash).map((pair) => `<article class="clash" id="clash-${pair.id}"
 data-pair="${data.pairs.indexOf(pair)}"><h3>${name(pair.a)} × ${name(pair.b)}</h3><figure>${picture}</figure></article>`).join('\n');
    const json = JSON.stringify(data).replaceAll('<', '\\u003c');
    return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8" /><meta name="viewport" content="width=device-width, initial-scale=1" />
<title>Fixture</title><style>${readFileSync(join(dist, 'report.css'), 'utf8')}</style></head><body>
<header><h1>Fixture</h1></header><main>
<div id="view"><figure>${picture}</figure></div>
<section><h2 id="pairs-title">Pairs</h2><div id="filter" hidden="hidden"></div>
<div class="scroll"><table id="pairs"><thead><tr><th data-sort="text">Kind</th><th data-sort="text">Part a</th>
<th data-sort="text">Part b</th><th class="number" data-sort="number">Distance</th></tr></thead><tbody>
${rows}
</tbody></table></div></section>
${sections}</main>
<script type="application/json" id="farkas-data">${json}</script>
<script type="application/octet-stream" id="farkas-module">${Buffer.from(module).toString('base64')}</script>
<script>
${readFileSync(join(dist, 'report.js'), 'utf8')}</script></body></html>
`;
}

const part = (name, k, pose, rest = {}) => ({ name, mesh: k, piece: null, solid: true, pose, frame: null, ...rest });
const pair = (a, b, kind, rest = {}) => ({ id: `${a}${b}`.padStart(10, '0'), a, b, kind, clash: kind !== 'clear', review: '', clearance: 0,
                                           distance: null, points: null, box: null, moment: null, contacts: [], below: [],
                                           series: null, ...rest });

// Parts on a plate; a carriage slides over them in ten seconds, through a post and close by a ball.
export function sweepData() {
    const slide = { parent: null, origin: AT(-60, 0, 20), kind: 'slides', axis: [1, 0, 0], track: 0, variable: 0, factor: 1,
                    offset: 0, keys: [] };
    return {
        units: 'mm', kind: 'sweep', span: [0, 10], clearance: 5,
        meshes: [box(160, 60, 6), box(20, 20, 20), box(8, 8, 40), torus(12, 4, 48, 24)],
        parts: [part('plate', 0, AT(0, 0, -3)), part('carriage', 1, AT(0, 0, 0), { frame: 0 }), part('post', 2, AT(0, 0, 20)),
                part('<script>alert(1)</script>', 3, AT(45, 0, 36.5)), part('spare post', 2, AT(60, 22, 20)),
                part('lamp', null, AT(0, -24, 12), { piece: 'sphere 0 0 0 6' })],
        frames: [slide],
        tracks: [{ time: [0, 10], value: [[0], [120]] }],
        paths: [[[-60, 0, 20], [0, 0, 20], [60, 0, 20]]],
        pairs: [
            pair(1, 2, 'hard', { review: 'new', moment: 3.8333333333333335, clearance: 5, distance: [0, 0],
                                 points: [[-4, 0, 20], [-4, 0, 20]], contacts: [[3.8333333, 3.8333333333333335, 6.1666666, 6.16666667, 'meets']],
                                 below: [[3.41666, 3.41667, 6.58333, 6.58334, 'meets']] }),
            pair(1, 3, 'clearance', { review: 'active', moment: 8.5, clearance: 5, distance: [2.5, 2.5],
                                      points: [[42, 0, 30], [42, 0, 32.5]], below: [[6.2, 6.2001, 10, 10, 'meets']] }),
            pair(0, 1, 'clear', { clearance: 5, distance: [10, 10], moment: 0 }),
            pair(1, 4, 'clear', { clearance: 5, distance: [8, 8], moment: 10 }),
        ],
        ignored: [[0, 2], [0, 4]],
    };
}

// An arm of two links, each turning, with a hand that is fixed to the second; a box beside it. The mesh of the box is so large
// that a worker is asked.
export function armData() {
    const turns = (parent, x) => ({ parent, origin: AT(x, 0, 0), kind: 'turns', axis: [0, 0, 1], track: 0, variable: 0, factor: 1, offset: 0, keys: [] });
    return {
        units: 'mm', kind: 'sweep', span: [0, 1], clearance: 1,
        meshes: [box(20, 4, 4), torus(20, 8, 150, 80)],
        parts: [part('upper arm', 0, AT(10, 0, 0), { frame: 0 }), part('forearm', 0, AT(10, 0, 0), { frame: 1 }),
                part('hand', null, AT(0, 0, 0), { frame: 2, piece: 'sphere 0 0 0 3' }), part('ring', 1, AT(40, 60, 0))],
        frames: [turns(null, 0), turns(0, 20), { parent: 1, origin: AT(24, 0, 0), kind: 'fixed' }],
        tracks: [{ time: [0, 1], value: [[0], [0]] }],
        pairs: [pair(0, 3, 'clear'), pair(2, 3, 'clear')],
        ignored: [[0, 1], [1, 2]],
    };
}

// Two parts of more than ten thousand triangles, linked, near to each other.
export function largeData() {
    return {
        units: 'mm', kind: 'check', span: null, clearance: 2,
        meshes: [torus(40, 12, 100, 51, 0.1)],
        parts: [part('ring a', 0, AT(0, 0, 0)), part('ring b', 0, [1, 0, 0, 45, 0, 0, -1, 0, 0, 1, 0, 0])],
        frames: [], tracks: [], pairs: [pair(0, 1, 'clear', { clearance: 2 })], ignored: [],
    };
}
