/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Arrays that grow. */

#ifndef FARKAS_BASE_GROW_H
#define FARKAS_BASE_GROW_H

#include "farkas/base.h"

/* Makes room for `wanted` items in an array. `array` is the address of the pointer to its first item, of any type; the array has
 * *capacity items of `size` bytes, and the first `used` of them are kept. It grows by half at least, so that adding one by one
 * takes linear time. False when there is no memory; all is as it was then. Release it with *capacity times size. */
bool fk_grow(fk_context *context, void *array, size_t size, size_t used, size_t *capacity, size_t wanted);

#endif
