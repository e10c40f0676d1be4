/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The parts of a scene, in the world and in their frames, over time and moved by hand; the joints of its robots; what it
 * says about pairs; its files. The robot is that of examples/scene, with 7 links of one shape each, and 4 variables. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "farkas/scene.h"
#include "scene_check.h"

static fk_context *context;

#define BALL(name, fields) "{\"name\": \"" name "\", \"shape\": {\"sphere\": {\"radius\": 1}}" fields "}"

/* The first parts, and what comes behind them. */
enum { BALL_PART, MOVING_PART, CELLS_PART, MESH_PART, ROBOT_PARTS };
enum { LINKS = 7, VARIABLES = 4, SLIDE = 3 };

/* clang-format off */
static const char all_kinds[] =
    "{\"farkas\": 1, \"parts\": ["
    BALL("ball", ", \"pose\": {\"xyz\": [5, 0, 0]}") ","
    BALL("moving", ", \"pose\": {\"xyz\": [0, 3, 0]}, "
                   "\"motion\": {\"keys\": [{\"t\": 1}, {\"t\": 3, \"xyz\": [8, 0, 0]}]}") ","
    "{\"name\": \"block\", \"shape\": {\"cells\": {\"kind\": \"box\", \"origin\": [0, 0, 0], "
    "\"edges\": [[1, 0, 0], [0, 1, 0], [0, 0, 1]]}}},"
    "{\"mesh\": \"tetra.off\"}],"
    "\"robots\": [{\"name\": \"left\", \"urdf\": \"arm.urdf\", \"srdf\": \"arm.srdf\", \"joints\": \"open\"}, "
    "{\"urdf\": \"arm.urdf\", \"trajectory\": \"move.csv\"}],"
    "\"tests\": [{\"between\": [\"ball\", \"*\"], \"clearance\": 2, \"ignore_overlap\": 0.5},"
    "{\"between\": [\"ball\", \"moving\"], \"clearance\": 1},"
    "{\"between\": [\"block\", \"tetra\"], \"allow_contact\": true}],"
    "\"ignore\": [{\"between\": [\"ball\", \"block\"], \"reason\": \"glued\"}]}";
/* clang-format on */

static fk_status parse(fk_context *with, const char *text, fk_scene **out)
{
    fk_scene_report report;
    fk_scene_options options = fk_scene_options_default();
    fk_scene_text all = {text, strlen(text), "examples/scene"};
    shelf s = {0};
    options.load_mesh = shelf_load;
    options.user = &s;
    fk_status status = fk_scene_parse(with, &all, &options, &report, out);
    if (status != FK_OK)
        print_message("%llu:%llu: %s\n", (unsigned long long)report.line, (unsigned long long)report.column,
                      report.message);
    return status;
}

static fk_scene *good(const char *text)
{
    fk_scene *scene = NULL;
    assert_int_equal(parse(context, text, &scene), FK_OK);
    return scene;
}

static void assert_at(const fk_pose *pose, double x, double y, double z)
{
    assert_true(pose->translation.x == x && pose->translation.y == y && pose->translation.z == z);
}

/* ---- Places -------------------------------------------------------------------------------------------- */

static void test_places(void **state)
{
    (void)state;
    fk_scene *scene = good(all_kinds);
    fk_parts *parts = NULL;
    assert_int_equal(fk_parts_create(context, scene, &parts), FK_OK);
    assert_true(parts->scene == scene && parts->count == ROBOT_PARTS + 2 * LINKS && parts->motion != NULL);
    /* The trajectory begins at 0, the keys at 1. */
    assert_true(parts->time == 0);
    assert_at(&parts->part[MOVING_PART].pose, 0, 3, 0);
    fk_parts_move(parts, 2);
    assert_true(parts->time == 2);
    assert_at(&parts->part[MOVING_PART].pose, 4, 3, 0);
    assert_at(&parts->moving[MOVING_PART].part.pose, 0, 3, 0);
    assert_at(&parts->part[BALL_PART].pose, 5, 0, 0);
    /* By hand: in the frame. */
    fk_pose pose = fk_pose_identity();
    pose.translation.z = 7;
    fk_parts_place(parts, MOVING_PART, &pose);
    fk_parts_place(parts, BALL_PART, &pose);
    assert_at(&parts->part[MOVING_PART].pose, 4, 0, 7);
    assert_at(&parts->part[BALL_PART].pose, 0, 0, 7);
    fk_parts_move(parts, 3);
    assert_at(&parts->part[MOVING_PART].pose, 8, 0, 7);
    assert_at(&parts->moving[MOVING_PART].part.pose, 0, 0, 7);
    fk_parts_free(context, parts);
    fk_scene_free(context, scene);
}

static void test_shapes(void **state)
{
    (void)state;
    fk_scene *scene = good(all_kinds);
    fk_parts *parts = NULL;
    assert_int_equal(fk_parts_create(context, scene, &parts), FK_OK);
    for (uint32_t i = 0; i < parts->count; i++) {
        const fk_check_part *part = &parts->part[i], *moving = &parts->moving[i].part;
        assert_ptr_equal(part->name, scene->part[i].name);
        assert_true(part->name == moving->name && part->mesh == moving->mesh && part->piece == moving->piece);
        assert_true((part->mesh != NULL) != (part->piece != NULL));
        assert_int_equal(parts->moving[i].frame, scene->part[i].frame);
        assert_true((parts->file[i] != NULL) == (scene->part[i].file != FK_NONE));
    }
    assert_int_equal(parts->part[CELLS_PART].mesh->triangle_count, 12);
    assert_ptr_equal(parts->part[MESH_PART].mesh, scene->part[MESH_PART].mesh);
    assert_string_equal(parts->file[MESH_PART], "examples/scene/tetra.off");
    fk_parts_free(context, parts);
    fk_scene_free(context, scene);
}

/* Nothing moves, and there is no robot. */
static void test_still(void **state)
{
    (void)state;
    fk_scene *scene = good("{\"farkas\": 1, \"parts\": [" BALL("a", "") "]}");
    fk_parts *parts = NULL;
    assert_int_equal(fk_parts_create(context, scene, &parts), FK_OK);
    assert_true(parts->motion == NULL && parts->time == 0 && parts->joint_count == 0 && parts->count == 1);
    fk_parts_move(parts, 9);
    assert_at(&parts->part[0].pose, 0, 0, 0);
    fk_parts_free(context, parts);
    fk_scene_free(context, scene);
    fk_parts_free(context, NULL);
}

/* ---- Joints -------------------------------------------------------------------------------------------- */

static void test_joints(void **state)
{
    (void)state;
    fk_scene *scene = good(all_kinds);
    fk_parts *parts = NULL;
    assert_int_equal(fk_parts_create(context, scene, &parts), FK_OK);
    assert_int_equal(parts->joint_count, 2 * VARIABLES);
    const fk_robot *robot = scene->robot[0].robot;
    char name[200];
    snprintf(name, sizeof name, "left/%s", robot->joint[robot->variable[SLIDE]].name);
    assert_string_equal(parts->joint[SLIDE], name);
    snprintf(name, sizeof name, "arm/%s", robot->joint[robot->variable[0]].name);
    assert_string_equal(parts->joint[VARIABLES], name);
    /* The scene is in mm; what users give is 0.04 m. */
    assert_true(scene->track[0].value[SLIDE] == 40);
    assert_true(fk_parts_joint_value(parts, SLIDE, 0) == 0.04);
    const fk_track *track = &scene->track[1];
    assert_true(track->time_count >= 2);
    double from = track->time[0], to = track->time[1];
    double a = track->value[0], b = track->value[VARIABLES];
    assert_true(fk_parts_joint_value(parts, VARIABLES, from) == a);
    assert_true(fk_parts_joint_value(parts, VARIABLES, from - 1) == a);
    assert_true(fk_parts_joint_value(parts, VARIABLES, from + (to - from) / 2) == a + (b - a) / 2);
    double last = track->value[(size_t)(track->time_count - 1) * VARIABLES];
    assert_true(fk_parts_joint_value(parts, VARIABLES, track->time[track->time_count - 1] + 5) == last);
    fk_parts_free(context, parts);
    fk_scene_free(context, scene);
}

/* The joints of the only robot have their own names. */
static void test_one_robot(void **state)
{
    (void)state;
    fk_scene *scene = good("{\"farkas\": 1, \"robots\": [{\"urdf\": \"arm.urdf\"}]}");
    fk_parts *parts = NULL;
    assert_int_equal(fk_parts_create(context, scene, &parts), FK_OK);
    const fk_robot *robot = scene->robot[0].robot;
    assert_int_equal(parts->joint_count, VARIABLES);
    for (uint32_t i = 0; i < VARIABLES; i++)
        assert_string_equal(parts->joint[i], robot->joint[robot->variable[i]].name);
    fk_parts_free(context, parts);
    fk_scene_free(context, scene);
}

/* ---- Rules --------------------------------------------------------------------------------------------- */

static void test_rules(void **state)
{
    (void)state;
    fk_scene *scene = good(all_kinds);
    /* Of two tests the stricter side of each. */
    fk_check_rule rule = fk_scene_rule(scene, BALL_PART, MOVING_PART);
    assert_true(rule.is_tested && rule.ignored == NULL && rule.clearance == 2 && rule.ignore_overlap == 0 &&
                !rule.allow_contact);
    rule = fk_scene_rule(scene, MESH_PART, BALL_PART);
    assert_true(rule.is_tested && rule.clearance == 2 && rule.ignore_overlap == 0.5 && rule.allow_contact);
    rule = fk_scene_rule(scene, CELLS_PART, MESH_PART);
    assert_true(rule.is_tested && rule.clearance == 0 && rule.ignore_overlap == 0 && rule.allow_contact);
    rule = fk_scene_rule(scene, MOVING_PART, MESH_PART);
    assert_true(!rule.is_tested && rule.ignored == NULL);
    rule = fk_scene_rule(scene, BALL_PART, CELLS_PART);
    assert_string_equal(rule.ignored, "glued");
    fk_scene_free(context, scene);
    /* Without tests all pairs are meant, but those that the robot ignores. */
    scene = good("{\"farkas\": 1, \"robots\": [{\"urdf\": \"arm.urdf\"}]}");
    rule = fk_scene_rule(scene, 0, 1);
    assert_true(rule.is_tested);
    assert_string_equal(rule.ignored, "adjacent");
    rule = fk_scene_rule(scene, 0, 3);
    assert_true(rule.is_tested && rule.ignored == NULL && rule.clearance == 0 && rule.ignore_overlap == 0 &&
                !rule.allow_contact);
    fk_scene_free(context, scene);
}

/* ---- Files --------------------------------------------------------------------------------------------- */

static void assert_inputs(const fk_input_list *list, const char *const *path, uint32_t count)
{
    assert_int_equal(list->count, count);
    for (uint32_t i = 0; i < count; i++)
        assert_string_equal(list->file[i].path, path[i]);
}

static void test_inputs(void **state)
{
    (void)state;
    fk_scene *scene = good(all_kinds);
    fk_input_list list = {0};
    static const char *const sorted[] = {"examples/scene/arm.srdf", "examples/scene/arm.urdf",
                                         "examples/scene/move.csv", "examples/scene/tetra.off"};
    assert_int_equal(fk_scene_inputs(context, scene, NULL, NULL, &list), FK_OK);
    assert_inputs(&list, sorted, 4);
    /* The mesh is on the shelf, and not in a file. */
    assert_true(strlen(list.file[1].sha256) == 64 && list.file[1].bytes > 0);
    assert_true(list.file[3].sha256[0] == '\0' && list.file[3].bytes == 0);
    fk_input_list_free(context, &list);
    fk_input_list_free(context, &list);
    /* With a scene; with a file that goes first; with one that is there already, and one that is not. */
    static const char *const with_scene[] = {"examples/scene/move.csv", "a.json", "examples/scene/arm.srdf",
                                             "examples/scene/arm.urdf", "examples/scene/tetra.off"};
    assert_int_equal(fk_scene_inputs(context, scene, "a.json", "examples/scene/move.csv", &list), FK_OK);
    assert_inputs(&list, with_scene, 5);
    fk_input_list_free(context, &list);
    assert_int_equal(fk_scene_inputs(context, scene, "examples/scene/arm.urdf", "none", &list), FK_OK);
    assert_inputs(&list, sorted, 4);
    fk_input_list_free(context, &list);
    fk_scene_free(context, scene);
}

/* ---- Memory -------------------------------------------------------------------------------------------- */

static fk_status make(fk_context *scarce, const void *user, void *out)
{
    fk_parts *parts = NULL;
    fk_status status = fk_parts_create(scarce, user, &parts);
    if (status == FK_OK)
        memset(out, 0, 1);
    fk_parts_free(scarce, parts);
    return status;
}

static fk_status list_files(fk_context *scarce, const void *user, void *out)
{
    fk_status status = fk_scene_inputs(scarce, user, NULL, NULL, out);
    if (status == FK_OK)
        fk_input_list_free(scarce, out);
    return status;
}

/* What is asked in place of what the scene says. */
static void test_asked(void **state)
{
    (void)state;
    fk_scene *scene = good(all_kinds);
    uint8_t is_ball[ROBOT_PARTS + 2 * LINKS] = {1}, is_other[ROBOT_PARTS + 2 * LINKS] = {0, 1, 1};
    fk_scene_pairs pairs = {is_ball, is_other, "why not"};
    fk_scene_rules rules = {.scene = scene};
    fk_check_rule rule = fk_scene_rules_select(&rules, BALL_PART, MOVING_PART);
    assert_true(rule.is_tested && rule.ignored == NULL && rule.clearance == 2);
    assert_true(fk_scene_pairs_have(&pairs, MOVING_PART, BALL_PART) &&
                !fk_scene_pairs_have(&pairs, MOVING_PART, CELLS_PART));
    rules.between = &pairs;
    rules.between_count = 1;
    rules.has_clearance = rules.allow_contact = true;
    rules.clearance = 7;
    rule = fk_scene_rules_select(&rules, BALL_PART, MOVING_PART);
    assert_true(rule.is_tested && rule.clearance == 7 && rule.allow_contact);
    rule = fk_scene_rules_select(&rules, BALL_PART, CELLS_PART);
    assert_true(rule.is_tested && strcmp(rule.ignored, "glued") == 0);
    assert_false(fk_scene_rules_select(&rules, BALL_PART, MESH_PART).is_tested);
    rules.ignore = &pairs;
    rules.ignore_count = 1;
    rules.has_ignore_overlap = true;
    rules.ignore_overlap = 0.25;
    rule = fk_scene_rules_select(&rules, BALL_PART, MOVING_PART);
    assert_true(strcmp(rule.ignored, "why not") == 0 && rule.ignore_overlap == 0.25);
    fk_scene_rules alone = {.scene = NULL};
    rule = fk_scene_rules_select(&alone, BALL_PART, MESH_PART);
    assert_true(rule.is_tested && rule.ignored == NULL && rule.clearance == 0);
    fk_scene_free(context, scene);
}

static void test_memory(void **state)
{
    (void)state;
    fk_scene *scene = good(all_kinds);
    memory_ask(make, scene, 1);
    memory_ask(list_files, scene, sizeof(fk_input_list));
    fk_scene_free(context, scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_places),    cmocka_unit_test(test_shapes), cmocka_unit_test(test_still),
        cmocka_unit_test(test_joints),    cmocka_unit_test(test_rules),  cmocka_unit_test(test_inputs),
        cmocka_unit_test(test_one_robot), cmocka_unit_test(test_memory), cmocka_unit_test(test_asked),
    };
    if (fk_context_create(NULL, &context) != FK_OK)
        return 1;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    fk_context_destroy(context);
    return failed;
}
