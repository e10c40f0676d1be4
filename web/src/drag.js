// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// Moves a part by hand: along an axis by its handle, in the plane of the picture by the part itself, by arrow keys, or
// by numbers, which also turn it. Attached parts, as the hand on an arm, move along. The session computes what the move
// means for other parts.

import { Plane, Vector3 } from 'three';
import { shortNumber } from './data.js';
import { button, element } from './elements.js';
import { LOOK_WORDS } from './looks.js';

const MOST_LINES = 5;
const NOT_MOVED = { shift: [0, 0, 0], turn: [0, 0, 0] };
const FIELDS = [['x', 'Moved along x'], ['y', 'Moved along y'], ['z', 'Moved along z'], ['roll', 'Turned around x, in degrees'],
                ['pitch', 'Turned around y, in degrees'], ['yaw', 'Turned around z, in degrees']];
const isNone = (index) => index === null || index === undefined;

export class Mover {
    // `session` has view, overlay, data, part (the selected one), poses, and moveTo(part), select(part), update().
    constructor(session) {
        this.session = session;
        this.moves = new Map(); // {shift, turn} of parts that the user moved; turn is roll, pitch and yaw in degrees
        this.takesAlong = true;
        this.isOn = false;
        this.root = element('section', { class: 'mover', hidden: true, 'aria-label': 'Move a part' });
        this.build();
        this.listen();
    }

    build() {
        // With keys, users choose a part by its name.
        this.choice = element('select', { 'aria-label': 'Part to move' }, element('option', { value: '' }, 'Press a part, or choose it…'),
                              ...this.session.data.parts.map((part, k) => element('option', { value: k }, part.name)));
        this.choice.addEventListener('change', () => this.session.select(this.choice.value === '' ? null : Number(this.choice.value)));
        this.inputs = FIELDS.map(([name, words], k) => {
            const input = element('input', { type: 'number', step: 'any', value: 0, 'aria-label': words, title: words });
            input.addEventListener('focus', () => input.select());
            input.addEventListener('change', () => this.typed(k, Number(input.value)));
            return element('label', {}, element('span', {}, name), input);
        });
        const fields = element('div', { class: 'numbers' }, ...this.inputs.slice(0, 3), element('span', {}, this.session.data.units),
                               ...this.inputs.slice(3), element('span', {}, '°'));
        this.along = element('input', { type: 'checkbox', checked: true });
        this.along.addEventListener('change', () => {
            this.takesAlong = this.along.checked;
            this.session.update();
        });
        this.alongWords = element('span');
        this.alongField = element('label', { class: 'along', hidden: true }, this.along, this.alongWords);
        this.back = button('Put back', 'Put the part back where it was');
        this.allBack = button('Put all back', 'Put all parts back where they were');
        this.back.addEventListener('click', () => this.session.part !== null && this.put(this.session.part, NOT_MOVED));
        this.allBack.addEventListener('click', () => {
            this.moves.clear();
            this.session.update();
        });
        this.readout = element('ul', { class: 'readout' });
        this.progress = element('p', { class: 'progress', hidden: true });
        this.spoken = element('p', { class: 'spoken', role: 'status' });
        this.root.append(this.choice, fields, this.alongField,
                         element('div', { class: 'fields buttons' }, this.back, this.allBack), this.readout, this.progress, this.spoken);
    }

    turn(isOn) {
        this.isOn = isOn;
        this.root.hidden = !isOn;
        this.show();
    }

    moveOf(part) {
        return this.moves.get(part) ?? NOT_MOVED;
    }

    put(part, move) {
        const { shift, turn } = move;
        if ([...shift, ...turn].every((x) => x === 0)) this.moves.delete(part);
        else this.moves.set(part, move);
        this.session.moveTo(part);
        this.show();
    }

    // A drag has no more digits than the picture shows.
    putByHand(part, shift) {
        const pixel = this.session.view.orbit.pixelSize(this.session.view.size.height);
        const digits = Math.ceil(-Math.log10(pixel / 2));
        const grid = 10 ** Math.abs(digits);
        const rounded = shift.map((x) => (digits > 0 ? Math.round(x * grid) / grid : Math.round(x / grid) * grid));
        this.put(part, { ...this.moveOf(part), shift: rounded });
    }

    typed(k, value) {
        const { part } = this.session;
        if (part === null || !Number.isFinite(value)) return;
        const { shift, turn } = this.moveOf(part);
        const numbers = [...shift, ...turn].map((x, i) => (i === k ? value : x));
        this.put(part, { shift: numbers.slice(0, 3), turn: numbers.slice(3) });
    }

    // ---- Attached parts ----

    // Returns the parts whose frames are below that of a part.
    hanging(part) {
        const { parts } = this.session.data;
        const { frame } = parts[part];
        if (isNone(frame)) return [];
        return parts.map((_, k) => k).filter((k) => k !== part && this.framesAbove(parts[k].frame).includes(frame));
    }

    carried(part) {
        return this.takesAlong ? this.hanging(part) : [];
    }

    // Returns the moved parts that carry a part, the outermost first.
    carriers(part) {
        if (!this.takesAlong || this.moves.size === 0) return [];
        const { parts } = this.session.data;
        const above = this.framesAbove(parts[part].frame);
        const place = (k) => above.indexOf(parts[k].frame);
        return [...this.moves.keys()].filter((k) => k !== part && place(k) >= 0).sort((a, b) => place(b) - place(a));
    }

    // Returns the frames above a frame, the nearest first; without itself.
    framesAbove(frame) {
        const { frames } = this.session.data;
        const above = [];
        for (let at = isNone(frame) ? null : frames[frame].parent; !isNone(at); at = frames[at].parent) above.push(at);
        return above;
    }

    // ---- Text ----

    show() {
        const { part, overlay } = this.session;
        overlay.handles = this.isOn && part !== null ? this.middle(part) : null;
        this.choice.value = part === null ? '' : String(part);
        const { shift, turn } = part === null ? NOT_MOVED : this.moveOf(part);
        this.inputs.forEach((label, k) => {
            const input = label.lastElementChild;
            input.disabled = part === null;
            if (document.activeElement !== input) input.value = String(Number([...shift, ...turn][k].toPrecision(5)));
        });
        const hanging = part === null ? [] : this.hanging(part);
        this.alongField.hidden = hanging.length === 0;
        this.alongWords.textContent = ` with what hangs on it: ${this.names(hanging)}`;
        this.back.disabled = part === null || !this.moves.has(part);
        this.allBack.hidden = this.moves.size < 2;
        this.session.view.invalidate();
    }

    names(parts) {
        const names = parts.slice(0, 2).map((k) => this.session.data.parts[k].name).join(', ');
        return parts.length > 2 ? `${names} and ${parts.length - 2} more` : names;
    }

    // Shows the answers about the moved part and those with it, the worst first; null: none yet.
    tell(answers, range, group) {
        const { data } = this.session;
        this.readout.replaceChildren();
        if (answers === null) return;
        const near = answers.filter((answer) => answer.hi <= range || answer.look !== 'clear');
        const lines = near.slice(0, MOST_LINES).map((answer) => this.line(answer, group));
        if (near.length > MOST_LINES) lines.push(element('li', { class: 'more' }, `and ${near.length - MOST_LINES} more`));
        if (lines.length === 0)
            lines.push(element('li', { class: 'look-clear' }, `Nothing within ${shortNumber(range)} ${data.units}`));
        this.readout.append(...lines);
        this.speak();
    }

    tellTrouble(words) {
        this.readout.replaceChildren(element('li', { class: 'more' }, `No answer: ${words}`));
        this.speak();
    }

    // Shows what the page waits for; null: nothing any more.
    wait(words) {
        this.progress.hidden = words === null;
        this.progress.textContent = words ?? '';
        this.root.setAttribute('aria-busy', String(words !== null));
    }

    speak() {
        clearTimeout(this.speaking);
        this.speaking = setTimeout(() => {
            this.spoken.textContent = this.readout.textContent;
        }, 600);
    }

    line(answer, group) {
        const { data } = this.session;
        const [part, other] = group.has(answer.a) ? [answer.a, answer.b] : [answer.b, answer.a];
        const words = answer.verdict === 'apart' ? `${apartWords(answer)} ${data.units} apart` : answer.verdict;
        const tail = answer.verdict === 'apart' && answer.look !== 'clear' ? `, ${LOOK_WORDS[answer.look]}` : '';
        return element('li', { class: `look-${answer.look}` }, `${data.parts[part].name} × ${data.parts[other].name}: `,
                       element('strong', {}, words + tail));
    }

    // ---- Mouse and keys ----

    middle(part) {
        const body = this.session.view.bodies[part];
        if (body) return new Vector3().setFromMatrixPosition(body.mesh.matrixWorld).toArray();
        const pose = this.session.poses[part];
        return [pose[3], pose[7], pose[11]];
    }

    listen() {
        // Leaves the fields, so that arrow keys move the part.
        this.root.addEventListener('keydown', (event) => {
            if (event.key !== 'Escape') return;
            event.preventDefault();
            this.session.view.canvas.focus();
        });
        this.session.overlay.handleGroup.addEventListener('pointerdown', (event) => {
            const handle = event.target.closest('[data-axis]');
            if (!handle || event.button !== 0) return;
            event.preventDefault();
            event.stopPropagation();
            this.follow(event, this.alongAxis(event, Number(handle.dataset.axis)));
        });
    }

    // Follows the pointer until it is released.
    follow(event, drag) {
        if (!drag) return;
        const isOwn = (other) => other.pointerId === event.pointerId;
        const move = (other) => isOwn(other) && drag.move(other);
        const end = (other) => {
            if (!isOwn(other)) return;
            window.removeEventListener('pointermove', move);
            window.removeEventListener('pointerup', end);
            window.removeEventListener('pointercancel', end);
        };
        window.addEventListener('pointermove', move);
        window.addEventListener('pointerup', end);
        window.addEventListener('pointercancel', end);
    }

    // A press on a part moves it in the plane of the picture through the pressed point.
    press(event) {
        if (!this.isOn) return null;
        const hit = this.session.view.pick(event.clientX, event.clientY);
        if (!hit) return null;
        if (hit.part !== this.session.part) this.session.select(hit.part);
        return this.inPlane(hit.part, hit.point);
    }

    inPlane(part, point) {
        const { view } = this.session;
        const start = this.moveOf(part).shift;
        const plane = new Plane().setFromNormalAndCoplanarPoint(
            view.orbit.camera.getWorldDirection(new Vector3()), new Vector3(...point));
        return {
            move: (event) => {
                const at = view.rayAt(event.clientX, event.clientY).ray.intersectPlane(plane, new Vector3());
                if (at) this.putByHand(part, start.map((x, i) => x + at.getComponent(i) - point[i]));
            },
            end() {},
        };
    }

    alongAxis(event, axis) {
        const { view, part } = this.session;
        const start = this.moveOf(part).shift;
        const at = this.middle(part);
        const first = alongAxisAt(view.rayAt(event.clientX, event.clientY).ray, at, axis);
        if (first === null) return null;
        return {
            move: (other) => {
                const now = alongAxisAt(view.rayAt(other.clientX, other.clientY).ray, at, axis);
                if (now !== null) this.putByHand(part, start.map((x, i) => (i === axis ? x + now - first : x)));
            },
            end() {},
        };
    }

    // Arrow keys move the part by ten pixels, with shift by one; returns true if a key was used.
    key(event) {
        const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
        const arrow = arrows[event.key];
        const { view, part } = this.session;
        if (!this.isOn || part === null || !arrow || event.altKey) return false;
        const by = view.orbit.pixelSize(view.size.height) * (event.shiftKey ? 1 : 10);
        const right = new Vector3().setFromMatrixColumn(view.orbit.camera.matrixWorld, 0);
        const up = new Vector3().setFromMatrixColumn(view.orbit.camera.matrixWorld, 1);
        const shift = right.multiplyScalar(arrow[0] * by).addScaledVector(up, arrow[1] * by);
        this.putByHand(part, this.moveOf(part).shift.map((x, i) => x + shift.getComponent(i)));
        return true;
    }
}

// Returns where on an axis through a point a ray is nearest to it; null if the ray is parallel to it.
function alongAxisAt(ray, at, axis) {
    const line = new Vector3().setComponent(axis, 1);
    const between = new Vector3(...at).sub(ray.origin);
    const dot = line.dot(ray.direction);
    const bottom = 1 - dot * dot;
    if (bottom < 1e-4) return null;
    return (dot * ray.direction.dot(between) - line.dot(between)) / bottom;
}

function apartWords({ lo, hi }) {
    return Number.isFinite(hi) ? shortNumber((lo + hi) / 2) : `more than ${shortNumber(lo)}`;
}
