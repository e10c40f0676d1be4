#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# farkas gen assembly: a check finds exactly the pairs that the generator lists; the same options give the same bytes.
#
#     cli_assembly.sh path/to/farkas

. "$(dirname "$0")/expect.sh"

for parts in 2 60 200; do
    for seed in 1 2; do
        made=made_${parts}_$seed
        holds "$parts parts, seed $seed" "$farkas" gen assembly --parts $parts --seed $seed -o $made
        holds "$parts parts in the scene" test "$(grep -c '"name"' $made/assembly.json)" -eq $parts
        "$farkas" check $made/assembly.json --csv >all.csv 2>got_err
        cut -d, -f1-3 all.csv | grep -v ',clear$' >got
        cp $made/expected.csv want
        same "check finds the list of $parts parts, seed $seed"
    done
done
for kind in clearance contact hard contained duplicate; do
    holds "the list has $kind" grep -q ",$kind\$" made_60_1/expected.csv
done
holds 'another seed, another assembly' sh -c '! cmp -s made_60_1/assembly.json made_60_2/assembly.json'
"$farkas" gen assembly -q --parts=60 --output again
holds 'the same bytes twice, and seed 1 without --seed' diff -r made_60_1 again
holds 'every mesh is a sound solid' "$farkas" info --strict made_200_1/meshes/*.stl made_200_2/meshes/*.stl
holds 'parts share meshes' test "$(find made_200_1/meshes -name "*.stl" | wc -l)" -lt 50
# The mistakes are clashes, the contacts are not.
"$farkas" check made_60_1/assembly.json >got_out
holds 'the assembly clashes' test $? -eq 1
tail -n 1 got_out | cut -d' ' -f1 >got
grep -c -E ',(clearance|hard|contained|duplicate)$' made_60_1/expected.csv >want
same 'as many clashes as mistakes'

# An empty folder will do, another one will not, and stays as it is.
mkdir empty
"$farkas" gen assembly --parts 2 -v -o empty 2>got_err
holds 'an empty folder is filled' test -f empty/assembly.json
holds '-v sums up' grep -q '^farkas: 2 parts, [0-9]* meshes, 1 pair that is not clear written; ' got_err
mkdir full && echo mine >full/notes
expect 2 '' 'farkas: error: full: the folder is not empty; remove it, or name a new one with -o' gen assembly -o full
holds 'a folder with files stays as it is' test "$(ls full)" = notes
expect 2 '' 'farkas: error: full/notes: Not a directory' gen assembly -o full/notes
refused 'missing/below: No such file' gen assembly -o missing/below
for bad in 0 1 100001; do
    expect 2 '' "farkas: error: --parts: '$bad' is not from 2 to 100000" gen assembly --parts $bad
done
refused "^*--parts: 'x' " gen assembly --parts x
refused "^*--seed: '-1' " gen assembly --seed -1
expect 2 '' "farkas: error: gen assembly takes no argument, found 'machine'; name the folder with -o" gen assembly machine
expect 2 '' "farkas: error: unknown option '--count'; see 'farkas gen assembly --help'" gen assembly --count 3
expect 2 '' "farkas: error: 'assembly' comes before the options: farkas gen assembly [OPTION]..." gen --seed 1 assembly
holds 'trouble leaves no folder' test ! -e farkas-assembly
"$farkas" gen assembly --help >got 2>&1
holds 'gen assembly --help succeeds' test $? -eq 0
holds 'gen assembly --help is its own' grep -q '^usage: farkas gen assembly' got
holds 'gen assembly --help has short lines' test -z "$(awk 'length > 90' got)"
# shellcheck disable=SC2013
for option in $(grep -o -e '--[a-z][a-z-]*' got | sort -u); do
    holds "the manual knows $option" grep -q -e "\*$option\*" "$tools/farkas.1.scd"
done

finish
