// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// Moving a part by hand: along an axis by its handle, in the plane of the picture by the part itself, by arrow keys, or
// by numbers. What that means for others is told by whoever is told of it.

import { Plane, Vector3 } from 'three';
import { shortNumber } from './data.js';
import { button, element } from './elements.js';
import { LOOK_WORDS } from './looks.js';

const MOST_LINES = 5;

export class Mover {
    // `session` has view, overlay, data, part (the one that is selected), poses, and
    // moveTo(part, offset), select(part).
    constructor(session) {
        this.session = session;
        this.offsets = new Map(); // of parts that are not where they were
        this.isOn = false;
        this.root = element('section', { class: 'mover', hidden: true, 'aria-label': 'Move a part' });
        this.build();
        this.listen();
    }

    build() {
        // By keys, a part can be chosen by its name alone.
        this.choice = element('select', { 'aria-label': 'Part to move' }, element('option', { value: '' }, 'Press a part, or choose it…'),
                              ...this.session.data.parts.map((part, k) => element('option', { value: k }, part.name)));
        this.choice.addEventListener('change', () => this.session.select(this.choice.value === '' ? null : Number(this.choice.value)));
        this.inputs = ['x', 'y', 'z'].map((name, axis) => {
            const input = element('input', { type: 'number', step: 'any', value: 0, 'aria-label': `Moved along ${name}` });
            input.addEventListener('change', () => this.typed(axis, Number(input.value)));
            return input;
        });
        const fields = element('div', { class: 'fields' }, ...this.inputs.map((input, axis) =>
            element('label', {}, 'xyz'[axis], ' ', input)), element('span', {}, this.session.data.units));
        this.back = button('Put back', 'Put the part back where it was');
        this.allBack = button('Put all back', 'Put all parts back where they were');
        this.back.addEventListener('click', () => this.session.part !== null && this.put(this.session.part, null));
        this.allBack.addEventListener('click', () => [...this.offsets.keys()].forEach((part) => this.put(part, null)));
        this.readout = element('ul', { class: 'readout' });
        this.spoken = element('p', { class: 'spoken', role: 'status' });
        this.root.append(this.choice, fields, element('div', { class: 'fields' }, this.back, this.allBack), this.readout,
                         this.spoken);
    }

    turn(isOn) {
        this.isOn = isOn;
        this.root.hidden = !isOn;
        this.show();
    }

    offset(part) {
        return this.offsets.get(part) ?? [0, 0, 0];
    }

    put(part, offset) {
        if (offset === null || offset.every((x) => x === 0)) this.offsets.delete(part);
        else this.offsets.set(part, offset);
        this.session.moveTo(part);
        this.show();
    }

    // By hand nobody means more digits than the picture has.
    putByHand(part, offset) {
        const pixel = this.session.view.orbit.pixelSize(this.session.view.size.height);
        const digits = Math.ceil(-Math.log10(pixel / 2));
        const grid = 10 ** Math.abs(digits);
        this.put(part, offset.map((x) => (digits > 0 ? Math.round(x * grid) / grid : Math.round(x / grid) * grid)));
    }

    typed(axis, value) {
        const { part } = this.session;
        if (part === null || !Number.isFinite(value)) return;
        const offset = this.offset(part).slice();
        offset[axis] = value;
        this.put(part, offset);
    }

    // ---- What it says ----

    show() {
        const { part, overlay } = this.session;
        overlay.handles = this.isOn && part !== null ? this.middle(part) : null;
        this.choice.value = part === null ? '' : String(part);
        const offset = part === null ? [0, 0, 0] : this.offset(part);
        this.inputs.forEach((input, axis) => {
            input.disabled = part === null;
            if (document.activeElement !== input) input.value = String(Number(offset[axis].toPrecision(5)));
        });
        this.back.disabled = part === null || !this.offsets.has(part);
        this.allBack.hidden = this.offsets.size < 2;
        this.session.view.invalidate();
    }

    // The answers about the part that is moved, as askAll gives them; null: none were asked for.
    tell(answers, range) {
        const { data, part } = this.session;
        this.readout.replaceChildren();
        if (!answers || part === null) return;
        const near = answers.filter((answer) => answer.verdict !== 'apart' || answer.lo < range || answer.look !== 'clear');
        const lines = near.slice(0, MOST_LINES).map((answer) => this.line(answer));
        if (near.length > MOST_LINES) lines.push(element('li', { class: 'more' }, `and ${near.length - MOST_LINES} more`));
        if (lines.length === 0)
            lines.push(element('li', { class: 'look-clear' }, `Nothing within ${shortNumber(range)} ${data.units}`));
        this.readout.append(...lines);
        clearTimeout(this.speaking);
        this.speaking = setTimeout(() => {
            this.spoken.textContent = this.readout.textContent;
        }, 600);
    }

    line(answer) {
        const { data, part } = this.session;
        const other = answer.a === part ? answer.b : answer.a;
        const words = answer.verdict === 'apart' ? `${apartWords(answer)} ${data.units} apart` : answer.verdict;
        const tail = answer.verdict === 'apart' && answer.look !== 'clear' ? `, ${LOOK_WORDS[answer.look]}` : '';
        return element('li', { class: `look-${answer.look}` }, `${data.parts[part].name} × ${data.parts[other].name}: `,
                       element('strong', {}, words + tail));
    }

    // ---- Hands ----

    middle(part) {
        const body = this.session.view.bodies[part];
        if (body) return new Vector3().setFromMatrixPosition(body.mesh.matrixWorld).toArray();
        const pose = this.session.poses[part];
        return [pose[3], pose[7], pose[11]];
    }

    listen() {
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

    // A press on the picture: of a part, it is moved in the plane of the picture through the point that was pressed.
    press(event) {
        if (!this.isOn) return null;
        const hit = this.session.view.pick(event.clientX, event.clientY);
        if (!hit) return null;
        if (hit.part !== this.session.part) this.session.select(hit.part);
        return this.inPlane(hit.part, hit.point);
    }

    inPlane(part, point) {
        const { view } = this.session;
        const start = this.offset(part);
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
        const start = this.offset(part);
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

    // Arrow keys move the part by ten pixels, with shift by one; true when one was taken.
    key(event) {
        const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
        const arrow = arrows[event.key];
        const { view, part } = this.session;
        if (!this.isOn || part === null || !arrow || event.altKey) return false;
        const by = view.orbit.pixelSize(view.size.height) * (event.shiftKey ? 1 : 10);
        const right = new Vector3().setFromMatrixColumn(view.orbit.camera.matrixWorld, 0);
        const up = new Vector3().setFromMatrixColumn(view.orbit.camera.matrixWorld, 1);
        const shift = right.multiplyScalar(arrow[0] * by).addScaledVector(up, arrow[1] * by);
        this.putByHand(part, this.offset(part).map((x, i) => x + shift.getComponent(i)));
        return true;
    }
}

// Where on an axis through a point a ray is nearest to it; null where it runs along it.
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
