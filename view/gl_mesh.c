/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The buffers of a mesh: vertices as floats around its middle, so that its position does not matter, with a normal of
 * 10 bits a component, 16 bytes a vertex in all; and three indices a triangle.
 *
 * Normals: the normal of a corner is the sum, weighted by area, of the triangles around its vertex whose normals are
 * within the crease angle of its own. Most vertices of most meshes are smooth, which one comparison of each corner with
 * the sum of all shows; those keep one normal, and the triangles keep their indices. The other vertices get as many
 * copies as they have normals. */

#include "gl_private.h"

#include <math.h>
#include <string.h>

#define CREASE_COS      0.8191520442889918f /* 35 degrees */
#define HALF_CREASE_COS 0.9537169507482269f /* 17.5 degrees */
/* Beyond this many corners around a vertex, each has its own normal, because comparing all with all takes too long. */
#define MOST_CORNERS 96
/* Sharp edges are drawn up to this many triangles: finding them takes longer than painting. */
#define MOST_WITH_EDGES 200000
/* Bytes of one buffer. */
#define MOST_BYTES INT32_MAX

typedef struct packed_vertex {
    float x, y, z;
    uint32_t normal;
} packed_vertex;

typedef struct triangle_normal {
    float x, y, z; /* the normal, of length 1, or 0 */
    float area;
} triangle_normal;

typedef struct normal_sum {
    float x, y, z;
} normal_sum;

/* Working memory while the buffers are made. */
typedef struct mesh_builder {
    fk_context *context;
    const fk_mesh *mesh;
    gl_mesh *out;
    triangle_normal *face; /* of each triangle */
    normal_sum *sum;       /* of each vertex */
    uint32_t *normal;      /* of each vertex, packed */
    bool *is_sharp;        /* of each vertex */
    uint32_t sharp_corners;
    /* Copies of sharp vertices, after all vertices: the vertex, and its normal. */
    uint32_t extra_count;
    uint32_t *extra_vertex, *extra_normal;
    uint32_t *corner_index; /* new indices of all corners; NULL: those of the mesh */
} mesh_builder;

/* ---- Measures ------------------------------------------------------------------------------------------ */

/* Computes the middle and the size, which are finite for all finite vertices. */
static void measure_mesh(const fk_mesh *mesh, gl_mesh *out)
{
    fk_vec3 low = mesh->point[0], high = low;
    for (uint32_t i = 1; i < mesh->vertex_count; i++) {
        fk_vec3 v = mesh->point[i];
        low.x = v.x < low.x ? v.x : low.x;
        low.y = v.y < low.y ? v.y : low.y;
        low.z = v.z < low.z ? v.z : low.z;
        high.x = v.x > high.x ? v.x : high.x;
        high.y = v.y > high.y ? v.y : high.y;
        high.z = v.z > high.z ? v.z : high.z;
    }
    low = fk_vec3_scale(low, 0.5);
    high = fk_vec3_scale(high, 0.5);
    out->middle = fk_vec3_add(low, high);
    fk_vec3 half = fk_vec3_sub(high, low);
    out->size = fmax(fmax(half.x, half.y), half.z);
    if (!(out->size > 1e-290))
        out->size = 1e-290;
    out->radius = hypot(hypot(half.x / out->size, half.y / out->size), half.z / out->size);
}

static uint64_t edge_hash(uint32_t low, uint32_t high)
{
    uint64_t h = ((uint64_t)high << 32 | low) * 0x9E3779B97F4A7C15u;
    return (h ^ h >> 29) * 0xBF58476D1CE4E5B9u;
}

/* Hashes a side as plus or minus: the sum over all sides of a closed mesh is 0. Other meshes have 0 with probability
 * 2^-64. */
static uint64_t side_hash(uint32_t from, uint32_t to)
{
    if (from == to)
        return 0;
    return from < to ? edge_hash(from, to) : 0 - edge_hash(to, from);
}

/* Computes the normals of triangles, their sums at vertices, and whether the mesh is closed, and which side is outside. */
static void measure_faces(mesh_builder *f)
{
    const fk_mesh *mesh = f->mesh;
    gl_mesh *out = f->out;
    double by = 1 / out->size, volume = 0;
    uint64_t open = 0;
    memset(f->sum, 0, mesh->vertex_count * sizeof *f->sum);
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        const uint32_t *corner = mesh->triangle[t].corner;
        fk_vec3 a = fk_vec3_scale(fk_vec3_sub(mesh->point[corner[0]], out->middle), by);
        fk_vec3 b = fk_vec3_scale(fk_vec3_sub(mesh->point[corner[1]], out->middle), by);
        fk_vec3 c = fk_vec3_scale(fk_vec3_sub(mesh->point[corner[2]], out->middle), by);
        fk_vec3 n = fk_vec3_cross(fk_vec3_sub(b, a), fk_vec3_sub(c, a));
        double area = sqrt(fk_vec3_dot(n, n)), over = area > 0 ? 1 / area : 0;
        volume += fk_vec3_dot(a, n);
        f->face[t] =
            (triangle_normal){(float)(n.x * over), (float)(n.y * over), (float)(n.z * over), (float)area};
        for (int k = 0; k < 3; k++) {
            normal_sum *s = &f->sum[corner[k]];
            s->x += (float)n.x;
            s->y += (float)n.y;
            s->z += (float)n.z;
        }
        open += side_hash(corner[0], corner[1]) + side_hash(corner[1], corner[2]) +
                side_hash(corner[2], corner[0]);
    }
    out->is_closed = open == 0;
    out->is_inside_out = open == 0 && volume < 0;
}

/* ---- Normals ------------------------------------------------------------------------------------------- */

/* Packs as GL_INT_2_10_10_10_REV. A normal without direction becomes z. */
static uint32_t pack_normal(float x, float y, float z)
{
    float length = sqrtf(x * x + y * y + z * z);
    if (!(length > 0))
        return 511u << 20;
    float by = 511 / length;
    /* Adding a positive whole number before the conversion rounds to nearest. */
    uint32_t u = (uint32_t)(x * by + 1024.5f) - 1024, v = (uint32_t)(y * by + 1024.5f) - 1024,
             w = (uint32_t)(z * by + 1024.5f) - 1024;
    return (u & 1023) | (v & 1023) << 10 | (w & 1023) << 20;
}

/* Computes one normal for each vertex; marks vertices that need more. */
static void smooth_normals(mesh_builder *f)
{
    const fk_mesh *mesh = f->mesh;
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        normal_sum *s = &f->sum[i];
        float length = sqrtf(s->x * s->x + s->y * s->y + s->z * s->z), by = length > 0 ? 1 / length : 0;
        s->x *= by;
        s->y *= by;
        s->z *= by;
        f->normal[i] = pack_normal(s->x, s->y, s->z);
    }
    memset(f->is_sharp, 0, mesh->vertex_count * sizeof *f->is_sharp);
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        triangle_normal n = f->face[t];
        for (int k = 0; k < 3; k++) {
            uint32_t v = mesh->triangle[t].corner[k];
            normal_sum s = f->sum[v];
            if (n.x * s.x + n.y * s.y + n.z * s.z < HALF_CREASE_COS)
                f->is_sharp[v] = true;
        }
    }
}

/* Returns the packed normal of one of the given corners around a vertex. */
static uint32_t corner_normal(const mesh_builder *f, const uint32_t *corner, uint32_t count, uint32_t which)
{
    triangle_normal own = f->face[corner[which] / 3];
    if (count > MOST_CORNERS)
        return pack_normal(own.x, own.y, own.z);
    float x = 0, y = 0, z = 0;
    for (uint32_t i = 0; i < count; i++) {
        triangle_normal n = f->face[corner[i] / 3];
        if (i != which && n.x * own.x + n.y * own.y + n.z * own.z < CREASE_COS)
            continue;
        x += n.x * n.area;
        y += n.y * n.area;
        z += n.z * n.area;
    }
    return pack_normal(x, y, z);
}

/* Assigns normals to the corners of a vertex; equal normals share a copy, and the first is the vertex itself. */
static void split_vertex(mesh_builder *f, uint32_t vertex, const uint32_t *corner, uint32_t count)
{
    uint32_t first_extra = f->extra_count;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t normal = corner_normal(f, corner, count, i), index = vertex;
        if (i == 0)
            f->normal[vertex] = normal;
        else if (normal != f->normal[vertex]) {
            uint32_t j = first_extra;
            if (count > MOST_CORNERS)
                j = f->extra_count; /* no search among many */
            while (j < f->extra_count && f->extra_normal[j] != normal)
                j++;
            if (j == f->extra_count) {
                f->extra_vertex[j] = vertex;
                f->extra_normal[j] = normal;
                f->extra_count++;
            }
            index = f->mesh->vertex_count + j;
        }
        f->corner_index[corner[i]] = index;
    }
}

/* Sorts the corners of sharp vertices by vertex: those of vertex v end at end[v]. */
static void sort_corners(const mesh_builder *f, uint32_t *end, uint32_t *corner)
{
    const fk_mesh *mesh = f->mesh;
    memset(end, 0, ((size_t)mesh->vertex_count + 1) * sizeof *end);
    for (uint32_t t = 0; t < mesh->triangle_count; t++)
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t v = mesh->triangle[t].corner[k];
            end[v + 1] += f->is_sharp[v];
        }
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        end[v + 1] += end[v];
    /* end[v] is the beginning now, and advances with each corner. */
    for (uint32_t t = 0; t < mesh->triangle_count; t++)
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t v = mesh->triangle[t].corner[k];
            if (f->is_sharp[v])
                corner[end[v]++] = 3 * t + k;
        }
}

/* Counts the corners of sharp vertices. */
static size_t count_sharp(const mesh_builder *f)
{
    size_t count = 0;
    for (uint32_t t = 0; t < f->mesh->triangle_count; t++)
        for (uint32_t k = 0; k < 3; k++)
            count += f->is_sharp[f->mesh->triangle[t].corner[k]];
    return count;
}

static fk_status split_sharp_vertices(mesh_builder *f)
{
    const fk_mesh *mesh = f->mesh;
    size_t corner_count = (size_t)3 * mesh->triangle_count, sharp = count_sharp(f);
    if (sharp == 0)
        return FK_OK;
    if (sharp + mesh->vertex_count > MOST_BYTES / sizeof(packed_vertex) ||
        corner_count > MOST_BYTES / sizeof(uint32_t))
        return FK_ERROR_MEMORY;
    f->sharp_corners = (uint32_t)sharp;
    size_t end_bytes = ((size_t)mesh->vertex_count + 1) * sizeof(uint32_t), bytes = sharp * sizeof(uint32_t);
    uint32_t *end = fk_allocate(f->context, end_bytes), *corner = fk_allocate(f->context, bytes);
    f->extra_vertex = fk_allocate(f->context, bytes);
    f->extra_normal = fk_allocate(f->context, bytes);
    f->corner_index = fk_allocate(f->context, corner_count * sizeof(uint32_t));
    bool has_all = end && corner && f->extra_vertex && f->extra_normal && f->corner_index;
    if (has_all) {
        memcpy(f->corner_index, mesh->triangle, corner_count * sizeof(uint32_t));
        sort_corners(f, end, corner);
        for (uint32_t v = 0, begin = 0; v < mesh->vertex_count; begin = end[v++])
            if (end[v] > begin)
                split_vertex(f, v, corner + begin, end[v] - begin);
    }
    fk_release(f->context, end, end_bytes);
    fk_release(f->context, corner, bytes);
    return has_all ? FK_OK : FK_ERROR_MEMORY;
}

/* ---- Buffers ------------------------------------------------------------------------------------------- */

static packed_vertex pack_vertex(const mesh_builder *f, uint32_t vertex, uint32_t normal)
{
    double by = 1 / f->out->size;
    fk_vec3 v = fk_vec3_scale(fk_vec3_sub(f->mesh->point[vertex], f->out->middle), by);
    return (packed_vertex){(float)v.x, (float)v.y, (float)v.z, normal};
}

static fk_status upload_vertices(mesh_builder *f)
{
    uint32_t own = f->mesh->vertex_count;
    GLsizeiptr bytes = (GLsizeiptr)(((size_t)own + f->extra_count) * sizeof(packed_vertex));
    glBufferData(GL_ARRAY_BUFFER, bytes, NULL, GL_STATIC_DRAW);
    if (gl_has_error())
        return FK_ERROR_MEMORY;
    packed_vertex *v =
        glMapBufferRange(GL_ARRAY_BUFFER, 0, bytes, GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_BUFFER_BIT);
    if (v == NULL) {
        (void)gl_has_error();
        return FK_ERROR_MEMORY;
    }
    for (uint32_t i = 0; i < own; i++)
        v[i] = pack_vertex(f, i, f->normal[i]);
    for (uint32_t i = 0; i < f->extra_count; i++)
        v[own + i] = pack_vertex(f, f->extra_vertex[i], f->extra_normal[i]);
    return glUnmapBuffer(GL_ARRAY_BUFFER) ? FK_OK : FK_ERROR_MEMORY;
}

static fk_status upload_mesh(mesh_builder *f)
{
    gl_mesh *out = f->out;
    glGenVertexArrays(1, &out->array);
    glGenBuffers(1, &out->vertices);
    glGenBuffers(1, &out->indices);
    glBindVertexArray(out->array);
    glBindBuffer(GL_ARRAY_BUFFER, out->vertices);
    fk_status status = upload_vertices(f);
    if (status == FK_OK) {
        glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, sizeof(packed_vertex), NULL);
        glVertexAttribPointer(1, 4, GL_INT_2_10_10_10_REV, GL_TRUE, sizeof(packed_vertex),
                              (void *)offsetof(packed_vertex, normal));
        glEnableVertexAttribArray(0);
        glEnableVertexAttribArray(1);
        const void *index = f->corner_index ? (const void *)f->corner_index : (const void *)f->mesh->triangle;
        glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, out->indices);
        glBufferData(GL_ELEMENT_ARRAY_BUFFER, (GLsizeiptr)(f->mesh->triangle_count * sizeof(fk_triangle)),
                     index, GL_STATIC_DRAW);
        out->index_count = (GLsizei)(3 * f->mesh->triangle_count);
    }
    glBindVertexArray(0);
    return status == FK_OK && gl_has_error() ? FK_ERROR_MEMORY : status;
}

/* ---- Sharp edges --------------------------------------------------------------------------------------- */

/* Whether an edge has one triangle or more than two, or two that meet at an angle. */
static bool is_sharp_edge(const mesh_builder *f, const fk_mesh_edges *edges, uint32_t edge)
{
    uint32_t begin = edges->use_begin[edge];
    if (edges->use_begin[edge + 1] - begin != 2)
        return true;
    uint32_t one = edges->use[begin], two = edges->use[begin + 1];
    triangle_normal a = f->face[one / 3], b = f->face[two / 3];
    uint32_t low = edges->vertex[edge][0];
    bool goes_up = f->mesh->triangle[one / 3].corner[one % 3] == low;
    bool also_up = f->mesh->triangle[two / 3].corner[two % 3] == low;
    float dot = a.x * b.x + a.y * b.y + a.z * b.z;
    return (goes_up == also_up ? -dot : dot) < CREASE_COS && a.area > 0 && b.area > 0;
}

static fk_status upload_edges(mesh_builder *f)
{
    fk_mesh_edges *edges;
    fk_status status = fk_mesh_edges_build(f->context, f->mesh, &edges);
    if (status != FK_OK)
        return FK_ERROR_MEMORY;
    size_t bytes = edges->edge_count * sizeof *edges->vertex;
    uint32_t(*sharp)[2] = bytes > 0 ? fk_allocate(f->context, bytes) : NULL;
    uint32_t count = 0;
    for (uint32_t i = 0; sharp != NULL && i < edges->edge_count; i++)
        if (is_sharp_edge(f, edges, i))
            memcpy(sharp[count++], edges->vertex[i], sizeof *sharp);
    if (count > 0) {
        gl_mesh *out = f->out;
        glGenVertexArrays(1, &out->edge_array);
        glGenBuffers(1, &out->edges);
        glBindVertexArray(out->edge_array);
        glBindBuffer(GL_ARRAY_BUFFER, out->vertices);
        glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, sizeof(packed_vertex), NULL);
        glEnableVertexAttribArray(0);
        glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, out->edges);
        glBufferData(GL_ELEMENT_ARRAY_BUFFER, (GLsizeiptr)(count * sizeof *sharp), sharp, GL_STATIC_DRAW);
        glBindVertexArray(0);
        out->edge_count = (GLsizei)(2 * count);
    }
    status = gl_has_error() || (bytes > 0 && sharp == NULL) ? FK_ERROR_MEMORY : FK_OK;
    fk_release(f->context, sharp, bytes);
    fk_mesh_edges_free(f->context, edges);
    return status;
}

/* ---- One mesh ------------------------------------------------------------------------------------------ */

static void free_builder(mesh_builder *f)
{
    size_t vertices = f->mesh->vertex_count, triangles = f->mesh->triangle_count;
    fk_release(f->context, f->face, triangles * sizeof *f->face);
    fk_release(f->context, f->sum, vertices * sizeof *f->sum);
    fk_release(f->context, f->normal, vertices * sizeof *f->normal);
    fk_release(f->context, f->is_sharp, vertices * sizeof *f->is_sharp);
    fk_release(f->context, f->extra_vertex, f->sharp_corners * sizeof *f->extra_vertex);
    fk_release(f->context, f->extra_normal, f->sharp_corners * sizeof *f->extra_normal);
    fk_release(f->context, f->corner_index, 3 * triangles * sizeof *f->corner_index);
}

static void free_gl_mesh(gl_mesh *m)
{
    glDeleteVertexArrays(1, &m->array);
    glDeleteVertexArrays(1, &m->edge_array);
    glDeleteBuffers(1, &m->vertices);
    glDeleteBuffers(1, &m->indices);
    glDeleteBuffers(1, &m->edges);
}

static fk_status build_gl_mesh(fk_context *context, const fk_mesh *mesh, gl_mesh *out)
{
    *out = (gl_mesh){.mesh = mesh,
                     .point = mesh->point,
                     .vertex_count = mesh->vertex_count,
                     .triangle_count = mesh->triangle_count,
                     .size = 1};
    if (mesh->vertex_count == 0 || mesh->triangle_count == 0)
        return FK_OK;
    if (mesh->vertex_count > MOST_BYTES / sizeof(packed_vertex) ||
        mesh->triangle_count > MOST_BYTES / sizeof(fk_triangle))
        return FK_ERROR_MEMORY;
    measure_mesh(mesh, out);
    mesh_builder f = {.context = context, .mesh = mesh, .out = out};
    f.face = fk_allocate(context, mesh->triangle_count * sizeof *f.face);
    f.sum = fk_allocate(context, mesh->vertex_count * sizeof *f.sum);
    f.normal = fk_allocate(context, mesh->vertex_count * sizeof *f.normal);
    f.is_sharp = fk_allocate(context, mesh->vertex_count * sizeof *f.is_sharp);
    fk_status status = f.face && f.sum && f.normal && f.is_sharp ? FK_OK : FK_ERROR_MEMORY;
    if (status == FK_OK) {
        measure_faces(&f);
        smooth_normals(&f);
        status = split_sharp_vertices(&f);
    }
    if (status == FK_OK)
        status = upload_mesh(&f);
    if (status == FK_OK && mesh->triangle_count <= MOST_WITH_EDGES)
        status = upload_edges(&f);
    free_builder(&f);
    if (status != FK_OK)
        free_gl_mesh(out);
    return status;
}

/* ---- All meshes, by address ---------------------------------------------------------------------------- */

static uint32_t find_slot(const gl_meshes *all, const fk_mesh *mesh)
{
    uint64_t h = (uint64_t)(uintptr_t)mesh * 0x9E3779B97F4A7C15u;
    uint32_t i = (uint32_t)(h >> 32) & (all->capacity - 1);
    while (all->slot[i].mesh != NULL && all->slot[i].mesh != mesh)
        i = (i + 1) & (all->capacity - 1);
    return i;
}

static bool grow_table(fk_context *context, gl_meshes *all)
{
    if (2 * (all->count + 1) <= all->capacity)
        return true;
    gl_meshes more = {.capacity = all->capacity > 0 ? 2 * all->capacity : 64, .count = all->count};
    more.slot = fk_allocate(context, more.capacity * sizeof *more.slot);
    if (more.slot == NULL)
        return false;
    memset(more.slot, 0, more.capacity * sizeof *more.slot);
    for (uint32_t i = 0; i < all->capacity; i++)
        if (all->slot[i].mesh != NULL)
            more.slot[find_slot(&more, all->slot[i].mesh)] = all->slot[i];
    fk_release(context, all->slot, all->capacity * sizeof *all->slot);
    *all = more;
    return true;
}

fk_status gl_mesh_find(painter *p, const fk_mesh *mesh, const gl_mesh **out)
{
    if (!grow_table(p->context, &p->meshes))
        return FK_ERROR_MEMORY;
    gl_mesh *slot = &p->meshes.slot[find_slot(&p->meshes, mesh)];
    bool is_there = slot->mesh == mesh;
    bool is_same = is_there && slot->point == mesh->point && slot->vertex_count == mesh->vertex_count &&
                   slot->triangle_count == mesh->triangle_count;
    if (!is_same) {
        gl_mesh made;
        fk_status status = build_gl_mesh(p->context, mesh, &made);
        if (status != FK_OK)
            return status;
        if (is_there) /* the mesh of an earlier address is gone */
            free_gl_mesh(slot);
        p->meshes.count += !is_there;
        *slot = made;
    }
    *out = slot;
    return FK_OK;
}

void gl_meshes_free(painter *p)
{
    gl_meshes *all = &p->meshes;
    for (uint32_t i = 0; i < all->capacity; i++)
        if (all->slot[i].mesh != NULL)
            free_gl_mesh(&all->slot[i]);
    fk_release(p->context, all->slot, all->capacity * sizeof *all->slot);
    *all = (gl_meshes){.slot = NULL};
}
