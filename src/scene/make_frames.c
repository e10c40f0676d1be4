/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The frames of a scene: those of the links of its robots, robot by robot, then one for each part with a motion, after
 * that which it is attached to. And which frame each part is in. */

#include <string.h>

#include "scene/parts.h"

/* What a word of "attached_to" means: a part with a motion, or the frame of a link. */
typedef struct target {
    uint32_t entry, frame; /* one of them; the other is FK_NONE */
} target;

/* ---- What is meant ------------------------------------------------------------------------------------- */

/* The number of links that are called so, with the robot's name and "/" before it or without; and the frame of the first. */
static uint32_t find_link(const fk_scene_own *own, const char *word, uint32_t *frame)
{
    uint32_t count = 0;
    for (uint32_t i = own->robot_count; i-- > 0;) {
        const fk_scene_robot *robot = &own->scene_robot[i];
        size_t length = strlen(robot->name);
        bool has_name = length > 0 && strlen(word) > length + 1 && memcmp(word, robot->name, length) == 0 &&
                        word[length] == '/';
        uint32_t link = has_name ? fk_robot_find_link(robot->robot, word + length + 1) : FK_NONE;
        link = link != FK_NONE ? link : fk_robot_find_link(robot->robot, word);
        if (link == FK_NONE)
            continue;
        *frame = robot->first_frame + link;
        count++;
    }
    return count;
}

static bool fail_unknown(fk_reader *r, const fk_value *value, const fk_scene_own *own, const char *word)
{
    fk_nearest nearest = fk_nearest_make(word);
    for (uint32_t i = 0; i < own->entry_count; i++)
        if (own->entry[i].has_motion)
            fk_nearest_offer(&nearest, own->entry[i].name);
    for (uint32_t i = 0; i < own->robot_count; i++)
        for (uint32_t k = 0; k < own->robot[i].robot->link_count; k++)
            fk_nearest_offer(&nearest, own->robot[i].robot->link[k].name);
    const char *found = nearest.found;
    return fk_value_fail(r, value, "no part with a \"motion\" and no link of a robot is called '%s'%s%s%s",
                         fk_show(word).text, found != NULL ? "; did you mean '" : "",
                         found != NULL ? fk_show(found).text : "", found != NULL ? "'?" : "");
}

/* What a part is attached to. */
static bool find_target(fk_reader *r, const fk_value *top, uint32_t entry, const fk_scene_own *own,
                        target *out)
{
    fk_entry_way way;
    const char *word = own->entry[entry].attached_to;
    const fk_value *value = fk_entry_value(top, entry, "attached_to", &way);
    uint32_t other = fk_names_find(&own->entry_names, word), frame = FK_NONE;
    *out = (target){FK_NONE, FK_NONE};
    if (other != FK_NONE && !own->entry[other].is_robot) {
        const fk_entry *e = &own->entry[other];
        if (other == entry)
            return fk_value_fail(r, value, "a part is not attached to itself");
        if (!e->has_motion)
            return fk_value_fail(
                r, value,
                e->attached_to != NULL ? "'%s' has no \"motion\" of its own: attach this to '%s', as that is"
                                       : "'%s' has no \"motion\", so nothing is attached to it: leave "
                                         "\"attached_to\" out%s",
                fk_show(word).text, e->attached_to != NULL ? fk_show(e->attached_to).text : "");
        out->entry = other;
        return true;
    }
    uint32_t count = find_link(own, word, &frame);
    if (count == 0)
        return other != FK_NONE
                   ? fk_value_fail(r, value, "'%s' is a robot: write '%s/LINK', with the name of its link",
                                   fk_show(word).text, fk_show(word).text)
                   : fail_unknown(r, value, own, word);
    if (count > 1)
        return fk_value_fail(r, value, "%lu robots have a link '%s': write 'ROBOT/%s'", (unsigned long)count,
                             fk_show(word).text, fk_show(word).text);
    out->frame = frame;
    return true;
}

/* ---- Frames -------------------------------------------------------------------------------------------- */

/* Gives a part with a motion its frame, and before that those that it is attached to, the outermost first. `chain` has
 * room for all entries. */
static bool add_frames(fk_reader *r, const fk_value *top, uint32_t entry, fk_scene_own *own, fk_frame *frame,
                       uint32_t *chain)
{
    uint32_t count = 0, parent = FK_NONE;
    for (uint32_t at = entry; at != FK_NONE && own->entry[at].frame == FK_NONE;) {
        target to = {FK_NONE, FK_NONE};
        fk_entry_way way;
        if (count == own->entry_count)
            return fk_value_fail(
                r, fk_entry_value(top, entry, "attached_to", &way),
                "'%s' is attached to itself, by way of others: leave out one \"attached_to\"",
                fk_show(own->entry[entry].name).text);
        chain[count++] = at;
        if (own->entry[at].attached_to != NULL && !find_target(r, top, at, own, &to))
            return false;
        at = to.entry;
        parent = at != FK_NONE ? own->entry[at].frame : to.frame;
    }
    while (count > 0) {
        fk_entry *e = &own->entry[chain[--count]];
        e->frame = own->scene.frame_count++;
        frame[e->frame] = (fk_frame){.parent = parent,
                                     .origin = fk_pose_identity(),
                                     .kind = FK_FRAME_KEYS,
                                     .variable = FK_NONE,
                                     .key_count = e->key_count,
                                     .key = e->key};
        parent = e->frame;
    }
    return true;
}

static void add_robot_frames(fk_scene_own *own, fk_frame *frame)
{
    for (uint32_t i = 0; i < own->robot_count; i++) {
        const fk_robot *robot = own->robot[i].robot;
        fk_scene_robot *out = &own->scene_robot[i];
        out->first_frame = own->scene.frame_count;
        fk_robot_frames(robot, FK_NONE, &own->robot[i].pose, out->first_frame, out->track,
                        frame + out->first_frame);
        own->scene.frame_count += robot->link_count;
    }
}

bool fk_make_frames(fk_reader *r, const fk_value *top, fk_scene_own *own)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < own->entry_count; i++)
        count += own->entry[i].has_motion;
    for (uint32_t i = 0; i < own->robot_count; i++)
        count += own->robot[i].robot->link_count;
    fk_frame *frame = fk_store_get(r->store, (size_t)count + 1, sizeof *frame);
    uint32_t *chain = fk_store_get(r->store, (size_t)own->entry_count + 1, sizeof *chain);
    if (frame == NULL || chain == NULL)
        return fk_reader_no_memory(r);
    if (count >= FK_NONE)
        return fk_value_fail(r, top, "too many links and motions");
    add_robot_frames(own, frame);
    own->scene.frame = frame;
    for (uint32_t i = 0; i < own->entry_count; i++)
        if (own->entry[i].has_motion && !add_frames(r, top, i, own, frame, chain))
            return false;
    for (uint32_t i = 0; i < own->entry_count; i++) {
        target to;
        fk_entry *e = &own->entry[i];
        if (e->has_motion || e->attached_to == NULL)
            continue;
        if (!find_target(r, top, i, own, &to))
            return false;
        e->frame = to.entry != FK_NONE ? own->entry[to.entry].frame : to.frame;
    }
    return true;
}
