#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# Runs every fuzzer for a while, one after the other.
#
#     fuzz.sh BUILD_FOLDER CORPUS_FOLDER SECONDS
#
# fuzz_X starts from the files of CORPUS_FOLDER/X, which it does not change; what it learns goes to
# BUILD_FOLDER/corpus/X, and an input that fails to BUILD_FOLDER/found. The first failure ends the run.

set -eu
build=$1 corpus=$2 seconds=$3
mkdir -p "$build/found"

for fuzzer in "$build"/fuzz_*; do
    [ -x "$fuzzer" ] || continue
    name=${fuzzer##*/fuzz_}
    mkdir -p "$build/corpus/$name"
    echo "fuzz_$name: $seconds seconds"
    "$fuzzer" -max_total_time="$seconds" -print_final_stats=1 -verbosity=0 -timeout=10 -rss_limit_mb=1024 \
        -artifact_prefix="$build/found/$name-" "$build/corpus/$name" "$corpus/$name"
done
echo "No fuzzer found anything."
