/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Farkas: collision detection that proves its answer. All stages, in the order of the pipeline. */

#ifndef FARKAS_FARKAS_H
#define FARKAS_FARKAS_H

#include "farkas/base.h"
#include "farkas/mesh.h"
#include "farkas/io.h"
#include "farkas/shape.h"
#include "farkas/proof.h"
#include "farkas/narrow.h"
#include "farkas/tree.h"
#include "farkas/cells.h"
#include "farkas/motion.h"
#include "farkas/broad.h"
#include "farkas/collider.h"
#include "farkas/world.h"
#include "farkas/moving.h"
#include "farkas/check.h"
#include "farkas/sweep.h"
#include "farkas/search.h"
#include "farkas/report.h"
#include "farkas/page.h"

#endif
