/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Scenes that are good: what comes of each field. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <jansson.h>
#include <math.h>

#include "farkas/pair.h"
#include "scene_check.h"

#include "context_fixture.h"

static void assert_vec3(fk_vec3 v, double x, double y, double z)
{
    if (!(v.x == x && v.y == y && v.z == z))
        print_message("(%.17g %.17g %.17g), not (%.17g %.17g %.17g)\n", v.x, v.y, v.z, x, y, z);
    assert_true(v.x == x && v.y == y && v.z == z);
}

/* ---- Whole scenes -------------------------------------------------------------------------------------- */

static void assert_set(const fk_scene_set *set, const char *name, uint32_t count, const uint32_t *part)
{
    assert_string_equal(set->name, name);
    assert_int_equal(set->part_count, count);
    for (uint32_t i = 0; i < count; i++)
        assert_int_equal(set->part[i], part[i]);
}

static void test_example(void **state)
{
    (void)state;
    static const char *const name[] = {"table",     "left_bracket", "right_bracket", "fit/peg",
                                       "fit/block", "gripper",      "camera"};
    fk_scene_report report;
    fk_scene *scene = NULL;
    assert_int_equal(fk_scene_load(context, "examples/scene/cell.json", NULL, &report, &scene), FK_OK);
    assert_int_equal(scene->unit, FK_UNIT_MM);
    assert_int_equal(scene->part_count, 7);
    for (uint32_t i = 0; i < 7; i++) {
        assert_string_equal(scene->part[i].name, name[i]);
        assert_int_equal(fk_scene_find_part(scene, name[i]), i);
    }
    assert_int_equal(fk_scene_find_part(scene, "fit"), FK_NONE);
    assert_int_equal(scene->file_count, 2);
    assert_string_equal(scene->file[0].path, "examples/scene/bracket.off");
    assert_int_equal(scene->file[0].report.triangles, 28);
    assert_ptr_equal(scene->part[1].mesh, scene->part[2].mesh);
    assert_null(scene->part[0].mesh);
    assert_int_equal(scene->part[0].file, FK_NONE);
    assert_int_equal(scene->part[4].entry, 3);
    assert_int_equal(scene->part[6].piece.as.hull.count, 5);
    assert_non_null(scene->part[6].piece.as.hull.hint);
    assert_int_equal(scene->set_count, 2);
    assert_set(&scene->set[0], "tools", 2, (uint32_t[]){5, 6});
    assert_set(&scene->set[1], "fixture", 4, (uint32_t[]){0, 1, 2, 4});
    assert_int_equal(scene->test_count, 2);
    assert_string_equal(scene->test[0].name, "tools stay clear");
    assert_set(&scene->test[0].a, "tools", 2, (uint32_t[]){5, 6});
    assert_set(&scene->test[0].b, "all", 7, (uint32_t[]){0, 1, 2, 3, 4, 5, 6});
    assert_true(scene->test[0].has_clearance && scene->test[0].clearance == 5);
    assert_false(scene->test[0].has_ignore_overlap || scene->test[0].allow_contact);
    assert_true(scene->test[1].has_ignore_overlap && scene->test[1].ignore_overlap == 0.01);
    assert_true(scene->test[1].allow_contact && !scene->test[1].has_allow_contact);
    assert_int_equal(scene->ignore_count, 2);
    assert_set(&scene->ignore[0].b, "*_bracket", 2, (uint32_t[]){1, 2});
    assert_string_equal(scene->ignore[1].reason, "press fit");
    fk_scene_free(context, scene);
    fk_scene_free(context, NULL);
}

/* Whether pairs are asked about, against the lists. */
static void test_pairs(void **state)
{
    (void)state;
    fk_scene *scene = NULL;
    assert_int_equal(fk_scene_load(context, "examples/scene/cell.json", NULL, NULL, &scene), FK_OK);
    for (uint32_t i = 0; i < 7; i++)
        for (uint32_t j = 0; j < 7; j++) {
            bool is_tool = i == 5 || i == 6 || j == 5 || j == 6;
            assert_int_equal(fk_scene_test_has(&scene->test[0], i, j), i != j && is_tool);
            assert_int_equal(fk_scene_test_has(&scene->test[1], i, j), i != j);
            bool bolted = (i == 0 && (j == 1 || j == 2)) || (j == 0 && (i == 1 || i == 2));
            bool fits = (i == 3 && j == 4) || (i == 4 && j == 3);
            assert_int_equal(fk_scene_find_ignore(scene, i, j), bolted ? 0 : fits ? 1 : FK_NONE);
        }
    assert_false(fk_scene_set_has(&scene->set[1], 3));
    assert_false(fk_scene_set_has(&scene->set[1], 7));
    assert_true(fk_scene_set_has(&scene->set[1], 4));
    fk_scene_free(context, scene);
}

/* Every text in a fence of docs/scene.md is a whole scene. */
static void test_docs(void **state)
{
    (void)state;
    char *text = file_text("docs/scene.md"), *at = text;
    int count = 0;
    while ((at = strstr(at, "```json\n")) != NULL) {
        char *begin = at + 8, *end = strstr(begin, "\n```");
        assert_non_null(end);
        fk_scene_text one = {begin, (size_t)(end - begin), "examples/scene"};
        fk_scene_report report;
        fk_scene *scene = NULL;
        fk_status status = fk_scene_parse(context, &one, NULL, &report, &scene);
        if (status != FK_OK)
            print_message("%llu:%llu: %s\n", (unsigned long long)report.line,
                          (unsigned long long)report.column, report.message);
        assert_int_equal(status, FK_OK);
        fk_scene_free(context, scene);
        at = end + 4;
        count++;
    }
    assert_int_equal(count, 6);
    free(text);
}

/* ---- Poses --------------------------------------------------------------------------------------------- */

/* The pose of a ball. */
static fk_pose pose_of(const char *pose)
{
    char text[1000];
    snprintf(text, sizeof text,
             "{\"farkas\": 1, \"parts\": [{\"name\": \"a\", \"shape\": {\"sphere\": {\"radius\": 1}}, "
             "\"pose\": %s}]}",
             pose);
    fk_scene *scene = shelf_good(context, text, &(shelf){0});
    fk_pose out = scene->part[0].pose;
    fk_scene_free(context, scene);
    return out;
}

/* A quarter turn about an axis, as whole numbers. */
static void quarter(int axis, int m[3][3])
{
    int u = (axis + 1) % 3, v = (axis + 2) % 3;
    memset(m, 0, sizeof(int[3][3]));
    m[axis][axis] = 1;
    m[v][u] = 1;
    m[u][v] = -1;
}

static void multiply(int a[3][3], int b[3][3], int out[3][3])
{
    int product[3][3];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            product[i][j] = a[i][0] * b[0][j] + a[i][1] * b[1][j] + a[i][2] * b[2][j];
    memcpy(out, product, sizeof product);
}

/* All multiples of 90 degrees, also negative and large ones, by products of whole matrices. */
static void test_quarter_turns(void **state)
{
    (void)state;
    for (int code = 0; code < 6 * 6 * 6; code++) {
        static const double more[] = {0, -720, 360e15, -1440};
        int turns[3] = {code % 6 - 1, code / 6 % 6 - 1, code / 36 - 1};
        int expected[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
        fk_vec3 angle = {turns[0] * 90.0 + more[code % 4], turns[1] * 90.0, turns[2] * 90.0};
        if (code % 4 == 2 && angle.x - 360e15 != turns[0] * 90.0)
            angle.x = turns[0] * 90.0;
        for (int axis = 0; axis < 3; axis++)
            for (int k = 0; k < (turns[axis] + 8) % 4; k++) {
                int turn[3][3];
                quarter(axis, turn);
                multiply(turn, expected, expected); /* x first, as R = Rz Ry Rx */
            }
        fk_pose pose = fk_pose_from_rpy_deg(fk_vec3_make(1, 2, 3), angle);
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) {
                assert_true(pose.rotation[i][j] == expected[i][j]);
                assert_false(signbit(pose.rotation[i][j]) && expected[i][j] == 0);
            }
        assert_vec3(pose.translation, 1, 2, 3);
    }
}

/* Degrees and radians agree; whole turns change nothing. */
static void test_degrees(void **state)
{
    (void)state;
    fk_random random = fk_random_make(7);
    const double pi = 3.14159265358979323846;
    for (int i = 0; i < 2000; i++) {
        double d = fk_random_between(&random, -720, 720);
        fk_vec3 deg = {d, fk_random_between(&random, -90, 90), fk_random_between(&random, -400, 400)};
        fk_vec3 rad = fk_vec3_scale(deg, pi / 180);
        fk_pose a = fk_pose_from_rpy_deg(fk_vec3_make(0, 0, 0), deg);
        fk_pose b = fk_pose_from_rpy(fk_vec3_make(0, 0, 0), rad);
        for (int k = 0; k < 9; k++)
            assert_true(fabs(a.rotation[k / 3][k % 3] - b.rotation[k / 3][k % 3]) < 1e-14);
        double whole = floor(d * 1024) / 1024;
        fk_pose c = fk_pose_from_rpy_deg(fk_vec3_make(0, 0, 0), fk_vec3_make(whole, 0, 0));
        fk_pose e = fk_pose_from_rpy_deg(fk_vec3_make(0, 0, 0), fk_vec3_make(whole + 360 * 1e6, 0, 0));
        assert_true(c.rotation[1][1] == e.rotation[1][1]);
        assert_true(fabs(c.rotation[2][1] - e.rotation[2][1]) < 1e-15);
    }
    /* The largest doubles are angles, too; what is not finite gives no number. */
    fk_pose far =
        fk_pose_from_rpy_deg(fk_vec3_make(0, 0, 0), fk_vec3_make(0x1.fffffffffffffp1023, -0x1p1000, 0));
    assert_true(fabs(far.rotation[2][0]) <= 1 && fabs(far.rotation[1][0]) <= 1);
    assert_true(
        isnan(fk_pose_from_rpy_deg(fk_vec3_make(0, 0, 0), fk_vec3_make(INFINITY, 0, 0)).rotation[1][1]));
}

static void assert_turn(const char *text, fk_vec3 from, double x, double y, double z)
{
    fk_pose pose = pose_of(text);
    assert_vec3(fk_pose_apply(&pose, from), x, y, z);
}

static void test_poses(void **state)
{
    (void)state;
    const fk_vec3 x = {1, 0, 0}, p = {1, 2, 3};
    assert_turn("{}", p, 1, 2, 3);
    assert_turn("{\"xyz\": [10, 20, 30]}", p, 11, 22, 33);
    assert_turn("{\"rpy_deg\": [0, 0, 90]}", p, -2, 1, 3);
    assert_turn("{\"rpy_deg\": [90, 0, 0], \"xyz\": [1, 1, 1]}", p, 2, -2, 3);
    /* Roll first, then yaw: y goes to z and stays; x goes to y. */
    assert_turn("{\"rpy_deg\": [90, 0, 90]}", p, 3, 1, 2);
    assert_turn("{\"quat_xyzw\": [0, 0, 1, 1]}", p, -2, 1, 3);
    assert_turn("{\"quat_wxyz\": [1, 0, 0, 1]}", p, -2, 1, 3);
    assert_turn("{\"quat_wxyz\": [1, 0, 0, -1]}", p, 2, -1, 3);
    assert_turn("{\"quat_xyzw\": [1, 0, 0, 0]}", p, 1, -2, -3);
    assert_turn("{\"quat_wxyz\": [0, 1, 0, 0], \"xyz\": [0, 0, 1]}", p, 1, -2, -2);
    assert_turn("{\"matrix\": [[0, -1, 0, 5], [1, 0, 0, 6], [0, 0, 1, 7], [0, 0, 0, 1]]}", p, 3, 7, 10);
    fk_pose rpy = pose_of("{\"rpy\": [0.1, 0.2, 0.3]}");
    fk_pose same = fk_pose_from_rpy(fk_vec3_make(0, 0, 0), fk_vec3_make(0.1, 0.2, 0.3));
    assert_memory_equal(&rpy, &same, sizeof rpy);
    /* Six digits are rigid enough, and kept as they are. */
    fk_pose six =
        pose_of("{\"matrix\": [[0.707107, -0.707107, 0, 0], [0.707107, 0.707107, 0, 0], [0, 0, 1, 0], "
                "[0, 0, 0, 1]]}");
    assert_vec3(fk_pose_apply(&six, x), 0.707107, 0.707107, 0);
}

/* ---- Shapes -------------------------------------------------------------------------------------------- */

/* Shapes meet points where they should: on the boundary they touch, which is exact for these numbers. */
static void test_shapes(void **state)
{
    (void)state;
    static const struct {
        const char *shape;
        fk_kind kind;
        fk_vec3 on, out; /* on the boundary, and a little beyond */
    } row[] = {
        {"{\"box\": {\"size\": [2, 4, 6]}}", FK_KIND_BOX, {1, 2, 3}, {1, 2, 3.001}},
        {"{\"box\": {\"size\": [2, 4, 6]}}", FK_KIND_BOX, {-1, -2, -3}, {-1.001, -2, -3}},
        {"{\"sphere\": {\"radius\": 5}}", FK_KIND_SPHERE, {3, 0, 4}, {3, 0.1, 4}},
        {"{\"capsule\": {\"radius\": 5, \"length\": 8}}", FK_KIND_CAPSULE, {3, 0, 8}, {3, 0, 8.001}},
        {"{\"capsule\": {\"radius\": 5, \"length\": 8}}", FK_KIND_CAPSULE, {0, 0, -9}, {0, 0, -9.001}},
        {"{\"cylinder\": {\"radius\": 5, \"length\": 8}}", FK_KIND_CYLINDER, {3, 0, 4}, {3, 0, 4.001}},
        {"{\"cylinder\": {\"radius\": 5, \"length\": 8}}", FK_KIND_CYLINDER, {0, 0, -4}, {5.001, 0, -4}},
        {"{\"cone\": {\"radius\": 5, \"length\": 8}}", FK_KIND_CONE, {0, 0, 4}, {0, 0, 4.001}},
        {"{\"cone\": {\"radius\": 5, \"length\": 8}}", FK_KIND_CONE, {3, 0, -4}, {5.001, 0, -4}},
        {"{\"hull\": {\"points\": [[0,0,0],[2,0,0],[0,2,0],[0,0,2],[0.5,0.5,0.5],[2,0,0]]}}",
         FK_KIND_HULL,
         {1, 1, 0},
         {1, 1, 0.1}},
    };
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        char text[400];
        snprintf(text, sizeof text, "{\"farkas\": 1, \"parts\": [{\"name\": \"it\", \"shape\": %s}]}",
                 row[i].shape);
        fk_scene *scene = shelf_good(context, text, &(shelf){0});
        const fk_scene_part *part = &scene->part[0];
        fk_piece on = fk_piece_sphere(row[i].on, 0), out = fk_piece_sphere(row[i].out, 0);
        assert_int_equal(part->piece.kind, row[i].kind);
        assert_int_equal(fk_piece_check(&part->piece), FK_OK);
        fk_verdict verdict = fk_pair_verdict(&part->piece, &on);
        assert_true(verdict == FK_TOUCHING || verdict == FK_UNDECIDED);
        assert_int_equal(fk_pair_verdict(&part->piece, &out), FK_APART);
        assert_true(part->mesh == NULL && part->file == FK_NONE);
        fk_scene_free(context, scene);
    }
}

/* ---- Meshes -------------------------------------------------------------------------------------------- */

/* A scene with one mesh of nine.off. */
static fk_scene *nine(const char *fields, const char *units, shelf *s)
{
    char text[400];
    snprintf(text, sizeof text, "{\"farkas\": 1, %s \"parts\": [{\"mesh\": \"nine.off\"%s}]}", units, fields);
    return shelf_good(context, text, s);
}

static void assert_nine(const char *fields, const char *units, fk_vec3 first, fk_vec3 second, fk_vec3 third)
{
    fk_scene *scene = nine(fields, units, &(shelf){0});
    const fk_vec3 *point = scene->part[0].mesh->point;
    assert_vec3(point[0], first.x, first.y, first.z);
    assert_vec3(point[1], second.x, second.y, second.z);
    assert_vec3(point[2], third.x, third.y, third.z);
    fk_scene_free(context, scene);
}

static void test_sizes(void **state)
{
    (void)state;
    assert_nine("", "", (fk_vec3){9, 0, 0}, (fk_vec3){1, 2, 3}, (fk_vec3){0, 0.1, 0});
    assert_nine(", \"scale\": 2", "", (fk_vec3){18, 0, 0}, (fk_vec3){2, 4, 6}, (fk_vec3){0, 0.2, 0});
    assert_nine(", \"scale\": [1, 10, 100]", "", (fk_vec3){9, 0, 0}, (fk_vec3){1, 20, 300},
                (fk_vec3){0, 1, 0});
    assert_nine(", \"units\": \"mm\"", "\"units\": \"m\",", (fk_vec3){0.009, 0, 0},
                (fk_vec3){0.001, 0.002, 0.003}, (fk_vec3){0, 0.0001, 0});
    assert_nine(", \"units\": \"m\"", "", (fk_vec3){9000, 0, 0}, (fk_vec3){1000, 2000, 3000},
                (fk_vec3){0, 100, 0});
    assert_nine(", \"units\": \"in\"", "", (fk_vec3){228.6, 0, 0}, (fk_vec3){25.4, 50.8, 76.2},
                (fk_vec3){0, 2.54, 0});
    assert_nine("", "\"units\": \"in\",", (fk_vec3){9, 0, 0}, (fk_vec3){1, 2, 3}, (fk_vec3){0, 0.1, 0});
    /* Up is turned after scaling along the axes of the file. */
    assert_nine(", \"up\": \"y\", \"scale\": [1, 10, 100]", "", (fk_vec3){9, 0, 0}, (fk_vec3){1, -300, 20},
                (fk_vec3){0, 0, 1});
    assert_nine(", \"up\": \"x\"", "", (fk_vec3){0, 0, 9}, (fk_vec3){-3, 2, 1}, (fk_vec3){0, 0.1, 0});
    assert_nine(", \"up\": \"z\"", "", (fk_vec3){9, 0, 0}, (fk_vec3){1, 2, 3}, (fk_vec3){0, 0.1, 0});
    /* What is too small to be told apart becomes one vertex, and that is counted. */
    fk_scene *scene = nine(", \"scale\": 1e-323", "", &(shelf){0});
    assert_true(scene->file[0].welded == 0 && scene->part[0].mesh->vertex_count == 3);
    fk_scene_free(context, scene);
    scene = nine(", \"scale\": [1e-320, 5e-324, 5e-324]", "", &(shelf){0});
    assert_int_equal(scene->part[0].mesh->triangle_count, 1);
    fk_scene_free(context, scene);
}

/* What the loader knows counts, unless the scene says something about the file. */
static void test_loader(void **state)
{
    (void)state;
    shelf s = {.knows = true, .unit = FK_UNIT_M, .up = 1};
    fk_scene *scene = nine("", "", &s);
    assert_string_equal(s.last_path, "folder/nine.off");
    assert_vec3(scene->part[0].mesh->point[1], 1000, -3000, 2000);
    assert_true(scene->file[0].unit == FK_UNIT_M && scene->file[0].up == 1 &&
                !scene->file[0].is_unit_assumed);
    fk_scene_free(context, scene);
    scene = nine(", \"units\": \"cm\", \"up\": \"z\"", "", &s);
    assert_vec3(scene->part[0].mesh->point[1], 10, 20, 30);
    fk_scene_free(context, scene);
    s.is_stubborn = true;
    scene = nine(", \"units\": \"cm\", \"up\": \"z\"", "", &s);
    assert_vec3(scene->part[0].mesh->point[1], 10, 20, 30);
    fk_scene_free(context, scene);
    s.knows = false;
    scene = nine("", "", &s);
    assert_true(scene->file[0].is_unit_assumed);
    fk_scene_free(context, scene);
    scene = nine("", "\"units\": \"m\",", &s);
    assert_true(scene->file[0].unit == FK_UNIT_M && !scene->file[0].is_unit_assumed);
    fk_scene_free(context, scene);
    /* What the caller says is usual. */
    fk_scene_options options = {.load_mesh = shelf_load, .user = &s, .unit = FK_UNIT_CM, .up = 1};
    fk_scene_text text = {"{\"farkas\": 1, \"parts\": [{\"mesh\": \"/x/nine.off\", \"units\": \"mm\"}]}", 0,
                          "folder/"};
    text.bytes = strlen(text.text);
    assert_int_equal(fk_scene_parse(context, &text, &options, NULL, &scene), FK_OK);
    assert_int_equal(scene->unit, FK_UNIT_CM);
    assert_string_equal(s.last_path, "/x/nine.off");
    assert_vec3(scene->part[0].mesh->point[1], 0.1, -0.3, 0.2);
    fk_scene_free(context, scene);
    options.up = 3;
    assert_int_equal(fk_scene_parse(context, &text, &options, NULL, &scene), FK_ERROR_ARGUMENT);
    options.up = 2;
    options.unit = FK_UNIT_COUNT;
    assert_int_equal(fk_scene_parse(context, &text, &options, NULL, &scene), FK_ERROR_ARGUMENT);
}

static void test_files_are_loaded_once(void **state)
{
    (void)state;
    shelf s = {0};
    fk_scene *scene = shelf_good(context,
                                 "{\"farkas\": 1, \"parts\": ["
                                 "{\"mesh\": \"tetra.off\", \"name\": \"a\"},"
                                 "{\"mesh\": \"tetra.off\", \"name\": \"b\", \"scale\": 2},"
                                 "{\"mesh\": \"two.stl\"},"
                                 "{\"mesh\": \"tetra.off\", \"name\": \"c\", \"pose\": {\"xyz\": [1, 0, 0]}},"
                                 "{\"mesh\": \"tetra.off\", \"name\": \"d\", \"scale\": [2, 2, 2]},"
                                 "{\"mesh\": \"tetra.off\", \"name\": \"e\", \"up\": \"y\"}]}",
                                 &s);
    assert_int_equal(s.loads, 4);
    assert_int_equal(scene->file_count, 4);
    assert_int_equal(scene->part_count, 7);
    assert_ptr_equal(scene->part[0].mesh, scene->part[4].mesh);
    assert_ptr_equal(scene->part[1].mesh, scene->part[5].mesh);
    assert_ptr_not_equal(scene->part[0].mesh, scene->part[1].mesh);
    assert_string_equal(scene->part[3].name, "two/two");
    fk_scene_free(context, scene);
}

/* ---- Names --------------------------------------------------------------------------------------------- */

static void assert_names(const char *parts, const char *expected)
{
    char text[1000], names[1000] = "";
    snprintf(text, sizeof text, "{\"farkas\": 1, \"parts\": [%s]}", parts);
    fk_scene *scene = shelf_good(context, text, &(shelf){0});
    for (uint32_t i = 0; i < scene->part_count; i++) {
        strncat(names, scene->part[i].name, sizeof names - strlen(names) - 1);
        strncat(names, " ", sizeof names - strlen(names) - 1);
    }
    assert_string_equal(names, expected);
    fk_scene_free(context, scene);
}

static void test_names(void **state)
{
    (void)state;
    assert_names("{\"mesh\": \"tetra.off\"}", "tetra ");
    assert_names("{\"mesh\": \"a/b.c/x.y.tetra.off\"}", "x.y.tetra ");
    assert_names("{\"mesh\": \"a/tetra.off\"}, {\"mesh\": \"tetra.off\"}, {\"mesh\": \"nine.off\"}",
                 "a/tetra.off tetra.off nine ");
    assert_names("{\"mesh\": \"a/tetra.off\"}, {\"mesh\": \"b/tetra.off\", \"name\": \"t\"}", "tetra t ");
    assert_names("{\"mesh\": \"two.stl\"}", "two/one two/two ");
    assert_names("{\"mesh\": \"two.stl\", \"name\": \"x y\"}", "x y/one x y/two ");
    assert_names("{\"mesh\": \"a/two.stl\"}, {\"mesh\": \"two.stl\"}",
                 "a/two.stl/one a/two.stl/two two.stl/one two.stl/two ");
    assert_names("{\"mesh\": \"same.stl\"}", "same/it same/it#2 same/it#3 ");
    assert_names("{\"mesh\": \"none.stl\"}", "none/1 none/b none/3 ");
    assert_names("{\"mesh\": \"odd.stl\"}", "odd/caf_ odd/na\xc3\xafve ");
    assert_names("{\"mesh\": \"tetra.off\", \"name\": \"\\u00e9\"}", "\xc3\xa9 ");
}

/* Two words of one hash are two names. */
static void test_hash(void **state)
{
    (void)state;
    fk_scene *scene =
        shelf_good(context,
                   "{\"farkas\": 1, \"parts\": [{\"name\": \"costarring\", \"mesh\": \"tetra.off\"},"
                   "{\"name\": \"liquid\", \"mesh\": \"tetra.off\"}]}",
                   &(shelf){0});
    assert_int_equal(fk_scene_find_part(scene, "costarring"), 0);
    assert_int_equal(fk_scene_find_part(scene, "liquid"), 1);
    fk_scene_free(context, scene);
}

static void assert_meant(const char *word, uint32_t count, const uint32_t *part)
{
    char text[1000];
    snprintf(text, sizeof text,
             "\xef\xbb\xbf{\"farkas\": 1, \"parts\": [{\"mesh\": \"two.stl\"}, {\"mesh\": \"tetra.off\"},"
             "{\"name\": \"box[1]\", \"shape\": {\"box\": {\"size\": [1, 1, 1]}}},"
             "{\"name\": \"box1\", \"shape\": {\"box\": {\"size\": [1, 1, 1]}}}],"
             "\"sets\": {\"s\": [\"two/t*\", \"tetra\"], \"again\": [\"%s\"]},"
             "\"tests\": [{\"between\": [\"%s\", \"all\"]}]}",
             strcmp(word, "all") == 0 || strcmp(word, "s") == 0 ? "tetra" : word, word);
    fk_scene *scene = shelf_good(context, text, &(shelf){0});
    assert_set(&scene->test[0].a, word, count, part);
    if (strcmp(word, "all") != 0 && strcmp(word, "s") != 0)
        assert_set(&scene->set[1], "again", count, part);
    fk_scene_free(context, scene);
}

/* 0 two/one, 1 two/two, 2 tetra, 3 box[1], 4 box1. */
static void test_words(void **state)
{
    (void)state;
    assert_meant("all", 5, (uint32_t[]){0, 1, 2, 3, 4});
    assert_meant("s", 2, (uint32_t[]){1, 2});
    assert_meant("tetra", 1, (uint32_t[]){2});
    assert_meant("two", 2, (uint32_t[]){0, 1});
    assert_meant("two/one", 1, (uint32_t[]){0});
    assert_meant("box[1]", 1, (uint32_t[]){3}); /* its name, not a pattern */
    assert_meant("box[0-9]", 1, (uint32_t[]){4});
    assert_meant("*o*", 4, (uint32_t[]){0, 1, 3, 4});
    assert_meant("*", 5, (uint32_t[]){0, 1, 2, 3, 4});
    assert_meant("t*o", 1, (uint32_t[]){1});
}

/* ---- Lengths ------------------------------------------------------------------------------------------- */

static void test_lengths(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        fk_unit unit;
        double value; /* negative: refused */
    } row[] = {
        {"5", FK_UNIT_M, 5},
        {"5mm", FK_UNIT_MM, 5},
        {"5mm", FK_UNIT_M, 0.005},
        {"5 mm", FK_UNIT_CM, 0.5},
        {"0.2 in", FK_UNIT_MM, 5.08},
        {"1in", FK_UNIT_CM, 2.54},
        {"1m", FK_UNIT_IN, 5000. / 127},
        {"25.4mm", FK_UNIT_IN, 1},
        {"7cm", FK_UNIT_M, 0.07},
        {"1e-3m", FK_UNIT_MM, 1},
        {"0", FK_UNIT_MM, 0},
        {"", FK_UNIT_MM, -1},
        {"mm", FK_UNIT_MM, -1},
        {"5km", FK_UNIT_MM, -1},
        {"-5mm", FK_UNIT_MM, -1},
        {"5 ", FK_UNIT_MM, -1},
        {" 5", FK_UNIT_MM, -1},
        {"5mm ", FK_UNIT_MM, -1},
        {"nan", FK_UNIT_MM, -1},
        {"inf", FK_UNIT_MM, -1},
        {"1e999mm", FK_UNIT_MM, -1},
        {"1e308m", FK_UNIT_MM, -1},
        {"5MM", FK_UNIT_MM, -1},
        {"5,5", FK_UNIT_MM, -1},
    };
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        double value = -1;
        bool is_good = fk_length_parse(row[i].text, strlen(row[i].text), row[i].unit, &value);
        if (is_good != (row[i].value >= 0) || value != row[i].value)
            print_message("'%s': %.17g\n", row[i].text, value);
        assert_int_equal(is_good, row[i].value >= 0);
        assert_true(value == row[i].value);
    }
    fk_unit unit = FK_UNIT_IN;
    assert_false(fk_unit_find("ft", 2, &unit));
    assert_int_equal(unit, FK_UNIT_IN);
    assert_string_equal(fk_unit_word(FK_UNIT_COUNT), "");
    for (int i = 0; i < FK_UNIT_COUNT; i++) {
        const char *word = fk_unit_word((fk_unit)i);
        assert_true(fk_unit_find(word, strlen(word), &unit) && (int)unit == i);
    }
}

/* ---- Memory -------------------------------------------------------------------------------------------- */

/* Every allocation fails once; nothing is lost then, and nothing comes out. */
static void test_memory(void **state)
{
    (void)state;
    fk_status status = FK_ERROR_MEMORY;
    size_t k = 0;
    for (; status != FK_OK; k++) {
        memory m = {.fail_at = SIZE_MAX};
        fk_context *scarce = memory_context(&m);
        size_t before = m.used;
        fk_scene *scene = NULL;
        fk_scene_report report;
        m.fail_at = k;
        status = fk_scene_load(scarce, "examples/scene/cell.json", NULL, &report, &scene);
        assert_true(status == FK_OK || (status == FK_ERROR_MEMORY && scene == NULL));
        fk_scene_free(scarce, scene);
        assert_int_equal(m.used, before);
        fk_context_destroy(scarce);
    }
    assert_true(k > 20);
    /* The same with meshes that are scaled and several in a file. */
    status = FK_ERROR_MEMORY;
    for (k = 0; status != FK_OK; k++) {
        memory m = {.fail_at = SIZE_MAX};
        fk_context *scarce = memory_context(&m);
        size_t before = m.used;
        fk_scene *scene = NULL;
        m.fail_at = k;
        status = shelf_parse(
            scarce,
            "{\"farkas\": 1, \"parts\": [{\"mesh\": \"two.stl\", \"scale\": 3}, {\"mesh\": \"same.stl\"}],"
            "\"sets\": {\"x\": [\"*\"]}, \"tests\": [{\"between\": [\"x\", \"two\"]}]}",
            &(shelf){0}, NULL, &scene);
        assert_true(status == FK_OK || (status == FK_ERROR_MEMORY && scene == NULL));
        fk_scene_free(scarce, scene);
        assert_int_equal(m.used, before);
        fk_context_destroy(scarce);
    }
    assert_true(k > 20);
}

/* jansson takes its memory by itself: malloc that fails the k-th time. */
static size_t mallocs_left;

static void *scarce_malloc(size_t bytes)
{
    return mallocs_left > 0 ? (mallocs_left--, malloc(bytes)) : NULL;
}

static void test_memory_of_jansson(void **state)
{
    (void)state;
    json_malloc_t usual_malloc;
    json_free_t usual_free;
    json_get_alloc_funcs(&usual_malloc, &usual_free);
    json_set_alloc_funcs(scarce_malloc, free);
    fk_status status = FK_ERROR_MEMORY;
    size_t k = 0;
    for (; status != FK_OK; k++) {
        fk_scene *scene = NULL;
        mallocs_left = k;
        status = shelf_parse(
            context,
            "{\"farkas\": 1, \"parts\": [{\"mesh\": \"tetra.off\", \"pose\": {\"xyz\": [1, 2, 3]}}]}",
            &(shelf){0}, NULL, &scene);
        assert_true(status == FK_OK || (status == FK_ERROR_MEMORY && scene == NULL));
        fk_scene_free(context, scene);
    }
    json_set_alloc_funcs(usual_malloc, usual_free);
    assert_true(k > 10);
}

/* Thousands of parts, names and patterns. */
static void test_many(void **state)
{
    (void)state;
    enum { PARTS = 5000 };
    char *text = malloc(PARTS * 120), *at = text;
    assert_non_null(text);
    at += sprintf(at, "{\"farkas\": 1, \"parts\": [");
    for (int i = 0; i < PARTS; i++)
        at += sprintf(at, "%s{\"name\": \"p%d\", \"mesh\": \"tetra.off\", \"pose\": {\"xyz\": [%d, 0, 0]}}",
                      i > 0 ? "," : "", i, i);
    sprintf(at, "], \"sets\": {\"odd\": [\"p*[13579]\"]}, \"tests\": [{\"between\": [\"odd\", \"p0\"]}]}");
    shelf s = {0};
    fk_scene *scene = shelf_good(context, text, &s);
    assert_int_equal(s.loads, 1);
    assert_int_equal(scene->set[0].part_count, PARTS / 2);
    assert_int_equal(fk_scene_find_part(scene, "p4711"), 4711);
    assert_int_equal(fk_scene_find_part(scene, "p5000"), FK_NONE);
    fk_scene_free(context, scene);
    free(text);
}

/* Files as they are given, without a text. */
static void test_of_files(void **state)
{
    (void)state;
    static const char *const path[] = {"a/tetra.off", "b/tetra.off", "two.stl"};
    static const char *const ends[] = {".off", NULL};
    shelf s = {0};
    fk_scene_report report;
    fk_scene *scene = NULL;
    fk_scene_options options = fk_scene_options_default();
    options.load_mesh = shelf_load;
    options.user = &s;
    options.unit = FK_UNIT_CM;
    assert_int_equal(fk_scene_of_files(context, path, 3, &options, &report, &scene), FK_OK);
    static const char *const name[] = {"a/tetra.off", "b/tetra.off", "two/one", "two/two"};
    assert_true(scene->part_count == 4 && scene->file_count == 3 && scene->unit == FK_UNIT_CM);
    for (uint32_t i = 0; i < 4; i++)
        assert_string_equal(scene->part[i].name, name[i]);
    assert_true(scene->part[3].entry == 2 && scene->file[0].is_unit_assumed && scene->test_count == 0);
    fk_scene_free(context, scene);
    /* The unit is known; and only some files are the loader's. */
    options.has_file_unit = true;
    options.load_mesh_ends = ends;
    assert_int_equal(fk_scene_of_files(context, path, 2, &options, NULL, &scene), FK_OK);
    assert_true(!scene->file[0].is_unit_assumed && scene->file[1].unit == FK_UNIT_CM);
    fk_scene_free(context, scene);
    scene = NULL;
    assert_int_equal(fk_scene_of_files(context, path, 3, &options, &report, &scene), FK_ERROR_READ);
    assert_non_null(strstr(report.message, "part 'two': two.stl:"));
    assert_true(report.line == 0 && report.column == 0);
    /* What is no path, and nothing at all. */
    static const char *const bad[] = {"", "a\nb.off", "caf\xe9.off"};
    for (int i = 0; i < 3; i++)
        assert_int_equal(fk_scene_of_files(context, &bad[i], 1, &options, &report, &scene), FK_ERROR_SYNTAX);
    assert_int_equal(fk_scene_of_files(context, path, 0, &options, &report, &scene), FK_ERROR_ARGUMENT);
    assert_null(scene);
}

static void test_patterns(void **state)
{
    (void)state;
    assert_true(fk_glob_matches("arm*", "arm/link1") && fk_glob_matches("l?nk[0-9]", "link7"));
    assert_true(fk_glob_matches("[!a]*", "\xc3\xa4"
                                         "b") &&
                fk_glob_matches("[*]", "*") && fk_glob_matches("[a", "[a"));
    assert_false(fk_glob_matches("arm", "arm1") || fk_glob_matches("[^l]ink", "link") ||
                 fk_glob_matches("?", "ab"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_example),  cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_docs),     cmocka_unit_test(test_quarter_turns),
        cmocka_unit_test(test_degrees),  cmocka_unit_test(test_poses),
        cmocka_unit_test(test_shapes),   cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_loader),   cmocka_unit_test(test_files_are_loaded_once),
        cmocka_unit_test(test_names),    cmocka_unit_test(test_hash),
        cmocka_unit_test(test_words),    cmocka_unit_test(test_lengths),
        cmocka_unit_test(test_memory),   cmocka_unit_test(test_memory_of_jansson),
        cmocka_unit_test(test_many),     cmocka_unit_test(test_of_files),
        cmocka_unit_test(test_patterns),
    };
    return cmocka_run_group_tests(tests, make_context, end_context);
}
