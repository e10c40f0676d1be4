# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

"""pairs: batches of cells in any layout, against the verdicts on single pairs."""

import unittest

import numpy as np

import farkas


def cells(count, seed):
    """Cells on a small grid of whole numbers, so that many touch."""
    return np.random.default_rng(seed).integers(-3, 4, size=(count, 4, 3)).astype(np.float64)


A, B = cells(1500, 1), cells(1500, 2)
EXPECTED = np.array([
    farkas.VERDICTS.index(farkas.verdict(farkas.box(origin=a[0], edges=a[1:]), farkas.box(origin=b[0], edges=b[1:])))
    for a, b in zip(A, B)
])


def columns(values):
    return np.ascontiguousarray(values.transpose(1, 2, 0))


class Layouts(unittest.TestCase):
    def same(self, a, b, expected=EXPECTED, **names):
        found = farkas.pairs(a, b, **names)
        self.assertEqual(found.dtype, np.uint8)
        self.assertTrue(np.array_equal(found, expected))

    def test_all_verdicts_are_there(self):
        self.assertEqual(set(EXPECTED), {1, 2, 3})

    def test_layouts(self):
        wide = np.zeros((3000, 5, 6))
        wide[::2, 1:, ::2] = A
        for a in (A, columns(A), columns(A).transpose(2, 0, 1), np.asfortranarray(A), A[::-1].copy()[::-1], wide[::2, 1:, ::2],
                  A.astype("f4"), columns(A).astype("f4"), A.astype("i8"), A.astype(">f8"), A.tolist()):
            for b in (B, columns(B), columns(B).astype("f4")):
                self.same(a, b)

    def test_threads(self):
        for threads in (0, 1, 2, 5):
            self.same(A, columns(B), threads=threads)
            self.same(columns(A), columns(B), threads=threads)

    def test_one_against_many(self):
        expected = farkas.pairs(np.repeat(A[:1], len(B), axis=0), B)
        for one in (A[0], A[:1], columns(A[:1]), A[0].astype("f4"), np.asfortranarray(A[0])):
            self.same(one, B, expected)
            self.same(one, columns(B), expected)
        self.same(B, A[0], farkas.pairs(B, np.repeat(A[:1], len(B), axis=0)))
        self.assertEqual(farkas.pairs(A[0], B[0]).tolist(), [EXPECTED[0]])

    def test_index(self):
        index = np.random.default_rng(3).integers(0, 1500, size=(4000, 2))
        expected = farkas.pairs(A[index[:, 0]], B[index[:, 1]])
        for kind in ("i8", "u4"):
            for threads in (1, 3):
                self.same(A, B, expected, index=index.astype(kind), threads=threads)
                self.same(columns(A), columns(B), expected, index=index.astype(kind), threads=threads)
                self.same(columns(A).astype("f4"), columns(B).astype("f4"), expected, index=index.astype(kind))
        self.same(A[:1], B, farkas.pairs(A[0], B[:7]), index=[[0, i] for i in range(7)])
        self.same(A, B, np.empty(0), index=np.empty((0, 2), dtype="u4"))

    def test_kinds(self):
        for kind in ("tetra", ("box", "tetra"), ("tetra", "box")):
            make = [getattr(farkas, word) for word in (kind if isinstance(kind, tuple) else (kind, kind))]
            expected = [
                farkas.VERDICTS.index(farkas.verdict(make[0](origin=a[0], edges=a[1:]), make[1](origin=b[0], edges=b[1:])))
                for a, b in zip(A[:300], B[:300])
            ]
            self.same(A[:300], B[:300], expected, kind=kind)

    def test_not_finite(self):
        a = A.copy()
        a[5, 1, 1], a[7, 0, 0] = np.nan, np.inf
        for layout in (a, columns(a)):
            found = farkas.pairs(layout, B)
            self.assertEqual(np.flatnonzero(found == 0).tolist(), [5, 7])

    def test_empty(self):
        self.assertEqual(farkas.pairs(np.empty((0, 4, 3)), np.empty((0, 4, 3))).shape, (0,))
        self.assertEqual(farkas.pairs(np.empty((4, 3, 0)), np.empty((4, 3, 0))).shape, (0,))

    def test_result_may_be_changed(self):
        farkas.pairs(A, B)[:] = 0

    def test_refused(self):
        for bad in (A[:, :3], A[:, :, :2], A[None], A[0, 0], A.astype(complex), "text", None, 7):
            self.assertRaises((TypeError, ValueError), farkas.pairs, bad, B)
            self.assertRaises((TypeError, ValueError), farkas.pairs, B, bad)
        self.assertRaises(ValueError, farkas.pairs, A[:5], B[:4])
        self.assertRaises(ValueError, farkas.pairs, A, B, kind="sphere")
        self.assertRaises(ValueError, farkas.pairs, A, B, kind=7)
        self.assertRaises(ValueError, farkas.pairs, A, B, index=[[0, 1500]])
        self.assertRaises(ValueError, farkas.pairs, A, B, index=[[-1, 0]])
        self.assertRaises(ValueError, farkas.pairs, A, B, index=[0, 1])
        self.assertRaises(TypeError, farkas.pairs, A, B, index=[[0.5, 1]])
        self.assertRaises(ValueError, farkas.pairs, A, B, threads=-1)
        self.assertRaises(ValueError, farkas.pairs, A, B, threads=10**6)
        self.assertRaises(ValueError, farkas.pairs, A, np.empty((0, 4, 3)), index=[[0, 0]])

    def test_huge_counts(self):
        """An array that claims more than there is memory, by strides of zero."""
        huge = np.lib.stride_tricks.as_strided(A[0], shape=(2**44, 4, 3), strides=(0, 24, 8))
        self.assertRaises(MemoryError, farkas.pairs, huge, A[0])


if __name__ == "__main__":
    unittest.main()
