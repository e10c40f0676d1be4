#!/bin/bash
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors
#
# Mutation check: breaks the library in one place at a time and demands that a test goes red each time.
# Each mutant is a line of the list below: file, a sed expression that must change it, what it breaks. The file tells
# which tests are run, the quick ones first; the campaign and the cross-check take a sample.
# Usage: test/mutants.sh [REGEX]: only the mutants whose line matches the extended regular expression.

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
src/base/lead.h|s/lead.rad += 2;/lead.rad += 0;/|leading bits forget what is cut off
src/base/lead.h|s/(down > 0 ? 2 : 0)/0/|a sum of leading bits forgets its smaller term
src/base/lead.h|s/(fk_uint128)size_a \* b.rad + //|a product of leading bits forgets one factor's error
src/base/lead.h|s/(uint64_t)-a.mid > a.rad ? -1/(uint64_t)-a.mid > 0 ? -1/|leading bits believe every negative number
src/base/lead.h|s/mid += lower.mid >> down;/mid += lower.mid;/|a small term is added where it does not belong
src/mesh/weld.c|s/weld->reach = weld->distance \* (1 + 0x1p-50)/weld->reach = weld->distance * 0.5/|a place looks into the next cells too rarely
src/mesh/weld.c|s/bits << 1 == 0 ? 0 : bits/bits/|0 and -0 are in different slots
src/mesh/weld.c|s/index < best \&\& is_near/best == FK_NONE \&\& is_near/|a place becomes any vertex within the distance
src/mesh/weld.c|s/cell\[count++\] = cell_key(weld, c);/break;/|doubles that are far apart have no cells
src/mesh/weld.c|s/(ax == bx || ax << 1 == 0)/true/|x and -x are equal
src/mesh/weld.c|s/    weld->base = (uint32_t)weld->point->count;/    weld->base += 0;/|parts share their vertices
src/mesh/weld.c|s/x \* x + y \* y + z \* z <= 1/x * x + y * y + z * z < 1/|the distance itself is too far
src/mesh/builder.c|s/ \&\& !fk_weld_is_equal(corner\[1\], corner\[2\])//|triangles that never had three corners are lost
src/mesh/builder_finish.c|s/t.corner\[k\] = g->number\[t.corner\[k\]\];//|triangles keep the numbers of the file
src/mesh/builder_finish.c|s/if (v >= b->point.count)/if (v > b->point.count)/|corners without a vertex are taken
src/mesh/builder_finish.c|s/model->part_count <= 1 || closed/true/|groups that are open stay parts
src/mesh/closed.c|s/sum += side\[i\] \& 1 ? -1 : 1;/sum ^= 1;/|sides that go the same way make a mesh closed
src/io/polygon.c|s/    if (!is_fan_right(r) \&\& cut_ears(r))/    if (false)/|every polygon is a fan
src/io/polygon.c|s/^    if (r->at\[i\].turn <= 0)/    if (r->at[i].turn < 0)/|flat corners are ears
src/io/polygon.c|s/else if (is_in_way(r, \&e, p))/else if (false)/|ears are cut whatever they hold
src/io/polygon.c|s/c->turn = r->way \* turn/c->turn = turn/|polygons turn one way only
src/io/polygon.c|s/        if (r->at\[i\].turn == 0)/        if (false)/|repeated corners stop the search
src/io/obj.c|s/count + number : number - 1/count + number + 1 : number - 1/|negative numbers are one too large
src/io/obj.c|s/    if (number < -count)/    if (number < -count - 1)/|a vertex before the first is taken
src/io/obj.c|s/if (o->faces.corner\[i\] >= count) {/if (false) {/|vertices that are not there are taken
src/io/obj.c|s/    return o->is_waiting ?/    return false ?/|a face does not wait for its vertices
src/io/obj.c|s/parts_if_closed = !o.has_objects/parts_if_closed = false/|groups are always parts
src/io/obj.c|s/    fk_faces_join(\&o->faces);//|faces that wait keep their group
src/io/faces.c|s/    f->next += PLACE_WORDS + place->count;/    f->next += PLACE_WORDS;/|faces that wait lose their place
src/io/ply.c|s/(uint64_t)index >= p->header.vertex_count/(uint64_t)index > p->header.vertex_count/|a corner beyond the vertices is taken
src/io/ply.c|s/byte\[is_big ? i : size - 1 - i\]/byte[size - 1 - i]/|big endian is little
src/io/ply.c|s/        return (int16_t)bits;/        return (int64_t)bits;/|negative numbers of two bytes are large
src/io/ply.c|s/bool is_turned = (i - begin) % 2 == 1;/bool is_turned = false;/|strips do not turn
src/io/ply.c|s/if (status == FK_OK \&\& \*out < 0)/if (false)/|a list may have a negative length
src/io/ply.c|s/if (p->builder->point.count < p->header.vertex_count)/if (false)/|faces do not wait for their vertices
src/io/ply.c|s/        status = expect_end(p);/        status = FK_OK;/|a file may go on
src/io/ply_header.c|s/ \&\& !r->is_cr_alone//|the first byte of data is taken for a line end
src/io/format.c|s/source->size == 84 + 50 \* count/source->size >= 84/|every file is binary STL
src/io/stl_binary.c|s/largest >= 0x7f800000/largest > 0x7f800000/|infinite corners are taken
src/io/stl_binary.c|s/if (there < wanted \* FK_STL_TRIANGLE)/if (false)/|a cut stream is read to its end
src/io/stl_binary.c|s/status == FK_OK \&\& fk_source_look(s, 1) > 0/false/|a stream may go on
src/io/stl_ascii.c|s/return fail_end(a, "endsolid");/return flush(a);/|a text that is cut off is taken
src/io/off.c|s/0, o->vertices - 1, /0, o->vertices, /|a corner beyond the vertices is taken
src/io/off.c|s/    if (corners < 3) {/    if (corners < 2) {/|faces of two corners are triangles
src/io/source.c|s/if (value < low || value > high)/if (value > high)/|vertices have negative numbers
src/io/write_indexed.c|s/t.corner\[k\] + first/t.corner[k] + 1/|every part has the vertices of the first
src/io/write_stl.c|s/fk_vec3_scale(to, 0.5)/fk_vec3_scale(to, 0.25)/|normals point elsewhere
src/io/model_write.c|s/fk_bits_of(written) != fk_bits_of(x\[i\])/0/|rounding is not counted
src/io/model_write.c|s/            fk_file_remove(name);/            fk_file_remove("");/|a failed file is left behind
src/io/sink.c|s/sink->failed = !sink->write/sink->failed = sink->write/|writing fails when it works
src/narrow/axes_parts.h|s/(32 \* 0x1p-52)/(0 * 0x1p-52)/|the error bound of two boxes is zero
src/narrow/axes_parts.h|s/(16 \* 0x1p-52)/(0 * 0x1p-52)/|the error bound of axes is zero
src/narrow/axes_plain.c|s/(shadow_b\[j1\]\[i\] + shadow_b\[j2\]\[i\])/(shadow_b[j1][i] + shadow_b[j1][i])/|a mixed axis adds the wrong shadow
src/narrow/axes.inc|s/shadow_b\[(j + 1) % 3\] + shadow_b\[(j + 2) % 3\]/shadow_b[(j + 1) % 3] + shadow_b[(j + 1) % 3]/|a mixed axis of vectors adds the wrong shadow
src/narrow/axes_exact.c|s/low == 0 || high == 0 ? SAYS_TOUCHING : SAYS_INSIDE/SAYS_INSIDE/|cells that touch are called overlapping
src/narrow/axes_exact.c|s/if (!sum->solid)/if (false)/|flat cells are taken for solid ones
src/narrow/axes_exact.c|s/low > 0 || high < 0/low > 0/|an exact axis looks one way only
src/narrow/axes.inc|s/found->touching |= (apart == 0.0) \& lives;//|whole numbers do not touch
src/narrow/axes.inc|s/open->flat = fk_mask4(found->solid) == 0;/open->flat = false;/|flat pieces of whole numbers are taken for solid ones
src/narrow/axes_flat.c|s/ || separates(\&p, \&q, way, g)//|pieces on one line always meet
src/narrow/axes_inside.c|s/least > error \&\& r->volume - most > error/least > error/|a point beyond the far faces lies inside
src/narrow/axes.inc|s/(left.bits \& ~open->bits) == 0/true/|nearly parallel boxes always overlap
src/narrow/confirm.c|s/REACH    (32 /REACH    (-32 /|a kept direction separates what it does not
src/narrow/confirm.c|s/fk_is_finite(s->extent) \&\& //|a piece with a NaN keeps its verdict
src/narrow/confirm.c|s/return least > error || most < -error;/return least > error || most < error;/|kept points are always around the origin
src/narrow/confirm.c|s/gap - error > radius \* fk_vec3_length(n) \* MORE/gap > error/|round pieces are kept apart without their radii
src/narrow/axes_parts.h|s/s.x + s.y + s.z <= 1.0 - 0x1p-40/s.x <= 1.0/|a kept point lies beyond the far face of a tetrahedron
src/narrow/warm.c|s/return fk_axes_know(a->kind, b->kind) ? fk_axes_confirm.*/return true;/|what is kept is believed
src/narrow/axes_parts.h|s/(64 \* 0x1p-52)/(0 * 0x1p-52)/|a point inside has no error
src/narrow/axes_parts.h|s/FK_AXES_TINY    0x1p-800/FK_AXES_TINY    0x0p0/|axes forget what is flushed to zero
src/narrow/axes_parts.h|s/FK_AXES_LARGEST 0x1p100/FK_AXES_LARGEST 0x1p1000/|products of axes overflow
src/narrow/axes_parts.h|s/FK_AXES_SMALLEST_WHOLE 0x1p-100/FK_AXES_SMALLEST_WHOLE 0x0p0/|products of whole numbers are flushed to zero
src/narrow/axes_parts.h|s/return 0x1p-17 /return 0x1p-21 /|whole numbers are so long that products round
src/narrow/axes.c|s/        edge = 5;/        edge = 3;/|an open axis of a triangle has another edge
src/narrow/axes.c|s/ : lane < 3 || kind == FK_KIND_TETRA/ : lane < 3/|the open fourth face of a tetrahedron is forgotten
src/narrow/axes.c|s/field == 0 ? shift + 1 : shift/shift/|small numbers are scaled by half
src/narrow/axes.inc|s/((fk_m4)size((x + big) - big) == (fk_m4)size(x))/((x + big) - big == x)/|numbers that are read as zero are whole
src/narrow/axes.inc|s/open->solid = found->all_open != 15;/open->solid = true;/|flat pairs by vectors have volume
src/narrow/axes.inc|s/FK_SHUFFLE4(x, x, 2, 2, 2, 2) : FK_SHUFFLE4(x, x, 0, 1, 0, 1)/FK_SHUFFLE4(x, x, 1, 1, 1, 1) : FK_SHUFFLE4(x, x, 0, 1, 0, 1)/|the far edge of a triangle is another one
src/narrow/axes.inc|s/volume - at > bound;/volume - at > -bound;/|the middle is inside although it lies on a face
src/narrow/axes_plain.c|s/triangle_edges\[3\] = {0, 1, 5}/triangle_edges[3] = {0, 1, 4}/|the far edge of a triangle is another one in plain C
src/narrow/axes_plain.c|s/FK_KIND_TRIANGLE ? y - x : z/FK_KIND_TRIANGLE ? x - y : z/|the far edge of a triangle goes the other way
src/narrow/axes_plain.c|s/0 - (y\[j\] + z\[j\])/0 - (y[j] - z[j])/|a far edge of a tetrahedron sees the wrong vertex
src/narrow/axes_plain.c|s/(det\[i\]\[j\] - low_b\[j\]\[i\])/(det[i][j] + low_b[j][i])/|the shadow of b is not turned over
src/narrow/axes_plain.c|s/if (low < -bound \&\& high > bound) {/if (low < bound \&\& high > -bound) {/|axes too close to call are left out of the list
src/narrow/axes_exact.c|s/side->kind == FK_KIND_TRIANGLE \&\& k < 2/false/|the rounded edges of a triangle are exact
src/narrow/axes_exact.c|s/SHORT_ZEROS 31/SHORT_ZEROS 18/|long numbers are taken for short ones
src/narrow/axes_exact.c|s/return say(sign_of(low), sign_of(high), high > low);/return say(sign_of(low), sign_of(high), 1);/|short numbers have no flat pairs
src/narrow/axes_exact.c|s/end\[1\] = above > end\[1\] ? above : end\[1\];/end[1] = above;/|the shadow of short numbers ends at its last vertex
src/base/fixed.h|s/(fk_int128)n.x \* v.x + (fk_int128)n.y/(fk_int128)(n.x * v.x) + (fk_int128)n.y/|a product of short numbers overflows
src/narrow/axes_flat.c|s/fk_axes_step(reach) \* 0x1p5/fk_axes_step(reach)/|flat pairs of whole numbers round
src/narrow/axes_flat.c|s/ || (is_zero(g) \&\& !is_zero(way))//|two points always meet
src/base/fixed.h|s/shift > 7/shift > 11/|numbers beyond 2^60 fit
src/base/fixed.h|s/(shift < 0 \&\& mantissa << (64 + shift) != 0)/false/|bits below the grid are lost
src/base/fixed.h|s/high + (low >> 64)/high/|the upper half forgets the carry of the lower
src/base/fixed.h|s/a.high - b.high - (a.low < b.low)/a.high - b.high/|a difference forgets to borrow
src/base/fixed.h|s/a.high < 0 ? -1 : a.low != 0/a.high < 0 ? -1 : 0/|the lower half has no sign
src/narrow/batch.c|s/count_b - 1 < UINT32_MAX/count_a - 1 < UINT32_MAX/;s/(uint32_t)(count_b - 1)/(uint32_t)(count_a - 1)/|the second index of a batch is checked against the first set
src/narrow/batch.c|s/a = b = both(a, b);/b = a;/|a set with itself is copied for one side only
src/narrow/batch.c|s/same_window(a, out->of_a) \&\& same_window/same_window/|cells of another window are taken for the first side
src/narrow/batch.inc|s/(out->b\[k\] ^ (out->b\[0\] + k))/0/|a list in order on one side is taken for a row
src/narrow/batch.inc|s/k < count ? k : 0/k/|the tail of a batch reads on
src/narrow/batch.inc|s/pick_wide(to, b, in_row) - pick_wide(from, a, in_row)/pick_wide(from, a, in_row) - pick_wide(to, b, in_row)/|half of the lanes look the other way
src/narrow/batch_axes.inc|s/FACE_BOUND      (32 /FACE_BOUND      (0 /|the face axes of a batch have no error bound
src/narrow/batch_axes.inc|s/MIXED_BOUND     (48 /MIXED_BOUND     (0 /|the mixed axes of a batch have no error bound
src/narrow/batch_axes.inc|s/PARALLEL        (4 /PARALLEL        (40000 /|edges of any angle are taken for parallel ones
src/narrow/batch_axes.inc|s/known = (p.a.square >= SMALLEST_SQUARE) \& /known = /|small cells are believed in floats
src/narrow/batch_axes.inc|s/(p.span <= LARGEST)/(p.span == p.span)/|large cells are believed in floats
src/narrow/batch_axes.inc|s/larger(up\[i\], -sum)/up[i]/|a slanted edge of a tetrahedron forgets a corner
src/narrow/batch_axes.inc|s/along\[0\] + along\[1\] + along\[2\]/along[0] + along[1]/|the slanted face of a tetrahedron looks elsewhere
src/narrow/batch_axes.inc|s/box_a ? 3 : 6, directions_b/3, directions_b/|three directions of a tetrahedron do not count
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
src/shape/vertices.h|s/? vertex >> k \& 1 :/? ~vertex >> k \& 1 :/|box corners are numbered backwards
src/shape/vertices.h|s/vertex == k + 1/vertex >= k + 1/|tetrahedron corners add up edges
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
src/proof/filter.c|s/#define VECTOR 0x1p-48/#define VECTOR 0x0p0/|the filter takes a vector that touches
src/proof/filter.c|s/#define PAIRS  0x1p-44/#define PAIRS  0x0p0/|the filter takes pairs with the origin on their surface
src/proof/filter.c|s/size >= 0x1p-600 \&\& //|the filter believes what was flushed to zero
src/proof/filter.c|s/fk_sign_of(x) == 0 || (fabs(x) >= 0x1p-300/(fabs(x) >= 0/|the filter takes a vector that was flushed to zero
src/proof/filter.c|s/(way + ra.total) + rb.total <= 0x1p300/true/|the filter takes numbers that are not finite
src/proof/filter.c|s/largest >= 0x1p-100 \&\& //|the filter takes pairs that were flushed to zero
src/proof/filter.c|s/rb = reach_along(b, fk_vec3_negate(n))/rb = reach_along(b, n)/|the filter looks at the far side of b
src/proof/filter.c|s/uint32_t i = 1;$/uint32_t i = 2;/|the filter leaves a point out
src/proof/filter.c|s/if (x >= count_a || y >= count_b)/if (x >= count_a)/|the filter does not check the second index
src/proof/filter.c|s/(polyhedra ? FK_CERTIFICATE_PAIRS : 4)/FK_CERTIFICATE_PAIRS/|the filter takes six pairs for round pieces
src/proof/filter.c|s/return polyhedra \&\& count == 0/return count == 0/|the filter takes a vector for round pieces
src/proof/filter.c|s/if (!above || !below)/if (!above \&\& !below)/|the filter takes one side for both
src/proof/filter.c|s/w2 > bound \&\& w3 > bound/w2 > bound/|the filter looks at three weights of four
src/shape/piece.c|s/fabs(v.x) + fabs(v.y)/fabs(v.x)/|a cell may have any y
src/shape/cloud.h|s/FK_CLOUD_ROUND 0x1p-48/FK_CLOUD_ROUND 0x1p-54/|the filter of hulls has too small a bound
src/shape/cloud.h|s/FK_CLOUD_TINY  0x1p-500/FK_CLOUD_TINY  0x0p0/|the filter of hulls has no underflow term
src/shape/cloud.c|s/#define FIXED_BITS 125/#define FIXED_BITS 130/|numbers that do not fit are taken for fitting ones
src/shape/cloud.c|s/(fixed)1 << 61/(fixed)1 << 66/|long differences are taken for short ones
src/shape/cloud.c|s/high += low >> 64;//|the lower half of a height is forgotten
src/shape/cloud.c|s/carry = carry \&\& x\[i\] == 0;/carry = 0;/|a carry of a negation is lost
src/shape/cloud.c|s/accumulate(out, product, 4, !negative);/accumulate(out, product, 4, negative);/|a long cross product adds
src/shape/cloud.c|s/height \* fk_cloud_turn/fk_cloud_turn/|the side of a plane across an axis forgets the order
src/shape/hull_surface.c|s/point) > 0;/point) < 0;/|a triangle is seen from below
src/shape/cloud.h|s/FK_CLOUD_PLANE 0x1p-47/FK_CLOUD_PLANE 0x1p-54/|the filter of planes has too small a bound
src/shape/hull_surface.c|s/^    s->has_ties = true;$//|a tie with the horizon is not noticed
src/shape/hull_surface.c|s/fk_hull_points_hand_on(s, s->seen\[i\].first/fk_hull_points_hand_on(s, s->seen[0].first/|only the points of the first triangle are handed on
src/shape/hull_surface.c|s/i + step < count ? i + step : count, 1)/i + step < count ? i + step - 1 : count, 1)/|points beside the sample are forgotten
src/shape/hull_points.c|s/if (point < corner\[k\])/if (false)/|a corner is not the first of equal points
src/shape/hull_points.c|s/point) > 0) {/point) >= 0) {/|a point on a plane is taken for one above it
src/shape/hull_points.inc|s/open |= height >= -f->bound/open |= height > f->bound/|points near a plane are taken for points inside
src/shape/hull_points.inc|s/(2 << last) - 1/(1 << last) - 1/|the last points are forgotten
src/shape/hull_plain.c|s/sort_long(number, count, 3, 1)/sort_long(number, count, 3, 2)/|many faces of a vertex are sorted by their third vertex
src/shape/hull_facets.c|s/link\[i\] >= 3/link[i] >= 2/|points inside edges are taken for vertices
src/shape/hull_facets.c|s/third) == 0;/third) == 2;/|facets are not merged
src/shape/hull_facets.c|s/sort_faces(mesh, f, f->order\[0\], 1, f->order\[1\]);/memcpy(f->order[1], f->order[0], mesh->face_count * sizeof(uint32_t));/|faces are sorted by one vertex only
src/shape/hull_flat.c|s/s->axis\[2\]) <= 0)/s->axis[2]) < 0)/|points inside edges of a polygon are taken for vertices
src/shape/hull_flat.c|s/compare(s, \*left, \*right) <= 0/compare(s, *left, *right) < 0/|of equal points the last is taken
src/shape/hull_simplex.c|s/if (!is_on_line(cloud, corner\[0\], corner\[1\], corner\[2\]))/if (largest > 0)/|a flat triangle is taken for a start
src/shape/hull_small.c|s/if (turn < 0 || (turn == 0/if (turn < 0 || (false/|the nearer of two points on a line is taken
src/shape/hull_small.c|s/if (above != below)/if (above || below)/|the first facet cuts through the points
src/shape/hull_layers.c|s/if (to != last \&\& /if (/|shortcuts occur twice
src/proof/verify_smooth.c|s/compare(next, r.p) > 0/compare(next, r.p) < 0/|the verifier takes the nearest vertex for the farthest
src/proof/verify_smooth.c|s/square(arena, radius), norm(arena, n));/radius, norm(arena, n));/|the verifier does not square a radius
src/proof/verify_smooth.c|s/bool far_end = rise.sign > 0;/bool far_end = rise.sign < 0;/|the verifier takes the near end of a cylinder
src/proof/verify_smooth.c|s/r.under = norm(arena, d);/r.under = fk_exact_from(arena, 1.0);/|the verifier does not divide by the length of an axis
src/proof/verify_smooth.c|s/rise.sign > 0 \&\& fk_exact_compare(climb/fk_exact_compare(climb/|the verifier takes the apex of a cone that points away
src/proof/verify_smooth.c|s/compare(climb, r.over) >= 0/compare(climb, r.over) <= 0/|the verifier mixes up rim and apex of a cone
src/proof/verify_smooth.c|s/fk_exact_add(arena, r.over, square(arena, along))/square(arena, along)/|the verifier looks at one axis of an ellipsoid
src/proof/verify_smooth.c|s/return p.sign > 0 || .*;/return p.sign > 0;/|the verifier takes a centre on a plane for touching
src/proof/verify_smooth.c|s/if (rest.sign < 0)/if (rest.sign <= 0)/|the verifier takes one root that touches for overlapping
src/proof/verify_smooth.c|s/fk_exact_from(arena, 4.0)/fk_exact_from(arena, 2.0)/|the verifier adds two roots wrongly
src/proof/verify_smooth.c|s/reach_of(arena, b, fk_exact_vec3_negate(exact_n))/reach_of(arena, b, exact_n)/|the verifier looks at the far side of b
src/proof/verify_smooth.c|s/c->direction.form != FK_DIRECTION_VECTOR || c->pair_count != 0/c->direction.form != FK_DIRECTION_VECTOR/|the verifier takes pairs along with a vector
src/proof/verify_smooth.c|s/if (c->direction.form != FK_DIRECTION_VECTOR ||/if (/|the verifier takes a direction of any form
src/proof/verify_smooth.c|s/c->direction.vector, 0.0) < 0/c->direction.vector, 0.0) <= 0/|the verifier takes a smooth piece that touches for apart
src/proof/verify_smooth.c|s/if (c->direction.form != FK_DIRECTION_NONE || c->pair_count != 0)/if (false)/|the verifier takes anything along with a half-space
src/proof/verify_smooth.c|s/none.over = fk_exact_from(arena, 0.0);//|the verifier counts a root twice
src/proof/verify_smooth.c|s/room > 0 ? FK_OVERLAPPING : room == 0/room >= 0 ? FK_OVERLAPPING : room == 0/|the verifier takes touching a half-space for overlapping
src/proof/verify_smooth.c|s/room_in_ball(arena, seen_from(arena, x, b)/room_in_ball(arena, seen_from(arena, x, a)/|the verifier looks at one end of a capsule only
src/proof/verify_smooth.c|s/along.sign < 0 || left.sign < 0/along.sign < 0/|the verifier takes points beyond the second end
src/proof/verify_smooth.c|s/along.sign < 0 || left.sign < 0/left.sign < 0/|the verifier takes points before the first end
src/proof/verify_smooth.c|s/fk_exact_mul(arena, radius, x->weight)), dd)/radius), dd)/|the verifier does not weigh the radius of a cylinder
src/proof/verify_smooth.c|s/fk_exact_mul(arena, radius, left)/fk_exact_mul(arena, radius, along)/|the verifier turns a cone upside down
src/proof/verify_smooth.c|s/across = fk_exact_mul(arena, across, dd);//|the verifier measures a cone in two units
src/proof/verify_smooth.c|s/return on_cap \&\& room > 0 ? 0 : room;/return room;/|the verifier takes a point on a cap for one inside
src/proof/verify_smooth.c|s/(along.sign == 0 || left.sign == 0)/along.sign == 0/|the verifier takes a point on the second cap for one inside
src/proof/verify_smooth.c|s/sum = fk_exact_add(arena, sum, square(/sum = fk_exact_sub(arena, sum, square(/|the verifier subtracts squares in an ellipsoid
src/proof/verify_smooth.c|s/square(arena, fk_exact_mul(arena, volume, x->weight))/square(arena, volume)/|the verifier does not weigh the volume of an ellipsoid
src/proof/verify_smooth.c|s/? room > 0 : room >= 0/? room >= 0 : room >= 0/|the verifier takes the surface of a smooth piece for its inside
src/proof/verify_smooth.c|s/? room > 0 : room >= 0/? room > 0 : room > 0/|the verifier does not take the surface of a sphere
src/proof/verify_smooth.c|s/ || c->pair_count > 4)/)/|the verifier takes more weights than four
src/proof/verify_smooth.c|s/|| other != 0 ||/||/|the verifier takes an index of the smooth piece
src/proof/verify_smooth.c|s/|| c->weight\[i\] == 0//|the verifier takes a weight of zero
src/proof/verify_smooth.c|s/c->weight\[i\] > FK_WEIGHT_MAX/false/|the verifier takes weights that doubles do not hold
src/proof/verify_smooth.c|s/index >= fk_piece_vertex_count(piece) ||//|the verifier does not check the index of a weight
src/proof/verify_smooth.c|s/if (c->direction.form != FK_DIRECTION_NONE ||$/if (/|the verifier takes a direction along with a point
src/proof/verify_smooth.c|s/c->point_form != (by_weights .*/false)/|the verifier takes points of any form
src/proof/verify_smooth.c|s/if (c->pair_count != 0 || !fk_vec3_is_finite(c->point))/if (!fk_vec3_is_finite(c->point))/|the verifier takes pairs along with a point
src/proof/verify_smooth.c|s/holds_point(arena, a, \&x) \&\& holds_point(arena, b, \&x)/holds_point(arena, a, \&x)/|the verifier looks for the point in one piece only
src/proof/verify_smooth.c|s/c->verdict == FK_OVERLAPPING \&\& verify/verify/|the verifier takes a common point for touching
src/narrow/smooth.c|s/bool holds = fk_verify(a, b, certificate);/bool holds = true;/|claims about smooth pieces are not verified
src/narrow/smooth.c|s/} else if (fk_piece_order(a, b) <= 0) {/} else if (true) {/|smooth pieces have no fixed order
src/narrow/smooth.c|s/c->pair\[i\].b, c->pair\[i\].a}/c->pair[i].a, c->pair[i].b}/|weights are not swapped back
src/narrow/smooth.c|s/^    c->direction.vector = fk_vec3_negate(c->direction.vector);//|a direction is not swapped back
src/narrow/smooth.c|s/guess \* (1.0 - step)/guess * (1.0 + step)/|a gap that does not hold is made larger
src/narrow/smooth.c|s/normal, gap) <= 0;/normal, gap) >= 0;/|a gap need not hold
src/narrow/smooth.c|s/half->as.half.offset + way/half->as.half.offset - way/|a half-space is moved in instead of out
src/narrow/smooth.c|s/n) + 0.5 \* out->gap;/n) + 1.5 * out->gap;/|the plane lies beyond b
src/narrow/smooth.c|s/half_a ? height + 0.5 \* out->gap/half_a ? height - 0.5 * out->gap/|the plane lies in a half-space
src/narrow/smooth.c|s/half_a ? n : back;/half_a ? back : n;/|the plane of a half-space looks back
src/narrow/bounds.c|s/REACH        0x1p-49/REACH        0x0p0/|a separation has no rounding error
src/narrow/bounds.c|s/REACH_SMOOTH 0x1p-47/REACH_SMOOTH 0x0p0/|a separation of smooth pieces has no rounding error
src/narrow/bounds.c|s/POINT        0x1p-47/POINT        0x0p0/|nearest points have no rounding error
src/narrow/bounds.c|s/FLUSH 0x1p-1016/FLUSH 0x0p0/|nothing is lost by flushing
src/narrow/bounds.c|s/return fk_larger(along\[0\], disc_reach(body, n));/return along[0] > 0.0 ? along[0] : disc_reach(body, n);/|a cone reaches to its apex only
src/narrow/bounds.c|s/bound.hi = nearest_above(bodies, walk) - (radius/bound.hi = nearest_above(bodies, walk) - 2 * (radius/|round pieces are nearer than they are
src/narrow/bounds.c|s/(0x1p-44 \* size + .*MORE;/0.0;/|points around the origin have no rounding error
src/narrow/bounds.c|s/if (!above || !below)/if (!above \&\& !below)/|one side of a plane is enough
src/narrow/claim.c|s/if (!fk_bound_surrounds(/if (false \&\& !fk_bound_surrounds(/|any points are taken to lie around the origin
src/narrow/claim.c|s/if (!fk_verify(query->a, query->b, c))/if (false)/|certificates are not verified
src/narrow/claim.c|s/else if (round \&\& bound.hi < 0.0)/else if (round \&\& bound.lo < 0.0)/|a lower bound proves an overlap
src/narrow/claim.c|s/if (bound.lo <= 0.0) {/if (bound.hi <= 0.0) {/|an upper bound proves smooth pieces apart
src/narrow/claim.c|s/(set->count == 4 || !is_round(query))/true/|more than four pairs are a certificate of round pieces
src/narrow/surround.c|s/    if (above \&\& below)$/    if (above || below)/|a direction with points on one side is not open
src/narrow/box_cells_parts.h|s/(fabs(value.lo) > error) \&/(fabs(value.lo) > -1) \&/|a side of a box too close to call is called
src/narrow/box_cells_parts.h|s/is_up == (sign > 0) ? far : near/is_up == (sign > 0) ? near : far/|a side of a box is rounded inward
src/narrow/box_cells_parts.h|s/#define FK_BOX_ROUGH    0x1p-46/#define FK_BOX_ROUGH    0x0p0/|corners of an intersection need no margin
src/narrow/box_cells_parts.h|s/#define FK_BOX_FINE     0x1p-91/#define FK_BOX_FINE     0x0p0/|a crossing has no error
src/narrow/box_cells_sides.inc|s/inside = inside \& (has_room | (p->row == j));//|a crossing outside is taken for a side of the box
src/narrow/box_cells_sides.inc|s/lo - (double)sign_of(side) \* step \* back/lo/|a crossing is as far as doubles say
src/narrow/box_cells.inc|s/        if (!wants_sum)/        if (true)/|the fourth face of a tetrahedron has no fine normal
src/narrow/box_cells_sides.inc|s/CHOOSE(forward, p.t, 1 - p.t)/p.t/|a crossing is counted from the wrong end
src/narrow/box_cells_sides.inc|s/return is_off_zero \& is_off_near \& is_off_far;/return is_off_zero \& is_off_far;/|a crossing too close to a double is called
src/narrow/box_cells_sides.inc|s/CHOOSE(lo > 0, far, hi) : CHOOSE(lo > 0, hi, far)/CHOOSE(lo > 0, hi, far) : CHOOSE(lo > 0, far, hi)/|a crossing is rounded inward
src/narrow/box_cells_sides.inc|s/farthest = farthest \& (straight - turn \* part <= -margin);//|a crossing that is not the farthest is taken
src/narrow/box_cells.c|s/return inside \&\& fk_box_round_corner/return fk_box_round_corner/|a corner outside is taken for a side of the box
src/narrow/box_cells.c|s/int corner = fk_box_farthest_corner(.*/int corner = found;/|a corner that is not the farthest is taken
src/narrow/box_cells_round.c|s/bool is_exact = least > 0x1p-40 \* size;/bool is_exact = true;/|a sum of numbers of all sizes is taken for exact
src/narrow/box_cells_round.c|s/fk_exact_floor(fk_exact_negate(fk_exact_vec3_sum(\&arena, along, count).x))/-fk_exact_floor(fk_exact_vec3_sum(\&arena, along, count).x)/|a corner of a cell is rounded inward
src/narrow/box_whole.c|s/#define EDGE_BITS  17/#define EDGE_BITS  22/|cells on a grid may have too many units
src/narrow/box_whole.c|s/(unsigned)(value\[j\]\[i\] < 0) << i/(unsigned)(value[j][i] <= 0) << i/|a corner on a face is outside
src/narrow/box_whole.c|s/    if (is_less(leave, leave_under, enter, enter_under))/    if (false)/|edges that pass by are cut
src/narrow/box_whole.c|s/    while (compare(x, over, under) < 0)/    while (false)/|a cut is rounded inward
src/narrow/box_whole.c|s/compare(y, over, under) >= 0; y = next_to(x, -away)/false;/|a cut is rounded too far outward
src/narrow/box_whole.c|s/f->normal\[3\]\[axis\] -= .*;/;/|the fourth face of a tetrahedron on a grid has the wrong normal
src/narrow/box_whole.c|s/    return det != 0;/    return true;/|flat cells on a grid have a box
src/base/anchored.h|s/UINT64_C(3) << 52/UINT64_C(0) << 52/|the anchor is smaller than the sum
src/base/anchored.h|s/sum->lo += rest;//|what the anchor cuts off is forgotten
src/narrow/boxes_propose.c|s/ratio\[i\] < ratio\[best\] ? i/ratio[i] > ratio[best] ? i/|a ray leaves through the wrong facet
src/narrow/boxes_propose.c|s/(side > 0) == (corner > 0)/(side > 0) != (corner > 0)/|the wrong half of a facet is proposed
src/narrow/boxes_propose.c|s/(uint32_t)!plus\[3 + k\]/(uint32_t)plus[3 + k]/|vertices of b are taken from the other side
src/narrow/answer.c|s/!fk_answer_propose(query, way, out) || !certificate_holds(query, out)/!fk_answer_propose(query, way, out)/|proposals are believed
src/narrow/fm_system.c|s/< row->half - row->error))/< row->half))/|a row of elimination has no error
src/narrow/fm_system.c|s/SHADOW_ERROR 0x1p-48/SHADOW_ERROR 0x0p0/|shadows of elimination have no error
src/narrow/fm_system.c|s/return forward || s.lo_a - s.hi_b > s.error;/return forward || s.lo_a - s.hi_b >= 0;/|shadows that touch separate
src/narrow/fm_system.c|s/s.lo_b - s.hi_a - s.error)/s.lo_b - s.hi_a)/|a gap of elimination has no error
src/base/twofold.h|s/ + a2 \* b1) + a2 \* b2}/ + a2 * b1)}/|a twofold product forgets the lower halves
src/narrow/ec.c|s/fk_ball_sign(fk_ball_add(row->c, bound)) == -1/fk_ball_sign(fk_ball_sub(row->c, bound)) == -1/|a row is refuted too soon
src/narrow/ec.c|s/return row->equality ? -1 : 1;/return 1;/|an equality that cannot hold is kept
src/narrow/ec.c|s/quotient.rad = error .*;/quotient.rad = 0.0;/|a quotient has no error
src/narrow/ec.c|s/^        add_room(s, depth);/        ;/|rows are dropped without making room
src/narrow/ec.c|s/fk_ball_sign(t->row\[k\].a\[v\]) != -sign/fk_ball_sign(t->row[k].a[v]) == sign/|rows of an unsure sign are not tried
src/narrow/ec.c|s/if (!s->thin \&\& holds_strictly(t, x))/if (holds_strictly(t, x))/|flat pieces in one plane are called overlapping
src/narrow/ec.c|s/if (fk_ball_sign(slack) != 1)/if (fk_ball_sign(slack) == -1)/|rows need not hold for sure
src/narrow/ec_rows.c|s/double margin = 2.0 \* x.rad + 0x1p-49 \* fabs(x.mid);/double margin = 0.0;/|the box of common points has no margin
src/narrow/ec_rows.c|s/x.rad \* factor \* FK_BALL_GUARD + FK_BALL_TINY/0.0/|a row forgets its errors when it is scaled
src/narrow/exact_rows.c|s/r->width = e->pivot\[i\] < e->count ? e->det : number(e, 0.0);/r->width = e->det;/|a coordinate axis is an edge
src/narrow/exact_rows.c|s/if (e->simplex_b \&\& e->count - e->count_a > 1)/if (false)/|a tetrahedron b is a box
src/narrow/fm_exact.c|s/(room > 0 || r.w.sign == 0)/room >= 0/|conditions of elimination need not be strict
src/narrow/exact_rows.c|s/fk_exact_compare(range->w, distance);/fk_exact_compare(range->w, range->m);/|a range looks one way only
src/narrow/ec_exact.c|s/        if (turned) {/        if (false) {/|sides of a row that is turned are not swapped
src/narrow/ec_exact.c|s/s->strict\[k\]\[1\] || !at_upper;/true;/|upper sides of rows need not be strict
src/narrow/sat.c|s/s->touching || ahead == 0 || behind == 0;/s->touching || ahead == 0;/|shadows that touch on one side overlap
src/narrow/sat.c|s/if (s->a->solid || s->b->solid)/if (true)/|flat pieces have no further axes
src/narrow/sat.c|s/ || coordinates_separate(s);/;/|points have no axes
src/narrow/sat.c|s/\*behind = zero ? -1/*behind = zero ? 0/|an axis of zero is taken for touching
src/narrow/sat.c|s/value.rad > s.least.rad ?/false ?/|a shadow has the error of its first vertex
src/narrow/sat.c|s/return exactly_parallel(e_term, .*/return true;/|edges that are nearly parallel are left out
src/base/ratio.c|s/from_count(count)) >= 0/from_count(count)) > 0/|a fraction that is a double is rounded below it
src/narrow/lp.c|s/if (out->a == base.a \&\& out->b == base.b)/if (out->a == base.a || out->b == base.b)/|the program ends when one piece has nothing to gain
src/narrow/lp.c|s/is_fixed(s->lp, i) ? sign != 0 : sign < 0/sign < 0/|columns that must stay zero may be positive
src/narrow/lp.c|s/if (sign < 0 || (sign > 0 \&\& best/if (sign != 1 || (sign > 0 \&\& best/|vertices of an unsure gain are passed over
src/narrow/lp.c|s/out.over.sign \*= rise.sign;//|a crossing from below has the wrong sign
src/narrow/box.c|s/double side = fk_fraction_ceil(arena, reach);/double side = fk_fraction_floor(arena, reach);/|a box is rounded inward
src/narrow/box_half.c|s/if (s.sign \* under.sign < 0 || /if (/|two half-spaces bound what one leaves open
src/narrow/box_half.c|s/side = fk_double_least(more, side);/side = more;/|of two parallel half-spaces the second counts
src/narrow/box_round.c|s/double up = fk_fraction_ceil(/double up = fk_fraction_floor(/|a box of round pieces is rounded inward
src/narrow/box_round.c|s/axis)) > 0)$/axis)) >= 0)/|a box without width is taken for empty
src/narrow/reach.c|s/rim.hi = fk_exact_compare(rim.hi, end\[1\]) > 0 ? rim.hi : end\[1\];//|a cone does not reach to its apex
src/narrow/reach.c|s/root.hi = widen(arena, sum, first/root.hi = widen(arena, sum, -first/|a root is bounded from below twice
src/narrow/reach.c|s/along.sign < 0 || rest.sign < 0;/along.sign < 0;/|points beyond an end belong to a piece
src/narrow/reach.c|s/fk_exact_compare(sum, fk_exact_mul(arena, determinant, determinant)) <= 0/true/|all points belong to an ellipsoid
src/narrow/cast.c|s/t->is_exact ? t->first.hi : t->first.lo, end/t->first.lo, end/|a first time just after the end counts
src/narrow/cast.c|s/t->is_exact ? t->last.lo : t->last.hi, 0.0/t->last.hi, 0.0/|a last time just before the start counts
src/narrow/cast.c|s/fk_double_order(t->last.lo, 0.0) >= 0;/fk_double_order(t->last.lo, 0.0) >= -1;/|a time that may be past is called a hit
src/narrow/cast.c|s/{fk_fraction_floor(arena, time), fk_fraction_ceil(arena, time)}/{fk_fraction_floor(arena, time), fk_fraction_floor(arena, time)}/|a time is rounded down twice
src/narrow/cast.c|s/now == FK_TOUCHING || now == FK_OVERLAPPING, out/now == FK_OVERLAPPING, out/|pieces that touch at the start are no hit
src/narrow/cast_half.c|s/one_half(\&arena, a, b, fk_vec3_negate(velocity), out)/one_half(\&arena, a, b, velocity, out)/|a half-space moves the other way
src/narrow/half.c|s/fk_exact_vec3_dot(arena, n_a, n_b).sign > 0)/false)/|half-spaces that look the same way have room that ends
src/narrow/cast_round.c|s/bound = fk_fraction_ceil(\&arena, (fk_fraction){reach, rate});/bound = fk_fraction_floor(\&arena, (fk_fraction){reach, rate});/|the last time of round pieces is rounded inward
src/narrow/cast_round.c|s/bound = fk_fraction_floor(\&arena, (fk_fraction){fk_exact_negate(reach), rate});/bound = fk_fraction_ceil(\&arena, (fk_fraction){fk_exact_negate(reach), rate});/|the first time of round pieces is rounded inward
src/narrow/cast_round.c|s/|| !fk_round_holds(\&arena, side->piece, point))/)/|parts of a round piece need not belong to it
src/base/ratio.c|s/sign = root->sign \* fk_exact_compare(root->over, square);/sign = fk_exact_compare(root->over, square);/|a root that is subtracted is compared as one that is added
src/base/ratio.c|s/^        result.hi = from_count(count + 1);/        ;/|a root is not rounded up
src/narrow/distance.c|s/out->point_a = swapped.point_b;/out->point_a = swapped.point_a;/|nearest points are not swapped back
src/narrow/distance_exact.c|s/fk_exact_add(arena, radius_a, radius_b)/radius_a/|one radius is forgotten
src/narrow/distance_half.c|s/root.offset = fk_exact_negate(fk_exact_from(\&arena, radius));/root.offset = fk_exact_from(\&arena, 0.0);/|the distance to a half-space forgets the radius
src/narrow/distance_half.c|s/-floor_difference(\&arena, reach.lo, height.hi)/floor_difference(\&arena, height.hi, reach.lo)/|the distance to a half-space is rounded down twice
src/narrow/depth.c|s/depth.direction = fk_vec3_negate(depth.direction);/;/|the direction of a depth is not turned back
src/narrow/depth.c|s/out->depth.hi = add_outward(out->depth.hi, radius\[k\], true);/out->depth.hi = add_outward(out->depth.hi, radius[k], false);/|a depth with radii is rounded down twice
src/narrow/depth.c|s/if (!(out->depth.lo > radius\[0\] + radius\[1\]))/if (false)/|cores that may be apart count as overlapping
src/narrow/depth_cells.c|s/HEIGHT (1024 \* 0x1p-52)/HEIGHT (0 * 0x1p-52)/|the heights of candidates have no error
src/narrow/depth_cells.c|s/^    take_faces(c, \&m, \&b, false);//|the faces of b are no candidates
src/narrow/depth_half.c|s/up ? -fk_exact_floor(fk_exact_negate(sum)) : /false ? 0.0 : /|a depth in a half-space is rounded down twice
src/narrow/depth_half.c|s/fk_double_order(apex.hi, base.hi) > 0 ? apex.hi : base.hi/base.hi/|the apex of a cone does not count
src/narrow/depth_cylinder.c|s/if (short_ways > 1)/if (short_ways > 3)/|the rim of a cylinder counts as its side
src/narrow/depth_cylinder.c|s/out->direction\[1\] = fk_exact_vec3_negate(v);/out->direction[1] = v;/|both ends of a cylinder are ahead
src/narrow/depth_polytope.c|s/#define HEIGHT   (64 \* UNIT)/#define HEIGHT   (0 * UNIT)/|the heights of the polytope have no error
src/narrow/contact.c|s/feature << 32 | feature >> 32;/feature;/|features are not swapped with the pieces
src/narrow/contact.c|s/p->feature\[c->turned ? 1 : 0\], second = p->feature\[c->turned ? 0 : 1\]/p->feature[0], second = p->feature[1]/|features of a reference b are in the wrong order
src/narrow/contact.c|s/if (verdict != FK_TOUCHING) {/if (true) {/|pieces that touch have no contact
src/narrow/contact_clip.c|s/if (!(depth >= -slack))/if (false)/|points above the face are contacts
src/narrow/contact_clip.c|s/in_q = over_q <= c->slack;/in_q = in_p;/|what crosses a side is not cut
src/narrow/contact_clip.c|s/before ? first : second/before ? second : first/|a corner of the face has its neighbour's name
src/narrow/contact_clip.c|s/if (clip->count <= FK_CONTACT_POINTS)/if (true)/|more than four contacts are written
src/narrow/contact_patch.c|s/uint32_t low = i < k ? i : k, high = i < k ? k : i;/uint32_t low = i, high = k;/|the name of an edge depends on its direction
src/narrow/contact_patch.c|s/f->turn = volume > 0 ? 1 : -1;/f->turn = 1;/|faces of mirrored cells look inward
src/shape/stream.c|s/value == 0 || value > HULL_LIMIT/value > HULL_LIMIT/|a hull of no points is read
src/shape/stream.c|s/|| value > HULL_LIMIT)/)/|a hull of too many points is read
src/shape/stream.c|s/t.length <= 10;/t.length <= 30;/|a count may overflow
src/shape/stream.c|s/good = t.text\[i\] >= '0' \&\& t.text\[i\] <= '9';/good = t.text[i] <= '9';/|a count may have a sign
src/shape/stream.c|s/read_hull(reader, previous != NULL, out)/read_hull(reader, 0, out)/|both hulls of a pair are the second
src/shape/stream.c|s/memcpy(point, reader->room\[which\].point, used \* sizeof \*point);/;/|a hull that grows forgets its points
src/shape/vertices.c|s/(tapered \&\& fk_sign_of(piece->as.capsule.radius) != 0)/tapered/|a cylinder without radius is taken for a smooth one
src/shape/vertices.c|s/to >> k \& 1 ? piece->as.cell.edge\[k\] : /true ? piece->as.cell.edge[k] : /|steps in a box go one way only
src/shape/piece.c|s/\&\& fk_sign_of(number\[count - 1\]) < 0)/\&\& false)/|a negative radius is taken
src/shape/piece.c|s/fk_sign_of(piece->as.capsule.radius) == 0 || !same(end\[0\].x/!same(end[0].x/|a cylinder without radius needs an axis
src/shape/piece.c|s/!same(end\[0\].z, end\[1\].z);/false;/|an axis along z is none
src/shape/piece.c|s/if (points->point == NULL || points->count == 0)/if (points->point == NULL)/|a hull of no points is taken
src/narrow/quick.c|s/REACH    0x1p-49/REACH    0x0p0/|a quick separation has no rounding error
src/narrow/quick.c|s/PACKED   0x1p-42/PACKED   0x0p0/|packed points have no error
src/narrow/quick.c|s/VOLUME   0x1p-46/VOLUME   0x0p0/|points around the origin have no rounding error in the quick walk
src/narrow/quick.c|s/POINT    0x1p-47/POINT    0x0p0/|nearest points have no rounding error in the quick walk
src/narrow/quick.c|s/height > volume_error(q, p, p + 1, p + 2)/true/|one face of a tetrahedron is not looked at
src/narrow/quick.inc|s/    if (a->hull != NULL)$/    if (false)/|not all points of a hull are looked at
src/narrow/quick.inc|s/return finite;/return true;/|a hull with a number that is none is asked
src/narrow/half.c|s/ERROR    0x1p-48/ERROR    0x0p0/|a quick depth has no rounding error
src/narrow/half.c|s/d.known = blemish == 0.0;/d.known = true;/|points that are not finite are taken
src/narrow/pair.c|s/farthest.value - 2.0 \* error/farthest.value/|points that reach as far up to rounding are forgotten
src/shape/scan.inc|s/if (count % LANES != 0)/if (false)/|the last points of a hull are not looked at
src/shape/lanes.inc|s/((whole)(v.value == u.value) \& (whole)(v.index < u.index))/(v.index - v.index)/|among equal points a later one wins
src/mesh/edges.c|s/fk_sort_u64(key, s->room, count);//|the sides of a vertex are not sorted
src/mesh/edges.c|s/return from != to;/return true;/|a side between one vertex is an edge
src/mesh/edges.c|s/key\[i\] >> 32 != key\[i - 1\] >> 32/key[i] != key[i - 1]/|every side has an edge of its own
src/mesh/components.c|s/fk_sets_join(parent, corner\[0\], corner\[2\]);//|the third corner of a triangle joins nothing
src/mesh/components.c|s/root = fk_sets_root(parent, mesh->triangle\[t\].corner\[0\])/root = parent[mesh->triangle[t].corner[0]]/|a component is numbered by a vertex that is not its root
src/mesh/signs.c|s/#define ROUND 0x1p-48/#define ROUND 0x1p-56/|signs have too small an error
src/mesh/signs.c|s/#define MOST  0x1p200/#define MOST  0x1p1023/|signs of large numbers overflow
src/mesh/signs.c|s/ \&\& fixed_turn(a, b, c, 2) == 0//|a line is looked at along two axes only
src/mesh/crossing.c|s/return up != 0 ? -up : fk_double_order(b->y, a->y);/return up != 0 ? 1 : fk_double_order(b->y, a->y);/|a ray on an edge is moved two ways
src/mesh/crossing.c|s/return up != 0 ? -up : fk_double_order(b->y, a->y);/return -up;/|a ray on a level edge is not moved
src/mesh/crossing.c|s/if (height == normal)/if (height != normal)/|a ray looks backwards
src/mesh/crossing.c|s/if (!is_in_interval(corner, point, axis))/if (false)/|a point on the line of a needle is on the needle
src/mesh/crossing.c|s/ \&\& is_in_shadow(corner, point, 2, turn);/;/|a triangle along the ray is seen along one other axis
src/mesh/winding.c|s/vertex->z > point->z/vertex->z >= point->z/|a triangle below a ray is left out although it touches it
src/mesh/measure.c|s/return volume.limb\[4\] != 0 ||/return true || volume.limb[4] != 0 ||/|volumes that hang on lost digits are believed
src/mesh/measure.c|s/sum->normals << 9, high = sum->normals >> 55/0, high = 0/|the bound of a volume is zero
src/mesh/measure.c|s/-((mantissa + half - 1) >> drop)/-((mantissa + half - 1) >> drop) - 1/|negative coordinates are moved down
src/mesh/measure.c|s/shift > 0 ? sum.limb\[i - 1\]/shift > 64 ? sum.limb[i - 1]/|a long sum loses bits between its limbs
src/mesh/measure.c|s/uint64_t carry = negative, flip/uint64_t carry = 0, flip/|a long difference is off by one
src/mesh/measure.c|s/fk_exact_add(&arena, first, base)/first/|the centroid is counted from the box
src/mesh/measure.c|s/    if (rest != 0)/    if (false)/|lost digits are not noticed
src/mesh/measure.c|s/fk_dd_sum(to.y, -from.y)/fk_dd_from((float)(to.y - from.y))/|an area is rounded
src/mesh/defects.c|s/2 \* (uint64_t)p.turned <= p.count/2 * (uint64_t)p.turned < p.count/|of two halves the first is flipped
src/mesh/defects.c|s/uint8_t wrong = 2 /uint8_t wrong = 1 /|the larger part is flipped
src/mesh/defects.c|s/if (d->uses\[edge\] != 2)/if (d->uses[edge] < 2)/|patches go on across crowded edges
src/mesh/defects.c|s/if (third > e->vertex\[edge\]\[1\] \&\& /if (/|duplicates are found three times
src/mesh/defects.c|s/        first = i;/        first = 0;/|a duplicate of another triangle
src/mesh/defects.c|s/if (!(d->mark\[d->edges->use\[i\] \/ 3\] \& FK_MARK_COLLAPSED)) {/{/|triangles with a corner twice close edges
src/mesh/defects.c|s/(\*mark \& FK_MARK_TURNED) != turned \&\& //|every patch that closes cannot be oriented
src/mesh/closed.c|s/== edges->vertex\[e\]\[0\] ? 1 : -1;/== edges->vertex[e][0] ? 1 : 1;/|sides that go down go up
src/mesh/inspect.c|s/facts->is_inside_out = best.sign < 0;/facts->is_inside_out = best.amount < -1e-3;/|a small solid is not inside out
src/shape/bound.h|s/return fk_is_finite(sum) ? fk_outer_next(sum) : sum;/return sum;/|sums are not rounded outward
src/shape/bound_aabb.c|s/12 \* FK_OUTER_UNIT \* size/0 * size/|a placed box has no rounding error
src/shape/bound_aabb.c|s/if (has_small_number(\&box) \&\& fk_outer_drops_denormals()) {/if (false) {/|boxes forget numbers that are read as zero
src/shape/bound_aabb.c|s/least += fk_smaller(p, q);/least += p;/|a box is placed by its least corner
src/shape/bound_sphere.c|s/#define MORE (1.0 + 8 \* FK_OUTER_UNIT)/#define MORE 1.0/|the radius of a ball is not rounded up
src/shape/bound_sphere.c|s/10 \* FK_OUTER_UNIT \* error/0 * error/|a placed ball has no rounding error
src/shape/bound_sphere.c|s/(1.0 + 16 \* FK_OUTER_UNIT) + tiny/(1.0 - 16 * FK_OUTER_UNIT)/|balls that touch are told apart
src/shape/bound_sphere.c|s/exponent < -800 ? -800/exponent < -1000 ? -1000/|small balls are scaled beyond what is read as zero
src/shape/bound_sphere.c|s/(whole + ((double)whole < steps))/whole/|a denormal radius is rounded down
src/shape/bound_sphere.c|s/if (fk_biased_exponent(x) != 0)/if (true)/|denormal coordinates are read as zero
src/shape/bound_sphere.c|s/choice <= all; choice++/choice < all; choice++/|a ball never rests on all points
src/shape/bound_sphere.c|s/if (square < least) {/if (true) {/|the last choice of points is taken
src/shape/bound_scan.inc|s/> most\[0\] ? last : found/< most[0] ? last : found/|the last points of a scan count the wrong way
src/shape/bound_scan.inc|s/ | (whole)(value\[j\] >= high\[j\])//|only low ends are looked at again
src/shape/bound_kdop.c|s/16 \* FK_OUTER_UNIT \* reach/0 * reach/|points near the end of a k-DOP are not looked at again
src/shape/bound_kdop.c|s/fk_outer_less(DBL_MAX, x) ? DBL_MAX : x/x/|the low end of a k-DOP is infinite
src/shape/bound_kdop.c|s/64 \* FK_OUTER_UNIT \* size/0 * size/|a placed k-DOP has no rounding error
src/shape/bound_kdop.c|s/(a - c) \* to_i + (b - c) \* to_j/(a - c) * to_i/|a k-DOP is placed without one of its directions
src/shape/bound_kdop.c|s/+ rest \* to_i/- rest * to_i/|a k-DOP is placed with a weight below zero
src/shape/bound_kdop.c|s/fk_exact_compare(value, fk_exact_from(\&arena, dop->hi\[i\])) <= 0/true/|k-DOPs contain what is above them
src/shape/bound_obb.c|s/6 \* FK_OUTER_UNIT/0 * FK_OUTER_UNIT/; s/exact ? half\[k\] :/true ? half[k] :/|spans have no rounding error, and axes are taken for orthonormal
src/shape/bound_obb.c|s/16 \* FK_OUTER_UNIT \* rows/0 * rows/|a placed oriented box has no rounding error
src/shape/bound_obb.c|s/if (dual_error(placed.axis, dual) < SKEW)/if (true)/|a sheared box is taken for a turned one
src/shape/bound_obb.c|s/double error = 16 \* FK_OUTER_UNIT \* size/double error = -16 * FK_OUTER_UNIT * size/|oriented boxes that touch are told apart
src/shape/bound_obb.c|s/h\[i1\] \* a->seen\[i2\]\[j\]/h[i1] * a->seen[i1][j]/|an axis of two edges sees the wrong reach
src/shape/bound_obb.c|s/return !products_separate(\&of_a, \&of_b, a, b, d, error);/return true;/|six axes are taken for fifteen
src/shape/bound_obb.c|s/12 \* FK_OUTER_UNIT \* size/0 * size/|the piece of a box does not hold it
src/shape/bound_obb.c|s/spans.high\[k\] = fk_larger(half_a, at + half_b);/spans.high[k] = half_a;/|a merged box forgets one
src/shape/bound_obb_rectangle.c|s/if (!(along(before, u) > 0.0 \&\& before.x \* u.y - before.y \* u.x >= 0.0))/if (before.x == 0.0 \&\& before.y == 0.0)/|calipers never begin anew
src/shape/bound_obb_build.c|s/longer(first, fk_vec3_sub(e.high\[2\], e.low\[2\]))/first/|the quick box does not look along z
src/tree/cells_hold.c|s/ROUND   0x1p-47/ROUND   0x0p0/|the error bound of what a cell holds is zero
src/tree/cells_hold.c|s/TINY    0x1p-600/TINY    0x0p0/|what a cell holds forgets what is flushed to zero
src/tree/cells_hold.c|s/{0, is_box ? volume : INFINITY}/{0, INFINITY}/|a box holds what lies beyond its far faces
src/tree/cells_hold.c|s/outer.lo) >= 0 \&\&/outer.lo) > 0 \&\&/|a cell does not hold its faces
src/tree/cells_hold.c|s/    if (!is_box) {/    if (false) {/|a tetrahedron holds what lies beyond its fourth face
src/tree/cells_hold.c|s/^            turn_row(\&n\[k\]);/            (void)0;/|left-handed cells are taken for right-handed ones
src/tree/cells_hold.c|s/^    add_row(r, normal);//|a flat cell holds what is beside its plane
src/tree/cells_hold.c|s/if (kind == FK_KIND_TETRA)/if (false)/|a flat tetrahedron has edges at its origin only
src/tree/cells_hold.c|s/along == NULL ? unit : /true ? unit : /|a segment holds nothing but its origin
src/tree/cells_hold.c|s/if (fk_sign_of(edge) == sign)/if (sign > 0)/|boxes along the axes have edges that go up
src/tree/cells_hold.c|s/edges = is_box ? corner : UINT32_C(1) << corner >> 1/edges = corner/|corners of tetrahedra are numbered as those of boxes
src/tree/cells_check.c|s/first = on < first ? on : first;/first = on;/|any node of a cycle is reported
src/tree/cells_check.c|s/parent\[child\] == FK_NONE)/true)/|a node may be in two rows
src/tree/cells_check.c|s/parent\[i\] >= i)/parent[i] == i)/|parents may come after their children
src/tree/cells_nodes.c|s/ || trouble < worst)/)/|the first node goes before the first trouble
src/tree/cells_nodes.c|s/order_nodes(s, \&levels) < s->count/false \&\& order_nodes(s, \&levels)/|cycles are not found
src/tree/cells_wide.c|s/pair += !apart\[k\];/pair += apart[k] == 0 \&\& k > 0;/|the first box of each block is passed over
src/tree/cells_wide.c|s/other->low\[0\]\[at\] <= own->high\[0\]\[i\]/other->low[0][at] < own->high[0][i]/|boxes that begin where another ends are passed over
src/tree/cells_wide.c|s/is_mixed = is_mixed || (at > 0 .. piece.kind != kind);/is_mixed = false;/|children of two kinds are tested as of one
src/tree/cells_walk.c|s/    for (; done .. r->is_over .. at < wide.pair_count; at++) {/    for (; false;) {/|a budget that ends among many children loses the rest
src/tree/cells_walk.c|s/key\[at\] = (key\[at\] . ~place) | at;/key[at] = key[at];/|hits are put in order twice
src/base/pool.c|s/        fesetenv(.pool->rounding);/        /|threads round as they like
src/tree/cells_levels.c|s/low = high + margin < 1 ? fk_larger(low - margin, 0) : 0;/low -= margin;/|turned boxes that end where their parent does are not shortened
src/tree/cells_levels.c|s/#define ROUND 0x1p-49/#define ROUND 0x0p0/|bounds of groups are rounded anyhow
src/tree/cells_levels.c|s/longest = axis;/longest = 0;/|groups are split along one axis
src/tree/cells_levels.c|s/share \*= l->limit;/share *= 2;/|nodes of levels are not full
src/tree/cells_levels.c|s/= fk_double_greatest(begin, origin);/= begin;/|added boxes begin before their parent
src/tree/cells_levels.c|s/bool is_double = .*/bool is_double = true;/|added boxes end where no double is
src/tree/cells_levels.c|s/holds_group(l, out, g) \&\& fk_cells_hold(parent, out)/holds_group(l, out, g)/|added boxes stick out of turned parents
src/tree/cells_levels.c|s/    return fk_cells_hold(parent, out);/    return true;/|added boxes stick out of tetrahedra
src/tree/cells_hold.c|s/return -fk_exact_floor(fk_exact_negate(x));/return fk_exact_floor(x);/|bounds of cells are rounded inward
src/tree/cells_hold.c|s/volume->kind == FK_KIND_BOX || count == 1/count == 1/|bounds of a box have one edge along an axis
src/tree/cells_leaf.c|s/        if (exact) {/        if (true) {/|leaves have rounded edges
src/tree/cells_parent.c|s/fk_larger(aligned_surface(\&f\[i\], \&e) - aligned, 0)/0/|parents are turned without a thought of theirs
src/tree/cells_parent.c|s/box.cell.origin = fk_vec3_add(base, start);/box.cell.origin = base;/;s/return holds ? turned : aligned/return turned/|a turned parent is believed
src/tree/cells.c|s/merged < count \/ 16/false/|a row of ever larger volumes becomes a list
src/tree/cells.c|s/surface\[i\] > surface\[most\]/surface[i] < surface[most]/|the smallest children are replaced by their own
src/tree/frame.c|s/ROUND 0x1p-47/ROUND 0x1p-60/|the margin of a frame forgets rounding
src/tree/frame.c|s/ + shear) \* inverse/) * inverse/|a frame forgets that a matrix is no rotation
src/tree/frame.c|s/if (tree->unit >= 0x1p1022)/if (false)/|a frame claims something about trees beyond their unit
src/tree/tree_fit.c|s/(float)(half \* (1 + RATIO) + FAT)/(float)half/|turned boxes are rounded inward
src/tree/tree_fit.c|s/(float)(max\[k\] + fabs(max\[k\]) \* 0x1p-22 + FAT)/(float)max[k]/|aligned boxes are rounded inward
src/tree/tree_fit.c|s/child->count\[c\] == 0 \&\& k < tree->node\[below\].used/false/|a box leaves out the nodes below
src/tree/tree_fit.c|s/exponent > 1022 ? 1022/exponent > 1023 ? 1023/|the unit of a tree has no inverse
src/tree/tree_walk.c|s/s->margin = (float)(s->frame.margin \* 1.01 + 0x1p-90)/s->margin = 0/;s/LOOSE 0x1p-16f/LOOSE 0/|boxes of two trees have no margin
src/tree/tree_walk.c|s/LOOSE + 2 \* (float)skew/LOOSE/;s/skew < 0.125/true/|a matrix that is no rotation is taken for one
src/tree/tree_walk.c|s/ \& ~((1u << i) - 1);/;/|a mesh meets itself twice
src/tree/tree_leaf.c|s/most > 0x1p-200 \&\& most < 0x1p200 ? most \* most \* most \* ROUND : HUGE_VAL/0/|planes have no rounding error
src/tree/tree_meet.c|s/fk_sort_u64(pairs->key, other, count);/(void)other;/|pairs come in the order of the tree
src/tree/tree_self.c|s/return shared == 3 \&\& !fk_signs_on_line(.*);/return shared == 3;/|a segment twice is a self-intersection
src/tree/tree_self.c|s/if (is_beside(a, b) || is_beside(b, a))/if (true)/|triangles with a common corner meet nowhere else
src/tree/tree_self.c|s/if (!is_on_segment(u, a, b)) {/if (true) {/|a fan may have its tip in its far side
src/tree/cover_cut.c|s/if (from >= 0 \&\& here < 0)/if (from > 0 \&\& here < 0)/|a part that begins at a corner has no edge there
src/tree/cover_cut.c|s/== base->facing ? RELATION_APART/!= base->facing ? RELATION_APART/|beyond a facet is the piece that lies below it
src/tree/cover_cut.c|s/        if (found != 3) {/        if (false) {/|what a piece does not meet is cut all the same
src/tree/cover_inside.c|s/if (in_above \&\& side < 0)/if (in_above)/|the ray goes back, too
src/tree/cover_inside.c|s/int left = base->facing \* base->beyond;/int left = 1;/|the base is always seen from outside
src/tree/cover_inside.c|s/set->side\[from\] > 0 \&\& set->side\[to\] <= 0/set->side[from] > 0 \&\& set->side[to] < 0/|vertices on the plane are not below
src/tree/cover_inside.c|s/fk_vec3_get(box.max, base->u) >= /fk_vec3_get(box.min, base->u) <= /|the ray looks behind
src/tree/cover_lines.c|s/turned \* sign : sign_in_integers(base, edge, spot)/turned * sign : 0/|what balls leave open lies on the line
src/tree/cover_lines.c|s/a.rad \* power + FK_BALL_TINY/0/|balls that are scaled have no error
src/tree/cover_lines.c|s/return sum.sign;/return -sum.sign;/|a centroid lies on the other side
src/tree/cover_lines.c|s/fk_exact_determinant(arena, l, own\[3\], k, other\[3\])/fk_exact_determinant(arena, l, own[3], l, other[3])/|integers have another line
src/tree/cover_lines.c|s/&middle.spot\[0\]) < 0;/\&middle.spot[0]) < 2;/|a place inside may be outside
src/tree/cover.c|s/set->hull\[i\]->dimension == 2/set->hull[i]->dimension == 1/|flat pieces fill a solid
src/tree/cover.c|s/ \&\& is_solid)/)/|open meshes are solids
src/tree/cells_hull.c|s/order == 0 \&\& (fk_bits_of(low) \& 1) == 0/order == 0/|corners between two doubles are rounded down
src/tree/cells_hull.c|s/order < 0 || (order/false || (order/|corners are rounded up
src/tree/cells_hull.c|s/if (is_double(c) || is_in(piece, c->nearest))/if (true)/|rounded inward is to the nearest
src/tree/cells_hull.c|s/count = is_double(c) ? 1 : 8;/count = 1;/|rounded outward is down
src/tree/cells_hull.c|s/is_below ? low : high/low/|inward is always down
src/tree/cells_mesh.c|s/if (is_lower(hull/if (i == 1 \&\& is_lower(hull/|faces are cut from any corner
src/tree/cells_mesh.c|s/hull->dimension == 3 ? \&m->solid/hull->dimension >= 2 ? \&m->solid/|both sides of a wall cancel each other
src/tree/cells_mesh.c|s/    if (hull->face_count == 0) {/    if (hull->face_count == 0) return FK_OK; {/|segments and points are lost
src/mesh/unique.c|s/ \&\& f->rule != FK_UNIQUE_SHELLS//|shells keep the faces between them
src/tree/cells_cover.c|s/tree->node\[i\].child_count > 0/tree->node[i].child_count > 1000/|parents cover, too
src/tree/cells_cover.c|s/outer.covers_surface == found->cover.covers_surface/true/|what is between doubles is proved
src/tree/cells_cover.c|s/status == FK_OK \&\& covers(found))/status == FK_OK)/|cores tell that leaves are open
src/tree/cells_cover.c|s/FK_CELLS_OUTWARD, &outward/FK_CELLS_INWARD, \&outward/|leaves are open that are not proved to be
src/tree/cells_core.c|s/distance <= f->distance \&\& is_in_leaf(f, place)/distance <= f->distance/|corners of cores are outside of leaves
src/tree/cells_core.c|s/return is_in_leaf(f, place) ? place : corner;/return place;/|cores have short corners outside of leaves
src/tree/cover_near.c|s/\.is_shared = false;/.is_shared = true;/|facets count as shared that are not
src/tree/cover.c|s/k < count - first ? first + k : k - (count - first)/first + k < count ? first + k : 0/|what is before the first is not asked about
src/tree/cover_near.c|s/box.max;/box.min;/|pieces are near with their lowest corner only
src/tree/cover_inside.c|s/    \*fk_vec3_at(&box.max, base->u) = .*//|rays end where the base does
src/tree/cover_inside.c|s/    \*fk_vec3_at(&box.max, base->axis) = .*//|triangles above the base are not found
src/tree/cover_segment.c|s/\&last, \&b, end).at_place < 0/\&last, \&b, end).at_place > 0/|a segment leaves a piece where its last bound ends
src/tree/hierarchy.c|s/    if (error > 0.0)/    if (false)/|volumes of fragments lose what rounding cut off
src/tree/hierarchy.c|s/count <= b->rules.leaf_count/count < b->rules.leaf_count + (count > 1)/|leaves are one too small
src/tree/hierarchy.c|s/depth >= b->rules.max_depth/depth > b->rules.max_depth/|trees are one too deep
src/tree/hierarchy.c|s/            if (last\[t\] != i + 1)/            if (true)/|a triangle is in a leaf twice
src/tree/hierarchy_split.c|s/return fk_larger(thick_volume/return fk_smaller(thick_volume/|the smaller part is made small
src/tree/hierarchy_split.c|s/fk_vec3_get(box\[0\].max, axis) - fk_vec3_get(box\[1\].min, axis)/fk_vec3_get(box[1].min, axis) - fk_vec3_get(box[0].max, axis)/|parts are separated least
src/tree/hierarchy_split.c|s/int k = sides == 0 ? i >= chosen->place : sides == 2;/int k = i % 2 == 0;/|parts are on the wrong side
src/tree/hierarchy_cut.c|s/    add_fragment(b, \&whole, q, corner\[2\], r);/    add_fragment(b, \&whole, q, corner[2], corner[2]);/|a fragment is missing
src/tree/hierarchy_cut.c|s/\*above = first > at ? 1 : 6;/*above = first > at ? 6 : 1;/|fragments are on the wrong side
src/tree/hierarchy_merge.c|s/bool mutual = j != FK_NONE \&\& m->best\[j\] == i;/bool mutual = j == i + 1 \&\& i % 2 == 0;/|neighbours are merged, whatever their boxes
src/tree/hierarchy_merge.c|s/now.first + l->join\[left.join\].count, node/now.first, node/|the parts of both children are in one place
src/tree/hierarchy_insert.c|s/join\[lower\].height + 2)/join[lower].height + 200)/|trees are not balanced
src/tree/hierarchy_insert.c|s/bool goes_right = more_right < more_left/bool goes_right = more_right > more_left/|boxes grow most
src/tree/hierarchy_search.c|s/return a->size\[p->node\[0\]\] > b->size/return a->size[p->node[0]] < b->size/|the smaller one descends
src/tree/hierarchy_search.c|s/inner != 3 || s->rules/s->rules/|leaves are opened
src/tree/hierarchy_search.c|s/(i == 0 || s->key\[i\] != s->key\[i - 1\])/(true)/|pairs are listed twice
src/tree/hierarchy_search.c|s/    if (s->node\[slot\] == node)/    if (s->node[slot] != FK_NONE)/|volumes of other nodes are taken
src/tree/hierarchy_search.c|s/return s->pair\[s->begin++\];/return s->pair[--s->end];/|breadth first is depth first
src/tree/hierarchy_search.c|s/p->distance < q->distance/p->distance > q->distance/|the worst comes first
src/tree/hierarchy_volume.c|s/2 \* more + FK_OUTER_TINY/0/|nothing grows
src/tree/relate_fan.c|s/now\[fan->item\[k\].which\] -= /now[fan->item[k].which] += /|winding numbers grow where they shrink
src/tree/relate_fan.c|s/            winding += fan->item\[i\].sign;/            winding -= fan->item[i].sign;/|the first winding number around a line is wrong
src/tree/relate_fan.c|s/before\[other\] != 0 \&\& behind\[other\] != 0)/false)/|a wall inside a solid is not inside
src/tree/relate_fan.c|s/(is_between(fan, end, fan->count, 1) .. is_between(fan, 0, i, 1))/true/|sheets on one side of another cross it
src/tree/relate_fan.c|s/is_same_way(r, fan, \&fan->item\[0\], half) ? 0 : 2/0/|opposite half-planes are the same
src/tree/relate_spot.c|s/from == 0 ? to : FK_UNSURE/from == 0 ? 0 : FK_UNSURE/|a place between two, one of them in the plane, is in it
src/tree/relate_spot.c|s/to > from ? 1 : -1/to > from ? -1 : 1/|ways go backwards
src/tree/relate_spot.c|s/i < spot->count \&\& sign == 0; i++/i < 1; i++/|places infinitely near are the same
src/tree/relate_ray.c|s/            turn = moved_turn(from, to);/            turn = 1;/|rays through edges count them as they like
src/tree/relate_edge.c|s/double low = fk_fraction_floor/double low = fk_fraction_ceil/|the box is rounded inward
src/tree/relate_edge.c|s/is_along(end\[lead\], end\[other\]) ? 1 : -1/1/|edges that go against each other go along
src/tree/relate_edge.c|s/            role\[count++\] = (fk_relate_role){{3, (uint8_t)j}};/            continue;/|edges of b in faces of a are not looked at
src/tree/relate_patch.c|s/is_inside(r, which, \&m->point\[v\])/false/|the box has no vertices that are inside
src/tree/relate_patch.c|s/FK_RELATE_MET : FK_RELATE_LINED/FK_RELATE_LINED : FK_RELATE_LINED/|flat triangles are inside or not as a whole
src/tree/relate_patch.c|s/(FK_RELATE_FLAT . FK_RELATE_BUSY . FK_RELATE_ASKED)) == FK/(FK_RELATE_FLAT | FK_RELATE_ASKED)) == FK/|shells that cross have one winding number
src/tree/relate_cut.c|s/        cut_by(c, plane, \&p);/        return;/|triangles that cross a segment do not cut it
src/tree/relate_cut.c|s/    if (fk_relate_note_face(r, which, winding))/    if (fk_relate_note_face(r, which, 0))/|flat triangles are never inside
src/tree/relate_self.c|s/set.count > (shared == 2 ? 2 : 1)/set.count > 2/|triangles of one mesh that cross are not busy
src/tree/relate.c|s/(r->is_hard .. is_in)/true/|what is inside both is not looked for
src/tree/gap.c|s/fk_double_greatest(limit, SMALLEST)/fk_double_greatest(limit * 0.9, SMALLEST)/|boxes at the limit are too far
src/tree/gap.c|s/if (h.count + FK_GAP_PAIRS_MOST > FK_GAP_HEAP)/if (h.count > 0)/; s/            search_below(s, w);/            (void)0;/|what has no room in the heap is lost
src/tree/gap_side.c|s/(1 - 0x1p-15) - off) \* side->factor/+ off) * side->factor/|bounds by boxes are larger by their error
src/tree/gap_side.c|s/mesh->tree->unit \/ unit \/ frame->stretch/mesh->tree->unit \/ unit * 1.5/|bounds are in another unit
src/tree/gap_boxes.inc|s/larger(size - t.half\[k\] - reach, zero)/larger(size - reach, zero)/|along its axes, a box is a point
src/tree/gap_boxes.inc|s/taken += size \* h\[l\];/taken += zero;/|from center to center, a box is a point
src/tree/gap_boxes.inc|s/larger(s.toward\[j\] - ends, zero)/larger(ends - s.toward[j], zero)/|the direction is the opposite
src/tree/gap_boxes.inc|s/larger((size - reach) \* ratio - span, zero)/larger(size * ratio - span, zero)/|along the axes of b, a box of a is a point
src/tree/gap_boxes.inc|s/ - r->half\[i\];/;/|the box around a node is a point
src/tree/gap_triangles.inc|s/least - most - size \* FK_GAP_ERROR/least - most + 4 * size * FK_GAP_ERROR/|bounds of triangles are larger by an error
src/tree/gap_triangles.c|s/(sqrt(square) + 0x1p-46)/(sqrt(square) - 0x1p-46)/|the upper end is below
src/tree/gap_triangles.inc|s/lesser(lesser(dot(n, b\[0\]), dot(n, b\[1\])), dot(n, b\[2\]))/lesser(dot(n, b[0]), dot(n, b[1]))/|a corner does not count
src/tree/gap_pairs.c|s/least\[k\] - most\[i\] - 0x1p-46/least[k] - most[i] + 0x1p-3/|shadows are too far
src/tree/gap_pairs.c|s/fk_double_order(d.hi, s->distance.hi) >= 0/d.hi >= s->distance.hi/|small numbers are zero
src/tree/gap_pairs.c|s/fk_double_order(d.lo, s->distance.lo) < 0/false/|the lower end is that of the first pair
src/tree/gap_pairs.c|s/return a < s->pair.a || (a == s->pair.a \&\& b < s->pair.b);/return false;/|any of the nearest pairs is named
src/tree/gap_single.c|s/a.half\[0\] = deep \/ 2 \* (1 + 0x1p-30)/a.half[0] = deep \/ 8/|the box of a half-space is thin
src/tree/gap_single.c|s/fk_larger(max - middle, middle - min) \* (1 + 0x1p-40)/0/|the box of a piece is a point
src/narrow/triangles_compare.c|s/low > 0 || high < 0/low >= 0 || high < 0/|the lower end is the distance
src/shape/split_cell.c|s/(1 + 0x1p-40) + FK_CLOUD_TINY/0 + FK_CLOUD_TINY/|corners of cells are taken for points
src/shape/split_cell.c|s/error = error \* (1 + 0x1p-40)/error = 0 * error/|a quotient of balls forgets their radii
src/shape/split_cell.c|s/return is_double ? /return true ? /|a corner of a cell is taken for the double beside it
src/shape/split_cell.c|s/point\[i\]) > 0)/point[i]) > 1)/|all hulls hold all points
src/shape/split_fill.c|s/side > 0 || (side < 0 \&\& s->is_flat)/side >= 0/|boxes that a piece cuts are apart from it
src/shape/split_fill.c|s/return s->plane_count == 0 ? IS_APART : inside ? IS_INSIDE/return s->plane_count == 0 ? IS_APART : true ? IS_INSIDE/|boxes that a piece cuts are inside it
src/shape/split_fill.c|s/&winding) || winding != 0;/\&winding) || winding > 1;/|what is inside is taken for outside
src/shape/split_fill.c|s/!below || (s->is_flat \&\& !above)/!below || s->is_flat/|flat pieces do not part cells
src/shape/split.c|s/first_edge = next++;/first_edge = 0, next++;/|all triangles are said to be in the first piece
src/shape/split_gauge.c|s/of->normal, s->normal)), above/of->normal, of->normal)), above/|flat pieces may cover holes
src/shape/split_gauge.c|s/if (next > count \&\& is_outer/if (next > count || is_outer/|planes of faces that are nearly lines cut hulls
src/shape/split_sample.c|s/if (uses > 2)/if (uses > 0)/|edges have no samples
src/shape/split_graph.c|s/room + x->count, y->point, y->count/room + x->count, y->point, (y->count - 1)/|a union loses a point
src/narrow/triangles.c|s/#define ROUND 0x1p-46/#define ROUND 0x0p0/|the sides of triangles have no error
src/narrow/triangles.c|s/#define TINY  0x1p-500/#define TINY  0x0p0/|the sides of small triangles are flushed to zero
src/narrow/triangles.c|s/#define MOST  0x1p200/#define MOST  0x1p1022/|the sides of large triangles overflow
src/narrow/triangles.c|s/<= 0 \&\&$/< 0 \&\&/|triangles whose edges touch are apart
src/narrow/triangles.c|s/side != 0 \&\& side != inner/side != 0/|triangles in one plane are apart from what is inside
src/narrow/triangles.c|s/turned\[!is_above_b\] + place/turned[0] + place/|a triangle is not turned over
src/narrow/triangles_common.c|s/order\[i\]\[i\] == 0 ? end_b\[i\]/false ? end_b[i]/|triangles that touch in a point have two
src/narrow/triangles_common.c|s/is_on_both_sides(sides->a) \&\& //|triangles that end in a plane overlap
src/narrow/triangles_common.c|s/return is_coplanar || fk_signs_side(p, q, r, s) == 0;/return true;/|segments cross that pass each other
src/narrow/triangles_common.c|s/if (other.dimension == 1 || other.dimension == 2)/if (other.dimension < 3)/|equal corners count twice
src/narrow/triangles_place.c|s/0x1p-52 + FK_BALL_TINY/0x0p0/|rounded corners turn as exact ones
src/narrow/triangles_place.c|s/if (turn_of(c, index, axis) > 0)/if (turn_of(c, index, axis) < 0)/|polygons turn the other way
src/base/ratio.c|s/order == 0 \&\& (low \& 1) != 0/order == 0/|ties are rounded up
src/tree/relate_piece.c|s/if (!spots->has_outer)/if (false)/|a piece is never in a solid whose triangles pass through it
src/tree/relate_piece.c|s/fk_piece_spots_beyond(spots, axis, sign, \*side)/true/|the box holds all of the piece
src/tree/relate_piece.c|s/fk_pair_box(\&t, l->piece, \&box) == FK_OK/false/|the box holds corners only
src/tree/relate_piece_spots.c|s/return winding != 0;/return winding > 0;/|solids that are inside out have no inside
src/tree/volume_pair.c|s/bool is_lower = which == 0;/bool is_lower = true;/|triangles that are equal count twice
src/tree/volume_pair.c|s/0x1p12 \* UNIT \* reach \* s.edge \* range + error \* area/0/|volumes have no error
src/tree/volume.c|s/a->sign \* b->sign \* part.value/part.value/|all triangles count as upper ones
src/tree/volume.c|s/from + (which == 1)/from/|triangles that begin together are paired twice
src/scene/place.c|s/c->at += \*c->at == '\\\\' \&\& c->end - c->at > 1 ? 2 : 1;/c->at++;/|a quote after a backslash ends a text
src/scene/place.c|s/depth + 1 : depth - closes/depth + (byte == '{') : depth - closes/|arrays in a value are not passed over
src/scene/place.c|s/size_t count = decoded\[0\] == '\\\\' ? read_escape(\&at, decoded) : 1;/size_t count = 1;/|keys are compared with their escapes
src/scene/glob.c|s/            pattern = star;/            return false;/|a star takes as little as it can, once
src/scene/glob.c|s/return found != is_inverted;/return found;/|[!a] is [a]
src/scene/names.c|s/        if (strlen(names->name.index.) + 1 == length .*$/        if (true)/|names are told by their hash
src/scene/units.c|s/digits < length)/false)/|a space is a unit
src/scene/read_pose.c|s/q\[w_first ? 0 : 3\]/q[3]/|w is the last always
src/scene/read_pose.c|s/fk_vec3_cross(row\[1\], row\[2\])) < 0/fk_vec3_cross(row[1], row[2])) < -2/|a mirror is a pose
src/scene/read_pose.c|s/off = error <= off ? off : error;/off = error;/|only the last entry of a matrix counts
src/base/pose.c|s/\*s = degrees < 0 ? -\*s : \*s;//|negative degrees turn the other way
src/base/pose.c|s/degrees -= degrees >= turns ? turns : 0;//|whole turns stay
src/scene/read_shape.c|s/if (hull->dimension < 3)/if (hull->dimension < 2)/|flat hulls are taken
src/scene/read_parts.c|s/repeats ? own->entry\[i\].path : stem\[i\]/stem[i]/|equal stems are equal names
src/scene/load_files.c|s/a->has_up == b->has_up \&\& a->up == b->up \&\&//|one file is turned one way only
src/scene/load_files.c|s/file->unit = e->has_unit || !mesh.has_unit/file->unit = !mesh.has_unit/|the loader overrules the scene
src/scene/load_files.c|s/ || !probe_files(r, top, own)//|a missing file is told after the others are loaded
src/scene/make_parts.c|s/4 \* reach + /0 * reach + /|parts may be too large
src/scene/read_rules.c|s/ || !fk_value_array(w->r, value, "names or patterns of parts", 1)//|sets may be empty
src/scene/words.c|s/(is_pattern \&\& fk_glob_may_match(word, entry->beginning))/is_pattern/|patterns are refused after loading only
src/scene/scene.c|s/part != other \&\& //|a part is paired with itself
src/scene/scene.c|s/JSON_REJECT_DUPLICATES | //|keys may stand twice
src/scene/scene.c|s/        fk_cell_tree_free(context, own->entry\[i\].cells);/        (void)i;/|trees of cells are lost
src/scene/value.c|s/DEEPEST 2048/DEEPEST 12/|the place of a deep cell is not found
src/scene/nest.c|s/below->is_entered = false;//|what is in a second object is passed over
src/scene/nest.c|s/at->next < at->count/at->next + 1 < at->count/|the last object of an array is passed over
src/scene/read_cells.c|s/level->above->number : FK_NONE/0 : FK_NONE/|all cells are children of the root
src/scene/read_cells.c|s/!json_is_array(member.json) || json_array_size(member.json) != 3/false/|edges are not counted
src/scene/read_cells.c|s/corner == i + 1/corner == i/|the corner of a tetrahedron that is outside is another one
src/scene/nest.c|s/nest->at->number < number/nest->at->number + 1 < number/|the place is that of the cell before
src/scene/read_groups.c|s/ \&\& part->group != group)/)/|a part may be named only once in its group
src/scene/read_groups.c|s/part->group != FK_NONE \&\& part->group != group/false/|a part may be in two groups
src/scene/read_groups.c|s/out->tests_members = true;/out->tests_members = false;/|members are not tested
src/scene/read_groups.c|s/level->above->number - 1 : FK_NONE/level->above->number : FK_NONE/|a group is in the next one
src/scene/words.c|s/w->first = part < w->first ? part : w->first;/w->first = part;/|only the last part that is chosen counts
src/mesh/crossing.c|s/fk_signs_side(corner\[0\], corner\[1\], corner\[2\], point) == 0 \&\&//|a point in the three shadows of a triangle is on it
src/tree/probe_walk.c|s/#define ROUND 0x1p-46/#define ROUND 0x1p-60/|the filter for triangles has no rounding error
src/tree/probe_walk.c|s/#define TINY  0x1p-500/#define TINY  0x0p0/|the filter for triangles has no underflow term
src/tree/probe_walk.inc|s/fk_v4 end = w->probe->kind == FK_PROBE_SEGMENT ? begin - turn : -turn;/fk_v4 end = -turn;/|segments are rays
src/tree/probe_walk.inc|s/(all_left \& (begin < -error)) | (all_right \& (begin > error));/all_left;/|triangles that are seen from one side are missed
src/tree/probe_walk.inc|s/(uint32_t)fk_mask4(below \& above \& is_fine)/(uint32_t)fk_mask4(below | above)/|a plane meets what is on one side
src/tree/probe_walk.inc|s/(load(node->min\[k\], 0) > w->box_max\[k\])/(load(node->max[k], 0) > w->box_max[k])/|boxes of the tree must be in the probe
src/tree/probe_ready.c|s/w->enter\[axis\] = back ? max : min;/w->enter[axis] = min;/|lines that go back miss boxes
src/tree/probe_ready.c|s/double margin = e.margin + (1 + largest) \* 0x1p-18;/double margin = -0x1p-9;/|a line has no margin
src/tree/probe_ready.c|s/double part = (at - walk->begin + lost)/double part = 0.9 * (at - walk->begin + lost)/|what is met last is cut off
src/tree/probe_loop.inc|s/q->count\[last\] = 0;/q->count[middle] = 0;/|leaves that wait are forgotten
src/tree/probe_line.c|s/kind == FK_PROBE_RAY || fk_exact_compare/true || fk_exact_compare/|segments in a plane have no end
src/tree/probe_line.c|s/if (side\[k\].sign \* side\[n\].sign < 0)/if (false)/|lines in a plane meet corners only
src/tree/probe_line.c|s/bool turn = under.sign < 0;/bool turn = false;/|fractions may have a negative denominator
src/tree/probe_flat.c|s/(turn >= 0 \&\& /(turn > 0 \&\& /;s/(turn <= 0 \&\& /(turn < 0 \&\& /|edges of needles do not separate
src/tree/probe_flat.c|s/\&most) >= 0 \&\&/\&most) >= 2 - 3 \&\&/|boxes are on both sides of every plane
src/tree/probe_flat.c|s/return fk_exact_compare(sum, fk_exact_from(\&arena, plane->offset));/return sum.sign;/|integers forget the offset
src/tree/probe_first.c|s/order == 0 \&\& triangle > best->triangle/order == 0/|of triangles that are met together any is the first
src/tree/probe_first.c|s/#define ROUND 0x1.2p-49/#define ROUND 0x1p-70/|times have no error
src/tree/probe.c|s/memcpy(g->more, g->few, sizeof g->few);/g->more[0] = 0;/|a long list loses its beginning
src/broad/packs_pairs.inc|s/bits \&= other == w->group ? ~(uint32_t)1 << lane : 0xff;//|packs are joined twice
src/broad/packs_pairs.inc|s/ \& (~(uint32_t)1 << lane)//|boxes meet themselves
src/broad/packs_pairs.inc|s/within |= other == w->group/within = true/|a group with many lists finds its own pairs often
src/broad/packs_pairs.inc|s/bits \&= (uint32_t)0xff << path % LANES;/bits += 0;/|groups look at those before them
src/broad/packs_pairs.inc|s/if (count == GROUPS) {/if (count == GROUPS \&\& false) {/|a list that is full goes on
src/broad/packs_sort.c|s/c > FK_PACK_CLASSES - 1 ?/true ?/|large boxes are one class
src/broad/packs_sort.c|s/out->limit = e + 1;/out->limit = 255;/|large boxes are among small ones
src/broad/packs_sort.c|s/at - begin > FEW \&\& //;s/DEEPEST \&\& sort_range/0 \&\& sort_range/|clusters are not sorted again
src/broad/packs_sort.c|s/<< (2 \* c->bits\[1\] + c->bits\[2\])/<< c->bits[2]/|the bits of a long axis are among the others
src/broad/packs_cut.c|s/high\[2\] - low\[2\] > high\[axis\] - low\[axis\] ? 2 : axis/0/|packs are cut along one axis
src/broad/packs_fit.c|s/if (memcmp(old, key, sizeof old) == 0)/if (false)/|what does not change is fitted
src/broad/packs_fit.c|s/packs->grown += (double)packs->growth\[at\]/packs->grown += 0 * (double)packs->growth[at]/|boxes that go far one by one are not noticed
src/broad/packs_fit.c|s/packs->held -= f.gone;//|boxes that go among many are still held
src/broad/packs_fit.c|s/key\[0\] > key\[3\] ? 0 : 1/1/|a new box is a reason to sort
src/broad/packs.c|s/packs->holes > packs->held \/ 4 + 64/false/|holes are never dropped
src/broad/packs.c|s/bytes < packs->block_bytes \/ 2/false/|memory is never given back
src/broad/packs.c|s/if (changed_count > packs->held \/ FEW) {/if (true) {/|one box that moves fits all
src/broad/packs.h|s/? -(bits \& INT32_MAX) : bits/? bits : bits/|negative numbers are in the wrong order
src/broad/sweep.c|s/>> 32 <= end; k++/>> 32 < end; k++/|boxes that begin where another ends are passed over
src/broad/sweep.c|s/(reach + 0x1p-1000)) + 2/reach) - 2/|boxes at the reach are far
src/base/sort.c|s/>> shift > moved >> shift/>> shift >= moved >> shift/|equal keys change their order
src/broad/rows.c|s/up <= grid->reach\[2\]/up < grid->reach[2]/|the layer above is not looked into
src/broad/rows.c|s/z << FK_GRID_BITS . less(y, grid->reach\[1\])/z << FK_GRID_BITS | y/|rows before are not looked into, as printed
src/broad/rows.c|s/least = less(x, reach);/least = x;/|cells before are not looked into, as printed
src/broad/rows.c|s/less(fk_grid_cell(\&grid->map, k, box->min\[k\]), grid->reach\[k\])/fk_grid_cell(\&grid->map, k, box->min[k])/|large boxes that begin before small ones are passed over
src/broad/rows.c|s/from = row + 1;/from = row;/|a row is tested with itself twice
src/broad/rows.c|s/above = g + 1;/above = g + 2;/|grids are not tested with the next
src/broad/rows.c|s/i = gridded + task;/i = gridded;/|each task tests all boxes that are in no cell
src/broad/sorted.h|s/cell < 0 ? 0 : //|cells before the first are after the last
src/broad/sorted.c|s/block_end(b, one), keys/block_end(b, sorted->count), keys/|large boxes are tested with each other twice
src/broad/sorted.c|s/fk_sorted_unite(\&above\[b\], \&block\[i\]);/(void)0;/|unions of unions are those of the first
src/broad/sorted.c|s/if (s.bound > visit->probe.limit)/if (s.bound >= visit->probe.limit)/|boxes at the limit are passed over
src/broad/octree.c|s/differs >> bit == 0 ? octant + 1 : 0/octant + 1/|boxes are in the last octants, even if they reach out of them
src/broad/octree.c|s/(place){n->child, p->end, last}/(place){n->child, p->begin, last}/|boxes are handed down twice
src/broad/octree.c|s/min\[0\] <= a->box.max\[0\]/min[0] < a->box.max[0]/|boxes of an octant that touch along x are passed over
src/broad/octree.c|s/^    fk_sorted_unite(\&o->node\[parent\].box, \&o->node\[child\].box);//|nodes do not hold what is below them
src/broad/tree_nodes.c|s/tree->is_in_order = tree->is_in_order \&\& child > place >> 1;//|nodes out of order are taken as in order
src/broad/tree_nodes.c|s/^        balance(tree, node);//|a tree of boxes loses its balance
src/broad/tree_nodes.c|s/return is_even(made, goes) \&\&/return/|a turn for surface loses the balance
src/broad/tree_nodes.c|s/above->height\[place \& 1\] == height \&\& //|heights above are not made right where boxes are
src/broad/tree_nodes.c|s/^    tell(tree, from);//|what is turned down does not know where it is
src/broad/tree_nodes.c|s/^    tree->free = node;//|nodes that are free are never used again
src/broad/tree_build.c|s/half = r.count \/ 2;/half = r.count \/ 3 + 1;/|a tree is not split in halves
src/broad/tree_build.c|s/else if ((int64_t)half >= low)/else if (false)/|halving ends too early
src/broad/tree_build.c|s/if (n->parent == FK_NONE)/if (n->parent == FK_NONE || node % 7 == 0)/|nodes are left out
src/broad/tree.c|s/return -FLT_MIN;/return 0;/|a leaf ends at zero
src/broad/tree.c|s/size < INFINITY ? times/true ? times/|a box with an infinite side becomes infinite on both
src/broad/tree.c|s/holds(leaf, box) \&\& //|a box may leave its leaf
src/broad/tree.c|s/ \&\& !is_longer(leaf, \&most)//|a leaf stays as large as after a fast move
src/broad/tree.c|s/return more <= WORSE .*/return true;/|a tree is never made anew
src/broad/tree.c|s/    if (fk_aabb_float_meets(\&n->box\[0\], \&n->box\[1\]))/    if (false)/|pairs of two sides of a node are lost
src/broad/tree.c|s/^    all->count -= opened;/    all->count -= opened + 1;/|a task is lost
src/broad/tree.c|s/if (next.bound > visit->probe.limit)/if (next.bound >= visit->probe.limit)/|boxes at the limit are not visited
src/broad/sweep_prune.c|s/left = (uint64_t)SWAPS/left = (uint64_t)99 * SWAPS/|sorting by insertion is never given up
src/broad/sweep_prune.c|s/= INT32_MAX;/= 0;/|a sweep goes on after the last box
src/broad/sweep_prune.c|s/if (meets\[k\] \&\& s->begin\[row + k\] <= end)/if (meets[k])/|boxes of a row that begin beyond the end are pairs
src/broad/sweep_prune.c|s/goes_down \&\& down-- > 0/goes_down \&\& down-- > 1/|the first block is not visited
src/broad/sweep_prune.c|s/^    self->block\[place \/ FK_SWEEP_BLOCK\].is_stale = true;//|blocks keep their boxes
src/broad/sweep_prune.c|s/    if (kept > 0) .*/    if (false)/|the last block keeps the box of what is gone
src/broad/sweep_prune.c|s/^            enter_all(self, boxes);//|another axis is taken without its order
src/broad/sweep_prune.c|s/best = BETTER \* variance/best = 0 * variance/|the axis changes without need
src/broad/broad.c|s/    if (memcmp(\&settled, \&broad->box\[id\], sizeof settled) != 0) {/    if (memcmp(\&settled, \&broad->box[id], 12) != 0) {/|boxes that grow are not seen to change
src/broad/broad.c|s/    \*mark |= broad->has_pairs ? FK_BROAD_LOOSE | FK_BROAD_STALE : FK_BROAD_LOOSE;/    *mark |= FK_BROAD_LOOSE;/|the list of pairs is not told of changes
src/broad/broad.c|s/        loosen_all(broad);/        (void)loosen_all;/|what a structure has lost is not looked for
src/broad/broad.c|s/        return FK_ERROR_NOT_FINITE;/        return FK_OK;/|NaN is taken
src/broad/broad_pairs.c|s/ || (p->mark\[id\] != 0 \&\& id < p->id))/)/|pairs of two changed boxes are found twice
src/broad/broad_pairs.c|s/kept += (broad->mark\[pair.a\] | broad->mark\[pair.b\]) == 0;/kept += broad->mark[pair.a] == 0;/|pairs whose upper number has changed stay
src/broad/broad_pairs.c|s/        has_failed |= found\[i\].has_failed;/        has_failed |= false;/|tasks without memory are forgotten
src/broad/broad_pairs.c|s/ | 1, width/, width/|the sorted pairs end in the wrong place
src/broad/broad_pairs.c|s/        if (old > 0 \&\& key_of(pair\[old - 1\]) > key\[count - 1\])/        if (old > 0 \&\& pair[old - 1].a > (uint32_t)(key[count - 1] >> 32))/|pairs are merged by their lower number only
src/broad/broad_round.c|s/    if ((double)near == difference \&\& !is_exact(x, origin, difference))/    if (false)/|sides that look exact are not moved
src/broad/broad_round.c|s/    bool is_over = (double)near > difference;/    bool is_over = false;/|sides are rounded inward
src/broad/broad_round.c|s/ \&\& fk_double_order(difference + origin, x) == 0//|a difference that loses the smaller number is exact
src/broad/broad_round.c|s/        is_empty |= min > max;/        is_empty |= box->min[i] > box->max[i];/|small empty boxes are not
src/broad/broad_visit.c|s/LESS (1 - 0x1p-49)/LESS (1 + 0x0p0)/|bounds have no room for rounding
src/broad/broad_visit.c|s/MORE (1 + 0x1p-49)/MORE (1 - 0x1p-49)/|boxes are left too early
src/broad/broad_visit.c|s/        visit->slow_least\[axis\] = 0;/        visit->slow_least[axis] = 1;/|fast boxes come late
src/broad/broad_visit.c|s/    return visit->is_loose\[id\] \& FK_BROAD_LOOSE ? true : offer(visit, id);/    return offer(visit, id);/|loose boxes are visited twice
src/broad/broad_visit.c|s/        visit.probe.limit = DBL_MAX;/        (void)0;/|boxes that are never met are visited
src/broad/brute.c|s/ \&\& !fk_aabb_float_is_empty(\&boxes->box\[b\]))/)/|what is everywhere meets what is not there
src/world/check.c|s/rule.clearance > c->reach ? rule.clearance : c->reach/c->reach/|parts that are near, but apart, are far
src/world/check.c|s/= c->options->stops_at_clash/= false/|the first clash is not the last
src/world/check_pair.c|s/rule->allow_contact || rule->ignore_overlap > 0/rule->allow_contact/|contact is a clash where overlaps are ignored
src/world/check_pieces.c|s/depth.depth.lo >= radius/depth.depth.lo >= 0/|a ball is in a piece when its centre is
src/world/check_closer.c|s/related->relation >= FK_RELATION_HARD;/related->relation > FK_RELATION_HARD;/|what overlaps the larger ball is not closer
src/tree/convex.c|s/return !(above \&\& below);/return true;/|every mesh is convex
src/tree/penetration.c|s/\*overlaps = related->relation >= FK_RELATION_HARD;/*overlaps = false;/|any way leads out
src/tree/penetration.c|s/if (way\[i\] > last \&\& way\[i\] < next)/if (false)/|ways that end where faces meet are not tried
src/world/world_bodies.c|s/    world->flag\[id.index\] |= FK_BODY_MOVED;//|a body that has moved is taken for one that rests
src/world/world_bodies.c|s/body->generation == UINT32_MAX ? 1 : body->generation + 1/body->generation/|the id of a body that is gone finds the next one
src/world/world_bodies.c|s/        fk_world_ignored_forget(world, id.index);/        (void)0;/|the next body at an index inherits what is ignored
src/world/world_bodies.c|s/    world->flag\[id.index\] |= FK_BODY_FILTER;//|a filter that has changed is not looked at
src/world/world.h|s/parent_a != parent_b || parent_a == 0/true/|bodies with the same parent are tested
src/world/world_filter.c|s/    if (after != before)/    if (true)/|the ring of a body is never given back
src/world/world_filter.c|s/    world->flag\[low\] |= FK_BODY_FILTER;//|whether a pair is ignored is not looked at again
src/world/world_pairs.c|s/if ((flags \& FK_BODY_FRESH) == 0)/if (true)/|a new body has the pairs of the one before at its index
src/world/world_pairs.c|s/    world->free_count = world->free_before;//|a step without memory loses free slots
src/world/world_pairs.c|s/    while (at < world->kept_count)/    while (false)/|the last pairs never end
src/world/world_narrow.c|s/return fk_sphere_meets(\&a->sphere, \&b->sphere);/return false;/|balls never meet
src/world/world_narrow.c|s/    choose_ready(world, wants_contacts);/    choose_ready(world, false);/|pairs that rest are not ready for contacts
src/world/world_contacts.c|s/job->count <= job->room/true/|more contacts than there is room for
src/world/world_contacts.c|s/pair->is_rested \&\& world->max_contacts > 0/world->max_contacts > 0/|contacts of what moves are those of before
src/world/world_step.c|s/a->b <= b->b/a->b < b->b/|the end of an old pair comes after the begin of a new one
src/world/world_step.c|s/    if (!is_same)/    if (false)/|contacts are kept where others are wanted
src/world/world_step.c|s/world->event\[i\].event != FK_PAIR_END/true/|what has ended stays, where nothing moves
src/world/world_step.c|s/        fk_world_pairs_undo(world);//|slots of a step without memory are lost
src/world/world_query.c|s/ \&\& index < best->body.index/ \&\& false/|of bodies that are hit at once, the first that was visited
src/world/world_query.c|s/ \&\& near->body.index < best->body.index/ \&\& false/|of bodies that are equally near, the first that was visited
src/world/world_query.c|s/return distance.hi < limit ? distance.hi : limit;/return 0;/|the first body that is near ends the search
src/world/world_query.c|s/return hit.time.hi < limit ? hit.time.hi : limit;/return -1;/|the first body that is visited is the first that is hit
src/world/world_query.c|s/    if (!ask_body(f, index, f->end, \&hit))/    f->end = limit; if (!ask_body(f, index, limit, \&hit))/|bodies are asked with the limit that shrinks
src/world/world_query.c|s/has_best(f) ? f->best.hit.time.hi : f->end, \&hit/f->end, \&hit/|bodies that are undecided behind the first are counted
src/world/world_query.c|s/    fk_world_visit_begin(world);//|a world is changed while it is visited
src/world/world_query.c|s/        a->status = FK_ERROR_MEMORY;/        return true;/|a body without room is asked
src/world/world_query.c|s/if (filter->except.index == index \&\& filter->except.generation == body->generation)/if (false)/|a body that is excepted is hit
src/world/world_draw.c|s/hint->neighbor\[k\] > i/true/|edges of hulls are drawn twice
src/world/search.c|s/room->holder = s->room\[room->parent\].holder;/room->holder = FK_NONE;/|a volume holds only what is directly in its group
src/world/search.c|s/    fk_rooms_move(search, object);//|a moved object keeps its box
src/world/search.c|s/group\[i\].parent >= i)/group[i].parent > i)/|a group may be in itself
src/world/search_rooms.c|s/if (!goes_on \&\& (room->is_stale || has_volume))/if (true)/|the box of a group does not follow its members
src/world/search_rooms.c|s/        box = fk_cells_join(\&box, \&s->room\[child\].box);/        (void)child;/|a group is not around the groups in it
src/world/search_rooms.c|s/        if (i > k)/        if (i < k)/|the smallest common group is not found
src/world/search_near.c|s/room->grown\./room->volume./g|volumes of groups are not grown
src/world/search_near.c|s/(box->min.z > high_z\[i\])/(box->min.z > low_z[i])/|objects whose boxes begin earlier are far
src/world/search_near.c|s/bool enters = i != inner \&\& /bool enters = /|what is in the object's own group is found twice
src/world/search_near.c|s/return fk_pair_verdict(\&root, \&volume) != FK_APART;/return fk_pair_verdict(\&root, \&volume) == FK_APART;/|a volume that is met is passed over
src/world/search_near.c|s/if (s->room\[fk_rooms_common(s, a, b)\].tests_members/if (true/|members that are not tested are
src/world/search_near.c|s/counted = room->total;/counted += room->count;/|pairs are counted by direct members
src/world/search_run.c|s/bool may_stop = is_ahead \&\& /bool may_stop = /|with no time nothing gets further
src/world/search_run.c|s/        near->has_begun = near->status == FK_OK;/        near->has_begun = true;/|a pair without memory is clear
src/world/search_run.c|s/if (!is_going_on(s) || /if (true || /|with a time limit there is one round
src/world/search_run.c|s/round < most - given ? round : most - given/round/|with a time limit that of tests is passed
src/world/search_tell.c|s/near->has_begun \&\& open_count(near) == 0 \&\& near->walk.hit_count == 0/open_count(near) == 0 \&\& near->walk.hit_count == 0/|pairs that were not looked at are clear
src/world/search_tell.c|s/    fk_sort_u64(s->key, s->key + count, count);//|open nodes are not in order
src/world/search_tell.c|s/for (size_t i = 0; i < walk->deep_count; i++)/for (size_t i = 0; i < 0; i++)/|what lies below the levels is not open
src/world/collider_measure.c|s/bool is_beaten = fk_double_order(n->own.lo, d->distance.hi) > 0;/bool is_beaten = false;/|the lowest parts are kept, however far apart
src/world/collider_measure.c|s/if (!is_first \&\& fk_double_order(d->distance.lo, least->distance.hi) > 0)/if (fk_double_order(d->distance.lo, limit_of(n)) > 0)/|what is near depends on the limit
src/world/collider_measure.c|s/^        begin(&n, limit);/        n.limit = limit;/|the nearest of what was looked at beyond the limit is told
src/world/collider_measure.c|s/\* (1 - 0x1p-48) - 0x1p-1000/* 2/|boxes are twice as far apart
src/world/collider_measure.c|s/- 0x1p-500 > n->least.distance.hi/+ 2 > n->least.distance.hi/|a line leaves out what is near
src/world/collider_measure.c|s/if (status != FK_OK || is_zero(n) || !mesh->mesh->is_solid)/if (true)/|pieces are never inside a solid
src/world/collider_measure.c|s/return is_clear ? is_inside(mesh->mesh, box.min) : -1;/return is_clear ? 0 : -1;/|boxes that no triangle is near are outside
src/world/collider_measure.c|s/i < inner->collider->spot_count; i++/i < 1; i++/|only the first component may be inside
src/world/collider_measure.c|s/d->point_b, d->point_a, d->part_b/d->point_a, d->point_b, d->part_b/|points are not exchanged
src/world/collider_measure.c|s/fk_bits_of(fabs(n->limit)) + 1)/fk_bits_of(fabs(n->limit)))/|meshes at the limit are not measured
src/world/collider_side.c|s/low += fk_smaller(p, q);/low += p;/|boxes of meshes do not turn
src/world/collider_side.c|s/left < FK_SIDE_GROUP ? left : FK_SIDE_GROUP/FK_SIDE_GROUP - 1/|groups lose a piece
src/world/collider_side.c|s/box\[i\] = fk_aabb_merge(&box\[i\], &box\[child + k\]);/box[i] = box[child + k];/|a group has the box of its last piece
src/world/collider_side.c|s/return fk_mesh_shape_original(&side->collider->mesh, side->mesh->tree->triangle\[node - MESH_TRIANGLE\]);/return side->mesh->tree->triangle[node - MESH_TRIANGLE];/|triangles lose their numbers
src/world/collider_walk.c|s/return x->bound < y->bound ||/return/|the last pair is the first
src/world/collider_walk.c|s/return bound > limit ||/return 2 * bound > limit ||/|what is beyond half the limit is left out
src/world/collider_cast.c|s/return lo > hi ? INFINITY : lo;/return hi;/|boxes meet when they part
src/world/collider_cast.c|s/axis_times(down, -up, -v)/axis_times(up, -down, -v)/|boxes move up only
src/world/collider_cast.c|s/fk_double_least(c->time.hi, enter.hi)/c->time.hi/|the time of the first pair is kept
src/world/collider_cast.c|s/    if (c->is_unsure) {/    if (false) {/|what is undecided is a miss
src/world/collider_cast.c|s/c->has_hit \&\& c->is_unsure/false/|what comes later makes it undecided
src/world/collider_cast.c|s/    if (cast.result != FK_CAST_MISS)/    if (false)/|what may come first is forgotten
src/world/collider_cast.c|s/        c->time.lo = fk_double_least(c->time.lo, cast.enter.lo);/        return c->time.lo;/|a bracket that goes on after the end does not count
src/world/collider_cast.c|s/if (!ask(c, pair, c->time.lo, \&cast))/if (!ask(c, pair, INFINITY, \&cast))/|what is undecided is asked the same again
src/world/collider_cast.c|s/if (rests->kind != FK_COLLIDER_MESH || /if (true || /|nothing begins inside a solid
src/world/collider_cast.c|s/speed > 0 ? speed \* until \* (1 + 0x1p-50) : 0/0/|what is apart at the beginning stays so
src/world/collider_ray.c|s/if (a->mesh.is_solid \&\& /if (false \&\& /|rays do not begin inside a solid
src/world/collider_ray.c|s/if (fk_double_order(time->hi, end) <= 0 || fk_double_order(time->lo, end) > 0)/if (true)/|what is at the end is a miss
src/world/collider_ray.c|s/along < 0 \&\& time > e->time/along < 0/|a ray enters through the last face
src/report/search_json.c|s/source == FK_NONE/false/|nodes that were added have a number
src/report/search_json.c|s/pair->open_count == 0/pair->hit_count > 0/|every pair that collides is complete
src/report/search_json.c|s/pair->hit_count > 0 ? /pair->open_count == 0 ? /|a pair that collides is open until it is complete
src/report/search_json.c|s/put_node(text, b, hit->node_b)/put_node(text, a, hit->node_b)/|leaves of b are numbered by the tree of a
src/report/search_json.c|s/b->tree, pair->open\[i\].node_b/b->tree, pair->open[i].node_a/|open nodes of b are those of a
src/report/search_json.c|s/nodes += findings/nodes = findings/|only the last tree has nodes
src/report/search_json.c|s/object == FK_NONE/object == 0/|a search of the first object is one of all
src/report/text.c|s/box->min.x, box->max.x) > 0/box->min.x, box->max.x) >= 0/|a flat box is left out of JSON
src/report/text.c|s/fk_sign_of(number) == 0 ? 0 : number/number/|-0 is written
src/report/text.c|s/    return text->has_failed ? FK_ERROR_WRITE : FK_OK;/    return FK_OK;/|what is not written is not told
src/tree/cells_place.c|s/16 \* ROUND \* size + TINY/TINY/|parents in their places are not grown by what is rounded
src/tree/cells_place.c|s/ + TINY \* small//|parents in their places are not grown by what is flushed to zero
src/tree/cells_place.c|s/fk_larger(low, high) + (/(/|the margin of a place forgets how far away the root is
src/tree/cells_place.c|s/double size = fabs(t)/double size = 0/|the margin of a place forgets the translation
src/tree/cells_place.c|s/1 + 2 \* d : /1 + d : /|boxes grow on one side only
src/tree/cells_place.c|s/1 + 2 \* more;/1 + more;/|tetrahedra grow on three sides only
src/tree/cells_place.c|s/now.margin = TINY/now.margin = 0/|small numbers at home that are taken for zero are forgotten
src/shape/bound_piece.h|s/return margin + (16 \* FK_OUTER_UNIT.*/return margin;/|boxes of cells are rounded to nearest
src/shape/bound_piece.c|s/normal.x \* normal.x, normal.y \* normal.y/normal.y * normal.y, normal.x * normal.x/|discs are turned wrong
src/shape/bound_piece.c|s/if (!is_alone || /if (/|half-spaces have an end where they have none
src/world/collider_volume.c|s/int edge = 5 + 2 \* (low + high) + (back\[low\] != back\[high\]);/int edge = 5 + 2 * (low + high);/|the box of a mesh forgets signs
src/world/collider_volume.c|s/double error = 16 \* FK_OUTER_UNIT \* size + FK_OUTER_TINY;/double error = 0;/|boxes of meshes are rounded to nearest
src/world/collider_volume.c|s/if (fk_pose_skew(&a->pose) < FK_POSE_SKEW)/if (true)/|volumes of round pieces shrink with the pose
src/world/collider.c|s/if (is_near \&\& n->child_count > 0)/if (is_near \&\& n->child_count > 1 \&\& node < 3)/|children of cells are left out
src/world/collider.c|s/c->point_total += c->hull\[i\]->vertex_count;/c->point_total = c->hull[i]->vertex_count;/|placed hulls have too little room
src/world/collider_verdict.c|s/return most->verdict == FK_OVERLAPPING;/return most->verdict != FK_APART;/|the first pair that touches ends the search
src/world/collider_verdict.c|s/return fk_ready_separates(a, b, cache->pieces.direction);/return true;/|pairs that were apart stay so
src/world/collider_verdict.c|s/fk_pair_verdict(&p, &q) == FK_OVERLAPPING;/true;/|pairs that overlapped stay so
src/world/collider_mesh.c|s/i < a->collider->spot_count; i++/i < 1; i++/|only one component is looked for inside
src/world/collider_mesh.c|s/    uint32_t count = l.meets ? /    uint32_t count = true ? /;s/else if (!l.meets)/else if (true)/|flat pieces that touch a mesh are apart
src/world/collider_mesh.c|s/return is_inside(a, point) \&\& is_inside(b, point);/return is_inside(a, point);/|a point in one solid is in both
src/world/collider_contacts.c|s/fk_pairs_add(&c->pairs, part, c->part)/fk_pairs_add(\&c->pairs, c->part, part)/|contacts have their parts exchanged
src/tree/cells_walk.c|s/return r->orders->stops_at_hit || w->hit.*/return true;/|the first leaves that touch end a search for overlaps
src/tree/cells_place.c|s/fk_sign_of(t.x) == 0 \&\& //|places that are moved along x are home
src/tree/cells_place.c|s/return size < FK_CELLS_LARGEST \&\& /return /|places are too large
src/tree/cells_place.h|s/(b->min.z > a->max.z)/(b->max.z > a->max.z)/|a box that is not below the other does not meet it
src/tree/cells_walk.c|s/levels == 0 || level < levels/levels == 0 || level <= levels/|one level too many is looked at
src/tree/cells_walk.c|s/    w->deep_count = kept;/    w->deep_count = 0;/|what is still too deep is forgotten
src/tree/cells_walk.c|s/        w->hit_count = hit_count;//|what was found before memory ran out is found twice
src/tree/cells_walk.c|s/r->is_over ? !push_open(w, \&next) : //|a budget is used up only with all children
src/tree/cells_walk.c|s/    fk_box_of_cells(/    box.max.x = box.min.x; fk_box_of_cells(/|a side of a window that is not known is taken for the other one
src/tree/cells_walk.c|s/if (!sorted \&\& /if (false \&\& /|hits are in the order of the walk
src/tree/cells_walk.c|s/    if (has_ended(.r))/    if (false)/|pairs stay open after the first hit
LIST
}

# The programs that ought to notice a mutant in a file.
tests_of() {
    case $1 in
    src/broad/rows.* | src/broad/sorted.* | src/broad/octree.c | src/base/sort.c) echo test_broad_grid test_broad ;;
    src/broad/tree* | src/broad/sweep_prune.c) echo test_broad_tree test_broad ;;
    src/broad/packs*) echo test_packs ;;
    src/broad/sweep.c) echo test_sweep ;;
    src/broad/*) echo test_broad_round test_broad ;;
    src/report/*) echo test_search_json ;;
    src/world/search*) echo test_search_calls test_search ;;
    src/world/world_query.c) echo test_world_query ;;
    src/world/world*) echo test_world ;;
    src/world/collider_measure.c | src/world/collider_side.* | src/world/collider_walk.c) echo test_collider_measure test_collider_ray ;;
    src/world/collider_cast.* | src/world/collider_ray.c) echo test_collider_graze test_collider_ray ;;
    src/world/collider*) echo test_collider test_collider_verdict ;;
    src/world/* | src/tree/convex.c | src/tree/penetration.c) echo test_check ;;
    src/base/fixed.h) echo test_fixed test_axes ;;
    src/base/lead.h) echo test_lead ;;
    src/base/ratio.*) echo test_ratio test_depth test_cast test_box test_triangles ;;
    src/scene/* | src/base/pose.c) echo test_scene test_scene_bad test_scene_cells ;;
    src/base/twofold.h | src/base/anchored.h) echo test_box ;;
    src/narrow/box_cells* | src/narrow/box_whole.c) echo test_box ;;
    src/narrow/boxes_propose.c | src/narrow/answer.c) echo test_propose test_narrow ;;
    src/mesh/edges.c | src/mesh/components.c) echo test_edges ;;
    src/mesh/measure.c | src/mesh/defects.c | src/mesh/inspect.c) echo test_inspect ;;
    src/mesh/crossing.c) echo test_winding test_probe ;;
    src/mesh/signs.c | src/mesh/winding.c) echo test_winding test_inspect ;;
    src/base/pool.c) echo test_pool ;;
    src/base/*) echo test_exact test_verify test_narrow campaign ;;
    src/mesh/weld.*) echo test_weld test_mesh ;;
    src/mesh/unique.c) echo test_cells_cover test_check ;;
    src/mesh/closed.c) echo test_obj test_inspect ;;
    src/mesh/*) echo test_mesh test_stl test_off test_obj ;;
    src/io/polygon.c) echo test_polygon ;;
    src/io/obj* | src/io/faces.c) echo test_obj ;;
    src/io/ply*) echo test_ply ;;
    src/io/off.*) echo test_off ;;
    src/io/write* | src/io/model_write.c | src/io/sink.* | src/io/file.*) echo test_save ;;
    src/io/*) echo test_stl test_off ;;
    src/shape/bound_piece*) echo test_collider test_cells_walk ;;
    src/shape/bound*) echo test_bound_obb test_bound_sphere test_bound ;;
    src/shape/cloud.* | src/shape/hull*) echo test_hull_small test_cloud test_hull_many test_hull ;;
    src/shape/split*) echo test_split ;;
    src/shape/stream.c) echo test_stream_hull test_stream ;;
    src/shape/scan* | src/shape/lanes*) echo test_scan ;;
    src/shape/*) echo test_piece test_verify_smooth test_smooth test_narrow campaign ;;
    src/tree/cells_hull.c | src/tree/cells_mesh.c | src/tree/cells_co*) echo test_cells_cover ;;
    src/tree/cover*) echo test_cover test_cover_random test_cells_cover ;;
    src/tree/frame.* | src/tree/visit.*) echo test_frame ;;
    src/tree/tree_*) echo test_tree test_tree_pairs ;;
    src/proof/verify_smooth.c) echo test_verify_smooth ;;
    src/proof/filter.c) echo test_filter test_verify ;;
    src/proof/*) echo test_verify test_narrow campaign ;;
    src/narrow/triangles*) echo test_triangles ;;
    src/narrow/axes*) echo test_axes test_warm ;;
    src/narrow/warm.c | src/narrow/confirm.c) echo test_warm ;;
    src/narrow/smooth.c) echo test_smooth ;;
    src/narrow/quick.*) echo test_quick ;;
    src/narrow/half.c) echo test_quick test_narrow campaign ;;
    src/narrow/bounds.c) echo test_gjk test_distance crosscheck ;;
    src/narrow/claim.c | src/narrow/surround.c) echo test_gjk crosscheck ;;
    src/narrow/fm_* | src/narrow/exact_rows.c) echo test_fm crosscheck ;;
    src/narrow/ec*) echo test_ec crosscheck ;;
    src/narrow/sat.c) echo test_sat crosscheck ;;
    src/narrow/reach.c | src/narrow/*_round.c) echo test_cast_round test_box_round ;;
    src/narrow/cast*) echo test_cast test_cast_round ;;
    src/narrow/box.c | src/narrow/box_half.c | src/narrow/lp*) echo test_cast test_box ;;
    src/narrow/distance*) echo test_depth test_distance ;;
    src/narrow/depth*) echo test_depth ;;
    src/narrow/contact*) echo test_contact ;;
    src/narrow/batch*) echo test_batch ;;
    src/tree/cells_place.* | src/tree/cells_w*) echo test_cells_walk test_collider_verdict ;;
    src/tree/cells*) echo test_cells test_cells_nodes ;;
    src/tree/gap* | src/narrow/triangles_compare.c) echo test_gap test_triangles_compare ;;
    src/tree/hierarchy*) echo test_hierarchy_build test_hierarchy ;;
    src/tree/relate_piece*) echo test_relate_piece ;;
    src/tree/volume*) echo test_volume ;;
    src/tree/probe*) echo test_probe ;;
    src/tree/relate*) echo test_relate test_relate_random test_relate_cells test_collider_verdict ;;
    *) echo test_narrow campaign ;;
    esac
}

libs=(-lcmocka -lgmp -ljansson -lm)
export CMOCKA_TEST_ABORT=1 # the first failure of a program is enough
ulimit -c 0

# Compiles the sources of a tree that are listed on the input, each into an object beside it, with what it includes.
compile() {
    xargs -P 2 -I{} "$cc" "${flags[@]}" -MMD -I"$1/include" -I"$1/src" -I"$1/test" -I"$1/test/oracle" \
        -c "$1/{}" -o "$1/{}.o"
}

# True when a test program fails on the tree. A loop that never ends is a failure, too.
fails() {
    local sample=()
    [ "$2" = campaign ] && sample=(--count 20000 --seed 7 --jobs 2 --quiet)
    [ "$2" = crosscheck ] && sample=(--count 2000 --seed 7 --jobs 2)
    "$cc" "$1/test/$2.c.o" "$1"/test/oracle/*.o "$1"/src/*/*.o "${libs[@]}" -o "$1/$2" || exit 2
    ! { timeout 120 "$1/$2" "${sample[@]}"; } >/dev/null 2>&1
}

# Compiles a test program, unless it has been, and demands that it passes without any mutant.
need() {
    [ -e "$work/base/$1" ] && return
    echo "test/$1.c" | compile "$work/base" || exit 2
    if fails "$work/base" "$1"; then
        echo "mutants: $1 fails without any mutant" >&2
        exit 2
    fi
}

# What has to be compiled again when a file changes.
dependents() {
    case $2 in
    *.c) echo "$2" ;;
    *) (cd "$1" && grep -lF "/$2" src/*/*.d test/*.d | sed 's/\.d$//') ;;
    esac
}

mkdir "$work/base"
cp -r "$top/src" "$top/include" "$top/test" "$work/base/"
(cd "$work/base" && ls src/*/*.c test/oracle/[!t]*.c) | compile "$work/base" || exit 2

killed=0
survived=0
while IFS='|' read -r file first rest; do
    # A sed expression may contain the separator itself: the last field is the description.
    line="$first|$rest"
    what=${line##*|}
    expression=${line%|*}
    tree="$work/mutant"
    for program in $(tests_of "$file"); do
        need "$program"
    done
    rm -rf "$tree"
    cp -r "$work/base" "$tree"
    sed -i "$expression" "$tree/$file"
    if cmp -s "$tree/$file" "$work/base/$file"; then
        echo "stale     $file: $what (the expression changes nothing)"
        survived=$((survived + 1))
        continue
    fi
    if ! dependents "$tree" "$file" | compile "$tree"; then
        echo "stale     $file: $what (does not compile)"
        survived=$((survived + 1))
        continue
    fi
    killer=
    for program in $(tests_of "$file"); do
        fails "$tree" "$program" && killer=$program && break
    done
    if [ -n "$killer" ]; then
        echo "killed    $file: $what ($killer)"
        killed=$((killed + 1))
    else
        echo "SURVIVED  $file: $what"
        survived=$((survived + 1))
    fi
done < <(mutants | grep -E -- "${1:-}")
echo "$killed passed, $survived failed"
[ "$survived" -eq 0 ]
