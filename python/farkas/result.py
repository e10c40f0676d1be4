# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

"""Results of checks and sweeps, which write the same JSON, CSV, JUnit XML and page as the command."""

import datetime
import json
import os
import warnings

from ._entry import Entry
from ._words import thread_count

__all__ = ["CheckResult", "SweepResult"]

# The longest table that a result prints.
_LINES = 20

# The order of kinds: the worst first.
_KINDS = ("duplicate", "contained", "hard", "contact", "clearance", "undecided", "clear")


def _date():
    """Returns the time, or SOURCE_DATE_EPOCH, so that the same run gives the same bytes."""
    text = os.environ.get("SOURCE_DATE_EPOCH", "")
    if text.isascii() and text.isdigit() and int(text) < 253402300800:
        now = datetime.datetime.fromtimestamp(int(text), datetime.timezone.utc)
    else:
        now = datetime.datetime.now(datetime.timezone.utc)
    return now.strftime("%Y-%m-%dT%H:%M:%SZ")


def _number(value):
    return "?" if value is None else f"{value:.5g}"


def _point(point):
    return "(" + " ".join(f"{x:.6g}" for x in point) + ")"


def _member(key, text):
    """Returns a property: a member of the JSON."""
    return property(lambda self: self.data[key], doc=text)


def write_file(path, data):
    """Writes a file, which appears under its name only when it is complete."""
    path = os.fspath(path)
    if isinstance(path, bytes):
        path = os.fsdecode(path)
    part = f"{path}.part{os.getpid()}"
    try:
        with open(part, "wb") as file:
            file.write(data)
        os.replace(part, path)
    except OSError as error:
        if os.path.exists(part):
            os.remove(part)
        # Report the given name, not that of the temporary file.
        raise type(error)(error.errno, error.strerror, path) from None


class _Result:
    """What CheckResult and SweepResult share."""

    def __init__(self, outcome, arguments, path, first):
        # Scene.check, Scene.sweep, Robot.check and Robot.sweep make it.
        self._outcome = outcome
        self._record = (tuple(arguments), _date(), path, first)
        self._data = None

    # ---- Findings --------------------------------------------------------------------------------------

    @property
    def data(self):
        """The whole result as in the JSON, without "run"."""
        if self._data is None:
            self._data = json.loads(self._outcome.json(None), object_hook=Entry)
        return self._data

    @property
    def clashes(self):
        """The clashing pairs, the worst kinds first."""
        found = [pair for pair in self.pairs if pair["clash"]]
        return sorted(found, key=lambda pair: _KINDS.index(pair["kind"]))

    pairs = _member("pairs", "The listed pairs, in the order of the parts: one Entry each, see docs/json.md.")
    ignored = _member("ignored", "Ignored pairs, with their reasons.")
    parts = _member("parts", "The parts: names and kinds.")
    summary = _member("summary", "The number of pairs of each kind.")
    units = _member("units", "The unit of all lengths.")

    @property
    def clash_count(self):
        """The number of clashes."""
        return self._outcome.clashes

    @property
    def undecided_count(self):
        """The number of undecided pairs."""
        return self._outcome.undecided

    @property
    def complete(self):
        """Whether all pairs are done: False in the result of an exception that stopped the run."""
        return self._outcome.complete

    @property
    def ok(self):
        """Whether there is no clash and no undecided pair, and the result is complete."""
        return self.complete and self._outcome.clashes == 0 and self._outcome.undecided == 0

    @property
    def status(self):
        """The exit status that the command would have: 0 no clash, 1 a clash, 3 a pair is undecided, 130 incomplete."""
        return 130 if not self.complete else 1 if self._outcome.clashes else 3 if self._outcome.undecided else 0

    def pair(self, a, b):
        """Returns the Entry of two parts, in either order; None if the pair is not listed."""
        for pair in self.pairs:
            if {pair["a"], pair["b"]} == {a, b}:
                return pair
        return None

    def __bool__(self):
        raise TypeError("a result is neither true nor false: ask for result.ok, or for result.clashes")

    # ---- Output ----------------------------------------------------------------------------------------

    def json(self, run=True):
        """Returns the text that `farkas check --json` or `farkas sweep --json` writes.

        Its key "run" has the input files, the date, and the arguments of the command for this result, if there are any;
        run=False leaves it out.
        """
        return self._outcome.json(self._record if run else None)

    def csv(self, path=None):
        """Returns the text of `--csv`, a line for each pair; or writes it to a file."""
        return self._text(self._outcome.csv(None), path)

    def junit(self, path=None):
        """Returns the text of `--junit`, for test servers; or writes it to a file."""
        return self._text(self._outcome.junit(None), path)

    def save(self, path):
        """Writes the JSON to a file, for `farkas report`, `farkas view` and `--baseline`."""
        write_file(path, self.json().encode())

    @staticmethod
    def _text(text, path):
        if path is None:
            return text
        write_file(path, text.encode())
        return None

    def report(self, path, title=None, *, pictures=40, parts=True, threads=None):
        """Writes a page for a browser: one file that needs nothing else.

        title      of the page; by default made from the file or the names of the parts
        pictures   how many clashes get pictures, the worst first; 0: none. If pictures cannot be made, the page has none, and
                   a warning says why
        parts      whether the page shows the parts in 3D
        """
        if isinstance(pictures, bool) or not isinstance(pictures, int) or not 0 <= pictures < 2**31:
            raise ValueError(f"pictures: a whole number from 0 on, not {pictures!r}")
        if title is not None and not isinstance(title, str):
            raise TypeError(f"title: a str or None, not {type(title).__name__}")
        page, note, left_out = self._outcome.page(self._record, title, pictures, bool(parts), thread_count(threads))
        write_file(path, page)
        if note is not None:
            warnings.warn(note, RuntimeWarning, stacklevel=2)
        elif left_out:
            warnings.warn("the page lacks pictures of what is too large or too small to be drawn", RuntimeWarning,
                          stacklevel=2)

    # ---- Text ------------------------------------------------------------------------------------------

    def _rows(self):
        return sorted(self.pairs, key=lambda pair: (not pair["clash"], _KINDS.index(pair["kind"])))

    def _line(self, pair, width):
        word = pair["kind"].upper() if pair["clash"] else pair["kind"]
        name = f"{pair['a']} x {pair['b']}"
        return f"  {word:<10} {name:<{width}}{self._details(pair)}".rstrip()

    def _head(self):
        summary = self.summary
        return (f"{summary['parts']} part{'s' * (summary['parts'] != 1)} in {self.units}, "
                f"{summary['pairs']} pair{'s' * (summary['pairs'] != 1)}"
                + (f", {summary['ignored']} ignored" if summary["ignored"] else ""))

    def __str__(self):
        """Returns a table, shorter than that of the command."""
        rows = self._rows()
        shown = rows[:_LINES]
        width = min(max((len(pair["a"]) + len(pair["b"]) + 3 for pair in shown), default=0), 48)
        lines = [self._head()] + [self._line(pair, width) for pair in shown]
        # Pairs that are not listed are clear.
        for word, hidden, more in (("...", len(rows) - len(shown), "more "), ("clear", self.summary["omitted"], "")):
            if hidden:
                lines.append(f"  {word:<10} {hidden} {more}pair{'s' * (hidden != 1)}")
        return "\n".join(lines + [self._sentence()])

    def __repr__(self):
        return f"<farkas.{type(self).__name__}: {self._sentence().rstrip('.')}>"

    def _sentence(self):
        clashes, undecided, tested = self.clash_count, self.undecided_count, self.summary["pairs"]
        return (f"{clashes or 'No'} clash{'es' * (clashes > 1)} in {tested} pair{'s' * (tested != 1)}, "
                f"{undecided or 'none'} undecided.")


class CheckResult(_Result):
    """The result of Scene.check and Robot.check.

    It is neither true nor false: `result.ok` means no clash and no undecided pair.

    >>> import farkas
    >>> scene = farkas.Scene(units="mm")
    >>> scene.add("table", {"box": {"size": [400, 300, 20]}})
    >>> scene.add("cup", {"cylinder": {"radius": 30, "length": 90}}, farkas.Pose([0, 0, 58]))
    >>> result = scene.check(clearance="5mm")
    >>> result.ok
    False
    >>> result.clashes[0].kind
    'clearance'
    >>> print(result)
    2 parts in mm, 1 pair
      CLEARANCE  table x cup   3 mm < 5 mm   at (...)
    1 clash in 1 pair, none undecided.
    """

    @property
    def time(self):
        """The moment of the check, if parts move."""
        return self._outcome.time

    def _details(self, pair):
        units, kind, text = self.units, pair["kind"], ""
        if kind in ("clear", "clearance"):
            distance = pair["distance"]["hi"]
            text = f"   {_number(distance)} {units}" if distance is not None else "   one is empty"
            if kind == "clearance":
                text += f" < {_number(pair['clearance'])} {units}   at {_point(pair['point_a'])}"
            return text
        if kind == "contained":
            text += f"   {pair[pair['inner']]} is inside"
        if kind == "contact" and pair.point_a:
            text += f"   at {_point(pair['point_a'])}"
        if pair.depth is not None:
            bound = "" if pair["depth_method"] == "exact" else " (upper bound)"
            text += f"   depth {_number(pair['depth'])} {units}{bound}"
        return text + ("   (a surface)" if pair.surface else "")


class SweepResult(_Result):
    """The result of Scene.sweep and Robot.sweep: when parts meet, first and again, and how close they come.

    >>> import farkas
    >>> scene = farkas.Scene(units="mm")
    >>> scene.add("stop", {"box": {"size": [10, 10, 10]}})
    >>> scene.add("cart", {"box": {"size": [10, 10, 10]}}, motion=([0, 1], [[30, 0, 0], [0, 0, 0]]))
    >>> result = scene.sweep()
    >>> contact = result.clashes[0].contacts[0]
    >>> contact.kind, contact.enter.lo <= 2 / 3 <= contact.enter.hi
    ('meets', True)
    """

    @property
    def span(self):
        """The first and the last time of the sweep, in seconds."""
        return self.data["sweep"]["from"], self.data["sweep"]["to"]

    def _head(self):
        start, end = self.span
        return f"t = {start:.6g} … {end:.6g} s, no gap between samples; {super()._head()}"

    def _details(self, pair):
        known = [s for s in pair["contacts"] if s["kind"] != "undecided"]
        text = ""
        if known:
            enter = known[0]["enter"]["hi"]
            text = f"   first contact t = {enter:.9g} s" if enter > self.span[0] else "   at the start"
        elif pair.closest is not None and pair["closest"]["hi"] is not None:
            text = f"   closest {_number(pair['closest']['hi'])} {self.units}"
            if pair["kind"] == "clearance":
                text += f" < {_number(pair['clearance'])} {self.units}"
            text += f" at t = {pair['closest']['time']:.6g} s"
        return text + ("   (a surface)" if pair.surface else "")

    def _rows(self):
        def key(pair):
            known = [s["enter"]["hi"] for s in pair["contacts"] + pair.get("below", []) if s["kind"] != "undecided"]
            return not pair["clash"], pair["kind"] == "clear", min(known, default=float("inf"))
        return sorted(self.pairs, key=key)
