/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* render --explain: see render_explain.h. */

#include "render_explain.h"

#include "picture_file.h"

#ifdef FARKAS_VIEW

static bool draw(fk_context *context, fk_studio *studio, const explain_settings *s,
                 const explain_pieces *pieces, const picture_settings *size, fk_picture *out)
{
    uint32_t count;
    fk_explain_options options = explain_pieces_ask(pieces, s);
    options.width = size->width;
    options.height = size->height;
    fk_status status = fk_studio_explain(context, studio, &options, &count, NULL);
    if (status == FK_OK && s->frame >= count && s->frame != UINT32_MAX) {
        cli_trouble("--frame: there is no frame %u; the last one is %u", s->frame, count - 1);
        return false;
    }
    if (status == FK_OK)
        status = fk_studio_explain(context, studio, &options, &count, out);
    if (status != FK_OK) {
        explain_trouble(status, pieces, s);
        return false;
    }
    if (cli_is_verbose())
        cli_note("frame %u of 0 to %u", s->frame < count ? s->frame : count - 1, count - 1);
    return true;
}

int render_explain(fk_context *context, const explain_settings *settings, const run_settings *run,
                   const picture_settings *picture, const char *output)
{
    explain_pieces pieces;
    fk_studio *studio = NULL;
    fk_picture drawn;
    char message[FK_VIEW_MESSAGE];
    if (!explain_pieces_load(&pieces, context, run, settings->takes_hull))
        return CLI_TROUBLE;
    bool is_good = fk_studio_create(context, &studio, message) == FK_OK;
    if (!is_good)
        cli_trouble("%s", message);
    if (is_good && (is_good = draw(context, studio, settings, &pieces, picture, &drawn))) {
        is_good = picture_file_write(context, &drawn, output);
        fk_picture_free(context, &drawn);
    }
    fk_studio_free(studio);
    explain_pieces_free(&pieces);
    return is_good ? CLI_OK : CLI_TROUBLE;
}

#else

int render_explain(fk_context *context, const explain_settings *settings, const run_settings *run,
                   const picture_settings *picture, const char *output)
{
    (void)context;
    (void)settings;
    (void)run;
    (void)picture;
    (void)output;
    return cli_trouble("this farkas was built without pictures; build it with -DFARKAS_VIEW=ON");
}

#endif
