# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

"""Plans a motion of an arm around a post: two trees grow towards each other at random (RRT-Connect), then shortcuts make the path
shorter. Each edge is proved free, not sampled. Prints the path as a trajectory for `farkas sweep`.

    python3 examples/plan.py [SCENE.json]
"""

import sys

import farkas
import numpy

START, GOAL = (-1.2, 1.2, 0.5, 0), (1.2, 1.2, 0.5, 0)
LONGEST, MOST, SHORTCUTS = 1.0, 5000, 100


class Tree:
    """Configurations, the first one given; each later one is joined to an earlier one by a free edge."""

    def __init__(self, cell, root):
        self.cell, self.nodes, self.parents = cell, [numpy.array(root, dtype=float)], [0]

    def extend(self, target):
        """Grows from the nearest node by an edge of length LONGEST at most; returns whether that is free."""
        distances = numpy.linalg.norm(numpy.array(self.nodes) - target, axis=1)
        near = int(distances.argmin())
        part = LONGEST / max(distances[near], LONGEST)
        node = target if part == 1 else self.nodes[near] + part * (target - self.nodes[near])
        if not is_free(self.cell, self.nodes[near], node):
            return False
        self.nodes.append(node)
        self.parents.append(near)
        return True

    def branch(self):
        """The nodes from the last one to the root."""
        at = len(self.nodes) - 1
        while at > 0:
            yield self.nodes[at]
            at = self.parents[at]
        yield self.nodes[0]


def is_free(cell, start, end):
    return cell.edges([start], [end]).states[0] == 1


def plan(cell, start, goal, random):
    """Returns the path as an array of configurations, or None."""
    from_start, from_goal = one, other = Tree(cell, start), Tree(cell, goal)
    for _ in range(MOST):
        if one.extend(random.uniform(*cell.limits.T)):
            node = one.nodes[-1]
            while other.extend(node):
                if other.nodes[-1] is node:
                    return shorten(cell, list(from_start.branch())[::-1] + list(from_goal.branch())[1:], random)
        one, other = other, one
    return None


def shorten(cell, path, random):
    """Leaves out nodes between two that see each other."""
    for _ in range(SHORTCUTS):
        a, b = sorted(random.integers(len(path), size=2))
        if b > a + 1 and is_free(cell, path[a], path[b]):
            del path[a + 1:b]
    return numpy.array(path)


def main(arguments):
    scene = farkas.Scene.load(arguments[0] if arguments else "examples/scene/arm.json")
    cell = farkas.Workcell(None, scene=scene)
    path = plan(cell, START, GOAL, numpy.random.default_rng(1))
    if path is None:
        return 1
    print(",".join(["t"] + cell.joint_names))
    for time, values in enumerate(path):
        print(",".join([str(time)] + [repr(float(value)) for value in values]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
