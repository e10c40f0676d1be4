# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

"""Words that select parts: names, patterns, sets and robots, as in the options --between, --ignore and --set of the
command. And lengths with units, and numbers of threads."""

import re

from . import _core


def _class(pattern, at):
    """Returns the regular expression of the brackets that open at a position, and their end; None if they do not close."""
    first = at + 1
    is_inverted = pattern[first:first + 1] in ("!", "^")
    first += is_inverted
    end = pattern.find("]", first + 1)
    if end < 0:
        return None
    inside = pattern[first:end]
    items, i = [], 0
    while i < len(inside):
        low = high = inside[i]
        if inside[i + 1:i + 2] == "-" and i + 2 < len(inside):
            high = inside[i + 2]
            i += 2
        i += 1
        if low <= high:
            items.append(re.escape(low) + "-" + re.escape(high))
    if not items:
        return ("." if is_inverted else "(?!)"), end + 1
    return "[" + ("^" if is_inverted else "") + "".join(items) + "]", end + 1


class Pattern:
    """* is any text, ? any character, [a-z] one of these, [!a-z] one of the others.

    The text between stars has a fixed length, and is searched from left to right: one expression for all of it would try every
    way to distribute the text among the stars.
    """

    def __init__(self, pattern):
        pieces, i = [[]], 0
        while i < len(pattern):
            found = _class(pattern, i) if pattern[i] == "[" else None
            if pattern[i] == "*":
                pieces.append([])
            else:
                pieces[-1].append(found[0] if found else "." if pattern[i] == "?" else re.escape(pattern[i]))
            i = found[1] if found else i + 1
        self._last = len(pieces[-1])
        self._pieces = [re.compile("".join(piece), re.DOTALL) for piece in pieces]

    def matches(self, name):
        """Returns whether a name matches the pattern."""
        first, *others = self._pieces
        if not others:
            return first.fullmatch(name) is not None
        found = first.match(name)
        for piece in others[:-1]:
            found = found and piece.search(name, found.end())
        end = len(name) - self._last
        return found is not None and found.end() <= end and others[-1].fullmatch(name, end) is not None


class Words:
    """Resolves words to parts of a loaded scene. Masks are bytes, one for each part."""

    def __init__(self, parts, sets=None):
        self.names = parts.names
        self.sets = {name: tuple(members) for name, members in parts.sets}
        self.robots = parts.robot_names
        self.extra = {}
        for name, words in _set_items(sets):
            mask = bytearray(len(self.names))
            for word in words:
                if not self._mark(word, mask):
                    raise ValueError(f"sets: no part is named {word!r}")
            self.extra[name] = mask

    def mask(self, word, what):
        """Returns the parts that a word selects, as a mask; raises ValueError if there are none."""
        if not isinstance(word, str):
            raise TypeError(f"{what}: the name of a part is a str, not {type(word).__name__}")
        mask = bytearray(len(self.names))
        is_found = word in self.sets or word in self.extra
        for index in self.sets.get(word, ()):
            mask[index] = 1
        for index, flag in enumerate(self.extra.get(word, ())):
            mask[index] |= flag
        if not is_found and not self._mark(word, mask):
            raise ValueError(f"{what}: {self._unknown(word)}")
        return bytes(mask)

    def pairs(self, value, what, has_reason=False):
        """Returns (mask, mask, reason) for each pair of words: one pair, or a list of pairs."""
        return [self._pair(item, what, has_reason) for item in pair_items(value, what)]

    def _pair(self, item, what, has_reason):
        most = 3 if has_reason else 2
        if isinstance(item, str) or not hasattr(item, "__len__") or not 2 <= len(item) <= most:
            form = "(a, b) or (a, b, reason)" if has_reason else "(a, b)"
            raise TypeError(f"{what}: a pair is {form}, not {item!r}")
        reason = item[2] if len(item) == 3 else "--" + what
        if not isinstance(reason, str) or not reason:
            raise TypeError(f"{what}: a reason is a str that is not empty, not {reason!r}")
        return self.mask(item[0], what), self.mask(item[1], what), reason

    def _mark(self, word, mask):
        pattern = Pattern(word)
        hits = [i for i, name in enumerate(self.names)
                if word == "all" or word == name or pattern.matches(name)]
        if not hits:
            hits = [i for i, name in enumerate(self.names) if name.startswith(word + "/")]
        if not hits:
            hits = next((list(range(first, first + count)) for name, first, count in self.robots if name == word), [])
        for i in hits:
            mask[i] = 1
        return bool(hits)

    def _unknown(self, word):
        import difflib  # only for errors
        near = difflib.get_close_matches(word, list(self.names) + list(self.sets), n=1)
        if near:
            return f"there is no part or set {word!r}; did you mean {near[0]!r}?"
        count = len(self.names)
        return f"there is no part or set {word!r}; of the {count} part{'s' * (count != 1)} the first is {self.names[0]!r}"


def pair_items(value, what):
    """Returns the pairs of a list; a list of one if the value is a pair itself."""
    if isinstance(value, str):
        raise TypeError(f"{what}: a pair is (a, b), not the text {value!r}")
    value = list(value)
    return [value] if value and all(isinstance(item, str) for item in value) else value


def once(value):
    """Turns an iterator of pairs of words into a list, so that it can be read twice."""
    return value if value is None or isinstance(value, (str, list, tuple)) else list(value)


def _set_items(sets):
    if sets is None:
        return []
    items = []
    for name, words in sets.items() if isinstance(sets, dict) else [(None, ())]:
        words = [words] if isinstance(words, str) else words
        if not isinstance(name, str) or not isinstance(words, (list, tuple)) or not all(isinstance(word, str) for word in words):
            raise TypeError("sets: a dict of names, each with names or patterns of parts")
        items.append((name, words))
    return items


def as_float(value, words):
    """Returns a number as a float, infinite beyond the range of doubles; raises TypeError, with these words, for text and others."""
    try:
        if isinstance(value, (str, bytes, bytearray)):
            raise TypeError
        return float(value)
    except OverflowError:
        return float("inf")
    except (TypeError, ValueError):
        raise TypeError(words.format(value)) from None


def length(value, units, what):
    """Returns a length, a number or a text such as "5mm", as a finite number in the given unit that is not negative."""
    if isinstance(value, bool):
        raise TypeError(f"{what}: a length is a number or a text such as '5mm', not {value!r}")
    if isinstance(value, str):
        return _core.parse_length(value, units, what)
    number = as_float(value, f"{what}: a length is a number or a text such as '5mm', not {{!r}}")
    if not 0 <= number < float("inf"):
        raise ValueError(f"{what}: a length is finite and not negative, not {number!r}")
    return number


def thread_count(threads):
    """Checks a number of threads; 0 or None: one for each processor."""
    if threads is None:
        return 0
    if isinstance(threads, bool) or not isinstance(threads, int):
        raise TypeError(f"threads: a whole number or None, not {threads!r}")
    if not 0 <= threads <= 256:
        raise ValueError(f"threads: from 0 to 256, not {threads}")
    return threads
