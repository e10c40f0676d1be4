/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Sections of docs/bench.md, one for each benchmark. Only what stands between two marks is written anew; the rest of the page is
 * kept. */

#include "bench_program.h"
#include "cli.h"
#include "participant.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- Machine ------------------------------------------------------------------------------------------- */

static void print_processor(FILE *out)
{
    char line[512], *colon;
    FILE *stream = fopen("/proc/cpuinfo", "r");
    while (stream != NULL && fgets(line, sizeof line, stream)) {
        if (strncmp(line, "model name", 10) == 0 && (colon = strchr(line, ':')) != NULL) {
            fprintf(out, "%.*s", (int)strcspn(colon + 2, "\n"), colon + 2);
            break;
        }
    }
    if (stream != NULL)
        fclose(stream);
    fprintf(out, ", %ld cores, one used; instructions of Farkas: %s. ", sysconf(_SC_NPROCESSORS_ONLN),
            fk_cpu_name());
}

void bench_print_machine(FILE *out)
{
    print_processor(out);
#ifdef __clang__
    fprintf(out, "Compiler: clang %s, ", __clang_version__);
#else
    fprintf(out, "Compiler: gcc %s, ", __VERSION__);
#endif
    fprintf(out, "`%s`; peers are the packages of the system, called from C or C++ built with `-O2`. ",
            FARKAS_FLAGS);
}

void bench_print_libraries(const char *library, size_t stride, size_t count, FILE *out)
{
    const char *before = "";
    for (size_t i = 0; i < count; i++) {
        const char *name = library + i * stride;
        bool is_seen = name[0] == '\0';
        for (size_t k = 0; k < i && !is_seen; k++)
            is_seen = strcmp(name, library + k * stride) == 0;
        if (is_seen)
            continue;
        fprintf(out, "%s%s", before, name);
        before = ", ";
    }
}

/* ---- Page ---------------------------------------------------------------------------------------------- */

/* The whole file as text, allocated; a title when there is none. NULL after a message. */
static char *read_page(const char *path)
{
    static const char title[] = "# Benchmarks\n\n";
    FILE *stream = fopen(path, "r");
    if (stream == NULL && errno == ENOENT) {
        char *page = bench_allocate(sizeof title, 1);
        memcpy(page, title, sizeof title);
        return page;
    }
    size_t length = 0, capacity = 1 << 22;
    char *page = bench_allocate(capacity, 1);
    if (stream != NULL)
        length = fread(page, 1, capacity - 1, stream);
    if (stream == NULL || ferror(stream) || length == capacity - 1) {
        cli_trouble_at(path, 0, 0, "%s", length == capacity - 1 ? "too long" : strerror(errno));
        free(page);
        page = NULL;
    }
    if (stream != NULL)
        fclose(stream);
    return page;
}

bool bench_section_write(const char *path, const char *benchmark, bench_print_function *print,
                         const void *user)
{
    char mark[2][64];
    snprintf(mark[0], sizeof mark[0], "<!-- farkas bench %s: begin -->\n", benchmark);
    snprintf(mark[1], sizeof mark[1], "<!-- farkas bench %s: end -->\n", benchmark);
    char *page = read_page(path);
    cli_file file;
    if (page == NULL)
        return false;
    if (!cli_file_create(&file, path)) {
        free(page);
        return false;
    }
    char *begin = strstr(page, mark[0]), *end = strstr(page, mark[1]);
    bool is_marked = begin != NULL && end != NULL && begin < end;
    fwrite(page, 1, is_marked ? (size_t)(begin - page) : strlen(page), file.stream);
    fputs(mark[0], file.stream);
    print(user, file.stream);
    fputs(mark[1], file.stream);
    if (is_marked)
        fputs(end + strlen(mark[1]), file.stream);
    free(page);
    return cli_file_commit(&file);
}
