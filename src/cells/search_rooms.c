/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Rooms: what is in which, and boxes around it.
 *
 * The box of a room without a volume is the one around all in it. When an object moves, the rooms that it is
 * in are marked, up to the first that is marked or has a volume: boxes of rooms around a volume do not
 * change, unless it has to grow. The next question fits the boxes of marked rooms again, from the last room
 * to the first, so that each one finds those in it ready.
 *
 * Weak inputs: rooms in rooms in rooms, thousands deep, as moves and pairs of objects go up step by step. */

#include "base/bits.h"
#include "base/vec3.h"
#include "cells/cells.h"
#include "cells/search.h"

static void put_box(fk_search *s, uint32_t object)
{
    uint32_t place = s->place_of[object];
    const fk_aabb *box = &s->placed[object].box;
    for (int k = 0; k < 3; k++) {
        s->low[k][place] = fk_vec3_get(box->min, k);
        s->high[k][place] = fk_vec3_get(box->max, k);
    }
}

void fk_room_grow(fk_room *room, double margin)
{
    room->margin = margin;
    room->grown = fk_cells_grown(&room->volume, margin);
    room->box = fk_cells_bounds(&room->grown);
}

/* Volumes around an object hold what its leaves may stick out of its root; volumes around others hold as
 * much, so the first that does is the last to look at. False: nothing has changed. */
static bool grow_volumes(fk_search *s, uint32_t object)
{
    const fk_placed_cells *placed = &s->placed[object];
    double margin = placed->tree->node[0].child_count > 0 ? placed->margin : 0;
    bool has_grown = false;
    uint32_t i = s->room[s->room_of[object]].holder;
    for (; i != FK_NONE && s->room[i].margin < margin; i = s->room[s->room[i].parent].holder) {
        fk_room_grow(&s->room[i], margin);
        has_grown = true;
    }
    return has_grown;
}

/* Rooms in the order of their numbers, each in the list of its parent. */
static void link_rooms(fk_search *s)
{
    for (uint32_t i = s->room_count - 1; i > FK_ROOM_WORLD; i--) {
        fk_room *parent = &s->room[s->room[i].parent];
        s->room[i].next = parent->first_child;
        parent->first_child = i;
    }
}

void fk_rooms_fill(fk_search *s)
{
    link_rooms(s);
    for (uint32_t i = 0; i < s->object_count; i++)
        s->room[s->room_of[i]].total++;
    uint32_t begin = 0;
    for (uint32_t i = 0; i < s->room_count; i++) {
        s->room[i].begin = begin;
        begin += s->room[i].total;
    }
    for (uint32_t i = 0; i < s->object_count; i++) {
        fk_room *room = &s->room[s->room_of[i]];
        s->place_of[i] = room->begin + room->count++;
        s->object_at[s->place_of[i]] = i;
        put_box(s, i);
        grow_volumes(s, i);
    }
    for (uint32_t i = s->room_count - 1; i > FK_ROOM_WORLD; i--) {
        s->room[s->room[i].parent].total += s->room[i].total;
        s->room[i].is_stale = s->room[i].volume.kind == FK_KIND_NONE;
    }
    s->has_stale = true;
}

void fk_rooms_move(fk_search *s, uint32_t object)
{
    put_box(s, object);
    bool goes_on = grow_volumes(s, object);
    for (uint32_t i = s->room_of[object]; i != FK_ROOM_WORLD; i = s->room[i].parent) {
        fk_room *room = &s->room[i];
        bool has_volume = room->volume.kind != FK_KIND_NONE;
        if (!goes_on && (room->is_stale || has_volume))
            return;
        if (!has_volume)
            room->is_stale = s->has_stale = true;
    }
}

static void refit(fk_search *s, fk_room *room)
{
    fk_aabb box = fk_aabb_empty();
    for (int k = 0; k < 3; k++) {
        const double *low = s->low[k] + room->begin, *high = s->high[k] + room->begin;
        double least = fk_vec3_get(box.min, k), most = fk_vec3_get(box.max, k);
        for (uint32_t i = 0; i < room->count; i++) {
            least = fk_double_least(low[i], least);
            most = fk_double_greatest(high[i], most);
        }
        *fk_vec3_at(&box.min, k) = least;
        *fk_vec3_at(&box.max, k) = most;
    }
    for (uint32_t child = room->first_child; child != FK_NONE; child = s->room[child].next)
        box = fk_cells_join(&box, &s->room[child].box);
    room->box = box;
    room->is_stale = false;
}

void fk_rooms_refit(fk_search *s)
{
    for (uint32_t i = s->room_count - 1; s->has_stale && i > FK_ROOM_WORLD; i--)
        if (s->room[i].is_stale)
            refit(s, &s->room[i]);
    s->has_stale = false;
}

/* A room comes after those that it is in. */
uint32_t fk_rooms_common(const fk_search *s, uint32_t a, uint32_t b)
{
    uint32_t i = s->room_of[a], k = s->room_of[b];
    while (i != k)
        if (i > k)
            i = s->room[i].parent;
        else
            k = s->room[k].parent;
    return i;
}
