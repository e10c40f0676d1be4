#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# Rule: the source archive is complete, and the same wherever it is made. All committed files are in it and nothing else; from
# the unpacked archive, where there is no git and something was built, the same bytes come out again. The packages have the
# version of the library.
#
#     dist.sh SOURCE_FOLDER SCRATCH_FOLDER

set -eu
top=$1 scratch=$2
command -v xz >/dev/null || {
    echo "skipped: xz is not installed"
    exit 77
}
rm -rf "$scratch"
mkdir -p "$scratch"

archive=$(sh "$top/cmake/dist.sh" "$scratch/first" 2>/dev/null)
name=$(basename "$archive" .tar.xz)
package=$(sed -n '1s/^farkas (\(.*\)) .*/farkas-\1/p' "$top/debian/changelog")
[ "$package" = "$name" ] || {
    echo "debian/changelog is about $package, not $name" >&2
    exit 1
}

tar -x -f "$archive" -C "$scratch"
if [ -e "$top/.git" ]; then
    git -C "$top" ls-tree -r --name-only HEAD | sort >"$scratch/committed"
    (cd "$scratch/$name" && find . -type f -o -type l) | sed 's|^\./||' | sort >"$scratch/packed"
    diff "$scratch/committed" "$scratch/packed"
fi

mkdir "$scratch/$name/build" "$scratch/$name/build-asan"
touch "$scratch/$name/build/farkas" "$scratch/$name/build-asan/farkas"
cmp "$archive" "$(sh "$scratch/$name/cmake/dist.sh" "$scratch/second")"
echo "$(tar -t -f "$archive" | wc -l) entries, $(wc -c <"$archive") bytes"
