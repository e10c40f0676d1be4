// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// Poses of frames at a time, for browsers without WebAssembly: good enough for the view; only the library computes
// verdicts. The rules are those of farkas/motion.h.

import { IDENTITY, multiply } from './data.js';

export function simpleMotion(frames, tracks) {
    return {
        pose(k, time) {
            const frame = frames[k];
            const local = multiply(frame.origin, moved(frame, tracks, time));
            return isNone(frame.parent) ? local : multiply(this.pose(frame.parent, time), local);
        },
    };
}

const isNone = (index) => index === null || index === undefined;

function moved(frame, tracks, time) {
    if (frame.kind === 'keys') return poseOfKeys(frame.keys, time);
    if (frame.kind !== 'turns' && frame.kind !== 'slides') return IDENTITY;
    const value = isNone(frame.variable) ? frame.offset
                                         : frame.factor * valueAt(tracks[frame.track], frame.variable, time) + frame.offset;
    const length = Math.hypot(...frame.axis);
    const axis = frame.axis.map((x) => x / length);
    if (frame.kind === 'slides') return [1, 0, 0, axis[0] * value, 0, 1, 0, axis[1] * value, 0, 0, 1, axis[2] * value];
    const half = Math.sin(value / 2);
    return poseOf([0, 0, 0], [axis[0] * half, axis[1] * half, axis[2] * half, Math.cos(value / 2)]);
}

// Returns the position of a time in an increasing list: the entry before it, and the fraction of the way to the next.
function find(times, time) {
    const last = times.length - 1;
    if (time <= times[0]) return [0, 0];
    if (time >= times[last]) return [last, 0];
    let k = 0;
    while (times[k + 1] <= time) k++;
    return [k, (time - times[k]) / (times[k + 1] - times[k])];
}

function valueAt(track, variable, time) {
    const [k, part] = find(track.time, time);
    const value = track.value[k][variable];
    return part === 0 ? value : value + part * (track.value[k + 1][variable] - value);
}

function poseOfKeys(keys, time) {
    const [k, part] = find(keys.map((key) => key[0]), time);
    const from = keys[k];
    const to = keys[part === 0 ? k : k + 1];
    return poseOf([1, 2, 3].map((i) => from[i] + part * (to[i] - from[i])), between(unit(from.slice(4)), unit(to.slice(4)), part));
}

const unit = (q) => q.map((x) => x / Math.hypot(...q));

// Along the shortest arc.
function between(a, b, part) {
    let dot = a.reduce((sum, x, i) => sum + x * b[i], 0);
    const sign = dot < 0 ? -1 : 1;
    dot = Math.min(1, Math.abs(dot));
    const angle = Math.acos(dot);
    if (angle < 1e-9) return a;
    const [wa, wb] = [Math.sin((1 - part) * angle) / Math.sin(angle), (sign * Math.sin(part * angle)) / Math.sin(angle)];
    return a.map((x, i) => wa * x + wb * b[i]);
}

function poseOf([tx, ty, tz], [x, y, z, w]) {
    return [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w), tx,
            2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w), ty,
            2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y), tz];
}
