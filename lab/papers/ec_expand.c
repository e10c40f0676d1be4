/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas papers ec-expand: the "expanding experiment" of Bai et al. 2015, section 3.2 d, table 7 and figure 9: is the new
 * test faster where boxes do not meet, and SAT where they do? And is that of use where most boxes are far
 * from each other?
 *
 * The boxes are those of ec-static. For the second question pairs are drawn in rooms of growing size, so that fewer and
 * fewer of them meet. */

#include "papers/ec.h"
#include "peers/participant.h"

#include <math.h>

enum { ROOMS = 7 };

/* Table 7 of the paper, in milliseconds: intersecting and not. */
static const ec_summary printed[2] = {{2.4, 0.12, 0.14, 0.06}, {0.48, 0.08, 0.10, 0.03}};

/* ---- Boxes that meet, and boxes that do not ------------------------------------------------------------ */

static void report_sets(study *s, const ec_sets *all)
{
    static const ec_summary none = {NAN, NAN, NAN, NAN};
    study_table(s, "both", "Boxes that meet and boxes that do not: time of a test (table 7; of SAT, table 3)",
                "method||w; boxes||w\n"
                "Farkas, ns: max|ns_max|st; min|ns_min|st; mean|ns_mean|st; deviation|ns_deviation|st\n"
                "wrong\n"
                "paper, ms: max|paper_ms_max|2; min|paper_ms_min|2; mean|paper_ms_mean|2; "
                "deviation|paper_ms_deviation|2");
    for (int m = 0; m < EC_METHODS; m++)
        for (int k = 0; k < 2; k++) {
            const ec_result *r = &all->result[k][m];
            study_words(s, "%s", ec_methods[m].name);
            study_words(s, "%s", k == EC_MEETING ? "meet" : "apart");
            ec_put_summary(s, ec_summarize(r), 1e9);
            study_number(s, r->hits + r->missed);
            ec_put_summary(s,
                           m == EC_PLAIN_EC_PAPER ? printed[k]
                           : m == EC_PLAIN_SAT    ? ec_printed_numbers[k][EC_ALL_AXES].ms
                                                  : none,
                           1);
        }
}

static void plot_both(study *s, const ec_sets *all)
{
    ec_curve curve[6] = {
        {"plain sat, meet", &all->result[EC_MEETING][EC_PLAIN_SAT], false},
        {"plain sat, apart", &all->result[EC_APART][EC_PLAIN_SAT], false},
        {"plain ec-paper, meet", &all->result[EC_MEETING][EC_PLAIN_EC_PAPER], false},
        {"plain ec-paper, apart", &all->result[EC_APART][EC_PLAIN_EC_PAPER], false},
        {"plain ec, meet", &all->result[EC_MEETING][EC_PLAIN_EC], false},
        {"plain ec, apart", &all->result[EC_APART][EC_PLAIN_EC], false},
    };
    ec_plot_sorted(s, "figure-9", "Boxes that meet, and boxes that do not (figure 9)", "time of a test, ns",
                   1e9, curve, 6);
}

/* ---- Rooms --------------------------------------------------------------------------------------------- */

typedef struct box_room {
    double reach, apart; /* share, in percent */
    double turn[EC_METHODS];
} box_room;

static const int shown[] = {EC_PLAIN_SAT, EC_PLAIN_SAT6, EC_PLAIN_EC_PAPER, EC_PLAIN_EC, EC_EXACT,
                            EC_SAT,       EC_EC};
enum { EXPAND_SHOWN = sizeof shown / sizeof shown[0] };

static void measure_room(const papers_lab *lab, box_room *r)
{
    fk_random random = fk_random_make(lab->seed + 1);
    ec_pairs pairs = {NULL, lab->quick ? EC_QUICK_PAIRS : EC_PAIRS};
    size_t apart = 0;
    pairs.pair = bench_allocate(pairs.count, sizeof *pairs.pair);
    for (size_t i = 0; i < pairs.count; i++) {
        pairs.pair[i] = ec_draw_pair(&random, EC_TURN_ANY, r->reach);
        apart += fk_pair_verdict(&pairs.pair[i].a.piece, &pairs.pair[i].b.piece) == FK_APART;
    }
    r->apart = 100.0 * (double)apart / (double)pairs.count;
    for (int i = 0; i < EXPAND_SHOWN; i++)
        r->turn[shown[i]] = lab->quick ? NAN : ec_time_in_turn(&ec_methods[shown[i]], &pairs);
    ec_pairs_free(&pairs);
}

static double room_speed(const box_room *r, int method)
{
    return r->turn[EC_PLAIN_SAT] / r->turn[method];
}

static void report_rooms(study *s, const box_room rooms[ROOMS])
{
    study_table(s, "rooms", "Pairs in rooms of growing size, of which fewer and fewer meet: time of a test",
                "centres within|reach|1; apart, %|apart_percent|1\n"
                "ns a pair, in turn: plain sat|plain_sat_ns|st; plain sat6|plain_sat6_ns|st; plain "
                "ec-paper|plain_ec_paper_ns|st; plain ec|plain_ec_ns|st; exact|exact_ns|st; sat|sat_ns|st; "
                "ec|ec_ns|st\n"
                "speed, plain sat = 1: plain ec-paper|plain_ec_paper_speed|3t; plain ec|plain_ec_speed|3t");
    for (int i = 0; i < ROOMS; i++) {
        study_numbers(s, rooms[i].reach, rooms[i].apart);
        for (int k = 0; k < EXPAND_SHOWN; k++)
            study_number(s, 1e9 * rooms[i].turn[shown[k]]);
        study_numbers(s, room_speed(&rooms[i], EC_PLAIN_EC_PAPER), room_speed(&rooms[i], EC_PLAIN_EC));
    }
}

static void plot_rooms(study *s, const box_room rooms[ROOMS])
{
    double x[ROOMS], y[EXPAND_SHOWN][ROOMS];
    plot_series series[EXPAND_SHOWN] = {{0}};
    for (int k = 0; k < EXPAND_SHOWN; k++) {
        for (int i = 0; i < ROOMS; i++) {
            x[i] = rooms[i].apart;
            y[k][i] = 1e9 * rooms[i].turn[shown[k]];
        }
        series[k] = (plot_series){ec_methods[shown[k]].name, ROOMS, x, y[k], .is_ours = shown[k] == EC_EXACT};
    }
    study_draw(s, "rooms", .title = "Rooms of growing size, where fewer boxes meet",
               .x_title = "pairs that do not meet, %",
               .y_title = "time of a test, one pair after the other, ns", .y_log = true, .series = series,
               .count = EXPAND_SHOWN);
}

/* ---- Claims -------------------------------------------------------------------------------------------- */

static double mean_ns(const ec_sets *all, int method, ec_part part)
{
    return 1e9 * ec_summarize(&all->result[part][method]).mean;
}

/* Whether a method is faster where boxes do not meet: by a tenth at least, as less is noise. */
static bool is_faster_apart(const ec_sets *all, int method)
{
    return mean_ns(all, method, EC_APART) < 0.9 * mean_ns(all, method, EC_MEETING);
}

static double octave_ms(const ec_sets *all, int test, ec_part part)
{
    return 1e3 * all->octave->mean[part][test];
}

/* The same of the interpreter, as a sentence. */
static void tell_interpreted(const ec_sets *all, int test, const char *name, char *out, size_t capacity)
{
    snprintf(out, capacity, "In an interpreter it was not measured here, for want of Octave.");
    if (all->octave->is_there)
        snprintf(out, capacity,
                 "In Octave %s takes %.3f ms where boxes do not meet and %.3f ms where they do.", name,
                 octave_ms(all, test, EC_APART), octave_ms(all, test, EC_MEETING));
}

static void claim_both(study *s, const ec_sets *all)
{
    char text[EC_OCTAVE_TEXT];
    tell_interpreted(all, EC_OCTAVE_EC_PAPER, "the printed one", text, sizeof text);
    study_claim(
        s,
        "\"yet the new algorithm shows just the opposite side\": it is faster where boxes do not "
        "meet (3.2 d)",
        ec_octave_judge(
            all->octave,
            study_if_part(is_faster_apart(all, EC_PLAIN_EC), is_faster_apart(all, EC_PLAIN_EC_PAPER)),
            octave_ms(all, EC_OCTAVE_EC_PAPER, EC_MEETING) / octave_ms(all, EC_OCTAVE_EC_PAPER, EC_APART),
            1 / 0.9),
        "Made right it takes %.0f ns where boxes do not meet and %.0f ns where they do: it may only "
        "say no when every choice of planes has been refuted, and says yes at the first point that "
        "it finds. The printed one takes %.0f and %.0f ns, as it tries one choice in both cases. "
        "(The paper: %.2f and %.2f ms. It holds from a tenth on, and in part if that is so in an "
        "interpreter alone.) %s",
        mean_ns(all, EC_PLAIN_EC, EC_APART), mean_ns(all, EC_PLAIN_EC, EC_MEETING),
        mean_ns(all, EC_PLAIN_EC_PAPER, EC_APART), mean_ns(all, EC_PLAIN_EC_PAPER, EC_MEETING),
        printed[EC_APART].mean, printed[EC_MEETING].mean, text);
    tell_interpreted(all, EC_OCTAVE_SAT_CROSS, "SAT that computes all axes", text, sizeof text);
    bool opposite = mean_ns(all, EC_PLAIN_SAT, EC_MEETING) < 0.9 * mean_ns(all, EC_PLAIN_SAT, EC_APART);
    study_claim(
        s,
        "\"the traditional algorithm in the OBB intersection test is faster than the "
        "non-intersection\" (3.2 d)",
        study_if(opposite),
        "SAT takes %.0f ns where boxes meet and %.0f ns where they do not: one axis that separates "
        "is enough for a no, and all 15 are needed for a yes. The paper has it the wrong way round "
        "(section 1.1), and its own means are the same in both cases (%.2f and %.2f ms), as of a test "
        "without early exit. %s",
        mean_ns(all, EC_PLAIN_SAT, EC_MEETING), mean_ns(all, EC_PLAIN_SAT, EC_APART),
        ec_printed_numbers[EC_MEETING][EC_ALL_AXES].ms.mean,
        ec_printed_numbers[EC_APART][EC_ALL_AXES].ms.mean, text);
}

static void claim_rooms(study *s, const ec_sets *all, const box_room rooms[ROOMS])
{
    const ec_octave *o = all->octave;
    char text[EC_OCTAVE_TEXT];
    ec_octave_tell(o, EC_APART, 2, text, sizeof text);
    const box_room *near = &rooms[0], *far = &rooms[ROOMS - 1];
    bool better = room_speed(far, EC_PLAIN_EC) > 1.1 * room_speed(near, EC_PLAIN_EC);
    bool better_printed = room_speed(far, EC_PLAIN_EC_PAPER) > 1.1 * room_speed(near, EC_PLAIN_EC_PAPER);
    study_claim(s, "\"the overall speed will increase further\", as most boxes do not meet (3.2 d)",
                study_if_part(better && room_speed(far, EC_PLAIN_EC) > 1, better_printed),
                "Where %.1f %% of the pairs do not meet, the printed test is %.2f times as fast as SAT, and "
                "made right %.2f times; where %.1f %% do not, %.2f and %.2f times.",
                near->apart, room_speed(near, EC_PLAIN_EC_PAPER), room_speed(near, EC_PLAIN_EC), far->apart,
                room_speed(far, EC_PLAIN_EC_PAPER), room_speed(far, EC_PLAIN_EC));
    double least = INFINITY, most = 0, most_right = 0;
    for (int i = 0; i < ROOMS; i++) {
        least = fmin(least, room_speed(&rooms[i], EC_PLAIN_EC_PAPER));
        most = fmax(most, room_speed(&rooms[i], EC_PLAIN_EC_PAPER));
        most_right = fmax(most_right, room_speed(&rooms[i], EC_PLAIN_EC));
    }
    study_claim(s,
                "\"speed of the new algorithm is 2-3times faster than that of the traditional OBB "
                "intersection algorithm\" (abstract)",
                ec_octave_judge(o, ec_judge_speed(least, most_right, 2),
                                ec_octave_speed(o, EC_APART, EC_OCTAVE_EC_PAPER, EC_OCTAVE_SAT_CROSS), 2),
                "One pair after the other, in rooms where from %.1f to %.1f %% of them do not meet, the "
                "printed test, whose answers are wrong, is from %.2f to %.2f times as fast as SAT in plain "
                "doubles; made right, %.2f times at best. %s",
                near->apart, far->apart, least, most, most_right, text);
}

bool papers_ec_expand(const papers_lab *lab)
{
    static const double reach[ROOMS] = {0.7, 1.3, 1.8, 2.4, 3.5, 6, 12};
    ec_sets all;
    box_room rooms[ROOMS];
    bool is_good = ec_sets_measure(lab, &all);
    ec_explain_method(lab->s, false);
    report_sets(lab->s, &all);
    if (!lab->quick)
        plot_both(lab->s, &all);
    ec_octave_report(lab, all.octave, EC_MEETING, EC_APART);
    for (int i = 0; i < ROOMS; i++) {
        rooms[i].reach = reach[i];
        measure_room(lab, &rooms[i]);
    }
    report_rooms(lab->s, rooms);
    if (!lab->quick) {
        plot_rooms(lab->s, rooms);
        claim_both(lab->s, &all);
        claim_rooms(lab->s, &all, rooms);
    }
    ec_sets_end(&all);
    return is_good;
}
