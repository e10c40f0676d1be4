// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// FCL: collide() and distance() with both of its solvers, on collision objects that were made before; OBB::overlap for
// boxes. Polyhedra are Convex with the faces of their hull, triangles are meshes of one. With poses, collide() gets them in each query.

#include "peers/shapes.h"

#include <fcl/fcl.h>
#include <memory>
#include <vector>

using Object = fcl::CollisionObject<double>;
using Vector = fcl::Vector3<double>;
using Transform = fcl::Transform3<double>;

static Vector vector(fk_vec3 v)
{
    return Vector(v.x, v.y, v.z);
}

static fcl::Matrix3<double> rotation(const bench_box &box)
{
    fcl::Matrix3<double> out;
    for (int i = 0; i < 3; i++)
        out.col(i) = Vector(box.axis[i][0], box.axis[i][1], box.axis[i][2]);
    return out;
}

static Object *place(std::shared_ptr<fcl::CollisionGeometry<double>> geometry, const Transform &pose)
{
    return new Object(geometry, pose);
}

// ---- Objects -----------------------------------------------------------------------------------------------

static Object *makeBox(const fk_piece *piece)
{
    bench_box box = bench_make_box(piece);
    Transform pose = Transform::Identity();
    pose.linear() = rotation(box);
    pose.translation() = Vector(box.center[0], box.center[1], box.center[2]);
    if (piece->kind == FK_KIND_ELLIPSOID)
        return place(std::make_shared<fcl::Ellipsoid<double>>(box.half[0], box.half[1], box.half[2]), pose);
    return place(std::make_shared<fcl::Box<double>>(2 * box.half[0], 2 * box.half[1], 2 * box.half[2]), pose);
}

static Object *makeRound(const fk_piece *piece, fk_vec3 middle)
{
    const fk_capsule &capsule = piece->as.capsule;
    Vector axis = vector(fk_vec3_sub(capsule.end[1], capsule.end[0]));
    Transform pose = Transform::Identity();
    pose.linear() = Eigen::Quaterniond::FromTwoVectors(Vector::UnitZ(), axis).toRotationMatrix();
    pose.translation() = vector(middle);
    if (piece->kind == FK_KIND_CYLINDER)
        return place(std::make_shared<fcl::Cylinder<double>>(capsule.radius, axis.norm()), pose);
    if (piece->kind == FK_KIND_CONE)
        return place(std::make_shared<fcl::Cone<double>>(capsule.radius, axis.norm()), pose);
    return place(std::make_shared<fcl::Capsule<double>>(capsule.radius, axis.norm()), pose);
}

static Object *makeTriangle(const fk_vec3 *v)
{
    auto mesh = std::make_shared<fcl::BVHModel<fcl::OBB<double>>>();
    mesh->beginModel();
    mesh->addTriangle(vector(v[0]), vector(v[1]), vector(v[2]));
    mesh->endModel();
    return place(mesh, Transform::Identity());
}

static Object *makeConvex(const fk_piece *piece)
{
    const fk_hull *hull = bench_make_hull(piece);
    if (hull == nullptr)
        return nullptr;
    fk_vec3 middle = bench_middle(piece);
    auto vertex = std::make_shared<std::vector<Vector>>();
    auto face = std::make_shared<std::vector<int>>();
    for (uint32_t i = 0; i < hull->vertex_count; i++)
        vertex->push_back(vector(fk_vec3_sub(hull->point[i], middle)));
    for (uint32_t f = 0; f < hull->face_count; f++) {
        face->push_back(static_cast<int>(hull->face_begin[f + 1] - hull->face_begin[f]));
        for (uint32_t i = hull->face_begin[f]; i < hull->face_begin[f + 1]; i++)
            face->push_back(static_cast<int>(hull->face_vertex[i]));
    }
    Transform pose = Transform::Identity();
    pose.translation() = vector(middle);
    return place(std::make_shared<fcl::Convex<double>>(vertex, static_cast<int>(hull->face_count), face),
                 pose);
}

static Object *makeObject(const fk_piece *piece)
{
    switch (piece->kind) {
    case FK_KIND_BOX:
    case FK_KIND_ELLIPSOID:
        return makeBox(piece);
    case FK_KIND_CAPSULE:
    case FK_KIND_CYLINDER:
    case FK_KIND_CONE:
        return makeRound(piece, bench_middle(piece));
    case FK_KIND_TRIANGLE:
        return makeTriangle(piece->as.triangle);
    case FK_KIND_SPHERE: {
        Transform pose = Transform::Identity();
        pose.translation() = vector(piece->as.sphere.center);
        return place(std::make_shared<fcl::Sphere<double>>(piece->as.sphere.radius), pose);
    }
    default:
        return makeConvex(piece);
    }
}

// ---- Questions ---------------------------------------------------------------------------------------------

using Geometry = Object *;

template <typename Request, typename... Arguments>
static Request requestBy(fcl::GJKSolverType solver, Arguments... arguments)
{
    Request request(arguments...);
    request.gjk_solver_type = solver;
    return request;
}

template <fcl::GJKSolverType solver> static uint8_t askCollide(const Geometry &a, const Geometry &b)
{
    static const auto request = requestBy<fcl::CollisionRequest<double>>(solver, 1, false);
    fcl::CollisionResult<double> result;
    if (a == nullptr || b == nullptr)
        return BENCH_UNDECIDED;
    return fcl::collide(a, b, request, result) > 0 ? BENCH_MEETS : BENCH_APART;
}

// It throws when it finds itself in a corner: an answer it has not.
template <fcl::GJKSolverType solver> static uint8_t askDistance(const Geometry &a, const Geometry &b)
{
    static const auto request = requestBy<fcl::DistanceRequest<double>>(solver, true);
    if (a == nullptr || b == nullptr)
        return BENCH_UNDECIDED;
    try {
        fcl::DistanceResult<double> result;
        return fcl::distance(a, b, request, result) > 0 ? BENCH_APART : BENCH_MEETS;
    } catch (const std::exception &) {
        return BENCH_UNDECIDED;
    }
}

// ---- Shapes with poses -------------------------------------------------------------------------------------

static Transform transform(const fk_pose &pose)
{
    Transform out = Transform::Identity();
    for (int row = 0; row < 3; row++)
        for (int i = 0; i < 3; i++)
            out.linear()(row, i) = pose.rotation[row][i];
    out.translation() = vector(pose.translation);
    return out;
}

struct Posed {
    const fcl::CollisionGeometry<double> *geometry; // or NULL
    Transform pose;
};

static Posed makePosed(const fk_piece *piece)
{
    const Object *object = makeObject(piece);
    if (object == nullptr)
        return {nullptr, Transform::Identity()};
    return {object->collisionGeometry().get(), object->getTransform()};
}

static void movePosed(Posed &posed, const fk_pose &pose)
{
    posed.pose = transform(pose) * posed.pose;
}

// A contact has up to four points with their places.
template <fcl::GJKSolverType solver, bool withContact> static uint8_t askPosed(const Posed &a, const Posed &b)
{
    static const auto request =
        requestBy<fcl::CollisionRequest<double>>(solver, withContact ? 4 : 1, withContact);
    fcl::CollisionResult<double> result;
    if (a.geometry == nullptr || b.geometry == nullptr)
        return BENCH_UNDECIDED;
    return fcl::collide(a.geometry, a.pose, b.geometry, b.pose, request, result) > 0 ? BENCH_MEETS
                                                                                     : BENCH_APART;
}

// ---- OBB::overlap ------------------------------------------------------------------------------------------

static fcl::OBB<double> makeObb(const fk_piece *piece)
{
    bench_box box = bench_make_box(piece);
    fcl::OBB<double> out;
    out.axis = rotation(box);
    out.To = Vector(box.center[0], box.center[1], box.center[2]);
    out.extent = Vector(box.half[0], box.half[1], box.half[2]);
    return out;
}

static uint8_t askObbs(const fcl::OBB<double> &a, const fcl::OBB<double> &b)
{
    return a.overlap(b) ? BENCH_MEETS : BENCH_APART;
}

// Triangles only among themselves.
static bool knows(fk_kind a, fk_kind b)
{
    return bench_knows_all(a, b) && (a == FK_KIND_TRIANGLE) == (b == FK_KIND_TRIANGLE);
}

static bool knowsSolids(fk_kind a, fk_kind b)
{
    return knows(a, b) && a != FK_KIND_TRIANGLE;
}

int main(int argc, char **argv)
{
    using fcl::GJKSolverType;
    using Obb = fcl::OBB<double>;
    constexpr auto prepare = bench_prepare<Geometry, makeObject>;
    constexpr auto posed = bench_prepare_placed<Posed, makePosed, movePosed>;
    static const bench_method methods[] = {
        {"FCL OBB", "verdict", bench_knows_boxes, bench_prepare<Obb, makeObb>,
         bench_answer_pairs<Obb, askObbs>, nullptr, nullptr},
        {"FCL libccd", "verdict", knows, prepare,
         bench_answer_pairs<Geometry, askCollide<GJKSolverType::GST_LIBCCD>>, nullptr, nullptr},
        {"FCL indep", "verdict", knowsSolids, prepare,
         bench_answer_pairs<Geometry, askCollide<GJKSolverType::GST_INDEP>>, nullptr, nullptr},
        {"FCL libccd", "distance", knowsSolids, prepare,
         bench_answer_pairs<Geometry, askDistance<GJKSolverType::GST_LIBCCD>>, nullptr, nullptr},
        {"FCL indep", "distance", knowsSolids, prepare,
         bench_answer_pairs<Geometry, askDistance<GJKSolverType::GST_INDEP>>, nullptr, nullptr},
        {"FCL libccd", "posed", bench_knows_any, posed,
         bench_answer_pairs<Posed, askPosed<GJKSolverType::GST_LIBCCD, false>>, nullptr, nullptr},
        {"FCL indep", "posed", bench_knows_any, posed,
         bench_answer_pairs<Posed, askPosed<GJKSolverType::GST_INDEP, false>>, nullptr, nullptr},
        {"FCL libccd", "contact", bench_knows_any, posed,
         bench_answer_pairs<Posed, askPosed<GJKSolverType::GST_LIBCCD, true>>, nullptr, nullptr},
        {"FCL indep", "contact", bench_knows_any, posed,
         bench_answer_pairs<Posed, askPosed<GJKSolverType::GST_INDEP, true>>, nullptr, nullptr},
    };
    static const bench_library library = {"FCL " PEER_VERSION, true, methods, 9};
    return bench_main(argc, argv, &library);
}
