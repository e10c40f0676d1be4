/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Checks and sweeps as CSV (RFC 4180, but with LF), a line of names, then one for each pair; and as JUnit XML, for systems that
 * show the results of tests. Of a sweep, CSV has the first contact, the first time below the clearance, and the closest
 * approach. And where a result comes from: ids of clashes, and files that were read. */

#include "check/report.h"

#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "check/sha256.h"
#include "io/file.h"

/* ---- Where a result comes from ------------------------------------------------------------------------- */

void fk_clash_id(const char *a, const char *b, char id[FK_CLASH_ID_SIZE])
{
    size_t length_a = strlen(a), length_b = strlen(b);
    int order = memcmp(a, b, length_a < length_b ? length_a : length_b);
    bool is_swapped = order != 0 ? order > 0 : length_a > length_b;
    char text[FK_SHA256_TEXT];
    fk_sha256 hash = fk_sha256_make();
    /* With the end mark of the first, so that it is known where the second begins. */
    fk_sha256_add(&hash, is_swapped ? b : a, (is_swapped ? length_b : length_a) + 1);
    fk_sha256_add(&hash, is_swapped ? a : b, is_swapped ? length_a : length_b);
    fk_sha256_end(&hash, text);
    memcpy(id, text, FK_CLASH_ID_SIZE - 1);
    id[FK_CLASH_ID_SIZE - 1] = '\0';
}

const char *fk_review_word(fk_review review)
{
#define FK_REVIEW_WORD(name, word) word,
    static const char *const words[] = {FK_REVIEW_LIST(FK_REVIEW_WORD)};
#undef FK_REVIEW_WORD
    return (unsigned)review < FK_REVIEW_COUNT ? words[review] : "";
}

fk_status fk_input_file_read(const char *path, fk_input_file *out)
{
    fk_file file;
    char buffer[1 << 14];
    fk_sha256 hash = fk_sha256_make();
    if (!fk_file_open(&file, path))
        return FK_ERROR_READ;
    size_t count;
    while ((count = fk_file_read(&file, buffer, sizeof buffer)) > 0 && count != FK_READ_FAILED)
        fk_sha256_add(&hash, buffer, count);
    (void)fk_file_close(&file);
    if (count == FK_READ_FAILED)
        return FK_ERROR_READ;
    out->path = path;
    out->bytes = hash.bytes;
    fk_sha256_end(&hash, out->sha256);
    return FK_OK;
}

/* ---- CSV ----------------------------------------------------------------------------------------------- */

/* Cells behind others; empty ones where they are not known or not finite. */
static void put_number(fk_text *text, bool is_known, double number)
{
    fk_text_say(text, is_known && fk_is_finite(number) ? ",%f" : ",", number);
}

static void put_interval(fk_text *text, bool is_known, fk_interval interval)
{
    put_number(text, is_known, interval.lo);
    put_number(text, is_known, interval.hi);
}

static void put_vector(fk_text *text, bool is_known, fk_vec3 v)
{
    put_number(text, is_known, v.x);
    put_number(text, is_known, v.y);
    put_number(text, is_known, v.z);
}

static void put_check_cells(fk_text *text, const fk_check_pair *pair)
{
    bool has_box = fk_double_order(pair->box.min.x, pair->box.max.x) <= 0;
    put_interval(text, true, pair->distance);
    put_number(text, true, pair->clearance);
    put_number(text, pair->has_depth, pair->depth.depth.hi);
    fk_text_put(text, !pair->has_depth ? "," : pair->depth.is_exact ? ",exact" : ",upper bound");
    put_vector(text, pair->has_points, pair->point_a);
    put_vector(text, pair->has_points, pair->point_b);
    put_vector(text, has_box, pair->box.min);
    put_vector(text, has_box, pair->box.max);
    put_interval(text, pair->has_volume, pair->volume);
    fk_text_say(text, ",%w", pair->triangle_total);
}

/* How many there are, and of the first when it begins and ends. */
static void put_stretches(fk_text *text, const fk_stretch *stretch, uint32_t count)
{
    static const fk_stretch none = {.kind = FK_STRETCH_UNDECIDED};
    const fk_stretch *first = count > 0 ? stretch : &none;
    fk_text_say(text, ",%w", (uint64_t)count);
    put_interval(text, count > 0, first->enter);
    put_interval(text, count > 0, first->leave);
}

static void put_sweep_cells(fk_text *text, const fk_sweep_pair *pair)
{
    bool has_points = pair->has_closest && fk_is_finite(pair->closest.hi);
    put_stretches(text, pair->contact, pair->contact_count);
    put_number(text, true, pair->clearance);
    put_stretches(text, pair->below, pair->below_count);
    put_interval(text, pair->has_closest, pair->closest);
    put_number(text, has_points, pair->closest_time);
    put_vector(text, has_points, pair->point_a);
    put_vector(text, has_points, pair->point_b);
}

static fk_status write_csv(const fk_told *told, const char *names, fk_write_function *write, void *user)
{
    fk_text text = fk_text_make(write, user);
    fk_text_say(&text, "a,b,kind,clash,%s,id,review\n", names);
    for (size_t i = 0; i < told->pair_count; i++) {
        fk_told_pair pair = fk_told_pair_at(told, i);
        const char *a = fk_told_name(told, pair.a), *b = fk_told_name(told, pair.b);
        char id[FK_CLASH_ID_SIZE];
        fk_clash_id(a, b, id);
        fk_text_say(&text, "%c,%c,%s,%s", a, b, fk_clash_word(pair.kind), pair.is_clash ? "1" : "0");
        if (pair.check != NULL)
            put_check_cells(&text, pair.check);
        else
            put_sweep_cells(&text, pair.sweep);
        fk_text_say(&text, ",%s,%s\n", id, fk_review_word(pair.review));
    }
    return fk_text_end(&text);
}

fk_status fk_check_write_csv(const fk_check_report *report, fk_write_function *write, void *user)
{
    fk_told told = fk_told_of_check(report);
    return write_csv(&told,
                     "distance_lo,distance_hi,clearance,depth,depth_method,ax,ay,az,bx,by,bz,"
                     "box_min_x,box_min_y,box_min_z,box_max_x,box_max_y,box_max_z,"
                     "volume_lo,volume_hi,triangle_pairs",
                     write, user);
}

fk_status fk_sweep_write_csv(const fk_sweep_report *report, fk_write_function *write, void *user)
{
    fk_told told = fk_told_of_sweep(report);
    return write_csv(&told,
                     "contacts,enter_lo,enter_hi,leave_lo,leave_hi,"
                     "clearance,below,below_enter_lo,below_enter_hi,below_leave_lo,below_leave_hi,"
                     "closest_lo,closest_hi,closest_time,ax,ay,az,bx,by,bz",
                     write, user);
}

/* ---- JUnit XML ----------------------------------------------------------------------------------------- */

/* What is wrong with a pair, behind the word of its kind. */
static void put_check_reason(fk_text *text, const fk_told *told, const fk_check_pair *pair)
{
    if (pair->kind == FK_CLASH_CLEARANCE)
        fk_text_say(text, ": %x %e is less than %x %e", pair->distance.hi, told->units, pair->clearance,
                    told->units);
    else if (pair->kind == FK_CLASH_CONTAINED)
        fk_text_say(text, ": %e is inside", fk_told_name(told, pair->a_is_inner ? pair->a : pair->b));
    else if (pair->has_depth && fk_is_finite(pair->depth.depth.hi))
        fk_text_say(text, pair->depth.is_exact ? ": depth %x %e" : ": depth at most %x %e",
                    pair->depth.depth.hi, told->units);
}

static void put_sweep_reason(fk_text *text, const fk_told *told, const fk_sweep_pair *pair)
{
    double time = fk_sweep_moment(pair);
    if (pair->kind == FK_CLASH_CLEARANCE && pair->has_closest)
        fk_text_say(text, ": %x %e is less than %x %e", pair->closest.hi, told->units, pair->clearance,
                    told->units);
    if (fk_is_finite(time))
        fk_text_say(text, ", at t = %x s", time);
}

static void put_case(fk_text *text, const fk_told *told, uint32_t a, uint32_t b)
{
    fk_text_say(text, "  <testcase classname=\"farkas.%s\" name=\"%e x %e\"", told->verb,
                fk_told_name(told, a), fk_told_name(told, b));
}

static void put_skipped(fk_text *text, const char *why, const char *more)
{
    fk_text_say(text, "><skipped message=\"%s%e\"/></testcase>\n", why, more);
}

static void put_pair(fk_text *text, const fk_told *told, const fk_told_pair *pair)
{
    const char *element = pair->is_clash ? "failure" : pair->kind == FK_CLASH_UNDECIDED ? "error" : NULL;
    const char *word = fk_clash_word(pair->kind);
    put_case(text, told, pair->a, pair->b);
    if (pair->review == FK_REVIEW_APPROVED) {
        bool has_remark = pair->remark != NULL;
        put_skipped(text, has_remark ? "approved: " : "approved", has_remark ? pair->remark : "");
    } else if (element == NULL) {
        fk_text_put(text, "/>\n");
    } else {
        fk_text_say(text, "><%s type=\"%s\" message=\"%s", element, word, word);
        if (pair->check != NULL)
            put_check_reason(text, told, pair->check);
        else
            put_sweep_reason(text, told, pair->sweep);
        fk_text_put(text, "\"/></testcase>\n");
    }
}

static fk_status write_junit(const fk_told *told, fk_write_function *write, void *user)
{
    fk_text text = fk_text_make(write, user);
    fk_review_count count = fk_told_reviews(told);
    uint64_t cases = told->pair_count + told->ignored_count + (told->omitted > 0);
    fk_text_say(&text,
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                "<testsuite name=\"farkas %s\" tests=\"%w\" failures=\"%w\" errors=\"%w\" skipped=\"%w\">\n",
                told->verb, cases, count.open, told->count[FK_CLASH_UNDECIDED],
                told->ignored_count + count.approved);
    for (size_t i = 0; i < told->pair_count; i++) {
        fk_told_pair pair = fk_told_pair_at(told, i);
        put_pair(&text, told, &pair);
    }
    if (told->omitted > 0)
        fk_text_say(&text, "  <testcase classname=\"farkas.%s\" name=\"%w clear pairs\"/>\n", told->verb,
                    told->omitted);
    for (size_t i = 0; i < told->ignored_count; i++) {
        put_case(&text, told, told->ignored[i].a, told->ignored[i].b);
        put_skipped(&text, "", told->ignored[i].reason);
    }
    fk_text_put(&text, "</testsuite>\n");
    return fk_text_end(&text);
}

fk_status fk_check_write_junit(const fk_check_report *report, fk_write_function *write, void *user)
{
    fk_told told = fk_told_of_check(report);
    return write_junit(&told, write, user);
}

fk_status fk_sweep_write_junit(const fk_sweep_report *report, fk_write_function *write, void *user)
{
    fk_told told = fk_told_of_sweep(report);
    return write_junit(&told, write, user);
}
