#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# How large the library is without symbols, a program that asks for one verdict and is linked with the static library, and the module
# for the web.
#
#     embed_sizes.sh FARKAS SCRATCH_FOLDER ROUNDS

set -eu
top=$(dirname "$(readlink -f "$0")")/..
build=$(dirname "$1")
scratch=$2

# row SCENE BYTES
row() {
    awk -v scene="$1" -v bytes="$2" 'BEGIN {
        printf "{\"work\":\"size\",\"scene\":\"%s\",\"by\":\"Farkas\",\"unit\":\"kB\",\"value\":%.3f}\n", scene, bytes / 1000 }'
}

strip -o "$scratch/library" "$build/libfarkas.so"
row "libfarkas.so" "$(wc -c <"$scratch/library")"
${CC:-cc} -std=c11 -O2 -I "$top/include" "$top/examples/first.c" "$build/libfarkas.a" -lm -pthread -Wl,--gc-sections -s \
    -o "$scratch/first"
row "a program with one verdict" "$(wc -c <"$scratch/first")"
row "farkas.wasm" "$(wc -c <"$top/web/dist/farkas.wasm")"
row "farkas.wasm, compressed" "$(gzip -9 -c "$top/web/dist/farkas.wasm" | wc -c)"
