#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# Rule: the docs are one book. Every page of docs/ is in the tables of docs/README.md, once, and ends with a link to the next one
# there. Links between Markdown files lead to files and headings that are there; every picture of docs/pictures is shown
# somewhere; what the README says beside other libraries is in docs/embed.md, too; the map of docs/sources.md is src/rooms.txt. Pages that are made by a run (`make papers`, `make bench`) need not be there yet, and have no link to the next.
#
#     docs.sh SOURCE_FOLDER SCRATCH_FOLDER

set -u
top=$1 scratch=$2
generated='docs/papers.md docs/bench.md'
rm -rf "$scratch"
mkdir -p "$scratch"
scratch=$(cd "$scratch" && pwd)
cd "$top" || exit 2
failed=0

complain()
{
    echo "$1" >&2
    failed=1
}

is_generated()
{
    case " $generated " in
    *" $1 "*) return 0 ;;
    esac
    return 1
}

# lines_of FILE: its text without what is in fences; of headings "H slug", of links "L line target".
lines_of()
{
    awk '
        function slug(text) {
            while (match(text, /\]\([^)]*\)/)) text = substr(text, 1, RSTART - 1) substr(text, RSTART + RLENGTH)
            text = tolower(text)
            gsub(/[][!"#$%&()*+,.\/:;<=>?@\\^`{|}~'"'"']/, "", text)
            gsub(/ /, "-", text)
            return text
        }
        /^ *```/ { fence = !fence; next }
        fence { next }
        /^#+ / {
            text = $0
            sub(/^#+ +/, "", text)
            sub(/ +$/, "", text)
            name = slug(text)
            print "H", name (seen[name]++ ? "-" seen[name] - 1 : "")
        }
        {
            text = $0
            gsub(/`[^`]*`/, "", text)
            while (match(text, /\]\([^) ]+\)/)) {
                print "L", NR, substr(text, RSTART + 2, RLENGTH - 3)
                text = substr(text, RSTART + RLENGTH)
            }
        }' "$1"
}

# Files of lab/bench/pages are parts of docs/bench.md, and their links are those of that page.
pages=$(find . -name '*.md' -not -path './.git/*' -not -path './build*' -not -path './lab/bench/pages/*' -not -path '*/node_modules/*' | sed 's|^\./||' | sort)
for page in $pages; do
    mkdir -p "$scratch/$(dirname "$page")"
    lines_of "$page" >"$scratch/$page"
done

# Links.
links=0
: >"$scratch/targets"
for page in $pages; do
    folder=$(dirname "$page")
    grep '^L ' "$scratch/$page" >"$scratch/links"
    while read -r _ line target; do
        case "$target" in
        http://* | https://* | mailto:*) continue ;;
        esac
        links=$((links + 1))
        path=${target%%#*} anchor=
        [ "$path" = "$target" ] || anchor=${target#*#}
        if [ -z "$path" ]; then
            path=$page
        elif [ "$folder" != . ]; then
            path=$folder/$path
        fi
        # Without x/../, so that a file has one name.
        path=$(echo "$path" | sed -e ':again' -e 's|[^/.][^/]*/\.\./||' -e 't again' -e 's|^\./||')
        echo "$path" >>"$scratch/targets"
        if [ ! -e "$path" ]; then
            is_generated "$path" || complain "$page:$line: there is no $path"
        elif [ -n "$anchor" ] && { [ ! -f "$scratch/$path" ] || ! grep -qxF "H $anchor" "$scratch/$path"; }; then
            complain "$page:$line: $path has no heading for #$anchor"
        fi
    done <"$scratch/links"
done

# Pictures.
for picture in docs/pictures/*; do
    [ ! -e "$picture" ] || grep -qxF "$picture" "$scratch/targets" || complain "$picture: no page shows it"
done

# Rows of the feature table of the README are rows of the table in docs/embed.md, to the letter.
sed -n '/^<!-- features: begin -->$/,/^<!-- features: end -->$/p' README.md | grep '^|' >"$scratch/features"
while read -r row; do
    grep -qxF "$row" docs/embed.md || complain "README.md: docs/embed.md has no such row: $row"
done <"$scratch/features"

# The map of docs/sources.md is src/rooms.txt.
if [ -e docs/sources.md ]; then
    sed -n 's/^\([a-z][a-z]*\)  *\(.*\)/| `\1` | \2 |/p' src/rooms.txt >"$scratch/rooms"
    sed -n '/^| room | contents |/,/^$/p' docs/sources.md | tail -n +3 | grep . | cmp -s - "$scratch/rooms" ||
        complain "docs/sources.md: the table of rooms is not that of src/rooms.txt"
fi

# The order, and the way through it.
sed -n 's/^| \[[^]]*\](\([a-z-]*\.md\)) |.*/\1/p' docs/README.md >"$scratch/order"
sort "$scratch/order" | uniq -d | while read -r page; do
    echo "docs/README.md: $page is there twice"
done >"$scratch/twice"
[ ! -s "$scratch/twice" ] || complain "$(cat "$scratch/twice")"
for page in docs/*.md; do
    name=$(basename "$page")
    [ "$name" = README.md ] || grep -qxF "$name" "$scratch/order" || complain "docs/README.md: $page is not in its tables"
done
previous=
while read -r name; do
    if [ -n "$previous" ] && ! is_generated "docs/$previous" && [ -e "docs/$previous" ]; then
        case $(grep '[^ ]' "docs/$previous" | tail -n 1) in
        'Next: ['*"]($name)"*) ;;
        *) complain "docs/$previous: its last line is not: Next: [...]($name)" ;;
        esac
    fi
    previous=$name
done <"$scratch/order"

echo "$(echo "$pages" | wc -l) pages, $links links, $(wc -l <"$scratch/order") pages in order"
[ "$links" -gt 0 ] && [ -s "$scratch/order" ] && exit $failed
exit 1
