# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

"""Mesh: from arrays, its views, and what it refuses."""

import unittest

import numpy as np

import farkas

POINTS = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], dtype=np.float64)
FACES = np.array([[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]], dtype=np.uint32)


class Arrays(unittest.TestCase):
    def test_views_keep_the_mesh(self):
        vertices = farkas.Mesh(POINTS, FACES).vertices
        self.assertTrue((vertices == POINTS).all())
        self.assertFalse(vertices.flags.writeable)

    def test_mesh_is_a_copy(self):
        points = POINTS.copy()
        mesh = farkas.Mesh(points, FACES)
        points[:] = np.nan
        self.assertTrue((mesh.vertices == POINTS).all())


if __name__ == "__main__":
    unittest.main()
