/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas view: a window on parts, on their clashes, and on joints that users move. */

#include "picture_options.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char help[] =
    "usage: farkas view [OPTION]... FILE...\n"
    "       farkas view [OPTION]... SCENE.json\n"
    "       farkas view [OPTION]... ROBOT.urdf [--srdf FILE] [--scene SCENE.json] [FILE]...\n"
    "       farkas view [OPTION]... RESULT.json\n"
    "       farkas view --explain METHOD [--frame K] A B\n"
    "\n"
    "Opens a window on parts. It checks them at their poses, also while time passes and joints\n"
    "move; it sweeps moving parts in the background, and the time slider shows when they meet.\n"
    "Clashing parts are red and striped; parts that are too close, or whose bounding boxes\n"
    "meet, amber and dotted; the rest is grey. The window loads changed files again.\n"
    "\n"
    "options: the window\n"
    "      --size WxH     width and height (default: 1280x800)\n"
    "      --pair A,B     select two parts, or a clash by its id, and go there\n"
    "      --side W       look from: corner (default), front, back, left, right, top, bottom\n"
    "      --camera ex,ey,ez,tx,ty,tz\n"
    "                     the position of the eye, and its target\n"
    "      --layers L     also draw any of: edges, aabb, obb, sphere, hull, pieces, labels,\n"
    "                     tree[=LEVEL], spheres[=LEVEL], cells[=LEVEL]; separated by commas\n"
    "      --section nx,ny,nz,c\n"
    "                     cut away all x with n.x > c\n"
    "      --no-legend    no legend\n"
    "      --keys         start with the list of keys\n"
    "      --screenshot FILE\n"
    "                     save the window as PNG once all is computed, and exit\n"
    "\n"
    "options: a method, step by step\n" EXPLAIN_OPTIONS_HELP
    "      --frame K      the first step to show: 0, the question (default), to last\n"
    "\n"
    "options: the question\n" PAIR_RULE_LIMITS_HELP PAIR_RULE_PAIRS_HELP PART_AT_HELP "\n"
    "options: reading files\n" MESH_OPTIONS_HELP "\n"
    "options: robots and motion\n" PART_ROBOT_HELP PART_TIME_HELP "\n"
    "options: common\n"
    "  -j, --jobs N       use N threads (default: all processors); the result is the same\n" CLI_QUIET_HELP
    "  -v, --verbose      write a line to standard error for each change in the window\n" CLI_COLOR_HELP "\n"
    "mouse: drag orbits, right button or Shift+drag pans, the wheel zooms, a click selects a\n"
    "part, a double click goes there\n"
    "\n"
    "keys:\n"
    "  N, P               next, previous pair of the list, and go there\n"
    "  Enter              go to the selection\n"
    "  A                  list clear pairs, too\n"
    "  [, ]               previous, next part\n"
    "  Space              play, pause\n"
    "  , and .            a hundredth back, forward\n"
    "  < and >            previous, next contact\n"
    "  Home, End          first, last moment\n"
    "  J                  joints follow the motion again\n"
    "  left, right        of a method: previous, next step; Shift+arrows: orbit\n"
    "  Home, End          of a method: the question, the answer\n"
    "  F                  fit all; Shift+F: fit the selection\n"
    "  1 to 7             corner, front, back, left, right, top, bottom\n"
    "  arrows             orbit; with Shift, pan\n"
    "  PgUp, PgDn         zoom in, out\n"
    "  G                  free flight: W A S D, Q and E, arrows; Esc ends it\n"
    "  W                  edges of triangles\n"
    "  B                  bounding volumes: AABB, OBB, sphere, none\n"
    "  T, +, -            one level of the trees; down, up\n"
    "  U                  spheres of that level of the sphere trees\n"
    "  H, C, L            hulls, convex pieces, cells\n"
    "  M, O, D            names, legend, nearest points\n"
    "  X                  section plane; Y: its axis; Z: its other side\n"
    "  { and }            move the section plane\n"
    "  Tab                next widget; with Shift, the previous one\n"
    "  S, F12             save a picture\n"
    "  R, F5              load the files again\n"
    "  F2, F3             list, tools\n"
    "  ?, F1              all keys\n"
    "  Esc                leave flight, widget, help, message, selection\n"
    "  Ctrl+Q             quit\n"
    "\n"
    "examples:\n"
    "  farkas view bracket.stl motor.stl --clearance 5mm\n"
    "  farkas view cell.json --pair arm,post\n"
    "  farkas view panda.urdf --srdf panda.srdf --joints ready\n"
    "  farkas view --explain gjk 'sphere 0 0 0 1' 'box 0.5 0 0 1 0 0 0 1 0 0 0 1'\n"
    "  xvfb-run farkas view cell.json --screenshot cell.png\n"
    "\n"
    "exit status: 0 the window was closed, 2 trouble\n";

typedef struct view_settings {
    analysis_settings run;
    picture_settings picture;
    bool shows_keys;
    const char *screenshot;
    explain_settings explain;
} view_settings;

static const cli_option option_list[] = {
    CLI_FLAG("--keys", view_settings, shows_keys),
    CLI_TEXT("--screenshot", view_settings, screenshot),
    PICTURE_OPTIONS(view_settings),
    CLI_END,
};

static const cli_option_table option_table = {"view", help, option_list, NULL};

#ifdef FARKAS_VIEW

/* An analysis as the window needs it: with joints to move by hand, checked as they move, swept in the background, and
 * loaded again when its files change. */

/* A file, with its time and size when last seen. */
typedef struct watched_file {
    char *path;
    struct timespec time;
    off_t bytes;
} watched_file;

typedef struct view_subject {
    fk_window_subject window; /* the first member: its address is that of the struct */
    analysis s;
    fk_pool *pool; /* for checks; the analysis has its own for the sweep */
    fk_check_part *part;
    fk_check_cache *kept; /* lets checks keep up while joints move */
    fk_window_joint *joint;
    const char **note; /* of each pair of a reviewed result; or NULL */
    /* The tracks of the scene; those of robots take the values of the window. */
    fk_track *track;
    size_t file_count, file_capacity;
    watched_file *file;
    fk_window_progress *progress;
    void *progress_user;
} view_subject;

/* ---- Files --------------------------------------------------------------------------------------------- */

static void stat_file(watched_file *file)
{
    struct stat facts;
    file->bytes = -1;
    memset(&file->time, 0, sizeof file->time);
    if (stat(file->path, &facts) == 0) {
        file->bytes = facts.st_size;
        file->time = facts.st_mtim;
    }
}

/* A file that cannot be watched, for lack of memory, is skipped. */
static void watch_file(view_subject *v, const char *path)
{
    if (path == NULL)
        return;
    for (size_t i = 0; i < v->file_count; i++)
        if (strcmp(v->file[i].path, path) == 0)
            return;
    if (v->file_count == v->file_capacity) {
        size_t more = 2 * v->file_capacity + 16;
        watched_file *grown = realloc(v->file, more * sizeof *grown);
        if (grown == NULL)
            return;
        v->file = grown;
        v->file_capacity = more;
    }
    watched_file *file = &v->file[v->file_count];
    file->path = malloc(strlen(path) + 1);
    if (file->path == NULL)
        return;
    memcpy(file->path, path, strlen(path) + 1);
    stat_file(file);
    v->file_count++;
}

/* Watches the files on the command line, and all files that they name. */
static void watch_files(view_subject *v, const analysis_settings *run)
{
    const fk_scene *scene = v->s.list.scene;
    for (int i = 0; i < run->path_count; i++)
        watch_file(v, run->path[i]);
    for (int i = 0; i < v->s.settings->path_count; i++)
        watch_file(v, v->s.settings->path[i]);
    watch_file(v, run->part.scene);
    for (uint32_t i = 0; i < scene->file_count; i++)
        watch_file(v, scene->file[i].path);
    for (uint32_t i = 0; i < scene->text_file_count; i++)
        watch_file(v, scene->text_file[i]);
}

static bool are_files_changed(view_subject *v)
{
    bool is_changed = false;
    for (size_t i = 0; i < v->file_count; i++) {
        watched_file old = v->file[i];
        stat_file(&v->file[i]);
        /* A missing file is probably being rewritten. */
        if (v->file[i].bytes < 0)
            v->file[i] = old;
        else if (v->file[i].bytes != old.bytes || v->file[i].time.tv_sec != old.time.tv_sec ||
                 v->file[i].time.tv_nsec != old.time.tv_nsec)
            is_changed = true;
    }
    return is_changed;
}

/* ---- Joints -------------------------------------------------------------------------------------------- */

static const fk_robot_joint *find_joint(const fk_scene_robot *robot, uint32_t variable)
{
    return &robot->robot->joint[robot->robot->variable[variable]];
}

/* Makes the slider of a joint: in degrees, or in the unit of the scene; without limits, one turn, or a metre each way. */
static fk_window_joint make_slider(const view_subject *v, const fk_scene_robot *robot, uint32_t variable,
                                   const char *name)
{
    const double pi = 3.14159265358979323846;
    const fk_scene *scene = v->s.list.scene;
    const fk_robot_joint *joint = find_joint(robot, variable);
    bool slides = joint->kind == FK_JOINT_PRISMATIC;
    double metre = fk_length_convert(1, FK_UNIT_M, scene->unit);
    fk_window_joint made = {.name = name,
                            .factor = slides ? 1 : 180 / pi,
                            .unit = slides ? fk_unit_word(scene->unit) : "\xC2\xB0"};
    made.lower = isfinite(joint->lower) ? joint->lower : slides ? -metre : -pi;
    made.upper = isfinite(joint->upper) ? joint->upper : slides ? metre : pi;
    made.value = scene->track[robot->track].value[variable];
    return made;
}

static bool make_sliders(view_subject *v)
{
    const fk_scene *scene = v->s.list.scene;
    uint32_t count = v->s.list.parts->joint_count, next = 0;
    v->joint = calloc((size_t)count + 1, sizeof *v->joint);
    v->track = calloc((size_t)scene->track_count + 1, sizeof *v->track);
    if (v->joint == NULL || v->track == NULL)
        return false;
    for (uint32_t i = 0; i < scene->robot_count; i++)
        for (uint32_t k = 0; k < scene->robot[i].robot->variable_count; k++, next++)
            v->joint[next] = make_slider(v, &scene->robot[i], k, v->s.list.parts->joint[next]);
    memcpy(v->track, scene->track, scene->track_count * sizeof *v->track);
    return true;
}

/* Computes the values of all joints at a time, from the trajectories. */
static void follow_trajectory(void *user, double time, double *value)
{
    const view_subject *v = user;
    const fk_scene *scene = v->s.list.scene;
    for (uint32_t i = 0; i < v->s.list.parts->joint_count; i++) {
        value[i] = fk_parts_joint_value(v->s.list.parts, i, time);
        /* Trajectories have metres for joints that slide. */
        if (strcmp(v->joint[i].unit, fk_unit_word(scene->unit)) == 0)
            value[i] = fk_length_convert(value[i], FK_UNIT_M, scene->unit);
    }
}

/* Poses the parts by a motion in which the robots rest at these values. */
static void place_parts(void *user, double time, const double *value, fk_pose *pose)
{
    static const double zero = 0;
    view_subject *v = user;
    const fk_scene *scene = v->s.list.scene;
    for (uint32_t i = 0; i < scene->robot_count; i++) {
        uint32_t count = scene->robot[i].robot->variable_count;
        v->track[scene->robot[i].track] = (fk_track){count, 1, &zero, value};
        value += count;
    }
    fk_motion *motion = NULL;
    fk_status status = fk_motion_create(v->s.context, scene->frame, scene->frame_count, v->track,
                                        scene->track_count, &motion);
    for (uint32_t i = 0; i < v->s.list.count; i++) {
        const fk_sweep_part *part = &v->s.list.parts->moving[i];
        pose[i] = part->part.pose;
        if (part->frame == FK_NONE || status != FK_OK)
            continue;
        fk_pose frame = fk_motion_pose(motion, part->frame, time);
        pose[i] = fk_pose_multiply(&frame, &part->part.pose);
    }
    fk_motion_free(v->s.context, motion);
}

/* ---- Checks and sweeps -------------------------------------------------------------------------------- */

static fk_status check_poses(void *user, const fk_pose *pose, fk_check **out)
{
    view_subject *v = user;
    uint32_t count = v->s.list.count;
    for (uint32_t i = 0; i < count; i++) {
        v->part[i] = v->s.list.part[i];
        v->part[i].pose = pose[i];
    }
    fk_check_options chosen = analysis_check_options(&v->s);
    chosen.workers = fk_pool_workers(v->pool);
    chosen.kept = v->kept;
    chosen.stops_at_clash = false;
    chosen.max_triangles = 0;
    return fk_check_run(v->s.context, v->part, count, &chosen, out);
}

static fk_check_rule select_moving_pair(void *user, uint32_t a, uint32_t b)
{
    view_subject *v = user;
    return fk_scene_rules_select(&v->s.rules.asked, a, b);
}

static void forward_progress(void *user, uint64_t done, uint64_t total)
{
    view_subject *v = user;
    v->progress(v->progress_user, done, total);
}

static fk_status sweep_subject(view_subject *v, bool wants_closest, fk_sweep **out)
{
    fk_sweep_options chosen;
    if (!analysis_sweep_options(&v->s, &chosen))
        return FK_ERROR_ARGUMENT;
    chosen.wants_closest = wants_closest;
    chosen.select = select_moving_pair;
    chosen.progress = forward_progress;
    chosen.user = v;
    return fk_sweep_run(v->s.context, v->s.list.motion, v->s.list.parts->moving, v->s.list.count, &chosen,
                        out);
}

static fk_status sweep_contacts(void *user, fk_window_progress *progress, void *progress_user, fk_sweep **out)
{
    view_subject *v = user;
    v->progress = progress;
    v->progress_user = progress_user;
    return sweep_subject(v, false, out);
}

static fk_status sweep_closest(void *user, fk_window_progress *progress, void *progress_user, fk_sweep **out)
{
    view_subject *v = user;
    v->progress = progress;
    v->progress_user = progress_user;
    return sweep_subject(v, true, out);
}

/* Makes a note of the review of each pair of a result, if it has reviews. Returns false if memory runs out. */
static bool make_notes(view_subject *v)
{
    const fk_review *thought = v->s.record.review;
    size_t count = v->s.found != NULL ? v->s.found->pair_count : 0;
    if (thought == NULL || count == 0)
        return true;
    v->note = calloc(count, sizeof *v->note);
    for (size_t i = 0; v->note != NULL && i < count; i++)
        v->note[i] = thought[i] != FK_REVIEW_NONE ? fk_review_word(thought[i]) : NULL;
    v->s.show.note = v->note;
    return v->note != NULL;
}

/* ---- Subjects ----------------------------------------------------------------------------------------- */

static bool make_window(view_subject *v)
{
    v->part = calloc((size_t)v->s.list.count + 1, sizeof *v->part);
    if (v->part == NULL || !make_sliders(v) || !make_notes(v) ||
        fk_check_cache_create(v->s.context, &v->kept) != FK_OK)
        return cli_no_memory();
    if ((v->pool = cli_pool(v->s.context, v->s.settings->jobs)) == NULL)
        return false;
    bool has_trajectory = false;
    for (uint32_t i = 0; i < v->s.list.scene->robot_count; i++)
        has_trajectory =
            has_trajectory || v->s.list.scene->track[v->s.list.scene->robot[i].track].time_count > 1;
    v->window = (fk_window_subject){.show = v->s.show,
                                    .joint_count = v->s.list.parts->joint_count,
                                    .joint = v->joint,
                                    .user = v,
                                    .joints = has_trajectory ? follow_trajectory : NULL,
                                    .place = v->s.list.parts->joint_count > 0 ? place_parts : NULL,
                                    .check = check_poses,
                                    .find = analysis_moves(&v->s) ? sweep_contacts : NULL,
                                    .find_closest = sweep_closest};
    return true;
}

static void free_subject(view_subject *v)
{
    for (size_t i = 0; i < v->file_count; i++)
        free(v->file[i].path);
    free(v->file);
    free(v->joint);
    free(v->track);
    free(v->part);
    free(v->note);
    fk_check_cache_free(v->s.context, v->kept);
    if (v->pool != NULL)
        fk_pool_destroy(v->pool);
    analysis_free(&v->s);
    free(v);
}

static view_subject *load_subject(fk_context *context, const analysis_settings *run)
{
    view_subject *v = calloc(1, sizeof *v);
    if (v == NULL) {
        cli_no_memory();
        return NULL;
    }
    if (!analysis_open(&v->s, context, run)) {
        free(v);
        return NULL;
    }
    if (!make_window(v)) {
        free_subject(v);
        return NULL;
    }
    watch_files(v, run);
    return v;
}

/* ---- The window ---------------------------------------------------------------------------------------- */

/* The user data of the window's callbacks. */
typedef struct view_session {
    fk_context *context;
    const view_settings *s;
    view_subject *now; /* the subject whose files are watched */
} view_session;

static void write_line(void *user, const char *line)
{
    (void)user;
    cli_note("%s", line);
}

static bool have_files_changed(void *user)
{
    view_session *v = user;
    return are_files_changed(v->now);
}

/* Runs in a thread of its own; the window shows errors. */
static bool reload_files(void *user, const fk_window_subject **out, char message[FK_VIEW_MESSAGE])
{
    const view_session *v = user;
    cli_catch_messages(message, FK_VIEW_MESSAGE);
    view_subject *made = load_subject(v->context, &v->s->run);
    cli_catch_messages(NULL, 0);
    if (made != NULL)
        *out = &made->window;
    return made != NULL;
}

/* The next subject is known by now: watch its files from now on. */
static void release_subject(void *user, const fk_window_subject *window)
{
    (void)user;
    free_subject(window->user);
}

static void take_subject(void *user, const fk_window_subject *window)
{
    view_session *v = user;
    v->now = window->user;
}

/* A sweep may take long; nobody waits for it. */
static void on_closing(void *user)
{
    (void)user;
    cli_flush();
    _exit(CLI_OK);
}

/* Makes the options that both kinds of windows share. */
static fk_window_options make_window_options(const view_settings *s, const char *title)
{
    fk_window_options window = fk_window_options_default();
    window.title = title;
    window.width = s->picture.width;
    window.height = s->picture.height;
    window.side = s->picture.side;
    window.camera = s->picture.has_camera ? &s->picture.camera : NULL;
    window.layers = s->picture.layers;
    window.tree_level = s->picture.tree_level;
    window.has_section = s->picture.has_section;
    window.section = s->picture.section;
    window.shows_help = s->shows_keys;
    window.screenshot = s->screenshot;
    window.log = cli_is_verbose() ? write_line : NULL;
    return window;
}

static void make_title(const view_settings *s, char *title, size_t size)
{
    const char *name = strrchr(s->run.path[0], '/');
    name = name != NULL ? name + 1 : s->run.path[0];
    if (s->run.path_count > 1)
        snprintf(title, size, "%s and %d more - Farkas", name, s->run.path_count - 1);
    else
        snprintf(title, size, "%s - Farkas", name);
}

static int run_view(fk_context *context, const view_settings *s)
{
    view_session v = {context, s, load_subject(context, &s->run)};
    if (v.now == NULL)
        return CLI_TROUBLE;
    uint32_t pair[2] = {FK_NONE, FK_NONE};
    if (s->picture.pair != NULL && !picture_pair_parts(&v.now->s, s->picture.pair, pair)) {
        free_subject(v.now);
        return CLI_TROUBLE;
    }
    char title[512], message[FK_VIEW_MESSAGE];
    make_title(s, title, sizeof title);
    fk_window_options window = make_window_options(s, title);
    window.subject = &v.now->window;
    window.time = s->run.part.has_time ? s->run.part.time : (double)NAN;
    window.a = pair[0];
    window.b = pair[1];
    window.user = &v;
    window.is_changed = have_files_changed;
    window.reload = reload_files;
    window.take = take_subject;
    window.release = release_subject;
    window.closing = on_closing;
    fk_status status = fk_window_run(context, &window, message);
    return status == FK_OK ? CLI_OK : cli_trouble("%s", message);
}

static int run_explain(fk_context *context, const view_settings *s)
{
    explain_pieces pieces;
    if (!explain_pieces_load(&pieces, context, &s->run, &s->explain))
        return CLI_TROUBLE;
    fk_explain_options explain = explain_pieces_options(&pieces);
    char title[128], message[FK_VIEW_MESSAGE];
    snprintf(title, sizeof title, "%s - Farkas", explain_settings_word(&s->explain));
    fk_window_options window = make_window_options(s, title);
    window.explain = &explain;
    fk_status status = fk_window_run(context, &window, message);
    if (status == FK_ERROR_METHOD)
        explain_trouble(status, &pieces);
    else if (status != FK_OK)
        cli_trouble("%s", message);
    explain_pieces_free(&pieces);
    return status == FK_OK ? CLI_OK : CLI_TROUBLE;
}

#else

static int run_view(fk_context *context, const view_settings *s)
{
    (void)context;
    (void)s;
    return cli_trouble("this farkas was built without a window; build it with -DFARKAS_VIEW=ON");
}

static int run_explain(fk_context *context, const view_settings *s)
{
    return run_view(context, s);
}

#endif

int verb_view(int argc, char **argv)
{
    view_settings s = {.run = analysis_settings_default(), .picture = picture_settings_default()};
    int status;
    if (!cli_read_option_table(&option_table, argc, argv, &s, &status))
        return status;
    s.run.path = argv + optind;
    s.run.path_count = argc - optind;
    s.run.wants_closest = true;
    if (optind >= argc)
        cli_trouble(s.explain.is_asked
                        ? EXPLAIN_NEEDS_PIECES
                        : "view needs files, a scene, a robot or a result; see farkas view --help");
    else if (s.picture.width < 320 || s.picture.height < 240)
        cli_trouble("--size: a window has at least 320x240");
    else if (explain_settings_check(&s.explain) && mesh_settings_check(&s.run.part.mesh))
        status = s.explain.is_asked ? run_explain(cli_context(), &s) : run_view(cli_context(), &s);
    analysis_settings_free(&s.run);
    return status;
}
