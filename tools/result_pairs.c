/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The parts and pairs of a result: see result_pairs.h. */

#include "result_pairs.h"

#include "cli.h"

bool result_load(fk_context *context, const char *path, const char *option, fk_result **out)
{
    fk_scene_report report;
    fk_status status = fk_result_load(context, path, &report, out);
    if (status == FK_OK)
        return true;
    bool has_message = status == FK_ERROR_SYNTAX || status == FK_ERROR_READ;
    cli_trouble_at(path, has_message ? (size_t)report.line : 0, has_message ? (size_t)report.column : 0,
                   "%s%s%s", option != NULL ? option : "", option != NULL ? ": " : "",
                   has_message ? report.message : fk_status_text(status));
    return false;
}

const fk_record *result_record(const fk_result *result)
{
    return result->check != NULL ? result->check->record : result->sweep->record;
}

uint32_t result_part_count(const fk_result *result)
{
    return result->check != NULL ? result->check->part_count : result->sweep->part_count;
}

const char *result_part_name(const fk_result *result, uint32_t part)
{
    return result->check != NULL ? result->check->part[part].name : result->sweep->part[part].part.name;
}

size_t result_pair_count(const fk_result *result)
{
    return result->check != NULL ? result->check->check->pair_count : result->sweep->sweep->pair_count;
}

result_pair result_pair_at(const fk_result *result, size_t index)
{
    result_pair out;
    if (result->check != NULL) {
        const fk_check_pair *pair = &result->check->check->pair[index];
        out = (result_pair){pair->a, pair->b, pair->kind, pair->is_clash, ""};
    } else {
        const fk_sweep_pair *pair = &result->sweep->sweep->pair[index];
        out = (result_pair){pair->a, pair->b, pair->kind, pair->is_clash, ""};
    }
    fk_clash_id(result_part_name(result, out.a), result_part_name(result, out.b), out.id);
    return out;
}
