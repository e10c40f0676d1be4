/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas papers fm-cases: the validation of TestCollisionBetween in Baillehache's paper (2013), section 6.1.1, with
 * every method, on the 64 cases of papers/fm_cases.txt.
 *
 * A line "# case N A-B: how it is made; truth: VERDICT" stands above each pair. A method is right when it gives that
 * verdict; those that answer as their papers do only say whether the pieces meet, so that is compared. */

#include "papers.h"
#include "certificate_json.h"
#include "pov.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct test_case {
    unsigned number;
    fk_verdict truth;
    char how[160];
    fk_piece a, b;
} test_case;

typedef enum mark { MARK_NONE, MARK_RIGHT, MARK_UNDECIDED, MARK_WRONG, MARKS } mark;

/* What a method says of a case; MARK_NONE when it does not know such pieces. */
typedef struct result {
    fk_verdict verdict;
    mark mark;
} result;

typedef struct tally {
    unsigned of[FK_METHOD_COUNT][MARKS];
    unsigned cases, failed;
} tally;

/* ---- The file ------------------------------------------------------------------------------------------ */

typedef struct source {
    size_t at;
} source;

static size_t read_source(void *user, char *buffer, size_t capacity)
{
    source *s = user;
    size_t left = papers_fm_cases_size - s->at, count = left < capacity ? left : capacity;
    memcpy(buffer, papers_fm_cases_text + s->at, count);
    s->at += count;
    return count;
}

/* Copies line number `line` of the file, from 1. */
static void copy_line(size_t line, char *out, size_t capacity)
{
    const char *at = papers_fm_cases_text, *end = at + papers_fm_cases_size;
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

/* The comment above a pair. False when it is not as it must be. */
static bool read_comment(size_t line, test_case *out)
{
    static const char front[] = "# case ", back[] = "; truth: ";
    char text[256], kinds[32], *how, *truth, *end;
    copy_line(line, text, sizeof text);
    if (strncmp(text, front, strlen(front)) != 0 || !(how = strstr(text, ": ")) ||
        !(truth = strstr(text, back)))
        return false;
    *how = *truth = '\0';
    out->number = (unsigned)strtoul(text + strlen(front), &end, 10);
    out->truth = verdict_of(truth + strlen(back));
    snprintf(out->how, sizeof out->how, "%s", how + 2);
    snprintf(kinds, sizeof kinds, " %s-%s", fk_kind_word(out->a.kind), fk_kind_word(out->b.kind));
    return strcmp(end, kinds) == 0 && out->truth != FK_UNDECIDED;
}

/* ---- Methods ------------------------------------------------------------------------------------------- */

static mark judge(fk_method method, fk_verdict truth, fk_verdict verdict)
{
    if (verdict == FK_UNDECIDED)
        return MARK_UNDECIDED;
    if (fk_method_may_be_wrong(method))
        return (truth == FK_APART) == (verdict == FK_APART) ? MARK_RIGHT : MARK_WRONG;
    return verdict == truth ? MARK_RIGHT : MARK_WRONG;
}

static result ask(fk_method method, const test_case *c)
{
    fk_pair_query query = {&c->a, &c->b, method, 0, NULL};
    fk_answer answer;
    result r = {FK_UNDECIDED, MARK_NONE};
    if (!fk_method_knows(method, c->a.kind, c->b.kind) || fk_pair_answer(&query, NULL, &answer) != FK_OK)
        return r;
    r.verdict = answer.verdict;
    r.mark = judge(method, c->truth, answer.verdict);
    return r;
}

/* Whether this mark is all right for this method. */
static bool passes(fk_method method, mark m)
{
    return fk_method_may_be_wrong(method) || m == MARK_RIGHT || m == MARK_NONE;
}

/* ---- Output -------------------------------------------------------------------------------------------- */

static const char *const short_word[] = {"undec", "apart", "touch", "overlap"};

static void print_head(void)
{
    cli_print("%4s  %-11s  %-7s ", "case", "kinds", "truth");
    for (int method = 0; method < FK_METHOD_COUNT; method++)
        cli_print("  %-8s", fk_method_name((fk_method)method));
    cli_print("  result\n");
}

static void print_case(const test_case *c, const result r[FK_METHOD_COUNT], bool good)
{
    char kinds[32];
    snprintf(kinds, sizeof kinds, "%s-%s", fk_kind_word(c->a.kind), fk_kind_word(c->b.kind));
    cli_print("%4u  %-11s  %-7s ", c->number, kinds, short_word[c->truth]);
    for (int method = 0; method < FK_METHOD_COUNT; method++) {
        char word[16];
        snprintf(word, sizeof word, "%s%s", r[method].mark == MARK_NONE ? "-" : short_word[r[method].verdict],
                 r[method].mark == MARK_WRONG ? "!" : "");
        cli_print("  %-8s", word);
    }
    cli_print("  %s\n", good ? "ok" : "FAIL");
}

static void print_tally(const tally *t)
{
    static const char *const names[] = {
        [MARK_RIGHT] = "right", [MARK_UNDECIDED] = "undec", [MARK_WRONG] = "wrong"};
    cli_print("\n");
    for (int m = MARK_RIGHT; m < MARKS; m++) {
        cli_print("%-27s", names[m]);
        for (int method = 0; method < FK_METHOD_COUNT; method++)
            cli_print(method + 1 < FK_METHOD_COUNT ? "  %-8u" : "  %u", t->of[method][m]);
        cli_print("\n");
    }
    cli_print(
        "\n! is wrong: %s, %s and %s answer as their papers do. - is a pair that the method does not know.\n",
        fk_method_name(FK_METHOD_FM_PAPER), fk_method_name(FK_METHOD_EC_PAPER),
        fk_method_name(FK_METHOD_SAT6));
}

static void print_json(const test_case *c, const result r[FK_METHOD_COUNT], bool good)
{
    json_text line = {0};
    json_put(&line, "{\"case\":");
    json_put_whole(&line, c->number);
    json_put(&line, ",\"kinds\":[\"");
    json_put(&line, fk_kind_word(c->a.kind));
    json_put(&line, "\",\"");
    json_put(&line, fk_kind_word(c->b.kind));
    json_put(&line, "\"],\"truth\":\"");
    json_put(&line, fk_verdict_name(c->truth));
    json_put(&line, "\",\"verdicts\":{");
    for (int method = 0; method < FK_METHOD_COUNT; method++) {
        json_put(&line, method == 0 ? "\"" : ",\"");
        json_put(&line, fk_method_name((fk_method)method));
        json_put(&line, r[method].mark == MARK_NONE ? "\":null" : "\":\"");
        if (r[method].mark != MARK_NONE) {
            json_put(&line, fk_verdict_name(r[method].verdict));
            json_put(&line, "\"");
        }
    }
    json_put(&line, good ? "},\"ok\":true}\n" : "},\"ok\":false}\n");
    cli_write(line.text, line.length);
}

/* ---- Pictures ------------------------------------------------------------------------------------------ */

static const pov_color color_a = {0.95, 0.65, 0.15, 0.65}, color_b = {0.2, 0.55, 0.9, 0.65},
                       edge_a = {0.6, 0.35, 0.02, 0}, edge_b = {0.05, 0.25, 0.55, 0},
                       color_common = {0.75, 0.1, 0.35, 0}, color_box = {0, 0, 0, 0};

static fk_aabb bounds_of(fk_aabb box, const clip_polygons *faces)
{
    for (size_t i = 0; i < faces->count; i++)
        for (size_t k = 0; k < faces->polygon[i].count; k++)
            box = fk_aabb_include(box, faces->polygon[i].point[k]);
    return box;
}

/* Faces that coincide would flicker, so each cell is drawn a little smaller about its center: the common part, drawn as
 * it is, stands out, and a contact has a gap to lie in. */
static void shrink(clip_polygons *faces, double factor)
{
    fk_aabb box = bounds_of(fk_aabb_empty(), faces);
    fk_vec3 center = fk_vec3_scale(fk_vec3_add(box.min, box.max), 0.5);
    for (size_t i = 0; i < faces->count; i++)
        for (size_t k = 0; k < faces->polygon[i].count; k++) {
            fk_vec3 *p = &faces->polygon[i].point[k];
            *p = fk_vec3_add(center, fk_vec3_scale(fk_vec3_sub(*p, center), factor));
        }
}

static void draw_faces(pov_scene *scene, const clip_polygons *faces, pov_color color, pov_color edge,
                       double width)
{
    for (size_t i = 0; i < faces->count; i++) {
        pov_polygon(scene, &faces->polygon[i], color);
        pov_outline(scene, &faces->polygon[i], width, edge);
    }
}

/* The box of the intersection, as far as it has finite sides and this pair has one. */
static void draw_box(pov_scene *scene, const test_case *c)
{
    fk_pair_query query = {&c->a, &c->b, FK_METHOD_EXACT, FK_PART_BOX, NULL};
    fk_answer answer;
    if (fk_pair_answer(&query, NULL, &answer) == FK_OK && (answer.filled & FK_PART_BOX) &&
        fk_vec3_is_finite(answer.box.min) && fk_vec3_is_finite(answer.box.max))
        pov_box(scene, answer.box, 0.7, color_box);
}

/* Everything that shall be seen: the corners of both cells and the axes, a little longer than the cells reach. Returns
 * the lengths of the axes. */
static fk_vec3 points_of(const clip_polygons *a, const clip_polygons *b, fk_vec3 *out, size_t *count)
{
    const clip_polygons *const both[] = {a, b};
    fk_aabb box = bounds_of(bounds_of(fk_aabb_empty(), a), b);
    double least = 0.4 * fmax(box.max.x, fmax(box.max.y, box.max.z));
    fk_vec3 length = {fmax(1.2 * box.max.x, least), fmax(1.2 * box.max.y, least),
                      fmax(1.2 * box.max.z, least)};
    *count = 0;
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < both[side]->count; i++)
            for (size_t k = 0; k < both[side]->polygon[i].count; k++)
                out[(*count)++] = both[side]->polygon[i].point[k];
    out[(*count)++] = fk_vec3_make(0, 0, 0);
    out[(*count)++] = fk_vec3_make(length.x, 0, 0);
    out[(*count)++] = fk_vec3_make(0, length.y, 0);
    out[(*count)++] = fk_vec3_make(0, 0, length.z);
    return length;
}

static bool draw_scene(const test_case *c, const char *path)
{
    clip_polygons a, b, common;
    clip_faces(&c->a, &a);
    clip_faces(&c->b, &b);
    clip_intersection(&c->a, &c->b, &common);
    fk_vec3 point[2 * CLIP_CELL_FACES * CLIP_POLYGON_POINTS + 4];
    size_t count;
    fk_vec3 axes = points_of(&a, &b, point, &count);

    char title[512];
    snprintf(title, sizeof title, "farkas papers fm-cases, case %u: %s (orange) and %s (blue), %s\n%s",
             c->number, fk_kind_word(c->a.kind), fk_kind_word(c->b.kind), fk_verdict_name(c->truth), c->how);
    pov_scene scene;
    if (!pov_begin(&scene, path, title, point, count))
        return false;
    shrink(&a, 0.999);
    shrink(&b, 0.998);
    draw_faces(&scene, &a, color_a, edge_a, 1);
    draw_faces(&scene, &b, color_b, edge_b, 1);
    if (c->truth != FK_APART)
        draw_faces(&scene, &common, color_common, color_common, c->truth == FK_TOUCHING ? 3 : 1.5);
    draw_box(&scene, c);
    pov_axes(&scene, fk_vec3_make(0, 0, 0), axes);
    return pov_end(&scene);
}

static bool write_scene(const test_case *c, const char *folder)
{
    char path[4096];
    int length = snprintf(path, sizeof path, "%s/case-%02u.pov", folder, c->number);
    if (length < 0 || (size_t)length >= sizeof path) {
        cli_trouble_at(folder, 0, 0, "the name is too long");
        return false;
    }
    return draw_scene(c, path);
}

/* ---- All cases ----------------------------------------------------------------------------------------- */

static bool run_case(const papers_settings *settings, const test_case *c, tally *t)
{
    result r[FK_METHOD_COUNT];
    bool good = true;
    for (int i = 0; i < FK_METHOD_COUNT; i++) {
        fk_method method = (fk_method)i;
        r[i] = ask(method, c);
        t->of[i][r[i].mark]++;
        good = good && passes(method, r[i].mark);
    }
    t->cases++;
    t->failed += !good;
    if (settings->json)
        print_json(c, r, good);
    else
        print_case(c, r, good);
    return settings->pov == NULL || write_scene(c, settings->pov);
}

static int run_cases(const papers_settings *settings, tally *t)
{
    source s = {0};
    fk_pair_reader reader;
    fk_status status;
    test_case c;
    fk_pair_reader_init(&reader, NULL, read_source, &s);
    while ((status = fk_pair_reader_next(&reader, &c.a, &c.b)) == FK_OK) {
        if (!read_comment(reader.line - 1, &c))
            return cli_trouble_at("fm_cases.txt", reader.line - 1, 0,
                                  "no comment that tells the truth of a case");
        if (!run_case(settings, &c, t))
            return CLI_TROUBLE;
    }
    if (status != FK_END)
        return cli_trouble_at("fm_cases.txt", reader.line, reader.column, "%s", reader.message);
    return CLI_OK;
}

int papers_fm_cases(const papers_settings *settings, study *s)
{
    (void)s;
    tally t = {0};
    double begin = fk_clock_seconds();
    if (settings->pov && !cli_folder_create(settings->pov))
        return CLI_TROUBLE;
    if (!settings->json)
        print_head();
    if (run_cases(settings, &t) != CLI_OK)
        return CLI_TROUBLE;
    if (!settings->json)
        print_tally(&t);
    cli_flush();
    if (settings->pov)
        cli_note("%u scenes in %s; a picture: povray +I%s/case-01.pov +Ocase-01.png +W800 +H600 +A -D",
                 t.cases, settings->pov, settings->pov);
    if (cli_is_verbose())
        cli_note("%u cases, %u failed; %.3f s", t.cases, t.failed, fk_clock_seconds() - begin);
    if (t.failed > 0)
        return cli_trouble("%u of %u cases failed", t.failed, t.cases);
    return CLI_OK;
}
