/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Scenes with parts that move: keys and trajectories become frames, parts are attached to them; what is refused, and
 * where. Rotations of keys are compared with those of poses, which are made another way. */

#define _XOPEN_SOURCE 700

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#include "scene_check.h"

#include "folder_fixture.h"

#define BALL(name, fields) "{\"name\": \"" name "\", \"shape\": {\"sphere\": {\"radius\": 1}}" fields "}"
#define SCENE(parts)       "{\"farkas\": 1, \"parts\": [\n" parts "]}"
#define KEYS(keys)         SCENE(BALL("a", ",\n\"motion\": {\"keys\": [" keys "]}"))

/* ---- Keys ---------------------------------------------------------------------------------------------- */

static void test_keys(void **state)
{
    (void)state;
    fk_scene *scene = shelf_good(
        context,
        SCENE(BALL("still", "") "," BALL("a", ", \"pose\": {\"xyz\": [7, 0, 0]}, \"motion\": {\"keys\": "
                                              "[{\"t\": -1, \"xyz\": [1, 2, 3]}, {\"t\": 0.5}, "
                                              "{\"t\": 2, \"quat_wxyz\": [0, 0, 3, 4]}]}")),
        &(shelf){0});
    assert_int_equal(scene->frame_count, 1);
    assert_int_equal(scene->track_count, 0);
    assert_int_equal(scene->robot_count, 0);
    assert_true(scene->part[0].frame == FK_NONE && scene->part[1].frame == 0);
    assert_true(scene->part[1].pose.translation.x == 7);
    const fk_frame *frame = scene->frame;
    const fk_pose still = fk_pose_identity();
    assert_true(frame->parent == FK_NONE && frame->kind == FK_FRAME_KEYS && frame->key_count == 3);
    assert_memory_equal(&frame->origin, &still, sizeof still);
    const fk_key *key = frame->key;
    assert_true(key[0].time == -1 && key[1].time == 0.5 && key[2].time == 2);
    assert_true(key[0].xyz.x == 1 && key[0].xyz.y == 2 && key[0].xyz.z == 3 && key[1].xyz.x == 0);
    static const double none[4] = {0, 0, 0, 1}, given[4] = {0, 3, 4, 0};
    for (int i = 0; i < 4; i++)
        assert_true(key[0].quat_xyzw[i] == none[i] && key[1].quat_xyzw[i] == none[i] &&
                    key[2].quat_xyzw[i] == given[i]);
    fk_scene_free(context, scene);
}

/* The key of a scene with one, whose rotation is a text. */
static fk_key one_key(const char *rotation)
{
    char text[600];
    snprintf(text, sizeof text, KEYS("{\"t\": 0, %s}"), rotation);
    fk_scene *scene = shelf_good(context, text, &(shelf){0});
    fk_key key = scene->frame[0].key[0];
    fk_scene_free(context, scene);
    return key;
}

/* The rotation of the key is that of a part with the same pose. */
static double turn_error(const char *rotation, const fk_key *key)
{
    char text[600];
    fk_pose pose;
    snprintf(text, sizeof text, SCENE(BALL("a", ", \"pose\": {%s}")), rotation);
    fk_scene *scene = shelf_good(context, text, &(shelf){0});
    assert_int_equal(fk_pose_from_quat_xyzw(key->xyz, key->quat_xyzw, &pose), FK_OK);
    double error = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            error = fmax(error, fabs(pose.rotation[i][j] - scene->part[0].pose.rotation[i][j]));
    fk_scene_free(context, scene);
    return error;
}

/* Right angles, in all 9 * 9 * 9 combinations, are whole numbers, and turn as the pose does, without error. */
static void test_right_angles(void **state)
{
    (void)state;
    for (int n = 0; n < 729; n++) {
        char rotation[100];
        snprintf(rotation, sizeof rotation, "\"rpy_deg\": [%d, %d, %d]", 90 * (n % 9 - 4),
                 90 * (n / 9 % 9 - 4), 90 * (n / 81 - 4));
        fk_key key = one_key(rotation);
        for (int i = 0; i < 4; i++)
            assert_true(key.quat_xyzw[i] == floor(key.quat_xyzw[i]) && fabs(key.quat_xyzw[i]) <= 2);
        assert_true(turn_error(rotation, &key) == 0);
    }
    fk_key quarter = one_key("\"rpy_deg\": [0, 0, 90]"), half = one_key("\"rpy_deg\": [0, 0, 180]");
    assert_true(quarter.quat_xyzw[2] == quarter.quat_xyzw[3] && quarter.quat_xyzw[2] > 0);
    assert_true(half.quat_xyzw[2] > 0 && half.quat_xyzw[3] == 0);
    /* The other way round is the other way to go. */
    fk_key back = one_key("\"rpy_deg\": [0, 0, -180]");
    assert_true(back.quat_xyzw[2] < 0 && back.quat_xyzw[3] == 0);
    /* A whole turn is no turn, and a turn and a quarter is a quarter, up to the sign. */
    fk_key turn = one_key("\"rpy_deg\": [0, 0, 360]"), more = one_key("\"rpy_deg\": [0, 0, 450]");
    assert_true(turn.quat_xyzw[2] == 0 && turn.quat_xyzw[3] == -1);
    assert_true(more.quat_xyzw[2] == -quarter.quat_xyzw[2] && more.quat_xyzw[3] == -quarter.quat_xyzw[3]);
    fk_key matrix = one_key("\"matrix\": [[0, -1, 0, 4], [1, 0, 0, 5], [0, 0, 1, 6], [0, 0, 0, 1]]");
    assert_true(matrix.quat_xyzw[2] == matrix.quat_xyzw[3] && matrix.quat_xyzw[0] == 0);
    assert_true(matrix.xyz.x == 4 && matrix.xyz.y == 5 && matrix.xyz.z == 6);
}

/* Other angles, in degrees, in radians, and as matrices, which are of all four kinds. */
static void test_angles(void **state)
{
    (void)state;
    static const double angle[] = {0,   0.001, 30,  45,  89.999999999, 90,  120, 179,
                                   180, 181,   200, 300, 359,          -77, 1e6};
    for (size_t n = 0; n < COUNT(angle) * COUNT(angle); n++) {
        char rotation[400];
        double roll = angle[n % COUNT(angle)], yaw = angle[n / COUNT(angle)],
               pitch = angle[(3 * n + 1) % COUNT(angle)];
        snprintf(rotation, sizeof rotation, "\"rpy_deg\": [%.17g, %.17g, %.17g]", roll, pitch, yaw);
        fk_key key = one_key(rotation);
        assert_true(turn_error(rotation, &key) < 4e-15);
        snprintf(rotation, sizeof rotation, "\"rpy\": [%.17g, %.17g, %.17g]", roll / 50, pitch / 50,
                 yaw / 50);
        key = one_key(rotation);
        assert_true(turn_error(rotation, &key) < 4e-15);
        fk_pose pose = fk_pose_from_rpy_deg(fk_vec3_make(1, 2, 3), fk_vec3_make(roll, pitch, yaw));
        const double(*m)[3] = pose.rotation;
        snprintf(
            rotation, sizeof rotation,
            "\"matrix\": [[%.17g, %.17g, %.17g, 1], [%.17g, %.17g, %.17g, 2], [%.17g, %.17g, %.17g, 3], [0, "
            "0, 0, 1]]",
            m[0][0], m[0][1], m[0][2], m[1][0], m[1][1], m[1][2], m[2][0], m[2][1], m[2][2]);
        key = one_key(rotation);
        assert_true(turn_error(rotation, &key) < 4e-15);
    }
}

/* ---- What is attached ---------------------------------------------------------------------------------- */

#define MOVES    ", \"motion\": {\"keys\": [{\"t\": 0}]}"
#define ON(part) ", \"attached_to\": \"" part "\""

static void test_attached(void **state)
{
    (void)state;
    /* In the order of the text, c comes before what it is attached to, and that before its own. */
    fk_scene *scene =
        shelf_good(context,
                   SCENE(BALL("rider", ON("b")) "," BALL("c", ON("b") MOVES) "," BALL(
                       "b", ON("a") MOVES) ","
                                           "{\"mesh\": \"two.stl\", \"attached_to\": \"c\"}," BALL(
                                               "a", MOVES) "," BALL("d", "") "," BALL("e", ON("b") MOVES)),
                   &(shelf){0});
    assert_int_equal(scene->frame_count, 4);
    assert_int_equal(scene->part_count, 8);
    uint32_t of[8];
    for (uint32_t i = 0; i < 8; i++)
        of[i] = scene->part[i].frame;
    uint32_t rider = of[0], c = of[1], b = of[2], a = of[5], e = of[7];
    assert_true(rider == b && of[3] == c && of[4] == c && of[6] == FK_NONE);
    assert_true(scene->frame[a].parent == FK_NONE && scene->frame[b].parent == a &&
                scene->frame[c].parent == b);
    assert_true(scene->frame[e].parent == b && e != c);
    for (uint32_t i = 0; i < scene->frame_count; i++)
        assert_true(scene->frame[i].parent == FK_NONE || scene->frame[i].parent < i);
    fk_scene_free(context, scene);
}

static void test_bad_attached(void **state)
{
    (void)state;
    static const bad_scene bad[] = {
        {SCENE(BALL("a", ",\n\"attached_to\": 1")), 3, 16, "is a text in quotes"},
        {SCENE(BALL("a", ",\n\"attached_to\": \"a\"")), 3, 16, "not attached to itself"},
        {SCENE(BALL("a", ",\n\"attached_to\": \"sldier\"") "," BALL("slider", MOVES)), 3, 16,
         "no part with a \"motion\" and no link of a robot is called 'sldier'; did you mean 'slider'?"},
        {SCENE(BALL("a", ",\n\"attached_to\": \"zzzzzz\"")), 3, 16, "is called 'zzzzzz'"},
        {SCENE(BALL("a", ",\n\"attached_to\": \"b\"") "," BALL("b", "")), 3, 16,
         "'b' has no \"motion\", so nothing is attached to it"},
        {SCENE(BALL("a", ",\n\"attached_to\": \"b\"") "," BALL("b", ON("c")) "," BALL("c", MOVES)), 3, 16,
         "'b' has no \"motion\" of its own: attach this to 'c', as that is"},
        {SCENE(BALL("a", ",\n\"attached_to\": \"b\"" MOVES) "," BALL("b", ON("c") MOVES) "," BALL(
             "c", ON("a") MOVES)),
         3, 16, "'a' is attached to itself, by way of others"},
    };
    assert_all_bad(bad, COUNT(bad));
}

static void test_bad_motion(void **state)
{
    (void)state;
    static const bad_scene bad[] = {
        {SCENE(BALL("a", ",\n\"motion\": []")), 3, 11, "\"motion\" is an object: {\"keys\": [...]}"},
        {SCENE(BALL("a", ",\n\"motion\": 1")), 3, 11, "a motion is an object"},
        {SCENE(BALL("a", ",\n\"motion\": {}")), 3, 11, "this has neither"},
        {SCENE(BALL("a", ",\n\"motion\": {\"keys\": [{\"t\": 0}], \"trajectory\": \"a.csv\"}")), 3, 11,
         "not both"},
        {SCENE(BALL("a", ",\n\"motion\": {\"key\": []}")), 3, 12, "did you mean \"keys\"?"},
        {SCENE(BALL("a", ",\n\"motion\": {\"trajectory\": 1}")), 3, 26, "is a text in quotes"},
        {SCENE(BALL("a", ",\n\"montion\": {}")), 3, 1, "did you mean \"motion\"?"},
        {KEYS(""), 3, 20, "needs 1 at least"},
        {KEYS("[0, 0, 0]"), 3, 21, "a key is not an array: say what its numbers are, as {\"t\": 0, "},
        {KEYS("{}"), 3, 21, "a key needs \"t\", its time in seconds"},
        {KEYS("{\"xyz\": [0, 0, 0]}"), 3, 21, "a key needs \"t\""},
        {KEYS("{\"t\": \"1s\"}"), 3, 27, "needs a number without quotes"},
        {KEYS("{\"time\": 0}"), 3, 22, "a key has no field \"time\""},
        {KEYS("{\"t\": 0, \"xyz\": [0, 0]}"), 3, 37, "needs 3 numbers"},
        {KEYS("{\"t\": 0, \"quat\": [0, 0, 0, 1]}"), 3, 30, "does not say where w is"},
        {KEYS("{\"t\": 0, \"quat_xyzw\": [0, 0, 0, 0]}"), 3, 43, "four zeros are no rotation"},
        {KEYS("{\"t\": 0, \"quat_wxyz\": [0, 0, -0.0, 0]}"), 3, 43, "four zeros are no rotation"},
        {KEYS("{\"t\": 0, \"rpy\": [0, 0, 0], \"rpy_deg\": [0, 0, 0]}"), 3, 48, "a pose has one rotation"},
        {KEYS("{\"t\": 0, \"matrix\": [], \"xyz\": [0, 0, 0]}"), 3, 30,
         "a key with \"matrix\" has nothing else"},
        {KEYS("{\"t\": 0, \"matrix\": [[2, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]}"), 3, 40,
         "not rigid"},
        {KEYS("{\"t\": 0}, {\"t\": 0}"), 3, 37,
         "times increase: 0 does not come after 0, the time of the key before"},
        {KEYS("{\"t\": 0}, {\"t\": 2.5}, \n{\"t\": 1}"), 4, 7, "times increase: 1 does not come after 2.5"},
        {KEYS("{\"t\": 0}, {\"t\": -1e-320}"), 3, 37, "times increase"},
        {KEYS("{\"t\": 0}, {\"t\": 1.1e300}"), 3, 37, "the time 1.1e300 is too far from 0: give seconds"},
        {KEYS("{\"t\": -1.7e308}, {\"t\": 0}"), 3, 27, "the time -1.7e308 is too far from 0"},
    };
    assert_all_bad(bad, COUNT(bad));
    static const bad_scene far[] = {
        {KEYS("{\"t\": 0}, {\"t\": 1, \"xyz\": [0, 1.7e308, 0]}"), 2, 1,
         "reaches beyond the range of doubles"},
        {SCENE(BALL(
             "a",
             ", \"motion\": {\"keys\": [{\"t\": 0, \"xyz\": [1e308, 0, 0]}]}") ",\n"
                                                                               "{\"mesh\": \"tetra.off\", "
                                                                               "\"attached_to\": \"a\"}"),
         2, 1, "part 'a' reaches beyond"},
    };
    for (size_t i = 0; i < COUNT(far); i++)
        assert_bad(&far[i], FK_ERROR_SYNTAX, 0);
}

/* ---- Trajectories -------------------------------------------------------------------------------------- */

/* Loads a scene with one part that moves as a file says. */
static fk_status load_csv(fk_context *with, const char *csv, fk_scene_report *report, fk_scene **out)
{
    char path[500];
    snprintf(path, sizeof path, "%s/way.csv", folder);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fputs(csv, file);
    fclose(file);
    static const char scene[] = SCENE(BALL("a", ",\n\"motion\": {\"trajectory\": \"way.csv\"}"));
    fk_scene_text text = {scene, strlen(scene), folder};
    fk_status status = fk_scene_parse(with, &text, NULL, report, out);
    unlink(path);
    return status;
}

static void test_trajectory(void **state)
{
    (void)state;
    fk_scene_report report;
    fk_scene *scene = NULL;
    assert_int_equal(load_csv(context, "# a way\nt,qw,z,y,x,qx,qy,qz\n0,2,3,2,1,0,0,0\n0.5,1,6,5,4,0,0,1\n",
                              &report, &scene),
                     FK_OK);
    const fk_frame *frame = scene->frame;
    assert_true(frame->key_count == 2 && frame->key[1].time == 0.5 && frame->key[1].xyz.x == 4);
    assert_true(frame->key[0].xyz.z == 3 && frame->key[0].quat_xyzw[3] == 2 &&
                frame->key[1].quat_xyzw[2] == 1);
    fk_scene_free(context, scene);
    assert_int_equal(load_csv(context, "t,x,y,z\n1,2,3,4\n", &report, &scene), FK_OK);
    assert_true(scene->frame[0].key_count == 1 && scene->frame[0].key[0].quat_xyzw[3] == 1);
    assert_true(scene->frame[0].key[0].quat_xyzw[0] == 0 && scene->frame[0].key[0].xyz.y == 3);
    fk_scene_free(context, scene);
    scene = NULL;
    static const struct {
        const char *csv, *words;
    } bad[] = {
        {"t,x,y,z,w\n0,0,0,0,0\n", "/way.csv: a column is called 'w'"},
        {"t,x,y\n0,0,0\n", "/way.csv: there is no column 'z'"},
        {"t,x,y,z,qx,qy,qw\n0,0,0,0,0,0,1\n", "no column 'qz'; a rotation has all of"},
        {"t,x,y,z,qx,qy,qz,qw\n0,0,0,0,0,0,0,1\n0.25,0,0,0,0,0,0,0\n",
         "at t = 0.25 qx, qy, qz, qw are all 0"},
        {"t,x,y,z\n0,0,0,0\n1,0,0,0\n1,0,0,0\n", "part 'a': "},
        {"", "part 'a': "},
    };
    for (size_t i = 0; i < COUNT(bad); i++) {
        fk_status status = load_csv(context, bad[i].csv, &report, &scene);
        if (strstr(report.message, bad[i].words) == NULL)
            print_message("%s\n", report.message);
        assert_int_equal(status, FK_ERROR_SYNTAX);
        assert_non_null(strstr(report.message, bad[i].words));
        assert_true(report.line == 3 && report.column == 26);
        assert_null(scene);
    }
    static const char missing[] = SCENE(BALL("a", ",\n\"motion\": {\"trajectory\": \"no.csv\"}"));
    fk_scene_text text = {missing, strlen(missing), folder};
    assert_int_equal(fk_scene_parse(context, &text, NULL, &report, &scene), FK_ERROR_READ);
    assert_true(report.line == 3 && report.column == 26 && strstr(report.message, "/no.csv") != NULL);
}

/* ---- Without memory ------------------------------------------------------------------------------------ */

static void test_memory(void **state)
{
    (void)state;
    static const char text[] = SCENE(BALL("rider", ON("b")) "," BALL("b", ON("a") MOVES) "," BALL(
        "a", MOVES) ",{\"mesh\": \"two.stl\", \"attached_to\": \"b\"}");
    for (int which = 0; which < 2; which++)
        for (size_t k = 0;; k++) {
            memory m = {0, SIZE_MAX};
            fk_context *scarce = memory_context(&m);
            size_t before = m.used;
            m.fail_at = k;
            fk_scene *scene = NULL;
            fk_scene_report report;
            fk_status status = which == 0 ? shelf_parse(scarce, text, &(shelf){0}, &report, &scene)
                                          : load_csv(scarce, "t,x,y,z\n0,1,2,3\n1,2,3,4\n", &report, &scene);
            assert_true(status == FK_OK || (status == FK_ERROR_MEMORY && scene == NULL));
            fk_scene_free(scarce, scene);
            assert_int_equal(m.used, before);
            fk_context_destroy(scarce);
            if (status == FK_OK)
                break;
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_keys),         cmocka_unit_test(test_right_angles),
        cmocka_unit_test(test_angles),       cmocka_unit_test(test_attached),
        cmocka_unit_test(test_bad_attached), cmocka_unit_test(test_bad_motion),
        cmocka_unit_test(test_trajectory),   cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, make_folder, end_folder);
}
