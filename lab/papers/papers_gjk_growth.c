/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas papers gjk: how the time of a test grows with the vertices of the hulls. Two rounded boxes, all of whose points are
 * vertices, pass each other. GJK as the thesis has it is a walk that proves nothing; extreme points are sought by climbing along
 * edges and the artificial ones of its section 4.3, along the edges alone, or among all vertices. What Farkas calls gjk looks
 * at all points once before that walk, and once behind it, to be sure. */

#include "study/growth.h"
#include "pair/measure/measure.h"
#include "papers/papers_gjk.h"

#include <math.h>

enum { SIZES = 4, ROUNDS = 5, FIRST = 250, FACTOR = 4, POSITIONS = 200 };

static const char *const names[GJK_GROWN] = {
    [GROWN_CLIMB] = "walk of GJK, with artificial edges",
    [GROWN_EDGES] = "walk of GJK, climbing along edges",
    [GROWN_ALL] = "walk of GJK, all vertices",
    [GROWN_GJK] = "gjk, sure",
    [GROWN_EXACT] = "exact",
    [GROWN_PLACE] = "recompute both hulls",
};

/* Whether the walk ends before it has found a direction that separates. */
static bool walk_meets(fk_bodies *bodies)
{
    fk_walk_options options = fk_walk_options_default();
    fk_gjk_walk walk;
    options.enough = 0;
    fk_walk_run(bodies, &options, &walk);
    return walk.end != FK_WALK_APART;
}

static bool meets(gjk_grown way, fk_bodies *bodies, const fk_piece piece[2])
{
    if (way < GROWN_GJK)
        return walk_meets(bodies);
    return gjk_meets(way == GROWN_EXACT ? BY_EXACT : BY_GJK, &piece[0], &piece[1], NULL);
}

/* The least seconds of each position over some rounds, as other programs may take their turn. */
typedef struct least {
    double test[GROWN_PLACE][POSITIONS], place[POSITIONS];
} least;

/* One round of all positions; how many meet. */
static uint32_t go(const pass_body body[2], gjk_grown way, least *seconds)
{
    fk_hull bare = *body[0].hull;
    fk_piece home = fk_hull_piece(body[0].hull);
    uint32_t count = 0;
    bare.shortcut_begin = bare.shortcut = NULL;
    if (way == GROWN_EDGES)
        home.as.hull.hint = &bare;
    else if (way == GROWN_ALL)
        home.as.hull.hint = NULL;
    for (int i = 0; i < POSITIONS; i++) {
        fk_pose pose[2];
        fk_piece piece[2];
        fk_bodies bodies;
        pass_place(i * (PASS_POSITIONS / POSITIONS), &pose[0], &pose[1]);
        double start = fk_clock_seconds();
        for (int side = 0; side < 2; side++)
            piece[side] = fk_piece_place(&home, &pose[side], body[side].room);
        seconds->place[i] = fmin(seconds->place[i], fk_clock_seconds() - start);
        fk_bodies_init(&bodies, &piece[0], &piece[1]);
        start = fk_clock_seconds();
        count += meets(way, &bodies, piece);
        seconds->test[way][i] = fmin(seconds->test[way][i], fk_clock_seconds() - start);
    }
    return count;
}

/* All rounds and ways. False after a message: they differ. */
static bool go_all(const pass_body body[2], least *seconds)
{
    uint32_t count[GROWN_PLACE];
    for (int round = 0; round < ROUNDS; round++)
        for (int w = 0; w < GROWN_PLACE; w++) {
            count[w] = go(body, (gjk_grown)w, seconds);
            if (count[w] != count[0]) {
                cli_trouble("%s differs on hulls of %u vertices; this is a bug in farkas", names[w],
                            body[0].count);
                return false;
            }
        }
    return true;
}

/* What a position takes in the mean. False after a message. */
static bool measure_size(const gjk *g, double points, double us[GJK_GROWN])
{
    pass_object box = pass_objects[1][1];
    pass_body body[2] = {0};
    least seconds;
    box.triangles = (uint32_t)(2 * points - 4);
    bool good = pass_body_make(g->context, &box, pass_radius(0), &body[0]) &&
                pass_body_make(g->context, &box, pass_radius(0), &body[1]);
    for (int w = 0; w < GJK_GROWN; w++)
        for (int i = 0; i < POSITIONS; i++)
            *(w == GROWN_PLACE ? &seconds.place[i] : &seconds.test[w][i]) = INFINITY;
    good = good && go_all(body, &seconds);
    for (int w = 0; w < GJK_GROWN; w++) {
        us[w] = 0;
        for (int i = 0; i < POSITIONS; i++)
            us[w] += 1e6 / POSITIONS * (w == GROWN_PLACE ? seconds.place[i] : seconds.test[w][i]);
    }
    for (int side = 0; side < 2; side++)
        pass_body_end(g->context, &body[side]);
    return good;
}

static void draw(const gjk *g, const double points[SIZES], double us[GJK_GROWN][SIZES])
{
    plot_series series[GJK_GROWN];
    for (int w = 0; w < GJK_GROWN; w++)
        series[w] = (plot_series){.name = names[w], .count = SIZES, .x = points, .y = us[w], .is_ours = true};
    study_draw(g->s, "growth", .title = "Two hulls: time by their size", .x_title = "vertices of a hull",
               .y_title = "time, µs", .x_log = true, .y_log = true, .series = series, .count = GJK_GROWN);
}

bool gjk_growth(gjk *g)
{
    double points[SIZES], us[GJK_GROWN][SIZES], row[GJK_GROWN];
    study_table(
        g->s, "growth", "Two rounded boxes of more and more vertices; the time of a position",
        "vertices\n"
        "walk of GJK, µs: artificial edges|walk_us|2t; edges|walk_edges_us|2t; all vertices|walk_all_us|2t\n"
        "sure, µs: gjk|gjk_us|2t; exact|exact_us|2t\n"
        "recompute, µs|recompute_us|2t");
    for (int i = 0; i < SIZES; i++) {
        points[i] = FIRST * pow(FACTOR, i);
        if (!measure_size(g, points[i], row))
            return false;
        study_number(g->s, points[i]);
        for (int w = 0; w < GJK_GROWN; w++) {
            us[w][i] = g->growth.largest_us[w] = row[w];
            study_number(g->s, row[w]);
        }
    }
    g->growth.points = points[SIZES - 1];
    for (int w = 0; w < GJK_GROWN; w++)
        g->growth.exponent[w] = growth_exponent(points, us[w], SIZES);
    if (study_has_files(g->s))
        draw(g, points, us);
    return true;
}
