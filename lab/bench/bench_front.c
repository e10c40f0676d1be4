/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The table of speed: what a reader looks at first. Its words are here, its numbers come from records. */

#include "bench/bench_front.h"
#include "bench/bench_judge.h"
#include "bench/bench_program.h"
#include "bench/bench_view.h"
#include "cli.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Rows ---------------------------------------------------------------------------------------------- */

typedef enum term_shape {
    SHOW_NUMBER, /* with what is wrong behind it */
    SHOW_WRONG   /* wrong answers alone, or 0 */
} term_shape;

/* A number behind some words. One that was not measured is left out, with its words. */
typedef struct term {
    const char *before;
    bench_pick pick;
    term_shape shape;
} term;

enum { MOST_TERMS = 6 };

typedef struct row {
    const char *section;
    const char *question;
    term count; /* or zeros: a number that ends the question */
    term ours[MOST_TERMS], others[MOST_TERMS];
} row;

// clang-format off
#define NUMBER(before, pick, by) {before, {pick, by}, SHOW_NUMBER}
#define WRONG(before, pick, by) {before, {pick, by}, SHOW_WRONG}

#define BOXES  "verdict", "box, random", 0
#define TETRAS "verdict", "tetra, random", 0
#define HULLS  "verdict", "hull, random", 512
#define EDGES  "verdict", "box, touch-edge", 0
#define PAIRS  "pairs", "box, touch-edge", 0
#define MANY_BOXES  "batch", "box, crossed", 0
#define MANY_TETRAS "batch", "tetra, crossed", 0
#define MEET   "meet", "near contact", 1e6
#define FAR    "distance", "near contact", 1e6
#define LIST   "complete list", "one of 100 tori", 801
#define STEP   "step", "moving", 1e5
#define FIRST  "first contact", "two knots", 1e4
#define CELL   "closer than 10 mm", "workcell", 0
#define SPHERE "hull", "on a sphere", 5e5
#define LOAD   "load", "file", 1e6

static const row rows[] = {
    {"pairs", "two boxes", {0},
     {NUMBER("", BOXES, "Farkas"), NUMBER("in a batch ", MANY_BOXES, "Farkas")},
     {NUMBER("ODE ", BOXES, "ODE touch"), NUMBER("FCL's OBB ", BOXES, "FCL OBB"),
      NUMBER("libccd MPR ", BOXES, "libccd MPR"), NUMBER("MuJoCo ", BOXES, "MuJoCo")}},
    {"pairs", "two tetrahedra", {0},
     {NUMBER("", TETRAS, "Farkas"), NUMBER("in a batch ", MANY_TETRAS, "Farkas")},
     {NUMBER("libccd MPR ", TETRAS, "libccd MPR"), NUMBER("FCL ", TETRAS, "FCL libccd|FCL indep")}},
    {"pairs", "two hulls of 512 points", {0},
     {NUMBER("", HULLS, "Farkas|Farkas, hints")},
     {NUMBER("libccd MPR ", HULLS, "libccd MPR"), NUMBER("FCL ", HULLS, "FCL libccd|FCL indep"),
      NUMBER("Bullet ", HULLS, "Bullet GJK+EPA")}},
    {"pairs", "boxes that touch at an edge: wrong of ", NUMBER("", PAIRS, "truth"),
     {WRONG("", EDGES, "Farkas")},
     {WRONG("ODE ", EDGES, "ODE touch"), WRONG("libccd MPR ", EDGES, "libccd MPR"),
      WRONG("Bullet ", EDGES, "Bullet box-box"), WRONG("MuJoCo ", EDGES, "MuJoCo")}},
    {"trees", "do two meshes meet, near contact, 1,000,000 triangles each", {0},
     {NUMBER("", MEET, "Farkas")},
     {NUMBER("FCL ", MEET, "FCL OBB|FCL OBBRSS"), NUMBER("ODE ", MEET, "ODE|ODE any"),
      NUMBER("Bullet ", MEET, "Bullet GImpact"), NUMBER("CGAL ", MEET, "CGAL|CGAL rigid")}},
    {"trees", "how far apart are they", {0},
     {NUMBER("", FAR, "Farkas")}, {NUMBER("FCL ", FAR, "FCL OBBRSS")}},
    {"cells", "all pairs that meet of one torus of 800 tetrahedra and 99 others, with boxes", {0},
     {NUMBER("", LIST, "Farkas, two levels")}, {NUMBER("the printed algorithm ", LIST, "as printed")}},
    {"world", "100,000 boxes that all move, a step: all pairs", {0},
     {NUMBER("", STEP, "Farkas packs"), NUMBER("with exact verdicts ", STEP, "Farkas world")},
     {NUMBER("plain grid ", STEP, "plain grid"), NUMBER("FCL ", STEP, "FCL tree|FCL tree, array"),
      NUMBER("Bullet ", STEP, "Bullet Dbvt")}},
    {"motion", "first contact of two knots of 10,000 triangles that turn, proved", {0},
     {NUMBER("", FIRST, "Farkas")},
     {NUMBER("FCL with its ten samples ", FIRST, "FCL by default"),
      NUMBER("its conservative advancement ", FIRST, "FCL conservative advancement")}},
    {"motion", "the sample workcell at one moment, contacts and clearance", {0},
     {NUMBER("", CELL, "Farkas")}, {NUMBER("FCL ", CELL, "FCL")}},
    {"mesh", "convex hull of 500,000 points on a sphere", {0},
     {NUMBER("", SPHERE, "Farkas")},
     {NUMBER("qhull ", SPHERE, "qhull"), NUMBER("CGAL ", SPHERE, "CGAL"), NUMBER("Bullet ", SPHERE, "Bullet")}},
    {"mesh", "a binary STL file of a million triangles, read and welded", {0},
     {NUMBER("", LOAD, "Farkas")}, {NUMBER("assimp ", LOAD, "assimp+join")}},
};
// clang-format on

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
        fwrite(end, 1, length - (size_t)(end - text), file.stream);
        good = cli_file_commit(&file);
    }
    free(text);
    return good;
}
