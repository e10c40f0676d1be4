/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas papers ec-volumes: what section 1 of Bai et al. 2015 says about bounding volumes: k-DOPs against oriented boxes, on how they
 * fit, how fast they are tested, and what it costs to place them anew.
 *
 * The paper measures none of it. The objects are those of `bv`, which pass each other, and rods that are turned anyhow, which no fixed
 * directions suit. Fit is the volume, and how often the volumes of a pair meet; the truth is the exact verdict on their hulls. */

#include "papers/passing_objects.h"

#include <math.h>

enum { VOLUMES = 6, RODS = 500, RODS_QUICK = 50 };

static const pass_volume_kind kinds[VOLUMES] = {PASS_SPHERE,  PASS_AABB_TIGHT, PASS_OBB,
                                                PASS_KDOP_14, PASS_KDOP_18,    PASS_KDOP_26};
enum { AT_SPHERE, AT_AABB, AT_OBB, AT_KDOP_14, AT_KDOP_18, AT_KDOP_26 };

typedef struct volume_study {
    pass_row row[PASS_PAIRS][VOLUMES];
    double fit[PASS_PAIRS][VOLUMES]; /* volume of both objects, that of their hulls' oriented boxes = 1 */
    double rod[VOLUMES];             /* volume of a rod, in the mean; that of the rod = 1 */
} volume_study;

static double volume_of(pass_volume_kind k, const pass_volume *v)
{
    return k == PASS_SPHERE       ? fk_sphere_volume(&v->sphere)
           : k == PASS_AABB_TIGHT ? fk_aabb_volume(&v->aabb)
           : k == PASS_OBB        ? fk_obb_volume(&v->obb)
                                  : fk_kdop_volume(&v->kdop);
}

/* Rods of 20 x 1 x 1, turned anyhow. */
static void measure_rods(const papers_lab *lab, double mean[VOLUMES])
{
    fk_random random = fk_random_make(lab->seed);
    int count = lab->quick ? RODS_QUICK : RODS;
    fk_vec3 point[8];
    pass_body body = {.point = point, .count = 8};
    for (int i = 0; i < count; i++) {
        fk_pose pose = fk_pose_from_rpy_deg(fk_vec3_make(0, 0, 0), papers_draw_between(&random, -180, 180));
        for (int k = 0; k < 8; k++)
            point[k] =
                fk_pose_apply(&pose, fk_vec3_make(k & 1 ? 10 : -10, k & 2 ? 0.5 : -0.5, k & 4 ? 0.5 : -0.5));
        for (int k = 0; k < VOLUMES; k++) {
            pass_volume v;
            pass_volume_build(lab->context, kinds[k], &body, &v);
            mean[k] += volume_of(kinds[k], &v) / 20 / count;
        }
    }
}

/* False after a message: a volume misses a pair that meets. */
static bool measure_pair(pass_sequence *way, int pair, volume_study *v)
{
    pass_sequence_load(way, pair);
    pass_find_truth(way);
    for (int k = 0; k < VOLUMES; k++) {
        v->row[pair][k] = pass_test_volumes(way, kinds[k]);
        if (v->row[pair][k].missed > 0)
            return papers_trouble("%s misses %u positions; this is a bug in farkas",
                                  pass_kinds[kinds[k]].name, v->row[pair][k].missed);
        for (int i = 0; i < 2; i++) {
            pass_volume volume;
            pass_volume_build(way->context, kinds[k], &way->body[i], &volume);
            v->fit[pair][k] += volume_of(kinds[k], &volume);
        }
    }
    double obb = v->fit[pair][AT_OBB];
    for (int k = 0; k < VOLUMES; k++)
        v->fit[pair][k] /= obb;
    return true;
}

/* The mean of both pairs, in nanoseconds: of a test, and of placing both. */
static double mean_test(const volume_study *v, int k)
{
    return 500 * (v->row[0][k].test_us + v->row[1][k].test_us);
}

static double mean_placing(const volume_study *v, int k)
{
    return 1000 * (v->row[0][k].recompute_us + v->row[1][k].recompute_us);
}

/* Of a position, where both are placed and tested. */
static double mean_position(const volume_study *v, int k)
{
    return mean_test(v, k) + mean_placing(v, k);
}

static void report_fits(study *s, const volume_study *v)
{
    study_table(s, "volumes", "Bounding volumes: fit, test and placing",
                "volume||w\n"
                "size, OBB = 1: O1, O2|size_o1_o2|3; O3, O4|size_o3_o4|3\n"
                "size of a rod, rod = 1|size_rod|2\n"
                "meet, % of the positions: O1, O2|meet_o1_o2|2; O3, O4|meet_o3_o4|2\n"
                "ns: test|test_ns|1t; place both|place_ns|1t");
    for (int k = 0; k < VOLUMES; k++) {
        study_words(s, "%s", pass_kinds[kinds[k]].name);
        study_numbers(s, v->fit[0][k], v->fit[1][k], v->rod[k], v->row[0][k].positives,
                      v->row[1][k].positives, mean_test(v, k), mean_placing(v, k));
    }
}

static void claim_fits(study *s, const volume_study *v)
{
    bool grows = true, beats = true;
    for (int pair = 0; pair < PASS_PAIRS; pair++) {
        grows = grows && v->fit[pair][AT_KDOP_26] < v->fit[pair][AT_KDOP_14];
        beats = beats && v->fit[pair][AT_KDOP_26] < 1;
    }
    study_claim(
        s, "\"with the increasing value of k, k-DOP fits with the convex body [...] better than OBB\" (1)",
        study_if_part(grows && beats, grows),
        "The volume of 14, 18 and 26 directions is %.2f, %.2f and %.2f times that of the oriented boxes "
        "on O1 and O2, and %.2f, %.2f and %.2f times on O3 and O4, before they turn.",
        v->fit[0][AT_KDOP_14], v->fit[0][AT_KDOP_18], v->fit[0][AT_KDOP_26], v->fit[1][AT_KDOP_14],
        v->fit[1][AT_KDOP_18], v->fit[1][AT_KDOP_26]);
    study_claim(
        s,
        "\"OBB is better when testing geometric objects which can't reach a good alignment with the "
        "k-DOP axis\" (1)",
        study_if(v->rod[AT_OBB] < v->rod[AT_KDOP_26]),
        "Around rods of 20 x 1 x 1 that are turned anyhow, 26 directions have %.1f times the volume of "
        "the rod, 14 have %.1f times, an oriented box %.2f times.",
        v->rod[AT_KDOP_26], v->rod[AT_KDOP_14], v->rod[AT_OBB]);
    study_claim(
        s, "Spheres and AABBs have \"a low fitting degree\", k-DOPs and OBBs \"an excellent\" one (1)",
        study_if(fmin(v->rod[AT_SPHERE], v->rod[AT_AABB]) > fmax(v->rod[AT_OBB], v->rod[AT_KDOP_26]) &&
                 fmin(v->row[0][AT_SPHERE].positives, v->row[0][AT_AABB].positives) >
                     v->row[0][AT_OBB].positives),
        "Around the rods, spheres have %.0f times and AABBs %.0f times the volume. On O1 and O2, "
        "spheres meet in %.2f %% of the positions, AABBs in %.2f %%, OBBs in %.2f %% and 26 directions in "
        "%.2f %%.",
        v->rod[AT_SPHERE], v->rod[AT_AABB], v->row[0][AT_SPHERE].positives, v->row[0][AT_AABB].positives,
        v->row[0][AT_OBB].positives, v->row[0][AT_KDOP_26].positives);
}

static void claim_volume_speed(study *s, const volume_study *v)
{
    study_claim(s, "\"k-ODP performs better than OBB in the test speed\" (1)",
                study_if(mean_test(v, AT_KDOP_26) < mean_test(v, AT_OBB)),
                "A test of 26 directions takes %.1f ns, of 14 directions %.1f ns, of oriented boxes %.1f ns.",
                mean_test(v, AT_KDOP_26), mean_test(v, AT_KDOP_14), mean_test(v, AT_OBB));
    study_claim(
        s,
        "\"even there is rare collisions among objects, k-ODP still runs the update and alignment operation "
        "which results in a high cost\" (1)",
        study_if(mean_position(v, AT_KDOP_14) > mean_position(v, AT_OBB)),
        "A position, in which both are placed and tested, takes %.0f ns with 26 directions, %.0f ns with "
        "14 and %.0f ns with oriented boxes.",
        mean_position(v, AT_KDOP_26), mean_position(v, AT_KDOP_14), mean_position(v, AT_OBB));
}

bool papers_ec_volumes(const papers_lab *lab)
{
    volume_study v = {0};
    pass_sequence *way = pass_sequence_begin(lab);
    bool is_good = measure_pair(way, 0, &v) && measure_pair(way, 1, &v);
    pass_sequence_end(way);
    if (!is_good)
        return false;
    measure_rods(lab, v.rod);
    study_paragraph(
        lab->s, "The paper gives no numbers on this; the objects are those of `bv`. AABBs are made of all "
                "points in each position; k-DOPs are placed as those of the placed k-DOP.");
    report_fits(lab->s, &v);
    claim_fits(lab->s, &v);
    if (!lab->quick)
        claim_volume_speed(lab->s, &v);
    return true;
}
