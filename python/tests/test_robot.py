# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

"""Robot: what is in its files, where it is, what it meets, and what it refuses."""

import json
import os
import warnings

import numpy
from support import FolderCase, command, cube, needs_command

import farkas

URDF, SRDF = "examples/scene/arm.urdf", "examples/scene/arm.srdf"


class SameAsCommand(FolderCase):
    @needs_command
    def test_check(self):
        robot = farkas.Robot(URDF, SRDF)
        self.assertEqual(robot.check("ready", "3cm").json(),
                         command("check", "--clearance", "3cm", "--srdf", SRDF, "--joints", "ready", URDF, "--json"))
        q = [0.25, -0.5, 2.5, 0.01]
        words = "turn=0.25,shoulder=-0.5,elbow=2.5,left_slide=0.01"
        want = command("check", "--srdf", SRDF, "--joints", words, URDF, "--json")
        for joints in (q, numpy.array(q), dict(zip(robot.joint_names, q)), words):
            self.assertEqual(robot.check(joints).json(), want)

    @needs_command
    def test_facts(self):
        robot = farkas.Robot(URDF, SRDF)
        facts = json.loads(command("robot", URDF, "--srdf", SRDF, "--json"))
        self.assertEqual(robot.name, facts["robot"])
        self.assertEqual(robot.joint_names, facts["variables"])
        self.assertEqual(robot.links, [link["name"] for link in facts["links"]])
        self.assertEqual(robot.states, {state["name"]: state["joints"] for state in facts["states"]})
        self.assertEqual(robot.disabled, [(row["a"], row["b"], row["reason"]) for row in facts["disabled"]])
        limits = {joint["name"]: [joint["lower"], joint["upper"]] for joint in facts["joints"] if "lower" in joint}
        self.assertEqual(robot.limits.tolist(), [limits[name] for name in robot.joint_names])

    @needs_command
    def test_pose(self):
        robot = farkas.Robot(URDF, SRDF)
        told = json.loads(command("robot", URDF, "--srdf", SRDF, "--joints", "ready,turn=0.5", "--json"))
        poses = robot.poses("ready,turn=0.5")
        for link in told["links"]:
            self.assertEqual(list(poses[link["name"]].xyz), link["xyz"])
        nearest = robot.distance("ready,turn=0.5")
        self.assertEqual({key: nearest[key] for key in ("a", "b", "kind", "distance")}, told["nearest"])
        told = json.loads(command("distance", URDF, "--joints", "elbow=1", "hand", "base", "--json"))
        self.assertEqual(dict(robot.distance({"elbow": 1}, "hand", "base")), told)

    @needs_command
    def test_sweep_and_scene(self):
        self.write("hall.json", '{"farkas": 1, "units": "mm", "parts": [{"name": "post", "pose": {"xyz": [500, 300, 400]},'
                   ' "shape": {"box": {"size": [100, 100, 800]}}}, {"name": "lamp", "pose": {"xyz": [500, 300, 800]},'
                   ' "shape": {"sphere": {"radius": 50}}}]}')
        words = ["sweep", "--clearance", "2cm", "--srdf", SRDF, "--trajectory", "examples/scene/move.csv", "--scene",
                 "hall.json", URDF]
        robot = farkas.Robot(URDF, SRDF, scene="hall.json")
        self.assertEqual(robot.units, "mm")
        result = robot.sweep("examples/scene/move.csv", clearance="2cm")
        self.assertEqual(result.json(), command(*words, "--json"))
        with open("examples/scene/move.csv", encoding="utf-8") as file:
            rows = [line.split(",") for line in file.read().split("\n") if line and not line.startswith("#")]
        table = numpy.array(rows[1:], dtype=float)
        same = robot.sweep(table[:, 0], table[:, 1:], "2cm", joints=rows[0][1:])
        self.assertEqual(same.json(run=False), result.json(run=False))
        columns = {name: table[:, k] for k, name in enumerate(rows[0]) if k > 0}
        self.assertEqual(robot.sweep(table[:, 0], columns, "2cm").json(run=False), result.json(run=False))
        self.assertEqual(robot.check("ready", between=("all", "all")).json(),
                         command("check", "--between", "all,all", "--srdf", SRDF, "--joints", "ready", "--scene",
                                 "hall.json", URDF, "--json"))
        self.assertEqual(robot.check("ready").json(), command("check", "--srdf", SRDF, "--joints", "ready", "--scene",
                                                               "hall.json", URDF, "--json"))

    @needs_command
    def test_workcell(self):
        command("demo", "cell", "-q")
        robot = farkas.Robot("cell/arm.urdf", "cell/arm.srdf")
        self.assertEqual(robot.check("home").json(), command("check", "--srdf", "cell/arm.srdf", "--joints", "home",
                                                             "cell/arm.urdf", "--json"))
        generator = numpy.random.default_rng(1)
        rows = generator.uniform(*robot.limits.T, size=(40, len(robot.joints)))
        want = [robot.check(row, distances=False, first=True).clash_count > 0 for row in rows]
        for threads in (None, 1, 3, 50):
            self.assertEqual(robot.in_collision(rows, threads=threads).tolist(), want)
        self.assertEqual([robot.in_collision(row) for row in rows[:5]], want[:5])


class Asking(FolderCase):
    def test_in_a_scene(self):
        scene = farkas.Scene(units="m")
        scene.add("wall", farkas.box([0.1, 2, 2]), farkas.Pose([-0.9, 0, 1]))
        scene.add("cube", farkas.Mesh(*cube(0.1)), farkas.Pose([0, 0, 3]))
        robot = farkas.Robot(URDF, SRDF, scene=scene)
        self.assertEqual(robot.names[:2], ("wall", "cube"))
        self.assertTrue(robot.check("ready").ok)
        self.assertLess(robot.distance("ready", "wall", "cube").hi, 2)
        scene.remove("wall")
        self.assertIn("wall", robot.names, "a robot has the scene as it was")

    def test_in_another_scene(self):
        scene = farkas.Scene(units="m")
        robot = farkas.Robot(URDF, SRDF)
        scene.add_robot(robot, name="left", pose=farkas.Pose([0, 1, 0]), joints=robot.values("ready"))
        scene.add_robot(URDF, name="right", srdf=SRDF, joints="ready", pose=farkas.Pose([0, -1, 0]))
        scene.add("cup", farkas.cylinder(0.03, 0.1), farkas.Pose([0, 0, 0.12]), attached_to="left/hand")
        scene.ignore("cup", "left/*_finger", "held")
        result = scene.check(between=("left", "right"))
        self.assertTrue(result.ok)
        self.assertEqual(result.summary.pairs, 49)
        scene.add_robot(URDF, name="middle", trajectory="examples/scene/move.csv")
        self.assertGreater(scene.span[1], 0)

    def test_units(self):
        metres, inches = farkas.Robot(URDF, SRDF), farkas.Robot(URDF, SRDF, units="in")
        self.assertAlmostEqual(inches.distance("ready").hi * 0.0254, metres.distance("ready").hi)
        numpy.testing.assert_allclose(inches.limits, metres.limits)
        self.assertEqual(inches.values("open").tolist(), metres.values("open").tolist())

    def test_times(self):
        robot = farkas.Robot(URDF, SRDF)
        home = robot.home
        result = robot.sweep([0, 1], [home, home], closest=True, start=0.25, end=0.5)
        self.assertEqual(result.span, (0.25, 0.5))
        self.assertTrue(result.ok)

    def test_nothing(self):
        robot = farkas.Robot(URDF, SRDF)
        self.assertEqual(robot.in_collision(numpy.zeros((0, 4))).tolist(), [])

    def test_loader(self):
        self.write("r.urdf", '<robot name="r"><link name="a"><collision><geometry><mesh filename="m.dae"/></geometry>'
                   "</collision></link></robot>")
        self.refused(farkas.FileError, "m.dae", farkas.Robot, "r.urdf")
        robot = farkas.Robot("r.urdf", loader=lambda path: farkas.Mesh(*cube()))
        self.assertEqual(robot.check().parts[0].triangles, 12)
        self.assertEqual(robot.joints, [])
        self.assertIsNone(robot.distance())
        self.assertTrue(robot.check([]).ok)

    def test_package_path(self):
        os.makedirs("place/share/meshes")
        farkas.Mesh(*cube()).save("place/share/meshes/m.off")
        os.mkdir("else")
        self.write("else/r.urdf", '<robot name="r"><link name="a"><collision><geometry><mesh filename="package://share/meshes/m.off"/>'
                   "</geometry></collision></link></robot>")
        self.refused(farkas.FileError, "m.off", farkas.Robot, "else/r.urdf")
        self.assertEqual(farkas.Robot("else/r.urdf", package_path=["place"]).check().parts[0].triangles, 12)
        scene = farkas.Scene(package_path=["place"])
        scene.add_robot("else/r.urdf", name="first")
        self.assertEqual(scene.names, ("first/a",))
        self.assertEqual(farkas.Robot("else/r.urdf", scene=scene).names, ("first/a", "r/a"))

    def test_xacro(self):
        self.write("ball.xml", """<robot name="r" xmlns:xacro="x"><xacro:arg name="size" default="1"/><xacro:arg name="solid" default="false"/>
            <link name="a"><xacro:if value="$(arg solid)"><collision><geometry><sphere radius="${$(arg size) / 2}"/></geometry></collision>
            </xacro:if></link></robot>""")
        self.refused(farkas.FileError, "there are no parts", farkas.Robot, "ball.xml")
        robot = farkas.Robot("ball.xml", arguments={"size": 3, "solid": True})
        self.assertEqual(robot.arguments, {"size": "3", "solid": "true"})
        self.assertEqual(robot.names, ("a",))
        scene = farkas.Scene(units="m")
        scene.add_robot(robot)
        self.assertEqual(scene.names, ("a",))
        self.assertEqual(scene.check().parts[0].name, "a")
        self.assertEqual(farkas.Workcell("ball.xml", arguments={"solid": True}).joint_names, [])
        self.refused(farkas.FileError, "meant as size", farkas.Robot, "ball.xml", arguments={"sice": 1})
        self.refused(TypeError, "arguments: a dict", farkas.Robot, "ball.xml", arguments=["size:=1"])

    def test_beyond_limits_is_told(self):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            farkas.Scene.from_json({"farkas": 1, "units": "m",
                                    "robots": [{"urdf": URDF, "joints": {"elbow": 9}}]})
        self.assertIn("beyond their limits", str(caught[0].message))


class Refusing(FolderCase):
    def test_files(self):
        error = self.refused(farkas.FileError, "missing.urdf", farkas.Robot, "missing.urdf")
        self.assertEqual(error.path, "missing.urdf")
        self.assertEqual(str(error), "missing.urdf: there is no such file or folder")
        self.write("bad.urdf", '<robot name="r">\n<link name="a"/>\n<link name="a"/></robot>')
        self.refused(farkas.FileError, "bad.urdf:3", farkas.Robot, "bad.urdf")
        self.refused(farkas.FileError, "missing.srdf", farkas.Robot, URDF, "missing.srdf")
        self.refused(farkas.FileError, "missing.csv", farkas.Robot(URDF).sweep, "missing.csv")
        self.write("bad.csv", "t,turn\n0,0\n0,1\n")
        self.refused(farkas.FileError, "bad.csv:3", farkas.Robot(URDF).sweep, "bad.csv")
        self.refused(farkas.FileError, "missing.json", farkas.Robot, URDF, scene="missing.json")

    def test_values(self):
        robot = farkas.Robot(URDF, SRDF)
        wrong = [
            (ValueError, "4 values", robot.check, ([1, 2],)), (ValueError, "4 values", robot.check, (3,)),
            (ValueError, "not finite", robot.check, ([0, 0, 0, float("nan")],)),
            (ValueError, "not finite", robot.in_collision, ([[0, 0, 0, float("inf")]],)),
            (ValueError, "no state 'sleep'", robot.check, ("sleep",)),
            (ValueError, "'turn' is a joint: give its value, as turn=0.2", robot.check, ("turn",)),
            (ValueError, "no joint 'knee'", robot.check, ({"knee": 1},)),
            (ValueError, "no joint 'knee'", robot.check, ("turn=1, knee=1",)), (ValueError, "turn=x", robot.check, ("turn=x",)),
            (ValueError, "not finite", robot.check, ("turn=nan",)),
            (TypeError, "", robot.check, (["a", "b", "c", "d"],)), (TypeError, "", robot.check, ([object()] * 4,)),
            (ValueError, "(n, 4)", robot.in_collision, ([[1, 2]],)),
            (ValueError, "times", robot.sweep, ([0, 1], [[0] * 4])), (ValueError, "increase", robot.sweep, ([1, 0], [[0] * 4] * 2)),
            (ValueError, "increase", robot.sweep, ([0, float("nan")], [[0] * 4] * 2)),
            (ValueError, "(n, 4)", robot.sweep, ([0, 1], [[0] * 3] * 2)), (ValueError, "nothing moves", robot.sweep, ([], numpy.zeros((0, 4)))),
            (ValueError, "nothing moves", robot.sweep, ([0], [[0] * 4])),
            (TypeError, "path", robot.sweep, (3,)), (TypeError, "a and b", robot.distance, (None, "hand")),
            (ValueError, "no part", robot.distance, (None, "hand", "foot")),
            (TypeError, "path", farkas.Robot, (3,)), (TypeError, "several folders", farkas.Robot, (URDF, None, "folder")),
        ]
        for kind, words, function, arguments in wrong:
            with self.subTest(function=function.__name__, arguments=arguments):
                self.refused(kind, words, function, *arguments)
        self.refused(ValueError, "units", farkas.Robot, URDF, units="ft")
        self.assertTrue(robot.check("ready").ok)

    def test_exception_in_progress(self):
        robot = farkas.Robot(URDF, SRDF)

        def fails(*_):
            raise LookupError("enough")
        with self.assertRaisesRegex(LookupError, "enough"):
            robot.in_collision(numpy.zeros((10, 4)), progress=fails)
        self.assertFalse(robot.in_collision())
