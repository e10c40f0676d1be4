// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// The buttons of the view, a line about the selected pair, and the legend.

import { shortNumber } from './data.js';
import { button, element, setPressed, toggle } from './elements.js';
import { lookAt, lookOfKind, LOOK_WORDS } from './looks.js';
import { SIDES } from './orbit.js';

export function makeToolbar(session, { cannotMove }) {
    const { view } = session;
    const fit = button('Fit', 'See all parts (F)');
    fit.addEventListener('click', () => session.fit());
    const sides = element('select', { 'aria-label': 'Look from', title: 'Look from (1 to 7)' },
                          element('option', { value: '' }, 'Look from…'),
                          ...Object.keys(SIDES).map((side) => element('option', { value: side }, side)));
    sides.addEventListener('change', () => {
        if (sides.value) session.fit(sides.value);
        sides.value = '';
    });
    const edges = toggle('Edges', 'Show the edges of all triangles (W)', false, (isOn) => {
        view.wantsTriangles = isOn;
        session.paintLooks();
    });
    const labels = toggle('Names', 'Show the names of all parts (M)', false, (isOn) => {
        session.hasLabels = isOn;
        session.paintFindings();
    });
    const faint = toggle('Others faint', 'Show faintly what is not in the pair (O)', true, (isOn) => {
        session.isFaint = isOn;
        session.paintLooks();
    });
    const section = makeSection(session);
    const cut = toggle('Section', 'Cut the parts open by a plane (X)', false, section.turn);
    const move = toggle('Move', 'Move a part, and see what it meets (V)', false, (isOn) => {
        session.mover.turn(isOn);
        session.update();
        if (isOn) session.asker.prepare(session.part);
    });
    if (cannotMove) {
        move.disabled = true;
        move.title = cannotMove;
    }
    const root = element('div', { class: 'view-bar', role: 'toolbar', 'aria-label': '3D view' }, fit, sides, edges, labels,
                         faint, cut, move);
    if (cannotMove) root.append(element('small', { class: 'reason' }, cannotMove));
    return { root, section: section.root, move, keys: { f: fit, w: edges, m: labels, o: faint, x: cut, v: move } };
}

// The section plane: its axis, its offset, and its side.
function makeSection(session) {
    const state = { isOn: false, axis: 0, place: 0.5, sign: 1 };
    const axes = ['x', 'y', 'z'].map((name, axis) => button(name, `Across ${name}`, String(axis === 0)));
    const slider = element('input', { type: 'range', min: 0, max: 1000, value: 500, 'aria-label': 'Place of the section' });
    const flip = button('Flip', 'Cut away the other side');
    const root = element('div', { class: 'section-bar', hidden: true, role: 'group', 'aria-label': 'Section' },
                         element('span', {}, 'Section across'), ...axes, slider, flip);
    const apply = () => {
        root.hidden = !state.isOn;
        const { centre, radius } = session.world;
        const plane = [0, 0, 0, 0];
        plane[state.axis] = state.sign;
        plane[3] = -state.sign * (centre[state.axis] + (state.place * 2 - 1) * radius);
        session.view.setSection(state.isOn ? plane : null);
        session.shown();
    };
    axes.forEach((made, axis) => made.addEventListener('click', () => {
        state.axis = axis;
        axes.forEach((other, k) => setPressed(other, k === axis));
        apply();
    }));
    slider.addEventListener('input', () => {
        state.place = Number(slider.value) / 1000;
        apply();
    });
    flip.addEventListener('click', () => {
        state.sign = -state.sign;
        apply();
    });
    return { root, turn: (isOn) => {
        state.isOn = isOn;
        apply();
    } };
}

export function makeLegend(usesTime) {
    const words = { clash: usesTime ? 'meets now' : LOOK_WORDS.clash, near: LOOK_WORDS.near, undecided: LOOK_WORDS.undecided,
                    clear: LOOK_WORDS.clear };
    return element('ul', { class: 'legend', 'aria-label': 'Legend' }, ...Object.entries({ ...words, inside: 'inside, cut open' }).map(
        ([look, text]) => element('li', { 'data-look': look }, element('span', { class: `swatch look-${look}` }), text)));
}

// The legend shows the looks that are in use, and grey.
export function showLegend(legend, { looks, view }) {
    const seen = new Set(['clear', ...looks, ...(view.section ? ['inside'] : [])]);
    for (const item of legend.children) item.hidden = !seen.has(item.dataset.look);
}

// Writes one line about the selected pair.
export function makeCaption(session, { step, clear }) {
    const before = button('‹', 'The pair before (K or P)');
    const after = button('›', 'The next pair (J or N)');
    const close = button('×', 'No pair (Esc)');
    before.setAttribute('aria-label', 'Previous pair');
    after.setAttribute('aria-label', 'Next pair');
    close.setAttribute('aria-label', 'No pair');
    before.addEventListener('click', () => step(-1));
    after.addEventListener('click', () => step(1));
    close.addEventListener('click', clear);
    const words = element('p', { role: 'status' });
    const root = element('div', { class: 'caption' }, before, after, words, close);
    const show = () => {
        const { data, pair, part } = session;
        close.hidden = pair === null && part === null;
        words.replaceChildren();
        if (pair !== null) words.append(...pairWords(session, data.pairs[pair]));
        else if (part !== null) words.append(element('b', {}, data.parts[part].name));
        else words.append(element('span', { class: 'hint' }, data.pairs.length ? 'Select a pair in the table, or press a part.'
                                                                              : 'Press a part to select it.'));
    };
    return { root, show };
}

function pairWords(session, pair) {
    const { data, found } = session;
    const isMoved = session.isMoved(pair.a) || session.isMoved(pair.b);
    const out = [element('b', {}, `${data.parts[pair.a].name} × ${data.parts[pair.b].name}`), ' '];
    const look = session.isSweep ? lookAt(pair, session.time) : lookOfKind(pair);
    out.push(element('span', { class: `tag look-${lookOfKind(pair)}` }, pair.kind));
    if (isMoved) return [...out, ' moved by hand'];
    const words = [];
    if (session.isSweep && look !== 'clear') words.push(`now: ${look === 'clash' ? 'they meet' : LOOK_WORDS[look]}`);
    const segment = found?.segment;
    if (segment && segment.hi > 0) words.push(`${shortNumber((segment.lo + segment.hi) / 2)} ${data.units} apart`);
    return [...out, ` ${words.join(', ')}`];
}
