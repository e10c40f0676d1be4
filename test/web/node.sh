#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# Runs a test in node; skipped (77) where that is not installed, or too old to fetch.
#
#     node.sh SCRIPT [ARGUMENT]...

if ! command -v node >/dev/null 2>&1 || ! node -e 'process.exit(parseInt(process.versions.node) < 18 ? 1 : 0)'; then
    echo "skipped: node 18 or later is not installed"
    exit 77
fi
exec node "$@"
