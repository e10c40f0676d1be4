/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Builds a hierarchy: measures the primitives, makes the nodes by the rules, and gives each node its volume.
 *
 * The volume of a node is built from its points, which is tighter than merging the volumes of its children. Below DEEP levels, where that
 * would take quadratic time in an unbalanced tree, the volumes of the children are merged. */

#include "base/lists.h"
#include "base/vec3.h"
#include "hierarchy/hierarchy.h"
#include "hierarchy/builder.h"
#include "shape/bound.h"

#include <math.h>
#include <string.h>

/* ---- Volumes ------------------------------------------------------------------------------------------- */

/* In a tree a volume is a row of doubles, as short as it can be: a ball takes 4, a box 6, an oriented box 15, a k-DOP k.
 * Oriented boxes are those of Grulich's quick way, which needs no hull. */
static const uint32_t sides[FK_VOLUME_KINDS] = {
    [FK_VOLUME_KDOP_14] = 14, [FK_VOLUME_KDOP_18] = 18, [FK_VOLUME_KDOP_26] = 26};

const char *fk_volume_kind_name(fk_volume_kind kind)
{
    static const char *const name[FK_VOLUME_KINDS] = {"sphere", "aabb", "obb", "14-dop", "18-dop", "26-dop"};
    return name[kind];
}

size_t fk_volume_numbers(fk_volume_kind kind)
{
    switch (kind) {
    case FK_VOLUME_SPHERE:
        return sizeof(fk_sphere) / sizeof(double);
    case FK_VOLUME_AABB:
        return sizeof(fk_aabb) / sizeof(double);
    case FK_VOLUME_OBB:
        return sizeof(fk_obb) / sizeof(double);
    default:
        return sides[kind];
    }
}

void fk_volume_save(fk_volume_kind kind, const fk_volume *volume, double *number)
{
    size_t half = sides[kind] / 2;
    if (half == 0) {
        memcpy(number, volume, fk_volume_numbers(kind) * sizeof *number);
        return;
    }
    memcpy(number, volume->kdop.lo, half * sizeof *number);
    memcpy(number + half, volume->kdop.hi, half * sizeof *number);
}

void fk_volume_load(fk_volume_kind kind, const double *number, fk_volume *out)
{
    size_t half = sides[kind] / 2;
    if (half == 0) {
        memcpy(out, number, fk_volume_numbers(kind) * sizeof *number);
        return;
    }
    memset(&out->kdop, 0, sizeof out->kdop);
    out->kdop.k = sides[kind];
    memcpy(out->kdop.lo, number, half * sizeof *number);
    memcpy(out->kdop.hi, number + half, half * sizeof *number);
}

void fk_volume_build(fk_volume_kind kind, const fk_vec3 *point, size_t count, fk_volume *out)
{
    switch (kind) {
    case FK_VOLUME_SPHERE:
        fk_sphere_build(point, count, &out->sphere);
        break;
    case FK_VOLUME_AABB:
        fk_aabb_build(point, count, &out->aabb);
        break;
    case FK_VOLUME_OBB:
        fk_obb_build_quick(point, count, &out->obb);
        break;
    default:
        fk_kdop_build(point, count, sides[kind], &out->kdop);
        break;
    }
}

void fk_volume_merge(fk_volume_kind kind, const fk_volume *a, const fk_volume *b, fk_volume *out)
{
    switch (kind) {
    case FK_VOLUME_SPHERE:
        out->sphere = fk_sphere_merge(&a->sphere, &b->sphere);
        break;
    case FK_VOLUME_AABB:
        out->aabb = fk_aabb_merge(&a->aabb, &b->aabb);
        break;
    case FK_VOLUME_OBB:
        out->obb = fk_obb_merge(&a->obb, &b->obb);
        break;
    default:
        out->kdop = fk_kdop_merge(&a->kdop, &b->kdop);
        break;
    }
}

void fk_volume_place(fk_volume_kind kind, const fk_volume *volume, const fk_pose *pose, fk_volume *out)
{
    switch (kind) {
    case FK_VOLUME_SPHERE:
        out->sphere = fk_sphere_place(&volume->sphere, pose);
        break;
    case FK_VOLUME_AABB:
        out->aabb = fk_aabb_place(&volume->aabb, pose);
        break;
    case FK_VOLUME_OBB:
        out->obb = fk_obb_place(&volume->obb, pose);
        break;
    default:
        out->kdop = fk_kdop_place(&volume->kdop, pose);
        break;
    }
}

bool fk_volumes_meet(fk_volume_kind kind, const fk_volume *a, const fk_volume *b)
{
    switch (kind) {
    case FK_VOLUME_SPHERE:
        return fk_sphere_meets(&a->sphere, &b->sphere);
    case FK_VOLUME_AABB:
        return fk_aabb_meets(a->aabb, b->aabb);
    case FK_VOLUME_OBB:
        return fk_obb_meets(&a->obb, &b->obb);
    default:
        return fk_kdop_meets(&a->kdop, &b->kdop);
    }
}

/* The box around a k-DOP, or the box itself. */
static fk_aabb bounding_box(fk_volume_kind kind, const fk_volume *volume)
{
    const double *lo = volume->kdop.lo, *hi = volume->kdop.hi;
    if (kind == FK_VOLUME_AABB)
        return volume->aabb;
    return (fk_aabb){fk_vec3_make(lo[0], lo[1], lo[2]), fk_vec3_make(hi[0], hi[1], hi[2])};
}

double fk_volume_content(fk_volume_kind kind, const fk_volume *volume)
{
    if (kind == FK_VOLUME_SPHERE)
        return fk_sphere_volume(&volume->sphere);
    if (kind == FK_VOLUME_OBB)
        return fk_obb_volume(&volume->obb);
    fk_aabb box = bounding_box(kind, volume);
    return fk_aabb_volume(&box);
}

fk_vec3 fk_volume_center(fk_volume_kind kind, const fk_volume *volume)
{
    if (kind == FK_VOLUME_SPHERE)
        return volume->sphere.center;
    if (kind == FK_VOLUME_OBB)
        return volume->obb.center;
    fk_aabb box = bounding_box(kind, volume);
    return fk_vec3_add(fk_vec3_scale(box.min, 0.5), fk_vec3_scale(box.max, 0.5));
}

/* What is added is at most sqrt(3) more long. Along the axes of an oriented box, which have length 1 and
 * right angles up to 2^-20, it is hardly longer; a direction of a k-DOP has at most three components of size
 * 1. */
void fk_volume_grow(fk_volume_kind kind, fk_volume *volume, double more)
{
    double length = 2 * more + FK_BOUND_TINY;
    switch (kind) {
    case FK_VOLUME_SPHERE:
        volume->sphere.radius = fk_trusted_size(fk_add_upward(volume->sphere.radius, length));
        break;
    case FK_VOLUME_AABB:
        for (int k = 0; k < 3; k++) {
            double *low = fk_vec3_at(&volume->aabb.min, k), *high = fk_vec3_at(&volume->aabb.max, k);
            *low = fk_subtract_downward(*low, length);
            *high = fk_add_upward(*high, length);
        }
        break;
    case FK_VOLUME_OBB:
        for (int k = 0; k < 3; k++)
            volume->obb.half[k] = fk_trusted_size(fk_add_upward(volume->obb.half[k], length));
        break;
    default:
        for (uint32_t i = 0; i < volume->kdop.k / 2; i++) {
            volume->kdop.lo[i] = fk_subtract_downward(volume->kdop.lo[i], 2 * length);
            volume->kdop.hi[i] = fk_add_upward(volume->kdop.hi[i], 2 * length);
        }
        break;
    }
}

#define DEEP           64
#define MOST_TRIANGLES ((uint32_t)1 << 28)

/* ---- Rules --------------------------------------------------------------------------------------------- */

fk_hierarchy_rules fk_hierarchy_rules_default(void)
{
    fk_hierarchy_rules rules = {FK_VOLUME_AABB, FK_TOP_DOWN, FK_SMALLEST_AREA, false, true, 1, 0, 0};
    return rules;
}

fk_hierarchy_rules fk_hierarchy_rules_collide(void)
{
    fk_hierarchy_rules rules = {FK_VOLUME_SPHERE, FK_TOP_DOWN, FK_EQUAL_COUNT, false, true, 1, 0, 0};
    return rules;
}

const char *fk_hierarchy_way_name(fk_hierarchy_way way)
{
    static const char *const name[FK_HIERARCHY_WAYS] = {"top-down", "bottom-up", "insertion"};
    return name[way];
}

const char *fk_hierarchy_strategy_name(fk_hierarchy_strategy strategy)
{
    static const char *const name[FK_HIERARCHY_STRATEGIES] = {"sum",   "largest", "overlap",    "separation",
                                                              "count", "area",    "sum+overlap"};
    return name[strategy];
}

static bool are_rules_valid(const fk_hierarchy_rules *rules)
{
    return (unsigned)rules->volume < FK_VOLUME_KINDS && (unsigned)rules->way < FK_HIERARCHY_WAYS &&
           (unsigned)rules->strategy < FK_HIERARCHY_STRATEGIES && rules->leaf_count > 0 &&
           rules->min_volume >= 0;
}

/* ---- Parts --------------------------------------------------------------------------------------------- */

static double box_volume(const fk_aabb *box)
{
    fk_vec3 d = fk_vec3_sub(box->max, box->min);
    return d.x * d.y * d.z;
}

double fk_build_box_area(const fk_aabb *box)
{
    fk_vec3 d = fk_vec3_sub(box->max, box->min);
    return d.x * d.y + d.y * d.z + d.z * d.x + 0x1p-20 * (d.x + d.y + d.z);
}

fk_aabb fk_build_box_join(const fk_aabb *a, const fk_aabb *b)
{
    fk_aabb both = {
        {fk_smaller(a->min.x, b->min.x), fk_smaller(a->min.y, b->min.y), fk_smaller(a->min.z, b->min.z)},
        {fk_larger(a->max.x, b->max.x), fk_larger(a->max.y, b->max.y), fk_larger(a->max.z, b->max.z)}};
    return both;
}

bool fk_hierarchy_is_leaf(const fk_hierarchy_builder *b, uint32_t count, uint32_t depth, const fk_aabb *box)
{
    return count <= b->rules.leaf_count || (b->rules.max_depth > 0 && depth >= b->rules.max_depth) ||
           (b->limit > 0 && box_volume(box) <= b->limit);
}

bool fk_hierarchy_add_node(fk_hierarchy_builder *b, uint32_t parent, uint32_t first, uint32_t leaf_count)
{
    if (!fk_grow(b->context, &b->node, sizeof *b->node, b->node_count, &b->node_capacity,
                 (size_t)b->node_count + 1))
        return false;
    if (parent != FK_NONE)
        b->node[parent].right = b->node_count;
    b->node[b->node_count++] = (fk_hierarchy_node){first, leaf_count, 0};
    return true;
}

/* Makes the primitive of a triangle. */
static fk_build_primitive measure_triangle(const fk_hierarchy_builder *b, uint32_t triangle)
{
    fk_build_primitive part = {fk_aabb_empty(), {0, 0, 0}};
    for (int k = 0; k < 3; k++) {
        fk_vec3 p = b->mesh->point[b->mesh->triangle[triangle].corner[k]];
        p = fk_vec3_sub(fk_vec3_scale(p, b->scale), b->middle);
        part.box = fk_aabb_include(part.box, p);
        part.centroid = fk_vec3_add(part.centroid, fk_vec3_scale(p, 1.0 / 3.0));
    }
    return part;
}

static fk_vec3 box_half(const fk_aabb *box)
{
    return fk_vec3_make(fk_larger(fabs(box->min.x), fabs(box->max.x)),
                        fk_larger(fabs(box->min.y), fabs(box->max.y)),
                        fk_larger(fabs(box->min.z), fabs(box->max.z)));
}

static fk_status measure_triangles(fk_hierarchy_builder *b)
{
    fk_aabb box = fk_aabb_empty(), all = fk_aabb_empty();
    if (b->mesh->triangle_count == 0)
        return FK_OK;
    for (uint32_t i = 0; i < b->mesh->vertex_count; i++)
        box = fk_aabb_include(box, b->mesh->point[i]);
    fk_vec3 low = fk_vec3_scale(box.min, 0.5), high = fk_vec3_scale(box.max, 0.5);
    double half = fk_vec3_largest(fk_vec3_sub(high, low));
    b->reach = box_half(&box);
    b->scale = fk_inverse_power(fk_clamped_exponent(half) + 1);
    b->middle = fk_vec3_add(fk_vec3_scale(low, b->scale), fk_vec3_scale(high, b->scale));
    /* Where sums of coordinates may leave the range, fragments cannot be trusted. */
    b->rules.cut = b->rules.cut && fk_vec3_largest(b->reach) < FK_BOUND_LARGEST;
    b->part_count = b->mesh->triangle_count;
    if (!fk_grow(b->context, &b->part, sizeof *b->part, 0, &b->part_capacity, b->part_count))
        return FK_ERROR_MEMORY;
    for (uint32_t i = 0; i < b->part_count; i++) {
        b->part[i] = measure_triangle(b, i);
        all = fk_build_box_join(&all, &b->part[i].box);
    }
    b->limit = box_volume(&all) * b->rules.min_volume;
    return FK_OK;
}

/* ---- Volumes of the nodes ------------------------------------------------------------------------------------------- */

typedef struct volume_filler {
    fk_hierarchy_builder *b;
    fk_hierarchy *out;
    double *number, *size;
    uint32_t *stamp; /* of each vertex: one more than the node that it was last taken for */
    uint8_t *level;  /* of each node, DEEP at most */
    fk_vec3 *point;  /* of one node */
    size_t points;
} volume_filler;

static double *node_numbers(const volume_filler *f, uint32_t node)
{
    return f->number + node * fk_volume_numbers(f->out->volume);
}

/* Adds the points of a primitive that the node does not have yet. Returns their error bound. */
static double add_node_points(volume_filler *f, uint32_t node, uint32_t part, size_t *count)
{
    const fk_mesh *mesh = f->b->mesh;
    if (part >= mesh->triangle_count) {
        double error = fk_primitive_corners(f->b, part, f->point + *count);
        *count += 3;
        return error;
    }
    for (int k = 0; k < 3; k++) {
        uint32_t vertex = mesh->triangle[part].corner[k];
        if (f->stamp[vertex] != node + 1)
            f->point[(*count)++] = mesh->point[vertex];
        f->stamp[vertex] = node + 1;
    }
    return 0.0;
}

static void build_volume(volume_filler *f, uint32_t node, fk_volume *out)
{
    const fk_hierarchy_node *n = &f->b->node[node];
    size_t count = 0;
    double error = 0.0;
    for (uint32_t i = 0; i < n->count; i++)
        error = fk_larger(add_node_points(f, node, f->b->listed[n->first + i], &count), error);
    fk_volume_build(f->out->volume, f->point, count, out);
    if (error > 0.0)
        fk_volume_grow(f->out->volume, out, error);
}

static void merge_children(const volume_filler *f, uint32_t node, fk_volume *out)
{
    fk_volume left, right;
    fk_volume_load(f->out->volume, node_numbers(f, node + 1), &left);
    fk_volume_load(f->out->volume, node_numbers(f, f->b->node[node].right), &right);
    fk_volume_merge(f->out->volume, &left, &right, out);
}

static void fill_volumes(volume_filler *f)
{
    fk_hierarchy_node *node = f->b->node;
    memset(f->stamp, 0, f->b->mesh->vertex_count * sizeof *f->stamp);
    f->level[0] = 0;
    for (uint32_t i = 0; i < f->b->node_count; i++)
        if (node[i].right > 0)
            f->level[i + 1] = f->level[node[i].right] =
                (uint8_t)(f->level[i] < DEEP ? f->level[i] + 1 : DEEP);
    for (uint32_t i = f->b->node_count; i-- > 0;) {
        fk_volume volume;
        if (node[i].right > 0)
            node[i].count = node[i + 1].count + node[node[i].right].count;
        if (node[i].right > 0 && f->level[i] >= DEEP)
            merge_children(f, i, &volume);
        else
            build_volume(f, i, &volume);
        fk_volume_save(f->out->volume, &volume, node_numbers(f, i));
        f->size[i] = fk_volume_content(f->out->volume, &volume);
    }
}

/* ---- One block ----------------------------------------------------------------------------------------- */

static uint32_t primitive_triangle(const fk_hierarchy_builder *b, uint32_t part)
{
    uint32_t n = b->mesh->triangle_count;
    return part < n ? part : b->fragment[part - n].triangle;
}

/* The parts of leaves become triangles, each once in a leaf; `last` tells in which leaf a triangle was listed
 * last. */
static void list_leaf_triangles(fk_hierarchy_builder *b, uint32_t *last, fk_hierarchy_node *node,
                                uint32_t *triangle)
{
    uint32_t count = 0;
    memset(last, 0, b->mesh->triangle_count * sizeof *last);
    for (uint32_t i = 0; i < b->node_count; i++) {
        const fk_hierarchy_node *from = &b->node[i];
        node[i] = (fk_hierarchy_node){count, 0, from->right};
        for (uint32_t j = 0; j < from->count && from->right == 0; j++) {
            uint32_t t = primitive_triangle(b, b->listed[from->first + j]);
            if (last[t] != i + 1)
                triangle[count++] = t;
            last[t] = i + 1;
        }
        node[i].count = count - node[i].first;
    }
    for (uint32_t i = b->node_count; i-- > 0;)
        if (node[i].right > 0)
            node[i].count = node[i + 1].count + node[node[i].right].count;
}

static void *next_block(char **next, size_t bytes)
{
    char *here = *next;
    *next += bytes;
    return here;
}

/* Room for every part that is listed; a triangle with two fragments in a leaf leaves some of it unused. */
static fk_hierarchy *make_block(const fk_hierarchy_builder *b, size_t numbers)
{
    size_t nodes = b->node_count, triangles = b->listed_count;
    size_t bytes = sizeof(fk_hierarchy) +
                   nodes * (numbers * sizeof(double) + sizeof(double) + sizeof(fk_hierarchy_node)) +
                   triangles * sizeof(uint32_t);
    char *next = fk_allocate(b->context, bytes);
    if (next == NULL)
        return NULL;
    fk_hierarchy *h = next_block(&next, sizeof *h);
    *h = (fk_hierarchy){.volume = b->rules.volume, .depth = b->depth, .bytes = bytes, .reach = b->reach};
    h->has_cuts = b->part_count > b->mesh->triangle_count;
    h->node_count = b->node_count;
    h->number = next_block(&next, nodes * numbers * sizeof(double));
    h->size = next_block(&next, nodes * sizeof(double));
    h->node = next_block(&next, nodes * sizeof(fk_hierarchy_node));
    h->triangle = next_block(&next, triangles * sizeof(uint32_t));
    return h;
}

/* The block is written through the pointers by which others read it. */
static void fill_block(volume_filler *f, fk_hierarchy *h)
{
    fk_hierarchy_builder *b = f->b;
    f->out = h;
    f->number = (double *)h->number;
    f->size = (double *)h->size;
    if (b->node_count > 0) {
        fill_volumes(f);
        list_leaf_triangles(b, f->stamp, (fk_hierarchy_node *)h->node, (uint32_t *)h->triangle);
        h->triangle_count = h->node[0].count;
    }
}

static fk_status make_hierarchy(fk_hierarchy_builder *b, fk_hierarchy **out)
{
    size_t vertices = b->mesh->vertex_count, n = b->mesh->triangle_count;
    size_t stamps = (vertices > n ? vertices : n) + 1, levels = (size_t)b->node_count + 1;
    volume_filler f = {.b = b, .points = vertices + 3 * (b->part_count - n) + 3};
    f.stamp = fk_allocate(b->context, stamps * sizeof *f.stamp);
    f.level = fk_allocate(b->context, levels);
    f.point = fk_allocate(b->context, f.points * sizeof *f.point);
    fk_hierarchy *h = NULL;
    if (f.stamp != NULL && f.level != NULL && f.point != NULL)
        h = make_block(b, fk_volume_numbers(b->rules.volume));
    if (h != NULL) {
        fill_block(&f, h);
        *out = h;
    }
    fk_release(b->context, f.stamp, stamps * sizeof *f.stamp);
    fk_release(b->context, f.level, levels);
    fk_release(b->context, f.point, f.points * sizeof *f.point);
    return h != NULL ? FK_OK : FK_ERROR_MEMORY;
}

fk_status fk_hierarchy_build(fk_context *context, const fk_mesh *mesh, const fk_hierarchy_rules *rules,
                             fk_hierarchy **out)
{
    fk_hierarchy_rules chosen = rules != NULL ? *rules : fk_hierarchy_rules_default();
    if (!are_rules_valid(&chosen) || mesh->triangle_count >= MOST_TRIANGLES)
        return FK_ERROR_ARGUMENT;
    fk_hierarchy_builder b = {.context = context, .mesh = mesh, .rules = chosen};
    fk_status status = measure_triangles(&b);
    if (status == FK_OK && b.part_count > 0)
        status = chosen.way == FK_TOP_DOWN    ? fk_hierarchy_split(&b)
                 : chosen.way == FK_BOTTOM_UP ? fk_hierarchy_merge(&b)
                                              : fk_hierarchy_insert(&b);
    if (status == FK_OK)
        status = make_hierarchy(&b, out);
    fk_release(context, b.part, b.part_capacity * sizeof *b.part);
    fk_release(context, b.fragment, b.fragment_capacity * sizeof *b.fragment);
    fk_release(context, b.node, b.node_capacity * sizeof *b.node);
    fk_release(context, b.listed, b.listed_capacity * sizeof *b.listed);
    return status;
}

void fk_hierarchy_free(fk_context *context, fk_hierarchy *hierarchy)
{
    if (hierarchy != NULL)
        fk_release(context, hierarchy, hierarchy->bytes);
}
