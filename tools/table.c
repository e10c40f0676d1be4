/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What the tables of check and search share: see table.h. */

#include "table.h"

#include <string.h>

size_t table_pair_name(char text[TABLE_NAME], const char *a, const char *b)
{
    snprintf(text, TABLE_NAME, "%s x %s", a, b);
    for (char *c = text; *c != '\0'; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            *c = '?';
    return strlen(text);
}

void table_begin(const char *word, table_color color, const char *name, int width)
{
    bool is_colored = color != TABLE_PLAIN && cli_output_is_colored();
    cli_print("  %s%-10s%s %-*s",
              !is_colored          ? ""
              : color == TABLE_RED ? "\033[1;31m"
                                   : "\033[1;33m",
              word, is_colored ? "\033[0m" : "", width, name);
}

void table_vector(char *text, size_t size, fk_vec3 v)
{
    snprintf(text, size, "(%.6g %.6g %.6g)", v.x, v.y, v.z);
}

void table_box(const fk_aabb *box)
{
    char low[80], high[80];
    table_vector(low, sizeof low, box->min);
    table_vector(high, sizeof high, box->max);
    cli_print("   box %s-%s", low, high);
}

void table_head(const char *line, double seconds)
{
    if (cli_output_is_terminal())
        cli_print("%-84s %.2f s\n", line, seconds);
    else
        cli_print("%s\n", line);
}
