# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

"""JSON objects of results."""


class Entry(dict):
    """A JSON object of a result, as a dict whose keys are also attributes.

    A value that was not computed is missing: `entry["depth"]` then raises KeyError, and `entry.depth` is None.

    >>> from farkas._entry import Entry
    >>> pair = Entry({"a": "table", "b": "cup", "kind": "contact", "clash": True})
    >>> pair.kind, pair["b"], pair.depth
    ('contact', 'cup', None)
    """

    __slots__ = ()

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return self.get(name)

    def __setattr__(self, name, value):
        raise AttributeError(f"a result does not change: {name}")

    def __dir__(self):
        return sorted(set(super().__dir__()) | set(self))
