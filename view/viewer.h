/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The viewer: the whole state of the window, but OpenGL and the system's window. It handles events, builds the widgets
 * around the scene, and draws the scene. */

#ifndef FARKAS_VIEW_VIEWER_H
#define FARKAS_VIEW_VIEWER_H

#include "camera.h"
#include "explain.h"
#include "background.h"
#include "ui.h"

/* A row of the list: a pair of parts. */
typedef struct viewer_row {
    uint32_t index; /* in the result */
    uint32_t a, b;
    fk_clash kind;
    bool is_clash;
    double moment; /* of a sweep; else infinite */
} viewer_row;

/* An animation of the camera. */
typedef struct viewer_camera_move {
    bool is_on;
    double begin; /* by fk_clock_seconds */
    fk_camera from, to;
} viewer_camera_move;

/* The subject before a reload, until its threads have ended. */
typedef struct viewer_old_subject {
    background *background;
    display *display;
    const fk_window_subject *subject;
    fk_pose *pose;
    double *joint;
    uint32_t part_count, joint_count;
} viewer_old_subject;

enum { VIEWER_NO_VOLUME, VIEWER_AABB, VIEWER_OBB, VIEWER_SPHERE, VIEWER_VOLUMES };

typedef struct viewer {
    fk_context *context;
    const fk_window_options *options;
    void (*wake)(void);
    ui_state *ui;

    /* The subject. */
    const fk_window_subject *subject; /* NULL: a method is explained */
    fk_show show;                     /* the subject's, with the newest results */
    display *display;
    background *background;
    viewer_old_subject past;
    background_reload *reload;
    bool wants_reload; /* once the last one has ended */
    explanation *explain;
    explain_text explain_text;
    uint32_t step;

    /* The results: over all times, and at the current poses. */
    fk_sweep *sweep;
    fk_sweep *first_sweep; /* without closest approaches; kept, as a thread may still read it */
    fk_check *check;
    uint64_t asked, answered; /* numbers of checks */
    fk_status check_status, sweep_status;
    uint64_t made;        /* background_made_count when last read */
    uint64_t lines_check; /* the check whose pair's lines were requested, and that pair */
    uint32_t lines_a, lines_b;

    /* The poses. */
    fk_pose *pose;
    double *joint;
    fk_interval time_range;
    bool has_time, is_playing, is_by_hand;
    double time, clock; /* of the motion; clock time of its last step */

    /* The list. */
    viewer_row *row;
    uint32_t row_count, row_capacity;
    uint32_t row_selected; /* FK_NONE: none */
    bool lists_clear;
    float list_height, row_height; /* in pixels */
    float help_scroll, list_scroll, tools_scroll, tools_height, facts_scroll, facts_height;

    /* The selection: a pair, or one part in a. */
    uint32_t a, b;
    bool wants_fit;  /* as soon as the check is there */
    bool wants_look; /* as soon as the pair's result is known */

    /* The view. */
    fk_camera camera;
    viewer_camera_move camera_move;
    bool is_flying;
    unsigned flight; /* held keys, as bits */
    bool shows_edges, shows_tree, shows_hulls, shows_pieces, shows_cells, shows_spheres, shows_labels,
        shows_legend, shows_findings;
    int volume;
    uint32_t tree_level;
    bool has_section, is_flipped;
    int section_axis;      /* 0, 1, 2; 3: as given in the options */
    double section_offset; /* from 0 to 1 */
    fk_plane section_given;

    /* The window. */
    float width, height;
    ui_box scene;
    bool shows_help, shows_list, shows_tools, was_sized;
    bool is_closing, wants_screenshot;
    int drag; /* 0: none; 1: orbits, 2: pans */
    float drag_x, drag_y, drag_distance;
    char message[FK_VIEW_MESSAGE];
    bool is_message_bad;
    double message_end;
} viewer;

/* Errors: FK_ERROR_METHOD, FK_ERROR_MEMORY. */
fk_status viewer_open(viewer *v, fk_context *context, const fk_window_options *options, ui_state *u,
                      void (*wake)(void));
/* Waits for the threads. */
void viewer_close(viewer *v);
bool viewer_has_threads(viewer *v);

/* Sets the size of the window in pixels. */
void viewer_resize(viewer *v, float width, float height, float scale);
/* Handles an event. */
void viewer_handle_event(viewer *v, const ui_event *event);
/* A flight key goes down or up. */
void viewer_hold_key(viewer *v, uint32_t key, bool is_down);
/* Takes new results, and advances animations. Returns true if the window must be painted again; sets *is_new if earlier
 * meshes are gone. */
bool viewer_update(viewer *v, bool *is_new);
/* Whether something moves by itself, so that updates must come often. */
bool viewer_moves(const viewer *v);
/* Whether all requested work is done. */
bool viewer_is_settled(viewer *v);
/* Builds the widgets, for ui_paint; returns true if one took the event. Fills a drawing of the scene, with its camera. */
bool viewer_build_widgets(viewer *v, const ui_event *event);
fk_status viewer_draw(viewer *v, drawing *out);

/* Ids of the widgets. */
enum {
    ID_LIST = 1,
    ID_NEXT,
    ID_PREVIOUS,
    ID_ALL,
    ID_GO,
    ID_FACTS,
    ID_BACK,
    ID_PLAY,
    ID_FORWARD,
    ID_TIME,
    ID_HELP,
    ID_LIST_PANEL,
    ID_TOOLS_PANEL,
    ID_MESSAGE,
    ID_CLOSE_HELP,
    ID_FOLLOW,
    ID_EDGES,
    ID_TREE,
    ID_LEVEL_UP,
    ID_LEVEL_DOWN,
    ID_HULLS,
    ID_PIECES,
    ID_CELLS,
    ID_SPHERES,
    ID_LABELS,
    ID_LEGEND,
    ID_FINDINGS,
    ID_SECTION,
    ID_FLIP,
    ID_OFFSET,
    ID_FIT,
    ID_FLY,
    ID_SAVE,
    ID_RELOAD,
    ID_AXIS = 100,   /* plus the axis */
    ID_VOLUME = 110, /* plus the kind */
    ID_SIDE = 120,   /* plus the side */
    ID_JOINT = 1000  /* plus the joint */
};

/* Colours of panels. */
#define VIEWER_PANEL  ((rgba_color){247, 249, 251, 255})
#define VIEWER_BAR    ((rgba_color){236, 240, 244, 255})
#define VIEWER_BORDER ((rgba_color){200, 208, 218, 255})

/* ---- Within the viewer --------------------------------------------------------------------------------- */

#if defined(__GNUC__)
#define VIEWER_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define VIEWER_PRINTF(text, first)
#endif

void viewer_log(const viewer *v, const char *format, ...) VIEWER_PRINTF(2, 3);
/* Shows a message in the window; errors stay until the user closes them. */
void viewer_show_message(viewer *v, bool is_bad, const char *format, ...) VIEWER_PRINTF(3, 4);

/* Returns what the display must draw. */
display_view viewer_display_view(const viewer *v);
fk_plane viewer_section(const viewer *v);
const char *viewer_part_name(const viewer *v, uint32_t part);

/* Whether the list shows the sweep; else it shows the check at the current poses. */
bool viewer_lists_sweep(const viewer *v);
const fk_check *viewer_listed_check(const viewer *v);
/* The result in the list, or NULL. */
const fk_check *viewer_listed_result(const viewer *v);
void viewer_list_pairs(viewer *v);
/* Writes the value of a row; viewer_facts_text writes sentences about the selection. */
void viewer_row_text(const viewer *v, const viewer_row *row, char *text, size_t size);
/* Returns the note of the loaded result about a pair, or NULL. */
const char *viewer_review_note(const viewer *v, uint32_t a, uint32_t b);
void viewer_facts_text(const viewer *v, char *text, size_t size);
/* Writes two lines: the current verdict, and the work in progress. */
void viewer_status_text(viewer *v, char *text, size_t size, drawing_look *look);

void viewer_set_time(viewer *v, double time);
void viewer_set_joint(viewer *v, uint32_t joint, double value);
void viewer_follow_motion(viewer *v);
void viewer_play(viewer *v, bool is_on);
void viewer_select(viewer *v, uint32_t a, uint32_t b);
/* Selects a row of the list, goes to its moment, and moves the camera there. */
void viewer_choose_row(viewer *v, uint32_t row, bool zooms);
void viewer_look_from(viewer *v, fk_side side);
void viewer_fit(viewer *v);
void viewer_fit_selected(viewer *v);
void viewer_move_camera(viewer *v);
/* Returns a ball around all parts. */
fk_sphere viewer_bounding_sphere(const viewer *v);
void viewer_show_step(viewer *v, uint32_t step);
void viewer_request_layers(viewer *v);
void viewer_start_reload(viewer *v);

/* viewer_mouse.c: the mouse in the scene. viewer_keys.c: keys that no widget took. */
void viewer_handle_mouse(viewer *v, const ui_event *event);
void viewer_handle_key(viewer *v, const ui_event *event);
/* viewer_explain.c: the panels of an explained method. */
void viewer_build_explain_panel(viewer *v, ui_box box);
void viewer_build_explain_bar(viewer *v, ui_box box);
/* viewer_help.c: all keys, above everything else. */
void viewer_draw_help(viewer *v);
/* viewer_tools.c: joints and layers. */
void viewer_build_tools(viewer *v, ui_box box);
void viewer_fly(viewer *v, double seconds);

#endif
