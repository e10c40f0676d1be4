/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas spheres: proved balls around the links of a robot or the parts of a mesh file, and in them. */

#include "mesh_file.h"
#include "part_list.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "usage: farkas spheres [OPTION]... FILE\n"
    "       farkas spheres [OPTION]... ROBOT.urdf\n"
    "\n"
    "Finds balls that contain the parts of a mesh file or the links of a robot: solids with\n"
    "their inside. It is proved that nothing is left out, and how far the balls go beyond.\n"
    "--inner adds balls that are proved to be inside; surfaces, which are open, have none.\n"
    "\n"
    "options:\n"
    "      --excess L     how far balls may go beyond a part, in the file's unit, or as 5mm\n"
    "                     (default: 1/16 of the longest side of each part)\n"
    "      --count N      at most N balls for each part or shape; the excess grows if needed\n"
    "      --inner N      also up to N balls inside each part or shape\n"
    "  -o, --output FILE  write the balls: .urdf (the robot with balls for its collision\n"
    "                     shapes), .yaml (cuRobo: collision_spheres), .json\n"
    "      --package-path DIR\n"
    "                     where to find package://NAME/...: a folder with NAME; repeatable\n"
    "      --arg N:=V     an argument of a xacro file; repeatable\n" MESH_OPTIONS_HELP
    "      --json         the result as JSON\n" CLI_COMMON_HELP "\n"
    "examples:\n"
    "  farkas spheres panda.urdf --excess 2cm -o panda-spheres.urdf\n"
    "  farkas spheres part.stl --count 8 --inner 8 --json\n"
    "\n"
    "exit status: 0, or 2 on trouble\n";

typedef struct sphere_settings {
    mesh_settings mesh;
    cli_words package_path, argument;
    const char *excess, *output;
    uint32_t count, inner;
    bool as_json;
} sphere_settings;

static const cli_option option_list[] = {
    CLI_TEXT("--excess", sphere_settings, excess),
    CLI_READ("--count", cli_read_u32, sphere_settings, count),
    CLI_READ("--inner", cli_read_u32, sphere_settings, inner),
    CLI_OUTPUT(sphere_settings, output),
    CLI_WORDS("--package-path", sphere_settings, package_path),
    CLI_WORDS("--arg", sphere_settings, argument),
    MESH_OPTIONS(sphere_settings, mesh),
    CLI_FLAG("--json", sphere_settings, as_json),
    CLI_END,
};

static const cli_option_table option_table = {"spheres", help, option_list, NULL};

/* ---- Balls of links and parts -------------------------------------------------------------------------- */

/* A link of a robot with the balls of its shapes, in its frame; or a part of a mesh file. */
typedef struct sphere_link {
    const char *name;
    uint32_t first, count; /* its shapes */
} sphere_link;

typedef struct sphere_list {
    fk_context *context;
    const char *path, *units;
    bool is_robot;
    fk_balls_options options;
    sphere_link *link;
    fk_collider_balls **shape;
    uint32_t link_count, shape_count;
} sphere_list;

static bool sphere_list_make(sphere_list *list, uint32_t links, uint32_t shapes)
{
    list->link = calloc((size_t)links + 1, sizeof *list->link);
    list->shape = calloc((size_t)shapes + 1, sizeof *list->shape);
    list->link_count = links;
    list->shape_count = shapes;
    return (list->link != NULL && list->shape != NULL) || cli_no_memory();
}

static void sphere_list_free(sphere_list *list)
{
    for (uint32_t i = 0; i < list->shape_count && list->shape != NULL; i++)
        fk_collider_balls_free(list->context, list->shape[i]);
    free(list->link);
    free(list->shape);
}

static bool find_shape_balls(sphere_list *list, uint32_t shape, const char *name, const fk_mesh *mesh,
                             const fk_piece *piece, const fk_pose *pose)
{
    fk_placed_collider placed = {.pose = *pose};
    fk_collider *collider = NULL;
    cli_cancel_begin();
    fk_status status = mesh != NULL ? fk_collider_of_mesh(list->context, mesh, NULL, &collider)
                                    : fk_collider_of_pieces(list->context, piece, 1, &collider);
    placed.collider = collider;
    if (status == FK_OK)
        status = fk_collider_balls_build(list->context, &placed, &list->options, &list->shape[shape]);
    cli_cancel_end();
    fk_collider_free(list->context, collider);
    if (status == FK_ERROR_ARGUMENT)
        return cli_refuse_at(list->path, 0, 0, "%s: it needs too many balls for this excess; allow more",
                             name);
    return status == FK_OK || cli_refuse_at(list->path, 0, 0, "%s: %s", name, fk_status_text(status));
}

static bool find_robot_balls(sphere_list *list, const fk_robot *robot)
{
    if (!sphere_list_make(list, robot->link_count, robot->shape_count))
        return false;
    for (uint32_t i = 0; i < robot->link_count; i++)
        list->link[i] =
            (sphere_link){robot->link[i].name, robot->link[i].first_shape, robot->link[i].shape_count};
    for (uint32_t i = 0; i < robot->shape_count; i++) {
        const fk_robot_shape *shape = &robot->shape[i];
        if (!find_shape_balls(list, i, shape->name, shape->mesh, &shape->piece, &shape->pose))
            return false;
    }
    return true;
}

static bool find_file_balls(sphere_list *list, const mesh_file *file)
{
    fk_pose identity = fk_pose_identity();
    uint32_t count = file->model->part_count;
    if (!sphere_list_make(list, count, count))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        const char *name = file->model->part[i].name;
        list->link[i] = (sphere_link){name[0] != '\0' || count > 1 ? name : "part", i, 1};
        if (file->model->part[i].triangle_count == 0)
            return cli_refuse_at(list->path, 0, 0, "it has no triangles");
        if (!find_shape_balls(list, i, list->link[i].name, &file->model->part[i], NULL, &identity))
            return false;
    }
    return true;
}

typedef struct sphere_total {
    uint32_t outer, inner;
    double excess, gap;
} sphere_total;

static sphere_total sum_spheres(const sphere_list *list, uint32_t first, uint32_t count)
{
    sphere_total sum = {0, 0, 0, 0};
    for (uint32_t i = first; i < first + count; i++) {
        const fk_collider_balls *balls = list->shape[i];
        sum.outer += balls->outer_count;
        sum.inner += balls->inner_count;
        sum.excess = balls->excess > sum.excess ? balls->excess : sum.excess;
        sum.gap = balls->gap > sum.gap ? balls->gap : sum.gap;
    }
    return sum;
}

/* ---- Table --------------------------------------------------------------------------------------------- */

static void print_table(const sphere_list *list)
{
    sphere_total all = sum_spheres(list, 0, list->shape_count);
    int width = 5;
    for (uint32_t i = 0; i < list->link_count; i++) {
        int length = (int)strlen(list->link[i].name);
        width = length > width && length <= 32 ? length : width;
    }
    cli_print("%-*s   balls   inside   excess in %s\n", width, list->is_robot ? "link" : "part", list->units);
    for (uint32_t i = 0; i < list->link_count; i++) {
        const sphere_link *link = &list->link[i];
        sphere_total sum = sum_spheres(list, link->first, link->count);
        if (link->count > 0)
            cli_print("%-*s   %5" PRIu32 "   %6" PRIu32 "   %.6g%s\n", width, link->name, sum.outer,
                      sum.inner, sum.excess, sum.gap > 0 ? " (surface)" : "");
    }
    cli_print("%-*s   %5" PRIu32 "   %6" PRIu32 "   %.6g\n", width, "all", all.outer, all.inner, all.excess);
}

/* ---- Writing ------------------------------------------------------------------------------------------- */

typedef struct sphere_writer {
    fk_write_function *write;
    void *user;
    bool has_failed;
} sphere_writer;

static void put_bytes(sphere_writer *w, const char *text, size_t length)
{
    w->has_failed = w->has_failed || !w->write(w->user, text, length);
}

static void put_text(sphere_writer *w, const char *text)
{
    put_bytes(w, text, strlen(text));
}

static void put_number(sphere_writer *w, double value)
{
    char text[FK_NUMBER_SIZE];
    put_bytes(w, text, fk_number_format(value, text));
}

static void put_center(sphere_writer *w, fk_vec3 center, const char *between)
{
    put_number(w, center.x);
    put_text(w, between);
    put_number(w, center.y);
    put_text(w, between);
    put_number(w, center.z);
}

/* A text in quotes, for JSON and YAML. */
static void put_quoted(sphere_writer *w, const char *text)
{
    put_text(w, "\"");
    for (; *text != '\0'; text++) {
        char escape[8];
        unsigned char byte = (unsigned char)*text;
        if (byte == '"' || byte == '\\' || byte < 0x20) {
            snprintf(escape, sizeof escape, byte < 0x20 ? "\\u%04x" : "\\%c", byte);
            put_text(w, escape);
        } else
            put_bytes(w, text, 1);
    }
    put_text(w, "\"");
}

static void put_json_balls(sphere_writer *w, const sphere_list *list, const sphere_link *link, bool is_inner)
{
    const char *comma = "";
    for (uint32_t i = link->first; i < link->first + link->count; i++) {
        const fk_collider_balls *balls = list->shape[i];
        uint32_t count = is_inner ? balls->inner_count : balls->outer_count;
        for (uint32_t k = 0; k < count; k++) {
            const fk_sphere *ball = is_inner ? &balls->inner[k] : &balls->outer[k];
            put_text(w, comma);
            put_text(w, "{\"center\":[");
            put_center(w, ball->center, ",");
            put_text(w, "],\"radius\":");
            put_number(w, ball->radius);
            put_text(w, "}");
            comma = ",\n";
        }
    }
}

static fk_status write_json(const void *what, fk_write_function *write, void *user)
{
    const sphere_list *list = what;
    sphere_writer w = {write, user, false};
    put_text(&w, "{\"farkas\":1,\"file\":");
    put_quoted(&w, list->path);
    put_text(&w, ",\"units\":\"");
    put_text(&w, list->units);
    put_text(&w, "\",\"parts\":[");
    for (uint32_t i = 0; i < list->link_count; i++) {
        const sphere_link *link = &list->link[i];
        sphere_total sum = sum_spheres(list, link->first, link->count);
        put_text(&w, i > 0 ? ",\n{\"name\":" : "\n{\"name\":");
        put_quoted(&w, link->name);
        put_text(&w, ",\"excess\":");
        put_number(&w, sum.excess);
        put_text(&w, ",\"gap\":");
        put_number(&w, sum.gap);
        put_text(&w, ",\"outer\":[");
        put_json_balls(&w, list, link, false);
        put_text(&w, "],\"inner\":[");
        put_json_balls(&w, list, link, true);
        put_text(&w, "]}");
    }
    put_text(&w, "]}\n");
    return w.has_failed ? FK_ERROR_WRITE : FK_OK;
}

static fk_status write_yaml(const void *what, fk_write_function *write, void *user)
{
    const sphere_list *list = what;
    sphere_writer w = {write, user, false};
    put_text(&w, "collision_spheres:\n");
    for (uint32_t i = 0; i < list->link_count; i++) {
        const sphere_link *link = &list->link[i];
        if (link->count == 0)
            continue;
        put_text(&w, "  ");
        put_quoted(&w, link->name);
        put_text(&w, ":\n");
        for (uint32_t n = link->first; n < link->first + link->count; n++)
            for (uint32_t k = 0; k < list->shape[n]->outer_count; k++) {
                const fk_sphere *ball = &list->shape[n]->outer[k];
                put_text(&w, "    - center: [");
                put_center(&w, ball->center, ", ");
                put_text(&w, "]\n      radius: ");
                put_number(&w, ball->radius);
                put_text(&w, "\n");
            }
    }
    return w.has_failed ? FK_ERROR_WRITE : FK_OK;
}

/* ---- URDF ---------------------------------------------------------------------------------------------- */

/* The text of a URDF file that the library has read, so it is well-formed and has no document type. It is copied as it is, but
 * for the collision elements of links. */
typedef struct urdf_copy {
    const sphere_list *list;
    const char *text;
    size_t size;
} urdf_copy;

/* The end of what begins with '<' at a position: a comment, character data, an instruction, or a tag with quoted values. */
static size_t markup_end(const urdf_copy *c, size_t at)
{
    static const char *const odd[][2] = {{"<!--", "-->"}, {"<![CDATA[", "]]>"}, {"<?", "?>"}};
    char quote = '\0';
    for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++)
        if (strncmp(c->text + at, odd[i][0], strlen(odd[i][0])) == 0) {
            const char *end = strstr(c->text + at + strlen(odd[i][0]), odd[i][1]);
            return end == NULL ? c->size : (size_t)(end - c->text) + strlen(odd[i][1]);
        }
    for (; at < c->size; at++) {
        char byte = c->text[at];
        if (quote == '\0' && byte == '>')
            return at + 1;
        if (quote == '\0' ? byte == '"' || byte == '\'' : byte == quote)
            quote = quote == '\0' ? byte : '\0';
    }
    return c->size;
}

/* Whether a tag at a position has this name, after "<" or "</". */
static bool tag_is(const urdf_copy *c, size_t at, const char *begin, const char *name)
{
    size_t a = strlen(begin), b = strlen(name);
    return strncmp(c->text + at, begin, a) == 0 && strncmp(c->text + at + a, name, b) == 0 &&
           strchr(" \t\r\n/>", c->text[at + a + b]) != NULL;
}

static void put_urdf_balls(sphere_writer *w, const sphere_list *list, const sphere_link *link)
{
    for (uint32_t n = link->first; n < link->first + link->count; n++)
        for (uint32_t k = 0; k < list->shape[n]->outer_count; k++) {
            const fk_sphere *ball = &list->shape[n]->outer[k];
            put_text(w, "  <collision><origin xyz=\"");
            put_center(w, ball->center, " ");
            put_text(w, "\" rpy=\"0 0 0\"/><geometry><sphere radius=\"");
            put_number(w, ball->radius);
            put_text(w, "\"/></geometry></collision>\n");
        }
}

/* The link of a tag, by its attribute "name", in which the five entities and bytes of other names are compared as they
 * are read; NULL if there is none. */
static const sphere_link *find_tag_link(const urdf_copy *c, size_t at, size_t end)
{
    for (; at + 5 < end; at++) {
        if (strchr(" \t\r\n", c->text[at]) == NULL || strncmp(c->text + at + 1, "name", 4) != 0)
            continue;
        size_t from = at + 5;
        while (from < end && strchr(" \t\r\n=", c->text[from]) != NULL)
            from++;
        if (from >= end || (c->text[from] != '"' && c->text[from] != '\''))
            continue;
        size_t length = strcspn(c->text + from + 1, c->text[from] == '"' ? "\"" : "'");
        for (uint32_t i = 0; i < c->list->link_count; i++) {
            const char *name = c->list->link[i].name;
            if (strlen(name) == length && strncmp(c->text + from + 1, name, length) == 0)
                return &c->list->link[i];
        }
    }
    return NULL;
}

/* A link of an odd name, as "a&amp;b", keeps its shapes; the verb refuses to write it. */
static bool urdf_has_links(const urdf_copy *c)
{
    uint32_t found = 0;
    int depth = 0;
    for (size_t at = 0, end; at < c->size; at = end) {
        end = c->text[at] == '<' ? markup_end(c, at) : at + 1;
        if (c->text[at] != '<' || strchr("!?", c->text[at + 1]) != NULL)
            continue;
        if (depth == 1 && tag_is(c, at, "<", "link") && find_tag_link(c, at, end) != NULL)
            found++;
        depth += c->text[at + 1] == '/' ? -1 : c->text[end - 2] == '/' ? 0 : 1;
    }
    return found == c->list->link_count;
}

static fk_status write_urdf(const void *what, fk_write_function *write, void *user)
{
    const urdf_copy *c = what;
    const sphere_link *link = NULL;
    sphere_writer w = {write, user, false};
    int depth = 0;
    bool is_skipped = false;
    for (size_t at = 0, end; at < c->size; at = end) {
        const char *next = c->text[at] == '<' ? NULL : strchr(c->text + at, '<');
        end = c->text[at] == '<' ? markup_end(c, at) : next != NULL ? (size_t)(next - c->text) : c->size;
        bool is_tag = c->text[at] == '<' && strchr("!?", c->text[at + 1]) == NULL;
        bool is_end = is_tag && c->text[at + 1] == '/', is_whole = is_tag && c->text[end - 2] == '/';
        if (is_tag && !is_end && depth == 1 && tag_is(c, at, "<", "link"))
            link = is_whole ? NULL : find_tag_link(c, at, end);
        bool is_collision = is_tag && depth == (is_end ? 3 : 2) && link != NULL &&
                            tag_is(c, at, is_end ? "</" : "<", "collision");
        is_skipped = is_skipped || is_collision;
        if (is_end && depth == 2 && link != NULL) {
            put_urdf_balls(&w, c->list, link);
            link = NULL;
        }
        if (!is_skipped)
            put_bytes(&w, c->text + at, end - at);
        is_skipped = is_skipped && !(is_collision && (is_end || is_whole));
        depth += !is_tag || is_whole ? 0 : is_end ? -1 : 1;
    }
    return w.has_failed ? FK_ERROR_WRITE : FK_OK;
}

/* Reads all of an input. Returns a text that ends with a zero; NULL after a message. */
static char *read_text(cli_input *input, size_t *size)
{
    size_t room = 1 << 16, got = 1;
    char *text = malloc(room + 1);
    for (*size = 0; text != NULL && got > 0; *size += got) {
        if (*size == room) {
            char *more = realloc(text, (room *= 2) + 1);
            if (more == NULL)
                free(text);
            text = more;
        }
        got = text == NULL ? 0 : cli_input_read(input, text + *size, room - *size);
        if (got == FK_READ_FAILED) {
            cli_input_trouble(input);
            free(text);
            return NULL;
        }
    }
    if (text == NULL)
        cli_no_memory();
    else
        text[*size] = '\0';
    return text;
}

static bool write_urdf_file(const sphere_list *list, const char *output)
{
    urdf_copy copy = {.list = list};
    cli_input *input = malloc(sizeof *input);
    if (input == NULL)
        return cli_no_memory();
    char *text = NULL;
    if (cli_input_open(input, list->path)) {
        text = read_text(input, &copy.size);
        cli_input_close(input);
    }
    free(input);
    if (text == NULL)
        return false;
    copy.text = text;
    bool good = strlen(text) == copy.size && urdf_has_links(&copy)
                    ? cli_file_write(output, write_urdf, &copy)
                    : cli_refuse_at(list->path, 0, 0,
                                    "its links cannot be found in the text: write it in UTF-8, with plain "
                                    "names, or write .yaml or .json");
    free(text);
    return good;
}

/* ---- Run ----------------------------------------------------------------------------------------------- */

/* Checks the name of the output, before the work. False after a message. */
static bool check_output(const sphere_settings *s, const char *input)
{
    const char *output = s->output;
    bool is_urdf = output != NULL && cli_ends_with(output, ".urdf");
    if (output == NULL)
        return true;
    if (!is_urdf && !cli_ends_with(output, ".yaml") && !cli_ends_with(output, ".yml") &&
        !cli_ends_with(output, ".json"))
        return cli_refuse_at(output, 0, 0, "--output needs a name that ends with .urdf, .yaml or .json");
    if (is_urdf && fk_content_of_file(input) != FK_CONTENT_ROBOT)
        return cli_refuse_at(output, 0, 0, "only a robot can be written as .urdf");
    return !cli_is_same_file(input, output) ||
           cli_refuse_at(output, 0, 0, "this is the input; choose another name");
}

static bool write_output(const sphere_list *list, const char *output)
{
    if (cli_ends_with(output, ".urdf"))
        return write_urdf_file(list, output);
    return cli_file_write(output, cli_ends_with(output, ".json") ? write_json : write_yaml, list);
}

static bool report_spheres(const sphere_list *list, const sphere_settings *s)
{
    if (s->output != NULL && !write_output(list, s->output))
        return false;
    if (s->as_json)
        return cli_file_write("-", write_json, list);
    print_table(list);
    return true;
}

static bool run_file(sphere_list *list, const sphere_settings *s)
{
    mesh_file file;
    if (!mesh_file_load(&file, list->context, list->path, &s->mesh))
        return false;
    list->units = fk_unit_word(file.unit);
    mesh_file_notes(&file);
    bool good = (s->excess == NULL || mesh_length("--excess", s->excess, file.unit, &list->options.excess)) &&
                find_file_balls(list, &file) && report_spheres(list, s);
    mesh_file_free(&file);
    return good;
}

static bool run_robot_links(sphere_list *list, const sphere_settings *s)
{
    fk_robot *robot;
    list->units = "m";
    list->is_robot = true;
    if (s->excess != NULL && !mesh_length("--excess", s->excess, FK_UNIT_M, &list->options.excess))
        return false;
    if (!robot_file_load(list->context, list->path, &s->mesh, NULL, &s->package_path, &s->argument, &robot))
        return false;
    bool good = find_robot_balls(list, robot) && report_spheres(list, s);
    fk_robot_free(list->context, robot);
    return good;
}

int verb_spheres(int argc, char **argv)
{
    sphere_settings s = {0};
    sphere_list list = {.context = cli_context()};
    int status;
    bool good = false;
    if (!cli_read_option_table(&option_table, argc, argv, &s, &status))
        return status;
    if (argc - optind != 1)
        cli_trouble("spheres needs one file, a mesh or ROBOT.urdf; see farkas spheres --help");
    else if (mesh_settings_check(&s.mesh) && check_output(&s, argv[optind])) {
        double begin = fk_clock_seconds();
        list.path = argv[optind];
        list.options = (fk_balls_options){.count = s.count, .inner = s.inner};
        bool is_robot = fk_content_of_file(list.path) == FK_CONTENT_ROBOT;
        good = is_robot ? run_robot_links(&list, &s) : run_file(&list, &s);
        if (good && cli_is_verbose()) {
            sphere_total all = sum_spheres(&list, 0, list.shape_count);
            cli_note("%" PRIu32 " balls, %" PRIu32 " inside; %.3f s", all.outer, all.inner,
                     fk_clock_seconds() - begin);
        }
    }
    sphere_list_free(&list);
    cli_words_free(&s.package_path);
    cli_words_free(&s.argument);
    return good ? CLI_OK : CLI_TROUBLE;
}
