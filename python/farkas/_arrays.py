# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

"""Converts arrays of other types, or not contiguous ones, for the compiled module, with numpy."""

import numpy

INDEX_MAX = 2**32 - 1


def _as_array(values, what):
    """Returns an array; raises TypeError, with the name of the argument, for what is no array of numbers."""
    array = numpy.asarray(values)
    if array.size == 0 and array.dtype.kind == "O":
        raise TypeError(f"{what}: numbers are needed")
    return array


def as_doubles(values, what):
    """Returns a C-contiguous array of float64; rejects text and complex numbers."""
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
    """Returns a C-contiguous array of uint32; rejects numbers that are not whole or do not fit."""
    array = _as_array(values, what)
    if array.size == 0:
        return _contiguous(array, numpy.uint32)
    if array.dtype.kind not in "iu":
        raise TypeError(f"{what}: whole numbers are needed, not {array.dtype}")
    if array.min() < 0 or array.max() > INDEX_MAX:
        raise ValueError(f"{what}: an index is negative, or beyond {INDEX_MAX}")
    return _contiguous(array, numpy.uint32)


def _contiguous(array, dtype):
    """Copies only if needed."""
    return numpy.require(array, dtype, ["C_CONTIGUOUS", "ALIGNED"])
