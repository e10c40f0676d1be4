#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# The verbs check and distance of the farkas command: tables, JSON, CSV, JUnit XML, options, scenes, errors. Among them are cases from
# bug reports to other libraries.
#
#     cli_check.sh path/to/farkas

. "$(dirname "$0")/expect.sh"

# kind A B: the kind of the only pair of two files
kind() {
    "$farkas" check "$@" --json 2>errors | sed -n 's/.*"kind":"\([a-z]*\)".*/\1/p'
}

# kinds EXPECTED A B...: both orders of the files give this kind
kinds() {
    echo "$1 $1" >want
    echo "$(kind "$2" "$3") $(kind "$3" "$2")" >got
    same "$1 expected of $2 and $3"
}

# ---- Tables ----------------------------------------------------------------------------------------------

box a.off 0 0 0 2 2 2
box b.off 0 0 1.75 2 2 3
box c.off 5 0 0 6 1 1
box inner.off 0.5 0.5 0.5 1 1 1
box flush.off 2 0 0 3 2 2

expect 1 '3 parts in mm (assumed; --units), 3 pairs: clash, contact or closer than 5 mm
  HARD       a x b   depth 0.25 mm   box (0 0 1.75)-(2 2 2)
  CLEARANCE  a x c   3 mm < 5 mm   at (2 0 0)
  CLEARANCE  b x c   3.0923 mm < 5 mm   at (2 0 1.75)
3 clashes in 3 pairs, none undecided.' '' check a.off b.off c.off --clearance 5mm
expect 0 '2 parts in mm, 1 pair
  clear      a x c   3 mm
0 clashes in 1 pair, none undecided.' '' check a.off c.off --units mm
expect 1 '2 parts in mm (assumed; --units), 1 pair
  CONTAINED  a x inner   inner is inside   depth 1 mm   box (0.5 0.5 0.5)-(1 1 1)
1 clash in 1 pair, none undecided.' '' check a.off inner.off
expect 0 '2 parts in mm (assumed; --units), 1 pair
  contact    a x flush   at (2 0 0)   box (2 0 0)-(2 2 2)
0 clashes in 1 pair, none undecided.' '' check a.off flush.off --allow-contact
expect 1 '2 parts in mm (assumed; --units), 1 pair
  DUPLICATE  a.off x sub/a.off
1 clash in 1 pair, none undecided.' '' check a.off "$(mkdir -p sub && cp a.off sub && echo sub/a.off)"
expect 1 '3 parts in mm (assumed; --units), 2 pairs, 1 ignored
  CONTACT    a x flush   at (2 0 0)   box (2 0 0)-(2 2 2)   id 01f25fbca2
  clear      flush x b   2.75 mm
  ignored    a x b       glued
1 clash in 2 pairs, none undecided.' '' check -v a.off flush.off b.off --ignore 'a,b=glued' --at b=1.00001,0,3
# A person is told how to look at clashes; `script` makes a terminal.
hint() {
    script -qec "$farkas check $*" /dev/null </dev/null | tr -d '\r' | tail -1 >got
}
if command -v script >details && hint a.off b.off && [ -s got ]; then
    echo 'Look: farkas view a.off b.off   Page: --report clash.html' >want
    same 'what to do next'
    hint a.off c.off --clearance 5mm
    echo 'Look: farkas view ...   Page: --report clash.html' >want
    same 'what to do next, with options'
    hint a.off c.off
    echo '0 clashes in 1 pair, none undecided.' >want
    same 'nothing to look at'
fi
# All lines are aligned, those of ignored pairs, too.
expect 1 '3 parts in mm (assumed; --units), 1 pair, 2 ignored
  CONTACT    a x flush       at (2 0 0)   box (2 0 0)-(2 2 2)   id 01f25fbca2
  ignored    a x inner       put in
  ignored    flush x inner   --ignore
1 clash in 1 pair, none undecided.' '' check -v a.off flush.off inner.off --ignore 'a,inner=put in' --ignore flush,inner
# Nothing is left to check: a note says so.
expect 0 '2 parts in mm (assumed; --units), 0 pairs, 1 ignored
0 clashes in 0 pairs, none undecided.' 'farkas: nothing was checked: all pairs are ignored; -v tells why' check a.off flush.off --ignore all,all
expect 0 '2 parts in mm (assumed; --units), 0 pairs
0 clashes in 0 pairs, none undecided.' 'farkas: nothing was checked: neither --between nor the "tests" of the scene mean a pair' check a.off flush.off --between a,a
# More than 20 pairs that are clear: listed when they are asked for.
{
    printf '{"farkas":1,"units":"mm","parts":[{"name":"p0","shape":{"sphere":{"radius":1}}}'
    for i in 1 2 3 4 5 6 7; do
        printf ',{"name":"p%s","shape":{"sphere":{"radius":1}},"pose":{"xyz":[%s0,0,0]}}' $i $i
    done
    printf ']}\n'
} >many.json
"$farkas" check many.json | grep clear >got
echo '  clear      28 pairs, nearest p0 x p1: 8 mm; --distances lists all' >want
same 'many clear pairs'
"$farkas" check many.json --distances | grep -c 'clear .* mm$' >got
echo 28 >want
same 'many clear pairs, asked for'

# Files in metres that are taken for mm.
box small.off 0 0 0 0.5 0.1 0.1
box small2.off 0 0 1 0.5 0.1 1.1
"$farkas" check small.off small2.off >/dev/null 2>got
echo 'farkas: the largest part is 0.5 mm in size: if the files are in metres, give --units m' >want
same 'parts that are very small'
"$farkas" check small.off small2.off --units mm >/dev/null 2>got
: >want
same 'parts that are very small, and said to be'

# ---- Distances -------------------------------------------------------------------------------------------

expect 0 'a to c: 3 mm
  on a       2 0 0
  on b       5 0 0
  direction  1 0 0' '' distance a.off c.off
expect 0 'a and b meet (hard): distance 0 mm
  on a       1.2 0 2' '' distance a.off b.off
expect 0 '{"farkas":1,"units":"in","a":"c","b":"a","kind":"clear","distance":{"lo":3,"hi":3},"point_a":[5,0,0],"point_b":[2,0,0],"direction":[-1,0,0]}' '' \
    distance c.off a.off --json --units in
expect 2 '' 'farkas: error: distance needs two files, or a scene or robot and two names; see farkas distance --help' distance a.off
expect 2 '' 'farkas: error: a.off is given twice; to check a part against itself, give a copy or a scene' distance a.off a.off

# ---- Kinds -----------------------------------------------------------------------------------------------

# Two cubes of side 2 at z = 0 and 1.9.
box low.off -1 -1 -1 1 1 1
box high.off -1 -1 0.9 1 1 2.9
"$farkas" check low.off high.off --json 2>errors | sed -n 's/.*"depth":\([0-9.]*\).*/\1/p' >got
echo 0.09999999999999998 >want # 1 - 0.9 in doubles
same 'depth of cubes at 0 and 1.9'

# Cubes that overlap by 0.1 on each axis.
box corner.off -0.9 -0.9 -0.9 0.1 0.1 0.1
box unit.off 0 0 0 1 1 1
"$farkas" check corner.off unit.off --json 2>errors | sed -n 's/.*\("box":{[^}]*}\).*/\1/p' >got
echo '"box":{"min":[0,0,0],"max":[0.1,0.1,0.1]}' >want
same 'box of cubes that overlap by 0.1'

# Unit cubes that share a face along x, y or z.
box along_x.off 1 0 0 2 1 1
box along_y.off 0 1 0 1 2 1
box along_z.off 0 0 1 1 1 2
for other in along_x along_y along_z; do
    kinds contact unit.off $other.off
done

# Flush faces, and one unit in the last place less and more, at 0, 100 m and 5 km (in mm).
box p.off 0 0 0 1 1 1
box q.off 1 0 0 2 1 1
box q_less.off 0.99999999999999989 0 0 2 1 1
box q_more.off 1.0000000000000002 0 0 2 1 1
kinds contact p.off q.off
kinds hard p.off q_less.off
kinds clear p.off q_more.off
box p.off 99999 0 0 100000 1 1
box q.off 100000 0 0 100001 1 1
box q_less.off 99999.999999999985 0 0 100001 1 1
box q_more.off 100000.00000000001 0 0 100001 1 1
kinds contact p.off q.off
kinds hard p.off q_less.off
kinds clear p.off q_more.off
box p.off 4999999 0 0 5000000 1 1
box q.off 5000000 0 0 5000001 1 1
box q_less.off 4999999.9999999991 0 0 5000001 1 1
box q_more.off 5000000.0000000009 0 0 5000001 1 1
kinds contact p.off q.off
kinds hard p.off q_less.off
kinds clear p.off q_more.off

# Boxes near coordinate 90,000 in files with floats: 90000.5 is one, 90001.1 is not.
box p.off 90000 90000 90000 90000.5 90001 90001
box q.off 90000.5 90000 90000 90001.1 90001 90001
"$farkas" convert p.off p.stl -q && "$farkas" convert q.off q.stl -q
kinds contact p.stl q.stl

# A cube in a cube in a cone.
"$farkas" gen mesh cone --size 10 -o cone.stl -q
"$farkas" check low.off cone.stl high.off --json >got_out 2>errors # to know where the cone is
box outer.off -1 -1 1 1 1 3
box innermost.off -0.5 -0.5 1.5 0.5 0.5 2
printf 'contained contained contained\n' >want
echo "$(kind outer.off innermost.off) $(kind outer.off cone.stl) $(kind innermost.off cone.stl)" >got
same 'a cube in a cube in a cone'

# A peg that fills its hole exactly, and moved by little.
"$farkas" gen mesh peg-and-hole -o fit.obj -q
echo contact >want
kind fit.obj >got
same 'a peg in its hole'
echo hard >want
kind fit.obj --at fit/peg=0,1e-12,0 >got
same 'a peg that was moved'
echo contact >want
kind fit.obj --at fit/peg=0,0,3 --at fit/block=0,0,3 >got
same 'a peg and its hole that were moved together'

# A surface: what it encloses is not looked at.
"$farkas" gen mesh open-box --size 10 -o open.stl -q
box in_open.off -1 -1 4 1 1 5
expect 0 '2 parts in mm (assumed; --units), 1 pair
  clear      open x in_open   4 mm
0 clashes in 1 pair, none undecided.' 'farkas: open is a surface, not closed: what it encloses is not looked at; see farkas info' check open.stl in_open.off

# ---- Many parts ------------------------------------------------------------------------------------------

"$farkas" gen mesh torus-cells -o cells.obj -q
"$farkas" check cells.obj --json -j 1 >one 2>errors
for jobs in 2 5; do
    "$farkas" check cells.obj --json -j $jobs >other 2>errors
    holds "the same bytes with $jobs jobs" cmp one other
done
"$farkas" check cells.obj --csv -j 2 2>errors | head -n 1 >got
echo 'a,b,kind,clash,distance_lo,distance_hi,clearance,depth,depth_method,ax,ay,az,bx,by,bz,box_min_x,box_min_y,box_min_z,box_max_x,box_max_y,box_max_z,volume_lo,volume_hi,triangle_pairs,id,review' >want
same 'the columns of CSV'
"$farkas" check cells.obj --allow-contact 2>errors | tail -n 1 >got
echo '0 clashes in 319600 pairs, none undecided.' >want
same '800 cells that only touch'
"$farkas" check a.off c.off --first --junit junit.xml 2>errors >/dev/null
cat >want <<'END'
<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="farkas check" tests="1" failures="0" errors="0" skipped="0">
  <testcase classname="farkas.check" name="a x c"/>
</testsuite>
END
cp junit.xml got
same 'JUnit XML'
expect 1 '<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="farkas check" tests="3" failures="1" errors="0" skipped="1">
  <testcase classname="farkas.check" name="a x c"><failure type="clearance" message="clearance: 3 mm is less than 4 mm"/></testcase>
  <testcase classname="farkas.check" name="b x c"/>
  <testcase classname="farkas.check" name="a x b"><skipped message="&lt;glued&gt;"/></testcase>
</testsuite>' '' check a.off b.off c.off --ignore 'a,b=<glued>' --junit - --clearance 4 --at b=0,0,9

# ---- The order of files ------------------------------------------------------------------------------------

# without_names FORMAT FILE: the numbers of a result, but for what tells a from b: the order of lines, names, points, the sign of a direction
without_names() {
    case $1 in
    text) sed 's/^\( *[A-Zaz]*\) .* x [a-z]*/\1/; s/[a-z]* is inside/inside/; s/   at (.*//' "$2" | sort ;;
    csv) awk -F, '{ p = $10 FS $11 FS $12; q = $13 FS $14 FS $15; for (i = 1; i < 16; i++) if (i < 3 || i > 9) $i = ""
        print $0, p < q ? p " " q : q " " p }' "$2" | sort ;;
    junit) sed 's/ name="[^"]*"//' "$2" | sort ;;
    page) grep -o 'data-value="[^"]*"' "$2" | sort ;;
    json)
        sed -n 's/^{"a":"[^"]*","b":"[^"]*",//; s/,"direction":.*"box"/,"box"/; s/,"point_a":.*"box"/,"box"/; s/,"point_a".*//
            s/"inner":"[ab]",//; s/,"triangles":.*//; s/^"kind"/&/p' "$2" | sort
        grep -o '"point_[ab]":\[[^]]*' "$2" | sed 's/.*\[//' | sort
        grep -o '"direction":\[[^]]*' "$2" | tr -d - | sort
        ;;
    esac
}

# in_order NAME FILE...: checks the files, and writes NAME.text and so on
in_order() {
    name=$1
    shift
    for form in text json csv; do
        opt=$([ $form = text ] || echo --$form)
        # shellcheck disable=SC2086
        "$farkas" check "$@" -q --clearance 1 --volume --at gear=0.3,0.1,0.2,0.2,0.3,0.4 $opt --junit $name.junit --report $name.page \
            --report-pictures 0 >$name.$form
    done
}

# Solids that are not convex, one inside another, flush ones, a surface, one that is near.
"$farkas" gen mesh gear -q >gear.obj
"$farkas" gen mesh star -q >star.obj
"$farkas" gen mesh open-box -q >sheet.obj
box core.off -0.05 -0.05 -0.05 0.05 0.05 0.05
box next.off 0.5 -0.5 -0.5 1 0.5 0.5
box near.off 1.75 -0.5 -0.5 2 0.5 0.5
compare_orders() {
    for form in text json csv junit page; do
        without_names $form forth.$form >want
        without_names $form back.$form >got
        same "$1 in both orders: $form"
    done
}
in_order forth gear.obj star.obj sheet.obj core.off next.off near.off
in_order back near.off next.off core.off sheet.obj star.obj gear.obj
compare_orders 'six parts'
holds 'they have clashes of many kinds' test "$(grep -o '"kind":"[a-z]*"' forth.json | sort -u | wc -l)" -ge 4
in_order forth gear.obj star.obj
in_order back star.obj gear.obj
compare_orders 'two parts'

# ---- Sets, patterns and names ----------------------------------------------------------------------------

expect 1 '4 parts in mm (assumed; --units), 2 pairs
  CONTAINED  a x inner   inner is inside   depth 1 mm   box (0.5 0.5 0.5)-(1 1 1)
  CONTACT    a x flush   at (2 0 0)   box (2 0 0)-(2 2 2)
2 clashes in 2 pairs, none undecided.' '' check a.off flush.off inner.off c.off --set 'small=[fi]*' --between a,small
expect 2 '' "farkas: error: --between: there is no part or set 'flash'; did you mean 'flush'?" check a.off flush.off --between a,flash
expect 2 '' "farkas: error: --between: 'a' is not two names, A,B" check a.off flush.off --between a
expect 2 '' "farkas: error: --set: no part is named 'x*'" check a.off flush.off --set 'small=x*' --between a,small
expect 2 '' "farkas: error: --at: there is no part or set 'zzz'; of the 2 parts the first is 'a'" check a.off flush.off --at zzz=1,2,3
expect 2 '' "farkas: error: --at: 'a=1,2' is not NAME=x,y,z or NAME=x,y,z,roll,pitch,yaw, with lengths such as 10 or 5mm and angles such as 1.57 or 90deg" \
    check a.off flush.off --at a=1,2
expect 0 '2 parts in mm (assumed; --units), 1 pair
  clear      a x flush   1 mm
0 clashes in 1 pair, none undecided.' '' check a.off flush.off --at a=1,0,0,0,0,90deg
expect 0 '2 parts in mm (assumed; --units), 1 pair
  clear      a x flush   10 mm
0 clashes in 1 pair, none undecided.' '' check a.off flush.off --at flush=1cm,0,0

# ---- Triangles that are there again ----------------------------------------------------------------------

awk 'BEGIN { print "OFF\n3 200000 0\n-1 -1 1\n3 -1 1\n-1 3 1"; for (i = 0; i < 200000; i++) print "3 0 1 2" }' >coincident.off
"$farkas" check coincident.off a.off --json 2>errors | sed -n 's/.*"kind":"\([a-z]*\)".*"triangle_pairs":\([0-9]*\).*/\1 \2/p' >got
echo 'hard 6' >want
same '200000 equal triangles through a cube'
"$farkas" distance coincident.off c.off >got 2>errors
holds '200000 equal triangles have a distance' grep -q '^coincident to c: ' got

# ---- Files that are not files ----------------------------------------------------------------------------

: >linked.xml
ln -s linked.xml link.xml
"$farkas" check a.off c.off --junit link.xml >/dev/null 2>&1
holds 'a symbolic link stays one' test -L link.xml -a -s linked.xml
if [ -c /dev/null ]; then
    "$farkas" check a.off c.off --junit /dev/null >/dev/null 2>&1
    holds 'a device stays one' test -c /dev/null
fi

# ---- Scenes ----------------------------------------------------------------------------------------------

cat >cell.json <<'END'
{"farkas": 1, "units": "mm",
 "parts": [
  {"mesh": "a.off"},
  {"name": "ball", "shape": {"sphere": {"radius": 1}}, "pose": {"xyz": [4, 1, 1]}},
  {"name": "rod", "shape": {"cylinder": {"radius": 0.5, "length": 4}}, "pose": {"xyz": [1, 1, 5]}}],
 "tests": [{"between": ["a", "all"], "clearance": "2mm"}],
 "ignore": [{"between": ["a", "rod"], "reason": "welded"}]}
END
expect 1 '3 parts in mm, 1 pair, 1 ignored: clash, contact or closer than 2 mm
  CLEARANCE  a x ball   1 mm < 2 mm   at (2 1 1)
1 clash in 1 pair, none undecided.' '' check cell.json
expect 0 '3 parts in mm, 1 pair, 1 ignored: clash, contact or closer than 1 mm
  clear      a x ball   1 mm
0 clashes in 1 pair, none undecided.' '' check cell.json --clearance 1mm
expect 0 'ball to rod: 2.2015621187163124 to 2.201562118716584 mm
  on a       3.2191311905569697 1 1.6246950475544244
  on b       1.5 1 3
  direction  -0.7808688094430304 0 0.6246950475544242' '' distance cell.json ball rod
sed 's/"radius": 1/"radius": 1.5, "motion": []/' cell.json >later.json
expect 2 '' 'farkas: error: later.json:4:56: a sphere has no field "motion"; it may have: radius' check later.json
expect 2 '' 'farkas: error: cell.json:3:3: this part has the name of a file that is added: give it another "name"' check cell.json a.off
expect 2 '' "farkas: error: part 'none': none.stl: there is no such file or folder" check a.off none.stl
expect 2 '' 'farkas: error: --json and --csv: choose one' check a.off --json --csv
expect 2 '' 'farkas: error: check needs files, a scene or a robot; see farkas check --help' check
expect 2 '' "farkas: error: --clearance: '5 parsec' is not a length, such as 0.1, 5mm or 2in" check a.off c.off --clearance '5 parsec'
expect 0 '1 part in mm (assumed; --units), 0 pairs
0 clashes in 0 pairs, none undecided.' 'farkas: there is only one part, and nothing to compare it with' check a.off

# ---- Hints -----------------------------------------------------------------------------------------------

for i in 0 1 2 3; do
    box "s$i.off" "$i" 0 0 "$i.9999" 1 1
done
box s1.off 0.9995 0 0 2 1 1
box s2.off 1.9995 0 0 3 1 1
box s3.off 2.9995 0 0 4 1 1
"$farkas" check s0.off s1.off s2.off s3.off >got_out 2>got
echo 'farkas: most clashes are shallower than 0.1% of the parts; if these are meant to touch, try --ignore-overlap 0.000505mm' >want
same 'a hint at overlaps that are shallow'
box large.off 0 10 0 10000 11 1
"$farkas" check a.off large.off >got_out 2>got
echo 'farkas: large is more than 500 times as large as a: are the units of both right? See --units' >want
same 'a hint at sizes that differ'

# ---- Undecided pairs ---------------------------------------------------------------------------------------

# Cylinders side by side that touch.
echo '{"farkas": 1, "units": "mm", "parts": [
  {"name": "left", "shape": {"cylinder": {"radius": 1, "length": 2}}},
  {"name": "right", "shape": {"cylinder": {"radius": 1, "length": 2}}, "pose": {"xyz": [2, 0, 0]}}]}' >cylinders.json
why='a rounded shape is too close to touching, or to a wall inside the solid'
expect 3 "2 parts in mm, 1 pair
  undecided  left x right   $why
0 clashes in 1 pair, 1 undecided." '' check cylinders.json
"$farkas" check cylinders.json --json --report page.html >got
holds 'the JSON of an undecided pair has a reason' grep -q "\"kind\":\"undecided\",.*\"reason\":\"$why\"" got
holds 'the page has it, too' grep -q "Not known: $why\\." page.html

# ---- Ctrl-C ----------------------------------------------------------------------------------------------

# What is done so far is written, and marked. This check takes ten seconds and more; the signal must come after the files are read, which takes
# longer on a busy machine, and come once: a second one ends the command at once. A shell that ignores the signal passes that on.
if sh -c 'kill -INT $$' 2>/dev/null; then
    echo "skipped: Ctrl-C is ignored here"
else
    "$farkas" gen mesh sphere --triangles 100000 -o ball1.stl
    for i in 2 3 4 5 6 7 8; do
        cp ball1.stl "ball$i.stl"
    done
    "$farkas" check --json --at ball2=0,0,0.5 ball1.stl ball2.stl >base.json 2>/dev/null
    for seconds in 1 2 4 8 16; do
        timeout --foreground --preserve-status -s INT $seconds "$farkas" check -j 1 --volume --baseline base.json --at ball2=0,0,0.5 --at ball3=0,0,0.6 \
            ball?.stl >got_out 2>/dev/null
        status=$?
        grep -q '^Incomplete' got_out && break
    done
    holds "Ctrl-C: status 130" test $status -eq 130
    holds "Ctrl-C: the result is incomplete" grep -q '^Incomplete: cancelled after [0-9]* of [0-9]* pairs.$' got_out
    holds "Ctrl-C: what is not done is not resolved" sh -c '! grep -q resolved got_out'
fi

finish
