# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors
# shellcheck shell=bash
#
# Bash completion for farkas: verbs, options, families, kinds, meshes, formats, works, experiments and files.

# Adds to COMPREPLY the words of the list $1 that begin with $2.
_farkas_words() {
    local word
    while IFS= read -r word; do
        COMPREPLY+=("$word")
    done < <(compgen -W "$1" -- "$2")
}

_farkas_files() {
    local word
    while IFS= read -r word; do
        COMPREPLY+=("$word")
    done < <(compgen -f -- "$1")
    compopt -o filenames 2>/dev/null
}

_farkas_folders() {
    local word
    while IFS= read -r word; do
        COMPREPLY+=("$word")
    done < <(compgen -d -- "$1")
    compopt -o filenames 2>/dev/null
}

# The first words of a list that the command prints itself: families, experiments.
_farkas_list() {
    local name rest
    "$@" 2>/dev/null | while read -r name rest; do
        printf '%s\n' "$name"
    done
}

# "A" or "A,B".
_farkas_kinds() {
    local kinds="any point seg tri tetra box sphere capsule half hull cylinder cone ellipsoid" first="" kind list=""
    if [[ $1 == *,* ]]; then
        first="${1%%,*},"
    fi
    for kind in $kinds; do
        list+=" $first$kind"
    done
    _farkas_words "$list" "$1"
}

_farkas() {
    local command="$1" word="$2" previous="$3" verb="" i
    COMPREPLY=()
    # bash makes three words of --option=value
    if [[ $word == "=" ]]; then
        word=""
    elif [[ $previous == "=" ]]; then
        previous="${COMP_WORDS[COMP_CWORD - 2]}"
    fi
    for ((i = 1; i < COMP_CWORD; i++)); do
        if [[ ${COMP_WORDS[i]} =~ ^(check|sweep|distance|search|view|render|report|robot|pairs|verify|info|convert|hull|split|gen|papers|bench|demo|help)$ ]]; then
            verb="${COMP_WORDS[i]}"
            break
        fi
    done
    if [[ $verb == gen && $((i + 1)) -lt $COMP_CWORD && ${COMP_WORDS[i + 1]} == mesh ]]; then
        verb="gen-mesh"
    fi

    case "$previous" in
    --color)
        _farkas_words "auto always never" "$word"
        return
        ;;
    --method)
        _farkas_words "exact fm fm-paper ec ec-paper sat sat6 gjk cw all" "$word"
        return
        ;;
    --kinds)
        if [[ $verb == bench ]]; then
            _farkas_words "box tetra box,tetra tri hull-8 hull-32 hull-128 hull-512 hull-2048 sphere capsule" "$word"
        else
            _farkas_kinds "$word"
        fi
        return
        ;;
    --family)
        _farkas_words "$(_farkas_list "$command" gen --list) size-1e-6 crossed moving" "$word"
        return
        ;;
    --work)
        _farkas_words "verdict verdict+hints distance distance+hints certificate certificate+box fm fm+box method warm single batch
            batch-index batch-float batch-large read-large meet pairs segment build" "$word"
        return
        ;;
    --units)
        _farkas_words "mm cm m in" "$word"
        return
        ;;
    --up)
        _farkas_words "x y z" "$word"
        return
        ;;
    --from)
        if [[ $verb != sweep ]]; then
            _farkas_words "stl stl-ascii obj ply ply-big ply-ascii off" "$word"
        fi
        return
        ;;
    --format)
        _farkas_words "stl stl-ascii obj ply ply-big ply-ascii off" "$word"
        return
        ;;
    --scene)
        if [[ $verb != bench ]]; then
            _farkas_files "$word"
            return
        fi
        _farkas_words "stl-10k stl-100k stl-300k stl-1M stl-1M-shuffled stl-4M sphere-5k sphere-16k sphere-50k sphere-500k ball-5k ball-16k
            ball-50k ball-500k split-bracket
            split-star split-nut split-torus split-trefoil knot-1k knot-10k knot-100k knot-1M knot-1e-9 knot-1e-12 all
            moving-1k moving-10k moving-30k moving-100k rest-10k again-10k few-10k place-1k huge-10k line-10k mixed-10k shapes" "$word"
        return
        ;;
    --cells)
        _farkas_words "pieces surface" "$word"
        return
        ;;
    --to | --tolerance | --resolution | --budget | --seconds | --samples | --clearance | --ignore-overlap | --between | --set | --ignore | --at | --jobs | -j | --limit | \
        --count | --seed | --rounds | --time | --weld | --scale | --concavity | --max-pieces | --triangles | --size | \
        --object | --pair | --camera | --section | --levels | --tests | --children | --joints | --suggest-ignore)
        return
        ;;
    --package-path)
        _farkas_folders "$word"
        return
        ;;
    --side)
        _farkas_words "corner front back left right top bottom" "$word"
        return
        ;;
    --explain)
        _farkas_words "gjk cw sat sat6 fm fm-paper ec ec-paper" "$word"
        return
        ;;
    --layers)
        _farkas_words "edges aabb obb sphere tree hull pieces cells labels" "$word"
        return
        ;;
    --readme | --output | --screenshot | --junit | --report | --baseline | --srdf | --trajectory | -o)
        _farkas_files "$word"
        return
        ;;
    --pov | --peers | --out)
        if [[ $verb == search || $verb == render ]]; then
            _farkas_files "$word"
        else
            _farkas_folders "$word"
        fi
        return
        ;;
    esac

    case "$verb:$word" in
    :-*) _farkas_words "--help --version --color" "$word" ;;
    :*) _farkas_words "check sweep distance view render report robot search pairs verify info convert hull split gen papers bench demo help" "$word" ;;
    check:-*)
        _farkas_words "--clearance --allow-contact --ignore-overlap --between --set --ignore --at --first --volume
            --distances --srdf --joints --trajectory --package-path --scene --time --json --csv --junit --report --report-pictures --baseline --approve --jobs --units --up --weld --join --from --quiet --verbose --color --help" "$word"
        ;;
    sweep:-*)
        _farkas_words "--clearance --allow-contact --between --set --ignore --first --from --to --closest --tolerance
            --resolution --budget --seconds --scene --srdf --joints --trajectory --package-path --units --up --weld --join
            --json --csv --junit --report --report-pictures --baseline --approve --distances --samples --jobs --quiet --verbose --color --help" "$word"
        ;;
    demo:-*) _farkas_words "--quiet --verbose --color --help" "$word" ;;
    demo:*) _farkas_folders "$word" ;;
    distance:-*)
        _farkas_words "--at --json --srdf --joints --trajectory --package-path --scene --time --units --up --weld --join --from
            --quiet --verbose --color --help" "$word"
        ;;
    view:-*)
        _farkas_words "--size --pair --side --camera --layers --section --no-legend --keys --screenshot
            --explain --frame --hull --clearance --allow-contact --between --set --ignore --at --srdf --joints --trajectory --package-path --scene
            --time --jobs --units --up --weld --join --from --quiet --verbose --color --help" "$word"
        ;;
    render:-*)
        _farkas_words "--output --size --pair --side --camera --layers --section --no-legend --transparent --pov --no-check
            --explain --frame --hull --clearance --allow-contact --between --set --ignore --at --srdf --joints --trajectory --package-path --scene
            --time --jobs --units --up --weld --join --from --quiet --verbose --color --help" "$word"
        ;;
    report:-*)
        _farkas_words "--output --title --pictures --no-pictures --no-3d --baseline --approve --jobs --quiet --verbose --color --help" "$word"
        ;;
    robot:-*)
        _farkas_words "--info --joints --suggest-ignore --seed --srdf --package-path --json --quiet --verbose --color --help" "$word"
        ;;
    search:-*)
        _farkas_words "--object --first --no-boxes --at --rules --levels --time --tests --cells --children --limit --json --pov
            --jobs --units --up --weld --join --from --quiet --verbose --color --help" "$word"
        ;;
    pairs:-*) _farkas_words "--json --verify --method --quiet --verbose --color --help" "$word" ;;
    verify:-*) _farkas_words "--quiet --verbose --color --help" "$word" ;;
    info:-*) _farkas_words "--strict --defects --json --units --up --weld --join --from --quiet --verbose --color --help" "$word" ;;
    convert:-*)
        _farkas_words "--scale --units --up --weld --join --from --format --quiet --verbose --color --help" "$word"
        ;;
    hull:-*)
        _farkas_words "--each --pairs --format --units --up --weld --join --from --quiet --verbose --color --help" "$word"
        ;;
    split:-*)
        _farkas_words "--concavity --max-pieces --no-proof --json --format --units --up --weld --join --from --quiet
            --verbose --color --help" "$word"
        ;;
    gen:-*) _farkas_words "--count --seed --kinds --list --quiet --verbose --color --help" "$word" ;;
    gen:*) _farkas_words "$(_farkas_list "$command" gen --list) mesh" "$word" ;;
    gen-mesh:-*)
        _farkas_words "--triangles --size --format --output --list --quiet --verbose --color --help" "$word"
        ;;
    gen-mesh:*) _farkas_words "$(_farkas_list "$command" gen mesh --list)" "$word" ;;
    papers:-*) _farkas_words "--json --out --pov --quick --seed --quiet --verbose --color --help" "$word" ;;
    papers:*) _farkas_words "$(_farkas_list "$command" papers) all" "$word" ;;
    bench:-*)
        _farkas_words "--family --kinds --work --count --rounds --time --seed --quick --instructions --peers --no-peers
            --csv --json --out --readme --scene --limit --rules --quiet --verbose --color --help" "$word"
        ;;
    bench:*)
        if [[ $((i + 1)) -lt $COMP_CWORD ]]; then
            _farkas_files "$word"
        else
            _farkas_words "pairs mesh trees cells world motion embed page" "$word"
        fi
        ;;
    help:*) _farkas_words "check sweep distance view render report robot search pairs verify info convert hull split gen papers bench demo" "$word" ;;
    *) _farkas_files "$word" ;;
    esac
}

complete -F _farkas farkas
