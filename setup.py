# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

"""Builds the compiled module of the Python package with CMake, for `pip install .`; the rest is in pyproject.toml.

FARKAS_CMAKE holds more options for CMake, as "-DFARKAS_VIEW=OFF".
"""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

TOP = Path(__file__).resolve().parent


def version():
    """The version is written once, in the public header."""
    text = (TOP / "include/farkas/base.h").read_text()
    return ".".join(re.findall(r"^#define FK_VERSION_(?:MAJOR|MINOR|PATCH) ([0-9]+)$", text, re.MULTILINE))


def has_view():
    """Whether pictures can be built: without them, pages of reports have none."""
    command = ["pkg-config", "--exists", "glfw3", "epoxy"]
    try:
        found = subprocess.run(command, check=False).returncode == 0
    except FileNotFoundError:
        return False
    return found and any(Path(folder, "stb/stb_image_write.h").exists() for folder in ("/usr/include", "/usr/local/include"))


class CMakeBuild(build_ext):
    """Configures and builds one target, right into the package."""

    def build_extension(self, extension):
        output = Path(self.get_ext_fullpath(extension.name)).resolve()
        folder = Path(self.build_temp).resolve() / "cmake"
        configure = [
            "cmake", "-S", str(TOP), "-B", str(folder), "-DCMAKE_BUILD_TYPE=Release", "-DFARKAS_PYTHON=ON", "-DFARKAS_SCENE=ON",
            "-DFARKAS_TOOL=OFF", f"-DFARKAS_VIEW={'ON' if has_view() else 'OFF'}",
            f"-DFARKAS_PYTHON_EXECUTABLE={sys.executable}", f"-DFARKAS_PYTHON_OUTPUT={output.parent}",
        ] + shlex.split(os.environ.get("FARKAS_CMAKE", ""))
        subprocess.run(configure, check=True)
        jobs = str(os.cpu_count() or 1)
        subprocess.run(["cmake", "--build", str(folder), "--target", "farkas_python", "--parallel", jobs], check=True)


setup(
    version=version(),
    ext_modules=[Extension("farkas._core", sources=[], py_limited_api=True)],
    cmdclass={"build_ext": CMakeBuild},
    options={"bdist_wheel": {"py_limited_api": "cp311"}},
)
