/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas search: which leaves of trees of cells collide, and where. SearchCollisions of P. Baillehache's
 * paper (2013). */

#include "search_pov.h"
#include "search_table.h"

#include <stdlib.h>
#include <string.h>

static const char help[] =
    "usage: farkas search [OPTION]... FILE...\n"
    "       farkas search [OPTION]... SCENE.json\n"
    "\n"
    "Searches trees of cells, boxes and tetrahedra, for all pairs of leaves that meet, with\n"
    "the box of what they have in common. Parts of a scene have trees (\"cells\"), boxes are\n"
    "trees of one cell, hulls and solids become convex pieces, surfaces become thin\n"
    "tetrahedra at their triangles. What is found is exact for these leaves; those of meshes\n"
    "are a little larger than the meshes, for which farkas check is exact.\n"
    "\n"
    "options: what is asked\n"
    "      --object NAME  this one against all others (default: all against all)\n"
    "      --first        which objects meet: only the first hit of each pair\n"
    "      --no-boxes     do not look for the boxes\n"
    "      --at NAME=x,y,z[,roll,pitch,yaw]\n"
    "                     moves a part; angles in radians, or as 90deg, around fixed axes;\n"
    "                     what is given again moves it further\n"
    "      --rules        do not search: check that nodes lie in their parents and that the\n"
    "                     leaves cover what they are made from\n"
    "\n"
    "options: when to stop; what is not known by then is open\n"
    "      --levels N     look at N levels of the trees only\n"
    "      --time T       stop after this time, as 10ms or 2s\n"
    "      --tests N      stop after N tests of nodes for each pair of objects\n"
    "\n"
    "options: how trees are made\n"
    "      --cells W      of solids: pieces (default), which fill them; or surface, which is\n"
    "                     fast, but does not find what is inside and does not touch\n"
    "      --children N   trees of a scene get levels until no node has more than N children\n"
    "                     (default 8); 0 leaves them as they are\n"
    "\n"
    "options: how files are read\n" MESH_OPTIONS_HELP "\n"
    "options: what is written\n"
    "      --limit N      how many pairs of nodes to show for a pair of objects (default 10)\n"
    "      --json         the result as JSON, with all pairs of nodes\n"
    "      --pov FILE     also write a picture, a scene for POV-Ray\n"
    "  -j, --jobs N       use N threads (default: all processors); the result is the same\n"
    "  -q, --quiet        no progress and no notes\n"
    "  -v, --verbose      show all pairs of nodes\n"
    "      --color W      coloured messages: auto (default), always or never\n"
    "  -h, --help         print this help\n"
    "\n"
    "examples:\n"
    "  farkas search gear.stl housing.stl\n"
    "  farkas search rooms.json --object robot --first --time 40ms\n"
    "  farkas search tori.json --json --pov tori.pov > result.json\n"
    "  farkas search tori.json --rules\n"
    "\n"
    "exit status: 0 all is clear, 1 objects collide, 2 trouble, 3 a pair is open; --rules: 0\n"
    "they hold, 1 one is broken, 3 rounding leaves one open\n";

enum {
    OPTION_OBJECT = 256,
    OPTION_FIRST,
    OPTION_NO_BOXES,
    OPTION_RULES,
    OPTION_LEVELS,
    OPTION_TIME,
    OPTION_TESTS,
    OPTION_CELLS,
    OPTION_CHILDREN,
    OPTION_LIMIT,
    OPTION_JSON,
    OPTION_POV
};

static const struct option options[] = {
    {"object", required_argument, NULL, OPTION_OBJECT},
    {"first", no_argument, NULL, OPTION_FIRST},
    {"no-boxes", no_argument, NULL, OPTION_NO_BOXES},
    {"at", required_argument, NULL, PART_OPTION_AT},
    {"rules", no_argument, NULL, OPTION_RULES},
    {"levels", required_argument, NULL, OPTION_LEVELS},
    {"time", required_argument, NULL, OPTION_TIME},
    {"tests", required_argument, NULL, OPTION_TESTS},
    {"cells", required_argument, NULL, OPTION_CELLS},
    {"children", required_argument, NULL, OPTION_CHILDREN},
    {"limit", required_argument, NULL, OPTION_LIMIT},
    {"json", no_argument, NULL, OPTION_JSON},
    {"pov", required_argument, NULL, OPTION_POV},
    {"jobs", required_argument, NULL, 'j'},
    MESH_OPTIONS,
    CLI_COMMON_OPTIONS,
};

static const cli_syntax syntax = {"search", help, "j:" CLI_COMMON_LETTERS, options};

typedef struct settings {
    part_settings part;
    const char *object; /* or NULL */
    bool stops_at_hit, no_boxes, rules, as_json;
    fk_search_budget budget;
    search_making making;
    uint64_t limit, jobs;
    const char *pov; /* or NULL */
} settings;

/* ---- Options ------------------------------------------------------------------------------------------- */

static bool read_levels(const char *text, uint32_t *out)
{
    uint64_t value;
    if (!cli_whole_number_to("--levels", text, UINT32_MAX, &value))
        return false;
    *out = (uint32_t)value;
    return true;
}

static bool read_children(const char *text, search_making *out)
{
    uint64_t value;
    if (!cli_whole_number("--children", text, &value))
        return false;
    if (value == 1 || value > UINT32_MAX) {
        cli_trouble("--children: '%s' is neither 0 nor a number of 2 or more", text);
        return false;
    }
    out->has_children = true;
    out->children = (uint32_t)value;
    return true;
}

static bool read_cells(const char *word, bool *by_surface)
{
    *by_surface = strcmp(word, "surface") == 0;
    if (*by_surface || strcmp(word, "pieces") == 0)
        return true;
    cli_trouble("--cells: '%s' is not one of pieces, surface", word);
    return false;
}

static bool read_option(int option, void *user)
{
    settings *s = user;
    switch (option) {
    case OPTION_OBJECT:
        s->object = optarg;
        return true;
    case OPTION_FIRST:
        return s->stops_at_hit = true;
    case OPTION_NO_BOXES:
        return s->no_boxes = true;
    case OPTION_RULES:
        return s->rules = true;
    case OPTION_LEVELS:
        return read_levels(optarg, &s->budget.levels);
    case OPTION_TIME:
        return cli_seconds("--time", optarg, &s->budget.seconds);
    case OPTION_TESTS:
        return cli_whole_number_to("--tests", optarg, UINT64_MAX, &s->budget.tests);
    case OPTION_CELLS:
        return read_cells(optarg, &s->making.by_surface);
    case OPTION_CHILDREN:
        return read_children(optarg, &s->making);
    case OPTION_LIMIT:
        return cli_whole_number("--limit", optarg, &s->limit);
    case OPTION_JSON:
        return s->as_json = true;
    case OPTION_POV:
        s->pov = optarg;
        return true;
    case 'j':
        return cli_whole_number("--jobs", optarg, &s->jobs);
    default:
        return part_option(option, &s->part);
    }
}

/* ---- Pairs that a scene does not ask about ------------------------------------------------------------- */

/* Whether the smallest group that has both objects, if one has, wants its members tested. */
static bool is_in_question(const fk_scene *scene, const fk_search_object *a, const fk_search_object *b)
{
    for (uint32_t up = a->group; up != FK_NONE; up = scene->group[up].parent)
        for (uint32_t other = b->group; other != FK_NONE; other = scene->group[other].parent)
            if (other == up)
                return scene->group[up].tests_members;
    return true;
}

/* How many pairs of a question the scene does not ask about. */
static uint64_t count_ignored(const part_list *list, const fk_search_findings *findings)
{
    const fk_search_object *object = findings->object;
    uint64_t count = 0;
    for (uint32_t a = 0; a < findings->object_count; a++)
        for (uint32_t b = a + 1; b < findings->object_count; b++) {
            bool is_asked = findings->question.object == FK_NONE || findings->question.object == a ||
                            findings->question.object == b;
            count += is_asked && !part_list_asks(list, a, b) &&
                     is_in_question(list->scene, &object[a], &object[b]);
        }
    return count;
}

/* A search knows no "ignore" and no "tests" of a scene: takes the pairs that are not asked about out of its
 * result. `pair` has room for those that are left. */
static fk_search_result leave_out(const part_list *list, const fk_search_findings *findings,
                                  fk_search_pair *pair)
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
        if (!part_list_asks(list, from->a, from->b))
            continue;
        pair[left.pair_count++] = *from;
        left.colliding += from->hit_count > 0;
        left.open += from->hit_count == 0;
        left.hit_total += from->hit_count;
        left.is_complete = left.is_complete && from->open_count == 0;
    }
    left.clear = left.pair_total - left.colliding - left.open;
    return left;
}

/* ---- Running ------------------------------------------------------------------------------------------- */

static bool write_findings(const settings *s, const search_table *table)
{
    if (s->pov != NULL && !search_pov_write(&table->findings, s->pov))
        return false;
    if (!s->as_json)
        return search_table_print(table);
    fk_search_write_json(&table->findings, cli_write_function, NULL);
    return true;
}

/* Shows what was found, without the pairs that the scene does not ask about. */
static int tell(const settings *s, const part_list *list, search_table *table)
{
    const fk_scene *scene = list->scene;
    fk_search_pair *pair = NULL;
    fk_search_result left;
    if (scene->ignore_count > 0 || scene->test_count > 0) {
        pair = malloc((table->findings.result->pair_count + 1) * sizeof *pair);
        if (pair == NULL)
            return cli_trouble("%s", fk_status_text(FK_ERROR_MEMORY));
        left = leave_out(list, &table->findings, pair);
        table->findings.result = &left;
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

/* Searches until the budget is used up. Without one, in slices, so that progress can be shown: of more and more
 * tests, not of time, as which hit is the first depends on where a search has stopped. */
static fk_status search_on(fk_search *search, const settings *s)
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

static int ask(fk_search *search, const settings *s, const part_list *list, const search_objects *objects,
               fk_search_question question)
{
    double begin = fk_clock_seconds();
    fk_status status = fk_search_ask(search, &question);
    if (status == FK_OK)
        status = search_on(search, s);
    cli_progress_end();
    if (status != FK_OK)
        return cli_trouble("%s", fk_status_text(status));
    search_table table = {
        .findings = {fk_search_result_of(search), question, objects->object, objects->count, objects->source,
                     list->units},
        .objects = objects,
        .limit = cli_is_verbose() ? UINT64_MAX : s->limit,
        .seconds = fk_clock_seconds() - begin,
        .is_unit_assumed = list->is_unit_assumed,
    };
    return tell(s, list, &table);
}

static int run_search(fk_context *context, const settings *s, const part_list *list,
                      const search_objects *objects, const fk_workers *workers)
{
    fk_search_question question = fk_search_question_default();
    question.stops_at_hit = s->stops_at_hit;
    question.wants_boxes = !s->no_boxes;
    question.workers = workers;
    if (s->object != NULL && !part_list_find(list, "--object", s->object, &question.object))
        return CLI_TROUBLE;
    fk_search_report report = {0};
    fk_search *search;
    fk_status status = fk_search_create(context, list->scene->group, list->scene->group_count,
                                        objects->object, objects->count, &report, &search);
    if (status != FK_OK)
        return cli_trouble("%s", report.message[0] != '\0' ? report.message : fk_status_text(status));
    int result = ask(search, s, list, objects, question);
    fk_search_destroy(context, search);
    return result;
}

static int run(fk_context *context, const settings *s, char **path, int path_count)
{
    part_list list;
    if (!part_list_load(&list, context, path, path_count, &s->part))
        return CLI_TROUBLE;
    int status = CLI_TROUBLE;
    search_objects objects;
    fk_pool *pool = NULL;
    if (fk_pool_create(context, (uint32_t)(s->jobs < 256 ? s->jobs : 256), &pool) != FK_OK)
        cli_trouble("%s", fk_status_text(FK_ERROR_MEMORY));
    else if (search_objects_make(&objects, context, &list, &s->making, fk_pool_workers(pool))) {
        status = s->rules ? search_rules_print(&objects, &list)
                          : run_search(context, s, &list, &objects, fk_pool_workers(pool));
        search_objects_free(&objects);
    }
    fk_pool_destroy(pool);
    part_list_free(&list);
    return status;
}

int search_run(int argc, char **argv)
{
    settings s = {.part = part_settings_default(), .limit = 10};
    int status;
    if (!cli_read_options(&syntax, argc, argv, read_option, &s, &status))
        return status;
    fk_context *context = NULL;
    if (optind >= argc)
        status = cli_trouble("search needs files or a scene; see farkas search --help");
    else if (s.rules && (s.as_json || s.pov != NULL))
        status = cli_trouble("--rules only checks the trees: leave out --json and --pov");
    else if (mesh_settings_check(&s.part.mesh) && (context = cli_context_create()) != NULL)
        status = run(context, &s, argv + optind, argc - optind);
    else
        status = CLI_TROUBLE;
    fk_context_destroy(context);
    part_settings_free(&s.part);
    return status;
}
