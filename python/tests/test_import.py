# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

"""Files that assimp reads: the same triangles, unit and axes as in the command; and what is said without assimp."""

import base64
import json
import os
import struct
import threading
import types
import unittest

import numpy

import farkas
from support import FolderCase, command, cube, needs_command

# A tetrahedron in centimetres, as it is and moved, with y up. Its height is along y.
POINTS = [[0, 0, 0], [100, 0, 0], [0, 300, 0], [0, 0, 200]]
FACES = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]
COLLADA = f"""<?xml version="1.0" encoding="utf-8"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><unit name="centimeter" meter="0.01"/><up_axis>Y_UP</up_axis></asset>
<library_geometries><geometry id="g" name="tetrahedron"><mesh>
<source id="p"><float_array id="a" count="12">{" ".join(str(x) for point in POINTS for x in point)}</float_array>
<technique_common><accessor source="#a" count="4" stride="3"><param name="X" type="float"/>
<param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles count="4"><input semantic="VERTEX" source="#v" offset="0"/>
<p>{" ".join(str(i) for face in FACES for i in face)}</p></triangles></mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s">
<node id="first" name="first"><instance_geometry url="#g"/></node>
<node id="second" name="second"><translate>1000 0 0</translate><instance_geometry url="#g"/></node>
</visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#s"/></scene></COLLADA>
"""


def gltf():
    """The same in metres, with the numbers in the file."""
    places = b"".join(struct.pack("<3f", *(x / 100 for x in point)) for point in POINTS)
    corners = b"".join(struct.pack("<3H", *face) for face in FACES)
    data = base64.b64encode(places + corners).decode()
    return json.dumps({
        "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0, 1]}],
        "nodes": [{"mesh": 0, "name": "first"}, {"mesh": 0, "name": "second", "translation": [10, 0, 0]}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1, "mode": 4}]}],
        "buffers": [{"byteLength": len(places + corners), "uri": "data:application/octet-stream;base64," + data}],
        "bufferViews": [{"buffer": 0, "byteOffset": 0, "byteLength": len(places), "target": 34962},
                        {"buffer": 0, "byteOffset": len(places), "byteLength": len(corners), "target": 34963}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3", "min": [0, 0, 0], "max": [1, 3, 2]},
                      {"bufferView": 1, "componentType": 5123, "count": 12, "type": "SCALAR"}]})


def is_available():
    try:
        farkas.load("there is no such file.dae")
    except farkas.FileError as error:
        return error.status != "FK_ERROR_FORMAT"


needs_assimp = unittest.skipUnless(is_available(), "farkas was built without assimp")
URDF = '<robot name="r"><link name="a"><collision><geometry><mesh filename="{}"/></geometry></collision></link></robot>'


class Imports(FolderCase):
    def setUp(self):
        super().setUp()
        self.files = [self.write("two.dae", COLLADA), self.write("two.gltf", gltf())]

    def corners(self, mesh):
        """The triangles, in an order that does not depend on that of the vertices, and without the sign of zero."""
        return sorted(sorted(map(tuple, (mesh.vertices[face] + 0.0).tolist())) for face in mesh.faces)

    @needs_assimp
    def test_unit_and_axis(self):
        """In mm, z up: (x, y, z) in metres becomes 1000 (x, -z, y)."""
        turned = [[1000 * x / 100, -1000 * z / 100, 1000 * y / 100] for x, y, z in POINTS]
        moved = [[x + 10000, y, z] for x, y, z in turned]
        expected = [farkas.Mesh(turned, FACES), farkas.Mesh(moved, FACES)]
        for path in self.files:
            parts = farkas.load(path, join=False)
            self.assertEqual([part.name for part in parts], ["first", "second"])
            for part, other in zip(parts, expected):
                numpy.testing.assert_allclose(self.corners(part), self.corners(other), rtol=1e-6)
                self.assertAlmostEqual(part.volume / 1e9, 1, places=5)  # the outside is still outside
            joined = farkas.load(path)
            self.assertEqual(len(joined.faces), 8)
            self.assertEqual(self.corners(joined), sorted(self.corners(parts[0]) + self.corners(parts[1])))

    @needs_assimp
    def test_given_settings_win(self):
        for path in self.files:
            usual = farkas.load(path).vertices
            numpy.testing.assert_array_equal(farkas.load(path, to="m").vertices * 1000, usual)
            numpy.testing.assert_array_equal(farkas.load(path, units="mm").vertices * 1000, usual)
            x, y, z = farkas.load(path, up="z").vertices.T
            numpy.testing.assert_array_equal(numpy.array([x, -z, y]).T, usual)

    @needs_assimp
    @needs_command
    def test_as_the_command(self):
        for path in self.files:
            told = json.loads(command("info", "--json", path))
            self.assertEqual((told["format"], told["units"]), ("assimp", "m"))
            parts = farkas.load(path, join=False, to=told["units"])
            self.assertEqual(len(parts), len(told["parts"]))
            for part, other in zip(parts, told["parts"]):
                self.assertEqual((len(part.faces), len(part.vertices)), (other["triangles"], other["vertices"]))
                self.assertEqual((part.vertices.min(axis=0).tolist(), part.vertices.max(axis=0).tolist()),
                                 (other["bounds"]["aabb"]["min"], other["bounds"]["aabb"]["max"]))
                self.assertEqual(part.volume, other["volume"])
            command("convert", "--join", path, "same.ply")
            self.assertEqual(self.corners(farkas.load("same.ply")), self.corners(farkas.load(path, to=told["units"])))

    @needs_assimp
    @needs_command
    def test_scenes_as_the_command(self):
        """Scenes in two units; an entry's own unit and axis win; a robot, whose files are in metres whatever they say."""
        for path in self.files:
            scene = farkas.Scene("cm")
            scene.add("plain", path)
            scene.add("near", farkas.box(0.5), farkas.Pose([50, 0, 0]))
            data = scene.data
            data["parts"].append({"name": "own", "mesh": path, "units": "mm", "up": "z", "pose": {"xyz": [0, 0, 900]}})
            self.write("cell.json", json.dumps(data))
            self.write("r.urdf", URDF.format(path))
            scene = farkas.Scene.load("cell.json")
            self.assertEqual(scene.distance("plain", "own").lo > 0, True)
            self.assertEqual(scene.check(clearance=1000).json(), command("check", "cell.json", "--clearance", "1000", "--json"))
            robot = farkas.Robot("r.urdf", scene="cell.json")
            self.assertEqual(robot.check().json(),
                             command("check", "--scene", "cell.json", "r.urdf", "--json"))

    @needs_assimp
    def test_robot_and_workcell(self):
        """A ball that the tetrahedra reach only when turned: their tops are at z = 3 m."""
        for path in self.files:
            self.write("r.urdf", URDF.format(path))
            for height, meets in ((2.9, True), (3.1, False)):
                scene = farkas.Scene("m")
                scene.add("ball", farkas.sphere(0.05), farkas.Pose([0, 0, height]))
                self.assertEqual(not farkas.Robot("r.urdf", scene=scene).check().ok, meets)
                cell = farkas.Workcell("r.urdf", scene=scene)
                self.assertEqual(cell.states(numpy.zeros((1, 0))).tolist(), [2 if meets else 1])

    @needs_assimp
    def test_loader_wins(self):
        for path in self.files:
            self.write("r.urdf", URDF.format(path))
            loaded = types.SimpleNamespace(vertices=cube()[0], faces=cube()[1])
            for robot, triangles in ((farkas.Robot("r.urdf", loader=lambda path: loaded), 12),
                                     (farkas.Robot("r.urdf", loader=lambda path: None), 8), (farkas.Robot("r.urdf"), 8)):
                self.assertEqual(robot.check().parts[0].triangles, triangles)

    @needs_assimp
    def test_errors(self):
        self.write("bad.dae", "<COLLADA")
        self.write("r.urdf", URDF.format("bad.dae"))
        error = self.refused(farkas.FileError, "assimp: ", farkas.load, "bad.dae")
        self.assertEqual((error.path, error.line, error.status), ("bad.dae", None, "FK_ERROR_SYNTAX"))
        self.refused(farkas.FileError, "bad.dae", farkas.Robot, "r.urdf")
        self.refused(farkas.FileError, "two.dae", farkas.load, "two.dae", format="stl")
        self.refused(ValueError, "weld", farkas.load, "two.dae", weld=-1)

    @needs_assimp
    def test_threads(self):
        """assimp keeps its last error in a global variable."""
        self.write("bad.dae", "<COLLADA")
        self.write("r.urdf", URDF.format("two.dae"))
        failed = []

        def work():
            for _ in range(10):
                try:
                    farkas.load("bad.dae")
                except farkas.FileError as error:
                    if "assimp: " not in str(error):
                        failed.append(str(error))
                if len(farkas.load("two.gltf").faces) != 8 or farkas.Robot("r.urdf").check().parts[0].triangles != 8:
                    failed.append("wrong triangles")
        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(failed, [])

    @unittest.skipIf(is_available(), "farkas was built with assimp")
    def test_without(self):
        self.write("r.urdf", URDF.format("two.dae"))
        for name, function in (("two.dae", farkas.load), ("two.gltf", farkas.load), ("r.urdf", farkas.Robot)):
            error = self.refused(farkas.FileError, "libassimp-dev", function, name)
            self.assertEqual(error.status, "FK_ERROR_FORMAT")
            self.assertIn("glTF" if name == "two.gltf" else "COLLADA", str(error))
        scene = farkas.Scene()
        scene.add("two", os.path.abspath("two.dae"))
        self.refused(farkas.FileError, "libassimp-dev", scene.check)
        robot = farkas.Robot("r.urdf", loader=lambda path: farkas.Mesh(*cube()))
        self.assertEqual(robot.check().parts[0].triangles, 12)


if __name__ == "__main__":
    unittest.main()
