/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Reads SRDF: pairs of links that need no check, and named configurations.
 *
 * As in MoveIt, <disable_default_collisions> disables all pairs of a link, <enable_collisions> enables pairs again,
 * and <disable_collisions> overrides both. Unlike there, <enable_collisions> also enables adjacent links, which fk_robot_ignores
 * leaves out by default: MoveIt has these only where its assistant wrote them into the list. Links that the robot does not have are common, for instance if a hand is
 * not mounted: such pairs are counted and left out. */

#include <string.h>

#include "base/lists.h"
#include "scene/robot.h"

/* ---- Pairs --------------------------------------------------------------------------------------------- */

/* All pairs that occur, sorted, each once, with the reason why they are disabled, or NULL. */
typedef struct link_pairs {
    uint64_t *key, *room; /* a << 32 | b */
    const char **reason;
    size_t count;
} link_pairs;

static uint64_t link_pair_key(uint32_t a, uint32_t b)
{
    return a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
}

/* Reads the pair of links of an element; *is_there is false if one link is unknown, or both are one. */
static bool read_link_pair(fk_robot_reader *r, const fk_xml_element *xml, uint64_t *key, bool *is_there)
{
    const char *first, *second;
    if (!fk_xml_require(&r->xml, xml, "link1", &first) || !fk_xml_require(&r->xml, xml, "link2", &second))
        return false;
    uint32_t a = fk_name_index_find(&r->own->link_names, first);
    uint32_t b = fk_name_index_find(&r->own->link_names, second);
    *is_there = a != FK_NONE && b != FK_NONE && a != b;
    *key = link_pair_key(a, b);
    if (a == FK_NONE || b == FK_NONE)
        r->own->robot.unknown_disabled++;
    return true;
}

/* Reads the links whose pairs are all disabled by default. */
static bool read_default_disabled(fk_robot_reader *r, const fk_xml_element *root, bool *is_out, size_t *count)
{
    const fk_xml_element *e = fk_xml_first(root, "disable_default_collisions");
    for (*count = 0; e != NULL; e = fk_xml_next(e)) {
        const char *name;
        if (!fk_xml_require(&r->xml, e, "link", &name))
            return false;
        uint32_t link = fk_name_index_find(&r->own->link_names, name);
        if (link == FK_NONE)
            r->own->robot.unknown_disabled++;
        else if (!is_out[link]) {
            is_out[link] = true;
            ++*count;
        }
    }
    return true;
}

/* Lists the pairs that are enabled, sorted. */
static bool list_enabled_pairs(fk_robot_reader *r, const fk_xml_element *root)
{
    size_t room = (size_t)fk_xml_count(root, "enable_collisions") + 1;
    uint64_t *key = fk_scene_arena_allocate(r->xml.arena, room, sizeof *key);
    uint64_t *spare = fk_scene_arena_allocate(r->xml.arena, room, sizeof *spare);
    const fk_xml_element *e = fk_xml_first(root, "enable_collisions");
    uint32_t unknown = r->own->robot.unknown_disabled;
    if (key == NULL || spare == NULL)
        return fk_xml_fail_memory(&r->xml);
    r->own->enabled = key;
    for (; e != NULL; e = fk_xml_next(e)) {
        bool is_there;
        if (!read_link_pair(r, e, &key[r->own->enabled_count], &is_there))
            return false;
        r->own->enabled_count += is_there;
    }
    r->own->robot.unknown_disabled = unknown; /* they are not disabled */
    fk_sort_u64(key, spare, r->own->enabled_count);
    return true;
}

/* Lists all pairs that may be disabled. */
static bool list_link_pairs(fk_robot_reader *r, const fk_xml_element *root, const bool *is_out, link_pairs *p)
{
    uint32_t links = r->own->robot.link_count;
    for (const fk_xml_element *e = fk_xml_first(root, "disable_collisions"); e != NULL; e = fk_xml_next(e)) {
        bool is_there;
        if (!read_link_pair(r, e, &p->key[p->count], &is_there))
            return false;
        p->count += is_there;
    }
    for (uint32_t i = 0; i < links; i++)
        for (uint32_t k = 0; k < links && is_out[i]; k++)
            if (k != i && !(is_out[k] && k < i))
                p->key[p->count++] = link_pair_key(i, k);
    fk_sort_u64(p->key, p->room, p->count);
    size_t kept = 0;
    for (size_t i = 0; i < p->count; i++)
        if (kept == 0 || p->key[i] != p->key[kept - 1])
            p->key[kept++] = p->key[i];
    p->count = kept;
    return true;
}

/* Sets the reasons in order of precedence. */
static bool set_disable_reasons(fk_robot_reader *r, const fk_xml_element *root, const bool *is_out,
                                link_pairs *p)
{
    const fk_owned_robot *own = r->own;
    uint64_t key;
    bool is_there;
    uint32_t unknown = r->own->robot.unknown_disabled;
    for (size_t i = 0; i < p->count; i++)
        if (is_out[p->key[i] >> 32] || is_out[(uint32_t)p->key[i]])
            p->reason[i] = "disabled by default";
    for (size_t i = 0; i < own->enabled_count; i++) {
        size_t at = fk_lower_bound(p->key, p->count, own->enabled[i]);
        if (at < p->count && p->key[at] == own->enabled[i])
            p->reason[at] = NULL;
    }
    for (const fk_xml_element *e = fk_xml_first(root, "disable_collisions"); e != NULL; e = fk_xml_next(e)) {
        const char *reason;
        if (!read_link_pair(r, e, &key, &is_there) || !fk_xml_read_text(&r->xml, e, "reason", &reason))
            return false;
        if (is_there)
            p->reason[fk_lower_bound(p->key, p->count, key)] = reason != NULL ? reason : "disabled";
    }
    r->own->robot.unknown_disabled = unknown; /* they are counted already */
    return true;
}

static bool keep_disabled_pairs(fk_robot_reader *r, const link_pairs *p)
{
    fk_robot_disabled *disabled = fk_scene_arena_allocate(r->xml.arena, p->count + 1, sizeof *disabled);
    if (disabled == NULL)
        return fk_xml_fail_memory(&r->xml);
    uint32_t count = 0;
    for (size_t i = 0; i < p->count; i++)
        if (p->reason[i] != NULL)
            disabled[count++] =
                (fk_robot_disabled){(uint32_t)(p->key[i] >> 32), (uint32_t)p->key[i], p->reason[i]};
    r->own->robot.disabled = disabled;
    r->own->robot.disabled_count = count;
    return true;
}

static bool read_disabled_pairs(fk_robot_reader *r, const fk_xml_element *root)
{
    fk_scene_arena *arena = r->xml.arena;
    size_t outs;
    uint32_t links = r->own->robot.link_count;
    bool *is_out = fk_scene_arena_allocate(arena, (size_t)links + 1, sizeof *is_out);
    if (is_out == NULL)
        return fk_xml_fail_memory(&r->xml);
    if (!read_default_disabled(r, root, is_out, &outs))
        return false;
    size_t room = (size_t)fk_xml_count(root, "disable_collisions") + outs * links + 1;
    link_pairs p = {.key = fk_scene_arena_allocate(arena, room, sizeof *p.key),
                    .room = fk_scene_arena_allocate(arena, room, sizeof *p.room),
                    .reason = fk_scene_arena_allocate(arena, room, sizeof *p.reason)};
    if (p.key == NULL || p.room == NULL || p.reason == NULL)
        return fk_xml_fail_memory(&r->xml);
    return list_link_pairs(r, root, is_out, &p) && list_enabled_pairs(r, root) &&
           set_disable_reasons(r, root, is_out, &p) && keep_disabled_pairs(r, &p);
}

/* ---- States -------------------------------------------------------------------------------------------- */

/* Whether a name is that of a joint between the robot and the world, which only SRDF has. */
static bool is_virtual_joint(const fk_xml_element *root, const char *name)
{
    for (const fk_xml_element *e = fk_xml_first(root, "virtual_joint"); e != NULL; e = fk_xml_next(e)) {
        const char *own = fk_xml_value(e, "name");
        if (own != NULL && fk_same_text(own, name))
            return true;
    }
    return false;
}

/* Reads the value of a joint. Skips joints that mimic others or have no variable. */
static bool read_state_value(fk_robot_reader *r, const fk_xml_element *root, const fk_xml_element *xml,
                             bool *is_set, double *value)
{
    const char *name, *text;
    if (!fk_xml_require(&r->xml, xml, "name", &name))
        return false;
    uint32_t number = fk_name_index_find(&r->own->joint_names, name);
    if (number == FK_NONE && is_virtual_joint(root, name))
        return true;
    if (number == FK_NONE)
        return fk_xml_fail(
            &r->xml, xml,
            "the robot has no joint '%s': correct the name, or give the SRDF of this robot, '%s'",
            fk_show_text(name).text, fk_show_text(r->own->robot.name).text);
    const fk_robot_joint *joint = &r->own->joint[number];
    if (joint->variable == FK_NONE || joint->is_mimic)
        return true;
    double v = 0;
    if (!fk_xml_require(&r->xml, xml, "value", &text) || !fk_xml_read_number(&r->xml, xml, "value", &v))
        return false;
    if (joint->kind == FK_JOINT_PRISMATIC && !fk_urdf_read_length(r, xml, "value", &v))
        return false;
    is_set[joint->variable] = true;
    value[joint->variable] = v;
    return true;
}

static bool read_robot_state(fk_robot_reader *r, const fk_xml_element *root, const fk_xml_element *xml,
                             fk_robot_state *out)
{
    size_t room = (size_t)r->own->robot.variable_count + 1;
    bool *is_set = fk_scene_arena_allocate(r->xml.arena, room, sizeof *is_set);
    double *value = fk_scene_arena_allocate(r->xml.arena, room, sizeof *value);
    if (is_set == NULL || value == NULL)
        return fk_xml_fail_memory(&r->xml);
    out->is_set = is_set;
    out->value = value;
    if (!fk_xml_require(&r->xml, xml, "name", &out->name) ||
        !fk_xml_require(&r->xml, xml, "group", &out->group))
        return false;
    for (const fk_xml_element *e = fk_xml_first(xml, "joint"); e != NULL; e = fk_xml_next(e))
        if (!read_state_value(r, root, e, is_set, value))
            return false;
    return true;
}

static bool read_robot_states(fk_robot_reader *r, const fk_xml_element *root)
{
    uint32_t count = fk_xml_count(root, "group_state");
    fk_robot_state *state = fk_scene_arena_allocate(r->xml.arena, (size_t)count + 1, sizeof *state);
    const fk_xml_element *e = fk_xml_first(root, "group_state");
    if (state == NULL)
        return fk_xml_fail_memory(&r->xml);
    for (uint32_t i = 0; i < count; i++, e = fk_xml_next(e))
        if (!read_robot_state(r, root, e, &state[i]))
            return false;
    r->own->robot.state = state;
    r->own->robot.state_count = count;
    return true;
}

bool fk_srdf_read(fk_robot_reader *r, const fk_xml_element *root)
{
    return read_disabled_pairs(r, root) && read_robot_states(r, root);
}
