// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// Types of farkas.js. Verdicts and distances are those of farkas/collider.h, motions those of farkas/motion.h, bit for bit.

/** Twelve finite numbers: the rows of (R | t). x goes to R x + t. */
export type Pose = ArrayLike<number>;
export type Verdict = 'undecided' | 'apart' | 'touching' | 'overlapping';

/** A mesh or a piece, ready for questions. It takes memory of the module until it is given to `Farkas.free`. */
export interface Body {
  readonly __farkasBody: unique symbol;
}

export interface Distance {
  /** The distance lies between lo and hi; both are 0 where the bodies meet. */
  lo: number;
  /** Infinity when the bodies are further apart than the limit: then there are no points and parts. */
  hi: number;
  pointA: [number, number, number] | null;
  pointB: [number, number, number] | null;
  /** The triangle, or 0 for a piece, on which the point is; null where one body is inside a solid. */
  partA: number | null;
  partB: number | null;
}

export interface Box {
  min: [number, number, number];
  max: [number, number, number];
}

export interface Frame {
  /** An earlier frame; null: the world. */
  parent?: number | null;
  /** Where it stands in its parent: rigid. */
  origin?: Pose;
  kind?: 'fixed' | 'turns' | 'slides' | 'keys';
  axis?: ArrayLike<number>;
  /** The value is factor * variable + offset; without a variable it is the offset. */
  track?: number | null;
  variable?: number | null;
  factor?: number;
  offset?: number;
  /** [time, x, y, z, qx, qy, qz, qw] each; times increase. */
  keys?: ArrayLike<number>[];
}

export interface Track {
  /** Increasing. */
  time: ArrayLike<number>;
  /** For each time the values of all variables. */
  value: ArrayLike<number>[];
}

export interface Motion {
  /** Where a frame is at a time; null is the world. */
  pose(frame: number | null, time: number): Float64Array;
  /** From the first to the last of all times. */
  readonly span: [number, number];
  free(): void;
}

/** What the library found wrong. Its message begins with the words of fk_status_text. */
export interface FarkasError extends Error {
  status: string;
  /** Where a text does not follow the format, from 1. */
  line?: number;
  column?: number;
}

/** Calls throw a TypeError for arguments of another type or length, a FarkasError for what the library refuses, and an Error
 * for a body or motion that was freed. */
export interface Farkas {
  readonly version: string;
  /** Bytes that bodies and motions take. */
  readonly allocated: number;
  /** Three numbers per vertex, three indices per triangle. Equal vertices are one. A closed mesh is a solid. */
  mesh(vertices: ArrayLike<number>, triangles: ArrayLike<number>): Body;
  /** A convex piece, as in the pair stream: 'sphere 0 0 0 1'. */
  piece(text: string): Body;
  free(body: Body): void;
  verdict(a: Body, poseA: Pose, b: Body, poseB: Pose): Verdict;
  /** What is further apart than the limit need not be measured. */
  distance(a: Body, poseA: Pose, b: Body, poseB: Pose, limit?: number): Distance;
  /** A box around it; that of a mesh may be an eighth too wide. */
  box(a: Body, pose: Pose): Box;
  /** poseA after poseB. */
  multiply(poseA: Pose, poseB: Pose): Float64Array;
  /** A verdict for each pair of a pair stream, in order. */
  pairs(text: string): Verdict[];
  motion(frames: Frame[], tracks?: Track[]): Motion;
}

export interface FarkasOptions {
  /** How many bytes may be allocated; without, as many as the machine gives. */
  memory?: number;
}

/** Of farkas.wasm, or of the same after gzip: to be loaded more than once, as in workers. */
export function compileFarkas(bytes: ArrayBuffer | Uint8Array): Promise<WebAssembly.Module>;

/** source is farkas.wasm, the same after gzip, or a module of it. */
export function loadFarkas(
  source: ArrayBuffer | Uint8Array | WebAssembly.Module,
  options?: FarkasOptions,
): Promise<Farkas>;
