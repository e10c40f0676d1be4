# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

"""Workcell: states, edges and distances are those of the checks; changes, copies and threads; and what it refuses."""

import contextlib
import copy
import gc
import importlib.util
import io
import signal
import threading
import unittest

import numpy
from support import FolderCase, cube

import farkas

URDF, SRDF = "examples/scene/arm.urdf", "examples/scene/arm.srdf"
FREE, COLLIDES = 1, 2
NO_BODY = 2**32 - 1


def hall(units="m"):
    """A post and a mesh, in some unit."""
    size = {"m": 1, "mm": 1000, "in": 1 / 0.0254}[units]
    scene = farkas.Scene(units=units)
    scene.add("post", farkas.box([0.1 * size, 0.1 * size, size]), farkas.Pose([0.4 * size, 0.3 * size, 0.5 * size]))
    scene.add("cube", farkas.Mesh(*cube(0.2 * size)), farkas.Pose([-0.5 * size, -0.4 * size, 0.4 * size]))
    scene.add("table", farkas.Mesh(*cube(0.2 * size)), farkas.Pose([-0.5 * size, -0.4 * size, 0.3 * size]))
    return scene


def draw(cell, count, seed=1):
    return numpy.random.default_rng(seed).uniform(*cell.limits.T, size=(count, len(cell.joint_names)))


class SameAsChecks(FolderCase):
    def test_states(self):
        for units in ("m", "mm", "in"):
            robot = farkas.Robot(URDF, SRDF, scene=hall(units))
            cell = farkas.Workcell(robot, ignore=[("cube", "table")])
            values = draw(cell, 400)
            states = cell.states(values)
            self.assertEqual(states.dtype, numpy.uint8)
            want = robot.in_collision(values, ignore=[("cube", "table")])
            self.assertEqual((states == COLLIDES).tolist(), want.tolist())
            self.assertEqual((states == FREE).tolist(), (~want).tolist())
            self.assertTrue(20 < want.sum() < 380, want.sum())
            for threads in (2, None):
                self.assertEqual(cell.states(values, threads=threads).tolist(), states.tolist())
            self.assertEqual([cell.states(row) for row in values[:20]], states[:20].tolist())
            near = cell.states(values, "2cm")
            self.assertEqual((near == COLLIDES).tolist(),
                             robot.in_collision(values, "2cm", ignore=[("cube", "table")]).tolist())

    def test_obstacles_meet(self):
        """Pairs of obstacles do not count, where a check says that they touch."""
        robot = farkas.Robot(URDF, SRDF, scene=hall())
        cell = farkas.Workcell(robot)
        self.assertTrue(robot.in_collision("ready"))
        self.assertEqual(cell.states(robot.values("ready")), FREE)
        self.assertEqual(cell.counts["resting"], 3)

    def test_pairs(self):
        robot = farkas.Robot(URDF, SRDF, scene=hall())
        cell = farkas.Workcell(robot)
        values = draw(cell, 60, 2)
        states, pairs = cell.first_pairs(values)
        self.assertEqual(states.tolist(), cell.states(values).tolist())
        for row, state, pair in zip(values, states, pairs.tolist()):
            found = {(p.a, p.b) for p in robot.check(row, between=None, ignore=[("cube", "table")]).clashes}
            if state == FREE:
                self.assertEqual((pair, found), ([NO_BODY, NO_BODY], set()))
            else:
                a, b = (cell.names[number] for number in pair)
                self.assertTrue((a, b) in found or (b, a) in found)
        state, pair = cell.first_pairs(values[0])
        self.assertEqual((state, pair.tolist()), (states[0], pairs[0].tolist()))

    def test_edges(self):
        cell = farkas.Workcell(URDF, SRDF, scene=hall("mm"))
        starts, ends = draw(cell, 40, 3), draw(cell, 40, 4)
        starts[:20] = cell.home
        found = cell.edges(starts, ends)
        self.assertEqual(found.pairs.shape, (40, 2))
        self.assertTrue((found.states == FREE).any() and (found.states == COLLIDES).any())
        for i in range(40):
            last = 1.0 if found.states[i] == FREE else found.valid[i]
            for s in numpy.linspace(0, max(last, 0), 25) if last >= 0 else ():
                at = ends[i] if s == 1 else starts[i] + s * (ends[i] - starts[i])
                self.assertEqual(cell.states(at), FREE)
            if found.states[i] == COLLIDES:
                s = found.hi[i]
                at = ends[i] if s == 1 else starts[i] + s * (ends[i] - starts[i])
                self.assertEqual(cell.states(at), COLLIDES)
            else:
                self.assertEqual(found.pairs[i].tolist(), [NO_BODY, NO_BODY])
        for one, other in zip(found, cell.edges(starts, ends, threads=2)):
            self.assertEqual(one.tolist(), other.tolist())

    def test_distances(self):
        for units, metre in (("m", 1), ("mm", 1000)):
            robot = farkas.Robot(URDF, SRDF, scene=hall(units))
            cell = farkas.Workcell(robot, ignore=("cube", "table"))
            values = draw(cell, 30, 5)
            found = cell.distances(values, gradient=True)
            self.assertEqual((found.hi == 0).tolist(), (cell.states(values) == COLLIDES).tolist())
            for i in numpy.flatnonzero(found.hi > 0)[:6]:
                between = tuple(cell.names[number] for number in found.pairs[i].tolist())
                pair = robot.distance(values[i], *between)
                self.assertLessEqual(found.lo[i], pair.hi)
                self.assertLessEqual(pair.lo, found.hi[i])
                self.assertAlmostEqual(numpy.linalg.norm(found.normal[i]), 1)
                self.assertAlmostEqual(numpy.linalg.norm(found.point_b[i] - found.point_a[i]) / metre, found.hi[i] / metre)
                for k in range(4):
                    step = numpy.zeros(4)
                    step[k] = 1e-6
                    inside = numpy.clip([values[i] - step, values[i] + step], *cell.limits.T)
                    low, high = cell.distances(inside).hi
                    slope = (high - low) / (inside[1, k] - inside[0, k])
                    self.assertLess(abs(slope - found.gradient[i, k]) / metre, 2e-3)
            self.assertIsNone(cell.distances(values).gradient)
            beyond = cell.distances(values, "0.1mm")
            self.assertTrue(numpy.isinf(beyond.hi).any())


class Several(FolderCase):
    def test_two_robots(self):
        scene = hall()
        scene.add_robot(URDF, name="left", srdf=SRDF)
        scene.add_robot(URDF, name="right", srdf=SRDF, joints="ready", pose=farkas.Pose([0.5, 0, 0]))
        cell = farkas.Workcell(None, scene=scene)
        self.assertEqual(cell.joint_names[4:6], ["right/turn", "right/shoulder"])
        self.assertEqual(cell.home.tolist(), [0, 0, 0, 0, 0, -0.5, 2, 0])
        self.assertEqual(cell.limits.shape, (8, 2))
        states = cell.states(draw(cell, 300))
        self.assertTrue((states == FREE).any() and (states == COLLIDES).any())
        cell.add("cup", farkas.sphere(0.02), [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0.2], [0, 0, 0, 1]], link="right/hand")
        self.assertEqual(cell.pose("cup")[0], "right/hand")
        self.refused(ValueError, "several robots", cell.attach, "cup", "hand")

    def test_no_joints(self):
        cell = farkas.Workcell(None, scene=hall())
        self.assertEqual(cell.states(numpy.zeros((3, 0))).tolist(), [FREE] * 3)
        self.assertEqual(cell.limits.shape, (0, 2))
        self.assertEqual(cell.states(numpy.zeros((0, 0))).tolist(), [])


class Changes(FolderCase):
    def test_life_of_a_box(self):
        cell = farkas.Workcell(URDF, SRDF)
        home = cell.home
        self.assertEqual(cell.states(home), FREE)
        cell.add("box", farkas.box(0.1), farkas.Pose([0, 0, 0.3]))
        self.assertEqual(cell.states(home), COLLIDES)
        before = cell.copy()
        cell.move("box", farkas.Pose([3, 0, 0]))
        self.assertEqual((cell.states(home), before.states(home), copy.copy(cell).states(home)), (FREE, COLLIDES, FREE))
        cell.attach("box", "hand", farkas.Pose([0, 0, 0.15]))
        state, pair = cell.first_pairs(home)
        self.assertEqual(state, COLLIDES)
        self.assertIn("box", [cell.names[number] for number in pair.tolist()])
        for name in ("left_finger", "right_finger"):
            cell.allow("box", name)
        self.assertEqual(cell.states(home), FREE)
        cell.disallow(name, "box")
        self.assertEqual(cell.states(home), COLLIDES)
        cell.detach("box", farkas.Pose([0, 0, 2]))
        self.assertEqual((cell.states(home), cell.pose("box")[0]), (FREE, None))
        cell.remove("box")
        self.refused(KeyError, "box", cell.move, "box", None)
        cell.add("box", farkas.Mesh(*cube(0.1)), farkas.Pose([0, 0, 0.3]))
        self.assertEqual(cell.states(home), COLLIDES)
        self.assertEqual(before.pose("box")[1].xyz, (0.0, 0.0, 0.3))

    def test_bodies_stay_alive(self):
        cell = farkas.Workcell(URDF, SRDF)
        cell.add("box", farkas.Mesh(*cube(0.1)), farkas.Pose([0, 0, 0.3]))
        other = cell.copy()
        cell.remove("box")
        del cell
        gc.collect()
        self.assertEqual(other.states(other.home), COLLIDES)

    def test_threads(self):
        """A box comes and goes while others ask: each answer is one of both, and edges keep what they began with."""
        cell = farkas.Workcell(URDF, SRDF)
        values = draw(cell, 300)
        cell.add("box", farkas.box(0.2), farkas.Pose([0, 0, 0.5]))
        want = {cell.states(values).tobytes()}
        cell.move("box", farkas.Pose([3, 0, 0]))
        want.add(cell.states(values).tobytes())
        got, failed, done = set(), [], threading.Event()

        def ask(threads):
            try:
                while not done.is_set():
                    got.add(cell.states(values, threads=threads).tobytes())
            except BaseException as error:  # pylint: disable=broad-except
                failed.append(error)

        def change(number):
            try:
                for i in range(200):
                    cell.move("box", farkas.Pose([3 * (i % 2), 0, 0.5 * (1 - i % 2)]))
                    name = f"ball {number} {i}"
                    cell.add(name, farkas.sphere(0.1), farkas.Pose([5, 5, 5]))
                    if i % 3:
                        cell.remove(name)
            except BaseException as error:  # pylint: disable=broad-except
                failed.append(error)

        asking = [threading.Thread(target=ask, args=(1 + i,)) for i in range(2)]
        changing = [threading.Thread(target=change, args=(i,)) for i in range(2)]
        for thread in asking + changing:
            thread.start()
        for thread in changing:
            thread.join()
        done.set()
        for thread in asking:
            thread.join()
        if failed:
            raise failed[0]
        self.assertTrue(got <= want)
        self.assertEqual(len(cell.names), 8 + 2 * 67)


class Stop(Exception):
    """Raised by a signal."""


class Signals(FolderCase):
    @unittest.skipUnless(hasattr(signal, "setitimer"), "there are no timers here")
    def test_stop(self):
        """A signal stops a long call, which leaves nothing behind."""
        cell = farkas.Workcell(URDF, SRDF)
        values = draw(cell, 400000)

        def stop(*unused):
            raise Stop

        before = signal.signal(signal.SIGALRM, stop)
        self.addCleanup(signal.signal, signal.SIGALRM, before)
        for threads in (1, 2):
            for ask in (cell.distances, cell.states):
                signal.setitimer(signal.ITIMER_REAL, 0.02)
                with self.assertRaises(Stop):
                    while True:
                        ask(values, threads=threads)
        self.assertEqual(cell.states(cell.home), FREE)


class Refused(FolderCase):
    def test_values(self):
        cell = farkas.Workcell(URDF, SRDF, units="mm")
        self.refused(ValueError, "values", cell.states, [[0, 0, 0]])
        self.refused(ValueError, "values", cell.states, numpy.zeros((2, 2, 4)))
        self.refused(ValueError, "values: row 1: elbow is 2.9, not from -2.8 to 2.8", cell.states, [[0] * 4, [0, 0, 2.9, 0]])
        self.refused(ValueError, "left_slide is 0.06, not from 0 to 0.05", cell.states, [0, 0, 0, 0.06])
        self.refused(ValueError, "values: row 0: turn is", cell.distances, [[numpy.nan, 0, 0, 0]])
        self.refused(ValueError, "ends: row 0: turn is 4", cell.edges, [[0] * 4], [[4, 0, 0, 0]])
        self.refused(ValueError, "ends: 1 rows are needed", cell.edges, [[0] * 4], [[0] * 4] * 2)
        self.refused(TypeError, "values", cell.states, "ready")
        self.refused(ValueError, "clearance", cell.states, [0] * 4, -1)
        self.refused(ValueError, "tolerance", cell.edges, [[0] * 4], [[0] * 4], tolerance=-1)
        self.refused(ValueError, "budget", cell.edges, [[0] * 4], [[0] * 4], budget=0)
        self.refused(ValueError, "threads", cell.states, [[0] * 4] * 2, threads=-1)

    def test_names(self):
        cell = farkas.Workcell(URDF, SRDF)
        self.refused(KeyError, "nothing", cell.allow, "nothing", "hand")
        self.refused(ValueError, "workcell", cell.allow, "hand", "hand")
        self.refused(ValueError, "already", cell.add, "hand", farkas.box(1))
        self.refused(ValueError, "no link", cell.add, "box", farkas.box(1), link="leg")
        self.refused(TypeError, "body", cell.add, "box", "a box")
        self.refused(ValueError, "pose", cell.add, "box", farkas.box(1), numpy.ones((4, 4)))
        self.assertNotIn("box", cell.names.values())
        self.refused(TypeError, "link", cell.attach, "hand", None)

    def test_sources(self):
        self.refused(TypeError, "robot", farkas.Workcell, None)
        self.refused(TypeError, "those of the Robot", farkas.Workcell, farkas.Robot(URDF), SRDF)
        self.refused(farkas.FileError, "missing.urdf", farkas.Workcell, "missing.urdf")


class Example(unittest.TestCase):
    def test_plan(self):
        """examples/plan.py finds a path that a sweep confirms."""
        spec = importlib.util.spec_from_file_location("plan", "examples/plan.py")
        example = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(example)
        with contextlib.redirect_stdout(io.StringIO()) as out:
            self.assertEqual(example.main([]), 0)
        header, *rows = out.getvalue().split()
        path = numpy.array([row.split(",") for row in rows], dtype=float)
        self.assertEqual(header, "t,turn,shoulder,elbow,left_slide")
        self.assertEqual((path[0, 1:].tolist(), path[-1, 1:].tolist()), (list(example.START), list(example.GOAL)))
        post = farkas.Scene(units="m")
        post.add("post", farkas.cylinder(0.05, 1), farkas.Pose([0.45, 0, 0.5]))
        robot = farkas.Robot(URDF, SRDF, scene=post)
        self.assertTrue(robot.sweep([0, 1], [example.START, example.GOAL]).clashes)
        self.assertFalse(robot.sweep(path[:, 0], path[:, 1:]).clashes)


if __name__ == "__main__":
    unittest.main()
