// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// Queries the library about parts at their current poses. Boxes only skip queries with a known answer: for parts farther
// apart than any limit.

import { pairKey, placeBox } from './data.js';
import { lookOfAnswer } from './looks.js';

// Boxes of meshes are computed here, with rounding, and enlarged for it.
const MARGIN = 1e-9;

export class Verdicts {
    constructor(farkas, data) {
        this.farkas = farkas;
        this.data = data;
        this.meshHandles = new Map();
        this.partHandles = new Map();
        this.making = 0; // milliseconds to make these
        this.motion = data.frames?.length ? farkas.motion(data.frames, data.tracks ?? []) : null;
    }

    handle(k) {
        const part = this.data.parts[k];
        const [handles, key] = part.piece ? [this.partHandles, k] : [this.meshHandles, part.mesh];
        if (!handles.has(key)) {
            const start = performance.now();
            handles.set(key, part.piece ? this.farkas.piece(part.piece) : this.makeMesh(part.mesh));
            this.making += performance.now() - start;
        }
        return handles.get(key);
    }

    makeMesh(k) {
        const { vertices, triangles } = this.data.meshes[k];
        return this.farkas.mesh(Float64Array.from(vertices), triangles);
    }

    // Returns the parts that can be queried.
    all() {
        return this.data.parts.map((_, k) => k).filter((k) => this.has(k));
    }

    // Returns the prepared parts: those of a mesh all at once.
    get readyCount() {
        return this.all().filter((k) => this.partHandles.has(k) || this.meshHandles.has(this.data.parts[k].mesh)).length;
    }

    // Answers a query of asker.js: parts against all others, a pair with its nearest points, a part to prepare.
    answer({ parts, pair, ready, poses: numbers, range }) {
        const poses = this.data.parts.map((_, k) => numbers.subarray(12 * k, 12 * k + 12));
        const start = performance.now() - this.making;
        const found = {
            parts: parts.map((part) => [part, this.askAll(part, poses, range)]),
            pair: pair && { ...pair, answer: this.ask(pair.a, poses[pair.a], pair.b, poses[pair.b], Infinity) },
        };
        if (ready !== null) this.handle(ready);
        return { ...found, readyCount: this.readyCount, milliseconds: performance.now() - this.making - start };
    }

    // Returns a box that surely contains the part.
    box(k, pose) {
        const part = this.data.parts[k];
        if (part.piece) return this.farkas.box(this.handle(k), pose);
        const box = placeBox(pose, this.data.meshes[part.mesh].box);
        const far = Math.max(...box.min.map(Math.abs), ...box.max.map(Math.abs));
        return { min: box.min.map((x) => x - MARGIN * far), max: box.max.map((x) => x + MARGIN * far) };
    }

    // Whether it can be queried.
    has(k) {
        const part = this.data.parts[k];
        return Boolean(part.piece || (part.mesh !== null && part.mesh !== undefined && this.data.meshes[part.mesh].box));
    }

    clearance(a, b) {
        const k = this.data.pairOf.get(pairKey(a, b));
        return (k === undefined ? null : this.data.pairs[k].clearance) ?? this.data.clearance ?? 0;
    }

    // Whether the result allows two parts to touch: it has a contact that is no clash.
    allowsContact(a, b) {
        const k = this.data.pairOf.get(pairKey(a, b));
        return k !== undefined && this.data.pairs[k].kind === 'contact' && !this.data.pairs[k].clash;
    }

    // Returns {verdict, lo, hi, pointA, pointB, look}; distances up to a limit. With an infinite limit, the points of parts that
    // meet are a common point.
    ask(a, poseA, b, poseB, limit) {
        if (!this.has(a) || !this.has(b)) return null;
        const [handleA, handleB] = [this.handle(a), this.handle(b)];
        const verdict = this.farkas.verdict(handleA, poseA, handleB, poseB);
        const answer = { a, b, verdict, lo: 0, hi: 0 };
        if (verdict === 'apart' || limit === Infinity) Object.assign(answer, this.farkas.distance(handleA, poseA, handleB, poseB, limit));
        answer.look = lookOfAnswer(answer, this.clearance(a, b), this.allowsContact(a, b));
        return answer;
    }

    // Compares a part with all others that are not ignored. The list leaves out parts whose boxes are farther away than
    // its clearance and than `range`.
    askAll(part, poses, range) {
        if (!this.has(part)) return [];
        const own = this.box(part, poses[part]);
        const found = [];
        this.data.parts.forEach((_, other) => {
            if (other === part || !this.has(other) || this.data.ignored.has(pairKey(part, other))) return;
            const limit = Math.max(this.clearance(part, other), range);
            if (gap(own, this.box(other, poses[other])) > limit) return;
            found.push(this.ask(part, poses[part], other, poses[other], limit));
        });
        return found;
    }
}

// The worst and the nearest first.
export function sortAnswers(answers) {
    const rank = { overlapping: 0, touching: 1, undecided: 2, apart: 3 };
    return answers.sort((a, b) => rank[a.verdict] - rank[b.verdict] || a.lo - b.lo);
}

// Returns the distance of two boxes; 0 if they meet.
function gap(a, b) {
    const apart = [0, 1, 2].map((i) => Math.max(0, a.min[i] - b.max[i], b.min[i] - a.max[i]));
    return Math.hypot(...apart);
}
