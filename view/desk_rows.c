/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The list of pairs, and what is said about them. */

#include "desk.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool desk_lists_sweep(const desk *d)
{
    return d->show.sweep != NULL && !d->is_by_hand;
}

const fk_check *desk_listed_check(const desk *d)
{
    return d->check != NULL ? d->check : d->show.check;
}

/* ---- Rows ---------------------------------------------------------------------------------------------- */

static bool add_row(desk *d, desk_row row)
{
    if (row.kind == FK_CLASH_CLEAR && !d->lists_clear)
        return true;
    if (d->row_count == d->row_capacity) {
        uint32_t more = 2 * d->row_capacity + 64;
        desk_row *moved = fk_allocate(d->context, more * sizeof *moved);
        if (moved == NULL)
            return false;
        if (d->row_count > 0)
            memcpy(moved, d->row, d->row_count * sizeof *moved);
        fk_release(d->context, d->row, d->row_capacity * sizeof *d->row);
        d->row = moved;
        d->row_capacity = more;
    }
    d->row[d->row_count++] = row;
    return true;
}

/* Clashes first, then what is undecided, what is allowed, what is clear; then by their moments; the worse before the better; else as
 * they are. */
static int rank(const desk_row *row)
{
    return row->is_clash ? 0 : row->kind == FK_CLASH_UNDECIDED ? 1 : row->kind != FK_CLASH_CLEAR ? 2 : 3;
}

static int compare_rows(const void *p, const void *q)
{
    const desk_row *x = p, *y = q;
    if (rank(x) != rank(y))
        return rank(x) - rank(y);
    if (x->moment != y->moment)
        return x->moment < y->moment ? -1 : 1;
    if (x->kind != y->kind)
        return (int)y->kind - (int)x->kind;
    return x->index < y->index ? -1 : x->index > y->index;
}

void desk_make_rows(desk *d)
{
    const fk_check *check = desk_listed_check(d);
    d->row_count = 0;
    if (desk_lists_sweep(d))
        for (size_t i = 0; i < d->show.sweep->pair_count; i++) {
            const fk_sweep_pair *pair = &d->show.sweep->pair[i];
            double moment = fk_sweep_moment(pair);
            desk_row row = {(uint32_t)i, pair->a,        pair->b,
                            pair->kind,  pair->is_clash, isnan(moment) ? HUGE_VAL : moment};
            if (!add_row(d, row))
                break;
        }
    else
        for (size_t i = 0; check != NULL && i < check->pair_count; i++) {
            const fk_check_pair *pair = &check->pair[i];
            if (!add_row(d, (desk_row){(uint32_t)i, pair->a, pair->b, pair->kind, pair->is_clash, 0}))
                break;
        }
    if (d->row_count > 0)
        qsort(d->row, d->row_count, sizeof *d->row, compare_rows);
    d->row_selected = FK_NONE;
    for (uint32_t i = 0; d->b != FK_NONE && i < d->row_count; i++)
        if (d->row[i].a == d->a && d->row[i].b == d->b)
            d->row_selected = i;
}

/* ---- Texts --------------------------------------------------------------------------------------------- */

static void put_length(const desk *d, double length, char text[64])
{
    snprintf(text, 64, "%.4g%s%s", length, d->show.units != NULL ? " " : "",
             d->show.units != NULL ? d->show.units : "");
}

static void checked_value(const desk *d, const fk_check_pair *pair, char *text, size_t size)
{
    char length[64];
    if (pair->kind >= FK_CLASH_CONTACT && pair->has_depth) {
        put_length(d, pair->depth.depth.hi, length);
        snprintf(text, size, "%s deep", length);
    } else if (pair->kind == FK_CLASH_CLEAR || pair->kind == FK_CLASH_CLEARANCE) {
        put_length(d, pair->distance.lo, length);
        snprintf(text, size, "%s apart", length);
    }
}

static void swept_value(const desk *d, const fk_sweep_pair *pair, char *text, size_t size)
{
    char length[64];
    double moment = fk_sweep_moment(pair);
    if (pair->kind == FK_CLASH_CLEAR || (pair->kind == FK_CLASH_CLEARANCE && pair->has_closest)) {
        if (!pair->has_closest || !(pair->closest.lo < HUGE_VAL))
            return;
        put_length(d, pair->closest.lo, length);
        snprintf(text, size, "%s apart", length);
    } else if (!isnan(moment)) {
        snprintf(text, size, "at %.4g s", moment);
    }
}

void desk_row_value(const desk *d, const desk_row *row, char *text, size_t size)
{
    *text = '\0';
    if (desk_lists_sweep(d))
        swept_value(d, &d->show.sweep->pair[row->index], text, size);
    else
        checked_value(d, &desk_listed_check(d)->pair[row->index], text, size);
}

const char *desk_note(const desk *d, uint32_t a, uint32_t b)
{
    const fk_show *show = &d->subject->show;
    if (show->note == NULL || d->is_by_hand)
        return NULL;
    for (size_t i = 0; show->check != NULL && i < show->check->pair_count; i++)
        if (show->check->pair[i].a == a && show->check->pair[i].b == b)
            return show->note[i];
    for (size_t i = 0; show->check == NULL && show->sweep != NULL && i < show->sweep->pair_count; i++)
        if (show->sweep->pair[i].a == a && show->sweep->pair[i].b == b)
            return show->note[i];
    return NULL;
}

/* A text that grows, and is cut where there is no room. */
typedef struct writer {
    char *text;
    size_t size, count;
} writer;

static void say(writer *w, const char *format, ...) DESK_PRINTF(2, 3);

static void say(writer *w, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(w->text + w->count, w->size - w->count, format, arguments);
    va_end(arguments);
    if (length > 0)
        w->count += (size_t)length < w->size - w->count ? (size_t)length : w->size - w->count - 1;
}

/* A number that is known up to an interval. */
static void say_interval(const desk *d, writer *w, const char *what, fk_interval interval)
{
    char low[64], high[64];
    put_length(d, interval.lo, low);
    put_length(d, interval.hi, high);
    if (strcmp(low, high) == 0)
        say(w, "%s: %s\n  proved within %.2g\n", what, low, interval.hi - interval.lo);
    else
        say(w, "%s: %s to %s\n", what, low, high);
}

static const char *sentence(fk_clash kind)
{
    static const char *const sentences[FK_CLASH_COUNT] = {
        [FK_CLASH_UNDECIDED] = "It is not known whether they meet.",
        [FK_CLASH_CLEAR] = "They are apart.",
        [FK_CLASH_CLEARANCE] = "They are apart, but closer than asked.",
        [FK_CLASH_CONTACT] = "They touch.",
        [FK_CLASH_HARD] = "They overlap: their insides meet.",
        [FK_CLASH_CONTAINED] = "One lies in the other.",
        [FK_CLASH_DUPLICATE] = "Both are the same set of points.",
    };
    return sentences[kind < FK_CLASH_COUNT ? kind : FK_CLASH_UNDECIDED];
}

static void say_checked(const desk *d, writer *w, const fk_check_pair *pair)
{
    say(w, "%s\n", sentence(pair->kind));
    if (pair->kind == FK_CLASH_CONTAINED)
        say(w, "%s is the inner one.\n", desk_name(d, pair->a_is_inner ? pair->a : pair->b));
    if (pair->has_depth && pair->depth.is_exact) {
        say_interval(d, w, "depth", pair->depth.depth);
    } else if (pair->has_depth) {
        char most[64];
        put_length(d, pair->depth.depth.hi, most);
        say(w, "depth: at most %s\n", most);
    }
    if (pair->has_volume)
        say(w, "volume in common: %.4g to %.4g\n", pair->volume.lo, pair->volume.hi);
    if (pair->kind <= FK_CLASH_CLEARANCE && pair->distance.lo < HUGE_VAL)
        say_interval(d, w, "distance", pair->distance);
    if (pair->clearance > 0) {
        char asked[64];
        put_length(d, pair->clearance, asked);
        say(w, "asked: %s\n", asked);
    }
    if (pair->triangle_total > 0)
        say(w, "pairs of triangles that meet: %llu\n", (unsigned long long)pair->triangle_total);
    if (pair->has_surface)
        say(w, "One is a surface: what it encloses was not looked at.\n");
    if (pair->kind >= FK_CLASH_CONTACT && !pair->is_clash)
        say(w, "This is allowed.\n");
}

static void say_stretches(writer *w, const char *what, const fk_stretch *stretch, uint32_t count)
{
    uint32_t shown = count < 6 ? count : 6;
    for (uint32_t i = 0; i < shown; i++)
        say(w, "%s from %.5g to %.5g s\n", what, stretch[i].enter.lo, stretch[i].leave.hi);
    if (count > shown)
        say(w, "and %u more\n", count - shown);
}

static void say_swept(const desk *d, writer *w, const fk_sweep_pair *pair)
{
    say(w, "Over all times: %s.\n", fk_clash_word(pair->kind));
    say_stretches(w, "contact", pair->contact, pair->contact_count);
    say_stretches(w, "too close", pair->below, pair->below_count);
    if (pair->has_closest && pair->closest.hi > 0) {
        say_interval(d, w, "closest", pair->closest);
        say(w, "  at %.5g s\n", pair->closest_time);
    }
}

static void say_part(const desk *d, writer *w)
{
    const fk_check_part *part = &d->show.part[d->a].part;
    if (part->mesh != NULL)
        say(w, "A mesh of %u triangles and %u points.\n", part->mesh->triangle_count,
            part->mesh->vertex_count);
    else if (part->piece != NULL)
        say(w, "A shape: %s.\n", fk_kind_word(part->piece->kind));
    const fk_vec3 *at = &d->pose[d->a].translation;
    say(w, "at %.5g, %.5g, %.5g%s%s\n", at->x, at->y, at->z, d->show.units != NULL ? " " : "",
        d->show.units != NULL ? d->show.units : "");
    const fk_check *check = desk_listed_check(d);
    uint32_t met = 0;
    for (size_t i = 0; check != NULL && i < check->pair_count; i++) {
        const fk_check_pair *pair = &check->pair[i];
        if (!pair->is_clash || (pair->a != d->a && pair->b != d->a))
            continue;
        say(w, "%s: %s\n", fk_clash_word(pair->kind), desk_name(d, pair->a == d->a ? pair->b : pair->a));
        met++;
    }
    if (check != NULL && met == 0)
        say(w, "It clashes with nothing here.\n");
}

void desk_facts(const desk *d, char *text, size_t size)
{
    writer w = {text, size, 0};
    *text = '\0';
    if (d->a == FK_NONE)
        return;
    if (d->b == FK_NONE) {
        say_part(d, &w);
        return;
    }
    const fk_check *check = desk_listed_check(d);
    for (size_t i = 0; check != NULL && i < check->pair_count; i++)
        if (check->pair[i].a == d->a && check->pair[i].b == d->b) {
            if (d->is_by_hand)
                say(&w, "At this pose:\n");
            else if (d->has_time)
                say(&w, "At %.5g s:\n", d->time);
            say_checked(d, &w, &check->pair[i]);
        }
    for (size_t i = 0; desk_lists_sweep(d) && i < d->show.sweep->pair_count; i++)
        if (d->show.sweep->pair[i].a == d->a && d->show.sweep->pair[i].b == d->b) {
            if (w.count > 0)
                say(&w, "\n");
            say_swept(d, &w, &d->show.sweep->pair[i]);
        }
    if (w.count == 0)
        say(&w, "Nothing is asked about this pair.");
    const char *note = desk_note(d, d->a, d->b);
    if (note != NULL)
        say(&w, "\nIn the result: %s.", note);
}

void desk_verdict(desk *d, char *text, size_t size, drawing_look *look)
{
    const fk_check *check = desk_listed_check(d);
    double part = 0;
    writer w = {text, size, 0};
    *text = '\0';
    *look = LOOK_CLEAR;
    if (d->subject == NULL)
        return;
    if (check == NULL && d->subject->check == NULL)
        say(&w, "Nothing was checked here");
    else if (check == NULL)
        say(&w, d->answered < d->asked ? "checking \xE2\x80\xA6" : "not checked: %s",
            fk_status_text(d->check_status));
    else if (check->clashes > 0) {
        say(&w, "%llu clash%s here", (unsigned long long)check->clashes, check->clashes == 1 ? "" : "es");
        *look = check->count[FK_CLASH_CLEARANCE] == check->clashes ? LOOK_NEAR : LOOK_CLASH;
    } else if (check->count[FK_CLASH_UNDECIDED] > 0) {
        say(&w, "%llu undecided here", (unsigned long long)check->count[FK_CLASH_UNDECIDED]);
        *look = LOOK_UNDECIDED;
    } else if (check->tested == 0)
        say(&w, "There are no pairs to check");
    else
        say(&w, "No clash here, of %llu pair%s", (unsigned long long)check->tested,
            check->tested == 1 ? "" : "s");
    if (check != NULL && d->answered < d->asked)
        say(&w, ", checking \xE2\x80\xA6");
    if (live_is_seeking(d->live, &part))
        say(&w, "   |   seeking contacts at all times \xE2\x80\xA6 %d %%", (int)(100 * part));
    if (d->reload != NULL)
        say(&w, "   |   loading \xE2\x80\xA6");
}
