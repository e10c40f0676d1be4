/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Scenes of MoveIt, as text and as YAML: what comes out, exact errors, what they say about robots, broken texts, scarce memory. */

#define _XOPEN_SOURCE 700

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <string.h>

#include <cmocka.h>

#include "folder_fixture.h"
#include "farkas/scene.h"
#include "scarce_memory.h"

/* ---- What comes out ------------------------------------------------------------------------------------ */

#define POSE              "0 0 0 0 0 0 1\n"
#define COLOR             "0 0 0 0\n"
#define YAML_OBJECT(rest) "world:\n  collision_objects:\n    - id: o\n" rest

static const struct {
    const char *text, *parts;
} good[] = {
    {"n\n* a\n1 2 3 0 0 0 1\n1\nbox\n2 4 6\n0 0 1 0 0 0 1\n" COLOR "0\n.\n", "a box (1 2 4) (-1 -2 -3)"},
    {"n\r\n\r\n* a b \r\n1\r\nsphere 2\r\n" POSE COLOR ".", "a b sphere (0 0 0) 2"},
    /* Of the older form: there is no blank below the name. */
    {"n\n* a\n2\ncylinder 1 4\n1 0 0\n0 0 0 1\n" COLOR "cone 1 4\n" POSE COLOR
     "* b\n0\n* c\n1\nbox 1 1 1 " POSE COLOR ".\n",
     "a/1 cylinder (1 0 0) 1 4; a/2 cone (0 0 0) 1 4; c box (0 0 0) (-0.5 -0.5 -0.5)"},
    /* A quarter turn of the object about z, and subframes. */
    {"n\n* a\n1 0 0  0 0 1 1\n1\nsphere 1\n2 0 0 0 0 0 1\n" COLOR "2\ns " POSE "t\n" POSE "* a\n" POSE
     "1 sphere 3 " POSE COLOR "0\n.",
     "a/1 sphere (1 2 0) 1; a/2 sphere (0 0 0) 3"},
    {"n\n* m\n1\nmesh 3 1  0 0 0  1 0 0  0 1 0  0 1 2\n" POSE COLOR ".", "m mesh (0 0 0) 3 1"},
    {"n\n* p\n1\nplane 0 0 2 -4\n" POSE COLOR ".", "p mesh (0 0 0) 4 2"},
    {YAML_OBJECT("      primitives: [{type: BOX, dimensions: [2, 4, 6]}]\n"), "o box (0 0 0) (-1 -2 -3)"},
    {YAML_OBJECT(
         "      pose: {position: {x: 1, y: 0, z: 0}, orientation: {x: 0, y: 0, z: 0, w: 0}}\n"
         "      primitives:\n        - type: 3\n          dimensions: [4, 1]\n"
         "        - type: cone\n          dimensions: [4, 1]\n"
         "      primitive_poses:\n        - position: [0, 0, 1]\n        - orientation: [0, 0, 0, 1]\n"),
     "o/1 cylinder (1 0 1) 1 4; o/2 cone (1 0 0) 1 4"},
    {YAML_OBJECT("      meshes: [{vertices: [[0, 0, 0], {x: 1, y: 0, z: 0}, [0, 1, 0]], triangles: "
                 "[{vertex_indices: [0, 1, 2]}]}]\n"
                 "      planes: [{coef: [1, 0, 0, 0]}]\n"),
     "o/1 mesh (0 0 0) 3 1; o/2 mesh (0 0 0) 4 2"},
    {YAML_OBJECT("      header: {frame_id: odd}\n      primitives: [{type: 2, dimensions: [1]}]\n"
                 "fixed_frame_transforms: [{child_frame_id: odd, transform: "
                 "{translation: [0, 0, 5], rotation: [0, 0, 1, 1]}}]\n"),
     "o sphere (0 0 5) 1"},
};

static void describe(const fk_scene *scene, char *out, size_t size)
{
    size_t used = 0;
    for (uint32_t i = 0; i < scene->part_count; i++) {
        const fk_scene_part *p = &scene->part[i];
        fk_vec3 t = p->pose.translation;
        used += (size_t)snprintf(out + used, size - used, "%s%s %s (%g %g %g)", i > 0 ? "; " : "", p->name,
                                 p->mesh != NULL ? "mesh" : fk_kind_word(p->piece.kind), t.x, t.y, t.z);
        if (p->mesh != NULL)
            used += (size_t)snprintf(out + used, size - used, " %u %u", p->mesh->vertex_count,
                                     p->mesh->triangle_count);
        else if (p->piece.kind == FK_KIND_BOX)
            used += (size_t)snprintf(out + used, size - used, " (%g %g %g)", p->piece.as.cell.origin.x,
                                     p->piece.as.cell.origin.y, p->piece.as.cell.origin.z);
        else if (p->piece.kind == FK_KIND_SPHERE)
            used += (size_t)snprintf(out + used, size - used, " %g", p->piece.as.sphere.radius);
        else
            used += (size_t)snprintf(out + used, size - used, " %g %g", p->piece.as.capsule.radius,
                                     p->piece.as.capsule.end[1].z - p->piece.as.capsule.end[0].z);
    }
}

static fk_status parse(fk_context *with, const char *text, const fk_scene_options *options,
                       fk_scene_report *report, fk_scene **out)
{
    const fk_scene_text given = {text, strlen(text), ""};
    return fk_scene_parse(with, &given, options, report, out);
}

static void test_good(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        fk_scene *scene;
        fk_scene_report report;
        char is[600];
        if (parse(context, good[i].text, NULL, &report, &scene) != FK_OK)
            fail_msg("%s\n%u: %s", good[i].text, (unsigned)report.line, report.message);
        describe(scene, is, sizeof is);
        assert_string_equal(is, good[i].parts);
        assert_int_equal(scene->unit, FK_UNIT_M);
        fk_scene_free(context, scene);
    }
}

/* A plane lies where it should, and reaches far. */
static void test_plane(void **state)
{
    (void)state;
    static const double plane[][4] = {
        {0, 0, 2, -4}, {1, 2, -3, 5}, {-1e-200, 0, 0, 1e-200}, {3, -1e-9, 0, 0}};
    for (size_t i = 0; i < sizeof plane / sizeof *plane; i++) {
        char text[300];
        fk_scene *scene;
        const double *p = plane[i];
        snprintf(text, sizeof text, "n\n* p\n1\nplane %.17g %.17g %.17g %.17g\n" POSE COLOR ".", p[0], p[1],
                 p[2], p[3]);
        assert_int_equal(parse(context, text, NULL, NULL, &scene), FK_OK);
        const fk_mesh *mesh = scene->part[0].mesh;
        double largest = fmax(fabs(p[0]), fmax(fabs(p[1]), fabs(p[2])));
        for (uint32_t k = 0; k < 4; k++) {
            fk_vec3 v = mesh->point[k];
            double off = (p[0] * v.x + p[1] * v.y + p[2] * v.z + p[3]) / largest;
            assert_true(fabs(off) < 1e-9);
            assert_true(fk_vec3_dot(v, v) > 1.9e6);
        }
        fk_scene_free(context, scene);
    }
}

/* ---- Errors -------------------------------------------------------------------------------------------- */

static const struct {
    const char *text;
    unsigned line;
    const char *message;
} bad[] = {
    {"n\n* a\n1\nbox 1 1\n", 5, "the text ends where a size should be"},
    {"n\n* a\n1\nbox 1 1 x\n", 4, "here should be a size, not 'x'"},
    {"n\n* a\n1\nbox 1 1 0\n" POSE COLOR ".", 4, "sizes are above 0, not 0"},
    {"n\n* a\n1\noctree\n", 4,
     "here should be a shape: box, sphere, cylinder, cone, mesh or plane, not 'octree'"},
    {"n\n* a\n1\nsphere 1\n0 0 0 0 0 0\n\n.", 7,
     "here should be a number of a pose: x y z, qx qy qz qw, not '.'"},
    {"n\n* a\n99999\nsphere 1\n", 3, "the text ends before it has 99999 of them"},
    {"n\n* a\n-1\n", 3, "here should be the number of shapes, not '-1'"},
    {"n\n* a\n1\nmesh 1000000000 1\n0 0 0\n", 4, "the text ends before it has 1000000000 of them"},
    {"n\n* a\n1\nmesh 3 1 0 0 0 1 0 0 0 1 0 0 1 3\n", 4, "triangle 0 has vertex 3, of 3"},
    {"n\n* a\n1\nmesh 3 1 0 0 0 1 0 0 0 1 0 0 1 -1\n", 4, "here should be the number of a vertex, not '-1'"},
    {"n\n* a\n1\nplane 0 0 0 1\n", 4, "a plane needs a normal, a, b, c of a x + b y + c z + d = 0"},
    {"n\n*\n1\n", 2, "the object has no name: '* NAME'"},
    {"n\n* a\n0\n+\n", 4, "here should be '*' before an object, or '.' at the end, not '+'"},
    {"n\n.\n", 0, "the scene has no objects, and nothing is added to it"},
    {"n\n* all\n1\nsphere 1\n" POSE COLOR ".", 0,
     "a part may not be called 'all', which is the set of all parts: give it another \"name\""},
    {"goal_queries: []\n", 1, "this is YAML, but no scene of MoveIt: it has no 'world' and no 'robot_state'"},
    {"world: {}\n", 0, "the scene has no objects, and nothing is added to it"},
    {"world: {collision_objects: 3}\n", 1, "collision_objects is a list, not a whole number"},
    {"world: {collision_objects: [{}]}\n", 1, "an object needs an id"},
    {"world: {octomap: {octomap: {data: [1, 2]}}}\n", 1, "octomaps are not read: leave the octomap out"},
    {YAML_OBJECT("      operation: 1\n"), 4, "this changes a scene: only operation 0, ADD, makes one"},
    {YAML_OBJECT("      primitives: [{type: prism, dimensions: [1, 1]}]\n"), 4,
     "a primitive has a type: box, sphere, cylinder or cone, or 1 to 4"},
    {YAML_OBJECT("      primitives: [{type: 1, dimensions: [1, 1]}]\n"), 4,
     "dimensions needs 3 numbers, and this list has 2"},
    {YAML_OBJECT("      primitives: [{type: 2, dimensions: [a]}]\n"), 4,
     "dimensions needs finite numbers, not a"},
    {YAML_OBJECT("      primitives: [{type: 2, dimensions: [-1]}]\n"), 4, "sizes are above 0, not -1"},
    {YAML_OBJECT("      primitives: [{type: 2, dimensions: [1]}]\n      primitive_poses: [{}, {}]\n"), 5,
     "primitives and primitive_poses have the same length"},
    {YAML_OBJECT("      primitives: [{type: 2, dimensions: [1]}]\n      primitive_poses: [{position: {x: 1, "
                 "y: 2}}]\n"),
     5, "position has no z"},
    {YAML_OBJECT("      meshes: [{vertices: []}]\n"), 4, "a mesh has vertices and triangles, or a resource"},
    {YAML_OBJECT("      meshes: [{vertices: [[0, 0, 0]], triangles: [[0, 0, 1]]}]\n"), 4,
     "triangle 0 has vertex 1, of 1"},
    {YAML_OBJECT("      meshes: [{vertices: [[0, 0, 0]], triangles: [[0, 0, 0.5]]}]\n"), 4,
     "vertex_indices are whole numbers from 0"},
    {YAML_OBJECT("      meshes: [{resource: 'http://x'}]\n"), 4,
     "'http://x' cannot be opened: it should be package://NAME/FILE, file://FILE or a path"},
    {YAML_OBJECT("      primitives: [{type: 2, dimensions: [1]}]\n"
                 "allowed_collision_matrix: {entry_names: [o]}\n"),
     5, "entry_names and entry_values have the same length"},
    {YAML_OBJECT("      primitives: [{type: 2, dimensions: [1]}]\n"
                 "allowed_collision_matrix: {entry_names: [o], entry_values: [[yes, no]]}\n"),
     5, "a row of entry_values needs 1 values, true or false"},
    {"robot_state:\n  attached_collision_objects:\n    - link_name: l\n", 3,
     "an attached object has an object and a link_name"},
    {"robot_state:\n  attached_collision_objects:\n    - link_name: l\n      object: {id: o, header: "
     "{frame_id: k}}\n",
     4, "what is attached to 'l' is given in its frame, not in 'k'"},
    {"robot_state:\n  attached_collision_objects:\n    - link_name: l\n      object: {id: o, primitives: "
     "[{type: 2, dimensions: [1]}]}\n",
     0, "no part with a \"motion\" and no link of a robot is called 'l'"},
    {"robot_state:\n  multi_dof_joint_state:\n    transforms: [{translation: {x: 1, y: 0, z: 0}}]\n", 3,
     "the base of the robot is moved, by multi_dof_joint_state: give it a \"pose\" in the \"robots\" of a "
     "scene in JSON"},
};

static void test_bad(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        fk_scene *scene = NULL;
        fk_scene_report report;
        fk_status status = parse(context, bad[i].text, NULL, &report, &scene);
        if (status != FK_ERROR_SYNTAX || report.line != bad[i].line ||
            strcmp(report.message, bad[i].message) != 0)
            fail_msg("%s\nstatus %d, line %u: %s", bad[i].text, (int)status, (unsigned)report.line,
                     report.message);
        assert_true(scene == NULL && (report.line == 0) == (report.column == 0));
    }
}

/* ---- With a robot -------------------------------------------------------------------------------------- */

#define SHAPE "<collision><geometry>"
#define END   "</geometry></collision>"
static const char robot_text[] =
    "<robot name='r'>"
    "<link name='base'>" SHAPE "<box size='1 2 3'/>" END "</link>"
    "<link name='arm'>" SHAPE "<cylinder radius='1' length='4'/>" END SHAPE "<sphere radius='1'/>" END
    "</link>"
    "<link name='hand'>" SHAPE "<mesh filename='h.off'/>" END "</link>"
    "<link name='tip'>" SHAPE "<capsule radius='1' length='2'/>" END "</link>"
    "<joint name='turn' type='continuous'><parent link='base'/><child link='arm'/><axis xyz='0 0 1'/></joint>"
    "<joint name='slide' type='prismatic'><parent link='arm'/><child link='hand'/><axis xyz='1 0 0'/>"
    "<limit lower='0' upper='9'/></joint>"
    "<joint name='fix' type='fixed'><parent link='hand'/><child link='tip'/></joint></robot>";

static const char robot_scene[] =
    "robot_state:\n"
    "  joint_state: {name: [slide, other, turn], position: [2, 7, 1.5707963267948966]}\n"
    "  attached_collision_objects:\n"
    "    - link_name: hand\n"
    "      touch_links: [base, tip]\n"
    "      object: {id: held, header: {frame_id: hand}, primitives: [{type: 2, dimensions: [0.5]}, {type: 2, "
    "dimensions: [1]}]}\n"
    "allowed_collision_matrix:\n"
    "  entry_names: [base, hand, wall, none]\n"
    "  entry_values:\n"
    "    - enabled: [false, true, true, true]\n"
    "    - [true, false, false, false]\n"
    "    - enabled: [1, 0, 0, 0]\n"
    "    - enabled: [true, false, false, false]\n"
    "  default_entry_names: [wall, post]\n"
    "  default_entry_values: [true, false]\n"
    "link_padding: [{link_name: base, padding: 0.5}, {link_name: arm, padding: 0.25}, {link_name: hand, "
    "padding: 1},"
    " {link_name: tip, padding: 0.5}, {link_name: other, padding: 3}]\n"
    "link_scale: [{link_name: base, scale: 2}, {link_name: arm, scale: 2}, {link_name: tip, scale: 2}]\n"
    "world:\n"
    "  collision_objects:\n"
    "    - {id: wall, header: {frame_id: hand}, primitives: [{type: 2, dimensions: [1]}]}\n"
    "    - {id: post, header: {frame_id: world}, primitives: [{type: 2, dimensions: [1]}]}\n";

static char urdf[500];

static int make_robot(void **state)
{
    char path[500];
    if (make_folder(state) != 0)
        return -1;
    snprintf(urdf, sizeof urdf, "%s/r.urdf", folder);
    snprintf(path, sizeof path, "%s/h.off", folder);
    FILE *file = fopen(urdf, "w"), *mesh = fopen(path, "w");
    if (file == NULL || mesh == NULL)
        return -1;
    fputs(robot_text, file);
    fputs("OFF\n4 4 0\n3 0 0\n-1 0 0\n-1 4 0\n-1 -4 0\n3 0 1 2\n3 0 2 3\n3 0 3 1\n3 1 3 2\n", mesh);
    fclose(file);
    fclose(mesh);
    return 0;
}

static int end_robot(void **state)
{
    char path[500];
    snprintf(path, sizeof path, "%s/h.off", folder);
    (void)remove(path);
    (void)remove(urdf);
    return end_folder(state);
}

static const fk_scene_part *part_of(const fk_scene *scene, const char *name)
{
    uint32_t part = fk_scene_find_part(scene, name);
    assert_int_not_equal(part, FK_NONE);
    return &scene->part[part];
}

/* In both orders; "" if it is not ignored. */
static const char *reason_of(const fk_scene *scene, const char *a, const char *b)
{
    uint32_t first = fk_scene_find_part(scene, a), second = fk_scene_find_part(scene, b);
    const char *reason = fk_scene_ignores(scene, first, second),
               *other = fk_scene_ignores(scene, second, first);
    assert_true(first != FK_NONE && second != FK_NONE && reason == other);
    return reason != NULL ? reason : "";
}

static void test_robot(void **state)
{
    (void)state;
    fk_scene_options options = fk_scene_options_default();
    fk_scene_report report;
    fk_scene *scene;
    options.urdf = urdf;
    if (parse(context, robot_scene, &options, &report, &scene) != FK_OK)
        fail_msg("%u: %s", (unsigned)report.line, report.message);
    /* Joints; those of the options count more. */
    assert_true(scene->track[0].value[0] == 1.5707963267948966 && scene->track[0].value[1] == 2);
    /* Sizes: s x + 2 p, s r + p, s l + 2 p. */
    fk_vec3 corner = part_of(scene, "base")->piece.as.cell.origin;
    assert_true(corner.x == -1.5 && corner.y == -2.5 && corner.z == -3.5);
    fk_capsule cylinder = part_of(scene, "arm/1")->piece.as.capsule,
               capsule = part_of(scene, "tip")->piece.as.capsule;
    assert_true(cylinder.radius == 2.25 && cylinder.end[1].z == 4.25 && cylinder.end[0].z == -4.25);
    assert_true(part_of(scene, "arm/2")->piece.as.sphere.radius == 2.25);
    assert_true(capsule.radius == 2.5 && capsule.end[1].z == 2);
    /* The mean of the vertices is the origin: each moves outwards by 1. */
    const fk_mesh *mesh = part_of(scene, "hand")->mesh;
    static const double moved[4][2] = {{4, 0},
                                       {-2, 0},
                                       {-1 - 0.24253562503633297, 4 + 0.9701425001453319},
                                       {-1 - 0.24253562503633297, -4 - 0.9701425001453319}};
    for (uint32_t i = 0; i < 4; i++)
        assert_true(fabs(mesh->point[i].x - moved[i][0]) < 1e-14 &&
                    fabs(mesh->point[i].y - moved[i][1]) < 1e-14);
    /* What is given in the frame of a link stands where the link is at first; the rest in the world. */
    fk_vec3 wall = part_of(scene, "wall")->pose.translation;
    assert_true(fabs(wall.x) < 1e-15 && wall.y == 2 && wall.z == 0 &&
                part_of(scene, "wall")->frame == FK_NONE);
    assert_true(part_of(scene, "held/1")->frame == part_of(scene, "hand")->frame);
    /* Pairs. */
    static const struct {
        const char *a, *b, *reason;
    } pair[] = {
        {"base", "hand", "allowed_collision_matrix"},
        {"base", "wall", "allowed_collision_matrix"},
        {"hand", "wall", ""},
        {"arm/1", "wall", "allowed_collision_matrix"},
        {"post", "wall", ""},
        {"arm/1", "post", ""},
        {"held/1", "hand", "attached"},
        {"held/2", "base", "touch_links"},
        {"held/2", "tip", "touch_links"},
        {"held/1", "held/2", "attached"},
        {"held/1", "arm/1", ""},
        {"held/1", "wall", "allowed_collision_matrix"},
        {"arm/1", "base", "adjacent"},
        {"arm/1", "tip", ""},
    };
    for (size_t i = 0; i < sizeof pair / sizeof *pair; i++)
        if (strcmp(reason_of(scene, pair[i].a, pair[i].b), pair[i].reason) != 0)
            fail_msg("%s and %s: '%s', not '%s'", pair[i].a, pair[i].b,
                     reason_of(scene, pair[i].a, pair[i].b), pair[i].reason);
    fk_scene_free(context, scene);
    options.joints = "turn=0.25";
    assert_int_equal(parse(context, robot_scene, &options, &report, &scene), FK_OK);
    assert_true(scene->track[0].value[0] == 0.25 && scene->track[0].value[1] == 2);
    fk_scene_free(context, scene);
}

static void test_robot_bad(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        unsigned line;
        const char *message;
    } row[] = {
        {"world: {}\nlink_padding: [{link_name: base, padding: -1}]\n", 0,
         "link_padding leaves nothing of 'base'"},
        {"world: {}\nlink_scale: [{link_name: base, scale: 0}]\n", 2, "scale is a number above 0"},
        {"world: {}\nlink_padding: [{padding: 1}]\n", 2,
         "an element of link_padding has a link_name and a padding"},
        {"world: {}\nlink_padding: 3\n", 2, "link_padding is a list, not a whole number"},
        {"robot_state:\n  joint_state: {name: [turn], position: [1, 2]}\n", 2,
         "name and position of joint_state have the same length"},
        {"robot_state:\n  joint_state: {name: [turn], position: [a]}\n", 2, "a position is a finite number"},
    };
    fk_scene_options options = fk_scene_options_default();
    options.urdf = urdf;
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        fk_scene *scene;
        fk_scene_report report;
        fk_status status = parse(context, row[i].text, &options, &report, &scene);
        if (status != FK_ERROR_SYNTAX || report.line != row[i].line ||
            strcmp(report.message, row[i].message) != 0)
            fail_msg("%s\nstatus %d, line %u: %s", row[i].text, (int)status, (unsigned)report.line,
                     report.message);
    }
}

/* ---- Broken texts, scarce memory ----------------------------------------------------------------------- */

static void test_mutations(void **state)
{
    (void)state;
    static const char *const word[] = {"* ", ".", "\n", "1e999", "-1",        "mesh", ": ",
                                       "- ", "[", "}",  "0",     "999999999", "\xff"};
    fk_random random = fk_random_make(33);
    fk_scene_options options = fk_scene_options_default();
    options.urdf = urdf;
    int refused = 0;
    for (int i = 0; i < 2000; i++) {
        char text[3000];
        fk_scene *scene;
        fk_scene_report report;
        const char *seed = i % 2 == 0 ? robot_scene : good[(size_t)i / 2 % (sizeof good / sizeof *good)].text;
        size_t length = (size_t)snprintf(text, sizeof text - 100, "%s", seed);
        for (uint64_t k = 1 + fk_random_below(&random, 3); k > 0 && length > 0; k--) {
            size_t at = fk_random_below(&random, (uint32_t)length);
            const char *with = word[fk_random_below(&random, sizeof word / sizeof *word)];
            size_t out = fk_random_below(&random, 2) * fk_random_below(&random, (uint32_t)(length - at)),
                   in = strlen(with);
            memmove(text + at + in, text + at + out, length - at - out);
            memcpy(text + at, with, in);
            length += in - out;
        }
        text[length] = '\0';
        fk_status status = parse(context, text, &options, &report, &scene);
        refused += status != FK_OK;
        if (status == FK_OK)
            fk_scene_free(context, scene);
        else
            assert_true(report.message[0] != '\0' || status == FK_ERROR_MEMORY);
    }
    assert_true(refused > 500 && refused < 2000);
}

static void test_scarce(void **state)
{
    (void)state;
    fk_scene_options options = fk_scene_options_default();
    options.urdf = urdf;
    for (size_t i = 0; i <= sizeof good / sizeof *good; i++) {
        const char *text = i < sizeof good / sizeof *good ? good[i].text : robot_scene;
        fk_status status = FK_ERROR_MEMORY;
        for (size_t k = 0; status != FK_OK; k++) {
            memory m = {0, 1};
            fk_context *scarce = memory_context(&m);
            size_t before = m.used;
            fk_scene *scene = NULL;
            m.fail_at = k;
            status = parse(scarce, text, &options, NULL, &scene);
            m.fail_at = SIZE_MAX;
            assert_true(status == FK_OK || (status == FK_ERROR_MEMORY && scene == NULL));
            fk_scene_free(scarce, scene);
            assert_true(m.used == before);
            fk_context_destroy(scarce);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_good),   cmocka_unit_test(test_plane),     cmocka_unit_test(test_bad),
        cmocka_unit_test(test_robot),  cmocka_unit_test(test_robot_bad), cmocka_unit_test(test_mutations),
        cmocka_unit_test(test_scarce),
    };
    return cmocka_run_group_tests(tests, make_robot, end_robot);
}
