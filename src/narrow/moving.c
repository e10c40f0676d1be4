/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

#include "farkas/narrow.h"

#include "base/vec3.h"
#include "narrow/moving_exact.h"

static fk_status moving(fk_moving_kind kind, const fk_vec3 begin[4], const fk_vec3 end[4], fk_moving_hit *out)
{
    for (int i = 0; i < 4; i++)
        if (!fk_vec3_is_finite(begin[i]) || !fk_vec3_is_finite(end[i]))
            return FK_ERROR_NOT_FINITE;
    *out = fk_moving_exact(kind, begin, end);
    return FK_OK;
}

fk_status fk_moving_point_triangle(const fk_vec3 begin[4], const fk_vec3 end[4], fk_moving_hit *out)
{
    return moving(FK_MOVING_TRIANGLE, begin, end, out);
}

fk_status fk_moving_segments(const fk_vec3 begin[4], const fk_vec3 end[4], fk_moving_hit *out)
{
    return moving(FK_MOVING_SEGMENTS, begin, end, out);
}
