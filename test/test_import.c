/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Models through assimp: nodes and their transformations, what is missing without it, and files that are broken. */

#define _XOPEN_SOURCE 700

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "import_assimp.h"
#include "mesh/mesh.h"

/* A tetrahedron that three nodes use: as it is, moved and turned, and mirrored. */
static const char scene[] =
    "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
    "<COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" version=\"1.4.1\">\n"
    "<asset><unit name=\"meter\" meter=\"1\"/><up_axis>Y_UP</up_axis></asset>\n"
    "<library_geometries><geometry id=\"g\" name=\"tetrahedron\"><mesh>\n"
    "<source id=\"p\"><float_array id=\"a\" count=\"12\">0 0 0 1 0 0 0 1 0 0 0 1</float_array>\n"
    "<technique_common><accessor source=\"#a\" count=\"4\" stride=\"3\"><param name=\"X\" type=\"float\"/>\n"
    "<param name=\"Y\" type=\"float\"/><param name=\"Z\" "
    "type=\"float\"/></accessor></technique_common></source>\n"
    "<vertices id=\"v\"><input semantic=\"POSITION\" source=\"#p\"/></vertices>\n"
    "<triangles count=\"4\"><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/>\n"
    "<p>0 2 1 0 1 3 1 2 3 2 0 3</p></triangles></mesh></geometry></library_geometries>\n"
    "<library_visual_scenes><visual_scene id=\"s\">\n"
    "<node id=\"first\" name=\"first\"><instance_geometry url=\"#g\"/></node>\n"
    "<node id=\"above\" name=\"above\"><translate>10 0 0</translate>\n"
    "<node id=\"second\" name=\"second\"><matrix>0 -1 0 0 1 0 0 0 0 0 1 5 0 0 0 1</matrix>\n"
    "<instance_geometry url=\"#g\"/></node></node>\n"
    "<node id=\"third\" name=\"third\"><scale>-2 2 2</scale><instance_geometry url=\"#g\"/></node>\n"
    "</visual_scene></library_visual_scenes>\n"
    "<scene><instance_visual_scene url=\"#s\"/></scene></COLLADA>\n";

static void make_file(const char *name, const char *text, char path[500])
{
    const char *temporary = getenv("TMPDIR");
    snprintf(path, 500, "%s/farkas-test-%p-%s", temporary != NULL ? temporary : P_tmpdir, (void *)path, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static fk_status load(fk_context *context, const char *path, bool join, fk_load_report *report,
                      fk_model **out)
{
    fk_load_options options = fk_load_options_default();
    options.join = join;
    return import_load(context, path, &options, report, out);
}

/* Six times the volume of a closed mesh. */
static double volume_of(const fk_mesh *mesh)
{
    double sum = 0;
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        const uint32_t *c = mesh->triangle[t].corner;
        sum += fk_vec3_dot(mesh->point[c[0]], fk_vec3_cross(mesh->point[c[1]], mesh->point[c[2]]));
    }
    return sum;
}

static bool has_vertex(const fk_mesh *mesh, double x, double y, double z)
{
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        if (mesh->point[i].x == x && mesh->point[i].y == y && mesh->point[i].z == z)
            return true;
    return false;
}

static void check_parts(fk_context *context, const fk_model *model)
{
    static const char *const names[3] = {"first", "second", "third"};
    static const double volume[3] = {1, 1, 8};
    assert_int_equal(model->part_count, 3);
    for (uint32_t i = 0; i < 3; i++) {
        bool closed;
        const fk_mesh *mesh = &model->part[i];
        assert_string_equal(mesh->name, names[i]);
        assert_int_equal(mesh->vertex_count, 4);
        assert_int_equal(mesh->triangle_count, 4);
        assert_int_equal(fk_mesh_is_closed(context, mesh, &closed), FK_OK);
        assert_true(closed);
        assert_true(volume_of(mesh) == volume[i]);
    }
    assert_true(has_vertex(&model->part[0], 1, 0, 0) && has_vertex(&model->part[0], 0, 0, 1));
    assert_true(has_vertex(&model->part[1], 10, 1, 5) && has_vertex(&model->part[1], 9, 0, 5));
    assert_true(has_vertex(&model->part[2], -2, 0, 0) && has_vertex(&model->part[2], 0, 2, 0));
}

static void test_scene(void **state)
{
    (void)state;
    char path[500];
    fk_context *context = NULL;
    fk_model *model = NULL;
    fk_load_report report;
    assert_int_equal(fk_context_create(NULL, &context), FK_OK);
    make_file("scene.DAE", scene, path);
    assert_true(import_knows(path));
    fk_status status = load(context, path, false, &report, &model);
    if (!import_is_available()) {
        assert_int_equal(status, FK_ERROR_FORMAT);
        assert_non_null(strstr(report.message, "COLLADA"));
        assert_non_null(strstr(report.message, "libassimp-dev"));
    } else {
        assert_string_equal(report.message, "");
        assert_int_equal(status, FK_OK);
        assert_int_equal(report.triangles, 12);
        check_parts(context, model);
        fk_model_free(context, model);
        assert_int_equal(load(context, path, true, &report, &model), FK_OK);
        assert_int_equal(model->part_count, 1);
        assert_int_equal(model->part[0].triangle_count, 12);
        fk_model_free(context, model);
    }
    remove(path);
    fk_context_destroy(context);
}

static void test_errors(void **state)
{
    (void)state;
    char path[500];
    fk_context *context = NULL;
    fk_model *model = NULL;
    fk_load_report report;
    if (!import_is_available())
        skip();
    assert_int_equal(fk_context_create(NULL, &context), FK_OK);
    static const char *const bad[] = {"", "<COLLADA", "nonsense"};
    for (int i = 0; i < 3; i++) {
        make_file("bad.dae", bad[i], path);
        assert_int_equal(load(context, path, false, &report, &model), FK_ERROR_SYNTAX);
        assert_memory_equal(report.message, "assimp: ", 8);
        remove(path);
    }
    assert_int_equal(load(context, "no such file.glb", false, &report, &model), FK_ERROR_SYNTAX);
    assert_true(report.message[0] != '\0');
    assert_null(model);
    fk_context_destroy(context);
}

static void test_names(void **state)
{
    (void)state;
    assert_true(import_knows("a/b.glb") && import_knows("b.GLTF") && import_knows("c.3mf") &&
                import_knows("x.fbx"));
    assert_false(import_knows("a.stl") || import_knows("a.obj") || import_knows("glb") ||
                 import_knows("dae"));
    assert_false(import_knows("") || import_knows(".dae") || import_knows("a.dae.ply"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_scene),
        cmocka_unit_test(test_errors),
        cmocka_unit_test(test_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
