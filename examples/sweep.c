/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* When do they first touch? A blade turns once around itself, and a ball rolls by: each moment is proved, not sampled. */

#include <farkas/farkas.h>
#include <stdio.h>
#include <stdlib.h>

static void check(fk_status status)
{
    if (status == FK_OK)
        return;
    fprintf(stderr, "sweep: %s\n", fk_status_text(status));
    exit(1);
}

int main(void)
{
    fk_context *context;
    check(fk_context_create(NULL, &context));

    /* Frames move by keys: a third of a turn each second; and a straight way. Times in seconds, lengths in mm. */
    const fk_key turn[4] = {{0, {0, 0, 0}, {0, 0, 0, 1}},
                            {1, {0, 0, 0}, {0, 0, 0.8660254037844386, 0.5}},
                            {2, {0, 0, 0}, {0, 0, 0.8660254037844386, -0.5}},
                            {3, {0, 0, 0}, {0, 0, 0, -1}}};
    const fk_key roll[2] = {{0, {-200, 45, 0}, {0, 0, 0, 1}}, {3, {200, 45, 0}, {0, 0, 0, 1}}};
    fk_frame frame[2] = {{.parent = FK_NONE, .kind = FK_FRAME_KEYS, .key_count = 4, .key = turn},
                         {.parent = FK_NONE, .kind = FK_FRAME_KEYS, .key_count = 2, .key = roll}};
    frame[0].origin = frame[1].origin = fk_pose_identity();
    fk_motion *motion;
    check(fk_motion_create(context, frame, 2, NULL, 0, &motion));

    fk_piece blade = fk_piece_box(fk_vec3_make(-50, -5, -5), fk_vec3_make(100, 0, 0), fk_vec3_make(0, 10, 0),
                                  fk_vec3_make(0, 0, 10));
    fk_piece ball = fk_piece_sphere(fk_vec3_make(0, 0, 0), 15);
    fk_sweep_part part[2] = {{{"blade", NULL, &blade, fk_pose_identity()}, 0},
                             {{"ball", NULL, &ball, fk_pose_identity()}, 1}};
    fk_sweep *sweep;
    check(fk_sweep_run(context, motion, part, 2, NULL, &sweep));

    const fk_sweep_pair *pair = &sweep->pair[0];
    printf("%s: %u contact%s\n", fk_clash_word(pair->kind), (unsigned)pair->contact_count,
           pair->contact_count == 1 ? "" : "s");
    for (uint32_t i = 0; i < pair->contact_count; i++)
        printf("  from %.4f to %.4f s\n", pair->contact[i].enter.hi, pair->contact[i].leave.lo);
    if (pair->contact_count == 0)
        printf("  closest: %.3f mm at %.3f s\n", pair->closest.hi, pair->closest_time);

    fk_sweep_free(context, sweep);
    fk_motion_free(context, motion);
    fk_context_destroy(context);
    return 0;
}
