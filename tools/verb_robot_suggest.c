/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas robot --suggest-ignore: pairs of links that need no check, after the setup assistant of MoveIt: links that are
 * joined, that meet in the default configuration, in all of many random ones, or in none. The verdict on each
 * configuration is exact; "never meets" rests on the samples and is no proof.
 *
 * Weak inputs: pairs that meet in few configurations only; more samples miss fewer of them. */

#include "part_list.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Configurations drawn at a time. */
#define ROUND 256

typedef enum suggest_reason { ADJACENT, DEFAULT, ALWAYS, NEVER, SOMETIMES, REASONS } suggest_reason;
static const char *const reason_word[REASONS] = {"Adjacent", "Default", "Always", "Never", ""};

/* Two links that have shapes. */
typedef struct link_pair {
    uint32_t a, b;
    bool is_adjacent, at_default, has_met, was_apart;
} link_pair;

typedef struct link_sampler {
    fk_context *context;
    const part_list *list;
    const fk_robot *robot;
    fk_frame *frame;            /* of each link */
    fk_collider **collider;     /* of each shape */
    fk_placed_collider *placed; /* the same, placed in a configuration */
    fk_collider_cache **cache;  /* of each shape, with each earlier one */
    double *time, *value;       /* of a round */
    link_pair *pair;
    size_t pair_count;
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
    return s->pair != NULL;
}

static suggest_reason classify_pair(const link_pair *pair)
{
    return pair->is_adjacent  ? ADJACENT
           : pair->at_default ? DEFAULT
           : !pair->was_apart ? ALWAYS
           : !pair->has_met   ? NEVER
                              : SOMETIMES;
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
        s->placed[i].collider = s->collider[i];
    }
    return FK_OK;
}

static fk_status begin_sampling(link_sampler *s)
{
    const fk_robot *robot = s->robot;
    fk_pose base = fk_pose_identity();
    s->frame = calloc(robot->link_count + 1, sizeof *s->frame);
    s->collider = calloc(robot->shape_count + 1, sizeof(fk_collider *));
    s->placed = calloc(robot->shape_count + 1, sizeof *s->placed);
    s->cache = calloc(robot->shape_count + 1, sizeof(fk_collider_cache *));
    s->time = calloc(ROUND, sizeof *s->time);
    s->value = calloc((size_t)ROUND * (robot->variable_count + 1), sizeof *s->value);
    if (s->frame == NULL || s->collider == NULL || s->placed == NULL || s->cache == NULL || s->time == NULL ||
        s->value == NULL || !make_link_pairs(s))
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
    free(s->frame);
    free(s->collider);
    free(s->placed);
    free(s->cache);
    free(s->time);
    free(s->value);
    free(s->pair);
}

/* ---- Configurations ------------------------------------------------------------------------------------ */

static void place_shapes(link_sampler *s, const fk_motion *motion, double time)
{
    for (uint32_t i = 0; i < s->robot->link_count; i++) {
        const fk_robot_link *link = &s->robot->link[i];
        if (link->shape_count == 0)
            continue;
        fk_pose pose = fk_motion_pose(motion, i, time);
        for (uint32_t k = link->first_shape; k < link->first_shape + link->shape_count; k++)
            s->placed[k].pose = fk_pose_multiply(&pose, &s->robot->shape[k].pose);
    }
}

/* Finds the verdict of two links: the strongest verdict of two of their shapes. */
static fk_status link_verdict(link_sampler *s, const link_pair *pair, fk_verdict *out)
{
    const fk_robot_link *a = &s->robot->link[pair->a], *b = &s->robot->link[pair->b];
    *out = FK_APART;
    for (uint32_t i = a->first_shape; i < a->first_shape + a->shape_count; i++)
        for (uint32_t k = b->first_shape; k < b->first_shape + b->shape_count; k++) {
            fk_verdict verdict;
            uint32_t high = i > k ? i : k, low = i > k ? k : i;
            fk_status status = fk_collider_verdict(s->context, &s->placed[low], &s->placed[high],
                                                   &s->cache[high][low], &verdict);
            if (status != FK_OK)
                return status;
            if (verdict == FK_TOUCHING || verdict == FK_OVERLAPPING) {
                *out = verdict;
                return FK_OK;
            }
            *out = verdict == FK_UNDECIDED ? verdict : *out;
        }
    return FK_OK;
}

/* Tests all pairs in a configuration that could still change their reason. */
static fk_status sample_pairs(link_sampler *s, bool is_default)
{
    for (size_t i = 0; i < s->pair_count; i++) {
        link_pair *pair = &s->pair[i];
        fk_verdict verdict;
        if (classify_pair(pair) <= DEFAULT || (pair->has_met && pair->was_apart))
            continue;
        fk_status status = link_verdict(s, pair, &verdict);
        if (status != FK_OK)
            return status;
        bool meets = verdict == FK_TOUCHING || verdict == FK_OVERLAPPING;
        if (is_default)
            pair->at_default = meets;
        else {
            pair->has_met = pair->has_met || verdict != FK_APART;
            pair->was_apart = pair->was_apart || !meets;
        }
    }
    return FK_OK;
}

/* Draws values within the limits; a joint that turns without limits takes any angle, one that slides without limits
 * stays. */
static void draw_values(link_sampler *s, fk_random *random, uint32_t count)
{
    const double pi = 3.14159265358979323846;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < s->robot->variable_count; k++) {
            const fk_robot_joint *joint = &s->robot->joint[s->robot->variable[k]];
            bool is_free = !joint->has_limits && joint->kind != FK_JOINT_PRISMATIC;
            double low = joint->has_limits ? joint->lower : is_free ? -pi : 0;
            double high = joint->has_limits ? joint->upper : is_free ? pi : 0;
            s->value[(size_t)i * s->robot->variable_count + k] =
                low < high ? fk_random_between(random, low, high) : low;
        }
}

static fk_status sample_round(link_sampler *s, uint32_t count, bool is_default)
{
    fk_track track = {s->robot->variable_count, count, s->time, s->value};
    fk_motion *motion;
    fk_status status = fk_motion_create(s->context, s->frame, s->robot->link_count, &track, 1, &motion);
    if (status != FK_OK)
        return status;
    for (uint32_t i = 0; i < count && status == FK_OK; i++) {
        place_shapes(s, motion, i);
        status = sample_pairs(s, is_default);
    }
    fk_motion_free(s->context, motion);
    return status;
}

static fk_status sample_all(link_sampler *s, const robot_samples *samples)
{
    const fk_track *usual = &s->list->scene->track[s->list->scene->robot[0].track];
    fk_random random = fk_random_make(samples->seed);
    memcpy(s->value, usual->value, usual->variable_count * sizeof *s->value);
    fk_status status = sample_round(s, 1, true);
    for (uint64_t done = 0; done < samples->count && status == FK_OK;) {
        uint32_t count = (uint32_t)(samples->count - done < ROUND ? samples->count - done : ROUND);
        draw_values(s, &random, count);
        status = sample_round(s, count, false);
        done += count;
        cli_progress_bar(done, samples->count, "configurations");
    }
    cli_progress_end();
    return status;
}

/* ---- Output -------------------------------------------------------------------------------------------- */

/* Prints a text between quotes of XML. */
static void print_xml_text(const char *text)
{
    for (; *text != '\0'; text++)
        switch (*text) {
        case '&':
            cli_print("&amp;");
            break;
        case '<':
            cli_print("&lt;");
            break;
        case '"':
            cli_print("&quot;");
            break;
        default:
            cli_write(text, 1);
        }
}

static void print_suggestions(const link_sampler *s, const robot_samples *samples,
                              const size_t count[REASONS])
{
    cli_print("<!-- %" PRIu64 " random configuration%s, seed %" PRIu64
              ": of %zu pairs of links %zu Adjacent, %zu "
              "Default, %zu Always, %zu Never; %zu to check -->\n",
              samples->count, samples->count == 1 ? "" : "s", samples->seed, s->pair_count, count[ADJACENT],
              count[DEFAULT], count[ALWAYS], count[NEVER], count[SOMETIMES]);
    if (count[NEVER] + count[ALWAYS] > 0)
        cli_print(
            "<!-- Always and Never are what these configurations say: a sampling result, not a proof -->\n");
    for (size_t i = 0; i < s->pair_count; i++) {
        suggest_reason why = classify_pair(&s->pair[i]);
        if (why == SOMETIMES)
            continue;
        cli_print("<disable_collisions link1=\"");
        print_xml_text(s->robot->link[s->pair[i].a].name);
        cli_print("\" link2=\"");
        print_xml_text(s->robot->link[s->pair[i].b].name);
        cli_print("\" reason=\"%s\"/>\n", reason_word[why]);
    }
}

static void print_suggestions_json(const link_sampler *s, const robot_samples *samples,
                                   const size_t count[REASONS])
{
    bool is_first = true;
    cli_json("{\"farkas\":%d,\"robot\":%q,\"samples\":%l,\"seed\":%l,\n\"pairs\":[", FK_RESULT_VERSION,
             s->robot->name, samples->count, samples->seed);
    for (size_t i = 0; i < s->pair_count; i++) {
        suggest_reason why = classify_pair(&s->pair[i]);
        if (why == SOMETIMES)
            continue;
        cli_json("%s\n{\"a\":%q,\"b\":%q,\"reason\":\"%s\"}", is_first ? "" : ",",
                 s->robot->link[s->pair[i].a].name, s->robot->link[s->pair[i].b].name, reason_word[why]);
        is_first = false;
    }
    cli_json("],\n\"summary\":{\"pairs\":%z,\"adjacent\":%z,\"default\":%z,\"always\":%z,\"never\":%z,\"to_"
             "check\":%z}}\n",
             s->pair_count, count[ADJACENT], count[DEFAULT], count[ALWAYS], count[NEVER], count[SOMETIMES]);
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
        size_t count[REASONS] = {0};
        for (size_t i = 0; i < s.pair_count; i++)
            count[classify_pair(&s.pair[i])]++;
        if (samples->as_json)
            print_suggestions_json(&s, samples, count);
        else
            print_suggestions(&s, samples, count);
        if (cli_is_verbose())
            cli_note("%" PRIu64 " configurations in %.2f s", samples->count, seconds);
    }
    end_sampling(&s);
    return status == FK_OK ? CLI_OK : cli_trouble("%s", fk_status_text(status));
}
