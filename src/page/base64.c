/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Bytes as base64 (RFC 4648), as they come. */

#include "page/page.h"

static const char letter[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static void put_three(char *out, uint32_t three)
{
    for (int i = 0; i < 4; i++)
        out[i] = letter[three >> (18 - 6 * i) & 63];
}

void fk_base64_put(fk_base64 *base64, const void *bytes, size_t count)
{
    const unsigned char *byte = bytes;
    char block[1024];
    size_t used = 0;
    for (size_t i = 0; i < count; i++) {
        base64->held = base64->held << 8 | byte[i];
        if (++base64->held_count < 3)
            continue;
        put_three(block + used, base64->held);
        base64->held = base64->held_count = 0;
        used += 4;
        if (used == sizeof block) {
            fk_text_put_bytes(base64->text, block, used);
            used = 0;
        }
    }
    fk_text_put_bytes(base64->text, block, used);
}

void fk_base64_end(fk_base64 *base64)
{
    uint32_t count = base64->held_count;
    if (count == 0)
        return;
    char four[4];
    put_three(four, base64->held << (8 * (3 - count)));
    for (uint32_t i = count + 1; i < 4; i++)
        four[i] = '=';
    fk_text_put_bytes(base64->text, four, sizeof four);
    base64->held = base64->held_count = 0;
}
