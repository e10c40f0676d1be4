#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# examples/verify.py, which checks proofs without the library: it has less than 150 lines and needs the standard library of Python
# alone; it says of each proof what `farkas verify` says, of those that hold and of those that were tampered with, and refuses the
# same texts.
#
#     verify_py.sh path/to/farkas

. "$(dirname "$0")/expect.sh"

python=${PYTHON:-python3}
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null || {
    echo "skipped: there is no Python 3.10"
    exit 77
}
script=$here/../examples/verify.py

# agree NAME: both verifiers say the same about the files pairs and answers: which fail, and the exit status.
agree() {
    "$farkas" verify -q pairs answers >verified 2>&1
    echo "exit status $?" >want
    sed -n 's/^answers:[0-9]*: pair \([0-9]*\) .*/\1/p' verified >>want
    "$python" "$script" pairs answers >verified 2>&1
    echo "exit status $?" >got
    sed -n 's/.*\[\(.*\)\]$/\1/p' verified | tr -d ' ' | tr ',' '\n' >>got
    same "$1"
}

# Every family, with kinds of every form of proof: polyhedra, round shapes, half-spaces, smooth shapes.
for family in $("$farkas" gen -q --list | awk '{ print $1 }'); do
    for kinds in any box tetra,tri hull,box capsule,sphere capsule,hull half,box half; do
        "$farkas" gen -q "$family" --kinds $kinds --count 1 || exit 2
    done
done >pairs
for kinds in cylinder cone,box ellipsoid,hull cone,capsule cylinder,half ellipsoid,sphere cylinder,cone; do
    for family in random nested touch-face needles; do
        "$farkas" gen -q "$family" --kinds $kinds --count 2 || exit 2
    done
done >>pairs
"$farkas" pairs --json pairs >answers
agree 'proofs'
holds 'most proofs hold' test "$(grep -c . got)" -lt 40
holds 'there are many' test "$(grep -c . answers)" -gt 300

# What was tampered with: a copy of each pair for each change of its answer. That most of them are found to be wrong is so by
# their number; which ones are not, as another corner may prove the same, both verifiers know.
cp answers answers.good
grep -v '^#' pairs | grep . >lines
"$python" - >answers 3>pairs <<'END'
import copy, json, os
out, number = os.fdopen(3, "w"), 0
words = ["apart", "touching", "overlapping"]
for line, text in zip(open("lines"), open("answers.good")):
    good = json.loads(text)
    if "proof" not in good:
        continue
    changed = []
    for word in words:
        if word != good["verdict"]:
            bad = copy.deepcopy(good)
            bad["verdict"] = bad["proof"]["kind"] = word
            changed.append(bad)
    def change(key, how):
        if good["proof"].get(key):
            bad = copy.deepcopy(good)
            bad["proof"][key] = how(bad["proof"][key])
            changed.append(bad)
    change("pairs", lambda pairs: [[pairs[0][0] + 1, pairs[0][1]]] + pairs[1:])
    change("pairs", lambda pairs: pairs[:-1] + [[pairs[-1][0], 1 - pairs[-1][1]]])
    change("pairs", lambda pairs: pairs[1:])
    change("facet", lambda pairs: pairs[:2] + pairs[:1])
    change("n", lambda n: [-n[0], -n[1], -n[2]])
    change("n", lambda n: [n[1], n[2], n[0]])
    change("n", lambda n: n[:2])
    change("sign", lambda sign: -sign)
    change("axis", lambda axis: (axis + 1) % 3)
    change("x", lambda x: [x[0] + 1e9, x[1], x[2]])
    change("weights", lambda weights: [0] + weights[1:])
    change("pairs", lambda pairs: 7 * pairs[:1])
    change("pairs", lambda pairs: pairs + pairs[:1])
    change("pairs", lambda pairs: [[bool(i), bool(k)] for i, k in pairs])
    change("pairs", lambda pairs: [[i + 0.5, k] for i, k in pairs])
    change("pairs", lambda pairs: [[i, k + 1] for i, k in pairs])
    change("pairs", lambda pairs: [pair + [0] for pair in pairs])
    change("facet", lambda pairs: pairs + pairs[:1])
    change("edge", lambda pairs: pairs + pairs[:1])
    change("n", lambda n: n + [0])
    change("n", lambda n: [True, False, False])
    change("weights", lambda weights: weights + [0])
    change("weights", lambda weights: [weight / 2 for weight in weights])
    if good["pair"] % 5 == 0:  # another type; no such key; a key that is not needed
        for key in list(good["proof"]):
            for other in True, None, {}, "", [], [[]], 0:
                change(key, lambda value: other)
            changed.append(copy.deepcopy(good))
            del changed[-1]["proof"][key]
        for key, other in ("x", [0, 0, 0]), ("weights", [1, 1, 1, 1]), ("n", [1, 0, 0]), ("sign", 1), ("foo", 1), ("pairs", []):
            changed.append(copy.deepcopy(good))
            changed[-1]["proof"].setdefault(key, other)
    for bad in changed:
        number += 1
        bad["pair"] = number
        print(json.dumps(bad))
        out.write(line)
END
agree 'proofs that were tampered with'
"$python" "$script" pairs answers |
    awk '{ exit !($1 > 0.8 * $3 && $3 > 1000) }' || { echo "too few fail" >details && fail 'tampering is found out'; }

# Without a proof, with another verdict than the proof, undecided.
printf '%s\n' 'point 0 0 0 point 1 0 0' 'point 0 0 0 point 1 0 0' 'point 0 0 0 point 1 0 0' >pairs
cat >answers <<'END'
{"pair":1,"verdict":"apart","method":"exact"}
{"pair":2,"verdict":"touching","proof":{"kind":"apart","n":[1,0,0]},"method":"exact"}
{"pair":3,"verdict":"undecided","method":"exact"}
END
agree 'answers without a proof'

# A text is no number, even if it is that of one: of this it would take for ever to write it out.
echo 'point 0 0 0 point 1 0 0' >pairs
echo '{"pair":1,"verdict":"apart","proof":{"kind":"apart","n":["-1e999999999",0,0]}}' >answers
agree 'a text for a number'

# Directions that are none: with a sign or an axis that there is not, with a key too many; and of one that is.
for odd in '"axis":0,"sign":0' '"axis":0,"sign":2' '"axis":3,"sign":1' '"axis":0' '"axis":0,"sign":1,"n":[1,0,0]' '"n":[0,0,0]' \
    '"axis":0,"sign":-1'; do
    echo 'point 0 0 0 point 0 0 0' >pairs
    echo '{"pair":1,"verdict":"touching","proof":{"kind":"touching","pairs":[[0,0]],'"$odd"'}}' >answers
    agree "touching by $odd"
done
grep -c . got >>got
printf '%s\n' 'exit status 0' 1 >want
same 'and the last one holds'

# Trouble: exit status 2.
head -n 1 answers >one
printf '%s\n' '{"pair":2,"verdict":"apart","proof":{"kind":"apart","n":[1,0,0]}}' >other
printf '%s\n' 'not JSON' >text
printf '%s\n' '{"pair":1,"verdict":"touching","proof":{"kind":"touching","pairs":[[0,0]],"axis":0,"sign":NaN}}' >nan
printf '%s\n' 'point 0 0 0 point 1 0' >short
printf '%s\n' 'sphere 0 0 0 -1 point 1 0 0' >negative
printf '%s\n' 'hull 2000000000 1 2 3 point 1 0 0' >long
printf '%s\n' 'point 0 0 0 point 1 0 0' >pair
for files in 'pairs one' 'pair other' 'pair text' 'pair nan' 'short one' 'negative one' 'long one' 'missing one' 'pair'; do
    # shellcheck disable=SC2086
    "$farkas" verify $files >/dev/null 2>&1
    echo "$files: $?" >want
    # shellcheck disable=SC2086
    "$python" "$script" $files >/dev/null 2>&1
    echo "$files: $?" >got
    same "trouble: $files"
done

# A line of either file that is refused, or just not: both say which.
statuses() {
    "$farkas" verify pairs answers >/dev/null 2>&1
    echo "$?" >want
    "$python" "$script" pairs answers >/dev/null 2>&1
    echo "$?" >got
    same "$1"
}
proof='"proof":{"kind":"apart","n":[1,0,0]}'
echo 'point 0 0 0 point 1 0 0' >pairs
while read -r line; do
    printf '%b\n' "$line" >answers
    statuses "the answer $line"
done <<END
{"pair":1,"pair":1,"verdict":"apart",$proof}
{"pair":1,"verdict":"apart","verdict":"apart",$proof}
{"pair":1,"verdict":"apart","proof":{"kind":"apart","n":[1,0,0],"n":[1,0,0]}}
{"pair":1,"verdict":"apart",$proof,"box":{"min":1,"min":1}}
{"pair":true,"verdict":"apart",$proof}
{"pair":1.0,"verdict":"apart",$proof}
{"pair":"1","verdict":"apart",$proof}
{"verdict":"apart",$proof}
[{"pair":1,"verdict":"apart",$proof}]
{"pair":1,"verdict":"apart",$proof,"gap":1e999}
{"pair":1,"verdict":"apart",$proof,"gap":1e-999}
{"pair":1,"verdict":"apart",$proof,"gap":-Infinity}
{"pair":1,"verdict":"apart",$proof,"gap":"\\\\ud800"}
{"pair":1,"verdict":"apart",$proof,"gap":"\\\\ud83d\\\\ude00"}
{"pair":1,"verdict":"apart",$proof,"gap":"\\\\u0000"}
{"pair":1,"verdict":"apart",$proof,"gap":"\\0377"}
{"pair":1,"verdict":"apart",$proof,"gap":0\\0000}
{"pair":1,"verdict":"apart",$proof}\\r
{"pair":1,"verdict":"apart",$proof}\\n\\n\\n
{"pair":1,"verdict":"apart",$proof}\\n
{"pair":1,\\r"verdict":"apart",$proof}
\\0357\\0273\\0277{"pair":1,"verdict":"apart",$proof}
{"pair":1,"verdict":"apart",$proof,"gap":$(printf '%070000d' 1)}
{"pair":1,"verdict":"apart",$proof,"gap":"$(printf '%070000d' 1)"}
END
echo "{\"pair\":1,\"verdict\":\"apart\",$proof}" >answers
while read -r line; do
    printf '%b\n' "$line" >pairs
    statuses "the pair $line"
done <<END
point 0 0 0 point 0x1p0 0 0
point 0 0 0 point 0x 0 0
point 0 0 0 point 1_0 0 0
point 0 0 0 point \\0331\\0241 0 0
point 0 0 0 point inf 0 0
point 0 0 0 point 1e999 0 0
point 0 0 0 point 1 0 0 # \\0377
point 0 0 0 point 1 0 0 # \\01
point 0 0 0 point 1 0 0\\r
point 0 0 0 point 1 0\\r0
point 0 0 0 point 1 0\\f0
point 0 0 0 point 1\\0302\\02400 0
\\0357\\0273\\0277point 0 0 0 point 1 0 0
point 0 0 0 hull +1 1 0 0
point 0 0 0 hull 01 1 0 0
point 0 0 0 hull 1_ 1 0 0
point 0 0 0 hull 0
cylinder 0 0 0 0 0 0 1 point 1 0 0
cylinder 0 0 0 0 0 0 0 point 1 0 0
sphere 0 0 0 -0 point 1 0 0
point 0 0 0 point $(printf '%04096d' 1) 0 0
point 0 0 0 point $(printf '%04097d' 1) 0 0
END

# Nothing but the standard library, and little of it; and short.
sed -n 's/^import //p; s/^from \([a-z]*\) import .*/\1/p' "$script" >got
printf '%s\n' 'json, sys' fractions >want
same 'what it imports'
holds 'it is short' test "$(wc -l <"$script")" -lt 150

finish
