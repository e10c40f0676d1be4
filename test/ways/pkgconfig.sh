#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# pkg-config, shared and static, of a copy that was installed below the home.
#
#     pkgconfig.sh ARCHIVE

set -eu
tar -x -f "$1"
source=$(echo "$PWD"/farkas-*)
make -C "$source" install PREFIX="$HOME/farkas" >/dev/null
sh "$source/test/install/use.sh" pkgconfig "$source" "$HOME/farkas" examples

# As the README has it.
PKG_CONFIG_PATH=$(dirname "$(find "$HOME/farkas" -name farkas.pc)")
LD_LIBRARY_PATH=$(dirname "$PKG_CONFIG_PATH")
export PKG_CONFIG_PATH LD_LIBRARY_PATH
# shellcheck disable=SC2046
cc "$source/examples/first.c" $(pkg-config --cflags --libs farkas) -o first
./first
