/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The poses of parts at the shown moment, and their looks then. */

#include "display_private.h"

#include <math.h>

/* ---- The current result -------------------------------------------------------------------------------- */

static const fk_check *view_check(const display *s, const display_view *view)
{
    return view->check != NULL ? view->check : s->show->check;
}

static const fk_sweep *view_sweep(const display *s, const display_view *view)
{
    return view_check(s, view) == NULL ? s->show->sweep : NULL;
}

bool display_focused_pair(const display *s, const display_view *view, display_pair *out)
{
    const fk_check *check = view_check(s, view);
    const fk_sweep *sweep = view_sweep(s, view);
    display_pair pair = {0};
    if (check != NULL && view->pair < check->pair_count) {
        pair.checked = &check->pair[view->pair];
        pair.a = pair.checked->a;
        pair.b = pair.checked->b;
        pair.look = display_pair_look(pair.checked->kind);
    } else if (sweep != NULL && view->pair < sweep->pair_count) {
        pair.swept = &sweep->pair[view->pair];
        pair.a = pair.swept->a;
        pair.b = pair.swept->b;
        pair.look = display_pair_look(pair.swept->kind);
    } else {
        return false;
    }
    if (pair.a >= s->part_count || pair.b >= s->part_count)
        return false;
    *out = pair;
    return true;
}

/* ---- Poses --------------------------------------------------------------------------------------------- */

double display_time(const display *s, const display_view *view)
{
    const fk_sweep *sweep = view_sweep(s, view);
    display_pair pair;
    if (!isnan(view->time))
        return view->time;
    if (sweep == NULL)
        return view_check(s, view) != NULL || s->show->motion == NULL ? s->show->time
                                                                      : fk_motion_span(s->show->motion).lo;
    double moment = display_focused_pair(s, view, &pair) ? fk_sweep_moment(pair.swept) : NAN;
    return isnan(moment) ? sweep->from : moment;
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

/* Returns the look at a time; *is_allowed: they are in allowed contact. */
static drawing_look swept_look(const fk_sweep_pair *pair, double time, bool *is_allowed)
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
    *is_allowed = look == LOOK_CLASH && !pair->is_clash;
    return look;
}

/* The pairs of the current result. */
static size_t count_pairs(const display *s, const display_view *view)
{
    const fk_check *check = view_check(s, view);
    const fk_sweep *sweep = view_sweep(s, view);
    return check != NULL ? check->pair_count : sweep != NULL ? sweep->pair_count : 0;
}

static display_pair get_pair(const display *s, const display_view *view, size_t i)
{
    const fk_check *check = view_check(s, view);
    if (check != NULL)
        return (display_pair){check->pair[i].a, check->pair[i].b, LOOK_CLEAR, &check->pair[i], NULL};
    const fk_sweep_pair *swept = &view_sweep(s, view)->pair[i];
    return (display_pair){swept->a, swept->b, LOOK_CLEAR, NULL, swept};
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
    bool is_allowed = false;
    drawing_look look = pair->checked != NULL ? display_pair_look(pair->checked->kind)
                                              : swept_look(pair->swept, time, &is_allowed);
    if (pair->checked != NULL)
        is_allowed = look == LOOK_CLASH && !pair->checked->is_clash;
    if (is_allowed)
        return LOOK_CLEAR;
    return look == LOOK_CLEAR && volumes_meet(s, pair, a, b) ? LOOK_NEAR : look;
}

void display_part_looks(const display *s, const display_view *view, double time, const fk_pose *pose,
                        drawing_look *look)
{
    for (uint32_t i = 0; i < s->part_count; i++)
        look[i] = LOOK_CLEAR;
    size_t count = count_pairs(s, view);
    for (size_t i = 0; i < count; i++) {
        display_pair pair = get_pair(s, view, i);
        if (pair.a >= s->part_count || pair.b >= s->part_count ||
            (look[pair.a] == LOOK_CLASH && look[pair.b] == LOOK_CLASH))
            continue;
        drawing_look found = pair_look_at(s, &pair, time, &pose[pair.a], &pose[pair.b]);
        look[pair.a] = graver_look(look[pair.a], found);
        look[pair.b] = graver_look(look[pair.b], found);
    }
}

drawing_look display_part_look(const display *s, const display_view *view, uint32_t part)
{
    drawing_look look = LOOK_CLEAR;
    double time = display_time(s, view);
    size_t count = count_pairs(s, view);
    for (size_t i = 0; i < count && look != LOOK_CLASH; i++) {
        display_pair pair = get_pair(s, view, i);
        if ((pair.a != part && pair.b != part) || pair.a >= s->part_count || pair.b >= s->part_count)
            continue;
        fk_pose a = display_pose(s, view, time, pair.a), b = display_pose(s, view, time, pair.b);
        look = graver_look(look, pair_look_at(s, &pair, time, &a, &b));
    }
    return look;
}
