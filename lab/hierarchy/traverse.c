/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Two hierarchies in their places: which of their triangles meet.
 *
 * Sources: Grulich, "Collision detection in 3D space", 2016, section 3.2: orders of search, rules of descent,
 * algorithm 7; Murrieta-Cid, "Collision detection: hierarchical algorithms", 2021, whose COLLIDE is one
 * setting of the rules.
 *
 * One loop for all: a pair of nodes is taken from those that wait, its volumes are tested, and it is dropped,
 * or opened, or is a pair of leaves whose triangles are tested. How the pairs wait makes the order: in a
 * stack, a queue or a heap. So no depth of a tree is too deep.
 *
 * Volumes are placed where they are needed, both of them, as the places of triangles are defined: a pose of
 * one relative to the other would be rounded. Some placed volumes are kept, as most nodes are tested several
 * times in a row.
 *
 * Where triangles were cut, a volume holds fragments. A point of a placed triangle is a mean of its placed
 * corners, and differs from the exact image of the same mean of the corners by no more than these from
 * theirs: 4.01 u of the size of a row, see fk_pose_row_size. Placed volumes grow by that. */

#include "hierarchy/hierarchy.h"

#include <string.h>

#include "base/lists.h"
#include "base/vec3.h"
#include "shape/bound.h"

#define KEPT 128 /* a power of two */

/* ---- Rules --------------------------------------------------------------------------------------------- */

fk_search_rules fk_search_rules_collide(void)
{
    fk_search_rules rules = {FK_DEPTH_FIRST, FK_DESCEND_LARGER, false};
    return rules;
}

const char *fk_search_order_name(fk_search_order order)
{
    static const char *const name[FK_SEARCH_ORDERS] = {"depth", "breadth", "best"};
    return name[order];
}

const char *fk_search_descent_name(fk_search_descent descent)
{
    static const char *const name[FK_SEARCH_DESCENTS] = {"a", "larger", "both", "similar"};
    return name[descent];
}

/* ---- Placed volumes ------------------------------------------------------------------------------------ */

typedef struct traversal_side {
    const fk_placed_hierarchy *placed;
    double more;
    uint32_t node[KEPT]; /* whose volume is kept; FK_NONE: nobody's */
    fk_volume volume[KEPT];
} traversal_side;

static void side_init(traversal_side *s, const fk_placed_hierarchy *placed)
{
    s->placed = placed;
    s->more = 0.0;
    for (int i = 0; i < 3 && placed->hierarchy->has_cuts; i++) {
        double row = fk_pose_row_size(&placed->pose, i, placed->hierarchy->reach);
        s->more = fk_larger(6 * FK_BOUND_UNIT * row + FK_BOUND_TINY, s->more);
    }
    for (uint32_t i = 0; i < KEPT; i++)
        s->node[i] = FK_NONE;
}

static const fk_volume *placed_volume(traversal_side *s, uint32_t node, uint64_t *count)
{
    uint32_t slot = node % KEPT;
    const fk_hierarchy *h = s->placed->hierarchy;
    if (s->node[slot] == node)
        return &s->volume[slot];
    fk_volume own;
    fk_volume_load(h->volume, h->number + node * fk_volume_numbers(h->volume), &own);
    fk_volume_place(h->volume, &own, &s->placed->pose, &s->volume[slot]);
    if (h->has_cuts)
        fk_volume_grow(h->volume, &s->volume[slot], s->more);
    s->node[slot] = node;
    ++*count;
    return &s->volume[slot];
}

/* ---- Pairs that wait ----------------------------------------------------------------------------------- */

typedef struct node_pair {
    uint32_t node[2];
    double distance; /* of the centres, squared */
    uint64_t turn;   /* how many came before */
} node_pair;

typedef struct hierarchy_traversal {
    fk_context *context;
    fk_search_rules rules;
    traversal_side *side; /* of a, of b */
    node_pair *pair;
    size_t begin, end, capacity; /* those that wait are between */
    uint64_t turn;
    uint64_t *key; /* of pairs of triangles that were found */
    size_t key_count, key_capacity;
    fk_search_found found;
} hierarchy_traversal;

static bool comes_first(const node_pair *p, const node_pair *q)
{
    return p->distance < q->distance || (!(q->distance < p->distance) && p->turn < q->turn);
}

static void sift_up(node_pair *heap, size_t place)
{
    node_pair moved = heap[place];
    for (; place > 0 && comes_first(&moved, &heap[(place - 1) / 2]); place = (place - 1) / 2)
        heap[place] = heap[(place - 1) / 2];
    heap[place] = moved;
}

static void sift_down(node_pair *heap, size_t count)
{
    node_pair moved = heap[0];
    size_t place = 0;
    for (size_t child = 1; child < count; child = 2 * place + 1) {
        if (child + 1 < count && comes_first(&heap[child + 1], &heap[child]))
            child++;
        if (!comes_first(&heap[child], &moved))
            break;
        heap[place] = heap[child];
        place = child;
    }
    heap[place] = moved;
}

/* The squared distance of the centres; 0 if it is NAN. */
static double center_distance(hierarchy_traversal *s, uint32_t a, uint32_t b)
{
    fk_volume_kind kind = s->side[0].placed->hierarchy->volume;
    fk_vec3 p = fk_volume_center(kind, placed_volume(&s->side[0], a, &s->found.placed));
    fk_vec3 q = fk_volume_center(kind, placed_volume(&s->side[1], b, &s->found.placed));
    fk_vec3 d = fk_vec3_sub(p, q);
    double square = fk_vec3_dot(d, d);
    return square >= 0.0 ? square : 0.0;
}

static bool push_node_pair(hierarchy_traversal *s, uint32_t a, uint32_t b)
{
    /* A queue moves back to the beginning of its room when it has left half of it. */
    if (s->end == s->capacity && s->begin > s->end / 2) {
        memmove(s->pair, s->pair + s->begin, (s->end - s->begin) * sizeof *s->pair);
        s->end -= s->begin;
        s->begin = 0;
    }
    if (!fk_grow(s->context, &s->pair, sizeof *s->pair, s->end, &s->capacity, s->end + 1))
        return false;
    bool is_best = s->rules.order == FK_BEST_FIRST;
    s->pair[s->end++] = (node_pair){{a, b}, is_best ? center_distance(s, a, b) : 0.0, s->turn++};
    if (is_best)
        sift_up(s->pair, s->end - 1);
    uint64_t waiting = s->end - s->begin;
    s->found.most_waiting = waiting > s->found.most_waiting ? waiting : s->found.most_waiting;
    return true;
}

static node_pair pop_node_pair(hierarchy_traversal *s)
{
    if (s->rules.order == FK_BREADTH_FIRST)
        return s->pair[s->begin++];
    if (s->rules.order == FK_DEPTH_FIRST)
        return s->pair[--s->end];
    node_pair best = s->pair[0];
    s->pair[0] = s->pair[--s->end];
    if (s->end > 0)
        sift_down(s->pair, s->end);
    return best;
}

/* ---- Visits -------------------------------------------------------------------------------------------- */

static void place_triangle(const fk_placed_hierarchy *p, uint32_t place, fk_vec3 corner[3])
{
    const uint32_t *index = p->mesh->triangle[p->hierarchy->triangle[place]].corner;
    for (int k = 0; k < 3; k++)
        corner[k] = fk_pose_apply(&p->pose, p->mesh->point[index[k]]);
}

static bool keep_triangle_pair(hierarchy_traversal *s, fk_index_pair pair)
{
    if (!s->found.meets)
        s->found.first = pair;
    s->found.meets = true;
    if (!s->rules.all)
        return true;
    if (!fk_grow(s->context, &s->key, sizeof *s->key, s->key_count, &s->key_capacity, s->key_count + 1))
        return false;
    s->key[s->key_count++] = (uint64_t)pair.a << 32 | pair.b;
    return true;
}

static bool test_leaves(hierarchy_traversal *s, const fk_hierarchy_node *a, const fk_hierarchy_node *b)
{
    const fk_placed_hierarchy *p = s->side[0].placed, *q = s->side[1].placed;
    s->found.leaf_pairs++;
    for (uint32_t i = 0; i < a->count; i++) {
        fk_vec3 of_a[3], of_b[3];
        place_triangle(p, a->first + i, of_a);
        for (uint32_t j = 0; j < b->count; j++) {
            place_triangle(q, b->first + j, of_b);
            s->found.triangle_tests++;
            if (!fk_triangles_meet(of_a, of_b))
                continue;
            fk_index_pair pair = {p->hierarchy->triangle[a->first + i], q->hierarchy->triangle[b->first + j]};
            if (!keep_triangle_pair(s, pair))
                return false;
            if (!s->rules.all)
                return true;
        }
    }
    return true;
}

/* A box has 8 times the volume of one half its size. */
#define SIMILAR 8

/* Which of two nodes, not both leaves, to descend: bit 0 a, bit 1 b. */
static unsigned choose_descent(const hierarchy_traversal *s, const node_pair *p)
{
    const fk_hierarchy *a = s->side[0].placed->hierarchy, *b = s->side[1].placed->hierarchy;
    unsigned inner = (a->node[p->node[0]].right > 0 ? 1u : 0u) | (b->node[p->node[1]].right > 0 ? 2u : 0u);
    if (inner != 3 || s->rules.descent == FK_DESCEND_BOTH)
        return inner;
    if (s->rules.descent == FK_DESCEND_A)
        return 1;
    double of_a = a->size[p->node[0]], of_b = b->size[p->node[1]];
    if (s->rules.descent == FK_DESCEND_SIMILAR && of_a <= SIMILAR * of_b && of_b <= SIMILAR * of_a)
        return 3;
    return of_a > of_b ? 1 : 2;
}

/* Pairs of children, those of the first child of a first. A stack gets them in reverse. */
static bool push_children(hierarchy_traversal *s, const node_pair *p)
{
    unsigned opened = choose_descent(s, p);
    uint32_t child[2][2] = {{p->node[0], FK_NONE}, {p->node[1], FK_NONE}}, next[4][2], count = 0;
    for (int k = 0; k < 2; k++)
        if (opened >> k & 1) {
            child[k][0] = p->node[k] + 1;
            child[k][1] = s->side[k].placed->hierarchy->node[p->node[k]].right;
        }
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            if (child[0][i] != FK_NONE && child[1][j] != FK_NONE) {
                next[count][0] = child[0][i];
                next[count++][1] = child[1][j];
            }
    s->found.opened++;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t *node = next[s->rules.order == FK_DEPTH_FIRST ? count - 1 - i : i];
        if (!push_node_pair(s, node[0], node[1]))
            return false;
    }
    return true;
}

static bool visit_node_pair(hierarchy_traversal *s)
{
    node_pair p = pop_node_pair(s);
    const fk_hierarchy *a = s->side[0].placed->hierarchy, *b = s->side[1].placed->hierarchy;
    s->found.volume_tests++;
    const fk_volume *of_a = placed_volume(&s->side[0], p.node[0], &s->found.placed);
    const fk_volume *of_b = placed_volume(&s->side[1], p.node[1], &s->found.placed);
    if (!fk_volumes_meet(a->volume, of_a, of_b)) {
        s->found.dropped++;
        return true;
    }
    const fk_hierarchy_node *node_a = &a->node[p.node[0]], *node_b = &b->node[p.node[1]];
    if (node_a->right == 0 && node_b->right == 0)
        return test_leaves(s, node_a, node_b);
    return push_children(s, &p);
}

/* ---- The whole ----------------------------------------------------------------------------------------- */

/* Sorts the pairs that were found; fragments of a triangle find the same ones. */
static bool list_triangle_pairs(hierarchy_traversal *s)
{
    size_t n = s->key_count, left = 0;
    if (n == 0)
        return true;
    uint64_t *room = fk_allocate(s->context, n * sizeof *room);
    s->found.pair = fk_allocate(s->context, n * sizeof *s->found.pair);
    s->found.capacity = n;
    bool fits = room != NULL && s->found.pair != NULL;
    if (fits) {
        fk_sort_u64(s->key, room, n);
        for (size_t i = 0; i < n; i++)
            if (i == 0 || s->key[i] != s->key[i - 1])
                s->found.pair[left++] = (fk_index_pair){(uint32_t)(s->key[i] >> 32), (uint32_t)s->key[i]};
    }
    s->found.count = left;
    fk_release(s->context, room, n * sizeof *room);
    return fits;
}

static bool traverse_pairs(hierarchy_traversal *s)
{
    bool fits = push_node_pair(s, 0, 0);
    while (fits && s->begin < s->end && !(s->found.meets && !s->rules.all))
        fits = visit_node_pair(s);
    return fits && list_triangle_pairs(s);
}

fk_status fk_hierarchy_search(fk_context *context, const fk_placed_hierarchy *a, const fk_placed_hierarchy *b,
                              const fk_search_rules *rules, fk_search_found *out)
{
    if (a->hierarchy->volume != b->hierarchy->volume)
        return FK_ERROR_ARGUMENT;
    hierarchy_traversal s = {.context = context, .rules = *rules, .found = {.first = {FK_NONE, FK_NONE}}};
    bool fits = true;
    if (a->hierarchy->node_count > 0 && b->hierarchy->node_count > 0) {
        s.side = fk_allocate(context, 2 * sizeof *s.side);
        fits = s.side != NULL;
        if (fits) {
            side_init(&s.side[0], a);
            side_init(&s.side[1], b);
            fits = traverse_pairs(&s);
        }
    }
    fk_release(context, s.side, 2 * sizeof *s.side);
    fk_release(context, s.pair, s.capacity * sizeof *s.pair);
    fk_release(context, s.key, s.key_capacity * sizeof *s.key);
    if (fits)
        *out = s.found;
    else
        fk_search_found_end(context, &s.found);
    return fits ? FK_OK : FK_ERROR_MEMORY;
}

void fk_search_found_end(fk_context *context, fk_search_found *found)
{
    fk_release(context, found->pair, found->capacity * sizeof *found->pair);
    found->pair = NULL;
    found->count = found->capacity = 0;
}
