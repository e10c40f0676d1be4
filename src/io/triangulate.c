/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Triangulates polygons of files: fk_read_polygon in readers.h. Also the queue of deferred faces.
 *
 * The polygon is projected along the axis of the largest component of its normal (Newell's sums), where orientations
 * have exact signs. First tries the fan (0, i, i + 1), as every reader makes it: it is used if all its triangles have
 * the same orientation, so always for a convex polygon, unless one of them is flat. Otherwise ears are cut off, after
 * Meisters, "Polygons have ears" (1975): a convex corner is an ear if its triangle contains no corner that is reflex
 * or flat.
 *
 * Why this is right: seen along the axis, the number of left-turning triangles over a point, minus that of
 * right-turning ones, is the winding number of the polygon around it. That is 1 inside and 0 outside if the polygon
 * is simple, and also if it touches itself, as one with a bridge to a hole does. So triangles that all turn left, or
 * are flat, neither overlap nor leave the polygon, however they were found: the tests for ears only keep the search
 * from getting stuck. If it does get stuck, the polygon is not simple, and a fan has to do; its boundary is that of
 * the polygon, so a closed mesh stays closed.
 *
 * Weak inputs: corners far from one plane may seem to cross. Ears take quadratic time in the worst case; a polygon
 * that takes too many tests becomes a fan, which never happens to a simple polygon of 8192 corners or fewer. */

#include "io/readers.h"

#include <math.h>
#include <string.h>

#include "base/lists.h"
#include "base/vec3.h"
#include "exact/ball.h"
#include "mesh/mesh.h"

/* How many corners are tested against triangles before the search gives up, steps of the search included. A corner is
 * tested at first and after each neighbour is cut off, three times in all, so a simple polygon of n corners takes at
 * most 4 n^2 tests. Large, nearly convex polygons get some more for every corner. */
#define MOST_TESTS ((uint64_t)1 << 28)
#define MORE_TESTS 64

/* Polygons of up to this many corners are on the stack; larger ones are allocated. */
#define FEW 16

typedef struct ring_corner {
    fk_vec3 position;       /* projected: x, y and 0 */
    uint32_t before, after; /* neighbours in the ring of remaining corners */
    int turn;               /* the orientation of the ring here; 1 is that of the polygon */
    bool is_cut, is_no_ear;
} ring_corner;

typedef struct polygon_ring {
    ring_corner *at;
    uint32_t count, left;
    int sign;         /* of the polygon: 1 counterclockwise, -1 clockwise */
    uint32_t *order;  /* corners that were cut off */
    uint32_t *reflex; /* corners that were reflex or flat; some may be convex by now */
    uint32_t reflex_count;
    uint64_t test_count;
} polygon_ring;

/* ---- Orientation --------------------------------------------------------------------------------------- */

/* The sign of (b - a) x (c - a). */
static int corner_orientation(const ring_corner *a, const ring_corner *b, const ring_corner *c)
{
    return fk_orient2d(&a->position, &b->position, &c->position, 2);
}

static bool is_same_position(const ring_corner *a, const ring_corner *b)
{
    return fk_weld_is_equal(a->position, b->position);
}

/* ---- Projection ---------------------------------------------------------------------------------------- */

static fk_vec3 vertex_position(const fk_builder *builder, uint32_t vertex)
{
    return *(const fk_vec3 *)fk_chunks_at(&builder->point, vertex);
}

/* The axis along which the projection is largest, roughly; any axis will do for a flat polygon. */
static int choose_projection_axis(const fk_builder *builder, const uint32_t *vertex, size_t count,
                                  double scale)
{
    fk_vec3 first = fk_vec3_scale(vertex_position(builder, vertex[0]), scale);
    fk_vec3 last = fk_vec3_make(0, 0, 0), normal = last;
    for (size_t i = 1; i < count; i++) {
        fk_vec3 next = fk_vec3_sub(fk_vec3_scale(vertex_position(builder, vertex[i]), scale), first);
        normal = fk_vec3_add(normal, fk_vec3_cross(last, next));
        last = next;
    }
    int axis = fabs(normal.x) > fabs(normal.y) ? 0 : 1;
    return fabs(normal.z) >= fabs(fk_vec3_get(normal, axis)) ? 2 : axis;
}

static void project_polygon(const fk_builder *builder, const uint32_t *vertex, polygon_ring *r)
{
    int exponent = -1023;
    for (uint32_t i = 0; i < r->count; i++) {
        int e = fk_vec3_exponent(vertex_position(builder, vertex[i]));
        exponent = e > exponent ? e : exponent;
    }
    double scale = fk_ball_scale(exponent);
    int axis = choose_projection_axis(builder, vertex, r->count, scale);
    for (uint32_t i = 0; i < r->count; i++) {
        fk_vec3 position = vertex_position(builder, vertex[i]);
        r->at[i].position =
            fk_vec3_make(fk_vec3_get(position, (axis + 1) % 3), fk_vec3_get(position, (axis + 2) % 3), 0);
    }
}

/* ---- Fan ----------------------------------------------------------------------------------------------- */

/* Whether all triangles of the fan have the same orientation. */
static bool is_fan_valid(const polygon_ring *r)
{
    int first = corner_orientation(&r->at[0], &r->at[1], &r->at[2]);
    for (uint32_t i = 2; first != 0 && i + 1 < r->count; i++)
        if (corner_orientation(&r->at[0], &r->at[i], &r->at[i + 1]) != first)
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

static bool is_further_left(fk_vec3 a, fk_vec3 b)
{
    return a.x < b.x || (a.x == b.x && a.y < b.y);
}

/* The orientation of the polygon: that of its corner with the lowest x, then the lowest y, where a simple polygon is
 * convex. 0 if the polygon goes back on itself there. */
static int find_polygon_orientation(const polygon_ring *r)
{
    uint32_t low = 0;
    for (uint32_t i = 1; i < r->count; i++)
        if (is_further_left(r->at[i].position, r->at[low].position))
            low = i;
    uint32_t before = low, after = low;
    for (uint32_t i = 0; i < r->count && is_same_position(&r->at[before], &r->at[low]); i++)
        before = r->at[before].before;
    for (uint32_t i = 0; i < r->count && is_same_position(&r->at[after], &r->at[low]); i++)
        after = r->at[after].after;
    return corner_orientation(&r->at[before], &r->at[low], &r->at[after]);
}

static void update_orientation(polygon_ring *r, uint32_t i)
{
    ring_corner *c = &r->at[i];
    c->turn = r->sign * corner_orientation(&r->at[c->before], c, &r->at[c->after]);
    c->is_no_ear = false;
}

static void make_ring(polygon_ring *r)
{
    r->left = r->count;
    for (uint32_t i = 0; i < r->count; i++) {
        r->at[i].before = i == 0 ? r->count - 1 : i - 1;
        r->at[i].after = i + 1 == r->count ? 0 : i + 1;
        r->at[i].is_cut = false;
    }
    r->sign = find_polygon_orientation(r);
    r->reflex_count = 0;
    r->test_count = 0;
    for (uint32_t i = 0; i < r->count; i++) {
        update_orientation(r, i);
        if (r->at[i].turn <= 0)
            r->reflex[r->reflex_count++] = i;
    }
}

/* The triangle of a convex corner, and its box. */
typedef struct ear_triangle {
    const ring_corner *a, *b, *c;
    double low_x, low_y, high_x, high_y;
} ear_triangle;

static ear_triangle make_ear(const polygon_ring *r, uint32_t i)
{
    const ring_corner *b = &r->at[i], *a = &r->at[b->before], *c = &r->at[b->after];
    ear_triangle e = {a,
                      b,
                      c,
                      fk_smaller(fk_smaller(a->position.x, b->position.x), c->position.x),
                      fk_smaller(fk_smaller(a->position.y, b->position.y), c->position.y),
                      fk_larger(fk_larger(a->position.x, b->position.x), c->position.x),
                      fk_larger(fk_larger(a->position.y, b->position.y), c->position.y)};
    return e;
}

/* Whether p lies in the closed triangle of an ear, and is not one of its corners. */
static bool blocks_ear(const polygon_ring *r, const ear_triangle *e, const ring_corner *p)
{
    if (p->position.x < e->low_x || p->position.x > e->high_x || p->position.y < e->low_y ||
        p->position.y > e->high_y)
        return false;
    if (is_same_position(p, e->a) || is_same_position(p, e->b) || is_same_position(p, e->c))
        return false;
    return r->sign * corner_orientation(e->a, e->b, p) >= 0 &&
           r->sign * corner_orientation(e->b, e->c, p) >= 0 &&
           r->sign * corner_orientation(e->c, e->a, p) >= 0;
}

static bool is_ear(polygon_ring *r, uint32_t i)
{
    if (r->at[i].turn <= 0)
        return false;
    ear_triangle e = make_ear(r, i);
    for (uint32_t k = 0; k < r->reflex_count; r->test_count++) {
        const ring_corner *p = &r->at[r->reflex[k]];
        if (p->is_cut || p->turn > 0)
            r->reflex[k] = r->reflex[--r->reflex_count];
        else if (blocks_ear(r, &e, p))
            return false;
        else
            k++;
    }
    return true;
}

static void cut_ear(polygon_ring *r, uint32_t i)
{
    ring_corner *c = &r->at[i];
    c->is_cut = true;
    r->order[r->count - r->left] = i;
    r->left--;
    r->at[c->before].after = c->after;
    r->at[c->after].before = c->before;
    update_orientation(r, c->before);
    update_orientation(r, c->after);
}

/* The next corner from i on that is an ear, else one that is flat; r->count if there is none. A corner that is no ear
 * is skipped until its neighbours change, and tested again before the search gives up. */
static uint32_t find_ear(polygon_ring *r, uint32_t i)
{
    for (int round = 0; round < 2; round++)
        for (uint32_t step = 0; step < r->left; step++, i = r->at[i].after) {
            if (r->test_count++ > MOST_TESTS + MORE_TESTS * (uint64_t)r->count)
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

/* Cuts off all but two corners. Returns false if that gets stuck. */
static bool cut_ears(polygon_ring *r)
{
    make_ring(r);
    if (r->sign == 0)
        return false;
    uint32_t i = 1;
    while (r->left > 2) {
        i = find_ear(r, i);
        if (i == r->count)
            return false;
        cut_ear(r, i);
        i = r->at[i].after;
    }
    return true;
}

static fk_status add_ears(const polygon_ring *r, fk_builder *builder, const uint32_t *vertex)
{
    fk_status status = FK_OK;
    for (uint32_t k = 0; status == FK_OK && k + 2 < r->count; k++) {
        const ring_corner *c = &r->at[r->order[k]];
        status = fk_builder_add_triangle(builder, vertex[c->before], vertex[r->order[k]], vertex[c->after]);
    }
    return status;
}

/* ---- Polygon ------------------------------------------------------------------------------------------- */

static fk_status triangulate_polygon(fk_builder *builder, const uint32_t *vertex, polygon_ring *r)
{
    project_polygon(builder, vertex, r);
    if (!is_fan_valid(r) && cut_ears(r))
        return add_ears(r, builder, vertex);
    return add_fan(builder, vertex, r->count);
}

static fk_status triangulate_large_polygon(fk_builder *builder, const uint32_t *vertex, uint32_t count)
{
    size_t bytes = count * (sizeof(ring_corner) + 2 * sizeof(uint32_t));
    ring_corner *at = fk_allocate(builder->context, bytes);
    if (at == NULL)
        return FK_ERROR_MEMORY;
    uint32_t *rest = (uint32_t *)(at + count);
    polygon_ring r = {.at = at, .count = count, .order = rest, .reflex = rest + count};
    fk_status status = triangulate_polygon(builder, vertex, &r);
    fk_release(builder->context, at, bytes);
    return status;
}

fk_status fk_read_polygon(fk_stream *stream, fk_builder *builder, const uint32_t *vertex, size_t count)
{
    fk_status status;
    if (count < 3) {
        stream->report->ignored++;
        return FK_OK;
    }
    if (count == 3) {
        status = fk_builder_add_triangle(builder, vertex[0], vertex[1], vertex[2]);
    } else if (count <= FEW) {
        ring_corner at[FEW];
        uint32_t order[FEW], reflex[FEW];
        polygon_ring r = {.at = at, .count = (uint32_t)count, .order = order, .reflex = reflex};
        status = triangulate_polygon(builder, vertex, &r);
    } else if (count < FK_MESH_MOST) {
        status = triangulate_large_polygon(builder, vertex, (uint32_t)count);
    } else {
        status = FK_ERROR_ARGUMENT;
    }
    stream->report->triangles += count - 2;
    stream->report->polygons += count > 3;
    return fk_stream_builder_status(stream, status);
}

/* ---- Deferred faces ------------------------------------------------------------------------------------- */

/* Memory grows with the data read, never by a count that a file claims. */

void fk_face_queue_init(fk_face_queue *f, fk_context *context)
{
    memset(f, 0, sizeof *f);
    f->context = context;
    fk_chunks_init(&f->deferred, context, sizeof(fk_deferred_face));
    fk_chunks_init(&f->deferred_corner, context, sizeof(uint32_t));
}

void fk_face_queue_end(fk_face_queue *f)
{
    fk_release(f->context, f->corner, f->capacity * sizeof *f->corner);
    fk_chunks_end(&f->deferred);
    fk_chunks_end(&f->deferred_corner);
}

fk_status fk_face_queue_add_corner(fk_face_queue *f, uint32_t vertex)
{
    if (f->count == f->capacity &&
        !fk_grow(f->context, &f->corner, sizeof *f->corner, f->count, &f->capacity, f->count + 1))
        return FK_ERROR_MEMORY;
    f->corner[f->count++] = vertex;
    return FK_OK;
}

fk_status fk_face_queue_defer(fk_face_queue *f, fk_deferred_face face)
{
    fk_deferred_face *added = fk_chunks_add(&f->deferred);
    if (added == NULL)
        return FK_ERROR_MEMORY;
    face.count = (uint32_t)f->count;
    *added = face;
    for (size_t i = 0; i < f->count; i++) {
        uint32_t *corner_added = fk_chunks_add(&f->deferred_corner);
        if (corner_added == NULL)
            return FK_ERROR_MEMORY;
        *corner_added = f->corner[i];
    }
    return FK_OK;
}

bool fk_face_queue_next(fk_face_queue *f, fk_deferred_face *face)
{
    if (f->next == f->deferred.count)
        return false;
    *face = *(const fk_deferred_face *)fk_chunks_at(&f->deferred, f->next++);
    /* There is room: the corners of every deferred face have been those of the current face before. */
    for (f->count = 0; f->count < face->count; f->count++)
        f->corner[f->count] = *(const uint32_t *)fk_chunks_at(&f->deferred_corner, f->next_corner++);
    return true;
}

void fk_face_queue_clear_parts(fk_face_queue *f)
{
    for (size_t i = f->next; i < f->deferred.count; i++)
        ((fk_deferred_face *)fk_chunks_at(&f->deferred, i))->part = 0;
}
