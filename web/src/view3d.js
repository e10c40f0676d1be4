// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// The parts in 3D: a canvas that is painted when something has changed. Parts with the same mesh share
// its buffers.

import { BufferGeometry, LineSegments, Matrix4, Mesh, Raycaster, Scene, Vector2, Vector3, WebGLRenderer } from 'three';
import { place } from './data.js';
import { lineMaterial, outlineMaterials, setOutlineSize, shared, surfaceMaterial } from './material.js';
import { Orbit } from './orbit.js';
import { makeEdges, makeSurface } from './surface.js';

const SMALL = 3 * 20000; // corners of triangles
const ACCENT = '#3a84da';

export class View3d {
    // Throws without WebGL. Calls `painted` after each picture.
    constructor(canvas, data, painted) {
        this.canvas = canvas;
        this.data = data;
        this.painted = painted;
        this.renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true, stencil: true });
        this.renderer.setClearColor(0, 0);
        this.scene = new Scene();
        this.scene.matrixWorldAutoUpdate = false;
        this.orbit = new Orbit(() => this.invalidate());
        this.size = { width: 1, height: 1 };
        this.wantsTriangles = false;
        this.isAsked = false;
        this.surfaces = data.meshes.map(() => null);
        this.edges = data.meshes.map(() => ({ shape: null, all: null }));
        this.bodies = data.parts.map((part, k) => this.makeBody(part, k));
        this.outline = this.makeOutline();
        new ResizeObserver(() => this.resize()).observe(canvas);
        this.resize();
    }

    surface(k) {
        this.surfaces[k] ??= makeSurface(this.data.meshes[k]);
        return this.surfaces[k];
    }

    edgesOf(k, wantsAll) {
        const kind = wantsAll ? 'all' : 'shape';
        this.edges[k][kind] ??= makeEdges(this.surface(k), this.data.meshes[k].triangles, wantsAll);
        return this.edges[k][kind];
    }

    isSmall(k) {
        return this.data.meshes[k].triangles.length < SMALL;
    }

    // Finding the edges of large meshes takes a while; the view shows their surfaces meanwhile.
    addEdgesLater() {
        if (this.isAdding) return;
        this.isAdding = true;
        const next = () => {
            const body = this.bodies.find((each) => each && !this.edges[each.index].shape);
            this.isAdding = Boolean(body);
            if (!body) return;
            const geometry = this.edgesOf(body.index, false);
            for (const each of this.bodies)
                if (each?.index === body.index && !this.wantsTriangles) each.lines.geometry = geometry;
            this.invalidate();
            setTimeout(next, 50);
        };
        setTimeout(next, 50);
    }

    // Returns the objects of a part: its surface, and its lines; null for a part without a mesh.
    makeBody(part, k) {
        if (part.mesh === null || part.mesh === undefined || !this.data.meshes[part.mesh].box) return null;
        const surface = this.surface(part.mesh);
        const mesh = new Mesh(surface.geometry, surfaceMaterial('clear', { flat: surface.flat }));
        const lines = new LineSegments(new BufferGeometry(), lineMaterial());
        for (const object of [mesh, lines]) {
            object.matrixAutoUpdate = false;
            object.matrixWorldAutoUpdate = false;
            this.scene.add(object);
        }
        mesh.userData.part = k;
        return { mesh, lines, surface, index: part.mesh };
    }

    // Two copies that take the geometry of the outlined part.
    makeOutline() {
        return [1000, 1001].map((order) => {
            const mesh = new Mesh();
            mesh.matrixAutoUpdate = false;
            mesh.matrixWorldAutoUpdate = false;
            mesh.frustumCulled = false;
            mesh.visible = false;
            mesh.renderOrder = order;
            this.scene.add(mesh);
            return mesh;
        });
    }

    // ---- State ----

    setPose(k, pose) {
        const body = this.bodies[k];
        if (!body) return;
        const [x, y, z] = place(pose, body.surface.middle);
        const matrix = new Matrix4().set(pose[0], pose[1], pose[2], x, pose[4], pose[5], pose[6], y,
                                         pose[8], pose[9], pose[10], z, 0, 0, 0, 1);
        for (const object of [body.mesh, body.lines]) {
            object.matrix.copy(matrix);
            object.matrixWorld.copy(matrix);
        }
        if (k === this.outlined) this.setOutlined(k);
        this.invalidate();
    }

    setLook(k, look, { faint, second }) {
        const body = this.bodies[k];
        if (!body) return;
        body.mesh.material = surfaceMaterial(look, { faint, second, flat: body.surface.flat });
        body.mesh.renderOrder = faint ? 2 : 0;
        const edges = this.edges[body.index];
        if (this.wantsTriangles || edges.shape || this.isSmall(body.index))
            body.lines.geometry = this.edgesOf(body.index, this.wantsTriangles);
        else this.addEdgesLater();
        body.lines.material = lineMaterial({ faint, triangles: this.wantsTriangles });
        body.lines.renderOrder = faint ? 3 : 1;
        this.invalidate();
    }

    // A part, or null.
    setOutlined(k) {
        this.outlined = k;
        const body = k === null ? null : this.bodies[k];
        const materials = body ? outlineMaterials(ACCENT, body.surface.flat) : [];
        this.outline.forEach((mesh, i) => {
            mesh.visible = Boolean(body);
            if (!body) return;
            mesh.material = materials[i];
            mesh.geometry = body.mesh.geometry;
            mesh.matrix.copy(body.mesh.matrix);
            mesh.matrixWorld.copy(body.mesh.matrixWorld);
        });
        this.invalidate();
    }

    // Cuts away the positive side of [nx, ny, nz, offset]; null: nothing.
    setSection(plane) {
        shared.section.value.set(...(plane ?? [0, 0, 0, -1]));
        this.section = plane;
        this.invalidate();
    }

    // ---- Projection ----

    // Returns the part at a point of the page, and the hit point; or null.
    pick(clientX, clientY) {
        const caster = this.rayAt(clientX, clientY);
        const meshes = this.bodies.filter((body) => body).map((body) => body.mesh);
        const isLeft = (hit) => {
            if (!this.section) return true;
            const [x, y, z, offset] = this.section;
            return x * hit.point.x + y * hit.point.y + z * hit.point.z + offset <= 0;
        };
        const hits = caster.intersectObjects(meshes, false).filter(isLeft);
        // Faint parts do not hide others.
        const hit = hits.find(({ object }) => !object.material.transparent) ?? hits[0];
        return hit ? { part: hit.object.userData.part, point: hit.point.toArray() } : null;
    }

    rayAt(clientX, clientY) {
        const box = this.canvas.getBoundingClientRect();
        const at = new Vector2(((clientX - box.left) / box.width) * 2 - 1, 1 - ((clientY - box.top) / box.height) * 2);
        const caster = new Raycaster();
        caster.setFromCamera(at, this.orbit.camera);
        return caster;
    }

    // A point of the world in pixels from the left and the top; z > 0 in front of the camera.
    project(point) {
        const eye = new Vector3(...point).applyMatrix4(this.orbit.camera.matrixWorldInverse);
        const depth = -eye.z;
        const flat = eye.applyMatrix4(this.orbit.camera.projectionMatrix);
        return { x: ((flat.x + 1) / 2) * this.size.width, y: ((1 - flat.y) / 2) * this.size.height, depth };
    }

    // ---- Painting ----

    resize() {
        const { clientWidth: width, clientHeight: height } = this.canvas;
        if (!width || !height) return;
        const scale = Math.min(window.devicePixelRatio || 1, 2);
        this.renderer.setPixelRatio(scale);
        this.renderer.setSize(width, height, false);
        this.orbit.keepWidth(this.aspect, width / height);
        this.size = { width, height };
        shared.scale.value = scale;
        setOutlineSize(width, height);
        this.paint();
    }

    get aspect() {
        return this.size.width / this.size.height;
    }

    invalidate() {
        if (this.isAsked) return;
        this.isAsked = true;
        requestAnimationFrame(() => this.paint());
    }

    paint() {
        this.isAsked = false;
        this.orbit.place(this.aspect);
        this.renderer.render(this.scene, this.orbit.camera);
        this.painted();
    }
}
