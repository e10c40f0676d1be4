#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# farkas render --explain: where the two pieces come from, frames, errors. Where there is no OpenGL, or no pictures in this
# build, only errors before that are looked at.
#
#     cli_explain.sh path/to/farkas

. "$(dirname "$0")/expect.sh"

box a.off 0 0 0 2 2 2
box b.off 1 1 1.75 3 3 3
cube='box 0 0 0  1 0 0  0 1 0  0 0 1'
ball='sphere 2 2 2 1.5'
printf '# two pairs\n%s  %s\n\n%s  point 3 3 3\n' "$cube" "$ball" "$cube" >pairs.txt

# trouble PATTERN ARGUMENT...: render refuses that
trouble() {
    pattern=$1
    shift
    refused "$pattern" render "$@" -o x.png
}

# picture NAME ARGUMENT...: writes NAME.png, small, and says nothing
picture() {
    name=$1
    shift
    "$farkas" render --size 400x240 "$@" -o "$name.png" >details 2>&1
    status=$?
    echo "exit status $status" >>details
    holds "render $* draws" test $status -eq 0 -a -s "$name.png" -a "$(wc -l <details)" -eq 1
}

# ---- Errors ------------------------------------------------------------------------------------------------

trouble 'method exact leaves no steps' --explain exact "$cube" "$ball"
trouble "unknown method to explain 'gkj'; did you mean 'gjk'?" --explain gkj "$cube" "$ball"
trouble '--frame goes with --explain METHOD' --frame 1 a.off
trouble '--hull goes with --explain METHOD' --hull a.off
trouble "--frame: 'x'" --explain gjk --frame x "$cube" "$ball"
trouble '--explain needs two pieces, such as' --explain gjk
trouble '--hull does not go with --explain collide' --explain collide a.off b.off --hull
trouble '--pov does not go with --explain' --explain gjk "$cube" "$ball" --pov x.pov

"$farkas" render --explain gjk "$cube" "$ball" --size 64x64 -o first.png >details 2>&1
status=$?
if [ $status -eq 2 ] && grep -q -e 'OpenGL' -e 'without pictures' details; then
    echo "no pictures here: they are not looked at"
    finish
    exit
fi

trouble 'a pair needs two shapes, found one' --explain gjk "$cube"
trouble "unknown shape 'bal'" --explain gjk "$cube bal 1"
trouble "'box 1 2': box needs 12 numbers" --explain gjk 'box 1 2' "$ball"
trouble 'pairs.txt:3: no pair in this line' --explain gjk pairs.txt:3
trouble 'pairs.txt: no pair in line 9' --explain gjk pairs.txt:9
trouble 'missing.txt: ' --explain gjk missing.txt
trouble 'does not know a box and a sphere' --explain sat "$cube" "$ball"
trouble 'there is no frame 99; the last one is' --explain gjk "$cube" "$ball" --frame 99
"$farkas" gen mesh nut-and-bolt -o two.obj >details 2>&1
trouble 'there are 3; name two of them' --explain gjk a.off two.obj
"$farkas" gen mesh torus -o ring.off >details 2>&1
trouble "part 'ring' is not convex.*--hull" --explain gjk ring.off a.off

# ---- Pictures ----------------------------------------------------------------------------------------------

picture text --explain gjk "$cube" "$ball"
picture line --explain gjk pairs.txt:2
picture both --explain gjk "$cube $ball"
holds "two pieces in one argument" cmp text.png both.png
holds "a line of a file is the pair in it" cmp text.png line.png
picture stream --explain gjk pairs.txt
holds "the first pair, where no line is given" cmp text.png stream.png
picture other --explain gjk pairs.txt:4
holds "another line is another pair" test "$(cmp -s text.png other.png; echo $?)" -eq 1
"$farkas" render --size 400x240 --explain gjk - -o stdin.png <pairs.txt >details 2>&1
holds "standard input" cmp text.png stdin.png
picture last --explain gjk "$cube" "$ball" --frame last
picture files --explain sat a.off b.off --frame 3
picture moved --explain sat a.off b.off --at b=5,0,0 --frame last
picture mixed --explain ec a.off 'tetra 1 1 1  1 0 0  0 1 0  0 0 1' --frame 1
picture names --explain fm a.off b.off ring.off b a --frame 5
"$farkas" render --explain gjk ring.off a.off --hull --size 64x64 -o hull.png >said 2>&1
holds "a hull is not taken in silence" grep -q "part 'ring' is not convex: what is explained is its convex hull" said
"$farkas" render --explain gjk ring.off a.off --hull --size 64x64 -v -o hull.png >said 2>&1
holds "how many frames there are" grep -q 'frame 0 of 0 to' said
for method in gjk cw sat sat6 fm fm-paper ec ec-paper; do
    picture "$method" --explain $method "$cube" 'box 0.5 0.5 0.5  3 0 0  0 3 0  0 0 3' --frame last
done

trouble 'collide is about meshes: give two files' --explain collide "$cube" b.off
printf '{"farkas": 1, "parts": [{"name": "a", "mesh": "a.off"}, {"name": "s", "shape": {"sphere": {"radius": 1}}}]}' >shape.json
trouble "part 's' is a shape" --explain collide shape.json
picture collide --explain collide a.off b.off --frame 3
picture apart --explain collide a.off b.off --at b=5,0,0 --frame last
"$farkas" render --explain collide a.off b.off --at b=5,0,0 --size 64x64 -v -o apart.png >said 2>&1
holds "spheres of the roots that are apart are the only level" grep -q 'frame 0 of 0 to 2' said

finish
