/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Functions and constants of math in expressions of xacro, by the C library, as Python has them: what is not defined, or beyond the
 * range of doubles, is an error. errno stays as it is. */

#include <errno.h>
#include <math.h>
#include <string.h>

#include "scene/xacro.h"

#define XACRO_PI 3.141592653589793

static double xacro_radians(double x)
{
    return x * (XACRO_PI / 180);
}

static double xacro_degrees(double x)
{
    return x * (180 / XACRO_PI);
}

static double xacro_log(double x, double base)
{
    return log(x) / log(base);
}

/* What a function gives. */
typedef enum xacro_math_result { GIVES_FLOAT, GIVES_INTEGER, GIVES_BOOL } xacro_math_result;

static double xacro_is_nan(double x)
{
    return isnan(x) ? 1 : 0;
}

static double xacro_is_inf(double x)
{
    return isinf(x) ? 1 : 0;
}

static double xacro_is_finite(double x)
{
    return isfinite(x) ? 1 : 0;
}

static const struct xacro_math {
    const char *name;
    double (*one)(double);
    double (*two)(double, double);
    xacro_math_result gives;
} xacro_math[] = {
    {"sin", sin, NULL, GIVES_FLOAT},
    {"cos", cos, NULL, GIVES_FLOAT},
    {"tan", tan, NULL, GIVES_FLOAT},
    {"asin", asin, NULL, GIVES_FLOAT},
    {"acos", acos, NULL, GIVES_FLOAT},
    {"atan", atan, NULL, GIVES_FLOAT},
    {"atan2", NULL, atan2, GIVES_FLOAT},
    {"sqrt", sqrt, NULL, GIVES_FLOAT},
    {"exp", exp, NULL, GIVES_FLOAT},
    {"expm1", expm1, NULL, GIVES_FLOAT},
    {"log", log, xacro_log, GIVES_FLOAT},
    {"log10", log10, NULL, GIVES_FLOAT},
    {"log2", log2, NULL, GIVES_FLOAT},
    {"log1p", log1p, NULL, GIVES_FLOAT},
    {"pow", NULL, pow, GIVES_FLOAT},
    {"hypot", NULL, hypot, GIVES_FLOAT},
    {"fmod", NULL, fmod, GIVES_FLOAT},
    {"copysign", NULL, copysign, GIVES_FLOAT},
    {"fabs", fabs, NULL, GIVES_FLOAT},
    {"floor", floor, NULL, GIVES_INTEGER},
    {"ceil", ceil, NULL, GIVES_INTEGER},
    {"trunc", trunc, NULL, GIVES_INTEGER},
    {"sinh", sinh, NULL, GIVES_FLOAT},
    {"cosh", cosh, NULL, GIVES_FLOAT},
    {"tanh", tanh, NULL, GIVES_FLOAT},
    {"asinh", asinh, NULL, GIVES_FLOAT},
    {"acosh", acosh, NULL, GIVES_FLOAT},
    {"atanh", atanh, NULL, GIVES_FLOAT},
    {"radians", xacro_radians, NULL, GIVES_FLOAT},
    {"degrees", xacro_degrees, NULL, GIVES_FLOAT},
    {"isnan", xacro_is_nan, NULL, GIVES_BOOL},
    {"isinf", xacro_is_inf, NULL, GIVES_BOOL},
    {"isfinite", xacro_is_finite, NULL, GIVES_BOOL},
};

bool fk_xacro_find_math(const char *name, uint32_t *out)
{
    for (uint32_t i = 0; i < sizeof xacro_math / sizeof *xacro_math; i++)
        if (fk_same_text(xacro_math[i].name, name)) {
            *out = i;
            return true;
        }
    return false;
}

bool fk_xacro_find_math_constant(const char *name, double *out)
{
    static const struct {
        const char *name;
        double value;
    } known[] = {
        {"pi", XACRO_PI}, {"e", 2.718281828459045}, {"tau", 2 * XACRO_PI}, {"inf", INFINITY}, {"nan", NAN}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (fk_same_text(known[i].name, name)) {
            *out = known[i].value;
            return true;
        }
    return false;
}

static bool fail_xacro_math(fk_xacro *x, const char *name, const fk_xacro_arguments *a)
{
    return fk_xacro_fail(x, "%s(%s%s%s) has no value", name,
                         fk_show_number(fk_xacro_as_double(&a->value[0])).text, a->count > 1 ? ", " : "",
                         a->count > 1 ? fk_show_number(fk_xacro_as_double(&a->value[1])).text : "");
}

bool fk_xacro_call_math(fk_xacro *x, uint32_t which, const fk_xacro_arguments *a, fk_xacro_value *out)
{
    const struct xacro_math *f = &xacro_math[which];
    bool is_two = a->count == 2 && f->two != NULL;
    if (!is_two && (a->count != 1 || f->one == NULL))
        return fk_xacro_fail(x, "%s takes %s", f->name, f->two == NULL ? "one number" : "two numbers");
    bool is_finite = true;
    for (uint32_t i = 0; i < a->count; i++) {
        if (!fk_xacro_is_number(&a->value[i]) || a->name[i] != NULL)
            return fk_xacro_fail(x, "%s takes numbers, not %s", f->name, fk_xacro_type(&a->value[i]));
        is_finite = is_finite && isfinite(fk_xacro_as_double(&a->value[i]));
    }
    if (f->gives == GIVES_INTEGER && a->value[0].kind != FK_XACRO_FLOAT) {
        *out = fk_xacro_integer(a->value[0].of.integer);
        return true;
    }
    int saved = errno;
    double first = fk_xacro_as_double(&a->value[0]);
    double value = is_two ? f->two(first, fk_xacro_as_double(&a->value[1])) : f->one(first);
    errno = saved;
    if (is_finite && !isfinite(value))
        return fail_xacro_math(x, f->name, a);
    if (f->gives == GIVES_INTEGER)
        return fk_xacro_whole(x, value, out);
    *out = f->gives == GIVES_BOOL ? fk_xacro_bool(value > 0) : fk_xacro_float(value);
    return true;
}

/* Integers to a power that is not negative stay integers. */
static bool raise_xacro_integer(fk_xacro *x, int64_t base, int64_t power, fk_xacro_value *out)
{
    fk_xacro_value square = fk_xacro_integer(base), value = fk_xacro_integer(1);
    for (; power > 0; power >>= 1) {
        if ((power & 1) != 0 && !fk_xacro_binary(x, FK_XACRO_MULTIPLY, &value, &square, &value))
            return false;
        if (power > 1 && !fk_xacro_binary(x, FK_XACRO_MULTIPLY, &square, &square, &square))
            return false;
    }
    *out = value;
    return true;
}

bool fk_xacro_power(fk_xacro *x, const fk_xacro_value *a, const fk_xacro_value *b, fk_xacro_value *out)
{
    if (a->kind != FK_XACRO_FLOAT && b->kind != FK_XACRO_FLOAT && b->of.integer >= 0)
        return raise_xacro_integer(x, a->of.integer, b->of.integer, out);
    fk_xacro_value both[2] = {*a, *b};
    const char *const none[2] = {NULL, NULL};
    fk_xacro_arguments arguments = {.value = both, .name = none, .count = 2};
    uint32_t which = 0;
    (void)fk_xacro_find_math("pow", &which);
    return fk_xacro_call_math(x, which, &arguments, out);
}
