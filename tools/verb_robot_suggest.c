/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas robot --suggest-ignore: pairs of links that need no check, after the setup assistant of MoveIt: links that are
 * joined, that meet in the default configuration, in all of many random ones, or in none. The verdict on each
 * configuration is exact. "Never meets" rests on the samples, and is a proof only where link_proof.c gives one, or the links
 * are fixed to each other.
 *
 * Spheres around links say for most pairs that they are apart. A pair that has met and been apart often enough is known, and not
 * sampled further; so each pair has its own number of samples.
 *
 * Weak inputs: pairs that meet in few configurations only; more samples miss fewer of them. */

#include "part_list.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "link_proof.h"

#define ROUND    256 /* configurations drawn at a time */
#define KNOWN    20  /* samples that meet, and that do not, after which a pair is known */
#define PER_TASK 32  /* pairs */

typedef enum suggest_reason { ADJACENT, DEFAULT, ALWAYS, NEVER, SOMETIMES, REASONS } suggest_reason;
static const char *const reason_word[REASONS] = {"Adjacent", "Default", "Always", "Never", ""};

/* Two links that have shapes. */
typedef struct link_pair {
    uint32_t a, b;
    bool is_adjacent, at_default;
    bool is_rigid, is_proved; /* that they never meet */
    bool has_met, was_apart;
    uint64_t met, samples; /* configurations in which they may meet, of those that were tested */
} link_pair;

typedef struct link_sampler {
    fk_context *context;
    const part_list *list;
    const fk_robot *robot;
    fk_pool *pool;
    fk_frame *frame;           /* of each link */
    fk_collider **collider;    /* of each shape */
    fk_collider_cache **cache; /* of each shape, with each earlier one */
    fk_sphere *sphere;         /* around each link, in its frame */
    double slack;              /* more than what rounding moves a sphere */
    double *time, *value;      /* of a round */
    const fk_motion *motion;   /* of a round */
    fk_pose *pose;             /* of each link, configuration after configuration */
    fk_vec3 *center;           /* of its sphere there */
    uint32_t round;            /* configurations in it */
    bool is_default;
    fk_status *status; /* of each task */
    link_pair *pair;
    size_t pair_count;
    link_proof *proof;
} link_sampler;

/* ---- Pairs --------------------------------------------------------------------------------------------- */

/* Returns the nearest link above that has shapes, or FK_NONE. */
static uint32_t link_above(const fk_robot *robot, uint32_t link)
{
    while (robot->link[link].joint != FK_NONE) {
        link = robot->joint[robot->link[link].joint].parent;
        if (robot->link[link].shape_count > 0)
            return link;
    }
    return FK_NONE;
}

static bool make_link_pairs(link_sampler *s)
{
    const fk_robot *robot = s->robot;
    size_t count = 0;
    for (uint32_t i = 0; i < robot->link_count; i++)
        count += robot->link[i].shape_count > 0;
    s->pair = calloc(count * count / 2 + 1, sizeof *s->pair);
    for (uint32_t a = 0; s->pair != NULL && a < robot->link_count; a++)
        for (uint32_t b = a + 1; b < robot->link_count; b++)
            if (robot->link[a].shape_count > 0 && robot->link[b].shape_count > 0)
                s->pair[s->pair_count++] =
                    (link_pair){.a = a, .b = b, .is_adjacent = link_above(robot, b) == a};
    s->status = calloc(s->pair_count / PER_TASK + ROUND, sizeof *s->status);
    return s->pair != NULL && s->status != NULL;
}

static suggest_reason classify_pair(const link_pair *pair)
{
    return pair->is_adjacent  ? ADJACENT
           : pair->at_default ? DEFAULT
           : !pair->was_apart ? ALWAYS
           : !pair->has_met   ? NEVER
                              : SOMETIMES;
}

/* Whether more configurations say nothing new about a pair. */
static bool is_known(const link_pair *pair)
{
    return pair->is_adjacent || pair->at_default || pair->is_proved ||
           (pair->met >= KNOWN && pair->samples - pair->met >= KNOWN);
}

/* ---- Colliders ----------------------------------------------------------------------------------------- */

static fk_status make_colliders(link_sampler *s)
{
    for (uint32_t i = 0; i < s->robot->shape_count; i++) {
        const fk_robot_shape *shape = &s->robot->shape[i];
        s->cache[i] = calloc((size_t)i + 1, sizeof *s->cache[i]);
        if (s->cache[i] == NULL)
            return FK_ERROR_MEMORY;
        fk_status status = shape->mesh != NULL
                               ? fk_collider_of_mesh(s->context, shape->mesh, NULL, &s->collider[i])
                               : fk_collider_of_pieces(s->context, &shape->piece, 1, &s->collider[i]);
        if (status != FK_OK)
            return status;
    }
    s->proof = link_proof_create(s->robot, s->collider);
    if (s->proof == NULL)
        return FK_ERROR_MEMORY;
    for (uint32_t i = 0; i < s->robot->link_count; i++) {
        s->sphere[i] = link_proof_ball(s->proof, i);
        fk_vec3 c = s->sphere[i].center;
        s->slack += 1e-9 * (s->sphere[i].radius + sqrt(fk_vec3_dot(c, c)));
    }
    return FK_OK;
}

static fk_status begin_sampling(link_sampler *s)
{
    const fk_robot *robot = s->robot;
    fk_pose base = fk_pose_identity();
    size_t links = (size_t)robot->link_count + 1, shapes = (size_t)robot->shape_count + 1;
    s->frame = calloc(links, sizeof *s->frame);
    s->collider = calloc(shapes, sizeof(fk_collider *));
    s->cache = calloc(shapes, sizeof(fk_collider_cache *));
    s->sphere = calloc(links, sizeof *s->sphere);
    s->pose = calloc(links * ROUND, sizeof *s->pose);
    s->center = calloc(links * ROUND, sizeof *s->center);
    s->time = calloc(ROUND, sizeof *s->time);
    s->value = calloc((size_t)ROUND * (robot->variable_count + 1), sizeof *s->value);
    s->pool = cli_pool(s->context, 0);
    if (s->frame == NULL || s->collider == NULL || s->cache == NULL || s->sphere == NULL || s->pose == NULL ||
        s->center == NULL || s->time == NULL || s->value == NULL || s->pool == NULL || !make_link_pairs(s))
        return FK_ERROR_MEMORY;
    for (int i = 0; i < ROUND; i++)
        s->time[i] = i;
    fk_robot_frames(robot, FK_NONE, &base, 0, 0, s->frame);
    return make_colliders(s);
}

static void end_sampling(link_sampler *s)
{
    for (uint32_t i = 0; s->collider != NULL && i < s->robot->shape_count; i++)
        fk_collider_free(s->context, s->collider[i]);
    for (uint32_t i = 0; s->cache != NULL && i < s->robot->shape_count; i++)
        free(s->cache[i]);
    if (s->pool != NULL)
        fk_pool_destroy(s->pool);
    link_proof_free(s->proof);
    free(s->frame);
    free(s->collider);
    free(s->cache);
    free(s->sphere);
    free(s->pose);
    free(s->center);
    free(s->time);
    free(s->value);
    free(s->status);
    free(s->pair);
}

/* ---- Configurations ------------------------------------------------------------------------------------ */

/* Places all links in a configuration. An fk_task_function. */
static void place_links(void *data, uint32_t index)
{
    link_sampler *s = data;
    uint32_t links = s->robot->link_count;
    for (uint32_t i = 0; i < links; i++) {
        size_t at = (size_t)index * links + i;
        s->pose[at] = fk_motion_pose(s->motion, i, s->time[index]);
        s->center[at] = fk_pose_apply(&s->pose[at], s->sphere[i].center);
    }
}

/* Decides whether two links meet in a configuration, or, with a clearance above 0, are closer. */
static fk_status links_meet(link_sampler *s, const link_pair *pair, uint32_t index, double clearance,
                            fk_decision *out)
{
    const fk_robot_link *a = &s->robot->link[pair->a], *b = &s->robot->link[pair->b];
    size_t first = (size_t)index * s->robot->link_count;
    fk_vec3 d = fk_vec3_sub(s->center[first + pair->a], s->center[first + pair->b]);
    double reach = s->sphere[pair->a].radius + s->sphere[pair->b].radius + s->slack + clearance;
    *out = FK_NO;
    if (fk_vec3_dot(d, d) > reach * reach * (1 + 1e-9))
        return FK_OK;
    for (uint32_t i = a->first_shape; i < a->first_shape + a->shape_count; i++)
        for (uint32_t k = b->first_shape; k < b->first_shape + b->shape_count; k++) {
            fk_decision one;
            uint32_t high = i > k ? i : k, low = i > k ? k : i;
            fk_placed_collider placed[2];
            for (int n = 0; n < 2; n++) {
                uint32_t shape = n == 0 ? low : high;
                const fk_pose *pose = &s->pose[first + s->robot->shape[shape].link];
                placed[n] = (fk_placed_collider){s->collider[shape],
                                                 fk_pose_multiply(pose, &s->robot->shape[shape].pose)};
            }
            fk_status status =
                clearance > 0
                    ? fk_collider_closer(s->context, &placed[0], &placed[1], clearance, &one)
                    : fk_collider_meets(s->context, &placed[0], &placed[1], &s->cache[high][low], &one);
            if (status != FK_OK)
                return status;
            if (one == FK_YES) {
                *out = one;
                return FK_OK;
            }
            *out = one == FK_UNKNOWN ? one : *out;
        }
    return FK_OK;
}

/* Tests one pair in all configurations of the round, until it is known. */
static fk_status sample_pair(link_sampler *s, link_pair *pair)
{
    fk_status status = FK_OK;
    for (uint32_t i = 0; i < s->round && !is_known(pair) && status == FK_OK; i++) {
        fk_decision meets;
        status = links_meet(s, pair, i, 0, &meets);
        if (s->is_default && status == FK_OK) {
            pair->at_default = meets == FK_YES;
            continue;
        }
        pair->has_met = pair->has_met || meets != FK_NO;
        pair->was_apart = pair->was_apart || meets != FK_YES;
        pair->met += meets != FK_NO;
        pair->samples++;

        if (!pair->is_rigid || meets != FK_NO || status != FK_OK)
            continue;
        /* It is the same everywhere, up to the rounding of poses. */
        status = links_meet(s, pair, i, s->slack, &meets);
        pair->is_proved = !pair->has_met && meets == FK_NO;
    }
    return status;
}

/* An fk_task_function: each pair is that of one task, and so is its cache. */
static void sample_pairs(void *data, uint32_t index)
{
    link_sampler *s = data;
    for (size_t i = (size_t)index * PER_TASK; i < s->pair_count && i < ((size_t)index + 1) * PER_TASK; i++)
        if (s->status[index] == FK_OK)
            s->status[index] = sample_pair(s, &s->pair[i]);
}

/* Tries to prove of pairs that have not met that they never do. An fk_task_function. */
static void prove_pairs(void *data, uint32_t index)
{
    link_sampler *s = data;
    for (size_t i = (size_t)index * PER_TASK; i < s->pair_count && i < ((size_t)index + 1) * PER_TASK; i++) {
        link_pair *pair = &s->pair[i];
        if (!is_known(pair) && !pair->has_met)
            pair->is_proved = link_proof_never_meet(s->proof, pair->a, pair->b);
    }
}

static uint32_t task_count(const link_sampler *s)
{
    return (uint32_t)((s->pair_count + PER_TASK - 1) / PER_TASK);
}

/* Draws values within the limits; a joint that turns without limits takes any angle, one that slides without limits
 * stays. */
static void draw_values(link_sampler *s, fk_random *random, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < s->robot->variable_count; k++) {
            fk_interval range = link_proof_range(s->robot, k);
            range = isfinite(range.lo) && isfinite(range.hi) ? range : (fk_interval){0, 0};
            s->value[(size_t)i * s->robot->variable_count + k] =
                range.lo < range.hi ? fk_random_between(random, range.lo, range.hi) : range.lo;
        }
}

static fk_status sample_round(link_sampler *s, uint32_t count, bool is_default)
{
    fk_track track = {s->robot->variable_count, count, s->time, s->value};
    const fk_workers *workers = fk_pool_workers(s->pool);
    fk_motion *motion;
    fk_status status = fk_motion_create(s->context, s->frame, s->robot->link_count, &track, 1, &motion);
    if (status != FK_OK)
        return status;
    s->motion = motion;
    s->round = count;
    s->is_default = is_default;
    workers->run(workers->user, count, place_links, s);
    workers->run(workers->user, task_count(s), sample_pairs, s);
    fk_motion_free(s->context, motion);
    for (uint32_t i = 0; i < task_count(s); i++)
        status = s->status[i] != FK_OK ? s->status[i] : status;
    return status;
}

static fk_status sample_all(link_sampler *s, const robot_samples *samples)
{
    const fk_track *usual = &s->list->scene->track[s->list->scene->robot[0].track];
    const fk_workers *workers = fk_pool_workers(s->pool);
    fk_random random = fk_random_make(samples->seed);
    memcpy(s->value, usual->value, usual->variable_count * sizeof *s->value);
    fk_status status = sample_round(s, 1, true);
    for (size_t i = 0; i < s->pair_count; i++)
        s->pair[i].is_rigid = link_proof_is_rigid(s->proof, s->pair[i].a, s->pair[i].b);
    for (uint64_t done = 0; done < samples->count && status == FK_OK;) {
        uint32_t count = (uint32_t)(samples->count - done < ROUND ? samples->count - done : ROUND);
        draw_values(s, &random, count);
        status = sample_round(s, count, false);
        if (done == 0 && status == FK_OK)
            workers->run(workers->user, task_count(s), prove_pairs, s);
        done += count;
        cli_progress_bar(done, samples->count, "configurations");
    }
    cli_progress_end();
    return status;
}

/* ---- Output -------------------------------------------------------------------------------------------- */

/* Prints a text between quotes of XML; in a comment, which has no escapes and no two hyphens, as it is. */
static void print_xml_text(const char *text, bool is_comment)
{
    static const struct {
        char c;
        const char *escape;
    } known[] = {{'&', "&amp;"}, {'<', "&lt;"}, {'"', "&quot;"}};
    for (; *text != '\0'; text++) {
        const char *escape = NULL;
        for (size_t i = 0; i < sizeof known / sizeof *known && !is_comment; i++)
            escape = known[i].c == *text ? known[i].escape : escape;
        if (escape != NULL)
            cli_print("%s", escape);
        else
            cli_write(text, 1);
        if (is_comment && text[0] == '-' && (text[1] == '-' || text[1] == '\0'))
            cli_print(" ");
    }
}

static const char *plural(uint64_t count)
{
    return count == 1 ? "" : "s";
}

/* Prints why a pair is known, as a comment. */
static void print_evidence(const link_pair *pair, suggest_reason why)
{
    if (why == ADJACENT || why == DEFAULT)
        return;
    if (pair->is_proved)
        cli_print(" <!-- proved: never -->");
    else if (why == NEVER)
        cli_print(" <!-- never in %" PRIu64 " sample%s -->", pair->samples, plural(pair->samples));
    else
        cli_print(" <!-- met in %" PRIu64 " of %" PRIu64 " sample%s -->", pair->met, pair->samples,
                  plural(pair->samples));
}

typedef struct suggest_counts {
    size_t of[REASONS], proved;
} suggest_counts;

static void print_suggestions(const link_sampler *s, const robot_samples *samples,
                              const suggest_counts *count)
{
    cli_print("<!-- %" PRIu64 " random configuration%s, seed %" PRIu64
              ": of %zu pairs of links %zu Adjacent, %zu "
              "Default, %zu Always, %zu Never; %zu to check -->\n",
              samples->count, plural(samples->count), samples->seed, s->pair_count, count->of[ADJACENT],
              count->of[DEFAULT], count->of[ALWAYS], count->of[NEVER], count->of[SOMETIMES]);
    if (count->of[NEVER] + count->of[ALWAYS] > 0)
        cli_print(
            "<!-- %zu of Never are proved for all joint values within the limits; other Always and Never are "
            "what these configurations say: a sampling result, not a proof -->\n",
            count->proved);
    for (size_t i = 0; i < s->pair_count; i++) {
        suggest_reason why = classify_pair(&s->pair[i]);
        bool is_check = why == SOMETIMES;
        const char *a = s->robot->link[s->pair[i].a].name, *b = s->robot->link[s->pair[i].b].name;
        cli_print(is_check ? "<!-- to check: " : "<disable_collisions link1=\"");
        print_xml_text(a, is_check);
        cli_print(is_check ? " x " : "\" link2=\"");
        print_xml_text(b, is_check);
        if (is_check)
            cli_print(", met in %" PRIu64 " of %" PRIu64 " samples -->", s->pair[i].met, s->pair[i].samples);
        else
            cli_print("\" reason=\"%s\"/>", reason_word[why]);
        if (!is_check)
            print_evidence(&s->pair[i], why);
        cli_print("\n");
    }
}

/* Prints the pairs that need no check, or those that do. */
static void print_json_pairs(const link_sampler *s, bool is_check)
{
    bool is_first = true;
    for (size_t i = 0; i < s->pair_count; i++) {
        const link_pair *pair = &s->pair[i];
        suggest_reason why = classify_pair(pair);
        if ((why == SOMETIMES) != is_check)
            continue;
        cli_json("%s\n{\"a\":%q,\"b\":%q", is_first ? "" : ",", s->robot->link[pair->a].name,
                 s->robot->link[pair->b].name);
        if (!is_check)
            cli_json(",\"reason\":\"%s\"", reason_word[why]);
        if (why != ADJACENT && why != DEFAULT)
            cli_json(",\"met\":%l,\"samples\":%l", pair->met, pair->samples);
        if (why == NEVER)
            cli_json(",\"proved\":%b", pair->is_proved);
        cli_print("}");
        is_first = false;
    }
}

static void print_suggestions_json(const link_sampler *s, const robot_samples *samples,
                                   const suggest_counts *count)
{
    cli_json("{\"farkas\":%d,\"robot\":%q,\"samples\":%l,\"seed\":%l,\n\"pairs\":[", FK_RESULT_VERSION,
             s->robot->name, samples->count, samples->seed);
    print_json_pairs(s, false);
    cli_print("],\n\"check\":[");
    print_json_pairs(s, true);
    cli_json("],\n\"summary\":{\"pairs\":%z,\"adjacent\":%z,\"default\":%z,\"always\":%z,\"never\":%z,\"to_"
             "check\":%z,\"proved\":%z}}\n",
             s->pair_count, count->of[ADJACENT], count->of[DEFAULT], count->of[ALWAYS], count->of[NEVER],
             count->of[SOMETIMES], count->proved);
}

int robot_suggest_print(const part_list *list, const robot_samples *samples)
{
    link_sampler s = {.context = list->context, .list = list, .robot = list->scene->robot[0].robot};
    fk_status status = begin_sampling(&s);
    double start = fk_clock_seconds();
    if (status == FK_OK)
        status = sample_all(&s, samples);
    double seconds = fk_clock_seconds() - start;
    if (status == FK_OK) {
        suggest_counts count = {{0}, 0};
        for (size_t i = 0; i < s.pair_count; i++) {
            suggest_reason why = classify_pair(&s.pair[i]);
            count.of[why]++;
            count.proved += why == NEVER && s.pair[i].is_proved;
        }
        if (samples->as_json)
            print_suggestions_json(&s, samples, &count);
        else
            print_suggestions(&s, samples, &count);
        if (cli_is_verbose())
            cli_note("%" PRIu64 " configurations in %.2f s", samples->count, seconds);
    }
    end_sampling(&s);
    return status == FK_OK ? CLI_OK : cli_trouble("%s", fk_status_text(status));
}
