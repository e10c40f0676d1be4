#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# The verb render of the farkas command: pictures that are whole, of the right size and the same every time; scenes for
# POV-Ray; options, errors. Where there is no OpenGL, or no pictures in this build, that is all that is looked at.
#
#     cli_render.sh path/to/farkas

. "$(dirname "$0")/expect.sh"

box a.off 0 0 0 2 2 2
box b.off 1 1 1.75 3 3 3
box c.off 2.5 0 0 3.5 1 1

# trouble PATTERN ARGUMENT...: render refuses that
trouble() {
    pattern=$1
    shift
    refused "$pattern" render "$@"
}

# number FILE OFFSET: the four bytes there, the highest first
number() {
    od -An -tu1 -j"$2" -N4 "$1" | awk '{ print (($1 * 256 + $2) * 256 + $3) * 256 + $4 }'
}

# picture NAME WIDTH HEIGHT ARGUMENT...: writes NAME.png, twice the same, of this size, and says nothing
picture() {
    name=$1
    size="$2 $3"
    shift 3
    rm -f "$name.png"
    "$farkas" render "$@" -o "$name.png" >details 2>&1 && "$farkas" render "$@" -o - >again.png 2>>details
    status=$?
    if [ $status -ne 0 ] || [ -s details ]; then
        echo "exit status $status" >>details
        fail "render $*"
        return
    fi
    echo "89504e470d0a1a0a $size" >want
    echo "$(od -An -tx1 -N8 "$name.png" | tr -d ' \n') $(number "$name.png" 16) $(number "$name.png" 20)" >got
    same "signature and size of render $*"
    holds "two runs of render $* are equal" cmp "$name.png" again.png
}

# ---- Options -----------------------------------------------------------------------------------------------

trouble 'render needs files, a scene, a robot or a result' -o x.png
trouble 'render needs a file for the picture: -o PICTURE.png' a.off
trouble '--size: .12. is not two numbers from 16 to 16384' a.off --size 12 -o x.png
trouble '--size: .15x800. is not' a.off --size 15x800 -o x.png
trouble '--size: .800x16385. is not' a.off --size 800x16385 -o x.png
trouble '--size: .-20x20. is not' a.off --size -20x20 -o x.png
trouble "unknown side 'topp'; did you mean 'top'" a.off --side topp -o x.png
trouble '--camera: .1,2,3. is not six numbers' a.off --camera 1,2,3 -o x.png
trouble '--camera: .1,2,3,4,5,inf. is not six numbers' a.off --camera 1,2,3,4,5,inf -o x.png
trouble '--camera: the eye is where it looks' a.off --camera 1,2,3,1,2,3 -o x.png
trouble "unknown layer 'hul'; did you mean 'hull'" a.off --layers edges,hul -o x.png
trouble "unknown layer ''" a.off --layers edges, -o x.png
trouble '--layers: .hull. takes no level' a.off --layers hull=2 -o x.png
trouble '--layers' a.off --layers tree=two -o x.png
trouble '--section: .1,0,0. is not' a.off --section 1,0,0 -o x.png
trouble '--section: .0,0,0,1. is not' a.off --section 0,0,0,1 -o x.png
trouble 'only one of them can be standard output' a.off -o - --pov -

"$farkas" render a.off --no-check -o a.png >details 2>&1
status=$?
if [ $status -eq 2 ] && grep -q 'built without pictures' details; then
    holds "no file" test ! -e a.png
    finish
    exit
fi
if [ $status -eq 2 ] && grep -q 'OpenGL' details; then
    echo "no OpenGL here: pictures are not looked at"
    finish
    exit
fi

# ---- Errors ------------------------------------------------------------------------------------------------

trouble 'missing.off: there is no such file' missing.off -o x.png
trouble 'no.such.folder/x.png: there is no folder no.such.folder' a.off -o no.such.folder/x.png
trouble "--pair: there is no part or set 'd'" a.off b.off --pair a,d -o x.png
trouble '--pair: no pair has the id' a.off b.off --pair 0123456789 -o x.png
trouble '--pair: a and b are not checked' a.off b.off c.off --ignore a,b --pair a,b -o x.png
trouble '--pair needs a result: leave out --no-check' a.off b.off --no-check --pair a,b -o x.png
printf '{"farkas":1,"parts":[]}' >empty.json
trouble 'empty.json' empty.json -o x.png
holds "nothing is left of pictures that were not drawn" test -z "$(ls x.png* 2>/dev/null)"
# Without a driver there is no picture, and it is said.
cp a.png before.png
__EGL_VENDOR_LIBRARY_FILENAMES=/dev/null "$farkas" render a.off -o a.png >got_out 2>got_err
status=$?
if [ $status -ne 0 ]; then
    cp got_err details
    holds "no driver is trouble" test $status -eq 2
    holds "it says that OpenGL is missing" grep -q '^farkas: error: .*OpenGL' got_err
    holds "the old picture is still there" cmp a.png before.png
fi

# ---- Pictures ----------------------------------------------------------------------------------------------

picture parts 320 200 a.off b.off c.off --clearance 1 --size 320x200
picture near 200 320 a.off b.off c.off --clearance 1 --size 200x320 --pair a,b
picture layers 320 200 a.off b.off --size 320x200 --layers edges,aabb,obb,sphere,tree=1,hull,labels
picture balls 320 200 a.off b.off --size 320x200 --layers spheres=2
holds "spheres are drawn" test "$(cmp -s balls.png layers.png; echo $?)" -eq 1
picture inside 320 200 a.off b.off --size 320x200 --layers pieces,cells=2,spheres --section 1,0,0,1 --side top
picture camera 64 64 a.off --size 64x64 --camera 5,-9,4,1,1,1 --no-legend --transparent --no-check
# A result is drawn as it is; the close-up of a clash by its id is that of its parts.
"$farkas" check a.off b.off c.off --clearance 1 --json >result.json 2>/dev/null
id=$(grep -o '"id":"[0-9a-f]*"' result.json | head -1 | cut -d'"' -f4)
picture result 200 320 result.json --size 200x320 --pair "$id"
holds "a result and its parts give one picture" cmp near.png result.png
trouble '--time: the result is that of one moment' result.json --time 1 -o x.png
box b.off 1 1 1.5 3 3 3
trouble 'b.off' result.json -o x.png
holds "a clash is not the same picture" test "$(cmp -s parts.png near.png; echo $?)" -eq 1

# That of a sweep is drawn when its first clash begins.
cat >way.json <<'END'
{"farkas": 1, "units": "mm", "parts": [
  {"name": "wall", "shape": {"box": {"size": [2, 2, 2]}}},
  {"name": "slide", "shape": {"box": {"size": [2, 2, 2]}}, "motion": {"keys": [{"t": 0, "xyz": [4, 0, 0]}, {"t": 1, "xyz": [0, 0, 0]}]}}]}
END
"$farkas" sweep way.json --json >sweep.json 2>/dev/null
picture first 200 320 sweep.json --size 200x320
picture half 200 320 sweep.json --size 200x320 --time 0.5
picture start 200 320 sweep.json --size 200x320 --time 0
holds "a sweep is drawn at its first clash" cmp first.png half.png
holds "and not at its first time" test "$(cmp -s first.png start.png; echo $?)" -eq 1
trouble 'pictures are written as PNG' a.off -o x.JPG

# ---- POV-Ray -----------------------------------------------------------------------------------------------

"$farkas" render a.off b.off --pair a,b --pov pair.pov >details 2>&1
holds "a scene for POV-Ray alone" test -s pair.pov
for word in '^#version 3.7;' '^camera {' '^light_source {' '^mesh2 {' 'vertex_vectors { 8,' 'face_indices { 12,' '^// a$'; do
    holds "the scene has $word" grep -q "$word" pair.pov
done
"$farkas" render a.off b.off --pair a,b --pov - >got 2>details
cp pair.pov want
same "the scene on standard output"
holds "as many braces open as close" test "$(tr -cd '{' <pair.pov | wc -c)" -eq "$(tr -cd '}' <pair.pov | wc -c)"

finish
