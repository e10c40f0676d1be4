// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// Meshes as the graphics card wants them: around their own middle, so that single precision is enough; smooth where
// they are smooth, and with the edges that one would draw by hand.

import { BufferAttribute, BufferGeometry, Sphere, Vector3 } from 'three';

// Faces that meet at less than this are one smooth surface.
const CREASE = Math.cos((30 * Math.PI) / 180);
// Above these numbers of triangles a mesh is shown with flat faces, and without the edges of its shape.
const SMOOTH_LIMIT = 400000;
const EDGES_LIMIT = 400000;

// {geometry, middle, flat}; the geometry is around the middle.
export function makeSurface(mesh) {
    const { vertices, triangles, box } = mesh;
    const middle = box ? [0, 1, 2].map((i) => (box.min[i] + box.max[i]) / 2) : [0, 0, 0];
    const flat = triangles.length / 3 > SMOOTH_LIMIT;
    const positions = around(vertices, middle);
    const geometry = new BufferGeometry();
    if (flat) {
        geometry.setAttribute('position', new BufferAttribute(positions, 3));
        geometry.setIndex(new BufferAttribute(triangles, 1));
    } else {
        const corners = new Float32Array(triangles.length * 3);
        for (let i = 0; i < triangles.length; i++)
            for (let axis = 0; axis < 3; axis++) corners[3 * i + axis] = positions[3 * triangles[i] + axis];
        geometry.setAttribute('position', new BufferAttribute(corners, 3));
        geometry.setAttribute('normal', new BufferAttribute(cornerNormals(positions, triangles), 3));
    }
    const half = box ? [0, 1, 2].map((i) => (box.max[i] - box.min[i]) / 2) : [0, 0, 0];
    geometry.boundingSphere = new Sphere(new Vector3(), Math.hypot(...half));
    return { geometry, middle, flat, positions };
}

function around(vertices, middle) {
    const out = new Float32Array(vertices.length);
    for (let i = 0; i < out.length; i++) out[i] = vertices[i] - middle[i % 3];
    return out;
}

// Of each triangle, with the length of twice its area.
function faceNormals(positions, triangles) {
    const normals = new Float32Array(triangles.length);
    for (let t = 0; t < triangles.length; t += 3) {
        const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
        const ux = positions[b] - positions[a];
        const uy = positions[b + 1] - positions[a + 1];
        const uz = positions[b + 2] - positions[a + 2];
        const vx = positions[c] - positions[a];
        const vy = positions[c + 1] - positions[a + 1];
        const vz = positions[c + 2] - positions[a + 2];
        normals[t] = uy * vz - uz * vy;
        normals[t + 1] = uz * vx - ux * vz;
        normals[t + 2] = ux * vy - uy * vx;
    }
    return normals;
}

// The corners at each vertex: those of vertex v are list[start[v]] to list[start[v + 1] - 1].
function cornersOfVertices(triangles, count) {
    const start = new Uint32Array(count + 1);
    for (const v of triangles) start[v + 1]++;
    for (let v = 0; v < count; v++) start[v + 1] += start[v];
    const next = start.slice();
    const list = new Uint32Array(triangles.length);
    for (let i = 0; i < triangles.length; i++) list[next[triangles[i]]++] = i;
    return { start, list };
}

// The normal of a corner is the mean, by area, of those faces at its vertex that go on smoothly from its own.
function cornerNormals(positions, triangles) {
    const faces = faceNormals(positions, triangles);
    const { start, list } = cornersOfVertices(triangles, positions.length / 3);
    const out = new Float32Array(triangles.length * 3);
    for (let i = 0; i < triangles.length; i++) {
        const own = i - (i % 3);
        const ownLength = Math.hypot(faces[own], faces[own + 1], faces[own + 2]);
        let x = 0, y = 0, z = 0;
        // Where hundreds of triangles meet, as at the tip of a cone, looking at all of all would take too long.
        const from = start[triangles[i]];
        const to = Math.min(start[triangles[i] + 1], from + 64);
        for (let k = from; k < to; k++) {
            const other = list[k] - (list[k] % 3);
            const dot = faces[own] * faces[other] + faces[own + 1] * faces[other + 1] +
                        faces[own + 2] * faces[other + 2];
            const length = Math.hypot(faces[other], faces[other + 1], faces[other + 2]);
            if (dot < CREASE * ownLength * length) continue;
            x += faces[other];
            y += faces[other + 1];
            z += faces[other + 2];
        }
        const length = Math.hypot(x, y, z);
        const scale = length > 0 ? 1 / length : 0;
        out[3 * i] = x * scale;
        out[3 * i + 1] = y * scale;
        out[3 * i + 2] = length > 0 ? z * scale : 1;
    }
    return out;
}

// ---- Edges --------------------------------------------------------------------------------------------------

// Calls visit(a, b, first, second) for each edge with the two triangles beside it; second is -1 where there is none,
// -2 where there are more.
function visitEdges(triangles, count, visit) {
    const found = new Map();
    for (let t = 0; t < triangles.length; t += 3)
        for (let k = 0; k < 3; k++) {
            const a = triangles[t + k];
            const b = triangles[t + ((k + 1) % 3)];
            const key = a < b ? a * count + b : b * count + a;
            const edge = found.get(key);
            if (!edge) found.set(key, [t, -1]);
            else edge[1] = edge[1] === -1 ? t : -2;
        }
    for (const [key, [first, second]] of found) visit(Math.floor(key / count), key % count, first, second);
}

// The lines of a surface: all edges of its triangles, or those alone where it is not smooth.
export function makeEdges(surface, triangles, wantsAll) {
    const { positions } = surface;
    const ends = [];
    if (triangles.length / 3 <= EDGES_LIMIT) {
        const faces = faceNormals(positions, triangles);
        visitEdges(triangles, positions.length / 3, (a, b, first, second) => {
            if (wantsAll || second < 0 || isCrease(faces, first, second)) ends.push(a, b);
        });
    } else if (wantsAll) {
        // Each edge twice, which is quicker than to find out.
        for (let t = 0; t < triangles.length; t += 3)
            for (let k = 0; k < 3; k++) ends.push(triangles[t + k], triangles[t + ((k + 1) % 3)]);
    }
    const out = new Float32Array(ends.length * 3);
    for (let i = 0; i < ends.length; i++)
        for (let axis = 0; axis < 3; axis++) out[3 * i + axis] = positions[3 * ends[i] + axis];
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(out, 3));
    geometry.boundingSphere = surface.geometry.boundingSphere;
    return geometry;
}

function isCrease(faces, first, second) {
    const dot = faces[first] * faces[second] + faces[first + 1] * faces[second + 1] +
                faces[first + 2] * faces[second + 2];
    const lengths = Math.hypot(faces[first], faces[first + 1], faces[first + 2]) *
                    Math.hypot(faces[second], faces[second + 1], faces[second + 2]);
    return dot < CREASE * lengths;
}
