/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Units of length, and lengths as text. An inch is 127 fifths of a millimetre, so all ratios are those of
 * small whole numbers.
 *
 * Weak inputs: lengths beyond 2^1011, whose products overflow on the way. */

#include <string.h>

#include "base/bits.h"
#include "farkas/scene.h"

static const struct {
    const char *word;
    int fifths; /* of a millimetre */
} known[FK_UNIT_COUNT] = {
#define ROW(name, word, fifths) {word, fifths},
    FK_UNIT_LIST(ROW)
#undef ROW
};

const char *fk_unit_word(fk_unit unit)
{
    return (unsigned)unit < FK_UNIT_COUNT ? known[unit].word : "";
}

bool fk_unit_find(const char *word, size_t length, fk_unit *out)
{
    for (int i = 0; i < FK_UNIT_COUNT; i++)
        if (strlen(known[i].word) == length && memcmp(known[i].word, word, length) == 0) {
            *out = (fk_unit)i;
            return true;
        }
    return false;
}

double fk_length_convert(double length, fk_unit from, fk_unit to)
{
    int p = known[from].fifths, q = known[to].fifths;
    for (int divisor = 10; divisor > 1; divisor--)
        while (p % divisor == 0 && q % divisor == 0) {
            p /= divisor;
            q /= divisor;
        }
    return p == q ? length : length * p / q;
}

bool fk_length_parse(const char *text, size_t length, fk_unit unit, double *out)
{
    size_t digits = length;
    while (digits > 0 && ((text[digits - 1] >= 'a' && text[digits - 1] <= 'z') || text[digits - 1] == ' '))
        digits--;
    size_t word = digits;
    while (word < length && text[word] == ' ')
        word++;
    double value;
    fk_unit own = unit;
    if (!fk_number_parse(text, digits, &value) || !fk_is_finite(value) || fk_sign_of(value) < 0)
        return false;
    if (word < length ? !fk_unit_find(text + word, length - word, &own) : digits < length)
        return false;
    value = fk_length_convert(value, own, unit);
    if (!fk_is_finite(value))
        return false;
    *out = value;
    return true;
}
