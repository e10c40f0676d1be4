/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Reads the two pieces, or meshes, that a method explains: see picture_options.h. */

#include "picture_options.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Fraction of the volume by which a convex mesh may differ from its hull, for rounding. */
#define CONVEX 1e-6

static const char collide_word[] = "collide";

bool explain_read_method(const char *option, const char *word, void *field)
{
    explain_settings *out = field;
    const char *known[FK_METHOD_COUNT + 1] = {collide_word};
    int count = 1;
    if (strcmp(word, collide_word) == 0)
        return out->is_asked = out->is_collide = true;
    for (int method = FK_METHOD_EXACT + 1; method < FK_METHOD_COUNT; method++) {
        known[count++] = fk_method_name((fk_method)method);
        if (strcmp(word, known[count - 1]) == 0) {
            out->method = (fk_method)method;
            out->is_collide = false;
            return out->is_asked = true;
        }
    }
    if (strcmp(word, fk_method_name(FK_METHOD_EXACT)) == 0)
        cli_trouble("%s: method exact leaves no steps to watch; take gjk, cw, sat, fm or ec", option);
    else
        cli_unknown_word("method to explain", word, known);
    return false;
}

/* A frame from 0, or "last". */
bool explain_read_frame(const char *option, const char *text, void *field)
{
    explain_settings *out = field;
    uint64_t frame = UINT64_MAX;
    bool is_last = strcmp(text, "last") == 0;
    if (!is_last && !cli_whole_number(option, text, &frame))
        return false;
    out->frame = is_last ? UINT32_MAX : frame < UINT32_MAX ? (uint32_t)frame : UINT32_MAX - 1;
    return out->has_frame = true;
}

const char *explain_settings_word(const explain_settings *s)
{
    return s->is_collide ? collide_word : fk_method_name(s->method);
}

bool explain_settings_check(const explain_settings *s)
{
    if (s->is_collide && s->takes_hull)
        return cli_refuse("--hull does not go with --explain collide, which takes meshes as they are");
    if (s->is_asked || !(s->has_frame || s->takes_hull))
        return true;
    return cli_refuse("%s goes with --explain METHOD", s->has_frame ? "--frame" : "--hull");
}

/* ---- Pieces as text ------------------------------------------------------------------------------------ */

/* Whether an argument is a piece and not a file: its first word is a kind, and more words follow. */
static bool is_piece_text(const char *argument)
{
    for (int kind = FK_KIND_NONE + 1; kind < FK_KIND_COUNT; kind++) {
        const char *word = fk_kind_word((fk_kind)kind);
        if (strncmp(argument, word, strlen(word)) == 0 && argument[strlen(word)] == ' ')
            return true;
    }
    return false;
}

typedef struct text_reader {
    const char *text;
    size_t left;
} text_reader;

static size_t read_text(void *user, char *buffer, size_t capacity)
{
    text_reader *r = user;
    size_t count = r->left < capacity ? r->left : capacity;
    memcpy(buffer, r->text, count);
    r->text += count;
    r->left -= count;
    return count;
}

static fk_pair_reader *new_reader(explain_pieces *out, int which, fk_read_function *read, void *user)
{
    fk_pair_reader *reader = malloc(sizeof *reader);
    out->reader[which] = reader;
    if (reader == NULL)
        cli_no_memory();
    else
        fk_pair_reader_init(reader, out->context, read, user);
    return reader;
}

/* Reads a pair from an argument and the rest of its line. */
static bool load_line(explain_pieces *out, int which, const char *argument, const char *rest, fk_piece *a,
                      fk_piece *b)
{
    size_t length = strlen(argument), rest_length = strlen(rest);
    char *line = malloc(length + rest_length + 1);
    if (line == NULL)
        return cli_no_memory();
    memcpy(line, argument, length);
    memcpy(line + length, rest, rest_length + 1);
    text_reader text = {line, length + rest_length};
    fk_pair_reader *reader = new_reader(out, which, read_text, &text);
    fk_status status = reader == NULL ? FK_ERROR_MEMORY : FK_OK;
    if (status == FK_OK) {
        status = fk_pair_reader_next(reader, a, b);
        if (status != FK_OK)
            cli_trouble("'%s': %s", argument, status == FK_END ? "no piece" : reader->message);
    }
    if (status == FK_OK && strchr(argument, '\n') != NULL) {
        cli_trouble("'%s': one piece has one line", argument);
        status = FK_ERROR_SYNTAX;
    }
    free(line);
    return status == FK_OK;
}

/* Reads one piece; a point completes the pair. */
static bool load_text(explain_pieces *out, int which, const char *argument)
{
    fk_piece other;
    return load_line(out, which, argument, " point 0 0 0\n", &out->piece[which], &other);
}

/* ---- Files of pairs ------------------------------------------------------------------------------------ */

/* Splits off :LINE, unless a file has that name. Line 0: none given. */
static bool split_line_number(char *path, uint64_t *line)
{
    char *colon = strrchr(path, ':');
    *line = 0;
    if (colon == NULL || colon[1] == 0 || strspn(colon + 1, "0123456789") != strlen(colon + 1) ||
        access(path, F_OK) == 0)
        return true;
    if (!cli_whole_number_to("PAIRS:LINE", colon + 1, UINT32_MAX, line))
        return false;
    *colon = 0;
    return true;
}

static bool seek_pair(explain_pieces *out, cli_input *input, uint64_t line)
{
    fk_pair_reader *reader = new_reader(out, 0, cli_input_read, input);
    fk_status status = reader == NULL ? FK_ERROR_MEMORY : FK_OK;
    do {
        if (status == FK_OK)
            status = fk_pair_reader_next(reader, &out->piece[0], &out->piece[1]);
    } while (status == FK_OK && reader->line < line);
    if (status == FK_END && line > 0)
        cli_trouble_at(input->name, 0, 0, "no pair in line %llu", (unsigned long long)line);
    else if (status == FK_END)
        cli_trouble_at(input->name, 0, 0, "no pair; each line is two shapes, see farkas pairs --help");
    else if (status != FK_OK && reader != NULL)
        cli_pair_trouble(input, reader);
    if (status == FK_OK && line > 0 && reader->line != line) {
        cli_trouble_at(input->name, (size_t)line, 0, "no pair in this line");
        status = FK_END;
    }
    return status == FK_OK;
}

static bool load_pairs(explain_pieces *out, const char *argument)
{
    size_t size = strlen(argument) + 1;
    char *path = malloc(size);
    cli_input *input = malloc(sizeof *input);
    uint64_t line;
    bool is_good = path != NULL && input != NULL ? true : cli_no_memory();
    if (is_good)
        memcpy(path, argument, size);
    is_good = is_good && split_line_number(path, &line) && cli_input_open(input, path);
    if (is_good) {
        is_good = seek_pair(out, input, line);
        cli_input_close(input);
    }
    free(path);
    free(input);
    return is_good;
}

/* ---- Parts --------------------------------------------------------------------------------------------- */

static bool is_convex(fk_context *context, const fk_mesh *mesh, const fk_hull *hull, bool *out)
{
    fk_mesh_facts *facts = NULL;
    if (fk_mesh_inspect(context, mesh, &facts) != FK_OK)
        return cli_no_memory();
    double volume = hull_volume(hull);
    *out = facts->is_solid && fabs(fabs(facts->volume) - volume) <= CONVEX * volume;
    fk_mesh_facts_free(context, facts);
    return true;
}

/* Allocates the placed points of piece `which`. */
static fk_vec3 *new_points(explain_pieces *out, int which, uint32_t count)
{
    out->point[which] = malloc((count > 0 ? count : 1) * sizeof *out->point[which]);
    if (out->point[which] == NULL)
        cli_no_memory();
    return out->point[which];
}

static bool set_mesh_piece(explain_pieces *out, int which, const fk_check_part *part)
{
    bool is_same = false;
    fk_hull **hull = &out->hull[which];
    if (part->mesh->vertex_count == 0)
        return cli_refuse("part '%s' is empty", part->name);
    if (fk_hull_build(out->context, part->mesh->point, part->mesh->vertex_count, hull) != FK_OK)
        return cli_no_memory();
    if (!is_convex(out->context, part->mesh, *hull, &is_same))
        return false;
    if (!is_same && !out->settings->takes_hull)
        return cli_refuse(
            "part '%s' is not convex, and methods decide about convex pieces; --hull takes its convex hull",
            part->name);
    if (!is_same)
        cli_note("part '%s' is not convex: what is explained is its convex hull", part->name);
    fk_vec3 *points = new_points(out, which, (*hull)->vertex_count);
    if (points == NULL)
        return false;
    fk_piece piece = fk_piece_hull((*hull)->point, (*hull)->vertex_count);
    out->piece[which] = fk_piece_place(&piece, &part->pose, points);
    snprintf(out->name[which], sizeof out->name[which], "%s%s", is_same ? "" : "hull of ", part->name);
    return true;
}

static bool set_part_mesh(explain_pieces *out, int which, const fk_check_part *part)
{
    if (part->mesh == NULL || part->mesh->triangle_count == 0)
        return cli_refuse("part '%s' %s, and collide is about meshes", part->name,
                          part->mesh == NULL ? "is a shape or made of cells" : "is empty");
    out->mesh[which] = (fk_placed_mesh){.mesh = part->mesh, .pose = part->pose};
    snprintf(out->name[which], sizeof out->name[which], "%s", part->name);
    return true;
}

static bool set_part_piece(explain_pieces *out, int which, uint32_t index)
{
    const fk_check_part *part = &out->list.part[index];
    if (out->settings->is_collide)
        return set_part_mesh(out, which, part);
    if (out->list.scene->part[index].cells != NULL)
        return cli_refuse("part '%s' is made of cells, and no convex piece", part->name);
    if (part->mesh != NULL)
        return set_mesh_piece(out, which, part);
    uint32_t count = part->piece->kind == FK_KIND_HULL ? part->piece->as.hull.count : 0;
    fk_vec3 *points = new_points(out, which, count);
    if (points == NULL)
        return false;
    out->piece[which] = fk_piece_place(part->piece, &part->pose, points);
    snprintf(out->name[which], sizeof out->name[which], "%s", part->name);
    return true;
}

static bool load_list(explain_pieces *out, char **path, int count, const part_settings *settings)
{
    return out->has_list = part_list_load(&out->list, out->context, path, count, settings);
}

/* Loads one file beside a piece given as text. */
static bool load_file(explain_pieces *out, int which, char **path, const part_settings *settings)
{
    if (!load_list(out, path, 1, settings))
        return false;
    if (out->list.count != 1)
        return cli_refuse_at(*path, 0, 0,
                             "%u parts; --join makes them one, or name two of them behind the file",
                             out->list.count);
    return set_part_piece(out, which, 0);
}

/* Whether the last two arguments are names of parts: files come before them, and they are no files. */
static bool has_names(char **argument, int count)
{
    return count > 2 && access(argument[count - 1], F_OK) != 0 && access(argument[count - 2], F_OK) != 0;
}

static bool load_parts(explain_pieces *out, char **argument, int count, const part_settings *settings)
{
    uint32_t which[2] = {0, 1};
    bool is_named = has_names(argument, count);
    if (!load_list(out, argument, is_named ? count - 2 : count, settings))
        return false;
    for (int k = 0; k < 2 && is_named; k++)
        if (!part_list_find(&out->list, NULL, argument[count - 2 + k], &which[k]))
            return false;
    if (!is_named && out->list.count != 2)
        return cli_refuse("--explain is about two parts, and there %s %u; name two of them behind the file",
                          out->list.count == 1 ? "is" : "are", out->list.count);
    return set_part_piece(out, 0, which[0]) && set_part_piece(out, 1, which[1]);
}

/* ---- Arguments ----------------------------------------------------------------------------------------- */

/* Whether a file contains parts, by its content or the ending of its name; all others contain pairs. */
static bool has_parts(const char *path)
{
    static const char *const end[] = {".stl",  ".obj", ".ply", ".off",  ".dae", ".3ds",
                                      ".gltf", ".glb", ".fbx", ".step", ".stp", ".xacro"};
    fk_content content = fk_content_of_file(path);
    if (content == FK_CONTENT_SCENE || content == FK_CONTENT_ROBOT)
        return true;
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot != NULL && i < sizeof end / sizeof *end; i++)
        if (strcasecmp(dot, end[i]) == 0)
            return true;
    return false;
}

static bool load_pieces(explain_pieces *out, char **argument, int count, const part_settings *settings)
{
    for (int i = 0; i < count && out->settings->is_collide; i++)
        if (is_piece_text(argument[i]))
            return cli_refuse("--explain collide is about meshes: give two files, or SCENE NAME NAME");
    if (count == 1 && is_piece_text(argument[0]))
        return load_line(out, 0, argument[0], "\n", &out->piece[0], &out->piece[1]);
    if (count == 1 && !has_parts(argument[0]) && !out->settings->is_collide)
        return load_pairs(out, argument[0]);
    if (count == 2 && (is_piece_text(argument[0]) || is_piece_text(argument[1]))) {
        for (int k = 0; k < 2; k++)
            if (!(is_piece_text(argument[k]) ? load_text(out, k, argument[k])
                                             : load_file(out, k, &argument[k], settings)))
                return false;
        return true;
    }
    return load_parts(out, argument, count, settings);
}

bool explain_pieces_load(explain_pieces *out, fk_context *context, const analysis_settings *run,
                         const explain_settings *settings)
{
    memset(out, 0, sizeof *out);
    out->context = context;
    out->settings = settings;
    bool is_good = load_pieces(out, run->path, run->path_count, &run->part);
    for (int k = 0; k < 2 && is_good && !settings->is_collide; k++) {
        fk_status status = fk_piece_check(&out->piece[k]);
        if (status != FK_OK) {
            cli_trouble("piece %s: %s", k == 0 ? "a" : "b", fk_status_text(status));
            is_good = false;
        }
    }
    if (!is_good)
        explain_pieces_free(out);
    return is_good;
}

void explain_pieces_free(explain_pieces *pieces)
{
    for (int k = 0; k < 2; k++) {
        if (pieces->reader[k] != NULL)
            fk_pair_reader_end(pieces->reader[k]);
        free(pieces->reader[k]);
        if (pieces->hull[k] != NULL)
            fk_hull_free(pieces->context, pieces->hull[k]);
        free(pieces->point[k]);
    }
    if (pieces->has_list)
        part_list_free(&pieces->list);
    memset(pieces, 0, sizeof *pieces);
}

fk_explain_options explain_pieces_options(const explain_pieces *pieces)
{
    bool is_collide = pieces->settings->is_collide;
    return (fk_explain_options){.method = pieces->settings->method,
                                .a = &pieces->piece[0],
                                .b = &pieces->piece[1],
                                .name_a = pieces->name[0],
                                .name_b = pieces->name[1],
                                .step = pieces->settings->frame,
                                .mesh_a = is_collide ? &pieces->mesh[0] : NULL,
                                .mesh_b = is_collide ? &pieces->mesh[1] : NULL};
}

void explain_trouble(fk_status status, const explain_pieces *pieces)
{
    if (status == FK_ERROR_METHOD)
        cli_trouble("--explain %s: the method does not know a %s and a %s; gjk knows all but half-spaces",
                    explain_settings_word(pieces->settings), fk_kind_word(pieces->piece[0].kind),
                    fk_kind_word(pieces->piece[1].kind));
    else
        cli_trouble("--explain: %s", fk_status_text(status));
}
