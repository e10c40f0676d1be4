#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# npm: the package is packed, installed into an empty folder without a network, and imported by a script in node.
#
#     npm.sh ARCHIVE

set -eu
for program in node npm; do
    command -v $program >/dev/null || {
        echo "$program is not installed"
        exit 77
    }
done
tar -x -f "$1"
make -C farkas-* npm >/dev/null
mkdir program
cp farkas-*/build/npm/*.tgz program
rm -rf farkas-*

cd program
npm install --silent --offline --no-audit --no-fund ./*.tgz
cat >first.mjs <<'END'
import { load } from 'farkas';

const farkas = await load();
const box = farkas.piece({ box: { size: [2, 2, 2] } });
const ball = farkas.piece({ sphere: { radius: 1 } });
console.log(farkas.verdict(box, null, ball, farkas.pose({ xyz: [2, 0, 0] })));
END
[ "$(node first.mjs)" = touching ]
