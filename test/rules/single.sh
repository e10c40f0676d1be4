#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# Rule: `make single` writes the same two files each time; farkas.h, with nothing else beside it, compiles as C11 and as
# C++17 without a warning; farkas.c includes no other file of ours, and refuses arithmetic that is not that of IEEE. The
# rules cross_* compile and run it.
#
#     single.sh SOURCE_FOLDER OUTPUT_FOLDER

set -u
top=$1 out=$2
rm -rf "$out"
mkdir -p "$out/again"
python=${PYTHON:-python3}
command -v "$python" >/dev/null 2>&1 || {
    echo "skipped: python3 is not installed"
    exit 77
}
# The order of sets depends on this number.
PYTHONHASHSEED=1 "$python" -B "$top/cmake/single.py" "$top" "$out" --gen >/dev/null || exit 1
PYTHONHASHSEED=2 "$python" -B "$top/cmake/single.py" "$top" "$out/again" >/dev/null || exit 1
for file in farkas.h farkas.c; do
    cmp "$out/$file" "$out/again/$file" || exit 1
done
rm -r "$out/again"

# All that the public headers declare is in the one.
sed -n 's|^#include "\(farkas/.*\)"|'"$top/include/"'\1|p' "$top/include/farkas/farkas.h" >"$out/headers"
# shellcheck disable=SC2046
sh "$top/test/rules/api.sh" $(cat "$out/headers") >"$out/declared"
sh "$top/test/rules/api.sh" "$out/farkas.h" | diff "$out/declared" - || exit 1
[ "$(wc -l <"$out/declared")" -gt 100 ] || exit 1

# checked COMPILER OPTION...: the file compiles without a warning.
checked()
{
    "$@" -Wall -Wextra -Wconversion -Wshadow -Werror -fsyntax-only || {
        echo "failed: $*" >&2
        exit 1
    }
}

cd "$out" || exit 1
others=$(grep -n '^[ \t]*#[ \t]*include[ \t]*[^ <]' farkas.c | grep -v ':#include "farkas.h"$')
[ -z "$others" ] || {
    echo "farkas.c includes: $others" >&2
    exit 1
}
printf '#include "farkas.h"\n#include "farkas.h"\n' >user.c
cp user.c user.cpp
for compiler in gcc clang; do
    command -v $compiler >/dev/null 2>&1 || continue
    checked $compiler -std=c11 -Wpedantic user.c
    for flag in -ffast-math -ffinite-math-only; do
        if $compiler $flag -E farkas.c >preprocessed 2>log || ! grep -q 'needs IEEE arithmetic' log; then
            echo "$compiler $flag is not refused" >&2
            exit 1
        fi
    done
done
for compiler in g++ clang++; do
    command -v $compiler >/dev/null 2>&1 || continue
    checked $compiler -std=c++17 -Wpedantic user.cpp
done
rm -f user.c user.cpp preprocessed log
echo "$(wc -l <declared) public functions; farkas.c has $(wc -l <farkas.c) lines"
