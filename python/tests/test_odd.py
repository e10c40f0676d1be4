# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

"""Odd things that programs give and do: text for numbers, numbers beyond doubles, patterns of many stars, little stack, forks and ends in the
midst of a run."""

import os
import sys
import unittest
import warnings

import numpy as np

import farkas
from farkas._words import Pattern
from farkas.collision import CollisionManager

from support import EXAMPLES, FolderCase, refused_on_little_stack
from test_life import run_python

HUGE = 10**400


def arm():
    return farkas.Robot(os.path.join(EXAMPLES, "scene/arm.urdf"), os.path.join(EXAMPLES, "scene/arm.srdf"))


def two():
    """A scene of two boxes."""
    scene = farkas.Scene()
    scene.add("a", farkas.box(2))
    scene.add("b", farkas.box(2), farkas.Pose((5, 0, 0)))
    return scene


class Numbers(FolderCase):
    def test_beyond_doubles(self):
        for call in (lambda: farkas.sphere(HUGE), lambda: farkas.sphere(1, (HUGE, 0, 0)), lambda: farkas.Mesh([[HUGE, 0, 0]], [[0, 0, 0]]),
                     lambda: farkas.ray(farkas.box(1), (0, 0, 5), (0, 0, -1), end=HUGE), lambda: two().check(clearance=HUGE),
                     lambda: two().check(time=HUGE), lambda: arm().values([HUGE, 0, 0, 0])):
            self.assertRaises(ValueError, call)

    def test_text_and_complex(self):
        text, robot, scene = np.array([["1", "2", "3"]] * 3, dtype=object), arm(), two()
        keys = lambda times, places: farkas.Scene().add("a", farkas.box(1), motion=(times, places))
        for call in (lambda: farkas.Mesh(text, [[0, 1, 2]]), lambda: robot.values(["1", "2", "3", "0"]), lambda: robot.values({"turn": "1"}),
                     lambda: robot.values(np.array([1j, 0, 0, 0])), lambda: robot.values(np.array([1, 0, 0, 0], dtype="m8[s]")),
                     lambda: robot.in_collision([["1", "2", "3", "0"]]), lambda: robot.sweep(["0", "1"], np.zeros((2, 4))),
                     lambda: keys(["0", "1"], np.zeros((2, 3))), lambda: keys([0, 1], [[0, 0, 0], [1j, 0, 0]]),
                     lambda: scene.check(time="5"), lambda: scene.check(clearance=b"5")):
            self.assertRaises(TypeError, call)

    def test_far_away(self):
        """The squares of such distances are infinite, they are not."""
        manager = CollisionManager()
        for name, x in (("a", 9e200), ("b", 3e200), ("c", 1e201)):
            manager.add_object(name, farkas.box(1), farkas.Pose((x, 0, 0)))
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            self.assertEqual(manager.min_distance_single(farkas.box(1), return_name=True)[1], "b")
            self.assertEqual(manager.min_distance_internal(return_names=True)[1], ("a", "c"))

    def test_poses_stay_finite(self):
        far = farkas.Pose((1e308, 0, 0))
        self.refused(ValueError, "beyond the range", lambda: far @ far)
        turned = farkas.Pose((1.7e308, 1.7e308, 0), rpy_deg=(0, 0, 45))
        self.refused(ValueError, "beyond the range", turned.inverse)


class Words(FolderCase):
    def test_end_marks(self):
        cell = np.ones((4, 3))
        for call in (lambda: farkas.answer(farkas.box(1), farkas.box(1), method="exact\0"), lambda: farkas.pairs(cell, cell, "box\0"),
                     lambda: farkas.load(os.path.join(EXAMPLES, "scene/bracket.off"), units="mm\0")):
            self.assertRaises(ValueError, call)

    def test_patterns(self):
        for pattern, good, bad in (("*", ["", "a"], []), ("a*b*c", ["abc", "aXbYc", "abbcc"], ["ac", "abcd"]), ("a*a", ["aa", "aba"], ["a"]),
                                   ("?*", ["a", "ab"], [""]), ("[!a-c]?", ["dx", "é!"], ["ax", "d"]), ("[", ["["], ["a"]), ("**x", ["x", "axx"], ["xa"]),
                                   ("*[]]", ["a]"], ["a"]), ("*[b-a]", [], ["a", "b"]), ("a.c*", ["a.c"], ["abc"])):
            self.assertEqual([name for name in good + bad if Pattern(pattern).matches(name)], good, msg=pattern)
        # One expression would take longer than anybody waits.
        self.assertFalse(Pattern("*a" * 40 + "b").matches("a" * 400))

    def test_pairs_from_an_iterator(self):
        path = os.path.join(EXAMPLES, "scene/cell.json")
        scene = farkas.Scene.load(path)
        pairs = [("table", "gripper"), ("table", "camera")]
        self.assertEqual(scene.check(between=iter(pairs)).json(), scene.check(between=pairs).json())
        self.assertEqual(scene.check(ignore=iter(pairs)).json(), scene.check(ignore=pairs).json())

    def test_names_of_meshes_in_memory(self):
        scene = farkas.Scene.from_json({"farkas": 1, "parts": [{"name": "/dev/null/1", "shape": {"sphere": {"radius": 1}}}]})
        scene.add("mesh", farkas.box(1).to_mesh())
        self.assertEqual(scene.check().clashes[0].kind, "contained")
        self.refused(ValueError, "in memory", scene.add, "/dev/null/2", farkas.sphere(1, (1, 0, 0)))


LOADER = """
import sys, farkas
def loader(path):
    scene = farkas.Scene(loader=loader)
    scene.add("x", "examples/scene/bracket.off")
    return scene.check()
sys.setrecursionlimit(10**6)
try:
    loader("")
except RuntimeError:
    print("survived")
"""

FORK = """
import os, signal, threading, time, numpy, farkas
robot = farkas.Robot("examples/scene/arm.urdf")
rng = numpy.random.default_rng(1)
mesh = farkas.Mesh(rng.normal(size=(60000, 3)), rng.integers(0, 60000, size=(120000, 3)))
ball, began, end = farkas.sphere(1e-9, (50, 50, 50)), threading.Event(), threading.Event()
def run():
    rows = rng.uniform(-1, 1, size=(1000, 4))
    began.set()
    while not end.is_set():
        robot.in_collision(rows)
threads = [threading.Thread(target=run), threading.Thread(target=farkas.verdict, args=(mesh, ball))]
for thread in threads:
    thread.start()
began.wait()
time.sleep(0.02)
child = os.fork()
if child == 0:
    signal.alarm(60)
    assert farkas.verdict(mesh, ball) == "apart"
    try:
        robot.in_collision([0, 0, 0, 0])
    except RuntimeError as error:
        assert "forked" in str(error)
    os._exit(0)
status = os.waitpid(child, 0)[1]
end.set()
for thread in threads:
    thread.join()
print("survived" if status == 0 else status)
"""

END = """
import threading, time, numpy, farkas
robot = farkas.Robot("examples/scene/arm.urdf")
rows = numpy.random.default_rng(1).uniform(-1, 1, size=(5000, 4))
began = threading.Event()
def run():
    while True:
        robot.in_collision(rows, threads=2, progress=lambda done, total: began.set() or time.sleep(0))
threading.Thread(target=run, daemon=True).start()
began.wait()
print("survived")
"""


class Life(FolderCase):
    def survives(self, text):
        done = run_python(text)
        self.assertEqual((done.returncode, done.stdout.strip()[-8:]), (0, "survived"), msg=done.stderr)

    def test_loader_that_loads(self):
        self.survives(LOADER)

    def test_fork_in_the_midst(self):
        self.survives(FORK)

    def test_end_in_the_midst(self):
        self.survives(END)

    @unittest.skipUnless(sys.platform.startswith("linux"), "the size of the stack is not known")
    def test_small_stacks(self):
        robot, scene = arm(), two()
        scene.add("c", farkas.cylinder(1, 2), motion=([0, 1], [[0, 0, 0], [3, 1, 2]]))
        result = scene.check()
        calls = [lambda: robot.check("ready"), lambda: robot.distance("ready"), lambda: robot.in_collision(np.zeros((3, 4))), robot.poses,
                 lambda: robot.sweep([0, 1], np.zeros((2, 4))), scene.check, scene.sweep, lambda: scene.distance("a", "b"), arm,
                 lambda: scene.copy().names, lambda: result.report("x.html", pictures=0)]
        told = refused_on_little_stack(calls)
        self.assertEqual(["stack" in text for text in told], [True] * len(calls))


if __name__ == "__main__":
    unittest.main()
