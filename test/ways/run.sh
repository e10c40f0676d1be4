#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# Tries ways to get Farkas, each from nothing: an empty folder, which is also the home, the source archive, and what a user
# would type. WAYS are the scripts beside this one: source, cmake, pkgconfig, two_files, python, npm, apt.
#
#     run.sh SOURCE_FOLDER SCRATCH_FOLDER WAY...
#
# A script gets the name of the archive, and runs in the empty folder. Exit status 77 says that a program for it is not there.

set -eu
top=$(cd "$1" && pwd)
rm -rf "$2"
mkdir -p "$2"
scratch=$(cd "$2" && pwd)
shift 2

archive=$(sh "$top/cmake/dist.sh" "$scratch")
unset PKG_CONFIG_PATH CMAKE_PREFIX_PATH CMAKE_GENERATOR LD_LIBRARY_PATH PYTHONPATH CFLAGS LDFLAGS MAKEFLAGS MFLAGS MAKELEVEL
failed=0
for way; do
    mkdir "$scratch/$way"
    echo "---- $way"
    status=0
    (cd "$scratch/$way" && HOME=$PWD sh "$top/test/ways/$way.sh" "$archive") || status=$?
    case $status in
    0) echo "ok: $way" ;;
    77) echo "skipped: $way" ;;
    *)
        echo "FAILED: $way; see $scratch/$way" >&2
        failed=1
        continue
        ;;
    esac
    rm -rf "${scratch:?}/$way"
done
exit $failed
