/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Deprecated: gone in the next version. Include farkas/cells.h instead. */

#if defined(__GNUC__)
#pragma message "farkas/search.h is deprecated: include farkas/cells.h instead"
#endif

#include "farkas/cells.h"
