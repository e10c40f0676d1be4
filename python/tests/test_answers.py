# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

"""Answers are those of `farkas pairs --json`, and the proofs of one hold for the other."""

import json
import unittest

import numpy as np

import farkas
from support import command, needs_command

PLACES = [farkas.Pose((0.25, 0.5, 0.125)), farkas.Pose((1, 0, 0)), farkas.Pose((9, 1, 2), rpy=(1, 2, 3))]
SHAPES = [
    farkas.box(origin=(0, 0, 0), edges=np.eye(3)), farkas.tetra((0, 0, 0), np.eye(3)), farkas.sphere(0.5), farkas.capsule(0.5, 1),
    farkas.cylinder(0.5, 1), farkas.cone(0.5, 1), farkas.ellipsoid((0.5, 1, 2)), farkas.point((0, 0, 0)), farkas.segment((0, 0, 0), (1, 1, 1)),
    farkas.triangle((0, 0, 0), (1, 0, 0), (0, 1, 0)), farkas.half_space((0, 0, 1)),
    farkas.hull([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1]]),
]


@needs_command
class Command(unittest.TestCase):
    def test_same_answers(self):
        pairs = [(a, b.place(place)) for place in PLACES for a in SHAPES for b in SHAPES]
        text = "".join(f"{a.text} {b.text}\n" for a, b in pairs)
        lines = [json.loads(line) for line in command("pairs", "--json", text=text).splitlines()]
        self.assertEqual(len(lines), len(pairs))
        for (a, b), line in zip(pairs, lines):
            del line["pair"]
            found = farkas.answer(a, b)
            if "hull" in (a.kind, b.kind):  # whose faces are known here, so that another proof may be found
                self.assertEqual(found["verdict"], line["verdict"])
            else:
                self.assertEqual(found, line)
            if "proof" in line:
                self.assertTrue(farkas.verify(a, b, line["proof"]))


if __name__ == "__main__":
    unittest.main()
