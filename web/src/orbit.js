// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// A camera that orbits around a point, z up: by mouse, touch and keys.

import { MathUtils, PerspectiveCamera, Vector3 } from 'three';

// Seen straight from above, the picture would have no up direction.
const STEEPEST = Math.PI / 2 - 1e-4;

// The viewing sides: the angle about z, from x on, and the elevation.
export const SIDES = {
    corner: [-0.96, 0.5],
    front: [-Math.PI / 2, 0],
    back: [Math.PI / 2, 0],
    left: [Math.PI, 0],
    right: [0, 0],
    top: [-Math.PI / 2, STEEPEST],
    bottom: [-Math.PI / 2, -STEEPEST],
};

const GLIDE_MS = 380;

function directionOf(turn, rise) {
    return new Vector3(Math.cos(turn) * Math.cos(rise), Math.sin(turn) * Math.cos(rise), Math.sin(rise));
}

export class Orbit {
    // Calls `changed` when the picture must be painted again.
    constructor(changed) {
        this.camera = new PerspectiveCamera(32, 1, 0.1, 1000);
        this.camera.up.set(0, 0, 1);
        this.target = new Vector3();
        this.distance = 10;
        this.turn = SIDES.corner[0];
        this.rise = SIDES.corner[1];
        this.world = { centre: new Vector3(), radius: 1 };
        this.changed = changed;
        this.glide = null;
        this.isNew = true; // nothing was seen yet: the first view has no way to glide from
    }

    // The ball around everything: nothing beyond it needs to be visible.
    setWorld(centre, radius) {
        this.world = { centre: new Vector3(...centre), radius };
    }

    // From the target to the camera.
    direction() {
        return directionOf(this.turn, this.rise);
    }

    place(aspect) {
        this.advance();
        const { camera, world } = this;
        camera.aspect = aspect;
        camera.position.copy(this.target).addScaledVector(this.direction(), this.distance);
        camera.lookAt(this.target);
        const depth = camera.position.distanceTo(world.centre);
        camera.far = depth + world.radius * 1.5 + this.distance;
        camera.near = Math.max(depth - world.radius * 1.5, this.distance * 0.01, camera.far * 1e-5);
        camera.updateProjectionMatrix();
        camera.updateMatrixWorld();
    }

    // Returns the distance at which a ball fills the picture.
    reach(radius, aspect) {
        const up = MathUtils.degToRad(this.camera.fov / 2);
        const across = Math.atan(Math.tan(up) * aspect);
        return (radius * 1.06) / Math.sin(Math.min(up, across));
    }

    goTo(centre, radius, aspect, angles) {
        this.startGlide({ target: new Vector3(...centre), distance: this.reach(radius, aspect),
                          turn: angles ? angles[0] : this.turn, rise: angles ? angles[1] : this.rise });
    }

    // Fits all points, as near as possible, in the middle of the picture.
    goToPoints(centre, points, aspect, angles) {
        const [turn, rise] = angles ?? [this.turn, this.rise];
        const back = directionOf(turn, rise);
        const right = new Vector3(-Math.sin(turn), Math.cos(turn), 0);
        const up = new Vector3().crossVectors(back, right);
        const half = Math.tan(MathUtils.degToRad(this.camera.fov / 2)) * 0.9;
        const target = new Vector3(...centre);
        const seen = points.map((point) => {
            const p = new Vector3(...point).sub(target);
            return [p.dot(right), p.dot(up), p.dot(back)];
        });
        // Nearer things look larger, so the middle depends on the distance: a few iterations are enough.
        let [x, y, distance] = [0, 0, 1];
        for (let round = 0; round < 6; round++) {
            distance = Math.max(1e-9, ...seen.map(([px, py, pz]) =>
                Math.max(Math.abs(px - x) / (half * aspect), Math.abs(py - y) / half) + pz));
            const sights = [0, 1].map((axis) => seen.map((p) => (p[axis] - [x, y][axis]) / (distance - p[2])));
            x += ((Math.min(...sights[0]) + Math.max(...sights[0])) / 2) * distance;
            y += ((Math.min(...sights[1]) + Math.max(...sights[1])) / 2) * distance;
        }
        target.addScaledVector(right, x).addScaledVector(up, y);
        this.startGlide({ target, distance: points.length > 0 ? distance : 1, turn, rise });
    }

    // When the picture gets narrower, everything stays visible.
    keepWidth(before, after) {
        this.distance *= Math.min(before, 1.6) / Math.min(after, 1.6);
        if (this.glide) this.glide.to.distance *= Math.min(before, 1.6) / Math.min(after, 1.6);
    }

    startGlide(to) {
        const isCalm = window.matchMedia?.('(prefers-reduced-motion: reduce)').matches;
        // The short way around.
        to.turn = this.turn + MathUtils.euclideanModulo(to.turn - this.turn + Math.PI, 2 * Math.PI) - Math.PI;
        const from = { target: this.target.clone(), distance: this.distance, turn: this.turn, rise: this.rise };
        this.glide = { from, to, start: performance.now(), length: isCalm || this.isNew ? 0 : GLIDE_MS };
        this.isNew = false;
        this.changed();
    }

    advance() {
        if (!this.glide) return;
        const { from, to, start, length } = this.glide;
        const part = length > 0 ? Math.min((performance.now() - start) / length, 1) : 1;
        const eased = part * part * (3 - 2 * part);
        this.target.lerpVectors(from.target, to.target, eased);
        this.distance = Math.exp(MathUtils.lerp(Math.log(from.distance), Math.log(to.distance), eased));
        this.turn = MathUtils.lerp(from.turn, to.turn, eased);
        this.rise = MathUtils.lerp(from.rise, to.rise, eased);
        if (part < 1) this.changed();
        else this.glide = null;
    }

    rotate(dx, dy) {
        this.glide = null;
        this.turn -= dx;
        this.rise = MathUtils.clamp(this.rise + dy, -STEEPEST, STEEPEST);
        this.changed();
    }

    // In pixels of a canvas of this height.
    pan(dx, dy, height) {
        this.glide = null;
        const scale = this.pixelSize(height);
        const right = new Vector3().setFromMatrixColumn(this.camera.matrixWorld, 0);
        const up = new Vector3().setFromMatrixColumn(this.camera.matrixWorld, 1);
        this.target.addScaledVector(right, -dx * scale).addScaledVector(up, dy * scale);
        this.changed();
    }

    // The size of a pixel at the target.
    pixelSize(height) {
        return (2 * this.distance * Math.tan(MathUtils.degToRad(this.camera.fov / 2))) / height;
    }

    // Towards a point of the canvas, from -1 to 1.
    zoom(factor, x = 0, y = 0) {
        this.glide = null;
        const least = this.world.radius * 1e-5;
        const distance = MathUtils.clamp(this.distance * factor, least, this.world.radius * 50);
        const half = Math.tan(MathUtils.degToRad(this.camera.fov / 2)) * (this.distance - distance);
        const right = new Vector3().setFromMatrixColumn(this.camera.matrixWorld, 0);
        const up = new Vector3().setFromMatrixColumn(this.camera.matrixWorld, 1);
        this.target.addScaledVector(right, x * half * this.camera.aspect).addScaledVector(up, y * half);
        this.distance = distance;
        this.changed();
    }
}

// Mouse, touch and wheel on a canvas. `take(event)` may use a press for something else: it returns an object with move
// and end, or null. `click(event)` is a press that did not move.
export function listenToPointer(canvas, orbit, { take, click }) {
    const pointers = new Map();
    let taken = null;
    let travelled = 0;
    let pinch = null;

    const spread = () => {
        const [a, b] = [...pointers.values()];
        return { length: Math.hypot(a.x - b.x, a.y - b.y), x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
    };
    canvas.addEventListener('contextmenu', (event) => event.preventDefault());
    canvas.addEventListener('pointerdown', (event) => {
        canvas.setPointerCapture?.(event.pointerId);
        if (pointers.size === 0) travelled = 0;
        pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
        if (pointers.size === 1 && event.button === 0 && !event.shiftKey) taken = take(event);
        if (pointers.size === 2) {
            taken?.end();
            taken = null;
            pinch = spread();
        }
    });
    canvas.addEventListener('pointermove', (event) => {
        const last = pointers.get(event.pointerId);
        if (!last) return;
        const dx = event.clientX - last.x;
        const dy = event.clientY - last.y;
        last.x = event.clientX;
        last.y = event.clientY;
        travelled += Math.abs(dx) + Math.abs(dy);
        if (taken) taken.move(event);
        else if (pointers.size === 2) {
            const now = spread();
            orbit.zoom(pinch.length / Math.max(now.length, 1));
            orbit.pan(now.x - pinch.x, now.y - pinch.y, canvas.clientHeight);
            pinch = now;
        } else if (event.buttons & 6 || event.shiftKey) orbit.pan(dx, dy, canvas.clientHeight);
        else orbit.rotate(dx * 0.008, dy * 0.008);
    });
    const release = (event) => {
        if (!pointers.delete(event.pointerId)) return;
        if (pointers.size > 0) return;
        taken?.end();
        taken = null;
        if (event.type === 'pointerup' && travelled < 4 && event.button === 0) click(event);
    };
    canvas.addEventListener('pointerup', release);
    canvas.addEventListener('pointercancel', release);
    // Scrolling the page should not stop at the view: the wheel zooms only after a press or focus.
    canvas.addEventListener('wheel', (event) => {
        if (document.activeElement !== canvas && !event.ctrlKey) return;
        event.preventDefault();
        const box = canvas.getBoundingClientRect();
        const x = ((event.clientX - box.left) / box.width) * 2 - 1;
        const y = 1 - ((event.clientY - box.top) / box.height) * 2;
        const lines = event.deltaMode === 1 ? 30 : 1;
        orbit.zoom(Math.exp(MathUtils.clamp(event.deltaY * lines, -400, 400) * 0.0015), x, y);
    }, { passive: false });
}

// Handles keys while the canvas has the focus; returns true if a key was used.
export function orbitByKey(orbit, event, height) {
    const turn = Math.PI / 36;
    const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const arrow = arrows[event.key];
    if (arrow && event.shiftKey) orbit.pan(-arrow[0] * 30, -arrow[1] * 30, height);
    else if (arrow) orbit.rotate(arrow[0] * turn, -arrow[1] * turn);
    else if (event.key === '+' || event.key === '=') orbit.zoom(1 / 1.2);
    else if (event.key === '-' || event.key === '_') orbit.zoom(1.2);
    else return false;
    return true;
}
