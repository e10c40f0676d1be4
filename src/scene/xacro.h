/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* xacro: a tree of XML with macros, properties, conditions and expressions becomes one without.
 *
 * The files: xacro_value.c has the values of expressions, xacro_parse.c their trees, xacro_evaluate.c and
 * xacro_function.c, xacro_method.c and xacro_math.c what they mean, xacro_scope.c names, xacro_text.c texts with ${...} and $(...),
 * and xacro.c and xacro_macro.c elements.
 * Source: the behaviour of xacro of ROS Noetic and ROS 2 Humble. Expressions are those of Python, without statements, and without
 * anything that reaches out of them but load_yaml and $(env ...).
 *
 * Functions that return bool return false if the file is refused; reader->xml.status and the report then say why. Values and texts
 * live in the arena of the expansion; only the tree that comes out is in that of the robot. */

#ifndef FARKAS_SCENE_XACRO_H
#define FARKAS_SCENE_XACRO_H

#include "scene/robot.h"

/* Limits. An expansion that reaches one of them is refused. */
#define FK_XACRO_BYTES  ((size_t)1 << 27) /* of all values, texts and elements */
#define FK_XACRO_STEPS  ((uint64_t)2000000)
#define FK_XACRO_DEPTH  600 /* of elements, macros, texts and expressions within each other */
#define FK_XACRO_MACROS 250 /* of macros that call each other */
#define FK_XACRO_FILES  32  /* of files that include each other */
#define FK_XACRO_NESTED 64  /* of parentheses in one expression, and of lists that are compared or printed */

/* ---- Values -------------------------------------------------------------------------------------------- */

typedef enum fk_xacro_kind {
    FK_XACRO_NONE,
    FK_XACRO_BOOL,
    FK_XACRO_INTEGER,
    FK_XACRO_FLOAT,
    FK_XACRO_TEXT,
    FK_XACRO_LIST,
    FK_XACRO_TUPLE,
    FK_XACRO_DICT,
    FK_XACRO_FUNCTION,
    FK_XACRO_METHOD,
    FK_XACRO_MODULE, /* math, xacro, python: a number of its own */
    FK_XACRO_SCOPE   /* the namespace of an include */
} fk_xacro_kind;

/* A value; nothing changes it once it is made. */
typedef struct fk_xacro_value {
    fk_xacro_kind kind;
    /* Bytes of a text; items of a list or tuple; pairs of a dict; the number of a function or method. */
    uint32_t count;
    union {
        int64_t integer; /* of a bool, too */
        double number;
        const char *text; /* with terminator */
        /* Of a dict: key, value, key, value ...; of a method: what it belongs to. */
        const struct fk_xacro_value *item;
        struct fk_xacro_scope *scope;
    } of;
} fk_xacro_value;

typedef struct fk_xacro_macro fk_xacro_macro;

/* A name with its value: a property, argument or macro. */
typedef struct fk_xacro_entry {
    struct fk_xacro_entry *next; /* of its bucket */
    const char *name;
    uint64_t hash;
    fk_xacro_value value;
    const char *source; /* of a property that nobody has asked for yet: its text; else NULL */
    bool is_resolving, is_used, is_removed;
    const fk_xml_element *element; /* that defines it, or the block; NULL: the caller of the library */
    const fk_xacro_macro *macro;
} fk_xacro_entry;

typedef struct fk_xacro_scope {
    struct fk_xacro_scope *parent;
    bool is_namespace;
    fk_xacro_entry **bucket;
    uint32_t bucket_count, count;
} fk_xacro_scope;

typedef struct fk_xacro_parameter {
    const char *name;  /* with the stars of a block */
    const char *value; /* the default, or NULL */
    bool forwards;     /* "^": the caller's property of this name comes first */
} fk_xacro_parameter;

struct fk_xacro_macro {
    const char *name;
    const fk_xml_element *element;
    fk_xacro_parameter *parameter;
    uint32_t parameter_count;
};

/* A call of a macro, or a file that is included: a chain to the outermost one. */
typedef struct fk_xacro_frame {
    const struct fk_xacro_frame *outer;
    const char *name;              /* of the macro; NULL for a file */
    const char *path;              /* of a file; else NULL */
    const fk_xml_element *element; /* that calls or includes */
} fk_xacro_frame;

/* An expansion. */
typedef struct fk_xacro {
    fk_robot_reader *robot;
    fk_scene_arena arena;
    fk_xacro_scope arguments, packages, macros, properties;
    const fk_xacro_frame *frame, *file;
    const fk_xml_element *at; /* the element for messages */
    const char *expression;   /* that is evaluated; NULL: none */
    uint32_t expression_length;
    bool is_eval; /* it is one of $(eval ...): names are arguments */
    uint64_t steps;
    size_t bytes;
    int depth, macro_depth, file_depth, nested;
} fk_xacro;

/* ---- Messages and limits ------------------------------------------------------------------------------- */

/* Refuses the file at the current element; the message gets the expression before it and the chain of calls behind it. Always
 * returns false. */
bool fk_xacro_fail(fk_xacro *x, const char *format, ...) FK_PRINTF(2, 3);

/* Memory of the expansion, zeroed; NULL after a refusal. */
void *fk_xacro_allocate(fk_xacro *x, size_t count, size_t size);
char *fk_xacro_copy(fk_xacro *x, const char *text, size_t length);

/* Counts work. Returns false when there was too much. */
bool fk_xacro_work(fk_xacro *x, uint64_t steps);

/* Goes one level deeper; leave with x->depth--, also after false. */
bool fk_xacro_enter(fk_xacro *x);

/* ---- xacro_value.c ------------------------------------------------------------------------------------- */

fk_xacro_value fk_xacro_none(void);
fk_xacro_value fk_xacro_bool(bool value);
fk_xacro_value fk_xacro_integer(int64_t value);
fk_xacro_value fk_xacro_float(double value);
fk_xacro_value fk_xacro_literal(const char *text); /* a text that lives longer */

/* Copies a text. */
bool fk_xacro_text(fk_xacro *x, const char *text, size_t length, fk_xacro_value *out);

/* Makes a list, tuple or dict of items that the caller fills: of a dict, twice `count`. */
bool fk_xacro_items(fk_xacro *x, fk_xacro_kind kind, size_t count, fk_xacro_value *out,
                    fk_xacro_value **item);

/* What Python calls its type. */
const char *fk_xacro_type(const fk_xacro_value *value);

bool fk_xacro_is_number(const fk_xacro_value *value);   /* a bool, an integer or a float */
bool fk_xacro_is_sequence(const fk_xacro_value *value); /* a list or tuple */
double fk_xacro_as_double(const fk_xacro_value *value);

/* An integer of a double, without its fraction; refuses what needs more than 64 bits. */
bool fk_xacro_whole(fk_xacro *x, double value, fk_xacro_value *out);
bool fk_xacro_is_true(const fk_xacro_value *value);

/* -1, 0, 1; 2 if neither, for a NaN. */
bool fk_xacro_compare(fk_xacro *x, const fk_xacro_value *a, const fk_xacro_value *b, int *out);
bool fk_xacro_equal(fk_xacro *x, const fk_xacro_value *a, const fk_xacro_value *b, bool *out);

/* Finds a text in another one from a byte on; FK_NONE if it is not there. Count the work first, once for each text. */
uint32_t fk_xacro_find_text(const fk_xacro_value *all, const fk_xacro_value *part, uint32_t from);
bool fk_xacro_work_search(fk_xacro *x, const fk_xacro_value *all, const fk_xacro_value *part);

/* Finds the value of a key, the last if it repeats; NULL if there is none, or after a refusal. */
const fk_xacro_value *fk_xacro_find_key(fk_xacro *x, const fk_xacro_value *dict, const fk_xacro_value *key);

/* A text that grows. */
typedef struct fk_xacro_builder {
    fk_xacro *x;
    char *text;
    size_t used, capacity;
} fk_xacro_builder;
bool fk_xacro_add(fk_xacro_builder *b, const char *text, size_t length);
/* str() and repr() of a value. */
bool fk_xacro_add_value(fk_xacro_builder *b, const fk_xacro_value *value, bool is_repr);
bool fk_xacro_finish(fk_xacro_builder *b, fk_xacro_value *out);

/* str() of a value as a text. */
bool fk_xacro_to_text(fk_xacro *x, const fk_xacro_value *value, fk_xacro_value *out);

/* int() and float() of a text, as Python reads them; false if it is none. */
bool fk_xacro_read_integer(const char *text, int64_t *out);
bool fk_xacro_read_float(const char *text, double *out);

/* What a text is as the value of a property: a number, true or false, a text in single quotes without them, else itself. */
fk_xacro_value fk_xacro_of_literal(fk_xacro *x, const fk_xacro_value *value);

/* Whether a condition holds. */
bool fk_xacro_condition(fk_xacro *x, const fk_xacro_value *value, const char *source, bool *out);

/* ---- xacro_parse.c ------------------------------------------------------------------------------------- */

/* The kinds of nodes. Operators are nodes of two children, unless said otherwise. */
typedef enum fk_xacro_node_kind {
    FK_XACRO_CONSTANT,
    FK_XACRO_NAME,
    FK_XACRO_ATTRIBUTE, /* a.name */
    FK_XACRO_CALL,      /* the function, then each argument in a node of its own, with its name or NULL */
    FK_XACRO_INDEX,
    FK_XACRO_SLICE, /* of a value: from, to, step; each may be FK_XACRO_ABSENT */
    FK_XACRO_ABSENT,
    FK_XACRO_MAKE_LIST,
    FK_XACRO_MAKE_TUPLE,
    FK_XACRO_MAKE_DICT,     /* key, value, key, value ... */
    FK_XACRO_COMPREHENSION, /* the item (two for a dict), then clauses */
    FK_XACRO_FOR,           /* a clause: a list of names, and what they run over */
    FK_XACRO_WHERE,         /* a clause: a condition */
    FK_XACRO_CHOICE,        /* value, condition, other value */
    FK_XACRO_OR,
    FK_XACRO_AND,
    FK_XACRO_NOT,     /* one child */
    FK_XACRO_COMPARE, /* a chain: a value, then for each comparison a value and a node with its op */
    FK_XACRO_BINARY,  /* op */
    FK_XACRO_UNARY    /* op, one child */
} fk_xacro_node_kind;

typedef enum fk_xacro_op {
    FK_XACRO_ADD,
    FK_XACRO_SUBTRACT,
    FK_XACRO_MULTIPLY,
    FK_XACRO_DIVIDE,
    FK_XACRO_FLOOR_DIVIDE,
    FK_XACRO_MODULO,
    FK_XACRO_POWER,
    FK_XACRO_BIT_AND,
    FK_XACRO_BIT_OR,
    FK_XACRO_BIT_XOR,
    FK_XACRO_PLUS,
    FK_XACRO_MINUS,
    FK_XACRO_LESS,
    FK_XACRO_LESS_EQUAL,
    FK_XACRO_GREATER,
    FK_XACRO_GREATER_EQUAL,
    FK_XACRO_EQUAL,
    FK_XACRO_NOT_EQUAL,
    FK_XACRO_IN,
    FK_XACRO_NOT_IN,
    FK_XACRO_IS,
    FK_XACRO_IS_NOT
} fk_xacro_op;

typedef struct fk_xacro_node {
    fk_xacro_node_kind kind;
    fk_xacro_op op;
    const char *name;
    bool is_dict; /* of a comprehension */
    fk_xacro_value value;
    struct fk_xacro_node *first, *last, *next; /* children are linked by next */
    uint32_t count;
} fk_xacro_node;

/* Parses an expression. */
bool fk_xacro_parse(fk_xacro *x, const char *text, size_t length, fk_xacro_node **out);

/* ---- xacro_evaluate.c, xacro_function.c ---------------------------------------------------------------- */

bool fk_xacro_evaluate(fk_xacro *x, const fk_xacro_node *node, fk_xacro_scope *scope, fk_xacro_value *out);

bool fk_xacro_binary(fk_xacro *x, fk_xacro_op op, const fk_xacro_value *a, const fk_xacro_value *b,
                     fk_xacro_value *out);

/* The items of anything that can be run over, as a list. */
bool fk_xacro_iterate(fk_xacro *x, const fk_xacro_value *value, fk_xacro_value *out);

/* Finds a function, constant or module: of all expressions, or of a module. Returns false if there is none. */
bool fk_xacro_find_builtin(const fk_xacro *x, const char *name, fk_xacro_value *out);
bool fk_xacro_find_in_module(const fk_xacro_value *module, const char *name, fk_xacro_value *out);
bool fk_xacro_find_method(const fk_xacro_value *self, const char *name, uint32_t *out);

typedef struct fk_xacro_arguments {
    const char *function; /* its name; set by fk_xacro_call */
    const fk_xacro_value *value;
    const char *const *name; /* of each; NULL for one without */
    uint32_t count;
} fk_xacro_arguments;
bool fk_xacro_call(fk_xacro *x, const fk_xacro_value *function, fk_xacro_arguments a, fk_xacro_value *out);
bool fk_xacro_call_method(fk_xacro *x, const fk_xacro_value *method, const fk_xacro_arguments *a,
                          fk_xacro_value *out);

/* "format" % value. */
bool fk_xacro_format(fk_xacro *x, const fk_xacro_value *format, const fk_xacro_value *value,
                     fk_xacro_value *out);

/* Functions of math. Returns false if the library has none of this name, or this many arguments. */
bool fk_xacro_find_math(const char *name, uint32_t *out);
bool fk_xacro_find_math_constant(const char *name, double *out);
bool fk_xacro_call_math(fk_xacro *x, uint32_t which, const fk_xacro_arguments *a, fk_xacro_value *out);
bool fk_xacro_power(fk_xacro *x, const fk_xacro_value *a, const fk_xacro_value *b, fk_xacro_value *out);

/* ---- xacro_scope.c ------------------------------------------------------------------------------------- */

/* The entry of a name in one scope, or NULL. */
fk_xacro_entry *fk_xacro_find(const fk_xacro_scope *scope, const char *name);
/* The same in it or the scopes around it. */
fk_xacro_entry *fk_xacro_find_above(const fk_xacro_scope *scope, const char *name);

/* The entry of a name, made if there is none, and cleared; NULL after a refusal. */
fk_xacro_entry *fk_xacro_define(fk_xacro *x, fk_xacro_scope *scope, const char *name);
void fk_xacro_remove(fk_xacro_scope *scope, const char *name);

/* Finds a property in a scope and those around it, and evaluates it if nobody has yet. *out is NULL if there is none. */
bool fk_xacro_get(fk_xacro *x, fk_xacro_scope *scope, const char *name, const fk_xacro_value **out);

/* ---- xacro_text.c -------------------------------------------------------------------------------------- */

/* Evaluates a text: one ${...} gives its value; else all becomes a text. The second one makes a text of the value, too. */
bool fk_xacro_evaluate_text(fk_xacro *x, const char *text, fk_xacro_scope *scope, fk_xacro_value *out);
bool fk_xacro_evaluate_to_text(fk_xacro *x, const char *text, fk_xacro_scope *scope, fk_xacro_value *out);

/* Loads a text of the expansion, whose bytes count `share` times; its bytes are NULL if it is not there and may be missing. Free it after
 * true. */
bool fk_xacro_load_file(fk_xacro *x, const char *path, size_t share, bool is_optional, fk_file_text *out);

/* A path from the folder of the current file. */
bool fk_xacro_path(fk_xacro *x, const char *path, const char **out);

/* The value of an argument, as its text. */
bool fk_xacro_read_argument(fk_xacro *x, const char *name, const char **out);

/* The text of $(COMMAND NAME OTHER): arg, find, env, optenv, dirname or cwd. `other` is the default of optenv, and of find the path of a
 * file in the package. */
bool fk_xacro_substitute(fk_xacro *x, const char *command, const char *name, const char *other,
                         const char **out);

/* Reads a YAML file. */
bool fk_xacro_load_yaml(fk_xacro *x, const char *path, fk_xacro_value *out);

/* The end of what "${" or "$(" at a place begins: its closing sign; NULL if there is none. */
const char *fk_xacro_close(const char *text);

/* ---- xacro.c, xacro_macro.c ---------------------------------------------------------------------------- */

/* Where elements are expanded: names of macros and of properties, and the element that gets the results. */
typedef struct fk_xacro_place {
    fk_xacro_scope *macros, *properties;
    fk_xml_element *out;
} fk_xacro_place;

bool fk_xacro_expand_children(fk_xacro *x, const fk_xml_element *from, const fk_xacro_place *place);

/* The text of an attribute that must exist, or NULL after a refusal; and its value as a text. */
const char *fk_xacro_require(fk_xacro *x, const fk_xml_element *element, const char *name);
bool fk_xacro_read_text(fk_xacro *x, const fk_xml_element *element, const char *name, fk_xacro_scope *scope,
                        const char **out);

/* Stores a value: as it is, or as a text to evaluate when it is asked for. */
bool fk_xacro_store(fk_xacro *x, const fk_xml_element *element, fk_xacro_scope *target, const char *name,
                    const fk_xacro_value *value, bool is_lazy);

/* <xacro:macro>, and the call of one. */
bool fk_xacro_add_macro(fk_xacro *x, const fk_xml_element *element, const fk_xacro_place *place);
bool fk_xacro_expand_call(fk_xacro *x, const fk_xml_element *element, const fk_xacro_place *place);

/* Whether a tree has anything to expand: elements or a namespace of xacro, or ${...} or $(...) in an attribute. */
bool fk_xacro_is_in(const fk_xml_element *root);

/* Expands a tree. Refuses arguments that it does not know. */
bool fk_xacro_expand(fk_robot_reader *r, const fk_xml_element *root, const fk_xml_element **out);

#endif
