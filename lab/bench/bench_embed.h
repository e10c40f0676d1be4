/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The benchmark of Farkas in other programs. */

#ifndef FARKAS_LAB_BENCH_BENCH_EMBED_H
#define FARKAS_LAB_BENCH_BENCH_EMBED_H

/* argv[1] is "embed". Returns an exit status. */
int bench_embed_verb(int argc, char **argv);

#endif
