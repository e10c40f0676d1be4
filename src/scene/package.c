/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Finds the files of a robot. "package://NAME/REST" is the first that exists of:
 *
 *   1. in each folder of the package path: NAME/REST; REST, if the folder is called NAME or its package.xml gives that name
 *   2. in each folder above the URDF file, upward: NAME/REST; REST, if its package.xml gives the name NAME
 *   3. REST in a folder of the package path, then in one above the URDF file: packages are often in folders of other
 *      names
 *
 * Folders are known by their paths only, as the C library cannot list them. A relative path goes upward with "../". */

#include <stdio.h>
#include <string.h>

#include "scene/robot.h"

/* How many folders above the file are searched. */
#define MOST_FOLDERS 16
/* Paths in a message, and bytes for them; few enough that the message is never cut. */
#define LISTED_PATHS 3
#define LISTED_BYTES (FK_PACKAGE_TRIED - 20)

typedef struct package_search {
    fk_robot_reader *r;
    const char *name; /* of the package */
    const char *rest;
    const char *found;
    char list[LISTED_BYTES]; /* of paths that do not exist */
    size_t used, tried;
} package_search;

/* ---- Files --------------------------------------------------------------------------------------------- */

static bool file_exists(const char *path)
{
    fk_file file;
    if (!fk_file_open(&file, path))
        return false;
    (void)fk_file_close(&file);
    return true;
}

/* Joins three texts. */
static bool join_path(package_search *s, const char *folder, const char *name, const char *rest,
                      const char **out)
{
    fk_scene_arena *arena = s->r->xml.arena;
    char *path = fk_scene_arena_join_text(arena, folder, strlen(folder), name);
    path = path != NULL ? fk_scene_arena_join_text(arena, path, strlen(path), rest) : NULL;
    *out = path;
    return path != NULL || fk_xml_fail_memory(&s->r->xml);
}

static void list_tried_path(package_search *s, const char *path)
{
    s->tried++;
    if (s->tried <= LISTED_PATHS && s->used + strlen(path) + 3 <= sizeof s->list)
        s->used += (size_t)snprintf(s->list + s->used, sizeof s->list - s->used, "%s%s",
                                    s->used > 0 ? ", " : "", path);
}

/* Tries a path. Returns false when there is no memory. */
static bool try_path(package_search *s, const char *folder, const char *name, const char *rest)
{
    const char *path;
    if (s->found != NULL)
        return true;
    if (!join_path(s, folder, name, rest, &path))
        return false;
    if (file_exists(path))
        s->found = path;
    else
        list_tried_path(s, path);
    return true;
}

/* ---- Folders ------------------------------------------------------------------------------------------- */

/* Whether the package.xml of a folder gives this name. An unreadable one does not. */
static bool is_package(package_search *s, const char *folder, bool *out)
{
    fk_robot_report spare;
    fk_xml_reader reader = s->r->xml;
    const fk_xml_element *root = NULL, *name = NULL;
    fk_file_text text = {NULL, 0, 0};
    char message[FK_FILE_MESSAGE];
    *out = false;
    reader.report = &spare;
    if (!join_path(s, folder, "package.xml", "", &reader.path))
        return false;
    fk_status status = fk_file_text_load(reader.context, reader.path, message, &text);
    if (status == FK_OK && fk_xml_parse(&reader, text.bytes, text.used, &root))
        name = fk_xml_first(root, "name");
    fk_file_text_free(reader.context, &text);
    if (status == FK_ERROR_MEMORY || reader.status == FK_ERROR_MEMORY)
        return fk_xml_fail_memory(&s->r->xml);
    *out = name != NULL && name->text != NULL && fk_same_text(name->text, s->name);
    return true;
}

/* Whether the last folder of a path, which ends with "/", has a name. */
static bool is_folder_named(const char *folder, const char *name)
{
    size_t length = strlen(folder), count = strlen(name);
    if (length < count + 1 || memcmp(folder + length - 1 - count, name, count) != 0)
        return false;
    return length == count + 1 || folder[length - count - 2] == '/';
}

/* Tries a folder that may contain the package, or be it. */
static bool try_package_folder(package_search *s, const char *folder, bool counts_name)
{
    bool is_it = counts_name && is_folder_named(folder, s->name);
    const char *inner;
    if (s->found != NULL)
        return true;
    if (!join_path(s, folder, s->name, "/", &inner) || !try_path(s, inner, s->rest, ""))
        return false;
    if (s->found == NULL && !is_it && !is_package(s, folder, &is_it))
        return false;
    return !is_it || try_path(s, folder, s->rest, "");
}

/* A folder of the package path, with a final "/". */
static bool package_path_folder(package_search *s, uint32_t i, const char **out)
{
    const char *folder = s->r->options->package_path[i];
    size_t length = strlen(folder);
    bool has_slash = length == 0 || folder[length - 1] == '/';
    return join_path(s, folder, has_slash ? "" : "/", "", out);
}

/* The parent of a folder that is "" or ends with "/"; *out is NULL if there is none. Returns false when there is no
 * memory. */
static bool find_parent_folder(package_search *s, const char *folder, const char **out)
{
    size_t length = strlen(folder), begin = length;
    while (begin > 1 && folder[begin - 1] == '/')
        begin--;
    size_t end = begin;
    while (begin > 0 && folder[begin - 1] != '/')
        begin--;
    const char *last = folder + begin;
    *out = NULL;
    if (length > 0 && begin == end) /* the root: "/" */
        return true;
    if (end - begin == 2 && memcmp(last, "..", 2) == 0)
        return join_path(s, folder, "../", "", out);
    if (length == 0 || (end - begin == 1 && *last == '.' && begin == 0))
        return join_path(s, "../", "", "", out);
    *out = fk_scene_arena_join_text(s->r->xml.arena, folder, begin, "");
    return *out != NULL || fk_xml_fail_memory(&s->r->xml);
}

/* ---- The search ---------------------------------------------------------------------------------------- */

/* Searches all folders once: for the package, or, with is_any, for the file alone. */
static bool search_folders(package_search *s, const char *folder, bool is_any)
{
    for (uint32_t i = 0; i < s->r->options->package_path_count; i++) {
        const char *one;
        if (!package_path_folder(s, i, &one) ||
            !(is_any ? try_path(s, one, s->rest, "") : try_package_folder(s, one, true)))
            return false;
    }
    for (int up = 0; up < MOST_FOLDERS && folder != NULL && s->found == NULL; up++)
        if (!(is_any ? try_path(s, folder, s->rest, "") : try_package_folder(s, folder, false)) ||
            !find_parent_folder(s, folder, &folder))
            return false;
    return true;
}

static bool fail_missing(package_search *s, const fk_xml_element *mesh, const char *filename)
{
    (void)fk_xml_fail(&s->r->xml, mesh,
                      "'%s' is not there: give the folder that holds the package '%s' (--package-path)%s%s%s",
                      fk_show_text(filename).text, fk_show_text(s->name).text,
                      s->used > 0 ? ". Looked for: " : "", s->list,
                      s->used > 0 && s->tried > LISTED_PATHS ? ", and so on" : "");
    s->r->xml.status = FK_ERROR_READ;
    return false;
}

bool fk_package_find_folder(fk_robot_reader *r, const char *name, const char *rest, fk_package_tried *tried,
                            const char **out)
{
    package_search s = {.r = r, .name = name, .rest = "package.xml"};
    size_t length = strlen("/package.xml");
    const char *folder =
        fk_scene_arena_join_text(r->xml.arena, r->xml.path, fk_folder_length(r->xml.path), "");
    if (folder == NULL)
        return fk_xml_fail_memory(&r->xml);
    if (!search_folders(&s, folder, false))
        return false;
    if (s.found == NULL && *rest != '\0') {
        s.rest = rest;
        length = strlen(rest) + 1;
        /* A file alone may be anywhere; one with its folder is that of the package. */
        bool is_any = memchr(rest, '/', strlen(rest)) != NULL;
        if (!search_folders(&s, folder, false) || (is_any && !search_folders(&s, folder, true)))
            return false;
    }
    snprintf(tried->list, sizeof tried->list, "%s%s", s.list,
             s.used > 0 && s.tried > LISTED_PATHS ? ", and so on" : "");
    *out = NULL;
    if (s.found == NULL)
        return true;
    size_t whole = strlen(s.found);
    *out = whole < length ? fk_scene_arena_join_text(r->xml.arena, ".", 1, "")
                          : fk_scene_arena_join_text(r->xml.arena, s.found, whole - length, "");
    return *out != NULL || fk_xml_fail_memory(&r->xml);
}

static bool find_package(fk_robot_reader *r, const fk_xml_element *mesh, const char *filename,
                         const char *folder, const char **out)
{
    const char *name = filename + strlen("package://"), *slash = memchr(name, '/', strlen(name));
    if (slash == NULL || slash == name || slash[1] == '\0')
        return fk_xml_fail(&r->xml, mesh, "'%s' names no file: it should be package://NAME/FILE",
                           fk_show_text(filename).text);
    package_search s = {.r = r, .rest = slash + 1};
    s.name = fk_scene_arena_join_text(r->xml.arena, name, (size_t)(slash - name), "");
    if (s.name == NULL)
        return fk_xml_fail_memory(&r->xml);
    if (!search_folders(&s, folder, false) || !search_folders(&s, folder, true))
        return false;
    *out = s.found;
    return s.found != NULL || fail_missing(&s, mesh, filename);
}

/* Whether a text begins with "WORD://". */
static bool has_scheme(const char *text)
{
    size_t length = 0;
    while ((text[length] | 0x20) >= 'a' && (text[length] | 0x20) <= 'z')
        length++;
    return length > 1 && strlen(text + length) >= 3 && memcmp(text + length, "://", 3) == 0;
}

bool fk_package_find_file(fk_robot_reader *r, const fk_xml_element *mesh, const char *filename,
                          const char **out)
{
    const char *folder =
        fk_scene_arena_join_text(r->xml.arena, r->xml.path, fk_folder_length(r->xml.path), "");
    if (folder == NULL)
        return fk_xml_fail_memory(&r->xml);
    if (fk_begins_with(filename, "package://"))
        return find_package(r, mesh, filename, folder, out);
    const char *path = fk_begins_with(filename, "file://") ? filename + strlen("file://") : filename;
    if (has_scheme(path))
        return fk_xml_fail(&r->xml, mesh,
                           "'%s' cannot be opened: it should be package://NAME/FILE, file://FILE or a path",
                           fk_show_text(filename).text);
    if (*path == '\0')
        return fk_xml_fail(&r->xml, mesh, "'%s' names no file", fk_show_text(filename).text);
    bool is_absolute = fk_path_is_absolute(path);
    *out = fk_scene_arena_join_text(r->xml.arena, is_absolute ? "" : folder, is_absolute ? 0 : strlen(folder),
                                    path);
    return *out != NULL || fk_xml_fail_memory(&r->xml);
}
