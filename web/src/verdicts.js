// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// Asks the library about parts where they are now. Boxes only spare questions whose answer they know: of parts that are
// further apart than anybody wants to know.

import { multiply, pairKey, placeBox } from './data.js';
import { lookOfAnswer } from './looks.js';

// Boxes are computed with rounding, and those of round pieces from triangles inside of them: they are taken larger.
const MESH_MARGIN = 1e-9;
const PIECE_MARGIN = 0.5;

export class Verdicts {
    constructor(farkas, data) {
        this.farkas = farkas;
        this.data = data;
        this.meshHandles = new Map();
        this.partHandles = new Map();
        this.motion = data.frames?.length ? farkas.motion(data.frames, data.tracks ?? []) : null;
        this.milliseconds = 0; // that the last question about a part took
    }

    // Where a part is at a time.
    pose(k, time) {
        const part = this.data.parts[k];
        if (part.frame === null || part.frame === undefined || !this.motion) return Float64Array.from(part.pose);
        return multiply(this.motion.pose(part.frame, time), part.pose);
    }

    handle(k) {
        const part = this.data.parts[k];
        if (part.piece) {
            if (!this.partHandles.has(k)) this.partHandles.set(k, this.farkas.piece(part.piece));
            return this.partHandles.get(k);
        }
        if (part.mesh === null || part.mesh === undefined) return null;
        if (!this.meshHandles.has(part.mesh)) {
            const { vertices, triangles } = this.data.meshes[part.mesh];
            this.meshHandles.set(part.mesh, this.farkas.mesh(Float64Array.from(vertices), triangles));
        }
        return this.meshHandles.get(part.mesh);
    }

    // A box that surely holds the part; null: all of space.
    box(k, pose) {
        const part = this.data.parts[k];
        const local = part.mesh === null || part.mesh === undefined ? null : this.data.meshes[part.mesh].box;
        if (!local) return null;
        const box = placeBox(pose, local);
        const size = Math.max(...[0, 1, 2].map((i) => box.max[i] - box.min[i]));
        const far = Math.max(...box.min.map(Math.abs), ...box.max.map(Math.abs));
        const margin = part.piece ? PIECE_MARGIN * size : MESH_MARGIN * (size + far);
        return { min: box.min.map((x) => x - margin), max: box.max.map((x) => x + margin) };
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

    // {verdict, lo, hi, pointA, pointB, look}; distances up to a limit.
    ask(a, poseA, b, poseB, limit) {
        const [handleA, handleB] = [this.handle(a), this.handle(b)];
        if (handleA === null || handleB === null) return null;
        const verdict = this.farkas.verdict(handleA, poseA, handleB, poseB);
        const answer = { a, b, verdict, lo: 0, hi: 0 };
        if (verdict === 'apart') Object.assign(answer, this.farkas.distance(handleA, poseA, handleB, poseB, limit));
        answer.look = lookOfAnswer(answer, this.clearance(a, b), this.allowsContact(a, b));
        return answer;
    }

    // A part against all others that are not ignored, the worst and nearest first. Who is further away than its
    // clearance and than `range`, by boxes, is not in the list.
    askAll(part, poses, range) {
        const start = performance.now();
        const own = this.box(part, poses[part]);
        const found = [];
        this.data.parts.forEach((_, other) => {
            if (other === part || this.data.ignored.has(pairKey(part, other))) return;
            const limit = Math.max(this.clearance(part, other), range);
            const box = this.box(other, poses[other]);
            if (own && box && gap(own, box) > limit) return;
            const answer = this.ask(part, poses[part], other, poses[other], limit);
            if (answer) found.push(answer);
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
