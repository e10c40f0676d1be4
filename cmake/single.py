#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

"""Writes the core of Farkas as two files, farkas.h and farkas.c.

    single.py SOURCE_FOLDER OUTPUT_FOLDER [--gen]

farkas.h joins the public headers in the order of include/farkas/farkas.h. farkas.c joins src/ without scene/: the inner
headers, each behind those that it includes, then the sources, with every *.inc in place. Inner functions become static, and
a macro of a source ends with it; all other names are unique in the tree. With --gen it also writes gen.c, the test data of
gen/, to be compiled behind farkas.c. The same tree gives the same bytes.
"""

import re
import sys
from pathlib import Path

HEADER = """\
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
{text}
#ifdef __cplusplus
}}
#endif

#endif
"""

SOURCE = """\
/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Farkas {version}: the core in one file, written by `make single` from the sources; change those. It needs farkas.h beside
 * it, the C library and, on POSIX systems, threads:
 *
 *     cc -O2 -DNDEBUG -c farkas.c
 *     cc program.c farkas.o -lm -pthread
 *
 * Compiling takes about a minute and 600 MB of memory. The file is C11 for gcc, clang and compilers with the same extensions
 * or with none; a program in C++ links with farkas.o. The flags that matter:
 *   -O2            or more: the code is slow without it.
 *   -DNDEBUG       leaves out the assertions: those on arguments, and those on all structures of a world in every step.
 *   -ffast-math    is refused: proofs need IEEE arithmetic. A product and a sum must stay two roundings, too; the pragma
 *                  below ensures that, and only clang with an explicit -ffp-contract=fast overrules it.
 *   -march=native  is not needed: the file has code for several processors and picks the best one when it runs.
 *   -DFK_PLAIN     leaves out all code with vectors. Answers are the same.
 *   -Wno-psabi     silences a note of gcc about vector arguments. Every function with such an argument is inlined. */

#ifdef __cplusplus
#error "farkas.c is C, and g++ takes it for C++: compile it with `cc -O2 -c farkas.c`, and link with farkas.o"
#endif

#if !defined(_WIN32) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L /* clock_gettime */
#endif

/* Fused operations would break the error bounds. */
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__)
#pragma GCC optimize("fp-contract=off")
#endif

/* Warnings without meaning here: only the tool and the tests call some of the static functions, many local names are those of
 * functions elsewhere, and where gcc inlines across files it loses track of what was set. The sources one by one have no
 * such warning. */
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

/* Inner functions that several sources call. They are never inlined, as in the library, whose sources are compiled one by
 * one: some have 64 KiB on the stack, and a function with two of them inlined would need both. */
#ifdef __GNUC__
#define FK_INNER static __attribute__((noinline))
#else
#define FK_INNER static
#endif
{text}"""

INCLUDE = re.compile(r'[ \t]*#[ \t]*include[ \t]+(["<])([^">]+)[">]')
NO_CODE = re.compile(r'/\*.*?\*/|"(?:\\.|[^"\\\n])*"|^[ \t]*#[ \t]*include[^\n]*', re.S | re.M)
# Declarations of inner functions and objects, as clang-format leaves them at the left margin.
INNER = re.compile(r"^(?!static\b|typedef\b|__extension__|FK_|struct \w+ \{|enum\b|else\b|return\b)((?:extern )?)(?=[a-z_][\w *]*[ *\n](fk_\w+)(\(|\[| = |;|,))", re.M)


class Tree:
    """Reads files of the tree, and knows which *.inc were written with their comments and which <headers> are needed."""

    def __init__(self, top):
        self.top, self.system, self.seen = top, set(), set()

    def expand(self, name, level_file=None):
        """The text of a file with its *.inc in place, and the "headers" that it includes."""
        folder = "include" if name.startswith("farkas/") else "" if name.startswith("gen/") else "src"
        text = re.sub(r"/\* SPDX-[^\n]*\*/\n", "", (self.top / folder / name).read_text(encoding="utf-8")).lstrip("\n")
        if name.endswith(".inc") and name in self.seen:
            text = re.sub(r"\n{3,}", "\n\n", re.sub(r"^ */\*.*?\*/\n|[ \t]*/\*.*?\*/", "", text, flags=re.S | re.M))
        self.seen.add(name)
        guard = re.search(r"^#ifndef (FARKAS_\w+_H)\n(#define \1\n)", text, re.M)
        if guard:  # the macro stays, so that the header itself may still be included
            text = text[: guard.start()] + guard.group(2) + text[guard.end() :].rstrip("\n").removesuffix("#endif")
        lines, headers, depth = [], [], 0
        for line in text.splitlines(keepends=True):
            file = re.match(r'#[ \t]*(?:define|undef) FK_LEVEL_FILE[ \t]*(?:"(.*)")?', line)
            if file:
                level_file = file.group(1)
                continue
            depth += bool(re.match(r"[ \t]*#[ \t]*if", line)) - bool(re.match(r"[ \t]*#[ \t]*endif", line))
            include = INCLUDE.match(line)
            inner = level_file if re.match(r"#[ \t]*include FK_LEVEL_FILE", line) else include and include.group(2)
            if inner is None:
                lines.append(line)
            elif inner.endswith(".inc"):
                more, others = self.expand(inner, level_file)
                lines += [f"/* ---- src/{inner} */\n", more, f"/* ---- src/{inner}: end */\n"]
                headers += others
            elif include.group(1) == '"':
                assert depth == 0, f'{name} includes "{inner}" under a condition'
                headers.append(inner)
            elif depth > 0:
                lines.append(line)
            else:
                self.system.add(inner)
        return re.sub(r"\n{3,}", "\n\n", "".join(lines)).strip("\n") + "\n", headers

    def includes(self):
        """The lines for the <headers> since the last call."""
        lines = "\n".join(f"#include <{name}>" for name in sorted(self.system))
        self.system = set()
        return lines


def public_headers(tree):
    """{name: text} in the order of farkas.h."""
    texts = {name: tree.expand(name)[0] for name in tree.expand("farkas/farkas.h")[1]}
    return {name: re.sub(r'#ifdef __cplusplus\n(extern "C" \{|\})\n#endif\n\n?', "", text).strip("\n") + "\n" for name, text in texts.items()}


def inner_files(tree, public):
    """The inner headers, each behind those that it includes, and the sources, as {name: text}."""
    headers, sources = dict.fromkeys(public), {}

    def read(name):
        text, needed = tree.expand(name)
        for other in needed:
            if other not in headers:
                headers[other] = None
                text_of_other = read(other)
                del headers[other]
                headers[other] = text_of_other
        return text

    rooms = [line.split()[0] for line in (tree.top / "src/rooms.txt").read_text(encoding="utf-8").splitlines() if line[0] != "#"]
    for folder in [f"src/{room}" for room in rooms if room != "scene"] + ["gen"]:
        for path in sorted((tree.top / folder).glob("**/*.c")):
            name = path.relative_to(tree.top).as_posix().removeprefix("src/")
            sources[name] = read(name)
    # Sources that include headers of the system under a condition come last, as these declare many names.
    for name in [name for name, text in sources.items() if re.search(r"^#[ \t]*include", text, re.M)]:
        sources[name] = sources.pop(name)
    return {name: text for name, text in headers.items() if name not in public}, sources


def code_only(text):
    """The text with blanks for comments, strings and includes."""
    return NO_CODE.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), text)


def joined(tree, public):
    """farkas.c and gen.c, without what stands before both."""
    headers, sources = inner_files(tree, public)
    api = {name for text in public.values() for name in re.findall(r"\b(fk_\w+)\(", text)}
    core, gen = [], []
    for name, text in {**headers, **sources}.items():
        if name in sources:
            defined = re.findall(r"^#[ \t]*define (\w+)", text, re.M)
            left = [macro for macro in dict.fromkeys(defined) if not re.search(rf"^#[ \t]*undef {macro}\b", text, re.M)]
            text += "".join(["\n"] * bool(left) + [f"#undef {macro}\n" for macro in left])
        inner = [match for match in INNER.finditer(code_only(text)) if match.group(2) not in api]
        for match in reversed(inner):
            word = "FK_INNER " if match.group(3) == "(" else "static "
            text = text[: match.start()] + word + text[match.end(1) :]
        (gen if name.startswith("gen/") else core).append(f"\n/* ======== {'' if name.startswith('gen/') else 'src/'}{name} ======== */\n\n{text}")
    return "".join(core), "".join(gen)


def main():
    if len(sys.argv) < 3 or sys.argv[3:] not in ([], ["--gen"]):
        sys.exit("usage: single.py SOURCE_FOLDER OUTPUT_FOLDER [--gen]")
    tree, out = Tree(Path(sys.argv[1])), Path(sys.argv[2])
    base = (tree.top / "include/farkas/base.h").read_text(encoding="utf-8")
    version = ".".join(re.findall(r"^#define FK_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)$", base, re.M))
    public = public_headers(tree)
    text = "".join(f"\n/* ======== include/{name} ======== */\n\n{text}" for name, text in public.items())
    header = HEADER.format(version=version, includes=tree.includes(), text=text)
    core, gen = joined(tree, public)
    source = SOURCE.format(version=version, includes=tree.includes(), text=core)
    out.mkdir(parents=True, exist_ok=True)
    for name, text in [("farkas.h", header), ("farkas.c", source), ("gen.c", gen)][: len(sys.argv) - 1]:
        (out / name).write_text(text, encoding="utf-8")
        print(f"{out / name}: {text.count(chr(10))} lines, {len(text.encode()) // 1000} kB")


if __name__ == "__main__":
    main()
