/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Writing models: what is written reads back to the same bits, for every format; what a format cannot hold is refused; and files,
 * which appear whole or not at all. */

#define _XOPEN_SOURCE 700

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <dirent.h>
#include <float.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "read_check.h"

#include "folder_fixture.h"

/* ---- Random models ------------------------------------------------------------------------------------- */

enum { MOST_PARTS = 5, MOST_POINTS = 60, MOST_TRIANGLES = 120 };

typedef struct sample {
    fk_mesh part[MOST_PARTS];
    fk_vec3 point[MOST_PARTS][MOST_POINTS];
    fk_triangle triangle[MOST_PARTS][MOST_TRIANGLES];
    char name[MOST_PARTS][16];
} sample;

static double any_coordinate(fk_random *random, bool floats)
{
    for (;;) {
        uint64_t bits = fk_random_u64(random);
        uint32_t half = (uint32_t)bits;
        double x;
        float f;
        switch (fk_random_below(random, 4)) {
        case 0:
            return (double)fk_random_below(random, 3) - 1;
        case 1:
            return -0.0;
        case 2:
            f = (float)fk_random_between(random, -1, 1);
            return (double)f;
        default:
            memcpy(&x, &bits, sizeof x);
            memcpy(&f, &half, sizeof f);
            x = floats ? (double)f : x;
            if (isfinite(x))
                return x;
        }
    }
}

static bool is_new(const fk_vec3 *point, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (point[i].x == point[count].x && point[i].y == point[count].y && point[i].z == point[count].z)
            return false;
    return true;
}

/* A part whose vertices are all used, but for the last `unused` ones. */
static void fill_part(sample *s, uint32_t part, fk_random *random, bool floats, uint32_t unused)
{
    fk_vec3 *point = s->point[part];
    fk_triangle *triangle = s->triangle[part];
    uint32_t used = 3 + (uint32_t)fk_random_below(random, MOST_POINTS - 10), count = 0, triangles = 0;
    while (count < used + unused) {
        point[count] = fk_vec3_make(any_coordinate(random, floats), any_coordinate(random, floats),
                                    any_coordinate(random, floats));
        count += is_new(point, count);
    }
    for (uint32_t v = 0; v < used; v++, triangles++)
        for (int k = 0; k < 3; k++)
            triangle[triangles].corner[k] = k == 0 ? v : (uint32_t)fk_random_below(random, used);
    snprintf(s->name[part], sizeof s->name[part], part % 2 ? "the part %u" : "part%u", (unsigned)part);
    fk_mesh mesh = {count, triangles, point, triangle, s->name[part], 0};
    s->part[part] = mesh;
}

static fk_model *make_model(fk_random *random, uint32_t parts, bool floats, uint32_t unused)
{
    static sample s;
    fk_model *model = NULL;
    for (uint32_t i = 0; i < parts; i++)
        fill_part(&s, i, random, floats, unused);
    assert_int_equal(fk_model_build(context, s.part, parts, &model), FK_OK);
    for (uint32_t i = 0; i < parts; i++)
        assert_true(mesh_is_same(&s.part[i], &model->part[i]));
    assert_null(model_defect(model));
    return model;
}

static fk_model *read_back(const fk_model *model, fk_format format, bool keep_points)
{
    written w = {0};
    fk_load_options options = fk_load_options_default();
    fk_load_report report;
    fk_save_report saved;
    fk_model *back = NULL;
    options.mesh.keep_points = keep_points;
    assert_int_equal(fk_model_write(model, format, written_add, &w, &saved), FK_OK);
    fk_status status = fk_model_parse(context, w.bytes, w.count, &options, &report, &back);
    if (status != FK_OK)
        print_message("%s, line %llu: %s\n", fk_format_word(format), (unsigned long long)report.line,
                      report.message);
    assert_int_equal(status, FK_OK);
    assert_int_equal(report.format, format);
    assert_int_equal(saved.rounded, 0);
    free(w.bytes);
    return back;
}

/* ---- Round trips --------------------------------------------------------------------------------------- */

static const fk_format all_formats[] = {
#define FORMAT_ITEM(name, word) name,
    FK_FORMAT_LIST(FORMAT_ITEM)
#undef FORMAT_ITEM
};
enum { FORMATS = sizeof all_formats / sizeof all_formats[0] };

static bool has_order(fk_format format)
{
    return format != FK_FORMAT_STL && format != FK_FORMAT_STL_ASCII;
}

static void test_round_trips(void **state)
{
    (void)state;
    fk_random random = fk_random_make(1);
    for (int round = 0; round < 100; round++)
        for (size_t i = 0; i < FORMATS; i++) {
            fk_format format = all_formats[i];
            bool keep = has_order(format) && round % 2;
            fk_model *model = make_model(&random, 1, format == FK_FORMAT_STL, keep ? 3 : 0);
            fk_model *back = read_back(model, format, keep);
            assert_null(model_defect(back));
            assert_true(has_order(format) ? model_is_same(model, back) : model_has_same_corners(model, back));
            assert_int_equal(model->part[0].vertex_count, back->part[0].vertex_count);
            fk_model_free(context, back);
            fk_model_free(context, model);
        }
}

static void test_round_trips_of_parts(void **state)
{
    (void)state;
    fk_random random = fk_random_make(2);
    for (int round = 0; round < 100; round++)
        for (size_t i = 0; i < FORMATS; i++) {
            fk_format format = all_formats[i];
            if (!fk_format_has_parts(format))
                continue;
            fk_model *model =
                make_model(&random, 2 + (uint32_t)fk_random_below(&random, MOST_PARTS - 1), false, 0);
            fk_model *back = read_back(model, format, false);
            assert_true(has_order(format) ? model_is_same(model, back) : model_has_same_corners(model, back));
            for (uint32_t k = 0; k < model->part_count; k++)
                assert_string_equal(model->part[k].name, back->part[k].name);
            fk_model_free(context, back);
            fk_model_free(context, model);
        }
}

/* Parts stay apart whatever their names are, and keep those that differ. */
static void test_names(void **state)
{
    (void)state;
    static const struct {
        const char *name[3];
        bool is_kept; /* by OBJ */
    } row[] = {
        {{"a", "b", "a"}, false},       {{"", "", ""}, false},         {{"a", "", "b"}, true},
        {{"a b", " a b ", "a"}, false}, {{"a b", "a\tb", "c"}, false}, {{"a b", "a  b", "ab"}, true},
        {{"a", "a (1)", "A"}, true},
    };
    fk_random random = fk_random_make(8);
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++)
        for (int format = FK_FORMAT_STL_ASCII; format <= FK_FORMAT_OBJ; format++) {
            fk_model *random_parts = make_model(&random, 3, false, 0);
            fk_mesh part[3];
            for (size_t k = 0; k < 3; k++) {
                part[k] = random_parts->part[k];
                part[k].name = row[i].name[k];
            }
            fk_model model = {3, part, 0}, *back = read_back(&model, (fk_format)format, false);
            assert_true(model_has_same_corners(&model, back));
            for (size_t k = 0; row[i].is_kept && k < 3; k++)
                assert_string_equal(back->part[k].name, part[k].name);
            fk_model_free(context, back);
            fk_model_free(context, random_parts);
        }
}

/* ---- What is written ----------------------------------------------------------------------------------- */

static const fk_vec3 corner[4] = {{0, 0, 0}, {0.1, 0, 0}, {0, 1e-7, 0}, {-0.0, 5, 1e22}};
static const fk_triangle facet[2] = {{{0, 1, 2}}, {{2, 2, 3}}};

static void check_text(const fk_model *model, fk_format format, const char *expected)
{
    written w = {0};
    assert_int_equal(fk_model_write(model, format, written_add, &w, NULL), FK_OK);
    assert_int_equal(w.count, strlen(expected));
    assert_memory_equal(w.bytes, expected, w.count);
    free(w.bytes);
}

static void test_texts(void **state)
{
    (void)state;
    fk_mesh part = {4, 2, corner, facet, "a\nname", 0};
    fk_model model = {1, &part, 0};
    check_text(&model, FK_FORMAT_OFF, "OFF\n4 2 0\n0 0 0\n0.1 0 0\n0 1e-7 0\n-0 5 1e22\n3 0 1 2\n3 2 2 3\n");
    check_text(&model, FK_FORMAT_OBJ,
               "o a name\nv 0 0 0\nv 0.1 0 0\nv 0 1e-7 0\nv -0 5 1e22\nf 1 2 3\nf 3 3 4\n");
    check_text(&model, FK_FORMAT_STL_ASCII,
               "solid a name\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 0.1 0 0\nvertex 0 1e-7 0\n"
               "endloop\nendfacet\nfacet normal 0 0 0\nouter loop\nvertex 0 1e-7 0\nvertex 0 1e-7 0\n"
               "vertex -0 5 1e22\nendloop\nendfacet\nendsolid\n");
    check_text(
        &model, FK_FORMAT_PLY_ASCII,
        "ply\nformat ascii 1.0\nelement vertex 4\nproperty double x\nproperty double y\nproperty double z\n"
        "element face 2\nproperty list uchar uint vertex_indices\nend_header\n0 0 0\n0.1 0 0\n0 1e-7 0\n"
        "-0 5 1e22\n3 0 1 2\n3 2 2 3\n");
}

/* Normals of triangles of all sizes are of length one. */
static void test_normals(void **state)
{
    (void)state;
    static const double scale[] = {1, 1e-300, 1e-320, 1e300, DBL_MAX};
    for (size_t i = 0; i < sizeof scale / sizeof scale[0]; i++) {
        double s = scale[i];
        fk_vec3 point[3] = {{-s, -s, s}, {s, -s, s}, {-s, s, s}};
        fk_triangle triangle = {{0, 1, 2}};
        fk_mesh part = {3, 1, point, &triangle, "", 0};
        fk_model model = {1, &part, 0};
        written w = {0};
        assert_int_equal(fk_model_write(&model, FK_FORMAT_STL_ASCII, written_add, &w, NULL), FK_OK);
        assert_memory_equal(w.bytes, "solid\nfacet normal 0 0 1\n", 25);
        free(w.bytes);
    }
}

static void test_rounding(void **state)
{
    (void)state;
    fk_mesh part = {4, 2, corner, facet, "", 0};
    fk_model model = {1, &part, 0};
    fk_save_report report;
    written w = {0};
    assert_int_equal(fk_model_write(&model, FK_FORMAT_STL, written_add, &w, &report), FK_OK);
    assert_int_equal(report.rounded, 3);
    assert_int_equal(w.count, 84 + 2 * 50);
    free(w.bytes);
    static const double beyond[] = {3.5e38, 0x1.ffffffp127, -DBL_MAX};
    for (size_t i = 0; i < 3; i++) {
        fk_vec3 point[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, beyond[i]}};
        part.point = point;
        assert_int_equal(fk_model_write(&model, FK_FORMAT_STL, written_add, NULL, &report), FK_ERROR_FORMAT);
        assert_non_null(strstr(report.message, "range of floats"));
    }
    /* The largest double that becomes a float. */
    fk_vec3 point[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, nextafter(0x1.ffffffp127, 0)}};
    written v = {0};
    part.point = point;
    assert_int_equal(fk_model_write(&model, FK_FORMAT_STL, written_add, &v, &report), FK_OK);
    assert_int_equal(report.rounded, 1);
    free(v.bytes);
}

static void test_refused(void **state)
{
    (void)state;
    fk_random random = fk_random_make(3);
    fk_model *model = make_model(&random, 2, false, 0);
    fk_save_report report;
    for (size_t i = 0; i < FORMATS; i++)
        if (!fk_format_has_parts(all_formats[i])) {
            assert_int_equal(fk_model_write(model, all_formats[i], written_add, NULL, &report),
                             FK_ERROR_FORMAT);
            assert_non_null(strstr(report.message, "holds one part, and there are 2"));
        }
    assert_int_equal(fk_model_write(model, FK_FORMAT_ANY, written_add, NULL, NULL), FK_ERROR_ARGUMENT);
    assert_int_equal(fk_model_save(context, model, "nowhere.xyz", FK_FORMAT_ANY, &report), FK_ERROR_FORMAT);
    assert_non_null(strstr(report.message, "end it in .stl, .obj, .ply or .off"));
    fk_model_free(context, model);
}

/* Bytes go to a writer that fails after some of them. */
static bool write_some(void *user, const char *bytes, size_t count)
{
    size_t *left = user;
    (void)bytes;
    if (*left < count)
        return false;
    *left -= count;
    return true;
}

static void test_failing_writes(void **state)
{
    (void)state;
    fk_random random = fk_random_make(4);
    fk_model *model = make_model(&random, 1, true, 0);
    fk_save_report report;
    for (size_t i = 0; i < FORMATS; i++)
        for (size_t room = 0; room < 200; room += 50) {
            size_t left = room;
            assert_int_equal(fk_model_write(model, all_formats[i], write_some, &left, &report),
                             FK_ERROR_WRITE);
            assert_string_equal(report.message, "writing failed");
        }
    fk_model_free(context, model);
}

/* ---- Files --------------------------------------------------------------------------------------------- */

static const char *path_of(const char *name)
{
    static char path[2][500];
    static int turn;
    turn = 1 - turn;
    snprintf(path[turn], sizeof path[turn], "%s/%s", folder, name);
    return path[turn];
}

static int count_files(void)
{
    DIR *dir = opendir(folder);
    int count = 0;
    assert_non_null(dir);
    for (struct dirent *e = readdir(dir); e != NULL; e = readdir(dir))
        count += e->d_name[0] != '.';
    closedir(dir);
    return count;
}

static void put_file(const char *name, const void *bytes, size_t size)
{
    FILE *file = fopen(path_of(name), "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static void test_files(void **state)
{
    (void)state;
    static const char *const name[] = {"a.stl", "b.OBJ", "c.ply", "d.off"};
    fk_random random = fk_random_make(5);
    for (size_t i = 0; i < 4; i++)
        for (int again = 0; again < 2; again++) {
            fk_model *model = make_model(&random, 1, true, 0);
            fk_mesh *mesh = NULL;
            assert_int_equal(fk_model_save(context, model, path_of(name[i]), FK_FORMAT_ANY, NULL), FK_OK);
            assert_int_equal(fk_mesh_load(context, path_of(name[i]), NULL, NULL, &mesh), FK_OK);
            assert_int_equal(mesh->triangle_count, model->part[0].triangle_count);
            assert_int_equal(mesh->vertex_count, model->part[0].vertex_count);
            fk_mesh_free(context, mesh);
            fk_model_free(context, model);
            assert_int_equal(count_files(), i + 1);
        }
    /* Several parts in .stl are ASCII. */
    fk_model *model = make_model(&random, 3, true, 0), *back = NULL;
    fk_load_report report;
    assert_int_equal(fk_model_save(context, model, path_of("a.stl"), FK_FORMAT_ANY, NULL), FK_OK);
    assert_int_equal(fk_model_load(context, path_of("a.stl"), NULL, &report, &back), FK_OK);
    assert_int_equal(report.format, FK_FORMAT_STL_ASCII);
    assert_int_equal(back->part_count, 3);
    fk_model_free(context, back);
    fk_model_free(context, model);
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(unlink(path_of(name[i])), 0);
}

/* What is there stays there when a file cannot be replaced, and nothing else is left. */
static void test_failed_files(void **state)
{
    (void)state;
    fk_random random = fk_random_make(6);
    fk_model *model = make_model(&random, 1, true, 0);
    fk_save_report report;
    assert_int_equal(fk_model_save(context, model, path_of("no/a.stl"), FK_FORMAT_ANY, &report),
                     FK_ERROR_WRITE);
    assert_non_null(strstr(report.message, "no such file or folder"));
    assert_int_equal(mkdir(path_of("folder.stl"), 0700), 0);
    assert_int_equal(fk_model_save(context, model, path_of("folder.stl"), FK_FORMAT_ANY, &report),
                     FK_ERROR_WRITE);
    assert_non_null(strstr(report.message, "folder"));
    assert_int_equal(count_files(), 1);
    /* A name that somebody else uses for the time being is left alone. */
    put_file("a.stl.farkas-0000", "mine", 4);
    assert_int_equal(fk_model_save(context, model, path_of("a.stl"), FK_FORMAT_ANY, &report), FK_OK);
    assert_int_equal(count_files(), 3);
    /* A full disk. */
    FILE *full = fopen("/dev/full", "wb");
    if (full != NULL) {
        fclose(full);
        assert_int_equal(fk_model_save(context, model, "/dev/full", FK_FORMAT_STL, &report), FK_ERROR_WRITE);
        assert_non_null(strstr(report.message, "no space"));
    }
    assert_int_equal(fk_model_save(context, model, "/dev/null", FK_FORMAT_STL, &report), FK_OK);
    struct stat null;
    assert_int_equal(stat("/dev/null", &null), 0);
    assert_true(S_ISCHR(null.st_mode));
    fk_model_free(context, model);
    assert_int_equal(unlink(path_of("a.stl")), 0);
    assert_int_equal(unlink(path_of("a.stl.farkas-0000")), 0);
    assert_int_equal(rmdir(path_of("folder.stl")), 0);
}

static void check_load(const char *path, fk_status status, const char *words)
{
    fk_load_report report;
    fk_model *model = NULL;
    assert_int_equal(fk_model_load(context, path, NULL, &report, &model), status);
    if (strstr(report.message, words) == NULL)
        print_message("%s\n", report.message);
    assert_non_null(strstr(report.message, words));
    assert_null(model);
}

static void test_files_that_cannot_be_read(void **state)
{
    (void)state;
    static const struct {
        const char *name, *words;
    } strange[] = {
        {"a.step", "export the part as STL or OBJ"},
        {"a.STP", "export the part as STL or OBJ"},
        {"a.igs", "export the part as STL or OBJ"},
        {"a.xacro", "no mesh"},
        {"a.urdf", "no mesh"},
        {"a.dae", "libassimp-dev"},
        {"a.3mf", "libassimp-dev"},
        {"a.gltf", "libassimp-dev"},
        {"a.stl.gz", "unpack it first"},
        {"a.png", "picture"},
        {"a.mtl", "give the .obj file"},
        {"a.txt", "name the format"},
    };
    for (size_t i = 0; i < sizeof strange / sizeof strange[0]; i++) {
        put_file(strange[i].name, "something else\n", 15);
        check_load(path_of(strange[i].name), FK_ERROR_FORMAT, strange[i].words);
        assert_int_equal(unlink(path_of(strange[i].name)), 0);
    }
    check_load(path_of("missing.stl"), FK_ERROR_READ, "there is no such file or folder");
    check_load(folder, FK_ERROR_READ, "this is a folder, not a file");
    put_file("empty.stl", "", 0);
    check_load(path_of("empty.stl"), FK_ERROR_SYNTAX, "the file is empty");
    check_load(path_of("empty.stl/a.stl"), FK_ERROR_READ, "a part of the path is no folder");
    assert_int_equal(chmod(path_of("empty.stl"), 0), 0);
    FILE *file = fopen(path_of("empty.stl"), "rb"); /* which root may do */
    if (file == NULL)
        check_load(path_of("empty.stl"), FK_ERROR_READ, "no permission");
    else
        fclose(file);
    assert_int_equal(unlink(path_of("empty.stl")), 0);
}

static void test_scarce_memory(void **state)
{
    (void)state;
    fk_random random = fk_random_make(7);
    fk_model *model = make_model(&random, 2, true, 0);
    fk_status status = FK_ERROR_MEMORY;
    for (size_t k = 0; status != FK_OK; k++) {
        memory m = {.fail_at = SIZE_MAX};
        fk_context *scarce = memory_context(&m);
        size_t before = m.used;
        fk_model *copy = NULL, *back = NULL;
        m.fail_at = k;
        status = fk_model_build(scarce, model->part, 2, &copy);
        if (status == FK_OK)
            status = fk_model_save(scarce, model, path_of("a.stl"), FK_FORMAT_ANY, NULL);
        if (status == FK_OK)
            status = fk_model_load(scarce, path_of("a.stl"), NULL, NULL, &back);
        assert_true(status == FK_OK || status == FK_ERROR_MEMORY);
        fk_model_free(scarce, copy);
        fk_model_free(scarce, back);
        assert_int_equal(m.used, before);
        fk_context_destroy(scarce);
    }
    fk_model_free(context, model);
    assert_int_equal(unlink(path_of("a.stl")), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trips),
        cmocka_unit_test(test_round_trips_of_parts),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_texts),
        cmocka_unit_test(test_normals),
        cmocka_unit_test(test_rounding),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_failing_writes),
        cmocka_unit_test(test_files),
        cmocka_unit_test(test_failed_files),
        cmocka_unit_test(test_files_that_cannot_be_read),
        cmocka_unit_test(test_scarce_memory),
    };
    return cmocka_run_group_tests(tests, make_folder, end_folder);
}
