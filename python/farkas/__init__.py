# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

"""Collision detection that proves its answer.

Shapes and meshes, poses, and questions about two bodies. All of it is exact, or says how far it may be off.
"""

from farkas._core import Error, FileError, Mesh, Pose, Shape, __version__
from farkas.result import CheckResult, SweepResult
from farkas.robot import Joint, Robot
from farkas.scene import Scene

__all__ = ["CheckResult", "Error", "FileError", "Joint", "Mesh", "Pose", "Robot", "Scene", "Shape", "SweepResult", "__version__"]
