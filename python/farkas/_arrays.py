# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

"""What the compiled module asks of numpy: arrays of another type, or not contiguous, made ready for it."""

import numpy

INDEX_MAX = 2**32 - 1


def _as_array(values, what):
    """An array; what is no array of numbers is refused with its name."""
    array = numpy.asarray(values)
    if array.size == 0 and array.dtype.kind == "O":
        raise TypeError(f"{what}: numbers are needed")
    return array


def as_doubles(values, what):
    """A C-contiguous array of float64. Text and complex numbers are refused, not converted."""
    array = _as_array(values, what)
    if array.dtype.kind not in "biufO":
        raise TypeError(f"{what}: numbers are needed, not {array.dtype}")
    if array.dtype.kind == "O" and any(isinstance(item, (str, bytes, bytearray)) for item in array.flat):
        raise TypeError(f"{what}: numbers are needed, not text")
    try:
        return _contiguous(array, numpy.float64)
    except OverflowError:
        raise ValueError(f"{what}: a number is beyond the range of doubles") from None


def as_indices(values, what):
    """A C-contiguous array of uint32. Numbers that are not whole, or do not fit, are refused, not wrapped."""
    array = _as_array(values, what)
    if array.size == 0:
        return _contiguous(array, numpy.uint32)
    if array.dtype.kind not in "iu":
        raise TypeError(f"{what}: whole numbers are needed, not {array.dtype}")
    if array.min() < 0 or array.max() > INDEX_MAX:
        raise ValueError(f"{what}: an index is negative, or beyond {INDEX_MAX}")
    return _contiguous(array, numpy.uint32)


def _contiguous(array, dtype):
    """A copy only where one is needed."""
    return numpy.require(array, dtype, ["C_CONTIGUOUS", "ALIGNED"])
