#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# Every experiment of `farkas papers`, quickly: it answers what it answered before, on every machine, and its page is whole.
#
#     papers.sh FARKAS HASHES [--write]
#
# HASHES holds a line for each experiment: its name and the hash of its answers. With --write, they are written.

set -u
farkas=$1
hashes=$2
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failures=0

fail()
{
    echo "FAIL: $1"
    failures=$((failures + 1))
}

if ! "$farkas" papers all --quick --json --out "$work/out" >"$work/json" 2>"$work/err"; then
    cat "$work/err"
    fail "farkas papers all --quick"
fi
grep -v '^farkas: page: ' "$work/err" && fail "something was said on standard error"

sed -n 's/^{"experiment":"\([a-z0-9-]*\)","answers":"\([0-9a-f]*\)"}$/\1 \2/p' "$work/json" >"$work/hashes"
[ "${3:-}" != --write ] || cp "$work/hashes" "$hashes"
diff "$hashes" "$work/hashes" || fail "answers differ from those in $hashes"

"$farkas" papers | cut -d ' ' -f 1 >"$work/listed"
cut -d ' ' -f 1 "$work/hashes" | diff "$work/listed" - || fail "not all experiments that are listed were run"

# Every experiment judges what its paper says; every line is an object.
while read -r name; do
    grep -q "^{\"experiment\":\"$name\",\"table\":" "$work/json" || fail "$name has no table"
done <"$work/listed"
grep -v '^{"experiment":"[a-z0-9-]*",.*}$' "$work/json" && fail "lines that are no objects"
grep -i -E '[^a-z](nan|inf)[^a-z]' "$work/json" && fail "numbers that are none"

# What the page refers to is there, and nothing else is.
page=$work/out/papers.md
grep -o '(papers/[^)]*)' "$page" | tr -d '()' | sort -u >"$work/links"
(cd "$work/out" && find papers -type f | sort) >"$work/files"
diff "$work/links" "$work/files" || fail "links of the page and files differ"
while read -r name; do
    grep -q "^## $name\$" "$page" || fail "the page lacks $name"
done <"$work/listed"
for svg in "$work"/out/papers/*.svg; do
    grep -q -i -E '[^a-z](nan|inf)[^a-z]' "$svg" && fail "$svg has numbers that are none"
done

# The text has the same answers as JSON, and twice the same bytes.
"$farkas" papers hull --quick >"$work/text"
"$farkas" papers hull --quick | cmp - "$work/text" || fail "two quick runs differ"
grep -q "^answers $(sed -n 's/^hull //p' "$work/hashes")\$" "$work/text" || fail "text and JSON differ"

# Another seed draws other cases, and the page says how it was made.
"$farkas" papers hull --quick --seed 2 --out "$work/seed" >"$work/other" 2>/dev/null || fail "hull with another seed"
cmp -s "$work/other" "$work/text" && fail "another seed gives the same cases"
grep -q '^Written by `farkas papers hull --quick --seed 2` on ' "$work/seed/papers.md" || fail "the page hides its seed"
grep -q '^Written by `farkas papers all --quick` on ' "$page" || fail "the page hides that it is a quick one"

# A page that cannot be written is trouble, and says which.
touch "$work/file"
"$farkas" papers hull --quick --out "$work/file" >/dev/null 2>"$work/err" && fail "a file taken for a folder"
grep -q "^farkas: error: $work/file: " "$work/err" || fail "the message does not name the file"

[ "$failures" = 0 ]
