#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# The page of a report in a browser, see report_page.mjs; skipped (77) without node, Chromium or its driver.
#
#     report_page.sh SOURCE_FOLDER SCRATCH_FOLDER

if ! command -v node >/dev/null 2>&1; then
    echo "skipped: node is not installed"
    exit 77
fi
exec node "$1/test/web/report_page.mjs" "$1" "$2"
