/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Reads YAML into trees: the part of YAML 1.2 that yaml.h lists, by recursive descent over the text.
 *
 * Indentation is the number of spaces before the first other byte of a line. A value belongs to what is indented less; only a list
 * may stand as far left as the key that it belongs to. Recursion is limited by FK_YAML_DEPTH. */

#include "scene/yaml.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "scene/files.h"
#include "scene/json_read.h"
#include "scene/letters.h"
#include "scene/parts.h"

typedef struct yaml_parser {
    fk_scene_arena *arena;
    fk_yaml_report *report;
    fk_status status;
    const char *at, *end, *line_begin;
    uint64_t line;
    size_t nodes;
    int depth;
} yaml_parser;

/* What a value stands behind. */
typedef enum yaml_place { AT_YAML_TOP, AFTER_YAML_KEY, AFTER_YAML_DASH } yaml_place;

/* ---- Messages ------------------------------------------------------------------------------------------ */

/* Refuses the text at a byte of the current line. */
FK_PRINTF(3, 4)
static bool fail_yaml_at(yaml_parser *p, const char *at, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    p->report->line = p->line;
    p->report->column = (uint64_t)(at - p->line_begin) + 1;
    vsnprintf(p->report->message, sizeof p->report->message, format, list);
    va_end(list);
    p->status = FK_ERROR_SYNTAX;
    return false;
}
#define fail_yaml(p, ...)   fail_yaml_at(p, (p)->at, __VA_ARGS__)
#define refuse_yaml(p, ...) ((void)fail_yaml(p, __VA_ARGS__), NULL)

static bool fail_yaml_memory(yaml_parser *p)
{
    p->status = FK_ERROR_MEMORY;
    return false;
}

const char *fk_yaml_word(fk_yaml_kind kind)
{
    static const char *const word[] = {"nothing", "true or false", "a whole number", "a number",
                                       "a text",  "a list",        "a map"};
    return word[kind];
}

/* ---- Bytes and lines ----------------------------------------------------------------------------------- */

/* A byte from here, or '\n' beyond the end. */
static char peek_yaml(const yaml_parser *p, size_t further)
{
    return further < (size_t)(p->end - p->at) ? p->at[further] : '\n';
}

static size_t yaml_indent(const yaml_parser *p)
{
    return (size_t)(p->at - p->line_begin);
}

static void begin_yaml_line(yaml_parser *p)
{
    p->at++;
    p->line++;
    p->line_begin = p->at;
}

/* Goes to the next byte that is neither blank nor in a comment. */
static bool skip_yaml_blank(yaml_parser *p, bool in_flow)
{
    bool is_new_line = p->at == p->line_begin, has_tab = false;
    for (; p->at < p->end; p->at++) {
        if (*p->at == '\n') {
            begin_yaml_line(p);
            p->at--;
            is_new_line = true;
            has_tab = false;
        } else if (*p->at == '#' && (p->at == p->line_begin || fk_is_blank(p->at[-1])))
            while (p->at + 1 < p->end && p->at[1] != '\n')
                p->at++;
        else if (*p->at == '\t')
            has_tab = true;
        else if (!fk_is_blank(*p->at))
            break;
    }
    if (p->at < p->end && is_new_line && has_tab && !in_flow)
        return fail_yaml(p, "a tab before this indents it: use spaces");
    return true;
}

/* Whether a line begins here that ends the document: "---" or "...". */
static bool is_yaml_marker(const yaml_parser *p)
{
    return p->at == p->line_begin && p->end - p->at >= 3 &&
           (memcmp(p->at, "---", 3) == 0 || memcmp(p->at, "...", 3) == 0) && fk_is_blank(peek_yaml(p, 3));
}

static bool is_yaml_end(const yaml_parser *p)
{
    return p->at == p->end || is_yaml_marker(p);
}

/* Whether an element of a list begins here. */
static bool is_yaml_dash(const yaml_parser *p)
{
    return *p->at == '-' && fk_is_blank(peek_yaml(p, 1));
}

/* Checks that nothing but a comment is left in the line. */
static bool end_yaml_value(yaml_parser *p)
{
    uint64_t line = p->line;
    if (!skip_yaml_blank(p, true))
        return false;
    return p->at == p->end || p->line != line ||
           fail_yaml(p, "this does not belong behind the value: %s",
                     peek_yaml(p, 0) == ':' ? "lists and maps are no keys here"
                                            : "put it in quotes, or on a line of its own");
}

/* ---- Nodes --------------------------------------------------------------------------------------------- */

static fk_yaml_node *add_yaml_node(yaml_parser *p, fk_yaml_kind kind)
{
    fk_yaml_node *node = NULL;
    if (++p->nodes > FK_YAML_NODES)
        (void)fail_yaml(p, "the file has more than %lu values", (unsigned long)FK_YAML_NODES);
    else if ((node = fk_scene_arena_allocate(p->arena, 1, sizeof *node)) == NULL)
        (void)fail_yaml_memory(p);
    else {
        node->kind = kind;
        node->line = p->line;
        node->column = yaml_indent(p) + 1;
    }
    return node;
}

static fk_yaml_node *add_yaml_text(yaml_parser *p, size_t room)
{
    fk_yaml_node *node = add_yaml_node(p, FK_YAML_TEXT);
    if (node != NULL && (node->text = fk_scene_arena_allocate(p->arena, room + 1, 1)) == NULL) {
        (void)fail_yaml_memory(p);
        return NULL;
    }
    return node;
}

static fk_yaml_node *add_yaml_null(yaml_parser *p)
{
    fk_yaml_node *node = add_yaml_node(p, FK_YAML_NULL);
    if (node != NULL)
        node->text = "";
    return node;
}

/* Appends a child to a list or map, whose last child so far is *last. */
static void append_yaml(fk_yaml_node *parent, fk_yaml_node **last, fk_yaml_node *child)
{
    if (*last == NULL)
        parent->first = child;
    else
        (*last)->next = child;
    *last = child;
    parent->count++;
}

const fk_yaml_node *fk_yaml_member(const fk_yaml_node *map, const char *key)
{
    const fk_yaml_node *found = NULL;
    for (const fk_yaml_node *at = map->kind == FK_YAML_MAP ? map->first : NULL; at != NULL; at = at->next)
        if (fk_same_text(at->key->text, key))
            found = at;
    return found;
}

/* ---- Scalars ------------------------------------------------------------------------------------------- */

static size_t put_yaml_utf8(char *out, uint32_t c)
{
    size_t more = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    static const unsigned char lead[] = {0, 0xc0, 0xe0, 0xf0};
    out[0] = (char)(lead[more] | c >> 6 * more);
    for (size_t i = 1; i <= more; i++)
        out[i] = (char)(0x80 | (c >> 6 * (more - i) & 0x3f));
    return more + 1;
}

/* Reads the escape after a backslash. */
static bool read_yaml_escape(yaml_parser *p, char *out, size_t *used)
{
    static const char plain[] = "\"\\/ \tabefnrtv", meaning[] = "\"\\/ \t\a\b\033\f\n\r\t\v";
    char c = peek_yaml(p, 1);
    const char *known = memchr(plain, c, sizeof plain - 1);
    size_t digits = c == 'x' ? 2 : c == 'u' ? 4 : c == 'U' ? 8 : 0;
    uint32_t value = 0;
    if (known != NULL) {
        out[(*used)++] = meaning[known - plain];
        p->at += 2;
        return true;
    }
    for (size_t i = 0; i < digits; i++) {
        unsigned digit = fk_yaml_digit(peek_yaml(p, 2 + i));
        digits = digit < 16 ? digits : 0;
        value = value << 4 | digit;
    }
    if (digits == 0 || value == 0 || value > 0x10ffff || (value >= 0xd800 && value < 0xe000))
        return fail_yaml(p, "this escape is not known: \\n, \\t, \\\", \\\\, \\xNN, \\uNNNN are");
    *used += put_yaml_utf8(out + *used, value);
    p->at += 2 + digits;
    return true;
}

/* Folds a line end within a scalar: one becomes a space, each further one stays. `used` bytes are in out. Stops at the next byte that
 * is not blank. */
static void fold_yaml_lines(yaml_parser *p, char *out, size_t *used)
{
    size_t lines = 0;
    while (*used > 0 && (out[*used - 1] == ' ' || out[*used - 1] == '\t' || out[*used - 1] == '\r'))
        (*used)--;
    while (p->at < p->end && fk_is_blank(*p->at))
        if (*p->at == '\n') {
            lines++;
            begin_yaml_line(p);
        } else
            p->at++;
    if (lines == 1)
        out[(*used)++] = ' ';
    for (size_t i = 1; i < lines; i++)
        out[(*used)++] = '\n';
}

/* The quote that closes the one here, or NULL. */
static const char *find_yaml_quote(const yaml_parser *p)
{
    char quote = *p->at;
    const char *at = p->at + 1;
    while (at < p->end && (*at != quote || (quote == '\'' && p->end - at > 1 && at[1] == quote)))
        at += (quote == '"' && *at == '\\') || *at == quote ? 2 : 1;
    return at < p->end ? at : NULL;
}

static fk_yaml_node *read_yaml_quoted(yaml_parser *p)
{
    char quote = *p->at;
    const char *close = find_yaml_quote(p);
    if (close == NULL)
        return refuse_yaml(p, "this quote is not closed");
    fk_yaml_node *node = add_yaml_text(p, (size_t)(close - p->at));
    if (node == NULL)
        return NULL;
    char *out = (char *)node->text;
    size_t used = 0;
    for (p->at++; p->at < close;) {
        if (*p->at == '\n')
            fold_yaml_lines(p, out, &used);
        else if (quote == '"' && *p->at == '\\' && peek_yaml(p, 1) != '\n') {
            if (!read_yaml_escape(p, out, &used))
                return NULL;
        } else if (quote == '"' && *p->at == '\\') { /* the line goes on in the next one */
            p->at++;
            begin_yaml_line(p);
            while (p->at < close && *p->at == ' ')
                p->at++;
        } else {
            p->at += *p->at == '\'' && quote == '\'';
            out[used++] = *p->at++;
        }
    }
    p->at = close + 1;
    out[used] = '\0';
    return node;
}

/* The end of a plain scalar in its line. */
static const char *find_yaml_plain_end(const yaml_parser *p, bool in_flow)
{
    const char *at = p->at;
    for (; at < p->end && *at != '\n'; at++) {
        char next = at + 1 < p->end ? at[1] : '\n';
        if (*at == ':' && (fk_is_blank(next) || (in_flow && memchr(",[]{}", next, 5) != NULL)))
            break;
        if ((*at == '#' && at > p->at && fk_is_blank(at[-1])) || (in_flow && memchr(",[]{}", *at, 5) != NULL))
            break;
    }
    while (at > p->at && fk_is_blank(at[-1]))
        at--;
    return at;
}

/* Whether a key with its colon begins here. */
static bool is_yaml_key(const yaml_parser *p, bool in_flow)
{
    const char *at = p->at;
    if (*at == '"' || *at == '\'') {
        at = find_yaml_quote(p);
        if (at == NULL || memchr(p->at, '\n', (size_t)(at - p->at)) != NULL)
            return false;
        at++;
    } else
        at = find_yaml_plain_end(p, in_flow);
    while (at < p->end && (*at == ' ' || *at == '\t'))
        at++;
    bool ends = p->end - at <= 1 || fk_is_blank(at[1]) || (in_flow && (*p->at == '"' || *p->at == '\''));
    return at < p->end && *at == ':' && (ends || (in_flow && memchr(",[]{}", at[1], 5) != NULL));
}

/* Finds the end of a plain scalar of several lines, whose first one ends at `last`. NULL after a refusal. */
static const char *find_yaml_last_line(yaml_parser *p, long parent, bool in_flow, const char *last)
{
    yaml_parser ahead = *p;
    for (;;) {
        ahead.at = last;
        while (ahead.at < p->end && fk_is_blank(*ahead.at))
            if (*ahead.at == '\n')
                begin_yaml_line(&ahead);
            else
                ahead.at++;
        if (ahead.line == p->line || is_yaml_end(&ahead) || *ahead.at == '#' || ahead.at == last ||
            (in_flow ? memchr(",[]{}:", *ahead.at, 6) != NULL : (long)yaml_indent(&ahead) <= parent))
            return last;
        if (!in_flow && is_yaml_key(&ahead, false)) {
            *p = ahead;
            return refuse_yaml(p, "a key inside a value: indent it as the keys that it belongs to");
        }
        const char *end = find_yaml_plain_end(&ahead, in_flow);
        last = end > ahead.at ? end : last;
        if (end == ahead.at || (end < p->end && !fk_is_blank(*end)))
            return last;
    }
}

/* Reads a plain scalar; lines that follow, indented by more than `parent`, go on with it. */
static fk_yaml_node *read_yaml_plain(yaml_parser *p, long parent, bool in_flow, bool is_key)
{
    char c = *p->at;
    if (memchr("&*|>%@`\"'!,[]{}#", c, 16) != NULL || (c == '?' && fk_is_blank(peek_yaml(p, 1))))
        return refuse_yaml(p, c == '&' || c == '*'
                                  ? "anchors and aliases (&, *) are not read: write the value out"
                              : c == '?' ? "keys behind '?' are not read: write 'key: value'"
                                         : "no value begins with this sign: put it in quotes");
    const char *last = find_yaml_plain_end(p, in_flow);
    last = is_key ? last : find_yaml_last_line(p, parent, in_flow, last);
    fk_yaml_node *node = last != NULL ? add_yaml_text(p, (size_t)(last - p->at)) : NULL;
    if (node == NULL)
        return NULL;
    char *out = (char *)node->text;
    size_t used = 0;
    while (p->at < last)
        if (*p->at == '\n')
            fold_yaml_lines(p, out, &used);
        else
            out[used++] = *p->at++;
    out[used] = '\0';
    fk_yaml_resolve(node);
    return node;
}

/* A block scalar: "|" or ">" and what follows the sign. */
typedef struct yaml_block {
    bool folds, keeps, strips;
    size_t indent;
    const char *end; /* of its lines */
} yaml_block;

/* Skips the spaces that a line begins with, at most `most`. */
static const char *skip_yaml_spaces(const yaml_parser *p, const char *line, size_t most)
{
    const char *at = line;
    while (at < p->end && *at == ' ' && (size_t)(at - line) < most)
        at++;
    return at;
}

static bool is_yaml_blank_line(const yaml_parser *p, const char *at)
{
    for (; at < p->end && *at != '\n'; at++)
        if (!fk_is_blank(*at))
            return false;
    return true;
}

/* The line after the one of a byte, or the end. */
static const char *next_yaml_line(const yaml_parser *p, const char *at)
{
    const char *feed = memchr(at, '\n', (size_t)(p->end - at));
    return feed != NULL ? feed + 1 : p->end;
}

/* Reads the signs, and finds the lines: all that are blank, or indented as the first that is not. */
static bool read_yaml_block_head(yaml_parser *p, long parent, yaml_block *out)
{
    *out = (yaml_block){.folds = *p->at == '>'};
    size_t base = parent < 0 ? 0 : (size_t)parent;
    for (p->at++; !fk_is_blank(peek_yaml(p, 0)); p->at++)
        if (*p->at >= '1' && *p->at <= '9')
            out->indent = base + (size_t)(*p->at - '0');
        else if (*p->at == '-' || *p->at == '+')
            *(*p->at == '-' ? &out->strips : &out->keeps) = true;
        else
            return fail_yaml(p, "only +, - and a digit may follow | or >");
    p->at = next_yaml_line(p, p->at);
    p->line_begin = p->at;
    p->line++;
    for (out->end = p->at; out->end < p->end; out->end = next_yaml_line(p, out->end)) {
        if (is_yaml_blank_line(p, out->end))
            continue;
        size_t indent = (size_t)(skip_yaml_spaces(p, out->end, SIZE_MAX) - out->end);
        out->indent = out->indent > 0 ? out->indent : indent;
        if (indent < out->indent || (long)indent <= parent)
            break;
    }
    return true;
}

/* Reads "|" or ">" with the lines below it, indented by more than `parent`. */
static fk_yaml_node *read_yaml_block(yaml_parser *p, long parent)
{
    yaml_block block;
    fk_yaml_node *node = add_yaml_node(p, FK_YAML_TEXT);
    if (node == NULL || !read_yaml_block_head(p, parent, &block))
        return NULL;
    char *out = fk_scene_arena_allocate(p->arena, (size_t)(block.end - p->at) + 2, 1);
    size_t used = 0, feeds = 0;
    bool was_indented = true;
    if (out == NULL) {
        (void)fail_yaml_memory(p);
        return NULL;
    }
    node->text = out;
    for (const char *at; p->at < block.end; feeds++) {
        if (!is_yaml_blank_line(p, p->at)) {
            at = skip_yaml_spaces(p, p->at, block.indent);
            bool is_indented = *at == ' ' || *at == '\t',
                 joins = block.folds && !is_indented && !was_indented;
            if (joins && feeds == 1)
                out[used++] = ' ';
            for (size_t i = joins ? 1 : 0; i < feeds; i++)
                out[used++] = '\n';
            while (at < block.end && *at != '\n' && *at != '\r')
                out[used++] = *at++;
            feeds = 0;
            was_indented = is_indented;
        }
        p->at = p->line_begin = next_yaml_line(p, p->at);
        p->line++;
    }
    for (size_t i = 0; !block.strips && i < (block.keeps ? feeds : (used > 0 && feeds > 0)); i++)
        out[used++] = '\n';
    return node;
}

/* ---- Lists and maps ------------------------------------------------------------------------------------ */

static fk_yaml_node *read_yaml_value(yaml_parser *p, long parent, yaml_place place);
static fk_yaml_node *read_yaml_flow(yaml_parser *p);

static bool enter_yaml(yaml_parser *p)
{
    return ++p->depth <= FK_YAML_DEPTH || fail_yaml(p, "values nest deeper than %d", FK_YAML_DEPTH);
}

/* Applies one of the tags "!!str", "!!int" and "!!float" to a scalar. */
static bool use_yaml_tag(yaml_parser *p, fk_yaml_node *node)
{
    bool is_float = fk_same_text(node->tag, "!!float"), is_int = fk_same_text(node->tag, "!!int");
    if (fk_same_text(node->tag, "!!str") && node->text != NULL)
        node->kind = FK_YAML_TEXT;
    else if (is_float && (node->kind == FK_YAML_INTEGER || node->kind == FK_YAML_NUMBER))
        node->kind = FK_YAML_NUMBER;
    else if (!is_int || node->kind != FK_YAML_INTEGER)
        return fail_yaml(p, "the tag %s does not fit this value", fk_show_text(node->tag).text);
    node->tag = NULL;
    return true;
}

/* Reads a tag and, by a function, the value behind it. */
static fk_yaml_node *read_yaml_tagged(yaml_parser *p, fk_yaml_node *(*read)(yaml_parser *, long, yaml_place),
                                      long parent, yaml_place place)
{
    const char *begin = p->at;
    while (p->at < p->end && !fk_is_blank(*p->at) && memchr(",[]{}", *p->at, 5) == NULL)
        p->at++;
    const char *tag = fk_scene_arena_join_text(p->arena, begin, (size_t)(p->at - begin), "");
    fk_yaml_node *node = NULL;
    if (tag == NULL)
        (void)fail_yaml_memory(p);
    else if (enter_yaml(p))
        node = read(p, parent, place);
    p->depth--;
    if (node == NULL)
        return NULL;
    if (node->tag != NULL)
        return refuse_yaml(p, "a value has two tags");
    node->tag = tag;
    return !fk_begins_with(tag, "!!") || use_yaml_tag(p, node) ? node : NULL;
}

static fk_yaml_node *read_yaml_scalar(yaml_parser *p, long parent, bool in_flow, bool is_key)
{
    return *p->at == '"' || *p->at == '\'' ? read_yaml_quoted(p)
                                           : read_yaml_plain(p, parent, in_flow, is_key);
}

/* Reads a key and its colon. */
static fk_yaml_node *read_yaml_key(yaml_parser *p, bool in_flow)
{
    fk_yaml_node *key = read_yaml_scalar(p, 0, in_flow, true);
    if (key == NULL)
        return NULL;
    if (fk_same_text(key->text, "<<"))
        return refuse_yaml(p, "merge keys (<<) are not read: write the members out");
    while (peek_yaml(p, 0) == ' ' || peek_yaml(p, 0) == '\t')
        p->at++;
    p->at++;
    return key;
}

/* Reads the elements or members between brackets or braces. */
static bool read_yaml_flow_children(yaml_parser *p, fk_yaml_node *node, char close)
{
    fk_yaml_node *last = NULL;
    for (p->at++;;) {
        if (!skip_yaml_blank(p, true))
            return false;
        if (p->at == p->end)
            return fail_yaml(p, "a '%c' is missing: the %s begins in line %lu", close,
                             close == ']' ? "list" : "map", (unsigned long)node->line);
        if (*p->at == close)
            break;
        fk_yaml_node *key = NULL, *child;
        if (close == '}' && !is_yaml_key(p, true))
            return fail_yaml(p, "a map has 'key: value' here");
        if (close == '}' && ((key = read_yaml_key(p, true)) == NULL || !skip_yaml_blank(p, true)))
            return false;
        if (close == ']' && *p->at != '[' && *p->at != '{' && is_yaml_key(p, true))
            return fail_yaml(p, "a key in a list: put the map in braces, [{key: value}]");
        child = key != NULL && (peek_yaml(p, 0) == ',' || peek_yaml(p, 0) == '}') ? add_yaml_null(p)
                                                                                  : read_yaml_flow(p);
        if (child == NULL || !skip_yaml_blank(p, true))
            return false;
        child->key = key;
        append_yaml(node, &last, child);
        if (p->at < p->end && *p->at == ',')
            p->at++;
        else if (p->at < p->end && *p->at != close)
            return fail_yaml(p, "a ',' or '%c' is missing before this", close);
    }
    p->at++;
    return true;
}

static fk_yaml_node *read_yaml_flow_value(yaml_parser *p, long parent, yaml_place place)
{
    (void)parent;
    (void)place;
    if (!skip_yaml_blank(p, true))
        return NULL;
    return p->at < p->end && *p->at != ',' && *p->at != ']' && *p->at != '}' ? read_yaml_flow(p)
                                                                             : add_yaml_null(p);
}

static fk_yaml_node *read_yaml_flow(yaml_parser *p)
{
    char c = peek_yaml(p, 0);
    if (c == '!')
        return read_yaml_tagged(p, read_yaml_flow_value, 0, AT_YAML_TOP);
    if (p->at == p->end || (c != '[' && c != '{'))
        return p->at == p->end ? add_yaml_null(p) : read_yaml_scalar(p, -1, true, false);
    fk_yaml_node *node = add_yaml_node(p, c == '[' ? FK_YAML_LIST : FK_YAML_MAP);
    bool is_good = node != NULL && enter_yaml(p) && read_yaml_flow_children(p, node, c == '[' ? ']' : '}');
    p->depth--;
    return is_good ? node : NULL;
}

/* Whether the list or map at an indentation goes on here. */
static bool goes_on(yaml_parser *p, size_t indent, bool is_list, bool *out)
{
    *out = false;
    if (!skip_yaml_blank(p, false))
        return false;
    if (is_yaml_end(p) || yaml_indent(p) < indent)
        return true;
    bool is_dash = is_yaml_dash(p);
    if (yaml_indent(p) > indent)
        return fail_yaml(p, "this line is indented more than %s above it", is_list ? "the list" : "the keys");
    if (is_list && !is_dash)
        return true; /* the key of the map that the list is in */
    if (!is_list && !is_yaml_key(p, false))
        return fail_yaml(p, "this should be 'key: value', as the lines above it");
    *out = true;
    return true;
}

/* Reads a list or map whose dashes or keys are in the current column. */
static fk_yaml_node *read_yaml_block_children(yaml_parser *p, bool is_list)
{
    size_t indent = yaml_indent(p);
    fk_yaml_node *node = add_yaml_node(p, is_list ? FK_YAML_LIST : FK_YAML_MAP), *last = NULL;
    bool is_more = node != NULL && enter_yaml(p), is_good = is_more;
    while (is_good && is_more) {
        fk_yaml_node *key = is_list ? NULL : read_yaml_key(p, false), *child = NULL;
        p->at += is_list;
        if (is_list || key != NULL)
            child = read_yaml_value(p, (long)indent, is_list ? AFTER_YAML_DASH : AFTER_YAML_KEY);
        is_good = child != NULL;
        if (is_good) {
            child->key = key;
            append_yaml(node, &last, child);
            is_good = goes_on(p, indent, is_list, &is_more);
        }
    }
    p->depth--;
    return is_good ? node : NULL;
}

/* ---- Values -------------------------------------------------------------------------------------------- */

/* Reads a value that begins in the line of its key or dash. */
static fk_yaml_node *read_yaml_inline(yaml_parser *p, long parent, yaml_place place)
{
    bool is_dash = is_yaml_dash(p);
    bool is_map = *p->at != '[' && *p->at != '{' && is_yaml_key(p, false);
    fk_yaml_node *node;
    if (place == AFTER_YAML_KEY && (is_dash || is_map))
        return refuse_yaml(p, "%s in the line of its key: put it in a line of its own",
                           is_dash ? "a list" : "a map");
    if (is_dash || is_map)
        return read_yaml_block_children(p, is_dash);
    if (*p->at == '|' || *p->at == '>')
        return read_yaml_block(p, parent);
    if (*p->at == '[' || *p->at == '{')
        node = read_yaml_flow(p);
    else
        node = read_yaml_scalar(p, parent, false, false);
    return node != NULL && end_yaml_value(p) ? node : NULL;
}

/* Reads the value behind a key or dash at the indentation `parent`, in the same line or below. */
static fk_yaml_node *read_yaml_value(yaml_parser *p, long parent, yaml_place place)
{
    uint64_t line = p->line;
    if (!skip_yaml_blank(p, false))
        return NULL;
    bool is_below = p->line != line || place == AT_YAML_TOP;
    bool is_dash = !is_yaml_end(p) && is_yaml_dash(p);
    if (is_yaml_end(p) || (is_below && (long)yaml_indent(p) <= parent &&
                           !(is_dash && place == AFTER_YAML_KEY && (long)yaml_indent(p) == parent)))
        return add_yaml_null(p);
    if (*p->at == '!')
        return read_yaml_tagged(p, read_yaml_value, parent, is_below ? AT_YAML_TOP : place);
    return read_yaml_inline(p, parent, is_below ? AT_YAML_TOP : place);
}

/* ---- The document -------------------------------------------------------------------------------------- */

/* Refuses bytes that are not UTF-8, and zeros. */
static bool check_yaml_bytes(yaml_parser *p)
{
    yaml_parser scan = *p;
    while (scan.at < scan.end) {
        unsigned char four[5] = {0};
        size_t left = (size_t)(scan.end - scan.at);
        memcpy(four, scan.at, left < 4 ? left : 4);
        size_t length = four[0] < 0x80 ? four[0] > 0 : fk_utf8_length(four);
        if (length == 0) {
            *p = scan;
            return fail_yaml(p, "this byte is no text: save the file as UTF-8");
        }
        if (*scan.at == '\n')
            begin_yaml_line(&scan);
        else
            scan.at += length;
    }
    return true;
}

static fk_yaml_node *read_yaml_document(yaml_parser *p)
{
    if (!check_yaml_bytes(p) || !skip_yaml_blank(p, false))
        return NULL;
    if (p->end - p->at >= 3 && memcmp(p->at, "---", 3) == 0 && is_yaml_marker(p))
        p->at += 3;
    fk_yaml_node *node = read_yaml_value(p, -1, AT_YAML_TOP);
    if (node == NULL || !skip_yaml_blank(p, false))
        return NULL;
    if (is_yaml_marker(p) && *p->at == '.') {
        p->at += 3;
        if (!skip_yaml_blank(p, false))
            return NULL;
    }
    if (p->at == p->end)
        return node;
    return refuse_yaml(p, is_yaml_marker(p)
                              ? "the file has several documents: keep one"
                              : "this is indented less than the first line, or of another kind");
}

fk_status fk_yaml_parse(fk_scene_arena *arena, const char *text, size_t bytes, fk_yaml_report *report,
                        const fk_yaml_node **out)
{
    size_t mark = bytes >= 3 && memcmp(text, FK_UTF8_MARK, 3) == 0 ? 3 : 0;
    yaml_parser p = {.arena = arena, .report = report, .at = text + mark, .line = 1};
    p.line_begin = p.at;
    p.end = text + bytes;
    if (bytes > FK_YAML_BYTES) {
        (void)fail_yaml(&p, "the file has more than %lu MiB", (unsigned long)(FK_YAML_BYTES >> 20));
        return p.status;
    }
    fk_yaml_node *node = read_yaml_document(&p);
    if (node != NULL)
        *out = node;
    return p.status;
}
