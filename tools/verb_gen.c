/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas gen: writes pairs by family and seed, and meshes, for tests; the same text on every machine. */

#include "gen/family.h"
#include "gen/generate.h"
#include "mesh_file.h"

#include <inttypes.h>
#include <string.h>

static const char help[] =
    "usage: farkas gen [OPTION]... FAMILY\n"
    "       farkas gen --list\n"
    "       farkas gen mesh [OPTION]... KIND\n"
    "       farkas gen assembly [OPTION]...\n"
    "\n"
    "Writes pairs of convex shapes, one on each line, as 'farkas pairs' reads them. The same\n"
    "options give the same text on every machine. If the verdict is known by construction,\n"
    "a comment at the end of the line says it. For meshes, see 'farkas gen mesh --help', and\n"
    "for a scene with many parts 'farkas gen assembly --help'.\n"
    "\n"
    "options:\n"
    "      --count N    how many pairs (default 10)\n"
    "      --seed S     the seed: another one gives other pairs (default 1)\n"
    "      --kinds A,B  kinds of the first and second shape: point, seg, tri, tetra, box,\n"
    "                   sphere, capsule, half, hull, cylinder, cone, ellipsoid; or any, one of\n"
    "                   the first eight (default); one word means both\n"
    "      --list       list the families\n" CLI_NARROW_HELP "\n"
    "examples:\n"
    "  farkas gen --list\n"
    "  farkas gen random --kinds box,tri --count 3\n"
    "  farkas gen touch-face --seed 7 --count 1000 | farkas pairs --verify -v > verdicts\n"
    "\n"
    "exit status: 0, or 2 on trouble\n";

typedef struct gen_settings {
    size_t family;
    uint64_t count, seed;
    fk_kind kind[2]; /* FK_KIND_NONE: any */
    bool list;
} gen_settings;

static const char *kind_name(fk_kind kind)
{
    return kind == FK_KIND_NONE ? "any" : fk_kind_word(kind);
}

static bool read_kind(const char *word, size_t length, fk_kind *out)
{
    const char *known[FK_KIND_COUNT + 1] = {NULL};
    for (int kind = FK_KIND_NONE; kind < FK_KIND_COUNT; kind++) {
        known[kind] = kind_name((fk_kind)kind);
        if (strlen(known[kind]) == length && memcmp(word, known[kind], length) == 0) {
            *out = (fk_kind)kind;
            return true;
        }
    }
    char text[64] = "";
    memcpy(text, word, length < sizeof text ? length : sizeof text - 1);
    cli_unknown_word("kind", text, known);
    return false;
}

/* "A,B", or "A" for both. */
static bool read_kinds(const char *option, const char *text, void *field)
{
    fk_kind *kind = field;
    size_t first = strcspn(text, ",");
    if (!read_kind(text, first, &kind[0]))
        return false;
    kind[1] = kind[0];
    if (text[first] == ',' && strchr(text + first + 1, ','))
        return cli_refuse("%s: '%s' has more than two kinds", option, text);
    return text[first] == '\0' || read_kind(text + first + 1, strlen(text + first + 1), &kind[1]);
}

static const cli_option option_list[] = {
    CLI_WHOLE("--count", gen_settings, count),
    CLI_WHOLE("--seed", gen_settings, seed),
    CLI_READ("--kinds", read_kinds, gen_settings, kind),
    CLI_FLAG("--list", gen_settings, list),
    CLI_END,
};

static const cli_option_table option_table = {"gen", help, option_list, NULL};

/* The things that gen or gen mesh can make. */
typedef struct catalog {
    const char *verb, *what, *unknown; /* "gen", "family", "family" */
    size_t count;
    size_t (*find)(const char *word); /* returns count if there is none */
    const char *(*name)(size_t index);
} catalog;

/* Finds the item that the only argument names; with --list there is none. False after a message. */
static bool choose_item(const catalog *c, int argc, char **argv, bool lists, size_t *out)
{
    const char *known[128] = {NULL};
    if (lists && optind == argc)
        return true;
    if (optind == argc)
        return cli_refuse("%s needs a %s; 'farkas %s --list' lists them", c->verb, c->what, c->verb);
    *out = c->find(argv[optind]);
    for (size_t i = 0; i < c->count && i < 127; i++)
        known[i] = c->name(i);
    if (*out >= c->count && strcmp(argv[optind], "mesh") == 0 && strcmp(c->verb, "gen") == 0)
        cli_trouble("'mesh' comes before the options: farkas gen mesh [OPTION]... KIND");
    else if (*out >= c->count && strcmp(argv[optind], "assembly") == 0 && strcmp(c->verb, "gen") == 0)
        cli_trouble("'assembly' comes before the options: farkas gen assembly [OPTION]...");
    else if (*out >= c->count && cli_nearest_word(argv[optind], known))
        cli_unknown_word(c->unknown, argv[optind], known);
    else if (*out >= c->count)
        cli_trouble("unknown %s '%s'; 'farkas %s --list' lists them", c->unknown, argv[optind], c->verb);
    else if (lists)
        cli_trouble("--list takes no %s, found '%s'; see 'farkas %s --help'", c->what, argv[argc - 1],
                    c->verb);
    else if (argc - optind > 1)
        cli_trouble("%s takes one %s, found '%s'; see 'farkas %s --help'", c->verb, c->what, argv[argc - 1],
                    c->verb);
    else
        return true;
    return false;
}

/* ---- Output -------------------------------------------------------------------------------------------- */

static void list_families(void)
{
    for (size_t i = 0; i < fk_family_count(); i++)
        cli_print("%-16s  %s\n", fk_family_name(i), fk_family_summary(i));
    cli_flush();
    cli_note("meshes are listed by 'farkas gen mesh --list'");
}

static void write_piece(const fk_piece *piece)
{
    char text[FK_PIECE_TEXT_SIZE + 3 * FK_FAMILY_POINTS * FK_NUMBER_SIZE]; /* fits hulls, too */
    cli_write(text, fk_piece_format(piece, text, sizeof text));
}

static void write_pair(const fk_family_pair *pair)
{
    write_piece(&pair->a);
    cli_write("  ", 2);
    write_piece(&pair->b);
    if (pair->truth != FK_UNDECIDED) {
        const char *word = fk_verdict_name(pair->truth);
        cli_write("  # ", 4);
        cli_write(word, strlen(word));
    }
    cli_write("\n", 1);
}

static void write_family_pairs(const gen_settings *s)
{
    cli_print("# farkas gen %s --count %" PRIu64 " --seed %" PRIu64 " --kinds %s,%s (version %s)\n",
              fk_family_name(s->family), s->count, s->seed, kind_name(s->kind[0]), kind_name(s->kind[1]),
              fk_version());
    double begin = fk_clock_seconds();
    for (uint64_t i = 0; i < s->count; i++) {
        fk_family_pair pair;
        fk_family_make(s->family, s->kind[0], s->kind[1], s->seed, i, &pair);
        write_pair(&pair);
        cli_progress(i + 1, "pairs");
    }
    if (cli_is_verbose()) {
        cli_flush();
        cli_note("%" PRIu64 " pair%s written; %.3f s", s->count, s->count == 1 ? "" : "s",
                 fk_clock_seconds() - begin);
    }
}

/* ---- Meshes -------------------------------------------------------------------------------------------- */

static const char mesh_help[] =
    "usage: farkas gen mesh [OPTION]... KIND\n"
    "       farkas gen mesh --list\n"
    "\n"
    "Writes a mesh made by formulas. The same options give the same bytes on every\n"
    "machine. All kinds but open-box are solids: closed, counterclockwise seen from outside.\n"
    "\n"
    "options:\n"
    "      --triangles N  about N triangles in all parts together, if the kind has a\n"
    "                     choice (default: its own)\n"
    "      --size S       the length that --list names for the kind (default: its own)\n"
    "      --format F     stl, stl-ascii, obj, ply, ply-big, ply-ascii or off (default: by the\n"
    "                     name of FILE, and obj on standard output)\n"
    "  -o, --output FILE  write FILE, which appears when complete (default: standard output)\n"
    "      --list         list the kinds\n" CLI_COMMON_HELP "\n"
    "examples:\n"
    "  farkas gen mesh --list\n"
    "  farkas gen mesh trefoil --triangles 57600 -o trefoil.stl\n"
    "  farkas gen mesh nut-and-bolt --size 8 > m8.obj\n"
    "\n"
    "exit status: 0, or 2 on trouble\n";

typedef struct mesh_gen_settings {
    size_t kind;
    fk_generate_options make;
    mesh_output output;
    bool list;
} mesh_gen_settings;

static bool read_triangles(const char *option, const char *text, void *field)
{
    uint64_t value;
    if (!cli_whole_number_to(option, text, UINT64_C(1) << 28, &value))
        return false;
    *(uint32_t *)field = (uint32_t)value;
    return true;
}

static bool read_size(const char *option, const char *text, void *field)
{
    double value;
    if (!fk_number_parse(text, strlen(text), &value) || !(value >= 0x1p-900 && value <= 0x1p900))
        return cli_refuse("%s: '%s' is not a length, a number from 2^-900 to 2^900", option, text);
    *(double *)field = value;
    return true;
}

static const cli_option mesh_option_list[] = {
    CLI_READ("--triangles", read_triangles, mesh_gen_settings, make.triangles),
    CLI_READ("--size", read_size, mesh_gen_settings, make.size),
    CLI_READ("--format", mesh_read_format, mesh_gen_settings, output.format),
    CLI_OUTPUT(mesh_gen_settings, output.path),
    CLI_FLAG("--list", mesh_gen_settings, list),
    CLI_END,
};

static const cli_option_table mesh_option_table = {"gen mesh", mesh_help, mesh_option_list, NULL};

static void summarize_mesh(const fk_model *model, double seconds)
{
    uint64_t vertices = 0, triangles = 0;
    for (uint32_t i = 0; i < model->part_count; i++) {
        vertices += model->part[i].vertex_count;
        triangles += model->part[i].triangle_count;
    }
    cli_note("%u part%s, %" PRIu64 " vertices, %" PRIu64 " triangles written; %.3f s",
             (unsigned)model->part_count, model->part_count == 1 ? "" : "s", vertices, triangles, seconds);
}

static int write_gen_mesh(fk_context *context, const mesh_gen_settings *s)
{
    double begin = fk_clock_seconds();
    fk_model *model = NULL;
    fk_status made = fk_generate(context, s->kind, &s->make, &model);
    if (made != FK_OK)
        return cli_trouble("%s", fk_status_text(made));
    bool is_good = mesh_write(context, model, &s->output);
    if (is_good && cli_is_verbose()) {
        cli_flush();
        summarize_mesh(model, fk_clock_seconds() - begin);
    }
    fk_model_free(context, model);
    return is_good ? CLI_OK : CLI_TROUBLE;
}

/* argv[0] is "mesh". */
static int run_gen_mesh(int argc, char **argv)
{
    const catalog kinds = {"gen mesh",          "kind",           "kind of mesh",
                           fk_generate_count(), fk_generate_find, fk_generate_name};
    mesh_gen_settings s = {.output = {.is_made = true}};
    int status;
    if (!cli_read_option_table(&mesh_option_table, argc, argv, &s, &status) ||
        !choose_item(&kinds, argc, argv, s.list, &s.kind))
        return status;
    if (!s.list)
        return write_gen_mesh(cli_context(), &s);
    for (size_t i = 0; i < fk_generate_count(); i++)
        cli_print("%-12s  %s\n", fk_generate_name(i), fk_generate_summary(i));
    return CLI_OK;
}

int verb_gen(int argc, char **argv)
{
    const catalog families = {"gen", "family", "family", fk_family_count(), fk_family_find, fk_family_name};
    gen_settings s = {.count = 10, .seed = 1};
    int status;
    if (argc > 1 && strcmp(argv[1], "mesh") == 0)
        return run_gen_mesh(argc - 1, argv + 1);
    if (argc > 1 && strcmp(argv[1], "assembly") == 0)
        return verb_gen_assembly(argc - 1, argv + 1);
    if (!cli_read_option_table(&option_table, argc, argv, &s, &status) ||
        !choose_item(&families, argc, argv, s.list, &s.family))
        return status;
    if (s.list)
        list_families();
    else
        write_family_pairs(&s);
    return CLI_OK;
}
