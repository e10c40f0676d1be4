#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# Installs into a scratch prefix, and builds the examples against that copy as users do (use.sh).
#
#     run.sh SOURCE_FOLDER BUILD_FOLDER SCRATCH_FOLDER

set -eu
top=$1 build=$2 scratch=$3
prefix=$scratch/prefix
rm -rf "$scratch"
mkdir -p "$scratch"

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

for tool in cmake pkgconfig; do
    sh "$top/test/install/use.sh" $tool "$top" "$prefix" "$scratch/$tool"
done

# A project that has the library in its tree: only how it is configured; what it then compiles is the library, once more.
cmake -S "$top/test/install/subdirectory" -B "$scratch/subdirectory" -DFARKAS="$top" -DFIRST="$top/examples/first.c" >/dev/null
grep -qx 'FARKAS_TOOL:BOOL=OFF' "$scratch/subdirectory/CMakeCache.txt"
echo "ok: $top as a part of another project"

# The version that pkg-config tells is the version of the tool.
"$prefix/bin/farkas" --version | grep -qF "$(PKG_CONFIG_PATH=$pkgconfig pkg-config --modversion farkas)"
