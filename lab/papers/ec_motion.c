/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas papers ec-rotation and ec-translation: the dynamic cases of Bai et al. 2015, section 3.2 b and c, tables 4 to 6,
 * figures 7 and 8: an oriented box that does not meet another one turns, or moves, until a method says that they meet.
 * How long does that take, and is it the step in which they do?
 *
 * The paper tells neither boxes nor ways nor steps. Here half sizes are from 0.3 to 1; the box turns by 360 degrees in as
 * many steps about any axis through its centre, or moves along a line past the other in 100 steps. As in the paper, only
 * cases count in which they meet in some step, by the exact verdict. The first contact, between the steps, too,
 * is known exactly for translations (fk_pair_cast), and with proved bounds for rotations (fk_motion_contacts).
 *
 * The boxes are placed in all steps beforehand, so that the times are those of the tests alone. What is undecided counts as a
 * meeting. A method that is late asks more steps, so there is also the time of a step. */

#include "papers/ec.h"
#include "peers/participant.h"

#include <math.h>
#include <stdlib.h>

/* What happens to the box from one step to the next. */
typedef enum path_kind { PATH_TURNS, MOVES } path_kind;

typedef struct box_path {
    fk_context *context;
    path_kind how;
    int steps;
    double half[3];
    fk_pose start;
    fk_vec3 axis, shift; /* for all steps together */
    ec_box other;
    ec_box *placed; /* in the steps from 0 to the last */
    int first;      /* step in which they meet */
    double contact; /* exactly, or of a rotation within the tolerance of fk_motion_contacts; in steps */
} box_path;

enum { TURN_STEPS = 360, MOVE_STEPS = 100 };

#define PI 3.14159265358979323846

/* ---- The first contact --------------------------------------------------------------------------------- */

/* That of a translation. False when it is not in the step before the first meeting. */
static bool find_contact_of_move(box_path *w)
{
    fk_cast cast;
    if (fk_pair_cast(&w->placed[0].piece, w->shift, &w->other.piece, 1, &cast) != FK_OK)
        return false;
    w->contact = cast.enter.hi * w->steps;
    /* Where the box stands in a step is rounded, so the step may be off by as little. */
    return cast.result == FK_CAST_HIT && w->first - w->contact > -1e-9 && w->first - w->contact < 1 + 1e-9;
}

/* That of the real turn up to the step of the first meeting: they may have met and parted between two steps. */
static bool test_turn(box_path *w, const fk_motion *turn, const fk_moving *box, const fk_moving *other)
{
    fk_motion_options options = fk_motion_options_default(turn, box, other);
    fk_motion_answer *answer = NULL;
    options.to = w->first;
    if (fk_motion_contacts(w->context, turn, box, other, &options, &answer) != FK_OK)
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

static bool find_contact_of_turn(box_path *w)
{
    const double time[2] = {0, w->steps}, value[2] = {0, 2 * PI};
    fk_track track = {1, 2, time, value};
    fk_frame frame = {.parent = FK_NONE, .origin = fk_pose_identity(), .kind = FK_FRAME_REVOLUTE};
    fk_moving box = {NULL, 0, w->start}, other = {NULL, FK_NONE, fk_pose_identity()};
    fk_collider *collider[2] = {NULL, NULL};
    fk_motion *turn = NULL;
    fk_pose at_origin = fk_pose_identity();
    ec_box own = ec_box_place(w->half, &at_origin);
    frame.origin.translation = w->start.translation;
    frame.axis = w->axis;
    frame.factor = 1;
    box.pose.translation = fk_vec3_make(0, 0, 0);
    bool found = fk_collider_of_pieces(w->context, &own.piece, 1, &collider[0]) == FK_OK &&
                 fk_collider_of_pieces(w->context, &w->other.piece, 1, &collider[1]) == FK_OK &&
                 fk_motion_create(w->context, &frame, 1, &track, 1, &turn) == FK_OK;
    box.collider = collider[0];
    other.collider = collider[1];
    found = found && test_turn(w, turn, &box, &other);
    fk_motion_free(w->context, turn);
    fk_collider_free(w->context, collider[0]);
    fk_collider_free(w->context, collider[1]);
    return found;
}

/* ---- Drawing ------------------------------------------------------------------------------------------- */

/* Where the box is in a step. */
static fk_pose pose_in(const box_path *w, int step)
{
    double part = (double)step / w->steps, half = PI * part;
    fk_pose turn = fk_pose_identity(), start = w->start;
    if (w->how == PATH_TURNS) {
        fk_vec3 v = fk_vec3_scale(w->axis, fk_sin(half));
        double quat[4] = {v.x, v.y, v.z, fk_cos(half)};
        fk_pose_from_quat_xyzw(start.translation, quat, &turn); /* whose length is not zero */
        start.translation = fk_vec3_make(0, 0, 0);
    } else {
        turn.translation = fk_vec3_scale(w->shift, part);
    }
    return fk_pose_multiply(&turn, &start);
}

/* Draws boxes and a way, which may pass. */
static void draw_any(box_path *w, fk_random *random)
{
    double half[3];
    fk_vec3 from = papers_draw_direction(random), goal = papers_draw_between(random, -1, 1);
    fk_pose other = fk_pose_from_rpy_deg(fk_vec3_make(0, 0, 0), papers_draw_between(random, -180, 180));
    from = fk_vec3_scale(from, w->how == PATH_TURNS ? fk_random_between(random, 0.8, 2.4) : 4.0);
    w->start = fk_pose_from_rpy_deg(from, papers_draw_between(random, -180, 180));
    w->axis = papers_draw_direction(random);
    w->shift = fk_vec3_scale(fk_vec3_sub(goal, from), 2);
    ec_draw_half(random, w->half);
    ec_draw_half(random, half);
    w->other = ec_box_place(half, &other);
}

/* Draws one until the boxes are apart at first and meet in some step. False when no first contact is found before it,
 * which must not be. */
static bool draw_path(box_path *w, fk_random *random)
{
    do {
        draw_any(w, random);
        for (int i = 0; i <= w->steps; i++) {
            fk_pose pose = pose_in(w, i);
            w->placed[i] = ec_box_place(w->half, &pose);
        }
        w->first = 0;
        while (w->first <= w->steps &&
               fk_pair_verdict(&w->placed[w->first].piece, &w->other.piece) == FK_APART)
            w->first++;
    } while (w->first == 0 || w->first > w->steps);
    return w->how == PATH_TURNS ? find_contact_of_turn(w) : find_contact_of_move(w);
}

enum { PATH_CASES = 1000, QUICK_CASES = 40, OCTAVE_CASES = 40, QUICK_OCTAVE = 4 };

/* How a method did on all ways; cases and times are those of `result`. */
typedef struct detected_steps {
    ec_result result;
    unsigned right, early, late, never;
    double asked; /* steps */
    double after; /* steps from the first contact, where they are detected at all */
} detected_steps;

typedef struct box_paths {
    detected_steps by[EC_METHODS];
    unsigned cases, between; /* met and parted between two steps before they meet in one */
    int steps;
    ec_octave octave; /* on some of them */
} box_paths;

/* ---- Measuring ----------------------------------------------------------------------------------------- */

/* The first step in which a method says that they meet; one more than there are where it never does. */
static int detect_first_step(const ec_method *m, const box_path *w)
{
    int step = 0;
    if (m->plain != NULL)
        while (step <= w->steps && !m->plain(&w->placed[step].obb, &w->other.obb))
            step++;
    else
        while (step <= w->steps && !ec_test_meets(m, &w->placed[step], &w->other))
            step++;
    return step;
}

/* So that no search is left out because nobody needs its answer. */
static volatile int last_step;

static void detect_repeatedly(const ec_method *m, const void *data, unsigned repeats)
{
    for (unsigned i = 0; i < repeats; i++)
        last_step = detect_first_step(m, data);
}

static void measure_detection(const ec_method *m, const box_path *w, bool has_clock, detected_steps *d)
{
    int step = detect_first_step(m, w);
    bool found = step <= w->steps;
    if (has_clock)
        d->result.time[d->result.asked] = ec_time(detect_repeatedly, m, w);
    d->result.asked++;
    d->right += step == w->first;
    d->early += step < w->first;
    d->late += step > w->first && found;
    d->never += !found;
    d->result.hits = d->early;
    d->result.missed = d->late + d->never;
    d->asked += found ? step + 1 : step;
    d->after += found ? step - w->contact : 0;
}

/* False after a message. */
static bool run_paths(const papers_lab *lab, path_kind how, box_paths *all)
{
    box_path w = {.context = lab->context, .how = how, .steps = how == PATH_TURNS ? TURN_STEPS : MOVE_STEPS};
    bool is_good = true;
    fk_random random = fk_random_make(lab->seed);
    w.placed = bench_allocate((size_t)w.steps + 1, sizeof *w.placed);
    all->cases = lab->quick ? QUICK_CASES : PATH_CASES;
    all->steps = w.steps;
    for (int m = 0; m < EC_METHODS; m++)
        all->by[m].result.time = lab->quick ? NULL : bench_allocate(all->cases, sizeof(double));
    for (unsigned i = 0; i < all->cases && is_good; i++) {
        is_good = draw_path(&w, &random);
        if (!is_good)
            cli_trouble("case %u: no first contact where there must be one; this is a bug in farkas", i + 1);
        all->between += w.first - w.contact > 1 + 1e-6;
        if (i < (lab->quick ? QUICK_OCTAVE : OCTAVE_CASES))
            ec_octave_add(&all->octave, how == PATH_TURNS ? EC_ROTATION : EC_TRANSLATION, w.placed,
                          w.steps + 1, &w.other.obb);
        for (int m = 0; m < EC_METHODS && is_good; m++)
            measure_detection(&ec_methods[m], &w, !lab->quick, &all->by[m]);
    }
    for (int m = 0; m < EC_METHODS && is_good; m++)
        is_good = ec_is_sound(&ec_methods[m], &all->by[m].result);
    free(w.placed);
    return is_good && ec_octave_run(lab, &all->octave);
}

/* ---- Tables -------------------------------------------------------------------------------------------- */

static void report_answers(study *s, const box_paths *all)
{
    study_table(s, "answers", "In which step a method detects that they meet",
                "method||w\n"
                "cases, detected: right; early; late; never\n"
                "steps, mean: asked||1; after contact|after_contact|2");
    for (int m = 0; m < EC_METHODS; m++) {
        const detected_steps *d = &all->by[m];
        study_words(s, "%s", ec_methods[m].name);
        study_numbers(s, d->right, d->early, d->late, d->never, d->asked / all->cases,
                      d->never == all->cases ? NAN : d->after / (all->cases - d->never));
    }
    study_paragraph(
        s, "Right is the step in which the boxes first meet, by the exact verdict. After contact: steps "
           "from the first contact of the motion, also between two steps, where the method detects any.");
    if (all->between > 0)
        study_paragraph(
            s,
            "In %u cases the boxes have met and parted before, between two steps, which no test of "
            "steps can see.",
            all->between);
}

static double step_ns(const box_paths *all, int method)
{
    const detected_steps *d = &all->by[method];
    return 1e9 * ec_summarize(&d->result).mean * all->cases / d->asked;
}

static void report_times(study *s, ec_part part, const box_paths *all)
{
    study_table(s, "times",
                part == EC_ROTATION ? "Time until a meeting is detected (tables 4 and 6)"
                                    : "Time until a meeting is detected (tables 5 and 6)",
                "method||w\n"
                "Farkas, µs: max|us_max|st; min|us_min|st; mean|us_mean|st; deviation|us_deviation|st\n"
                "Farkas: ns a step|ns_step|st; speed||3t\n" EC_PRINTED_COLUMNS);
    for (int m = 0; m < EC_METHODS; m++) {
        const ec_result *r = &all->by[m].result;
        study_words(s, "%s", ec_methods[m].name);
        ec_put_summary(s, ec_summarize(r), 1e6);
        study_numbers(s, r->time == NULL ? NAN : step_ns(all, m),
                      r->time == NULL ? NAN : ec_speed(r, &all->by[EC_PLAIN_SAT].result));
        ec_put_printed(s, part, ec_printed_beside(part, m));
        if (m != EC_PLAIN_EC_PAPER)
            continue;
        study_words(s, EC_NEW_AGAIN_NAME);
        for (int k = 0; k < 6; k++)
            study_number(s, NAN);
        ec_put_printed(s, part, &ec_printed_numbers[part][EC_NEW_AGAIN]);
    }
    ec_explain_printed(s, part);
}

static void plot_steps(study *s, ec_part part, const box_paths *all)
{
    static const int shown[] = {EC_PLAIN_SAT, EC_PLAIN_EC_PAPER, EC_PLAIN_EC, EC_EXACT, EC_SAT, EC_EC};
    ec_curve curve[6];
    for (int i = 0; i < 6; i++)
        curve[i] = (ec_curve){ec_methods[shown[i]].name, &all->by[shown[i]].result, shown[i] == EC_EXACT};
    ec_plot_sorted(s, part == EC_ROTATION ? "figure-7" : "figure-8",
                   part == EC_ROTATION ? "A box turns until it meets another (figure 7)"
                                       : "A box moves until it meets another (figure 8)",
                   "time until that is detected, µs", 1e6, curve, 6);
}

static void claim_motion_speed(study *s, ec_part part, const box_paths *all)
{
    const detected_steps *sat = &all->by[EC_PLAIN_SAT], *printed = &all->by[EC_PLAIN_EC_PAPER],
                         *right = &all->by[EC_PLAIN_EC];
    const ec_printed *theirs = ec_printed_numbers[part];
    bool is_turn = part == EC_ROTATION;
    double speed = ec_speed(&printed->result, &sat->result),
           right_speed = ec_speed(&right->result, &sat->result), least = is_turn ? 1.8 : 1.7;
    char text[EC_OCTAVE_TEXT];
    ec_octave_tell(&all->octave, part, least, text, sizeof text);
    study_claim(s,
                is_turn ? "\"2 times faster than the SAT algorithm\" (3.2 b)"
                        : "\"nearly 2 times faster than the SAT algorithm\" (3.2 c)",
                ec_octave_judge(&all->octave, ec_judge_speed(speed, right_speed, least),
                                ec_octave_step_speed(&all->octave, part), least),
                "In plain doubles the printed test is %.2f times as fast as SAT until it detects a meeting, "
                "and made right %.2f times; as SAT that computes all 15 axes, %.2f times. A step takes SAT "
                "%.1f ns, the printed test %.1f ns, which asks "
                "%.1f steps instead of %.1f in the mean, and the right one %.1f ns. (The paper's own means "
                "give %.2f; it holds from %.1f on, and in part if that is so of a step in an "
                "interpreter alone.) %s",
                speed, right_speed, ec_speed(&printed->result, &all->by[EC_PLAIN_SAT_FULL].result),
                step_ns(all, EC_PLAIN_SAT), step_ns(all, EC_PLAIN_EC_PAPER), printed->asked / all->cases,
                sat->asked / all->cases, step_ns(all, EC_PLAIN_EC),
                theirs[EC_ALL_AXES].ms.mean / theirs[EC_NEW].ms.mean, least, text);
    study_paragraph(
        s,
        "The paper measures Matlab, and tells neither boxes nor ways nor steps: its SAT takes %.0f "
        "times as long as ours, in the mean. Its times hardly vary from case to case (deviation of "
        "SAT: %.0f %% of the mean), ours do (%.0f %%), as boxes meet early or late on their way.",
        1e-3 * theirs[EC_ALL_AXES].ms.mean / ec_summarize(&sat->result).mean,
        100 * theirs[EC_ALL_AXES].ms.deviation / theirs[EC_ALL_AXES].ms.mean,
        100 * ec_summarize(&sat->result).deviation / ec_summarize(&sat->result).mean);
}

static void claim_motion_answers(study *s, const box_paths *all)
{
    const detected_steps *printed = &all->by[EC_PLAIN_EC_PAPER], *right = &all->by[EC_PLAIN_EC],
                         *six = &all->by[EC_PLAIN_SAT6];
    study_claim(s,
                "\"the number of false positives is zero in the dynamic case. [...] they are just different "
                "in when the detection occurs\" (3.2 c)",
                study_if_part(printed->right == all->cases, printed->never == 0),
                "Of %u meetings the printed test detects %u in the right step, %u too late and %u never; "
                "with the way back %u in the right step, as SAT does %u. Six axes see %u too early.",
                all->cases, printed->right, printed->late, printed->never, right->right,
                all->by[EC_PLAIN_SAT].right, six->early);
}

/* ---- Run ----------------------------------------------------------------------------------------------- */

static bool run_motion(const papers_lab *lab, ec_part part)
{
    box_paths all = {0};
    bool is_good = run_paths(lab, part == EC_ROTATION ? PATH_TURNS : MOVES, &all);
    if (is_good) {
        study_paragraph(
            lab->s,
            "%u boxes, apart from another one at first, %s in %d steps, until a method says that they "
            "meet. Boxes are drawn at random, with half sizes from 0.3 to 1; those that pass without a "
            "meeting do not count.",
            all.cases,
            part == EC_ROTATION ? "turn by 360 degrees about an axis through their centre" : "move past it",
            all.steps);
        ec_explain_method(lab->s, false);
        report_answers(lab->s, &all);
        report_times(lab->s, part, &all);
        plot_steps(lab->s, part, &all);
        ec_octave_report(lab, &all.octave, part, part);
        if (!lab->quick)
            claim_motion_speed(lab->s, part, &all);
        claim_motion_answers(lab->s, &all);
    }
    for (int m = 0; m < EC_METHODS; m++)
        ec_results_free(&all.by[m].result, 1);
    ec_octave_end(&all.octave);
    return is_good;
}

bool papers_ec_rotation(const papers_lab *lab)
{
    return run_motion(lab, EC_ROTATION);
}

bool papers_ec_translation(const papers_lab *lab)
{
    return run_motion(lab, EC_TRANSLATION);
}
