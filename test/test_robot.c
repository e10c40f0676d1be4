/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Robots that are good: what comes of each element, where meshes are found, what needs no check. */

#define _XOPEN_SOURCE 700

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <sys/stat.h>
#include <unistd.h>

#include "gen/generate.h"
#include "robot_check.h"

#include "folder_fixture.h"

static fk_robot *good(const char *urdf)
{
    return robot_good(context, urdf, NULL, fk_robot_options_default());
}

static fk_robot *good_in(const char *urdf, fk_unit unit)
{
    fk_robot_options options = fk_robot_options_default();
    options.unit = unit;
    return robot_good(context, urdf, NULL, options);
}

static void assert_vec3(fk_vec3 v, double x, double y, double z)
{
    if (!(v.x == x && v.y == y && v.z == z))
        print_message("(%.17g %.17g %.17g), not (%.17g %.17g %.17g)\n", v.x, v.y, v.z, x, y, z);
    assert_true(v.x == x && v.y == y && v.z == z);
}

/* ---- Links and shapes ---------------------------------------------------------------------------------- */

/* Links after joints, children before parents: they come out level by level. */
static void test_order(void **state)
{
    (void)state;
    static const char *const name[] = {"root", "b", "a", "d", "c", "e"};
    static const uint32_t joint[] = {FK_NONE, 1, 4, 0, 3, 2};
    fk_robot *robot = good("\xef\xbb\xbf<?xml version='1.0'?><!-- <x> -->" ROBOT(
        JOINT("jd", "fixed", "b", "d", "") JOINT("jb", "fixed", "root", "b", "") LINK("e")
            JOINT("je", "fixed", "a", "e", "") JOINT("jc", "fixed", "b", "c", "")
                JOINT("ja", "fixed", "root", "a", "") LINK("c") LINK("b") LINK("root") LINK("d") LINK("a")));
    assert_string_equal(robot->name, "r");
    assert_int_equal(robot->link_count, 6);
    assert_int_equal(robot->joint_count, 5);
    assert_int_equal(robot->shape_count, 0);
    assert_int_equal(robot->variable_count, 0);
    assert_string_equal(robot->joint[0].name, "jd");
    for (uint32_t i = 0; i < 6; i++) {
        assert_string_equal(robot->link[i].name, name[i]);
        assert_int_equal(robot->link[i].joint, joint[i]);
        assert_int_equal(fk_robot_find_link(robot, name[i]), i);
        if (i > 0) {
            assert_int_equal(robot->joint[joint[i]].child, i);
            assert_true(robot->joint[joint[i]].parent < i);
        }
    }
    assert_int_equal(robot->joint[2].parent, 2);
    assert_int_equal(fk_robot_find_link(robot, "x"), FK_NONE);
    fk_robot_free(context, robot);
}

#define SHAPES                                                                                               \
    ROBOT("<material name='x'/><gazebo><link/></gazebo><transmission><joint/></transmission>"                \
          "<link name='a'><visual><geometry/></visual><inertial><mass value='x'/></inertial>"                \
          "<collision><origin xyz=' 1\t2\n3 ' rpy='0 0 1.5'/><geometry><box size='2 4 6'/></geometry>"       \
          "</collision></link>"                                                                              \
          "<link name='b'><collision><geometry><sphere radius='0.5'/></geometry></collision>"                \
          "<collision name='tip'><geometry><later/><cylinder radius='1' length='3'/></geometry>"             \
          "<contact_coefficients/></collision>"                                                              \
          "<collision><origin xyz='0 0 1'/><geometry><capsule radius='1' length='4'/></geometry>"            \
          "</collision></link><joint name='j' type='fixed'><parent link='a'/><child link='b'/>"              \
          "<calibration/><dynamics/><safety_controller/></joint>")

static void test_shapes(void **state)
{
    (void)state;
    fk_robot *robot = good(SHAPES);
    static const char *const name[] = {"a", "b/1", "b/tip", "b/3"};
    assert_int_equal(robot->shape_count, 4);
    for (uint32_t i = 0; i < 4; i++) {
        assert_string_equal(robot->shape[i].name, name[i]);
        assert_int_equal(robot->shape[i].link, i > 0);
        assert_int_equal(robot->shape[i].file, FK_NONE);
        assert_null(robot->shape[i].mesh);
        assert_int_equal(fk_piece_check(&robot->shape[i].piece), FK_OK);
    }
    assert_true(robot->link[0].first_shape == 0 && robot->link[0].shape_count == 1);
    assert_true(robot->link[1].first_shape == 1 && robot->link[1].shape_count == 3);
    const fk_robot_shape *shape = robot->shape;
    assert_int_equal(shape[0].piece.kind, FK_KIND_BOX);
    assert_vec3(shape[0].piece.as.cell.origin, -1, -2, -3);
    assert_vec3(shape[0].piece.as.cell.edge[2], 0, 0, 6);
    assert_vec3(shape[0].pose.translation, 1, 2, 3);
    assert_true(shape[0].pose.rotation[0][0] == fk_cos(1.5) && shape[0].pose.rotation[1][0] == fk_sin(1.5));
    assert_int_equal(shape[1].piece.kind, FK_KIND_SPHERE);
    assert_true(shape[1].piece.as.sphere.radius == 0.5);
    assert_int_equal(shape[2].piece.kind, FK_KIND_CYLINDER);
    assert_vec3(shape[2].piece.as.capsule.end[0], 0, 0, -1.5);
    assert_vec3(shape[2].piece.as.capsule.end[1], 0, 0, 1.5);
    assert_int_equal(shape[3].piece.kind, FK_KIND_CAPSULE);
    assert_vec3(shape[3].piece.as.capsule.end[1], 0, 0, 2);
    assert_vec3(shape[3].pose.translation, 0, 0, 1);
    fk_robot_free(context, robot);
}

/* All lengths are in the unit that is asked for; names get the prefix. */
static void test_units(void **state)
{
    (void)state;
    fk_robot_options options = fk_robot_options_default();
    options.unit = FK_UNIT_MM;
    options.name = "left";
    fk_robot *robot = robot_good(context, SHAPES, NULL, options);
    assert_string_equal(robot->shape[0].name, "left/a");
    assert_string_equal(robot->shape[2].name, "left/b/tip");
    assert_string_equal(robot->link[0].name, "a");
    assert_vec3(robot->shape[0].piece.as.cell.edge[0], 2000, 0, 0);
    assert_vec3(robot->shape[0].pose.translation, 1000, 2000, 3000);
    assert_true(robot->shape[1].piece.as.sphere.radius == 500);
    assert_true(robot->shape[3].piece.as.capsule.radius == 1000);
    fk_robot_free(context, robot);
    robot = good_in(SHAPES, FK_UNIT_IN);
    assert_true(robot->shape[3].piece.as.capsule.radius == 5000 / 127.0);
    fk_robot_free(context, robot);
}

/* Names that are there already get a number; an empty one is none. */
static void test_names(void **state)
{
    (void)state;
    static const char *const name[] = {"a/x", "a/x#2", "a/3", "a/x#3", "a/3#2"};
    fk_robot *robot =
        good(ROBOT("<link name='a'><collision name='x'><geometry><sphere radius='1'/></geometry>"
                   "</collision><collision name='x'><geometry><sphere radius='1'/></geometry>"
                   "</collision><collision name=''><geometry><sphere radius='1'/></geometry>"
                   "</collision><collision name='x'><geometry><sphere radius='1'/></geometry>"
                   "</collision></link>" SOLID_LINK("a/3") JOINT("j", "fixed", "a", "a/3", "")));
    assert_int_equal(robot->shape_count, 5);
    for (uint32_t i = 0; i < 5; i++)
        assert_string_equal(robot->shape[i].name, name[i]);
    fk_robot_free(context, robot);
}

/* ---- Meshes -------------------------------------------------------------------------------------------- */

#define MESH(file, more) COLLISION("<mesh filename=\"" file "\" " more "/>")

static double volume_of(const fk_mesh *mesh)
{
    fk_mesh_facts *facts = NULL;
    assert_int_equal(fk_mesh_inspect(context, mesh, &facts), FK_OK);
    double volume = facts->volume;
    fk_mesh_facts_free(context, facts);
    return volume;
}

static void test_meshes(void **state)
{
    (void)state;
    fk_robot *robot =
        good_in(ROBOT("<link name=\"a\">" MESH("tetra.off", "") MESH("m/../tetra.off", "scale=\"2 2 4\"")
                          MESH("tetra.off", "scale=\"1 1.0 1\"") MESH("tetra.off", "scale=\"-1 1 1\"")
                              MESH("file:///x/tetra.off", "scale=\"-1 -1 1\"") MESH("two.stl", "") "</link>"),
                FK_UNIT_CM);
    static const uint32_t file[] = {0, 1, 0, 2, 3, 4};
    static const char *const path[] = {"folder/tetra.off", "folder/m/../tetra.off", "folder/tetra.off",
                                       "/x/tetra.off", "folder/two.stl"};
    assert_int_equal(robot->shape_count, 6);
    assert_int_equal(robot->file_count, 5);
    for (uint32_t i = 0; i < 6; i++) {
        assert_int_equal(robot->shape[i].file, file[i]);
        assert_int_equal(robot->shape[i].piece.kind, FK_KIND_NONE);
        assert_non_null(robot->shape[i].mesh);
        assert_string_equal(robot->file[file[i]].path, path[file[i]]);
        assert_int_equal(robot->file[file[i]].unit, FK_UNIT_M);
        assert_false(robot->file[file[i]].is_unit_assumed);
    }
    assert_ptr_equal(robot->shape[0].mesh, robot->shape[2].mesh);
    assert_vec3(robot->shape[1].mesh->point[3], 0, 0, 400);
    assert_vec3(robot->shape[3].mesh->point[1], -100, 0, 0);
    /* Mirrored once, twice: solids stay outward. */
    assert_true(fabs(volume_of(robot->shape[0].mesh) - 1e6 / 6) < 1e-3);
    assert_true(fabs(volume_of(robot->shape[3].mesh) - 1e6 / 6) < 1e-3);
    assert_true(fabs(volume_of(robot->shape[4].mesh) - 1e6 / 6) < 1e-3);
    /* Two parts with the same triangle are one mesh. */
    assert_int_equal(robot->shape[5].mesh->triangle_count, 2);
    assert_int_equal(robot->shape[5].mesh->vertex_count, 3);
    fk_robot_free(context, robot);
}

/* Numbers are metres whatever the loader thinks, which is told so; but it may say which axis is up. */
static fk_status load_nine(void *user, fk_context *own, fk_scene_mesh *mesh, fk_model **out)
{
    assert_true(mesh->has_unit && mesh->unit == FK_UNIT_M);
    assert_true(!mesh->has_up && mesh->up == 2);
    return shelf_load(user, own, mesh, out);
}

static void test_loader(void **state)
{
    (void)state;
    static const char text[] = ROBOT("<link name=\"a\">" MESH("nine.off", "") "</link>");
    shelf s = {.knows = true, .is_stubborn = true, .unit = FK_UNIT_IN, .up = 1};
    fk_robot_options options = fk_robot_options_default();
    fk_robot_text urdf = {"r.urdf", text, strlen(text)};
    fk_robot_report report;
    fk_robot *robot = NULL;
    options.load_mesh = load_nine;
    options.user = &s;
    assert_int_equal(fk_robot_parse(context, &urdf, NULL, &options, &report, &robot), FK_OK);
    assert_int_equal(s.loads, 1);
    assert_vec3(robot->shape[0].mesh->point[1], 1, -3, 2);
    fk_robot_free(context, robot);
    /* Zeroed options turn nothing. */
    fk_robot_options plain = {.unit = FK_UNIT_M, .load_mesh = load_nine, .user = &s};
    assert_int_equal(fk_robot_parse(context, &urdf, NULL, &plain, &report, &robot), FK_OK);
    fk_robot_free(context, robot);
}

/* ---- Joints -------------------------------------------------------------------------------------------- */

#define LINKS LINK("0") LINK("1") LINK("2") LINK("3") LINK("4") LINK("5") LINK("6") LINK("7")

static void test_joints(void **state)
{
    (void)state;
    fk_robot *robot = good_in(
        ROBOT(LINKS JOINT("j0", "fixed", "0", "1", "<limit lower='x'/><axis xyz='0 0 0'/>") JOINT(
            "j1", "revolute", "0", "2", "<axis xyz='0 0 3'/><limit lower='-1' upper='2' velocity='3'/>")
                  JOINT("j2", "continuous", "0", "3", "<limit lower='5' upper='2' velocity='0'/>")
                      JOINT("j3", "prismatic", "0", "4",
                            "<origin xyz='1 0 0' quat_xyzw='0 0 2 2'/><limit upper='0.5' velocity='2'/>")
                          JOINT("j4", "floating", "0", "5", "") JOINT("j5", "planar", "0", "6", "")
                              JOINT("j6", "revolute", "0", "7", "")),
        FK_UNIT_MM);
    const fk_robot_joint *j = robot->joint;
    assert_int_equal(robot->variable_count, 4);
    for (uint32_t i = 0; i < 7; i++) {
        bool moves = i == 1 || i == 2 || i == 3 || i == 6;
        assert_int_equal(j[i].kind, i < 6 ? i : FK_JOINT_REVOLUTE);
        assert_int_equal(j[i].variable, i == 6 ? 3 : moves ? i - 1 : FK_NONE);
        assert_int_equal(fk_robot_find_joint(robot, j[i].name), i);
        assert_int_equal(j[i].has_limits, i == 1 || i == 3);
        assert_false(j[i].is_mimic);
        if (moves) {
            assert_int_equal(robot->variable[j[i].variable], i);
            assert_true(j[i].factor == 1 && j[i].offset == 0);
        }
    }
    assert_true(j[1].lower == -1 && j[1].upper == 2 && j[1].velocity == 3);
    assert_vec3(j[1].axis, 0, 0, 3);
    assert_true(j[2].lower == -INFINITY && j[2].upper == INFINITY && j[2].velocity == INFINITY);
    assert_vec3(j[2].axis, 1, 0, 0);
    assert_true(j[3].lower == 0 && j[3].upper == 500 && j[3].velocity == 2000);
    assert_vec3(j[3].origin.translation, 1000, 0, 0);
    assert_true(fabs(j[3].origin.rotation[1][0] - 1) < 1e-15);
    assert_true(j[6].lower == -INFINITY && j[6].velocity == INFINITY);
    assert_int_equal(fk_robot_find_joint(robot, "x"), FK_NONE);
    for (int i = 0; i < FK_JOINT_COUNT; i++)
        assert_true(strlen(fk_joint_word((fk_joint_kind)i)) > 0);
    assert_string_equal(fk_joint_word(FK_JOINT_COUNT), "");
    fk_robot_free(context, robot);
}

/* Chains in any order; lengths and angles mixed. */
static void test_mimic(void **state)
{
    (void)state;
    fk_robot *robot = good_in(
        ROBOT(LINKS JOINT("a", "revolute", "0", "1", "<mimic joint='b' multiplier='2' offset='1'/>")
                  JOINT("b", "revolute", "1", "2", "<mimic joint='c' multiplier='3' offset='-4'/>") JOINT(
                      "c", "revolute", "2", "3", "") JOINT("d", "continuous", "3", "4", "<mimic joint='a'/>")
                      JOINT("e", "prismatic", "4", "5", "<mimic joint='c' multiplier='0.5' offset='0.25'/>")
                          JOINT("f", "prismatic", "5", "6", "<mimic joint='e' multiplier='-1' offset='1'/>")
                              JOINT("g", "revolute", "6", "7", "<mimic joint='f' multiplier='8'/>")),
        FK_UNIT_MM);
    static const double factor[] = {6, 3, 1, 6, 500, -500, -4}, offset[] = {-7, -4, 0, -7, 250, 750, 6};
    assert_int_equal(robot->variable_count, 1);
    assert_int_equal(robot->variable[0], 2);
    for (uint32_t i = 0; i < 7; i++) {
        assert_int_equal(robot->joint[i].is_mimic, i != 2);
        assert_int_equal(robot->joint[i].variable, 0);
        assert_true(robot->joint[i].factor == factor[i]);
        assert_true(robot->joint[i].offset == offset[i]);
    }
    fk_robot_free(context, robot);
}

static void test_frames(void **state)
{
    (void)state;
    fk_robot *robot =
        good(ROBOT(LINK("a") LINK("b") LINK("c") LINK("d") JOINT("j", "fixed", "c", "d", "")
                       JOINT("k", "prismatic", "b", "c", "<mimic joint='l' offset='2'/>")
                           JOINT("l", "revolute", "a", "b", "<origin xyz='1 2 3'/><axis xyz='0 2 0'/>")));
    fk_frame frame[4];
    fk_pose base = fk_pose_from_rpy(fk_vec3_make(7, 8, 9), fk_vec3_make(0, 0, 1));
    fk_robot_frames(robot, 3, &base, 10, 5, frame);
    assert_int_equal(frame[0].parent, 3);
    assert_memory_equal(&frame[0].origin, &base, sizeof base);
    assert_int_equal(frame[0].kind, FK_FRAME_FIXED);
    assert_int_equal(frame[1].parent, 10);
    assert_int_equal(frame[1].kind, FK_FRAME_REVOLUTE);
    assert_vec3(frame[1].origin.translation, 1, 2, 3);
    assert_vec3(frame[1].axis, 0, 2, 0);
    assert_true(frame[1].variable == 0 && frame[1].track == 5);
    assert_true(frame[1].factor == 1 && frame[1].offset == 0);
    assert_int_equal(frame[2].parent, 11);
    assert_int_equal(frame[2].kind, FK_FRAME_PRISMATIC);
    assert_true(frame[2].variable == 0 && frame[2].factor == 1 && frame[2].offset == 2);
    assert_int_equal(frame[3].parent, 12);
    assert_int_equal(frame[3].kind, FK_FRAME_FIXED);
    fk_robot_free(context, robot);
}

/* ---- Pairs and states ---------------------------------------------------------------------------------- */

/* A chain 0 -fixed- 1 -fixed- 2 -turns- 3 -turns- 4, and 5 fixed to 0. */
#define CHAIN                                                                                                \
    ROBOT(SOLID_LINK("0") SOLID_LINK("1") SOLID_LINK("2")                                                    \
              SOLID_LINK("3") "<link name='4'>" BALL BALL "</link>" SOLID_LINK("5")                          \
                  JOINT("a", "fixed", "0", "1", "") JOINT("b", "fixed", "1", "2", "")                        \
                      JOINT("c", "revolute", "2", "3", "") JOINT("d", "prismatic", "3", "4", "")             \
                          JOINT("e", "fixed", "0", "5", ""))

/* The number in the name of a link. */
static int digit_of(const fk_robot *robot, uint32_t shape)
{
    return robot->link[robot->shape[shape].link].name[0] - '0';
}

static void test_adjacent(void **state)
{
    (void)state;
    fk_robot *robot = good(CHAIN);
    assert_int_equal(robot->shape_count, 7);
    for (uint32_t i = 0; i < 7; i++)
        for (uint32_t k = 0; k < 7; k++) {
            int a = digit_of(robot, i), b = digit_of(robot, k);
            bool is_rigid = (a <= 2 || a == 5) && (b <= 2 || b == 5);
            bool is_joined = abs(a - b) == 1 && a < 5 && b < 5;
            const char *reason = fk_robot_ignores(robot, i, k);
            if (a == b)
                assert_string_equal(reason, "same link");
            else if (is_rigid || is_joined)
                assert_string_equal(reason, "adjacent");
            else
                assert_null(reason);
        }
    fk_robot_free(context, robot);
}

static const char *reason_of(const fk_robot *robot, const char *a, const char *b)
{
    uint32_t first = robot->link[fk_robot_find_link(robot, a)].first_shape;
    uint32_t second = robot->link[fk_robot_find_link(robot, b)].first_shape;
    const char *reason = fk_robot_ignores(robot, first, second);
    assert_ptr_equal(reason, fk_robot_ignores(robot, second, first));
    return reason;
}

static void test_disabled(void **state)
{
    (void)state;
    fk_robot *robot = robot_good(
        context, CHAIN,
        "<robot name='other'><group name='g'/><disable_collisions link1='4' link2='1' reason='Never'/>"
        "<disable_collisions link1='0' link2='1' reason=''/><disable_collisions link1='1' link2='4' "
        "reason='User'/>"
        "<disable_collisions link1='0' link2='hand'/><disable_collisions link1='x' link2='y'/>"
        "<disable_collisions link1='2' link2='2'/></robot>",
        fk_robot_options_default());
    assert_int_equal(robot->disabled_count, 2);
    assert_int_equal(robot->unknown_disabled, 2);
    for (uint32_t i = 0; i < 2; i++)
        assert_true(robot->disabled[i].a < robot->disabled[i].b);
    assert_string_equal(reason_of(robot, "1", "4"), "User");
    assert_string_equal(reason_of(robot, "0", "1"), "disabled");
    assert_string_equal(reason_of(robot, "2", "2"), "same link");
    assert_string_equal(reason_of(robot, "1", "2"), "adjacent");
    assert_string_equal(reason_of(robot, "3", "4"), "adjacent");
    assert_null(reason_of(robot, "0", "4"));
    fk_robot_free(context, robot);
}

/* Links that are out by default, pairs that are brought back, and the last word. */
static void test_defaults(void **state)
{
    (void)state;
    fk_robot *robot =
        robot_good(context, CHAIN,
                   "<robot name='r'><disable_collisions link1='3' link2='0' reason='Never'/>"
                   "<disable_default_collisions link='3'/><disable_default_collisions link='4'/>"
                   "<disable_default_collisions link='3'/><disable_default_collisions link='x'/>"
                   "<enable_collisions link1='4' link2='3'/><enable_collisions link1='0' link2='3'/>"
                   "<enable_collisions link1='1' link2='2'/><enable_collisions link1='5' link2='4'/></robot>",
                   fk_robot_options_default());
    assert_int_equal(robot->disabled_count, 7);
    assert_int_equal(robot->unknown_disabled, 1);
    assert_string_equal(reason_of(robot, "0", "3"), "Never");
    assert_string_equal(reason_of(robot, "1", "3"), "disabled by default");
    assert_string_equal(reason_of(robot, "3", "5"), "disabled by default");
    assert_string_equal(reason_of(robot, "0", "4"), "disabled by default");
    assert_null(reason_of(robot, "3", "4"));
    assert_null(reason_of(robot, "4", "5"));
    assert_null(reason_of(robot, "1", "2"));
    for (uint32_t i = 1; i < 7; i++) {
        const fk_robot_disabled *d = &robot->disabled[i];
        assert_true(d[-1].a < d->a || (d[-1].a == d->a && d[-1].b < d->b));
    }
    fk_robot_free(context, robot);
}

/* Whatever is in the list, adjacent links are left out unless they are enabled, in either order; the list has the last word. */
static void test_adjacent_enabled(void **state)
{
    (void)state;
    static const char *const list[] = {"", "<disable_collisions link1='0' link2='4' reason='Never'/>"};
    for (size_t i = 0; i < 2; i++) {
        char srdf[600];
        snprintf(srdf, sizeof srdf,
                 "<robot name='r'>%s<disable_collisions link1='3' link2='4' reason='User'/>"
                 "<enable_collisions link1='1' link2='0'/><enable_collisions link1='2' link2='3'/>"
                 "<enable_collisions link1='x' link2='3'/><enable_collisions link1='4' link2='3'/>"
                 "<enable_collisions link1='5' link2='0'/></robot>",
                 list[i]);
        fk_robot *robot = robot_good(context, CHAIN, srdf, fk_robot_options_default());
        assert_int_equal(robot->unknown_disabled, 0);
        assert_null(reason_of(robot, "0", "1"));
        assert_null(reason_of(robot, "2", "3"));
        assert_null(reason_of(robot, "0", "5")); /* joined rigidly */
        assert_string_equal(reason_of(robot, "1", "5"), "adjacent");
        assert_string_equal(reason_of(robot, "1", "2"), "adjacent");
        assert_string_equal(reason_of(robot, "3", "4"), "User");
        fk_robot_free(context, robot);
    }
}

static void test_states(void **state)
{
    (void)state;
    fk_robot_options options = fk_robot_options_default();
    options.unit = FK_UNIT_CM;
    fk_robot *robot = robot_good(
        context, CHAIN,
        "<robot name='r'><virtual_joint name='v' type='floating'/><group_state name='s' group='g'>"
        "<joint name='d' value='0.5'/><joint name='v' value='1 2 3'/><joint name='a' value='x'/>"
        "</group_state><group_state name='t' group='h'><joint name='c' value=' -2 '/></group_state></robot>",
        options);
    assert_int_equal(robot->state_count, 2);
    const fk_robot_state *s = robot->state;
    assert_string_equal(s[0].name, "s");
    assert_string_equal(s[1].group, "h");
    assert_true(!s[0].is_set[0] && s[0].is_set[1] && s[0].value[1] == 50);
    assert_true(s[1].is_set[0] && !s[1].is_set[1] && s[1].value[0] == -2);
    assert_int_equal(robot->disabled_count, 0);
    assert_string_equal(reason_of(robot, "0", "1"), "adjacent");
    fk_robot_free(context, robot);
}

/* ---- Packages ------------------------------------------------------------------------------------------ */

static const char *path_of(const char *name)
{
    static char path[4][800];
    static int next;
    next = (next + 1) % 4;
    snprintf(path[next], sizeof path[next], "%s/%s", folder, name);
    return path[next];
}

static void write_file(const char *name, const char *text)
{
    FILE *file = fopen(path_of(name), "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, strlen(text), file), strlen(text));
    assert_int_equal(fclose(file), 0);
}

/* The file that the only mesh of ws/src/robot/urdf/r.urdf comes from. */
static void assert_found(const char *package_path, const char *expected)
{
    fk_robot_options options = fk_robot_options_default();
    fk_robot_report report;
    fk_robot *robot = NULL;
    const char *list[2] = {path_of("empty"), NULL};
    char first[800];
    if (package_path != NULL) {
        snprintf(first, sizeof first, "%s", path_of(package_path));
        list[1] = first;
        options.package_path = list;
        options.package_path_count = 2;
    }
    fk_status status = fk_robot_load(context, path_of("ws/src/robot/urdf/r.urdf"), &options, &report, &robot);
    if (expected == NULL) {
        assert_int_equal(status, FK_ERROR_READ);
        assert_non_null(strstr(report.message, "/m/t.off, and so on"));
        assert_null(robot);
        return;
    }
    if (status != FK_OK)
        print_message("%s\n", report.message);
    assert_int_equal(status, FK_OK);
    if (strcmp(robot->file[0].path, path_of(expected)) != 0)
        print_message("%s, not %s\n", robot->file[0].path, expected);
    assert_string_equal(robot->file[0].path, path_of(expected));
    fk_robot_free(context, robot);
}

/* Places are taken away one by one, the best first. */
static void test_packages(void **state)
{
    (void)state;
    static const char *const made[] = {
        "empty",          "ws",          "ws/src",        "ws/src/robot", "ws/src/robot/urdf",
        "ws/src/robot/m", "ws/src/pack", "ws/src/pack/m", "other",        "other/pack",
        "other/pack/m",   "other/m"};
    static const char *const places[] = {"other/pack/m/t.off", "other/m/t.off", "ws/src/pack/m/t.off",
                                         "ws/src/robot/m/t.off"};
    for (size_t i = 0; i < COUNT(made); i++)
        assert_int_equal(mkdir(path_of(made[i]), 0700), 0);
    for (size_t i = 0; i < COUNT(places); i++)
        write_file(places[i], TETRA_OFF);
    write_file("ws/src/robot/urdf/r.urdf",
               ROBOT("<link name=\"a\">" COLLISION("<mesh filename=\"package://pack/m/t.off\"/>") "</link>"));
    write_file("other/package.xml",
               "<package format='2'><!-- x --><name> pack </name><version>1</version></package>");
    write_file("ws/src/package.xml", "<package><name>pack");
    assert_found("other", "other/pack/m/t.off");
    assert_found("other/pack/", "other/pack/m/t.off");
    assert_found("other/pack", "other/pack/m/t.off");
    assert_found(NULL, "ws/src/pack/m/t.off");
    assert_int_equal(unlink(path_of("other/pack/m/t.off")), 0);
    assert_found("other", "other/m/t.off"); /* by its package.xml */
    assert_int_equal(unlink(path_of("other/package.xml")), 0);
    assert_found("other", "ws/src/pack/m/t.off");
    assert_int_equal(unlink(path_of("ws/src/pack/m/t.off")), 0);
    assert_found("other", "other/m/t.off"); /* by nothing but the file */
    assert_found(NULL, "ws/src/robot/m/t.off");
    /* A package.xml counts more than the file alone, also above. */
    write_file("ws/src/robot/package.xml", "<package><name>pack</name></package>");
    assert_found("other", "ws/src/robot/m/t.off");
    assert_int_equal(unlink(path_of("ws/src/robot/m/t.off")), 0);
    assert_int_equal(unlink(path_of("other/m/t.off")), 0);
    assert_found("other", NULL);
    static const char *const rest[] = {"ws/src/robot/package.xml", "ws/src/package.xml",
                                       "ws/src/robot/urdf/r.urdf"};
    for (size_t i = 0; i < COUNT(rest); i++)
        assert_int_equal(unlink(path_of(rest[i])), 0);
    for (size_t i = COUNT(made); i-- > 0;)
        assert_int_equal(rmdir(path_of(made[i])), 0);
}

/* From a path of the program's folder it goes on upward. */
static void test_relative(void **state)
{
    (void)state;
    char before[1000];
    assert_non_null(getcwd(before, sizeof before));
    static const char *const made[] = {"a", "a/pack", "a/pack/m", "a/b", "a/b/c"};
    static const char *const urdf[] = {"r.urdf", "./r.urdf", "../c/r.urdf", "../../b/c/r.urdf"};
    static const char *const found[] = {"../../pack/m/t.off", "../../pack/m/t.off", "../../pack/m/t.off",
                                        "../../pack/m/t.off"};
    for (size_t i = 0; i < COUNT(made); i++)
        assert_int_equal(mkdir(path_of(made[i]), 0700), 0);
    write_file("a/b/c/r.urdf",
               ROBOT("<link name=\"a\">" COLLISION("<mesh filename=\"package://pack/m/t.off\"/>") "</link>"));
    write_file("a/pack/m/t.off", TETRA_OFF);
    assert_int_equal(chdir(path_of("a/b/c")), 0);
    for (size_t i = 0; i < COUNT(urdf); i++) {
        fk_robot *robot = NULL;
        fk_robot_report report;
        fk_status status = fk_robot_load(context, urdf[i], NULL, &report, &robot);
        if (status != FK_OK)
            print_message("%s\n", report.message);
        assert_int_equal(status, FK_OK);
        assert_string_equal(robot->file[0].path, found[i]);
        fk_robot_free(context, robot);
    }
    assert_int_equal(chdir(before), 0);
    assert_int_equal(unlink(path_of("a/b/c/r.urdf")), 0);
    assert_int_equal(unlink(path_of("a/pack/m/t.off")), 0);
    for (size_t i = COUNT(made); i-- > 0;)
        assert_int_equal(rmdir(path_of(made[i])), 0);
}

/* ---- Memory -------------------------------------------------------------------------------------------- */

static fk_status ask_robot(fk_context *scarce, const void *user, void *out)
{
    fk_robot_options options = fk_robot_options_default();
    fk_robot_report report;
    fk_robot *robot = NULL;
    const char *const *list = user;
    options.srdf = list[1];
    options.name = "prefix";
    options.unit = FK_UNIT_MM;
    fk_status status = fk_robot_load(scarce, list[0], &options, &report, &robot);
    if (status == FK_OK)
        memset(out, 0, 1);
    else
        assert_null(robot);
    fk_robot_free(scarce, robot);
    return status;
}

static void test_memory(void **state)
{
    (void)state;
    write_file("r.urdf",
               ROBOT("<link name=\"a\">" MESH("package://x/t.off", "") MESH("two.stl", "scale=\"-1 1 1\"")
                         MESH("package://x/t.off", "scale=\"1 2 1\"") "</link>" SOLID_LINK("b") LINK("c")
                             JOINT("j", "revolute", "a", "b", "")
                                 JOINT("k", "revolute", "b", "c", "<mimic joint='j'/>")));
    write_file("r.srdf", "<robot name='r'><disable_default_collisions link='a'/>"
                         "<disable_collisions link1='a' link2='b'/><group_state name='s' group='g'>"
                         "<joint name='j' value='1'/></group_state></robot>");
    write_file("t.off", TETRA_OFF);
    write_file("two.stl", SOLID("one") SOLID("two"));
    write_file("package.xml", "<package><name>x</name></package>");
    const char *list[2] = {path_of("r.urdf"), path_of("r.srdf")};
    memory_ask(ask_robot, list, 1);
    static const char *const made[] = {"r.urdf", "r.srdf", "t.off", "two.stl", "package.xml"};
    for (size_t i = 0; i < COUNT(made); i++)
        assert_int_equal(unlink(path_of(made[i])), 0);
}

/* ---- The sample workcell -------------------------------------------------------------------------------- */

/* Each link has the mesh of its name: a tetrahedron will do. */
static fk_status load_link(void *user, fk_context *c, fk_scene_mesh *mesh, fk_model **out)
{
    uint32_t *loads = user;
    char want[64];
    snprintf(want, sizeof want, "examples/workcell/meshes/%s.stl",
             *loads < FK_ARM_JOINTS ? fk_arm_joint_table[*loads].parent
                                    : fk_arm_joint_table[*loads - 1].child);
    assert_string_equal(mesh->path, want);
    ++*loads;
    return fk_model_parse(c, TETRA_OFF, strlen(TETRA_OFF), NULL, &mesh->report, out);
}

/* Its file says what the generator of the meshes says. */
static void test_workcell(void **state)
{
    (void)state;
    static const fk_pose none = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 0, 0}};
    uint32_t loads = 0;
    fk_robot *robot = NULL;
    fk_robot_options options = fk_robot_options_default();
    options.load_mesh = load_link;
    options.user = &loads;
    options.srdf = "examples/workcell/arm.srdf";
    assert_int_equal(fk_robot_load(context, "examples/workcell/arm.urdf", &options, NULL, &robot), FK_OK);
    assert_int_equal(loads, FK_ARM_JOINTS + 1);
    assert_int_equal(robot->joint_count, FK_ARM_JOINTS);
    assert_int_equal(robot->variable_count, FK_ARM_JOINTS);
    assert_int_equal(robot->shape_count, FK_ARM_JOINTS + 1);
    assert_int_equal(robot->unknown_disabled, 0);
    for (uint32_t i = 0; i < FK_ARM_JOINTS; i++) {
        const fk_arm_joint *want = &fk_arm_joint_table[i];
        const fk_robot_joint *joint = &robot->joint[i];
        assert_string_equal(joint->name, want->name);
        assert_string_equal(robot->link[joint->parent].name, want->parent);
        assert_string_equal(robot->link[joint->child].name, want->child);
        assert_int_equal(joint->kind, want->slides ? FK_JOINT_PRISMATIC : FK_JOINT_REVOLUTE);
        assert_vec3(joint->origin.translation, want->offset.x, want->offset.y, want->offset.z);
        assert_memory_equal(joint->origin.rotation, none.rotation, sizeof none.rotation);
        assert_vec3(joint->axis, want->axis.x, want->axis.y, want->axis.z);
        assert_true(joint->has_limits && joint->lower == want->lower && joint->upper == want->upper);
        assert_false(joint->is_mimic);
        assert_non_null(fk_robot_ignores(robot, i, i + 1)); /* that follow each other */
    }
    fk_robot_free(context, robot);
}

/* ---- Real robots --------------------------------------------------------------------------------------- */

/* A path in the folder of real files, or NULL when it is not there. */
static const char *real_path(const char *name)
{
    static char path[4][1000];
    static int next;
    const char *named = getenv("FARKAS_DATA");
    next = (next + 1) % 4;
    snprintf(path[next], sizeof path[next], "%s/robots/%s", named != NULL ? named : "../shared/data", name);
    return access(path[next], R_OK) == 0 ? path[next] : NULL;
}

/* Rotation around an axis of length 1, by its formula. */
static fk_pose turn_of(fk_vec3 u, double angle)
{
    double c = cos(angle), s = sin(angle), d = 1 - c;
    fk_pose pose = {{{c + u.x * u.x * d, u.x * u.y * d - u.z * s, u.x * u.z * d + u.y * s},
                     {u.y * u.x * d + u.z * s, c + u.y * u.y * d, u.y * u.z * d - u.x * s},
                     {u.z * u.x * d - u.y * s, u.z * u.y * d + u.x * s, c + u.z * u.z * d}},
                    {0, 0, 0}};
    return pose;
}

/* Where links are with values of the variables. Axes have length 1. */
static void place_links(const fk_robot *robot, const double *value, fk_pose *out)
{
    fk_frame frame[64];
    fk_pose base = fk_pose_identity();
    assert_true(robot->link_count <= 64);
    fk_robot_frames(robot, FK_NONE, &base, 0, 0, frame);
    for (uint32_t i = 0; i < robot->link_count; i++) {
        fk_pose local = fk_pose_identity();
        double v =
            frame[i].variable != FK_NONE ? frame[i].factor * value[frame[i].variable] + frame[i].offset : 0;
        if (frame[i].kind == FK_FRAME_REVOLUTE)
            local = turn_of(frame[i].axis, v);
        else if (frame[i].kind == FK_FRAME_PRISMATIC)
            local.translation = fk_vec3_scale(frame[i].axis, v);
        local = fk_pose_multiply(&frame[i].origin, &local);
        out[i] = frame[i].parent != FK_NONE ? fk_pose_multiply(&out[frame[i].parent], &local) : local;
    }
}

/* The Panda at "ready", with the hand open, against what a program in another language computed from the file. */
static void test_panda(void **state)
{
    (void)state;
    static const struct {
        const char *link;
        double x, y, z;
    } known[] = {{"panda_link3", -0.223356757229296, 0, 0.556534693056835},
                 {"panda_link5", 0.219019570051611, 0, 0.697269558276644},
                 {"panda_link7", 0.307019570051611, 0, 0.697269558276644},
                 {"panda_hand", 0.307019570051611, 0, 0.590269558276645},
                 {"panda_leftfinger", 0.307033505769895, -0.0349999972312794, 0.531869558276887},
                 {"panda_rightfinger", 0.307005634333326, 0.0349999972200277, 0.531869558276402}};
    const char *urdf = real_path("panda/panda_description/urdf/panda.urdf");
    const char *srdf = real_path("panda/panda_moveit_config/config/panda.srdf");
    if (urdf == NULL || srdf == NULL)
        skip();
    fk_robot_options options = fk_robot_options_default();
    fk_robot_report report;
    fk_robot *robot = NULL;
    options.srdf = srdf;
    assert_int_equal(fk_robot_load(context, urdf, &options, &report, &robot), FK_OK);
    assert_int_equal(robot->link_count, 12);
    assert_int_equal(robot->joint_count, 11);
    assert_int_equal(robot->variable_count, 8);
    assert_int_equal(robot->shape_count, 11);
    assert_int_equal(robot->file_count, 10);
    assert_int_equal(robot->disabled_count, 34);
    assert_int_equal(robot->state_count, 5);
    assert_string_equal(robot->state[0].name, "ready");
    double value[8];
    for (uint32_t i = 0; i < 8; i++)
        value[i] = robot->state[i == 7 ? 3 : 0].value[i];
    assert_true(robot->state[3].is_set[7] && value[7] == 0.035);
    fk_pose pose[12];
    place_links(robot, value, pose);
    for (size_t i = 0; i < COUNT(known); i++) {
        fk_vec3 at = pose[fk_robot_find_link(robot, known[i].link)].translation;
        double off = fabs(at.x - known[i].x) + fabs(at.y - known[i].y) + fabs(at.z - known[i].z);
        if (off > 1e-10)
            print_message("%s: (%.15g %.15g %.15g)\n", known[i].link, at.x, at.y, at.z);
        assert_true(off <= 1e-10);
    }
    assert_string_equal(reason_of(robot, "panda_link2", "panda_link6"), "Never");
    assert_null(reason_of(robot, "panda_link0", "panda_hand"));
    fk_robot_free(context, robot);
}

static void test_irb2400(void **state)
{
    (void)state;
    const char *urdf = real_path("abb_irb2400/abb_irb2400_support/urdf/irb2400.urdf");
    const char *srdf = real_path("abb_irb2400/abb_irb2400_moveit_config/config/abb_irb2400.srdf");
    if (urdf == NULL || srdf == NULL)
        skip();
    fk_robot_options options = fk_robot_options_default();
    fk_robot *robot = NULL;
    options.srdf = srdf;
    options.unit = FK_UNIT_MM;
    assert_int_equal(fk_robot_load(context, urdf, &options, NULL, &robot), FK_OK);
    assert_int_equal(robot->link_count, 9);
    assert_int_equal(robot->variable_count, 6);
    assert_int_equal(robot->shape_count, 7);
    assert_int_equal(robot->disabled_count, 15);
    fk_robot_free(context, robot);
}

/* Asserts that two robots have the same shapes and joints at links of the same names; one may have more links. */
static void assert_same_parts(const fk_robot *plain, const fk_robot *expanded)
{
    assert_int_equal(plain->shape_count, expanded->shape_count);
    for (uint32_t i = 0; i < plain->shape_count; i++) {
        const fk_robot_shape *a = &plain->shape[i], *b = &expanded->shape[i];
        assert_string_equal(plain->link[a->link].name, expanded->link[b->link].name);
        assert_string_equal(plain->file[a->file].path, expanded->file[b->file].path);
        assert_memory_equal(&a->pose, &b->pose, sizeof a->pose);
        assert_int_equal(a->mesh->triangle_count, b->mesh->triangle_count);
    }
    for (uint32_t i = 0; i < plain->joint_count; i++) {
        const fk_robot_joint *a = &plain->joint[i];
        const fk_robot_joint *b = &expanded->joint[fk_robot_find_joint(expanded, a->name)];
        assert_string_equal(plain->link[a->parent].name, expanded->link[b->parent].name);
        assert_string_equal(plain->link[a->child].name, expanded->link[b->child].name);
        assert_memory_equal(&a->origin, &b->origin, sizeof a->origin);
        assert_memory_equal(&a->axis, &b->axis, sizeof a->axis);
        assert_int_equal(a->kind, b->kind);
    }
}

/* The UR5 comes as xacro. It loads, and so does what is written out here from its numbers: they are the same. */
static void test_ur5(void **state)
{
    (void)state;
    static const struct {
        const char *link, *mesh, *joint, *origin, *place;
    } part[] = {
        {"base_link_inertia", "base", NULL, NULL, "xyz='0 0 0' rpy='0 0 3.141592653589793'"},
        {"shoulder_link", "shoulder", "shoulder_pan_joint", "xyz='0 0 0.089159'",
         "xyz='0 0 0' rpy='0 0 3.141592653589793'"},
        {"upper_arm_link", "upperarm", "shoulder_lift_joint", "rpy='1.570796327 0 0'",
         "xyz='0 0 0.13585' rpy='1.5707963267948966 0 -1.5707963267948966'"},
        {"forearm_link", "forearm", "elbow_joint", "xyz='-0.425 0 0'",
         "xyz='0 0 0.0165' rpy='1.5707963267948966 0 -1.5707963267948966'"},
        {"wrist_1_link", "wrist1", "wrist_1_joint", "xyz='-0.39225 0 0.10915'",
         "xyz='0 0 -0.093' rpy='1.5707963267948966 0 0'"},
        {"wrist_2_link", "wrist2", "wrist_2_joint",
         "xyz='0 -0.09465 -1.941303950897609e-11' rpy='1.570796327 0 0'", "xyz='0 0 -0.095'"},
        {"wrist_3_link", "wrist3", "wrist_3_joint",
         "xyz='0 0.0823 -1.688001216681175e-11' rpy='1.570796326589793 3.141592653589793 3.141592653589793'",
         "xyz='0 0 -0.0818' rpy='1.5707963267948966 0 0'"}};
    const char *xacro = real_path("ur5/ur_description/urdf/ur5.xacro");
    if (xacro == NULL)
        skip();
    fk_robot_options options = fk_robot_options_default();
    fk_robot_report report;
    fk_robot *robot = NULL, *expanded = NULL;
    static char text[10000];
    int used = sprintf(text, "<robot name='ur5'>");
    for (size_t i = 0; i < COUNT(part); i++)
        used += sprintf(text + used,
                        "<link name='%s'><collision><origin %s/><geometry><mesh "
                        "filename='package://ur_description/meshes/ur5/collision/%s.stl'/></geometry>"
                        "</collision></link>",
                        part[i].link, part[i].place, part[i].mesh);
    for (size_t i = 1; i < COUNT(part); i++)
        used += sprintf(text + used,
                        "<joint name='%s' type='revolute'><origin %s/><parent link='%s'/><child link='%s'/>"
                        "<axis xyz='0 0 1'/></joint>",
                        part[i].joint, part[i].origin, part[i - 1].link, part[i].link);
    sprintf(text + used, "</robot>");
    write_file("ur5.urdf", text);
    const char *list[1] = {real_path("ur5/")};
    options.srdf = real_path("ur5/ur5_moveit_config/config/ur5.srdf");
    options.package_path = list;
    options.package_path_count = 1;
    fk_status status = fk_robot_load(context, path_of("ur5.urdf"), &options, &report, &robot);
    if (status != FK_OK)
        print_message("%llu:%llu: %s\n", (unsigned long long)report.line, (unsigned long long)report.column,
                      report.message);
    assert_int_equal(status, FK_OK);
    assert_int_equal(robot->shape_count, 7);
    assert_int_equal(robot->variable_count, 6);
    assert_true(robot->disabled_count > 5);
    assert_int_equal(fk_robot_load(context, xacro, &options, &report, &expanded), FK_OK);
    assert_int_equal(expanded->link_count, 11);
    assert_int_equal(expanded->variable_count, 6);
    assert_same_parts(robot, expanded);
    const fk_robot_joint *elbow = &expanded->joint[fk_robot_find_joint(expanded, "elbow_joint")];
    assert_true(elbow->lower == -acos(-1) && elbow->upper == acos(-1) && elbow->velocity == acos(-1));
    fk_robot_free(context, expanded);
    /* Stretched out, it reaches 817.25 mm from its axis with the wrist, and 191.45 mm to the side. */
    double zero[6] = {0};
    fk_pose pose[7];
    place_links(robot, zero, pose);
    fk_vec3 tip = pose[fk_robot_find_link(robot, "wrist_3_link")].translation;
    assert_true(fabs(tip.x + 0.81725) < 1e-8 && fabs(tip.y + 0.19145) < 1e-8 &&
                fabs(tip.z + 0.005491) < 1e-8);
    fk_robot_free(context, robot);
    assert_int_equal(unlink(path_of("ur5.urdf")), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_units),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_meshes),
        cmocka_unit_test(test_loader),
        cmocka_unit_test(test_joints),
        cmocka_unit_test(test_mimic),
        cmocka_unit_test(test_frames),
        cmocka_unit_test(test_adjacent),
        cmocka_unit_test(test_disabled),
        cmocka_unit_test(test_defaults),
        cmocka_unit_test(test_adjacent_enabled),
        cmocka_unit_test(test_states),
        cmocka_unit_test(test_packages),
        cmocka_unit_test(test_relative),
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_panda),
        cmocka_unit_test(test_irb2400),
        cmocka_unit_test(test_ur5),
        cmocka_unit_test(test_workcell),
    };
    return cmocka_run_group_tests(tests, make_folder, end_folder);
}
