/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Polygons of files cut into triangles. See fk_read_polygon in readers.h.
 *
 * The polygon is looked at along the axis of the largest component of its normal (Newell's sums), in which turns have exact signs.
 * First the fan (0, i, i + 1), as every reader makes it: it is taken when all its triangles turn the same way, so always for
 * a convex polygon, unless one of them would be flat. Else ears are cut off, after Meisters, "Polygons have ears" (1975): a
 * corner that turns left is an ear when its triangle holds no corner that does not.
 *
 * Why that is right: seen along the axis, a point is covered by as many triangles that turn left, less those that turn right, as the
 * polygon winds around it. That is 1 inside and 0 outside where the polygon is simple, and also where it touches itself, as one with a
 * bridge to a hole does. So triangles that all turn left, or are flat, neither overlap nor leave it, whatever led to them: the
 * tests for ears only see to it that the search does not get stuck. Where it does, the polygon is not simple, and a fan has to
 * do; its edges are those of the polygon all the same, so a closed mesh stays closed.
 *
 * Weak inputs: corners far from one plane may look as if they crossed. Ears take quadratic time in the worst case; a polygon
 * that takes too many tests becomes a fan, which one that is simple and has 8192 corners or less never does. */

#include "io/readers.h"

#include <math.h>
#include <string.h>

#include "base/lists.h"
#include "base/vec3.h"
#include "exact/ball.h"
#include "mesh/mesh.h"

/* How many corners are held against triangles before the search is given up, steps of the search included. A corner is asked at first
 * and when a neighbour is cut off, three times in all, so a simple polygon of n corners takes 4 n^2 at most. Large polygons that are nearly convex get
 * some more for every corner. */
#define MOST_TESTS ((uint64_t)1 << 28)
#define MORE_TESTS 64

/* Room on the stack for polygons of this many corners; more are allocated. */
#define FEW 16

typedef struct corner {
    fk_vec3 place;          /* seen along the axis: x, y and 0 */
    uint32_t before, after; /* in the ring of those that are left */
    int turn;               /* the way the ring turns here; 1 is the way of the polygon */
    bool is_cut, is_no_ear;
} corner;

typedef struct ring {
    corner *at;
    uint32_t count, left;
    int way;         /* of the polygon: 1 counterclockwise, -1 */
    uint32_t *order; /* the corners that were cut off */
    uint32_t *bent;  /* corners that do not turn left; perhaps some that do by now */
    uint32_t bent_count;
    uint64_t tests;
} ring;

/* ---- Turns --------------------------------------------------------------------------------------------- */

/* The sign of (b - a) x (c - a). */
static int turn(const corner *a, const corner *b, const corner *c)
{
    return fk_signs_turn(&a->place, &b->place, &c->place, 2);
}

static bool is_same_place(const corner *a, const corner *b)
{
    return fk_weld_is_equal(a->place, b->place);
}

/* ---- Projection ---------------------------------------------------------------------------------------- */

static fk_vec3 place_of(const fk_builder *builder, uint32_t vertex)
{
    return *(const fk_vec3 *)fk_chunks_at(&builder->point, vertex);
}

/* The axis along which the polygon is largest, roughly; any is right where it is flat. */
static int choose_axis(const fk_builder *builder, const uint32_t *vertex, size_t count, double scale)
{
    fk_vec3 first = fk_vec3_scale(place_of(builder, vertex[0]), scale);
    fk_vec3 last = fk_vec3_make(0, 0, 0), normal = last;
    for (size_t i = 1; i < count; i++) {
        fk_vec3 next = fk_vec3_sub(fk_vec3_scale(place_of(builder, vertex[i]), scale), first);
        normal = fk_vec3_add(normal, fk_vec3_cross(last, next));
        last = next;
    }
    int axis = fabs(normal.x) > fabs(normal.y) ? 0 : 1;
    return fabs(normal.z) >= fabs(fk_vec3_get(normal, axis)) ? 2 : axis;
}

static void project(const fk_builder *builder, const uint32_t *vertex, ring *r)
{
    int exponent = -1023;
    for (uint32_t i = 0; i < r->count; i++) {
        int e = fk_vec3_exponent(place_of(builder, vertex[i]));
        exponent = e > exponent ? e : exponent;
    }
    double scale = fk_ball_scale(exponent);
    int axis = choose_axis(builder, vertex, r->count, scale);
    for (uint32_t i = 0; i < r->count; i++) {
        fk_vec3 place = place_of(builder, vertex[i]);
        r->at[i].place =
            fk_vec3_make(fk_vec3_get(place, (axis + 1) % 3), fk_vec3_get(place, (axis + 2) % 3), 0);
    }
}

/* ---- Fan ----------------------------------------------------------------------------------------------- */

/* Whether all triangles of the fan turn the same way. */
static bool is_fan_right(const ring *r)
{
    int first = turn(&r->at[0], &r->at[1], &r->at[2]);
    for (uint32_t i = 2; first != 0 && i + 1 < r->count; i++)
        if (turn(&r->at[0], &r->at[i], &r->at[i + 1]) != first)
            return false;
    return first != 0;
}

static fk_status add_fan(fk_builder *builder, const uint32_t *vertex, size_t count)
{
    fk_status status = FK_OK;
    for (size_t i = 1; status == FK_OK && i + 1 < count; i++)
        status = fk_builder_add_triangle(builder, vertex[0], vertex[i], vertex[i + 1]);
    return status;
}

/* ---- Ears ---------------------------------------------------------------------------------------------- */

static bool is_lower(fk_vec3 a, fk_vec3 b)
{
    return a.x < b.x || (a.x == b.x && a.y < b.y);
}

/* The way around the polygon: that of its corner with the lowest x, of these the lowest y, where a simple one is convex. 0
 * where it goes back on itself there. */
static int find_way(const ring *r)
{
    uint32_t low = 0;
    for (uint32_t i = 1; i < r->count; i++)
        if (is_lower(r->at[i].place, r->at[low].place))
            low = i;
    uint32_t before = low, after = low;
    for (uint32_t i = 0; i < r->count && is_same_place(&r->at[before], &r->at[low]); i++)
        before = r->at[before].before;
    for (uint32_t i = 0; i < r->count && is_same_place(&r->at[after], &r->at[low]); i++)
        after = r->at[after].after;
    return turn(&r->at[before], &r->at[low], &r->at[after]);
}

static void update_turn(ring *r, uint32_t i)
{
    corner *c = &r->at[i];
    c->turn = r->way * turn(&r->at[c->before], c, &r->at[c->after]);
    c->is_no_ear = false;
}

static void make_ring(ring *r)
{
    r->left = r->count;
    for (uint32_t i = 0; i < r->count; i++) {
        r->at[i].before = i == 0 ? r->count - 1 : i - 1;
        r->at[i].after = i + 1 == r->count ? 0 : i + 1;
        r->at[i].is_cut = false;
    }
    r->way = find_way(r);
    r->bent_count = 0;
    r->tests = 0;
    for (uint32_t i = 0; i < r->count; i++) {
        update_turn(r, i);
        if (r->at[i].turn <= 0)
            r->bent[r->bent_count++] = i;
    }
}

/* The triangle of a corner that turns left, and the box around it. */
typedef struct ear {
    const corner *a, *b, *c;
    double low_x, low_y, high_x, high_y;
} ear;

static ear ear_at(const ring *r, uint32_t i)
{
    const corner *b = &r->at[i], *a = &r->at[b->before], *c = &r->at[b->after];
    ear e = {a,
             b,
             c,
             fk_smaller(fk_smaller(a->place.x, b->place.x), c->place.x),
             fk_smaller(fk_smaller(a->place.y, b->place.y), c->place.y),
             fk_larger(fk_larger(a->place.x, b->place.x), c->place.x),
             fk_larger(fk_larger(a->place.y, b->place.y), c->place.y)};
    return e;
}

/* Whether p is in the closed triangle of an ear, and not one of its corners. */
static bool is_in_way(const ring *r, const ear *e, const corner *p)
{
    if (p->place.x < e->low_x || p->place.x > e->high_x || p->place.y < e->low_y || p->place.y > e->high_y)
        return false;
    if (is_same_place(p, e->a) || is_same_place(p, e->b) || is_same_place(p, e->c))
        return false;
    return r->way * turn(e->a, e->b, p) >= 0 && r->way * turn(e->b, e->c, p) >= 0 &&
           r->way * turn(e->c, e->a, p) >= 0;
}

static bool is_ear(ring *r, uint32_t i)
{
    if (r->at[i].turn <= 0)
        return false;
    ear e = ear_at(r, i);
    for (uint32_t k = 0; k < r->bent_count; r->tests++) {
        const corner *p = &r->at[r->bent[k]];
        if (p->is_cut || p->turn > 0)
            r->bent[k] = r->bent[--r->bent_count];
        else if (is_in_way(r, &e, p))
            return false;
        else
            k++;
    }
    return true;
}

static void cut_off(ring *r, uint32_t i)
{
    corner *c = &r->at[i];
    c->is_cut = true;
    r->order[r->count - r->left] = i;
    r->left--;
    r->at[c->before].after = c->after;
    r->at[c->after].before = c->before;
    update_turn(r, c->before);
    update_turn(r, c->after);
}

/* The next corner from i on that is an ear, or where none is left one that is flat; r->count when there is none. That a
 * corner is no ear is kept in mind until its neighbours change, and asked again before the search gives up. */
static uint32_t find_ear(ring *r, uint32_t i)
{
    for (int round = 0; round < 2; round++)
        for (uint32_t step = 0; step < r->left; step++, i = r->at[i].after) {
            if (r->tests++ > MOST_TESTS + MORE_TESTS * (uint64_t)r->count)
                return r->count;
            if ((round == 0 && r->at[i].is_no_ear) || !is_ear(r, i))
                r->at[i].is_no_ear = true;
            else
                return i;
        }
    for (uint32_t step = 0; step < r->left; step++, i = r->at[i].after)
        if (r->at[i].turn == 0)
            return i;
    return r->count;
}

/* Cuts all but two corners off; false where that gets stuck. */
static bool cut_ears(ring *r)
{
    make_ring(r);
    if (r->way == 0)
        return false;
    uint32_t i = 1;
    while (r->left > 2) {
        i = find_ear(r, i);
        if (i == r->count)
            return false;
        cut_off(r, i);
        i = r->at[i].after;
    }
    return true;
}

static fk_status add_ears(const ring *r, fk_builder *builder, const uint32_t *vertex)
{
    fk_status status = FK_OK;
    for (uint32_t k = 0; status == FK_OK && k + 2 < r->count; k++) {
        const corner *c = &r->at[r->order[k]];
        status = fk_builder_add_triangle(builder, vertex[c->before], vertex[r->order[k]], vertex[c->after]);
    }
    return status;
}

/* ---- Polygon ------------------------------------------------------------------------------------------- */

static fk_status add_polygon(fk_builder *builder, const uint32_t *vertex, ring *r)
{
    project(builder, vertex, r);
    if (!is_fan_right(r) && cut_ears(r))
        return add_ears(r, builder, vertex);
    return add_fan(builder, vertex, r->count);
}

static fk_status add_large_polygon(fk_builder *builder, const uint32_t *vertex, uint32_t count)
{
    size_t bytes = count * (sizeof(corner) + 2 * sizeof(uint32_t));
    corner *at = fk_allocate(builder->context, bytes);
    if (at == NULL)
        return FK_ERROR_MEMORY;
    uint32_t *rest = (uint32_t *)(at + count);
    ring r = {.at = at, .count = count, .order = rest, .bent = rest + count};
    fk_status status = add_polygon(builder, vertex, &r);
    fk_release(builder->context, at, bytes);
    return status;
}

fk_status fk_read_polygon(fk_source *source, fk_builder *builder, const uint32_t *vertex, size_t count)
{
    fk_status status;
    if (count < 3) {
        source->report->ignored++;
        return FK_OK;
    }
    if (count == 3) {
        status = fk_builder_add_triangle(builder, vertex[0], vertex[1], vertex[2]);
    } else if (count <= FEW) {
        corner at[FEW];
        uint32_t order[FEW], bent[FEW];
        ring r = {.at = at, .count = (uint32_t)count, .order = order, .bent = bent};
        status = add_polygon(builder, vertex, &r);
    } else if (count < FK_MESH_MOST) {
        status = add_large_polygon(builder, vertex, (uint32_t)count);
    } else {
        status = FK_ERROR_ARGUMENT;
    }
    source->report->triangles += count - 2;
    source->report->polygons += count > 3;
    return fk_read_status(source, status);
}

/* ---- Faces that wait ------------------------------------------------------------------------------------ */

/* Memory grows with what was read, never by a count that a file claims. */

void fk_faces_init(fk_faces *f, fk_context *context)
{
    memset(f, 0, sizeof *f);
    f->context = context;
    fk_chunks_init(&f->waiting, context, sizeof(fk_face_place));
    fk_chunks_init(&f->waiting_corner, context, sizeof(uint32_t));
}

void fk_faces_end(fk_faces *f)
{
    fk_release(f->context, f->corner, f->capacity * sizeof *f->corner);
    fk_chunks_end(&f->waiting);
    fk_chunks_end(&f->waiting_corner);
}

fk_status fk_faces_add(fk_faces *f, uint32_t vertex)
{
    if (f->count == f->capacity &&
        !fk_grow(f->context, &f->corner, sizeof *f->corner, f->count, &f->capacity, f->count + 1))
        return FK_ERROR_MEMORY;
    f->corner[f->count++] = vertex;
    return FK_OK;
}

fk_status fk_faces_put(fk_faces *f, fk_face_place place)
{
    fk_face_place *added = fk_chunks_add(&f->waiting);
    if (added == NULL)
        return FK_ERROR_MEMORY;
    place.count = (uint32_t)f->count;
    *added = place;
    for (size_t i = 0; i < f->count; i++) {
        uint32_t *corner_added = fk_chunks_add(&f->waiting_corner);
        if (corner_added == NULL)
            return FK_ERROR_MEMORY;
        *corner_added = f->corner[i];
    }
    return FK_OK;
}

bool fk_faces_take(fk_faces *f, fk_face_place *place)
{
    if (f->next == f->waiting.count)
        return false;
    *place = *(const fk_face_place *)fk_chunks_at(&f->waiting, f->next++);
    /* There is room: the corners of every face that waits have been at work before. */
    for (f->count = 0; f->count < place->count; f->count++)
        f->corner[f->count] = *(const uint32_t *)fk_chunks_at(&f->waiting_corner, f->next_corner++);
    return true;
}

void fk_faces_join(fk_faces *f)
{
    for (size_t i = f->next; i < f->waiting.count; i++)
        ((fk_face_place *)fk_chunks_at(&f->waiting, i))->part = 0;
}
