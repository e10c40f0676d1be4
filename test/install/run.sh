#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# Installs into a scratch prefix and builds the examples against that copy as users do: first.c by CMake's find_package
# and by pkg-config, shared and static, scene.c the same way, picture.c too but for the static one of pkg-config, queries.c by pkg-config. Each program must print the right lines. The sources and
# the build folder are not on any path then.
#
#     run.sh SOURCE_FOLDER BUILD_FOLDER SCRATCH_FOLDER

set -eu
top=$1 build=$2 scratch=$3
prefix=$scratch/prefix
rm -rf "$scratch"
mkdir -p "$scratch"

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
    -DFIRST="$top/examples/first.c" -DSCENE="$top/examples/scene.c" \
    -DPICTURE="$top/examples/picture.c" >/dev/null
cmake --build "$scratch/cmake" >/dev/null
expect first "$scratch/cmake/first"
expect first "$scratch/cmake/first_static"
scene=$top/examples/scene/cell.json
expect scene "$scratch/cmake/scene" "$scene"
expect scene "$scratch/cmake/scene_static" "$scene"
expect picture "$scratch/cmake/picture" "$scratch/picture.png"
expect picture "$scratch/cmake/picture_static" "$scratch/picture.png"

# By pkg-config, which quotes its output for a shell.  build_with EXAMPLE SUFFIX GCC_OPTION PACKAGE PKG_CONFIG_OPTIONS...
PKG_CONFIG_PATH=$pkgconfig
export PKG_CONFIG_PATH
build_with()
{
    # shellcheck disable=SC2034
    source=$top/examples/$1.c output=$scratch/$1$2 option=$3 package=$4
    shift 4
    eval "gcc -std=c11 $option \"\$source\" -o \"\$output\" $(pkg-config "$@" --cflags --libs "$package")"
}
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

# The version that pkg-config tells is the version of the tool.
"$prefix/bin/farkas" --version | grep -qF "$(pkg-config --modversion farkas)"
