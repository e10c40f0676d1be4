/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* xacro: what texts and elements become, by what Python and xacro print; the words of errors; a robot of a family with configuration files
 * against the same robot written by hand, field by field; and files that are broken in a thousand ways. */

#define _XOPEN_SOURCE 700

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <sys/stat.h>

#include "robot_check.h"
#include "scene/xacro.h"

#include "folder_fixture.h"

/* ---- Expanding ----------------------------------------------------------------------------------------- */

typedef struct expansion {
    fk_robot_report report;
    fk_status status;
    char text[8000]; /* of the tree that came out */
} expansion;

static void print_element(char **at, const fk_xml_element *element)
{
    *at += sprintf(*at, "<%s", element->name);
    for (uint32_t i = 0; i < element->attribute_count; i++)
        *at += sprintf(*at, " %s=\"%s\"", element->attribute[i].name, element->attribute[i].value);
    *at += sprintf(*at, element->first == NULL ? "/>" : ">");
    for (const fk_xml_element *child = element->first; child != NULL; child = child->next)
        print_element(at, child);
    *at += element->first == NULL ? 0 : sprintf(*at, "</%s>", element->name);
}

/* Expands a text as the file `path`. */
static void expand(fk_context *own_context, const char *path, const char *text,
                   const fk_robot_options *options, expansion *out)
{
    fk_scene_arena arena;
    fk_owned_robot own;
    fk_robot_reader r = {.xml = {.context = own_context,
                                 .arena = &arena,
                                 .path = path,
                                 .format = "urdf",
                                 .report = &out->report},
                         .options = options,
                         .own = &own};
    const fk_xml_element *root = NULL;
    char *at = out->text;
    memset(&out->report, 0, sizeof out->report);
    *at = '\0';
    fk_scene_arena_init(&arena, own_context);
    if (fk_xml_parse(&r.xml, text, strlen(text), &root) &&
        (!fk_xacro_is_in(root) || fk_xacro_expand(&r, root, &root)))
        print_element(&at, root);
    out->status = r.xml.status;
    fk_scene_arena_end(&arena);
}

static void assert_expansion(const char *path, const char *text, const fk_robot_options *options,
                             const char *expected)
{
    static expansion e;
    expand(context, path, text, options, &e);
    if (e.status != FK_OK)
        print_message("%s\n%s:%d:%d: %s\n", text, e.report.path, (int)e.report.line, (int)e.report.column,
                      e.report.message);
    assert_int_equal(e.status, FK_OK);
    assert_string_equal(e.text, expected);
}

static const fk_robot_options usual_options = {.unit = FK_UNIT_M};

/* ---- Expressions --------------------------------------------------------------------------------------- */

/* The right column is what Python 3 prints. */
static void test_expressions(void **state)
{
    static const struct {
        const char *text, *value;
    } known[] = {
#include "xacro_expressions.h"
    };
    (void)state;
    for (size_t i = 0; i < COUNT(known); i++) {
        char text[600], expected[600];
        snprintf(text, sizeof text,
                 "<a x='1'><xacro:property name=\"d\" value=\"${dict(a=1, b=[2, 3.5])}\"/><b v=\"%s\"/></a>",
                 known[i].text);
        snprintf(expected, sizeof expected, "<a x=\"1\"><b v=\"%s\"/></a>", known[i].value);
        assert_expansion("a.xacro", text, &usual_options, expected);
    }
}

/* ---- Elements ------------------------------------------------------------------------------------------ */

static void test_elements(void **state)
{
    static const struct {
        const char *text, *expanded;
    } known[] = {
        /* properties: lazy, greedy, blocks, scopes, defaults, removal */
        {"<xacro:property name='a' value='${b + 1}'/><xacro:property name='b' value='2'/><l v='${a}'/>",
         "<l v=\"3\"/>"},
        {"<xacro:property name='a' value='1'/><xacro:property name='b' value='${a}' lazy_eval='false'/>"
         "<xacro:property name='a' value='2'/><l v='${b} ${a}'/>",
         "<l v=\"1 2\"/>"},
        {"<xacro:property name='a' value='007'/><xacro:property name='b' value=' 1.50 '/><l v='${a} ${b} ${a "
         "* b}'/>",
         "<l v=\"7 1.5 10.5\"/>"},
        {"<xacro:property name='a' value=\"'1'\"/><xacro:property name='b' value='1_0'/><l v='${b + \"\"}'/>",
         "<l v=\"1_0\"/>"},
        {"<xacro:property name='a' value='true'/><l v='${a} ${not a}'/>", "<l v=\"True False\"/>"},
        {"<xacro:property name='p'><o x='${y}'/><q/></xacro:property><xacro:property name='y' value='3'/><l>"
         "<xacro:insert_block name='p'/></l>",
         "<l><o x=\"3\"/><q/></l>"},
        {"<xacro:property name='a' value='1'/><xacro:property name='a' default='2'/><xacro:property name='b' "
         "default='3'/>"
         "<l v='${a}${b}'/>",
         "<l v=\"13\"/>"},
        {"<xacro:property name='a' value='1'/><xacro:property name='a' remove='true'/><xacro:property "
         "name='a' default='2'/>"
         "<l v='${a}'/>",
         "<l v=\"2\"/>"},
        {"<xacro:property name='n' value='x'/><xacro:property name='${n}1' value='5'/><l v='${x1}'/>",
         "<l v=\"5\"/>"},
        {"<xacro:macro name='m' params='v'><xacro:property name='r' value='${v * 2}' scope='parent'/>"
         "<xacro:property name='g' value='${v * 3}' scope='global'/></xacro:macro>"
         "<xacro:macro name='n' params=''><xacro:m v='4'/><l v='${r}'/></xacro:macro><xacro:n/><l v='${g}'/>",
         "<l v=\"8\"/><l v=\"12\"/>"},
        /* macros: defaults, forwarding, blocks, recursion, redefinition, dynamic calls */
        {"<xacro:macro name='m' params='a b:=2 c:=${b0}x d=\"1 2\" e:=^ f:=^|9'><l v='${a} ${b} ${c} ${d} "
         "${e} ${f}'/></xacro:macro>"
         "<xacro:property name='b0' value='q'/><xacro:property name='e' value='E'/><xacro:m a='1'/>",
         "<l v=\"1 2 qx &quot;1 2&quot; E 9\"/>"},
        {"<xacro:macro name='m' params=\"p:='' q:='a b'\"><l v='[${p}|${q}]'/></xacro:macro><xacro:m/>",
         "<l v=\"[|a b]\"/>"},
        {"<xacro:macro name='m' params='x *o **c'><l x='${x}'><xacro:insert_block "
         "name='o'/><xacro:insert_block name='c'/>"
         "<xacro:insert_block name='c'/></l></xacro:macro><xacro:property name='x' value='0'/>"
         "<xacro:m x='1'><origin xyz='${x}'/><all><b/><c/></all></xacro:m>",
         "<l x=\"1\"><origin xyz=\"0\"/><b/><c/><b/><c/></l>"},
        {"<xacro:macro name='m' params='n'><xacro:if value='${n}'><l n='${n}'/><xacro:m n='${n - "
         "1}'/></xacro:if></xacro:macro>"
         "<xacro:m n='3'/>",
         "<l n=\"3\"/><l n=\"2\"/><l n=\"1\"/>"},
        {"<xacro:macro name='m'><a/></xacro:macro><xacro:macro name='m'><b/></xacro:macro><xacro:call "
         "macro='${\"m\"}'/>",
         "<b/>"},
        {"<xacro:macro name='out' params='*b'><o><xacro:insert_block name='b'/></o></xacro:macro>"
         "<xacro:macro name='in' params='*b'><xacro:out><xacro:insert_block "
         "name='b'/></xacro:out></xacro:macro>"
         "<xacro:in><z/></xacro:in>",
         "<o><z/></o>"},
        {"<xacro:macro name='a'><xacro:macro name='b'><l/></xacro:macro><xacro:b/></xacro:macro><xacro:a/>",
         "<l/>"},
        /* conditions */
        {"<xacro:if value='1'><a/></xacro:if><xacro:if value='false'><b/></xacro:if><xacro:unless value='${1 "
         "> 2}'><c/></xacro:unless>"
         "<xacro:if value=' 0 '><d/></xacro:if>",
         "<a/><c/>"},
        /* arguments, evaluation, escapes */
        {"<xacro:arg name='p' default='${1+1}'/><l v='$(arg p) $(eval p * 3) $(eval arg(\"p\") + 1)'/>",
         "<l v=\"2 6 3\"/>"},
        {"<xacro:arg name='given' default='no'/><l v='$(arg given) ${xacro.arg(\"given\")}'/>",
         "<l v=\"yes yes\"/>"},
        {"<l v='$${a} $$(arg b) $$$${c} $5 5$ ${\"}\"}'/>", "<l v=\"${a} $(arg b) $$${c} $5 5$ }\"/>"},
        {"<l v='$(optenv FARKAS_NO_SUCH a  b)|$(optenv FARKAS_NO_SUCH)|'/>", "<l v=\"a  b||\"/>"},
        /* elements and attributes by name */
        {"<xacro:element xacro:name='${\"li\" + \"nk\"}' a='1'><b/></xacro:element>",
         "<link a=\"1\"><b/></link>"},
        {"<l a='1'><xacro:attribute name='a' value='${2}'/><xacro:if value='1'><xacro:attribute name='b' "
         "value='3'/></xacro:if><m/></l>",
         "<l a=\"2\" b=\"3\"><m/></l>"},
        {"<l xmlns:xacro='u' xacro:x='1' y='2'/>", "<l y=\"2\"/>"},
    };
    (void)state;
    const char *argument[] = {"given:=yes"};
    fk_robot_options options = usual_options;
    options.argument = argument;
    for (size_t i = 0; i < COUNT(known); i++) {
        char text[2000], expected[2000];
        options.argument_count = strstr(known[i].text, "given") != NULL;
        snprintf(text, sizeof text, "<r xmlns:xacro='http://www.ros.org/wiki/xacro'>%s</r>", known[i].text);
        snprintf(expected, sizeof expected, "<r>%s</r>", known[i].expanded);
        for (char *c; (c = strstr(expected, "&quot;")) != NULL;)
            memmove(c, c + 5, strlen(c + 5) + 1), *c = '"';
        assert_expansion("a.xacro", text, &options, expected);
    }
}

/* ---- A family of robots with configuration files ------------------------------------------------------- */

/* Written for this test, in the form in which makers of robots write theirs. */
static const struct {
    const char *path, *text;
} family[] = {
    {"fam", NULL},
    {"fam/package.xml", "<package format='3'><name>fam_description</name></package>"},
    {"fam/urdf", NULL},
    {"fam/config", NULL},
    {"fam/config/f3", NULL},
    {"fam/urdf/fam.urdf.xacro",
     "<robot xmlns:xacro='http://wiki.ros.org/xacro' name='$(arg name)'>\n"
     "<xacro:arg name='name' default='fam'/><xacro:arg name='fam_type' default='f3'/>\n"
     "<xacro:arg name='tf_prefix' default=''/>\n"
     "<xacro:arg name='limits' default='$(find fam_description)/config/$(arg fam_type)/limits.yaml'/>\n"
     "<xacro:arg name='shape_file' default='$(find fam_description)/config/$(arg fam_type)/shape.yaml'/>\n"
     "<xacro:arg name='start_file' default='$(find fam_description)/config/start.yaml'/>\n"
     "<xacro:include filename='$(find fam_description)/urdf/fam_macro.xacro'/>\n"
     "<link name='world'/>\n"
     "<xacro:fam_robot name='$(arg name)' tf_prefix='$(arg tf_prefix)' parent='world' limits_file='$(arg "
     "limits)'\n"
     "  shape_file='$(arg shape_file)' start='${xacro.load_yaml(\"$(arg start_file)\")}' safety='false'>\n"
     "<origin xyz='0 0 ${0.25 * 2}' rpy='0 0 ${radians(90)}'/></xacro:fam_robot></robot>"},
    {"fam/urdf/fam_macro.xacro",
     "<robot xmlns:xacro='http://wiki.ros.org/xacro'>\n"
     "<xacro:include filename='fam_common.xacro'/>\n"
     "<xacro:macro name='fam_robot' params=\"name tf_prefix parent *origin limits_file shape_file\n"
     "  start:=${dict(base=0.0, tip=0.0)} safety:=false margin:=0.15 "
     "mesh:='package://fam_description/meshes'\">\n"
     "<xacro:read_data limits_file='${limits_file}' shape_file='${shape_file}' safety='${safety}'/>\n"
     "<link name='${tf_prefix}base'><xacro:body part='base'/></link>\n"
     "<joint name='${tf_prefix}base_joint' type='fixed'><parent link='${parent}'/><child "
     "link='${tf_prefix}base'/>\n"
     "<xacro:insert_block name='origin'/></joint>\n"
     "<xacro:property name='last' value='${tf_prefix}base'/>\n"
     "<xacro:macro name='stage' params='names last'><xacro:if value='${len(names) > 0}'>\n"
     "<xacro:property name='n' value='${names[0]}' lazy_eval='false'/>\n"
     "<link name='${tf_prefix}${n}'><xacro:body part='${n}'/></link>\n"
     "<joint name='${tf_prefix}${n}_joint' type='${shape[n].type}'><parent link='${last}'/><child "
     "link='${tf_prefix}${n}'/>\n"
     "<origin xyz='${shape[n].x} 0 ${shape[n][\"z\"]}' rpy='${-pi/2} 0 ${start[n]}'/><axis xyz='0 ${1 - 2 * "
     "0} 0'/>\n"
     "<xacro:unless value='${safety}'><limit lower='${limits[n].min_position}' "
     "upper='${limits[n].max_position}'\n"
     "  velocity='${limits[n].max_velocity}' effort='1'/></xacro:unless></joint>\n"
     "<xacro:stage names='${names[1:]}' last='${tf_prefix}${n}'/></xacro:if></xacro:macro>\n"
     "<xacro:stage names='${[\"arm\", \"tip\"]}' last='${tf_prefix}base'/>\n"
     "</xacro:macro></robot>"},
    {"fam/urdf/fam_common.xacro",
     "<robot xmlns:xacro='http://wiki.ros.org/xacro'>\n"
     "<xacro:macro name='read_data' params='limits_file shape_file safety'>\n"
     "<xacro:property name='all' value='${xacro.load_yaml(limits_file)}'/>\n"
     "<xacro:property name='limits' value=\"${all['joint_limits']}\" scope='global'/>\n"
     "<xacro:property name='shape' value='${load_yaml(shape_file)[\"parts\"]}' "
     "scope='global'/></xacro:macro>\n"
     "<xacro:macro name='body' params='part'><xacro:if value=\"${shape[part].get('radius') is not None}\">\n"
     "<collision><geometry><cylinder radius='${shape[part].radius}' length='${2.0 ** "
     "-2}'/></geometry></collision></xacro:if>\n"
     "<xacro:unless value=\"${'radius' in shape[part]}\"><collision><origin xyz=\"${' '.join([str(v / 2) for "
     "v in shape[part].size])}\"/>\n"
     "<geometry><box size=\"${'%s %s %s' % "
     "tuple(shape[part].size)}\"/></geometry></collision></xacro:unless>\n"
     "</xacro:macro></robot>"},
    {"fam/config/f3/limits.yaml",
     "joint_limits:\n"
     "  arm: # two turns\n"
     "    min_position: !degrees -360.0\n"
     "    max_position: !degrees  360.0\n"
     "    max_velocity: !degrees \"180\"\n"
     "  tip:\n"
     "    {min_position: !millimeters 0, max_position: 0.1, max_velocity: 1.0e-1}\n"},
    {"fam/config/f3/shape.yaml", "parts:\n"
                                 "  base: {size: [0.2, 0.1, 0.5]}\n"
                                 "  arm:\n    type: revolute\n    radius: 0.05\n    x: 0\n    z: 0.089159\n"
                                 "  tip: {type: prismatic, size: [1, 2.5, 3], x: -0.425, z: 0}\n"},
    {"fam/loop_a.xacro", "<robot xmlns:xacro='x'>\n<xacro:include filename='loop_b.xacro'/></robot>"},
    {"fam/loop_b.xacro", "<robot xmlns:xacro='x'><xacro:include filename='loop_a.xacro'/></robot>"},
    {"fam/names.xacro", "<robot xmlns:xacro='x'><xacro:property name='p' value='5'/>"
                        "<xacro:macro name='m' params='a'><l v='${a} ${p}'/></xacro:macro>"
                        "<xacro:macro name='s'><xacro:property name='q' value='${p + 1}' "
                        "scope='parent'/></xacro:macro></robot>"},
    {"fam/broken.xacro", "<robot xmlns:xacro='x'>\n <a></b></robot>"},
    {"fam/deep.xacro", "<robot xmlns:xacro='x'><xacro:macro name='outer' params='v'>\n"
                       "<xacro:inner v='${v}'/></xacro:macro>\n"
                       "<xacro:macro name='inner' params='v'>\n <l\n   v='${1 / v}'/></xacro:macro></robot>"},
    {"fam/bad.yaml", "a: 1\nb: *c\n"},
    {"fam/unit.yaml", "a: !furlongs 3\n"},
    {"fam/config/start.yaml", "# radians\narm: 0.5\ntip: -1.0\n"},
};

#define SELF                                                                                                 \
    "<robot name='NAME'><link name='world'/>"                                                                \
    "<link name='P_base'><collision><origin xyz='0.1 0.05 0.25'/><geometry><box size='0.2 0.1 "              \
    "0.5'/></geometry></collision></link>"                                                                   \
    "<link name='P_arm'><collision><geometry><cylinder radius='0.05' "                                       \
    "length='0.25'/></geometry></collision></link>"                                                          \
    "<link name='P_tip'><collision><origin xyz='0.5 1.25 1.5'/><geometry><box size='1 2.5 "                  \
    "3'/></geometry></collision></link>"                                                                     \
    "<joint name='P_base_joint' type='fixed'><parent link='world'/><child link='P_base'/>"                   \
    "<origin xyz='0 0 0.5' rpy='0 0 1.5707963267948966'/></joint>"                                           \
    "<joint name='P_arm_joint' type='revolute'><parent link='P_base'/><child link='P_arm'/>"                 \
    "<origin xyz='0 0 0.089159' rpy='-1.5707963267948966 0 0.5'/><axis xyz='0 1 0'/>"                        \
    "<limit lower='-6.283185307179586' upper='6.283185307179586' velocity='3.141592653589793' "              \
    "effort='1'/></joint>"                                                                                   \
    "<joint name='P_tip_joint' type='prismatic'><parent link='P_arm'/><child link='P_tip'/>"                 \
    "<origin xyz='-0.425 0 0' rpy='-1.5707963267948966 0 -1'/><axis xyz='0 1 0'/>"                           \
    "<limit lower='0' upper='0.1' velocity='0.1' effort='1'/></joint></robot>"

static const char *family_path(const char *path)
{
    static char whole[600];
    snprintf(whole, sizeof whole, "%s/%s", folder, path);
    return whole;
}

static int make_family(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(family); i++) {
        const char *path = family_path(family[i].path);
        FILE *file = family[i].text != NULL ? fopen(path, "w") : NULL;
        if (family[i].text == NULL ? mkdir(path, 0777) != 0 : file == NULL || fputs(family[i].text, file) < 0)
            return -1;
        if (file != NULL && fclose(file) != 0)
            return -1;
    }
    return 0;
}

static int remove_family(void **state)
{
    (void)state;
    for (size_t i = COUNT(family); i-- > 0;)
        if (remove(family_path(family[i].path)) != 0)
            return -1;
    return 0;
}

static void assert_same_shape(const fk_robot_shape *a, const fk_robot_shape *b)
{
    assert_string_equal(a->name, b->name);
    assert_int_equal(a->link, b->link);
    assert_memory_equal(&a->pose, &b->pose, sizeof a->pose);
    assert_int_equal(a->piece.kind, b->piece.kind);
    if (a->piece.kind == FK_KIND_BOX)
        assert_memory_equal(&a->piece.as.cell, &b->piece.as.cell, sizeof a->piece.as.cell);
    else
        assert_memory_equal(&a->piece.as.capsule, &b->piece.as.capsule, sizeof a->piece.as.capsule);
}

static void assert_same_joint(const fk_robot_joint *a, const fk_robot_joint *b)
{
    assert_string_equal(a->name, b->name);
    assert_int_equal(a->kind, b->kind);
    assert_int_equal(a->parent, b->parent);
    assert_int_equal(a->child, b->child);
    assert_int_equal(a->variable, b->variable);
    assert_memory_equal(&a->origin, &b->origin, sizeof a->origin);
    assert_memory_equal(&a->axis, &b->axis, sizeof a->axis);
    assert_true(a->lower == b->lower && a->upper == b->upper && a->velocity == b->velocity);
    assert_true(a->has_limits == b->has_limits && a->factor == b->factor && a->offset == b->offset);
}

static void assert_same_robot(const fk_robot *a, const fk_robot *b)
{
    assert_string_equal(a->name, b->name);
    assert_int_equal(a->link_count, b->link_count);
    assert_int_equal(a->joint_count, b->joint_count);
    assert_int_equal(a->shape_count, b->shape_count);
    for (uint32_t i = 0; i < a->link_count; i++) {
        assert_string_equal(a->link[i].name, b->link[i].name);
        assert_int_equal(a->link[i].joint, b->link[i].joint);
    }
    for (uint32_t i = 0; i < a->joint_count; i++)
        assert_same_joint(&a->joint[i], &b->joint[i]);
    for (uint32_t i = 0; i < a->shape_count; i++)
        assert_same_shape(&a->shape[i], &b->shape[i]);
}

/* Puts the name and the prefix into the robot that is written by hand. */
static const char *write_self(const char *name, const char *prefix)
{
    static char text[4000];
    char *out = text;
    for (const char *at = SELF; *at != '\0';) {
        bool is_name = strncmp(at, "NAME", 4) == 0, is_prefix = strncmp(at, "P_", 2) == 0;
        if (is_name || is_prefix)
            out += sprintf(out, "%s", is_name ? name : prefix);
        else
            *out++ = *at;
        at += is_name ? 4 : is_prefix ? 2 : 1;
    }
    *out = '\0';
    return text;
}

static void check_family(const char *name, const char *prefix, const char *const *argument, uint32_t count)
{
    fk_robot_options options = usual_options;
    fk_robot_report report;
    fk_robot *expanded = NULL, *plain = robot_good(context, write_self(name, prefix), NULL, usual_options);
    options.argument = argument;
    options.argument_count = count;
    fk_status status =
        fk_robot_load(context, family_path("fam/urdf/fam.urdf.xacro"), &options, &report, &expanded);
    if (status != FK_OK)
        print_message("%s:%d: %s\n", report.path, (int)report.line, report.message);
    assert_int_equal(status, FK_OK);
    assert_same_robot(plain, expanded);
    fk_robot_free(context, plain);
    fk_robot_free(context, expanded);
}

static void test_family(void **state)
{
    (void)state;
    check_family("fam", "", NULL, 0);
    check_family("left", "left_", (const char *const[]){"name:=left", "tf_prefix=left_"}, 2);
}

/* ---- Files --------------------------------------------------------------------------------------------- */

static void test_files(void **state)
{
    static const struct {
        const char *text, *expanded;
    } known[] = {
        {"<xacro:include filename='fam/names.xacro' ns='n'/><xacro:n.m a='1'/><l v='${n.p} ${n[\"p\"]}'/>",
         "<l v=\"1 5\"/><l v=\"5 5\"/>"},
        {"<xacro:include filename='fam/names.xacro' ns='n'/><xacro:n.s/><l v='${q}'/>", "<l v=\"6\"/>"},
        {"<xacro:include filename='fam/names.xacro'/><xacro:m a='${p * 2}'/>", "<l v=\"10 5\"/>"},
        {"<xacro:include filename='fam/none.xacro' optional='true'/><l/>", "<l/>"},
        {"<l v='${xacro.load_yaml(\"fam/config/start.yaml\").arm}'/>", "<l v=\"0.5\"/>"},
        {"<l v='${\"$(dirname)\" == \"$(cwd)\"}'/>", "<l v=\"False\"/>"},
    };
    (void)state;
    char path[600];
    snprintf(path, sizeof path, "%s/main.xacro", folder);
    for (size_t i = 0; i < COUNT(known); i++) {
        char text[2000], expected[2000];
        snprintf(text, sizeof text, "<r xmlns:xacro='http://www.ros.org/wiki/xacro'>%s</r>", known[i].text);
        snprintf(expected, sizeof expected, "<r>%s</r>", known[i].expanded);
        assert_expansion(path, text, &usual_options, expected);
    }
}

/* ---- Errors -------------------------------------------------------------------------------------------- */

typedef struct bad_text {
    const char *text;
    unsigned line, column;
    const char *message;
    const char *file; /* NULL: the main one */
} bad_text;

static void assert_bad_text(const bad_text *bad)
{
    static expansion e;
    char path[600], text[3000], expected[600];
    snprintf(path, sizeof path, "%s/main.xacro", folder);
    snprintf(text, sizeof text, "<r xmlns:xacro='x'>%s</r>", bad->text);
    expand(context, path, text, &usual_options, &e);
    snprintf(expected, sizeof expected, "%s/%s", folder, bad->file != NULL ? bad->file : "main.xacro");
    /* FOLDER stands for the folder of the test. */
    char message[FK_SCENE_MESSAGE];
    snprintf(message, sizeof message, "%s", e.report.message);
    for (char *at; (at = strstr(message, folder)) != NULL;) {
        memmove(at + 6, at + strlen(folder), strlen(at + strlen(folder)) + 1);
        memcpy(at, "FOLDER", 6);
    }
    /* What follows "Looked for: " depends on the folders above. */
    const char *looked = strstr(bad->message, "Looked for: ");
    bool is_read = looked != NULL || strstr(bad->message, "cannot be read") != NULL;
    bool has_words = looked != NULL ? strncmp(message, bad->message, strlen(bad->message)) == 0
                                    : strcmp(message, bad->message) == 0;
    bool is_right = e.status == (is_read ? FK_ERROR_READ : FK_ERROR_SYNTAX) && e.report.line == bad->line &&
                    e.report.column == bad->column && has_words && strcmp(e.report.path, expected) == 0;
    if (!is_right)
        print_message("%s\n%s %s:%d:%d:\n%s\nnot %s:%u:%u:\n%s\n", bad->text, fk_status_name(e.status),
                      e.report.path, (int)e.report.line, (int)e.report.column, message, expected, bad->line,
                      bad->column, bad->message);
    assert_true(is_right);
}

#define V(expression) "<l v=\"${" expression "}\"/>"

static void test_errors(void **state)
{
    static const bad_text bad[] = {
        /* nothing is executed */
        {V("__import__('os')"), 1, 20,
         "${__import__('os')}: the name __import__ is not allowed: names do not begin with two underscores",
         NULL},
        {V("().__class__"), 1, 20,
         "${().__class__}: the name __class__ is not allowed: names do not begin with two underscores", NULL},
        {V("open('/etc/passwd')"), 1, 20, "${open('/etc/passwd')}: there is no property or function 'open'",
         NULL},
        {V("eval('1')"), 1, 20, "${eval('1')}: there is no property or function 'eval'", NULL},
        {V("lambda: 1"), 1, 20, "${lambda: 1}: a value should be where 'lambda: 1' is", NULL},
        /* expressions */
        {V("1 +"), 1, 20, "${1 +}: the expression ends too early: a value is missing", NULL},
        {V("(1"), 1, 20, "${(1}: the expression ends too early: ',' or ')' is missing", NULL},
        {V("1 2"), 1, 20, "${1 2}: an operator or the end should be where '2' is", NULL},
        {V("'a' + 1"), 1, 20, "${'a' + 1}: '+' does not take str and int", NULL},
        {V("1 / 0"), 1, 20, "${1 / 0}: this divides by zero", NULL},
        {V("1 // 0.0"), 1, 20, "${1 // 0.0}: this divides by zero", NULL},
        {V("sqrt(-1)"), 1, 20, "${sqrt(-1)}: sqrt(-1) has no value", NULL},
        {V("log(0)"), 1, 20, "${log(0)}: log(0) has no value", NULL},
        {V("(-8) ** 0.5"), 1, 20, "${(-8) ** 0.5}: pow(-8, 0.5) has no value", NULL},
        {V("2 ** 64"), 1, 20, "${2 ** 64}: the result is no integer of 64 bits", NULL},
        {V("[1][1]"), 1, 20, "${[1][1]}: the index 1 is beyond a list of 1", NULL},
        {V("dict(abc=1)['abd']"), 1, 20,
         "${dict(abc=1)['abd']}: the dictionary has no key 'abd', meant as abc", NULL},
        {V("dict(abc=1).abd"), 1, 20, "${dict(abc=1).abd}: the dictionary has no key 'abd', meant as abc",
         NULL},
        {V("int('x')"), 1, 20, "${int('x')}: int takes a number or its text, not 'x'", NULL},
        {V("sin"), 1, 20, "a function has no text: call it, or name what is in it", NULL},
        {V("sin(1, 2)"), 1, 20, "${sin(1, 2)}: sin takes one number", NULL},
        {V("len()"), 1, 20, "${len()}: len takes 1 argument, not 0", NULL},
        {V("1 &lt; 'a'"), 1, 20, "${1 < 'a'}: int and str have no order", NULL},
        {V("a"), 1, 20, "${a}: there is no property or function 'a'", NULL},
        {V("xacro.fatal('no', 3)"), 1, 20, "${xacro.fatal('no', 3)}: the file says: no 3", NULL},
        {"<xacro:property name='width' value='1'/>\n" V("widht"), 2, 1,
         "${widht}: there is no property or function 'widht', meant as width", NULL},
        {"<xacro:property name='a' value='${b}'/>\n<xacro:property name='b' value='${a}'/>" V("a"), 2, 1,
         "${a}: the property 'a' depends on itself: lazy_eval=\"false\" evaluates it where it is set", NULL},
        {"<l v='${1'/>", 1, 20, "'${1' has no closing '}'", NULL},
        {"<l v='$(foo x)'/>", 1, 20,
         "$(foo ...) is not known: arg, find, env, optenv, eval, dirname and cwd are", NULL},
        {"<l v='$(arg x)'/>", 1, 20,
         "there is no argument 'x': give it as x:=VALUE (--arg), or a default as <xacro:arg name=\"x\" "
         "default=\"...\"/> before this",
         NULL},
        {"<xacro:arg name='x'/>", 1, 20, "the argument 'x' has no default: give it as x:=VALUE (--arg)",
         NULL},
        {"<l v='$(env FARKAS_NO_SUCH)'/>", 1, 20, "the environment variable 'FARKAS_NO_SUCH' is not set",
         NULL},
        {"<l v='$(find no_such)/a.yaml'/>", 1, 20,
         "the package 'no_such' is not there: give the folder that holds it (--package-path). Looked for: ",
         NULL},
        {"<l v='$(find a b)'/>", 1, 20, "$(find ...) takes one name", NULL},
        /* elements */
        {"<xacro:if/>", 1, 20, "<xacro:if> needs value=\"...\"", NULL},
        {"<xacro:if value='maybe'/>", 1, 20,
         "the condition \"maybe\" is 'maybe', neither true nor false nor a number", NULL},
        {"<xacro:property value='1'/>", 1, 20, "<xacro:property> needs name=\"...\"", NULL},
        {"<xacro:property name='a b' value='1'/>", 1, 20,
         "'a b' is no name of a property: letters, digits and '_' make one", NULL},
        {"<xacro:property name='if' value='1'/>", 1, 20, "a value should be where 'if' is", NULL},
        {"<xacro:property name='__a' value='1'/>", 1, 20,
         "the property '__a': names do not begin with two underscores", NULL},
        {"<xacro:property name='a' value='1' default='2'/>", 1, 20,
         "the property 'a' has two of value, default and remove", NULL},
        {"<xacro:property name='a' value='1' scope='local'/>", 1, 20,
         "scope=\"local\" should be parent or global", NULL},
        {"<xacro:insert_block name='a'/>", 1, 20, "there is no block 'a'", NULL},
        {"<xacro:macro/>", 1, 20, "<xacro:macro> needs name=\"...\"", NULL},
        {"<xacro:macro name='a.b'/>", 1, 20, "'a.b' is no name of a macro", NULL},
        {"<xacro:macro name='m' params='a a'/>", 1, 20, "params=\"...\": 'a' is there twice", NULL},
        {"<xacro:macro name='m' params='a: b'/>", 1, 20,
         "params=\"...\": 'a: b' is no parameter: NAME, NAME:=DEFAULT or *NAME is one", NULL},
        {"<xacro:macro name='arm'/><xacro:arn/>", 1, 45, "there is no macro 'arn', meant as arm", NULL},
        {"<xacro:macro name='m' params='a'/><xacro:m/>", 1, 54, "the macro 'm' needs a=\"...\"", NULL},
        {"<xacro:macro name='m' params='a:=^'/><xacro:m/>", 1, 57,
         "the macro 'm' takes 'a' from its caller, who has no such property", NULL},
        {"<xacro:macro name='m'/><xacro:m b='1'/>", 1, 43, "the macro 'm' has no parameter 'b'", NULL},
        {"<xacro:macro name='m' params='*b'/><xacro:m/>", 1, 55,
         "the macro 'm' needs an element within for its block '*b'", NULL},
        {"<xacro:macro name='m'/><xacro:m><l/></xacro:m>", 1, 43, "the macro 'm' has no block for <l>", NULL},
        {"<xacro:element xacro:name=''/>", 1, 20, "xacro:name=\"\" of <xacro:element> names no element",
         NULL},
        /* files, and the chain of macros */
        {"<xacro:include filename='none.xacro'/>", 1, 20,
         "'FOLDER/none.xacro' cannot be read: there is no such file or folder", NULL},
        {"<xacro:include filename='fam/*.xacro'/>", 1, 20,
         "filename=\"fam/*.xacro\" is a pattern: include each file by its name", NULL},
        {"<xacro:include filename='fam/broken.xacro'/>", 2, 7, "this is not well-formed XML: mismatched tag",
         "fam/broken.xacro"},
        {"<xacro:include filename='fam/loop_a.xacro'/>", 1, 24,
         "files include each other more than 32 deep: loop_a.xacro, included by loop_b.xacro, included by "
         "loop_a.xacro"
         "; in loop_b.xacro, included in loop_a.xacro:2; in loop_a.xacro, included in loop_b.xacro:1; in "
         "loop_b.xacro, included in loop_a.xacro:2"
         "; in loop_a.xacro, included in loop_b.xacro:1; in loop_b.xacro, included in loop_a.xacro:2; and so "
         "on",
         "fam/loop_b.xacro"},
        {"<xacro:include filename='fam/deep.xacro'/>\n<xacro:outer v='0'/>", 4, 2,
         "${1 / v}: this divides by zero; in macro 'inner', called in deep.xacro:2; in macro 'outer', called "
         "in main.xacro:2",
         "fam/deep.xacro"},
        {V("xacro.load_yaml('fam/bad.yaml')"), 1, 20,
         "${xacro.load_yaml('fam/bad.yaml')}: FOLDER/fam/bad.yaml:2:4: anchors and aliases (&, *) are not "
         "read: write the value out",
         NULL},
        {V("xacro.load_yaml('fam/unit.yaml')"), 1, 20,
         "${xacro.load_yaml('fam/unit.yaml')}: the tag !furlongs is not known here: !degrees, !radians, "
         "!meters, !millimeters, !foot and !inches are",
         NULL},
        {V("xacro.load_yaml('none.yaml')"), 1, 20,
         "${xacro.load_yaml('none.yaml')}: 'FOLDER/none.yaml' cannot be read: there is no such file or "
         "folder",
         NULL},
        /* limits */
        {"<xacro:macro name='m'><xacro:m/></xacro:macro><xacro:m/>", 1, 42,
         "macros call each other more than 250 deep: does 'm' call itself without an end?"
         "; in macro 'm', called in main.xacro:1; in macro 'm', called in main.xacro:1; in macro 'm', called "
         "in main.xacro:1"
         "; in macro 'm', called in main.xacro:1; in macro 'm', called in main.xacro:1; and so on",
         NULL},
        {V("'a' * 10 ** 10"), 1, 20, "${'a' * 10 ** 10}: this repeats more than 128 MiB hold", NULL},
        {V("[0] * 10 ** 8"), 1, 20, "${[0] * 10 ** 8}: this repeats more than 128 MiB hold", NULL},
        {V("range(10 ** 12)"), 1, 20, "${range(10 ** 12)}: the expansion takes more than 2000000 steps",
         NULL},
        {V("[a for a in range(3000) for b in range(3000)]"), 1, 20,
         "${[a for a in range(3000) for b in range(3000)]}: the expansion takes more than 2000000 steps",
         NULL},
        {"<xacro:macro name='m' params='n'><xacro:if value='${n}'><xacro:m n='${n - 1}'/><xacro:m n='${n - "
         "1}'/></xacro:if></xacro:macro>"
         "<xacro:m n='0'/><xacro:property name='a' value=\"${'x' * 40000000}\"/>" V("len(a + a + a)"),
         1, 163, "${'x' * 40000000}: the expansion takes more than 2000000 steps", NULL},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(bad); i++)
        assert_bad_text(&bad[i]);
}

/* A macro that doubles, an expression that nests: an error, soon. */
static void test_bombs(void **state)
{
    static const char *const bomb[] = {
        "<xacro:macro name='m' params='n'><l/><xacro:if value='${n > 0}'><xacro:m n='${n - 1}'/><xacro:m "
        "n='${n - 1}'/></xacro:if></xacro:macro>"
        "<xacro:m n='60'/>",
        "<xacro:property name='a' value=\"${['x'] * 9}\"/><xacro:macro name='m' params='a n'><xacro:if "
        "value='${n > 0}'>"
        "<xacro:m a='${[a, a, a, a]}' n='${n - 1}'/></xacro:if><l v='${a}'/></xacro:macro><xacro:m a='${a}' "
        "n='40'/>",
        "<xacro:macro name='m' params='a'><xacro:m a='${a + a}'/></xacro:macro><xacro:m a='xx'/>",
        ("<xacro:property name='b'><l/><xacro:insert_block name='b'/></xacro:property>"
         "<xacro:insert_block name='b'/>"),
    };
    (void)state;
    for (size_t i = 0; i < COUNT(bomb); i++) {
        static expansion e;
        char text[1000];
        snprintf(text, sizeof text, "<r xmlns:xacro='x'>%s</r>", bomb[i]);
        expand(context, "a.xacro", text, &usual_options, &e);
        assert_int_equal(e.status, FK_ERROR_SYNTAX);
        assert_non_null(strstr(e.report.message, "more than") != NULL ? e.report.message
                                                                      : strstr(e.report.message, "deeper"));
    }
    char text[3000] = "<r v=\"${", *at = text + strlen(text);
    for (int i = 0; i < 1000; i++)
        *at++ = '(';
    strcpy(at, "1}\"/>");
    static expansion e;
    expand(context, "a.xacro", text, &usual_options, &e);
    assert_non_null(strstr(e.report.message, "the expression nests deeper than 64"));
}

/* ---- Broken files -------------------------------------------------------------------------------------- */

/* A thousand of them: a byte changed, a part left out, or one repeated. Nothing crashes, all end, and errors have words. */
static void test_broken(void **state)
{
    (void)state;
    uint32_t seed = 2026;
    for (int i = 0; i < 1000; i++) {
        char text[8000], path[600];
        size_t which = (size_t)i % COUNT(family), length;
        while (family[which].text == NULL || strstr(family[which].path, ".xacro") == NULL)
            which = (which + 1) % COUNT(family);
        snprintf(path, sizeof path, "%s", family_path(family[which].path));
        strcpy(text, family[which].text);
        length = strlen(text);
        for (int k = 0; k <= i % 3; k++) {
            seed = seed * 1664525 + 1013904223;
            size_t at = (seed >> 8) % length, end = at + (seed >> 4) % 40;
            end = end < length ? end : length;
            if (seed % 3 == 0) {
                memmove(text + at, text + end, length + 1 - end);
                length -= end - at;
            } else if (seed % 3 == 1 && length + (end - at) < sizeof text) {
                memmove(text + end, text + at, length + 1 - at);
                length += end - at;
            } else
                text[at] = "${}()'\"<>:=*^/ a1.\\["[(seed >> 20) % 20];
            length = length > 0 ? length : strlen(strcpy(text, "x"));
        }
        fk_robot_text whole = {path, text, length};
        fk_robot_report report = {.line = 0};
        fk_robot *robot = NULL;
        fk_status status = fk_robot_parse(context, &whole, NULL, &usual_options, &report, &robot);
        assert_true(status == FK_OK || status == FK_ERROR_SYNTAX || status == FK_ERROR_READ);
        assert_true(status == FK_OK ||
                    (report.message[0] != '\0' && report.path[0] != '\0' && report.line > 0));
        fk_robot_free(context, robot);
    }
}

/* Each allocation fails once: an error, and nothing is left over. */
static fk_status load_scarce(fk_context *scarce, const void *user, void *out)
{
    fk_robot *robot = NULL;
    fk_status status = fk_robot_load(scarce, user, NULL, NULL, &robot);
    if (status == FK_OK)
        memset(out, 1, 1);
    fk_robot_free(scarce, robot);
    return status;
}

static void test_memory(void **state)
{
    (void)state;
    memory_ask(load_scarce, family_path("fam/urdf/fam.urdf.xacro"), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_expressions),
        cmocka_unit_test(test_elements),
        cmocka_unit_test_setup_teardown(test_family, make_family, remove_family),
        cmocka_unit_test_setup_teardown(test_files, make_family, remove_family),
        cmocka_unit_test_setup_teardown(test_errors, make_family, remove_family),
        cmocka_unit_test(test_bombs),
        cmocka_unit_test_setup_teardown(test_broken, make_family, remove_family),
        cmocka_unit_test_setup_teardown(test_memory, make_family, remove_family),
    };
    return cmocka_run_group_tests(tests, make_folder, end_folder);
}
