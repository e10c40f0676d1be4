/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Compares two PNG files with a tolerance, see picture_check.h.
 *
 *     compare_pictures A.png B.png [MEAN [SHARE]]
 *
 * Prints the mean difference, from 0 to 255, and the share of pixels that differ, from 0 to 1. Exit status 0: alike; 1:
 * not; 2: a file cannot be read. */

#include "picture_check.h"

int main(int argc, char **argv)
{
    if (argc < 3 || argc > 5) {
        fprintf(stderr, "usage: compare_pictures A.png B.png [MEAN [SHARE]]\n");
        return 2;
    }
    fk_picture picture[2];
    for (int i = 0; i < 2; i++) {
        picture[i] = picture_load(argv[1 + i]);
        if (picture[i].pixel == NULL) {
            fprintf(stderr, "%s: not a PNG file that can be read\n", argv[1 + i]);
            return 2;
        }
    }
    picture_difference d = picture_compare(&picture[0], &picture[1]);
    double mean = argc > 3 ? atof(argv[3]) : PICTURE_MEAN, share = argc > 4 ? atof(argv[4]) : PICTURE_SHARE;
    printf("mean %.3f share %.5f worst %.0f\n", d.mean, d.share, d.worst);
    free(picture[0].pixel);
    free(picture[1].pixel);
    return d.mean <= mean && d.share <= share ? 0 : 1;
}
