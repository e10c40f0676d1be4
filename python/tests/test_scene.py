# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

"""Scene: what it holds, what it says in the words of the command, and what it refuses."""

import copy
import gc
import json
import os
import pickle
import signal
import threading
import types

import numpy
from support import FolderCase, command, cube, needs_command

import farkas


def table_and_cup():
    scene = farkas.Scene(units="mm")
    scene.add("table", farkas.box([400, 300, 20]), farkas.Pose([0, 0, -10]))
    scene.add("cup", farkas.cylinder(30, 90), farkas.Pose([0, 0, 50]))
    return scene


def large_ball():
    """A ball of some 100,000 triangles, of which a check with volumes takes seconds."""
    rows, columns = 220, 220
    a, b = numpy.meshgrid(numpy.linspace(0, numpy.pi, rows), numpy.linspace(0, 2 * numpy.pi, columns, endpoint=False),
                          indexing="ij")
    points = numpy.stack([numpy.sin(a) * numpy.cos(b), numpy.sin(a) * numpy.sin(b), numpy.cos(a)], axis=-1).reshape(-1, 3)
    i, k = (grid.ravel() for grid in numpy.meshgrid(numpy.arange(rows - 1), numpy.arange(columns), indexing="ij"))
    here, right = i * columns + k, i * columns + (k + 1) % columns
    faces = numpy.concatenate([numpy.stack([here, here + columns, right + columns], axis=1),
                               numpy.stack([here, right + columns, right], axis=1)])
    return farkas.Mesh(points, faces)


class SameAsCommand(FolderCase):
    """The bytes of the command, "run" too, where there is a command that asks the same."""

    def check_same(self, result, *words):
        self.assertEqual(result.json(), command(*words, "--json"))
        self.assertEqual(result.csv(), command(*words, "--csv"))
        self.assertEqual(result.junit(), command(*words, "--junit", "-"))

    @needs_command
    def test_check(self):
        path = "examples/scene/cell.json"
        scene = farkas.Scene.load(path)
        self.check_same(scene.check(), "check", path)
        self.check_same(scene.check("8mm", between=("gripper", "all"), first=True), "check", "--clearance", "8mm",
                        "--between", "gripper,all", "--first", path)
        self.check_same(scene.check(10, allow_contact=True, sets={"left": ["left*", "fit/?eg"]},
                                    ignore=[("left", "*", "not now"), ("table", "all")], volume=True, threads=1),
                        "check", "--clearance", "10", "--allow-contact", "--set", "left=left*,fit/?eg", "--ignore",
                        "left,*=not now", "--ignore", "table,all", "--volume", path)
        self.check_same(farkas.Scene.load("examples/scene/rooms.json").check(), "check", "examples/scene/rooms.json")

    @needs_command
    def test_sweep(self):
        path = "examples/scene/blade.json"
        scene = farkas.Scene.load(path)
        self.check_same(scene.sweep("6mm"), "sweep", "--clearance", "6mm", path)
        self.check_same(scene.sweep(start=0.25, end=0.75, closest=True, tolerance="0.1mm", resolution=0.01), "sweep",
                        "--from", "0.25", "--to", "0.75", "--closest", "--tolerance", "0.1mm", "--resolution", "0.01", path)
        self.check_same(scene.check(time=0.5), "check", "--time", "0.5", path)

    @needs_command
    def test_moveit(self):
        with open("wall.scene", "w") as file:
            file.write("name\n* wall\n2\nbox 0.1 1 1\n0 0 0\n0 0 0 1\n0 0 0 0\nmesh 3 1 1 0 0 2 0 0 1 1 0 0 1 2\n0 0 0\n"
                       "0 0 0 1\n0 0 0 0\n.\n")
        scene = farkas.Scene.load("wall.scene")
        self.assertEqual(scene.names, ("wall/1", "wall/2"))
        self.check_same(scene.check(), "check", "wall.scene")
        with open("ball.yaml", "w") as file:
            file.write("world: {collision_objects: [{id: ball, primitives: [{type: sphere, dimensions: [1]}]}]}\n")
        self.assertEqual(farkas.Scene.load("ball.yaml").names, ("ball",))

    @needs_command
    def test_workcell(self):
        command("demo", "cell", "-q")
        scene = farkas.Scene.load("cell/cell.json")
        self.check_same(scene.check(time=2), "check", "--time", "2", "cell/cell.json")
        self.check_same(scene.sweep(start=1.5, end=2, between=("crate", "tool")), "sweep", "--between", "crate,tool", "--from",
                        "1.5", "--to", "2", "cell/cell.json")

    @needs_command
    def test_distance(self):
        scene = farkas.Scene.load("examples/scene/cell.json")
        for a, b in (("camera", "*_bracket"), ("*_bracket", "camera"), ("table", "fit")):
            told = json.loads(command("distance", "examples/scene/cell.json", a, b, "--json"))
            self.assertEqual(dict(scene.distance(a, b)), told)

    @needs_command
    def test_scene_in_memory_is_that_of_a_file(self):
        scene = farkas.Scene(units="mm")
        vertices, faces = cube(10)
        scene.add("cube", farkas.Mesh(vertices, faces), farkas.Pose([1, 2, 3], rpy_deg=[0, 0, 30]))
        scene.add("same", types.SimpleNamespace(vertices=numpy.array(vertices), faces=numpy.array(faces)), scale=2)
        scene.add("ball", farkas.sphere(4), {"xyz": [20, 0, 0]}, motion=([0, 1], [[0, 0, 0], [-20, 0, 0]]))
        scene.add("cone", farkas.cone(2, 8), attached_to="ball")
        scene.add("bracket", "examples/scene/bracket.off", units="cm", up="y")
        scene.set("moving", "ball", "cone")
        scene.test("moving", "all", clearance="1mm", name="one")
        scene.ignore("ball", "cone", "one thing")
        scene.save("out.json")
        told = scene.check(time=0.5)
        self.assertEqual(told.json(run=False), farkas.Scene.load("out.json").check(time=0.5).json(run=False))
        self.assertEqual(json.loads(command("check", "out.json", "--time", "0.5", "--json"))["pairs"],
                         json.loads(told.json())["pairs"])
        self.assertEqual([item["path"] for item in json.loads(told.json())["run"]["inputs"]], ["examples/scene/bracket.off"])
        self.assertEqual(json.loads(told.json())["run"]["arguments"], [])


class Holding(FolderCase):
    def test_add_and_change(self):
        scene = table_and_cup()
        self.assertEqual(scene.names, ("table", "cup"))
        self.assertEqual((scene.units, scene.span, len(scene), "cup" in scene), ("mm", (0.0, 0.0), 2, True))
        self.assertAlmostEqual(scene.check().pairs[0].distance.hi, 5)
        scene.move("cup", farkas.Pose([0, 0, 44]))
        self.assertEqual(scene.check().pairs[0].kind, "hard")
        self.assertEqual(scene.poses()["cup"], farkas.Pose([0, 0, 44]))
        scene.remove("cup")
        self.assertEqual(scene.names, ("table",))
        with self.assertRaises(KeyError):
            scene.remove("cup")

    def test_all_shapes(self):
        shapes = {"box": farkas.box(2), "skew": farkas.box(origin=[0, 0, 0], edges=[[1, 0, 0], [1, 1, 0], [0, 0, 1]]),
                  "tetra": farkas.tetra([0, 0, 0], [[1, 0, 0], [0, 1, 0], [0, 0, 1]]), "ball": farkas.sphere(1, [5, 0, 0]),
                  "egg": farkas.ellipsoid([1, 2, 3]), "pill": farkas.capsule(1, ends=[[0, 0, 0], [1, 0, 0]]),
                  "can": farkas.cylinder(1, 2), "hat": farkas.cone(1, 2),
                  "hull": farkas.hull([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1]])}
        for name, shape in shapes.items():
            scene = farkas.Scene()
            scene.add(name, shape)
            scene.add("far", {"sphere": {"radius": 1}}, farkas.Pose([0, 0, 20]))
            found, truth = scene.distance(name, "far"), farkas.distance(shape, farkas.sphere(1), None, farkas.Pose([0, 0, 20]))
            self.assertLessEqual(max(found.lo, truth.lo), min(found.hi, truth.hi) + 1e-9, name)
            self.assertEqual(scene.check().parts[0].shape, shape.kind)
        for shape in (farkas.point([0, 0, 0]), farkas.half_space([0, 0, 1]), farkas.triangle([0, 0, 0], [1, 0, 0], [0, 1, 0])):
            self.refused(ValueError, "cannot be one", farkas.Scene().add, "x", shape)

    def test_shape_off_its_middle_is_swept(self):
        scene = farkas.Scene()
        scene.add("ball", farkas.sphere(1, [0, 5, 0]), motion=([0, 1], [[-10, 0, 0], [10, 0, 0]]))
        scene.add("stop", farkas.box(2), farkas.Pose([0, 5, 0]))
        contact = scene.sweep().clashes[0].contacts[0]
        self.assertTrue(contact.enter.lo <= 0.4 <= contact.enter.hi + 1e-6)
        self.refused(ValueError, "in memory alone", scene.to_json)
        self.refused(ValueError, "no such sphere", scene.save, "x.json")

    def test_motion_forms(self):
        turn = farkas.Pose([0, 0, 0], rpy_deg=[0, 0, 90])
        keys = [{"t": 0}, {"t": 1, "rpy_deg": [0, 0, 90]}]
        self.write("turn.csv", "t,x,y,z,qx,qy,qz,qw\n0,0,0,0,0,0,0,1\n1,0,0,0,0,0,0.7071067811865476,0.7071067811865476\n")
        for motion in ({"keys": keys}, keys, ([0, 1], [farkas.Pose(), turn]), ([0, 1], numpy.array([numpy.eye(4), turn.matrix])),
                       "turn.csv"):
            scene = farkas.Scene()
            scene.add("arm", farkas.box(2), farkas.Pose([10, 0, 0]), motion=motion)
            self.assertEqual(scene.span, (0, 1))
            numpy.testing.assert_allclose(scene.poses(1)["arm"].matrix[:3, 3], [0, 10, 0], atol=1e-12)

    def test_deep_text(self):
        cell = '{"kind": "box", "origin": [0, 0, 0], "edges": [[1, 0, 0], [0, 1, 0], [0, 0, 1]], "children": ['
        text = '{"farkas": 1, "parts": [{"name": "a", "shape": {"cells": ' + 900 * cell + 900 * "]}" + "}}]}"
        scene = farkas.Scene.from_json(text)
        self.assertTrue(scene.check().ok)
        self.assertEqual(repr(scene), "<farkas.Scene: 1 part>")
        self.assertEqual(scene.to_json(), text)
        with self.assertRaises(RecursionError):
            scene.set("x", "a")
        self.assertTrue(scene.check().ok)

    def test_copies(self):
        scene = farkas.Scene.load("examples/scene/cell.json")
        for made in (scene.copy(), copy.copy(scene), copy.deepcopy(scene), pickle.loads(pickle.dumps(scene))):
            self.assertEqual(made.check().json(), scene.check().json())
            made.remove("table")
            self.assertIn("table", scene)
        scene = farkas.Scene()
        scene.add("cube", farkas.Mesh(*cube()))
        self.assertEqual(copy.deepcopy(scene).names, ("cube",))

    def test_text(self):
        scene = table_and_cup()
        again = farkas.Scene.from_json(scene.to_json())
        self.assertEqual(again.data, scene.data)
        self.assertEqual(again.check().json(run=False), scene.check().json(run=False))
        self.assertEqual(farkas.Scene.from_json(scene.data).names, scene.names)

    def test_save_to_another_folder(self):
        scene = farkas.Scene.load("examples/scene/cell.json")
        scene.add("more", "examples/scene/bracket.off", farkas.Pose([0, 500, 0]))
        os.mkdir("deep")
        scene.save("deep/copy.json")
        self.assertEqual(farkas.Scene.load("deep/copy.json").names, scene.names)

    def test_loader(self):
        seen = []

        def loader(path):
            seen.append(path)
            return types.SimpleNamespace(vertices=cube()[0], faces=cube()[1]) if path.endswith(".dae") else None
        scene = farkas.Scene(loader=loader)
        scene.add("odd", "odd.dae")
        scene.add("usual", "examples/scene/bracket.off", farkas.Pose([500, 0, 0]))
        self.assertEqual(scene.check().parts[0].triangles, 12)
        self.assertEqual(seen, ["odd.dae", "examples/scene/bracket.off"])

    def test_results_outlive_the_scene(self):
        scene = table_and_cup()
        scene.add("cube", farkas.Mesh(*cube(5)), farkas.Pose([0, 0, 44]))
        result = scene.check(ignore=("cup", "cube", "it holds it"))
        del scene
        gc.collect()
        self.assertEqual(result.ignored[0].reason, "it holds it")
        self.assertIn("cube", result.json())
        result.report("page.html", pictures=0)

    def test_result(self):
        scene = table_and_cup()
        scene.move("cup", farkas.Pose([0, 0, 44]))
        result = scene.check(clearance="1mm", volume=True)
        self.assertFalse(result.ok)
        self.assertEqual((result.status, result.clash_count, result.undecided_count, result.units), (1, 1, 0, "mm"))
        self.assertEqual([pair.kind for pair in result.clashes], ["hard"])
        self.assertIs(result.pair("cup", "table"), result.pairs[0])
        self.assertIsNone(result.pair("cup", "nothing"))
        self.assertIsNone(result.pairs[0].inner)
        self.assertIn("HARD       table x cup   depth 1 mm", str(result))
        scene = farkas.Scene()
        scene.add("a", farkas.box(1))
        scene.add("b", farkas.box(1), motion=([0, 1], [[3, 0, 0], [5, 0, 0]]))
        self.assertIn("\n  clear      1 pair\nNo clash in 1 pair, none undecided.", str(scene.sweep()))
        self.assertEqual(repr(result), "<farkas.CheckResult: 1 clash in 1 pair, none undecided>")
        self.refused(TypeError, "neither true nor false", bool, result)
        with self.assertRaises(AttributeError):
            result.pairs[0].kind = "clear"
        result.save("r.json")
        result.csv("r.csv")
        result.junit("r.xml")
        with open("r.json", encoding="utf-8") as file:
            self.assertEqual(file.read(), result.json())
        self.assertEqual(sorted(os.listdir()), ["examples", "r.csv", "r.json", "r.xml"])

    @needs_command
    def test_page(self):
        words = ["check", "examples/scene/cell.json", "--json", "--report-pictures", "0", "--report", "want.html"]
        command(*words)
        farkas.Scene.load("examples/scene/cell.json").check().report("got.html", pictures=0)
        with open("want.html", "rb") as want, open("got.html", "rb") as got:
            self.assertEqual(got.read(), want.read())
        farkas.Scene.load("examples/scene/blade.json").sweep().report("titled.html", title="<b>", pictures=0, parts=False)
        with open("titled.html", encoding="utf-8") as file:
            self.assertIn("<title>&lt;b&gt;</title>", file.read())


class Refusing(FolderCase):
    def test_files(self):
        error = self.refused(farkas.FileError, "", farkas.Scene.load, "missing.json")
        self.assertEqual((error.path, error.line, error.column), ("missing.json", None, None))
        self.write("bad.json", '{"farkas": 1,\n "parts": [{"name": "a", "shape": {"ball": 3}}]}')
        error = self.refused(farkas.FileError, "bad.json:2:", farkas.Scene.load, "bad.json")
        self.assertEqual((error.path, error.line), ("bad.json", 2))
        self.assertGreater(error.column, 1)
        self.write("nomesh.json", '{"farkas": 1,\n\n "parts": [{"mesh": "not.stl"}]}')
        error = self.refused(farkas.FileError, "not.stl", farkas.Scene.load, "nomesh.json")
        self.assertEqual(error.line, 3)
        scene = farkas.Scene()
        scene.add("x", "not.stl")
        self.refused(farkas.FileError, "not.stl", scene.check)
        self.refused(farkas.FileError, "", farkas.Scene.load, ".")
        self.refused(farkas.FileError, "", farkas.Scene.from_json, "{")
        self.refused(farkas.FileError, "", farkas.Scene.from_json, b"\xff\xfe")
        self.refused(FileNotFoundError, "'no/such/folder/r.json'", table_and_cup().check().save, "no/such/folder/r.json")

    def test_wrong_types(self):
        scene = table_and_cup()
        wrong = [
            (TypeError, "name", scene.add, (3, farkas.box(1)), {}),
            (TypeError, "vertices and faces", scene.add, ("x", 3), {}),
            (TypeError, "vertices and faces", scene.add, ("x", None), {}),
            (ValueError, "a name", scene.add, (None, farkas.box(1)), {}),
            (ValueError, "already", scene.add, ("cup", farkas.box(1)), {}),
            (ValueError, "not finite", scene.add, ("x", {"sphere": {"radius": float("nan")}}), {}),
            (TypeError, "not for a scene", scene.add, ("x", {"sphere": {"radius": 1j}}), {}),
            (ValueError, "", scene.add, ("x", farkas.box(1), numpy.full((4, 4), numpy.nan)), {}),
            (ValueError, "", scene.add, ("x", farkas.box(1), numpy.ones((3, 3))), {}),
            (ValueError, "motion", scene.add, ("x", farkas.box(1)), {"motion": ([0, 1], [[0, 0]])}),
            (TypeError, "motion", scene.add, ("x", farkas.box(1)), {"motion": [1, 2, 3]}),
            (TypeError, "set", scene.set, ("x",), {}),
            (TypeError, "reason", scene.ignore, ("cup", "table", ""), {}),
            (TypeError, "name of a part", scene.test, ("cup", 3), {}),
            (TypeError, "pair", scene.check, (), {"between": "cup,table"}),
            (TypeError, "pair", scene.check, (), {"between": [("cup",)]}),
            (ValueError, "did you mean 'cup'", scene.check, (), {"between": ("cop", "table")}),
            (TypeError, "length", scene.check, ([],), {}),
            (ValueError, "not a length", scene.check, ("5 apples",), {}),
            (ValueError, "negative", scene.check, (-1,), {}),
            (ValueError, "negative", scene.check, (float("nan"),), {}),
            (TypeError, "sets", scene.check, (), {"sets": {"a": 3}}),
            (ValueError, "no part", scene.check, (), {"sets": {"a": "nothing"}}),
            (TypeError, "threads", scene.check, (), {"threads": "two"}),
            (ValueError, "threads", scene.check, (), {"threads": -1}),
            (TypeError, "progress", scene.check, (), {"progress": 3}),
            (ValueError, "time", scene.check, (), {"time": float("inf")}),
            (TypeError, "time", scene.check, (), {"time": "soon"}),
            (ValueError, "nothing moves", scene.sweep, (), {}),
            (ValueError, "no part", scene.distance, ("cup", "saucer"), {}),
            (ValueError, "same part", scene.distance, ("cup", "cup"), {}),
            (TypeError, "str", scene.distance, ("cup", None), {}),
            (ValueError, "pictures", scene.check().report, ("x.html",), {"pictures": -1}),
            (TypeError, "title", scene.check().report, ("x.html",), {"title": 3}),
            (ValueError, "units", farkas.Scene, ("ft",), {}),
            (TypeError, "text", farkas.Scene.from_json, (3,), {}),
            (TypeError, "path", farkas.Scene.load, (3,), {}),
        ]
        for kind, words, function, arguments, options in wrong:
            with self.subTest(function=function.__name__, arguments=arguments, options=options):
                self.refused(kind, words, function, *arguments, **options)
        self.assertEqual(scene.names, ("table", "cup"))

    def test_sweep_options(self):
        scene = farkas.Scene.load("examples/scene/blade.json")
        for words, options in (("later", {"start": 1, "end": 0}), ("leave nothing", {"start": 5}), ("tolerance", {"tolerance": 0}),
                               ("budget", {"budget": -1}), ("resolution", {"resolution": 0}), ("seconds", {"seconds": -1})):
            self.refused(ValueError, words, scene.sweep, **options)
        self.refused(ValueError, "nothing moves", farkas.Scene.from_json(
            '{"farkas": 1, "parts": [{"name": "a", "shape": {"sphere": {"radius": 1}}, "motion": {"keys": [{"t": 0}]}}]}').sweep)

    def test_empty_scene(self):
        self.refused(farkas.FileError, "", farkas.Scene().check)

    def test_exceptions_in_callbacks(self):
        def fails(*_):
            raise LookupError("enough")
        scene = table_and_cup()
        with self.assertRaisesRegex(LookupError, "enough"):
            scene.check(progress=fails)
        self.assertTrue(scene.check().ok, "the scene is as it was")
        broken = farkas.Scene(loader=fails)
        broken.add("x", "x.dae")
        with self.assertRaisesRegex(LookupError, "enough"):
            broken.check()
        odd = farkas.Scene(loader=lambda path: 3)
        odd.add("x", "x.dae")
        self.refused(TypeError, "vertices and faces", odd.check)
        self.refused(TypeError, "loader", farkas.Scene.load, "examples/scene/cell.json", loader=3)
        with self.assertRaisesRegex(RuntimeError, "in use"):
            scene.check(progress=lambda done, total: scene.check())
        with self.assertRaises(TypeError):
            scene.check(progress=lambda: None)

    def test_interrupt(self):
        def interrupt(*_):
            raise KeyboardInterrupt
        scene = farkas.Scene.load("examples/scene/blade.json")
        with self.assertRaises(KeyboardInterrupt) as caught:
            scene.sweep(progress=interrupt)
        self.assertFalse(caught.exception.result.complete or caught.exception.result.ok)
        self.assertEqual((caught.exception.result.status, caught.exception.result.summary["complete"]), (130, False))
        self.assertIn("incomplete", caught.exception.result.csv())
        result = scene.sweep()
        self.assertEqual((result.clash_count, result.complete), (1, True))
        self.assertNotIn("complete", result.summary)

    def test_signal(self):
        """Ctrl-C ends a single long pair, on one thread and where other threads work, and so does any signal whose handler
        raises; one whose handler does not raise stops nothing."""
        scene, handled = farkas.Scene(), []
        ball = large_ball()
        scene.add("a", ball)
        scene.add("b", ball, farkas.Pose([0.01, 0, 0]))
        for threads in (1, 2):
            timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
            timer.start()
            with self.assertRaises(KeyboardInterrupt) as caught:
                scene.check(volume=True, threads=threads)
            timer.join()
            self.assertEqual((caught.exception.result.complete, caught.exception.result.pairs), (False, []))
        old = signal.signal(signal.SIGALRM, lambda *_: handled.append(1))
        signal.setitimer(signal.ITIMER_REAL, 0.01)
        self.assertTrue(table_and_cup().check().complete)
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, old)

    def test_progress(self):
        seen = []
        table_and_cup().check(progress=lambda done, total: seen.append((done, total)))
        self.assertEqual(seen[-1][0], seen[-1][1])

    def test_compiled_classes(self):
        from farkas import _core
        with self.assertRaises(TypeError):
            _core.Outcome()
        with self.assertRaises(TypeError):
            _core.Parts()
        parts = table_and_cup()._loaded()
        nowhere = (None,) * 4
        for arguments in ((), (nowhere, (None, None, False, [], []), 0, 1, 3), (3, (None, None, False, [], []), 0, 1, None),
                          (nowhere, (None, None, False, [(b"", b"", "x")], []), 0, 1, None),
                          (nowhere, (None, None, False, [3], []), 0, 1, None)):
            with self.assertRaises((TypeError, ValueError)):
                parts.check(*arguments)
        with self.assertRaises(ValueError):
            parts.robot(0)


class Threads(FolderCase):
    def test_one_scene_in_many_threads(self):
        scene = farkas.Scene.load("examples/scene/cell.json")
        want = scene.check().json()
        found, errors = [], []

        def work():
            try:
                found.extend(scene.check(threads=1).json() for _ in range(4))
            except Exception as error:  # told below, by the thread of the tests
                errors.append(error)
        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for _ in range(20):
            scene.ignore("camera", "table", "not now")
        for thread in threads:
            thread.join()
        self.assertEqual(errors, [])
        self.assertEqual(len(found), 16)
        self.assertIn(want.split('"run"')[0], found[0])

    def test_stopped_in_one_thread_alone(self):
        scene = farkas.Scene.load("examples/scene/cell.json")
        want, found, stopped = scene.check().json(), [], []

        def stop(*_):
            raise LookupError

        def work():
            for _ in range(5):
                try:
                    scene.check(threads=1, progress=stop)
                except LookupError:
                    stopped.append(1)
        threads = [threading.Thread(target=work), threading.Thread(
            target=lambda: found.extend(scene.check(threads=1).json() for _ in range(5)))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual((found, len(stopped)), ([want] * 5, 5))
