#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# Draws the pictures of README.md and docs/ anew, with what is built: `make pictures`.
#
#     pictures.sh BUILD_FOLDER PICTURE_FOLDER
#
# Those of the window need a display or xvfb-run, that of the report page chromium: where they are not there, a note says so and
# the picture stays as it is. pngquant, where it is there, makes the files small. Look at what comes out before you commit it.

set -eu
# The date on the report page is that of the version, so that the picture does not change from day to day.
SOURCE_DATE_EPOCH=$(date -u -d "$(sed -n 's/^ -- .*>  //p' "$(dirname "$0")/../debian/changelog" | head -n 1)" +%s)
export SOURCE_DATE_EPOCH
farkas=$(cd "$1" && pwd)/farkas
out=$(cd "$2" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# keep NAME: the picture NAME.png of the working folder goes to its place, with fewer colours.
keep()
{
    if command -v pngquant >/dev/null; then
        pngquant --force --strip --quality 70-100 --output "$1.png" "$1.png"
    fi
    cp "$1.png" "$out/$1.png"
    echo "$1.png: $(wc -c <"$out/$1.png") bytes"
}

skip()
{
    echo "$1 stays as it is: $2 is not installed" >&2
}

box='box 0 0 0  2 0 0  0 2 0  0 0 2' tetra='tetra 1.6 1.9 1.8  2 0.3 0.5  -0.3 2 0.2  0.1 0.4 2'
corner='tetra 0 0 0  2 0 0  0 2 0  0 0 2' octahedron='hull 6  2.3 1 1  0.7 1 1  1.5 1.8 1  1.5 0.2 1  1.5 1 1.9  1.5 1 0.1'

"$farkas" demo cell >demo.txt
"$farkas" render cell/cell.json --time 1.65 --camera 820,-1420,640,200,0,240 --size 1200x600 -o workcell.png
keep workcell
"$farkas" render --explain gjk "$box" "$tetra" --frame 3 --size 900x460 -o explain-gjk.png
keep explain-gjk
"$farkas" render --explain sat "$corner" "$octahedron" --frame 4 --size 900x460 -o explain-sat.png
keep explain-sat
"$farkas" gen mesh trefoil --triangles 2000 --size 60 -o knot.stl
cp knot.stl other.stl
"$farkas" render --explain collide knot.stl other.stl --at other=38,0,9 --frame 10 --size 900x460 -o explain-collide.png
keep explain-collide

display=
if [ -z "${DISPLAY:-}" ]; then
    display='xvfb-run -a'
fi
if [ -z "$display" ] || command -v xvfb-run >/dev/null; then
    $display "$farkas" view cell/cell.json --pair crate,tool --camera 820,-1420,640,250,0,240 --screenshot window.png
    keep window
    $display "$farkas" view --explain gjk "$box" "$tetra" --frame 3 --screenshot window_explain.png
    keep window_explain
else
    skip 'window.png, window_explain.png' xvfb-run
fi

if command -v chromium >/dev/null; then
    # OpenGL in software; the time is what the page gets to draw its 3D view before the picture is taken.
    chromium --headless --no-sandbox --hide-scrollbars --user-data-dir="$work/browser" --window-size=1100,1480 \
        --use-gl=angle --use-angle=swiftshader --enable-unsafe-swiftshader --timeout=8000 \
        --screenshot=report.png "file://$work/cell/report.html" >chromium.txt 2>&1
    keep report
else
    skip report.png chromium
fi
