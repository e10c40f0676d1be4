/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas gen: pairs to test with, by family and seed; the same text on every machine. Meshes are in gen_mesh.c. */

#include "cli.h"
#include "gen/family.h"

#include <inttypes.h>
#include <string.h>

static const char help[] =
    "usage: farkas gen [OPTION]... FAMILY\n"
    "       farkas gen --list\n"
    "       farkas gen mesh [OPTION]... KIND\n"
    "\n"
    "Writes pairs of convex shapes, one pair per line, as 'farkas pairs' reads them. The same\n"
    "options give the same text on every machine. Where the verdict is known by construction,\n"
    "a comment at the end of the line tells it. Meshes: see 'farkas gen mesh --help'.\n"
    "\n"
    "options:\n"
    "      --count N    how many pairs (default 10)\n"
    "      --seed S     another seed, other pairs (default 1)\n"
    "      --kinds A,B  kinds of the first and second shape: point, seg, tri, tetra, box,\n"
    "                   sphere, capsule, half, hull, cylinder, cone, ellipsoid; or any, one of\n"
    "                   the first eight (default); one word stands for both\n"
    "      --list       list the families\n"
    "  -q, --quiet      no progress and no notes\n"
    "  -v, --verbose    end with a summary on standard error\n"
    "      --color W    coloured messages: auto (default), always or never\n"
    "  -h, --help       print this help\n"
    "\n"
    "examples:\n"
    "  farkas gen --list\n"
    "  farkas gen random --kinds box,tri --count 3\n"
    "  farkas gen touch-face --seed 7 --count 1000 | farkas pairs --verify -v > verdicts\n"
    "\n"
    "exit status: 0, or 2 on trouble\n";

enum { OPTION_COUNT = 256, OPTION_SEED, OPTION_KINDS, OPTION_LIST };

static const struct option options[] = {
    {"count", required_argument, NULL, OPTION_COUNT},
    {"seed", required_argument, NULL, OPTION_SEED},
    {"kinds", required_argument, NULL, OPTION_KINDS},
    {"list", no_argument, NULL, OPTION_LIST},
    CLI_COMMON_OPTIONS,
};

static const cli_syntax syntax = {"gen", help, CLI_COMMON_LETTERS, options};

typedef struct settings {
    size_t family;
    uint64_t count, seed;
    fk_kind kind[2]; /* FK_KIND_NONE: any */
    bool list;
} settings;

/* ---- Command line -------------------------------------------------------------------------------------- */

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
    cli_unknown("kind", text, known);
    return false;
}

/* "A,B", or "A" for both. */
static bool read_kinds(const char *text, fk_kind kind[2])
{
    size_t first = strcspn(text, ",");
    if (!read_kind(text, first, &kind[0]))
        return false;
    kind[1] = kind[0];
    if (text[first] == ',' && strchr(text + first + 1, ',')) {
        cli_trouble("--kinds: '%s' has more than two kinds", text);
        return false;
    }
    return text[first] == '\0' || read_kind(text + first + 1, strlen(text + first + 1), &kind[1]);
}

static bool read_family(const char *word, size_t *out)
{
    const char *known[128] = {NULL};
    *out = fk_family_find(word);
    if (*out < fk_family_count())
        return true;
    for (size_t i = 0; i < fk_family_count() && i < 127; i++)
        known[i] = fk_family_name(i);
    if (strcmp(word, "mesh") == 0)
        cli_trouble("'mesh' comes before the options: farkas gen mesh [OPTION]... KIND");
    else if (cli_nearest(word, known))
        cli_unknown("family", word, known);
    else
        cli_trouble("unknown family '%s'; 'farkas gen --list' lists them", word);
    return false;
}

static bool read_option(int option, void *user)
{
    settings *out = user;
    switch (option) {
    case OPTION_COUNT:
        return cli_whole_number("--count", optarg, &out->count);
    case OPTION_SEED:
        return cli_whole_number("--seed", optarg, &out->seed);
    case OPTION_KINDS:
        return read_kinds(optarg, out->kind);
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
        cli_trouble("gen needs a family; 'farkas gen --list' lists them");
        return false;
    }
    if (!read_family(argv[optind], &out->family))
        return false;
    if (out->list || argc - optind > 1) {
        cli_trouble("%s, found '%s'; see 'farkas gen --help'",
                    out->list ? "--list takes no family" : "gen takes one family", argv[argc - 1]);
        return false;
    }
    return true;
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
    char text[FK_PIECE_TEXT_SIZE + 3 * FK_FAMILY_POINTS * FK_NUMBER_SIZE]; /* hulls too */
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

int gen_run(int argc, char **argv)
{
    settings s = {.count = 10, .seed = 1};
    int status;
    if (argc > 1 && strcmp(argv[1], "mesh") == 0)
        return gen_mesh_run(argc - 1, argv + 1);
    if (!read_settings(argc, argv, &s, &status))
        return status;
    if (s.list) {
        list_families();
        return CLI_OK;
    }
    cli_print("# farkas gen %s --count %" PRIu64 " --seed %" PRIu64 " --kinds %s,%s (version %s)\n",
              fk_family_name(s.family), s.count, s.seed, kind_name(s.kind[0]), kind_name(s.kind[1]),
              fk_version());
    double begin = fk_clock_seconds();
    for (uint64_t i = 0; i < s.count; i++) {
        fk_family_pair pair;
        fk_family_make(s.family, s.kind[0], s.kind[1], s.seed, i, &pair);
        write_pair(&pair);
        cli_progress(i + 1, "pairs");
    }
    if (cli_is_verbose()) {
        cli_flush();
        cli_note("%" PRIu64 " pair%s written; %.3f s", s.count, s.count == 1 ? "" : "s",
                 fk_clock_seconds() - begin);
    }
    return CLI_OK;
}
