#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors
"""Checks the proofs of `farkas pairs --json` with nothing of Farkas: in exact fractions, by the rules of docs/numerics.md.
usage: verify.py PAIRS ANSWERS     exit status: 0 all proofs hold, 1 some do not, 2 trouble; as that of `farkas verify`"""
import json, sys
from fractions import Fraction
NUMBERS = dict(point=3, seg=6, tri=9, tetra=12, box=12, sphere=4, capsule=7, half=4, cylinder=7, cone=7, ellipsoid=12)
FORMS = {"n"}, {"facet", "sign"}, {"edge", "axis", "sign"}, {"axis", "sign"}  # of a direction
VERDICT = {-1: "apart", 0: "touching", 1: "overlapping"}  # by the sign of the room that the shapes share
def need(holds, why="this is not in a known form"):
    if not holds: raise ValueError(why)
def sign(x): return (x > 0) - (x < 0)
def sign_of_sum(one, other):  # of p + sqrt(q) for one, and for the other, by squaring twice
    p, q, s = one[0] + other[0], one[1], other[1]
    rest = p * p - q - s
    return sign(p + q + s) if p >= 0 else 1 if rest < 0 else sign(4 * q * s - rest * rest)

class V(tuple):  # a vector: v + w, v - w, the products v * w and v * 2, the cross product v ^ w
    def __add__(v, w): return V((v[0] + w[0], v[1] + w[1], v[2] + w[2]))
    def __sub__(v, w): return v + w * -1
    def __mul__(v, w): return v[0] * w[0] + v[1] * w[1] + v[2] * w[2] if isinstance(w, V) else V(x * w for x in v)
    def __xor__(v, w): return V(v[i - 2] * w[i - 1] - v[i - 1] * w[i - 2] for i in range(3))
def number(word):  # finite, also hexadecimal; not 1_000, and no digits of other scripts
    value = float.fromhex(word) if "x" in word.lower() else float(word)
    need(word.isascii() and "_" not in word and abs(value) < float("inf"), "this is not a number")
    return value
def listed(values, least, most, kind=float):  # a list of numbers, which all become floats when they are read, so that true is none
    need(type(values) is list and least <= len(values) <= most and all(type(x) is kind for x in values))
    return values
def whole(values, least, most, limit):
    need(all(x == int(x) and 0 <= x <= limit for x in listed(values, least, most)))
    return [int(x) for x in values]
def indices(pairs, least, most): return [whole(pair, 2, 2, 2 ** 32 - 1) for pair in listed(pairs, least, most, list)]
def vector(v): return V(Fraction(x) for x in listed(v, 3, 3))
def mean(points, weights): return V(Fraction(sum(x * w for x, w in zip(xs, weights)), sum(weights)) for xs in zip(*points))
def foot(d):  # weights of the point nearest to the origin in the span of 1 to 3 independent points, and that point
    need(0 < len(d) < 4)
    w = [1] if len(d) == 1 else [d[1] * (d[1] - d[0]), d[0] * (d[0] - d[1])] if len(d) == 2 else \
        [((d[1] - d[0]) ^ (d[2] - d[0])) * (d[i - 2] ^ d[i - 1]) for i in range(3)]
    return w, mean(d, w)
def surround(d):  # the origin is inside: each plane through it and two of the points has points on both sides
    planes = [n for i, x in enumerate(d) for y in d[:i] if any(n := x ^ y)]
    return len(d) > 3 and planes != [] and all(min(n * x for x in d) < 0 < max(n * x for x in d) for n in planes)

class Shape:
    def __init__(self, words):  # takes its words away
        self.kind = kind = words.pop(0)
        digits = words.pop(0) if kind == "hull" else "1"
        need(digits.isascii() and digits.isdigit() and len(digits) < 11 and 0 < int(digits) <= 2 ** 31)
        count = 3 * int(digits) if kind == "hull" else NUMBERS[kind]
        x, words[:count] = [Fraction(number(word)) for word in words[:count]], []
        p = self.point = [V(x[i:i + 3]) for i in range(0, len(x) - 2, 3)]
        self.radius, axis = x[-1] if count % 3 else 0, kind in ("cylinder", "cone")  # of a half-space, the offset
        self.smooth = kind == "ellipsoid" or axis and self.radius > 0
        need(len(x) == count and (any(p[0]) if kind == "half" else self.radius >= 0), "this is not a valid shape")
        need(not (axis and self.smooth) or p[0] != p[1], "the two ends are the same")
        if kind in ("box", "tetra"):  # bit k of the number of a corner adds edge k; the ends of a tetrahedron's edges are 1 to 3
            p = [p[0] + p[1] * (i & 1) + p[2] * (i >> 1 & 1) + p[3] * (i >> 2) for i in (range(8) if kind == "box" else (0, 1, 2, 4))]
        self.vertex = dict(enumerate(p[:1] if self.smooth or kind == "half" else p))  # proofs give 0 to what has none
    def reach(self, n):  # the greatest n.x is p + sqrt(q)
        a, b = self.point[0], self.point[-1]
        if self.kind == "half": return self.radius * (n * a) / (a * a) if n * a > 0 and not any(n ^ a) else float("inf"), 0
        if not self.smooth: return max(n * v for v in self.vertex.values()), self.radius ** 2 * (n * n)
        if self.kind == "ellipsoid": return n * a, sum((n * edge) ** 2 for edge in self.point[1:])
        rise, q = n * (b - a), self.radius ** 2 * ((n ^ (b - a)) * (n ^ (b - a))) / ((b - a) * (b - a))
        if self.kind == "cone" and rise > 0 and rise * rise >= q: return n * b, 0  # the apex is farther than the rim
        return n * (b if rise > 0 and self.kind == "cylinder" else a), q
    def holds(self, x):  # strictly inside a smooth shape, or in a sphere or capsule
        p, y, d = self.point, x - self.point[0], self.point[-1] - self.point[0]
        if self.kind == "ellipsoid": return sum((y * (p[i] ^ p[i % 3 + 1])) ** 2 for i in (1, 2, 3)) < (p[1] * (p[2] ^ p[3])) ** 2
        t = y * d / (d * d or 1)
        away = y - d * (t if self.smooth else min(max(t, 0), 1))
        room = (self.radius * (1 - t if self.kind == "cone" else 1)) ** 2 - away * away
        return room > 0 < t < 1 if self.smooth else room >= 0 < self.radius

def proves(proof, a, b):
    def differences(pairs): return [a.vertex[i] - b.vertex[j] for i, j in pairs]
    def room(n): return sign_of_sum(a.reach(n), b.reach(n * -1))  # negative: n separates
    verdict, keys, pairs = proof["kind"], set(proof) - {"kind", "pairs"}, indices(proof.get("pairs", []), 0, 6)
    d, r = differences(pairs), a.radius + b.radius
    need({"pairs", "n", "x"} & set(proof))
    if "half" in (a.kind, b.kind):  # the vertex that is deepest in it is named, if there are vertices
        half, other, k = (a, b, 1) if a.kind == "half" else (b, a, 0)
        n, reach = half.point[0] * -1, other.reach(half.point[0] * -1)
        right = [n * other.vertex[pair[k]] for pair in pairs] == ([] if other.smooth or other.kind == "half" else [reach[0]])
        return not keys and right and verdict == VERDICT[sign_of_sum(reach, (half.radius, 0))]
    if keys == {"n"} and not pairs: return verdict == "apart" and (a.smooth or b.smooth or r == 0) and room(vector(proof["n"])) < 0
    if a.smooth or b.smooth:
        smooth, other, k = (a, b, 1) if a.smooth else (b, a, 0)
        if keys == {"x"}: return verdict == "overlapping" and not pairs and a.holds(vector(proof["x"])) and b.holds(vector(proof["x"]))
        w = whole(proof["weights"], 0, 6, 2 ** 53)
        need(verdict == "overlapping" and keys == {"weights"} and not other.smooth and other.radius == 0 and 0 < len(pairs) < 5)
        need(len(w) >= len(pairs) and min(w[:len(pairs)]) > 0 and not any(w[len(pairs):]))
        return smooth.holds(mean([other.vertex[pair[k]] for pair in pairs], w))
    if verdict == "overlapping" and surround(d): return not keys and (r == 0 or len(d) == 4)
    w, f = foot(d)
    least = -a.reach(f * -1)[0] - b.reach(f)[0]  # f.d over all differences of vertices
    if r: return not keys and min(w) >= 0 and least >= f * f and verdict == VERDICT[sign(r * r - f * f)]
    if verdict == "apart": return not keys and least > 0
    need(verdict == "touching" and keys in FORMS)
    if keys == {"n"}: n = vector(proof["n"])
    else:
        side, axis = listed([proof["sign"]], 1, 1)[0], whole([proof.get("axis", 0.0)], 1, 1, 2)[0]
        count = 3 if "facet" in keys else 2 if "edge" in keys else 0
        e = differences(indices(proof.get("facet", proof.get("edge", [])), count, count))
        e = [x - e[0] for x in e[1:]] + [V(Fraction(i == axis) for i in range(3))][:"axis" in keys]
        n = (e[0] ^ e[1] if len(e) == 2 else e[0]) * {1: 1, -1: -1}[side]
    return not any(f) and min(w) > 0 and any(n) and room(n) <= 0

def read_lines(path, encoding):
    lines = open(path, encoding=encoding, newline="\n").read().removeprefix("\xef\xbb\xbf").split("\n")
    return [line.removesuffix("\r") for line in lines]
def words_of(line):  # other bytes than text are allowed in comments alone, and control bytes nowhere
    need(all(c >= " " and c != "\x7f" or c == "\t" for c in line), "this is not text")
    words = [word for word in line.split("#")[0].replace("\t", " ").split(" ") if word]
    need(all(len(word) <= 4096 for word in words), "a number is too long")
    return words
def unique(items):
    need(len(dict(items)) == len(items), "a key is there twice")
    return dict(items)
def answer_of(line):
    need(len(line.encode()) <= 2 ** 16 and "\\u0000" not in line.replace("\\\\", ""), "the line is too long, or has a NUL")
    answer = json.loads(line, object_pairs_hook=unique, parse_float=number, parse_int=number, parse_constant=number)
    json.dumps(answer, ensure_ascii=False).encode()  # halves of characters are errors
    return answer

def main(pairs, answers):
    lines = [words for line in read_lines(pairs, "latin-1") if (words := words_of(line))]
    answers, failed = [answer_of(line) for line in read_lines(answers, "utf-8") if line], []
    for count, (words, answer) in enumerate(zip(lines, answers, strict=True), 1):
        a, b = Shape(words), Shape(words)
        need(not words and whole([answer["pair"]], 1, 1, 2 ** 53) == [count], f"pair {count} and its answer do not go together")
        try: holds = answer["verdict"] == answer["proof"]["kind"] and proves(answer["proof"], a, b)
        except (ArithmeticError, LookupError, TypeError, ValueError): holds = False
        if not holds: failed.append(count)
    print(f"{len(failed)} of {len(lines)} proofs fail: those of pairs {failed}" if failed else f"{len(lines)} proofs hold")
    return bool(failed)
try: sys.exit(main(*sys.argv[1:]))
except (ArithmeticError, LookupError, OSError, RecursionError, TypeError, ValueError) as trouble:
    sys.exit(print("error:", trouble, file=sys.stderr) or 2)
