/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Robots from texts, with meshes of the shelf of scene_check.h. */

#ifndef FARKAS_TEST_ROBOT_CHECK_H
#define FARKAS_TEST_ROBOT_CHECK_H

#include "scene/robot.h"
#include "scene_check.h"

#define ROBOT(inner)     "<robot name=\"r\">" inner "</robot>"
#define LINK(name)       "<link name=\"" name "\"/>"
#define COLLISION(inner) "<collision><geometry>" inner "</geometry></collision>"
#define BALL             COLLISION("<sphere radius=\"1\"/>")
#define SOLID_LINK(name) "<link name=\"" name "\">" BALL "</link>"
#define JOINT(name, type, parent, child, inner)                                                              \
    "<joint name=\"" name "\" type=\"" type "\"><parent link=\"" parent "\"/><child link=\"" child           \
    "\"/>" inner "</joint>"

/* Parses two texts, the second of which may be NULL. */
static inline fk_status robot_parse(fk_context *context, const char *urdf, const char *srdf,
                                    fk_robot_options options, shelf *s, fk_robot_report *report,
                                    fk_robot **out)
{
    fk_robot_text text = {"folder/robot.urdf", urdf, strlen(urdf)};
    fk_robot_text more = {"folder/robot.srdf", srdf, srdf != NULL ? strlen(srdf) : 0};
    options.load_mesh = shelf_load;
    options.user = s;
    memset(report, 0, sizeof *report);
    return fk_robot_parse(context, &text, srdf != NULL ? &more : NULL, &options, report, out);
}

/* A robot that has to be good. */
static inline fk_robot *robot_good(fk_context *context, const char *urdf, const char *srdf,
                                   fk_robot_options options)
{
    fk_robot_report report;
    fk_robot *robot = NULL;
    shelf s = {0};
    fk_status status = robot_parse(context, urdf, srdf, options, &s, &report, &robot);
    if (status != FK_OK)
        print_message("%s:%llu:%llu: %s\n", report.path, (unsigned long long)report.line,
                      (unsigned long long)report.column, report.message);
    assert_int_equal(status, FK_OK);
    return robot;
}

#endif
