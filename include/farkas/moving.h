/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Deprecated: gone in the next version. Include farkas/motion.h instead. */

#if defined(__GNUC__)
#pragma message "farkas/moving.h is deprecated: include farkas/motion.h instead"
#endif

#include "farkas/motion.h"
