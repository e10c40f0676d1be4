#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# Builds the Debian packages of debian/ from the source archive, in a folder of its own, so that the tree stays as it is.
#
#     deb.sh FOLDER JOBS
#
# FOLDER has the packages then, their source, and what the build said (build.log). Options go to dpkg-buildpackage by
# DEB_BUILD_OPTIONS: nocheck leaves out the short test. There are no packages of debugging symbols, so that build/deb/*.deb is
# what a user installs.

set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
jobs=$2
# What an earlier run left is not mixed with this.
rm -rf "$1"
mkdir -p "$1/source"
folder=$(cd "$1" && pwd)

archive=$(sh "$top/cmake/dist.sh" "$folder/source")
tar -x -f "$archive" -C "$folder/source"
cd "${archive%.tar.xz}"

# As on Debian's machines: none of the user's programs, flags and languages; make above does not lend its own settings.
unset MAKEFLAGS MFLAGS MAKELEVEL CFLAGS CPPFLAGS LDFLAGS CMAKE_GENERATOR
echo "Building the packages: minutes ..."
PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 TZ=UTC DEB_BUILD_OPTIONS="noautodbgsym ${DEB_BUILD_OPTIONS:-}" \
    dpkg-buildpackage --build=full --no-sign --jobs="$jobs" >"$folder/build.log" 2>&1 || {
    tail -n 30 "$folder/build.log" >&2
    echo "The build of the packages failed; all it said is in $folder/build.log" >&2
    exit 1
}

# What error bounds need is in force, whatever flags Debian adds (cmake/flags.cmake tells why).
if grep -E '/(cc|gcc) .* -c .*\.c$' "$folder/build.log" | grep -v -e -ffp-contract=off; then
    echo "compiled without -ffp-contract=off" >&2
    exit 1
fi

cd "$folder"
find source -maxdepth 1 -type f -name '*_*' -exec mv {} . \;
rm -rf source
ls -1 -- *.deb
