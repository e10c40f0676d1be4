/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Generated assemblies: as many parts as wanted, with names of their own; every mesh is a solid without defects; the list of
 * relations is sorted, and has every kind of mistake; the bytes are those of every machine. test/cli_assembly.sh compares
 * the list with a check. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "farkas/check.h"
#include "gen/assembly.h"
#include "scarce_memory.h"

static fk_context *plain_context(void)
{
    fk_context *context = NULL;
    assert_int_equal(fk_context_create(NULL, &context), FK_OK);
    return context;
}

static fk_assembly make(fk_context *context, uint32_t parts, uint64_t seed)
{
    fk_assembly made;
    assert_int_equal(fk_assembly_make(context, parts, seed, &made), FK_OK);
    assert_int_equal(made.part_count, parts);
    return made;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void check_names(const fk_assembly *assembly)
{
    const char **name = malloc(assembly->part_count * sizeof *name);
    assert_non_null(name);
    for (uint32_t i = 0; i < assembly->part_count; i++) {
        name[i] = assembly->part[i].name;
        assert_non_null(strchr(name[i], '/'));
        assert_true(assembly->part[i].mesh < assembly->mesh_count);
    }
    qsort(name, assembly->part_count, sizeof *name, compare_names);
    for (uint32_t i = 0; i + 1 < assembly->part_count; i++)
        assert_true(strcmp(name[i], name[i + 1]) < 0);
    free(name);
}

static void check_relations(const fk_assembly *assembly)
{
    for (size_t i = 0; i < assembly->pair_count; i++) {
        const fk_assembly_pair *p = &assembly->pair[i];
        assert_true(p->a < p->b && p->b < assembly->part_count);
        assert_true(i == 0 || p[-1].a < p->a || (p[-1].a == p->a && p[-1].b < p->b));
    }
}

static size_t count_kind(const fk_assembly *assembly, fk_assembly_kind kind)
{
    size_t count = 0;
    for (size_t i = 0; i < assembly->pair_count; i++)
        count += assembly->pair[i].kind == kind;
    return count;
}

static void test_parts(void **state)
{
    (void)state;
    fk_context *context = plain_context();
    for (uint32_t parts = FK_ASSEMBLY_FEWEST; parts < 260; parts++) {
        fk_assembly made = make(context, parts, parts);
        check_names(&made);
        check_relations(&made);
        for (int kind = 0; parts >= 10 && kind <= FK_ASSEMBLY_DUPLICATE; kind++)
            assert_true(count_kind(&made, (fk_assembly_kind)kind) > 0);
        fk_assembly_free(context, &made);
    }
    fk_context_destroy(context);
}

static void test_many_parts(void **state)
{
    (void)state;
    fk_context *context = plain_context();
    fk_assembly made = make(context, FK_ASSEMBLY_MOST, 1);
    check_names(&made);
    check_relations(&made);
    assert_in_range(made.mesh_count, 30, 80);
    assert_true(count_kind(&made, FK_ASSEMBLY_HARD) < 1000);
    fk_assembly_free(context, &made);
    fk_context_destroy(context);
}

/* An assembly of this size has every shape. */
static void test_meshes(void **state)
{
    (void)state;
    fk_context *context = plain_context();
    fk_assembly made = make(context, 20000, 3);
    for (uint32_t i = 0; i < made.mesh_count; i++) {
        fk_model *model = NULL;
        fk_mesh_facts *facts = NULL;
        assert_int_equal(fk_assembly_mesh_make(context, &made.mesh[i], &model), FK_OK);
        assert_int_equal(model->part_count, 1);
        assert_int_equal(fk_mesh_inspect(context, &model->part[0], &facts), FK_OK);
        assert_true(facts->is_solid && facts->volume > 0);
        assert_int_equal(facts->defect_count, 0);
        assert_int_equal(facts->component_count, 1);
        fk_mesh_facts_free(context, facts);
        fk_model_free(context, model);
    }
    fk_assembly_free(context, &made);
    fk_context_destroy(context);
}

/* A panel of two by four by eight with four holes of 24 sides, at its middle one of 32. */
static void test_volume(void **state)
{
    (void)state;
    fk_context *context = plain_context();
    fk_assembly made = make(context, 20000, 3);
    fk_model *model = NULL;
    fk_mesh_facts *facts = NULL;
    uint32_t i = 0;
    while (strcmp(made.mesh[i].name, "panel_1") != 0)
        i++;
    fk_assembly_mesh mesh = made.mesh[i];
    const double size[8] = {47, 48, 16, 35, 0, 35, 4.5, 26};
    memcpy(mesh.size, size, sizeof size);
    assert_int_equal(fk_assembly_mesh_make(context, &mesh, &model), FK_OK);
    assert_int_equal(fk_mesh_inspect(context, &model->part[0], &facts), FK_OK);
    /* The area of a regular polygon is n r^2 sin(2 pi/n) / 2. */
    double holes = 4 * 12 * 4.5 * 4.5 * 0.25881904510252074, bore = 16 * 26 * 26 * 0.19509032201612825;
    double volume = 16 * (94 * 96 - holes - bore);
    assert_true(facts->volume > volume * (1 - 1e-12) && facts->volume < volume * (1 + 1e-12));
    assert_int_equal(facts->euler, 2 - 2 * 5);
    fk_mesh_facts_free(context, facts);
    fk_model_free(context, model);
    fk_assembly_free(context, &made);
    fk_context_destroy(context);
}

static void test_words(void **state)
{
    (void)state;
    for (int kind = 0; kind <= FK_ASSEMBLY_DUPLICATE; kind++)
        assert_string_equal(fk_assembly_kind_word((fk_assembly_kind)kind),
                            fk_clash_word((fk_clash)(FK_CLASH_CLEARANCE + kind)));
}

static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t count)
{
    const unsigned char *byte = bytes;
    for (size_t i = 0; i < count; i++)
        hash = (hash ^ byte[i]) * UINT64_C(0x100000001b3);
    return hash;
}

static uint64_t hash_assembly(fk_context *context, const fk_assembly *a)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    hash = hash_bytes(hash, a->part, a->part_count * sizeof *a->part);
    for (size_t i = 0; i < a->pair_count; i++) {
        const uint32_t row[3] = {a->pair[i].a, a->pair[i].b, (uint32_t)a->pair[i].kind};
        hash = hash_bytes(hash, row, sizeof row);
    }
    for (uint32_t i = 0; i < a->mesh_count; i++) {
        fk_model *model = NULL;
        assert_int_equal(fk_assembly_mesh_make(context, &a->mesh[i], &model), FK_OK);
        hash = hash_bytes(hash, a->mesh[i].name, strlen(a->mesh[i].name));
        hash = hash_bytes(hash, model->part->point, model->part->vertex_count * sizeof *model->part->point);
        hash = hash_bytes(hash, model->part->triangle,
                          model->part->triangle_count * sizeof *model->part->triangle);
        fk_model_free(context, model);
    }
    return hash;
}

/* Written down, so that every compiler and machine is held to the same bytes (on those with the lowest byte first). */
static void test_bytes(void **state)
{
    static const struct {
        uint32_t parts;
        uint64_t seed, hash;
    } known[] = {{60, 1, UINT64_C(0xab1b9073473bde78)},
                 {60, 2, UINT64_C(0xbb53c03a9d025c53)},
                 {200, 1, UINT64_C(0x829015efcb694ca7)},
                 {800, 1, UINT64_C(0xdd0b50e36d4e5269)}};
    (void)state;
    fk_context *context = plain_context();
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        fk_assembly made = make(context, known[i].parts, known[i].seed);
        uint64_t hash = hash_assembly(context, &made);
        if (hash != known[i].hash)
            fail_msg("%u parts: the hash is 0x%llx", (unsigned)known[i].parts, (unsigned long long)hash);
        fk_assembly_free(context, &made);
    }
    fk_context_destroy(context);
}

static void test_bad_counts(void **state)
{
    (void)state;
    fk_context *context = plain_context();
    static const uint32_t bad[] = {0, 1, FK_ASSEMBLY_MOST + 1, UINT32_MAX};
    fk_assembly made = {.part_count = 77};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_equal(fk_assembly_make(context, bad[i], 1, &made), FK_ERROR_ARGUMENT);
    assert_int_equal(made.part_count, 77);
    fk_context_destroy(context);
}

static void test_scarce_memory(void **state)
{
    (void)state;
    fk_status status = FK_ERROR_MEMORY;
    for (size_t k = 0; status != FK_OK; k++) {
        memory m = {.fail_at = SIZE_MAX};
        fk_context *context = memory_context(&m);
        size_t before = m.used;
        fk_assembly made = {.part_count = 77};
        m.fail_at = k;
        status = fk_assembly_make(context, 400, 1, &made);
        assert_true(status == FK_OK || (status == FK_ERROR_MEMORY && made.part_count == 77));
        if (status == FK_OK)
            fk_assembly_free(context, &made);
        assert_int_equal(m.used, before);
        fk_context_destroy(context);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parts),      cmocka_unit_test(test_many_parts),
        cmocka_unit_test(test_meshes),     cmocka_unit_test(test_volume),
        cmocka_unit_test(test_words),      cmocka_unit_test(test_bytes),
        cmocka_unit_test(test_bad_counts), cmocka_unit_test(test_scarce_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
