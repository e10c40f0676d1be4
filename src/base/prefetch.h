/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Asking for memory that will be read soon. */

#ifndef FARKAS_BASE_PREFETCH_H
#define FARKAS_BASE_PREFETCH_H

static inline void fk_prefetch(const void *address)
{
#ifdef __GNUC__
    __builtin_prefetch(address);
#else
    (void)address;
#endif
}

#endif
