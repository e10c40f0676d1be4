/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas papers fm-tori: the validation of SearchCollisions in P. Baillehache's paper (2013), section 6.1.2:
 * two tori of 801 nodes in four places.
 *
 * Each torus has two levels: a box, and tetrahedra that surround it. The search of Farkas, with levels added,
 * must find what the test of all pairs of leaves finds, and so must the printed search made right. Beside
 * them stands what the printed one finds, loses and makes up. Hits are in one place when their boxes meet, or
 * are linked by others that do. Pictures show each case, as those of the paper do. */

#include "papers/papers.h"
#include "study/study.h"
#include "papers/papers_tori_pov.h"

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

/* ---- Answers ------------------------------------------------------------------------------------------- */

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

/* ---- Pictures ------------------------------------------------------------------------------------------ */

/* The second level of both tori as meshes, and their boxes around them. */
static void draw_case(study *s, fk_context *context, const struct place *place, const tori_world *w,
                      const row *r)
{
    fk_mesh *mesh[2] = {NULL, NULL};
    fk_check_part part[2];
    char text[160];
    fk_status status = FK_OK;
    for (int i = 0; i < 2 && status == FK_OK; i++) {
        status = fk_cell_tree_mesh(context, w->flat[i], &mesh[i]);
        part[i] = (fk_check_part){i == 0 ? "first torus" : "second torus", mesh[i], NULL, fk_pose_identity()};
    }
    if (r->hits > 0)
        snprintf(text, sizeof text, "%s: %zu pairs of tetrahedra meet", place->title, r->hits);
    else
        snprintf(text, sizeof text, "%s", place->title);
    study_scene scene = {part, 2, .is_checked = true, .layers = FK_LAYER_EDGES | FK_LAYER_OBB};
    if (status == FK_OK)
        study_view(s, context, place->name, text, &scene);
    else
        study_fail(s);
    for (int i = 0; i < 2; i++)
        fk_mesh_free(context, mesh[i]);
}

/* ---- One case ------------------------------------------------------------------------------------------ */

static int run_case(fk_context *context, const struct place *place, const papers_settings *settings, study *s,
                    row *out)
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
    if (status == CLI_OK && study_has_files(s))
        draw_case(s, context, place, &w, out);
    for (int way = 0; way <= TORI_ALL; way++)
        tori_answer_end(&by[way]);
    tori_world_end(&w);
    return status;
}

/* ---- What is told -------------------------------------------------------------------------------------- */

static void tell_row(study *s, const row *r)
{
    study_words(s, "%s", r->place->title);
    study_numbers(s, r->places, (double)r->hits);
    if (r->hits > 0)
        study_words(s, "(%.2f %.2f %.2f) to (%.2f %.2f %.2f)", r->box.min.x, r->box.min.y, r->box.min.z,
                    r->box.max.x, r->box.max.y, r->box.max.z);
    else
        study_words(s, "-");
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 2; k++)
            study_number(s, (double)r->tests[i][k]);
    study_numbers(s, (double)r->printed, (double)r->missed, (double)r->made_up, (double)r->tests[2][1]);
    study_words(s, "%08x", r->hash);
}

/* Whether the printed search says for each case whether there is a collision; and how many of the hits it has. */
static void tell_claims(study *s, const row *r)
{
    size_t right = 0, hits = 0, lost = 0, made_up = 0;
    uint64_t farkas = 0, all = 0;
    for (int i = 0; i < PAPERS_TORI_CASES; i++) {
        right += (r[i].printed > 0) == (r[i].hits > 0) ? 1u : 0u;
        hits += r[i].hits;
        lost += r[i].missed;
        made_up += r[i].made_up;
        farkas += r[i].tests[0][1];
        all += r[i].tests[2][1];
    }
    study_claim(s,
                "SearchCollisions is right about two tori in four cases: clear twice, \"colliding in two "
                "places\" and \"colliding in one place\" (6.1.2)",
                study_if_part(right == PAPERS_TORI_CASES && lost + made_up == 0, right == PAPERS_TORI_CASES),
                "As it is printed, it says of %zu of the %d cases rightly whether the tori collide; but of "
                "%zu pairs of tetrahedra that meet it loses %zu (%.0f %%), and it makes up %zu. Made right, "
                "it finds all of them, as Farkas does.",
                right, PAPERS_TORI_CASES, hits, lost, hits > 0 ? 100.0 * (double)lost / (double)hits : 0,
                made_up);
    study_say(s,
              "The pictures of the paper were compared by eye; here each answer is compared with the test of "
              "all pairs of tetrahedra by the exact verdict. Farkas needs %.2f %% of these tests.",
              100 * (double)farkas / (double)all);
}

/* ---- The experiment ------------------------------------------------------------------------------------ */

int papers_tori(const papers_settings *settings, study *s)
{
    row r[PAPERS_TORI_CASES] = {{0}};
    fk_context *context = cli_context_create();
    int status = context != NULL ? CLI_OK : CLI_TROUBLE;
    uint32_t nodes = tori_node_count(settings->quick ? QUICK_SEGMENTS : SEGMENTS);
    if (status == CLI_OK && settings->pov != NULL && !cli_folder_create(settings->pov))
        status = CLI_TROUBLE;
    if (status == CLI_OK)
        study_say(
            s,
            "Two tori of %u nodes in four places: each is one box, and below it %u tetrahedra that surround "
            "the torus. The paper shows them as pictures, and does not say which tetrahedra; these are ours.",
            nodes, nodes - 1);
    for (int i = 0; i < PAPERS_TORI_CASES && status == CLI_OK; i++)
        status = run_case(context, &places[i], settings, s, &r[i]);
    if (status == CLI_OK) {
        study_table(s, "cases", "Pairs of tetrahedra that meet, and what the printed search makes of them",
                    "tori|case|w; places; hits; box of all hits|box|w\n"
                    "tests by Farkas: quick|farkas_quick_tests; pairs|farkas_pair_tests\n"
                    "as printed: quick tests|printed_quick_tests; pair tests|printed_pair_tests; "
                    "hits|printed_hits; lost|printed_lost; made up|printed_false\n"
                    "all pairs of leaves|all_pairs; hash||w");
        for (int i = 0; i < PAPERS_TORI_CASES; i++)
            tell_row(s, &r[i]);
        study_say(s, "Places are sets of hits whose boxes hang together.");
        tell_claims(s, r);
    }
    if (status == CLI_OK && settings->pov != NULL)
        cli_note("%d scenes in %s; a picture: povray +I%s/two-boxes.pov +Otwo-boxes.png +W800 +H600 +A -D",
                 PAPERS_TORI_CASES * PAPERS_TORI_PICTURES, settings->pov, settings->pov);
    if (context != NULL)
        fk_context_destroy(context);
    return status;
}
