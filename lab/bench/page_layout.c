/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Reads the files of pages/, which are compiled into this program: see page.h. */

#include "bench/page.h"
#include "peers/participant.h"

#include <stdlib.h>
#include <string.h>

#define PAGES(DO)                                                                                            \
    DO(pairs)                                                                                                \
    DO(mesh)                                                                                                 \
    DO(trees) DO(rules) DO(cells) DO(world) DO(motion) DO(robots) DO(plan) DO(embed) DO(bench) DO(front)

#define DECLARE(name)                                                                                        \
    extern const char bench_page_##name##_text[];                                                            \
    extern const size_t bench_page_##name##_size;
PAGES(DECLARE)
#undef DECLARE

static const struct page_file {
    const char *name, *text;
    const size_t *size;
} files[] = {
#define ROW(name) {#name, bench_page_##name##_text, &bench_page_##name##_size},
    PAGES(ROW)
#undef ROW
};

static char *copy_page(const struct page_file *file)
{
    char *text = bench_allocate(*file->size + 1, 1);
    memcpy(text, file->text, *file->size);
    return text;
}

/* ---- Pieces of text, which are cut in place ------------------------------------------------------------ */

/* Ends the text at the first such mark and returns the text behind it; NULL, and no change, if there is no mark. */
static char *cut_after(char *text, const char *mark)
{
    char *at = strstr(text, mark);
    if (at == NULL)
        return NULL;
    *at = '\0';
    return at + strlen(mark);
}

static char *cut_after_last(char *text, const char *mark)
{
    char *last = NULL;
    for (char *at = text; (at = strstr(at, mark)) != NULL; at++)
        last = at;
    return last != NULL ? cut_after(last, mark) : NULL;
}

static bool begins_with(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

bench_record_query bench_query_parse(char *text, const bench_record_query *usual)
{
    bench_record_query out = *usual;
    char *scene = cut_after(text, "; "), *by = scene != NULL ? cut_after(scene, "; ") : text;
    if (scene != NULL) {
        char *size = cut_after(scene, " @ ");
        out = (bench_record_query){text, scene, size != NULL ? strtod(size, NULL) : 0, NULL};
    }
    out.by = by;
    return out;
}

/* ---- Targets and views ------------------------------------------------------------------------------------ */

/* "NAME: at most 1.5, goal 1 [^WHY]". Until its footnote is read, WHY is the closing. */
static void add_target(bench_layout *out, char *line)
{
    static const char *const senses[] = {": at most ", ": at least ", ": grows at most "};
    bench_target *target = &out->target[out->targets++];
    char *why = cut_after(line, " [^"), *limit = NULL;
    *target = (bench_target){.name = line, .closing = why};
    cut_after(why, "]");
    for (int i = 0; i < 3 && limit == NULL; i++) {
        limit = cut_after_last(line, senses[i]);
        target->sense = (bench_target_sense)i;
    }
    char *goal = cut_after(limit, ", goal ");
    target->limit = strtod(limit, NULL);
    target->goal = goal != NULL ? strtod(goal, NULL) : 0;
}

static void add_queries(bench_target *target, char *line)
{
    const bench_record_query none = {NULL, NULL, 0, NULL};
    char *theirs = cut_after(line, " / ");
    target->ours = bench_query_parse(line, &none);
    if (theirs != NULL)
        target->theirs = bench_query_parse(theirs, &target->ours);
}

/* "WHY]: TEXT" */
static void add_footnote(bench_layout *out, char *line)
{
    const char *text = cut_after(line, "]: ");
    for (size_t i = 0; i < out->targets; i++)
        if (strcmp(out->target[i].closing, line) == 0)
            out->target[i].closing = text;
}

/* "SHAPE NAME; WORK; SCENE; TITLE OF X -->" */
static void describe_view(bench_view *view, char *line)
{
    static const char *const shapes[] = {"series ", "cross ", "wrong ", "bars ", "families "};
    char *part[4] = {line};
    cut_after(line, " -->");
    for (int i = 1; i < 4 && part[i - 1] != NULL; i++)
        part[i] = cut_after(part[i - 1], "; ");
    for (int i = 0; i < 5; i++)
        if (begins_with(line, shapes[i])) {
            view->shape = (bench_view_shape)i;
            view->name = line + strlen(shapes[i]);
        }
    view->work = part[1];
    view->scene = part[2] != NULL && part[2][0] != '\0' ? part[2] : NULL;
    view->x_title = part[3];
}

static void read_layout_line(bench_layout *out, char *line)
{
    bench_view *view = out->views > 0 ? &out->view[out->views - 1] : NULL;
    if (begins_with(line, "- "))
        add_target(out, line + 2);
    else if (begins_with(line, "  "))
        add_queries(&out->target[out->targets - 1], line + 2);
    else if (begins_with(line, "[^"))
        add_footnote(out, line + 2);
    else if (begins_with(line, "### "))
        out->view[out->views++].title = line + 4;
    else if (begins_with(line, "<!-- "))
        describe_view(view, line + 5);
    else if (view != NULL && line[0] != '\0')
        view->note = line;
}

/* ---- Files --------------------------------------------------------------------------------------------- */

/* The output formats of the command are not part of the page. */
static const char command_line[] = "\n## Command line\n";

static void read_layout(const struct page_file *file, bench_layout *out)
{
    char *text = copy_page(file);
    out->section = file->name;
    cut_after(text, command_line);
    char *intro = cut_after(text, "\n\n"), *rest = intro;
    while (!begins_with(rest, "\n\n##"))
        rest++;
    *rest = '\0';
    rest += 2;
    out->title = text + 2;
    out->intro = intro;
    for (char *next; rest != NULL; rest = next) {
        next = cut_after(rest, "\n");
        read_layout_line(out, rest);
    }
}

const bench_layout *bench_layout_at(size_t i)
{
    static bench_layout layouts[BENCH_LAYOUTS];
    if (layouts[i].section == NULL)
        read_layout(&files[i], &layouts[i]);
    return &layouts[i];
}

char *bench_page_text(void)
{
    char *text = copy_page(&files[BENCH_LAYOUTS]);
    cut_after(text, command_line);
    return text;
}

char *bench_front_text(void)
{
    return copy_page(&files[BENCH_LAYOUTS + 1]);
}

char *bench_page_block(const char *section, const char *name)
{
    char begin[64];
    snprintf(begin, sizeof begin, "\n```%s\n", name);
    for (size_t i = 0; i <= BENCH_LAYOUTS; i++) {
        if (strcmp(files[i].name, section) != 0)
            continue;
        char *text = copy_page(&files[i]), *block = cut_after(text, begin), *to = text;
        cut_after(block, "```\n");
        for (const char *from = block; *from != '\0'; from++)
            if (from[0] == '\\' && from[1] == '\n') /* the line goes on */
                from++;
            else
                *to++ = *from;
        *to = '\0';
        return text;
    }
    return NULL;
}
