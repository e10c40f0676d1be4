/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Deprecated: gone in the next version. Include farkas/check.h instead. */

#if defined(__GNUC__)
#pragma message "farkas/sweep.h is deprecated: include farkas/check.h instead"
#endif

#include "farkas/check.h"
