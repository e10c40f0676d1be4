#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# Rule: CITATION.cff has what the Citation File Format 1.2.0 requires, and names the version of the library.
#
#     citation.sh SOURCE_FOLDER

set -u
file=$1/CITATION.cff
failed=0
[ -f "$file" ] || {
    echo "there is no CITATION.cff" >&2
    exit 1
}

# value KEY: that of a key at the left margin, without quotes
value()
{
    sed -n "s/^$1: *\"\{0,1\}\([^\"]*\)\"\{0,1\} *\$/\1/p" "$file"
}

# same WHAT GOT WANT
same()
{
    [ "$2" = "$3" ] && return
    echo "CITATION.cff: $1 is '$2', not '$3'" >&2
    failed=1
}

version=$(sed -n 's/^#define FK_VERSION_[A-Z]* \([0-9]*\)$/\1/p' "$1/include/farkas/base.h" | paste -sd.)
released=$(date -u -d "$(sed -n 's/^ -- .*>  //p' "$1/debian/changelog" | head -n 1)" +%Y-%m-%d)
same cff-version "$(value cff-version)" 1.2.0
same title "$(value title)" Farkas
same type "$(value type)" software
same license "$(value license)" MIT
same version "$(value version)" "$version"
same date-released "$(value date-released)" "$released"
for key in message authors abstract keywords references; do
    [ "$(grep -c "^$key:" "$file")" = 1 ] || {
        echo "CITATION.cff: $key is not there once" >&2
        failed=1
    }
done

# It is YAML in blocks, as it is written here: keys and items, indented by spaces; a tab is none.
if grep -n "$(printf '\t')" "$file" >&2 || grep -nvE '^ *(- )?[a-z-]+:( .*)?$|^ *- .+$|^ {4,}[^ ].*$|^#|^$' "$file" >&2; then
    echo "CITATION.cff: these lines are no YAML of this file" >&2
    failed=1
fi
if command -v python3 >/dev/null && python3 -c 'import yaml' 2>/dev/null; then
    python3 -c 'import sys, yaml; yaml.safe_load(open(sys.argv[1], encoding="utf-8"))' "$file" || failed=1
fi

exit $failed
