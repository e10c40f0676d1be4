/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What can be asked about two pieces that meet: a foot has sunk into a table. How deep, which way out, what do they share, and at
 * which points do they press on each other? Nothing here allocates. */

#include <farkas/farkas.h>
#include <stdio.h>
#include <stdlib.h>

#define XYZ(v) (v).x + 0.0, (v).y + 0.0, (v).z + 0.0 /* + 0.0: no -0 */

/* Every call that can fail returns a status; results are only written when it is FK_OK. */
static void check(fk_status status)
{
    if (status == FK_OK)
        return;
    fprintf(stderr, "contact: %s\n", fk_status_text(status));
    exit(1);
}

int main(void)
{
    const fk_vec3 x = {1, 0, 0}, y = {0, 1, 0}, z = {0, 0, 1}, corner = {-0.5, -0.5, -0.25},
                  below = {-4, -4, -1};
    fk_piece foot = fk_piece_box(corner, x, y, z);
    fk_piece table = fk_piece_box(below, fk_vec3_scale(x, 8), fk_vec3_scale(y, 8), z);

    /* An interval that contains the truth, and a direction along which the table would be free. */
    fk_depth depth;
    check(fk_pair_depth(&foot, &table, &depth));
    printf("%s, %g deep; the table would have to move along (%g %g %g)\n",
           fk_verdict_name(fk_pair_verdict(&foot, &table)), depth.depth.hi, XYZ(depth.direction));

    fk_aabb box;
    check(fk_pair_box(&foot, &table, &box));
    printf("what they share lies in the box (%g %g %g) to (%g %g %g)\n", XYZ(box.min), XYZ(box.max));

    fk_contact contact;
    check(fk_pair_contact(&foot, &table, &contact));
    printf("contact with normal (%g %g %g), %u points\n", XYZ(contact.normal), (unsigned)contact.count);
    for (uint32_t i = 0; i < contact.count; i++) {
        /* The id stays the same from step to step, so a solver finds its last impulse again. */
        const fk_contact_point *p = &contact.point[i];
        printf("    (%g %g %g) depth %g id %016llx\n", XYZ(p->point), p->depth,
               (unsigned long long)p->feature);
    }
    return 0;
}
