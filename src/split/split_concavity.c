/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Concavity: how far the hull of a cluster is from the mesh.
 *
 * Mamou and Ghorbel, "A simple and efficient approach for 3D mesh approximate convex decomposition", ICIP 2009, take the
 * largest distance of a point of the cluster to the hull, along its normal. Here the points are samples of the whole mesh in
 * the hull, whatever cluster they belong to. Otherwise the outside of a cup would be convex, and its hull a full cup. A
 * sample contributes the smaller one of
 *
 * - the distance along its normal to the hull's boundary, as in the paper;
 * - the clearance in front of the sample (split_sample.c). A slot that is narrower than the limit may be filled, however deep
 *   it is.
 *
 * The point at that distance, or at half of the clearance, is in the hull; its distance to the mesh is what the sample
 * contributes, or at least half of it. So a hull that covers a hole or a gap between teeth is as far from the mesh as these
 * are wide, however thin it is.
 *
 * A normal beside a flat hull leaves it at once if a rounding error tilts it. So flat or thin hulls are also measured as
 * polygons: their projections, in which slanted normals count less.
 *
 * Hulls of cells that fill a solid may contain no sample at all; so points of their faces are tested as well.
 *
 * All of that is computed in doubles from some thousand samples: a measure of quality on which no guarantee rests. Tolerances
 * are relative to the size of the mesh. The same operations in the same order give the same bytes on every machine. */

#include <float.h>
#include <string.h>

#include "base/vec3.h"
#include "split/split.h"

#define ON_SURFACE FK_SPLIT_ON_SURFACE
#define FLAT       1e-7 /* rounding may turn the faces of a thinner hull anywhere */
#define THIN       0.02 /* of its longest side: thinner hulls are projected */
#define PROBES     16   /* along a segment, at most */
#define STEEP      0.9  /* samples with a larger slant do not count in a projection */

/* ---- Unit ---------------------------------------------------------------------------------------------- */

static fk_vec3 scale_down(fk_vec3 p, int exponent)
{
    return fk_vec3_scale(p, fk_inverse_power(exponent));
}

fk_split_unit fk_split_unit_make(const fk_vec3 *point, uint32_t count)
{
    fk_split_unit unit;
    unit.before = fk_vec3_exponent(point[0]);
    for (uint32_t i = 1; i < count; i++) {
        int exponent = fk_vec3_exponent(point[i]);
        unit.before = exponent > unit.before ? exponent : unit.before;
    }
    fk_aabb box = fk_aabb_empty();
    for (uint32_t i = 0; i < count; i++)
        box = fk_aabb_include(box, scale_down(point[i], unit.before));
    unit.low = box.min;
    double longest = fk_vec3_largest(fk_vec3_sub(box.max, box.min));
    unit.after = longest > 0 ? fk_exponent_of(longest) : 0;
    return unit;
}

fk_vec3 fk_split_unit_invert(const fk_split_unit *unit, fk_vec3 p)
{
    return scale_down(fk_vec3_add(scale_down(p, -unit->after), unit->low), -unit->before);
}

fk_vec3 fk_split_unit_apply(const fk_split_unit *unit, fk_vec3 p)
{
    return scale_down(fk_vec3_sub(scale_down(p, unit->before), unit->low), unit->after);
}

/* ---- Planes of a hull ---------------------------------------------------------------------------------- */

static void add_unit_plane(fk_split_samples *samples, size_t *count, fk_vec3 normal, fk_vec3 on)
{
    double length = fk_vec3_length(normal);
    if (!(length > 0))
        return;
    fk_plane plane = {fk_vec3_scale(normal, 1 / length), 0};
    plane.offset = fk_vec3_dot(plane.normal, on);
    samples->plane[(*count)++] = plane;
}

/* The outward normal of a face; its length is twice the area. */
static fk_vec3 piece_face_normal(const fk_split_samples *samples, const fk_hull_mesh *hull, uint32_t f)
{
    const uint32_t *v = hull->face_vertex + hull->face_begin[f];
    uint32_t size = hull->face_begin[f + 1] - hull->face_begin[f];
    fk_vec3 base = samples->corner[v[0]], normal = fk_vec3_make(0, 0, 0);
    for (uint32_t i = 1; i + 1 < size; i++)
        normal = fk_vec3_add(normal, fk_vec3_cross(fk_vec3_sub(samples->corner[v[i]], base),
                                                   fk_vec3_sub(samples->corner[v[i + 1]], base)));
    return normal;
}

/* Whether no corner is beyond a plane. */
static bool is_supporting_plane(const fk_split_samples *samples, const fk_plane *plane, uint32_t corners)
{
    for (uint32_t i = 0; i < corners; i++)
        if (fk_vec3_dot(plane->normal, samples->corner[i]) > plane->offset + ON_SURFACE)
            return false;
    return true;
}

/* Makes the planes of the faces. That of a face with nearly collinear corners may be wrong, and is dropped if it cuts the
 * hull. */
static size_t make_face_planes(fk_split_samples *samples, const fk_hull_mesh *hull)
{
    size_t count = 0;
    for (uint32_t f = 0; f < hull->face_count; f++) {
        size_t next = count;
        add_unit_plane(samples, &next, piece_face_normal(samples, hull, f),
                       samples->corner[hull->face_vertex[hull->face_begin[f]]]);
        if (next > count && is_supporting_plane(samples, &samples->plane[count], hull->vertex_count))
            count = next;
    }
    return count;
}

/* ---- Projection of a thin hull ------------------------------------------------------------------------- */

/* The projection of a flat or thin hull along the normal of its largest face. */
typedef struct thin_projection {
    fk_vec3 normal;
    double top, depth; /* the heights of its points along the normal are from top - depth to top */
    size_t begin, end; /* its sides, among the planes */
} thin_projection;

/* Adds the sides of a projection after the planes of the faces: edges with the whole hull on one side. It does not test which
 * faces point along the normal, since those of a hull that is flat up to rounding point anywhere. */
static void add_projection_sides(fk_split_samples *samples, const fk_hull_mesh *hull, size_t planes,
                                 thin_projection *s)
{
    s->begin = s->end = planes;
    for (uint32_t f = 0; f < hull->face_count; f++) {
        uint32_t begin = hull->face_begin[f], end = hull->face_begin[f + 1];
        for (uint32_t i = begin; i < end; i++) {
            fk_vec3 from = samples->corner[hull->face_vertex[i]];
            fk_vec3 to = samples->corner[hull->face_vertex[i + 1 < end ? i + 1 : begin]];
            size_t next = s->end;
            add_unit_plane(samples, &next, fk_vec3_cross(fk_vec3_sub(to, from), s->normal), from);
            if (next > s->end && is_supporting_plane(samples, &samples->plane[s->end], hull->vertex_count))
                s->end = next;
        }
    }
}

/* Projects a hull with this box, if it is thin. */
static bool find_thin_projection(fk_split_samples *samples, const fk_hull_mesh *hull, size_t planes,
                                 const fk_aabb *box, thin_projection *s)
{
    fk_vec3 largest = fk_vec3_make(0, 0, 0);
    for (uint32_t f = 0; f < hull->face_count; f++) {
        fk_vec3 normal = piece_face_normal(samples, hull, f);
        if (fk_vec3_dot(normal, normal) > fk_vec3_dot(largest, largest))
            largest = normal;
    }
    s->normal = fk_vec3_unit(largest);
    double low = DBL_MAX, high = -DBL_MAX;
    for (uint32_t i = 0; i < hull->vertex_count; i++) {
        double height = fk_vec3_dot(s->normal, samples->corner[i]);
        low = fk_smaller(low, height);
        high = fk_larger(high, height);
    }
    s->top = high;
    s->depth = high - low;
    if (s->depth > THIN * fk_vec3_largest(fk_vec3_sub(box->max, box->min)))
        return false;
    add_projection_sides(samples, hull, planes, s);
    return s->end > s->begin;
}

/* ---- Concavity ----------------------------------------------------------------------------------------- */

/* The contribution of a sample; any number up to `enough` if it is not larger than that, or if the sample is outside the
 * hull. The plane that showed this will probably do so again: the search begins at *first, in any order. */
static double sample_concavity(const fk_split_sample *s, const fk_plane *plane, size_t count, double enough,
                               size_t *first)
{
    double least = s->clearance;
    if (least <= enough)
        return least;
    for (size_t i = 0, p = *first; i < count; i++, p = p + 1 < count ? p + 1 : 0) {
        double below = plane[p].offset - fk_vec3_dot(plane[p].normal, s->at);
        double slope = fk_vec3_dot(plane[p].normal, s->normal);
        if (below < -ON_SURFACE)
            least = 0;
        if (slope > ON_SURFACE)
            least = fk_smaller(least, fk_larger(below, 0) / slope);
        if (least <= enough) {
            *first = p;
            return least;
        }
    }
    return least;
}

/* The same in a projection. The point at distance t in front of the sample is t * slant away from the plane parallel to the
 * projection through the sample, so a point of that plane is t (1 - slant) from the mesh; the hull is at most its depth, plus
 * the distance of the sample above or below it, from that point. */
static double projected_concavity(const fk_split_sample *s, const fk_plane *plane, const thin_projection *of,
                                  double enough, size_t *first)
{
    double slant = fabs(fk_vec3_dot(of->normal, s->normal)), above = fk_vec3_dot(of->normal, s->at) - of->top;
    double beside = fk_larger(above, -above - of->depth), off = of->depth + fk_larger(beside, 0);
    if (slant > STEEP || beside > 2 * FK_SPLIT_BESIDE)
        return 0;
    double scale = 1 - slant;
    return scale *
               sample_concavity(s, plane + of->begin, of->end - of->begin, (enough + off) / scale, first) -
           off;
}

/* The larger of both measures over all samples. A flat hull has no faces to measure (planes is 0), others no projection (of
 * is NULL). */
static double measure_samples(const fk_split_samples *samples, size_t planes, const thin_projection *of,
                              const fk_aabb *box)
{
    uint32_t from[3], to[3];
    for (int k = 0; k < 3; k++) {
        double size = fk_vec3_get(samples->size, k);
        from[k] = fk_split_grid_index(fk_vec3_get(box->min, k) - FK_SPLIT_BESIDE, size);
        to[k] = fk_split_grid_index(fk_vec3_get(box->max, k) + FK_SPLIT_BESIDE, size);
    }
    double largest = 0;
    size_t first = 0, first_side = 0;
    for (uint32_t z = from[2]; z <= to[2]; z++)
        for (uint32_t y = from[1]; y <= to[1]; y++) {
            uint32_t row = (z * FK_SPLIT_GRID + y) * FK_SPLIT_GRID;
            for (uint32_t i = samples->begin[row + from[0]]; i < samples->begin[row + to[0] + 1]; i++) {
                const fk_split_sample *s = &samples->sample[i];
                if (planes > 0)
                    largest =
                        fk_larger(sample_concavity(s, samples->plane, planes, largest, &first), largest);
                if (of != NULL)
                    largest =
                        fk_larger(projected_concavity(s, samples->plane, of, largest, &first_side), largest);
            }
        }
    return largest;
}

/* The distance of a point from the mesh, if it is outside the solid and that is more than `enough`; else 0. */
static double probe_point(const fk_split_samples *samples, fk_vec3 point, double enough)
{
    int64_t winding = 0;
    double distance = fk_split_mesh_distance(samples, point, enough);
    if (distance <= enough)
        return 0;
    return fk_mesh_winding(samples->mesh, fk_split_unit_invert(&samples->unit, point), &winding) &&
                   winding == 0
               ? distance
               : 0;
}

/* The distance of the first point of a segment that exceeds `enough`, else 0. Its ends are close to the mesh, so short
 * segments have none. */
static double probe_segment(const fk_split_samples *samples, fk_vec3 from, fk_vec3 to, double enough)
{
    fk_vec3 displacement = fk_vec3_sub(to, from);
    double found = 0, steps = fk_smaller(fk_vec3_length(displacement) / enough, PROBES);
    for (int i = 1; i < steps && found <= enough; i++)
        found = probe_point(samples, fk_vec3_add(from, fk_vec3_scale(displacement, i / steps)), enough);
    return found;
}

/* The same for all faces: along their sides, and from their corners to their centers. */
static double probe_faces(const fk_split_samples *samples, const fk_hull_mesh *hull, double enough)
{
    double found = 0;
    for (uint32_t f = 0; f < hull->face_count && found <= enough; f++) {
        const uint32_t *v = hull->face_vertex + hull->face_begin[f];
        uint32_t size = hull->face_begin[f + 1] - hull->face_begin[f];
        fk_vec3 middle = fk_vec3_make(0, 0, 0);
        for (uint32_t i = 0; i < size; i++)
            middle = fk_vec3_add(middle, fk_vec3_scale(samples->corner[v[i]], 1.0 / size));
        for (uint32_t i = 0; i < size && found <= enough; i++) {
            uint32_t next = v[i + 1 < size ? i + 1 : 0];
            found = probe_segment(samples, samples->corner[v[i]], middle, enough);
            if (found <= enough && v[i] < next)
                found = probe_segment(samples, samples->corner[v[i]], samples->corner[next], enough);
        }
    }
    return found;
}

static fk_status measure_hull(fk_split_samples *samples, const fk_hull_mesh *hull, const fk_vec3 *point,
                              double probed, double *concavity)
{
    if (!fk_grow(samples->context, &samples->corner, sizeof *samples->corner, 0, &samples->corner_capacity,
                 hull->vertex_count) ||
        !fk_grow(samples->context, &samples->plane, sizeof *samples->plane, 0, &samples->plane_capacity,
                 (size_t)hull->face_count + hull->corner_count + 1))
        return FK_ERROR_MEMORY;
    fk_aabb box = fk_aabb_empty();
    for (uint32_t i = 0; i < hull->vertex_count; i++) {
        samples->corner[i] = fk_split_unit_apply(&samples->unit, point[hull->source[i]]);
        box = fk_aabb_include(box, samples->corner[i]);
    }
    *concavity = 0;
    if (hull->dimension < 2)
        return FK_OK;
    thin_projection of;
    size_t planes = hull->dimension == 3 ? make_face_planes(samples, hull) : 0;
    bool has_projection = find_thin_projection(samples, hull, planes, &box, &of);
    if (has_projection) /* a lens has only these sides, and a flat hull no faces */
        planes = of.depth > FLAT ? of.end : 0;
    *concavity = measure_samples(samples, planes, has_projection ? &of : NULL, &box);
    if (*concavity <= probed && probed < DBL_MAX)
        *concavity = fk_larger(*concavity, probe_faces(samples, hull, probed));
    return FK_OK;
}

fk_status fk_split_measure_concavity(fk_split_samples *samples, fk_vec3 *point, uint32_t count, double probed,
                                     double *concavity, uint32_t *kept)
{
    fk_point_set cloud;
    fk_hull_mesh hull;
    fk_status status = fk_point_set_init(samples->context, &cloud, point, count);
    if (status != FK_OK)
        return status;
    status = fk_hull_mesh_build(samples->context, &cloud, &hull);
    fk_point_set_end(samples->context, &cloud);
    if (status != FK_OK)
        return status;
    status = measure_hull(samples, &hull, point, probed, concavity);
    if (status == FK_OK && kept != NULL) {
        for (uint32_t i = 0; i < hull.vertex_count; i++)
            point[i] = point[hull.source[i]]; /* sources ascend */
        *kept = hull.vertex_count;
    }
    fk_hull_mesh_end(samples->context, &hull);
    return status;
}
