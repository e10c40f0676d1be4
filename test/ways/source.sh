#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# The source archive builds, and its demonstration runs, without a network.
#
#     source.sh ARCHIVE

set -eu
unshare --map-root-user --net true 2>/dev/null || {
    echo "the network cannot be switched off here"
    exit 77
}
tar -x -f "$1"
cd farkas-*
unshare --map-root-user --net make >../build.txt
unshare --map-root-user --net make demo >../demo.txt
grep -q 'HARD  *crate x tool' ../demo.txt

# An archive that is made of the unpacked one, beside what was built there, is the same.
make dist
cmp "$1" build/dist/farkas-*.tar.xz
