/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Reads the pairs of a result: of a check, and of a sweep with its stretches and joints; and values of results. */

#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "base/lists.h"
#include "scene/read_result.h"

/* ---- Values -------------------------------------------------------------------------------------------- */

bool fk_result_text(fk_json_reader *r, const fk_json_value *value, const char **out)
{
    if (!json_is_string(value->json))
        return fk_json_fail(r, value, "\"%s\" is a text in quotes", value->key != NULL ? value->key : "list");
    return fk_json_copy_text(r, json_string_value(value->json), out);
}

bool fk_result_need_text(fk_json_reader *r, const fk_json_value *object, const char *key, const char **out)
{
    fk_json_value member;
    return fk_json_require(r, object, key, "this", &member) && fk_result_text(r, &member, out);
}

/* Reads a number; null is infinite. */
static bool read_result_number(fk_json_reader *r, const fk_json_value *value, double *out)
{
    if (!json_is_null(value->json))
        return fk_json_read_number(r, value, out);
    *out = HUGE_VAL;
    return true;
}

bool fk_result_need_number(fk_json_reader *r, const fk_json_value *object, const char *key, double *out)
{
    fk_json_value member;
    return fk_json_require(r, object, key, "this", &member) && read_result_number(r, &member, out);
}

/* Reads an object with "lo" and "hi". */
static bool read_interval(fk_json_reader *r, const fk_json_value *object, const char *key, fk_interval *out)
{
    fk_json_value member;
    if (!fk_json_require(r, object, key, "this", &member))
        return false;
    if (!json_is_object(member.json))
        return fk_json_fail(r, &member, "\"%s\" is {\"lo\": ..., \"hi\": ...}", key);
    return fk_result_need_number(r, &member, "lo", &out->lo) &&
           fk_result_need_number(r, &member, "hi", &out->hi);
}

static bool read_vector(fk_json_reader *r, const fk_json_value *object, const char *key, fk_vec3 *out)
{
    fk_json_value member;
    double number[3];
    if (!fk_json_require(r, object, key, "this", &member))
        return false;
    if (!json_is_array(member.json) || json_array_size(member.json) != 3)
        return fk_json_fail(r, &member, "\"%s\" needs three numbers, [x, y, z]", key);
    for (size_t i = 0; i < 3; i++) {
        fk_json_value element = fk_json_element(&member, i);
        if (!read_result_number(r, &element, &number[i]))
            return false;
    }
    *out = fk_vec3_make(number[0], number[1], number[2]);
    return true;
}

bool fk_result_whole(fk_json_reader *r, const fk_json_value *object, const char *key, uint64_t *out)
{
    fk_json_value member;
    double number;
    if (!fk_json_require(r, object, key, "this", &member) || !fk_json_read_number(r, &member, &number))
        return false;
    if (!(number >= 0 && number <= 0x1p53) || number != floor(number))
        return fk_json_fail(r, &member, "\"%s\" is a whole number, not %s", key, fk_show_number(number).text);
    *out = (uint64_t)number;
    return true;
}

bool fk_result_flag(fk_json_reader *r, const fk_json_value *object, const char *key, bool *out)
{
    fk_json_value member;
    *out = false;
    return !fk_json_member(object, key, &member) || fk_json_read_bool(r, &member, out);
}

static bool find_result_part(fk_json_reader *r, const fk_owned_result *own, const fk_json_value *pair,
                             const char *key, uint32_t *out)
{
    fk_json_value member;
    const char *name;
    if (!fk_json_require(r, pair, key, "a pair", &member))
        return false;
    if (!json_is_string(member.json))
        return fk_json_fail(r, &member, "\"%s\" is the name of a part", key);
    name = json_string_value(member.json);
    *out = fk_name_index_find(&own->names, name);
    if (*out == FK_NONE)
        return fk_json_fail(r, &member, "there is no part '%s' in \"parts\"", fk_show_text(name).text);
    return true;
}

bool fk_result_parts(fk_json_reader *r, const fk_owned_result *own, const fk_json_value *pair, uint32_t *a,
                     uint32_t *b)
{
    if (!json_is_object(pair->json))
        return fk_json_fail(r, pair, "a pair is an object, {\"a\": ..., \"b\": ...}");
    if (!find_result_part(r, own, pair, "a", a) || !find_result_part(r, own, pair, "b", b))
        return false;
    return *a < *b || fk_json_fail(r, pair, "\"a\" comes before \"b\" in \"parts\", and is not the same");
}

bool fk_result_kind(fk_json_reader *r, const fk_json_value *pair, fk_clash *out)
{
    fk_json_value member;
    if (!fk_json_require(r, pair, "kind", "a pair", &member))
        return false;
    for (int kind = 0; json_is_string(member.json) && kind < FK_CLASH_COUNT; kind++)
        if (fk_same_text(json_string_value(member.json), fk_clash_word((fk_clash)kind))) {
            *out = (fk_clash)kind;
            return true;
        }
    return fk_json_fail(r, &member,
                        "\"kind\" is duplicate, contained, hard, contact, clearance, clear or "
                        "undecided");
}

/* ---- Checks -------------------------------------------------------------------------------------------- */

static bool read_depth(fk_json_reader *r, const fk_json_value *pair, fk_check_pair *out)
{
    fk_json_value member;
    out->has_depth = fk_json_member(pair, "depth", &member);
    if (!out->has_depth)
        return true;
    const char *method = json_string_value(json_object_get(pair->json, "depth_method"));
    out->depth.is_exact = method != NULL && fk_same_text(method, "exact");
    if (!read_result_number(r, &member, &out->depth.depth.hi))
        return false;
    out->depth.depth.lo = out->depth.is_exact ? out->depth.depth.hi : 0;
    if (fk_json_member(pair, "depth_lo", &member) && !read_result_number(r, &member, &out->depth.depth.lo))
        return false;
    return read_vector(r, pair, "direction", &out->depth.direction);
}

static bool read_result_box(fk_json_reader *r, const fk_json_value *pair, fk_check_pair *out)
{
    fk_json_value box;
    out->box = (fk_aabb){{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};
    if (!fk_json_member(pair, "box", &box))
        return true;
    if (!json_is_object(box.json))
        return fk_json_fail(r, &box, "\"box\" is {\"min\": [...], \"max\": [...]}");
    return read_vector(r, &box, "min", &out->box.min) && read_vector(r, &box, "max", &out->box.max);
}

static bool read_result_triangle(fk_json_reader *r, const fk_json_value *value, void *user, void *item)
{
    (void)user;
    double number[2];
    if (!fk_json_read_numbers(r, value, "of a triangle of each part", 2, number))
        return false;
    for (int i = 0; i < 2; i++)
        if (!(number[i] >= 0 && number[i] < UINT32_MAX) || number[i] != floor(number[i]))
            return fk_json_fail(r, value, "triangles have whole numbers, from 0");
    *(fk_index_pair *)item = (fk_index_pair){(uint32_t)number[0], (uint32_t)number[1]};
    return true;
}

static bool read_result_triangles(fk_json_reader *r, const fk_json_value *pair, fk_check_pair *out)
{
    static const fk_json_list_form form = {"pairs of numbers", sizeof(fk_index_pair), read_result_triangle};
    fk_json_value list;
    if (!fk_json_member(pair, "triangle_pairs", &list))
        return true;
    if (!fk_result_whole(r, pair, "triangle_pairs", &out->triangle_total) ||
        !fk_json_require(r, pair, "triangles", "a pair with \"triangle_pairs\"", &list))
        return false;
    out->triangle = fk_json_read_list(r, &list, &form, NULL, &out->triangle_count);
    return out->triangle != NULL;
}

static bool read_check_fields(fk_json_reader *r, const fk_json_value *pair, fk_check_pair *out)
{
    fk_json_value member;
    const char *inner = json_string_value(json_object_get(pair->json, "inner"));
    out->a_is_inner = inner != NULL && fk_same_text(inner, "a");
    out->has_points = fk_json_member(pair, "point_a", &member);
    out->has_volume = fk_json_member(pair, "volume", &member);
    return read_interval(r, pair, "distance", &out->distance) &&
           (!out->has_points || (read_vector(r, pair, "point_a", &out->point_a) &&
                                 read_vector(r, pair, "point_b", &out->point_b))) &&
           (!out->has_volume || read_interval(r, pair, "volume", &out->volume)) && read_depth(r, pair, out) &&
           read_result_box(r, pair, out) && read_result_triangles(r, pair, out);
}

/* ---- Sweeps -------------------------------------------------------------------------------------------- */

static bool read_stretch(fk_json_reader *r, const fk_json_value *value, void *user, void *item)
{
    fk_stretch *out = item;
    (void)user;
    static const char *const word[] = {"undecided", "near", "meets"};
    fk_json_value member;
    if (!json_is_object(value->json))
        return fk_json_fail(r, value, "a stretch is an object, {\"kind\": ..., \"enter\": ...}");
    if (!fk_json_require(r, value, "kind", "a stretch", &member))
        return false;
    const char *kind = json_string_value(member.json);
    int found = -1;
    for (int i = 0; kind != NULL && i < 3; i++)
        found = fk_same_text(kind, word[i]) ? i : found;
    if (found < 0)
        return fk_json_fail(r, &member, "\"kind\" of a stretch is meets, near or undecided");
    out->kind = (fk_stretch_kind)found;
    return read_interval(r, value, "enter", &out->enter) && read_interval(r, value, "leave", &out->leave) &&
           fk_result_flag(r, value, "exact", &out->is_exact) &&
           fk_result_flag(r, value, "overlaps", &out->overlaps);
}

static bool read_stretches(fk_json_reader *r, const fk_json_value *pair, const char *key,
                           const fk_stretch **out, uint32_t *count)
{
    static const fk_json_list_form form = {"stretches of time", sizeof(fk_stretch), read_stretch};
    fk_json_value list;
    if (!fk_json_member(pair, key, &list))
        return true;
    *out = fk_json_read_list(r, &list, &form, NULL, count);
    return *out != NULL;
}

static bool read_closest(fk_json_reader *r, const fk_json_value *pair, fk_sweep_pair *out)
{
    fk_json_value closest;
    out->closest_time = NAN;
    out->has_closest = fk_json_member(pair, "closest", &closest);
    if (!out->has_closest)
        return true;
    if (!read_interval(r, pair, "closest", &out->closest))
        return false;
    return !(out->closest.hi < HUGE_VAL) || (fk_result_need_number(r, &closest, "time", &out->closest_time) &&
                                             read_vector(r, &closest, "point_a", &out->point_a) &&
                                             read_vector(r, &closest, "point_b", &out->point_b));
}

/* Reads the names of the joints, from the first pair that has them. */
static bool read_joint_names(fk_json_reader *r, const fk_json_value *joints, fk_owned_result *own)
{
    const char *key;
    json_t *json;
    own->joint = fk_scene_arena_allocate(r->arena, json_object_size(joints->json) + 1, sizeof *own->joint);
    if (own->joint == NULL)
        return fk_json_fail_memory(r);
    json_object_foreach(joints->json, key, json)
    {
        if (!fk_json_copy_text(r, key, &own->joint[own->joint_count]))
            return false;
        own->joint_count++;
    }
    return true;
}

static bool read_joint_row(fk_json_reader *r, const fk_json_value *pair, fk_owned_result *own, double time)
{
    fk_json_value joints, member;
    if (!fk_json_member(pair, "joints", &joints))
        return true;
    if (!json_is_object(joints.json))
        return fk_json_fail(r, &joints, "\"joints\" are values by name, {\"elbow\": 0.2}");
    if (own->joint == NULL && !read_joint_names(r, &joints, own))
        return false;
    if (json_object_size(joints.json) != own->joint_count)
        return fk_json_fail(r, &joints, "\"joints\" are not those of the pairs before");
    double *value = fk_scene_arena_allocate(r->arena, (size_t)own->joint_count + 1, sizeof *value);
    if (value == NULL)
        return fk_json_fail_memory(r);
    for (uint32_t i = 0; i < own->joint_count; i++)
        if (!fk_json_require(r, &joints, own->joint[i], "this list of joints", &member) ||
            !read_result_number(r, &member, &value[i]))
            return false;
    own->row[own->row_count++] = (fk_joint_row){time, value};
    return true;
}

static bool read_sweep_fields(fk_json_reader *r, const fk_json_value *pair, fk_owned_result *own,
                              fk_sweep_pair *out)
{
    if (!fk_result_flag(r, pair, "still", &out->is_still) ||
        (!out->is_still && !fk_result_need_number(r, pair, "tolerance", &out->tolerance)) ||
        !read_stretches(r, pair, "contacts", &out->contact, &out->contact_count) ||
        !read_stretches(r, pair, "below", &out->below, &out->below_count) || !read_closest(r, pair, out))
        return false;
    double time = fk_sweep_moment(out);
    return !isfinite(time) || read_joint_row(r, pair, own, time);
}

uint64_t fk_result_moment_key(double time)
{
    /* Hashed, since many moments of a motion differ in their last bits only. */
    return ((uint64_t)fk_double_key(time) * 0x9e3779b97f4a7c15u) & ~(uint64_t)UINT32_MAX;
}

static bool index_rows(fk_json_reader *r, fk_owned_result *own)
{
    uint64_t *room = fk_scene_arena_allocate(r->arena, own->row_count + 1, sizeof *room);
    own->row_key = fk_scene_arena_allocate(r->arena, own->row_count + 1, sizeof *own->row_key);
    if (room == NULL || own->row_key == NULL)
        return fk_json_fail_memory(r);
    for (size_t i = 0; i < own->row_count; i++)
        own->row_key[i] = fk_result_moment_key(own->row[i].time) | i;
    fk_sort_u64(own->row_key, room, own->row_count);
    return true;
}

/* ---- Checks and sweeps --------------------------------------------------------------------------------- */

static bool read_review(fk_json_reader *r, const fk_json_value *pair, fk_owned_result *own, size_t index,
                        bool is_clash)
{
    fk_json_value member;
    if (!fk_json_member(pair, "review", &member))
        return true;
    for (int i = FK_REVIEW_NEW; json_is_string(member.json) && i < FK_REVIEW_RESOLVED; i++)
        if (fk_same_text(json_string_value(member.json), fk_review_word((fk_review)i)))
            own->review[index] = (fk_review)i;
    if (own->review[index] == FK_REVIEW_NONE || !is_clash)
        return fk_json_fail(r, &member, "\"review\" of a clash is new, active or approved");
    own->record.review = own->review;
    own->record.remark = own->remark;
    return !fk_json_member(pair, "remark", &member) || fk_result_text(r, &member, &own->remark[index]);
}

static bool read_pair(fk_json_reader *r, const fk_json_value *pair, fk_owned_result *own, fk_check_pair *out)
{
    fk_json_value member;
    return fk_result_parts(r, own, pair, &out->a, &out->b) && fk_result_kind(r, pair, &out->kind) &&
           fk_result_flag(r, pair, "clash", &out->is_clash) &&
           fk_result_flag(r, pair, "surface", &out->has_surface) &&
           (!fk_json_member(pair, "clearance", &member) ||
            fk_json_read_number(r, &member, &out->clearance)) &&
           (own->is_sweep ? read_sweep_fields(r, pair, own, out) : read_check_fields(r, pair, out));
}

bool fk_result_pairs(fk_json_reader *r, const fk_json_value *pairs, fk_owned_result *own)
{
    size_t count = json_array_size(pairs->json);
    fk_check_pair *pair = fk_scene_arena_allocate(r->arena, count + 1, sizeof *pair);
    own->row = fk_scene_arena_allocate(r->arena, count + 1, sizeof *own->row);
    own->review = fk_scene_arena_allocate(r->arena, count + 1, sizeof *own->review);
    own->remark = fk_scene_arena_allocate(r->arena, count + 1, sizeof *own->remark);
    if (pair == NULL || own->row == NULL || own->review == NULL || own->remark == NULL)
        return fk_json_fail_memory(r);
    for (size_t i = 0; i < count; i++) {
        fk_json_value element = fk_json_element(pairs, i);
        if (!read_pair(r, &element, own, &pair[i]) || !read_review(r, &element, own, i, pair[i].is_clash))
            return false;
        own->found.clashes += pair[i].is_clash;
    }
    own->found.pair = pair;
    own->found.pair_count = count;
    return index_rows(r, own);
}
