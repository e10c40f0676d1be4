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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_expressions),
        cmocka_unit_test(test_elements),
    };
    return cmocka_run_group_tests(tests, make_folder, end_folder);
}
