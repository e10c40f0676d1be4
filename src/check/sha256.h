/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* SHA-256 (FIPS 180-4): the hash that identifies input files and clashes. */

#ifndef FARKAS_CHECK_SHA256_H
#define FARKAS_CHECK_SHA256_H

#include "farkas/base.h"

typedef struct fk_sha256 {
    uint32_t state[8];
    uint64_t bytes; /* so far */
    unsigned char block[64];
} fk_sha256;

#define FK_SHA256_TEXT 65

fk_sha256 fk_sha256_make(void);
void fk_sha256_add(fk_sha256 *hash, const void *bytes, size_t count);
/* Writes the hexadecimal digits, with a terminator. The hash cannot be used afterwards. */
void fk_sha256_end(fk_sha256 *hash, char text[FK_SHA256_TEXT]);

#endif
