/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas papers fm-levels: what P. Baillehache's paper (2013) leaves open in sections 6.2.2 and 7: how many
 * levels and children a tree should have, which cells, and what groups above the objects bring.
 *
 * Random tori; some of them are searched against all others, by the walk of Farkas, for the complete list
 * without boxes and for the first hit of each object. Trees of the same leaves must find the same. The ways
 * of one part take turns. */

#include "papers.h"
#include "bench_program.h"
#include "certificate_json.h"
#include "tori_levels.h"
#include "tori_world.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    TURNS = 5,
    MOST_VARIANTS = 8,
    TORI = 100,
    QUICK_TORI = 12,
    ROOMS_TORI = 20000,
    QUICK_ROOMS_TORI = 200
};
enum { SEGMENTS = 40, QUICK_SEGMENTS = 10, OBJECTS = 10, QUICK_OBJECTS = 3, ROOM_OBJECTS = 200 };

#define HALF_CUBE 3.0

typedef enum form { FORM_TWO, FORM_AXES, FORM_RING, FORM_TETRA, FORM_BOXES, FORM_BLOCKS } form;

typedef struct variant {
    const char *part, *name;
    form form;
    uint32_t children; /* at most; 0: as it is */
    uint32_t rooms;    /* along each axis; 0: no groups */
} variant;

static const variant by_children[] = {
    {"children", "2", FORM_TWO, 2, 0},   {"children", "4", FORM_TWO, 4, 0},
    {"children", "8", FORM_TWO, 8, 0},   {"children", "16", FORM_TWO, 16, 0},
    {"children", "32", FORM_TWO, 32, 0}, {"children", "all", FORM_TWO, 0, 0}};
static const variant by_inner[] = {{"inner cells", "added boxes", FORM_TWO, FK_CELL_CHILDREN, 0},
                                   {"inner cells", "boxes along the axes", FORM_AXES, 0, 0},
                                   {"inner cells", "boxes along the ring", FORM_RING, 0, 0},
                                   {"inner cells", "tetrahedra", FORM_TETRA, 0, 0}};
static const variant by_leaves[] = {{"leaves", "tetrahedra", FORM_TWO, FK_CELL_CHILDREN, 0},
                                    {"leaves", "a box for each", FORM_BOXES, FK_CELL_CHILDREN, 0},
                                    {"leaves", "a box for five", FORM_BLOCKS, FK_CELL_CHILDREN, 0}};
static const variant by_rooms[] = {{"groups", "none", FORM_TWO, FK_CELL_CHILDREN, 0},
                                   {"groups", "8 rooms", FORM_TWO, FK_CELL_CHILDREN, 2},
                                   {"groups", "64 rooms", FORM_TWO, FK_CELL_CHILDREN, 4},
                                   {"groups", "512 rooms", FORM_TWO, FK_CELL_CHILDREN, 8}};

/* One of these, built and measured. Numbers are for one torus, or one search. */
typedef struct trial {
    const variant *variant;
    uint32_t count;
    bool is_shared; /* all have the first tree, in places of their own */
    fk_cell_tree **tree;
    fk_search *search;
    uint32_t first_leaf; /* in its input */
    double nodes, bytes, build_us;
    uint32_t levels;
    double hits, tori_hit, quick_tests[2], pair_tests[2], us[2]; /* complete list, first hit */
    double turn_us[2][TURNS];
    uint32_t hash;
} trial;

static bool out_of_memory(void)
{
    cli_trouble("out of memory");
    return false;
}

/* ---- Trees --------------------------------------------------------------------------------------------- */

static uint32_t count_nodes(form f, uint32_t segments)
{
    return f == FORM_TWO || f == FORM_BOXES ? tori_node_count(segments)
           : f == FORM_BLOCKS               ? tori_block_node_count(segments)
                                            : tori_ring_node_count(segments);
}

static void fill_nodes(form f, const torus *t, uint32_t segments, fk_cell_input *out)
{
    if (f == FORM_TWO)
        tori_nodes(t, segments, out);
    else if (f == FORM_BOXES)
        tori_box_nodes(t, segments, out);
    else if (f == FORM_BLOCKS)
        tori_block_nodes(t, segments, out);
    else
        tori_ring_nodes(t, segments,
                        f == FORM_AXES   ? TORI_ALONG_AXES
                        : f == FORM_RING ? TORI_ALONG_RING
                                         : TORI_TETRAHEDRA_AROUND,
                        out);
}

static bool build_trees(trial *r, fk_context *context, const torus *t, uint32_t segments)
{
    uint32_t nodes = count_nodes(r->variant->form, segments), leaves = 0;
    fk_cell_input *input = malloc(nodes * sizeof *input);
    r->tree = calloc(r->count, sizeof *r->tree);
    bool good = (input != NULL && r->tree != NULL) || out_of_memory();
    uint32_t trees = r->is_shared ? 1 : r->count;
    for (uint32_t i = 0; i < trees && good; i++) {
        torus home = {fk_pose_identity(), 1, 0.25};
        fill_nodes(r->variant->form, r->is_shared ? &home : &t[i], segments, input);
        double begin = fk_clock_seconds();
        good = tori_tree_make(context, input, nodes, r->variant->children, &r->tree[i]);
        r->build_us += 1e6 * (fk_clock_seconds() - begin);
        if (!good)
            break;
        r->nodes += (double)r->tree[i]->node_count;
        r->bytes += (double)r->tree[i]->bytes;
        r->levels = r->tree[i]->level_count > r->levels ? r->tree[i]->level_count : r->levels;
        leaves = r->tree[i]->leaf_count;
    }
    r->first_leaf = nodes - leaves;
    r->nodes /= trees;
    r->bytes /= trees;
    r->build_us /= trees;
    for (uint32_t i = trees; i < r->count && good; i++)
        r->tree[i] = r->tree[0];
    free(input);
    return good;
}

/* The room of a torus, in a grid over the cube; each room is a group of its own. */
static uint32_t room_of(const torus *t, uint32_t rooms, double half_cube)
{
    uint32_t at = 0;
    for (int k = 0; k < 3; k++) {
        double place = (fk_vec3_get(t->pose.translation, k) / half_cube + 1) / 2 * rooms;
        uint32_t cell = place < 0 ? 0 : (uint32_t)place;
        at = at * rooms + (cell < rooms ? cell : rooms - 1);
    }
    return at;
}

static bool ready_search(trial *r, fk_context *context, const torus *t, double half_cube)
{
    uint32_t side = r->variant->rooms, rooms = side * side * side;
    fk_search_group *group = calloc(rooms + 1, sizeof *group);
    fk_search_object *object = calloc(r->count, sizeof *object);
    bool good = (group != NULL && object != NULL) || out_of_memory();
    for (uint32_t i = 0; i < rooms && good; i++)
        group[i] = (fk_search_group){.parent = FK_NONE, .tests_members = true, .kind = FK_KIND_NONE};
    for (uint32_t i = 0; i < r->count && good; i++)
        object[i] = (fk_search_object){.tree = r->tree[i],
                                       .pose = r->is_shared ? t[i].pose : fk_pose_identity(),
                                       .group = rooms > 0 ? room_of(&t[i], side, half_cube) : FK_NONE};
    good = good && tori_search_create(context, group, rooms, object, r->count, &r->search);
    free(group);
    free(object);
    return good;
}

static void trial_end(trial *r, fk_context *context)
{
    fk_search_destroy(context, r->search);
    for (uint32_t i = 0; i < (r->is_shared ? 1 : r->count) && r->tree != NULL; i++)
        fk_cell_tree_free(context, r->tree[i]);
    free(r->tree);
}

/* ---- Measuring ----------------------------------------------------------------------------------------- */

/* One turn over all objects. What is found is looked at in the first one. */
static bool run_turn(trial *r, int turn, uint32_t objects, bool first)
{
    double seconds = 0;
    tori_answer answer = {0};
    bool good = true;
    for (uint32_t i = 0; i < objects && good; i++) {
        fk_search_question question = {.object = (uint32_t)((uint64_t)i * r->count / objects),
                                       .stops_at_hit = first};
        double begin = fk_clock_seconds();
        const fk_search_result *result = tori_search_run(r->search, &question, 0);
        seconds += fk_clock_seconds() - begin;
        good = result != NULL;
        if (!good || turn > 0)
            continue;
        r->quick_tests[first] += (double)result->work.quick_tests;
        r->pair_tests[first] += (double)result->work.pair_tests;
        if (first)
            continue;
        good = tori_answer_take(&answer, result, r->tree, r->first_leaf - 1);
        r->hits += (double)answer.count;
        r->tori_hit += answer.objects;
        r->hash = (r->hash ^ tori_hash(&answer, false)) * 16777619u;
    }
    r->turn_us[first][turn] = 1e6 * seconds / objects;
    tori_answer_end(&answer);
    return good;
}

static bool measure(trial *r, int count, uint32_t objects, bool quick)
{
    int turns = quick ? 1 : TURNS;
    for (int turn = 0; turn < turns; turn++)
        for (int i = 0; i < 2 * count; i++)
            if (!run_turn(&r[i / 2], turn, objects, i % 2 == 1))
                return false;
    for (int i = 0; i < count; i++) {
        for (int first = 0; first < 2; first++) {
            r[i].us[first] = quick ? NAN : bench_median(r[i].turn_us[first], (size_t)turns);
            r[i].quick_tests[first] /= objects;
            r[i].pair_tests[first] /= objects;
        }
        r[i].hits /= objects;
        r[i].tori_hit /= objects;
        r[i].build_us = quick ? NAN : r[i].build_us;
    }
    return true;
}

/* ---- Printing ------------------------------------------------------------------------------------------ */

static void print_head(const trial *r)
{
    cli_print("%-21s %52s  %29s  %19s\n", "", "", "complete list", "first hits");
    cli_print("%-21s %7s %6s %9s %8s %8s %8s  %9s %9s %9s  %9s %9s  %s\n", r->variant->part, "nodes",
              "levels", "bytes", "build us", "hits", "tori hit", "quick", "pair", "us", "pair", "us", "hash");
}

static const char *micro(double us, char text[16])
{
    if (isnan(us))
        strcpy(text, "-");
    else
        snprintf(text, 16, "%.1f", us);
    return text;
}

static void print_row(const trial *r)
{
    char us[3][16];
    cli_print("%-21s %7.0f %6u %9.0f %8s %8.1f %8.1f  %9.0f %9.0f %9s  %9.0f %9s  %08x\n", r->variant->name,
              r->nodes, r->levels, r->bytes, micro(r->build_us, us[0]), r->hits, r->tori_hit,
              r->quick_tests[0], r->pair_tests[0], micro(r->us[0], us[1]), r->pair_tests[1],
              micro(r->us[1], us[2]), r->hash);
}

static void put(json_text *line, const char *name, double value)
{
    json_put(line, name);
    json_put_number(line, value);
}

static void print_json(const trial *r)
{
    json_text line = {0};
    json_put(&line, "{\"part\":\"");
    json_put(&line, r->variant->part);
    json_put(&line, "\",\"variant\":\"");
    json_put(&line, r->variant->name);
    json_put(&line, "\",\"tori\":");
    json_put_whole(&line, r->count);
    put(&line, ",\"nodes\":", r->nodes);
    put(&line, ",\"levels\":", r->levels);
    put(&line, ",\"bytes\":", r->bytes);
    put(&line, ",\"build_us\":", r->build_us);
    put(&line, ",\"hits\":", r->hits);
    put(&line, ",\"tori_hit\":", r->tori_hit);
    for (int first = 0; first < 2; first++) {
        put(&line, first ? ",\"first\":{\"quick_tests\":" : ",\"complete\":{\"quick_tests\":",
            r->quick_tests[first]);
        put(&line, ",\"pair_tests\":", r->pair_tests[first]);
        put(&line, ",\"us\":", r->us[first]);
        json_put(&line, "}");
    }
    json_put_hash(&line, r->hash);
    json_put(&line, "}\n");
    cli_write(line.text, line.length);
}

/* ---- Parts --------------------------------------------------------------------------------------------- */

/* What comes out where the leaves are the same: the best row, and how far the first and the last are from
 * it. */
static void print_best(const trial *r, int count)
{
    int best[2] = {0, 0};
    for (int first = 0; first < 2; first++)
        for (int i = 1; i < count; i++)
            if (r[i].us[first] < r[best[first]].us[first])
                best[first] = i;
    const trial *b = &r[best[0]], *f = &r[best[1]], *last = &r[count - 1];
    cli_print(
        "Fastest for the complete list: %s; for first hits: %s. %s: %.1f and %.1f times as long; %s: %.1f "
        "and %.1f times.\n",
        b->variant->name, f->variant->name, r[0].variant->name, r[0].us[0] / b->us[0], r[0].us[1] / f->us[1],
        last->variant->name, last->us[0] / b->us[0], last->us[1] / f->us[1]);
}

/* And where they are others: how much more they say is hit, and their time. */
static void print_others(const trial *r, int count)
{
    for (int i = 1; i < count; i++)
        cli_print("%s: %.0f %% more tori are hit, as boxes are larger; the complete list takes %.2f, first "
                  "hits %.2f times the time of %s.\n",
                  r[i].variant->name, 100 * (r[i].tori_hit / r[0].tori_hit - 1), r[i].us[0] / r[0].us[0],
                  r[i].us[1] / r[0].us[1], r[0].variant->name);
}

typedef struct part {
    const variant *variant;
    int count;
    uint32_t tori, segments, objects;
    bool same; /* all have the same leaves, so the same answers */
} part;

static bool check_same(const trial *r, const part *p)
{
    for (int i = 1; i < p->count && p->same; i++)
        if (r[i].hash != r[0].hash) {
            cli_trouble("%s: %s finds other hits than %s", r[i].variant->part, r[i].variant->name,
                        r[0].variant->name);
            return false;
        }
    return true;
}

static bool run_part(fk_context *context, const part *p, const papers_settings *settings, bool is_first)
{
    trial r[MOST_VARIANTS] = {{0}};
    double half_cube = settings->quick ? 1.2 * HALF_CUBE : HALF_CUBE;
    torus *t = tori_draw_all(1, p->tori, half_cube);
    bool good = t != NULL;
    for (int i = 0; i < p->count && good; i++) {
        r[i].variant = &p->variant[i];
        r[i].count = p->tori;
        r[i].is_shared = p->variant == by_rooms;
        r[i].hash = 2166136261u;
        good = build_trees(&r[i], context, t, p->segments) &&
               ready_search(&r[i], context, t, half_cube * cbrt(p->tori / 100.0));
    }
    good = good && measure(r, p->count, p->objects, settings->quick) && check_same(r, p);
    if (good && !settings->json) {
        cli_print("%s", is_first ? "" : "\n");
        print_head(&r[0]);
    }
    for (int i = 0; i < p->count && good; i++)
        if (settings->json)
            print_json(&r[i]);
        else
            print_row(&r[i]);
    if (good && !settings->json && !settings->quick)
        (p->same ? print_best : print_others)(r, p->count);
    cli_flush();
    for (int i = 0; i < p->count; i++)
        trial_end(&r[i], context);
    free(t);
    return good;
}

#define COUNT(list) (int)(sizeof(list) / sizeof((list)[0]))

int papers_levels(const papers_settings *settings, study *s)
{
    (void)s;
    if (settings->pov != NULL)
        return cli_trouble("--pov is not for fm-levels; see 'farkas papers --help'");
    bool quick = settings->quick;
    uint32_t tori = quick ? QUICK_TORI : TORI, segments = quick ? QUICK_SEGMENTS : SEGMENTS;
    uint32_t objects = quick ? QUICK_OBJECTS : OBJECTS;
    const part parts[] = {
        {by_children, COUNT(by_children), tori, segments, objects, true},
        {by_inner, COUNT(by_inner), tori, segments, objects, true},
        {by_leaves, COUNT(by_leaves), tori, segments, objects, false},
        {by_rooms, COUNT(by_rooms), quick ? QUICK_ROOMS_TORI : ROOMS_TORI, QUICK_SEGMENTS,
         quick ? QUICK_OBJECTS : ROOM_OBJECTS, true},
    };
    fk_context *context = cli_context_create();
    bool good = context != NULL;
    for (int i = 0; i < COUNT(parts) && good; i++)
        good = run_part(context, &parts[i], settings, i == 0);
    if (good && !settings->json)
        cli_print("\nRandom tori, %u in the first parts and %u in the last; some are searched against all "
                  "others, without boxes.\nThose of the last part have one size, and share a tree. Numbers "
                  "are for one torus, and for one search;\nnodes and bytes "
                  "are with the levels that were added.\n",
                  parts[0].tori, parts[3].tori);
    if (context != NULL)
        fk_context_destroy(context);
    return good ? CLI_OK : CLI_TROUBLE;
}
