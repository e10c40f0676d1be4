// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// The planners of `farkas bench plan`: PROGRAM plan MILLISECONDS FILE SEED, where the file is that of robots, with one state in each scene,
// the start, and its end, the goal.
//
// RRT-Connect of OMPL with the same range, shortcuts and random numbers; what differs is who says that an edge is free. Farkas proves it. FCL
// tests the states on it, one at each hundredth of the extent of the space, as OMPL does by default. Forward kinematics of both is that of
// fk_motion. Times are of one thread, of planning and shortcuts; the scene is loaded before.

#include "peers/fcl_robot.h"
#include "plan/plan_ompl.hpp"

namespace {

namespace ob = ompl::base;

void check(fk_status status)
{
    if (status != FK_OK) {
        std::fprintf(stderr, "%s\n", fk_status_text(status));
        std::exit(2);
    }
}

// ---- The question --------------------------------------------------------------------------------------------

const double limitOfTime = 10; // seconds for a problem

// A joint moves if any start or goal differs from the first start.
std::vector<uint32_t> listMoved(const robots_input &in)
{
    std::vector<uint32_t> out;
    uint32_t count = in.head.variables;
    for (uint32_t k = 0; k < count; k++) {
        bool moves = false;
        for (size_t i = 0; i < in.head.states; i++)
            moves = moves || in.value[i * count + k] != in.value[k] || in.end[i * count + k] != in.value[k];
        if (moves)
            out.push_back(k);
    }
    return out;
}

struct Problem {
    const robots_input *in;
    std::vector<uint32_t> moved;
    std::vector<double> unit;
    uint64_t seed;

    plan_question question(size_t state) const
    {
        plan_question out = {};
        out.joint_count = in->head.variables;
        out.limit = in->limit;
        out.moved = moved.data();
        out.moved_count = uint32_t(moved.size());
        out.unit = unit.data();
        out.from = in->value + state * in->head.variables;
        out.to = in->end + state * in->head.variables;
        out.seconds = limitOfTime;
        out.seed = seed;
        return out;
    }
};

// ---- Farkas --------------------------------------------------------------------------------------------------

struct Pairs {
    const bool *tested;
    size_t bodies;
};

bool ignoresPair(void *user, uint32_t a, uint32_t b)
{
    const Pairs *pairs = static_cast<const Pairs *>(user);
    return !pairs->tested[a * pairs->bodies + b];
}

struct Colliders {
    fk_context *context;
    std::vector<fk_mesh> mesh;
    std::vector<fk_collider *> ofMesh, ofPiece;

    explicit Colliders(const robots_input &in)
    {
        check(fk_context_create(nullptr, &context));
        mesh.resize(in.head.meshes);
        ofMesh.resize(in.head.meshes);
        for (uint32_t i = 0; i < in.head.meshes; i++) {
            mesh[i] = robots_make_mesh(&in, i);
            check(fk_collider_of_mesh(context, &mesh[i], nullptr, &ofMesh[i]));
        }
    }
    Colliders(const Colliders &) = delete;
    ~Colliders()
    {
        for (fk_collider *c : ofMesh)
            fk_collider_free(context, c);
        for (fk_collider *c : ofPiece)
            fk_collider_free(context, c);
        fk_context_destroy(context);
    }

    fk_collider *find(const robots_body &body)
    {
        if (body.mesh != FK_NONE)
            return ofMesh[body.mesh];
        fk_collider *made;
        check(fk_collider_of_pieces(context, &body.piece, 1, &made));
        ofPiece.push_back(made);
        return made;
    }

    fk_workcell *makeCell(const robots_input &in, const robots_scene &scene)
    {
        uint32_t bodies = scene.obstacles + in.head.links;
        bool *tested = robots_list_tested(&in, &scene);
        Pairs pairs = {tested, bodies};
        std::vector<fk_moving> body;
        for (uint32_t i = 0; i < bodies; i++) {
            const robots_body *from = robots_find_body(&in, &scene, i);
            body.push_back({find(*from), from->frame, from->pose});
        }
        fk_workcell_setup setup = {};
        setup.frame = in.frame;
        setup.frame_count = in.head.frames;
        setup.robot_count = 1;
        setup.joint_count = &in.head.variables;
        setup.limit = in.limit;
        setup.body = body.data();
        setup.body_count = bodies;
        setup.ignores = ignoresPair;
        setup.user = &pairs;
        fk_workcell *cell;
        check(fk_workcell_create(context, &setup, &cell));
        std::free(tested);
        return cell;
    }
};

struct FarkasPlanner {
    Colliders colliders;
    explicit FarkasPlanner(const robots_input &in) : colliders(in)
    {
    }
    double plan(const Problem &problem, const robots_scene &scene, plan_answer *out)
    {
        plan_question question = problem.question(scene.first_state);
        fk_workcell *cell = colliders.makeCell(*problem.in, scene);
        question.cell = cell;
        double begin = bench_used_seconds();
        check(plan_find(&question, out));
        double used = bench_used_seconds() - begin;
        fk_workcell_destroy(cell);
        return used;
    }
};

// ---- FCL -----------------------------------------------------------------------------------------------------

struct FclPlanner {
    Cell *cell;

    explicit FclPlanner(const robots_input &in) : cell(static_cast<Cell *>(createMoving(&in)))
    {
        check(cell != nullptr ? FK_OK : FK_ERROR_MEMORY);
    }
    FclPlanner(const FclPlanner &) = delete;
    ~FclPlanner()
    {
        release(cell);
    }

    double plan(const Problem &problem, const robots_scene &scene, plan_answer *out);
};

struct FclChecker : ob::StateValidityChecker {
    Cell *cell;
    const plan::Planner *planner;
    mutable std::vector<double> value;
    FclChecker(const ob::SpaceInformationPtr &si, Cell *of, const plan::Planner *from)
        : ob::StateValidityChecker(si), cell(of), planner(from), value(from->question->joint_count)
    {
    }
    bool isValid(const ob::State *state) const override
    {
        ++*planner->states;
        planner->write(state, value.data());
        return si_->satisfiesBounds(state) && !collidesAt(cell, value.data());
    }
};

double FclPlanner::plan(const Problem &problem, const robots_scene &scene, plan_answer *out)
{
    plan_question question = problem.question(scene.first_state);
    enter(cell, &scene);
    double begin = bench_used_seconds();
    check(plan::find(&question, out, [this](plan::Planner &planner) {
        auto si = planner.setup.getSpaceInformation();
        planner.setup.setStateValidityChecker(std::make_shared<FclChecker>(si, cell, &planner));
        si->setStateValidityCheckingResolution(0.01);
        planner.prove = [](const plan::Values &, bool *isFree) {
            *isFree = true;
            return FK_OK;
        };
    }));
    return bench_used_seconds() - begin;
}

// ---- All scenes ----------------------------------------------------------------------------------------------

double medianOf(std::vector<double> list)
{
    std::sort(list.begin(), list.end());
    return list.empty() ? 0 : (list[(list.size() - 1) / 2] + list[list.size() / 2]) / 2;
}

template <typename Planner> void runMethod(const bench_call *call, const Problem &problem, const char *method)
{
    Planner planner(*problem.in);
    std::vector<double> times, states, edges;
    std::vector<plan_answer> answers;
    double sum = 0, solved = 0;
    for (uint32_t i = 0; i < problem.in->head.scenes; i++) {
        plan_answer answer;
        times.push_back(1e9 * planner.plan(problem, problem.in->scene[i], &answer));
        states.push_back(double(answer.states));
        edges.push_back(double(answer.edges));
        sum += times.back();
        solved += answer.is_found;
        answers.push_back(answer);
    }
    double median = medianOf(times), mean = sum / double(times.size()),
           most = *std::max_element(times.begin(), times.end());
    bench_print_begin(call, method);
    bench_print_times(call, "ns", &median, 1);
    bench_print_times(call, "ns_mean", &mean, 1);
    bench_print_times(call, "ns_most", &most, 1);
    fprintf(call->out, ",\"solved\":%.0f,\"states\":%.1f,\"edges\":%.1f,\"paths\":[", solved,
            medianOf(states), medianOf(edges));
    for (size_t i = 0; i < answers.size(); i++) {
        fprintf(call->out, "%s[", i > 0 ? "," : "");
        for (size_t k = 0; k < size_t(answers[i].count) * problem.in->head.variables; k++)
            fprintf(call->out, "%s%.17g", k > 0 ? "," : "", answers[i].value[k]);
        fprintf(call->out, "]");
        std::free(answers[i].value);
    }
    fprintf(call->out, "]");
    bench_print_end(call);
}

bool runPlanners(const bench_call *call, const void *)
{
    robots_input input;
    if (strcmp(call->work, "plan") != 0)
        return true;
    bool good = call->arguments >= 2 && robots_input_read(call->argument[0], &input);
    if (good) {
        Problem problem = {&input, listMoved(input), std::vector<double>(input.head.variables, 1.0),
                           std::strtoull(call->argument[1], nullptr, 10)};
        runMethod<FarkasPlanner>(call, problem, "Farkas, proved edges");
        runMethod<FclPlanner>(call, problem, "FCL, sampled edges");
    }
    robots_input_free(&input);
    return good;
}

} // namespace

int main(int argc, char **argv)
{
    return bench_participate(argc, argv, "OMPL " PEER_VERSION, runPlanners, nullptr);
}
