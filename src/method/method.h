/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The methods of the papers: one function each. */

#ifndef FARKAS_METHOD_METHOD_H
#define FARKAS_METHOD_METHOD_H

#include "farkas/method.h"
#include "pair/answer/answer.h"

fk_method_function fk_answer_fm, fk_answer_fm_paper, fk_answer_ec, fk_answer_ec_paper, fk_answer_sat,
    fk_answer_sat6, fk_answer_gjk, fk_answer_cw;

#endif
