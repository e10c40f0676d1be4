/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The outside sets of the triangles of a surface: lists of packs of four points with their coordinates, which are read in
 * sequence. A hull spends most of its time here: each point is reassigned some ten times.
 *
 * A pack is tested against all fresh triangles at once, with vectors (hull_points.inc) or in plain C; where the filter finds no
 * triangle that a point is surely above, but some undecided ones, exact signs decide. A point may be in the set of any triangle
 * that it is above, at any position. */

#include "shape/hull.h"

#include <assert.h>
#include <string.h>

#include "base/simd.h"

#define LINE 64 /* bytes of a line of the cache */

_Static_assert(sizeof(fk_hull_triangle) == LINE, "a triangle is a line");
_Static_assert(sizeof(fk_hull_pack) == 2 * LINE, "a pack is two lines");

/* ---- Memory -------------------------------------------------------------------------------------------- */

static size_t array_bytes(size_t capacity, size_t item_size)
{
    return capacity * item_size + LINE;
}

bool fk_hull_array_reserve(fk_context *context, fk_hull_array *array, size_t wanted, size_t item_size)
{
    if (wanted <= array->capacity)
        return true;
    size_t grown = (size_t)array->capacity * 2 > wanted ? (size_t)array->capacity * 2 : wanted;
    grown = grown < 64 ? 64 : grown;
    if (grown > FK_HULL_NONE)
        grown = FK_HULL_NONE;
    if (grown > (PTRDIFF_MAX - LINE) / item_size)
        grown = (PTRDIFF_MAX - LINE) / item_size;
    char *block = wanted > grown ? NULL : fk_allocate(context, array_bytes(grown, item_size));
    if (block == NULL)
        return false;
    void *items = block + (LINE - (uintptr_t)block % LINE) % LINE;
    if (array->capacity > 0)
        memcpy(items, array->items, array->capacity * item_size);
    fk_hull_array_end(context, array, item_size);
    array->items = items;
    array->block = block;
    array->capacity = (uint32_t)grown;
    return true;
}

void fk_hull_array_end(fk_context *context, fk_hull_array *array, size_t item_size)
{
    fk_release(context, array->block, array_bytes(array->capacity, item_size));
}

bool fk_hull_points_reserve(fk_hull_surface *s, size_t packs)
{
    if (packs <= s->pack_unused_count)
        return true;
    bool enough = fk_hull_array_reserve(s->context, &s->packs, s->pack_used + packs - s->pack_unused_count,
                                        sizeof *s->pack);
    s->pack = s->packs.items;
    return enough;
}

static uint32_t add_pack(fk_hull_surface *s)
{
    uint32_t index = s->pack_unused;
    if (index == FK_HULL_NONE) {
        assert(s->pack_used < s->packs.capacity);
        return s->pack_used++;
    }
    s->pack_unused = s->pack[index].next;
    s->pack_unused_count--;
    return index;
}

static void drop_pack(fk_hull_surface *s, uint32_t index)
{
    s->pack[index].next = s->pack_unused;
    s->pack_unused = index;
    s->pack_unused_count++;
}

/* The number of points in the first pack of a set of count points. */
static uint32_t first_size(uint32_t count)
{
    return (count - 1) % FK_HULL_PACK + 1;
}

/* ---- One point ----------------------------------------------------------------------------------------- */

static void copy_packed_point(fk_hull_pack *to, uint32_t to_lane, const fk_hull_pack *from, uint32_t lane)
{
    to->x[to_lane] = from->x[lane];
    to->y[to_lane] = from->y[lane];
    to->z[to_lane] = from->z[lane];
    to->point[to_lane] = from->point[lane];
}

static inline void add_outside_point(fk_hull_surface *s, fk_hull_fresh *f, const fk_hull_pack *from,
                                     uint32_t lane)
{
    uint32_t place = f->count % FK_HULL_PACK;
    if (place == 0) {
        uint32_t index = add_pack(s);
        s->pack[index].next = f->first;
        f->first = index;
    }
    copy_packed_point(&s->pack[f->first], place, from, lane);
    f->count++;
}

/* Replaces a corner by an equal point in all triangles around it. */
static void rename_corner(fk_hull_surface *s, fk_hull_half_edge start, uint32_t point)
{
    fk_hull_half_edge side = start;
    do {
        fk_hull_triangle *t = &s->triangle[side / 4];
        t->corner[side % 4] = point;
        /* The edge before ends at the corner; its opposite half-edge begins there. */
        side = t->neighbor[side % 4 == 0 ? 2 : side % 4 - 1];
    } while (side != start);
}

/* Whether a point is equal to a corner of a triangle; the one with the lower index becomes the corner. */
static bool equals_corner(fk_hull_surface *s, uint32_t triangle, uint32_t point, fk_vec3 place)
{
    const uint32_t *corner = s->triangle[triangle].corner;
    for (uint32_t k = 0; k < 3; k++) {
        fk_vec3 other = s->cloud->scaled[corner[k]];
        if (other.x == place.x && other.y == place.y && other.z == place.z &&
            fk_point_set_compare(s->cloud, corner[k], point) == 0) {
            if (point < corner[k])
                rename_corner(s, 4 * triangle + k, point);
            return true;
        }
    }
    return false;
}

/* Assigns a point that is surely above no fresh triangle to the first that it is exactly above. */
static void place_exactly(fk_hull_surface *s, const fk_hull_pack *pack, uint32_t lane)
{
    uint32_t point = pack->point[lane];
    fk_vec3 place = fk_vec3_make(pack->x[lane], pack->y[lane], pack->z[lane]);
    for (uint32_t i = 0; i < s->fresh_count; i++) {
        fk_hull_fresh *f = &s->fresh[i];
        const uint32_t *corner = s->triangle[f->triangle].corner;
        if (fk_filter_plane_height(f->normal, f->offset, place) < -f->bound)
            continue;
        if (equals_corner(s, f->triangle, point, place))
            return;
        if (fk_point_set_orient3d(s->cloud, corner[0], corner[1], corner[2], point) > 0) {
            add_outside_point(s, f, pack, lane);
            return;
        }
    }
}

/* The farthest_outside point so far. */
typedef struct farthest_outside {
    double height;
    uint32_t pack, lane;
} farthest_outside;

/* Keeps a point that is at least as high as the farthest one so far; see fk_hull_points_remove_farthest for ties. */
static void keep_farther(const fk_hull_surface *s, farthest_outside *best, double height, uint32_t pack,
                         uint32_t lane)
{
    if (height == best->height && best->pack != FK_HULL_NONE) {
        uint32_t old = s->pack[best->pack].point[best->lane], point = s->pack[pack].point[lane];
        if (fk_point_set_compare(s->cloud, old, point) <= 0)
            return;
    }
    best->height = height;
    best->pack = pack;
    best->lane = lane;
}

/* ---- Plain --------------------------------------------------------------------------------------------- */

static void place_pack_plain(fk_hull_surface *s, const fk_hull_pack *pack, uint32_t size)
{
    for (uint32_t lane = 0; lane < size; lane++) {
        fk_vec3 place = fk_vec3_make(pack->x[lane], pack->y[lane], pack->z[lane]);
        bool unsure = false;
        uint32_t i = 0;
        for (; i < s->fresh_count; i++) {
            const fk_hull_fresh *f = &s->fresh[i];
            double height = fk_filter_plane_height(f->normal, f->offset, place);
            if (height > f->bound)
                break;
            unsure = unsure || height >= -f->bound;
        }
        if (i < s->fresh_count)
            add_outside_point(s, &s->fresh[i], pack, lane);
        else if (unsure)
            place_exactly(s, pack, lane);
    }
}

static void place_plain(fk_hull_surface *s, size_t begin, size_t end, size_t step)
{
    for (size_t i = begin; i < end; i += step) {
        fk_vec3 p = s->cloud->scaled[i];
        fk_hull_pack one = {.x = {p.x}, .y = {p.y}, .z = {p.z}, .point = {(uint32_t)i}};
        place_pack_plain(s, &one, 1);
    }
}

static void hand_on_plain(fk_hull_surface *s, uint32_t first, uint32_t count)
{
    uint32_t size = first_size(count);
    for (uint32_t index = first; index != FK_HULL_NONE; size = FK_HULL_PACK) {
        uint32_t next = s->pack[index].next;
        fk_hull_prefetch_pack(s, next);
        place_pack_plain(s, &s->pack[index], size);
        drop_pack(s, index);
        index = next;
    }
}

static farthest_outside find_farthest_plain(const fk_hull_surface *s, uint32_t triangle)
{
    const fk_hull_triangle *t = &s->triangle[triangle];
    farthest_outside best = {-INFINITY, FK_HULL_NONE, 0};
    uint32_t size = first_size(s->list[triangle].count);
    for (uint32_t i = s->list[triangle].first; i != FK_HULL_NONE; i = s->pack[i].next) {
        const fk_hull_pack *p = &s->pack[i];
        for (uint32_t lane = 0; lane < size; lane++) {
            fk_vec3 place = fk_vec3_make(p->x[lane], p->y[lane], p->z[lane]);
            double height = fk_filter_plane_height(t->normal, t->offset, place);
            if (height >= best.height)
                keep_farther(s, &best, height, i, lane);
        }
        size = FK_HULL_PACK;
    }
    return best;
}

/* ---- With vectors -------------------------------------------------------------------------------------- */

/* Vectors of four numbers need long registers: made of two short ones, they are slower than plain C. */
#define FK_LEVEL_FILE  "shape/hull_points.inc"
#define FK_LEVEL_LEAST 256
#include "base/cpu_levels.inc"

#define place_vector         place_plain
#define hand_on_vector       hand_on_plain
#define find_farthest_vector find_farthest_plain

/* ---- By level ------------------------------------------------------------------------------------------ */

typedef void hull_place_function(fk_hull_surface *s, size_t begin, size_t end, size_t step);
typedef void hand_on_function(fk_hull_surface *s, uint32_t first, uint32_t count);
typedef farthest_outside find_farthest_function(const fk_hull_surface *s, uint32_t triangle);

static hull_place_function *const place[FK_CPU_COUNT] = FK_LEVELS(place);
static hand_on_function *const hand_on[FK_CPU_COUNT] = FK_LEVELS(hand_on);
static find_farthest_function *const find_farthest[FK_CPU_COUNT] = FK_LEVELS(find_farthest);

void fk_hull_points_assign(fk_hull_surface *s, size_t begin, size_t end, size_t step)
{
    place[fk_cpu_level()](s, begin, end, step);
}

void fk_hull_points_redistribute(fk_hull_surface *s, uint32_t first, uint32_t count)
{
    hand_on[fk_cpu_level()](s, first, count);
}

uint32_t fk_hull_points_remove_farthest(fk_hull_surface *s, uint32_t triangle, fk_vec3 *scaled)
{
    fk_hull_outside_set *list = &s->list[triangle];
    farthest_outside best = find_farthest[fk_cpu_level()](s, triangle);
    fk_hull_pack *pack = &s->pack[best.pack], *first = &s->pack[list->first];
    uint32_t eye = pack->point[best.lane];
    *scaled = fk_vec3_make(pack->x[best.lane], pack->y[best.lane], pack->z[best.lane]);
    /* Later rounds read it as a corner. */
    fk_prefetch(&s->cloud->scaled[eye]);
    /* The last point of the first pack replaces it. */
    uint32_t last = first_size(list->count) - 1;
    copy_packed_point(pack, best.lane, first, last);
    list->count--;
    if (last == 0) {
        uint32_t index = list->first;
        list->first = first->next;
        drop_pack(s, index);
    }
    return eye;
}
