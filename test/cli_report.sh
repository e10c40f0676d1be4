#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# Where results come from, --baseline and --approve, and the pages of --report and of the verb report. Pictures are looked at elsewhere:
# there may be no OpenGL here.
#
#     cli_report.sh path/to/farkas

. "$(dirname "$0")/expect.sh"

box a.off 0 0 0 2 2 2
box b.off 0 0 1.75 2 2 3
box c.off 5 0 0 6 1 1
box d.off 1 0 0 3 1 1
mkdir parts

# ---- Where a result comes from ---------------------------------------------------------------------------

"$farkas" check -j 1 a.off --clear 5mm b.off c.off --json -q >one.json
sed -n 's/^"run":{\("arguments":.*\),"inputs.*/\1/p' one.json >got
echo '"arguments":["check","--clearance","5mm","a.off","b.off","c.off"],"date":"2027-01-15T08:00:00Z"' >want
same 'arguments are whole words, without those about output'
sed -n 's/^{"path":"\(.*\)","bytes":\([0-9]*\),"sha256":"\([0-9a-f]*\)".*/\3 \2 \1/p' one.json >got
for file in a.off b.off c.off; do
    echo "$(sha256sum <$file | cut -d ' ' -f 1) $(wc -c <$file | tr -d ' ') $file"
done >want
same 'sizes and hashes'
# All files, each once: the scene, then meshes, the robot, its trajectory, sorted.
"$farkas" demo cell -q >/dev/null
"$farkas" sweep cell/cell.json --json -q >cell.json
sed -n 's/^{"path":"\([^"]*\)".*/\1/p' cell.json >got
{ echo cell/cell.json && grep -vx cell/cell.json got | LC_ALL=C sort -u; } >want
same 'inputs are sorted after the scene, each once'
for file in cell/cell.json cell/arm.urdf cell/arm.srdf cell/pick.csv; do
    holds "$file is an input" grep -qx "$file" got
done
id=$(sed -n 's/.*"kind":"hard".*"id":"\([0-9a-f]*\)".*/\1/p' one.json)
printf 'a\0b' | sha256sum | cut -c 1-10 >want
echo "$id" >got
same 'the id is that of both names'
"$farkas" check b.off a.off --json -q | sed -n 's/.*"kind":"hard".*"id":"\([0-9a-f]*\)".*/\1/p' >got
same 'the id is the same in whatever order'

# ---- --approve -------------------------------------------------------------------------------------------

expect 0 '2 parts in mm (assumed; --units), 1 pair
  HARD       a x b   depth 0.25 mm   box (0 0 1.75)-(2 2 2)   (approved: glued = on)
1 clash (1 approved) in 1 pair, none undecided.' '' check a.off b.off --approve "$id=glued = on"
expect 1 '3 parts in mm (assumed; --units), 3 pairs: clash, contact or closer than 5 mm
  HARD       a x b   depth 0.25 mm   box (0 0 1.75)-(2 2 2)   (approved)
  CLEARANCE  a x c   3 mm < 5 mm   at (2 0 0)
  CLEARANCE  b x c   3.0923 mm < 5 mm   at (2 0 1.75)
3 clashes (1 approved) in 3 pairs, none undecided.' '' check a.off b.off c.off --clearance 5 --approve 59b
expect 2 '' "farkas: error: --approve: no clash has the id '59c'; the nearest: 59b271ae1b (a x b); -v tells the ids" \
    check a.off b.off --approve 59c
box e.off 0 0 0 2 2 2.5
"$farkas" check a.off b.off c.off d.off e.off --clearance 90mm --json -q | sed -n 's/.*"id":"\([0-9a-f]\).*/\1/p' | sort | uniq -d | head -1 >digit
"$farkas" check a.off b.off c.off d.off e.off --clearance 90mm --approve "$(cat digit)" -q >out 2>errors
holds 'an id that means several clashes is trouble' grep -q "^farkas: error: --approve: several clashes begin with '$(cat digit)': " errors
expect 0 '2 parts in mm (assumed; --units), 1 pair
  clear      a x c   3 mm
0 clashes in 1 pair, none undecided.' \
    'farkas: --approve b179f49283: these two do not clash, and there is nothing to approve' check a.off c.off --approve b179f49283
"$farkas" check a.off b.off c.off --clearance 5 --approve "$id=glued" --csv -q | cut -d , -f 1-3,25- >got
cat >want <<'END'
a,b,kind,id,review
a,b,hard,59b271ae1b,approved
a,c,clearance,b179f49283,
b,c,clearance,2b7d212119,
END
same 'ids and reviews in CSV'
"$farkas" check a.off b.off c.off --clearance 5 --approve "$id=glued <on>" --junit - -q >got_out
echo '<testsuite name="farkas check" tests="3" failures="2" errors="0" skipped="1">
  <testcase classname="farkas.check" name="a x b"><skipped message="approved: glued &lt;on&gt;"/></testcase>' >want
sed -n 2,3p got_out >got
same 'an approved clash is skipped in JUnit XML'

# ---- --baseline ------------------------------------------------------------------------------------------

expect 1 '4 parts in mm (assumed; --units), 6 pairs
  HARD       a x b   depth 0.25 mm   box (0 0 1.75)-(2 2 2)   (approved: glued)
  HARD       a x d   depth 1 mm   box (1 0 0)-(2 1 1)   (new)
  clear      a x c   3 mm
  clear      b x c   3.0923 mm
  clear      b x d   0.75 mm
  clear      c x d   2 mm
  resolved   a x c   was clearance
  resolved   b x c   was clearance
2 clashes (1 new, 1 approved) in 6 pairs, none undecided; 2 resolved.' '' \
    check a.off b.off c.off d.off --baseline one.json --approve 59b271ae1b=glued
# Approvals are handed on.
"$farkas" check a.off b.off --baseline one.json --approve 59b271ae1b=glued --json -q >two.json
holds 'nothing is left to complain about' test $? -eq 0
"$farkas" check a.off b.off --baseline two.json --json -q >three.json
holds 'nor afterwards' test $? -eq 0
grep -o '"review":"[a-z]*","remark":"[a-z]*"' three.json >got
echo '"review":"approved","remark":"glued"' >want
same 'a reason is handed on'
grep -A 2 '^"resolved"' two.json >got
cat >want <<'END'
"resolved":[
{"a":"a","b":"c","kind":"clearance","id":"b179f49283"},
{"a":"b","b":"c","kind":"clearance","id":"2b7d212119"}],
END
same 'what is resolved in JSON'
"$farkas" sweep cell/cell.json --baseline cell.json -q | tail -1 >got
echo '2 hard clashes, 1 clearance violation (none new).' >want
same 'a sweep and itself'
expect 2 '' 'farkas: error: --baseline compares all clashes: leave --first out' check a.off b.off --first --baseline one.json
expect 2 '' 'farkas: error: nothing.json: --baseline: there is no such file or folder' check a.off b.off --baseline nothing.json
echo '{"farkas":1,"units":"mm","parts":[],"pairs":{}}' >bad.json
expect 2 '' 'farkas: error: bad.json:1:45: --baseline: "pairs" is an array, [...], of pairs, not an object' \
    check a.off b.off --baseline bad.json

# ---- Pages -----------------------------------------------------------------------------------------------

"$farkas" check a.off b.off c.off --clearance 5mm --report-pictures 0 --report page.html -q >/dev/null
"$farkas" report one.json --no-pictures -q
holds 'the page of a check, made at once or later' cmp page.html one.html
"$farkas" sweep cell/cell.json --report-pictures 0 --report sweep.html -q >/dev/null
"$farkas" report cell.json --no-pictures -o later.html -q
holds 'the page of a sweep, made at once or later' cmp sweep.html later.html
holds 'a page is named after its scene' grep -q '<title>Clash report: cell.json</title>' sweep.html
echo '{"farkas":1,"units":"m","parts":[{"name":"far","shape":{"sphere":{"radius":1}},"pose":{"xyz":[9,0,0]}}]}' >hall.json
"$farkas" check cell/arm.urdf --srdf cell/arm.srdf --scene hall.json --report-pictures 0 --report arm.html -q >/dev/null
holds 'a page is named after its robot' grep -q '<title>Clash report: arm.urdf in hall.json</title>' arm.html
expect 2 '' 'farkas: error: --report no/page.html: there is no folder no; make it first' check a.off b.off --report no/page.html
expect 2 '' 'farkas: error: --junit cell: this is a folder; give the name of a file in it' check a.off b.off --junit cell
"$farkas" check a.off b.off --report - --report-pictures 0 -q >out.html
holds 'to standard output, without the table' sh -c 'head -1 out.html | grep -q "^<!DOCTYPE html>" && ! grep -q "1 clash in" out.html'
holds 'the page has ids' grep -q 59b271ae1b out.html
"$farkas" report one.json --no-pictures --no-3d --title 'A <title>' -o small.html -q
holds 'a small page' test "$(wc -c <small.html)" -lt 200000
holds 'a title' grep -q 'A &lt;title&gt;' small.html
"$farkas" report one.json --no-pictures --baseline two.json -o compared.html -q
holds 'a page that is compared' grep -q '"review":"new"' compared.html
# The same with pictures, where they can be drawn.
"$farkas" check a.off b.off c.off --clearance 5mm --report page.html >out 2>errors
if grep -q 'no pictures' errors; then
    echo 'no OpenGL: pictures are not compared'
else
    "$farkas" report one.json -q
    holds 'the page with pictures, made at once or later' cmp page.html one.html
    holds 'two pictures of each clash, and one of all' test "$(grep -o 'src="data:image/png' page.html | wc -l)" -eq 7
    "$farkas" check a.off b.off c.off --clearance 5mm --report few.html --report-pictures 1 2>errors >out
    grep worst errors >got
    echo 'farkas: the page has pictures of the worst 1 of 3 clashes' >want
    same 'a note on clashes without pictures'
    echo '{"farkas":1,"parts":[{"name":"a","shape":{"box":{"size":[1e-300,1e-300,1e-300]}}},
        {"name":"b","shape":{"sphere":{"radius":1e-300}}}]}' >tiny.json
    "$farkas" check tiny.json --report tiny.html >out 2>errors
    holds 'a picture of parts of 1e-300' test $? -eq 1 -a -s tiny.html
fi

# Files are found beside the result; or are gone, or have changed.
cp a.off b.off c.off one.json in parts
mv a.off gone.off
"$farkas" report parts/one.json --no-pictures -q
mv gone.off a.off
"$farkas" report one.json --no-pictures -q
holds 'files beside the result' cmp parts/one.html one.html
rm parts/b.off
cd parts || exit 2
expect 0 '' 'farkas: one.json: b.off is missing, so there is no geometry
farkas: report: one.html' report one.json
box b.off 0 0 1.75 2 2 4
expect 0 '' 'farkas: one.json: b.off is not the one that it was made of: its SHA-256 differs, so there is no geometry
farkas: report: alone.html' report one.json -o alone.html
holds 'the page is made of the result alone' grep -q 59b271ae1b alone.html
expect 2 '' 'farkas: error: one.json: b.off is not the one that it was made of: its SHA-256 differs: there is nothing to show; run farkas check again' \
    render one.json -o x.png
cd .. || exit 2

expect 2 '' 'farkas: error: report needs one result, RESULT.json; see farkas report --help' report
expect 2 '' "farkas: error: a.off: this is no result: 'farkas check --json' and 'farkas sweep --json' write one; or use 'farkas check --report PAGE.html'" \
    report a.off
expect 2 '' 'farkas: error: bad.json:1:45: "pairs" is an array, [...], of pairs, not an object' report bad.json
expect 2 '' 'farkas: error: --json and --report -: choose one' check a.off b.off --json --report -
expect 2 '' 'farkas: error: --csv and --junit -: choose one' check a.off b.off --csv --junit -
expect 2 '' 'farkas: error: --distances - and --report -: choose one' sweep cell/cell.json --report - --distances -
"$farkas" sweep cell/cell.json --samples 2 --distances - -q >out
holds 'distances to standard output, and nothing else' test "$(head -1 out) $(cut -d , -f 1 out | sort -u | tr '\n' ' ')" = 't,a,b,lo,hi,least 0 6 t '
# What was read is not written over.
for option in '--report a.off' '--junit a.off' '--report ./a.off'; do
    expect 2 '' "farkas: error: $option: that file was read, and would be lost; choose another name" check a.off b.off $option
done
expect 2 '' 'farkas: error: -o one.json: that file was read, and would be lost; choose another name' report one.json -o one.json
expect 2 '' 'farkas: error: -o two.json: that file was read, and would be lost; choose another name' \
    report one.json --baseline two.json -o two.json
expect 2 '' 'farkas: error: nothing.json: there is no such file or folder' report nothing.json
head -c 700 one.json >cut.json
"$farkas" report cut.json 2>errors
holds 'a result that was cut' grep -q '^farkas: error: cut.json:[0-9]*:[0-9]*: this is not JSON' errors
if test -w /dev/full; then
    expect 2 '' 'farkas: error: /dev/full: No space left on device' report one.json --no-pictures -o /dev/full
fi

# ---- Results from anyone ---------------------------------------------------------------------------------

# Arguments of a result are those of a check or a sweep, and nothing that a run does besides.
for words in '"check","--junit","evil","a.off"' '"check","--report","evil","a.off"' '"check","--help"' '"check","-q","a.off"' \
    '"check","--color","always","a.off"' '"check","-j","9","a.off"' '"demo","evil"' '"a.off","b.off"' '"check"' ''; do
    sed "s/\"arguments\":\[[^]]*\]/\"arguments\":[$words]/" one.json >evil.json
    expect 2 '' 'farkas: error: evil.json: the "arguments" in it are not those of farkas check' report evil.json -o evil.html
done
holds 'nothing is written' test ! -e evil -a ! -e evil.html
# No file is read that the result does not name with its hash; nor is what has no end.
sed 's/^{"path":"b.off".*$//' one.json >evil.json
expect 2 '' 'farkas: error: the result was not made of b.off: it is not among its "inputs"' report evil.json
sed 's/^{"path":"b.off".*$/{"path":"\/dev\/zero","bytes":0,"sha256":""},/' one.json >evil.json
"$farkas" report evil.json --no-pictures -o evil.html 2>got
echo 'farkas: evil.json: /dev/zero is missing, so there is no geometry
farkas: report: evil.html' >want
same 'a device is not read'
echo '{"farkas":1,"units":"mm","parts":[{"name":"a","mesh":"a.off"},{"name":"b","mesh":"b.off"}]}' >two_parts.json
"$farkas" check two_parts.json --json -q | sed '/^{"path":"a.off"/d' >evil.json
expect 2 '' 'farkas: error: the result was not made of a.off: it is not among its "inputs"' report evil.json
SOURCE_DATE_EPOCH=67768036191676799 "$farkas" check a.off --json -q | grep -o '"date":"[0-9]\{4\}-' >got
holds 'years have four digits' test -s got
"$farkas" report one.json -o no/such/folder.html --no-pictures -q 2>errors
holds 'a page that cannot be written is trouble' test $? -eq 2

finish
