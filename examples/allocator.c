/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* An allocator of your own: all memory of the library comes from it, and goes back to it with its size. Here it has a limit, and
 * counts. Where there is no memory, a call says so, leaves its results alone, and loses nothing. */

#include <farkas/farkas.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct purse {
    size_t used, most, limit;
} purse;

static void *take(void *user, size_t bytes)
{
    purse *p = user;
    void *block = bytes <= p->limit - p->used ? malloc(bytes) : NULL;
    if (block == NULL)
        return NULL;
    p->used += bytes;
    p->most = p->used > p->most ? p->used : p->most;
    return block;
}

static void give_back(void *user, void *block, size_t bytes)
{
    purse *p = user;
    p->used -= bytes; /* `block` is what take has returned for as many bytes */
    free(block);
}

/* Builds a convex hull, and frees it. */
static fk_status work(fk_context *context)
{
    const fk_vec3 point[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    fk_hull *hull;
    fk_status status = fk_hull_build(context, point, 4, &hull);
    if (status == FK_OK)
        fk_hull_free(context, hull);
    return status;
}

int main(void)
{
    purse p = {.limit = (size_t)1 << 20};
    fk_context_options options = fk_context_options_default();
    options.allocator = (fk_allocator){&p, take, give_back};
    fk_context *context;
    if (fk_context_create(&options, &context) != FK_OK)
        return 2;
    size_t before = p.used;
    printf("with enough memory: %s; left: %zu bytes\n", fk_status_text(work(context)), p.used - before);
    p.limit = (before + p.most) / 2;
    printf("with half of it: %s; left: %zu bytes\n", fk_status_text(work(context)), p.used - before);
    fk_context_destroy(context);
    return p.used == 0 ? 0 : 1;
}
