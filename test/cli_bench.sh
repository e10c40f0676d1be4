#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# The benchmark of pairs as a command: what it refuses, what it answers and writes, and peers that misbehave. And the page of
# benchmarks, which is made of files of records: targets, exponents, tables, plots, the table of the README. No time is judged.
#
#     cli_bench.sh path/to/farkas

. "$(dirname "$0")/expect.sh"

mkdir scratch
TMPDIR=$tmp/scratch
export TMPDIR
bench="bench pairs --quick --no-peers --kinds box --family touch-face --count 20"
expect 2 '' 'farkas: error: bench needs a benchmark: pairs, mesh, trees, cells, world, motion, robots, plan or embed; or page' bench
expect 2 '' "farkas: error: unknown benchmark 'pears'; did you mean 'pairs'?" bench pears
expect 2 '' "farkas: error: bench takes one benchmark, found 'more' too; see 'farkas bench --help'" bench pairs more
expect 2 '' "farkas: error: unknown family 'touch-fase'; did you mean 'touch-face'?" bench pairs --family touch-fase
expect 2 '' "farkas: error: unknown kinds 'hull-33'; did you mean 'hull-32'?" bench pairs --kinds hull-33
expect 2 '' "farkas: error: unknown work 'wram'; did you mean 'warm'?" bench pairs --work wram
expect 2 '' "farkas: error: --rounds: '0' is not from 1 to 100000000" bench pairs --rounds 0
expect 2 '' "farkas: error: unknown option '--page-file'; see 'farkas bench pairs --help'" bench pairs --page-file
expect 2 '' 'farkas: error: family flat has no rectangular boxes of these kinds' bench pairs --quick --family flat --kinds box,tetra

# One row of Farkas, and another for plain C where the processor has more.
# shellcheck disable=SC2086
"$farkas" $bench >got
holds "bench succeeds" test $? -eq 0
holds "bench names the scene" grep -qx 'touch-face, box, verdict: 20 pairs, 20 meet' got
hash=$(sed -n 's/^  Farkas  .*  \([0-9a-f]\{8\}\)  0$/\1/p' got)
holds "bench has one answer" test "$(grep -c "^  Farkas .*  $hash  0$" got)" -eq "$(grep -c '^  Farkas' got)"
# shellcheck disable=SC2086
"$farkas" $bench --csv | sed 's/,Farkas [0-9.]* [a-z0-9]*,/,LIBRARY,/' | sed -n '1p; /,Farkas,/p' >got
{
    echo 'family,kinds,work,method,library,pairs,meet,ns,ns_low,ns_high,ns_hits,ns_misses,instructions,false_hits,missed,undecided,hung,crashed,hash'
    echo "touch-face,\"box\",verdict,Farkas,LIBRARY,20,20,0.000,0.000,0.000,0.000,0.000,0.0,0,0,0,0,0,$hash"
} >want
same "bench --csv"
# shellcheck disable=SC2086
"$farkas" $bench --json | sed 's/"library":"[^"]*"/"library":""/' | grep '"Farkas"' >got
echo '{"family":"touch-face","kinds":"box","work":"verdict","method":"Farkas","library":"","pairs":20,"meet":20,"false_hits":0,"missed":0,"undecided":0,"hung":0,"crashed":0,"hash":"'"$hash"'"}' >want
same "bench --json"
# Every work once; with a clock, every row has a time.
for work in verdict distance certificate certificate+box fm fm+box method single batch batch-index batch-float batch-large read-large; do
    "$farkas" bench pairs --no-peers --rounds 1 --time 1 --count 10 --kinds tetra --family random --work $work --json >got
    holds "bench --work $work" grep -q '"work":"'"$work"'","method":"Farkas[a-z ]*",.*"pairs":40,.*"ns":{"median":[0-9.]*,' got
done
for work in verdict+hints distance+hints; do
    "$farkas" bench pairs --quick --no-peers --kinds hull-32 --family random --work $work --json >got
    holds "bench --work $work" grep -q '"work":"'"$work"'","method":"Farkas",.*"pairs":40,' got
done
"$farkas" bench pairs --quick --no-peers --kinds box --family moving --json | sed 's/.*"work":"\([a-z]*\)".*"pairs":256,.*"hash":/\1 /' >got
holds "warm and cold answer the same" test "$(sed 's/^[a-z]* //' got | sort -u | wc -l)" -eq 1
holds "bench has the work warm" grep -q '^warm ' got

# The batch over few cells and many pairs gives the answers of the single call.
"$farkas" bench pairs --quick --no-peers --kinds tetra --family crossed --json >got
holds "batch and single calls answer the same" test "$(sed 's/.*"pairs":800,.*"hash"://' got | sort -u | wc -l)" -eq 1
for work in single batch batch-index batch-float; do
    holds "crossed pairs have the work $work" grep -q '"work":"'"$work"'"' got
done
expect 2 '' 'farkas: error: family crossed is for boxes and tetrahedra' bench pairs --quick --family crossed --kinds tri

# Shapes with poses: each work on its families; others have no such pairs.
"$farkas" bench pairs --quick --no-peers --count 20 --work posed --kinds box --json >got
holds "bench --work posed" grep -q '"family":"posed","kinds":"box","work":"posed","method":"Farkas",.*"pairs":200,' got
for family in hit miss graze inside; do
    "$farkas" bench pairs --quick --no-peers --count 20 --kinds ray,cylinder --family $family --json >got
    holds "rays that $family" grep -q '"work":"ray","method":"Farkas",.*"pairs":20,.*"false_hits":0,"missed":0,' got
done
holds "rays from inside hit" grep -q '"pairs":20,"meet":20,' got
"$farkas" bench pairs --quick --no-peers --count 50 --kinds sphere,box --work cast --json >got
holds "casts hit, miss and graze" test "$(grep -c '"work":"cast","method":"Farkas",.*"missed":0,' got)" -eq 3
"$farkas" bench pairs --quick --no-peers --count 100 --kinds cone,hull-32 --json >got
holds "contacts" grep -q '"family":"overlapping","kinds":"cone,hull-32","work":"contact","method":"Farkas",.*"pairs":20,"meet":20,.*"missed":0,' got
expect 2 '' "farkas: error: no pairs of this family and these kinds are measured with this work; see 'farkas bench pairs --help'" \
    bench pairs --quick --no-peers --kinds box --family random --work ray
expect 2 '' 'farkas: error: rays are in the families hit, miss, graze and inside' bench pairs --quick --kinds ray,box --family random
expect 2 '' 'farkas: error: family hit has no pairs of the kinds cone' bench pairs --quick --count 5 --kinds cone --family hit

# Peers: one that finds all pairs apart, hangs on one and has no answer to another; one that prints something else;
# one that fails. What is not a program does not take part.
mkdir peers
cat >peers/fake <<'END'
#!/bin/sh
[ "$1" = verdict ] || exit 0
echo '{"method":"all apart","library":"Fake 1","ns":[],"answers":"11111111111111111190"}'
END
chmod +x peers/fake
echo text >peers/notes
bench="bench pairs --quick --kinds box --family touch-face --count 20 --peers peers"
# shellcheck disable=SC2086
"$farkas" $bench >got
holds "peers take part" grep -q '^  all apart .*  18 FN, 1 undecided, 1 hung$' got
expect 2 '' 'farkas: error: none: No such file or directory' bench pairs --quick --peers none
printf '#!/bin/sh\necho hello\n' >peers/fake
# shellcheck disable=SC2086
expect 2 '' 'farkas: error: peers/fake printed what is not an answer' $bench
printf '#!/bin/sh\nexit 7\n' >peers/fake
# shellcheck disable=SC2086
expect 2 '' 'farkas: error: peers/fake failed on family touch-face, kinds box, work verdict' $bench

# Records: a line for each number, none where there is no clock.
# shellcheck disable=SC2086
"$farkas" bench pairs --quick --no-peers --kinds box --family touch-face --count 20 --out quick >got
holds "bench --out succeeds" test $? -eq 0
sed -e '/^#/d' -e '/Farkas [a-z]/d' quick/bench/pairs.csv >got
{
    echo 'work,scene,size,by,unit,value,low,high,wrong,answers'
    echo 'pairs,"box, touch-face",,truth,,20,,,,'
    echo 'pairs that meet,"box, touch-face",,truth,,20,,,,'
    echo "verdict,\"box, touch-face\",,Farkas,ns,,,,,$hash"
    echo 'wrong answers,all families,,Farkas,,0,,,,'
    echo 'share of wrong answers,all families,,Farkas,%,0,,,,'
} >want
same "records of a quick run"
for key in date processor cores instructions compiler flags farkas rounds; do
    holds "records tell the $key" grep -q "^# $key: ." quick/bench/pairs.csv
done
expect 0 '' '' bench page --out quick
holds "a page without times tells so" grep -q '\*\*1 of [0-9]* targets are met\*\*.* were not measured\.$' quick/bench.md
holds "nothing is left behind" test -z "$(ls scratch)"
unset TMPDIR

# ---- page --------------------------------------------------------------------------------------------------

fields='work,scene,size,by,unit,value,low,high,wrong,answers'

# line NAME TEXT FILE: the file has exactly this line
line() {
    printf '%s\n' "$2" >details
    if grep -qxF -e "$2" "$3"; then
        pass
    else
        grep -F -e "$(printf '%s' "$2" | cut -c 1-30)" "$3" >>details
        fail "$1"
    fi
}

mkdir -p page/bench
{
    echo '# date: 2026-01-31'
    echo '# processor: Abacus'
    echo '# libraries: ODE 1, libccd 2'
    echo "$fields"
    echo 'verdict,"box, random",,Farkas,ns,20,19,22,,0000abcd'
    echo 'verdict,"box, random",,ODE touch,ns,10,9,11,"3 FP, 4 FN",0000abce'
    echo 'verdict,"box, random",,"He said ""yes, | no""",ns,,,,crashed,'
    echo 'verdict,"tetra, random",,Farkas,ns,10,,,,'
    echo 'verdict,"tetra, random",,libccd MPR,µs,0.06,,,,'
    echo 'verdict,"box, touch-edge",,Farkas,ns,1200.4,,,,'
    for n in 8 32 128 512; do
        echo "verdict,\"hull, random\",$n,Farkas,ns,$((n * n)),,,,"
        echo "verdict,\"hull, random\",$n,libccd MPR,ns,7,,,,"
    done
    echo 'verdict,"hull, random",8,FCL libccd,ns,5,,,,'
} >page/bench/pairs.csv
{
    echo '# date: 2026-02-01'
    echo "$fields"
    for n in 1000 10000 30000 100000; do
        echo "step,moving,$n,Farkas packs,ms,$n,,,,"
    done
} >page/bench/world.csv
printf '%s\r\n' "$fields" 'bytes,a node,,Farkas,bytes,112.25,,,,' >page/bench/cells.csv
expect 0 '' '' bench page --out page
line 'a target that is not met' \
    "| pairs | two boxes, compared with ODE's dBoxTouchesBox | 20 ns | 10 ns | 2.00 | at most 1.5, goal 1 | **no** |" page/bench.md
line 'a target that is met, with its goal, across units' \
    "| pairs | two tetrahedra, compared with libccd's MPR | 10 ns | 60 ns | 6.00 | at least 3, goal 5 | yes, and the goal |" page/bench.md
line 'a target that was not measured' \
    "| pairs | boxes at a gap of 1e-12, compared with random ones |  | 20 ns |  | at most 3 | not measured |" page/bench.md
line 'a target in its own unit' '| cells | bytes a node | 112 bytes |  |  | at most 120 bytes | yes |' page/bench.md
holds 'a target of growth' grep -q '^| world | all pairs of moving boxes, growth .* grows by 1\.00 | at most 1\.112 | yes |$' page/bench.md
holds 'the slowest of all scenes of a kind' grep -q '^| pairs | the slowest family of boxes and tetrahedra |  |  |  | .*not measured |$' page/bench.md
holds 'why a target is not met' grep -q "^- \*\*two boxes, compared with ODE's dBoxTouchesBox\*\*: A pair that is apart" page/bench.md
holds 'each is told once' test "$(grep -c '^- .*hulls of 512 points, compared' page/bench.md)" -eq 1
holds 'nothing is said of targets that are met' test "$(grep -c '^- \*\*two tetrahedra' page/bench.md)" -eq 0
line 'growth is fitted' '| Farkas | 64 ns | 1.0 µs | 16 µs | 262 µs | 2.00 |' page/bench.md
line 'what does not grow' '| libccd MPR | 7 ns | 7 ns | 7 ns | 7 ns | 0.00 |' page/bench.md
line 'one size is no growth' '| FCL libccd | 5 ns |  |  |  | – |' page/bench.md
line 'wrong answers beside times' '| ODE touch | 10 ns (3 FP, 4 FN) |' page/bench.md
line 'quotes, commas and bars; no number' '| He said "yes, \| no" | crashed |' page/bench.md
line 'sections that were not measured' 'Not measured in this run: Meshes, Trees, Rules of hierarchies, Motion, Robots, Planning, Farkas in other programs.' page/bench.md
line 'runs of several days' '| Date | 2026-01-31 (pairs); 2026-02-01 (world) |' page/bench.md
line 'libraries' '| Others | ODE 1, libccd 2; the packages of the system, called from C or C++ built with `-O2` |' page/bench.md
holds 'a plot' grep -q '<svg' page/bench/pairs-hulls.svg
holds 'plots are linked' grep -qx '!\[Do two hulls meet?\](bench/pairs-hulls.svg)' page/bench.md
cp page/bench.md want
"$farkas" bench page --out page
cp page/bench.md got
same 'the same records give the same page'

# What is not right in a file is told with its line.
# broken WHAT LINE...: the lines stand behind a head of two
broken() {
    wanted=$1
    shift
    mkdir -p broken/bench
    printf '%s\n' '# date: 2026-01-31' "$@" >broken/bench/pairs.csv
    expect 2 '' "farkas: error: broken/bench/pairs.csv:$wanted" bench page --out broken
    holds "no page of it" test ! -e broken/bench.md
}
names="expected '# KEY: TEXT', or the names of the fields, with commas, which begin with 'work,'"
broken "2: $names" 'what,scene,size,by,unit,value,low,high,wrong,answers'
broken "2: $names" 'work;scene;size;by;unit;value;low;high;wrong;answers'
broken '2: the file ends before the names of the fields'
broken "2: expected the field 'scene'" 'work,what,size,by,unit,value,low,high,wrong,answers'
broken '2: too few fields' 'work,scene'
broken '3: too few fields' "$fields" 'verdict,box,,Farkas,ns,1,,,'
broken '3: too many fields' "$fields" 'verdict,box,,Farkas,ns,1,,,,,'
broken "3: not a number: 'fast'" "$fields" 'verdict,box,,Farkas,ns,fast,,,,'
broken "4: not a number: 'inf'" "$fields" 'verdict,box,,ODE,ns,1,,,,' 'verdict,box,,Farkas,ns,inf,,,,'
broken "3: not a hash of eight hexadecimal digits: 'abc'" "$fields" 'verdict,box,,Farkas,ns,1,,,,abc'
broken '3: a quote is not closed' "$fields" 'verdict,"box,,Farkas,ns,1,,,,'
broken '3: text behind a quote' "$fields" 'verdict,"box"x,,Farkas,ns,1,,,,'
broken '3: a quote inside of a field without quotes' "$fields" 'verdict,bo"x,,Farkas,ns,1,,,,'
broken "3: empty: the field 'by'" "$fields" 'verdict,box,,,ns,1,,,,'
broken "3: too long: the field 'unit'" "$fields" 'verdict,box,,Farkas,nanoseconds of time,1,,,,'
broken '4: the same work, scene, size and who as in a line above' "$fields" 'verdict,box,,Farkas,ns,1,,,,' 'verdict,box,,Farkas,ns,2,,,,'
broken '5: an empty line' "$fields" '"verdict' '",box,,Farkas,ns,1,,,,' ''
broken "3: less than zero: '-1'" "$fields" 'verdict,box,,Farkas,ns,-1,,,,'
broken "3: less than zero: '-8'" "$fields" 'verdict,box,-8,Farkas,ns,1,,,,'
broken '3: a byte that is no text' "$fields" "$(printf 'verd\001ict,box,,Farkas,ns,1,,,,')"
broken '4: lines about the run stand above the names of the fields; are these two files in one?' \
    "$fields" 'verdict,box,,Farkas,ns,1,,,,' '# date: 2026-01-31'
expect 2 '' "farkas: error: empty: there are no records; 'farkas bench pairs --out empty' makes some" bench page --out empty
expect 2 '' "farkas: error: bench takes one benchmark, found 'more' too; see 'farkas bench --help'" bench page more

# The README: only what stands between its marks is written, and only when all of it is known.
printf '%s\n' '# Title' '<!-- farkas bench: begin -->' 'old' '<!-- farkas bench: end -->' 'rest' >readme.md
cp readme.md want
refused "readme.md: its table needs '.*', which was not measured; run 'farkas bench trees'" bench page --out page --readme readme.md
cp readme.md got
same 'a README whose table is not complete is left alone'

# Records for all rows of that table: what it asks for is in the command, each number is 1.
{
    echo "$fields"
    for kind in box tetra; do
        echo "verdict,\"$kind, random\",,Farkas,ns,37.4,,,,"
        echo "batch,\"$kind, crossed\",,Farkas,ns,7.25,,,,"
    done
    echo 'verdict,"box, random",,ODE touch,ns,29,,,12 FP,'
    echo 'verdict,"hull, random",512,Farkas,ns,770,,,,'
    echo 'verdict,"hull, random",512,"Farkas, hints",ns,740,,,,'
    echo 'pairs,"box, touch-edge",,truth,,10000,,,,'
    echo 'verdict,"box, touch-edge",,Farkas,ns,,,,,'
    echo 'verdict,"box, touch-edge",,ODE touch,ns,,,,5559 FN,'
} >page/bench/pairs.csv
{
    echo "$fields"
    echo 'meet,near contact,1000000,Farkas,ns,6210,,,,'
    echo 'distance,near contact,1000000,Farkas,ns,126000,,,,'
} >page/bench/trees.csv
{
    echo "$fields"
    echo 'complete list,one of 100 tori,801,"Farkas, two levels",ms,9.7,,,,'
    echo 'complete list,one of 100 tori,801,as printed,ms,396,,,2554 lost,'
} >page/bench/cells.csv
{
    echo "$fields"
    echo 'step,moving,100000,Farkas packs,ms,6,,,,'
} >page/bench/world.csv
{
    echo "$fields"
    echo 'first contact,two knots,10000,Farkas,ms,0.71,,,,'
    echo 'closer than 10 mm,workcell,,Farkas,µs,13,,,,'
} >page/bench/motion.csv
{
    echo "$fields"
    echo 'hull,on a sphere,500000,Farkas,ms,610,,,,'
    echo 'load,file,1000000,Farkas,ms,999.7,,,,'
} >page/bench/mesh.csv
expect 0 '' '' bench page --out page --readme readme.md
sed -n '/begin/,$p' readme.md >got
cat >want <<'END'
<!-- farkas bench: begin -->
| one core, median | Farkas | others |
| --- | --- | --- |
| two boxes | 37 ns, in a batch 7.2 ns | ODE 29 ns (12 FP) |
| two tetrahedra | 37 ns, in a batch 7.2 ns |  |
| two hulls of 512 points | 740 ns |  |
| boxes that touch at an edge: wrong of 10,000 | 0 | ODE 5559 FN |
| do two meshes meet, near contact, 1,000,000 triangles each | 6.2 µs |  |
| how far apart are they | 126 µs |  |
| all pairs that meet of one torus of 800 tetrahedra and 99 others, with boxes | 9.7 ms | the printed algorithm 396 ms (2554 lost) |
| 100,000 boxes that all move, a step: all pairs | 6 ms |  |
| first contact of two knots of 10,000 triangles that turn, proved | 710 µs |  |
| the sample workcell at one moment, contacts and clearance | 13 µs |  |
| convex hull of 500,000 points on a sphere | 610 ms |  |
| a binary STL file of a million triangles, read and welded | 1.0 s |  |
<!-- farkas bench: end -->
rest
END
same 'the table of the README'
sed -n '/^## At a glance/,/^## Targets/p' page/bench.md | grep '^| [^-]' >got
grep '^| [^-]' readme.md >want
same 'the page begins with the same table'
printf '%s\n' '# Title' '<!-- farkas bench: begin -->' 'no end' >readme.md
cp readme.md want
refused "readme.md: there is no '<!-- farkas bench: begin -->' with its end" bench page --out page --readme readme.md
cp readme.md got
same 'a README without marks is left alone'
printf '%s\n' '<!-- farkas bench: end -->' '<!-- farkas bench: begin -->' >readme.md
refused "readme.md: there is no '<!-- farkas bench: begin -->' with its end" bench page --out page --readme readme.md
printf '%s\n' '<!-- farkas bench: begin -->' '<!-- farkas bench: end -->' >readme.md
printf 'nul \000 rest' >>readme.md
ln -s readme.md link.md
expect 0 '' '' bench page --out page --readme link.md
holds 'a link stays one' test -L link.md
holds 'what stands behind the table stays, whatever it is' test "$(tail -c 10 readme.md | tr '\000' 0)" = 'nul 0 rest'
refused 'nowhere.md: No such file or directory' bench page --out page --readme nowhere.md

finish
