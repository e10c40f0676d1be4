#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# The verb sweep of the farkas command: tables, JSON, CSV, JUnit XML, distances over time, options, errors. Among them are cases from
# bug reports to other libraries.
#
#     cli_sweep.sh path/to/farkas

. "$(dirname "$0")/expect.sh"

# scene FILE PARTS: a scene in mm
scene() {
    printf '{"farkas":1,"units":"mm","parts":[%s]}\n' "$2" >"$1"
}

# about STATUS STDOUT ARGUMENT...: as expect, without messages; of all times and lengths, three decimals are compared
about() {
    echo "$1" >want
    printf '%s\n' "$2" >>want
    shift 2
    "$farkas" "$@" >got_out 2>/dev/null
    echo "$?" >got
    sed 's/\(\.[0-9][0-9][0-9]\)[0-9]*/\1/g' got_out >>got
    same "$*"
}

# ---- Contacts --------------------------------------------------------------------------------------------

# A box that goes through a cone, from x = -10 to 10: the same on every run, with any number of threads, in both orders.
box='{"name":"box","shape":{"box":{"size":[2,2,2]}},"motion":{"keys":[{"t":0,"xyz":[-10,0,1]},{"t":4,"xyz":[10,0,1]}]}}'
cone='{"name":"cone","shape":{"cone":{"radius":2,"length":4}}}'
scene cone.json "$box,$cone"
scene enoc.json "$cone,$box"
# A check is about one moment, which nobody shall take for all.
expect 0 '2 parts in mm, 1 pair
  clear      box x cone   7.2801 mm
0 clashes in 1 pair, none undecided.' 'farkas: parts move, and this is t = 0 s: farkas sweep looks at all times' check cone.json
expect 1 '2 parts in mm, 1 pair
  HARD       box x cone   depth 1.7889 mm   box (-1 -1 0)-(1 1 2)
1 clash in 1 pair, none undecided.' '' check cone.json --time 2
for options in '' '-j 1' '-j 2'; do
    # shellcheck disable=SC2086
    expect 1 't = 0 … 4 s, no gap between samples; 2 parts in mm, 1 pair
  HARD       box x cone   first contact t = 1.6 s, until 2.4 s
1 hard clash.' '' sweep cone.json $options
    # shellcheck disable=SC2086
    expect 1 't = 0 … 4 s, no gap between samples; 2 parts in mm, 1 pair
  HARD       cone x box   first contact t = 1.6 s, until 2.4 s
1 hard clash.' '' sweep enoc.json $options
    # shellcheck disable=SC2086
    "$farkas" sweep cone.json --json $options >"json$options"
done
cp json want
cp 'json-j 2' got
same 'the same JSON with two threads'

# A ball against a box of 500 m: within 0.01 mm on a way of 1 m a second.
scene ball.json '{"name":"ball","shape":{"sphere":{"radius":25}},"motion":{"keys":[{"t":0,"xyz":[-1000,0,0]},{"t":1,"xyz":[0,0,0]}]}},
{"name":"wall","shape":{"box":{"size":[200,500000,200]}}}'
expect 1 't = 0 … 1 s, no gap between samples; 2 parts in mm, 1 pair
  HARD       ball x wall   first contact t = 0.875 s, until the end
1 hard clash.' 'farkas: wall is more than 500 times as large as ball: are the units of both right? See --units' sweep ball.json

# A peg goes into a hole, without contact, and touches the bottom.
hole='{"name":"left","shape":{"box":{"size":[1,3,3]}},"pose":{"xyz":[-1,0,0]}},{"name":"right","shape":{"box":{"size":[1,3,3]}},"pose":{"xyz":[1,0,0]}},
{"name":"bottom","shape":{"box":{"size":[3,3,1]}},"pose":{"xyz":[0,0,-2]}}'
peg='{"name":"peg","shape":{"box":{"size":[0.5,0.5,4]}},"motion":{"keys":[{"t":0,"xyz":[0,0,8]},{"t":2,"xyz":[0,0,0.5]}]}}'
scene peg.json "$hole,$peg"
expect 1 't = 0 … 2 s, no gap between samples; 4 parts in mm, 3 pairs
  CONTACT    bottom x peg   first contact t = 2 s, until the end
  clear      2 pairs
1 contact.' '' sweep peg.json --between 'peg,*'
expect 0 't = 0 … 2 s, no gap between samples; 4 parts in mm, 3 pairs
  contact    bottom x peg   first contact t = 2 s, until the end
  clear      2 pairs
No clash in 3 pairs, none undecided.' '' sweep peg.json --between 'peg,*' --allow-contact

# The same with meshes, a block with a round hole: through it, as it turns, when it is a little smaller; in contact along the
# way when it is not; and too large. The hull of the block has no hole.
"$farkas" gen mesh peg-and-hole -o fit.obj
for size in 0.99 1 1.01; do
    scene fit.json '{"name":"in","mesh":"fit.obj","scale":'$size',"motion":{"keys":[{"t":0,"xyz":[0,0,20]},{"t":1,"rpy_deg":[0,0,'$(
        [ $size = 1 ] && echo 0 || echo 90
    )']},{"t":2,"xyz":[0,0,-20]}]}},{"name":"fit","mesh":"fit.obj"}'
    "$farkas" sweep fit.json --between in/peg,fit/block >got_out 2>got_err
    echo "$?" >got
    sed -n '2s/\(t = [0-9]*\.[0-9]\{1,4\}\)[0-9]* s ([^)]*)/\1 s/; 2p' got_out >>got
    case $size in
    0.99) printf '0\n  clear      1 pair\n' >want ;;
    1) printf '1\n  CONTACT    in/peg x fit/block   first contact t = 0.5 s, until 1.5 s\n' >want ;;
    1.01) printf '1\n  HARD       in/peg x fit/block   first contact t = 0.4975 s, until 1.5025 s\n' >want ;;
    esac
    same "a peg of size $size"
done

# More than 20 pairs that are clear: the nearest are listed.
balls='{"name":"p0","shape":{"sphere":{"radius":1}},"motion":{"keys":[{"t":0},{"t":1,"xyz":[-1,0,0]}]}}'
for i in 7 6 5 4 3 2 1; do
    balls=$balls',{"name":"p'$i'","shape":{"sphere":{"radius":1}},"pose":{"xyz":['$i'0,'$i',0]}}'
done
scene balls.json "$balls"
"$farkas" sweep balls.json --closest >balls
sed -n '2s/ mm.*//; 2p; 22p; $p' balls >got
cat >want <<'END'
  clear      p7 x p6   8.0499
  clear      8 more pairs, further apart; -v lists all
No clash in 28 pairs, none undecided.
END
same 'the nearest of many pairs'
"$farkas" sweep balls.json --closest -v | grep -c ' clear .* mm at ' >got
echo 28 >want
same 'all of many pairs'

# In contact at the start; parts that move together, and those that rest.
scene start.json '{"name":"a","shape":{"box":{"size":[2,2,2]}},"motion":{"keys":[{"t":0},{"t":1,"xyz":[4,0,0]}]}},
{"name":"on","shape":{"box":{"size":[1,1,1]}},"attached_to":"a"},{"name":"b","shape":{"box":{"size":[2,2,2]}},"pose":{"xyz":[-1,0,0]}},
{"name":"far","shape":{"box":{"size":[2,2,2]}},"pose":{"xyz":[-40,0,0]}}'
expect 1 't = 0 … 1 s, no gap between samples; 4 parts in mm, 6 pairs
  CONTAINED  a x on   at all times
  HARD       a x b    at the start, until 0.25 s
  HARD       on x b   at the start, until 0.125 s
  clear      3 pairs
1 contained part, 2 hard clashes.' '' sweep start.json
expect 0 't = 0 … 1 s, no gap between samples; 4 parts in mm, 1 pair, 2 ignored
  clear      b x far   37 mm at all times
  ignored    a x b     --ignore
  ignored    on x b    glued
No clash in 1 pair, none undecided.' '' sweep -v start.json --closest --between '?,b' --between '*n,b' --ignore a,b \
    --ignore 'on,b=glued' --between b,far

expect 0 't = 0 … 1 s, no gap between samples; 4 parts in mm, 0 pairs, 6 ignored
No clash in 0 pairs, none undecided.' 'farkas: nothing was checked: all pairs are ignored; -v tells why' sweep start.json --ignore all,all

# A ball on an arm of 5 that grazes a wall: whether it touches is not decided, but it counts.
orbit='{"name":"ball","shape":{"sphere":{"radius":1}},"pose":{"xyz":[5,0,0]},"motion":{"keys":[{"t":0},{"t":1,"rpy_deg":[0,0,170]}]}}'
scene graze.json "$orbit"',{"name":"wall","shape":{"box":{"size":[40,2,2]}},"pose":{"xyz":[0,7,0]}}'
"$farkas" sweep graze.json --tolerance 1um >got_out 2>got_err
echo "$?" >got
"$farkas" sweep graze.json --tolerance 0.001 >got_out
echo "$?" >>got
grep -c 'CONTACT .* ball x wall   within 0.001 mm at t = 0.5.*; whether they touch is not decided' got_out >>got
"$farkas" sweep graze.json --allow-contact >got_out
echo "$?" >>got
printf '2\n1\n1\n0\n' >want
same 'a graze'
# As near as asked: not decided either.
scene near.json "$orbit"',{"name":"wall","shape":{"box":{"size":[40,2,2]}},"pose":{"xyz":[0,7.5,0]}}'
"$farkas" sweep near.json --clearance 0.5 --tolerance 0.001 >got_out
echo "$?" >got
grep -c 'undecided  ball x wall   within 0.001 mm of 0.5 mm at t = 0.5.*; whether closer is not decided' got_out >>got
printf '3\n1\n' >want
same 'a graze of the clearance'

# ---- Distances -------------------------------------------------------------------------------------------

blade='{"name":"blade","shape":{"box":{"size":[100,4,2]}},"motion":{"keys":[{"t":0},{"t":1,"rpy_deg":[0,0,120]},{"t":2,"rpy_deg":[0,0,240]}]}}'
post='{"name":"post","shape":{"cylinder":{"radius":5,"length":50}},"pose":{"xyz":[0,45,0]}}'
ball='{"name":"ball","shape":{"sphere":{"radius":3}},"pose":{"xyz":[0,-57,0]}}'
scene blade.json "$blade,$post,$ball"
about 1 't = 0 … 0.75 s, no gap between samples; 3 parts in mm, 3 pairs: clash, contact or closer than 5 mm
  HARD       blade x post   first contact t = 0.675 s (0.675 … 0.675), until the end
  CLEARANCE  blade x ball   closest 3.96 mm < 5 mm at t = 0.730 s, too close from 0.695 to 0.75 s
  clear      1 pair
1 hard clash, 1 clearance violation.' sweep blade.json --clearance 5mm --to 0.75
about 1 't = 0 … 2 s, no gap between samples; 3 parts in mm, 3 pairs: clash, contact or closer than 5 mm
  HARD       blade x post   first contact t = 0.675 s (0.675 … 0.675), until 0.824 s
1 hard clash. Stopped at the first clash.' sweep blade.json --clearance 5mm --first
expect 0 't = 1 … 2 s, no gap between samples; 3 parts in mm, 3 pairs
  clear      3 pairs
No clash in 3 pairs, none undecided.' '' sweep blade.json --from 1 --to 2s
# The scene asks for one clearance, or for several.
for limit in 1 2; do
    printf '{"farkas":1,"units":"mm","parts":[%s],"tests":[{"between":["blade","all"],"clearance":1},{"between":["post","all"],"clearance":%s}]}\n' \
        "$blade,$post,$ball" $limit >tests.json
    "$farkas" sweep tests.json --from 1 --to 2 | head -n 1
done >got
cat >want <<'END'
t = 1 … 2 s, no gap between samples; 3 parts in mm, 3 pairs: clash, contact or closer than 1 mm
t = 1 … 2 s, no gap between samples; 3 parts in mm, 3 pairs
END
same 'the clearance of the scene'
# Oriented boxes do not count for the budget, so it matters where they come near: within half a millimetre.
expect 0 't = 0 … 2 s, no gap between samples; 3 parts in mm, 1 pair
  clear      1 pair
No clash in 1 pair, none undecided.' '' sweep blade.json --between blade,ball --budget 1
scene near.json "$blade,$post,$(echo "$ball" | sed 's/-57/-53.5/')"
expect 3 't = 0 … 2 s, no gap between samples; 3 parts in mm, 1 pair
  undecided  blade x ball   t = 0 … 2 s not decided; try a larger --budget, or a larger --tolerance
No clash in 1 pair, 1 undecided.' '' sweep near.json --between blade,ball --budget 1

# Distances over time: what is proved until the next line is no sample.
about 1 't = 0 … 2 s, no gap between samples; 3 parts in mm, 1 pair
  HARD       blade x post   first contact t = 0.675 s (0.675 … 0.675), until 0.824 s
1 hard clash.' sweep blade.json --between blade,post --distances gap.csv --samples 5
cut -d, -f1-3 gap.csv >got
printf 't,a,b\n0,blade,post\n0.5,blade,post\n1,blade,post\n1.5,blade,post\n2,blade,post\n' >want
same 'times of --distances'
awk -F, 'NR > 1 { print ($4 <= $5 && $6 <= $4 && $5 - $4 < 0.001) ? "good" : "bad", ($1 == 0.5) == ($6 == 0) }' gap.csv >got
printf 'good 1\ngood 1\ngood 1\ngood 1\ngood 1\n' >want
same 'bounds of --distances'
# What rests for a while is then not said to come closer.
scene stop.json '{"name":"car","shape":{"box":{"size":[2,2,2]}},"motion":{"keys":[{"t":0,"xyz":[-10,0,0]},{"t":2,"xyz":[-4,0,0]},{"t":4,"xyz":[-4,0,0]}]}},
{"name":"wall","shape":{"box":{"size":[2,2,2]}}},{"name":"gate","shape":{"box":{"size":[2,2,2]}},"pose":{"xyz":[0,2.25,0]}}'
"$farkas" sweep stop.json --distances gap.csv --samples 5 >/dev/null
awk -F, 'NR > 1 { print $1, $2, $3, ($6 == $4) ? "same" : "closer" }' gap.csv | grep -v 'car gate' >got
cat >want <<'END'
0 car wall closer
1 car wall closer
2 car wall same
3 car wall same
4 car wall same
0 wall gate same
1 wall gate same
2 wall gate same
3 wall gate same
4 wall gate same
END
same 'distances of what rests'

# ---- JSON, CSV, JUnit XML --------------------------------------------------------------------------------

expect 1 '{"farkas":1,"units":"mm",
"run":{"arguments":["sweep","--tolerance","0.01","--between","a,b","--between","on,b","--ignore","on,b","start.json"],"date":"2027-01-15T08:00:00Z","inputs":[
{"path":"start.json","bytes":342,"sha256":"'"$(sha256sum start.json | cut -d ' ' -f 1)"'"}]},
"sweep":{"from":0,"to":1,"unit":"s","tolerance":0.01},
"parts":[
{"name":"a","shape":"box"},
{"name":"on","shape":"box"},
{"name":"b","shape":"box"},
{"name":"far","shape":"box"}],
"pairs":[
{"a":"a","b":"b","kind":"hard","clash":true,"id":"59b271ae1b","tolerance":0.01,"contacts":[{"kind":"meets","enter":{"lo":0,"hi":0},"leave":{"lo":0.25,"hi":0.25},"exact":true,"overlaps":true}]}],
"ignored":[
{"a":"on","b":"b","reason":"--ignore"}],
"summary":{"parts":4,"pairs":1,"clashes":1,"duplicate":0,"contained":0,"hard":1,"contact":0,"clearance":0,"clear":0,"undecided":0,"ignored":1,"omitted":0}}' '' \
    sweep start.json --json --tolerance 0.01 --between a,b --between on,b --ignore on,b
"$farkas" sweep start.json --csv | cut -d, -f1-9 >got
cat >want <<'END'
a,b,kind,clash,contacts,enter_lo,enter_hi,leave_lo,leave_hi
a,on,contained,1,1,0,0,1,1
a,b,hard,1,1,0,0,0.25,0.25
on,b,hard,1,1,0,0,0.125,0.125
END
same 'CSV'
"$farkas" sweep start.json --junit out.xml >/dev/null
grep -c '<failure type=' out.xml >got
echo 3 >want
same 'JUnit XML'

# ---- Robots ----------------------------------------------------------------------------------------------

cat >arm.urdf <<'END'
<robot name="arm">
  <link name="base"><collision><geometry><box size="0.1 0.1 0.1"/></geometry></collision></link>
  <link name="upper"><collision><origin xyz="0.3 0 0"/><geometry><box size="0.4 0.05 0.05"/></geometry></collision></link>
  <joint name="turn" type="revolute"><parent link="base"/><child link="upper"/><axis xyz="0 0 1"/><limit lower="-3" upper="3"/></joint>
</robot>
END
printf 't,turn\n0,0\n2,2\n' >way.csv
printf '{"farkas":1,"units":"m","parts":[{"name":"post","shape":{"cylinder":{"radius":0.05,"length":1}},"pose":{"xyz":[0,0.4,0]}}]}\n' >cell.json
"$farkas" sweep arm.urdf --trajectory way.csv --scene cell.json >got_out 2>got_err
echo "$?" >got
sed -n 's/.*HARD .*first contact t = \(1\.3[0-9]*\) s.*/contact/p; s/.*joints at contact: 1\.3.*/joints/p' got_out >>got
printf '1\ncontact\njoints\n' >want
same 'a robot that meets a post'
"$farkas" sweep arm.urdf --trajectory way.csv --scene cell.json --json | sed -n 's/.*"joints":{"turn":\(1.3\).*/\1/p' >got
echo 1.3 >want
same 'joints in JSON'
# What does not move has no such joints.
sed 's/"post"/"floor"/; s/\[0,0.4,0\]/[0,0,0]/' cell.json >floor.json
expect 1 't = 0 … 2 s, no gap between samples; 3 parts in m, 1 pair
  HARD       floor x base   at all times
1 hard clash.' '' sweep arm.urdf --trajectory way.csv --scene floor.json --between floor,base
# A joint that slides is told in metres, as it is given, whatever the unit of the scene is.
cat >slide.urdf <<'END'
<robot name="lift">
  <link name="base"/>
  <link name="plate"><collision><geometry><box size="0.1 0.1 0.1"/></geometry></collision></link>
  <joint name="up" type="prismatic"><parent link="base"/><child link="plate"/><axis xyz="0 0 1"/><limit lower="0" upper="1"/></joint>
</robot>
END
printf 't,up\n0,0\n2,0.5\n' >up.csv
scene lid.json '{"name":"lid","shape":{"box":{"size":[50,50,50]}},"pose":{"xyz":[0,0,200]}}'
expect 1 't = 0 … 2 s, no gap between samples; 2 parts in mm, 1 pair
  HARD       lid x plate   first contact t = 0.5 s, until 1.1 s
             joints at contact: 0.125
1 hard clash.' '' sweep slide.urdf --trajectory up.csv --scene lid.json
"$farkas" sweep slide.urdf --trajectory up.csv --scene lid.json --json | sed -n 's/.*"joints":{"up":\(0\.125\).*/\1/p' >got
echo 0.125 >want
same 'metres in JSON'

# The parts in another order have the same numbers, but for names and for which of both nearest points comes first.
blade='{"name":"blade","shape":{"box":{"size":[100,4,2]}},"motion":{"keys":[{"t":0},{"t":1,"rpy_deg":[0,0,120]}]}}'
cart='{"name":"cart","shape":{"box":{"size":[10,10,10]}},"motion":{"keys":[{"t":0,"xyz":[-40,60,0]},{"t":1,"xyz":[40,60,0]}]}}'
stop='{"name":"stop","shape":{"cylinder":{"radius":5,"length":10}},"pose":{"xyz":[46,60,0]}}'
numbers() {
    "$farkas" sweep "$1" --clearance 6mm --closest --json | sed -n 's/^{"a":"[^"]*","b":"[^"]*",//; s/,"point_a":.*//; s/^"kind"/&/p' | sort
    "$farkas" sweep "$1" --clearance 6mm --closest | sed 's/[a-z]* x [a-z]*//' | sort
    "$farkas" sweep "$1" --clearance 6mm --closest --csv | cut -d, -f3-18 | sort
}
scene forth.json "$blade,$cart,$stop"
scene back.json "$stop,$cart,$blade"
numbers forth.json >want
numbers back.json >got
same 'parts of a sweep in another order'
holds 'of which two clash' test "$(grep -c '"clash":true' got)" -eq 2

# ---- Trouble ---------------------------------------------------------------------------------------------

scene rest.json "$post,$cone"
expect 2 '' 'farkas: error: rest.json: nothing moves: give parts a "motion", or use farkas check' sweep rest.json
expect 2 '' 'farkas: error: arm.urdf: the robot does not move: give it a --trajectory, or use farkas check' sweep arm.urdf
expect 2 '' 'farkas: error: sweep needs a scene or a robot; see farkas sweep --help' sweep
expect 2 '' 'farkas: error: --json and --csv: choose one' sweep cone.json --json --csv
expect 2 '' 'farkas: error: --from is later than --to' sweep cone.json --from 2 --to 1
expect 2 '' 'farkas: error: the motion is from 0 to 4 s: --from and --to leave nothing of it' sweep cone.json --from 5
expect 2 '' "farkas: error: --from: 'soon' is not a time in seconds, such as 1.5" sweep cone.json --from soon
expect 2 '' "farkas: error: --seconds: '-1' is not a time above 0, such as 10ms or 2" sweep cone.json --seconds=-1
expect 2 '' 'farkas: error: --samples is for --distances FILE' sweep cone.json --samples 3
expect 2 '' 'farkas: error: --samples: at least 2, the first and the last time' sweep cone.json --samples 1 --distances x.csv
expect 2 '' "farkas: error: --between: there is no part or set 'con'; did you mean 'cone'?" sweep cone.json --between con,box
expect 2 '' 'farkas: error: --tolerance is above 0, such as 0.001mm; leave it out for the default' sweep cone.json --tolerance 0
expect 2 '' "farkas: error: --to: '1.7e308' is not a time in seconds, such as 1.5" sweep cone.json --to 1.7e308
sed 's/"t":4/"t":1.7e308/' cone.json >late.json
expect 2 '' 'farkas: error: late.json:1:129: the time 1.7e308 is too far from 0: give seconds, from -1e300 to 1e300' sweep late.json
printf 't,turn\n-1.7e308,0\n1.7e308,2\n' >late.csv
expect 2 '' 'farkas: error: late.csv:2:1: the time -1.7e308 is too far from 0: give seconds, from -1e300 to 1e300' sweep arm.urdf --trajectory late.csv
# Rows of a trajectory that cannot be meant: errors and notes name the line.
cat >fast.urdf <<'END'
<robot name="fast">
  <link name="base"><collision><geometry><box size="1 1 1"/></geometry></collision></link>
  <link name="arm"/>
  <link name="tip"><collision><origin xyz="4 0 0"/><geometry><box size="1 1 1"/></geometry></collision></link>
  <joint name="turn" type="revolute"><parent link="base"/><child link="arm"/><axis xyz="0 0 1"/><limit lower="-1" upper="1" velocity="2" effort="1"/></joint>
  <joint name="reach" type="prismatic"><parent link="arm"/><child link="tip"/><axis xyz="1 0 0"/><limit lower="0" upper="2" velocity="0.5" effort="1"/></joint>
</robot>
END
# rows TEXT: a trajectory with these rows, the first of them in line 3
rows() {
    # shellcheck disable=SC2059
    printf "# rows\nt,turn,reach\n$1" >rows.csv
}
rows '0,0,0\n'
expect 2 '' 'farkas: error: rows.csv:3:1: this is the only row: a motion needs two; add one, or use farkas check' sweep fast.urdf --trajectory rows.csv
rows '0,0,0\n1e-310,0.5,0\n'
expect 2 '' 'farkas: error: rows.csv:4:1: the time 1e-310 comes too soon after 0, that of the row before: give seconds, in steps of 1e-120 to 1e270' sweep fast.urdf --trajectory rows.csv
rows '0,0,0\n\n1e300,0.5,0\n'
expect 2 '' 'farkas: error: rows.csv:5:1: the time 1e300 comes too long after 0, that of the row before: give seconds, in steps of 1e-120 to 1e270' sweep fast.urdf --trajectory rows.csv
rows '0,0,0\n1,nan,0\n'
expect 2 '' "farkas: error: rows.csv:4:3: column 'turn': 'nan' is not a finite number" sweep fast.urdf --trajectory rows.csv
rows '0,0,0\n2,0.5,0\n1,0,0\n'
expect 2 '' 'farkas: error: rows.csv:5:1: the time 1 does not come after 2, that of the row before: times increase; sort the rows, and keep one of those with the same time' sweep fast.urdf --trajectory rows.csv
calm='t = 0 … 1 s, no gap between samples; 2 parts in m, 1 pair
  clear      1 pair
No clash in 1 pair, none undecided.'
rows '0,0,0\n1,0.5,0.5001\n'
expect 0 "$calm" '' sweep fast.urdf --trajectory rows.csv
rows '0,0,0\n0.01,0.9,0\n# back\n1,0,0.25\n'
expect 0 "$calm" 'farkas: 1 step of joints is faster than the limits, and used as it is: turn moves by 90/s before t = 0.01, rows.csv:4, not 2/s at most; are times in seconds, and is no row missing?' sweep fast.urdf --trajectory rows.csv
rows '0,0,0\n0.5,0.9,0.25\n\n1,1.5,0.5\n'
expect 0 "$calm" 'farkas: 1 value of joints is beyond the limits, and used as it is: turn is 1.5 at t = 1, rows.csv:6, not from -1 to 1' sweep fast.urdf --trajectory rows.csv
rows '0,0,0\n0.5,0,1\n1,0,2\n'
expect 0 "$calm" 'farkas: 2 steps of joints are faster than the limits, and used as they are; the first: reach moves by 2/s before t = 0.5, rows.csv:4, not 0.5/s at most; are times in seconds, and is no row missing?' sweep fast.urdf --trajectory rows.csv
sed 's/"t":4/"t":1e300/; s/"t":0/"t":-1e300/' cone.json >long.json
expect 1 't = -1e+300 … 1e+300 s, no gap between samples; 2 parts in mm, 1 pair
  HARD       box x cone   first contact t = -2e+299 s, until 2e+299 s
1 hard clash.' '' sweep long.json
for wrong in '--budget x' '--tolerance -1' '--tolerance 0mm' '--resolution 0' '--at box=1,2,3' '--nonsense'; do
    # shellcheck disable=SC2086
    "$farkas" sweep cone.json $wrong >got_out 2>got_err
    echo "$? $(wc -c <got_out) $(grep -c '^farkas: error: ' got_err)" >got
    echo '2 0 1' >want
    same "sweep $wrong"
done

finish
