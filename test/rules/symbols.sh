#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# Rule: what leaves a shared library is what its public headers declare, and each symbol has the version; and the library
# needs libc, libm and no other one, but for those that match an extended regular expression.
#
#     symbols.sh SHARED_LIBRARY VERSION OTHER_LIBRARIES HEADER...

set -u
library=$1 version=$2 others=$3
shift 3
declared=$(sh "$(dirname "$0")/api.sh" "$@")
symbols=$(nm -D --defined-only "$library" | awk -v node="$version" '$NF != node && $NF != node "@@" node { print $NF }')

[ -n "$declared" ] || {
    echo "no public functions in $*" >&2
    exit 1
}
strangers=$(echo "$symbols" | grep -v '^fk_')
if [ -n "$strangers" ]; then
    echo "exported without the prefix fk_:" $strangers >&2
    exit 1
fi
without=$(echo "$symbols" | grep -vE "^[a-z0-9_]*@@$version$")
if [ -n "$without" ]; then
    echo "exported without the version $version:" $without >&2
    exit 1
fi
# Inner functions stay inside, and none is forgotten.
exported=$(echo "$symbols" | sed 's/@.*//' | LC_ALL=C sort)
if [ "$exported" != "$declared" ]; then
    for name in $exported; do
        echo "$declared" | grep -qx "$name" || echo "$name is exported, and no header declares it" >&2
    done
    for name in $declared; do
        echo "$exported" | grep -qx "$name" || echo "$name is declared, and not exported" >&2
    done
    exit 1
fi
needed=$(objdump -p "$library" | awk '$1 == "NEEDED" { print $2 }' | grep -vE '^lib(c|m)\.so|^ld-linux|^libclang_rt|^lib(a|ub|t)san' | grep -vE "$others")
if [ -n "$needed" ]; then
    echo "the library needs:" $needed >&2
    exit 1
fi
echo "$(echo "$symbols" | wc -l) symbols, all declared, of version $version"
