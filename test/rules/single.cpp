/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* A program in C++17 with the two files of `make single`: asks about two boxes, and then prints what digest.c prints. */

#include "farkas.h"

#include <array>
#include <cstring>
#include <memory>

extern "C" int farkas_digest(void);

static bool boxes_are_answered()
{
    const std::array<fk_vec3, 3> edge{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    const fk_piece a = fk_piece_box(fk_vec3{0, 0, 0}, edge[0], edge[1], edge[2]);
    const fk_piece b = fk_piece_box(fk_vec3{1, 0.5, 0}, edge[0], edge[1], edge[2]);
    fk_pair_query query = fk_pair_query_default(&a, &b);
    fk_answer answer{};
    return fk_pair_verdict(&a, &b) == FK_TOUCHING && fk_pair_answer(&query, &answer) == FK_OK &&
           fk_verify(&a, &b, &answer.certificate);
}

static bool pools_run()
{
    fk_context *made = nullptr;
    if (fk_context_create(nullptr, &made) != FK_OK)
        return false;
    std::unique_ptr<fk_context, decltype(&fk_context_destroy)> context(made, fk_context_destroy);
    fk_pool *pool = nullptr;
    if (fk_pool_create(context.get(), 2, &pool) != FK_OK)
        return false;
    const fk_workers *workers = fk_pool_workers(pool);
    std::array<int, 5> done{};
    const auto task = [](void *data, uint32_t index) { static_cast<int *>(data)[index]++; };
    workers->run(workers->user, 5, task, done.data());
    fk_pool_destroy(pool);
    return done == std::array<int, 5>{{1, 1, 1, 1, 1}};
}

int main()
{
    if (std::strcmp(fk_version(), "") == 0 || !boxes_are_answered() || !pools_run())
        return 1;
    return farkas_digest();
}
