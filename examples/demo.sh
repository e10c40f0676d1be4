#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# Shows the main job, a robot that is followed along its motion, then what an exact, proved verdict is, and what else can
# be asked, in ten short scenes. Every number that appears is computed while this runs; fixed inputs are only the workcell
# of the first scene, the boxes of the third, the 64 cases of the fifth, and the foot and table of the sixth.
#
#     demo.sh BUILD_FOLDER

set -eu
build=${1:-build}
farkas=$build/farkas
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

bold='' plain=''
if [ -t 1 ] && [ -z "${NO_COLOR:-}" ]; then
    bold=$(printf '\033[1m') plain=$(printf '\033[0m')
fi

title()
{
    printf '\n%s%s%s\n\n' "$bold" "$1" "$plain"
}

# pairs ARGUMENTS...: exit status 1 only says that some pair meets.
pairs()
{
    status=0
    "$farkas" pairs "$@" || status=$?
    [ "$status" -le 1 ] || exit "$status"
}

# field NAME LINE: the value of a field in a line of JSON, without its brackets.
field()
{
    printf '%s\n' "$2" | sed -n 's/.*"'"$1"'":\[*"*\([^]"}]*\).*/\1/p'
}

# The corners of the two boxes of a line, one per row: index, x y z of a, x y z of b. Bit k of the index adds edge k.
corners()
{
    printf '%s\n' "$1" | awk '{
        for (i = 0; i < 8; i++) {
            row = i
            for (first = 2; first <= 15; first += 13)
                for (axis = 0; axis < 3; axis++) {
                    x = $(first + axis)
                    for (k = 0; k < 3; k++)
                        if (int(i / 2 ^ k) % 2) x += $(first + 3 + 3 * k + axis)
                    row = row " " sprintf("%.17g", x)
                }
            print row
        }
    }'
}

# The shapes of a line, each on its own row.
show_boxes()
{
    printf '%s\n' "$1" | awk '{
        sub(/ *#.*/, "")
        for (first = 1; first <= 14; first += 13) {
            printf "    %s = %s", first == 1 ? "a" : "b", $first
            for (i = 1; i <= 12; i++) printf "%s%s", i % 3 == 1 ? "  " : " ", $(first + i)
            print ""
        }
    }'
}

# ----------------------------------------------------------------------------------------------------------

scene_workcell()
{
    title "1. A robot at work: when do things first touch?"
    cat <<END
An arm with seven joints goes its way past a post, while a crate rolls by, a gear turns and a gate swings. Nothing is sampled:
what is called clear is proved for every moment.

END
    start=$(date +%s%N)
    "$farkas" demo "$build/workcell" >"$work/workcell"
    end=$(date +%s%N)
    sed 's/^./    &/' "$work/workcell"
    awk -v ns="$((end - start))" 'BEGIN { printf "\nMade, loaded, swept, drawn and written in %.2f seconds.\n", ns / 1e9 }'
}

scene_many()
{
    title "2. Many pairs of shapes, every answer proved"
    cat <<END
Points, segments, triangles, boxes, tetrahedra, spheres, capsules, half-spaces, hulls, cylinders, cones, ellipsoids, made
by a seed. The touching ones have whole coordinates of 24 bits, so that the right answer is known beforehand.

  \$ farkas gen FAMILY --count 1000 | farkas pairs --verify --json

    family                          apart  touching  overlapping  undecided  right of known
END
    start=$(date +%s%N)
    for family in random 'random --kinds hull,cylinder' 'random --kinds cone,ellipsoid' \
        touch-vertex-24 touch-face-24 ulp-apart; do
        # shellcheck disable=SC2086
        "$farkas" gen $family --count 1000 --seed 1 | grep -v '^#' >"$work/pairs"
        pairs --verify --json "$work/pairs" >"$work/answers"
        sed -n 's/.*"verdict":"\([a-z]*\)".*/\1/p' "$work/answers" >"$work/verdicts"
        # Where gen knows the truth, it stands behind a '#'.
        sed 's/^[^#]*$/unknown/; s/.*# *//' "$work/pairs" | paste -d' ' "$work/verdicts" - |
            awk -v family="$family" '
                { count[$1]++; if ($2 != "unknown") { known++; right += $1 == $2 } }
                END {
                    printf "    %-29s %7d %9d %12d %10d", family, count["apart"], count["touching"],
                           count["overlapping"], count["undecided"]
                    print known ? sprintf("  %4d of %4d", right, known) : "       not known"
                    exit right != known
                }'
        cat "$work/answers" >>"$work/all"
    done
    end=$(date +%s%N)
    awk -v n="$(grep -vc '"undecided"' "$work/all")" -v ns="$((end - start))" 'BEGIN {
        printf "\n%d answers, each with a proof that was checked in exact arithmetic: %.2f seconds in all.\n", n, ns / 1e9
    }'
}

scene_proof()
{
    title "3. One proof, read by a human"
    line='box 0 0 0  2 0 0  0 2 0  0 0 2    box 1 3.5 0  2.5 -2.5 0  1 1 0  0 0 2'
    answer=$(echo "$line" | pairs --verify --json -)
    echo "Two boxes whose bounding boxes overlap. Each is one corner and the three edges that leave it:"
    echo
    show_boxes "$line"
    cat <<END

  \$ farkas pairs --verify --json
    $answer

The proof is a direction, n. Here are n.p for every corner p of a, and n.q for every corner q of b:

END
    corners "$line" | awk -v normal="$(field normal "$answer")" '
        BEGIN { split(normal, n, ","); print "    corner   of a                  n.p   of b                  n.q" }
        {
            p = n[1] * $2 + n[2] * $3 + n[3] * $4
            q = n[1] * $5 + n[2] * $6 + n[3] * $7
            if (NR == 1 || p > most) most = p
            if (NR == 1 || q < least) least = q
            printf "       %d     (%s)%*s %8.5f   (%s)%*s %8.5f\n", $1, $2 " " $3 " " $4,
                   12 - length($2 $3 $4), "", p, $5 " " $6 " " $7, 12 - length($5 $6 $7), "", q
        }
        END {
            printf "\n  The largest n.p is %.5f, the smallest n.q is %.5f: no corner of a reaches as far as any of b.\n", most, least
            print  "  A box is the hull of its corners, so a plane across n fits between the two: they cannot share a point."
            printf "  The gap is the difference, %.5f. farkas checks the same products in exact arithmetic.\n", least - most
            exit most >= least
        }'
}

# compare FAMILY: one row; wrong answers of the textbook test go to $work/wrong with farkas' answer.
compare()
{
    "$farkas" gen "$1" --kinds box --count 2000 --seed 1 | grep -v '^#' >"$work/pairs"
    pairs --verify --json "$work/pairs" >"$work/answers"
    "$build/naive_sat" <"$work/pairs" >"$work/naive"
    sed 's/.*# *//' "$work/pairs" >"$work/truth"
    : >"$work/wrong"
    paste "$work/truth" "$work/naive" "$work/answers" "$work/pairs" |
        awk -F'\t' -v family="$1" -v wrong="$work/wrong" '
            { truth = $1 == "apart" ? "apart" : "meet" }
            $2 != truth { naive++; print > wrong }
            index($3, "\"verdict\":\"" $1 "\"") == 0 { exact++ }
            END { printf "    %-18s %6d %16d %14d\n", family, NR, naive, exact; exit exact > 0 }'
    cat "$work/wrong" >>"$work/all-wrong"
}

scene_floating_point()
{
    title "4. Where floating point is wrong"
    cat <<END
The textbook test for boxes, 15 separating axes in double precision (examples/naive_sat.c), against farkas. It has
only to say whether the boxes meet. The truth is known: they are built to touch, or to be one ulp apart.

    boxes               pairs   textbook wrong   farkas wrong
END
    for family in touch-vertex-24 touch-face-24 ulp-apart; do
        compare $family
    done

    # The shortest pair whose proof of meeting is one pair of corners.
    chosen=$(grep '"kind":"touching","pairs":\[\[[0-9]*,[0-9]*\]\]' "$work/all-wrong" |
        awk '{ print length($0) "\t" $0 }' | sort -n | sed -n '1s/^[0-9]*\t//p')
    if [ -z "$chosen" ]; then
        echo "On this machine the textbook test got all pairs of touching corners right."
        return
    fi
    answer=$(printf '%s\n' "$chosen" | cut -f3)
    line=$(printf '%s\n' "$chosen" | cut -f4)
    said=$(printf '%s\n' "$chosen" | cut -f2)
    echo
    echo "One of those pairs:"
    echo
    show_boxes "$line"
    cat <<END

  textbook: $said
  farkas:   $(field verdict "$answer"), proof $(printf '%s\n' "$answer" | sed 's/.*"proof":\({[^}]*}\).*/\1/')

END
    printf '%s\n' "$answer" | sed 's/.*"pairs":\[\[\([0-9]*\),\([0-9]*\)\]\].*/\1 \2/' >"$work/indices"
    read -r i j <"$work/indices"
    corners "$line" | awk -v i="$i" -v j="$j" '
        $1 == i { a = "(" $2 " " $3 " " $4 ")" }
        $1 == j { b = "(" $5 " " $6 " " $7 ")" }
        END {
            print "The proof says: look at corner " i " of a and at corner " j " of b. They are sums of whole numbers:"
            print ""
            print "    corner " i " of a = " a
            print "    corner " j " of b = " b
            print ""
            print a == b ? "The same point. The boxes meet, and rounding made the textbook test say otherwise." : "Not the same point?"
            exit a != b
        }'
}

scene_methods()
{
    title "5. One question, nine methods"
    cat <<END
64 cases of boxes and tetrahedra (farkas papers fm-pairs). fm is Fourier-Motzkin elimination; -paper is a method as
it was printed, mistakes included; sat6 looks at too few axes.

END
    "$farkas" papers fm-pairs --quick >"$work/cases"
    awk '
        /^method / { shown = 1 }
        shown && NF == 0 { exit }
        shown { print "    " $0 }' "$work/cases"
}

scene_queries()
{
    title "6. More than a verdict"
    echo "A foot comes down on a table (examples/queries.c): hull, distance, cast; and presses on it (examples/contact.c)."
    echo
    "$build/queries" >"$work/queries"
    "$build/contact" >>"$work/queries"
    sed 's/^/    /' "$work/queries"
}

# shown ARGUMENTS...: the command as a user types it, and what it prints, in a folder of its own.
shown()
{
    printf '    $ farkas'
    for argument in "$@"; do
        case "$argument" in
        *[\ \*]*) printf " '%s'" "$argument" ;;
        *) printf ' %s' "$argument" ;;
        esac
    done
    echo
    (cd "$work" && "$tool" "$@" 2>&1 || [ $? != 2 ]) | sed 's/^/    /' # 1: parts clash, 3: a pair is open
    echo
}

scene_meshes()
{
    title "7. From a file to convex pieces"
    cat <<END
An L-shaped bracket as binary STL, made by farkas itself: what is in the file, and convex pieces that cover it. That no
part of the surface sticks out of the pieces, and nothing inside is left over, is proved in exact arithmetic.

END
    tool=$(cd "$build" && pwd)/farkas
    shown gen mesh bracket --size 60 -o bracket.stl
    shown info bracket.stl
    shown split bracket.stl pieces.obj
    echo "The same in C (examples/part.c):"
    echo
    "$build/part" "$work/bracket.stl" | sed 's/^/    /'
}

scene_check()
{
    title "8. Which parts collide"
    cat <<END
A bracket, a gear beside it, and a bolt that goes through it where there is no hole; meshes are solids, so a part inside another
one collides, and parts that fit each other exactly only touch.

END
    shown gen mesh gear --size 25 -o gear.stl
    shown gen mesh nut-and-bolt --size 8 -o m8.obj
    shown check bracket.stl gear.stl m8.obj --clearance 2mm --at 'gear=37.5,0,31' --at 'm8/*=30,0,-16' \
        --ignore 'm8/nut,m8/bolt=a thread'
    echo "A scene with a table, brackets, a peg in its hole and tools (examples/scene/cell.json):"
    echo
    cp examples/scene/* "$work"
    shown check cell.json
}

scene_search()
{
    title "9. Trees of cells, searched within a budget"
    cat <<END
Two rooms with furniture and a robot, each object a tree of boxes and tetrahedra (examples/scene/rooms.json). With the roots of
the trees alone some pairs are proved clear, the others are open; searched to the end, every leaf that meets another is known.

END
    shown search rooms.json --object robot --levels 1
    shown search rooms.json --object robot
}

scene_world()
{
    title "10. Bodies that move"
    echo "A ball falls on a floor and meets a crate (examples/world.c); and rays from a lamp (examples/rays.c)."
    echo
    "$build/world" >"$work/world"
    "$build/rays" >>"$work/world"
    sed 's/^/    /' "$work/world"
}

printf '%s%s%s: which parts collide, and when first? Exact answers, with proofs.\n' "$bold" "$("$farkas" --version)" "$plain"
scene_workcell
scene_many
scene_proof
scene_floating_point
scene_methods
scene_queries
scene_meshes
scene_check
scene_search
scene_world
printf '\nNext: %s view %s/workcell/cell.json, %s --help, docs/first-program.md\n' "$farkas" "$build" "$farkas"
printf '%sThe report of the workcell, for your browser: %s/workcell/report.html%s\n' "$bold" "$build" "$plain"
