/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* A search as people read it: see search_table.h. */

#include "search_table.h"
#include "table.h"

#include <inttypes.h>
#include <string.h>

static const char *ending(uint64_t count)
{
    return count == 1 ? "" : "s";
}

/* ---- The first line ------------------------------------------------------------------------------------ */

/* Adds ", 3 of pieces", if there are any. Returns the new length. */
static size_t add_kind(char *line, size_t size, size_t length, const search_objects *objects,
                       const char *source)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < objects->count; i++)
        count += strcmp(objects->source[i], source) == 0;
    if (count == 0 || length >= size)
        return length;
    bool is_first = line[length - 1] == ':';
    return length + (size_t)snprintf(line + length, size - length, "%s %" PRIu32 " of %ss",
                                     is_first ? "" : ",", count, source);
}

static void put_head(const search_table *table)
{
    const search_objects *objects = table->objects;
    const fk_search_result *result = table->findings.result;
    char line[400];
    size_t length = (size_t)snprintf(line, sizeof line, "%" PRIu32 " object%s in %s%s, %" PRIu64 " pair%s",
                                     objects->count, ending(objects->count), table->findings.units,
                                     table->is_unit_assumed ? " (assumed; --units)" : "", result->pair_total,
                                     ending(result->pair_total));
    if (result->ignored > 0)
        length +=
            (size_t)snprintf(line + length, sizeof line - length, ", %" PRIu64 " ignored", result->ignored);
    length += (size_t)snprintf(line + length, sizeof line - length,
                               "; %" PRIu64 " nodes in trees:", objects->node_total);
    length = add_kind(line, sizeof line, length, objects, "cell");
    length = add_kind(line, sizeof line, length, objects, "piece");
    length = add_kind(line, sizeof line, length, objects, "triangle");
    bool is_hollow = false;
    for (uint32_t i = 0; i < objects->count; i++)
        is_hollow = is_hollow || objects->is_hollow[i];
    if (is_hollow)
        snprintf(line + length, sizeof line - length,
                 "; what is inside a solid without touching its surface is not found");
    table_head(line, table->seconds);
}

/* ---- Pairs --------------------------------------------------------------------------------------------- */

/* "cell 3 x triangle 5". A leaf always has a source. */
static void put_nodes(const search_table *table, const fk_search_pair *pair, const fk_cell_hit *hit)
{
    const fk_search_object *a = &table->findings.object[pair->a], *b = &table->findings.object[pair->b];
    cli_print("%s %" PRIu32 " x %s %" PRIu32, table->findings.source[pair->a],
              a->tree->node[hit->node_a].source, table->findings.source[pair->b],
              b->tree->node[hit->node_b].source);
}

/* Behind a pair of nodes: how they meet, and where. */
static void put_meeting(const search_table *table, const fk_cell_hit *hit)
{
    cli_print("   %s", fk_verdict_name(hit->verdict));
    if (table->findings.question.wants_boxes)
        table_box(&hit->box);
    cli_print("\n");
}

static void put_hits(const search_table *table, const fk_search_pair *pair)
{
    uint64_t shown = pair->hit_count < table->limit ? pair->hit_count : table->limit;
    for (uint64_t i = 0; i < shown; i++) {
        cli_print("               ");
        put_nodes(table, pair, &pair->hit[i]);
        put_meeting(table, &pair->hit[i]);
    }
    if (shown > 0 && shown < pair->hit_count)
        cli_print("               and %" PRIu64 " more (--limit)\n", pair->hit_count - shown);
}

static void put_colliding(const search_table *table, const fk_search_pair *pair)
{
    if (table->findings.question.stops_at_hit) {
        cli_print("   first ");
        put_nodes(table, pair, &pair->hit[0]);
        put_meeting(table, &pair->hit[0]);
        return;
    }
    cli_print("   %zu node pair%s", pair->hit_count, ending(pair->hit_count));
    if (pair->open_count > 0)
        cli_print(" so far, %zu open", pair->open_count);
    if (table->findings.question.wants_boxes)
        table_box(&pair->box);
    cli_print("\n");
    put_hits(table, pair);
}

static void put_pair(const search_table *table, const fk_search_pair *pair, int width)
{
    char name[TABLE_NAME];
    const fk_search_object *object = table->findings.object;
    table_pair_name(name, object[pair->a].name, object[pair->b].name);
    bool is_colliding = pair->hit_count > 0;
    table_begin(is_colliding ? "COLLIDING" : "OPEN", is_colliding ? TABLE_RED : TABLE_YELLOW, name, width);
    if (is_colliding)
        put_colliding(table, pair);
    else
        cli_print("   %zu node pair%s open\n", pair->open_count, ending(pair->open_count));
}

static int widest_name(const search_table *table)
{
    const fk_search_result *result = table->findings.result;
    const fk_search_object *object = table->findings.object;
    char name[TABLE_NAME];
    size_t widest = 0;
    for (size_t i = 0; i < result->pair_count; i++) {
        size_t length = table_pair_name(name, object[result->pair[i].a].name, object[result->pair[i].b].name);
        widest = length > widest ? length : widest;
    }
    return widest > TABLE_WIDEST ? TABLE_WIDEST : (int)widest;
}

/* ---- The end ------------------------------------------------------------------------------------------- */

static void put_end(const search_table *table)
{
    const fk_search_result *result = table->findings.result;
    bool is_complete = true;
    for (size_t i = 0; i < result->pair_count; i++)
        is_complete = is_complete && result->pair[i].open_count == 0;
    cli_print("%" PRIu64 " colliding, %" PRIu64 " open, %" PRIu64 " clear; %" PRIu64
              " node pair%s meet%s, by %" PRIu64 " quick test%s and %" PRIu64 " pair test%s.\n",
              result->colliding, result->open, result->clear, result->hit_total, ending(result->hit_total),
              result->hit_total == 1 ? "s" : "", result->work.quick_tests, ending(result->work.quick_tests),
              result->work.pair_tests, ending(result->work.pair_tests));
    if (!is_complete)
        cli_print(
            "The budget ended the search before all was known. Give a larger one, as --time 1s, or none.\n");
}

void search_table_print(const search_table *table)
{
    const fk_search_result *result = table->findings.result;
    int width = widest_name(table);
    put_head(table);
    for (int open = 0; open < 2; open++)
        for (size_t i = 0; i < result->pair_count; i++)
            if ((result->pair[i].hit_count == 0) == (open == 1))
                put_pair(table, &result->pair[i], width);
    put_end(table);
}
