// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// Shapes as objects, in the form of scenes (docs/scene.md), written as words of a pair stream. All but hulls are centred;
// shapes with a length are along z.

function positive(x, what) {
  if (typeof x !== 'number') throw new TypeError(`${what} is a number`);
  if (!(x > 0 && x < Infinity)) throw new RangeError(`${what} is finite and above 0`);
  return x;
}

function numbers(x, count, what) {
  const isList = Array.isArray(x) || ArrayBuffer.isView(x);
  if (!isList || x.length !== count || !Array.from(x).every((value) => typeof value === 'number'))
    throw new TypeError(`${what} is ${count} numbers`);
  if (!x.every(Number.isFinite)) throw new RangeError(`${what} is finite`);
  return Array.from(x);
}

// From the middle of one end to that of the other.
const long = (word) => (fields) => {
  const half = positive(fields.length, `the length of a ${word}`) / 2;
  return `${word} 0 0 ${-half} 0 0 ${half} ${positive(fields.radius, `the radius of a ${word}`)}`;
};

const SHAPES = {
  box: {
    fields: ['size'],
    words: (fields) => {
      const [x, y, z] = numbers(fields.size, 3, 'the size of a box').map((side) => positive(side, 'the size of a box'));
      return `box ${-x / 2} ${-y / 2} ${-z / 2} ${x} 0 0 0 ${y} 0 0 0 ${z}`;
    },
  },
  sphere: { fields: ['radius'], words: (fields) => `sphere 0 0 0 ${positive(fields.radius, 'the radius of a sphere')}` },
  capsule: { fields: ['radius', 'length'], words: long('capsule') },
  cylinder: { fields: ['radius', 'length'], words: long('cylinder') },
  cone: { fields: ['radius', 'length'], words: long('cone') },
  hull: {
    fields: ['points'],
    words: ({ points }) => {
      if (!Array.isArray(points)) throw new TypeError('the points of a hull are an array');
      return `hull ${points.length} ${points.map((point) => numbers(point, 3, 'a point of a hull').join(' ')).join(' ')}`;
    },
  },
};

// { sphere: { radius: 1 } } as 'sphere 0 0 0 1'.
export function wordsOf(shape) {
  const [word, more] = Object.keys(shape);
  if (more !== undefined || !Object.hasOwn(SHAPES, word ?? ''))
    throw new TypeError(`a shape is one of ${Object.keys(SHAPES).join(', ')}, as { sphere: { radius: 1 } }`);
  const fields = shape[word];
  if (fields === null || typeof fields !== 'object') throw new TypeError(`a ${word} is an object`);
  const odd = Object.keys(fields).find((name) => !SHAPES[word].fields.includes(name));
  if (odd !== undefined) throw new TypeError(`a ${word} has ${SHAPES[word].fields.join(', ')}, not ${odd}`);
  return SHAPES[word].words(fields);
}
