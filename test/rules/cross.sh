#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# Rule: the two files of `make single` compile for all machines without a warning, and give the same bytes there.
#
#     cross.sh SOURCE_FOLDER TARGET SINGLE_FOLDER DIGEST_PROGRAM SCRATCH_FOLDER
#
# TARGET is aarch64, mingw, wasm32; native: the newest instructions of this machine, by clang and clang++; or plain: no
# vectors, by gcc and g++. farkas.c with gen.c and digest.c behind it is compiled and linked for it, for the last two with a program
# in C++17. Where such programs can be run here (qemu-aarch64, wine, node), the output must be that of DIGEST_PROGRAM, the
# digest of the build that is tested. Contraction is not switched off by an option, as farkas.c does that itself; the
# processors of aarch64, native and plain would fuse operations. The last two ask for all that the C library declares, as some
# programs do, so that a name of ours that is also one of its is seen. Without the compiler, the rule is skipped.

set -u
top=$1 target=$2 single=$3 digest=$4 scratch=$5
rm -rf "$scratch"
mkdir -p "$scratch"
[ -f "$single/farkas.c" ] || {
    echo "skipped: farkas.c was not written"
    exit 77
}

# need COMMAND: skip without it.
need()
{
    command -v "$1" >/dev/null 2>&1 && return
    echo "skipped: $1 is not installed"
    exit 77
}

# compiles COMPILER...: it can make a program for the target at all.
compiles()
{
    printf '#include <math.h>\n#include <stdio.h>\nint main(void) { return puts("") < 0; }\n' >"$scratch/probe.c"
    "$@" "$scratch/probe.c" -o "$scratch/probe" -lm 2>"$scratch/probe.log" && return
    echo "skipped: $1 has no C library for this target: $(head -n 1 "$scratch/probe.log")"
    exit 77
}

runner=
speed=-O1
linker= # for a main in C++
stack=
case "$target" in
aarch64)
    need aarch64-linux-gnu-gcc
    set -- aarch64-linux-gnu-gcc -static -pthread
    runner=qemu-aarch64
    ;;
mingw)
    need x86_64-w64-mingw32-gcc
    # The macros isnan and isfinite of its <math.h> hold a conversion to float in a branch that is never taken.
    set -- x86_64-w64-mingw32-gcc -Wno-float-conversion
    runner=wine
    command -v wine >/dev/null 2>&1 || speed=-O0 # it is not run
    ;;
wasm32)
    need clang
    need wasm-ld
    set -- clang --target=wasm32-wasi
    # The exact stage works on the stack, and wasm-ld gives a program only 64 KiB of it.
    stack=-Wl,-z,stack-size=1048576
    runner=node
    ;;
plain)
    need gcc
    need g++
    set -- gcc -DFK_PLAIN -march=native -D_GNU_SOURCE -pthread
    linker=g++
    runner=env
    ;;
native)
    need clang
    need clang++
    set -- clang -march=native -D_GNU_SOURCE -pthread
    speed=-O0 # five times as quick to compile; the other builds of clang are optimised
    linker=clang++
    runner=env
    ;;
*)
    echo "no such target: $target" >&2
    exit 2
    ;;
esac
compiles "$@"

# Inner functions are static, so digest.c is compiled behind farkas.c. Its own includes are of headers that are in there.
warnings="-Wall -Wextra -Wconversion -Wshadow -Wno-psabi -Werror"
# shellcheck disable=SC2086
"$@" ${linker:+-DDIGEST_ONLY} $speed $warnings -Wmissing-prototypes -Wstrict-prototypes -I "$top/include" -I "$top/src" -I "$top" \
    -include "$single/farkas.c" -include "$single/gen.c" -c "$top/test/rules/digest.c" -o "$scratch/digest.o" || exit 1
if [ -n "$linker" ]; then
    shift
    # shellcheck disable=SC2086
    "$linker" "$@" -std=c++17 $warnings -I "$single" "$top/test/rules/single.cpp" "$scratch/digest.o" -o "$scratch/digest" -lm || exit 1
    # Nothing else leaves the file.
    nm -g --defined-only "$scratch/digest.o" | awk '{ print $NF }' | grep -vx farkas_digest | LC_ALL=C sort |
        diff "$single/declared" - || {
        echo "farkas.o has other functions than the headers (above: < declared, > there)" >&2
        exit 1
    }
else
    # shellcheck disable=SC2086
    "$@" $stack "$scratch/digest.o" -o "$scratch/digest" -lm || exit 1
fi
program=$scratch/digest
[ "$target" != mingw ] || program=$program.exe
[ -f "$program" ] || exit 1
echo "compiled and linked for $target"

if ! command -v "${runner:-no-runner}" >/dev/null 2>&1; then
    echo "not run: nothing here runs such programs"
    exit 0
fi
"$digest" >"$scratch/expected" || exit 1
if [ "$runner" = node ]; then
    set -- node --no-warnings "$top/test/rules/wasi.mjs"
else
    set -- "$runner"
fi
# Windows ends lines in its own way.
"$@" "$program" >"$scratch/raw" || {
    echo "the program for $target failed" >&2
    exit 1
}
tr -d '\r' <"$scratch/raw" >"$scratch/output"
diff "$scratch/expected" "$scratch/output" >&2 || {
    echo "$target gives other bytes (above: < here, > there)" >&2
    exit 1
}
echo "the same bytes as here: $(wc -l <"$scratch/output") families"
