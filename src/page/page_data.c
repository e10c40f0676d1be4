/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The data of a page for its script, as described in web/README.md: parts, meshes, motion and pairs as JSON, the
 * library as WebAssembly, and the script. */

#include "page/page.h"

#include <float.h>

#include "base/bits.h"
#include "shape/vertices.h"

/* ---- Numbers ------------------------------------------------------------------------------------------- */

static void write_numbers(fk_text *text, const double *number, size_t count)
{
    fk_text_write(text, "[");
    for (size_t i = 0; i < count; i++)
        fk_text_print(text, i > 0 ? ",%f" : "%f", number[i]);
    fk_text_write(text, "]");
}

/* The rows of (R | t). */
static void write_pose(fk_text *text, const fk_pose *pose)
{
    const double t[3] = {pose->translation.x, pose->translation.y, pose->translation.z};
    double row[12];
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            row[4 * i + k] = pose->rotation[i][k];
        row[4 * i + 3] = t[i];
    }
    write_numbers(text, row, 12);
}

static void write_data_interval(fk_text *text, const char *key, bool is_known, fk_interval interval)
{
    bool is_there = is_known && fk_is_finite(interval.lo);
    fk_text_print(text, is_there ? "%s[%f,%f]" : "%snull", key, interval.lo, interval.hi);
}

static void write_point_pair(fk_text *text, const char *key, bool is_known, const fk_vec3 *a,
                             const fk_vec3 *b)
{
    fk_text_print(text, is_known ? "%s[%v,%v]" : "%snull", key, a, b);
}

/* ---- Meshes -------------------------------------------------------------------------------------------- */

/* Meshes that were written; parts may share them. Meshes beyond this number are written once for each part. */
enum { SHARED_MESHES_MAX = 1024 };

typedef struct mesh_list {
    const fk_mesh *mesh[SHARED_MESHES_MAX];
    uint32_t shared, count; /* count: all that were written */
} mesh_list;

/* The number of a mesh, or FK_NONE without one. *is_new becomes whether it is the next one. The same parts in the
 * same order give the same numbers. */
static uint32_t find_mesh_number(mesh_list *list, const fk_mesh *mesh, bool *is_new)
{
    *is_new = false;
    if (mesh == NULL || mesh->triangle_count == 0)
        return FK_NONE;
    for (uint32_t i = 0; i < list->shared; i++)
        if (list->mesh[i] == mesh)
            return i;
    *is_new = true;
    if (list->shared < SHARED_MESHES_MAX)
        list->mesh[list->shared++] = mesh;
    return list->count++;
}

static const fk_mesh *shown_mesh(const fk_page_writer *writer, uint32_t part)
{
    return writer->page->part != NULL ? writer->page->part[part].shown : NULL;
}

static bool is_float(double x)
{
    if (!fk_is_finite(x) || x > FLT_MAX || x < -FLT_MAX)
        return false;
    return fk_bits_of((double)(float)x) == fk_bits_of(x);
}

static bool has_floats(const fk_mesh *mesh)
{
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        if (!is_float(mesh->point[i].x) || !is_float(mesh->point[i].y) || !is_float(mesh->point[i].z))
            return false;
    return true;
}

/* Little-endian on every machine. */
static void write_bits(fk_base64 *base64, uint64_t bits, size_t count)
{
    unsigned char byte[8];
    for (size_t i = 0; i < count; i++)
        byte[i] = (unsigned char)(bits >> (8 * i) & 0xff);
    fk_base64_write(base64, byte, count);
}

static void write_coordinate(fk_base64 *base64, double x, bool as_float)
{
    if (!as_float) {
        write_bits(base64, fk_bits_of(x), 8);
        return;
    }
    float f = (float)x;
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    write_bits(base64, bits, 4);
}

static void write_mesh(fk_text *text, const fk_mesh *mesh)
{
    bool as_float = has_floats(mesh);
    fk_base64 base64 = {.text = text};
    fk_text_write(text, as_float ? "{\"type\":\"f32\",\"vertices\":\"" : "{\"type\":\"f64\",\"vertices\":\"");
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        write_coordinate(&base64, mesh->point[i].x, as_float);
        write_coordinate(&base64, mesh->point[i].y, as_float);
        write_coordinate(&base64, mesh->point[i].z, as_float);
    }
    fk_base64_end(&base64);
    fk_text_write(text, "\",\"triangles\":\"");
    for (uint32_t i = 0; i < mesh->triangle_count; i++)
        for (int k = 0; k < 3; k++)
            write_bits(&base64, mesh->triangle[i].corner[k], 4);
    fk_base64_end(&base64);
    fk_text_write(text, "\"}");
}

/* ---- Parts --------------------------------------------------------------------------------------------- */

/* A line of the pair stream. A hull may have any length, so its points are written one by one. */
static void write_piece(fk_text *text, const fk_piece *piece)
{
    if (piece->kind != FK_KIND_HULL) {
        char line[FK_PIECE_TEXT_SIZE];
        fk_piece_format(piece, line, sizeof line);
        fk_text_print(text, "%h", line);
        return;
    }
    const fk_points *hull = &piece->as.hull;
    fk_text_print(text, "\"hull %w", (uint64_t)hull->count);
    for (uint32_t i = 0; i < hull->count; i++) {
        fk_vec3 p = fk_points_at(hull, i);
        fk_text_print(text, " %x %x %x", p.x, p.y, p.z);
    }
    fk_text_write(text, "\"");
}

static void write_data_part(fk_page_writer *writer, uint32_t index, uint32_t mesh)
{
    fk_text *text = &writer->text;
    const fk_check_part *part = fk_report_part(&writer->report, index);
    const fk_sweep_report *sweep = writer->report.sweep;
    fk_text_print(text, "{\"name\":%h,\"mesh\":%q,\"piece\":", fk_report_part_name(&writer->report, index),
                  mesh);
    if (part->mesh == NULL && part->piece != NULL)
        write_piece(text, part->piece);
    else
        fk_text_write(text, "null");
    fk_text_print(text, ",\"solid\":%b,\"pose\":", !fk_report_is_surface(&writer->report, index));
    write_pose(text, &part->pose);
    fk_text_print(text, ",\"frame\":%q}", sweep != NULL ? sweep->part[index].frame : FK_NONE);
}

static void write_data_parts(fk_page_writer *writer)
{
    fk_text *text = &writer->text;
    mesh_list list;
    bool is_new;
    list.shared = list.count = 0;
    fk_text_write(text, ",\n\"meshes\":[");
    for (uint32_t i = 0; i < writer->report.part_count; i++) {
        uint32_t number = find_mesh_number(&list, shown_mesh(writer, i), &is_new);
        if (!is_new)
            continue;
        fk_text_begin_line(text, number);
        write_mesh(text, shown_mesh(writer, i));
    }
    fk_text_write(text, "],\n\"parts\":[");
    list.shared = list.count = 0;
    for (uint32_t i = 0; i < writer->report.part_count; i++) {
        fk_text_begin_line(text, i);
        write_data_part(writer, i, find_mesh_number(&list, shown_mesh(writer, i), &is_new));
    }
    fk_text_write(text, "]");
}

/* ---- Motion -------------------------------------------------------------------------------------------- */

static void write_keys(fk_text *text, const fk_frame *frame)
{
    fk_text_write(text, ",\"keys\":[");
    for (uint32_t i = 0; frame->kind == FK_FRAME_KEYS && i < frame->key_count; i++) {
        const fk_key *key = &frame->key[i];
        const double *q = key->quat_xyzw;
        fk_text_print(text, i > 0 ? ",[%f,%f,%f,%f,%f,%f,%f,%f]" : "[%f,%f,%f,%f,%f,%f,%f,%f]", key->time,
                      key->xyz.x, key->xyz.y, key->xyz.z, q[0], q[1], q[2], q[3]);
    }
    fk_text_write(text, "]");
}

static void write_frame(fk_text *text, const fk_frame *frame)
{
    static const char *const word[] = {"fixed", "turns", "slides", "keys"};
    bool has_value = frame->kind == FK_FRAME_REVOLUTE || frame->kind == FK_FRAME_PRISMATIC;
    bool has_variable = has_value && frame->variable != FK_NONE;
    fk_text_print(text, "{\"parent\":%q,\"origin\":", frame->parent);
    write_pose(text, &frame->origin);
    fk_text_print(text, ",\"kind\":%j,\"axis\":%v,\"track\":%q,\"variable\":%q,\"factor\":%f,\"offset\":%f",
                  word[frame->kind], &frame->axis, has_variable ? frame->track : FK_NONE,
                  has_variable ? frame->variable : FK_NONE, frame->factor, frame->offset);
    write_keys(text, frame);
    fk_text_write(text, "}");
}

static void write_track(fk_text *text, const fk_track *track)
{
    fk_text_write(text, "{\"time\":");
    write_numbers(text, track->time, track->time_count);
    fk_text_write(text, ",\"value\":[");
    for (uint32_t i = 0; i < track->time_count; i++) {
        fk_text_write(text, i > 0 ? "," : "");
        write_numbers(text, track->value + (size_t)i * track->variable_count, track->variable_count);
    }
    fk_text_write(text, "]}");
}

static void write_motion(fk_page_writer *writer)
{
    fk_text *text = &writer->text;
    fk_text_write(text, ",\n\"frames\":[");
    for (uint32_t i = 0; i < writer->page->frame_count; i++) {
        fk_text_begin_line(text, i);
        write_frame(text, &writer->page->frame[i]);
    }
    fk_text_write(text, "],\n\"tracks\":[");
    for (uint32_t i = 0; i < writer->page->track_count; i++) {
        fk_text_begin_line(text, i);
        write_track(text, &writer->page->track[i]);
    }
    fk_text_write(text, "],\n\"paths\":[");
    for (uint32_t i = 0; i < writer->page->path_count; i++) {
        const fk_page_path *path = &writer->page->path[i];
        fk_text_begin_line(text, i);
        fk_text_write(text, "[");
        for (uint32_t k = 0; k < path->count; k++)
            fk_text_print(text, k > 0 ? ",%v" : "%v", &path->point[k]);
        fk_text_write(text, "]");
    }
    fk_text_write(text, "]");
}

/* ---- Pairs --------------------------------------------------------------------------------------------- */

static void write_data_stretches(fk_text *text, const char *key, const fk_stretch *stretch, uint32_t count)
{
    static const char *const word[] = {"undecided", "near", "meets"};
    fk_text_write(text, key);
    for (uint32_t i = 0; i < count; i++) {
        const fk_stretch *s = &stretch[i];
        fk_text_print(text, i > 0 ? ",[%f,%f,%f,%f,%j]" : "[%f,%f,%f,%f,%j]", s->enter.lo, s->enter.hi,
                      s->leave.lo, s->leave.hi, word[s->kind]);
    }
    fk_text_write(text, "]");
}

static void write_distance_bound(fk_text *text, const char *key, const fk_page_series *series, bool is_high)
{
    fk_text_write(text, key);
    for (uint32_t i = 0; i < series->count; i++)
        fk_text_print(text, i > 0 ? ",%f" : "%f", is_high ? series->distance[i].hi : series->distance[i].lo);
    fk_text_write(text, "]");
}

static void write_series(fk_text *text, const fk_page_series *series)
{
    if (series == NULL) {
        fk_text_write(text, ",\"series\":null");
        return;
    }
    fk_text_write(text, ",\"series\":{\"time\":");
    write_numbers(text, series->time, series->count);
    write_distance_bound(text, ",\"lo\":[", series, false);
    write_distance_bound(text, ",\"hi\":[", series, true);
    fk_text_write(text, "}");
}

static void write_data_pair(fk_page_writer *writer, const fk_page_pair *pair)
{
    fk_text *text = &writer->text;
    const fk_check_pair *found = pair->found;
    const fk_aabb *box = &found->box;
    bool has_box = writer->report.sweep == NULL && fk_double_order(box->min.x, box->max.x) <= 0;
    fk_page_print(writer,
                  "{\"id\":\"%i\",\"a\":%w,\"b\":%w,\"kind\":%j,\"clash\":%b,\"review\":%j,\"clearance\":%f",
                  pair, (uint64_t)found->a, (uint64_t)found->b, fk_clash_word(found->kind), found->is_clash,
                  fk_review_word(pair->review), found->clearance);
    write_data_interval(text, ",\"distance\":", pair->has_distance, pair->distance);
    write_point_pair(text, ",\"points\":", pair->has_points, &found->point_a, &found->point_b);
    write_point_pair(text, ",\"box\":", has_box, &box->min, &box->max);
    fk_text_print(text, ",\"moment\":%f", pair->moment);
    write_data_stretches(text, ",\"contacts\":[", found->contact, found->contact_count);
    write_data_stretches(text, ",\"below\":[", found->below, found->below_count);
    write_series(text, fk_page_find_series(writer, pair->index));
    fk_text_write(text, "}");
}

static void write_data_pairs(fk_page_writer *writer)
{
    fk_text *text = &writer->text;
    fk_page_pair pair = {.index = FK_NONE};
    fk_text_write(text, ",\n\"pairs\":[");
    while (fk_page_next_pair(writer, FK_SEVERITY_HIT, FK_SEVERITY_CLEAR, &pair) &&
           fk_page_has_row(writer, &pair)) {
        fk_text_begin_line(text, (size_t)pair.position);
        write_data_pair(writer, &pair);
    }
    fk_text_write(text, "],\n\"ignored\":[");
    for (size_t i = 0; i < writer->found->ignored_count; i++)
        fk_text_print(text, i > 0 ? ",[%w,%w]" : "[%w,%w]", (uint64_t)writer->found->ignored[i].a,
                      (uint64_t)writer->found->ignored[i].b);
    fk_text_write(text, "]");
}

/* ---- The whole data ------------------------------------------------------------------------------------ */

static void write_data_json(fk_page_writer *writer)
{
    fk_text *text = &writer->text;
    fk_interval span = {writer->found->from, writer->found->to};
    fk_text_print(text, "<script type=\"application/json\" id=\"farkas-data\">\n{\"units\":%h,\"kind\":%j",
                  writer->units, writer->report.verb);
    write_data_interval(text, ",\"span\":", writer->report.sweep != NULL, span);
    fk_text_print(text, ",\"clearance\":%f", writer->clearance.hi);
    write_data_parts(writer);
    write_motion(writer);
    write_data_pairs(writer);
    fk_text_write(text, "}\n</script>\n");
}

void fk_page_write_data(fk_page_writer *writer)
{
    const fk_page_assets *assets = &writer->page->assets;
    fk_text *text = &writer->text;
    write_data_json(writer);
    if (assets->module != NULL) {
        fk_base64 base64 = {.text = text};
        fk_text_write(text, "<script type=\"application/octet-stream\" id=\"farkas-module\">");
        fk_base64_write(&base64, assets->module, assets->module_bytes);
        fk_base64_end(&base64);
        fk_text_write(text, "</script>\n");
    }
    if (assets->script != NULL) {
        fk_text_write(text, "<script>\n");
        fk_text_write_bytes(text, assets->script, assets->script_bytes);
        fk_text_write(text, "</script>\n");
    }
    fk_text_write(text, "</body>\n</html>\n");
}
