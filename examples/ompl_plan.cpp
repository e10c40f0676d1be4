// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// Plans a motion of an arm around a post with OMPL: each edge of the path is proved free, not sampled.

#include <cstdio>
#include <farkas/ompl.hpp>
#include <farkas/scene.h>
#include <ompl/geometric/SimpleSetup.h>
#include <ompl/geometric/planners/rrt/RRTConnect.h>
#include <ompl/util/Console.h>

namespace ob = ompl::base;
namespace og = ompl::geometric;

int main(int argc, char **argv)
{
    ompl::msg::noOutputHandler(); // it would write to standard output
    fk_context *context;
    fk_scene *scene;
    fk_parts *parts;
    fk_scene_workcell *made;
    if (fk_context_create(nullptr, &context) != FK_OK ||
        fk_scene_load(context, argc > 1 ? argv[1] : "examples/scene/arm.json", nullptr, nullptr, &scene) !=
            FK_OK ||
        fk_parts_create(context, scene, &parts) != FK_OK ||
        fk_scene_workcell_create(context, parts, nullptr, &made) != FK_OK || made->joint_count != 4)
        return 2;

    og::SimpleSetup setup(farkas::ompl::makeSpace(made->limit, made->joint_count));
    auto si = setup.getSpaceInformation();
    setup.setStateValidityChecker(std::make_shared<farkas::ompl::StateValidityChecker>(si, made->cell));
    si->setMotionValidator(std::make_shared<farkas::ompl::MotionValidator>(si, made->cell));
    setup.setPlanner(std::make_shared<og::RRTConnect>(si));

    ob::ScopedState<> start(setup.getStateSpace()), goal(start);
    start = std::vector<double>{-1.2, 1.2, 0.5, 0};
    goal = std::vector<double>{1.2, 1.2, 0.5, 0};
    setup.setStartAndGoalStates(start, goal);
    bool isFound = setup.solve(10) == ob::PlannerStatus::EXACT_SOLUTION;
    if (isFound) {
        setup.simplifySolution(0.1);
        std::printf("t,turn,shoulder,elbow,left_slide\n");
        for (unsigned int i = 0; i < setup.getSolutionPath().getStateCount(); i++) {
            std::vector<double> value;
            setup.getStateSpace()->copyToReals(value, setup.getSolutionPath().getState(i));
            std::printf("%u,%.17g,%.17g,%.17g,%.17g\n", i, value[0], value[1], value[2], value[3]);
        }
    }
    fk_scene_workcell_free(context, made);
    fk_parts_free(context, parts);
    fk_scene_free(context, scene);
    fk_context_destroy(context);
    return isFound ? 0 : 1;
}
