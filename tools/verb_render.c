/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas render: draws a picture of parts and of what was found about them, without a display. */

#include "picture_options.h"

#include <math.h>
#include <string.h>

static const char help[] =
    "usage: farkas render [OPTION]... FILE... -o PICTURE.png\n"
    "       farkas render [OPTION]... SCENE.json -o PICTURE.png\n"
    "       farkas render [OPTION]... ROBOT.urdf [--srdf FILE] [--scene SCENE] [FILE]...\n"
    "                     -o PICTURE.png\n"
    "       farkas render --explain METHOD [--frame K] A B -o PICTURE.png\n"
    "       farkas render [OPTION]... RESULT.json -o PICTURE.png\n"
    "\n"
    "Draws parts at one moment, by default the first, after a check: clashing parts are red\n"
    "and striped; parts that are too close, or whose bounding boxes meet, amber and dotted;\n"
    "undecided ones violet and chequered; the rest is grey. Draws a result of check or sweep,\n"
    "as JSON, without another check: a sweep at the beginning of its first clash. Needs no\n"
    "display. Draws the same picture every time.\n"
    "\n"
    "options: the picture\n"
    "  -o, --output FILE  the PNG file to write; - for standard output\n" PICTURE_OPTIONS_HELP
    "      --pov FILE     the same view as a scene for POV-Ray; without -o, only that\n"
    "\n"
    "options: a method, step by step\n" EXPLAIN_OPTIONS_HELP
    "      --frame K      the step: 0 is the question (default), the last one the answer; or\n"
    "                     last; -v prints how many there are\n"
    "\n"
    "options: the question\n"
    "      --no-check     do not check: all parts are grey\n" PAIR_RULE_LIMITS_HELP PAIR_RULE_PAIRS_HELP
        PART_AT_HELP "\n"
    "options: reading files\n" MESH_OPTIONS_HELP "\n"
    "options: robots and motion\n" PART_ROBOT_HELP PART_TIME_HELP "\n"
    "options: common\n"
    "  -j, --jobs N       use N threads (default: all processors); the result is the same\n" CLI_COMMON_HELP
    "\n"
    "examples:\n"
    "  farkas render bracket.stl motor.stl -o parts.png\n"
    "  farkas render cell.json --pair arm,post -o clash.png\n"
    "  farkas render panda.urdf --joints ready --layers obb,labels -o panda.png\n"
    "  farkas render result.json --pair 8890dc0a49 -o clash.png\n"
    "  farkas render gear.stl --section 1,0,0,0 -o cut.png --pov cut.pov\n"
    "  farkas render --explain gjk 'sphere 0 0 0 1' 'point 0 0 2' --frame 1 -o 1.png\n"
    "\n"
    "exit status: 0 the picture is written, 2 trouble\n";

typedef struct render_settings {
    analysis_settings run;
    picture_settings picture;
    const char *output, *pov;
    bool has_no_check;
    explain_settings explain;
} render_settings;

static const cli_option option_list[] = {
    CLI_OUTPUT(render_settings, output),
    CLI_TEXT("--pov", render_settings, pov),
    CLI_FLAG("--no-check", render_settings, has_no_check),
    CLI_FLAG("--transparent", render_settings, picture.is_clear),
    PICTURE_OPTIONS(render_settings),
    CLI_END,
};

static const cli_option_table option_table = {"render", help, option_list, NULL};

#ifdef FARKAS_VIEW

/* ---- Writing ------------------------------------------------------------------------------------------- */

typedef struct pov_output {
    const analysis *s;
    const fk_picture_options *view;
} pov_output;

static fk_status write_pov(const void *what, fk_write_function *write, void *user)
{
    const pov_output *pov = what;
    return fk_show_write_pov(pov->s->context, &pov->s->show, pov->view, write, user);
}

/* ---- Drawing ------------------------------------------------------------------------------------------- */

static bool draw_picture(analysis *s, const render_settings *chosen, fk_renderer *renderer,
                         const fk_picture_options *view)
{
    fk_picture picture;
    double begin = fk_clock_seconds();
    fk_status status = fk_renderer_draw(renderer, &s->show, view, &picture);
    if (status != FK_OK)
        return cli_refuse("the picture cannot be drawn: %s; %s", fk_status_text(status),
                          status == FK_ERROR_MEMORY ? "make it smaller with --size, or draw fewer parts"
                                                    : "are the parts where they should be?");
    if (cli_is_verbose())
        cli_note("drawn in %.3f s", fk_clock_seconds() - begin);
    bool is_good = picture_file_write(s->context, &picture, chosen->output);
    fk_picture_free(s->context, &picture);
    return is_good;
}

static bool is_pair_clash(const fk_sweep *sweep, const uint32_t part[2])
{
    for (size_t i = 0; i < sweep->pair_count; i++)
        if (sweep->pair[i].a == part[0] && sweep->pair[i].b == part[1])
            return sweep->pair[i].is_clash;
    return false;
}

/* Computing how close all pairs come takes much longer than when they meet: do so only if this pair stays clear. */
static bool sweep_pair(analysis *s, render_settings *chosen)
{
    uint32_t part[2];
    if (!picture_pair_parts(s, chosen->picture.pair, part) || !analysis_sweep(s))
        return false;
    chosen->run.wants_closest = !is_pair_clash(s->found, part);
    return !chosen->run.wants_closest || analysis_sweep(s);
}

/* A close-up of moving parts covers the whole motion; every other picture one moment. */
static bool run_needed(analysis *s, render_settings *chosen)
{
    if (chosen->has_no_check) {
        s->show.check = NULL;
        s->show.sweep = NULL;
        return true;
    }
    if (s->found != NULL && !s->is_sweep && chosen->run.part.has_time)
        return cli_refuse("--time: the result is that of one moment; check the parts again, at that time");
    if (s->found != NULL)
        return true;
    if (chosen->picture.pair != NULL && analysis_moves(s) && !chosen->run.part.has_time)
        return sweep_pair(s, chosen);
    return analysis_check(s);
}

/* Returns the time of a picture of a sweep's result: the beginning of its first clash, or else `otherwise`. */
static double picture_moment(const analysis *s, double otherwise)
{
    double first = HUGE_VAL;
    for (size_t i = 0; s->result != NULL && s->is_sweep && i < s->found->pair_count; i++)
        if (s->found->pair[i].is_clash)
            first = fmin(first, fk_sweep_moment(&s->found->pair[i]));
    return first < HUGE_VAL ? first : otherwise;
}

static bool render_analysis(analysis *s, render_settings *chosen)
{
    fk_renderer *renderer = NULL;
    char message[FK_VIEW_MESSAGE];
    /* First, because nothing works without it. */
    if (chosen->output != NULL && fk_renderer_create(s->context, &renderer, message) != FK_OK)
        return cli_refuse("%s", message);
    fk_picture_options view;
    bool is_good = run_needed(s, chosen) && picture_options_make(&chosen->picture, s, &view);
    if (is_good && chosen->run.part.has_time) /* of a result made with other settings */
        view.time = chosen->run.part.time;
    else if (is_good && chosen->picture.pair == NULL && !chosen->has_no_check)
        view.time = picture_moment(s, view.time);
    if (is_good && chosen->output != NULL)
        is_good = draw_picture(s, chosen, renderer, &view);
    pov_output pov = {s, &view};
    if (is_good && chosen->pov != NULL)
        is_good = cli_file_write(chosen->pov, write_pov, &pov);
    fk_renderer_free(renderer);
    return is_good;
}

/* ---- An explained method -------------------------------------------------------------------------------- */

static bool draw_step(fk_context *context, fk_renderer *renderer, const explain_settings *s,
                      const explain_pieces *pieces, const picture_settings *size, fk_picture *out)
{
    uint32_t count;
    fk_explain_options options = explain_pieces_options(pieces);
    options.width = size->width;
    options.height = size->height;
    fk_status status = fk_renderer_explain(context, renderer, &options, &count, NULL);
    if (status == FK_OK && s->frame >= count && s->frame != UINT32_MAX)
        return cli_refuse("--frame: there is no frame %u; the last one is %u", s->frame, count - 1);
    if (status == FK_OK)
        status = fk_renderer_explain(context, renderer, &options, &count, out);
    if (status != FK_OK) {
        explain_trouble(status, pieces);
        return false;
    }
    if (cli_is_verbose())
        cli_note("frame %u of 0 to %u", s->frame < count ? s->frame : count - 1, count - 1);
    return true;
}

static bool render_step(fk_context *context, const render_settings *s)
{
    explain_pieces pieces;
    fk_renderer *renderer = NULL;
    fk_picture drawn;
    char message[FK_VIEW_MESSAGE];
    if (!explain_pieces_load(&pieces, context, &s->run, &s->explain))
        return false;
    bool is_good = fk_renderer_create(context, &renderer, message) == FK_OK;
    if (!is_good)
        cli_trouble("%s", message);
    if (is_good && (is_good = draw_step(context, renderer, &s->explain, &pieces, &s->picture, &drawn))) {
        is_good = picture_file_write(context, &drawn, s->output);
        fk_picture_free(context, &drawn);
    }
    fk_renderer_free(renderer);
    explain_pieces_free(&pieces);
    return is_good;
}

static int run_render(fk_context *context, render_settings *chosen)
{
    analysis s;
    if (chosen->explain.is_asked)
        return render_step(context, chosen) ? CLI_OK : CLI_TROUBLE;
    if (!analysis_open(&s, context, &chosen->run))
        return CLI_TROUBLE;
    bool is_good = analysis_may_write(&s, "-o", chosen->output) &&
                   analysis_may_write(&s, "--pov", chosen->pov) && render_analysis(&s, chosen);
    analysis_free(&s);
    return is_good ? CLI_OK : CLI_TROUBLE;
}

#else

static int run_render(fk_context *context, render_settings *chosen)
{
    (void)context;
    (void)chosen;
    return cli_trouble("this farkas was built without pictures; build it with -DFARKAS_VIEW=ON");
}

#endif

static bool is_to_terminal(const render_settings *s)
{
    return cli_is_output(s->output) && cli_output_is_terminal();
}

/* Whether a name promises another format than PNG; only programs that inspect the bytes would show such a file. */
static bool is_misnamed(const char *path)
{
    static const char *const end[] = {".jpg", ".jpeg", ".svg", ".pdf", ".gif",
                                      ".bmp", ".webp", ".tif", ".tiff"};
    for (size_t i = 0; path != NULL && i < sizeof end / sizeof *end; i++)
        if (cli_ends_with(path, end[i]))
            return true;
    return false;
}

/* Checks that the options go together. False after a message. */
static bool check_explain(const render_settings *s)
{
    if (!s->explain.is_asked || s->pov == NULL)
        return explain_settings_check(&s->explain);
    return cli_refuse("--pov does not go with --explain");
}

int verb_render(int argc, char **argv)
{
    render_settings s = {.run = analysis_settings_default(), .picture = picture_settings_default()};
    int status;
    if (!cli_read_option_table(&option_table, argc, argv, &s, &status))
        return status;
    s.run.path = argv + optind;
    s.run.path_count = argc - optind;
    s.run.wants_distances = s.picture.pair != NULL;
    if (optind >= argc)
        cli_trouble(s.explain.is_asked
                        ? EXPLAIN_NEEDS_PIECES
                        : "render needs files, a scene, a robot or a result; see farkas render --help");
    else if (s.output == NULL && s.pov == NULL)
        cli_trouble("render needs a file for the picture: -o PICTURE.png");
    else if (is_misnamed(s.output))
        cli_trouble("-o %s: pictures are written as PNG: choose a name that ends with .png", s.output);
    else if (is_to_terminal(&s))
        cli_trouble("-o -: a picture is not for a terminal; write it to a file, or into a pipe");
    else if (cli_is_output(s.output) && cli_is_output(s.pov))
        cli_trouble("-o - and --pov -: only one of them can be standard output");
    else if (check_explain(&s) && mesh_settings_check(&s.run.part.mesh))
        status = run_render(cli_context(), &s);
    analysis_settings_free(&s.run);
    return status;
}
