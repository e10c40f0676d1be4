#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# Rule: C files are formatted by .clang-format. Other versions of clang-format format differently, so only
# version 14 is asked; without it the rule is skipped.
#
#     format.sh SOURCE_FOLDER [-i]
#
# With -i the files are formatted.

set -u
cd "$1" || exit 2
change=${2:-}

formatter=
for name in clang-format-14 clang-format; do
    if command -v $name >/dev/null 2>&1 && $name --version | grep -q 'version 14\.'; then
        formatter=$name
        break
    fi
done
if [ -z "$formatter" ]; then
    echo "skipped: clang-format 14 is not installed"
    exit 77
fi

# test/layout.h is written by a program, and the formatter takes minutes for it.
files=$(find include src gen tools view lab python web/src test examples -name '*.[ch]' -o -name '*.cpp' -o -name '*.hpp' -o -name '*.inc' | grep -v '^test/layout.h$' | sort)
[ -n "$files" ] || exit 1
if [ "$change" = -i ]; then
    # shellcheck disable=SC2086
    exec $formatter -i $files
fi
# shellcheck disable=SC2086
$formatter --dry-run -Werror $files && echo "$(echo "$files" | wc -l) files"
