/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The gaps that the hulls of clusters leave inside a solid, and clusters that cover them.
 *
 * Let U be the solid minus all pieces. The pieces cover the surface, so no triangle meets U: a convex set
 * that no piece meets is inside the solid as a whole, or outside. The box of the mesh is halved until few
 * pieces meet a box. There the pieces are cut off, exactly (split_cell.c), which leaves convex cells. The
 * winding number of one point of each tells whether the cell is inside. So this finds U up to its boundary,
 * and nothing else: pieces that fit without a gap leave no cell at all. The boundary does not matter, since
 * pieces are closed, and so is what covers U. A flat piece has no interior to cut off; but triangles may lie
 * in it, so its plane splits the cells that it meets.
 *
 * Corners of cells are fractions. Their coordinates are rounded outward to multiples of a power of two, about
 * a sixteenth of the limit, so that neighbours agree on them; the hull of all combinations contains the cell.
 * split_cluster_gaps.c groups such cells into clusters. If a cut fails, the whole box replaces its cells.
 *
 * The depth of boxes is at most DEEPEST, and a box has at most MOST_CELLS cells. */

#include <math.h>
#include <string.h>

#include "base/context.h"
#include "base/vec3.h"
#include "exact/exact.h"
#include "split/split.h"

#define FEW_PIECES  3
#define DEEP        15 /* deeper boxes are not halved because many pieces meet them, */
#define DEEPEST     24 /* but only because they have too many cells, down to here */
#define MOST_CELLS  256
#define MOST_NEARBY 16

/* ---- Pieces -------------------------------------------------------------------------------------------- */

typedef struct pending_box {
    fk_aabb box;
    uint32_t depth, solid_begin; /* of its list, which extends to the end of all lists */
} pending_box;

typedef struct gap_search {
    fk_context *context;
    const fk_mesh *mesh;
    fk_split_graph *graph;
    double limit;
    fk_aabb box; /* of the mesh */
    int grid;    /* points are rounded to multiples of 2^grid */
    fk_split_solid *solid;
    uint32_t solid_count;
    pending_box *box_stack;
    size_t box_count, box_capacity;
    uint32_t *list; /* solids that meet each pending box */
    size_t list_count, list_capacity;
    fk_split_cell *cell; /* of the current box */
    size_t cell_capacity;
    fk_split_cell cut[2];
    fk_split_gaps gaps;
} gap_search;

static fk_status make_solids(gap_search *f)
{
    const fk_split_graph *g = f->graph;
    f->solid = fk_allocate(f->context, g->alive_count * sizeof *f->solid);
    if (f->solid == NULL)
        return FK_ERROR_MEMORY;
    memset(f->solid, 0, g->alive_count * sizeof *f->solid);
    fk_status status = FK_OK;
    for (uint32_t i = 0; i < g->cluster_count && status == FK_OK; i++)
        if (g->cluster[i].point != NULL)
            status = fk_split_solid_make(f->context, &g->cluster[i], &f->solid[f->solid_count++]);
    return status;
}

static void free_gap_search(gap_search *f, uint32_t solid_capacity)
{
    for (uint32_t i = 0; i < f->solid_count; i++)
        fk_split_solid_end(f->context, &f->solid[i]);
    fk_release(f->context, f->solid, solid_capacity * sizeof *f->solid);
    fk_release(f->context, f->box_stack, f->box_capacity * sizeof *f->box_stack);
    fk_release(f->context, f->list, f->list_capacity * sizeof *f->list);
    fk_release(f->context, f->cell, f->cell_capacity * sizeof *f->cell);
    fk_release(f->context, f->gaps.point, f->gaps.point_capacity * sizeof *f->gaps.point);
    fk_release(f->context, f->gaps.begin, f->gaps.cell_capacity * sizeof *f->gaps.begin);
    fk_release(f->context, f, sizeof *f);
}

/* ---- A box and a piece --------------------------------------------------------------------------------- */

/* 1 if no corner of a box is below a plane, -1 if none is above, else 0. The filter takes the center and the
 * half sides: their rounding errors, and those of the height, are far below 2^-40 of the sum. */
static int box_side(const fk_split_plane *plane, const fk_aabb *box)
{
    fk_vec3 center = fk_vec3_scale(fk_vec3_add(box->min, box->max), 0.5);
    fk_vec3 half = fk_vec3_scale(fk_vec3_sub(box->max, box->min), 0.5);
    fk_vec3 g = fk_vec3_sub(center, plane->point[0]);
    double height = fk_vec3_dot(plane->normal, g), reach = 0, bound = FK_ORIENT_TINY;
    for (int k = 0; k < 3; k++) {
        reach += fabs(fk_vec3_get(plane->normal, k)) * fk_vec3_get(half, k);
        bound += 0x1p-40 * fk_vec3_get(plane->weight, k) *
                 (fabs(fk_vec3_get(g, k)) + fabs(fk_vec3_get(center, k)) + fk_vec3_get(half, k));
    }
    if (fk_vec3_largest(center) < 0x1p64 && fabs(height) > reach + bound)
        return height > 0 ? 1 : -1;
    bool above = false, below = false;
    for (unsigned i = 0; i < 8; i++) {
        int side = fk_split_plane_side(plane, fk_aabb_corner(box, i));
        above = above || side > 0;
        below = below || side < 0;
    }
    return above && below ? 0 : above ? 1 : -1;
}

typedef enum box_relation { BOX_APART, BOX_MEETING, BOX_INSIDE } box_relation;

/* Whether a box is inside a solid, or has no volume in common with it. */
static box_relation relate_box_to_solid(const fk_aabb *box, const fk_split_solid *s)
{
    for (int k = 0; k < 3; k++)
        if (fk_double_order(fk_vec3_get(box->min, k), fk_vec3_get(s->box.max, k)) >= 0 ||
            fk_double_order(fk_vec3_get(box->max, k), fk_vec3_get(s->box.min, k)) <= 0)
            return BOX_APART;
    bool inside = true;
    for (uint32_t i = 0; i < s->plane_count; i++) {
        int side = box_side(&s->plane[i], box);
        if (side > 0 || (side < 0 && s->is_flat))
            return BOX_APART;
        inside = inside && side < 0;
    }
    return s->plane_count == 0 ? BOX_APART : inside ? BOX_INSIDE : BOX_MEETING;
}

/* ---- Cells --------------------------------------------------------------------------------------------- */

/* Finds the signs of a plane at a cell's vertices, and whether some are above and below. *failed: the
 * integers are too long. */
static bool find_cell_sides(const fk_split_cell *cell, const fk_split_plane *plane, int8_t *side, bool *above,
                            bool *below, bool *failed)
{
    *above = *below = false;
    *failed = !fk_split_cell_sides(cell, plane, side);
    for (uint32_t i = 0; i < cell->vertex_count && !*failed; i++) {
        *above = *above || side[i] > 0;
        *below = *below || side[i] < 0;
    }
    return !*failed;
}

/* Whether the plane of a triangle may meet the cube with the given center and half side. The bound is as in
 * box_side. */
static bool plane_may_meet_cube(const fk_split_plane *plane, fk_vec3 center, double half)
{
    fk_vec3 g = fk_vec3_sub(center, plane->point[0]), n = plane->normal, w = plane->weight;
    double height = fabs(fk_vec3_dot(n, g)), reach = fk_vec3_norm1(n) * half;
    double bound = 0x1p-40 * (w.x * (fabs(g.x) + half) + w.y * (fabs(g.y) + half) + w.z * (fabs(g.z) + half));
    return !(height > reach + bound + FK_ORIENT_TINY);
}

/* Whether a cube is certainly beyond one side of a triangle, seen along its normal. The direction need not be
 * exact to separate them; the rounding errors of three products and their sums are far below 2^-40 of
 * them. */
static bool is_beside_triangle(const fk_split_plane *plane, fk_vec3 center, double half)
{
    for (int k = 0; k < 3; k++) {
        fk_vec3 m = fk_vec3_cross(fk_vec3_sub(plane->point[(k + 1) % 3], plane->point[k]), plane->normal);
        double reach = fk_vec3_norm1(m) * half;
        bool beyond = true;
        for (int i = 0; i < 3 && beyond; i++) {
            fk_vec3 g = fk_vec3_sub(plane->point[i], center);
            double bound = 0x1p-40 * (fabs(m.x * g.x) + fabs(m.y * g.y) + fabs(m.z * g.z) + reach);
            beyond = fk_vec3_dot(m, g) < -(reach + bound + FK_ORIENT_TINY);
        }
        if (beyond)
            return true;
    }
    return false;
}

/* The planes of triangles near a point, and the side of each on which a cell lies. */
typedef struct nearby_planes {
    uint32_t count;
    fk_split_plane plane[MOST_NEARBY];
    int side[MOST_NEARBY];
} nearby_planes;

/* Finds the triangles that may meet a cube. False if they are too many, or the cell is not on one side of
 * them all. Triangles without area are skipped: they separate nothing. */
static bool find_nearby(const gap_search *f, const fk_split_cell *cell, fk_vec3 center, double half,
                        nearby_planes *n)
{
    int8_t side[FK_SPLIT_CELL_VERTICES];
    fk_aabb box = {fk_vec3_make(center.x - half, center.y - half, center.z - half),
                   fk_vec3_make(center.x + half, center.y + half, center.z + half)};
    n->count = 0;
    for (uint32_t t = 0; t < f->mesh->triangle_count; t++) {
        const uint32_t *c = f->mesh->triangle[t].corner;
        fk_vec3 p = f->mesh->point[c[0]], q = f->mesh->point[c[1]], r = f->mesh->point[c[2]];
        if (!fk_aabb_meets(box, fk_aabb_include(fk_aabb_include(fk_aabb_include(fk_aabb_empty(), p), q), r)))
            continue;
        fk_split_plane plane = fk_split_plane_make(p, q, r);
        bool above, below, failed;
        if (!plane_may_meet_cube(&plane, center, half) || is_beside_triangle(&plane, center, half))
            continue;
        if (!find_cell_sides(cell, &plane, side, &above, &below, &failed) || (above && below))
            return false;
        if (!above && !below)
            continue;
        if (n->count == MOST_NEARBY)
            return false;
        n->side[n->count] = above ? 1 : -1;
        n->plane[n->count++] = plane;
    }
    return true;
}

/* Whether a cell is inside, by a point near one of its points, which is less than half / 4 from `at`: 1, 0,
 * or -1 if unknown. Points of the cell close to that one, and the point near it, are in a cube. The segment
 * between them stays in the cube, and on one side of all triangles that meet it; so winding numbers are the
 * same. */
static int inside_near(const gap_search *f, const fk_split_cell *cell, fk_vec3 at, double half)
{
    nearby_planes n;
    int64_t winding;
    fk_vec3 place, away = fk_vec3_make(0, 0, 0);
    if (!(fk_vec3_largest(at) < 0x1p64) || !find_nearby(f, cell, at, half, &n))
        return -1;
    for (uint32_t i = 0; i < n.count; i++) {
        fk_vec3 normal = fk_vec3_unit(n.plane[i].normal);
        away = fk_vec3_add(away, fk_vec3_scale(normal, n.side[i]));
    }
    place = fk_vec3_add(at, fk_vec3_scale(fk_vec3_unit(away), half / 2));
    if (fk_vec3_largest(fk_vec3_sub(place, at)) > 0.75 * half)
        return -1;
    for (uint32_t i = 0; i < n.count; i++)
        if (fk_split_plane_side(&n.plane[i], place) != n.side[i])
            return -1;
    return fk_mesh_winding(f->mesh, place, &winding) ? winding != 0 : -1;
}

/* The mean of a cell's corners, which is inside; *width bounds the error of the result: the bounds of the
 * corners, and 2^-44 of the size for the rounding of 240 sums and their scaling. */
static fk_vec3 cell_mean(fk_split_cell *cell, double size, double *width)
{
    fk_vec3 mean = fk_vec3_make(0, 0, 0);
    *width = size * 0x1p-44;
    for (uint32_t i = 0; i < cell->vertex_count; i++) {
        fk_split_corner *v = &cell->vertex[i];
        fk_split_corner_refine(v);
        mean = fk_vec3_add(mean, fk_vec3_scale(v->low, 1.0 / cell->vertex_count));
        *width = fk_larger(*width, fk_vec3_largest(fk_vec3_sub(v->high, v->low)) + size * 0x1p-44);
    }
    return mean;
}

/* Whether a cell, which no triangle cuts, is inside the mesh: by a point in it; for thin cells by a point
 * near it: near its mean, near its corners, or halfway between. True if unknown. */
static bool is_cell_inside(const gap_search *f, fk_split_cell *cell)
{
    fk_vec3 point;
    int64_t winding = 1;
    double width, size = fk_vec3_largest(f->box.min) + fk_vec3_largest(f->box.max);
    if (fk_split_cell_inner_point(cell, &point))
        return !fk_mesh_winding(f->mesh, point, &winding) || winding != 0;
    fk_vec3 mean = cell_mean(cell, size, &width);
    for (int k = 0; k < 4; k++)
        for (uint32_t i = 0; i < 2 * cell->vertex_count + 1; i++) {
            double half = size * ldexp(1, 8 * k - 40), fraction = i == 0 ? 0 : i % 2 ? 0.5 : 1;
            fk_vec3 displacement = fk_vec3_sub(cell->vertex[i == 0 ? 0 : (i - 1) / 2].low, mean);
            int inside =
                width < half / 8
                    ? inside_near(f, cell, fk_vec3_add(mean, fk_vec3_scale(displacement, fraction)), half)
                    : -1;
            if (inside >= 0)
                return inside == 1;
        }
    return true;
}

/* Copies the used entries. */
static void copy_cell(fk_split_cell *to, const fk_split_cell *from)
{
    to->vertex_count = from->vertex_count;
    to->face_count = from->face_count;
    memcpy(to->vertex, from->vertex, from->vertex_count * sizeof *to->vertex);
    memcpy(to->plane, from->plane, from->face_count * sizeof *to->plane);
    memcpy(to->begin, from->begin, (from->face_count + 1) * sizeof *to->begin);
    memcpy(to->corner, from->corner, from->begin[from->face_count]);
}

static fk_status add_cell(gap_search *f, size_t *count, const fk_split_cell *cell)
{
    if (!fk_grow(f->context, &f->cell, sizeof *f->cell, *count, &f->cell_capacity, *count + 1))
        return FK_ERROR_MEMORY;
    copy_cell(&f->cell[(*count)++], cell);
    return FK_OK;
}

/* Whether the interior of a solid meets that of a cell, or the plane of a flat one does; also false if it
 * failed. */
static bool cell_meets(const fk_split_cell *cell, const fk_split_solid *s, bool *failed)
{
    int8_t side[FK_SPLIT_CELL_VERTICES];
    for (uint32_t p = 0; p < s->plane_count; p++) {
        bool above, below;
        if (!find_cell_sides(cell, &s->plane[p], side, &above, &below, failed) || !below ||
            (s->is_flat && !above))
            return false;
    }
    return true;
}

/* Replaces cell `at` by what a solid leaves of it, and appends further cells. A flat one leaves both sides,
 * since the inside of the mesh may be on one of them. */
static fk_status cut_cell(gap_search *f, size_t at, size_t *count, const fk_split_solid *s, bool *failed)
{
    int8_t side[FK_SPLIT_CELL_VERTICES];
    int now = 0;
    copy_cell(&f->cut[0], &f->cell[at]);
    for (uint32_t p = 0; p < s->plane_count; p++) {
        bool above, below;
        const fk_split_cell *cell = &f->cut[now];
        if (!find_cell_sides(cell, &s->plane[p], side, &above, &below, failed))
            return FK_OK;
        if (!above)
            continue;
        if (!below) { /* the rest is outside the solid */
            copy_cell(&f->cell[at], cell);
            return FK_OK;
        }
        fk_split_cell *other = &f->cut[1 - now];
        *failed = !fk_split_cell_cut(cell, &s->plane[p], side, 1, other);
        fk_status status = *failed ? FK_OK : add_cell(f, count, other);
        if (status == FK_OK && !*failed)
            *failed = !fk_split_cell_cut(cell, &s->plane[p], side, -1, other);
        if (status != FK_OK || *failed)
            return status;
        now = 1 - now;
    }
    /* The rest is inside the solid. */
    const fk_split_cell *last = s->is_flat ? &f->cut[now] : &f->cell[--*count];
    if (last != &f->cell[at])
        copy_cell(&f->cell[at], last);
    return FK_OK;
}

/* Cuts all solids of a list off a box. *failed: the integers are too long, or there are too many cells. */
static fk_status cut_solids_off(gap_search *f, const fk_aabb *box, const fk_split_plane *plane,
                                const uint32_t *list, size_t list_count, size_t *count, bool *failed)
{
    *count = 0;
    fk_split_cell_from_box(box, plane, &f->cut[0]);
    fk_status status = add_cell(f, count, &f->cut[0]);
    for (size_t k = 0; k < list_count && status == FK_OK && !*failed; k++) {
        const fk_split_solid *s = &f->solid[list[k]];
        /* From the last one down, so that appended cells are not visited again. */
        for (size_t at = *count; at-- > 0 && status == FK_OK && !*failed;)
            if (cell_meets(&f->cell[at], s, failed))
                status = cut_cell(f, at, count, s, failed);
        *failed = *failed || *count > MOST_CELLS;
    }
    return status;
}

/* ---- Points of gaps ------------------------------------------------------------------------------------ */

/* The multiple of the grid at or below x, but not outside the box of the mesh. */
static double grid_floor(const gap_search *f, double x, int axis)
{
    double rounded = ldexp(floor(ldexp(x, -f->grid)), f->grid);
    if (fk_double_order(rounded, x) > 0) /* x was flushed to zero */
        rounded -= ldexp(1, f->grid);
    return fk_double_greatest(rounded, fk_vec3_get(f->box.min, axis));
}

static double grid_ceil(const gap_search *f, double x, int axis)
{
    double rounded = -ldexp(floor(ldexp(-x, -f->grid)), f->grid);
    if (fk_double_order(rounded, x) < 0)
        rounded += ldexp(1, f->grid);
    return fk_double_least(rounded, fk_vec3_get(f->box.max, axis));
}

/* Adds the points around one corner: one if all coordinates are on the grid, else up to eight. */
static bool add_gap_points(gap_search *f, fk_vec3 low, fk_vec3 high)
{
    if (!fk_grow(f->context, &f->gaps.point, sizeof *f->gaps.point, f->gaps.point_count,
                 &f->gaps.point_capacity, f->gaps.point_count + 8))
        return false;
    double from[3], to[3];
    unsigned same = 0;
    for (int k = 0; k < 3; k++) {
        from[k] = grid_floor(f, fk_vec3_get(low, k), k);
        to[k] = grid_ceil(f, fk_vec3_get(high, k), k);
        same |= fk_double_order(from[k], to[k]) == 0 ? 1u << k : 0;
    }
    for (unsigned i = 0; i < 8; i++)
        if ((i & same) == 0)
            f->gaps.point[f->gaps.point_count++] =
                fk_vec3_make(i & 1 ? to[0] : from[0], i & 2 ? to[1] : from[1], i & 4 ? to[2] : from[2]);
    return true;
}

/* Begins another cell, whose points follow. */
static bool begin_gap(gap_search *f)
{
    if (f->gaps.point_count > UINT32_MAX / 2 ||
        !fk_grow(f->context, &f->gaps.begin, sizeof *f->gaps.begin, f->gaps.cell_count,
                 &f->gaps.cell_capacity, f->gaps.cell_count + 2))
        return false;
    f->gaps.begin[f->gaps.cell_count++] = (uint32_t)f->gaps.point_count;
    return true;
}

static fk_status add_gap_cell(gap_search *f, fk_split_cell *cell)
{
    if (!begin_gap(f))
        return FK_ERROR_MEMORY;
    for (uint32_t i = 0; i < cell->vertex_count; i++) {
        fk_split_corner_refine(&cell->vertex[i]); /* if it fails, the old bounds still hold */
        if (!add_gap_points(f, cell->vertex[i].low, cell->vertex[i].high))
            return FK_ERROR_MEMORY;
    }
    return FK_OK;
}

/* Adds a whole box as a gap. */
static fk_status add_gap_box(gap_search *f, const fk_aabb *box)
{
    if (!begin_gap(f))
        return FK_ERROR_MEMORY;
    for (unsigned i = 0; i < 8; i++) {
        fk_vec3 at = fk_aabb_corner(box, i);
        if (!add_gap_points(f, at, at))
            return FK_ERROR_MEMORY;
    }
    return FK_OK;
}

/* ---- Boxes --------------------------------------------------------------------------------------------- */

static fk_status push_box(gap_search *f, const fk_aabb *box, uint32_t depth, size_t list_begin)
{
    if (!fk_grow(f->context, &f->box_stack, sizeof *f->box_stack, f->box_count, &f->box_capacity,
                 f->box_count + 1))
        return FK_ERROR_MEMORY;
    pending_box pending = {*box, depth, (uint32_t)list_begin};
    f->box_stack[f->box_count++] = pending;
    return FK_OK;
}

/* Pushes a half of a box with those solids of `from` that meet it, unless one contains it. */
static fk_status push_half(gap_search *f, const fk_aabb *box, uint32_t depth, size_t from, size_t from_count)
{
    size_t begin = f->list_count;
    if (!fk_grow(f->context, &f->list, sizeof *f->list, f->list_count, &f->list_capacity,
                 f->list_count + from_count))
        return FK_ERROR_MEMORY;
    for (size_t i = 0; i < from_count; i++) {
        box_relation r = relate_box_to_solid(box, &f->solid[f->list[from + i]]);
        if (r == BOX_INSIDE) {
            f->list_count = begin;
            return FK_OK;
        }
        if (r == BOX_MEETING)
            f->list[f->list_count++] = f->list[from + i];
    }
    return push_box(f, box, depth, begin);
}

/* Halves a box across its longest side. False if that is too short. */
static bool halve(const fk_aabb *box, fk_aabb half[2])
{
    fk_vec3 size = fk_vec3_sub(box->max, box->min);
    int axis = size.x >= size.y ? (size.x >= size.z ? 0 : 2) : (size.y >= size.z ? 1 : 2);
    double low = fk_vec3_get(box->min, axis), high = fk_vec3_get(box->max, axis), middle = low / 2 + high / 2;
    half[0] = half[1] = *box;
    *fk_vec3_at(&half[0].max, axis) = middle;
    *fk_vec3_at(&half[1].min, axis) = middle;
    return fk_double_order(low, middle) < 0 && fk_double_order(middle, high) < 0;
}

/* Finds the gaps of a box whose solids are listed. */
static fk_status settle_box(gap_search *f, const fk_aabb *box, const uint32_t *list, size_t list_count,
                            bool *failed)
{
    fk_split_plane plane[6];
    size_t count;
    fk_split_box_planes(box, plane);
    fk_status status = cut_solids_off(f, box, plane, list, list_count, &count, failed);
    for (size_t i = 0; i < count && status == FK_OK && !*failed; i++)
        if (fk_context_poll(f->context))
            status = FK_ERROR_MEMORY;
        else if (is_cell_inside(f, &f->cell[i]))
            status = add_gap_cell(f, &f->cell[i]);
    return status;
}

/* Pops a box, and settles or halves it. */
static fk_status process_box(gap_search *f)
{
    pending_box top = f->box_stack[--f->box_count];
    size_t from = top.solid_begin, from_count = f->list_count - from, old_count = f->list_count;
    fk_aabb half[2];
    fk_status status = FK_OK;
    bool failed = false, can_halve = top.depth < DEEPEST && halve(&top.box, half);
    if (from_count <= FEW_PIECES || top.depth >= DEEP || !can_halve) {
        status = settle_box(f, &top.box, f->list + from, from_count, &failed);
        if (status != FK_OK || !failed) {
            f->list_count = from;
            return status;
        }
        if (!can_halve) {
            f->list_count = from;
            return add_gap_box(f, &top.box);
        }
    }
    size_t boxes = f->box_count;
    for (int k = 0; k < 2 && status == FK_OK; k++)
        status = push_half(f, &half[k], top.depth + 1, from, from_count);
    /* The lists of the halves replace this one. */
    memmove(f->list + from, f->list + old_count, (f->list_count - old_count) * sizeof *f->list);
    f->list_count -= old_count - from;
    for (size_t i = boxes; i < f->box_count; i++)
        f->box_stack[i].solid_begin -= (uint32_t)(old_count - from);
    return status;
}

/* Pushes the box of the mesh, with all solids. */
static fk_status push_mesh_box(gap_search *f)
{
    if (!fk_grow(f->context, &f->list, sizeof *f->list, 0, &f->list_capacity, f->solid_count))
        return FK_ERROR_MEMORY;
    for (uint32_t i = 0; i < f->solid_count; i++) {
        box_relation r = relate_box_to_solid(&f->box, &f->solid[i]);
        if (r == BOX_INSIDE)
            return FK_OK;
        if (r == BOX_MEETING)
            f->list[f->list_count++] = i;
    }
    return push_box(f, &f->box, 0, 0);
}

static bool has_box_volume(const fk_aabb *box)
{
    return fk_double_order(box->min.x, box->max.x) < 0 && fk_double_order(box->min.y, box->max.y) < 0 &&
           fk_double_order(box->min.z, box->max.z) < 0;
}

/* The box of the mesh, exactly, even if the processor flushes small doubles to zero. */
static void find_mesh_box(gap_search *f)
{
    f->box.min = f->box.max = f->mesh->point[0];
    for (uint32_t i = 1; i < f->mesh->vertex_count; i++)
        for (int k = 0; k < 3; k++) {
            double x = fk_vec3_get(f->mesh->point[i], k);
            *fk_vec3_at(&f->box.min, k) = fk_double_least(fk_vec3_get(f->box.min, k), x);
            *fk_vec3_at(&f->box.max, k) = fk_double_greatest(fk_vec3_get(f->box.max, k), x);
        }
}

/* The exponent of a sixteenth of the limit; but coordinates are less than 2^45 steps. */
static int find_split_exponent(const gap_search *f)
{
    const fk_split_unit *unit = &f->graph->samples->unit;
    int largest = unit->before, grid = fk_exponent_of(f->limit) - 4 + unit->before + unit->after;
    return grid < largest - 44 ? largest - 44 : grid;
}

fk_status fk_split_cover_gaps(fk_context *context, const fk_mesh *mesh, fk_split_graph *graph, double limit,
                              bool *added)
{
    *added = false;
    uint32_t solid_capacity = graph->alive_count;
    gap_search *f = fk_allocate(context, sizeof *f);
    if (f == NULL)
        return FK_ERROR_MEMORY;
    memset(f, 0, sizeof *f);
    f->context = context;
    f->mesh = mesh;
    f->graph = graph;
    f->limit = limit;
    find_mesh_box(f);
    f->grid = find_split_exponent(f);
    fk_status status = make_solids(f);
    if (status == FK_OK && has_box_volume(&f->box))
        status = push_mesh_box(f);
    while (status == FK_OK && f->box_count > 0)
        status = process_box(f);
    if (status == FK_OK && f->gaps.cell_count > 0) {
        f->gaps.begin[f->gaps.cell_count] = (uint32_t)f->gaps.point_count;
        status = fk_split_gaps_cluster(context, &f->gaps, graph, limit);
    }
    *added = f->gaps.cell_count > 0;
    free_gap_search(f, f->solid == NULL ? 0 : solid_capacity);
    return status;
}
