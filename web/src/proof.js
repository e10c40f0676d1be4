// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// Proofs in the form of `farkas pairs --json` (docs/json.md), from and to the numbers of the module: all fields of
// fk_certificate in their order. The reader is strict: it rejects a proof with a missing or an extra key.

export const PROOF_NUMBERS = 36;
const MOST_PAIRS = 6;
const MOST_WEIGHT = 2 ** 53;
const AT = { verdict: 0, count: 1, pairs: 2, form: 14, sign: 15, axis: 16, ends: 17, vector: 23, pointForm: 26, point: 27, weights: 30 };

// The keys of a direction, in the order of fk_direction_form.
const FORMS = [[], ['n'], ['facet', 'sign'], ['edge', 'axis', 'sign'], ['axis', 'sign']];
const [NONE, VECTOR, FACET, EDGE] = FORMS.keys();
const [, POINT_VECTOR, POINT_WEIGHTS] = [0, 1, 2];

const slice = (from, at, count) => Array.from(from.subarray(at, at + count));
const pairsAt = (from, at, count) => Array.from({ length: count }, (_, i) => slice(from, at + 2 * i, 2));

export function proofOf(from, verdicts) {
  const count = from[AT.count];
  const form = from[AT.form];
  const pointForm = from[AT.pointForm];
  const proof = { kind: verdicts[from[AT.verdict]] };
  if (count > 0 || (form !== VECTOR && pointForm !== POINT_VECTOR)) proof.pairs = pairsAt(from, AT.pairs, count);
  if (form === VECTOR) proof.n = slice(from, AT.vector, 3);
  if (form === FACET) proof.facet = pairsAt(from, AT.ends, 3);
  if (form === EDGE) proof.edge = pairsAt(from, AT.ends, 2);
  if (form > FACET) proof.axis = from[AT.axis];
  if (form > VECTOR) proof.sign = from[AT.sign];
  if (pointForm === POINT_VECTOR) proof.x = slice(from, AT.point, 3);
  if (pointForm === POINT_WEIGHTS) proof.weights = slice(from, AT.weights, count);
  return proof;
}

// ---- Reading ----

function fail(what) {
  throw new TypeError(`the proof ${what}`);
}

const isWhole = (x, most) => Number.isInteger(x) && x >= 0 && x <= most;

// Returns a copy of an array; holes become undefined.
const copied = (x) => (Array.isArray(x) ? [...x] : []);

function list(proof, key, least, most) {
  const value = copied(proof[key]);
  if (!Array.isArray(proof[key]) || value.length < least || value.length > most)
    fail(`has ${key}: a list of ${least === most ? most : `at most ${most}`}`);
  return value;
}

function putPairs(proof, key, [least, most], at, to) {
  const pairs = list(proof, key, least, most);
  pairs.map(copied).forEach((pair, i) => {
    if (pair.length !== 2 || !pair.every((x) => isWhole(x, 2 ** 32 - 1)))
      fail(`has ${key}: pairs [i, j] of vertex numbers`);
    to.set(pair, at + 2 * i);
  });
  return pairs.length;
}

function putVector(proof, key, at, to) {
  const vector = list(proof, key, 3, 3);
  if (!vector.every((x) => typeof x === 'number')) fail(`has ${key}: three numbers`);
  to.set(vector, at);
}

const READ = {
  kind: (proof, to, verdicts) => {
    to[AT.verdict] = verdicts.indexOf(proof.kind);
    if (!(to[AT.verdict] > 0)) fail('has a kind: apart, touching or overlapping');
  },
  pairs: (proof, to) => {
    to[AT.count] = putPairs(proof, 'pairs', [0, MOST_PAIRS], AT.pairs, to);
  },
  n: (proof, to) => putVector(proof, 'n', AT.vector, to),
  facet: (proof, to) => putPairs(proof, 'facet', [3, 3], AT.ends, to),
  edge: (proof, to) => putPairs(proof, 'edge', [2, 2], AT.ends, to),
  axis: (proof, to) => {
    if (!isWhole(proof.axis, 2)) fail('has an axis: 0, 1 or 2');
    to[AT.axis] = proof.axis;
  },
  sign: (proof, to) => {
    if (proof.sign !== 1 && proof.sign !== -1) fail('has a sign: 1 or -1');
    to[AT.sign] = proof.sign;
  },
  x: (proof, to) => {
    putVector(proof, 'x', AT.point, to);
    to[AT.pointForm] = POINT_VECTOR;
  },
  weights: (proof, to) => {
    const weights = list(proof, 'weights', 0, MOST_PAIRS);
    if (!weights.every((x) => isWhole(x, MOST_WEIGHT))) fail('has weights: whole numbers up to 2^53');
    if (weights.length !== proof.pairs?.length) fail('has a weight for each pair');
    to.set(weights, AT.weights);
    to[AT.pointForm] = POINT_WEIGHTS;
  },
};

// Returns the direction that the keys give; a point has none.
function formOf(proof) {
  const has = (key) => proof[key] !== undefined;
  const keys = ['n', 'facet', 'edge', 'axis', 'sign'].filter(has);
  const form = FORMS.findIndex((names) => names.join() === keys.join());
  if (form < 0) fail('has a direction: n; facet and sign; edge, axis and sign; or axis and sign');
  if (!has('pairs') && !has('n') && !has('x')) fail('has pairs');
  if (has('x') && has('weights')) fail('has x or weights, not both');
  if ((has('x') || has('weights')) && (proof.kind !== 'overlapping' || form !== NONE))
    fail('has x or weights only for overlapping, without a direction');
  return form;
}

export function packProof(given, verdicts) {
  if (given === null || typeof given !== 'object') fail('is an object, as answer() gives it');
  const proof = { ...given }; // so that each getter runs once
  const odd = Object.keys(proof).find((key) => !Object.hasOwn(READ, key));
  if (odd !== undefined) fail(`has an unknown key ${odd}`);
  const to = new Float64Array(PROOF_NUMBERS);
  READ.kind(proof, to, verdicts);
  for (const key of Object.keys(proof)) READ[key](proof, to, verdicts);
  to[AT.form] = formOf(proof);
  return to;
}
