/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What check and sweep ask of pairs: by the options --clearance, --allow-contact, --between, --set and --ignore, and by the
 * scene. */

#ifndef FARKAS_TOOLS_PART_RULES_H
#define FARKAS_TOOLS_PART_RULES_H

#include "part_list.h"

/* As given, or NULL. */
typedef struct part_rule_settings {
    const char *clearance, *ignore_overlap;
    bool allow_contact;
    part_words between, set, ignore;
} part_rule_settings;

enum {
    PART_RULE_CLEARANCE = 970,
    PART_RULE_ALLOW_CONTACT,
    PART_RULE_BETWEEN,
    PART_RULE_SET,
    PART_RULE_IGNORE
};

// clang-format off
#define PART_RULE_OPTIONS                                             \
    {"clearance", required_argument, NULL, PART_RULE_CLEARANCE},      \
    {"allow-contact", no_argument, NULL, PART_RULE_ALLOW_CONTACT},    \
    {"between", required_argument, NULL, PART_RULE_BETWEEN},          \
    {"set", required_argument, NULL, PART_RULE_SET},                  \
    {"ignore", required_argument, NULL, PART_RULE_IGNORE}
// clang-format on

/* The help on them. */
#define PART_RULE_LIMITS_HELP                                                                                \
    "      --clearance L  parts closer than this clash, too; in the files' unit, or as 5mm\n"                \
    "      --allow-contact\n"                                                                                \
    "                     parts that only touch do not clash\n"
#define PART_RULE_PAIRS_HELP                                                                                 \
    "      --between A,B  only pairs of these; names of parts, patterns like 'arm*', or sets\n"              \
    "      --set A=GLOB   a set of parts, for --between and --ignore; also A=GLOB,GLOB\n"                    \
    "      --ignore A,B   leave these pairs out; with a reason: A,B=REASON\n"

/* One of PART_RULE_OPTIONS, with optarg. False after a message. is_rule becomes false for others. */
bool part_rule_option(int option, part_rule_settings *out, bool *is_rule);
void part_rule_settings_free(part_rule_settings *settings);

typedef struct part_rules {
    const part_list *list;
    part_choice choice;
    bool has_clearance, has_ignore_overlap, allow_contact; /* the command line says so, and it counts */
    double clearance, ignore_overlap;
} part_rules;

/* False after a message. */
bool part_rules_read(part_rules *rules, const part_list *list, const part_rule_settings *settings);
void part_rules_free(part_rules *rules);

/* The clearance that is asked of all pairs, by the option or by the tests of the scene; 0 if there is none, or not one for all. */
double part_rules_clearance(const part_rules *rules);

/* An fk_check_select; user is the rules. */
fk_check_rule part_rules_select(void *user, uint32_t a, uint32_t b);

#endif
