/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Assimp, by its C interface: reading a file without further steps and with JoinIdenticalVertices, and that alone on what was
 * read. Normals are removed before, since STL has one for each triangle, and vertices with different normals are not joined. */

#include "peers/mesh_participant.h"

#include <assimp/cimport.h>
#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>

static bool load(const char *path, mesh_outcome *out)
{
    double begin = mesh_clock();
    const struct aiScene *scene = aiImportFile(path, 0);
    out->seconds = mesh_clock() - begin;
    if (scene == NULL)
        return false;
    for (unsigned i = 0; i < scene->mNumMeshes; i++)
        out->count += scene->mMeshes[i]->mNumFaces;
    aiReleaseImport(scene);
    return true;
}

static const struct aiScene *import(const char *path, unsigned flags)
{
    struct aiPropertyStore *store = aiCreatePropertyStore();
    aiSetImportPropertyInteger(store, AI_CONFIG_PP_RVC_FLAGS, aiComponent_NORMALS | aiComponent_COLORS);
    const struct aiScene *scene = aiImportFileExWithProperties(path, flags, NULL, store);
    aiReleasePropertyStore(store);
    return scene;
}

static bool load_and_join(const char *path, mesh_outcome *out)
{
    double begin = mesh_clock();
    const struct aiScene *scene = import(path, aiProcess_RemoveComponent | aiProcess_JoinIdenticalVertices);
    out->seconds = mesh_clock() - begin;
    if (scene == NULL)
        return false;
    for (unsigned i = 0; i < scene->mNumMeshes; i++)
        out->count += scene->mMeshes[i]->mNumFaces;
    aiReleaseImport(scene);
    return true;
}

static bool weld(const char *path, mesh_outcome *out)
{
    const struct aiScene *scene = import(path, aiProcess_RemoveComponent);
    if (scene == NULL)
        return false;
    double begin = mesh_clock();
    scene = aiApplyPostProcessing(scene, aiProcess_JoinIdenticalVertices);
    out->seconds = mesh_clock() - begin;
    if (scene == NULL)
        return false;
    for (unsigned i = 0; i < scene->mNumMeshes; i++)
        out->count += scene->mMeshes[i]->mNumVertices;
    aiReleaseImport(scene);
    return true;
}

int main(int argc, char **argv)
{
    static const mesh_method method[] = {
        {"load", "assimp", load}, {"load", "assimp+join", load_and_join}, {"weld", "assimp", weld}, {0}};
    return mesh_participant_main(argc, argv, "Assimp " PEER_VERSION, method);
}
