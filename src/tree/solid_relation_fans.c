/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Fans: the half-planes of triangles around a line, sorted by exact signs, and the cells between them.
 *
 * Around a line along d, the half-plane with direction w is counterclockwise of that with v, by less than
 * half a turn, if det(d, v, w) > 0. For triangles given by points, v is any of their points minus one of the
 * line, and the determinant is fk_orient3d of four points. For triangles given by their normals n, m, with
 * v = s (n x d) and w = t (m x d), it is s t |d|^2 n.(m x d); where that is 0, the directions are the same if
 * s t (n.m) > 0. Going counterclockwise, one leaves the triangle on the side of d x v = s |d|^2 n: so with s
 * = 1 its normal points to the ccw side, and the winding number is less by one there than before it. */

#include <string.h>

#include "base/lists.h"
#include "base/vec3.h"
#include "exact/exact.h"
#include "mesh/mesh.h"
#include "tree/solid_relation.h"
#include "tree/tree.h"

bool fk_fan_add(fk_relation_search *r, fk_fan *fan, fk_fan_half_plane half_plane)
{
    if (!fk_grow(r->context, &fan->item, sizeof *fan->item, fan->count, &fan->capacity, fan->count + 1))
        return false;
    fan->item[fan->count++] = half_plane;
    return true;
}

/* A triangle has a half-plane on each side of the line on which it has corners. */
bool fk_fan_add_triangle(fk_relation_search *r, fk_fan *fan, int which, uint32_t triangle)
{
    fk_relation_plane plane = fk_relation_plane_triangle(r, which, triangle);
    int facing, axis = fk_projection_axis(plane.point, &facing), seen = 0;
    for (int k = 0; k < 3; k++) {
        int turn = fk_orient2d(fan->from, fan->to, plane.point[k], axis);
        if (turn == 0 || turn == seen)
            continue;
        fk_fan_half_plane half_plane = {(uint8_t)which, (int8_t)(turn * facing), 0, false,
                                        triangle,       plane.point[k]};
        if (!fk_fan_add(r, fan, half_plane))
            return false;
        if (seen != 0)
            break;
        seen = turn;
    }
    return true;
}

void fk_fan_free(fk_relation_search *r, fk_fan *fan)
{
    fk_release(r->context, fan->item, fan->capacity * sizeof *fan->item);
    memset(fan, 0, sizeof *fan);
}

/* ---- Order --------------------------------------------------------------------------------------------- */

/* The sign of det(d, v, w). */
static int half_plane_turn(const fk_relation_search *r, const fk_fan *fan, const fk_fan_half_plane *v,
                           const fk_fan_half_plane *w)
{
    if (v->point != NULL)
        return fk_orient3d(fan->from, fan->to, v->point, w->point);
    fk_relation_plane plane = fk_relation_plane_triangle(r, v->which, v->triangle);
    fk_perturbation_level level = {FK_SHIFT_IN_PLANE, w->sign, {NULL, NULL}, {{0}}};
    level.plane[0] = fk_relation_plane_triangle(r, w->which, w->triangle);
    fk_perturbed_point_push(r, fan->perturbed, &level);
    int sign = fk_perturbed_sign_at_level(r, &plane, fan->perturbed, fan->perturbed->count - 1);
    fk_perturbed_point_truncate(fan->perturbed, fan->perturbed->count - 1);
    return v->sign * sign;
}

/* Whether two half-planes with turn 0 have the same direction. */
static bool is_same_direction(const fk_relation_search *r, const fk_fan *fan, const fk_fan_half_plane *v,
                              const fk_fan_half_plane *w)
{
    if (v->point != NULL) {
        int axis = 0;
        while (axis < 2 && fk_orient2d(fan->from, fan->to, v->point, axis) == 0)
            axis++;
        return fk_orient2d(fan->from, fan->to, v->point, axis) ==
               fk_orient2d(fan->from, fan->to, w->point, axis);
    }
    fk_relation_plane plane = fk_relation_plane_triangle(r, v->which, v->triangle);
    fk_perturbation_level level = {FK_SHIFT_NORMAL, w->sign, {NULL, NULL}, {{0}}};
    level.plane[0] = fk_relation_plane_triangle(r, w->which, w->triangle);
    fk_perturbed_point_push(r, fan->perturbed, &level);
    int sign = fk_perturbed_sign_at_level(r, &plane, fan->perturbed, fan->perturbed->count - 1);
    fk_perturbed_point_truncate(fan->perturbed, fan->perturbed->count - 1);
    return v->sign * sign > 0;
}

/* The sector of a half-plane, by its angle from the first item: 0 at angle 0, 1 below half a turn, 2 at half
 * a turn, 3 above. */
static uint8_t fan_sector(const fk_relation_search *r, const fk_fan *fan, const fk_fan_half_plane *half_plane)
{
    int turn = half_plane_turn(r, fan, &fan->item[0], half_plane);
    if (turn != 0)
        return turn > 0 ? 1 : 3;
    return is_same_direction(r, fan, &fan->item[0], half_plane) ? 0 : 2;
}

/* Compares two items by their angles. */
static int fan_order(const fk_relation_search *r, const fk_fan *fan, const fk_fan_half_plane *v,
                     const fk_fan_half_plane *w)
{
    if (v->sector != w->sector)
        return v->sector < w->sector ? -1 : 1;
    return v->sector % 2 == 0 ? 0 : -half_plane_turn(r, fan, v, w);
}

void fk_fan_sort(const fk_relation_search *r, fk_fan *fan)
{
    fk_fan_half_plane *item = fan->item;
    for (size_t i = 0; i < fan->count; i++) {
        fk_fan_half_plane half_plane = item[i];
        size_t k = i;
        half_plane.sector = i == 0 ? 0 : fan_sector(r, fan, &half_plane);
        half_plane.starts_group = true;
        for (; k > 0; k--) {
            int order = fan_order(r, fan, &item[k - 1], &half_plane);
            if (order <= 0) {
                half_plane.starts_group = order < 0;
                break;
            }
            item[k] = item[k - 1];
        }
        /* Its successor differs from it: otherwise it would come after that. */
        item[k] = half_plane;
    }
}

/* ---- Classification ------------------------------------------------------------------------------------ */

bool fk_relation_record_cell(fk_relation_search *r, const int64_t winding[2])
{
    for (int which = 0; which < 2; which++)
        if (winding[which] != 0 && winding[1 - which] == 0)
            r->sticks_out[which] = true;
    return winding[0] != 0 && winding[1] != 0;
}

bool fk_relation_record_face(fk_relation_search *r, int which, int64_t winding)
{
    if (winding == 0)
        r->sticks_out[which] = true;
    else
        r->meets = true;
    return winding != 0 && !fk_relation_is_solid(r, which);
}

/* Classifies a group of half-planes with the same direction: which meshes are in it, and the winding numbers
 * before and behind it. */
static bool classify_group(fk_relation_search *r, const bool has[2], const int64_t before[2],
                           const int64_t behind[2])
{
    bool is_hard = false;
    for (int which = 0; which < 2; which++) {
        int other = 1 - which;
        if (has[which] && !has[other])
            is_hard |= fk_relation_record_face(r, which, behind[other]);
        else if (has[which] && before[other] != 0 && behind[other] != 0)
            is_hard |= !fk_relation_is_solid(r, which);
    }
    return is_hard;
}

/* The end of the group that begins at i, and the meshes in it. */
static size_t group_end(const fk_fan *fan, size_t i, bool has[2])
{
    has[0] = has[1] = false;
    do
        has[fan->item[i++].which] = true;
    while (i < fan->count && !fan->item[i].starts_group);
    return i;
}

/* Whether the directions of both meshes alternate around the line, four different ones: on both arcs between
 * directions i and k of mesh 0, mesh 1 has a direction. */
static bool has_mesh_between(const fk_fan *fan, size_t begin, size_t end, int which)
{
    bool has[2];
    for (size_t i = begin; i < end;) {
        i = group_end(fan, i, has);
        if (has[which])
            return true;
    }
    return false;
}

static bool meshes_alternate(const fk_fan *fan)
{
    bool has[2];
    for (size_t i = 0, next; i < fan->count; i = next) {
        next = group_end(fan, i, has);
        bool is_first = has[0];
        for (size_t k = next, end; is_first && k < fan->count; k = end) {
            end = group_end(fan, k, has);
            if (has[0] && has_mesh_between(fan, next, k, 1) &&
                (has_mesh_between(fan, end, fan->count, 1) || has_mesh_between(fan, 0, i, 1)))
                return true;
        }
    }
    return false;
}

/* The winding number of a mesh on the ccw side of the first item of a sorted fan, given that on the ccw side
 * of another item. */
static int64_t fan_base_winding(const fk_fan *fan, size_t item, int64_t winding)
{
    bool has[2];
    int which = fan->item[item].which;
    size_t first = group_end(fan, 0, has), end = item + 1;
    while (end < fan->count && !fan->item[end].starts_group)
        end++;
    for (size_t i = first; i < end; i++)
        if (fan->item[i].which == which)
            winding += fan->item[i].sign;
    return winding;
}

bool fk_fan_classify(fk_relation_search *r, const fk_fan *fan, const int64_t winding[2])
{
    bool has[2], first[2], is_hard = fk_relation_record_cell(r, winding);
    int64_t now[2] = {winding[0], winding[1]}, last[2];
    size_t i = group_end(fan, 0, first);
    while (i < fan->count) {
        size_t begin = i;
        i = group_end(fan, i, has);
        memcpy(last, now, sizeof last);
        for (size_t k = begin; k < i; k++)
            if (fk_relation_is_solid(r, fan->item[k].which))
                now[fan->item[k].which] -= fan->item[k].sign;
        is_hard |= fk_relation_record_cell(r, now);
        is_hard |= classify_group(r, has, last, now);
    }
    is_hard |= classify_group(r, first, now, winding);
    if (!fk_relation_is_solid(r, 0) && !fk_relation_is_solid(r, 1))
        is_hard |= meshes_alternate(fan);
    return is_hard;
}

/* ---- Segments between corners -------------------------------------------------------------------------- */

/* Common segments of triangles of two meshes, where neither intersects its own mesh except across its sides.
 * Nothing changes along such a segment, and its position in both triangles determines what lies around it. In
 * both faces: the four quadrants between them. On an edge: the triangles that have this edge. So half-planes
 * are bounded by the line of an edge and given by corners of triangles, and all signs are those of four given
 * points. No point of the segment is needed. */

static const int next_fan_corner[3] = {1, 2, 0};

static bool is_feature_on_edge(fk_triangle_feature f, int edge)
{
    return f.dimension == 1 ? f.index == edge
                            : f.dimension == 0 && (f.index == edge || f.index == next_fan_corner[edge]);
}

/* The number of corners of the intersection that are on an edge of a (3: anywhere) and on an edge of b (3:
 * anywhere). */
static uint32_t count_corners_on(const fk_triangles_shared *set, int edge_a, int edge_b)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < set->count; i++)
        count += (edge_a == 3 || is_feature_on_edge(set->corner[i].a, edge_a)) &&
                 (edge_b == 3 || is_feature_on_edge(set->corner[i].b, edge_b));
    return count;
}

/* The edge that contains the whole segment, or 3. */
static int containing_edge(const fk_triangles_shared *set, int edge_a, bool is_b)
{
    for (int k = 0; k < 3; k++)
        if ((is_b ? count_corners_on(set, edge_a, k) : count_corners_on(set, k, 3)) >= 2)
            return k;
    return 3;
}

uint32_t fk_find_common_segments(const fk_triangles_shared *set,
                                 fk_common_segment segment[FK_COMMON_SEGMENTS_MOST])
{
    uint32_t count = 0;
    if (set->count < 2)
        return 0;
    if (!set->is_coplanar) {
        segment[0] = (fk_common_segment){
            {(uint8_t)containing_edge(set, 3, false), (uint8_t)containing_edge(set, 3, true)}};
        return 1;
    }
    for (int i = 0; i < 3; i++)
        if (count_corners_on(set, i, 3) >= 2)
            segment[count++] = (fk_common_segment){{(uint8_t)i, (uint8_t)containing_edge(set, i, true)}};
    for (int j = 0; j < 3; j++)
        if (count_corners_on(set, 3, j) >= 2 && count_corners_on(set, 0, j) < 2 &&
            count_corners_on(set, 1, j) < 2 && count_corners_on(set, 2, j) < 2)
            segment[count++] = (fk_common_segment){{3, (uint8_t)j}};
    return count;
}

/* ---- Flags and the box --------------------------------------------------------------------------------- */

fk_aabb fk_relation_pair_box(const fk_vec3 a[3], const fk_vec3 b[3])
{
    fk_aabb p = fk_aabb_empty(), q = fk_aabb_empty();
    for (int k = 0; k < 3; k++) {
        p = fk_aabb_include(p, a[k]);
        q = fk_aabb_include(q, b[k]);
    }
    return fk_aabb_intersection(&p, &q);
}

/* The rounded center of the intersection of two triangles. */
static fk_vec3 intersection_center(const fk_vec3 a[3], const fk_vec3 b[3])
{
    fk_triangles_common common;
    fk_vec3 sum = {0, 0, 0};
    fk_triangles_intersect(a, b, &common);
    for (uint32_t i = 0; i < common.count; i++)
        sum = fk_vec3_add(sum, fk_vec3_scale(common.point[i], 1.0 / common.count));
    return common.count == 1 ? common.point[0] : sum;
}

FK_OWN_FRAME static void include_common_corner(fk_aabb *box, const fk_vec3 a[3], const fk_vec3 b[3],
                                               fk_triangles_corner corner)
{
    fk_arena arena;
    fk_arena_init(&arena);
    fk_rational_point place = fk_triangles_corner_point(&arena, a, b, corner);
    for (int k = 0; k < 3; k++) {
        fk_fraction at = {fk_exact_vec3_get(place.over, k), place.under};
        double low = fk_fraction_floor(&arena, at), high = fk_fraction_ceil(&arena, at);
        *fk_vec3_at(&box->min, k) = fk_double_least(fk_vec3_get(box->min, k), low);
        *fk_vec3_at(&box->max, k) = fk_double_greatest(fk_vec3_get(box->max, k), high);
    }
}

static void include_common(fk_aabb *box, const fk_vec3 a[3], const fk_vec3 b[3],
                           const fk_triangles_shared *set)
{
    fk_aabb both = fk_relation_pair_box(a, b);
    if (fk_relation_box_has(box, &both.min) && fk_relation_box_has(box, &both.max))
        return;
    for (uint32_t i = 0; i < set->count; i++) {
        fk_triangles_corner c = set->corner[i];
        if (c.a.dimension == 0)
            *box = fk_aabb_include(*box, a[c.a.index]);
        else if (c.b.dimension == 0)
            *box = fk_aabb_include(*box, b[c.b.index]);
        else
            include_common_corner(box, a, b, c);
    }
}

static fk_intersection_kind find_intersection_kind(const fk_relation_search *r, const uint32_t t[2],
                                                   const fk_triangles_shared *set)
{
    fk_common_segment segment[FK_COMMON_SEGMENTS_MOST];
    if (set->count < 2 || fk_relation_is_degenerate(r, 0, t[0]) || fk_relation_is_degenerate(r, 1, t[1]))
        return FK_INTERSECTION_POINT;
    uint32_t count = fk_find_common_segments(set, segment);
    return count == 1 && segment[0].edge[0] == 3 && segment[0].edge[1] == 3 ? FK_INTERSECTION_CROSSING
                                                                            : FK_INTERSECTION_SEGMENT;
}

fk_status fk_relation_classify_pairs(fk_relation_search *r)
{
    bool are_surfaces = !fk_relation_is_solid(r, 0) && !fk_relation_is_solid(r, 1);
    r->meets = r->pairs->count > 0;
    for (size_t i = 0; i < r->pairs->count; i++) {
        uint32_t t[2] = {r->pairs->pair[i].a, r->pairs->pair[i].b};
        fk_vec3 a[3], b[3];
        fk_triangles_shared set;
        if (fk_context_poll_at(r->context, i))
            return FK_ERROR_MEMORY;
        fk_relation_corners(r, 0, t[0], a);
        fk_relation_corners(r, 1, t[1], b);
        fk_triangles_features(a, b, &set);
        r->intersection[i] = (uint8_t)find_intersection_kind(r, t, &set);
        for (int which = 0; which < 2; which++)
            r->mesh[which].flag[t[which]] |=
                (uint8_t)(FK_TRIANGLE_MEETS_OTHER |
                          (r->intersection[i] != FK_INTERSECTION_POINT ? FK_TRIANGLE_HAS_SEGMENT : 0));
        if (!r->wants_verdict)
            include_common(&r->box, a, b, &set);
        if (are_surfaces && set.verdict == FK_OVERLAPPING && !r->is_hard)
            fk_relation_record_hard(r, intersection_center(a, b));
        if (!r->has_point && !r->wants_verdict) {
            r->point = intersection_center(a, b);
            r->has_point = true;
        }
        if (r->wants_verdict && r->is_hard)
            break;
    }
    return FK_OK;
}

/* ---- Fans around edges --------------------------------------------------------------------------------- */

/* Whether a triangle is the first one, except degenerate ones, with the edge of this side: segments on the
 * edge are classified there alone. True for the face, 3. */
static bool owns_edge(const fk_relation_search *r, int which, uint32_t triangle, uint8_t side)
{
    const fk_mesh_edges *edges = r->mesh[which].edges;
    if (side == 3)
        return true;
    uint32_t i = edges->use_begin[edges->edge_of[3 * triangle + side]];
    while (fk_relation_is_degenerate(r, which, edges->use[i] / 3))
        i++;
    return edges->use[i] / 3 == triangle;
}

/* Adds the triangles with an edge; orientation is 1 if the edge, from its lower vertex, runs along the
 * line. */
static bool add_edge_triangles(fk_relation_search *r, fk_fan *fan, int which, uint32_t edge, int orientation)
{
    const fk_relation_mesh *m = &r->mesh[which];
    for (uint32_t i = m->edges->use_begin[edge]; i < m->edges->use_begin[edge + 1]; i++) {
        uint32_t t = m->edges->use[i] / 3, k = m->edges->use[i] % 3;
        if (fk_relation_is_degenerate(r, which, t))
            continue;
        bool is_up = m->placed->mesh->triangle[t].corner[k] == m->edges->vertex[edge][0];
        fk_fan_half_plane half_plane = {(uint8_t)which,
                                        (int8_t)(is_up ? orientation : -orientation),
                                        0,
                                        false,
                                        t,
                                        fk_relation_corner(r, which, t, (int)(k + 2) % 3)};
        if (!fk_fan_add(r, fan, half_plane))
            return false;
    }
    return true;
}

bool fk_fan_winding(fk_relation_search *r, const fk_fan *fan, int which, int64_t *winding)
{
    for (size_t i = 0; i < fan->count; i++) {
        const fk_fan_half_plane *half_plane = &fan->item[i];
        if (half_plane->which == which && !fk_relation_may_self_intersect(r, which, half_plane->triangle)) {
            *winding = fan_base_winding(
                fan, i, fk_relation_own_winding(r, which, half_plane->triangle) + (half_plane->sign < 0));
            return true;
        }
    }
    return false;
}

static bool classify_fan(fk_relation_search *r, fk_fan *fan)
{
    int64_t winding[2] = {0, 0};
    fk_fan_sort(r, fan);
    for (int which = 0; which < 2; which++)
        if (fk_relation_is_solid(r, which))
            fk_fan_winding(r, fan, which, &winding[which]);
    return fk_fan_classify(r, fan, winding);
}

/* Whether a side has the same orientation as another one on its line. */
static bool is_same_orientation(const fk_vec3 *const side[2], const fk_vec3 *const other[2])
{
    for (int axis = 0; axis < 3; axis++) {
        int orientation = fk_double_order(fk_vec3_get(*side[1], axis), fk_vec3_get(*side[0], axis));
        if (orientation != 0)
            return orientation == fk_double_order(fk_vec3_get(*other[1], axis), fk_vec3_get(*other[0], axis));
    }
    return true;
}

/* Classifies a segment on an edge of one triangle or both. */
static bool classify_edge_segment(fk_relation_search *r, fk_fan *fan, const uint32_t t[2],
                                  fk_common_segment segment, bool *is_hard)
{
    int lead = segment.edge[0] < 3 ? 0 : 1, other = 1 - lead;
    uint32_t edge[2];
    const fk_vec3 *end[2][2];
    *is_hard = false;
    for (int which = 0; which < 2; which++) {
        if (!owns_edge(r, which, t[which], segment.edge[which]))
            return true; /* that triangle classifies it */
        if (segment.edge[which] == 3)
            continue;
        edge[which] = r->mesh[which].edges->edge_of[3 * t[which] + segment.edge[which]];
        for (int k = 0; k < 2; k++) /* the lower vertex first */
            end[which][k] = &r->mesh[which].point[r->mesh[which].edges->vertex[edge[which]][k]];
    }
    fan->count = 0;
    fan->from = end[lead][0];
    fan->to = end[lead][1];
    if (!add_edge_triangles(r, fan, lead, edge[lead], 1))
        return false;
    if (segment.edge[other] == 3) {
        if (!fk_fan_add_triangle(r, fan, other, t[other]))
            return false;
    } else if (!add_edge_triangles(r, fan, other, edge[other],
                                   is_same_orientation(end[lead], end[other]) ? 1 : -1))
        return false;
    *is_hard = classify_fan(r, fan);
    return true;
}

/* Classifies the four quadrants of two faces that cross. */
static bool classify_crossing(fk_relation_search *r, const uint32_t t[2])
{
    int64_t front[2] = {0, 0};
    bool is_hard = !fk_relation_is_solid(r, 0) && !fk_relation_is_solid(r, 1);
    for (int which = 0; which < 2; which++)
        if (fk_relation_is_solid(r, which))
            front[which] = fk_relation_own_winding(r, which, t[which]);
    for (int i = 0; i < 4; i++) {
        int64_t cell[2] = {front[0] + (fk_relation_is_solid(r, 0) ? i % 2 : 0),
                           front[1] + (fk_relation_is_solid(r, 1) ? i / 2 : 0)};
        is_hard |= fk_relation_record_cell(r, cell);
        is_hard |= fk_relation_record_face(r, 0, cell[1]);
        is_hard |= fk_relation_record_face(r, 1, cell[0]);
    }
    return is_hard;
}

static bool classify_triangle_pair(fk_relation_search *r, fk_fan *fan, const uint32_t t[2],
                                   fk_intersection_kind intersection)
{
    fk_vec3 a[3], b[3];
    fk_triangles_shared set;
    fk_common_segment segment[FK_COMMON_SEGMENTS_MOST];
    bool is_hard = false, is_found = false;
    fk_relation_corners(r, 0, t[0], a);
    fk_relation_corners(r, 1, t[1], b);
    if (intersection == FK_INTERSECTION_CROSSING)
        is_found = classify_crossing(r, t);
    else {
        fk_triangles_features(a, b, &set);
        for (uint32_t i = 0, count = fk_find_common_segments(&set, segment); i < count; i++) {
            if (!classify_edge_segment(r, fan, t, segment[i], &is_hard))
                return false;
            is_found |= is_hard;
        }
    }
    if (is_found && !r->is_hard)
        fk_relation_record_hard(r, intersection_center(a, b));
    return true;
}

fk_status fk_relation_classify_segments(fk_relation_search *r)
{
    fk_fan fan = {0};
    fk_status status = FK_OK;
    for (size_t i = 0; i < r->pairs->count && status == FK_OK && !fk_relation_is_settled(r); i++) {
        uint32_t t[2] = {r->pairs->pair[i].a, r->pairs->pair[i].b};
        if (fk_context_poll_at(r->context, i))
            status = FK_ERROR_MEMORY;
        else if (r->intersection[i] != FK_INTERSECTION_POINT && !fk_relation_may_self_intersect(r, 0, t[0]) &&
                 !fk_relation_may_self_intersect(r, 1, t[1]) &&
                 !classify_triangle_pair(r, &fan, t, (fk_intersection_kind)r->intersection[i]))
            status = FK_ERROR_MEMORY;
    }
    fk_fan_free(r, &fan);
    return status;
}
