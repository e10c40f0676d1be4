/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What came out of the measurement of trees of cells, as tables or JSON. */

#include "papers/cells_speed.h"
#include "certificate_json.h"
#include "cli.h"

#include <math.h>
#include <string.h>

static const char *const ways[TORI_WAYS] = {"printed", "right", "two", "ready"};

/* Whether a row begins a new table. */
static bool is_first(const cells_results *r, size_t i)
{
    const cells_row *a = &r->row[i], *b = a - 1;
    return i == 0 || i == r->many || a->tori != b->tori || a->nodes != b->nodes || a->first != b->first;
}

static const char *list_of(const cells_row *row)
{
    return row->first ? "first" : "complete";
}

/* Milliseconds with three digits, or "-". */
static const char *milliseconds(double seconds, char text[16])
{
    double ms = 1e3 * seconds;
    if (isnan(ms))
        strcpy(text, "-");
    else
        snprintf(text, 16, ms < 10 ? "%.3f" : ms < 100 ? "%.2f" : "%.1f", ms);
    return text;
}

/* How many times one time is another one, or "-". */
static const char *times(double a, double b, char text[16])
{
    if (isnan(a / b))
        strcpy(text, "-");
    else
        snprintf(text, 16, a < 10 * b ? "%.1f" : "%.0f", a / b);
    return text;
}

/* Which ways keep to the limit of the paper. */
static void under_limit(const cells_row *row, char text[64])
{
    int count = 0;
    text[0] = '\0';
    for (int way = 0; way < TORI_WAYS; way++)
        if (row->seconds[way] <= CELLS_REAL_TIME) {
            strcat(text, count++ > 0 ? " " : "");
            strcat(text, ways[way]);
        }
    if (isnan(row->seconds[0]))
        strcpy(text, "-");
    else if (count == TORI_WAYS || count == 0)
        strcpy(text, count > 0 ? "all" : "none");
}

/* ---- Table --------------------------------------------------------------------------------------------- */

static void print_head(const cells_results *r, size_t i)
{
    const cells_row *row = &r->row[i];
    cli_print("%s%s, one of %u tori of %u nodes against all others%s\n", i > 0 ? "\n" : "",
              row->first ? "First hit of each object" : "Complete list", row->tori, row->nodes,
              i >= r->many ? ", by how many it hits" : "");
    cli_print("%7s %5s  %38s  %16s  %25s  %11s\n", "", "", "milliseconds", "faster than print",
              "tests of pairs", "print");
    cli_print("%7s %5s  %9s %9s %9s %8s  %8s %8s  %8s %8s %8s  %5s %5s  %-8s  %s\n",
              i >= r->many ? "objects" : "hits", "tori", ways[0], ways[1], ways[2], ways[3], ways[2], ways[3],
              ways[0], ways[1], ways[3], "lost", "false", "hash", "below 0.04 s");
}

static void print_row(const cells_results *r, size_t i)
{
    const cells_row *row = &r->row[i];
    char ms[TORI_WAYS][16], faster[2][16], limit[64];
    const double *s = row->seconds;
    under_limit(row, limit);
    cli_print("%7.0f %5u  %9s %9s %9s %8s  %8s %8s  %8.0f %8.0f %8.0f  %5.4g %5.4g  %08x  %s\n",
              i >= r->many ? row->objects : row->hits, row->tori_hit, milliseconds(s[0], ms[0]),
              milliseconds(s[1], ms[1]), milliseconds(s[2], ms[2]), milliseconds(s[3], ms[3]),
              times(s[0], s[2], faster[0]), times(s[0], s[3], faster[1]), row->pair_tests[0],
              row->pair_tests[1], row->pair_tests[3], row->lost, row->made_up, row->hash, limit);
}

void cells_print_table(const cells_results *r)
{
    for (size_t i = 0; i < r->count; i++) {
        if (is_first(r, i))
            print_head(r, i);
        print_row(r, i);
    }
    cli_print("\nbytes a node: %.1f\n", r->bytes);
    cli_print("\nprinted: SearchCollisions of the paper, with its mistakes; right: the same, made right, "
              "with method fm;\ntwo: Farkas on the same two levels; for a first hit the one torus gets more "
              "levels within the time;\nready: Farkas on trees that have more levels already. lost and "
              "false: what the print does not find, and\nwhat it makes up.\n");
}

/* ---- JSON ---------------------------------------------------------------------------------------------- */

static void put_ways(json_text *line, const char *name, const double value[TORI_WAYS], double scale)
{
    json_put(line, name);
    for (int way = 0; way < TORI_WAYS; way++) {
        json_put(line, way > 0 ? ",\"" : "\"");
        json_put(line, ways[way]);
        json_put(line, "\":");
        json_put_number(line, scale * value[way]);
    }
    json_put(line, "}");
}

static void put_row(json_text *line, const cells_row *row)
{
    json_put(line, "{\"tori\":");
    json_put_whole(line, row->tori);
    json_put(line, ",\"nodes\":");
    json_put_whole(line, row->nodes);
    json_put(line, ",\"list\":\"");
    json_put(line, list_of(row));
    json_put(line, "\",\"objects\":");
    json_put_whole(line, row->objects);
    json_put(line, ",\"hits\":");
    json_put_number(line, row->hits);
    json_put(line, ",\"tori_hit\":");
    json_put_whole(line, row->tori_hit);
    put_ways(line, ",\"ms\":{", row->seconds, 1e3);
    put_ways(line, ",\"pair_tests\":{", row->pair_tests, 1);
    json_put(line, ",\"lost\":");
    json_put_number(line, row->lost);
    json_put(line, ",\"false\":");
    json_put_number(line, row->made_up);
    json_put_hash(line, row->hash);
    json_put(line, "}\n");
}

void cells_print_json(const cells_results *r)
{
    for (size_t i = 0; i < r->count; i++) {
        json_text line = {0};
        put_row(&line, &r->row[i]);
        cli_write(line.text, line.length);
    }
}
