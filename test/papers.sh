#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# Every experiment of `farkas papers`, quickly: its answers are those of before, on every machine; they are what theory and
# paper say; and its page is whole. All are run once as JSON with files and once as text.
#
#     papers.sh FARKAS [--write]
#
# papers_answers.txt holds a line for each experiment: its name and the hash of its answers. With --write, they are written.

write=${2:-}
set -- "$1"
. "$(dirname "$0")/expect.sh"
answers=$here/papers_answers.txt

# ---- All of them -------------------------------------------------------------------------------------------

"$farkas" papers >listed
sed -n 's/^  \([a-z0-9-]*\) .*/\1/p' listed >names
"$farkas" papers all --quick --json --out out >all_json 2>got
holds "papers all --json succeeds" test $? -eq 0
echo 'farkas: page: out/papers.md' >want
same "it says where the page is, and nothing else"
"$farkas" papers all --quick >all_text 2>got
holds "papers all succeeds" test $? -eq 0
: >want
same "it has nothing to say"

# json NAME: lines of an experiment, in papers_json; text NAME: what is printed about it, in papers_out
json() {
    grep "^{\"experiment\":\"$1\"," all_json >papers_json
}
text() {
    sed -n "/^== $1 ==\$/,/^answers /p" all_text >papers_out
}

sed -n 's/^{"experiment":"\([a-z0-9-]*\)","answers":"\([0-9a-f]*\)"}$/\1 \2/p' all_json >got
[ "$write" != --write ] || cp got "$answers"
cp "$answers" want
same "the answers are those of papers_answers.txt"
sed -n 's/^== \(.*\) ==$/\1/p; s/^answers //p' all_text | paste -d ' ' - - >got
same "the text has the same answers"
cut -d ' ' -f 1 got >ran
holds "all that are listed were run" cmp names ran

# Lines are objects, and every experiment has a table; its page shows just the files that are there.
holds "every line is an object" test -z "$(grep -v '^{"experiment":"[a-z0-9-]*",.*}$' all_json)"
holds "every number is one" test -z "$(cat all_json out/papers/*.svg | grep -i -E '[^a-z](nan|inf)[^a-z]')"
while read -r experiment; do
    holds "$experiment has a table" grep -q "^{\"experiment\":\"$experiment\",\"table\":" all_json
    holds "the page has $experiment" grep -q "^## $experiment\$" out/papers.md
done <names
grep -o '(papers/[^)]*)' out/papers.md | tr -d '()' | sort -u >want
(cd out && find papers -type f | sort) >got
same "the page refers to each file"

# Twice the same bytes. A page that cannot be written is trouble, and says which.
"$farkas" papers bv --quick >got
"$farkas" papers bv --quick >want
same "two quick runs"
touch file
refused 'file: ' papers arm --quick --out file

# ---- Words -------------------------------------------------------------------------------------------------

holds "papers lists the experiments" grep -q '^  fm-pairs  *two boxes' listed
holds "papers lists the papers, with authors, titles and years" test "$(grep -c '^[A-Z][a-z.]* [A-Z].*: ' listed)" -eq 4
expect 2 '' "farkas: error: unknown experiment 'fm-pair'; did you mean 'fm-pairs'?" papers fm-pair
expect 2 '' "farkas: error: papers runs one experiment, or all; found 'b' too; see 'farkas papers --help'" papers fm-pairs b
expect 2 '' "farkas: error: --pov needs an experiment, or all; 'farkas papers' lists them" papers --pov scenes
expect 2 '' "farkas: error: --json needs an experiment, or all; 'farkas papers' lists them" papers --json
expect 2 '' "farkas: error: --quick needs an experiment, or all; 'farkas papers' lists them" papers --quick
while read -r experiment; do
    case $experiment in
    fm-pairs | fm-tori) ;;
    *) expect 2 '' "farkas: error: $experiment has no scenes; --pov is for fm-pairs and fm-tori" papers "$experiment" --pov scenes ;;
    esac
done <names

# The table is what pairs says of the same file, and its truth is the comment there.
cases=$here/../lab/printed/fm_pairs.txt
text fm-pairs
sed -n 's/^# case \([0-9]*\) \([a-z-]*\): .*; truth: \([a-z]*\)$/\1 \2 \3/p' "$cases" >truth
"$farkas" pairs "$cases" | paste -d' ' truth - >want
awk '/^ *[0-9][0-9]*  [a-z]*-[a-z]* / { print $1, $2, $3, $4 }' papers_out >got
same "papers fm-pairs tells the truth"
json fm-pairs
grep '"table":"cases"' papers_json >papers_cases
sed 's/.*"case":\([0-9]*\),"kinds":"\([a-z-]*\)","truth":"\([a-z]*\)","exact":"\([a-z]*\)",.*/\1 \2 \3 \4/' papers_cases >got
same "papers fm-pairs --json tells the truth"
"$farkas" pairs --method all "$cases" >want
sed 's/.*"truth":"[a-z]*",//; s/,"wrong":.*//; s/"[a-z0-9-]*"://g; s/"-"/undecided/g; s/"//g; s/,/\t/g' papers_cases >got
same "papers fm-pairs --json has the words of pairs --method all"
# fm-paper is wrong where its paper is: two cases that row (a) cuts off; not about example (18), unless its loop is shorter.
sed -n 's/.*"case":\(42\|50\|58\),.*"wrong":"\(fm-paper\)[ a-z0-9-]*"}$/\1 \2/p' papers_cases >got
printf '42 fm-paper\n58 fm-paper\n' >want
same "papers fm-pairs --json names the methods that are wrong"
sed -n 's/.*"table":"readings","reading":"\(.*\)","missed":.*,"wrong":\([0-9]*\),"example":"\(.*\)"}$/\1: \2, \3/p' papers_json >got
printf '%s\n' 'as printed: 2, does not' 'loop to NbParam - 1: 4, collides' 'row (a) set right: 0, does not' 'both: 2, collides' 'line 7 to the letter: 14, does not' >want
same "papers fm-pairs --json: the readings of the print"
holds "papers fm-pairs: row (a) set right, nothing is wrong" grep -q '"reading":"row (a) set right","missed":0,"false_hits":0,' papers_json
holds "papers fm-pairs: fm is right about all random pairs" test "$(grep -c '"table":"random",.*"fm_wrong":0}$' papers_json)" -eq 4
holds "papers fm-pairs --quick has no clock" test "$(grep -c '"table":"times",.*"fm_us":null,"exact_us":null,"fm_paper_box_us":null' papers_json)" -eq 20
holds "papers fm-pairs has the paper's time" grep -q '"kinds":"all","outcome":"all","pairs":64,.*"paper_us":6.5}$' papers_json
if "$farkas" render --explain fm 'point 0 0 0' 'point 1 0 0' -o picture.png >details 2>&1; then
    holds "papers fm-pairs --out has pictures" test "$(find out/papers -name 'fm-pairs-case-*.png' -size -20k | wc -l)" -eq 4
    holds "papers fm-pairs --out: the page shows them" test "$(grep -o '!\[[^]]*\](papers/fm-pairs-case-[0-9]*.png)' out/papers.md | wc -l)" -eq 4
else
    holds "papers fm-pairs says why there are no pictures" grep -q '"note":"There are no pictures of the cases' papers_json
fi

# Bounding volumes: no rate is below the truth, which comes last, but that of the box as printed, which alone misses some; better
# volumes meet less often; balls are scaled to meet as often as those of the thesis.
json bv
sed -n 's/^{"experiment":"bv","table":"\(o[13]-o[24]\)","volume":"\([a-z0-9, -]*\)","farkas_total_ms":null,.*"farkas_test_us":null,.*"farkas_positives_percent":\([0-9.]*\),.*"farkas_missed":\([0-9]*\),.*}$/\1 \2;\3;\4/p' papers_json >rates
holds "papers bv --json has a row for each volume and the truth" test "$(grep -c . rates)" -eq 20
holds "papers bv: volumes meet at least as often as the bodies" awk -F';' '
    { rate[$1] = $2; missed[$1] = $3 }
    END {
        for (n in rate) {
            pair = substr(n, 1, 6)
            if (n ~ /printed/ ? missed[n] <= 5 : missed[n] != 0 || rate[n] < rate[pair "hulls, exact"])
                exit 1
            if (rate[pair "hulls, exact"] <= 5 || rate[pair "26-dop"] > rate[pair "14-dop"] || rate[pair "aabb-tight"] > rate[pair "aabb"] ||
                rate[pair "obb"] > rate[pair "sphere"])
                exit 1
        }
        exit !(rate["o1-o2 sphere"] > 42 && rate["o1-o2 sphere"] < 42.3 && rate["o3-o4 sphere"] > 21.2 && rate["o3-o4 sphere"] < 21.5)
    }' rates

# GJK: rows of both parts; methods have one rate; volumes meet more often, and so do hull and pieces than the mesh in them. That
# the thesis contradicts itself is told.
json gjk
sed -n 's/^{"experiment":"gjk","table":"\(o[13]-o[24]\)","by":"\([a-z ]*\)",.*"farkas_positives_percent":\([0-9.]*\),.*}$/\1 \2;\3/p
    s/^{"experiment":"gjk","table":"figure","figure":"\([a-z]*\)","by":"\([a-z ]*\)",.*"farkas_positives_percent":\([0-9.]*\),.*}$/\1 \2;\3/p' papers_json >rates
holds "papers gjk --json has a row for each method, volume and stand-in" test "$(grep -c . rates)" -eq 21
holds "papers gjk: methods agree, and what is around meets more often" awk -F';' '
    { rate[$1] = $2 }
    END {
        for (n in rate) {
            pair = substr(n, 1, 6)
            if (n ~ /^o/ && (rate[pair "gjk"] <= 5 || rate[pair "exact"] != rate[pair "gjk"] || rate[pair "exact warm"] != rate[pair "gjk"] ||
                rate[pair "distance"] != rate[pair "gjk"] || rate[pair "obb"] < rate[pair "gjk"] || rate[pair "sphere"] < rate[pair "gjk"]))
                exit 1
        }
        exit !(rate["hull gjk"] == rate["hull exact"] && rate["pieces gjk"] == rate["pieces exact warm"] &&
            rate["hull exact"] > rate["pieces exact"] && rate["pieces exact"] >= rate["mesh exact"] && rate["mesh exact"] > 1)
    }' rates
holds "papers gjk: the contradiction of the thesis" grep -q '"note":"The tables of the thesis contradict each other: the hulls of O3 and O4 meet in 18.45 % [^"]*in 15.09 %' papers_json

# The arm: a row for each phase; GJK and the exact verdict meet as often, the meshes not more often.
json arm
holds "papers arm has a row for each phase" test "$(grep -c '^{"experiment":"arm","table":"phases","function":"[a-zA-Z, ]*","farkas_ms":null,' papers_json)" -eq 6
sed -n 's/^{"experiment":"arm","table":"pairs","by":"\([a-z]*\)","pairs":\([0-9]*\),"red":\([0-9]*\),"green":\([0-9]*\),.*}$/\1;\2;\3;\4/p' papers_json >rates
holds "papers arm: methods agree, and a mesh is in its hull" awk -F';' '
    { red[$1] = $3; rows += $2 > 0 && $4 > 0 }
    END { exit !(rows == 3 && red["gjk"] > 10 && red["gjk"] == red["exact"] && red["mesh"] <= red["gjk"]) }' rates

# Scenes: 64 files, nothing else, the same each time, and such as POV-Ray reads.
"$farkas" papers fm-pairs --quick --pov scenes >/dev/null 2>got
echo 'farkas: 64 scenes in scenes; a picture: povray +Iscenes/case-01.pov +Ocase-01.png +W800 +H600 +A -D' >want
same "papers --pov says what to do next"
holds "papers --pov writes 64 files" test "$(find scenes -type f | wc -l)" -eq 64
holds "they have their names" test -f scenes/case-01.pov -a -f scenes/case-64.pov
for run in 1 2; do # the second writes over the first
    "$farkas" papers fm-pairs --quick -q --pov again >/dev/null
done
holds "the scenes are the same each time" diff -r scenes again
holds "no number of a scene is lost" test -z "$(grep -lE 'nan|inf|null' scenes/*.pov)"
if command -v povray >/dev/null; then
    for number in 07 24 58 63; do
        holds "POV-Ray reads case $number" povray +Iscenes/case-$number.pov +Oscene.png +W32 +H24 -D
        holds "POV-Ray has no complaint about case $number" test -z "$(grep -iE 'warning:|degenerate' details)"
    done
fi
mkdir folder
echo text >folder/file
expect 2 '' 'farkas: error: folder/file: Not a directory' papers fm-pairs --quick --pov folder/file
expect 2 '' 'farkas: error: none/scenes: No such file or directory' papers fm-pairs --quick --pov none/scenes
mkdir -p taken/case-01.pov
"$farkas" papers fm-pairs --quick --pov taken >/dev/null 2>got
holds "a name that is taken by a folder is trouble" test $? -eq 2
echo 'farkas: error: taken/case-01.pov: Is a directory' >want
same "and is named"
holds "and nothing is left behind" test "$(find taken | wc -l)" -eq 2
"$farkas" papers fm-pairs --quick --pov "$(printf '%4100s' x | tr ' ' x)" >/dev/null 2>got
holds "a name that is too long is trouble" test $? -eq 2
holds "and the reason is told" grep -q 'File name too long$' got

# Hulls: each model of the thesis has one of ours beside it, with about as many vertices; all points on a sphere are vertices.
text hull
holds "papers hull names the machine of the thesis" grep -q 'Intel Core i3-3110M' papers_out
holds "models of the thesis and ours" test "$(grep -c '^ *[1-8]  *[0-9]*  *[0-9]*  *[0-9]*  *[0-9.]*  [a-z]*  *[0-9]*  *[0-9]*  *-  *[0-9.]*  *[0-9.]*$' papers_out)" -eq 8
holds "the row of both" grep -q '^ *9  *5000  *5000  *2135  *0.00  points on a sphere  *5000  *5000  *-  *0.00  *-[0-9.]*$' papers_out
json hull
sed -n 's/^{"experiment":"hull","table":"points","kind":"\([^"]*\)","points":\([0-9]*\),"hull_vertices":\([0-9]*\),"ms":null,"saving_percent":\([0-9.]*\)}$/\1 \2 \3 \4/p' papers_json |
    awk '{ printf "%s %s %s %s %s %.2f\n", $1, $2, $3, $4, $5, $6 }' >got
awk '/^[io]n (a|the) [a-z]*  *[0-9]*  *[0-9]*  *-  *[0-9.]*$/ { print $1, $2, $3, $4, $5, $7 }' papers_out >want
same "papers hull --json has the numbers of the table"
holds "four kinds of points in four sizes" test "$(wc -l <got)" -eq 16
holds "all points on a sphere are vertices, and few in a cube" awk '$3 == "sphere" && $5 != $4 { bad = 1 } $3 == "cube" && $5 > $4 / 4 { bad = 1 } END { exit bad }' got
sed -n 's/^{"experiment":"hull","table":"objects",.*"thesis_vertices":\([0-9]*\),"thesis_hull_vertices":\([0-9]*\),.*"farkas_vertices":\([0-9]*\),"farkas_hull_vertices":\([0-9]*\),.*}$/\1 \2 \3 \4/p' papers_json >got
holds "our objects are like those of the thesis" awk '{ n++; if ($3 / $1 < 0.8 || $3 / $1 > 1.25 || $4 / $2 < 0.75 || $4 / $2 > 1.33) exit 1 } END { exit n != 9 }' got
sed -n 's/^{"experiment":"hull","table":"decomposition",.*"hull_volume_percent":\([0-9.]*\),.*"pieces_volume_percent":\([0-9.]*\),.*}$/\1 \2/p' papers_json >got
holds "pieces fill the object, and less than the hull" awk '{ n++; if ($2 < 100 || $2 > $1) exit 1 } END { exit n != 3 }' got

# Trees: the queries are the same on every machine, and so is what they meet.
text aabb-tree
awk '$2 ~ /^(any|count|all)$/ { print $1, $2, $3, $4 }' papers_out >got
cat >want <<EOF
1520 any segment 703
1520 any ray 417
1520 any line 822
1520 any plane 958
1520 count segment 1619
1520 count ray 811
1520 count line 2502
1520 count plane 88098
1520 all segment 1619
1520 all ray 811
1520 all line 2502
1520 all plane 88098
EOF
same "papers aabb-tree finds what is met"
json aabb-tree
sed -n 's/^{"experiment":"aabb-tree","table":"queries","triangles":\([0-9]*\),"function":"\([a-z]*\)","query":"\([a-z]*\)","hits":\([0-9]*\),"thesis_per_second":null,"cgal_per_second":null,"farkas_per_second":null,.*}$/\1 \2 \3 \4/p' papers_json >got
same "papers aabb-tree --json finds the same"
holds "papers aabb-tree --json has all sizes" test "$(grep -c '^{"experiment":"aabb-tree","table":"building","thesis_triangles":[0-9]*,"triangles":[0-9]*,"thesis_build_ms":null,.*,"farkas_megabytes":[0-9.]*}$' papers_json)" -eq 4
sed -n 's/^{"experiment":"aabb-tree","table":"descent",.*"pairs":\([0-9]*\),"box_tests":\([0-9]*\),.*}$/\1 \2/p' papers_json >got
holds "every rule of descent finds the same, with other work" awk '{ pairs[NR] = $1; tests[NR] = $2 } END { exit !(NR == 12 && pairs[1] == pairs[2] && pairs[2] == pairs[3] && pairs[3] == pairs[4] && pairs[5] == pairs[7] && pairs[5] == pairs[8] && pairs[5] == pairs[12] && tests[5] > 5 * tests[6]) }' got

sed -n 's/^.*"table":"moving",.*"new_leaves_percent":\([0-9.]*\),"update_us":null,"pairs_us":null,"pairs":\([0-9]*\)}$/\1 \2/p' papers_json >got
holds "a kept tree finds the same with few new leaves, and with none to turn in" awk '{ leaves[NR] = $1; pairs[NR] = $2 } END { exit !(NR == 6 && pairs[1] > 1000 && pairs[1] == pairs[2] && pairs[1] == pairs[3] && pairs[4] == pairs[5] && pairs[4] == pairs[6] && leaves[1] == 100 && leaves[2] < 30 && leaves[2] > 5 && leaves[3] == 0 && leaves[6] < 1) }' got
holds "the depth by the rules of the thesis" grep -q '"claim":".*will raise rapidly.*a tree of depth 13 to 42 with the rules' papers_json
holds "all rules of splitting with all rules of descent" test "$(grep -c '"table":"combinations","split":"[a-z+]*","depth":[0-9]*,"equal_a":.*,"inside_similar":[0-9]*}$' papers_json)" -eq 7

# What the thesis prints is wrong as often as theory or earlier counts say; made right, nothing is lost.
json thesis-prints
sed -n 's/^.*"table":"grid",.*"printed_loses_percent":\([0-9.]*\),"theory_loses_percent":\([0-9.]*\),.*"printed_cells":\([0-9]*\),"right_cells":\([0-9]*\)}$/\1 \2 \3 \4/p' papers_json >got
holds "the grid loses what theory says" awk '{ n++; if ($1 < 0.8 * $2 || $1 > 1.1 * $2 || $3 != (n < 5 ? 4 : 8) || $4 != (n < 5 ? 5 : 14)) exit 1 } END { exit n != 8 }' got
holds "the octree tests all pairs" test "$(grep -c '"table":"octree","balls":[0-9]*,"all_pairs":\([0-9]*\),"meet":\([0-9]*\),"printed_tests":\1,"printed_finds":\2,"right_tests":[0-9]*,"right_finds":\2}$' papers_json)" -eq 3
sed -n 's/^.*"table":"pairs","kinds":"box-box","algorithm":"\([^"]*\)","apart":\([0-9]*\),"apart_true":\([0-9]*\),.*"overlapping":\([0-9]*\),"overlapping_false":\([0-9]*\),.*}$/\1;\2;\3;\4;\5/p' papers_json >got
holds "facets of A, of both, and the sign of Chung-Wang" awk -F';' '
    { hits[$1] = $3 / $2; missed[$1] = $5 / $4 }
    END { exit !(NR == 8 && hits["13, facets of A"] > 0.13 && hits["13, facets of A"] < 0.17 && hits["facets of A and B"] > 0.02 && hits["facets of A and B"] < 0.04 &&
                 hits["and products of edges"] == 0 && missed["15, Chung-Wang"] > 0.95 && missed["15, with its sign right"] == 0 && missed["13, facets of A"] == 0) }' got
sed -n 's/^.*"kinds":"box-box","algorithm":"15, .*","apart":[0-9]*,"apart_true":0,"apart_no_end":\([0-9]*\),.*/\1/p' papers_json >got
holds "a vector along which boxes touch is kept for good" awk '{ n[NR] = $1 } END { exit !(NR == 3 && n[1] > 300 && n[2] == 0 && n[3] > 0) }' got
holds "the sphere never returns, and the hierarchy finds nothing" test "$(grep -c '"printed_returns":0,"right_returns":50}$\|"meet":\([0-9]*\),"nothing_finds":0,"last_finds":[0-9]*,"right_finds":\1}$' papers_json)" -eq 2
holds "hulls are wrong" test "$(grep -c '"table":"hull",.*"sets":10,.*"printed_wrong":\([89]\|10\)}$' papers_json)" -eq 4
json hull
holds "O(n^2) only on a sphere" grep -q '"claim":".*It becomes O(n^2) only if.*","verdict":"holds"' papers_json

# Hierarchies: fewer tests than all pairs; the printed COLLIDE loses meetings, and makes none up.
text hierarchy
holds "all sizes in all places" test "$(grep -c '^ *[0-9]*  \(apart  *no\|near  *no\|touching  *yes\|deep  *yes\)  *[0-9]*  *[0-9]*  *-  *[0-9]*  *-  *-$' papers_out)" -eq 12
holds "balls that are apart are tested once" grep -q '^ *960  apart  *no  *1  *0 ' papers_out
holds "a tree needs fewer tests than all pairs" awk '$1 ~ /^[0-9]/ && $2 == "near" && $4 + $5 >= $7 / 25 { bad = 1 } END { exit bad }' papers_out
json hierarchy
sed -n 's/^{"experiment":"hierarchy","table":"collide","triangles":\([0-9]*\),"place":"\([a-z]*\)","meets":"[a-z]*","collide_nodes":\([0-9]*\),"collide_triangles":\([0-9]*\),"collide_us":null,"all_pairs_triangles":\([0-9]*\),.*}$/\1 \2 \3 \4 \5/p' papers_json >got
awk '$2 ~ /apart|near|touching|deep/ && $1 ~ /^[0-9]+$/ { print $1, $2, $4, $5, $7 }' papers_out >want
same "papers hierarchy --json has the numbers of the table"
holds "all pairs grow as the square" grep -q '^near  *[0-9.]*  *[0-9.]*  *-  *2.00  *-$' papers_out
sed -n 's/^{"experiment":"hierarchy","table":"trees",.*"depth":\([0-9]*\),"least_depth":\([0-9]*\),.*}$/\1 \2/p' papers_json >got
holds "its tree is balanced" awk '{ n++; if ($1 != $2) exit 1 } END { exit n != 3 }' got
sed -n 's/^{"experiment":"hierarchy","table":"printed",.*"meet":\([0-9]*\),"printed_finds":\([0-9]*\),.*}$/\1 \2/p' papers_json >got
holds "the printed COLLIDE loses meetings" awk '{ meet += $1; found += $2; if ($2 > $1) exit 1 } END { exit !(NR == 4 && found < meet && found > 0) }' got

# Boxes that turn or move until they meet: ec and sat are right, six axes never late, and the printed test often is.
for motion in rotation translation; do
    json ec-$motion
    sed -n 's/^{"experiment":"ec-'$motion'","table":"answers","method":"\([a-z0-9 -]*\)","right":\([0-9]*\),"early":\([0-9]*\),"late":\([0-9]*\),"never":\([0-9]*\),"asked":[0-9.]*,"after_contact":[-0-9.e]*}$/\1,\2,\3,\4,\5/p' papers_json >got
    holds "papers ec-$motion --json has a row for each method" test "$(cut -d , -f 1 got | tr '\n' ,)" = 'plain sat,plain sat all axes,plain sat6,plain sat5,plain ec-paper,plain ec,exact,sat,sat6,ec,ec-paper,'
    holds "papers ec-$motion: who is right" awk -F , '
        { if ($2 + $3 + $4 + $5 != 40) exit 1; right[$1] = $2; early[$1] = $3; late[$1] = $4 + $5 }
        END { exit !(right["exact"] == 40 && right["ec"] == 40 && right["sat"] == 40 && right["plain sat"] == 40 && right["plain ec"] == 40 &&
                     late["sat6"] == 0 && early["sat6"] > 0 && late["ec-paper"] > 20 && late["plain ec-paper"] == late["ec-paper"] &&
                     right["plain sat all axes"] == 40 && late["plain sat5"] == 0) }' got
    holds "papers ec-$motion --json has no time in a quick run" test "$(grep -c '"table":"times",.*"us_max":null,"us_min":null,"us_mean":null,"us_deviation":null,"ns_step":null,"speed":null,"paper_ms_max":' papers_json)" -eq 12
done

# Boxes at rest: plain doubles go wrong on parallel ones, the library never does but for what its papers print.
json ec-static
sed -n 's/^{"experiment":"ec-static","table":"parallel","boxes":"[a-z ]*","method":"\([a-z0-9 +-]*\)","missed":\([0-9]*\),"false_hits":\([0-9]*\)}$/\1,\2,\3/p' papers_json >got
holds "papers ec-static: who is wrong on parallel boxes" awk -F , '
    { missed[$1] += $2; hits[$1] += $3 }
    END { wrong = missed["exact"] + hits["exact"] + missed["ec"] + hits["ec"] + missed["sat"] + hits["sat"] + missed["sat6"]
          wrong += missed["plain sat + 1e-6"] + hits["plain sat + 1e-6"] + missed["plain ec + 1e-12"] + hits["plain ec + 1e-12"]
          exit !(NR == 42 && wrong == 0 && missed["plain ec-paper + 1e-12"] < missed["plain ec-paper"] - 400 && missed["plain sat"] > 0 && hits["plain ec"] > 0 && missed["ec-paper"] > 0) }' got
holds "papers ec-static: the printed test misses most" awk -F '[:,]' '
    /"table":"meeting","method":"plain ec-paper",/ { for (i = 1; i < NF; i++) if ($i == "\"missed\"") n = $(i + 1) } END { exit !(n > 150) }' papers_json
holds "papers ec-static judges the paper" grep -q '"claim":".*better than the traditional SAT algorithm.*","verdict":"does not hold"' papers_json
for name in static rotation translation expand; do
    json ec-$name
    holds "papers ec-$name says what the interpreter answers, or that it was skipped" test "$(grep -c '"note":"\(The paper measures an interpreter.*each of the 8 answers as the same one in C does\|SKIPPED: the same tests in an interpreter\)' papers_json)" -eq 1
done
mkdir none && ln -s "$(command -v sh)" none/sh
PATH=$PWD/none "$farkas" papers ec-static --quick >got_skipped 2>got
holds "papers ec-static succeeds without Octave" test $? -eq 0
holds "papers ec-static says aloud that it skips" grep -q '^SKIPPED: the same tests in an interpreter' got_skipped
json ec-static
holds "papers ec-static has the same answers without it" grep -q "\"answers\":\"$(sed -n 's/^answers //p' got_skipped)\"" papers_json
json ec-expand
sed -n 's/.*"table":"rooms","reach":[0-9.]*,"apart_percent":\([0-9.]*\),.*/\1/p' papers_json >got
holds "papers ec-expand has rooms where fewer and fewer boxes meet" sort -n -c got

# Tori as trees of cells: what is found does not depend on the machine.
json fm-tori
sed -n 's/^.*"table":"cases","case":"\([a-z, ]*\)","places":\([0-9]*\),"hits":\([0-9]*\),.*"printed_hits":\([0-9]*\),"printed_lost":\([0-9]*\),"printed_false":\([0-9]*\),"all_pairs":40000,"hash":"\([0-9a-f]*\)"}$/\1: \2 \3 \4 \5 \6 \7/p' papers_json >got
cat >want <<'END'
linked, but clear: 0 0 0 0 0 811c9dc5
side by side, and clear: 0 0 0 0 0 811c9dc5
colliding in two places: 2 640 576 133 69 3eae3005
colliding in one place: 1 282 239 66 23 93ffade4
END
same "papers fm-tori --json has places, hits, what the print makes of them, and their hash"
sed -n 's/^.*"table":"depths","case":".*","hits":\([0-9]*\),"p_deeper":\([0-9]*\),"m_deeper":\([0-9]*\),"right":\([0-9]*\)}$/\1 \2 \3 \4/p' papers_json >got
holds "papers fm-tori: what a deeper P finds is lost" awk '{ hits += $1; p += $2; m += $3; if ($1 != $4) exit 1 } END { exit !(NR == 4 && hits == 922 && p == 0 && m > 0.98 * hits && m <= hits) }' got
text fm-tori
sed -n 's/^\([a-z ,]*[a-z]\)  *\([0-9]\)  *\([0-9]*\)  [-(].*  40000  *\([0-9a-f]*\)$/\1: \2 \3 \4/p' papers_out >got_text
sed 's/^\(.*: [0-9]* [0-9]*\) .* \([0-9a-f]*\)$/\1 \2/' want >want_text && mv want_text want && mv got_text got
same "papers fm-tori has the same"
"$farkas" papers fm-tori --quick --pov tori >/dev/null 2>got
echo 'farkas: 16 scenes in tori; a picture: povray +Itori/two-boxes.pov +Otwo-boxes.png +W800 +H600 +A -D' >want
same "papers fm-tori --pov says what to do next"
holds "papers fm-tori --pov writes 16 scenes" test "$(find tori -name '*.pov' | wc -l)" -eq 16
holds "the real tori are there" test "$(grep -c '^torus { 1, 0.25 ' tori/linked-tori.pov)" -eq 2

json fm-speed
sed -n 's/^.*"table":"\(complete\|first\)","nodes":\(81\|201\),"tori_hit":\([0-9]*\),"hits":\([0-9]*\),"search_printed_ms":null,.*,"lost":\([0-9]*\),"made_up":\([0-9]*\),"hash":"\([0-9a-f]*\)"}$/\2 \1 \4 \3 \5 \6 \7/p' papers_json >got
cat >want <<'END'
81 complete 1269 2 310 209 fa531454
81 complete 1350 4 340 267 7dc96f4b
201 complete 738 3 151 114 2188fd76
201 complete 1336 2 275 142 8b5d0f12
81 first 2 2 0 1 5cc0b214
81 first 4 4 0 2 e6f78f26
201 first 2 2 0 0 5cc0b214
201 first 3 3 0 1 6dde4e01
END
same "papers fm-speed --json finds what it must"
holds "papers fm-speed has a row for each number of tori" test "$(grep -c '"table":"tori","tori":"[0-9]*"' papers_json)" -eq 4
holds "papers fm-speed judges what the paper says" grep -q '"claim":".*gives accurate results.*","verdict":"holds in part".*it loses 0 that overlap and makes up 0;' papers_json
text fm-speed
grep -E '^ +(81|201) .* [0-9a-f]{8}$' papers_out | awk '{ print $3, $2, $NF }' >got
awk '{ print $3, $4, $7 }' want >want_text && mv want_text want
same "papers fm-speed has the same"

json fm-levels
sed -n 's/^.*"table":"\([a-z]*\)","variant":"\([a-z0-9 ]*\)",.*"build_us":null,"hits":[0-9.]*,.*,"hash":"\([0-9a-f]*\)"}$/\1: \2 \3/p' papers_json >got
cat >want <<'END'
children: 2 b1721dda
children: 4 b1721dda
children: 8 b1721dda
children: 16 b1721dda
children: 32 b1721dda
children: all b1721dda
inner: added boxes b1721dda
inner: boxes along the axes b1721dda
inner: boxes along the ring b1721dda
inner: tetrahedra b1721dda
leaves: tetrahedra b1721dda
leaves: a box for each b49ae846
leaves: a box for five d7c219c0
groups: none 90faf1f9
groups: 8 rooms 90faf1f9
groups: 64 rooms 90faf1f9
groups: 512 rooms 90faf1f9
END
same "papers fm-levels --json: trees of the same leaves find the same"
text fm-levels
holds "papers fm-levels has all rows" test "$(grep -c '  [0-9a-f]\{8\}$' papers_out)" -eq "$(wc -l <want)"

json fm-fitted
sed -n 's/^.*"table":"fitted",.*"cells":"\([a-z]*\)\(, \([0-9]*\) %\)*","leaves":[0-9]*,"boxes":[0-9]*,"gap_percent":\([0-9.]*\),"volume_ratio":\([0-9.]*\),.*"poses_meet":\([0-9]*\),"hits":\([0-9]*\),"false_hits":\([0-9]*\),"missed":\([0-9]*\),.*}$/\1 \4 \5 \6 \7 \8 \9 \3/p' papers_json >got
holds "papers fm-fitted: cells cover their part, within the accuracy that is asked for, and miss nothing" awk '
    { n++; if ($5 != $4 + $6 - $7) exit 1 }
    $1 != "surface" && ($3 < 1 || $7 != 0) { exit 1 }
    $1 == "fitted" && ($2 > $8 || $3 > 3) { exit 1 }
    END { exit n < 5 }' got

# Another seed draws other cases, and the page says how it was made.
text hull
"$farkas" papers hull --quick --seed 2 --out seed >other 2>/dev/null
holds "papers --seed succeeds" test $? -eq 0
holds "another seed draws other cases" test "$(tail -n 1 other)" != "$(tail -n 1 papers_out)"
holds "the page tells its seed" grep -q '^Written by `farkas papers hull --quick --seed 2` on ' seed/papers.md
holds "the page tells that it is a quick one" grep -q '^Written by `farkas papers all --quick` on ' out/papers.md
expect 2 '' "farkas: error: --seed needs an experiment, or all; 'farkas papers' lists them" papers --seed 2

finish
