/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Flat shapes and text on top of the picture. Shapes are collected in their order, and drawn when there are many, when
 * the clip changes, or at the end. */

#include "gl_private.h"

#include <math.h>
#include <string.h>

rgba_color look_color(drawing_look look)
{
    static const rgba_color color[LOOK_COUNT] = {
        [LOOK_CLEAR] = {196, 202, 209, 255}, [LOOK_NEAR] = {247, 172, 28, 255},
        [LOOK_CLASH] = {226, 58, 46, 255},   [LOOK_UNDECIDED] = {137, 84, 208, 255},
        [LOOK_A] = {58, 132, 218, 255},      [LOOK_B] = {52, 168, 108, 255},
        [LOOK_C] = {240, 138, 36, 255},      [LOOK_D] = {226, 58, 46, 255},
        [LOOK_VOLUME] = {84, 116, 150, 255}, [LOOK_MARK] = {24, 28, 34, 255},
    };
    return color[(unsigned)look < LOOK_COUNT ? look : LOOK_MARK];
}

/* ---- Buffers ------------------------------------------------------------------------------------------- */

fk_status gl_overlay_create(painter *p)
{
    fk_status status = font_create(p->context, &p->letters);
    if (status != FK_OK)
        return status;
    glGenTextures(1, &p->atlas);
    glBindTexture(GL_TEXTURE_2D, p->atlas);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, FONT_ATLAS, FONT_ATLAS, 0, GL_RED, GL_UNSIGNED_BYTE, NULL);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glBindTexture(GL_TEXTURE_2D, 0);

    glGenVertexArrays(1, &p->flat_array);
    glGenBuffers(1, &p->flat_buffer);
    glBindVertexArray(p->flat_array);
    glBindBuffer(GL_ARRAY_BUFFER, p->flat_buffer);
    glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, sizeof(flat_vertex), NULL);
    glVertexAttribPointer(1, 4, GL_UNSIGNED_BYTE, GL_TRUE, sizeof(flat_vertex),
                          (void *)offsetof(flat_vertex, color));
    glVertexAttribPointer(2, 1, GL_FLOAT, GL_FALSE, sizeof(flat_vertex), (void *)offsetof(flat_vertex, kind));
    for (GLuint i = 0; i < 3; i++)
        glEnableVertexAttribArray(i);
    glBindVertexArray(0);
    return gl_has_error() ? FK_ERROR_MEMORY : FK_OK;
}

void gl_overlay_free(painter *p)
{
    font_free(p->letters);
    glDeleteTextures(1, &p->atlas);
    glDeleteBuffers(1, &p->flat_buffer);
    glDeleteVertexArrays(1, &p->flat_array);
}

static void send_atlas(painter *p)
{
    int begin, end;
    const uint8_t *rows = font_atlas(p->letters, &begin, &end);
    if (begin >= end)
        return;
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, begin, FONT_ATLAS, end - begin, GL_RED, GL_UNSIGNED_BYTE,
                    rows + (size_t)begin * FONT_ATLAS);
}

static void flush_overlay(painter *p)
{
    if (p->flat_count == 0)
        return;
    const gl_shader *shader = &p->shader[PROGRAM_FLAT];
    glUseProgram(shader->program);
    glUniform2f(shader->uniform[UNIFORM_SIZE], (float)p->flat_width, (float)p->flat_height);
    glUniform1f(shader->uniform[UNIFORM_SCALE], p->scale);
    glUniform1i(shader->uniform[UNIFORM_IMAGE], 0);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, p->atlas);
    send_atlas(p);
    glBindVertexArray(p->flat_array);
    glBindBuffer(GL_ARRAY_BUFFER, p->flat_buffer);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(p->flat_count * sizeof *p->flat), p->flat, GL_STREAM_DRAW);
    glDrawArrays(GL_TRIANGLES, 0, (GLsizei)p->flat_count);
    glBindVertexArray(0);
    glBindTexture(GL_TEXTURE_2D, 0);
    p->flat_count = 0;
}

void painter_begin_overlay(painter *p, int width, int height)
{
    p->flat_width = width;
    p->flat_height = height;
    p->flat_count = 0;
    glViewport(0, 0, width, height);
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_CULL_FACE);
    glDisable(GL_SCISSOR_TEST);
    glEnable(GL_BLEND);
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
}

void painter_end_overlay(painter *p)
{
    flush_overlay(p);
    glDisable(GL_SCISSOR_TEST);
    glDisable(GL_BLEND);
    glUseProgram(0);
}

void painter_clip(painter *p, float x, float y, float width, float height)
{
    flush_overlay(p);
    if (!(width > 0) || !(height > 0)) {
        glDisable(GL_SCISSOR_TEST);
        return;
    }
    int left = (int)lrintf(x), right = (int)lrintf(x + width);
    int top = (int)lrintf(y), bottom = (int)lrintf(y + height);
    glEnable(GL_SCISSOR_TEST);
    glScissor(left, p->flat_height - bottom, right - left, bottom - top);
}

/* ---- Shapes -------------------------------------------------------------------------------------------- */

static flat_vertex *reserve_vertices(painter *p, uint32_t count)
{
    if (p->flat_count + count > FLAT_MOST)
        flush_overlay(p);
    flat_vertex *v = &p->flat[p->flat_count];
    p->flat_count += count;
    return v;
}

/* Adds two triangles; u and v go from those of `from` to those of `to`. */
static void add_quad(painter *p, flat_vertex from, flat_vertex to)
{
    flat_vertex *v = reserve_vertices(p, 6);
    flat_vertex right = from, below = from;
    right.x = to.x;
    right.u = to.u;
    below.y = to.y;
    below.v = to.v;
    const flat_vertex six[6] = {from, below, right, right, below, to};
    memcpy(v, six, sizeof six);
}

static void add_rectangle(painter *p, float x, float y, float width, float height, rgba_color color,
                          float kind)
{
    if (!(width > 0) || !(height > 0))
        return;
    flat_vertex from = {x, y, 0, 0, color, kind}, to = {x + width, y + height, width, height, color, kind};
    add_quad(p, from, to);
}

void painter_rectangle(painter *p, float x, float y, float width, float height, rgba_color color)
{
    add_rectangle(p, x, y, width, height, color, 0);
}

void painter_frame(painter *p, float x, float y, float width, float height, rgba_color color)
{
    add_rectangle(p, x, y, width, 1, color, 0);
    add_rectangle(p, x, y + height - 1, width, 1, color, 0);
    add_rectangle(p, x, y + 1, 1, height - 2, color, 0);
    add_rectangle(p, x + width - 1, y + 1, 1, height - 2, color, 0);
}

void painter_triangle(painter *p, const float xy[6], rgba_color color)
{
    flat_vertex *v = reserve_vertices(p, 3);
    for (int i = 0; i < 3; i++)
        v[i] = (flat_vertex){xy[2 * i], xy[2 * i + 1], 0, 0, color, 0};
}

void painter_swatch(painter *p, float x, float y, float width, float height, drawing_look look)
{
    add_rectangle(p, x, y, width, height, look_color(look), 2 + (float)look);
}

/* ---- Text ---------------------------------------------------------------------------------------------- */

static const font_glyph *find_glyph(painter *p, float size, uint32_t code, unsigned phase)
{
    const font_glyph *glyph = font_find(p->letters, size, code, phase);
    if (glyph != NULL)
        return glyph;
    /* The collected shapes still need the current atlas. */
    flush_overlay(p);
    font_clear(p->letters);
    return font_find(p->letters, size, code, phase);
}

float painter_text(painter *p, float x, float y, float size, rgba_color color, const char *text)
{
    const float unit = 1.0f / FONT_ATLAS;
    float base = roundf(y);
    for (uint32_t code = font_next(&text); code != 0; code = font_next(&text)) {
        long place = lrintf(4 * x);
        unsigned phase = (unsigned)(place & 3);
        const font_glyph *glyph = find_glyph(p, size, code, phase);
        if (glyph != NULL && glyph->width > 0) {
            float left = (float)((place - (long)phase) / 4 + glyph->left), top = base + (float)glyph->top;
            flat_vertex from = {left, top, (float)glyph->x * unit, (float)glyph->y * unit, color, 1},
                        to = from;
            to.x += (float)glyph->width;
            to.y += (float)glyph->height;
            to.u += (float)glyph->width * unit;
            to.v += (float)glyph->height * unit;
            add_quad(p, from, to);
        }
        x += font_advance(p->letters, size, code);
    }
    return x;
}

float painter_text_width(const painter *p, float size, const char *text)
{
    float width = 0;
    for (uint32_t code = font_next(&text); code != 0; code = font_next(&text))
        width += font_advance(p->letters, size, code);
    return width;
}
