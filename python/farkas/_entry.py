# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

"""Objects of JSON, as results have them."""


class Entry(dict):
    """A dict of a result, exactly as JSON has it; its keys are attributes, too.

    What was not found out is not there: `entry["depth"]` raises KeyError then, `entry.depth` is None.

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
