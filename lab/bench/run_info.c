/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Facts about a run for the head of its records: date, machine, compiler. */

#include "bench/bench.h"
#include "cli.h"

#include <inttypes.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static void add_processor(bench_records *records, const char *section)
{
    char line[512], text[512] = "unknown", *colon;
    FILE *stream = fopen("/proc/cpuinfo", "r");
    while (stream != NULL && fgets(line, sizeof line, stream)) {
        if (strncmp(line, "model name", 10) == 0 && (colon = strchr(line, ':')) != NULL) {
            snprintf(text, sizeof text, "%.*s", (int)strcspn(colon + 2, "\n"), colon + 2);
            break;
        }
    }
    if (stream != NULL)
        fclose(stream);
    bench_run_info_add(records, section, "processor", text);
    snprintf(text, sizeof text, "%ld", sysconf(_SC_NPROCESSORS_ONLN));
    bench_run_info_add(records, section, "cores", text);
    bench_run_info_add(records, section, "instructions", fk_cpu_name());
}

void bench_run_info_collect(bench_records *records, const char *section, uint64_t rounds)
{
    char text[512];
    time_t now = time(NULL);
    struct tm day;
    strftime(text, sizeof text, "%Y-%m-%d", gmtime_r(&now, &day));
    bench_run_info_add(records, section, "date", text);
    add_processor(records, section);
#ifdef __clang__
    snprintf(text, sizeof text, "clang %s", __clang_version__);
#else
    snprintf(text, sizeof text, "gcc %s", __VERSION__);
#endif
    bench_run_info_add(records, section, "compiler", text);
    bench_run_info_add(records, section, "flags", FARKAS_FLAGS);
    snprintf(text, sizeof text, "Farkas %s", fk_version());
    bench_run_info_add(records, section, "farkas", text);
    if (rounds > 0) {
        snprintf(text, sizeof text, "%" PRIu64, rounds);
        bench_run_info_add(records, section, "rounds", text);
    }
}

void bench_print_machine(FILE *out)
{
    static const char section[] = "machine";
    bench_records records = {0};
    bench_run_info_collect(&records, section, 0);
    fprintf(
        out,
        "%s, %s cores, one used; instructions of Farkas: %s. Compiler: %s, `%s`; peers are the packages "
        "of the "
        "system, called from C or C++ built with `-O2`. ",
        bench_run_info_find(&records, section, "processor"), bench_run_info_find(&records, section, "cores"),
        bench_run_info_find(&records, section, "instructions"),
        bench_run_info_find(&records, section, "compiler"), bench_run_info_find(&records, section, "flags"));
    bench_records_free(&records);
}

void bench_run_info_add_libraries(bench_records *records, const char *section, const bench_rows *rows)
{
    char text[512] = "";
    size_t length = 0;
    for (size_t i = 0; i < rows->count; i++) {
        const char *name = row_text(&rows->row[i], "library");
        bool is_seen = name[0] == '\0' || strncmp(name, "Farkas", 6) == 0;
        for (size_t k = 0; k < i && !is_seen; k++)
            is_seen = row_is(&rows->row[k], "library", name);
        if (!is_seen && length < sizeof text)
            length +=
                (size_t)snprintf(text + length, sizeof text - length, "%s%s", length > 0 ? ", " : "", name);
    }
    if (length > 0)
        bench_run_info_add(records, section, "libraries", text);
}
