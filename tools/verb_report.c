/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas report: writes a page for a browser from a saved result. */

#include "analysis.h"

#include <string.h>

static const char help[] =
    "usage: farkas report [OPTION]... RESULT.json\n"
    "\n"
    "Writes a page for a browser from a result of 'farkas check --json' or 'sweep --json':\n"
    "one file that needs nothing else, with a table, pictures and a sentence for each clash,\n"
    "and the parts in 3D. Looks for the files of the parts where they were, or beside the\n"
    "result; if they have changed, the page has the result alone.\n"
    "'farkas check --report FILE' writes the same page at once.\n"
    "\n"
    "options: the page\n"
    "  -o, --output FILE  the file to write (default: RESULT.html); - for standard output\n"
    "      --title TEXT   its title (default: from the file names)\n"
    "      --pictures N   pictures of so many clashes, the worst first (default: 40)\n"
    "      --no-pictures  no pictures\n"
    "      --no-3d        no 3D view: a much smaller file, for mail and print\n"
    "\n"
    "options: earlier results\n" REVIEW_OPTIONS_HELP "\n"
    "options: common\n"
    "  -j, --jobs N       use N threads (default: all processors); the page is the same\n" CLI_QUIET_HELP
    "  -v, --verbose      where the time went, on standard error\n" CLI_COLOR_HELP "\n"
    "examples:\n"
    "  farkas check cell.json --json > cell.result.json; farkas report cell.result.json\n"
    "  farkas report new.json --baseline old.json -o changes.html\n"
    "  farkas report result.json --approve 59b271ae1b='bolted together' --no-3d\n"
    "\n"
    "exit status: 0 the page is written, 2 trouble\n";

static bool read_no_pictures(const char *option, const char *value, void *field)
{
    (void)value;
    return page_read_pictures(option, "0", field);
}

static const cli_option option_list[] = {
    CLI_OUTPUT(analysis_settings, page.output),
    CLI_TEXT("--title", analysis_settings, page.title),
    CLI_READ("--pictures", page_read_pictures, analysis_settings, page),
    {"--no-pictures", 0, false, read_no_pictures, offsetof(analysis_settings, page)},
    CLI_FLAG("--no-3d", analysis_settings, page.has_no_3d),
    REVIEW_SLOTS,
    CLI_JOBS(analysis_settings, jobs),
    CLI_END,
};

static const cli_option_table option_table = {"report", help, option_list, NULL};

extern const char web_style_text[], web_script_text[], web_module_text[];
extern const size_t web_style_size, web_script_size, web_module_size;

/* ---- Pictures ------------------------------------------------------------------------------------------ */

/* Draws the pictures of a page. Without OpenGL there are none, and a note says so. */
typedef struct page_artist {
    const analysis *s;
#ifdef FARKAS_VIEW
    fk_renderer *renderer; /* or NULL */
#endif
    bool has_failed;
} page_artist;

#ifdef FARKAS_VIEW

static fk_status draw_page_picture(void *user, const fk_page_request *wish, fk_page_picture *out)
{
    page_artist *a = user;
    if (wish->done > 0)
        cli_progress_bar(wish->done, wish->total, "pictures");
    fk_status status = fk_renderer_draw_page_picture(a->s->context, a->renderer, &a->s->show, wish, out);
    a->has_failed = status != FK_OK && status != FK_ERROR_ARGUMENT;
    return status;
}

/* Makes the function that draws; or NULL. False after a message. */
static bool create_artist(page_artist *a, fk_page_draw **out)
{
    char message[FK_VIEW_MESSAGE];
    fk_status status = fk_renderer_create(a->s->context, &a->renderer, message);
    *out = status == FK_OK ? draw_page_picture : NULL;
    if (status == FK_ERROR_FORMAT)
        cli_note("the page has no pictures: %s", message);
    else
        a->has_failed = status != FK_OK;
    return !a->has_failed;
}

static void free_artist(page_artist *a)
{
    fk_renderer_free(a->renderer);
}

#else

static bool create_artist(page_artist *a, fk_page_draw **out)
{
    (void)a;
    *out = NULL;
    cli_note("the page has no pictures: this farkas was built without them; build it with -DFARKAS_VIEW=ON");
    return true;
}

static void free_artist(page_artist *a)
{
    (void)a;
}

#endif

/* ---- The page ------------------------------------------------------------------------------------------ */

static fk_status write_page(const void *what, fk_write_function *write, void *user)
{
    return fk_page_write(what, write, user);
}

/* Makes the page without parts, pictures and distances. */
static fk_page make_page_info(const analysis *s, const page_settings *settings)
{
    fk_result result = analysis_result(s);
    fk_page page = {.check = result.check, .sweep = result.sweep, .title = settings->title};
    if (s->is_sweep && s->has_parts) {
        page.frame_count = s->list.scene->frame_count;
        page.frame = s->list.scene->frame;
        page.track_count = s->list.scene->track_count;
        page.track = s->list.scene->track;
    }
    page.assets.style = web_style_text;
    page.assets.style_bytes = web_style_size;
    if (!settings->has_no_3d) {
        page.assets.script = web_script_text;
        page.assets.script_bytes = web_script_size;
    }
    if (!settings->has_no_3d && s->has_parts) {
        page.assets.module = web_module_text;
        page.assets.module_bytes = web_module_size;
    }
    return page;
}

static bool has_pictures(const page_settings *settings)
{
    return !settings->has_most_pictures || settings->most_pictures > 0;
}

/* Builds the content; returns NULL after a message. */
static fk_page_content *make_page(analysis *s, const page_settings *settings, const fk_page *about)
{
    page_artist a = {.s = s};
    fk_page_options options = fk_page_options_default();
    options.workers = fk_pool_workers(s->pool);
    options.motion = s->list.motion;
    options.file = s->list.parts->file;
    options.shows_parts = !settings->has_no_3d;
    options.user = &a;
    /* Without pictures, distances are computed for the usual number of pairs. */
    if (settings->has_most_pictures && settings->most_pictures > 0)
        options.most_clashes =
            settings->most_pictures < FK_NONE ? (uint32_t)settings->most_pictures : FK_NONE;
    fk_page_content *made = NULL;
    fk_status status = FK_ERROR_MEMORY;
    if (!has_pictures(settings) || create_artist(&a, &options.draw))
        status = fk_page_content_build(s->context, about, &options, &made);
    cli_progress_end();
    free_artist(&a);
    if (a.has_failed)
        cli_trouble("a picture cannot be drawn: %s; --report-pictures 0 leaves them out",
                    fk_status_text(status));
    else if (status != FK_OK)
        cli_trouble("the report cannot be made: %s", fk_status_text(status));
    else if (made->left_out > 0)
        cli_note("the page lacks pictures of what is too large or too small to be drawn");
    return made;
}

static void note_page(const analysis *s, const page_settings *settings, const fk_page_content *made,
                      double writing)
{
    if (made != NULL && made->clash_count < made->clashes && has_pictures(settings))
        cli_note("the page has pictures of the worst %lu of %lu clashes", (unsigned long)made->clash_count,
                 (unsigned long)made->clashes);
    if (cli_is_verbose())
        cli_note("%s %.3f s, pictures %.3f s, distances %.3f s, meshes %.3f s, writing %.3f s",
                 s->is_sweep ? "sweep" : "check", s->seconds, made != NULL ? made->picture_seconds : 0,
                 made != NULL ? made->distance_seconds : 0, made != NULL ? made->mesh_seconds : 0, writing);
    if (!cli_is_output(settings->output))
        cli_note("report: %s", settings->output);
}

bool report_page_write(analysis *s, const page_settings *settings)
{
    fk_page about = make_page_info(s, settings);
    fk_page_content *made = NULL;
    if (s->has_parts && (made = make_page(s, settings, &about)) == NULL)
        return false;
    double begin = fk_clock_seconds();
    bool is_good = cli_file_write(settings->output, write_page, made != NULL ? &made->page : &about);
    if (is_good)
        note_page(s, settings, made, fk_clock_seconds() - begin);
    fk_page_content_free(s->context, made);
    return is_good;
}

/* ---- The verb ------------------------------------------------------------------------------------------ */

/* Makes RESULT.html of RESULT.json. */
static bool name_page(const char *path, char *name, size_t size)
{
    size_t length = strlen(path) - strlen(".json");
    int needed = snprintf(name, size, "%.*s.html", (int)length, path);
    if (needed > 0 && (size_t)needed < size)
        return true;
    return cli_refuse("%s: the name is too long; say where to write with -o", path);
}

static int run_report(fk_context *context, analysis_settings *s)
{
    char name[4096];
    analysis about;
    if (s->page.output == NULL) {
        if (!name_page(s->path[0], name, sizeof name))
            return CLI_TROUBLE;
        s->page.output = name;
    }
    if (!analysis_open_result(&about, context, s, false))
        return CLI_TROUBLE;
    bool is_good = analysis_may_write(&about, "-o", s->page.output) && analysis_review(&about, &s->review) &&
                   report_page_write(&about, &s->page);
    analysis_free(&about);
    return is_good ? CLI_OK : CLI_TROUBLE;
}

int verb_report(int argc, char **argv)
{
    analysis_settings s = analysis_settings_default();
    int status;
    if (cli_read_option_table(&option_table, argc, argv, &s, &status)) {
        s.path = argv + optind;
        s.path_count = argc - optind;
        if (s.path_count != 1)
            cli_trouble("report needs one result, RESULT.json; see farkas report --help");
        else if (!cli_ends_with(s.path[0], ".json"))
            cli_trouble_at(
                s.path[0], 0, 0,
                "this is no result: 'farkas check --json' and 'farkas sweep --json' write one; or use "
                "'farkas check --report PAGE.html'");
        else
            status = run_report(cli_context(), &s);
    }
    analysis_settings_free(&s);
    return status;
}
