/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The shader programs. Light comes from the camera and from above left of it, in camera axes, so nothing visible is
 * dark. Patterns are in pixels of the picture: stripes, dots and checks have the same size everywhere, so small and
 * large parts show them alike. */

#include "gl_private.h"

#include <stdio.h>
#include <string.h>

/* ---- Texts --------------------------------------------------------------------------------------------- */

/* pattern() gives the colour of a look at a pixel, in the order of drawing_look. The second of two bodies with the same
 * look is lighter, and its stripes go the other way. */
static const char pattern_text[] =
    "vec3 pattern(int look, bool is_second, vec3 plain, vec2 at)\n"
    "{\n"
    "    if (is_second) {\n"
    "        plain = mix(plain, vec3(1.0), 0.34);\n"
    "        at.x = -at.x;\n"
    "    }\n"
    "    if (look == 1) { // near: dark dots\n"
    "        vec2 cell = vec2(at.x + at.y, at.x - at.y) / 15.0;\n"
    "        float d = length(fract(cell) - 0.5) * 15.0 / 1.4142;\n"
    "        return mix(plain, plain * 0.42, clamp(2.5 - d, 0.0, 1.0));\n"
    "    }\n"
    "    if (look == 2) { // clash: dark stripes\n"
    "        float d = abs(fract((at.x + at.y) / 17.0) - 0.5) * 17.0 / 1.4142;\n"
    "        return mix(plain, plain * 0.6, clamp(2.4 - d, 0.0, 1.0));\n"
    "    }\n"
    "    if (look == 3) { // undecided: checks\n"
    "        vec2 d = abs(fract(at / 16.0) - 0.5) * 16.0 - 4.0;\n"
    "        float s = clamp(d.x + 0.5, 0.0, 1.0), t = clamp(d.y + 0.5, 0.0, 1.0);\n"
    "        return mix(plain, mix(plain, vec3(1.0), 0.55), s + t - 2.0 * s * t);\n"
    "    }\n"
    "    return plain;\n"
    "}\n";

static const char body_vertex[] = "layout(location = 0) in vec3 position;\n"
                                  "layout(location = 1) in vec4 normal;\n"
                                  "uniform mat4 matrix;\n"
                                  "uniform mat3 turn;\n"
                                  "out vec3 n;\n"
                                  "#ifdef SECTION\n"
                                  "uniform vec4 section;\n"
                                  "#endif\n"
                                  "void main()\n"
                                  "{\n"
                                  "    gl_Position = matrix * vec4(position, 1.0);\n"
                                  "    n = turn * normal.xyz;\n"
                                  "#ifdef SECTION\n"
                                  "    gl_ClipDistance[0] = section.w - dot(section.xyz, position);\n"
                                  "#endif\n"
                                  "}\n";

static const char body_fragment[] =
    "in vec3 n;\n"
    "uniform vec4 color;\n"
    "uniform int look;\n"
    "uniform bool is_second;\n"
    "uniform vec2 anchor;\n"
    "uniform float scale;\n"
    "uniform vec2 sides;\n"
    "out vec4 pixel;\n"
    "void main()\n"
    "{\n"
    "    vec3 plain = pattern(look, is_second, color.rgb, (gl_FragCoord.xy - anchor) / scale);\n"
    "    bool is_outside = gl_FrontFacing == (sides.x > 0.0);\n"
    "    vec3 m = normalize(n) * (is_outside ? sides.x : -sides.x);\n"
    "    float head = max(m.z, 0.0);\n"
    "    float key = max(dot(m, vec3(-0.40, 0.62, 0.67)), 0.0);\n"
    "    float fill = max(dot(m, vec3(0.75, -0.25, 0.61)), 0.0);\n"
    "    float shine = max(dot(m, vec3(-0.22, 0.34, 0.914)), 0.0);\n"
    "    shine *= shine; shine *= shine; shine *= shine; shine *= shine; shine *= shine;\n"
    "    vec3 lit = plain * (0.46 + 0.24 * head + 0.40 * key + 0.08 * fill) + 0.12 * shine;\n"
    "    if (!is_outside)\n"
    "        lit = sides.y > 0.0 ? plain * sides.y : lit * 0.58;\n"
    "    pixel = vec4(min(lit, 1.0), color.a);\n"
    "}\n";

static const char line_vertex[] = "layout(location = 0) in vec3 position;\n"
                                  "uniform mat4 matrix;\n"
                                  "#ifdef SECTION\n"
                                  "uniform vec4 section;\n"
                                  "#endif\n"
                                  "void main()\n"
                                  "{\n"
                                  "    gl_Position = matrix * vec4(position, 1.0);\n"
                                  "#ifdef SECTION\n"
                                  "    gl_ClipDistance[0] = section.w - dot(section.xyz, position);\n"
                                  "#endif\n"
                                  "}\n";

static const char line_fragment[] = "uniform vec4 color;\n"
                                    "out vec4 pixel;\n"
                                    "void main() { pixel = color; }\n";

/* Lines with round ends, points and arrow heads: each is the set of points nearer to a line than a width, which may
 * vary along it. */
static const char mark_vertex_text[] = "layout(location = 0) in vec3 position;\n"
                                       "layout(location = 1) in vec3 place;\n"
                                       "layout(location = 2) in vec3 width;\n"
                                       "layout(location = 3) in vec4 color;\n"
                                       "out vec3 p;\n"
                                       "out vec3 w;\n"
                                       "out vec4 c;\n"
                                       "void main()\n"
                                       "{\n"
                                       "    gl_Position = vec4(position, 1.0);\n"
                                       "    p = place;\n"
                                       "    w = width;\n"
                                       "    c = color;\n"
                                       "}\n";

static const char mark_fragment[] =
    "in vec3 p;\n"
    "in vec3 w;\n"
    "in vec4 c;\n"
    "out vec4 pixel;\n"
    "void main()\n"
    "{\n"
    "    float along = clamp(p.x, 0.0, p.z);\n"
    "    float half_width = mix(w.x, w.y, p.z > 0.0 ? along / p.z : 0.0);\n"
    "    float d = length(vec2(p.x - along, p.y)) - half_width;\n"
    "    if (w.y < 0.0) // a ring\n"
    "        d = abs(d) + w.y;\n"
    "    float inner = clamp(0.5 - d, 0.0, 1.0) * min(2.0 * max(w.x, w.y), 1.0);\n"
    "    float outer = w.z > 0.0 ? 0.8 * clamp(0.5 + w.z - d, 0.0, 1.0) : 0.0;\n"
    "    float alpha = max(inner, outer);\n"
    "    if (alpha <= 0.0)\n"
    "        discard;\n"
    "    pixel = vec4(mix(vec3(1.0), c.rgb, inner / alpha), alpha * c.a);\n"
    "}\n";

static const char flat_vertex_text[] =
    "layout(location = 0) in vec4 place;\n"
    "layout(location = 1) in vec4 color;\n"
    "layout(location = 2) in float kind;\n"
    "uniform vec2 size;\n"
    "out vec2 t;\n"
    "out vec4 c;\n"
    "flat out float k;\n"
    "void main()\n"
    "{\n"
    "    gl_Position = vec4(2.0 * place.x / size.x - 1.0, 1.0 - 2.0 * place.y / size.y, 0.0, 1.0);\n"
    "    t = place.zw;\n"
    "    c = color;\n"
    "    k = kind;\n"
    "}\n";

static const char flat_fragment[] =
    "in vec2 t;\n"
    "in vec4 c;\n"
    "flat in float k;\n"
    "uniform sampler2D image;\n"
    "uniform float scale;\n"
    "out vec4 pixel;\n"
    "void main()\n"
    "{\n"
    "    pixel = c;\n"
    "    if (k > 1.5)\n"
    "        pixel.rgb = pattern(int(k) - 2, false, c.rgb, vec2(t.x, -t.y) / scale);\n"
    "    else if (k > 0.5)\n"
    "        pixel.a *= texture(image, t).r;\n"
    "}\n";

/* One triangle that covers the picture. */
static const char whole_vertex[] = "out vec2 t;\n"
                                   "void main()\n"
                                   "{\n"
                                   "    t = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0;\n"
                                   "    gl_Position = vec4(2.0 * t - 1.0, 0.0, 1.0);\n"
                                   "}\n";

static const char back_fragment[] =
    "in vec2 t;\n"
    "out vec4 pixel;\n"
    "void main()\n"
    "{\n"
    "    float s = smoothstep(0.0, 1.0, t.y);\n"
    "    pixel = vec4(mix(vec3(0.845, 0.870, 0.895), vec3(0.975, 0.982, 0.990), s), 1.0);\n"
    "}\n";

/* Paints pixels outside the mask that are near it. */
static const char outline_fragment[] =
    "in vec2 t;\n"
    "uniform sampler2D image;\n"
    "uniform vec2 size;\n"
    "uniform float scale;\n"
    "uniform vec4 color;\n"
    "out vec4 pixel;\n"
    "void main()\n"
    "{\n"
    "    float here = texture(image, t).r, near = 0.0, around = 0.0;\n"
    "    for (int i = 0; i < 16; i++) {\n"
    "        float a = 0.39269908 * float(i);\n"
    "        vec2 way = vec2(cos(a), sin(a)) * scale / size;\n"
    "        near += texture(image, t + 1.4 * way).r;\n"
    "        around += texture(image, t + 2.6 * way).r;\n"
    "    }\n"
    "    float s = clamp(near / 3.0, 0.0, 1.0) * 0.6 + clamp(around / 4.0, 0.0, 1.0) * 0.6;\n"
    "    s = min(s, 1.0) * (1.0 - here);\n"
    "    if (s <= 0.0)\n"
    "        discard;\n"
    "    pixel = vec4(color.rgb, color.a * s);\n"
    "}\n";

/* ---- Making them --------------------------------------------------------------------------------------- */

static const struct {
    const char *vertex, *fragment;
    bool has_section;
} source[PROGRAM_COUNT] = {
    [PROGRAM_BODY] = {body_vertex, body_fragment, false},
    [PROGRAM_BODY_SECTION] = {body_vertex, body_fragment, true},
    [PROGRAM_LINE] = {line_vertex, line_fragment, false},
    [PROGRAM_LINE_SECTION] = {line_vertex, line_fragment, true},
    [PROGRAM_MARK] = {mark_vertex_text, mark_fragment, false},
    [PROGRAM_FLAT] = {flat_vertex_text, flat_fragment, false},
    [PROGRAM_BACK] = {whole_vertex, back_fragment, false},
    [PROGRAM_OUTLINE] = {whole_vertex, outline_fragment, false},
};

static const char *const uniform_name[UNIFORM_COUNT] = {
    [UNIFORM_MATRIX] = "matrix", [UNIFORM_TURN] = "turn",        [UNIFORM_SECTION] = "section",
    [UNIFORM_COLOR] = "color",   [UNIFORM_LOOK] = "look",        [UNIFORM_ANCHOR] = "anchor",
    [UNIFORM_SCALE] = "scale",   [UNIFORM_SIDES] = "sides",      [UNIFORM_SIZE] = "size",
    [UNIFORM_IMAGE] = "image",   [UNIFORM_SECOND] = "is_second",
};

static GLuint compile(GLenum kind, const char *text, bool has_section, char message[FK_VIEW_MESSAGE])
{
    const char *part[] = {"#version 330 core\n", has_section ? "#define SECTION\n" : "",
                          kind == GL_FRAGMENT_SHADER ? pattern_text : "", text};
    GLuint shader = glCreateShader(kind);
    GLint is_good = 0;
    glShaderSource(shader, 4, part, NULL);
    glCompileShader(shader);
    glGetShaderiv(shader, GL_COMPILE_STATUS, &is_good);
    if (is_good)
        return shader;
    glGetShaderInfoLog(shader, FK_VIEW_MESSAGE, NULL, message);
    glDeleteShader(shader);
    return 0;
}

static bool link_program(gl_shader *shader, GLuint vertex, GLuint fragment, char message[FK_VIEW_MESSAGE])
{
    GLint is_good = 0;
    shader->program = glCreateProgram();
    glAttachShader(shader->program, vertex);
    glAttachShader(shader->program, fragment);
    glLinkProgram(shader->program);
    glGetProgramiv(shader->program, GL_LINK_STATUS, &is_good);
    if (!is_good)
        glGetProgramInfoLog(shader->program, FK_VIEW_MESSAGE, NULL, message);
    for (int i = 0; i < UNIFORM_COUNT; i++)
        shader->uniform[i] = is_good ? glGetUniformLocation(shader->program, uniform_name[i]) : -1;
    return is_good;
}

fk_status gl_shaders_create(gl_shader shader[PROGRAM_COUNT], char message[FK_VIEW_MESSAGE])
{
    snprintf(message, FK_VIEW_MESSAGE, "the graphics driver refuses a shader, and does not say why");
    for (int i = 0; i < PROGRAM_COUNT; i++) {
        GLuint vertex = compile(GL_VERTEX_SHADER, source[i].vertex, source[i].has_section, message);
        GLuint fragment = compile(GL_FRAGMENT_SHADER, source[i].fragment, source[i].has_section, message);
        bool is_good = vertex && fragment && link_program(&shader[i], vertex, fragment, message);
        glDeleteShader(vertex);
        glDeleteShader(fragment);
        if (!is_good)
            return FK_ERROR_FORMAT;
    }
    message[0] = 0;
    return FK_OK;
}

void gl_shaders_free(gl_shader shader[PROGRAM_COUNT])
{
    for (int i = 0; i < PROGRAM_COUNT; i++)
        if (shader[i].program)
            glDeleteProgram(shader[i].program);
}
