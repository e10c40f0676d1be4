/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Plans a motion of an arm around a post: two trees grow towards each other at random (RRT-Connect), then shortcuts
 * make the path shorter. Each edge is proved free, not sampled. Prints the path as a trajectory for `farkas sweep`. */

#include <farkas/scene.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { JOINTS = 4, MOST = 5000, SHORTCUTS = 100 };

typedef struct tree {
    double node[MOST][JOINTS];
    int parent[MOST], count;
} tree;

static tree from_start = {.node = {{-1.2, 1.2, 0.5, 0}}, .count = 1};
static tree from_goal = {.node = {{1.2, 1.2, 0.5, 0}}, .count = 1};
static const fk_scene_workcell *cell;
static fk_random dice;
static int asked;

static double distance(const double *a, const double *b)
{
    double sum = 0;
    for (int k = 0; k < JOINTS; k++)
        sum += (a[k] - b[k]) * (a[k] - b[k]);
    return sqrt(sum);
}

static bool is_free(const double *from, const double *to)
{
    fk_workcell_edge edge;
    fk_workcell_edge_query query = {.from = from, .to = to, .joint_count = JOINTS, .count = 1};
    asked++;
    return fk_workcell_edges(cell->cell, &query, &edge) == FK_OK && edge.state == FK_WORKCELL_FREE;
}

/* Grows a tree from its nearest node by an edge of length 1 at most. */
static bool extend(tree *t, const double *target)
{
    int near = 0;
    for (int i = 1; i < t->count; i++)
        near = distance(t->node[i], target) < distance(t->node[near], target) ? i : near;
    double part = 1 / distance(t->node[near], target), *to = t->node[t->count];
    for (int k = 0; k < JOINTS; k++)
        to[k] = part < 1 ? t->node[near][k] + part * (target[k] - t->node[near][k]) : target[k];
    t->parent[t->count] = near;
    bool good = is_free(t->node[near], to);
    t->count += good;
    return good;
}

/* Grows trees in turn, each towards a random place, then the other one to its new node, until they meet. */
static bool connect(void)
{
    tree *one = &from_start, *other = &from_goal, *next;
    for (; one->count < MOST - 1 && other->count < MOST - 1; next = one, one = other, other = next) {
        double at[JOINTS];
        for (int k = 0; k < JOINTS; k++)
            at[k] = fk_random_between(&dice, cell->limit[k].lo, cell->limit[k].hi);
        const double *node = one->node[one->count];
        if (!extend(one, at))
            continue;
        while (other->count < MOST - 1 && extend(other, node))
            if (distance(other->node[other->count - 1], node) == 0)
                return true;
    }
    return false;
}

/* Joins both branches to a path, and leaves out nodes between two that see each other. */
static int list_path(const double *path[2 * MOST])
{
    int count = 0, last = from_start.count - 1;
    for (int i = last; i >= 0; i = i > 0 ? from_start.parent[i] : -1)
        path[count++] = from_start.node[i];
    for (int i = 0; i < count / 2; i++) {
        const double *swap = path[i];
        path[i] = path[count - 1 - i];
        path[count - 1 - i] = swap;
    }
    for (int i = from_goal.parent[from_goal.count - 1], end = 0; !end; i = from_goal.parent[i]) {
        path[count++] = from_goal.node[i];
        end = i == 0;
    }
    for (int i = 0; i < SHORTCUTS; i++) {
        int a = (int)fk_random_between(&dice, 0, count), b = (int)fk_random_between(&dice, 0, count);
        if (b < a + 2 || !is_free(path[a], path[b]))
            continue;
        memmove(path + a + 1, path + b, (size_t)(count - b) * sizeof *path);
        count -= b - a - 1;
    }
    return count;
}

int main(int argc, char **argv)
{
    static const double *path[2 * MOST];
    fk_context *context;
    fk_scene *scene;
    fk_parts *parts;
    fk_scene_workcell *made;
    if (fk_context_create(NULL, &context) != FK_OK ||
        fk_scene_load(context, argc > 1 ? argv[1] : "examples/scene/arm.json", NULL, NULL, &scene) != FK_OK ||
        fk_parts_create(context, scene, &parts) != FK_OK ||
        fk_scene_workcell_create(context, parts, NULL, &made) != FK_OK || made->joint_count != JOINTS)
        return 2;
    cell = made;
    dice = fk_random_make(1);
    bool is_found = connect();
    int edges = asked, nodes = from_start.count + from_goal.count, count = is_found ? list_path(path) : 0;
    for (int k = 0; is_found && k < JOINTS; k++)
        printf("%s%s%s", k > 0 ? "," : "t,", parts->joint[k], k == JOINTS - 1 ? "\n" : "");
    for (int i = 0; i < count; i++)
        printf("%d,%.17g,%.17g,%.17g,%.17g\n", i, path[i][0], path[i][1], path[i][2], path[i][3]);
    printf("# %d nodes, %d edges tried, %d more for shortcuts\n", nodes, edges, asked - edges);
    fk_scene_workcell_free(context, made);
    fk_parts_free(context, parts);
    fk_scene_free(context, scene);
    fk_context_destroy(context);
    return is_found ? 0 : 1;
}
