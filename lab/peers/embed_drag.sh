#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# How soon the page of a report answers when one of two parts of ten thousand triangles is dragged, in a browser, where there is one: a
# number of the test of that page.
#
#     embed_drag.sh FARKAS SCRATCH_FOLDER ROUNDS

set -u
top=$(dirname "$(readlink -f "$0")")/..
for program in node chromium chromedriver; do
    if ! command -v $program >/dev/null; then
        echo "$program is not installed: the page in a browser is left out" >&2
        exit 0
    fi
done
node "$top/test/web/report_page.mjs" "$top" "$2" |
    sed -n 's/^a drag of two parts of \([0-9]*\) triangles is answered in \([0-9.]*\) ms, 95 % below \([0-9.]*\) ms.*/\1 \2 \3/p' |
    awk '{ row = "{\"work\":\"%s\",\"scene\":\"page in a browser\",\"size\":%d,\"by\":\"Farkas\",\"unit\":\"ms\",\"value\":%s}\n"
           printf row, "drag", $1, $2
           printf row, "drag, 95 % of the answers", $1, $3 }'
