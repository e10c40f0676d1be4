/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Pictures of parts for a study. */

#include "study/study.h"

#ifdef FARKAS_VIEW

#include "cli.h"
#include "peers/participant.h"

#include <stdlib.h>

enum { VIEW_WIDTH = 400, VIEW_HEIGHT = 300 };

/* ---- Files --------------------------------------------------------------------------------------------- */

/* On white, with few shades of each colour, `step` apart, which divides 255: few colours make a small file. 16 shades are good
 * enough in print, but faint bodies lose their hue: they need 52. */
enum { FEW_SHADES = 17, MORE_SHADES = 5 };

static void make_plain(fk_picture *picture, unsigned step)
{
    size_t count = (size_t)picture->width * picture->height;
    for (size_t i = 0; i < count; i++) {
        uint8_t *pixel = picture->pixel + 4 * i;
        for (int k = 0; k < 3; k++) {
            unsigned value = (pixel[k] * (unsigned)pixel[3] + 255u * (255u - pixel[3])) / 255u;
            pixel[k] = (uint8_t)((value + step / 2) / step * step);
        }
        pixel[3] = 255;
    }
}

/* Writes a picture and frees it. */
static bool add_plain(study *s, fk_context *context, const char *name, const char *text, fk_picture *picture)
{
    void *png;
    size_t bytes;
    fk_status status = fk_picture_png(context, picture, &png, &bytes);
    fk_picture_free(context, picture);
    if (status != FK_OK) {
        cli_trouble("the picture %s cannot be written: %s", name, fk_status_text(status));
        return false;
    }
    study_picture(s, name, text, png, bytes);
    fk_release(context, png, bytes);
    return true;
}

bool study_add_picture(study *s, fk_context *context, const char *name, const char *text, fk_picture *picture)
{
    make_plain(picture, FEW_SHADES);
    return add_plain(s, context, name, text, picture);
}

/* ---- Scenes -------------------------------------------------------------------------------------------- */

static fk_status check_scene(fk_context *context, const study_scene *scene, fk_check **out)
{
    fk_check_options options = fk_check_options_default();
    options.select = scene->select;
    options.user = scene->user;
    options.wants_distance = options.wants_depth = false;
    return scene->is_checked ? fk_check_run(context, scene->part, scene->count, &options, out) : FK_OK;
}

/* What the view takes: parts that rest in the world. */
static fk_sweep_part *make_parts(const study_scene *scene)
{
    fk_sweep_part *part = bench_allocate(scene->count, sizeof *part);
    for (uint32_t i = 0; i < scene->count; i++)
        part[i] = (fk_sweep_part){scene->part[i], FK_NONE};
    return part;
}

static fk_status render_scene(fk_context *context, fk_renderer *renderer, const study_scene *scene,
                              fk_picture *out)
{
    fk_check *found = NULL;
    fk_status status = check_scene(context, scene, &found);
    if (status == FK_OK) {
        fk_sweep_part *part = make_parts(scene);
        fk_show show = {.part_count = scene->count, .part = part, .check = found};
        fk_picture_options options = fk_picture_options_default();
        options.width = VIEW_WIDTH;
        options.height = VIEW_HEIGHT;
        options.layers = scene->layers;
        options.tree_level = scene->tree_level;
        options.is_clear = true;
        status = fk_renderer_draw(renderer, &show, &options, out);
        free(part);
    }
    fk_check_free(context, found);
    return status;
}

void study_view(study *s, fk_context *context, const char *name, const char *text, const study_scene *scene)
{
    fk_renderer *renderer = NULL;
    fk_picture picture;
    char message[FK_VIEW_MESSAGE];
    if (!study_has_files(s))
        return;
    if (fk_renderer_create(context, &renderer, message) != FK_OK) {
        cli_note("there is no picture of %s: %s", name, message);
        return;
    }
    fk_status status = render_scene(context, renderer, scene, &picture);
    fk_renderer_free(renderer);
    if (status != FK_OK)
        cli_trouble("no picture of %s can be drawn: %s", name, fk_status_text(status));
    else
        make_plain(&picture, scene->layers & FK_LAYER_SPHERES ? MORE_SHADES : FEW_SHADES);
    if (status != FK_OK || !add_plain(s, context, name, text, &picture))
        study_fail(s);
}

#else

void study_view(study *s, fk_context *context, const char *name, const char *text, const study_scene *scene)
{
    (void)s, (void)context, (void)name, (void)text, (void)scene;
}

#endif
