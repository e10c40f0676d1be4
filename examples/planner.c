/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Plans a motion of an arm around a post: a tree grows at random (RRT). Each edge is proved free, not sampled. */

#include <farkas/scene.h>
#include <math.h>
#include <stdio.h>

enum { JOINTS = 4, MOST = 5000 };
static double node[MOST][JOINTS] = {{-1.2, 1.2, 0.5, 0}};
static int parent[MOST];
static const double goal[JOINTS] = {1.2, 1.2, 0.5, 0};

static double distance(const double *a, const double *b)
{
    double sum = 0;
    for (int k = 0; k < JOINTS; k++)
        sum += (a[k] - b[k]) * (a[k] - b[k]);
    return sqrt(sum);
}

int main(int argc, char **argv)
{
    fk_context *context;
    fk_scene *scene;
    fk_parts *parts;
    fk_scene_workcell *made;
    if (fk_context_create(NULL, &context) != FK_OK ||
        fk_scene_load(context, argc > 1 ? argv[1] : "examples/scene/arm.json", NULL, NULL, &scene) != FK_OK ||
        fk_parts_create(context, scene, &parts) != FK_OK ||
        fk_scene_workcell_create(context, parts, NULL, &made) != FK_OK)
        return 2;
    fk_random random = fk_random_make(1);
    int count = 1, tried = 0, length = 0, near;
    for (; count < MOST && distance(node[count - 1], goal) > 0; tried++) {
        double at[JOINTS], *to = node[count];
        for (int k = 0; k < JOINTS; k++)
            at[k] =
                tried % 8 > 0 ? fk_random_between(&random, made->limit[k].lo, made->limit[k].hi) : goal[k];
        for (int i = near = 0; i < count; i++)
            near = distance(node[i], at) < distance(node[near], at) ? i : near;
        double part = fmin(1, 1 / distance(node[near], at)); /* edges of length 1 at most */
        for (int k = 0; k < JOINTS; k++)
            to[k] = part < 1 ? node[near][k] + part * (at[k] - node[near][k]) : at[k];
        fk_workcell_edge_query query = {.from = node[near], .to = to, .joint_count = JOINTS, .count = 1};
        fk_workcell_edge edge;
        if (fk_workcell_edges(made->cell, &query, &edge) == FK_OK && edge.state == FK_WORKCELL_FREE)
            parent[count++] = near;
    }
    for (int i = count - 1; i > 0; i = parent[i])
        length++;
    printf("%d edges tried, %d of them free, %d in the path\n", tried, count - 1, length);
    fk_scene_workcell_free(context, made);
    fk_parts_free(context, parts);
    fk_scene_free(context, scene);
    fk_context_destroy(context);
    return 0;
}
