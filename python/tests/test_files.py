# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

"""Files of meshes: what is written is read again, and what is wrong is said with its place."""

import os
import pathlib
import tempfile
import unittest

import numpy as np

import farkas

POINTS = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], dtype=np.float64)
FACES = np.array([[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]], dtype=np.uint32)
MESH = farkas.Mesh(POINTS, FACES)


class Files(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name)

    def test_formats(self):
        for name, form in (("a.stl", None), ("b.obj", None), ("c.ply", None), ("d.off", None), ("e.stl", "stl-ascii"), ("f", "ply-big")):
            path = self.folder / name
            self.assertIsNone(MESH.save(path, format=form))
            for given in (path, str(path), os.fsencode(path)):
                mesh = farkas.load(given)
                self.assertEqual(mesh.volume, MESH.volume)
                if not name.endswith("stl"):
                    self.assertTrue(np.array_equal(mesh.vertices, POINTS))
                    self.assertTrue(np.array_equal(mesh.faces, FACES))

    def test_parts(self):
        path = self.folder / "two.obj"
        path.write_text("o first\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\no second\nv 0 0 1\nv 1 0 1\nv 0 1 1\nf 4 5 6\n")
        self.assertEqual(len(farkas.load(path).faces), 2)
        parts = farkas.load(path, join=False)
        self.assertEqual([part.name for part in parts], ["first", "second"])
        view = parts[1].vertices
        del parts
        self.assertEqual(view[:, 2].tolist(), [1, 1, 1])
        metres = farkas.load(path, join=False, units="m", up="y")
        self.assertEqual([part.name for part in metres], ["first", "second"])
        self.assertEqual(metres[1].vertices.tolist(), [[0, -1000, 0], [1000, -1000, 0], [0, -1000, 1000]])
        self.assertEqual(farkas.load(path, units="m", to="m").vertices.max(), 1)

    def test_errors(self):
        path = self.folder / "bad.obj"
        path.write_text("v 0 0 0\nv 1 0\nf 1 2 3\n")
        with self.assertRaises(farkas.FileError) as caught:
            farkas.load(path)
        self.assertEqual((caught.exception.path, caught.exception.line), (str(path), 2))
        self.assertIsNone(caught.exception.column)
        self.assertEqual(caught.exception.status, "FK_ERROR_SYNTAX")
        self.assertIsInstance(caught.exception, farkas.Error)
        self.assertIn("bad.obj:2:", str(caught.exception))
        with self.assertRaises(farkas.FileError) as caught:
            farkas.load(self.folder)
        self.assertEqual(caught.exception.status, "FK_ERROR_READ")

    def test_huge_count(self):
        """A file that claims more than it has."""
        path = self.folder / "huge.stl"
        path.write_bytes(b"\0" * 80 + (2**32 - 1).to_bytes(4, "little") + b"\0" * 50)
        self.assertRaises(farkas.FileError, farkas.load, path)

    def test_units_beyond_range(self):
        path = self.folder / "far.obj"
        farkas.Mesh(POINTS * 1e307, FACES).save(path)
        self.assertRaises(ValueError, farkas.load, path, units="m")


if __name__ == "__main__":
    unittest.main()
