/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Draws the findings of pairs as lines, points and texts: the segment between nearest points, the overlap box, the
 * penetration depth, and the lines in which the surfaces meet. */

#include "display_private.h"
#include "vector.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* At most this many segments are drawn. */
#define MOST_SEGMENTS 40000

/* Findings are drawn for at most this many pairs at once; texts for at most that many. */
#define MOST_PAIRS 1000
#define MOST_TEXTS 8

/* A name goes to a vertex of its part, the best of about this many. */
#define MOST_LOOKED_AT 50000

/* ---- Computing ----------------------------------------------------------------------------------------- */

void display_finding_free(fk_context *context, display_finding *finding)
{
    if (finding == NULL)
        return;
    if (finding->check != NULL)
        fk_check_free(context, finding->check);
    fk_release(context, finding->end, finding->end_room * sizeof *finding->end);
    fk_release(context, finding, sizeof *finding);
}

static void place_triangle(const fk_placed_mesh *a, uint32_t triangle, fk_vec3 corner[3])
{
    for (int k = 0; k < 3; k++)
        corner[k] = fk_pose_apply(&a->pose, a->mesh->point[a->mesh->triangle[triangle].corner[k]]);
}

/* Lists the segments in which triangles of a list meet, or the sides of the polygons in which they do; only counts them
 * without room. */
static uint32_t list_segment_ends(const fk_placed_mesh *a, const fk_placed_mesh *b, const fk_pair_list *list,
                                  bool of_polygons, fk_vec3 *end)
{
    uint32_t count = 0;
    for (size_t i = 0; i < list->count && count < 2 * MOST_SEGMENTS; i++) {
        fk_vec3 t[3], u[3];
        fk_triangles_common common;
        place_triangle(a, list->pair[i].a, t);
        place_triangle(b, list->pair[i].b, u);
        fk_triangles_intersect(t, u, &common);
        if ((common.count > 2) != of_polygons)
            continue;
        /* A segment has two ends; a polygon is closed. */
        uint32_t sides = of_polygons ? common.count : common.count / 2;
        for (uint32_t k = 0; k < sides; k++) {
            if (end != NULL) {
                end[count] = common.point[k];
                end[count + 1] = common.point[(k + 1) % common.count];
            }
            count += 2;
        }
    }
    return count;
}

static int compare_points(const fk_vec3 *p, const fk_vec3 *q)
{
    for (int axis = 0; axis < 3; axis++) {
        double x = fk_vec3_get(*p, axis), y = fk_vec3_get(*q, axis);
        if (x != y)
            return x < y ? -1 : 1;
    }
    return 0;
}

static int compare_segments(const void *a, const void *b)
{
    const fk_vec3 *p = a, *q = b;
    int first = compare_points(&p[0], &q[0]);
    return first != 0 ? first : compare_points(&p[1], &q[1]);
}

/* Where flat faces lie on each other, polygons that share a side merge: only the outline of all remains. Corners are
 * rounded from exact ones, so shared sides are equal. Returns how many ends are left. */
static uint32_t keep_outline(fk_vec3 *end, uint32_t count)
{
    for (uint32_t i = 0; i < count; i += 2)
        if (compare_points(&end[i], &end[i + 1]) > 0) {
            fk_vec3 swap = end[i];
            end[i] = end[i + 1];
            end[i + 1] = swap;
        }
    if (count > 0)
        qsort(end, count / 2, 2 * sizeof *end, compare_segments);
    uint32_t kept = 0;
    for (uint32_t i = 0, next; i < count; i = next) {
        for (next = i + 2; next < count && compare_segments(&end[i], &end[next]) == 0;)
            next += 2;
        if (next == i + 2) {
            end[kept++] = end[i];
            end[kept++] = end[i + 1];
        }
    }
    return kept;
}

/* Finds the lines in which two display meshes meet. */
static fk_status find_contact_lines(display *s, display_finding *finding)
{
    fk_placed_mesh placed[2];
    const uint32_t part[2] = {finding->a, finding->b};
    const fk_pose pose[2] = {finding->pose_a, finding->pose_b};
    for (int i = 0; i < 2; i++) {
        const display_shape *shape = &s->shape[s->shape_of[part[i]]];
        if (shape->mesh == NULL)
            return FK_OK;
        fk_status status = display_prepare_tree(s, part[i]);
        if (status != FK_OK)
            return status;
        placed[i] = (fk_placed_mesh){shape->mesh, atomic_load(&shape->tree), pose[i], false};
    }
    fk_pair_list *list;
    fk_status status = fk_placed_pairs(s->context, &placed[0], &placed[1], &list);
    if (status != FK_OK)
        return status;
    uint32_t lines = list_segment_ends(&placed[0], &placed[1], list, false, NULL);
    uint32_t sides = list_segment_ends(&placed[0], &placed[1], list, true, NULL);
    finding->end_room = lines + sides;
    if (finding->end_room > 0) {
        finding->end = fk_allocate(s->context, finding->end_room * sizeof *finding->end);
        status = finding->end != NULL ? FK_OK : FK_ERROR_MEMORY;
    }
    if (finding->end != NULL) {
        list_segment_ends(&placed[0], &placed[1], list, false, finding->end);
        list_segment_ends(&placed[0], &placed[1], list, true, finding->end + lines);
        finding->end_count = lines + keep_outline(finding->end + lines, sides);
    }
    fk_pair_list_free(s->context, list);
    return status;
}

/* Checks two parts of a sweep again, at the shown moment. */
static fk_status check_pair_at_moment(display *s, const display_pair *pair, display_finding *finding)
{
    fk_check_part part[2] = {s->show->part[pair->a].part, s->show->part[pair->b].part};
    part[0].pose = finding->pose_a;
    part[1].pose = finding->pose_b;
    fk_check_options options = fk_check_options_default();
    options.rule.clearance = pair->swept->clearance;
    options.max_triangles = 0;
    fk_status status = fk_check_run(s->context, part, 2, &options, &finding->check);
    return status == FK_ERROR_MEMORY ? status : FK_OK;
}

static bool is_same_pose(const fk_pose *p, const fk_pose *q)
{
    return memcmp(p, q, sizeof *p) == 0;
}

const display_finding *display_finding_at(const display *s, const display_pair *pair, const fk_pose *a,
                                          const fk_pose *b)
{
    const display_finding *f = s->finding;
    bool is_it = f != NULL && f->a == pair->a && f->b == pair->b && is_same_pose(&f->pose_a, a) &&
                 is_same_pose(&f->pose_b, b) && (f->check != NULL || pair->swept == NULL);
    return is_it ? f : NULL;
}

static fk_status find_pair(display *s, const display_pair *pair, const fk_pose *a, const fk_pose *b)
{
    display_finding *made = fk_allocate(s->context, sizeof *made);
    if (made == NULL)
        return FK_ERROR_MEMORY;
    *made = (display_finding){.a = pair->a, .b = pair->b, .pose_a = *a, .pose_b = *b};
    fk_status status = find_contact_lines(s, made);
    if (status == FK_OK && pair->swept != NULL)
        status = check_pair_at_moment(s, pair, made);
    if (status != FK_OK) {
        display_finding_free(s->context, made);
        return status;
    }
    pthread_mutex_lock(&s->guard);
    display_finding *old = s->finding;
    s->finding = made;
    pthread_mutex_unlock(&s->guard);
    display_finding_free(s->context, old);
    return FK_OK;
}

fk_status display_prepare_pair(display *s, const display_view *view)
{
    display_pair pair;
    if (!display_focused_pair(s, view, &pair))
        return FK_OK;
    double time = display_time(s, view);
    fk_pose a = display_pose(s, view, time, pair.a), b = display_pose(s, view, time, pair.b);
    pthread_mutex_lock(&s->preparing);
    fk_status status = FK_OK;
    if (display_finding_at(s, &pair, &a, &b) == NULL)
        status = find_pair(s, &pair, &a, &b);
    pthread_mutex_unlock(&s->preparing);
    return status;
}

/* ---- Facts --------------------------------------------------------------------------------------------- */

static bool is_finite_box(const fk_aabb *box)
{
    return fk_vec3_is_finite(box->min) && fk_vec3_is_finite(box->max) && box->min.x <= box->max.x &&
           box->min.y <= box->max.y && box->min.z <= box->max.z;
}

static display_facts facts_of_check(const fk_check_pair *pair, uint32_t a, uint32_t b)
{
    display_facts facts = {.has_points = pair->has_points,
                           .has_box = is_finite_box(&pair->box),
                           .has_depth = pair->has_depth && pair->depth.depth.hi > 0,
                           .point_a = pair->point_a,
                           .point_b = pair->point_b,
                           .distance = pair->distance,
                           .box = pair->box,
                           .depth = pair->depth,
                           .is_inside = pair->kind == FK_CLASH_CONTAINED,
                           .outer = pair->a_is_inner ? b : a};
    return facts;
}

display_facts display_pair_facts(const display_pair *pair, const display_finding *finding, double time)
{
    if (pair->checked != NULL)
        return facts_of_check(pair->checked, pair->a, pair->b);
    if (finding != NULL && finding->check->pair_count > 0)
        return facts_of_check(&finding->check->pair[0], pair->a, pair->b);
    const fk_sweep_pair *swept = pair->swept;
    return (display_facts){.has_points = swept->has_closest && isfinite(swept->closest.hi) &&
                                         (time == swept->closest_time || swept->is_still),
                           .point_a = swept->point_a,
                           .point_b = swept->point_b,
                           .distance = swept->closest,
                           .outer = FK_NONE};
}

/* ---- Drawing ------------------------------------------------------------------------------------------- */

/* Rounds to four digits. */
static double round_to_digits(double number)
{
    double size = fabs(number), power = size > 0 && isfinite(size) ? 3 - floor(log10(size)) : 0;
    double scale = pow(10, fabs(power));
    if (power > 0 && power < 300)
        return round(number * scale) / scale;
    return power < 0 ? round(number / scale) * scale : number;
}

/* Writes a length and its unit, whatever the locale. */
static void length_text(const display *s, const char *before, double length, char text[96])
{
    char number[FK_NUMBER_SIZE];
    fk_number_format(round_to_digits(length), number);
    const char *units = s->show->units;
    snprintf(text, 96, "%s%s%s%s", before, number, units != NULL && units[0] ? " " : "",
             units != NULL ? units : "");
}

static bool add_finding_line(drawing *out, fk_vec3 from, fk_vec3 to, float width, bool is_arrow)
{
    drawing_line line = {from, to, LOOK_MARK, width, .is_on_top = true, .is_arrow = is_arrow};
    return drawing_add_line(out, &line);
}

static bool add_finding_point(drawing *out, fk_vec3 at, float size)
{
    drawing_point point = {at, LOOK_MARK, size, .is_ring = false};
    return drawing_add_point(out, &point);
}

static bool add_finding_ring(drawing *out, fk_vec3 at, float size)
{
    drawing_point point = {at, LOOK_MARK, size, .is_ring = true};
    return drawing_add_point(out, &point);
}

/* Draws the overlap box, on top of all. */
static bool draw_box(const fk_aabb *box, drawing *out)
{
    fk_vec3 d = fk_vec3_sub(box->max, box->min);
    const fk_piece piece =
        fk_piece_box(box->min, fk_vec3_make(d.x, 0, 0), fk_vec3_make(0, d.y, 0), fk_vec3_make(0, 0, d.z));
    uint32_t first = out->line_count;
    if (!drawing_add_box(out, &piece, LOOK_MARK, 1.0f))
        return false;
    for (uint32_t i = first; i < out->line_count; i++)
        out->line[i].is_on_top = true;
    return true;
}

/* Draws the nearest points of parts that are apart. */
static bool draw_nearest_points(const display *s, const display_facts *facts, bool has_text, drawing *out)
{
    char text[96];
    fk_vec3 middle = fk_vec3_scale(fk_vec3_add(facts->point_a, facts->point_b), 0.5);
    length_text(s, "", facts->distance.hi, text);
    return add_finding_line(out, facts->point_a, facts->point_b, 3, false) &&
           add_finding_point(out, facts->point_a, 7) && add_finding_point(out, facts->point_b, 7) &&
           (!has_text || drawing_add_label(out, middle, LOOK_MARK, text));
}

/* Draws the displacement that takes b out of a. */
static bool draw_depth(const display *s, const display_facts *facts, bool has_text, drawing *out)
{
    char text[96];
    fk_vec3 displacement = fk_vec3_scale(facts->depth.direction, facts->depth.depth.hi);
    fk_vec3 tip = fk_vec3_add(facts->point_a, displacement);
    length_text(s, facts->depth.is_exact ? "depth " : "depth \xe2\x89\xa4 ", facts->depth.depth.hi, text);
    return fk_vec3_is_finite(tip) && fk_vec3_dot(displacement, displacement) > 0
               ? add_finding_line(out, facts->point_a, tip, 3, true) &&
                     (!has_text || drawing_add_label(out, tip, LOOK_MARK, text))
               : true;
}

static bool draw_facts(const display *s, const display_facts *facts, bool has_text, bool has_depth,
                       drawing *out)
{
    bool is_apart = facts->distance.lo > 0;
    if (facts->has_box && !draw_box(&facts->box, out))
        return false;
    if (!facts->has_points)
        return true;
    if (is_apart)
        return draw_nearest_points(s, facts, has_text, out);
    if (facts->has_depth && has_depth && !draw_depth(s, facts, has_text, out))
        return false;
    return add_finding_point(out, facts->point_a, 7);
}

static bool draw_lines(const display_finding *finding, drawing *out)
{
    for (uint32_t i = 0; i < finding->end_count; i += 2)
        if (!add_finding_line(out, finding->end[i], finding->end[i + 1], 3, false))
            return false;
    return true;
}

/* Chooses where the name of a part goes: to the vertex farthest along a direction, of those within a ball; or else to
 * the one nearest to the ball's middle. */
static fk_vec3 choose_name_point(const display *s, uint32_t part, const fk_sphere *ball, fk_vec3 direction)
{
    const fk_mesh *mesh = s->shape[s->shape_of[part]].mesh;
    fk_vec3 best = ball->center;
    double most = -HUGE_VAL;
    uint32_t step = 1 + mesh->vertex_count / MOST_LOOKED_AT;
    for (uint32_t i = 0; i < mesh->vertex_count; i += step) {
        fk_vec3 p = fk_pose_apply(&s->pose[part], mesh->point[i]), d = fk_vec3_sub(p, ball->center);
        double distance = vector_length(d), along = fk_vec3_dot(d, direction);
        /* Every vertex within beats all others. */
        double merit = distance <= 0.7 * ball->radius ? along + 2 * ball->radius : -distance;
        if (merit > most) {
            most = merit;
            best = p;
        }
    }
    /* A large face may have no vertex near enough. */
    fk_vec3 d = fk_vec3_sub(best, ball->center);
    double distance = vector_length(d);
    return distance > 0.7 * ball->radius
               ? fk_vec3_add(ball->center, fk_vec3_scale(d, 0.7 * ball->radius / distance))
               : best;
}

/* Draws the names of both parts, each on its part, away from the other one. */
static bool draw_names(display *s, const display_view *view, const display_pair *pair, drawing *out)
{
    const uint32_t part[2] = {pair->a, pair->b};
    if (!display_is_seen(s, pair->a) || !display_is_seen(s, pair->b))
        return true;
    fk_sphere ball = display_focus_sphere(s, view);
    fk_vec3 direction = fk_vec3_sub(display_obb(s, pair->a, &s->pose[pair->a]).center,
                                    display_obb(s, pair->b, &s->pose[pair->b]).center);
    direction = vector_unit(direction, fk_vec3_make(0, 0, 1));
    for (int i = 0; i < 2; i++) {
        const char *name = s->show->part[part[i]].part.name;
        fk_vec3 place = choose_name_point(s, part[i], &ball, i == 0 ? direction : fk_vec3_negate(direction));
        if (name != NULL && !drawing_add_label(out, place, pair->look, name))
            return false;
    }
    return true;
}

/* Whether a view shows the moment of first contact of a sweep. */
static bool is_first_contact(const display *s, const display_view *view, const display_pair *pair,
                             double time)
{
    const fk_sweep_pair *swept =
        pair->swept != NULL ? pair->swept : display_find_pair(s->show->sweep, pair->a, pair->b);
    return swept != NULL && !view->is_by_hand && !swept->is_still && swept->contact_count > 0 &&
           swept->contact[0].kind == FK_STRETCH_MEETS && time == fk_sweep_moment(swept);
}

/* Parts that begin to meet have a tiny overlap, so an arrow points at it. */
static bool draw_first_contact(const display_facts *facts, double time, drawing *out)
{
    char number[FK_NUMBER_SIZE], text[96];
    fk_number_format(round_to_digits(time), number);
    snprintf(text, sizeof text, "first contact, t = %s s", number);
    return !facts->has_points || (add_finding_ring(out, facts->point_a, 30) &&
                                  drawing_add_label(out, facts->point_a, LOOK_MARK, text));
}

/* Marks the place of a finding, from afar. */
static bool draw_place_ring(const display_facts *facts, drawing *out)
{
    if (!facts->has_box && !facts->has_points)
        return true;
    fk_vec3 from = facts->has_box ? facts->box.min : facts->point_a;
    fk_vec3 to = facts->has_box ? facts->box.max : facts->point_b;
    return add_finding_ring(out, fk_vec3_scale(fk_vec3_add(from, to), 0.5), 44);
}

/* At the moment of first contact, the depth is that of the bracket and means nothing. */
bool display_draw_pair(display *s, const display_view *view, const display_pair *pair, drawing *out)
{
    double time = display_time(s, view);
    const fk_pose *a = &s->pose[pair->a], *b = &s->pose[pair->b];
    bool is_first = is_first_contact(s, view, pair, time);
    pthread_mutex_lock(&s->guard);
    const display_finding *finding = display_finding_at(s, pair, a, b);
    display_facts facts = display_pair_facts(pair, finding, time);
    bool is_good = view->is_wide || finding == NULL || draw_lines(finding, out);
    pthread_mutex_unlock(&s->guard);
    if (is_good && view->is_wide)
        is_good = draw_place_ring(&facts, out);
    else if (is_good)
        is_good = draw_facts(s, &facts, true, pair->swept == NULL && !is_first, out) &&
                  (!is_first || draw_first_contact(&facts, time, out));
    return is_good && ((view->layers & FK_LAYER_LABELS) || draw_names(s, view, pair, out));
}

bool display_draw_clashes(display *s, const display_view *view, drawing *out)
{
    const fk_check *check = view->check != NULL ? view->check : s->show->check;
    size_t count = check != NULL ? check->pair_count : 0, drawn = 0;
    for (size_t i = 0; i < count && drawn < MOST_PAIRS; i++) {
        const fk_check_pair *pair = &check->pair[i];
        if (!pair->is_clash || pair->a >= s->part_count || pair->b >= s->part_count)
            continue;
        display_facts facts = facts_of_check(pair, pair->a, pair->b);
        if (!draw_facts(s, &facts, check->clashes <= MOST_TEXTS, false, out))
            return false;
        drawn++;
    }
    return true;
}
