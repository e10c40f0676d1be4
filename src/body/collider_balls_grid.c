/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* How deep points lie in a collider, or how far outside, on a grid of cubes.
 *
 * The reach of a point c is a number such that each point p of a ball around c with radius r >= reach is within r -
 * reach of the set:
 *
 *   outside         -d, for a distance of at most d: p is within |p - c| + d of the nearest point.
 *   in a solid      the distance d from its triangles. The open ball of radius d meets none, so the winding number
 *                   is the same in all of it: it is in the solid; and what is farther from c than d is |p - c| - d
 *                   from that ball.
 *   in pieces       the depth of c in one of those that contain it, by the same argument.
 *   in a filled     the distance d to the cubes outside, less the diagonal of a cube. Each point at less than d
 *   surface         from c is in another cube: in a pocket, or in a cube whose center is within half a diagonal of
 *                   the surface, so that all of it is within a diagonal.
 *
 * Cubes outside are those whose centers are farther from the surface than half a diagonal, so that they do not
 * meet it, and that a chain of such cubes, each sharing a face with the next, joins to the rim of the grid; a
 * pocket consists of the others of these. The distance to the cubes outside is exact in whole numbers, one axis
 * after the other (Saito, Toriwaki, "New algorithms for Euclidean distance transformation", 1994).
 *
 * Measured are all cubes near the set. A block of cubes is skipped if one distance proves that all of it is too far
 * outside; deep inside it is measured once. */

#include "body/collider_balls.h"

#include <float.h>

#include "base/context.h"
#include "shape/bound.h"

/* The largest number of cubes: a few seconds of work for a mesh of thousands of triangles. */
#define MOST_CUBES ((uint32_t)3 << 19)

/* Inside, blocks are measured once whose radius is less than this part of the depth: so balls of almost all sizes are
 * tried, and the best one is found from there step by step. */
#define DEEP 1

fk_vec3 fk_ball_grid_center(const fk_ball_grid *grid, uint32_t cube)
{
    uint32_t x = cube % grid->count[0], rest = cube / grid->count[0], y = rest % grid->count[1];
    return fk_vec3_make(((double)(grid->first[0] + x) + 0.5) * grid->side,
                        ((double)(grid->first[1] + y) + 0.5) * grid->side,
                        ((double)(grid->first[2] + rest / grid->count[1]) + 0.5) * grid->side);
}

/* ---- One point ----------------------------------------------------------------------------------------- */

typedef struct depth_visit {
    fk_piece point;
    double depth;
    fk_status status;
} depth_visit;

static bool note_depth(void *user, uint32_t primitive, const fk_piece *piece)
{
    depth_visit *v = user;
    fk_depth depth;
    (void)primitive;
    v->status = fk_pair_depth(piece, &v->point, &depth);
    if (v->status == FK_OK)
        v->depth = fk_larger(v->depth, depth.depth.lo);
    return v->status == FK_OK;
}

/* The depth of a point in one of the pieces or leaves that contain it. */
static fk_status find_piece_depth(const fk_ball_grid *grid, fk_vec3 at, double *out)
{
    depth_visit v = {.point = {.kind = FK_KIND_POINT, .as.point = at}};
    fk_aabb box = {at, at};
    fk_prepared_visit(&grid->set, &box, &v.point, note_depth, &v);
    *out = v.depth;
    return v.status;
}

static uint32_t cube_at(const fk_ball_grid *grid, const uint32_t at[3])
{
    return (at[2] * grid->count[1] + at[1]) * grid->count[0] + at[0];
}

/* The reach of a point from that of the center of its cube, or NaN. A coordinate may be rounded into the next cube; that of the
 * center is right in any case. */
static double find_pocket_reach(const fk_ball_grid *grid, fk_vec3 at)
{
    uint32_t in[3];
    for (int k = 0; k < 3; k++) {
        double number = floor(fk_vec3_get(at, k) / grid->side) - (double)grid->first[k];
        if (!(number >= 0 && number < grid->count[k]))
            return NAN;
        in[k] = (uint32_t)number;
    }
    uint32_t cube = cube_at(grid, in);
    double way = fk_vec3_length(fk_vec3_sub(at, fk_ball_grid_center(grid, cube))) * (1 + 0x1p-48);
    return fk_double_beside(grid->reach[cube] - way, -1);
}

static fk_ball_reach measure_mesh(const fk_ball_grid *grid, fk_vec3 at)
{
    fk_point_nearest d = fk_point_tree_measure(grid->tree, at, INFINITY);
    if (d.lo > 0 && fk_placed_is_inside(&grid->set.mesh, at))
        return (fk_ball_reach){d.lo, 0, at};
    fk_ball_reach out = {-d.hi, d.lo, d.point};
    if (grid->has_pockets)
        out.reach = fk_larger(find_pocket_reach(grid, at), out.reach);
    return out;
}

fk_status fk_ball_grid_measure(const fk_ball_grid *grid, fk_vec3 at, fk_ball_reach *out)
{
    fk_collider_distance d;
    if (fk_context_poll(grid->context))
        return FK_ERROR_MEMORY;
    if (grid->tree != NULL) {
        *out = measure_mesh(grid, at);
        return FK_OK;
    }
    fk_placed_collider placed = grid->point;
    fk_prepared_collider point;
    placed.pose.translation = at;
    fk_collider_prepare(&placed, (char *)grid->room + grid->point_room, &point);
    fk_status status = fk_prepared_distance(grid->context, &grid->set, &point, INFINITY, &d);
    if (status != FK_OK)
        return status;
    *out = (fk_ball_reach){-d.distance.hi, d.distance.lo, d.point_a};
    if (d.distance.hi > 0)
        return FK_OK;
    out->nearest = at;
    return find_piece_depth(grid, at, &out->reach);
}

/* ---- All cubes ----------------------------------------------------------------------------------------- */

/* *apart becomes a lower bound of the distance from its center, or 0 if it was measured before. */
static fk_status measure_cube_distance(fk_ball_grid *grid, uint32_t cube, double *apart)
{
    fk_ball_reach reach;
    *apart = 0;
    if (!isnan(grid->reach[cube]))
        return FK_OK;
    fk_status status = fk_ball_grid_measure(grid, fk_ball_grid_center(grid, cube), &reach);
    if (status != FK_OK)
        return status;
    grid->reach[cube] = reach.reach;
    grid->meets[cube] = reach.apart <= fk_cube_radius(grid->side);
    grid->nearest[cube] = reach.nearest;
    *apart = reach.apart;
    return FK_OK;
}

fk_status fk_ball_grid_measure_cube(fk_ball_grid *grid, uint32_t cube)
{
    double apart;
    return measure_cube_distance(grid, cube, &apart);
}

/* A block of 2^level cubes along each axis. */
typedef struct cube_block {
    uint32_t at[3];
    int level;
} cube_block;

/* Notes that all cubes of a block are inside. */
static void fill_cubes(fk_ball_grid *grid, const cube_block *block)
{
    uint32_t end[3];
    for (int k = 0; k < 3; k++) {
        uint32_t most = block->at[k] + (1u << block->level);
        end[k] = most < grid->count[k] ? most : grid->count[k];
    }
    for (uint32_t z = block->at[2]; z < end[2]; z++)
        for (uint32_t y = block->at[1]; y < end[1]; y++)
            for (uint32_t x = block->at[0]; x < end[0]; x++) {
                uint32_t cube = cube_at(grid, (const uint32_t[3]){x, y, z});
                grid->meets[cube] = 1;
                grid->nearest[cube] = fk_ball_grid_center(grid, cube);
            }
}

/* Measures the cubes of a block near the set, and one or more of those inside. The cube in the middle comes first: no cube of the
 * block has a point farther from its center than half a diagonal of the block with one more cube. The recursion is as deep as the
 * level. */
static fk_status measure_block(fk_ball_grid *grid, cube_block block, double beyond)
{
    uint32_t middle[3];
    for (int k = 0; k < 3; k++) {
        if (block.at[k] >= grid->count[k])
            return FK_OK;
        middle[k] = block.at[k] + (1u << block.level) / 2;
        middle[k] = middle[k] < grid->count[k] ? middle[k] : grid->count[k] - 1;
    }
    uint32_t cube = cube_at(grid, middle);
    double apart;
    fk_status status = measure_cube_distance(grid, cube, &apart);
    if (status != FK_OK || block.level == 0)
        return status;
    double far = 1.01 * fk_cube_radius((double)((1u << block.level) + 1) * grid->side),
           reach = grid->reach[cube];
    if (apart > far + beyond)
        return FK_OK;
    if (reach > DEEP * far) {
        fill_cubes(grid, &block);
        return FK_OK;
    }
    for (uint32_t i = 0; i < 8 && status == FK_OK; i++) {
        cube_block child = {.level = block.level - 1};
        for (int k = 0; k < 3; k++)
            child.at[k] = block.at[k] + ((i >> k & 1) << child.level);
        status = measure_block(grid, child, beyond);
    }
    return status;
}

bool fk_ball_grid_is_even(const fk_ball_grid *grid, uint32_t cube)
{
    uint32_t x = cube % grid->count[0], rest = cube / grid->count[0];
    return ((x | rest % grid->count[1] | rest / grid->count[1]) & 1) == 0;
}

/* ---- Pockets of a surface ------------------------------------------------------------------------------ */

#define OUTSIDE     0
#define NOT_OUTSIDE UINT32_MAX

/* Marks the cubes that are joined to cube 0, which is a corner of the grid and meets nothing. `stack` has room for all. */
static void flood_outside(const fk_ball_grid *grid, uint32_t *mark, uint32_t *stack)
{
    const uint32_t step[3] = {1, grid->count[0], grid->count[0] * grid->count[1]};
    uint32_t height = 0;
    memset(mark, 0xff, grid->total * sizeof *mark);
    stack[height++] = 0;
    mark[0] = OUTSIDE;
    while (height > 0) {
        uint32_t cube = stack[--height];
        const uint32_t at[3] = {cube % step[1], cube / step[1] % grid->count[1], cube / step[2]};
        for (int k = 0; k < 6; k++) {
            int axis = k / 2;
            if (k % 2 == 0 ? at[axis] == 0 : at[axis] + 1 == grid->count[axis])
                continue;
            uint32_t next = k % 2 == 0 ? cube - step[axis] : cube + step[axis];
            if (grid->meets[next] || mark[next] == OUTSIDE)
                continue;
            mark[next] = OUTSIDE;
            stack[height++] = next;
        }
    }
}

/* Along one axis: adds the square of the way to a cube, in half sides, and takes the least sum. From the center of a cube
 * to the nearest point of one that is n cubes away it is 2 n - 1 half sides. Squares are below 2^50 in any grid, but
 * only those up to 2^31 matter, as there are at most 2^20 cubes with three or more along each axis. */
static void spread_distances(const fk_ball_grid *grid, int axis, uint32_t *square, uint32_t *line)
{
    const uint32_t step[3] = {1, grid->count[0], grid->count[0] * grid->count[1]};
    uint32_t count = grid->count[axis], stride = step[axis];
    for (uint32_t start = 0; start < grid->total; start++) {
        if (start / stride % count != 0)
            continue;
        for (uint32_t i = 0; i < count; i++)
            line[i] = square[start + i * stride];
        for (uint32_t i = 0; i < count; i++) {
            uint64_t least = line[i];
            for (uint32_t n = 1; n < count; n++) {
                uint64_t way = (2 * (uint64_t)n - 1) * (2 * (uint64_t)n - 1);
                if (way >= least)
                    break;
                for (int side = 0; side < 2; side++) {
                    bool is_there = side == 0 ? i >= n : i + n < count;
                    uint32_t other = is_there ? line[side == 0 ? i - n : i + n] : NOT_OUTSIDE;
                    if (other != NOT_OUTSIDE && other + way < least)
                        least = other + way;
                }
            }
            square[start + i * stride] = (uint32_t)least;
        }
    }
}

/* Sets the reach of the cubes in pockets and at the surface. */
static fk_status fill_pockets(fk_ball_grid *grid)
{
    size_t bytes = grid->total * sizeof(uint32_t);
    uint32_t *square = fk_allocate(grid->context, bytes), *room = fk_allocate(grid->context, bytes);
    bool fits = square != NULL && room != NULL;
    if (fits) {
        flood_outside(grid, square, room);
        for (int axis = 0; axis < 3; axis++)
            spread_distances(grid, axis, square, room);
    }
    for (uint32_t i = 0; fits && i < grid->total; i++) {
        double depth = sqrt(square[i]) * (1 - 0x1p-50) * (grid->side / 2);
        double reach = fk_subtract_downward(depth, 2 * fk_cube_radius(grid->side));
        if (square[i] != OUTSIDE)
            grid->reach[i] = isnan(grid->reach[i]) ? reach : fk_larger(grid->reach[i], reach);
    }
    fk_release(grid->context, square, bytes);
    fk_release(grid->context, room, bytes);
    return fits ? FK_OK : FK_ERROR_MEMORY;
}

/* ---- Building ------------------------------------------------------------------------------------------ */

/* Sets the side of the cubes: a quarter to half of the excess; half of that for surfaces, whose walls and holes are finer than
 * the links that they enclose, if that does not make too many cubes. */
static bool choose_cubes(fk_ball_grid *grid, const fk_aabb *box, double excess)
{
    double wide = 0;
    for (int k = 0; k < 3; k++)
        wide = fk_larger(wide, fk_vec3_get(box->max, k) - fk_vec3_get(box->min, k));
    if (!(excess > 0x1p-400) || !(excess < 0x1p400))
        return false;
    int last = fk_exponent_of(excess / 2), power = grid->is_surface ? last - 1 : last;
    int coarsest = fk_exponent_of((wide + 2 * excess) / 20); /* however large the excess */
    power = coarsest < power ? coarsest : power;
    for (; power <= last; power++) {
        double total = 1, far = 0;
        grid->side = ldexp(1, power);
        double rim = floor(excess / grid->side) + 3;
        for (int k = 0; k < 3; k++) {
            double low = floor(fk_vec3_get(box->min, k) / grid->side) - rim;
            double high = floor(fk_vec3_get(box->max, k) / grid->side) + rim + 1;
            far = fk_larger(far, fk_larger(fabs(low), fabs(high)));
            if (!(far < 0x1p44))
                return false; /* also for NaN */
            grid->first[k] = (int64_t)low;
            grid->count[k] = (uint32_t)fk_smaller(high - low, 0x1p24);
            total *= fk_smaller(high - low, 0x1p24);
        }
        grid->total = (uint32_t)fk_smaller(total, 0x1p31);
        if (grid->total <= MOST_CUBES)
            return true;
    }
    return false;
}

/* The placed triangles of a mesh, for distances of points. */
static fk_status build_ball_tree(fk_ball_grid *grid)
{
    const fk_placed_mesh *mesh = &grid->set.mesh;
    size_t count = mesh->mesh->triangle_count;
    fk_corners *placed = fk_allocate(grid->context, count * sizeof *placed + 1);
    if (placed == NULL)
        return FK_ERROR_MEMORY;
    for (uint32_t i = 0; i < count; i++)
        fk_placed_triangle(mesh, i, placed[i].at);
    fk_status status = fk_point_tree_build(grid->context, placed, count, &grid->tree);
    fk_release(grid->context, placed, count * sizeof *placed + 1);
    return status;
}

static fk_status prepare_grid(fk_ball_grid *grid)
{
    const fk_piece origin = {.kind = FK_KIND_POINT};
    fk_collider *point;
    fk_status status = fk_collider_of_pieces(grid->context, &origin, 1, &point);
    if (status != FK_OK)
        return status;
    grid->point = (fk_placed_collider){point, fk_pose_identity()};
    grid->point_room = fk_prepared_bytes(grid->placed->collider);
    grid->point_room += (16 - grid->point_room % 16) % 16;
    grid->room_bytes = grid->point_room + fk_prepared_bytes(point);
    grid->room = fk_allocate(grid->context, grid->room_bytes);
    grid->reach = fk_allocate(grid->context, grid->total * sizeof *grid->reach);
    grid->meets = fk_allocate(grid->context, grid->total);
    grid->nearest = fk_allocate(grid->context, grid->total * sizeof *grid->nearest);
    if (grid->room == NULL || grid->reach == NULL || grid->meets == NULL || grid->nearest == NULL)
        return FK_ERROR_MEMORY;
    fk_collider_prepare(grid->placed, grid->room, &grid->set);
    for (uint32_t i = 0; i < grid->total; i++)
        grid->reach[i] = NAN;
    memset(grid->meets, 0, grid->total);
    return grid->set.collider->kind == FK_COLLIDER_MESH ? build_ball_tree(grid) : FK_OK;
}

fk_status fk_ball_grid_build(fk_context *context, const fk_placed_collider *placed, const fk_aabb *box,
                             double excess, fk_ball_grid *out)
{
    memset(out, 0, sizeof *out);
    out->context = context;
    out->placed = placed;
    out->is_surface = placed->collider->kind == FK_COLLIDER_MESH && !placed->collider->mesh.is_solid;
    if (!choose_cubes(out, box, excess))
        return FK_ERROR_ARGUMENT;
    fk_status status = prepare_grid(out);
    cube_block all = {.level = 0};
    for (int k = 0; k < 3; k++)
        while (1u << all.level < out->count[k])
            all.level++;
    if (status == FK_OK)
        status = measure_block(out, all, excess + 2 * out->side);
    if (status == FK_OK && out->is_surface)
        status = fill_pockets(out);
    out->has_pockets = out->is_surface;
    if (status != FK_OK)
        fk_ball_grid_free(out);
    return status;
}

void fk_ball_grid_free(fk_ball_grid *grid)
{
    fk_context *context = grid->context;
    fk_collider_free(context, (fk_collider *)grid->point.collider);
    fk_point_tree_free(context, grid->tree);
    fk_release(context, grid->room, grid->room_bytes);
    fk_release(context, grid->reach, grid->total * sizeof *grid->reach);
    fk_release(context, grid->meets, grid->total);
    fk_release(context, grid->nearest, grid->total * sizeof *grid->nearest);
}
