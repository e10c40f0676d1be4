/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* From a file to convex pieces: reads the parts of an STL, OBJ, PLY or OFF file, tells what they are, and covers each by convex
 * pieces, which is proved.
 *
 *     part FILE */

#include <farkas/farkas.h>
#include <stdio.h>

static fk_status show_part(fk_context *context, const fk_mesh *part)
{
    fk_mesh_facts *facts;
    fk_status status = fk_mesh_inspect(context, part, &facts);
    if (status != FK_OK)
        return status;
    printf("%s: %u triangles, %s, volume %g, %u defects\n", part->name[0] != '\0' ? part->name : "part",
           (unsigned)part->triangle_count, facts->is_solid ? "solid" : "surface", facts->volume,
           (unsigned)facts->defect_count);
    fk_mesh_facts_free(context, facts);

    fk_split *split;
    fk_cover cover;
    status = fk_split_build(context, part, NULL, &split);
    if (status != FK_OK)
        return status;
    status = fk_split_trim(context, part, split); /* pieces that are not needed */
    if (status == FK_OK)
        status = fk_cover_check(context, part, split->piece, split->piece_count, &cover);
    if (status == FK_OK)
        printf("  %u convex pieces, %s\n", (unsigned)split->piece_count,
               cover.covers_surface && cover.covers_inside ? "proved to cover it" : "with a gap");
    fk_split_free(context, split);
    return status;
}

int main(int argc, char **argv)
{
    fk_context *context;
    fk_model *model;
    fk_load_report report;
    if (argc != 2 || fk_context_create(NULL, &context) != FK_OK)
        return 2;
    fk_status status = fk_model_load(context, argv[1], NULL, &report, &model);
    if (status == FK_OK) {
        for (uint32_t i = 0; status == FK_OK && i < model->part_count; i++)
            status = show_part(context, &model->part[i]);
        fk_model_free(context, model);
    }
    if (status != FK_OK)
        fprintf(stderr, "%s: %s\n", argv[1],
                report.message[0] != '\0' ? report.message : fk_status_text(status));
    fk_context_destroy(context);
    return status == FK_OK ? 0 : 2;
}
