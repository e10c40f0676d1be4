/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* From a JSON text to its values. */

#ifndef FARKAS_SCENE_JSON_TEXT_H
#define FARKAS_SCENE_JSON_TEXT_H

#include "scene/read/value.h"

/* Takes the text of the reader apart; all numbers become doubles. NULL when it is refused: the status and the report of the reader
 * say why; if_empty is the message for a text that is empty. To be given back with json_decref. */
json_t *fk_json_parse(fk_reader *r, const char *if_empty);

#endif
