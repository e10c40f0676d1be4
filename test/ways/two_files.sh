#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# Two files: `make single` writes farkas.h and farkas.c, and a folder with these and a program is all that a compiler needs.
#
#     two_files.sh ARCHIVE

set -eu
tar -x -f "$1"
make -C farkas-* single >/dev/null
mkdir program
cp farkas-*/build/single/farkas.h farkas-*/build/single/farkas.c program
sed 's|<farkas/farkas.h>|"farkas.h"|' farkas-*/examples/first.c >program/first.c
rm -rf farkas-*

cd program
cc -std=c11 -O2 -DNDEBUG first.c farkas.c -o first -lm -pthread
./first | tee output
grep -qx 'proof: holds' output
