// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// RRT-Connect of OMPL and shortcuts for a plan_question, with any checkers.

#ifndef FARKAS_TOOLS_PLAN_OMPL_HPP
#define FARKAS_TOOLS_PLAN_OMPL_HPP

#include "plan/plan.h"

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <farkas/ompl.hpp>
#include <functional>
#include <new>
#include <ompl/geometric/PathSimplifier.h>
#include <ompl/geometric/SimpleSetup.h>
#include <ompl/geometric/planners/rrt/RRTConnect.h>
#include <ompl/util/Console.h>
#include <ompl/util/RandomNumbers.h>

namespace plan {

namespace ob = ::ompl::base;
namespace og = ::ompl::geometric;
using Values = std::vector<double>;
using Clock = std::chrono::steady_clock;

// The checkers are those of the caller, who sets them in `setup`, and `prove`.
struct Planner {
    const plan_question *question;
    og::SimpleSetup setup;
    std::shared_ptr<uint64_t> states = std::make_shared<uint64_t>(0); // asked
    // Whether all edges of a path are free as they are written: configurations of all joints, in the direction of the path.
    std::function<fk_status(const Values &, bool *)> prove;
    Clock::time_point begin = Clock::now();

    double unit(uint32_t dimension) const
    {
        return question->unit[question->moved[dimension]];
    }

    static ob::StateSpacePtr makeSpace(const plan_question *q)
    {
        std::vector<fk_interval> limit;
        for (uint32_t k = 0; k < q->moved_count; k++) {
            uint32_t joint = q->moved[k];
            const fk_interval &of = q->limit[joint];
            // A joint without limits may begin or end anywhere.
            double turn =
                std::max(std::fabs(q->from[joint]), std::fabs(q->to[joint])) + std::acos(-1) * q->unit[joint];
            limit.push_back({(std::isfinite(of.lo) ? of.lo : -turn) / q->unit[joint],
                             (std::isfinite(of.hi) ? of.hi : turn) / q->unit[joint]});
        }
        return farkas::ompl::makeSpace(limit.data(), q->moved_count, INFINITY);
    }

    explicit Planner(const plan_question *q) : question(q), setup(makeSpace(q))
    {
        auto si = setup.getSpaceInformation();
        ob::ScopedState<> start(si), goal(si);
        for (uint32_t k = 0; k < q->moved_count; k++) {
            start[k] = q->from[q->moved[k]] / unit(k);
            goal[k] = q->to[q->moved[k]] / unit(k);
        }
        // Edges of a radian at most: longer ones collide more often, and shorter ones are more.
        auto planner = std::make_shared<og::RRTConnect>(si);
        planner->setRange(std::min(1.0, 0.2 * setup.getStateSpace()->getMaximumExtent()));
        setup.setPlanner(planner);
        setup.setStartAndGoalStates(start, goal);
    }

    // The configuration of a state. Dimensions are joints in their units; rounding must not lead beyond a limit.
    void write(const ob::State *state, double *value) const
    {
        const double *from = state->as<ob::RealVectorStateSpace::StateType>()->values;
        std::copy(question->from, question->from + question->joint_count, value);
        for (uint32_t k = 0; k < question->moved_count; k++) {
            const fk_interval &limit = question->limit[question->moved[k]];
            value[question->moved[k]] = std::min(std::max(from[k] * unit(k), limit.lo), limit.hi);
        }
    }

    double elapsed() const
    {
        return std::chrono::duration<double>(Clock::now() - begin).count();
    }

    // The first and the last one are those of the question, whatever units round.
    Values configurations(og::PathGeometric &path) const
    {
        uint32_t joints = question->joint_count;
        Values out(path.getStateCount() * joints);
        for (unsigned int i = 0; i < path.getStateCount(); i++)
            write(path.getState(i), out.data() + size_t(i) * joints);
        std::copy(question->from, question->from + joints, out.begin());
        std::copy(question->to, question->to + joints, out.end() - joints);
        return out;
    }

    static void shorten(og::PathGeometric &path, const ob::SpaceInformationPtr &si)
    {
        og::PathSimplifier simplifier(si);
        for (int i = 0; i < 3; i++) {
            simplifier.reduceVertices(path);
            simplifier.shortcutPath(path, 20, 20);
        }
        simplifier.reduceVertices(path);
    }

    fk_status keep(const Values &value, plan_answer *out) const
    {
        out->value = static_cast<double *>(std::malloc(value.size() * sizeof *out->value));
        if (out->value == nullptr)
            return FK_ERROR_MEMORY;
        std::memcpy(out->value, value.data(), value.size() * sizeof *out->value);
        out->count = static_cast<uint32_t>(value.size() / question->joint_count);
        out->is_found = true;
        return FK_OK;
    }

    // Shortens the path and proves it; or proves it as it was.
    fk_status finish(plan_answer *out)
    {
        og::PathGeometric path = setup.getSolutionPath(), first = path;
        shorten(path, setup.getSpaceInformation());
        fk_status status = FK_OK;
        for (og::PathGeometric *p : {&path, &first}) {
            bool isFree = false;
            Values value = configurations(*p);
            status = prove(value, &isFree);
            if (status == FK_OK && isFree) {
                out->length = p->length();
                out->first_length = first.length();
                return keep(value, out);
            }
        }
        return status;
    }

    fk_status find(plan_answer *out)
    {
        fk_status status = FK_OK;
        // A path whose proof fails at last, which only rounding can do, is not kept.
        while (!out->is_found && elapsed() < question->seconds && status == FK_OK) {
            setup.clear();
            if (setup.solve(question->seconds - elapsed()) != ob::PlannerStatus::EXACT_SOLUTION)
                break;
            status = finish(out);
        }
        out->states = *states;
        out->edges =
            setup.getSpaceInformation()->getCheckedMotionCount() + (out->count > 0 ? out->count - 1 : 0);
        out->seconds = elapsed();
        return status;
    }
};

// The answer of a planner that `make` builds, once the random numbers are those of the seed.
template <typename Make> fk_status find(const plan_question *question, plan_answer *out, Make make)
{
    std::memset(out, 0, sizeof *out);
    ::ompl::msg::noOutputHandler();
    ::ompl::RNG::setSeed(static_cast<uint_fast32_t>(question->seed));
    try {
        Planner planner(question);
        make(planner);
        return planner.find(out);
    } catch (const farkas::ompl::Error &error) {
        return error.status;
    } catch (const std::bad_alloc &) {
        return FK_ERROR_MEMORY;
    }
}

} // namespace plan

#endif
