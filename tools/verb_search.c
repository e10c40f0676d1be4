/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas search: which leaves of trees of cells collide, and where. SearchCollisions of P. Baillehache's paper (2013). */

#include "part_list.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "usage: farkas search [OPTION]... FILE...\n"
    "       farkas search [OPTION]... SCENE.json\n"
    "\n"
    "Searches trees of cells, boxes and tetrahedra, for all pairs of leaves that meet, with\n"
    "their overlap boxes. Parts of a scene have trees (\"cells\"), boxes are\n"
    "trees of one cell, hulls and solids become convex pieces, surfaces become thin\n"
    "tetrahedra at their triangles. The result is exact for these leaves; those of meshes\n"
    "are a little larger than the meshes, for which 'farkas check' is exact.\n"
    "\n"
    "options: the question\n"
    "      --object NAME  test this one against all others (default: all against all)\n"
    "      --first        which objects meet: only the first hit of each pair\n"
    "      --any          whether anything meets: only the first hit of all\n"
    "      --no-boxes     do not compute the boxes\n"
    "      --at NAME=x,y,z[,roll,pitch,yaw]\n"
    "                     moves a part; angles in radians, or as 90deg, around fixed axes;\n"
    "                     each further --at moves it on\n"
    "      --rules        do not search: check that nodes lie in their parents and that the\n"
    "                     leaves cover their mesh\n"
    "\n"
    "options: when to stop; unfinished pairs are then open\n"
    "      --levels N     search N levels of the trees only\n"
    "      --time T       stop after this time, as 10ms or 2s\n"
    "      --tests N      stop after N tests of nodes for each pair of objects\n"
    "\n"
    "options: building trees\n"
    "      --cells W      of solids: pieces (default), which fill them; surface, which is\n"
    "                     fast, but misses objects inside that do not touch; of all meshes:\n"
    "                     fitted, few boxes and tetrahedra around them, with a stated gap\n"
    "      --accuracy L   fit until no point of a cell is farther than this from the mesh; in\n"
    "                     the files' unit, or as 2mm (default: a hundredth of its diagonal)\n"
    "      --most-cells N fit no more than N leaves to a mesh, whatever the gap (default 4096)\n"
    "      --children N   trees of a scene get levels until no node has more than N children\n"
    "                     (default 8); 0 leaves them as they are\n"
    "\n"
    "options: reading files\n" MESH_OPTIONS_HELP "\n"
    "options: output\n"
    "      --limit N      how many pairs of nodes to show for a pair of objects (default 10)\n"
    "      --json         the result as JSON, with all pairs of nodes\n"
    "      --pov FILE     also write a picture, a scene for POV-Ray\n"
    "  -j, --jobs N       use N threads (default: all processors); the result is the same\n" CLI_QUIET_HELP
    "  -v, --verbose      show all pairs of nodes, with their paths in the trees\n" CLI_COLOR_HELP "\n"
    "examples:\n"
    "  farkas search gear.stl housing.stl\n"
    "  farkas search rooms.json --object robot --first --time 40ms\n"
    "  farkas search tori.json --json --pov tori.pov > result.json\n"
    "  farkas search tori.json --rules\n"
    "  farkas search gear.stl housing.stl --cells fitted --accuracy 0.5mm\n"
    "\n"
    "exit status: 0 all is clear, 1 objects collide, 2 trouble, 3 a pair is open; --rules: 0\n"
    "they hold, 1 one is broken, 3 rounding leaves one open\n";

typedef struct search_settings {
    part_settings part;
    const char *object; /* or NULL */
    bool stops_at_hit, stops_at_any, no_boxes, rules, as_json;
    fk_search_budget budget;
    search_tree_options making;
    uint64_t limit, jobs;
    const char *pov; /* or NULL */
} search_settings;

/* ---- Options ------------------------------------------------------------------------------------------- */

static bool read_children(const char *option, const char *text, void *field)
{
    search_tree_options *out = field;
    uint64_t value;
    if (!cli_whole_number(option, text, &value))
        return false;
    if (value == 1 || value > UINT32_MAX)
        return cli_refuse("%s: '%s' is neither 0 nor a number of 2 or more", option, text);
    out->children = (uint32_t)value;
    return out->has_children = true;
}

static bool read_cells(const char *option, const char *word, void *field)
{
    static const char *const words[] = {"pieces", "surface", "fitted"};
    for (int i = 0; i < 3; i++)
        if (strcmp(word, words[i]) == 0) {
            *(search_cells *)field = (search_cells)i;
            return true;
        }
    return cli_refuse("%s: '%s' is not one of pieces, surface, fitted", option, word);
}

static bool read_tests(const char *option, const char *text, void *field)
{
    return cli_whole_number_to(option, text, UINT64_MAX, field);
}

static const cli_option option_list[] = {
    CLI_TEXT("--object", search_settings, object),
    CLI_FLAG("--first", search_settings, stops_at_hit),
    CLI_FLAG("--any", search_settings, stops_at_any),
    CLI_FLAG("--no-boxes", search_settings, no_boxes),
    CLI_WORDS("--at", search_settings, part.at),
    CLI_FLAG("--rules", search_settings, rules),
    CLI_READ("--levels", cli_read_u32, search_settings, budget.levels),
    CLI_READ("--time", cli_read_seconds, search_settings, budget.seconds),
    CLI_READ("--tests", read_tests, search_settings, budget.tests),
    CLI_READ("--cells", read_cells, search_settings, making.cells),
    CLI_TEXT("--accuracy", search_settings, making.accuracy),
    CLI_READ("--most-cells", cli_read_u32, search_settings, making.most_cells),
    CLI_READ("--children", read_children, search_settings, making),
    CLI_WHOLE("--limit", search_settings, limit),
    CLI_FLAG("--json", search_settings, as_json),
    CLI_TEXT("--pov", search_settings, pov),
    CLI_JOBS(search_settings, jobs),
    MESH_OPTIONS(search_settings, part.mesh),
    CLI_END,
};

static const cli_option_table option_table = {"search", help, option_list, NULL};

/* ---- The table ----------------------------------------------------------------------------------------- */

/* A search as people read it: the objects, a line for each pair of objects that collides or is undecided, with its
 * pairs of nodes below, and a closing sentence. */
typedef struct search_table {
    fk_search_findings findings;
    const search_objects *objects;
    uint64_t limit;   /* lines of node pairs for each pair of objects */
    bool shows_nodes; /* each pair of nodes by itself, with paths */
    double seconds;
    bool is_unit_assumed;
} search_table;

static const char *plural_ending(uint64_t count)
{
    return count == 1 ? "" : "s";
}

/* ---- The first line ------------------------------------------------------------------------------------ */

/* Adds "3 trees of pieces", if there are any. Returns the new length. */
static size_t add_tree_kind(char *line, size_t size, size_t length, const search_objects *objects,
                            const char *source)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < objects->count; i++)
        count += strcmp(objects->source[i], source) == 0;
    if (count == 0)
        return length;
    bool is_first = line[length - 1] != 's';
    return length + (size_t)snprintf(line + length, size - length, "%s%" PRIu32 " %s%s%ss",
                                     is_first ? "" : ", ", count, is_first ? "tree" : "of ",
                                     is_first ? count == 1 ? " of " : "s of " : "", source);
}

static void put_search_head(const search_table *table)
{
    const search_objects *objects = table->objects;
    const fk_search_findings *findings = &table->findings;
    const fk_search_result *result = findings->result;
    char line[1024];
    size_t length = (size_t)snprintf(line, sizeof line, "%" PRIu32 " object%s in %s%s, %" PRIu64 " pair%s",
                                     objects->count, plural_ending(objects->count), findings->units,
                                     table->is_unit_assumed ? " (assumed; --units)" : "", result->pair_total,
                                     plural_ending(result->pair_total));
    if (findings->question.object != FK_NONE)
        length += (size_t)snprintf(line + length, sizeof line - length, " with %.400s",
                                   findings->object[findings->question.object].name);
    if (result->ignored > 0)
        length +=
            (size_t)snprintf(line + length, sizeof line - length, ", %" PRIu64 " ignored", result->ignored);
    length += (size_t)snprintf(line + length, sizeof line - length, "; %" PRIu64 " node%s in ",
                               objects->node_total, plural_ending(objects->node_total));
    length = add_tree_kind(line, sizeof line, length, objects, "cell");
    length = add_tree_kind(line, sizeof line, length, objects, "piece");
    length = add_tree_kind(line, sizeof line, length, objects, "triangle");
    length = add_tree_kind(line, sizeof line, length, objects, "fit");
    bool is_hollow = false;
    for (uint32_t i = 0; i < objects->count; i++)
        is_hollow = is_hollow || objects->is_hollow[i];
    if (is_hollow)
        snprintf(line + length, sizeof line - length,
                 "; what is inside a solid without touching its surface is not found");
    table_head(line, table->seconds);
}

/* ---- Pairs --------------------------------------------------------------------------------------------- */

/* The pairs of colliding leaves that come from the same two elements: only one for cells and triangles, several for
 * pieces. */
typedef struct leaf_meeting {
    uint32_t source_a, source_b;
    fk_verdict verdict; /* overlapping if any of them overlaps */
    size_t count;
    fk_aabb box;
} leaf_meeting;

static leaf_meeting make_meeting(const search_table *table, const fk_search_pair *pair,
                                 const fk_cell_hit *hit)
{
    const fk_cell_tree *a = table->findings.object[pair->a].tree, *b = table->findings.object[pair->b].tree;
    return (leaf_meeting){a->node[hit->node_a].source, b->node[hit->node_b].source, hit->verdict, 1,
                          hit->box};
}

static int compare_meetings(const void *a, const void *b)
{
    const leaf_meeting *m = a, *n = b;
    int first = (m->source_a > n->source_a) - (m->source_a < n->source_a);
    return first != 0 ? first : (m->source_b > n->source_b) - (m->source_b < n->source_b);
}

/* Sorts meetings and merges equal ones. Returns how many are left. */
static size_t join_meetings(leaf_meeting *meetings, size_t count)
{
    size_t left = 0;
    qsort(meetings, count, sizeof *meetings, compare_meetings);
    for (size_t i = 0; i < count; i++) {
        leaf_meeting *m = &meetings[left > 0 ? left - 1 : 0], *next = &meetings[i];
        if (left == 0 || compare_meetings(m, next) != 0) {
            meetings[left++] = *next;
            continue;
        }
        m->verdict = next->verdict == FK_OVERLAPPING ? FK_OVERLAPPING : m->verdict;
        m->count++;
        m->box = fk_aabb_include(fk_aabb_include(m->box, next->box.min), next->box.max);
    }
    return left;
}

/* Prints "cell 3 x triangle 5", the verdict, and the box. */
static void put_meeting(const search_table *table, const fk_search_pair *pair, const leaf_meeting *m)
{
    cli_print("%s %" PRIu32 " x %s %" PRIu32 "   %s", table->findings.source[pair->a], m->source_a,
              table->findings.source[pair->b], m->source_b, fk_verdict_name(m->verdict));
    if (m->count > 1)
        cli_print(", %zu node pairs", m->count);
    if (table->findings.question.wants_boxes)
        table_box(&m->box);
    cli_print("\n");
}

/* Prints " node 0/3/17": the path from the root to a node. */
static void put_path(const uint32_t *parent, uint32_t node, bool is_end)
{
    if (parent[node] != FK_NONE)
        put_path(parent, parent[node], false);
    cli_print(is_end ? "%" PRIu32 : "%" PRIu32 "/", node);
}

/* Prints every pair of nodes: "piece 3 node 0/2/17 x piece 5 node 0/1/9", the verdict, and the box. */
static void put_nodes(const search_table *table, const fk_search_pair *pair)
{
    const fk_search_findings *findings = &table->findings;
    for (size_t i = 0; i < pair->hit_count; i++) {
        const fk_cell_hit *hit = &pair->hit[i];
        leaf_meeting m = make_meeting(table, pair, hit);
        cli_print("               %s %" PRIu32 " node ", findings->source[pair->a], m.source_a);
        put_path(findings->parent[pair->a], hit->node_a, true);
        cli_print(" x %s %" PRIu32 " node ", findings->source[pair->b], m.source_b);
        put_path(findings->parent[pair->b], hit->node_b, true);
        cli_print("   %s", fk_verdict_name(hit->verdict));
        if (findings->question.wants_boxes)
            table_box(&hit->box);
        cli_print("\n");
    }
}

static bool put_hits(const search_table *table, const fk_search_pair *pair)
{
    if (table->limit == 0)
        return true;
    if (table->shows_nodes) {
        put_nodes(table, pair);
        return true;
    }
    leaf_meeting *meetings = malloc(pair->hit_count * sizeof *meetings);
    if (meetings == NULL)
        return false;
    for (size_t i = 0; i < pair->hit_count; i++)
        meetings[i] = make_meeting(table, pair, &pair->hit[i]);
    size_t count = join_meetings(meetings, pair->hit_count), i;
    for (i = 0; i < count && i < table->limit; i++) {
        cli_print("               ");
        put_meeting(table, pair, &meetings[i]);
    }
    if (i < count)
        cli_print("               and %zu more (--limit)\n", count - i);
    free(meetings);
    return true;
}

static bool put_colliding(const search_table *table, const fk_search_pair *pair)
{
    bool has_one = table->findings.question.stops_at_hit || table->findings.question.stops_at_any;
    if (has_one && !table->shows_nodes) {
        leaf_meeting first = make_meeting(table, pair, &pair->hit[0]);
        cli_print("   first hit ");
        put_meeting(table, pair, &first);
        return true;
    }
    cli_print("   %zu node pair%s", pair->hit_count, plural_ending(pair->hit_count));
    if (pair->open_count > 0)
        cli_print(" so far, %zu open", pair->open_count);
    if (table->findings.question.wants_boxes)
        table_box(&pair->box);
    cli_print("\n");
    return put_hits(table, pair);
}

/* Whether any hit was asked for, and there is one: then open pairs are of no interest. */
static bool has_any_hit(const search_table *table)
{
    return table->findings.question.stops_at_any && table->findings.result->colliding > 0;
}

static bool put_search_pair(const search_table *table, const fk_search_pair *pair, int width)
{
    const fk_search_object *object = table->findings.object;
    bool is_colliding = pair->hit_count > 0;
    table_begin(is_colliding ? "COLLIDING" : "OPEN", is_colliding ? TABLE_RED : TABLE_YELLOW,
                object[pair->a].name, object[pair->b].name, width);
    if (is_colliding)
        return put_colliding(table, pair);
    cli_print("   %zu node pair%s open\n", pair->open_count, plural_ending(pair->open_count));
    return true;
}

/* ---- The end ------------------------------------------------------------------------------------------- */

static void put_search_end(const search_table *table)
{
    const fk_search_result *result = table->findings.result;
    if (has_any_hit(table)) {
        cli_print("Objects collide: the search ended at the first hit; %" PRIu64 " pair%s left open.\n",
                  result->open, result->open == 1 ? " is" : "s are");
        return;
    }
    cli_print("%" PRIu64 " colliding, %" PRIu64 " open, %" PRIu64 " clear; %" PRIu64
              " node pair%s meet%s, by %" PRIu64 " quick test%s and %" PRIu64 " pair test%s.\n",
              result->colliding, result->open, result->clear, result->hit_total,
              plural_ending(result->hit_total), result->hit_total == 1 ? "s" : "", result->work.quick_tests,
              plural_ending(result->work.quick_tests), result->work.pair_tests,
              plural_ending(result->work.pair_tests));
    if (!result->is_complete)
        cli_print("The budget ended before all was known; a larger one, as --time 1s, or none tells more.\n");
}

/* Leaves made from meshes are larger than what they cover: clear pairs are clear, but colliding ones may not collide. */
static void put_search_note(const search_table *table)
{
    const fk_search_result *result = table->findings.result;
    bool is_larger = false;
    for (size_t i = 0; i < result->pair_count; i++) {
        const fk_search_pair *pair = &result->pair[i];
        const char *const *source = table->findings.source;
        is_larger = is_larger || (pair->hit_count > 0 && (strcmp(source[pair->a], "cell") != 0 ||
                                                          strcmp(source[pair->b], "cell") != 0));
    }
    if (is_larger)
        cli_note("trees of meshes cover them and are a little larger, so some hits may be near misses; "
                 "farkas check is exact for meshes");
}

/* Says for each fitted tree what its gap is; a tree that several objects share, once. */
static void put_fit_notes(const search_objects *objects)
{
    for (uint32_t i = 0; i < objects->count; i++) {
        const fk_cell_fit *fit = &objects->fit[i];
        const fk_search_object *object = &objects->object[i];
        if (fit->accuracy > 0 && objects->made[i] != NULL)
            cli_note("%s: %" PRIu32 " fitted cell%s, none with a point farther than %.4g from the mesh%s",
                     object->name, object->tree->leaf_count, plural_ending(object->tree->leaf_count),
                     fit->gap.hi,
                     fit->is_reached ? "" : "; --accuracy is not reached, --most-cells allows more");
    }
}

static bool print_search_table(const search_table *table)
{
    const fk_search_result *result = table->findings.result;
    const fk_search_object *object = table->findings.object;
    int width = 0;
    for (size_t i = 0; i < result->pair_count; i++)
        width = table_widen(width, object[result->pair[i].a].name, object[result->pair[i].b].name);
    put_search_head(table);
    for (int open = 0; open < (has_any_hit(table) ? 1 : 2); open++)
        for (size_t i = 0; i < result->pair_count; i++)
            if ((result->pair[i].hit_count == 0) == (open == 1) &&
                !put_search_pair(table, &result->pair[i], width))
                return cli_no_memory();
    put_search_end(table);
    put_search_note(table);
    return true;
}

/* ---- Pairs that a scene ignores ------------------------------------------------------------------------ */

/* Whether the smallest group that contains both objects, if any, tests its members. */
static bool is_group_tested(const fk_scene *scene, const fk_search_object *a, const fk_search_object *b)
{
    for (uint32_t up = a->group; up != FK_NONE; up = scene->group[up].parent)
        for (uint32_t other = b->group; other != FK_NONE; other = scene->group[other].parent)
            if (other == up)
                return scene->group[up].tests_members;
    return true;
}

/* Counts the pairs of a search that the scene ignores. */
static uint64_t count_ignored(const part_list *list, const fk_search_findings *findings)
{
    const fk_search_object *object = findings->object;
    uint64_t count = 0;
    for (uint32_t a = 0; a < findings->object_count; a++)
        for (uint32_t b = a + 1; b < findings->object_count; b++) {
            bool is_asked = findings->question.object == FK_NONE || findings->question.object == a ||
                            findings->question.object == b;
            count += is_asked && !part_list_is_tested(list, a, b) &&
                     is_group_tested(list->scene, &object[a], &object[b]);
        }
    return count;
}

/* A search knows no "ignore" and no "tests" of a scene: removes the ignored pairs from its result, and with stops_at_any those
 * behind the first one that collides. `pair` has room for the rest. */
static fk_search_result drop_ignored(const part_list *list, const fk_search_findings *findings,
                                     bool stops_at_any, fk_search_pair *pair)
{
    fk_search_result left = *findings->result;
    uint64_t ignored = count_ignored(list, findings);
    left.pair = pair;
    left.pair_count = 0;
    left.pair_total -= ignored;
    left.ignored += ignored;
    left.colliding = left.open = left.hit_total = 0;
    left.is_complete = true;
    for (size_t i = 0; i < findings->result->pair_count; i++) {
        const fk_search_pair *from = &findings->result->pair[i];
        if (!part_list_is_tested(list, from->a, from->b))
            continue;
        if (stops_at_any && left.colliding > 0) {
            left.open++; /* as if the search had ended before it */
            continue;
        }
        pair[left.pair_count++] = *from;
        left.colliding += from->hit_count > 0;
        left.open += from->hit_count == 0;
        left.hit_total += from->hit_count;
        left.is_complete = left.is_complete && from->open_count == 0;
    }
    left.is_complete = left.is_complete || (stops_at_any && left.colliding > 0);
    left.clear = left.pair_total - left.colliding - left.open;
    return left;
}

/* ---- Running ------------------------------------------------------------------------------------------- */

static bool write_findings(const search_settings *s, const search_table *table)
{
    if (s->pov != NULL && !search_pov_write(&table->findings, s->pov))
        return false;
    if (!s->as_json)
        return print_search_table(table);
    fk_search_write_json(&table->findings, cli_write_function, NULL);
    return true;
}

/* Prints the result, without the pairs that the scene ignores. */
static int print_search(const search_settings *s, const part_list *list, search_table *table)
{
    const fk_scene *scene = list->scene;
    fk_search_pair *pair = NULL;
    fk_search_result left;
    if (scene->ignore_count > 0 || scene->test_count > 0) {
        pair = malloc((table->findings.result->pair_count + 1) * sizeof *pair);
        if (pair == NULL)
            return cli_trouble("%s", fk_status_text(FK_ERROR_MEMORY));
        left = drop_ignored(list, &table->findings, s->stops_at_any, pair);
        table->findings.result = &left;
        table->findings.question.stops_at_any = s->stops_at_any;
    }
    const fk_search_result *result = table->findings.result;
    int status = !write_findings(s, table) ? CLI_TROUBLE
                 : result->colliding > 0   ? CLI_FOUND
                 : result->open > 0        ? CLI_UNDECIDED
                                           : CLI_OK;
    if (status != CLI_TROUBLE && list->count < 2)
        cli_note("there is only one object, and nothing to compare it with");
    free(pair);
    return status;
}

/* Searches until the budget is used up. Without a budget, searches in growing slices to show progress: slices of tests,
 * not of time, because the first hit depends on where a search stops. */
static fk_status run_slices(fk_search *search, const search_settings *s)
{
    const fk_search_budget *budget = &s->budget;
    if (budget->levels > 0 || budget->seconds > 0 || budget->tests > 0)
        return fk_search_run(search, budget);
    for (fk_search_budget slice = {.tests = 1024};; slice.tests *= 2) {
        fk_status status = fk_search_run(search, &slice);
        if (status != FK_OK)
            return status;
        const fk_search_result *result = fk_search_result_of(search);
        if (result->is_complete)
            return FK_OK;
        uint64_t open = 0;
        for (size_t i = 0; i < result->pair_count; i++)
            open += result->pair[i].open_count > 0;
        cli_progress_bar(result->pair_total - open, result->pair_total, "pairs");
    }
}

static int search_and_print(fk_search *search, const search_settings *s, const part_list *list,
                            const search_objects *objects, fk_search_question question)
{
    double begin = fk_clock_seconds();
    cli_cancel_begin();
    fk_status status = fk_search_begin(search, &question);
    if (status == FK_OK)
        status = run_slices(search, s);
    cli_cancel_end();
    cli_progress_end();
    bool has_result =
        status == FK_OK || (status == FK_ERROR_CANCELLED && fk_search_result_of(search) != NULL);
    if (!has_result)
        return cli_trouble("%s", fk_status_text(status));
    search_table table = {
        .findings = {fk_search_result_of(search), question, objects->object, objects->count, objects->source,
                     list->units, (const uint32_t *const *)objects->parent},
        .shows_nodes = cli_is_verbose(),
        .objects = objects,
        .limit = cli_is_verbose() ? UINT64_MAX : s->limit,
        .seconds = fk_clock_seconds() - begin,
        .is_unit_assumed = list->is_unit_assumed,
    };
    return print_search(s, list, &table);
}

static int run_search(const search_settings *s, const part_list *list, const search_objects *objects,
                      const fk_workers *workers)
{
    fk_search_question question = fk_search_question_default();
    /* A search does not know what the scene ignores, so it may not end at a hit of such a pair. */
    bool has_ignored = list->scene->ignore_count > 0 || list->scene->test_count > 0;
    question.stops_at_any = s->stops_at_any && !has_ignored;
    question.stops_at_hit = s->stops_at_hit || (s->stops_at_any && has_ignored);
    question.wants_boxes = !s->no_boxes;
    question.workers = workers;
    if (s->object != NULL && !part_list_find(list, "--object", s->object, &question.object))
        return CLI_TROUBLE;
    fk_search_report report = {0};
    fk_search *search;
    fk_status status = fk_search_create(list->context, list->scene->group, list->scene->group_count,
                                        objects->object, objects->count, &report, &search);
    if (status != FK_OK)
        return cli_trouble("%s", report.message[0] != '\0' ? report.message : fk_status_text(status));
    int result = search_and_print(search, s, list, objects, question);
    fk_search_destroy(list->context, search);
    return result;
}

static int run_search_verb(const search_settings *s, char **path, int path_count)
{
    part_list list;
    if (!part_list_load(&list, cli_context(), path, path_count, &s->part))
        return CLI_TROUBLE;
    int status = CLI_TROUBLE;
    search_objects objects;
    fk_pool *pool = cli_pool(list.context, s->jobs);
    if (pool != NULL &&
        search_objects_build(&objects, list.context, &list, &s->making, fk_pool_workers(pool))) {
        put_fit_notes(&objects);
        status = s->rules ? search_rules_print(&objects, &list)
                          : run_search(s, &list, &objects, fk_pool_workers(pool));
        search_objects_free(&objects);
    }
    fk_pool_destroy(pool);
    part_list_free(&list);
    return status;
}

int verb_search(int argc, char **argv)
{
    search_settings s = {.limit = 10};
    int status;
    if (!cli_read_option_table(&option_table, argc, argv, &s, &status))
        return status;
    if (optind >= argc)
        cli_trouble("search needs files or a scene; see farkas search --help");
    else if (s.making.cells != SEARCH_FITTED && (s.making.accuracy != NULL || s.making.most_cells > 0))
        cli_trouble("--accuracy and --most-cells are for --cells fitted");
    else if (s.rules && (s.as_json || s.pov != NULL))
        cli_trouble("--rules only checks the trees: leave out --json and --pov");
    else if (mesh_settings_check(&s.part.mesh))
        status = run_search_verb(&s, argv + optind, argc - optind);
    part_settings_free(&s.part);
    return status;
}
