/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What became of clashes since an earlier result (--baseline), and which clashes are approved (--approve): see
 * analysis.h. */

#include "analysis.h"

#include <stdlib.h>
#include <string.h>

/* With more parts than this, ids of pairs without a clash are not recognized. */
#define FEW_PARTS 2000

static bool copy_reviews(review *r, const fk_provenance *record)
{
    size_t count = r->found->pair_count;
    r->id = calloc(count + 1, sizeof *r->id);
    r->of = calloc(count + 1, sizeof *r->of);
    r->remark = calloc(count + 1, sizeof *r->remark);
    if (r->id == NULL || r->of == NULL || r->remark == NULL)
        return cli_no_memory();
    for (size_t i = 0; i < count; i++) {
        result_pair_id(r->result, i, r->id[i]);
        if (record->review != NULL) {
            r->of[i] = record->review[i];
            r->remark[i] = record->remark != NULL ? record->remark[i] : NULL;
        }
    }
    return true;
}

/* ---- The baseline -------------------------------------------------------------------------------------- */

/* A clash of the baseline; the id comes first, for compare_ids. */
typedef struct earlier_clash {
    char id[FK_CLASH_ID_SIZE];
    bool is_approved;
    const char *remark;
} earlier_clash;

static int compare_ids(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* Lists the clashes of the baseline, sorted by id; returns NULL after a message. */
static earlier_clash *list_earlier(const review *r, size_t *count)
{
    const fk_provenance *record = result_record(r->baseline);
    const fk_check *found = result_found(r->baseline);
    earlier_clash *list = calloc(found->pair_count + 1, sizeof *list);
    *count = 0;
    if (list == NULL) {
        cli_no_memory();
        return NULL;
    }
    for (size_t i = 0; i < found->pair_count; i++) {
        earlier_clash *e = &list[*count];
        if (!found->pair[i].is_clash)
            continue;
        result_pair_id(r->baseline, i, e->id);
        e->is_approved = record->review != NULL && record->review[i] == FK_REVIEW_APPROVED;
        e->remark = record->remark != NULL ? record->remark[i] : NULL;
        ++*count;
    }
    qsort(list, *count, sizeof *list, compare_ids);
    return list;
}

/* Marks a clash as new, or with its earlier review. */
static void compare_clash(review *r, size_t index, const earlier_clash *list, size_t count)
{
    const earlier_clash *found = bsearch(r->id[index], list, count, sizeof *list, compare_ids);
    r->of[index] = found == NULL ? FK_REVIEW_NEW : found->is_approved ? FK_REVIEW_APPROVED : FK_REVIEW_ACTIVE;
    r->remark[index] = r->of[index] == FK_REVIEW_APPROVED ? found->remark : NULL;
}

/* Lists the clashes of the baseline that are now neither clashes nor undecided, in the order of the baseline; none if the
 * run was cancelled, because then they may be among the pairs that are not done. */
static bool find_resolved(review *r)
{
    const fk_check *before = result_found(r->baseline);
    char(*open)[FK_CLASH_ID_SIZE] = calloc(r->found->pair_count + 1, sizeof *open), id[FK_CLASH_ID_SIZE];
    size_t count = 0;
    r->resolved = calloc(before->pair_count + 1, sizeof *r->resolved);
    bool is_good = open != NULL && r->resolved != NULL;
    for (size_t i = 0; is_good && i < r->found->pair_count; i++)
        if (r->found->pair[i].is_clash || r->found->pair[i].kind == FK_CLASH_UNDECIDED)
            memcpy(open[count++], r->id[i], sizeof id);
    if (is_good)
        qsort(open, count, sizeof *open, compare_ids);
    for (size_t i = 0; is_good && i < before->pair_count; i++) {
        const fk_check_pair *pair = &before->pair[i];
        result_pair_id(r->baseline, i, id);
        if (pair->is_clash && !r->found->is_incomplete &&
            bsearch(id, open, count, sizeof *open, compare_ids) == NULL)
            r->resolved[r->resolved_count++] = (fk_resolved){
                result_part_name(r->baseline, pair->a), result_part_name(r->baseline, pair->b), pair->kind};
    }
    free(open);
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
    for (size_t i = 0; i < r->found->pair_count; i++)
        if (r->found->pair[i].is_clash)
            compare_clash(r, i, list, count);
    bool is_good = find_resolved(r);
    free(list);
    record->baseline = path;
    record->resolved = r->resolved;
    record->resolved_count = r->resolved_count;
    return is_good;
}

/* ---- Approving ----------------------------------------------------------------------------------------- */

/* Returns how many leading digits of its id a clash shares with a word; 0 if the pair is no clash. */
static size_t common_length(const review *r, size_t pair, const char *word, size_t length)
{
    size_t common = 0;
    while (r->found->pair[pair].is_clash && common < length && r->id[pair][common] != '\0' &&
           r->id[pair][common] == word[common])
        common++;
    return common;
}

/* Reports the clashes whose ids begin with the word, or the few nearest ones. */
static bool id_trouble(const review *r, const char *word, size_t length, bool is_ambiguous)
{
    char near[200] = "";
    const fk_check *found = r->found;
    size_t used = 0, best = is_ambiguous ? length : 0, shown = 0;
    for (size_t i = 0; !is_ambiguous && i < found->pair_count; i++)
        if (common_length(r, i, word, length) > best)
            best = common_length(r, i, word, length);
    for (size_t i = 0; i < found->pair_count && shown < 3; i++)
        if (found->pair[i].is_clash && common_length(r, i, word, length) >= best) {
            int more = snprintf(
                near + used, sizeof near - used, "%s%s (%.20s x %.20s)", shown > 0 ? ", " : "", r->id[i],
                result_part_name(r->result, found->pair[i].a), result_part_name(r->result, found->pair[i].b));
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
    uint32_t parts = r->found->part_count;
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
    for (size_t i = 0; length > 0 && i < r->found->pair_count; i++)
        if (common_length(r, i, text, length) == length) {
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
    r->found = result_found(result);
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
    free(r->id);
    free(r->of);
    free(r->remark);
    free(r->resolved);
    memset(r, 0, sizeof *r);
}
