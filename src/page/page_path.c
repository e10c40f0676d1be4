/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Where the tools of robots go in a sweep, as lines for the pictures of a page. A track moves the joints of a robot; the tool is the
 * frame behind most of the joints whose values change, of several the one behind most frames, and of several the last. The line is
 * that of its origin: samples, only for the eye. */

#include "page/page.h"

/* Samples of a path: so many for each row of the track, within these limits. */
enum { ROW_SAMPLES = 4, LEAST_SAMPLES = 240, MOST_SAMPLES = 2000 };

/* What is known of a frame. */
typedef struct frame_rank {
    uint32_t track; /* that moves it; FK_NONE: none */
    uint32_t joints, frames;
} frame_rank;

static bool changes(const fk_track *track, uint32_t variable)
{
    for (uint32_t i = 1; i < track->time_count; i++)
        if (track->value[(size_t)i * track->variable_count + variable] != track->value[variable])
            return true;
    return false;
}

static bool is_moving_joint(const fk_page *page, const fk_frame *frame)
{
    bool is_joint = frame->kind == FK_FRAME_REVOLUTE || frame->kind == FK_FRAME_PRISMATIC;
    return is_joint && frame->variable != FK_NONE && frame->factor != 0 &&
           changes(&page->track[frame->track], frame->variable);
}

/* A parent is before its child. */
static void rank_frames(const fk_page *page, frame_rank *rank)
{
    for (uint32_t i = 0; i < page->frame_count; i++) {
        const fk_frame *frame = &page->frame[i];
        rank[i] = frame->parent != FK_NONE ? rank[frame->parent] : (frame_rank){.track = FK_NONE};
        rank[i].frames++;
        if (is_moving_joint(page, frame)) {
            rank[i].track = frame->track;
            rank[i].joints++;
        }
    }
}

/* The frame of the tool that a track moves; FK_NONE: it moves none. */
static uint32_t find_tool(const frame_rank *rank, uint32_t frame_count, uint32_t track)
{
    uint32_t best = FK_NONE;
    for (uint32_t i = 0; i < frame_count; i++) {
        if (rank[i].track != track)
            continue;
        bool is_better = best == FK_NONE || rank[i].joints > rank[best].joints ||
                         (rank[i].joints == rank[best].joints && rank[i].frames >= rank[best].frames);
        best = is_better ? i : best;
    }
    return best;
}

static uint32_t sample_count(const fk_track *track)
{
    if (track->time_count <= LEAST_SAMPLES / ROW_SAMPLES)
        return LEAST_SAMPLES;
    return track->time_count < MOST_SAMPLES / ROW_SAMPLES ? track->time_count * ROW_SAMPLES : MOST_SAMPLES;
}

uint32_t fk_page_path_room(const fk_page *page)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < page->track_count; i++)
        count += sample_count(&page->track[i]);
    return count;
}

fk_status fk_page_find_paths(fk_context *context, const fk_page *page, const fk_motion *motion,
                             fk_page_path *path, fk_vec3 *point, uint32_t *path_count)
{
    const fk_sweep *sweep = page->sweep->sweep;
    size_t bytes = (page->frame_count + (size_t)1) * sizeof(frame_rank);
    frame_rank *rank = fk_allocate(context, bytes);
    if (rank == NULL)
        return FK_ERROR_MEMORY;
    rank_frames(page, rank);
    for (uint32_t track = 0; track < page->track_count; track++) {
        uint32_t tool = find_tool(rank, page->frame_count, track), count = sample_count(&page->track[track]);
        if (tool == FK_NONE)
            continue;
        for (uint32_t i = 0; i < count; i++) {
            double part = (double)i / (count - 1), time = (1 - part) * sweep->from + part * sweep->to;
            point[i] = fk_motion_pose(motion, tool, time).translation;
        }
        path[(*path_count)++] = (fk_page_path){count, point};
        point += count;
    }
    fk_release(context, rank, bytes);
    return FK_OK;
}
