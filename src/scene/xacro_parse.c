/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Parses expressions of xacro into trees: the expressions of Python, but for lambda, sets, f-strings, bytes, shifts, "~", unpacking and assignment,
 * by precedence climbing. Names that begin with two underscores are refused, as xacro does. */

#include <string.h>

#include "scene/letters.h"
#include "scene/xacro.h"

typedef struct xacro_parser {
    fk_xacro *x;
    const char *at, *end;
    int depth;
} xacro_parser;

static fk_xacro_node *parse_xacro_choice(xacro_parser *p);

/* ---- Tokens -------------------------------------------------------------------------------------------- */

static void skip_xacro_space(xacro_parser *p)
{
    while (p->at < p->end && fk_is_blank(*p->at))
        p->at++;
}

/* Names may have letters beyond ASCII. */
static bool is_xacro_name_byte(char c)
{
    return fk_is_name_byte(c) || (unsigned char)c >= 0x80;
}

static size_t xacro_name_length(const xacro_parser *p)
{
    const char *at = p->at;
    if (at < p->end && !fk_is_digit(*at))
        while (at < p->end && is_xacro_name_byte(*at))
            at++;
    return (size_t)(at - p->at);
}

/* Whether a sign or word is next; then it is skipped. */
static bool accept_xacro(xacro_parser *p, const char *token)
{
    size_t length = strlen(token);
    skip_xacro_space(p);
    if ((size_t)(p->end - p->at) < length || memcmp(p->at, token, length) != 0)
        return false;
    if (is_xacro_name_byte(*token) && xacro_name_length(p) != length)
        return false;
    p->at += length;
    return true;
}

static bool is_xacro_next(const xacro_parser *p, const char *token)
{
    xacro_parser ahead = *p;
    return accept_xacro(&ahead, token);
}

/* Refuse the expression; give a node or name, which is none. */
#define refuse_xacro(p, ...) ((void)fk_xacro_fail((p)->x, __VA_ARGS__), NULL)

static fk_xacro_node *refuse_xacro_syntax(xacro_parser *p, const char *expected)
{
    skip_xacro_space(p);
    size_t left = (size_t)(p->end - p->at);
    char rest[40] = "";
    memcpy(rest, p->at, left < sizeof rest - 1 ? left : sizeof rest - 1);
    return left == 0 ? refuse_xacro(p, "the expression ends too early: %s is missing", expected)
                     : refuse_xacro(p, "%s should be where '%s' is", expected, fk_show_text(rest).text);
}

static bool expect_xacro(xacro_parser *p, const char *token, const char *shown)
{
    return accept_xacro(p, token) || refuse_xacro_syntax(p, shown) != NULL;
}

/* ---- Nodes --------------------------------------------------------------------------------------------- */

static fk_xacro_node *make_xacro_node(xacro_parser *p, fk_xacro_node_kind kind)
{
    fk_xacro_node *node = fk_xacro_allocate(p->x, 1, sizeof *node);
    if (node != NULL)
        node->kind = kind;
    return node;
}

/* Appends a child; NULL, after a refusal, stays one. */
static fk_xacro_node *with_xacro_child(fk_xacro_node *node, fk_xacro_node *child)
{
    if (node == NULL || child == NULL)
        return NULL;
    if (node->first == NULL)
        node->first = child;
    else
        node->last->next = child;
    node->last = child;
    node->count++;
    return node;
}

static fk_xacro_node *make_xacro_pair(xacro_parser *p, fk_xacro_node_kind kind, fk_xacro_op op,
                                      fk_xacro_node *a, fk_xacro_node *b)
{
    fk_xacro_node *node = a != NULL && b != NULL ? make_xacro_node(p, kind) : NULL;
    if (node == NULL)
        return NULL;
    node->op = op;
    return with_xacro_child(with_xacro_child(node, a), b);
}

static fk_xacro_node *make_xacro_constant(xacro_parser *p, fk_xacro_value value)
{
    fk_xacro_node *node = make_xacro_node(p, FK_XACRO_CONSTANT);
    if (node != NULL)
        node->value = value;
    return node;
}

/* Reads a name; "what" is for the message if there is none. */
static const char *read_xacro_name(xacro_parser *p, const char *what)
{
    skip_xacro_space(p);
    size_t length = xacro_name_length(p);
    if (length == 0)
        return (const char *)refuse_xacro_syntax(p, what);
    const char *name = fk_xacro_copy(p->x, p->at, length);
    if (name != NULL && length >= 2 && name[0] == '_' && name[1] == '_')
        return refuse_xacro(p, "the name %s is not allowed: names do not begin with two underscores",
                            fk_show_text(name).text);
    p->at += length;
    return name;
}

/* ---- Literals ------------------------------------------------------------------------------------------ */

static fk_xacro_node *parse_xacro_number(xacro_parser *p)
{
    const char *at = p->at;
    int64_t integer;
    double number;
    bool is_float = false;
    for (; at < p->end; at++) {
        bool is_exponent =
            (*at | 0x20) == 'e' && at + 1 < p->end &&
            (fk_is_digit(at[1]) || ((at[1] == '-' || at[1] == '+') && p->end - at > 2 && fk_is_digit(at[2])));
        if (is_exponent) {
            is_float = true;
            at++;
        } else if (*at == '.')
            is_float = true;
        else if (!fk_is_digit(*at))
            break;
    }
    char *text = fk_xacro_copy(p->x, p->at, (size_t)(at - p->at));
    if (text == NULL)
        return NULL;
    if (is_float ? !fk_number_parse(text, strlen(text), &number) : !fk_xacro_read_integer(text, &integer))
        return refuse_xacro(p, "%s is no number%s", fk_show_text(text).text, is_float ? "" : " of 64 bits");
    p->at = at;
    return make_xacro_constant(p, is_float ? fk_xacro_float(number) : fk_xacro_integer(integer));
}

/* Reads a text in quotes; two side by side are one. */
static fk_xacro_node *parse_xacro_string(xacro_parser *p)
{
    static const char sign[] = "nrt0\\'\"", meaning[] = "\n\r\t\0\\'\"";
    fk_xacro_builder b = {.x = p->x};
    fk_xacro_value value;
    for (; p->at < p->end && (*p->at == '\'' || *p->at == '"'); skip_xacro_space(p)) {
        char quote = *p->at++;
        for (; p->at < p->end && *p->at != quote; p->at++) {
            const char *known = NULL;
            if (*p->at == '\\' && p->at + 1 < p->end &&
                (known = memchr(sign, p->at[1], sizeof sign - 1)) != NULL)
                p->at++;
            if (known != NULL && meaning[known - sign] == '\0')
                return refuse_xacro(p, "a text has no zero byte");
            if (!fk_xacro_add(&b, known != NULL ? &meaning[known - sign] : p->at, 1))
                return NULL;
        }
        if (p->at == p->end)
            return refuse_xacro(p, "a quote is not closed");
        p->at++;
    }
    return fk_xacro_finish(&b, &value) ? make_xacro_constant(p, value) : NULL;
}

/* ---- Lists, dictionaries, comprehensions --------------------------------------------------------------- */

static fk_xacro_node *parse_xacro_or(xacro_parser *p);

/* Reads the clauses behind the item of a comprehension. */
static fk_xacro_node *parse_xacro_clauses(xacro_parser *p, fk_xacro_node *whole)
{
    for (;;) {
        fk_xacro_node *clause;
        if (accept_xacro(p, "for")) {
            fk_xacro_node *names = make_xacro_node(p, FK_XACRO_MAKE_TUPLE);
            bool has_parenthesis = accept_xacro(p, "(");
            do {
                fk_xacro_node *name = make_xacro_node(p, FK_XACRO_NAME);
                if (name == NULL || (name->name = read_xacro_name(p, "a name")) == NULL)
                    return NULL;
                names = with_xacro_child(names, name);
            } while (names != NULL && accept_xacro(p, ","));
            if (names == NULL || (has_parenthesis && !expect_xacro(p, ")", "')'")) ||
                !expect_xacro(p, "in", "'in'"))
                return NULL;
            clause = with_xacro_child(with_xacro_child(make_xacro_node(p, FK_XACRO_FOR), names),
                                      parse_xacro_or(p));
        } else if (accept_xacro(p, "if"))
            clause = with_xacro_child(make_xacro_node(p, FK_XACRO_WHERE), parse_xacro_or(p));
        else
            return whole;
        whole = with_xacro_child(whole, clause);
        if (whole == NULL)
            return NULL;
    }
}

/* Reads what follows "[", "{" or "(" up to the closing sign: values, pairs, or a comprehension. */
static fk_xacro_node *parse_xacro_display(xacro_parser *p, fk_xacro_node_kind kind, const char *close)
{
    fk_xacro_node *node = make_xacro_node(p, kind);
    bool is_dict = kind == FK_XACRO_MAKE_DICT, has_comma = false;
    while (node != NULL && !accept_xacro(p, close)) {
        fk_xacro_node *value = NULL, *item = parse_xacro_choice(p);
        if (item == NULL ||
            (is_dict && (!expect_xacro(p, ":", "':'") || (value = parse_xacro_choice(p)) == NULL)))
            return NULL;
        if (node->count == 0 && is_xacro_next(p, "for")) {
            node = with_xacro_child(make_xacro_node(p, FK_XACRO_COMPREHENSION), item);
            if (is_dict)
                node = with_xacro_child(node, value);
            if (node != NULL)
                node->is_dict = is_dict;
            node = node != NULL ? parse_xacro_clauses(p, node) : NULL;
            return node != NULL && expect_xacro(p, close, close) ? node : NULL;
        }
        node = with_xacro_child(node, item);
        node = is_dict ? with_xacro_child(node, value) : node;
        has_comma = accept_xacro(p, ",");
        if (node != NULL && !has_comma && !is_xacro_next(p, close))
            return refuse_xacro_syntax(p, is_dict         ? "',' or '}'"
                                          : *close == ']' ? "',' or ']'"
                                                          : "',' or ')'");
    }
    /* A value in parentheses is no tuple. */
    return node != NULL && kind == FK_XACRO_MAKE_TUPLE && node->count == 1 && !has_comma ? node->first : node;
}

/* ---- Values with what follows them --------------------------------------------------------------------- */

static fk_xacro_node *parse_xacro_word(xacro_parser *p)
{
    static const char *const refused[] = {"lambda", "for", "if",     "else",  "in",    "is",
                                          "and",    "or",  "import", "yield", "await", NULL};
    for (int i = 0; refused[i] != NULL; i++)
        if (is_xacro_next(p, refused[i]))
            return refuse_xacro_syntax(p, "a value");
    fk_xacro_node *node = make_xacro_node(p, FK_XACRO_NAME);
    if (node == NULL || (node->name = read_xacro_name(p, "a value")) == NULL)
        return NULL;
    if (p->at < p->end && (*p->at == '"' || *p->at == '\''))
        return refuse_xacro(p, "a text has no prefix %s", fk_show_text(node->name).text);
    return node;
}

static fk_xacro_node *parse_xacro_atom(xacro_parser *p)
{
    skip_xacro_space(p);
    char c = p->at < p->end ? *p->at : '\0';
    if (fk_is_digit(c) || (c == '.' && p->end - p->at > 1 && fk_is_digit(p->at[1])))
        return parse_xacro_number(p);
    if (c == '"' || c == '\'')
        return parse_xacro_string(p);
    if (accept_xacro(p, "["))
        return parse_xacro_display(p, FK_XACRO_MAKE_LIST, "]");
    if (accept_xacro(p, "{"))
        return parse_xacro_display(p, FK_XACRO_MAKE_DICT, "}");
    if (accept_xacro(p, "("))
        return parse_xacro_display(p, FK_XACRO_MAKE_TUPLE, ")");
    return parse_xacro_word(p);
}

/* Reads the arguments of a call, behind its parenthesis. */
static fk_xacro_node *parse_xacro_arguments(xacro_parser *p, fk_xacro_node *function)
{
    fk_xacro_node *call = with_xacro_child(make_xacro_node(p, FK_XACRO_CALL), function);
    while (call != NULL && !accept_xacro(p, ")")) {
        const char *name = NULL;
        xacro_parser ahead = *p;
        skip_xacro_space(&ahead);
        ahead.at += xacro_name_length(&ahead);
        if (is_xacro_next(&ahead, "=") && !is_xacro_next(&ahead, "==") &&
            (name = read_xacro_name(p, "a name")) != NULL)
            (void)accept_xacro(p, "=");
        fk_xacro_node *value = p->x->robot->xml.status == FK_OK ? parse_xacro_choice(p) : NULL;
        if (value != NULL && call->count == 1 && name == NULL && is_xacro_next(p, "for")) {
            value = with_xacro_child(make_xacro_node(p, FK_XACRO_COMPREHENSION), value);
            value = value != NULL ? parse_xacro_clauses(p, value) : NULL;
        }
        fk_xacro_node *holder = with_xacro_child(make_xacro_node(p, FK_XACRO_MAKE_TUPLE), value);
        if (holder != NULL)
            holder->name = name;
        call = with_xacro_child(call, holder);
        if (call != NULL && !accept_xacro(p, ",") && !is_xacro_next(p, ")"))
            return refuse_xacro_syntax(p, "',' or ')'");
    }
    return call;
}

/* Reads an index or slice, behind its bracket. */
static fk_xacro_node *parse_xacro_index(xacro_parser *p, fk_xacro_node *value)
{
    fk_xacro_node *part[3] = {NULL, NULL, NULL};
    int count = 0;
    for (; count < 3; count++) {
        bool is_absent = is_xacro_next(p, ":") || is_xacro_next(p, "]");
        part[count] = is_absent ? make_xacro_node(p, FK_XACRO_ABSENT) : parse_xacro_choice(p);
        if (part[count] == NULL)
            return NULL;
        if (!accept_xacro(p, ":"))
            break;
    }
    if (!expect_xacro(p, "]", "']'"))
        return NULL;
    if (count == 0)
        return part[0]->kind == FK_XACRO_ABSENT
                   ? refuse_xacro_syntax(p, "an index")
                   : make_xacro_pair(p, FK_XACRO_INDEX, FK_XACRO_ADD, value, part[0]);
    fk_xacro_node *node = with_xacro_child(make_xacro_node(p, FK_XACRO_SLICE), value);
    for (int i = 0; i < 3; i++)
        node = with_xacro_child(node, part[i] != NULL ? part[i] : make_xacro_node(p, FK_XACRO_ABSENT));
    return node;
}

static fk_xacro_node *parse_xacro_postfix(xacro_parser *p)
{
    fk_xacro_node *node = parse_xacro_atom(p);
    int links = 0;
    while (node != NULL) {
        fk_xacro_node *inner = node;
        if (accept_xacro(p, ".")) {
            node = with_xacro_child(make_xacro_node(p, FK_XACRO_ATTRIBUTE), inner);
            if (node != NULL && (node->name = read_xacro_name(p, "a name")) == NULL)
                return NULL;
        } else if (accept_xacro(p, "("))
            node = parse_xacro_arguments(p, inner);
        else if (accept_xacro(p, "["))
            node = parse_xacro_index(p, inner);
        else
            break;
        if (++links > FK_XACRO_NESTED)
            return refuse_xacro(p, "more than %d calls and indices in a row", FK_XACRO_NESTED);
    }
    return node;
}

/* ---- Operators ----------------------------------------------------------------------------------------- */

static fk_xacro_node *parse_xacro_unary(xacro_parser *p)
{
    fk_xacro_node *node = NULL;
    skip_xacro_space(p);
    const char *sign = p->at < p->end ? memchr("+-", *p->at, 2) : NULL;
    if (++p->depth > FK_XACRO_NESTED)
        (void)fk_xacro_fail(p->x, "the expression nests deeper than %d", FK_XACRO_NESTED);
    else if (sign != NULL) {
        p->at++;
        node = with_xacro_child(make_xacro_node(p, FK_XACRO_UNARY), parse_xacro_unary(p));
        if (node != NULL)
            node->op = *sign == '+' ? FK_XACRO_PLUS : FK_XACRO_MINUS;
    } else {
        node = parse_xacro_postfix(p);
        if (node != NULL && accept_xacro(p, "**"))
            node = make_xacro_pair(p, FK_XACRO_BINARY, FK_XACRO_POWER, node, parse_xacro_unary(p));
    }
    p->depth--;
    return node;
}

/* The binary operators, the loosest level first. Longer signs come before those that they begin with. */
static const struct xacro_operator {
    const char *sign;
    int level;
    fk_xacro_op op;
} xacro_operators[] = {
    {"|", 0, FK_XACRO_BIT_OR},   {"^", 1, FK_XACRO_BIT_XOR},  {"&", 2, FK_XACRO_BIT_AND},
    {"+", 3, FK_XACRO_ADD},      {"-", 3, FK_XACRO_SUBTRACT}, {"//", 4, FK_XACRO_FLOOR_DIVIDE},
    {"*", 4, FK_XACRO_MULTIPLY}, {"/", 4, FK_XACRO_DIVIDE},   {"%", 4, FK_XACRO_MODULO},
};

static const struct xacro_operator *accept_xacro_operator(xacro_parser *p, int least)
{
    for (size_t i = 0; i < sizeof xacro_operators / sizeof *xacro_operators; i++)
        if (xacro_operators[i].level >= least && accept_xacro(p, xacro_operators[i].sign))
            return &xacro_operators[i];
    return NULL;
}

/* Reads operators of a level and tighter ones. */
static fk_xacro_node *parse_xacro_binary(xacro_parser *p, int least)
{
    fk_xacro_node *node = parse_xacro_unary(p);
    const struct xacro_operator *found;
    while (node != NULL && (found = accept_xacro_operator(p, least)) != NULL)
        node = make_xacro_pair(p, FK_XACRO_BINARY, found->op, node, parse_xacro_binary(p, found->level + 1));
    return node;
}

static bool accept_xacro_comparison(xacro_parser *p, fk_xacro_op *out)
{
    static const struct {
        const char *sign;
        fk_xacro_op op;
    } known[] = {{"<=", FK_XACRO_LESS_EQUAL}, {">=", FK_XACRO_GREATER_EQUAL}, {"<", FK_XACRO_LESS},
                 {">", FK_XACRO_GREATER},     {"==", FK_XACRO_EQUAL},         {"!=", FK_XACRO_NOT_EQUAL},
                 {"in", FK_XACRO_IN}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (accept_xacro(p, known[i].sign)) {
            *out = known[i].op;
            return true;
        }
    xacro_parser ahead = *p;
    if (accept_xacro(&ahead, "not") && accept_xacro(&ahead, "in")) {
        *p = ahead;
        *out = FK_XACRO_NOT_IN;
        return true;
    }
    if (!accept_xacro(p, "is"))
        return false;
    *out = accept_xacro(p, "not") ? FK_XACRO_IS_NOT : FK_XACRO_IS;
    return true;
}

static fk_xacro_node *parse_xacro_comparison(xacro_parser *p)
{
    fk_xacro_node *first = parse_xacro_binary(p, 0), *chain = NULL;
    fk_xacro_op op;
    while (first != NULL && accept_xacro_comparison(p, &op)) {
        fk_xacro_node *next = parse_xacro_binary(p, 0);
        if (chain == NULL)
            chain = with_xacro_child(make_xacro_node(p, FK_XACRO_COMPARE), first);
        chain = with_xacro_child(chain, next);
        if (chain == NULL)
            return NULL;
        /* A child is shared with no other chain; its own operator, if it has one, is in a node of its own. */
        fk_xacro_node *link = make_xacro_node(p, FK_XACRO_CONSTANT);
        if (link == NULL)
            return NULL;
        link->op = op;
        chain = with_xacro_child(chain, link);
    }
    return chain != NULL ? chain : first;
}

static fk_xacro_node *parse_xacro_not(xacro_parser *p)
{
    uint32_t count = 0;
    while (accept_xacro(p, "not"))
        count++;
    fk_xacro_node *node = parse_xacro_comparison(p);
    /* Three of them are one. */
    for (count = count > 2 ? 2 - count % 2 : count; count > 0; count--)
        node = with_xacro_child(make_xacro_node(p, FK_XACRO_NOT), node);
    return node;
}

/* Reads values between which a word stands. */
static fk_xacro_node *parse_xacro_logic(xacro_parser *p, fk_xacro_node_kind kind, const char *word,
                                        fk_xacro_node *(*parse)(xacro_parser *))
{
    fk_xacro_node *node = parse(p), *all = NULL;
    while (node != NULL && accept_xacro(p, word)) {
        all = all == NULL ? with_xacro_child(make_xacro_node(p, kind), node) : all;
        node = all = with_xacro_child(all, parse(p));
    }
    return node;
}

static fk_xacro_node *parse_xacro_and(xacro_parser *p)
{
    return parse_xacro_logic(p, FK_XACRO_AND, "and", parse_xacro_not);
}

static fk_xacro_node *parse_xacro_or(xacro_parser *p)
{
    return parse_xacro_logic(p, FK_XACRO_OR, "or", parse_xacro_and);
}

static fk_xacro_node *parse_xacro_choice(xacro_parser *p)
{
    fk_xacro_node *node = NULL;
    if (++p->depth > FK_XACRO_NESTED)
        (void)fk_xacro_fail(p->x, "the expression nests deeper than %d", FK_XACRO_NESTED);
    else
        node = parse_xacro_or(p);
    if (node != NULL && accept_xacro(p, "if")) {
        node =
            with_xacro_child(with_xacro_child(make_xacro_node(p, FK_XACRO_CHOICE), node), parse_xacro_or(p));
        node = node != NULL && expect_xacro(p, "else", "'else'")
                   ? with_xacro_child(node, parse_xacro_choice(p))
                   : NULL;
    }
    p->depth--;
    return node;
}

bool fk_xacro_parse(fk_xacro *x, const char *text, size_t length, fk_xacro_node **out)
{
    xacro_parser p = {.x = x, .at = text, .end = text + length};
    if (!fk_xacro_work(x, length / 16 + 1))
        return false;
    fk_xacro_node *node = parse_xacro_choice(&p);
    if (node != NULL && is_xacro_next(&p, ",")) { /* a tuple without parentheses */
        node = with_xacro_child(make_xacro_node(&p, FK_XACRO_MAKE_TUPLE), node);
        while (node != NULL && accept_xacro(&p, ",") && (skip_xacro_space(&p), p.at < p.end))
            node = with_xacro_child(node, parse_xacro_choice(&p));
    }
    skip_xacro_space(&p);
    if (node != NULL && p.at < p.end)
        node = refuse_xacro_syntax(&p, "an operator or the end");
    *out = node;
    return node != NULL;
}
