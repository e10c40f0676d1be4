/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Oriented boxes around points: the search for axes. bound_obb.c proves that a box contains the points, for any axes.
 *
 * Sources. fk_obb_build_quick: Grulich, "Collision detection in 3D space", 2016, section 3.1.3: of the pairs of points on
 * opposite sides of the axis-aligned box, the longest is the first axis; all points are projected along it, and the same
 * construction in the plane gives the second. The print uses the lengths of these pairs as sides of the box, which may exclude
 * other points; here the sides contain all points. It leaves the axes in the plane open; here the first is nearest to the
 * coordinate axis that is most perpendicular to the first pair.
 *
 * fk_obb_build: the smallest box has two neighbouring faces on edges of the hull (O'Rourke, "Finding minimal enclosing boxes",
 * 1985), and finding it takes cubic time. Boxes with a face on a face of the hull are nearly as good (Barequet, Har-Peled, 2001,
 * prove a factor for coarser ones): for each face of the hull, or the largest where there are many, the smallest rectangle of the
 * points projected along its normal is found. These, the principal axes, the quick axes and the coordinate axes are starts of a
 * search that finds the best rectangle across each of its three axes in turn.
 *
 * Work is bounded: of a hull with many corners the search uses those that are farthest along the directions of a grid, and it
 * tries the MOST_NORMALS different normals of the largest faces: more of them make boxes of robots' links and of random points
 * hardly smaller. The final box uses all corners.
 *
 * Weak inputs: points that extend less than 2^-300 or beyond 2^300 get a box along the coordinate axes. */

#include "shape/bound.h"

#include <string.h>

/* The opposite pairs of the 98 integer vectors on the surface of the cube from -2 to 2. */
#define GRID_AXES     49
#define MOST_VERTICES (2 * GRID_AXES)
#define MOST_FACES    128 /* that are compared by their size */
#define MOST_NORMALS  12
#define MOST_ROUNDS   8

/* ---- The smallest rectangle ----------------------------------------------------------------------------- */

/* Around points projected along a direction: their convex hull in the plane, by the monotone chain (Andrew, 1979), and a
 * rectangle along each of its edges, by rotating calipers (Toussaint, 1983; the smallest one has an edge of the hull on a side:
 * Freeman, Shapira, 1975). Doubles, nothing proved: the result is a proposal of axes. */

typedef struct flat_point {
    double x, y;
} flat_point;

static bool flat_comes_before(flat_point p, flat_point q)
{
    return p.x < q.x || (p.x == q.x && p.y < q.y);
}

/* Shell's sort (1959), with gaps that shrink by 4/9: hulls have few points, and this makes no calls. */
static void sort_flat_points(flat_point *point, size_t count)
{
    for (size_t gap = count / 2; gap > 0; gap = gap == 2 ? 1 : gap * 4 / 9)
        for (size_t i = gap; i < count; i++) {
            flat_point p = point[i];
            size_t at = i;
            for (; at >= gap && flat_comes_before(p, point[at - gap]); at -= gap)
                point[at] = point[at - gap];
            point[at] = p;
        }
}

static double flat_turn(flat_point a, flat_point b, flat_point c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/* The hull of sorted points, counterclockwise; room for twice as many. */
static size_t build_flat_hull(const flat_point *point, size_t count, flat_point *hull)
{
    size_t used = 0;
    for (size_t i = 0; i < count; i++) {
        while (used >= 2 && flat_turn(hull[used - 2], hull[used - 1], point[i]) <= 0.0)
            used--;
        hull[used++] = point[i];
    }
    size_t lower = used + 1;
    for (size_t i = count - 1; i-- > 0;) {
        while (used >= lower && flat_turn(hull[used - 2], hull[used - 1], point[i]) <= 0.0)
            used--;
        hull[used++] = point[i];
    }
    return used > 1 ? used - 1 : used;
}

static double flat_dot(flat_point direction, flat_point p)
{
    return direction.x * p.x + direction.y * p.y;
}

/* The farthest corner along a direction from `at` on, at most once around. Rounding makes the values of corners that are close
 * together or nearly collinear go up and down; so the search continues until a value is lower by more than that. */
static size_t advance_caliper(const flat_point *hull, size_t count, size_t at, flat_point direction,
                              double noise)
{
    size_t best = at;
    double most = flat_dot(direction, hull[at]);
    for (size_t i = 0; i < count; i++) {
        at = at + 1 < count ? at + 1 : 0;
        double value = flat_dot(direction, hull[at]);
        if (value < most - noise)
            break;
        if (value > most) {
            most = value;
            best = at;
        }
    }
    return best;
}

/* The corners of a hull that touch the sides of a rectangle. */
typedef struct calipers {
    size_t right, top, left, bottom;
} calipers;

static void rotate_calipers(calipers *c, const flat_point *hull, size_t count, flat_point u, double noise)
{
    flat_point v = {-u.y, u.x}, back = {-u.x, -u.y}, down = {u.y, -u.x};
    c->right = advance_caliper(hull, count, c->right, u, noise);
    c->top = advance_caliper(hull, count, c->top, v, noise);
    c->left = advance_caliper(hull, count, c->left, back, noise);
    c->bottom = advance_caliper(hull, count, c->bottom, down, noise);
}

static double measure_rectangle(const calipers *c, const flat_point *hull, flat_point u, double height)
{
    flat_point v = {-u.y, u.x};
    double width = flat_dot(u, hull[c->right]) - flat_dot(u, hull[c->left]);
    double depth = flat_dot(v, hull[c->top]) - flat_dot(v, hull[c->bottom]);
    return fk_box_measure(0.5 * width, 0.5 * depth, height);
}

/* Calipers without a previous position. */
static calipers start_calipers(const flat_point *hull, size_t count, flat_point u)
{
    calipers c = {0, 0, 0, 0};
    rotate_calipers(&c, hull, count, u, INFINITY);
    return c;
}

/* The direction of a side of the smallest rectangle, and the measure of a box with it and a given third half length. Edges so
 * short that rounding dominates their direction are skipped. */
static double find_smallest_rectangle(const flat_point *hull, size_t count, double height, flat_point *out)
{
    double best = INFINITY, size = 0.0;
    calipers c = {0, 0, 0, 0};
    flat_point before = {0.0, 0.0};
    for (size_t i = 0; i < count; i++)
        size = fk_larger(fk_larger(fabs(hull[i].x), fabs(hull[i].y)), size);
    for (size_t i = 0; i < count; i++) {
        size_t next = i + 1 < count ? i + 1 : 0;
        flat_point side = {hull[next].x - hull[i].x, hull[next].y - hull[i].y};
        double length = sqrt(side.x * side.x + side.y * side.y);
        if (!(length > 0x1p-36 * size))
            continue;
        flat_point u = {side.x / length, side.y / length};
        /* Rounding may turn an edge back; and after a long turn, as at the end of a flat hull, values may fall first. */
        if (!(flat_dot(before, u) > 0.0 && before.x * u.y - before.y * u.x >= 0.0))
            c = start_calipers(hull, count, u);
        before = u;
        rotate_calipers(&c, hull, count, u, 0x1p-46 * size);
        double measure = measure_rectangle(&c, hull, u, height);
        if (measure < best) {
            best = measure;
            *out = u;
        }
    }
    return best;
}

/* The best box of points with a given unit axis: the smallest rectangle in the plane across it. Returns the measure of its half
 * sides. room is for 3 count points. */
static double find_box_across(fk_vec3 along_axis, const fk_vec3 *point, size_t count, fk_vec3 base,
                              flat_point *room, fk_obb_axes *out)
{
    fk_obb_axes frame = fk_obb_axes_make(along_axis, fk_vec3_make(0, 0, 0));
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < count; i++) {
        fk_vec3 d = fk_vec3_sub(point[i], base);
        double height = fk_vec3_dot(frame.axis[0], d);
        low = fk_smaller(height, low);
        high = fk_larger(height, high);
        room[i].x = fk_vec3_dot(frame.axis[1], d);
        room[i].y = fk_vec3_dot(frame.axis[2], d);
    }
    flat_point *hull = room + count, best = {1.0, 0.0};
    sort_flat_points(room, count);
    size_t corners = build_flat_hull(room, count, hull);
    double measure = find_smallest_rectangle(hull, corners, 0.5 * (high - low), &best);
    fk_vec3 side = fk_vec3_add(fk_vec3_scale(frame.axis[1], best.x), fk_vec3_scale(frame.axis[2], best.y));
    *out = fk_obb_axes_make(frame.axis[0], side);
    /* All points project to one. */
    return measure < INFINITY ? measure : fk_box_measure(0.0, 0.0, 0.5 * (high - low));
}

/* ---- Points and their box ------------------------------------------------------------------------------ */

typedef struct obb_points {
    const fk_vec3 *point;
    size_t count;
    fk_aabb box;
    fk_vec3 base;
} obb_points;

/* The box of the points along the axes of a frame. */
static fk_obb obb_along(const obb_points *s, const fk_obb_axes *frame)
{
    fk_axis_intervals spans;
    fk_axis_intervals_find(frame, s->base, s->point, s->count, &s->box, &spans);
    return fk_obb_from_intervals(frame, s->base, &spans);
}

static double measure_obb(const fk_obb *box)
{
    return fk_box_measure(box->half[0], box->half[1], box->half[2]);
}

static bool aabb_is_in_range(const fk_aabb *box)
{
    fk_vec3 half = fk_vec3_sub(fk_vec3_scale(box->max, 0.5), fk_vec3_scale(box->min, 0.5));
    int exponent = fk_vec3_exponent(half);
    return exponent < 300 && exponent > -300;
}

static fk_status obb_points_init(obb_points *s, const fk_vec3 *point, size_t count)
{
    s->point = point;
    s->count = count;
    fk_status status = fk_aabb_build(point, count, &s->box);
    if (status == FK_OK)
        s->base = fk_aabb_center(&s->box);
    return status;
}

/* ---- Quick axes from distant pairs --------------------------------------------------------------------- */

/* The first points at both ends of the intervals along the axes of a frame, as offsets from base. */
typedef struct axis_extremes {
    fk_vec3 low[3], high[3];
} axis_extremes;

static void find_axis_extremes(const obb_points *s, const fk_obb_axes *frame, axis_extremes *out)
{
    double low[3], high[3];
    unsigned left = 63;
    fk_scan_intervals(s->point, s->count, s->base, frame->axis, low, high);
    for (size_t i = 0; i < s->count && left != 0; i++) {
        fk_vec3 d = fk_vec3_sub(s->point[i], s->base);
        for (int k = 0; k < 3; k++) {
            double value = fk_vec3_dot(d, frame->axis[k]);
            if (left >> k & 1 && value == low[k]) {
                left &= ~(1u << k);
                out->low[k] = d;
            }
            if (left >> (k + 3) & 1 && value == high[k]) {
                left &= ~(8u << k);
                out->high[k] = d;
            }
        }
    }
}

/* d minus its component along a unit vector. */
static fk_vec3 flatten_along(fk_vec3 d, fk_vec3 unit)
{
    return fk_vec3_sub(d, fk_vec3_scale(unit, fk_vec3_dot(unit, d)));
}

/* Precise enough also where squares leave the range. */
static fk_vec3 longer_vector(fk_vec3 u, fk_vec3 v)
{
    return fk_vec3_dot(v, v) > fk_vec3_dot(u, u) ? v : u;
}

static fk_obb_axes find_quick_axes(const obb_points *s)
{
    axis_extremes e = {{{0, 0, 0}}, {{0, 0, 0}}};
    fk_obb_axes aligned = fk_obb_axes_aligned();
    find_axis_extremes(s, &aligned, &e);
    fk_vec3 first = fk_vec3_sub(e.high[0], e.low[0]);
    first = longer_vector(first, fk_vec3_sub(e.high[1], e.low[1]));
    first = longer_vector(first, fk_vec3_sub(e.high[2], e.low[2]));
    /* The second axis of the frame is the first one in the plane. */
    fk_obb_axes frame = fk_obb_axes_make(first, fk_vec3_make(0, 0, 0));
    find_axis_extremes(s, &frame, &e);
    fk_vec3 pair = flatten_along(fk_vec3_sub(e.high[1], e.low[1]), frame.axis[0]);
    pair = longer_vector(pair, flatten_along(fk_vec3_sub(e.high[2], e.low[2]), frame.axis[0]));
    return fk_obb_axes_make(frame.axis[0], pair);
}

fk_status fk_obb_build_quick(const fk_vec3 *point, size_t count, fk_obb *out)
{
    obb_points s;
    fk_status status = obb_points_init(&s, point, count);
    if (status != FK_OK)
        return status;
    fk_obb_axes frame = aabb_is_in_range(&s.box) ? find_quick_axes(&s) : fk_obb_axes_aligned();
    *out = obb_along(&s, &frame);
    return FK_OK;
}

fk_status fk_obb_build_along(const fk_vec3 *point, size_t count, const fk_obb_axes *axes, fk_obb *out)
{
    obb_points s;
    fk_status status = obb_points_init(&s, point, count);
    if (status != FK_OK)
        return status;
    fk_obb_axes frame = aabb_is_in_range(&s.box) ? *axes : fk_obb_axes_aligned();
    *out = obb_along(&s, &frame);
    return FK_OK;
}

/* ---- Principal axes ------------------------------------------------------------------------------------ */

/* The sums of products of coordinates, relative to the mean. */
static void find_moments(const fk_vec3 *point, size_t count, fk_vec3 base, double unit, double m[3][3])
{
    fk_vec3 mean = {0, 0, 0};
    for (size_t i = 0; i < count; i++)
        mean = fk_vec3_add(mean, fk_vec3_scale(fk_vec3_sub(point[i], base), unit));
    mean = fk_vec3_scale(mean, 1.0 / (double)count);
    for (size_t i = 0; i < count; i++) {
        fk_vec3 d = fk_vec3_sub(fk_vec3_scale(fk_vec3_sub(point[i], base), unit), mean);
        double x[3] = {d.x, d.y, d.z};
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 3; k++)
                m[j][k] += x[j] * x[k];
    }
}

static fk_obb_axes find_principal_axes(const fk_vec3 *point, size_t count, fk_vec3 base, double unit)
{
    double m[3][3] = {{0}};
    fk_vec3 axis[3];
    find_moments(point, count, base, unit, m);
    fk_jacobi(m, 8, axis);
    return fk_obb_axes_make(axis[0], axis[1]);
}

/* ---- Faces of the hull --------------------------------------------------------------------------------- */

/* The largest faces so far, in no order. */
typedef struct largest_faces {
    uint32_t count;
    double area[MOST_FACES];
    fk_vec3 normal[MOST_FACES];
} largest_faces;

/* The normal of a face, as long as twice its area. */
static fk_vec3 hull_face_normal(const fk_hull *hull, uint32_t face, double unit)
{
    uint32_t begin = hull->face_begin[face], end = hull->face_begin[face + 1];
    fk_vec3 origin = hull->point[hull->face_vertex[begin]], sum = {0, 0, 0};
    for (uint32_t i = begin + 2; i < end; i++) {
        fk_vec3 u = fk_vec3_sub(hull->point[hull->face_vertex[i - 1]], origin);
        fk_vec3 v = fk_vec3_sub(hull->point[hull->face_vertex[i]], origin);
        sum = fk_vec3_add(sum, fk_vec3_cross(fk_vec3_scale(u, unit), fk_vec3_scale(v, unit)));
    }
    return sum;
}

static void keep_largest_face(largest_faces *f, fk_vec3 normal)
{
    double area = fk_vec3_dot(normal, normal);
    uint32_t at = f->count;
    if (f->count < MOST_FACES) {
        f->count++;
    } else {
        at = 0;
        for (uint32_t i = 1; i < f->count; i++)
            at = f->area[i] < f->area[at] ? i : at;
        if (!(area > f->area[at]))
            return;
    }
    f->area[at] = area;
    f->normal[at] = normal;
}

/* At most 65536 faces, evenly chosen, are compared. */
static void find_largest_faces(const fk_hull *hull, double unit, largest_faces *out)
{
    uint32_t stride = hull->face_count / 65536 + 1;
    out->count = 0;
    for (uint32_t i = 0; i < hull->face_count; i += stride)
        keep_largest_face(out, hull_face_normal(hull, i, unit));
}

static bool are_parallel(fk_vec3 u, fk_vec3 v)
{
    double dot = fk_vec3_dot(u, v);
    return dot * dot >= (1.0 - 0x1p-30) * fk_vec3_dot(u, u) * fk_vec3_dot(v, v);
}

/* Keeps the normals of the largest faces, of parallel ones one. */
static void keep_largest_normals(largest_faces *f)
{
    uint32_t kept = 0, left = f->count;
    while (kept < left && kept < MOST_NORMALS) {
        uint32_t best = kept;
        for (uint32_t i = kept + 1; i < left; i++)
            best = f->area[i] > f->area[best] ? i : best;
        fk_vec3 normal = f->normal[best];
        double area = f->area[best];
        f->normal[best] = f->normal[kept];
        f->area[best] = f->area[kept];
        f->normal[kept] = normal;
        f->area[kept++] = area;
        for (uint32_t i = left; i-- > kept;)
            if (are_parallel(normal, f->normal[i])) {
                f->normal[i] = f->normal[--left];
                f->area[i] = f->area[left];
            }
    }
    f->count = kept;
}

/* ---- The search ---------------------------------------------------------------------------------------- */

typedef struct obb_search {
    size_t count;
    fk_vec3 point[MOST_VERTICES]; /* the corners used by the search */
    flat_point room[3 * MOST_VERTICES];
    fk_vec3 base;
    fk_obb_axes best;
    double measure;
} obb_search;

static bool search_along(obb_search *h, fk_vec3 axis)
{
    fk_obb_axes frame;
    double measure = find_box_across(axis, h->point, h->count, h->base, h->room, &frame);
    /* Ignores gains in the last digits. */
    if (!(measure < h->measure * (1.0 - 0x1p-40)))
        return false;
    h->measure = measure;
    h->best = frame;
    return true;
}

/* Local search from a frame: the best rectangle across each of its axes, while that helps. */
static void improve_axes(obb_search *h, fk_obb_axes start)
{
    double measure = h->measure;
    fk_obb_axes best = h->best;
    h->measure = INFINITY;
    h->best = start;
    for (int round = 0; round < MOST_ROUNDS; round++) {
        bool better = false;
        fk_obb_axes from = h->best;
        for (int k = 0; k < 3; k++)
            better = search_along(h, from.axis[k]) || better;
        if (!better)
            break;
    }
    if (!(h->measure < measure)) {
        h->measure = measure;
        h->best = best;
    }
}

static void search_axes(obb_search *h, const fk_hull *hull, const obb_points *s, double unit)
{
    largest_faces f;
    find_largest_faces(hull, unit, &f);
    keep_largest_normals(&f);
    improve_axes(h, fk_obb_axes_aligned());
    improve_axes(h, find_quick_axes(s));
    improve_axes(h, find_principal_axes(h->point, h->count, s->base, unit));
    fk_obb_axes before = h->best;
    bool found = false;
    for (uint32_t i = 0; i < f.count; i++)
        found = search_along(h, f.normal[i]) || found;
    if (found) {
        improve_axes(h, h->best);
        improve_axes(h, before);
    }
}

/* The best of the search result, the quick axes and the coordinate axes, all measured on all corners. */
static fk_obb choose_best_obb(const obb_points *s, const fk_obb_axes *found)
{
    fk_obb_axes frame[3] = {*found, find_quick_axes(s), fk_obb_axes_aligned()};
    fk_obb best = obb_along(s, &frame[0]);
    for (int i = 1; i < 3; i++) {
        fk_obb other = obb_along(s, &frame[i]);
        if (measure_obb(&other) < measure_obb(&best))
            best = other;
    }
    return best;
}

/* Adds the corners that are farthest along a direction and along its opposite. */
static void add_farthest_corners(obb_search *h, const fk_hull *hull, fk_vec3 along, uint8_t *is_chosen)
{
    uint32_t farthest[2] = {0, 0};
    double most[2] = {-INFINITY, -INFINITY};
    for (uint32_t i = 0; i < hull->vertex_count; i++) {
        double value = fk_vec3_dot(along, fk_vec3_sub(hull->point[i], h->base));
        for (int k = 0; k < 2; k++, value = -value)
            if (value > most[k]) {
                most[k] = value;
                farthest[k] = i;
            }
    }
    for (int k = 0; k < 2; k++) {
        if (!is_chosen[farthest[k]])
            h->point[h->count++] = hull->point[farthest[k]];
        is_chosen[farthest[k]] = 1;
    }
}

static fk_status choose_corners(fk_context *context, obb_search *h, const fk_hull *hull)
{
    h->count = 0;
    if (hull->vertex_count <= MOST_VERTICES) {
        h->count = hull->vertex_count;
        memcpy(h->point, hull->point, h->count * sizeof *h->point);
        return FK_OK;
    }
    uint8_t *is_chosen = fk_allocate(context, hull->vertex_count);
    if (is_chosen == NULL)
        return FK_ERROR_MEMORY;
    memset(is_chosen, 0, hull->vertex_count);
    for (int i = 0; i < 5 * 5 * 5 / 2; i++) { /* the other half are the opposites */
        int x = i / 25 - 2, y = i / 5 % 5 - 2, z = i % 5 - 2;
        if (x * x == 4 || y * y == 4 || z * z == 4)
            add_farthest_corners(h, hull, fk_vec3_make(x, y, z), is_chosen);
    }
    fk_release(context, is_chosen, hull->vertex_count);
    return FK_OK;
}

fk_status fk_obb_build_on_hull(fk_context *context, const fk_hull *hull, fk_obb *out)
{
    obb_points s;
    fk_status status = obb_points_init(&s, hull->point, hull->vertex_count);
    if (status != FK_OK)
        return status;
    if (!aabb_is_in_range(&s.box))
        return fk_obb_build_quick(s.point, s.count, out);
    fk_vec3 size = fk_vec3_sub(s.box.max, s.box.min);
    obb_search h;
    h.base = s.base;
    h.best = fk_obb_axes_aligned();
    h.measure = INFINITY;
    status = choose_corners(context, &h, hull);
    if (status == FK_OK) {
        search_axes(&h, hull, &s, fk_inverse_power(fk_vec3_exponent(size)));
        *out = choose_best_obb(&s, &h.best);
    }
    return status;
}

/* The hull contains all points, so a box that contains its corners does, too. */
fk_status fk_obb_build(fk_context *context, const fk_vec3 *point, size_t count, fk_obb *out)
{
    fk_hull *hull;
    fk_status status = fk_hull_build(context, point, count, &hull);
    if (status != FK_OK)
        return status;
    status = fk_obb_build_on_hull(context, hull, out);
    fk_hull_free(context, hull);
    return status;
}
