# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

"""The examples of docs/python.md, from top to bottom."""

import doctest
import os

from support import TOP, FolderCase


class Docs(FolderCase):
    def test_examples(self):
        with open(os.path.join(TOP, "docs/python.md"), encoding="utf-8") as file:
            text = file.read()
        test = doctest.DocTestParser().get_doctest(text, {}, "docs/python.md", "docs/python.md", 0)
        self.assertGreater(len(test.examples), 40)
        told = []
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
        runner.run(test, out=told.append)
        self.assertEqual(runner.failures, 0, "".join(told))
