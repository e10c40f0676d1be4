# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

"""Robots: links and joints from a URDF file, and their collisions."""

import typing
import warnings

import numpy

from . import _runs
from ._arrays import as_doubles
from .scene import Scene

__all__ = ["Joint", "Robot"]


class Joint(typing.NamedTuple):
    """A joint with a value of its own, in radians, or in metres if it slides. Missing limits are infinite."""

    name: str
    kind: str
    parent: str
    child: str
    lower: float
    upper: float
    velocity: float


class Robot:
    """A robot of a URDF file, alone or in a scene, for queries at many joint values.

    >>> import farkas
    >>> robot = farkas.Robot("examples/scene/arm.urdf", "examples/scene/arm.srdf")
    >>> robot.joint_names
    ['turn', 'shoulder', 'elbow', 'left_slide']
    >>> robot.states["ready"]
    {'turn': 0.0, 'shoulder': -0.5, 'elbow': 2.0}
    >>> robot.check("ready").ok
    True
    >>> robot.in_collision([[0, 0, 0, 0], [0, -0.5, 2, 0]]).tolist()
    [False, False]

    Joint values are an array in the order of joint_names; a dict of names and values; or a text as for the command: names of states
    and NAME=VALUE, separated by commas. Other joints are at home. Values are in radians and metres, and may exceed the limits.
    """

    def __init__(self, urdf, srdf=None, package_path=(), *, arguments=None, scene=None, units="m", loader=None):
        """urdf, srdf     paths; the SRDF file has pairs of links that need no check, and states; either may be xacro
        package_path   folders for package://NAME/... and $(find NAME)
        arguments      a dict of arguments of a xacro file
        scene          a Scene around the robot, or its path; lengths are then in its unit
        units          without a scene: "m", "mm", "cm" or "in"
        loader         as for Scene
        """
        self._urdf = _runs.path_text(urdf, "urdf")
        self._srdf = None if srdf is None else _runs.path_text(srdf, "srdf")
        self._package_path = _runs.folder_list(package_path, "package_path")
        self._arguments = _runs.xacro_arguments(arguments)
        if scene is not None and not isinstance(scene, Scene):
            scene = Scene.load(scene, loader=loader, package_path=self._package_path)
        if scene is not None:
            loader = scene._loader if loader is None else loader
            self._package_path += tuple(folder for folder in scene._package_path if folder not in self._package_path)
        self._loader = loader
        self._scene_path = scene._origin().path if scene is not None else None
        self._has_command = loader is None and (self._scene_path is not None if scene is not None else units == "m")
        if scene is not None:
            self._source = scene._source()
        else:
            self._source = (f'{{"farkas": 1, "units": "{_runs.unit_word(units)}", "parts": []}}'.encode(), "", None, {})
        self._parts = self._load(None)
        self._index = self._parts.robot_count - 1
        self._facts = self._parts.robot(self._index)
        self._names = self._facts["variables"]
        self._home = numpy.array(self._facts["values"], dtype=float)
        for note in _runs.robot_notes(self._parts):
            warnings.warn(note, stacklevel=2)

    def _load(self, trajectory):
        return _runs.load_parts(*self._source, self._loader, (self._urdf, self._srdf, trajectory), self._package_path,
                                tuple(self._argument_words()))

    def _argument_words(self):
        return [f"{name}:={value}" for name, value in self._arguments.items()]

    # ---- Facts -----------------------------------------------------------------------------------------

    @property
    def name(self):
        """The name in the URDF file."""
        return self._facts["name"]

    @property
    def urdf(self):
        """The path of its URDF file."""
        return self._urdf

    @property
    def srdf(self):
        """The path of its SRDF file, or None."""
        return self._srdf

    @property
    def package_path(self):
        """The folders for package://NAME/..."""
        return self._package_path

    @property
    def arguments(self):
        """The arguments of the xacro file: a dict of texts."""
        return dict(self._arguments)

    @property
    def units(self):
        """The unit of all lengths in results."""
        return self._parts.units

    @property
    def names(self):
        """The names of all parts: its shapes, and the parts of its scene."""
        return self._parts.names

    @property
    def links(self):
        """The names of its links, parents before children; the first is the root."""
        return list(self._facts["links"])

    @property
    def joint_names(self):
        """The names of the joints with a value of their own, in the order of values."""
        return list(self._names)

    @property
    def joints(self):
        """The joints with a value of their own, in the order of values."""
        found = {row[0]: Joint(*row[:7]) for row in self._facts["joints"]}
        return [found[name] for name in self._names]

    @property
    def limits(self):
        """The limits of the joints: an array of shape (joints, 2)."""
        return numpy.array([(joint.lower, joint.upper) for joint in self.joints], dtype=float).reshape(-1, 2)

    @property
    def home(self):
        """The default joint values: 0, or the nearest value within the limits."""
        return self._home.copy()

    @property
    def states(self):
        """The states of the SRDF file: names, each with a dict of joint values."""
        return {name: dict(values) for name, _, values in self._facts["states"]}

    @property
    def disabled(self):
        """Pairs of links that need no check: (a, b, reason)."""
        return list(self._facts["disabled"])

    def __repr__(self):
        return (f"<farkas.Robot {self.name}: {len(self._facts['links'])} links, {len(self._names)} "
                f"joint{'s' * (len(self._names) != 1)} with values>")

    # ---- Joint values ----------------------------------------------------------------------------------

    def values(self, joints=None):
        """Returns the values of all joints as an array, from any accepted form.

        >>> import farkas
        >>> robot = farkas.Robot("examples/scene/arm.urdf", "examples/scene/arm.srdf")
        >>> robot.values("ready,turn=0.25").tolist()
        [0.25, -0.5, 2.0, 0.0]
        >>> robot.values({"elbow": 1}).tolist()
        [0.0, 0.0, 1.0, 0.0]
        """
        if joints is None:
            return self.home
        if isinstance(joints, str):
            return self._read(joints)
        if isinstance(joints, dict):
            out = self.home
            for name, value in joints.items():
                out[self._find(name)] = as_doubles(value, "joints")
        else:
            out = as_doubles(joints, "joints")
            if out.shape != self._home.shape:
                raise ValueError(f"joints: {len(self._names)} values are needed, not an array of shape {out.shape}")
        if not numpy.isfinite(out).all():
            raise ValueError("joints: a value is not finite")
        return out

    def _find(self, name):
        if name in self._names:
            return self._names.index(name)
        raise ValueError(f"joints: {self.name} has no joint {name!r} with a value of its own: {', '.join(self._names)}")

    def _read(self, text):
        out, states = self.home, self.states
        for word in text.split(","):
            name, equal, value = word.lstrip(" ").partition("=")
            if equal:
                joint = self._find(name)
                try:
                    out[joint] = float(value)
                except ValueError as error:
                    raise ValueError(f"joints: {word!r} is not NAME=VALUE: {error}") from None
            elif name in states:
                for joint, number in states[name].items():
                    out[self._find(joint)] = number
            elif name in self._names:
                raise ValueError(f"joints: {name!r} is a joint: give its value, as {name}=0.2")
            else:
                known = ", ".join(states) or "there are none"
                raise ValueError(f"joints: there is no state {name!r}: {known}")
        if not numpy.isfinite(out).all():
            raise ValueError("joints: a value is not finite")
        return out

    def _rows(self, values, joints=None):
        """Returns values of several moments, of shape (n, joints); columns may be named."""
        if isinstance(values, dict):
            joints, values = list(values), numpy.column_stack([as_doubles(column, "joints") for column in values.values()])
        array = as_doubles(values, "joints")
        names = self._names if joints is None else list(joints)
        if array.ndim != 2 or array.shape[1] != len(names):
            raise ValueError(f"joints: values of shape (n, {len(names)}) are needed, not {array.shape}")
        if not numpy.isfinite(array).all():
            raise ValueError("joints: a value is not finite")
        if joints is None:
            return array
        out = numpy.tile(self._home, (len(array), 1))
        for column, name in enumerate(names):
            out[:, self._find(name)] = array[:, column]
        return out

    def _place(self, joints):
        return _runs.at(robot=self._index, values=self.values(joints).reshape(1, -1))

    def _origin(self, more):
        """Returns the arguments for the command."""
        if not self._has_command:
            return _runs.Origin()
        words = []
        for option, value in (("--srdf", self._srdf), *more, ("--scene", self._scene_path)):
            words += [option, value] if value is not None else []
        for folder in self._package_path:
            words += ["--package-path", folder]
        for word in self._argument_words():
            words += ["--arg", word]
        return _runs.Origin(self._urdf, words, self._scene_path)

    def _joint_words(self, joints):
        if joints is None or isinstance(joints, str):
            return joints
        return ",".join(f"{name}={value!r}" for name, value in zip(self._names, self.values(joints).tolist()))

    # ---- Queries ---------------------------------------------------------------------------------------

    def poses(self, joints=None):
        """Returns the poses of the links: a dict of names and Poses."""
        return self._parts.poses(None, self._index, self.values(joints))

    def check(self, joints=None, clearance=None, *, allow_contact=False, ignore_overlap=None, between=None, sets=None,
              ignore=None, first=False, volume=False, distances=None, threads=1, progress=None):
        """Checks the robot against itself and its scene; returns a CheckResult. Options are those of Scene.check. Keeps what it builds
        from meshes, so that the next check is faster."""
        return _runs.check(self._parts, self._place(joints), self._origin([("--joints", self._joint_words(joints))]), clearance,
                           allow_contact=allow_contact, ignore_overlap=ignore_overlap, between=between, sets=sets,
                           ignore=ignore, first=first, volume=volume, distances=distances, threads=threads, progress=progress)

    def in_collision(self, joints=None, clearance=None, *, allow_contact=False, between=None, sets=None, ignore=None, threads=None,
                     progress=None):
        """Returns whether something clashes: True or False; for an array of shape (n, joints), an array of n bools. A pair
        that is undecided does not clash. Threads share the rows; by default one for each processor."""
        rules = _runs.rules_of(self._parts, clearance, None, allow_contact, between, sets, ignore)
        is_one = joints is None or isinstance(joints, (str, dict)) or numpy.ndim(joints) == 1
        rows = self.values(joints).reshape(1, -1) if is_one else self._rows(joints)
        if not len(rows):
            return numpy.zeros(0, dtype=bool)
        count = _runs.thread_count(threads) if len(rows) > 1 else 1
        found = self._parts.collides(_runs.at(robot=self._index, values=rows), rules, count, progress)
        return bool(found[0]) if is_one else numpy.frombuffer(found, dtype=numpy.uint8).astype(bool)

    def distance(self, joints=None, a=None, b=None):
        """Returns the nearest pair of parts that are not ignored; or of two words: names of links, patterns. None without pairs.
        The distance is from .lo to .hi.

        >>> import farkas
        >>> robot = farkas.Robot("examples/scene/arm.urdf", "examples/scene/arm.srdf")
        >>> robot.distance("ready")
        <farkas distance: left_finger x right_finger, 0.02 m>
        """
        if (a is None) != (b is None):
            raise TypeError("distance: a and b, or neither")
        return _runs.nearest(self._parts, self._place(joints), a, b)

    def sweep(self, times, values=None, clearance=None, *, joints=None, start=None, end=None, allow_contact=False, between=None,
              sets=None, ignore=None, first=False, closest=False, tolerance=None, resolution=None, budget=10000000,
              seconds=None, threads=None, progress=None):
        """Finds when the robot meets something along a motion, first and again; returns a SweepResult. Options are those of Scene.sweep.

        times, values   increasing times in seconds, and joint values of shape (n, joints), or a dict of columns; values are linear
                        between times. Or only the path of a CSV file
        joints          names of the columns; the other joints are at home
        """
        options = {"allow_contact": allow_contact, "between": between, "sets": sets, "ignore": ignore, "first": first,
                   "start": start, "end": end, "closest": closest, "tolerance": tolerance, "resolution": resolution,
                   "budget": budget, "seconds_each": seconds, "threads": threads, "progress": progress}
        if values is None:
            path = _runs.path_text(times, "times, without values")
            parts = self._load(path)
            _runs.check_span(parts.span, start, end)
            return _runs.sweep(parts, _runs.at(), self._origin([("--trajectory", path)]), clearance, **options)
        times = as_doubles(times, "times")
        rows = self._rows(values, joints)
        if times.shape != (len(rows),):
            raise ValueError(f"times: {len(rows)} numbers are needed, as many as rows, not an array of shape {times.shape}")
        if not numpy.isfinite(times).all() or not (numpy.diff(times) > 0).all():
            raise ValueError("times: finite numbers that increase are needed")
        low, high = self._parts.span
        _runs.check_span((min(low, times[0]), max(high, times[-1])) if len(times) else (0, 0), start, end)
        place = _runs.at(robot=self._index, values=rows, times=times)
        return _runs.sweep(self._parts, place, _runs.Origin(), clearance, **options)
