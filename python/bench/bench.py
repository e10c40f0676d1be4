# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

"""What the package takes beside the library: a batch of pairs, one distance, and the import.

    cmake --build build --target python_bench
    PYTHONPATH=build/python python3 python/bench/bench.py build/python_bench [--json]

Each number is the least of some rounds, with the program in C and Python in turn. --json prints an object for each.
"""

import json
import subprocess
import sys
import tempfile
import timeit

import numpy as np

import farkas

COUNTS, ROUNDS, CALLS = (100, 1_000, 10_000, 100_000), 30, 20_000


def row(work, scene, by, unit, value, size=0):
    """One number."""
    return {"work": work, "scene": scene, "size": size, "by": by, "unit": unit, "value": value}


def run_c(program, *arguments, text=""):
    done = subprocess.run([program, *arguments], input=text, capture_output=True, text=True, check=True)
    return float(done.stdout.split()[0])


def in_turn(c, python, turns=3):
    """The least of both, each measured so many times."""
    times = [(c(), python()) for _ in range(turns)]
    return min(t[0] for t in times), min(t[1] for t in times)


def measure_pairs(program):
    """Boxes of which one in eight overlaps, as columns, and as rows that have to be gathered."""
    for count in COUNTS:
        rng = np.random.default_rng(1)
        a, b = rng.normal(size=(2, count, 4, 3))
        b[:, 0, 0] += 2
        columns = [np.ascontiguousarray(x.transpose(1, 2, 0)) for x in (a, b)]
        with tempfile.NamedTemporaryFile() as file:
            for x in columns:
                file.write(x.tobytes())
            file.flush()
            best = lambda *cells: min(timeit.repeat(lambda: farkas.pairs(*cells), number=1, repeat=ROUNDS))
            c, python = in_turn(lambda: run_c(program, "pairs", file.name, str(count)), lambda: best(*columns))
            rows = best(a, b)
        for by, seconds in (("C", c), ("Python", python), ("Python, from rows (n, 4, 3)", rows)):
            yield row("batch", "pairs of boxes", by, "µs", seconds * 1e6, count)


def measure_distance(program):
    pose = farkas.Pose((0.5, 0, 0), rpy=(0.1, 0.2, 0.3))
    shapes = {"two boxes": (farkas.box(2), farkas.box(origin=(4, 3, 2), edges=np.eye(3))),
              "two balls": (farkas.sphere(1), farkas.sphere(1, center=(5, 0, 0)))}
    for name, (a, b) in shapes.items():
        best = lambda call: min(timeit.repeat(call, number=CALLS, repeat=ROUNDS)) / CALLS
        c, python = in_turn(lambda: run_c(program, "distance", text=f"{a.text} {b.text}\n"),
                            lambda: best(lambda: farkas.distance(a, b)))
        placed = best(lambda: farkas.distance(a, b, pose_b=pose))
        for by, seconds in (("C", c), ("Python", python), ("Python, with a pose", placed)):
            yield row("distance", name, by, "ns", seconds * 1e9)
        yield row("distance, more than C", name, "Python", "ns", (python - c) * 1e9)


def measure_import():
    """A new interpreter each time, with numpy and with both."""
    timed = "import time; import numpy; t = time.perf_counter(); import farkas; print(time.perf_counter() - t)"
    seconds = min(float(subprocess.run([sys.executable, "-c", timed], capture_output=True, text=True, check=True).stdout) for _ in range(10))
    yield row("import", "after numpy", "Python", "ms", seconds * 1e3)


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3) or sys.argv[2:] not in ([], ["--json"]):
        sys.exit(__doc__)
    for one in (*measure_pairs(sys.argv[1]), *measure_distance(sys.argv[1]), *measure_import()):
        if sys.argv[2:]:
            print(json.dumps(one, ensure_ascii=False))
        else:
            size = one["size"] or ""
            print(f"{one['work']:22} {one['scene']:15} {size:7} {one['by']:28} {one['value']:10.4g} {one['unit']}")
