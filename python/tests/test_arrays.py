# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

"""Arrays in any type and layout, views that keep their owner, and what a mesh keeps of its arrays."""

import array
import gc
import unittest

import numpy as np

import farkas

POINTS = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], dtype=np.float64)
FACES = np.array([[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]], dtype=np.uint32)


def misaligned(values):
    """The same numbers, one byte off."""
    room = bytearray(values.nbytes + 1)
    moved = np.ndarray(values.shape, values.dtype, buffer=room, offset=1)
    moved[...] = values
    return moved


class In(unittest.TestCase):
    def check(self, points, faces):
        mesh = farkas.Mesh(points, faces)
        self.assertTrue(np.array_equal(mesh.vertices, POINTS))
        self.assertTrue(np.array_equal(mesh.faces, FACES))

    def test_types(self):
        for dtype in ("f8", "f4", "f2", "i1", "i8", "u2", ">f8", "<f8", "O", "?", "g"):
            self.check(POINTS.astype(dtype), FACES)
        for dtype in ("u4", "i4", "i8", "u8", "u1", ">u4", "i2"):
            self.check(POINTS, FACES.astype(dtype))

    def test_layouts(self):
        wide = np.zeros((8, 6))
        wide[::2, ::2] = POINTS
        for points in (wide[::2, ::2], POINTS[::-1].copy()[::-1], np.asfortranarray(POINTS), POINTS.tolist(), tuple(map(tuple, POINTS)),
                       memoryview(POINTS), misaligned(POINTS), np.ma.masked_array(POINTS)):
            self.check(points, FACES)
        for faces in (np.asfortranarray(FACES), FACES[::-1].copy()[::-1], FACES.tolist(), misaligned(FACES), memoryview(FACES)):
            self.check(POINTS, faces)
        flat = array.array("d", [2.0, 3.0, 4.0])
        self.assertEqual(farkas.box(flat).text, farkas.box((2, 3, 4)).text)

    def test_read_only_input(self):
        points = POINTS.copy()
        points.flags.writeable = False
        self.check(points, FACES)

    def test_empty(self):
        for points in ([], np.empty((0, 3)), np.empty((0, 3), dtype="f4")):
            self.assertRaises(ValueError, farkas.Mesh, points, FACES)
        self.assertEqual(farkas.Mesh(POINTS, np.empty((0, 3), dtype="i8")).faces.shape, (0, 3))

    def test_mesh_is_a_copy(self):
        points, faces = POINTS.copy(), FACES.copy()
        mesh = farkas.Mesh(points, faces)
        points[:] = np.nan
        faces[:] = 2**31
        self.assertTrue(np.array_equal(mesh.vertices, POINTS))
        self.assertEqual(mesh.volume, 1 / 6)

    def test_equal_vertices_are_one(self):
        mesh = farkas.Mesh(np.concatenate([POINTS, POINTS]), FACES + 4)
        self.assertTrue(np.array_equal(mesh.vertices, POINTS))
        self.assertTrue(np.array_equal(mesh.faces, FACES))

    def test_input_is_let_go(self):
        room = bytearray(POINTS.tobytes())
        farkas.hull(np.frombuffer(room).reshape(-1, 3))
        self.assertRaises(ValueError, farkas.hull, np.frombuffer(room))
        gc.collect()
        room.clear()  # BufferError if anything still looked at it


class Out(unittest.TestCase):
    def test_views_keep_their_owner(self):
        vertices, faces = farkas.Mesh(POINTS, FACES).vertices, farkas.Mesh(POINTS, FACES).faces
        corners = farkas.hull(POINTS).points[1:]
        gc.collect()
        noise = [farkas.Mesh(POINTS + i, FACES) for i in range(100)]
        self.assertTrue(np.array_equal(vertices, POINTS))
        self.assertTrue(np.array_equal(faces, FACES))
        self.assertEqual(corners.shape, (3, 3))
        del noise

    def test_views_are_read_only(self):
        mesh = farkas.Mesh(POINTS, FACES)
        self.assertEqual((mesh.vertices.dtype, mesh.faces.dtype), (np.float64, np.uint32))
        for view in (mesh.vertices, mesh.faces):
            with self.assertRaises(ValueError):
                view[0, 0] = 1
            with self.assertRaises(ValueError):
                view.flags.writeable = True

    def test_no_copy(self):
        mesh = farkas.Mesh(POINTS, FACES)
        self.assertEqual(mesh.vertices.ctypes.data, mesh.vertices.ctypes.data)

    def test_buffers_of_views(self):
        base = memoryview(farkas.Mesh(POINTS, FACES).vertices)
        self.assertTrue(base.readonly)
        self.assertEqual((base.format, base.shape), ("d", (4, 3)))
        self.assertEqual(base.tolist(), POINTS.tolist())


if __name__ == "__main__":
    unittest.main()
