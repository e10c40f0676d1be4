# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

"""What arguments are: names for the other stubs, not for programs."""

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, Protocol, TypeAlias

import numpy.typing

from ._core import Mesh, Pose, Shape

class HasFaces(Protocol):
    """Anything with vertices and faces, as a trimesh.Trimesh."""

    @property
    def vertices(self) -> Any: ...
    @property
    def faces(self) -> Any: ...

Array: TypeAlias = numpy.typing.ArrayLike
Floats: TypeAlias = numpy.typing.NDArray[numpy.float64]
Path: TypeAlias = str | bytes | os.PathLike[str] | os.PathLike[bytes]
Vector: TypeAlias = tuple[float, float, float]
Box: TypeAlias = tuple[Vector, Vector]
Body: TypeAlias = Shape | Mesh
Place: TypeAlias = Pose | Array | None
Length: TypeAlias = float | str
Units: TypeAlias = Literal["mm", "cm", "m", "in"]
Cell: TypeAlias = Literal["box", "tetra"]
Axis: TypeAlias = Literal["x", "y", "z"]
Progress: TypeAlias = Callable[[int, int], object]
Loader: TypeAlias = Callable[[str], Mesh | HasFaces | None]
Pair: TypeAlias = tuple[str, str]
Pairs: TypeAlias = Pair | Sequence[Pair]
Ignore: TypeAlias = Pair | tuple[str, str, str] | Sequence[Pair | tuple[str, str, str]]
Sets: TypeAlias = Mapping[str, str | Sequence[str]]
Joints: TypeAlias = str | Mapping[str, float] | Array
