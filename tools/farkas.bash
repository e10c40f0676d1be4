# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors
# shellcheck shell=bash
#
# Bash completion for farkas: verbs, options, families, kinds and files.

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

# The families, from the command itself.
_farkas_families() {
    local name rest
    "$1" gen --list 2>/dev/null | while read -r name rest; do
        printf '%s\n' "$name"
    done
}

# "A" or "A,B".
_farkas_kinds() {
    local kinds="any point seg tri tetra box sphere capsule half" first="" kind list=""
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
        if [[ ${COMP_WORDS[i]} =~ ^(pairs|verify|gen|help)$ ]]; then
            verb="${COMP_WORDS[i]}"
            break
        fi
    done

    case "$previous" in
    --color)
        _farkas_words "auto always never" "$word"
        return
        ;;
    --method)
        _farkas_words "exact" "$word"
        return
        ;;
    --kinds)
        _farkas_kinds "$word"
        return
        ;;
    --count | --seed)
        return
        ;;
    esac

    case "$verb:$word" in
    :-*) _farkas_words "--help --version --color" "$word" ;;
    :*) _farkas_words "pairs verify gen help" "$word" ;;
    pairs:-*) _farkas_words "--json --verify --method --quiet --verbose --color --help" "$word" ;;
    verify:-*) _farkas_words "--quiet --verbose --color --help" "$word" ;;
    gen:-*) _farkas_words "--count --seed --kinds --list --quiet --verbose --color --help" "$word" ;;
    gen:*) _farkas_words "$(_farkas_families "$command")" "$word" ;;
    help:*) _farkas_words "pairs verify gen" "$word" ;;
    *) _farkas_files "$word" ;;
    esac
}

complete -F _farkas farkas
