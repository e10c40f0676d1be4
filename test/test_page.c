/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Pages of results that were made by hand: that they are whole, stand alone, say what is so, and hold what a script needs;
 * with names and numbers that are easily spoilt, and a writer that fails. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>

#include "page_check.h"

/* ---- Results ------------------------------------------------------------------------------------------- */

static const fk_vec3 float_points[] = {{0, 0, 0}, {1, 0, 0}, {0, 1.5, 0}, {0, 0, -2}};
static const fk_vec3 double_points[] = {{0, 0, 0}, {0.1, 0, 0}, {0, 1e300, 0}, {0, 0, 1}};
static const fk_triangle triangles[] = {{{0, 2, 1}}, {{0, 1, 3}}, {{1, 2, 3}}, {{0, 3, 2}}};
static const fk_mesh float_mesh = {4, 4, float_points, triangles, "", 0};
static const fk_mesh double_mesh = {4, 4, double_points, triangles, "", 0};
static const fk_mesh_facts facts = {
    .is_solid = true, .volume = 1180300.5, .area = 12.25, .defect_total = {1, 0, 2}};

enum { PARTS = 4, MOST = 4000 };

typedef struct fixture {
    fk_piece piece;
    fk_check_part part[PARTS];
    fk_sweep_part moving[PARTS];
    fk_page_part more[PARTS];
    bool is_surface[PARTS];
    fk_check_pair pair[MOST];
    fk_sweep_pair swept[MOST];
    fk_stretch contact[3], below[1];
    fk_check_ignored ignored[1];
    fk_check check;
    fk_sweep sweep;
    fk_provenance record;
    fk_review review[MOST];
    const char *remark[MOST];
    const char *argument[5];
    fk_input_file input[2];
    fk_resolved resolved[1];
    double time[5];
    fk_interval distance[5];
    fk_page_series series[1];
    fk_page_picture picture[3];
    fk_key key[2];
    fk_frame frame[2];
    double value[4];
    fk_track track[1];
    fk_check_report check_report;
    fk_sweep_report sweep_report;
    fk_page page;
} fixture;

static fixture shared;

static double joint_value(void *user, uint32_t joint, double time)
{
    (void)user;
    return joint + time;
}

static void make_parts(fixture *f)
{
    static const char *const name[PARTS] = {"post", "crate", "tool", "lid"};
    f->piece = fk_piece_sphere(fk_vec3_make(0, 0, 0), 1.5);
    for (uint32_t i = 0; i < PARTS; i++) {
        f->part[i] = (fk_check_part){.name = name[i], .mesh = &float_mesh, .pose = fk_pose_identity()};
        f->more[i] = (fk_page_part){.shown = &float_mesh, .facts = &facts, .input = 0};
    }
    f->part[1].mesh = f->more[1].shown = &double_mesh;
    f->part[2].mesh = NULL;
    f->part[2].piece = &f->piece;
    f->more[2] = (fk_page_part){.shown = NULL, .facts = NULL, .input = FK_NONE};
    f->part[2].pose.translation = fk_vec3_make(7, 8, 9);
    f->is_surface[3] = true;
    for (uint32_t i = 0; i < PARTS; i++)
        f->moving[i] = (fk_sweep_part){f->part[i], i == 2 ? 1 : FK_NONE};
}

static void make_record(fixture *f)
{
    f->argument[0] = "check";
    f->argument[1] = "my scene.json";
    f->argument[2] = "--ignore";
    f->argument[3] = "it's";
    f->argument[4] = "";
    f->input[0] = (fk_input_file){"cells/my scene.json", 4711, "00ff"};
    f->input[1] = (fk_input_file){"post.stl", 1234567, ""};
    f->resolved[0] = (fk_resolved){"lid", "tool", FK_CLASH_HARD};
    f->record = (fk_provenance){.argument_count = 5,
                                .argument = f->argument,
                                .input_count = 2,
                                .input = f->input,
                                .date = "2026-11-16T09:30:00Z"};
}

/* Three pairs: an overlap with an upper bound, one that is too close, one that is clear. */
static void make_check(fixture *f)
{
    f->pair[0] =
        (fk_check_pair){.a = 0, .b = 1, .kind = FK_CLASH_CLEAR, .distance = {24, 24}, .clearance = 10};
    f->pair[1] = (fk_check_pair){.a = 0,
                                 .b = 2,
                                 .kind = FK_CLASH_CLEARANCE,
                                 .is_clash = true,
                                 .clearance = 10,
                                 .distance = {5.5246168, 5.5246292},
                                 .has_points = true,
                                 .point_a = {1, 2, 3},
                                 .point_b = {-4, 5, 6},
                                 .box = fk_aabb_empty()};
    f->pair[2] = (fk_check_pair){.a = 1,
                                 .b = 2,
                                 .kind = FK_CLASH_HARD,
                                 .is_clash = true,
                                 .has_depth = true,
                                 .depth = {false, {0, 1.8234567}, {0, 0, -1}},
                                 .box = {{0, 0, 0}, {1, 2, 3.25}},
                                 .triangle_total = 12345};
    f->pair[0].box = fk_aabb_empty();
    f->ignored[0] = (fk_check_ignored){0, 3, "welded <together>"};
    f->check = (fk_check){.tested = 5,
                          .omitted = 2,
                          .clashes = 2,
                          .largest = FK_NONE,
                          .smallest = FK_NONE,
                          .part_count = PARTS,
                          .is_surface = f->is_surface,
                          .pair_count = 3,
                          .pair = f->pair,
                          .ignored_count = 1,
                          .ignored = f->ignored};
    f->check_report = (fk_check_report){&f->check, f->part, PARTS, "mm", &f->record};
}

/* Two clashes, the later one first in the list, and one that is undecided. */
static void make_sweep(fixture *f)
{
    f->contact[0] = (fk_stretch){FK_STRETCH_MEETS, {3.25, 3.2500001}, {3.5, 3.5000001}, false, true};
    f->contact[1] = (fk_stretch){FK_STRETCH_NEAR, {1.25, 1.2500001}, {1.25, 1.2500001}, false, false};
    f->contact[2] = (fk_stretch){FK_STRETCH_UNDECIDED, {4, 4}, {5, 5}, false, false};
    f->below[0] = (fk_stretch){FK_STRETCH_MEETS, {3, 3}, {4, 4}, true, false};
    f->swept[0] = (fk_sweep_pair){.a = 0,
                                  .b = 2,
                                  .kind = FK_CLASH_HARD,
                                  .is_clash = true,
                                  .clearance = 10,
                                  .tolerance = 1e-6,
                                  .contact_count = 1,
                                  .contact = &f->contact[0],
                                  .below_count = 1,
                                  .below = f->below};
    f->swept[1] = (fk_sweep_pair){.a = 1,
                                  .b = 2,
                                  .kind = FK_CLASH_CONTACT,
                                  .is_clash = true,
                                  .tolerance = 1e-6,
                                  .contact_count = 1,
                                  .contact = &f->contact[1]};
    f->swept[2] = (fk_sweep_pair){
        .a = 2, .b = 3, .kind = FK_CLASH_UNDECIDED, .contact_count = 1, .contact = &f->contact[2]};
    f->sweep = (fk_sweep){.from = 0,
                          .to = 6,
                          .tested = 3,
                          .clashes = 2,
                          .largest = 0,
                          .smallest = 1,
                          .part_count = PARTS,
                          .is_surface = f->is_surface,
                          .pair_count = 3,
                          .pair = f->swept};
    static const char *const joint[] = {"pan", "lift"};
    f->sweep_report = (fk_sweep_report){.sweep = &f->sweep,
                                        .part = f->moving,
                                        .part_count = PARTS,
                                        .units = "mm",
                                        .joint_count = 2,
                                        .joint = joint,
                                        .joint_value = joint_value,
                                        .record = &f->record};
}

static void make_motion(fixture *f)
{
    for (int i = 0; i < 5; i++) {
        f->time[i] = i * 1.5;
        f->distance[i] = (fk_interval){10 * i, 10 * i + 1};
    }
    f->distance[2] = (fk_interval){0, INFINITY};
    f->series[0] = (fk_page_series){0, 5, f->time, f->distance};
    f->key[0] = (fk_key){0, {1, 2, 3}, {0, 0, 0, 1}};
    f->key[1] = (fk_key){6, {4, 5, 6}, {0, 0, 1, 0}};
    f->frame[0] = (fk_frame){.parent = FK_NONE,
                             .origin = fk_pose_identity(),
                             .kind = FK_FRAME_REVOLUTE,
                             .axis = {0, 0, 1},
                             .track = 0,
                             .variable = 1,
                             .factor = 2};
    f->frame[1] = (fk_frame){.parent = 0,
                             .origin = fk_pose_identity(),
                             .kind = FK_FRAME_KEYS,
                             .track = FK_NONE,
                             .variable = FK_NONE,
                             .key_count = 2,
                             .key = f->key};
    for (int i = 0; i < 4; i++)
        f->value[i] = i;
    f->track[0] = (fk_track){2, 2, f->time, f->value};
}

static fixture *make(bool is_sweep)
{
    fixture *f = &shared;
    memset(f, 0, sizeof *f);
    make_parts(f);
    make_record(f);
    make_check(f);
    make_sweep(f);
    make_motion(f);
    for (uint32_t i = 0; i < 3; i++)
        f->picture[i] = (fk_page_picture){i == 0 ? FK_NONE : 0, "\x89PNG..", 6, 800, 600};
    f->page = (fk_page){.check = is_sweep ? NULL : &f->check_report,
                        .sweep = is_sweep ? &f->sweep_report : NULL,
                        .part = f->more};
    if (!is_sweep)
        return f;
    f->page.series_count = 1;
    f->page.series = f->series;
    f->page.picture_count = 3;
    f->page.picture = f->picture;
    f->page.frame_count = 2;
    f->page.frame = f->frame;
    f->page.track_count = 1;
    f->page.track = f->track;
    return f;
}

/* A page that is whole and stands alone. */
static written good_page(const fixture *f)
{
    written w = write_page(&f->page);
    assert_nested(&w);
    assert_alone(&w);
    json_decref(data_of(&w));
    return w;
}

/* ---- What it says -------------------------------------------------------------------------------------- */

static void test_check(void **state)
{
    (void)state;
    written w = good_page(make(false));
    assert_has(&w, "<title>Clash report: my scene.json</title>");
    assert_has(&w, "<p class=\"verdict\">1\xc2\xa0"
                   "clash, 1 too close</p>");
    assert_has(&w, "Depths marked \xe2\x89\xa4 are upper bounds.");
    assert_has(&w, "overlap, at most 1.8235\xc2\xa0mm deep (upper bound).");
    assert_has(&w, "title=\"5.5246168 \xe2\x80\xa6 5.5246292\">5.525\xc2\xa0mm</span> apart; 10\xc2\xa0mm is "
                   "asked for.");
    assert_has(&w, "12,345 meet");
    assert_has(&w, "<li><bdi class=\"name\">lid</bdi> is a surface");
    assert_has(&w, "welded &lt;together&gt;");
    assert_has(&w, "2\xc2\xa0more pairs are clear and not listed.");
    assert_has(&w, "1,180,300\xc2\xa0mm\xc2\xb3");
    assert_has(&w, "1\xc2\xa0"
                   "degenerate triangle, 2\xc2\xa0"
                   "flipped triangles");
    assert_has(&w, "farkas check 'my scene.json' --ignore 'it'&quot;'&quot;'s' ''</code>");
    assert_has(&w, "<time datetime=\"2026-11-16T09:30:00Z\">2026-11-16 09:30 UTC</time>");
    /* The worst first, with a section each. */
    assert_has(&w, "<tr data-pair=\"0\" data-kind=\"hard\" data-clash=\"true\" data-review=\"\">");
    assert_has(&w, "<tr data-pair=\"2\" data-kind=\"clear\" data-clash=\"false\"");
    assert_int_equal(count_of(&w, "<article class=\"clash\" id=\"clash-"), 2);
    assert_true(w.length < 24000);
    free(w.text);
}

static void test_sweep(void **state)
{
    (void)state;
    written w = good_page(make(true));
    assert_has(&w, ", 1 undecided</p>");
    assert_has(&w, "swept over t = 0 \xe2\x80\xa6 6\xc2\xa0s, with no gap between samples");
    assert_has(&w, "One pair stays undecided; every other answer is proved.");
    assert_has(&w, "first meet at t = 3.25\xc2\xa0s, and overlap. They meet once, for 0.25\xc2\xa0s.");
    assert_has(&w, "graze each other at t = 1.25");
    assert_has(&w, "Contact: the budget was used up before t = 4 \xe2\x80\xa6 5\xc2\xa0s was looked at.");
    assert_has(&w, "is more than 500 times as large as");
    assert_has(&w, "<bdi class=\"name\">lift</bdi> = <span class=\"num\" title=\"4.25000");
    assert_int_equal(count_of(&w, "<figure class=\"chart\">"), 1);
    assert_int_equal(count_of(&w, "<path class=\"line\""), 2); /* as one sample is not known */
    assert_int_equal(count_of(&w, "<img "), 3);
    assert_has(&w, "src=\"data:image/png;base64,iVBORy4u\"");
    assert_int_equal(count_of(&w, "<li><a href=\"#clash-"), 2);
    /* What comes first is told first. */
    const char *graze = strstr(w.text, "<article"), *meets = strstr(graze + 1, "<article");
    assert_true(strstr(graze, "crate") < meets && strstr(meets, "post") != NULL);
    free(w.text);
}

/* A clearance that is a hair above the axis has a chart of its own, whose lines leave it where they should. */
static void test_near_chart(void **state)
{
    (void)state;
    static const double far_away[] = {1001, 1e300};
    for (int i = 0; i < 2; i++) {
        fixture *f = make(true);
        f->distance[4] = (fk_interval){far_away[i] - 1, far_away[i]};
        written w = good_page(f);
        assert_int_equal(count_of(&w, "<figure class=\"chart\">"), 1);
        assert_int_equal(count_of(&w, "<svg viewBox=\"0 0 720 220\""), 2);
        assert_has(&w, " over time, where they are near\"");
        assert_has(&w, i == 0 ? "L708 -3105.28" : "L708 -163999822");
        free(w.text);
    }
    written w = good_page(make(true));
    assert_int_equal(count_of(&w, "<svg viewBox=\"0 0 720 220\""), 1);
    free(w.text);
}

static void test_empty(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        fixture *f = make(i == 1);
        f->check = (fk_check){.largest = FK_NONE, .smallest = FK_NONE};
        f->sweep = (fk_sweep){.largest = FK_NONE, .smallest = FK_NONE};
        f->check_report.part_count = f->sweep_report.part_count = 0;
        f->check_report.record = NULL;
        f->sweep_report.record = NULL;
        f->page.part = NULL;
        f->page.series_count = f->page.picture_count = 0;
        written w = good_page(f);
        assert_has(&w, "<title>Clash report</title>");
        assert_has(&w, "Nothing tested");
        assert_has(&w, "No pair was tested.");
        assert_has_not(&w, "Every answer is proved");
        free(w.text);
    }
}

/* The light, whatever there is. */
static void test_lights(void **state)
{
    (void)state;
    static const struct {
        fk_clash kind;
        bool is_clash, is_approved;
        const char *light, *words;
    } row[] = {{FK_CLASH_CLEAR, false, false, "light clear", ">Clear</p>"},
               {FK_CLASH_CONTACT, false, false, "light clear", ">Clear</p>"},
               {FK_CLASH_UNDECIDED, false, false, "light open", ">1 undecided</p>"},
               {FK_CLASH_CLEARANCE, true, false, "light near", ">1 too close</p>"},
               {FK_CLASH_DUPLICATE, true, false, "light hit",
                ">1\xc2\xa0"
                "clash</p>"},
               {FK_CLASH_HARD, true, true, "light clear", ">Clear, but for what is approved</p>"}};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        fixture *f = make(false);
        f->pair[0] = (fk_check_pair){.a = 0, .b = 1, .kind = row[i].kind, .is_clash = row[i].is_clash};
        f->check.pair_count = 1;
        f->review[0] = row[i].is_approved ? FK_REVIEW_APPROVED : FK_REVIEW_NONE;
        f->remark[0] = row[i].is_approved ? "it is <soft>" : NULL;
        f->record.review = f->review;
        f->record.remark = f->remark;
        f->record.baseline = "old/last.json";
        f->record.resolved = f->resolved;
        f->record.resolved_count = 1;
        written w = good_page(f);
        assert_has(&w, row[i].light);
        assert_has(&w, row[i].words);
        assert_has(&w, "compared with <bdi class=\"name\">last.json</bdi>");
        assert_has(&w, "Resolved since the earlier result");
        assert_int_equal(count_of(&w, "it is &lt;soft&gt;"), row[i].is_approved ? 2 : 0);
        free(w.text);
    }
}

/* A page has only so many rows and sections; rows and the data of the script go together. */
static void test_many(void **state)
{
    (void)state;
    fixture *f = make(false);
    for (uint32_t i = 0; i < MOST; i++) {
        f->pair[i] = (fk_check_pair){
            .a = 0, .b = 1, .kind = FK_CLASH_CLEAR, .distance = {i, i}, .box = fk_aabb_empty()};
        if (i % 16 == 5) {
            f->pair[i].kind = FK_CLASH_HARD;
            f->pair[i].is_clash = f->pair[i].has_depth = true;
            f->pair[i].depth.depth.hi = i;
        }
    }
    f->check.pair_count = MOST;
    written w = good_page(f);
    json_t *data = data_of(&w);
    assert_int_equal(count_of(&w, "<tr data-pair="), 2250);
    assert_int_equal(json_array_size(json_object_get(data, "pairs")), 2250);
    assert_int_equal(count_of(&w, "<article "), 200);
    assert_has(&w, "50 more are in the table of pairs.");
    assert_has(&w, "1,752\xc2\xa0more pairs are clear and not listed.");
    assert_has(&w, "<tr data-pair=\"249\" data-kind=\"hard\"");
    assert_string_equal(json_string_value(json_object_get(item_of(data, "pairs", 249), "kind")), "hard");
    assert_string_equal(json_string_value(json_object_get(item_of(data, "pairs", 250), "kind")), "clear");
    json_decref(data);
    free(w.text);
}

/* ---- What it holds for a script ------------------------------------------------------------------------ */

static double number_at(json_t *array, size_t index)
{
    return json_number_value(json_array_get(array, index));
}

static void test_meshes(void **state)
{
    (void)state;
    fixture *f = make(true);
    written w = good_page(f);
    json_t *data = data_of(&w), *meshes = json_object_get(data, "meshes");
    assert_int_equal(json_array_size(meshes), 2); /* though three parts have one */
    float floats[12];
    double doubles[12];
    uint32_t corners[12];
    decode(json_object_get(item_of(data, "meshes", 0), "vertices"), (unsigned char *)floats, sizeof floats);
    decode(json_object_get(item_of(data, "meshes", 1), "vertices"), (unsigned char *)doubles, sizeof doubles);
    decode(json_object_get(item_of(data, "meshes", 1), "triangles"), (unsigned char *)corners,
           sizeof corners);
    assert_string_equal(json_string_value(json_object_get(item_of(data, "meshes", 0), "type")), "f32");
    assert_string_equal(json_string_value(json_object_get(item_of(data, "meshes", 1), "type")), "f64");
    assert_true(floats[7] == 1.5f && floats[11] == -2);
    assert_memory_equal(doubles, double_points, sizeof doubles);
    assert_memory_equal(corners, triangles, sizeof corners);
    assert_int_equal(json_integer_value(json_object_get(item_of(data, "parts", 3), "mesh")), 0);
    assert_true(json_is_null(json_object_get(item_of(data, "parts", 2), "mesh")));
    assert_string_equal(json_string_value(json_object_get(item_of(data, "parts", 2), "piece")),
                        "sphere 0 0 0 1.5");
    assert_int_equal(json_integer_value(json_object_get(item_of(data, "parts", 2), "frame")), 1);
    assert_true(json_is_false(json_object_get(item_of(data, "parts", 3), "solid")));
    assert_true(number_at(json_object_get(item_of(data, "parts", 2), "pose"), 7) == 8);
    json_decref(data);
    free(w.text);
}

static void test_data(void **state)
{
    (void)state;
    fixture *f = make(true);
    static const fk_vec3 point[] = {{1, 2, 3}, {4, 5, 6.5}};
    const fk_page_path path = {2, point};
    f->page.path_count = 1;
    f->page.path = &path;
    written w = good_page(f);
    json_t *data = data_of(&w), *pair = item_of(data, "pairs", 1), *frame = item_of(data, "frames", 0);
    assert_int_equal(json_array_size(json_object_get(data, "paths")), 1);
    assert_true(number_at(json_array_get(item_of(data, "paths", 0), 1), 2) == 6.5);
    char id[FK_CLASH_ID_SIZE], anchor[64];
    fk_clash_id("post", "tool", id);
    snprintf(anchor, sizeof anchor, "id=\"clash-%s\" data-pair=\"1\"", id);
    assert_has(&w, anchor);
    assert_string_equal(json_string_value(json_object_get(pair, "id")), id);
    assert_true(json_number_value(json_object_get(pair, "moment")) == 3.2500001);
    json_t *contact = json_array_get(json_object_get(pair, "contacts"), 0);
    assert_true(number_at(contact, 2) == 3.5);
    assert_string_equal(json_string_value(json_array_get(contact, 4)), "meets");
    assert_int_equal(json_array_size(json_object_get(pair, "below")), 1);
    json_t *series = json_object_get(pair, "series");
    assert_true(json_is_null(json_array_get(json_object_get(series, "hi"), 2)));
    assert_true(number_at(json_object_get(series, "lo"), 4) == 40);
    assert_true(number_at(json_object_get(data, "span"), 1) == 6);
    assert_int_equal(json_integer_value(json_object_get(frame, "variable")), 1);
    assert_string_equal(json_string_value(json_object_get(item_of(data, "frames", 1), "kind")), "keys");
    assert_int_equal(json_array_size(json_object_get(item_of(data, "frames", 1), "keys")), 2);
    json_t *value = json_object_get(item_of(data, "tracks", 0), "value");
    assert_true(number_at(json_array_get(value, 1), 0) == 2);
    json_decref(data);
    free(w.text);
}

/* A style, a script and a module are in it as they are. */
static void test_assets(void **state)
{
    (void)state;
    fixture *f = make(false);
    f->page.assets = (fk_page_assets){"p > b {}", "if (1 < 2 && 3) go();", 8, 21, "\0asm", 4};
    written w = write_page(&f->page);
    assert_nested(&w);
    assert_alone(&w);
    assert_has(&w, "<style>\np > b {}</style>");
    assert_has(&w, "<script>\nif (1 < 2 && 3) go();</script>");
    assert_has(&w, "id=\"farkas-module\">AGFzbQ==</script>");
    assert_has(&w, "<div id=\"view\" class=\"bare\">");
    free(w.text);
}

/* ---- What is easily spoilt ----------------------------------------------------------------------------- */

static void test_names(void **state)
{
    (void)state;
    static char long_name[10001];
    memset(long_name, 'x', 10000);
    const char *name[] = {"<script>alert(1)</script>",
                          "\"><img src=x onerror=go()>",
                          "a & b' &amp; \\",
                          "not \xff utf \xe2\x82 8",
                          "two\nlines\tand \x01 more",
                          "]]> --> </style></title> <!--",
                          "\xe2\x80\xae"
                          "right to left",
                          "",
                          long_name};
    for (size_t i = 0; i < sizeof name / sizeof *name; i++)
        for (int is_sweep = 0; is_sweep < 2; is_sweep++) {
            fixture *f = make(is_sweep);
            for (uint32_t k = 0; k < PARTS; k++)
                f->part[k].name = f->moving[k].part.name = name[i];
            f->page.title = f->input[0].path = f->argument[3] = f->ignored[0].reason = name[i];
            f->record.date = f->record.baseline = f->resolved[0].a = f->resolved[0].b = name[i];
            f->record.resolved = f->resolved;
            f->record.resolved_count = 1;
            f->check_report.units = f->sweep_report.units = name[i];
            for (int k = 0; k < 3; k++)
                f->remark[k] = name[i];
            f->record.review = f->review;
            f->record.remark = f->remark;
            written w = good_page(f);
            assert_int_equal(count_of(&w, "<script"), 1);
            assert_int_equal(count_of(&w, "<img"), is_sweep ? 3 : 0);
            json_t *data = data_of(&w);
            const char *read = json_string_value(json_object_get(item_of(data, "parts", 0), "name"));
            if (i != 3)
                assert_string_equal(read, name[i]);
            json_decref(data);
            free(w.text);
        }
}

/* Doubles of all fields that could be anything. */
static void test_numbers(void **state)
{
    (void)state;
    static const double bad[] = {NAN, INFINITY, -INFINITY, 1e308, -1e308, 5e-324, -0.0};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        for (int is_sweep = 0; is_sweep < 2; is_sweep++) {
            double x = bad[i];
            fixture *f = make(is_sweep);
            fk_interval wide = {x, x}, from = {0, x};
            for (int k = 0; k < 3; k++) {
                f->pair[k].distance = k > 0 ? from : wide;
                f->pair[k].clearance = f->swept[k].clearance = f->swept[k].tolerance = x;
                f->pair[k].depth.depth = f->pair[k].volume = f->swept[k].closest = wide;
                f->pair[k].has_volume = f->swept[k].has_closest = true;
                f->swept[k].closest_time = x;
                f->pair[k].point_a = f->swept[k].point_a = fk_vec3_make(x, 0, x);
                f->contact[k].enter = wide;
                f->contact[k].leave = k > 0 ? from : wide;
            }
            f->time[1] = f->value[1] = f->key[1].time = x;
            f->distance[1] = wide;
            f->distance[3] = from;
            f->sweep.from = i % 2 == 0 ? x : 0;
            f->sweep.to = x;
            f->check.shallow_depth = x;
            f->moving[1].part.pose.translation.x = f->part[1].pose.translation.x = x;
            written w = good_page(f);
            assert_has_not(&w, ">nan");
            free(w.text);
        }
}

/* Times far from zero and close to each other, where no ticks can be. */
static void test_far_times(void **state)
{
    (void)state;
    fixture *f = make(true);
    f->sweep.from = 1e300;
    f->sweep.to = nextafter(1e300, INFINITY);
    written w = good_page(f);
    free(w.text);
}

/* ---- Writing ------------------------------------------------------------------------------------------- */

static void test_same_bytes(void **state)
{
    (void)state;
    for (int is_sweep = 0; is_sweep < 2; is_sweep++) {
        written a = good_page(make(is_sweep)), b = good_page(make(is_sweep));
        assert_int_equal(a.length, b.length);
        assert_memory_equal(a.text, b.text, a.length);
        free(a.text);
        free(b.text);
    }
}

static void test_failing_writer(void **state)
{
    (void)state;
    fixture *f = make(true);
    written whole = write_page(&f->page);
    assert_true(whole.calls > 3);
    for (size_t k = 0; k < whole.calls; k++) {
        written w = {.calls_left = k};
        assert_int_equal(fk_page_write(&f->page, take_bytes, &w), FK_ERROR_WRITE);
        assert_int_equal(w.calls, k + 1); /* and it is not asked again */
        free(w.text);
    }
    free(whole.text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_check),          cmocka_unit_test(test_sweep),
        cmocka_unit_test(test_empty),          cmocka_unit_test(test_lights),
        cmocka_unit_test(test_many),           cmocka_unit_test(test_meshes),
        cmocka_unit_test(test_data),           cmocka_unit_test(test_assets),
        cmocka_unit_test(test_names),          cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_far_times),      cmocka_unit_test(test_same_bytes),
        cmocka_unit_test(test_failing_writer), cmocka_unit_test(test_near_chart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
