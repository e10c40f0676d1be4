/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Links that never meet: what is proved is true for random configurations and the corners of the limits, by exact verdicts; what
 * touches at a limit is not proved; what is far apart is. */

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "context_fixture.h"
#include "scene/robot.h"
#include "link_proof.h"

#define MOST 16

typedef struct proved_robot {
    fk_robot *robot;
    fk_collider *collider[MOST];
    link_proof *proof;
} proved_robot;

static proved_robot make(const char *text)
{
    const fk_robot_text urdf = {"r.urdf", text, strlen(text)};
    fk_robot_options options = fk_robot_options_default();
    fk_robot_report report = {{0}, 0, 0, {0}};
    proved_robot out = {0};
    if (fk_robot_parse(context, &urdf, NULL, &options, &report, &out.robot) != FK_OK)
        fail_msg("%s\n%s", text, report.message);
    assert_true(out.robot->shape_count <= MOST);
    for (uint32_t i = 0; i < out.robot->shape_count; i++)
        assert_int_equal(fk_collider_of_pieces(context, &out.robot->shape[i].piece, 1, &out.collider[i]),
                         FK_OK);
    out.proof = link_proof_create(out.robot, out.collider);
    assert_non_null(out.proof);
    return out;
}

static void end(proved_robot *r)
{
    link_proof_free(r->proof);
    for (uint32_t i = 0; i < r->robot->shape_count; i++)
        fk_collider_free(context, r->collider[i]);
    fk_robot_free(context, r->robot);
}

/* ---- Known answers ------------------------------------------------------------------------------------- */

#define LINK(name, shape) "<link name='" name "'><collision><geometry>" shape "</geometry></collision></link>"
#define BOX               "<box size='1 1 1'/>"
#define JOINT(name, type, a, b, xyz, more)                                                                   \
    "<joint name='" name "' type='" type "'><parent link='" a "'/><child link='" b "'/><origin xyz='" xyz    \
    "'/><axis xyz='0 0 1'/>" more "</joint>"
#define ROBOT(more) "<robot name='r'>" LINK("a", BOX) LINK("b", BOX) more "</robot>"
#define LIMIT(l, u) "<limit lower='" l "' upper='" u "'/>"

static const struct {
    const char *text;
    bool is_proved;
} known[] = {
    {ROBOT(JOINT("j", "fixed", "a", "b", "0 0 3", "")), true},
    {ROBOT(JOINT("j", "fixed", "a", "b", "0 0 1", "")), false}, /* it touches */
    {ROBOT(JOINT("j", "fixed", "a", "b", "0 0 0.5", "")), false},
    {ROBOT(JOINT("j", "prismatic", "a", "b", "0 0 3", LIMIT("-0.5", "9"))), true},
    {ROBOT(JOINT("j", "prismatic", "a", "b", "0 0 3", LIMIT("-2", "9"))), false},
    {ROBOT(JOINT("j", "prismatic", "a", "b", "0 0 2", LIMIT("-99", "-4"))), true},
    {ROBOT(JOINT("j", "prismatic", "a", "b", "0 0 2", "")), false}, /* beyond all bounds */
    {ROBOT(JOINT("j", "continuous", "a", "b", "3 0 0", "")), true},
    {ROBOT(JOINT("j", "continuous", "a", "b", "0.5 0 0", "")), false},
    /* A lever: it meets only where it points back. */
    {"<robot name='r'>" LINK("a", BOX)
         LINK("b", BOX) "<link name='m'/>" JOINT("j", "revolute", "a", "m", "3 0 0", LIMIT("-2", "2"))
             JOINT("k", "fixed", "m", "b", "3 0 0", "") "</robot>",
     true},
    {"<robot name='r'>" LINK("a", BOX)
         LINK("b", BOX) "<link name='m'/>" JOINT("j", "revolute", "a", "m", "3 0 0", LIMIT("-3.2", "2"))
             JOINT("k", "fixed", "m", "b", "3 0 0", "") "</robot>",
     false},
    /* Both slide, together: their distance stays. */
    {"<robot name='r'><link name='w'/>" LINK("a", BOX) LINK("b", BOX)
         JOINT("j", "prismatic", "w", "a", "0 0 0", LIMIT("0", "1"))
             JOINT("k", "prismatic", "w", "b", "0 0 3",
                   LIMIT("0", "9") "<mimic joint='j' multiplier='-1' offset='0'/>") "</robot>",
     false},
    {"<robot name='r'><link name='w'/>" LINK("a", BOX) LINK("b", BOX)
         JOINT("j", "prismatic", "w", "a", "0 0 0", LIMIT("0", "0.6"))
             JOINT("k", "prismatic", "w", "b", "0 0 3",
                   LIMIT("0", "9") "<mimic joint='j' multiplier='-1' offset='0'/>") "</robot>",
     true},
    /* A joint that mimics half of one that turns without limits is not what a turn of it says. */
    {"<robot name='r'><link name='w'/><link name='m'/>" LINK("a", BOX) LINK("b", BOX)
         JOINT("i", "fixed", "w", "a", "0 0 0", "") JOINT("j", "continuous", "w", "m", "0 0 50", "")
             JOINT("k", "continuous", "w", "b", "3 0 0",
                   "<mimic joint='j' multiplier='0.5' offset='0'/>") "</robot>",
     false},
};

static void test_known(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        proved_robot r = make(known[i].text);
        uint32_t a = fk_robot_find_link(r.robot, "a"), b = fk_robot_find_link(r.robot, "b");
        if (link_proof_never_meet(r.proof, a, b) != known[i].is_proved ||
            link_proof_never_meet(r.proof, b, a) != known[i].is_proved)
            fail_msg("%s", known[i].text);
        assert_true(link_proof_is_rigid(r.proof, a, b) ==
                    (strstr(known[i].text, "'fixed'><parent link='a'") != NULL));
        end(&r);
    }
}

/* ---- Random robots ------------------------------------------------------------------------------------- */

static void random_robot(fk_random *random, char *text, size_t size)
{
    static const char *const type[] = {"revolute", "continuous", "prismatic", "fixed"};
    size_t used = (size_t)snprintf(text, size, "<robot name='r'>");
    uint32_t count = 3 + (uint32_t)fk_random_below(random, 6);
    for (uint32_t i = 0; i < count; i++) {
        double w = fk_random_between(random, 0.05, 0.6), l = fk_random_between(random, 0.05, 1.5);
        used +=
            (size_t)snprintf(text + used, size - used,
                             "<link name='%u'><collision><origin xyz='%g 0 %g' rpy='%g 0 1'/><geometry>", i,
                             fk_random_between(random, -0.5, 0.5), l / 2, fk_random_between(random, -2, 2));
        used += (size_t)snprintf(text + used, size - used,
                                 i % 3 == 0   ? "<box size='%g %g %g'/>"
                                 : i % 3 == 1 ? "<cylinder radius='%g' length='%g'/>"
                                              : "<sphere radius='%g'/>",
                                 w / 2, l, w);
        used += (size_t)snprintf(text + used, size - used, "</geometry></collision></link>");
        if (i == 0)
            continue;
        double lower = fk_random_between(random, -1.5, 0.5);
        used += (size_t)snprintf(text + used, size - used,
                                 "<joint name='j%u' type='%s'><parent link='%u'/><child link='%u'/><origin "
                                 "xyz='%g %g %g' rpy='%g 1 %g'/>"
                                 "<axis xyz='%g 1 0.5'/><limit lower='%g' upper='%g'/>",
                                 i, type[fk_random_below(random, 4)], (unsigned)fk_random_below(random, i), i,
                                 fk_random_between(random, -1, 1), fk_random_between(random, -1, 1),
                                 fk_random_between(random, 0, 2), fk_random_between(random, -3, 3),
                                 fk_random_between(random, -3, 3), fk_random_between(random, -1, 1), lower,
                                 lower + fk_random_between(random, 0, 1.5));
        used += (size_t)snprintf(text + used, size - used, "</joint>");
    }
    snprintf(text + used, size - used, "</robot>");
}

/* Corners, and values in between. */
static double draw(fk_random *random, fk_interval range)
{
    uint64_t which = fk_random_below(random, 4);
    return which == 0 ? range.lo : which == 1 ? range.hi : fk_random_between(random, range.lo, range.hi);
}

static bool meets(const proved_robot *r, const fk_motion *motion, uint32_t a, uint32_t b)
{
    fk_placed_collider placed[2];
    fk_decision out;
    for (int i = 0; i < 2; i++) {
        uint32_t link = i == 0 ? a : b, shape = r->robot->link[link].first_shape;
        fk_pose pose = fk_motion_pose(motion, link, 0);
        placed[i] =
            (fk_placed_collider){r->collider[shape], fk_pose_multiply(&pose, &r->robot->shape[shape].pose)};
    }
    assert_int_equal(fk_collider_meets(context, &placed[0], &placed[1], NULL, &out), FK_OK);
    return out != FK_NO;
}

static void test_random(void **state)
{
    (void)state;
    fk_random random = fk_random_make(1958);
    int proved_pairs = 0, open_pairs = 0, met_pairs = 0;
    for (int n = 0; n < 100; n++) {
        static char text[8000];
        static fk_frame frame[MOST];
        static bool proved[MOST][MOST], met[MOST][MOST];
        fk_pose base = fk_pose_identity();
        random_robot(&random, text, sizeof text);
        proved_robot r = make(text);
        uint32_t links = r.robot->link_count;
        for (uint32_t a = 0; a < links; a++)
            for (uint32_t b = 0; b < links; b++) {
                proved[a][b] = a != b && link_proof_never_meet(r.proof, a, b);
                met[a][b] = false;
            }
        fk_robot_frames(r.robot, FK_NONE, &base, 0, 0, frame);
        for (int sample = 0; sample < 300; sample++) {
            double value[MOST] = {0}, time = 0;
            fk_motion *motion;
            for (uint32_t k = 0; k < r.robot->variable_count; k++)
                value[k] = draw(&random, link_proof_range(r.robot, k));
            fk_track track = {r.robot->variable_count, 1, &time, value};
            assert_int_equal(fk_motion_create(context, frame, links, &track, 1, &motion), FK_OK);
            for (uint32_t a = 0; a < links; a++)
                for (uint32_t b = a + 1; b < links; b++)
                    if (meets(&r, motion, a, b)) {
                        met[a][b] = true;
                        if (proved[a][b] || proved[b][a])
                            fail_msg("%s\n%s and %s meet, and it is proved that they do not", text,
                                     r.robot->link[a].name, r.robot->link[b].name);
                    }
            fk_motion_free(context, motion);
        }
        for (uint32_t a = 0; a < links; a++)
            for (uint32_t b = a + 1; b < links; b++) {
                proved_pairs += proved[a][b];
                met_pairs += met[a][b];
                open_pairs += !proved[a][b] && !met[a][b];
            }
        end(&r);
    }
    /* Most pairs that never meet are proved. */
    print_message("%d pairs proved, %d met, %d open\n", proved_pairs, met_pairs, open_pairs);
    assert_true(proved_pairs > 100 && met_pairs > 100 && open_pairs < proved_pairs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_known), cmocka_unit_test(test_random)};
    return cmocka_run_group_tests(tests, make_context, end_context);
}
