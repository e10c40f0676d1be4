/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Robots that are refused: where, and with which words. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "robot_check.h"

typedef struct bad_robot {
    const char *urdf, *srdf;
    unsigned line, column;
    const char *words;
    fk_status status; /* FK_OK: FK_ERROR_SYNTAX */
} bad_robot;

/* Nothing may come out, nothing may be lost. */
static void assert_bad_robot(const bad_robot *bad)
{
    memory m = {.fail_at = SIZE_MAX};
    fk_context *counted = memory_context(&m);
    size_t before = m.used;
    shelf s = {0};
    fk_robot_report report;
    fk_robot *robot = NULL;
    fk_status expected = bad->status != FK_OK ? bad->status : FK_ERROR_SYNTAX;
    fk_status got =
        robot_parse(counted, bad->urdf, bad->srdf, fk_robot_options_default(), &s, &report, &robot);
    const char *path = bad->srdf != NULL ? "folder/robot.srdf" : "folder/robot.urdf";
    bool is_right = got == expected && report.line == bad->line && report.column == bad->column &&
                    strstr(report.message, bad->words) != NULL && strcmp(report.path, path) == 0;
    if (!is_right)
        print_message("%.300s\n%s %s:%llu:%llu: %s\nnot %u:%u: %s\n", bad->urdf, fk_status_name(got),
                      report.path, (unsigned long long)report.line, (unsigned long long)report.column,
                      report.message, bad->line, bad->column, bad->words);
    assert_true(is_right);
    assert_null(robot);
    assert_int_equal(m.used, before);
    fk_context_destroy(counted);
}

static void assert_all_bad_robots(const bad_robot *bad, size_t count)
{
    for (size_t i = 0; i < count; i++)
        assert_bad_robot(&bad[i]);
}

/* ---- XML ----------------------------------------------------------------------------------------------- */

static void test_xml(void **state)
{
    (void)state;
    static const bad_robot bad[] = {
        {"", NULL, 1, 1, "not well-formed XML: no element found; is the file complete?", 0},
        {"<robot name=\"r\">\n <link name=\"a\">\n</robot>", NULL, 3, 3, "mismatched tag", 0},
        {"<robot name=\"r\"><link name=\"a\"/>", NULL, 1, 33, "no element found", 0},
        {"solid x", NULL, 1, 1, "not well-formed XML: syntax error", 0},
        {"<robot name=\"\xff\"/>", NULL, 1, 14, "saved as UTF-8", 0},
        {"\n<sdf version='1.6'/>", NULL, 2, 1, "begins with <robot name=\"...\">, not <sdf>: this is SDF", 0},
        {"<mujoco/>", NULL, 1, 1, "this is MJCF", 0},
        {"<world/>", NULL, 1, 1, "a URDF file begins with <robot", 0},
        {"<!DOCTYPE robot [<!ENTITY a \"aa\"><!ENTITY b \"&a;&a;\">]>\n<robot name=\"&b;\"/>", NULL, 1, 17,
         "a document type", 0},
        {"<robot name=\"r\">\n<xacro:include filename=\"x\"/></robot>", NULL, 2, 1,
         "'folder/x' cannot be read: there is no such file or folder", FK_ERROR_READ},
        {ROBOT("<link name=\"${prefix}a\"/>"), NULL, 1, 17, "there is no property or function 'prefix'", 0},
    };
    assert_all_bad_robots(bad, COUNT(bad));
}

/* ---- Links and joints ---------------------------------------------------------------------------------- */

static void test_tree(void **state)
{
    (void)state;
    static const bad_robot bad[] = {
        {"<robot><link name=\"a\"/></robot>", NULL, 1, 1, "<robot> needs name=\"...\"", 0},
        {ROBOT(""), NULL, 1, 1, "robot 'r' has no links", 0},
        {ROBOT("<link/>"), NULL, 1, 17, "<link> needs name=\"...\"", 0},
        {ROBOT("<link name=\"\"/>"), NULL, 1, 17, "<link> needs name=\"...\"", 0},
        {ROBOT("<link name=\"a&#10;\"/>"), NULL, 1, 17, "control character", 0},
        {ROBOT(LINK("a") "\n" LINK("b") "\n" LINK("a")), NULL, 3, 1,
         "two links are called 'a', the first in line 1", 0},
        {ROBOT(LINK("a") "\n" LINK("b") LINK("c")
                   JOINT("j", "fixed", "a", "b", "") "\n " JOINT("j", "fixed", "a", "c", "")),
         NULL, 3, 2, "two joints are called 'j', the first in line 2", 0},
        {ROBOT(LINK("a") "\n" JOINT("j", "fixed", "a", "b", "")), NULL, 2, 48,
         "joint 'j': there is no link 'b': add <link name=\"b\"/>", 0},
        {ROBOT(LINK("a") JOINT("j", "fixed", "b", "a", "")), NULL, 1, 62, "there is no link 'b'", 0},
        {ROBOT(LINK("a") "\n<joint name=\"j\" type=\"fixed\"><child link=\"a\"/></joint>"), NULL, 2, 1,
         "joint 'j' has no parent link: add <parent link=\"...\"/>", 0},
        {ROBOT(LINK("a") "\n<joint name=\"j\" type=\"fixed\"><parent link=\"a\"/></joint>"), NULL, 2, 1,
         "no child link", 0},
        {ROBOT(LINK("a") "\n<joint name=\"j\" type=\"fixed\"><parent/></joint>"), NULL, 2, 30,
         "<parent> needs link", 0},
        {ROBOT(LINK("a") LINK("b") "\n" JOINT("j", "fixed", "a", "b", "<parent link=\"a\"/>")), NULL, 2, 65,
         "<joint> has <parent> twice, first in line 2", 0},
        {ROBOT(LINK("a") LINK("b")
                   LINK("c") "\n" JOINT("j", "fixed", "a", "c", "") "\n" JOINT("k", "fixed", "b", "c", "")),
         NULL, 3, 1, "link 'c' hangs on two joints, 'j' in line 2 and 'k'", 0},
        {ROBOT(LINK("a") "\n" LINK("b") LINK("c") JOINT("j", "fixed", "a", "c", "")), NULL, 2, 1,
         "the robot has two roots, 'a' in line 1 and 'b'", 0},
        {ROBOT(LINK("a") "\n" JOINT("j", "fixed", "a", "a", "")), NULL, 2, 1,
         "link 'a' hangs on itself, by joint 'j' and 0 more", 0},
        {ROBOT(LINK("a") LINK("b")
                   LINK("c") "\n" JOINT("j", "fixed", "b", "c", "") "\n" JOINT("k", "fixed", "c", "b", "")),
         NULL, 2, 1, "link 'c' hangs on itself, by joint 'j' and 1 more: links and joints form a tree", 0},
        {ROBOT(LINK("a")
                   LINK("b") "\n" JOINT("j", "fixed", "b", "a", "") "\n" JOINT("k", "fixed", "a", "b", "")),
         NULL, 2, 1, "link 'a' hangs on itself, by joint 'j' and 1 more", 0},
    };
    assert_all_bad_robots(bad, COUNT(bad));
}

#define ONE_JOINT(type, inner) ROBOT(LINK("a") LINK("b") "\n" JOINT("j", type, "a", "b", inner))

static void test_joint(void **state)
{
    (void)state;
    static const bad_robot bad[] = {
        {ROBOT(LINK("a") "\n<joint name=\"j\"/>"), NULL, 2, 1, "<joint> needs type", 0},
        {ONE_JOINT("revolut", ""), NULL, 2, 1,
         "joint 'j' has the unknown type 'revolut', meant as revolute; it may be fixed, revolute", 0},
        {ONE_JOINT("ball", ""), NULL, 2, 1, "unknown type 'ball'; it may be", 0},
        {ONE_JOINT("revolute", "\n<axis xyz=\"0 -0 0\"/>"), NULL, 3, 1,
         "joint 'j' is revolute, but its axis is 0 0 0", 0},
        {ONE_JOINT("prismatic", "\n<axis xyz=\"1 0\"/>"), NULL, 3, 1,
         "xyz=\"1 0\" of <axis> has 2 numbers; it needs three", 0},
        {ONE_JOINT("fixed", "\n<origin xyz=\"1,0,0\"/>"), NULL, 3, 1,
         "xyz of <origin>: '1,0,0' is not a finite number: numbers are separated by blanks", 0},
        {ONE_JOINT("fixed", "\n<origin rpy=\"1 0 nan\"/>"), NULL, 3, 1, "'nan' is not a finite number", 0},
        {ONE_JOINT("fixed", "\n<origin xyz=\"1 inf 0\"/>"), NULL, 3, 1, "'inf' is not a finite number", 0},
        {ONE_JOINT("fixed", "\n<origin xyz=\"1 1e400 0\"/>"), NULL, 3, 1, "'1e400' is not a finite", 0},
        {ONE_JOINT("fixed", "\n<origin xyz=\"\"/>"), NULL, 3, 1, "has 0 numbers; it needs three", 0},
        {ONE_JOINT("fixed", "\n<origin xyz=\"1 2 3 4\"/>"), NULL, 3, 1, "has 4 numbers; it needs three", 0},
        {ONE_JOINT("fixed", "\n<origin quat_xyzw=\"0 0 0 0\"/>"), NULL, 3, 1, "four zeros are no rotation",
         0},
        {ONE_JOINT("fixed", "\n<origin quat_xyzw=\"0 0 1\"/>"), NULL, 3, 1, "it needs four", 0},
        {ONE_JOINT("fixed", "\n<origin quat_xyzw=\"0 0 0 1\" rpy=\"0 0 0\"/>"), NULL, 3, 1,
         "rpy and quat_xyzw", 0},
        {ONE_JOINT("fixed", "<origin/>\n<origin/>"), NULL, 3, 1, "<joint> has <origin> twice", 0},
        {ONE_JOINT("revolute", "\n<limit lower=\"1\" upper=\"0.5\"/>"), NULL, 3, 1,
         "joint 'j': the lower limit 1 is above the upper one, 0.5", 0},
        {ONE_JOINT("prismatic", "\n<limit upper=\"-1\"/>"), NULL, 3, 1,
         "the lower limit 0 is above the upper one, -1", 0},
        {ONE_JOINT("revolute", "\n<limit velocity=\"-1\"/>"), NULL, 3, 1, "negative velocity, -1", 0},
        {ONE_JOINT("revolute", "\n<limit lower=\"x\"/>"), NULL, 3, 1, "lower of <limit>: 'x'", 0},
        {ONE_JOINT("revolute", "\n<limit lower=\"0 1\"/>"), NULL, 3, 1, "has 2 numbers; it needs one", 0},
        {ONE_JOINT("revolute", "\n<mimic joint=\"k\"/>"), NULL, 3, 1,
         "joint 'j' mimics 'k', and there is no such joint", 0},
        {ONE_JOINT("revolute", "\n<mimic/>"), NULL, 3, 1, "<mimic> needs joint", 0},
        {ONE_JOINT("revolute", "<mimic joint=\"j\"/>"), NULL, 2, 1, "joint 'j' mimics itself", 0},
        {ROBOT(LINK("a") LINK("b") LINK("c") "\n" JOINT("j", "revolute", "a", "b", "<mimic joint=\"k\"/>")
                   JOINT("k", "revolute", "b", "c", "<mimic joint=\"j\"/>")),
         NULL, 2, 1, "joint 'j' mimics itself, by way of 'k'", 0},
        {ROBOT(LINK("a") LINK("b") LINK("c") JOINT("j", "fixed", "a", "b", "")
                   JOINT("k", "revolute", "b", "c", "\n<mimic joint=\"j\"/>")),
         NULL, 2, 1, "joint 'k' mimics 'j', which is fixed and has no value: name a joint that moves", 0},
        {ROBOT(LINK("a") LINK("b") LINK("c") LINK("d") JOINT("i", "revolute", "a", "b", "")
                   JOINT("j", "revolute", "b", "c", "<mimic joint=\"i\" multiplier=\"1e200\"/>") "\n" JOINT(
                       "k", "revolute", "c", "d", "<mimic joint=\"j\" multiplier=\"1e200\"/>")),
         NULL, 2, 1, "factors beyond the range of doubles", 0},
    };
    assert_all_bad_robots(bad, COUNT(bad));
}

/* ---- Shapes -------------------------------------------------------------------------------------------- */

#define SIXTY "123456789012345678901234567890123456789012345678901234567890"
#define ONE_SHAPE(shape)                                                                                     \
    ROBOT("<link name=\"a\"><collision>\n<geometry>" shape "</geometry></collision></link>")

static void test_shape(void **state)
{
    (void)state;
    static const bad_robot bad[] = {
        {ROBOT("<link name=\"a\">\n<collision/></link>"), NULL, 2, 1,
         "<collision> of link 'a' has no <geometry>", 0},
        {ONE_SHAPE(""), NULL, 2, 1, "<geometry> of link 'a' is empty", 0},
        {ONE_SHAPE("<cone/>"), NULL, 2, 11, "no shape that is known, but <cone>", 0},
        {ONE_SHAPE("<sphere radius=\"1\"/><box size=\"1 1 1\"/>"), NULL, 2, 31,
         "<geometry> of link 'a' has two shapes, <sphere> and <box>", 0},
        {ONE_SHAPE("<sphere/>"), NULL, 2, 11, "<sphere> needs radius", 0},
        {ONE_SHAPE("<sphere radius=\"0\"/>"), NULL, 2, 11, "radius of <sphere> is 0: it has to be above 0",
         0},
        {ONE_SHAPE("<sphere radius=\"-1\"/>"), NULL, 2, 11, "radius of <sphere> is -1", 0},
        {ONE_SHAPE("<box/>"), NULL, 2, 11, "<box> needs size", 0},
        {ONE_SHAPE("<box size=\"1 1\"/>"), NULL, 2, 11, "it needs three", 0},
        {ONE_SHAPE("<box size=\"1 1 -2\"/>"), NULL, 2, 11, "size of <box> has -2", 0},
        {ONE_SHAPE("<cylinder radius=\"1\"/>"), NULL, 2, 11, "<cylinder> needs length", 0},
        {ONE_SHAPE("<cylinder radius=\"1\" length=\"0\"/>"), NULL, 2, 11, "length of <cylinder> is 0", 0},
        {ONE_SHAPE("<capsule radius=\"x\" length=\"1\"/>"), NULL, 2, 11, "'x' is not a finite number", 0},
        {ONE_SHAPE("<mesh/>"), NULL, 2, 11, "<mesh> needs filename", 0},
        {ONE_SHAPE("<mesh filename=\"tetra.off\" scale=\"1 0 1\"/>"), NULL, 2, 11,
         "scale of the mesh 'tetra.off' has a 0", 0},
        {ONE_SHAPE("<mesh filename=\"tetra.off\" scale=\"1\"/>"), NULL, 2, 11, "it needs three", 0},
        {ONE_SHAPE("<mesh filename=\"huge.off\" scale=\"1e10 1 1\"/>"), NULL, 2, 11,
         "link 'a': folder/huge.off: scaled beyond the range of doubles", 0},
        {ONE_SHAPE("<mesh filename=\"bad.off\"/>"), NULL, 2, 11, "link 'a': folder/bad.off:4: ", 0},
        {ONE_SHAPE("<mesh filename=\"none.off\"/>"), NULL, 2, 11,
         "link 'a': folder/none.off: it is not on the shelf; this path begins at the folder of the URDF file",
         FK_ERROR_READ},
        {ONE_SHAPE("<mesh filename=\"http://x/tetra.off\"/>"), NULL, 2, 11,
         "'http://x/tetra.off' cannot be opened: it should be package://NAME/FILE", 0},
        {ONE_SHAPE("<mesh filename=\"file://\"/>"), NULL, 2, 11, "names no file", 0},
        {ONE_SHAPE("<mesh filename=\"package://x\"/>"), NULL, 2, 11, "it should be package://NAME/FILE", 0},
        {ONE_SHAPE("<mesh filename=\"package:///x\"/>"), NULL, 2, 11, "it should be package://NAME/FILE", 0},
        {ONE_SHAPE("<mesh filename=\"package://x/\"/>"), NULL, 2, 11, "it should be package://NAME/FILE", 0},
        {ONE_SHAPE("<mesh filename=\"package://no_such/no.stl\"/>"), NULL, 2, 11,
         "'package://no_such/no.stl' is not there: give the folder that holds the package 'no_such' "
         "(--package-path). Looked for: folder/no_such/no.stl, no_such/no.stl, ../no_such/no.stl, and so on",
         FK_ERROR_READ},
        /* Places are told as a whole, or not. */
        {ONE_SHAPE("<mesh filename=\"package://no_such/" SIXTY SIXTY "/no.stl\"/>"), NULL, 2, 11,
         "(--package-path). Looked for: folder/no_such/" SIXTY SIXTY "/no.stl, and so on", FK_ERROR_READ},
        {ROBOT("<link name=\"a\"><collision name=\"x\"><geometry><sphere "
               "radius=\"1\"/></geometry></collision>\n"
               "<collision name=\"x#2\"><geometry><sphere radius=\"1\"/></geometry></collision>\n"
               "<collision name=\"x\"><geometry>\n<sphere radius=\"1\"/></geometry></collision></link>"),
         NULL, 4, 1, "two shapes are called 'a/x#2', the first in line 2", 0},
    };
    assert_all_bad_robots(bad, COUNT(bad));
}

/* What is finite in metres may not be so in other units. */
static void test_range(void **state)
{
    (void)state;
    static const struct {
        const char *urdf, *words;
    } bad[] = {
        {ONE_SHAPE("<sphere radius=\"1e306\"/>"), "radius of <sphere>: 1e306 m is beyond"},
        {ONE_SHAPE("<box size=\"1 1e306 1\"/>"), "size of <box>: 1e306 m is beyond"},
        {ONE_JOINT("fixed", "<origin xyz=\"0 0 -1e306\"/>"), "xyz of <origin>: -1e306 m is beyond"},
        {ONE_JOINT("prismatic", "<limit lower=\"-1e306\"/>"), "lower of <limit>: -1e306 m is beyond"},
        {ROBOT("<link name=\"a\"><collision><origin xyz=\"1e304 0 0\"/><geometry><mesh filename=\"huge.off\" "
               "scale=\"50000 1 1\"/></geometry></collision></link>"),
         "reaches beyond the range of doubles"},
        {ROBOT("<link name=\"a\"><collision><origin xyz=\"0 0 1e30\"/><geometry><cylinder radius=\"1\" "
               "length=\"1\"/></geometry></collision></link>"),
         "too small for its place"},
    };
    fk_context *context;
    assert_int_equal(fk_context_create(NULL, &context), FK_OK);
    for (size_t i = 0; i < COUNT(bad); i++) {
        fk_robot_options options = fk_robot_options_default();
        fk_robot_report report;
        fk_robot *robot = NULL;
        shelf s = {0};
        options.unit = FK_UNIT_MM;
        fk_status status = robot_parse(context, bad[i].urdf, NULL, options, &s, &report, &robot);
        if (status != FK_ERROR_SYNTAX || strstr(report.message, bad[i].words) == NULL)
            print_message("%s\n", report.message);
        assert_int_equal(status, FK_ERROR_SYNTAX);
        assert_non_null(strstr(report.message, bad[i].words));
    }
    fk_context_destroy(context);
}

/* ---- SRDF ---------------------------------------------------------------------------------------------- */

#define TWO ROBOT(LINK("a") LINK("b") JOINT("j", "revolute", "a", "b", ""))

static void test_srdf(void **state)
{
    (void)state;
    static const bad_robot bad[] = {
        {TWO, "<robot", 1, 1, "not well-formed XML: unclosed token; is the file complete?", 0},
        {TWO, "<x/>", 1, 1, "a SRDF file begins with <robot", 0},
        {TWO, ROBOT("\n<xacro:x/>"), 2, 1, "there is no macro 'x'", 0},
        {TWO, ROBOT("\n<disable_collisions link1=\"a\"/>"), 2, 1, "<disable_collisions> needs link2", 0},
        {TWO, ROBOT("\n<enable_collisions link2=\"a\"/>"), 2, 1, "<enable_collisions> needs link1", 0},
        {TWO, ROBOT("\n<disable_default_collisions/>"), 2, 1, "<disable_default_collisions> needs link", 0},
        {TWO, ROBOT("\n<group_state name=\"x\"/>"), 2, 1, "<group_state> needs group", 0},
        {TWO, ROBOT("<group_state name=\"x\" group=\"g\">\n<joint name=\"k\" value=\"0\"/></group_state>"), 2,
         1, "the robot has no joint 'k': correct the name, or give the SRDF of this robot, 'r'", 0},
        {TWO, ROBOT("<group_state name=\"x\" group=\"g\">\n<joint name=\"j\"/></group_state>"), 2, 1,
         "<joint> needs value", 0},
        {TWO, ROBOT("<group_state name=\"x\" group=\"g\">\n<joint name=\"j\" value=\"1 2\"/></group_state>"),
         2, 1, "it needs one", 0},
    };
    assert_all_bad_robots(bad, COUNT(bad));
}

/* Files that are not there, and options that are wrong. */
static void test_doors(void **state)
{
    (void)state;
    fk_context *context;
    fk_robot_options options = fk_robot_options_default();
    fk_robot_report report;
    fk_robot *robot = NULL;
    assert_int_equal(fk_context_create(NULL, &context), FK_OK);
    assert_int_equal(fk_robot_load(context, "no/such.urdf", NULL, &report, &robot), FK_ERROR_READ);
    assert_string_equal(report.path, "no/such.urdf");
    assert_string_equal(report.message, "there is no such file or folder");
    assert_int_equal(report.line, 0);
    assert_int_equal(fk_robot_load(context, "no/such.urdf", NULL, NULL, &robot), FK_ERROR_READ);
    /* A file that is not there is told before one that is bad; this test is no mesh. */
    static const char text[] = ROBOT("<link name=\"a\">" COLLISION("<mesh filename=\"test_robot_bad.c\"/>")
                                         COLLISION("<mesh filename=\"file:///no/such.stl\"/>") "</link>");
    fk_robot_text urdf = {"test/r.urdf", text, sizeof text - 1};
    assert_int_equal(fk_robot_parse(context, &urdf, NULL, &options, &report, &robot), FK_ERROR_READ);
    assert_string_equal(report.message, "link 'a': /no/such.stl: there is no such file or folder");
    options.unit = FK_UNIT_COUNT;
    assert_int_equal(fk_robot_load(context, "no/such.urdf", &options, &report, &robot), FK_ERROR_ARGUMENT);
    assert_null(robot);
    fk_robot_free(context, NULL);
    fk_context_destroy(context);
}

/* Long and deep texts are no trouble. */
static void test_large(void **state)
{
    (void)state;
    fk_context *context;
    fk_robot_report report;
    fk_robot *robot = NULL;
    shelf s = {0};
    enum { DEEP = 100000, LONG = 2000000 };
    char *text = malloc(LONG + 1000);
    assert_non_null(text);
    assert_int_equal(fk_context_create(NULL, &context), FK_OK);
    size_t used = (size_t)sprintf(text, "<robot name=\"r\">");
    for (int i = 0; i < DEEP; i++)
        used += (size_t)sprintf(text + used, "<link>");
    fk_status status = robot_parse(context, text, NULL, fk_robot_options_default(), &s, &report, &robot);
    assert_int_equal(status, FK_ERROR_SYNTAX);
    assert_non_null(strstr(report.message, "no element found"));
    for (int i = 0; i < DEEP; i++)
        used += (size_t)sprintf(text + used, "</link>");
    sprintf(text + used, "</robot>");
    status = robot_parse(context, text, NULL, fk_robot_options_default(), &s, &report, &robot);
    assert_int_equal(status, FK_ERROR_SYNTAX);
    assert_non_null(strstr(report.message, "<link> needs name"));
    /* A name of two megabytes: in messages it is cut. */
    used = (size_t)sprintf(text, "<robot name=\"r\"><link name=\"");
    memset(text + used, 'x', LONG);
    sprintf(text + used + LONG, "\"/><link name=\"y\"/></robot>");
    status = robot_parse(context, text, NULL, fk_robot_options_default(), &s, &report, &robot);
    assert_int_equal(status, FK_ERROR_SYNTAX);
    assert_non_null(strstr(report.message, "xxx...' in line 1 and 'y'"));
    assert_null(robot);
    free(text);
    fk_context_destroy(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_xml),   cmocka_unit_test(test_tree),  cmocka_unit_test(test_joint),
        cmocka_unit_test(test_shape), cmocka_unit_test(test_range), cmocka_unit_test(test_srdf),
        cmocka_unit_test(test_doors), cmocka_unit_test(test_large),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
