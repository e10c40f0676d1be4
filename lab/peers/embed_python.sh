#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# Calls from Python beside the same ones from C, by python/bench/bench.py, where both were built.
#
#     embed_python.sh FARKAS SCRATCH_FOLDER ROUNDS

set -eu
top=$(dirname "$(readlink -f "$0")")/..
build=$(dirname "$1")
if [ ! -x "$build/python_bench" ] || [ ! -d "$build/python" ]; then
    echo "the Python package was not built: it is left out" >&2
    exit 0
fi
export PYTHONPATH="$build/python" PYTHONDONTWRITEBYTECODE=1
for interpreter in ${PYTHON:-python3 /usr/bin/python3}; do
    if "$interpreter" -c "import numpy, farkas" 2>/dev/null; then
        exec "$interpreter" "$top/python/bench/bench.py" "$build/python_bench" --json
    fi
done
echo "no Python has numpy: it is left out" >&2
