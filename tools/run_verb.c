/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What check and sweep do alike: see run_verb.h. */

#include "run_verb.h"

#include "report_page.h"

/* Where it comes from takes time to find out: all files are read once more. */
static bool needs_record(const run_settings *s)
{
    return s->as_json || s->page.output != NULL;
}

static int exit_status(const subject *about)
{
    bool is_check = about->check != NULL;
    uint64_t open = (is_check ? fk_check_reviews(&about->checked) : fk_sweep_reviews(&about->swept)).open;
    const uint64_t *count = is_check ? about->check->count : about->sweep->count;
    return open > 0 ? CLI_FOUND : count[FK_CLASH_UNDECIDED] > 0 ? CLI_UNDECIDED : CLI_OK;
}

static bool may_write(const subject *about, const run_settings *s)
{
    return subject_may_write(about, "--report", s->page.output) &&
           subject_may_write(about, "--junit", s->junit) &&
           subject_may_write(about, "--distances", s->distances);
}

static int run(const run_verb *verb, fk_context *context, const run_settings *s)
{
    subject about;
    if (!subject_load(&about, context, s))
        return CLI_TROUBLE;
    bool is_good = may_write(&about, s) && verb->find(&about) &&
                   (!needs_record(s) || subject_record(&about)) && subject_review(&about, &s->review) &&
                   verb->tell(&about, s) && (s->page.output == NULL || report_page_write(&about, &s->page));
    int status = is_good ? exit_status(&about) : CLI_TROUBLE;
    subject_free(&about);
    return status;
}

int run_verb_run(const run_verb *verb, int argc, char **argv)
{
    const char *name = verb->syntax->verb;
    run_settings s = run_settings_default();
    int status = CLI_TROUBLE;
    fk_context *context = NULL;
    if (run_settings_read(&s, verb->syntax, argc, argv, &status)) {
        status = CLI_TROUBLE;
        if (s.path_count == 0)
            cli_trouble("%s needs %s; see farkas %s --help", name, verb->needs, name);
        else if (verb->check_settings(&s) && (context = cli_context_create()) != NULL)
            status = run(verb, context, &s);
    }
    fk_context_destroy(context);
    run_settings_free(&s);
    return status;
}
