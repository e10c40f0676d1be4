/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Drawings: lists that grow. */

#include "drawing.h"

#include <string.h>

drawing drawing_make(fk_context *context)
{
    return (drawing){.context = context};
}

void drawing_empty(drawing *drawing)
{
    drawing->body_count = drawing->line_count = drawing->point_count = drawing->label_count = 0;
    drawing->has_section = drawing->is_clear = drawing->has_legend = false;
}

void drawing_free(drawing *drawing)
{
    fk_context *context = drawing->context;
    fk_release(context, drawing->body, drawing->body_capacity * sizeof *drawing->body);
    fk_release(context, drawing->line, drawing->line_capacity * sizeof *drawing->line);
    fk_release(context, drawing->point, drawing->point_capacity * sizeof *drawing->point);
    fk_release(context, drawing->label, drawing->label_capacity * sizeof *drawing->label);
    *drawing = drawing_make(context);
}

/* Room for one more item behind `count`. */
static bool reserve(fk_context *context, void **items, uint32_t count, uint32_t *capacity, size_t bytes)
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

bool drawing_add_body(drawing *drawing, const drawing_body *body)
{
    void *items = drawing->body;
    bool has_room = reserve(drawing->context, &items, drawing->body_count, &drawing->body_capacity, sizeof *body);
    drawing->body = items;
    if (has_room)
        drawing->body[drawing->body_count++] = *body;
    return has_room;
}

bool drawing_add_line(drawing *drawing, const drawing_line *line)
{
    void *items = drawing->line;
    bool has_room = reserve(drawing->context, &items, drawing->line_count, &drawing->line_capacity, sizeof *line);
    drawing->line = items;
    if (has_room)
        drawing->line[drawing->line_count++] = *line;
    return has_room;
}

bool drawing_add_point(drawing *drawing, const drawing_point *point)
{
    void *items = drawing->point;
    bool has_room =
        reserve(drawing->context, &items, drawing->point_count, &drawing->point_capacity, sizeof *point);
    drawing->point = items;
    if (has_room)
        drawing->point[drawing->point_count++] = *point;
    return has_room;
}

bool drawing_add_label(drawing *drawing, fk_vec3 at, drawing_look look, const char *text)
{
    void *items = drawing->label;
    bool has_room = reserve(drawing->context, &items, drawing->label_count, &drawing->label_capacity,
                            sizeof *drawing->label);
    drawing->label = items;
    if (!has_room)
        return false;
    drawing_label *label = &drawing->label[drawing->label_count++];
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

bool drawing_add_box(drawing *drawing, const fk_piece *box, drawing_look look, float width)
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
            if (!drawing_add_line(drawing, &line))
                return false;
        }
    return true;
}
