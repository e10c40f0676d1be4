#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# Rule: a compiler that gets vectors of WebAssembly wrong is refused (src/base/bits.h), and without vectors none is.
#
#     wasm_vectors.sh SOURCE_FOLDER SCRATCH_FOLDER
#
# Whether it does is seen from a program: a number is read, overwritten, and what was read is used alone and in a vector.
# Without clang, its library for WebAssembly or node the rule is skipped.

set -u
top=$1 scratch=$2
rm -rf "$scratch"
mkdir -p "$scratch"
for command in clang wasm-ld node; do
    command -v $command >/dev/null 2>&1 && continue
    echo "skipped: $command is not installed"
    exit 77
done

cat >"$scratch/program.c" <<'end'
#include <stdio.h>
typedef double two __attribute__((vector_size(16)));
double take(double *p, two *sum);
__attribute__((noinline)) double take(double *p, two *sum)
{
    double old = *p;
    *p = 1.0;
    *sum += (two){old, old};
    return old;
}
int main(void)
{
    double number = 7.0;
    two sum = {0.0, 0.0};
    double old = take(&number, &sum);
    printf("%g %g %g %g\n", number, old, sum[0], sum[1]);
    return 0;
}
end
set -- clang --target=wasm32-wasi -std=c11 -O2
if ! "$@" -msimd128 "$scratch/program.c" -o "$scratch/program" 2>"$scratch/log"; then
    echo "skipped: clang cannot build for WebAssembly: $(head -n 1 "$scratch/log")"
    exit 77
fi
output=$(node --no-warnings "$top/test/rules/wasi.mjs" "$scratch/program") || exit 1

# takes OPTION...: the library lets itself be compiled so.
printf '#include "base/bits.h"\n' >"$scratch/library.c"
takes()
{
    clang --target=wasm32-wasi -std=c11 -fsyntax-only -I "$top/include" -I "$top/src" "$@" "$scratch/library.c" 2>"$scratch/log"
}

takes || {
    echo "refused without vectors: $(head -n 1 "$scratch/log")" >&2
    exit 1
}
if [ "$output" = "1 7 7 7" ]; then
    echo "clang compiles vectors of WebAssembly as it should"
    exit 0
fi
for option in -O2 -DFK_PLAIN; do
    if takes -msimd128 $option; then
        echo "clang makes '$output' of what should be '1 7 7 7', and is not refused with $option" >&2
        exit 1
    fi
    grep -q 'clang before version 16' "$scratch/log" || exit 1
done
echo "clang makes '$output' of what should be '1 7 7 7', and is refused"
