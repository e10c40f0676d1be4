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

# The same of what compgen makes of an option: files or folders.
_farkas_paths() {
    local word
    while IFS= read -r word; do
        COMPREPLY+=("$word")
    done < <(compgen "$1" -- "$2")
    compopt -o filenames 2>/dev/null
}

# The first words of a list that the command prints itself: families, experiments.
_farkas_list() {
    local name rest
    "$@" 2>/dev/null | while read -r name rest; do
        printf '%s\n' "$name"
    done
}

# The options of a verb, as its help lists them.
_farkas_options() {
    "$@" --help 2>/dev/null | sed -n 's/^  \(-[a-z], \|    \)\(--[a-z0-9-]*\).*/\2/p' | awk '!seen[$1]++'
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
    local verbs="check sweep distance view render report robot plan search pairs verify info convert hull split spheres gen papers bench demo"
    COMPREPLY=()
    # bash makes three words of --option=value
    if [[ $word == "=" ]]; then
        word=""
    elif [[ $previous == "=" ]]; then
        previous="${COMP_WORDS[COMP_CWORD - 2]}"
    fi
    for ((i = 1; i < COMP_CWORD; i++)); do
        if [[ " $verbs help " == *" ${COMP_WORDS[i]} "* ]]; then
            verb="${COMP_WORDS[i]}"
            break
        fi
    done
    if [[ $verb == gen && $((i + 1)) -lt $COMP_CWORD && ${COMP_WORDS[i + 1]} == mesh ]]; then
        verb="gen-mesh"
    elif [[ $verb == gen && $((i + 1)) -lt $COMP_CWORD && ${COMP_WORDS[i + 1]} == assembly ]]; then
        verb="gen-assembly"
    fi

    case "$verb:$previous" in
    *:--color) _farkas_words "auto always never" "$word"; return ;;
    *:--method) _farkas_words "exact fm fm-paper ec ec-paper sat sat6 gjk cw all" "$word"; return ;;
    bench:--kinds) _farkas_words "box tetra box,tetra tri hull-8 hull-32 hull-128 hull-512 hull-2048 sphere capsule cylinder cone ellipsoid
        ray,sphere ray,box ray,capsule ray,cylinder ray,cone ray,ellipsoid ray,tri ray,hull-32 ray,hull-128 sphere,box capsule,box" "$word"; return ;;
    *:--kinds) _farkas_kinds "$word"; return ;;
    *:--family) _farkas_words "$(_farkas_list "$command" gen --list) size-1e-6 crossed moving posed overlapping hit miss graze inside" "$word"; return ;;
    *:--work)
        _farkas_words "verdict verdict+hints distance distance+hints certificate certificate+box fm fm+box method warm single batch
            batch-index batch-float batch-large read-large posed ray cast contact meet pairs segment build" "$word"
        return
        ;;
    *:--units) _farkas_words "mm cm m in" "$word"; return ;;
    *:--up) _farkas_words "x y z" "$word"; return ;;
    sweep:--from | plan:--from | plan:--to | plan:--time) return ;;
    *:--from | *:--format) _farkas_words "stl stl-ascii obj ply ply-big ply-ascii off" "$word"; return ;;
    bench:--scene)
        _farkas_words "stl-10k stl-100k stl-300k stl-1M stl-1M-shuffled stl-4M sphere-5k sphere-16k sphere-50k sphere-500k ball-5k ball-16k
            ball-50k ball-500k split-bracket split-star split-nut split-torus split-trefoil knot-1k knot-10k knot-100k knot-1M knot-1e-9
            knot-1e-12 apart-1k apart-10k apart-100k apart-1M far-0.5 far-1e3 far-1e5 far-1e7 all moving-1k moving-10k moving-30k moving-100k rest-10k again-10k few-10k place-1k huge-10k line-10k mixed-10k
            shapes ray-balls ray-mixed" "$word"
        return
        ;;
    *:--cells) _farkas_words "pieces surface fitted" "$word"; return ;;
    *:--side) _farkas_words "corner front back left right top bottom" "$word"; return ;;
    *:--explain) _farkas_words "gjk cw sat sat6 fm fm-paper ec ec-paper collide" "$word"; return ;;
    *:--layers) _farkas_words "edges aabb obb sphere spheres tree hull pieces cells labels" "$word"; return ;;
    gen-assembly:--output | gen-assembly:-o) _farkas_paths -d "$word"; return ;;
    *:--readme | *:--output | *:--screenshot | *:--junit | *:--report | *:--baseline | *:--srdf | *:--trajectory | *:-o | *:--scene | \
        search:--pov | render:--pov) _farkas_paths -f "$word"; return ;;
    *:--package-path | *:--pov | *:--peers | *:--out | *:--data) _farkas_paths -d "$word"; return ;;
    esac
    # What has a value that nobody knows here.
    if [[ " --to --tolerance --resolution --budget --seconds --samples --clearance --ignore-overlap --between --set --ignore --at --jobs -j
        --limit --count --parts --seed --rounds --time --weld --scale --concavity --max-pieces --triangles --size --object --pair --camera
        --section --levels --tests --children --accuracy --acceleration --most-cells --joints --arg
        --suggest-ignore " =~ [[:space:]]"$previous"[[:space:]] ]]; then
        return
    fi

    case "$verb:$word" in
    :-*) _farkas_words "--help --version --color" "$word" ;;
    :*) _farkas_words "$verbs help" "$word" ;;
    help:*) _farkas_words "$verbs" "$word" ;;
    gen-mesh:-*) _farkas_words "$(_farkas_options "$command" gen mesh)" "$word" ;;
    gen-mesh:*) _farkas_words "$(_farkas_list "$command" gen mesh --list)" "$word" ;;
    gen-assembly:-*) _farkas_words "$(_farkas_options "$command" gen assembly)" "$word" ;;
    gen-assembly:*) ;;
    bench:-*) _farkas_words "$(_farkas_options "$command" bench "${COMP_WORDS[i + 1]}")" "$word" ;;
    *:-*) _farkas_words "$(_farkas_options "$command" "$verb")" "$word" ;;
    gen:*) _farkas_words "$(_farkas_list "$command" gen --list) mesh assembly" "$word" ;;
    papers:*) _farkas_words "$("$command" papers 2>/dev/null | sed -n 's/^  \([a-z0-9-]*\) .*/\1/p') all" "$word" ;;
    demo:*) _farkas_paths -d "$word" ;;
    bench:*)
        if [[ $((i + 1)) -lt $COMP_CWORD ]]; then
            _farkas_paths -f "$word"
        else
            _farkas_words "pairs mesh trees cells world motion robots plan embed page" "$word"
        fi
        ;;
    *) _farkas_paths -f "$word" ;;
    esac
}

complete -F _farkas farkas
