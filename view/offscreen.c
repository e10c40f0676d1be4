/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* OpenGL without a display, through EGL: Mesa's surfaceless platform, which draws on the processor if there is no
 * graphics card; or the first device of another driver; or EGL's default.
 *
 * libepoxy exits the program if a library is missing, so this file looks for the libraries first. */

#include "offscreen.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include <epoxy/egl.h>
#include <epoxy/gl.h>

#define HINT "Install a driver for OpenGL, as Mesa: apt install libegl1 libgl1 libgl1-mesa-dri"

static bool fail_offscreen(char message[FK_VIEW_MESSAGE], const char *what)
{
    snprintf(message, FK_VIEW_MESSAGE, "%s. " HINT, what);
    return false;
}

/* The libraries stay loaded: unloading drivers is not safe. */
static bool has_library(const char *name)
{
    return dlopen(name, RTLD_LAZY | RTLD_LOCAL | RTLD_NODELETE) != NULL;
}

static bool has_libraries(char message[FK_VIEW_MESSAGE])
{
    if (!has_library("libEGL.so.1"))
        return fail_offscreen(message, "libEGL.so.1 is not there, which pictures need");
    if (!has_library("libOpenGL.so.0") && !has_library("libGL.so.1"))
        return fail_offscreen(message, "libGL.so.1 is not there, which pictures need");
    return true;
}

/* ---- Displays ------------------------------------------------------------------------------------------ */

static bool is_listed(const char *list, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = list; at != NULL && (at = strstr(at, name)) != NULL; at += length)
        if ((at == list || at[-1] == ' ') && (at[length] == ' ' || at[length] == 0))
            return true;
    return false;
}

static EGLDisplay open_display(EGLenum platform, void *native)
{
    EGLDisplay display = eglGetPlatformDisplayEXT(platform, native, NULL);
    return display != EGL_NO_DISPLAY && eglInitialize(display, NULL, NULL) ? display : EGL_NO_DISPLAY;
}

static EGLDisplay find_display(void)
{
    const char *list = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
    EGLDisplay display = EGL_NO_DISPLAY;
    bool has_platforms = is_listed(list, "EGL_EXT_platform_base");
    if (has_platforms && is_listed(list, "EGL_MESA_platform_surfaceless"))
        display = open_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY);
    bool has_devices =
        is_listed(list, "EGL_EXT_device_enumeration") || is_listed(list, "EGL_EXT_device_base");
    if (display == EGL_NO_DISPLAY && has_platforms && has_devices &&
        is_listed(list, "EGL_EXT_platform_device")) {
        EGLDeviceEXT device[16];
        EGLint count = 0;
        if (eglQueryDevicesEXT(16, device, &count))
            for (EGLint i = 0; i < count && display == EGL_NO_DISPLAY; i++)
                display = open_display(EGL_PLATFORM_DEVICE_EXT, device[i]);
    }
    if (display == EGL_NO_DISPLAY) {
        display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
        if (display != EGL_NO_DISPLAY && !eglInitialize(display, NULL, NULL))
            display = EGL_NO_DISPLAY;
    }
    return display;
}

/* ---- Context ------------------------------------------------------------------------------------------- */

static EGLContext make_context(EGLDisplay display)
{
    static const EGLint wanted[] = {EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_SURFACE_TYPE, 0, EGL_NONE};
    static const EGLint version[] = {EGL_CONTEXT_MAJOR_VERSION_KHR,
                                     3,
                                     EGL_CONTEXT_MINOR_VERSION_KHR,
                                     3,
                                     EGL_CONTEXT_OPENGL_PROFILE_MASK_KHR,
                                     EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT_KHR,
                                     EGL_NONE};
    EGLConfig config = NULL;
    EGLint count = 0;
    if (!eglBindAPI(EGL_OPENGL_API))
        return EGL_NO_CONTEXT;
    if (!eglChooseConfig(display, wanted, &config, 1, &count) || count < 1)
        config = NULL; /* EGL_NO_CONFIG_KHR */
    return eglCreateContext(display, config, EGL_NO_CONTEXT, version);
}

bool offscreen_open(offscreen *o, char message[FK_VIEW_MESSAGE])
{
    *o = (offscreen){.display = NULL};
    if (!has_libraries(message))
        return false;
    EGLDisplay display = find_display();
    if (display == EGL_NO_DISPLAY)
        return fail_offscreen(message, "EGL finds no driver that draws without a display");
    o->display = display;
    EGLContext context = make_context(display);
    if (context == EGL_NO_CONTEXT) {
        offscreen_close(o);
        return fail_offscreen(message, "the driver has no OpenGL 3.3 without a display");
    }
    o->gl = context;
    if (!offscreen_enter(o)) {
        offscreen_close(o);
        return fail_offscreen(message, "the driver cannot draw without a window");
    }
    if (epoxy_gl_version() < 33) {
        offscreen_close(o);
        return fail_offscreen(message, "the driver's OpenGL is older than 3.3");
    }
    message[0] = 0;
    return true;
}

bool offscreen_enter(const offscreen *o)
{
    return eglGetCurrentContext() == o->gl ||
           eglMakeCurrent(o->display, EGL_NO_SURFACE, EGL_NO_SURFACE, o->gl);
}

void offscreen_close(offscreen *o)
{
    if (o->display == NULL)
        return;
    if (o->gl != NULL) {
        if (eglGetCurrentContext() == o->gl)
            eglMakeCurrent(o->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
        eglDestroyContext(o->display, o->gl);
    }
    /* All users share the display, perhaps another renderer, so it stays open. */
    *o = (offscreen){.display = NULL};
}
