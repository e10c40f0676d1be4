/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The display: meshes for drawing, made once from the parts. Parts that share a mesh share its display mesh. */

#include "display_private.h"
#include "vector.h"

#include <math.h>
#include <string.h>

/* Up to this many vertices, an oriented box takes the best orientation; beyond, one that is found quickly. */
#define SMALL_MESH 20000

/* Corners of the circles of the balls of sphere trees, of which there are many. */
#define BALL_SEGMENTS 32

/* ---- Shapes -------------------------------------------------------------------------------------------- */

/* Returns the mesh of a part if it is not empty, or NULL. */
static const fk_mesh *part_mesh(const fk_check_part *part)
{
    return part->mesh != NULL && part->mesh->triangle_count > 0 ? part->mesh : NULL;
}

static fk_status bound_shape(fk_context *context, display_shape *shape)
{
    const fk_mesh *mesh = shape->mesh;
    fk_status status = fk_sphere_build(mesh->point, mesh->vertex_count, &shape->sphere);
    if (status == FK_OK && mesh->vertex_count <= SMALL_MESH)
        return fk_obb_build(context, mesh->point, mesh->vertex_count, &shape->obb);
    return status == FK_OK ? fk_obb_build_quick(mesh->point, mesh->vertex_count, &shape->obb) : status;
}

/* Makes the display mesh of a piece, if it has one. */
static fk_status make_facets(fk_context *context, const fk_piece *piece, display_shape *shape)
{
    fk_status status = fk_piece_mesh(context, piece, DISPLAY_SEGMENTS, &shape->made);
    if (status == FK_ERROR_MEMORY)
        return status;
    shape->mesh = status == FK_OK ? shape->made : NULL;
    shape->is_endless = piece->kind == FK_KIND_HALF_SPACE;
    return FK_OK;
}

static fk_status make_shape(fk_context *context, const fk_check_part *part, display_shape *shape)
{
    fk_status status = FK_OK;
    shape->mesh = part_mesh(part);
    if (part->mesh == NULL && part->piece != NULL)
        status = make_facets(context, part->piece, shape);
    return status == FK_OK && shape->mesh != NULL ? bound_shape(context, shape) : status;
}

/* Whether parts look the same in their own frames. */
static bool is_same_shape(const fk_check_part *a, const fk_check_part *b)
{
    return a->mesh != NULL ? a->mesh == b->mesh : b->mesh == NULL && a->piece == b->piece;
}

static fk_status make_shapes(display *s)
{
    for (uint32_t i = 0; i < s->part_count; i++) {
        const fk_check_part *part = &s->show->part[i].part;
        uint32_t k = 0;
        while (k < i && !is_same_shape(&s->show->part[k].part, part))
            k++;
        if (k < i) {
            s->shape_of[i] = s->shape_of[k];
            continue;
        }
        fk_status status = make_shape(s->context, part, &s->shape[s->shape_count]);
        s->shape_of[i] = s->shape_count++;
        if (status != FK_OK)
            return status;
    }
    return FK_OK;
}

/* ---- Half-spaces --------------------------------------------------------------------------------------- */

/* Makes a square of the boundary of a half-space, twice as wide as everything else. */
static fk_status make_square(display *s, const fk_piece *piece, const fk_sphere *around, display_shape *shape)
{
    fk_vec3 n = piece->as.half.normal;
    double length = vector_length(n);
    n = fk_vec3_scale(n, 1 / length);
    fk_vec3 other = fabs(n.x) < 0.6 ? fk_vec3_make(1, 0, 0) : fk_vec3_make(0, 1, 0);
    fk_vec3 u = fk_vec3_cross(n, other), v;
    u = vector_unit(u, other);
    v = fk_vec3_cross(n, u);
    double above = fk_vec3_dot(n, around->center) - piece->as.half.offset / length;
    fk_vec3 middle = fk_vec3_sub(around->center, fk_vec3_scale(n, above)), corner[4];
    for (unsigned i = 0; i < 4; i++) {
        fk_vec3 side = fk_vec3_scale(u, i == 1 || i == 2 ? around->radius : -around->radius);
        corner[i] = fk_vec3_add(fk_vec3_add(middle, side),
                                fk_vec3_scale(v, i >= 2 ? around->radius : -around->radius));
    }
    static const fk_triangle halves[] = {{{0, 1, 2}}, {{0, 2, 3}}};
    fk_mesh_input input = {corner, 4, halves, 2, fk_mesh_options_default()};
    fk_status status = fk_mesh_build(s->context, &input, NULL, &shape->made);
    if (status != FK_OK)
        return status == FK_ERROR_MEMORY ? status : FK_OK; /* it is not shown */
    shape->mesh = shape->made;
    return bound_shape(s->context, shape);
}

/* Half-spaces are shown as wide as the rest; without a rest, not at all. */
static fk_status make_squares(display *s)
{
    display_view view = {.time = NAN, .pair = FK_NONE, .selected = FK_NONE};
    fk_sphere around = display_focus_sphere(s, &view);
    around.radius *= 2;
    for (uint32_t i = 0; i < s->part_count; i++) {
        display_shape *shape = &s->shape[s->shape_of[i]];
        if (!shape->is_endless || shape->mesh != NULL)
            continue;
        fk_pose pose = display_pose(s, &view, display_time(s, &view), i), back = fk_pose_inverse(&pose);
        fk_sphere own = {fk_pose_apply(&back, around.center), around.radius};
        fk_status status = make_square(s, s->show->part[i].part.piece, &own, shape);
        if (status != FK_OK)
            return status;
    }
    return FK_OK;
}

/* ---- Creating and freeing ------------------------------------------------------------------------------ */

static void free_pieces(fk_context *context, display_pieces *pieces)
{
    if (pieces == NULL)
        return;
    for (uint32_t i = 0; i < pieces->count; i++)
        if (pieces->piece[i] != NULL)
            fk_mesh_free(context, pieces->piece[i]);
    fk_release(context, pieces->piece, pieces->count * sizeof *pieces->piece);
    fk_release(context, pieces, sizeof *pieces);
}

static void free_shape(fk_context *context, display_shape *shape)
{
    fk_tree *tree = atomic_load(&shape->tree);
    fk_mesh *hull = atomic_load(&shape->hull);
    fk_cell_tree *cells = atomic_load(&shape->cells);
    if (tree != NULL)
        fk_tree_free(context, tree);
    if (hull != NULL)
        fk_mesh_free(context, hull);
    if (cells != NULL)
        fk_cell_tree_free(context, cells);
    fk_sphere_tree_free(context, atomic_load(&shape->spheres));
    if (shape->made != NULL)
        fk_mesh_free(context, shape->made);
    free_pieces(context, atomic_load(&shape->pieces));
}

static void *allocate_zeroed(const display *s, size_t bytes)
{
    void *array = fk_allocate(s->context, s->part_count * bytes);
    if (array != NULL)
        memset(array, 0, s->part_count * bytes);
    return array;
}

/* Allocates arrays with an item for each part. Returns false if memory runs out; display_free frees those that exist. */
static bool make_arrays(display *s)
{
    s->shape = allocate_zeroed(s, sizeof *s->shape);
    s->shape_of = allocate_zeroed(s, sizeof *s->shape_of);
    s->pose = allocate_zeroed(s, sizeof *s->pose);
    s->look = allocate_zeroed(s, sizeof *s->look);
    s->box = allocate_zeroed(s, sizeof *s->box);
    s->box_pose = allocate_zeroed(s, sizeof *s->box_pose);
    return s->part_count == 0 || (s->shape != NULL && s->shape_of != NULL && s->pose != NULL &&
                                  s->look != NULL && s->box != NULL && s->box_pose != NULL);
}

fk_status display_create(fk_context *context, const fk_show *show, display **out)
{
    display *s = fk_allocate(context, sizeof *s);
    if (s == NULL)
        return FK_ERROR_MEMORY;
    memset(s, 0, sizeof *s);
    s->context = context;
    s->show = show;
    s->part_count = show->part_count;
    pthread_mutex_init(&s->preparing, NULL);
    pthread_mutex_init(&s->guard, NULL);
    const fk_piece ball = fk_piece_sphere(fk_vec3_make(0, 0, 0), 1);
    fk_status status =
        make_arrays(s) ? fk_piece_mesh(context, &ball, BALL_SEGMENTS, &s->ball) : FK_ERROR_MEMORY;
    if (status == FK_OK)
        status = make_shapes(s);
    if (status == FK_OK)
        status = make_squares(s);
    if (status != FK_OK) {
        display_free(s);
        return status;
    }
    *out = s;
    return FK_OK;
}

void display_free(display *s)
{
    if (s == NULL)
        return;
    fk_context *context = s->context;
    size_t count = s->part_count;
    for (uint32_t i = 0; i < s->shape_count; i++)
        free_shape(context, &s->shape[i]);
    display_finding_free(context, s->finding);
    if (s->ball != NULL)
        fk_mesh_free(context, s->ball);
    fk_release(context, s->shape, count * sizeof *s->shape);
    fk_release(context, s->shape_of, count * sizeof *s->shape_of);
    fk_release(context, s->pose, count * sizeof *s->pose);
    fk_release(context, s->look, count * sizeof *s->look);
    fk_release(context, s->box, count * sizeof *s->box);
    fk_release(context, s->box_pose, count * sizeof *s->box_pose);
    pthread_mutex_destroy(&s->preparing);
    pthread_mutex_destroy(&s->guard);
    fk_release(context, s, sizeof *s);
}

/* ---- Layers -------------------------------------------------------------------------------------------- */

static fk_status prepare_hull(fk_context *context, display_shape *shape)
{
    if (atomic_load(&shape->hull) != NULL)
        return FK_OK;
    const fk_piece points = fk_piece_hull(shape->mesh->point, shape->mesh->vertex_count);
    fk_mesh *hull;
    fk_status status = fk_piece_mesh(context, &points, DISPLAY_SEGMENTS, &hull);
    if (status == FK_OK)
        atomic_store(&shape->hull, hull);
    return status;
}

static fk_status prepare_tree(fk_context *context, display_shape *shape)
{
    if (atomic_load(&shape->tree) != NULL)
        return FK_OK;
    fk_tree *tree;
    fk_status status = fk_tree_build(context, shape->mesh, NULL, &tree);
    if (status == FK_OK)
        atomic_store(&shape->tree, tree);
    return status;
}

static fk_status prepare_cells(fk_context *context, display_shape *shape)
{
    if (atomic_load(&shape->cells) != NULL)
        return FK_OK;
    fk_cell_tree *cells;
    fk_status status = fk_cell_tree_of_surface(context, shape->mesh, &cells);
    if (status == FK_OK)
        atomic_store(&shape->cells, cells);
    return status;
}

static fk_status prepare_spheres(fk_context *context, display_shape *shape)
{
    if (atomic_load(&shape->spheres) != NULL)
        return FK_OK;
    fk_sphere_tree *spheres;
    fk_status status = fk_sphere_tree_build(context, shape->mesh, &spheres);
    if (status == FK_OK)
        atomic_store(&shape->spheres, spheres);
    return status;
}

static fk_status make_piece_meshes(fk_context *context, const fk_split *split, display_pieces *pieces)
{
    fk_status status = FK_OK;
    memset(pieces->piece, 0, pieces->count * sizeof *pieces->piece);
    for (uint32_t i = 0; status == FK_OK && i < pieces->count; i++) {
        fk_piece piece = fk_hull_piece(split->piece[i]);
        status = fk_piece_mesh(context, &piece, DISPLAY_SEGMENTS, &pieces->piece[i]);
        if (status == FK_ERROR_ARGUMENT)
            status = FK_OK; /* a single point */
    }
    return status;
}

static fk_status prepare_pieces(fk_context *context, display_shape *shape)
{
    if (atomic_load(&shape->pieces) != NULL)
        return FK_OK;
    fk_split *split;
    fk_status status = fk_split_build(context, shape->mesh, NULL, &split);
    if (status != FK_OK)
        return status;
    display_pieces *pieces = fk_allocate(context, sizeof *pieces);
    fk_mesh **room = fk_allocate(context, split->piece_count * sizeof *room);
    if (pieces == NULL || room == NULL) {
        fk_release(context, pieces, sizeof *pieces);
        fk_release(context, room, split->piece_count * sizeof *room);
        fk_split_free(context, split);
        return FK_ERROR_MEMORY;
    }
    *pieces = (display_pieces){split->piece_count, room};
    status = make_piece_meshes(context, split, pieces);
    fk_split_free(context, split);
    if (status == FK_OK)
        atomic_store(&shape->pieces, pieces);
    else
        free_pieces(context, pieces);
    return status;
}

fk_status display_prepare_tree(display *s, uint32_t part)
{
    return prepare_tree(s->context, &s->shape[s->shape_of[part]]);
}

fk_status display_prepare(display *s, unsigned layers)
{
    static const struct {
        unsigned layer;
        fk_status (*prepare)(fk_context *context, display_shape *shape);
    } list[] = {{FK_LAYER_TREE, prepare_tree},
                {FK_LAYER_HULL, prepare_hull},
                {FK_LAYER_PIECES, prepare_pieces},
                {FK_LAYER_CELLS, prepare_cells},
                {FK_LAYER_SPHERES, prepare_spheres}};
    fk_status worst = FK_OK;
    pthread_mutex_lock(&s->preparing);
    for (uint32_t i = 0; i < s->shape_count; i++)
        for (size_t k = 0; k < sizeof list / sizeof list[0]; k++) {
            display_shape *shape = &s->shape[i];
            if (!(layers & list[k].layer) || shape->mesh == NULL || shape->is_endless)
                continue;
            /* Other failures, of a flat mesh or one with extreme numbers, leave the layer out. */
            if (list[k].prepare(s->context, shape) == FK_ERROR_MEMORY)
                worst = FK_ERROR_MEMORY;
        }
    pthread_mutex_unlock(&s->preparing);
    return worst;
}
