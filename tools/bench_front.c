/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The table of speed: what a reader looks at first. Its words are here, its numbers come from records. */

#include "bench_front.h"
#include "bench_judge.h"
#include "bench_program.h"
#include "bench_view.h"
#include "cli.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Rows ---------------------------------------------------------------------------------------------- */

typedef enum term_shape {
    SHOW_NUMBER, /* with what is wrong behind it */
    SHOW_WRONG   /* wrong answers alone, or 0 */
} term_shape;

/* A number between two words. One that was not measured is left out, with its words. */
typedef struct term {
    const char *before;
    bench_pick pick;
    const char *after;
    term_shape shape;
} term;

enum { MOST_TERMS = 6 };

typedef struct row {
    const char *section;
    const char *question;
    term count; /* or zeros: a number that ends the question */
    term ours[MOST_TERMS], others[MOST_TERMS];
} row;

#define FARKAS(before, work, scene, size, after)                                                             \
    {                                                                                                        \
        before, {work, scene, size, "Farkas"}, after, SHOW_NUMBER                                            \
    }
#define OTHER(name, work, scene, size, by)                                                                   \
    {                                                                                                        \
        name " ", {work, scene, size, by}, "", SHOW_NUMBER                                                   \
    }
#define WRONG(name, work, scene, by)                                                                         \
    {                                                                                                        \
        name, {work, scene, 0, by}, "", SHOW_WRONG                                                           \
    }

static const row rows[] = {
    {"pairs",
     "two boxes",
     {0},
     {FARKAS("", "verdict", "box, random", 0, ""), FARKAS("in a batch ", "batch", "box, crossed", 0, "")},
     {OTHER("ODE", "verdict", "box, random", 0, "ODE touch"),
      OTHER("FCL's OBB", "verdict", "box, random", 0, "FCL OBB"),
      OTHER("libccd MPR", "verdict", "box, random", 0, "libccd MPR"),
      OTHER("MuJoCo", "verdict", "box, random", 0, "MuJoCo")}},
    {"pairs",
     "two tetrahedra",
     {0},
     {FARKAS("", "verdict", "tetra, random", 0, ""), FARKAS("in a batch ", "batch", "tetra, crossed", 0, "")},
     {OTHER("libccd MPR", "verdict", "tetra, random", 0, "libccd MPR"),
      OTHER("FCL", "verdict", "tetra, random", 0, "FCL libccd")}},
    {"pairs",
     "two hulls of 512 points",
     {0},
     {{"", {"verdict", "hull, random", 512, "Farkas|Farkas, hints"}, "", SHOW_NUMBER}},
     {OTHER("libccd MPR", "verdict", "hull, random", 512, "libccd MPR"),
      OTHER("FCL", "verdict", "hull, random", 512, "FCL libccd"),
      OTHER("Bullet", "verdict", "hull, random", 512, "Bullet GJK+EPA")}},
    {"pairs",
     "boxes that touch at an edge: wrong of ",
     {"", {"pairs", "box, touch-edge", 0, "truth"}, "", SHOW_NUMBER},
     {WRONG("", "verdict", "box, touch-edge", "Farkas")},
     {WRONG("ODE ", "verdict", "box, touch-edge", "ODE touch"),
      WRONG("libccd MPR ", "verdict", "box, touch-edge", "libccd MPR"),
      WRONG("Bullet ", "verdict", "box, touch-edge", "Bullet box-box"),
      WRONG("MuJoCo ", "verdict", "box, touch-edge", "MuJoCo")}},
};

enum { ROWS = sizeof rows / sizeof rows[0] };

/* ---- Table --------------------------------------------------------------------------------------------- */

/* A record with wrong answers alone may have no number. */
static const bench_record *find(const bench_records *records, const char *section, const term *t)
{
    if (t->shape == SHOW_NUMBER)
        return bench_pick_find(records, section, &t->pick);
    return bench_record_find(records, section, t->pick.work, t->pick.scene, t->pick.size, t->pick.by);
}

static bool print_term(const bench_records *records, const char *section, const term *t, const char *before,
                       FILE *out)
{
    char text[BENCH_NUMBER_SIZE + 128];
    const bench_record *found = t->pick.work != NULL ? find(records, section, t) : NULL;
    if (found == NULL)
        return false;
    if (t->shape == SHOW_NUMBER)
        bench_format_record(found, text);
    else
        snprintf(text, sizeof text, "%s", found->wrong[0] != '\0' ? found->wrong : "0");
    fprintf(out, "%s%s", before, t->before);
    bench_print_cell(text, out);
    fputs(t->after, out);
    return true;
}

static void print_terms(const bench_records *records, const char *section, const term list[MOST_TERMS],
                        FILE *out)
{
    const char *before = "";
    fputs(" ", out);
    for (int i = 0; i < MOST_TERMS; i++)
        if (print_term(records, section, &list[i], before, out))
            before = ", ";
    fputs(" |", out);
}

static bool is_measured(const bench_records *records, const row *r)
{
    return find(records, r->section, &r->ours[0]) != NULL;
}

size_t bench_front_print(const bench_records *records, FILE *out)
{
    size_t missing = 0;
    fputs("| one core, median | Farkas | others |\n| --- | --- | --- |\n", out);
    for (int i = 0; i < ROWS; i++) {
        if (!is_measured(records, &rows[i])) {
            missing++;
            continue;
        }
        fprintf(out, "| %s", rows[i].question);
        print_term(records, rows[i].section, &rows[i].count, "", out);
        fputs(" |", out);
        print_terms(records, rows[i].section, rows[i].ours, out);
        print_terms(records, rows[i].section, rows[i].others, out);
        fputs("\n", out);
    }
    return missing;
}

/* ---- README -------------------------------------------------------------------------------------------- */

static const char begin_mark[] = "<!-- farkas bench: begin -->\n";
static const char end_mark[] = "<!-- farkas bench: end -->\n";

/* False after a message. */
static bool is_complete(const bench_records *records, const char *path)
{
    for (int i = 0; i < ROWS; i++) {
        if (is_measured(records, &rows[i]))
            continue;
        cli_trouble_at(path, 0, 0, "its table needs '%s', which was not measured; run 'farkas bench %s'",
                       rows[i].question, rows[i].section);
        return false;
    }
    return true;
}

bool bench_front_write(const bench_records *records, const char *path)
{
    char *text;
    size_t length;
    cli_file file;
    if (!is_complete(records, path) || !bench_file_read(path, &text, &length, NULL))
        return false;
    char *begin = strstr(text, begin_mark), *end = begin != NULL ? strstr(begin, end_mark) : NULL;
    bool good = end != NULL;
    if (!good)
        cli_trouble_at(path, 0, 0, "there is no '%.*s' with its end, between which the table goes",
                       (int)sizeof begin_mark - 2, begin_mark);
    good = good && cli_file_create(&file, path);
    if (good) {
        fwrite(text, 1, (size_t)(begin - text) + sizeof begin_mark - 1, file.stream);
        bench_front_print(records, file.stream);
        fputs(end, file.stream);
        good = cli_file_commit(&file);
    }
    free(text);
    return good;
}
