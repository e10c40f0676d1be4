/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas pairs: a verdict for each line of a pair stream, in constant memory. */

#include "cli.h"
#include "certificate_json.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

static const char help[] =
    "usage: farkas pairs [OPTION]... [FILE]\n"
    "\n"
    "Reads pairs of convex shapes, one pair per line, and prints for each whether they\n"
    "are apart, touching or overlapping. The verdict is exact for the numbers given.\n"
    "Without FILE, or when FILE is -, reads standard input.\n"
    "\n"
    "shapes:\n"
    "  box   ox oy oz  ux uy uz  vx vy vz  wx wy wz   a corner and three edges, any angles\n"
    "  tetra ox oy oz  ux uy uz  vx vy vz  wx wy wz   a corner and three edges\n"
    "  tri   ax ay az  bx by bz  cx cy cz             point   x y z\n"
    "  seg   ax ay az  bx by bz                       sphere  cx cy cz  r\n"
    "  half  nx ny nz  c   all x with n.x <= c        capsule ax ay az  bx by bz  r\n"
    "  '#' starts a comment.\n"
    "\n"
    "options:\n"
    "      --json       print for each pair an object with point or plane, and proof\n"
    "      --verify     check each proof as well; one that fails is trouble\n"
    "      --method M   how to decide: exact (default, the only one so far)\n"
    "  -q, --quiet      no progress and no notes\n"
    "  -v, --verbose    end with a summary on standard error\n"
    "      --color W    coloured messages: auto (default), always or never\n"
    "  -h, --help       print this help\n"
    "\n"
    "examples:\n"
    "  echo sphere 0 0 0 1  point 1 0 0 | farkas pairs\n"
    "  farkas pairs --json parts.txt > answers.json\n"
    "  farkas gen touch-face --count 1000 | farkas pairs --verify -v > verdicts\n"
    "\n"
    "exit status: 1 if any pair touches or overlaps, else 3 if any is undecided, else 0;\n"
    "2 on trouble, such as a line that cannot be read (those before it are answered)\n";

enum { OPTION_JSON = 256, OPTION_VERIFY, OPTION_METHOD };

static const struct option options[] = {
    {"json", no_argument, NULL, OPTION_JSON},
    {"verify", no_argument, NULL, OPTION_VERIFY},
    {"method", required_argument, NULL, OPTION_METHOD},
    CLI_COMMON_OPTIONS,
};

static const cli_syntax syntax = {"pairs", help, CLI_COMMON_LETTERS, options};

typedef struct settings {
    const char *path;
    fk_method method;
    bool json, verify;
} settings;

/* How many pairs had each verdict. */
typedef struct tally {
    uint64_t pairs;
    uint64_t of[FK_OVERLAPPING + 1];
} tally;

/* ---- Command line -------------------------------------------------------------------------------------- */

static bool read_method(const char *word, fk_method *out)
{
    static const char *const later[] = {"fm",   "fm-paper", "ec", "ec-paper", "sat",
                                        "sat6", "gjk",      "cw", "all",      NULL};
    for (int method = 0; method < FK_METHOD_COUNT; method++) {
        if (strcmp(word, fk_method_name((fk_method)method)) == 0) {
            *out = (fk_method)method;
            return true;
        }
    }
    for (const char *const *name = later; *name; name++) {
        if (strcmp(word, *name) == 0) {
            cli_trouble("method '%s' is not in this version of farkas; use --method exact", word);
            return false;
        }
    }
    cli_trouble("unknown method '%s'; use --method exact", word);
    return false;
}

/* False when the verb shall end with *status. */
static bool read_settings(int argc, char **argv, settings *out, int *status)
{
    int option;
    while ((option = cli_option(&syntax, argc, argv, status)) != CLI_OPTIONS_END) {
        switch (option) {
        case OPTION_JSON:
            out->json = true;
            break;
        case OPTION_VERIFY:
            out->verify = true;
            break;
        case OPTION_METHOD:
            if (!read_method(optarg, &out->method)) {
                *status = CLI_TROUBLE;
                return false;
            }
            break;
        default:
            return false;
        }
    }
    if (argc - optind > 1) {
        *status =
            cli_trouble("pairs reads one file, found '%s' too; see 'farkas pairs --help'", argv[optind + 1]);
        return false;
    }
    if (optind < argc)
        out->path = argv[optind];
    return true;
}

/* ---- Answers ------------------------------------------------------------------------------------------- */

static void print_json(uint64_t number, const fk_answer *answer)
{
    json_text line = {0};
    json_put(&line, "{\"pair\":");
    json_put_whole(&line, number);
    json_put(&line, ",\"verdict\":\"");
    json_put(&line, fk_verdict_name(answer->verdict));
    json_put(&line, "\"");
    if (answer->filled & FK_PART_POINT) {
        json_put(&line, ",\"point\":");
        json_put_vec3(&line, answer->point);
    }
    if (answer->filled & FK_PART_PLANE) {
        json_put(&line, ",\"normal\":");
        json_put_vec3(&line, answer->plane.normal);
        json_put(&line, ",\"gap\":");
        json_put_number(&line, answer->gap);
    }
    if (answer->filled & FK_PART_CERTIFICATE) {
        json_put(&line, ",\"proof\":");
        json_put_certificate(&line, &answer->certificate);
    }
    json_put(&line, ",\"method\":\"");
    json_put(&line, fk_method_name(answer->method));
    json_put(&line, "\"}\n");
    cli_write(line.text, line.length);
}

static void print_verdict(fk_verdict verdict)
{
    const char *word = fk_verdict_name(verdict);
    cli_write(word, strlen(word));
    cli_write("\n", 1);
}

/* Whether the answer is proved, and the verdict that is given without a proof agrees with it. */
static bool is_proved(const fk_piece *a, const fk_piece *b, const fk_answer *answer)
{
    return (answer->filled & FK_PART_CERTIFICATE) && answer->certificate.verdict == answer->verdict &&
           fk_pair_verdict(a, b) == answer->verdict && fk_verify(a, b, &answer->certificate);
}

/* Answers pair number tally->pairs and prints what is wanted. Nothing is printed for a pair in trouble. */
static int answer_pair(const settings *s, const fk_piece *a, const fk_piece *b, const char *file, size_t line,
                       tally *t)
{
    fk_verdict verdict;
    if (s->json || s->verify) {
        fk_pair_query query = {a, b, s->method, s->json ? FK_PART_ALL : FK_PART_CERTIFICATE, NULL};
        fk_answer answer;
        fk_status status = fk_pair_answer(&query, NULL, &answer);
        if (status != FK_OK)
            return cli_trouble_at(file, line, 0, "pair %" PRIu64 ": %s", t->pairs, fk_status_text(status));
        if (s->verify && !is_proved(a, b, &answer)) {
            return cli_trouble_at(file, line, 0,
                                  "pair %" PRIu64
                                  ": the proof of '%s' does not hold; this is a bug in farkas, "
                                  "please report it with this line",
                                  t->pairs, fk_verdict_name(answer.verdict));
        }
        verdict = answer.verdict;
        if (s->json)
            print_json(t->pairs, &answer);
    } else {
        verdict = fk_pair_verdict(a, b);
    }
    if (!s->json)
        print_verdict(verdict);
    t->of[verdict]++;
    return CLI_OK;
}

static int answer_all(const settings *s, cli_input *input, tally *t)
{
    fk_pair_reader reader;
    fk_pair_reader_init(&reader, NULL, cli_input_read, input);
    fk_piece a, b;
    fk_status status;
    while ((status = fk_pair_reader_next(&reader, &a, &b)) == FK_OK) {
        t->pairs++;
        int trouble = answer_pair(s, &a, &b, input->name, reader.line, t);
        if (trouble)
            return trouble;
        cli_progress(t->pairs, "pairs");
    }
    return status == FK_END ? CLI_OK : cli_pair_trouble(input, &reader);
}

static int exit_status(const tally *t)
{
    if (t->of[FK_TOUCHING] + t->of[FK_OVERLAPPING] > 0)
        return CLI_FOUND;
    return t->of[FK_UNDECIDED] > 0 ? CLI_UNDECIDED : CLI_OK;
}

int pairs_run(int argc, char **argv)
{
    settings s = {.path = "-", .method = FK_METHOD_EXACT};
    int status;
    if (!read_settings(argc, argv, &s, &status))
        return status;
    cli_input input;
    if (!cli_input_open(&input, s.path))
        return CLI_TROUBLE;
    if (isatty(input.file))
        cli_note("reading pairs from the terminal; Ctrl-D ends");
    tally t = {0};
    double begin = fk_clock_seconds();
    status = answer_all(&s, &input, &t);
    cli_input_close(&input);
    if (status == CLI_TROUBLE)
        return status;
    if (cli_is_verbose()) {
        cli_flush();
        cli_note("%" PRIu64 " pair%s: %" PRIu64 " apart, %" PRIu64 " touching, %" PRIu64
                 " overlapping, %" PRIu64 " undecided; %.3f s",
                 t.pairs, t.pairs == 1 ? "" : "s", t.of[FK_APART], t.of[FK_TOUCHING], t.of[FK_OVERLAPPING],
                 t.of[FK_UNDECIDED], fk_clock_seconds() - begin);
    }
    return exit_status(&t);
}
