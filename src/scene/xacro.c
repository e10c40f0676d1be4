/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Expands the elements of xacro: walks the tree of the file, and those of the files it includes, and writes a new one. See xacro.h.
 *
 * Scopes are those of xacro: a macro sees the properties of whoever calls it. Texts between elements are not evaluated, because
 * Farkas reads none. */

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "scene/letters.h"
#include "scene/xacro.h"

/* ---- Messages and limits ------------------------------------------------------------------------------- */

static const char *file_name_of(const char *path)
{
    return path + fk_folder_length(path);
}

/* Appends the chain of calls and includes, the innermost first. */
static void add_xacro_chain(const fk_xacro *x, char *message, size_t capacity)
{
    size_t used = strlen(message);
    int listed = 0;
    for (const fk_xacro_frame *frame = x->frame; frame != NULL && frame->element != NULL;
         frame = frame->outer) {
        if (listed++ == 5 || capacity - used < 150) {
            snprintf(message + used, capacity - used, "; and so on");
            return;
        }
        snprintf(message + used, capacity - used,
                 frame->name != NULL ? "; in macro '%.40s', called in %.60s:%lu"
                                     : "; in %.40s, included in %.60s:%lu",
                 frame->name != NULL ? frame->name : file_name_of(frame->path),
                 file_name_of(frame->element->path), (unsigned long)frame->element->line);
        used += strlen(message + used);
    }
}

bool fk_xacro_fail(fk_xacro *x, const char *format, ...)
{
    char message[FK_SCENE_MESSAGE] = "";
    size_t used = 0;
    va_list list;
    if (x->robot->xml.status != FK_OK)
        return false;
    if (x->expression != NULL)
        used = (size_t)snprintf(message, sizeof message, "%s%.110s}: ", x->is_eval ? "$(eval " : "${",
                                fk_show_text(x->expression).text);
    if (x->is_eval && used > 3)
        message[used - 3] = ')';
    va_start(list, format);
    vsnprintf(message + used, sizeof message - used - 300, format, list);
    va_end(list);
    add_xacro_chain(x, message, sizeof message);
    return fk_xml_fail(&x->robot->xml, x->at, "%s", message);
}

/* Counts bytes. */
static bool count_xacro_bytes(fk_xacro *x, size_t bytes)
{
    x->bytes += bytes;
    return x->bytes <= FK_XACRO_BYTES ||
           fk_xacro_fail(x, "the expansion takes more than %lu MiB", (unsigned long)(FK_XACRO_BYTES >> 20));
}

void *fk_xacro_allocate(fk_xacro *x, size_t count, size_t size)
{
    if (count > FK_XACRO_BYTES / size) {
        x->bytes = FK_XACRO_BYTES;
        count = 1;
    }
    if (!count_xacro_bytes(x, count * size + 16))
        return NULL;
    void *place = fk_scene_arena_allocate(&x->arena, count, size);
    if (place == NULL)
        (void)fk_xml_fail_memory(&x->robot->xml);
    return place;
}

char *fk_xacro_copy(fk_xacro *x, const char *text, size_t length)
{
    char *copy = fk_xacro_allocate(x, length + 1, 1);
    if (copy != NULL)
        memcpy(copy, text, length);
    return copy;
}

bool fk_xacro_work(fk_xacro *x, uint64_t steps)
{
    x->steps += steps < FK_XACRO_STEPS ? steps : FK_XACRO_STEPS + 1;
    return x->steps <= FK_XACRO_STEPS ||
           fk_xacro_fail(x, "the expansion takes more than %lu steps", (unsigned long)FK_XACRO_STEPS);
}

bool fk_xacro_enter(fk_xacro *x)
{
    return ++x->depth <= FK_XACRO_DEPTH ||
           fk_xacro_fail(x, "elements, macros and expressions lie deeper than %d within each other",
                         FK_XACRO_DEPTH);
}

/* ---- The tree that comes out --------------------------------------------------------------------------- */

/* Memory that stays with the robot. */
static void *allocate_xacro_output(fk_xacro *x, size_t count, size_t size)
{
    void *place = count_xacro_bytes(x, count * size + 16)
                      ? fk_scene_arena_allocate(x->robot->xml.arena, count, size)
                      : NULL;
    if (place == NULL && x->robot->xml.status == FK_OK)
        (void)fk_xml_fail_memory(&x->robot->xml);
    return place;
}

static const char *keep_xacro_text(fk_xacro *x, const char *text, size_t length)
{
    char *copy = allocate_xacro_output(x, length + 1, 1);
    return copy != NULL ? memcpy(copy, text, length) : NULL;
}

/* Evaluates an attribute to a text that stays. */
static bool keep_xacro_value(fk_xacro *x, const char *text, fk_xacro_scope *scope, const char **out)
{
    fk_xacro_value value;
    if (!fk_xacro_evaluate_to_text(x, text, scope, &value))
        return false;
    *out = keep_xacro_text(x, value.of.text, value.count);
    return *out != NULL;
}

/* Makes an element without attributes, and appends it. */
static fk_xml_element *add_xacro_element(fk_xacro *x, const fk_xml_element *from, fk_xml_element *parent)
{
    fk_xml_element *made = allocate_xacro_output(x, 1, sizeof *made);
    if (made == NULL || (made->name = keep_xacro_text(x, from->name, strlen(from->name))) == NULL)
        return NULL;
    made->path = from->path;
    made->line = from->line;
    made->column = from->column;
    made->parent = parent;
    if (parent != NULL && parent->first == NULL)
        parent->first = parent->last = made;
    else if (parent != NULL) {
        parent->last->next = made;
        parent->last = made;
    }
    return made;
}

/* Evaluates attributes, and adds them to those that an element has already. */
static bool add_xacro_attributes(fk_xacro *x, const fk_xml_element *from, fk_xacro_scope *scope,
                                 fk_xml_element *made)
{
    uint32_t count = made->attribute_count;
    fk_xml_attribute *list =
        allocate_xacro_output(x, (size_t)from->attribute_count + count + 1, sizeof *list);
    if (list == NULL)
        return false;
    if (count > 0)
        memcpy(list, made->attribute, count * sizeof *list);
    for (uint32_t i = 0; i < from->attribute_count; i++) {
        const fk_xml_attribute *a = &from->attribute[i];
        if (fk_begins_with(a->name, "xacro:") || fk_same_text(a->name, "xmlns:xacro") ||
            (made->attribute_count > 0 && fk_xml_value(made, a->name) != NULL))
            continue;
        list[count].name = keep_xacro_text(x, a->name, strlen(a->name));
        if (list[count].name == NULL || !keep_xacro_value(x, a->value, scope, &list[count].value))
            return false;
        count++;
    }
    made->attribute = list;
    made->attribute_count = count;
    return true;
}

/* Sets an attribute of an element that came out. */
static bool set_xacro_attribute(fk_xacro *x, fk_xml_element *element, const char *name, const char *value)
{
    fk_xml_attribute *list = allocate_xacro_output(x, (size_t)element->attribute_count + 1, sizeof *list);
    if (list == NULL)
        return false;
    uint32_t at = 0;
    for (; at < element->attribute_count && !fk_same_text(element->attribute[at].name, name);)
        at++;
    if (element->attribute_count > 0)
        memcpy(list, element->attribute, element->attribute_count * sizeof *list);
    list[at] = (fk_xml_attribute){name, value};
    element->attribute = list;
    element->attribute_count += at == element->attribute_count;
    return true;
}

/* ---- Attributes of xacro's own elements ---------------------------------------------------------------- */

const char *fk_xacro_require(fk_xacro *x, const fk_xml_element *element, const char *name)
{
    const char *value = fk_xml_value(element, name);
    if (value == NULL)
        (void)fk_xacro_fail(x, "<%s> needs %s=\"...\"", fk_show_text(element->name).text, name);
    return value;
}

/* Evaluates an attribute that is true or false, and may be missing. */
static bool read_xacro_flag(fk_xacro *x, const fk_xml_element *element, const char *name,
                            fk_xacro_scope *scope, bool otherwise, bool *out)
{
    const char *text = fk_xml_value(element, name);
    fk_xacro_value value;
    *out = otherwise;
    return text == NULL ||
           (fk_xacro_evaluate_text(x, text, scope, &value) && fk_xacro_condition(x, &value, text, out));
}

/* Evaluates an attribute that must exist to a text. */
bool fk_xacro_read_text(fk_xacro *x, const fk_xml_element *element, const char *name, fk_xacro_scope *scope,
                        const char **out)
{
    const char *text = fk_xacro_require(x, element, name);
    fk_xacro_value value;
    if (text == NULL || !fk_xacro_evaluate_to_text(x, text, scope, &value))
        return false;
    *out = value.of.text;
    return true;
}

/* ---- Properties, arguments, conditions ----------------------------------------------------------------- */

static bool check_xacro_name(fk_xacro *x, const char *name)
{
    fk_xacro_node *node;
    if (name[0] == '_' && name[1] == '_')
        return fk_xacro_fail(x, "the property '%s': names do not begin with two underscores",
                             fk_show_text(name).text);
    bool is_good = *name != '\0' && !fk_is_digit(*name);
    for (const char *c = name; *c != '\0' && is_good; c++)
        is_good = fk_is_name_byte(*c) || (unsigned char)*c >= 0x80;
    if (!is_good)
        return fk_xacro_fail(x, "'%s' is no name of a property: letters, digits and '_' make one",
                             fk_show_text(name).text);
    return fk_xacro_parse(x, name, strlen(name), &node);
}

/* The scope that a property goes to. *is_other: it is not that of the element. */
static fk_xacro_scope *find_xacro_target(fk_xacro *x, const fk_xml_element *element, fk_xacro_scope *scope,
                                         bool *is_other)
{
    const char *word = fk_xml_value(element, "scope");
    fk_xacro_scope *target = scope;
    *is_other = word != NULL;
    if (word == NULL)
        return scope;
    if (fk_same_text(word, "global"))
        while (target->parent != NULL)
            target = target->parent;
    else if (fk_same_text(word, "parent")) {
        target = scope->parent;
        while (target != NULL && target->is_namespace && !scope->is_namespace)
            target = target->parent;
        target = target != NULL ? target : scope;
    } else {
        (void)fk_xacro_fail(x, "scope=\"%s\" should be parent or global", fk_show_text(word).text);
        return NULL;
    }
    return target;
}

/* Stores a block: the children of the element, under the name with two stars. */
static bool store_xacro_block(fk_xacro *x, const fk_xml_element *element, fk_xacro_scope *target,
                              const char *name)
{
    fk_xacro_builder b = {.x = x};
    fk_xacro_value starred;
    if (!fk_xacro_add(&b, "**", 2) || !fk_xacro_add(&b, name, strlen(name)) || !fk_xacro_finish(&b, &starred))
        return false;
    fk_xacro_entry *entry = fk_xacro_define(x, target, starred.of.text);
    if (entry != NULL)
        entry->element = element;
    return entry != NULL;
}

bool fk_xacro_store(fk_xacro *x, const fk_xml_element *element, fk_xacro_scope *target, const char *name,
                    const fk_xacro_value *value, bool is_lazy)
{
    fk_xacro_entry *entry = fk_xacro_define(x, target, name);
    if (entry == NULL)
        return false;
    entry->element = element;
    entry->value = fk_xacro_of_literal(x, value);
    entry->source = is_lazy && entry->value.kind == FK_XACRO_TEXT ? entry->value.of.text : NULL;
    return x->robot->xml.status == FK_OK;
}

static bool expand_xacro_property(fk_xacro *x, const fk_xml_element *element, const fk_xacro_place *place)
{
    fk_xacro_scope *scope = place->properties;
    const char *name, *text = fk_xml_value(element, "value"), *otherwise = fk_xml_value(element, "default");
    bool removes, is_lazy, is_other;
    fk_xacro_value value;
    if (!fk_xacro_read_text(x, element, "name", scope, &name) || !check_xacro_name(x, name) ||
        !read_xacro_flag(x, element, "remove", scope, false, &removes) ||
        !read_xacro_flag(x, element, "lazy_eval", scope, true, &is_lazy))
        return false;
    if ((text != NULL) + (otherwise != NULL) + removes > 1)
        return fk_xacro_fail(x, "the property '%s' has two of value, default and remove",
                             fk_show_text(name).text);
    fk_xacro_scope *target = find_xacro_target(x, element, scope, &is_other);
    if (target == NULL)
        return false;
    if (removes) {
        for (; scope != NULL; scope = scope->parent)
            fk_xacro_remove(scope, name);
        return true;
    }
    if (otherwise != NULL && fk_xacro_find_above(scope, name) != NULL)
        return true;
    text = text != NULL ? text : otherwise;
    if (text == NULL)
        return store_xacro_block(x, element, target, name);
    value = fk_xacro_literal(text);
    is_lazy = is_lazy && !is_other;
    return (is_lazy || fk_xacro_evaluate_text(x, text, scope, &value)) &&
           fk_xacro_store(x, element, target, name, &value, is_lazy);
}

/* Refuses what is neither given nor has a default. */
static bool expand_xacro_arg(fk_xacro *x, const fk_xml_element *element, const fk_xacro_place *place)
{
    const char *name = fk_xacro_require(x, element, "name"), *text = NULL;
    fk_xacro_entry *entry = name != NULL ? fk_xacro_find(&x->arguments, name) : NULL;
    if (entry != NULL)
        entry->is_used = true;
    if (name == NULL || entry != NULL)
        return name != NULL;
    if (fk_xml_value(element, "default") == NULL)
        return fk_xacro_fail(x, "the argument '%s' has no default: give it as %s:=VALUE (--arg)",
                             fk_show_text(name).text, fk_show_text(name).text);
    if (!fk_xacro_read_text(x, element, "default", place->properties, &text) ||
        (entry = fk_xacro_define(x, &x->arguments, name)) == NULL)
        return false;
    entry->source = text;
    entry->is_used = true;
    return true;
}

static bool expand_xacro_if(fk_xacro *x, const fk_xml_element *element, const fk_xacro_place *place)
{
    bool holds, is_unless = fk_same_text(element->name, "xacro:unless");
    if (fk_xacro_require(x, element, "value") == NULL ||
        !read_xacro_flag(x, element, "value", place->properties, false, &holds))
        return false;
    return holds == is_unless || fk_xacro_expand_children(x, element, place);
}

static bool expand_xacro_attribute(fk_xacro *x, const fk_xml_element *element, const fk_xacro_place *place)
{
    const char *name, *value;
    if (!fk_xacro_read_text(x, element, "name", place->properties, &name) ||
        !fk_xacro_read_text(x, element, "value", place->properties, &value))
        return false;
    if (*name == '\0')
        return fk_xacro_fail(x, "<xacro:attribute> has an empty name");
    name = keep_xacro_text(x, name, strlen(name));
    value = name != NULL ? keep_xacro_text(x, value, strlen(value)) : NULL;
    return value != NULL && set_xacro_attribute(x, place->out, name, value);
}

/* ---- Blocks -------------------------------------------------------------------------------------------- */

static bool expand_xacro_one(fk_xacro *x, const fk_xml_element *element, const fk_xacro_place *place);

static bool expand_xacro_insert(fk_xacro *x, const fk_xml_element *element, const fk_xacro_place *place)
{
    fk_xacro_builder b = {.x = x};
    fk_xacro_value starred;
    const char *name;
    if (!fk_xacro_read_text(x, element, "name", place->properties, &name) || !fk_xacro_add(&b, "**", 2) ||
        !fk_xacro_add(&b, name, strlen(name)) || !fk_xacro_finish(&b, &starred))
        return false;
    const fk_xacro_entry *block = fk_xacro_find_above(place->properties, starred.of.text);
    if (block != NULL)
        return fk_xacro_expand_children(x, block->element, place);
    block = fk_xacro_find_above(place->properties, starred.of.text + 1);
    if (block != NULL)
        return expand_xacro_one(x, block->element, place);
    return fk_xacro_fail(x, "there is no block '%s'", fk_show_text(name).text);
}

/* ---- Includes ------------------------------------------------------------------------------------------ */

/* Refuses files that include each other too deep, by the chain from one of them to itself. */
static bool fail_xacro_files(fk_xacro *x, const char *path)
{
    fk_xacro_builder b = {.x = x};
    fk_xacro_value chain;
    const char *name = file_name_of(path);
    if (!fk_xacro_add(&b, name, strlen(name)))
        return false;
    int listed = 0;
    for (const fk_xacro_frame *frame = x->frame; frame != NULL && listed < 8; frame = frame->outer) {
        if (frame->path == NULL)
            continue;
        const char *outer = file_name_of(frame->path);
        if (!fk_xacro_add(&b, ", included by ", 14) || !fk_xacro_add(&b, outer, strlen(outer)))
            return false;
        listed++;
        if (fk_same_text(outer, name))
            break;
    }
    return fk_xacro_finish(&b, &chain) &&
           fk_xacro_fail(x, "files include each other more than %d deep: %.200s", FK_XACRO_FILES,
                         chain.of.text);
}

bool fk_xacro_load_file(fk_xacro *x, const char *path, size_t share, bool is_optional, fk_file_text *out)
{
    char message[FK_FILE_MESSAGE] = "";
    *out = (fk_file_text){NULL, 0, 0};
    if (!fk_xacro_work(x, 200))
        return false;
    fk_status status = fk_file_text_load(x->arena.context, path, message, out);
    if (status == FK_OK && count_xacro_bytes(x, share * out->used))
        return true;
    fk_file_text_free(x->arena.context, out);
    if (status == FK_ERROR_MEMORY)
        return fk_xml_fail_memory(&x->robot->xml);
    if (status == FK_OK || is_optional)
        return status != FK_OK;
    (void)fk_xacro_fail(x, "'%s' cannot be read: %s", fk_show_text(path).text, message);
    x->robot->xml.status = FK_ERROR_READ;
    return false;
}

/* Reads the tree of a file; *out is NULL if it is not there and may be missing. */
static bool load_xacro_tree(fk_xacro *x, const char *path, bool is_optional, const fk_xml_element **out)
{
    fk_file_text text;
    fk_xml_reader reader = x->robot->xml;
    *out = NULL;
    if (!fk_xacro_load_file(x, path, 4, is_optional, &text))
        return false;
    reader.arena = &x->arena;
    reader.path = path;
    if (text.bytes != NULL)
        (void)fk_xml_parse(&reader, text.bytes, text.used, out);
    x->robot->xml.status = reader.status;
    fk_file_text_free(x->arena.context, &text);
    return reader.status == FK_OK;
}

/* Makes the namespace of an include. */
static bool add_xacro_namespace(fk_xacro *x, const fk_xml_element *element, fk_xacro_place *place)
{
    fk_xacro_scope *scope[2] = {place->macros, place->properties};
    const char *name;
    if (!fk_xacro_read_text(x, element, "ns", place->properties, &name))
        return false;
    for (int i = 0; i < 2; i++) {
        fk_xacro_scope *made = fk_xacro_allocate(x, 1, sizeof *made);
        fk_xacro_entry *entry = made != NULL ? fk_xacro_define(x, scope[i], name) : NULL;
        if (entry == NULL)
            return false;
        made->parent = i == 0 ? NULL : scope[i];
        made->is_namespace = true;
        entry->value = (fk_xacro_value){.kind = FK_XACRO_SCOPE, .of.scope = made};
        scope[i] = made;
    }
    place->macros = scope[0];
    place->properties = scope[1];
    return true;
}

/* Expands the children of a file's root, whose attributes go nowhere. */
static bool expand_xacro_file(fk_xacro *x, const fk_xml_element *element, const char *path, bool is_optional,
                              const fk_xacro_place *place)
{
    const fk_xml_element *root;
    fk_xacro_frame frame = {.outer = x->frame, .path = path, .element = element};
    if (!load_xacro_tree(x, path, is_optional, &root) || root == NULL)
        return x->robot->xml.status == FK_OK;
    x->frame = &frame;
    bool is_good = fk_xacro_expand_children(x, root, place);
    x->frame = frame.outer;
    return is_good;
}

static bool expand_xacro_include(fk_xacro *x, const fk_xml_element *element, const fk_xacro_place *place)
{
    fk_xacro_place inner = *place;
    const char *path;
    bool is_optional;
    if (!read_xacro_flag(x, element, "optional", place->properties, false, &is_optional) ||
        !fk_xacro_read_text(x, element, "filename", place->properties, &path))
        return false;
    for (const char *c = path; *c != '\0'; c++)
        if (*c == '*' || *c == '?' || *c == '[')
            return fk_xacro_fail(x, "filename=\"%s\" is a pattern: include each file by its name",
                                 fk_show_text(path).text);
    if (*path == '\0')
        return fk_xacro_fail(x, "filename=\"\" names no file");
    if (!fk_xacro_path(x, path, &path) ||
        (fk_xml_value(element, "ns") != NULL && !add_xacro_namespace(x, element, &inner)))
        return false;
    path = keep_xacro_text(x, path, strlen(path)); /* for the messages of elements that come out */
    if (path == NULL)
        return false;
    bool is_good = ++x->file_depth <= FK_XACRO_FILES || fail_xacro_files(x, path);
    is_good = is_good && expand_xacro_file(x, element, path, is_optional, &inner);
    x->file_depth--;
    return is_good;
}

/* ---- Elements ------------------------------------------------------------------------------------------ */

static bool expand_plain_element(fk_xacro *x, const fk_xml_element *element, const fk_xacro_place *place)
{
    fk_xml_element *made = add_xacro_element(x, element, place->out);
    fk_xacro_place inner = {place->macros, place->properties, made};
    return made != NULL && add_xacro_attributes(x, element, place->properties, made) &&
           fk_xacro_expand_children(x, element, &inner);
}

/* Expands an element under the name that it is given. */
static bool expand_xacro_element(fk_xacro *x, const fk_xml_element *element, const fk_xacro_place *place)
{
    fk_xml_element *named = fk_xacro_allocate(x, 1, sizeof *named);
    const char *name;
    if (named == NULL || !fk_xacro_read_text(x, element, "xacro:name", place->properties, &name))
        return false;
    if (*name == '\0' || fk_same_text(name, "xacro:element"))
        return fk_xacro_fail(x, "xacro:name=\"%s\" of <xacro:element> names no element", name);
    *named = *element;
    named->name = name;
    return expand_xacro_one(x, named, place);
}

static bool dispatch_xacro(fk_xacro *x, const fk_xml_element *element, const fk_xacro_place *place)
{
    static const struct {
        const char *name;
        bool (*expand)(fk_xacro *, const fk_xml_element *, const fk_xacro_place *);
    } known[] = {{"property", expand_xacro_property},   {"macro", fk_xacro_add_macro},
                 {"include", expand_xacro_include},     {"if", expand_xacro_if},
                 {"unless", expand_xacro_if},           {"arg", expand_xacro_arg},
                 {"insert_block", expand_xacro_insert}, {"element", expand_xacro_element},
                 {"attribute", expand_xacro_attribute}};
    if (!fk_begins_with(element->name, "xacro:"))
        return expand_plain_element(x, element, place);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (fk_same_text(element->name + strlen("xacro:"), known[i].name))
            return known[i].expand(x, element, place);
    return fk_xacro_expand_call(x, element, place);
}

static bool expand_xacro_one(fk_xacro *x, const fk_xml_element *element, const fk_xacro_place *place)
{
    const fk_xml_element *outer = x->at;
    x->at = element;
    bool is_good = fk_xacro_enter(x) && fk_xacro_work(x, 4) && dispatch_xacro(x, element, place);
    x->depth--;
    x->at = outer;
    return is_good;
}

bool fk_xacro_expand_children(fk_xacro *x, const fk_xml_element *from, const fk_xacro_place *place)
{
    for (const fk_xml_element *child = from->first; child != NULL; child = child->next)
        if (!expand_xacro_one(x, child, place))
            return false;
    return true;
}

/* ---- The whole ----------------------------------------------------------------------------------------- */

static bool has_xacro(const fk_xml_element *element)
{
    if (fk_begins_with(element->name, "xacro:"))
        return true;
    for (uint32_t i = 0; i < element->attribute_count; i++) {
        const char *text = element->attribute[i].value;
        if (fk_begins_with(element->attribute[i].name, "xmlns:xacro"))
            return true;
        for (; *text != '\0'; text++)
            if (text[0] == '$' && (text[1] == '{' || text[1] == '('))
                return true;
    }
    return false;
}

bool fk_xacro_is_in(const fk_xml_element *root)
{
    for (const fk_xml_element *at = root; at != NULL;) {
        if (has_xacro(at))
            return true;
        if (at->first != NULL) {
            at = at->first;
            continue;
        }
        while (at != root && at->next == NULL)
            at = at->parent;
        at = at == root ? NULL : at->next;
    }
    return false;
}

/* The length of the name in "NAME:=VALUE". *value is NULL if it is none. */
static size_t split_xacro_argument(const char *text, const char **value)
{
    const char *equal = memchr(text, '=', strlen(text));
    size_t length = equal != NULL ? (size_t)(equal - text) : 0;
    length -= length > 0 && text[length - 1] == ':';
    *value = length > 0 ? equal + 1 : NULL;
    return length;
}

/* Takes the arguments that the user gives. */
static bool begin_xacro_arguments(fk_xacro *x)
{
    const fk_robot_options *options = x->robot->options;
    for (uint32_t i = 0; i < options->argument_count; i++) {
        const char *text = options->argument[i], *value;
        size_t length = split_xacro_argument(text, &value);
        if (value == NULL)
            return fk_xacro_fail(x, "the argument '%s' should be NAME:=VALUE", fk_show_text(text).text);
        const char *name = fk_xacro_copy(x, text, length);
        fk_xacro_entry *entry = name != NULL ? fk_xacro_define(x, &x->arguments, name) : NULL;
        if (entry == NULL)
            return false;
        entry->source = value;
    }
    return true;
}

/* Refuses arguments of the user that the file does not have. */
static bool check_xacro_arguments(fk_xacro *x)
{
    const fk_xacro_entry *unused = NULL;
    for (uint32_t i = 0; i < x->arguments.bucket_count; i++)
        for (const fk_xacro_entry *entry = x->arguments.bucket[i]; entry != NULL; entry = entry->next)
            unused = entry->is_used ? unused : entry;
    if (unused == NULL)
        return true;
    fk_spelling nearest = fk_spelling_make(unused->name);
    for (uint32_t i = 0; i < x->arguments.bucket_count; i++)
        for (const fk_xacro_entry *entry = x->arguments.bucket[i]; entry != NULL; entry = entry->next)
            if (entry->is_used)
                fk_spelling_offer(&nearest, entry->name);
    return fk_xacro_fail(x, "the file has no argument '%s'%s%s", fk_show_text(unused->name).text,
                         nearest.found != NULL ? ", meant as " : "",
                         nearest.found != NULL ? nearest.found : "");
}

bool fk_xacro_expand(fk_robot_reader *r, const fk_xml_element *root, const fk_xml_element **out)
{
    fk_xacro x = {.robot = r, .at = root};
    fk_xacro_frame file = {.path = r->xml.path};
    fk_scene_arena_init(&x.arena, r->xml.context);
    x.frame = &file;
    fk_xacro_place place = {&x.macros, &x.properties, NULL};
    fk_xml_element *made = begin_xacro_arguments(&x) ? add_xacro_element(&x, root, NULL) : NULL;
    place.out = made;
    /* The name of the robot may be an argument that only its children declare. */
    bool is_good = made != NULL && fk_xacro_expand_children(&x, root, &place) &&
                   add_xacro_attributes(&x, root, &x.properties, made);
    is_good = is_good && (r->xml.format[0] != 'u' || check_xacro_arguments(&x));
    fk_scene_arena_end(&x.arena);
    if (is_good)
        *out = made;
    return is_good;
}
