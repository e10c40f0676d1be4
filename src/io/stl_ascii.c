/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* ASCII STL:
 *
 *     solid NAME
 *       facet normal NX NY NZ
 *         outer loop
 *           vertex X Y Z       (three times)
 *         endloop
 *       endfacet
 *     endsolid NAME
 *
 * Keywords in any case; line ends count as blanks, but behind `solid` and `endsolid`, whose names go to the end of the line. Each `solid` is a
 * part. Normals are not used, and may be any three words: real files have "nan" there. */

#include <string.h>

#include "io/readers.h"

/* Corners are handed on in batches. */
#define BATCH 512

/* The longest name that is kept. */
#define LONGEST_NAME 1023

typedef struct ascii {
    fk_source *source;
    fk_builder *builder;
    fk_vec3 *corner; /* 3 * BATCH */
    size_t count;    /* triangles in it */
} ascii;

/* ---- Words --------------------------------------------------------------------------------------------- */

/* The next word, wherever the lines end. */
static fk_token next_word(ascii *a, fk_word *word)
{
    fk_token token;
    do
        token = fk_source_word(a->source, word);
    while (token == FK_TOKEN_LINE_END);
    return token;
}

static fk_status fail_end(ascii *a, const char *expected)
{
    if (a->source->failed != FK_OK)
        return a->source->failed;
    return fk_source_fail(a->source, FK_ERROR_SYNTAX, 0, "the file ends where '%s' should be", expected);
}

static fk_status fail_word(ascii *a, fk_word word, const char *expected)
{
    return fk_source_fail(a->source, FK_ERROR_SYNTAX, word.length, "'%.*s' where %s should be",
                          word.length < 40 ? (int)word.length : 40, word.text, expected);
}

static fk_status expect(ascii *a, const char *known)
{
    fk_word word;
    if (next_word(a, &word) != FK_TOKEN_WORD)
        return fail_end(a, known);
    if (fk_word_is_caseless(word, known))
        return FK_OK;
    if (fk_word_is_caseless(word, "vertex"))
        return fk_source_fail(a->source, FK_ERROR_SYNTAX, word.length,
                              "a facet with more than three vertices");
    char quoted[16] = "'";
    memcpy(quoted + 1, known, strlen(known));
    quoted[strlen(known) + 1] = '\'';
    return fail_word(a, word, quoted);
}

/* ---- Facets -------------------------------------------------------------------------------------------- */

static fk_status flush(ascii *a)
{
    fk_status status = fk_builder_add_corners(a->builder, a->corner, a->count);
    a->count = 0;
    return fk_read_status(a->source, status);
}

static fk_status read_vertex(ascii *a, fk_vec3 *place)
{
    double x[3] = {0, 0, 0};
    fk_status status = expect(a, "vertex");
    for (int i = 0; status == FK_OK && i < 3; i++)
        status = fk_source_next_number(a->source, "coordinate", &x[i]);
    *place = fk_vec3_make(x[0], x[1], x[2]);
    return status;
}

/* What follows `facet`. */
static fk_status read_facet(ascii *a)
{
    fk_word ignored;
    fk_status status = expect(a, "normal");
    for (int i = 0; status == FK_OK && i < 3; i++)
        if (next_word(a, &ignored) != FK_TOKEN_WORD)
            return fail_end(a, "normal");
    if (status == FK_OK)
        status = expect(a, "outer");
    if (status == FK_OK)
        status = expect(a, "loop");
    for (size_t i = 0; status == FK_OK && i < 3; i++)
        status = read_vertex(a, &a->corner[3 * a->count + i]);
    if (status == FK_OK)
        status = expect(a, "endloop");
    if (status == FK_OK)
        status = expect(a, "endfacet");
    if (status != FK_OK)
        return status;
    a->source->report->triangles++;
    a->source->report->vertices += 3;
    return ++a->count < BATCH ? FK_OK : flush(a);
}

/* ---- Solids -------------------------------------------------------------------------------------------- */

/* The rest of the line, without the blanks around it, is the name of a part. */
static fk_status read_name(ascii *a)
{
    char name[LONGEST_NAME];
    size_t length;
    if (fk_source_rest_of_line(a->source, name, sizeof name, &length) == FK_TOKEN_FAILED)
        return a->source->failed;
    fk_status status = flush(a);
    if (status == FK_OK)
        status = fk_read_status(a->source, fk_builder_add_part(a->builder, name, length));
    return status;
}

/* Between `solid` and `endsolid`. */
static fk_status read_solid(ascii *a)
{
    fk_status status = read_name(a);
    while (status == FK_OK) {
        fk_word word;
        if (next_word(a, &word) != FK_TOKEN_WORD)
            return fail_end(a, "endsolid");
        if (fk_word_is_caseless(word, "facet"))
            status = read_facet(a);
        else if (fk_word_is_caseless(word, "endsolid"))
            return fk_source_skip_line(a->source) == FK_TOKEN_FAILED ? a->source->failed : FK_OK;
        else
            return fail_word(a, word, "'facet' or 'endsolid'");
    }
    return status;
}

static fk_status read_solids(ascii *a)
{
    fk_status status = FK_OK;
    while (status == FK_OK) {
        fk_word word;
        fk_token token = next_word(a, &word);
        if (token == FK_TOKEN_FAILED)
            return a->source->failed;
        if (token == FK_TOKEN_END)
            return flush(a);
        status = fk_word_is_caseless(word, "solid") ? read_solid(a) : fail_word(a, word, "'solid'");
    }
    return status;
}

fk_status fk_read_stl_ascii(fk_source *s, fk_builder *builder)
{
    /* What a facet takes in most files; a wrong guess costs a little time or memory. */
    if (s->has_size && !fk_builder_expect(builder, (size_t)(s->size / 250)))
        return FK_ERROR_MEMORY;
    ascii a = {s, builder, fk_allocate(builder->context, 3 * BATCH * sizeof(fk_vec3)), 0};
    if (a.corner == NULL)
        return FK_ERROR_MEMORY;
    fk_status status = read_solids(&a);
    fk_release(builder->context, a.corner, 3 * BATCH * sizeof(fk_vec3));
    return status;
}
