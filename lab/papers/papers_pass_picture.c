/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Pictures of two objects that pass each other: triangles between their points, in a position of the way. */

#include "papers/papers_pass.h"
#include "peers/participant.h"
#include "shape/hull/hull.h"
#include "study/study.h"

#include <stdlib.h>

/* ---- Triangles ----------------------------------------------------------------------------------------- */

/* Of a tube: two between four neighbours. */
static size_t tube_triangles(const pass_object *o, fk_triangle *out)
{
    size_t count = 0;
    for (uint32_t i = 0; i < o->around; i++)
        for (uint32_t k = 0; k < o->across; k++) {
            uint32_t i1 = (i + 1) % o->around, k1 = (k + 1) % o->across;
            uint32_t a = i * o->across + k, b = i1 * o->across + k, c = i1 * o->across + k1,
                     d = i * o->across + k1;
            out[count++] = (fk_triangle){{a, b, c}};
            out[count++] = (fk_triangle){{a, c, d}};
        }
    return count;
}

/* Of a ball with bumps: those of the hull of its points, before they were pushed off the sphere. */
static size_t ball_triangles(fk_context *context, uint32_t points, fk_triangle *out)
{
    fk_vec3 *round = bench_allocate(points, sizeof *round);
    fk_hull *hull = NULL;
    size_t count = 0;
    for (uint32_t i = 0; i < points; i++)
        round[i] = pass_spiral_point(i, points);
    if (fk_hull_build(context, round, points, &hull) == FK_OK) { /* all of them are its vertices */
        count = fk_hull_triangle_count(hull);
        fk_hull_list_triangles(hull, out);
    }
    fk_hull_free(context, hull);
    free(round);
    return count;
}

static fk_status make_mesh(fk_context *context, const pass_object *o, double radius, fk_mesh **out)
{
    pass_body body;
    if (!pass_body_make(context, o, radius, &body)) {
        pass_body_end(context, &body);
        return FK_ERROR_MEMORY;
    }
    fk_triangle *triangle = bench_allocate(2 * (size_t)body.count, sizeof *triangle);
    size_t count =
        o->around > 0 ? tube_triangles(o, triangle) : ball_triangles(context, body.count, triangle);
    fk_mesh_input input = {body.point, body.count, triangle, count, fk_mesh_options_default()};
    fk_status status = fk_mesh_build(context, &input, NULL, out);
    free(triangle);
    pass_body_end(context, &body);
    return status;
}

/* ---- Pictures ------------------------------------------------------------------------------------------ */

static void draw(study *s, fk_context *context, int pair, fk_mesh *const mesh[2])
{
    static const struct {
        const char *name, *text;
        double part[PASS_PAIRS]; /* of the way */
    } shown[] = {{"near", "as their balls meet", {0.295, 0.405}}, {"meeting", "as they meet", {0.43, 0.455}}};
    const pass_object *o = pass_objects[pair];
    for (size_t i = 0; i < sizeof shown / sizeof shown[0]; i++) {
        char name[32], text[160];
        fk_check_part part[2] = {{.name = o[0].name, .mesh = mesh[0]}, {.name = o[1].name, .mesh = mesh[1]}};
        study_scene scene = {part, 2, .is_checked = true,
                             .layers = FK_LAYER_OBB | FK_LAYER_SPHERE | FK_LAYER_LEGEND};
        pass_place((int)(shown[i].part[pair] * PASS_POSITIONS), &part[0].pose, &part[1].pose);
        snprintf(name, sizeof name, "%s-%s", pair == 0 ? "o1-o2" : "o3-o4", shown[i].name);
        snprintf(text, sizeof text, "%s: %s and %s, with balls and oriented boxes, %s", pass_pairs[pair],
                 o[0].name, o[1].name, shown[i].text);
        study_view(s, context, name, text, &scene);
    }
}

void pass_pictures(study *s, fk_context *context, int pair)
{
    fk_mesh *mesh[2] = {NULL, NULL};
    fk_status status = FK_OK;
    for (int side = 0; side < 2 && status == FK_OK; side++)
        status = make_mesh(context, &pass_objects[pair][side], pass_radius(pair), &mesh[side]);
    if (status == FK_OK)
        draw(s, context, pair, mesh);
    else {
        cli_trouble("the objects cannot be drawn: %s", fk_status_text(status));
        study_fail(s);
    }
    for (int side = 0; side < 2; side++)
        fk_mesh_free(context, mesh[side]);
}
