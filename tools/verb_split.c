/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas split: convex pieces that cover a mesh, and the proof that they do. */

#include "mesh_file.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "usage: farkas split [OPTION]... INPUT [OUTPUT]\n"
    "\n"
    "Decomposes a mesh into convex pieces: hulls of its triangles, and for a solid,\n"
    "pieces that fill its inside. Then proves, exactly, that no part of the surface sticks\n"
    "out of the pieces, and that they cover the inside of a solid. Writes the pieces as\n"
    "the parts of a mesh, to standard output as OBJ without OUTPUT.\n"
    "\n"
    "options:\n"
    "      --concavity LENGTH  how far a piece may be from the surface inside it (default: a\n"
    "                          hundredth of the diagonal of the mesh's box)\n"
    "      --max-pieces N      at most N pieces for each part, whatever their concavity\n"
    "      --no-proof          do not prove the cover, nor drop needless pieces\n"
    "      --json              print the outcome; write the pieces only to OUTPUT\n"
    "      --format F          stl-ascii or obj, which can have several parts\n"
    "      --units U           the file's unit: mm (default), cm, m or in\n"
    "      --up AXIS           the file's up axis: x, y or z (default)\n"
    "      --weld LENGTH       merge vertices up to this far apart\n"
    "      --join              merge all parts of the file into one\n"
    "      --from FORMAT       the input format (default: detected)\n"
    "  -q, --quiet             no progress and no notes\n"
    "  -v, --verbose           end with a summary on standard error\n"
    "      --color W           coloured messages: auto (default), always or never\n"
    "  -h, --help              print this help\n"
    "\n"
    "examples:\n"
    "  farkas split bracket.stl pieces.obj\n"
    "  farkas split --concavity 2mm --max-pieces 32 arm.stl pieces.stl\n"
    "\n"
    "exit status: 0, or 2 on trouble\n";

typedef struct split_settings {
    mesh_settings mesh;
    const char *concavity; /* as given, or NULL */
    fk_split_options split;
    bool no_proof, json;
    mesh_output output;
} split_settings;

static const cli_option option_list[] = {
    CLI_TEXT("--concavity", split_settings, concavity),
    CLI_READ("--max-pieces", cli_read_u32, split_settings, split.max_pieces),
    CLI_FLAG("--no-proof", split_settings, no_proof),
    CLI_FLAG("--json", split_settings, json),
    CLI_READ("--format", mesh_read_format, split_settings, output.format),
    MESH_OPTIONS(split_settings, mesh),
    CLI_END,
};

static const cli_option_table option_table = {"split", help, option_list, NULL};

/* The outcome of one part. */
typedef struct split_outcome {
    fk_split *split;
    bool is_solid;
    double volume; /* of the solid, or 0 */
    double pieces; /* the sum of their volumes */
} split_outcome;

/* The pieces of all parts, one after the other. */
typedef struct piece_list {
    fk_hull **hull;
    const char **name;
    char *text; /* of the names */
    uint32_t count;
} piece_list;

/* ---- Work ---------------------------------------------------------------------------------------------- */

static int split_trouble(const char *part, fk_status status)
{
    return cli_trouble("%s: %s", part, fk_status_text(status));
}

/* Proves that the pieces cover a part. False after a message. */
static bool prove_cover(fk_context *context, const char *name, const fk_mesh *part, const fk_split *split)
{
    fk_cover cover;
    fk_status status = fk_cover_check(context, part, split->piece, split->piece_count, &cover);
    if (status != FK_OK) {
        split_trouble(name, status);
        return false;
    }
    if (cover.covers_surface && cover.covers_inside)
        return true;
    return cli_refuse("%s: the pieces do not cover %s near (%.9g %.9g %.9g); this is a bug in farkas", name,
                      cover.covers_surface ? "the inside" : "the surface", cover.point.x, cover.point.y,
                      cover.point.z);
}

/* Splits a part, and proves the cover unless that is turned off. False after a message. */
static bool split_part(fk_context *context, const fk_split_options *how, bool prove, const char *name,
                       const fk_mesh *part, split_outcome *out)
{
    fk_mesh_facts *facts;
    fk_status status = fk_mesh_inspect(context, part, &facts);
    if (status == FK_OK) {
        out->is_solid = facts->is_solid;
        out->volume = facts->volume < 0 ? -facts->volume : facts->volume;
        fk_mesh_facts_free(context, facts);
        status = fk_split_build(context, part, how, &out->split);
    }
    if (status == FK_OK && prove)
        status = fk_split_trim(context, part, out->split);
    if (status != FK_OK) {
        split_trouble(name, status);
        return false;
    }
    for (uint32_t i = 0; i < out->split->piece_count; i++)
        out->pieces += hull_volume(out->split->piece[i]);
    return !prove || prove_cover(context, name, part, out->split);
}

/* ---- Output -------------------------------------------------------------------------------------------- */

static void print_split_json(const mesh_file *file, const split_outcome *part, bool proved)
{
    cli_print("{\"farkas\":1,\"parts\":[");
    for (uint32_t i = 0; i < file->model->part_count; i++) {
        const fk_split *split = part[i].split;
        cli_json("%s{\"name\":%q,\"solid\":%b,\"pieces\":%u,\"fill\":%u,\"concavity\":%n,\"volume\":%n,"
                 "\"pieces_volume\":%n,\"cover\":%s}",
                 i == 0 ? "" : ",", mesh_part_name(file, i), part[i].is_solid, split->piece_count,
                 split->piece_count - split->surface_count, split->concavity,
                 part[i].is_solid ? part[i].volume : (double)NAN, part[i].pieces,
                 proved ? "\"proved\"" : "null");
    }
    cli_print("]}\n");
}

/* Prints the outcome of a part in one line. */
static void report_part(const char *name, const char *unit, const split_outcome *part, bool proved)
{
    const fk_split *split = part->split;
    uint32_t fill = split->piece_count - split->surface_count;
    double percent = 100 * part->pieces / part->volume;
    char filling[48] = "", volume[80] = "";
    if (fill > 0)
        snprintf(filling, sizeof filling, ", %" PRIu32 " of them to fill the inside", fill);
    if (part->is_solid && part->volume > 0 && isfinite(percent))
        snprintf(volume, sizeof volume, "; %s %.1f%% of the solid's",
                 split->piece_count == 1 ? "its volume is" : "their volumes add up to", percent);
    cli_note("%s: %" PRIu32 " convex piece%s%s, concavity %.3g %s%s; %s", name, split->piece_count,
             split->piece_count == 1 ? "" : "s", filling, split->concavity, unit, volume,
             !proved          ? "cover not checked"
             : part->is_solid ? "proved to cover surface and inside"
                              : "proved to cover the surface");
}

/* Collects the pieces of all parts; names are PART-NUMBER. Returns false if memory runs out. */
static bool gather_pieces(const mesh_file *file, const split_outcome *part, piece_list *out)
{
    enum { NAME = 640 };
    uint32_t count = 0;
    for (uint32_t i = 0; i < file->model->part_count; i++)
        count += part[i].split->piece_count;
    out->hull = calloc((size_t)count + 1, sizeof(fk_hull *));
    out->name = calloc((size_t)count + 1, sizeof(char *));
    out->text = malloc(((size_t)count + 1) * NAME);
    if (out->hull == NULL || out->name == NULL || out->text == NULL)
        return false;
    for (uint32_t i = 0; i < file->model->part_count; i++)
        for (uint32_t k = 0; k < part[i].split->piece_count; k++) {
            char *name = out->text + (size_t)out->count * NAME;
            snprintf(name, NAME, "%s-%" PRIu32, mesh_part_name(file, i), k + 1);
            out->name[out->count] = name;
            out->hull[out->count++] = part[i].split->piece[k];
        }
    return true;
}

static bool write_pieces(fk_context *context, const split_settings *s, const mesh_file *file,
                         const split_outcome *part)
{
    piece_list all = {0};
    fk_model *model = NULL;
    bool good = gather_pieces(file, part, &all) &&
                hull_model_build(context, all.hull, all.name, all.count, &model) == FK_OK;
    good = (good || cli_no_memory()) && mesh_write(context, model, &s->output);
    fk_model_free(context, model);
    free(all.hull);
    free(all.name);
    free(all.text);
    return good;
}

static bool read_concavity(const char *text, fk_unit unit, double *out)
{
    if (!mesh_length("--concavity", text, unit, out))
        return false;
    if (*out == 0)
        cli_trouble("--concavity: 0 is not possible; give the largest distance that is allowed");
    return *out > 0;
}

static int run_split(fk_context *context, const split_settings *s, const char *input)
{
    mesh_file file;
    double begin = fk_clock_seconds();
    if (!mesh_file_load(&file, context, input, &s->mesh))
        return CLI_TROUBLE;
    mesh_file_notes(&file);
    uint32_t count = file.model->part_count;
    split_outcome *part = calloc((size_t)count + 1, sizeof *part);
    fk_split_options how = s->split;
    bool good =
        part != NULL && (s->concavity == NULL || read_concavity(s->concavity, file.unit, &how.concavity));
    cli_cancel_begin();
    for (uint32_t i = 0; good && i < count; i++) {
        good =
            split_part(context, &how, !s->no_proof, mesh_part_name(&file, i), &file.model->part[i], &part[i]);
        cli_progress(i + 1, "parts");
    }
    cli_cancel_end();
    if (good && s->json)
        print_split_json(&file, part, !s->no_proof);
    for (uint32_t i = 0; good && !s->json && i < count; i++)
        report_part(mesh_part_name(&file, i), fk_unit_word(file.unit), &part[i], !s->no_proof);
    if (good && (!s->json || s->output.path != NULL))
        good = write_pieces(context, s, &file, part);
    if (good && cli_is_verbose())
        cli_note("%" PRIu32 " part%s; %.3f s", count, count == 1 ? "" : "s", fk_clock_seconds() - begin);
    for (uint32_t i = 0; part != NULL && i < count; i++)
        fk_split_free(context, part[i].split);
    free(part);
    mesh_file_free(&file);
    return good ? CLI_OK : CLI_TROUBLE;
}

int verb_split(int argc, char **argv)
{
    split_settings s = {.split = fk_split_options_default()};
    int status;
    if (!cli_read_option_table(&option_table, argc, argv, &s, &status))
        return status;
    double concavity;
    if (!mesh_settings_check(&s.mesh) ||
        (s.concavity != NULL && !read_concavity(s.concavity, s.mesh.unit, &concavity)))
        return CLI_TROUBLE;
    if (argc - optind < 1 || argc - optind > 2)
        return cli_trouble("split needs an input, and takes one output; see 'farkas split --help'");
    s.output.path = argc - optind == 2 ? argv[optind + 1] : NULL;
    return mesh_output_check(&s.output, true) ? run_split(cli_context(), &s, argv[optind]) : CLI_TROUBLE;
}
