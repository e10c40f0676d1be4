// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// Elements of the page. Texts are always set as text: a name is never interpreted as HTML.

export function element(name, attributes = {}, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
        if (value === true) made.setAttribute(key, '');
        else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, value);
    }
    made.append(...children);
    return made;
}

export function button(words, title, pressed) {
    return element('button', { type: 'button', title, 'aria-pressed': pressed }, words);
}

// Makes a button that is on or off.
export function toggle(words, title, isOn, changed) {
    const made = button(words, title, String(isOn));
    made.addEventListener('click', () => {
        const next = made.getAttribute('aria-pressed') !== 'true';
        made.setAttribute('aria-pressed', String(next));
        changed(next);
    });
    return made;
}

export function setPressed(made, isOn) {
    made.setAttribute('aria-pressed', String(isOn));
}

// ---- Signs that some fonts lack ----

const SIGNS = {
    play: 'M4 2l10 6-10 6z',
    pause: 'M3 2h4v12H3zM9 2h4v12H9z',
    back: 'M2 2h2.5v12H2zM14 2v12L5.5 8z',
    next: 'M11.5 2H14v12h-2.5zM2 2v12l8.5-6z',
};

export function setSign(made, name, words, title = words) {
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    svg.setAttribute('viewBox', '0 0 16 16');
    svg.setAttribute('class', 'sign');
    svg.setAttribute('aria-hidden', 'true');
    path.setAttribute('d', SIGNS[name]);
    svg.append(path);
    made.replaceChildren(svg);
    made.setAttribute('aria-label', words);
    made.title = title;
}
