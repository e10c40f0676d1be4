/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Scenes from texts, with meshes that are not in files: "NAME.off" and so on are looked up in a table. */

#ifndef FARKAS_TEST_SCENE_CHECK_H
#define FARKAS_TEST_SCENE_CHECK_H

#include <stdio.h>
#include <string.h>

#include "farkas/scene.h"
#include "scarce_memory.h"

#define TETRA_OFF "OFF\n4 4 6\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n"
#define SOLID(name)                                                                                          \
    "solid " name "\nfacet normal 0 0 0\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\n"    \
    "endfacet\nendsolid " name "\n"

/* Counts what is loaded, and says what the files are in. */
typedef struct shelf {
    int loads;
    fk_unit unit;
    int up;
    bool knows;
    bool is_stubborn; /* says so even where the scene does */
    char last_path[200];
} shelf;

static inline fk_status shelf_load(void *user, fk_context *context, fk_scene_mesh *mesh, fk_model **out)
{
    static const struct {
        const char *end, *text;
    } known[] = {
        {"tetra.off", TETRA_OFF},
        {"nine.off", "OFF\n3 1 0\n9 0 0\n1 2 3\n-0 0.1 -0\n3 0 1 2\n"},
        {"huge.off", "OFF\n3 1 0\n1e300 0 0\n1 2 3\n0 0 0\n3 0 1 2\n"},
        {"two.stl", SOLID("one") SOLID("two")},
        {"same.stl", SOLID("it") SOLID("it") SOLID("it")},
        {"none.stl", SOLID("") SOLID("b") SOLID("")},
        {"odd.stl", SOLID("caf\xe9") SOLID("na\xc3\xafve")},
        {"bad.off", "OFF\n3 1 0\n0 0 0\n1 0 x\n"},
    };
    shelf *s = user;
    s->loads++;
    snprintf(s->last_path, sizeof s->last_path, "%s", mesh->path);
    if (s->knows && (!mesh->has_unit || s->is_stubborn)) {
        mesh->unit = s->unit;
        mesh->has_unit = true;
    }
    if (s->knows && (!mesh->has_up || s->is_stubborn)) {
        mesh->up = s->up;
        mesh->has_up = true;
    }
    size_t length = strlen(mesh->path);
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        size_t end = strlen(known[i].end);
        if (length >= end && strcmp(mesh->path + length - end, known[i].end) == 0)
            return fk_model_parse(context, known[i].text, strlen(known[i].text), NULL, &mesh->report, out);
    }
    snprintf(mesh->report.message, sizeof mesh->report.message, "it is not on the shelf");
    return FK_ERROR_READ;
}

static inline fk_status shelf_parse(fk_context *context, const char *text, shelf *s, fk_scene_report *report,
                                    fk_scene **out)
{
    fk_scene_options options = fk_scene_options_default();
    fk_scene_text all = {text, strlen(text), "folder"};
    options.load_mesh = shelf_load;
    options.user = s;
    return fk_scene_parse(context, &all, &options, report, out);
}

/* A scene that has to be good. */
static inline fk_scene *shelf_good(fk_context *context, const char *text, shelf *s)
{
    fk_scene_report report;
    fk_scene *scene = NULL;
    fk_status status = shelf_parse(context, text, s, &report, &scene);
    if (status != FK_OK)
        print_message("%s\n%llu:%llu: %s\n", text, (unsigned long long)report.line,
                      (unsigned long long)report.column, report.message);
    assert_int_equal(status, FK_OK);
    assert_string_equal(report.message, "");
    return scene;
}

/* ---- Scenes that are refused --------------------------------------------------------------------------- */

typedef struct bad_scene {
    const char *text;
    unsigned line, column;
    const char *words;
} bad_scene;

/* Nothing may come out, nothing may be lost, and with `loads` below 0 no mesh may have been asked for. */
static inline void assert_bad(const bad_scene *bad, fk_status status, int loads)
{
    memory m = {.fail_at = SIZE_MAX};
    fk_context *counted = memory_context(&m);
    size_t before = m.used;
    shelf s = {0};
    fk_scene_report report;
    fk_scene *scene = NULL;
    fk_status got = shelf_parse(counted, bad->text, &s, &report, &scene);
    bool is_right = got == status && report.line == bad->line && report.column == bad->column &&
                    strstr(report.message, bad->words) != NULL && (loads >= 0 || s.loads == 0);
    if (!is_right)
        print_message("%.300s\n%s %llu:%llu: %s (%d loaded)\n", bad->text, fk_status_name(got),
                      (unsigned long long)report.line, (unsigned long long)report.column, report.message,
                      s.loads);
    assert_true(is_right);
    assert_null(scene);
    assert_int_equal(m.used, before);
    assert_int_equal(shelf_parse(counted, bad->text, &s, NULL, &scene), status);
    fk_context_destroy(counted);
}

static inline void assert_all_bad(const bad_scene *bad, size_t count)
{
    for (size_t i = 0; i < count; i++)
        assert_bad(&bad[i], FK_ERROR_SYNTAX, -1);
}

#define COUNT(list) (sizeof list / sizeof list[0])

/* A whole file; the caller frees it. */
static inline char *file_text(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        print_message("%s cannot be opened\n", path);
    assert_non_null(file);
    char *text = malloc(1 << 20);
    assert_non_null(text);
    size_t length = fread(text, 1, (1 << 20) - 1, file);
    text[length] = '\0';
    fclose(file);
    return text;
}

#endif
