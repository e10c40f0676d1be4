#!/bin/bash
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors
#
# Mutation check: breaks the library in one place at a time and demands that a test goes red each time.
# Each mutant is a line of the list below: file, a sed expression that must change it, what it breaks.
# Runs the tests of exact arithmetic, verifier, narrow phase and hulls, then a sample of the campaign against the oracle.
# Usage: test/mutants.sh [WORD]: only the mutants whose line contains WORD.

set -u
top=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
flags=(-std=c11 -O1 -ffp-contract=off -D_POSIX_C_SOURCE=200809L)
cc=${CC:-gcc}

mutants() {
    cat <<'LIST'
src/base/ball.h|s/FK_BALL_ROUND 0x1p-51/FK_BALL_ROUND 0x1p-53/|the filter's rounding error is too small
src/base/ball.h|s/FK_BALL_TINY  0x1p-500/FK_BALL_TINY  0x0p0/|the filter has no underflow term
src/base/ball.h|s/fabs(a.mid) \* b.rad + (fabs(b.mid) + b.rad) \* a.rad/fabs(a.mid) * b.rad/|a product forgets one factor's error
src/base/ball.h|s/a.mid > a.rad ? 1/a.mid > 0 ? 1/|the filter believes every positive number
src/base/ball.h|s/(a.rad + b.rad + FK/(a.rad + FK/|a sum forgets one term's error
src/base/exact.c|s/out |= sum < carry;/out = sum < carry;/|a carry is lost
src/base/exact.c|s/out |= difference < borrow;//|a borrow is lost
src/base/exact.c|s/limb\[j + a.count\] = carry;/limb[j + a.count] = 0;/|a product's last carry is lost
src/base/exact.c|s/a.sign \* b.sign);/a.sign);/|a product has the wrong sign
src/base/exact.c|s/return top_a > top_b ? 1 : -1;/return a.count > b.count ? 1 : -1;/|numbers are compared by length
src/base/exact.c|s/if (a.sign < 0 \&\& dropped)/if (dropped)/|rounding down goes up
src/narrow/boxes.c|s/(256 \* 0x1p-52)/(0 * 0x1p-52)/|the boxes' error bound is zero
src/narrow/boxes.c|s/(shadow_b\[j1\]\[i\] + shadow_b\[j2\]\[i\])/(shadow_b[j1][i] + shadow_b[j1][i])/|a mixed axis adds the wrong shadow
src/narrow/boxes.c|s/i < 3 \&\& !found->apart; i++/i < 2 \&\& !found->apart; i++/|three of the mixed axes do not count
src/narrow/boxes.c|s/touching = touching || sign == 0;//|boxes that touch are called overlapping
src/narrow/boxes.c|s/if (!found->solid)/if (false)/|flat boxes are taken for solid ones
src/narrow/boxes.c|s/distance.sign \*= distance.sign;//|an exact axis looks one way only
src/narrow/formulas.inc|s/CROSS(p, e, CROSS(p, NAME(difference)(p, w), e))/CROSS(p, CROSS(p, NAME(difference)(p, w), e), e)/|the normal of a line points the wrong way
src/narrow/formulas.inc|s/return MINUS(p, DOT(p, over, over), reach);/return MINUS(p, DOT(p, over, over), radius);/|a radius is not squared
src/narrow/solver.c|s/fk_normal_side(pair, \&n, above) <= 0/fk_normal_side(pair, \&n, above) < 0/|a flat side is taken for an overlap
src/narrow/solver.c|s/fk_normal_side(pair, \&n, beyond) <= 0/fk_normal_side(pair, \&n, beyond) < 0/|half a turn is taken for a whole
src/narrow/solver.c|s/side > 0 : side >= 0/side >= 0 : side >= 0/|touching pieces are called apart
src/narrow/solver.c|s/    if (turn < 0) {/    if (turn <= 0) {/|the turn around a line misses the opposite side
src/narrow/solver.c|s/fk_sign_plane_gain(pair, w, x, y, z) >= 0/fk_sign_plane_gain(pair, w, x, y, z) <= 0/|a triangle is chosen from the wrong side
src/narrow/solver.c|s/excess == 0 ? FK_TOUCHING/excess == 0 ? FK_OVERLAPPING/|touching spheres are called overlapping
src/narrow/half.c|s/sign <= 0 \&\& fk_sign_of/sign < 0 \&\& fk_sign_of/|a sphere whose centre lies on the plane
src/narrow/half.c|s/fk_exact_compare(next, least) < 0/fk_exact_compare(next, least) > 0/|the highest vertex instead of the deepest
src/narrow/half.c|s/size\[0\].sign = size\[1\].sign = 1;//|opposite half-spaces with a negative component
src/shape/vertices.c|s/(vertex >> k \& 1) != 0/(vertex >> k \& 1) == 0/|box corners are numbered backwards
src/shape/vertices.c|s/vertex == k + 1/vertex >= k + 1/|tetrahedron corners add up edges
src/proof/verify.c|s/pair\[i\].a >= count_a || //|the verifier does not check the first index
src/proof/verify.c|s/greatest(c, fk_exact_vec3_from(c->arena, vector)).sign < 0/greatest(c, fk_exact_vec3_from(c->arena, vector)).sign <= 0/|the verifier takes touching for apart
src/proof/verify.c|s/least(c, n).sign > 0/least(c, n).sign >= 0/|the verifier takes a plane that touches
src/proof/verify.c|s/greatest(c, n).sign <= 0/greatest(c, n).sign <= 1/|the verifier does not look at the direction
src/proof/verify.c|s/\!fk_exact_vec3_is_zero(n) \&\& greatest/greatest/|the verifier takes a zero direction
src/proof/verify.c|s/if (\!flat \&\& \!(above \&\& below))/if (!flat \&\& !(above || below))/|the verifier takes one side for both
src/proof/verify.c|s/return any_plane;/return true;/|the verifier takes points on a line
src/proof/verify.c|s/sign_dot(c, d\[0\], d\[1\]) < 0/sign_dot(c, d[0], d[1]) <= 0/|the verifier takes an end for the inside of a segment
src/proof/verify.c|s/sign_dot(c, normal, d\[0\]) == 0 \&\&//|the verifier takes a triangle beside the origin
src/proof/verify.c|s/sign_dot(c, d\[0\], e) <= 0 \&\& sign_dot(c, d\[1\], e) >= 0/sign_dot(c, d[0], e) <= 0/|the verifier looks at one end of an edge only
src/proof/verify.c|s/side_of_edge(c, d\[2\], d\[0\], normal) >= 0/true/|the verifier looks at two edges of a triangle only
src/proof/verify.c|s/(count < 1 || count > 3 || !pairs_exist(c, c->certificate->pair, count))/(count < 1 || count > 3)/|the verifier does not check the indices of a meeting
src/proof/verify.c|s/if (certificate->pair_count != 0 || certificate->direction.form != FK_DIRECTION_NONE)/if (certificate->pair_count != 0)/|the verifier takes a direction for two half-spaces
src/proof/verify.c|s/!nearest_direction(c, d, count, \&n) || !foot_in_hull(c, d, count)/!nearest_direction(c, d, count, \&n)/|the verifier does not look where the foot lies
src/proof/verify.c|s/fk_exact_compare(least(c, n), fk_exact_vec3_dot(c->arena, n, d\[0\])) < 0/fk_exact_compare(least(c, n), fk_exact_vec3_dot(c->arena, n, d[0])) < -1/|the verifier believes any nearest feature
src/proof/verify.c|s/if (fk_exact_compare(reach, extreme(c, piece, n, true)) != 0)/if (false)/|the verifier believes any deepest vertex
src/proof/verify.c|s/if (\!parallel || sign_dot(c, n1, n2) > 0)/if (!parallel)/|the verifier takes equal normals for opposite ones
src/proof/verify.c|s/sign > 0 ? FK_APART : sign == 0/sign >= 0 ? FK_APART : sign == 0/|the verifier mixes up touching and apart
src/shape/cloud.h|s/FK_CLOUD_ROUND 0x1p-48/FK_CLOUD_ROUND 0x1p-54/|the filter of hulls has too small a bound
src/shape/cloud.h|s/FK_CLOUD_TINY  0x1p-500/FK_CLOUD_TINY  0x0p0/|the filter of hulls has no underflow term
src/shape/cloud.c|s/#define FIXED_BITS 125/#define FIXED_BITS 130/|numbers that do not fit are taken for fitting ones
src/shape/cloud.c|s/(fixed)1 << 61/(fixed)1 << 66/|long differences are taken for short ones
src/shape/cloud.c|s/high += low >> 64;//|the lower half of a height is forgotten
src/shape/cloud.c|s/carry = carry \&\& x\[i\] == 0;/carry = 0;/|a carry of a negation is lost
src/shape/cloud.c|s/accumulate(out, product, 4, !negative);/accumulate(out, product, 4, negative);/|a long cross product adds
src/shape/cloud.c|s/height \* fk_cloud_turn/fk_cloud_turn/|the side of a plane across an axis forgets the order
src/shape/hull_surface.c|s/point) > 0;/point) >= 0;/|a triangle is seen from its own plane
src/shape/hull_surface.c|s/height == t->far_height \&\&/height <= t->far_height \&\&/|the eye is not the first of equal points, or not the farthest
src/shape/hull_surface.c|s/i < s->seen_count; i++) {$/i < 1; i++) {/|only the points of the first triangle are handed on
src/shape/hull_facets.c|s/s->link\[i\] >= 3/s->link[i] >= 2/|points inside edges are taken for vertices
src/shape/hull_facets.c|s/third) == 0;/third) == 2;/|facets are not merged
src/shape/hull_facets.c|s/sort_faces(mesh, f, f->order\[0\], 1, f->order\[1\]);/memcpy(f->order[1], f->order[0], mesh->face_count * sizeof(uint32_t));/|faces are sorted by one vertex only
src/shape/hull_flat.c|s/s->axis\[2\]) <= 0)/s->axis[2]) < 0)/|points inside edges of a polygon are taken for vertices
src/shape/hull_flat.c|s/compare(s, \*left, \*right) <= 0/compare(s, *left, *right) < 0/|of equal points the last is taken
src/shape/hull_simplex.c|s/if (!is_on_line(cloud, corner\[0\], corner\[1\], corner\[2\]))/if (largest > 0)/|a flat triangle is taken for a start
src/shape/hull_small.c|s/if (turn < 0 || (turn == 0/if (turn < 0 || (false/|the nearer of two points on a line is taken
src/shape/hull_small.c|s/if (above != below)/if (above || below)/|the first facet cuts through the points
src/shape/hull.c|s/if (to != last \&\& /if (/|shortcuts occur twice
LIST
}

programs=(test_exact test_verify test_narrow test_cloud test_hull test_hull_small campaign)
libs=(-lcmocka -lgmp -lm)

# Compiles one source of a tree into its object beside it.
compile() {
    "$cc" "${flags[@]}" -I"$1/include" -I"$1/src" -I"$1/test" -I"$1/test/oracle" -c "$1/$2" -o "$1/${2%.c}.o"
}

link_program() {
    "$cc" "$1/test/$2.o" "$1"/test/oracle/*.o "$1"/src/*/*.o "${libs[@]}" -o "$1/$2" 2>/dev/null
}

# True when some test program fails on the tree. Loops that never end are failures, too.
goes_red() {
    local tree=$1 program
    for program in "${programs[@]}"; do
        link_program "$tree" "$program" || return 1
        if [ "$program" = campaign ]; then
            timeout 120 "$tree/campaign" --count 20000 --seed 7 --jobs 2 --quiet >/dev/null 2>&1 || return 0
        else
            timeout 60 "$tree/$program" >/dev/null 2>&1 || return 0
        fi
    done
    return 1
}

mkdir "$work/base"
cp -r "$top/src" "$top/include" "$top/test" "$work/base/"
for source in "$work"/base/src/*/*.c "$work"/base/test/oracle/[!t]*.c; do
    compile "$work/base" "${source#"$work/base/"}" || exit 2
done
for program in "${programs[@]}"; do
    compile "$work/base" "test/$program.c" || exit 2
done
if goes_red "$work/base"; then
    echo "mutants: the tests fail without any mutant" >&2
    exit 2
fi

killed=0
survived=0
while IFS='|' read -r file first rest; do
    # A sed expression may contain the separator itself: the last field is the description.
    line="$first|$rest"
    what=${line##*|}
    expression=${line%|*}
    tree="$work/mutant"
    rm -rf "$tree"
    cp -r "$work/base" "$tree"
    sed -i "$expression" "$tree/$file"
    if cmp -s "$tree/$file" "$work/base/$file"; then
        echo "stale     $file: $what (the expression changes nothing)"
        survived=$((survived + 1))
        continue
    fi
    case $file in
    *.c) compile "$tree" "$file" ;;
    *) for source in "$tree"/src/*/*.c; do compile "$tree" "${source#"$tree/"}" || break; done
       compile "$tree" test/test_exact.c ;;
    esac || { echo "stale     $file: $what (does not compile)"; survived=$((survived + 1)); continue; }
    if goes_red "$tree"; then
        echo "killed    $file: $what"
        killed=$((killed + 1))
    else
        echo "SURVIVED  $file: $what"
        survived=$((survived + 1))
    fi
done < <(mutants | grep -F -- "${1:-}")
echo "$killed passed, $survived failed"
[ "$survived" -eq 0 ]
