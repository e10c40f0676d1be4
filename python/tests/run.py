# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

"""Runs all tests of this folder, and the examples in docstrings. Exit status 77 where numpy is not installed.

    PYTHONPATH=build/python python3 python/tests/run.py [NAME...]
"""

import doctest
import importlib.util
import os
import sys
import unittest


def doctests():
    """The examples in the docstrings of the package, and of what is compiled."""
    import farkas.collision
    from farkas import _core

    # What is loaded later is loaded now.
    for name in farkas.__all__:
        getattr(farkas, name)

    finder = doctest.DocTestFinder(exclude_empty=True)
    suite = unittest.TestSuite()
    seen = set()
    for module in [farkas, _core] + [m for name, m in sorted(sys.modules.items()) if name.startswith("farkas.")]:
        for name, value in sorted(vars(module).items()):
            if name.startswith("__") or id(value) in seen or not callable(value):
                continue
            seen.add(id(value))
            for test in finder.find(value, name, module=False):
                suite.addTest(doctest.DocTestCase(test, optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE))
    return suite


def main():
    if importlib.util.find_spec("numpy") is None:
        print("skipped: numpy is not installed")
        return 77
    folder = os.path.dirname(os.path.abspath(__file__))
    # The examples name files of the source tree.
    os.chdir(os.path.dirname(os.path.dirname(folder)))
    names = sys.argv[1:]
    loader = unittest.TestLoader()
    if names:
        sys.path.insert(0, folder)
        suite = loader.loadTestsFromNames(names)
    else:
        suite = unittest.TestSuite([loader.discover(folder), doctests()])
    result = unittest.TextTestRunner(buffer=False).run(suite)
    for reason in sorted({reason for _, reason in result.skipped}):
        print("skipped:", reason)
    return 0 if result.wasSuccessful() and result.testsRun else 1


if __name__ == "__main__":
    sys.exit(main())
