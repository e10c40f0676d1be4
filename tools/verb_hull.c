/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas hull: the convex hull of a mesh or of points, as a mesh. */

#include "mesh_file.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "usage: farkas hull [OPTION]... INPUT [OUTPUT]\n"
    "\n"
    "Builds the exact convex hull of a mesh, or of the points in a PLY, OBJ or OFF file: its\n"
    "vertices are precisely the extreme points. Writes it as a mesh, to standard output as OBJ\n"
    "without OUTPUT; '-' is standard input or output. Points in a plane give a surface of one\n"
    "side, and a note; points on a line have no mesh, but --pairs writes their hull, too.\n"
    "\n"
    "options:\n"
    "      --each         one hull for each part of the file, not one for all\n"
    "      --pairs        write the hull as a shape for 'farkas pairs': hull N X Y Z...\n"
    "      --format F     stl (binary), stl-ascii, obj, ply, ply-big, ply-ascii or off\n"
    "                     (default: by the name)\n"
    "      --units U      the file's unit: mm (default), cm, m or in; the hull has the same\n"
    "      --up AXIS      the file's up axis: x, y or z (default); it becomes z\n"
    "      --weld LENGTH  merge vertices up to this far apart (default: equal ones)\n"
    "      --from FORMAT  the format of the input: stl, obj, ply or off (default: found "
    "out)\n" CLI_COMMON_HELP "\n"
    "examples:\n"
    "  farkas hull part.stl hull.stl\n"
    "  farkas hull scan.ply --pairs -v > hull.txt\n"
    "\n"
    "exit status: 0, or 2 on trouble\n";

typedef struct hull_settings {
    mesh_settings mesh;
    bool as_pairs;
    mesh_output output;
} hull_settings;

static bool read_each(const char *option, const char *value, void *field)
{
    (void)option;
    (void)value;
    *(bool *)field = false;
    return true;
}

static const cli_option option_list[] = {
    {"--each", 0, false, read_each, offsetof(hull_settings, mesh.join)},
    CLI_FLAG("--pairs", hull_settings, as_pairs),
    CLI_READ("--format", mesh_read_format, hull_settings, output.format),
    MESH_OPTIONS(hull_settings, mesh),
    CLI_END,
};

static const cli_option_table option_table = {"hull", help, option_list, NULL};

/* Writes hulls as shapes of the pair stream, one per line. */
static bool write_hull_pieces(fk_hull *const *hull, uint32_t count, const mesh_output *output)
{
    bool to_stdout = output->path == NULL || strcmp(output->path, "-") == 0;
    cli_file file;
    if (!to_stdout && !cli_file_create(&file, output->path))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        fk_piece piece = fk_hull_piece(hull[i]);
        size_t length = fk_piece_format(&piece, NULL, 0);
        char *text = malloc(length + 2);
        if (text == NULL)
            return cli_no_memory();
        fk_piece_format(&piece, text, length + 1);
        text[length] = '\n';
        if (to_stdout)
            cli_write(text, length + 1);
        else
            fwrite(text, 1, length + 1, file.stream);
        free(text);
    }
    return to_stdout || cli_file_commit(&file);
}

/* Refuses a segment or a point, which no mesh can be, and says where a hull has no volume. */
static bool check_dimensions(const hull_settings *s, const mesh_file *file, fk_hull *const *hull,
                             const char *input)
{
    for (uint32_t i = 0; i < file->model->part_count; i++) {
        const char *part = s->mesh.join ? "" : file->model->part[i].name,
                   *separator = s->mesh.join ? "" : ": ";
        if (hull[i]->dimension < 2) {
            cli_trouble_at(
                input, 0, 0,
                "%s%sall points are %s, so their hull has no triangles; --pairs writes it as a shape", part,
                separator, hull[i]->dimension == 0 ? "the same" : "on one line");
            return false;
        }
        if (hull[i]->dimension == 2)
            cli_note(
                "%s: %s%sall points are in one plane: the hull has no volume, it is a surface of one side",
                input, part, separator);
    }
    return true;
}

static bool write_hulls(fk_context *context, const hull_settings *s, const mesh_file *file,
                        fk_hull *const *hull, const char *input)
{
    uint32_t count = file->model->part_count;
    if (s->as_pairs)
        return write_hull_pieces(hull, count, &s->output);
    if (!check_dimensions(s, file, hull, input))
        return false;
    const char **name = malloc((count + 1) * sizeof *name);
    fk_model *model = NULL;
    for (uint32_t i = 0; name != NULL && i < count; i++)
        name[i] = file->model->part[i].name;
    fk_status status = name == NULL ? FK_ERROR_MEMORY : hull_model_build(context, hull, name, count, &model);
    free(name);
    if (status != FK_OK)
        return cli_refuse("%s", fk_status_text(status));
    bool good = mesh_write(context, model, &s->output);
    fk_model_free(context, model);
    return good;
}

static int run_hull(fk_context *context, const hull_settings *s, const char *input)
{
    mesh_file file;
    double begin = fk_clock_seconds();
    if (!mesh_file_load(&file, context, input, &s->mesh))
        return CLI_TROUBLE;
    uint32_t count = file.model->part_count, built = 0;
    fk_hull **hull = calloc(count + 1, sizeof *hull);
    fk_status status = hull != NULL ? FK_OK : FK_ERROR_MEMORY;
    uint64_t points = 0, vertices = 0;
    cli_cancel_begin();
    for (; status == FK_OK && built < count; built++) {
        const fk_mesh *part = &file.model->part[built];
        status = fk_hull_build(context, part->point, part->vertex_count, &hull[built]);
        if (status != FK_OK)
            break;
        points += part->vertex_count;
        vertices += hull[built]->vertex_count;
    }
    cli_cancel_end();
    bool good = status == FK_OK;
    if (!good)
        cli_trouble_at(input, 0, 0, "%s", fk_status_text(status));
    good = good && write_hulls(context, s, &file, hull, input);
    if (good && cli_is_verbose())
        cli_note("%" PRIu64 " points, %" PRIu64 " hull vertices; %.3f s", points, vertices,
                 fk_clock_seconds() - begin);
    for (uint32_t i = 0; i < built; i++)
        fk_hull_free(context, hull[i]);
    free(hull);
    mesh_file_free(&file);
    return good ? CLI_OK : CLI_TROUBLE;
}

int verb_hull(int argc, char **argv)
{
    hull_settings s = {.mesh = {.join = true, .keep_points = true}};
    int status;
    if (!cli_read_option_table(&option_table, argc, argv, &s, &status))
        return status;
    if (!mesh_settings_check(&s.mesh))
        return CLI_TROUBLE;
    if (argc - optind < 1 || argc - optind > 2)
        return cli_trouble("hull needs an input, and takes one output; see 'farkas hull --help'");
    s.output.path = argc - optind == 2 ? argv[optind + 1] : NULL;
    if (s.as_pairs && s.output.format != FK_FORMAT_ANY)
        return cli_trouble("--pairs and --format exclude each other");
    if (!s.as_pairs && !mesh_output_check(&s.output, false))
        return CLI_TROUBLE;
    return run_hull(cli_context(), &s, argv[optind]);
}
