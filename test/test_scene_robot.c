/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Scenes with robots: their parts, frames and tracks, what is attached to them, which pairs are ignored; what is refused,
 * and where. The robot is that of examples/scene, with 7 links of one shape each, and 4 variables. */

#define _XOPEN_SOURCE 700

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#include "farkas/scene.h"
#include "scene_check.h"

#include "folder_fixture.h"

#define ARM                "\"urdf\": \"arm.urdf\""
#define ROBOTS(robots)     "{\"farkas\": 1, \"units\": \"m\", \"robots\": [\n" robots "]}"
#define BALL(name, fields) "{\"name\": \"" name "\", \"shape\": {\"sphere\": {\"radius\": 1}}" fields "}"

/* The order of links and variables. */
enum { BASE, COLUMN, UPPER_ARM, FOREARM, HAND, LEFT, RIGHT, LINKS };
enum { TURN, SHOULDER, ELBOW, SLIDE, VARIABLES };

static fk_status parse(fk_context *with, const char *text, const fk_scene_options *options,
                       fk_scene_report *report, fk_scene **out)
{
    fk_scene_text all = {text, strlen(text), "examples/scene"};
    return fk_scene_parse(with, &all, options, report, out);
}

static fk_scene *good(const char *text)
{
    fk_scene_report report;
    fk_scene *scene = NULL;
    fk_status status = parse(context, text, NULL, &report, &scene);
    if (status != FK_OK)
        print_message("%llu:%llu: %s\n", (unsigned long long)report.line, (unsigned long long)report.column,
                      report.message);
    assert_int_equal(status, FK_OK);
    return scene;
}

/* ---- Parts and frames ---------------------------------------------------------------------------------- */

static void test_alone(void **state)
{
    (void)state;
    fk_scene *scene = good(ROBOTS("{" ARM ", \"pose\": {\"xyz\": [1, 2, 3]}}"));
    assert_true(scene->part_count == LINKS && scene->frame_count == LINKS && scene->robot_count == 1 &&
                scene->track_count == 1);
    const fk_scene_robot *robot = scene->robot;
    assert_string_equal(robot->name, "");
    assert_true(robot->first_part == 0 && robot->first_frame == 0 && robot->track == 0 &&
                robot->beyond_count == 0);
    for (uint32_t i = 0; i < LINKS; i++) {
        const fk_scene_part *part = &scene->part[i];
        assert_string_equal(part->name, robot->robot->link[i].name);
        assert_true(part->frame == i && part->entry == 0 && part->file == FK_NONE && part->group == FK_NONE);
        assert_int_equal(fk_scene_find_part(scene, part->name), i);
    }
    assert_true(scene->part[BASE].piece.kind == FK_KIND_CYLINDER &&
                scene->part[COLUMN].piece.kind == FK_KIND_BOX);
    assert_true(scene->frame[0].parent == FK_NONE && scene->frame[0].origin.translation.y == 2);
    const fk_track *track = scene->track;
    assert_true(track->variable_count == VARIABLES && track->time_count == 1 && track->time[0] == 0);
    for (int k = 0; k < VARIABLES; k++)
        assert_true(track->value[k] == 0);
    /* Links that are joined are ignored, without an SRDF file. */
    assert_string_equal(fk_scene_ignores(scene, COLUMN, BASE), "adjacent");
    assert_null(fk_scene_ignores(scene, BASE, UPPER_ARM));
    assert_null(fk_scene_ignores(scene, BASE, BASE));
    assert_int_equal(fk_scene_find_ignore(scene, BASE, COLUMN), FK_NONE);
    fk_scene_free(context, scene);
}

/* The name in the URDF file means the only robot, unless the scene gives it one, or a part has that name. */
static void test_own_name(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint32_t count;
    } cases[] = {
        {ROBOTS("{" ARM "}], \"sets\": {\"all of it\": [\"arm\"]}, \"parts\": [" BALL("ball", "")), LINKS},
        {ROBOTS("{" ARM "}], \"sets\": {\"all of it\": [\"arm\"]}, \"parts\": [" BALL("arm", "")), 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        fk_scene *scene = good(cases[i].text);
        assert_true(scene->set_count == 1 && scene->set[0].part_count == cases[i].count);
        assert_int_equal(scene->set[0].part[0], i == 0);
        fk_scene_free(context, scene);
    }
    fk_scene_report report;
    fk_scene *none = NULL;
    assert_int_equal(parse(context,
                           ROBOTS("{\"name\": \"left\", " ARM "}], \"sets\": {\"a\": [\"arm\"]}, "
                                  "\"parts\": [" BALL("ball", "")),
                           NULL, &report, &none),
                     FK_ERROR_SYNTAX);
}

/* Two robots, one with a name and one without, behind the parts; in mm. */
static void test_several(void **state)
{
    (void)state;
    static const char text[] =
        "{\"farkas\": 1, \"parts\": ["
        "{\"name\": \"ball\", \"shape\": {\"sphere\": {\"radius\": 1}}, \"attached_to\": \"left/hand\"},"
        "{\"name\": \"cup\", \"shape\": {\"sphere\": {\"radius\": 1}}, \"attached_to\": \"arm/base\","
        "\"motion\": {\"keys\": [{\"t\": 0}]}}],\n"
        "\"robots\": [{\"name\": \"left\", \"srdf\": \"arm.srdf\", \"joints\": \"open\", " ARM "}, {" ARM
        "}],"
        "\"sets\": {\"hands\": [\"*/hand\"], \"a\": [\"left\"]},"
        "\"ignore\": [{\"between\": [\"hands\", \"hands\"], \"reason\": \"far\"},"
        "{\"between\": [\"ball\", \"left\"], \"reason\": \"held\"}]}";
    fk_scene *scene = good(text);
    assert_true(scene->part_count == 2 + 2 * LINKS && scene->frame_count == 2 * LINKS + 1);
    assert_string_equal(scene->robot[0].name, "left");
    assert_string_equal(scene->robot[1].name, "arm");
    assert_string_equal(scene->part[2 + FOREARM].name, "left/forearm");
    assert_string_equal(scene->part[2 + LINKS + FOREARM].name, "arm/forearm");
    assert_true(scene->robot[1].first_part == 2 + LINKS && scene->robot[1].first_frame == LINKS &&
                scene->robot[1].track == 1 && scene->part[2 + LINKS].entry == 3);
    assert_true(scene->part[0].frame == HAND && scene->part[1].frame == 2 * LINKS);
    assert_true(scene->frame[2 * LINKS].parent == LINKS && scene->frame[2 * LINKS].kind == FK_FRAME_KEYS);
    /* 0.04 m are 40 mm, and the mimicking finger goes the same way. */
    assert_true(scene->track[0].value[SLIDE] == 40 && scene->track[1].value[SLIDE] == 0);
    assert_true(scene->frame[LEFT].track == 0 && scene->frame[LINKS + LEFT].track == 1);
    assert_true(scene->frame[RIGHT].variable == SLIDE && scene->set_count == 2 &&
                scene->set[0].part_count == 2 && scene->set[1].part_count == LINKS);
    /* Those of the scene, those of the SRDF file, those that are joined; not across robots. */
    assert_string_equal(fk_scene_ignores(scene, 2 + HAND, 2 + LINKS + HAND), "far");
    assert_string_equal(fk_scene_ignores(scene, 0, 2 + BASE), "held");
    assert_string_equal(fk_scene_ignores(scene, 2 + LEFT, 2 + FOREARM), "Never");
    assert_null(fk_scene_ignores(scene, 2 + LINKS + LEFT, 2 + LINKS + FOREARM));
    assert_string_equal(fk_scene_ignores(scene, 2 + LINKS + BASE, 2 + LINKS + COLUMN), "adjacent");
    assert_null(fk_scene_ignores(scene, 2 + BASE, 2 + LINKS + COLUMN));
    assert_null(fk_scene_ignores(scene, 1, 2 + LINKS + COLUMN));
    assert_null(fk_scene_ignores(scene, 2 + LINKS + COLUMN, 1)); /* far outside of the robot */
    assert_null(fk_scene_ignores(scene, 2 + COLUMN, 1));
    fk_scene_free(context, scene);
}

static void write_file(const char *name, const char *text)
{
    char path[500];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void remove_file(const char *name)
{
    char path[500];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    assert_int_equal(unlink(path), 0);
}

/* The meshes of robots come behind those of the parts. */
static void test_files(void **state)
{
    (void)state;
    static const char text[] =
        "{\"farkas\": 1, \"parts\": [{\"mesh\": \"tetra.off\"}, {\"mesh\": \"same.off\"}], "
        "\"robots\": [{\"urdf\": \"a.urdf\"}, {\"name\": \"b\", \"urdf\": \"a.urdf\"}]}";
    write_file("tetra.off", TETRA_OFF);
    write_file("same.off", TETRA_OFF);
    write_file("a.urdf",
               "<robot name=\"r\"><link name=\"l\"><collision><geometry>"
               "<mesh filename=\"tetra.off\" scale=\"2 2 2\"/></geometry></collision></link></robot>");
    fk_scene_text all = {text, strlen(text), folder};
    fk_scene_report report;
    fk_scene *scene = NULL;
    assert_int_equal(fk_scene_parse(context, &all, NULL, &report, &scene), FK_OK);
    assert_true(scene->file_count == 4 && scene->part_count == 4);
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal(scene->part[i].file, i);
        assert_true(scene->file[i].scale.x == (i < 2 ? 1 : 2) && scene->part[i].mesh->triangle_count == 4);
    }
    assert_string_equal(scene->part[2].name, "a/l");
    assert_string_equal(scene->part[3].name, "b/l");
    fk_scene_free(context, scene);
    remove_file("tetra.off");
    remove_file("same.off");
    remove_file("a.urdf");
}

/* ---- Values -------------------------------------------------------------------------------------------- */

static void test_joints(void **state)
{
    (void)state;
    fk_scene *scene =
        good(ROBOTS("{" ARM ", \"joints\": {\"elbow\": 3, \"left_slide\": 0.01, \"turn\": -3.5}}"));
    const double *value = scene->track[0].value;
    assert_true(value[TURN] == -3.5 && value[SHOULDER] == 0 && value[ELBOW] == 3 && value[SLIDE] == 0.01);
    assert_true(scene->robot[0].beyond_count == 2 && scene->robot[0].beyond_variable == TURN &&
                scene->robot[0].beyond_value == -3.5 && scene->robot[0].beyond_time == 0);
    fk_scene_free(context, scene);
    scene = good(ROBOTS("{" ARM ", \"srdf\": \"arm.srdf\", \"joints\": \"ready,open,elbow=1\"}"));
    value = scene->track[0].value;
    assert_true(value[TURN] == 0 && value[SHOULDER] == -0.5 && value[ELBOW] == 1 && value[SLIDE] == 0.04);
    fk_scene_free(context, scene);
}

/* Loads a robot with a trajectory that has this text. */
static fk_status load_csv(fk_context *with, const char *csv, fk_scene_report *report, fk_scene **out)
{
    char text[900];
    write_file("way.csv", csv);
    snprintf(text, sizeof text,
             "{\"farkas\": 1, \"robots\": [{" ARM
             ", \"srdf\": \"arm.srdf\",\n\"joints\": \"ready\", \"trajectory\": \"%s/way.csv\"}]}",
             folder);
    fk_status status = parse(with, text, NULL, report, out);
    remove_file("way.csv");
    return status;
}

static void test_trajectory(void **state)
{
    (void)state;
    fk_scene_report report;
    fk_scene *scene = NULL;
    /* What is not there keeps its value; a mimicking joint may be there, if it agrees; metres become mm. */
    assert_int_equal(load_csv(context,
                              "t,left_slide,turn,right_slide\n-1,0,0.5,0\n0.5,0.02,1,0.02\n2,0.06,-4,0.06\n",
                              &report, &scene),
                     FK_OK);
    const fk_track *track = scene->track;
    assert_true(track->time_count == 3 && track->variable_count == VARIABLES && track->time[1] == 0.5);
    for (int i = 0; i < 3; i++)
        assert_true(track->value[VARIABLES * i + SHOULDER] == -0.5 &&
                    track->value[VARIABLES * i + ELBOW] == 2);
    assert_true(track->value[TURN] == 0.5 && track->value[VARIABLES + SLIDE] == 20 &&
                track->value[2 * VARIABLES + TURN] == -4);
    assert_true(scene->robot[0].beyond_count == 2 && scene->robot[0].beyond_time == 2 &&
                scene->robot[0].beyond_variable == TURN && scene->robot[0].beyond_value == -4 &&
                scene->robot[0].beyond_row == 2 && scene->robot[0].line[2] == 4);
    /* Of the steps, one is faster than the joint: 5 in 1.5 s, not 2 in each. */
    const fk_scene_robot *robot = &scene->robot[0];
    assert_true(robot->fast_count == 1 && robot->fast_row == 2 && fabs(robot->fast_speed - 5 / 1.5) < 1e-12);
    assert_string_equal(robot->robot->joint[robot->fast_joint].name, "turn");
    /* The whole is a motion: 1.25 s is half-way between the last two times. */
    fk_motion *motion;
    assert_int_equal(fk_motion_create(context, scene->frame, scene->frame_count, track, 1, &motion), FK_OK);
    fk_interval span = fk_motion_span(motion);
    assert_true(span.lo == -1 && span.hi == 2);
    fk_pose column = fk_motion_pose(motion, COLUMN, 1.25);
    assert_true(fabs(column.rotation[1][0] - sin(-1.5)) < 1e-14 && fabs(column.translation.z - 100) < 1e-12);
    fk_motion_free(context, motion);
    fk_scene_free(context, scene);
    scene = NULL;
    static const struct {
        const char *csv, *words;
    } bad[] = {
        {"t,trun\n0,0\n", "/way.csv: examples/scene/arm.urdf has no joint 'trun'; did you mean 'turn'?"},
        {"t,wrist\n0,0\n", "/way.csv: joint 'wrist' of examples/scene/arm.urdf is fixed"},
        {"t,left_slide,right_slide\n0,0,0\n1,0.01,0.02\n",
         "at t = 1 joint 'right_slide' is not what it mimics of 'left_slide'"},
        {"t,turn\n0,0\n0,1\n", "/way.csv:3:"},
        {"t,turn\n0,x\n", "/way.csv:2:3"},
        {"t,turn\n", "/way.csv:"},
    };
    for (size_t i = 0; i < COUNT(bad); i++) {
        fk_status status = load_csv(context, bad[i].csv, &report, &scene);
        if (strstr(report.message, bad[i].words) == NULL)
            print_message("%s\n", report.message);
        assert_int_equal(status, FK_ERROR_SYNTAX);
        assert_non_null(strstr(report.message, bad[i].words));
        assert_true(report.line == 2 && report.column == 34);
        assert_null(scene);
    }
}

/* ---- The robot of the options -------------------------------------------------------------------------- */

static void test_options(void **state)
{
    (void)state;
    static const char none[] = "{\"farkas\": 1, \"units\": \"m\"}";
    fk_scene_options options = fk_scene_options_default();
    fk_scene_report report;
    fk_scene *scene = NULL;
    options.urdf = "examples/scene/arm.urdf";
    options.srdf = "examples/scene/arm.srdf";
    options.trajectory = "examples/scene/move.csv";
    options.joints = "left_slide=0.03";
    assert_int_equal(parse(context, none, &options, &report, &scene), FK_OK);
    assert_true(scene->part_count == LINKS && scene->track[0].time_count == 3 &&
                scene->track[0].value[SLIDE] == 0.03);
    assert_string_equal(scene->part[BASE].name, "base");
    fk_scene_free(context, scene);
    /* Beside another one it is called as its file is. */
    assert_int_equal(parse(context, ROBOTS("{\"name\": \"other\", " ARM "}"), &options, &report, &scene),
                     FK_OK);
    assert_true(scene->robot_count == 2 && scene->part_count == 2 * LINKS);
    assert_string_equal(scene->robot[1].name, "arm");
    fk_scene_free(context, scene);
    scene = NULL;
    /* What is wrong with it has no place in the scene. */
    static const struct {
        const char *urdf, *joints, *words;
        fk_status status;
    } bad[] = {
        {"examples/scene/no.urdf", NULL, "examples/scene/no.urdf: there is no such file", FK_ERROR_READ},
        {"examples/scene/arm.srdf", NULL, "examples/scene/arm.srdf:", FK_ERROR_SYNTAX},
        {"examples/scene/arm.urdf", "elbwo=1", "has no joint 'elbwo'; did you mean 'elbow'?",
         FK_ERROR_SYNTAX},
        {"examples/scene/arm.urdf", "elbow=1,", "a name is missing: give JOINT=VALUE or a state",
         FK_ERROR_SYNTAX},
        {"examples/scene/arm.urdf", "elbow", "'elbow' is a joint: give its value, as elbow=0.2",
         FK_ERROR_SYNTAX},
        {"examples/scene/arm.urdf", "elbow=1e999", "'elbow=1e999' is not JOINT=VALUE", FK_ERROR_SYNTAX},
        {"examples/scene/arm.urdf", "right_slide=0", "mimics 'left_slide': give the value of that one",
         FK_ERROR_SYNTAX},
    };
    for (size_t i = 0; i < COUNT(bad); i++) {
        options.urdf = bad[i].urdf;
        options.joints = bad[i].joints;
        fk_status status = parse(context, none, &options, &report, &scene);
        if (strstr(report.message, bad[i].words) == NULL)
            print_message("%s\n", report.message);
        assert_int_equal(status, bad[i].status);
        assert_non_null(strstr(report.message, bad[i].words));
        assert_true(report.line == 0 && report.column == 0 && report.is_of_robot);
    }
    /* What is wrong with the scene has. */
    options.urdf = "examples/scene/arm.urdf";
    options.joints = NULL;
    assert_int_equal(parse(context, "{\"farkas\": 1,\n\"prats\": []}", &options, &report, &scene),
                     FK_ERROR_SYNTAX);
    assert_true(report.line == 2 && report.column == 1 && !report.is_of_robot);
    assert_null(scene);
}

/* ---- What is refused ----------------------------------------------------------------------------------- */

static void test_bad(void **state)
{
    (void)state;
    static const bad_scene bad[] = {
        {"{\"farkas\": 1, \"robots\": {}}", 1, 25, "\"robots\" is an array"},
        {"{\"farkas\": 1, \"robots\": []}", 1, 1, "a scene needs \"parts\""},
        {"{\"farkas\": 1, \"parts\": [], \"robots\": []}", 1, 24, "needs 1 at least"},
        {ROBOTS("1"), 2, 1, "a robot is an object"},
        {ROBOTS("{}"), 2, 1, "a robot needs \"urdf\""},
        {ROBOTS("{\"urdf\": 1}"), 2, 10, "is a text in quotes"},
        {ROBOTS("{\"urfd\": \"a\"}"), 2, 2, "did you mean \"urdf\"?"},
        {ROBOTS("{" ARM ", \"srdf\": 1}"), 2, 30, "is a text in quotes"},
        {ROBOTS("{" ARM ", \"name\": \"\"}"), 2, 30, "is empty"},
        {ROBOTS("{" ARM ", \"name\": \"all\"}"), 2, 30, "may not be called 'all'"},
        {ROBOTS("{" ARM "},\n{" ARM "}"), 3, 1,
         "two robots or parts are called 'arm', this one and that of line 2"},
        {ROBOTS("{" ARM ", \"joints\": 1}"), 2, 32, "\"joints\" are values by name"},
        {ROBOTS("{" ARM ", \"joints\": {\"elbow\": \"1\"}}"), 2, 42, "without quotes"},
        {ROBOTS("{" ARM ", \"joints\": {\"elbwo\": 1}}"), 2, 42,
         "has no joint 'elbwo'; did you mean 'elbow'?"},
        {ROBOTS("{" ARM ", \"joints\": {\"wrist\": 1}}"), 2, 42, "is fixed: it has no value"},
        {ROBOTS("{" ARM ", \"joints\": \"raedy\"}"), 2, 32, "states are in an SRDF file, and none is given"},
        {ROBOTS("{" ARM ", \"srdf\": \"arm.srdf\", \"joints\": \"raedy\"}"), 2, 52,
         "no state 'raedy'; did you mean 'ready'?"},
        {ROBOTS("{" ARM ", \"package_path\": []}"), 2, 38, "needs 1 at least"},
        {ROBOTS("{" ARM ", \"package_path\": [1]}"), 2, 39, "is a text in quotes"},
        {ROBOTS("{" ARM ", \"pose\": {\"quat\": []}}"), 2, 31, "where w is"},
        {ROBOTS("{\"urdf\": \"move.csv\"}"), 2, 10, "examples/scene/move.csv:1:"},
        {ROBOTS("{\"name\": \"a\", " ARM ", \"srdf\": \"move.csv\"}"), 2, 43,
         "robot 'a': examples/scene/move.csv:"},
    };
    for (size_t i = 0; i < COUNT(bad); i++) {
        memory m = {0, SIZE_MAX};
        fk_context *counted = memory_context(&m);
        size_t before = m.used;
        fk_scene_report report;
        fk_scene *scene = NULL;
        fk_status status = parse(counted, bad[i].text, NULL, &report, &scene);
        bool is_right = status == FK_ERROR_SYNTAX && report.line == bad[i].line &&
                        report.column == bad[i].column && strstr(report.message, bad[i].words) != NULL;
        if (!is_right)
            print_message("%s\n%d %llu:%llu: %s\n", bad[i].text, (int)status, (unsigned long long)report.line,
                          (unsigned long long)report.column, report.message);
        assert_true(is_right);
        assert_null(scene);
        assert_int_equal(m.used, before);
        fk_context_destroy(counted);
    }
}

static void test_bad_attached(void **state)
{
    (void)state;
    static const struct {
        const char *to, *words;
    } bad[] = {
        {"hand", "2 robots have a link 'hand': write 'ROBOT/hand'"},
        {"left", "'left' is a robot: write 'left/LINK'"},
        {"left/hnad", "is called 'left/hnad'"},
        {"forearn", "did you mean 'forearm'?"},
    };
    for (size_t i = 0; i < COUNT(bad); i++) {
        char text[400];
        fk_scene_report report;
        fk_scene *scene = NULL;
        snprintf(text, sizeof text,
                 "{\"farkas\": 1, \"robots\": [{\"name\": \"left\", " ARM "}, {\"name\": \"right\", " ARM
                 "}],\n"
                 "\"parts\": [" BALL("a", ", \"attached_to\": \"%s\"") "]}",
                 bad[i].to);
        assert_int_equal(parse(context, text, NULL, &report, &scene), FK_ERROR_SYNTAX);
        if (strstr(report.message, bad[i].words) == NULL)
            print_message("%s\n", report.message);
        assert_non_null(strstr(report.message, bad[i].words));
        assert_int_equal(report.line, 2);
    }
}

/* ---- Without memory ------------------------------------------------------------------------------------ */

static void test_memory(void **state)
{
    (void)state;
    static const char text[] = "{\"farkas\": 1, \"parts\": [{\"mesh\": \"bracket.off\", \"attached_to\": "
                               "\"l/hand\"}], \"robots\": [{\"name\": \"l\", "
                               "\"srdf\": \"arm.srdf\", \"joints\": \"ready,elbow=1\", \"trajectory\": "
                               "\"move.csv\", \"package_path\": [\"x\"], " ARM "}, {" ARM "}]}";
    for (size_t k = 0;; k++) {
        memory m = {0, SIZE_MAX};
        fk_context *scarce = memory_context(&m);
        size_t before = m.used;
        fk_scene *scene = NULL;
        fk_scene_report report;
        m.fail_at = k;
        fk_status status = parse(scarce, text, NULL, &report, &scene);
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
        cmocka_unit_test(test_alone),   cmocka_unit_test(test_own_name), cmocka_unit_test(test_several),
        cmocka_unit_test(test_joints),  cmocka_unit_test(test_files),    cmocka_unit_test(test_trajectory),
        cmocka_unit_test(test_options), cmocka_unit_test(test_bad),      cmocka_unit_test(test_bad_attached),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, make_folder, end_folder);
}
