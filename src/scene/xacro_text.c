/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Texts of xacro: ${EXPRESSION}, $(find PACKAGE), $(arg NAME), $(env NAME), $(optenv NAME DEFAULT), $(dirname), $(cwd), $(eval
 * EXPRESSION), and the escapes $${ and $$(; and the files that they lead to. Relative paths belong to the folder of the file that is
 * read, as in xacro. */

#include <stdlib.h>
#include <string.h>

#include "scene/letters.h"
#include "scene/xacro.h"
#include "scene/yaml.h"

/* ---- Paths --------------------------------------------------------------------------------------------- */

/* An absolute path, if the working directory is known. */
static bool make_xacro_absolute(fk_xacro *x, const char *path, const char **out)
{
    char folder[2000];
    fk_xacro_builder b = {.x = x};
    fk_xacro_value value;
    *out = path;
    if (fk_path_is_absolute(path) || !fk_file_working_folder(folder, sizeof folder))
        return true;
    path += path[0] == '.' && path[1] == '/' ? 2 : 0;
    if (!fk_xacro_add(&b, folder, strlen(folder)) ||
        !fk_xacro_add(&b, "/", *path != '\0' && !fk_same_text(path, ".")) ||
        !fk_xacro_add(&b, path, fk_same_text(path, ".") ? 0 : strlen(path)) || !fk_xacro_finish(&b, &value))
        return false;
    *out = value.of.text;
    return true;
}

/* The path of the file that is read. */
static const char *xacro_file_path(const fk_xacro *x)
{
    const fk_xacro_frame *frame = x->frame;
    while (frame->path == NULL)
        frame = frame->outer;
    return frame->path;
}

bool fk_xacro_path(fk_xacro *x, const char *path, const char **out)
{
    const char *file = xacro_file_path(x);
    fk_xacro_builder b = {.x = x};
    fk_xacro_value value;
    *out = path;
    if (fk_path_is_absolute(path))
        return true;
    if (!fk_xacro_add(&b, file, fk_folder_length(file)) || !fk_xacro_add(&b, path, strlen(path)) ||
        !fk_xacro_finish(&b, &value))
        return false;
    *out = value.of.text;
    return true;
}

static bool find_xacro_folder(fk_xacro *x, const char **out)
{
    const char *file = xacro_file_path(x);
    size_t length = fk_folder_length(file);
    const char *folder = length > 1 ? fk_xacro_copy(x, file, length - 1) : length == 1 ? "/" : ".";
    return folder != NULL && make_xacro_absolute(x, folder, out);
}

/* ---- Packages, arguments, environment ------------------------------------------------------------------ */

/* Searches above the main file, then above the one that is read. */
static bool search_xacro_package(fk_xacro *x, const char *name, const char *rest, fk_package_tried *tried,
                                 const char **out)
{
    fk_package_tried other;
    const char *main_path = x->robot->xml.path, *path = xacro_file_path(x);
    if (!fk_package_find_folder(x->robot, name, rest, tried, out))
        return false;
    if (*out != NULL || path == main_path)
        return true;
    x->robot->xml.path = path;
    bool is_good = fk_package_find_folder(x->robot, name, rest, &other, out);
    x->robot->xml.path = main_path;
    return is_good;
}

static bool find_xacro_package(fk_xacro *x, const char *name, const char *rest, const char **out)
{
    const fk_xacro_entry *known = fk_xacro_find(&x->packages, name);
    fk_package_tried tried = {.list = ""};
    if (known != NULL) {
        *out = known->source;
        return true;
    }
    if (!fk_xacro_work(x, 1000) || !search_xacro_package(x, name, rest, &tried, out))
        return false;
    if (*out == NULL) {
        (void)fk_xacro_fail(
            x, "the package '%s' is not there: give the folder that holds it (--package-path)%s%s",
            fk_show_text(name).text, *tried.list != '\0' ? ". Looked for: " : "", tried.list);
        x->robot->xml.status = FK_ERROR_READ;
        return false;
    }
    fk_xacro_entry *entry = fk_xacro_define(x, &x->packages, name);
    if (entry == NULL || !make_xacro_absolute(x, *out, out))
        return false;
    entry->source = *out;
    return true;
}

bool fk_xacro_read_argument(fk_xacro *x, const char *name, const char **out)
{
    fk_xacro_entry *entry = fk_xacro_find(&x->arguments, name);
    if (entry == NULL)
        return fk_xacro_fail(
            x,
            "there is no argument '%s': give it as %s:=VALUE (--arg), or a default as <xacro:arg "
            "name=\"%s\" default=\"...\"/> before this",
            fk_show_text(name).text, fk_show_text(name).text, fk_show_text(name).text);
    entry->is_used = true;
    *out = entry->source;
    return true;
}

/* `otherwise` may be NULL: then there is no default. */
static bool read_xacro_environment(fk_xacro *x, const char *name, const char *otherwise, const char **out)
{
    const char *value = getenv(name);
    value = value != NULL ? value : otherwise;
    if (value == NULL)
        return fk_xacro_fail(x, "the environment variable '%s' is not set", fk_show_text(name).text);
    *out = fk_xacro_copy(x, value, strlen(value));
    return *out != NULL;
}

bool fk_xacro_substitute(fk_xacro *x, const char *command, const char *name, const char *other,
                         const char **out)
{
    if (fk_same_text(command, "arg"))
        return fk_xacro_read_argument(x, name, out);
    if (fk_same_text(command, "find"))
        return find_xacro_package(x, name, other, out);
    if (fk_same_text(command, "env"))
        return read_xacro_environment(x, name, NULL, out);
    if (fk_same_text(command, "optenv"))
        return read_xacro_environment(x, name, other, out);
    return fk_same_text(command, "cwd") ? make_xacro_absolute(x, ".", out) : find_xacro_folder(x, out);
}

/* ---- YAML ---------------------------------------------------------------------------------------------- */

/* The factor of a tag such as "!degrees"; 0 for other ones. */
static double xacro_yaml_unit(const char *tag)
{
    static const struct {
        const char *tag;
        double factor;
    } known[] = {{"!radians", 1},   {"!degrees", 3.141592653589793 / 180},
                 {"!meters", 1},    {"!millimeters", 0.001},
                 {"!foot", 0.3048}, {"!inches", 0.0254}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (fk_same_text(tag, known[i].tag))
            return known[i].factor;
    return 0;
}

/* A scalar with a unit: its text is an expression. */
static bool convert_xacro_unit(fk_xacro *x, const fk_yaml_node *node, fk_xacro_value *out)
{
    double factor = xacro_yaml_unit(node->tag);
    fk_xacro_node *tree;
    fk_xacro_scope none = {.parent = NULL};
    fk_xacro_value value;
    if (factor <= 0 || node->text == NULL)
        return fk_xacro_fail(
            x,
            "the tag %s is not known here: !degrees, !radians, !meters, !millimeters, !foot and !inches are",
            fk_show_text(node->tag).text);
    if (!fk_xacro_parse(x, node->text, strlen(node->text), &tree) ||
        !fk_xacro_evaluate(x, tree, &none, &value))
        return false;
    if (!fk_xacro_is_number(&value))
        return fk_xacro_fail(x, "%s is for numbers, not for %s", node->tag, fk_xacro_type(&value));
    *out = fk_xacro_float(fk_xacro_as_double(&value) * factor);
    return true;
}

static bool convert_xacro_yaml(fk_xacro *x, const fk_yaml_node *node, fk_xacro_value *out)
{
    fk_xacro_value *item;
    bool is_map = node->kind == FK_YAML_MAP;
    if (!fk_xacro_work(x, 1))
        return false;
    if (node->tag != NULL)
        return convert_xacro_unit(x, node, out);
    switch (node->kind) {
    case FK_YAML_NULL:
        *out = fk_xacro_none();
        return true;
    case FK_YAML_BOOL:
        *out = fk_xacro_bool(node->is_true);
        return true;
    case FK_YAML_INTEGER:
        *out = fk_xacro_integer(node->integer);
        return true;
    case FK_YAML_NUMBER:
        *out = fk_xacro_float(node->number);
        return true;
    case FK_YAML_TEXT:
        *out = fk_xacro_literal(node->text);
        return true;
    default:
        break;
    }
    if (!fk_xacro_items(x, is_map ? FK_XACRO_DICT : FK_XACRO_LIST, node->count, out, &item))
        return false;
    for (const fk_yaml_node *at = node->first; at != NULL; at = at->next)
        if ((is_map && !convert_xacro_yaml(x, at->key, item++)) || !convert_xacro_yaml(x, at, item++))
            return false;
    return true;
}

bool fk_xacro_load_yaml(fk_xacro *x, const char *path, fk_xacro_value *out)
{
    fk_file_text text;
    fk_yaml_report report = {.line = 0};
    const fk_yaml_node *node = NULL;
    if (!fk_xacro_path(x, path, &path) || !fk_xacro_load_file(x, path, 16, false, &text))
        return false;
    fk_status status = fk_yaml_parse(&x->arena, text.bytes, text.used, &report, &node);
    fk_file_text_free(x->arena.context, &text);
    if (status == FK_ERROR_MEMORY)
        return fk_xml_fail_memory(&x->robot->xml);
    if (status == FK_ERROR_SYNTAX)
        return fk_xacro_fail(x, "%s:%lu:%lu: %.300s", fk_show_text(path).text, (unsigned long)report.line,
                             (unsigned long)report.column, report.message);
    return convert_xacro_yaml(x, node, out);
}

/* ---- ${...} -------------------------------------------------------------------------------------------- */

const char *fk_xacro_close(const char *text)
{
    char open = text[1], close = open == '{' ? '}' : ')', quote = '\0';
    bool has_quotes = open == '{' || fk_begins_with(text, "$(eval ");
    const char *first = NULL;
    int depth = 0;
    for (const char *at = text + 1; *at != '\0'; at++) {
        first = first == NULL && *at == close ? at : first;
        if (quote != '\0') {
            at += *at == '\\' && at[1] != '\0';
            quote = *at == quote ? '\0' : quote;
        } else if (has_quotes && (*at == '\'' || *at == '"'))
            quote = *at;
        else if (*at == open)
            depth++;
        else if (*at == close && --depth == 0)
            return at;
    }
    return first; /* brackets that do not match: up to the first one that closes */
}

/* Evaluates the inner text, with what is to be replaced in it, as an expression. */
static bool evaluate_xacro_inner(fk_xacro *x, const char *inner, bool is_eval, fk_xacro_scope *scope,
                                 fk_xacro_value *out)
{
    fk_xacro_value text;
    fk_xacro_node *tree;
    if (!fk_xacro_evaluate_to_text(x, inner, scope, &text))
        return false;
    const char *outer = x->expression;
    bool was_eval = x->is_eval;
    x->expression = text.of.text;
    x->is_eval = is_eval;
    bool is_good =
        fk_xacro_parse(x, text.of.text, text.count, &tree) && fk_xacro_evaluate(x, tree, scope, out);
    x->expression = outer;
    x->is_eval = was_eval;
    return is_good;
}

/* ---- $(...) -------------------------------------------------------------------------------------------- */

/* The next word of a text, or "". */
static const char *next_xacro_word(fk_xacro *x, const char **at)
{
    size_t length = 0;
    while (fk_is_blank(**at))
        (*at)++;
    while ((*at)[length] != '\0' && !fk_is_blank((*at)[length]))
        length++;
    const char *word = fk_xacro_copy(x, *at, length);
    *at += length;
    return word;
}

/* The file behind "$(find NAME)/", if all of it is known. */
static bool read_xacro_rest(fk_xacro *x, const char *after, const char **out)
{
    size_t length = 0;
    *out = "";
    if (*after != '/')
        return true;
    while (after[length] != '\0' && memchr(" \t\n'\"$", after[length], 6) == NULL)
        length++;
    if (length > 1 && after[length - 1] != '/' && after[length] != '$')
        *out = fk_xacro_copy(x, after + 1, length - 1);
    return *out != NULL;
}

/* Replaces $(INNER); `after` is the text behind it. */
static bool replace_xacro_command(fk_xacro *x, const char *inner, const char *after, fk_xacro_scope *scope,
                                  const char **out)
{
    static const struct {
        const char *name;
        int words;
    } known[] = {{"arg", 1}, {"find", 1}, {"env", 1}, {"optenv", 2}, {"dirname", 0}, {"cwd", 0}};
    const char *at = inner, *command = next_xacro_word(x, &at), *word, *other = "";
    fk_xacro_value value;
    size_t which = 0;
    if (command == NULL)
        return false;
    if (fk_same_text(command, "eval")) {
        if (!evaluate_xacro_inner(x, at, true, scope, &value) || !fk_xacro_to_text(x, &value, &value))
            return false;
        *out = value.of.text;
        return true;
    }
    while (which < sizeof known / sizeof *known && !fk_same_text(known[which].name, command))
        which++;
    if (!fk_xacro_evaluate_to_text(x, at, scope, &value))
        return false;
    if (which == sizeof known / sizeof *known)
        return fk_xacro_fail(x, "$(%s ...) is not known: arg, find, env, optenv, eval, dirname and cwd are",
                             fk_show_text(command).text);
    at = value.of.text;
    if ((word = next_xacro_word(x, &at)) == NULL)
        return false;
    while (fk_is_blank(*at))
        at++;
    if (known[which].words == 1 && (*word == '\0' || *at != '\0'))
        return fk_xacro_fail(x, "$(%s ...) takes one name", command);
    if (known[which].words == 2)
        other = at;
    else if (!read_xacro_rest(x, after, &other))
        return false;
    return fk_xacro_substitute(x, command, word, other, out);
}

/* ---- Texts --------------------------------------------------------------------------------------------- */

/* Evaluates the piece at a "${" or "$(". */
static bool evaluate_xacro_piece(fk_xacro *x, const char *at, const char *close, fk_xacro_scope *scope,
                                 fk_xacro_value *out)
{
    const char *inner = fk_xacro_copy(x, at + 2, (size_t)(close - at) - 2), *text;
    if (inner == NULL)
        return false;
    if (at[1] == '{')
        return evaluate_xacro_inner(x, inner, false, scope, out);
    if (!replace_xacro_command(x, inner, close + 1, scope, &text))
        return false;
    *out = fk_xacro_literal(text);
    return true;
}

static bool evaluate_xacro_pieces(fk_xacro *x, const char *text, fk_xacro_scope *scope, fk_xacro_value *out)
{
    fk_xacro_builder b = {.x = x};
    const char *at = text;
    for (bool is_first = true; *at != '\0'; is_first = false) {
        size_t plain = 0, dollars = 0;
        while (at[plain] != '\0' && at[plain] != '$')
            plain++;
        while (at[plain + dollars] == '$')
            dollars++;
        char open = at[plain + dollars];
        bool is_open = dollars > 0 && (open == '{' || open == '(');
        if (!is_open || dollars > 1) { /* "$${" gives "${" */
            if (!fk_xacro_add(&b, at, plain + dollars - is_open) || (is_open && !fk_xacro_add(&b, &open, 1)))
                return false;
            at += plain + dollars + is_open;
            continue;
        }
        const char *close = fk_xacro_close(at + plain);
        fk_xacro_value value;
        if (close == NULL)
            return fk_xacro_fail(x, "'%s' has no closing %s", fk_show_text(at + plain).text,
                                 open == '{' ? "'}'" : "')'");
        if (!fk_xacro_add(&b, at, plain) || !evaluate_xacro_piece(x, at + plain, close, scope, &value))
            return false;
        at = close + 1;
        if (is_first && plain == 0 && *at == '\0') {
            *out = value;
            return true;
        }
        if (!fk_xacro_add_value(&b, &value, false))
            return false;
    }
    return fk_xacro_finish(&b, out);
}

bool fk_xacro_evaluate_text(fk_xacro *x, const char *text, fk_xacro_scope *scope, fk_xacro_value *out)
{
    size_t length = strlen(text);
    if (memchr(text, '$', length) == NULL) {
        *out = (fk_xacro_value){.kind = FK_XACRO_TEXT, .count = (uint32_t)length, .of.text = text};
        return true;
    }
    bool is_good =
        fk_xacro_enter(x) && fk_xacro_work(x, 1 + length / 16) && evaluate_xacro_pieces(x, text, scope, out);
    x->depth--;
    return is_good;
}

bool fk_xacro_evaluate_to_text(fk_xacro *x, const char *text, fk_xacro_scope *scope, fk_xacro_value *out)
{
    return fk_xacro_evaluate_text(x, text, scope, out) && fk_xacro_to_text(x, out, out);
}
