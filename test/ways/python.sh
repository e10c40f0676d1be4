#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# Python: pip installs the source tree, without a network, into a virtual environment that sees the system's setuptools and
# numpy.
#
#     python.sh ARCHIVE

set -eu
python=
for candidate in ${PYTHON:-python3 /usr/bin/python3}; do
    if "$candidate" -c 'import ensurepip, numpy, setuptools, wheel' 2>/dev/null; then
        python=$candidate
        break
    fi
done
[ -n "$python" ] || {
    echo "no Python here has numpy, setuptools, wheel and venv"
    exit 77
}
tar -x -f "$1"

"$python" -m venv --system-site-packages venv
venv/bin/pip install --quiet --disable-pip-version-check --no-build-isolation --no-index ./farkas-*
# Away from the sources, so that the installed copy is the one that is found.
mv farkas-* source
cat >first.py <<'END'
import farkas
import numpy

tetra = farkas.Mesh(numpy.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1.0]]), [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])
ball = farkas.sphere(1)
print(farkas.verdict(tetra, ball, pose_b=farkas.Pose((-1, 0, 0))))
near = farkas.distance(tetra, ball, pose_b=farkas.Pose((-3, 0, 0)))
print(near.lo <= 2 <= near.hi)
END
[ "$(venv/bin/python first.py | xargs)" = "touching True" ]
venv/bin/pip list --disable-pip-version-check 2>/dev/null | grep '^farkas '
venv/bin/pip uninstall --quiet --yes farkas
! venv/bin/python -c 'import farkas' 2>/dev/null
