/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Macros of xacro: their parameters, and calls. The attributes of a call are evaluated and its children expanded where the call is; the
 * macro then sees them, and all that its caller sees. */

#include <string.h>

#include "scene/letters.h"
#include "scene/xacro.h"

/* Whether a character ends the name of a parameter. */
static bool ends_xacro_parameter(char c)
{
    return c == '\0' || fk_is_blank(c) || c == ':' || c == '=';
}

static void skip_xacro_blanks(const char **at)
{
    while (fk_is_blank(**at))
        (*at)++;
}

/* The end of a default: a blank outside of quotes, ${...} and $(...). */
static const char *find_xacro_default_end(const char *at)
{
    while (*at != '\0' && !fk_is_blank(*at)) {
        const char *close = NULL;
        if (*at == '\'' || *at == '"')
            close = memchr(at + 1, *at, strlen(at + 1));
        else if (*at == '$' && (at[1] == '{' || at[1] == '('))
            close = fk_xacro_close(at);
        at = close != NULL ? close + 1 : at + 1;
    }
    return at;
}

/* Reads one parameter: NAME, NAME:=DEFAULT, NAME:=^ or NAME:=^|DEFAULT; "=" stands for ":=". */
static bool read_xacro_parameter(fk_xacro *x, const char **at, fk_xacro_parameter *out)
{
    const char *begin = *at;
    while (!ends_xacro_parameter(**at))
        (*at)++;
    out->name = fk_xacro_copy(x, begin, (size_t)(*at - begin));
    if (out->name == NULL)
        return false;
    const char *ahead = *at;
    skip_xacro_blanks(&ahead);
    bool has_default = *ahead == '=' || (*ahead == ':' && ahead[1] == '=');
    if (*out->name == '\0' || (*ahead == ':' && !has_default))
        return fk_xacro_fail(x, "params=\"...\": '%s' is no parameter: NAME, NAME:=DEFAULT or *NAME is one",
                             fk_show_text(begin).text);
    if (!has_default)
        return true;
    *at = ahead + (*ahead == ':' ? 2 : 1);
    skip_xacro_blanks(at);
    out->forwards = **at == '^';
    *at += out->forwards;
    bool has_bar = out->forwards && **at == '|';
    *at += has_bar;
    begin = *at;
    *at = find_xacro_default_end(begin);
    if (*at > begin)
        out->value = fk_xacro_copy(x, begin, (size_t)(*at - begin));
    return *at == begin || out->value != NULL;
}

static bool read_xacro_parameters(fk_xacro *x, const char *text, fk_xacro_macro *macro)
{
    const char *at = text != NULL ? text : "";
    macro->parameter = fk_xacro_allocate(x, strlen(at) / 2 + 1, sizeof *macro->parameter);
    if (macro->parameter == NULL)
        return false;
    for (skip_xacro_blanks(&at); *at != '\0'; skip_xacro_blanks(&at)) {
        fk_xacro_parameter *p = &macro->parameter[macro->parameter_count];
        if (!read_xacro_parameter(x, &at, p) || !fk_xacro_work(x, macro->parameter_count))
            return false;
        for (uint32_t i = 0; i < macro->parameter_count; i++)
            if (fk_same_text(macro->parameter[i].name, p->name))
                return fk_xacro_fail(x, "params=\"...\": '%s' is there twice", fk_show_text(p->name).text);
        macro->parameter_count++;
    }
    return true;
}

bool fk_xacro_add_macro(fk_xacro *x, const fk_xml_element *element, const fk_xacro_place *place)
{
    const char *name = fk_xacro_require(x, element, "name");
    if (name == NULL)
        return false;
    name += fk_begins_with(name, "xacro:") ? strlen("xacro:") : 0;
    if (fk_same_text(name, "call") || *name == '\0' || memchr(name, '.', strlen(name)) != NULL)
        return fk_xacro_fail(x, "'%s' is no name of a macro", fk_show_text(name).text);
    fk_xacro_macro *macro = fk_xacro_allocate(x, 1, sizeof *macro);
    if (macro == NULL || !read_xacro_parameters(x, fk_xml_value(element, "params"), macro))
        return false;
    macro->name = name;
    macro->element = element;
    fk_xacro_entry *entry = fk_xacro_define(x, place->macros, name);
    if (entry != NULL)
        entry->macro = macro;
    return entry != NULL;
}

/* A call: its macro, the scopes that the macro is in, and the scope of its parameters. */
typedef struct xacro_call {
    const fk_xml_element *element;
    const fk_xacro_macro *macro;
    fk_xacro_place at;
    fk_xacro_scope inner;
    bool *is_set; /* for each parameter */
} xacro_call;

/* Finds the macro of a name, which may begin with namespaces. */
static bool find_xacro_macro(fk_xacro *x, const char *name, xacro_call *call)
{
    const fk_xacro_entry *entry = fk_xacro_find_above(call->at.macros, name);
    for (const char *rest = name, *dot; entry == NULL && (dot = memchr(rest, '.', strlen(rest))) != NULL;
         rest = dot + 1) {
        const char *word = fk_xacro_copy(x, rest, (size_t)(dot - rest));
        const fk_xacro_entry *macros, *properties;
        if (word == NULL)
            return false;
        macros = fk_xacro_find_above(call->at.macros, word);
        properties = fk_xacro_find_above(call->at.properties, word);
        if (macros == NULL || macros->value.kind != FK_XACRO_SCOPE || properties == NULL ||
            properties->value.kind != FK_XACRO_SCOPE)
            break;
        call->at.macros = macros->value.of.scope;
        call->at.properties = properties->value.of.scope;
        if (memchr(dot + 1, '.', strlen(dot + 1)) == NULL)
            entry = fk_xacro_find_above(call->at.macros, dot + 1);
    }
    call->macro = entry != NULL ? entry->macro : NULL;
    if (call->macro != NULL)
        return true;
    fk_spelling nearest = fk_spelling_make(name);
    for (const fk_xacro_scope *scope = call->at.macros; scope != NULL; scope = scope->parent)
        for (uint32_t i = 0; i < scope->bucket_count; i++)
            for (entry = scope->bucket[i]; entry != NULL; entry = entry->next)
                fk_spelling_offer(&nearest, entry->name);
    return fk_xacro_fail(x, "there is no macro '%s'%s%s", fk_show_text(name).text,
                         nearest.found != NULL ? ", meant as " : "",
                         nearest.found != NULL ? nearest.found : "");
}

/* Gives the attributes of the call to the parameters. */
static bool bind_xacro_attributes(fk_xacro *x, xacro_call *call, bool is_dynamic)
{
    const fk_xacro_macro *macro = call->macro;
    for (uint32_t i = 0; i < call->element->attribute_count; i++) {
        const fk_xml_attribute *a = &call->element->attribute[i];
        fk_xacro_value value;
        uint32_t k = 0;
        if ((is_dynamic && fk_same_text(a->name, "macro")) || fk_begins_with(a->name, "xmlns"))
            continue;
        if (!fk_xacro_work(x, macro->parameter_count))
            return false;
        while (k < macro->parameter_count && !fk_same_text(macro->parameter[k].name, a->name))
            k++;
        if (k == macro->parameter_count)
            return fk_xacro_fail(x, "the macro '%s' has no parameter '%s'", macro->name,
                                 fk_show_text(a->name).text);
        if (!fk_xacro_evaluate_text(x, a->value, call->at.properties, &value) ||
            !fk_xacro_store(x, call->element, &call->inner, a->name, &value, false))
            return false;
        call->is_set[k] = true;
    }
    return true;
}

/* Gives the children of the call, which are expanded first, to the blocks. */
static bool bind_xacro_blocks(fk_xacro *x, xacro_call *call)
{
    fk_xml_element holder = {.parent = NULL,
                             .name = call->element->name,
                             .path = call->element->path,
                             .line = call->element->line,
                             .column = call->element->column};
    fk_xacro_place inner = {call->at.macros, call->at.properties, &holder};
    if (!fk_xacro_expand_children(x, call->element, &inner))
        return false;
    const fk_xml_element *block = holder.first;
    for (uint32_t i = 0; i < call->macro->parameter_count; i++) {
        const char *name = call->macro->parameter[i].name;
        if (*name != '*')
            continue;
        if (block == NULL)
            return fk_xacro_fail(x, "the macro '%s' needs an element within for its block '%s'",
                                 call->macro->name, fk_show_text(name).text);
        fk_xacro_entry *entry = fk_xacro_define(x, &call->inner, name);
        if (entry == NULL)
            return false;
        entry->element = block;
        call->is_set[i] = true;
        block = block->next;
    }
    return block == NULL || fk_xacro_fail(x, "the macro '%s' has no block for <%s>", call->macro->name,
                                          fk_show_text(block->name).text);
}

/* Gives what is left its default. */
static bool bind_xacro_defaults(fk_xacro *x, xacro_call *call)
{
    for (uint32_t i = 0; i < call->macro->parameter_count; i++) {
        const fk_xacro_parameter *p = &call->macro->parameter[i];
        const fk_xacro_value *found = NULL;
        fk_xacro_value value;
        if (call->is_set[i])
            continue;
        if (p->forwards && !fk_xacro_get(x, call->at.properties, p->name, &found))
            return false;
        if (found == NULL && p->value == NULL)
            return fk_xacro_fail(x,
                                 p->forwards
                                     ? "the macro '%s' takes '%s' from its caller, who has no such property"
                                     : "the macro '%s' needs %s=\"...\"",
                                 call->macro->name, fk_show_text(p->name).text);
        if (found != NULL)
            value = *found;
        else if (!fk_xacro_evaluate_text(x, p->value, call->at.properties, &value))
            return false;
        if (!fk_xacro_store(x, call->element, &call->inner, p->name, &value, false))
            return false;
    }
    return true;
}

static bool enter_xacro_macro(fk_xacro *x, const xacro_call *call)
{
    return ++x->macro_depth <= FK_XACRO_MACROS ||
           fk_xacro_fail(x, "macros call each other more than %d deep: does '%s' call itself without an end?",
                         FK_XACRO_MACROS, call->macro->name);
}

bool fk_xacro_expand_call(fk_xacro *x, const fk_xml_element *element, const fk_xacro_place *place)
{
    bool is_dynamic = fk_same_text(element->name, "xacro:call");
    const char *name = element->name + strlen("xacro:");
    xacro_call call = {.element = element, .at = *place};
    if (is_dynamic && !fk_xacro_read_text(x, element, "macro", place->properties, &name))
        return false;
    if (!find_xacro_macro(x, name, &call))
        return false;
    call.is_set = fk_xacro_allocate(x, (size_t)call.macro->parameter_count + 1, sizeof *call.is_set);
    if (call.is_set == NULL)
        return false;
    call.inner.parent = call.at.properties;
    if (!bind_xacro_attributes(x, &call, is_dynamic) || !bind_xacro_blocks(x, &call))
        return false;
    x->at = element;
    if (!bind_xacro_defaults(x, &call))
        return false;
    fk_xacro_scope macros = {.parent = call.at.macros};
    fk_xacro_frame frame = {.outer = x->frame, .name = call.macro->name, .element = element};
    fk_xacro_place inner = {&macros, &call.inner, place->out};
    bool is_good = enter_xacro_macro(x, &call);
    x->frame = &frame;
    is_good = is_good && fk_xacro_expand_children(x, call.macro->element, &inner);
    x->frame = frame.outer;
    x->macro_depth--;
    return is_good;
}
