# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

"""What several tests use: the command beside the package, the examples of the source tree, and a folder to write to."""

import os
import shutil
import subprocess
import tempfile
import threading
import unittest

import farkas

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
EXAMPLES = os.path.join(TOP, "examples")

# The same date in every run.
os.environ["SOURCE_DATE_EPOCH"] = "1800000000"


def command_path():
    """The command of the same build; None where there is none."""
    path = os.path.abspath(os.path.join(os.path.dirname(farkas.__file__), "..", "..", "farkas"))
    return path if os.path.isfile(path) and os.access(path, os.X_OK) else None


def command(*arguments, text=None):
    """What the command writes, of a text that it reads. It runs without what the interpreter was started with, as libraries that are loaded first."""
    environment = {key: value for key, value in os.environ.items() if key != "LD_PRELOAD"}
    done = subprocess.run([command_path(), *arguments], input=text, capture_output=True, text=True, env=environment, check=False)
    if done.returncode not in (0, 1, 3):
        raise AssertionError(f"{arguments}: {done.stderr}")
    return done.stdout


needs_command = unittest.skipIf(command_path() is None, "the command is not built here")


class FolderCase(unittest.TestCase):
    """Runs in an empty folder, with the examples in a folder `examples`."""

    def setUp(self):
        before = os.getcwd()
        self.folder = tempfile.mkdtemp()
        os.symlink(EXAMPLES, os.path.join(self.folder, "examples"))
        os.chdir(self.folder)
        self.addCleanup(shutil.rmtree, self.folder)
        self.addCleanup(os.chdir, before)

    def write(self, name, text):
        with open(name, "w", encoding="utf-8") as file:
            file.write(text)
        return name

    def refused(self, kind, words, function, *arguments, **options):
        """An exception of exactly this kind, whose text has these words."""
        with self.assertRaises(kind) as caught:
            function(*arguments, **options)
        self.assertIn(words, str(caught.exception))
        return caught.exception


def cube(size=1.0):
    """Vertices and faces of a cube with a corner at the origin."""
    vertices = [[x * size, y * size, z * size] for z in (0, 1) for y in (0, 1) for x in (0, 1)]
    faces = [[0, 2, 1], [1, 2, 3], [4, 5, 6], [5, 7, 6], [0, 1, 4], [1, 5, 4],
             [2, 6, 3], [3, 6, 7], [0, 4, 2], [2, 4, 6], [1, 3, 5], [3, 7, 5]]
    return vertices, faces


def refused_on_little_stack(calls):
    """What RuntimeErrors say that these calls raise, in a thread with 256 KiB of stack."""
    told = []

    def work():
        for call in calls:
            try:
                call()
            except RuntimeError as error:
                told.append(str(error))

    before = threading.stack_size(256 * 1024)
    try:
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
    finally:
        threading.stack_size(before)
    return told
