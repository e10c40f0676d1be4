#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# Writes the source archive, farkas-VERSION.tar.xz: all files that are committed. Without git, in an unpacked archive, all files
# but what was built there. The same files give the same bytes: names in order, no owner, and one time for all files, that of
# the last entry in debian/changelog, which Debian's tools take for the time of their packages, too.
#
#     dist.sh FOLDER

set -eu
mkdir -p "$1"
folder=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."
version=$(sed -n 's/^#define FK_VERSION_[A-Z]* \([0-9]*\)$/\1/p' include/farkas/base.h | paste -sd.)
name=farkas-$version
time=$(date -u -d "$(sed -n 's/^ -- .*>  //p' debian/changelog | head -n 1)" +%s)

stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
mkdir "$stage/$name"
if [ -e .git ]; then
    git archive --format=tar HEAD >"$stage/tar"
    [ -z "$(git status --porcelain)" ] || echo "Changes that are not committed are left out." >&2
else
    tar -c --exclude=./build --exclude='./build-*' --exclude=./web/node_modules --exclude=__pycache__ \
        --exclude='*.egg-info' . >"$stage/tar"
fi
tar -x -f "$stage/tar" -C "$stage/$name"

tar -c --format=ustar --sort=name --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX --mtime="@$time" \
    -C "$stage" "$name" | xz -6 -T1 >"$stage/archive"
cp "$stage/archive" "$folder/$name.tar.xz"
echo "$folder/$name.tar.xz"
