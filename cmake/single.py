#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

"""Writes the core of Farkas as two files, farkas.h and farkas.c.

    single.py SOURCE_FOLDER OUTPUT_FOLDER [--gen]

With --gen it also writes gen.c, the test data of gen/, to be compiled behind farkas.c. farkas.h is the public headers in the order of include/farkas/farkas.h. farkas.c is src/ without scene/: the inner headers
in an order that each one finds what it needs, then the sources; the files that are compiled more than once (*.inc) stand
wherever they were included, the first time with their comments. Inner functions become static. A name that two sources
use for something of their own gets the name of the source in front, in both. The same tree gives the same bytes.
"""

import re
import sys
from pathlib import Path

from single_names import code_only, rename, scan, without_comments

SPDX = re.compile(r"/\* SPDX-[^\n]*\*/\n")
INCLUDE = re.compile(r'[ \t]*#[ \t]*include[ \t]+(["<])([^">]+)[">]')

# Names of our own that C libraries declare too, some of them only when asked for all that they have.
TAKEN = set("accept close index link open random read remove rename select system time truncate write".split())

HEADER_HEAD = """\
/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Farkas {version}: collision detection that proves its answer. The public headers in one, written by `make single`: see
 * farkas.c. For C11 and C++17. */

#ifndef FARKAS_FARKAS_H
#define FARKAS_FARKAS_H

{includes}

#ifdef __cplusplus
extern "C" {{
#endif
"""

HEADER_END = """
#ifdef __cplusplus
}
#endif

#endif
"""

SOURCE_HEAD = """\
/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Farkas {version}: the core in one file, written by `make single` from the sources; change those. It needs farkas.h beside
 * it, the C library and threads of POSIX, where there are any:
 *
 *     cc -O2 -DNDEBUG -c farkas.c
 *     cc program.c farkas.o -lm -pthread
 *
 * Compiling takes about a minute and 600 MB of memory. It is C11, for gcc, clang, and compilers that take the same
 * extensions or none; a program in C++ links with farkas.o. What matters among the flags:
 *   -O2            or more: it is slow without.
 *   -DNDEBUG       leaves out the assertions about what the caller hands in, and those of every step of a world about all its
 *                  structures, which take time.
 *   -ffast-math    is refused: proofs need IEEE arithmetic. A product and a sum must stay two roundings, too; that is set
 *                  below, and only clang with an explicit -ffp-contract=fast does not listen.
 *   -march=native  is not needed: the file has code for several processors, and looks which one it runs on.
 *   -DFK_PLAIN     leaves out all code with vectors. Answers are the same.
 *   -Wno-psabi     silences a note of gcc about vectors as arguments. None is passed to a function that stays one. */

#ifdef __cplusplus
#error "farkas.c is C, and g++ takes it for C++: compile it with `cc -O2 -c farkas.c`, and link with farkas.o"
#endif

#if !defined(_WIN32) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L /* clock_gettime */
#endif

/* For each function below, as a compiler that fuses operations breaks the error bounds. */
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__)
#pragma GCC optimize("fp-contract=off")
#endif

/* Warnings that mean nothing here. Some of what is static is only for the command line tool and the tests. Many a local
 * name is that of a function elsewhere. And where gcc puts functions of many files into one, it loses track of what was
 * set: the sources one by one have no such warning. */
#ifdef __GNUC__
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wunused-const-variable"
#pragma GCC diagnostic ignored "-Wshadow"
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#endif

#include "farkas.h"

{includes}

/* Inner functions of which other sources know. They stay functions, as they do in the library, whose sources are compiled
 * one by one: some have 64 KiB on the stack, and a compiler that makes one function of two of them needs both. */
#ifdef __GNUC__
#define FK_INNER static __attribute__((noinline))
#else
#define FK_INNER static
#endif
"""


class Tree:
    """Reads files of the tree, and knows what was written so far."""

    def __init__(self, top):
        self.top = top
        self.system = []  # <headers> that are included in any case
        self.seen = set()  # *.inc that were written with their comments

    def rooms(self):
        """The rooms of the core, in their order."""
        lines = (self.top / "src/rooms.txt").read_text(encoding="utf-8").splitlines()
        return [line.split()[0] for line in lines if line[0] != "#" and not line.startswith("scene ")]

    def read(self, name):
        path = self.top / ("include" if name.startswith("farkas/") else "" if name.startswith("gen/") else "src") / name
        return SPDX.sub("", path.read_text(encoding="utf-8")).lstrip("\n")

    def expand(self, name):
        """The text of a file with its *.inc in place, and the "headers" that it includes."""
        text, headers = self._expand(name, {})
        if name.endswith(".h"):
            text = _without_guard(name, text)
        text = re.sub(r"\n{3,}", "\n\n", text).strip("\n") + "\n"
        return text, headers

    def _expand(self, name, defined):
        text, lines, headers = self.read(name), [], []
        if name.endswith(".inc"):
            if name in self.seen:
                text = without_comments(text)
            self.seen.add(name)
        depth = -1 if name.endswith(".h") else 0  # the guard is no condition
        for line in text.splitlines(keepends=True):
            level_file = re.match(r'#[ \t]*define FK_LEVEL_FILE[ \t]+"(.*)"', line)
            if level_file:
                defined["FK_LEVEL_FILE"] = level_file.group(1)
                continue
            if re.match(r"#[ \t]*undef FK_LEVEL_FILE", line):
                continue
            depth += bool(re.match(r"[ \t]*#[ \t]*if", line)) - bool(re.match(r"[ \t]*#[ \t]*endif", line))
            include = INCLUDE.match(line)
            inner = include.group(2) if include else None
            if re.match(r"#[ \t]*include FK_LEVEL_FILE", line):
                inner = defined["FK_LEVEL_FILE"]
            if inner is None:
                lines.append(line)
            elif inner.endswith(".inc"):
                more, others = self._expand(inner, defined)
                lines += [f"/* ---- src/{inner} */\n", more, f"/* ---- src/{inner}: end */\n"]
                headers += others
            elif include.group(1) == '"':
                if depth > 0:
                    raise ValueError(f'{name} includes "{inner}" under a condition, which is not provided for')
                headers.append(inner)
            elif depth > 0:
                lines.append(line)
            elif inner not in self.system:
                self.system.append(inner)
        return "".join(lines), headers

    def includes(self):
        """The lines for <headers> since the last call."""
        lines = "\n".join(f"#include <{name}>" for name in sorted(self.system))
        self.system = []
        return lines


def _without_guard(name, text):
    """A header without the condition of its guard. The macro stays, so that the header itself may still be included."""
    guard = re.search(r"^#ifndef (FARKAS_\w+_H)\n(#define \1\n)", text, re.M)
    if not guard or not text.endswith("#endif\n"):
        raise ValueError(f"{name} has no guard")
    return text[: guard.start()] + guard.group(2) + text[guard.end() : -len("#endif\n")]


def public_header(tree, version):
    """farkas.h, and its parts as {name: text}."""
    _, order = tree.expand("farkas/farkas.h")
    parts = {}
    for name in order:
        text, _ = tree.expand(name)
        parts[name] = re.sub(r'#ifdef __cplusplus\n(extern "C" \{|\})\n#endif\n\n?', "", text).strip("\n") + "\n"
    head = HEADER_HEAD.format(version=version, includes=tree.includes())
    return head + "".join(f"\n/* ======== include/{name} ======== */\n\n{parts[name]}" for name in order) + HEADER_END, parts


def inner_files(tree):
    """The inner headers, each behind those that it needs, and the sources, as {name: text}; and {name: headers that it sees}."""
    headers, sources, sees = {}, {}, {}

    def look(name):
        """Reads a file and what it includes; its text."""
        text, needed = tree.expand(name)
        sees[name] = set(needed)
        for other in needed:
            if other not in sees:
                inner = look(other)
                if not other.startswith("farkas/"):
                    headers[other] = inner
            sees[name] |= sees[other]
        return text

    for folder in [f"src/{room}" for room in tree.rooms()] + ["gen"]:
        for path in sorted((tree.top / folder).glob("**/*.c")):
            name = path.relative_to(tree.top).as_posix().removeprefix("src/")
            sources[name] = look(name)
    # Those that include headers of the system under a condition come last, as these declare many names.
    for name in [name for name, text in sources.items() if re.search(r"^#[ \t]*include", text, re.M)]:
        sources[name] = sources.pop(name)
    return headers, sources, sees


def make_inner(text, public):
    """The text with FK_INNER before each function that has no storage class and is not public, and `static` before objects."""
    scanned = scan(text)
    for one in reversed(scanned.declarations):
        if one.is_type or {"static", "FK_INLINE"} & set(one.how) or set(one.names) & public or not one.names[0].startswith("fk_"):
            continue
        rest = text[one.start :]
        if rest.startswith("extern "):
            rest = rest[len("extern ") :]
        end = re.search(r"[;{=]", code_only(rest)).start()
        word = "FK_INNER " if "(" in rest[:end] else "static "
        # Lines that go on stand below the bracket that they are in.
        text = text[: one.start] + word + re.sub(r"\n(?= {5})", "\n" + " " * len(word), rest[:end]) + rest[end:]
    return text


def new_names(files, sees):
    """For each file the words that are renamed, {file: {old: new}}.

    A file owns what it declares and does not see in a header. Owners that some file sees together own the same thing;
    the others clash, and each gets a name of its own, but for public headers.
    """
    scanned = {name: scan(text) for name, text in files.items()}
    owners = {}  # of each name
    for name, one in scanned.items():
        known = {each for other in sees[name] for made in scanned[other].made.values() for each in made}
        for each in {each for made in one.made.values() for each in made} - known:
            owners.setdefault(each, []).append(name)

    together = {(one, other) for name in files for one in sees[name] | {name} for other in sees[name] | {name}}
    users = {name: [user for user in files if user == name or name in sees[user]] for name in files}
    pastes = {each for one in scanned.values() for each in one.pastes}
    prefixes = _prefixes(files)
    result = {name: {} for name in files}
    for name, one in scanned.items():
        for word, made in sorted(one.made.items()):
            rivals = {other for each in made if name in owners.get(each, ()) for other in owners[each]} - {name}
            taken = any((name, other) not in together for other in rivals) or word in TAKEN
            if name.startswith("farkas/") or not taken:
                continue
            new = _prefixed(prefixes[name], word)
            if made != [word]:
                made = made + [each for each in (before + word + after for before, after in pastes) if each in one.made]
            for user in users[name]:
                result[user].update({each: each.replace(word, new) for each in made + [word]})
    return result


def _prefixes(files):
    """For each file the name of its own that goes in front of others: with that of its folder where there are two such files."""
    folders = {}
    for name in files:
        folder, _, file = name.rpartition("/")
        folders.setdefault(file.split(".")[0], set()).add(folder)
    result = {}
    for name in files:
        folder, _, file = name.rpartition("/")
        stem = file.split(".")[0]
        result[name] = f"{folder}_{stem}".replace("/", "_") if len(folders[stem]) > 1 else stem
    return result


def _prefixed(prefix, word):
    """The word with the prefix, behind fk_ if it begins so."""
    start = re.match("fk_|FK_|", word).group()
    return f"{start}{prefix.upper() if word.isupper() else prefix}_{word[len(start):]}"


def one_source(tree, version, public_files):
    """farkas.c and gen.c."""
    public = {word for text in public_files.values() for one in scan(text).declarations for word in one.names}
    headers, sources, sees = inner_files(tree)
    renamed = new_names({**public_files, **headers, **sources}, sees)
    core, gen = [SOURCE_HEAD.format(version=version, includes=tree.includes())], []
    for name, text in {**headers, **sources}.items():
        text = make_inner(rename(text, scan(text), renamed[name]), public)
        if name in sources:
            ends = "".join(f"#undef {macro}\n" for macro in scan(text).kept_macros)
            text += f"\n{ends}" if ends else ""
        if name.startswith("gen/"):
            gen.append(f"\n/* ======== {name} ======== */\n\n{text}")
        else:
            core.append(f"\n/* ======== src/{name} ======== */\n\n{text}")
    return "".join(core), "".join(gen)


def main():
    if len(sys.argv) < 3 or sys.argv[3:] not in ([], ["--gen"]):
        sys.exit("usage: single.py SOURCE_FOLDER OUTPUT_FOLDER [--gen]")
    top, out = Path(sys.argv[1]), Path(sys.argv[2])
    base = (top / "include/farkas/base.h").read_text(encoding="utf-8")
    version = ".".join(re.findall(r"^#define FK_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)$", base, re.M))
    tree = Tree(top)
    header, public_files = public_header(tree, version)
    source, gen = one_source(tree, version, public_files)
    out.mkdir(parents=True, exist_ok=True)
    for name, text in [("farkas.h", header), ("farkas.c", source), ("gen.c", gen)][: len(sys.argv) - 1]:
        (out / name).write_text(text, encoding="utf-8")
        print(f"{out / name}: {text.count(chr(10))} lines, {len(text.encode()) // 1000} kB")


if __name__ == "__main__":
    main()
