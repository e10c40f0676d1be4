#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# Makes sure that the tools and libraries for a task are installed.
#
#     setup.sh build      what `make` and `make demo` need
#     setup.sh test       that, and what `make test` needs
#     setup.sh python     what `make` needs, and what the Python package needs
#     setup.sh bench      what `make` needs, and the peers that `make bench` measures
#     setup.sh papers     what `make` needs, and CGAL, HACD and Octave, which `make papers` asks, too
#     setup.sh deb        what `make` needs, and what `make deb` does
#     setup.sh deb-test   that, and what `make test-deb` does
#     setup.sh ways       what `make` needs, and what `make ways` does
#     setup.sh --check X  only looks, and says what to install
#
# What is there is not touched, and nothing goes over the network then. What is missing is installed with apt-get
# when this runs as root or sudo asks for no password; else the line to run is printed, and the exit status is 2.

set -u

# One line per need: the task, the Debian package, and a command that succeeds when it is there.
needs='
build gcc                command -v gcc
build libc6-dev          has_header math.h
build make               command -v make
build cmake              command -v cmake
build pkg-config         command -v pkg-config
build libjansson-dev     pkg-config --exists jansson
build libexpat1-dev      pkg-config --exists expat
build libglfw3-dev       pkg-config --exists glfw3
build libepoxy-dev       pkg-config --exists epoxy
build libstb-dev         has_header stb/stb_image_write.h
build libgl1-mesa-dri    has_software_gl
build libegl1            has_library libEGL.so.1
build libgl1             has_library libGL.so.1
build scdoc              command -v scdoc
test  clang              command -v clang
test  clang-runtime      links_with_clang address
test  g++                command -v g++
test  xvfb               command -v Xvfb
test  xdotool            command -v xdotool
test  libcmocka-dev      pkg-config --exists cmocka
test  libgmp-dev         pkg-config --exists gmp
test  libqhull-dev       pkg-config --exists qhull_r
test  libassimp-dev      pkg-config --exists assimp
test  python3-dev        has_python
test  python3-numpy      has_python
python python3-dev       has_python
python python3-numpy     has_python
bench g++                command -v g++
bench libccd-dev         pkg-config --exists ccd
bench libfcl-dev         pkg-config --exists fcl
bench libbullet-dev      pkg-config --exists bullet-float64
bench libassimp-dev      pkg-config --exists assimp
bench libode-dev         pkg-config --exists ode
bench libmujoco-dev      has_header mujoco/mujoco.h
bench libassimp-dev      pkg-config --exists assimp
bench libqhull-dev       pkg-config --exists qhull_r
bench libcgal-dev        has_header CGAL/version.h
bench libompl-dev        pkg-config --exists ompl
bench libboost-filesystem-dev has_library_to_link boost_filesystem
bench libboost-serialization-dev has_library_to_link boost_serialization
bench libboost-system-dev has_library_to_link boost_system
bench libbullet-extras-dev has_header bullet/HACD/hacdVersion.h
bench libembree-dev      has_header embree3/rtcore.h
bench valgrind           command -v valgrind
bench python3-dev        has_python
bench python3-numpy      has_python
papers g++               command -v g++
papers libcgal-dev       has_header CGAL/version.h
papers libbullet-extras-dev has_header bullet/HACD/hacdVersion.h
papers octave            command -v octave-cli
deb   build-essential    is_package build-essential
deb   cmake              is_package cmake
deb   debhelper          is_package debhelper
deb   dh-python          is_package dh-python
deb   libassimp-dev      is_package libassimp-dev
deb   libepoxy-dev       is_package libepoxy-dev
deb   libexpat1-dev      is_package libexpat1-dev
deb   libglfw3-dev       is_package libglfw3-dev
deb   libjansson-dev     is_package libjansson-dev
deb   libstb-dev         is_package libstb-dev
deb   python3-dev        is_package python3-dev
deb   python3-setuptools is_package python3-setuptools
deb   scdoc              is_package scdoc
deb   xz-utils           is_package xz-utils
ways  python3-dev        has_python
ways  python3-numpy      has_python
ways  python3-venv       has_python ensurepip
ways  python3-setuptools has_python setuptools
ways  python3-wheel      has_python wheel
ways  npm                command -v npm
deb-test lintian         command -v lintian
deb-test mmdebstrap      command -v mmdebstrap
'

# True when it is installed as a package: that is what dpkg-buildpackage asks.
is_package()
{
    dpkg-query -W -f '${db:Status-Status}' "$1" | grep -qx installed
}

# True when gcc finds a header.
has_header()
{
    echo "#include <$1>" | gcc -E -
}

# True when the loader finds a library.
has_library()
{
    PATH=$PATH:/sbin:/usr/sbin ldconfig -p | grep -q "$1"
}

# True when gcc links with a library.
has_library_to_link()
{
    echo 'int main(void) { return 0; }' | gcc -x c -o /dev/null - -l"$1"
}

# True when Mesa, which also draws without a graphics card, is there.
has_software_gl()
{
    has_library libEGL_mesa.so.0 && ls /usr/lib/*/dri/swrast_dri.so
}

# True when an interpreter of those that cmake/python.cmake tries has its headers, numpy and another module, if one is named.
has_python()
{
    for interpreter in ${PYTHON:-python3 /usr/bin/python3}; do
        "$interpreter" -c "import numpy, os, sysconfig, ${1:-sys}"'
os.stat(os.path.join(sysconfig.get_paths()["include"], "Python.h"))' && return 0
    done
    return 1
}

# True when clang finds the run-time library of a sanitizer; Debian packs them apart from clang.
links_with_clang()
{
    program=$(mktemp) || return 1
    echo 'int main(void) { return 0; }' | clang -x c "-fsanitize=$1" -o "$program" -
    linked=$?
    rm -f "$program"
    return $linked
}

missing_for()
{
    echo "$needs" | while read -r task package probe; do
        case "$task" in
        build | "$1" | "${1%-test}") ;;
        *) continue ;;
        esac
        eval "$probe" >/dev/null 2>&1 || printf ' %s' "$(package_name "$package")"
    done
}

# The package of clang's sanitizers carries the version of clang: that of the one here, or else of the one to come.
package_name()
{
    if [ "$1" != clang-runtime ]; then
        echo "$1"
    elif command -v clang >/dev/null 2>&1; then
        echo "libclang-rt-$(clang -dumpversion | cut -d. -f1)-dev"
    else
        apt-cache depends clang 2>/dev/null | sed -n 's/.*Depends: clang-\([0-9]*\)$/libclang-rt-\1-dev/p'
    fi
}

check_only=no
if [ "${1:-}" = --check ]; then
    check_only=yes
    shift
fi
task=${1:-}
case "$task" in
build | test | python | bench | papers | deb | deb-test | ways) ;;
*)
    echo "usage: setup.sh [--check] build|test|python|bench|papers|deb|deb-test|ways" >&2
    exit 2
    ;;
esac

missing=$(missing_for "$task" | xargs)
[ -n "$missing" ] || exit 0

if ! command -v apt-get >/dev/null 2>&1; then
    echo "These are missing (named as Debian packages): $missing. Install them, then run make again." >&2
    exit 2
fi

if [ "$(id -u)" = 0 ]; then
    as_root=
elif sudo -n true 2>/dev/null; then
    as_root=sudo
else
    check_only=yes
fi
if [ "$check_only" = yes ]; then
    echo "Some packages are missing. Install them with this line, then run make again:" >&2
    prefix=$(command -v sudo >/dev/null 2>&1 && echo 'sudo ')
    echo "    ${prefix}apt-get update && ${prefix}apt-get install -y --no-install-recommends $missing" >&2
    [ -n "$prefix" ] || echo "(as root)" >&2
    exit 2
fi

# apt-get is chatty; what it says matters only when it fails.
log=$(mktemp) || exit 2
trap 'rm -f "$log"' EXIT
quietly()
{
    "$@" >"$log" 2>&1 || {
        cat "$log" >&2
        echo "The installation failed. This is the line that did not work: $*" >&2
        exit 2
    }
}

echo "Looking for packages ..."
quietly $as_root apt-get update
# Twice, since a name may depend on what the first round installed.
for round in 1 2; do
    missing=$(missing_for "$task" | xargs)
    [ -n "$missing" ] || exit 0
    echo "Installing (round $round): $missing"
    # shellcheck disable=SC2086
    quietly $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing
done
missing=$(missing_for "$task" | xargs)
[ -z "$missing" ] || {
    echo "Still missing after the installation: $missing" >&2
    exit 2
}
