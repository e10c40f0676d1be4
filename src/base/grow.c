/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Arrays that grow: see grow.h. The pointer is read and written as bytes, since its type is not known here; all pointers to
 * objects have the same form on the machines that the library is for. */

#include "base/lists.h"

#include <string.h>

#define FEWEST 16

bool fk_grow(fk_context *context, void *array, size_t size, size_t used, size_t *capacity, size_t wanted)
{
    if (wanted <= *capacity)
        return true;
    size_t grown = *capacity + *capacity / 2 + FEWEST;
    if (grown < wanted)
        grown = wanted;
    if (grown > (size_t)PTRDIFF_MAX / size)
        return false;
    void *old, *block = fk_allocate(context, grown * size);
    if (block == NULL)
        return false;
    memcpy(&old, array, sizeof old);
    if (used > 0)
        memcpy(block, old, used * size);
    fk_release(context, old, *capacity * size);
    memcpy(array, &block, sizeof block);
    *capacity = grown;
    return true;
}
