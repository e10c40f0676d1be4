/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The first step of an explanation, the question; and the last one, the answer with its proof in words. */

#include "explain_private.h"

#include <math.h>
#include <stdio.h>

/* ---- The question -------------------------------------------------------------------------------------- */

static void write_method(explain_pen *pen)
{
    switch (pen->e->method) {
    case FK_METHOD_GJK:
        pen_write(pen, "gjk (Gilbert, Johnson, Keerthi) walks through the Minkowski difference a - b toward "
                       "the origin.");
        break;
    case FK_METHOD_CW:
        pen_write(pen, "cw (Chung, Wang) turns a vector until it separates.");
        break;
    case FK_METHOD_SAT:
        pen_write(pen,
                  "sat looks for an axis on which the shadows of a and b are apart: normals of faces, and "
                  "products of edges.");
        break;
    case FK_METHOD_SAT6:
        pen_write(
            pen,
            "sat6 tries the six normals of faces alone, and may be wrong: products of edges are left out.");
        break;
    case FK_METHOD_FM:
        pen_write(pen, "fm (Fourier, Motzkin) writes both bodies as rows of inequalities, and eliminates "
                       "variable by variable.");
        break;
    case FK_METHOD_FM_PAPER:
        pen_write(pen, "fm-paper eliminates variables as its paper prints it, mistakes included.");
        break;
    case FK_METHOD_EC:
        pen_write(
            pen, "ec (effective constraints) takes faces as equalities until an interval on a line is left.");
        break;
    case FK_METHOD_EC_PAPER:
        pen_write(pen, "ec-paper takes faces as equalities as its paper prints it: without a way back, so it "
                       "may be wrong.");
        break;
    default:
        break;
    }
}

void explain_draw_question(explain_pen *pen)
{
    const explanation *e = pen->e;
    char words[80];
    snprintf(pen->text->title, EXPLAIN_COLUMNS, "%s: the question", fk_method_name(e->method));
    if (e->has_difference)
        explain_minkowski_end(pen, false);
    else
        pen_bodies(pen, false);
    pen_write_marked(pen, "Do a and b have a common point?");
    pen_blank_line(pen);
    for (int k = 0; k < 2; k++) {
        explain_body_text(&e->body[k], e->scale, words, sizeof words);
        pen_write(pen, "%s: %s%s%s", k == 0 ? "a" : "b", e->name[k], e->name[k][0] != 0 ? ", " : "", words);
    }
    pen_blank_line(pen);
    write_method(pen);
    if (e->has_difference) {
        pen_blank_line(pen);
        pen_write(pen, "Left: a and b. Right: a - b, all differences of a point of a and one of b. They meet "
                       "when 0 is in a - b.");
        if (e->ball_mesh != NULL) {
            pen_write(pen,
                      "Round bodies are cores with a radius: they meet when the cores' difference reaches "
                      "the ball of both radii around 0.");
        }
        if (e->is_sampled)
            pen_write(pen, "(The curved a - b is drawn with flat faces.)");
    }
}

/* ---- Proofs in words ----------------------------------------------------------------------------------- */

typedef struct pair_list_text {
    char text[120];
} pair_list_text;

/* "a1-b6, a0-b7" */
static pair_list_text list_pairs(const fk_certificate *c)
{
    pair_list_text words = {""};
    size_t length = 0;
    for (uint32_t k = 0; k < c->pair_count && k < FK_CERTIFICATE_PAIRS && length < sizeof words.text; k++)
        length += (size_t)snprintf(words.text + length, sizeof words.text - length, "%sa%u-b%u",
                                   k == 0 ? "" : ", ", c->pair[k].a, c->pair[k].b);
    return words;
}

static void write_separation(explain_pen *pen, const fk_certificate *c)
{
    if (c->direction.form == FK_DIRECTION_VECTOR)
        pen_write(pen, "Proof: along n = %s all of a comes before all of b.",
                  explain_vector_text(c->direction.vector).text);
    else if (c->pair_count > 0)
        pen_write(pen, "Proof: the differences of vertices %s span the direction that separates.",
                  list_pairs(c).text);
    else
        pen_write(pen, "Proof: the numbers of both bodies alone.");
}

static void write_meeting(explain_pen *pen, const fk_certificate *c)
{
    bool is_round = pen->e->body[0].radius > 0 || pen->e->body[1].radius > 0;
    if (c->point_form == FK_POINT_VECTOR)
        pen_write(pen, "Proof: the point %s is inside of both.", explain_vector_text(c->point).text);
    else if (c->pair_count > 0 && c->point_form == FK_POINT_WEIGHTS)
        pen_write(pen, "Proof: a weighted mean of %u vertices is inside of both.", c->pair_count);
    else if (c->pair_count > 0 && is_round)
        pen_write(pen, "Proof: the differences of vertices %s come as near to the origin as the radii.",
                  list_pairs(c).text);
    else if (c->pair_count > 0 && c->verdict == FK_OVERLAPPING)
        pen_write(pen, "Proof: the differences of vertices %s have the origin inside.", list_pairs(c).text);
    else if (c->pair_count > 0)
        pen_write(pen, "Proof: the differences of vertices %s hold the origin, on the border of a - b.",
                  list_pairs(c).text);
    else
        pen_write(pen, "Proof: the numbers of both bodies alone.");
}

static void write_certificate(explain_pen *pen, const fk_certificate *c)
{
    if (c->verdict == FK_APART)
        write_separation(pen, c);
    else
        write_meeting(pen, c);
}

static void write_answer_fields(explain_pen *pen, const fk_answer *answer)
{
    if (answer->filled & FK_PART_PLANE && answer->verdict == FK_APART && isfinite(answer->gap))
        pen_write(pen, "The gap is at least %s.", explain_number_text(answer->gap).text);
    if (answer->filled & FK_PART_POINT)
        pen_write(pen, "A common point: %s", explain_vector_text(answer->point).text);
}

static void write_verdict(explain_pen *pen)
{
    switch (pen->e->answer.verdict) {
    case FK_APART:
        pen_write_marked(pen, "Apart: they have no common point.");
        break;
    case FK_TOUCHING:
        pen_write_marked(pen, "Touching: they share points of their borders only.");
        break;
    case FK_OVERLAPPING:
        pen_write_marked(pen, "Overlapping: they share inner points.");
        break;
    default:
        pen_write_marked(pen, "Undecided: this method cannot tell.");
        break;
    }
}

/* Writes the answer of method exact, if the method has no proof, may be wrong, or is undecided. */
static void write_exact_answer(explain_pen *pen)
{
    const explanation *e = pen->e;
    pen_blank_line(pen);
    if (e->answer.verdict == FK_UNDECIDED)
        pen_write_marked(pen, "Method exact says: %s.", fk_verdict_name(e->truth.verdict));
    else if (e->answer.verdict == e->truth.verdict)
        pen_write(pen, "Method exact says the same, with proof:");
    else
        pen_write_marked(
            pen, "WRONG: the bodies are %s. Method exact proves it:", fk_verdict_name(e->truth.verdict));
    if (e->truth.filled & FK_PART_CERTIFICATE) {
        write_certificate(pen, &e->truth.certificate);
        pen_write(pen, "The verifier accepts it.");
    }
}

/* ---- The answer ---------------------------------------------------------------------------------------- */

/* Draws the separating plane, or the common point, of the method or of method exact. */
static void draw_answer(explain_pen *pen)
{
    const explanation *e = pen->e;
    const fk_answer *with_plane = e->answer.filled & FK_PART_PLANE ? &e->answer : &e->truth;
    const fk_answer *with_point = e->answer.filled & FK_PART_POINT ? &e->answer : &e->truth;
    if (e->answer.verdict == FK_APART && with_plane->verdict == FK_APART &&
        with_plane->filled & FK_PART_PLANE) {
        fk_plane plane = with_plane->plane;
        pen_plane(pen, plane.normal, plane.offset * e->scale, e->bodies.center, 0.8 * e->bodies.radius,
                  LOOK_MARK, true);
    }
    if (with_point->filled & FK_PART_POINT && with_point->verdict >= FK_TOUCHING) {
        fk_vec3 at = fk_vec3_scale(with_point->point, e->scale);
        pen_point(pen, at, LOOK_CLASH, 13);
        pen_label(pen, vector_along(at, e->up, 0.08 * e->bodies.radius), LOOK_CLASH, "common point");
    }
}

/* Draws the vertices of the certificate's pairs. */
static void draw_certificate(explain_pen *pen)
{
    const explanation *e = pen->e;
    const fk_certificate *c = &e->answer.certificate;
    if (!(e->answer.filled & FK_PART_CERTIFICATE) || e->body[0].is_smooth || e->body[1].is_smooth)
        return;
    for (uint32_t k = 0; k < c->pair_count && k < FK_CERTIFICATE_PAIRS; k++) {
        if (c->pair[k].a >= e->body[0].point_count || c->pair[k].b >= e->body[1].point_count)
            continue;
        fk_vec3 a = e->body[0].point[c->pair[k].a], b = e->body[1].point[c->pair[k].b];
        pen_line_on_top(pen, a, b, LOOK_MARK, 2);
        pen_point(pen, a, LOOK_A, 10);
        pen_point(pen, b, LOOK_B, 10);
    }
}

void explain_draw_answer(explain_pen *pen)
{
    const explanation *e = pen->e;
    bool has_proof = e->answer.filled & FK_PART_CERTIFICATE;
    snprintf(pen->text->title, EXPLAIN_COLUMNS, "%s: the answer is %s", fk_method_name(e->method),
             fk_verdict_name(e->answer.verdict));
    if (e->has_difference)
        explain_minkowski_end(pen, true);
    else
        pen_bodies(pen, e->answer.verdict != FK_APART);
    draw_answer(pen);
    draw_certificate(pen);
    write_verdict(pen);
    pen_write(pen, "%u step%s.", e->step_count, e->step_count == 1 ? "" : "s");
    write_answer_fields(pen, &e->answer);
    pen_blank_line(pen);
    if (has_proof) {
        write_certificate(pen, &e->answer.certificate);
        pen_write_marked(pen, e->is_verified ? "The verifier accepts it: proved exactly."
                                             : "The verifier refuses it!");
    } else if (e->answer.verdict != FK_UNDECIDED) {
        pen_write(pen, "This method gives no certificate%s.",
                  fk_method_may_be_wrong(e->method) ? ", and may be wrong" : "");
    }
    if (!has_proof || e->answer.verdict != e->truth.verdict)
        write_exact_answer(pen);
}
