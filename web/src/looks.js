// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// How parts look, by what was found about their pairs; at a time, by the stretches of the result. Nothing is computed
// here that the result does not say.

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

// Of a pair over all times, or of a check.
export function lookOfKind(pair) {
    if (pair.kind === 'undecided') return 'undecided';
    if (!pair.clash) return 'clear';
    return pair.kind === 'clearance' ? 'near' : 'clash';
}

const OF_STRETCH = { meets: 'clash', near: 'near', undecided: 'undecided' };

// What a stretch says at a time; null: nothing. Where the result only brackets when it begins or ends, it is not decided.
function lookInStretch(stretch, time, meets) {
    const [enterLo, enterHi, leaveLo, leaveHi, kind] = stretch;
    if (time < enterLo || time > leaveHi) return null;
    if (time < enterHi || time > leaveLo) return 'undecided';
    return kind === 'meets' ? meets : OF_STRETCH[kind] ?? 'undecided';
}

// Of a pair at a time of a sweep.
export function lookAt(pair, time) {
    // What is allowed to touch is no clash at any time.
    if (!pair.clash && pair.kind !== 'undecided') return 'clear';
    let look = 'clear';
    for (const stretch of pair.below ?? []) look = worse(look, lookInStretch(stretch, time, 'near') ?? 'clear');
    for (const stretch of pair.contacts ?? []) {
        const inside = lookInStretch(stretch, time, 'clash');
        // A contact says more than that they are closer than asked, even where it is not sure when it begins.
        if (inside) look = inside === 'undecided' && look === 'near' && stretch[4] !== 'undecided' ? 'near'
                                                                                                  : worse(look, inside);
    }
    return look;
}

// What a live answer means for a pair with that clearance.
export function lookOfAnswer(answer, clearance, allowsContact) {
    if (answer.verdict === 'undecided') return 'undecided';
    if (answer.verdict === 'overlapping') return 'clash';
    if (answer.verdict === 'touching') return allowsContact ? 'clear' : 'clash';
    if (!(clearance > 0) || answer.lo >= clearance) return 'clear';
    return answer.hi < clearance ? 'near' : 'undecided';
}
