# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors
# shellcheck shell=sh
#
# What the tests of the farkas command share; they read this file with the path of farkas as their only argument. Works in a
# new folder, which is removed in the end.

set -u
unset NO_COLOR
# So that the same run gives the same bytes.
export SOURCE_DATE_EPOCH=1800000000
if [ $# -ne 1 ] || [ ! -x "$1" ]; then
    echo "usage: $0 path/to/farkas" >&2
    exit 2
fi
farkas=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
here=$(cd "$(dirname "$0")" && pwd)
tools=$here/../tools
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
cd "$tmp" || exit 2
passed=0
failed=0

pass() {
    passed=$((passed + 1))
}

# fail NAME: the details are in the file `details`
fail() {
    failed=$((failed + 1))
    echo "FAILED: $1"
    sed 's/^/    /' details
}

# same NAME: the files want and got are equal
same() {
    if cmp -s want got; then
        pass
    else
        diff want got >details
        fail "$1"
    fi
}

# expect STATUS STDOUT STDERR ARGUMENT...: runs farkas on the file `in`. Expected texts are without the last
# newline; an empty one means no output at all.
expect() {
    want_status=$1
    { [ -z "$2" ] || printf '%s\n' "$2"; } >want_out
    { [ -z "$3" ] || printf '%s\n' "$3"; } >want_err
    shift 3
    "$farkas" "$@" <in >got_out 2>got_err
    status=$?
    if [ $status -eq "$want_status" ] && cmp -s want_out got_out && cmp -s want_err got_err; then
        pass
    else
        {
            echo "exit status $status, expected $want_status"
            diff want_out got_out
            diff want_err got_err
        } >details
        fail "farkas $*"
    fi
}

# expect_pairs STATUS INPUT STDOUT STDERR ARGUMENT...
expect_pairs() {
    printf '%s' "$2" >in
    pairs_status=$1
    pairs_out=$3
    pairs_err=$4
    shift 4
    expect "$pairs_status" "$pairs_out" "$pairs_err" pairs "$@"
}

# holds NAME COMMAND...: the command succeeds
holds() {
    name=$1
    shift
    if "$@" >details 2>&1; then
        pass
    else
        fail "$name"
    fi
}

# box FILE X0 Y0 Z0 X1 Y1 Z1: a box as OFF, the numbers as given
box() {
    cat >"$1" <<END
OFF
8 12 0
$2 $3 $4
$5 $3 $4
$5 $6 $4
$2 $6 $4
$2 $3 $7
$5 $3 $7
$5 $6 $7
$2 $6 $7
3 0 2 1
3 0 3 2
3 4 5 6
3 4 6 7
3 0 1 5
3 0 5 4
3 1 2 6
3 1 6 5
3 2 3 7
3 2 7 6
3 3 0 4
3 3 4 7
END
}

newline='
'
tab=$(printf '\t')
: >in

# The last line of a test.
finish() {
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ]
}

# refused PATTERN VERB ARGUMENT...: exit status 2, nothing on stdout, and a message that matches
refused() {
    wanted=$1
    shift
    "$farkas" "$@" >got_out 2>got_err
    status=$?
    { echo "exit status $status" && cat got_err; } >details
    if [ $status -eq 2 ] && [ ! -s got_out ] && grep -q -e "^farkas: error: .*$wanted" got_err; then
        pass
    else
        fail "$* should say: $wanted"
    fi
}
