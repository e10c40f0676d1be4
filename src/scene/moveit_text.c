/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Reads scenes of MoveIt as text (.scene), both forms, as its PlanningScene::loadGeometryFromStream does:
 *
 *     name of the scene
 *     * name of an object
 *     x y z qx qy qz qw        only in the newer form: the pose of the object
 *     number of shapes, and for each: its word and sizes; a pose as above; a colour of four numbers
 *     number of subframes      only in the newer form; for each a name and a pose
 *     .
 *
 * It is the newer form if a blank stands in the line below the first object. */

#include <string.h>

#include "base/bits.h"
#include "scene/letters.h"
#include "scene/moveit.h"

typedef struct scene_text {
    fk_json_reader *r;
    fk_moveit *out;
    const char *at, *end;
    uint64_t line;
} scene_text;

/* A word, its end and its line. */
typedef struct scene_word {
    const char *text;
    size_t length;
    uint64_t line;
} scene_word;

/* ---- Words --------------------------------------------------------------------------------------------- */

static bool fail_word(scene_text *t, const scene_word *word, const char *wanted)
{
    char shown[40];
    size_t length = word->length < sizeof shown - 1 ? word->length : sizeof shown - 1;
    memcpy(shown, word->text, length);
    shown[length] = '\0';
    return word->length == 0 ? fk_moveit_fail(t->r, word->line, 0, "the text ends where %s should be", wanted)
                             : fk_moveit_fail(t->r, word->line, 0, "here should be %s, not '%s'", wanted,
                                              fk_show_text(shown).text);
}

/* The next word; empty at the end. */
static scene_word next_word(scene_text *t)
{
    for (; t->at < t->end && fk_is_blank(*t->at); t->at++)
        t->line += *t->at == '\n';
    scene_word word = {t->at, 0, t->line};
    while (t->at < t->end && !fk_is_blank(*t->at))
        t->at++;
    word.length = (size_t)(t->at - word.text);
    return word;
}

static bool is_word(const scene_word *word, const char *text)
{
    return word->length == strlen(text) && memcmp(word->text, text, word->length) == 0;
}

/* The rest of the line, without blanks around it. */
static scene_word rest_of_line(scene_text *t)
{
    while (t->at < t->end && *t->at != '\n' && fk_is_blank(*t->at))
        t->at++;
    scene_word word = {t->at, 0, t->line};
    while (t->at < t->end && *t->at != '\n')
        t->at++;
    const char *end = t->at;
    while (end > word.text && fk_is_blank(end[-1]))
        end--;
    word.length = (size_t)(end - word.text);
    return word;
}

static bool read_numbers(scene_text *t, const char *what, size_t count, double *out)
{
    for (size_t i = 0; i < count; i++) {
        scene_word word = next_word(t);
        if (!fk_number_parse(word.text, word.length, &out[i]) || !fk_is_finite(out[i]))
            return fail_word(t, &word, what);
    }
    return true;
}

/* Reads how many things follow, of which each needs some bytes: so no text asks for more memory than it has. */
static bool read_count(scene_text *t, const char *what, size_t bytes_each, size_t *out)
{
    scene_word word = next_word(t);
    double value;
    if (!fk_number_parse(word.text, word.length, &value) || !(value >= 0) || value > 1e15 ||
        value != (double)(size_t)value)
        return fail_word(t, &word, what);
    *out = (size_t)value;
    return *out <= (size_t)(t->end - t->at) / bytes_each + 1 ||
           fk_moveit_fail(t->r, word.line, 0, "the text ends before it has %s of them",
                          fk_show_number(value).text);
}

static bool read_pose(scene_text *t, fk_pose *out)
{
    double value[7];
    uint64_t line = t->line;
    return read_numbers(t, "a number of a pose: x y z, qx qy qz qw", 7, value) &&
           fk_moveit_pose(t->r, line, value, out);
}

/* ---- Shapes -------------------------------------------------------------------------------------------- */

static bool read_mesh_text(scene_text *t, fk_vec3 *point, size_t points, fk_triangle *triangle,
                           size_t triangles, fk_moveit_shape *shape)
{
    double value[3];
    for (size_t i = 0; i < points; i++) {
        if (!read_numbers(t, "a coordinate", 3, value))
            return false;
        point[i] = fk_vec3_make(value[0], value[1], value[2]);
    }
    for (size_t i = 0; i < triangles; i++)
        for (int k = 0; k < 3; k++) {
            scene_word word = next_word(t);
            if (!fk_number_parse(word.text, word.length, value) ||
                !fk_moveit_vertex(value[0], &triangle[i].corner[k]))
                return fail_word(t, &word, "the number of a vertex");
        }
    return fk_moveit_make_mesh(t->r, shape,
                               &(fk_mesh_input){point, points, triangle, triangles, {.keep_points = true}});
}

static bool read_mesh_shape(scene_text *t, fk_moveit_shape *shape)
{
    size_t points, triangles;
    if (!read_count(t, "the number of vertices", 6, &points) ||
        !read_count(t, "the number of triangles", 6, &triangles))
        return false;
    fk_context *context = t->r->context;
    fk_vec3 *point = fk_allocate(context, (points + 1) * sizeof *point);
    fk_triangle *triangle = fk_allocate(context, (triangles + 1) * sizeof *triangle);
    bool is_good = point != NULL && triangle != NULL
                       ? read_mesh_text(t, point, points, triangle, triangles, shape)
                       : fk_json_fail_memory(t->r);
    fk_release(context, point, (points + 1) * sizeof *point);
    fk_release(context, triangle, (triangles + 1) * sizeof *triangle);
    return is_good;
}

/* Reads the word of a shape and its sizes. */
static bool read_shape(scene_text *t, fk_moveit_shape *shape)
{
    scene_word word = next_word(t);
    double value[4];
    shape->line = word.line;
    for (const fk_moveit_solid *s = fk_moveit_solids; s < fk_moveit_solids + FK_MOVEIT_SOLIDS; s++)
        if (is_word(&word, s->word))
            return read_numbers(t, "a size", s->sizes, value) && fk_moveit_make(t->r, shape, s, value);
    if (is_word(&word, "mesh"))
        return read_mesh_shape(t, shape);
    if (is_word(&word, "plane"))
        return read_numbers(t, "a number of a plane", 4, value) && fk_moveit_make_plane(t->r, shape, value);
    return fail_word(t, &word, "a shape: box, sphere, cylinder, cone, mesh or plane");
}

/* ---- Objects ------------------------------------------------------------------------------------------- */

static bool read_shapes(scene_text *t, const char *object, const fk_pose *pose)
{
    size_t count;
    if (!read_count(t, "the number of shapes", 2, &count))
        return false;
    for (size_t i = 0; i < count; i++) {
        fk_moveit_shape *shape = fk_moveit_add(t->r, t->out);
        fk_pose own;
        double color[4];
        if (shape == NULL)
            return false;
        shape->object = object;
        if (!read_shape(t, shape) || !read_pose(t, &own) ||
            !read_numbers(t, "a number of a colour: r g b a", 4, color))
            return false;
        shape->pose = fk_pose_multiply(pose, &own);
    }
    return true;
}

static bool skip_subframes(scene_text *t)
{
    size_t count;
    fk_pose pose;
    if (!read_count(t, "the number of subframes", 2, &count))
        return false;
    for (size_t i = 0; i < count; i++) {
        scene_word name = next_word(t);
        if (name.length == 0)
            return fail_word(t, &name, "the name of a subframe");
        if (!read_pose(t, &pose))
            return false;
    }
    return true;
}

static bool read_object(scene_text *t, bool is_new)
{
    scene_word name = rest_of_line(t);
    fk_pose pose = fk_pose_identity();
    char *object = fk_scene_arena_join_text(t->r->arena, name.text, name.length, "");
    if (object == NULL)
        return fk_json_fail_memory(t->r);
    if (name.length == 0 || !fk_is_plain_text(object) || strlen(object) != name.length)
        return fk_moveit_fail(t->r, name.line, 0,
                              name.length == 0 ? "the object has no name: '* NAME'"
                                               : "the name of the object is not UTF-8");
    if (is_new && !read_pose(t, &pose))
        return false;
    return read_shapes(t, object, &pose) && (!is_new || skip_subframes(t));
}

/* Whether the line below the first object has a blank between words. */
static bool is_newer_form(scene_text t)
{
    while (t.at < t.end) {
        bool is_object = *t.at == '*';
        (void)rest_of_line(&t);
        t.at += t.at < t.end;
        if (!is_object)
            continue;
        scene_word line = rest_of_line(&t);
        return memchr(line.text, ' ', line.length) != NULL;
    }
    return false;
}

bool fk_moveit_read_text(fk_json_reader *r, fk_moveit *out)
{
    scene_text t = {r, out, r->text, r->text + r->bytes, 1};
    (void)rest_of_line(&t); /* the name of the scene */
    t.line += t.at < t.end;
    t.at += t.at < t.end;
    bool is_new = is_newer_form(t);
    for (;;) {
        scene_word word = next_word(&t);
        if (is_word(&word, "."))
            return true;
        if (!is_word(&word, "*"))
            return fail_word(&t, &word, "'*' before an object, or '.' at the end");
        if (!read_object(&t, is_new))
            return false;
    }
}
