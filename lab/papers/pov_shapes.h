/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What scenes of the papers have besides, and the intersection of two cells for their pictures: in plain doubles, with a
 * tolerance, so that a contact still has something to show. Nothing is decided by it. */

#ifndef FARKAS_LAB_PAPERS_POV_SHAPES_H
#define FARKAS_LAB_PAPERS_POV_SHAPES_H

#include "pov_scene.h"

/* A polygon of one colour; its edges. */
void pov_polygon(pov_scene *scene, const clip_polygon *polygon, pov_color color);
void pov_outline(pov_scene *scene, const clip_polygon *polygon, double width, pov_color color);
/* A torus around the z axis of a pose, with the radii of its ring and of its tube. */
void pov_torus(pov_scene *scene, const fk_pose *pose, double major, double minor, pov_color color);
/* Arrows from a point along x in red, y in green, z in blue, of these lengths. */
void pov_axes(pov_scene *scene, fk_vec3 origin, fk_vec3 length);

/* The faces of the intersection of two cells: those of a that lie in b, and those of b that lie in a. Where the
 * cells only touch, these are flat, segments or points. */
void clip_intersection(const fk_piece *a, const fk_piece *b, clip_polygons *out);

#endif
