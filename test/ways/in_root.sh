#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# In a clean root: installs the packages beside this script with apt, runs the tests of debian/tests on them, and removes them.

set -eu
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 HOME=/root
cd "$(dirname "$0")"
packages=$(for file in *.deb; do echo "${file%%_*}"; done)

quietly()
{
    "$@" >log 2>&1 || {
        cat log >&2
        echo "$*: failed" >&2
        exit 1
    }
}

quietly apt-get install -y ./*.deb
echo "ok: installed $(echo "$packages" | xargs)"

cd farkas
tests=$(sed -n 's/^Tests: //p' debian/tests/control)
# What tests need besides the packages of this source.
needs=$(sed -n 's/^Depends: //p' debian/tests/control | tr ',' '\n' | sed 's/(.*)//' | tr -d ' ' | grep -v farkas | sort -u)
# shellcheck disable=SC2086
quietly apt-get install -y --no-install-recommends $needs
for name in $tests; do
    AUTOPKGTEST_TMP=$(mktemp -d)
    export AUTOPKGTEST_TMP
    sh "debian/tests/$name"
    echo "ok: debian/tests/$name"
done

# shellcheck disable=SC2086
quietly apt-get purge -y $packages
cd /
left=$(dpkg-query -W -f '${Package} ${db:Status-Status}\n' | grep farkas || true)
# Not looked at: what other programs keep of what they read, as man does.
left="$left$(find /etc /opt /root /usr /var -path /var/cache -prune -o -name '*farkas*' -print)"
[ -z "$left" ] || {
    echo "left after the packages were removed: $left" >&2
    exit 1
}
echo "ok: removed"
