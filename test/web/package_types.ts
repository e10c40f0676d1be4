// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// What a program with types may write, and what tsc must refuse: package.mjs compiles this.

import { compileFarkas, load, loadFarkas } from 'farkas';
import type { Answer, Body, Distance, Farkas, FarkasError, Motion, Pose, Proof, Shape, Verdict } from 'farkas';

const farkas: Farkas = await load({ memory: 1 << 20 });
const other: Farkas = await loadFarkas(await compileFarkas(new Uint8Array(8)));
const shape: Shape = { cylinder: { radius: 1, length: 2 } };
const a: Body = farkas.piece(shape);
const b: Body = farkas.mesh(new Float32Array(9), [0, 1, 2]);
const pose: Pose = farkas.pose({ xyz: [1, 2, 3], quat_xyzw: [0, 0, 0, 1] });
const verdict: Verdict = farkas.verdict(a, null, b, pose);
const distance: Distance = farkas.distance(a, pose, b, null, 5);
const [x, y, z]: [number, number, number] = distance.pointA ?? farkas.box(b, pose).min;
const answer: Answer = farkas.answer(a, null, farkas.piece('sphere 0 0 0 1'), null);
const proof: Proof | null = answer.proof;
if (proof !== null) console.log(farkas.verify(a, null, a, pose, proof), verdict, x + y + z, other.version);
const motion: Motion = farkas.motion([{ kind: 'prismatic', axis: [1, 0, 0], offset: 2 }]);
console.log(motion.pose(null, motion.span[0]).length, farkas.pairs('').length, farkas.multiply(pose, null));
try {
  motion.free();
} catch (error) {
  console.log((error as FarkasError).status, (error as FarkasError).line);
}

// @ts-expect-error: a pose is always said, if only as null
farkas.verdict(a, b);
// @ts-expect-error: not a body
farkas.box({}, pose);
// @ts-expect-error: no such shape
farkas.piece({ ball: { radius: 1 } });
// @ts-expect-error: the length is missing
farkas.piece({ cone: { radius: 1 } });
// @ts-expect-error: a text is no list of numbers
farkas.mesh('0 0 0', [0, 1, 2]);
// @ts-expect-error: the verdict is a word
verdict === 1;
// @ts-expect-error: nobody can tell where w is
farkas.pose({ quat: [0, 0, 0, 1] });
// @ts-expect-error: memory is a number
await load({ memory: '1' });
