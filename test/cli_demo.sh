#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# The verb demo of the farkas command: the sample workcell has two clashes and one clearance violation, and the same bytes
# each time; its files are good for the other verbs.
#
#     cli_demo.sh path/to/farkas

. "$(dirname "$0")/expect.sh"

# Twice into the same folder, which is new for the first: that is its own one, without an argument.
for round in first second; do
    # shellcheck disable=SC2046
    "$farkas" demo $([ $round = first ] || echo farkas-demo) >"$round" 2>got_err
    echo "$? $(wc -c <got_err)" >got
    echo '0 0' >want
    same "demo, the $round time"
done
cp first want
cp second got
same 'the same bytes twice'
grep -c 'data:image/png' farkas-demo/report.html >got
echo "$(tail -n 2 first)" >>got
cat >want <<'END'
7
Open it in a browser: farkas-demo/report.html
Look around: farkas view farkas-demo/cell.json
END
[ "$(head -n 1 got)" != 0 ] || sed -i '1s/.*/0/' want # where there is no OpenGL
same 'the report of the demo'
# What was changed is replaced, and a note says so.
cp farkas-demo/pick.csv pick.csv
echo '7,0,0,0,0,0,0,0' >>farkas-demo/pick.csv
cp farkas-demo/meshes/post.stl farkas-demo/meshes/gear.stl
"$farkas" demo farkas-demo 2>got >third
echo "$?" >>got
cmp -s farkas-demo/pick.csv pick.csv && cmp -s first third && echo as before >>got
cat >want <<'END'
farkas: farkas-demo/pick.csv was there, and was another: it is replaced
farkas: farkas-demo/meshes/gear.stl was there, and was another: it is replaced
0
as before
END
same 'files that were changed'

# Kinds, names and times.
sed -n 's,^  \([A-Z]*  *[a-z]* x [a-z]*\)  *[a-z][^;]* t = \([0-9]\.[0-9][0-9]\).*,\1 \2,p' first >got
grep violation first >>got
cat >want <<'END'
HARD       crate x tool 1.62
HARD       post x tool 2.55
CLEARANCE  gate x tool 4.55
2 hard clashes, 1 clearance violation.
END
same 'what the demo finds'

# The answer is that of the sweep that it shows, on any number of threads.
sed '1,/^\$/d; /^$/,$d' first >want
"$farkas" sweep farkas-demo/cell.json -j 1 >got
same 'the sweep of the demo'

# Trouble.
: >file
"$farkas" demo file >got_out 2>got_err
echo "$? $(wc -c <got_out) $(grep -c '^farkas: error: ' got_err)" >got
echo '2 0 1' >want
same 'demo into a file'
expect 2 '' "farkas: error: demo takes one folder, found 'b'" demo a b

# The robot is good for the verb robot, too, and the files in the sources are those that are written.
holds 'robot' "$farkas" robot farkas-demo/arm.urdf --srdf farkas-demo/arm.srdf
for name in arm.urdf arm.srdf cell.json pick.csv; do
    holds "$name" cmp "farkas-demo/$name" "$here/../examples/workcell/$name"
done

finish
