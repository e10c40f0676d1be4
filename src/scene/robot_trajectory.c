/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The values of a robot's joints over time: those of "joints", and with a trajectory its columns, by the names of
 * joints.
 *
 * Values are in radians and metres, as in URDF, and become those of the scene's unit. A joint without a value is at
 * 0, or at the nearest value within its limits. Values beyond limits are counted, not changed. */

#include <math.h>
#include <string.h>

#include "base/vec3.h"
#include "scene/moveit.h"

/* A trajectory may have a column for a joint that mimics another; it has to agree with that of the other. */
#define MIMIC_TOLERANCE 1e-6

/* The inputs and outputs of the functions below. */
typedef struct track_maker {
    fk_json_reader *r;
    const fk_robot_entry *entry;
    const fk_robot *robot;
    double *default_value; /* of each variable */
} track_maker;

/* ---- Joints -------------------------------------------------------------------------------------------- */

/* Finds a moving joint by its name. `file` contains the name; NULL: the scene. */
static bool require_moving_joint(const track_maker *m, const fk_json_value *where, const char *file,
                                 const char *name, uint32_t *out)
{
    const fk_robot *robot = m->robot;
    const char *separator = file != NULL ? ": " : "";
    file = file != NULL ? file : "";
    *out = fk_robot_find_joint(robot, name);
    if (*out != FK_NONE && robot->joint[*out].variable != FK_NONE)
        return true;
    if (*out != FK_NONE)
        return fk_json_fail(m->r, where, "%.400s%sjoint '%s' of %.400s is %s: it has no value, leave it out",
                            file, separator, fk_show_text(name).text, m->entry->urdf,
                            fk_joint_word(robot->joint[*out].kind));
    fk_spelling nearest = fk_spelling_make(name);
    for (uint32_t k = 0; k < robot->variable_count; k++)
        fk_spelling_offer(&nearest, robot->joint[robot->variable[k]].name);
    if (nearest.found != NULL)
        return fk_json_fail(m->r, where, "%.400s%s%.400s has no joint '%s'; did you mean '%s'?", file,
                            separator, m->entry->urdf, fk_show_text(name).text,
                            fk_show_text(nearest.found).text);
    if (robot->variable_count == 0)
        return fk_json_fail(m->r, where, "%.400s%s%.400s has no joint '%s': none of its joints moves", file,
                            separator, m->entry->urdf, fk_show_text(name).text);
    return fk_json_fail(m->r, where, "%.400s%s%.400s has no joint '%s'; the first that moves is '%s'", file,
                        separator, m->entry->urdf, fk_show_text(name).text,
                        fk_show_text(robot->joint[robot->variable[0]].name).text);
}

/* A value of a joint in the unit of the scene. */
static double to_scene_unit(const track_maker *m, uint32_t joint, double value)
{
    return m->robot->joint[joint].kind == FK_JOINT_PRISMATIC ? fk_length_convert(value, FK_UNIT_M, m->r->unit)
                                                             : value;
}

static bool set_joint(const track_maker *m, const fk_json_value *where, const char *name, double value)
{
    uint32_t joint;
    if (!require_moving_joint(m, where, NULL, name, &joint))
        return false;
    const fk_robot_joint *j = &m->robot->joint[joint];
    if (j->is_mimic)
        return fk_json_fail(m->r, where, "joint '%s' of %.400s mimics '%s': give the value of that one",
                            fk_show_text(name).text, m->entry->urdf,
                            fk_show_text(m->robot->joint[m->robot->variable[j->variable]].name).text);
    m->default_value[j->variable] = to_scene_unit(m, joint, value);
    return true;
}

/* ---- States -------------------------------------------------------------------------------------------- */

/* Sets every state of this name; groups may each have one. */
static bool set_state(const track_maker *m, const fk_json_value *where, const char *name)
{
    const fk_robot *robot = m->robot;
    fk_spelling nearest = fk_spelling_make(name);
    bool is_found = false;
    for (uint32_t i = 0; i < robot->state_count; i++) {
        const fk_robot_state *state = &robot->state[i];
        fk_spelling_offer(&nearest, state->name);
        if (!fk_same_text(state->name, name))
            continue;
        is_found = true;
        for (uint32_t k = 0; k < robot->variable_count; k++)
            if (state->is_set[k])
                m->default_value[k] = state->value[k];
    }
    if (is_found)
        return true;
    double value;
    if (fk_number_parse(name, strlen(name), &value) && robot->variable_count > 0)
        return fk_json_fail(m->r, where, "'%s' has no joint: give JOINT=VALUE, as %s=%s",
                            fk_show_text(name).text, fk_show_text(robot->joint[robot->variable[0]].name).text,
                            fk_show_text(name).text);
    if (fk_robot_find_joint(robot, name) != FK_NONE)
        return fk_json_fail(m->r, where, "'%s' is a joint: give its value, as %s=0.2",
                            fk_show_text(name).text, fk_show_text(name).text);
    if (name[0] == '\0')
        return fk_json_fail(m->r, where,
                            "a name is missing: give JOINT=VALUE or a state, with commas between them");
    if (robot->state_count == 0)
        return fk_json_fail(m->r, where, "'%s' is neither JOINT=VALUE nor a state: %s",
                            fk_show_text(name).text,
                            m->entry->srdf != NULL ? "the SRDF file has none"
                                                   : "states are in an SRDF file, and none is given");
    const char *first = nearest.found != NULL ? nearest.found : robot->state[0].name;
    return fk_json_fail(m->r, where, "%.400s has no state '%s'; %s '%s'%s", m->entry->srdf,
                        fk_show_text(name).text, nearest.found != NULL ? "did you mean" : "the first is",
                        fk_show_text(first).text, nearest.found != NULL ? "?" : "");
}

/* Sets NAME=VALUE or STATE. */
static bool set_joint_word(const track_maker *m, const fk_json_value *where, const char *word)
{
    size_t length = strlen(word), name = 0;
    double value;
    while (name < length && word[name] != '=')
        name++;
    if (name == length)
        return set_state(m, where, word);
    const char *joint = fk_scene_arena_join_text(m->r->arena, word, name, "");
    if (joint == NULL)
        return fk_json_fail_memory(m->r);
    if (!fk_number_parse(word + name + 1, length - name - 1, &value) || !fk_is_finite(value))
        return fk_json_fail(
            m->r, where,
            "'%s' is not JOINT=VALUE, with a number of radians or metres, and commas between them",
            fk_show_text(word).text);
    return set_joint(m, where, joint, value);
}

static bool set_joint_words(const track_maker *m, const fk_json_value *where, const char *text)
{
    for (size_t begin = 0;; begin++) {
        while (text[begin] == ' ')
            begin++;
        size_t end = begin;
        while (text[end] != '\0' && text[end] != ',')
            end++;
        const char *word = fk_scene_arena_join_text(m->r->arena, text + begin, end - begin, "");
        if (word == NULL)
            return fk_json_fail_memory(m->r);
        if (!set_joint_word(m, where, word))
            return false;
        if (text[end] == '\0')
            return true;
        begin = end;
    }
}

static bool set_joints(const track_maker *m, const fk_json_value *where)
{
    if (m->entry->is_option)
        return !m->entry->has_settings || m->r->options->joints == NULL ||
               set_joint_words(m, where, m->r->options->joints);
    const char *text;
    if (json_is_string(where->json))
        return fk_json_read_text(m->r, where, "\"joints\"", &text) && set_joint_words(m, where, text);
    const char *name;
    json_t *json;
    json_object_foreach(where->json, name, json)
    {
        fk_json_value member = {where, name, 0, json};
        double value;
        if (!fk_json_read_number(m->r, &member, &value) || !set_joint(m, &member, name, value))
            return false;
    }
    return true;
}

/* Sets each variable to 0, or to the nearest value within its limits. */
static void set_default_values(const track_maker *m)
{
    for (uint32_t k = 0; k < m->robot->variable_count; k++) {
        const fk_robot_joint *joint = &m->robot->joint[m->robot->variable[k]];
        m->default_value[k] = !joint->has_limits ? 0
                              : joint->lower > 0 ? joint->lower
                              : joint->upper < 0 ? joint->upper
                                                 : 0;
    }
}

/* ---- Trajectories -------------------------------------------------------------------------------------- */

/* Checks that the column of a joint that mimics agrees with that of the other. */
static bool check_mimic(const track_maker *m, const fk_json_value *where, const fk_trajectory *table,
                        uint32_t column, uint32_t joint, const double *value)
{
    const fk_robot_joint *j = &m->robot->joint[joint];
    const char *other = m->robot->joint[m->robot->variable[j->variable]].name;
    for (uint32_t i = 0; i < table->row_count; i++) {
        double actual = to_scene_unit(m, joint, table->value[(size_t)i * table->column_count + column]);
        double expected = j->factor * value[(size_t)i * m->robot->variable_count + j->variable] + j->offset;
        if (fabs(actual - expected) <= MIMIC_TOLERANCE * (1 + fabs(expected)))
            continue;
        return fk_json_fail(
            m->r, where, "%.400s: at t = %s joint '%s' is not what it mimics of '%s': leave its column out",
            m->entry->trajectory, fk_show_number(table->time[i]).text, fk_show_text(j->name).text,
            fk_show_text(other).text);
    }
    return true;
}

static bool columns_to_track(const track_maker *m, const fk_json_value *where, const fk_trajectory *table,
                             double *value)
{
    uint32_t count = m->robot->variable_count, joint;
    for (uint32_t i = 0; i < table->row_count; i++)
        for (uint32_t k = 0; k < count; k++)
            value[(size_t)i * count + k] = m->default_value[k];
    for (uint32_t c = 0; c < table->column_count; c++) {
        if (!require_moving_joint(m, where, m->entry->trajectory, table->name[c], &joint))
            return false;
        const fk_robot_joint *j = &m->robot->joint[joint];
        for (uint32_t i = 0; i < table->row_count && !j->is_mimic; i++)
            value[(size_t)i * count + j->variable] =
                to_scene_unit(m, joint, table->value[(size_t)i * table->column_count + c]);
    }
    for (uint32_t c = 0; c < table->column_count; c++) {
        joint = fk_robot_find_joint(m->robot, table->name[c]);
        if (m->robot->joint[joint].is_mimic && !check_mimic(m, where, table, c, joint, value))
            return false;
    }
    return true;
}

static bool load_robot_trajectory(const track_maker *m, const fk_json_value *where, const char *name,
                                  fk_track *out, fk_scene_robot *robot)
{
    fk_robot_report report;
    fk_trajectory *table;
    fk_scene_arena *arena = m->r->arena;
    fk_status status = fk_trajectory_load(m->r->context, m->entry->trajectory, &report, &table);
    if (status != FK_OK)
        return fk_scene_fail_robot_file(m->r, where, "robot", name, status, &report);
    double *time = fk_scene_arena_allocate(arena, (size_t)table->row_count + 1, sizeof *time);
    double *value = fk_scene_arena_allocate(arena, (size_t)table->row_count * m->robot->variable_count + 1,
                                            sizeof *value);
    uint32_t *line = fk_scene_arena_allocate(arena, (size_t)table->row_count + 1, sizeof *line);
    robot->trajectory =
        fk_scene_arena_join_text(arena, m->entry->trajectory, strlen(m->entry->trajectory), "");
    robot->line = line;
    bool has_memory = time != NULL && value != NULL && line != NULL && robot->trajectory != NULL;
    bool good = has_memory ? columns_to_track(m, where, table, value) : fk_json_fail_memory(m->r);
    for (uint32_t i = 0; good && i < table->row_count; i++) {
        time[i] = table->time[i];
        line[i] = table->line[i];
    }
    *out = (fk_track){m->robot->variable_count, table->row_count, time, value};
    fk_trajectory_free(m->r->context, table);
    return good;
}

/* ---- Tracks -------------------------------------------------------------------------------------------- */

static void count_beyond_limits(const fk_track *track, fk_scene_robot *out)
{
    for (uint32_t i = 0; i < track->time_count; i++)
        for (uint32_t k = 0; k < track->variable_count; k++) {
            const fk_robot_joint *joint = &out->robot->joint[out->robot->variable[k]];
            double value = track->value[(size_t)i * track->variable_count + k];
            if (!joint->has_limits || (joint->lower <= value && value <= joint->upper) ||
                out->beyond_count++ > 0)
                continue;
            out->beyond_variable = k;
            out->beyond_time = track->time[i];
            out->beyond_value = value;
            out->beyond_row = i;
        }
}

/* Counts steps in which a joint is faster than its limit. Trajectories at the limit have rounded times: up to a thousandth more is
 * no news. */
static void count_fast_steps(const fk_track *track, fk_scene_robot *out)
{
    for (uint32_t i = 1; i < track->time_count; i++)
        for (uint32_t k = 0; k < out->robot->joint_count; k++) {
            const fk_robot_joint *joint = &out->robot->joint[k];
            if (joint->variable == FK_NONE || !fk_is_finite(joint->velocity))
                continue;
            const double *to = track->value + (size_t)i * track->variable_count,
                         *from = to - track->variable_count;
            double speed = fabs(joint->factor * (to[joint->variable] - from[joint->variable])) /
                           (track->time[i] - track->time[i - 1]);
            if (!(speed > 1.001 * joint->velocity) || out->fast_count++ > 0)
                continue;
            out->fast_joint = k;
            out->fast_row = i;
            out->fast_speed = speed;
        }
}

bool fk_scene_build_track(fk_json_reader *r, const fk_json_value *top, fk_owned_scene *own, uint32_t robot)
{
    track_maker m = {r, &own->robot[robot], own->robot[robot].robot, NULL};
    uint32_t entry = own->entry_count - own->robot_count + robot;
    fk_entry_path path;
    const fk_json_value *value = fk_scene_entry_value(top, entry, NULL, &path);
    fk_json_value joints = *value, file = *value;
    double *time = fk_scene_arena_allocate(r->arena, 1, sizeof *time);
    m.default_value =
        fk_scene_arena_allocate(r->arena, (size_t)m.robot->variable_count + 1, sizeof *m.default_value);
    if (m.default_value == NULL || time == NULL)
        return fk_json_fail_memory(r);
    set_default_values(&m);
    if (own->moveit != NULL && !fk_moveit_set_joints(r, own->moveit, m.robot, m.default_value))
        return false;
    bool has_joints = m.entry->is_option || fk_json_member(value, "joints", &joints);
    if (has_joints && !set_joints(&m, &joints))
        return false;
    own->track[robot] = (fk_track){m.robot->variable_count, 1, time, m.default_value};
    (void)fk_json_member(value, "trajectory", &file);
    const char *name = m.entry->is_option ? "" : own->entry[entry].name;
    if (m.entry->trajectory != NULL &&
        !load_robot_trajectory(&m, &file, name, &own->track[robot], &own->scene_robot[robot]))
        return false;
    count_beyond_limits(&own->track[robot], &own->scene_robot[robot]);
    count_fast_steps(&own->track[robot], &own->scene_robot[robot]);
    return true;
}
