#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# Builds the library as WebAssembly.
#
#     build_wasm.sh OUTPUT [SCRATCH_FOLDER]
#
#     build_wasm.sh --sources
#
# Beside the output it writes a digest of what went into it, OUTPUT.sources, which --sources prints without building.
# The same sources give the same bytes with the same tools, which are clang 14 and wasm-opt 108 as Debian 12 has them (clang lld
# wasi-libc libclang-rt-14-dev-wasm32 binaryen). Without them the script ends with status 77.

set -u
output=$1
top=$(cd "$(dirname "$0")/.." && pwd)

# All that is compiled or included, and this script; comments are part of it.
digest_sources()
{
    (
        cd "$top" || exit 1
        find include src web/src -name '*.[ch]' -o -name '*.inc' | grep -vE '^src/(scene|page|method)/' | LC_ALL=C sort |
            xargs cat web/build_wasm.sh | sha256sum | cut -c1-64
    )
}
if [ "$output" = --sources ]; then
    digest_sources
    exit
fi
scratch=${2:-$(mktemp -d)}
[ $# -gt 1 ] || trap 'rm -rf "$scratch"' EXIT
mkdir -p "$scratch" "$(dirname "$output")"
case "$output" in
/*) ;;
*) output=$PWD/$output ;;
esac
cd "$top" || exit 2

compiler=
for name in clang-14 clang; do
    if command -v $name >/dev/null 2>&1 && $name --version | grep -q 'version 14\.'; then
        compiler=$name
        break
    fi
done
if [ -z "$compiler" ]; then
    echo "skipped: clang 14 is not installed"
    exit 77
fi
if ! wasm-opt --version 2>/dev/null | grep -q 'version 108\b'; then
    echo "skipped: wasm-opt 108 (binaryen) is not installed"
    exit 77
fi
printf '#include <math.h>\nint main(void) { return 0; }\n' >"$scratch/probe.c"
if ! $compiler --target=wasm32-wasi "$scratch/probe.c" -o "$scratch/probe" -lm 2>"$scratch/probe.log"; then
    echo "skipped: $compiler cannot build for WebAssembly: $(head -n 1 "$scratch/probe.log")"
    exit 77
fi

# All that a question about bodies, pairs or motions may need, but for what absent.c stands for; the linker leaves out what
# none does. Small is worth more here than quick, so FK_SMALL; instructions that all browsers have since 2021 are used.
# No vectors (-msimd128): clang 14 compiles them wrongly; src/base/bits.h tells what goes wrong, and refuses it.
sources=$(find src -name '*.c' | LC_ALL=C sort | grep -vE '^src/(io|broad|scene|page|split|cells|method)/|/display_mesh' |
    grep -vE '^src/check/(report_json|report_csv_junit|report_text|sha256)\.c$' |
    grep -vE '^src/pair/measure/overlap_box(|_[a-z]*)\.c$|^src/shape/bound_(sphere|obb_build)\.c$')
sources="$sources src/cells/cells_hull.c web/src/farkas.c web/src/print.c web/src/absent.c"
flags="--target=wasm32-wasi -mbulk-memory -msign-ext -mnontrapping-fptoint -std=c11 -Oz -flto -ffp-contract=off
       -DNDEBUG -DFK_SMALL -D_POSIX_C_SOURCE=200809L -fvisibility=hidden -Iinclude -Isrc
       -Wall -Wextra -Wshadow -Wconversion -Wmissing-prototypes -Wstrict-prototypes -Werror"
rm -f "$scratch"/*.o
for source in $sources; do
    object=$scratch/$(echo "$source" | tr / - | sed 's/c$/o/')
    printf '%s\n%s\n' "$source" "$object"
done >"$scratch/list"
# shellcheck disable=SC2086
xargs -n 2 -P "$(getconf _NPROCESSORS_ONLN)" sh -c 'compiler=$1 flags=$2; $compiler $flags -c "$3" -o "$4"' \
    sh "$compiler" "$(echo $flags)" <"$scratch/list" || exit 1

# Questions need 300 KiB of stack, which is the first thing in memory: to run out of it is an error, and overwrites nothing.
# The level of optimisation is in the objects; named here, it would make clang run wasm-opt on its own terms.
# shellcheck disable=SC2046
$compiler --target=wasm32-wasi -mexec-model=reactor -flto $(sed -n 'n;p' "$scratch/list") -o "$scratch/linked.wasm" -lm \
    -Wl,-z,stack-size=1048576 -Wl,--stack-first -Wl,--gc-sections -Wl,--strip-all \
    -Wl,-mllvm,-inline-threshold=-200 -Wl,-mllvm,-disable-lsr -Wl,-mllvm,-enable-merge-functions || exit 1

# What is below 1024 is the far end of the stack, and no address that a pointer is counted from: offsets can be part of
# instructions, which is every twentieth byte.
wasm-opt -Oz --converge --low-memory-unused --enable-bulk-memory --enable-sign-ext --enable-nontrapping-float-to-int \
    "$scratch/linked.wasm" -o "$output" || exit 1
chmod 644 "$output"
{ digest_sources && sha256sum <"$output" | cut -c1-64; } >"$output.sources"
echo "$output: $(wc -c <"$output") bytes"
