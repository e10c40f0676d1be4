/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Reads the options of pictures, and writes picture files: see picture_options.h. */

#include "picture_options.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LEAST_SIDE 16
#define MOST_SIDE  16384

/* The angle of view of a camera given by its position. */
#define CAMERA_ANGLE 0.6

picture_settings picture_settings_default(void)
{
    return (picture_settings){.width = 1280,
                              .height = 800,
                              .side = FK_SIDE_CORNER,
                              .layers = FK_LAYER_FINDINGS | FK_LAYER_LEGEND,
                              .tree_level = 3};
}

/* ---- Values -------------------------------------------------------------------------------------------- */

bool picture_read_size(const char *option, const char *text, void *field)
{
    picture_settings *out = field;
    char *end;
    unsigned long width = strtoul(text, &end, 10), height = 0;
    bool is_good = *end == 'x' && text[0] >= '0' && text[0] <= '9' && end[1] >= '0' && end[1] <= '9';
    if (is_good)
        height = strtoul(end + 1, &end, 10);
    if (!is_good || *end != 0 || width < LEAST_SIDE || width > MOST_SIDE || height < LEAST_SIDE ||
        height > MOST_SIDE)
        return cli_refuse("%s: '%s' is not two numbers from %d to %d, such as 1280x800", option, text,
                          LEAST_SIDE, MOST_SIDE);
    out->width = (uint32_t)width;
    out->height = (uint32_t)height;
    return true;
}

/* Reads `count` finite numbers separated by commas. */
static bool read_numbers(const char *text, double *number, int count)
{
    for (int i = 0; i < count; i++) {
        const char *end = strchr(text, ',');
        bool is_last = i == count - 1;
        size_t length = end != NULL ? (size_t)(end - text) : strlen(text);
        if ((end == NULL) != is_last || !fk_number_parse(text, length, &number[i]) || !isfinite(number[i]))
            return false;
        text += length + !is_last;
    }
    return true;
}

bool picture_read_camera(const char *option, const char *text, void *field)
{
    picture_settings *out = field;
    double x[6];
    if (!read_numbers(text, x, 6))
        return cli_refuse("%s: '%s' is not six numbers: the position of the eye, and its target", option,
                          text);
    fk_vec3 eye = fk_vec3_make(x[0], x[1], x[2]), target = fk_vec3_make(x[3], x[4], x[5]);
    fk_vec3 direction = fk_vec3_sub(target, eye);
    double across = fmax(fabs(direction.x), fabs(direction.y));
    if (!(across > 0) && !(fabs(direction.z) > 0))
        return cli_refuse("%s: the eye is where it looks; move one of them", option);
    /* Up is z, unless the camera looks along z: then y. */
    bool is_along_z = across < 1e-6 * fabs(direction.z);
    out->camera = (fk_camera){eye, target, fk_vec3_make(0, is_along_z, !is_along_z), CAMERA_ANGLE};
    return out->has_camera = true;
}

bool picture_read_section(const char *option, const char *text, void *field)
{
    picture_settings *out = field;
    double x[4];
    if (!read_numbers(text, x, 4) || (x[0] == 0 && x[1] == 0 && x[2] == 0))
        return cli_refuse("%s: '%s' is not nx,ny,nz,c with a normal other than 0, such as 1,0,0,25", option,
                          text);
    out->section = (fk_plane){fk_vec3_make(x[0], x[1], x[2]), x[3]};
    return out->has_section = true;
}

bool picture_read_side(const char *option, const char *text, void *field)
{
    (void)option;
    picture_settings *out = field;
    static const char *const words[] = {
#define SIDE_WORD(name, word) word,
        FK_SIDE_LIST(SIDE_WORD)
#undef SIDE_WORD
            NULL};
    int found = cli_find_word("side", text, words);
    out->side = found >= 0 ? (fk_side)found : out->side;
    return found >= 0;
}

/* ---- Layers -------------------------------------------------------------------------------------------- */

static const struct {
    const char *word;
    unsigned layer;
} layer_list[] = {{"edges", FK_LAYER_EDGES},   {"aabb", FK_LAYER_AABB},   {"obb", FK_LAYER_OBB},
                  {"sphere", FK_LAYER_SPHERE}, {"tree", FK_LAYER_TREE},   {"hull", FK_LAYER_HULL},
                  {"pieces", FK_LAYER_PIECES}, {"cells", FK_LAYER_CELLS}, {"spheres", FK_LAYER_SPHERES},
                  {"labels", FK_LAYER_LABELS}};

enum { LAYERS = sizeof layer_list / sizeof layer_list[0] };

/* Reads "tree=3" and cuts the word before the "=". False after a message. */
static bool read_level(char *word, picture_settings *out)
{
    char *value = strchr(word, '=');
    uint64_t level;
    if (value == NULL)
        return true;
    *value++ = 0;
    if (strcmp(word, "tree") != 0 && strcmp(word, "cells") != 0 && strcmp(word, "spheres") != 0)
        return cli_refuse("--layers: '%s' takes no level; tree, cells and spheres do", word);
    if (!cli_whole_number("--layers", value, &level))
        return false;
    out->tree_level = level < 64 ? (uint32_t)level : 64;
    return true;
}

static bool read_layer(char *word, picture_settings *out)
{
    const char *known[LAYERS + 1] = {0};
    if (!read_level(word, out))
        return false;
    for (int i = 0; i < LAYERS; i++)
        known[i] = layer_list[i].word;
    int found = cli_find_word("layer", word, known);
    out->layers |= found >= 0 ? layer_list[found].layer : 0;
    return found >= 0;
}

bool picture_read_layers(const char *option, const char *text, void *field)
{
    (void)option;
    picture_settings *out = field;
    while (true) {
        size_t length = strcspn(text, ",");
        char word[64];
        if (length >= sizeof word)
            length = sizeof word - 1;
        memcpy(word, text, length);
        word[length] = 0;
        if (!read_layer(word, out))
            return false;
        text = strchr(text, ',');
        if (text == NULL)
            return true;
        text++;
    }
}

bool picture_read_no_legend(const char *option, const char *text, void *field)
{
    (void)option;
    (void)text;
    ((picture_settings *)field)->layers &= ~(unsigned)FK_LAYER_LEGEND;
    return true;
}

/* ---- The pair ------------------------------------------------------------------------------------------ */

static const char *part_name(const analysis *s, uint32_t part)
{
    return s->show.part[part].part.name;
}

/* Finds both parts of "A,B"; names may contain commas. False after a message. */
static bool split_names(const analysis *s, const char *text, uint32_t part[2])
{
    for (const char *comma = strchr(text, ','); comma != NULL; comma = strchr(comma + 1, ',')) {
        size_t length = (size_t)(comma - text);
        part[0] = part[1] = FK_NONE;
        for (uint32_t i = 0; i < s->show.part_count; i++) {
            const char *name = part_name(s, i);
            if (strlen(name) == length && strncmp(name, text, length) == 0)
                part[0] = i;
            if (strcmp(name, comma + 1) == 0)
                part[1] = i;
        }
        if (part[0] != FK_NONE && part[1] != FK_NONE)
            return true;
    }
    char name[256];
    size_t length = strcspn(text, ",");
    snprintf(name, sizeof name, "%.*s", (int)length, text);
    if (part_list_find(&s->list, "--pair", name, &part[0]))
        part_list_find(&s->list, "--pair", text + length + 1, &part[1]);
    return false;
}

static bool find_named_pair(const analysis *s, const char *text, uint32_t *out)
{
    uint32_t part[2];
    bool is_id = strchr(text, ',') == NULL;
    if (s->show.check == NULL && s->show.sweep == NULL)
        return cli_refuse("--pair needs a result: leave out --no-check");
    fk_result result = analysis_result(s);
    if (!is_id && !split_names(s, text, part))
        return false;
    for (size_t i = 0; i < s->found->pair_count; i++) {
        const fk_check_pair *pair = &s->found->pair[i];
        char id[FK_CLASH_ID_SIZE];
        result_pair_id(&result, i, id);
        if (is_id
                ? strcmp(id, text) == 0
                : (part[0] == pair->a && part[1] == pair->b) || (part[0] == pair->b && part[1] == pair->a)) {
            *out = (uint32_t)i;
            return true;
        }
    }
    return is_id ? cli_refuse("--pair: no pair has the id '%s'; give the names of two parts: A,B", text)
                 : cli_refuse("--pair: %s and %s are not checked: they are ignored, or not among the tests",
                              part_name(s, part[0]), part_name(s, part[1]));
}

/* Finds the first two parts whose pair has this id. */
static bool find_id_parts(const analysis *s, const char *id, uint32_t part[2])
{
    char own[FK_CLASH_ID_SIZE];
    for (part[0] = 0; part[0] < s->show.part_count; part[0]++)
        for (part[1] = part[0] + 1; part[1] < s->show.part_count; part[1]++) {
            fk_clash_id(part_name(s, part[0]), part_name(s, part[1]), own);
            if (strcmp(own, id) == 0)
                return true;
        }
    return false;
}

bool picture_pair_parts(const analysis *s, const char *text, uint32_t part[2])
{
    if (strchr(text, ',') == NULL) {
        if (find_id_parts(s, text, part))
            return true;
        return cli_refuse("--pair: no pair has the id '%s'; give the names of two parts: A,B", text);
    }
    if (!split_names(s, text, part))
        return false;
    if (part[0] > part[1]) {
        uint32_t swap = part[0];
        part[0] = part[1];
        part[1] = swap;
    }
    if (part[0] == part[1])
        cli_trouble("--pair: '%s' is one part twice", text);
    return part[0] != part[1];
}

bool picture_options_make(const picture_settings *settings, const analysis *s, fk_picture_options *out)
{
    *out = (fk_picture_options){.width = settings->width,
                                .height = settings->height,
                                .pair = FK_NONE,
                                .time = s->settings->part.has_time ? s->settings->part.time : (double)NAN,
                                .side = settings->side,
                                .camera = settings->has_camera ? &settings->camera : NULL,
                                .layers = settings->layers,
                                .tree_level = settings->tree_level,
                                .has_section = settings->has_section,
                                .section = settings->section,
                                .is_clear = settings->is_clear};
    return settings->pair == NULL || find_named_pair(s, settings->pair, &out->pair);
}

/* ---- Files --------------------------------------------------------------------------------------------- */

#ifdef FARKAS_VIEW

typedef struct png_bytes {
    void *data;
    size_t count;
} png_bytes;

static fk_status write_bytes(const void *what, fk_write_function *write, void *user)
{
    const png_bytes *b = what;
    return write(user, b->data, b->count) ? FK_OK : FK_ERROR_WRITE;
}

bool picture_file_write(fk_context *context, const fk_picture *picture, const char *path)
{
    png_bytes png;
    if (fk_picture_png(context, picture, &png.data, &png.count) != FK_OK)
        return cli_no_memory();
    bool is_good = cli_file_write(path, write_bytes, &png);
    fk_release(context, png.data, png.count);
    return is_good;
}

#endif
