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
def vector(v): return V((Fraction(v[0] + 0), Fraction(v[1] + 0), Fraction(v[2] + 0)))  # + 0: numbers alone, no texts
def mean(points, weights): return V(Fraction(sum(x * w for x, w in zip(xs, weights)), sum(weights)) for xs in zip(*points))
def foot(d):  # weights of the point nearest to the origin in the span of 1 to 3 independent points, and that point
    w = [1] if len(d) == 1 else [d[1] * (d[1] - d[0]), d[0] * (d[0] - d[1])] if len(d) == 2 else \
        [((d[1] - d[0]) ^ (d[2] - d[0])) * (d[i - 2] ^ d[i - 1]) for i in range(3)]
    return w, mean(d, w)
def surround(d):  # the origin is inside: each plane through it and two of the points has points on both sides
    planes = [n for i, x in enumerate(d) for y in d[:i] if any(n := x ^ y)]
    return len(d) > 3 and planes != [] and all(min(n * x for x in d) < 0 < max(n * x for x in d) for n in planes)

class Shape:
    def __init__(self, words):  # takes its words away
        self.kind = kind = words.pop(0)
        count = 3 * int(words.pop(0)) if kind == "hull" else NUMBERS[kind]
        x, words[:count] = [Fraction(float(word.replace("_", "?"))) for word in words[:count]], []
        p = self.point = [V(x[i:i + 3]) for i in range(0, len(x) - 2, 3)]
        self.radius = x[-1] if count % 3 else 0  # of a half-space, the offset
        need(len(x) == count and (any(p[0]) if kind == "half" else self.radius >= 0), "this is not a valid shape")
        self.smooth = kind == "ellipsoid" or kind in ("cylinder", "cone") and self.radius > 0
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
    verdict, keys, d = proof["kind"], set(proof) - {"kind", "pairs"}, differences(pairs := proof.get("pairs", []))
    if "half" in (a.kind, b.kind):  # the vertex that is deepest in it is named, if there are vertices
        half, other, k = (a, b, 1) if a.kind == "half" else (b, a, 0)
        n, reach = half.point[0] * -1, other.reach(half.point[0] * -1)
        right = [n * other.vertex[pair[k]] for pair in pairs] == ([] if other.smooth or other.kind == "half" else [reach[0]])
        return not keys and right and verdict == VERDICT[sign_of_sum(reach, (half.radius, 0))]
    if keys == {"n"} and not pairs: return verdict == "apart" and room(vector(proof["n"])) < 0
    if a.smooth or b.smooth:
        smooth, other, k = (a, b, 1) if a.smooth else (b, a, 0)
        if keys == {"x"}: return verdict == "overlapping" and not pairs and a.holds(vector(proof["x"])) and b.holds(vector(proof["x"]))
        need(verdict == "overlapping" and keys == {"weights"} and min(proof["weights"]) > 0 and not other.smooth and other.radius == 0)
        return len(pairs) == len(proof["weights"]) and smooth.holds(mean([other.vertex[pair[k]] for pair in pairs], proof["weights"]))
    if verdict == "overlapping" and surround(d): return not keys
    w, f = foot(d)
    least = -a.reach(f * -1)[0] - b.reach(f)[0]  # f.d over all differences of vertices
    if r := a.radius + b.radius: return not keys and min(w) >= 0 and least >= f * f and verdict == VERDICT[sign(r * r - f * f)]
    if verdict == "apart": return not keys and least > 0
    e = differences(proof.get("facet", proof.get("edge", [])))
    e = [x - e[0] for x in e[1:]] + [vector([i == proof.get("axis") for i in range(3)])][:"axis" in keys]
    n = vector(proof["n"]) if keys == {"n"} else (e[0] ^ e[1] if len(e) == 2 else e[0]) * {1: 1, -1: -1}[proof["sign"]]
    return verdict == "touching" and keys in FORMS and not any(f) and min(w) > 0 and any(n) and room(n) <= 0

def main(pairs, answers):
    lines = [words for line in open(pairs, encoding="utf-8-sig") if (words := line.split("#")[0].split())]
    answers, failed = [json.loads(line, parse_constant=int) for line in open(answers) if line.strip()], []  # NaN is no number
    for number, (words, answer) in enumerate(zip(lines, answers, strict=True), 1):
        a, b = Shape(words), Shape(words)
        need(not words and answer["pair"] == number, f"pair {number} and its answer do not go together")
        try: holds = answer["verdict"] == answer["proof"]["kind"] and proves(answer["proof"], a, b)
        except (ArithmeticError, LookupError, TypeError, ValueError): holds = False
        if not holds: failed.append(number)
    print(f"{len(failed)} of {len(lines)} proofs fail: those of pairs {failed}" if failed else f"{len(lines)} proofs hold")
    return bool(failed)
try: sys.exit(main(*sys.argv[1:]))
except (ArithmeticError, LookupError, OSError, TypeError, ValueError) as trouble: sys.exit(print("error:", trouble, file=sys.stderr) or 2)
