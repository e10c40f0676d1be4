#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# The window of `farkas view`, with real key presses, clicks and drags on a display of its own. What happens is told by the
# lines of --verbose, and seen in the pictures that a key takes. Skipped without Xvfb or xdotool, and without a window in
# this build.
#
#     view_window.sh path/to/farkas [path/to/compare_pictures]

compare=${2-}
[ $# -lt 2 ] || set -- "$1"
. "$(dirname "$0")/expect.sh"

# trouble PATTERN ARGUMENT...: exit status 2, and one message that matches
trouble() {
    pattern=$1
    shift
    "$farkas" view "$@" >got_out 2>got_err
    status=$?
    { echo "exit status $status" && cat got_err; } >details
    if [ $status -eq 2 ] && [ ! -s got_out ] && [ "$(wc -l <got_err)" -eq 1 ] &&
        grep -q -e "^farkas: error: .*$pattern" got_err; then
        pass
    else
        fail "view $* should say: $pattern"
    fi
}

box a.off 0 0 0 2 2 2
box b.off 1 1 1.75 3 3 3
box c.off 2.5 0 0 3.5 1 1

trouble 'view needs files, a scene, a robot or a result'
trouble '--explain needs two pieces, such as' --explain gjk
trouble 'a window has at least 320x240' --size 100x100 a.off
trouble 'no-such.off' no-such.off
# What the window says about its keys, the help and the manual say, too.
"$farkas" view --help >help
sed -n 's/^    {"[^"m][^"]*", "\(.*\)"},$/\1/p' "$here/../view/window_key_list.c" >texts
holds "the window has keys" test "$(wc -l <texts)" -gt 20
while read -r text; do
    holds "the help has: $text" grep -qF -e "$text" help
    holds "docs/view.md has: $text" grep -qF -e "$text" "$here/../docs/view.md"
done <texts
if ! env -u DISPLAY -u WAYLAND_DISPLAY "$farkas" view a.off >got_out 2>got_err && grep -q 'built without a window' got_err; then
    echo "skipped: this farkas has no window"
    exit 77
fi
(
    unset DISPLAY WAYLAND_DISPLAY
    trouble "there is no display to open a window on.*farkas render" a.off b.off
    [ "$failed" -eq 0 ]
) || failed=$((failed + 1))
for program in Xvfb xdotool; do
    command -v $program >/dev/null || {
        echo "skipped: $program is not installed"
        exit 77
    }
done

# ---- A display, a window ------------------------------------------------------------------------------------

Xvfb -displayfd 3 -screen 0 960x600x24 3>display >/dev/null 2>&1 &
server=$!
viewer=
end() {
    [ -z "$viewer" ] || kill "$viewer" 2>/dev/null
    kill "$server" 2>/dev/null
    wait 2>/dev/null
    rm -rf "$tmp"
}
trap end EXIT
tries=0
until [ -s display ]; do
    tries=$((tries + 1))
    [ $tries -lt 100 ] || {
        echo "skipped: Xvfb does not start"
        exit 77
    }
    sleep 0.05
done
DISPLAY=:$(cat display)
# What drivers do not release is not ours.
export DISPLAY LIBGL_ALWAYS_SOFTWARE=1 ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0"
unset WAYLAND_DISPLAY

"$farkas" view a.off b.off --screenshot first.png -q >got_out 2>got_err
status=$?
if grep -q 'no OpenGL 3.3' got_err; then
    echo "skipped: there is no OpenGL 3.3"
    exit 77
fi
{ echo "exit status $status" && cat got_out got_err; } >details
if [ $status -eq 0 ] && [ ! -s got_out ] && [ ! -s got_err ] && [ -s first.png ]; then
    pass
else
    fail "a screenshot without a word"
fi

# await PATTERN: a new line of the log matches, within a minute; what is before it is done with
seen=0
await() {
    tries=0
    while [ $tries -lt 1200 ]; do
        line=$(tail -n +$((seen + 1)) log | grep -n -m1 -e "$1")
        if [ -n "$line" ]; then
            seen=$((seen + ${line%%:*}))
            pass
            return 0
        fi
        tries=$((tries + 1))
        sleep 0.05
    done
    tail -n +$((seen + 1)) log >details
    fail "the window should say: $1"
    return 1
}

press() {
    for key in "$@"; do
        xdotool key "$key"
    done
}

# click X Y; drag X Y X Y: the mouse goes there in steps, as hands do
click() {
    xdotool mousemove "$1" "$2" sleep 0.05 click 1
}
drag() {
    xdotool mousemove "$1" "$2" sleep 0.05 mousedown 1 sleep 0.05 mousemove $((($1 + $3) / 2)) $((($2 + $4) / 2)) \
        sleep 0.05 mousemove "$3" "$4" sleep 0.05 mouseup 1
}

# picture NAME: takes one with the key, and gives it this name
picture() {
    press s
    await 'note: Picture saved: ' || return
    mv farkas-001.png "$1.png" 2>/dev/null || mv farkas-00?.png "$1.png"
}

# differ A B: two pictures are not the same
differ() {
    echo "$1.png and $2.png are the same" >details
    if cmp -s "$1.png" "$2.png"; then
        fail "what was done is seen"
    else
        pass
    fi
}

"$farkas" demo cell -q >/dev/null 2>details || fail "the sample workcell"
"$farkas" view cell/cell.json --size 960x600 -v 2>log &
viewer=$!
await 'open: 13 parts'
await 'sweep: 3 of 68 pairs'
await 'closest: 68 pairs'
xdotool search --sync --name 'cell.json - Farkas' windowfocus --sync >/dev/null 2>&1
xdotool mousemove 480 220
picture begin

# ---- Keys ---------------------------------------------------------------------------------------------------

# The first clash, at its moment; then the next, and back.
press n
await 'selected: crate, tool'
await 'time: 1.62'
await 'clash: 1 of 68 pairs'
await 'view: selection'
press n
await 'selected: post, tool'
press p
await 'selected: crate, tool'
press w
await 'edges: on'
press w b
await 'volumes: '
press plus
await 'tree: level 4'
press t h x y z
await 'hulls: on'
await 'section: on'
await 'section: axis y'
press x h b b b
await 'volumes: none'
press period
await 'time: 1.68'
press greater
await 'time: 2.5'
press question
await 'help: on'
press Escape
await 'help: off'
press f 6
await 'view: top'
press g
await 'flight: begins'
press w Escape Escape
await 'flight: ends'
press Escape
press 1
await 'view: corner'

# The keyboard alone: Tab comes to the list, where arrows and Enter choose.
press Tab Tab Tab Tab Home Return
await 'selected: crate, tool'
press Down
await 'selected: post, tool'
press Tab Tab Tab Tab Tab Right
await 'time: '
press Escape

# ---- Mouse --------------------------------------------------------------------------------------------------

# The third row of the list; the time slider; a joint; a part of the scene; the button of the keys.
click 100 178
await 'selected: gate, tool'
await 'clash: 1 of 68 pairs'
picture clash
differ begin clash
drag 590 553 390 553
await 'time: 2.1'
drag 821 69 920 69
await 'joint: pan'
await 'clash: '
picture joint
differ clash joint
press j
await 'joints: as they were'
press 1
click 505 320
await 'selected: [a-z]'
drag 400 450 460 470
xdotool click 4
click 918 584
await 'help: on'
press Escape
await 'help: off'

# ---- Files --------------------------------------------------------------------------------------------------

# One that changes is loaded again; one that is broken is told, and what is there stays.
cp cell/cell.json whole.json
echo '{"parts": [' >cell/cell.json
await 'files: changed'
await 'trouble: cell/cell.json:'
cp whole.json cell/cell.json
await 'note: loaded again: 13 parts'
press ctrl+q
wait "$viewer"
echo "$?" >got
echo 0 >want
viewer=
same "the window is closed by a key"

# ---- A method -----------------------------------------------------------------------------------------------

"$farkas" view -v --size 960x600 --explain gjk 'box 0 0 0 1 0 0 0 1 0 0 0 1' 'sphere 3 0 0 1' 2>log &
viewer=$!
seen=0
await 'open: '
xdotool search --sync --name 'gjk - Farkas' windowfocus --sync >/dev/null 2>&1
press Right
await 'frame: 1 of '
press End Home
await 'frame: 0 of '
click 150 540
await 'frame: 1 of '
press ctrl+q
wait "$viewer"
viewer=

# ---- Pictures -----------------------------------------------------------------------------------------------

# Of a result, as it takes seconds to seek it each time.
if [ -n "$compare" ]; then
    "$farkas" sweep cell/cell.json --closest --json -q >result.json 2>details
    for name in cell narrow; do
        size=960x600
        [ $name = cell ] || size=640x480
        "$farkas" view result.json --pair post,tool --size $size --screenshot $name.png -q >details 2>&1
        if "$compare" "$here/pictures/window_$name.png" $name.png >>details 2>&1; then
            pass
        else
            fail "the picture $name"
            [ -z "${FARKAS_KEEP_PICTURES-}" ] || cp $name.png "$FARKAS_KEEP_PICTURES/window_$name.png"
        fi
    done
fi

finish
