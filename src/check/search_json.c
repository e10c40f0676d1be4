/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* A search as JSON: one object, with a line for each object and for each pair of objects, and one for each
 * pair of leaves that meet. */

#include "farkas/check.h"

#include "check/report.h"

static void put_node(fk_text *text, const fk_cell_tree *tree, uint32_t node)
{
    uint32_t source = tree->node[node].source;
    if (source == FK_NONE)
        fk_text_put(text, "null");
    else
        fk_text_put_whole(text, source);
}

static void put_hit(fk_text *text, const fk_cell_tree *a, const fk_cell_tree *b, const fk_cell_hit *hit)
{
    fk_text_put(text, "{\"a\":");
    put_node(text, a, hit->node_a);
    fk_text_put(text, ",\"b\":");
    put_node(text, b, hit->node_b);
    fk_text_put(text, ",\"verdict\":");
    fk_text_put_json_string(text, fk_verdict_name(hit->verdict));
    fk_text_put_json_box(text, &hit->box);
    fk_text_put(text, "}");
}

static void put_pair(fk_text *text, const fk_search_findings *findings, const fk_search_pair *pair)
{
    const fk_search_object *a = &findings->object[pair->a], *b = &findings->object[pair->b];
    fk_text_put(text, "{\"a\":");
    fk_text_put_json_string(text, a->name);
    fk_text_put(text, ",\"b\":");
    fk_text_put_json_string(text, b->name);
    fk_text_put(text, pair->hit_count > 0 ? ",\"state\":\"colliding\"" : ",\"state\":\"open\"");
    fk_text_put(text, pair->open_count == 0 ? ",\"complete\":true" : ",\"complete\":false");
    fk_text_put_json_box(text, &pair->box);
    fk_text_put(text, ",\"hits\":[");
    for (size_t i = 0; i < pair->hit_count; i++) {
        fk_text_put(text, i > 0 ? ",\n" : "\n");
        put_hit(text, a->tree, b->tree, &pair->hit[i]);
    }
    fk_text_put(text, "],\"open\":[");
    for (size_t i = 0; i < pair->open_count; i++) {
        fk_text_put(text, i > 0 ? ",[" : "[");
        put_node(text, a->tree, pair->open[i].node_a);
        fk_text_put(text, ",");
        put_node(text, b->tree, pair->open[i].node_b);
        fk_text_put(text, "]");
    }
    fk_text_put(text, "]}");
}

static void put_object(fk_text *text, const fk_search_object *object, const char *source)
{
    fk_text_put(text, "{\"name\":");
    fk_text_put_json_string(text, object->name);
    fk_text_put(text, ",\"source\":");
    fk_text_put_json_string(text, source);
    fk_text_put_json_count(text, "nodes", object->tree->node_count);
    fk_text_put_json_count(text, "leaves", object->tree->leaf_count);
    fk_text_put_json_count(text, "levels", object->tree->level_count);
    fk_text_put(text, "}");
}

static void put_question(fk_text *text, const fk_search_findings *findings)
{
    uint32_t object = findings->question.object;
    fk_text_put(text, "\"question\":{\"object\":");
    if (object == FK_NONE)
        fk_text_put(text, "null");
    else
        fk_text_put_json_string(text, findings->object[object].name);
    fk_text_put(text, findings->question.stops_at_hit ? ",\"first\":true}" : ",\"first\":false}");
}

static void put_summary(fk_text *text, const fk_search_findings *findings)
{
    const fk_search_result *result = findings->result;
    uint64_t nodes = 0;
    for (uint32_t i = 0; i < findings->object_count; i++)
        nodes += findings->object[i].tree->node_count;
    fk_text_put(text, "\"summary\":{\"objects\":");
    fk_text_put_whole(text, findings->object_count);
    fk_text_put_json_count(text, "nodes", nodes);
    fk_text_put_json_count(text, "pairs", result->pair_total);
    fk_text_put_json_count(text, "clear", result->clear);
    fk_text_put_json_count(text, "colliding", result->colliding);
    fk_text_put_json_count(text, "open", result->open);
    fk_text_put_json_count(text, "ignored", result->ignored);
    fk_text_put_json_count(text, "hits", result->hit_total);
    fk_text_put_json_count(text, "quick_tests", result->work.quick_tests);
    fk_text_put_json_count(text, "pair_tests", result->work.pair_tests);
    fk_text_put_json_count(text, "boxes", result->work.boxes);
    fk_text_put(text, "}}\n");
}

fk_status fk_search_write_json(const fk_search_findings *findings, fk_write_function *write, void *user)
{
    const fk_search_result *result = findings->result;
    fk_text text = fk_text_make(write, user);
    fk_text_put_json_head(&text, findings->units);
    fk_text_put(&text, ",");
    put_question(&text, findings);
    fk_text_put(&text, ",\n\"objects\":[");
    for (uint32_t i = 0; i < findings->object_count; i++) {
        fk_text_put(&text, i > 0 ? ",\n" : "\n");
        put_object(&text, &findings->object[i], findings->source[i]);
    }
    fk_text_put(&text, "],\n\"pairs\":[");
    for (size_t i = 0; i < result->pair_count; i++) {
        fk_text_put(&text, i > 0 ? ",\n" : "\n");
        put_pair(&text, findings, &result->pair[i]);
    }
    fk_text_put(&text, "],\n");
    put_summary(&text, findings);
    return fk_text_end(&text);
}
