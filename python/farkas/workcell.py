# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

"""Workcells: robots among obstacles, for planners that ask about many configurations."""

import math
import threading
import typing
import warnings

import numpy

from . import _core, _runs
from ._arrays import as_doubles
from ._words import length, thread_count
from .robot import Robot
from .scene import Scene

__all__ = ["Distances", "Edges", "Workcell"]

NO_BODY = 2**32 - 1


class Edges(typing.NamedTuple):
    """Edges, one entry or row for each: what Workcell.edges returns."""

    states: typing.Any  # uint8, as of Workcell.states
    valid: typing.Any  # all states up to this parameter are free; -1 if not even the first one need be
    lo: typing.Any  # the bracket of the first contact; 1 to 1 if the edge is free
    hi: typing.Any
    pairs: typing.Any  # numbers of two bodies, as of Workcell.first_pairs


class Distances(typing.NamedTuple):
    """Distances, one entry or row for each configuration: what Workcell.distances returns."""

    lo: typing.Any  # bounds that contain the least distance; beyond the limit from there to infinity
    hi: typing.Any
    point_a: typing.Any  # nearest points, of shape (n, 3); 0 beyond the limit
    point_b: typing.Any
    normal: typing.Any  # from a to b; 0 if they meet
    pairs: typing.Any
    gradient: typing.Any  # by each joint, of shape (n, joints), or None


class Workcell:
    """Robots among obstacles: which of many configurations are free, and which collide? Exact, at the speed that planners need.

    >>> import farkas
    >>> cell = farkas.Workcell("examples/scene/arm.urdf", "examples/scene/arm.srdf")
    >>> cell
    <farkas workcell: 4 joints, 7 bodies, 13 pairs, 8 ignored>
    >>> cell.states([[0, 0, 0, 0], [0, 2, 2.75, 0]]).tolist()
    [1, 2]
    >>> farkas.STATES[1], farkas.STATES[2]
    ('free', 'collides')
    >>> cell.edges([[0, 0, 0, 0]], [[0, 2, 2.75, 0]]).states.tolist()
    [2]

    A configuration is an array in the order of joint_names, in radians, and in metres for joints that slide, within the limits. All
    of them together are an array of shape (n, joints).

    Pairs count as in a check of the scene, with its tests and ignores and the SRDF file (without a list there, links that a joint
    connects do not count), but for pairs of obstacles, and of a part and the link that holds it. Contact collides. What moves by keys
    rests where it is at the first time.

    Any thread may ask at any time, and change it; a query sees it as it was when it began. Queries release the GIL.
    """

    def __init__(self, robot, srdf=None, package_path=(), *, arguments=None, scene=None, units="m", loader=None, between=None, sets=None, ignore=None):
        """robot          the path of a URDF file, a Robot, or None: those of the scene
        srdf, package_path, arguments, scene, units, loader   as for Robot; not with a Robot
        between, sets, ignore   which pairs count, as for Scene.check
        """
        if isinstance(robot, Robot):
            if srdf is not None or package_path or arguments or scene is not None or loader is not None:
                raise TypeError("srdf, package_path, arguments, scene and loader are those of the Robot")
            parts = robot._parts
        elif robot is None:
            if srdf is not None or scene is None:
                raise TypeError("robot: the path of a URDF file, a Robot, or None and a scene with robots")
            parts = (scene if isinstance(scene, Scene) else Scene.load(scene, loader=loader, package_path=package_path))._loaded()
        else:
            parts = Robot(robot, srdf, package_path, arguments=arguments, scene=scene, units=units, loader=loader)._parts
        self._cell = _core.Workcell(parts, _runs.rules_of(parts, None, None, False, between, sets, ignore))
        self._units = parts.units
        self._facts = self._cell.facts()
        self._frames = _frames(parts)
        self._handles = {name: 1 << 32 | i for i, name in enumerate(parts.names)}
        self._lock = threading.Lock()  # of names that come and go
        if robot is None:
            for note in _runs.robot_notes(parts):
                warnings.warn(note, stacklevel=2)

    def copy(self):
        """Returns a copy, which takes microseconds; either may change without the other."""
        out = object.__new__(Workcell)
        out.__dict__.update(self.__dict__)
        out._lock = threading.Lock()
        with self._lock:
            out._handles = dict(self._handles)
            out._cell = self._cell.copy()
        return out

    __copy__ = copy

    # ---- Facts -----------------------------------------------------------------------------------------

    @property
    def units(self):
        """The unit of all lengths but values of joints."""
        return self._units

    @property
    def joint_names(self):
        """The names of the joints, in the order of a configuration; "ROBOT/JOINT" if there are several robots."""
        return [row[0] for row in self._facts["joints"]]

    @property
    def limits(self):
        """The limits of the joints, of shape (joints, 2); infinite where there are none."""
        return numpy.array([row[1:3] for row in self._facts["joints"]], dtype=float).reshape(-1, 2)

    @property
    def home(self):
        """The first values of the joints."""
        return numpy.array([row[3] for row in self._facts["joints"]], dtype=float)

    @property
    def counts(self):
        """How many pairs count, and why others did not, when the workcell was made: a dict. pairs count; ignored ones do not; nor do
        resting (neither is of a robot) and joined (they move together). Of those that count, contact has those whose rule allows
        contact, and clearance those whose rule has a clearance: neither matters here."""
        return {key: value for key, value in self._facts.items() if key != "joints"}

    @property
    def names(self):
        """The names of all bodies: a dict of numbers, as in pairs, and names."""
        return {handle & NO_BODY: name for name, handle in self._handles.items()}

    def __repr__(self):
        facts = self._facts
        return (f"<farkas workcell: {len(facts['joints'])} joints, {len(self._handles)} bodies, {facts['pairs']} pairs, "
                f"{facts['ignored']} ignored>")

    # ---- Questions -------------------------------------------------------------------------------------

    def _length(self, value, what):
        return 0.0 if value is None else length(value, self._units, what)

    def states(self, values, clearance=None, *, threads=1):
        """Returns an array of uint8, one for each configuration: 1 free, 2 collides; 0, undecided, only where a cylinder, cone or
        ellipsoid comes within 1e-12 of touching. farkas.STATES has the words. For one configuration, of shape (joints), an int.

        clearance   bodies collide if they are closer than this
        threads     0 or None: one for each processor
        """
        return self._states(values, clearance, False, threads)[0]

    def first_pairs(self, values, clearance=None, *, threads=1):
        """Returns states, and the first pair that collides, by numbers of bodies: an array of uint32 of shape (n, 2), with 2**32 - 1
        where the state is free. That takes longer.

        >>> import farkas
        >>> cell = farkas.Workcell("examples/scene/arm.urdf", "examples/scene/arm.srdf")
        >>> states, pairs = cell.first_pairs([[0, 2, 2.75, 0]])
        >>> [cell.names[number] for number in pairs[0].tolist()]
        ['column', 'hand']
        """
        return self._states(values, clearance, True, threads)

    def _states(self, values, clearance, wants_pairs, threads):
        rows, is_one = _rows(values, "values")
        states, pairs = self._cell.states(rows, self._length(clearance, "clearance"), wants_pairs, _threads(threads, rows))
        return (int(states[0]), pairs[0] if wants_pairs else None) if is_one else (states, pairs)

    def edges(self, starts, ends, clearance=None, *, tolerance=None, budget=10000000, threads=1):
        """Returns Edges: whether straight lines between configurations are free, which is proved for all of their states; else the
        bracket of the first contact, as a parameter from 0 to 1.

        tolerance   how far bodies may move from the begin to the end of a bracket, about
        budget      about how many tests an edge may take; then it is undecided
        """
        if isinstance(budget, bool) or not isinstance(budget, int) or not 0 < budget < 2**64:
            raise ValueError(f"budget: a whole number above 0, not {budget!r}")
        first, _ = _rows(starts, "starts")
        last, _ = _rows(ends, "ends")
        return Edges(*self._cell.edges(first, last, self._length(clearance, "clearance"), self._length(tolerance, "tolerance"),
                                       budget, _threads(threads, first)))

    def distances(self, values, limit=math.inf, *, gradient=False, threads=1):
        """Returns Distances: the least distance of all pairs that count, up to a limit; with its derivative by each joint, if wanted.

        >>> import farkas
        >>> cell = farkas.Workcell("examples/scene/arm.urdf", "examples/scene/arm.srdf")
        >>> found = cell.distances([[0, -0.5, 2, 0.01]], gradient=True)
        >>> round(float(found.hi[0]), 6), found.gradient.round(6).tolist()
        (0.04, [[0.0, 0.0, 0.0, 2.0]])
        """
        rows, _ = _rows(values, "values")
        most = limit if limit == math.inf else self._length(limit, "limit")
        return Distances(*self._cell.distances(rows, most, bool(gradient), _threads(threads, rows)))

    # ---- Changes ---------------------------------------------------------------------------------------

    def _handle(self, name):
        try:
            return self._handles[name]
        except (KeyError, TypeError):
            raise KeyError(f"there is no body {name!r}") from None

    def _frame(self, link):
        if link is None or link in self._frames:
            return None if link is None else self._frames[link]
        raise ValueError(f"link: there is no link {link!r}, or several robots have it: write 'ROBOT/LINK'")

    def add(self, name, body, pose=None, *, link=None):
        """Adds a Shape or a Mesh, at a pose in the world or in a link; all of its pairs count but those in one frame."""
        if not isinstance(name, str) or not name:
            raise TypeError("name: a text is needed")
        with self._lock:
            if name in self._handles:
                raise ValueError(f"there is a body {name!r} already")
            self._handles[name] = self._cell.add(body, self._frame(link), pose)

    def remove(self, name):
        """Removes a body."""
        with self._lock:
            self._cell.remove(self._handle(name))
            del self._handles[name]

    def move(self, name, pose):
        """Sets the pose of a body in the world, or in its link."""
        self._cell.move(self._handle(name), pose)

    def attach(self, name, link, pose=None):
        """Fixes a body to a link, as a robot grips a part."""
        if link is None:
            raise TypeError("link: the name of a link; detach leaves a body in the world")
        self._cell.attach(self._handle(name), self._frame(link), pose)

    def detach(self, name, pose=None):
        """Leaves a body at a pose in the world."""
        self._cell.attach(self._handle(name), None, pose)

    def allow(self, a, b):
        """Allows two bodies to meet: their pair does not count."""
        self._cell.allow(self._handle(a), self._handle(b), True)

    def disallow(self, a, b):
        """Lets a pair count, or again."""
        self._cell.allow(self._handle(a), self._handle(b), False)

    def pose(self, name):
        """Returns the link of a body, or None, and its Pose there."""
        frame, pose = self._cell.get(self._handle(name))
        return next((link for link, number in self._frames.items() if number == frame), None), pose


def _rows(values, what):
    """Returns configurations as rows, and whether it is only one."""
    array = as_doubles(values, what)
    return (array.reshape(1, -1), True) if array.ndim == 1 else (array, False)


def _threads(threads, rows):
    return thread_count(threads) if len(rows) > 1 else 1


def _frames(parts):
    """Returns the frames of links by name: of "ROBOT/LINK", and of "LINK" where one robot has it."""
    frames, seen, first = {}, {}, 0
    for index in range(parts.robot_count):
        robot = parts.robot(index)
        for i, link in enumerate(robot["links"]):
            seen.setdefault(link, []).append(first + i)
            if robot["prefix"]:
                frames[f"{robot['prefix']}/{link}"] = first + i
        first += len(robot["links"])
    for link, numbers in seen.items():
        if len(numbers) == 1:
            frames.setdefault(link, numbers[0])
    return frames
