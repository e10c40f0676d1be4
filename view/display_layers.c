/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Layers: bounding volumes, trees, cells, pieces and hulls of parts, drawn around them. */

#include "display_private.h"

#include <math.h>
#include <string.h>

/* At most this many volumes are drawn, of all parts together; at least so many of each part. */
#define MOST_VOLUMES  20000
#define LEAST_VOLUMES 64

#define CIRCLE 48

#define VOLUME_WIDTH 1.5f
#define TREE_WIDTH   1.0f

/* ---- Bounding volumes ---------------------------------------------------------------------------------- */

static bool add_volume_line(drawing *out, fk_vec3 from, fk_vec3 to, float width)
{
    drawing_line line = {.from = from, .to = to, .look = LOOK_VOLUME, .width = width};
    return drawing_add_line(out, &line);
}

/* Returns the box around a placed part; visiting all vertices takes time, so it is kept until the part moves. */
static fk_aabb part_aabb(display *s, uint32_t part)
{
    const fk_mesh *mesh = s->shape[s->shape_of[part]].mesh;
    if (memcmp(&s->box_pose[part], &s->pose[part], sizeof s->pose[part]) != 0) {
        s->box[part] = fk_aabb_empty();
        fk_aabb_build_placed(mesh->point, mesh->vertex_count, &s->pose[part], &s->box[part]);
        s->box_pose[part] = s->pose[part];
    }
    return s->box[part];
}

static bool draw_aabb(display *s, uint32_t part, drawing *out)
{
    fk_aabb box = part_aabb(s, part);
    fk_vec3 d = fk_vec3_sub(box.max, box.min);
    if (!fk_vec3_is_finite(d))
        return true;
    const fk_piece piece =
        fk_piece_box(box.min, fk_vec3_make(d.x, 0, 0), fk_vec3_make(0, d.y, 0), fk_vec3_make(0, 0, d.z));
    return drawing_add_box(out, &piece, LOOK_VOLUME, VOLUME_WIDTH);
}

static bool draw_obb(display *s, uint32_t part, drawing *out)
{
    fk_obb obb = display_obb(s, part, &s->pose[part]);
    const fk_piece piece = fk_obb_piece(&obb);
    return fk_piece_check(&piece) != FK_OK || drawing_add_box(out, &piece, LOOK_VOLUME, VOLUME_WIDTH);
}

/* Draws three circles around the axes. */
static bool draw_sphere(display *s, uint32_t part, drawing *out)
{
    static const double pi = 3.14159265358979323846;
    fk_sphere ball = fk_sphere_place(&s->shape[s->shape_of[part]].sphere, &s->pose[part]);
    if (!isfinite(ball.radius))
        return true;
    for (int axis = 0; axis < 3; axis++) {
        fk_vec3 u = fk_vec3_make(axis != 0 ? ball.radius : 0, axis == 0 ? ball.radius : 0, 0);
        fk_vec3 v = fk_vec3_make(0, axis == 2 ? ball.radius : 0, axis != 2 ? ball.radius : 0), last = u;
        for (int i = 1; i <= CIRCLE; i++) {
            double angle = 2 * pi * i / CIRCLE;
            fk_vec3 next = fk_vec3_add(fk_vec3_scale(u, fk_cos(angle)), fk_vec3_scale(v, fk_sin(angle)));
            if (!add_volume_line(out, fk_vec3_add(ball.center, last), fk_vec3_add(ball.center, next),
                                 VOLUME_WIDTH))
                return false;
            last = next;
        }
    }
    return true;
}

/* ---- Trees --------------------------------------------------------------------------------------------- */

/* Returns the largest number of volumes for a part. */
static uint32_t volume_limit(const display *s)
{
    uint32_t most = MOST_VOLUMES / (s->part_count > 0 ? s->part_count : 1);
    return most > LEAST_VOLUMES ? most : LEAST_VOLUMES;
}

/* Returns child `i` of a node as a box, in the frame of the mesh. */
static fk_piece child_oriented_box(const fk_tree *tree, uint32_t node, uint32_t i)
{
    const fk_tree_obb *t = &tree->turned[node];
    const double quat[4] = {t->turn[0][i], t->turn[1][i], t->turn[2][i], t->turn[3][i]};
    fk_pose turn, back;
    if (fk_pose_from_quat_xyzw(fk_vec3_make(0, 0, 0), quat, &turn) != FK_OK)
        turn = fk_pose_identity();
    back = fk_pose_inverse(&turn);
    double unit = tree->unit;
    fk_vec3 half = {t->half[0][i], t->half[1][i], t->half[2][i]}, edge[3];
    fk_vec3 low = {t->center[0][i] - half.x, t->center[1][i] - half.y, t->center[2][i] - half.z};
    edge[0] = fk_pose_rotate(&back, fk_vec3_make(2 * unit * half.x, 0, 0));
    edge[1] = fk_pose_rotate(&back, fk_vec3_make(0, 2 * unit * half.y, 0));
    edge[2] = fk_pose_rotate(&back, fk_vec3_make(0, 0, 2 * unit * half.z));
    fk_vec3 at =
        fk_vec3_add(fk_pose_rotate(&back, low), fk_vec3_make(t->origin[0], t->origin[1], t->origin[2]));
    fk_vec3 origin = fk_vec3_add(fk_vec3_scale(at, unit), tree->origin);
    return fk_piece_box(origin, edge[0], edge[1], edge[2]);
}

/* Traverses the volumes at a level below a node: children there, and leaves above. Counts them without a drawing. */
typedef struct level_traversal {
    const fk_tree *tree;
    const fk_pose *pose;
    drawing *out;
    uint32_t count, most;
    bool is_good;
} level_traversal;

static void traverse_level(level_traversal *traversal, uint32_t node, uint32_t level)
{
    const fk_tree_node *n = &traversal->tree->node[node];
    for (uint32_t i = 0; i < n->used && traversal->is_good && traversal->count <= traversal->most; i++) {
        if (n->count[i] == 0 && level > 1) {
            traverse_level(traversal, n->child[i], level - 1);
            continue;
        }
        traversal->count++;
        if (traversal->out == NULL)
            continue;
        fk_piece box = child_oriented_box(traversal->tree, node, i);
        box = fk_piece_place(&box, traversal->pose, NULL);
        traversal->is_good =
            fk_piece_check(&box) != FK_OK || drawing_add_box(traversal->out, &box, LOOK_VOLUME, TREE_WIDTH);
    }
}

/* Draws the requested level, or the deepest that is not too large; 0 is the box around all. */
static bool draw_tree(display *s, const fk_tree *tree, uint32_t level, uint32_t part, drawing *out)
{
    if (level == 0)
        return draw_obb(s, part, out);
    level_traversal traversal = {tree, &s->pose[part], NULL, 0, volume_limit(s), true};
    uint32_t most = level < 32 ? level : 32, taken = 1, last = 0;
    for (uint32_t i = 1; i <= most; i++) {
        traversal.count = 0;
        traverse_level(&traversal, 0, i);
        if (traversal.count > traversal.most || traversal.count == last)
            break;
        taken = i;
        last = traversal.count;
    }
    traversal.count = 0;
    traversal.out = out;
    traverse_level(&traversal, 0, taken);
    return traversal.is_good;
}

/* ---- Sphere trees -------------------------------------------------------------------------------------- */

/* Draws the spheres of a level below a node, and the leaves above it. */
static bool traverse_spheres(const display *s, const fk_sphere_tree *tree, uint32_t node, uint32_t level,
                             const fk_pose *pose, drawing *out)
{
    const fk_sphere_node *n = &tree->node[node];
    if (level > 0 && n->right > 0)
        return traverse_spheres(s, tree, node + 1, level - 1, pose, out) &&
               traverse_spheres(s, tree, n->right, level - 1, pose, out);
    fk_sphere sphere = fk_sphere_place(&n->sphere, pose);
    return drawing_add_ball(out, s->ball, &sphere, LOOK_VOLUME);
}

/* Draws the requested level, or the deepest that is not too large: a ball has as many triangles as a hundred boxes have
 * edges. */
static bool draw_spheres(display *s, const fk_sphere_tree *tree, uint32_t level, uint32_t part, drawing *out)
{
    uint32_t most = volume_limit(s) / 16, taken = 0;
    for (uint32_t count = 2; taken < level && taken < tree->depth && count <= most; count *= 2)
        taken++;
    return tree->node_count == 0 || traverse_spheres(s, tree, 0, taken, &s->pose[part], out);
}

/* ---- Cells --------------------------------------------------------------------------------------------- */

static bool draw_cell(const fk_cell_node *node, const fk_pose *pose, drawing *out)
{
    fk_piece piece =
        node->kind == FK_KIND_BOX
            ? fk_piece_box(node->cell.origin, node->cell.edge[0], node->cell.edge[1], node->cell.edge[2])
            : fk_piece_tetra(node->cell.origin, node->cell.edge[0], node->cell.edge[1], node->cell.edge[2]);
    piece = fk_piece_place(&piece, pose, NULL);
    if (fk_piece_check(&piece) != FK_OK)
        return true;
    if (node->kind == FK_KIND_BOX)
        return drawing_add_box(out, &piece, LOOK_VOLUME, TREE_WIDTH);
    fk_vec3 corner[4] = {piece.as.cell.origin};
    for (int k = 0; k < 3; k++)
        corner[k + 1] = fk_vec3_add(corner[0], piece.as.cell.edge[k]);
    for (int i = 0; i < 4; i++)
        for (int k = i + 1; k < 4; k++)
            if (!add_volume_line(out, corner[i], corner[k], TREE_WIDTH))
                return false;
    return true;
}

/* Children come after their parents, so a descent finds the level of each node: the nodes of a level, with leaves above
 * it, are those whose parents are above the level. Counts them without a drawing. */
static bool traverse_cells(const fk_cell_tree *tree, uint32_t node, uint32_t level, const fk_pose *pose,
                           drawing *out, uint32_t *count)
{
    const fk_cell_node *n = &tree->node[node];
    bool is_good = true;
    if (level > 0 && n->child_count > 0) {
        for (uint32_t i = 0; is_good && i < n->child_count; i++)
            is_good = traverse_cells(tree, n->first_child + i, level - 1, pose, out, count);
        return is_good;
    }
    (*count)++;
    return out == NULL || draw_cell(n, pose, out);
}

static bool draw_cells(display *s, const fk_cell_tree *tree, uint32_t level, uint32_t part, drawing *out)
{
    uint32_t taken = 0, most = volume_limit(s), count = 0;
    if (level > tree->level_count)
        level = tree->level_count;
    for (uint32_t i = 1; i <= level; i++) {
        count = 0;
        traverse_cells(tree, 0, i, &s->pose[part], NULL, &count);
        if (count > most)
            break;
        taken = i;
    }
    return traverse_cells(tree, 0, taken, &s->pose[part], out, &count);
}

/* ---- All ----------------------------------------------------------------------------------------------- */

bool display_draw_pieces(display *s, const drawing_body *like, uint32_t part, drawing *out)
{
    /* Neighbours mostly differ; but a look other than clear stays. */
    static const drawing_look looks[] = {LOOK_A, LOOK_B, LOOK_CLEAR};
    const display_pieces *pieces = atomic_load(&s->shape[s->shape_of[part]].pieces);
    for (uint32_t i = 0; i < pieces->count; i++) {
        drawing_body body = *like;
        body.mesh = pieces->piece[i];
        if (like->look == LOOK_CLEAR)
            body.look = looks[i % 3];
        else
            body.is_second = i % 2 == 1;
        if (body.mesh != NULL && !drawing_add_body(out, &body))
            return false;
    }
    return true;
}

static bool draw_hull(display *s, const display_view *view, uint32_t part, drawing *out)
{
    const fk_mesh *hull = atomic_load(&s->shape[s->shape_of[part]].hull);
    drawing_body body = {.mesh = hull,
                         .pose = s->pose[part],
                         .look = LOOK_VOLUME,
                         .is_faint = true,
                         .has_edges = true,
                         .is_cut = view->has_section};
    return hull == NULL || drawing_add_body(out, &body);
}

bool display_draw_layers(display *s, const display_view *view, uint32_t part, drawing *out)
{
    const display_shape *shape = &s->shape[s->shape_of[part]];
    const fk_tree *tree = atomic_load(&shape->tree);
    const fk_cell_tree *cells = atomic_load(&shape->cells);
    const fk_sphere_tree *spheres = atomic_load(&shape->spheres);
    unsigned layers = view->layers;
    if (shape->is_endless)
        return true;
    return (!(layers & FK_LAYER_AABB) || draw_aabb(s, part, out)) &&
           (!(layers & FK_LAYER_OBB) || draw_obb(s, part, out)) &&
           (!(layers & FK_LAYER_SPHERE) || draw_sphere(s, part, out)) &&
           (!(layers & FK_LAYER_HULL) || draw_hull(s, view, part, out)) &&
           (!(layers & FK_LAYER_TREE) || tree == NULL || draw_tree(s, tree, view->tree_level, part, out)) &&
           (!(layers & FK_LAYER_CELLS) || cells == NULL ||
            draw_cells(s, cells, view->tree_level, part, out)) &&
           (!(layers & FK_LAYER_SPHERES) || spheres == NULL ||
            draw_spheres(s, spheres, view->tree_level, part, out));
}
