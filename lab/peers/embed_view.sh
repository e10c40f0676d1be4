#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# Pictures of meshes of several sizes, drawn by software; and the report of the workcell: its time and size.
#
#     embed_view.sh FARKAS SCRATCH_FOLDER ROUNDS

set -eu
farkas=$1
cd "$2"
rounds=$3
export LIBGL_ALWAYS_SOFTWARE=1

# row WORK SCENE SIZE UNIT: the median of the numbers on standard input, with the least and the most.
row() {
    sort -g | awk -v work="$1" -v scene="$2" -v size="$3" -v unit="$4" '{ n[NR] = $1 } END {
        median = NR % 2 ? n[(NR + 1) / 2] : (n[NR / 2] + n[NR / 2 + 1]) / 2
        printf "{\"work\":\"%s\",\"scene\":\"%s\",\"size\":%d,\"by\":\"Farkas\",\"unit\":\"%s\",", work, scene, size, unit
        printf "\"value\":%.6g,\"low\":%.6g,\"high\":%.6g}\n", median, n[1], n[NR] }'
}

# repeat COMMAND...: its output, so many times.
repeat() {
    round=0
    while [ $((round += 1)) -le "$rounds" ]; do
        "$@"
    done
}

"$farkas" gen mesh torus --triangles 200 -o small.stl -q
if ! "$farkas" render small.stl --no-check -q -o small.png 2>reason; then
    echo "no pictures can be drawn: they are left out: $(cat reason)" >&2
    exit 0
fi

draw() {
    "$farkas" render mesh.stl --no-check -v -o mesh.png 2>&1 | sed -n 's/.*drawn in \([0-9.]*\) s$/\1/p' | awk '{ print 1000 * $1 }'
}

for size in 10000 100000 300000 1000000; do
    "$farkas" gen mesh trefoil --triangles $size -o mesh.stl -q
    repeat draw >drawn
    row picture knot $size ms <drawn
done

# The sweep of the workcell with its page: how long all of it takes, in 1.5 times its pictures and the sweep alone.
"$farkas" demo cell -q >/dev/null
report() {
    begin=$(date +%s%N)
    "$farkas" sweep cell/cell.json --report page.html -v >/dev/null 2>told || [ $? = 1 ]
    end=$(date +%s%N)
    sed -n 's/.*sweep \([0-9.]*\) s, pictures \([0-9.]*\) s.*/\1 \2/p' told | awk -v ns=$((end - begin)) '{ print ns / 1e6, 1000 * $1, 1000 * $2 }'
}
repeat report >reported
awk '{ print $1 }' reported | row "sweep with its report" workcell 0 ms
awk '{ print $2 }' reported | row "sweep alone" workcell 0 ms
awk '{ print $3 }' reported | row "pictures of the report" workcell 0 ms
awk '{ print $1 / (1.5 * $3 + $2) }' reported | row "report" "in 1.5 times pictures and the sweep" 0 ratio
wc -c <page.html | awk '{ print $1 / 1000 }' | row "page" workcell 0 kB
"$farkas" sweep cell/cell.json --report bare.html --report-pictures 0 -q >/dev/null || [ $? = 1 ]
wc -c <bare.html | awk '{ print $1 / 1000 }' | row "page without pictures" workcell 0 kB
