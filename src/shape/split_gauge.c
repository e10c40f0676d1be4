/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* How far the hull of a cluster is from the mesh: its concavity.
 *
 * Mamou and Ghorbel, "A simple and efficient approach for 3D mesh approximate convex decomposition", ICIP 2009, take the
 * largest distance of a point of the cluster to the hull, along its normal. Here the points are samples of the whole mesh
 * that lie in the hull, whatever cluster they belong to. Otherwise the outside of a cup would be convex, and its hull a cup
 * that is full. From that distance three bounds follow for how far from the mesh the hull can be there; the least counts:
 *
 * - the way along the normal to the hull's boundary, as in the paper;
 * - the room in front of the sample: twice the radius of the largest ball that touches the mesh there, or the way to the
 *   next triangle. A slot that is narrower than the limit may be filled, however deep it is;
 * - 3/2 of the distance to faces of the hull that do not look backward. A normal that runs just below a face is long, and
 *   yet the hull is thin there.
 *
 * All of that is computed in doubles from some thousand samples: a measure of quality on which no claim rests. Tolerances
 * are relative to the size of the mesh. The same operations in the same order give the same bytes on every machine. */

#include <float.h>
#include <string.h>

#include "base/vec3.h"
#include "shape/split_build.h"

#define SAMPLES     4096    /* about so many, and less for a mesh with few triangles: */
#define PER_FACE    64      /* so many for each */
#define MOST_RAYS   4000000 /* pairs of samples and triangles that rays are worth */
#define ON_SURFACE  1e-9    /* as far from a plane, a point is on it */
#define IN_FRONT    1e-6    /* of a surface, and close to it */
#define LEAST_ORDER 2       /* triangles of small meshes have so many rows of samples at least */
#define SMALL_MESH  700

/* ---- Unit ---------------------------------------------------------------------------------------------- */

static fk_vec3 reduced(fk_vec3 p, int exponent)
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
        box = fk_aabb_include(box, reduced(point[i], unit.before));
    unit.low = box.min;
    double longest = fk_vec3_largest(fk_vec3_sub(box.max, box.min));
    unit.after = longest > 0 ? fk_exponent_of(longest) : 0;
    return unit;
}

/* The point of the mesh's space that a point in unit stands for, up to rounding. */
static fk_vec3 back_from_unit(const fk_split_unit *unit, fk_vec3 p)
{
    return reduced(fk_vec3_add(reduced(p, -unit->after), unit->low), -unit->before);
}

fk_vec3 fk_split_unit_of(const fk_split_unit *unit, fk_vec3 p)
{
    return reduced(fk_vec3_sub(reduced(p, unit->before), unit->low), unit->after);
}

/* ---- Samples ------------------------------------------------------------------------------------------- */

typedef struct face {
    fk_vec3 corner[3], normal;
    double area;
} face;

static face face_of(const fk_split_gauge *gauge, const fk_mesh *mesh, uint32_t t, double sign)
{
    face f;
    for (int k = 0; k < 3; k++)
        f.corner[k] = fk_split_unit_of(&gauge->unit, mesh->point[mesh->triangle[t].corner[k]]);
    fk_vec3 cross =
        fk_vec3_cross(fk_vec3_sub(f.corner[1], f.corner[0]), fk_vec3_sub(f.corner[2], f.corner[0]));
    double length = fk_vec3_length(cross);
    f.area = length / 2;
    f.normal = length > 0 ? fk_vec3_scale(cross, sign / length) : fk_vec3_make(0, 0, 0);
    return f;
}

/* Adds the centres of a triangle's parts when each side is cut into `order`: those of the parts that stand upright. */
static bool add_samples(fk_split_gauge *gauge, const face *f, uint32_t order)
{
    size_t more = (size_t)order * (order + 1) / 2;
    if (!fk_grow(gauge->context, &gauge->sample, sizeof *gauge->sample, gauge->sample_count,
                 &gauge->sample_capacity, gauge->sample_count + more))
        return false;
    for (uint32_t i = 0; i < order; i++)
        for (uint32_t k = 0; i + k < order; k++) {
            double a = (i + 1.0 / 3) / order, b = (k + 1.0 / 3) / order, c = 1 - a - b;
            fk_vec3 at =
                fk_vec3_add(fk_vec3_add(fk_vec3_scale(f->corner[0], a), fk_vec3_scale(f->corner[1], b)),
                            fk_vec3_scale(f->corner[2], c));
            fk_split_sample sample = {at, f->normal, DBL_MAX};
            gauge->sample[gauge->sample_count++] = sample;
        }
    return true;
}

/* Samples by area: what a triangle does not use of its share is left to the next one. */
static fk_status sample_mesh(fk_split_gauge *gauge, const fk_mesh *mesh, double sign)
{
    double total = 0, share = 0.5, wanted = fk_smaller(SAMPLES, PER_FACE * (double)mesh->triangle_count);
    for (uint32_t t = 0; t < mesh->triangle_count; t++)
        total += face_of(gauge, mesh, t, sign).area;
    for (uint32_t t = 0; t < mesh->triangle_count && total > 0; t++) {
        face f = face_of(gauge, mesh, t, sign);
        if (!(f.area > 0))
            continue;
        share += f.area / total * wanted;
        uint32_t order = 0;
        while ((order + 1) * (order + 2) / 2.0 <= share)
            order++;
        share -= order * (order + 1) / 2.0;
        if (mesh->triangle_count < SMALL_MESH && order < LEAST_ORDER)
            order = LEAST_ORDER;
        if (order > 0 && !add_samples(gauge, &f, order))
            return FK_ERROR_MEMORY;
    }
    return FK_OK;
}

/* Leaves out samples of a solid that have its inside on both sides, as where parts of it overlap. */
static void drop_hidden(fk_split_gauge *gauge, const fk_mesh *mesh)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < gauge->sample_count; i++) {
        const fk_split_sample *s = &gauge->sample[i];
        fk_vec3 front = fk_vec3_add(s->at, fk_vec3_scale(s->normal, IN_FRONT));
        int64_t winding = 0;
        if (!fk_mesh_winding(mesh, back_from_unit(&gauge->unit, front), &winding) || winding == 0)
            gauge->sample[kept++] = *s;
    }
    gauge->sample_count = kept;
}

static uint32_t grid_index(double at, double size)
{
    double k = size > 0 ? at / size * FK_SPLIT_GRID : 0;
    return k >= FK_SPLIT_GRID - 1 ? FK_SPLIT_GRID - 1 : k > 0 ? (uint32_t)k : 0;
}

static uint32_t grid_box(const fk_split_gauge *gauge, fk_vec3 at)
{
    return (grid_index(at.z, gauge->size.z) * FK_SPLIT_GRID + grid_index(at.y, gauge->size.y)) *
               FK_SPLIT_GRID +
           grid_index(at.x, gauge->size.x);
}

#define BOXES ((size_t)FK_SPLIT_GRID * FK_SPLIT_GRID * FK_SPLIT_GRID)

/* Sorts the samples by box; those of one box keep their order. */
static fk_status sort_samples(fk_split_gauge *gauge)
{
    size_t bytes = gauge->sample_count * sizeof *gauge->sample;
    gauge->begin = fk_allocate(gauge->context, (BOXES + 1) * sizeof *gauge->begin);
    fk_split_sample *copy = gauge->begin == NULL ? NULL : fk_allocate(gauge->context, bytes + 1);
    if (copy == NULL)
        return FK_ERROR_MEMORY;
    memset(gauge->begin, 0, (BOXES + 1) * sizeof *gauge->begin);
    if (bytes > 0)
        memcpy(copy, gauge->sample, bytes);
    for (uint32_t i = 0; i < gauge->sample_count; i++)
        gauge->begin[grid_box(gauge, copy[i].at)]++;
    uint32_t end = 0;
    for (size_t b = 0; b <= BOXES; b++) {
        uint32_t next = end + (b < BOXES ? gauge->begin[b] : 0);
        gauge->begin[b] = end;
        end = next;
    }
    for (uint32_t i = 0; i < gauge->sample_count; i++)
        gauge->sample[gauge->begin[grid_box(gauge, copy[i].at)]++] = copy[i];
    memmove(gauge->begin + 1, gauge->begin, BOXES * sizeof *gauge->begin);
    gauge->begin[0] = 0;
    fk_release(gauge->context, copy, bytes + 1);
    return FK_OK;
}

/* ---- Room in front of samples -------------------------------------------------------------------------- */

/* A ball that touches the mesh at sample a and has sample b on its boundary has radius d^2 / 2h, when b is h above the
 * tangent plane and d away. */
static void bound_by_balls(fk_split_gauge *gauge)
{
    for (uint32_t a = 0; a < gauge->sample_count; a++) {
        fk_split_sample *s = &gauge->sample[a];
        for (uint32_t b = 0; b < gauge->sample_count; b++) {
            fk_vec3 d = fk_vec3_sub(gauge->sample[b].at, s->at);
            double height = fk_vec3_dot(d, s->normal), square = fk_vec3_dot(d, d);
            if (height > ON_SURFACE && square < s->room * height)
                s->room = square / height;
        }
    }
}

/* How far along a ray it meets a triangle; DBL_MAX when it does not (Moeller and Trumbore 1997). */
static double ray_to_face(const fk_split_sample *s, const face *f)
{
    fk_vec3 e1 = fk_vec3_sub(f->corner[1], f->corner[0]), e2 = fk_vec3_sub(f->corner[2], f->corner[0]);
    fk_vec3 p = fk_vec3_cross(s->normal, e2);
    double determinant = fk_vec3_dot(e1, p);
    if (!(fabs(determinant) > 0))
        return DBL_MAX;
    fk_vec3 from = fk_vec3_sub(s->at, f->corner[0]), q = fk_vec3_cross(from, e1);
    double u = fk_vec3_dot(from, p) / determinant, v = fk_vec3_dot(s->normal, q) / determinant;
    double t = fk_vec3_dot(e2, q) / determinant;
    return u >= 0 && v >= 0 && u + v <= 1 && t > ON_SURFACE ? t : DBL_MAX;
}

static void bound_by_rays(fk_split_gauge *gauge, const fk_mesh *mesh)
{
    if ((double)mesh->triangle_count * gauge->sample_count > MOST_RAYS)
        return;
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        face f = face_of(gauge, mesh, t, 1);
        for (uint32_t i = 0; i < gauge->sample_count; i++) {
            fk_split_sample *s = &gauge->sample[i];
            s->room = fk_smaller(s->room, ray_to_face(s, &f));
        }
    }
}

/* ---- Making ready -------------------------------------------------------------------------------------- */

fk_status fk_split_gauge_init(fk_context *context, const fk_mesh *mesh, bool is_solid, double sign,
                              fk_split_gauge *gauge)
{
    memset(gauge, 0, sizeof *gauge);
    gauge->context = context;
    gauge->unit = fk_split_unit_make(mesh->point, mesh->vertex_count);
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        fk_vec3 p = fk_split_unit_of(&gauge->unit, mesh->point[i]);
        gauge->size = fk_vec3_make(fk_larger(gauge->size.x, p.x), fk_larger(gauge->size.y, p.y),
                                   fk_larger(gauge->size.z, p.z));
    }
    fk_status status = sample_mesh(gauge, mesh, sign);
    if (status == FK_OK && is_solid)
        drop_hidden(gauge, mesh);
    if (status == FK_OK)
        status = sort_samples(gauge);
    if (status == FK_OK) {
        bound_by_balls(gauge);
        bound_by_rays(gauge, mesh);
    }
    return status;
}

void fk_split_gauge_end(fk_split_gauge *gauge)
{
    fk_release(gauge->context, gauge->sample, gauge->sample_capacity * sizeof *gauge->sample);
    fk_release(gauge->context, gauge->begin, (BOXES + 1) * sizeof *gauge->begin);
    fk_release(gauge->context, gauge->plane, gauge->plane_capacity * sizeof *gauge->plane);
    fk_release(gauge->context, gauge->corner, gauge->corner_capacity * sizeof *gauge->corner);
}

/* ---- The planes of a hull ------------------------------------------------------------------------------ */

static void add_plane(fk_split_gauge *gauge, size_t *count, fk_vec3 normal, fk_vec3 on)
{
    double length = fk_vec3_length(normal);
    if (!(length > 0))
        return;
    fk_plane plane = {fk_vec3_scale(normal, 1 / length), 0};
    plane.offset = fk_vec3_dot(plane.normal, on);
    gauge->plane[(*count)++] = plane;
}

/* The planes of the faces; of a polygon those of its edges, too. */
static size_t make_planes(fk_split_gauge *gauge, const fk_hull_mesh *hull)
{
    size_t count = 0;
    fk_vec3 first = fk_vec3_make(0, 0, 0);
    for (uint32_t f = 0; f < hull->face_count; f++) {
        const uint32_t *v = hull->face_vertex + hull->face_begin[f];
        uint32_t size = hull->face_begin[f + 1] - hull->face_begin[f];
        fk_vec3 base = gauge->corner[v[0]], normal = fk_vec3_make(0, 0, 0);
        for (uint32_t i = 1; i + 1 < size; i++)
            normal = fk_vec3_add(normal, fk_vec3_cross(fk_vec3_sub(gauge->corner[v[i]], base),
                                                       fk_vec3_sub(gauge->corner[v[i + 1]], base)));
        add_plane(gauge, &count, normal, base);
        if (f == 0)
            first = normal;
    }
    if (hull->dimension == 2)
        for (uint32_t i = 0; i < hull->face_begin[1]; i++) {
            fk_vec3 from = gauge->corner[hull->face_vertex[i]];
            fk_vec3 to = gauge->corner[hull->face_vertex[i + 1 < hull->face_begin[1] ? i + 1 : 0]];
            add_plane(gauge, &count, fk_vec3_cross(fk_vec3_sub(to, from), first), from);
        }
    return count;
}

/* ---- The measure --------------------------------------------------------------------------------------- */

/* What a sample contributes; any number up to `enough` when that is no more, or it is not in the hull. The plane that showed
 * this is likely to do so again: *first is where the search begins, whatever the order is. */
static double sample_measure(const fk_split_sample *s, const fk_plane *plane, size_t count, double enough,
                             size_t *first)
{
    double least = s->room;
    for (size_t i = 0, p = *first; i < count; i++, p = p + 1 < count ? p + 1 : 0) {
        double below = plane[p].offset - fk_vec3_dot(plane[p].normal, s->at);
        double slope = fk_vec3_dot(plane[p].normal, s->normal);
        if (below < -ON_SURFACE)
            least = 0;
        if (slope > -0.5)
            least = fk_smaller(least, 1.5 * fk_larger(below, 0));
        if (slope > ON_SURFACE)
            least = fk_smaller(least, fk_larger(below, 0) / slope);
        if (least <= enough) {
            *first = p;
            return least;
        }
    }
    return least;
}

static double measure_planes(const fk_split_gauge *gauge, size_t planes, fk_vec3 low, fk_vec3 high)
{
    uint32_t from[3], to[3];
    for (int k = 0; k < 3; k++) {
        from[k] = grid_index(fk_vec3_get(low, k) - ON_SURFACE, fk_vec3_get(gauge->size, k));
        to[k] = grid_index(fk_vec3_get(high, k) + ON_SURFACE, fk_vec3_get(gauge->size, k));
    }
    double largest = 0;
    size_t first = 0;
    for (uint32_t z = from[2]; z <= to[2]; z++)
        for (uint32_t y = from[1]; y <= to[1]; y++) {
            uint32_t row = (z * FK_SPLIT_GRID + y) * FK_SPLIT_GRID;
            for (uint32_t i = gauge->begin[row + from[0]]; i < gauge->begin[row + to[0] + 1]; i++)
                largest = fk_larger(sample_measure(&gauge->sample[i], gauge->plane, planes, largest, &first),
                                    largest);
        }
    return largest;
}

static fk_status measure_hull(fk_split_gauge *gauge, const fk_hull_mesh *hull, const fk_vec3 *point,
                              double *concavity)
{
    if (!fk_grow(gauge->context, &gauge->corner, sizeof *gauge->corner, 0, &gauge->corner_capacity,
                 hull->vertex_count) ||
        !fk_grow(gauge->context, &gauge->plane, sizeof *gauge->plane, 0, &gauge->plane_capacity,
                 (size_t)hull->face_count + hull->corner_count))
        return FK_ERROR_MEMORY;
    fk_aabb box = fk_aabb_empty();
    for (uint32_t i = 0; i < hull->vertex_count; i++) {
        gauge->corner[i] = fk_split_unit_of(&gauge->unit, point[hull->source[i]]);
        box = fk_aabb_include(box, gauge->corner[i]);
    }
    size_t planes = make_planes(gauge, hull);
    *concavity = hull->dimension < 2 || planes == 0 ? 0 : measure_planes(gauge, planes, box.min, box.max);
    return FK_OK;
}

fk_status fk_split_gauge_measure(fk_split_gauge *gauge, fk_vec3 *point, uint32_t count, double *concavity,
                                 uint32_t *kept)
{
    fk_cloud cloud;
    fk_hull_mesh hull;
    fk_status status = fk_cloud_init(gauge->context, &cloud, point, count);
    if (status != FK_OK)
        return status;
    status = fk_hull_mesh_build(gauge->context, &cloud, &hull);
    fk_cloud_end(gauge->context, &cloud);
    if (status != FK_OK)
        return status;
    status = measure_hull(gauge, &hull, point, concavity);
    if (status == FK_OK && kept != NULL) {
        for (uint32_t i = 0; i < hull.vertex_count; i++)
            point[i] = point[hull.source[i]]; /* sources ascend */
        *kept = hull.vertex_count;
    }
    fk_hull_mesh_end(gauge->context, &hull);
    return status;
}
