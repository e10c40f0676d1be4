/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas gen mesh: meshes made by formulas; the same bytes on every machine. */

#include "mesh_file.h"
#include "gen/generate.h"

#include <inttypes.h>
#include <string.h>

static const char help[] =
    "usage: farkas gen mesh [OPTION]... KIND\n"
    "       farkas gen mesh --list\n"
    "\n"
    "Writes a mesh that is made by formulas. The same options give the same bytes on every\n"
    "machine. All kinds but open-box are solids: closed, counterclockwise seen from outside.\n"
    "\n"
    "options:\n"
    "      --triangles N  about so many triangles in all parts together, where the kind has a\n"
    "                     choice (default: its own)\n"
    "      --size S       the length that --list names for the kind (default: its own)\n"
    "      --format F     stl, stl-ascii, obj, ply, ply-big, ply-ascii or off (default: by the\n"
    "                     name of FILE, and obj on standard output)\n"
    "  -o, --output FILE  write FILE, which appears when it is whole (default: standard output)\n"
    "      --list         list the kinds\n"
    "  -q, --quiet        no progress and no notes\n"
    "  -v, --verbose      end with a summary on standard error\n"
    "      --color W      coloured messages: auto (default), always or never\n"
    "  -h, --help         print this help\n"
    "\n"
    "examples:\n"
    "  farkas gen mesh --list\n"
    "  farkas gen mesh trefoil --triangles 57600 -o trefoil.stl\n"
    "  farkas gen mesh nut-and-bolt --size 8 > m8.obj\n"
    "\n"
    "exit status: 0, or 2 on trouble\n";

enum { OPTION_TRIANGLES = 256, OPTION_SIZE, OPTION_FORMAT, OPTION_LIST };

static const struct option options[] = {
    {"triangles", required_argument, NULL, OPTION_TRIANGLES},
    {"size", required_argument, NULL, OPTION_SIZE},
    {"format", required_argument, NULL, OPTION_FORMAT},
    {"output", required_argument, NULL, 'o'},
    {"list", no_argument, NULL, OPTION_LIST},
    CLI_COMMON_OPTIONS,
};

static const cli_syntax syntax = {"gen mesh", help, CLI_COMMON_LETTERS "o:", options};

#define TRIANGLES_MOST 268435456u /* 2^28 */

typedef struct settings {
    size_t kind;
    fk_generate_options make;
    mesh_output output;
    bool list;
} settings;

/* ---- Command line -------------------------------------------------------------------------------------- */

static bool read_triangles(const char *text, uint32_t *out)
{
    uint64_t value;
    if (!cli_whole_number_to("--triangles", text, TRIANGLES_MOST, &value))
        return false;
    *out = (uint32_t)value;
    return true;
}

static bool read_size(const char *text, double *out)
{
    double value;
    if (!fk_number_parse(text, strlen(text), &value) || !(value >= 0x1p-900 && value <= 0x1p900)) {
        cli_trouble("--size: '%s' is not a length, a number from 2^-900 to 2^900", text);
        return false;
    }
    *out = value;
    return true;
}

static bool read_kind(const char *word, size_t *out)
{
    const char *known[64] = {NULL};
    *out = fk_generate_find(word);
    if (*out < fk_generate_count())
        return true;
    for (size_t i = 0; i < fk_generate_count() && i < 63; i++)
        known[i] = fk_generate_name(i);
    if (cli_nearest(word, known))
        cli_unknown("kind of mesh", word, known);
    else
        cli_trouble("unknown kind of mesh '%s'; 'farkas gen mesh --list' lists them", word);
    return false;
}

static bool read_option(int option, void *user)
{
    settings *out = user;
    switch (option) {
    case OPTION_TRIANGLES:
        return read_triangles(optarg, &out->make.triangles);
    case OPTION_SIZE:
        return read_size(optarg, &out->make.size);
    case OPTION_FORMAT:
        return mesh_format_find(optarg, &out->output.format);
    case 'o':
        out->output.path = optarg;
        return true;
    default:
        out->list = true;
        return true;
    }
}

/* False when the verb shall end with *status. */
static bool read_settings(int argc, char **argv, settings *out, int *status)
{
    if (!cli_read_options(&syntax, argc, argv, read_option, out, status))
        return false;
    *status = CLI_TROUBLE;
    if (out->list && optind == argc)
        return true;
    if (optind == argc) {
        cli_trouble("gen mesh needs a kind; 'farkas gen mesh --list' lists them");
        return false;
    }
    if (!read_kind(argv[optind], &out->kind))
        return false;
    if (out->list || argc - optind > 1) {
        cli_trouble("%s, found '%s'; see 'farkas gen mesh --help'",
                    out->list ? "--list takes no kind" : "gen mesh takes one kind", argv[argc - 1]);
        return false;
    }
    return true;
}

/* ---- Output -------------------------------------------------------------------------------------------- */

static void list_kinds(void)
{
    for (size_t i = 0; i < fk_generate_count(); i++)
        cli_print("%-12s  %s\n", fk_generate_name(i), fk_generate_summary(i));
}

static void summarize(const fk_model *model, double seconds)
{
    uint64_t vertices = 0, triangles = 0;
    for (uint32_t i = 0; i < model->part_count; i++) {
        vertices += model->part[i].vertex_count;
        triangles += model->part[i].triangle_count;
    }
    cli_note("%u part%s, %" PRIu64 " vertices, %" PRIu64 " triangles written; %.3f s",
             (unsigned)model->part_count, model->part_count == 1 ? "" : "s", vertices, triangles, seconds);
}

int gen_mesh_run(int argc, char **argv)
{
    settings s = {.output = {.is_made = true}};
    int status;
    if (!read_settings(argc, argv, &s, &status))
        return status;
    if (s.list) {
        list_kinds();
        return CLI_OK;
    }
    double begin = fk_clock_seconds();
    fk_context *context = cli_context_create();
    fk_model *model = NULL;
    if (context == NULL)
        return CLI_TROUBLE;
    fk_status made = fk_generate(context, s.kind, &s.make, &model);
    if (made != FK_OK)
        status = cli_trouble("%s", fk_status_text(made));
    else
        status = mesh_write(context, model, &s.output) ? CLI_OK : CLI_TROUBLE;
    if (status == CLI_OK && cli_is_verbose()) {
        cli_flush();
        summarize(model, fk_clock_seconds() - begin);
    }
    fk_model_free(context, model);
    fk_context_destroy(context);
    return status;
}
