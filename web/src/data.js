// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// The data of the page: see web/README.md; base64 becomes typed arrays.

export function bytesOfBase64(text) {
    const trimmed = text.trim();
    if (Uint8Array.fromBase64) return Uint8Array.fromBase64(trimmed);
    const binary = atob(trimmed);
    const bytes = new Uint8Array(binary.length);
    for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
    return bytes;
}

// Returns a view of all complete elements; trailing bytes are left out.
function elements(Type, text) {
    const bytes = bytesOfBase64(text);
    const count = Math.floor(bytes.byteLength / Type.BYTES_PER_ELEMENT);
    if (bytes.byteOffset % Type.BYTES_PER_ELEMENT !== 0)
        return new Type(bytes.slice().buffer, 0, count);
    return new Type(bytes.buffer, bytes.byteOffset, count);
}

function readMesh(mesh) {
    const vertices = elements(mesh.type === 'f64' ? Float64Array : Float32Array, mesh.vertices);
    const triangles = elements(Uint32Array, mesh.triangles);
    return { vertices, triangles, box: boxOf(vertices) };
}

// Returns the box {min, max} around all vertices, or null without vertices.
export function boxOf(vertices) {
    if (vertices.length < 3) return null;
    const min = [Infinity, Infinity, Infinity];
    const max = [-Infinity, -Infinity, -Infinity];
    for (let i = 0; i < vertices.length; i++) {
        const axis = i % 3;
        if (vertices[i] < min[axis]) min[axis] = vertices[i];
        if (vertices[i] > max[axis]) max[axis] = vertices[i];
    }
    return { min, max };
}

// Returns the data of the page, or null if it has none.
export function readData(page) {
    const element = page.getElementById('farkas-data');
    if (!element) return null;
    const data = JSON.parse(element.textContent);
    data.meshes = data.meshes.map(readMesh);
    data.ignored = new Set((data.ignored ?? []).map(([a, b]) => pairKey(a, b)));
    data.pairOf = new Map(data.pairs.map((pair, k) => [pairKey(pair.a, pair.b), k]));
    return data;
}

// The same for (a, b) and (b, a).
export function pairKey(a, b) {
    return a < b ? `${a} ${b}` : `${b} ${a}`;
}

// Returns the bytes of the WebAssembly module, or null if the page has none.
export function readModule(page) {
    const element = page.getElementById('farkas-module');
    return element && element.textContent.trim() ? bytesOfBase64(element.textContent) : null;
}

// ---- Poses: the rows of (R | t) -----------------------------------------------------------------------------

export const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];

export function multiply(a, b) {
    const out = new Float64Array(12);
    for (let row = 0; row < 12; row += 4)
        for (let column = 0; column < 4; column++)
            out[row + column] = a[row] * b[column] + a[row + 1] * b[4 + column] + a[row + 2] * b[8 + column] +
                                (column === 3 ? a[row + 3] : 0);
    return out;
}

// Rolls about x, pitches about y, then yaws about z, in degrees, about a point that stays fixed; then shifts.
export function displacement([roll, pitch, yaw], point, shift) {
    const [a, b, c] = [roll, pitch, yaw].map((angle) => (angle * Math.PI) / 180);
    const [ca, sa, cb, sb, cc, sc] = [cosine(roll, a), sine(roll, a), cosine(pitch, b), sine(pitch, b), cosine(yaw, c), sine(yaw, c)];
    const turn = [cc * cb, cc * sb * sa - sc * ca, cc * sb * ca + sc * sa, 0,
                  sc * cb, sc * sb * sa + cc * ca, sc * sb * ca - cc * sa, 0, -sb, cb * sa, cb * ca, 0];
    const turned = place(turn, point);
    [3, 7, 11].forEach((at, i) => (turn[at] = point[i] - turned[i] + shift[i]));
    return turn;
}

// Quarter turns are exact, as people who type 90 expect.
const cosine = (degrees, angle) => (degrees % 90 === 0 ? [1, 0, -1, 0][Math.abs(degrees / 90) % 4] : Math.cos(angle));
const sine = (degrees, angle) => (degrees % 90 === 0 ? Math.sign(degrees) * [0, 1, 0, -1][Math.abs(degrees / 90) % 4] : Math.sin(angle));

export function place(pose, point) {
    return [0, 4, 8].map((row) => pose[row] * point[0] + pose[row + 1] * point[1] + pose[row + 2] * point[2] +
                                  pose[row + 3]);
}

// Returns the box around a placed box. Rounding is far below the margin that callers add.
export function placeBox(pose, box) {
    const middle = place(pose, [0, 1, 2].map((i) => (box.min[i] + box.max[i]) / 2));
    const half = [0, 1, 2].map((i) => (box.max[i] - box.min[i]) / 2);
    const reach = [0, 4, 8].map((row) => Math.abs(pose[row]) * half[0] + Math.abs(pose[row + 1]) * half[1] +
                                         Math.abs(pose[row + 2]) * half[2]);
    return { min: middle.map((m, i) => m - reach[i]), max: middle.map((m, i) => m + reach[i]) };
}

export function cornersOf({ min, max }) {
    return [0, 1, 2, 3, 4, 5, 6, 7].map((k) => [k & 1 ? max[0] : min[0], k & 2 ? max[1] : min[1], k & 4 ? max[2] : min[2]]);
}

// ---- Numbers for people -------------------------------------------------------------------------------------

// Four digits are enough on screen; the table has all of them.
export function shortNumber(value) {
    if (!Number.isFinite(value)) return value > 0 ? '∞' : '–';
    if (value === 0) return '0';
    const size = Math.abs(value);
    if (size >= 1e6 || size < 1e-4) return value.toExponential(2).replace('-', '−');
    return String(Number(value.toPrecision(4))).replace('-', '−');
}
