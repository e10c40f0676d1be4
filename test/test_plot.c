/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Plots: what is written is XML, has no number that is none, and keeps all data inside of the frame and the legend outside;
 * also for data of which there is little, or that no axis can hold. */

#define _XOPEN_SOURCE 700

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <ctype.h>
#include <expat.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "study/plot.h"

#define COUNT(a) (sizeof(a) / sizeof(a)[0])

#define assert_near(a, b, slack) assert_true(fabs((a) - (b)) <= (slack))

enum { MOST_POINTS = 20000 };

/* What was found in a file. */
typedef struct found {
    char *text;
    size_t length;
    double width, height, frame[4]; /* left, top, right, bottom */
    size_t points, frames, bars, texts, legend_texts, axis_texts, numbers;
    double x[MOST_POINTS], y[MOST_POINTS];            /* of data */
    double legend_x[200], legend_y[200], bar[200][4]; /* the latter as the frame */
    double number_x[200], number_y[200];              /* of bars: where their texts begin, or their middles */
    char group[8][16];                                /* the classes that we are in */
    int depth;
    bool has_title, has_description, is_image;
} found;

static found now;

/* ---- Reading -------------------------------------------------------------------------------------------- */

static const char *attribute(const char **list, const char *name)
{
    for (; *list != NULL; list += 2)
        if (strcmp(list[0], name) == 0)
            return list[1];
    return "";
}

static double number(const char **list, const char *name)
{
    const char *text = attribute(list, name);
    char *end;
    double value = strtod(text, &end);
    assert_true(end != text && *end == '\0' && isfinite(value));
    return value;
}

static bool is_in(const char *name)
{
    for (int i = 0; i < now.depth; i++)
        if (strcmp(now.group[i], name) == 0)
            return true;
    return false;
}

/* The points of a path at which something begins or a line goes to; axes have their ticks outside. */
static void take_path(const char *d)
{
    for (; *d != '\0' && !is_in("axis") && !is_in("legend"); d++) {
        if (*d != 'M' && *d != 'L')
            continue;
        char *end;
        double x = strtod(d + 1, &end), y = strtod(end, &end);
        assert_true(now.points < MOST_POINTS);
        now.x[now.points] = x;
        now.y[now.points++] = y;
    }
}

static void take_rect(const char **list)
{
    const char *class = attribute(list, "class");
    bool is_frame = strcmp(class, "frame") == 0;
    if (!is_frame && strcmp(class, "bar") != 0)
        return;
    double *box = is_frame ? now.frame : now.bar[now.bars++];
    now.frames += is_frame;
    box[0] = number(list, "x");
    box[1] = number(list, "y");
    box[2] = box[0] + number(list, "width");
    box[3] = box[1] + number(list, "height");
}

static void take_text(const char **list)
{
    double x = number(list, "x"), y = number(list, "y");
    assert_true(x >= 0 && x <= now.width && y >= 0 && y <= now.height);
    if (strcmp(attribute(list, "paint-order"), "stroke") == 0) {
        now.number_x[now.numbers] = x;
        now.number_y[now.numbers++] = y;
    }
    now.texts++;
    now.axis_texts += is_in("axis");
    if (is_in("legend")) {
        now.legend_x[now.legend_texts] = x;
        now.legend_y[now.legend_texts++] = y;
    }
}

static void begin(void *user, const char *name, const char **list)
{
    (void)user;
    assert_true(now.depth < 8);
    snprintf(now.group[now.depth++], sizeof now.group[0], "%s", attribute(list, "class"));
    if (strcmp(name, "svg") == 0) {
        now.width = number(list, "width");
        now.height = number(list, "height");
        now.is_image = strcmp(attribute(list, "role"), "img") == 0;
    } else if (strcmp(name, "path") == 0 && !is_in("pattern")) {
        take_path(attribute(list, "d"));
    } else if (strcmp(name, "rect") == 0) {
        take_rect(list);
    } else if (strcmp(name, "text") == 0) {
        take_text(list);
    } else if (strcmp(name, "pattern") == 0) {
        snprintf(now.group[now.depth - 1], sizeof now.group[0], "pattern");
    }
    now.has_title |= strcmp(name, "title") == 0;
    now.has_description |= strcmp(name, "desc") == 0;
}

static void end(void *user, const char *name)
{
    (void)user;
    (void)name;
    now.depth--;
}

static char folder[200], path[240];

static int make_folder(void **state)
{
    (void)state;
    const char *temporary = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/farkas-plot-XXXXXX", temporary != NULL ? temporary : P_tmpdir);
    int length = mkdtemp(folder) != NULL ? snprintf(path, sizeof path, "%s/plot.svg", folder) : -1;
    return length < 0;
}

static int remove_folder(void **state)
{
    (void)state;
    free(now.text);
    return rmdir(folder);
}

static char *write_and_read(const plot *p, size_t *length)
{
    assert_true(plot_write(p, path));
    FILE *stream = fopen(path, "r");
    assert_non_null(stream);
    char *text = malloc(1 << 20);
    assert_non_null(text);
    *length = fread(text, 1, (1 << 20) - 1, stream);
    text[*length] = '\0';
    fclose(stream);
    remove(path);
    return text;
}

/* Whether a word stands in the text by itself, not inside of another one. */
static bool has_word(const char *text, const char *word)
{
    for (const char *at = text; (at = strstr(at, word)) != NULL; at++)
        if ((at == text || !isalpha((unsigned char)at[-1])) && !isalpha((unsigned char)at[strlen(word)]))
            return true;
    return false;
}

/* Everything that is asked of every plot. */
static void draw(const plot *p)
{
    free(now.text);
    now = (found){0};
    now.text = write_and_read(p, &now.length);
    size_t again_length;
    char *again = write_and_read(p, &again_length);
    assert_int_equal(again_length, now.length);
    assert_memory_equal(again, now.text, now.length);
    free(again);
    assert_false(has_word(now.text, "nan") || has_word(now.text, "inf"));
    XML_Parser parser = XML_ParserCreate("UTF-8");
    XML_SetElementHandler(parser, begin, end);
    assert_int_equal(XML_Parse(parser, now.text, (int)now.length, 1), XML_STATUS_OK);
    XML_ParserFree(parser);
    assert_true(now.has_title && now.has_description && now.is_image);
    assert_int_equal(now.frames, 1);
    assert_true(now.frame[0] >= 0 && now.frame[1] >= 0 && now.frame[2] <= now.width &&
                now.frame[3] <= now.height);
    assert_true(now.frame[2] > now.frame[0] + 100 && now.frame[3] > now.frame[1] + 40);
    for (size_t i = 0; i < now.points; i++) /* caps of spreads are six wide */
        assert_true(now.x[i] >= now.frame[0] - 3.2 && now.x[i] <= now.frame[2] + 3.2 &&
                    now.y[i] >= now.frame[1] - 0.2 && now.y[i] <= now.frame[3] + 0.2);
    for (size_t i = 0; i < now.bars; i++)
        assert_true(now.bar[i][0] >= now.frame[0] - 0.2 && now.bar[i][1] >= now.frame[1] - 0.2 &&
                    now.bar[i][2] <= now.frame[2] + 0.2 && now.bar[i][3] <= now.frame[3] + 0.2);
    for (size_t i = 0; i < now.numbers; i++) /* two digits, at least, are twelve wide */
        assert_true(now.number_x[i] >= now.frame[0] && now.number_x[i] + 12 <= now.frame[2] &&
                    now.number_y[i] - 8 >= now.frame[1] && now.number_y[i] <= now.frame[3]);
    for (size_t i = 0; i < now.legend_texts; i++)
        assert_true(now.legend_x[i] > now.frame[2] || now.legend_y[i] > now.frame[3]);
}

/* ---- Lines ---------------------------------------------------------------------------------------------- */

static const double sizes[] = {10, 100, 1000, 10000}, times[] = {1, 3, 10, 33}, least[] = {0.5, 2, 8, 30},
                    most[] = {2, 4, 20, 40};

static plot_series line(const char *name, size_t count, const double *x, const double *y)
{
    return (plot_series){.name = name, .count = count, .x = x, .y = y};
}

static plot plot_of(const plot_series *series, size_t count)
{
    return (plot){
        .title = "A title", .x_title = "triangles", .y_title = "time, µs", .series = series, .count = count};
}

/* The line and the marks of a series; on logarithmic axes a power of ten is as long as any other. */
static void test_points_are_where_they_belong(void **state)
{
    (void)state;
    plot_series s = line("Farkas", 4, sizes, times);
    plot p = plot_of(&s, 1);
    p.x_log = true;
    draw(&p);
    assert_int_equal(now.points, 8);
    assert_int_equal(now.legend_texts, 1);
    assert_true(now.axis_texts >= 6);
    assert_near(now.x[0], now.frame[0], 0.11);
    assert_near(now.x[3], now.frame[2], 0.11);
    assert_near(now.x[2] - now.x[1], now.x[1] - now.x[0], 0.21);
    /* The other axis goes from 0 to 35: so up to the number 33. */
    double height = now.frame[3] - now.frame[1];
    assert_near((now.frame[3] - now.y[3]) / height, 33 / 35.0, 0.002);
    assert_near((now.frame[3] - now.y[0]) / height, 1 / 35.0, 0.002);
}

static void test_spread_is_drawn(void **state)
{
    (void)state;
    plot_series s = line("Farkas", 4, sizes, times);
    s.low = least;
    s.high = most;
    for (int log = 0; log < 2; log++) {
        plot p = plot_of(&s, 1);
        p.y_log = log;
        draw(&p);
        assert_int_equal(now.points, 12);
        assert_non_null(strstr(now.text, "class=\"spread\""));
    }
}

static void test_marks_and_dashes_differ(void **state)
{
    (void)state;
    static char name[40][16];
    static double y[40][4];
    plot_series s[40];
    for (size_t i = 0; i < 40; i++) {
        snprintf(name[i], sizeof name[i], "line %zu", i);
        for (int k = 0; k < 4; k++)
            y[i][k] = (double)(i + 1) * times[k];
        s[i] = line(name[i], 4, sizes, y[i]);
        s[i].is_ours = i == 3;
        s[i].is_printed = i == 4;
    }
    plot p = plot_of(s, 40);
    p.x_log = p.y_log = true;
    draw(&p);
    assert_int_equal(now.legend_texts, 40);
    assert_int_equal(now.points, 320);
    plot few = plot_of(s, 5);
    draw(&few);
    assert_non_null(strstr(now.text, "fill=\"#fff\" stroke=")); /* hollow */
    assert_non_null(strstr(now.text, "font-weight=\"bold\">line 3<"));
    assert_non_null(strstr(now.text, "stroke-width=\"2.8\""));
}

static void test_clouds_are_compact(void **state)
{
    (void)state;
    enum { POINTS = 5000 };
    static double x[POINTS], y[POINTS];
    for (int i = 0; i < POINTS; i++) {
        x[i] = i * 37 % 1000;
        y[i] = i * 91 % 777;
    }
    plot_series s = line("as printed", POINTS, x, y);
    s.is_cloud = true;
    plot p = plot_of(&s, 1);
    draw(&p);
    assert_int_equal(now.points, POINTS);
    assert_true(now.length < 20 * POINTS);
    assert_non_null(strstr(now.text, "<desc id=\"d\">Points; "));
    plot_series both[2] = {s, line("right", POINTS, x, y)};
    p = plot_of(both, 2);
    draw(&p);
    assert_non_null(strstr(now.text, "<desc id=\"d\">Lines; "));
}

static void test_text_is_escaped(void **state)
{
    (void)state;
    plot_series s = line("a < b & \"c\" \x01 \xff", 4, sizes, times);
    plot p = plot_of(&s, 1);
    p.title = "<script>alert('x')</script> & a title that is much too long for a line, so that it is broken "
              "between words "
              "into a few, of which no one is too wide";
    p.x_title = "x < y";
    draw(&p);
    assert_null(strstr(now.text, "<script"));
    assert_non_null(strstr(now.text, "a &lt; b &amp; "));
}

/* ---- Little, odd and much ------------------------------------------------------------------------------- */

static void test_odd_numbers(void **state)
{
    (void)state;
    static const double odd[][4] = {
        {0, 0, 0, 0},
        {5, 5, 5, 5},
        {-5, -5, -5, -5},
        {NAN, NAN, NAN, NAN},
        {NAN, 1, INFINITY, -INFINITY},
        {0, -1, 1e-300, 1e300},
        {-1e289, 0, 1, 1e289},
        {1e-280, 1, 1e20, 1e280},
        {5e-324, 1e-320, 1e-310, 2.3e-308},
        {1, 1 + 1e-15, 1 + 2e-15, 1 + 3e-15},
        {1e15, 1e15 + 1, 1e15 + 2, 1e15 + 3},
        {9.99999999999, 10, 99.99999999999, 100},
        {0.00099999, 0.001, 0.0010001, 0.0011},
        {1e9, 3e9, 1e12, 1e12 + 1},
    };
    for (size_t i = 0; i < COUNT(odd); i++)
        for (size_t k = 0; k < COUNT(odd); k++) {
            plot_series s = line("odd", 4, odd[i], odd[k]);
            s.low = odd[k];
            s.high = odd[i];
            s.is_cloud = i % 2 == 0;
            plot p = plot_of(&s, 1);
            p.x_log = (i + k) / 2 % 2 == 0;
            p.y_log = (i + k) % 2 == 0;
            draw(&p);
        }
}

static void test_little(void **state)
{
    (void)state;
    plot none = {0};
    draw(&none);
    assert_int_equal(now.points, 0);
    assert_non_null(strstr(now.text, "nothing was measured"));
    plot_series s[2] = {line(NULL, 0, NULL, NULL), line("one point", 1, sizes, times)};
    plot p = plot_of(s, 2);
    for (int logs = 0; logs < 4; logs++) {
        p.x_log = logs & 1;
        p.y_log = logs & 2;
        draw(&p);
        assert_int_equal(now.points, 2); /* of the line and the mark */
        assert_null(strstr(now.text, "nothing was measured"));
    }
}

/* A file that cannot be written, and a plot of too much. */
static void test_trouble_is_told(void **state)
{
    (void)state;
    plot p = {0};
    assert_false(plot_write(&p, "/nowhere/at/all.svg"));
    p.count = 1000;
    assert_false(plot_write(&p, path));
    assert_int_not_equal(access(path, F_OK), 0);
}

/* ---- Bars ----------------------------------------------------------------------------------------------- */

static const char *const words[] = {"sphere", "AABB", "OBB",
                                    "a very long word & another one that is as long"};

static void test_bars(void **state)
{
    (void)state;
    static const double a[] = {1, 2, NAN, 4}, b[] = {10, 0, 30, 40};
    plot_series s[2] = {{.name = "Farkas", .count = 4, .y = a, .is_ours = true},
                        {.name = "thesis", .count = 4, .y = b}};
    for (int way = 0; way < 8; way++) {
        plot p = plot_of(s, 2);
        p.label = words;
        p.labels = way & 1 ? 4 : 3;
        p.is_stacked = way & 2;
        p.y_log = way & 4;
        draw(&p);
        /* On a logarithmic axis there is no zero. */
        size_t bars = p.labels == 4 ? 7 : 5;
        assert_true(now.numbers >= 3);
        assert_int_equal(now.bars, p.y_log && !p.is_stacked ? bars - 1 : bars);
        /* The bars of the first word, from 0: standing, or lying for long words. */
        bool lies = p.labels == 4;
        double first = lies ? now.bar[0][2] - now.bar[0][0] : now.bar[0][3] - now.bar[0][1];
        double second = lies ? now.bar[1][2] - now.bar[1][0] : now.bar[1][3] - now.bar[1][1];
        if (p.is_stacked || !p.y_log)
            assert_near(second / first, 10, 0.5);
        if (p.is_stacked && !lies)
            assert_near(now.bar[1][3], now.bar[0][1], 0.11);
    }
}

static void test_odd_bars(void **state)
{
    (void)state;
    static const double odd[] = {NAN, -3, 0, 1e200}, none[] = {NAN, NAN, NAN, NAN};
    plot_series s[2] = {{.name = "odd", .count = 4, .y = odd, .low = none, .high = odd},
                        {.name = "none", .count = 2, .y = none, .is_printed = true}};
    for (int way = 0; way < 4; way++) {
        plot p = plot_of(s, 2);
        p.label = words;
        p.labels = way & 1 ? 4 : 0;
        p.y_log = way & 2;
        draw(&p);
        p.series = s + 1;
        p.count = 1;
        draw(&p);
        assert_int_equal(now.bars, 0);
        assert_non_null(strstr(now.text, "nothing was measured"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_points_are_where_they_belong),
        cmocka_unit_test(test_spread_is_drawn),
        cmocka_unit_test(test_marks_and_dashes_differ),
        cmocka_unit_test(test_clouds_are_compact),
        cmocka_unit_test(test_text_is_escaped),
        cmocka_unit_test(test_odd_numbers),
        cmocka_unit_test(test_little),
        cmocka_unit_test(test_trouble_is_told),
        cmocka_unit_test(test_bars),
        cmocka_unit_test(test_odd_bars),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
