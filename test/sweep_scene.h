/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Small scenes for tests of sweeps: parts on frames that move by keys, and reports as text. */

#ifndef FARKAS_TEST_SWEEP_SCENE_H
#define FARKAS_TEST_SWEEP_SCENE_H

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "farkas/check.h"
#include "mesh_shapes.h"

#define MOST 20

/* ---- Scenes -------------------------------------------------------------------------------------------- */

static fk_context *context;

/* Parts on frames with keys. */
typedef struct scene {
    uint32_t frame_count, part_count;
    fk_frame frame[MOST];
    fk_key key[MOST][4];
    fk_sweep_part part[MOST];
    fk_piece piece[MOST];
    fk_motion *motion;
    fk_sweep_options options;
} scene;

static inline void scene_begin(scene *s)
{
    memset(s, 0, sizeof *s);
    s->options = fk_sweep_options_default();
}

static inline void scene_end(scene *s)
{
    assert_int_equal(fk_motion_create(context, s->frame, s->frame_count, NULL, 0, &s->motion), FK_OK);
}

static inline uint32_t add_frame(scene *s, uint32_t parent)
{
    fk_frame *f = &s->frame[s->frame_count];
    *f = (fk_frame){.parent = parent, .origin = fk_pose_identity(), .kind = FK_FRAME_KEYS};
    f->key = s->key[s->frame_count];
    return s->frame_count++;
}

/* A key of the last frame. */
static inline fk_key *add_key(scene *s, double time, double x, double y, double z)
{
    fk_frame *f = &s->frame[s->frame_count - 1];
    fk_key *key = &s->key[s->frame_count - 1][f->key_count++];
    *key = (fk_key){time, {x, y, z}, {0, 0, 0, 1}};
    return key;
}

static inline void turn_key(fk_key *key, double angle)
{
    key->quat_xyzw[2] = sin(angle / 2);
    key->quat_xyzw[3] = cos(angle / 2);
}

/* A frame that goes along x, from time 0 to 1. */
static inline uint32_t slider(scene *s, double from, double to)
{
    uint32_t frame = add_frame(s, FK_NONE);
    add_key(s, 0, from, 0, 0);
    add_key(s, 1, to, 0, 0);
    return frame;
}

static inline fk_sweep_part *add_part(scene *s, uint32_t frame, const fk_mesh *mesh)
{
    static const char *const name[MOST] = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"};
    fk_sweep_part *part = &s->part[s->part_count];
    *part = (fk_sweep_part){{name[s->part_count], mesh, NULL, fk_pose_identity()}, frame};
    s->part_count++;
    return part;
}

static inline fk_sweep_part *add_piece(scene *s, uint32_t frame, fk_piece piece)
{
    fk_sweep_part *part = add_part(s, frame, NULL);
    s->piece[s->part_count - 1] = piece;
    part->part.piece = &s->piece[s->part_count - 1];
    return part;
}

static inline fk_piece box_piece(double x0, double y0, double z0, double x1, double y1, double z1)
{
    return fk_piece_box(fk_vec3_make(x0, y0, z0), fk_vec3_make(x1 - x0, 0, 0), fk_vec3_make(0, y1 - y0, 0),
                        fk_vec3_make(0, 0, z1 - z0));
}

static inline fk_mesh *box_mesh(double x0, double y0, double z0, double x1, double y1, double z1)
{
    soup *s = soup_make();
    soup_add_box(s, x0, y0, z0, x1, y1, z1);
    fk_mesh *mesh = soup_mesh(context, s);
    free(s);
    return mesh;
}

/* A U: a block of 3 x 1 x 3 with a slot of 1 x 1 x 2 from above. */
static inline fk_mesh *fork_mesh(void)
{
    const uint8_t full[27] = {[0] = 1, [1] = 1, [2] = 1, [9] = 1, [11] = 1, [18] = 1, [20] = 1};
    soup *s = soup_make();
    soup_add_cells(s, full, 3);
    fk_mesh *mesh = soup_mesh(context, s);
    free(s);
    return mesh;
}

static inline fk_sweep *run(const scene *s)
{
    fk_sweep *sweep = NULL;
    assert_int_equal(fk_sweep_run(context, s->motion, s->part, s->part_count, &s->options, &sweep), FK_OK);
    return sweep;
}

static inline void scene_free(scene *s)
{
    fk_motion_free(context, s->motion);
    s->motion = NULL;
}

/* The only pair; its lists are those of the sweep. */
static const fk_sweep_pair *only_pair(const fk_sweep *sweep)
{
    assert_int_equal(sweep->pair_count, 1);
    return &sweep->pair[0];
}

static inline void assert_time(fk_interval time, double truth, double within)
{
    if (!(time.lo <= truth + within && time.hi >= truth - within && time.hi - time.lo <= within))
        fail_msg("%.17g to %.17g is not %.17g", time.lo, time.hi, truth);
}

static inline void exchange_parts(scene *s)
{
    fk_sweep_part part = s->part[0];
    s->part[0] = s->part[1];
    s->part[1] = part;
}

/* ---- Reports and workers ------------------------------------------------------------------------------- */

typedef struct written {
    size_t length;
    char text[1 << 16];
} written;

static inline bool write_text(void *user, const char *bytes, size_t count)
{
    written *w = user;
    if (w->length + count >= sizeof w->text)
        return false;
    memcpy(w->text + w->length, bytes, count);
    w->length += count;
    w->text[w->length] = '\0';
    return true;
}

static inline double value_at(void *user, uint32_t joint, double time)
{
    (void)user;
    return joint + time;
}

static inline void write_sweep(const scene *s, written *out)
{
    static const char *const name[2] = {"base", "tip"};
    fk_sweep *sweep = run(s);
    fk_sweep_report report = {.sweep = sweep,
                              .part = s->part,
                              .part_count = s->part_count,
                              .units = "mm",
                              .tolerance = s->options.tolerance,
                              .joint_count = 2,
                              .joint = name,
                              .joint_value = value_at};
    out->length = 0;
    assert_int_equal(fk_sweep_write_json(&report, write_text, out), FK_OK);
    assert_int_equal(fk_sweep_write_csv(&report, write_text, out), FK_OK);
    assert_int_equal(fk_sweep_write_junit(&report, write_text, out), FK_OK);
    fk_sweep_free(context, sweep);
}

static inline int begin(void **state)
{
    (void)state;
    context = usual_context();
    return 0;
}

static inline int end(void **state)
{
    (void)state;
    fk_context_destroy(context);
    return 0;
}

#endif
