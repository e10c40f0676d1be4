#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# Rule: includes point only leftward.
#
#     includes.sh SOURCE_FOLDER
#
# - A room of src/ includes itself and the rooms before it in src/rooms.txt; internal headers are named with
#   their room ("shape/support.h"), and public ones as "farkas/shape.h", which is of the room of its name. farkas.h, which has
#   all of them, is for users; view.h is that of view/, which is beside src/. Deprecated headers include one or two others.
# - Nobody includes method/: it is a leaf.
# - gen/ sees public headers and rooms up to shape/. tools/ and view/ see public headers, gen/ and their own.
# - proof/ is what a doubting user has to trust: of the internal headers it sees only its own, those of base/ and exact/, and
#   shape/vertices.h; which, with all that those include, stays within base/, exact/ and public headers.
# - The oracle of the tests includes nothing of Farkas: of the quoted headers, only those in its own folder.
# - The library includes only headers of the C standard; but src/base/context.c, which asks the system, may include
#   <windows.h>, src/base/pool.c what threads need, src/io/file.c what the working directory needs, and src/base/cpu.* what the processor needs; and src/scene, which is a
#   library of its own, <jansson.h> and <expat.h>.
# - The Python module may be linked with the shared libraries, which export no inner function: of the library it includes public
#   headers, and of base/ pose.h and bits.h, for functions that are inline. Its proofs are those of tools/certificate_json.h,
#   its other formats those of tools/import_assimp.h.

set -u
cd "$1" || exit 2

list=$(find include/farkas src gen test/oracle -name '*.[ch]' -o -name '*.inc' | sort)
[ -n "$list" ] || {
    echo "no sources found" >&2
    exit 1
}

if grep -n '#include "' python/src/*.[ch] | grep -vE '"(farkas/[a-z]+|base/(pose|bits)|certificate_json|import_assimp|[a-z_]+)\.h"'; then
    echo "python/src includes an inner header" >&2
    exit 1
fi

# The command, its window and its pictures are users of the library.
for room in tools view; do
    own=$(cd $room && echo ./*.h | sed 's|\./||g; s/ /|/g; s/\./\\./g')
    if grep -n '#include "' $room/*.[ch] | grep -vE "\"(farkas/[a-z]+\.h|gen/[a-z]+\.h|stb_[a-z_]+\.h|$own)\""; then
        echo "$room includes an inner header" >&2
        exit 1
    fi
done

# shellcheck disable=SC2086
awk '
BEGIN {
    while ((getline line < "src/rooms.txt") > 0)
        if (line !~ /^#/) { split(line, word, " "); rank[word[1]] = ++n }
    rank["view"] = n + 1
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
    gen = FILENAME ~ /^gen\//
    folder = public ? piece[3] : gen ? "shape" : piece[2]
    sub(/\.h$/, "", folder)
    deprecated = 0
    umbrella = public && (folder == "farkas" || folder == "deprecated")
}
/^\/\* Deprecated:/ && public { deprecated = 1 }
/^#ifndef/ && public && !umbrella && !(folder in rank) { complain(folder ".h is not the header of a room") }
FNR == 4 && !oracle && !public && !(folder in rank) { complain("folder " folder " is not in src/rooms.txt") }
/^[ \t]*#[ \t]*include/ {
    count++
    if (FILENAME ~ /^src\/base\/cpu_(levels|plain)\.inc$/ && /include FK_LEVEL_FILE$/) next
    if ($0 !~ /include[ \t]*["<][^">]+[">]/) { complain("an include that cannot be read"); next }
    name = $0
    sub(/^[^"<]*["<]/, "", name)
    sub(/[">].*$/, "", name)
    if ($0 ~ /</) {
        if (FILENAME == "src/base/context.c" && name == "windows.h") next
        if (FILENAME == "src/base/pool.c" && (name == "pthread.h" || name == "unistd.h")) next
        if (FILENAME == "src/io/file.c" && (name == "direct.h" || name == "unistd.h")) next
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
    if (target == "gen" && (gen || !(folder in rank))) next
    if (!exists((is_public ? "include/" : "src/") name)) { complain(name " is not there: name it with its folder"); next }
    if (public && !is_public) { complain("a public header includes the internal " name); next }
    if (deprecated) next
    if (public && (target == "deprecated" || folder == "deprecated")) next
    if (umbrella) {
        if (rank[target] <= last) complain(name " is out of the order of the pipeline")
        last = rank[target]
        next
    }
    if (!(target in rank)) { complain(name " is not in the list of folders"); next }
    if (rank[target] > rank[folder]) complain(folder " includes " name ", which stands after it")
    if (target == "method" && folder != "method" && folder != "view") complain(folder " includes " name ", a leaf")
    if (public && target == folder) complain("the header includes itself")
    if (folder == "proof" && !is_public && target != "proof" && target != "base" && target != "exact" && name != "shape/vertices.h")
        complain("proof includes " name)
    if (FILENAME == "src/shape/vertices.h" && !is_public && target != "base" && target != "exact")
        complain("what proof trusts includes " name)
}
END {
    printf "%d files, %d includes\n", files, count
    exit failed || count == 0
}
' $list
