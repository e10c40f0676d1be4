/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* How far one of two overlapping meshes has to be moved.
 *
 * Convex ones: the depth of their hulls, which is proved. Others: directions are tried one after the other,
 * those along the axes and along normals of triangles that meet. Along a direction, b is beyond a when it has
 * been moved by the extent of both boxes; less may do, as concave parts leave each other sooner. So what the
 * common box is long is tried, and then the way is halved as long as that leaves no overlap. Every way that
 * is taken was checked by the exact relation of the moved parts; so the result is an upper bound, whatever
 * was tried. A direction is given up at once when the best way so far is too short along it.
 *
 * Weak inputs: parts that hold each other, as links of a chain; the shortest way out may lie along a
 * direction that is not tried. */

#include <math.h>
#include <string.h>

#include "base/vec3.h"
#include "tree/tree.h"

/* Ways are found to about 2^-STEPS of the first one that is long enough, and the best one to 2^-FINE_STEPS of
 * that. */
#define STEPS      8
#define FINE_STEPS 32
/* So many directions of normals are tried at most. */
#define NORMALS 32

/* ---- Any bodies ---------------------------------------------------------------------------------------- */

/* How far b has to go along d to be beyond a, by their boxes. */
static double way_beyond(const fk_way_out *search, fk_vec3 d)
{
    double way = 0;
    for (int i = 0; i < 3; i++) {
        double component = fk_vec3_get(d, i);
        double last = fk_vec3_get(component > 0 ? search->box_a.max : search->box_a.min, i);
        double first = fk_vec3_get(component > 0 ? search->box_b.min : search->box_b.max, i);
        way += component * (last - first);
    }
    return way * (1 + 0x1p-40);
}

static fk_status try_way(const fk_way_out *search, fk_vec3 d, double way, bool *is_out)
{
    bool overlaps = true;
    fk_status status = search->overlaps(search->user, fk_vec3_scale(d, way), &overlaps);
    *is_out = status == FK_OK && !overlaps;
    return status;
}

/* Halves what lies between a way that does not lead out and one that does. */
static fk_status shorten(const fk_way_out *search, fk_vec3 d, int steps, double *low, double *high)
{
    bool is_out;
    fk_status status = FK_OK;
    for (int step = 0; step < steps && status == FK_OK; step++) {
        double middle = *low + (*high - *low) / 2;
        status = try_way(search, d, middle, &is_out);
        if (is_out)
            *high = middle;
        else
            *low = middle;
    }
    return status;
}

/* Often the best way is right as it is, the extent of a flat overlap. Else it is shortened further. */
static fk_status refine(const fk_way_out *search, double low, fk_placed_depth *best)
{
    bool is_out;
    double near = best->depth.hi * (1 - 0x1p-40);
    fk_status status = try_way(search, best->direction, near, &is_out);
    if (status != FK_OK || !is_out)
        return status;
    best->depth.hi = near;
    return shorten(search, best->direction, FINE_STEPS, &low, &best->depth.hi);
}

/* Tries a direction of length 1; a shorter way than the best so far becomes the best, and *low a way along it
 * that does not lead out. */
static fk_status try_direction(const fk_way_out *search, fk_vec3 d, fk_placed_depth *best, double *low)
{
    bool is_out;
    fk_vec3 extent = fk_vec3_sub(search->common.max, search->common.min);
    double way = fabs(d.x) * extent.x + fabs(d.y) * extent.y + fabs(d.z) * extent.z,
           beyond = way_beyond(search, d), last = 0;
    if (!(way > 0) || way > beyond)
        way = beyond;
    /* What is common may be left soon, or after a longer way: concave parts may be out and in again. */
    fk_status status = FK_OK;
    for (is_out = false; status == FK_OK && !is_out && last < beyond;
         way = 2 * way < beyond ? 2 * way : beyond) {
        last = way < best->depth.hi ? way : best->depth.hi * (1 - 0x1p-10);
        status = try_way(search, d, last, &is_out);
        if (last < way)
            break;
    }
    if (status != FK_OK || !is_out)
        return status;
    way = last;
    *low = 0;
    status = try_way(search, d, way * (1 - 0x1p-10), &is_out);
    if (status == FK_OK && is_out)
        status = shorten(search, d, STEPS, low, &way);
    best->depth.hi = way;
    best->direction = d;
    return status;
}

static fk_vec3 middle_of(const fk_aabb *box)
{
    return fk_vec3_add(fk_vec3_scale(box->min, 0.5), fk_vec3_scale(box->max, 0.5));
}

/* Tries ways after which faces or middles lie in one plane, the shortest first. */
static fk_status try_snaps(const fk_way_out *search, fk_vec3 d, fk_placed_depth *best, double *low)
{
    double way[FK_SNAPS + 1];
    uint32_t count = search->snaps != NULL ? search->snaps(search->user, d, way) : 0;
    way[count++] = fk_vec3_dot(d, fk_vec3_sub(middle_of(&search->box_a), middle_of(&search->box_b)));
    double last = 0;
    for (;;) {
        double next = best->depth.hi;
        for (uint32_t i = 0; i < count; i++)
            if (way[i] > last && way[i] < next)
                next = way[i];
        if (!(next < best->depth.hi))
            return FK_OK;
        bool is_out;
        fk_status status = try_way(search, d, next, &is_out);
        if (status != FK_OK)
            return status;
        if (is_out) {
            best->depth.hi = next;
            best->direction = d;
            *low = last;
            return FK_OK;
        }
        last = next * (1 + 0x1p-40);
    }
}

/* Zero where there is no direction. */
static fk_vec3 unit_of(fk_vec3 v)
{
    return fk_vec3_is_finite(v) ? fk_vec3_unit(v) : fk_vec3_make(0, 0, 0);
}

/* Both kinds of ways along a direction of any length. */
static fk_status look_along(const fk_way_out *search, fk_vec3 direction, fk_placed_depth *best, double *low)
{
    fk_vec3 d = unit_of(direction);
    if (d.x == 0 && d.y == 0 && d.z == 0)
        return FK_OK;
    fk_status status = try_snaps(search, d, best, low);
    return status == FK_OK ? try_direction(search, d, best, low) : status;
}

/* Tries to put b where it is as modelled. It may fit exactly there, so the shift is taken as it is, and not
 * as a way along a direction. */
static fk_status try_model_shift(const fk_way_out *search, fk_placed_depth *best)
{
    fk_vec3 d = unit_of(search->model_shift);
    double way = fk_vec3_dot(d, search->model_shift) * (1 + 0x1p-50);
    bool overlaps = true;
    if (!(way > 0) || !(way < best->depth.hi))
        return FK_OK;
    fk_status status = search->overlaps(search->user, search->model_shift, &overlaps);
    if (status == FK_OK && !overlaps) {
        best->depth.hi = way;
        best->direction = d;
    }
    return status;
}

fk_status fk_way_out_find(const fk_way_out *search, fk_placed_depth *out)
{
    static const double axes[6][3] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    fk_placed_depth best = {.is_exact = false, .depth = {0, HUGE_VAL}};
    fk_status status = FK_OK;
    double low = 0;
    for (int i = 0; i < 6 && status == FK_OK; i++)
        status = look_along(search, fk_vec3_make(axes[i][0], axes[i][1], axes[i][2]), &best, &low);
    for (uint32_t i = 0; i < search->normal_count && status == FK_OK; i++)
        status = look_along(search, search->normal[i], &best, &low);
    /* From middle to middle, in space and in the planes of the axes: back into a hole that it was moved out
     * of. */
    fk_vec3 m = fk_vec3_sub(middle_of(&search->box_a), middle_of(&search->box_b));
    for (int axis = 0; axis < 4 && status == FK_OK; axis++)
        status = look_along(
            search, fk_vec3_make(axis == 0 ? 0 : m.x, axis == 1 ? 0 : m.y, axis == 2 ? 0 : m.z), &best, &low);
    if (status == FK_OK && best.depth.hi < HUGE_VAL)
        status = refine(search, low, &best);
    if (status == FK_OK)
        status = try_model_shift(search, &best);
    if (status == FK_OK)
        *out = best;
    return status;
}

fk_status fk_placed_depth_convex(fk_context *context, const fk_hull *hull, const fk_pose *pose,
                                 const fk_piece *piece, fk_placed_depth *out)
{
    size_t bytes = hull->vertex_count * sizeof(fk_vec3);
    fk_vec3 *point = fk_allocate(context, bytes);
    if (point == NULL)
        return FK_ERROR_MEMORY;
    fk_piece local = fk_hull_piece(hull), placed = fk_piece_place(&local, pose, point);
    fk_depth depth;
    fk_status status = fk_pair_depth(&placed, piece, &depth);
    if (status == FK_OK)
        *out = (fk_placed_depth){.is_exact = true, .depth = depth.depth, .direction = depth.direction};
    fk_release(context, point, bytes);
    return status;
}

static fk_status depth_of_hulls(fk_context *context, const fk_placed_mesh *a, const fk_placed_mesh *b,
                                const fk_hull *const hull[2], fk_placed_depth *out)
{
    size_t bytes = hull[1]->vertex_count * sizeof(fk_vec3);
    fk_vec3 *point = fk_allocate(context, bytes);
    if (point == NULL)
        return FK_ERROR_MEMORY;
    fk_piece local = fk_hull_piece(hull[1]), placed = fk_piece_place(&local, &b->pose, point);
    fk_status status = fk_placed_depth_convex(context, hull[0], &a->pose, &placed, out);
    fk_release(context, point, bytes);
    return status;
}

/* ---- Other meshes -------------------------------------------------------------------------------------- */

/* A vertex of each component of a mesh. */
typedef struct marks {
    uint32_t *vertex;
    uint32_t count;
    size_t bytes;
} marks;

typedef struct moved {
    fk_context *context;
    const fk_placed_mesh *a, *b;
    const fk_relation_result *related;
    bool is_exchanged; /* the pairs of `related` have b first */
    marks of_a, of_b;
} moved;

/* A triangle of a or b in a pair that meets. */
static uint32_t triangle_in(const moved *m, size_t pair, bool of_b)
{
    return of_b != m->is_exchanged ? m->related->pair[pair].b : m->related->pair[pair].a;
}

static fk_status find_marks(fk_context *context, const fk_mesh *mesh, marks *out)
{
    uint32_t count = 0;
    size_t bytes = mesh->triangle_count * sizeof(uint32_t);
    uint32_t *component = fk_allocate(context, bytes);
    if (component == NULL)
        return FK_ERROR_MEMORY;
    fk_status status = fk_mesh_components(context, mesh, component, &count);
    /* Components are numbered in the order of their first triangles, so there is always room. */
    uint32_t found = 0;
    for (uint32_t t = 0; status == FK_OK && t < mesh->triangle_count; t++)
        if (component[t] == found)
            component[found++] = mesh->triangle[t].corner[0];
    *out = (marks){component, found, bytes};
    return status;
}

/* Whether a solid has a component of another mesh inside; no triangles of both meet. */
static bool has_inside(const fk_placed_mesh *solid, const fk_placed_mesh *other, const marks *of_other)
{
    for (uint32_t i = 0; solid->is_solid && i < of_other->count; i++) {
        int64_t winding = 0;
        fk_vec3 point = fk_pose_apply(&other->pose, other->mesh->point[of_other->vertex[i]]);
        if (!fk_placed_winding(solid, point, &winding) || winding != 0)
            return true;
    }
    return false;
}

/* Whether two triangles cross. That is taken for an overlap without a further look: it is one, but for meshes
 * some of whose triangles cancel each other, and what is said of those is still an upper bound. */
static bool do_cross(const fk_placed_mesh *a, const fk_placed_mesh *b, fk_index_pair pair)
{
    fk_vec3 p[3], q[3];
    fk_triangles_common common;
    fk_placed_triangle(a, pair.a, p);
    fk_placed_triangle(b, pair.b, q);
    fk_triangles_intersect(p, q, &common);
    return common.verdict == FK_OVERLAPPING;
}

static fk_status moved_overlaps(void *user, fk_vec3 shift, bool *overlaps)
{
    const moved *m = user;
    fk_placed_mesh b = *m->b;
    b.pose.translation = fk_vec3_add(b.pose.translation, shift);
    fk_index_pair pair;
    if (!fk_placed_meet(m->a, &b, &pair)) {
        *overlaps = has_inside(m->a, &b, &m->of_b) || has_inside(&b, m->a, &m->of_a);
        return FK_OK;
    }
    if (do_cross(m->a, &b, pair)) {
        *overlaps = true;
        return FK_OK;
    }
    fk_relation_result *related;
    fk_status status = fk_placed_relate(m->context, m->a, &b, &related);
    if (status != FK_OK)
        return status;
    *overlaps = related->relation >= FK_RELATION_HARD;
    fk_relation_result_free(m->context, related);
    return FK_OK;
}

static fk_vec3 normal_of(const fk_placed_mesh *a, uint32_t triangle)
{
    fk_vec3 c[3];
    fk_placed_triangle(a, triangle, c);
    return fk_vec3_cross(fk_vec3_sub(c[1], c[0]), fk_vec3_sub(c[2], c[0]));
}

/* Adds a height, unless it is there; those that find no room are left out. */
static void add_height(double height[4], uint32_t *count, double value)
{
    for (uint32_t i = 0; i < *count; i++)
        if (height[i] == value)
            return;
    if (*count < 4)
        height[(*count)++] = value;
}

/* The heights along d of the triangles, among those that meet, that face along it or against it. */
static uint32_t find_heights(const moved *m, bool of_b, fk_vec3 d, double height[4])
{
    uint32_t count = 0;
    const fk_placed_mesh *mesh = of_b ? m->b : m->a;
    size_t step = m->related->pair_count / 4096 + 1;
    for (size_t i = 0; i < m->related->pair_count; i += step) {
        uint32_t triangle = triangle_in(m, i, of_b);
        fk_vec3 corner[3];
        if (fabs(fk_vec3_dot(unit_of(normal_of(mesh, triangle)), d)) < 1 - 0x1p-30)
            continue;
        fk_placed_triangle(mesh, triangle, corner);
        add_height(height, &count, fk_vec3_dot(d, corner[0]));
    }
    return count;
}

static uint32_t find_snaps(void *user, fk_vec3 d, double way[FK_SNAPS])
{
    double height_a[4], height_b[4];
    uint32_t count_a = find_heights(user, false, d, height_a),
             count_b = find_heights(user, true, d, height_b);
    for (uint32_t i = 0; i < count_a; i++)
        for (uint32_t k = 0; k < count_b; k++)
            way[i * count_b + k] = height_a[i] - height_b[k];
    return count_a * count_b;
}

/* Adds a direction, unless it is nearly that of one before. */
static void add_normal(fk_vec3 normal[NORMALS], uint32_t *count, fk_vec3 direction)
{
    fk_vec3 d = unit_of(direction);
    if (*count >= NORMALS || (d.x == 0 && d.y == 0 && d.z == 0))
        return;
    for (uint32_t i = 0; i < *count; i++)
        if (fk_vec3_dot(normal[i], d) > 0.98)
            return;
    normal[(*count)++] = d;
}

/* Directions that b may leave along: the mean of the normals of a's triangles that meet b, that of the
 * opposite ones of b's, and single ones, spread over the list of pairs. */
static uint32_t find_normals(const moved *m, fk_vec3 normal[NORMALS])
{
    uint32_t count = 0;
    size_t pairs = m->related->pair_count, step = pairs / 64 + 1;
    fk_vec3 sum_a = {0, 0, 0}, sum_b = {0, 0, 0};
    for (size_t i = 0; i < pairs; i++) {
        sum_a = fk_vec3_add(sum_a, unit_of(normal_of(m->a, triangle_in(m, i, false))));
        sum_b = fk_vec3_sub(sum_b, unit_of(normal_of(m->b, triangle_in(m, i, true))));
    }
    add_normal(normal, &count, sum_a);
    add_normal(normal, &count, sum_b);
    for (size_t i = 0; i < pairs; i += step) {
        add_normal(normal, &count, normal_of(m->a, triangle_in(m, i, false)));
        add_normal(normal, &count, fk_vec3_negate(normal_of(m->b, triangle_in(m, i, true))));
    }
    return count;
}

/* Tries to move b out of a. */
static fk_status depth_of_meshes(moved *m, fk_placed_depth *out)
{
    const fk_placed_mesh *a = m->a, *b = m->b;
    fk_vec3 normal[NORMALS];
    fk_way_out search = {.overlaps = moved_overlaps, .snaps = find_snaps, .user = m, .normal = normal};
    search.common = m->related->box;
    fk_status status = fk_aabb_build_placed(a->mesh->point, a->mesh->vertex_count, &a->pose, &search.box_a);
    if (status == FK_OK)
        status = fk_aabb_build_placed(b->mesh->point, b->mesh->vertex_count, &b->pose, &search.box_b);
    if (status != FK_OK)
        return status;
    search.normal_count = find_normals(m, normal);
    search.model_shift = fk_vec3_sub(a->pose.translation, b->pose.translation);
    return fk_way_out_find(&search, out);
}

/* The depth of two hulls is known to some units in the last place of their size. Where faces that lie in one
 * plane afterwards say what it is, and the exact relation agrees, it is that. */
static fk_status snap_depth(moved *m, fk_placed_depth *depth)
{
    double way[FK_SNAPS];
    fk_vec3 d = depth->direction;
    for (int axis = 0; axis < 3; axis++) {
        double x = fk_vec3_get(d, axis);
        if (fabs(x) > 1 - 0x1p-40)
            d = fk_vec3_axis(axis, x > 0 ? 1 : -1);
    }
    uint32_t count = find_snaps(m, d, way);
    for (uint32_t i = 0; i < count; i++) {
        bool overlaps = true;
        if (!(way[i] >= depth->depth.lo && way[i] < depth->depth.hi))
            continue;
        fk_status status = moved_overlaps(m, fk_vec3_scale(d, way[i]), &overlaps);
        if (status != FK_OK)
            return status;
        if (!overlaps) {
            depth->depth.hi = way[i];
            depth->direction = d;
        }
    }
    return FK_OK;
}

static fk_status find_depth(moved *m, const fk_hull *const hull[2], fk_placed_depth *out)
{
    if (hull[0] == NULL || hull[1] == NULL)
        return depth_of_meshes(m, out);
    fk_status status = depth_of_hulls(m->context, m->a, m->b, hull, out);
    if (status == FK_OK)
        status = snap_depth(m, out);
    /* Where numbers are so different that hardly anything is known, no more is claimed. */
    if (status == FK_OK && !(out->depth.hi - out->depth.lo <= 0x1p-20 * out->depth.hi)) {
        out->is_exact = false;
        out->depth.lo = 0;
    }
    return status;
}

fk_status fk_placed_depth_find(fk_context *context, const fk_placed_mesh *a, const fk_placed_mesh *b,
                               const fk_hull *const hull[2], const fk_relation_result *related,
                               fk_placed_depth *out)
{
    if (related->relation < FK_RELATION_HARD) {
        *out = (fk_placed_depth){.is_exact = true};
        return FK_OK;
    }
    bool swap = fk_placed_order(a, b) > 0;
    moved m = {
        .context = context, .a = swap ? b : a, .b = swap ? a : b, .related = related, .is_exchanged = swap};
    const fk_hull *const ordered[2] = {hull[swap], hull[!swap]};
    fk_placed_depth depth;
    fk_status status = find_marks(context, m.a->mesh, &m.of_a);
    if (status == FK_OK)
        status = find_marks(context, m.b->mesh, &m.of_b);
    if (status == FK_OK)
        status = find_depth(&m, ordered, &depth);
    fk_release(context, m.of_a.vertex, m.of_a.bytes);
    fk_release(context, m.of_b.vertex, m.of_b.bytes);
    if (status != FK_OK)
        return status;
    if (swap)
        depth.direction = fk_vec3_negate(depth.direction);
    *out = depth;
    return FK_OK;
}

fk_status fk_placed_penetration(fk_context *context, const fk_placed_mesh *a, const fk_placed_mesh *b,
                                fk_placed_depth *out)
{
    fk_relation_result *related;
    fk_status status = fk_placed_relate(context, a, b, &related);
    if (status != FK_OK)
        return status;
    fk_hull *hull[2] = {NULL, NULL};
    if (related->relation >= FK_RELATION_HARD) {
        status = fk_convex_hull(context, a->mesh, a->is_solid, &hull[0]);
        if (status == FK_OK && hull[0] != NULL)
            status = fk_convex_hull(context, b->mesh, b->is_solid, &hull[1]);
    }
    if (status == FK_OK)
        status =
            fk_placed_depth_find(context, a, b, (const fk_hull *const[2]){hull[0], hull[1]}, related, out);
    fk_hull_free(context, hull[0]);
    fk_hull_free(context, hull[1]);
    fk_relation_result_free(context, related);
    return status;
}
