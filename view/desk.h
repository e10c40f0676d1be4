/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The desk: all that the window shows and remembers, but OpenGL and the system's window. It takes events, makes the
 * widgets around the scene, and a drawing of the scene. */

#ifndef FARKAS_VIEW_DESK_H
#define FARKAS_VIEW_DESK_H

#include "camera.h"
#include "explain.h"
#include "live.h"
#include "ui.h"

/* A row of the list: a pair of parts. */
typedef struct desk_row {
    uint32_t index; /* in the result */
    uint32_t a, b;
    fk_clash kind;
    bool is_clash;
    double moment; /* of a sweep; else 0 */
} desk_row;

/* A motion of the camera. */
typedef struct desk_ride {
    bool is_on;
    double begin; /* by fk_clock_seconds */
    fk_camera from, to;
} desk_ride;

/* What was there before a reload, until its threads have ended. */
typedef struct desk_past {
    live *live;
    stage *stage;
    const fk_window_subject *subject;
    fk_pose *pose;
    double *joint;
    uint32_t part_count, joint_count;
} desk_past;

enum { DESK_NO_VOLUME, DESK_AABB, DESK_OBB, DESK_SPHERE, DESK_VOLUMES };

typedef struct desk {
    fk_context *context;
    const fk_window_options *options;
    void (*wake)(void);
    ui_state *ui;

    /* What is shown. */
    const fk_window_subject *subject; /* NULL: a method is watched */
    fk_show show;                     /* that of the subject, with what was found since */
    stage *stage;
    live *live;
    desk_past past;
    live_reload *reload;
    bool wants_reload; /* when the last one has ended */
    explain *explain;
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
    desk_row *row;
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
    desk_ride ride;
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
} desk;

/* FK_ERROR_METHOD, FK_ERROR_MEMORY. */
fk_status desk_open(desk *d, fk_context *context, const fk_window_options *options, ui_state *u,
                    void (*wake)(void));
/* Waits for threads. */
void desk_close(desk *d);
bool desk_is_at_work(desk *d);

/* The window has this size in pixels. */
void desk_resize(desk *d, float width, float height, float scale);
/* Takes an event. */
void desk_event(desk *d, const ui_event *event);
/* A key of the flight goes down or up. */
void desk_hold(desk *d, uint32_t key, bool is_down);
/* Looks for news, and moves on what moves. True when something is to be painted again; *is_new when meshes of
 * before are no longer there. */
bool desk_tick(desk *d, bool *is_new);
/* Whether it moves by itself, so that ticks are to come often. */
bool desk_moves(const desk *d);
/* Whether all that was asked for is there. */
bool desk_is_settled(desk *d);
/* Makes the widgets, for ui_paint: true when one took the event. Fills a drawing of the scene, with its camera. */
bool desk_widgets(desk *d, const ui_event *event);
fk_status desk_draw(desk *d, drawing *out);

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
#define DESK_PANEL  ((paint_color){247, 249, 251, 255})
#define DESK_BAR    ((paint_color){236, 240, 244, 255})
#define DESK_BORDER ((paint_color){200, 208, 218, 255})

/* ---- Within the desk ----------------------------------------------------------------------------------- */

#if defined(__GNUC__)
#define DESK_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define DESK_PRINTF(text, first)
#endif

void desk_log(const desk *d, const char *format, ...) DESK_PRINTF(2, 3);
/* A message in the window; what went wrong stays until it is put away. */
void desk_tell(desk *d, bool is_bad, const char *format, ...) DESK_PRINTF(3, 4);

/* What is looked at, for the stage. */
stage_view desk_view(const desk *d);
fk_plane desk_section(const desk *d);
const char *desk_name(const desk *d, uint32_t part);

/* The list is that of all times; else of where the parts are. */
bool desk_lists_sweep(const desk *d);
const fk_check *desk_listed_check(const desk *d);
void desk_make_rows(desk *d);
/* What is said about a row: its value, and sentences about what is selected. */
void desk_row_value(const desk *d, const desk_row *row, char *text, size_t size);
/* What the result that was loaded says about a pair, or NULL. */
const char *desk_note(const desk *d, uint32_t a, uint32_t b);
void desk_facts(const desk *d, char *text, size_t size);
/* Two lines: what is found now, and what is being done. */
void desk_verdict(desk *d, char *text, size_t size, drawing_look *look);

void desk_set_time(desk *d, double time);
void desk_set_joint(desk *d, uint32_t joint, double value);
void desk_follow_motion(desk *d);
void desk_play(desk *d, bool is_on);
void desk_select(desk *d, uint32_t a, uint32_t b);
/* Looks at row i of the list: selects it, goes to its moment, and to where it is. */
void desk_choose_row(desk *d, uint32_t row, bool zooms);
void desk_look(desk *d, fk_side side);
void desk_fit(desk *d);
void desk_fit_selected(desk *d);
void desk_move_ride(desk *d);
/* Around all. */
fk_sphere desk_ball(const desk *d);
void desk_set_step(desk *d, uint32_t step);
void desk_layers_changed(desk *d);
void desk_start_reload(desk *d);

/* desk_scene.c: the mouse in the scene. desk_keys.c: keys that no widget took. */
void desk_scene_event(desk *d, const ui_event *event);
void desk_key(desk *d, const ui_event *event);
/* desk_explain.c: the panels of a method that is watched. */
void desk_explain_panel(desk *d, ui_box box);
void desk_explain_bar(desk *d, ui_box box);
/* desk_help.c: all keys, on top of all. */
void desk_help(desk *d);
/* desk_tools.c: joints and what is drawn. */
void desk_tools(desk *d, ui_box box);
void desk_fly(desk *d, double seconds);

#endif
