#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# Rule: every mutant changes its file. (That a test notices it is what `make mutants` finds out.)
#
#     mutants.sh SOURCE_FOLDER

set -u
cd "$1" || exit 2
failed=0
count=0
for list in test/mutants/*.txt; do
    while IFS= read -r row; do
        case $row in '#'* | '') continue ;; esac
        file=${row%%|*}
        rest=${row#*|}
        rest=${rest#*|}
        count=$((count + 1))
        if [ ! -f "$file" ] || sed "${rest%|*}" "$file" | cmp -s - "$file"; then
            echo "$list: nothing is changed by: $row" >&2
            failed=1
        fi
    done <"$list"
done
[ $count -gt 0 ] || failed=1
echo "$count mutants"
exit $failed
