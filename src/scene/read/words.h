/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Words of a scene that stand for parts. A word means, the first that there is: all; a set; the part of this
 * name; all parts of the entry of this name, or of the only robot if its file gives it this name; the parts that it matches as a pattern.
 *
 * Before any mesh is loaded, the parts are not known, as a file may have several; but the names of the
 * entries are, and what no part of theirs can be called is refused at once. Functions return as those of
 * value.h. */

#ifndef FARKAS_SCENE_WORDS_H
#define FARKAS_SCENE_WORDS_H

#include "scene/parts.h"

/* What words are looked up in, and the parts that were chosen by words: none at first. */
typedef struct fk_words {
    fk_reader *r;
    fk_scene_own *own;
    bool has_parts;
    fk_names set_names;
    fk_scene_set *set; /* those read so far */
    uint32_t set_count;
    bool *is_chosen;     /* one for each part */
    uint32_t first, end; /* chosen parts are among these */
} fk_words;

bool fk_words_begin(fk_words *words, fk_reader *r, fk_scene_own *own);

/* Chooses the parts that a word means, besides those that are chosen; or only parts, neither all nor sets. */
bool fk_words_choose(fk_words *words, const fk_value *value, const char *word);
bool fk_words_choose_parts(fk_words *words, const fk_value *value, const char *word);

/* The next part that is chosen, which is no longer; FK_NONE when there is none. */
uint32_t fk_words_take(fk_words *words);

/* Makes a set of the parts that are chosen, which are no longer. */
bool fk_words_keep(fk_words *words, const char *name, fk_scene_set *out);

/* "groups", once the sets are known. */
bool fk_read_groups(fk_words *words, const fk_value *top);

#endif
