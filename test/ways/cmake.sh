#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# CMake: find_package of an installed copy; FetchContent of the archive; add_subdirectory of the source tree.
#
#     cmake.sh ARCHIVE

set -eu
tar -x -f "$1"
source=$(echo "$PWD"/farkas-*)
first=$source/examples/first.c

make -C "$source" install PREFIX="$HOME/farkas" >/dev/null
sh "$source/test/install/use.sh" cmake "$source" "$HOME/farkas" examples

# consumer NAME OPTION: a project that builds the library itself. Without scenes, pictures and the tool it needs a C compiler alone.
consumer()
{
    cmake -S "$source/test/install/subdirectory" -B "$1" -DCMAKE_BUILD_TYPE=Release -DFIRST="$first" "$2" >/dev/null
    cmake --build "$1" --parallel "$(nproc)" >/dev/null
    for program in first first_static; do
        "$1/$program" | grep -qx 'proof: holds'
        echo "ok: $1/$program"
    done
}
consumer fetched -DARCHIVE="$1"
consumer subdirectory -DFARKAS="$source"
