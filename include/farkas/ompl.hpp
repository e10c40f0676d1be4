// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// Farkas in OMPL: is a state valid, and is a motion valid? A motion that is called valid is proved to have no state that collides; it is
// not sampled.
//
//     auto space = farkas::ompl::makeSpace(made->limit, made->joint_count);
//     auto si = std::make_shared<ompl::base::SpaceInformation>(space);
//     si->setStateValidityChecker(std::make_shared<farkas::ompl::StateValidityChecker>(si, made->cell));
//     si->setMotionValidator(std::make_shared<farkas::ompl::MotionValidator>(si, made->cell));
//     si->setup();
//
// The workcell is that of farkas/workcell.h, often of an fk_scene_workcell; link farkas (with farkas_scene, if it is of files) and OMPL.
// C++14. Several threads may use both classes at once, and planners in several threads may share them, while nothing changes the workcell.

#ifndef FARKAS_OMPL_HPP
#define FARKAS_OMPL_HPP

#include <algorithm>
#include <cmath>
#include <functional>
#include <mutex>
#include <utility>
#include <vector>

#include <ompl/base/MotionValidator.h>
#include <ompl/base/SpaceInformation.h>
#include <ompl/base/StateValidityChecker.h>
#include <ompl/base/spaces/RealVectorStateSpace.h>
#include <ompl/util/Exception.h>

#include "farkas/workcell.h"

namespace farkas {
namespace ompl {

// What a query of the workcell returned, if not FK_OK: FK_ERROR_MEMORY, FK_ERROR_CANCELLED, ... Values beyond the limits are no error: they
// are not valid.
class Error : public ::ompl::Exception {
  public:
    explicit Error(fk_status code) : ::ompl::Exception("farkas", fk_status_text(code)), status(code)
    {
    }
    fk_status status;
};

// Writes the configuration of a state: one value for each joint of the workcell. It must take the states between two others, as the
// space interpolates them, to a straight line; RealVectorStateSpace and compounds of it do, where the mapping copies, scales and adds. SO2
// does not: it goes the shorter way round.
using Mapping = std::function<void(const ::ompl::base::State *state, double *value)>;

// All joints of a workcell: dimension k of a RealVectorStateSpace is joint k.
inline Mapping mapJoints(unsigned int count)
{
    return [count](const ::ompl::base::State *state, double *value) {
        const double *from = state->as<::ompl::base::RealVectorStateSpace::StateType>()->values;
        std::copy(from, from + count, value);
    };
}

// Some of the joints: dimension k of a RealVectorStateSpace is joint[k]; the others rest at the given configuration.
inline Mapping mapJoints(std::vector<unsigned int> joint, std::vector<double> rest)
{
    return [joint, rest](const ::ompl::base::State *state, double *value) {
        const double *from = state->as<::ompl::base::RealVectorStateSpace::StateType>()->values;
        std::copy(rest.begin(), rest.end(), value);
        for (std::size_t k = 0; k < joint.size(); k++)
            value[joint[k]] = from[k];
    };
}

// A space whose bounds are the limits of joints: `count` of them, of all joints or of some. OMPL needs bounds: where a joint has no
// limit, `turn` and -turn are.
inline ::ompl::base::StateSpacePtr makeSpace(const fk_interval *limit, unsigned int count,
                                             double turn = 3.14159265358979323846)
{
    auto space = std::make_shared<::ompl::base::RealVectorStateSpace>(count);
    ::ompl::base::RealVectorBounds bounds(count);
    for (unsigned int k = 0; k < count; k++) {
        bounds.setLow(k, std::max(limit[k].lo, std::min(-turn, limit[k].hi)));
        bounds.setHigh(k, std::min(limit[k].hi, std::max(turn, limit[k].lo)));
    }
    space->setBounds(bounds);
    return space;
}

// A workcell as both classes below see it.
class Configurations {
  public:
    Configurations(const ::ompl::base::SpaceInformation *si, const fk_workcell *cell, double clearance,
                   Mapping mapping)
        : cell_(cell), count_(fk_workcell_joint_count(cell)), clearance_(clearance), map_(std::move(mapping))
    {
        if (!(clearance >= 0))
            throw ::ompl::Exception("farkas", "a clearance is not negative");
        if (map_)
            return;
        if (si->getStateSpace()->getType() != ::ompl::base::STATE_SPACE_REAL_VECTOR ||
            si->getStateDimension() != count_)
            throw ::ompl::Exception("farkas",
                                    "the space is no RealVectorStateSpace with a dimension for each "
                                    "joint of the workcell: give a mapping");
        map_ = mapJoints(count_);
    }

    std::vector<double> values(const ::ompl::base::State *state) const
    {
        std::vector<double> out(count_);
        map_(state, out.data());
        return out;
    }

    // Whether all of `count` configurations are free. Those beyond the limits of joints are not.
    bool areFree(const std::vector<double> &value, std::size_t count) const
    {
        fk_workcell_query query = {};
        query.value = value.data();
        query.joint_count = count_;
        query.count = count;
        query.clearance = clearance_;
        std::vector<uint8_t> state(count);
        return isDone(fk_workcell_states(cell_, &query, state.data(), nullptr)) &&
               std::all_of(state.begin(), state.end(), [](uint8_t s) { return s == FK_WORKCELL_FREE; });
    }

    // Whether samples of a motion are free, without the first one: a quick answer where they are not. Each call of the workcell asks
    // the states in the middle between those before, 8 and then 16 of them, which it tests side by side.
    bool areSamplesFree(const std::vector<double> &from, const std::vector<double> &to) const
    {
        for (unsigned int parts = 8; parts <= 32; parts *= 2) { // as planners for two robots were fastest
            std::vector<double> value;
            value.reserve(std::size_t(count_) * parts);
            for (unsigned int i = 1; i <= parts; i += parts == 8 ? 1 : 2)
                for (unsigned int k = 0; k < count_; k++)
                    value.push_back(i < parts ? from[k] + double(i) / parts * (to[k] - from[k]) : to[k]);
            if (!areFree(value, value.size() / std::max(count_, 1u)))
                return false;
        }
        return true;
    }

    // The answer of fk_workcell_edges; a motion beyond the limits of joints is undecided.
    fk_workcell_edge edge(const std::vector<double> &from, const std::vector<double> &to) const
    {
        fk_workcell_edge_query query = {};
        query.from = from.data();
        query.to = to.data();
        query.joint_count = count_;
        query.count = 1;
        query.clearance = clearance_;
        fk_workcell_edge out = {};
        out.valid = -1;
        isDone(fk_workcell_edges(cell_, &query, &out));
        return out;
    }

    // A lower bound of the least distance.
    double distance(const std::vector<double> &value) const
    {
        fk_workcell_distance_query query = {};
        query.value = value.data();
        query.joint_count = count_;
        query.count = 1;
        query.limit = INFINITY;
        fk_workcell_distance out = {};
        return isDone(fk_workcell_distances(cell_, &query, &out, nullptr)) ? out.distance.lo : 0;
    }

  private:
    // FK_ERROR_ARGUMENT is for values beyond the limits: all other arguments are checked before.
    static bool isDone(fk_status status)
    {
        if (status != FK_OK && status != FK_ERROR_ARGUMENT)
            throw Error(status);
        return status == FK_OK;
    }

    const fk_workcell *cell_;
    unsigned int count_;
    double clearance_;
    Mapping map_;
};

// Valid states are free in the workcell: exactly. The workcell must live as long as this.
class StateValidityChecker : public ::ompl::base::StateValidityChecker {
  public:
    // clearance   in the unit of the workcell: a state is not valid if bodies are closer than this
    // mapping     empty: a RealVectorStateSpace with a dimension for each joint
    StateValidityChecker(const ::ompl::base::SpaceInformationPtr &si, const fk_workcell *cell,
                         double clearance = 0, Mapping mapping = {})
        : ::ompl::base::StateValidityChecker(si), cell_(si.get(), cell, clearance, std::move(mapping))
    {
        specs_.clearanceComputationType = ::ompl::base::StateValidityCheckerSpecs::BOUNDED_APPROXIMATE;
    }

    bool isValid(const ::ompl::base::State *state) const override
    {
        return si_->satisfiesBounds(state) && cell_.areFree(cell_.values(state), 1);
    }

    // A lower bound of the least distance between bodies, which is near it; 0 if they meet.
    double clearance(const ::ompl::base::State *state) const override
    {
        return cell_.distance(cell_.values(state));
    }

  private:
    Configurations cell_;
};

// Valid motions are free in the workcell, all of their states: proved. The workcell must live as long as this.
class MotionValidator : public ::ompl::base::MotionValidator {
  public:
    // As for StateValidityChecker.
    MotionValidator(const ::ompl::base::SpaceInformationPtr &si, const fk_workcell *cell,
                    double clearance = 0, Mapping mapping = {})
        : ::ompl::base::MotionValidator(si), cell_(si.get(), cell, clearance, std::move(mapping))
    {
    }

    bool checkMotion(const ::ompl::base::State *s1, const ::ompl::base::State *s2) const override
    {
        std::vector<double> from = cell_.values(s1), to = cell_.values(s2);
        return count(si_->satisfiesBounds(s2) && cell_.areSamplesFree(from, to) &&
                     cell_.edge(from, to).state == FK_WORKCELL_FREE);
    }

    // lastValid.second becomes a parameter up to which all states are valid, proved, and near the first contact; lastValid.first the
    // state there.
    bool checkMotion(const ::ompl::base::State *s1, const ::ompl::base::State *s2,
                     std::pair<::ompl::base::State *, double> &lastValid) const override
    {
        fk_workcell_edge edge = cell_.edge(cell_.values(s1), cell_.values(s2));
        if (edge.state == FK_WORKCELL_FREE && si_->satisfiesBounds(s2))
            return count(true);
        lastValid.second = edge.state == FK_WORKCELL_FREE ? 0 : std::max(edge.valid, 0.0);
        if (lastValid.first != nullptr)
            si_->getStateSpace()->interpolate(s1, s2, lastValid.second, lastValid.first);
        return count(false);
    }

  private:
    // OMPL's own counters.
    bool count(bool isValid) const
    {
        std::lock_guard<std::mutex> lock(mutex_);
        (isValid ? valid_ : invalid_)++;
        return isValid;
    }

    Configurations cell_;
    mutable std::mutex mutex_;
};

} // namespace ompl
} // namespace farkas

#endif
