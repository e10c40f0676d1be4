/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The window: GLFW, its events, and the loop that paints when something has changed and otherwise sleeps.
 *
 * The scene is painted on its own surface, with four samples for each pixel, and only when it changes. It and the
 * widgets are copied to the page, from which screenshots are taken, and the page to the window. */

#include "viewer.h"

#include <epoxy/gl.h>
#include <GLFW/glfw3.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A surface to paint on. */
typedef struct window_surface {
    GLuint frame, color, depth;
    int width, height, samples;
} window_surface;

typedef struct window {
    fk_context *context;
    const fk_window_options *options;
    GLFWwindow *handle;
    painter *painter;
    ui_state *ui;
    viewer viewer;
    drawing drawing;
    window_surface scene, page;
    bool is_dirty, is_scene_dirty, was_scene_moving;
    float x, y; /* of the mouse, in pixels */
    float last_x, last_y;
    double last_press;
    int last_button;
    double next_look; /* when to check the files again */
    uint32_t screenshots;
    fk_status status;
    char *message;
} window;

/* GLFW has one global error. */
static char glfw_message[256];

static void keep_glfw_error(int code, const char *text)
{
    (void)code;
    snprintf(glfw_message, sizeof glfw_message, "%s", text);
}

fk_window_options fk_window_options_default(void)
{
    return (fk_window_options){.title = "Farkas",
                               .width = 1280,
                               .height = 800,
                               .time = NAN,
                               .a = FK_NONE,
                               .b = FK_NONE,
                               .side = FK_SIDE_CORNER,
                               .layers = FK_LAYER_FINDINGS | FK_LAYER_LEGEND};
}

/* ---- Surfaces ------------------------------------------------------------------------------------------ */

static void free_surface(window_surface *s)
{
    glDeleteFramebuffers(1, &s->frame);
    glDeleteRenderbuffers(1, &s->color);
    glDeleteRenderbuffers(1, &s->depth);
    *s = (window_surface){0};
}

static GLuint make_buffer(const window_surface *s, GLenum format, GLenum place)
{
    GLuint buffer;
    glGenRenderbuffers(1, &buffer);
    glBindRenderbuffer(GL_RENDERBUFFER, buffer);
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, s->samples, format, s->width, s->height);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, place, GL_RENDERBUFFER, buffer);
    return buffer;
}

/* Resizes a surface. Returns false if memory runs out. */
static bool size_surface(window_surface *s, int width, int height, int samples)
{
    if (s->width == width && s->height == height && s->samples == samples)
        return true;
    if (s->frame != 0)
        free_surface(s);
    *s = (window_surface){.width = width, .height = height, .samples = samples};
    glGenFramebuffers(1, &s->frame);
    glBindFramebuffer(GL_FRAMEBUFFER, s->frame);
    s->color = make_buffer(s, GL_RGBA8, GL_COLOR_ATTACHMENT0);
    s->depth = make_buffer(s, GL_DEPTH24_STENCIL8, GL_DEPTH_STENCIL_ATTACHMENT);
    return glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

/* Copies all of `from` to a place on `to`; y counts from the bottom. */
static void copy_surface(GLuint from, GLuint to, int x, int y, int width, int height)
{
    glBindFramebuffer(GL_READ_FRAMEBUFFER, from);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, to);
    glDisable(GL_SCISSOR_TEST);
    glBlitFramebuffer(0, 0, width, height, x, y, x + width, y + height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

/* ---- Painting ------------------------------------------------------------------------------------------ */

static int samples_of(void)
{
    static int most = -1;
    if (most < 0)
        glGetIntegerv(GL_MAX_SAMPLES, &most);
    return most < 4 ? most : 4;
}

static fk_status paint_view(window *w, ui_box box)
{
    int width = (int)box.width, height = (int)box.height;
    if (width < 16 || height < 16)
        return FK_OK;
    fk_status status = viewer_draw(&w->viewer, &w->drawing);
    if (status != FK_OK)
        return status;
    if (!size_surface(&w->scene, width, height, samples_of()))
        return FK_ERROR_MEMORY;
    glBindFramebuffer(GL_FRAMEBUFFER, w->scene.frame);
    return painter_paint(w->painter, &w->drawing, width, height, ui_scale(w->ui));
}

/* Reports an error once; the next change tries again. */
static void paint_window(window *w)
{
    int width, height;
    glfwGetFramebufferSize(w->handle, &width, &height);
    if (width < 1 || height < 1)
        return;
    ui_event nothing = {.kind = UI_NOTHING, .x = w->x, .y = w->y};
    ui_box before = w->viewer.scene;
    viewer_build_widgets(&w->viewer, &nothing);
    ui_box box = w->viewer.scene;
    if (w->is_scene_dirty || before.width != box.width || before.height != box.height ||
        w->scene.frame == 0) {
        fk_status status = paint_view(w, box);
        if (status != FK_OK && *w->viewer.message == '\0')
            viewer_show_message(&w->viewer, true, "the picture is not complete: %s", fk_status_text(status));
        if (w->viewer.explain != NULL) /* the text of the step is known now */
            viewer_build_widgets(&w->viewer, &nothing);
    }
    if (!size_surface(&w->page, width, height, 0))
        return;
    if (w->scene.frame != 0)
        copy_surface(w->scene.frame, w->page.frame, (int)box.x, height - (int)box.y - w->scene.height,
                     w->scene.width, w->scene.height);
    glBindFramebuffer(GL_FRAMEBUFFER, w->page.frame);
    glViewport(0, 0, width, height);
    ui_paint(w->ui, w->painter, width, height);
    copy_surface(w->page.frame, 0, 0, 0, width, height);
    glfwSwapBuffers(w->handle);
    w->is_dirty = w->is_scene_dirty = false;
}

/* ---- Screenshots --------------------------------------------------------------------------------------- */

/* Reads the page, rows from the top. */
static fk_status read_page(window *w, fk_picture *out)
{
    fk_picture picture = {(uint32_t)w->page.width, (uint32_t)w->page.height, NULL};
    size_t row = 4 * (size_t)picture.width;
    uint8_t *upward = fk_allocate(w->context, row * picture.height);
    picture.pixel = fk_allocate(w->context, row * picture.height);
    fk_status status = upward != NULL && picture.pixel != NULL ? FK_OK : FK_ERROR_MEMORY;
    if (status == FK_OK) {
        glBindFramebuffer(GL_READ_FRAMEBUFFER, w->page.frame);
        glPixelStorei(GL_PACK_ALIGNMENT, 4);
        glReadPixels(0, 0, w->page.width, w->page.height, GL_RGBA, GL_UNSIGNED_BYTE, upward);
        for (uint32_t y = 0; y < picture.height; y++)
            memcpy(picture.pixel + y * row, upward + (picture.height - 1 - y) * row, row);
        for (size_t i = 3; i < row * picture.height; i += 4)
            picture.pixel[i] = 255;
        *out = picture;
    } else {
        fk_release(w->context, picture.pixel, row * picture.height);
    }
    fk_release(w->context, upward, row * picture.height);
    return status;
}

static fk_status write_file(const char *path, const void *bytes, size_t count)
{
    FILE *file = fopen(path, "wb");
    if (file == NULL)
        return FK_ERROR_WRITE;
    bool is_good = fwrite(bytes, 1, count, file) == count;
    is_good = fclose(file) == 0 && is_good;
    return is_good ? FK_OK : FK_ERROR_WRITE;
}

static fk_status save_page(window *w, const char *path)
{
    fk_picture picture;
    fk_status status = read_page(w, &picture);
    if (status != FK_OK)
        return status;
    void *png = NULL;
    size_t bytes = 0;
    status = fk_picture_png(w->context, &picture, &png, &bytes);
    if (status == FK_OK)
        status = write_file(path, png, bytes);
    fk_release(w->context, png, bytes);
    fk_picture_free(w->context, &picture);
    return status;
}

/* Saves to the first unused name. */
static void save_numbered(window *w)
{
    char path[4096];
    const char *folder = w->options->folder;
    FILE *file = NULL;
    do {
        if (file != NULL)
            fclose(file);
        snprintf(path, sizeof path, "%s%sfarkas-%03u.png", folder != NULL ? folder : "",
                 folder != NULL ? "/" : "", ++w->screenshots);
    } while ((file = fopen(path, "rb")) != NULL);
    fk_status status = save_page(w, path);
    if (status == FK_OK)
        viewer_show_message(&w->viewer, false, "Picture saved: %s", path);
    else
        viewer_show_message(&w->viewer, true, "%s: %s", path, fk_status_text(status));
}

/* ---- Events -------------------------------------------------------------------------------------------- */

static void send_event(window *w, ui_event event)
{
    event.x = w->x;
    event.y = w->y;
    viewer_handle_event(&w->viewer, &event);
    w->is_dirty = true;
    /* Everything may change the scene, except a mouse that only moves. */
    bool wanders = event.kind == UI_MOVE && w->viewer.drag == 0 && !ui_holds_mouse(w->ui);
    w->is_scene_dirty = w->is_scene_dirty || !wanders;
}

static unsigned modifiers_of(int mods)
{
    return (mods & GLFW_MOD_SHIFT ? UI_SHIFT : 0u) | (mods & GLFW_MOD_CONTROL ? UI_CONTROL : 0u);
}

/* Maps keys that type nothing, and space. */
static uint32_t named_key(int key)
{
    static const struct {
        int from;
        uint32_t to;
    } keys[] = {
        {GLFW_KEY_TAB, UI_KEY_TAB},
        {GLFW_KEY_ENTER, UI_KEY_ENTER},
        {GLFW_KEY_KP_ENTER, UI_KEY_ENTER},
        {GLFW_KEY_ESCAPE, UI_KEY_ESCAPE},
        {GLFW_KEY_LEFT, UI_KEY_LEFT},
        {GLFW_KEY_RIGHT, UI_KEY_RIGHT},
        {GLFW_KEY_UP, UI_KEY_UP},
        {GLFW_KEY_DOWN, UI_KEY_DOWN},
        {GLFW_KEY_HOME, UI_KEY_HOME},
        {GLFW_KEY_END, UI_KEY_END},
        {GLFW_KEY_PAGE_UP, UI_KEY_PAGE_UP},
        {GLFW_KEY_PAGE_DOWN, UI_KEY_PAGE_DOWN},
        {GLFW_KEY_SPACE, ' '},
    };
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (keys[i].from == key)
            return keys[i].to;
    if (key >= GLFW_KEY_F1 && key <= GLFW_KEY_F12)
        return UI_KEY_F1 + (uint32_t)(key - GLFW_KEY_F1);
    return 0;
}

static void on_key(GLFWwindow *handle, int key, int scancode, int action, int mods)
{
    window *w = glfwGetWindowUserPointer(handle);
    (void)scancode;
    uint32_t named = named_key(key);
    uint32_t letter = key >= GLFW_KEY_A && key <= GLFW_KEY_Z ? (uint32_t)('a' + key - GLFW_KEY_A) : 0;
    if (action != GLFW_REPEAT)
        viewer_hold_key(&w->viewer, named != 0 ? named : letter, action == GLFW_PRESS);
    if (action == GLFW_RELEASE)
        return;
    /* Letters with Control type nothing; other keys arrive as characters. */
    if (named == 0 && (mods & GLFW_MOD_CONTROL))
        named = letter;
    if (named != 0)
        send_event(w, (ui_event){.kind = UI_KEY, .key = named, .modifiers = modifiers_of(mods)});
}

static void on_character(GLFWwindow *handle, unsigned character)
{
    window *w = glfwGetWindowUserPointer(handle);
    bool is_large = character >= 'A' && character <= 'Z';
    if (character == ' ')
        return;
    send_event(w, (ui_event){.kind = UI_KEY,
                             .key = is_large ? character - 'A' + 'a' : character,
                             .modifiers = is_large ? UI_SHIFT : 0});
}

static void on_move(GLFWwindow *handle, double x, double y)
{
    window *w = glfwGetWindowUserPointer(handle);
    int width, height, pixels_wide, pixels_high;
    glfwGetWindowSize(handle, &width, &height);
    glfwGetFramebufferSize(handle, &pixels_wide, &pixels_high);
    w->x = (float)(x * pixels_wide / (width > 0 ? width : 1));
    w->y = (float)(y * pixels_high / (height > 0 ? height : 1));
    send_event(w, (ui_event){.kind = UI_MOVE});
}

static void on_button(GLFWwindow *handle, int button, int action, int mods)
{
    window *w = glfwGetWindowUserPointer(handle);
    ui_event event = {.kind = action == GLFW_PRESS ? UI_PRESS : UI_RELEASE, .button = button, .clicks = 1};
    event.modifiers = modifiers_of(mods);
    if (action == GLFW_PRESS) {
        double now = fk_clock_seconds();
        bool is_near = fabsf(w->x - w->last_x) + fabsf(w->y - w->last_y) < 6 * ui_scale(w->ui);
        if (button == w->last_button && is_near && now - w->last_press < 0.35)
            event.clicks = 2;
        w->last_press = event.clicks == 2 ? 0 : now;
        w->last_button = button;
        w->last_x = w->x;
        w->last_y = w->y;
    }
    send_event(w, event);
}

static void on_scroll(GLFWwindow *handle, double x, double y)
{
    window *w = glfwGetWindowUserPointer(handle);
    (void)x;
    send_event(w, (ui_event){.kind = UI_SCROLL, .amount = (float)y});
}

static void resize_window(window *w)
{
    int width, height;
    float scale_x, scale_y;
    glfwGetFramebufferSize(w->handle, &width, &height);
    glfwGetWindowContentScale(w->handle, &scale_x, &scale_y);
    viewer_resize(&w->viewer, (float)width, (float)height, scale_x > 0.5f ? scale_x : 1);
    w->is_dirty = w->is_scene_dirty = true;
}

static void on_size(GLFWwindow *handle, int width, int height)
{
    (void)width;
    (void)height;
    window *w = glfwGetWindowUserPointer(handle);
    resize_window(w);
    paint_window(w);
}

static void on_scale(GLFWwindow *handle, float x, float y)
{
    (void)x;
    (void)y;
    resize_window(glfwGetWindowUserPointer(handle));
}

static void on_refresh(GLFWwindow *handle)
{
    window *w = glfwGetWindowUserPointer(handle);
    w->is_dirty = true;
}

/* Releases all held keys. */
static void on_focus(GLFWwindow *handle, int has_focus)
{
    window *w = glfwGetWindowUserPointer(handle);
    if (!has_focus)
        w->viewer.flight = 0;
}

/* ---- The loop ------------------------------------------------------------------------------------------ */

static void check_files(window *w)
{
    double now = fk_clock_seconds();
    if (w->options->is_changed == NULL || now < w->next_look)
        return;
    w->next_look = now + 1;
    if (w->options->is_changed(w->options->user)) {
        viewer_log(&w->viewer, "files: changed");
        viewer_start_reload(&w->viewer);
    }
}

static void wait_for_events(window *w, double begin)
{
    double left = 1.0 / 60 - (fk_clock_seconds() - begin);
    if (w->is_dirty && !viewer_moves(&w->viewer))
        glfwPollEvents();
    else if (viewer_moves(&w->viewer))
        glfwWaitEventsTimeout(left > 0.001 ? left : 0.001);
    else
        glfwWaitEventsTimeout(1);
}

/* Takes the requested screenshot, once all is ready. Returns true if the window must close. */
static bool take_screenshots(window *w)
{
    if (w->viewer.wants_screenshot) {
        w->viewer.wants_screenshot = false;
        if (!w->viewer.is_message_bad) /* the message of the last one */
            *w->viewer.message = '\0';
        paint_window(w);
        save_numbered(w);
        w->is_dirty = true;
    }
    if (w->options->screenshot == NULL || w->is_dirty || !viewer_is_settled(&w->viewer))
        return false;
    w->status = save_page(w, w->options->screenshot);
    if (w->status != FK_OK)
        snprintf(w->message, FK_VIEW_MESSAGE, "%s: %s", w->options->screenshot, fk_status_text(w->status));
    return true;
}

static void run_loop(window *w)
{
    while (!glfwWindowShouldClose(w->handle) && !w->viewer.is_closing) {
        double begin = fk_clock_seconds();
        bool is_new;
        if (viewer_update(&w->viewer, &is_new))
            w->is_dirty = w->is_scene_dirty = true;
        if (is_new)
            painter_forget_meshes(w->painter);
        check_files(w);
        if (w->is_dirty)
            paint_window(w);
        if (take_screenshots(w))
            break;
        wait_for_events(w, begin);
    }
}

/* ---- Opening ------------------------------------------------------------------------------------------- */

static fk_status fail_window(window *w, fk_status status, const char *why, const char *what_to_do)
{
    snprintf(w->message, FK_VIEW_MESSAGE, "%s%s%s; %s", why, *glfw_message != '\0' ? ": " : "", glfw_message,
             what_to_do);
    return status;
}

static fk_status open_window(window *w)
{
    const fk_window_options *o = w->options;
    *glfw_message = '\0';
    glfwSetErrorCallback(keep_glfw_error);
    if (!glfwInit())
        return fail_window(w, FK_ERROR_FORMAT, "there is no display to open a window on",
                           "'farkas render' draws without one, and 'xvfb-run' makes one");
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
#ifdef __APPLE__ /* macOS has no other context; on other systems it may forbid wide lines. */
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
#endif
    glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
    glfwWindowHint(GLFW_VISIBLE, o->screenshot == NULL);
    w->handle =
        glfwCreateWindow((int)o->width, (int)o->height, o->title != NULL ? o->title : "Farkas", NULL, NULL);
    if (w->handle == NULL)
        return fail_window(w, FK_ERROR_FORMAT, "there is no OpenGL 3.3 for a window",
                           "try LIBGL_ALWAYS_SOFTWARE=1, or 'farkas render', which draws without a display");
    glfwMakeContextCurrent(w->handle);
    glfwSwapInterval(1);
    return painter_create(w->context, &w->painter, w->message);
}

static float measure_text(void *user, float size, const char *text)
{
    return painter_text_width(user, size, text);
}

static void set_callbacks(window *w)
{
    glfwSetWindowUserPointer(w->handle, w);
    glfwSetKeyCallback(w->handle, on_key);
    glfwSetCharCallback(w->handle, on_character);
    glfwSetCursorPosCallback(w->handle, on_move);
    glfwSetMouseButtonCallback(w->handle, on_button);
    glfwSetScrollCallback(w->handle, on_scroll);
    glfwSetFramebufferSizeCallback(w->handle, on_size);
    glfwSetWindowContentScaleCallback(w->handle, on_scale);
    glfwSetWindowRefreshCallback(w->handle, on_refresh);
    glfwSetWindowFocusCallback(w->handle, on_focus);
}

static void wake_window(void)
{
    glfwPostEmptyEvent();
}

/* Shows the open viewer until it closes. */
static fk_status show_window(window *w)
{
    w->drawing = drawing_make(w->context);
    w->x = w->y = -1;
    set_callbacks(w);
    resize_window(w);
    viewer_log(&w->viewer, "open: %u parts", w->viewer.show.part_count);
    run_loop(w);
    drawing_free(&w->drawing);
    free_surface(&w->scene);
    free_surface(&w->page);
    glfwHideWindow(w->handle);
    if (w->viewer.background != NULL)
        background_stop(w->viewer.background);
    if (w->status == FK_OK && viewer_has_threads(&w->viewer) && w->options->closing != NULL)
        w->options->closing(w->options->user);
    viewer_close(&w->viewer);
    return w->status;
}

static bool are_valid_options(const fk_window_options *o)
{
    return o->width >= 320 && o->width <= 16384 && o->height >= 240 && o->height <= 16384 &&
           (o->subject != NULL) != (o->explain != NULL) && (unsigned)o->side < FK_SIDE_COUNT;
}

fk_status fk_window_run(fk_context *context, const fk_window_options *options, char message[FK_VIEW_MESSAGE])
{
    window *w = fk_allocate(context, sizeof *w);
    bool is_released = false;
    fk_status status = w == NULL ? FK_ERROR_MEMORY : are_valid_options(options) ? FK_OK : FK_ERROR_ARGUMENT;
    snprintf(message, FK_VIEW_MESSAGE, "%s", fk_status_text(status));
    if (w != NULL)
        *w = (window){.context = context, .options = options, .message = message, .status = FK_OK};
    if (status == FK_OK) {
        status = open_window(w);
        if (status == FK_OK) {
            w->ui = ui_create(context, measure_text, w->painter);
            status = w->ui != NULL ? FK_OK : FK_ERROR_MEMORY;
        }
        if (status == FK_OK) {
            is_released = true;
            status = viewer_open(&w->viewer, context, options, w->ui, wake_window);
            snprintf(message, FK_VIEW_MESSAGE, "%s", fk_status_text(status));
        }
        if (status == FK_OK)
            status = show_window(w);
        if (w->ui != NULL)
            ui_free(w->ui);
        if (w->painter != NULL)
            painter_free(w->painter);
        glfwTerminate();
    }
    if (!is_released && options->release != NULL && options->subject != NULL)
        options->release(options->user, options->subject);
    fk_release(context, w, sizeof *w);
    return status;
}
