/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* two_parts FILE FILE X: two meshes, the second moved by X along x. Do they meet, how far apart are they, and what proves
 * it? docs/first-program.md goes through this. */

#include <farkas/farkas.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void check(const char *what, fk_status status, const char *message)
{
    if (status == FK_OK)
        return;
    fprintf(stderr, "%s: %s\n", what, message[0] != '\0' ? message : fk_status_text(status));
    exit(2);
}

int main(int argc, char **argv)
{
    fk_context *context;
    fk_mesh *mesh[2];
    fk_collider *collider[2];
    fk_placed_collider body[2];
    fk_piece box[2];
    if (argc != 4 || fk_context_create(NULL, &context) != FK_OK)
        return 2;
    for (int i = 0; i < 2; i++) {
        fk_load_report report;
        fk_obb around;
        check(argv[1 + i], fk_mesh_load(context, argv[1 + i], NULL, &report, &mesh[i]), report.message);
        check("collider", fk_collider_of_mesh(context, mesh[i], NULL, &collider[i]), "");
        check("box", fk_obb_build(context, mesh[i]->point, mesh[i]->vertex_count, &around), "");
        body[i] = (fk_placed_collider){collider[i], fk_pose_identity()};
        body[i].pose.translation.x = i * strtod(argv[3], NULL);
        around = fk_obb_place(&around, &body[i].pose);
        box[i] = fk_obb_piece(&around);
    }
    fk_verdict verdict;
    fk_collider_distance near;
    check("verdict", fk_collider_verdict(context, &body[0], &body[1], NULL, &verdict), "");
    check("distance", fk_collider_measure(context, &body[0], &body[1], INFINITY, &near), "");
    printf("meshes: %s, distance %.6g\n", fk_verdict_name(verdict), near.distance.lo);

    /* The boxes contain the meshes, so a plane that separates the boxes separates the meshes. */
    fk_pair_query query = fk_pair_query_default(&box[0], &box[1]);
    fk_answer answer;
    check("answer", fk_pair_answer(&query, &answer), "");
    printf("boxes: %s, gap %.6g; the certificate %s\n", fk_verdict_name(answer.verdict), answer.gap,
           fk_verify(&box[0], &box[1], &answer.certificate) ? "holds" : "does not hold");

    for (int i = 0; i < 2; i++) {
        fk_collider_free(context, collider[i]);
        fk_mesh_free(context, mesh[i]);
    }
    fk_context_destroy(context);
    return 0;
}
