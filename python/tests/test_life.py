# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

"""Threads, memory and interpreters: the same objects in many threads, nothing that leaks, no memory left, several interpreters."""

import ctypes
import gc
import os
import subprocess
import sys
import threading
import unittest

import numpy as np

import farkas
from farkas import Pose

from support import refused_on_little_stack

IS_SANITIZED = "asan" in os.environ.get("LD_PRELOAD", "")
RNG = np.random.default_rng(7)


def ball(count):
    """The surface of a round solid with many triangles: rings between two poles."""
    rings = [(0, 0, 1)]
    for i in range(1, count):
        for j in range(count):
            up, around = np.pi * i / count, 2 * np.pi * j / count
            rings.append((np.sin(up) * np.cos(around), np.sin(up) * np.sin(around), np.cos(up)))
    rings.append((0, 0, -1))
    at = lambda i, j: 1 + (i - 1) * count + j % count
    faces = [(0, at(1, j), at(1, j + 1)) for j in range(count)]
    for i in range(1, count - 1):
        for j in range(count):
            faces += [(at(i, j), at(i + 1, j), at(i + 1, j + 1)), (at(i, j), at(i + 1, j + 1), at(i, j + 1))]
    last = len(rings) - 1
    faces += [(last, at(count - 1, j + 1), at(count - 1, j)) for j in range(count)]
    return np.array(rings, dtype=np.float64), np.array(faces, dtype=np.uint32)


POINTS, FACES = ball(24)
FEW_POINTS, FEW_FACES = ball(3)


def run_threads(work, count=8):
    """Runs work(i) in threads that start together; what one of them raises is raised here."""
    start, failed = threading.Barrier(count), []

    def run(i):
        start.wait()
        try:
            work(i)
        except BaseException as error:  # pylint: disable=broad-except
            failed.append(error)

    threads = [threading.Thread(target=run, args=(i,)) for i in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failed:
        raise failed[0]


class Threads(unittest.TestCase):
    def test_one_mesh(self):
        """Trees and facts of a fresh mesh are asked for by all threads at once."""
        away = Pose((2.5, 0.1, 0.2))
        inside = RNG.uniform(-1, 1, size=(200, 3))
        known = farkas.Mesh(POINTS, FACES)
        expected = (farkas.distance(known, known, pose_b=away), known.volume, known.contains(inside).tolist(), known.defects)
        for _ in range(5):
            mesh, found = farkas.Mesh(POINTS, FACES), [None] * 8

            def work(i, mesh=mesh, found=found):
                steps = [lambda: farkas.distance(mesh, mesh, pose_b=away), lambda: mesh.volume,
                         lambda: mesh.contains(inside).tolist(), lambda: mesh.defects]
                answers = {k % 4: steps[k % 4]() for k in range(i, i + 4)}
                found[i] = tuple(answers[k] for k in range(4))

            run_threads(work)
            self.assertEqual(found, [expected] * 8)

    def test_shared_shapes(self):
        shapes = [farkas.box(1), farkas.hull(POINTS), farkas.cylinder(0.5, 2), farkas.Mesh(POINTS, FACES)]

        def work(i):
            pose = Pose((1.4 + i / 7, 0, 0), rpy=(i, 0, 0))
            for a in shapes:
                for b in shapes:
                    farkas.verdict(a, b, pose_b=pose)
                    farkas.distance(a, b, pose, None)
                    farkas.contacts(a, b, pose_b=pose, most=3)
                    a.bounds, b.bounds  # pylint: disable=pointless-statement

        run_threads(work)

    def test_objects_die_in_other_threads(self):
        def work(i):
            for k in range(40):
                mesh = farkas.Mesh(POINTS + i, FACES)
                views[(i + k) % 8] = mesh.vertices

        views = [None] * 8
        run_threads(work)
        self.assertTrue(all(view.shape == POINTS.shape for view in views))

    def test_arrays_that_change(self):
        """Another thread writes to the arrays all the time: answers may be any, but nothing breaks."""
        points, faces = POINTS.copy(), FACES.copy()
        cells = RNG.integers(-3, 4, size=(4, 3, 3000)).astype(np.float64)
        index = RNG.integers(0, 3000, size=(3000, 2)).astype(np.uint32)
        done = threading.Event()

        def scribble():
            while not done.is_set():
                for value in (np.nan, 1e308, 0.5):
                    points[::7] = value
                    cells[:, :, ::5] = value
                    index[::3] = 2**31 if value == 0.5 else 1
                    faces[::11] = 2**31 if value == 0.5 else 0

        writer = threading.Thread(target=scribble)
        writer.start()
        try:
            for _ in range(60):
                for call in (lambda: farkas.Mesh(points, faces), lambda: farkas.hull(points), lambda: farkas.pairs(cells, cells, threads=2),
                             lambda: farkas.pairs(cells, cells, index=index)):
                    try:
                        call()
                    except ValueError:
                        pass
        finally:
            done.set()
            writer.join()


    def test_small_stacks(self):
        """Threads with less stack than the library needs are told so."""
        points, faces = POINTS[:40], FACES[:20]
        mesh, box, hull = farkas.Mesh(POINTS, FACES), farkas.box(1), farkas.hull(POINTS)
        calls = [lambda: farkas.verdict(mesh, box), lambda: farkas.depth(box, hull), lambda: mesh.volume, lambda: mesh.contains(POINTS),
                 lambda: farkas.answer(hull, box), lambda: farkas.pairs(np.ones((4, 3)), np.ones((4, 3))), lambda: hull.bounds,
                 lambda: farkas.Mesh(points, faces).defects, lambda: farkas.hull(points)]
        told = refused_on_little_stack(calls)
        if sys.platform.startswith("linux"):
            self.assertEqual(len(told), len(calls))


class Mallinfo(ctypes.Structure):
    _fields_ = [(name, ctypes.c_size_t) for name in "arena ordblks smblks hblks hblkhd usmblks fsmblks uordblks fordblks keepcost".split()]


def bytes_in_use():
    """What malloc has given out, by glibc; None where that cannot be known."""
    try:
        ask = ctypes.CDLL(None).mallinfo2
    except (AttributeError, OSError):
        return None
    ask.restype = Mallinfo
    info = ask()
    return info.uordblks + info.hblkhd


def attempt(call, *args, **names):
    try:
        return call(*args, **names)
    except (TypeError, ValueError, farkas.Error):
        return None


def everything():
    """Each function once, with what it answers and what it refuses."""
    box, ball_mesh = farkas.box(2), farkas.Mesh(FEW_POINTS, FEW_FACES)
    hull, pose = farkas.hull(FEW_POINTS), Pose((1.5, 0, 0), rpy=(1, 2, 3))
    cells = np.zeros((5, 4, 3), dtype="f4")
    for a, b in ((box, hull), (hull, ball_mesh), (ball_mesh, ball_mesh)):
        farkas.verdict(a, b, pose, None), farkas.distance(a, b, pose_b=pose), farkas.contacts(a, b, pose_b=pose)
        attempt(farkas.depth, a, b, pose), attempt(farkas.answer, a, b, pose), attempt(farkas.relation, a, b)
        farkas.ray(a, (5, 0, 0), (-1, 0, 0), pose), farkas.rays(a, [[5, 0, 0]], [[-1, 0, 0]])
        attempt(farkas.cast, a, (1, 0, 0), b), farkas.bounds(a, pose), attempt(farkas.common_volume, a, b)
        attempt(farkas.verdict, a, b, np.eye(3)), attempt(farkas.verdict, a, 7), attempt(farkas.moving, a, b, [(1, pose), (0, pose)])
        attempt(farkas.distance, a, b, limit=-1), attempt(farkas.verdict, a, b, surprise=1)
    ball_mesh.vertices, ball_mesh.faces, ball_mesh.defects, ball_mesh.bounds, ball_mesh.name, hull.points, repr(hull), repr(ball_mesh)
    ball_mesh.contains(FEW_POINTS), ball_mesh.winding((0, 0, 0)), ball_mesh.self_intersections(), attempt(ball_mesh.contains, [[np.nan] * 3])
    farkas.moving(box, box, [(0, None), (1, Pose((5, 0, 0)))], closest=True), farkas.moving(box, hull, None, pose)
    farkas.pairs(cells, cells), farkas.pairs(cells, cells, index=[[0, 1]], threads=2), attempt(farkas.pairs, cells, 7)
    attempt(farkas.pairs, cells, cells, index=[[0, 9]]), attempt(farkas.Mesh, POINTS, FEW_FACES + 9999), attempt(farkas.Mesh, POINTS, "x")
    attempt(farkas.hull, np.full((5, 3), np.nan)), attempt(farkas.load, "no/such/file.obj"), attempt(ball_mesh.save, "no/such/file.obj")
    found = farkas.answer(box, hull)
    farkas.verify(box, hull, found["proof"]), attempt(farkas.verify, box, hull, {"kind": "near"})
    pose.matrix, pose @ pose, pose.inverse(), repr(pose), hash(pose), pose == pose, attempt(Pose, np.zeros((4, 4)))


class Memory(unittest.TestCase):
    def measure(self, rounds):
        for _ in range(rounds):
            everything()
        gc.collect()
        sys._clear_type_cache()  # which keeps up to 4096 names
        return sys.getallocatedblocks(), bytes_in_use()

    def test_nothing_leaks(self):
        """What a call keeps shows after 100 rounds: as blocks of Python's, or as bytes of malloc's."""
        if IS_SANITIZED:
            self.skipTest("the allocator is that of the sanitizer")
        self.measure(5)
        blocks, used = self.measure(20)
        blocks_later, used_later = self.measure(100)
        self.assertLess(blocks_later - blocks, 100)
        if used is not None:
            self.assertLess(used_later - used, 100 * 16)

    def test_references(self):
        """Objects that are shared do not gain references: each of 200 rounds would count."""
        shared = [None, True, farkas.Mesh, farkas.Shape, farkas.Distance, farkas.verdict(farkas.box(1), farkas.box(1)), np.asarray]
        self.measure(20)
        before = [sys.getrefcount(thing) for thing in shared]
        self.measure(200)
        after = [sys.getrefcount(thing) for thing in shared]
        for thing, low, high in zip(shared, before, after):
            self.assertLess(abs(high - low), 200, msg=repr(thing))


def run_python(text):
    """Runs a program in another interpreter, with the package of this one."""
    folder = os.path.dirname(os.path.dirname(os.path.abspath(farkas.__file__)))
    environment = {**os.environ, "PYTHONPATH": folder}
    return subprocess.run([sys.executable, "-c", text], env=environment, capture_output=True, text=True, timeout=300, check=False)


NO_MEMORY = """
import resource, numpy, farkas
rng = numpy.random.default_rng(1)
points = rng.normal(size=(20000, 3))
faces = rng.integers(0, 20000, size=(10000, 3)).astype(numpy.uint32)
cells = rng.normal(size=(4, 3, 100000))
first = farkas.Mesh(points, faces)
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
limit = resource.getrlimit(resource.RLIMIT_AS)
refused = passed = 0
for extra in range(0, 8 << 20, 1 << 19):
    for call in (lambda: farkas.Mesh(points, faces), lambda: farkas.hull(points), lambda: farkas.Mesh(points, faces).volume,
                 lambda: farkas.verdict(farkas.Mesh(points, faces), farkas.box(1)), lambda: farkas.pairs(cells, cells)):
        resource.setrlimit(resource.RLIMIT_AS, (used + extra, limit[1]))
        try:
            call()
            passed += 1
        except MemoryError:
            refused += 1
        finally:
            resource.setrlimit(resource.RLIMIT_AS, limit)
assert refused and passed, (refused, passed)
assert first.vertices.shape == points.shape
print("survived")
"""

SUBINTERPRETERS = """
import sys
try:
    import _xxsubinterpreters as interpreters
except ImportError:
    import _interpreters as interpreters
import farkas
text = '''
from farkas import _core
assert _core.verdict(_core.box(2), _core.sphere(1, (2, 0, 0))) == "touching"
try:
    _core.verdict(1, 2)
except TypeError:
    pass
'''
for _ in range(3):
    one, two = interpreters.create(), interpreters.create()
    interpreters.run_string(one, text)
    interpreters.run_string(two, text)
    interpreters.destroy(one)
    assert farkas.verdict(farkas.box(2), farkas.box(2)) == "overlapping"
    interpreters.run_string(two, text)
    interpreters.destroy(two)
print("survived")
"""

SHUTDOWN = """
import threading, farkas, numpy
mesh = farkas.Mesh(numpy.eye(3), [[0, 1, 2]])
class Late:
    def __del__(self, box=farkas.box, verdict=farkas.verdict, mesh=mesh):
        verdict(box(1), mesh)
keep = [Late(), mesh.vertices]
keep.append(keep)
threading.Thread(target=lambda: [farkas.distance(mesh, farkas.box(1)) for _ in range(10**5)], daemon=True).start()
print("survived")
"""

RELOAD = """
import importlib, sys, gc
import farkas, numpy
mesh, pose = farkas.Mesh(numpy.eye(3), [[0, 1, 2]]), farkas.Pose()
view = mesh.vertices
for name in [name for name in sys.modules if name.startswith("farkas")]:
    del sys.modules[name]
old = farkas
import farkas
assert farkas._core is not old._core
try:
    farkas.verdict(mesh, farkas.box(1))  # of the other copy: no body here
except TypeError:
    pass
try:
    farkas.Pose() @ pose
except (TypeError, ValueError):
    pass
del old
gc.collect()
assert mesh.area > 0 and view.shape == (3, 3) and pose.inverse() == pose
print("survived")
"""


class Processes(unittest.TestCase):
    def survives(self, text):
        done = run_python(text)
        self.assertEqual((done.returncode, done.stdout.strip()[-8:]), (0, "survived"), msg=done.stderr)

    def test_no_memory(self):
        if IS_SANITIZED or not sys.platform.startswith("linux"):
            self.skipTest("memory cannot be limited")
        self.survives(NO_MEMORY)

    def test_subinterpreters(self):
        self.survives(SUBINTERPRETERS)

    def test_shutdown(self):
        self.survives(SHUTDOWN)

    def test_two_copies(self):
        self.survives(RELOAD)


if __name__ == "__main__":
    unittest.main()
