// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// farkas/ompl.hpp: states and motions are those of the workcell, a planner finds a proved path, and threads share the checkers.
//
//     test_ompl SCENE.json, of the arm and the post

#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <farkas/ompl.hpp>
#include <farkas/scene.h>
#include <ompl/geometric/SimpleSetup.h>
#include <ompl/geometric/planners/rrt/RRTConnect.h>
#include <ompl/util/Console.h>
#include <ompl/util/RandomNumbers.h>
#include <thread>

namespace ob = ompl::base;
namespace og = ompl::geometric;
using Values = std::vector<double>;

static int failures;
#define CHECK(what)                                                                                          \
    do {                                                                                                     \
        if (!(what)) {                                                                                       \
            std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #what);                                  \
            failures++;                                                                                      \
        }                                                                                                    \
    } while (0)

static const Values leftOfPost = {-1.2, 1.2, 0.5, 0}, rightOfPost = {1.2, 1.2, 0.5, 0};

struct Arm {
    fk_context *context = nullptr;
    fk_scene *scene = nullptr;
    fk_parts *parts = nullptr;
    fk_scene_workcell *made = nullptr;

    explicit Arm(const char *path)
    {
        if (fk_context_create(nullptr, &context) != FK_OK ||
            fk_scene_load(context, path, nullptr, nullptr, &scene) != FK_OK ||
            fk_parts_create(context, scene, &parts) != FK_OK ||
            fk_scene_workcell_create(context, parts, nullptr, &made) != FK_OK)
            std::exit(2);
    }
    Arm(const Arm &) = delete;
    Arm &operator=(const Arm &) = delete;
    ~Arm()
    {
        fk_scene_workcell_free(context, made);
        fk_parts_free(context, parts);
        fk_scene_free(context, scene);
        fk_context_destroy(context);
    }

    fk_workcell_state state(const Values &value, double clearance = 0) const
    {
        fk_workcell_query query = {value.data(), 4, 1, clearance, nullptr, nullptr};
        uint8_t out = FK_WORKCELL_UNDECIDED;
        CHECK(fk_workcell_states(made->cell, &query, &out, nullptr) == FK_OK);
        return static_cast<fk_workcell_state>(out);
    }

    // Whether all of many samples of a motion are free: asked one by one, in steps of one thousandth.
    bool areSamplesFree(const Values &a, const Values &b, double end, double clearance = 0) const
    {
        for (int i = 0; i <= 1000; i++) {
            Values at(4);
            for (size_t k = 0; k < 4; k++)
                at[k] = a[k] + i / 1000.0 * end * (b[k] - a[k]);
            if (state(at, clearance) != FK_WORKCELL_FREE)
                return false;
        }
        return true;
    }
};

struct Space {
    ob::SpaceInformationPtr si;
    Space(const Arm &arm, double clearance)
        : si(std::make_shared<ob::SpaceInformation>(farkas::ompl::makeSpace(arm.made->limit, 4)))
    {
        using namespace farkas::ompl;
        si->setStateValidityChecker(std::make_shared<StateValidityChecker>(si, arm.made->cell, clearance));
        si->setMotionValidator(std::make_shared<MotionValidator>(si, arm.made->cell, clearance));
        si->setup();
    }
    ob::ScopedState<> state(const Values &value) const
    {
        ob::ScopedState<> out(si);
        out = value;
        return out;
    }
    bool isValid(const Values &value) const
    {
        return si->isValid(state(value).get());
    }
};

static Values draw(ompl::RNG &random, const Arm &arm)
{
    Values out(4);
    for (size_t k = 0; k < 4; k++)
        out[k] = random.uniformReal(arm.made->limit[k].lo, arm.made->limit[k].hi);
    return out;
}

// ---- States and motions --------------------------------------------------------------------------------------

static void testStates(const Arm &arm)
{
    const double gap = 0.01;
    Space space(arm, 0), wide(arm, gap);
    ompl::RNG random(1);
    int free = 0, near = 0;
    for (int i = 0; i < 500; i++) {
        Values value = draw(random, arm);
        bool isFree = arm.state(value) == FK_WORKCELL_FREE;
        CHECK(space.isValid(value) == isFree);
        CHECK(wide.isValid(value) == (arm.state(value, gap) == FK_WORKCELL_FREE));
        double clearance = space.si->getStateValidityChecker()->clearance(space.state(value).get());
        CHECK((clearance > 0) == isFree);
        CHECK(clearance > gap ? wide.isValid(value) : !wide.isValid(value) || clearance > gap - 1e-9);
        free += isFree;
        near += isFree && !wide.isValid(value);
    }
    CHECK(free > 400 && free < 490 && near > 5);
    CHECK(!space.isValid({0, 0, 2.9, 0})); // beyond the limits
    CHECK(!space.isValid({0, 0, 0, -1e-6}));
}

// A motion and its bracket, against samples.
static void testMotion(const Arm &arm, const Space &space, const Values &a, const Values &b, int count[2])
{
    auto s1 = space.state(a), s2 = space.state(b), last = space.state(b), none = space.state(b);
    std::pair<ob::State *, double> found(last.get(), -7), only(nullptr, -7);
    bool isValid = space.si->checkMotion(s1.get(), s2.get());
    CHECK(space.si->checkMotion(s1.get(), s2.get(), found) == isValid);
    CHECK(space.si->checkMotion(s1.get(), s2.get(), only) == isValid && only.second == found.second);
    count[isValid]++;
    if (isValid) {
        CHECK(found.second == -7 && last == s2); // not changed
        CHECK(arm.areSamplesFree(a, b, 1));
        return;
    }
    CHECK(found.second >= 0 && found.second < 1 && space.si->isValid(last.get()));
    space.si->getStateSpace()->interpolate(s1.get(), s2.get(), found.second, none.get());
    CHECK(last == none);
    CHECK(arm.areSamplesFree(a, b, found.second));
    CHECK(!arm.areSamplesFree(a, b, std::fmin(1, found.second + 0.01)));
}

static void testMotions(const Arm &arm)
{
    Space space(arm, 0);
    ompl::RNG random(2);
    int count[2] = {0, 0};
    for (int i = 0; i < 60; i++) {
        Values a = draw(random, arm), b = draw(random, arm);
        for (size_t k = 0; k < 4; k++)
            b[k] = i % 2 ? b[k] : a[k] + 0.2 * (b[k] - a[k]);
        if (space.isValid(a))
            testMotion(arm, space, a, b, count);
        if (space.isValid(b))
            testMotion(arm, space, b, a, count);
    }
    CHECK(count[0] > 10 && count[1] > 10);
    CHECK(space.si->getMotionValidator()->getValidMotionCount() ==
          2 * unsigned(count[1]) + unsigned(count[1]));
    auto s1 = space.state(leftOfPost), s2 = space.state({-1.2, 1.2, 2.9, 0});
    CHECK(!space.si->checkMotion(s1.get(), s2.get())); // beyond the limits
    std::pair<ob::State *, double> found(s2.get(), -7);
    CHECK(!space.si->checkMotion(s1.get(), s2.get(), found) && found.second == 0 && s2 == s1);
}

// ---- Mappings ------------------------------------------------------------------------------------------------

// The first three joints, in a space whose dimensions have another order; and what does not fit.
static void testMappings(const Arm &arm)
{
    using namespace farkas::ompl;
    fk_interval limit[3] = {arm.made->limit[2], arm.made->limit[0], arm.made->limit[1]};
    auto si = std::make_shared<ob::SpaceInformation>(makeSpace(limit, 3));
    StateValidityChecker checker(si, arm.made->cell, 0, mapJoints({2, 0, 1}, {9, 9, 9, 0.01}));
    ompl::RNG random(3);
    for (int i = 0; i < 200; i++) {
        Values value = draw(random, arm);
        value[3] = 0.01;
        ob::ScopedState<> state(si);
        state = Values{value[2], value[0], value[1]};
        CHECK(checker.isValid(state.get()) == (arm.state(value) == FK_WORKCELL_FREE));
    }
    int refused = 0;
    for (double clearance : {0.0, -1.0, double(NAN)})
        try {
            StateValidityChecker wrong(si, arm.made->cell, clearance,
                                       clearance == 0 ? Mapping() : mapJoints(4));
        } catch (const ompl::Exception &) {
            refused++;
        }
    CHECK(refused == 3);
    fk_interval endless = {-INFINITY, INFINITY};
    auto bounds = makeSpace(&endless, 1, 2)->as<ob::RealVectorStateSpace>()->getBounds();
    CHECK(bounds.low[0] == -2 && bounds.high[0] == 2);
}

// ---- Planners ------------------------------------------------------------------------------------------------

static void testPlan(const Arm &arm, double clearance)
{
    og::SimpleSetup setup(farkas::ompl::makeSpace(arm.made->limit, 4));
    auto si = setup.getSpaceInformation();
    setup.setStateValidityChecker(
        std::make_shared<farkas::ompl::StateValidityChecker>(si, arm.made->cell, clearance));
    si->setMotionValidator(std::make_shared<farkas::ompl::MotionValidator>(si, arm.made->cell, clearance));
    setup.setPlanner(std::make_shared<og::RRTConnect>(si));
    ob::ScopedState<> start(si), goal(si);
    start = leftOfPost;
    goal = rightOfPost;
    setup.setStartAndGoalStates(start, goal);
    CHECK(setup.solve(60) == ob::PlannerStatus::EXACT_SOLUTION);
    setup.simplifySolution(0.1);
    const auto &states = setup.getSolutionPath().getStates();
    CHECK(states.size() > 2);
    for (size_t i = 0; i + 1 < states.size(); i++) {
        Values a, b;
        si->getStateSpace()->copyToReals(a, states[i]);
        si->getStateSpace()->copyToReals(b, states[i + 1]);
        CHECK(arm.areSamplesFree(a, b, 1, clearance));
    }
}

// Two threads ask the same checkers.
static void testThreads(const Arm &arm)
{
    Space space(arm, 0);
    int wrong[2] = {0, 0};
    auto work = [&](int number) {
        ompl::RNG random(4);
        for (int i = 0; i < 200; i++) {
            Values a = draw(random, arm), b = draw(random, arm);
            bool isFree = arm.state(a) == FK_WORKCELL_FREE;
            wrong[number] += space.isValid(a) != isFree;
            if (isFree && space.si->checkMotion(space.state(a).get(), space.state(b).get()))
                wrong[number] += !arm.areSamplesFree(a, b, 0.01);
        }
    };
    std::thread other(work, 1);
    work(0);
    other.join();
    CHECK(wrong[0] == 0 && wrong[1] == 0);
    CHECK(space.si->getMotionValidator()->getCheckedMotionCount() % 2 == 0);
}

int main(int argc, char **argv)
{
    if (argc != 2)
        return 2;
    ompl::msg::setLogLevel(ompl::msg::LOG_WARN);
    ompl::RNG::setSeed(1);
    Arm arm(argv[1]);
    CHECK(arm.made->joint_count == 4);
    testStates(arm);
    testMotions(arm);
    testMappings(arm);
    testPlan(arm, 0);
    testPlan(arm, 0.005);
    testThreads(arm);
    return failures == 0 ? 0 : 1;
}
