# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

"""Scenes: placed parts, and the tests among them.

A Scene writes the text that docs/scene.md describes, and lets the library read it: so the rules and messages for scene files apply here,
too.
"""

import copy
import json
import os
import threading
import warnings

import numpy

from . import _core, _runs
from ._arrays import as_doubles
from .result import write_file

__all__ = ["Scene"]


def _plain(value, what):
    """Converts a value for JSON: arrays become lists."""
    if isinstance(value, dict):
        return {_plain_key(key, what): _plain(item, what) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item, what) for item in value]
    if hasattr(value, "tolist"):
        return _plain(value.tolist(), what)
    if value is None or isinstance(value, (str, bool, int)):
        return value
    if isinstance(value, float):
        if value - value != 0:
            raise ValueError(f"{what}: a number is not finite")
        return value
    raise TypeError(f"{what}: {type(value).__name__} is not for a scene: {value!r}")


def _plain_key(key, what):
    if not isinstance(key, str):
        raise TypeError(f"{what}: names are str, not {type(key).__name__}")
    return key


def pose_entry(pose, what="pose"):
    """Returns a pose in the form of scenes; None for None."""
    if pose is None:
        return None
    if isinstance(pose, dict):
        return _plain(pose, what)
    made = pose if isinstance(pose, _core.Pose) else _core.Pose(pose)
    return {"matrix": numpy.asarray(made.matrix).tolist()}


def _keys(times, poses):
    """Returns the keys of a motion, from times and positions (n, 3), matrices (n, 4, 4), or poses."""
    times = as_doubles(times, "motion")
    if times.ndim != 1:
        raise ValueError(f"motion: times are one row of numbers, not of shape {times.shape}")
    if not hasattr(poses, "shape"):
        poses = list(poses)
        if poses and isinstance(poses[0], (_core.Pose, dict)):
            if len(poses) != len(times):
                raise ValueError(f"motion: {len(times)} times and {len(poses)} poses")
            return [{"t": t, **(pose_entry(pose, "motion") or {})} for t, pose in zip(times.tolist(), poses)]
    array = as_doubles(poses, "motion")
    if array.shape == (len(times), 3):
        return [{"t": t, "xyz": xyz} for t, xyz in zip(times.tolist(), array.tolist())]
    if array.shape == (len(times), 4, 4):
        return [{"t": t, "matrix": rows} for t, rows in zip(times.tolist(), array.tolist())]
    raise ValueError(f"motion: for {len(times)} times, positions of shape ({len(times)}, 3) or matrices of shape "
                     f"({len(times)}, 4, 4), not {array.shape}")


def _between(a, b):
    for word in (a, b):
        if not isinstance(word, str):
            raise TypeError(f"between: the name of a part is a str, not {type(word).__name__}")
    return [a, b]


class Scene:
    """Placed parts, and the tests among them.

    >>> import farkas
    >>> scene = farkas.Scene(units="mm")
    >>> scene.add("table", farkas.box([400, 300, 20]), farkas.Pose([0, 0, -10]))
    >>> scene.add("gripper", farkas.capsule(6, 60), farkas.Pose([17, 0, 34]))
    >>> scene.test("gripper", "all", clearance="5mm")
    >>> print(scene.check())
    2 parts in mm, 1 pair
      HARD       table x gripper   depth 2 mm
    1 clash in 1 pair, none undecided.

    A scene may change at any time, and several threads may use it; a check or a sweep works on the scene as it was at the call.
    """

    def __init__(self, units=None, *, loader=None, package_path=()):
        """units        of all lengths: "mm" (the default), "cm", "m" or "in"
        loader       a function that takes the path of a mesh and returns a Mesh or something with vertices and faces; or None: the
                     file is read as by load
        package_path folders for package://NAME/... of robots
        """
        self._lock = threading.RLock()
        self._known = {"farkas": 1, "parts": []}
        if units is not None:
            self._known["units"] = _runs.unit_word(units)
        self._bodies = {}
        self._made = 0
        self._folder = ""
        self._path = None
        self._text = None  # of a loaded file, until the scene changes
        self._parts = None
        self._loader = loader
        self._package_path = _runs.folder_list(package_path, "package_path")

    def copy(self):
        """Returns an independent scene with the same bodies."""
        return copy.copy(self)

    def __getstate__(self):
        with self._lock:
            state = dict(self.__dict__, _known=copy.deepcopy(self._known), _bodies=dict(self._bodies), _parts=None)
        del state["_lock"]
        return state

    def __setstate__(self, state):
        self.__dict__.update(state, _lock=threading.RLock())

    def __deepcopy__(self, memo):
        return copy.copy(self)

    # ---- Files -----------------------------------------------------------------------------------------

    @classmethod
    def load(cls, path, *, loader=None, package_path=()):
        """Loads the scene of a file, JSON or of MoveIt, with all its files. FileError has .path, .line and .column of an error.

        >>> import farkas
        >>> farkas.Scene.load("examples/scene/cell.json").names[:3]
        ('table', 'left_bracket', 'right_bracket')
        """
        path = _runs.path_text(path, "path")
        try:
            with open(path, "rb") as file:
                text = file.read()
        except OSError as error:
            raise _file_error(path, error.strerror or str(error)) from None
        scene = cls(loader=loader, package_path=package_path)
        scene._take(text, os.path.dirname(path), path)
        return scene

    @classmethod
    def from_json(cls, text, folder="", *, loader=None, package_path=()):
        """Returns the scene of a text, or of a dict; paths are relative to a folder.

        >>> import farkas
        >>> text = '{"farkas": 1, "parts": [{"name": "ball", "shape": {"sphere": {"radius": 2}}}]}'
        >>> farkas.Scene.from_json(text).names
        ('ball',)
        """
        if isinstance(text, dict):
            text = json.dumps(_plain(text, "scene"))
        if not isinstance(text, (str, bytes)):
            raise TypeError(f"text: a str, bytes or a dict, not {type(text).__name__}")
        scene = cls(loader=loader, package_path=package_path)
        scene._take(text.encode() if isinstance(text, str) else text, _runs.path_text(folder, "folder"), None)
        return scene

    def _take(self, text, folder, path):
        """Reads a whole text; errors have their place in it."""
        self._text, self._folder, self._path = bytes(text), folder, path
        self._known = None
        self._loaded()
        for note in _runs.robot_notes(self._parts):
            warnings.warn(note, stacklevel=3)

    @property
    def _data(self):
        """The scene as a dict. A loaded text is parsed here on first use."""
        if self._known is None:
            self._known = json.loads(self._text.decode("utf-8-sig"))
            self._known.setdefault("parts", [])
        return self._known

    def to_json(self):
        """Returns the text of the scene. A scene with meshes in memory has none: save writes those beside it."""
        with self._lock:
            if self._bodies:
                names = [part.get("name") for part in self._data["parts"] if self._is_in_memory(part)]
                raise ValueError(f"part {names[0]!r} is in memory alone; save(path) writes such meshes beside the scene")
            return self._text.decode("utf-8-sig") if self._text is not None else self._write(self._data)

    def save(self, path):
        """Writes the scene to a file, meshes in memory as binary PLY beside it; paths become relative to the file."""
        path = _runs.path_text(path, "path")
        folder = os.path.dirname(path)
        stem = os.path.splitext(os.path.basename(path))[0]
        with self._lock:
            data, files = copy.deepcopy(self._data), {}
            for number, part in enumerate(data["parts"], 1):
                body = self._bodies.get(part.get("mesh") or part.get("name"))
                if not self._is_in_memory(part):
                    self._move_paths(part, ("mesh",), folder)
                    self._move_paths(part.get("motion"), ("trajectory",), folder)
                elif isinstance(body, _core.Mesh):
                    part["mesh"] = files.setdefault(part["mesh"], f"{stem}_{number}.ply")
                else:
                    raise ValueError(f"part {part['name']!r}: a scene has no such {body.kind}; use its hull, or a pose for a "
                                     "shape that is off its middle")
            for robot in data.get("robots", []):
                self._move_paths(robot, ("urdf", "srdf", "trajectory", "package_path"), folder)
            for key, name in files.items():
                self._bodies[key].save(os.path.join(folder, name))
            write_file(path, self._write(data).encode())

    def _move_paths(self, entry, keys, folder):
        for key in keys if isinstance(entry, dict) else ():
            value = entry.get(key)
            if isinstance(value, list):
                entry[key] = [self._moved(item, folder) for item in value]
            elif value is not None:
                entry[key] = self._moved(value, folder)

    def _moved(self, path, folder):
        if os.path.isabs(path) or path.startswith(("package://", "file://")):
            return path
        return os.path.relpath(os.path.join(self._folder, path), folder or ".")

    def _is_in_memory(self, part):
        return part.get("mesh") in self._bodies or ("shape" in part and part.get("name") in self._bodies)

    @property
    def data(self):
        """A copy of the scene in the form of docs/scene.md."""
        with self._lock:
            return copy.deepcopy(self._data)

    # ---- Parts -----------------------------------------------------------------------------------------

    def add(self, name, body, pose=None, *, motion=None, attached_to=None, units=None, scale=None, up=None):
        """Adds a part.

        name         unique; None for a file: the part takes its name
        body         a Mesh or something else with vertices and faces; a Shape; the path of a mesh file; or a dict of a shape as in
                     docs/scene.md: {"box": {"size": [1, 2, 3]}}
        pose         its pose; for a moving part, within its frame: a Pose, a 4x4 matrix, or a dict
        motion       (times, positions of shape (n, 3)); (times, matrices of shape (n, 4, 4)); (times, poses); the path of a CSV
                     file; or a dict
        attached_to  the name of a moving part, or of a link of a robot: the part moves with it
        units, scale, up   of a mesh: the unit of its numbers, a factor, and the up axis
        """
        if name is not None and not isinstance(name, str):
            raise TypeError(f"name: a str, not {type(name).__name__}")
        if name is not None and name.startswith(_core.MEMORY_PATH):
            raise ValueError(f"name: {_core.MEMORY_PATH}... are paths of meshes in memory, not names")
        part = {} if name is None else {"name": name}
        with self._lock:
            kept = self._body_entry(name, body, part)
            place = pose_entry(pose)
            if place is not None:
                part["pose"] = place
            if motion is not None:
                part["motion"] = self._motion_entry(motion)
            for key, value in (("attached_to", attached_to), ("units", units), ("scale", scale), ("up", up)):
                if value is not None:
                    part[key] = _plain(value, key)
            if name is not None and any(other.get("name") == name for other in self._data["parts"]):
                raise ValueError(f"there is a part {name!r} already")
            self._change()
            self._data["parts"].append(part)
            self._bodies.update(kept)

    def _body_entry(self, name, body, part):
        """Fills in the body of a part, and returns the bodies that stay in memory."""
        if isinstance(body, dict):
            part["shape"] = _plain(body, "shape")
        elif isinstance(body, _core.Shape):
            return self._shape_entry(name, body, part)
        elif isinstance(body, (str, bytes, os.PathLike)):
            part["mesh"] = self._own_path(body, "mesh")
        else:
            mesh = _runs.as_mesh(body)
            if name is None:
                raise ValueError("a mesh in memory needs a name")
            path = next((key for key, kept in self._bodies.items() if kept is mesh), None)
            self._made += path is None
            part["mesh"] = path or f"{_core.MEMORY_PATH}{self._made}"
            return {part["mesh"]: mesh}
        return {}

    @staticmethod
    def _shape_entry(name, shape, part):
        if name is None:
            raise ValueError("a shape needs a name")
        if shape.points is not None:
            part["shape"] = {"hull": {"points": numpy.asarray(shape.points).tolist()}}
            return {}
        entry = _core.shape_entry(shape)
        # Any shape works here: the one in memory replaces it.
        part["shape"] = entry or {"sphere": {"radius": 1}}
        return {} if entry else {name: shape}

    def _motion_entry(self, motion):
        if isinstance(motion, dict):
            return _plain(motion, "motion")
        if isinstance(motion, (str, bytes, os.PathLike)):
            return {"trajectory": self._own_path(motion, "motion")}
        motion = list(motion)
        if motion and all(isinstance(key, dict) for key in motion):
            return {"keys": _plain(motion, "motion")}
        if len(motion) != 2:
            raise TypeError("motion: (times, poses), the path of a CSV file, or a dict")
        return {"keys": _keys(*motion)}

    def _own_path(self, path, what):
        """Returns a path, relative to the current folder, relative to the scene."""
        path = _runs.path_text(path, what)
        if not self._folder or os.path.isabs(path) or path.startswith(("package://", "file://")):
            return path
        return os.path.relpath(path, self._folder)

    def add_robot(self, robot, *, name=None, srdf=None, pose=None, joints=None, trajectory=None, package_path=None,
                  arguments=None):
        """Adds a robot.

        robot        the path of a URDF file, or a Robot, with its SRDF file
        name         the prefix of its part names; needed if there are several robots
        srdf         the path of an SRDF file: pairs of links that need no check, and states
        pose         of its root
        joints       a dict of joint values, the name of a state, or for a Robot an array of values
        trajectory   the path of a CSV file
        arguments    a dict of arguments of a xacro file
        """
        entry = {} if name is None else {"name": name}
        if hasattr(robot, "joint_names"):
            srdf = robot.srdf if srdf is None else srdf
            package_path = robot.package_path if package_path is None else package_path
            arguments = robot.arguments if arguments is None else arguments
            if joints is not None and not isinstance(joints, (str, dict)):
                joints = dict(zip(robot.joint_names, robot.values(joints).tolist()))
            robot = robot.urdf
        with self._lock:
            entry["urdf"] = self._own_path(robot, "robot")
            for key, value in (("srdf", srdf), ("trajectory", trajectory)):
                if value is not None:
                    entry[key] = self._own_path(value, key)
            place = pose_entry(pose)
            if place is not None:
                entry["pose"] = place
            if joints is not None:
                entry["joints"] = joints if isinstance(joints, str) else _plain(dict(joints), "joints")
            if arguments:
                entry["arguments"] = _runs.xacro_arguments(arguments)
            if package_path:
                entry["package_path"] = [self._own_path(item, "package_path") for item in package_path]
            self._change()
            self._data.setdefault("robots", []).append(entry)

    def remove(self, name):
        """Removes a part, or all parts of a file added by this name."""
        with self._lock:
            part = self._entry(name)
            self._change()
            self._data["parts"].remove(part)
            self._forget(part)

    def _forget(self, part):
        """Drops a body that no part uses any more."""
        key = part.get("mesh") if part.get("mesh") in self._bodies else part.get("name")
        if not any(key in (other.get("mesh"), other.get("name")) for other in self._data["parts"]):
            self._bodies.pop(key, None)

    def move(self, name, pose):
        """Sets the pose of a part."""
        place = pose_entry(pose)
        with self._lock:
            part = self._entry(name)
            self._change()
            part.pop("pose", None)
            if place is not None:
                part["pose"] = place

    def _entry(self, name):
        for part in self._data["parts"]:
            if part.get("name") == name:
                return part
        raise KeyError(name)

    # ---- Tests -----------------------------------------------------------------------------------------

    def set(self, name, *words):
        """Names a set of parts, by names and patterns: scene.set("tools", "gripper*", "camera")."""
        if not words or not all(isinstance(word, str) for word in (name, *words)):
            raise TypeError("set: a name, and names or patterns of parts")
        with self._lock:
            self._change()
            self._data.setdefault("sets", {})[name] = list(words)

    def test(self, a, b, *, clearance=None, ignore_overlap=None, allow_contact=None, name=None):
        """Tests pairs of a part of a and one of b: names, patterns, sets, or "all". Without tests, a check covers all pairs. Lengths
        are numbers in the unit of the scene, or texts such as "5mm"."""
        entry = {"between": _between(a, b)}
        for key, value in (("clearance", clearance), ("ignore_overlap", ignore_overlap), ("allow_contact", allow_contact),
                           ("name", name)):
            if value is not None:
                entry[key] = _plain(value, key)
        with self._lock:
            self._change()
            self._data.setdefault("tests", []).append(entry)

    def ignore(self, a, b, reason):
        """Ignores pairs, with a reason."""
        if not isinstance(reason, str) or not reason:
            raise TypeError("ignore: a reason is a str that is not empty")
        with self._lock:
            self._change()
            self._data.setdefault("ignore", []).append({"between": _between(a, b), "reason": reason})

    # ---- Loading ---------------------------------------------------------------------------------------

    def _change(self):
        """Drops the loaded parts and the text, which no longer match the scene."""
        self._known = self._data
        self._parts = self._text = None

    @staticmethod
    def _write(data):
        return json.dumps(data, ensure_ascii=False, allow_nan=False, indent=1) + "\n"

    def _source(self):
        """Returns text, folder, path and bodies, from which a scene is loaded."""
        with self._lock:
            if self._text is not None:
                return self._text, self._folder, self._path, dict(self._bodies)
            data = self._data if self._data["parts"] or not self._data.get("robots") else {
                key: value for key, value in self._data.items() if key != "parts"}
            return self._write(data).encode(), self._folder, None, dict(self._bodies)

    def _loaded(self):
        with self._lock:
            if self._parts is None:
                self._parts = _runs.load_parts(*self._source(), self._loader, package_path=self._package_path)
            return self._parts

    def _origin(self):
        """Returns the arguments for the command, if it has options for them."""
        with self._lock:
            is_file = self._text is not None and self._path is not None and self._loader is None
            words = [word for folder in self._package_path for word in ("--package-path", folder)]
            return _runs.Origin(self._path, words, self._path) if is_file else _runs.Origin()

    # ---- Queries ---------------------------------------------------------------------------------------

    @property
    def names(self):
        """The names of all parts, those of robots last."""
        return self._loaded().names

    @property
    def units(self):
        """The unit of all lengths."""
        return self._loaded().units

    @property
    def span(self):
        """The first and the last time of the motion; (0, 0) if nothing moves."""
        return self._loaded().span

    def poses(self, time=None):
        """Returns the poses of the parts at a time, by default the first: a dict of names and Poses."""
        return self._loaded().poses(_runs.seconds(time, "time"), None, None)

    def check(self, clearance=None, *, allow_contact=False, ignore_overlap=None, between=None, sets=None, ignore=None,
              first=False, volume=False, distances=None, time=None, threads=None, progress=None):
        """Finds which parts collide, contain each other, touch, or are too close; returns a CheckResult. It is `farkas check`, with
        options of the same names.

        clearance       closer parts clash, too: a number, or a text such as "5mm"
        allow_contact   parts that only touch do not clash
        ignore_overlap  overlaps up to this depth count as contact, which is allowed
        between         only these pairs: (a, b), or a list of such; names, patterns, sets
        sets            more sets, for between and ignore: {"tools": ["gripper*"]}
        ignore          pairs to skip: (a, b) or (a, b, reason), or a list of such
        first           stops at the first clash, in the order of the parts
        volume          also computes the volume that solids share
        distances       lists clear pairs with their distances: True; False, which is faster; or None: for up to 1000 pairs, as the
                        command does
        time            the moment, if parts move; by default the first
        threads         their number; by default one for each processor. The result is the same
        progress        a function, called with (done, total) from time to time; an exception in it stops the check
        """
        return _runs.check(self._loaded(), _runs.at(time), self._origin(), clearance, allow_contact=allow_contact,
                           ignore_overlap=ignore_overlap, between=between, sets=sets, ignore=ignore, first=first,
                           volume=volume, distances=distances, threads=threads, progress=progress)

    def sweep(self, clearance=None, *, start=None, end=None, allow_contact=False, between=None, sets=None, ignore=None,
              first=False, closest=False, tolerance=None, resolution=None, budget=10000000, seconds=None, threads=None,
              progress=None):
        """Finds when moving parts touch, first and again, and how close they come; returns a SweepResult. It is `farkas sweep`, with
        options of the same names; start and end are its --from and --to.

        start, end   times in seconds; by default the whole motion
        first        only the first clash in time
        closest      how close all pairs come, clear ones too
        tolerance    an undecided approach closer than this counts as contact; a number, or a text such as "0.001mm"
        resolution   shorter gaps between two contacts may be missed, in seconds
        budget       tests about this many pairs of triangles or pieces for each question, then leaves it undecided; 0: no limit
        seconds      the same by time; the result then depends on the machine

        The others are those of check.
        """
        parts = self._loaded()
        _runs.check_span(parts.span, start, end)
        return _runs.sweep(parts, _runs.at(), self._origin(), clearance, allow_contact=allow_contact, between=between,
                           sets=sets, ignore=ignore, first=first, start=start, end=end, closest=closest, tolerance=tolerance,
                           resolution=resolution, budget=budget, seconds_each=seconds, threads=threads, progress=progress)

    def distance(self, a, b, *, time=None):
        """Returns the distance of two parts, or of the nearest two of two sets, as `farkas distance`. The distance is from .lo to
        .hi.

        >>> import farkas
        >>> scene = farkas.Scene()
        >>> scene.add("left", farkas.sphere(1))
        >>> scene.add("right", farkas.sphere(1, (5, 0, 0)))
        >>> found = scene.distance("left", "right")
        >>> found.lo <= 3 <= found.hi, found.direction
        (True, [1.0, 0.0, 0.0])
        """
        found = _runs.nearest(self._loaded(), _runs.at(time), a, b)
        if found is None:
            raise ValueError("both are the same part")
        return found

    def __repr__(self):
        with self._lock:
            where = f" of {self._path}" if self._path is not None else ""
            if self._parts is not None:
                count = len(self._parts.names)
                return f"<farkas.Scene{where}: {count} part{'s' * (count != 1)}>"
            parts, robots = len(self._data["parts"]), len(self._data.get("robots", ()))
            return f"<farkas.Scene{where}: {parts} entries, {robots} robot{'s' * (robots != 1)}, not loaded>"

    def __len__(self):
        return len(self.names)

    def __contains__(self, name):
        return name in self.names


def _file_error(path, message):
    error = _core.FileError(f"{path}: {message}")
    error.path, error.line, error.column, error.status = path, None, None, "FK_ERROR_READ"
    return error
