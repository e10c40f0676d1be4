/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Words and numbers for people, see page.h. */

#include "page/page.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/bits.h"

/* ---- Numbers ------------------------------------------------------------------------------------------- */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

int fk_figure_digits(double number, int count, char digits[FK_FIGURE_SIZE])
{
    char text[64];
    snprintf(text, sizeof text, "%.*e", count - 1, number < 0 ? -number : number);
    size_t length = 0;
    const char *c = text;
    /* Skips the decimal point of any locale. */
    for (; *c != 'e'; c++)
        if (is_digit(*c))
            digits[length++] = *c;
    while (length > 1 && digits[length - 1] == '0')
        length--;
    digits[length] = '\0';
    bool is_small = *++c == '-';
    int power = 0;
    while (is_digit(*++c))
        power = power * 10 + (*c - '0');
    return is_small ? -power : power;
}

/* Inserts a decimal point after `before` digits, which may be zero or negative. */
static void insert_decimal_point(const char *digits, int before, char *out)
{
    int length = (int)strlen(digits);
    if (before <= 0) {
        *out++ = '0';
        *out++ = '.';
        for (int i = before; i < 0; i++)
            *out++ = '0';
    }
    for (int i = 0; i < length || i < before; i++) {
        if (i == before && i > 0)
            *out++ = '.';
        *out++ = i < length ? digits[i] : '0';
    }
    *out = '\0';
}

/* Also "inf" and "nan". */
static void format_figure(double number, int digits, char figure[FK_FIGURE_SIZE])
{
    char all[FK_FIGURE_SIZE];
    if (!fk_is_finite(number)) {
        figure[fk_number_format(number, figure)] = '\0';
        return;
    }
    int power = fk_figure_digits(number, digits, all);
    char *out = figure;
    if (fk_sign_of(number) < 0)
        *out++ = '-';
    if (all[0] == '0') {
        memcpy(figure, "0", 2);
    } else if (power >= -4 && power < 9) {
        insert_decimal_point(all, power + 1, out);
    } else {
        insert_decimal_point(all, 1, out);
        snprintf(out + strlen(out), 8, "e%d", power);
    }
}

/* Five and more digits before the point are grouped. */
static void write_figure(fk_text *text, double number, int digits)
{
    char figure[FK_FIGURE_SIZE];
    if (!fk_is_finite(number)) {
        fk_text_write(text, "\xe2\x80\x93");
        return;
    }
    format_figure(number, digits, figure);
    const char *rest = figure;
    if (*rest == '-') {
        fk_text_write(text, "\xe2\x88\x92"); /* the minus sign, as wide as a digit */
        rest++;
    }
    size_t whole = 0;
    while (is_digit(rest[whole]))
        whole++;
    for (; whole > 3 && whole + (size_t)(rest - figure) > 4; rest++, whole--) {
        fk_text_write_bytes(text, rest, 1);
        if ((whole - 1) % 3 == 0)
            fk_text_write(text, ",");
    }
    fk_text_write(text, rest);
}

/* Rounded to hundredths. */
static void write_hundredths(fk_text *text, double unit)
{
    if (unit < 0)
        fk_text_write(text, "-");
    unit = unit < 0 ? -unit : unit;
    uint64_t hundredths = (uint64_t)(unit * 100 + 0.5);
    fk_text_write_integer(text, hundredths / 100, false);
    uint64_t rest = hundredths % 100;
    if (rest == 0)
        return;
    char digits[4] = {'.', (char)('0' + rest / 10), (char)('0' + rest % 10), '\0'};
    if (digits[2] == '0')
        digits[2] = '\0';
    fk_text_write(text, digits);
}

static void write_unit(fk_page_writer *writer, const char *unit)
{
    if (unit[0] != '\0')
        fk_text_print(&writer->text, "\xc2\xa0%e", unit); /* a no-break space */
}

static void write_exact_title(fk_text *text, fk_interval interval)
{
    bool is_one = fk_double_order(interval.lo, interval.hi) == 0;
    fk_text_print(text, is_one ? " title=\"%x\"" : " title=\"%x \xe2\x80\xa6 %x\"", interval.lo, interval.hi);
}

/* Writes one number if both are the same in about four digits. The title has both. */
static void write_interval(fk_page_writer *writer, fk_interval interval)
{
    fk_text *text = &writer->text;
    char lo[FK_FIGURE_SIZE], hi[FK_FIGURE_SIZE];
    bool is_bounded = fk_is_finite(interval.hi), has_floor = fk_is_finite(interval.lo);
    if (!is_bounded && (!has_floor || !(interval.lo > 0))) {
        fk_text_write(text, "\xe2\x80\x93");
        return;
    }
    format_figure(interval.lo, 4, lo);
    format_figure(interval.hi, 4, hi);
    /* Bounds that differ by less than readers notice are one number. */
    bool is_tight = interval.hi - interval.lo <= interval.hi * 0x1p-12;
    bool is_zero = lo[0] == '0' && lo[1] == '\0';
    bool is_one = is_tight || (strlen(lo) == strlen(hi) && memcmp(lo, hi, strlen(lo)) == 0);
    fk_text_write(text, "<span class=\"num\"");
    write_exact_title(text, interval);
    fk_text_write(text, ">");
    if (!is_bounded)
        fk_text_write(text, "\xe2\x89\xa5\xc2\xa0"); /* at least */
    else if (!is_one && (is_zero || !has_floor))
        fk_text_write(text, "\xe2\x89\xa4\xc2\xa0"); /* at most */
    else if (!is_one) {
        write_figure(text, interval.lo, 4);
        fk_text_write(text, "\xc2\xa0\xe2\x80\xa6 ");
    }
    write_figure(text, is_bounded ? interval.hi : interval.lo, 4);
    write_unit(writer, writer->units);
    fk_text_write(text, "</span>");
}

void fk_page_write_count(fk_page_writer *writer, uint64_t count, const char *one, const char *many)
{
    fk_page_print(writer, "%u\xc2\xa0%s", count, count == 1 ? one : many);
}

/* ---- Sentences ----------------------------------------------------------------------------------------- */

static void write_clash_id(fk_page_writer *writer, const fk_page_pair *pair)
{
    char id[FK_CLASH_ID_SIZE];
    fk_clash_id(pair->a, pair->b, id);
    fk_text_write(&writer->text, id);
}

static void write_short_number(fk_page_writer *writer, char code, double number)
{
    if (code == 'x' && fk_is_finite(number)) {
        fk_text_print(&writer->text, "%x", number);
        return;
    }
    write_figure(&writer->text, number, 5);
    if (code == 'l' || code == 't')
        write_unit(writer, code == 'l' ? writer->units : "s");
}

const char *fk_severity_icon(fk_severity severity)
{
    static const char *const icon[] = {"hit", "near", "open", "approved", "allowed", "clear"};
    return icon[severity];
}

static void write_vector(fk_page_writer *writer, const fk_vec3 *v)
{
    fk_page_print(writer, "<span class=\"num\">(%d, %d, %d)</span>", v->x, v->y, v->z);
}

static void write_both_names(fk_page_writer *writer, const fk_page_pair *pair)
{
    fk_page_print(writer, "%n and %n", pair->a, pair->b);
}

/* The icon of the severity, and the word of the kind. */
static void write_severity_chip(fk_page_writer *writer, const fk_page_pair *pair)
{
    const char *icon = fk_severity_icon(pair->severity);
    const char *more = pair->severity == FK_SEVERITY_ALLOWED    ? ", allowed"
                       : pair->severity == FK_SEVERITY_APPROVED ? ", approved"
                                                                : "";
    fk_page_print(writer,
                  "<span class=\"chip %s\"><svg class=\"icon\" viewBox=\"0 0 24 24\" aria-hidden=\"true\">"
                  "<use href=\"#icon-%s\"/></svg>%s%s</span>",
                  icon, icon, fk_clash_word(pair->found->kind), more);
}

/* The codes of fk_page_print. */
static bool write_page_code(void *user, char code, va_list *list)
{
    fk_page_writer *writer = user;
    if (code == 'n')
        fk_text_print(&writer->text, "<bdi class=\"name\">%e</bdi>", va_arg(*list, const char *));
    else if (code == 'm')
        write_both_names(writer, va_arg(*list, const fk_page_pair *));
    else if (code == 'u')
        fk_text_write_integer(&writer->text, va_arg(*list, uint64_t), true);
    else if (code == 'p')
        write_vector(writer, va_arg(*list, const fk_vec3 *));
    else if (code == 'a')
        write_hundredths(&writer->text, va_arg(*list, double));
    else if (code == 'g')
        write_interval(writer, *va_arg(*list, const fk_interval *));
    else if (code == 'k')
        write_severity_chip(writer, va_arg(*list, const fk_page_pair *));
    else if (code == 'i')
        write_clash_id(writer, va_arg(*list, const fk_page_pair *));
    else if (code == 'd' || code == 'l' || code == 't' || code == 'x')
        write_short_number(writer, code, va_arg(*list, double));
    else
        return false;
    return true;
}

void fk_page_print(fk_page_writer *writer, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    fk_text_print_list(&writer->text, format, &list, write_page_code, writer);
    va_end(list);
}

/* ---- Base64 (RFC 4648) --------------------------------------------------------------------------------- */

static const char letter[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static void encode_three(char *out, uint32_t three)
{
    for (int i = 0; i < 4; i++)
        out[i] = letter[three >> (18 - 6 * i) & 63];
}

void fk_base64_write(fk_base64 *base64, const void *bytes, size_t count)
{
    const unsigned char *byte = bytes;
    char block[1024];
    size_t used = 0;
    for (size_t i = 0; i < count; i++) {
        base64->held = base64->held << 8 | byte[i];
        if (++base64->held_count < 3)
            continue;
        encode_three(block + used, base64->held);
        base64->held = base64->held_count = 0;
        used += 4;
        if (used == sizeof block) {
            fk_text_write_bytes(base64->text, block, used);
            used = 0;
        }
    }
    fk_text_write_bytes(base64->text, block, used);
}

void fk_base64_end(fk_base64 *base64)
{
    uint32_t count = base64->held_count;
    if (count == 0)
        return;
    char four[4];
    encode_three(four, base64->held << (8 * (3 - count)));
    for (uint32_t i = count + 1; i < 4; i++)
        four[i] = '=';
    fk_text_write_bytes(base64->text, four, sizeof four);
    base64->held = base64->held_count = 0;
}
