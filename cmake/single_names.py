# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

"""The names that a C file of this tree declares at file scope, and how to rename them.

For single.py. This is no parser of C: it knows what C files look like that clang-format has laid out and that declare
functions, objects and types in the plain way. What it does not understand it leaves alone, and then a compiler says so.
"""

import re
from collections import namedtuple
from functools import lru_cache

# Comments, strings and characters, directives; these are no code.
COMMENT = r"/\*.*?\*/|//[^\n]*"
QUOTED = r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\''
DIRECTIVE = r"^[ \t]*#(?:\\\n|/\*.*?\*/|[^\n])*"
NO_CODE = re.compile(f"{COMMENT}|{QUOTED}|{DIRECTIVE}", re.S | re.M)
TOKEN = re.compile(r"[A-Za-z_]\w*|\.?\d[\w.]*|->|##|\S")
NAME = re.compile(r"[A-Za-z_]\w*$")
KEYWORDS = set(
    "auto break case char const continue default do double else enum extern float for goto if inline int long register "
    "restrict return short signed sizeof static struct switch typedef union unsigned void volatile while bool _Bool "
    "_Atomic _Alignas _Static_assert static_assert NULL".split()
)

# names: all that it declares; start: where its first word is in the text; how: its words before the first name.
Declaration = namedtuple("Declaration", "names start how is_type is_body")
# bodies: (from, to) of the members of structures and unions. made: for each declared word, the names that it stands for:
# itself, or what macros like `#define NAME(x) before_##x` make of it; in_macros: those of them that stand in the brackets
# of such macros only. macros: those that are defined, and of them those
# that are not undefined again.
Scanned = namedtuple("Scanned", "declarations bodies made in_macros pastes macros kept_macros")


def without_comments(text):
    """The text without its comments and the blank lines that they leave."""

    def blank(match):
        piece = match.group()
        if piece.startswith("/"):
            return ""
        if piece.lstrip().startswith("#"):
            return re.sub(COMMENT, "", piece, flags=re.S).rstrip()
        return piece

    text = NO_CODE.sub(blank, text)
    return re.sub(r"\n[ \t]*(?:\n[ \t]*)+\n", "\n\n", re.sub(r"[ \t]+\n", "\n", text)).lstrip("\n")


def code_only(text):
    """The text with spaces for all that is no code, so that positions stay."""
    return NO_CODE.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), text)


@lru_cache(maxsize=None)
def scan(text):
    """What a file declares at file scope."""
    tokens = [(match.group(), match.start()) for match in TOKEN.finditer(code_only(text))]
    pastes = _pastes(text)
    whole = set(re.findall(r"^[ \t]*#[ \t]*define[ \t]+(\w+)[ \t]+\w+\(\1\)$", text, re.M))
    pasted = set()
    declarations, bodies, start, at = [], [], 0, 0
    while at < len(tokens):
        word = tokens[at][0]
        if at == start and _is_call(tokens, at, pastes):  # of a macro that makes a function
            pasted.add(tokens[at + 2][0])
            declarations.append(Declaration([tokens[at + 2][0]], tokens[at][1], [word], True, False))
            at = _closing(tokens, at + 1)
            start = at + 1
        elif word == "{":
            end = _closing(tokens, at)
            if _is_function(tokens[start:at]):
                declarations.append(_declaration(tokens, start, at, pastes, pasted, True))
                start = end + 1
            else:
                declarations += _inner(tokens, start, at, end)
            bodies += _bodies(tokens, at, end)
            at = end
        elif word in ("(", "["):
            at = _closing(tokens, at)
        elif word == ";":
            declarations.append(_declaration(tokens, start, at, pastes, pasted, False))
            start = at + 1
        at += 1
    if start != len(tokens):
        raise ValueError(f"ends within a declaration: {' '.join(word for word, _ in tokens[start:start + 9])}")
    declarations = [one for one in declarations if one]
    words = {word for one in declarations for word in one.names}
    for (macro, _), (before, after) in pastes.items():
        # Those that are declared by their full name, but used by the macro.
        for word in re.findall(rf"\b{macro}\((\w+)\)", text):
            if before + word + after in words:
                pasted.add(word)
                words = words - {before + word + after} | {word}
    made = {}
    for word in words:
        made[word] = [before + word + after for before, after in pastes.values()] if word in whole | pasted else [word]
    last = dict((macro, verb) for verb, macro in re.findall(r"^[ \t]*#[ \t]*(define|undef)[ \t]+(\w+)", text, re.M))
    kept = [macro for macro, verb in last.items() if verb == "define"]
    return Scanned(declarations, bodies, made, pasted - whole, set(pastes.values()), set(last), kept)


def _pastes(text):
    """The macros that make a name of their argument, each as {(macro, number): (what comes before it, what behind)}."""
    found = re.findall(r"^[ \t]*#[ \t]*define[ \t]+(\w+)\((\w+)\)[ \t]+(?:(\w+)##)?\2(?:##(\w+))?$", text, re.M)
    return {(macro, number): (before, after) for number, (macro, _, before, after) in enumerate(found)}


def _closing(tokens, at):
    """The place of the bracket that closes the one there."""
    opening = tokens[at][0]
    closing = {"{": "}", "(": ")", "[": "]"}[opening]
    depth = 0
    for place in range(at, len(tokens)):
        if tokens[place][0] == opening:
            depth += 1
        elif tokens[place][0] == closing:
            depth -= 1
            if depth == 0:
                return place
    raise ValueError(f"no {closing} for a {opening}")


def _is_call(tokens, at, pastes):
    word = tokens[at][0]
    return word.isupper() and tokens[at + 1][0] == "(" and word not in {macro for macro, _ in pastes}


def _is_function(head):
    """Whether a brace behind these tokens opens the body of a function."""
    words = [word for word, _ in head]
    if len(words) == 5 and words[0] in ("struct", "union"):  # with the tag NAME(x)
        return False
    return bool(words) and words[-1] == ")" and "=" not in words and words[0] != "typedef"


def _inner(tokens, start, at, end):
    """Of a type with braces: its tag, and the constants of an enumeration."""
    head = [word for word, _ in tokens[start:at]]
    names = []
    for keyword in ("struct", "union", "enum"):
        if keyword in head[-2:]:
            names += [word for word in head[-1:] if word != keyword]
            if keyword == "enum":
                names += _constants(tokens, at, end)
    return [Declaration(names, tokens[start][1], head, True, False)] if names else []


def _constants(tokens, at, end):
    names, expect, place = [], True, at + 1
    while place < end:
        word = tokens[place][0]
        if word in ("(", "["):
            place = _closing(tokens, place)
        elif word == ",":
            expect = True
        elif expect and NAME.match(word):
            names.append(word)
            expect = False
        place += 1
    return names


def _bodies(tokens, start, end):
    """The members of all structures and unions whose braces open between two tokens. Their tag may be NAME(x)."""
    found = []
    for at in range(start, end):
        if tokens[at][0] != "{":
            continue
        before = [word for word, _ in tokens[max(at - 5, 0) : at]]
        if {"struct", "union"} & set(before[-2:] + (before[:1] if before[-1:] == [")"] else [])):
            found.append((tokens[at][1], tokens[_closing(tokens, at)][1]))
    return found


def _declaration(tokens, start, end, pastes, pasted, is_body):
    """What the tokens from start up to end declare: the name before the first bracket, = or comma, and those behind commas."""
    names, how, at = [], [], start
    candidate = None
    head = True
    macros = {macro for macro, _ in pastes}
    while at < end:
        word = tokens[at][0]
        if word == "__attribute__" or word == "_Alignas":
            at = _closing(tokens, at + 1) + 1
            continue
        if word in macros and tokens[at + 1][0] == "(" and tokens[at + 3][0] == ")" and head:
            candidate = tokens[at + 2][0]
            pasted.add(candidate)
            at += 4
            continue
        if word == "(" and head and tokens[at + 1][0] == "*":  # a pointer to a function
            candidate = next((name for name, _ in tokens[at + 2 : end] if NAME.match(name) and name not in KEYWORDS), None)
            at = _closing(tokens, _closing(tokens, at) + 1) + 1
            continue
        if word in ("(", "[", "{"):
            at = _closing(tokens, at) + 1
            head = head and word == "{"
            continue
        if word == "=":
            head = False
        elif word == ",":
            names.append(candidate)
            head, candidate = True, None
        elif head and NAME.match(word):
            if not names:
                how.append(word)
            if word not in KEYWORDS:
                candidate = word
        at += 1
    names.append(candidate)
    names = [name for name in names if name and name not in KEYWORDS]
    if not names or how[:1] in (["_Static_assert"], ["static_assert"]):
        return None
    # A tag alone, as `struct fk_x;`, declares no more than its type; `struct fk_x {...};` was seen before.
    return Declaration(names, tokens[start][1], how, "typedef" in how or _is_bare_tag(tokens, start, end), is_body)


def _is_bare_tag(tokens, start, end):
    words = [word for word, _ in tokens[start:end]]
    return words[:1] in (["struct"], ["union"], ["enum"]) and (len(words) <= 2 or words[-1] == "}")


def rename(text, scanned, to):
    """The text with other names. Members keep theirs, and so do parameters of macros."""
    pieces, last = [], 0
    for match in NO_CODE.finditer(text):
        pieces.append(_rename_code(text, last, match.start(), scanned, to))
        piece = match.group()
        pieces.append(_rename_directive(piece, scanned, to) if piece.lstrip().startswith("#") else piece)
        last = match.end()
    pieces.append(_rename_code(text, last, len(text), scanned, to))
    return "".join(pieces)


def _rename_code(text, start, end, scanned, to):
    result, last = [], start
    for match in re.compile(r"[A-Za-z_]\w*").finditer(text, start, end):
        word = match.group()
        if word not in to or _is_member(text, match, scanned.bodies):
            continue
        if word in scanned.in_macros and not re.search(r"\b[A-Z][A-Z0-9_]*\($", text[max(match.start() - 40, 0) : match.start()]):
            continue
        result += [text[last : match.start()], to[word]]
        last = match.end()
    result.append(text[last:end])
    return "".join(result)


def _is_member(text, match, bodies):
    before = text[max(match.start() - 8, 0) : match.start()].rstrip()
    if before.endswith("->") or (before.endswith(".") and not before.endswith("...")):
        return True
    if not any(start < match.start() < end for start, end in bodies):
        return False
    behind = text[match.end() : match.end() + 8].lstrip()[:1]
    return behind in (";", ",", "[", ":") or (behind == ")" and before.endswith("*"))


def _rename_directive(piece, scanned, to):
    """Of the directives, those that use names of the code."""
    if not re.match(r"[ \t]*#[ \t]*(define|undef|if|elif|ifdef|ifndef)\b", piece):
        return piece
    parameters = re.match(r"[ \t]*#[ \t]*define[ \t]+\w+\(([^)]*)\)", piece)
    own = set(re.findall(r"\w+", parameters.group(1))) if parameters else set()

    def new(match):
        word = match.group()
        if word in own or re.search(r"(->|(?<!\.)\.)\s*$", piece[: match.start()]):
            return word
        if word in scanned.in_macros and not re.search(r"\b[A-Z][A-Z0-9_]*\($", piece[: match.start()]):
            return word
        return to.get(word, word)

    return re.sub(r"[A-Za-z_]\w*", new, piece)
