#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# The verb search of the farkas command: trees of scenes and of meshes, tables, JSON, budgets, rules, pictures, errors.
#
#     cli_search.sh path/to/farkas

. "$(dirname "$0")/expect.sh"

# search STATUS STDOUT STDERR ARGUMENT...: as expect, but how many tests it took is not looked at.
search() {
    want_status=$1
    printf '%s\n' "$2" >want
    printf '%s' "${3:+$3$newline}" >want_err
    shift 3
    "$farkas" search "$@" >got_out 2>got_err
    status=$?
    sed -e 's/, by [0-9]* quick tests* and [0-9]* pair tests*\.$/./' \
        -e 's/"quick_tests":[0-9]*,"pair_tests":[0-9]*,"boxes":[0-9]*/"work"/' \
        -e 's/,"range_a":{"min":[^{}]*},"range_b":{"min":[^{}]*}/RANGES/' got_out >got
    if [ $status -eq "$want_status" ] && cmp -s want got && cmp -s want_err got_err; then
        pass
    else
        {
            echo "exit status $status, expected $want_status"
            diff want got
            diff want_err got_err
        } >details
        fail "farkas search $*"
    fi
}

# ---- Trees of a scene ------------------------------------------------------------------------------------

# A peg between the two cells of a block, which its tip touches; a plate in the tip, and one far away.
cat >peg.json <<'END'
{"farkas": 1, "units": "cm", "parts": [
  {"name": "peg", "shape": {"cells": {
    "kind": "box", "origin": [0, 0, 0], "edges": [[4, 0, 0], [0, 2, 0], [0, 0, 6]], "children": [
      {"kind": "box", "origin": [1, 0, 0], "edges": [[1, 0, 0], [0, 1, 0], [0, 0, 5]]},
      {"kind": "box", "origin": [0, 0, 5], "edges": [[4, 0, 0], [0, 2, 0], [0, 0, 1]], "children": [
        {"kind": "tetra", "origin": [0, 0, 5], "edges": [[4, 0, 0], [0, 2, 0], [0, 0, 1]]}]}]}}},
  {"name": "block", "shape": {"cells": {
    "kind": "box", "origin": [-2, 0, 0], "edges": [[8, 0, 0], [0, 2, 0], [0, 0, 5]], "children": [
      {"kind": "box", "origin": [-2, 0, 0], "edges": [[2.5, 0, 0], [0, 2, 0], [0, 0, 5]]},
      {"kind": "box", "origin": [3, 0, 0], "edges": [[3, 0, 0], [0, 2, 0], [0, 0, 5]]}]}}},
  {"name": "plate", "shape": {"box": {"size": [2, 2, 2]}}, "pose": {"xyz": [2, 1, 6.5]}},
  {"name": "far", "shape": {"box": {"size": [1, 1, 1]}}, "pose": {"xyz": [90, 0, 0]}}]}
END
search 1 '4 objects in cm, 6 pairs; 9 nodes in 4 trees of cells
  COLLIDING  peg x block   2 node pairs   box (0 0 5)-(4 2 5)
               cell 3 x cell 1   touching   box (0 0 5)-(0.5 2 5)
               cell 3 x cell 2   touching   box (3 0 5)-(4 0.5 5)
  COLLIDING  peg x plate   1 node pair   box (1 0 5.5)-(2 0.5 5.75)
               cell 3 x cell 0   overlapping   box (1 0 5.5)-(2 0.5 5.75)
2 colliding, 0 open, 4 clear; 3 node pairs meet.' '' peg.json
search 1 '4 objects in cm, 3 pairs with plate; 9 nodes in 4 trees of cells
  COLLIDING  plate x peg   first hit cell 0 x cell 3   overlapping   box (1 0 5.5)-(2 0.5 5.75)
1 colliding, 0 open, 2 clear; 1 node pair meets.' '' peg.json --object plate --first
search 0 '4 objects in cm, 3 pairs with far; 9 nodes in 4 trees of cells
0 colliding, 0 open, 3 clear; 0 node pairs meet.' '' peg.json --object far
search 1 '4 objects in cm, 6 pairs; 9 nodes in 4 trees of cells
  COLLIDING  peg x block   2 node pairs
               cell 3 x cell 1   touching
               and 1 more (--limit)
  COLLIDING  peg x plate   1 node pair
               cell 3 x cell 0   overlapping
2 colliding, 0 open, 4 clear; 3 node pairs meet.' '' peg.json --no-boxes --limit 1
search 1 '4 objects in cm, 6 pairs; 9 nodes in 4 trees of cells
  COLLIDING  peg x block   2 node pairs   box (0 0 5)-(4 2 5)
  COLLIDING  peg x far     1 node pair   box (1 0 0)-(1.5 0.5 0.5)
  COLLIDING  block x far   1 node pair   box (0.5 0 0)-(0.5 0.5 0.5)
3 colliding, 0 open, 3 clear; 4 node pairs meet.' '' peg.json --limit 0 --at plate=0,0,90 --at far=-89,0,0
search 1 '{"farkas":1,"units":"cm","question":{"object":"block","first":false,"any":false},
"objects":[
{"name":"peg","source":"cell","nodes":4,"leaves":2,"levels":3},
{"name":"block","source":"cell","nodes":3,"leaves":2,"levels":2},
{"name":"plate","source":"cell","nodes":1,"leaves":1,"levels":1},
{"name":"far","source":"cell","nodes":1,"leaves":1,"levels":1}],
"pairs":[
{"a":"block","b":"peg","state":"colliding","complete":true,"box":{"min":[0,0,5],"max":[4,2,5]},"hits":[
{"a":1,"b":3,"node_a":1,"node_b":3,"path_a":[0,1],"path_b":[0,2,3],"verdict":"touching","box":{"min":[0,0,5],"max":[0.5,2,5]}RANGES},
{"a":2,"b":3,"node_a":2,"node_b":3,"path_a":[0,2],"path_b":[0,2,3],"verdict":"touching","box":{"min":[3,0,5],"max":[4,0.5,5]}RANGES}],"open":[]}],
"summary":{"objects":4,"nodes":9,"pairs":3,"clear":2,"colliding":1,"open":0,"ignored":0,"hits":2,"work"}}' '' \
    peg.json --json --object block
holds 'the table counts tests' grep -q ', by [0-9]* quick tests and [0-9]* pair tests\.$' <<END
$("$farkas" search peg.json)
END

# Every node pair by itself, with its path; anything at all.
search 1 '4 objects in cm, 6 pairs; 9 nodes in 4 trees of cells
  COLLIDING  peg x block   2 node pairs
               cell 3 node 0/2/3 x cell 1 node 0/1   touching
               cell 3 node 0/2/3 x cell 2 node 0/2   touching
  COLLIDING  peg x plate   1 node pair
               cell 3 node 0/2/3 x cell 0 node 0   overlapping
2 colliding, 0 open, 4 clear; 3 node pairs meet.' '' peg.json --no-boxes -v
search 1 '4 objects in cm, 6 pairs; 9 nodes in 4 trees of cells
  COLLIDING  peg x block   first hit cell 3 x cell 2   touching   box (3 0 5)-(4 0.5 5)
Objects collide: the search ended at the first hit; 1 pair is left open.' '' peg.json --any
search 0 '4 objects in cm, 3 pairs with far; 9 nodes in 4 trees of cells
0 colliding, 0 open, 3 clear; 0 node pairs meet.' '' peg.json --object far --any
sed 's/"parts"/"ignore": [{"between": ["peg", "block"], "reason": "touches"}], "parts"/' peg.json >ignore.json
search 1 '4 objects in cm, 5 pairs, 1 ignored; 9 nodes in 4 trees of cells
  COLLIDING  peg x plate   first hit cell 3 x cell 0   overlapping   box (1 0 5.5)-(2 0.5 5.75)
Objects collide: the search ended at the first hit; 0 pairs are left open.' '' ignore.json --any
"$farkas" search peg.json --json >got
holds 'the ranges of a hit in the basis of both leaves' grep -q '^{"a":3,"b":0,.*"range_a":{"min":\[0.2[45][0-9]*,0,0.[45][0-9]*\],.*"range_b":{"min":\[0,0,0\],' got

# The same with other numbers of children, and of threads.
"$farkas" search peg.json --no-boxes | grep -v '^[0-9]' >want
for children in 0 2 3 100; do
    "$farkas" search peg.json --no-boxes --children $children | grep -v '^[0-9]' >got
    same "--children $children finds the same"
done

# The leaves of a tree are a solid for check and distance.
expect 1 '4 parts in cm, 6 pairs
  HARD       peg x plate     depth 0.25 cm (upper bound)   box (1 0 5.5)-(2 0.5 5.75)
  CONTACT    peg x block     at (0.5 0 5)   box (0 0 5)-(4 2 5)
  clear      peg x far       85.618 cm
  clear      block x plate   0.5 cm
  clear      block x far     83.5 cm
  clear      plate x far     86.644 cm
2 clashes in 6 pairs, none undecided.' '' check peg.json
"$farkas" distance peg.json block far >got
holds 'the distance of a tree' grep -q '^block to far: 83\.4999[0-9]* to 83\.5000[0-9]* cm$' got

# ---- Budgets ---------------------------------------------------------------------------------------------

search 3 '4 objects in cm, 6 pairs; 9 nodes in 4 trees of cells
  OPEN       peg x block   1 node pair open
  OPEN       peg x plate   1 node pair open
0 colliding, 2 open, 4 clear; 0 node pairs meet.
The budget ended before all was known; a larger one, as --time 1s, or none tells more.' '' peg.json --levels 1
"$farkas" search peg.json >want
"$farkas" search peg.json --levels 3 --tests 1000000 --time 1000s >got
same 'a budget that is large enough'
"$farkas" search peg.json --tests 1 --json >got
holds 'what is open is in the JSON' grep -q '^{"a":"peg","b":"block","state":"open","complete":false,"hits":\[\],"open":\[\[0,0\]\]},$' got
expect 2 '' "farkas: error: --time: '10' is not a time above 0, such as 10ms or 2s" search peg.json --time 10
expect 2 '' "farkas: error: --time: '0s' is not a time above 0, such as 10ms or 2s" search peg.json --time 0s
expect 2 '' "farkas: error: --time: '-1ms' is not a time above 0, such as 10ms or 2s" search peg.json --time=-1ms
expect 2 '' "farkas: error: --time: 'nans' is not a time above 0, such as 10ms or 2s" search peg.json --time nans
expect 2 '' "farkas: error: --levels: '0' is not from 1 to 4294967295" search peg.json --levels 0
expect 2 '' "farkas: error: --tests: '0' is not from 1 to 18446744073709551615" search peg.json --tests 0

# ---- Groups and what a scene ignores ---------------------------------------------------------------------

cat >crates.json <<'END'
{"farkas": 1, "units": "m", "parts": [
  {"name": "crate1", "shape": {"box": {"size": [1, 1, 1]}}},
  {"name": "crate2", "shape": {"box": {"size": [1, 1, 1]}}, "pose": {"xyz": [0, 0, 1]}},
  {"name": "crate3", "shape": {"box": {"size": [1, 1, 1]}}, "pose": {"xyz": [0, 0, 2]}},
  {"name": "robot", "shape": {"box": {"size": [1, 1, 4]}}, "pose": {"xyz": [1, 0, 0]}},
  {"name": "wall", "shape": {"box": {"size": [1, 9, 9]}}, "pose": {"xyz": [9, 0, 0]}}],
 "groups": [{"name": "store", "parts": ["crate*"], "test_members": false}]}
END
search 1 '5 objects in m, 7 pairs, 3 ignored; 5 nodes in 5 trees of cells
  COLLIDING  crate1 x robot   1 node pair   box (0.5 -0.5 -0.5)-(0.5 0.5 0.5)
               cell 0 x cell 0   touching   box (0.5 -0.5 -0.5)-(0.5 0.5 0.5)
  COLLIDING  crate2 x robot   1 node pair   box (0.5 -0.5 0.5)-(0.5 0.5 1.5)
               cell 0 x cell 0   touching   box (0.5 -0.5 0.5)-(0.5 0.5 1.5)
  COLLIDING  crate3 x robot   1 node pair   box (0.5 -0.5 1.5)-(0.5 0.5 2)
               cell 0 x cell 0   touching   box (0.5 -0.5 1.5)-(0.5 0.5 2)
3 colliding, 0 open, 4 clear; 3 node pairs meet.' '' crates.json
sed 's/"groups"/"ignore": [{"between": ["crate[12]", "all"], "reason": "bolted"}], "groups"/' crates.json >bolted.json
search 1 '5 objects in m, 3 pairs, 7 ignored; 5 nodes in 5 trees of cells
  COLLIDING  crate3 x robot   1 node pair   box (0.5 -0.5 1.5)-(0.5 0.5 2)
               cell 0 x cell 0   touching   box (0.5 -0.5 1.5)-(0.5 0.5 2)
1 colliding, 0 open, 2 clear; 1 node pair meets.' '' bolted.json
sed 's/"groups"/"tests": [{"between": ["wall", "all"]}], "groups"/' crates.json >walls.json
search 0 '5 objects in m, 4 pairs, 6 ignored; 5 nodes in 5 trees of cells
0 colliding, 0 open, 4 clear; 0 node pairs meet.' '' walls.json
search 0 '5 objects in m, 1 pair with robot, 3 ignored; 5 nodes in 5 trees of cells
0 colliding, 0 open, 1 clear; 0 node pairs meet.' '' walls.json --object robot
sed 's/"test_members": false/"volume": {"kind": "box", "origin": [-1, -1, -1], "edges": [[2, 0, 0], [0, 2, 0], [0, 0, 3]]}/' crates.json >room.json
expect 2 '' 'farkas: error: object 2 "crate3" is not in the volume of group 0 "store": move it, enlarge the volume, or leave the volume out, and a box around its members will do' search room.json

"$farkas" search room.json --rules >got_out 2>errors
holds 'a group that does not hold its parts breaks a rule' test $? -eq 1
tail -n 2 got_out | sed 's/object 2.*/OBJECT/' >got
printf '1 group: OBJECT\n1 broken, 0 not known.\n' >want
same 'and that is told'

# ---- Meshes ----------------------------------------------------------------------------------------------

box outer.off 0 0 0 4 4 4
box inner.off 1 1 1 2 2 2
box other.off 4 0 0 5 4 4
larger='farkas: trees of meshes cover them and are a little larger, so some hits may be near misses; farkas check is exact for meshes'
"$farkas" search outer.off inner.off -q >got
holds 'a box in a box collides' test $? -eq 1
head -n 2 got | sed 's/[0-9]* node/N node/' >part && mv part got
cat >want <<'END'
2 objects in mm (assumed; --units), 1 pair; N nodes in 2 trees of pieces
  COLLIDING  outer x inner   N node pairs   box (1 1 1)-(2 2 2)
END
same 'a box in a box'
search 0 '2 objects in mm, 1 pair; 34 nodes in 2 trees of triangles; what is inside a solid without touching its surface is not found
0 colliding, 0 open, 1 clear; 0 node pairs meet.' '' outer.off inner.off --cells surface --units mm
"$farkas" search outer.off other.off --cells surface --limit 1 >got 2>errors
holds 'boxes that touch collide' test $? -eq 1
echo "$larger" >want
cp errors got
same 'trees of meshes are larger'

# The same file twice in a scene is one tree; results do not depend on the number of threads.
"$farkas" gen mesh torus -o torus.obj -q
cat >tori.json <<'END'
{"farkas": 1, "parts": [{"name": "a", "mesh": "torus.obj"},
  {"name": "b", "mesh": "torus.obj", "pose": {"xyz": [0.7, 0, 0], "rpy_deg": [60, 0, 0]}},
  {"name": "c", "mesh": "torus.obj", "pose": {"xyz": [0.5, 2, 0], "rpy_deg": [0, 40, 10]}}]}
END
"$farkas" search tori.json --cells surface --json -j 1 >one
for jobs in 2 5; do
    "$farkas" search tori.json --cells surface --json -j $jobs >other
    holds "the same bytes with $jobs jobs" cmp one other
done
"$farkas" search tori.json --cells surface --first -q | grep -c 'first hit triangle [0-9]* x triangle [0-9]* ' >got
"$farkas" search tori.json --cells surface --limit 0 -q | grep -c '  COLLIDING ' >want
same '--first finds the pairs that collide'

# A surface is made of its triangles, and that is no news.
"$farkas" gen mesh open-box --size 10 -o open.stl -q
"$farkas" search open.stl inner.off -q | head -n 1 | sed 's/[0-9]* node/N node/' >got
echo '2 objects in mm (assumed; --units), 1 pair; N nodes in 1 tree of pieces, 1 of triangles' >want
same 'a surface and a solid'

# A hull is one piece, which is filled.
cat >wedge.json <<'END'
{"farkas": 1, "parts": [
  {"name": "wedge", "shape": {"hull": {"points": [[0, 0, 0], [8, 0, 0], [0, 8, 0], [0, 0, 8], [8, 8, 0]]}}},
  {"name": "seed", "shape": {"box": {"size": [0.5, 0.5, 0.5]}}, "pose": {"xyz": [2, 2, 1]}}]}
END
"$farkas" search wedge.json -q | sed -n '3p' >got
holds 'a box in a hull' grep -q '^ *piece 0 x cell 0   overlapping.*   box (1.75 1.75 0.75)-(2.25 2.25 1.25)$' got

# ---- Rules -----------------------------------------------------------------------------------------------

expect 0 'object  made of      nodes    leaves levels children  in parents  leaves cover
peg     cells            4         2      3        2  all inside  -
block   cells            3         2      2        2  all inside  -
plate   cells            1         1      1        0  all inside  -
far     cells            1         1      1        0  all inside  -
All rules hold.' '' search peg.json --rules
"$farkas" search outer.off open.stl --rules >got
holds 'trees of meshes hold to the rules' test $? -eq 0
holds 'pieces cover all' grep -q '^outer .* pieces .* all inside  all$' got
"$farkas" search outer.off --cells surface --rules >got
holds 'triangles cover the surface' grep -q '^outer .* triangles .* all inside  the surface$' got
"$farkas" search outer.off --cells fitted --accuracy 0.001mm --units mm --rules >got 2>errors
holds 'a box is fitted by one cell, which covers it' grep -q '^outer   fits             1         1      1        0  all inside  all$' got
holds 'and the gap of its level is stated' grep -q '^    level 1: a gap of at most ' got
echo 'farkas: outer: 1 fitted cell, none with a point farther than 0.001 from the mesh' >want
cp errors got
same 'so is the gap of its leaves'
"$farkas" search outer.off inner.off --cells fitted --first -q >got
holds 'a box in a box collides, by fitted cells' test $? -eq 1
"$farkas" search open.stl --cells fitted --accuracy 0.000001 --most-cells 2 2>got >got_out
holds 'a limit of cells is told' grep -q -- '--accuracy is not reached, --most-cells allows more$' got
expect 2 '' 'farkas: error: --accuracy and --most-cells are for --cells fitted' search outer.off --accuracy 1
expect 2 '' 'farkas: error: --rules only checks the trees: leave out --json and --pov' search peg.json --rules --json

# ---- Pictures --------------------------------------------------------------------------------------------

"$farkas" search peg.json --pov peg.pov >got_out 2>errors
holds 'a picture is made' grep -q '^camera {' peg.pov
holds 'leaves that collide are red' grep -q '0.95,0.05,0.05' peg.pov
"$farkas" search tori.json --cells surface --pov tori.pov -q >got_out
holds 'a picture of tori is not large' test "$(wc -c <tori.pov)" -lt 20000000
if command -v povray >/dev/null 2>&1; then
    holds 'POV-Ray takes the picture' povray +Ipeg.pov +Opeg.png +W80 +H60 -D
    holds 'and there is one' test -s peg.png
fi
expect 2 '' 'farkas: error: none/peg.pov: No such file or directory' search peg.json --pov none/peg.pov

# ---- Errors ----------------------------------------------------------------------------------------------

sed 's/"box": {"size": \[2, 2, 2\]}/"sphere": {"radius": 1}/' peg.json >ball.json
expect 2 '' "farkas: error: part 'plate' is a sphere, which has no tree of cells; leave it out, or ask farkas check, which takes all shapes" search ball.json
sed 's/"origin": \[0, 0, 5\], "edges": \[\[4, 0, 0\], \[0, 2, 0\]/"origin": [0, 0, 5], "edges": [[4.5, 0, 0], [0, 2, 0]/' peg.json >outside.json
expect 2 '' "farkas: error: outside.json:5:7: part 'peg', cell 2: its corner (4.5, 0, 5) is not inside its parent, cell 0 of line 2: make the parent larger, or the cell smaller" search outside.json
expect 2 '' "farkas: error: --object: there is no part or set 'pge'; did you mean 'peg'?" search peg.json --object pge
expect 2 '' "farkas: error: --cells: 'hulls' is not one of pieces, surface, fitted" search peg.json --cells hulls
expect 2 '' "farkas: error: --children: '1' is neither 0 nor a number of 2 or more" search peg.json --children 1
expect 2 '' 'farkas: error: search needs files or a scene; see farkas search --help' search
expect 2 '' "farkas: error: part 'none': none.stl: there is no such file or folder" search outer.off none.stl
search 0 '1 object in mm, 0 pairs; 17 nodes in 1 tree of triangles; what is inside a solid without touching its surface is not found
0 colliding, 0 open, 0 clear; 0 node pairs meet.' 'farkas: there is only one object, and nothing to compare it with' \
    outer.off --cells surface --units mm

finish
