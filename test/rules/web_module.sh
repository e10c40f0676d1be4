#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# Rule: web/dist/farkas.wasm is what the sources give. Where the digest beside it says that nothing in them has changed since it
# was built, that is so. Else it is built again, and compared byte by byte: comments may have changed. Without the compiler
# that it was built with the rule is skipped then.
#
#     web_module.sh SOURCE_FOLDER SCRATCH_FOLDER

set -u
top=$1 scratch=$2
rm -rf "$scratch"
mkdir -p "$scratch"
module=$top/web/dist/farkas.wasm
{ sh "$top/web/build_wasm.sh" --sources && sha256sum <"$module" | cut -c1-64; } >"$scratch/sources"
if cmp -s "$scratch/sources" "$module.sources"; then
    echo "built of these sources"
    exit 0
fi
sh "$top/web/build_wasm.sh" "$scratch/farkas.wasm" "$scratch/objects"
status=$?
[ $status -eq 0 ] || exit $status
cmp "$scratch/farkas.wasm" "$module" || {
    echo "web/dist/farkas.wasm is not that of these sources: run 'sh web/build_wasm.sh web/dist/farkas.wasm'" >&2
    exit 1
}
