# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

from ._core import (
    Contact as Contact,
    ContactPoint as ContactPoint,
    Defect as Defect,
    Depth as Depth,
    Distance as Distance,
    Error as Error,
    FileError as FileError,
    Hit as Hit,
    Mesh as Mesh,
    Motion as Motion,
    Pose as Pose,
    Shape as Shape,
    Stretch as Stretch,
    __version__ as __version__,
    answer as answer,
    bounds as bounds,
    box as box,
    box_of as box_of,
    capsule as capsule,
    cast as cast,
    common_volume as common_volume,
    cone as cone,
    contacts as contacts,
    cylinder as cylinder,
    depth as depth,
    distance as distance,
    ellipsoid as ellipsoid,
    half_space as half_space,
    hull as hull,
    load as load,
    moving as moving,
    pairs as pairs,
    point as point,
    ray as ray,
    rays as rays,
    relation as relation,
    segment as segment,
    shape as shape,
    sphere as sphere,
    split as split,
    tetra as tetra,
    triangle as triangle,
    verdict as verdict,
    verify as verify,
)
from .result import CheckResult as CheckResult
from .result import SweepResult as SweepResult
from .robot import Joint as Joint
from .robot import Robot as Robot
from .scene import Scene as Scene
from .workcell import Distances as Distances
from .workcell import Edges as Edges
from .workcell import Workcell as Workcell

VERDICTS: tuple[str, str, str, str]
STATES: tuple[str, str, str]
