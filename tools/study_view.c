/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Pictures of parts for a study: see study_view.h. */

#include "study_view.h"
#include "cli.h"

#include <math.h>

fk_picture_options study_view_options(void)
{
    fk_picture_options options = {.width = 480, .height = 360, .pair = FK_NONE, .time = NAN};
    return options;
}

fk_sweep_part study_view_part(const char *name, const fk_mesh *mesh, fk_pose pose)
{
    fk_sweep_part part = {{name, mesh, NULL, pose}, FK_NONE};
    return part;
}

#ifdef FARKAS_VIEW

static void draw(study *s, fk_context *context, fk_studio *studio, const char *name, const char *text,
                 const fk_show *show, const fk_picture_options *options)
{
    fk_picture picture;
    void *png = NULL;
    size_t bytes = 0;
    fk_status status = fk_studio_draw(studio, show, options, &picture);
    if (status == FK_OK) {
        status = fk_picture_png(context, &picture, &png, &bytes);
        fk_picture_free(context, &picture);
    }
    if (status == FK_OK)
        study_picture(s, name, text, png, bytes);
    else
        cli_note("picture %s is left out: %s", name, fk_status_text(status));
    fk_release(context, png, bytes);
}

void study_view(study *s, fk_context *context, const char *name, const char *text, const fk_show *show,
                const fk_picture_options *options)
{
    char message[FK_VIEW_MESSAGE];
    fk_studio *studio;
    if (!study_has_files(s))
        return;
    if (fk_studio_create(context, &studio, message) != FK_OK) {
        cli_note("picture %s is left out: %s", name, message);
        return;
    }
    draw(s, context, studio, name, text, show, options);
    fk_studio_free(studio);
}

#else

void study_view(study *s, fk_context *context, const char *name, const char *text, const fk_show *show,
                const fk_picture_options *options)
{
    (void)s, (void)context, (void)name, (void)text, (void)show, (void)options;
}

#endif
