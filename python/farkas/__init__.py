# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

"""Collision detection that proves its answer.

Shapes and meshes, poses, and queries about two bodies; scenes and robots, checked and swept as by the command. Verdicts are
exact; distances, depths and times are intervals that contain the true value.

>>> import farkas
>>> farkas.verdict(farkas.box(2), farkas.sphere(1), pose_b=farkas.Pose((2, 0, 0)))
'touching'
"""

from farkas._core import (
    Contact,
    ContactPoint,
    Defect,
    Depth,
    Distance,
    Error,
    FileError,
    Hit,
    Mesh,
    Motion,
    Pose,
    Shape,
    Stretch,
    __version__,
    answer,
    bounds,
    box,
    box_of,
    capsule,
    cast,
    common_volume,
    cone,
    contacts,
    cylinder,
    depth,
    distance,
    ellipsoid,
    half_space,
    hull,
    load,
    moving,
    pairs,
    point,
    ray,
    rays,
    relation,
    segment,
    shape,
    sphere,
    split,
    tetra,
    triangle,
    verdict,
    verify,
)

VERDICTS = ("undecided", "apart", "touching", "overlapping")
"""The words for the numbers that pairs() returns."""

STATES = ("undecided", "free", "collides")
"""The words for the states that Workcell returns."""

# Python modules are imported on first use, so that other programs start faster.
_LATER = {"CheckResult": "result", "Distances": "workcell", "Edges": "workcell", "Joint": "robot", "Robot": "robot",
          "Scene": "scene", "SweepResult": "result", "Workcell": "workcell"}

__all__ = [name for name in dir() if not name.startswith("_")] + ["__version__"] + list(_LATER)


def __getattr__(name):
    if name not in _LATER:
        raise AttributeError(f"module 'farkas' has no attribute {name!r}")
    from importlib import import_module

    value = globals()[name] = getattr(import_module("farkas." + _LATER[name]), name)
    return value


def __dir__():
    return sorted(set(globals()) | set(_LATER))
