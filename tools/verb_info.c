/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas info: the contents and the defects of mesh files. */

#include "mesh_file.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "usage: farkas info [OPTION]... FILE...\n"
    "\n"
    "Describes mesh files: size, counts, whether each part is a solid, volume, area, defects\n"
    "and bounding volumes. Reads STL, OBJ, PLY and OFF, and other formats if farkas was built\n"
    "with assimp; '-' is standard input.\n"
    "\n"
    "A solid is closed: on every edge, as many triangles go one way as the other. A mesh that\n"
    "is not closed is a surface, without an inside.\n"
    "\n"
    "options:\n"
    "      --strict       exit with 1 unless every part is a solid without defects, not inside\n"
    "                     out\n"
    "      --defects      list all defects with their indices, not only the first ones\n"
    "      --json         print one object for each file, with all defects\n" MESH_OPTIONS_HELP
        CLI_COMMON_HELP "\n"
    "examples:\n"
    "  farkas info part.stl\n"
    "  farkas info --strict --json *.stl > facts.json\n"
    "\n"
    "exit status: 0; with --strict 1 if a part is not sound; 2 on trouble\n";

typedef struct info_settings {
    mesh_settings mesh;
    bool strict, all_defects, json;
} info_settings;

static const cli_option option_list[] = {
    CLI_FLAG("--strict", info_settings, strict),
    CLI_FLAG("--defects", info_settings, all_defects),
    CLI_FLAG("--json", info_settings, json),
    MESH_OPTIONS(info_settings, mesh),
    CLI_END,
};

static const cli_option_table option_table = {"info", help, option_list, NULL};

/* Without --defects, only this many of each kind are shown. */
#define SHOWN_DEFECTS 4

static const uint32_t dop_sizes[3] = {14, 18, 26};

/* The facts printed about a part. */
typedef struct part_facts {
    fk_mesh_facts *mesh;
    fk_sphere sphere;
    fk_obb obb;
    fk_kdop dop[3];
    double hull_volume;
    uint32_t hull_vertices;
} part_facts;

/* ---- Facts --------------------------------------------------------------------------------------------- */

static fk_status find_volumes(fk_context *context, const fk_mesh *part, part_facts *out)
{
    fk_hull *hull;
    fk_status status = fk_hull_build(context, part->point, part->vertex_count, &hull);
    if (status != FK_OK)
        return status;
    out->hull_volume = hull_volume(hull);
    out->hull_vertices = hull->vertex_count;
    /* The hull has the same bounding volumes as the part, and fewer points. */
    status = fk_sphere_build(hull->point, hull->vertex_count, &out->sphere);
    if (status == FK_OK)
        status = fk_obb_build(context, hull->point, hull->vertex_count, &out->obb);
    for (int i = 0; status == FK_OK && i < 3; i++)
        status = fk_kdop_build(hull->point, hull->vertex_count, dop_sizes[i], &out->dop[i]);
    fk_hull_free(context, hull);
    return status;
}

static bool find_facts(fk_context *context, const char *name, const fk_mesh *part, part_facts *out)
{
    fk_status status = fk_mesh_inspect(context, part, &out->mesh);
    if (status == FK_OK)
        status = find_volumes(context, part, out);
    if (status != FK_OK)
        cli_trouble("%s: %s", name, fk_status_text(status));
    return status == FK_OK;
}

static bool is_sound(const part_facts *facts)
{
    return facts->mesh->is_solid && !facts->mesh->is_inside_out && facts->mesh->defect_count == 0;
}

/* ---- Text ---------------------------------------------------------------------------------------------- */

static const char *plural(uint64_t count)
{
    return count == 1 ? "" : "s";
}

static const char *format_text(fk_format format)
{
    static const char *const text[FK_FORMAT_COUNT] = {
        "read by assimp", "STL, binary", "STL, ASCII", "OBJ", "PLY, binary", "PLY, binary, big end first",
        "PLY, ASCII",     "OFF"};
    return text[format];
}

static void print_vec3(fk_vec3 v)
{
    cli_print("(%.6g %.6g %.6g)", v.x, v.y, v.z);
}

static void print_kind(const part_facts *facts)
{
    const fk_mesh_facts *m = facts->mesh;
    if (!m->is_solid)
        cli_print("  surface     it is not closed, so it has no inside%s\n",
                  m->defect_count > 0 ? ": see the defects" : "");
    else if (m->is_inside_out)
        cli_print("  solid       yes, but inside out: its triangles are clockwise seen from outside\n");
    else
        cli_print("  solid       yes\n");
}

static void print_defect(const fk_defect *d)
{
    if (d->vertex[0] != FK_NONE)
        cli_print("vertices %" PRIu32 " %" PRIu32, d->vertex[0], d->vertex[1]);
    else
        cli_print("triangle %" PRIu32, d->triangle);
    if (d->kind == FK_DEFECT_DUPLICATE)
        cli_print(" (as %" PRIu32 ")", d->other);
}

/* Prints a line for each kind, with the first few defects or all of them. */
static void print_defects(const fk_mesh_facts *m, bool all)
{
    if (m->defect_count == 0)
        cli_print("  defects     none\n");
    uint32_t at = 0;
    bool is_first = true;
    for (int kind = 0; kind < FK_DEFECT_COUNT; kind++) {
        uint32_t total = m->defect_total[kind], shown = 0;
        if (total == 0)
            continue;
        cli_print("  %-10s  %" PRIu32 " %s%s: ", is_first ? "defects" : "", total,
                  fk_defect_word((fk_defect_kind)kind),
                  kind <= FK_DEFECT_FLIPPED && total > 1 ? " triangles"
                  : kind <= FK_DEFECT_FLIPPED            ? " triangle"
                                                         : plural(total));
        for (; at < m->defect_count && (int)m->defect[at].kind == kind; at++, shown++)
            if (all || shown < SHOWN_DEFECTS) {
                cli_print("%s", shown == 0 ? "" : ", ");
                print_defect(&m->defect[at]);
            }
        cli_print("%s\n", !all && shown > SHOWN_DEFECTS ? ", ..." : "");
        is_first = false;
    }
}

static void print_volume_row(const char *what, double volume, const part_facts *facts, const char *unit)
{
    double own = fabs(facts->mesh->volume);
    cli_print("  %-10s  %.6g %s3", what, volume, unit);
    if (own > 0 && isfinite(100 * volume / own))
        cli_print(", %.1f%% of the solid", 100 * volume / own);
}

static void print_bounds(const part_facts *facts, const char *unit)
{
    const fk_aabb *box = &facts->mesh->box;
    print_volume_row("hull", facts->hull_volume, facts, unit);
    cli_print("; %" PRIu32 " vertices\n", facts->hull_vertices);
    print_volume_row("sphere", fk_sphere_volume(&facts->sphere), facts, unit);
    cli_print("; radius %.6g about ", facts->sphere.radius);
    print_vec3(facts->sphere.center);
    cli_print("\n");
    print_volume_row("aabb", fk_aabb_volume(box), facts, unit);
    cli_print("\n");
    print_volume_row("obb", fk_obb_volume(&facts->obb), facts, unit);
    cli_print("; sides %.6g %.6g %.6g\n", 2 * facts->obb.half[0], 2 * facts->obb.half[1],
              2 * facts->obb.half[2]);
    for (int i = 0; i < 3; i++) {
        char name[16];
        snprintf(name, sizeof name, "%" PRIu32 "-dop", dop_sizes[i]);
        print_volume_row(name, fk_kdop_volume(&facts->dop[i]), facts, unit);
        cli_print("\n");
    }
}

static void print_part(const info_settings *s, const mesh_file *file, uint32_t index, const part_facts *facts)
{
    const fk_mesh *part = &file->model->part[index];
    const fk_mesh_facts *m = facts->mesh;
    const char *unit = fk_unit_word(file->unit);
    fk_vec3 size = fk_vec3_sub(m->box.max, m->box.min);
    if (file->model->part_count > 1)
        cli_print("%s\n", mesh_part_name(file, index));
    cli_print("  size        %.6g x %.6g x %.6g %s, from ", size.x, size.y, size.z, unit);
    print_vec3(m->box.min);
    cli_print(" to ");
    print_vec3(m->box.max);
    cli_print("\n  counts      %" PRIu32 " triangle%s, %" PRIu32 " vertices, %" PRIu32 " edges; %" PRIu32
              " component%s, Euler number %" PRId64 "\n",
              part->triangle_count, plural(part->triangle_count), part->vertex_count, m->edge_count,
              m->component_count, plural(m->component_count), m->euler);
    print_kind(facts);
    if (m->is_solid)
        cli_print("  volume      %.9g %s3%s\n", m->volume, unit,
                  m->component_count > 1 ? "; where components overlap, it counts as often" : "");
    cli_print("  area        %.9g %s2\n  centroid    ", m->area, unit);
    print_vec3(m->centroid);
    cli_print("\n");
    print_defects(m, s->all_defects);
    print_bounds(facts, unit);
}

static void print_head(const mesh_file *file)
{
    cli_print("%s: %s, %" PRIu32 " part%s, in %s%s\n",
              strcmp(file->path, "-") == 0 ? "standard input" : file->path, format_text(file->report.format),
              file->model->part_count, plural(file->model->part_count), fk_unit_word(file->unit),
              file->is_unit_assumed ? ", as nothing says another unit" : "");
}

/* ---- JSON ---------------------------------------------------------------------------------------------- */

static void put_json_list(const double *value, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        cli_json(i == 0 ? "[%n" : ",%n", value[i]);
    cli_print("]");
}

static void put_json_defects(const fk_mesh_facts *m)
{
    cli_print(",\"defects\":[");
    for (uint32_t i = 0; i < m->defect_count; i++) {
        const fk_defect *d = &m->defect[i];
        cli_json("%s{\"kind\":\"%s\",\"triangle\":%u", i == 0 ? "" : ",", fk_defect_word(d->kind),
                 d->triangle);
        if (d->other != FK_NONE)
            cli_json(",\"other\":%u", d->other);
        if (d->vertex[0] != FK_NONE)
            cli_json(",\"vertices\":[%u,%u]", d->vertex[0], d->vertex[1]);
        cli_print("}");
    }
    cli_print("]");
}

static void put_json_bounds(const part_facts *facts)
{
    const fk_aabb *box = &facts->mesh->box;
    const fk_obb *obb = &facts->obb;
    cli_json(",\"bounds\":{\"aabb\":{\"min\":%v,\"max\":%v,\"volume\":%n},", box->min, box->max,
             fk_aabb_volume(box));
    cli_json("\"sphere\":{\"center\":%v,\"radius\":%n,\"volume\":%n},", facts->sphere.center,
             facts->sphere.radius, fk_sphere_volume(&facts->sphere));
    cli_json("\"obb\":{\"center\":%v,\"axes\":[%v,%v,%v],\"half\":%v,\"volume\":%n}", obb->center,
             obb->axis[0], obb->axis[1], obb->axis[2], fk_vec3_make(obb->half[0], obb->half[1], obb->half[2]),
             fk_obb_volume(obb));
    for (int i = 0; i < 3; i++) {
        cli_json(",\"%u-dop\":{\"lo\":", dop_sizes[i]);
        put_json_list(facts->dop[i].lo, dop_sizes[i] / 2);
        cli_print(",\"hi\":");
        put_json_list(facts->dop[i].hi, dop_sizes[i] / 2);
        cli_json(",\"volume\":%n}", fk_kdop_volume(&facts->dop[i]));
    }
    cli_json(",\"hull\":{\"volume\":%n,\"vertices\":%u}}", facts->hull_volume, facts->hull_vertices);
}

static void put_json_part(const mesh_file *file, uint32_t index, const part_facts *facts)
{
    const fk_mesh *part = &file->model->part[index];
    const fk_mesh_facts *m = facts->mesh;
    char euler[24];
    snprintf(euler, sizeof euler, "%" PRId64, m->euler);
    cli_json("%s{\"name\":%q,\"triangles\":%u,\"vertices\":%u,\"edges\":%u,\"components\":%u,\"euler\":%s",
             index == 0 ? "" : ",", mesh_part_name(file, index), part->triangle_count, part->vertex_count,
             m->edge_count, m->component_count, euler);
    cli_json(",\"solid\":%b,\"inside_out\":%b", m->is_solid, m->is_inside_out);
    if (m->is_solid)
        cli_json(",\"volume\":%n", m->volume);
    cli_json(",\"area\":%n,\"centroid\":%v", m->area, m->centroid);
    put_json_defects(m);
    put_json_bounds(facts);
    cli_print("}");
}

static void put_json_head(const mesh_file *file)
{
    cli_json("{\"farkas\":1,\"file\":%q,\"format\":\"%s\",\"units\":\"%s\",\"parts\":[", file->path,
             file->report.format == FK_FORMAT_ANY ? "assimp" : fk_format_word(file->report.format),
             fk_unit_word(file->unit));
}

/* ---- Run ----------------------------------------------------------------------------------------------- */

/* Prints why a part fails --strict. */
static void report_unsound(const char *name, const fk_mesh_facts *m)
{
    cli_note("%s: not sound: %s%" PRIu32 " defect%s", name,
             !m->is_solid       ? "a surface, "
             : m->is_inside_out ? "inside out, "
                                : "",
             m->defect_count, plural(m->defect_count));
}

/* Returns CLI_OK, CLI_FOUND if a part is not sound, or CLI_TROUBLE after a message. */
static int report_file(fk_context *context, const info_settings *s, const char *path)
{
    mesh_file file;
    int status = CLI_OK;
    if (!mesh_file_load(&file, context, path, &s->mesh))
        return CLI_TROUBLE;
    mesh_file_notes(&file);
    if (s->json)
        put_json_head(&file);
    else
        print_head(&file);
    for (uint32_t i = 0; status != CLI_TROUBLE && i < file.model->part_count; i++) {
        part_facts facts = {0};
        if (!find_facts(context, mesh_part_name(&file, i), &file.model->part[i], &facts))
            status = CLI_TROUBLE;
        else if (s->json)
            put_json_part(&file, i, &facts);
        else
            print_part(s, &file, i, &facts);
        if (status != CLI_TROUBLE && !is_sound(&facts)) {
            status = CLI_FOUND;
            if (s->strict)
                report_unsound(mesh_part_name(&file, i), facts.mesh);
        }
        fk_mesh_facts_free(context, facts.mesh);
    }
    if (s->json && status != CLI_TROUBLE)
        cli_print("]}\n");
    mesh_file_free(&file);
    return status;
}

int verb_info(int argc, char **argv)
{
    info_settings s = {0};
    int status;
    if (!cli_read_option_table(&option_table, argc, argv, &s, &status))
        return status;
    if (!mesh_settings_check(&s.mesh))
        return CLI_TROUBLE;
    if (optind == argc)
        return cli_trouble("info needs a file; see 'farkas info --help'");
    int worst = CLI_OK, not_sound = 0;
    double begin = fk_clock_seconds();
    for (int i = optind; i < argc; i++) {
        int found = report_file(cli_context(), &s, argv[i]);
        not_sound += found == CLI_FOUND;
        worst = found > worst ? found : worst;
    }
    if (cli_is_verbose())
        cli_note("%d file%s, %d not sound; %.3f s", argc - optind, plural((uint64_t)(argc - optind)),
                 not_sound, fk_clock_seconds() - begin);
    return worst == CLI_FOUND && !s.strict ? CLI_OK : worst;
}
