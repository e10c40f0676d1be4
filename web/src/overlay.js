// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// Annotations above the picture, as SVG: parts never hide them, and they are as sharp as the page's text. Nearest
// points with their distance, overlap boxes, names, and the handles of a part to move.

import { cornersOf, shortNumber } from './data.js';

const SVG = 'http://www.w3.org/2000/svg';

export function svgElement(name, attributes = {}, text = '') {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    if (text) element.textContent = text;
    return element;
}

const BOX_EDGES = [[0, 1], [2, 3], [4, 5], [6, 7], [0, 2], [1, 3], [4, 6], [5, 7], [0, 4], [1, 5], [2, 6], [3, 7]];

const HANDLE = 85; // pixels, at the target of the camera

function isSeen({ x, y, depth }) {
    return depth > 0 && Number.isFinite(x) && Number.isFinite(y);
}

export class Overlay {
    constructor(svg, view, { units, paths }) {
        this.svg = svg;
        this.paths = paths ?? []; // of points
        this.view = view;
        this.units = units;
        this.segment = null; // {from, to, lo, hi}
        this.box = null;     // {min, max}
        this.labels = [];    // {box, text, strong}
        this.handles = null; // where they begin
        this.group = svg.appendChild(svgElement('g'));
        this.handleGroup = svg.appendChild(svgElement('g', { class: 'handles' }));
    }

    paint() {
        const { width, height } = this.view.size;
        this.svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
        this.group.replaceChildren();
        for (const path of this.paths) this.paintPath(path);
        if (this.box) this.paintBox();
        this.paintLabels();
        if (this.segment) this.paintSegment();
        this.paintHandles();
    }

    // Draws a line between two points of the world, if both are in front of the camera and not too large.
    line(from, to, attributes) {
        const a = this.view.project(from);
        const b = this.view.project(to);
        if (!isSeen(a) || !isSeen(b)) return null;
        return this.group.appendChild(svgElement('line', { x1: a.x, y1: a.y, x2: b.x, y2: b.y, ...attributes }));
    }

    paintBox() {
        const corner = cornersOf(this.box);
        for (const kind of ['under', 'over'])
            for (const [a, b] of BOX_EDGES) this.line(corner[a], corner[b], { class: `box ${kind}` });
    }

    // The way of a robot's tool, from its start to its end. What is behind the camera is left out.
    paintPath(path) {
        const points = path.map((point) => this.view.project(point)).filter(isSeen);
        const text = points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
        for (const kind of ['under', 'over']) this.group.append(svgElement('polyline', { points: text, class: `path ${kind}` }));
        const [start, end] = [path[0], path[path.length - 1]].map((point) => this.view.project(point));
        const isLoop = Math.hypot(end.x - start.x, end.y - start.y) < 16;
        for (const [word, at] of isLoop ? [['start, end', start]] : [['start', start], ['end', end]]) {
            if (!isSeen(at)) continue;
            this.group.append(svgElement('circle', { cx: at.x, cy: at.y, r: 5, class: 'end of-path' }));
            this.text(at.x + 9, at.y + 4, word, 'name');
        }
    }

    paintSegment() {
        const { from, to, lo, hi } = this.segment;
        for (const kind of ['under', 'over']) this.line(from, to, { class: `segment ${kind}` });
        const ends = [from, to].map((point) => this.view.project(point));
        if (!ends.every(isSeen)) return;
        for (const { x, y } of ends) this.group.append(svgElement('circle', { cx: x, cy: y, r: 4, class: 'end' }));
        if (!(hi > 0)) return;
        const words = lo > 0 || hi > 0 ? `${shortNumber((lo + hi) / 2)} ${this.units}` : '';
        const x = (ends[0].x + ends[1].x) / 2;
        const y = (ends[0].y + ends[1].y) / 2;
        this.text(x + 10, y - 10, words, 'measure');
    }

    // Places names above the parts, nearest first. A name that would cover another is left out, or moved below it if it
    // belongs to the selection, whose names stay in the picture.
    paintLabels() {
        const taken = [];
        const placed = this.labels.map((label) => ({ ...label, ...this.above(label.box) })).filter(isSeen);
        placed.sort((a, b) => Number(b.strong) - Number(a.strong) || a.depth - b.depth);
        for (const { text, x, y, strong } of placed) {
            const at = { x, y, half: text.length * 3.4 + 6 };
            if (strong) this.keepInside(at);
            const isTaken = () => taken.some((t) => Math.abs(t.x - at.x) < t.half + at.half && Math.abs(t.y - at.y) < 18);
            while (strong && isTaken()) at.y += 18;
            if (isTaken()) continue;
            taken.push(at);
            this.text(at.x, at.y, text, strong ? 'name strong' : 'name', 'middle');
        }
    }

    above({ min, max }) {
        const corners = cornersOf({ min, max }).map((corner) => this.view.project(corner));
        const xs = corners.map(({ x }) => x);
        return { x: (Math.min(...xs) + Math.max(...xs)) / 2, y: Math.min(...corners.map(({ y }) => y)) - 7,
                 depth: Math.min(...corners.map(({ depth }) => depth)) };
    }

    keepInside(at) {
        const { width, height } = this.view.size;
        at.x = Math.max(at.half, Math.min(width - at.half, at.x));
        at.y = Math.max(20, Math.min(height - 50, at.y));
    }

    text(x, y, words, className, anchor = 'start') {
        const attributes = { x, y, class: className, 'text-anchor': anchor };
        this.group.append(svgElement('text', { ...attributes, class: `${className} halo` }, words),
                          svgElement('text', attributes, words));
    }

    paintHandles() {
        this.handleGroup.replaceChildren();
        if (!this.handles) return;
        const at = this.handles;
        const length = this.view.orbit.pixelSize(this.view.size.height) * HANDLE;
        const along = (axis, by) => this.view.project(at.map((x, i) => (i === axis ? x + by : x)));
        ['x', 'y', 'z'].forEach((name, axis) => {
            // The handle leaves the middle to the part itself, and is hidden if it points at the viewer.
            const [start, end] = [along(axis, length * 0.28), along(axis, length)];
            if (!isSeen(start) || !isSeen(end) || Math.hypot(end.x - start.x, end.y - start.y) < 16) return;
            const ends = { x1: start.x, y1: start.y, x2: end.x, y2: end.y };
            const group = svgElement('g', { class: `handle axis-${name}`, 'data-axis': axis });
            group.append(svgElement('line', { ...ends, class: 'grip' }), svgElement('line', { ...ends, class: 'under' }),
                         svgElement('line', { ...ends, class: 'over' }),
                         svgElement('circle', { cx: end.x, cy: end.y, r: 10 }),
                         svgElement('text', { x: end.x, y: end.y + 4, 'text-anchor': 'middle' }, name));
            this.handleGroup.append(group);
        });
    }
}
