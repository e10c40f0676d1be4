/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Checks a peg against a wall, and writes a picture of what is found, without a display; with libfarkas-view:
 *     picture FILE.png
 * Exit status 3 where there is no OpenGL. */

#include <farkas/farkas.h>
#include <farkas/view.h>
#include <stdio.h>
#include <stdlib.h>

static void check(fk_status status, const char *message)
{
    if (status == FK_OK)
        return;
    fprintf(stderr, "picture: %s\n", message != NULL ? message : fk_status_text(status));
    exit(status == FK_ERROR_FORMAT ? 3 : 2);
}

int main(int argc, char **argv)
{
    fk_context *context;
    check(argc == 2 ? FK_OK : FK_ERROR_ARGUMENT, "usage: picture FILE.png");
    check(fk_context_create(NULL, &context), NULL);
    fk_vec3 x = {4, 0, 0}, y = {0, 0.5, 0}, z = {0, 0, 3}, from = {0, -1, 1}, to = {0.5, 1.2, 1.5};
    fk_piece wall = fk_piece_box(fk_vec3_make(-2, 1, 0), x, y, z), peg = fk_piece_capsule(from, to, 0.3);
    fk_check_part part[2] = {{"wall", NULL, &wall, fk_pose_identity()},
                             {"peg", NULL, &peg, fk_pose_identity()}};
    fk_check_options options = fk_check_options_default();
    fk_check *found;
    check(fk_check_run(context, part, 2, &options, &found), NULL);
    printf("%s and %s: %s\n", part[0].name, part[1].name,
           fk_clash_word(found->pair[0].kind)); /* the only pair */

    fk_sweep_part shown[2] = {{part[0], FK_NONE}, {part[1], FK_NONE}}; /* at rest */
    fk_show show = {.part_count = 2, .part = shown, .check = found, .units = "mm"};
    char message[FK_VIEW_MESSAGE];
    fk_renderer *renderer;
    fk_picture picture;
    void *png;
    size_t bytes;
    check(fk_renderer_create(context, &renderer, message), message);
    fk_picture_options looks = fk_picture_options_default(); /* from the corner, 1280 x 800; now smaller: */
    looks.width = 640;
    looks.height = 400;
    check(fk_renderer_draw(renderer, &show, &looks, &picture), NULL);
    check(fk_picture_png(context, &picture, &png, &bytes), NULL);
    FILE *file = fopen(argv[1], "wb");
    bool is_written = file != NULL && fwrite(png, 1, bytes, file) == bytes && fclose(file) == 0;
    check(is_written ? FK_OK : FK_ERROR_WRITE, NULL);
    printf("%u x %u pixels\n", (unsigned)picture.width, (unsigned)picture.height);
    fk_release(context, png, bytes);
    fk_picture_free(context, &picture);
    fk_renderer_free(renderer);
    fk_check_free(context, found);
    fk_context_destroy(context);
    return 0;
}
