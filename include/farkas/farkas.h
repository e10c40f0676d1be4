/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Farkas: collision detection that proves its answer. Includes the headers of all stages of libfarkas, in the order
 * of the pipeline. farkas/scene.h belongs to a library of its own. */

#ifndef FARKAS_FARKAS_H
#define FARKAS_FARKAS_H

#include "farkas/base.h"
#include "farkas/mesh.h"
#include "farkas/io.h"
#include "farkas/shape.h"
#include "farkas/proof.h"
#include "farkas/pair.h"
#include "farkas/tree.h"
#include "farkas/split.h"
#include "farkas/broad.h"
#include "farkas/cells.h"
#include "farkas/body.h"
#include "farkas/motion.h"
#include "farkas/world.h"
#include "farkas/workcell.h"
#include "farkas/check.h"
#include "farkas/page.h"
#include "farkas/method.h"
#include "farkas/deprecated.h" /* last: old names of what stands above */

#endif
