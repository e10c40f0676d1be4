#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# The walk of a command through the sources: the files that it enters, in order.
#
#     walk.sh [-v] VERB [ARGUMENT]...
#
# Builds the command in build-walk without optimisation, runs it, and prints each function at its first entry (-v), or the files
# in the order of theirs; and how many files there are, how often the folder changes from one function to the next, and the
# longest file. Functions of headers are left out.

set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
verbose=no
[ "${1:-}" != -v ] || { verbose=yes; shift; }
[ $# -gt 0 ] || { sed -n '5,11s/^# \{0,1\}//p' "$0"; exit 2; }
build=$top/build-walk
if [ ! -f "$build/CMakeCache.txt" ]; then
    mkdir -p "$build"
    cc -O1 -c "$top/test/walk.c" -o "$build/walk.o"
    cmake -S "$top" -B "$build" -DCMAKE_BUILD_TYPE=Debug -DFARKAS_TESTS=OFF -DFARKAS_VIEW=OFF --log-level=WARNING \
        -DCMAKE_C_FLAGS='-O0 -g -fno-inline -no-pie -finstrument-functions' -DCMAKE_EXE_LINKER_FLAGS="$build/walk.o -no-pie" >/dev/null
fi
cmake --build "$build" --parallel "$(nproc)" --target farkas >/dev/null
FARKAS_WALK=$build/walk.txt "$build/farkas" "$@" >/dev/null || true
addr2line -f -e "$build/farkas" <"$build/walk.txt" | sed "s|$top/||; s|build-walk/../||" | paste - - | sed 's/:[0-9?]*\( .*\)\{0,1\}$//' | grep '\.c$' >"$build/steps.txt"
if [ $verbose = yes ]; then
    awk -F'\t' '{ print $2 ": " $1 }' "$build/steps.txt"
else
    awk -F'\t' '!seen[$2]++ { print $2 }' "$build/steps.txt"
fi
longest=$(cut -f2 "$build/steps.txt" | sort -u | (cd "$top" && xargs wc -l) | grep -v ' total$' | sort -rn | head -n 1 | awk '{ print $2 " of " $1 " lines" }')
awk -F'\t' -v longest="$longest" '
    { folder = $2; sub(/\/[^\/]*$/, "", folder); if (NR > 1 && folder != last) changes++; last = folder; files += !seen[$2]++ }
    END { printf "%d functions in %d files, %d changes of folder; the longest is %s\n", NR, files, changes, longest }' "$build/steps.txt" >&2
