/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Trees of cells and groups of a scene: what comes of them, which are refused, where, and with which
 * words. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "scene_check.h"

#include "context_fixture.h"

#define QUOTE(number)  #number
#define TEXT(number)   QUOTE(number) /* of what a macro stands for */
#define EDGES(x, y, z) "\"edges\": [[" TEXT(x) ", 0, 0], [0, " TEXT(y) ", 0], [0, 0, " TEXT(z) "]]"
#define BOX(x, y, z)   "\"kind\": \"box\", \"origin\": [0, 0, 0], " EDGES(x, y, z)
#define CUBE           "{" BOX(1, 1, 1) "}"
/* A cell whose origin has its number as x; all lie in the root. */
#define NODE(number, more)                                                                                   \
    "{\"kind\": \"box\", \"origin\": [" #number ", 0, 0], \"edges\": [[0, 0, 0], [0, 0, 0], [0, 0, 0]]" more \
    "}"
#define CHILDREN(list) ", \"children\": [" list "]"
#define PART(cells)    "{\"farkas\": 1, \"parts\": [{\"name\": \"a\", \"shape\": {\"cells\":\n" cells "}}]}"

/* ---- Trees --------------------------------------------------------------------------------------------- */

/* The node that was made of a cell of the text, which has to be there once. */
static uint32_t node_of(const fk_cell_tree *tree, uint32_t source)
{
    uint32_t found = FK_NONE;
    for (uint32_t i = 0; i < tree->node_count; i++)
        if (tree->node[i].source == source) {
            assert_int_equal(found, FK_NONE);
            found = i;
        }
    assert_int_not_equal(found, FK_NONE);
    return found;
}

/* The cell of the text that a node is in, passing those that were added. */
static uint32_t parent_of(const fk_cell_tree *tree, uint32_t node)
{
    do {
        uint32_t above = FK_NONE;
        for (uint32_t i = 0; i < node && above == FK_NONE; i++)
            if (node - tree->node[i].first_child < tree->node[i].child_count)
                above = i;
        if (above == FK_NONE)
            return FK_NONE;
        node = above;
    } while (tree->node[node].source == FK_NONE);
    return tree->node[node].source;
}

static void test_tree(void **state)
{
    (void)state;
    static const uint32_t parent[] = {FK_NONE, 0, 1, 1, 3, 0, 0, 6};
    static const char text[] = PART(
        "{" BOX(16, 0, 0) CHILDREN(NODE(1, CHILDREN(NODE(1, "") "," NODE(1, CHILDREN(NODE(1, ""))))) "," NODE(
            5, CHILDREN("")) "," NODE(6, CHILDREN(NODE(6, "")))) "}");
    fk_scene *scene = shelf_good(context, text, &(shelf){0});
    const fk_scene_part *part = &scene->part[0];
    assert_true(part->mesh == NULL && part->piece.kind == FK_KIND_NONE && part->file == FK_NONE);
    assert_int_equal(part->group, FK_NONE);
    assert_non_null(part->cells);
    assert_int_equal(part->cells->node_count, 8);
    assert_int_equal(part->cells->leaf_count, 4);
    assert_int_equal(part->cells->level_count, 4);
    for (uint32_t i = 0; i < 8; i++)
        assert_int_equal(parent_of(part->cells, node_of(part->cells, i)), parent[i]);
    assert_int_equal(fk_cell_tree_check(context, part->cells, NULL), FK_OK);
    fk_scene_free(context, scene);
}

static void test_cell(void **state)
{
    (void)state;
    fk_scene *scene =
        shelf_good(context,
                   "{\"farkas\": 1, \"units\": \"in\", \"parts\": [{\"name\": \"a\", \"pose\": {\"xyz\": [1, "
                   "2, 3]}, \"shape\": "
                   "{\"cells\": {\"kind\": \"tetra\", \"origin\": [1, 2, 3], \"edges\": [[4, 5, 6], [7, 8, "
                   "9], [0.1, -1, 1e9]]}}},"
                   "{\"name\": \"b\", \"shape\": {\"sphere\": {\"radius\": 1}}}, {\"mesh\": \"tetra.off\"}]}",
                   &(shelf){0});
    const fk_cell_node *root = scene->part[0].cells->node;
    const fk_cell cell = {{1, 2, 3}, {{4, 5, 6}, {7, 8, 9}, {0.1, -1, 1e9}}};
    assert_int_equal(root->kind, FK_KIND_TETRA);
    assert_memory_equal(&root->cell, &cell, sizeof cell);
    assert_true(root->source == 0 && root->child_count == 0);
    assert_true(scene->part[0].pose.translation.x == 1);
    assert_true(scene->part[1].cells == NULL && scene->part[2].cells == NULL);
    assert_true(scene->part[1].group == FK_NONE && scene->part[2].group == FK_NONE);
    assert_true(scene->group_count == 0);
    fk_scene_free(context, scene);
}

/* 2^1000. */
#define FAR 1.0715086071862673e301

static void test_bad_cells(void **state)
{
    (void)state;
    static const bad_scene bad[] = {
        {PART("1"), 2, 1, "a cell is an object, {...}, not a number"},
        {PART("[]"), 2, 1, "a cell is an object, {...}, not an array"},
        {PART("{}"), 2, 1, "a cell needs \"kind\""},
        {PART("{\"kind\": 1}"), 2, 10, "\"kind\" is a text in quotes, not a number"},
        {PART("{\"kind\": \"cube\"}"), 2, 10,
         "\"kind\" is \"box\", which is any parallelepiped, or \"tetra\", not 'cube'"},
        {PART("{\"kind\": \"box\"}"), 2, 1, "a cell needs \"origin\""},
        {PART("{\"kind\": \"box\", \"origin\": [0, 0]}"), 2, 27, "needs 3 numbers, [x, y, z], not 2"},
        {PART("{\"kind\": \"box\", \"origin\": [0, 0, 0]}"), 2, 1, "a cell needs \"edges\""},
        {PART("{\"kind\": \"box\", \"origin\": [0, 0, 0], \"edges\": [[1, 0, 0], [0, 1, 0]]}"), 2, 47,
         "the three edges that leave the origin"},
        {PART("{\"kind\": \"box\", \"origin\": [0, 0, 0], \"edges\": 3}"), 2, 47, "the three edges"},
        {PART("{\"kind\": \"box\", \"origin\": [0, 0, 0], \"edges\": [1, 1, 1]}"), 2, 48,
         "\"edges\" needs 3 numbers, [x, y, z], not a number"},
        {PART("{\"kind\": \"box\", \"origin\": [0, 0, 0], \"edges\": [[1, 0, 0], [0, 1, 0], [0, 0, \"1\"]]}"),
         2, 77, "without quotes"},
        {PART("{\"child\": []}"), 2, 2, "a cell has no field \"child\"; did you mean \"children\"?"},
        {PART("{" BOX(1, 1, 1) ",\n \"children\": {}}"), 3, 14,
         "\"children\" is an array, [...], of cells, not an object"},
        {PART("{" BOX(1, 1, 1) CHILDREN("\n" CUBE ", 7") "}"), 3, 83,
         "a cell is an object, {...}, not a number"},
        {PART("{" BOX(1, 1, 1) CHILDREN("\n" CUBE ",\n  {\"kind\": \"tetra\"}") "}"), 4, 3,
         "a cell needs \"origin\""},
        {PART("{" BOX(1, 1, 1) CHILDREN("\n" CUBE ",\n  {" BOX(1, 2, 1) "}") "}"), 4, 3,
         "part 'a', cell 2: its corner (0, 2, 0) is not inside its parent, cell 0 of line 2: make the parent "
         "larger, "
         "or the cell smaller"},
        {PART("{" BOX(4, 1, 1) CHILDREN("\n" NODE(1, CHILDREN("\n" NODE(1, "") ",\n" NODE(3, "")))) "}"), 5,
         1, "part 'a', cell 3: its corner (3, 0, 0) is not inside its parent, cell 1 of line 3"},
        {PART("{\"kind\": \"tetra\", \"origin\": [0, 0, 0], " EDGES(1, 1, 1) CHILDREN("\n" CUBE) "}"), 3, 1,
         "cell 1: its corner (1, 1, 0) is not inside its parent, cell 0 of line 2"},
        {PART("{" BOX(1, 1, 1)
                  CHILDREN("\n{\"kind\": \"tetra\", \"origin\": [0, 0, 0], " EDGES(1, 1, 1.5) "}") "}"),
         3, 1, "cell 1: its corner (0, 0, 1.5) is not inside"},
        /* One unit in the last place. */
        {PART("{" BOX(1, 1, 1) CHILDREN("\n{" BOX(1, 1, 1.0000000000000002) "}") "}"), 3, 1, "is not inside"},
        {PART("{" BOX(FAR, 1, 1) "}"), 2, 1,
         "part 'a', cell 0: a number is not finite, or 2^1000 or beyond; make it smaller, or change the "
         "units"},
        {PART("{" BOX(1, 1, 1) CHILDREN("\n" CUBE ",\n{" BOX(1, 1, FAR) "}") "}"), 4, 1,
         "cell 2: a number is not finite"},
    };
    assert_all_bad(bad, COUNT(bad));
    /* The tree may be sound, and its place too far out. */
    static const bad_scene far = {"{\"farkas\": 1, \"parts\": [\n{\"name\": \"a\", \"pose\": {\"xyz\": "
                                  "[1.7976931348623157e308, 0, 0]}, \"shape\": {\"cells\": "
                                  "{" BOX(1e300, 1e300, 1e300) "}}}]}",
                                  2, 1, "part 'a' reaches beyond the range of doubles"};
    assert_bad(&far, FK_ERROR_SYNTAX, -1);
}

/* ---- Large trees --------------------------------------------------------------------------------------- */

enum { LEVELS = 1021 };

/* Cells in cells; the innermost has a size of its own. */
static char *nested(int levels, const char *innermost)
{
    char *text = malloc((size_t)levels * 130 + 400), *at = text;
    assert_non_null(text);
    at += sprintf(at, "{\"farkas\": 1, \"parts\": [{\"name\": \"a\", \"shape\": {\"cells\": ");
    for (int i = 1; i < levels; i++)
        at += sprintf(at, "{" BOX(1, 1, 1) ", \"children\": [\n");
    at += sprintf(at, "  %s", innermost);
    for (int i = 1; i < levels; i++)
        at += sprintf(at, "]}");
    sprintf(at, "}}]}");
    return text;
}

static void test_deep(void **state)
{
    (void)state;
    char *text = nested(LEVELS, CUBE);
    fk_scene *scene = shelf_good(context, text, &(shelf){0});
    const fk_cell_tree *tree = scene->part[0].cells;
    assert_true(tree->node_count == LEVELS && tree->level_count == LEVELS && tree->leaf_count == 1);
    fk_scene_free(context, scene);
    free(text);
    /* The way to the innermost is found, too. */
    text = nested(LEVELS, "{" BOX(1, 1, 2) "}");
    bad_scene bad = {text, LEVELS, 3,
                     "cell 1020: its corner (0, 0, 2) is not inside its parent, cell 1019 of line 1020"};
    assert_bad(&bad, FK_ERROR_SYNTAX, -1);
    free(text);
    text = nested(LEVELS, "{" BOX(1, 1, "x") "}");
    bad = (bad_scene){text, LEVELS, 79, "without quotes"};
    assert_bad(&bad, FK_ERROR_SYNTAX, -1);
    free(text);
    text = nested(LEVELS + 1, CUBE);
    fk_scene_report report;
    assert_int_equal(shelf_parse(context, text, &(shelf){0}, &report, &scene), FK_ERROR_SYNTAX);
    assert_non_null(strstr(report.message, "no deeper than 2048, which is 1021 levels of cells"));
    assert_int_equal(report.line, LEVELS + 1);
    free(text);
}

#define SIBLINGS 20000

static char *siblings(const char *last)
{
    char *text = malloc(SIBLINGS * 130 + 400), *at = text;
    assert_non_null(text);
    at += sprintf(at, "{\"farkas\": 1, \"parts\": [{\"name\": \"a\", \"shape\": {\"cells\": {" BOX(
                          SIBLINGS, 1, 1) CHILDREN(""));
    at--; /* the bracket */
    for (int i = 1; i < SIBLINGS; i++)
        at += sprintf(
            at,
            "\n{\"kind\": \"box\", \"origin\": [%d, 0, 0], \"edges\": [[1, 0, 0], [0, 1, 0], [0, 0, 1]]},",
            i);
    sprintf(at, "\n%s]}}}]}", last);
    return text;
}

static void test_siblings(void **state)
{
    (void)state;
    char *text = siblings(CUBE);
    fk_scene *scene = shelf_good(context, text, &(shelf){0});
    const fk_cell_tree *tree = scene->part[0].cells;
    static bool is_seen[SIBLINGS + 1];
    assert_int_equal(tree->leaf_count, SIBLINGS);
    assert_true(tree->level_count > 2);
    for (uint32_t i = 0; i < tree->node_count; i++) {
        const fk_cell_node *node = &tree->node[i];
        assert_true(node->child_count <= FK_CELL_CHILDREN);
        if (node->source == FK_NONE)
            continue;
        assert_true(node->source <= SIBLINGS && !is_seen[node->source]);
        is_seen[node->source] = true;
        assert_true(node->source == 0 || node->cell.origin.x == node->source % SIBLINGS);
    }
    for (uint32_t i = 0; i <= SIBLINGS; i++)
        assert_true(is_seen[i]);
    fk_scene_free(context, scene);
    free(text);
    text = siblings(" {" BOX(1, 1, 2) "}");
    bad_scene bad = {text, SIBLINGS + 1, 2, "cell 20000: its corner (0, 0, 2)"};
    assert_bad(&bad, FK_ERROR_SYNTAX, -1);
    free(text);
}

/* ---- Groups -------------------------------------------------------------------------------------------- */

#define GROUPS(groups)                                                                                       \
    "{\"farkas\": 1, \"parts\": [{\"mesh\": \"two.stl\"}, {\"mesh\": \"tetra.off\"},"                        \
    "{\"name\": \"base\", \"shape\": {\"sphere\": {\"radius\": 1}}}, {\"name\": \"c\", \"shape\": "          \
    "{\"cells\": " CUBE "}}],"                                                                               \
    "\"sets\": {\"some\": [\"tetra\", \"base\"]}, \"groups\":\n" groups "}"

/* 0 two/one, 1 two/two, 2 tetra, 3 base, 4 c. */
static void test_groups(void **state)
{
    (void)state;
    fk_scene *scene = shelf_good(context,
                                 GROUPS("[{\"name\": \"hall\", \"parts\": [\"two/o*\", \"two/one\"], "
                                        "\"groups\": [{\"name\": \"shelf\", \"parts\": [], "
                                        "\"test_members\": false, \"groups\": [{\"name\": \"row\", "
                                        "\"parts\": [\"some\"], \"groups\": []}]},"
                                        "{\"name\": \"box\", \"parts\": [\"c\"], \"test_members\": true}]}, "
                                        "{\"name\": \"all\", \"parts\": [\"two/two\"], "
                                        "\"volume\": {\"kind\": \"tetra\", \"origin\": [1, 2, 3], \"edges\": "
                                        "[[4, 0, 0], [0, 5, 0], [0, 0, 6]]}}]"),
                                 &(shelf){0});
    static const char *const name[] = {"hall", "shelf", "row", "box", "all"};
    static const uint32_t parent[] = {FK_NONE, 0, 1, 0, FK_NONE};
    static const uint32_t group[] = {0, 4, 2, 2, 3};
    assert_int_equal(scene->group_count, 5);
    for (uint32_t i = 0; i < 5; i++) {
        assert_string_equal(scene->group[i].name, name[i]);
        assert_int_equal(scene->group[i].parent, parent[i]);
        assert_int_equal(scene->group[i].tests_members, i != 1);
        assert_int_equal(scene->group[i].kind, i == 4 ? FK_KIND_TETRA : FK_KIND_NONE);
        assert_int_equal(scene->part[i].group, group[i]);
    }
    const fk_cell volume = {{1, 2, 3}, {{4, 0, 0}, {0, 5, 0}, {0, 0, 6}}};
    assert_memory_equal(&scene->group[4].cell, &volume, sizeof volume);
    fk_scene_free(context, scene);
    scene = shelf_good(context, GROUPS("[{\"name\": \"hall\", \"parts\": [\"all\"]}]"), &(shelf){0});
    for (uint32_t i = 0; i < 5; i++)
        assert_int_equal(scene->part[i].group, 0);
    fk_scene_free(context, scene);
    scene = shelf_good(context, GROUPS("[]"), &(shelf){0});
    assert_int_equal(scene->group_count, 0);
    fk_scene_free(context, scene);
}

static void test_bad_groups(void **state)
{
    (void)state;
    static const bad_scene bad[] = {
        {GROUPS("{}"), 2, 1, "\"groups\" is an array, [...], of groups, not an object"},
        {GROUPS("[1]"), 2, 2, "a group is an object, {...}, not a number"},
        {GROUPS("[{}]"), 2, 2, "a group needs \"name\""},
        {GROUPS("[{\"name\": 1}]"), 2, 11, "\"name\" is a text in quotes"},
        {GROUPS("[{\"name\": \"\"}]"), 2, 11, "\"name\" is empty"},
        {GROUPS("[{\"name\": \"hall\"}]"), 2, 2,
         "the group 'hall' has nothing in it: give it \"parts\" or \"groups\", or leave it out"},
        {GROUPS("[{\"name\": \"hall\", \"parts\": [], \"groups\": []}]"), 2, 2, "has nothing in it"},
        {GROUPS("[{\"name\": \"hall\", \"part\": [\"c\"]}]"), 2, 19, "did you mean \"parts\"?"},
        {GROUPS("[{\"name\": \"hall\", \"parts\": \"c\"}]"), 2, 28, "\"parts\" is an array"},
        {GROUPS("[{\"name\": \"hall\", \"parts\": [1]}]"), 2, 29, "is a text in quotes, not a number"},
        {GROUPS("[{\"name\": \"hall\", \"parts\": [\"d\"]}]"), 2, 29, "no part and no set is called 'd'"},
        {GROUPS("[{\"name\": \"hall\", \"parts\": [\"c\", \"d*\"]}]"), 2, 34,
         "the pattern 'd*' matches no part"},
        {GROUPS("[{\"name\": \"hall\", \"parts\": [\"c\"], \"groups\": 1}]"), 2, 45,
         "\"groups\" is an array"},
        {GROUPS("[{\"name\": \"hall\", \"parts\": [\"c\"], \"groups\": [\n{\"name\": \"hall\", \"parts\": "
                "[\"base\"]}]}]"),
         3, 1, "two groups are called 'hall', this one and that of line 2: give one another \"name\""},
        {GROUPS("[{\"name\": \"hall\", \"parts\": [\"c\"], \"test_members\": 1}]"), 2, 51,
         "is true or false"},
        {GROUPS("[{\"name\": \"hall\", \"parts\": [\"c\"], \"volume\": []}]"), 2, 45,
         "a volume is an object"},
        {GROUPS("[{\"name\": \"hall\", \"parts\": [\"c\"], \"volume\": {}}]"), 2, 45,
         "a volume needs \"kind\""},
        {GROUPS("[{\"name\": \"hall\", \"parts\": [\"c\"], \"volume\": {" BOX(1, 1, 1) CHILDREN("") "}}]"), 2,
         126, "a volume has no field \"children\""},
        {GROUPS("[{\"name\": \"a\", \"parts\": [\"c\"], \"groups\": [\n{\"name\": \"b\", \"groups\": "
                "[\n{\"name\": \"d\"}]}]}]"),
         4, 1, "the group 'd' has nothing in it"},
    };
    assert_all_bad(bad, COUNT(bad));
    static const bad_scene twice[] = {
        {GROUPS(
             "[{\"name\": \"hall\", \"parts\": [\"c\"]},\n{\"name\": \"b\", \"parts\": [\"base\", \"c\"]}]"),
         3, 33,
         "part 'c' is in the group 'hall' of line 2 already: a part is in one group, the innermost; leave it "
         "out of one of "
         "them"},
        {GROUPS("[{\"name\": \"hall\", \"groups\": [\n{\"name\": \"b\", \"parts\": [\"two\"]},\n{\"name\": "
                "\"d\", \"parts\": "
                "[\"*\"]}]}]"),
         4, 25, "part 'two/one' is in the group 'b' of line 3 already"},
        {GROUPS("[{\"name\": \"hall\", \"parts\": [\"base\"], \"groups\": [\n{\"name\": \"b\", \"parts\": "
                "[\"some\"]}]}]"),
         3, 25, "part 'base' is in the group 'hall' of line 2 already"},
        {GROUPS("[{\"name\": \"hall\", \"parts\": [\"tetra/*\"]}]"), 2, 29,
         "the pattern 'tetra/*' matches no part"},
    };
    for (size_t i = 0; i < COUNT(twice); i++)
        assert_bad(&twice[i], FK_ERROR_SYNTAX, 0);
}

/* Groups in groups, as deep as JSON goes, and a thousand beside each other. */
static void test_many_groups(void **state)
{
    (void)state;
    enum { MANY = 1000 };
    char *text = malloc(MANY * 150), *at = text;
    assert_non_null(text);
    at += sprintf(at, "{\"farkas\": 1, \"parts\": [");
    for (int i = 0; i < MANY; i++)
        at += sprintf(at, "%s{\"name\": \"p%d\", \"shape\": {\"sphere\": {\"radius\": 1}}}", i > 0 ? "," : "",
                      i);
    at += sprintf(at, "], \"groups\": [");
    char *groups = at;
    for (int i = 0; i < MANY; i++)
        at += sprintf(at, "{\"name\": \"g%d\", \"parts\": [\"p%d\"], \"groups\": [", i, i);
    for (int i = 0; i < MANY; i++)
        at += sprintf(at, "]}");
    sprintf(at, "]}");
    fk_scene *scene = shelf_good(context, text, &(shelf){0});
    for (uint32_t i = 0; i < MANY; i++)
        assert_true(scene->group[i].parent == (i > 0 ? i - 1 : FK_NONE) && scene->part[i].group == i);
    fk_scene_free(context, scene);
    at = groups;
    for (int i = 0; i < MANY; i++)
        at += sprintf(at, "%s{\"name\": \"g%d\", \"parts\": [\"p%d\"]}", i > 0 ? "," : "", i, MANY - 1 - i);
    sprintf(at, "]}");
    scene = shelf_good(context, text, &(shelf){0});
    for (uint32_t i = 0; i < MANY; i++)
        assert_true(scene->group[i].parent == FK_NONE && scene->part[i].group == MANY - 1 - i);
    fk_scene_free(context, scene);
    free(text);
}

/* ---- The example, and memory --------------------------------------------------------------------------- */

static void test_rooms(void **state)
{
    (void)state;
    static const char *const name[] = {"sofa", "crate1", "crate2", "table", "cup", "lamp", "robot"};
    static const uint32_t group[] = {1, 1, 1, 2, 2, 2, FK_NONE}, cells[] = {3, 1, 1, 7, 1, 3, 6};
    fk_scene *scene = NULL;
    assert_int_equal(fk_scene_load(context, "examples/scene/rooms.json", NULL, NULL, &scene), FK_OK);
    assert_int_equal(scene->part_count, 7);
    for (uint32_t i = 0; i < 7; i++) {
        assert_string_equal(scene->part[i].name, name[i]);
        assert_int_equal(scene->part[i].group, group[i]);
        assert_int_equal(scene->part[i].cells->node_count, cells[i]);
    }
    assert_int_equal(scene->group_count, 3);
    assert_string_equal(scene->group[0].name, "house");
    assert_true(scene->group[0].kind == FK_KIND_NONE && scene->group[1].kind == FK_KIND_BOX);
    assert_true(!scene->group[1].tests_members && scene->group[2].tests_members);
    assert_true(scene->group[1].parent == 0 && scene->group[2].parent == 0);
    fk_scene_free(context, scene);
}

/* Every allocation fails once; nothing is lost then, and nothing comes out. */
static void assert_scarce(const char *text, fk_status end)
{
    fk_status status = FK_ERROR_MEMORY;
    size_t k = 0;
    for (; status == FK_ERROR_MEMORY; k++) {
        memory m = {.fail_at = SIZE_MAX};
        fk_context *scarce = memory_context(&m);
        size_t before = m.used;
        fk_scene *scene = NULL;
        m.fail_at = k;
        status = shelf_parse(scarce, text, &(shelf){0}, NULL, &scene);
        assert_true(status == FK_OK ? scene != NULL : scene == NULL);
        fk_scene_free(scarce, scene);
        assert_int_equal(m.used, before);
        fk_context_destroy(scarce);
    }
    assert_int_equal(status, end);
    assert_true(k > 5);
}

static void test_memory(void **state)
{
    (void)state;
    char *text = file_text("examples/scene/rooms.json");
    assert_scarce(text, FK_OK);
    free(text);
    text = nested(100, CUBE);
    assert_scarce(text, FK_OK);
    free(text);
    text = nested(100, "{" BOX(1, 1, 2) "}");
    assert_scarce(text, FK_ERROR_SYNTAX);
    free(text);
    assert_scarce(GROUPS("[{\"name\": \"hall\", \"parts\": [\"c\"]}, {\"name\": \"b\", \"parts\": [\"c\"]}]"),
                  FK_ERROR_SYNTAX);
    assert_scarce(GROUPS("[{\"name\": \"b\", \"parts\": [\"c\"]}, {\"name\": \"b\", \"parts\": [\"base\"]}]"),
                  FK_ERROR_SYNTAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tree),       cmocka_unit_test(test_cell),
        cmocka_unit_test(test_bad_cells),  cmocka_unit_test(test_deep),
        cmocka_unit_test(test_siblings),   cmocka_unit_test(test_groups),
        cmocka_unit_test(test_bad_groups), cmocka_unit_test(test_many_groups),
        cmocka_unit_test(test_rooms),      cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, make_context, end_context);
}
