#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# Runs farkas_wasm.mjs; skipped (exit status 77) without node 18 or later.
#
#     farkas_wasm.sh FARKAS CASES SOURCE_FOLDER

set -u
if ! command -v node >/dev/null 2>&1 || ! node -e 'process.exit(parseInt(process.versions.node) < 18 ? 1 : 0)'; then
    echo "skipped: node 18 or later is not installed"
    exit 77
fi
exec node "$3/test/web/farkas_wasm.mjs" "$@"
