#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# The rules can fail: each is run on a copy of the tree in which it is broken, and must refuse it. Unbroken, the
# same copy passes.
#
#     refusals.sh SOURCE_FOLDER STATIC_LIBRARY SCRATCH_FOLDER

set -u
top=$1 library=$2 scratch=$3
rules=$top/test/rules
copy=$scratch/copy
failed=0
count=0

# The folders of src/ and the public headers in the copy. All are needed by the rule about what includes what; the others look
# at each file alone, so few files are enough, and much quicker.
folders=$(ls "$top/src")
headers=$(ls "$top/include/farkas")

fresh_copy()
{
    rm -rf "$scratch"
    mkdir -p "$copy/test" "$copy/docs" "$copy/src" "$copy/include/farkas"
    for header in $headers; do
        cp "$top/include/farkas/$header" "$copy/include/farkas"
    done
    for folder in $folders; do
        cp -r "$top/src/$folder" "$copy/src"
    done
    cp -r "$top/gen" "$copy"
    cp -r "$top/test/oracle" "$copy/test"
    cp "$top/.clang-format" "$copy"
    mkdir -p "$copy/tools" "$copy/examples" "$copy/python"
    cp -r "$top/python/src" "$copy/python"
    # shellcheck disable=SC2016
    printf '```c\nprintf("%%s\\n", fk_version());\n```\n' >"$copy/README.md"
    printf 'No snippet.\n' >"$copy/docs/none.md"
    cp "$top/CITATION.cff" "$copy"
    mkdir -p "$copy/debian"
    cp "$top/debian/changelog" "$copy/debian"
}

run_rule()
{
    case "$1" in
    snippets) sh "$rules/snippets.sh" "$copy" "$library" "$scratch/snippets" ;;
    docs) sh "$rules/docs.sh" "$copy" "$scratch/docs" ;;
    symbols) sh "$rules/symbols.sh" "$copy/lib.so" FARKAS_1 '^$' "$copy/api.h" ;;
    libc) sh "$rules/libc.sh" "$copy/lib.a" ;;
    *) sh "$rules/$1.sh" "$copy" ;;
    esac >"$scratch/log" 2>&1
}

# accepted RULE: the copy as it is now passes. A rule that is skipped here has nothing to refuse.
accepted()
{
    fresh_copy
    run_rule "$1"
    case $? in
    0) ;;
    77) return 1 ;;
    *)
        echo "$1 refuses the tree as it is:" >&2
        cat "$scratch/log" >&2
        failed=1
        return 1
        ;;
    esac
}

# refused RULE WHAT: after the damage that was just done.
refused()
{
    count=$((count + 1))
    if run_rule "$1"; then
        echo "$1 does not see this: $2" >&2
        failed=1
    fi
    fresh_copy
}

# after FILE TEXT: a line more at the end of a file of the copy.
after()
{
    printf '%s\n' "$2" >>"$copy/$1"
}

if accepted includes; then
    after src/exact/exact.c '#include "shape/vertices.h"'
    refused includes 'exact includes shape'
    after src/exact/exact.c '#include "farkas/pair.h"'
    refused includes 'exact includes a later public header'
    after src/proof/verify.c '#include "gen/family.h"'
    refused includes 'proof includes more of shape than the vertex list'
    after src/proof/verify.c '#include "farkas/pair.h"'
    refused includes 'proof includes pairs'
    after src/shape/vertices.h '#include "gen/family.h"'
    refused includes 'the vertex list includes more of shape'
    after src/scene/scene.c '#include "farkas/method.h"'
    refused includes 'somebody includes the methods, a leaf'
    after src/shape/piece.c '#include "gen/family.h"'
    refused includes 'the library includes test data'
    after gen/family.c '#include "farkas/pair.h"'
    refused includes 'test data includes more than shapes'
    after src/pair/verdict.c '#include "vertices.h"'
    refused includes 'a header without its folder'
    after src/pair/verdict.c '#  include <unistd.h>'
    refused includes 'a header that is not of the C standard'
    after include/farkas/base.h '#include "farkas/shape.h"'
    refused includes 'a public header includes a later one'
    after include/farkas/shape.h '#include "gen/family.h"'
    refused includes 'a public header includes an internal one'
    after test/oracle/oracle.c '#include "farkas/base.h"'
    refused includes 'the oracle includes the library'
    after python/src/pose.c '#include "exact/exact.h"'
    refused includes 'the Python module includes an inner header'
    after tools/tool.c '#include "exact/exact.h"'
    refused includes 'the command includes an inner header'
    mkdir "$copy/src/util"
    after src/util/util.c '#include "farkas/base.h"'
    refused includes 'a folder that is not in the list'
fi

folders="base exact"
headers='base.h mesh.h io.h shape.h proof.h'
if accepted headers; then
    after include/farkas/base.h 'static inline FILE *fk_file(void) { return 0; }'
    refused headers 'a missing include'
    after include/farkas/base.h 'static inline int *fk_cast(void *p) { return p; }'
    refused headers 'C that is not C++'
    after include/farkas/base.h 'static inline int fk_narrow(double x) { return x; }'
    refused headers 'a conversion that loses bits'
fi

if accepted tree; then
    printf 'int x;\n' >"$copy/src/base/bare.c"
    refused tree 'a source file without licence lines'
    yes '' | head -n 1001 >>"$copy/src/exact/exact.c"
    refused tree 'a source file above 1000 lines'
    after README.md "Look into /$(echo tmp)/x."
    refused tree 'a machine path'
    after README.md "$(echo TO)DO: write this."
    refused tree 'something left open'
    after README.md "This comes in $(echo step) 7."
    refused tree 'how we work'
    : >"$copy/src/exact/exact.o"
    refused tree 'a built file'
fi

if accepted format; then
    after src/exact/exact.h 'int   x ;'
    refused format 'a line that is not formatted'
fi

fence='```'
headers=$(ls "$top/include/farkas")
if accepted snippets; then
    after README.md "${fence}c
fk_no_such_function();
$fence"
    refused snippets 'a function that does not exist'
    after docs/none.md "${fence}c
#include <farkas/farkas.h>
int main(void) { return 1; }
$fence"
    refused snippets 'a program that fails'
    after docs/none.md "${fence}c
fk_piece a = fk_piece_point(fk_vec3_make(0, 0));
$fence"
    refused snippets 'an argument too few'
    after docs/none.md "${fence}c
fk_version();"
    refused snippets 'a fence that is not closed'
    rm "$copy/README.md"
    after README.md 'Nothing.'
    refused snippets 'docs without a snippet'
    after docs/none.md "<!-- examples/none.c -->
${fence}c
#include <farkas/farkas.h>
$fence"
    mkdir -p "$copy/examples"
    after examples/none.c '#include <stdio.h>'
    refused snippets 'an example that is another one'
fi

# book: a copy with two pages in order.
book()
{
    printf '# Book\n\n| page | tells |\n| --- | --- |\n| [none.md](none.md) | a |\n| [last.md](last.md) | b |\n' >"$copy/docs/README.md"
    printf '# None\n\nA [link](last.md#the-end).\n\nNext: [last](last.md).\n' >"$copy/docs/none.md"
    printf '# Last\n\n## The `end`\n' >"$copy/docs/last.md"
}

fresh_copy
book
run_rule docs || {
    echo "docs refuses a right book:" >&2
    cat "$scratch/log" >&2
    failed=1
}
after docs/last.md 'See [this](nothing.md).'
refused docs 'a link to no file'
book
after docs/last.md 'See [this](none.md#nothing).'
refused docs 'a link to no heading'
book
after docs/none.md 'One more line.'
refused docs 'a page that does not end with the next'
book
after docs/other.md '# Other'
refused docs 'a page that is not in the book'
book
mkdir -p "$copy/docs/pictures"
after docs/pictures/a.png 'a picture'
refused docs 'a picture that nobody shows'

if accepted citation; then
    sed -i 's/^version: .*/version: 99.0.0/' "$copy/CITATION.cff"
    refused citation 'another version'
    sed -i '/^message:/d' "$copy/CITATION.cff"
    refused citation 'a key that is missing'
    after CITATION.cff 'no yaml'
    refused citation 'a line that is no YAML'
fi

# link_library SOURCE VERSION: makes lib.so, beside a header with two functions.
link_library()
{
    printf 'FK_API int fk_first(void);\nFK_API int fk_second(void);\n' >"$copy/api.h"
    echo "$2 { *; };" >"$copy/map"
    echo "$1" | gcc -x c -shared -fPIC -Wl,--version-script="$copy/map" -o "$copy/lib.so" -
}

# A library with the right names; one more, or less; and another version.
right='char fk_first, fk_second;'
fresh_copy
link_library "$right" FARKAS_1 && run_rule symbols || {
    echo "symbols refuses a right library" >&2
    cat "$scratch/log" >&2
    failed=1
}
for wrong in "$right char other;" "$right char fk_third;" 'char fk_first;'; do
    link_library "$wrong" FARKAS_1
    refused symbols "$wrong"
done
link_library "$right" FARKAS_2
refused symbols 'another version'

# A library that prints, or takes memory past the context, and one without any code.
for wrong in '#include <stdio.h>
void fk_say(void) { puts("no"); }' '#include <stdlib.h>
void *fk_take(void) { return malloc(8); }' 'int fk_nothing;'; do
    rm -f "$copy/lib.a"
    echo "$wrong" | gcc -x c -c -o "$copy/answer.c.o" - && ar rc "$copy/lib.a" "$copy/answer.c.o"
    refused libc "$wrong"
done

echo "$count broken trees"
exit $failed
