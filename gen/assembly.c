/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Makes an assembly: places stations in rows, each on rails that continue those of the station before it. */

#include "gen/assembly.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/lists.h"
#include "base/vec3.h"
#include "gen/assembly_make.h"

#define ROW_PITCH         240.0
#define STATION_KINDS     5
#define PARTS_PER_STATION 50 /* about */

const char *fk_assembly_kind_word(fk_assembly_kind kind)
{
    static const char *const word[] = {
#define FK_ASSEMBLY_KIND_WORD(name, text) text,
        FK_ASSEMBLY_KIND_LIST(FK_ASSEMBLY_KIND_WORD)
#undef FK_ASSEMBLY_KIND_WORD
    };
    return word[kind];
}

/* ---- The list ------------------------------------------------------------------------------------------ */

static bool make_room(fk_assembler *list, void *array, size_t size, size_t used, size_t *capacity)
{
    if (list->status == FK_OK && !fk_grow(list->context, array, size, used, capacity, used + 1))
        list->status = FK_ERROR_MEMORY;
    return list->status == FK_OK;
}

/* Returns the next number of a word in its station, from 1. */
static uint32_t count_word(fk_assembler *list, const char *word)
{
    uint32_t i = 0;
    while (i < list->words && strcmp(list->word[i], word) != 0)
        i++;
    if (i == list->words) {
        list->word[i] = word;
        list->word_count[i] = 0;
        list->words++;
    }
    return ++list->word_count[i];
}

uint32_t fk_assembler_add(fk_assembler *list, const char *word, uint32_t mesh, fk_vec3 position,
                          fk_vec3 rpy_deg)
{
    fk_assembly *a = list->assembly;
    if (!make_room(list, &a->part, sizeof *a->part, a->part_count, &a->part_capacity))
        return 0;
    fk_assembly_part *part = &a->part[a->part_count];
    memset(part, 0, sizeof *part);
    snprintf(part->name, sizeof part->name, "%s_%02u/%s_%u", list->station, (unsigned)list->number, word,
             (unsigned)count_word(list, word));
    part->mesh = mesh;
    part->position = fk_vec3_add(list->origin, position);
    part->rpy_deg = rpy_deg;
    return a->part_count++;
}

uint32_t fk_assembler_mesh(fk_assembler *list, fk_assembly_shape shape, const double *size, uint32_t sizes)
{
    fk_assembly *a = list->assembly;
    fk_assembly_mesh mesh = {.shape = shape};
    uint32_t number = 1;
    memcpy(mesh.size, size, sizes * sizeof *size);
    for (uint32_t i = 0; i < a->mesh_count; i++)
        if (a->mesh[i].shape == shape) {
            if (memcmp(a->mesh[i].size, mesh.size, sizeof mesh.size) == 0)
                return i;
            number++;
        }
    if (!make_room(list, &a->mesh, sizeof *a->mesh, a->mesh_count, &a->mesh_capacity))
        return 0;
    snprintf(mesh.name, sizeof mesh.name, "%s_%u", fk_assembly_shape_word(shape), (unsigned)number);
    a->mesh[a->mesh_count] = mesh;
    return a->mesh_count++;
}

void fk_assembler_relate(fk_assembler *list, uint32_t a, uint32_t b, fk_assembly_kind kind)
{
    fk_assembly *all = list->assembly;
    if (!make_room(list, &all->pair, sizeof *all->pair, all->pair_count, &all->pair_capacity))
        return;
    all->pair[all->pair_count++] = (fk_assembly_pair){a < b ? a : b, a < b ? b : a, kind};
}

/* ---- Stations ------------------------------------------------------------------------------------------ */

static const struct station_kind {
    const char *word;
    fk_station_function *make; /* NULL: a tray */
} stations[STATION_KINDS] = {
    {"gearbox", fk_station_gearbox},
    {"drive", fk_station_drive},
    {"tower", fk_station_tower},
    {"pipes", fk_station_pipes},
    {"tray", NULL},
};

/* What is needed to place the next station. */
typedef struct layout {
    uint32_t parts; /* wanted in all */
    uint32_t columns, placed;
    uint32_t number[STATION_KINDS]; /* of the last station of each kind */
    uint32_t rail;                  /* the first of two of the station before; UINT32_MAX: it has none */
} layout;

/* Plants four mistakes in the first station, and one in each third station after it. */
static unsigned plan_mistakes(uint32_t station)
{
    if (station == 0)
        return FK_MISTAKE_COPY | FK_MISTAKE_BURIED | FK_MISTAKE_SUNK | FK_MISTAKE_HOVER;
    return station % 3 == 2 ? 1u << (FK_MISTAKE_COUNT - 1 - station / 3 % FK_MISTAKE_COUNT) : 0;
}

/* Adds a station of a kind. Returns false, with no part added, if it has more parts than are wanted. */
static bool add_station(fk_assembler *list, layout *at, uint32_t kind)
{
    fk_assembly *a = list->assembly;
    uint32_t left = at->parts - a->part_count, meshes = a->mesh_count;
    list->station = stations[kind].word;
    list->number = at->number[kind] + 1;
    list->origin = fk_vec3_make(FK_RAIL_LENGTH * (at->placed % at->columns),
                                ROW_PITCH * (at->placed / at->columns), FK_RAIL_HEIGHT);
    list->first_part = a->part_count;
    list->first_pair = a->pair_count;
    list->words = 0;
    list->mistakes = plan_mistakes(at->placed);
    if (stations[kind].make != NULL)
        stations[kind].make(list);
    else
        fk_station_tray(list, left < FK_TRAY_MOST ? left : FK_TRAY_MOST);
    if (a->part_count <= at->parts)
        return true;
    a->part_count = list->first_part;
    a->pair_count = list->first_pair;
    a->mesh_count = meshes;
    return false;
}

/* Notes that the rails of a new station touch those of the station before it. */
static void join_rails(fk_assembler *list, layout *at)
{
    uint32_t first = list->first_part;
    bool has_rails = list->assembly->part_count - first >= FK_RAILS_FEWEST;
    if (at->placed % at->columns != 0 && at->rail < first && has_rails) {
        fk_assembler_relate(list, at->rail, first, FK_ASSEMBLY_CONTACT);
        fk_assembler_relate(list, at->rail + 1, first + 1, FK_ASSEMBLY_CONTACT);
    }
    at->rail = has_rails ? first : UINT32_MAX;
}

/* Adds a station of a drawn kind, or of the next kind that is small enough; a tray always is. */
static void add_next_station(fk_assembler *list, layout *at)
{
    uint32_t kind = (uint32_t)fk_random_below(&list->random, STATION_KINDS - 1), tries = 0;
    if (fk_random_below(&list->random, 12) == 0 && at->placed > 0)
        kind = STATION_KINDS - 1;
    while (list->status == FK_OK && !add_station(list, at, kind))
        kind = ++tries < STATION_KINDS - 1 ? (kind + 1) % (STATION_KINDS - 1) : STATION_KINDS - 1;
    join_rails(list, at);
    at->number[kind]++;
    at->placed++;
}

/* ---- The assembly -------------------------------------------------------------------------------------- */

static int compare_assembly_pairs(const void *a, const void *b)
{
    const fk_assembly_pair *p = a, *q = b;
    return p->a != q->a ? (p->a < q->a ? -1 : 1) : (p->b > q->b) - (p->b < q->b);
}

fk_status fk_assembly_make(fk_context *context, uint32_t parts, uint64_t seed, fk_assembly *out)
{
    if (parts < FK_ASSEMBLY_FEWEST || parts > FK_ASSEMBLY_MOST)
        return FK_ERROR_ARGUMENT;
    fk_assembly all = {0};
    fk_assembler list = {
        .context = context, .assembly = &all, .random = fk_random_make(seed), .status = FK_OK};
    layout at = {.parts = parts, .columns = 1, .rail = UINT32_MAX};
    while (at.columns * at.columns * PARTS_PER_STATION < parts)
        at.columns++;
    while (all.part_count < parts && list.status == FK_OK)
        add_next_station(&list, &at);
    if (list.status == FK_OK && all.pair_count > 0)
        qsort(all.pair, all.pair_count, sizeof *all.pair, compare_assembly_pairs);
    if (list.status == FK_OK)
        *out = all;
    else
        fk_assembly_free(context, &all);
    return list.status;
}

void fk_assembly_free(fk_context *context, fk_assembly *assembly)
{
    fk_release(context, assembly->mesh, assembly->mesh_capacity * sizeof *assembly->mesh);
    fk_release(context, assembly->part, assembly->part_capacity * sizeof *assembly->part);
    fk_release(context, assembly->pair, assembly->pair_capacity * sizeof *assembly->pair);
    *assembly = (fk_assembly){0};
}
