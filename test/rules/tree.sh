#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# Rule: the tree is clean. Source files carry the two licence lines and stay below 1000 lines; nothing in the tree
# names the machine or the day it was written on, or is left open.
#
#     tree.sh SOURCE_FOLDER

set -u
cd "$1" || exit 2
failed=0

# The files that git would commit; without git, all but build folders.
list_files()
{
    if [ -e .git ] && git ls-files --cached --others --exclude-standard 2>/dev/null; then
        return
    fi
    find . -type f -not -path './.git/*' -not -path './build/*' -not -path './build-*/*' | sed 's|^\./||'
}

files=$(list_files | sort -u)
count=0
for file in $files; do
    [ -f "$file" ] || continue
    case "$file" in
    *.c | *.h | *.cpp | *.hpp | *.sh | *.bash | *.cmake | *.in | *.py | *.js | *.mjs | *.inc | */CMakeLists.txt | CMakeLists.txt | Makefile | .ci/run) ;;
    *) continue ;;
    esac
    count=$((count + 1))
    head=$(head -n 4 "$file")
    for line in 'SPDX-License-Identifier: MIT' 'SPDX-FileCopyrightText: 2026 The Farkas authors'; do
        case "$head" in
        *"$line"*) ;;
        *)
            echo "$file: the line '$line' is missing at its head" >&2
            failed=1
            ;;
        esac
    done
    lines=$(wc -l <"$file")
    if [ "$lines" -gt 1000 ]; then
        echo "$file: $lines lines; split it" >&2
        failed=1
    fi
done

# forbid WHY PATTERN: no line of a text file matches. The patterns are written so that they do not match
# themselves here. Fuzzing corpora are arbitrary bytes, so they are left out.
forbid()
{
    # shellcheck disable=SC2086
    found=$(echo "$files" | grep -v '^test/fuzz/corpus/' | tr '\n' '\0' | xargs -0 grep -nIE -- "$2" 2>/dev/null)
    [ -z "$found" ] && return
    echo "$1:" >&2
    echo "$found" >&2
    failed=1
}

forbid 'machine paths' '(^|[^A-Za-z0-9_.}])/(wor[k]|far[m]|tm[p]|hom[e]|roo[t]|User[s])/'
forbid 'left open' '(^|[^A-Za-z])(TOD[O]|FIXM[E]|XX[X]|HAC[K])([^A-Za-z]|$)'
forbid 'how we work' '(^|[^A-Za-z])([Ii]ssu[e]|[Ss]te[p]|[Hh]elpe[r]|[Mm]ileston[e]) #?[0-9]'
forbid 'code that is switched off' '^[ 	]*#[ 	]*if[ 	]+0'
forbid 'conflict markers' '^(<<<<<<[<]|>>>>>>[>]) '

# Products of a build do not belong into the tree.
built=$(echo "$files" | grep -E '\.(o|a|so|exe|wasm|out)$' | grep -v '^web/dist/')
if [ -n "$built" ]; then
    echo "built files: $built" >&2
    failed=1
fi

echo "$count source files of $(echo "$files" | wc -l)"
[ "$count" -gt 0 ] && exit $failed
exit 1
