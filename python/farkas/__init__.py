# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

"""Collision detection that proves its answer.

Shapes and meshes, poses, and questions about two bodies. All of it is exact, or says how far it may be off.
"""

from farkas._core import Error, FileError, Mesh, Pose, Shape, __version__

__all__ = ["Error", "FileError", "Mesh", "Pose", "Shape", "__version__"]
