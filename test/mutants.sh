#!/bin/bash
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors
#
# Mutation check: breaks the library in one place at a time and demands that a test goes red each time.
# Each mutant is a line in the folder mutants/, in the list for its folder of src/: file, a sed expression that must
# change it, what it breaks. The file tells which tests are run, the quick ones first; the campaign and the cross-check
# take a sample.
# Usage: test/mutants.sh [REGEX]: only the mutants whose line matches the extended regular expression.

set -u
top=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
flags=(-std=c11 -O1 -ffp-contract=off -D_POSIX_C_SOURCE=200809L)
cc=${CC:-gcc}

mutants() {
    cat "$top"/test/mutants/*.txt | grep -v '^#'
}

# The programs that ought to notice a mutant in a file.
tests_of() {
    case $1 in
    src/broad/rows.* | src/broad/sorted.* | src/broad/octree.c | src/base/sort.c) echo test_broad_grid test_broad ;;
    src/base/bits.h) echo test_broad_round ;;
    src/broad/tree* | src/broad/sweep_prune.c) echo test_broad_tree test_broad ;;
    src/broad/packs*) echo test_packs ;;
    src/broad/sweep.c) echo test_sweep ;;
    src/broad/*) echo test_broad_round test_broad ;;
    src/report/sweep_* | src/report/pairs.c) echo test_sweep_run ;;
    src/report/*) echo test_search_json ;;
    src/world/motion_slide* | src/narrow/way.* | src/narrow/cast_through.c) echo test_motion_slide ;;
    src/world/search*) echo test_search_calls test_search ;;
    src/world/moving*) echo test_moving test_moving_graze test_moving_random ;;
    src/world/motion_walk*) echo test_motion_walk ;;
    src/world/sweep*) echo test_sweep_run test_sweep_random ;;
    src/world/world_query.c) echo test_world_query ;;
    src/world/world*) echo test_world ;;
    src/world/collider_measure.c | src/world/collider_side.* | src/world/collider_walk.c) echo test_collider_measure test_collider_ray ;;
    src/world/collider_cast.* | src/world/collider_ray.c) echo test_collider_graze test_collider_ray ;;
    src/world/collider*) echo test_collider test_collider_reach test_collider_verdict ;;
    src/world/* | src/tree/convex.c | src/tree/penetration.c) echo test_check ;;
    src/base/fixed.h) echo test_fixed test_axes ;;
    src/base/lead.h) echo test_lead ;;
    src/base/ratio.*) echo test_ratio test_depth test_cast test_box test_triangles ;;
    src/scene/read_motion.c | src/scene/make_frames.c | src/scene/read_robots.c | src/scene/robot_track.c) echo test_scene_motion test_scene_robot ;;
    src/scene/read_pose.c | src/base/pose.h | src/scene/make_parts.c) echo test_scene test_scene_bad test_scene_motion test_scene_robot ;;
    src/scene/xml* | src/scene/urdf* | src/scene/srdf.c | src/scene/package.c | src/scene/robot*) echo test_robot_bad test_robot ;;
    src/scene/mesh_file.c) echo test_robot test_scene_bad test_scene ;;
    src/scene/trajectory.c) echo test_trajectory ;;
    src/scene/scene.c | src/scene/words.c) echo test_scene test_scene_bad test_scene_cells test_scene_robot ;;
    src/scene/* | src/base/pose.c) echo test_scene test_scene_bad test_scene_cells ;;
    src/base/twofold.h | src/base/anchored.h) echo test_box ;;
    src/narrow/box_cells* | src/narrow/box_whole.c) echo test_box ;;
    src/narrow/boxes_propose.c | src/narrow/answer.c) echo test_propose test_narrow ;;
    src/mesh/edges.c | src/mesh/components.c) echo test_edges ;;
    src/mesh/measure.c | src/mesh/defects.c | src/mesh/inspect.c) echo test_inspect ;;
    src/mesh/crossing.c) echo test_winding test_probe ;;
    src/mesh/signs.c | src/mesh/winding.c) echo test_winding test_inspect ;;
    src/base/pool.c) echo test_pool ;;
    src/base/trig.c) echo test_trig ;;
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
    src/shape/bound_piece*) echo test_collider_reach test_collider test_cells_walk ;;
    src/shape/bound*) echo test_bound_obb test_bound_sphere test_bound ;;
    src/shape/cloud.* | src/shape/hull*) echo test_hull_small test_cloud test_hull_many test_hull ;;
    src/shape/split*) echo test_split ;;
    src/shape/stream.c) echo test_stream_hull test_stream ;;
    src/shape/scan* | src/shape/lanes*) echo test_scan ;;
    src/shape/*) echo test_piece test_verify_smooth test_smooth test_narrow campaign ;;
    src/tree/cells_hull.c | src/tree/cells_mesh.c | src/tree/cells_co*) echo test_cells_cover ;;
    src/tree/cover*) echo test_cover test_cover_random test_cells_cover ;;
    src/tree/frame.* | src/tree/visit.*) echo test_frame ;;
    src/tree/motion* | src/tree/sway.*) echo test_motion test_sway ;;
    src/tree/tree_*) echo test_tree test_tree_pairs ;;
    src/proof/verify_smooth.c) echo test_verify_smooth ;;
    src/proof/filter.c) echo test_filter test_verify ;;
    src/proof/*) echo test_verify test_narrow campaign ;;
    src/narrow/corners*) echo test_corners ;;
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
    src/narrow/depth*) echo test_depth test_contact ;;
    src/narrow/contact*) echo test_contact ;;
    src/narrow/batch*) echo test_batch ;;
    src/tree/cells_place.* | src/tree/cells_w*) echo test_cells_walk test_collider_verdict ;;
    src/tree/cells*) echo test_cells test_cells_nodes ;;
    src/tree/gap* | src/narrow/triangles_compare.c) echo test_gap test_triangles_compare ;;
    src/tree/hierarchy*) echo test_hierarchy_build test_hierarchy ;;
    src/tree/relate_piece*) echo test_relate_piece ;;
    src/tree/volume*) echo test_volume ;;
    src/tree/probe*) echo test_probe ;;
    src/tree/relate*) echo test_relate test_relate_random test_relate_cells test_relate_verdict test_collider_verdict ;;
    *) echo test_narrow campaign ;;
    esac
}

libs=(-lcmocka -lgmp -ljansson -lexpat -lm)
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
