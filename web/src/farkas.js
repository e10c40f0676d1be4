// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// Farkas in a browser, or in node: exact verdicts, distances and motions by the library as WebAssembly (farkas.wasm).
// farkas.d.ts and web/README.md document each call. Only this file knows the memory of the
// module: it checks arguments, copies them in, and copies answers out.

import { packProof, proofOf, PROOF_NUMBERS } from './proof.js';
import { wordsOf } from './shape.js';

const NONE = 0xffffffff;
const POSE_NUMBERS = 12;
const PROOF_AT = 2 * POSE_NUMBERS;
const NUMBERS = PROOF_AT + PROOF_NUMBERS;
// The values of fk_status, and of the fields of an answer.
const NO_MEMORY = 2;
const BAD_ARGUMENT = 3;
const NOT_FINITE = 4;
const PART_PROOF = 1;
const PART_POINT = 2;
const PART_PLANE = 4;
const FRAME_KINDS = ['fixed', 'revolute', 'prismatic', 'keys'];
const OLD_FRAME_KINDS = { turns: 'revolute', slides: 'prismatic' }; // for one more version
const TURNS = ['quat_xyzw', 'rpy', 'rpy_deg'];
const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];

// ---- The module -----------------------------------------------------------------------------------------------------

// The first bytes of a gzip file.
function isCompressed(bytes) {
  const head = bytes instanceof ArrayBuffer ? new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength)) : bytes;
  return head[0] === 0x1f && head[1] === 0x8b;
}

function decompress(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).arrayBuffer();
}

// Makes a WebAssembly.Module of farkas.wasm, or of the gzipped file: for pages that load it more than once, as in workers.
export async function compileFarkas(bytes) {
  if (!(bytes instanceof ArrayBuffer || ArrayBuffer.isView(bytes)))
    throw new TypeError('the bytes of farkas.wasm are an ArrayBuffer or a Uint8Array');
  return WebAssembly.compile(isCompressed(bytes) ? await decompress(bytes) : bytes);
}

// source is farkas.wasm, the gzipped file, or a WebAssembly.Module. options.memory bounds the allocated bytes.
export async function loadFarkas(source, options = {}) {
  if (options === null || typeof options !== 'object') throw new TypeError('options are an object');
  const most = options.memory ?? NONE;
  if (!Number.isInteger(most) || most < 0 || most > NONE)
    throw new TypeError('memory is a whole number of bytes, below 2^32');
  const module = source instanceof WebAssembly.Module ? source : await compileFarkas(source);
  const { exports } = await WebAssembly.instantiate(module);
  if (typeof exports.web_open !== 'function') throw new TypeError('the module is not that of farkas.wasm');
  exports._initialize();
  return new Farkas(new Calls(exports, most));
}

// The exports, with their input and output in memory. Views of memory are made for each call, because it moves when it grows.
class Calls {
  constructor(exports, most) {
    this.exports = exports;
    this.isBroken = false;
    this.check(exports.web_open(most));
    this.numberAt = exports.web_number();
    this.verdicts = [0, 1, 2, 3].map((verdict) => this.textAt(exports.web_verdict_name(verdict)));
  }

  numbers() {
    const { buffer } = this.exports.memory;
    if (this.view?.buffer !== buffer) this.view = new Float64Array(buffer, this.numberAt, NUMBERS);
    return this.view;
  }

  textAt(address) {
    const bytes = new Uint8Array(this.exports.memory.buffer);
    return new TextDecoder().decode(bytes.slice(address, bytes.indexOf(0, address)));
  }

  // A call that fails during its work, as without stack, leaves a module that cannot be trusted any more.
  run(name, ...args) {
    if (this.isBroken) throw new Error('this module has failed before; load it again');
    try {
      return this.exports[name](...args);
    } catch (cause) {
      this.isBroken = true;
      throw new Error(`the module failed: ${cause.message}`, { cause });
    }
  }

  check(status, detail = '') {
    if (status === 0) return;
    const error = new Error(this.textAt(this.exports.web_status_text(status)) + (detail && `: ${detail}`));
    error.status = this.textAt(this.exports.web_status_name(status));
    throw error;
  }

  // Only errors in the format of a text have a place.
  checkText(status) {
    if (status === 0) return;
    const [line, column] = this.numbers();
    const message = this.textAt(this.exports.web_message());
    try {
      this.check(status, line > 0 ? `line ${line}, column ${column}: ${message}` : message);
    } catch (error) {
      throw line > 0 ? Object.assign(error, { line, column }) : error;
    }
  }

  // Runs work(addresses) with blocks of these sizes, which live only during the call.
  withBlocks(sizes, work) {
    const blocks = [];
    try {
      for (const size of sizes) {
        const block = size < NONE ? this.run('web_allocate', size) : 0;
        if (block === 0) this.check(NO_MEMORY);
        blocks.push(block);
      }
      return work(...blocks);
    } finally {
      if (!this.isBroken) blocks.forEach((block, i) => this.run('web_release', block, sizes[i]));
    }
  }

  // Makes a call whose last argument receives a handle.
  make(name, args, check = (status) => this.check(status)) {
    return this.withBlocks([4], (out) => {
      check(this.run(name, ...args, out));
      return new Uint32Array(this.exports.memory.buffer, out, 1)[0];
    });
  }

  floats(block, values) {
    new Float64Array(this.exports.memory.buffer, block, values.length).set(values);
  }

  bytes(block, length) {
    return new Uint8Array(this.exports.memory.buffer, block, length);
  }
}

// ---- Arguments ------------------------------------------------------------------------------------------------------

const isNumbers = (x) => Array.isArray(x) || (ArrayBuffer.isView(x) && typeof x.length === 'number' && typeof x[0] !== 'bigint');

// Arguments are copied first: an array may have holes, and its elements may be getters that change it, free bodies, or
// call the same module.
function list(x, what) {
  if (!Array.isArray(x)) throw new TypeError(`${what} is an array`);
  return [...x];
}

// Accepts only numbers: a typed array would convert a text or null silently.
function numbers(x, what) {
  if (!isNumbers(x)) throw new TypeError(`${what} is an array of numbers`);
  if (!Array.isArray(x)) return new Float64Array(x);
  const own = [...x];
  if (!own.every((value) => typeof value === 'number')) throw new TypeError(`${what} has numbers only`);
  return own;
}

function finite(x, count, what, calls) {
  const own = numbers(x, what);
  if (own.length !== count) throw new TypeError(`${what} has ${count} numbers, not ${own.length}`);
  if (!own.every(Number.isFinite)) calls.check(NOT_FINITE, what);
  return own;
}

function finiteNumber(x, what, calls) {
  if (typeof x !== 'number') throw new TypeError(`${what} is a number`);
  if (!Number.isFinite(x)) calls.check(NOT_FINITE, what);
  return x;
}

// A whole number below 2^32 - 1, or -1 for null.
function index(x, what) {
  if (x === null || x === undefined) return -1;
  if (!Number.isInteger(x) || x < 0 || x >= NONE) throw new TypeError(`${what} is a whole number, or null`);
  return x;
}

function wholeNumbers(x, what) {
  const own = numbers(x, what);
  if (!own.every((value) => Number.isInteger(value) && value >= 0 && value <= NONE))
    throw new TypeError(`${what} has whole numbers only`);
  return own;
}

function triples(x, what) {
  if (x.length % 3 !== 0) throw new TypeError(`${what} has three numbers for each, so not ${x.length}`);
  return x;
}

function text(x) {
  if (typeof x !== 'string') throw new TypeError('the text is a string');
  return new TextEncoder().encode(x);
}

// ---- Bodies ---------------------------------------------------------------------------------------------------------

// A body of a module. Its address is 0 after free.
class Body {
  #calls;
  #address;
  #isMesh;

  constructor(calls, address, isMesh) {
    this.#calls = calls;
    this.#address = address;
    this.#isMesh = isMesh;
  }

  static isMesh(body) {
    return body instanceof Body && body.#isMesh;
  }

  static addressOf(body, calls, what) {
    if (!(body instanceof Body)) throw new TypeError(`${what} is a body of mesh() or piece()`);
    if (body.#calls !== calls) throw new TypeError(`${what} is a body of another module`);
    if (body.#address === 0) throw new Error(`${what} was freed`);
    return body.#address;
  }

  static free(body, calls) {
    calls.run('web_free', Body.addressOf(body, calls, 'the body'));
    body.#address = 0;
  }
}

class Farkas {
  #calls;

  constructor(calls) {
    this.#calls = calls;
  }

  get version() {
    return this.#calls.textAt(this.#calls.run('web_version'));
  }

  // The bytes used by bodies and motions.
  get allocated() {
    return this.#calls.run('web_allocated') >>> 0;
  }

  mesh(vertices, triangles) {
    const calls = this.#calls;
    const numbersOfPoints = triples(numbers(vertices, 'vertices'), 'vertices');
    const indices = triples(wholeNumbers(triangles, 'triangles'), 'triangles');
    return calls.withBlocks([8 * numbersOfPoints.length, 4 * indices.length], (points, corners) => {
      calls.floats(points, numbersOfPoints);
      new Uint32Array(calls.exports.memory.buffer, corners, indices.length).set(indices);
      const args = [points, numbersOfPoints.length / 3, corners, indices.length / 3];
      return new Body(calls, calls.make('web_mesh', args), true);
    });
  }

  piece(shape) {
    const calls = this.#calls;
    const words = shape !== null && typeof shape === 'object' ? wordsOf(shape) : shape;
    const bytes = text(`${text(words) && words.trim()} point 0 0 0`);
    return calls.withBlocks([bytes.length], (block) => {
      calls.bytes(block, bytes.length).set(bytes);
      const check = (status) => calls.checkText(status);
      return new Body(calls, calls.make('web_piece', [block, bytes.length], check), false);
    });
  }

  free(body) {
    Body.free(body, this.#calls);
  }

  // Stores poses in the numbers; null means the identity.
  #setPoses(poses, names) {
    const calls = this.#calls;
    const own = poses.map((pose, k) => (pose === null ? IDENTITY : finite(pose, POSE_NUMBERS, names[k], calls)));
    own.forEach((pose, k) => {
      calls.numbers().set(pose, POSE_NUMBERS * k);
      if (!calls.run('web_is_rigid', k)) calls.check(BAD_ARGUMENT, `${names[k]} is not rigid`);
    });
  }

  // Reads foreign values before addresses.
  #place(a, poseA, b, poseB) {
    const calls = this.#calls;
    this.#setPoses([poseA, poseB], ['the pose of a', 'the pose of b']);
    return [Body.addressOf(a, calls, 'a'), Body.addressOf(b, calls, 'b')];
  }

  verdict(a, poseA, b, poseB) {
    const calls = this.#calls;
    calls.check(calls.run('web_verdict', ...this.#place(a, poseA, b, poseB)));
    return calls.verdicts[calls.numbers()[0]];
  }

  distance(a, poseA, b, poseB, limit = Infinity) {
    const calls = this.#calls;
    if (typeof limit !== 'number') throw new TypeError('the limit is a number');
    calls.check(calls.run('web_distance', ...this.#place(a, poseA, b, poseB), limit));
    const [lo, hi, ...rest] = calls.numbers();
    const has = hi < Infinity;
    const part = (k) => (has && rest[k] >= 0 ? rest[k] : null);
    return {
      lo,
      hi,
      pointA: has ? rest.slice(0, 3) : null,
      pointB: has ? rest.slice(3, 6) : null,
      partA: part(6),
      partB: part(7),
    };
  }

  box(a, pose) {
    const calls = this.#calls;
    this.#setPoses([pose], ['the pose']);
    calls.check(calls.run('web_box', Body.addressOf(a, calls, 'a')));
    const at = calls.numbers();
    return { min: [...at.subarray(0, 3)], max: [...at.subarray(3, 6)] };
  }

  pose(place) {
    const calls = this.#calls;
    if (place === null || typeof place !== 'object') throw new TypeError('a pose is made of an object');
    const turns = TURNS.filter((name) => place[name] !== undefined);
    const odd = Object.keys(place).find((name) => name !== 'xyz' && !TURNS.includes(name));
    if (odd !== undefined || turns.length > 1) throw new TypeError(`a pose has xyz, and one of ${TURNS.join(', ')}`);
    const [name = 'quat_xyzw'] = turns;
    const xyz = finite(place.xyz ?? [0, 0, 0], 3, 'xyz', calls);
    const turn = finite(place[name] ?? [0, 0, 0, 1], name === 'quat_xyzw' ? 4 : 3, name, calls);
    calls.numbers().set(xyz);
    calls.numbers().set(turn, 3);
    calls.check(calls.run('web_pose', TURNS.indexOf(name)), name);
    return calls.numbers().slice(0, POSE_NUMBERS);
  }

  multiply(poseA, poseB) {
    const calls = this.#calls;
    this.#setPoses([poseA, poseB], ['the first pose', 'the second pose']);
    calls.run('web_multiply');
    return calls.numbers().slice(0, POSE_NUMBERS);
  }

  answer(a, poseA, b, poseB) {
    const calls = this.#calls;
    const addresses = this.#placePieces(a, poseA, b, poseB);
    calls.check(calls.run('web_answer', ...addresses));
    const [verdict, parts, ...rest] = calls.numbers();
    return {
      verdict: calls.verdicts[verdict],
      point: parts & PART_POINT ? rest.slice(0, 3) : null,
      normal: parts & PART_PLANE ? rest.slice(3, 6) : null,
      gap: parts & PART_PLANE ? rest[6] : null,
      proof: parts & PART_PROOF ? proofOf(calls.numbers().subarray(PROOF_AT), calls.verdicts) : null,
    };
  }

  verify(a, poseA, b, poseB, proof) {
    const calls = this.#calls;
    const packed = packProof(proof, calls.verdicts);
    const addresses = this.#placePieces(a, poseA, b, poseB);
    calls.numbers().set(packed, PROOF_AT);
    calls.check(calls.run('web_verify', ...addresses));
    return calls.numbers()[0] === 1;
  }

  #placePieces(a, poseA, b, poseB) {
    if (Body.isMesh(a) || Body.isMesh(b)) throw new TypeError('proofs are about pieces, not meshes');
    return this.#place(a, poseA, b, poseB);
  }

  pairs(words) {
    const calls = this.#calls;
    const bytes = text(words);
    return calls.withBlocks([bytes.length], (block) => {
      calls.bytes(block, bytes.length).set(bytes);
      calls.checkText(calls.run('web_pairs', block, bytes.length));
      const found = calls.bytes(block, calls.numbers()[0]);
      return Array.from(found, (verdict) => calls.verdicts[verdict]);
    });
  }

  motion(frames, tracks = []) {
    return new Motion(this.#calls, frames, tracks);
  }
}

// ---- Motions --------------------------------------------------------------------------------------------------------

// Packs the numbers of a frame as web_motion reads them, followed by those of its keys.
function packFrame(frame, i, calls, keysOfAll) {
  const what = `frame ${i}`;
  if (frame === null || typeof frame !== 'object') throw new TypeError(`${what} is an object`);
  const keys = list(frame.keys ?? [], `keys of ${what}`).map((key, k) => finite(key, 8, `key ${k} of ${what}`, calls));
  keys.forEach((key) => keysOfAll.push(...key));
  const kind = FRAME_KINDS.indexOf(OLD_FRAME_KINDS[frame.kind] ?? frame.kind ?? 'fixed');
  if (kind < 0) throw new TypeError(`the kind of ${what} is ${FRAME_KINDS.join(', ')}`);
  return [
    index(frame.parent, `the parent of ${what}`),
    ...finite(frame.origin ?? IDENTITY, 12, `the origin of ${what}`, calls),
    kind,
    ...finite(frame.axis ?? [0, 0, 0], 3, `the axis of ${what}`, calls),
    index(frame.track, `the track of ${what}`),
    index(frame.variable, `the variable of ${what}`),
    finiteNumber(frame.factor ?? 1, `the factor of ${what}`, calls),
    finiteNumber(frame.offset ?? 0, `the offset of ${what}`, calls),
    keys.length,
  ];
}

function packTracks(tracks, calls) {
  const packed = [];
  tracks.forEach((track, i) => {
    const what = `track ${i}`;
    const times = numbers(track?.time, `the time of ${what}`);
    const rows = list(track.value, `the value of ${what}`).map((row) => numbers(row, `the value of ${what}`));
    if (rows.length !== times.length) throw new TypeError(`${what} has a row of values for each time`);
    const variables = rows.length > 0 ? rows[0].length : 0;
    packed.push(variables, times.length);
    for (const time of times) packed.push(finiteNumber(time, `a time of ${what}`, calls));
    rows.forEach((row) => {
      for (const value of finite(row, variables, `a row of ${what}`, calls)) packed.push(value);
    });
  });
  return packed;
}

class Motion {
  #calls;
  #address;

  constructor(calls, frames, tracks) {
    const [ownFrames, ownTracks, keys] = [list(frames, 'frames'), list(tracks, 'tracks'), []];
    const packed = ownFrames.flatMap((frame, i) => packFrame(frame, i, calls, keys));
    const values = packTracks(ownTracks, calls);
    this.#calls = calls;
    const sizes = [packed, keys, values].map((x) => 8 * x.length);
    this.#address = calls.withBlocks(sizes, (frameBlock, keyBlock, trackBlock) => {
      calls.floats(frameBlock, packed);
      calls.floats(keyBlock, keys);
      calls.floats(trackBlock, values);
      return calls.make('web_motion', [frameBlock, ownFrames.length, keyBlock, trackBlock, ownTracks.length]);
    });
  }

  #live() {
    if (this.#address === 0) throw new Error('the motion was freed');
    return this.#address;
  }

  pose(frame, time) {
    const calls = this.#calls;
    const address = this.#live();
    const at = index(frame, 'the frame');
    calls.check(calls.run('web_motion_pose', address, at, finiteNumber(time, 'the time', calls)));
    return calls.numbers().slice(0, 12);
  }

  get span() {
    this.#calls.run('web_motion_span', this.#live());
    return [...this.#calls.numbers().subarray(0, 2)];
  }

  free() {
    this.#calls.run('web_motion_free', this.#live());
    this.#address = 0;
  }
}
