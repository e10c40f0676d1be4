/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Reads models with assimp's C interface. See import_assimp.h.
 *
 * Every node of the scene that has meshes with triangles becomes a part with the name of the node; a mesh that several
 * nodes use becomes a part of each. The node transformations are applied to the vertices in doubles; assimp's own
 * numbers and matrices are floats. If a transformation mirrors, triangles are flipped, so that they stay
 * counterclockwise from outside. Coordinates keep the unit and the axes that assimp gives them: nothing is scaled here.
 *
 * Weak inputs: assimp repairs files silently, and cuts polygons into triangles. */

#include "import_assimp.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* File name endings, and the names of their formats. */
const char *const import_ends[] = {".dae", ".3mf", ".glb", ".gltf", ".fbx", ".3ds", ".blend", ".ase", ".ifc",
                                   ".lwo", ".ac",  ".x",   ".x3d",  ".wrl", ".amf", ".dxf",   "-",    NULL};
static const char *const names[] = {"COLLADA", "3MF",  "glTF", "glTF",      "FBX",  "3DS",
                                    "Blender", "ASE",  "IFC",  "LightWave", "AC3D", "DirectX",
                                    "X3D",     "VRML", "AMF",  "DXF"};

static const char *format_name(const char *path)
{
    const char *end = strrchr(path, '.');
    for (size_t i = 0; end != NULL && end != path && i < sizeof names / sizeof names[0]; i++)
        if (strcasecmp(end, import_ends[i]) == 0)
            return names[i];
    return NULL;
}

bool import_knows(const char *path)
{
    return format_name(path) != NULL;
}

/* assimp gives glTF and COLLADA in metres, FBX in centimetres, all with y up. */
bool import_convention(const char *path, fk_unit *unit)
{
    const char *name = format_name(path);
    if (name == NULL ||
        (strcmp(name, "glTF") != 0 && strcmp(name, "COLLADA") != 0 && strcmp(name, "FBX") != 0))
        return false;
    *unit = strcmp(name, "FBX") == 0 ? FK_UNIT_CM : FK_UNIT_M;
    return true;
}

#ifdef FARKAS_ASSIMP

#include <assimp/cimport.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>

bool import_is_available(void)
{
    return true;
}

/* ---- Transformations ----------------------------------------------------------------------------------- */

/* The three rows of a matrix that multiplies column vectors. */
typedef struct affine_map {
    double row[3][4];
} affine_map;

static affine_map make_affine(const struct aiMatrix4x4 *m)
{
    affine_map a = {
        {{m->a1, m->a2, m->a3, m->a4}, {m->b1, m->b2, m->b3, m->b4}, {m->c1, m->c2, m->c3, m->c4}}};
    return a;
}

/* Returns the map that applies b, then a. */
static affine_map affine_multiply(const affine_map *a, const affine_map *b)
{
    affine_map product;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++) {
            double sum = j == 3 ? a->row[i][3] : 0;
            for (int k = 0; k < 3; k++)
                sum += a->row[i][k] * b->row[k][j];
            product.row[i][j] = sum;
        }
    return product;
}

static fk_vec3 affine_apply(const affine_map *a, const struct aiVector3D *v)
{
    double place[3];
    for (int i = 0; i < 3; i++)
        place[i] = a->row[i][0] * (double)v->x + a->row[i][1] * (double)v->y + a->row[i][2] * (double)v->z +
                   a->row[i][3];
    return fk_vec3_make(place[0], place[1], place[2]);
}

static bool is_mirror(const affine_map *a)
{
    const double(*r)[4] = a->row;
    double determinant = r[0][0] * (r[1][1] * r[2][2] - r[1][2] * r[2][1]) -
                         r[0][1] * (r[1][0] * r[2][2] - r[1][2] * r[2][0]) +
                         r[0][2] * (r[1][0] * r[2][1] - r[1][1] * r[2][0]);
    return determinant < 0;
}

/* ---- Meshes -------------------------------------------------------------------------------------------- */

typedef struct assimp_import {
    const struct aiScene *scene;
    fk_context *context;
    const fk_load_options *options;
    fk_load_report *report;
    uint32_t part_count;
    fk_mesh **mesh; /* of each part */
    const char **name;
    /* The part being read. With join, all nodes with triangles become one part, named after the node if there is only
     * one. */
    uint32_t node_count;
    const char *first_name;
    size_t point_count, triangle_count;
    fk_vec3 *point;
    fk_triangle *triangle;
} assimp_import;

static fk_status fail_import(assimp_import *m, fk_status status, const char *what, const char *name)
{
    snprintf(m->report->message, sizeof m->report->message, "%s '%.100s'", what, name);
    return status;
}

static bool has_triangles(const struct aiMesh *mesh)
{
    return (mesh->mPrimitiveTypes & aiPrimitiveType_TRIANGLE) != 0;
}

/* Reserves memory for a mesh. */
static bool reserve_mesh(assimp_import *m, const struct aiMesh *mesh)
{
    fk_vec3 *point = realloc(m->point, (m->point_count + mesh->mNumVertices + 1) * sizeof *point);
    m->point = point != NULL ? point : m->point;
    fk_triangle *triangle =
        realloc(m->triangle, (m->triangle_count + mesh->mNumFaces + 1) * sizeof *triangle);
    m->triangle = triangle != NULL ? triangle : m->triangle;
    return point != NULL && triangle != NULL;
}

static fk_status add_vertices(assimp_import *m, const struct aiMesh *mesh, const affine_map *to,
                              const char *name)
{
    for (unsigned i = 0; i < mesh->mNumVertices; i++) {
        fk_vec3 place = affine_apply(to, &mesh->mVertices[i]);
        if (!isfinite(place.x) || !isfinite(place.y) || !isfinite(place.z))
            return fail_import(m, FK_ERROR_SYNTAX, "a coordinate is not a finite number, in", name);
        m->point[m->point_count++] = place;
    }
    m->report->vertices += mesh->mNumVertices;
    return FK_OK;
}

static fk_status add_faces(assimp_import *m, const struct aiMesh *mesh, size_t base, bool turn,
                           const char *name)
{
    for (unsigned i = 0; i < mesh->mNumFaces; i++) {
        const struct aiFace *face = &mesh->mFaces[i];
        if (face->mNumIndices != 3) {
            m->report->ignored++;
            continue;
        }
        uint32_t *corner = m->triangle[m->triangle_count++].corner;
        for (int k = 0; k < 3; k++) {
            if (face->mIndices[k] >= mesh->mNumVertices)
                return fail_import(m, FK_ERROR_SYNTAX, "a triangle has a vertex that is not there, in", name);
            corner[turn && k > 0 ? 3 - k : k] = (uint32_t)(base + face->mIndices[k]);
        }
        m->report->triangles++;
    }
    return FK_OK;
}

/* ---- Nodes --------------------------------------------------------------------------------------------- */

/* Makes a part of everything read since the last one, unless that is empty. */
static fk_status end_part(assimp_import *m, const char *name)
{
    fk_mesh_losses losses = {0};
    fk_mesh_input input = {m->point, m->point_count, m->triangle, m->triangle_count, m->options->mesh};
    fk_mesh *made;
    fk_status status = fk_mesh_build(m->context, &input, &losses, &made);
    if (status != FK_OK)
        return status;
    m->report->losses.welded += losses.welded;
    m->report->losses.unused += losses.unused;
    m->report->losses.collapsed += losses.collapsed;
    m->point_count = m->triangle_count = 0;
    if (made->triangle_count == 0 && !(m->options->mesh.keep_points && made->vertex_count > 0)) {
        fk_mesh_free(m->context, made);
        return FK_OK;
    }
    m->mesh[m->part_count] = made;
    m->name[m->part_count++] = name;
    return FK_OK;
}

/* Adds the meshes of a node as a part, named after the node, or after its first mesh if the node has no name. */
static fk_status add_node_part(assimp_import *m, const struct aiNode *node, const affine_map *to)
{
    fk_status status = FK_OK;
    const char *part = NULL;
    for (unsigned i = 0; status == FK_OK && i < node->mNumMeshes; i++) {
        const struct aiMesh *mesh = m->scene->mMeshes[node->mMeshes[i]];
        const char *name = node->mName.length > 0 ? node->mName.data : mesh->mName.data;
        if (!has_triangles(mesh)) {
            m->report->ignored += mesh->mNumFaces;
            continue;
        }
        if (part == NULL && m->node_count++ == 0)
            m->first_name = name;
        part = part != NULL ? part : name;
        size_t base = m->point_count;
        status = reserve_mesh(m, mesh) ? add_vertices(m, mesh, to, name) : FK_ERROR_MEMORY;
        if (status == FK_OK)
            status = add_faces(m, mesh, base, is_mirror(to), name);
    }
    return status == FK_OK && part != NULL && !m->options->join ? end_part(m, part) : status;
}

/* Returns the transformation of a node: the product of the matrices of the node and all nodes above it. */
static affine_map node_transform(const struct aiNode *node)
{
    affine_map place = make_affine(&node->mTransformation);
    for (node = node->mParent; node != NULL; node = node->mParent) {
        affine_map above = make_affine(&node->mTransformation);
        place = affine_multiply(&above, &place);
    }
    return place;
}

/* Returns the next node, children first; NULL after the last. Needs no stack, however deep the tree is. */
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

static fk_status add_scene(assimp_import *m)
{
    fk_status status = FK_OK;
    for (const struct aiNode *node = m->scene->mRootNode; status == FK_OK && node != NULL;
         node = next_node(node)) {
        affine_map place = node_transform(node);
        status = add_node_part(m, node, &place);
    }
    return status;
}

/* ---- Load ---------------------------------------------------------------------------------------------- */

/* Builds a model of all parts. */
static fk_status build_model(const assimp_import *m, fk_model **out)
{
    fk_mesh *part = calloc(m->part_count, sizeof *part);
    for (uint32_t i = 0; part != NULL && i < m->part_count; i++) {
        part[i] = *m->mesh[i];
        part[i].name = m->name[i];
    }
    fk_status status = part != NULL ? fk_model_build(m->context, part, m->part_count, out) : FK_ERROR_MEMORY;
    free(part);
    return status;
}

static fk_status build_import(assimp_import *m, fk_model **out)
{
    size_t nodes = 1;
    for (const struct aiNode *node = m->scene->mRootNode; node != NULL; node = next_node(node))
        nodes++;
    m->mesh = calloc(nodes, sizeof(fk_mesh *));
    m->name = calloc(nodes, sizeof *m->name);
    fk_status status = m->mesh != NULL && m->name != NULL ? add_scene(m) : FK_ERROR_MEMORY;
    if (status == FK_OK && m->options->join)
        status = end_part(m, m->node_count == 1 ? m->first_name : "");
    if (status == FK_ERROR_ARGUMENT)
        return fail_import(m, FK_ERROR_SYNTAX, "too many vertices, triangles or parts in",
                           m->scene->mRootNode->mName.data);
    if (status == FK_OK && m->part_count == 0) {
        snprintf(m->report->message, sizeof m->report->message, "the file has no triangles");
        return FK_ERROR_SYNTAX;
    }
    return status == FK_OK ? build_model(m, out) : status;
}

fk_status import_load(fk_context *context, const char *path, const fk_load_options *options,
                      fk_load_report *report, fk_model **out)
{
    memset(report, 0, sizeof *report);
    assimp_import m = {.context = context, .options = options, .report = report};
    m.scene = aiImportFile(path, aiProcess_Triangulate | aiProcess_SortByPType);
    fk_status status = FK_ERROR_SYNTAX;
    if (m.scene != NULL && m.scene->mRootNode != NULL)
        status = build_import(&m, out);
    else
        snprintf(report->message, sizeof report->message, "assimp: %s", aiGetErrorString());
    if (m.scene != NULL)
        aiReleaseImport(m.scene);
    for (uint32_t i = 0; i < m.part_count; i++)
        fk_mesh_free(context, m.mesh[i]);
    free(m.mesh);
    free(m.name);
    free(m.point);
    free(m.triangle);
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
             "this farkas was built without assimp, which reads %s files: install libassimp-dev and build it "
             "again",
             name != NULL ? name : "such");
    return FK_ERROR_FORMAT;
}

#endif
