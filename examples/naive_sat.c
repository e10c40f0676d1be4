/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* A box-box test as textbooks have it: 15 separating axes, plain double arithmetic, no error bound. Reads a stream of box pairs
 * from standard input and prints "apart" or "meet" for each, to be compared with the exact verdict: near contact, rounding decides
 * what it says. It is a fair version: it takes skew boxes, and leaves out an axis that comes out as zero (parallel edges). */

#include <farkas/farkas.h>
#include <math.h>
#include <stdio.h>

static size_t read_stdin(void *user, char *buffer, size_t capacity)
{
    (void)user;
    size_t count = fread(buffer, 1, capacity, stdin);
    return ferror(stdin) ? FK_READ_FAILED : count;
}

static fk_vec3 center(const fk_cell *box)
{
    fk_vec3 diagonal = fk_vec3_add(fk_vec3_add(box->edge[0], box->edge[1]), box->edge[2]);
    return fk_vec3_add(box->origin, fk_vec3_scale(diagonal, 0.5));
}

/* Half of the length of the box's shadow on the axis. */
static double radius(const fk_cell *box, fk_vec3 axis)
{
    return 0.5 * (fabs(fk_vec3_dot(box->edge[0], axis)) + fabs(fk_vec3_dot(box->edge[1], axis)) +
                  fabs(fk_vec3_dot(box->edge[2], axis)));
}

static bool boxes_apart(const fk_cell *a, const fk_cell *b)
{
    for (int i = 0; i < 15; i++) {
        const fk_cell *one = i < 3 ? a : b; /* faces of a, faces of b, then edges of both */
        fk_vec3 axis = i < 6 ? fk_vec3_cross(one->edge[i % 3], one->edge[(i + 1) % 3])
                             : fk_vec3_cross(a->edge[(i - 6) / 3], b->edge[i % 3]);
        double distance = fabs(fk_vec3_dot(fk_vec3_sub(center(b), center(a)), axis));
        if ((axis.x != 0 || axis.y != 0 || axis.z != 0) && distance > radius(a, axis) + radius(b, axis))
            return true;
    }
    return false;
}

int main(void)
{
    fk_pair_reader reader;
    fk_piece a, b;
    fk_status status;
    fk_pair_reader_init(&reader, NULL, read_stdin, NULL); /* without memory, as there are no hulls */
    while ((status = fk_pair_reader_next(&reader, &a, &b)) == FK_OK && a.kind == FK_KIND_BOX &&
           b.kind == a.kind)
        puts(boxes_apart(&a.as.cell, &b.as.cell) ? "apart" : "meet");
    if (status == FK_END)
        return 0;
    fprintf(stderr, "naive_sat: line %zu: %s\n", reader.line,
            status == FK_OK ? "only boxes" : reader.message);
    return 2;
}
