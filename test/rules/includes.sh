#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# Rule: includes point only leftward.
#
#     includes.sh SOURCE_FOLDER
#
# - A folder of src/ includes itself and the folders before it in the list below; internal headers are named with
#   their folder ("shape/family.h"), and public ones as "farkas/shape.h". A public header counts as the folder of
#   its name; cells.h and motion.h are of tree/; collider.h, moving.h, check.h, sweep.h and
#   search.h are of world/; robot.h, parts.h and result.h are of scene/; page.h is of report/; view.h is that of view/, which is beside src/. farkas.h, which has all of them, is for users.
# - proof/ is what a doubting user has to trust: of the internal headers it sees only its own, those of base/, and
#   shape/vertices.h; which, with all that those include, stays within base/ and public headers.
# - The oracle of the tests includes nothing of Farkas: of the quoted headers, only those in its own folder.
# - The library includes only headers of the C standard; but src/base/clock.c, which asks the system, may include
#   <windows.h>, src/base/pool.c what threads need, and src/base/cpu.* what the processor needs; and src/scene, which is a
#   library of its own, <jansson.h> and <expat.h>.
# - The Python module may be linked with the shared libraries, which export no inner function: of the library it includes public
#   headers, and of base/ pose.h and prefetch.h, for functions that are inline. Its proofs are those of tools/certificate_json.h.

set -u
cd "$1" || exit 2

list=$(find include/farkas src test/oracle -name '*.[ch]' -o -name '*.inc' | sort)
[ -n "$list" ] || {
    echo "no sources found" >&2
    exit 1
}

if grep -n '#include "' python/src/*.[ch] | grep -vE '"(farkas/[a-z]+|base/(pose|prefetch)|certificate_json|[a-z_]+)\.h"'; then
    echo "python/src includes an inner header" >&2
    exit 1
fi

# shellcheck disable=SC2086
awk '
BEGIN {
    n = split("base mesh io shape proof narrow tree broad world report scene", order, " ")
    for (i = 1; i <= n; i++) rank[order[i]] = i
    # Folders with a second public header, which may include the first.
    rank["cells"] = rank["tree"] + 0.5
    rank["motion"] = rank["tree"] + 0.6
    rank["collider"] = rank["world"] - 0.5
    rank["moving"] = rank["world"] + 0.2
    rank["check"] = rank["world"] + 0.3
    rank["sweep"] = rank["world"] + 0.4
    rank["search"] = rank["world"] + 0.6
    rank["robot"] = rank["scene"] + 0.5
    rank["parts"] = rank["scene"] + 0.55
    rank["result"] = rank["scene"] + 0.6
    rank["page"] = rank["report"] + 0.5
    rank["view"] = rank["scene"] + 1
    m = split("assert ctype errno fenv float inttypes limits locale math setjmp stdalign stdarg stdatomic stdbool stddef " \
              "stdint stdio stdlib string time wchar", standard, " ")
    for (i = 1; i <= m; i++) is_standard[standard[i] ".h"] = 1
}
function complain(why) {
    printf "%s:%d: %s\n", FILENAME, FNR, why > "/dev/stderr"
    failed = 1
}
function exists(path,  line, found) {
    found = (getline line < path) >= 0
    close(path)
    return found
}
FNR == 1 {
    files++
    part = split(FILENAME, piece, "/")
    public = FILENAME ~ /^include\//
    oracle = FILENAME ~ /^test\/oracle\//
    folder = public ? piece[3] : piece[2]
    sub(/\.h$/, "", folder)
    umbrella = public && folder == "farkas"
    if (!oracle && !umbrella && !(folder in rank)) complain("folder " folder " is not in the list")
}
/^[ \t]*#[ \t]*include/ {
    count++
    if (FILENAME == "src/base/levels.inc" && /include FK_LEVEL_FILE$/) next
    if ($0 !~ /include[ \t]*["<][^">]+[">]/) { complain("an include that cannot be read"); next }
    name = $0
    sub(/^[^"<]*["<]/, "", name)
    sub(/[">].*$/, "", name)
    if ($0 ~ /</) {
        if (FILENAME == "src/base/clock.c" && name == "windows.h") next
        if (FILENAME == "src/base/pool.c" && (name == "pthread.h" || name == "unistd.h")) next
        if (FILENAME ~ /^src\/base\/cpu\.[ch]$/ && (name == "cpuid.h" || name == "immintrin.h")) next
        if (FILENAME ~ /^src\/scene\// && (name == "jansson.h" || name == "expat.h")) next
        if (!oracle && !(name in is_standard)) complain("<" name "> is not a header of the C standard")
        if (oracle && name ~ /farkas/) complain("the oracle includes " name)
        next
    }
    if (oracle) {
        if (name ~ /\// || !exists("test/oracle/" name)) complain("the oracle includes " name)
        next
    }
    split(name, to, "/")
    target = to[1]
    is_public = target == "farkas"
    if (is_public) { target = to[2]; sub(/\.h$/, "", target) }
    if (!exists((is_public ? "include/" : "src/") name)) { complain(name " is not there: name it with its folder"); next }
    if (public && !is_public) { complain("a public header includes the internal " name); next }
    if (umbrella) {
        if (rank[target] <= last) complain(name " is out of the order of the pipeline")
        last = rank[target]
        next
    }
    if (!(target in rank)) { complain(name " is not in the list of folders"); next }
    if ((public ? rank[target] : int(rank[target])) > rank[folder]) complain(folder " includes " name ", which stands after it")
    if (public && target == folder) complain("the header includes itself")
    if (folder == "proof" && !is_public && target != "proof" && target != "base" && name != "shape/vertices.h")
        complain("proof includes " name)
    if (FILENAME == "src/shape/vertices.h" && !is_public && target != "base")
        complain("what proof trusts includes " name)
}
END {
    printf "%d files, %d includes\n", files, count
    exit failed || count == 0
}
' $list
