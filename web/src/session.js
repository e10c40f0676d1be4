// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// What is looked at: a time, a pair, a part, parts that were moved; and what follows from it for the picture. Looks come
// from the result; only pairs with a part that was moved are asked about anew.

import { cornersOf, multiply, pairKey, placeBox } from './data.js';
import { Mover } from './drag.js';
import { lookAt, lookOfKind, worse } from './looks.js';
import { SIDES } from './orbit.js';
import { Overlay } from './overlay.js';
import { View3d } from './view3d.js';

const SLOW = 25; // milliseconds

export class Session {
    // `library` is Verdicts, or null; `motion` has pose(frame, time), or null.
    constructor({ canvas, svg, data, library, motion, shown }) {
        this.data = data;
        this.library = library;
        this.motion = motion;
        this.shown = shown; // called when the pair, the part or the time has changed
        // What was found is seen at once: the page has the worst pair first.
        this.time = data.pairs.find((pair) => pair.clash && Number.isFinite(pair.moment))?.moment ?? data.span?.[0] ?? 0;
        this.isSweep = data.kind === 'sweep';
        this.pair = null;
        this.part = null;
        this.isFaint = true;
        this.hasLabels = false;
        this.findingTook = 0;
        this.live = new Map(); // answers by pair, of parts that were moved
        this.view = new View3d(canvas, data, () => this.overlay?.paint());
        this.overlay = new Overlay(svg, this.view, data.units);
        this.mover = new Mover(this);
        this.update();
        this.setWorld();
        this.fit('corner');
    }

    // ---- Where parts are ----

    restPose(k) {
        const part = this.data.parts[k];
        if (part.frame === null || part.frame === undefined || !this.motion) return Float64Array.from(part.pose);
        return multiply(this.motion.pose(part.frame, this.time), part.pose);
    }

    pose(k) {
        const pose = this.restPose(k);
        const offset = this.mover.offsets.get(k);
        if (offset) [3, 7, 11].forEach((at, axis) => (pose[at] += offset[axis]));
        return pose;
    }

    box(k) {
        const { mesh } = this.data.parts[k];
        const local = mesh === null || mesh === undefined ? null : this.data.meshes[mesh].box;
        return local && placeBox(this.poses[k], local);
    }

    // A ball around some parts.
    ball(parts) {
        const boxes = parts.map((k) => this.box(k)).filter((box) => box);
        if (boxes.length === 0) return { centre: [0, 0, 0], radius: 1 };
        const min = [0, 1, 2].map((i) => Math.min(...boxes.map((box) => box.min[i])));
        const max = [0, 1, 2].map((i) => Math.max(...boxes.map((box) => box.max[i])));
        const radius = Math.hypot(...min.map((x, i) => max[i] - x)) / 2;
        return { centre: min.map((x, i) => (x + max[i]) / 2), radius: radius || 1 };
    }

    setWorld() {
        const { centre, radius } = this.ball(this.data.parts.map((_, k) => k));
        this.view.orbit.setWorld(centre, radius);
        this.world = { centre, radius };
    }

    // ---- What is looked at ----

    setTime(time) {
        this.time = time;
        this.update();
    }

    // A pair, by its place in the data; null: none.
    selectPair(k, wantsZoom = true) {
        this.pair = k;
        const pair = k === null ? null : this.data.pairs[k];
        if (pair && this.part !== pair.a && this.part !== pair.b) this.part = null;
        if (pair && this.isSweep && pair.moment !== null && pair.moment !== undefined) this.time = pair.moment;
        this.update();
        if (pair && wantsZoom) this.zoomToPair();
    }

    // A part; null: none.
    select(k) {
        this.part = k;
        this.update();
    }

    fit(side) {
        const all = this.data.parts.map((_, k) => k);
        const corners = all.map((k) => this.box(k)).filter((box) => box).flatMap(cornersOf);
        const { centre } = this.ball(all);
        this.view.orbit.goToPoints(centre, corners, this.view.aspect, side ? SIDES[side] : null);
    }

    // Near to what was found, but with enough around it to see what it is.
    zoomToPair() {
        const pair = this.data.pairs[this.pair];
        const both = this.ball([pair.a, pair.b]);
        const least = Math.min(this.ball([pair.a]).radius, this.ball([pair.b]).radius);
        const found = this.found;
        let { centre, radius } = both;
        let angles = null;
        if (found?.box) {
            centre = found.box.min.map((x, i) => (x + found.box.max[i]) / 2);
            radius = Math.max(Math.hypot(...found.box.min.map((x, i) => found.box.max[i] - x)) * 0.9, least * 1.7);
        } else if (found?.segment) {
            const { from, to } = found.segment;
            centre = from.map((x, i) => (x + to[i]) / 2);
            radius = Math.max(Math.hypot(...from.map((x, i) => to[i] - x)) * 1.2, least * 1.7);
            angles = this.acrossSegment(from, to);
        }
        this.view.orbit.goTo(centre, Math.min(radius, both.radius * 1.1), this.view.aspect, angles);
    }

    // A segment is seen in its length when one looks across it; from above rather than from below.
    acrossSegment(from, to) {
        const along = from.map((x, i) => to[i] - x);
        const length = Math.hypot(...along);
        if (!(length > 0)) return null;
        const eye = this.view.orbit.direction().toArray();
        const dot = eye.reduce((sum, x, i) => sum + (x * along[i]) / length, 0);
        if (Math.abs(dot) < 0.6) return null;
        const across = eye.map((x, i) => x - (dot * along[i]) / length);
        const size = Math.hypot(...across);
        if (size < 0.05) return SIDES.corner;
        return [Math.atan2(across[1], across[0]), Math.max(0.2, Math.asin(across[2] / size))];
    }

    // ---- What follows ----

    // After a part was moved: only what has to do with it is asked again.
    moveTo(k) {
        this.poses[k] = this.pose(k);
        this.view.setPose(k, this.poses[k]);
        this.askAbout(k);
        this.paintLooks();
        this.paintFindings();
        this.shown();
    }

    update() {
        this.poses = this.data.parts.map((_, k) => this.pose(k));
        this.poses.forEach((pose, k) => this.view.setPose(k, pose));
        this.live.clear();
        for (const k of this.mover.offsets.keys()) this.askAbout(k);
        if (this.mover.isOn && this.part !== null && !this.mover.offsets.has(this.part)) this.askAbout(this.part);
        if (this.part === null) this.mover.tell(null);
        this.view.setOutlined(this.part);
        this.paintLooks();
        this.paintFindings();
        this.mover.show();
        this.shown();
    }

    // How far from a part others are told about.
    get range() {
        return Math.max(2 * (this.data.clearance ?? 0), this.world ? this.world.radius * 0.15 : 0);
    }

    askAbout(k) {
        if (!this.library) return;
        for (const key of [...this.live.keys()]) if (key.split(' ').includes(String(k))) this.live.delete(key);
        let answers = null;
        try {
            answers = this.library.askAll(k, this.poses, this.range);
        } catch (error) {
            this.trouble = error.message;
            return;
        }
        for (const answer of answers) this.live.set(pairKey(answer.a, answer.b), answer);
        if (k === this.part) this.mover.tell(answers, this.range);
    }

    // Of a pair now: live where one of its parts was moved, else what the result says.
    pairLook(pair) {
        if (this.mover.offsets.has(pair.a) || this.mover.offsets.has(pair.b)) return 'clear';
        return this.isSweep ? lookAt(pair, this.time) : lookOfKind(pair);
    }

    paintLooks() {
        const looks = this.data.parts.map(() => 'clear');
        const add = (a, b, look) => {
            looks[a] = worse(looks[a], look);
            looks[b] = worse(looks[b], look);
        };
        for (const pair of this.data.pairs) add(pair.a, pair.b, this.pairLook(pair));
        for (const answer of this.live.values())
            if (this.mover.offsets.has(answer.a) || this.mover.offsets.has(answer.b)) add(answer.a, answer.b, answer.look);
        const chosen = this.pair === null ? null : this.data.pairs[this.pair];
        looks.forEach((look, k) => {
            const isOut = chosen && k !== chosen.a && k !== chosen.b && k !== this.part;
            this.view.setLook(k, look, { faint: Boolean(isOut && this.isFaint), second: chosen?.b === k });
        });
        this.looks = looks;
    }

    // Nearest points and the common box of the pair that is looked at; else of the part that is moved and its nearest.
    paintFindings() {
        this.found = this.findings();
        this.overlay.segment = this.found?.segment ?? null;
        this.overlay.box = this.found?.box ?? null;
        const chosen = this.pair === null ? null : this.data.pairs[this.pair];
        this.overlay.labels = this.data.parts.flatMap((part, k) => {
            const strong = Boolean(chosen && (k === chosen.a || k === chosen.b)) || k === this.part;
            // The handles would cover the name, which is said beside.
            if ((!this.hasLabels && !strong) || (this.mover.isOn && k === this.part)) return [];
            const box = this.box(k);
            return box ? [{ box, text: part.name, strong }] : [];
        });
        this.view.invalidate();
    }

    findings() {
        const moved = this.part !== null && (this.mover.isOn || this.mover.offsets.has(this.part));
        if (moved && this.library) {
            const own = [...this.live.values()].filter(({ a, b }) => a === this.part || b === this.part);
            const near = own.filter(({ verdict, pointA }) => verdict === 'apart' && pointA).sort((a, b) => a.lo - b.lo)[0];
            return near ? { segment: segmentOf(near) } : null;
        }
        const pair = this.pair === null ? null : this.data.pairs[this.pair];
        if (!pair) return null;
        const isMoved = this.mover.offsets.has(pair.a) || this.mover.offsets.has(pair.b);
        const told = !isMoved && (!this.isSweep || this.time === pair.moment) ? findingsOfResult(pair) : {};
        return told.box || told.segment ? told : this.askFindings(pair);
    }

    // Of parts so large that it takes longer than a frame, once nothing has changed for a moment.
    askFindings(pair) {
        clearTimeout(this.waiting);
        if (!this.library) return null;
        if (this.findingTook > SLOW) {
            this.waiting = setTimeout(() => {
                this.findingTook = 0;
                this.paintFindings();
                this.shown();
            }, 200);
            return null;
        }
        const start = performance.now();
        try {
            const answer = this.library.ask(pair.a, this.poses[pair.a], pair.b, this.poses[pair.b], Infinity);
            return answer?.pointA ? { segment: segmentOf(answer) } : null;
        } catch {
            return null;
        } finally {
            this.findingTook = performance.now() - start;
        }
    }
}

function segmentOf({ pointA, pointB, lo, hi }) {
    return { from: [...pointA], to: [...pointB], lo, hi };
}

function findingsOfResult(pair) {
    const out = {};
    if (pair.box) out.box = { min: pair.box[0], max: pair.box[1] };
    const isApart = pair.distance && pair.distance[1] > 0;
    if (pair.points && (isApart || !pair.box))
        out.segment = { from: pair.points[0], to: pair.points[1], lo: pair.distance?.[0] ?? 0, hi: pair.distance?.[1] ?? 0 };
    return out;
}
