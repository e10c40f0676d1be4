#!/bin/bash
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors
#
# Mutation check: breaks the library in one place at a time and demands that a test goes red each time.
# Each mutant is a line in the folder mutants/, in the list for its room of src/: file, the programs that ought to notice, quick
# ones first, a sed expression that must change the file, what it breaks. The campaign and the cross-check take a sample.
# Usage: test/mutants.sh [REGEX]: only the mutants whose line matches the extended regular expression.

set -u
top=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
flags=(-std=c11 -O1 -ffp-contract=off -D_POSIX_C_SOURCE=200809L)
cc=${CC:-gcc}

mutants() {
    cat "$top"/test/mutants/*.txt | grep -v '^#'
}

libs=(-lcmocka -lgmp -ljansson -lexpat -lm)
export CMOCKA_TEST_ABORT=1 # the first failure of a program is enough
ulimit -c 0

# Compiles the sources of a tree that are listed on the input, each into an object beside it, with what it includes.
compile() {
    xargs -P 2 -I{} "$cc" "${flags[@]}" -MMD -I"$1/include" -I"$1/src" -I"$1" -I"$1/lab" -I"$1/test" -I"$1/test/oracle" \
        -c "$1/{}" -o "$1/{}.o"
}

# True when a test program fails on the tree. A loop that never ends is a failure, too.
fails() {
    local sample=()
    [ "$2" = campaign ] && sample=(--count 20000 --seed 7 --jobs 2 --quiet)
    [ "$2" = crosscheck ] && sample=(--count 2000 --seed 7 --jobs 2)
    # shellcheck disable=SC2046
    "$cc" "$1/test/$2.c.o" "$1"/test/oracle/*.o $(find "$1/src" "$1/gen" "$1/lab" -name '*.o') "${libs[@]}" -o "$1/$2" || exit 2
    ! { timeout 120 "$1/$2" "${sample[@]}"; } >/dev/null 2>&1
}

# Compiles a test program, unless it has been, and demands that it passes without any mutant.
need() {
    [ -e "$work/base/$1" ] && return
    echo "test/$1.c" | compile "$work/base" || exit 2
    if fails "$work/base" "$1"; then
        echo "mutants: $1 fails without any mutant" >&2
        exit 2
    fi
}

# What has to be compiled again when a file changes.
dependents() {
    case $2 in
    *.c) echo "$2" ;;
    *) (cd "$1" && grep -rlF --include='*.d' "/$2" src gen lab test | sed 's/\.d$//') ;;
    esac
}

mkdir -p "$work/base/lab/peers"
cp -r "$top/src" "$top/include" "$top/gen" "$top/test" "$work/base/"
cp -r "$top/lab/hierarchy" "$top/lab/printed" "$work/base/lab/"
cp "$top"/lab/peers/participant.[ch] "$top/lab/peers/sat_plain.h" "$work/base/lab/peers/"
(cd "$work/base" && find src gen lab -name '*.c' && ls test/oracle/[!t]*.c) | compile "$work/base" || exit 2

killed=0
survived=0
while IFS='|' read -r file programs first rest; do
    # A sed expression may contain the separator itself: the last field is the description.
    line="$first|$rest"
    what=${line##*|}
    expression=${line%|*}
    tree="$work/mutant"
    for program in $programs; do
        need "$program"
    done
    rm -rf "$tree"
    cp -r "$work/base" "$tree"
    sed -i "$expression" "$tree/$file"
    if cmp -s "$tree/$file" "$work/base/$file"; then
        echo "stale     $file: $what (the expression changes nothing)"
        survived=$((survived + 1))
        continue
    fi
    if ! dependents "$tree" "$file" | compile "$tree"; then
        echo "stale     $file: $what (does not compile)"
        survived=$((survived + 1))
        continue
    fi
    killer=
    for program in $programs; do
        fails "$tree" "$program" && killer=$program && break
    done
    if [ -n "$killer" ]; then
        echo "killed    $file: $what ($killer)"
        killed=$((killed + 1))
    else
        echo "SURVIVED  $file: $what"
        survived=$((survived + 1))
    fi
done < <(mutants | grep -E -- "${1:-}")
echo "$killed passed, $survived failed"
[ "$survived" -eq 0 ]
