/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas pairs: a verdict for each line of a pair stream. Memory is constant but for the points of hulls. */

#include "cli.h"
#include "certificate_json.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

static const char help[] =
    "usage: farkas pairs [OPTION]... [FILE]\n"
    "\n"
    "Reads pairs of convex shapes, one pair on each line, and prints for each whether they\n"
    "are apart, touching or overlapping. The verdict is exact for the numbers given. It\n"
    "can be undecided for cylinders, cones and ellipsoids that touch, nearly touch (1e-12\n"
    "of the size) or are flat.\n"
    "Without FILE, or if FILE is -, reads standard input.\n"
    "\n"
    "shapes:\n"
    "  box       ox oy oz  ux uy uz  vx vy vz  wx wy wz   a corner and three edges, any angles\n"
    "  tetra     ox oy oz  ux uy uz  vx vy vz  wx wy wz   a corner and three edges\n"
    "  tri       ax ay az  bx by bz  cx cy cz             a triangle\n"
    "  seg       ax ay az  bx by bz                       a segment\n"
    "  point     x y z                                    a point\n"
    "  hull      n  x1 y1 z1  ...  xn yn zn               the convex hull of n points\n"
    "  sphere    cx cy cz  r                              a ball\n"
    "  capsule   ax ay az  bx by bz  r                    all within r of a segment\n"
    "  cylinder  ax ay az  bx by bz  r                    between the centres of its caps\n"
    "  cone      ax ay az  bx by bz  r                    the centre of its base, its apex\n"
    "  ellipsoid cx cy cz  ux uy uz  vx vy vz  wx wy wz   a centre and three half-axes\n"
    "  half      nx ny nz  c                              all x with n.x <= c\n"
    "  '#' starts a comment.\n"
    "\n"
    "options:\n"
    "      --json       print for each pair an object with point or plane, box and proof\n"
    "      --verify     also check each answer; one that fails is trouble\n"
    "      --method M   the method: exact (default), fm, fm-paper, ec, ec-paper, sat, sat6,\n"
    "                   gjk or cw; all prints nine words per pair in that order, with tabs;\n"
    "                   a method is undecided about shapes that it does not know; -v counts\n"
    "                   how often each is wrong: pairs that it misses, and false hits\n" CLI_NARROW_HELP "\n"
    "examples:\n"
    "  echo sphere 0 0 0 1  point 1 0 0 | farkas pairs\n"
    "  farkas pairs --json parts.txt > answers.json\n"
    "  farkas gen touch-face --count 1000 | farkas pairs --verify -v > verdicts\n"
    "  farkas gen gap-1e-9 --kinds box | farkas pairs --method all\n"
    "\n"
    "exit status: 1 if any pair touches or overlaps, else 3 if any is undecided, else 0; with\n"
    "--method all by its first word, that of exact; 2 on trouble, such as a line that cannot\n"
    "be read (those before it are answered)\n";

typedef struct pairs_settings {
    const char *path;
    fk_method method;
    bool all; /* methods */
    bool json, verify;
} pairs_settings;

/* How many pairs had each verdict. */
typedef struct verdict_tally {
    uint64_t pairs;
    uint64_t of[FK_OVERLAPPING + 1];
    uint64_t missed[FK_METHOD_COUNT], hits[FK_METHOD_COUNT], unsure[FK_METHOD_COUNT]; /* with --method all */
} verdict_tally;

/* ---- Command line -------------------------------------------------------------------------------------- */

static bool read_method(const char *option, const char *word, void *field)
{
    (void)option;
    pairs_settings *out = field;
    const char *known[FK_METHOD_COUNT + 2];
    out->all = strcmp(word, "all") == 0;
    if (out->all)
        return true;
    for (int method = 0; method < FK_METHOD_COUNT; method++)
        known[method] = fk_method_name((fk_method)method);
    known[FK_METHOD_COUNT] = "all";
    known[FK_METHOD_COUNT + 1] = NULL;
    int found = cli_find_word("method", word, known);
    out->method = found >= 0 ? (fk_method)found : out->method;
    return found >= 0;
}

static bool check_pairs_settings(const pairs_settings *s)
{
    if (s->all && s->json)
        cli_trouble("--json does not go with --method all; ask for one method at a time");
    else if (s->all && s->verify)
        cli_trouble("--verify does not go with --method all; ask for one method at a time");
    else if (s->verify && fk_method_may_be_wrong(s->method))
        cli_trouble("--verify does not go with --method %s, which may be wrong, as its paper is",
                    fk_method_name(s->method));
    else
        return true;
    return false;
}

static const cli_option option_list[] = {
    CLI_FLAG("--json", pairs_settings, json),
    CLI_FLAG("--verify", pairs_settings, verify),
    {"--method", 0, true, read_method, 0},
    CLI_END,
};

static const cli_option_table option_table = {"pairs", help, option_list, NULL};

/* ---- Answers ------------------------------------------------------------------------------------------- */

static void print_answer_json(uint64_t number, const fk_answer *answer)
{
    json_text line = {0};
    json_put(&line, "{\"pair\":");
    json_put_whole(&line, number);
    json_put(&line, ",");
    json_put_answer(&line, answer);
    json_put(&line, "}\n");
    cli_write(line.text, line.length);
}

static void print_word(fk_verdict verdict, const char *end)
{
    const char *word = fk_verdict_name(verdict);
    cli_write(word, strlen(word));
    cli_write(end, 1);
}

/* Compares only whether they meet: methods that answer as their papers do have no word for touching. */
static void tally_method(verdict_tally *t, int method, fk_verdict found, fk_verdict exact)
{
    bool is_known = found != FK_UNDECIDED && exact != FK_UNDECIDED;
    t->unsure[method] += found == FK_UNDECIDED;
    t->missed[method] += is_known && found == FK_APART && exact != FK_APART;
    t->hits[method] += is_known && found != FK_APART && exact == FK_APART;
}

/* Prints the verdicts of all methods, exact first. A method that this version lacks is undecided. */
static fk_verdict print_all_methods(const fk_piece *a, const fk_piece *b, verdict_tally *t)
{
    fk_verdict exact = fk_pair_verdict(a, b);
    print_word(exact, "\t");
    for (int method = FK_METHOD_EXACT + 1; method < FK_METHOD_COUNT; method++) {
        fk_pair_query query = {a, b, (fk_method)method, 0, NULL};
        fk_answer answer = {.verdict = FK_UNDECIDED};
        fk_pair_answer(&query, &answer);
        tally_method(t, method, answer.verdict, exact);
        print_word(answer.verdict, method + 1 < FK_METHOD_COUNT ? "\t" : "\n");
    }
    return exact;
}

/* Whether an answer is right: its proof holds, and its verdict equals that of fk_pair_verdict. Only method exact must
 * have a proof, and a verdict wherever there is one. */
static bool is_answer_correct(const fk_piece *a, const fk_piece *b, const fk_answer *answer)
{
    bool is_proved = answer->filled & FK_PART_CERTIFICATE;
    if (is_proved &&
        (answer->certificate.verdict != answer->verdict || !fk_verify(a, b, &answer->certificate)))
        return false;
    fk_verdict verdict = fk_pair_verdict(a, b);
    if (answer->method == FK_METHOD_EXACT)
        return answer->verdict == verdict && (is_proved || verdict == FK_UNDECIDED);
    return answer->verdict == FK_UNDECIDED || verdict == FK_UNDECIDED || answer->verdict == verdict;
}

/* Computes a full answer, checks it if requested, and prints it. */
static int answer_with_fields(const pairs_settings *s, const fk_piece *a, const fk_piece *b, uint64_t number,
                              fk_verdict *verdict, const char **trouble)
{
    unsigned want = s->json ? FK_PART_ALL : s->verify ? FK_PART_CERTIFICATE : 0;
    fk_pair_query query = {a, b, s->method, want, NULL};
    fk_answer answer;
    fk_status status = fk_pair_answer(&query, &answer);
    if (status != FK_OK) {
        *trouble = fk_status_text(status);
        return CLI_TROUBLE;
    }
    if (s->verify && !is_answer_correct(a, b, &answer)) {
        *trouble = "the answer does not hold; this is a bug in farkas, please report it with this line";
        return CLI_TROUBLE;
    }
    *verdict = answer.verdict;
    if (s->json)
        print_answer_json(number, &answer);
    else
        print_word(*verdict, "\n");
    return CLI_OK;
}

/* Answers pair number t->pairs and prints the result. Prints nothing for a pair in trouble. */
static int answer_pair(const pairs_settings *s, const fk_piece *a, const fk_piece *b, verdict_tally *t,
                       const char **trouble)
{
    fk_verdict verdict;
    if (s->all) {
        verdict = print_all_methods(a, b, t);
    } else if (s->json || s->verify || s->method != FK_METHOD_EXACT) {
        if (answer_with_fields(s, a, b, t->pairs, &verdict, trouble) != CLI_OK)
            return CLI_TROUBLE;
    } else {
        verdict = fk_pair_verdict(a, b);
        print_word(verdict, "\n");
    }
    t->of[verdict]++;
    return CLI_OK;
}

static int answer_pairs(const pairs_settings *s, cli_input *input, fk_pair_reader *reader, verdict_tally *t)
{
    fk_piece a, b;
    fk_status status;
    while ((status = fk_pair_reader_next(reader, &a, &b)) == FK_OK) {
        const char *trouble;
        t->pairs++;
        if (answer_pair(s, &a, &b, t, &trouble) != CLI_OK)
            return cli_trouble_at(input->name, reader->line, 0, "pair %" PRIu64 ", method %s: %s", t->pairs,
                                  fk_method_name(s->method), trouble);
        cli_progress(t->pairs, "pairs");
    }
    return status == FK_END ? CLI_OK : cli_pair_trouble(input, reader);
}

static int answer_all(const pairs_settings *s, cli_input *input, verdict_tally *t)
{
    fk_pair_reader reader;
    fk_pair_reader_init(&reader, cli_context(), cli_input_read, input);
    int status = answer_pairs(s, input, &reader, t);
    fk_pair_reader_end(&reader);
    return status;
}

static int pairs_exit_status(const verdict_tally *t)
{
    if (t->of[FK_TOUCHING] + t->of[FK_OVERLAPPING] > 0)
        return CLI_FOUND;
    return t->of[FK_UNDECIDED] > 0 ? CLI_UNDECIDED : CLI_OK;
}

int verb_pairs(int argc, char **argv)
{
    pairs_settings s = {.path = "-", .method = FK_METHOD_EXACT};
    int status;
    if (!cli_read_option_table(&option_table, argc, argv, &s, &status))
        return status;
    if (argc - optind > 1)
        return cli_trouble("pairs reads one file, found '%s' too; see 'farkas pairs --help'",
                           argv[optind + 1]);
    s.path = optind < argc ? argv[optind] : s.path;
    if (!check_pairs_settings(&s))
        return CLI_TROUBLE;
    cli_input input;
    if (!cli_input_open(&input, s.path))
        return CLI_TROUBLE;
    if (isatty(input.file))
        cli_note("reading pairs from the terminal; Ctrl-D ends");
    verdict_tally t = {0};
    double begin = fk_clock_seconds();
    status = answer_all(&s, &input, &t);
    cli_input_close(&input);
    if (status == CLI_TROUBLE)
        return status;
    if (cli_is_verbose()) {
        cli_flush();
        for (int method = FK_METHOD_EXACT + 1; s.all && method < FK_METHOD_COUNT; method++)
            cli_note("%s: %" PRIu64 " missed, %" PRIu64 " false hits, %" PRIu64 " undecided",
                     fk_method_name((fk_method)method), t.missed[method], t.hits[method], t.unsure[method]);
        cli_note("%" PRIu64 " pair%s: %" PRIu64 " apart, %" PRIu64 " touching, %" PRIu64
                 " overlapping, %" PRIu64 " undecided; %.3f s",
                 t.pairs, t.pairs == 1 ? "" : "s", t.of[FK_APART], t.of[FK_TOUCHING], t.of[FK_OVERLAPPING],
                 t.of[FK_UNDECIDED], fk_clock_seconds() - begin);
    }
    return pairs_exit_status(&t);
}
