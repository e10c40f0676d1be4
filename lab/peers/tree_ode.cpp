// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// ODE: dCollide on two trimeshes that share their data, for one contact, and for as many as it can give. ODE has no list of
// pairs: those that have a contact are counted, each once.

#include "peers/tree_participant.h"

#include <algorithm>
#include <cstdarg>
#include <ode/ode.h>
#include <vector>

namespace {

const int mostContacts = 0xffff;

struct Tree {
    const tree_input *input;
    std::vector<dTriIndex> indices;
    dTriMeshDataID data = nullptr;
    dGeomID a = nullptr, b = nullptr;
    std::vector<dContactGeom> contacts;
    std::vector<uint64_t> found;
};

void *prepare(const tree_input *input)
{
    Tree *tree = new Tree;
    tree->input = input;
    for (uint32_t i = 0; i < input->head.triangles; i++)
        for (uint32_t corner : input->triangle[i].corner)
            tree->indices.push_back(static_cast<dTriIndex>(corner));
    tree->contacts.resize(mostContacts);
    return tree;
}

bool build(void *data)
{
    Tree *tree = static_cast<Tree *>(data);
    const tree_head &head = tree->input->head;
    tree->data = dGeomTriMeshDataCreate();
    dGeomTriMeshDataBuildDouble(tree->data, tree->input->point, sizeof(fk_vec3),
                                static_cast<int>(head.vertices), tree->indices.data(),
                                static_cast<int>(tree->indices.size()), 3 * sizeof(dTriIndex));
    tree->a = dCreateTriMesh(nullptr, tree->data, nullptr, nullptr, nullptr);
    tree->b = dCreateTriMesh(nullptr, tree->data, nullptr, nullptr, nullptr);
    return tree->a != nullptr && tree->b != nullptr;
}

void release(void *data)
{
    Tree *tree = static_cast<Tree *>(data);
    if (tree->data != nullptr) {
        dGeomDestroy(tree->a);
        dGeomDestroy(tree->b);
        dGeomTriMeshDataDestroy(tree->data);
    }
    delete tree;
}

int collide(Tree *tree, size_t query, int flags)
{
    const fk_pose &pose = tree->input->pose[query];
    dMatrix3 rotation;
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 4; column++)
            rotation[4 * row + column] = column < 3 ? pose.rotation[row][column] : 0;
    dGeomSetPosition(tree->b, pose.translation.x, pose.translation.y, pose.translation.z);
    dGeomSetRotation(tree->b, rotation);
    return dCollide(tree->a, tree->b, flags, tree->contacts.data(), sizeof(dContactGeom));
}

void meet(void *data, size_t query, bench_answer *out)
{
    out->value = collide(static_cast<Tree *>(data), query, 1) > 0;
}

void meetFirst(void *data, size_t query, bench_answer *out)
{
    out->value = collide(static_cast<Tree *>(data), query, static_cast<int>(1 | CONTACTS_UNIMPORTANT)) > 0;
}

void pairs(void *data, size_t query, bench_answer *out)
{
    Tree *tree = static_cast<Tree *>(data);
    int count = collide(tree, query, mostContacts);
    tree->found.clear();
    for (int i = 0; i < count; i++) {
        const dContactGeom &contact = tree->contacts[static_cast<size_t>(i)];
        tree->found.push_back(static_cast<uint64_t>(contact.side1) << 32 |
                              static_cast<uint32_t>(contact.side2));
    }
    std::sort(tree->found.begin(), tree->found.end());
    tree->found.erase(std::unique(tree->found.begin(), tree->found.end()), tree->found.end());
    out->value = static_cast<double>(tree->found.size());
    out->set = 0;
    for (uint64_t pair : tree->found)
        out->set += bench_mix(static_cast<uint32_t>(pair >> 32), static_cast<uint32_t>(pair));
}

// ODE tells of contacts that it could not merge, again and again.
void ignore(int, const char *, va_list)
{
}

const tree_sort sort = {"ODE", prepare, build, nullptr, release, false};

} // namespace

int main(int argc, char **argv)
{
    static const tree_sort *const sorts[] = {&sort};
    static const tree_method methods[] = {
        {"meet", "ODE", &sort, meet},
        {"meet", "ODE any", &sort, meetFirst},
        {"pairs", "ODE", &sort, pairs},
    };
    static const tree_library library = {"ODE " PEER_VERSION, sorts, 1, methods, 3};
    dInitODE2(0);
    dSetMessageHandler(ignore);
    return tree_participant_main(argc, argv, &library);
}
