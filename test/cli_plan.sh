#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# farkas plan: paths that sweep confirms, their times, and what it says where there is none. Skipped where farkas-plan was not built.
#
#     cli_plan.sh path/to/farkas
#
# The robot is a slide along x with an arm that turns about z; a wall with a gap is in its way.

# shellcheck source=test/expect.sh
. "$(dirname "$0")/expect.sh"

if [ ! -x "$(dirname "$farkas")/farkas-plan" ]; then
    echo "skipped: farkas-plan is not built, because OMPL is not installed"
    exit 77
fi

cat >arm.urdf <<'END'
<robot name="slider">
  <link name="rail"/>
  <joint name="slide" type="prismatic"><parent link="rail"/><child link="body"/>
    <axis xyz="1 0 0"/><limit lower="-2" upper="2" velocity="0.5" effort="1"/></joint>
  <link name="body"><collision><geometry><box size="0.1 0.1 0.1"/></geometry></collision></link>
  <joint name="turn" type="revolute"><parent link="body"/><child link="arm"/>
    <axis xyz="0 0 1"/><limit lower="-3" upper="3" velocity="2" effort="1"/></joint>
  <link name="arm"><collision><origin xyz="0.5 0 0"/><geometry><box size="0.8 0.05 0.05"/></geometry></collision></link>
</robot>
END
cat >arm.srdf <<'END'
<robot name="slider">
  <disable_collisions link1="body" link2="arm" reason="Adjacent"/>
  <group_state name="left" group="all"><joint name="slide" value="-1.5"/><joint name="turn" value="1.5"/></group_state>
  <group_state name="right" group="all"><joint name="slide" value="1"/><joint name="turn" value="-1.5"/></group_state>
</robot>
END
# Two posts that touch the floor, as obstacles do; the arm must turn to pass between them.
cat >posts.json <<'END'
{"farkas": 1, "units": "mm", "parts": [
  {"name": "above", "shape": {"box": {"size": [40, 2000, 300]}}, "pose": {"xyz": [0, 1100, 0]}},
  {"name": "below", "shape": {"box": {"size": [40, 2000, 300]}}, "pose": {"xyz": [0, -1100, 0]}},
  {"name": "floor", "shape": {"box": {"size": [4000, 4000, 20]}}, "pose": {"xyz": [0, 0, -160]}}]}
END
cat >wall.json <<'END'
{"farkas": 1, "units": "m", "parts": [{"name": "wall", "shape": {"box": {"size": [0.02, 8, 8]}}}]}
END
robot="arm.urdf --srdf arm.srdf"

# plan ARGUMENT...: its status into `status`, its output into got_out and got_err
plan() {
    # shellcheck disable=SC2086
    "$farkas" plan $robot "$@" >got_out 2>got_err
    status=$?
}

# sweeps NAME ARGUMENT...: the trajectory go.csv is free, and no step is too fast
sweeps() {
    name=$1
    shift
    # shellcheck disable=SC2086
    "$farkas" sweep $robot --between slider,all --trajectory go.csv "$@" >sweep_out 2>sweep_err
    holds "$name: no clash" test $? = 0
    holds "$name: no note on speeds" test "$(grep -c faster sweep_err)" = 0
}

: >in
# ---- Paths -------------------------------------------------------------------------------------------------

plan --scene posts.json --from left --to right -o go.csv
holds 'a path is found' test $status = 0
sed 's/[0-9][0-9.e-]*/N/g' got_out >got
printf '%s\n' 'a path of N edges, proved free; the motion takes N s, N rows' 'planned in N s; N states and N edges asked' >want
same 'and described'
holds 'without a message' test ! -s got_err
holds 'it begins there' grep -qx '0,-1.5,1.5' go.csv
holds 'and ends there' sh -c "tail -n 1 go.csv | grep -q ',1,-1.5$'"
holds 'its columns' grep -qx 't,slide,turn' go.csv
sweeps 'the path' --scene posts.json
# The straight line is not free.
printf 't,slide,turn\n0,-1.5,1.5\n9,1,-1.5\n' >go.csv
# shellcheck disable=SC2086
"$farkas" sweep $robot --between slider,all --trajectory go.csv --scene posts.json >/dev/null
holds 'the straight line clashes' test $? = 1

cp got_out first
plan --scene posts.json --from left --to right -o go.csv
cp go.csv first.csv
plan --scene posts.json --from left --to right -o go.csv
holds 'the same question, the same path' cmp -s go.csv first.csv
plan --scene posts.json --from left --to right
holds 'to standard output' cmp -s got_out first.csv
holds 'with a note' grep -q '^farkas: a path of ' got_err
plan --scene posts.json --from left --to right --seed 2 -o go.csv
holds 'another seed, another path' test "$(cmp -s go.csv first.csv; echo $?)" = 1
sweeps 'another path' --scene posts.json
for clearance in 1mm 2cm; do
    plan --scene posts.json --from left --to right --clearance $clearance -o go.csv
    holds "a path with a clearance of $clearance" test $status = 0
    sweeps "clearance $clearance" --scene posts.json --clearance $clearance
done
plan --scene posts.json --from left --to slide=-1 -o go.csv
holds 'joints that --to does not name stay' sh -c "tail -n 1 go.csv | grep -q ',-1,1.5$'"
plan --joints turn=0.5 --from slide=-1.5 --to slide=-1 -o go.csv
holds 'joints that nobody names rest' sh -c "! tail -n +2 go.csv | grep -v ',0.5$'"
plan --from left --to left -o go.csv
holds 'no way at all' test $status = 0
sweeps 'no way at all'

# Half a metre at 0.5 m/s, by 1 m/s^2: half a second up, half a second level, half a second down.
plan --from slide=0 --to slide=0.5 -o go.csv
holds 'a trapezoid' sh -c "tail -n 1 go.csv | grep -q '^1.5,'"
holds 'its level part' grep -q '^1,0.375,' go.csv
# 0.04 m: 0.2 s up, 0.2 s down.
plan --from slide=0 --to slide=0.04 -o go.csv
holds 'a triangle' sh -c "tail -n 1 go.csv | grep -q '^0.4,'"
plan --from slide=0 --to slide=0.5 --acceleration 1000 -o go.csv
holds 'a large acceleration' sh -c "tail -n 1 go.csv | grep -q '^1.000[45]'"
sweeps 'a large acceleration'

# ---- JSON and reports --------------------------------------------------------------------------------------

plan --scene posts.json --from left --to right --json -o go.csv
holds 'JSON: a path' grep -q '"result":"path"' got_out
holds 'JSON: joints' grep -qx '"joints":\["slide","turn"\],' got_out
holds 'JSON: as many rows' test "$(grep -c '^\[[0-9]' got_out)" = "$(($(wc -l <go.csv) - 1))"
holds 'JSON and CSV' cmp -s go.csv first.csv
plan --scene posts.json --from left --to right -o go.csv --report page.html
holds 'a report' grep -q '<html' page.html
holds 'a report, and no more output' test "$(wc -l <got_out)" = 2
holds 'a report, and where it is' grep -qx 'farkas: report: page.html' got_err
cat >arm.xacro <<'END'
<robot name="boxes" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:arg name="size" default="1"/>
  <link name="foot"><collision><geometry><box size="$(arg size) 1 1"/></geometry></collision></link>
  <joint name="slide" type="prismatic"><parent link="foot"/><child link="body"/>
    <axis xyz="1 0 0"/><limit lower="-9" upper="9" velocity="1"/></joint>
  <link name="body"/>
  <joint name="on" type="fixed"><parent link="body"/><child link="top"/></joint>
  <link name="top"><collision><geometry><box size="1 1 1"/></geometry></collision></link>
</robot>
END
expect 1 'start (--from): foot x top collide' '' plan arm.xacro --arg size:=5 --from slide=2 --to slide=4 -o go.csv
"$farkas" plan arm.xacro --arg size:=2 --from slide=2 --to slide=4 -o go.csv --report page.html >got_out 2>got_err
holds 'arguments of xacro, also for the report' test $? = 0
"$farkas" plan arm.urdf --srdf arm.srdf --scene posts.json --from 'left, turn=1.4' --to right >got_out 2>got_err
holds 'a space behind a comma' grep -qx '0,-1.5,1.4' got_out

# ---- No path -----------------------------------------------------------------------------------------------

expect 1 'start (--from): above x arm collide
goal (--to): below x arm collide' '' plan arm.urdf --scene posts.json --from slide=-0.3,turn=0.5 --to turn=-0.5
expect 1 'goal (--to): above x arm are closer than 5 mm' '' plan arm.urdf --scene posts.json --from slide=-1.5 --to slide=-0.9,turn=0.1 --clearance 5mm
plan --scene posts.json --from left --to slide=-0.3,turn=0.5 --json
holds 'JSON: the goal collides' grep -q '"to":{"state":"collides","a":"above","b":"arm"}' got_out
holds 'JSON: the goal collides, status' test $status = 1
plan --scene wall.json --from left --to right --time 100ms
holds 'no path: status' test $status = 3
holds 'no path: words' grep -q '^No path was found in .* s, with [0-9]* states and [0-9]* edges' got_out
plan --scene wall.json --from left --to right --time 100ms --json
holds 'no path: JSON' grep -q '"result":"none"' got_out

# ---- Trouble -----------------------------------------------------------------------------------------------

expect 2 '' 'farkas: error: plan needs one file, ROBOT.urdf; see farkas plan --help' plan
expect 2 '' 'farkas: error: plan needs --from and --to, as --from home --to j1=0.2,j2=-1' plan arm.urdf --from slide=1
expect 2 '' 'farkas: error: --report needs the trajectory as a file: give -o FILE.csv' plan arm.urdf --from slide=1 --to slide=0 --report x.html
expect 2 '' 'farkas: error: arm.urdf: this is the input; choose another name' plan arm.urdf --from slide=1 --to slide=0 -o arm.urdf
expect 2 '' 'farkas: error: --json and -o - both write to standard output' plan arm.urdf --from slide=1 --to slide=0 --json -o -
expect 2 '' "farkas: error: --to: the robot has no joint that moves by itself, 'slid'; did you mean 'slide'?" plan arm.urdf --from slide=1 --to slid=0
expect 2 '' "farkas: error: --to: the robot has no state 'lefd'; did you mean 'left'?" plan arm.urdf --srdf arm.srdf --from left --to lefd
expect 2 '' "farkas: error: --to: 'left' is neither JOINT=VALUE nor a state: states are in an SRDF file, --srdf" plan arm.urdf --from slide=1 --to left
expect 2 '' "farkas: error: --to: 'slide=far' is not JOINT=VALUE, with a number of radians or metres" plan arm.urdf --from slide=1 --to slide=far
expect 2 '' 'farkas: error: --to: slide is 3, not from -2 to 2' plan arm.urdf --from slide=1 --to slide=3
expect 2 '' 'farkas: error: --from: turn is 90, not from -3 to 3; angles are in radians: are these degrees?' plan arm.urdf --from turn=90 --to slide=1
expect 2 '' 'farkas: error: --to: slide is 3, not from -2 to 2' plan arm.urdf --scene posts.json --from slide=1 --to slide=3
expect 2 '' "farkas: error: --to: 'slide' is a joint: give its value, as slide=0.2" plan arm.urdf --from slide=1 --to slide
expect 2 '' 'farkas: error: --to: a name is missing: give JOINT=VALUE or a state, with commas between them' plan arm.urdf --from slide=1 --to ''
expect 2 '' 'farkas: error: -o no/go.csv: there is no folder no; make it first' plan arm.urdf --from slide=1 --to slide=0 -o no/go.csv
expect 2 '' 'farkas: error: --report .: this is a folder; give the name of a file in it' plan arm.urdf --from slide=1 --to slide=0 -o x.csv --report .
expect 2 '' 'farkas: error: --report x.csv: the trajectory has this name; choose another one' plan arm.urdf --from slide=1 --to slide=0 -o x.csv --report x.csv
expect 2 '' 'farkas: error: --scene arm.urdf: this is a robot: leave out --scene, or name it in the "robots" of a scene' \
    plan arm.urdf --scene arm.urdf --from slide=1 --to slide=0
echo '<robot name="stone"><link name="a"><collision><geometry><sphere radius="1"/></geometry></collision></link></robot>' >stone.urdf
expect 2 '' 'farkas: error: stone.urdf: no joint of this robot moves, and there is nothing to plan' plan stone.urdf --from x=1 --to x=2
expect 2 '' "farkas: error: --acceleration: '0' is not a number above 0, such as 2.5" plan arm.urdf --from slide=1 --to slide=0 --acceleration 0

finish
