/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* render --explain: see render_explain.h. */

#include "render_explain.h"

#include "picture_file.h"

#include <string.h>

bool render_frame_find(const char *text, uint32_t *out)
{
    uint64_t frame;
    if (strcmp(text, "last") == 0) {
        *out = UINT32_MAX;
        return true;
    }
    if (!cli_whole_number("--frame", text, &frame))
        return false;
    *out = frame < UINT32_MAX ? (uint32_t)frame : UINT32_MAX - 1;
    return true;
}

#ifdef FARKAS_VIEW

static void say_trouble(fk_status status, const render_explain_settings *s, const explain_pieces *pieces)
{
    if (status == FK_ERROR_METHOD)
        cli_trouble("--explain %s: the method does not know a %s and a %s; gjk knows all but half-spaces",
                    fk_method_name(s->method), fk_kind_word(pieces->a.kind), fk_kind_word(pieces->b.kind));
    else
        cli_trouble("--explain: %s", fk_status_text(status));
}

static bool draw(fk_context *context, fk_studio *studio, const render_explain_settings *s,
                 const explain_pieces *pieces)
{
    uint32_t count;
    fk_picture picture;
    fk_explain_options options = {.method = s->method,
                                  .a = &pieces->a,
                                  .b = &pieces->b,
                                  .name_a = pieces->name_a,
                                  .name_b = pieces->name_b,
                                  .step = s->frame,
                                  .width = s->width,
                                  .height = s->height};
    fk_status status = fk_studio_explain(context, studio, &options, &count, NULL);
    if (status == FK_OK && s->frame >= count && s->frame != UINT32_MAX) {
        cli_trouble("--frame: there is no frame %u; the last one is %u", s->frame, count - 1);
        return false;
    }
    if (status == FK_OK)
        status = fk_studio_explain(context, studio, &options, &count, &picture);
    if (status != FK_OK) {
        say_trouble(status, s, pieces);
        return false;
    }
    if (cli_is_verbose())
        cli_note("frame %u of 0 to %u", s->frame < count ? s->frame : count - 1, count - 1);
    bool is_good = picture_file_write(context, &picture, s->output);
    fk_picture_free(context, &picture);
    return is_good;
}

int render_explain(fk_context *context, const render_explain_settings *settings, char **argument, int count,
                   const part_settings *part)
{
    explain_pieces pieces;
    fk_studio *studio = NULL;
    char message[FK_VIEW_MESSAGE];
    if (!explain_pieces_load(&pieces, context, argument, count, part, settings->takes_hull))
        return CLI_TROUBLE;
    bool is_good = fk_studio_create(context, &studio, message) == FK_OK;
    if (!is_good)
        cli_trouble("%s", message);
    is_good = is_good && draw(context, studio, settings, &pieces);
    fk_studio_free(studio);
    explain_pieces_free(&pieces);
    return is_good ? CLI_OK : CLI_TROUBLE;
}

#else

int render_explain(fk_context *context, const render_explain_settings *settings, char **argument, int count,
                   const part_settings *part)
{
    (void)context;
    (void)settings;
    (void)argument;
    (void)count;
    (void)part;
    return cli_trouble("this farkas was built without pictures; build it with -DFARKAS_VIEW=ON");
}

#endif
