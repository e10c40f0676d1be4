#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# The verbs check and distance of the farkas command: tables, JSON, CSV, JUnit XML, options, scenes, errors. Among them are cases from
# bug reports to other libraries.
#
#     cli_check.sh path/to/farkas

. "$(dirname "$0")/expect.sh"

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

# kind A B: the kind of the only pair of two files
kind() {
    "$farkas" check "$@" --json 2>errors | sed -n 's/.*"kind":"\([a-z]*\)".*/\1/p'
}

# kinds EXPECTED A B...: both orders of the files give this kind
kinds() {
    echo "$1 $1" >want
    echo "$(kind "$2" "$3") $(kind "$3" "$2")" >got
    same "$1 expected of $2 and $3"
}

# ---- Tables ----------------------------------------------------------------------------------------------

box a.off 0 0 0 2 2 2
box b.off 0 0 1.75 2 2 3
box c.off 5 0 0 6 1 1
box inner.off 0.5 0.5 0.5 1 1 1
box flush.off 2 0 0 3 2 2

expect 1 '3 parts in mm (assumed; --units), 3 pairs: clash, contact or closer than 5 mm
  HARD       a x b   depth 0.25 mm   box (0 0 1.75)-(2 2 2)
  CLEARANCE  a x c   3 mm < 5 mm   at (2 0 0)
  CLEARANCE  b x c   3.0923 mm < 5 mm   at (2 0 1.75)
3 clashes in 3 pairs, none undecided.' '' check a.off b.off c.off --clearance 5mm
expect 0 '2 parts in mm, 1 pair
  clear      a x c   3 mm
0 clashes in 1 pair, none undecided.' '' check a.off c.off --units mm
expect 1 '2 parts in mm (assumed; --units), 1 pair
  CONTAINED  a x inner   inner is inside   depth 1 mm   box (0.5 0.5 0.5)-(1 1 1)
1 clash in 1 pair, none undecided.' '' check a.off inner.off
expect 0 '2 parts in mm (assumed; --units), 1 pair
  contact    a x flush   at (2 0 0)   box (2 0 0)-(2 2 2)
0 clashes in 1 pair, none undecided.' '' check a.off flush.off --allow-contact
expect 1 '2 parts in mm (assumed; --units), 1 pair
  DUPLICATE  a.off x sub/a.off
1 clash in 1 pair, none undecided.' '' check a.off "$(mkdir -p sub && cp a.off sub && echo sub/a.off)"
expect 1 '3 parts in mm (assumed; --units), 2 pairs, 1 ignored
  CONTACT    a x flush   at (2 0 0)   box (2 0 0)-(2 2 2)
  clear      flush x b   2.75 mm
  ignored    a x b       glued
1 clash in 2 pairs, none undecided.' '' check -v a.off flush.off b.off --ignore 'a,b=glued' --at b=1.00001,0,3
expect 0 'b to c: 2.9999999999999996 to 3.0000000000000004 mm
  on a       0 0 0' '' distance /dev/null /dev/null
