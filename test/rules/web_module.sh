#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# Rule: web/dist/farkas.wasm is what the sources give. It is built again, and compared byte by byte; without the compiler
# that it was built with the rule is skipped.
#
#     web_module.sh SOURCE_FOLDER SCRATCH_FOLDER

set -u
top=$1 scratch=$2
rm -rf "$scratch"
mkdir -p "$scratch"
sh "$top/web/build_wasm.sh" "$scratch/farkas.wasm" "$scratch/objects"
status=$?
[ $status -eq 0 ] || exit $status
cmp "$scratch/farkas.wasm" "$top/web/dist/farkas.wasm" || {
    echo "web/dist/farkas.wasm is not that of these sources: run 'sh web/build_wasm.sh web/dist/farkas.wasm'" >&2
    exit 1
}
