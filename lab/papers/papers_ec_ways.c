/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Boxes that turn or move until they meet another.
 *
 * The paper tells neither boxes nor ways nor steps. Here half sizes are from 0.3 to 1; the box turns by 360 degrees in as
 * many steps about any axis through its centre, or moves along a line past the other in 100 steps. As in the paper, only
 * cases count in which they meet in some step, by the exact verdict. The first contact, between the steps, too,
 * is known exactly for translations (fk_pair_cast), and with proved bounds for rotations (fk_motion_ask). */

#include "papers/papers_ec_ways.h"
#include "peers/participant.h"

#include <math.h>
#include <stdlib.h>

enum { TURN_STEPS = 360, MOVE_STEPS = 100 };

#define PI 3.14159265358979323846

bool ec_way_begin(ec_way *w, ec_motion how)
{
    *w = (ec_way){.context = cli_context_create(), .how = how};
    if (w->context == NULL)
        return false;
    w->steps = how == EC_TURNS ? TURN_STEPS : MOVE_STEPS;
    w->placed = bench_allocate((size_t)w->steps + 1, sizeof *w->placed);
    return true;
}

void ec_way_end(ec_way *w)
{
    free(w->placed);
    fk_context_destroy(w->context);
}

/* ---- The first contact --------------------------------------------------------------------------------- */

/* That of a translation. False when it is not in the step before the first meeting. */
static bool find_contact_of_move(ec_way *w)
{
    fk_cast cast;
    if (fk_pair_cast(&w->placed[0].piece, w->shift, &w->other.piece, 1, &cast) != FK_OK)
        return false;
    w->contact = cast.enter.hi * w->steps;
    /* Where the box stands in a step is rounded, so the step may be off by as little. */
    return cast.result == FK_CAST_HIT && w->first - w->contact > -1e-9 && w->first - w->contact < 1 + 1e-9;
}

/* That of the real turn up to the step of the first meeting: they may have met and parted between two steps. */
static bool ask_turn(ec_way *w, const fk_motion *turn, const fk_moving *box, const fk_moving *other)
{
    fk_motion_options options = fk_motion_options_default(turn, box, other);
    fk_motion_answer *answer = NULL;
    options.to = w->first;
    if (fk_motion_ask(w->context, turn, box, other, &options, &answer) != FK_OK)
        return false;
    /* A graze is none; but the meeting in the last step may be one, as the boxes there are rounded. */
    uint32_t i = 0, count = answer->stretch_count;
    while (i + 1 < count && answer->stretch[i].kind != FK_STRETCH_MEETS)
        i++;
    bool is_there = count > 0 && answer->stretch[i].kind != FK_STRETCH_UNDECIDED;
    if (is_there)
        w->contact = answer->stretch[i].enter.hi;
    fk_motion_answer_free(w->context, answer);
    return is_there;
}

static bool find_contact_of_turn(ec_way *w)
{
    const double time[2] = {0, w->steps}, value[2] = {0, 2 * PI};
    fk_track track = {1, 2, time, value};
    fk_frame frame = {.parent = FK_NONE, .origin = fk_pose_identity(), .kind = FK_FRAME_TURNS};
    fk_moving box = {NULL, 0, w->start}, other = {NULL, FK_NONE, fk_pose_identity()};
    fk_collider *collider[2] = {NULL, NULL};
    fk_motion *turn = NULL;
    fk_pose at_origin = fk_pose_identity();
    ec_box own = ec_box_place(w->half, &at_origin);
    frame.origin.translation = w->start.translation;
    frame.axis = w->axis;
    frame.factor = 1;
    box.pose.translation = fk_vec3_make(0, 0, 0);
    bool found = fk_collider_of_pieces(w->context, &own.piece, 1, &collider[0]) == FK_OK &&
                 fk_collider_of_pieces(w->context, &w->other.piece, 1, &collider[1]) == FK_OK &&
                 fk_motion_create(w->context, &frame, 1, &track, 1, &turn) == FK_OK;
    box.collider = collider[0];
    other.collider = collider[1];
    found = found && ask_turn(w, turn, &box, &other);
    fk_motion_free(w->context, turn);
    fk_collider_free(w->context, collider[0]);
    fk_collider_free(w->context, collider[1]);
    return found;
}

/* ---- Drawing ------------------------------------------------------------------------------------------- */

static fk_vec3 draw_direction(fk_random *random)
{
    fk_vec3 p = ec_draw_point(random, 1);
    while (fk_vec3_dot(p, p) > 1 || fk_vec3_dot(p, p) < 0.01)
        p = ec_draw_point(random, 1);
    return fk_vec3_scale(p, 1 / sqrt(fk_vec3_dot(p, p)));
}

/* Where the box is in a step. */
static fk_pose pose_in(const ec_way *w, int step)
{
    double part = (double)step / w->steps, half = PI * part;
    fk_pose turn = fk_pose_identity(), start = w->start;
    if (w->how == EC_TURNS) {
        fk_vec3 v = fk_vec3_scale(w->axis, fk_sin(half));
        double quat[4] = {v.x, v.y, v.z, fk_cos(half)};
        fk_pose_from_quat_xyzw(start.translation, quat, &turn); /* whose length is not zero */
        start.translation = fk_vec3_make(0, 0, 0);
    } else {
        turn.translation = fk_vec3_scale(w->shift, part);
    }
    return fk_pose_multiply(&turn, &start);
}

/* Draws boxes and a way, which may pass. */
static void draw_any(ec_way *w, fk_random *random)
{
    double half[3];
    fk_vec3 from = draw_direction(random), goal = ec_draw_point(random, 1);
    fk_pose other = fk_pose_from_rpy_deg(fk_vec3_make(0, 0, 0), ec_draw_point(random, 180));
    from = fk_vec3_scale(from, w->how == EC_TURNS ? fk_random_between(random, 0.8, 2.4) : 4.0);
    w->start = fk_pose_from_rpy_deg(from, ec_draw_point(random, 180));
    w->axis = draw_direction(random);
    w->shift = fk_vec3_scale(fk_vec3_sub(goal, from), 2);
    ec_draw_half(random, w->half);
    ec_draw_half(random, half);
    w->other = ec_box_place(half, &other);
}

bool ec_way_draw(ec_way *w, fk_random *random)
{
    do {
        draw_any(w, random);
        for (int i = 0; i <= w->steps; i++) {
            fk_pose pose = pose_in(w, i);
            w->placed[i] = ec_box_place(w->half, &pose);
        }
        w->first = 0;
        while (w->first <= w->steps &&
               fk_pair_verdict(&w->placed[w->first].piece, &w->other.piece) == FK_APART)
            w->first++;
    } while (w->first == 0 || w->first > w->steps);
    return w->how == EC_TURNS ? find_contact_of_turn(w) : find_contact_of_move(w);
}
