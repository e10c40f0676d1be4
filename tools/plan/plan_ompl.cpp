// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// Plans with proved edges. They are proved at last once more as they are written: in the direction of the path, with all joints.

#include "plan/plan_ompl.hpp"

namespace {

using plan::Values;

// Counts the states that the planner asks for.
struct Checker : farkas::ompl::StateValidityChecker {
    using farkas::ompl::StateValidityChecker::StateValidityChecker;
    std::shared_ptr<uint64_t> asked;
    bool isValid(const ompl::base::State *state) const override
    {
        ++*asked;
        return farkas::ompl::StateValidityChecker::isValid(state);
    }
};

fk_status proveEdges(const plan_question *question, const Values &value, bool *isFree)
{
    uint32_t joints = question->joint_count;
    fk_workcell_edge_query query = {};
    query.from = value.data();
    query.to = value.data() + joints;
    query.joint_count = joints;
    query.count = value.size() / joints - 1;
    query.clearance = question->clearance;
    std::vector<fk_workcell_edge> edge(query.count);
    fk_status status = fk_workcell_edges(question->cell, &query, edge.data());
    *isFree = status == FK_OK;
    for (const fk_workcell_edge &e : edge)
        *isFree = *isFree && e.state == FK_WORKCELL_FREE;
    return status;
}

} // namespace

fk_status plan_find(const plan_question *question, plan_answer *out)
{
    return plan::find(
        question, out,
        [question](plan::Planner &planner) {
            auto si = planner.setup.getSpaceInformation();
            auto map = [&planner](const ompl::base::State *state, double *value) {
                planner.write(state, value);
            };
            auto checker = std::make_shared<Checker>(si, question->cell, question->clearance, map);
            checker->asked = planner.states;
            planner.setup.setStateValidityChecker(checker);
            si->setMotionValidator(std::make_shared<farkas::ompl::MotionValidator>(si, question->cell,
                                                                                   question->clearance, map));
            planner.prove = [question](const Values &value, bool *isFree) {
                return proveEdges(question, value, isFree);
            };
        });
}
