#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# Rule: without symbols, the shared library and a program that asks for one verdict and is linked with the static library
# are not larger than they were, by more than a few hundredths. Who needs more room changes the numbers here, and says why. They are of
# gcc 12 for x86-64; the rule is skipped for others, and where the build is not the one that users get.
#
#     size.sh TOP SHARED_LIBRARY STATIC_LIBRARY SCRATCH

set -u
top=$1
shared=$2
static=$3
scratch=$4
most_shared=3260000
most_program=1010000

cc=${CC:-gcc}
case $($cc -dumpmachine 2>/dev/null)-$($cc -dumpversion 2>/dev/null) in
x86_64-*linux*-12*) ;;
*) exit 77 ;;
esac
mkdir -p "$scratch"

# check WHAT FILE MOST
check() {
    strip -o "$scratch/stripped" "$2" || exit 1
    size=$(wc -c <"$scratch/stripped")
    echo "$1: $size bytes, at most $3"
    [ "$size" -le "$3" ] || {
        echo "$1 has grown: see test/rules/size.sh" >&2
        exit 1
    }
}

check "shared library" "$shared" $most_shared
$cc -std=c11 -O2 -I "$top/include" "$top/examples/first.c" "$static" -lm -pthread -Wl,--gc-sections \
    -o "$scratch/first" || exit 1
check "first.c with the static library" "$scratch/first" $most_program
