/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Scenes that are refused: where, and with which words. And what finds the places and matches the patterns. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <jansson.h>

#include "scene/glob.h"
#include "scene/json_read.h"
#include "scene_check.h"

#include "context_fixture.h"

static void test_syntax(void **state)
{
    (void)state;
    static const bad_scene bad[] = {
        {"", 1, 1, "the scene is empty"},
        {" \n\t", 1, 1, "the scene is empty"},
        {"\xef\xbb\xbf", 1, 1, "the scene is empty"},
        {"{", 1, 2, "the end of the file is missing"},
        {"{\"farkas\": 1,\n \"parts\": [", 2, 12, "the end of the file is missing"},
        {"{\"farkas\": 1,\n}", 2, 1, "no comma may stand before a closing bracket"},
        {"{\"farkas\": [1,]}", 1, 15, "no comma may stand before a closing bracket"},
        {"{\n  // note\n}", 2, 3, "JSON has no comments"},
        {"{\n  # note\n}", 2, 3, "JSON has no comments"},
        {"{'farkas': 1}", 1, 2, "double quotes"},
        {"{\"farkas\": NaN}", 1, 12, "JSON has no NaN"},
        {"{\"farkas\": Infinity}", 1, 12, "JSON has no NaN and no infinity"},
        {"{\"farkas\":\n 1e999}", 2, 2, "beyond the range of doubles"},
        {"{\"farkas\": -1e999}", 1, 12, "beyond the range of doubles"},
        {"{\"farkas\": 1, \"farkas\": 1}", 1, 15, "duplicate object key"},
        {"{\"farkas\": 1, \"parts\": [{\"name\": \"a\",\n\"name\": \"b\"}]}", 2, 1, "duplicate object key"},
        {"{\"farkas\": 01}", 1, 12, "this is not JSON"},
        {"{\"farkas\": 1} x", 1, 15, "end of file expected"},
        {"hello", 1, 1, "this is not JSON"},
        {"{\"a\\u0000\": 1}", 1, 2, "this is not JSON"},
        {"{\"farkas\": \"\xff\"}", 1, 13, "save the file as UTF-8"},
        {"\xff\xfe{", 1, 1, "save the file as UTF-8"},
        {"{\"farkas\": \"tab\there\"}", 1, 12, "control character"},
    };
    assert_all_bad(bad, COUNT(bad));
    /* Deeper than jansson goes. */
    static char deep[10000];
    memset(deep, '[', sizeof deep - 1);
    fk_scene *scene = NULL;
    fk_scene_report report;
    assert_int_equal(shelf_parse(context, deep, &(shelf){0}, &report, &scene), FK_ERROR_SYNTAX);
    assert_non_null(strstr(report.message, "depth"));
    assert_non_null(strstr(report.message, "no deeper than 2048"));
    /* A zero byte in the text. */
    fk_scene_text zero = {"{\"farkas\": 1\0}", 14, NULL};
    assert_int_equal(fk_scene_parse(context, &zero, NULL, &report, &scene), FK_ERROR_SYNTAX);
    assert_true(report.line == 1 && report.column == 13);
    assert_non_null(strstr(report.message, "a byte that is zero"));
}

static void test_top(void **state)
{
    (void)state;
    static const bad_scene bad[] = {
        {"[]", 1, 1, "a scene is an object"},
        {"  []", 1, 3, "a scene is an object"},
        {"{}", 1, 1, "\"farkas\": 1"},
        {"{\"farkas\": 2, \"later\": 1}", 1, 12, "version 2; this farkas (0.1.0) reads version 1"},
        {"{\"farkas\": 1.5}", 1, 12, "version 1.5"},
        {"{\"farkas\": \"1\"}", 1, 12, "a number without quotes"},
        {"{\"farkas\": 12345678901234567890123}", 1, 12, "version 1.2345678901234568e22"},
        {"{\"farkas\": 1}", 1, 1, "needs \"parts\""},
        {"{\"farkas\": 1, \"parts\": []}", 1, 24, "needs 1 at least"},
        {"{\"farkas\": 1, \"parts\": {}}", 1, 24, "\"parts\" is an array"},
        {"{\"farkas\": 1, \"parts\": [1]}", 1, 25, "a part is an object, {...}, not a number"},
        {"{\"farkas\": 1, \"part\": []}", 1, 15, "no field \"part\"; did you mean \"parts\"?"},
        {"{\"farkas\": 1,\n  \"\\u0070art\": []}", 2, 3, "no field \"part\"; did you mean \"parts\"?"},
        {"{\"farkas\": 1, \"zzzzzzzz\": 1}", 1, 15,
         "it may have: farkas, units, parts, robots, sets, tests, ignore"},
        {"{\"farkas\": 1, \"motion\": 1}", 1, 15,
         "a scene has no field \"motion\"; it may have: farkas, units"},
        {"{\"farkas\": 1, \"urdf\": \"a\"}", 1, 15, "no field \"urdf\""},
        {"{\"farkas\": 1, \"robot\": []}", 1, 15, "did you mean \"robots\"?"},
        {"{\"farkas\": 1, \"units\": \"ft\", \"parts\": []}", 1, 24, "'ft' is not a unit"},
        {"{\"farkas\": 1, \"units\": null, \"parts\": []}", 1, 24, "\"units\" is a text in quotes, not null"},
        {"{\"farkas\": 1, \"$schema\": 1}", 1, 26, "is a text in quotes"},
        {"{\"farkas\": 1, \"a\\u001b[31m\": 1}", 1, 15, "no field \"a?[31m\""},
    };
    assert_all_bad(bad, COUNT(bad));
}

#define PART(fields) "{\"farkas\": 1, \"parts\": [\n{" fields "}]}"
#define BALL(fields) PART("\"name\": \"a\", \"shape\": {\"sphere\": {\"radius\": 1}}" fields)
#define SHAPE(shape) PART("\"name\": \"a\",\n\"shape\": " shape)

static void test_parts(void **state)
{
    (void)state;
    static const bad_scene bad[] = {
        {PART(""), 2, 1, "a \"mesh\", which is a file, or a \"shape\"; this has neither"},
        {PART("\"mesh\": \"tetra.off\", \"shape\": {}"), 2, 1, "not both"},
        {PART("\"mesh\": 1"), 2, 10, "is a text in quotes, not a number"},
        {PART("\"mesh\": \"\""), 2, 10, "is empty"},
        {PART("\"mesh\": \"a\\nb\""), 2, 10, "control character"},
        {PART("\"mash\": \"tetra.off\""), 2, 2, "did you mean \"mesh\"?"},
        {PART("\"mesh\": \"tetra.off\", \"scale\": -1"), 2, 32, "above 0, not -1: to mirror a mesh, run"},
        {PART("\"mesh\": \"tetra.off\", \"scale\": [1, 0, 1]"), 2, 32, "above 0, not 0"},
        {PART("\"mesh\": \"tetra.off\", \"scale\": [1, 1]"), 2, 32,
         "needs 3 numbers, [x, y, z] or one for all, not 2"},
        {PART("\"mesh\": \"tetra.off\", \"scale\": \"2\""), 2, 32, "not a text"},
        {PART("\"mesh\": \"tetra.off\", \"units\": \"km\""), 2, 32, "'km' is not a unit"},
        {PART("\"mesh\": \"tetra.off\", \"up\": \"w\""), 2, 29, "\"x\", \"y\" or \"z\", not 'w'"},
        {PART("\"mesh\": \"tetra.off\", \"up\": 2"), 2, 29, "is a text"},
        {PART("\"mesh\": \"tetra.off\", \"name\": \"\""), 2, 31, "is empty"},
        {PART("\"mesh\": \"tetra.off\", \"name\": \"all\""), 2, 31, "may not be called 'all'"},
        {PART("\"mesh\": \"all.off\""), 2, 1, "may not be called 'all'"},
        {PART("\"shape\": {\"sphere\": {\"radius\": 1}}"), 2, 1, "a shape needs a \"name\""},
        {BALL(", \"scale\": 2"), 2, 51, "\"scale\" is for meshes alone"},
        {BALL(", \"units\": \"m\""), 2, 51, "\"units\" is for meshes alone"},
        {BALL(", \"up\": \"y\""), 2, 51, "\"up\" is for meshes alone"},
        {PART("\"mesh\": \"x.off\"}, {\"mesh\": \"y.off\"},\n{\"name\": \"x\", \"mesh\": \"z.off\""), 3, 10,
         "two parts are called 'x', this one and that of line 2"},
        {PART("\"mesh\": \"x.off\"},\n{\"mesh\": \"x.off\""), 3, 1, "two parts are called 'x.off'"},
    };
    assert_all_bad(bad, COUNT(bad));
}

static void test_shapes(void **state)
{
    (void)state;
    static const bad_scene bad[] = {
        {SHAPE("1"), 3, 10, "a shape is an object"},
        {SHAPE("{}"), 3, 10, "a shape is one of box, sphere"},
        {SHAPE("{\"box\": {\"size\": [1, 1, 1]}, \"sphere\": {\"radius\": 1}}"), 3, 10, "this has 2"},
        {SHAPE("{\"cube\": 1}"), 3, 11, "did you mean \"cone\"?"},
        {SHAPE("{\"box\": [1, 2, 3]}"), 3, 18, "a box is an object, {...}, not an array"},
        {SHAPE("{\"box\": {}}"), 3, 18, "a box needs \"size\""},
        {SHAPE("{\"box\": {\"size\": [1, 2]}}"), 3, 27, "needs 3 numbers, [x, y, z], not 2"},
        {SHAPE("{\"box\": {\"size\": 1}}"), 3, 27, "needs 3 numbers, [x, y, z], not a number"},
        {SHAPE("{\"box\": {\"size\": [1, 2, 0]}}"), 3, 34, "above 0, not 0"},
        {SHAPE("{\"box\": {\"size\": [1, -2, 1]}}"), 3, 31, "above 0, not -2"},
        {SHAPE("{\"box\": {\"size\": [1, \"2\", 1]}}"), 3, 31, "without quotes"},
        {SHAPE("{\"sphere\": {\"diameter\": 1}}"), 3, 22,
         "a sphere has no field \"diameter\"; it may have: radius"},
        {SHAPE("{\"sphere\": {}}"), 3, 21, "a sphere needs \"radius\""},
        {SHAPE("{\"capsule\": {\"radius\": 1}}"), 3, 22, "a capsule needs \"length\""},
        {SHAPE("{\"cylinder\": {\"length\": 1}}"), 3, 23, "a cylinder needs \"radius\""},
        {SHAPE("{\"cylinder\": {\"length\": 1, \"radius\": 1, \"height\": 1}}"), 3, 50,
         "no field \"height\""},
        {SHAPE("{\"cone\": {\"radius\": 1, \"length\": 0}}"), 3, 43, "above 0, not 0"},
        {SHAPE("{\"hull\": {\"points\": [[0,0,0],[1,0,0],[0,1,0]]}}"), 3, 30, "needs 4 at least"},
        {SHAPE("{\"hull\": {\"points\": [[0,0,0],[1,0,0],[0,1,0],[0,0]]}}"), 3, 55, "needs 3 numbers"},
        {SHAPE("{\"hull\": {\"points\": [[0,0,0],[1,0,0],[0,1,0],[1,1,0]]}}"), 3, 30, "lie in one plane"},
        {SHAPE("{\"hull\": {\"points\": [[0,0,0],[1,1,1],[2,2,2],[3,3,3]]}}"), 3, 30, "lie on one line"},
        {SHAPE("{\"hull\": {\"points\": [[0,0,0],[0,0,0],[-0,0,0],[0,0,0]]}}"), 3, 30, "are all the same"},
    };
    assert_all_bad(bad, COUNT(bad));
    static const bad_scene far[] = {
        {SHAPE("{\"sphere\": {\"radius\": 1e308}}"), 2, 1, "beyond the range of doubles"},
        {SHAPE("{\"cylinder\": {\"radius\": 1e308, \"length\": 1e308}}"), 2, 1,
         "beyond the range of doubles"},
        {BALL(", \"pose\": {\"xyz\": [0, 0, 1.7e308]}},\n{\"name\": \"b\", \"shape\": {\"box\": {\"size\": "
              "[1e308, 1, 1]}}"),
         3, 1, "part 'b' reaches beyond the range"},
        {PART("\"mesh\": \"huge.off\", \"scale\": 1e8, \"pose\": {\"xyz\": [1e308, 0, 0]}"), 2, 1,
         "beyond the range"},
    };
    for (size_t i = 0; i < COUNT(far); i++)
        assert_bad(&far[i], FK_ERROR_SYNTAX, 0);
}

#define POSE(pose) BALL(",\n\"pose\": " pose)

static void test_poses(void **state)
{
    (void)state;
    static const bad_scene bad[] = {
        {POSE("[1, 2, 3]"), 3, 9, "say what its numbers are"},
        {POSE("1"), 3, 9, "a pose is an object"},
        {POSE("{\"quat\": [0, 0, 0, 1]}"), 3, 10, "write \"quat_xyzw\" or \"quat_wxyz\""},
        {POSE("{\"xyx\": [0, 0, 0]}"), 3, 10, "did you mean \"xyz\"?"},
        {POSE("{\"xyz\": [0, 0]}"), 3, 17, "needs 3 numbers, [x, y, z], not 2"},
        {POSE("{\"xyz\": [0, 0, null]}"), 3, 24, "needs a number here, not null"},
        {POSE("{\"rpy\": [0, 0, 0], \"rpy_deg\": [0, 0, 0]}"), 3, 28, "one rotation: \"rpy\" or \"rpy_deg\""},
        {POSE("{\"rpy\": [0, 0, 0], \"quat_wxyz\": [0, 0, 0]}"), 3, 28,
         "one rotation: \"rpy\" or \"quat_wxyz\""},
        {POSE("{\"quat_xyzw\": [0, 0, 0, 0]}"), 3, 23, "four zeros are no rotation"},
        {POSE("{\"quat_xyzw\": [0, 0, 0]}"), 3, 23, "needs 4 numbers, [x, y, z, w], not 3"},
        {POSE("{\"quat_wxyz\": [0, 0, 0]}"), 3, 23, "needs 4 numbers, [w, x, y, z], not 3"},
        {POSE("{\"matrix\": [1, 0, 0, 0]}"), 3, 21, "needs 4 numbers, one row, not a number"},
        {POSE("{\"matrix\": [[1, 0, 0, 0]]}"), 3, 20, "four rows of four numbers"},
        {POSE("{\"xyz\": [0, 0, 0], \"matrix\": []}"), 3, 28, "has nothing else"},
        {POSE("{\"matrix\": [[2, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]}"), 3, 20,
         "by 3, more than 1e-6"},
        {POSE("{\"matrix\": [[1, 1e-5, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]}"), 3, 20,
         "by 1e-5, more"},
        {POSE("{\"matrix\": [[1e300, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]}"), 3, 20,
         "not rigid"},
        {POSE("{\"matrix\": [[0, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]}"), 3, 20, "by 1, more"},
        {POSE("{\"matrix\": [[-1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]}"), 3, 20, "mirrors"},
        {POSE("{\"matrix\": [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0],\n [1, 2, 3, 1]]}"), 4, 2,
         "the last row"},
        {POSE("{\"matrix\": [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 2]]}"), 3, 63,
         "the last row"},
    };
    assert_all_bad(bad, COUNT(bad));
}

#define RULES(rules)                                                                                         \
    "{\"farkas\": 1, \"parts\": [{\"mesh\": \"two.stl\"}, {\"mesh\": \"tetra.off\"},"                        \
    "{\"name\": \"base\", \"shape\": {\"sphere\": {\"radius\": 1}}}],\n" rules "}"

/* What the names of the entries tell, before a mesh is loaded. */
static void test_rules(void **state)
{
    (void)state;
    static const bad_scene bad[] = {
        {RULES("\"sets\": []"), 2, 9, "\"sets\" is an object"},
        {RULES("\"sets\": {\"x\": \"tetra\"}"), 2, 15, "\"x\" is an array"},
        {RULES("\"sets\": {\"x\": []}"), 2, 15, "needs 1 at least"},
        {RULES("\"sets\": {\"x\": [1]}"), 2, 16, "is a text in quotes"},
        {RULES("\"sets\": {\"\": [\"tetra\"]}"), 2, 10, "a set needs a name"},
        {RULES("\"sets\": {\"all\": [\"tetra\"]}"), 2, 10, "'all' is the set of all parts already"},
        {RULES("\"sets\": {\"tetra\": [\"tetra\"]}"), 2, 10, "'tetra' is a part already"},
        {RULES("\"sets\": {\"x\": [\"tetra\", \"z*\"]}"), 2, 25, "the pattern 'z*' matches no part"},
        {RULES("\"sets\": {\"x\": [\"base/*\"]}"), 2, 16, "the pattern 'base/*' matches no part"},
        {RULES("\"sets\": {\"x\": [\"bases\"]}"), 2, 16, "no part is called 'bases'; did you mean 'base'?"},
        {RULES("\"sets\": {\"x\": [\"all\"]}"), 2, 16, "no part is called 'all'"},
        {RULES("\"sets\": {\"x\": [\"base\"], \"y\": [\"x\"]}"), 2, 31, "no part is called 'x'"},
        {RULES("\"tests\": {}"), 2, 10, "\"tests\" is an array"},
        {RULES("\"tests\": [1]"), 2, 11, "a test is an object"},
        {RULES("\"tests\": [{}]"), 2, 11, "a test needs \"between\""},
        {RULES("\"tests\": [{\"between\": [\"base\"]}]"), 2, 23, "needs two names"},
        {RULES("\"tests\": [{\"between\": \"base\"}]"), 2, 23, "needs two names"},
        {RULES("\"tests\": [{\"between\": [\"base\", 1]}]"), 2, 32, "is a text in quotes"},
        {RULES("\"tests\": [{\"between\": [\"base\", \"tetar\"]}]"), 2, 32,
         "no part and no set is called 'tetar'; did you mean 'tetra'?"},
        {RULES("\"tests\": [{\"between\": [\"base\", \"zzzzzzzzzz\"]}]"), 2, 32, "parts: two, tetra, base"},
        {RULES("\"tests\": [{\"between\": [\"base\", \"all\"], \"clearence\": 1}]"), 2, 40,
         "did you mean \"clearance\"?"},
        {RULES("\"tests\": [{\"between\": [\"base\", \"all\"], \"clearance\": -1}]"), 2, 53,
         "0 or more, not -1"},
        {RULES("\"tests\": [{\"between\": [\"base\", \"all\"], \"clearance\": \"5km\"}]"), 2, 53,
         "'5km' is not a length"},
        {RULES("\"tests\": [{\"between\": [\"base\", \"all\"], \"clearance\": true}]"), 2, 53,
         "not true or false"},
        {RULES("\"tests\": [{\"between\": [\"base\", \"all\"], \"allow_contact\": 1}]"), 2, 57,
         "is true or false"},
        {RULES("\"tests\": [{\"between\": [\"base\", \"all\"], \"name\": \"\"}]"), 2, 48, "is empty"},
        {RULES("\"tests\": [{\"between\": [\"base\", \"all\"], \"ignore_overlap\": 1, \"allow_contact\": "
               "false}]"),
         2, 78, "contact is allowed with it"},
        {RULES("\"ignore\": [{\"between\": [\"base\", \"all\"]}]"), 2, 12, "needs a \"reason\""},
        {RULES("\"ignore\": [{\"between\": [\"base\", \"all\"], \"reason\": \"\"}]"), 2, 51, "is empty"},
        {RULES("\"ignore\": [{\"between\": [\"base\", \"?\"], \"reason\": \"x\"}]"), 2, 33,
         "the pattern '?' matches no part"},
        {RULES("\"ignore\": [{\"reason\": \"x\"}]"), 2, 12, "needs \"between\""},
        {RULES("\"ignore\": [{\"between\": [\"base\", \"all\"], \"why\": \"x\"}]"), 2, 41,
         "no field \"why\""},
    };
    assert_all_bad(bad, COUNT(bad));
}

/* What only the meshes tell. */
static void test_after_loading(void **state)
{
    (void)state;
    static const bad_scene bad[] = {
        {RULES("\"sets\": {\"x\": [\"tetra/*\"]}"), 2, 16, "the pattern 'tetra/*' matches no part"},
        {RULES("\"sets\": {\"x\": [\"*\", \"tetra/*\"]}"), 2, 21, "the pattern 'tetra/*' matches no part"},
        {RULES("\"sets\": {\"x\": [\"two/tow\"]}"), 2, 16, "did you mean 'two/two'?"},
        {RULES("\"sets\": {\"two/one\": [\"base\"]}"), 2, 10, "is a part already"},
        {RULES("\"tests\": [{\"between\": [\"base\", \"base\"]}]"), 2, 23, "the same single part"},
        {RULES("\"tests\": [{\"between\": [\"two/one\", \"two/o*\"]}]"), 2, 23, "the same single part"},
        {PART("\"mesh\": \"two.stl\"},\n{\"name\": \"two/one\", \"mesh\": \"tetra.off\""), 3, 1,
         "two parts are called 'two/one', one of this entry and one of that in line 2"},
        {PART("\"mesh\": \"huge.off\", \"scale\": 1e100"), 2, 10, "scaled beyond the range of doubles"},
        {PART("\"mesh\": \"bad.off\""), 2, 10, "part 'bad': folder/bad.off:4: 'x' is not a number"},
    };
    for (size_t i = 0; i < COUNT(bad); i++)
        assert_bad(&bad[i], FK_ERROR_SYNTAX, 0);
    bad_scene missing = {PART("\"name\": \"arm\",\n\"mesh\": \"meshes/arm.stl\""), 3, 9,
                         "part 'arm': folder/meshes/arm.stl: it is not on the shelf"};
    assert_bad(&missing, FK_ERROR_READ, 0);
}

/* Files of the system: the scene, and a mesh, that are not there. */
static void test_files(void **state)
{
    (void)state;
    fk_scene_report report;
    fk_scene *scene = NULL;
    assert_int_equal(fk_scene_load(context, "examples/scene/no.json", NULL, &report, &scene), FK_ERROR_READ);
    assert_string_equal(report.message, "there is no such file or folder");
    assert_true(report.line == 0 && report.column == 0);
    assert_int_equal(fk_scene_load(context, "examples/scene", NULL, &report, &scene), FK_ERROR_READ);
    assert_int_equal(fk_scene_load(context, "examples/scene/bracket.off", NULL, &report, &scene),
                     FK_ERROR_SYNTAX);
    /* The second is missing, and the first, which is no mesh, is not loaded before that is told. */
    fk_scene_text text = {PART("\"mesh\": \"cell.json\"},\n{\"mesh\": \"sub/no.off\""), 0, "examples/scene"};
    text.bytes = strlen(text.text);
    assert_int_equal(fk_scene_parse(context, &text, NULL, &report, &scene), FK_ERROR_READ);
    assert_string_equal(report.message,
                        "part 'no': examples/scene/sub/no.off: there is no such file or folder");
    assert_true(report.line == 3 && report.column == 10);
    text.text = PART("\"mesh\": \"cell.json\"");
    text.bytes = strlen(text.text);
    assert_int_equal(fk_scene_parse(context, &text, NULL, &report, &scene), FK_ERROR_FORMAT);
    assert_null(scene);
}

/* A name longer than any message is cut, not overrun. */
static void test_long_words(void **state)
{
    (void)state;
    char text[5000], name[4001];
    memset(name, 'n', 4000);
    name[4000] = '\0';
    fk_scene_report report;
    fk_scene *scene = NULL;
    snprintf(text, sizeof text, PART("\"%s\": 1"), name);
    assert_int_equal(shelf_parse(context, text, &(shelf){0}, &report, &scene), FK_ERROR_SYNTAX);
    assert_non_null(strstr(report.message, "nnn...\""));
    snprintf(text, sizeof text, PART("\"mesh\": \"%s\""), name);
    assert_int_equal(shelf_parse(context, text, &(shelf){0}, &report, &scene), FK_ERROR_READ);
    assert_true(strlen(report.message) < sizeof report.message);
    assert_non_null(strstr(report.message, "it is not on the shelf"));
}

/* ---- Places -------------------------------------------------------------------------------------------- */

/* Finds every value of a text: what jansson reads from its place on is the same value. */
static int check_places(const char *text, json_t *json, fk_json_path_step *step, size_t depth)
{
    size_t offset, length = strlen(text);
    json_error_t error;
    assert_true(fk_json_find_offset(text, length, step, depth, false, &offset));
    json_t *again =
        json_loadb(text + offset, length - offset, JSON_DECODE_ANY | JSON_DISABLE_EOF_CHECK, &error);
    assert_non_null(again);
    assert_true(json_equal(again, json));
    json_decref(again);
    int count = 1;
    const char *key;
    json_t *value;
    size_t index;
    json_object_foreach(json, key, value)
    {
        step[depth] = (fk_json_path_step){key, 0};
        assert_true(fk_json_find_offset(text, length, step, depth + 1, true, &offset));
        assert_int_equal(text[offset], '"');
        again = json_loadb(text + offset, length - offset, JSON_DECODE_ANY | JSON_DISABLE_EOF_CHECK, &error);
        assert_string_equal(json_string_value(again), key);
        json_decref(again);
        count += check_places(text, value, step, depth + 1);
    }
    json_array_foreach(json, index, value)
    {
        step[depth] = (fk_json_path_step){NULL, index};
        count += check_places(text, value, step, depth + 1);
    }
    return count;
}

static void test_places(void **state)
{
    (void)state;
    static const char odd[] = "\n {\"a{\" : [1,-2.5e3 ,\"x]\\\"}\",[ ], { "
                              "},[[true]],null]\t,\"\\u0061\\\\\\\"\":{\"\\ud83d\\ude00\":false,\"b\":"
                              "\"\\\\\"},\"\\u00e9\\n\\/\":{\"a\":[{\"c\":0}]},\"\":1}\n";
    fk_json_path_step step[12];
    json_error_t error;
    json_t *json = json_loads(odd, 0, &error);
    assert_non_null(json);
    assert_int_equal(check_places(odd, json, step, 0), 19);
    /* What is not there is not found, in no part of the text, and nothing is read beyond it. */
    size_t offset;
    assert_false(fk_json_find_offset(odd, strlen(odd), &(fk_json_path_step){"zz", 0}, 1, false, &offset));
    assert_int_equal(offset, 2);
    for (size_t length = 0; length < strlen(odd); length++) {
        char *cut = malloc(length + 1);
        assert_non_null(cut);
        memcpy(cut, odd, length);
        fk_json_path_step way[3] = {{"\xc3\xa9\n/", 0}, {"a", 0}, {NULL, 0}};
        bool found = fk_json_find_offset(cut, length, way, 3, false, &offset);
        assert_true(offset <= length);
        assert_int_equal(found, length > (size_t)(strstr(odd, "{\"c\"") - odd));
        free(cut);
    }
    json_decref(json);
    char *text = file_text("examples/scene/cell.json");
    json = json_loads(text, 0, &error);
    assert_non_null(json);
    assert_true(check_places(text, json, step, 0) > 100);
    json_decref(json);
    free(text);
    uint64_t line, column;
    fk_text_line_column("ab\nc\r\n\nd", 7, &line, &column);
    assert_true(line == 4 && column == 1);
    fk_text_line_column("ab\nc", 4, &line, &column);
    assert_true(line == 2 && column == 2);
}

/* ---- Patterns ------------------------------------------------------------------------------------------ */

/* The plainest matcher: tries everything. Classes are those that the test below makes. */
static bool plain_match(const char *pattern, const char *name)
{
    if (*pattern == '\0')
        return *name == '\0';
    if (*pattern == '*')
        return plain_match(pattern + 1, name) || (*name != '\0' && plain_match(pattern, name + 1));
    if (*name == '\0')
        return false;
    if (strncmp(pattern, "[ab]", 4) == 0)
        return (*name == 'a' || *name == 'b') && plain_match(pattern + 4, name + 1);
    if (strncmp(pattern, "[!a]", 4) == 0)
        return *name != 'a' && plain_match(pattern + 4, name + 1);
    return (*pattern == '?' || *pattern == *name) && plain_match(pattern + 1, name + 1);
}

static void test_patterns(void **state)
{
    (void)state;
    static const struct {
        const char *pattern, *name;
        bool matches;
    } row[] = {
        {"", "", true},
        {"*", "", true},
        {"?", "", false},
        {"a", "a", true},
        {"a", "ab", false},
        {"*b", "aab", true},
        {"a*b*c", "a-b-b-c", true},
        {"a*b*c", "a-c-b", false},
        {"[a-c]x", "bx", true},
        {"[a-c]x", "dx", false},
        {"[!a-c]x", "dx", true},
        {"[^a-c]x", "ax", false},
        {"[]a]", "]", true},
        {"[!]]", "]", false},
        {"[a-]", "-", true},
        {"[", "[", true},
        {"[a", "[a", true},
        {"[*]", "*", true},
        {"[*]", "x", false},
        {"?", "\xc3\xa9", true},
        {"??", "\xc3\xa9", false},
        {"[\xc3\xa0-\xc3\xaf]", "\xc3\xa9", true},
        {"?", "\xe9", true},
        {"*", "a/b", true},
        {"[]", "[]", true},
        {"a[", "a[", true},
        {"**", "x", true},
        {"*a*", "bcd", false},
    };
    for (size_t i = 0; i < COUNT(row); i++) {
        if (fk_glob_matches(row[i].pattern, row[i].name) != row[i].matches)
            print_message("'%s' and '%s'\n", row[i].pattern, row[i].name);
        assert_int_equal(fk_glob_matches(row[i].pattern, row[i].name), row[i].matches);
    }
    fk_random random = fk_random_make(11);
    static const char *const item[] = {"a", "b", "c", "*", "?", "[ab]", "[!a]", "*"};
    int matches = 0;
    for (int i = 0; i < 200000; i++) {
        char pattern[40] = "", name[8] = "", beginning[8] = "";
        for (uint64_t k = fk_random_below(&random, 7); k > 0; k--)
            strcat(pattern, item[fk_random_below(&random, 8)]);
        for (uint64_t k = fk_random_below(&random, 7); k > 0; k--)
            strncat(name, &"abc"[fk_random_below(&random, 3)], 1);
        bool expected = plain_match(pattern, name);
        assert_int_equal(fk_glob_matches(pattern, name), expected);
        matches += expected;
        /* What matches as a whole may match after each of its beginnings. */
        strncat(beginning, name, (size_t)fk_random_below(&random, 7));
        assert_true(!expected || fk_glob_may_match(pattern, beginning));
    }
    assert_true(matches > 20000 && matches < 180000);
    assert_false(fk_glob_may_match("b*", "a/"));
    assert_true(fk_glob_may_match("*/x", "a/"));
    assert_true(fk_glob_may_match("a?x", "a/"));
    assert_false(fk_glob_may_match("a", "a/"));
    assert_true(fk_glob_is_pattern("a[") && fk_glob_is_pattern("?") && !fk_glob_is_pattern("a]"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_syntax),        cmocka_unit_test(test_top),
        cmocka_unit_test(test_parts),         cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_poses),         cmocka_unit_test(test_rules),
        cmocka_unit_test(test_after_loading), cmocka_unit_test(test_files),
        cmocka_unit_test(test_long_words),    cmocka_unit_test(test_places),
        cmocka_unit_test(test_patterns),
    };
    return cmocka_run_group_tests(tests, make_context, end_context);
}
