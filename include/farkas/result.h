/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Deprecated: gone in the next version. Include farkas/scene.h instead. */

#if defined(__GNUC__)
#pragma message "farkas/result.h is deprecated: include farkas/scene.h instead"
#endif

#include "farkas/scene.h"
