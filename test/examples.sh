#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# The examples of examples/, which are built beside farkas: each has less than 60 lines, the planner 130, runs, and prints what is expected.
#
#     examples.sh path/to/farkas

. "$(dirname "$0")/expect.sh"

examples=$here/../examples
build=$(dirname "$farkas")
run=

# runs NAME ARGUMENT...: the example prints the lines of standard input, and its exit status is 0.
runs() {
    name=$1
    shift
    run="$run $name"
    cat >want
    echo "exit status 0" >>want
    "$build/$name" "$@" >got 2>got_err <in
    echo "exit status $?" >>got
    cat got_err >>got
    same "$name"
}

: >in
runs first <<'END'
verdict: apart
gap: 0.25 along (1 0 0)
proof: holds
END
runs queries <<'END'
hull: 6 corners and 5 faces
apart, at least 1.5 away, nearest at (-1 -1 0)
moving down by 1 per second it arrives after 1.5 s, and is through after 4.5 s
END
runs contact <<'END'
overlapping, 0.25 deep; the table would have to move along (0 0 -1)
what they share lies in the box (-0.5 -0.5 -0.25) to (0.5 0.5 0)
contact with normal (0 0 -1), 4 points
    (-0.5 -0.5 -0.125) depth 0.25 id 1000000030000001
    (0.5 -0.5 -0.125) depth 0.25 id 1000000130000001
    (-0.5 0.5 -0.125) depth 0.25 id 1000000230000001
    (0.5 0.5 -0.125) depth 0.25 id 1000000330000001
END
runs part "$examples/scene/bracket.off" <<'END'
part: 28 triangles, solid, volume 13824, 0 defects
  2 convex pieces, proved to cover it
END
runs meshes "$examples/scene/bracket.off" 40 <<'END'
moved by 0: overlapping
moved by 40: touching
moved by 80: apart, 40 apart, triangle 8 and triangle 0
moved by 120: apart, 80 apart, triangle 16 and triangle 0
END
"$farkas" gen mesh bracket --size 60 -o bracket.stl
"$farkas" gen mesh gear --size 25 -o gear.stl
runs two_parts bracket.stl gear.stl 95 <<'END'
meshes: apart, distance 10.1204
boxes: apart, gap 3.38508; the certificate holds
END
runs world <<'END'
ball at (0 0 3)
ball at (0 0 0.5)
  begins to meet the floor, touching
ball at (3.5 0 0.5)
  still meets the floor, touching
  begins to meet the crate, touching
END
runs rays <<'END'
along (-1.2 0 -1): ball at (-2.537 0.000 1.886), normal (0.463 0.000 0.886)
along (-0.8 0 -1): ball at (-2.082 0.000 1.397), normal (0.918 0.000 0.397)
along (-0.4 0 -1): floor at (-1.600 0.000 0.000), normal (0.000 0.000 1.000)
along (   0 0 -1): floor at (0.000 0.000 0.000), normal (0.000 0.000 1.000)
along ( 0.4 0 -1): floor at (1.600 0.000 0.000), normal (0.000 0.000 1.000)
along ( 0.8 0 -1): crate at (2.000 0.000 1.500), normal (-1.000 0.000 0.000)
along ( 1.2 0  1): nothing
END
runs ground <<'END'
body 1 meets triangle 0: points 2, depth 0.224, normal (0.45 0.00 0.89)
body 2 meets triangle 2: points 1, depth 0.165, normal (-0.45 0.00 0.89)
the ray hits body 3 at z = 3.25
END
runs sweep <<'END'
hard: 2 contacts
  from 1.1480 to 1.2343 s
  from 1.7657 to 1.8520 s
END
runs allocator <<'END'
with enough memory: ok; left: 0 bytes
with half of it: out of memory; left: 0 bytes
END
runs proof <<'END'
apart: holds; a lie: is refused
touching: corner 7 of a with 0 of b, holds; a lie: is refused
overlapping: corner 4 of a with 3 of b, corner 2 of a with 5 of b, corner 1 of a with 6 of b, corner 7 of a with 0 of b, holds; a lie: is refused
END
runs batch <<'END'
apart        4400
touching     400
overlapping  3200
END
printf '%s\n' 'box 0 0 0 1 0 0 0 1 0 0 0 1 box 2 0 0 1 0 0 0 1 0 0 0 1' \
    'box 0 0 0 1 0 0 0 1 0 0 0 1 box 0.5 0 0 1 0 0 0 1 0 0 0 1' >in
runs naive_sat <<'END'
apart
meet
END
: >in
runs scene "$examples/scene/blade.json" <<'END'
3 parts in mm
  blade: box at (0 0 0)
  cart: box at (0 0 0)
  stop: box at (46 60 0)
END
"$build/plan" "$examples/scene/arm.json" >path.csv
runs plan "$examples/scene/arm.json" <<'END'
t,turn,shoulder,elbow,left_slide
0,-1.2,1.2,0.5,0
1,0.12166798683043289,0.56328315446374266,-1.0591725744637182,0.027795881425282422
2,1.2,1.2,0.5,0
# 11 nodes, 19 edges tried, 17 more for shortcuts
END
cat >post.json <<'END'
{"farkas": 1, "units": "m", "parts": [
  {"name": "post", "shape": {"cylinder": {"radius": 0.05, "length": 1}}, "pose": {"xyz": [0.45, 0, 0.5]}}]}
END
holds 'the planned path is free' "$farkas" sweep "$examples/scene/arm.urdf" --srdf "$examples/scene/arm.srdf" \
    --scene post.json --trajectory path.csv --quiet
if [ -x "$build/ompl_plan" ]; then
    "$build/ompl_plan" "$examples/scene/arm.json" >path.csv
    holds 'the path of OMPL is free' "$farkas" sweep "$examples/scene/arm.urdf" --srdf "$examples/scene/arm.srdf" \
        --scene post.json --trajectory path.csv --quiet
else
    echo "skipped: OMPL is not installed"
fi
if [ -x "$build/picture" ] && { "$build/picture" "$tmp/probe.png" >got 2>&1 || [ $? != 3 ]; }; then
    runs picture "$tmp/p.png" <<'END'
wall and peg: hard
640 x 400 pixels
END
    holds 'the picture is PNG' grep -q PNG p.png
else
    run="$run picture" # no OpenGL
fi

# Those that read files refuse what is not there.
for name in 'part missing.off' 'meshes missing.off 1' 'two_parts bracket.stl missing.off 1' 'scene missing.off'; do
    # shellcheck disable=SC2086
    "$build/"$name >got_out 2>got_err
    echo "$?" >got
    echo 2 >want
    same "$name, a file that is missing"
done

# All are run, and all are short.
for path in "$examples"/*.c; do
    basename "$path" .c
done | sort >want
echo "$run" | tr ' ' '\n' | sed '/^$/d' | sort >got
same 'all examples are run'
for path in "$examples"/*.c; do
    name=$(basename "$path")
    most=60
    [ "$name" != plan.c ] || most=130
    [ "$(wc -l <"$path")" -lt $most ] || echo "$name has $most lines or more"
done >got
: >want
same 'examples are short'

finish
