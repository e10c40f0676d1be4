/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Drawings: lists that grow. */

#include "drawing.h"

#include <math.h>
#include <string.h>

drawing drawing_make(fk_context *context)
{
    return (drawing){.context = context};
}

void drawing_empty(drawing *d)
{
    d->body_count = d->line_count = d->point_count = d->label_count = 0;
    d->has_section = d->is_clear = d->has_legend = d->has_scale = false;
}

void drawing_free(drawing *d)
{
    fk_context *context = d->context;
    fk_release(context, d->body, d->body_capacity * sizeof *d->body);
    fk_release(context, d->line, d->line_capacity * sizeof *d->line);
    fk_release(context, d->point, d->point_capacity * sizeof *d->point);
    fk_release(context, d->label, d->label_capacity * sizeof *d->label);
    *d = drawing_make(context);
}

/* Reserves one more item after `count`. */
static bool reserve_item(fk_context *context, void **items, uint32_t count, uint32_t *capacity, size_t bytes)
{
    if (count < *capacity)
        return true;
    uint32_t more = *capacity > 0 ? 2 * *capacity : 64;
    void *moved = more > *capacity ? fk_allocate(context, more * bytes) : NULL;
    if (moved == NULL)
        return false;
    if (count > 0)
        memcpy(moved, *items, count * bytes);
    fk_release(context, *items, *capacity * bytes);
    *items = moved;
    *capacity = more;
    return true;
}

bool drawing_add_body(drawing *d, const drawing_body *body)
{
    void *items = d->body;
    bool has_room = reserve_item(d->context, &items, d->body_count, &d->body_capacity, sizeof *body);
    d->body = items;
    if (has_room)
        d->body[d->body_count++] = *body;
    return has_room;
}

bool drawing_add_line(drawing *d, const drawing_line *line)
{
    void *items = d->line;
    bool has_room = reserve_item(d->context, &items, d->line_count, &d->line_capacity, sizeof *line);
    d->line = items;
    if (has_room)
        d->line[d->line_count++] = *line;
    return has_room;
}

bool drawing_add_point(drawing *d, const drawing_point *point)
{
    void *items = d->point;
    bool has_room = reserve_item(d->context, &items, d->point_count, &d->point_capacity, sizeof *point);
    d->point = items;
    if (has_room)
        d->point[d->point_count++] = *point;
    return has_room;
}

bool drawing_add_label(drawing *d, fk_vec3 at, drawing_look look, const char *text)
{
    void *items = d->label;
    bool has_room = reserve_item(d->context, &items, d->label_count, &d->label_capacity, sizeof *d->label);
    d->label = items;
    if (!has_room)
        return false;
    drawing_label *label = &d->label[d->label_count++];
    *label = (drawing_label){.at = at, .look = look};
    size_t length = strlen(text);
    if (length >= sizeof label->text) {
        length = sizeof label->text - 1;
        while (length > 0 && ((unsigned char)text[length] & 0xC0) == 0x80)
            length--;
    }
    memcpy(label->text, text, length);
    return true;
}

bool drawing_add_box(drawing *d, const fk_piece *box, drawing_look look, float width)
{
    for (unsigned corner = 0; corner < 8; corner++)
        for (unsigned k = 0; k < 3; k++) {
            if (corner >> k & 1)
                continue;
            drawing_line line = {.from = box->as.cell.origin, .look = look, .width = width};
            for (unsigned i = 0; i < 3; i++)
                if (corner >> i & 1) {
                    line.from.x += box->as.cell.edge[i].x;
                    line.from.y += box->as.cell.edge[i].y;
                    line.from.z += box->as.cell.edge[i].z;
                }
            line.to = (fk_vec3){line.from.x + box->as.cell.edge[k].x, line.from.y + box->as.cell.edge[k].y,
                                line.from.z + box->as.cell.edge[k].z};
            if (!drawing_add_line(d, &line))
                return false;
        }
    return true;
}

bool drawing_add_ball(drawing *d, const fk_mesh *ball, const fk_sphere *sphere, drawing_look look)
{
    drawing_body body = {
        .mesh = ball, .pose = {.translation = sphere->center}, .look = look, .is_faint = true};
    for (int k = 0; k < 3; k++)
        body.pose.rotation[k][k] = sphere->radius;
    return !isfinite(sphere->radius) || !fk_vec3_is_finite(sphere->center) || drawing_add_body(d, &body);
}
