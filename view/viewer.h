/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The viewer: all that the window shows and remembers, but OpenGL and the system's window. It takes events, makes the
 * widgets around the scene, and a drawing of the scene. */

#ifndef FARKAS_VIEW_DESK_H
#define FARKAS_VIEW_DESK_H

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
    double moment; /* of a sweep; else 0 */
} viewer_row;

/* A motion of the camera. */
typedef struct viewer_camera_move {
    bool is_on;
    double begin; /* by fk_clock_seconds */
    fk_camera from, to;
} viewer_camera_move;

/* What was there before a reload, until its threads have ended. */
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

    /* What is shown. */
    const fk_window_subject *subject; /* NULL: a method is watched */
    fk_show show;                     /* that of the subject, with what was found since */
    display *display;
    background *background;
    viewer_old_subject past;
    background_reload *reload;
    bool wants_reload; /* when the last one has ended */
    explanation *explain;
    explain_text explain_text;
    uint32_t step;

    /* What was found: at all times, and where the parts are. */
    fk_sweep *sweep;
    fk_check *check;
    uint64_t asked, answered; /* numbers of checks */
    fk_status check_status, sweep_status;
    uint64_t made;     /* things, when last looked */
    uint64_t lines_of; /* the check whose pair was asked about, and that pair */
    uint32_t lines_a, lines_b;

    /* Where the parts are. */
    fk_pose *pose;
    double *joint;
    fk_interval span;
    bool has_time, is_playing, is_by_hand;
    double time, clock; /* of the motion; when it was last moved on */

    /* The list. */
    viewer_row *row;
    uint32_t row_count, row_capacity;
    uint32_t row_selected; /* FK_NONE: none */
    bool lists_clear;
    float list_height, row_height; /* in pixels */
    float help_scroll, list_scroll, tools_scroll, tools_height, facts_scroll, facts_height;

    /* What is selected: a pair, or a part alone in a. */
    uint32_t a, b;
    bool wants_fit;  /* as soon as the check is there */
    bool wants_look; /* as soon as it is known what the pair does */

    /* How it is shown. */
    fk_camera camera;
    viewer_camera_move ride;
    bool is_flying;
    unsigned flight; /* keys that are held */
    bool shows_edges, shows_tree, shows_hulls, shows_pieces, shows_cells, shows_labels, shows_legend,
        shows_findings;
    int volume;
    uint32_t tree_level;
    bool has_section, is_flipped;
    int section_axis;    /* 0, 1, 2; 3: as it was given */
    double section_part; /* where it is, from 0 to 1 */
    fk_plane section_given;

    /* The window. */
    float width, height;
    ui_box scene;
    bool shows_help, shows_list, shows_tools, was_sized;
    bool is_closing, wants_screenshot;
    int drag; /* 0: none; 1: orbits, 2: moves */
    float drag_x, drag_y, drag_way;
    char message[FK_VIEW_MESSAGE];
    bool is_message_bad;
    double message_end;
} viewer;

/* FK_ERROR_METHOD, FK_ERROR_MEMORY. */
fk_status viewer_open(viewer *d, fk_context *context, const fk_window_options *options, ui_state *u,
                      void (*wake)(void));
/* Waits for threads. */
void viewer_close(viewer *d);
bool viewer_has_threads(viewer *d);

/* The window has this size in pixels. */
void viewer_resize(viewer *d, float width, float height, float scale);
/* Takes an event. */
void viewer_handle_event(viewer *d, const ui_event *event);
/* A key of the flight goes down or up. */
void viewer_hold_key(viewer *d, uint32_t key, bool is_down);
/* Looks for news, and moves on what moves. True when something is to be painted again; *is_new when meshes of
 * before are no longer there. */
bool viewer_update(viewer *d, bool *is_new);
/* Whether it moves by itself, so that ticks are to come often. */
bool viewer_moves(const viewer *d);
/* Whether all that was asked for is there. */
bool viewer_is_settled(viewer *d);
/* Makes the widgets, for ui_paint: true when one took the event. Fills a drawing of the scene, with its camera. */
bool viewer_build_widgets(viewer *d, const ui_event *event);
fk_status viewer_draw(viewer *d, drawing *out);

/* Widgets, so that they differ. */
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
    ID_AXIS = 100,   /* and the axis */
    ID_VOLUME = 110, /* and the kind */
    ID_SIDE = 120,   /* and the side */
    ID_JOINT = 1000  /* and the joint */
};

/* Colours of panels. */
#define VIEWER_PANEL  ((rgba_color){247, 249, 251, 255})
#define VIEWER_BAR    ((rgba_color){236, 240, 244, 255})
#define VIEWER_BORDER ((rgba_color){200, 208, 218, 255})

/* ---- Within the viewer ----------------------------------------------------------------------------------- */

#if defined(__GNUC__)
#define VIEWER_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define VIEWER_PRINTF(text, first)
#endif

void viewer_log(const viewer *d, const char *format, ...) VIEWER_PRINTF(2, 3);
/* A message in the window; what went wrong stays until it is put away. */
void viewer_show_message(viewer *d, bool is_bad, const char *format, ...) VIEWER_PRINTF(3, 4);

/* What is looked at, for the display. */
display_view viewer_display_view(const viewer *d);
fk_plane viewer_section(const viewer *d);
const char *viewer_part_name(const viewer *d, uint32_t part);

/* The list is that of all times; else of where the parts are. */
bool viewer_lists_sweep(const viewer *d);
const fk_check *viewer_listed_check(const viewer *d);
void viewer_list_pairs(viewer *d);
/* What is said about a row: its value, and sentences about what is selected. */
void viewer_row_text(const viewer *d, const viewer_row *row, char *text, size_t size);
/* What the result that was loaded says about a pair, or NULL. */
const char *viewer_review_note(const viewer *d, uint32_t a, uint32_t b);
void viewer_facts_text(const viewer *d, char *text, size_t size);
/* Two lines: what is found now, and what is being done. */
void viewer_status_text(viewer *d, char *text, size_t size, drawing_look *look);

void viewer_set_time(viewer *d, double time);
void viewer_set_joint(viewer *d, uint32_t joint, double value);
void viewer_follow_motion(viewer *d);
void viewer_play(viewer *d, bool is_on);
void viewer_select(viewer *d, uint32_t a, uint32_t b);
/* Looks at row i of the list: selects it, goes to its moment, and to where it is. */
void viewer_choose_row(viewer *d, uint32_t row, bool zooms);
void viewer_look_from(viewer *d, fk_side side);
void viewer_fit(viewer *d);
void viewer_fit_selected(viewer *d);
void viewer_move_camera(viewer *d);
/* Around all. */
fk_sphere viewer_bounding_sphere(const viewer *d);
void viewer_show_step(viewer *d, uint32_t step);
void viewer_request_layers(viewer *d);
void viewer_start_reload(viewer *d);

/* viewer_mouse.c: the mouse in the scene. viewer_keys.c: keys that no widget took. */
void viewer_handle_mouse(viewer *d, const ui_event *event);
void viewer_handle_key(viewer *d, const ui_event *event);
/* viewer_explain.c: the panels of a method that is watched. */
void viewer_build_explain_panel(viewer *d, ui_box box);
void viewer_build_explain_bar(viewer *d, ui_box box);
/* viewer_help.c: all keys, on top of all. */
void viewer_draw_help(viewer *d);
/* viewer_tools.c: joints and what is drawn. */
void viewer_build_tools(viewer *d, ui_box box);
void viewer_fly(viewer *d, double seconds);

#endif
