/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Starts and goals of the scenes of a robot: states.tsv. */

#include "bench/robots_scene.h"
#include "cli.h"

#include <stdlib.h>
#include <string.h>

/* Splits a line at its tabs. */
static size_t split_fields(char *line, char *field[64])
{
    size_t count = 0;
    line[strcspn(line, "\r\n")] = '\0';
    while (line != NULL && count < 64)
        field[count++] = strsep(&line, "\t");
    return count;
}

static size_t find_field(char *const *field, size_t count, const char *name)
{
    size_t i = 0;
    while (i < count && strcmp(field[i], name) != 0)
        i++;
    return i;
}

bool robots_read_state(const char *path, const char *scene_name, const char *state, const fk_robot *robot,
                       double *out)
{
    FILE *stream = fopen(path, "r");
    char *head = NULL, *line = NULL, *name[64], *field[64];
    size_t head_size = 0, size = 0, names = 0, count;
    bool found = false;
    if (stream != NULL && getline(&head, &head_size, stream) > 0)
        names = split_fields(head, name);
    size_t scene = find_field(name, names, "scene"), which = find_field(name, names, "state");
    while (!found && scene < names && which < names && getline(&line, &size, stream) > 0) {
        count = split_fields(line, field);
        found = count == names && strcmp(field[scene], scene_name) == 0 && strcmp(field[which], state) == 0;
    }
    for (uint32_t k = 0; found && k < robot->variable_count; k++) {
        size_t i = find_field(name, names, robot->joint[robot->variable[k]].name);
        out[k] = i < names ? strtod(field[i], NULL) : 0; /* what a state does not have rests at 0 */
    }
    if (stream != NULL)
        fclose(stream);
    free(head);
    free(line);
    return found || cli_refuse("%s has no %s of %s", path, state, scene_name);
}

void robots_copy_scene_name(const char *path, char *out, size_t size)
{
    const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
    snprintf(out, size, "%.*s", (int)(strlen(name) - strlen(".json")), name);
}
