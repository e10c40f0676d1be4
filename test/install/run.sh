#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# Installs into a scratch prefix and builds examples/first.c against that copy as users do: by CMake's find_package
# and by pkg-config, shared and static. Each program must print the same, right lines. The sources and the build
# folder are not on any path then.
#
#     run.sh SOURCE_FOLDER BUILD_FOLDER SCRATCH_FOLDER

set -eu
top=$1 build=$2 scratch=$3
prefix=$scratch/prefix
rm -rf "$scratch"
mkdir -p "$scratch"

cat >"$scratch/expected" <<'END'
verdict: apart
gap: 0.25 along (1 0 0)
proof: holds
END

# expect PROGRAM: it prints the expected lines.
expect()
{
    "$@" >"$scratch/output" || {
        echo "$*: exit status $?" >&2
        exit 1
    }
    diff -u "$scratch/expected" "$scratch/output" || {
        echo "$*: not the expected output" >&2
        exit 1
    }
    echo "ok: $*"
}

cmake --install "$build" --prefix "$prefix" >/dev/null

for file in bin/farkas include/farkas/farkas.h share/bash-completion/completions/farkas share/man/man1/farkas.1; do
    [ -f "$prefix/$file" ] || {
        echo "not installed: $file" >&2
        exit 1
    }
done
"$prefix/bin/farkas" --version

# The installed tree is moved before it is used: nothing in it may remember where it was.
mv "$prefix" "$scratch/moved"
prefix=$scratch/moved
pkgconfig=$(dirname "$(find "$prefix" -name farkas.pc)")
libraries=$(dirname "$pkgconfig")
if grep -rlF "$top" "$prefix/include" "$libraries/cmake" "$pkgconfig"; then
    echo "installed files name the source folder" >&2
    exit 1
fi

# By CMake. No generator is asked for: whatever the machine has.
cmake -S "$top/test/install/cmake" -B "$scratch/cmake" -DCMAKE_PREFIX_PATH="$prefix" \
    -DFIRST="$top/examples/first.c" >/dev/null
cmake --build "$scratch/cmake" >/dev/null
expect "$scratch/cmake/first"
expect "$scratch/cmake/first_static"

# By pkg-config, which quotes its output for a shell.  build_with OUTPUT GCC_OPTION PKG_CONFIG_OPTIONS...
PKG_CONFIG_PATH=$pkgconfig
export PKG_CONFIG_PATH
build_with()
{
    output=$scratch/$1 option=$2
    shift 2
    eval "gcc -std=c11 $option \"\$top/examples/first.c\" -o \"\$output\" $(pkg-config "$@" --cflags --libs farkas)"
}
build_with first '-Wall -Wextra -Werror'
expect env LD_LIBRARY_PATH="$libraries" "$scratch/first"
build_with first_static -static --static
expect "$scratch/first_static"

# The version that pkg-config tells is the version of the tool.
"$prefix/bin/farkas" --version | grep -qF "$(pkg-config --modversion farkas)"
