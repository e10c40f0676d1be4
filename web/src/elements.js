// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// Elements of the page. Texts are always set as texts: what a name says is never taken for HTML.

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

// A button that is on or off.
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
