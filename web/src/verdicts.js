// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// Asks the library about parts where they are now. Boxes only spare questions whose answer they know: of parts that are
// further apart than anybody wants to know.

import { pairKey, placeBox } from './data.js';
import { lookOfAnswer } from './looks.js';

// Boxes of meshes are computed here, with rounding: they are taken larger.
const MARGIN = 1e-9;

export class Verdicts {
    constructor(farkas, data) {
        this.farkas = farkas;
        this.data = data;
        this.meshHandles = new Map();
        this.partHandles = new Map();
        this.motion = data.frames?.length ? farkas.motion(data.frames, data.tracks ?? []) : null;
        this.milliseconds = 0; // that the last question about a part took
    }

    handle(k) {
        const part = this.data.parts[k];
        if (part.piece) {
            if (!this.partHandles.has(k)) this.partHandles.set(k, this.farkas.piece(part.piece));
            return this.partHandles.get(k);
        }
        if (!this.meshHandles.has(part.mesh)) {
            const { vertices, triangles } = this.data.meshes[part.mesh];
            this.meshHandles.set(part.mesh, this.farkas.mesh(Float64Array.from(vertices), triangles));
        }
        return this.meshHandles.get(part.mesh);
    }

    // Makes what questions need of all parts, a little at a time, so that the first of them is as quick as the others.
    prepare() {
        const left = this.data.parts.map((_, k) => k).filter((k) => this.has(k));
        const next = () => {
            const start = performance.now();
            try {
                while (left.length > 0 && performance.now() - start < 8) this.handle(left.pop());
            } catch {
                return; // It is told when it is asked about.
            }
            if (left.length > 0) setTimeout(next, 0);
        };
        next();
    }

    // A box that surely holds the part.
    box(k, pose) {
        const part = this.data.parts[k];
        if (part.piece) return this.farkas.box(this.handle(k), pose);
        const box = placeBox(pose, this.data.meshes[part.mesh].box);
        const far = Math.max(...box.min.map(Math.abs), ...box.max.map(Math.abs));
        return { min: box.min.map((x) => x - MARGIN * far), max: box.max.map((x) => x + MARGIN * far) };
    }

    // Whether there is something to ask about.
    has(k) {
        const part = this.data.parts[k];
        return Boolean(part.piece || (part.mesh !== null && part.mesh !== undefined && this.data.meshes[part.mesh].box));
    }

    clearance(a, b) {
        const k = this.data.pairOf.get(pairKey(a, b));
        return (k === undefined ? null : this.data.pairs[k].clearance) ?? this.data.clearance ?? 0;
    }

    // Whether the result lets two parts touch: it has found a contact, and does not call it a clash.
    allowsContact(a, b) {
        const k = this.data.pairOf.get(pairKey(a, b));
        return k !== undefined && this.data.pairs[k].kind === 'contact' && !this.data.pairs[k].clash;
    }

    // {verdict, lo, hi, pointA, pointB, look}; distances up to a limit. Where they meet the points are a common one, if
    // the limit is infinite, which asks for it.
    ask(a, poseA, b, poseB, limit) {
        if (!this.has(a) || !this.has(b)) return null;
        const [handleA, handleB] = [this.handle(a), this.handle(b)];
        const verdict = this.farkas.verdict(handleA, poseA, handleB, poseB);
        const answer = { a, b, verdict, lo: 0, hi: 0 };
        if (verdict === 'apart' || limit === Infinity) Object.assign(answer, this.farkas.distance(handleA, poseA, handleB, poseB, limit));
        answer.look = lookOfAnswer(answer, this.clearance(a, b), this.allowsContact(a, b));
        return answer;
    }

    // A part against all others that are not ignored, the worst and nearest first. Who is further away than its
    // clearance and than `range`, by boxes, is not in the list.
    askAll(part, poses, range) {
        const start = performance.now();
        if (!this.has(part)) return [];
        const own = this.box(part, poses[part]);
        const found = [];
        this.data.parts.forEach((_, other) => {
            if (other === part || !this.has(other) || this.data.ignored.has(pairKey(part, other))) return;
            const limit = Math.max(this.clearance(part, other), range);
            if (gap(own, this.box(other, poses[other])) > limit) return;
            found.push(this.ask(part, poses[part], other, poses[other], limit));
        });
        this.milliseconds = performance.now() - start;
        const rank = { overlapping: 0, touching: 1, undecided: 2, apart: 3 };
        return found.sort((a, b) => rank[a.verdict] - rank[b.verdict] || a.lo - b.lo);
    }
}

// Between two boxes; 0 where they meet.
function gap(a, b) {
    const apart = [0, 1, 2].map((i) => Math.max(0, a.min[i] - b.max[i], b.min[i] - a.max[i]));
    return Math.hypot(...apart);
}
