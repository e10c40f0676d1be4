#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# Rule: only names with the prefix fk_ leave a shared library, these among them; and it needs libc, libm and no other library,
# but for those that match an extended regular expression.
#
#     symbols.sh SHARED_LIBRARY OTHER_LIBRARIES NAME...

set -u
others=$2
symbols=$(nm -D --defined-only "$1" | awk '{ print $NF }' | sed 's/@.*//')

strangers=$(echo "$symbols" | grep -v '^fk_')
if [ -n "$strangers" ]; then
    echo "exported without the prefix fk_:" $strangers >&2
    exit 1
fi
# A library that exports nothing would pass the line above.
library=$1
shift 2
for name; do
    echo "$symbols" | grep -qx $name || {
        echo "$name is not exported" >&2
        exit 1
    }
done
# The generators of test pairs and other inner functions stay inside.
if echo "$symbols" | grep -qE '^fk_(family_|file_|grow$|names_|value_)'; then
    echo "inner functions are exported" >&2
    exit 1
fi
needed=$(objdump -p "$library" | awk '$1 == "NEEDED" { print $2 }' | grep -vE '^lib(c|m)\.so|^ld-linux|^libclang_rt|^lib(a|ub|t)san' | grep -vE "$others")
if [ -n "$needed" ]; then
    echo "the library needs:" $needed >&2
    exit 1
fi
echo "$(echo "$symbols" | wc -l) symbols, all fk_"
