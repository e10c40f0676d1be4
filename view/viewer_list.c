/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The list of pairs, and the texts about them. */

#include "viewer.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool viewer_lists_sweep(const viewer *v)
{
    return v->show.sweep != NULL && !v->is_by_hand;
}

const fk_check *viewer_listed_check(const viewer *v)
{
    return v->check != NULL ? v->check : v->show.check;
}

const fk_check *viewer_listed_result(const viewer *v)
{
    return viewer_lists_sweep(v) ? v->show.sweep : viewer_listed_check(v);
}

/* ---- Rows ---------------------------------------------------------------------------------------------- */

static bool add_row(viewer *v, viewer_row row)
{
    if (row.kind == FK_CLASH_CLEAR && !v->lists_clear)
        return true;
    if (v->row_count == v->row_capacity) {
        uint32_t more = 2 * v->row_capacity + 64;
        viewer_row *moved = fk_allocate(v->context, more * sizeof *moved);
        if (moved == NULL)
            return false;
        if (v->row_count > 0)
            memcpy(moved, v->row, v->row_count * sizeof *moved);
        fk_release(v->context, v->row, v->row_capacity * sizeof *v->row);
        v->row = moved;
        v->row_capacity = more;
    }
    v->row[v->row_count++] = row;
    return true;
}

/* Sorts clashes first, then undecided, allowed and clear pairs; then by moment; worse kinds first; else in the order of
 * the result. */
static int rank_row(const viewer_row *row)
{
    return row->is_clash ? 0 : row->kind == FK_CLASH_UNDECIDED ? 1 : row->kind != FK_CLASH_CLEAR ? 2 : 3;
}

static int compare_rows(const void *p, const void *q)
{
    const viewer_row *x = p, *y = q;
    if (rank_row(x) != rank_row(y))
        return rank_row(x) - rank_row(y);
    if (x->moment != y->moment)
        return x->moment < y->moment ? -1 : 1;
    if (x->kind != y->kind)
        return (int)y->kind - (int)x->kind;
    return x->index < y->index ? -1 : x->index > y->index;
}

void viewer_list_pairs(viewer *v)
{
    const fk_check *found = viewer_listed_result(v);
    v->row_count = 0;
    for (size_t i = 0; found != NULL && i < found->pair_count; i++) {
        const fk_check_pair *pair = &found->pair[i];
        double moment = fk_sweep_moment(pair);
        viewer_row row = {(uint32_t)i, pair->a,        pair->b,
                          pair->kind,  pair->is_clash, isnan(moment) ? HUGE_VAL : moment};
        if (!add_row(v, row))
            break;
    }
    if (v->row_count > 0)
        qsort(v->row, v->row_count, sizeof *v->row, compare_rows);
    v->row_selected = FK_NONE;
    for (uint32_t i = 0; v->b != FK_NONE && i < v->row_count; i++)
        if (v->row[i].a == v->a && v->row[i].b == v->b)
            v->row_selected = i;
}

/* ---- Texts --------------------------------------------------------------------------------------------- */

typedef struct length_words {
    char text[64];
} length_words;

static length_words show_length(const viewer *v, double length)
{
    length_words out;
    snprintf(out.text, sizeof out.text, "%.4g%s%s", length, v->show.units != NULL ? " " : "",
             v->show.units != NULL ? v->show.units : "");
    return out;
}

static void write_check_value(const viewer *v, const fk_check_pair *pair, char *text, size_t size)
{
    if (pair->kind >= FK_CLASH_CONTACT && pair->has_depth)
        snprintf(text, size, "%s deep", show_length(v, pair->depth.depth.hi).text);
    else if (pair->kind == FK_CLASH_CLEAR || pair->kind == FK_CLASH_CLEARANCE)
        snprintf(text, size, "%s apart", show_length(v, pair->distance.lo).text);
}

static void write_sweep_value(const viewer *v, const fk_sweep_pair *pair, char *text, size_t size)
{
    double moment = fk_sweep_moment(pair);
    if (pair->kind == FK_CLASH_CLEAR || (pair->kind == FK_CLASH_CLEARANCE && pair->has_closest)) {
        if (pair->has_closest && pair->closest.lo < HUGE_VAL)
            snprintf(text, size, "%s apart", show_length(v, pair->closest.lo).text);
    } else if (!isnan(moment)) {
        snprintf(text, size, "at %.4g s", moment);
    }
}

void viewer_row_text(const viewer *v, const viewer_row *row, char *text, size_t size)
{
    const fk_check_pair *pair = &viewer_listed_result(v)->pair[row->index];
    *text = '\0';
    if (viewer_lists_sweep(v))
        write_sweep_value(v, pair, text, size);
    else
        write_check_value(v, pair, text, size);
}

const char *viewer_review_note(const viewer *v, uint32_t a, uint32_t b)
{
    const fk_show *show = &v->subject->show;
    const fk_check *found = show->check != NULL ? show->check : show->sweep;
    if (show->note == NULL || v->is_by_hand)
        return NULL;
    const fk_check_pair *pair = display_find_pair(found, a, b);
    return pair != NULL ? show->note[pair - found->pair] : NULL;
}

/* A text that grows, and is cut at its capacity. */
typedef struct text_writer {
    char *text;
    size_t size, count;
} text_writer;

static void write_text(text_writer *w, const char *format, ...) VIEWER_PRINTF(2, 3);

static void write_text(text_writer *w, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(w->text + w->count, w->size - w->count, format, arguments);
    va_end(arguments);
    if (length > 0)
        w->count += (size_t)length < w->size - w->count ? (size_t)length : w->size - w->count - 1;
}

/* Writes a number that is known up to an interval. */
static void write_interval(const viewer *v, text_writer *w, const char *what, fk_interval interval)
{
    length_words low = show_length(v, interval.lo), high = show_length(v, interval.hi);
    if (strcmp(low.text, high.text) == 0)
        write_text(w, "%s: %s\n  proved within %.2g\n", what, low.text, interval.hi - interval.lo);
    else
        write_text(w, "%s: %s to %s\n", what, low.text, high.text);
}

static const char *clash_sentence(fk_clash kind)
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

static void write_check_facts(const viewer *v, text_writer *w, const fk_check_pair *pair)
{
    write_text(w, "%s\n", clash_sentence(pair->kind));
    if (pair->kind == FK_CLASH_CONTAINED)
        write_text(w, "%s is the inner one.\n", viewer_part_name(v, pair->a_is_inner ? pair->a : pair->b));
    if (pair->has_depth && pair->depth.is_exact)
        write_interval(v, w, "depth", pair->depth.depth);
    else if (pair->has_depth)
        write_text(w, "depth: at most %s\n", show_length(v, pair->depth.depth.hi).text);
    if (pair->has_volume)
        write_text(w, "volume in common: %.4g to %.4g\n", pair->volume.lo, pair->volume.hi);
    if (pair->kind <= FK_CLASH_CLEARANCE && pair->distance.lo < HUGE_VAL)
        write_interval(v, w, "distance", pair->distance);
    if (pair->clearance > 0)
        write_text(w, "asked: %s\n", show_length(v, pair->clearance).text);
    if (pair->triangle_total > 0)
        write_text(w, "pairs of triangles that meet: %llu\n", (unsigned long long)pair->triangle_total);
    if (pair->has_surface)
        write_text(w, "One is a surface: what it encloses was not looked at.\n");
    if (pair->kind >= FK_CLASH_CONTACT && !pair->is_clash)
        write_text(w, "This is allowed.\n");
}

static void write_stretches(text_writer *w, const char *what, const fk_stretch *stretch, uint32_t count)
{
    uint32_t shown = count < 6 ? count : 6;
    for (uint32_t i = 0; i < shown; i++)
        write_text(w, "%s from %.5g to %.5g s\n", what, stretch[i].enter.lo, stretch[i].leave.hi);
    if (count > shown)
        write_text(w, "and %u more\n", count - shown);
}

static void write_sweep_facts(const viewer *v, text_writer *w, const fk_sweep_pair *pair)
{
    write_text(w, "Over all times: %s.\n", fk_clash_word(pair->kind));
    write_stretches(w, "contact", pair->contact, pair->contact_count);
    write_stretches(w, "too close", pair->below, pair->below_count);
    if (pair->has_closest && pair->closest.hi > 0) {
        write_interval(v, w, "closest", pair->closest);
        write_text(w, "  at %.5g s\n", pair->closest_time);
    }
}

static void write_part_facts(const viewer *v, text_writer *w)
{
    const fk_check_part *part = &v->show.part[v->a].part;
    if (part->mesh != NULL)
        write_text(w, "A mesh of %u triangles and %u points.\n", part->mesh->triangle_count,
                   part->mesh->vertex_count);
    else if (part->piece != NULL)
        write_text(w, "A shape: %s.\n", fk_kind_word(part->piece->kind));
    const fk_vec3 *at = &v->pose[v->a].translation;
    write_text(w, "at %.5g, %.5g, %.5g%s%s\n", at->x, at->y, at->z, v->show.units != NULL ? " " : "",
               v->show.units != NULL ? v->show.units : "");
    const fk_check *check = viewer_listed_check(v);
    uint32_t met = 0;
    for (size_t i = 0; check != NULL && i < check->pair_count; i++) {
        const fk_check_pair *pair = &check->pair[i];
        if (!pair->is_clash || (pair->a != v->a && pair->b != v->a))
            continue;
        write_text(w, "%s: %s\n", fk_clash_word(pair->kind),
                   viewer_part_name(v, pair->a == v->a ? pair->b : pair->a));
        met++;
    }
    if (check != NULL && met == 0)
        write_text(w, "It clashes with nothing here.\n");
}

void viewer_facts_text(const viewer *v, char *text, size_t size)
{
    text_writer w = {text, size, 0};
    *text = '\0';
    if (v->a == FK_NONE)
        return;
    if (v->b == FK_NONE) {
        write_part_facts(v, &w);
        return;
    }
    const fk_check_pair *pair = display_find_pair(viewer_listed_check(v), v->a, v->b);
    if (pair != NULL) {
        if (v->is_by_hand)
            write_text(&w, "At this pose:\n");
        else if (v->has_time)
            write_text(&w, "At %.5g s:\n", v->time);
        write_check_facts(v, &w, pair);
    }
    pair = viewer_lists_sweep(v) ? display_find_pair(v->show.sweep, v->a, v->b) : NULL;
    if (pair != NULL) {
        write_text(&w, w.count > 0 ? "\n" : "");
        write_sweep_facts(v, &w, pair);
    }
    if (w.count == 0)
        write_text(&w, "Nothing is asked about this pair.");
    const char *note = viewer_review_note(v, v->a, v->b);
    if (note != NULL)
        write_text(&w, "\nIn the result: %s.", note);
}

void viewer_status_text(viewer *v, char *text, size_t size, drawing_look *look)
{
    const fk_check *check = viewer_listed_check(v);
    double part = 0;
    text_writer w = {text, size, 0};
    *text = '\0';
    *look = LOOK_CLEAR;
    if (v->subject == NULL)
        return;
    if (check == NULL && v->subject->check == NULL)
        write_text(&w, "Nothing was checked here");
    else if (check == NULL)
        write_text(&w, v->answered < v->asked ? "checking \xE2\x80\xA6" : "not checked: %s",
                   fk_status_text(v->check_status));
    else if (check->clashes > 0) {
        write_text(&w, "%llu clash%s here", (unsigned long long)check->clashes,
                   check->clashes == 1 ? "" : "es");
        *look = check->count[FK_CLASH_CLEARANCE] == check->clashes ? LOOK_NEAR : LOOK_CLASH;
    } else if (check->count[FK_CLASH_UNDECIDED] > 0) {
        write_text(&w, "%llu undecided here", (unsigned long long)check->count[FK_CLASH_UNDECIDED]);
        *look = LOOK_UNDECIDED;
    } else if (check->tested == 0)
        write_text(&w, "There are no pairs to check");
    else
        write_text(&w, "No clash here, of %llu pair%s", (unsigned long long)check->tested,
                   check->tested == 1 ? "" : "s");
    if (check != NULL && v->answered < v->asked)
        write_text(&w, ", checking \xE2\x80\xA6");
    if (background_is_sweeping(v->background, &part))
        write_text(&w, "   |   seeking %s at all times \xE2\x80\xA6 %d %%",
                   v->sweep != NULL ? "closest approaches" : "contacts", (int)(100 * part));
    if (v->reload != NULL)
        write_text(&w, "   |   loading \xE2\x80\xA6");
}
