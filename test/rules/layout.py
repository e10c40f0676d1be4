#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

"""Lists the public structs of include/farkas with their fields, for test/layout.h.

    layout.py SOURCE_FOLDER --write   writes test/layout.h: sizes and offsets as the compiler `cc` has them here
    layout.py SOURCE_FOLDER           fails if a struct or a field is missing in test/layout.h, or is there no more
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

HEAD = """\
/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The layout of the public structs where long and pointers have 64 bits, for test_layout.c: size and alignment of each, and
 * where its fields are. Written by `test/rules/layout.py . --write`; read test_layout.c before you do. */

#ifndef FARKAS_TEST_LAYOUT_H
#define FARKAS_TEST_LAYOUT_H

/* clang-format off */
#define FK_LAYOUTS(STRUCT, FIELD) \\
"""
END = """
/* clang-format on */

#endif
"""


def structs(top):
    """{struct: fields} of all public headers, in order. Fields of unnamed unions are fields of the struct."""
    found = {}
    for path in sorted((top / "include/farkas").glob("*.h")):
        text = re.sub(r"/\*.*?\*/", " ", path.read_text(encoding="utf-8"), flags=re.S)
        text = re.sub(r"^#(?:\\\n|[^\n])*", " ", text, flags=re.M)
        for match in re.finditer(r"\b(?:typedef )?struct (fk_\w+) \{", text):
            found[match.group(1)] = fields(text[match.end() : closing(text, match.end())])
    return found


def closing(text, at):
    """Where the brace closes that was opened before."""
    depth = 1
    while depth:
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        at += 1
    return at - 1


def fields(body):
    """The names that the members of a struct have; those of a named inner struct by its name alone."""
    names = []
    while inner := re.search(r"\b(?:struct|union)(?: \w+)? \{", body):
        end = closing(body, inner.end())
        name = re.match(r"\s*(\w*)[^;]*;", body[end + 1 :])
        names += [] if name.group(1) else fields(body[inner.end() : end])
        body = body[: inner.start()] + (f"struct {name.group()}" if name.group(1) else "") + body[end + 1 + name.end() :]
    for member in body.split(";"):
        pointer = re.search(r"\(\*(\w+)(?:\[\w+\])?\)\(", member)
        if pointer:
            names.append(pointer.group(1))
            continue
        for part in re.sub(r"\[[^]]*\]", "", member).split(","):
            names += re.findall(r"(\w+)\s*$", part)
    return names


def measured(top, found):
    """The lines of the table, by a program."""
    lines = ["#include <stdalign.h>", "#include <stdio.h>"]
    lines += [f'#include "farkas/{path.name}"' for path in sorted((top / "include/farkas").glob("*.h")) if "/* Deprecated:" not in path.read_text()]
    lines.append("int main(void) {")
    for name, members in found.items():
        lines.append(f'printf("    STRUCT({name}, %zu, %zu)", sizeof({name}), alignof({name}));')
        lines += [f'printf(" FIELD({name}, {member}, %zu)", offsetof({name}, {member}));' for member in members]
        lines.append('putchar(10);')
    lines.append("return 0; }")
    with tempfile.TemporaryDirectory() as folder:
        source, program = Path(folder) / "layout.c", Path(folder) / "layout"
        source.write_text("\n".join(lines), encoding="utf-8")
        subprocess.run(["cc", "-std=c11", f"-I{top / 'include'}", source, "-o", program], check=True)
        return subprocess.run([program], check=True, capture_output=True, text=True).stdout.splitlines()


def wrapped(lines):
    """The lines, none longer than 118 characters, as parts of one macro."""
    result = []
    for line in lines:
        words = re.findall(r"\w+\([^)]*\)", line)
        text = "    " + words[0]
        for word in words[1:]:
            if len(text) + len(word) > 116:
                result.append(text)
                text = "       "
            text += " " + word
        result.append(text)
    return " \\\n".join(result)


def main():
    top = Path(sys.argv[1])
    table = top / "test/layout.h"
    found = structs(top)
    if sys.argv[2:] == ["--write"]:
        table.write_text(HEAD + wrapped(measured(top, found)) + END, encoding="utf-8")
        return
    text = table.read_text(encoding="utf-8")
    there = {name: [] for name in re.findall(r"STRUCT\((fk_\w+),", text)}
    for name, member in re.findall(r"FIELD\((\w+), (\w+),", text):
        there[name].append(member)
    wrong = [name for name in found.keys() | there.keys() if found.get(name) != there.get(name)]
    if wrong or not found:
        sys.exit(f"test/layout.h does not have these structs as they are: {' '.join(sorted(wrong))}; see test/test_layout.c")
    print(f"{len(found)} structs, {sum(map(len, found.values()))} fields")


if __name__ == "__main__":
    main()
