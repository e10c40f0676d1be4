#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# The farkas command on robots and on scenes that move: farkas robot, and check and distance of them.
#
#     cli_robot.sh path/to/farkas
#
# The robot is three cubes of 1 m in a row, at x = 0, 2 and 5: the second turns about z, the third slides along x.

# shellcheck source=test/expect.sh
. "$(dirname "$0")/expect.sh"

mkdir meshes
box cube.off -500 -500 -500 500 500 500
"$farkas" convert cube.off meshes/cube.stl -q
# shellcheck disable=SC2016
cat >arm.urdf <<'END'
<robot name="row">
  <link name="base"><collision><geometry><box size="1 1 1"/></geometry></collision></link>
  <joint name="j1" type="revolute"><parent link="base"/><child link="arm"/>
    <origin xyz="2 0 0"/><axis xyz="0 0 1"/><limit lower="-1" upper="1" velocity="1" effort="1"/></joint>
  <link name="arm"><collision><geometry><box size="1 1 1"/></geometry></collision></link>
  <joint name="j2" type="prismatic"><parent link="arm"/><child link="tip"/>
    <origin xyz="3 0 0"/><axis xyz="1 0 0"/><limit lower="0" upper="2" velocity="1" effort="1"/></joint>
  <link name="tip"><collision><geometry><mesh filename="package://meshes/cube.stl" scale="0.001 0.001 0.001"/></geometry></collision></link>
</robot>
END
cat >arm.srdf <<'END'
<robot name="row">
  <group_state name="far" group="all"><joint name="j2" value="2"/></group_state>
  <disable_collisions link1="base" link2="arm" reason="Adjacent"/>
  <disable_collisions link1="arm" link2="tip" reason="they &amp; their joint"/>
</robot>
END
printf 't,j2\n0,0\n1,1\n3,1\n' >way.csv

# ---- What it is made of ----------------------------------------------------------------------------------

expect 0 'row: 3 links, 2 joints (2 to set), 3 shapes, root base, in m
links
  base   box
  arm    box
  tip    mesh, 12 triangles, solid
joints
  j1   revolute     base > arm    -1 to 1
  j2   prismatic    arm  > tip    0 to 2
adjacent pairs, left out by default: 2' '' robot arm.urdf
"$farkas" robot arm.urdf --srdf arm.srdf --info >got
holds "the disabled pairs and their reasons" grep -qxF 'disabled pairs: 2 (1 Adjacent, 1 they & their joint)' got
holds "the states" grep -qxF '  far (all): j2=2' got
expect 0 '{"farkas":1,"units":"m","robot":"row","root":"base","variables":["j1","j2"],
"links":[
{"name":"base","shapes":[{"name":"base","shape":"box"}]},
{"name":"arm","shapes":[{"name":"arm","shape":"box"}]},
{"name":"tip","shapes":[{"name":"tip","triangles":12,"solid":true}]}],
"joints":[
{"name":"j1","type":"revolute","parent":"base","child":"arm","lower":-1,"upper":1,"velocity":1},
{"name":"j2","type":"prismatic","parent":"arm","child":"tip","lower":0,"upper":2,"velocity":1}],
"disabled":[
{"a":"base","b":"arm","reason":"Adjacent"},
{"a":"arm","b":"tip","reason":"they & their joint"}],
"adjacent":[],
"states":[
{"name":"far","group":"all","joints":{"j2":2}}]}' '' robot arm.urdf --srdf arm.srdf --json

# ---- Where its links are ---------------------------------------------------------------------------------

expect 0 'row: 3 links in m
  base   xyz 0 0 0   rpy 0 0 0
  arm    xyz 2 0 0   rpy 0 0 0
  tip    xyz 6 0 0   rpy 0 0 0
smallest distance 5 m   base x tip' '' robot arm.urdf --joints j2=1
expect 0 '{"farkas":1,"units":"m","robot":"row","joints":{"j1":0,"j2":2},
"links":[
{"name":"base","xyz":[0,0,0],"rpy":[0,0,0]},
{"name":"arm","xyz":[2,0,0],"rpy":[0,0,0]},
{"name":"tip","xyz":[7,0,0],"rpy":[0,0,0]}],
"nearest":{"a":"base","b":"tip","kind":"clear","distance":{"lo":5.999999999999935,"hi":6.000000000000138}}}' '' robot arm.urdf --srdf arm.srdf --joints far --json
"$farkas" robot arm.urdf --srdf arm.srdf --joints far,j1=0.5 >got
holds "a state and a joint" grep -q '^  tip    xyz 6.38791 2.39713 0   rpy 0 0 0.5$' got
"$farkas" robot arm.urdf --joints j2=2.5,j1=-3 >got 2>notes
holds "values beyond limits are used" grep -q '^  arm    xyz 2 0 0   rpy 0 0 -3$' got
printf '%s\n' 'farkas: 2 values of joints are beyond the limits, and used as they are; the first: j1 is -3, not from -1 to 1' >want
mv notes got
same "values beyond limits are told"

# ---- Pairs that need no check ----------------------------------------------------------------------------

expect 0 '<!-- 100 random configurations, seed 1: of 3 pairs of links 2 Adjacent, 0 Default, 0 Always, 1 Never; 0 to check -->
<!-- 1 of Never are proved for all joint values within the limits; other Always and Never are what these configurations say: a sampling result, not a proof -->
<disable_collisions link1="base" link2="arm" reason="Adjacent"/>
<disable_collisions link1="base" link2="tip" reason="Never"/> <!-- proved: never -->
<disable_collisions link1="arm" link2="tip" reason="Adjacent"/>' '' robot arm.urdf --suggest-ignore 100
# Where it turns all around, the tip meets the base, in some configurations.
sed 's/"3 0 0"/"2 0 0"/; s/lower="-1" upper="1"/lower="-3.2" upper="3.2"/' arm.urdf >turn.urdf
"$farkas" robot turn.urdf --suggest-ignore 300 --json >got
holds "a pair that meets sometimes" grep -qF '"summary":{"pairs":3,"adjacent":2,"default":0,"always":0,"never":0,"to_check":1,"proved":0}' got
holds "how often it met" grep -qE '^\{"a":"base","b":"tip","met":20,"samples":[0-9]+\}\]' got
"$farkas" robot turn.urdf --suggest-ignore 300 >got
holds "the same as a comment" grep -qE '^<!-- to check: base x tip, met in 20 of [0-9]+ samples -->$' got
"$farkas" robot turn.urdf --suggest-ignore 300 --json >got
"$farkas" robot turn.urdf --suggest-ignore 300 --json >want
same "the same seed, the same answer"
"$farkas" robot turn.urdf --suggest-ignore 300 --joints j1=3.14159265 >got
holds "a pair that meets by default" grep -q 'link1="base" link2="tip" reason="Default"' got
# At the end of its slide it is where the base is not; within its limits it is always there.
sed 's/"3 0 0"/"-2 0 0"/; s/lower="-1" upper="1"/lower="-0.1" upper="0.1"/; s/lower="0" upper="2"/lower="0" upper="0.1"/' arm.urdf >always.urdf
"$farkas" robot always.urdf --suggest-ignore 300 --joints j2=-5 >got 2>/dev/null
holds "a pair that meets always" grep -q 'link1="base" link2="tip" reason="Always"' got

# A robot of 90 links: a base with wheels, and chains of joints of all kinds on a post.
awk 'BEGIN {
    print "<robot name=\"ninety\">"
    for (i = 0; i < 90; i++) {
        printf "<link name=\"l%d\"><collision><origin xyz=\"0 0 0.1\"/><geometry><box size=\"0.04 0.05 0.2\"/></geometry></collision></link>\n", i
        if (i == 0) continue
        first = i % 9 == 1
        printf "<joint name=\"j%d\" type=\"%s\"><parent link=\"l%d\"/><child link=\"l%d\"/>", i, i % 4 == 0 ? "fixed" : i % 4 == 3 ? "prismatic" : "revolute", first ? 0 : i - 1, i
        printf "<origin xyz=\"%s\"/><axis xyz=\"%s\"/><limit lower=\"-0.1\" upper=\"1\"/></joint>\n", first ? int(i / 9) * 0.3 " 0.1 0.2" : "0 0 0.25", i % 2 ? "0 1 0" : "0 0 1"
    }
    print "</robot>" }' >ninety.urdf
timeout 60 "$farkas" robot ninety.urdf --suggest-ignore 2000 --json >got
holds "90 links" grep -q '"summary":{"pairs":4005,"adjacent":89,' got
holds "many pairs are proved" awk '/^"summary"/ { sub(/.*"proved":/, ""); exit !($0 + 0 > 1000) }' got
timeout 60 "$farkas" robot ninety.urdf --suggest-ignore 2000 --json >want
same "threads change nothing"

# ---- check and distance ----------------------------------------------------------------------------------

expect 0 '3 parts in m, 1 pair, 2 ignored
  clear      base x tip   4 m
0 clashes in 1 pair, none undecided.' '' check arm.urdf
"$farkas" check arm.urdf --srdf arm.srdf -v >got 2>/dev/null
holds "an ignored pair has its reason" grep -q 'arm x tip.*they & their joint' got
"$farkas" check arm.urdf -v >got 2>/dev/null
holds "links that are joined are ignored" grep -q 'arm x tip.*adjacent' got
expect 1 '3 parts in m, 1 pair, 2 ignored: clash, contact or closer than 5 m
  CLEARANCE  base x tip   4 m < 5 m   at (0.5 0 0.5)
1 clash in 1 pair, none undecided.' 'farkas: all joints are at 0, or as near as their limits allow (--joints)' check arm.urdf --srdf arm.srdf --clearance 500cm
# distance_of TEXT ARGUMENT...: the only line about a clear pair that check prints
distance_of() {
    text=$1
    shift
    "$farkas" check "$@" --distances >details 2>&1
    sed -n 's/^  clear  *//p' details >got
    printf '%s\n' "$text" >want
    same "farkas check $*"
}
distance_of 'base x tip   4.5 m' arm.urdf --trajectory way.csv --time 0.5
distance_of 'base x tip   5 m' arm.urdf --trajectory way.csv --time 99
distance_of 'base x tip   6 m' arm.urdf --srdf arm.srdf --joints far
"$farkas" distance arm.urdf base tip >got
holds "distance of a robot" grep -q '^base to tip: [34][0-9.]* ' got
expect 2 '' "farkas: error: there is no part or set 'tipp'; did you mean 'tip'?" distance arm.urdf base tipp

cat >cell.json <<'END'
{"farkas": 1, "units": "mm",
 "parts": [
  {"name": "wall", "shape": {"box": {"size": [100, 1000, 1000]}}, "pose": {"xyz": [6550, 0, 0]}},
  {"name": "pin", "shape": {"sphere": {"radius": 10}}, "pose": {"xyz": [0, 0, 600]}, "attached_to": "tip"},
  {"name": "cart", "shape": {"sphere": {"radius": 100}}, "pose": {"xyz": [0, 0, 50]},
   "motion": {"keys": [{"t": 0, "xyz": [-3000, 0, 0]}, {"t": 2, "xyz": [-1000, 0, 0]}]}}],
 "robots": [{"name": "row", "urdf": "arm.urdf", "trajectory": "way.csv"}]}
END
distance_of 'wall x row/tip   1000 mm' cell.json --between row/tip,wall
distance_of 'wall x row/tip   500 mm' cell.json --between row/tip,wall --time 0.5
"$farkas" check cell.json --between row/tip,wall --time 1 >got
holds "they touch" grep -q 'CONTACT *wall x row/tip' got
distance_of 'cart x row/base   2400 mm' cell.json --between cart,row/base
distance_of 'cart x row/base   1400 mm' cell.json --between cart,row/base --time 1
"$farkas" distance cell.json cart row --time 1 >got
holds "the name of a robot means its parts" grep -q '^cart to row/base: 1[34]' got
distance_of 'pin x row/base   5490.9 mm' cell.json --between pin,row/base --time 1
"$farkas" check cell.json --at pin=0,0,-200 --between pin,row/tip >got
holds "--at moves a part in its frame" grep -q 'CONTAINED' got
cat >table.json <<'END'
{"farkas": 1, "units": "m", "parts": [
  {"name": "wall", "shape": {"box": {"size": [0.1, 1, 1]}}, "pose": {"xyz": [6.55, 0, 0]}}]}
END
# The only robot has no name in the scene: its own means all of it, in options and in the scene.
sed 's/"name": "row", //; s/"farkas": 1,/"farkas": 1, "sets": {"machine": ["row"]}, "ignore": [{"between": ["pin", "row"], "reason": "held"}],/' \
    cell.json >alone.json
for words in row,wall machine,wall wall,row; do
    "$farkas" check alone.json --between $words --json | grep -o '"summary":{"parts":6,"pairs":[0-9]*' | cut -d: -f4
done >got
printf '3\n3\n3\n' >want
same 'the name in the URDF file means all parts'
"$farkas" check alone.json -v 2>/dev/null | grep -c 'ignored .*pin.* held' >got
echo 3 >want
same 'the name in the URDF file in a scene'
sed 's/"wall"/"row"/' alone.json >part.json
"$farkas" check part.json --between row,cart --json | grep -o '"summary":{"parts":6,"pairs":[0-9]*' | cut -d: -f4 >got
echo 1 >want
same 'a part of that name comes first'
distance_of 'wall x tip   0.5 m' arm.urdf --scene table.json --joints j2=0.5 --between tip,wall

# ---- Files of other names, and beside a robot ------------------------------------------------------------

cp arm.urdf robot.xml
cp arm.srdf pairs.xml
cp way.csv way.txt
cp table.json table.txt
distance_of 'wall x tip   0.5 m' robot.xml --srdf pairs.xml --scene table.txt --joints j2=0.5 --between tip,wall
distance_of 'wall x tip   0.5 m' robot.xml table.txt --trajectory way.txt --time 0.5 --between tip,wall
expect 2 '' 'farkas: error: pairs.xml: this goes with a robot: give ROBOT.urdf --srdf pairs.xml' check pairs.xml
expect 2 '' 'farkas: error: way.txt: this is no part: if it moves a robot, give ROBOT.urdf --trajectory way.txt' check way.txt
expect 0 'row: 3 links in m
  base   xyz 0 0 0   rpy 0 0 0
  arm    xyz 2 0 0   rpy 0 0 0
  tip    xyz 6 0 0   rpy 0 0 0
smallest distance 5 m   base x tip' '' robot robot.xml --joints j2=1
# A list with few pairs: adjacent links are left out nevertheless, unless they are enabled, and that is told.
sed '/"Adjacent"/d' arm.srdf >few.srdf
expect 0 '3 parts in m, 1 pair, 2 ignored
  clear      base x tip   4 m
0 clashes in 1 pair, none undecided.' 'farkas: few.srdf: 1 pair of adjacent links is not in its list, and left out, too; enable_collisions checks it' check arm.urdf --srdf few.srdf
"$farkas" robot arm.urdf --srdf few.srdf --json 2>/dev/null | sed -n '/^"adjacent"/,/^"states"/p' >got
printf '%s\n' '"adjacent":[' '{"a":"base","b":"arm"}],' '"states":[' >want
same "the same in JSON"
sed 's/<disable_collisions link1="arm".*/<enable_collisions link1="arm" link2="base"\/><enable_collisions link1="arm" link2="tip"\/>/' few.srdf >none.srdf
expect 0 '3 parts in m, 3 pairs
  clear      base x arm   1 m
  clear      base x tip   4 m
  clear      arm x tip    2 m
0 clashes in 3 pairs, none undecided.' '' check arm.urdf --srdf none.srdf
# The robot against itself and the files; these not with each other, unless asked.
"$farkas" convert cube.off --scale 0.002 near.off -q
"$farkas" convert near.off base.off -q
for files in 'arm.urdf near.off base.off' 'near.off base.off robot.xml'; do
    # shellcheck disable=SC2086
    "$farkas" check $files --units m 2>&1
done >all
"$farkas" check arm.urdf near.off base.off --units m --json 2>/dev/null | grep -c '"a":"near","b":"base.off"' >got
echo 0 >want
same "files are not compared with each other"
"$farkas" check arm.urdf near.off base.off --units m --between all,all --json 2>/dev/null | grep -c '"a":"near","b":"base.off"' >got
echo 1 >want
same "unless asked"
holds "what rests is told" grep -qxF 'farkas: the 2 parts that rest are not compared with each other: --between all,all does it' all
holds "a file with the name of a link" grep -q '^5 parts in m, 7 pairs, 2 ignored' all
for files in 'near.off arm.urdf' 'arm.urdf near.off' 'arm.urdf robot.xml'; do
    # shellcheck disable=SC2086
    "$farkas" distance $files --units m 2>&1 | head -1
done >got
printf '%s\n' 'near and base meet (contained): distance 0 m' 'base and near meet (contained): distance 0 m' 'arm/arm and robot/arm meet (duplicate): distance 0 m' >want
same "distance of a robot and a file, of two robots"
"$farkas" sweep arm.urdf cube.off --trajectory way.csv >got 2>&1
holds "sweep of a robot and a file" grep -q 'cube x base' got
holds "the unit of a file beside a robot" grep -qxF 'farkas: cube.off is read in mm: if it is in m, give --units m' got

# ---- Scenes of MoveIt ------------------------------------------------------------------------------------

printf '%s\n' 'name' '* wall' 1 box '0.1 1 1' '6.55 0 0' '0 0 0 1' '0 0 0 0' . >wall.scene
printf '%s\n' 'world:' '  collision_objects:' '    - id: wall' '      primitives: [{type: box, dimensions: [0.1, 1, 1]}]' \
    '      primitive_poses: [{position: [6.55, 0, 0]}]' 'link_padding: [{link_name: tip, padding: 0.25}]' >wall.yaml
distance_of 'wall x tip   0.5 m' arm.urdf --scene wall.scene --joints j2=0.5 --between tip,wall
distance_of 'wall x tip   0.5 m' arm.urdf wall.scene --joints j2=0.5 --between tip,wall
# The cube is padded at its corners, along its diagonals.
distance_of 'wall x tip   0.35566 m' arm.urdf --scene wall.yaml --joints j2=0.5 --between tip,wall
expect 0 '1 part in m, 0 pairs
0 clashes in 0 pairs, none undecided.' 'farkas: there is only one part, and nothing to compare it with' check wall.scene
sed '/^box/d' wall.scene >bad.scene
expect 2 '' "farkas: error: bad.scene:4:1: here should be a shape: box, sphere, cylinder, cone, mesh or plane, not '0.1'" check arm.urdf --scene bad.scene

# ---- Trouble ---------------------------------------------------------------------------------------------

expect 2 '' 'farkas: error: robot needs one file, ROBOT.urdf; see farkas robot --help' robot
expect 2 '' 'farkas: error: cell.json: this is no robot: a URDF file begins with <robot name="...">' robot cell.json
expect 2 '' 'farkas: error: --info stands alone: leave out --joints and --suggest-ignore, or --info' robot arm.urdf --info --joints j1=0
# The same robot as xacro: known by its content, with an argument.
# shellcheck disable=SC2016
sed -e 's/<robot name="row">/<robot name="row" xmlns:xacro="x"><xacro:arg name="far" default="9"\/>/' \
    -e 's/xyz="3 0 0"/xyz="${$(arg far) \/ 3} 0 0"/' arm.urdf >arm.xacro
"$farkas" robot arm.urdf --joints j1=0 >want
for name in arm.xacro xacro.xml; do
    cp arm.xacro xacro.xml
    "$farkas" robot $name --joints j1=0 >got 2>details
    holds "$name is the robot" cmp -s got want
done
"$farkas" robot arm.xacro --joints j1=0 --arg far:=12 >got 2>details
holds "an argument moves the tip" grep -q 'tip *xyz 6 0 0' got
"$farkas" spheres arm.xacro --arg far:=12 --excess 20cm --json >got 2>details
holds "balls of a xacro file" grep -q '"name":"tip"' got
printf '{"farkas": 1, "units": "m", "robots": [{"urdf": "arm.xacro", "arguments": {"far": 12}}]}\n' >far.json
"$farkas" check far.json >got 2>details
holds "an argument in a scene" grep -q "base x tip *5 m" got
printf '{"farkas": 1, "units": "m", "robots": [{"urdf": "arm.xacro", "arguments": [12]}]}\n' >far.json
expect 2 '' 'farkas: error: far.json:1:75: "arguments" are values by name, as {"prefix": "left_"}' check far.json
rm far.json
expect 2 '' "farkas: error: arm.xacro:1:1: the file has no argument 'fat', meant as far" check arm.xacro --arg fat:=1
expect 2 '' "farkas: error: arm.xacro:1:1: the argument 'far' should be NAME:=VALUE" check arm.xacro --arg far
expect 2 '' "farkas: error: arm.urdf:1:1: this is no xacro file, so the argument 'far:=1' has no meaning" check arm.urdf --arg far:=1
expect 2 '' 'farkas: error: --arg is for a robot on the command line, ROBOT.urdf; a scene says it in its "robots"' check cube.off cube.stl --arg far:=1
rm arm.xacro xacro.xml
expect 2 '' "farkas: error: arm.urdf has no joint 'j3'; did you mean 'j1'?" check arm.urdf --joints j3=1
printf 't,k\n0,0\n' >way2.csv
expect 2 '' "farkas: error: way2.csv: arm.urdf has no joint 'k'; the first that moves is 'j1'" check arm.urdf --trajectory way2.csv
printf 't,j1\n0,0\n1,0\n1,0\n' >way3.csv
expect 2 '' 'farkas: error: way3.csv:4:1: the time 1 does not come after 1, that of the row before: times increase; sort the rows, and keep one of those with the same time' check arm.urdf --trajectory way3.csv
expect 2 '' 'farkas: error: no.csv: there is no such file or folder' check arm.urdf --trajectory no.csv
expect 2 '' 'farkas: error: no.srdf: there is no such file or folder' check arm.urdf --srdf no.srdf
expect 2 '' 'farkas: error: no.urdf: there is no such file or folder' check no.urdf
expect 2 '' 'farkas: error: --joints is for one robot, and there are several: put them into the "robots" of a scene' check arm.urdf turn.urdf --joints j1=0
expect 2 '' 'farkas: error: table.json and cell.json are two scenes: put the parts of one into the other' check arm.urdf table.json --scene cell.json
expect 2 '' 'farkas: error: distance of a scene needs the names of two parts; see farkas distance --help' distance table.json cube.off --units m
expect 2 '' 'farkas: error: --joints is for a robot on the command line, ROBOT.urdf; a scene says it in its "robots"' check cube.off --joints j1=2
expect 2 '' "farkas: error: 'j1' is a joint: give its value, as j1=0.2" check arm.urdf --joints j1
expect 2 '' 'farkas: error: a name is missing: give JOINT=VALUE or a state, with commas between them' check arm.urdf --joints j1=0,
expect 2 '' 'farkas: error: --scene arm.urdf: this is a robot: leave out --scene, or name it in the "robots" of a scene' check arm.urdf --scene arm.urdf
echo '<robot name="stone"><link name="a"/></robot>' >stone.urdf
expect 2 '' "farkas: error: stone.urdf has no joint 'x': none of its joints moves" check stone.urdf --joints x=1
expect 2 '' "farkas: error: 'far' is neither JOINT=VALUE nor a state: states are in an SRDF file, and none is given" check arm.urdf --joints far
expect 2 '' "farkas: error: arm.srdf has no state 'fra'; did you mean 'far'?" check arm.urdf --srdf arm.srdf --joints fra
expect 2 '' "farkas: error: 'j1=' is not JOINT=VALUE, with a number of radians or metres, and commas between them" check arm.urdf --joints j1=
expect 2 '' "farkas: error: '0.2' has no joint: give JOINT=VALUE, as j1=0.2" check arm.urdf --joints 0.2,0.3
expect 2 '' 'farkas: error: arm.srdf: this goes with a robot: give ROBOT.urdf --srdf arm.srdf' check arm.srdf
expect 2 '' 'farkas: error: arm.srdf: this goes with a robot: give ROBOT.urdf --srdf arm.srdf' robot arm.srdf
expect 2 '' 'farkas: error: way.csv: this is no part: if it moves a robot, give ROBOT.urdf --trajectory way.csv' sweep way.csv
expect 2 '' 'farkas: error: meshes: this is a folder: give its files, such as those of meshes/*.stl' check meshes
# The URDF file for the SRDF file; degrees for radians; a pose and pairs that nobody chose.
"$farkas" check arm.urdf --srdf arm.urdf --joints j1=90 >/dev/null 2>got
holds "a file without pairs and states" grep -qxF 'farkas: arm.urdf has no pair that needs no check, and no state: is it the SRDF file?' got
holds "degrees" grep -q 'j1 is 90, not from -1 to 1; angles are in radians: are these degrees?$' got
sed 's/xyz="3 0 0"/xyz="-2 0 0"/' arm.urdf >folded.urdf
"$farkas" check folded.urdf >/dev/null 2>got
echo 'farkas: all joints are at 0, or as near as their limits allow (--joints); only links that are joined are left out (--srdf)' >want
same "a robot that meets itself at a pose that nobody chose"
"$farkas" check folded.urdf --joints j1=0 --srdf arm.srdf >/dev/null 2>got
: >want
same "a robot that meets itself at a pose that was chosen"
expect 2 '' "farkas: error: --time: 'soon' is not a time in seconds, such as 1.5" check arm.urdf --time soon
expect 2 '' 'farkas: error: no.json: there is no such file or folder' check arm.urdf --scene no.json
sed 's/<parent link="arm"/<parent link="tip"/' arm.urdf >loop.urdf
expect 2 '' "farkas: error: loop.urdf:6:3: link 'tip' hangs on itself, by joint 'j2' and 0 more: links and joints form a tree; delete a joint that closes the loop" check loop.urdf
expect 2 '' "farkas: error: loop.urdf:6:3: link 'tip' hangs on itself, by joint 'j2' and 0 more: links and joints form a tree; delete a joint that closes the loop" robot loop.urdf
sed 's/cube.stl/cub.stl/' arm.urdf >missing.urdf
"$farkas" check missing.urdf >/dev/null 2>got
holds "a mesh that is not there, with the place, and what to do" grep -q "^farkas: error: missing.urdf:8:41: 'package://meshes/cub.stl' is not there: .*--package-path" got
printf '<robot name="a">\n<link name="b">\n</robot>\n' >bad.urdf
expect 2 '' 'farkas: error: bad.urdf:3:3: this is not well-formed XML: mismatched tag' check bad.urdf
printf '<robot name="a"><link name="b"/></robot>\n' >empty.urdf
expect 2 '' 'farkas: error: there are no parts: no link of the robot empty.urdf has a <collision> element' check empty.urdf
expect 0 '1 part in m, 0 pairs
0 clashes in 0 pairs, none undecided.' 'farkas: there is only one part, and nothing to compare it with' check empty.urdf --scene table.json
sed 's/"t": 2/"t": 0/' cell.json >times.json
expect 2 '' 'farkas: error: times.json:6:62: times increase: 0 does not come after 0, the time of the key before' check times.json
sed 's/"t": 2/"t": 2, "quat_xyzw": [0, 0, 0, 0]/' cell.json >zero.json
expect 2 '' 'farkas: error: zero.json:6:78: four zeros are no rotation; [0, 0, 0, 1] as "quat_xyzw" turns nothing' check zero.json
sed 's/"attached_to": "tip"/"attached_to": "tap"/' cell.json >tap.json
expect 2 '' "farkas: error: tap.json:4:101: no part with a \"motion\" and no link of a robot is called 'tap'; did you mean 'tip'?" check tap.json
sed 's/"attached_to": "tip"/"attached_to": "row"/' cell.json >tap.json
expect 2 '' "farkas: error: tap.json:4:101: 'row' is a robot: write 'row/LINK', with the name of its link" check tap.json
sed 's/"trajectory": "way.csv"/"joints": {"j4": 1}/' cell.json >j4.json
expect 2 '' "farkas: error: j4.json:7:66: arm.urdf has no joint 'j4'; did you mean 'j1'?" check j4.json
sed 's/"trajectory": "way.csv"/"trajectory": "way3.csv"/' cell.json >way3.json
expect 2 '' "farkas: error: way3.json:7:63: robot 'row': way3.csv:4:1: the time 1 does not come after 1, that of the row before: times increase; sort the rows, and keep one of those with the same time" check way3.json
sed 's/arm.urdf/loop.urdf/' cell.json >loop.json
expect 2 '' "farkas: error: loop.json:7:37: robot 'row': loop.urdf:6:3: link 'tip' hangs on itself, by joint 'j2' and 0 more: links and joints form a tree; delete a joint that closes the loop" check loop.json

# ---- Balls -----------------------------------------------------------------------------------------------

cat >balls.urdf <<'END'
<?xml version="1.0"?>
<!-- <link name="base"><collision> is no element here -->
<robot name="balls">
  <link name="base">
    <visual><geometry><sphere radius="9"/></geometry></visual>
    <collision><origin xyz="1 2 3"/><geometry><sphere radius="0.5"/></geometry></collision>
    <!-- kept: </link> -->
    <collision name="a>b"><geometry><sphere radius="0.25"/></geometry></collision>
  </link>
  <link name='tip'/>
  <joint name="j" type="fixed"><parent link="base"/><child link="tip"/></joint>
</robot>
END
expect 0 'link    balls   inside   excess in m
base        2        2   0
all         2        2   0' '' spheres balls.urdf --inner 5 -o out.urdf
printf '%s\n' '<?xml version="1.0"?>
<!-- <link name="base"><collision> is no element here -->
<robot name="balls">
  <link name="base">
    <visual><geometry><sphere radius="9"/></geometry></visual>
    
    <!-- kept: </link> -->
    
    <collision><origin xyz="1 2 3" rpy="0 0 0"/><geometry><sphere radius="0.5"/></geometry></collision>
  <collision><origin xyz="0 0 0" rpy="0 0 0"/><geometry><sphere radius="0.25"/></geometry></collision>
</link>
  <link name='"'tip'"'/>
  <joint name="j" type="fixed"><parent link="base"/><child link="tip"/></joint>
</robot>' >wanted
holds "a spherised robot" cmp out.urdf wanted
"$farkas" spheres balls.urdf -o out.yaml >/dev/null
printf '%s\n' 'collision_spheres:
  "base":
    - center: [1, 2, 3]
      radius: 0.5
    - center: [0, 0, 0]
      radius: 0.25' >wanted
holds "the balls for cuRobo" cmp out.yaml wanted
expect 0 '{"farkas":1,"file":"balls.urdf","units":"m","parts":[
{"name":"base","excess":0,"gap":0,"outer":[{"center":[1,2,3],"radius":0.5},
{"center":[0,0,0],"radius":0.25}],"inner":[]},
{"name":"tip","excess":0,"gap":0,"outer":[],"inner":[]}]}' '' spheres balls.urdf --json
"$farkas" spheres balls.urdf -o out.json >/dev/null
"$farkas" spheres balls.urdf --json >got
holds "the same JSON in a file" cmp out.json got

# The balls of the cubes are a robot again.
"$farkas" spheres arm.urdf --excess 10cm -o round.urdf >got
holds "the excess is kept" awk '$1 != "link" && $4 > 0.1 { exit 1 }' got
holds "all links" grep -q '^tip ' got
"$farkas" robot round.urdf --info >got
holds "balls are shapes" grep -q '^  tip .*sphere$' got
"$farkas" spheres meshes/cube.stl --count 1 --inner 1 --json >got
holds "one ball of each kind" grep -q '"outer":\[{[^}]*}\],"inner":\[{[^}]*}\]' got

expect 2 '' 'farkas: error: spheres needs one file, a mesh or ROBOT.urdf; see farkas spheres --help' spheres
expect 2 '' "farkas: error: out.txt: --output needs a name that ends with .urdf, .yaml or .json" spheres balls.urdf -o out.txt
expect 2 '' "farkas: error: cube.urdf: only a robot can be written as .urdf" spheres meshes/cube.stl -o cube.urdf
expect 2 '' "farkas: error: balls.urdf: this is the input; choose another name" spheres balls.urdf -o balls.urdf
expect 2 '' "farkas: error: --excess: 'far' is not a length, such as 0.1, 5mm or 2in" spheres balls.urdf --excess far
expect 2 '' "farkas: error: arm.urdf: base: it needs too many balls for this excess; allow more" spheres arm.urdf --excess 0.001mm
sed 's/name="base"/name="b\&#97;se"/' balls.urdf >odd.urdf
expect 2 '' "farkas: error: odd.urdf: its links cannot be found in the text: write it in UTF-8, with plain names, or write .yaml or .json" spheres odd.urdf -o none.urdf
holds "nothing is written" test ! -e none.urdf
finish
