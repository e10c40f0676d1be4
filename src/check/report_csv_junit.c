/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Checks and sweeps as CSV (RFC 4180, but with LF): a line of names, then one for each pair; and as JUnit XML, for
 * systems that show test results. For a sweep, CSV has the first contact, the first time below the clearance, and the
 * closest approach. Also the provenance of results: ids of clashes, and input files. */

#include "check/report.h"

#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "check/sha256.h"
#include "io/file.h"

/* ---- Provenance ---------------------------------------------------------------------------------------- */

void fk_clash_id(const char *a, const char *b, char id[FK_CLASH_ID_SIZE])
{
    size_t length_a = strlen(a), length_b = strlen(b);
    int order = memcmp(a, b, length_a < length_b ? length_a : length_b);
    bool is_swapped = order != 0 ? order > 0 : length_a > length_b;
    char text[FK_SHA256_TEXT];
    fk_sha256 hash = fk_sha256_make();
    /* The terminator of the first name separates it from the second. */
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

/* These append cells, which are empty if unknown or not finite. */
static void write_csv_number(fk_text *text, bool is_known, double number)
{
    fk_text_print(text, is_known && fk_is_finite(number) ? ",%f" : ",", number);
}

static void write_csv_interval(fk_text *text, bool is_known, fk_interval interval)
{
    write_csv_number(text, is_known, interval.lo);
    write_csv_number(text, is_known, interval.hi);
}

static void write_csv_vector(fk_text *text, bool is_known, fk_vec3 v)
{
    write_csv_number(text, is_known, v.x);
    write_csv_number(text, is_known, v.y);
    write_csv_number(text, is_known, v.z);
}

static void write_check_columns(fk_text *text, const fk_check_pair *pair)
{
    bool has_box = fk_double_order(pair->box.min.x, pair->box.max.x) <= 0;
    write_csv_interval(text, true, pair->distance);
    write_csv_number(text, true, pair->clearance);
    write_csv_number(text, pair->has_depth, pair->depth.depth.hi);
    fk_text_write(text, !pair->has_depth ? "," : pair->depth.is_exact ? ",exact" : ",upper bound");
    write_csv_vector(text, pair->has_points, pair->point_a);
    write_csv_vector(text, pair->has_points, pair->point_b);
    write_csv_vector(text, has_box, pair->box.min);
    write_csv_vector(text, has_box, pair->box.max);
    write_csv_interval(text, pair->has_volume, pair->volume);
    fk_text_print(text, ",%w", pair->triangle_total);
}

/* The number of stretches, and the beginning and the end of the first. */
static void write_csv_stretches(fk_text *text, const fk_stretch *stretch, uint32_t count)
{
    static const fk_stretch none = {.kind = FK_STRETCH_UNDECIDED};
    const fk_stretch *first = count > 0 ? stretch : &none;
    fk_text_print(text, ",%w", (uint64_t)count);
    write_csv_interval(text, count > 0, first->enter);
    write_csv_interval(text, count > 0, first->leave);
}

static void write_sweep_columns(fk_text *text, const fk_sweep_pair *pair)
{
    bool has_points = pair->has_closest && fk_is_finite(pair->closest.hi);
    write_csv_stretches(text, pair->contact, pair->contact_count);
    write_csv_number(text, true, pair->clearance);
    write_csv_stretches(text, pair->below, pair->below_count);
    write_csv_interval(text, pair->has_closest, pair->closest);
    write_csv_number(text, has_points, pair->closest_time);
    write_csv_vector(text, has_points, pair->point_a);
    write_csv_vector(text, has_points, pair->point_b);
}

static fk_status write_csv_report(fk_report report, const char *names, fk_write_function *write, void *user)
{
    fk_text text = fk_text_make(write, user);
    fk_text_print(&text, "a,b,kind,clash,%s,id,review\n", names);
    for (size_t i = 0; i < report.found->pair_count; i++) {
        const fk_check_pair *pair = &report.found->pair[i];
        const char *a = fk_report_part_name(&report, pair->a), *b = fk_report_part_name(&report, pair->b);
        char id[FK_CLASH_ID_SIZE];
        fk_clash_id(a, b, id);
        fk_text_print(&text, "%c,%c,%s,%s", a, b, fk_clash_word(pair->kind), pair->is_clash ? "1" : "0");
        if (report.sweep == NULL)
            write_check_columns(&text, pair);
        else
            write_sweep_columns(&text, pair);
        fk_text_print(&text, ",%s,%s\n", id, fk_review_word(fk_report_review(&report, i)));
    }
    if (report.found->is_incomplete)
        fk_text_print(&text, "incomplete: cancelled after %w of %w pairs\n", fk_report_finished(report.found),
                      report.found->tested);
    return fk_text_end(&text);
}

fk_status fk_check_write_csv(const fk_check_report *report, fk_write_function *write, void *user)
{
    return write_csv_report(fk_report_of(report, NULL),
                            "distance_lo,distance_hi,clearance,depth,depth_method,ax,ay,az,bx,by,bz,"
                            "box_min_x,box_min_y,box_min_z,box_max_x,box_max_y,box_max_z,"
                            "volume_lo,volume_hi,triangle_pairs",
                            write, user);
}

fk_status fk_sweep_write_csv(const fk_sweep_report *report, fk_write_function *write, void *user)
{
    return write_csv_report(fk_report_of(NULL, report),
                            "contacts,enter_lo,enter_hi,leave_lo,leave_hi,"
                            "clearance,below,below_enter_lo,below_enter_hi,below_leave_lo,below_leave_hi,"
                            "closest_lo,closest_hi,closest_time,ax,ay,az,bx,by,bz",
                            write, user);
}

/* ---- JUnit XML ----------------------------------------------------------------------------------------- */

/* Appends what is wrong with a pair to the word of its kind. */
static void write_clash_reason(fk_text *text, const fk_report *report, const fk_check_pair *pair)
{
    bool is_check = report->sweep == NULL;
    double time = fk_sweep_moment(pair);
    if (pair->kind == FK_CLASH_CLEARANCE && (is_check || pair->has_closest))
        fk_text_print(text, ": %x %e is less than %x %e", is_check ? pair->distance.hi : pair->closest.hi,
                      report->units, pair->clearance, report->units);
    else if (is_check && pair->kind == FK_CLASH_CONTAINED)
        fk_text_print(text, ": %e is inside",
                      fk_report_part_name(report, pair->a_is_inner ? pair->a : pair->b));
    else if (pair->has_depth && fk_is_finite(pair->depth.depth.hi))
        fk_text_print(text, pair->depth.is_exact ? ": depth %x %e" : ": depth at most %x %e",
                      pair->depth.depth.hi, report->units);
    if (fk_is_finite(time))
        fk_text_print(text, ", at t = %x s", time);
}

static void write_test_case(fk_text *text, const fk_report *report, uint32_t a, uint32_t b)
{
    fk_text_print(text, "  <testcase classname=\"farkas.%s\" name=\"%e x %e\"", report->verb,
                  fk_report_part_name(report, a), fk_report_part_name(report, b));
}

static void write_skipped(fk_text *text, const char *why, const char *more)
{
    fk_text_print(text, "><skipped message=\"%s%e\"/></testcase>\n", why, more);
}

static void write_junit_pair(fk_text *text, const fk_report *report, size_t index)
{
    const fk_check_pair *pair = &report->found->pair[index];
    const char *element = pair->is_clash ? "failure" : pair->kind == FK_CLASH_UNDECIDED ? "error" : NULL;
    const char *word = fk_clash_word(pair->kind), *remark = fk_report_remark(report, index);
    write_test_case(text, report, pair->a, pair->b);
    if (fk_report_review(report, index) == FK_REVIEW_APPROVED) {
        write_skipped(text, remark != NULL ? "approved: " : "approved", remark != NULL ? remark : "");
    } else if (element == NULL) {
        fk_text_write(text, "/>\n");
    } else {
        fk_text_print(text, "><%s type=\"%s\" message=\"%s", element, word, word);
        write_clash_reason(text, report, pair);
        fk_text_write(text, "\"/></testcase>\n");
    }
}

static fk_status write_junit_report(fk_report report, fk_write_function *write, void *user)
{
    fk_text text = fk_text_make(write, user);
    const fk_check *found = report.found;
    fk_review_count count = fk_report_reviews(found, report.record);
    uint64_t cases = found->pair_count + found->ignored_count + (found->omitted > 0) + found->is_incomplete;
    fk_text_print(
        &text,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<testsuite name=\"farkas %s\" tests=\"%w\" failures=\"%w\" errors=\"%w\" skipped=\"%w\">\n",
        report.verb, cases, count.open, found->count[FK_CLASH_UNDECIDED] + found->is_incomplete,
        found->ignored_count + count.approved);
    for (size_t i = 0; i < found->pair_count; i++)
        write_junit_pair(&text, &report, i);
    if (found->omitted > 0)
        fk_text_print(&text, "  <testcase classname=\"farkas.%s\" name=\"%w clear pairs\"/>\n", report.verb,
                      found->omitted);
    if (found->is_incomplete)
        fk_text_print(&text,
                      "  <testcase classname=\"farkas.%s\" name=\"all pairs\"><error type=\"incomplete\" "
                      "message=\"cancelled after %w of %w pairs\"/></testcase>\n",
                      report.verb, fk_report_finished(found), found->tested);
    for (size_t i = 0; i < found->ignored_count; i++) {
        write_test_case(&text, &report, found->ignored[i].a, found->ignored[i].b);
        write_skipped(&text, "", found->ignored[i].reason);
    }
    fk_text_write(&text, "</testsuite>\n");
    return fk_text_end(&text);
}

fk_status fk_check_write_junit(const fk_check_report *report, fk_write_function *write, void *user)
{
    return write_junit_report(fk_report_of(report, NULL), write, user);
}

fk_status fk_sweep_write_junit(const fk_sweep_report *report, fk_write_function *write, void *user)
{
    return write_junit_report(fk_report_of(NULL, report), write, user);
}
