/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Whether a point is in the interior of a solid, also if it is on its triangles: fk_placed_interior of tree.h.
 *
 * Around a point p, the triangles that contain it divide a small ball into cells. p is in the interior if and only if none
 * of them has the winding number 0. Each cell is bounded by a part of a triangle t, and that part begins at a ray from p
 * along an edge of t, or along the line in which t and another triangle meet. So for each such ray, in both directions, the
 * four points beside it are tested: to both sides in the plane of t, and from there to both sides of t. They are p moved by
 * infinitesimals of growing order (solid_relation.h). Each is in a cell around p, whether it is next to t or not. */

#include "base/vec3.h"
#include "mesh/mesh.h"
#include "tree/solid_relation.h"
#include "tree/tree.h"

typedef struct interior_search {
    fk_relation_search relation; /* only the origin and the scale */
    const fk_placed_mesh *a;
    fk_vec3 point;
    fk_aabb box; /* of the point */
    fk_perturbed_point perturbed;
    int64_t winding;
    uint32_t triangle; /* t */
    fk_vec3 corner[3]; /* of t */
    bool is_on_triangle;
} interior_search;

/* ---- Winding numbers ----------------------------------------------------------------------------------- */

static fk_relation_plane plane_of(const fk_vec3 corner[3])
{
    return (fk_relation_plane){FK_PLANE_TRIANGLE, 0, {&corner[0], &corner[1], &corner[2]}, 0};
}

static bool add_triangle_winding(void *user, uint32_t triangle)
{
    interior_search *s = user;
    fk_vec3 place[3];
    fk_placed_triangle(s->a, triangle, place);
    fk_relation_plane plane = plane_of(place);
    if (!fk_is_collinear(&place[0], &place[1], &place[2]))
        s->winding += fk_perturbed_crossing(&s->relation, &plane, &s->perturbed, &s->box);
    return true;
}

static bool is_cell_outside(interior_search *s)
{
    fk_aabb reach = s->box;
    reach.max.x = HUGE_VAL;
    s->winding = 0;
    fk_placed_visit(s->a, &reach, add_triangle_winding, s);
    return s->winding == 0;
}

/* ---- Cells around the point ---------------------------------------------------------------------------- */

/* Whether one of the four cells beside a ray in the plane of t is outside. */
static bool is_ray_beside_outside(interior_search *s, const fk_perturbation_level *ray)
{
    fk_perturbation_level across = {.kind = FK_SHIFT_IN_PLANE, .plane = {plane_of(s->corner)}},
                          normal = across;
    normal.kind = FK_SHIFT_NORMAL;
    fk_perturbed_point_truncate(&s->perturbed, 1);
    fk_perturbed_point_push(&s->relation, &s->perturbed, ray);
    for (int i = 0; i < 4; i++) {
        across.sign = i & 1 ? 1 : -1;
        normal.sign = i & 2 ? 1 : -1;
        fk_perturbed_point_truncate(&s->perturbed, 2);
        fk_perturbed_point_push(&s->relation, &s->perturbed, &across);
        fk_perturbed_point_push(&s->relation, &s->perturbed, &normal);
        if (is_cell_outside(s))
            return true;
    }
    return false;
}

static bool contains_point_of(const interior_search *s, const fk_vec3 corner[3])
{
    fk_piece point = fk_piece_point(s->point), t = fk_piece_triangle(corner[0], corner[1], corner[2]);
    return fk_pair_verdict(&point, &t) != FK_APART;
}

/* Tests the rays along which another triangle through the point meets t. */
static bool test_crossing_rays(void *user, uint32_t triangle)
{
    interior_search *s = user;
    fk_vec3 corner[3];
    fk_triangles_shared shared;
    if (triangle == s->triangle)
        return true;
    fk_placed_triangle(s->a, triangle, corner);
    if (!contains_point_of(s, corner))
        return true;
    fk_triangles_features(s->corner, corner, &shared);
    if (shared.count != 2 || fk_is_collinear(&corner[0], &corner[1], &corner[2]))
        return true;
    fk_perturbation_level ray = {.kind = FK_SHIFT_ALONG_LINE, .sign = 1};
    for (int k = 0; k < 2; k++) {
        ray.plane[k] = plane_of(s->corner);
        ray.plane[1 - k] = plane_of(corner);
        if (is_ray_beside_outside(s, &ray))
            return false;
    }
    return true;
}

/* Ends the visit at a triangle beside which there is a cell outside. */
static bool test_triangle_cells(void *user, uint32_t triangle)
{
    interior_search *s = user;
    fk_placed_triangle(s->a, triangle, s->corner);
    if (fk_is_collinear(&s->corner[0], &s->corner[1], &s->corner[2]) || !contains_point_of(s, s->corner))
        return true;
    s->is_on_triangle = true;
    s->triangle = triangle;
    fk_perturbation_level ray = {.kind = FK_SHIFT_ALONG_EDGE, .sign = 1};
    for (int k = 0; k < 6; k++) {
        ray.point[k & 1] = &s->corner[k / 2];
        ray.point[1 - (k & 1)] = &s->corner[(k / 2 + 1) % 3];
        if (is_ray_beside_outside(s, &ray))
            return false;
    }
    return fk_placed_visit(s->a, &s->box, test_crossing_rays, s);
}

/* ---- The query ----------------------------------------------------------------------------------------- */

FK_OWN_FRAME static bool is_interior_on_triangles(const fk_placed_mesh *a, fk_vec3 point)
{
    interior_search s;
    double size = fk_larger(fk_placed_max_coordinate(a), fk_vec3_largest(point));
    s.relation = (fk_relation_search){.origin = point, .scale = fk_ball_scale(fk_exponent_of(size) + 1)};
    s.a = a;
    s.point = point;
    s.box = (fk_aabb){point, point};
    s.is_on_triangle = false;
    fk_perturbation_level at = {.kind = FK_POINT_VERTEX, .sign = 1, .point = {&s.point, NULL}};
    fk_perturbed_point_init(&s.perturbed);
    fk_perturbed_point_push(&s.relation, &s.perturbed, &at);
    if (!fk_placed_visit(a, &s.box, test_triangle_cells, &s))
        return false;
    /* On none, or on degenerate ones alone, there is one cell. */
    fk_perturbed_point_truncate(&s.perturbed, 1);
    return s.is_on_triangle || !is_cell_outside(&s);
}

bool fk_placed_interior(const fk_placed_mesh *a, fk_vec3 point)
{
    int64_t winding;
    if (!a->is_solid || !fk_vec3_is_finite(point))
        return false;
    return fk_placed_winding(a, point, &winding) ? winding != 0 : is_interior_on_triangles(a, point);
}
