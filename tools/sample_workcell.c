/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Writes the sample workcell: a robot arm with seven joints among moving things, from mesh generators and the texts in
 * examples/workcell, which are part of the program. */

#include "gen/generate.h"
#include "mesh_file.h"

/* cmake/embed.cmake makes these from examples/workcell. */
extern const char workcell_cell_text[], workcell_urdf_text[], workcell_srdf_text[], workcell_pick_text[];
extern const size_t workcell_cell_size, workcell_urdf_size, workcell_srdf_size, workcell_pick_size;

static const struct workcell_text {
    const char *name, *text;
    const size_t *size;
} texts[] = {
    {"cell.json", workcell_cell_text, &workcell_cell_size},
    {"arm.urdf", workcell_urdf_text, &workcell_urdf_size},
    {"arm.srdf", workcell_srdf_text, &workcell_srdf_size},
    {"pick.csv", workcell_pick_text, &workcell_pick_size},
};

/* Kinds of `farkas gen mesh`. The links of the arm are in metres, as in every URDF file, the rest in mm. */
static const struct workcell_mesh {
    const char *kind, *name; /* the part's name, for a kind of one part; parts of other kinds have names */
    fk_generate_options make;
} meshes[] = {
    {"arm", NULL, {.triangles = 8000, .size = 1}},
    {"box", "crate", {.triangles = 300, .size = 120}},
    {"cylinder", "post", {.triangles = 400, .size = 20}},
    {"gear", "gear", {.triangles = 2000, .size = 120}},
};

/* Returns a hash of the bytes of a file (FNV-1a); 0 if there is no file. */
static uint64_t file_digest(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return 0;
    uint64_t all = UINT64_C(0xcbf29ce484222325);
    for (int c = getc(file); c != EOF; c = getc(file))
        all = (all ^ (uint64_t)c) * UINT64_C(0x100000001b3);
    fclose(file);
    return all;
}

/* Prints a note if a file that the user changed was replaced. */
static void note_replaced(const char *path, uint64_t before)
{
    if (before != 0 && file_digest(path) != before)
        cli_note("%s was there, and was another: it is replaced", path);
}

static bool write_text(const char *folder, const struct workcell_text *text)
{
    char path[CLI_PATH_SIZE];
    cli_file file;
    if (!cli_path_join(path, folder, "", text->name))
        return false;
    uint64_t before = file_digest(path);
    if (!cli_file_create(&file, path))
        return false;
    fwrite(text->text, 1, *text->size, file.stream); /* the commit reports errors */
    if (!cli_file_commit(&file))
        return false;
    note_replaced(path, before);
    return true;
}

static bool write_workcell_part(fk_context *context, const char *folder, const fk_mesh *part,
                                const char *name)
{
    char path[CLI_PATH_SIZE], file[256];
    snprintf(file, sizeof file, "%s.stl", name);
    if (!cli_path_join(path, folder, "meshes/", file))
        return false;
    fk_model one = {.part_count = 1, .part = part};
    mesh_output output = {.path = path, .is_made = true};
    uint64_t before = file_digest(path);
    if (!mesh_write(context, &one, &output))
        return false;
    note_replaced(path, before);
    return true;
}

static bool write_workcell_mesh(fk_context *context, const char *folder, const struct workcell_mesh *mesh)
{
    fk_model *model = NULL;
    fk_status status = fk_generate(context, fk_generate_find(mesh->kind), &mesh->make, &model);
    if (status != FK_OK)
        return cli_refuse("%s", fk_status_text(status));
    bool good = true;
    for (uint32_t i = 0; good && i < model->part_count; i++)
        good = write_workcell_part(context, folder, &model->part[i],
                                   mesh->name != NULL ? mesh->name : model->part[i].name);
    fk_model_free(context, model);
    return good;
}

bool sample_workcell_write(fk_context *context, const char *folder)
{
    char path[CLI_PATH_SIZE];
    bool good =
        cli_folder_create(folder) && cli_path_join(path, folder, "", "meshes") && cli_folder_create(path);
    for (size_t i = 0; good && i < sizeof texts / sizeof texts[0]; i++)
        good = write_text(folder, &texts[i]);
    for (size_t i = 0; good && i < sizeof meshes / sizeof meshes[0]; i++)
        good = write_workcell_mesh(context, folder, &meshes[i]);
    return good;
}
