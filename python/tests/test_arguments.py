# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

"""What is refused: wrong types, shapes and numbers raise, with the name of the argument, and never crash."""

import math
import unittest

import numpy as np

import farkas

BOX = farkas.box(2)
POINTS = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], dtype=np.float64)
FACES = np.array([[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]], dtype=np.uint32)
MESH = farkas.Mesh(POINTS, FACES)

# Things that are no body, no array and no number.
ODD = [None, 1, "text", b"bytes", [], {}, object(), int, float("nan"), 1j, np.array("x"), np.datetime64("2020-01-01")]


class Raises(RuntimeError):
    """What the odd objects below raise: it has to come through."""


class BadFloat:
    def __float__(self):
        raise Raises("float")


class BadArray:
    def __array__(self, *args, **kwargs):
        raise Raises("array")


class BadSequence:
    def __len__(self):
        return 3

    def __getitem__(self, index):
        raise Raises("item")


class BadIndex:
    def __index__(self):
        raise Raises("index")


class Shrinking:
    """Empties the list that it is in while that is read."""

    def __init__(self, home):
        self.home = home

    def __float__(self):
        self.home.clear()
        return 1.0


class Wrong(unittest.TestCase):
    def refuses(self, kind, call, *args, **names):
        with self.assertRaises(kind, msg=f"{call} {args} {names}"):
            call(*args, **names)

    def test_bodies(self):
        for function in (farkas.verdict, farkas.distance, farkas.depth, farkas.box_of, farkas.contacts, farkas.answer,
                         farkas.relation, farkas.common_volume, farkas.moving):
            for odd in ODD:
                self.refuses(TypeError, function, odd, BOX)
                self.refuses(TypeError, function, BOX, odd)
            self.refuses(TypeError, function)
            self.refuses(TypeError, function, BOX)
            self.refuses(TypeError, function, BOX, BOX, surprise=1)
            self.refuses(TypeError, function, BOX, BOX, a=BOX)
            self.refuses(TypeError, function, *[BOX] * 9)

    def test_poses(self):
        matrix = np.eye(4)
        for odd in ODD[1:] + [np.eye(3), np.eye(5), np.zeros((4, 4)), matrix.reshape(16), matrix[None]]:
            self.refuses((TypeError, ValueError), farkas.verdict, BOX, BOX, odd)
            self.refuses((TypeError, ValueError), farkas.verdict, BOX, MESH, pose_b=odd)
        for row in range(4):
            for column in range(4):
                for value in (math.nan, math.inf, 1e300, -7.0):
                    if row < 3 and column == 3 and math.isfinite(value):
                        continue
                    bad = matrix.copy()
                    bad[row, column] = value
                    self.refuses(ValueError, farkas.Pose, bad)
        self.refuses(ValueError, farkas.Pose, np.diag([1, 1, -1, 1]))
        self.refuses(ValueError, farkas.Pose, np.diag([2, 2, 2, 1]))
        self.refuses(TypeError, farkas.Pose, (0, 0, 0), rpy=(0, 0, 0), rpy_deg=(0, 0, 0))
        self.refuses(TypeError, farkas.Pose, matrix, xyz=(0, 0, 0))
        self.refuses(ValueError, farkas.Pose, xyz=matrix)
        self.refuses(ValueError, farkas.Pose, (0, 0, 0), quat_xyzw=(0, 0, 0, 0))
        self.refuses(ValueError, farkas.Pose, (0, 0, 0), quat_xyzw=(0, 0, 0))
        self.refuses(ValueError, farkas.Pose, (0, 0, math.nan))
        self.refuses(TypeError, farkas.Pose, (0, 0, "1"))
        self.refuses((TypeError, ValueError), farkas.Pose, 7)
        self.refuses((TypeError, ValueError), lambda: farkas.Pose() @ 7)
        self.refuses((TypeError, ValueError), lambda: "7" @ farkas.Pose())
        self.refuses(TypeError, lambda: farkas.Pose() @ None)

    def test_far_away(self):
        """Poses that take a body beyond the range of doubles."""
        away = farkas.Pose((1e308, 0, 0))
        huge = farkas.sphere(1.7e308, center=(1e308, 0, 0))
        for call in (farkas.verdict, farkas.distance, farkas.depth, farkas.contacts, farkas.moving):
            try:
                call(huge, BOX, away)
            except ValueError:
                pass
        self.refuses(ValueError, farkas.relation, farkas.Mesh(POINTS * 1.7e308, FACES), MESH, away)

    def test_shapes(self):
        refuses = self.refuses
        for odd in ODD:
            if not isinstance(odd, int):
                refuses((TypeError, ValueError), farkas.box, odd)
                refuses((TypeError, ValueError), farkas.sphere, odd)
                refuses((TypeError, ValueError), farkas.cylinder, 1, odd)
            refuses((TypeError, ValueError), farkas.hull, odd)
            refuses((TypeError, ValueError), farkas.point, odd)
            refuses((TypeError, ValueError), farkas.capsule, 1, ends=odd)
        for bad in (-1, math.nan, math.inf, (1, 2), (1, 2, 3, 4), (1, -2, 3), (1, math.inf, 3)):
            refuses(ValueError, farkas.box, bad)
            refuses(ValueError, farkas.ellipsoid, bad)
        refuses(TypeError, farkas.box)
        refuses(TypeError, farkas.box, 1, origin=(0, 0, 0), edges=np.eye(3))
        refuses(TypeError, farkas.box, origin=(0, 0, 0))
        refuses(ValueError, farkas.box, origin=(0, 0, 0), edges=np.eye(4))
        self.assertEqual(farkas.box(None, origin=(0, 0, 0), edges=np.eye(3)).kind, "box")
        self.assertEqual(farkas.cone(1, 2, ends=None).kind, "cone")
        refuses(ValueError, farkas.box, origin=(0, 0, 0), edges=np.full((3, 3), math.nan))
        refuses(ValueError, farkas.cone, 1, 0)
        refuses(ValueError, farkas.half_space, (0, 0, 0))
        refuses(ValueError, farkas.hull, np.empty((0, 3)))
        refuses(ValueError, farkas.hull, [[0, 0, math.inf]])
        refuses(TypeError, farkas.Shape)
        refuses(TypeError, type(BOX))

    def test_meshes(self):
        refuses = self.refuses
        for odd in ODD:
            refuses((TypeError, ValueError), farkas.Mesh, odd, FACES)
            if not isinstance(odd, list):
                refuses((TypeError, ValueError), farkas.Mesh, POINTS, odd)
        refuses(ValueError, farkas.Mesh, POINTS[:, :2], FACES)
        refuses(ValueError, farkas.Mesh, POINTS, FACES[0])
        refuses(ValueError, farkas.Mesh, POINTS, FACES + 1)
        refuses(ValueError, farkas.Mesh, POINTS, FACES.astype(np.int64) - 1)
        refuses(ValueError, farkas.Mesh, POINTS, FACES.astype(np.int64) + 2**32)
        refuses(TypeError, farkas.Mesh, POINTS, np.array([[0, 1, 2**63]], dtype=object))
        refuses(TypeError, farkas.Mesh, POINTS, FACES.astype(float))
        refuses(TypeError, farkas.Mesh, POINTS.astype(complex), FACES)
        refuses(TypeError, farkas.Mesh, POINTS.astype(str), FACES)
        refuses(ValueError, farkas.Mesh, [[0, 0, 0], [0, 0]], FACES)
        refuses(ValueError, farkas.Mesh, np.where(POINTS == 1, math.nan, POINTS), FACES)
        refuses(ValueError, farkas.Mesh, np.where(POINTS == 1, math.inf, POINTS), FACES)
        refuses(ValueError, farkas.Mesh, POINTS, FACES, weld=-1)
        refuses(ValueError, farkas.Mesh, POINTS, FACES, weld=math.nan)
        with self.assertRaises(AttributeError):
            MESH.volume = 1
        with self.assertRaises(TypeError):
            class Derived(farkas.Mesh):  # pylint: disable=unused-variable
                pass

    def test_exceptions_come_through(self):
        for bad in (BadFloat(), BadArray(), BadSequence()):
            for call in (farkas.box, farkas.point, farkas.hull, farkas.Pose, farkas.sphere,
                         lambda x: farkas.Mesh(x, FACES), lambda x: farkas.Mesh(POINTS, x),
                         lambda x: farkas.verdict(BOX, BOX, x), lambda x: farkas.ray(BOX, x, (1, 0, 0)),
                         lambda x: farkas.pairs(x, x), lambda x: farkas.box((1, x, 1)),
                         lambda x: farkas.moving(BOX, BOX, [(0, x)])):
                with self.assertRaises((Raises, TypeError, ValueError)):
                    call(bad)
        with self.assertRaises(Raises):
            farkas.box((1, BadFloat(), 1))
        with self.assertRaises(Raises):
            farkas.hull(BadArray())
        with self.assertRaises(Raises):
            farkas.Mesh(BadArray(), FACES)
        with self.assertRaises(Raises):
            farkas.contacts(BOX, BOX, most=BadIndex())
        with self.assertRaises(Raises):
            farkas.load(type("Path", (), {"__fspath__": lambda self: BadFloat().__float__()})())

    def test_list_that_shrinks(self):
        home = []
        home += [Shrinking(home), 2.0, 3.0]
        self.refuses(ValueError, farkas.point, home)
        path = []
        path += [(0, farkas.Pose()), (Shrinking(path), farkas.Pose())]
        farkas.moving(BOX, BOX, path)

    def test_index_that_is_not_there(self):
        with self.assertRaisesRegex(ValueError, r"faces\[1\] has the index 4, of 4 vertices"):
            farkas.Mesh(POINTS[:4], [[0, 1, 2], [0, 1, 4]])
        with self.assertRaisesRegex(ValueError, "weld is negative"):
            farkas.Mesh(POINTS, FACES, weld=-1)

    def test_empty_meshes(self):
        empty = farkas.Mesh(np.empty((0, 3)), np.empty((0, 3), dtype=np.uint32))
        self.assertEqual(empty.vertices.shape, (0, 3))
        self.assertEqual(empty.faces.shape, (0, 3))
        self.assertIsNone(empty.bounds)
        self.assertFalse(empty.is_solid)
        self.assertEqual(empty.defects, [])
        self.refuses(ValueError, farkas.verdict, empty, BOX)
        self.refuses(ValueError, farkas.distance, BOX, empty)
        self.refuses(ValueError, empty.contains, [[0, 0, 0]])
        self.assertEqual(farkas.relation(empty, MESH), "apart")
        self.assertEqual(empty.self_intersections().shape, (0, 2))

    def test_questions(self):
        refuses = self.refuses
        refuses(ValueError, farkas.distance, BOX, BOX, limit=-1)
        refuses(ValueError, farkas.distance, BOX, BOX, limit=math.nan)
        refuses(TypeError, farkas.distance, BOX, BOX, limit="far")
        refuses(ValueError, farkas.ray, BOX, (0, 0, 0), (0, 0, 0))
        refuses(ValueError, farkas.ray, BOX, (0, 0, math.nan), (0, 0, 1))
        refuses(ValueError, farkas.ray, BOX, (0, 0, 0), (0, 0, 1), end=-1)
        refuses(ValueError, farkas.rays, BOX, np.zeros((3, 3)), np.ones((2, 3)))
        refuses(ValueError, farkas.rays, BOX, np.zeros((2, 3)), np.zeros((2, 3)))
        refuses(ValueError, farkas.rays, BOX, np.full((2, 3), math.nan), np.ones((2, 3)))
        refuses(TypeError, farkas.cast, MESH, (1, 0, 0), BOX)
        refuses(ValueError, farkas.contacts, BOX, BOX, most=-1)
        refuses(TypeError, farkas.contacts, BOX, BOX, most=1.5)
        refuses(ValueError, MESH.contains, [[math.nan, 0, 0]])
        refuses(ValueError, MESH.contains, [0, 0, 0])
        refuses(ValueError, farkas.Mesh(POINTS, FACES[:1]).contains, [[0, 0, 0]])
        refuses(ValueError, farkas.moving, BOX, BOX, [])
        refuses(ValueError, farkas.moving, BOX, BOX, [(1, None), (0, None)])
        refuses(ValueError, farkas.moving, BOX, BOX, [(0, None), (math.inf, None)])
        refuses(ValueError, farkas.moving, BOX, BOX, [(0, None)], clearance=-1)
        refuses(ValueError, farkas.moving, BOX, BOX, [(0, None)], tolerance=0)
        refuses(ValueError, farkas.answer, BOX, BOX, method="guess")

    def test_proofs(self):
        proof = farkas.answer(BOX, BOX)["proof"]
        for odd in ([], {}, None, 7, "text", {**proof, "more": 1}, {**proof, "pairs": [[0, -1]]}, {**proof, "kind": "near"},
                    {**proof, "pairs": [[2**40, 0]] * 4}, {"kind": "apart", "n": [1, 2]}):
            self.refuses(ValueError, farkas.verify, BOX, BOX, odd)
        self.refuses(TypeError, farkas.verify, BOX, BOX, {"kind": object()})
        self.refuses(TypeError, farkas.verify, BOX, MESH, proof)
        self.assertFalse(farkas.verify(BOX, farkas.point((9, 9, 9)), proof))
        self.assertFalse(farkas.verify(BOX, BOX, {**proof, "pairs": [[2**32 - 1, 0]] * 4}))

    def test_files(self):
        refuses = self.refuses
        refuses(farkas.FileError, farkas.load, "no/such/file.stl")
        refuses(farkas.FileError, MESH.save, "no/such/folder/file.stl")
        refuses(farkas.FileError, MESH.save, "name-that-tells-nothing")
        refuses(TypeError, farkas.load, 7)
        refuses(ValueError, farkas.load, "nul\0.stl")
        refuses(ValueError, farkas.load, "file.stl", units="furlong")
        refuses(ValueError, farkas.load, "file.stl", up="w")
        refuses(ValueError, farkas.load, "file.stl", format="doc")
        refuses(TypeError, farkas.load, "file.stl", up=2)
        refuses(TypeError, farkas.load, "file.stl", "obj")


if __name__ == "__main__":
    unittest.main()
