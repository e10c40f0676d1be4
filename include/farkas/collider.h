/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Deprecated: gone in the next version. Include farkas/body.h instead. */

#if defined(__GNUC__)
#pragma message "farkas/collider.h is deprecated: include farkas/body.h instead"
#endif

#include "farkas/body.h"
