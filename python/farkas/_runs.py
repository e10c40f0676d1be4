# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

"""What Scene and Robot share: checking, sweeping and measuring a loaded scene, with the options of the command."""

import math
import os
from functools import partial

from . import _core
from ._entry import Entry
from ._words import Words, as_float, length, once, pair_items, thread_count
from .result import CheckResult, SweepResult

# As in the compiled module.
WANTS_DISTANCE, WANTS_DEPTH, WANTS_VOLUME, WANTS_FIRST, WANTS_CLOSEST = 1, 2, 4, 8, 16

# A check lists clear pairs up to this number of pairs.
FEW_PAIRS = 1000


def path_text(path, what):
    """Returns a path as text."""
    try:
        return os.fsdecode(os.fspath(path))
    except TypeError:
        raise TypeError(f"{what}: a path is needed, not {type(path).__name__}") from None


def folder_list(folders, what):
    """Returns paths of folders as a tuple of texts."""
    if isinstance(folders, (str, bytes)):
        raise TypeError(f"{what}: several folders, not one text")
    return tuple(path_text(folder, what) for folder in folders)


def unit_word(units):
    """Checks a unit of length."""
    if units not in ("mm", "cm", "m", "in"):
        raise ValueError(f"units: {units!r} is not 'mm', 'cm', 'm' or 'in'")
    return units


def seconds(value, what, default=None):
    """Returns a time as a finite number."""
    if value is None:
        return default
    number = as_float(value, f"{what}: a time is a number of seconds, not {{!r}}")
    if not abs(number) <= 1e300:
        raise ValueError(f"{what}: a time is a finite number of seconds, not {number!r}")
    return number


def _above_zero(value, what):
    number = seconds(value, what, 0.0)
    if value is not None and not 0 < number <= 1e9:
        raise ValueError(f"{what}: a time above 0, not {number!r}")
    return number


def _number_text(value):
    text = repr(float(value))
    return text[:-2] if text.endswith(".0") else text


class _Arguments:
    """The arguments with which the command gives the same result. It cannot take names with commas: then there are none."""

    def __init__(self, verb, origin):
        self.words, self.origin, self.is_good = [verb], origin, origin.path is not None

    def option(self, name, value):
        if value is None or value is False:
            return
        self.words.append("--" + name)
        if value is not True:
            self.words.append(value if isinstance(value, str) else _number_text(value))

    def pairs(self, name, value):
        if value is None:
            return
        for item in pair_items(value, name):
            self.is_good = self.is_good and not any("," in word or "=" in word for word in item[:2])
            self.option(name, ",".join(item[:2]) + ("=" + item[2] if len(item) == 3 else ""))

    def sets(self, sets):
        for name, words in (sets or {}).items():
            words = [words] if isinstance(words, str) else list(words)
            self.is_good = self.is_good and "=" not in name and not any("," in word for word in words)
            self.option("set", name + "=" + ",".join(words))

    def done(self):
        return self.words + list(self.origin.words) + [self.origin.path] if self.is_good else []


class Origin:
    """Where a loaded scene comes from: the file for the command, its other options, and the file of the scene. Without a
    file there is no command."""

    def __init__(self, path=None, words=(), scene=None):
        self.path, self.words, self.scene = path, words, scene


def rules_of(parts, clearance, ignore_overlap, allow_contact, between, sets, ignore):
    """Returns the rules on pairs, in the form of the compiled module."""
    words = Words(parts, sets) if between is not None or ignore is not None or sets is not None else None
    return (None if clearance is None else length(clearance, parts.units, "clearance"),
            None if ignore_overlap is None else length(ignore_overlap, parts.units, "ignore_overlap"),
            bool(allow_contact),
            words.pairs(between, "between") if between is not None else [],
            words.pairs(ignore, "ignore", True) if ignore is not None else [])


ALL_PAIRS = (None, None, False, [], [])


def at(time=None, robot=None, values=None, times=None):
    """Returns the poses request of the compiled module: a time, by default the first; and rows of joint values of a robot, one
    for each of the times."""
    return (seconds(time, "time"), robot, times, values)


def _finish(run, kind, arguments, origin):
    """Runs; returns a result of a kind. An exception that stops the run gets what was done as its attribute `result`."""
    def made(outcome):
        return kind(outcome, arguments.done(), origin.scene, origin.path)
    try:
        return made(run())
    except BaseException as error:
        outcome = error.__dict__.pop("_outcome", None)
        if outcome is not None:
            error.result = made(outcome)
        raise


def check(parts, place, origin, clearance, *, allow_contact, ignore_overlap, between, sets, ignore, first, volume, distances,
          threads, progress):
    """Runs a check; returns a CheckResult."""
    between, ignore = once(between), once(ignore)
    rules = rules_of(parts, clearance, ignore_overlap, allow_contact, between, sets, ignore)
    count = len(parts.names)
    wants_distance = count * (count - 1) // 2 <= FEW_PAIRS if distances is None else bool(distances)
    flags = (WANTS_DEPTH | WANTS_DISTANCE * wants_distance | WANTS_VOLUME * bool(volume)
             | WANTS_FIRST * bool(first))
    run = partial(parts.check, place, rules, flags, thread_count(threads), progress)
    arguments = _Arguments("check", origin)
    arguments.option("clearance", clearance)
    arguments.option("allow-contact", bool(allow_contact))
    arguments.option("ignore-overlap", ignore_overlap)
    arguments.pairs("between", between)
    arguments.sets(sets)
    arguments.pairs("ignore", ignore)
    arguments.option("first", bool(first))
    arguments.option("volume", bool(volume))
    arguments.option("distances", bool(distances))
    # The command has no option for this.
    arguments.is_good = arguments.is_good and distances is not False
    arguments.option("time", place[0])
    return _finish(run, CheckResult, arguments, origin)


def sweep(parts, place, origin, clearance, *, allow_contact, between, sets, ignore, first, start, end, closest, tolerance,
          resolution, budget, seconds_each, threads, progress):
    """Runs a sweep; returns a SweepResult."""
    between, ignore = once(between), once(ignore)
    rules = rules_of(parts, clearance, None, allow_contact, between, sets, ignore)
    low, high = seconds(start, "start", math.nan), seconds(end, "end", math.nan)
    if low > high:
        raise ValueError("start is later than end")
    limit = 0.0 if tolerance is None else length(tolerance, parts.units, "tolerance")
    if tolerance is not None and not limit > 0:
        raise ValueError("tolerance: above 0, such as '0.001mm'; leave it out for the default")
    if isinstance(budget, bool) or not isinstance(budget, int) or not 0 <= budget < 2**64:
        raise ValueError(f"budget: a whole number from 0 on, not {budget!r}")
    numbers = (low, high, limit, _above_zero(resolution, "resolution"), budget, _above_zero(seconds_each, "seconds"))
    flags = WANTS_FIRST * bool(first) | WANTS_CLOSEST * bool(closest)
    run = partial(parts.sweep, place, rules, flags, numbers, thread_count(threads), progress)
    arguments = _Arguments("sweep", origin)
    arguments.option("clearance", clearance)
    arguments.option("allow-contact", bool(allow_contact))
    arguments.pairs("between", between)
    arguments.sets(sets)
    arguments.pairs("ignore", ignore)
    arguments.option("first", bool(first))
    arguments.option("from", start)
    arguments.option("to", end)
    arguments.option("closest", bool(closest))
    arguments.option("tolerance", tolerance)
    arguments.option("resolution", resolution)
    arguments.option("budget", str(budget) if budget != 10000000 else None)
    arguments.option("seconds", seconds_each)
    return _finish(run, SweepResult, arguments, origin)


def check_span(span, start, end):
    """Checks that something moves, within the requested times."""
    low, high = span
    if not low < high:
        raise ValueError("nothing moves: give parts a motion, or use check")
    if (end is None and start is not None and start > high) or (start is None and end is not None and end < low):
        raise ValueError(f"the motion is from {low:g} to {high:g} s: start and end leave nothing of it")


def _direction(a, b):
    delta = [y - x for x, y in zip(a, b)]
    size = math.hypot(math.hypot(delta[0], delta[1]), delta[2])
    return [x / size for x in delta] if 0 < size < math.inf else [0.0, 0.0, 0.0]


def nearest(parts, place, a=None, b=None):
    """Returns the nearest pair: of two words, even if the scene ignores it; else of all pairs that it does not ignore. An Entry
    as in `farkas distance --json`, or None without pairs."""
    rules, is_plain = ALL_PAIRS, False
    if a is not None or b is not None:
        words = Words(parts)
        rules = (None, None, False, [(words.mask(a, "a"), words.mask(b, "b"), "-")], [])
        is_plain = True
    found = parts.nearest(place, rules, is_plain)
    if found is None:
        return None
    first, second, kind, low, high, point_a, point_b = found
    names = parts.names
    entry = {"farkas": 1, "units": parts.units, "a": names[first], "b": names[second], "kind": kind,
             "distance": Entry({"lo": _finite(low), "hi": _finite(high)})}
    if point_a is not None:
        entry["point_a"], entry["point_b"] = list(point_a), list(point_b)
        entry["direction"] = _direction(point_a, point_b)
    return Nearest(entry)


def _finite(value):
    return value if math.isfinite(value) else None


class Nearest(Entry):
    """The distance of two parts, as in `farkas distance --json`: a, b, kind, distance.lo, distance.hi, point_a, point_b and
    direction; lo and hi are those of the distance."""

    __slots__ = ()

    @property
    def lo(self):
        """The lower bound of the distance."""
        return self["distance"]["lo"]

    @property
    def hi(self):
        """The upper bound of the distance."""
        return self["distance"]["hi"]

    def __repr__(self):
        low, high, units = self.lo, self.hi, self["units"]
        if high == 0:
            text = f"meet ({self['kind']})"
        elif high is None:
            text = "one is empty"
        else:
            ends = [f"{low:.6g}", f"{high:.6g}"]
            text = " to ".join(ends[:1 + (ends[0] != ends[1])]) + f" {units}"
        return f"<farkas distance: {self['a']} x {self['b']}, {text}>"


def load_parts(text, folder, path, bodies, loader, robot=(None, None, None), package_path=(), arguments=()):
    """Loads a scene; robot is the URDF file, SRDF file and trajectory of a robot to add, arguments are those of its xacro file."""
    return _core.Parts(text, folder, path, bodies, _loader_of(loader), *robot, package_path, arguments)


def xacro_arguments(arguments):
    """Returns a dict of the arguments of a xacro file as a dict of texts."""
    if arguments is None:
        return {}
    if not isinstance(arguments, dict):
        raise TypeError(f"arguments: a dict of names and values, not {type(arguments).__name__}")
    return {str(name): str(value).lower() if isinstance(value, bool) else str(value) for name, value in arguments.items()}


def robot_notes(parts):
    """Yields warnings about robots that may not be what the user meant."""
    for index in range(parts.robot_count):
        robot = parts.robot(index)
        unknown, beyond = robot["unknown_disabled"], robot["beyond_count"]
        if unknown:
            yield f"{unknown} pairs of the SRDF file name links that {robot['name']} does not have: left out"
        if beyond:
            joint = robot["variables"][robot["beyond_variable"]]
            yield (f"{beyond} values of joints are beyond their limits, and used as they are; the first: {joint} is "
                   f"{robot['beyond_value']:.6g}")


def _loader_of(loader):
    """Wraps a loader, which returns a Mesh, something with vertices and faces, or None: then the library reads the file."""
    if loader is None:
        return None
    if not callable(loader):
        raise TypeError("loader: a function that takes a path, or None")

    def load(path):
        made = loader(path)
        return made if made is None else as_mesh(made)
    return load


def as_mesh(body):
    """Returns a Mesh, made from anything with vertices and faces, such as a trimesh.Trimesh; raises TypeError otherwise."""
    if isinstance(body, _core.Mesh):
        return body
    if hasattr(body, "vertices") and hasattr(body, "faces"):
        return _core.Mesh(body.vertices, body.faces)
    raise TypeError(f"a mesh is needed, or what has vertices and faces, not {type(body).__name__}")
