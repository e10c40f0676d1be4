/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* A page, section after section: it goes out as it is made, and is never in memory as a whole. And a result as the sections
 * see it. Nothing is allocated: what is asked for twice is looked up twice. */

#include "page/page.h"

#include <math.h>

#include "base/bits.h"

/* ---- Pairs --------------------------------------------------------------------------------------------- */

static fk_standing standing_of(const fk_page_pair *pair)
{
    if (pair->is_clash && pair->review == FK_REVIEW_APPROVED)
        return FK_STANDING_APPROVED;
    if (pair->is_clash)
        return pair->kind == FK_CLASH_CLEARANCE ? FK_STANDING_NEAR : FK_STANDING_HIT;
    if (pair->kind == FK_CLASH_UNDECIDED)
        return FK_STANDING_UNDECIDED;
    return pair->kind == FK_CLASH_CLEAR ? FK_STANDING_CLEAR : FK_STANDING_ALLOWED;
}

/* What a page tells beyond fk_told_pair. */
static void take_check(fk_page_pair *pair, const fk_check_pair *check)
{
    pair->check = check;
    pair->has_surface = check->has_surface;
    pair->clearance = check->clearance;
    pair->has_distance = true;
    pair->distance = check->distance;
    pair->has_points = check->has_points;
    pair->point_a = check->point_a;
    pair->point_b = check->point_b;
    pair->moment = NAN;
}

static bool has_meeting(const fk_sweep_pair *sweep)
{
    for (uint32_t i = 0; i < sweep->contact_count; i++)
        if (sweep->contact[i].kind == FK_STRETCH_MEETS)
            return true;
    return false;
}

static void take_sweep(fk_page_pair *pair, const fk_sweep_pair *sweep)
{
    bool meets = has_meeting(sweep);
    pair->sweep = sweep;
    pair->has_surface = sweep->has_surface;
    pair->clearance = sweep->clearance;
    pair->has_distance = sweep->has_closest || meets;
    pair->distance = meets ? (fk_interval){0, 0} : sweep->closest;
    pair->has_points = sweep->has_closest && fk_is_finite(sweep->closest.hi);
    pair->point_a = sweep->point_a;
    pair->point_b = sweep->point_b;
    pair->moment = fk_sweep_moment(sweep);
}

static fk_page_pair pair_at(const fk_sheet *sheet, size_t index)
{
    fk_told_pair told = fk_told_pair_at(&sheet->told, index);
    fk_page_pair pair = {.index = (uint32_t)index,
                         .a = told.a,
                         .b = told.b,
                         .kind = told.kind,
                         .is_clash = told.is_clash,
                         .review = told.review,
                         .remark = told.remark};
    if (told.check != NULL)
        take_check(&pair, told.check);
    else
        take_sweep(&pair, told.sweep);
    pair.standing = standing_of(&pair);
    return pair;
}

static uint64_t count_before(const fk_sheet *sheet, fk_standing standing)
{
    uint64_t count = 0;
    for (int i = 0; i < (int)standing; i++)
        count += sheet->standing[i];
    return count;
}

/* Which of two pairs of one standing is told first: in a sweep what comes first; in a check the worse kind, then what is
 * deeper or closer. Without is_sorted, and of equals, the first in the result. */
static bool is_before(const fk_page_pair *a, const fk_page_pair *b, bool is_sorted)
{
    double key_a = a->moment, key_b = b->moment;
    if (is_sorted && a->check != NULL) {
        if (a->kind != b->kind)
            return a->kind > b->kind;
        key_a = a->check->has_depth ? -a->check->depth.depth.hi : a->check->distance.hi;
        key_b = b->check->has_depth ? -b->check->depth.depth.hi : b->check->distance.hi;
    }
    int order = is_sorted ? fk_double_order(key_a, key_b) : 0;
    return order != 0 ? order < 0 : a->index < b->index;
}

/* The first pair of a standing that comes behind another one, or is the first at all (NULL). Where it is sorted, all pairs are
 * looked at for each: that is done while it is cheap. */
static bool find_next(const fk_sheet *sheet, fk_standing standing, const fk_page_pair *behind,
                      fk_page_pair *out)
{
    size_t count = sheet->told.pair_count;
    bool is_sorted = standing != FK_STANDING_CLEAR && sheet->standing[standing] <= 10000000 / (count + 1);
    bool is_found = false;
    if (sheet->standing[standing] == 0)
        return false;
    for (size_t i = is_sorted || behind == NULL ? 0 : (size_t)behind->index + 1; i < count; i++) {
        fk_page_pair pair = pair_at(sheet, i);
        if (pair.standing != standing || (behind != NULL && !is_before(behind, &pair, is_sorted)))
            continue;
        if (!is_found || is_before(&pair, out, is_sorted))
            *out = pair;
        is_found = true;
        if (!is_sorted)
            break;
    }
    return is_found;
}

bool fk_sheet_next(const fk_sheet *sheet, fk_standing first, fk_standing last, fk_page_pair *pair)
{
    const fk_page_pair before = *pair;
    bool begins = before.index == FK_NONE;
    fk_standing standing = begins ? first : before.standing;
    const fk_page_pair *behind = begins ? NULL : &before;
    for (; standing <= last; standing = (fk_standing)(standing + 1), behind = NULL)
        if (find_next(sheet, standing, behind, pair)) {
            pair->place = begins ? count_before(sheet, first) : before.place + 1;
            return true;
        }
    return false;
}

bool fk_sheet_has_row(const fk_sheet *sheet, const fk_page_pair *pair)
{
    return pair->standing != FK_STANDING_CLEAR ||
           pair->place - count_before(sheet, FK_STANDING_CLEAR) < FK_PAGE_MOST_CLEAR;
}

bool fk_sheet_has_section(const fk_sheet *sheet, const fk_page_pair *pair)
{
    /* Of the pairs before it, those that are undecided are no clashes. */
    bool is_behind = pair->standing > FK_STANDING_UNDECIDED;
    uint64_t number = pair->place - (is_behind ? sheet->standing[FK_STANDING_UNDECIDED] : 0);
    return pair->is_clash &&
           (number < FK_PAGE_MOST_SECTIONS || fk_sheet_picture(sheet, pair->index, FK_NONE) != FK_NONE);
}

/* ---- What belongs to a pair ---------------------------------------------------------------------------- */

const char *fk_sheet_name(const fk_sheet *sheet, uint32_t part)
{
    const char *name = fk_told_name(&sheet->told, part);
    return name != NULL ? name : "";
}

const fk_page_series *fk_sheet_series(fk_sheet *sheet, uint32_t pair)
{
    /* Mostly the one behind the last that was asked for. */
    uint32_t count = sheet->page->series_count;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = (uint32_t)(((uint64_t)sheet->series + i) % count);
        if (sheet->page->series[at].pair == pair) {
            sheet->series = at;
            return &sheet->page->series[at];
        }
    }
    return NULL;
}

uint32_t fk_sheet_picture(const fk_sheet *sheet, uint32_t pair, uint32_t after)
{
    const fk_page *page = sheet->page;
    for (uint32_t i = after == FK_NONE ? 0 : after + 1; i < page->picture_count; i++)
        if (page->picture[i].pair == pair && page->picture[i].png != NULL && page->picture[i].bytes > 0)
            return i;
    return FK_NONE;
}

/* ---- The whole ----------------------------------------------------------------------------------------- */

static void count_pair(fk_sheet *sheet, const fk_page_pair *pair)
{
    sheet->standing[pair->standing]++;
    sheet->bounds += pair->check != NULL && pair->check->has_depth && !pair->check->depth.is_exact;
    sheet->grazes += pair->sweep != NULL && pair->is_clash && pair->kind == FK_CLASH_CONTACT &&
                     !pair->sweep->is_still && !has_meeting(pair->sweep);
    if (pair->clearance < sheet->clearance.lo)
        sheet->clearance.lo = pair->clearance;
    if (pair->clearance > sheet->clearance.hi)
        sheet->clearance.hi = pair->clearance;
}

fk_status fk_page_write(const fk_page *page, fk_write_function *write, void *user)
{
    fk_sheet sheet = {.page = page, .clearance = {HUGE_VAL, 0}};
    sheet.text = fk_text_make(write, user);
    sheet.told = page->check != NULL ? fk_told_of_check(page->check) : fk_told_of_sweep(page->sweep);
    sheet.units = sheet.told.units != NULL ? sheet.told.units : "";
    if (page->check == NULL) {
        sheet.from = page->sweep->sweep->from;
        sheet.to = page->sweep->sweep->to;
    }
    for (size_t i = 0; i < sheet.told.pair_count; i++) {
        fk_page_pair pair = pair_at(&sheet, i);
        count_pair(&sheet, &pair);
    }
    fk_sheet_put_head(&sheet);
    fk_sheet_put_table(&sheet);
    fk_sheet_put_clashes(&sheet);
    fk_sheet_put_timeline(&sheet);
    fk_sheet_put_lists(&sheet);
    fk_sheet_put_inputs(&sheet);
    fk_sheet_put_data(&sheet);
    return fk_text_end(&sheet.text);
}
