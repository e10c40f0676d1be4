# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

"""Questions about one or two bodies: answers that are known, and that agree with each other."""

import copy
import math
import pickle
import unittest

import numpy as np

import farkas
from farkas import Pose

CORNERS = np.array([[x, y, z] for z in (0, 1) for y in (0, 1) for x in (0, 1)], dtype=np.float64)
CUBE_FACES = np.array([[0, 2, 3], [0, 3, 1], [4, 5, 7], [4, 7, 6], [0, 1, 5], [0, 5, 4], [2, 6, 7], [2, 7, 3],
                       [0, 4, 6], [0, 6, 2], [1, 3, 7], [1, 7, 5]], dtype=np.uint32)
CUBE = farkas.Mesh(CORNERS, CUBE_FACES)  # from 0 to 1
UNIT = farkas.box(origin=(0, 0, 0), edges=np.eye(3))  # the same as a shape
HULL = farkas.hull(CORNERS)

SHAPES = [
    UNIT, HULL, farkas.tetra((0, 0, 0), np.eye(3)), farkas.sphere(0.5), farkas.capsule(0.5, 1), farkas.cylinder(0.5, 1),
    farkas.cone(0.5, 1), farkas.ellipsoid((0.5, 1, 2)), farkas.point((0, 0, 0)), farkas.segment((0, 0, 0), (1, 1, 1)),
    farkas.triangle((0, 0, 0), (1, 0, 0), (0, 1, 0)), farkas.half_space((0, 0, 1)),
]


class Poses(unittest.TestCase):
    def test_forms(self):
        turn = [[0, -1, 0, 1], [1, 0, 0, 2], [0, 0, 1, 3], [0, 0, 0, 1]]
        half = math.sqrt(0.5)
        for pose in (Pose(turn), Pose(np.array(turn)), Pose(Pose(turn)), Pose((1, 2, 3), rpy_deg=(0, 0, 90)), Pose(xyz_of(turn), rpy_deg=[0, 0, 90]), Pose(matrix=turn),
                     Pose(xyz=(1, 2, 3), rpy_deg=(0, 0, 90))):
            self.assertEqual(pose, Pose(turn))
        for pose in (Pose((1, 2, 3), quat_xyzw=(0, 0, half, half)), Pose((1, 2, 3), rpy=(0, 0, math.pi / 2))):
            self.assertTrue(np.allclose(pose.matrix, turn, atol=1e-15))
        self.assertEqual(Pose(), Pose(np.eye(4)))
        self.assertEqual(Pose(rpy_deg=(0, 0, 90)).xyz, (0, 0, 0))
        self.assertEqual(hash(Pose(turn)), hash(Pose(turn)))
        self.assertNotEqual(Pose(turn), Pose())
        self.assertFalse(Pose() == 1)

    def test_products(self):
        a, b = Pose((1, 2, 3), rpy=(0.1, 0.2, 0.3)), Pose((-4, 5, 6), rpy=(1, 2, 3))
        self.assertTrue(np.allclose((a @ b).matrix, a.matrix @ b.matrix, atol=1e-14))
        self.assertTrue(np.allclose((a @ a.inverse()).matrix, np.eye(4), atol=1e-14))
        self.assertEqual(a @ b.matrix, a @ b)
        self.assertTrue(np.allclose(a.apply((1, 1, 1)), (a.matrix @ [1, 1, 1, 1])[:3]))
        self.assertTrue(np.allclose(np.asarray(a), a.matrix))
        self.assertEqual(np.asarray(a, dtype="f4").dtype, np.float32)

    def test_copies(self):
        pose = Pose((1, 2, 3), rpy=(0.1, 0.2, 0.3))
        for other in (copy.copy(pose), copy.deepcopy(pose), pickle.loads(pickle.dumps(pose)), eval(repr(pose))):
            self.assertEqual(pose, other)

    def test_matrix_is_new(self):
        pose = Pose()
        pose.matrix[:] = 7
        self.assertEqual(pose, Pose())


def xyz_of(matrix):
    return np.array(matrix)[:3, 3]


class Shapes(unittest.TestCase):
    def test_text(self):
        for shape in SHAPES:
            for other in (farkas.shape(shape.text), copy.deepcopy(shape), pickle.loads(pickle.dumps(shape))):
                self.assertEqual((other.kind, other.text), (shape.kind, shape.text))
        for bad in ("", "box", "box 1 2 3", "sphere 0 0 0 1 point 0 0 0", "sphere 0 0 0 -1", "point 0 0 0 # note", "point 0\n0 0", "point nan 0 0",
                    "hull 3 0 0 0", "hull 99999999999 0 0 0", "ball 0 0 0 1", "\0"):
            self.assertRaises(ValueError, farkas.shape, bad)
        self.assertRaises(TypeError, farkas.shape, b"point 0 0 0")

    def test_place(self):
        pose = Pose((1, 2, 3), rpy=(0.1, 0.2, 0.3))
        for shape in SHAPES:
            for other in SHAPES:
                self.assertEqual(farkas.verdict(shape, other, pose), farkas.verdict(shape.place(pose), other))
        self.assertRaises(ValueError, UNIT.place, np.eye(3))

    def test_to_mesh(self):
        self.assertEqual(UNIT.to_mesh().volume, 1)
        self.assertTrue(abs(farkas.sphere(1).to_mesh(64).volume - 4 * math.pi / 3) < 0.02)
        for bad in (0, 2, 5000, -1):
            self.assertRaises(ValueError, farkas.sphere(1).to_mesh, bad)
        self.assertRaises(ValueError, farkas.half_space((0, 0, 1)).to_mesh)

    def test_split(self):
        corner = farkas.Mesh(np.concatenate([CORNERS, CORNERS + [1, 0, 0], CORNERS + [0, 1, 0]]),
                             np.concatenate([CUBE_FACES, CUBE_FACES + 8, CUBE_FACES + 16]))
        self.assertTrue(len(farkas.split(corner)) >= 2)
        [whole] = farkas.split(corner, most=1)
        self.assertEqual(farkas.verdict(whole, farkas.point((1.25, 1.25, 0.5))), "overlapping")
        self.assertRaises(ValueError, farkas.split, corner, concavity=-1)
        self.assertRaises(TypeError, farkas.split, UNIT)

    def test_meshes_pickle(self):
        other = pickle.loads(pickle.dumps(CUBE))
        self.assertTrue(np.array_equal(other.vertices, CUBE.vertices) and np.array_equal(other.faces, CUBE.faces))


class Verdicts(unittest.TestCase):
    def test_all_forms_of_a_cube_agree(self):
        """A box, a hull and a mesh of the same cube."""
        for shift, word in ((0.5, "overlapping"), (1, "touching"), (1 + 2**-52, "apart"), (1 - 2**-53, "overlapping")):
            for a in (UNIT, HULL, CUBE):
                for b in (UNIT, HULL, CUBE):
                    for pose in (Pose((shift, 0, 0)), Pose((0, -shift, 0)).matrix, Pose((0, 0, shift)).matrix.tolist()):
                        self.assertEqual(farkas.verdict(a, b, None, pose), word)
                        self.assertEqual(farkas.verdict(a, b, pose_a=pose), word)

    def test_every_shape(self):
        far = Pose((0, 0, 50), rpy=(0.1, 0.2, 0.3))
        for a in SHAPES:
            for b in SHAPES:
                if "half" in (a.kind, b.kind):
                    continue
                self.assertEqual(farkas.verdict(a, b, pose_b=far), "apart")
                found = farkas.distance(a, b, pose_b=far)
                self.assertTrue(40 < found.lo <= found.hi < 51)
                gap = math.dist(found.point_a, found.point_b)
                self.assertTrue(abs(gap - found.lo) < 1e-10)
            self.assertEqual(farkas.verdict(a, CUBE, pose_b=far), "apart" if a.kind != "half" else "apart")

    def test_meshes_have_insides(self):
        small = farkas.sphere(0.1, center=(0.5, 0.5, 0.5))
        self.assertEqual(farkas.verdict(CUBE, small), "overlapping")
        self.assertEqual(farkas.distance(CUBE, small).hi, 0)
        surface = farkas.Mesh(CORNERS, CUBE_FACES[:11])
        self.assertEqual(farkas.verdict(surface, small), "apart")
        self.assertFalse(surface.is_solid)

    def test_limit(self):
        far = Pose((10, 0, 0))
        found = farkas.distance(CUBE, CUBE, pose_b=far, limit=1)
        self.assertTrue(found.lo >= 1)
        self.assertEqual((found.hi, found.point_a, found.part_b), (math.inf, None, None))
        found = farkas.distance(CUBE, CUBE, pose_b=far, limit=math.inf)
        self.assertTrue(found.lo <= 9 <= found.hi < 9 + 1e-12)

    def test_depth(self):
        self.assertEqual(farkas.depth(UNIT, UNIT, pose_b=Pose((0.75, 0, 0))), (0.25, 0.25, (1, 0, 0)))
        self.assertEqual(farkas.depth(UNIT, UNIT, pose_b=Pose((3, 0, 0))), (0, 0, (0, 0, 0)))
        deep = farkas.depth(CUBE, CUBE, pose_b=Pose((0.75, 0, 0)))
        self.assertTrue(deep.lo <= 0.25 <= deep.hi < 0.2501)
        for a, b, sign in ((CUBE, UNIT, 1), (UNIT, CUBE, -1)):
            mixed = farkas.depth(a, b, **{"pose_b" if sign > 0 else "pose_a": Pose((0.75, 0, 0))})
            self.assertTrue(mixed.lo <= 0.25 <= mixed.hi < 0.2501 and mixed.direction[0] * sign > 0.999)

    def test_boxes(self):
        self.assertEqual(farkas.box_of(UNIT, HULL, pose_b=Pose((0.5, 0.5, 0.5))), ((0.5,) * 3, (1,) * 3))
        self.assertIsNone(farkas.box_of(UNIT, UNIT, pose_b=Pose((5, 0, 0))))
        low, high = farkas.bounds(CUBE, Pose((5, 0, 0)))
        self.assertTrue(low[0] <= 5 and high[0] >= 6)
        self.assertEqual(farkas.bounds(farkas.half_space((0, 0, 1)))[1][2] >= 0, True)


class Proofs(unittest.TestCase):
    def test_every_shape(self):
        for place in (Pose((0.3, 0.2, 0.1)), Pose((1, 0, 0)), Pose((9, 1, 2), rpy=(1, 2, 3))):
            for a in SHAPES:
                for b in SHAPES:
                    found = farkas.answer(a, b, pose_b=place)
                    self.assertEqual(found["verdict"], farkas.verdict(a, b, pose_b=place))
                    self.assertEqual(found["method"], "exact")
                    if found["verdict"] == "undecided":
                        continue
                    if "proof" in found:
                        self.assertTrue(farkas.verify(a, b, found["proof"], pose_b=place))
                        self.assertEqual(found["proof"]["kind"], found["verdict"])

    def test_wrong_place(self):
        found = farkas.answer(UNIT, UNIT, pose_b=Pose((3, 0, 0)))
        self.assertTrue(farkas.verify(UNIT, UNIT, found["proof"], pose_b=Pose((3, 0, 0))))
        self.assertFalse(farkas.verify(UNIT, UNIT, found["proof"]))

    def test_methods(self):
        for method in ("exact", "fm", "ec", "sat", "gjk", "cw"):
            self.assertEqual(farkas.answer(UNIT, UNIT, pose_b=Pose((3, 0, 0)), method=method)["verdict"], "apart")


class Meshes(unittest.TestCase):
    def test_facts(self):
        self.assertEqual((CUBE.volume, CUBE.area, CUBE.centroid, CUBE.bounds), (1, 6, (0.5,) * 3, ((0,) * 3, (1,) * 3)))
        self.assertEqual((CUBE.is_solid, CUBE.is_inside_out, CUBE.euler, CUBE.component_count), (True, False, 2, 1))
        self.assertEqual((CUBE.defects, CUBE.name), ([], ""))
        inverted = farkas.Mesh(CORNERS, CUBE_FACES[:, ::-1])
        self.assertEqual((inverted.volume, inverted.is_inside_out), (-1, True))

    def test_defects(self):
        opened = farkas.Mesh(CORNERS, CUBE_FACES[:11])
        self.assertEqual({defect.kind for defect in opened.defects}, {"open edge"})
        self.assertEqual(sorted(d.edge for d in opened.defects), [(1, 5), (1, 7), (5, 7)])
        twice = farkas.Mesh(CORNERS, np.concatenate([CUBE_FACES, CUBE_FACES[:1]]))
        self.assertIn(("duplicate", 12, 0, None), [tuple(defect) for defect in twice.defects])

    def test_inside(self):
        points = np.array([[0.5, 0.5, 0.5], [1, 1, 1], [2, 0, 0], [1 + 2**-52, 0.5, 0.5]])
        self.assertEqual(CUBE.contains(points).tolist(), [True, True, False, False])
        self.assertEqual(CUBE.contains(points).dtype, np.bool_)
        self.assertEqual([CUBE.winding(p) for p in points], [1, None, 0, 0])
        self.assertEqual(CUBE.contains(np.empty((0, 3))).shape, (0,))

    def test_relations(self):
        moved = lambda x: farkas.relation(CUBE, CUBE, pose_b=Pose((x, 0, 0)))
        self.assertEqual([moved(x) for x in (0, 0.5, 1, 2)], ["duplicate", "hard", "contact", "apart"])
        small = farkas.Mesh(CORNERS / 4 + 0.25, CUBE_FACES)
        self.assertEqual(farkas.relation(CUBE, small), "b in a")
        low, high = farkas.common_volume(CUBE, CUBE, pose_b=Pose((0.25, 0, 0)))
        self.assertTrue(low <= 0.75 <= high)

    def test_self_intersections(self):
        self.assertEqual(CUBE.self_intersections().shape, (0, 2))
        both = farkas.Mesh(np.concatenate([CORNERS, CORNERS + 0.5]), np.concatenate([CUBE_FACES, CUBE_FACES + 8]))
        found = both.self_intersections()
        self.assertTrue(len(found) > 0)
        self.assertTrue((found[:, 0] < found[:, 1]).all())


class Motions(unittest.TestCase):
    def test_contacts(self):
        [contact] = farkas.contacts(UNIT, HULL, pose_b=Pose((0, 0, 0.75)))
        self.assertEqual((contact.normal, contact.depth), ((0, 0, 1), 0.25))
        self.assertEqual({p.depth for p in contact.points}, {0.25})
        self.assertEqual(farkas.contacts(UNIT, UNIT, pose_b=Pose((5, 0, 0))), [])
        many = farkas.contacts(CUBE, CUBE, pose_b=Pose((1, 0, 0)))
        self.assertTrue(len(many) > 2)
        self.assertEqual(farkas.contacts(CUBE, CUBE, pose_b=Pose((1, 0, 0)), most=2), many[:2])
        self.assertEqual(farkas.contacts(CUBE, CUBE, most=0), [])

    def test_rays(self):
        for body in (UNIT, HULL, CUBE):
            hit = farkas.ray(body, (-3, 0.5, 0.25), (2, 0, 0))
            self.assertTrue(hit.lo <= 1.5 <= hit.hi < 1.5 + 1e-12)
            self.assertEqual((hit.point, hit.is_sure), ((0, 0.5, 0.25), True))
            hit = farkas.ray(body, (-3, 0.5, 0.25), (2, 0, 0), Pose((2, 0, 0)))
            self.assertTrue(hit.lo <= 2.5 <= hit.hi < 2.5 + 1e-12)
            self.assertIsNone(farkas.ray(body, (-3, 0.5, 0.25), (2, 0, 0), end=1))
            self.assertIsNone(farkas.ray(body, (-3, 5, 0), (1, 0, 0)))
        times, parts = farkas.rays(CUBE, [[-3, 0.5, 0.25], [-3, 5, 0]], [[2, 0, 0], [1, 0, 0]])
        self.assertTrue(times[0, 0] <= 1.5 <= times[0, 1] < 1.5 + 1e-12)
        self.assertEqual(times[1].tolist(), [math.inf, math.inf])
        self.assertEqual(parts.tolist(), [farkas.ray(CUBE, (-3, 0.5, 0.25), (2, 0, 0)).part, 2**32 - 1])

    def test_casts(self):
        for target in (UNIT, HULL, CUBE):
            hit = farkas.cast(UNIT, (4, 0, 0), target, Pose((-3, 0, 0)))
            self.assertEqual((hit.lo, hit.hi), (0.5, 0.5))
            self.assertIsNone(farkas.cast(UNIT, (4, 0, 0), target, Pose((-3, 0, 0)), end=0.25))

    def test_paths(self):
        path = [(0, Pose((-3, 0, 0))), (2, Pose((5, 0, 0)).matrix)]
        for target in (UNIT, CUBE):
            motion = farkas.moving(CUBE, target, path, closest=True)
            [stretch] = motion.stretches
            self.assertEqual(stretch.kind, "meets")
            self.assertTrue(stretch.enter_lo <= 0.5 <= stretch.enter_hi)
            self.assertTrue(stretch.leave_lo <= 1 <= stretch.leave_hi)
            self.assertEqual((motion.closest_lo, motion.closest_hi), (0, 0))
        away = farkas.moving(CUBE, UNIT, path, Pose((0, 3, 0)), closest=True)
        self.assertEqual(away.stretches, [])
        self.assertTrue(away.closest_lo <= 2 <= away.closest_hi)
        near = farkas.moving(CUBE, UNIT, path, Pose((0, 3, 0)), clearance=2.5, first=True)
        self.assertEqual([s.kind for s in near.stretches], ["meets"])
        self.assertIsNone(near.closest_lo)
        self.assertEqual(farkas.moving(CUBE, UNIT, None, Pose((3, 0, 0))).stretches, [])


if __name__ == "__main__":
    unittest.main()
