/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas convert: converts a mesh into another format; scales and turns it on request. */

#include "mesh_file.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static const char help[] =
    "usage: farkas convert [OPTION]... INPUT OUTPUT\n"
    "\n"
    "Reads a mesh and writes it in another format: STL, OBJ, PLY or OFF, by the ending of the\n"
    "name; '-' is standard input or output. Reads other formats if farkas was built with\n"
    "assimp. Repairs nothing: 'farkas info' lists the defects of a mesh.\n"
    "\n"
    "options:\n"
    "      --scale S      multiply all coordinates by S; a negative S mirrors\n"
    "      --units U      the input's unit: mm, cm, m or in; the output is in mm\n"
    "      --units U:V    the output is in V\n"
    "      --up AXIS      the input's up axis: x, y or z (default); it becomes z\n"
    "      --weld LENGTH  merge vertices up to this far apart (default: equal ones)\n"
    "      --join         merge all parts into one\n"
    "      --from FORMAT  the input format: stl, obj, ply or off (default: detected)\n"
    "      --format F     the output format: stl (binary), stl-ascii, obj, ply,\n"
    "                     ply-big, ply-ascii or off (default: by the name; obj on standard\n"
    "                     output; .stl with several parts is stl-ascii)\n" CLI_COMMON_HELP "\n"
    "examples:\n"
    "  farkas convert part.obj part.stl\n"
    "  farkas convert --units in:m --up y part.ply part.off\n"
    "  farkas convert --weld 0.01mm scan.stl - --format ply > scan.ply\n"
    "\n"
    "exit status: 0, or 2 on trouble\n";

typedef struct convert_settings {
    mesh_settings mesh;
    double scale;
    fk_unit to; /* valid if units were given */
    mesh_output output;
} convert_settings;

static bool read_scale(const char *option, const char *text, void *field)
{
    double *out = field;
    if (fk_number_parse(text, strlen(text), out) && isfinite(*out) && *out != 0)
        return true;
    return cli_refuse("%s: '%s' is not a number other than 0", option, text);
}

/* "U" or "U:V". */
static bool read_units(const char *option, const char *text, void *field)
{
    convert_settings *out = field;
    size_t first = strcspn(text, ":");
    const char *second = text[first] == ':' ? text + first + 1 : "mm";
    out->mesh.has_unit = true;
    return mesh_unit_find(option, text, first, &out->mesh.unit) &&
           mesh_unit_find(option, second, strlen(second), &out->to);
}

static const cli_option option_list[] = {
    CLI_READ("--scale", read_scale, convert_settings, scale),
    CLI_READ("--format", mesh_read_format, convert_settings, output.format),
    {"--units", 0, true, read_units, 0},
    MESH_OPTIONS_BUT_UNITS(convert_settings, mesh),
    CLI_END,
};

static const cli_option_table option_table = {"convert", help, option_list, NULL};

/* Returns the product of the unit factor and --scale. */
static double total_scale(const convert_settings *s)
{
    return s->mesh.has_unit ? s->scale * fk_length_convert(1, s->mesh.unit, s->to) : s->scale;
}

static int convert(fk_context *context, const convert_settings *s, const char *input)
{
    mesh_file file;
    double begin = fk_clock_seconds();
    if (!mesh_file_load(&file, context, input, &s->mesh))
        return CLI_TROUBLE;
    mesh_file_notes(&file);
    bool good = total_scale(s) == 1 || mesh_transform(context, input, &file.model, total_scale(s), 2);
    good = good && mesh_write(context, file.model, &s->output);
    if (good && cli_is_verbose()) {
        uint64_t triangles = 0;
        for (uint32_t i = 0; i < file.model->part_count; i++)
            triangles += file.model->part[i].triangle_count;
        cli_note("%" PRIu32 " part%s, %" PRIu64 " triangles; %.3f s", file.model->part_count,
                 file.model->part_count == 1 ? "" : "s", triangles, fk_clock_seconds() - begin);
    }
    mesh_file_free(&file);
    return good ? CLI_OK : CLI_TROUBLE;
}

int verb_convert(int argc, char **argv)
{
    convert_settings s = {.scale = 1};
    int status;
    if (!cli_read_option_table(&option_table, argc, argv, &s, &status))
        return status;
    if (!mesh_settings_check(&s.mesh))
        return CLI_TROUBLE;
    if (!isfinite(total_scale(&s)) || total_scale(&s) == 0)
        return cli_trouble("--scale and --units together are beyond the range of doubles");
    if (argc - optind != 2)
        return cli_trouble("convert needs an input and an output; see 'farkas convert --help'");
    s.output.path = argv[optind + 1];
    return mesh_output_check(&s.output, false) ? convert(cli_context(), &s, argv[optind]) : CLI_TROUBLE;
}
