// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// MuJoCo: the functions of its public table of collision functions. They read size and place of a geometry from the
// model and the data, of which nothing else is filled here, so the work of a whole simulation is not timed. And mju_rayGeom.

#include "peers/shapes.h"

#include <cmath>
#include <cstring>
#include <mujoco/mujoco.h>

struct Scene {
    mjModel model;
    mjData data;
    mjfCollision function;
    bool isSwapped; // b comes first: functions take types in ascending order
    const bench_place *place;
};

static int typeOf(fk_kind kind)
{
    switch (kind) {
    case FK_KIND_BOX:
        return mjGEOM_BOX;
    case FK_KIND_CAPSULE:
        return mjGEOM_CAPSULE;
    case FK_KIND_CYLINDER:
        return mjGEOM_CYLINDER;
    case FK_KIND_ELLIPSOID:
        return mjGEOM_ELLIPSOID;
    default:
        return mjGEOM_SPHERE;
    }
}

static void setSizes(const fk_piece *piece, mjtNum *size, mjtNum *matrix)
{
    mju_zero(matrix, 9);
    matrix[0] = matrix[4] = matrix[8] = 1;
    if (piece->kind == FK_KIND_SPHERE) {
        size[0] = piece->as.sphere.radius;
    } else if (bench_has_axis(piece->kind)) {
        fk_vec3 v = fk_vec3_sub(piece->as.capsule.end[1], piece->as.capsule.end[0]);
        mjtNum axis[3] = {v.x, v.y, v.z}, quat[4];
        size[0] = piece->as.capsule.radius;
        size[1] = mju_norm3(axis) / 2;
        mju_quatZ2Vec(quat, axis);
        mju_quat2Mat(matrix, quat);
    } else if (piece->kind != FK_KIND_POINT) { // that of a ray
        bench_box box = bench_make_box(piece);
        for (int i = 0; i < 3; i++) {
            size[i] = box.half[i];
            for (int row = 0; row < 3; row++)
                matrix[3 * row + i] = box.axis[i][row];
        }
    }
}

template <typename Number> static Number *allocate(size_t count)
{
    return static_cast<Number *>(bench_allocate(count, sizeof(Number)));
}

static void setPlace(Scene *scene, size_t i, const fk_piece *piece, const fk_pose *pose)
{
    fk_vec3 middle = bench_middle(piece);
    mjtNum *matrix = &scene->data.geom_xmat[9 * i], local[9];
    setSizes(piece, &scene->model.geom_size[3 * i], matrix);
    if (pose != nullptr) {
        middle = fk_pose_apply(pose, middle);
        mju_copy(local, matrix, 9);
        mju_mulMatMat(matrix, &pose->rotation[0][0], local, 3, 3, 3);
    }
    for (int k = 0; k < 3; k++)
        scene->data.geom_xpos[3 * i + k] = fk_vec3_get(middle, k);
    scene->model.geom_type[i] = typeOf(piece->kind);
}

// Geometry 2 i is a of pair i, 2 i + 1 its b. The settings of MPR are those of a new model.
static void *prepare(const bench_set *set)
{
    Scene *out = allocate<Scene>(1);
    size_t count = 2 * set->count;
    mj_defaultOption(&out->model.opt);
    out->model.geom_type = allocate<int>(count);
    out->model.geom_size = allocate<mjtNum>(3 * count);
    out->data.geom_xpos = allocate<mjtNum>(3 * count);
    out->data.geom_xmat = allocate<mjtNum>(9 * count);
    out->place = set->place;
    for (size_t i = 0; i < set->count; i++) {
        const bench_place *place = set->place != nullptr ? &set->place[i] : nullptr;
        setPlace(out, 2 * i, &set->pair[i].a, place != nullptr ? &place->a : nullptr);
        setPlace(out, 2 * i + 1, &set->pair[i].b, place != nullptr ? &place->b : nullptr);
    }
    int a = typeOf(set->pair[0].a.kind), b = typeOf(set->pair[0].b.kind);
    out->isSwapped = a > b;
    out->function = mjCOLLISIONFUNC[a < b ? a : b][a < b ? b : a];
    return out;
}

static void testPairs(void *data, size_t begin, size_t end, uint8_t *answer)
{
    const Scene *scene = static_cast<const Scene *>(data);
    mjContact contact[mjMAXCONPAIR];
    for (size_t i = begin; i < end; i++) {
        int a = static_cast<int>(2 * i) + scene->isSwapped, b = a + 1 - 2 * scene->isSwapped;
        answer[i] =
            scene->function(&scene->model, &scene->data, contact, a, b, 0) > 0 ? BENCH_MEETS : BENCH_APART;
    }
}

static void testRays(void *data, size_t begin, size_t end, uint8_t *answer)
{
    const Scene *scene = static_cast<const Scene *>(data);
    for (size_t i = begin; i < end; i++) {
        size_t b = 2 * i + 1;
        mjtNum time = mju_rayGeom(&scene->data.geom_xpos[3 * b], &scene->data.geom_xmat[9 * b],
                                  &scene->model.geom_size[3 * b], &scene->place[i].a.translation.x,
                                  &scene->place[i].motion.x, scene->model.geom_type[b]);
        answer[i] = time >= 0 ? BENCH_MEETS : BENCH_APART;
    }
}

static bool knows(fk_kind a, fk_kind b)
{
    return a == b && (a == FK_KIND_BOX || bench_is_round(a));
}

static bool knowsGeom(fk_kind kind)
{
    return bench_is_round(kind) || kind == FK_KIND_BOX || kind == FK_KIND_CYLINDER ||
           kind == FK_KIND_ELLIPSOID;
}

static bool knowsRays(fk_kind a, fk_kind b)
{
    return a == FK_KIND_POINT && knowsGeom(b);
}

static bool knowsContacts(fk_kind a, fk_kind b)
{
    return knowsGeom(a) && knowsGeom(b);
}

int main(int argc, char **argv)
{
    static const bench_method methods[] = {
        {"MuJoCo", "verdict", knows, prepare, testPairs, nullptr, nullptr},
        {"MuJoCo", "posed", knows, prepare, testPairs, nullptr, nullptr},
        {"MuJoCo", "ray", knowsRays, prepare, testRays, nullptr, nullptr},
        {"MuJoCo", "contact", knowsContacts, prepare, testPairs, nullptr, nullptr},
    };
    static const bench_library library = {"MuJoCo " PEER_VERSION, true, methods, 4};
    return bench_main(argc, argv, &library);
}
