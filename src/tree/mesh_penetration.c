/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Penetration depth: how far one of two overlapping meshes has to be moved.
 *
 * For convex meshes this is the proved depth of their hulls. For others, directions are searched one after
 * the other: the coordinate axes, and the normals of triangles that meet. Along a direction, b is beyond a
 * after a displacement by the extent of both boxes; concave meshes may separate sooner. So the extent of the
 * common box is tested first, and then the displacement is halved while that leaves no overlap. The exact
 * relation of the moved meshes confirms every accepted displacement, so the result is an upper bound,
 * whatever was searched. A direction is skipped at once if the best displacement so far does not separate
 * along it.
 *
 * Both meshes are in the order of their contents, so (b, a) gives the same depth.
 *
 * Weak inputs: interlocked meshes, as links of a chain; the shortest displacement may lie along a direction
 * that is not searched. */

#include <math.h>
#include <string.h>

#include "base/vec3.h"
#include "tree/tree.h"

/* Displacements are found to about 2^-STEPS of the first one that separates, and the best one to
 * 2^-FINE_STEPS of that. */
#define STEPS      8
#define FINE_STEPS 32
/* The number of directions from normals. */
#define NORMALS 32

/* ---- Arbitrary bodies ---------------------------------------------------------------------------------- */

/* The displacement of b along d after which their boxes prove that it is beyond a. */
static double displacement_beyond(const fk_separation_search *search, fk_vec3 d)
{
    double displacement = 0;
    for (int i = 0; i < 3; i++) {
        double component = fk_vec3_get(d, i);
        double last = fk_vec3_get(component > 0 ? search->box_a.max : search->box_a.min, i);
        double first = fk_vec3_get(component > 0 ? search->box_b.min : search->box_b.max, i);
        displacement += component * (last - first);
    }
    return displacement * (1 + 0x1p-40);
}

static fk_status test_displacement(const fk_separation_search *search, fk_vec3 d, double displacement,
                                   bool *is_out)
{
    bool overlaps = true;
    fk_status status = search->overlaps(search->user, fk_vec3_scale(d, displacement), &overlaps);
    *is_out = status == FK_OK && !overlaps;
    return status;
}

/* Bisects between a displacement that leaves an overlap and one that separates. */
static fk_status bisect_displacement(const fk_separation_search *search, fk_vec3 d, int steps, double *low,
                                     double *high)
{
    bool is_out;
    fk_status status = FK_OK;
    for (int step = 0; step < steps && status == FK_OK; step++) {
        double middle = *low + (*high - *low) / 2;
        status = test_displacement(search, d, middle, &is_out);
        if (is_out)
            *high = middle;
        else
            *low = middle;
    }
    return status;
}

/* Often the best displacement is already right: the extent of a flat overlap. Otherwise it is shortened
 * further. */
static fk_status refine_depth(const fk_separation_search *search, double low, fk_placed_depth *best)
{
    bool is_out;
    double near = best->depth.hi * (1 - 0x1p-40);
    fk_status status = test_displacement(search, best->direction, near, &is_out);
    if (status != FK_OK || !is_out)
        return status;
    best->depth.hi = near;
    return bisect_displacement(search, best->direction, FINE_STEPS, &low, &best->depth.hi);
}

/* Searches along a direction of length 1. A shorter displacement than the best so far becomes the best, and
 * *low one along it that leaves an overlap. */
static fk_status search_direction(const fk_separation_search *search, fk_vec3 d, fk_placed_depth *best,
                                  double *low)
{
    bool is_out;
    fk_vec3 extent = fk_vec3_sub(search->common.max, search->common.min);
    double displacement = fabs(d.x) * extent.x + fabs(d.y) * extent.y + fabs(d.z) * extent.z,
           beyond = displacement_beyond(search, d), last = 0;
    if (!(displacement > 0) || displacement > beyond)
        displacement = beyond;
    /* Concave meshes may separate, and overlap again after a longer displacement. */
    fk_status status = FK_OK;
    for (is_out = false; status == FK_OK && !is_out && last < beyond;
         displacement = 2 * displacement < beyond ? 2 * displacement : beyond) {
        last = displacement < best->depth.hi ? displacement : best->depth.hi * (1 - 0x1p-10);
        status = test_displacement(search, d, last, &is_out);
        if (last < displacement)
            break;
    }
    if (status != FK_OK || !is_out)
        return status;
    displacement = last;
    *low = 0;
    status = test_displacement(search, d, displacement * (1 - 0x1p-10), &is_out);
    if (status == FK_OK && is_out)
        status = bisect_displacement(search, d, STEPS, low, &displacement);
    best->depth.hi = displacement;
    best->direction = d;
    return status;
}

static fk_vec3 common_center(const fk_aabb *box)
{
    return fk_vec3_add(fk_vec3_scale(box->min, 0.5), fk_vec3_scale(box->max, 0.5));
}

/* Displacements that make the centers of both boxes coplanar, or the sides to which d points, or the others. */
static uint32_t align_boxes(const fk_separation_search *search, fk_vec3 d, double displacement[3])
{
    const fk_aabb *a = &search->box_a, *b = &search->box_b;
    displacement[0] = fk_vec3_dot(d, fk_vec3_sub(common_center(a), common_center(b)));
    if (fabs(d.x) + fabs(d.y) + fabs(d.z) > 1) /* no axis */
        return 1;
    displacement[1] = fk_vec3_dot(d, fk_vec3_sub(a->min, b->min));
    displacement[2] = fk_vec3_dot(d, fk_vec3_sub(a->max, b->max));
    return 3;
}

/* Tests displacements that make faces or boxes coplanar, the shortest first. */
static fk_status try_alignments(const fk_separation_search *search, fk_vec3 d, fk_placed_depth *best,
                                double *low)
{
    double displacement[FK_ALIGNMENTS + 3];
    uint32_t count = search->alignments != NULL ? search->alignments(search->user, d, displacement) : 0;
    count += align_boxes(search, d, displacement + count);
    double last = 0;
    for (;;) {
        double next = best->depth.hi;
        for (uint32_t i = 0; i < count; i++)
            if (displacement[i] > last && displacement[i] < next)
                next = displacement[i];
        if (!(next < best->depth.hi))
            return FK_OK;
        bool is_out;
        fk_status status = test_displacement(search, d, next, &is_out);
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

/* Zero for a vector without a direction. */
static fk_vec3 unit_or_zero(fk_vec3 v)
{
    return fk_vec3_is_finite(v) ? fk_vec3_unit(v) : fk_vec3_make(0, 0, 0);
}

/* Runs both searches along a direction of any length. */
static fk_status search_along_direction(const fk_separation_search *search, fk_vec3 direction,
                                        fk_placed_depth *best, double *low)
{
    fk_vec3 d = unit_or_zero(direction);
    if ((d.x == 0 && d.y == 0 && d.z == 0))
        return FK_OK;
    fk_status status = try_alignments(search, d, best, low);
    return status == FK_OK ? search_direction(search, d, best, low) : status;
}

/* Tests b as modelled, without the translations of the poses. It may fit exactly there, so the shift itself
 * is tested, not a multiple of a direction. */
static fk_status test_model_shift(const fk_separation_search *search, fk_placed_depth *best)
{
    fk_vec3 d = unit_or_zero(search->model_shift);
    double displacement = fk_vec3_dot(d, search->model_shift) * (1 + 0x1p-50);
    bool overlaps = true;
    if (!(displacement > 0) || !(displacement < best->depth.hi))
        return FK_OK;
    fk_status status = search->overlaps(search->user, search->model_shift, &overlaps);
    if (status == FK_OK && !overlaps) {
        best->depth.hi = displacement;
        best->direction = d;
    }
    return status;
}

fk_status fk_find_separation(const fk_separation_search *search, fk_placed_depth *out)
{
    static const double axes[6][3] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    fk_placed_depth best = {.is_exact = false, .depth = {0, HUGE_VAL}};
    fk_status status = FK_OK;
    double low = 0;
    for (int i = 0; i < 6 && status == FK_OK; i++)
        status =
            search_along_direction(search, fk_vec3_make(axes[i][0], axes[i][1], axes[i][2]), &best, &low);
    for (uint32_t i = 0; i < search->normal_count && status == FK_OK; i++)
        status = search_along_direction(search, search->normal[i], &best, &low);
    /* From center to center, in space and in the coordinate planes: back into a hole that b was moved out
     * of. */
    fk_vec3 m = fk_vec3_sub(common_center(&search->box_a), common_center(&search->box_b));
    for (int axis = 0; axis < 4 && status == FK_OK; axis++)
        status = search_along_direction(
            search, fk_vec3_make(axis == 0 ? 0 : m.x, axis == 1 ? 0 : m.y, axis == 2 ? 0 : m.z), &best, &low);
    if (status == FK_OK && best.depth.hi < HUGE_VAL)
        status = refine_depth(search, low, &best);
    if (status == FK_OK)
        status = test_model_shift(search, &best);
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

static fk_status hull_depth(fk_context *context, const fk_placed_mesh *a, const fk_placed_mesh *b,
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

/* ---- Meshes -------------------------------------------------------------------------------------------- */

/* One vertex of each component of a mesh. */
typedef struct component_vertices {
    uint32_t *vertex;
    uint32_t count;
    size_t bytes;
} component_vertices;

typedef struct moved_meshes {
    fk_context *context;
    const fk_placed_mesh *a, *b;
    const fk_relation_result *related;
    component_vertices of_a, of_b;
    fk_aabb box_a;
    uint64_t work;  /* that verdicts may still take */
    uint64_t tests; /* of pairs of leaves, in all */
} moved_meshes;

/* The triangle of a or b in a pair that meets. */
static uint32_t pair_triangle(const moved_meshes *m, size_t pair, bool of_b)
{
    return of_b ? m->related->pair[pair].b : m->related->pair[pair].a;
}

static fk_status find_component_vertices(fk_context *context, const fk_mesh *mesh, component_vertices *out)
{
    uint32_t count = 0;
    size_t bytes = mesh->triangle_count * sizeof(uint32_t);
    uint32_t *component = fk_allocate(context, bytes);
    if (component == NULL)
        return FK_ERROR_MEMORY;
    fk_status status = fk_mesh_components(context, mesh, component, &count);
    /* Components are numbered in the order of their first triangles, so this never overwrites an entry to be
     * read. */
    uint32_t found = 0;
    for (uint32_t t = 0; status == FK_OK && t < mesh->triangle_count; t++)
        if (component[t] == found)
            component[found++] = mesh->triangle[t].corner[0];
    *out = (component_vertices){component, found, bytes};
    return status;
}

/* Whether a solid contains a component of another mesh; no triangles of both meet. */
static bool contains_component(const fk_placed_mesh *solid, const fk_placed_mesh *other,
                               const component_vertices *of_other)
{
    for (uint32_t i = 0; solid->is_solid && i < of_other->count; i++) {
        int64_t winding = 0;
        fk_vec3 point = fk_pose_apply(&other->pose, other->mesh->point[of_other->vertex[i]]);
        if (!fk_placed_winding(solid, point, &winding) || winding != 0)
            return true;
    }
    return false;
}

/* Whether boxes show that interiors do not meet: they have a plane in common at most. Faces on a common plane, as after a
 * displacement by the extent of the overlap, take the exact verdict longest. */
static bool are_boxes_beside(const fk_aabb *a, const fk_aabb *b)
{
    for (int i = 0; i < 3; i++)
        if (fk_double_order(fk_vec3_get(a->max, i), fk_vec3_get(b->min, i)) <= 0 ||
            fk_double_order(fk_vec3_get(b->max, i), fk_vec3_get(a->min, i)) <= 0)
            return true;
    return false;
}

/* Half a second at most. It suffices, except where large meshes have many faces in common planes, for which a verdict takes long,
 * or hundreds of triangles near one point, where many are tested. Once the work of verdicts is used up, meshes that meet count as
 * overlapping, and once the tests are, all do, unless their boxes are beside each other: then the result is a weaker upper bound. */
#define MOST_WORK         ((uint64_t)1 << 22)
#define WORK_OF_TRIANGLE  8
#define WORK_OF_LEAF_PAIR 256
#define MOST_TESTS        ((uint64_t)1 << 20)

static void use_work(moved_meshes *m, uint64_t work)
{
    m->work -= work < m->work ? work : m->work;
}

static bool are_moved_beside(const moved_meshes *m, const fk_placed_mesh *b)
{
    fk_aabb box;
    return fk_aabb_build_placed(b->mesh->point, b->mesh->vertex_count, &b->pose, &box) == FK_OK &&
           are_boxes_beside(&m->box_a, &box);
}

static fk_status overlaps_after_shift(void *user, fk_vec3 shift, bool *overlaps)
{
    moved_meshes *m = user;
    fk_placed_mesh b = *m->b;
    b.pose.translation = fk_vec3_add(b.pose.translation, shift);
    uint32_t tests;
    bool is_met;
    if (m->tests > MOST_TESTS) {
        *overlaps = !are_moved_beside(m, &b);
        return FK_OK;
    }
    fk_status status = fk_placed_find_meet(m->context, m->a, &b, NULL, &tests, &is_met);
    if (status != FK_OK)
        return status;
    m->tests += tests;
    if (!is_met) {
        *overlaps = contains_component(m->a, &b, &m->of_b) || contains_component(&b, m->a, &m->of_a);
        return FK_OK;
    }
    *overlaps = false;
    if (are_moved_beside(m, &b))
        return FK_OK;
    *overlaps = m->work == 0;
    if (*overlaps)
        return FK_OK;
    /* Triangles that cross show an overlap before the verdict is known, unless others of their mesh cancel them; then the
     * result is still an upper bound. */
    status = fk_placed_find_crossing(m->context, m->a, &b, &tests, overlaps);
    m->tests += tests;
    if (status != FK_OK || *overlaps)
        return status;
    use_work(m, WORK_OF_TRIANGLE * ((uint64_t)m->a->mesh->triangle_count + b.mesh->triangle_count));
    use_work(m, WORK_OF_LEAF_PAIR * (uint64_t)tests);
    *overlaps = m->work == 0;
    if (*overlaps)
        return FK_OK;
    fk_verdict verdict;
    status = fk_placed_verdict_within(m->context, m->a, &b, &m->work, &verdict);
    if (status == FK_OK)
        *overlaps = verdict == FK_OVERLAPPING || verdict == FK_UNDECIDED;
    return status;
}

static fk_vec3 placed_normal(const fk_placed_mesh *a, uint32_t triangle)
{
    fk_vec3 c[3];
    fk_placed_triangle(a, triangle, c);
    return fk_vec3_cross(fk_vec3_sub(c[1], c[0]), fk_vec3_sub(c[2], c[0]));
}

/* Adds a height unless it is listed already or the list is full. */
static void add_height(double height[4], uint32_t *count, double value)
{
    for (uint32_t i = 0; i < *count; i++)
        if (height[i] == value)
            return;
    if (*count < 4)
        height[(*count)++] = value;
}

/* Lists the heights along d of those triangles in meeting pairs whose normals are parallel to d. */
static uint32_t find_heights(const moved_meshes *m, bool of_b, fk_vec3 d, double height[4])
{
    uint32_t count = 0;
    const fk_placed_mesh *mesh = of_b ? m->b : m->a;
    size_t step = m->related->pair_count / 4096 + 1;
    for (size_t i = 0; i < m->related->pair_count; i += step) {
        uint32_t triangle = pair_triangle(m, i, of_b);
        fk_vec3 corner[3];
        if (fabs(fk_vec3_dot(unit_or_zero(placed_normal(mesh, triangle)), d)) < 1 - 0x1p-30)
            continue;
        fk_placed_triangle(mesh, triangle, corner);
        add_height(height, &count, fk_vec3_dot(d, corner[0]));
    }
    return count;
}

static uint32_t find_alignments(void *user, fk_vec3 d, double displacement[FK_ALIGNMENTS])
{
    double height_a[4], height_b[4];
    uint32_t count_a = find_heights(user, false, d, height_a),
             count_b = find_heights(user, true, d, height_b);
    for (uint32_t i = 0; i < count_a; i++)
        for (uint32_t k = 0; k < count_b; k++)
            displacement[i * count_b + k] = height_a[i] - height_b[k];
    return count_a * count_b;
}

/* Adds a direction unless it nearly equals one in the list. */
static void add_direction(fk_vec3 normal[NORMALS], uint32_t *count, fk_vec3 direction)
{
    fk_vec3 d = unit_or_zero(direction);
    if (*count >= NORMALS || (d.x == 0 && d.y == 0 && d.z == 0))
        return;
    for (uint32_t i = 0; i < *count; i++)
        if (fk_vec3_dot(normal[i], d) > 0.98)
            return;
    normal[(*count)++] = d;
}

/* Directions along which b may separate: the mean normal of a's triangles that meet b, the opposite mean
 * normal of b's, and single normals, spread over the list of pairs. */
static uint32_t find_separating_directions(const moved_meshes *m, fk_vec3 normal[NORMALS])
{
    uint32_t count = 0;
    size_t pairs = m->related->pair_count, step = pairs / 64 + 1;
    fk_vec3 sum_a = {0, 0, 0}, sum_b = {0, 0, 0};
    for (size_t i = 0; i < pairs; i++) {
        sum_a = fk_vec3_add(sum_a, unit_or_zero(placed_normal(m->a, pair_triangle(m, i, false))));
        sum_b = fk_vec3_sub(sum_b, unit_or_zero(placed_normal(m->b, pair_triangle(m, i, true))));
    }
    add_direction(normal, &count, sum_a);
    add_direction(normal, &count, sum_b);
    for (size_t i = 0; i < pairs; i += step) {
        add_direction(normal, &count, placed_normal(m->a, pair_triangle(m, i, false)));
        add_direction(normal, &count, fk_vec3_negate(placed_normal(m->b, pair_triangle(m, i, true))));
    }
    return count;
}

/* Of the size of both. */
#define TINY_DISPLACEMENT 0x1p-40

/* Tests a tiny displacement along each axis. Surfaces with common parts, which hardly overlap, mostly separate by one, and
 * then nothing shorter is searched. */
static fk_status try_tiny_displacements(const fk_separation_search *search, fk_placed_depth *out,
                                        bool *is_found)
{
    fk_vec3 size = fk_vec3_sub(search->common.max, search->common.min);
    double displacement = TINY_DISPLACEMENT * fk_vec3_largest(size);
    fk_status status = FK_OK;
    for (int axis = 0; axis < 3 && status == FK_OK && !*is_found && displacement > 0; axis++) {
        fk_vec3 d = fk_vec3_axis(axis, 1);
        status = test_displacement(search, d, displacement, is_found);
        if (*is_found)
            *out = (fk_placed_depth){.depth = {0, displacement}, .direction = d};
    }
    return status;
}

/* Without a search: b is moved beyond the box of a, along an axis. */
static fk_status depth_by_boxes(const moved_meshes *m, fk_placed_depth *out)
{
    fk_separation_search search = {.box_a = m->box_a};
    const fk_placed_mesh *b = m->b;
    fk_placed_depth best = {.depth = {0, HUGE_VAL}};
    fk_status status = fk_aabb_build_placed(b->mesh->point, b->mesh->vertex_count, &b->pose, &search.box_b);
    for (int i = 0; i < 6; i++) {
        fk_vec3 d = fk_vec3_axis(i / 2, i % 2 ? -1 : 1);
        double beyond = displacement_beyond(&search, d);
        if (beyond < best.depth.hi) {
            best.depth.hi = beyond;
            best.direction = d;
        }
    }
    if (best.depth.hi <= 0)
        best = (fk_placed_depth){.is_exact = true};
    if (status == FK_OK)
        *out = best;
    return status;
}

/* Searches a displacement of b out of a. */
static fk_status mesh_depth(moved_meshes *m, fk_placed_depth *out)
{
    const fk_placed_mesh *a = m->a, *b = m->b;
    fk_vec3 normal[NORMALS];
    fk_separation_search search = {
        .overlaps = overlaps_after_shift, .alignments = find_alignments, .user = m, .normal = normal};
    search.common = m->related->box;
    search.box_a = m->box_a;
    fk_status status = fk_aabb_build_placed(b->mesh->point, b->mesh->vertex_count, &b->pose, &search.box_b);
    if (status != FK_OK)
        return status;
    search.normal_count = find_separating_directions(m, normal);
    search.model_shift = fk_vec3_sub(a->pose.translation, b->pose.translation);
    bool is_found = false;
    if (!a->is_solid || !b->is_solid)
        status = try_tiny_displacements(&search, out, &is_found);
    return status == FK_OK && !is_found ? fk_find_separation(&search, out) : status;
}

/* The depth of two hulls is known to some units in the last place of their size. If a displacement that makes
 * faces coplanar lies within its interval, and the exact relation confirms it, the depth becomes exactly
 * that. */
static fk_status align_depth(moved_meshes *m, fk_placed_depth *depth)
{
    double displacement[FK_ALIGNMENTS];
    fk_vec3 d = depth->direction;
    for (int axis = 0; axis < 3; axis++) {
        double x = fk_vec3_get(d, axis);
        if (fabs(x) > 1 - 0x1p-40)
            d = fk_vec3_axis(axis, x > 0 ? 1 : -1);
    }
    uint32_t count = find_alignments(m, d, displacement);
    for (uint32_t i = 0; i < count; i++) {
        bool overlaps = true;
        if (!(displacement[i] >= depth->depth.lo && displacement[i] < depth->depth.hi))
            continue;
        fk_status status = overlaps_after_shift(m, fk_vec3_scale(d, displacement[i]), &overlaps);
        if (status != FK_OK)
            return status;
        if (!overlaps) {
            depth->depth.hi = displacement[i];
            depth->direction = d;
        }
    }
    return FK_OK;
}

static fk_status depth_by_convexity(moved_meshes *m, const fk_hull *const hull[2], fk_placed_depth *out)
{
    if (hull[0] == NULL || hull[1] == NULL)
        return mesh_depth(m, out);
    fk_status status = hull_depth(m->context, m->a, m->b, hull, out);
    if (status == FK_OK)
        status = align_depth(m, out);
    /* If coordinates differ so much in size that the depth is hardly known, claim only the upper bound. */
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
    bool is_decided = related->relation != FK_RELATION_UNDECIDED;
    if (is_decided && related->relation < FK_RELATION_HARD) {
        *out = (fk_placed_depth){.is_exact = true};
        return FK_OK;
    }
    moved_meshes m = {.context = context, .a = a, .b = b, .related = related, .work = MOST_WORK};
    fk_placed_depth depth;
    fk_status status = fk_aabb_build_placed(a->mesh->point, a->mesh->vertex_count, &a->pose, &m.box_a);
    if (status == FK_OK && !is_decided)
        return depth_by_boxes(&m, out);
    if (status == FK_OK)
        status = find_component_vertices(context, a->mesh, &m.of_a);
    if (status == FK_OK)
        status = find_component_vertices(context, b->mesh, &m.of_b);
    if (status == FK_OK)
        status = depth_by_convexity(&m, hull, &depth);
    fk_release(context, m.of_a.vertex, m.of_a.bytes);
    fk_release(context, m.of_b.vertex, m.of_b.bytes);
    if (status == FK_OK)
        *out = depth;
    return status;
}

static fk_status ordered_penetration(fk_context *context, const fk_placed_mesh *a, const fk_placed_mesh *b,
                                     fk_placed_depth *out)
{
    fk_relation_result *related;
    fk_status status = fk_placed_relate(context, a, b, &related);
    if (status != FK_OK)
        return status;
    fk_hull *hull[2] = {NULL, NULL};
    if (related->relation >= FK_RELATION_HARD) {
        status = fk_convex_mesh_hull(context, a->mesh, a->is_solid, &hull[0]);
        if (status == FK_OK && hull[0] != NULL)
            status = fk_convex_mesh_hull(context, b->mesh, b->is_solid, &hull[1]);
    }
    if (status == FK_OK)
        status =
            fk_placed_depth_find(context, a, b, (const fk_hull *const[2]){hull[0], hull[1]}, related, out);
    fk_hull_free(context, hull[0]);
    fk_hull_free(context, hull[1]);
    fk_relation_result_free(context, related);
    return status;
}

/* One mesh twice in one place may count as a solid and as a surface. */
fk_status fk_placed_penetration(fk_context *context, const fk_placed_mesh *a, const fk_placed_mesh *b,
                                fk_placed_depth *out)
{
    int order = fk_placed_order(a, b);
    bool is_swapped = order != 0 ? order > 0 : a->is_solid < b->is_solid;
    fk_status status =
        is_swapped ? ordered_penetration(context, b, a, out) : ordered_penetration(context, a, b, out);
    if (status == FK_OK && is_swapped)
        fk_placed_depth_exchange(out);
    return status;
}
