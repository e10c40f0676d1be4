/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The poses of parts at the shown moment, and their looks then. */

#include "display_private.h"

#include <math.h>

/* ---- The current result -------------------------------------------------------------------------------- */

const fk_check_pair *display_find_pair(const fk_check *found, uint32_t a, uint32_t b)
{
    for (size_t i = 0; found != NULL && i < found->pair_count; i++)
        if (found->pair[i].a == a && found->pair[i].b == b)
            return &found->pair[i];
    return NULL;
}

/* The current result, and whether it is a sweep; or NULL. */
static const fk_check *view_result(const display *s, const display_view *view, bool *is_sweep)
{
    const fk_check *check = view->check != NULL ? view->check : s->show->check;
    *is_sweep = check == NULL && s->show->sweep != NULL;
    return *is_sweep ? s->show->sweep : check;
}

/* A pair of a result; false if it has parts that are not shown. */
static bool get_pair(const display *s, const fk_check *found, bool is_sweep, size_t index, display_pair *out)
{
    const fk_check_pair *pair = &found->pair[index];
    *out = (display_pair){pair->a, pair->b, display_pair_look(pair->kind), is_sweep ? NULL : pair,
                          is_sweep ? pair : NULL};
    return pair->a < s->part_count && pair->b < s->part_count;
}

bool display_focused_pair(const display *s, const display_view *view, display_pair *out)
{
    bool is_sweep;
    const fk_check *found = view_result(s, view, &is_sweep);
    return found != NULL && view->pair < found->pair_count && get_pair(s, found, is_sweep, view->pair, out);
}

/* ---- Poses --------------------------------------------------------------------------------------------- */

double display_time(const display *s, const display_view *view)
{
    bool is_sweep;
    const fk_check *found = view_result(s, view, &is_sweep);
    display_pair pair;
    if (!isnan(view->time))
        return view->time;
    if (!is_sweep)
        return found != NULL || s->show->motion == NULL ? s->show->time : fk_motion_span(s->show->motion).lo;
    double moment = display_focused_pair(s, view, &pair) ? fk_sweep_moment(pair.swept) : NAN;
    return isnan(moment) ? found->from : moment;
}

fk_pose display_pose(const display *s, const display_view *view, double time, uint32_t part)
{
    if (view->pose != NULL)
        return view->pose[part];
    const fk_sweep_part *p = &s->show->part[part];
    if (s->show->motion == NULL || p->frame == FK_NONE)
        return p->part.pose;
    fk_pose frame = fk_motion_pose(s->show->motion, p->frame, time);
    return fk_pose_multiply(&frame, &p->part.pose);
}

bool display_is_seen(const display *s, uint32_t part)
{
    return s->shape[s->shape_of[part]].mesh != NULL;
}

fk_obb display_obb(const display *s, uint32_t part, const fk_pose *pose)
{
    return fk_obb_place(&s->shape[s->shape_of[part]].obb, pose);
}

/* ---- Looks --------------------------------------------------------------------------------------------- */

drawing_look display_pair_look(fk_clash kind)
{
    switch (kind) {
    case FK_CLASH_UNDECIDED:
        return LOOK_UNDECIDED;
    case FK_CLASH_CLEAR:
        return LOOK_CLEAR;
    case FK_CLASH_CLEARANCE:
        return LOOK_NEAR;
    default:
        return LOOK_CLASH;
    }
}

/* Returns the more severe look. */
static drawing_look graver_look(drawing_look a, drawing_look b)
{
    static const int weight[LOOK_COUNT] = {
        [LOOK_CLEAR] = 0, [LOOK_NEAR] = 1, [LOOK_UNDECIDED] = 2, [LOOK_CLASH] = 3};
    return weight[a] >= weight[b] ? a : b;
}

/* Whether a stretch contains a time: its uncertain ends count, because they are short. */
static bool stretch_has_time(const fk_stretch *stretch, double time)
{
    return stretch->enter.lo <= time && time <= stretch->leave.hi;
}

/* Returns the look at a time. */
static drawing_look swept_look(const fk_sweep_pair *pair, double time)
{
    drawing_look look = LOOK_CLEAR;
    for (uint32_t i = 0; i < pair->contact_count; i++) {
        if (!stretch_has_time(&pair->contact[i], time))
            continue;
        bool is_known = pair->contact[i].kind != FK_STRETCH_UNDECIDED;
        look = graver_look(look, is_known ? LOOK_CLASH : LOOK_UNDECIDED);
    }
    for (uint32_t i = 0; i < pair->below_count; i++)
        if (stretch_has_time(&pair->below[i], time))
            look =
                graver_look(look, pair->below[i].kind == FK_STRETCH_UNDECIDED ? LOOK_UNDECIDED : LOOK_NEAR);
    /* Pairs that do not move relative to each other need no stretch. */
    if (pair->is_still)
        look = graver_look(look, display_pair_look(pair->kind));
    return look;
}

/* Clear bodies whose bounding volumes meet get a warning; but not half-spaces. */
static bool volumes_meet(const display *s, const display_pair *pair, const fk_pose *a, const fk_pose *b)
{
    if (!display_is_seen(s, pair->a) || !display_is_seen(s, pair->b) ||
        s->shape[s->shape_of[pair->a]].is_endless || s->shape[s->shape_of[pair->b]].is_endless)
        return false;
    fk_obb box_a = display_obb(s, pair->a, a), box_b = display_obb(s, pair->b, b);
    return fk_obb_meets(&box_a, &box_b);
}

/* Allowed contact is intended, and no warning either. */
static drawing_look pair_look_at(const display *s, const display_pair *pair, double time, const fk_pose *a,
                                 const fk_pose *b)
{
    const fk_check_pair *found = pair->checked != NULL ? pair->checked : pair->swept;
    drawing_look look = pair->checked != NULL ? pair->look : swept_look(pair->swept, time);
    if (look == LOOK_CLASH && !found->is_clash)
        return LOOK_CLEAR;
    return look == LOOK_CLEAR && volumes_meet(s, pair, a, b) ? LOOK_NEAR : look;
}

void display_part_looks(const display *s, const display_view *view, double time, const fk_pose *pose,
                        drawing_look *look)
{
    for (uint32_t i = 0; i < s->part_count; i++)
        look[i] = LOOK_CLEAR;
    bool is_sweep;
    const fk_check *found = view_result(s, view, &is_sweep);
    for (size_t i = 0; found != NULL && i < found->pair_count; i++) {
        display_pair pair;
        if (!get_pair(s, found, is_sweep, i, &pair) ||
            (look[pair.a] == LOOK_CLASH && look[pair.b] == LOOK_CLASH))
            continue;
        drawing_look own = pair_look_at(s, &pair, time, &pose[pair.a], &pose[pair.b]);
        look[pair.a] = graver_look(look[pair.a], own);
        look[pair.b] = graver_look(look[pair.b], own);
    }
}

drawing_look display_part_look(const display *s, const display_view *view, uint32_t part)
{
    drawing_look look = LOOK_CLEAR;
    double time = display_time(s, view);
    bool is_sweep;
    const fk_check *found = view_result(s, view, &is_sweep);
    for (size_t i = 0; found != NULL && i < found->pair_count && look != LOOK_CLASH; i++) {
        display_pair pair;
        if (!get_pair(s, found, is_sweep, i, &pair) || (pair.a != part && pair.b != part))
            continue;
        fk_pose a = display_pose(s, view, time, pair.a), b = display_pose(s, view, time, pair.b);
        look = graver_look(look, pair_look_at(s, &pair, time, &a, &b));
    }
    return look;
}
