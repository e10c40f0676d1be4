#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# Rule: the library compiles for other machines without a warning, and gives the same bytes there.
#
#     cross.sh SOURCE_FOLDER TARGET DIGEST_PROGRAM SCRATCH_FOLDER
#
# TARGET is aarch64, mingw, wasm32; native: the newest instructions of this machine, by the other compiler; or plain: no
# vectors. The sources and digest.c are compiled and linked for it; where such programs can be run here (qemu-aarch64,
# node), the output must be that of DIGEST_PROGRAM, the digest of the build that is tested. Without the compiler, the
# rule is skipped.

set -u
top=$1 target=$2 digest=$3 scratch=$4
rm -rf "$scratch"
mkdir -p "$scratch"

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
case "$target" in
aarch64)
    need aarch64-linux-gnu-gcc
    set -- aarch64-linux-gnu-gcc -static
    runner=qemu-aarch64
    ;;
mingw)
    need x86_64-w64-mingw32-gcc
    # The macros isnan and isfinite of its <math.h> hold a conversion to float in a branch that is never taken.
    set -- x86_64-w64-mingw32-gcc -Wno-float-conversion
    speed=-O0 # it is not run
    ;;
wasm32)
    need clang
    need wasm-ld
    # The exact stage works on the stack, and wasm-ld gives a program only 64 KiB of it.
    set -- clang --target=wasm32-wasi -Wl,-z,stack-size=1048576
    runner=node
    ;;
plain)
    need gcc
    set -- gcc -DFK_PLAIN
    runner=env
    ;;
native)
    need clang
    set -- clang -march=native
    runner=env
    ;;
*)
    echo "no such target: $target" >&2
    exit 2
    ;;
esac
compiles "$@"

compiler=$1
shift
# Scenes need a library that is not there for these machines.
sources=$(ls "$top"/src/*/*.c | grep -v /src/scene/)
# shellcheck disable=SC2086
"$compiler" -std=c11 $speed -Wall -Wextra -Wshadow -Wconversion -Wmissing-prototypes -Wstrict-prototypes -Werror \
    "$@" -ffp-contract=off -D_POSIX_C_SOURCE=200809L -I "$top/include" -I "$top/src" \
    $sources "$top/test/rules/digest.c" -o "$scratch/digest" -lm || exit 1
# MinGW appends .exe.
ls "$scratch"/digest* >/dev/null || exit 1
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
"$@" "$scratch/digest" >"$scratch/output" || {
    echo "the program for $target failed" >&2
    exit 1
}
diff "$scratch/expected" "$scratch/output" >&2 || {
    echo "$target gives other bytes (above: < here, > there)" >&2
    exit 1
}
echo "the same bytes as here: $(wc -l <"$scratch/output") families"
