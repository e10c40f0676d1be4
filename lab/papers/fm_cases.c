/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The 64 cases of lab/printed/fm_pairs.txt. A line "# case N A-B: how it is made; truth: VERDICT" stands above each pair. */

#include "papers/fm_pairs.h"

#include <stdlib.h>
#include <string.h>

static const char file_name[] = "fm_pairs.txt";

const char *const fm_combination_name[FM_COMBINATIONS] = {"box-box", "box-tetra", "tetra-box", "tetra-tetra"};
const fk_kind fm_combination_kind[FM_COMBINATIONS][2] = {{FK_KIND_BOX, FK_KIND_BOX},
                                                         {FK_KIND_BOX, FK_KIND_TETRA},
                                                         {FK_KIND_TETRA, FK_KIND_BOX},
                                                         {FK_KIND_TETRA, FK_KIND_TETRA}};

typedef struct source {
    size_t at;
} source;

static size_t read_source(void *user, char *buffer, size_t capacity)
{
    source *s = user;
    size_t left = papers_fm_pairs_size - s->at, count = left < capacity ? left : capacity;
    memcpy(buffer, papers_fm_pairs_text + s->at, count);
    s->at += count;
    return count;
}

/* Copies line number `line` of the file, from 1. */
static void copy_line(size_t line, char *out, size_t capacity)
{
    const char *at = papers_fm_pairs_text, *end = at + papers_fm_pairs_size;
    for (size_t i = 1; i < line && at < end; i++) {
        const char *next = memchr(at, '\n', (size_t)(end - at));
        at = next ? next + 1 : end;
    }
    size_t length = 0;
    for (; at < end && *at != '\n' && length + 1 < capacity; at++)
        out[length++] = *at;
    out[length] = '\0';
}

static fk_verdict verdict_of(const char *word)
{
    for (int verdict = FK_APART; verdict <= FK_OVERLAPPING; verdict++)
        if (strcmp(word, fk_verdict_name((fk_verdict)verdict)) == 0)
            return (fk_verdict)verdict;
    return FK_UNDECIDED;
}

static int combination_of(const fm_case *c)
{
    return 2 * (c->a.kind == FK_KIND_TETRA) + (c->b.kind == FK_KIND_TETRA);
}

/* The comment above a pair. False when it is not as it must be. */
static bool read_comment(size_t line, fm_case *out)
{
    static const char front[] = "# case ", back[] = "; truth: ";
    char text[256], *how, *truth, *end;
    copy_line(line, text, sizeof text);
    if (strncmp(text, front, strlen(front)) != 0 || !(how = strstr(text, ": ")) ||
        !(truth = strstr(text, back)))
        return false;
    *how = *truth = '\0';
    out->number = (unsigned)strtoul(text + strlen(front), &end, 10);
    out->truth = verdict_of(truth + strlen(back));
    snprintf(out->how, sizeof out->how, "%s", how + 2);
    out->combination = combination_of(out);
    return *end == ' ' && strcmp(end + 1, fm_combination_name[out->combination]) == 0 &&
           out->truth != FK_UNDECIDED;
}

bool fm_cases_read(fm_case out[FM_CASES])
{
    source s = {0};
    fk_pair_reader reader;
    fk_pair_reader_init(&reader, NULL, read_source, &s);
    for (size_t i = 0; i < FM_CASES; i++) {
        if (fk_pair_reader_next(&reader, &out[i].a, &out[i].b) != FK_OK) {
            cli_trouble_at(file_name, reader.line, reader.column, "%s", reader.message);
            return false;
        }
        if (!read_comment(reader.line - 1, &out[i])) {
            cli_trouble_at(file_name, reader.line - 1, 0, "no comment that tells the truth of a case");
            return false;
        }
    }
    return true;
}
