# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy
import numpy.typing

from ._core import Pose
from ._runs import Nearest
from ._types import Array, Floats, Ignore, Joints, Length, Loader, Pairs, Path, Progress, Sets, Units
from .result import CheckResult, SweepResult
from .scene import Scene

class Joint(NamedTuple):
    name: str
    kind: str
    parent: str
    child: str
    lower: float
    upper: float
    velocity: float

class Robot:
    def __init__(self, urdf: Path, srdf: Path | None = None, package_path: Sequence[Path] = (), *,
                 arguments: Mapping[str, object] | None = None, scene: Scene | Path | None = None,
                 units: Units = "m", loader: Loader | None = None) -> None: ...
    @property
    def name(self) -> str: ...
    @property
    def urdf(self) -> str: ...
    @property
    def srdf(self) -> str | None: ...
    @property
    def package_path(self) -> tuple[str, ...]: ...
    @property
    def arguments(self) -> dict[str, str]: ...
    @property
    def units(self) -> str: ...
    @property
    def names(self) -> tuple[str, ...]: ...
    @property
    def links(self) -> list[str]: ...
    @property
    def joint_names(self) -> list[str]: ...
    @property
    def joints(self) -> list[Joint]: ...
    @property
    def limits(self) -> Floats: ...
    @property
    def home(self) -> Floats: ...
    @property
    def states(self) -> dict[str, dict[str, float]]: ...
    @property
    def disabled(self) -> list[tuple[str, str, str]]: ...
    def values(self, joints: Joints | None = None) -> Floats: ...
    def poses(self, joints: Joints | None = None) -> dict[str, Pose]: ...
    def check(self, joints: Joints | None = None, clearance: Length | None = None, *, allow_contact: bool = False,
              ignore_overlap: Length | None = None, between: Pairs | None = None, sets: Sets | None = None,
              ignore: Ignore | None = None, first: bool = False, volume: bool = False, distances: bool | None = None,
              threads: int | None = 1, progress: Progress | None = None) -> CheckResult: ...
    def in_collision(self, joints: Joints | None = None, clearance: Length | None = None, *, allow_contact: bool = False,
                     between: Pairs | None = None, sets: Sets | None = None, ignore: Ignore | None = None,
                     threads: int | None = None, progress: Progress | None = None) -> bool | numpy.typing.NDArray[numpy.bool_]: ...
    def distance(self, joints: Joints | None = None, a: str | None = None, b: str | None = None) -> Nearest | None: ...
    def sweep(self, times: Array | Path, values: Array | Mapping[str, Array] | None = None, clearance: Length | None = None, *,
              joints: Sequence[str] | None = None, start: float | None = None, end: float | None = None,
              allow_contact: bool = False, between: Pairs | None = None, sets: Sets | None = None, ignore: Ignore | None = None,
              first: bool = False, closest: bool = False, tolerance: Length | None = None, resolution: float | None = None,
              budget: int = 10000000, seconds: float | None = None, threads: int | None = None,
              progress: Progress | None = None) -> SweepResult: ...
