# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

"""What the package takes beside the library: a batch of pairs, one distance, and the import.

    cmake --build build --target python_bench
    PYTHONPATH=build/python python3 python/bench/bench.py build/python_bench

Each number is the least of some rounds, with the program in C and Python in turn.
"""

import subprocess
import sys
import tempfile
import timeit

import numpy as np

import farkas

COUNT, ROUNDS, CALLS = 100_000, 30, 20_000


def run_c(program, *arguments, text=""):
    done = subprocess.run([program, *arguments], input=text, capture_output=True, text=True, check=True)
    return float(done.stdout.split()[0])


def in_turn(c, python, turns=3):
    """The least of both, each measured so many times."""
    times = [(c(), python()) for _ in range(turns)]
    return min(t[0] for t in times), min(t[1] for t in times)


def measure_pairs(program):
    """Boxes of which one in eight overlaps, as columns, and as rows that have to be gathered."""
    rng = np.random.default_rng(1)
    a, b = rng.normal(size=(2, COUNT, 4, 3))
    b[:, 0, 0] += 2
    columns = [np.ascontiguousarray(x.transpose(1, 2, 0)) for x in (a, b)]
    with tempfile.NamedTemporaryFile() as file:
        for x in columns:
            file.write(x.tobytes())
        file.flush()
        best = lambda *cells: min(timeit.repeat(lambda: farkas.pairs(*cells), number=1, repeat=ROUNDS))
        c, python = in_turn(lambda: run_c(program, "pairs", file.name, str(COUNT)), lambda: best(*columns))
        rows = best(a, b)
    print(f"pairs     {COUNT} boxes: C {c * 1e3:.3f} ms, Python {python * 1e3:.3f} ms: {python / c:.2f} times; "
          f"from rows (n, 4, 3) {rows * 1e3:.3f} ms")


def measure_distance(program):
    pose = farkas.Pose((0.5, 0, 0), rpy=(0.1, 0.2, 0.3))
    shapes = {"boxes": (farkas.box(2), farkas.box(origin=(4, 3, 2), edges=np.eye(3))),
              "balls": (farkas.sphere(1), farkas.sphere(1, center=(5, 0, 0)))}
    for name, (a, b) in shapes.items():
        best = lambda call: min(timeit.repeat(call, number=CALLS, repeat=ROUNDS)) / CALLS
        c, python = in_turn(lambda: run_c(program, "distance", text=f"{a.text} {b.text}\n"),
                            lambda: best(lambda: farkas.distance(a, b)))
        placed = best(lambda: farkas.distance(a, b, pose_b=pose))
        print(f"distance  two {name}: C {c * 1e9:.0f} ns, Python {python * 1e9:.0f} ns: {(python - c) * 1e9:.0f} ns more; "
              f"with a pose {placed * 1e9:.0f} ns")


def measure_import():
    """A new interpreter each time, with numpy and with both."""
    timed = "import time; import numpy; t = time.perf_counter(); import farkas; print(time.perf_counter() - t)"
    seconds = min(float(subprocess.run([sys.executable, "-c", timed], capture_output=True, text=True, check=True).stdout) for _ in range(10))
    print(f"import    {seconds * 1e3:.1f} ms after numpy")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    measure_pairs(sys.argv[1])
    measure_distance(sys.argv[1])
    measure_import()
