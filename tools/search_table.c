/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* A search as people read it: see search_table.h. */

#include "search_table.h"
#include "table.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char *ending(uint64_t count)
{
    return count == 1 ? "" : "s";
}

/* ---- The first line ------------------------------------------------------------------------------------ */

/* Adds "3 trees of pieces", if there are any. Returns the new length. */
static size_t add_kind(char *line, size_t size, size_t length, const search_objects *objects,
                       const char *source)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < objects->count; i++)
        count += strcmp(objects->source[i], source) == 0;
    if (count == 0)
        return length;
    bool is_first = line[length - 1] != 's';
    return length + (size_t)snprintf(line + length, size - length, "%s%" PRIu32 " %s%s%ss",
                                     is_first ? "" : ", ", count, is_first ? "tree" : "of ",
                                     is_first ? count == 1 ? " of " : "s of " : "", source);
}

static void put_head(const search_table *table)
{
    const search_objects *objects = table->objects;
    const fk_search_findings *findings = &table->findings;
    const fk_search_result *result = findings->result;
    char line[1024];
    size_t length = (size_t)snprintf(line, sizeof line, "%" PRIu32 " object%s in %s%s, %" PRIu64 " pair%s",
                                     objects->count, ending(objects->count), findings->units,
                                     table->is_unit_assumed ? " (assumed; --units)" : "", result->pair_total,
                                     ending(result->pair_total));
    if (findings->question.object != FK_NONE)
        length += (size_t)snprintf(line + length, sizeof line - length, " with %.400s",
                                   findings->object[findings->question.object].name);
    if (result->ignored > 0)
        length +=
            (size_t)snprintf(line + length, sizeof line - length, ", %" PRIu64 " ignored", result->ignored);
    length += (size_t)snprintf(line + length, sizeof line - length, "; %" PRIu64 " node%s in ",
                               objects->node_total, ending(objects->node_total));
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

/* The pairs of leaves that meet and were made of the same: of cells and triangles only one, of pieces
 * several. */
typedef struct meeting {
    uint32_t source_a, source_b;
    fk_verdict verdict; /* overlapping, where one pair is */
    size_t count;
    fk_aabb box;
} meeting;

static meeting meeting_of(const search_table *table, const fk_search_pair *pair, const fk_cell_hit *hit)
{
    const fk_cell_tree *a = table->findings.object[pair->a].tree, *b = table->findings.object[pair->b].tree;
    return (meeting){a->node[hit->node_a].source, b->node[hit->node_b].source, hit->verdict, 1, hit->box};
}

static int compare(const void *a, const void *b)
{
    const meeting *m = a, *n = b;
    int first = (m->source_a > n->source_a) - (m->source_a < n->source_a);
    return first != 0 ? first : (m->source_b > n->source_b) - (m->source_b < n->source_b);
}

/* Sorts meetings, and makes one of those that are equal. Returns how many are left. */
static size_t join_meetings(meeting *meetings, size_t count)
{
    size_t left = 0;
    qsort(meetings, count, sizeof *meetings, compare);
    for (size_t i = 0; i < count; i++) {
        meeting *m = &meetings[left > 0 ? left - 1 : 0], *next = &meetings[i];
        if (left == 0 || compare(m, next) != 0) {
            meetings[left++] = *next;
            continue;
        }
        m->verdict = next->verdict == FK_OVERLAPPING ? FK_OVERLAPPING : m->verdict;
        m->count++;
        m->box = fk_aabb_include(fk_aabb_include(m->box, next->box.min), next->box.max);
    }
    return left;
}

/* "cell 3 x triangle 5", how they meet, and where. */
static void put_meeting(const search_table *table, const fk_search_pair *pair, const meeting *m)
{
    cli_print("%s %" PRIu32 " x %s %" PRIu32 "   %s", table->findings.source[pair->a], m->source_a,
              table->findings.source[pair->b], m->source_b, fk_verdict_name(m->verdict));
    if (m->count > 1)
        cli_print(", %zu node pairs", m->count);
    if (table->findings.question.wants_boxes)
        table_box(&m->box);
    cli_print("\n");
}

static bool put_hits(const search_table *table, const fk_search_pair *pair)
{
    if (table->limit == 0)
        return true;
    meeting *meetings = malloc(pair->hit_count * sizeof *meetings);
    if (meetings == NULL)
        return false;
    for (size_t i = 0; i < pair->hit_count; i++)
        meetings[i] = meeting_of(table, pair, &pair->hit[i]);
    size_t count = join_meetings(meetings, pair->hit_count), i;
    for (i = 0; i < count && i < table->limit; i++) {
        cli_print("               ");
        put_meeting(table, pair, &meetings[i]);
    }
    if (i < count)
        cli_print("               and %zu more (--limit)\n", count - i);
    free(meetings);
    return true;
}

static bool put_colliding(const search_table *table, const fk_search_pair *pair)
{
    if (table->findings.question.stops_at_hit) {
        meeting first = meeting_of(table, pair, &pair->hit[0]);
        cli_print("   first hit ");
        put_meeting(table, pair, &first);
        return true;
    }
    cli_print("   %zu node pair%s", pair->hit_count, ending(pair->hit_count));
    if (pair->open_count > 0)
        cli_print(" so far, %zu open", pair->open_count);
    if (table->findings.question.wants_boxes)
        table_box(&pair->box);
    cli_print("\n");
    return put_hits(table, pair);
}

static bool put_pair(const search_table *table, const fk_search_pair *pair, int width)
{
    char name[TABLE_NAME];
    const fk_search_object *object = table->findings.object;
    table_pair_name(name, object[pair->a].name, object[pair->b].name);
    bool is_colliding = pair->hit_count > 0;
    table_begin(is_colliding ? "COLLIDING" : "OPEN", is_colliding ? TABLE_RED : TABLE_YELLOW, name, width);
    if (is_colliding)
        return put_colliding(table, pair);
    cli_print("   %zu node pair%s open\n", pair->open_count, ending(pair->open_count));
    return true;
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
    cli_print("%" PRIu64 " colliding, %" PRIu64 " open, %" PRIu64 " clear; %" PRIu64
              " node pair%s meet%s, by %" PRIu64 " quick test%s and %" PRIu64 " pair test%s.\n",
              result->colliding, result->open, result->clear, result->hit_total, ending(result->hit_total),
              result->hit_total == 1 ? "s" : "", result->work.quick_tests, ending(result->work.quick_tests),
              result->work.pair_tests, ending(result->work.pair_tests));
    if (!result->is_complete)
        cli_print("The budget ended before all was known; a larger one, as --time 1s, or none tells more.\n");
}

/* Leaves that are made of meshes are larger than what they cover, so what is clear is clear, but what
 * collides may not. */
static void put_note(const search_table *table)
{
    const fk_search_result *result = table->findings.result;
    bool is_larger = false;
    for (size_t i = 0; i < result->pair_count; i++) {
        const fk_search_pair *pair = &result->pair[i];
        const char *const *source = table->findings.source;
        is_larger = is_larger || (pair->hit_count > 0 && (strcmp(source[pair->a], "cell") != 0 ||
                                                          strcmp(source[pair->b], "cell") != 0));
    }
    if (is_larger)
        cli_note("trees of meshes cover them and are a little larger, so some hits may be near misses; "
                 "farkas check is exact for meshes");
}

bool search_table_print(const search_table *table)
{
    const fk_search_result *result = table->findings.result;
    int width = widest_name(table);
    put_head(table);
    for (int open = 0; open < 2; open++)
        for (size_t i = 0; i < result->pair_count; i++)
            if ((result->pair[i].hit_count == 0) == (open == 1) && !put_pair(table, &result->pair[i], width))
                return cli_no_memory();
    put_end(table);
    put_note(table);
    return true;
}
