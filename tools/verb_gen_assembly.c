/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas gen assembly: writes a scene of many parts whose relations are known, its meshes and the list of relations. */

#include "gen/assembly.h"
#include "mesh_file.h"

#include <dirent.h>
#include <inttypes.h>
#include <string.h>

static const char help[] =
    "usage: farkas gen assembly [OPTION]...\n"
    "\n"
    "Writes a mechanical assembly into a new folder: the scene assembly.json, its meshes,\n"
    "and expected.csv, which lists all pairs that 'farkas check' must not find clear, with\n"
    "their kinds: a few mistakes, some near misses, and many contacts. The same options\n"
    "give the same bytes on every machine.\n"
    "\n"
    "options:\n"
    "      --parts N      how many parts, from 2 to 100000 (default 800)\n"
    "      --seed S       the seed: another one gives another assembly (default 1)\n"
    "  -o, --output DIR   the folder, which must be new or empty (default: farkas-assembly)\n" CLI_COMMON_HELP
    "\n"
    "examples:\n"
    "  farkas gen assembly --parts 200 -o machine && farkas view machine/assembly.json\n"
    "  farkas gen assembly && farkas check farkas-assembly/assembly.json --json > result.json\n"
    "\n"
    "exit status: 0, or 2 on trouble\n";

typedef struct assembly_settings {
    uint64_t parts, seed;
    const char *folder;
} assembly_settings;

static bool read_parts(const char *option, const char *text, void *field)
{
    uint64_t value;
    if (!cli_whole_number(option, text, &value))
        return false;
    if (value < FK_ASSEMBLY_FEWEST || value > FK_ASSEMBLY_MOST)
        return cli_refuse("%s: '%s' is not from %d to %d", option, text, FK_ASSEMBLY_FEWEST,
                          FK_ASSEMBLY_MOST);
    *(uint64_t *)field = value;
    return true;
}

static const cli_option option_list[] = {
    CLI_READ("--parts", read_parts, assembly_settings, parts),
    CLI_WHOLE("--seed", assembly_settings, seed),
    CLI_OUTPUT(assembly_settings, folder),
    CLI_END,
};

static const cli_option_table option_table = {"gen assembly", help, option_list, NULL};

/* ---- Folders ------------------------------------------------------------------------------------------- */

/* Creates the folder and the one for meshes below it. Refuses one with files, which would mix with the new ones. */
static bool create_folders(const char *folder)
{
    char path[CLI_PATH_SIZE];
    if (!cli_folder_create(folder))
        return false;
    DIR *open = opendir(folder);
    bool is_empty = true;
    for (struct dirent *entry; open != NULL && (entry = readdir(open)) != NULL;)
        is_empty = is_empty && (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0);
    if (open != NULL)
        closedir(open);
    if (!is_empty)
        return cli_refuse_at(folder, 0, 0, "the folder is not empty; remove it, or name a new one with -o");
    return cli_path_join(path, folder, "meshes", "") && cli_folder_create(path);
}

/* ---- Files --------------------------------------------------------------------------------------------- */

/* Writes binary STL, as most CAD programs do. */
static bool write_assembly_mesh(fk_context *context, const char *folder, const fk_assembly_mesh *mesh)
{
    char path[CLI_PATH_SIZE], below[64];
    fk_model *model = NULL;
    snprintf(below, sizeof below, "meshes/%s", mesh->name);
    if (!cli_path_join(path, folder, below, ".stl"))
        return false;
    fk_status status = fk_assembly_mesh_make(context, mesh, &model);
    if (status != FK_OK)
        return cli_refuse("%s", fk_status_text(status));
    mesh_output output = {.path = path, .is_made = true};
    bool is_good = mesh_write(context, model, &output);
    fk_model_free(context, model);
    return is_good;
}

static void write_numbers(FILE *stream, const char *name, fk_vec3 v)
{
    char text[3][FK_NUMBER_SIZE];
    const double number[3] = {v.x, v.y, v.z};
    for (int k = 0; k < 3; k++)
        fk_number_format(number[k], text[k]);
    fprintf(stream, "\"%s\": [%s, %s, %s]", name, text[0], text[1], text[2]);
}

static void write_parts(FILE *stream, const fk_assembly *assembly)
{
    for (uint32_t i = 0; i < assembly->part_count; i++) {
        const fk_assembly_part *part = &assembly->part[i];
        fprintf(stream, "    {\"name\": \"%s\", \"mesh\": \"meshes/%s.stl\", \"pose\": {", part->name,
                assembly->mesh[part->mesh].name);
        write_numbers(stream, "xyz", part->position);
        if (part->rpy_deg.x != 0 || part->rpy_deg.y != 0 || part->rpy_deg.z != 0) {
            fputs(", ", stream);
            write_numbers(stream, "rpy_deg", part->rpy_deg);
        }
        fprintf(stream, "}}%s\n", i + 1 < assembly->part_count ? "," : "");
    }
}

static bool write_assembly_scene(const char *folder, const fk_assembly *assembly)
{
    char path[CLI_PATH_SIZE], clearance[FK_NUMBER_SIZE];
    cli_file file;
    if (!cli_path_join(path, folder, "assembly.json", "") || !cli_file_create(&file, path))
        return false;
    fk_number_format(FK_ASSEMBLY_CLEARANCE, clearance);
    fputs("{\n  \"farkas\": 1,\n  \"units\": \"mm\",\n  \"parts\": [\n", file.stream);
    write_parts(file.stream, assembly);
    fprintf(file.stream,
            "  ],\n  \"tests\": [{\"between\": [\"all\", \"all\"], \"clearance\": %s, \"allow_contact\": "
            "true}]\n}\n",
            clearance);
    return cli_file_commit(&file);
}

static bool write_expected(const char *folder, const fk_assembly *assembly)
{
    char path[CLI_PATH_SIZE];
    cli_file file;
    if (!cli_path_join(path, folder, "expected.csv", "") || !cli_file_create(&file, path))
        return false;
    fputs("a,b,kind\n", file.stream);
    for (size_t i = 0; i < assembly->pair_count; i++) {
        const fk_assembly_pair *pair = &assembly->pair[i];
        fprintf(file.stream, "%s,%s,%s\n", assembly->part[pair->a].name, assembly->part[pair->b].name,
                fk_assembly_kind_word(pair->kind));
    }
    return cli_file_commit(&file);
}

static void summarize_assembly(const fk_assembly *assembly, double seconds)
{
    cli_note("%" PRIu32 " parts, %" PRIu32 " meshes, %zu pair%s not clear written; %.3f s",
             assembly->part_count, assembly->mesh_count, assembly->pair_count,
             assembly->pair_count == 1 ? " that is" : "s that are", seconds);
}

/* The scene comes last, so that it is there only if all its files are. */
static bool write_assembly(fk_context *context, const char *folder, const fk_assembly *assembly)
{
    bool is_good = create_folders(folder);
    for (uint32_t i = 0; is_good && i < assembly->mesh_count; i++)
        is_good = write_assembly_mesh(context, folder, &assembly->mesh[i]);
    return is_good && write_expected(folder, assembly) && write_assembly_scene(folder, assembly);
}

int verb_gen_assembly(int argc, char **argv)
{
    assembly_settings s = {800, 1, "farkas-assembly"};
    double begin = fk_clock_seconds();
    fk_assembly assembly;
    int status;
    if (!cli_read_option_table(&option_table, argc, argv, &s, &status))
        return status;
    if (optind < argc)
        return cli_trouble("gen assembly takes no argument, found '%s'; name the folder with -o",
                           argv[optind]);
    fk_status made = fk_assembly_make(cli_context(), (uint32_t)s.parts, s.seed, &assembly);
    if (made != FK_OK)
        return cli_trouble("%s", fk_status_text(made));
    bool is_good = write_assembly(cli_context(), s.folder, &assembly);
    if (is_good && cli_is_verbose())
        summarize_assembly(&assembly, fk_clock_seconds() - begin);
    fk_assembly_free(cli_context(), &assembly);
    return is_good ? CLI_OK : CLI_TROUBLE;
}
