// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// MuJoCo: the functions of its public table of collision functions. They read size and place of a geometry from the
// model and the data, of which nothing else is filled here, so the work of a whole simulation is not timed.

#include "peers/shapes.h"

#include <cmath>
#include <cstring>
#include <mujoco/mujoco.h>

struct Scene {
    mjModel model;
    mjData data;
    mjfCollision function;
};

static int typeOf(fk_kind kind)
{
    return kind == FK_KIND_BOX ? mjGEOM_BOX : kind == FK_KIND_SPHERE ? mjGEOM_SPHERE : mjGEOM_CAPSULE;
}

static void setSizes(const fk_piece *piece, mjtNum *size, mjtNum *matrix)
{
    mju_zero(matrix, 9);
    matrix[0] = matrix[4] = matrix[8] = 1;
    if (piece->kind == FK_KIND_SPHERE) {
        size[0] = piece->as.sphere.radius;
    } else if (piece->kind == FK_KIND_CAPSULE) {
        fk_vec3 v = fk_vec3_sub(piece->as.capsule.end[1], piece->as.capsule.end[0]);
        mjtNum axis[3] = {v.x, v.y, v.z}, quat[4];
        size[0] = piece->as.capsule.radius;
        size[1] = mju_norm3(axis) / 2;
        mju_quatZ2Vec(quat, axis);
        mju_quat2Mat(matrix, quat);
    } else {
        bench_box box = bench_make_box(piece);
        for (int i = 0; i < 3; i++) {
            size[i] = box.half[i];
            for (int row = 0; row < 3; row++)
                matrix[3 * row + i] = box.axis[i][row];
        }
    }
}

// Geometry 2 i is a of pair i, 2 i + 1 its b.
static void *prepare(const bench_set *set)
{
    Scene *out = static_cast<Scene *>(bench_allocate(1, sizeof *out));
    size_t count = 2 * set->count;
    out->model.geom_size = static_cast<mjtNum *>(bench_allocate(3 * count, sizeof(mjtNum)));
    out->data.geom_xpos = static_cast<mjtNum *>(bench_allocate(3 * count, sizeof(mjtNum)));
    out->data.geom_xmat = static_cast<mjtNum *>(bench_allocate(9 * count, sizeof(mjtNum)));
    for (size_t i = 0; i < count; i++) {
        const fk_piece *piece = i % 2 == 0 ? &set->pair[i / 2].a : &set->pair[i / 2].b;
        fk_vec3 middle = bench_middle(piece);
        for (int k = 0; k < 3; k++)
            out->data.geom_xpos[3 * i + k] = fk_vec3_get(middle, k);
        setSizes(piece, &out->model.geom_size[3 * i], &out->data.geom_xmat[9 * i]);
    }
    int type = typeOf(set->pair[0].a.kind);
    out->function = mjCOLLISIONFUNC[type][type];
    return out;
}

static void testPairs(void *data, size_t begin, size_t end, uint8_t *answer)
{
    const Scene *scene = static_cast<const Scene *>(data);
    mjContact contact[mjMAXCONPAIR];
    for (size_t i = begin; i < end; i++) {
        int a = static_cast<int>(2 * i);
        answer[i] = scene->function(&scene->model, &scene->data, contact, a, a + 1, 0) > 0 ? BENCH_MEETS
                                                                                           : BENCH_APART;
    }
}

static bool knows(fk_kind a, fk_kind b)
{
    return a == b && (a == FK_KIND_BOX || bench_is_round(a));
}

int main(int argc, char **argv)
{
    static const bench_method methods[] = {
        {"MuJoCo", "verdict", knows, prepare, testPairs, nullptr, nullptr}};
    static const bench_library library = {"MuJoCo " PEER_VERSION, true, methods, 1};
    return bench_main(argc, argv, &library);
}
