/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* "motion" of a part: keys, which are poses with times, or a trajectory, a table of them in a file; and
 * "attached_to", which is looked up when there are frames. */

#include <string.h>

#include "scene/parts.h"

/* ---- Keys ---------------------------------------------------------------------------------------------- */

static bool read_keys(fk_reader *r, const fk_value *keys, fk_entry *out)
{
    if (!fk_value_array(r, keys, "keys, which are poses with a time \"t\"", 1))
        return false;
    size_t count = json_array_size(keys->json);
    out->key = fk_store_get(r->store, count, sizeof *out->key);
    if (out->key == NULL)
        return fk_reader_no_memory(r);
    for (size_t i = 0; i < count; i++) {
        fk_value element = fk_value_element(keys, i), time;
        if (!fk_read_key(r, &element, &out->key[i]))
            return false;
        if (i == 0 || out->key[i - 1].time < out->key[i].time)
            continue;
        (void)fk_value_member(&element, "t", &time);
        return fk_value_fail(
            r, &time, "times increase: %s does not come after %s, the time of the key before",
            fk_show_number(out->key[i].time).text, fk_show_number(out->key[i - 1].time).text);
    }
    out->key_count = (uint32_t)count;
    return true;
}

bool fk_read_motion(fk_reader *r, const fk_value *part, fk_entry *out)
{
    static const char *const known[] = {"keys", "trajectory", NULL};
    fk_value motion, keys, file, member;
    const char *path;
    if (fk_value_member(part, "attached_to", &member) &&
        !(fk_value_text(r, &member, "\"attached_to\", the name of a part or link,", &out->attached_to) &&
          fk_value_keep(r, out->attached_to, &out->attached_to)))
        return false;
    out->has_motion = fk_value_member(part, "motion", &motion);
    if (!out->has_motion)
        return true;
    if (json_is_array(motion.json))
        return fk_value_fail(
            r, &motion,
            "\"motion\" is an object: {\"keys\": [...]}, or {\"trajectory\": \"file.csv\"}, not an array");
    if (!fk_value_fields(r, &motion, "a motion", known))
        return false;
    bool has_keys = fk_value_member(&motion, "keys", &keys);
    bool has_file = fk_value_member(&motion, "trajectory", &file);
    if (has_keys == has_file)
        return fk_value_fail(
            r, &motion, "a motion has \"keys\", poses with times, or a \"trajectory\", which is a CSV file%s",
            has_keys ? ", not both" : "; this has neither");
    if (has_keys)
        return read_keys(r, &keys, out);
    return fk_value_text(r, &file, "\"trajectory\", the path of a CSV file,", &path) &&
           fk_keep_path(r, path, &out->trajectory);
}

/* ---- Trajectories -------------------------------------------------------------------------------------- */

/* What columns may be called, in the order of a key. */
enum { COLUMNS = 7 };
static const char *const column_name[COLUMNS] = {"x", "y", "z", "qx", "qy", "qz", "qw"};

/* Where each of them is in the table; FK_NONE: nowhere. */
static bool find_columns(fk_reader *r, const fk_value *place, const fk_entry *e, const fk_trajectory *table,
                         uint32_t column[COLUMNS])
{
    uint32_t found = 0;
    for (int k = 0; k < COLUMNS; k++)
        column[k] = FK_NONE;
    for (uint32_t i = 0; i < table->column_count; i++) {
        int k = 0;
        while (k < COLUMNS && !fk_same_text(table->name[i], column_name[k]))
            k++;
        if (k == COLUMNS)
            return fk_value_fail(
                r, place, "%.600s: a column is called '%s'; that of a part has t, x, y, z, qx, qy, qz, qw",
                e->trajectory, fk_show(table->name[i]).text);
        column[k] = i;
        found++;
    }
    for (int k = 0; k < COLUMNS; k++)
        if (column[k] == FK_NONE && (k < 3 || found > 3))
            return fk_value_fail(r, place, "%.600s: there is no column '%s'%s", e->trajectory, column_name[k],
                                 k < 3 ? "" : "; a rotation has all of qx, qy, qz, qw, or none of them");
    return true;
}

static bool take_rows(fk_reader *r, const fk_value *place, fk_entry *e, const fk_trajectory *table)
{
    uint32_t column[COLUMNS];
    if (!find_columns(r, place, e, table, column))
        return false;
    e->key = fk_store_get(r->store, (size_t)table->row_count + 1, sizeof *e->key);
    if (e->key == NULL)
        return fk_reader_no_memory(r);
    for (uint32_t i = 0; i < table->row_count; i++) {
        const double *row = table->value + (size_t)i * table->column_count;
        fk_key *key = &e->key[i];
        fk_pose pose;
        key->time = table->time[i];
        key->xyz = fk_vec3_make(row[column[0]], row[column[1]], row[column[2]]);
        for (int k = 0; k < 4; k++)
            key->quat_xyzw[k] = column[3] != FK_NONE ? row[column[3 + k]] : k == 3;
        if (fk_pose_from_quat_xyzw(key->xyz, key->quat_xyzw, &pose) != FK_OK)
            return fk_value_fail(
                r, place,
                "%.600s: at t = %s qx, qy, qz, qw are all 0, which is no rotation; 0, 0, 0, 1 turns nothing",
                e->trajectory, fk_show_number(key->time).text);
    }
    e->key_count = table->row_count;
    return true;
}

static bool load_motion(fk_reader *r, const fk_value *top, uint32_t entry, fk_scene_own *own)
{
    fk_entry_way way;
    fk_value file;
    fk_robot_report report;
    fk_trajectory *table = NULL;
    const fk_value *motion = fk_entry_value(top, entry, "motion", &way);
    const fk_value *place = fk_value_member(motion, "trajectory", &file) ? &file : motion;
    fk_entry *e = &own->entry[entry];
    fk_status status = fk_trajectory_load(r->context, e->trajectory, &report, &table);
    if (status == FK_OK) {
        bool good = take_rows(r, place, e, table);
        fk_trajectory_free(r->context, table);
        return good;
    }
    return fk_fail_robot_file(r, place, "part", e->name, status, &report);
}

bool fk_load_motions(fk_reader *r, const fk_value *top, fk_scene_own *own)
{
    for (uint32_t i = 0; i < own->entry_count; i++)
        if (own->entry[i].trajectory != NULL && !load_motion(r, top, i, own))
            return false;
    return true;
}
