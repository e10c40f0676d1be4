/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Loads a scene, and lists its parts and what is asked of them. */

#include <farkas/scene.h>
#include <stdio.h>

static void print_scene(const fk_scene *scene)
{
    printf("%u parts in %s\n", (unsigned)scene->part_count, fk_unit_word(scene->unit));
    for (uint32_t i = 0; i < scene->part_count; i++) {
        const fk_scene_part *part = &scene->part[i];
        fk_vec3 at = part->pose.translation;
        if (part->mesh != NULL)
            printf("  %s: %u triangles", part->name, (unsigned)part->mesh->triangle_count);
        else if (part->cells != NULL)
            printf("  %s: tree of %u cells", part->name, (unsigned)part->cells->node_count);
        else
            printf("  %s: %s", part->name, fk_kind_word(part->piece.kind));
        printf(" at (%g %g %g)", at.x, at.y, at.z);
        if (part->group != FK_NONE)
            printf(" in %s", scene->group[part->group].name);
        printf("\n");
    }
    for (uint32_t i = 0; i < scene->test_count; i++)
        printf("test: %s and %s, clearance %g\n", scene->test[i].a.name, scene->test[i].b.name,
               scene->test[i].clearance);
    for (uint32_t i = 0; i < scene->ignore_count; i++)
        printf("not tested: %s and %s, %s\n", scene->ignore[i].a.name, scene->ignore[i].b.name,
               scene->ignore[i].reason);
}

int main(int argc, char **argv)
{
    const char *path = argc > 1 ? argv[1] : "examples/scene/cell.json";
    fk_context *context;
    fk_scene_report report;
    fk_scene *scene;
    if (fk_context_create(NULL, &context) != FK_OK)
        return 2;
    fk_status status = fk_scene_load(context, path, NULL, &report, &scene);
    if (status == FK_OK) {
        print_scene(scene);
        fk_scene_free(context, scene);
    } else
        fprintf(stderr, "%s:%llu:%llu: %s\n", path, (unsigned long long)report.line,
                (unsigned long long)report.column,
                report.message[0] != '\0' ? report.message : fk_status_text(status));
    fk_context_destroy(context);
    return status == FK_OK ? 0 : 2;
}
