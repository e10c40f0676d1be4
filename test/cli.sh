#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors
#
# Tests of the farkas command as a user meets it: exact output, messages and exit status.
# Usage: test/cli.sh path/to/farkas
#
# What a solver is free to choose (which of several right proofs) is not compared but verified.

. "$(dirname "$0")/expect.sh"

# ---- The frame ---------------------------------------------------------------------------------------------

version=$("$farkas" --version)
holds "version" expr "$version" : 'farkas [0-9][0-9]*\.[0-9][0-9]*\.[0-9][0-9]* ([a-z0-9]*)$'
version=${version% (*}

"$farkas" --help >help_out 2>help_err
holds "--help succeeds" test $? -eq 0
holds "--help is on stdout" test ! -s help_err
"$farkas" >got_out 2>got_err
holds "no verb is trouble" test $? -eq 2
cp help_out want && cp got_err got && same "no verb prints the help on stderr"
"$farkas" help >got && cp help_out want && same "help"
"$farkas" -h >got && same "-h"

# Whether the program of a verb was built; farkas-plan needs OMPL.
has_program() {
    [ "$1" != plan ] || [ -x "$(dirname "$farkas")/farkas-plan" ]
}

for verb in check sweep distance view render report robot plan search pairs verify info convert hull split spheres gen papers bench demo; do
    has_program $verb || continue
    holds "--help names $verb" grep -q "^  $verb  *[a-z]" help_out
    "$farkas" "$verb" --help >want
    holds "$verb --help succeeds" test $? -eq 0
    "$farkas" help "$verb" >got && same "help $verb"
    "$farkas" "$verb" -h >got && same "$verb -h"
    for part in "usage: farkas $verb" "options:" "examples:" "exit status:"; do
        holds "$verb --help has $part" grep -q "^$part" want
    done
    holds "$verb --help has short lines" test -z "$(awk 'length > 90' want)"
    # the manual knows every option; those of the laboratory are in its own
    # shellcheck disable=SC2013 # options and families are single words
    for option in $(grep -o -e '--[a-z][a-z0-9-]*' want | sort -u); do
        holds "the manual has $option" grep -q -e "\*$option\*" "$tools/farkas.1.scd" "$tools/../lab/farkas-lab.1.scd"
    done
done

# ---- Programs beside it: without farkas-lab, its verbs say how to get it -----------------------------------

mkdir alone
cp "$farkas" alone/farkas
for verb in bench papers; do
    for arguments in "$verb" "$verb --help" "help $verb" "--color never $verb"; do
        # shellcheck disable=SC2086
        alone/farkas $arguments >got_out 2>got
        holds "$arguments without farkas-lab is trouble" test $? -eq 2 -a ! -s got_out
        echo "farkas: error: '$verb' needs the program farkas-lab, which is not beside this one: 'make' builds both, and the Debian package farkas has both" >want
        same "$arguments without farkas-lab"
    done
done
alone/farkas plan --from a --to b >got_out 2>got
holds "plan without farkas-plan is trouble" test $? -eq 2 -a ! -s got_out
holds "and says how to get it" grep -q "^farkas: error: 'plan' needs the program farkas-plan, .*OMPL.*apt install .*libompl-dev" got
printf '#!/bin/sh\necho lab "$@"\n' >alone/farkas-lab
printf '#!/bin/sh\necho own "$@"\nexit 3\n' >alone/farkas-papers
chmod +x alone/farkas-lab alone/farkas-papers
ln -s alone/farkas linked
./linked bench pairs --quick >got 2>&1
echo 'lab bench pairs --quick' >want
same 'farkas-lab is found behind a link'
alone/farkas papers all >got 2>&1
holds "the exit status is that of the program" test $? -eq 3
echo 'own papers all' >want
same 'a program of a verb goes before farkas-lab'

expect 2 '' "farkas: error: unknown verb 'pars'; did you mean 'pairs'?" pars
expect 2 '' "farkas: error: unknown verb 'vreify'; did you mean 'verify'?" vreify
expect 2 '' "farkas: error: unknown verb 'xyzzy'; known: check sweep distance view render report robot plan search pairs verify info convert hull split spheres gen papers bench demo help" xyzzy
expect 2 '' "farkas: error: unknown verb 'xyzzy'; known: check sweep distance view render report robot plan search pairs verify info convert hull split spheres gen papers bench demo help" help xyzzy
expect 2 '' "farkas: error: help takes one verb, found 'gen'" help pairs gen
expect 2 '' "farkas: error: unknown option '--vresion'; did you mean '--version'?" --vresion
expect 2 '' "farkas: error: unknown option '--jsn'; did you mean '--json'?" pairs --jsn
expect 2 '' "farkas: error: unknown option '--jsn=1'; did you mean '--json'?" pairs --jsn=1
expect 2 '' "farkas: error: unknown option '--ver'; did you mean '--verify'?" pairs --ver
expect 2 '' "farkas: error: unknown option '--xyzzy'; see 'farkas pairs --help'" pairs --xyzzy
expect 2 '' "farkas: error: unknown option '-x'; see 'farkas verify --help'" verify -x
expect 2 '' "farkas: error: unknown option '-x'; see 'farkas pairs --help'" pairs -qx
expect 2 '' "farkas: error: option '--json' takes no value" pairs --json=yes
expect 2 '' "farkas: error: option '--count' needs a value" gen random --count
expect 2 '' "farkas: error: --color: 'red' is not one of auto, always, never" pairs --color=red
expect 2 '' "farkas: error: --color: 'red' is not one of auto, always, never" --color red pairs
expect 2 '' "farkas: error: unknown verb 'a?[2Jb?'; known: check sweep distance view render report robot plan search pairs verify info convert hull split spheres gen papers bench demo help" "$(printf 'a\033[2Jb\177')"

# Colours: not into a file, unless asked for.
methods='known: exact fm fm-paper ec ec-paper sat sat6 gjk cw all'
escape=$(printf '\033')
red="${escape}[1mfarkas:${escape}[0m ${escape}[1;31merror:${escape}[0m"
expect 2 '' "$red unknown verb 'pars'; did you mean 'pairs'?" --color=always pars
expect 2 '' "$red unknown method 'magic'; $methods" pairs --color always --method magic
NO_COLOR=1 expect 2 '' "$red unknown verb 'pars'; did you mean 'pairs'?" --color always pars
expect 2 '' "farkas: error: unknown verb 'pars'; did you mean 'pairs'?" --color=never pars

# ---- pairs -------------------------------------------------------------------------------------------------

unit='0 0 0  1 0 0  0 1 0  0 0 1'
three="box $unit  box 3 0 0  1 0 0  0 1 0  0 0 1
box $unit  box 1 0 0  1 0 0  0 1 0  0 0 1   # they share a face
box $unit  tetra .5 .5 .5  1 0 0  0 1 0  0 0 1
"
expect_pairs 1 "$three" "apart${newline}touching${newline}overlapping" ''
expect_pairs 1 "$three" "apart${newline}touching${newline}overlapping" '' -
expect_pairs 1 "$three" "apart${newline}touching${newline}overlapping" '' --verify --method exact
expect_pairs 1 "$three" "apart${newline}touching${newline}overlapping" '' -q
expect_pairs 1 "$three" "apart${newline}touching${newline}overlapping" '' -v --quiet --verify
expect_pairs 0 '' '' ''
expect_pairs 0 '# nothing' '' ''
expect_pairs 0 'sphere 0 0 0 1  sphere 3 0 0 1' 'apart' ''
expect_pairs 1 'sphere 0 0 0 1  sphere 2 0 0 1' 'touching' ''
printf '%s' "$three" >three.txt
: >in
expect 1 "apart${newline}touching${newline}overlapping" '' pairs three.txt
expect 1 "apart${newline}touching${newline}overlapping" '' pairs -- three.txt
# the end of line may be CR LF, the file may start with a byte order mark
printf '\357\273\277point 0 0 0 point 0 0 0\r\n\r\npoint 0 0 0 point 0 0 1\r\n' >in
expect 1 "touching${newline}apart" '' pairs

# The summary, but for its seconds.
"$farkas" pairs -qv three.txt 2>&1 >/dev/null | sed 's/[0-9.]* s$/T s/' >got
echo 'farkas: 3 pairs: 1 apart, 1 touching, 1 overlapping, 0 undecided; T s' >want
same "pairs -v"

# Hulls: cubes by their corners, in any order and with points inside; the first hull is kept while the second is read.
cube='0 0 0 1 0 0 0 1 0 1 1 0 0 0 1 1 0 1 0 1 1 1 1 1'
shifted='3 1 1 2 0 0 3 0 0 2 1 0 3 1 0 2 0 1 3 0 1 2 1 1 2.5 0.5 0.5'
expect_pairs 1 "hull 8 $cube  point 1 0.5 0.5
hull 8 $cube  hull 9 $shifted
hull 9 $shifted  box 0 0 0  2.5 0 0  0 1 0  0 0 1
hull 1 0 0 0  hull 2 -1 -1 -1 1 1 1
" "touching${newline}apart${newline}overlapping${newline}touching" '' --verify
# Smooth shapes, far from any doubt.
expect_pairs 1 'cylinder 0 0 0  0 0 2  1  point 0 0 1
cone 0 0 0  0 0 2  1  point 0.9 0 1
ellipsoid 0 0 0  3 0 0  0 1 0  0 0 1  sphere 3.5 0 0 1
ellipsoid 0 0 0  3 0 0  0 1 0  0 0 1  cylinder 0 2 0  5 2 0  0.5
' "overlapping${newline}apart${newline}overlapping${newline}apart" ''

# Answers whose proof leaves no choice. The box of round shapes may be a little too large.
json="sphere 0 0 0 1  sphere 3 0 0 1
sphere 0 0 0 1  sphere 2 0 0 1
half 0 0 1 0  half 0 0 -1 -1
point 0 0 5  half 0 0 1 3
"
printf '%s' "$json" | "$farkas" pairs --json --verify >got
holds "the box of balls that touch in (1 0 0)" grep -qE '^.*"point":\[1,0,0\],"box":\{"min":\[(1|0[.]99999999999[0-9]*),(0|-[0-9.]*e-[0-9]*),(0|-[0-9.]*e-[0-9]*)\],"max":\[1([.]0000000000[0-9]*)?,' got
sed 's/"box":{[^}]*}/"box":{}/' got >json_out
mv json_out got
cat >want <<'END'
{"pair":1,"verdict":"apart","normal":[1,0,0],"gap":1,"proof":{"kind":"apart","pairs":[[0,0]]},"method":"exact"}
{"pair":2,"verdict":"touching","point":[1,0,0],"box":{},"normal":[1,0,0],"gap":0,"proof":{"kind":"touching","pairs":[[0,0]]},"method":"exact"}
{"pair":3,"verdict":"apart","normal":[0,0,1],"gap":1,"proof":{"kind":"apart","pairs":[]},"method":"exact"}
{"pair":4,"verdict":"apart","normal":[0,0,-1],"gap":2,"proof":{"kind":"apart","pairs":[[0,0]]},"method":"exact"}
END
same "answers with one proof"

# Answers where only the proof does; a gap beyond the double range is null, the verdict stands. Boxes are exact for
# polyhedra: 0.1 is not a sum of powers of two, but 1 and 0.9 are doubles. A box without end has nulls.
cat >free.txt <<'END'
point 0 0 0  point 2 0 0
point 1 2 3  point 1 2 3
point 1.5e308 0 0 point -1.5e308 0 0
box 0 0 0  1 0 0  0 1 0  0 0 1  box 0.9 0.9 0.9  1 0 0  0 1 0  0 0 1
half 0 0 1 3  half 1 0 0 -2
END
"$farkas" pairs --json --verify free.txt | sed 's/"proof":{[^}]*}/"proof":{}/; /"pair":[45]/s/"point":[^]]*\]/"point":[]/' >got
cat >want <<'END'
{"pair":1,"verdict":"apart","normal":[1,0,0],"gap":2,"proof":{},"method":"exact"}
{"pair":2,"verdict":"touching","point":[1,2,3],"box":{"min":[1,2,3],"max":[1,2,3]},"normal":[1,0,0],"gap":0,"proof":{},"method":"exact"}
{"pair":3,"verdict":"apart","normal":[-1,0,0],"gap":null,"proof":{},"method":"exact"}
{"pair":4,"verdict":"overlapping","point":[],"box":{"min":[0.9,0.9,0.9],"max":[1,1,1]},"proof":{},"method":"exact"}
{"pair":5,"verdict":"overlapping","point":[],"box":{"min":[null,null,null],"max":[-2,null,3]},"proof":{},"method":"exact"}
END
same "answers without their proofs"

# Bad lines: those before them are answered.
known='known: point seg tri tetra box sphere capsule half hull cylinder cone ellipsoid'
expect_pairs 2 "point 0 0 0 point 0 0 0$newline${newline}bx 0" 'touching' \
    "farkas: error: stdin:3:1: unknown shape 'bx'; $known"
expect_pairs 2 'box 0 0 0 1 0 0 0 1 0 0 1' '' 'farkas: error: stdin:1:26: box needs 12 numbers, found 11'
expect_pairs 2 'point 0 0 nan point 0 0 0' '' "farkas: error: stdin:1:11: 'nan' is not a finite number"
expect_pairs 2 'point 0 0 1e999 point 0 0 0' '' "farkas: error: stdin:1:11: '1e999' exceeds the range of a double"
expect_pairs 2 'sphere 0 0 0 -1 point 0 0 0' '' 'farkas: error: stdin:1:14: radius must not be negative'
expect_pairs 2 'half 0 0 0 1 point 0 0 0' '' 'farkas: error: stdin:1:6: half-space needs a normal other than 0 0 0'
expect_pairs 2 'point 0 0 0' '' 'farkas: error: stdin:1:12: a pair needs two shapes, found one'
expect_pairs 2 'point 0 0 0 point 0 0 0 1' '' 'farkas: error: stdin:1:25: extra text after the second shape'
expect_pairs 2 'hull 0 point 0 0 0' '' \
    'farkas: error: stdin:1:6: hull needs a whole number of points first, from 1 to 2147483648'
expect_pairs 2 'hull 2 0 0 0 1 1 point 0 0 0' '' 'farkas: error: stdin:1:18: hull needs 6 numbers, found 5'
expect_pairs 2 'cone 0 0 0 0 0 0 1 point 0 0 0' '' 'farkas: error: stdin:1:12: cone needs two ends that differ'
printf 'point 0 0 0 point 0 0 0\npoint 0 0\n' >bad.txt
: >in
expect 2 'touching' 'farkas: error: bad.txt:2:10: point needs 3 numbers, found 2' pairs bad.txt
expect 2 'touching' 'farkas: error: bad.txt:2:10: point needs 3 numbers, found 2' pairs -v bad.txt
"$farkas" pairs bad.txt --json >got_out 2>got
holds "a bad line is trouble with --json" test $? -eq 2
holds "the line before it is answered" grep -q '^{"pair":1,"verdict":"touching",.*,"method":"exact"}$' got_out
echo 'farkas: error: bad.txt:2:10: point needs 3 numbers, found 2' >want
same "a bad line with --json"

expect 2 '' 'farkas: error: none.txt: No such file or directory' pairs none.txt
mkdir folder
expect 2 '' 'farkas: error: folder: Is a directory' pairs folder
expect 2 '' "farkas: error: pairs reads one file, found 'b' too; see 'farkas pairs --help'" pairs a b
expect 2 '' "farkas: error: unknown method 'magic'; $methods" pairs --method magic
expect 2 '' "farkas: error: unknown method 'fm_paper'; did you mean 'fm-paper'?" pairs --method fm_paper
expect 2 '' 'farkas: error: --json does not go with --method all; ask for one method at a time' pairs --json --method all
printf '%s\n' 'box 0 0 0 1 0 0 0 1 0 0 0 1 box 1 0 0 1 0 0 0 1 0 0 0 1' >touch.txt
"$farkas" pairs --method all -v touch.txt 2>err >/dev/null
holds "a method that misses is told" grep -qx 'farkas: fm-paper: 1 missed, 0 false hits, 0 undecided' err
holds "a yes to boxes that touch is right" grep -qx 'farkas: sat6: 0 missed, 0 false hits, 0 undecided' err
expect 2 '' 'farkas: error: --verify does not go with --method all; ask for one method at a time' pairs --method all --verify
for method in fm-paper ec-paper sat6; do
    expect 2 '' "farkas: error: --verify does not go with --method $method, which may be wrong, as its paper is" \
        pairs --verify --method $method
done
# The help, the manual and the completion know every method that the program knows.
"$farkas" pairs --help | sed -n '/--method M /,/all prints/p' | tr -d ',;' | tr -s ' ' '\n' >help_words
sed -n '/--method)/,/return/s/.*_farkas_words "\([^"]*\)".*/\1/p' "$tools/farkas.bash" | tr ' ' '\n' >completion_words
for method in $("$farkas" pairs --method magic 2>&1 | sed 's/.*known: //'); do
    holds "pairs --help has the method $method" grep -qxF "$method" help_words
    holds "the completion has the method $method" grep -qxF "$method" completion_words
    [ "$method" = all ] || holds "the manual has the method $method" grep -qxF "*$method*" "$tools/farkas.1.scd"
done
# With all, the exit status is that of exact, and column by column it is what each method says alone.
expect_pairs 0 "box $unit  box 3 0 0  1 0 0  0 1 0  0 0 1" \
    "apart${tab}apart${tab}apart${tab}apart${tab}apart${tab}apart${tab}apart${tab}apart${tab}apart" '' --method all
"$farkas" gen random --kinds box --count 50 >methods.txt
"$farkas" gen random --kinds hull,ellipsoid --count 50 >>methods.txt
"$farkas" gen touch-face --count 50 >>methods.txt
"$farkas" pairs --method all methods.txt >all_out
holds "--method all exits by exact" test $? -eq 1
holds "--method all prints nine words" test "$(awk -F'\t' 'NF == 9' all_out | wc -l)" -eq 150
column=0
for method in exact fm fm-paper ec ec-paper sat sat6 gjk cw; do
    column=$((column + 1))
    cut -f$column all_out >want
    "$farkas" pairs --method $method methods.txt >got
    same "pairs --method $method"
    "$farkas" pairs --json --method $method methods.txt | sed 's/^{"pair":[0-9]*,"verdict":"\([a-z]*\)".*,"method":"'$method'"}$/\1/' >got
    same "pairs --json --method $method"
done
for method in exact fm ec sat gjk cw; do
    "$farkas" pairs --verify --method $method methods.txt >/dev/null
    holds "pairs --verify --method $method" test $? -ne 2
done

# ---- verify ------------------------------------------------------------------------------------------------

"$farkas" pairs --json three.txt >three.json
expect 0 '3 proofs hold' '' verify three.txt three.json
cp three.json in
expect 0 '3 proofs hold' '' verify three.txt -
cp three.txt in
expect 0 '3 proofs hold' '' verify - three.json
expect 0 '3 proofs hold' '' verify -q three.txt three.json
: >in
expect 0 '0 proofs hold' '' verify in in
"$farkas" verify -v three.txt three.json 2>&1 >/dev/null | sed 's/[0-9.]* s$/T s/' >got
echo 'farkas: 3 proofs: 1 apart, 1 touching, 1 overlapping hold, 0 fail; T s' >want
same "verify -v"

# expect_proof STATUS ANSWER STDOUT STDERR: an answer to one pair of cubes a unit apart. The place is left out.
printf '# one pair\nbox 0 0 0 1 0 0 0 1 0 0 0 1  box 2 0 0 1 0 0 0 1 0 0 0 1\n' >one.txt
expect_proof() {
    printf '%s\n' "$2" >one.json
    if [ "$1" -eq 1 ]; then
        expect 1 "one.json:1: pair 1 (one.txt:2): $3${newline}1 of 1 proofs fails" '' verify one.txt one.json
    else
        expect "$1" "$3" "$4" verify one.txt one.json
    fi
}
proof() {
    expect_proof "$1" '{"pair":1,"verdict":"apart","proof":{'"$2"'}}' "$3" ''
}
proof 0 '"kind":"apart","n":[1,0,0]' '1 proof holds'
proof 0 '"n":[2.5e0,-0,1e-300],"kind":"apart"' '1 proof holds'
proof 0 '"kind":"apart","n":[100000000000000000000000,0,0]' '1 proof holds'
proof 0 '"kind":"apart","pairs":[[1,0]]' '1 proof holds'
proof 1 '"kind":"apart","n":[-1,0,0]' "the proof of 'apart' does not hold"
proof 1 '"kind":"apart","n":[0,1,0]' "the proof of 'apart' does not hold"
proof 1 '"kind":"apart","n":[0,0,0]' "the proof of 'apart' does not hold"
proof 1 '"kind":"apart","pairs":[[2,4]]' "the proof of 'apart' does not hold"
proof 1 '"kind":"apart","pairs":[]' "the proof of 'apart' does not hold"
proof 1 '"kind":"apart","pairs":[[8,0]]' "the proof of 'apart' does not hold"
proof 1 '"kind":"apart","pairs":[[4294967295,0]]' "the proof of 'apart' does not hold"
pairs_rule='"pairs" of the proof must be at most 6 pairs [i,j] of vertex numbers'
for pairs in '[[-1,0]]' '[[0.5,0]]' '[["1",0]]' '[[true,0]]' '[[4294967296,0]]' '[[1e300,0]]' '[[1]]' '[[1,0,0]]' '[1,0]' \
    '{}' 'null' '"x"' '[[0,0],[0,0],[0,0],[0,0],[0,0],[0,0],[0,0]]'; do
    proof 1 '"kind":"apart","pairs":'"$pairs" "$pairs_rule"
done
for n in '[1,0]' '[1,0,0,0]' '["1",0,0]' '[null,0,0]' '1' '{}'; do
    proof 1 '"kind":"apart","n":'"$n" '"n" of the proof must be three numbers'
done
proof 1 '"kind":"apart"' 'the proof has no "pairs"'
proof 1 '"pairs":[[1,0]]' 'the proof has no "kind"'
proof 1 '"kind":"near","pairs":[[1,0]]' '"kind" of the proof must be "apart", "touching" or "overlapping"'
proof 1 '"kind":"undecided","pairs":[[1,0]]' '"kind" of the proof must be "apart", "touching" or "overlapping"'
proof 1 '"kind":"apart","pairs":[[1,0]],"note":1' 'the proof has an unknown key "note"'
proof 1 '"kind":"touching","pairs":[[1,0]],"n":[1,0,0]' "the verdict is 'apart', but the proof is for 'touching'"
direction_rule='the direction of the proof must be "n"; "facet" and "sign"; "edge", "axis" and "sign"; or "axis" and "sign"'
for direction in '"n":[1,0,0],"sign":1' '"sign":1' '"axis":0' '"facet":[[0,0],[1,0],[2,0]]' '"edge":[[0,0],[1,0]],"sign":1' \
    '"edge":[[0,0],[1,0]],"axis":1' '"n":[1,0,0],"axis":0,"sign":1' '"facet":[[0,0],[1,0],[2,0]],"axis":1,"sign":1'; do
    proof 1 '"kind":"apart","pairs":[[1,0]],'"$direction" "$direction_rule"
done
proof 1 '"kind":"apart","pairs":[],"sign":0' '"sign" of the proof must be 1 or -1'
proof 1 '"kind":"apart","pairs":[],"axis":3,"sign":1' '"axis" of the proof must be 0, 1 or 2'
proof 1 '"kind":"apart","pairs":[],"facet":[[0,0],[1,0]],"sign":1' '"facet" of the proof must be three pairs [i,j] of vertex numbers'
proof 1 '"kind":"apart","pairs":[],"edge":[[0,0]],"axis":0,"sign":1' '"edge" of the proof must be two pairs [i,j] of vertex numbers'
point_rule='"x" and "weights" are for a proof of overlapping, without a direction'
proof 1 '"kind":"apart","x":[1,2]' '"x" of the proof must be three numbers'
proof 1 '"kind":"apart","x":[1,2,3]' "$point_rule"
proof 1 '"kind":"touching","pairs":[[0,0]],"weights":[1]' "$point_rule"
proof 1 '"kind":"overlapping","n":[1,0,0],"x":[1,2,3]' "$point_rule"
proof 1 '"kind":"overlapping","x":[1,2,3]' "the verdict is 'apart', but the proof is for 'overlapping'"
proof 1 '"kind":"apart","x":[1,2,3],"pairs":[[0,0]],"weights":[1]' 'the proof has both "x" and "weights"'
proof 1 '"kind":"apart","pairs":[[0,0]],"weights":[1]' "$point_rule"
proof 1 '"kind":"overlapping","pairs":[[0,0]],"weights":[1,1]' 'the proof has more "weights" than "pairs"'
for weights in '1' '[-1]' '[0.5]' '[9007199254740993e3]' '["1"]' '[1,1,1,1,1,1,1]'; do
    proof 1 '"kind":"apart","pairs":[[0,0]],"weights":'"$weights" '"weights" of the proof must be at most 6 whole numbers up to 2^53'
done
expect_proof 1 '{"pair":1,"verdict":"apart","proof":[]}' 'the proof is not an object' ''
expect_proof 1 '{"pair":1,"verdict":"apart"}' 'there is no proof' ''
expect_proof 1 '{"pair":1,"verdict":"undecided","method":"exact"}' 'undecided, so nothing is proved' ''
expect_proof 1 '{"pair":1,"proof":{"kind":"apart","n":[1,0,0]}}' 'there is no verdict' ''
expect_proof 1 '{"pair":1,"verdict":"touching","proof":{"kind":"apart","n":[1,0,0]}}' \
    "the verdict is 'touching', but the proof is for 'apart'" ''
expect_proof 2 '{"pair":2,"verdict":"apart","proof":{"kind":"apart","n":[1,0,0]}}' '' \
    'farkas: error: one.json:1: expected the answer to pair 1, found pair 2'
expect_proof 2 '{"verdict":"apart","proof":{"kind":"apart","n":[1,0,0]}}' '' \
    'farkas: error: one.json:1: an answer needs "pair", a whole number'
expect_proof 2 '{"pair":1.5}' '' 'farkas: error: one.json:1: an answer needs "pair", a whole number'
expect_proof 2 '[1]' '' 'farkas: error: one.json:1: an answer must be a JSON object'
expect_proof 2 '' '' 'farkas: error: one.json:2: fewer answers than pairs: pair 1 (one.txt:2) has none'
good='{"pair":1,"verdict":"apart","proof":{"kind":"apart","n":[1,0,0]}}'
expect_proof 2 "$good$newline$good" '' 'farkas: error: one.json:2: more answers than pairs: one.txt has 1'

# Text that is not JSON: the reason is in the words of the parser, the place in ours.
for text in 'apart' '{"pair":1' '{"pair":1}}' '{"pair":1,"pair":1}' '{"pair":1e999}'; do
    printf '%s\n' "$text" >one.json
    "$farkas" verify one.txt one.json >got_out 2>got_err
    holds "verify '$text' is trouble" test $? -eq 2
    holds "verify '$text' names the place" grep -q '^farkas: error: one.json:1:[0-9][0-9]*: not a JSON object on one line' got_err
    holds "verify '$text' prints no result" test ! -s got_out
done
awk 'BEGIN { printf "{\"pair\":1,\"x\":\""; for (i = 0; i < 70000; i++) printf "x"; print "\"}" }' >one.json
expect 2 '' 'farkas: error: one.json:1: the line is too long for an answer' verify one.txt one.json

# A failure does not hide the proofs behind it; empty lines and CR LF are fine.
sed 's/"kind":"touching","pairs":\[\[[0-9]*,/&9/' three.json | awk '{ printf "%s\r\n\r\n", $0 }' >spoilt.json
expect 1 "spoilt.json:3: pair 2 (three.txt:2): the proof of 'touching' does not hold${newline}1 of 3 proofs fails" '' \
    verify three.txt spoilt.json
# The answers to the same pairs in another order are no proof.
sed '1!G;h;$!d' three.txt >turned.txt
"$farkas" verify turned.txt three.json >got
holds "answers to other pairs fail" test $? -eq 1
"$farkas" pairs --json bad.txt >bad.json 2>/dev/null
expect 2 '' 'farkas: error: bad.txt:2:10: point needs 3 numbers, found 2' verify bad.txt bad.json
expect 2 '' 'farkas: error: none.json: No such file or directory' verify one.txt none.json
expect 2 '' 'farkas: error: folder: Is a directory' verify one.txt folder
expect 2 '' 'farkas: error: folder: Is a directory' verify folder three.json
expect 2 '' "farkas: error: verify needs two files, PAIRS and ANSWERS, found 1; see 'farkas verify --help'" verify one.txt
expect 2 '' "farkas: error: verify needs two files, PAIRS and ANSWERS, found 3; see 'farkas verify --help'" verify a b c
expect 2 '' 'farkas: error: only one of PAIRS and ANSWERS can be standard input' verify - -

# ---- gen ---------------------------------------------------------------------------------------------------

: >in
"$farkas" gen --list -q >list_out
holds "gen --list succeeds" test $? -eq 0
holds "every family has a summary" test -z "$(grep -v '^[a-z0-9-][a-z0-9-]*  *[^ ]' list_out)"
number='(-?[0-9]+([.][0-9]+)?(e[+-]?[0-9]+)?|null)'
vector="\\[$number,$number,$number\\]"
vertices='\[[0-9]+,[0-9]+\]'
list="\\[($vertices(,$vertices){0,5})?\\]"
sign='"sign":-?1'
direction="(,\"n\":$vector|,\"facet\":\\[$vertices,$vertices,$vertices\\],$sign|(,\"edge\":\\[$vertices,$vertices\\])?,\"axis\":[012],$sign)"
end=',"method":"exact"}$'
apart="\"apart\",\"normal\":$vector,\"gap\":$number,\"proof\":\\{\"kind\":\"apart\",(\"n\":$vector|\"pairs\":$list)\\}"
box="\"box\":\\{\"min\":$vector,\"max\":$vector\\}"
touching="\"touching\",\"point\":$vector,$box,\"normal\":$vector,\"gap\":0,\"proof\":\\{\"kind\":\"touching\",\"pairs\":$list$direction?\\}"
overlapping="\"overlapping\",\"point\":$vector,$box,\"proof\":\\{\"kind\":\"overlapping\",\"pairs\":$list\\}"
answer="^\\{\"pair\":[0-9]+,\"verdict\":($apart|$touching|$overlapping)$end"
# shellcheck disable=SC2013
for family in $(cut -d' ' -f1 list_out); do
    "$farkas" gen "$family" --count 40 --seed 3 >family.txt
    holds "gen $family succeeds" test $? -eq 0
    holds "gen $family writes 40 pairs" test "$(grep -c '^[a-z]' family.txt)" -eq 40
    "$farkas" pairs family.txt >family_out 2>family_err
    holds "pairs reads $family" test $? -le 1
    "$farkas" pairs --json family.txt >family.json
    holds "the answers to $family have the documented form" test "$(grep -cE "$answer" family.json)" -eq 40
    holds "the proofs of $family hold" "$farkas" verify family.txt family.json
    # where the truth is known, pairs finds it
    sed -n '/^#/d; s/.*# //; t known
            s/.*/-/
            :known
            p' family.txt | paste -d' ' - family_out | awk '$1 != "-" && $1 != $2' >wrong
    holds "the truth of $family is found" test ! -s wrong
done
# Hulls and smooth shapes: the proofs of what is decided hold.
for kinds in hull hull,box cylinder cone,box ellipsoid,hull ellipsoid,sphere cylinder,half; do
    "$farkas" gen random --kinds $kinds --count 40 >kind.txt
    "$farkas" pairs --json --verify kind.txt >kind.json
    holds "pairs reads $kinds" test $? -le 1
    holds "the proofs of $kinds hold" "$farkas" verify kind.txt kind.json
done
# kinds A B: kind.txt has 5 pairs of these kinds
numbers='[-+.0-9e ]*'
kinds() {
    holds "gen --kinds for $1 and $2" test "$(grep -c "^$1 $numbers  $2 $numbers\(# [a-z]*\)\{0,1\}$" kind.txt)" -eq 5
}
for kind in point seg tri tetra box sphere capsule half hull cylinder cone ellipsoid; do
    "$farkas" gen random --kinds $kind --count 5 >kind.txt
    kinds $kind $kind
done
"$farkas" gen random --kinds box,tri --count 5 >kind.txt
kinds box tri
"$farkas" gen random --kinds any,half --count 5 >kind.txt
kinds '[a-z]*' half

"$farkas" gen random >want
holds "gen writes 10 pairs" test "$(grep -c '^[a-z]' want)" -eq 10
"$farkas" gen random --count 10 --seed 1 --kinds any >got
same "gen by default"
"$farkas" gen random --count=20 | sed '1d; 12,$d' >got
sed 1d want >first && mv first want
same "more pairs start with the same pairs"
"$farkas" gen random --seed 2 | sed 1d >got
holds "another seed gives other pairs" test "$(cat want got | sort -u | wc -l)" -eq 20
number=${version#farkas }
expect 0 "# farkas gen random --count 0 --seed 18446744073709551615 --kinds box,any (version $number)" '' \
    gen random --count 0 --seed 18446744073709551615 --kinds box,any

range='is not a whole number from 0 to 18446744073709551615'
for bad in -1 +1 1.5 1e3 x '' ' 1' 18446744073709551616 99999999999999999999999 0x10; do
    expect 2 '' "farkas: error: --count: '$bad' $range" gen random --count "$bad"
    expect 2 '' "farkas: error: --seed: '$bad' $range" gen random --seed="$bad"
done
expect 2 '' "farkas: error: unknown kind 'bx'; did you mean 'box'?" gen random --kinds bx
expect 2 '' "farkas: error: unknown kind 'spere'; did you mean 'sphere'?" gen random --kinds box,spere
expect 2 '' "farkas: error: unknown kind 'dodecahedron'; known: any${known#known:}" gen random --kinds dodecahedron
expect 2 '' "farkas: error: unknown kind ''; known: any${known#known:}" gen random --kinds box,
expect 2 '' "farkas: error: --kinds: 'box,box,box' has more than two kinds" gen random --kinds box,box,box
expect 2 '' "farkas: error: unknown family 'rnadom'; did you mean 'random'?" gen rnadom
expect 2 '' "farkas: error: unknown family 'qqqqqqqq'; 'farkas gen --list' lists them" gen qqqqqqqq
expect 2 '' "farkas: error: gen needs a family; 'farkas gen --list' lists them" gen
expect 2 '' "farkas: error: gen takes one family, found 'b'; see 'farkas gen --help'" gen random b
expect 2 '' "farkas: error: --list takes no family, found 'random'; see 'farkas gen --help'" gen random --list
expect 2 '' "farkas: error: 'mesh' comes before the options: farkas gen mesh [OPTION]... KIND" gen --count 1 mesh

# ---- gen mesh ----------------------------------------------------------------------------------------------

"$farkas" gen --list 2>got >/dev/null
echo "farkas: meshes are listed by 'farkas gen mesh --list'" >want
same "gen --list tells where meshes are listed"
"$farkas" gen -q --list 2>got >/dev/null
: >want
same "gen --list can be quiet"
"$farkas" gen mesh --help >got 2>&1
holds "gen mesh --help succeeds" test $? -eq 0
holds "gen mesh --help is its own" grep -q '^usage: farkas gen mesh' got
holds "gen mesh --help has short lines" test -z "$(awk 'length > 90' got)"
# shellcheck disable=SC2013
for option in $(grep -o -e '--[a-z][a-z-]*' got | sort -u); do
    holds "the manual knows $option" grep -q -e "\*$option\*" "$tools/farkas.1.scd"
done
"$farkas" gen mesh --list >mesh_list
holds "gen mesh --list succeeds" test $? -eq 0
holds "every kind of mesh has a summary" test -z "$(grep -v '^[a-z-][a-z-]*  *[^ ]' mesh_list)"
# shellcheck disable=SC2013
for kind in $(cut -d' ' -f1 mesh_list); do
    "$farkas" gen mesh "$kind" >mesh.obj
    holds "gen mesh $kind succeeds" test $? -eq 0
    "$farkas" gen mesh "$kind" -o mesh2.obj
    holds "gen mesh $kind -o succeeds" test $? -eq 0
    holds "gen mesh $kind is the same in a file" cmp mesh.obj mesh2.obj
    holds "gen mesh $kind has triangles" grep -q '^f ' mesh.obj
done
holds "the torus has 800 cells" test "$("$farkas" gen mesh torus-cells --format stl-ascii | grep -c '^solid')" -eq 800
for number in 14400 57600; do
    "$farkas" gen mesh trefoil --triangles $number --format stl >mesh.stl
    holds "a knot of $number triangles" test "$(wc -c <mesh.stl)" -eq $((84 + 50 * number))
done
"$farkas" gen mesh box --size 2.5 --format=off | sed -n 's/^ *\(-*1.25 -*1.25 -*1.25\)$/\1/p' >got
holds "gen mesh --size" test "$(wc -l <got)" -eq 8
"$farkas" gen mesh box -v -o mesh.ply 2>got
holds "gen mesh -v tells what was made" grep -q '^farkas: 1 part, 8 vertices, 12 triangles written; ' got
rm -f mesh.*
expect 2 '' "farkas: error: mesh.xyz: $("$farkas" gen mesh box -o mesh.xyz 2>&1 | sed 's/^farkas: error: mesh.xyz: //')" gen mesh box -o mesh.xyz
expect 2 '' "farkas: error: standard output: stl holds one part, and there are 2: join them (farkas: --join), or write stl-ascii or obj" \
    gen mesh peg-and-hole --format stl
holds "nothing is left of what cannot be written" test -z "$(ls mesh.* 2>/dev/null)"
expect 2 '' "farkas: error: unknown kind of mesh 'spere'; did you mean 'sphere'?" gen mesh spere
expect 2 '' "farkas: error: unknown kind of mesh 'qqqqqqqq'; 'farkas gen mesh --list' lists them" gen mesh qqqqqqqq
expect 2 '' "farkas: error: gen mesh needs a kind; 'farkas gen mesh --list' lists them" gen mesh
expect 2 '' "farkas: error: gen mesh takes one kind, found 'b'; see 'farkas gen mesh --help'" gen mesh box b
expect 2 '' "farkas: error: --list takes no kind, found 'box'; see 'farkas gen mesh --help'" gen mesh box --list
expect 2 '' "farkas: error: unknown format 'stk'; did you mean 'stl'?" gen mesh box --format stk
expect 2 '' "farkas: error: --triangles: '0' is not from 1 to 268435456" gen mesh box --triangles 0
expect 2 '' "farkas: error: --triangles: '268435457' is not from 1 to 268435456" gen mesh box --triangles 268435457
for bad in 0 -1 x nan inf 1e300 ''; do
    expect 2 '' "farkas: error: --size: '$bad' is not a length, a number from 2^-900 to 2^900" gen mesh box --size "$bad"
done
expect 2 '' "farkas: error: unknown option '--seed'; see 'farkas gen mesh --help'" gen mesh box --seed 1

# ---- Pipes and disks ---------------------------------------------------------------------------------------

# A reader that goes away ends farkas quietly, whether SIGPIPE kills or is ignored.
"$farkas" gen random --kinds sphere --count 20000 >many.txt
for ignore in '' 'trap "" PIPE;'; do
    for run in 'pairs many.txt' 'gen random --count 100000' 'gen mesh sphere --triangles 100000' 'pairs --json many.txt'; do
        sh -c "$ignore \"\$0\" $run; echo \$? >pipe_status" "$farkas" 2>pipe_err | head -n 1 >/dev/null
        holds "'$run' into a closed pipe is quiet ($ignore)" test ! -s pipe_err
        holds "'$run' into a closed pipe ends ($ignore)" test "$(cat pipe_status)" -eq 141
    done
done
if [ -c /dev/full ]; then
    for run in 'pairs many.txt' 'gen random' 'gen --list' 'gen mesh box' 'gen mesh --list' 'papers' 'papers fm-pairs --quick' 'verify three.txt three.json' '--help' '--version' 'pairs --help'; do
        # shellcheck disable=SC2086
        "$farkas" $run >/dev/full 2>got
        holds "'$run' onto a full disk is trouble" test $? -eq 2
        echo 'farkas: error: cannot write the output: No space left on device' >want
        same "'$run' onto a full disk says so"
    done
fi
# A line sent through a pipe is answered before the next one is sent.
mkfifo to from
patience=$(command -v timeout >/dev/null && echo timeout 20) # where it does not answer, this ends the waiting
$patience "$farkas" pairs <to >from &
(
    trap '' PIPE
    exec 8>to 9<from
    for x in 0 1 2; do
        echo "point 0 0 0 point $x 0 0" >&8
        read -r answer <&9
        printf ' %s' "$answer"
    done
) >answers 2>/dev/null
wait $!
holds "the answers come line by line" test "$(cat answers)" = ' touching apart apart'

# Memory does not grow with the input. The limit is far below the size of the stream.
(
    # shellcheck disable=SC3045 # where it is missing, there is no such test
    ulimit -v 60000 2>/dev/null || exit 0
    "$farkas" --version >/dev/null 2>&1 || exit 0 # a sanitizer needs more than that
    {
        cat many.txt many.txt many.txt many.txt many.txt
        head -c 100000000 /dev/zero | tr '\0' ' '
    } | "$farkas" pairs >/dev/null
    test $? -le 1
)
holds "a long input takes little memory" test $? -eq 0

# ---- Manual and completion ---------------------------------------------------------------------------------

if command -v scdoc >/dev/null; then
    scdoc <"$tools/farkas.1.scd" >farkas.1
    holds "the manual is valid scdoc" test $? -eq 0
    scdoc <"$tools/../lab/farkas-lab.1.scd" >farkas-lab.1
    holds "that of farkas-lab, too" test $? -eq 0
fi
if command -v bash >/dev/null; then
    # completion WORD...: what bash would offer for the last word
    completion() {
        bash -c '. "$0"
            COMP_WORDS=("$@")
            COMP_CWORD=$(($# - 1))
            _farkas "$FARKAS" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
            echo "${COMPREPLY[*]}"' "$tools/farkas.bash" "$@"
    }
    FARKAS=$farkas
    export FARKAS
    # offers WANT WORD...
    offers() {
        echo "$1" >want
        shift
        completion "$@" >got 2>&1
        same "completion of: $*"
    }
    offers 'check sweep distance view render report robot plan search pairs verify info convert hull split spheres gen papers bench demo help' farkas ''
    offers 'plan pairs papers' farkas p
    offers '--help --version --color' farkas -
    for verb in check sweep distance view render report robot plan search pairs verify info convert hull split spheres gen papers demo; do
        has_program $verb || continue
        offers "$("$farkas" "$verb" --help | sed -n 's/^  \(-[a-z], \|    \)\(--[a-z0-9-]*\).*/\2/p' | awk '!seen[$1]++' | paste -sd' ' -)" farkas "$verb" --
    done
    offers '--verify --verbose' farkas pairs --ver
    offers 'auto always never' farkas pairs --color ''
    offers 'always' farkas pairs --color = al
    offers 'exact fm fm-paper ec ec-paper sat sat6 gjk cw all' farkas pairs --method ''
    offers 'sat sat6' farkas pairs --method sa
    offers 'pieces surface fitted' farkas search a.stl --cells ''
    offers '--cells --children --color' farkas search --c
    offers 'pairs mesh trees cells world motion robots plan embed page' farkas bench ''
    offers "$("$farkas" papers | awk '/^  / { print $1 }' | paste -sd' ' -) all" farkas papers ''
    offers 'hull-8 hull-32 hull-128 hull-512 hull-2048' farkas bench pairs --kinds hull
    offers 'warm' farkas bench pairs --work w
    offers 'random' farkas bench pairs --family rand
    offers '--peers' farkas bench pairs --p
    offers '--pov' farkas papers --p
    offers '--quick --quiet' farkas papers --q
    offers 'folder' farkas papers fm-pairs --pov fold
    offers '' farkas gen --count ''
    offers 'sphere' farkas gen random --kinds sp
    offers 'box,tri box,tetra' farkas gen random --kinds box,t
    offers "any${known#known:}" farkas gen --kinds ''
    offers 'trefoil' farkas gen mesh tr
    offers 'stl stl-ascii' farkas gen mesh trefoil --format st
    offers '--triangles' farkas gen mesh --t
    offers '' farkas gen mesh --triangles ''
    offers 'mesh' farkas gen mes
    offers 'assembly' farkas gen ass
    offers '--parts' farkas gen assembly --p
    offers '' farkas gen assembly --parts ''
    offers '' farkas gen assembly ''
    offers 'folder' farkas gen assembly -o fold
    offers 'view verify' farkas help v
    offers 'three.json three.txt' farkas verify three
    offers "$(cut -d' ' -f1 list_out | tr '\n' ' ')mesh assembly" farkas gen ''
fi

# ---- Examples in the docs: `from `INPUT`:` with its answer in the fence that follows -----------------------

docs=$here/../docs/json.md
sed -n 's/.*from `\(.*\)`:$/\1/p' "$docs" >examples
grep '^{"pair":1,' "$docs" >want
holds 'examples in docs/json.md' test "$(wc -l <examples)" -ge 3
while read -r example; do
    echo "$example" | "$farkas" pairs --json
done <examples >got
same 'answers in docs/json.md'

finish
