/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Farkas as a participant of the sweeps of motion_lines.h. Loading is not timed. Trees are built in each sweep, or kept from sweep to sweep. */

#include "bench/motion_lines.h"
#include "bench/program.h"
#include "farkas/scene.h"
#include "peers/robots_participant.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What is swept. */
typedef struct swept_line {
    const fk_motion *motion;
    const fk_sweep_part *part;
    uint32_t parts;
    bool *tested; /* for each two parts; NULL: `rules` */
    fk_scene_rules rules;
} swept_line;

typedef struct swept_lines {
    fk_context *context;
    swept_line *line;
    size_t count;
    /* Of robots: */
    robots_input input;
    fk_mesh *mesh;
    /* Of a scene: */
    fk_scene *scene;
    fk_parts *parts;
} swept_lines;

static fk_check_rule select_pair(void *user, uint32_t a, uint32_t b)
{
    swept_line *l = user;
    if (l->tested == NULL)
        return fk_scene_rules_select(&l->rules, a, b);
    return (fk_check_rule){.is_tested = l->tested[(size_t)a * l->parts + b]};
}

/* ---- Input --------------------------------------------------------------------------------------------- */

static swept_line make_line(const swept_lines *s, const robots_scene *scene)
{
    const robots_input *in = &s->input;
    size_t variables = in->head.variables;
    swept_line out = {.parts = scene->obstacles + in->head.links};
    const double time[2] = {0, 1};
    double *value = bench_allocate(2 * variables, sizeof *value);
    fk_track track = {in->head.variables, 2, time, value};
    fk_motion *motion = NULL;
    memcpy(value, in->value + scene->first_state * variables, variables * sizeof *value);
    memcpy(value + variables, in->value + (scene->first_state + scene->states - 1) * variables,
           variables * sizeof *value);
    bench_check_status(fk_motion_create(s->context, in->frame, in->head.frames, &track, 1, &motion));
    free(value);
    fk_sweep_part *part = bench_allocate(out.parts, sizeof *part);
    for (uint32_t i = 0; i < out.parts; i++) {
        const robots_body *body = robots_find_body(in, scene, i);
        part[i].part = (fk_check_part){.name = "",
                                       .mesh = body->mesh != FK_NONE ? &s->mesh[body->mesh] : NULL,
                                       .piece = &body->piece,
                                       .pose = body->pose};
        part[i].frame = body->frame;
    }
    out.tested = robots_list_tested(in, scene);
    out.motion = motion;
    out.part = part;
    return out;
}

static bool read_robots(const char *path, swept_lines *s)
{
    if (!robots_input_read(path, &s->input))
        return false;
    const robots_head *h = &s->input.head;
    s->mesh = bench_allocate(h->meshes, sizeof *s->mesh);
    for (uint32_t i = 0; i < h->meshes; i++)
        s->mesh[i] = robots_make_mesh(&s->input, i);
    s->count = h->scenes;
    s->line = bench_allocate(s->count, sizeof *s->line);
    for (size_t i = 0; i < s->count; i++)
        s->line[i] = make_line(s, &s->input.scene[i]);
    return true;
}

static void read_scene(const char *path, swept_lines *s)
{
    fk_scene_report report;
    bench_check_status(fk_scene_load(s->context, path, NULL, &report, &s->scene));
    bench_check_status(fk_parts_create(s->context, s->scene, &s->parts));
    s->count = 1;
    s->line = bench_allocate(1, sizeof *s->line);
    s->line[0] = (swept_line){.motion = s->parts->motion,
                              .part = s->parts->moving,
                              .parts = s->parts->count,
                              .rules = {.scene = s->scene}};
}

static void free_lines(swept_lines *s)
{
    for (size_t i = 0; s->scene == NULL && i < s->count; i++) {
        fk_motion_free(s->context, (fk_motion *)(uintptr_t)s->line[i].motion);
        free((void *)(uintptr_t)s->line[i].part);
        free(s->line[i].tested);
    }
    free(s->line);
    free(s->mesh);
    robots_input_free(&s->input);
    fk_parts_free(s->context, s->parts);
    fk_scene_free(s->context, s->scene);
    fk_context_destroy(s->context);
}

/* ---- Sweeps -------------------------------------------------------------------------------------------- */

/* What a pass over all lines found; its times, of the lines. */
typedef struct sweep_pass {
    bench_answer *answer;
    double *ns;
    uint32_t undecided, stretches, clashes;
} sweep_pass;

/* The first time at which a pair meets, or may: within the tolerance. */
static void add_stretches(const fk_sweep_pair *pair, const fk_stretch *list, uint32_t count, uint32_t *set,
                          sweep_pass *pass, bench_answer *answer)
{
    for (uint32_t i = 0; i < count; i++) {
        const fk_stretch *stretch = &list[i];
        *set = bench_hash(*set, (uint32_t)stretch->kind);
        pass->stretches++;
        if (stretch->kind == FK_STRETCH_UNDECIDED)
            answer->set |= LINE_UNDECIDED;
        else if (pair->is_clash && stretch->enter.hi < answer->value) {
            answer->value = stretch->enter.hi;
            answer->set &= ~(uint32_t)LINE_MEETS;
            answer->set |= stretch->kind == FK_STRETCH_MEETS ? LINE_MEETS : 0;
        }
    }
}

static bench_answer read_sweep(const fk_sweep *sweep, sweep_pass *pass)
{
    bench_answer out = {LINE_NEVER, 0};
    uint32_t set = BENCH_HASH;
    for (size_t i = 0; i < sweep->pair_count; i++) {
        const fk_sweep_pair *pair = &sweep->pair[i];
        set = bench_hash(bench_hash(bench_hash(set, pair->a), pair->b), (uint32_t)pair->kind);
        add_stretches(pair, pair->contact, pair->contact_count, &set, pass, &out);
        add_stretches(pair, pair->below, pair->below_count, &set, pass, &out);
    }
    pass->undecided += (uint32_t)sweep->count[FK_CLASH_UNDECIDED];
    pass->clashes += (uint32_t)sweep->clashes;
    out.set |= set << LINE_BITS;
    return out;
}

static void sweep_lines(const swept_lines *s, bool is_earliest, fk_check_cache *kept, sweep_pass *pass)
{
    pass->undecided = pass->stretches = pass->clashes = 0;
    for (size_t i = 0; i < s->count; i++) {
        swept_line *l = &s->line[i];
        fk_sweep_options options = fk_sweep_options_default();
        fk_sweep *sweep;
        options.select = select_pair;
        options.user = l;
        options.wants_closest = !is_earliest;
        options.stops_at_clash = is_earliest;
        options.kept = kept;
        double start = bench_used_seconds();
        bench_check_status(fk_sweep_run(s->context, l->motion, l->part, l->parts, &options, &sweep));
        pass->ns[i] = (bench_used_seconds() - start) * 1e9;
        pass->answer[i] = read_sweep(sweep, pass);
        fk_sweep_free(s->context, sweep);
    }
}

/* The times are those of a line: median, mean and largest of a pass. */
static void run_method(const bench_call *call, const swept_lines *s, bool is_kept)
{
    bool is_earliest = strcmp(call->work, "earliest") == 0;
    double median[BENCH_MOST_PASSES], mean[BENCH_MOST_PASSES], largest[BENCH_MOST_PASSES], start;
    size_t passes = 0;
    fk_check_cache *kept = NULL;
    sweep_pass pass = {bench_allocate(s->count, sizeof *pass.answer),
                       bench_allocate(s->count, sizeof *pass.ns), 0, 0, 0};
    if (is_kept) {
        bench_check_status(fk_check_cache_create(s->context, &kept));
        sweep_lines(s, is_earliest, kept, &pass);
    }
    start = bench_used_seconds();
    do {
        double sum = 0;
        sweep_lines(s, is_earliest, kept, &pass);
        for (size_t i = 0; i < s->count; i++)
            sum += pass.ns[i];
        median[passes] = bench_median(pass.ns, s->count); /* which sorts them */
        mean[passes] = sum / (double)s->count;
        largest[passes++] = pass.ns[s->count - 1];
    } while (passes < BENCH_MOST_PASSES && bench_used_seconds() - start < call->time);
    bench_print_begin(call, is_kept ? "Farkas, trees kept" : "Farkas");
    bench_print_times(call, "ns", median, passes);
    bench_print_times(call, "ns_mean", mean, passes);
    bench_print_times(call, "ns_largest", largest, passes);
    fprintf(call->out, ",\"undecided\":%u,\"stretches\":%u,\"clashes\":%u", pass.undecided, pass.stretches,
            pass.clashes);
    bench_print_answers(call, pass.answer, s->count, true);
    bench_print_end(call);
    fk_check_cache_free(s->context, kept);
    free(pass.answer);
    free(pass.ns);
}

static bool run_methods(const bench_call *call, const void *user)
{
    swept_lines s = {0};
    const char *path = call->argument[0];
    bool good = true;
    (void)user;
    bench_check_status(fk_context_create(NULL, &s.context));
    if (cli_ends_with(path, ".json"))
        read_scene(path, &s);
    else
        good = read_robots(path, &s);
    for (int is_kept = 0; good && is_kept < 2; is_kept++)
        run_method(call, &s, is_kept == 1);
    free_lines(&s);
    return good;
}

bool motion_lines_know(const char *work)
{
    return strcmp(work, "sweep") == 0 || strcmp(work, "earliest") == 0;
}

int motion_lines_participate(int argc, char **argv)
{
    char name[64];
    snprintf(name, sizeof name, "Farkas %s", fk_version());
    return bench_participate(argc, argv, name, run_methods, NULL);
}
