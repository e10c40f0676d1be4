/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Feeds every file of a folder to a fuzz target, so that kept inputs are tested by every compiler, without
 * libFuzzer. A folder without files is a failure: a test that tests nothing must not pass. */

#include <dirent.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The whole file in a block of exactly its size, so that reading past the end is seen. NULL on failure. */
static uint8_t *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    uint8_t *data = NULL;
    if (file == NULL)
        return NULL;
    if (fseek(file, 0, SEEK_END) == 0) {
        long length = ftell(file);
        rewind(file);
        if (length >= 0 && (data = malloc(length > 0 ? (size_t)length : 1)) != NULL) {
            *size = fread(data, 1, (size_t)length, file);
            if (*size != (size_t)length) {
                free(data);
                data = NULL;
            }
        }
    }
    fclose(file);
    return data;
}

static int replay(const char *path)
{
    size_t size = 0;
    uint8_t *data = read_file(path, &size);
    if (data == NULL) {
        fprintf(stderr, "%s: cannot be read\n", path);
        return 1;
    }
    /* Named first, so that a crash shows which input it was. */
    printf("%s: %zu bytes\n", path, size);
    fflush(stdout);
    int result = LLVMFuzzerTestOneInput(data, size);
    free(data);
    return result != 0;
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: %s FOLDER\n", argv[0]);
        return 2;
    }
    DIR *folder = opendir(argv[1]);
    if (folder == NULL) {
        fprintf(stderr, "%s: no such folder\n", argv[1]);
        return 2;
    }
    int failures = 0, count = 0;
    for (struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
        char path[4096];
        if (entry->d_name[0] == '.')
            continue;
        int length = snprintf(path, sizeof path, "%s/%s", argv[1], entry->d_name);
        if (length < 0 || (size_t)length >= sizeof path) {
            fprintf(stderr, "%s: the path is too long\n", entry->d_name);
            failures++;
            continue;
        }
        failures += replay(path);
        count++;
    }
    closedir(folder);
    printf("%d inputs, %d failures\n", count, failures);
    return count == 0 || failures > 0;
}
