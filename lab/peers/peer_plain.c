/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Reference lines: separating axes in plain doubles, as in the textbooks. SAT-15 for boxes (sat_plain.h), also with the
 * usual 1e-6 added against parallel edges; SAT-44 for tetrahedra (eight face normals, 36 products of edges). No bound,
 * so wrong near contact. */

#include "peers/sat_plain.h"
#include "peers/shapes.h"

#include <stdlib.h>
#include <string.h>

/* ---- Boxes --------------------------------------------------------------------------------------------- */

typedef struct box_pair {
    fk_obb a, b;
} box_pair;

static fk_obb make_obb(const fk_piece *piece)
{
    bench_box box = bench_make_box(piece);
    fk_obb out = {.center = fk_vec3_make(box.center[0], box.center[1], box.center[2])};
    for (int i = 0; i < 3; i++) {
        out.axis[i] = fk_vec3_make(box.axis[i][0], box.axis[i][1], box.axis[i][2]);
        out.half[i] = box.half[i];
    }
    return out;
}

static void *prepare_boxes(const bench_set *set)
{
    box_pair *out = bench_allocate(set->count, sizeof *out);
    for (size_t i = 0; i < set->count; i++) {
        out[i].a = make_obb(&set->pair[i].a);
        out[i].b = make_obb(&set->pair[i].b);
    }
    return out;
}

static void test_boxes_sat(void *data, size_t begin, size_t end, uint8_t *answer)
{
    const box_pair *p = data;
    for (size_t i = begin; i < end; i++)
        answer[i] = sat_plain_meets(&p[i].a, &p[i].b, 15, 0) ? BENCH_MEETS : BENCH_APART;
}

static void test_boxes_sat_epsilon(void *data, size_t begin, size_t end, uint8_t *answer)
{
    const box_pair *p = data;
    for (size_t i = begin; i < end; i++)
        answer[i] = sat_plain_meets(&p[i].a, &p[i].b, 15, 1e-6) ? BENCH_MEETS : BENCH_APART;
}

/* ---- Tetrahedra ---------------------------------------------------------------------------------------- */

typedef struct tetra_pair {
    fk_vec3 a[4], b[4];
} tetra_pair;

static void *prepare_tetras(const bench_set *set)
{
    tetra_pair *out = bench_allocate(set->count, sizeof *out);
    for (size_t i = 0; i < set->count; i++) {
        size_t count;
        fk_vec3 *a = bench_vertices(&set->pair[i].a, &count), *b = bench_vertices(&set->pair[i].b, &count);
        memcpy(out[i].a, a, sizeof out[i].a);
        memcpy(out[i].b, b, sizeof out[i].b);
        free(a);
        free(b);
    }
    return out;
}

static inline bool axis_separates(const tetra_pair *p, fk_vec3 axis)
{
    double low_a = fk_vec3_dot(p->a[0], axis), high_a = low_a;
    double low_b = fk_vec3_dot(p->b[0], axis), high_b = low_b;
    for (int i = 1; i < 4; i++) {
        double a = fk_vec3_dot(p->a[i], axis), b = fk_vec3_dot(p->b[i], axis);
        low_a = a < low_a ? a : low_a;
        high_a = a > high_a ? a : high_a;
        low_b = b < low_b ? b : low_b;
        high_b = b > high_b ? b : high_b;
    }
    return high_a < low_b || high_b < low_a;
}

static const int face[4][3] = {{0, 1, 2}, {0, 1, 3}, {0, 2, 3}, {1, 2, 3}};
static const int edge[6][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};

static inline fk_vec3 face_normal(const fk_vec3 *v, const int f[3])
{
    return fk_vec3_cross(fk_vec3_sub(v[f[1]], v[f[0]]), fk_vec3_sub(v[f[2]], v[f[0]]));
}

static bool tetras_meet(const tetra_pair *p)
{
    for (int i = 0; i < 4; i++)
        if (axis_separates(p, face_normal(p->a, face[i])) || axis_separates(p, face_normal(p->b, face[i])))
            return false;
    for (int i = 0; i < 6; i++) {
        fk_vec3 u = fk_vec3_sub(p->a[edge[i][1]], p->a[edge[i][0]]);
        for (int j = 0; j < 6; j++)
            if (axis_separates(p, fk_vec3_cross(u, fk_vec3_sub(p->b[edge[j][1]], p->b[edge[j][0]]))))
                return false;
    }
    return true;
}

static void test_tetras(void *data, size_t begin, size_t end, uint8_t *answer)
{
    const tetra_pair *p = data;
    for (size_t i = begin; i < end; i++)
        answer[i] = tetras_meet(&p[i]) ? BENCH_MEETS : BENCH_APART;
}

static bool knows_tetras(fk_kind a, fk_kind b)
{
    return a == FK_KIND_TETRA && b == FK_KIND_TETRA;
}

int main(int argc, char **argv)
{
    static const bench_method methods[] = {
        {"SAT-15", "verdict", bench_knows_boxes, prepare_boxes, test_boxes_sat, NULL, NULL},
        {"SAT-15 + 1e-6", "verdict", bench_knows_boxes, prepare_boxes, test_boxes_sat_epsilon, NULL, NULL},
        {"SAT-44", "verdict", knows_tetras, prepare_tetras, test_tetras, NULL, NULL},
    };
    static const bench_library library = {"plain doubles", true, methods, 3};
    return bench_main(argc, argv, &library);
}
