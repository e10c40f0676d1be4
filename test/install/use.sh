#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# Builds the examples against an installed copy, as users do: first.c and scene.c shared and static, picture.c too but for the
# static one of pkg-config, queries.c by pkg-config. Each program must print the right lines. The sources and the build folder
# are not on any path then.
#
#     use.sh cmake|pkgconfig SOURCE_FOLDER PREFIX SCRATCH_FOLDER

set -eu
tool=$1 top=$2 prefix=$3 scratch=$4
rm -rf "$scratch"
mkdir -p "$scratch"
pkgconfig=$(dirname "$(find "$prefix"/lib* -name farkas.pc)")
libraries=$(dirname "$pkgconfig")
scene=$top/examples/scene/cell.json

cat >"$scratch/first.expected" <<'END'
verdict: apart
gap: 0.25 along (1 0 0)
proof: holds
END
cat >"$scratch/queries.expected" <<'END'
hull: 6 corners and 5 faces
apart, at least 1.5 away, nearest at (-1 -1 0)
moving down by 1 per second it arrives after 1.5 s, and is through after 4.5 s
END
cat >"$scratch/scene.expected" <<'END'
7 parts in mm
  table: box at (0 0 -10)
  left_bracket: 28 triangles at (0 0 0)
  right_bracket: 28 triangles at (120 0 0)
  fit/peg: 64 triangles at (-80 0 5)
  fit/block: 80 triangles at (-80 0 5)
  gripper: capsule at (17 0 60)
  camera: hull at (-100 0 150)
test: tools and all, clearance 5
test: all and all, clearance 0
not tested: table and *_bracket, bolted to the table
not tested: fit/peg and fit/block, press fit
END

cat >"$scratch/picture.expected" <<'END'
wall and peg: hard
640 x 400 pixels
END

# expect EXAMPLE PROGRAM...: it prints the lines that are expected of this example.
expect()
{
    example=$1
    shift
    "$@" >"$scratch/output" || {
        status=$?
        if [ "$example" = picture ] && [ $status = 3 ]; then
            echo "skipped, without OpenGL: $*"
            return
        fi
        echo "$*: exit status $status" >&2
        exit 1
    }
    diff -u "$scratch/$example.expected" "$scratch/output" || {
        echo "$*: not the expected output" >&2
        exit 1
    }
    echo "ok: $*"
}

# No generator is asked for: whatever the machine has.
use_cmake()
{
    cmake -S "$top/test/install/cmake" -B "$scratch/cmake" -DCMAKE_PREFIX_PATH="$prefix" \
        -DFIRST="$top/examples/first.c" -DSCENE="$top/examples/scene.c" \
        -DPICTURE="$top/examples/picture.c" >/dev/null
    cmake --build "$scratch/cmake" >/dev/null
    expect first "$scratch/cmake/first"
    expect first "$scratch/cmake/first_static"
    expect scene "$scratch/cmake/scene" "$scene"
    expect scene "$scratch/cmake/scene_static" "$scene"
    expect picture "$scratch/cmake/picture" "$scratch/picture.png"
    expect picture "$scratch/cmake/picture_static" "$scratch/picture.png"
}

# build_with EXAMPLE SUFFIX GCC_OPTION PACKAGE PKG_CONFIG_OPTIONS...: pkg-config quotes its output for a shell.
build_with()
{
    # shellcheck disable=SC2034
    source=$top/examples/$1.c output=$scratch/$1$2 option=$3 package=$4
    shift 4
    eval "gcc -std=c11 $option \"\$source\" -o \"\$output\" $(pkg-config "$@" --cflags --libs "$package")"
}

use_pkgconfig()
{
    export PKG_CONFIG_PATH="$pkgconfig"
    for example in first queries; do
        build_with "$example" '' '-Wall -Wextra -Werror' farkas
        expect "$example" env LD_LIBRARY_PATH="$libraries" "$scratch/$example"
        build_with "$example" _static -static farkas --static
        expect "$example" "$scratch/${example}_static"
    done
    build_with scene '' '-Wall -Wextra -Werror' farkas-scene
    expect scene env LD_LIBRARY_PATH="$libraries" "$scratch/scene" "$scene"
    build_with scene _static -static farkas-scene --static
    expect scene "$scratch/scene_static" "$scene"
    build_with picture '' '-Wall -Wextra -Werror' farkas-view
    expect picture env LD_LIBRARY_PATH="$libraries" "$scratch/picture" "$scratch/picture.png"
}

"use_$tool"
