/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The tools that make assemblies: the shapes of parts, and the list that stations add parts to. */

#ifndef FARKAS_GEN_ASSEMBLY_MAKE_H
#define FARKAS_GEN_ASSEMBLY_MAKE_H

#include "gen/assembly.h"

/* ---- Shapes -------------------------------------------------------------------------------------------- */

/* The shapes of parts, with the meaning of their sizes. Axes are z; what has a lower end has it at z = 0, unless
 * the text says otherwise. */
#define FK_ASSEMBLY_SHAPE_LIST(X)                                                                            \
    X(FK_SHAPE_BOLT, "bolt", make_hex_bolt)               /* radius, length: its head is below z = 0 */      \
    X(FK_SHAPE_SCREW, "screw", make_cap_screw)            /* the same, with a round head */                  \
    X(FK_SHAPE_NUT, "nut", make_plain_nut)                /* radius of its bolt */                           \
    X(FK_SHAPE_TUBE, "tube", make_tube)                   /* outer and inner radius, length */               \
    X(FK_SHAPE_ELBOW, "elbow", make_elbow)                /* outer and inner radius, radius of the bend */   \
    X(FK_SHAPE_SHAFT, "shaft", make_shaft)                /* radius, length: centered */                     \
    X(FK_SHAPE_INNER_RING, "inner_ring", make_inner_ring) /* of a bearing: centered */                       \
    X(FK_SHAPE_OUTER_RING, "outer_ring", make_outer_ring)                                                    \
    X(FK_SHAPE_BALL, "ball", make_ball)      /* radius: centered */                                          \
    X(FK_SHAPE_GEAR, "gear", make_spur_gear) /* teeth, module, width, radius of the bore: centered */        \
    X(FK_SHAPE_MOTOR, "motor", make_motor)                                                                   \
    X(FK_SHAPE_PANEL, "panel",                                                                               \
      make_panel) /* half x, half y, thickness; hole: x, second x, y, radius; bore */                        \
    X(FK_SHAPE_BRACKET, "bracket", make_webbed_bracket)                                                      \
    X(FK_SHAPE_HOUSING, "housing", make_housing)                                                             \
    X(FK_SHAPE_RAIL, "rail", make_rail)                            /* length: along x, below z = 0 */        \
    X(FK_SHAPE_THREADED_BOLT, "threaded_bolt", make_threaded_bolt) /* diameter */                            \
    X(FK_SHAPE_THREADED_NUT, "threaded_nut", make_threaded_nut)    /* the same */

typedef enum fk_assembly_shape {
#define FK_ASSEMBLY_SHAPE_ENUM(name, word, make) name,
    FK_ASSEMBLY_SHAPE_LIST(FK_ASSEMBLY_SHAPE_ENUM)
#undef FK_ASSEMBLY_SHAPE_ENUM
        FK_ASSEMBLY_SHAPE_COUNT
} fk_assembly_shape;

/* The word of a shape, for names of files. */
const char *fk_assembly_shape_word(uint32_t shape);

/* Lengths that shapes and stations share. A hole is larger than its bolt by FK_HOLE_GAP in radius. */
#define FK_HOLE_GAP     0.5
#define FK_NUT_GAP      0.25
#define FK_FINE_SIDES   32 /* of shafts, rings, tubes and bores above FK_FINE_RADIUS */
#define FK_FINE_RADIUS  8.0
#define FK_RAIL_HEIGHT  40.0
#define FK_RAIL_LENGTH  264.0
#define FK_SHAFT_RADIUS 10.0
#define FK_RING_RADIUS  26.0 /* outer, of a bearing */
#define FK_BALL_RADIUS  3.5
#define FK_BALL_CIRCLE  17.0 /* radius of the circle of their centers */
#define FK_BALLS        10
/* Of a bracket: the height of its bore. */
#define FK_BRACKET_AXIS 75.0
/* Of a housing: the height of its two bores and their distance from the middle; the height of its rim. */
#define FK_HOUSING_AXIS 60.0
#define FK_HOUSING_HALF 30.0
#define FK_HOUSING_RIM  105.0

static inline double fk_washer_thickness(double radius)
{
    return radius / 4;
}

static inline double fk_nut_height(double radius)
{
    return radius * 1.5;
}

/* ---- Stations ------------------------------------------------------------------------------------------ */

/* The direction of a part's z axis. */
typedef enum fk_turn { FK_TURN_UP, FK_TURN_DOWN, FK_TURN_RIGHT, FK_TURN_LEFT, FK_TURN_BACK } fk_turn;

/* What is wrong in a station, as bits. The first four are possible in every station. */
typedef enum fk_mistake {
    FK_MISTAKE_COPY = 1,   /* a part is there twice: duplicate */
    FK_MISTAKE_BURIED = 2, /* a dowel in its base: contained */
    FK_MISTAKE_SUNK = 4,   /* a sensor too deep: hard */
    FK_MISTAKE_HOVER = 8,  /* a sensor nearly on its base: clearance */
    FK_MISTAKE_FIT = 16,   /* gears tooth on tooth, a clamp beside its pipe: hard */
    FK_MISTAKE_COUNT = 5,
    FK_MISTAKES_ANYWHERE = 15
} fk_mistake;

#define FK_WORDS_MOST 24

/* A list of parts that grows. After a failure it stays as it is, and its status says why, so stations need not
 * check it. */
typedef struct fk_assembler {
    fk_context *context;
    fk_assembly *assembly;
    fk_random random;
    fk_status status;
    /* The station that is being built. */
    const char *station; /* its word */
    uint32_t number;     /* among those of the same word */
    fk_vec3 origin;      /* the middle of the top of its rails */
    uint32_t first_part;
    size_t first_pair;
    unsigned mistakes;
    const char *word[FK_WORDS_MOST]; /* of its parts so far, with how many there are */
    uint32_t word_count[FK_WORDS_MOST], words;
} fk_assembler;

/* Adds a part at a position in the station. Returns its number. */
uint32_t fk_assembler_add(fk_assembler *list, const char *word, uint32_t mesh, fk_vec3 position,
                          fk_vec3 rpy_deg);
/* Returns the number of a mesh, which is added if it is new. `size` has up to 8 numbers. */
uint32_t fk_assembler_mesh(fk_assembler *list, fk_assembly_shape shape, const double *size, uint32_t sizes);
/* Notes the relation of two parts. */
void fk_assembler_relate(fk_assembler *list, uint32_t a, uint32_t b, fk_assembly_kind kind);

/* The kinds of stations; each adds its parts. */
typedef void fk_station_function(fk_assembler *list);
fk_station_function fk_station_drive, fk_station_gearbox, fk_station_tower, fk_station_pipes;

/* Adds a tray of spare parts with so many parts in all, from 1 to FK_TRAY_MOST. */
void fk_station_tray(fk_assembler *list, uint32_t parts);
#define FK_TRAY_MOST 24
/* A tray with fewer parts has no rails. */
#define FK_RAILS_FEWEST 6

#endif
