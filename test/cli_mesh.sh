#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors
#
# Tests of the verbs on meshes, as a user meets them: info, convert, hull, split, gen mesh, bench mesh, trees, cells, world, motion, robots and embed.
# Usage: test/cli_mesh.sh path/to/farkas

. "$(dirname "$0")/expect.sh"

# A cube with sides of 2 as an OBJ file of squares; the same with one square missing, and with one turned over.
cat >cube.obj <<'END'
o cube
v 0 0 0
v 2 0 0
v 2 2 0
v 0 2 0
v 0 0 2
v 2 0 2
v 2 2 2
v 0 2 2
f 1 4 3 2
f 5 6 7 8
f 1 2 6 5
f 2 3 7 6
f 3 4 8 7
f 4 1 5 8
END
grep -v 'f 4 1 5 8' cube.obj >open.obj
sed 's/f 4 1 5 8/f 4 8 5 1/' cube.obj >flipped.obj

# ---- info --------------------------------------------------------------------------------------------------

"$farkas" info -q cube.obj >got
cat >want <<'END'
cube.obj: OBJ, 1 part, in mm, as nothing says another unit
  size        2 x 2 x 2 mm, from (0 0 0) to (2 2 2)
  counts      12 triangles, 8 vertices, 18 edges; 1 component, Euler number 2
  solid       yes
  volume      8 mm3
  area        24 mm2
  centroid    (1 1 1)
  defects     none
END
sed 9,99d got >head && mv head got
same 'info of a cube'
expect 0 "$("$farkas" info -q cube.obj)" 'farkas: cube.obj: 6 polygons cut into triangles' info cube.obj
holds 'info --strict of a cube' "$farkas" info -q --strict cube.obj
"$farkas" info -q --strict open.obj >got
holds 'info --strict of an open cube is 1' test $? -eq 1
holds 'an open cube is a surface' grep -q '^  surface  ' got
holds 'an open cube has four open edges' grep -q '4 open edges: vertices 0 3, vertices 0 4, vertices 3 7, vertices 4 7$' got
"$farkas" info -q flipped.obj >got
holds 'two triangles are flipped' grep -q '2 flipped triangles: triangle 10, triangle 11$' got
"$farkas" info -q --json cube.obj open.obj >got
holds 'info --json has a line for each file' test "$(wc -l <got)" -eq 2
holds 'info --json tells the volume' grep -q '"volume":8,"area":24,"centroid":\[1,1,1\],"defects":\[\]' got
holds 'info --json tells defects' grep -q '{"kind":"open edge","triangle":[0-9]*,"vertices":\[0,3\]}' got
holds 'info in inches' sh -c '"$0" info -q --units in cube.obj | grep -q "2 x 2 x 2 in"' "$farkas"
holds 'info from standard input' sh -c '"$0" info -q - <cube.obj | grep -q "^standard input: OBJ"' "$farkas"
expect 2 '' "farkas: error: info needs a file; see 'farkas info --help'" info
expect 2 '' "farkas: error: --units: 'miles' is not a unit: mm, cm, m or in" info --units miles cube.obj
expect 2 '' "farkas: error: --up: 'w' is not one of x, y, z" info --up w cube.obj
expect 2 '' "farkas: error: --weld: 'much' is not a length, such as 0.1, 5mm or 2in" info --weld much cube.obj

# ---- Bad files ---------------------------------------------------------------------------------------------

# bad NAME PATTERN: farkas info fails on the file with one line that matches, and converting it leaves no file behind
bad() {
    "$farkas" info "$1" >got_out 2>got_err
    status=$?
    cat got_err >details
    holds "$1: exit status 2" test $status -eq 2
    holds "$1: nothing on stdout" test ! -s got_out
    holds "$1: one line" test "$(wc -l <got_err)" -eq 1
    holds "$1: $(cat got_err) matches $2" grep -q "^farkas: error: $1:.*$2" got_err
    "$farkas" convert -q "$1" out.stl 2>got_err
    holds "$1: convert fails" test $? -eq 2
    holds "$1: convert leaves nothing" test -z "$(find . -name 'out*')"
}

: >empty.stl
bad empty.stl 'empty'
mkdir folder.stl
bad folder.stl 'this is a folder'
bad missing.stl 'no such file'
if [ "$(id -u)" != 0 ]; then
    cp cube.obj secret.obj && chmod 0 secret.obj
    bad secret.obj 'permission'
fi
"$farkas" convert -q cube.obj cube.stl
head -c 300 cube.stl >cut.stl
bad cut.stl 'byte\|triangle'
{ cat cube.stl && printf 'xyz'; } >trailing.stl
bad trailing.stl 'byte\|triangle'
{ head -c 80 cube.stl && printf '\377\377\377\177' && tail -c +85 cube.stl; } >huge.stl
bad huge.stl 'triangle'
sed 's/v 2 2 2/v 2 nan 2/' cube.obj >nan.obj
bad nan.obj "'nan' is not a finite number"
sed 's/v 2 2 2/v 2,5 2 2/' cube.obj >comma.obj
bad comma.obj 'point, not a comma'
sed 's/f 5 6 7 8/f 5 6 7 9/' cube.obj >range.obj
bad range.obj '9'
printf 'ISO-10303-21;\nHEADER;\n' >part.step
bad part.step 'STL'
printf '<robot xmlns:xacro="x"/>\n' >robot.xacro
bad robot.xacro 'robot'
printf 'S      1\n' >part.iges
bad part.iges 'STL'
printf '\377\376v\0 \0' >wide.obj
bad wide.obj 'UTF-16'
head -c 200 cube.stl | tail -c 100 >binary.obj
bad binary.obj ''

# ---- convert -----------------------------------------------------------------------------------------------

for format in stl stl-ascii obj ply ply-big ply-ascii off; do
    "$farkas" convert -q --format $format cube.obj - >"there.$format" && "$farkas" convert -q "there.$format" back.off
    holds "convert to $format and back" test $? -eq 0
    "$farkas" info -q --json back.off | sed 's/"name":"[^"]*"//; s/.*"parts"//' >got
    "$farkas" info -q --json cube.obj | sed 's/"name":"[^"]*"//; s/.*"parts"//' >want
    same "a cube through $format"
done
"$farkas" convert -q --units in cube.obj mm.obj && "$farkas" info -q mm.obj >got
holds 'inches to mm' grep -q '50.8 x 50.8 x 50.8 mm' got
"$farkas" convert -q --units cm:m --scale 3 cube.obj metres.obj && "$farkas" info -q metres.obj >got
holds 'cm to m, three times as large' grep -q '0.06 x 0.06 x 0.06' got
"$farkas" convert -q --scale -1 cube.obj mirror.obj && holds 'a mirrored cube is sound' "$farkas" info -q --strict mirror.obj
printf 'v 0 0 0\nv 1 0 0\nv 0 3 0\nv 0 0 7\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n' >tetra.obj
"$farkas" convert -q --up y tetra.obj - >got
holds 'y becomes z' grep -q '^v 0 0 3$' got
holds 'z becomes -y' grep -q '^v 0 -7 0$' got
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1.001 0 0\nv 1 1 0\nf 1 2 3\nf 4 5 3\n' >gap.obj
"$farkas" convert -q --weld 0.01 gap.obj - >got
holds 'welded over a gap' test "$(grep -c '^v ' got)" -eq 4
"$farkas" convert -q --weld 0.01mm --units m gap.obj - >got
holds 'not welded over a gap that is larger' test "$(grep -c '^v ' got)" -eq 5
{ cat cube.obj && printf 'o tetra\n' && sed 's/v 0/v 9/; s/f.*//' tetra.obj &&
    printf 'f 9 11 10\nf 9 10 12\nf 10 11 12\nf 11 9 12\n'; } >two.obj
"$farkas" info -q two.obj >got
holds 'two objects are two parts' grep -q '2 parts' got
holds 'parts have names' grep -q '^two/tetra$' got
expect 2 '' "$("$farkas" convert -q two.obj two.off 2>&1)" convert -q two.obj two.off
holds 'OFF cannot hold two parts, and it says what can' grep -q 'part' got_err
"$farkas" convert -q --join two.obj two.off && "$farkas" info -q two.off >got
holds 'joined' grep -q '1 part,' got
"$farkas" convert -q two.obj two.stl && "$farkas" info -q two.stl >got
holds 'STL with two parts is ASCII' grep -q 'STL, ASCII, 2 parts' got
printf 'old\n' >kept.stl
"$farkas" convert -q nan.obj kept.stl 2>/dev/null
echo old >want && cp kept.stl got && same 'a file that could not be written is left alone'
expect 2 '' "farkas: error: --scale: '0' is not a number other than 0" convert --scale 0 cube.obj x.obj
expect 2 '' "farkas: error: convert needs an input and an output; see 'farkas convert --help'" convert cube.obj

"$farkas" convert -q --scale 0.1 tetra.obj tenth.stl && "$farkas" convert -q tenth.stl again.stl
cp tenth.stl want && cp again.stl got && same 'a binary STL file stays as it is'
expect 2 '' "farkas: error: x.xyz: the name does not tell the format: end it in .stl, .obj, .ply or .off, or give --format" convert cube.obj x.xyz

# ---- hull --------------------------------------------------------------------------------------------------

"$farkas" hull -q cube.obj hull.off && "$farkas" info -q --strict hull.off >got
holds 'the hull of a cube is sound' test $? -eq 0
holds 'the hull of a cube' grep -q '12 triangles, 8 vertices' got
printf 'v 0 0 0\nv 2 0 0\nv 0 2 0\nv 0 0 2\nv 0.25 0.25 0.25\n' >points.obj
expect 0 'hull 4 0 0 0 2 0 0 0 2 0 0 0 2' '' hull --pairs points.obj
cp points.obj in
expect 0 'hull 4 0 0 0 2 0 0 0 2 0 0 0 2' '' hull --pairs -
bad points.obj 'no triangle'

# Points in one plane: a surface, which clashes with what it goes through. On one line: no file, but a shape.
printf 'v 0 0 0\nv 2 0 0\nv 2 2 0\nv 0 2 0\nv 1 1 0\n' >flat.obj
expect 0 'v 0 0 0
v 2 0 0
v 2 2 0
v 0 2 0
f 1 2 3
f 1 3 4' 'farkas: flat.obj: all points are in one plane: the hull has no volume, it is a surface of one side' hull flat.obj
expect 0 '' '' hull -q flat.obj sheet.stl
"$farkas" convert -q --scale 0.5 cube.obj small.stl
"$farkas" info -q sheet.stl >got
holds 'the hull of points in a plane is a surface' grep -q '  surface  ' got
"$farkas" check sheet.stl small.stl -q --at small=0.5,0.5,-0.5 >got
holds 'that clashes with a solid' grep -q 'HARD.*depth 0.5 mm' got
printf 'v 0 0 0\nv 1 1 1\nv 3 3 3\n' >line.obj
printf 'v 1 2 3\nv 1 2 3\n' >point.obj
on_line="so their hull has no triangles; --pairs writes it as a shape"
expect 2 '' "farkas: error: line.obj: all points are on one line, $on_line" hull line.obj line.stl
expect 2 '' "farkas: error: point.obj: all points are the same, $on_line" hull point.obj line.stl
holds 'nothing is written' test ! -e line.stl
expect 0 'hull 2 0 0 0 3 3 3' '' hull --pairs line.obj
{ printf 'o one\n' && cat points.obj && printf 'f 1 2 3\no two\n' && cat line.obj && echo f 6 7 8; } >two.obj
expect 2 '' "farkas: error: two.obj: two: all points are on one line, $on_line" hull --each two.obj
expect 2 '' 'farkas: error: --pairs and --format exclude each other' hull --pairs --format off points.obj

# ---- numbers at the ends of the range ----------------------------------------------------------------------

expect 2 '' "farkas: error: --weld: '1e308m' is not a length, such as 0.1, 5mm or 2in" convert --weld 1e308m cube.obj end.obj
expect 2 '' 'farkas: error: --scale and --units together are beyond the range of doubles' \
    convert --scale 5e-324 --units mm:m cube.obj end.obj
"$farkas" convert -q --scale -1 cube.obj mirrored.obj
holds 'mirroring writes no -0' test -z "$(grep -- '-0' mirrored.obj)"

# ---- split -------------------------------------------------------------------------------------------------

"$farkas" gen mesh bracket -o bracket.stl && "$farkas" split -q bracket.stl pieces.obj
holds 'split of a bracket' test $? -eq 0
holds 'a bracket has two pieces' test "$(grep -c '^o bracket-' pieces.obj)" -eq 2
"$farkas" split --json bracket.stl >got
holds 'split --json' grep -q '"name":"bracket","solid":true,"pieces":2,"fill":0,.*"cover":"proved"' got
"$farkas" split -q --max-pieces 1 bracket.stl one.obj && holds 'one piece' test "$(grep -c '^o ' one.obj)" -eq 1
sed '/^v/s/2/1e200/g' cube.obj >huge.obj
"$farkas" split --json huge.obj >got 2>&1
holds 'split --json of a volume beyond the range' grep -q '"volume":null,"pieces_volume":null,"cover":"proved"' got
"$farkas" info -q huge.obj >got
holds 'info of a volume beyond the range' test -z "$(grep nan got)"
expect 2 '' "farkas: error: --max-pieces: '0' is not from 1 to 4294967295" split --max-pieces 0 bracket.stl

expect 2 '' 'farkas: error: ply holds one part; write .obj or .stl, which hold several' split bracket.stl pieces.ply
expect 2 '' 'farkas: error: --concavity: 0 is not possible; give the largest distance that is allowed' split --concavity 0 bracket.stl
holds 'a part in metres is doubted' sh -c '"$0" gen mesh box --size 0.5 -o half.stl && "$0" info half.stl 2>&1 >/dev/null | grep -q "is it in metres"' "$farkas"
"$farkas" info --strict open.obj 2>got >/dev/null
holds 'info --strict says why' grep -q '^farkas: open: not sound: a surface, 4 defects$' got

# ---- bench mesh --------------------------------------------------------------------------------------------

# one_answer SECTION WORK WHO: all records of the section with this work by names that begin so, of the same scene and size, have the same answers.
one_answer() {
    grep -v '^#' "records/bench/$1.csv" | sed 's/"[^"]*"//g' | awk -F, -v work="$2" -v who="$3" '
        $1 == work && substr($4, 1, length(who)) == who && $10 != "" { if (seen[$2 "," $3]++ && hash[$2 "," $3] != $10) wrong = 1; hash[$2 "," $3] = $10; rows++ }
        END { exit wrong || rows < 2 }'
}

"$farkas" bench mesh --quick --no-peers --csv --out records >got
holds 'bench mesh --quick' test $? -eq 0
holds 'bench mesh counts all triangles and vertices' test -z "$(grep -v ',1$\|right$' got)"
for record in 'load,file,2000,Farkas,ms,,' 'hull,on a sphere,200,Farkas,ms,,' 'pieces,star,120,Farkas,,[0-9]'; do
    holds "bench mesh has the record $record" grep -q "^$record" records/bench/mesh.csv
done
holds 'records tell the compiler' grep -q '^# compiler: ' records/bench/mesh.csv
expect 2 '' "farkas: error: unknown scene 'sphere-5'; did you mean 'sphere-5k'?" bench mesh --scene sphere-5

# ---- bench world -------------------------------------------------------------------------------------------

"$farkas" bench world --quick --no-peers --json --out records >got
holds 'bench world --quick' test $? -eq 0
for scene in moving-1k rest-10k again-10k few-10k place-1k huge-10k line-10k mixed-10k; do
    holds "bench world has $scene, with one answer" sh -c 'test "$(grep "^{\"scene\":\"$0\",\"method\":\"Farkas" got | sed "s/.*\"wrong\":0,\"hash\"/HASH/" | uniq | grep -c "^HASH")" -eq 1' $scene
done
holds 'records of bench world have one answer' one_answer world step Farkas
holds 'bench world has shapes on a ground, and their contacts' \
    test "$(grep '^{"scene":"shapes",.*"method":"Farkas verdicts and contacts' got | grep -vc '"contacts":0,')" -eq 14
for scene in ray-balls ray-mixed; do
    holds "bench world has $scene" grep -q '^{"scene":"'$scene'","method":"Farkas world",.*"rays":100,.*"wrong":0,' got
done
expect 2 '' "farkas: error: unknown scene 'moving-2k'; did you mean 'moving-1k'?" bench world --scene moving-2k

# ---- bench trees -------------------------------------------------------------------------------------------

"$farkas" bench trees --quick --no-peers --csv >got
holds 'bench trees --quick' test $? -eq 0
for work in meet pairs distance segment build; do
    holds "bench trees does $work" grep -q "^knot-1k,$work,Farkas," got
done
holds 'bench trees is right' test -z "$(sed 1d got | awk -F, '$15 != 0 || $19 != ""')"
"$farkas" bench trees --quick --no-peers --work meet --json bracket.stl >got
holds 'bench trees of a file' grep -q '^{"scene":"bracket","work":"meet","method":"Farkas",' got
expect 2 '' "farkas: error: unknown scene 'knot-2k'; did you mean 'knot-1k'?" bench trees --scene knot-2k
expect 2 '' "farkas: error: unknown work 'met'; did you mean 'meet'?" bench trees --work met
expect 2 '' "farkas: error: --limit: '0' is not from 1 to 100000" bench trees --limit 0
"$farkas" bench trees --rules --quick --out records >got
holds 'bench trees --rules' test $? -eq 0
holds 'rules have one answer' one_answer rules 'tests of volumes' ''
expect 2 '' "farkas: error: --rules takes no files, found 'cube.obj'" bench trees --rules cube.obj

# Peers: one that says no to everything, one that crashes, one that does not end, one that prints something else.
mkdir tree-peers
cat >tree-peers/no <<'END'
#!/bin/sh
[ "$1" = meet ] || exit 0
echo '{"method":"no","library":"Fake 1","ns":[1],"ns_hits":[1],"ns_misses":[1],"values":[0,0,0,0,0,0,0,0],"bytes":0}'
END
printf '#!/bin/sh\nkill -SEGV $$\n' >tree-peers/crash
printf '#!/bin/sh\nexec sleep 60\n' >tree-peers/hang
chmod +x tree-peers/*
"$farkas" bench trees --quick --peers tree-peers --work meet --limit 1 --out records >got
holds 'bench trees goes on beside peers that do not' test $? -eq 0
holds 'a peer that is wrong' grep -q '^  no  .*  0 FP, 4 FN$' got
holds 'a peer that crashes' grep -q '^  crash  *crashed$' got
holds 'a peer that hangs' grep -q '^  hang  *out of time$' got
holds 'its record says so' grep -q '^meet,near contact,400,crash,µs,,,,crashed,$' records/bench/trees.csv
rm tree-peers/hang
printf '#!/bin/sh\necho hello\n' >tree-peers/no
expect 2 '' 'farkas: error: tree-peers/no printed what is not a result' bench trees --quick --peers tree-peers --work meet

# ---- bench cells, bench motion, bench robots ----------------------------------------------------------------

"$farkas" bench cells --quick --out records >/dev/null
holds 'bench cells --quick' test $? -eq 0
holds 'bench cells has one answer' one_answer cells 'complete list' ''
holds 'bench cells tells what the print loses' grep -q '^complete list,.*,as printed,ms,,,,"650 of 2619 lost, 476 made up",$' records/bench/cells.csv
"$farkas" bench motion --quick --no-peers --quiet --json --out records >got
holds 'bench motion --quick' test $? -eq 0
holds 'bench motion is right' test -z "$(grep -v '"wrong":0' got)"
holds 'bench motion has records' grep -q '^first contact,two knots,300,Farkas,µs,' records/bench/motion.csv
holds 'bench motion has knots far from each other' grep -q '"scene":"far-1k".*"method":"Farkas",.*"yes":0,' got
holds 'bench motion sweeps the workcell' grep -q '"scene":"workcell","question":"whole sweep","method":"Farkas, trees kept",.*"clashes":1,' got
holds 'sweeps with new and kept trees answer the same' test "$(grep '"question":"whole sweep"' got | sed 's/.*"answers"://' | sort -u | wc -l)" -eq 1

"$farkas" bench robots --quick --no-peers --json --out records >got
holds 'bench robots --quick' test $? -eq 0
holds 'bench robots is right' test -z "$(grep -v '"wrong":0' got)"
for question in 'free states' 'colliding states' '100 m apart' '1 mm apart' touching; do
    holds "bench robots has $question" grep -q "\"question\":\"$question\",\"method\":\"Farkas\"" got
done
for question in 'free states' 'colliding states' 'mixed states' 'short edges' distance; do
    holds "bench robots has $question of a workcell" grep -q "\"question\":\"$question\",\"method\":\"Farkas, workcell\"" got
done
holds 'a workcell answers as a checker' test "$(grep '"question":"mixed states"' got | grep -v "filter alone" | sed 's/.*"answers"://' | sort -u | wc -l)" -eq 1
holds 'bench robots has records' grep -q '^free states,arm,[0-9]*,Farkas,ns,' records/bench/robots.csv
mkdir none
expect 2 '' 'farkas: error: none: there is no robot here: ROBOT/ROBOT.urdf, ROBOT.srdf and scenes/*.json' \
    bench robots --data none --no-peers
mkdir -p none/arm/scenes
cp "$here"/../examples/scene/arm.urdf "$here"/../examples/scene/arm.srdf none/arm
echo '{"farkas": 1, "units": "m", "parts": [{"name": "wall", "shape": {"box": {"size": [1, 1, 1]}}, "pose": {"xyz": [0.8, 0, 0.2]}}]}' \
    >none/arm/scenes/wall.json
"$farkas" bench robots --quick --no-peers --json --data none >got
holds 'bench robots --data' test $? -eq 0
holds 'bench robots --data has a robot of pieces' grep -q '^{"scene":"arm","question":"free states",.*"triangles":0,.*"wrong":0,' got

# Lines of robots: into a wall, and far from it.
expect 2 '' 'farkas: error: none/arm/states.tsv has no start of wall' bench motion --no-peers --scene lines --data none
cp none/arm/scenes/wall.json none/arm/scenes/none.json
sed -i 's/0.8, 0, 0.2/8, 0, 0.2/' none/arm/scenes/none.json
{
    printf 'scene\tstate\tturn\tshoulder\n'
    for scene in wall none; do
        printf '%s\tstart\t0.1\t0\n%s\tgoal\t0\t1.5\n' $scene $scene
    done
} >none/arm/states.tsv
"$farkas" bench motion --quick --no-peers --json --scene lines --data none --out records >got
holds 'bench motion --data' test $? -eq 0
holds 'bench motion --data is right' test -z "$(grep -v '"lines":2,.*"clashes":1,"wrong":0,' got)"
holds 'bench motion --data has all rows' test "$(wc -l <got)" -eq 4
holds 'bench motion --data has records' grep -q '^"first clash, largest",arm,' records/bench/motion.csv
holds 'bench motion counts the undecided' grep -q '^undecided pairs,arm,,Farkas,,0,' records/bench/motion.csv
rm -r none

# ---- bench embed -------------------------------------------------------------------------------------------

# One that measures, one that has nothing to say, one that fails, and one that prints something else.
mkdir embed-peers
cat >embed-peers/good <<'END'
#!/bin/sh
[ -x "$1" ] && [ -d "$2" ] && [ "$3" = 3 ] && echo '{"work":"size","scene":"a b","size":7,"by":"Farkas","unit":"kB","value":1.5,"low":1,"high":2}'
END
printf '#!/bin/sh\nexit 0\n' >embed-peers/none
printf '#!/bin/sh\nexit 1\n' >embed-peers/fails
printf '#!/bin/sh\necho hello\n' >embed-peers/odd
chmod +x embed-peers/*
printf '%s\n' '{"work":"size","scene":"a b","size":7,"by":"Farkas","unit":"kB","value":1.5}' >want
"$farkas" bench embed --peers embed-peers --rounds 3 --json --out records >got 2>told
same 'bench embed --json'
printf 'farkas: embed-peers/%s failed; what it measures is left out\n' fails odd >want
mv told got
same 'bench embed tells what failed'
holds 'bench embed has the record' grep -qx 'size,a b,7,Farkas,kB,1.5,1,2,,' records/bench/embed.csv
expect 2 '' 'farkas: error: none: No such file or directory' bench embed --peers none

finish
