// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// The time of a sweep: a slider with marks where pairs clash, to play and to step through.

import { shortNumber } from './data.js';
import { button, element, setSign } from './elements.js';

const STEPS = 1000;
const PLAY_SECONDS = 8; // at most, for the whole motion

export class Timeline {
    // `moved(time)` is called when the slider moves.
    constructor(data, moved) {
        [this.from, this.to] = data.span;
        this.moved = moved;
        this.time = this.from;
        this.pairs = data.pairs;
        this.playing = null;
        this.events = momentsOf(data.pairs, this.from, this.to);
        this.root = element('div', { class: 'time', role: 'group', 'aria-label': 'Time' });
        this.build();
        this.mark(null);
        this.show();
    }

    build() {
        this.back = button('', '');
        this.play = button('', '');
        this.next = button('', '');
        this.earlier = button('−', 'A little earlier');
        this.later = button('+', 'A little later');
        setSign(this.back, 'back', 'Previous contact', 'To where the contact before begins');
        setSign(this.play, 'play', 'Play', 'Play (space)');
        setSign(this.next, 'next', 'Next contact', 'To where the next contact begins');
        this.earlier.setAttribute('aria-label', 'Earlier');
        this.later.setAttribute('aria-label', 'Later');
        this.slider = element('input', { type: 'range', min: 0, max: STEPS, step: 1, value: 0, 'aria-label': 'Time' });
        this.marks = element('div', { class: 'marks', 'aria-hidden': 'true' });
        this.output = element('output', { class: 'now' });
        this.root.append(this.play, this.back, this.next, this.earlier,
                         element('div', { class: 'track' }, this.marks, this.slider), this.later, this.output);
        this.back.addEventListener('click', () => this.jump(-1));
        this.next.addEventListener('click', () => this.jump(1));
        this.earlier.addEventListener('click', () => this.nudge(-1));
        this.later.addEventListener('click', () => this.nudge(1));
        this.play.addEventListener('click', () => (this.playing ? this.pause() : this.start()));
        this.slider.addEventListener('input', () => {
            this.pause();
            this.set(this.from + (this.to - this.from) * (Number(this.slider.value) / STEPS));
        });
    }

    // Marks the stretches of all clashes; those of the selected pair have a row of their own.
    mark(selected) {
        const bars = [];
        const place = (time) => ((time - this.from) / (this.to - this.from || 1)) * 100;
        const add = (pair, stretch, look, isSelected) => {
            const left = Math.max(0, place(stretch[0]));
            const width = Math.max(0, Math.min(100, place(stretch[3])) - left);
            const bar = element('span', { class: `mark look-${look}${isSelected ? ' selected' : ''}` });
            bar.style.left = `${left}%`;
            bar.style.width = `${width}%`;
            bars.push(bar);
        };
        this.pairs.forEach((pair, k) => {
            if (!pair.clash && pair.kind !== 'undecided') return;
            const look = { meets: 'clash', near: 'near', undecided: 'undecided' };
            for (const isSelected of k === selected ? [false, true] : [false]) {
                for (const stretch of pair.below ?? [])
                    add(pair, stretch, stretch[4] === 'undecided' ? 'undecided' : 'near', isSelected);
                for (const stretch of pair.contacts ?? []) add(pair, stretch, look[stretch[4]], isSelected);
            }
        });
        // Contacts above stretches that are only too close.
        const rank = (bar) => ['near', 'undecided', 'clash'].findIndex((look) => bar.classList.contains(`look-${look}`));
        this.marks.replaceChildren(...bars.sort((a, b) => rank(a) - rank(b)));
    }

    set(time, isTold = true) {
        this.time = Math.max(this.from, Math.min(this.to, time));
        this.show();
        if (isTold) this.moved(this.time);
    }

    show() {
        this.slider.value = String(((this.time - this.from) / (this.to - this.from || 1)) * STEPS);
        const digits = Math.max(0, 3 - Math.floor(Math.log10(this.to - this.from || 1)));
        this.output.textContent = `${this.time.toFixed(Math.min(digits, 9))} s`;
        this.slider.setAttribute('aria-valuetext', this.output.textContent);
        this.output.title = `${this.time} s, of ${shortNumber(this.from)} to ${shortNumber(this.to)} s`;
    }

    nudge(sign) {
        this.pause();
        this.set(this.time + (sign * (this.to - this.from)) / 200);
    }

    // Goes to the contact that begins before or after now.
    jump(sign) {
        this.pause();
        const found = sign > 0 ? this.events.find((time) => time > this.time)
                               : this.events.findLast((time) => time < this.time);
        this.set(found ?? (sign > 0 ? this.to : this.from));
    }

    start() {
        const span = this.to - this.from;
        if (!(span > 0)) return;
        if (this.time >= this.to) this.set(this.from);
        const rate = Math.max(1, span / PLAY_SECONDS);
        let last = performance.now();
        const frame = (now) => {
            if (!this.playing) return;
            this.set(this.time + ((now - last) / 1000) * rate);
            last = now;
            if (this.time >= this.to) this.pause();
            else this.playing = requestAnimationFrame(frame);
        };
        this.playing = requestAnimationFrame(frame);
        setSign(this.play, 'pause', 'Pause', 'Pause (space)');
    }

    pause() {
        if (!this.playing) return;
        cancelAnimationFrame(this.playing);
        this.playing = null;
        setSign(this.play, 'play', 'Play', 'Play (space)');
    }
}

// Returns the sure beginnings of clashes, and the closest approaches.
function momentsOf(pairs, from, to) {
    const times = new Set();
    for (const pair of pairs) {
        if (!pair.clash && pair.kind !== 'undecided') continue;
        for (const stretch of [...(pair.contacts ?? []), ...(pair.below ?? [])]) times.add(stretch[1]);
        if (pair.moment !== null && pair.moment !== undefined) times.add(pair.moment);
    }
    return [...times].filter((time) => time >= from && time <= to).sort((a, b) => a - b);
}
