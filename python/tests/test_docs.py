# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

"""The examples of the README, of docs/python.md, docs/planning.md and docs/first-program.md, from top to bottom."""

import doctest
import os

from support import TOP, FolderCase, command, needs_command


class Docs(FolderCase):
    def run_examples(self, path, least):
        with open(os.path.join(TOP, path), encoding="utf-8") as file:
            text = file.read()
        test = doctest.DocTestParser().get_doctest(text, {}, path, path, 0)
        self.assertGreaterEqual(len(test.examples), least)
        told = []
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
        runner.run(test, out=told.append)
        self.assertEqual(runner.failures, 0, "".join(told))

    def test_readme(self):
        self.run_examples("README.md", 5)

    def test_python_page(self):
        self.run_examples("docs/python.md", 40)

    def test_planning_page(self):
        self.run_examples("docs/planning.md", 4)

    @needs_command
    def test_first_program(self):
        command("gen", "mesh", "bracket", "--size", "60", "-o", "bracket.stl")
        command("gen", "mesh", "gear", "--size", "25", "-o", "gear.stl")
        self.run_examples("docs/first-program.md", 9)
