// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// Types of farkas.js. Verdicts and distances are those of farkas/collider.h, motions those of farkas/motion.h, bit for bit.

/** Numbers in an array, or in a typed array; they are copied. */
export type Numbers = readonly number[] | Float64Array | Float32Array | Int32Array | Uint32Array | Int16Array | Uint16Array | Int8Array | Uint8Array | Uint8ClampedArray;
export type Vector = [number, number, number];
/** Twelve finite numbers: the rows of (R | t). x becomes R x + t. R is a rotation, up to 1e-6. */
export type Pose = Numbers;
export type Verdict = 'undecided' | 'apart' | 'touching' | 'overlapping';

/** A convex piece as in a scene. Lengths are finite and above 0. All but hulls are centred; shapes with a length are along z. */
export type Shape =
  | { box: { size: Numbers } }
  | { sphere: { radius: number } }
  | { capsule: { radius: number; length: number } }
  | { cylinder: { radius: number; length: number } }
  | { cone: { radius: number; length: number } }
  | { hull: { points: readonly Numbers[] } };

/** A pose: a position xyz, and a rotation by a quaternion of any length but 0, or by angles about the fixed axes x, y, z in that order,
 * in radians or degrees. */
export interface Place {
  xyz?: Numbers;
  quat_xyzw?: Numbers;
  rpy?: Numbers;
  rpy_deg?: Numbers;
}

/** Vertex i of the first piece with vertex j of the second. */
export type VertexPair = [number, number];

/** A certificate that proves a verdict, as `farkas pairs --json` writes it; docs/json.md explains the keys. */
export interface Proof {
  kind: 'apart' | 'touching' | 'overlapping';
  pairs?: VertexPair[];
  n?: Vector;
  facet?: VertexPair[];
  edge?: VertexPair[];
  axis?: number;
  sign?: number;
  x?: Vector;
  weights?: number[];
}

export interface Answer {
  verdict: Verdict;
  /** A common point, if the pieces meet. */
  point: Vector | null;
  /** From a to b, of length 1, and the separation along it, rounded down; if the pieces do not overlap. */
  normal: Vector | null;
  gap: number | null;
  /** Null only if the verdict is undecided. */
  proof: Proof | null;
}

/** A mesh or a piece, prepared for queries. It uses memory of the module until `Farkas.free`. */
export interface Body {
  /** Does not exist: it only makes the type unique. */
  readonly __farkasBody: unique symbol;
}

export interface Distance {
  /** The distance lies between lo and hi; both are 0 if the bodies meet. */
  lo: number;
  /** Infinity if the bodies are farther apart than the limit: then there are no points and parts. */
  hi: number;
  pointA: Vector | null;
  pointB: Vector | null;
  /** The triangle of the point, or 0 for a piece; null if one body is inside a solid. */
  partA: number | null;
  partB: number | null;
}

export interface Box {
  min: Vector;
  max: Vector;
}

export interface Frame {
  /** An earlier frame; null: the world. */
  parent?: number | null;
  /** Its pose in its parent: rigid. */
  origin?: Pose;
  kind?: 'fixed' | 'revolute' | 'prismatic' | 'keys';
  axis?: Numbers;
  /** The value is factor * variable + offset; without a variable it is the offset. */
  track?: number | null;
  variable?: number | null;
  factor?: number;
  offset?: number;
  /** [time, x, y, z, qx, qy, qz, qw] each; times increase. */
  keys?: readonly Numbers[];
}

export interface Track {
  /** Increasing. */
  time: Numbers;
  /** For each time the values of all variables. */
  value: readonly Numbers[];
}

export interface Motion {
  /** Returns the pose of a frame at a time; null is the world. */
  pose(frame: number | null, time: number): Float64Array;
  /** From the first to the last of all times. */
  readonly span: [number, number];
  free(): void;
}

/** An error of the library. Its message begins with the words of fk_status_text. */
export interface FarkasError extends Error {
  status: string;
  /** The place of an error in a text, from 1. */
  line?: number;
  column?: number;
}

/** Calls throw a TypeError for arguments of another type or length, a RangeError for sizes of a shape that are not above 0, a
 * FarkasError for errors of the library, and an Error for a freed body or motion. A pose may be null: the identity. */
export interface Farkas {
  readonly version: string;
  /** The bytes used by bodies and motions. */
  readonly allocated: number;
  /** Makes a mesh: three numbers per vertex, three indices per triangle. Equal vertices are merged. A closed mesh is a solid. */
  mesh(vertices: Numbers, triangles: Numbers): Body;
  /** Makes a convex piece: of a shape, or of words as in the pair stream, 'sphere 0 0 0 1'. */
  piece(shape: Shape | string): Body;
  free(body: Body): void;
  verdict(a: Body, poseA: Pose | null, b: Body, poseB: Pose | null): Verdict;
  /** Distances beyond the limit need not be measured. */
  distance(a: Body, poseA: Pose | null, b: Body, poseB: Pose | null, limit?: number): Distance;
  /** Returns a box around it; that of a mesh may be an eighth too wide. */
  box(a: Body, pose: Pose | null): Box;
  /** Returns the verdict on two pieces, with its proof. */
  answer(a: Body, poseA: Pose | null, b: Body, poseB: Pose | null): Answer;
  /** Returns whether the proof proves its verdict for these pieces, exactly. */
  verify(a: Body, poseA: Pose | null, b: Body, poseB: Pose | null, proof: Proof): boolean;
  pose(place: Place): Float64Array;
  /** Returns the pose that applies poseB, then poseA. */
  multiply(poseA: Pose | null, poseB: Pose | null): Float64Array;
  /** Returns a verdict for each pair of a pair stream, in order. */
  pairs(text: string): Verdict[];
  motion(frames: Frame[], tracks?: Track[]): Motion;
}

export interface FarkasOptions {
  /** The limit of allocated bytes; default: that of the machine. */
  memory?: number;
}

/** Compiles farkas.wasm, or the gzipped file: to load it more than once, as in workers. */
export function compileFarkas(bytes: ArrayBuffer | Uint8Array): Promise<WebAssembly.Module>;

/** source is farkas.wasm, the gzipped file, or a module of it. */
export function loadFarkas(
  source: ArrayBuffer | Uint8Array | WebAssembly.Module,
  options?: FarkasOptions,
): Promise<Farkas>;
