/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* A first program: do two boxes meet? If not, how far apart are they, and is that proved? */

#include <farkas/farkas.h>
#include <stdio.h>

int main(void)
{
    fk_vec3 x = {1, 0, 0}, y = {0, 1, 0}, z = {0, 0, 1};
    fk_piece a = fk_piece_box(fk_vec3_make(0, 0, 0), x, y, z);
    fk_piece b = fk_piece_box(fk_vec3_make(1.25, 0.5, 0), x, y, z);
    printf("verdict: %s\n", fk_verdict_name(fk_pair_verdict(&a, &b)));

    fk_pair_query query = fk_pair_query_default(&a, &b);
    fk_answer answer;
    if (fk_pair_answer(&query, &answer) != FK_OK)
        return 2;
    fk_vec3 n = answer.plane.normal;
    printf("gap: %g along (%g %g %g)\n", answer.gap, n.x, n.y, n.z);
    printf("proof: %s\n", fk_verify(&a, &b, &answer.certificate) ? "holds" : "does not hold");
    return 0;
}
