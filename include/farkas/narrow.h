/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Deprecated: gone in the next version. Include farkas/pair.h and farkas/method.h instead. */

#if defined(__GNUC__)
#pragma message "farkas/narrow.h is deprecated: include farkas/pair.h and farkas/method.h instead"
#endif

#include "farkas/pair.h"
#include "farkas/method.h"
