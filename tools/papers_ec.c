/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas papers ec-rotation and ec-translation: the dynamic cases of Bai et al. 2015, section 3, tables 4 to 6: an
 * oriented box that does not meet another one turns, or moves, until a method says that they meet. How long does that take,
 * and is it the step in which they do?
 *
 * The paper tells neither boxes nor ways nor steps. Here half sizes are from 0.3 to 1; the box turns by 360 degrees in as
 * many steps about any axis through its centre, or moves along a line past the other in 100 steps. As in the paper, only
 * cases count in which they meet in some step, by the exact verdict. The boxes are placed in all steps beforehand, so that
 * the times are those of the tests alone; of a few rounds the best counts. The first contact, between the steps, too,
 * is known exactly for translations (fk_pair_cast), and with proved bounds for rotations (fk_motion_ask).
 *
 * `ec` and `sat` may be undecided, which counts as a meeting, but never wrong, and their times are those of answers with
 * proofs; `sat6` errs to one side only. */

#include "papers.h"
#include "certificate_json.h"
#include "participant.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CASES = 1000, QUICK_CASES = 40, TURN_STEPS = 360, MOVE_STEPS = 100, ROUNDS = 3 };

#define PI 3.14159265358979323846

/* ---- Cases --------------------------------------------------------------------------------------------- */

/* What happens to the box from one step to the next. */
typedef enum motion { ROTATION, TRANSLATION, MOTIONS } motion;

static const char *const motions[MOTIONS] = {"rotation", "translation"};

typedef struct way {
    fk_context *context;
    motion how;
    int steps;
    fk_pose start;
    fk_vec3 axis, shift; /* for all steps together */
    fk_piece box, other;
    fk_piece *placed; /* in the steps from 0 to the last */
    int first;        /* step in which they meet */
    double contact;   /* exactly, or of a rotation within the tolerance of fk_motion_ask; in steps */
} way;

static fk_vec3 draw_point(fk_random *random, double reach)
{
    double x = fk_random_between(random, -reach, reach), y = fk_random_between(random, -reach, reach);
    return fk_vec3_make(x, y, fk_random_between(random, -reach, reach));
}

static fk_vec3 draw_direction(fk_random *random)
{
    fk_vec3 p = draw_point(random, 1);
    while (fk_vec3_dot(p, p) > 1 || fk_vec3_dot(p, p) < 0.01)
        p = draw_point(random, 1);
    return fk_vec3_scale(p, 1 / sqrt(fk_vec3_dot(p, p)));
}

static fk_piece draw_box(fk_random *random)
{
    fk_obb box = {{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 0, 0}};
    for (int k = 0; k < 3; k++)
        box.half[k] = fk_random_between(random, 0.3, 1);
    return fk_obb_piece(&box);
}

/* Where the box is in a step. */
static fk_pose place(const way *w, int step)
{
    double part = (double)step / w->steps, half = PI * part;
    fk_pose turn = fk_pose_identity(), start = w->start;
    if (w->how == ROTATION) {
        fk_vec3 v = fk_vec3_scale(w->axis, fk_sin(half));
        double quat[4] = {v.x, v.y, v.z, fk_cos(half)};
        fk_pose_from_quat_xyzw(start.translation, quat, &turn); /* whose length is not zero */
        start.translation = fk_vec3_make(0, 0, 0);
    } else {
        turn.translation = fk_vec3_scale(w->shift, part);
    }
    return fk_pose_multiply(&turn, &start);
}

/* The first contact of a translation. False when it is not in the step before the first meeting. */
static bool find_contact_of_move(way *w)
{
    fk_cast cast;
    if (fk_pair_cast(&w->placed[0], w->shift, &w->other, 1, &cast) != FK_OK)
        return false;
    w->contact = cast.enter.hi * w->steps;
    /* Where the box stands in a step is rounded, so the step may be off by as little. */
    return cast.result == FK_CAST_HIT && w->first - w->contact > -1e-9 && w->first - w->contact < 1 + 1e-9;
}

/* The first of the real turn up to the step of the first meeting: they may have met and parted between two steps. */
static bool ask_turn(way *w, const fk_motion *turn, const fk_moving *box, const fk_moving *other)
{
    fk_motion_options options = fk_motion_options_default(turn, box, other);
    fk_motion_answer *answer = NULL;
    options.to = w->first;
    if (fk_motion_ask(w->context, turn, box, other, &options, &answer) != FK_OK)
        return false;
    /* A graze is none; but the meeting in the last step may be one, as the boxes there are rounded. */
    uint32_t i = 0, count = answer->stretch_count;
    while (i + 1 < count && answer->stretch[i].kind != FK_STRETCH_MEETS)
        i++;
    bool is_there = count > 0 && answer->stretch[i].kind != FK_STRETCH_UNDECIDED;
    if (is_there)
        w->contact = answer->stretch[i].enter.hi;
    fk_motion_answer_free(w->context, answer);
    return is_there;
}

static bool find_contact_of_turn(way *w)
{
    const double time[2] = {0, w->steps}, value[2] = {0, 2 * PI};
    fk_track track = {1, 2, time, value};
    fk_frame frame = {.parent = FK_NONE, .origin = fk_pose_identity(), .kind = FK_FRAME_TURNS};
    fk_moving box = {NULL, 0, w->start}, other = {NULL, FK_NONE, fk_pose_identity()};
    fk_collider *collider[2] = {NULL, NULL};
    fk_motion *turn = NULL;
    frame.origin.translation = w->start.translation;
    frame.axis = w->axis;
    frame.factor = 1;
    box.pose.translation = fk_vec3_make(0, 0, 0);
    bool found = fk_collider_of_pieces(w->context, &w->box, 1, &collider[0]) == FK_OK &&
                 fk_collider_of_pieces(w->context, &w->other, 1, &collider[1]) == FK_OK &&
                 fk_motion_create(w->context, &frame, 1, &track, 1, &turn) == FK_OK;
    box.collider = collider[0];
    other.collider = collider[1];
    found = found && ask_turn(w, turn, &box, &other);
    fk_motion_free(w->context, turn);
    fk_collider_free(w->context, collider[0]);
    fk_collider_free(w->context, collider[1]);
    return found;
}

/* Draws one until the boxes are apart at first and meet in some step. False when no first contact is found before it. */
static bool draw_way(fk_random *random, way *w)
{
    do {
        fk_vec3 rpy = draw_point(random, 180), from = draw_direction(random), goal = draw_point(random, 1);
        fk_pose other = fk_pose_from_rpy_deg(fk_vec3_make(0, 0, 0), draw_point(random, 180));
        from = fk_vec3_scale(from, w->how == ROTATION ? fk_random_between(random, 0.8, 2.4) : 4.0);
        w->start = fk_pose_from_rpy_deg(from, rpy);
        w->axis = draw_direction(random);
        w->shift = fk_vec3_scale(fk_vec3_sub(goal, from), 2);
        w->box = draw_box(random);
        w->other = draw_box(random);
        w->other = fk_piece_place(&w->other, &other, NULL);
        for (int i = 0; i <= w->steps; i++) {
            fk_pose pose = place(w, i);
            w->placed[i] = fk_piece_place(&w->box, &pose, NULL);
        }
        w->first = 0;
        while (w->first <= w->steps && fk_pair_verdict(&w->placed[w->first], &w->other) == FK_APART)
            w->first++;
    } while (w->first == 0 || w->first > w->steps);
    return w->how == ROTATION ? find_contact_of_turn(w) : find_contact_of_move(w);
}

/* ---- Methods ------------------------------------------------------------------------------------------- */

static const fk_method methods[] = {FK_METHOD_EXACT, FK_METHOD_EC, FK_METHOD_EC_PAPER, FK_METHOD_SAT,
                                    FK_METHOD_SAT6};

enum { METHODS = sizeof methods / sizeof methods[0] };

/* Milliseconds of the paper. */
typedef struct printed_row {
    fk_method method;
    double most, least, mean, deviation;
} printed_row;

static const printed_row printed[MOTIONS][3] = {{{FK_METHOD_EC_PAPER, 65.2, 44.1, 45.7, 2.0},
                                                 {FK_METHOD_SAT, 139.7, 83.8, 88.6, 7.6},
                                                 {FK_METHOD_SAT6, 112.4, 74.2, 76.7, 1.82}},
                                                {{FK_METHOD_EC_PAPER, 58.9, 26.0, 29.0, 2.2},
                                                 {FK_METHOD_SAT, 90.9, 46.3, 50.5, 4.5},
                                                 {FK_METHOD_SAT6, 84.3, 46.4, 44.8, 1.65}}};

typedef struct row {
    unsigned cases, right, early, late, never;
    double most, least, sum, squares; /* microseconds */
    double asked;                     /* steps */
    unsigned between;                 /* met and parted between two steps before that */
    double after;                     /* steps from the first contact, where they are detected at all */
} row;

static fk_verdict ask(fk_method method, const fk_piece *a, const fk_piece *b)
{
    if (method == FK_METHOD_EXACT)
        return fk_pair_verdict(a, b);
    fk_pair_query query = {a, b, method, 0, NULL};
    fk_answer answer;
    return fk_pair_answer(&query, NULL, &answer) == FK_OK ? answer.verdict : FK_UNDECIDED;
}

/* The first step in which a method says that they meet; one more than there are where it never does. */
static int detect(const way *w, fk_method method)
{
    int step = 0;
    while (step <= w->steps && ask(method, &w->placed[step], &w->other) == FK_APART)
        step++;
    return step;
}

/* Whether a method was wrong where it must not be. */
static bool is_wrong(const way *w, fk_method method, int step)
{
    if (method == FK_METHOD_EC_PAPER || step == w->first)
        return false;
    if (step > w->first)
        return true;
    return method != FK_METHOD_SAT6 && ask(method, &w->placed[step], &w->other) != FK_UNDECIDED;
}

static bool measure(const way *w, fk_method method, row *r)
{
    double best = INFINITY;
    int step = 0;
    for (int i = 0; i < ROUNDS; i++) {
        double begin = fk_clock_seconds();
        step = detect(w, method);
        best = fmin(best, 1e6 * (fk_clock_seconds() - begin));
    }
    bool found = step <= w->steps;
    r->cases++;
    r->between += w->first - w->contact > 1 + 1e-6;
    r->right += step == w->first;
    r->early += step < w->first;
    r->late += step > w->first && found;
    r->never += !found;
    r->most = fmax(r->most, best);
    r->least = r->cases == 1 ? best : fmin(r->least, best);
    r->sum += best;
    r->squares += best * best;
    r->asked += found ? step + 1 : step;
    r->after += found ? step - w->contact : 0;
    return !is_wrong(w, method, step);
}

/* ---- Output -------------------------------------------------------------------------------------------- */

static double mean_of(const row *r)
{
    return r->sum / r->cases;
}

static double deviation_of(const row *r)
{
    double mean = mean_of(r);
    return sqrt(fmax(0, r->squares / r->cases - mean * mean));
}

static const printed_row *printed_of(motion how, fk_method method)
{
    for (int i = 0; i < 3; i++)
        if (printed[how][i].method == method)
            return &printed[how][i];
    return NULL;
}

static void print_json(const way *w, fk_method method, const row *r)
{
    const printed_row *theirs = printed_of(w->how, method);
    json_text line = {0};
    json_put(&line, "{\"motion\":\"");
    json_put(&line, motions[w->how]);
    json_put(&line, "\",\"method\":\"");
    json_put(&line, fk_method_name(method));
    json_put(&line, "\"");
    json_put_key(&line, "cases", r->cases);
    json_put_key(&line, "steps", w->steps);
    json_put_key(&line, "right", r->right);
    json_put_key(&line, "early", r->early);
    json_put_key(&line, "late", r->late);
    json_put_key(&line, "never", r->never);
    json_put_key(&line, "between_steps", r->between);
    json_put_key(&line, "asked", r->asked / r->cases);
    json_put_key(&line, "after_contact", r->never == r->cases ? NAN : r->after / (r->cases - r->never));
    json_put_key(&line, "max_us", r->most);
    json_put_key(&line, "min_us", r->least);
    json_put_key(&line, "mean_us", mean_of(r));
    json_put_key(&line, "deviation_us", deviation_of(r));
    if (theirs != NULL) {
        json_put(&line, ",\"paper\":{\"max_ms\":");
        json_put_number(&line, theirs->most);
        json_put_key(&line, "min_ms", theirs->least);
        json_put_key(&line, "mean_ms", theirs->mean);
        json_put_key(&line, "deviation_ms", theirs->deviation);
        json_put(&line, "}}\n");
    } else
        json_put(&line, ",\"paper\":null}\n");
    cli_write(line.text, line.length);
}

static void print_head(const way *w, int cases)
{
    cli_print("%d boxes that %s until they meet another, in up to %d steps\n", cases,
              w->how == ROTATION ? "turn" : "move", w->steps);
    cli_print("%-9s  %23s  %7s  %7s  %35s  %30s\n", "", "cases, detected", "steps", "after", "farkas, us",
              "paper, ms");
    cli_print("%-9s  %5s %5s %5s %5s  %7s  %7s", "method", "right", "early", "late", "never", "asked",
              "contact");
    cli_print("  %8s %8s %8s %8s  %7s %7s %7s %6s\n", "max", "min", "mean", "deviat.", "max", "min", "mean",
              "dev.");
}

static void print_row(const way *w, fk_method method, const row *r)
{
    const printed_row *theirs = printed_of(w->how, method);
    cli_print("%-9s  %5u %5u %5u %5u  %7.1f", fk_method_name(method), r->right, r->early, r->late, r->never,
              r->asked / r->cases);
    if (r->never == r->cases)
        cli_print("  %7s", "-");
    else
        cli_print("  %7.2f", r->after / (r->cases - r->never));
    cli_print("  %8.2f %8.2f %8.2f %8.2f", r->most, r->least, mean_of(r), deviation_of(r));
    if (theirs == NULL)
        cli_print("  %7s %7s %7s %6s\n", "-", "-", "-", "-");
    else
        cli_print("  %7.1f %7.1f %7.1f %6.2f\n", theirs->most, theirs->least, theirs->mean,
                  theirs->deviation);
}

static void print_notes(const row *r)
{
    if (r->between > 0)
        cli_print("\nIn %u cases the boxes have met and parted before, between two steps.\n", r->between);
    cli_print(
        "\nright: in the step in which they first meet. after contact: steps from the first contact, also "
        "between\ntwo steps. paper: Bai et al. 2015, tables 4 to 6, in Matlab on an Intel "
        "Core i3-2330M. Its boxes and steps are not\npublished; it counts no false answer; and in its table "
        "6 three of the four means are less than the least time. Here\nthe answers of ec and sat have "
        "proofs.\n");
}

/* ---- Run ----------------------------------------------------------------------------------------------- */

static int run_cases(const papers_settings *settings, way *w)
{
    int cases = settings->quick ? QUICK_CASES : CASES;
    row rows[METHODS] = {{0}};
    fk_random random = fk_random_make(1);
    for (int i = 0; i < cases; i++) {
        if (!draw_way(&random, w))
            return cli_trouble("case %d: no first contact where there must be one; this is a bug in farkas",
                               i + 1);
        for (int m = 0; m < METHODS; m++)
            if (!measure(w, methods[m], &rows[m]))
                return cli_trouble("case %d: %s is wrong; this is a bug in farkas", i + 1,
                                   fk_method_name(methods[m]));
    }
    if (!settings->json)
        print_head(w, cases);
    for (int m = 0; m < METHODS; m++)
        if (settings->json)
            print_json(w, methods[m], &rows[m]);
        else
            print_row(w, methods[m], &rows[m]);
    if (!settings->json)
        print_notes(&rows[0]);
    return CLI_OK;
}

static int run(const papers_settings *settings, motion how)
{
    if (settings->pov != NULL)
        return cli_trouble("--pov is not for ec-%s; see 'farkas papers --help'", motions[how]);
    way w = {.context = cli_context_create(), .how = how};
    if (w.context == NULL)
        return CLI_TROUBLE;
    w.steps = how == ROTATION ? TURN_STEPS : MOVE_STEPS;
    w.placed = bench_allocate((size_t)w.steps + 1, sizeof *w.placed);
    int status = run_cases(settings, &w);
    free(w.placed);
    fk_context_destroy(w.context);
    return status;
}

int papers_ec_rotation(const papers_settings *settings, study *s)
{
    (void)s;
    return run(settings, ROTATION);
}

int papers_ec_translation(const papers_settings *settings, study *s)
{
    (void)s;
    return run(settings, TRANSLATION);
}
