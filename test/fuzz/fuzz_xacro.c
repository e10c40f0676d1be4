/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* xacro and YAML from arbitrary bytes: nothing breaks, all ends soon, what is refused has a message, and what comes out has no xacro.
 * The bytes are XML; or, if they do not begin with "<", an expression and YAML. */

#include <string.h>

#include "fuzz/fuzz_model.h"
#include "scene/xacro.h"
#include "scene/yaml.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* An expansion without a robot. */
typedef struct fuzz_bench {
    fk_scene_arena arena;
    fk_owned_robot own;
    fk_robot_options options;
    fk_robot_report report;
    fk_robot_reader reader;
} fuzz_bench;

static void begin_bench(fuzz_bench *b, fk_context *context)
{
    static const char *const argument[] = {"a:=1"};
    memset(b, 0, sizeof *b);
    fk_scene_arena_init(&b->arena, context);
    b->options = fk_robot_options_default();
    b->options.argument = argument;
    b->options.argument_count = 1;
    b->reader = (fk_robot_reader){.xml = {.context = context,
                                          .arena = &b->arena,
                                          .path = "no such folder/r.xacro",
                                          .format = "srdf",
                                          .report = &b->report},
                                  .options = &b->options,
                                  .own = &b->own};
}

static void end_bench(fuzz_bench *b)
{
    fk_status status = b->reader.xml.status;
    fuzz_require(status == FK_OK || status == FK_ERROR_SYNTAX || status == FK_ERROR_READ,
                 "a status that cannot be");
    fuzz_require((status == FK_OK) == (b->report.message[0] == '\0'),
                 "a message, and no error; or the other way round");
    fuzz_require(status == FK_OK || b->report.path[0] != '\0', "an error without a file");
    fk_scene_arena_end(&b->arena);
}

static void try_file(fk_context *context, const char *text, size_t size)
{
    fuzz_bench b;
    const fk_xml_element *root = NULL, *out = NULL;
    begin_bench(&b, context);
    if (fk_xml_parse(&b.reader.xml, text, size, &root)) {
        (void)fk_xacro_is_in(root);
        bool is_good = fk_xacro_expand(&b.reader, root, &out);
        fuzz_require(is_good == (out != NULL), "a tree of an error");
    }
    for (const fk_xml_element *at = out; at != NULL; at = at->first)
        fuzz_require(strncmp(at->name, "xacro:", 6) != 0 && at->path != NULL && at->line > 0,
                     "xacro came out");
    end_bench(&b);
}

/* The bytes as ${...}. */
static void try_expression(fk_context *context, const char *text, size_t size)
{
    fuzz_bench b;
    begin_bench(&b, context);
    fk_xml_element element = {.name = "r", .path = "r.xacro", .line = 1, .column = 1};
    char *value = fk_scene_arena_allocate(&b.arena, size + 4, 1);
    fk_xml_attribute attribute = {"v", value};
    const fk_xml_element *out = NULL;
    fuzz_require(value != NULL, "out of memory");
    memcpy(value, "${", 2);
    memcpy(value + 2, text, size);
    value[size + 2] = '}';
    element.attribute = &attribute;
    element.attribute_count = memchr(text, 0, size) == NULL;
    (void)fk_xacro_expand(&b.reader, &element, &out);
    end_bench(&b);
}

static uint32_t count_yaml(const fk_yaml_node *node)
{
    uint32_t count = 1, children = 0;
    bool is_scalar = node->kind != FK_YAML_LIST && node->kind != FK_YAML_MAP;
    fuzz_require(node->line > 0 && node->column > 0, "a value without a place");
    fuzz_require(is_scalar == (node->text != NULL), "a scalar has a text, and nothing else");
    for (const fk_yaml_node *at = node->first; at != NULL; at = at->next, children++) {
        fuzz_require((at->key != NULL) == (node->kind == FK_YAML_MAP), "a key where none should be");
        count += count_yaml(at);
    }
    fuzz_require(children == node->count, "a wrong count");
    return count;
}

static void try_yaml(fk_context *context, const char *text, size_t size)
{
    fk_scene_arena arena;
    fk_yaml_report report = {.line = 0};
    const fk_yaml_node *node = NULL;
    fk_scene_arena_init(&arena, context);
    fk_status status = fk_yaml_parse(&arena, text, size, &report, &node);
    fuzz_require(status == FK_OK || status == FK_ERROR_SYNTAX, "a status that cannot be");
    fuzz_require((status == FK_OK) == (node != NULL), "a tree of an error");
    fuzz_require(status == FK_OK || (report.message[0] != '\0' && report.line > 0 && report.column > 0 &&
                                     report.line <= size + 1),
                 "an error without a place");
    fuzz_require(node == NULL || count_yaml(node) <= 2 * size + 1, "more values than bytes");
    fk_scene_arena_end(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fk_context *context;
    fuzz_require(fk_context_create(NULL, &context) == FK_OK, "out of memory");
    const char *text = (const char *)data;
    if (size > 0 && text[0] == '<')
        try_file(context, text, size);
    else {
        try_expression(context, text, size);
        try_yaml(context, text, size);
    }
    fk_context_destroy(context);
    return 0;
}
