#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# Puts a text between two marks of a page, <!-- NAME: begin --> and <!-- NAME: end -->, in place of what is there.
#
#     between.sh NAME TEXT PAGE

set -eu
for mark in begin end; do
    grep -qxF "<!-- $1: $mark -->" "$3" || {
        echo "$3 has no line <!-- $1: $mark -->" >&2
        exit 1
    }
done
awk -v name="$1" '
    FNR == NR { text = text $0 "\n"; next }
    $0 == "<!-- " name ": end -->" { printf "\n%s\n", text; skip = 0 }
    !skip
    $0 == "<!-- " name ": begin -->" { skip = 1 }' "$2" "$3" >"$3.new"
mv "$3.new" "$3"
