/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Tells robots, scenes, SRDF and trajectories from meshes: see fk_content_of_file in farkas/scene.h.
 *
 * The first element of XML decides, or the first word of a text. Of robots, the first element in <robot> tells URDF from SRDF.
 *
 * Weak inputs: comments of more than FRONT bytes before all else; the ending of the name decides for these. */

#include <string.h>

#include "scene/files.h"
#include "scene/json_read.h"
#include "scene/letters.h"

/* Bytes that are looked at. */
#define FRONT 8192

/* What is left of the front of a file. */
typedef struct front {
    const char *at, *end;
} front;

static bool begins(front f, const char *word)
{
    size_t length = strlen(word);
    return (size_t)(f.end - f.at) >= length && memcmp(f.at, word, length) == 0;
}

static front skip_blanks(front f)
{
    while (f.at < f.end && (unsigned char)*f.at <= ' ')
        f.at++;
    return f;
}

/* Skips to the end of a mark; to the end of the front if it is not there. */
static front skip_past(front f, const char *mark)
{
    while (f.at < f.end && !begins(f, mark))
        f.at++;
    size_t length = f.at < f.end ? strlen(mark) : 0;
    f.at += length;
    return f;
}

static front skip_line(front f)
{
    return skip_past(f, "\n");
}

static bool contains(front f, const char *mark)
{
    return skip_past(f, mark).at < f.end ||
           (f.end - f.at >= (ptrdiff_t)strlen(mark) && memcmp(f.end - strlen(mark), mark, strlen(mark)) == 0);
}

/* ---- XML ----------------------------------------------------------------------------------------------- */

/* Finds the next element, after comments, processing instructions and texts. */
static front next_element(front f)
{
    for (;;) {
        while (f.at < f.end && *f.at != '<')
            f.at++;
        if (begins(f, "<!--"))
            f = skip_past(f, "-->");
        else if (begins(f, "<?"))
            f = skip_past(f, "?>");
        else if (begins(f, "<!"))
            f = skip_past(f, ">");
        else
            return f;
    }
}

static bool is_element(front f, const char *name)
{
    size_t length = strlen(name);
    f.at += f.at < f.end;
    if (!begins(f, name))
        return false;
    f.at += length;
    return f.at == f.end || (unsigned char)*f.at <= ' ' || *f.at == '>' || *f.at == '/';
}

static fk_content content_of_xml(front f)
{
    static const char *const srdf[] = {"group",
                                       "group_state",
                                       "disable_collisions",
                                       "enable_collisions",
                                       "disable_default_collisions",
                                       "virtual_joint",
                                       "passive_joint",
                                       "end_effector",
                                       "joint_property",
                                       "link_sphere_approximation",
                                       NULL};
    f = next_element(f);
    if (!is_element(f, "robot"))
        return FK_CONTENT_OTHER;
    f = next_element(skip_past(f, ">"));
    for (size_t i = 0; srdf[i] != NULL; i++)
        if (is_element(f, srdf[i]))
            return FK_CONTENT_SRDF;
    return FK_CONTENT_ROBOT;
}

/* ---- Texts --------------------------------------------------------------------------------------------- */

/* A scene as text begins with a line with its name; then comes an object, or the end. No mesh has such lines. */
static bool is_moveit_text(front f)
{
    f = skip_blanks(skip_line(f));
    front rest = f;
    rest.at += rest.at < rest.end;
    bool is_word = rest.at == rest.end || (unsigned char)*rest.at <= ' ';
    return f.at < f.end && is_word && (*f.at == '*' || *f.at == '.');
}

/* YAML begins with a key, or with a list of maps. */
static bool is_yaml(front f)
{
    if (begins(f, "- "))
        f = skip_blanks((front){f.at + 1, f.end});
    const char *begin = f.at;
    while (f.at < f.end && fk_is_name_byte(*f.at))
        f.at++;
    return f.at > begin && f.at < f.end && *f.at == ':' &&
           (f.at + 1 == f.end || (unsigned char)f.at[1] <= ' ');
}

/* A trajectory begins with the column of times. */
static bool is_trajectory(front f)
{
    bool is_quoted = begins(f, "\"");
    f.at += is_quoted;
    size_t length = begins(f, "time") ? 4 : begins(f, "t") ? 1 : 0;
    f.at += length + (is_quoted && length > 0);
    return length > 0 && f.at < f.end && (*f.at == ',' || *f.at == ';' || *f.at == '\t');
}

fk_content fk_content_of_text(const char *text, size_t bytes)
{
    front f = {text, text + (bytes < FRONT ? bytes : FRONT)};
    if (begins(f, FK_UTF8_MARK))
        f.at += strlen(FK_UTF8_MARK);
    if (memchr(f.at, 0, (size_t)(f.end - f.at)) != NULL)
        return FK_CONTENT_OTHER;
    bool is_text = is_moveit_text(f);
    f = skip_blanks(f);
    if (begins(f, "<"))
        return content_of_xml(f);
    if (begins(f, "{"))
        return contains(f, "\"asset\"") && !contains(f, "\"farkas\"") ? FK_CONTENT_OTHER : FK_CONTENT_SCENE;
    if (is_text)
        return FK_CONTENT_MOVEIT_TEXT;
    while (begins(f, "#") || begins(f, "%YAML") || begins(f, "---"))
        f = skip_blanks(skip_line(f));
    return is_trajectory(f) ? FK_CONTENT_TRAJECTORY : is_yaml(f) ? FK_CONTENT_MOVEIT_YAML : FK_CONTENT_OTHER;
}

/* ---- Files --------------------------------------------------------------------------------------------- */

static fk_content content_by_ending(const char *path)
{
    static const struct {
        const char *end;
        fk_content content;
    } known[] = {{".urdf", FK_CONTENT_ROBOT},        {".srdf", FK_CONTENT_SRDF},
                 {".json", FK_CONTENT_SCENE},        {".csv", FK_CONTENT_TRAJECTORY},
                 {".scene", FK_CONTENT_MOVEIT_TEXT}, {".yaml", FK_CONTENT_MOVEIT_YAML},
                 {".yml", FK_CONTENT_MOVEIT_YAML}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (fk_path_ends_with(path, known[i].end))
            return known[i].content;
    return FK_CONTENT_OTHER;
}

fk_content fk_content_of_file(const char *path)
{
    fk_file file;
    char bytes[FRONT];
    size_t used = 0;
    fk_content content = FK_CONTENT_OTHER;
    if (fk_file_open(&file, path)) {
        /* A pipe cannot be read a second time. */
        for (size_t got = 1; file.has_size && got > 0 && got != FK_READ_FAILED && used < FRONT;) {
            got = fk_file_read(&file, bytes + used, FRONT - used);
            used += got != FK_READ_FAILED ? got : 0;
        }
        (void)fk_file_close(&file);
        content = fk_content_of_text(bytes, used);
    }
    return content != FK_CONTENT_OTHER ? content : content_by_ending(path);
}
