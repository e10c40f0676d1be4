#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# Rule: only names with the prefix fk_ leave the shared library.
#
#     symbols.sh SHARED_LIBRARY

set -u
symbols=$(nm -D --defined-only "$1" | awk '{ print $NF }' | sed 's/@.*//')

strangers=$(echo "$symbols" | grep -v '^fk_')
if [ -n "$strangers" ]; then
    echo "exported without the prefix fk_:" $strangers >&2
    exit 1
fi
# A library that exports nothing would pass the line above.
for name in fk_version fk_pair_verdict fk_pair_answer fk_verify; do
    echo "$symbols" | grep -qx $name || {
        echo "$name is not exported" >&2
        exit 1
    }
done
# The generators of test pairs and other inner functions stay inside.
if echo "$symbols" | grep -q '^fk_family_'; then
    echo "inner functions are exported" >&2
    exit 1
fi
# libc and libm are all that it needs.
needed=$(objdump -p "$1" | awk '$1 == "NEEDED" { print $2 }' | grep -vE '^lib(c|m)\.so|^ld-linux|^libclang_rt|^lib(a|ub|t)san')
if [ -n "$needed" ]; then
    echo "the library needs:" $needed >&2
    exit 1
fi
echo "$(echo "$symbols" | wc -l) symbols, all fk_"
