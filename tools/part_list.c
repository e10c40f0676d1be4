/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Loads the parts for check, distance, search and sweep: see part_list.h. Files become a scene, so that their parts are
 * named, turned and scaled as those of a scene; or they are added to one. */

#include "part_list.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- Options ------------------------------------------------------------------------------------------- */

void part_settings_free(part_settings *settings)
{
    cli_words_free(&settings->at);
    cli_words_free(&settings->package_path);
    cli_words_free(&settings->argument);
}

bool part_read_moment(const char *option, const char *value, void *field)
{
    double *out = field;
    size_t length = strlen(value);
    length -= length > 1 && value[length - 1] == 's';
    if (fk_number_parse(value, length, out) && fabs(*out) <= 1e300)
        return true;
    return cli_refuse("%s: '%s' is not a time in seconds, such as 1.5", option, value);
}

bool part_read_time(const char *option, const char *value, void *field)
{
    part_settings *out = field;
    return out->has_time = part_read_moment(option, value, &out->time);
}

/* ---- Loading ------------------------------------------------------------------------------------------- */

/* Reports an error at its place in a file, or without a file. */
static bool scene_trouble(const char *path, fk_status status, const fk_scene_report *report)
{
    bool has_message = status == FK_ERROR_SYNTAX || status == FK_ERROR_READ || status == FK_ERROR_FORMAT;
    const char *message = has_message ? report->message : fk_status_text(status);
    if (path == NULL)
        cli_trouble("%s", message);
    else
        cli_trouble_at(path, has_message ? (size_t)report->line : 0, has_message ? (size_t)report->column : 0,
                       "%s", message);
    return false;
}

/* Collects the parts of the scene. */
static bool collect_parts(part_list *list)
{
    const fk_scene *scene = list->scene;
    fk_status status = fk_parts_create(list->context, scene, &list->parts);
    if (status != FK_OK)
        return cli_refuse("%s", fk_status_text(status));
    list->units = fk_unit_word(scene->unit);
    list->count = list->parts->count;
    list->part = list->parts->part;
    list->motion = list->parts->motion;
    list->is_unit_assumed = scene->file_count > 0;
    for (uint32_t i = 0; i < scene->file_count; i++)
        list->is_unit_assumed = list->is_unit_assumed && scene->file[i].is_unit_assumed;
    return true;
}

/* ---- --at ---------------------------------------------------------------------------------------------- */

/* Reads an angle in radians, or in degrees with "deg" after it. */
static bool read_angle(const char *text, size_t length, double *out, bool *in_degrees)
{
    *in_degrees = length > 3 && memcmp(text + length - 3, "deg", 3) == 0;
    return fk_number_parse(text, *in_degrees ? length - 3 : length, out) && isfinite(*out);
}

static bool at_trouble(const char *text)
{
    return cli_refuse("--at: '%s' is not NAME=x,y,z or NAME=x,y,z,roll,pitch,yaw, with lengths such as 10 or "
                      "5mm and angles such as 1.57 or 90deg",
                      text);
}

/* Reads a length that may be negative. */
static bool read_offset(const part_list *list, const char *text, size_t length, double *out)
{
    bool is_negative = length > 0 && *text == '-';
    if (!fk_length_parse(text + is_negative, length - is_negative, list->scene->unit, out))
        return false;
    *out = is_negative ? -*out : *out;
    return true;
}

bool part_name_trouble(const part_list *list, const char *option, const char *word)
{
    char what[64];
    const char *colon = option != NULL ? ": " : "";
    option = option != NULL ? option : "";
    const char **known = calloc((size_t)list->count + 1, sizeof *known);
    for (uint32_t i = 0; known != NULL && i < list->count; i++)
        known[i] = list->part[i].name;
    const char *near = known != NULL ? cli_nearest_word(word, known) : NULL;
    snprintf(what, sizeof what, "%" PRIu32 " part%s", list->count, list->count == 1 ? "" : "s");
    if (near != NULL)
        cli_trouble("%s%sthere is no part or set '%s'; did you mean '%s'?", option, colon, word, near);
    else
        cli_trouble("%s%sthere is no part or set '%s'; of the %s the first is '%s'", option, colon, word,
                    what, list->part[0].name);
    free(known);
    return false;
}

/* Reads x,y,z or x,y,z,roll,pitch,yaw. All angles are in degrees, so that right angles are exact, or all in radians. */
static bool read_pose(const part_list *list, const char *text, fk_pose *out)
{
    double value[6] = {0};
    bool in_degrees[6] = {false};
    int count = 0;
    for (const char *begin = text; count < 6; begin++) {
        size_t length = strcspn(begin, ",");
        bool good = count < 3 ? read_offset(list, begin, length, &value[count])
                              : read_angle(begin, length, &value[count], &in_degrees[count]);
        if (!good)
            return false;
        count++;
        begin += length;
        if (*begin == '\0')
            break;
        if (count == 6)
            return false;
    }
    fk_vec3 place = fk_vec3_make(value[0], value[1], value[2]),
            angle = fk_vec3_make(value[3], value[4], value[5]);
    bool are_degrees = true, are_radians = true;
    for (int i = 3; i < 6; i++) {
        are_degrees = are_degrees && (in_degrees[i] || value[i] == 0);
        are_radians = are_radians && !in_degrees[i];
    }
    *out = are_degrees ? fk_pose_from_rpy_deg(place, angle) : fk_pose_from_rpy(place, angle);
    return (count == 3 || count == 6) && (are_degrees || are_radians);
}

static bool move_part(part_list *list, const char *text)
{
    const char *equal = strrchr(text, '=');
    if (equal == NULL || equal == text)
        return at_trouble(text);
    char name[1024];
    snprintf(name, sizeof name, "%.*s", (int)(equal - text), text);
    fk_pose pose;
    if (!read_pose(list, equal + 1, &pose))
        return at_trouble(text);
    bool is_found = false;
    for (uint32_t i = 0; i < list->count; i++)
        if (fk_glob_matches(name, list->part[i].name)) {
            fk_pose moved = fk_pose_multiply(&pose, &list->parts->moving[i].part.pose);
            fk_parts_place(list->parts, i, &moved);
            is_found = true;
        }
    return is_found || part_name_trouble(list, "--at", name);
}

/* ---- The whole list ------------------------------------------------------------------------------------ */

static bool is_folder(const char *path)
{
    struct stat found;
    return stat(path, &found) == 0 && S_ISDIR(found.st_mode);
}

/* Whether a file belongs to a robot but is none, or is a folder. Reports what to give instead. */
static bool is_misplaced(const char *path, fk_content content)
{
    if (is_folder(path))
        cli_trouble_at(path, 0, 0, "this is a folder: give its files, such as those of %s%s*.stl", path,
                       cli_ends_with(path, "/") ? "" : "/");
    else if (content == FK_CONTENT_SRDF)
        cli_trouble_at(path, 0, 0, "this goes with a robot: give ROBOT.urdf --srdf %s", path);
    else if (content == FK_CONTENT_TRAJECTORY)
        cli_trouble_at(path, 0, 0, "this is no part: if it moves a robot, give ROBOT.urdf --trajectory %s",
                       path);
    else
        return false;
    return true;
}

bool part_is_robot(const char *path)
{
    fk_content content = fk_content_of_file(path);
    if (is_misplaced(path, content))
        return false;
    if (content != FK_CONTENT_ROBOT)
        cli_trouble_at(path, 0, 0, "this is no robot: a URDF file begins with <robot name=\"...\">");
    return content == FK_CONTENT_ROBOT;
}

/* What the files of a command are. */
typedef struct file_kinds {
    const char *urdf; /* the first robot, or NULL */
    uint32_t robots, meshes;
} file_kinds;

static bool add_scene_path(part_list *list, const char *path)
{
    if (list->scene_path != NULL)
        return cli_refuse("%s and %s are two scenes: put the parts of one into the other", list->scene_path,
                          path);
    list->scene_path = path;
    return true;
}

/* Sorts a file by its content. False after a message. */
static bool classify_file(part_list *list, const char *path, file_kinds *out)
{
    fk_content content = fk_content_of_file(path);
    if (is_misplaced(path, content))
        return false;
    switch (content) {
    case FK_CONTENT_SCENE:
    case FK_CONTENT_MOVEIT_TEXT:
    case FK_CONTENT_MOVEIT_YAML:
        return add_scene_path(list, path);
    case FK_CONTENT_ROBOT:
        if (out->robots++ == 0)
            out->urdf = path;
        else
            list->file[list->file_count++] = path;
        return true;
    default:
        out->meshes++;
        list->file[list->file_count++] = path;
        return true;
    }
}

/* Checks that these files go together, and sorts them. False after a message. */
static bool classify_files(part_list *list, char **path, int count, const char *scene, file_kinds *out)
{
    uint32_t robots[2] = {0}, meshes[2] = {0};
    list->file = calloc((size_t)count + 1, sizeof *list->file);
    if (list->file == NULL)
        return cli_no_memory();
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < i; k++)
            if (strcmp(path[i], path[k]) == 0)
                return cli_refuse("%s is given twice; to check a part against itself, give a copy or a scene",
                                  path[i]);
        if (i < 2) {
            robots[i] = out->robots;
            meshes[i] = out->meshes;
        }
        if (!classify_file(list, path[i], out))
            return false;
    }
    for (int i = 0; i < 2 && count == 2; i++) {
        bool is_robot = i == 0 ? robots[1] > robots[0] : out->robots > robots[i];
        list->first_entry[i] = is_robot ? out->meshes + robots[i] : meshes[i];
    }
    list->has_robot = out->robots > 0;
    list->is_scene = list->scene_path != NULL && out->robots + out->meshes == 0;
    if (scene == NULL)
        return true;
    fk_content content = fk_content_of_file(scene);
    if (content == FK_CONTENT_ROBOT)
        return cli_refuse(
            "--scene %s: this is a robot: leave out --scene, or name it in the \"robots\" of a scene", scene);
    return !is_misplaced(scene, content) && add_scene_path(list, scene);
}

/* Checks the options that need a robot on the command line. */
static bool check_robot_options(const part_settings *settings, const file_kinds *kinds)
{
    const char *word = settings->srdf != NULL         ? "--srdf"
                       : settings->joints != NULL     ? "--joints"
                       : settings->trajectory != NULL ? "--trajectory"
                       : settings->argument.count > 0 ? "--arg"
                                                      : NULL;
    if (kinds->robots == 1 || word == NULL)
        return true;
    return cli_refuse(
        kinds->robots > 1
            ? "%s is for one robot, and there are several: put them into the \"robots\" of a scene"
            : "%s is for a robot on the command line, ROBOT.urdf; a scene says it in its \"robots\"",
        word);
}

/* Loads files, in a scene if there is one; robots without one in metres. */
static bool load_scene(part_list *list, char **path, int count, const part_settings *settings)
{
    file_kinds kinds = {NULL, 0, 0};
    fk_load_options how;
    fk_scene_options options;
    fk_scene_report report;
    if (!classify_files(list, path, count, settings->scene, &kinds) ||
        !check_robot_options(settings, &kinds) || !mesh_scene_options(&settings->mesh, &how, &options))
        return false;
    options.urdf = kinds.urdf;
    options.srdf = settings->srdf;
    options.joints = settings->joints;
    options.trajectory = settings->trajectory;
    options.package_path = settings->package_path.word;
    options.package_path_count = (uint32_t)settings->package_path.count;
    options.argument = settings->argument.word;
    options.argument_count = (uint32_t)settings->argument.count;
    const char *scene = list->scene_path;
    if (scene != NULL || kinds.robots > 0)
        options.file_unit = &settings->mesh.unit;
    if (scene == NULL && kinds.robots > 0)
        options.unit = FK_UNIT_M;
    options.file = list->file;
    options.file_count = list->file_count;
    fk_status status = scene != NULL ? fk_scene_load(list->context, scene, &options, &report, &list->scene)
                                     : fk_scene_of_files(list->context, list->file, list->file_count,
                                                         &options, &report, &list->scene);
    return status == FK_OK || scene_trouble(report.is_of_robot ? NULL : scene, status, &report);
}

uint32_t robot_adjacent(const fk_robot *robot, uint32_t (*pair)[2])
{
    uint32_t count = 0;
    for (uint32_t a = 0; a < robot->link_count; a++)
        for (uint32_t b = a + 1; b < robot->link_count && robot->link[a].shape_count > 0; b++) {
            if (robot->link[b].shape_count == 0)
                continue;
            const char *why = fk_robot_ignores(robot, robot->link[a].first_shape, robot->link[b].first_shape);
            if (why == NULL || strcmp(why, "adjacent") != 0)
                continue;
            if (pair != NULL)
                memcpy(pair[count], (uint32_t[2]){a, b}, sizeof *pair);
            count++;
        }
    return count;
}

/* Says which pairs are left out without being in the list. */
static void note_adjacent(const fk_robot *robot, const char *srdf)
{
    uint32_t count = srdf != NULL ? robot_adjacent(robot, NULL) : 0;
    if (count > 0)
        cli_note(
            "%s: %" PRIu32
            " pair%s of adjacent links %s not in its list, and left out, too; enable_collisions checks %s",
            srdf, count, count == 1 ? "" : "s", count == 1 ? "is" : "are", count == 1 ? "it" : "them");
}

void part_robot_notes(const fk_robot *robot, const char *srdf)
{
    if (robot->unknown_disabled > 0)
        cli_note("%" PRIu32 " pair%s of the SRDF file name%s links that %s does not have: left out",
                 robot->unknown_disabled, robot->unknown_disabled == 1 ? "" : "s",
                 robot->unknown_disabled == 1 ? "s" : "", robot->name);
    if (srdf != NULL && robot->unknown_disabled == 0 && robot->disabled_count == 0 && robot->state_count == 0)
        cli_note("%s has no pair that needs no check, and no state: is it the SRDF file?", srdf);
    else
        note_adjacent(robot, srdf);
}

/* An angle beyond all turns of a joint was probably given in degrees. */
static bool looks_like_degrees(const fk_robot_joint *joint, double value)
{
    return joint->kind == FK_JOINT_REVOLUTE && fabs(value) > 6.5;
}

/* Where a row of the track of a robot was read. */
typedef struct row_place {
    char text[600];
} row_place;

static row_place show_row(const part_list *list, const fk_scene_robot *r, uint32_t row)
{
    row_place out = {""};
    const fk_track *track = &list->scene->track[r->track];
    if (r->trajectory != NULL)
        snprintf(out.text, sizeof out.text, " at t = %.6g, %.500s:%" PRIu32, track->time[row], r->trajectory,
                 r->line[row]);
    return out;
}

static void note_beyond_limits(const part_list *list, const fk_scene_robot *r)
{
    const fk_robot_joint *joint = &r->robot->joint[r->robot->variable[r->beyond_variable]];
    bool is_one = r->beyond_count == 1;
    cli_note("%" PRIu64
             " value%s of joints %s beyond the limits, and used as %s: %s is %.6g%s, not from %.6g to %.6g%s",
             r->beyond_count, is_one ? "" : "s", is_one ? "is" : "are",
             is_one ? "it is" : "they are; the first", joint->name, r->beyond_value,
             show_row(list, r, r->beyond_row).text, joint->lower, joint->upper,
             looks_like_degrees(joint, r->beyond_value) ? "; angles are in radians: are these degrees?" : "");
}

static void note_fast_steps(const part_list *list, const fk_scene_robot *r)
{
    const fk_robot_joint *joint = &r->robot->joint[r->fast_joint];
    cli_note("%" PRIu64
             " step%s of joints %s faster than the limits, and used as %s: %s moves by %.6g/s before %s, not "
             "%.6g/s at most; are times in seconds, and is no row missing?",
             r->fast_count, r->fast_count == 1 ? "" : "s", r->fast_count == 1 ? "is" : "are",
             r->fast_count == 1 ? "it is" : "they are; the first", joint->name, r->fast_speed,
             show_row(list, r, r->fast_row).text + strlen(" at "), joint->velocity);
}

/* Notes on what was read and may not be what was meant. */
static void note_robots(const part_list *list, const char *srdf)
{
    for (uint32_t i = 0; i < list->scene->robot_count; i++) {
        const fk_scene_robot *r = &list->scene->robot[i];
        part_robot_notes(r->robot, list->scene->robot_count == 1 ? srdf : NULL);
        if (r->beyond_count > 0)
            note_beyond_limits(list, r);
        if (r->fast_count > 0)
            note_fast_steps(list, r);
    }
}

/* Files beside a robot or in a scene are in mm, too. */
static void note_other_units(const part_list *list)
{
    const fk_scene *scene = list->scene;
    for (uint32_t i = 0; i < scene->file_count && scene->unit != FK_UNIT_MM && list->file_count > 0; i++)
        if (scene->file[i].is_unit_assumed && scene->file[i].unit == FK_UNIT_MM)
            cli_note("%s is read in mm: if it is in %s, give --units %s", scene->file[i].path, list->units,
                     list->units);
}

/* Files in metres that are read as mm give answers that look right. */
static void note_units(const part_list *list)
{
    double largest = 0;
    note_other_units(list);
    if (!list->is_unit_assumed || list->scene->unit != FK_UNIT_MM)
        return;
    for (uint32_t i = 0; i < list->count; i++) {
        const fk_mesh *mesh = list->part[i].mesh;
        if (mesh == NULL)
            return;
        fk_aabb box;
        if (mesh->vertex_count == 0 || fk_aabb_build(mesh->point, mesh->vertex_count, &box) != FK_OK)
            continue;
        fk_vec3 size = fk_vec3_sub(box.max, box.min);
        largest = fmax(largest, fmax(size.x, fmax(size.y, size.z)));
    }
    if (largest > 0 && largest < 1)
        cli_note("the largest part is %.3g mm in size: if the files are in metres, give --units m", largest);
}

bool part_list_load(part_list *list, fk_context *context, char **path, int path_count,
                    const part_settings *settings)
{
    memset(list, 0, sizeof *list);
    list->context = context;
    bool good = load_scene(list, path, path_count, settings) && collect_parts(list);
    for (size_t i = 0; good && i < settings->at.count; i++)
        good = move_part(list, settings->at.word[i]);
    if (good) {
        note_robots(list, settings->srdf);
        note_units(list);
    }
    if (good && settings->has_time)
        fk_parts_move(list->parts, settings->time);
    if (!good)
        part_list_free(list);
    return good;
}

void part_list_free(part_list *list)
{
    fk_parts_free(list->context, list->parts);
    fk_scene_free(list->context, list->scene);
    free(list->file);
    memset(list, 0, sizeof *list);
}

bool part_list_find(const part_list *list, const char *option, const char *name, uint32_t *out)
{
    uint32_t found = fk_scene_find_part(list->scene, name);
    if (found == FK_NONE)
        return part_name_trouble(list, option, name);
    *out = found;
    return true;
}

bool part_list_is_tested(const part_list *list, uint32_t a, uint32_t b)
{
    fk_check_rule rule = fk_scene_rule(list->scene, a, b);
    return rule.is_tested && rule.ignored == NULL;
}

bool part_list_read_length(const part_list *list, const char *option, const char *text, double *out)
{
    return mesh_length(option, text, list->scene->unit, out);
}

bool part_list_nearest(const part_list *list, fk_check_select *select, void *user, fk_check **check,
                       const fk_check_pair **nearest)
{
    fk_check_options chosen = fk_check_options_default();
    chosen.select = select;
    chosen.user = user;
    chosen.wants_depth = false;
    chosen.max_triangles = 0;
    fk_status status = fk_check_run(list->context, list->part, list->count, &chosen, check);
    if (status != FK_OK)
        return cli_refuse("%s", fk_status_text(status));
    *nearest = fk_check_nearest(*check, list->part);
    return true;
}
