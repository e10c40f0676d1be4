/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas view: a window on parts, on what was found about them, and on what they do as they are moved. */

#include "explain_pieces.h"
#include "picture_settings.h"
#include "view_subject.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char help[] =
    "usage: farkas view [OPTION]... FILE...\n"
    "       farkas view [OPTION]... SCENE.json\n"
    "       farkas view [OPTION]... ROBOT.urdf [--srdf FILE] [--scene SCENE.json]\n"
    "       farkas view [OPTION]... RESULT.json\n"
    "       farkas view --explain METHOD [--frame K] A B\n"
    "\n"
    "Opens a window on parts. They are checked where they are, also as time goes on and joints\n"
    "are moved; parts that move are swept meanwhile, and the time slider shows when they meet.\n"
    "Red and striped are those that clash, amber and dotted those that are too close or whose\n"
    "bounding boxes meet, grey the rest. Files that change are loaded again.\n"
    "\n"
    "options: the window\n"
    "      --size WxH     width and height (default: 1280x800)\n"
    "      --pair A,B     selects two parts and goes there; or the id of a clash\n"
    "      --side W       from where: corner (default), front, back, left, right, top, bottom\n"
    "      --camera ex,ey,ez,tx,ty,tz\n"
    "                     where the eye is, and what it looks at\n"
    "      --layers L     also draws, of: edges, aabb, obb, sphere, tree or tree=LEVEL, hull,\n"
    "                     pieces, cells or cells=LEVEL, labels; separated by commas\n"
    "      --section nx,ny,nz,c\n"
    "                     cuts away all x with n.x > c\n"
    "      --no-legend    does not say what the looks mean\n"
    "      --keys         begins with the list of keys\n"
    "      --screenshot FILE\n"
    "                     writes the window as PNG once all is found, and ends\n"
    "\n"
    "options: a method at work\n" EXPLAIN_OPTIONS_HELP
    "      --frame K      the step that is shown first: 0, the question (default), to last\n"
    "\n"
    "options: what is asked\n" PART_RULE_LIMITS_HELP PART_RULE_PAIRS_HELP PART_AT_HELP "\n"
    "options: how files are read\n" MESH_OPTIONS_HELP "\n"
    "options: robots, and parts that move\n" PART_ROBOT_HELP PART_TIME_HELP "\n"
    "options: as with every verb\n"
    "  -j, --jobs N       use N threads (default: all processors); the result is the same\n"
    "  -q, --quiet        no progress and no notes\n"
    "  -v, --verbose      writes a line to standard error for all that changes in the window\n"
    "      --color W      coloured messages: auto (default), always or never\n"
    "  -h, --help         print this help\n"
    "\n"
    "mouse: drag goes around, right button or Shift moves, the wheel nears, a click selects a\n"
    "part, a double click looks at it\n"
    "\n"
    "keys:\n"
    "  N, P               next, previous pair of the list, and go there\n"
    "  Enter              go to what is selected\n"
    "  A                  list clear pairs, too\n"
    "  [, ]               previous, next part\n"
    "  Space              play, pause\n"
    "  , and .            a hundredth back, forward\n"
    "  < and >            previous, next contact\n"
    "  Home, End          first, last moment\n"
    "  J                  joints follow the motion again\n"
    "  left, right        of a method: previous, next step; Shift+arrows: go around\n"
    "  Home, End          of a method: the question, the answer\n"
    "  F                  see all; Shift+F: see what is selected\n"
    "  1 to 7             corner, front, back, left, right, top, bottom\n"
    "  arrows             go around; with Shift, move\n"
    "  PgUp, PgDn         nearer, farther\n"
    "  G                  free flight: W A S D, Q and E, arrows; Esc ends it\n"
    "  W                  edges of triangles\n"
    "  B                  bounding volumes: AABB, OBB, ball, none\n"
    "  T, +, -            one level of the trees; down, up\n"
    "  H, C, L            hulls, convex pieces, cells\n"
    "  M, O, D            names, legend, nearest points\n"
    "  X                  section plane; Y: its axis; Z: its other side\n"
    "  { and }            move the section plane\n"
    "  Tab                next widget; with Shift, the one before\n"
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

enum { OPTION_KEYS = 740, OPTION_SCREENSHOT };

static const struct option options[] = {
    {"keys", no_argument, NULL, OPTION_KEYS},
    {"screenshot", required_argument, NULL, OPTION_SCREENSHOT},
    EXPLAIN_OPTIONS,
    {"jobs", required_argument, NULL, 'j'},
    {"size", required_argument, NULL, PICTURE_OPTION_SIZE},
    {"pair", required_argument, NULL, PICTURE_OPTION_PAIR},
    {"side", required_argument, NULL, PICTURE_OPTION_SIDE},
    {"camera", required_argument, NULL, PICTURE_OPTION_CAMERA},
    {"layers", required_argument, NULL, PICTURE_OPTION_LAYERS},
    {"section", required_argument, NULL, PICTURE_OPTION_SECTION},
    {"no-legend", no_argument, NULL, PICTURE_OPTION_NO_LEGEND},
    PART_RULE_OPTIONS,
    PART_OPTIONS,
    PART_TIME_OPTION,
    CLI_COMMON_OPTIONS,
};

static const cli_syntax syntax = {"view", help, "j:" CLI_COMMON_LETTERS, options};

typedef struct settings {
    run_settings run;
    picture_settings picture;
    bool shows_keys;
    const char *screenshot;
    explain_settings explain;
} settings;

static bool read_option(int option, void *user)
{
    settings *s = user;
    bool is_known, is_good = picture_option(option, &s->picture, &is_known);
    if (!is_known)
        is_good = explain_option(option, &s->explain, &is_known);
    if (is_known)
        return is_good;
    switch (option) {
    case OPTION_KEYS:
        return s->shows_keys = true;
    case OPTION_SCREENSHOT:
        s->screenshot = optarg;
        return true;
    default:
        return run_option(option, &s->run);
    }
}

#ifdef FARKAS_VIEW

/* What the functions of the window need. */
typedef struct viewing {
    fk_context *context;
    const settings *s;
    view_subject *now; /* whose files are watched */
} viewing;

static void write_line(void *user, const char *line)
{
    (void)user;
    cli_note("%s", line);
}

static bool is_changed(void *user)
{
    viewing *v = user;
    return view_subject_is_changed(v->now);
}

/* In a thread of its own; what goes wrong is said in the window. */
static bool reload(void *user, const fk_window_subject **out, char message[FK_VIEW_MESSAGE])
{
    const viewing *v = user;
    cli_catch(message, FK_VIEW_MESSAGE);
    view_subject *made = view_subject_load(v->context, &v->s->run);
    cli_catch(NULL, 0);
    if (made != NULL)
        *out = view_subject_window(made);
    return made != NULL;
}

/* The one that comes after is known by then: it is asked for its files from now on. */
static void release(void *user, const fk_window_subject *window)
{
    (void)user;
    view_subject_free(view_subject_of_window(window));
}

static void take(void *user, const fk_window_subject *window)
{
    viewing *v = user;
    v->now = view_subject_of_window(window);
}

/* A sweep may last; nobody waits for it. */
static void closing(void *user)
{
    (void)user;
    cli_flush();
    _exit(CLI_OK);
}

/* What both kinds of windows have. */
static fk_window_options window_of(const settings *s, const char *title)
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

static void make_title(const settings *s, char *title, size_t size)
{
    const char *name = strrchr(s->run.path[0], '/');
    name = name != NULL ? name + 1 : s->run.path[0];
    if (s->run.path_count > 1)
        snprintf(title, size, "%s and %d more - Farkas", name, s->run.path_count - 1);
    else
        snprintf(title, size, "%s - Farkas", name);
}

static int run(fk_context *context, const settings *s)
{
    viewing v = {context, s, view_subject_load(context, &s->run)};
    if (v.now == NULL)
        return CLI_TROUBLE;
    uint32_t pair[2] = {FK_NONE, FK_NONE};
    if (s->picture.pair != NULL && !picture_pair_parts(view_subject_of(v.now), s->picture.pair, pair)) {
        view_subject_free(v.now);
        return CLI_TROUBLE;
    }
    char title[512], message[FK_VIEW_MESSAGE];
    make_title(s, title, sizeof title);
    fk_window_options window = window_of(s, title);
    window.subject = view_subject_window(v.now);
    window.time = s->run.part.has_time ? s->run.part.time : (double)NAN;
    window.a = pair[0];
    window.b = pair[1];
    window.user = &v;
    window.is_changed = is_changed;
    window.reload = reload;
    window.take = take;
    window.release = release;
    window.closing = closing;
    fk_status status = fk_window_run(context, &window, message);
    return status == FK_OK ? CLI_OK : cli_trouble("%s", message);
}

static int run_explain(fk_context *context, const settings *s)
{
    explain_pieces pieces;
    if (!explain_pieces_load(&pieces, context, &s->run, s->explain.takes_hull))
        return CLI_TROUBLE;
    fk_explain_options explain = explain_pieces_ask(&pieces, &s->explain);
    char title[128], message[FK_VIEW_MESSAGE];
    snprintf(title, sizeof title, "%s - Farkas", fk_method_name(s->explain.method));
    fk_window_options window = window_of(s, title);
    window.explain = &explain;
    fk_status status = fk_window_run(context, &window, message);
    if (status == FK_ERROR_METHOD)
        explain_trouble(status, &pieces, &s->explain);
    else if (status != FK_OK)
        cli_trouble("%s", message);
    explain_pieces_free(&pieces);
    return status == FK_OK ? CLI_OK : CLI_TROUBLE;
}

#else

static int run(fk_context *context, const settings *s)
{
    (void)context;
    (void)s;
    return cli_trouble("this farkas was built without a window; build it with -DFARKAS_VIEW=ON");
}

static int run_explain(fk_context *context, const settings *s)
{
    return run(context, s);
}

#endif

int view_run(int argc, char **argv)
{
    settings s = {.run = run_settings_default(), .picture = picture_settings_default()};
    fk_context *context = NULL;
    int status;
    if (!cli_read_options(&syntax, argc, argv, read_option, &s, &status))
        return status;
    s.run.path = argv + optind;
    s.run.path_count = argc - optind;
    s.run.wants_closest = true;
    status = CLI_TROUBLE;
    if (optind >= argc)
        cli_trouble(s.explain.is_asked
                        ? EXPLAIN_NEEDS_PIECES
                        : "view needs files, a scene, a robot or a result; see farkas view --help");
    else if (s.picture.width < 320 || s.picture.height < 240)
        cli_trouble("--size: a window has at least 320x240");
    else if (explain_settings_check(&s.explain) && mesh_settings_check(&s.run.part.mesh) &&
             (context = cli_context_create()) != NULL)
        status = s.explain.is_asked ? run_explain(context, &s) : run(context, &s);
    fk_context_destroy(context);
    run_settings_free(&s.run);
    return status;
}
