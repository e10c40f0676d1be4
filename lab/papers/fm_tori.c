/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas papers fm-tori: the validation of SearchCollisions in P. Baillehache's paper (2013), section 6.1.2:
 * two tori of 801 nodes in four places.
 *
 * Each torus has two levels: a box, and tetrahedra that surround it. The search of Farkas, with levels added,
 * must find what the test of all pairs of leaves finds, and so must the printed search made right. Beside
 * them stands what the printed one finds, loses and makes up. Hits are in one place when their boxes meet, or
 * are linked by others that do. Pictures show each case, as those of the paper do. */

#include "papers/fm_pairs.h"
#include "peers/participant.h"
#include "papers/tori.h"
#include "papers/pov_shapes.h"

#include <stdlib.h>
#include <string.h>

enum { TORI_SEGMENTS = 40, TORI_QUICK_SEGMENTS = 10, TORI_CASES = 4, PICTURES = 4 };

/* The first torus lies around the origin with z as its axis; this is where the other one is. */
static const struct tori_place {
    const char *name, *title;
    fk_vec3 middle, rpy_deg;
    uint32_t places; /* where they collide */
} places[TORI_CASES] = {
    {"linked", "linked, but clear", {1, 0, 0}, {75, 0, 10}, 0},
    {"beside", "side by side, and clear", {1.95, 1.95, 0.1}, {8, -6, 0}, 0},
    {"two", "colliding in two places", {0.9, 0, -0.52}, {0, 60, 0}, 2},
    {"one", "colliding in one place", {2.05, 0.1, 0.05}, {70, 10, 5}, 1},
};

static const pov_color colors[2] = {{0.95, 0.6, 0.12, 0}, {0.2, 0.5, 0.88, 0}};
static const pov_color edges[2] = {{0.45, 0.24, 0.01, 0}, {0.03, 0.17, 0.42, 0}};
static const pov_color color_hit = {0.8, 0.02, 0.12, 0}, color_all = {0, 0, 0, 0};

/* How much light goes through where something behind it is to be seen. */
#define CLEAR_LEVEL 0.72
#define CLEAR_TORUS 0.65

static pov_color clear_color(pov_color color, double clear)
{
    color.clear = clear;
    return color;
}

static fk_piece root_cell(const tori_world *w, int i)
{
    return w->paper[(size_t)i * w->nodes].piece;
}

static void draw_transparent_faces(pov_scene *scene, const fk_piece *cell, pov_color color)
{
    clip_polygons faces;
    clip_faces(cell, &faces);
    for (size_t i = 0; i < faces.count; i++)
        pov_polygon(scene, &faces.polygon[i], color);
}

/* ---- Edges --------------------------------------------------------------------------------------------- */

typedef struct box_edge {
    double end[2][3];
} box_edge;

static int compare_edges(const void *a, const void *b)
{
    const double *x = ((const box_edge *)a)->end[0], *y = ((const box_edge *)b)->end[0];
    for (int i = 0; i < 6; i++)
        if (x[i] != y[i])
            return x[i] < y[i] ? -1 : 1;
    return 0;
}

static void free_tori_answers(box_edge *e, int which, const fk_cell *c, unsigned corner)
{
    fk_vec3 p = corner == 0 ? c->origin : fk_vec3_add(c->origin, c->edge[corner - 1]);
    for (int i = 0; i < 3; i++)
        e->end[which][i] = fk_vec3_get(p, i);
}

/* The edges of all tetrahedra of a torus, each once. */
static void draw_edges(pov_scene *scene, const paper_node *node, uint32_t nodes, double width,
                       pov_color color)
{
    size_t count = 0;
    box_edge *all = bench_allocate(6 * (size_t)nodes, sizeof *all);
    for (uint32_t k = 1; k < nodes; k++)
        for (unsigned i = 0; i < 4; i++)
            for (unsigned j = i + 1; j < 4; j++) {
                box_edge e, turned;
                free_tori_answers(&e, 0, &node[k].piece.as.cell, i);
                free_tori_answers(&e, 1, &node[k].piece.as.cell, j);
                memcpy(turned.end[0], e.end[1], sizeof e.end[1]);
                memcpy(turned.end[1], e.end[0], sizeof e.end[0]);
                all[count++] = compare_edges(&e, &turned) < 0 ? e : turned;
            }
    qsort(all, count, sizeof *all, compare_edges);
    for (size_t i = 0; i < count; i++) {
        const double(*p)[3] = all[i].end;
        if (i == 0 || compare_edges(&all[i - 1], &all[i]) != 0)
            pov_line(scene, fk_vec3_make(p[0][0], p[0][1], p[0][2]), fk_vec3_make(p[1][0], p[1][1], p[1][2]),
                     width, color);
    }
    free(all);
}

/* ---- The four pictures --------------------------------------------------------------------------------- */

static void draw_tori(pov_scene *scene, const torus t[2], double clear)
{
    for (int i = 0; i < 2; i++)
        pov_torus(scene, &t[i].pose, t[i].major, t[i].minor, clear_color(colors[i], clear));
}

static void draw_level_1(pov_scene *scene, const tori_world *w, const torus t[2])
{
    draw_tori(scene, t, 0);
    for (int i = 0; i < 2; i++) {
        fk_piece root = root_cell(w, i);
        clip_polygons faces;
        clip_faces(&root, &faces);
        draw_transparent_faces(scene, &root, clear_color(colors[i], CLEAR_LEVEL));
        for (size_t k = 0; k < faces.count; k++)
            pov_outline(scene, &faces.polygon[k], 0.7, edges[i]);
    }
}

static void draw_level_2(pov_scene *scene, const tori_world *w)
{
    for (int i = 0; i < 2; i++) {
        const paper_node *node = w->paper + (size_t)i * w->nodes;
        for (uint32_t k = 1; k < w->nodes; k++)
            draw_transparent_faces(scene, &node[k].piece, colors[i]);
        draw_edges(scene, node, w->nodes, 0.22, edges[i]);
    }
}

static void draw_boxes(pov_scene *scene, const torus t[2], const tori_answer *answer)
{
    fk_aabb all = fk_aabb_empty();
    draw_tori(scene, t, CLEAR_TORUS);
    for (size_t i = 0; i < answer->count; i++) {
        fk_aabb box = answer->hit[i].box;
        pov_box(scene, box, 0.12, color_hit);
        all = fk_aabb_include(fk_aabb_include(all, box.min), box.max);
    }
    if (answer->count > 0)
        pov_box(scene, all, 0.7, color_all);
}

/* The corners of both boxes. */
static size_t box_corners(const tori_world *w, fk_vec3 *out)
{
    size_t count = 0;
    for (int i = 0; i < 2; i++) {
        fk_piece root = root_cell(w, i);
        const fk_cell *c = &root.as.cell;
        for (unsigned bits = 0; bits < 8; bits++) {
            out[count] = c->origin;
            for (unsigned k = 0; k < 3; k++)
                if (bits >> k & 1)
                    out[count] = fk_vec3_add(out[count], c->edge[k]);
            count++;
        }
    }
    return count;
}

/* Writes the scenes NAME-tori.pov, NAME-level-1.pov, NAME-level-2.pov and NAME-boxes.pov into a folder: the
 * real tori, their boxes, their tetrahedra, and the boxes of all hits with one around them. False after a
 * message. */
static bool write_tori_scenes(const char *folder, const struct tori_place *place, const torus t[2],
                              const tori_world *w, const tori_answer *answer)
{
    static const char *const picture[PICTURES] = {"tori", "level-1", "level-2", "boxes"};
    static const char *const what[PICTURES] = {"the real tori", "level 1: a box each", "level 2: tetrahedra",
                                               "the boxes of all hits in red, the box around them in black"};
    fk_vec3 point[16];
    size_t count = box_corners(w, point);
    for (int i = 0; i < PICTURES; i++) {
        char path[4096], text[512];
        int length = snprintf(path, sizeof path, "%s/%s-%s.pov", folder, place->name, picture[i]);
        if (length < 0 || (size_t)length >= sizeof path) {
            cli_trouble_at(folder, 0, 0, "the name is too long");
            return false;
        }
        snprintf(text, sizeof text, "farkas papers fm-tori, %s\n%s", place->title, what[i]);
        pov_scene scene;
        if (!pov_begin(&scene, path, text, point, count))
            return false;
        if (i == 0)
            draw_tori(&scene, t, 0);
        else if (i == 1)
            draw_level_1(&scene, w, t);
        else if (i == 2)
            draw_level_2(&scene, w);
        else
            draw_boxes(&scene, t, answer);
        if (!pov_end(&scene))
            return false;
    }
    return true;
}

typedef struct tori_row {
    const struct tori_place *place;
    uint32_t places;      /* found */
    size_t hits;          /* pairs of leaves that meet */
    fk_aabb box;          /* around all of them */
    uint64_t tests[3][2]; /* quick and pair tests: of Farkas, printed, all pairs */
    size_t printed, missed, made_up;
    /* With row (a) set right: those lost that overlap, and those that only touch. */
    size_t row_missed, row_touching, row_made_up;
    /* With row (a) set right, where one torus has more levels: pairs found with P the deeper one, and with M. */
    size_t deeper[2];
    uint32_t hash;
} tori_row;

/* How many sets of boxes there are that no chain of boxes that meet links. */
static uint32_t count_places(const tori_answer *answer)
{
    size_t *next = bench_allocate(answer->count, sizeof *next), waiting = 0;
    bool *seen = bench_allocate(answer->count, sizeof *seen);
    uint32_t count = 0;
    for (size_t first = 0; first < answer->count; first++) {
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
    free(next);
    free(seen);
    return count;
}

/* ---- Answers ------------------------------------------------------------------------------------------- */

static void two_tori(const struct tori_place *place, torus t[2])
{
    t[0] = (torus){fk_pose_identity(), 1, 0.25};
    t[1] = (torus){fk_pose_from_rpy_deg(place->middle, place->rpy_deg), 1, 0.25};
}

static bool same_hits(const tori_answer *a, const tori_answer *b)
{
    return a->count == b->count && tori_missing(a, b, false) == 0;
}

/* What the answers say; false after a message when they are not as they must be. */
static bool compare_answers(const struct tori_place *place, const tori_answer by[TORI_ROW + 1], tori_row *out)
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
    static const tori_search_kind of[3] = {TORI_READY, TORI_PRINTED, TORI_ALL};
    for (int i = 0; i < 3; i++) {
        out->tests[i][0] = by[of[i]].quick_tests;
        out->tests[i][1] = by[of[i]].pair_tests;
    }
    out->printed = by[TORI_PRINTED].count;
    out->missed = tori_missing(truth, &by[TORI_PRINTED], false);
    out->made_up = tori_missing(&by[TORI_PRINTED], truth, false);
    out->row_touching = tori_missing(truth, &by[TORI_ROW], false) - out->row_missed;
    out->row_made_up = tori_missing(&by[TORI_ROW], truth, false);
    out->hash = tori_hash(ours, false);
    if (!same_hits(truth, ours) || !same_hits(truth, &by[TORI_TWO]) || !same_hits(truth, &by[TORI_RIGHT]))
        return papers_trouble("%s: all pairs have %zu hits, the search %zu, the printed one made right %zu",
                              place->title, truth->count, ours->count, by[TORI_RIGHT].count);
    if (out->places != place->places)
        return papers_trouble("%s: found %u places", place->title, out->places);
    return true;
}

/* ---- Trees of different depths -------------------------------------------------------------------------- */

/* Pairs of leaves that SearchCollisions finds where torus `deeper`, P or M, has levels along its ring; as printed but for row (a),
 * or made right. */
static size_t count_unequal_hits(const torus t[2], int deeper, uint32_t segments, bool is_right)
{
    paper_node *node[2], world = {.child = NULL};
    for (int i = 0; i < 2; i++) {
        uint32_t count = i == deeper ? tori_ring_node_count(segments) : tori_node_count(segments);
        fk_cell_input *input = bench_allocate(count, sizeof *input);
        node[i] = bench_allocate(count, sizeof *node[i]);
        if (i == deeper)
            tori_ring_nodes(&t[i], segments, TORI_ALONG_RING, input);
        else
            tori_nodes(&t[i], segments, input);
        paper_link(input, count, (uint32_t)i, node[i]);
        free(input);
    }
    world.child = node[0];
    node[0]->next = node[1];
    paper_search search = {.is_right = is_right, .reading = FK_PAPER_RIGHT_ROW};
    paper_search_collisions(&search, node[0], &world);
    size_t found = search.hit_count;
    papers_check(search.is_out_of_memory ? FK_ERROR_MEMORY : FK_OK);
    paper_search_end(&search);
    free(node[0]);
    free(node[1]);
    return found;
}

/* False after a message. */
static bool compare_depths(const struct tori_place *place, const torus t[2], uint32_t segments, tori_row *out)
{
    for (int deeper = 0; deeper < 2; deeper++) {
        out->deeper[deeper] = count_unequal_hits(t, deeper, segments, false);
        size_t right = count_unequal_hits(t, deeper, segments, true);
        if (right != out->hits)
            return papers_trouble("%s: with more levels the search made right has %zu hits of %zu",
                                  place->title, right, out->hits);
    }
    return true;
}

static void draw_case(const papers_lab *lab, const struct tori_place *place, const tori_world *w,
                      const tori_answer *answer)
{
    char text[160];
    int length = snprintf(text, sizeof text, "%s", place->title);
    if (answer->count > 0)
        snprintf(text + length, sizeof text - (size_t)length, ": %zu pairs of tetrahedra meet",
                 answer->count);
    fm_tori_pictures_draw(lab, place->name, text, w, answer);
}

static bool run_case(const papers_lab *lab, const struct tori_place *place, tori_row *out)
{
    torus t[2];
    tori_world w;
    tori_answer by[TORI_ROW + 1] = {{0}};
    two_tori(place, t);
    uint32_t segments = lab->quick ? TORI_QUICK_SEGMENTS : TORI_SEGMENTS;
    tori_world_make(&w, lab->context, t, 2, segments);
    for (int way = 0; way <= TORI_ROW; way++)
        tori_search(&w, (tori_search_kind)way, 0, false, &by[way]);
    out->row_missed = tori_lost_overlaps(&w, 0, &by[TORI_ALL], &by[TORI_ROW]);
    bool good = compare_answers(place, by, out) && compare_depths(place, t, segments, out) &&
                (lab->pov == NULL || write_tori_scenes(lab->pov, place, t, &w, &by[TORI_READY]));
    if (good && study_has_files(lab->s))
        draw_case(lab, place, &w, &by[TORI_READY]);
    for (int way = 0; way <= TORI_ROW; way++)
        tori_answer_end(&by[way]);
    tori_world_end(&w);
    return good;
}

static void report_tori_row(study *s, const tori_row *r)
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
static void report_tori_claims(study *s, const tori_row *r)
{
    size_t right = 0, hits = 0, lost = 0, made_up = 0, row_lost = 0, touching = 0, row_made_up = 0;
    uint64_t farkas = 0, all = 0;
    for (int i = 0; i < TORI_CASES; i++) {
        right += (r[i].printed > 0) == (r[i].hits > 0) ? 1u : 0u;
        hits += r[i].hits;
        lost += r[i].missed;
        made_up += r[i].made_up;
        row_lost += r[i].row_missed;
        touching += r[i].row_touching;
        row_made_up += r[i].row_made_up;
        farkas += r[i].tests[0][1];
        all += r[i].tests[2][1];
    }
    study_claim(
        s,
        "SearchCollisions is right about two tori in four cases: clear twice, \"colliding in two "
        "places\" and \"colliding in one place\" (6.1.2)",
        study_if_part(right == TORI_CASES && lost + made_up == 0, right == TORI_CASES),
        "As it is printed, it says of %zu of the %d cases rightly whether the tori collide; but of "
        "%zu pairs of tetrahedra that meet it loses %zu (%.0f %%), and it makes up %zu. With row (a) "
        "of the test of two cells set right, it loses %zu that overlap and makes up %zu; %zu that only touch "
        "do not collide by its convention. Farkas finds all of them.",
        right, TORI_CASES, hits, lost, hits > 0 ? 100.0 * (double)lost / (double)hits : 0, made_up, row_lost,
        row_made_up, touching);
    study_paragraph(
        s,
        "The pictures of the paper were compared by eye; here each answer is compared with the test of "
        "all pairs of tetrahedra by the exact verdict. Farkas needs %.2f %% of these tests.",
        100 * (double)farkas / (double)all);
}

static void report_depths(study *s, const tori_row *r)
{
    size_t hits = 0, touching = 0, deeper[2] = {0, 0};
    study_table(s, "depths",
                "SearchCollisions with row (a) set right, where one torus has five levels, the other two",
                "tori|case|w; hits\n"
                "found, five levels: of P|p_deeper; of M|m_deeper; of either, made right|right");
    for (int i = 0; i < TORI_CASES; i++) {
        study_words(s, "%s", r[i].place->title);
        study_numbers(s, (double)r[i].hits, (double)r[i].deeper[0], (double)r[i].deeper[1],
                      (double)r[i].hits);
        hits += r[i].hits;
        touching += r[i].row_touching;
        deeper[0] += r[i].deeper[0];
        deeper[1] += r[i].deeper[1];
    }
    study_claim(
        s,
        "\"Each object may have a different number of bounding volumes, organized in a different number of "
        "sublevels\" (2.1)",
        study_if_part(deeper[0] + touching >= hits, deeper[1] + touching >= hits),
        "Where M has more levels than P, the printed search finds %zu of %zu pairs, and of the others %zu "
        "only touch. Where P has more, it finds %zu: a child of P is searched against the children of M "
        "(line 11), and a leaf M has none. Made right, P alone descends there, and all are found.",
        deeper[1], hits, touching, deeper[0]);
}

bool papers_fm_tori(const papers_lab *lab)
{
    tori_row r[TORI_CASES] = {{0}};
    study *s = lab->s;
    uint32_t nodes = tori_node_count(lab->quick ? TORI_QUICK_SEGMENTS : TORI_SEGMENTS);
    if (lab->pov != NULL && !cli_folder_create(lab->pov))
        return false;
    study_paragraph(
        s,
        "Two tori of %u nodes in four places: each is one box, and below it %u tetrahedra that surround "
        "the torus. The paper shows them as pictures, and does not say which tetrahedra; these are ours.",
        nodes, nodes - 1);
    if (study_has_files(s))
        study_paragraph(
            s, "The first torus is orange, the second blue, each in its box of the first level. The boxes "
               "of all hits are red, and the box around them black: so one sees where the tori collide.");
    for (int i = 0; i < TORI_CASES; i++)
        if (!run_case(lab, &places[i], &r[i]))
            return false;
    study_table(s, "cases", "Pairs of tetrahedra that meet, and what the printed search makes of them",
                "tori|case|w; places; hits; box of all hits|box|w\n"
                "tests by Farkas: quick|farkas_quick_tests; pairs|farkas_pair_tests\n"
                "as printed: quick tests|printed_quick_tests; pair tests|printed_pair_tests; "
                "hits|printed_hits; lost|printed_lost; made up|printed_false\n"
                "all pairs of leaves|all_pairs; hash||w");
    for (int i = 0; i < TORI_CASES; i++)
        report_tori_row(s, &r[i]);
    study_paragraph(s, "Places are sets of hits whose boxes hang together.");
    report_tori_claims(s, r);
    report_depths(s, r);
    if (lab->pov != NULL)
        cli_note("%d scenes in %s; a picture: povray +I%s/two-boxes.pov +Otwo-boxes.png +W800 +H600 +A -D",
                 TORI_CASES * PICTURES, lab->pov, lab->pov);
    return true;
}
