// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// Meshes for the graphics card: around their own middle, so that single precision is enough; smooth where
// they are smooth, and with the edges that one would draw by hand.

import { BufferAttribute, BufferGeometry, Sphere, Vector3 } from 'three';

// Faces that meet at a smaller angle are one smooth surface.
const CREASE = Math.cos((30 * Math.PI) / 180);
// Above these numbers of triangles a mesh has flat faces, and no edges of its shape.
const SMOOTH_LIMIT = 500000;
const EDGES_LIMIT = 1000000;

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

// Returns the normals of triangles, of length 1, or 0 for those without area; and twice their areas.
function faceNormals(positions, triangles) {
    const normals = new Float32Array(triangles.length);
    const areas = new Float32Array(triangles.length / 3);
    for (let t = 0; t < triangles.length; t += 3) {
        const a = 3 * triangles[t], b = 3 * triangles[t + 1], c = 3 * triangles[t + 2];
        const ux = positions[b] - positions[a];
        const uy = positions[b + 1] - positions[a + 1];
        const uz = positions[b + 2] - positions[a + 2];
        const vx = positions[c] - positions[a];
        const vy = positions[c + 1] - positions[a + 1];
        const vz = positions[c + 2] - positions[a + 2];
        const x = uy * vz - uz * vy, y = uz * vx - ux * vz, z = ux * vy - uy * vx;
        const area = Math.sqrt(x * x + y * y + z * z);
        const scale = area > 0 ? 1 / area : 0;
        normals[t] = x * scale;
        normals[t + 1] = y * scale;
        normals[t + 2] = z * scale;
        areas[t / 3] = area;
    }
    return { normals, areas };
}

// Lists the corners at each vertex: those of vertex v are list[start[v]] to list[start[v + 1] - 1].
function cornersOfVertices(triangles, count) {
    const start = new Uint32Array(count + 1);
    for (const v of triangles) start[v + 1]++;
    for (let v = 0; v < count; v++) start[v + 1] += start[v];
    const next = start.slice();
    const list = new Uint32Array(triangles.length);
    for (let i = 0; i < triangles.length; i++) list[next[triangles[i]]++] = i;
    return { start, list };
}

// The normal of a corner is the mean, weighted by area, of the faces at its vertex that continue its own smoothly.
function cornerNormals(positions, triangles) {
    const { normals, areas } = faceNormals(positions, triangles);
    const { start, list } = cornersOfVertices(triangles, positions.length / 3);
    const out = new Float32Array(triangles.length * 3);
    for (let i = 0; i < triangles.length; i++) {
        const own = i - (i % 3);
        const nx = normals[own], ny = normals[own + 1], nz = normals[own + 2];
        let x = 0, y = 0, z = 0;
        // Where hundreds of triangles meet, as at the tip of a cone, comparing all with all would take too long.
        const from = start[triangles[i]];
        const to = Math.min(start[triangles[i] + 1], from + 64);
        for (let k = from; k < to; k++) {
            const other = list[k] - (list[k] % 3);
            if (nx * normals[other] + ny * normals[other + 1] + nz * normals[other + 2] < CREASE) continue;
            const area = areas[other / 3];
            x += normals[other] * area;
            y += normals[other + 1] * area;
            z += normals[other + 2] * area;
        }
        const length = Math.sqrt(x * x + y * y + z * z);
        out[3 * i] = length > 0 ? x / length : nx;
        out[3 * i + 1] = length > 0 ? y / length : ny;
        out[3 * i + 2] = length > 0 ? z / length : nz;
    }
    return out;
}

// ---- Edges --------------------------------------------------------------------------------------------------

// Calls visit(a, b, first, second) for each edge with its two triangles; second is -1 if there is none,
// -2 if there are more. Lists of edges with the same lower vertex find them.
function visitEdges(triangles, count, visit) {
    const head = new Int32Array(count).fill(-1);
    const next = new Int32Array(triangles.length);
    const upper = new Uint32Array(triangles.length);
    const first = new Int32Array(triangles.length);
    const second = new Int32Array(triangles.length);
    let edges = 0;
    for (let i = 0; i < triangles.length; i++) {
        const t = i - (i % 3);
        const a = triangles[i], b = triangles[i % 3 === 2 ? t : i + 1];
        const low = Math.min(a, b), high = Math.max(a, b);
        let k = head[low];
        while (k >= 0 && upper[k] !== high) k = next[k];
        if (k >= 0) second[k] = second[k] === -1 ? t : -2;
        else {
            upper[edges] = high;
            first[edges] = t;
            second[edges] = -1;
            next[edges] = head[low];
            head[low] = edges++;
        }
    }
    for (let low = 0; low < count; low++)
        for (let k = head[low]; k >= 0; k = next[k]) visit(low, upper[k], first[k], second[k]);
}

// Returns the lines of a surface: all edges of its triangles, or only the sharp ones.
export function makeEdges(surface, triangles, wantsAll) {
    const { positions } = surface;
    const ends = [];
    if (triangles.length / 3 <= EDGES_LIMIT) {
        const { normals } = faceNormals(positions, triangles);
        visitEdges(triangles, positions.length / 3, (a, b, first, second) => {
            if (wantsAll || second < 0 || isCrease(normals, first, second)) ends.push(a, b);
        });
    } else if (wantsAll) {
        // Draws each edge twice, which is faster than finding duplicates.
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

function isCrease(normals, first, second) {
    return normals[first] * normals[second] + normals[first + 1] * normals[second + 1] +
           normals[first + 2] * normals[second + 2] < CREASE;
}
