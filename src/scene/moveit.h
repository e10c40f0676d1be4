/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Scenes of MoveIt, as text (.scene) and as YAML (a PlanningScene message): their shapes become entries, and what they say about
 * pairs, padding and joints becomes rules of the scene. Lengths are in metres. Functions return as those of json_read.h. */

#ifndef FARKAS_SCENE_MOVEIT_H
#define FARKAS_SCENE_MOVEIT_H

#include "scene/parts.h"
#include "scene/robot.h"
#include "scene/yaml.h"

/* A shape of an object. */
typedef struct fk_moveit_shape {
    const char *object;
    fk_piece piece;   /* kind FK_KIND_NONE for a mesh */
    fk_mesh *mesh;    /* made here, owned until an entry has it; or NULL */
    const char *path; /* of a mesh file, as it is opened; or NULL */
    fk_vec3 scale;    /* of that */
    double extent;    /* no coordinate of the piece or mesh is larger */
    fk_pose pose;
    const char *frame;               /* that the pose is in; "" for the world */
    const char *attached_to;         /* a link, or NULL */
    const fk_yaml_node *touch_links; /* of an attached one; or NULL */
    uint64_t line, column;
} fk_moveit_shape;

/* Pairs of names of objects or links that are ignored, and other things that the YAML says; NULL if it does not. */
typedef struct fk_moveit {
    fk_moveit_shape *shape; /* one for each entry that is not of the options */
    size_t shape_count, capacity;
    const fk_yaml_node *allowed, *padding, *scale, *joint_state, *transforms;
} fk_moveit;

/* The member of a map; NULL if there is no map or no such member. */
static inline const fk_yaml_node *fk_moveit_member(const fk_yaml_node *map, const char *key)
{
    return map != NULL ? fk_yaml_member(map, key) : NULL;
}

/* The first value of a list, and how many it has; NULL is an empty list. */
static inline const fk_yaml_node *fk_moveit_first(const fk_yaml_node *list)
{
    return list != NULL ? list->first : NULL;
}
static inline uint32_t fk_moveit_count(const fk_yaml_node *list)
{
    return list != NULL ? list->count : 0;
}

/* Refuses the scene at a place. Always returns false. */
bool fk_moveit_fail(fk_json_reader *r, uint64_t line, uint64_t column, const char *format, ...)
    FK_PRINTF(4, 5);

/* Adds a shape, zeroed but for its pose, scale and frame; NULL, with the reader's status, when there is no memory. */
fk_moveit_shape *fk_moveit_add(fk_json_reader *r, fk_moveit *moveit);

/* The solids that both forms know. */
typedef struct fk_moveit_solid {
    const char *word;
    int number; /* in YAML */
    fk_kind kind;
    uint32_t sizes;
} fk_moveit_solid;
#define FK_MOVEIT_SOLIDS 4
extern const fk_moveit_solid fk_moveit_solids[FK_MOVEIT_SOLIDS];

/* Makes the shape: a box of three sizes, a sphere, a cylinder or cone with radius and length; a mesh, whose corners are checked; a
 * plane a x + b y + c z + d = 0, as a square. The line of the shape is set. */
bool fk_moveit_make(fk_json_reader *r, fk_moveit_shape *shape, const fk_moveit_solid *solid,
                    const double *size);
bool fk_moveit_make_mesh(fk_json_reader *r, fk_moveit_shape *shape, const fk_mesh_input *input);
bool fk_moveit_make_plane(fk_json_reader *r, fk_moveit_shape *shape, const double coefficient[4]);

/* The number of a vertex; false if it is not a whole one. */
bool fk_moveit_vertex(double value, uint32_t *out);

/* Makes a pose of x, y, z and a quaternion x, y, z, w; four zeros turn nothing, as in messages that are not filled. */
bool fk_moveit_pose(fk_json_reader *r, uint64_t line, const double value[7], fk_pose *out);

/* Read the two forms. */
bool fk_moveit_read_text(fk_json_reader *r, fk_moveit *out);
bool fk_moveit_read_yaml(fk_json_reader *r, fk_moveit *out);

/* Checks the type of a value, and reads `count` finite numbers from a list, or from a map with these keys. `what` names the value. */
bool fk_moveit_fail_at(fk_json_reader *r, const fk_yaml_node *at, const char *format, ...) FK_PRINTF(3, 4);
bool fk_moveit_numbers(fk_json_reader *r, const fk_yaml_node *node, const char *what, const char *const *key,
                       uint32_t count, double *out);
bool fk_moveit_is_number(const fk_yaml_node *node); /* a finite one */
bool fk_moveit_list(fk_json_reader *r, const fk_yaml_node *node, const char *what);
bool fk_moveit_name(fk_json_reader *r, const fk_yaml_node *node, const char *what, const char **out);

/* Sets the joints of robot_state, before those of the options; enlarges links by link_scale and link_padding; converts the poses of
 * objects that are in the frame of a link; ignores the pairs of allowed_collision_matrix and touch_links. */
bool fk_moveit_set_joints(fk_json_reader *r, const fk_moveit *moveit, const fk_robot *robot, double *value);
bool fk_moveit_enlarge_links(fk_json_reader *r, const fk_moveit *moveit, fk_robot *robot);
bool fk_moveit_place_objects(fk_json_reader *r, fk_owned_scene *own);
bool fk_moveit_make_rules(fk_json_reader *r, fk_owned_scene *own);

#endif
