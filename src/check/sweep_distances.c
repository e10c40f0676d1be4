/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Distances over time as CSV: a line of names, then the samples of each pair. */

#include "base/context.h"
#include "check/check.h"
#include "check/report.h"

static void write_samples(fk_text *text, const fk_sweep_sampler *sampler, uint32_t a, uint32_t b,
                          const fk_sweep_sample *sample)
{
    const fk_sweep_part *part = sampler->bodies.part;
    for (uint32_t i = 0; i < sampler->count; i++, sample++) {
        const double number[] = {sample->distance.lo, sample->distance.hi, sample->least};
        fk_text_print(text, "%x,%c,%c", sample->time, part[a].part.name, part[b].part.name);
        for (int k = 0; k < 3; k++)
            fk_text_print(text, fk_is_finite(number[k]) ? ",%f" : ",", number[k]);
        fk_text_write(text, "\n");
    }
}

static fk_status write_all_samples(fk_text *text, const fk_sweep_sampler *sampler,
                                   const fk_sweep_options *options, fk_sweep_sample *sample)
{
    fk_status status = FK_OK;
    fk_text_write(text, "t,a,b,lo,hi,least\n");
    for (uint32_t a = 0; a < sampler->bodies.count; a++)
        for (uint32_t b = a + 1; status == FK_OK && b < sampler->bodies.count; b++) {
            fk_check_rule rule =
                options->select != NULL ? options->select(options->user, a, b) : options->rule;
            if (!rule.is_tested || rule.ignored != NULL)
                continue;
            status = fk_sweep_sampler_fill(sampler, a, b, true, sample);
            if (status == FK_OK)
                write_samples(text, sampler, a, b, sample);
        }
    return status;
}

fk_status fk_sweep_write_distances(const fk_sweep_distances *what, fk_write_function *write, void *user)
{
    fk_context inner, *used = fk_context_begin(what->context, what->options.cancel, &inner);
    fk_sweep_sampler sampler = {.bodies = {.context = used,
                                           .motion = what->motion,
                                           .part = what->part,
                                           .count = what->part_count,
                                           .from = what->options.from,
                                           .to = what->options.to},
                                .workers = what->options.workers,
                                .count = what->samples,
                                .tolerance = what->options.tolerance,
                                .max_tests = what->options.max_tests,
                                .max_seconds = what->options.max_seconds};
    fk_text text = fk_text_make(write, user);
    size_t bytes = what->samples * sizeof(fk_sweep_sample);
    fk_sweep_sample *sample = fk_allocate(what->context, bytes);
    fk_status status =
        sample != NULL ? fk_sweep_bodies_build(&sampler.bodies, sampler.workers) : FK_ERROR_MEMORY;
    if (status == FK_OK) {
        status = write_all_samples(&text, &sampler, &what->options, sample);
        fk_sweep_bodies_free(&sampler.bodies);
    }
    fk_release(what->context, sample, bytes);
    fk_status written = fk_text_end(&text);
    return status != FK_OK ? fk_context_end(what->context, used, status) : written;
}
