/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Models through assimp's interface for C. See import_assimp.h.
 *
 * Every node of the scene that has meshes with triangles becomes a part with the name of the node; a mesh that several nodes use
 * is in each. The vertices go through the transformations of the nodes above, in doubles; assimp's own numbers are floats, and so
 * are its matrices. A transformation that mirrors turns triangles around, so that they stay counterclockwise from outside.
 * Coordinates stay in the unit and with the axes in which assimp gives them: nothing is scaled here.
 *
 * Weak inputs: assimp repairs files silently, and polygons are cut by it. */

#include "import_assimp.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* Formats by the ends of names, and what they are called. */
static const struct {
    const char *end, *name;
} known[] = {
    {".dae", "COLLADA"}, {".3mf", "3MF"},       {".glb", "glTF"},      {".gltf", "glTF"},
    {".fbx", "FBX"},     {".3ds", "3DS"},       {".blend", "Blender"}, {".ase", "ASE"},
    {".ifc", "IFC"},     {".lwo", "LightWave"}, {".ac", "AC3D"},       {".x", "DirectX"},
    {".x3d", "X3D"},     {".wrl", "VRML"},      {".amf", "AMF"},       {".dxf", "DXF"},
};

static const char *format_name(const char *path)
{
    size_t length = strlen(path);
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        size_t end = strlen(known[i].end);
        if (length > end && strcasecmp(path + length - end, known[i].end) == 0)
            return known[i].name;
    }
    return NULL;
}

bool import_knows(const char *path)
{
    return format_name(path) != NULL;
}

#ifdef FARKAS_ASSIMP

#include <assimp/cimport.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include "mesh/builder.h"

bool import_is_available(void)
{
    return true;
}

/* ---- Transformations ----------------------------------------------------------------------------------- */

/* Three rows of a matrix that acts on columns. */
typedef struct affine {
    double row[3][4];
} affine;

static affine affine_of(const struct aiMatrix4x4 *m)
{
    affine a = {{{m->a1, m->a2, m->a3, m->a4}, {m->b1, m->b2, m->b3, m->b4}, {m->c1, m->c2, m->c3, m->c4}}};
    return a;
}

/* a after b. */
static affine affine_multiply(const affine *a, const affine *b)
{
    affine product;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++) {
            double sum = j == 3 ? a->row[i][3] : 0;
            for (int k = 0; k < 3; k++)
                sum += a->row[i][k] * b->row[k][j];
            product.row[i][j] = sum;
        }
    return product;
}

static fk_vec3 affine_apply(const affine *a, const struct aiVector3D *v)
{
    double place[3];
    for (int i = 0; i < 3; i++)
        place[i] = a->row[i][0] * (double)v->x + a->row[i][1] * (double)v->y + a->row[i][2] * (double)v->z +
                   a->row[i][3];
    return fk_vec3_make(place[0], place[1], place[2]);
}

static bool is_mirror(const affine *a)
{
    const double(*r)[4] = a->row;
    double determinant = r[0][0] * (r[1][1] * r[2][2] - r[1][2] * r[2][1]) -
                         r[0][1] * (r[1][0] * r[2][2] - r[1][2] * r[2][0]) +
                         r[0][2] * (r[1][0] * r[2][1] - r[1][1] * r[2][0]);
    return determinant < 0;
}

/* ---- Meshes -------------------------------------------------------------------------------------------- */

typedef struct import {
    const struct aiScene *scene;
    fk_builder builder;
    fk_load_report *report;
} import;

static fk_status fail(import *m, fk_status status, const char *what, const char *name)
{
    snprintf(m->report->message, sizeof m->report->message, "%s '%.100s'", what, name);
    return status;
}

static bool has_triangles(const struct aiMesh *mesh)
{
    return (mesh->mPrimitiveTypes & aiPrimitiveType_TRIANGLE) != 0;
}

static fk_status add_vertices(import *m, const struct aiMesh *mesh, const affine *to, const char *name)
{
    fk_status status = FK_OK;
    for (unsigned i = 0; status == FK_OK && i < mesh->mNumVertices; i++) {
        fk_vec3 place = affine_apply(to, &mesh->mVertices[i]);
        if (!fk_vec3_is_finite(place))
            return fail(m, FK_ERROR_SYNTAX, "a coordinate is not a finite number, in", name);
        status = fk_builder_add_point(&m->builder, place);
    }
    m->report->vertices += mesh->mNumVertices;
    return status;
}

static fk_status add_faces(import *m, const struct aiMesh *mesh, size_t base, bool turn, const char *name)
{
    fk_status status = FK_OK;
    for (unsigned i = 0; status == FK_OK && i < mesh->mNumFaces; i++) {
        const struct aiFace *face = &mesh->mFaces[i];
        if (face->mNumIndices != 3) {
            m->report->ignored++;
            continue;
        }
        uint32_t corner[3];
        for (int k = 0; k < 3; k++) {
            if (face->mIndices[k] >= mesh->mNumVertices)
                return fail(m, FK_ERROR_SYNTAX, "a triangle has a vertex that is not there, in", name);
            corner[k] = (uint32_t)(base + face->mIndices[k]);
        }
        m->report->triangles++;
        status = fk_builder_add_triangle(&m->builder, corner[0], corner[turn ? 2 : 1], corner[turn ? 1 : 2]);
    }
    return status;
}

/* ---- Nodes --------------------------------------------------------------------------------------------- */

/* The meshes of a node, as a part; its name, or that of its first mesh where it has none. */
static fk_status add_node(import *m, const struct aiNode *node, const affine *to)
{
    fk_status status = FK_OK;
    bool has_part = false;
    for (unsigned i = 0; status == FK_OK && i < node->mNumMeshes; i++) {
        const struct aiMesh *mesh = m->scene->mMeshes[node->mMeshes[i]];
        const char *name = node->mName.length > 0 ? node->mName.data : mesh->mName.data;
        if (!has_triangles(mesh)) {
            m->report->ignored += mesh->mNumFaces;
            continue;
        }
        if (!has_part)
            status = fk_builder_add_part(&m->builder, name, strlen(name));
        has_part = true;
        size_t base = m->builder.point.count;
        if (status == FK_OK)
            status = add_vertices(m, mesh, to, name);
        if (status == FK_OK)
            status = add_faces(m, mesh, base, is_mirror(to), name);
    }
    return status;
}

/* Where a node is placed: the product of the matrices of all above it. */
static affine place_node(const struct aiNode *node)
{
    affine place = affine_of(&node->mTransformation);
    for (node = node->mParent; node != NULL; node = node->mParent) {
        affine above = affine_of(&node->mTransformation);
        place = affine_multiply(&above, &place);
    }
    return place;
}

/* The node behind this one, children first; NULL behind the last. Needs no stack, however deep the tree is. */
static const struct aiNode *next_node(const struct aiNode *node)
{
    if (node->mNumChildren > 0)
        return node->mChildren[0];
    for (; node->mParent != NULL; node = node->mParent) {
        const struct aiNode *above = node->mParent;
        for (unsigned i = 0; i + 1 < above->mNumChildren; i++)
            if (above->mChildren[i] == node)
                return above->mChildren[i + 1];
    }
    return NULL;
}

static fk_status add_scene(import *m)
{
    fk_status status = FK_OK;
    for (const struct aiNode *node = m->scene->mRootNode; status == FK_OK && node != NULL;
         node = next_node(node)) {
        affine place = place_node(node);
        status = add_node(m, node, &place);
    }
    return status;
}

/* ---- Load ---------------------------------------------------------------------------------------------- */

static fk_status build(import *m, fk_model **out)
{
    fk_status status = add_scene(m);
    if (status == FK_ERROR_ARGUMENT)
        return fail(m, FK_ERROR_SYNTAX, "too many vertices, triangles or parts in",
                    m->scene->mRootNode->mName.data);
    if (status != FK_OK)
        return status;
    fk_model *model;
    status = fk_builder_finish(&m->builder, &m->report->losses, &model);
    if (status != FK_OK)
        return status;
    if (model->part_count == 0) {
        fk_model_free(m->builder.context, model);
        snprintf(m->report->message, sizeof m->report->message, "the file has no triangles");
        return FK_ERROR_SYNTAX;
    }
    *out = model;
    return FK_OK;
}

fk_status import_load(fk_context *context, const char *path, const fk_load_options *options,
                      fk_load_report *report, fk_model **out)
{
    memset(report, 0, sizeof *report);
import m = {.report = report };
    m.scene = aiImportFile(path, aiProcess_Triangulate | aiProcess_SortByPType);
    if (m.scene == NULL || m.scene->mRootNode == NULL) {
        snprintf(report->message, sizeof report->message, "assimp: %s", aiGetErrorString());
        if (m.scene != NULL)
            aiReleaseImport(m.scene);
        return FK_ERROR_SYNTAX;
    }
    fk_builder_init(&m.builder, context, &options->mesh, options->join);
    fk_status status = build(&m, out);
    fk_builder_end(&m.builder);
    aiReleaseImport(m.scene);
    return status;
}

#else

bool import_is_available(void)
{
    return false;
}

fk_status import_load(fk_context *context, const char *path, const fk_load_options *options,
                      fk_load_report *report, fk_model **out)
{
    (void)context;
    (void)options;
    (void)out;
    const char *name = format_name(path);
    memset(report, 0, sizeof *report);
    snprintf(report->message, sizeof report->message,
             "this program was built without assimp, which reads %s files: install libassimp-dev and build "
             "it again",
             name != NULL ? name : "such");
    return FK_ERROR_FORMAT;
}

#endif
