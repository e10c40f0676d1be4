/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas verify: checks the proofs that `farkas pairs --json` wrote, with the verifier alone.
 *
 * Reads both files side by side, in constant memory but for the points of hulls. Lists each proof that fails or has no
 * known form, and continues with the next. Trouble, such as text that is not JSON or an answer to another pair, ends
 * the run, because the rest could not be matched. */

#include "cli.h"
#include "certificate_json.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char help[] =
    "usage: farkas verify [OPTION]... PAIRS ANSWERS\n"
    "\n"
    "Checks every proof in ANSWERS, as 'farkas pairs --json' writes them, against the pairs\n"
    "in PAIRS. The check is exact and shares no algorithm with the search for proofs. Either\n"
    "file may be -, standard input. Only the verdict and its proof are checked: point, box,\n"
    "normal and gap are rounded and not part of the proof.\n"
    "\n"
    "options:\n" CLI_NARROW_HELP "\n"
    "examples:\n"
    "  farkas pairs --json parts.txt > answers.json\n"
    "  farkas verify parts.txt answers.json\n"
    "  farkas pairs --json parts.txt | farkas verify parts.txt -\n"
    "\n"
    "exit status: 0 if all proofs hold, 1 if an answer has none or one that fails, 2 on\n"
    "trouble, such as more or fewer answers than pairs\n";

static const cli_option option_list[] = {CLI_END};
static const cli_option_table option_table = {"verify", help, option_list, NULL};

/* All whole numbers up to this one are doubles. */
#define WHOLE_LIMIT 9007199254740992.0

typedef struct verification {
    cli_input pairs, answers;
    fk_pair_reader reader;
    size_t answer_line;
    uint64_t count;                     /* pairs so far, the current one included */
    uint64_t holds[FK_OVERLAPPING + 1]; /* proofs that hold, by verdict */
    uint64_t failed;
    char line[1 << 16];
} verification;

/* ---- Answers ------------------------------------------------------------------------------------------- */

/* Reads the next line that is not empty as JSON. *out is NULL at the end of the file. */
static int read_answer(verification *r, json_t **out)
{
    *out = NULL;
    size_t length = 0;
    cli_line got;
    do {
        r->answer_line++;
        got = cli_input_line(&r->answers, r->line, sizeof r->line, &length);
    } while (got == CLI_LINE && length == 0);
    switch (got) {
    case CLI_LINE_END:
        return CLI_OK;
    case CLI_LINE_FAILED:
        return cli_input_trouble(&r->answers);
    case CLI_LINE_TOO_LONG:
        return cli_trouble_at(r->answers.name, r->answer_line, 0, "the line is too long for an answer");
    case CLI_LINE:
        break;
    }
    const char *nul = memchr(r->line, 0, length); /* jansson skips it after a number */
    if (nul)
        return cli_trouble_at(r->answers.name, r->answer_line, (size_t)(nul - r->line) + 1,
                              "byte 0x00 is not text; write the answers as plain UTF-8 text");
    json_error_t error;
    *out = json_loadb(r->line, length, JSON_REJECT_DUPLICATES | JSON_DECODE_INT_AS_REAL, &error);
    if (!*out) {
        size_t column = error.column > 0 ? (size_t)error.column : 1;
        return cli_trouble_at(r->answers.name, r->answer_line, column,
                              "not a JSON object on one line, as 'pairs --json' writes: %s", error.text);
    }
    return CLI_OK;
}

static int check_number(const verification *r, const json_t *answer)
{
    uint64_t number;
    if (!json_is_object(answer))
        return cli_trouble_at(r->answers.name, r->answer_line, 0, "an answer must be a JSON object");
    if (!json_get_whole(json_object_get(answer, "pair"), WHOLE_LIMIT, &number))
        return cli_trouble_at(r->answers.name, r->answer_line, 0, "an answer needs \"pair\", a whole number");
    if (number != r->count) {
        return cli_trouble_at(r->answers.name, r->answer_line, 0,
                              "expected the answer to pair %" PRIu64 ", found pair %" PRIu64, r->count,
                              number);
    }
    return CLI_OK;
}

/* Checks an answer. Returns false with the reason in why. */
static bool check_proof(const json_t *answer, const fk_piece *a, const fk_piece *b, fk_verdict *verdict,
                        char why[CERTIFICATE_WHY_SIZE])
{
    fk_certificate certificate;
    const json_t *word = json_object_get(answer, "verdict"), *proof = json_object_get(answer, "proof");
    *verdict = json_get_verdict(word);
    if (*verdict == FK_UNDECIDED) {
        bool undecided = word && json_is_string(word) && strcmp(json_string_value(word), "undecided") == 0;
        snprintf(why, CERTIFICATE_WHY_SIZE,
                 undecided ? "undecided, so nothing is proved" : "there is no verdict");
        return false;
    }
    if (!proof) {
        snprintf(why, CERTIFICATE_WHY_SIZE, "there is no proof");
        return false;
    }
    if (!json_get_certificate(proof, &certificate, why))
        return false;
    if (certificate.verdict != *verdict) {
        snprintf(why, CERTIFICATE_WHY_SIZE, "the verdict is '%s', but the proof is for '%s'",
                 fk_verdict_name(*verdict), fk_verdict_name(certificate.verdict));
        return false;
    }
    if (!fk_verify(a, b, &certificate)) {
        snprintf(why, CERTIFICATE_WHY_SIZE, "the proof of '%s' does not hold", fk_verdict_name(*verdict));
        return false;
    }
    return true;
}

/* ---- Both files ---------------------------------------------------------------------------------------- */

static void check_pair(verification *r, const json_t *answer, const fk_piece *a, const fk_piece *b)
{
    char why[CERTIFICATE_WHY_SIZE];
    fk_verdict verdict;
    if (check_proof(answer, a, b, &verdict, why)) {
        r->holds[verdict]++;
        return;
    }
    r->failed++;
    cli_print("%s:%zu: pair %" PRIu64 " (%s:%zu): %s\n", r->answers.name, r->answer_line, r->count,
              r->pairs.name, r->reader.line, why);
}

static int check_all_pairs(verification *r)
{
    for (;;) {
        fk_piece a, b;
        fk_status status = fk_pair_reader_next(&r->reader, &a, &b);
        if (status != FK_OK && status != FK_END)
            return cli_pair_trouble(&r->pairs, &r->reader);
        json_t *answer;
        int trouble = read_answer(r, &answer);
        if (trouble || (status == FK_END && !answer))
            return trouble;
        if (!answer) {
            return cli_trouble_at(r->answers.name, r->answer_line, 0,
                                  "fewer answers than pairs: pair %" PRIu64 " (%s:%zu) has none",
                                  r->count + 1, r->pairs.name, r->reader.line);
        }
        if (status == FK_END) {
            json_decref(answer);
            return cli_trouble_at(r->answers.name, r->answer_line, 0,
                                  "more answers than pairs: %s has %" PRIu64, r->pairs.name, r->count);
        }
        r->count++;
        trouble = check_number(r, answer);
        if (!trouble) {
            check_pair(r, answer, &a, &b);
            cli_progress(r->count, "proofs");
        }
        json_decref(answer);
        if (trouble)
            return trouble;
    }
}

static int report_verification(const verification *r, double seconds)
{
    uint64_t holding = r->count - r->failed;
    if (r->failed == 0) {
        cli_print(holding == 1 ? "1 proof holds\n" : "%" PRIu64 " proofs hold\n", holding);
    } else {
        cli_print("%" PRIu64 " of %" PRIu64 " proofs %s\n", r->failed, r->count,
                  r->failed == 1 ? "fails" : "fail");
    }
    if (cli_is_verbose()) {
        cli_flush();
        cli_note("%" PRIu64 " proof%s: %" PRIu64 " apart, %" PRIu64 " touching, %" PRIu64
                 " overlapping hold, %" PRIu64 " fail; %.3f s",
                 r->count, r->count == 1 ? "" : "s", r->holds[FK_APART], r->holds[FK_TOUCHING],
                 r->holds[FK_OVERLAPPING], r->failed, seconds);
    }
    return r->failed == 0 ? CLI_OK : CLI_FOUND;
}

static int verify_answers(verification *r)
{
    fk_pair_reader_init(&r->reader, cli_context(), cli_input_read, &r->pairs);
    double begin = fk_clock_seconds();
    int status = check_all_pairs(r);
    fk_pair_reader_end(&r->reader);
    return status == CLI_OK ? report_verification(r, fk_clock_seconds() - begin) : status;
}

static int verify_files(verification *r, const char *pairs, const char *answers)
{
    if (!cli_input_open(&r->pairs, pairs))
        return CLI_TROUBLE;
    int status = CLI_TROUBLE;
    if (cli_input_open(&r->answers, answers)) {
        status = verify_answers(r);
        cli_input_close(&r->answers);
    }
    cli_input_close(&r->pairs);
    return status;
}

int verb_verify(int argc, char **argv)
{
    static verification r; /* too large for a small stack; starts zeroed */
    int status;
    if (!cli_read_option_table(&option_table, argc, argv, NULL, &status))
        return status;
    if (argc - optind != 2) {
        return cli_trouble("verify needs two files, PAIRS and ANSWERS, found %d; see 'farkas verify --help'",
                           argc - optind);
    }
    const char *pairs = argv[optind], *answers = argv[optind + 1];
    if (strcmp(pairs, "-") == 0 && strcmp(answers, "-") == 0)
        return cli_trouble("only one of PAIRS and ANSWERS can be standard input");
    return verify_files(&r, pairs, answers);
}
