/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Linked into a program that is compiled with -finstrument-functions: writes the address of each function to the file that
 * FARKAS_WALK names, in the order of their first entries. For test/walk.sh. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define SLOTS (1u << 16)

static uintptr_t seen[SLOTS];
static FILE *out;

void __cyg_profile_func_enter(void *function, void *caller);
void __cyg_profile_func_exit(void *function, void *caller);

__attribute__((no_instrument_function)) void __cyg_profile_func_enter(void *function, void *caller)
{
    uintptr_t address = (uintptr_t)function;
    uint32_t slot = (uint32_t)(address * 0x9e3779b97f4a7c15u >> 48);
    (void)caller;
    while (seen[slot] != 0 && seen[slot] != address)
        slot = (slot + 1) % SLOTS;
    if (seen[slot] == address)
        return;
    seen[slot] = address;
    if (out == NULL && getenv("FARKAS_WALK") != NULL)
        out = fopen(getenv("FARKAS_WALK"), "w");
    if (out != NULL)
        fprintf(out, "%#lx\n", (unsigned long)address);
}

__attribute__((no_instrument_function)) void __cyg_profile_func_exit(void *function, void *caller)
{
    (void)function;
    (void)caller;
}
