// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// CGAL: AABB_tree with exact predicates. Two meshes: a walk over the placed tree, whose boxes are placed as they are needed and
// asked of the other tree; triangles are placed as Farkas does, so that both have the same corners. CGAL's class for rigid meshes has
// such a walk for two trees that are both placed: a second method.

#include "peers/tree_participant.h"

#include <CGAL/AABB_traits.h>
#include <CGAL/AABB_tree.h>
#include <CGAL/AABB_triangle_primitive.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Polygon_mesh_processing/internal/AABB_traversal_traits_with_transformation.h>
#include <iterator>
#include <memory>
#include <vector>

namespace {

typedef CGAL::Exact_predicates_inexact_constructions_kernel Kernel;
typedef Kernel::Point_3 Point;
typedef Kernel::Triangle_3 Triangle;
typedef std::vector<Triangle> Triangles;
typedef CGAL::AABB_triangle_primitive<Kernel, Triangles::const_iterator> Primitive;
typedef CGAL::AABB_traits<Kernel, Primitive> Traits;
typedef CGAL::AABB_tree<Traits> Boxes;
typedef CGAL::Aff_transformation_3<Kernel> Transform;
typedef CGAL::Do_intersect_traversal_traits_with_transformation<Traits, Kernel> WalkOne;
typedef CGAL::Do_intersect_traversal_traits_for_two_trees<Traits, Kernel> WalkTwo;

struct Tree {
    const tree_input *input;
    Triangles triangles;
    std::vector<Transform> poses;
    std::unique_ptr<Boxes> boxes;
    std::unique_ptr<WalkOne> unplaced; // the mesh as it is
    std::vector<Boxes::Primitive_id> found;
};

Point pointOf(fk_vec3 p)
{
    return Point(p.x, p.y, p.z);
}

void *prepare(const tree_input *input)
{
    Tree *tree = new Tree;
    tree->input = input;
    for (uint32_t i = 0; i < input->head.triangles; i++) {
        const uint32_t *corner = input->triangle[i].corner;
        tree->triangles.emplace_back(pointOf(input->point[corner[0]]), pointOf(input->point[corner[1]]),
                                     pointOf(input->point[corner[2]]));
    }
    for (uint32_t i = 0; i < input->head.poses; i++) {
        const double(*r)[3] = input->pose[i].rotation;
        const fk_vec3 &t = input->pose[i].translation;
        tree->poses.emplace_back(r[0][0], r[0][1], r[0][2], t.x, r[1][0], r[1][1], r[1][2], t.y, r[2][0],
                                 r[2][1], r[2][2], t.z);
    }
    return tree;
}

// CGAL builds a tree when it is first asked, unless it is told to.
bool build(void *data)
{
    Tree *tree = static_cast<Tree *>(data);
    tree->boxes.reset(new Boxes(tree->triangles.cbegin(), tree->triangles.cend()));
    tree->boxes->build();
    tree->unplaced.reset(new WalkOne(tree->boxes->traits()));
    tree->unplaced->set_transformation(Transform(CGAL::IDENTITY));
    return true;
}

void release(void *data)
{
    delete static_cast<Tree *>(data);
}

// ---- Two meshes --------------------------------------------------------------------------------------------

void meetRigid(void *data, size_t query, bench_answer *out)
{
    Tree *tree = static_cast<Tree *>(data);
    CGAL::Interval_nt_advanced::Protector protector; // the boxes are placed with directed rounding
    WalkTwo two(tree->boxes->traits(), tree->poses[query], *tree->unplaced);
    tree->boxes->traversal(*tree->boxes, two);
    out->value = two.is_intersection_found();
}

// What the walk over the placed tree does at a node and at a triangle: the other tree is asked for one that meets it, or for all.
class Walk : CGAL::Traversal_traits_with_transformation_helper<Traits, Kernel, CGAL::Tag_true> {
  public:
    Walk(Tree *tree, size_t query, bool isForOne, bench_answer *out)
        : m_tree(tree), m_query(query), m_isForOne(isForOne), m_out(out)
    {
        *out = {0, 0};
    }

    bool go_further() const
    {
        return !m_isForOne || m_out->value == 0;
    }

    bool do_intersect(const Boxes &other, const CGAL::AABB_node<Traits> &node) const
    {
        CGAL::Bbox_3 box;
        {
            CGAL::Interval_nt_advanced::Protector protector;
            box = compute_transformed_bbox(m_tree->poses[m_query], node.bbox(), true);
        }
        return other.do_intersect(box);
    }

    void intersection(const Boxes &other, const Primitive &primitive)
    {
        size_t number = static_cast<size_t>(primitive.id() - m_tree->triangles.cbegin());
        const uint32_t *corner = m_tree->input->triangle[number].corner;
        Triangle placed(place(corner[0]), place(corner[1]), place(corner[2]));
        if (m_isForOne)
            m_out->value = other.do_intersect(placed);
        else
            addPairs(other, placed, static_cast<uint32_t>(number));
    }

  private:
    void addPairs(const Boxes &other, const Triangle &placed, uint32_t number)
    {
        m_tree->found.clear();
        other.all_intersected_primitives(placed, std::back_inserter(m_tree->found));
        m_out->value += static_cast<double>(m_tree->found.size());
        for (Boxes::Primitive_id id : m_tree->found)
            m_out->set += bench_mix(static_cast<uint32_t>(id - m_tree->triangles.cbegin()), number);
    }

    Point place(uint32_t vertex) const
    {
        return pointOf(fk_pose_apply(&m_tree->input->pose[m_query], m_tree->input->point[vertex]));
    }

    Tree *m_tree;
    size_t m_query;
    bool m_isForOne;
    bench_answer *m_out;
};

void meet(void *data, size_t query, bench_answer *out)
{
    Tree *tree = static_cast<Tree *>(data);
    Walk walk(tree, query, true, out);
    tree->boxes->traversal(*tree->boxes, walk);
}

void pairs(void *data, size_t query, bench_answer *out)
{
    Tree *tree = static_cast<Tree *>(data);
    Walk walk(tree, query, false, out);
    tree->boxes->traversal(*tree->boxes, walk);
}

// ---- Segments ----------------------------------------------------------------------------------------------

void testSegment(void *data, size_t query, bench_answer *out)
{
    Tree *tree = static_cast<Tree *>(data);
    const tree_segment &segment = tree->input->segment[query];
    out->value = tree->boxes->do_intersect(Kernel::Segment_3(pointOf(segment.from), pointOf(segment.to)));
}

const tree_sort sort = {"CGAL", prepare, build, nullptr, release, false};

} // namespace

int main(int argc, char **argv)
{
    static const tree_sort *const sorts[] = {&sort};
    static const tree_method methods[] = {
        {"meet", "CGAL", &sort, meet},
        {"meet", "CGAL rigid", &sort, meetRigid},
        {"pairs", "CGAL", &sort, pairs},
        {"segment", "CGAL", &sort, testSegment},
    };
    static const tree_library library = {"CGAL " PEER_VERSION, sorts, 1, methods, 4};
    return tree_participant_main(argc, argv, &library);
}
