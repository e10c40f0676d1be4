/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The distance of two colliders, and their contacts: fk_collider_measure and fk_collider_contacts.
 *
 * Distances. For pieces and cells: the least distance of two primitives, by branch and bound over both BVHs
 * (collider_tree.c). For two meshes: that of their triangles, by both trees (tree/mesh_distance.c). If no triangles meet,
 * each connected component of one mesh is inside the other solid or outside, and one of its corners decides. For a
 * mesh and pieces or cells: triangles are primitives, and a triangle inside a piece meets it. If none does, a piece
 * is inside the solid or outside, and one point decides, for all primitives in a box that no triangle is near. The
 * pair is put in a fixed order first, so that (b, a) gives the same result.
 *
 * Contacts are computed for all pairs of primitives that touch or overlap, which are listed and sorted first, as far
 * as there is room. Triangles of meshes count as pieces without interior. Where the verdict on a pair is undecided,
 * it counts if fk_pair_contact finds a point.
 *
 * Weak inputs: primitives whose boxes overlap much, such as long ones along no axis. */

#include "body/body.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/vec3.h"
#include "pair/contact/contact.h"
#include "pair/pair.h"
#include "shape/bound.h"

/* ---- The nearest so far -------------------------------------------------------------------------------- */

typedef struct nearest_search {
    double limit;
    bool is_found;
    fk_interval pair_distance; /* of the pair in `least`, which no other pair is proved to be nearer than */
    fk_collider_distance least;
    fk_vec3 axis; /* from a to b, of that pair; length 1 up to rounding, or 0 */
    fk_distance_cache cache;
    fk_status status;
} nearest_search;

static void reset_nearest(nearest_search *n, double limit)
{
    memset(n, 0, sizeof *n);
    n->limit = limit;
    n->least.part_a = n->least.part_b = FK_NONE;
    n->least.distance = (fk_interval){limit, INFINITY};
}

static double distance_limit(const nearest_search *n)
{
    return n->is_found ? fk_double_least(n->least.distance.hi, n->limit) : n->limit;
}

static bool is_contact(const nearest_search *n)
{
    return n->is_found && fk_sign_of(n->least.distance.hi) == 0;
}

/* Notes the distance of a pair, even beyond the limit. So pairs whose bounds are within the limit are tested in the
 * same order for every limit, and a result within it has the same interval, points and primitives for every such
 * limit, or none; worlds depend on this. Of pairs whose intervals overlap, the one with the lowest primitives is
 * kept. */
static void note_distance(nearest_search *n, uint32_t part_a, uint32_t part_b, const fk_distance *d)
{
    fk_collider_distance *least = &n->least;
    bool is_first = !n->is_found;
    if (!is_first && fk_double_order(d->distance.lo, least->distance.hi) > 0)
        return;
    bool is_lower = part_a != least->part_a ? part_a < least->part_a : part_b < least->part_b;
    bool is_beaten = fk_double_order(n->pair_distance.lo, d->distance.hi) > 0;
    least->distance.lo = is_first ? d->distance.lo : fk_double_least(least->distance.lo, d->distance.lo);
    least->distance.hi = is_first ? d->distance.hi : fk_double_least(least->distance.hi, d->distance.hi);
    n->is_found = true;
    if (!is_first && !is_lower && !is_beaten)
        return;
    n->pair_distance = d->distance;
    n->axis = fk_vec3_unit(fk_vec3_sub(d->point_b, d->point_a));
    least->point_a = d->point_a;
    least->point_b = d->point_b;
    least->part_a = part_a;
    least->part_b = part_b;
}

/* Notes that they meet at a point. */
static void note_contact(nearest_search *n, uint32_t part_a, uint32_t part_b, fk_vec3 point)
{
    n->is_found = true;
    n->pair_distance = (fk_interval){0, 0};
    n->least = (fk_collider_distance){n->pair_distance, point, point, part_a, part_b};
}

/* ---- Pieces and cells ---------------------------------------------------------------------------------- */

/* A lower bound. Differences have errors of u, the root of the sum of their squares one below 8 u; numbers that are
 * flushed to zero are less than 2^-1000. */
static double aabb_distance_bound(void *user, const fk_aabb *a, const fk_aabb *b)
{
    (void)user;
    fk_vec3 distance;
    for (int i = 0; i < 3; i++) {
        double up = fk_vec3_get(b->min, i) - fk_vec3_get(a->max, i);
        double down = fk_vec3_get(a->min, i) - fk_vec3_get(b->max, i);
        *fk_vec3_at(&distance, i) = fk_larger(fk_larger(up, down), 0);
    }
    double most = fk_vec3_largest(distance);
    if (most > 0x1p-400 && most < 0x1p400)
        most = fk_vec3_length(distance);
    return fk_larger(fk_smaller(most, DBL_MAX) * (1 - 0x1p-48) - 0x1p-1000, 0);
}

/* Whether a pair is farther apart along the direction of the nearest pair so far than that pair is. */
static bool is_farther_along(const nearest_search *n, const fk_primitive_pair *pair)
{
    if (!n->is_found)
        return false;
    double support_a = fk_piece_support_bound(&pair->a, n->axis);
    double support_b = fk_piece_support_bound(&pair->b, fk_vec3_negate(n->axis));
    return (-support_b - support_a) * (1 - 0x1p-40) - 0x1p-500 > n->least.distance.hi;
}

static double measure_primitives(void *user, const fk_primitive_pair *pair)
{
    nearest_search *n = user;
    fk_distance d;
    if (is_farther_along(n, pair))
        return distance_limit(n);
    fk_status status = fk_pair_distance(&pair->a, &pair->b, &n->cache, &d);
    if (status == FK_OK)
        note_distance(n, pair->part_a, pair->part_b, &d);
    else
        n->status = status;
    return n->status != FK_OK || is_contact(n) ? -1 : distance_limit(n);
}

static fk_status measure_bvhs(fk_context *context, const fk_bvh *a, const fk_bvh *b, nearest_search *n)
{
    fk_bvh_traversal traversal = {a, b, aabb_distance_bound, measure_primitives, n};
    fk_status status = fk_bvh_traverse(context, &traversal, n->limit);
    return status == FK_OK ? n->status : status;
}

/* ---- Primitives inside a solid ------------------------------------------------------------------------- */

/* The number that a triangle of the tree's mesh has in the mesh that the caller gave. */
static uint32_t given_triangle(const fk_bvh *mesh, uint32_t triangle)
{
    return fk_mesh_shape_original(&mesh->collider->mesh, triangle);
}

static bool stop_visit(void *user, uint32_t triangle)
{
    (void)user;
    (void)triangle;
    return false;
}

/* The search for a primitive inside a solid; none of them meets a triangle. */
typedef struct inside_search {
    const fk_placed_mesh *mesh;
    fk_aabb whole; /* of the mesh */
    nearest_search *n;
} inside_search;

/* A box without triangles in it lies inside or outside as a whole. Infinite where no primitive in the box can be
 * inside. */
static double bound_inside(void *user, const fk_aabb *box, const fk_aabb *point)
{
    const inside_search *p = user;
    (void)point;
    if (!fk_aabb_meets(*box, p->whole))
        return INFINITY;
    bool is_clear = fk_vec3_is_finite(box->min) && fk_placed_visit(p->mesh, box, stop_visit, NULL);
    return is_clear && !fk_placed_is_inside(p->mesh, box->min) ? INFINITY : 0;
}

static double test_inside(void *user, const fk_primitive_pair *pair)
{
    const inside_search *p = user;
    fk_vec3 point;
    if (!fk_piece_some_point(&pair->a, &point) || !fk_placed_is_inside(p->mesh, point))
        return 0;
    note_contact(p->n, FK_NONE, pair->part_a, point);
    return -1;
}

static fk_status find_inner_primitive(fk_context *context, const fk_bvh *mesh, const fk_bvh *side,
                                      nearest_search *n)
{
    inside_search p = {mesh->mesh, fk_bvh_box(mesh, fk_bvh_root(mesh)), n};
    fk_piece none = fk_piece_point(fk_vec3_make(0, 0, 0));
    fk_bvh point;
    fk_bvh_of_piece(&none, &point);
    fk_bvh_traversal traversal = {side, &point, bound_inside, test_inside, &p};
    return fk_bvh_traverse(context, &traversal, 0);
}

/* ---- A mesh, and pieces or cells ----------------------------------------------------------------------- */

/* A half-space has no box: the tree of the mesh is searched along its normal. */
static fk_status measure_to_half_space(fk_context *context, const fk_bvh *mesh, const fk_piece *half,
                                       nearest_search *n)
{
    fk_mesh_distance distance;
    fk_status status = fk_placed_find_distance_piece(context, mesh->mesh, half, &distance);
    fk_distance d = {distance.distance, distance.point_a, distance.point_b};
    if (status == FK_OK)
        note_distance(n, given_triangle(mesh, distance.triangle.a), 0, &d);
    return status;
}

static fk_status measure_to_mesh(fk_context *context, const fk_bvh *mesh, const fk_bvh *side,
                                 nearest_search *n)
{
    bool is_half = side->kind == FK_COLLIDER_PIECES && side->collider->part_count == 1 &&
                   side->piece->kind == FK_KIND_HALF_SPACE;
    fk_status status =
        is_half ? measure_to_half_space(context, mesh, side->piece, n) : measure_bvhs(context, mesh, side, n);
    if (status != FK_OK || is_contact(n) || !mesh->mesh->is_solid)
        return status;
    return find_inner_primitive(context, mesh, side, n);
}

/* ---- Two meshes ---------------------------------------------------------------------------------------- */

/* A connected component of `inner` inside a solid none of whose triangles it meets: its first triangle, or FK_NONE. */
static uint32_t find_inner_triangle(const fk_bvh *solid, const fk_bvh *inner, fk_vec3 *point)
{
    fk_aabb box = fk_bvh_box(solid, fk_bvh_root(solid));
    uint32_t triangle = fk_find_inner_component(solid->mesh, &box, inner->collider, inner->mesh, point);
    return triangle == FK_NONE ? FK_NONE : given_triangle(inner, triangle);
}

static fk_status measure_meshes(fk_context *context, const fk_bvh *a, const fk_bvh *b, nearest_search *n)
{
    /* A distance of at most the limit is less than the next double. */
    bool is_limited = fk_is_finite(n->limit);
    double beyond = is_limited ? fk_from_bits(fk_bits_of(fabs(n->limit)) + 1) : n->limit;
    bool is_near = true;
    fk_status status =
        is_limited ? fk_placed_find_closer(context, a->mesh, b->mesh, beyond, &is_near) : FK_OK;
    if (status == FK_OK && is_near) {
        fk_mesh_distance distance;
        status = fk_placed_find_distance(context, a->mesh, b->mesh, &distance);
        fk_distance d = {distance.distance, distance.point_a, distance.point_b};
        note_distance(n, given_triangle(a, distance.triangle.a), given_triangle(b, distance.triangle.b), &d);
    }
    if (status != FK_OK)
        return status;
    fk_vec3 point = {0, 0, 0};
    uint32_t part_b = is_contact(n) ? FK_NONE : find_inner_triangle(a, b, &point);
    uint32_t part_a = is_contact(n) || part_b != FK_NONE ? FK_NONE : find_inner_triangle(b, a, &point);
    if (part_a != FK_NONE || part_b != FK_NONE)
        note_contact(n, part_a, part_b, point);
    return FK_OK;
}

/* ---- Any two ------------------------------------------------------------------------------------------- */

static int compare_pieces(const fk_prepared_collider *a, const fk_prepared_collider *b)
{
    int order = 0;
    for (uint32_t i = 0; i < a->collider->part_count && order == 0; i++)
        order = fk_piece_order(&a->piece[i], &b->piece[i]);
    return order;
}

/* Compares bytes of nodes and poses: neither has padding. */
static int compare_cells(const fk_prepared_collider *a, const fk_prepared_collider *b)
{
    const fk_cell_tree *p = a->cells.tree, *q = b->cells.tree;
    int order = p == q ? 0 : memcmp(p->node, q->node, p->node_count * sizeof *p->node);
    return order != 0 ? order : memcmp(&a->pose, &b->pose, sizeof a->pose);
}

int fk_prepared_order(const fk_prepared_collider *a, const fk_prepared_collider *b)
{
    static const int rank[3] = {[FK_COLLIDER_PIECES] = 2, [FK_COLLIDER_MESH] = 0, [FK_COLLIDER_CELLS] = 1};
    const fk_collider *p = a->collider, *q = b->collider;
    if (p->kind != q->kind)
        return rank[p->kind] - rank[q->kind];
    if (p->part_count != q->part_count)
        return p->part_count < q->part_count ? -1 : 1;
    return p->kind == FK_COLLIDER_MESH    ? fk_placed_order(&a->mesh, &b->mesh)
           : p->kind == FK_COLLIDER_CELLS ? compare_cells(a, b)
                                          : compare_pieces(a, b);
}

static fk_status measure_by_kind(fk_context *context, const fk_bvh *a, const fk_bvh *b, nearest_search *n)
{
    if (a->kind != FK_COLLIDER_MESH)
        return measure_bvhs(context, a, b, n);
    fk_aabb box_a = fk_bvh_box(a, fk_bvh_root(a)), box_b = fk_bvh_box(b, fk_bvh_root(b));
    if (aabb_distance_bound(NULL, &box_a, &box_b) > n->limit)
        return FK_OK;
    if (b->kind != FK_COLLIDER_MESH)
        return measure_to_mesh(context, a, b, n);
    return measure_meshes(context, a, b, n);
}

fk_status fk_prepared_distance(fk_context *context, const fk_prepared_collider *a,
                               const fk_prepared_collider *b, double limit, fk_collider_distance *out)
{
    if (!(limit >= 0))
        return FK_ERROR_ARGUMENT;
    bool is_swapped = fk_prepared_order(a, b) > 0;
    fk_bvh side[2];
    nearest_search n;
    reset_nearest(&n, limit);
    fk_status status = fk_bvh_make_pair(context, is_swapped ? b : a, is_swapped ? a : b, side);
    if (status != FK_OK)
        return status;
    status = measure_by_kind(context, &side[0], &side[1], &n);
    fk_bvh_end(context, &side[1]);
    fk_bvh_end(context, &side[0]);
    if (status != FK_OK)
        return status;
    if (fk_double_order(n.least.distance.lo, limit) > 0)
        reset_nearest(&n, limit);
    *out = n.least;
    if (is_swapped) {
        const fk_collider_distance *d = &n.least;
        *out = (fk_collider_distance){d->distance, d->point_b, d->point_a, d->part_b, d->part_a};
    }
    return FK_OK;
}

fk_status fk_collider_measure(fk_context *context, const fk_placed_collider *a, const fk_placed_collider *b,
                              double limit, fk_collider_distance *out)
{
    fk_prepared_pair pair;
    fk_status status = fk_prepared_pair_make(context, a, b, &pair);
    if (status == FK_OK)
        status = fk_prepared_distance(context, &pair.a, &pair.b, limit, out);
    fk_prepared_pair_free(context, &pair);
    return status;
}

/* ---- Tight distances ----------------------------------------------------------------------------------- */

/* Exact comparisons improve the interval of fk_placed_distance, as far as they can, to a few units in the last place of
 * the distance itself, or to the exact double. First the pair that was found is compared: mostly that suffices to see
 * that an interval is too narrow. Where too many pairs are about equally near, as on parallel plates, the interval stays wider: a
 * comparison may measure half of what is left of TIGHT_WORK pairs, half a second in all. */
#define TIGHT_WORK ((uint64_t)1 << 20)

static fk_status tighten_distance(fk_context *context, const fk_placed_mesh *a, const fk_placed_mesh *b,
                                  fk_mesh_distance *distance)
{
    fk_vec3 d = fk_vec3_sub(distance->point_b, distance->point_a), p[3], q[3];
    double middle = sqrt(fk_vec3_dot(d, d));
    uint64_t most = TIGHT_WORK;
    if (!(middle > 0x1p-500) || !(middle < 0x1p500))
        return FK_OK;
    fk_placed_triangle(a, distance->triangle.a, p);
    fk_placed_triangle(b, distance->triangle.b, q);
    for (double step = 0; step <= 0x1p-44; step = step == 0 ? 0x1p-52 : step * 8) {
        double lo = middle - middle * step, hi = middle + middle * step;
        if (lo < distance->distance.lo && hi > distance->distance.hi)
            return FK_OK;
        if (fk_triangles_compare(p, q, hi) > 0 || fk_triangles_compare(p, q, lo) < 0)
            continue;
        bool is_closer;
        uint64_t work = most / 2;
        fk_status status = fk_placed_find_closer_within(context, a, b, lo, &work, &is_closer);
        most -= most / 2 - work;
        if (status == FK_OK && is_closer)
            continue;
        distance->distance = (fk_interval){lo, hi};
        return status;
    }
    return FK_OK;
}

fk_status fk_prepared_tight_distance(fk_context *context, const fk_prepared_collider *a,
                                     const fk_prepared_collider *b, fk_mesh_distance *out)
{
    if (a->collider->kind == FK_COLLIDER_MESH && b->collider->kind == FK_COLLIDER_MESH) {
        fk_status status = fk_placed_find_distance(context, &a->mesh, &b->mesh, out);
        return status == FK_OK && out->distance.hi > 0 ? tighten_distance(context, &a->mesh, &b->mesh, out)
                                                       : status;
    }
    if (a->collider->kind == FK_COLLIDER_MESH)
        return fk_placed_find_distance_piece(context, &a->mesh, b->piece, out);
    fk_distance distance;
    fk_status status = fk_pair_distance(a->piece, b->piece, NULL, &distance);
    if (status == FK_OK)
        *out = (fk_mesh_distance){distance.distance, distance.point_a, distance.point_b, {0, 0}};
    return status;
}

/* ---- Contacts ------------------------------------------------------------------------------------------ */

static bool primitives_meet(const fk_piece *a, const fk_piece *b)
{
    fk_contact contact;
    fk_verdict verdict = fk_pair_verdict(a, b);
    if (verdict != FK_UNDECIDED)
        return verdict != FK_APART;
    return fk_pair_contact(a, b, &contact) == FK_OK && contact.count > 0;
}

typedef struct contact_collector {
    fk_pairs pairs;
    bool has_memory;
    const fk_piece *piece;
    uint32_t primitive;
    const fk_prepared_collider *many;
    bool is_second; /* `many` is a, and the piece belongs to b */
} contact_collector;

static bool collect_primitive(void *user, uint32_t primitive, const fk_piece *piece)
{
    contact_collector *c = user;
    bool meets = c->is_second ? primitives_meet(piece, c->piece) : primitives_meet(c->piece, piece);
    if (meets)
        c->has_memory = c->is_second ? fk_pairs_add(&c->pairs, primitive, c->primitive)
                                     : fk_pairs_add(&c->pairs, c->primitive, primitive);
    return c->has_memory;
}

/* Collects all primitives of `many` that meet one of the other collider. */
static bool collect_near(void *user, uint32_t primitive, const fk_piece *piece)
{
    contact_collector *c = user;
    fk_aabb box = fk_piece_aabb(piece);
    c->piece = piece;
    c->primitive = primitive;
    fk_prepared_visit(c->many, &box, piece, collect_primitive, c);
    return c->has_memory;
}

/* For kinds without a joint traversal: visits the primitives of the collider with fewer, and for each of them those
 * of the other one near it. */
static fk_status list_primitive_pairs(const fk_prepared_collider *a, const fk_prepared_collider *b,
                                      contact_collector *c)
{
    c->is_second = b->collider->part_count < a->collider->part_count;
    c->many = c->is_second ? a : b;
    const fk_placed_collider placed = {c->many->collider, c->many->pose};
    fk_aabb box;
    fk_status status = fk_collider_box(&placed, &box);
    if (status == FK_OK)
        fk_prepared_visit(c->is_second ? b : a, &box, NULL, collect_near, c);
    return status;
}

static fk_status list_triangle_pairs(fk_context *context, const fk_prepared_collider *a,
                                     const fk_prepared_collider *b, contact_collector *c)
{
    fk_pair_list *list;
    fk_status status = fk_placed_pairs(context, &a->mesh, &b->mesh, &list);
    if (status != FK_OK)
        return status;
    for (size_t i = 0; i < list->count && c->has_memory; i++)
        c->has_memory = fk_pairs_add(&c->pairs, fk_mesh_shape_original(&a->collider->mesh, list->pair[i].a),
                                     fk_mesh_shape_original(&b->collider->mesh, list->pair[i].b));
    fk_pair_list_free(context, list);
    return FK_OK;
}

static fk_status list_cell_pairs(fk_context *context, const fk_prepared_collider *a,
                                 const fk_prepared_collider *b, contact_collector *c)
{
    fk_cells_traversal traversal;
    fk_cells_traversal_limits orders = {.stops_at_hit = false};
    memset(&traversal, 0, sizeof traversal);
    fk_status status = fk_cells_traversal_begin(&traversal, context);
    if (status == FK_OK)
        status = fk_cells_traversal_run(&traversal, &a->cells, &b->cells, &orders);
    for (size_t i = 0; i < traversal.hit_count && status == FK_OK && c->has_memory; i++)
        c->has_memory = fk_pairs_add(&c->pairs, traversal.hit[i].node_a, traversal.hit[i].node_b);
    fk_cells_traversal_end(&traversal);
    return status;
}

static fk_status list_contact_pairs(fk_context *context, const fk_prepared_collider *a,
                                    const fk_prepared_collider *b, fk_pair_list **out)
{
    contact_collector c = {.pairs = {.context = context}, .has_memory = true};
    fk_status status = FK_OK;
    if (a->collider->kind == FK_COLLIDER_MESH && b->collider->kind == FK_COLLIDER_MESH)
        status = list_triangle_pairs(context, a, b, &c);
    else if (a->collider->kind == FK_COLLIDER_CELLS && b->collider->kind == FK_COLLIDER_CELLS)
        status = list_cell_pairs(context, a, b, &c);
    else
        status = list_primitive_pairs(a, b, &c);
    fk_status finished = fk_pairs_finish(&c.pairs, c.has_memory && status == FK_OK, out);
    return status == FK_OK ? finished : status;
}

fk_status fk_prepared_contacts(fk_context *context, const fk_prepared_collider *a,
                               const fk_prepared_collider *b, fk_collider_contact *contact, size_t capacity,
                               size_t *total)
{
    fk_pair_list *list;
    fk_status status = list_contact_pairs(context, a, b, &list);
    if (status != FK_OK)
        return status;
    for (size_t i = 0; i < list->count && i < capacity; i++) {
        fk_index_pair pair = list->pair[i];
        fk_piece p = fk_prepared_primitive(a, pair.a), q = fk_prepared_primitive(b, pair.b);
        memset(&contact[i], 0, sizeof contact[i]);
        contact[i].part_a = pair.a;
        contact[i].part_b = pair.b;
        fk_contact_for_verdict(&p, &q, FK_UNDECIDED, &contact[i].contact);
    }
    *total = list->count;
    fk_pair_list_free(context, list);
    return FK_OK;
}

fk_status fk_collider_contacts(fk_context *context, const fk_placed_collider *a, const fk_placed_collider *b,
                               fk_collider_contact *contact, size_t capacity, size_t *total)
{
    fk_prepared_pair pair;
    fk_status status = fk_prepared_pair_make(context, a, b, &pair);
    if (status == FK_OK)
        status = fk_prepared_contacts(context, &pair.a, &pair.b, contact, capacity, total);
    fk_prepared_pair_free(context, &pair);
    return status;
}
