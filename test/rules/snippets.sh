#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# Rule: the C snippets of README.md and docs/*.md compile, and programs run.
#
#     snippets.sh SOURCE_FOLDER STATIC_LIBRARY SCRATCH_FOLDER
#
# A snippet is what stands between a line ```c and a line ```.
# - With a main(), it is a program: compiled, linked, and run; it must end with exit status 0.
# - After a line <!-- examples/NAME.c -->, it is that example, from its first #include on: compiled; the test of the examples runs it.
# - If it begins with #include or #define, it is a file: compiled as it is.
# - Everything else is the body of a function, after the lines of `prologue`: compiled. Declarations are welcome
#   there, definitions of functions are not.
# Names must be real ones: an unknown function or field is an error. Unused variables are fine in a snippet.

set -u
top=$1 library=$2 scratch=$3
rm -rf "$scratch"
mkdir -p "$scratch"
warnings="-Wall -Wextra -Wpedantic -Wconversion -Wno-unused -Werror"
prologue='#include <farkas/farkas.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
void snippet(void);
void snippet(void)
{'
failed=0
count=0

# Cuts the snippets of one file into numbered files; the first line of each says where it was.
cut_snippets()
{
    awk -v out="$scratch/$2" -v from="${1#"$top"/}" '
        /^<!-- examples\/[a-z_]*\.c -->$/ && !open { example = $2 }
        /^```c[ \t\r]*$/ && !open {
            open = 1
            file = out "-" ++n ".snippet"
            print "// " from ":" NR > file
            if (example != "") {
                print example > (file ".example")
                close(file ".example")
            }
            example = ""
            next
        }
        /^```[ \t\r]*$/ && open { open = 0; close(file); next }
        open { print > file }
        END { exit open }' "$1" || {
        echo "$1: a fence is not closed" >&2
        failed=1
    }
}

try_snippet()
{
    where=$(sed -n '1s|^// ||p' "$1")
    source=${1%.snippet}.c
    sed 1d "$1" >"$1.text"
    first=$(grep -m1 '[^ \t]' "$1.text")
    if [ -f "$1.example" ]; then
        example=$(cat "$1.example")
        cp "$1.text" "$source"
        # shellcheck disable=SC2086
        sed -n '/^#include/,$p' "$top/$example" | diff "$source" - &&
            gcc -std=c11 $warnings -I "$top/include" -fsyntax-only "$source" && return
    elif grep -qE '(^|[^a-z_])main[ ]*\(' "$1.text"; then
        cp "$1.text" "$source"
        # shellcheck disable=SC2086
        gcc -std=c11 $warnings -I "$top/include" -o "${source%.c}" "$source" "$library" -lm &&
            "${source%.c}" >"${source%.c}.output" && return
    else
        case "$first" in
        '#include'* | '#define'*) cp "$1.text" "$source" ;;
        *) { echo "$prologue" && cat "$1.text" && echo '}'; } >"$source" ;;
        esac
        # shellcheck disable=SC2086
        gcc -std=c11 $warnings -I "$top/include" -fsyntax-only "$source" && return
    fi
    echo "$where: this snippet fails (see above)" >&2
    failed=1
}

for file in "$top/README.md" "$top"/docs/*.md; do
    [ -f "$file" ] || {
        echo "$file is missing" >&2
        exit 1
    }
    cut_snippets "$file" "$(basename "$file" .md)"
done
for file in "$scratch"/*.snippet; do
    [ -f "$file" ] || continue
    count=$((count + 1))
    try_snippet "$file"
done

echo "$count snippets"
[ $count -gt 0 ] && exit $failed
echo "no snippet found: the docs show no C" >&2
exit 1
