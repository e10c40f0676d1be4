/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas papers fm-tori: the validation of SearchCollisions in P. Baillehache's paper (2013), section 6.1.2:
 * two tori of 801 nodes in four places.
 *
 * Each torus has two levels: a box, and tetrahedra that surround it. The search of Farkas, with levels added,
 * must find what the test of all pairs of leaves finds, and so must the printed search made right. Beside
 * them stands what the printed one finds, loses and makes up. Hits are in one place when their boxes meet, or
 * are linked by others that do. */

#include "papers.h"
#include "certificate_json.h"
#include "papers_tori_pov.h"

#include <stdlib.h>

enum { SEGMENTS = 40, QUICK_SEGMENTS = 10 };

/* The first torus lies around the origin with z as its axis; this is where the other one is. */
static const struct place {
    const char *name, *title;
    fk_vec3 middle, rpy_deg;
    uint32_t places; /* where they collide */
} places[PAPERS_TORI_CASES] = {
    {"linked", "linked, but clear", {1, 0, 0}, {75, 0, 10}, 0},
    {"beside", "side by side, and clear", {1.95, 1.95, 0.1}, {8, -6, 0}, 0},
    {"two", "colliding in two places", {0.9, 0, -0.52}, {0, 60, 0}, 2},
    {"one", "colliding in one place", {2.05, 0.1, 0.05}, {70, 10, 5}, 1},
};

typedef struct row {
    const struct place *place;
    uint32_t places;      /* found */
    size_t hits;          /* pairs of leaves that meet */
    fk_aabb box;          /* around all of them */
    uint64_t tests[3][2]; /* quick and pair tests: of Farkas, printed, all pairs */
    size_t printed, missed, made_up;
    uint32_t hash;
} row;

/* ---- Places -------------------------------------------------------------------------------------------- */

/* How many sets of boxes there are that no chain of boxes that meet links; UINT32_MAX when there is no
 * memory. */
static uint32_t count_places(const tori_answer *answer)
{
    size_t *next = calloc(answer->count + 1, sizeof *next), waiting = 0;
    bool *seen = calloc(answer->count + 1, sizeof *seen);
    uint32_t count = 0;
    for (size_t first = 0; next != NULL && seen != NULL && first < answer->count; first++) {
        if (seen[first])
            continue;
        seen[first] = true;
        next[waiting++] = first;
        count++;
        while (waiting > 0) {
            size_t at = next[--waiting];
            for (size_t i = 0; i < answer->count; i++)
                if (!seen[i] && fk_aabb_meets(answer->hit[at].box, answer->hit[i].box)) {
                    seen[i] = true;
                    next[waiting++] = i;
                }
        }
    }
    bool good = next != NULL && seen != NULL;
    free(next);
    free(seen);
    return good ? count : UINT32_MAX;
}

/* ---- One case ------------------------------------------------------------------------------------------ */

static void two_tori(const struct place *place, torus t[2])
{
    t[0] = (torus){fk_pose_identity(), 1, 0.25};
    t[1] = (torus){fk_pose_from_rpy_deg(place->middle, place->rpy_deg), 1, 0.25};
}

static bool same_hits(const tori_answer *a, const tori_answer *b)
{
    return a->count == b->count && tori_missing(a, b, false) == 0;
}

/* What the answers say; CLI_TROUBLE after a message when they are not as they must be. */
static int compare_answers(const struct place *place, const tori_answer by[TORI_ALL + 1], row *out)
{
    const tori_answer *truth = &by[TORI_ALL], *ours = &by[TORI_READY];
    out->place = place;
    out->hits = truth->count;
    out->places = count_places(truth);
    out->box = fk_aabb_empty();
    for (size_t i = 0; i < truth->count; i++) {
        out->box = fk_aabb_include(out->box, truth->hit[i].box.min);
        out->box = fk_aabb_include(out->box, truth->hit[i].box.max);
    }
    static const tori_way of[3] = {TORI_READY, TORI_PRINTED, TORI_ALL};
    for (int i = 0; i < 3; i++) {
        out->tests[i][0] = by[of[i]].quick_tests;
        out->tests[i][1] = by[of[i]].pair_tests;
    }
    out->printed = by[TORI_PRINTED].count;
    out->missed = tori_missing(truth, &by[TORI_PRINTED], false);
    out->made_up = tori_missing(&by[TORI_PRINTED], truth, false);
    out->hash = tori_hash(ours, false);
    if (out->places == UINT32_MAX)
        return cli_trouble("out of memory");
    if (!same_hits(truth, ours) || !same_hits(truth, &by[TORI_TWO]) || !same_hits(truth, &by[TORI_RIGHT]))
        return cli_trouble("%s: all pairs have %zu hits, the search %zu, the printed one made right %zu",
                           place->title, truth->count, ours->count, by[TORI_RIGHT].count);
    if (out->places != place->places)
        return cli_trouble("%s: found %u places", place->title, out->places);
    return CLI_OK;
}

static int run_case(fk_context *context, const struct place *place, const papers_settings *settings, row *out)
{
    torus t[2];
    tori_world w;
    tori_answer by[TORI_ALL + 1] = {{0}};
    two_tori(place, t);
    bool good = tori_world_make(&w, context, t, 2, settings->quick ? QUICK_SEGMENTS : SEGMENTS);
    for (int way = 0; way <= TORI_ALL && good; way++)
        good = tori_search(&w, (tori_way)way, 0, false, &by[way]);
    int status = good ? compare_answers(place, by, out) : CLI_TROUBLE;
    if (status == CLI_OK && settings->pov != NULL)
        status = papers_tori_draw(settings->pov, place->name, place->title, t, &w, &by[TORI_READY])
                     ? CLI_OK
                     : CLI_TROUBLE;
    for (int way = 0; way <= TORI_ALL; way++)
        tori_answer_end(&by[way]);
    tori_world_end(&w);
    return status;
}

/* ---- Printing ------------------------------------------------------------------------------------------ */

static void print_head(void)
{
    cli_print("%-23s  %6s  %6s  %-43s  %14s  %28s  %9s\n", "", "nodes", "", "", "Farkas, tests",
              "printed, tests", "all pairs");
    cli_print("%-23s  %6s  %6s  %-43s  %6s  %6s  %7s  %7s  %4s %4s %4s  %9s\n", "tori", "hit", "places",
              "box", "quick", "pair", "quick", "pair", "hit", "lost", "false", "pair");
}

static void print_row(const row *r)
{
    char box[64] = "-";
    if (r->hits > 0)
        snprintf(box, sizeof box, "(%.2f %.2f %.2f) to (%.2f %.2f %.2f)", r->box.min.x, r->box.min.y,
                 r->box.min.z, r->box.max.x, r->box.max.y, r->box.max.z);
    cli_print("%-23s  %6zu  %6u  %-43s  %6llu  %6llu  %7llu  %7llu  %4zu %4zu %4zu  %9llu\n", r->place->title,
              r->hits, r->places, box, (unsigned long long)r->tests[0][0], (unsigned long long)r->tests[0][1],
              (unsigned long long)r->tests[1][0], (unsigned long long)r->tests[1][1], r->printed, r->missed,
              r->made_up, (unsigned long long)r->tests[2][1]);
}

static void put_tests(json_text *line, const char *name, const uint64_t tests[2])
{
    json_put(line, name);
    json_put_whole(line, tests[0]);
    json_put(line, ",\"pair_tests\":");
    json_put_whole(line, tests[1]);
}

static void print_json(const row *r)
{
    json_text line = {0};
    json_put(&line, "{\"case\":\"");
    json_put(&line, r->place->name);
    json_put(&line, "\",\"hits\":");
    json_put_whole(&line, r->hits);
    json_put(&line, ",\"places\":");
    json_put_whole(&line, r->places);
    json_put(&line, ",\"box\":");
    if (r->hits > 0)
        json_put_aabb(&line, r->box);
    else
        json_put(&line, "null");
    put_tests(&line, ",\"farkas\":{\"quick_tests\":", r->tests[0]);
    put_tests(&line, "},\"printed\":{\"quick_tests\":", r->tests[1]);
    json_put(&line, ",\"hits\":");
    json_put_whole(&line, r->printed);
    json_put(&line, ",\"lost\":");
    json_put_whole(&line, r->missed);
    json_put(&line, ",\"false\":");
    json_put_whole(&line, r->made_up);
    json_put(&line, "}");
    json_put_hash(&line, r->hash);
    json_put(&line, "}\n");
    cli_write(line.text, line.length);
}

static void print_foot(uint32_t nodes)
{
    cli_print(
        "\nTwo tori of %u nodes: one box each, and %u tetrahedra that surround the torus. A node is hit "
        "with another\none; places are sets of hits whose boxes hang together. The printed search loses "
        "hits and makes some\nup, as its test of two tetrahedra does. The same search made right, with "
        "method fm, finds all.\n",
        nodes, nodes - 1);
}

/* ---- The experiment ------------------------------------------------------------------------------------ */

int papers_tori(const papers_settings *settings, study *s)
{
    (void)s;
    fk_context *context = cli_context_create();
    int status = context != NULL ? CLI_OK : CLI_TROUBLE;
    if (status == CLI_OK && settings->pov != NULL && !cli_folder_create(settings->pov))
        status = CLI_TROUBLE;
    if (status == CLI_OK && !settings->json)
        print_head();
    for (int i = 0; i < PAPERS_TORI_CASES && status == CLI_OK; i++) {
        row r = {0};
        status = run_case(context, &places[i], settings, &r);
        if (status == CLI_OK && settings->json)
            print_json(&r);
        else if (status == CLI_OK)
            print_row(&r);
    }
    if (status == CLI_OK && !settings->json)
        print_foot(tori_node_count(settings->quick ? QUICK_SEGMENTS : SEGMENTS));
    cli_flush();
    if (status == CLI_OK && settings->pov != NULL)
        cli_note("%d scenes in %s; a picture: povray +I%s/two-boxes.pov +Otwo-boxes.png +W800 +H600 +A -D",
                 PAPERS_TORI_CASES * PAPERS_TORI_PICTURES, settings->pov, settings->pov);
    if (context != NULL)
        fk_context_destroy(context);
    return status;
}
