# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

"""The names of trimesh.collision, with objects that only have vertices and faces."""

import types
import unittest

import numpy
from support import cube

import farkas
from farkas.collision import CollisionManager, scene_to_collision


def thing(size=1.0):
    vertices, faces = cube(size)
    return types.SimpleNamespace(vertices=numpy.array(vertices, dtype=numpy.float32), faces=numpy.array(faces, dtype=numpy.int64))


def at(x, y=0.0, z=0.0):
    matrix = numpy.eye(4)
    matrix[:3, 3] = x, y, z
    return matrix


def row_of_cubes(*places):
    manager = CollisionManager()
    for k, x in enumerate(places):
        manager.add_object(f"cube{k}", thing(), at(x))
    return manager


class Collisions(unittest.TestCase):
    def test_internal(self):
        manager = row_of_cubes(0, 3, 6)
        self.assertIs(manager.in_collision_internal(), False)
        self.assertEqual(manager.in_collision_internal(return_names=True), (False, set()))
        self.assertEqual(manager.in_collision_internal(True, True), (False, set(), []))
        manager.set_transform("cube2", at(3.5))
        self.assertIs(manager.in_collision_internal(), True)
        met, names, contacts = manager.in_collision_internal(return_names=True, return_data=True)
        self.assertEqual((met, names), (True, {("cube1", "cube2")}))
        self.assertTrue(contacts)
        for contact in contacts:
            self.assertEqual(contact.names, {"cube1", "cube2"})
            self.assertAlmostEqual(numpy.linalg.norm(contact.normal), 1)
            self.assertGreaterEqual(contact.depth, 0)
            self.assertIn(contact.index("cube1"), range(12))
            self.assertTrue((contact.point > [2.9, -0.1, -0.1]).all() and (contact.point < [4.6, 1.1, 1.1]).all())

    def test_touching_and_inside(self):
        self.assertTrue(row_of_cubes(0, 1).in_collision_internal(), "touching")
        self.assertFalse(row_of_cubes(0, numpy.nextafter(1, 2)).in_collision_internal())
        manager = CollisionManager()
        manager.add_object("shell", thing(10))
        self.assertTrue(manager.in_collision_single(thing(), at(4, 4, 4)), "solids are solid")
        self.assertEqual(manager.min_distance_single(thing(), at(4, 4, 4)), 0)

    def test_single(self):
        manager = row_of_cubes(0, 3, 6)
        self.assertIs(manager.in_collision_single(thing(), at(1.5)), False)
        self.assertEqual(manager.in_collision_single(thing(), at(5.5), return_names=True), (True, {"cube2"}))
        met, contacts = manager.in_collision_single(thing(), at(5.5), return_data=True)
        self.assertEqual((met, contacts[0].names), (True, {"__external", "cube2"}))
        self.assertTrue(manager.in_collision_single(farkas.sphere(1)))

    def test_other(self):
        manager, other = row_of_cubes(0, 3), row_of_cubes(10, 3.5)
        self.assertEqual(manager.in_collision_other(other, return_names=True), (True, {("cube1", "cube1")}))
        self.assertFalse(manager.in_collision_other(row_of_cubes(10)))
        self.assertFalse(manager.in_collision_other(CollisionManager()))

    def test_replaced_and_removed(self):
        manager = row_of_cubes(0, 0)
        manager.add_object("cube1", thing(), at(5))
        self.assertFalse(manager.in_collision_internal())
        manager.remove_object("cube1")
        self.assertEqual(manager.min_distance_internal(), numpy.inf)

    def test_random(self):
        generator = numpy.random.default_rng(1)
        bodies = [farkas.Mesh(*cube()) for _ in range(12)]
        poses = [farkas.Pose(generator.uniform(0, 3, 3), rpy=generator.uniform(-3, 3, 3)) for _ in bodies]
        manager = CollisionManager()
        for k, (body, pose) in enumerate(zip(bodies, poses)):
            manager.add_object(k, body, pose.matrix)
        want = {(i, k) for i in range(12) for k in range(i + 1, 12)
                if farkas.verdict(bodies[i], bodies[k], poses[i], poses[k]) != "apart"}
        self.assertEqual(manager.in_collision_internal(return_names=True), (bool(want), want))


class Distances(unittest.TestCase):
    def near(self, answer, distance, *rest):
        """A distance is known within 1e-12."""
        answer = answer if isinstance(answer, tuple) else (answer,)
        self.assertAlmostEqual(answer[0], distance, delta=1e-12)
        self.assertEqual(answer[1:], rest)

    def test_internal(self):
        manager = row_of_cubes(0, 3, 6.5)
        self.near(manager.min_distance_internal(), 2)
        distance, names, data = manager.min_distance_internal(return_names=True, return_data=True)
        self.assertEqual((names, data.names, data.distance), (("cube0", "cube1"), {"cube0", "cube1"}, distance))
        numpy.testing.assert_allclose((data.point("cube0")[0], data.point("cube1")[0]), (1, 3), rtol=1e-12)
        self.assertIn(data.index("cube0"), range(12))

    def test_single(self):
        manager = row_of_cubes(0, 3)
        self.near(manager.min_distance_single(thing(), at(6)), 2)
        self.near(manager.min_distance_single(thing(), at(6), return_name=True), 2, "cube1")
        distance, data = manager.min_distance_single(thing(), at(6), return_data=True)
        self.near(distance, 2)
        self.assertAlmostEqual(data.point("__external")[0], 6)

    def test_other(self):
        self.near(row_of_cubes(0, 3).min_distance_other(row_of_cubes(8, 20), return_names=True), 4, ("cube1", "cube0"))

    def test_random(self):
        generator = numpy.random.default_rng(2)
        manager, poses, body = CollisionManager(), [], farkas.Mesh(*cube())
        for k in range(8):
            poses.append(farkas.Pose(generator.uniform(0, 20, 3), rpy=generator.uniform(-3, 3, 3)))
            manager.add_object(k, body, poses[-1])
        want = min(farkas.distance(body, body, poses[i], poses[k]).lo for i in range(8) for k in range(i + 1, 8))
        self.assertAlmostEqual(manager.min_distance_internal(), want)


class Refusing(unittest.TestCase):
    def test_all(self):
        manager = row_of_cubes(0)
        wrong = [
            (ValueError, manager.set_transform, ("x", at(0))), (ValueError, manager.remove_object, ("x",)),
            (ValueError, manager.set_transform, ("cube0", 2 * numpy.eye(4))), (ValueError, manager.add_object, ("x", thing(), numpy.eye(3))),
            (ValueError, manager.set_transform, ("cube0", numpy.full((4, 4), numpy.nan))), (TypeError, manager.add_object, ("x", 3)),
            (TypeError, manager.in_collision_other, (3,)), (TypeError, manager.in_collision_single, ("x.stl",)),
        ]
        for kind, function, arguments in wrong:
            with self.subTest(function=function.__name__), self.assertRaises(kind):
                function(*arguments)
        self.assertAlmostEqual(manager.min_distance_single(thing(), at(3)), 2, msg="it is where it was")


class Scenes(unittest.TestCase):
    def test_scene(self):
        class Graph(dict):
            nodes_geometry = ["left", "right"]
        scene = types.SimpleNamespace(graph=Graph(left=(at(0), "cube"), right=(at(3), "cube")), geometry={"cube": thing()})
        manager, bodies = scene_to_collision(scene)
        self.assertEqual(sorted(bodies), ["left", "right"])
        self.assertAlmostEqual(manager.min_distance_internal(), 2)
