/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas papers hull, second part: one convex hull against a decomposition, figures 7.3 and 7.4 of the thesis. Its figure, from
 * a game, is not ours to show: a knot stands for it.
 *
 * Pieces may overlap, so their volumes do not add up. What they fill together is counted: of points that are spread evenly in the one
 * hull, the share that is in a piece, too. */

#include "mesh_file.h"
#include "papers/papers.h"
#include "peers/participant.h"

#include <math.h>

static const struct split_figure {
    const char *kind;
    uint32_t triangles, quick_triangles; /* 0: not in a quick run */
    uint32_t pieces;                     /* at most; 0: no limit but that on concavity */
} figures[] = {
    {"trefoil", 3000, 300, 21}, /* as many as section 7.5 of the thesis has */
    {"trefoil", 3000, 0, 0},    {"gear", 3000, 500, 0}, {"bolt", 3000, 0, 0}, {"bracket", 3000, 300, 0},
};

enum { FIGURES = sizeof figures / sizeof figures[0] };

typedef struct split_result {
    double hull_share,
        piece_share; /* the volume of the hull, and of all pieces together, over that of the object */
    uint32_t pieces;
    double hull_ms, split_ms;
} split_result;

/* ---- Measuring ----------------------------------------------------------------------------------------- */

enum { SAMPLES = 100000 };

/* Up to rounding. */
static bool is_in(const fk_hull *hull, fk_vec3 p)
{
    for (uint32_t f = 0; f < hull->face_count; f++) {
        const uint32_t *corner = hull->face_vertex + hull->face_begin[f];
        fk_vec3 a = hull->point[corner[0]];
        fk_vec3 u = fk_vec3_sub(hull->point[corner[1]], a), v = fk_vec3_sub(hull->point[corner[2]], a);
        if (fk_vec3_dot(fk_vec3_cross(u, v), fk_vec3_sub(p, a)) > 0)
            return false;
    }
    return true;
}

static bool is_in_some(const fk_split *split, fk_vec3 p)
{
    for (uint32_t i = 0; i < split->piece_count; i++)
        if (is_in(split->piece[i], p))
            return true;
    return false;
}

/* Point i of a sequence that fills the unit cube evenly: multiples of powers of the root g of g^4 = g + 1, without their whole
 * parts. */
static fk_vec3 sample_point(int i)
{
    const double step = 0.8191725133961645; /* 1 / g */
    double x = 0.5 + i * step, y = 0.5 + i * (step * step), z = 0.5 + i * (step * step * step);
    return fk_vec3_make(x - floor(x), y - floor(y), z - floor(z));
}

/* Which share of a hull is in pieces. */
static double share_of_pieces(const fk_hull *hull, const fk_split *split)
{
    fk_aabb box = fk_aabb_empty();
    for (uint32_t i = 0; i < hull->vertex_count; i++)
        box = fk_aabb_include(box, hull->point[i]);
    fk_vec3 size = fk_vec3_sub(box.max, box.min);
    double in_hull = 0, in_pieces = 0;
    for (int i = 0; i < SAMPLES; i++) {
        fk_vec3 at = sample_point(i);
        fk_vec3 p = fk_vec3_add(box.min, fk_vec3_make(at.x * size.x, at.y * size.y, at.z * size.z));
        if (!is_in(hull, p))
            continue;
        in_hull++;
        in_pieces += is_in_some(split, p);
    }
    return in_pieces / in_hull;
}

static void measure_split(fk_context *context, const fk_mesh *mesh, uint32_t pieces, split_result *out)
{
    fk_split_options options = fk_split_options_default();
    fk_mesh_facts *facts;
    fk_hull *hull;
    fk_split *split;
    papers_check(fk_mesh_inspect(context, mesh, &facts));
    double volume = facts->volume, begin = bench_used_seconds();
    papers_check(fk_hull_build(context, mesh->point, mesh->vertex_count, &hull));
    out->hull_ms = 1e3 * (bench_used_seconds() - begin);
    out->hull_share = hull_volume(hull) / volume;
    options.max_pieces = pieces;
    begin = bench_used_seconds();
    papers_check(fk_split_build(context, mesh, &options, &split));
    out->split_ms = 1e3 * (bench_used_seconds() - begin);
    out->pieces = split->piece_count;
    out->piece_share = out->hull_share * share_of_pieces(hull, split);
    fk_mesh_facts_free(context, facts);
    fk_hull_free(context, hull);
    fk_split_free(context, split);
}

/* ---- Telling ------------------------------------------------------------------------------------------- */

static void report_split_figure(const papers_lab *lab, const struct split_figure *f, split_result *out)
{
    fk_model *model =
        papers_generate(lab->context, f->kind, lab->quick ? f->quick_triangles : f->triangles, 0);
    measure_split(lab->context, &model->part[0], f->pieces, out);
    study_words(lab->s, "%s", f->kind);
    study_numbers(lab->s, model->part[0].triangle_count, 100 * out->hull_share, out->hull_ms,
                  f->pieces > 0 ? f->pieces : (double)NAN, out->pieces, 100 * out->piece_share,
                  out->split_ms);
    fk_model_free(lab->context, model);
}

static void draw_split_knot(const papers_lab *lab)
{
    fk_model *model = papers_generate(lab->context, "trefoil", figures[0].triangles, 0);
    fk_check_part part = {.name = "knot", .mesh = &model->part[0], .pose = fk_pose_identity()};
    study_scene scene = {.part = &part, .count = 1};
    study_view(lab->s, lab->context, "knot", "A knot", &scene);
    scene.layers = FK_LAYER_HULL;
    study_view(lab->s, lab->context, "hull", "Its convex hull", &scene);
    scene.layers = FK_LAYER_PIECES;
    study_view(lab->s, lab->context, "pieces", "Its convex pieces", &scene);
    fk_model_free(lab->context, model);
}

/* The least and the most over all figures. */
typedef struct empty_shares {
    double hull[2], piece[2];
    double times; /* how many times as long as the hull a decomposition takes, at most */
} empty_shares;

static void add_share(empty_shares *of, const split_result *p)
{
    of->hull[0] = fmin(of->hull[0], p->hull_share);
    of->hull[1] = fmax(of->hull[1], p->hull_share);
    of->piece[0] = fmin(of->piece[0], p->piece_share);
    of->piece[1] = fmax(of->piece[1], p->piece_share);
    of->times = fmax(of->times, p->split_ms / p->hull_ms);
}

static void claim_split(const papers_lab *lab, const empty_shares *of)
{
    study_claim(lab->s,
                "\"minimal convex hull encloses, except of the model, huge amount of empty space\" (7.4)",
                study_if_part(of->hull[0] > 2, of->hull[1] > 2),
                "The hulls have %.2f to %.2f times the volume of their objects. (Huge: more than twice, for "
                "all of them.)",
                of->hull[0], of->hull[1]);
    study_claim(lab->s,
                "\"the output model has slightly bigger volume than original model, but the difference is "
                "almost unnoticeable\" (7.4, decomposed)",
                study_if_part(of->piece[1] < 1.1, of->piece[0] < 1.1),
                "The pieces together have %.2f to %.2f times the volume of their objects. (Slightly: by less "
                "than a tenth.)",
                of->piece[0], of->piece[1]);
    if (!lab->quick)
        study_paragraph(lab->s, "A decomposition takes up to %.0f times the time of one hull.", of->times);
}

void papers_hull_split(const papers_lab *lab)
{
    empty_shares of = {{HUGE_VAL, 0}, {HUGE_VAL, 0}, 0};
    study_table(lab->s, "decomposition",
                "One convex hull against convex pieces; volumes in percent of the object's",
                "object||w; triangles\n"
                "one hull: volume, %|hull_volume_percent|1; ms|hull_ms|st\n"
                "decomposed: at most|most_pieces; pieces; volume, %|pieces_volume_percent|1; ms|split_ms|st");
    for (int i = 0; i < FIGURES; i++) {
        split_result p = {0};
        if (lab->quick && figures[i].quick_triangles == 0)
            continue;
        report_split_figure(lab, &figures[i], &p);
        add_share(&of, &p);
    }
    study_paragraph(
        lab->s,
        "The decomposition is ours, whose pieces cover the mesh exactly; the thesis takes V-HACD. "
        "Without a limit on their number, pieces are made until none is further than a hundredth of "
        "the object from it. What they fill together is counted on %d points.",
        (int)SAMPLES);
    if (study_has_files(lab->s) && !lab->quick)
        draw_split_knot(lab);
    claim_split(lab, &of);
}
