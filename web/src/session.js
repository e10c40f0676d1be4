// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// The state of the view: a time, a pair, a part, moved parts; and its effect on the picture. Looks come from the
// result; only pairs with a moved part are queried again. The view does not wait for answers: it shows the newest ones
// until then.

import { Asker } from './asker.js';
import { cornersOf, displacement, multiply, pairKey, place, placeBox } from './data.js';
import { Mover } from './drag.js';
import { lookAt, lookOfKind, worse } from './looks.js';
import { SIDES } from './orbit.js';
import { Overlay } from './overlay.js';
import { sortAnswers } from './verdicts.js';
import { View3d } from './view3d.js';

export class Session {
    // `library` has verdicts and the module of it for a worker, or is null; `motion` has pose(frame, time), or is null.
    constructor({ canvas, svg, data, library, motion, shown }) {
        this.data = data;
        this.asker = library && new Asker(library.verdicts, library.module, {
            now: () => ({ poses: this.poses, range: this.range }),
            answered: (found) => this.take(found),
            waiting: (words) => this.mover.wait(words),
        });
        this.motion = motion;
        this.shown = shown; // called when the pair, the part or the time has changed
        // The findings are visible at once: the worst pair comes first.
        this.time = data.pairs.find((pair) => pair.clash && Number.isFinite(pair.moment))?.moment ?? data.span?.[0] ?? 0;
        this.isSweep = data.kind === 'sweep';
        this.pair = null;
        this.part = null;
        this.isFaint = true;
        this.hasLabels = false;
        this.live = new Map();     // answers by pair, of moved parts
        this.answered = new Set(); // the parts of these answers
        this.nearest = null;       // {k, answer} of the selected pair, if it was queried
        this.view = new View3d(canvas, data, () => this.overlay?.paint());
        this.overlay = new Overlay(svg, this.view, data);
        this.mover = new Mover(this);
        this.update();
        this.setWorld();
        this.fit('corner');
    }

    // ---- Poses ----

    restPose(k) {
        const part = this.data.parts[k];
        if (part.frame === null || part.frame === undefined || !this.motion) return Float64Array.from(part.pose);
        return multiply(this.motion.pose(part.frame, this.time), part.pose);
    }

    // Returns the pose of a part after moves by hand, its own and those of parts that carry it, the outermost first: each turns
    // about its middle, wherever that is by then.
    pose(k) {
        const own = this.mover.moves.has(k) ? [k] : [];
        const carriers = this.mover.carriers(k).concat(own);
        if (carriers.length === 0) return this.restPose(k);
        let map = null;
        for (const each of carriers) {
            const rest = this.restPose(each);
            const { turn, shift } = this.mover.moves.get(each);
            const middle = place(map ? multiply(map, rest) : rest, this.localMiddle(each));
            const step = displacement(turn, middle, shift);
            map = map ? multiply(step, map) : step;
        }
        return multiply(map, this.restPose(k));
    }

    localMiddle(k) {
        const { mesh } = this.data.parts[k];
        const box = mesh === null || mesh === undefined ? null : this.data.meshes[mesh].box;
        return box ? box.min.map((x, i) => (x + box.max[i]) / 2) : [0, 0, 0];
    }

    // Whether a part is away from its pose in the result.
    isMoved(k) {
        return this.mover.moves.has(k) || this.mover.carriers(k).length > 0;
    }

    // A part with those that move with it.
    group(k) {
        return [k, ...this.mover.carried(k)];
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

    // ---- Selection ----

    setTime(time) {
        this.time = time;
        this.update();
    }

    // Selects a pair, by its index in the data; null: none.
    selectPair(k, wantsZoom = true) {
        this.pair = k;
        const pair = k === null ? null : this.data.pairs[k];
        if (pair && this.part !== pair.a && this.part !== pair.b) this.part = null;
        if (pair && this.isSweep && pair.moment !== null && pair.moment !== undefined) this.time = pair.moment;
        this.update();
        if (pair && wantsZoom) this.zoomToPair();
    }

    // Selects a part; null: none.
    select(k) {
        this.part = k;
        this.update();
    }

    fit(side) {
        const all = this.data.parts.map((_, k) => k);
        const corners = all.map((k) => this.box(k)).filter((box) => box).flatMap(cornersOf).concat((this.data.paths ?? []).flat());
        const { centre } = this.ball(all);
        this.view.orbit.goToPoints(centre, corners, this.view.aspect, side ? SIDES[side] : null);
    }

    // Near the finding, but with enough around it to recognize it.
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

    // A segment shows its full length from the side; from above rather than from below.
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

    // ---- Consequences ----

    // After a move, only the moved part is queried again.
    moveTo(k) {
        const group = this.group(k);
        for (const each of group) {
            this.poses[each] = this.pose(each);
            this.view.setPose(each, this.poses[each]);
        }
        this.asker?.ask(group, this.pairToAsk());
        this.paintAnswers();
    }

    update() {
        this.poses = this.data.parts.map((_, k) => this.pose(k));
        this.poses.forEach((pose, k) => this.view.setPose(k, pose));
        const parts = new Set(this.data.parts.map((_, k) => k).filter((k) => this.isMoved(k)));
        if (this.mover.isOn && this.part !== null) for (const k of this.group(this.part)) parts.add(k);
        for (const k of [...this.answered]) if (!parts.has(k)) this.forget(k);
        if (this.nearest?.k !== this.pair) this.nearest = null;
        this.asker?.ask(parts, this.pairToAsk());
        this.view.setOutlined(this.part);
        this.paintAnswers();
        this.mover.show();
    }

    // Returns the distance up to which neighbours of a part are reported.
    get range() {
        return Math.max(2 * (this.data.clearance ?? 0), this.world ? this.world.radius * 0.15 : 0);
    }

    forget(k) {
        for (const [key, { a, b }] of this.live) if (a === k || b === k) this.live.delete(key);
        this.answered.delete(k);
    }

    // Receives the answer of a query.
    take({ parts = [], pair = null, trouble = null }) {
        for (const [k, answers] of parts) {
            this.forget(k);
            this.answered.add(k);
            for (const answer of answers) this.live.set(pairKey(answer.a, answer.b), answer);
        }
        if (pair && pair.k === this.pair) this.nearest = pair;
        this.trouble = trouble;
        this.paintAnswers();
    }

    paintAnswers() {
        this.paintLooks();
        this.paintFindings();
        this.tellMover();
        this.shown();
    }

    // Returns what the selected part and those that move with it meet: not each other.
    tellMover() {
        if (this.trouble) return this.mover.tellTrouble(this.trouble);
        if (this.part === null || !this.answered.has(this.part)) return this.mover.tell(null);
        const group = new Set(this.group(this.part));
        const answers = [...this.live.values()].filter(({ a, b }) => group.has(a) !== group.has(b));
        return this.mover.tell(sortAnswers(answers), this.range, group);
    }

    // Returns the state of a pair now: live if one of its parts was moved, else from the result.
    pairLook(pair, isMoved) {
        if (isMoved[pair.a] || isMoved[pair.b]) return 'clear';
        return this.isSweep ? lookAt(pair, this.time) : lookOfKind(pair);
    }

    paintLooks() {
        const looks = this.data.parts.map(() => 'clear');
        const add = (a, b, look) => {
            looks[a] = worse(looks[a], look);
            looks[b] = worse(looks[b], look);
        };
        const isMoved = this.data.parts.map((_, k) => this.isMoved(k));
        for (const pair of this.data.pairs) add(pair.a, pair.b, this.pairLook(pair, isMoved));
        for (const answer of this.live.values())
            if (isMoved[answer.a] || isMoved[answer.b]) add(answer.a, answer.b, answer.look);
        const chosen = this.pair === null ? null : this.data.pairs[this.pair];
        looks.forEach((look, k) => {
            const isOut = chosen && k !== chosen.a && k !== chosen.b && k !== this.part;
            this.view.setLook(k, look, { faint: Boolean(isOut && this.isFaint), second: chosen?.b === k });
        });
        this.looks = looks;
    }

    // Shows nearest points and the overlap box of the selected pair; else of the moved part and its nearest one.
    paintFindings() {
        this.found = this.findings();
        this.overlay.segment = this.found?.segment ?? null;
        this.overlay.box = this.found?.box ?? null;
        const chosen = this.pair === null ? null : this.data.pairs[this.pair];
        this.overlay.labels = this.data.parts.flatMap((part, k) => {
            const strong = Boolean(chosen && (k === chosen.a || k === chosen.b)) || k === this.part;
            // The handles would cover the name, which the panel shows.
            if ((!this.hasLabels && !strong) || (this.mover.isOn && k === this.part)) return [];
            const box = this.box(k);
            return box ? [{ box, text: part.name, strong }] : [];
        });
        this.view.invalidate();
    }

    findings() {
        if (this.part !== null && this.asker && (this.mover.isOn || this.isMoved(this.part))) {
            const group = new Set(this.group(this.part));
            const own = [...this.live.values()].filter(({ a, b }) => group.has(a) !== group.has(b));
            const near = sortAnswers(own.filter(({ verdict, pointA }) => verdict === 'apart' && pointA))[0];
            return near ? { segment: segmentOf(near) } : null;
        }
        if (this.pair === null) return null;
        const told = this.toldFindings(this.data.pairs[this.pair]);
        if (told) return told;
        return this.nearest?.answer?.pointA ? { segment: segmentOf(this.nearest.answer) } : null;
    }

    // Returns where the parts are nearest, or meet, from the result: at one time, if nothing was moved.
    toldFindings(pair) {
        if (this.isMoved(pair.a) || this.isMoved(pair.b) || (this.isSweep && this.time !== pair.moment)) return null;
        const told = findingsOfResult(pair);
        return told.box || told.segment ? told : null;
    }

    // Queries the selected pair, if the result does not have enough.
    pairToAsk() {
        const pair = this.pair === null ? null : this.data.pairs[this.pair];
        return pair && !this.toldFindings(pair) ? { k: this.pair, a: pair.a, b: pair.b } : null;
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
