/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What a file is, by its content: a table of texts; names that count only where a text says nothing; pipes; files that the options
 * add to a scene. */

#define _XOPEN_SOURCE 700

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "folder_fixture.h"
#include "scene/files.h"

#define OTHER      FK_CONTENT_OTHER
#define SCENE      FK_CONTENT_SCENE
#define TEXT       FK_CONTENT_MOVEIT_TEXT
#define YAML       FK_CONTENT_MOVEIT_YAML
#define ROBOT      FK_CONTENT_ROBOT
#define SRDF       FK_CONTENT_SRDF
#define TRAJECTORY FK_CONTENT_TRAJECTORY

static const struct {
    const char *text;
    fk_content content;
} known[] = {
    {"", OTHER},
    {" \n", OTHER},
    {"<", OTHER},
    {"<robot", ROBOT},
    {"<robot name='a'/>", ROBOT},
    {"<?xml version='1.0'?>\n<!-- <sdf> -->\n<!DOCTYPE robot>\n<robot name='a'><link name='b'/></robot>",
     ROBOT},
    {"\xef\xbb\xbf<robot name='a'><!-- <group> --><link name='group'/></robot>", ROBOT},
    {"<robot name='a'>\n<!-- c -->\n<group name='g'/></robot>", SRDF},
    {"<robot name='a'><disable_collisions link1='a' link2='b'/></robot>", SRDF},
    {"<robot name='a'><virtual_joint/><link name='b'/></robot>", SRDF},
    {"<robot name='a'><groups/></robot>", ROBOT},
    {"<robots/>", OTHER},
    {"<sdf/>", OTHER},
    {"<COLLADA/>", OTHER},
    {"<!-- <robot> ", OTHER},
    {"{}", SCENE},
    {"\xef\xbb\xbf \n{\"farkas\": 1}", SCENE},
    {"{\"asset\": {\"version\": \"2.0\"}}", OTHER},
    {"{\"farkas\": 1, \"parts\": [{\"name\": \"asset\"}]}", SCENE},
    {"(noname)+\n* box\n1\nbox\n1 1 1\n0 0 0\n0 0 0 1\n0 0 0 0\n.\n", TEXT},
    {"name\n\n.\n", TEXT},
    {"\n* a\n1\n", TEXT},
    {"# a\r\n*\r\n", TEXT},
    {"name\n.5\n", OTHER},
    {"world:\n  collision_objects:\n", YAML},
    {"# a\n---\nname: b\n", YAML},
    {"%YAML 1.1\n---\n- id: a\n", YAML},
    {"a:b\n", OTHER},
    {"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", OTHER},
    {"# world: 1\nmtllib a.mtl\n", OTHER},
    {"solid\nfacet normal 0 0 0\n", OTHER},
    {"solid world:\nfacet normal 0 0 0\n", OTHER},
    {"ply\nformat ascii 1.0\n", OTHER},
    {"OFF\n3 1 0\n", OTHER},
    {"t,x,y\n0,1,2\n", TRAJECTORY},
    {"# a\n\"time\";j\n", TRAJECTORY},
    {"time\tj\n", TRAJECTORY},
    {"ta,b\n", OTHER},
};

static void texts(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        size_t bytes = strlen(known[i].text);
        char *copy = malloc(bytes + 1); /* so that a sanitizer sees what is read beyond it */
        memcpy(copy, known[i].text, bytes);
        fk_content is = fk_content_of_text(copy, bytes);
        if (is != known[i].content)
            fail_msg("'%s' is %d, not %d", known[i].text, (int)is, (int)known[i].content);
        for (size_t cut = 0; cut < bytes; cut++) {
            char *front = malloc(cut + 1);
            memcpy(front, known[i].text, cut);
            (void)fk_content_of_text(front, cut);
            free(front);
        }
        free(copy);
    }
    assert_int_equal(fk_content_of_text("\0<robot/>", 9), OTHER);
}

static void write_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static int enter_folder(void **state)
{
    return make_folder(state) == 0 ? chdir(folder) : -1;
}

static int leave_folder(void **state)
{
    static const char *const made[] = {"a.stl", "a.json", "empty.json", "empty.urdf",
                                       "b.xml", "p.xml",  "t.off"};
    for (size_t i = 0; i < sizeof made / sizeof *made; i++)
        (void)remove(made[i]);
    return chdir("/") == 0 ? end_folder(state) : -1;
}

#define ROBOT_TEXT                                                                                           \
    "<robot name='r'><link name='%s'><collision><geometry><sphere radius='1'/></geometry></collision>"       \
    "</link></robot>"

static void files(void **state)
{
    (void)state;
    write_text("a.stl", "<robot name='a'/>");
    write_text("a.json", "t,x\n0,1\n");
    write_text("empty.json", "");
    write_text("empty.urdf", "");
    assert_int_equal(fk_content_of_file("a.stl"), ROBOT);
    assert_int_equal(fk_content_of_file("a.json"), TRAJECTORY);
    assert_int_equal(fk_content_of_file("empty.json"), SCENE);
    assert_int_equal(fk_content_of_file("empty.urdf"), ROBOT);
    assert_int_equal(fk_content_of_file("none.URDF"), ROBOT);
    assert_int_equal(fk_content_of_file("none.scene"), TEXT);
    assert_int_equal(fk_content_of_file("none"), OTHER);
    assert_int_equal(fk_content_of_file("."), OTHER);
    /* A pipe keeps its content. */
    int ends[2];
    char name[40], left[8] = "";
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], "<robot/>", 7), 7);
    snprintf(name, sizeof name, "/dev/fd/%d", ends[0]);
    if (access(name, R_OK) == 0)
        assert_int_equal(fk_content_of_file(name), OTHER);
    assert_int_equal(read(ends[0], left, 7), 7);
    assert_string_equal(left, "<robot/");
    close(ends[0]);
    close(ends[1]);
}

/* Meshes and robots are added to a scene in its unit, to an empty one, and nothing else is. */
static void added_files(void **state)
{
    (void)state;
    static const char scene_text[] = "{\"farkas\": 1, \"units\": \"m\", \"parts\": [{\"name\": \"t\", "
                                     "\"shape\": {\"sphere\": {\"radius\": 1}}}]}";
    const fk_scene_text text = {scene_text, sizeof scene_text - 1, "elsewhere"};
    const char *const file[] = {"b.xml", "t.off", "p.xml"};
    const fk_unit mm = FK_UNIT_MM;
    char robot[300];
    fk_scene_options options = fk_scene_options_default();
    fk_scene_report report;
    fk_scene *scene;
    snprintf(robot, sizeof robot, ROBOT_TEXT, "l");
    write_text("b.xml", robot);
    write_text("t.off", "OFF\n4 4 6\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n");
    write_text("p.xml", "<robot name='r'><group/></robot>");
    options.file = file;
    options.file_count = 2;
    options.file_unit = &mm;
    assert_int_equal(fk_scene_parse(context, &text, &options, &report, &scene), FK_OK);
    assert_int_equal(scene->part_count, 3);
    assert_string_equal(scene->part[0].name, "t");
    assert_string_equal(scene->part[1].name, "t.off"); /* as the scene has a t */
    assert_string_equal(scene->part[2].name, "l");
    assert_int_equal(scene->part[1].mesh->triangle_count, 4);
    assert_true(scene->part[1].mesh->point[1].x == 0.001 || scene->part[1].mesh->point[0].x == 0.001 ||
                scene->part[1].mesh->point[2].x == 0.001 || scene->part[1].mesh->point[3].x == 0.001);
    assert_true(scene->file[0].is_unit_assumed);
    fk_scene_free(context, scene);
    /* The last is no part, here and there. */
    options.file_count = 3;
    assert_int_equal(fk_scene_parse(context, &text, &options, &report, &scene), FK_ERROR_SYNTAX);
    assert_true(report.is_of_robot && report.line == 0);
    assert_string_equal(report.message, "p.xml: this is SRDF: it goes with a robot, and is no part");
    assert_int_equal(fk_scene_of_files(context, file, 3, NULL, &report, &scene), FK_ERROR_SYNTAX);
    /* Two robots, by `urdf` and by their content; a file that is not there. */
    options = fk_scene_options_default();
    options.urdf = "b.xml";
    write_text("empty.urdf", robot);
    const char *const two[] = {"empty.urdf", "t.off"};
    assert_int_equal(fk_scene_of_files(context, two, 2, &options, &report, &scene), FK_OK);
    assert_int_equal(scene->robot_count, 2);
    fk_scene_free(context, scene);
    const char *const none[] = {"none.off"};
    options = fk_scene_options_default();
    options.file = none;
    options.file_count = 1;
    assert_int_equal(fk_scene_parse(context, &text, &options, &report, &scene), FK_ERROR_READ);
    assert_true(report.is_of_robot && report.line == 0);
    assert_string_equal(report.message, "part 'none': none.off: there is no such file or folder");
}

/* Parts at rest, when they are skipped. */
static void resting_parts(void **state)
{
    (void)state;
    static const char scene_text[] =
        "{\"farkas\": 1, \"parts\": [{\"name\": \"a\", \"shape\": {\"sphere\": {\"radius\": 1}}},"
        "{\"name\": \"b\", \"shape\": {\"sphere\": {\"radius\": 1}}},"
        "{\"name\": \"c\", \"shape\": {\"sphere\": {\"radius\": 1}}, \"motion\": {\"keys\": [{\"t\": "
        "0}]}}]%s}";
    for (int has_tests = 0; has_tests < 2; has_tests++) {
        char text[400];
        fk_scene *scene;
        int bytes = snprintf(text, sizeof text, scene_text,
                             has_tests ? ",\"tests\":[{\"between\":[\"a\",\"all\"]}]" : "");
        fk_scene_text t = {text, (size_t)bytes, ""};
        assert_int_equal(fk_scene_parse(context, &t, NULL, NULL, &scene), FK_OK);
        fk_scene_rules rules = {.scene = scene, .skips_resting = true};
        const uint8_t all[3] = {1, 1, 1};
        const fk_scene_pairs between = {all, all, NULL};
        for (uint32_t i = 0; i < 2; i++) { /* in both orders */
            assert_int_equal(fk_scene_rules_select(&rules, i, 1 - i).is_tested, has_tests);
            assert_int_equal(fk_scene_rules_select(&rules, i * 2, 2 - i * 2).is_tested, true);
        }
        rules.between = &between;
        rules.between_count = 1;
        assert_true(fk_scene_rules_select(&rules, 0, 1).is_tested);
        fk_scene_free(context, scene);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(texts), cmocka_unit_test(files),
                                       cmocka_unit_test(added_files), cmocka_unit_test(resting_parts)};
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
