#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# Lists the public functions that headers declare, one per line, in the order of the alphabet.
#
#     api.sh HEADER...

sed -n 's/^FK_API [^(]*[ *]\(fk_[a-z0-9_]*\)(.*/\1/p' "$@" | LC_ALL=C sort
