#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# The sessions of README.md and docs/: what is shown is what is printed.
#
#     cli_docs.sh path/to/farkas
#
# A session is what stands between a line ```console and a line ```. Lines that begin with "$ " are commands, and those that a \
# continues; what follows is all that they print, on both streams. A line of dots stands for any lines. A command that is shown
# without output is only run. The sessions of a page are one shell, in a folder with examples/ and its programs in it and, where that is
# asked for, build/workcell as after `make demo`. Skipped without OpenGL, as there are pictures.

. "$(dirname "$0")/expect.sh"

build=$(dirname "$farkas")
PATH=$build:$PATH
top=$here/..

printf 'OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n' >probe.off
"$farkas" render probe.off -o probe.png >probe 2>&1 || {
    echo "skipped: $(cat probe)"
    exit 77
}

# cut_session PAGE FOLDER: its commands as FOLDER/001.run and so on, what each prints as .want
cut_session() {
    awk -v folder="$2" '
        function begin() {
            name = sprintf("%s/%03d", folder, ++count)
            printf "" > (name ".want")
        }
        /^```console[ \t]*$/ && !open { open = 1; next }
        /^```[ \t]*$/ && open { open = 0; name = ""; next }
        open && more { print > (name ".run"); more = /\\$/; next }
        open && /^\$ / {
            begin()
            print substr($0, 3) > (name ".run")
            more = /\\$/
            next
        }
        open && name { print > (name ".want") }' "$1"
}

# alike WANT GOT: equal, where a line of dots in WANT stands for any lines
alike() {
    awk -v want="$1" '
        BEGIN { while ((getline line < want) > 0) wanted[++lines] = line; at = 1 }
        function is_gap(i) { return wanted[i] ~ /^[ \t]*(\.\.\.|…)[ \t]*$/ }
        {
            if (at <= lines && is_gap(at)) { gap = 1; at++ }
            if (at <= lines && wanted[at] == $0) { at++; gap = 0 }
            else if (!gap) exit bad = 1
        }
        END {
            if (at <= lines && is_gap(at)) at++
            exit bad || at <= lines
        }' "$2"
}

run_page() {
    for run in "$1".session/*.run; do
        want=${run%.run}.want
        status=0
        eval "$(cat "$run")" >"$tmp/got" 2>&1 </dev/null || status=$?
        { cat "$run" && diff "$want" "$tmp/got"; } >details
        if [ "$status" -eq 2 ] || [ "$status" -gt 3 ]; then
            echo "exit status $status" >>details
            cat "$tmp/got" >>details
            fail "a command of $2"
        elif [ ! -s "$want" ] || alike "$want" "$tmp/got"; then
            pass
        else
            fail "a session of $2"
        fi
    done
    echo "$passed $failed" >"$tmp/counts"
}

# All pages whose sessions are to be run; a page that has none any more is noticed by the count.
pages=0
for path in "$top/README.md" "$top"/docs/*.md; do
    page=$(basename "$(dirname "$path")")-$(basename "$path" .md)
    mkdir "$tmp/$page.session"
    cut_session "$path" "$tmp/$page.session"
    [ -e "$tmp/$page.session/001.run" ] || continue
    if [ "$page" = docs-planning ] && [ ! -x "$build/farkas-plan" ]; then
        echo "skipped: the sessions of planning.md, because OMPL is not installed"
        continue
    fi
    pages=$((pages + 1))
    mkdir "$tmp/$page"
    ln -s "$(cd "$top/examples" && pwd)" "$tmp/$page/examples"
    for source in "$top"/examples/*.c; do
        name=$(basename "$source" .c)
        [ ! -x "$build/$name" ] || ln -s "$build/$name" "$tmp/$page/$name"
    done
    if grep -q 'build/workcell' "$tmp/$page.session"/*.run; then
        mkdir "$tmp/$page/build"
        "$farkas" demo "$tmp/$page/build/workcell" >/dev/null
    fi
    (cd "$tmp/$page" && run_page "$tmp/$page" "${path#"$top/"}")
    read -r passed failed <"$tmp/counts"
done

# Every experiment is in the table that tells which table of which paper it is.
"$farkas" papers | awk '/^  / { print $1 }' >names
while read -r name; do
    holds "lab/printed/README.md has $name" grep -q "^| \`$name\` |" "$top/lab/printed/README.md"
done <names
holds 'pages with sessions' test "$pages" -ge 5

# The systems of the papers: the commands of the tables run, on the files that the page makes. Windows are tested elsewhere, and so are
# experiments and benchmarks, of which only the names and options are looked at.
systems=$top/docs/papers-systems.md
session=$tmp/systems.session
mkdir "$session" "$tmp/systems"
ln -s "$(cd "$top/examples" && pwd)" "$tmp/systems/examples"
awk '/^```/ { open = !open; next } open' "$systems" >"$session/000.run"
grep -o '`farkas [^`]*`' "$systems" | tr -d '`' | sort -u >commands
sed -E '/^farkas (papers|bench|view) /s/$/ --help/' commands |
    awk -v folder="$session" '{ print > sprintf("%s/%03d.run", folder, NR) }'
for run in "$session"/*.run; do
    : >"${run%.run}.want"
done
(cd "$tmp/systems" && run_page "$tmp/systems" docs/papers-systems.md)
read -r passed failed <"$tmp/counts"
sed -n 's/^farkas papers \([a-z-]*\).*/\1/p' commands | sort -u >want
sort names >got
same 'each experiment is in docs/papers-systems.md'
grep -o '`[fF][kK]_[a-zA-Z_]*' "$systems" | tr -d '`' | sort -u >functions
while read -r function; do
    holds "$function of docs/papers-systems.md is there" grep -rqw "$function" "$top/include" "$top/lab"
done <functions
for file in $(grep -o '`\(src\|lab\)/[a-z0-9_./]*' "$systems" | tr -d '`' | sort -u); do
    holds "$file of docs/papers-systems.md is there" test -e "$top/$file"
done

finish
