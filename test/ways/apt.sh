#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# Debian packages: built twice, in two folders, they have the same bytes; lintian finds nothing; in a clean root they are
# installed, used and removed again (in_root.sh). The root is made of the packages that the machine itself installs from, and is
# gone afterwards.
#
#     apt.sh ARCHIVE
#
# With PACKAGES, a folder of packages that are there, nothing is built.

set -eu
here=$(cd "$(dirname "$0")" && pwd)
command -v mmdebstrap >/dev/null || {
    echo "mmdebstrap is not installed"
    exit 77
}
tar -x -f "$1"
source=$(echo "$PWD"/farkas-*)

if [ -z "${PACKAGES:-}" ]; then
    make -C "$source" deb
    PACKAGES=$source/build/deb
    sh "$source/cmake/deb.sh" again "$(nproc)" >/dev/null
    for file in "$PACKAGES"/*.deb "$PACKAGES"/*.dsc "$PACKAGES"/*.tar.xz; do
        cmp "$file" "again/${file##*/}"
    done
    echo "ok: built twice, the same bytes"
fi

if command -v lintian >/dev/null; then
    lintian --allow-root --tag-display-limit 0 -EIL +pedantic "$PACKAGES"/*.changes >lintian.txt
    if grep '^[A-Z]: ' lintian.txt; then
        echo "lintian found that" >&2
        exit 1
    fi
    echo "ok: lintian"
fi

# Only what installs, and the tests: the root sees nothing else of this machine.
mkdir put
cp "$PACKAGES"/*.deb put
mkdir put/farkas
cp -r "$source/debian" "$source/examples" "$source/test" put/farkas
cp "$here/in_root.sh" put
sources=
for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources; do
    [ ! -s "$file" ] || sources="$sources $file"
done
suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
# shellcheck disable=SC2086
mmdebstrap --quiet --variant=apt --format=null \
    --customize-hook='copy-in put /srv' --customize-hook='chroot "$1" sh /srv/put/in_root.sh' "$suite" - $sources
