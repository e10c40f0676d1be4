/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Comparing pictures, with a tolerance: drivers round differently, smooth edges differently, and fill other pixels along
 * the sides of triangles. So both pictures are blurred a little, and then compared by two numbers: the mean difference of
 * all channels, from 0 to 255, and the share of pixels of which a channel differs by more than 24. The same scene on
 * another driver stays below 1 and 0.01; a part in another colour or place does not, if it covers a hundredth of the
 * picture.
 *
 * For tests in C, included in one file of a program: picture_load, picture_compare, assert_picture. For scripts: the program compare_pictures. Pictures that
 * are compared with lie in test/pictures/; to renew one, look at the new one first, and run the test with
 * FARKAS_NEW_PICTURES=1 in the environment: then assert_picture writes it. */

#ifndef FARKAS_TEST_PICTURE_CHECK_H
#define FARKAS_TEST_PICTURE_CHECK_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "farkas/view.h"

#define STBI_ONLY_PNG
#define STBI_NO_LINEAR
#define STBI_NO_HDR
#define STB_IMAGE_IMPLEMENTATION
#include "stb_image.h"

#define PICTURE_FOLDER "test/pictures/"

typedef struct picture_difference {
    double mean;  /* 0 to 255 */
    double share; /* 0 to 1 */
    double worst; /* 0 to 255 */
} picture_difference;

/* The usual limits. */
#define PICTURE_MEAN  1.0
#define PICTURE_SHARE 0.01

/* A picture from a PNG file, to be freed with free(picture.pixel); without pixels where that fails. */
static inline fk_picture picture_load(const char *path)
{
    int width = 0, height = 0, channels;
    uint8_t *pixel = stbi_load(path, &width, &height, &channels, 4);
    return (fk_picture){.width = (uint32_t)width, .height = (uint32_t)height, .pixel = pixel};
}

/* A channel of a pixel times its opacity, as the mean of 5 x 5 pixels; those beyond the border count as the last. */
static inline double picture_blurred(const fk_picture *picture, int x, int y, int channel)
{
    int sum = 0, width = (int)picture->width, height = (int)picture->height;
    for (int v = y - 2; v <= y + 2; v++)
        for (int u = x - 2; u <= x + 2; u++) {
            int at_x = u < 0        ? 0
                       : u >= width ? width - 1
                                    : u,
                at_y = v < 0         ? 0
                       : v >= height ? height - 1
                                     : v;
            const uint8_t *pixel = picture->pixel + 4 * ((size_t)at_y * picture->width + (size_t)at_x);
            sum += channel < 3 ? pixel[channel] * pixel[3] / 255 : pixel[3];
        }
    return sum / 25.0;
}

/* Pictures of different sizes are as different as can be. */
static inline picture_difference picture_compare(const fk_picture *a, const fk_picture *b)
{
    picture_difference out = {255, 1, 255};
    if (a->width != b->width || a->height != b->height || !a->pixel || !b->pixel || a->width == 0)
        return out;
    double sum = 0, worst = 0;
    size_t differing = 0, count = (size_t)a->width * a->height;
    for (int y = 0; y < (int)a->height; y++)
        for (int x = 0; x < (int)a->width; x++) {
            double most = 0;
            for (int channel = 0; channel < 4; channel++) {
                double d = fabs(picture_blurred(a, x, y, channel) - picture_blurred(b, x, y, channel));
                sum += d;
                most = d > most ? d : most;
            }
            differing += most > 24;
            worst = most > worst ? most : worst;
        }
    out.mean = sum / (4 * (double)count);
    out.share = (double)differing / (double)count;
    out.worst = worst;
    return out;
}

/* Writes a PNG file. */
static inline bool picture_save(fk_context *context, const fk_picture *picture, const char *path)
{
    void *png;
    size_t bytes;
    if (fk_picture_png(context, picture, &png, &bytes) != FK_OK)
        return false;
    FILE *file = fopen(path, "wb");
    bool is_good = file != NULL && fwrite(png, 1, bytes, file) == bytes;
    is_good = file != NULL && fclose(file) == 0 && is_good;
    fk_release(context, png, bytes);
    return is_good;
}

/* True when a picture is like the one in test/pictures/NAME.png, as seen from the top folder, in which tests run. Says on
 * standard error what differs, and leaves the picture as NAME-now.png in the folder that FARKAS_PICTURE_FOLDER names. */
static inline bool picture_is_like(fk_context *context, const fk_picture *picture, const char *name)
{
    char path[512];
    snprintf(path, sizeof path, PICTURE_FOLDER "%s.png", name);
    const char *renew = getenv("FARKAS_NEW_PICTURES"), *folder = getenv("FARKAS_PICTURE_FOLDER");
    if (renew != NULL && renew[0] == '1')
        return picture_save(context, picture, path);
    fk_picture kept = picture_load(path);
    picture_difference d = picture_compare(picture, &kept);
    free(kept.pixel);
    if (d.mean <= PICTURE_MEAN && d.share <= PICTURE_SHARE)
        return true;
    fprintf(stderr, "%s: mean difference %.2f, %.2f %% of the pixels differ\n", path, d.mean, 100 * d.share);
    if (folder != NULL) {
        snprintf(path, sizeof path, "%s/%s-now.png", folder, name);
        picture_save(context, picture, path);
    }
    return false;
}

#define assert_picture(context, picture, name) assert_true(picture_is_like(context, picture, name))

#endif
