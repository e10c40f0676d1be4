#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# Rule: each public header compiles alone, and included twice, as C11 and as C++17, without a warning; one that is deprecated says
# so, and no other does.
#
#     headers.sh SOURCE_FOLDER

set -u
top=$1
warnings="-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror"
failed=0
count=0

# compile LANGUAGE STANDARD COMPILER HEADER; C++ headers use casts and NULL as C does, so no more is asked of them.
compile()
{
    # shellcheck disable=SC2086
    printf '#include "%s"\n#include "%s"\n' "$4" "$4" |
        $3 -x "$1" "-std=$2" $warnings -fsyntax-only -I "$top/include" - || {
        echo "$4 does not compile alone as $2 with $3" >&2
        failed=1
    }
}

# Headers for C++ alone, with those of what they are for as headers of the system.
if [ ! -f "$top/include/farkas/ompl.hpp" ]; then
    : # a part of the tree
elif pkg-config --exists ompl; then
    others=$(pkg-config --cflags-only-I ompl | sed 's/-I/-isystem /g')
    for compiler in g++ clang++; do
        for standard in c++14 c++17; do
            # shellcheck disable=SC2086
            printf '#include "farkas/ompl.hpp"\n#include "farkas/ompl.hpp"\n' |
                $compiler -x c++ -std=$standard $warnings $others -fsyntax-only -I "$top/include" - || {
                echo "farkas/ompl.hpp does not compile alone as $standard with $compiler" >&2
                failed=1
            }
        done
    done
else
    echo "farkas/ompl.hpp is not compiled: OMPL is not installed"
fi

for path in "$top"/include/farkas/*.h; do
    header=farkas/${path##*/}
    count=$((count + 1))
    compile c c11 gcc "$header"
    compile c++ c++17 g++ "$header"
    compile c c11 clang "$header"
    compile c++ c++17 clang++ "$header"
    marked=$(grep -c '^/\* Deprecated:' "$path")
    noted=$(printf '#include "%s"\n' "$header" | gcc -x c -std=c11 -fsyntax-only -I "$top/include" - 2>&1 | grep -c 'note: .*is deprecated: include')
    if [ "$marked" != "$noted" ]; then
        echo "$header: $marked marks of deprecation, $noted notes of the compiler" >&2
        failed=1
    fi
done

# Each old name compiles, and the compiler says what to write instead.
old=$(sed -n 's/^FK_OLD_[A-Z]*(\([a-z0-9_]*\),.*/\1/p' "$top/include/farkas/deprecated.h")
for compiler in "gcc -x c -std=c11" "clang++ -x c++ -std=c++17"; do
    # A pointer to a type, or to a function.
    # shellcheck disable=SC2086
    notes=$({
        printf '#include "farkas/farkas.h"\n#include "farkas/view.h"\n'
        for name in $old; do echo "extern __typeof__($name) *p_$name;"; done
    } | $compiler -fsyntax-only -I "$top/include" - 2>&1)
    for name in $old; do
        echo "$notes" | grep -q "[^_a-z0-9]$name[^_a-z0-9].*deprecated.*use fk_" || {
            echo "$name: no note of $compiler about what to write instead" >&2
            failed=1
        }
    done
done

echo "$count public headers, $(echo "$old" | wc -l) old names"
[ "$count" -ge 5 ] && exit $failed
echo "too few headers: wrong folder?" >&2
exit 1
