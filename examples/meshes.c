/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Mesh against mesh: two copies of a part from a file, one of them moved along x, step by step. Do they meet, and how far apart
 * are they? A collider is made once, and asked in as many places as you like.
 *
 *     meshes FILE STEP */

#include <farkas/farkas.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static fk_status compare(fk_context *context, const fk_collider *part, double x)
{
    fk_placed_collider a = {part, fk_pose_identity()}, b = a;
    b.pose.translation.x = x;
    fk_verdict verdict;
    fk_collider_distance distance;
    fk_status status = fk_collider_verdict(context, &a, &b, NULL, &verdict);
    if (status == FK_OK)
        status = fk_collider_measure(context, &a, &b, INFINITY, &distance);
    if (status != FK_OK)
        return status;
    printf("moved by %g: %s", x, fk_verdict_name(verdict));
    if (verdict == FK_APART) /* the interval contains the truth; triangles are numbered as in the file */
        printf(", %g apart, triangle %u and triangle %u", distance.distance.hi, (unsigned)distance.part_a,
               (unsigned)distance.part_b);
    printf("\n");
    return FK_OK;
}

int main(int argc, char **argv)
{
    fk_context *context;
    fk_model *model;
    fk_collider *part;
    fk_load_report report;
    double step = argc == 3 ? strtod(argv[2], NULL) : NAN;
    if (!isfinite(step) || fk_context_create(NULL, &context) != FK_OK)
        return 2;
    fk_status status = fk_model_load(context, argv[1], NULL, &report, &model);
    if (status == FK_OK) {
        status = fk_collider_of_mesh(context, &model->part[0], NULL, &part); /* the mesh is kept by you */
        if (status == FK_OK) {
            for (int i = 0; status == FK_OK && i < 4; i++)
                status = compare(context, part, i * step);
            fk_collider_free(context, part);
        }
        fk_model_free(context, model);
    }
    if (status != FK_OK)
        fprintf(stderr, "%s: %s\n", argv[1],
                report.message[0] != '\0' ? report.message : fk_status_text(status));
    fk_context_destroy(context);
    return status == FK_OK ? 0 : 2;
}
