// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// The looks of parts, from the results of their pairs; at a time, from the stretches of the result. This file only shows
// the result.

// From the mildest to the worst.
export const LOOKS = ['clear', 'near', 'undecided', 'clash'];

export const LOOK_WORDS = {
    clear: 'clear',
    near: 'too close',
    undecided: 'undecided',
    clash: 'clash',
};

export function worse(a, b) {
    return LOOKS.indexOf(a) >= LOOKS.indexOf(b) ? a : b;
}

// Of a pair over all times, or of a check. Allowed contact counts as close, not as a clash.
export function lookOfKind(pair) {
    if (pair.kind === 'undecided' || pair.kind === 'clear') return pair.kind;
    return pair.kind !== 'clearance' && pair.clash ? 'clash' : 'near';
}

// Of a pair at a time of a sweep. The uncertain ends of a stretch count as well, because they are short.
export function lookAt(pair, time) {
    let look = 'clear';
    const add = (stretches, meets) => {
        for (const [enter, , , leave, kind] of stretches ?? [])
            if (enter <= time && time <= leave) look = worse(look, kind === 'undecided' ? kind : meets);
    };
    add(pair.contacts, pair.clash ? 'clash' : 'near');
    add(pair.below, 'near');
    return look;
}

// Returns the look of a live answer for a pair with that clearance.
export function lookOfAnswer(answer, clearance, allowsContact) {
    if (answer.verdict === 'undecided') return 'undecided';
    if (answer.verdict === 'overlapping') return 'clash';
    if (answer.verdict === 'touching') return allowsContact ? 'near' : 'clash';
    if (!(clearance > 0) || answer.lo >= clearance) return 'clear';
    return answer.hi < clearance ? 'near' : 'undecided';
}
