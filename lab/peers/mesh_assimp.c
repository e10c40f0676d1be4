/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Assimp, by its C interface: reading a file without further steps and with JoinIdenticalVertices, and that alone on what was
 * read. Normals are removed before, since STL has one for each triangle, and vertices with different normals are not joined. */

#include "peers/mesh_participant.h"

#include <assimp/cimport.h>
#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>

static const struct aiScene *import_scene(const char *path, unsigned flags)
{
    struct aiPropertyStore *store = aiCreatePropertyStore();
    aiSetImportPropertyInteger(store, AI_CONFIG_PP_RVC_FLAGS, aiComponent_NORMALS | aiComponent_COLORS);
    const struct aiScene *scene = aiImportFileExWithProperties(path, flags, NULL, store);
    aiReleasePropertyStore(store);
    return scene;
}

/* Counts faces or vertices, and frees the scene. */
static bool count_and_free(const struct aiScene *scene, bool is_welded, double begin, mesh_outcome *out)
{
    out->seconds = fk_clock_seconds() - begin;
    for (unsigned i = 0; scene != NULL && i < scene->mNumMeshes; i++)
        out->count += is_welded ? scene->mMeshes[i]->mNumVertices : scene->mMeshes[i]->mNumFaces;
    if (scene != NULL)
        aiReleaseImport(scene);
    return scene != NULL;
}

static bool import_file(const char *path, mesh_outcome *out)
{
    double begin = fk_clock_seconds();
    return count_and_free(aiImportFile(path, 0), false, begin, out);
}

static bool load_and_join(const char *path, mesh_outcome *out)
{
    double begin = fk_clock_seconds();
    return count_and_free(import_scene(path, aiProcess_RemoveComponent | aiProcess_JoinIdenticalVertices),
                          false, begin, out);
}

static bool import_welded(const char *path, mesh_outcome *out)
{
    const struct aiScene *scene = import_scene(path, aiProcess_RemoveComponent);
    double begin = fk_clock_seconds();
    if (scene != NULL)
        scene = aiApplyPostProcessing(scene, aiProcess_JoinIdenticalVertices);
    return count_and_free(scene, true, begin, out);
}

int main(int argc, char **argv)
{
    static const mesh_method method[] = {{"load", "assimp", import_file},
                                         {"load", "assimp+join", load_and_join},
                                         {"weld", "assimp", import_welded},
                                         {0}};
    return mesh_participant_main(argc, argv, "Assimp " PEER_VERSION, method);
}
