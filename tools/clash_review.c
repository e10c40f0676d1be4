/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What became of clashes since an earlier result (--baseline), and which clashes are approved (--approve): see
 * analysis.h. */

#include "analysis.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* With more parts than this, ids of pairs without a clash are not recognized. */
#define FEW_PARTS 2000

static bool copy_reviews(review *r, const fk_provenance *record)
{
    r->count = result_pair_count(r->result);
    r->pair = calloc(r->count + 1, sizeof *r->pair);
    r->of = calloc(r->count + 1, sizeof *r->of);
    r->remark = calloc(r->count + 1, sizeof *r->remark);
    if (r->pair == NULL || r->of == NULL || r->remark == NULL)
        return cli_no_memory();
    for (size_t i = 0; i < r->count; i++) {
        r->pair[i] = result_pair_at(r->result, i);
        if (record->review != NULL) {
            r->of[i] = record->review[i];
            r->remark[i] = record->remark != NULL ? record->remark[i] : NULL;
        }
    }
    return true;
}

/* ---- The baseline -------------------------------------------------------------------------------------- */

/* A clash of the baseline. */
typedef struct earlier_clash {
    result_pair pair;
    fk_review review;
    const char *remark;
} earlier_clash;

static int compare_earlier(const void *a, const void *b)
{
    return strcmp(((const earlier_clash *)a)->pair.id, ((const earlier_clash *)b)->pair.id);
}

static int compare_pairs(const void *a, const void *b)
{
    const result_pair *first = *(const result_pair *const *)a, *second = *(const result_pair *const *)b;
    return strcmp(first->id, second->id);
}

/* Lists the clashes of the baseline, sorted by id; returns NULL after a message. */
static earlier_clash *list_earlier(const review *r, size_t *count)
{
    const fk_provenance *record = result_record(r->baseline);
    size_t all = result_pair_count(r->baseline);
    earlier_clash *list = calloc(all + 1, sizeof *list);
    *count = 0;
    if (list == NULL) {
        cli_no_memory();
        return NULL;
    }
    for (size_t i = 0; i < all; i++) {
        result_pair pair = result_pair_at(r->baseline, i);
        if (!pair.is_clash)
            continue;
        earlier_clash *e = &list[(*count)++];
        e->pair = pair;
        e->review = record->review != NULL ? record->review[i] : FK_REVIEW_NONE;
        e->remark = record->remark != NULL ? record->remark[i] : NULL;
    }
    qsort(list, *count, sizeof *list, compare_earlier);
    return list;
}

/* Marks a clash as new, or with its earlier review. */
static void compare_clash(review *r, size_t index, const earlier_clash *list, size_t count)
{
    earlier_clash key = {.pair = r->pair[index]};
    const earlier_clash *found = bsearch(&key, list, count, sizeof *list, compare_earlier);
    r->of[index] = found == NULL                         ? FK_REVIEW_NEW
                   : found->review == FK_REVIEW_APPROVED ? FK_REVIEW_APPROVED
                                                         : FK_REVIEW_ACTIVE;
    r->remark[index] = r->of[index] == FK_REVIEW_APPROVED ? found->remark : NULL;
}

/* Lists the clashes of the baseline that are now neither clashes nor undecided, in the order of the baseline. */
static bool find_resolved(review *r)
{
    size_t count = result_pair_count(r->baseline);
    const result_pair **sorted = calloc(r->count + 1, sizeof *sorted);
    size_t kept = 0;
    r->resolved = calloc(count + 1, sizeof *r->resolved);
    bool is_good = sorted != NULL && r->resolved != NULL;
    for (size_t i = 0; is_good && i < r->count; i++)
        if (r->pair[i].is_clash || r->pair[i].kind == FK_CLASH_UNDECIDED)
            sorted[kept++] = &r->pair[i];
    if (is_good)
        qsort(sorted, kept, sizeof *sorted, compare_pairs);
    for (size_t i = 0; is_good && i < count; i++) {
        result_pair pair = result_pair_at(r->baseline, i);
        const result_pair *key = &pair;
        if (pair.is_clash && bsearch(&key, sorted, kept, sizeof *sorted, compare_pairs) == NULL)
            r->resolved[r->resolved_count++] = (fk_resolved){
                result_part_name(r->baseline, pair.a), result_part_name(r->baseline, pair.b), pair.kind};
    }
    free(sorted);
    return is_good || cli_no_memory();
}

static bool compare_with_baseline(review *r, const char *path, fk_provenance *record)
{
    size_t count;
    if (!result_load(r->context, path, "--baseline", &r->baseline))
        return false;
    earlier_clash *list = list_earlier(r, &count);
    if (list == NULL)
        return false;
    for (size_t i = 0; i < r->count; i++)
        if (r->pair[i].is_clash)
            compare_clash(r, i, list, count);
    bool is_good = find_resolved(r);
    free(list);
    record->baseline = path;
    record->resolved = r->resolved;
    record->resolved_count = r->resolved_count;
    return is_good;
}

/* ---- Approving ----------------------------------------------------------------------------------------- */

/* Returns how many leading hexadecimal digits two ids share. */
static size_t common_length(const char *id, const char *word, size_t length)
{
    size_t common = 0;
    while (common < length && id[common] != '\0' && id[common] == word[common])
        common++;
    return common;
}

/* Reports the clashes whose ids begin with the word, or the few nearest ones. */
static bool id_trouble(const review *r, const char *word, size_t length, bool is_ambiguous)
{
    char near[200] = "";
    size_t used = 0, best = is_ambiguous ? length : 0, shown = 0;
    for (size_t i = 0; !is_ambiguous && i < r->count; i++)
        if (r->pair[i].is_clash && common_length(r->pair[i].id, word, length) > best)
            best = common_length(r->pair[i].id, word, length);
    for (size_t i = 0; i < r->count && shown < 3; i++)
        if (r->pair[i].is_clash && common_length(r->pair[i].id, word, length) >= best) {
            int more = snprintf(
                near + used, sizeof near - used, "%s%s (%.20s x %.20s)", shown > 0 ? ", " : "", r->pair[i].id,
                result_part_name(r->result, r->pair[i].a), result_part_name(r->result, r->pair[i].b));
            used += more > 0 && used + (size_t)more < sizeof near ? (size_t)more : 0;
            shown++;
        }
    return cli_refuse("--approve: %s '%.*s'%s%s; -v tells the ids",
                      is_ambiguous ? "several clashes begin with" : "no clash has the id", (int)length, word,
                      shown > 0 ? is_ambiguous ? ": " : "; the nearest: " : "", near);
}

/* Whether an id is that of a pair of parts, or of a resolved clash: then there is nothing to approve, which is good
 * news. */
static bool is_known_pair(const review *r, const char *word, size_t length)
{
    char id[FK_CLASH_ID_SIZE];
    uint32_t parts = result_part_count(r->result);
    for (uint32_t i = 0; i < r->resolved_count; i++) {
        fk_clash_id(r->resolved[i].a, r->resolved[i].b, id);
        if (strncmp(id, word, length) == 0)
            return true;
    }
    for (uint32_t a = 0; parts <= FEW_PARTS && a < parts; a++)
        for (uint32_t b = a + 1; b < parts; b++) {
            fk_clash_id(result_part_name(r->result, a), result_part_name(r->result, b), id);
            if (strncmp(id, word, length) == 0)
                return true;
        }
    return false;
}

/* Approves a clash. The id may be shortened as long as it means one clash. */
static bool approve_clash(review *r, const char *text)
{
    const char *equal = strchr(text, '=');
    size_t length = equal != NULL ? (size_t)(equal - text) : strlen(text), found = SIZE_MAX;
    bool is_ambiguous = false;
    for (size_t i = 0; length > 0 && i < r->count; i++)
        if (r->pair[i].is_clash && length < FK_CLASH_ID_SIZE && strncmp(r->pair[i].id, text, length) == 0) {
            is_ambiguous = is_ambiguous || found != SIZE_MAX;
            found = i;
        }
    if (is_ambiguous)
        return id_trouble(r, text, length, true);
    if (found == SIZE_MAX) {
        if (length != FK_CLASH_ID_SIZE - 1 || !is_known_pair(r, text, length))
            return id_trouble(r, text, length, false);
        cli_note("--approve %.*s: these two do not clash, and there is nothing to approve", (int)length,
                 text);
        return true;
    }
    r->of[found] = FK_REVIEW_APPROVED;
    if (equal != NULL && equal[1] != '\0')
        r->remark[found] = equal + 1;
    return true;
}

/* ---- Review -------------------------------------------------------------------------------------------- */

bool review_make(review *r, fk_context *context, const review_settings *settings, const fk_result *result,
                 fk_provenance *record)
{
    memset(r, 0, sizeof *r);
    r->context = context;
    r->result = result;
    if (settings->baseline == NULL && settings->approve.count == 0)
        return true;
    if (!copy_reviews(r, record) ||
        (settings->baseline != NULL && !compare_with_baseline(r, settings->baseline, record)))
        return false;
    for (size_t i = 0; i < settings->approve.count; i++)
        if (!approve_clash(r, settings->approve.word[i]))
            return false;
    record->review = r->of;
    record->remark = r->remark;
    return true;
}

void review_free(review *r)
{
    fk_result_free(r->context, r->baseline);
    free(r->pair);
    free(r->of);
    free(r->remark);
    free(r->resolved);
    memset(r, 0, sizeof *r);
}

/* ---- Text ---------------------------------------------------------------------------------------------- */

void review_print_id(const char *a, const char *b, bool is_clash)
{
    char id[FK_CLASH_ID_SIZE];
    if (!is_clash || !cli_is_verbose())
        return;
    fk_clash_id(a, b, id);
    cli_print("   id %s", id);
}

void review_print_pair(const fk_provenance *record, size_t pair)
{
    fk_review of = record != NULL && record->review != NULL ? record->review[pair] : FK_REVIEW_NONE;
    const char *remark = of != FK_REVIEW_NONE && record->remark != NULL ? record->remark[pair] : NULL;
    if (of == FK_REVIEW_NEW)
        cli_print("   (new)");
    else if (of == FK_REVIEW_APPROVED)
        cli_print(remark != NULL ? "   (approved: %s)" : "   (approved)", remark);
}

void review_print_resolved(const fk_provenance *record, int width)
{
    for (uint32_t i = 0; record != NULL && i < record->resolved_count; i++) {
        const fk_resolved *resolved = &record->resolved[i];
        table_begin("resolved", TABLE_PLAIN, resolved->a, resolved->b, width);
        cli_print("   was %s\n", fk_clash_word(resolved->kind));
    }
}

void review_print_count(const fk_provenance *record, fk_review_count count)
{
    bool is_compared = record != NULL && record->baseline != NULL;
    if (record == NULL || record->review == NULL || count.open + count.approved == 0 ||
        (!is_compared && count.approved == 0))
        return;
    cli_print(" (");
    if (count.new_ones > 0)
        cli_print("%" PRIu64 " new%s", count.new_ones, count.approved > 0 ? ", " : "");
    else if (is_compared)
        cli_print("none new%s", count.approved > 0 ? ", " : "");
    if (count.approved > 0)
        cli_print("%" PRIu64 " approved", count.approved);
    cli_print(")");
}

void review_print_end(const fk_provenance *record)
{
    if (record != NULL && record->resolved_count > 0)
        cli_print("; %" PRIu32 " resolved", record->resolved_count);
}
