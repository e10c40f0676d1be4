# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

"""Random calls with odd arguments: an answer or an exception, and never anything else. FARKAS_SEED and FARKAS_CALLS say which and how many."""

import math
import os
import random
import unittest
import warnings

import numpy as np

import farkas
from farkas import Pose

RNG = np.random.default_rng(1)
POINTS, FACES = RNG.normal(size=(8, 3)), RNG.integers(0, 8, size=(9, 3))

BODIES = [
    farkas.box(2), farkas.sphere(1), farkas.hull(POINTS), farkas.Mesh(POINTS, FACES), farkas.box(1).to_mesh(), farkas.cylinder(1, 2),
    farkas.cone(1, 2), farkas.ellipsoid((1, 2, 3)), farkas.half_space((0, 0, 1)), farkas.point((0, 0, 0)), farkas.capsule(1, 2),
    farkas.segment((0, 0, 0), (1, 1, 1)), farkas.triangle((0, 0, 0), (1, 0, 0), (0, 1, 0)), farkas.tetra((0, 0, 0), np.eye(3)),
    farkas.sphere(1e308), farkas.box((1e308, 1e308, 1e308)), farkas.box((0, 0, 0)), farkas.box((1e-320, 1, 1)), farkas.hull(POINTS * 1e306),
    farkas.segment((-1e308, 0, 0), (1e308, 0, 0)), farkas.Mesh(POINTS * 1e307, FACES), farkas.Mesh(POINTS * 1e-310, FACES),
]
OTHERS = [
    None, 0, 1, -1, 2**63, 2**64, 0.5, -0.0, math.nan, math.inf, 1e308, 5e-324, True, 1j, "", "box", "tetra", "exact", "sphere 0 0 0 1", b"",
    [], (), {}, (1, 2, 3), (1e308, 0, -1e308), (0, 0, 0), (5e-324, 0, 0), np.eye(4), np.eye(3), POINTS, FACES, FACES.astype("u4"), POINTS[::-1],
    POINTS.astype("f4"), POINTS.T, np.empty((0, 3)), RNG.normal(size=(5, 4, 3)), RNG.normal(size=(4, 3, 5)), RNG.normal(size=(4, 3)),
    RNG.integers(0, 5, size=(7, 2)), np.full((3, 3), np.nan), np.full((5, 4, 3), 1e308), np.float32(3), np.array(2.0), object(), int,
    Pose(), Pose((1e308, 0, 0)), Pose((1, 2, 3), rpy=(1, 2, 3)), Pose((5e-324, 0, 0)), [(0, Pose()), (1, Pose((1, 0, 0)))], [(0, None)],
    [(0, None), (0, None)], {"kind": "apart", "n": [1, 0, 0]}, {"kind": "overlapping", "pairs": [[0, 0]] * 4},
]
FUNCTIONS = [
    farkas.answer, farkas.bounds, farkas.box, farkas.box_of, farkas.capsule, farkas.cast, farkas.common_volume, farkas.cone, farkas.contacts,
    farkas.cylinder, farkas.depth, farkas.distance, farkas.ellipsoid, farkas.half_space, farkas.hull, farkas.moving, farkas.pairs, farkas.point,
    farkas.ray, farkas.rays, farkas.relation, farkas.segment, farkas.shape, farkas.sphere, farkas.split, farkas.tetra, farkas.triangle,
    farkas.verdict, farkas.verify, farkas.Mesh, farkas.Pose,
]
NAMES = ["pose_a", "pose_b", "limit", "index", "threads", "kind", "most", "clearance", "end", "method", "edges", "center", "ends", "rpy", "weld"]


def one_call(choose):
    """A function with arguments, or an attribute of a body."""
    some = lambda: choose.choice(BODIES if choose.random() < 0.6 else OTHERS)
    if choose.random() < 0.15:
        body = choose.choice(BODIES)
        member = getattr(body, choose.choice([name for name in dir(body) if name[0] != "_" and name != "save"]))
        if callable(member):
            member(some())
        return
    names = {choose.choice(NAMES): some()} if choose.random() < 0.3 else {}
    choose.choice(FUNCTIONS)(*[some() for _ in range(choose.choice([1, 2, 2, 2, 3, 4]))], **names)


class Random(unittest.TestCase):
    def test_calls(self):
        seed, count = int(os.environ.get("FARKAS_SEED", 1)), int(os.environ.get("FARKAS_CALLS", 20000))
        choose, answered = random.Random(seed), 0
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # those of numpy, about what it is given
            for number in range(count):
                try:
                    one_call(choose)
                    answered += 1
                except (TypeError, ValueError, farkas.Error):
                    pass
                except BaseException as error:
                    raise AssertionError(f"seed {seed}, call {number}") from error
        self.assertGreater(answered, count // 20)


if __name__ == "__main__":
    unittest.main()
