/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Checks a peg against a wall and a rail, and writes a picture of what is found, without a display. Uses libfarkas-view.
 *
 *     picture FILE.png
 *
 * Exit status 3 where there is no OpenGL. */

#include <farkas/farkas.h>
#include <farkas/view.h>
#include <stdio.h>

static fk_status draw(fk_context *context, const fk_show *show, const char *path)
{
    char message[FK_VIEW_MESSAGE];
    fk_studio *studio;
    fk_status status = fk_studio_create(context, &studio, message);
    if (status != FK_OK) {
        fprintf(stderr, "%s\n", message);
        return status;
    }
    fk_picture_options options = fk_picture_options_default();
    options.width = 640;
    options.height = 400;
    fk_picture picture = {0};
    void *png = NULL;
    size_t bytes = 0;
    status = fk_studio_draw(studio, show, &options, &picture);
    if (status == FK_OK)
        status = fk_picture_png(context, &picture, &png, &bytes);
    if (status == FK_OK) {
        FILE *file = fopen(path, "wb");
        if (file == NULL || fwrite(png, 1, bytes, file) != bytes)
            status = FK_ERROR_WRITE;
        if (file != NULL)
            fclose(file);
        printf("%u x %u pixels\n", (unsigned)picture.width, (unsigned)picture.height);
    }
    fk_release(context, png, bytes);
    fk_picture_free(context, &picture);
    fk_studio_free(studio);
    return status;
}

int main(int argc, char **argv)
{
    fk_context *context;
    if (argc != 2) {
        fprintf(stderr, "usage: %s FILE.png\n", argv[0]);
        return 2;
    }
    if (fk_context_create(NULL, &context) != FK_OK)
        return 2;
    fk_vec3 along = {4, 0, 0};
    fk_piece wall =
        fk_piece_box(fk_vec3_make(-2, 1, 0), along, fk_vec3_make(0, 0.5, 0), fk_vec3_make(0, 0, 3));
    fk_piece rail =
        fk_piece_box(fk_vec3_make(-2, -1.6, 0), along, fk_vec3_make(0, 0.3, 0), fk_vec3_make(0, 0, 0.3));
    fk_piece peg = fk_piece_capsule(fk_vec3_make(0, -1, 1), fk_vec3_make(0.5, 1.2, 1.5), 0.3);
    fk_sweep_part part[3] = {{{"wall", NULL, &wall, fk_pose_identity()}, FK_NONE},
                             {{"rail", NULL, &rail, fk_pose_identity()}, FK_NONE},
                             {{"peg", NULL, &peg, fk_pose_identity()}, FK_NONE}};
    const fk_check_part checked[3] = {part[0].part, part[1].part, part[2].part};
    fk_check_options options = fk_check_options_default();
    fk_check *check;
    fk_status status = fk_check_run(context, checked, 3, &options, &check);
    if (status == FK_OK) {
        for (size_t i = 0; i < check->pair_count; i++)
            printf("%s and %s: %s\n", checked[check->pair[i].a].name, checked[check->pair[i].b].name,
                   fk_clash_word(check->pair[i].kind));
        fk_show show = {.part_count = 3, .part = part, .check = check, .units = "mm"};
        status = draw(context, &show, argv[1]);
        fk_check_free(context, check);
    }
    fk_context_destroy(context);
    return status == FK_OK ? 0 : status == FK_ERROR_FORMAT ? 3 : 2;
}
