/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Scenes from arbitrary bytes, in JSON and in both forms of MoveIt: nothing breaks, what is refused has a message and a place, and
 * what comes out is what the contract says. Meshes come from no files: one of two small models, by the length of the path. */

#include <stdio.h>
#include <string.h>

#include "farkas/scene.h"
#include "fuzz/fuzz_model.h"
#include "scene/files.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static fk_status load_mesh(void *user, fk_context *context, fk_scene_mesh *mesh, fk_model **out)
{
    static const char one[] = "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 1e300\n3 0 1 2\n";
    static const char two[] =
        "o a\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\no a\nv 2 0 0\nv 3 0 0\nv 2 1 0\nf 4 5 6\no b\nf 1 5 6\n";
    (void)user;
    const char *text = strlen(mesh->path) % 2 == 0 ? one : two;
    return fk_model_parse(context, text, strlen(text), NULL, &mesh->report, out);
}

static void check_set(const fk_scene *scene, const fk_scene_set *set)
{
    fuzz_require(set->part_count > 0 && set->name[0] != '\0', "an empty set");
    for (uint32_t i = 0; i < set->part_count; i++)
        fuzz_require(set->part[i] < scene->part_count && (i == 0 || set->part[i - 1] < set->part[i]),
                     "a set is not sorted");
}

/* A tree is sound, and so is its root in its place. */
static void check_cells(const fk_scene_part *part)
{
    fk_context *context;
    const fk_cell_node *root = part->cells->node;
    fuzz_require(part->mesh == NULL && part->piece.kind == FK_KIND_NONE, "cells and something else");
    fuzz_require(fk_context_create(NULL, &context) == FK_OK, "out of memory");
    fuzz_require(fk_cell_tree_check(context, part->cells, NULL) == FK_OK, "a tree is not sound");
    fk_context_destroy(context);
    fuzz_require(root->source == 0, "the root is not the first");
    fk_piece piece = {.kind = root->kind, .as.cell = root->cell};
    fk_piece placed = fk_piece_place(&piece, &part->pose, NULL);
    fuzz_require(fk_piece_check(&placed) == FK_OK, "a placed cell is not valid");
}

static void check_group(const fk_scene *scene, uint32_t i)
{
    const fk_search_group *group = &scene->group[i];
    fuzz_require(group->parent == FK_NONE || group->parent < i, "a group comes before its parent");
    fuzz_require(group->name[0] != '\0', "a group without a name");
    fuzz_require(group->kind == FK_KIND_NONE || group->kind == FK_KIND_BOX || group->kind == FK_KIND_TETRA,
                 "a volume that is no cell");
}

static void check_part(const fk_scene *scene, uint32_t i, bool is_moveit)
{
    const fk_scene_part *part = &scene->part[i];
    fuzz_require(fk_scene_find_part(scene, part->name) == i, "a name is not found");
    fuzz_require((part->mesh == NULL) == (part->file == FK_NONE) || (is_moveit && part->mesh != NULL),
                 "a mesh without a file");
    for (uint32_t k = 0; part->mesh != NULL && k < part->mesh->vertex_count; k++)
        fuzz_require(fk_vec3_is_finite(fk_pose_apply(&part->pose, part->mesh->point[k])),
                     "a place is not finite");
    fuzz_require(part->frame == FK_NONE || part->frame < scene->frame_count, "a frame that is none");
    fuzz_require(part->group == FK_NONE || part->group < scene->group_count, "a group that is none");
    if (part->cells != NULL)
        check_cells(part);
    if (part->mesh != NULL || part->cells != NULL)
        return;
    fuzz_require(fk_piece_check(&part->piece) == FK_OK, "a piece is not valid");
    if (part->piece.kind == FK_KIND_HULL)
        return;
    fk_piece placed = fk_piece_place(&part->piece, &part->pose, NULL);
    fuzz_require(fk_piece_check(&placed) == FK_OK, "a placed piece is not valid");
}

/* What moves is what fk_motion_create takes. */
static void check_motion(const fk_scene *scene)
{
    fk_context *context;
    fk_motion *motion;
    for (uint32_t i = 0; i < scene->frame_count; i++)
        fuzz_require(scene->frame[i].parent == FK_NONE || scene->frame[i].parent < i,
                     "a frame comes before its parent");
    fuzz_require(fk_context_create(NULL, &context) == FK_OK, "out of memory");
    fuzz_require(fk_motion_create(context, scene->frame, scene->frame_count, scene->track, scene->track_count,
                                  &motion) == FK_OK,
                 "frames that are no motion");
    fk_motion_free(context, motion);
    fk_context_destroy(context);
}

static void check_scene(const fk_scene *scene, bool is_moveit)
{
    fuzz_require(scene->part_count > 0, "a scene without parts");
    for (uint32_t i = 0; i < scene->part_count; i++)
        check_part(scene, i, is_moveit);
    check_motion(scene);
    for (uint32_t i = 0; i < scene->group_count; i++)
        check_group(scene, i);
    for (uint32_t i = 0; i < scene->set_count; i++)
        check_set(scene, &scene->set[i]);
    for (uint32_t i = 0; i < scene->test_count; i++) {
        const fk_scene_test *test = &scene->test[i];
        check_set(scene, &test->a);
        check_set(scene, &test->b);
        fuzz_require(test->clearance >= 0 && test->ignore_overlap >= 0, "a negative length");
        fuzz_require(test->allow_contact || !test->has_ignore_overlap, "contact has to be allowed");
    }
    for (uint32_t i = 0; i < scene->ignore_count; i++) {
        check_set(scene, &scene->ignore[i].a);
        check_set(scene, &scene->ignore[i].b);
        fuzz_require(scene->ignore[i].reason[0] != '\0', "no reason");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fk_context *context;
    fk_scene_options options = fk_scene_options_default();
    fk_scene_text text = {(const char *)data, size, ""};
    fk_scene_report report;
    fk_scene *scene = NULL;
    options.load_mesh = load_mesh;
    fuzz_require(fk_context_create(NULL, &context) == FK_OK, "out of memory");
    bool is_moveit = fk_content_of_text(text.text, size) == FK_CONTENT_MOVEIT_TEXT ||
                     fk_content_of_text(text.text, size) == FK_CONTENT_MOVEIT_YAML;
    fk_status status = fk_scene_parse(context, &text, &options, &report, &scene);
    if (status == FK_OK)
        check_scene(scene, is_moveit);
    else {
        /* Files of motion and robots are not there. */
        fuzz_require((status == FK_ERROR_SYNTAX || status == FK_ERROR_READ) && scene == NULL,
                     "a status that cannot be");
        bool has_place = report.line > 0 && report.column > 0;
        fuzz_require(report.message[0] != '\0' && (has_place || is_moveit), "an error without a place");
        fuzz_require(report.column <= size + 1 && report.line <= size + 1, "a place beyond the text");
    }
    fk_scene_free(context, scene);
    fk_context_destroy(context);
    return 0;
}
