/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Where a result comes from: ids of clashes, and files that were read. See farkas/report.h. */

#include "farkas/check.h"

#include <string.h>

#include "check/sha256.h"
#include "io/file.h"

void fk_clash_id(const char *a, const char *b, char id[FK_CLASH_ID_SIZE])
{
    size_t length_a = strlen(a), length_b = strlen(b);
    int order = memcmp(a, b, length_a < length_b ? length_a : length_b);
    bool is_swapped = order != 0 ? order > 0 : length_a > length_b;
    char text[FK_SHA256_TEXT];
    fk_sha256 hash = fk_sha256_make();
    /* With the end mark of the first, so that it is known where the second begins. */
    fk_sha256_add(&hash, is_swapped ? b : a, (is_swapped ? length_b : length_a) + 1);
    fk_sha256_add(&hash, is_swapped ? a : b, is_swapped ? length_a : length_b);
    fk_sha256_end(&hash, text);
    memcpy(id, text, FK_CLASH_ID_SIZE - 1);
    id[FK_CLASH_ID_SIZE - 1] = '\0';
}

const char *fk_review_word(fk_review review)
{
#define FK_REVIEW_WORD(name, word) word,
    static const char *const words[] = {FK_REVIEW_LIST(FK_REVIEW_WORD)};
#undef FK_REVIEW_WORD
    return (unsigned)review < FK_REVIEW_COUNT ? words[review] : "";
}

fk_status fk_input_file_read(const char *path, fk_input_file *out)
{
    fk_file file;
    char buffer[1 << 14];
    fk_sha256 hash = fk_sha256_make();
    if (!fk_file_open(&file, path))
        return FK_ERROR_READ;
    size_t count;
    while ((count = fk_file_read(&file, buffer, sizeof buffer)) > 0 && count != FK_READ_FAILED)
        fk_sha256_add(&hash, buffer, count);
    (void)fk_file_close(&file);
    if (count == FK_READ_FAILED)
        return FK_ERROR_READ;
    out->path = path;
    out->bytes = hash.bytes;
    fk_sha256_end(&hash, out->sha256);
    return FK_OK;
}
