# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

"""The names and signatures of trimesh.collision, so that a program changes only one import:

    from farkas.collision import CollisionManager      # was: from trimesh.collision import CollisionManager

A mesh is anything with vertices and faces, such as a trimesh.Trimesh; a farkas.Mesh and a farkas.Shape work, too. Differences:
closed meshes are solids, so that one inside another collides and has distance 0; touching meshes collide; transforms must be
rigid; coordinates stay doubles; the normal of a contact is a true normal.
"""

import numpy

from . import _core
from ._runs import as_mesh

__all__ = ["CollisionManager", "ContactData", "DistanceData", "scene_to_collision"]

# The name of an object that is not in the manager.
_EXTERNAL = "__external"


class ContactData:
    """A contact point of two objects."""

    def __init__(self, names, indices, point, normal, depth):
        self.names = set(names)
        self._index = dict(zip(names, indices))
        self._point, self._normal, self._depth = numpy.array(point), numpy.array(normal), depth

    @property
    def point(self):
        """Its position."""
        return self._point

    @property
    def normal(self):
        """The normal from the first object to the second, of length 1."""
        return self._normal

    @property
    def depth(self):
        """How deep the two faces overlap there, along the normal; 0 if they only touch, or lie in one plane. farkas.depth returns
        the depth of the objects."""
        return self._depth

    def index(self, name):
        """Returns the face of the object with this name."""
        return self._index[name]

    def __repr__(self):
        return f"<ContactData {' x '.join(sorted(map(str, self.names)))}: depth {self._depth:.6g}>"


class DistanceData:
    """The distance of two objects, and their nearest points."""

    def __init__(self, names, found):
        self.names = set(names)
        self._index = dict(zip(names, (found.part_a, found.part_b)))
        self._points = dict(zip(names, (numpy.array(found.point_a), numpy.array(found.point_b))))
        self._distance = found.lo

    @property
    def distance(self):
        """The distance, never more than the true one; 0 if they meet."""
        return self._distance

    def point(self, name):
        """Returns the nearest point of the object with this name."""
        return self._points[name]

    def index(self, name):
        """Returns the face of that point; None inside a solid."""
        return self._index[name]

    def __repr__(self):
        return f"<DistanceData {' x '.join(sorted(map(str, self.names)))}: {self._distance:.6g}>"


class _Placed:
    """A placed body, and its bounding box."""

    def __init__(self, body, transform):
        self.body = body if isinstance(body, _core.Shape) else as_mesh(body)
        self.move(transform)

    def move(self, transform):
        self.pose = transform if isinstance(transform, _core.Pose) or transform is None else _core.Pose(transform)
        box = _core.bounds(self.body, self.pose)
        self.box = numpy.array(box[0] + box[1])


def _boxes(placed):
    return numpy.array([item.box for item in placed]).reshape(-1, 6)


def _apart(box, boxes):
    """Returns a lower bound of the distance of boxes: 0 if they meet."""
    with numpy.errstate(over="ignore"):  # the true distance is then beyond doubles, too
        gap = numpy.maximum(numpy.maximum(boxes[:, :3] - box[3:], box[:3] - boxes[:, 3:]), 0)
        # A little less, for rounding. No squares: those of 1e200 would all be infinite, and so equal.
        return numpy.hypot(numpy.hypot(gap[:, 0], gap[:, 1]), gap[:, 2]) * (1 - 1e-14)


def _meets(a, b):
    """Returns whether two bodies meet; undecided ones, such as cylinders and cones that nearly touch, count as meeting."""
    return _core.verdict(a.body, b.body, a.pose, b.pose) != "apart"


def _contacts(names, a, b):
    return [ContactData(names, (contact.part_a, contact.part_b), point.point, contact.normal, point.depth)
            for contact in _core.contacts(a.body, b.body, a.pose, b.pose) for point in contact.points]


def _collisions(candidates, return_names, return_data):
    """Finds the candidates (bound, key, names, a, b) that meet: whether there are any, their keys, and contacts. Stops at the first
    if neither is requested. The bound is a lower bound of the distance."""
    found, contacts = set(), []
    for bound, key, names, a, b in candidates:
        if bound > 0 or not _meets(a, b):
            continue
        found.add(key)
        if return_data:
            contacts += _contacts(names, a, b)
        if not return_names and not return_data:
            break
    answer = (bool(found),) + ((found,) if return_names else ()) + ((contacts,) if return_data else ())
    return answer if len(answer) > 1 else answer[0]


def _nearest(candidates, return_names, return_data):
    """Finds the nearest of the candidates (bound, key, names, a, b)."""
    best, best_key, best_data = numpy.inf, None, None
    for bound, key, names, a, b in sorted(candidates, key=lambda row: row[0]):
        if bound > best:
            break
        found = _core.distance(a.body, b.body, a.pose, b.pose, limit=best)
        if found.hi < best:
            best, best_key = found.hi, key
            best_data = DistanceData(names, found)
        if best == 0:
            break
    distance = best_data.distance if best_data is not None else best
    answer = (distance,) + ((best_key,) if return_names else ()) + ((best_data,) if return_data else ())
    return answer if len(answer) > 1 else answer[0]


class CollisionManager:
    """Named, placed objects, with the methods of trimesh.collision.CollisionManager.

    >>> import types
    >>> from farkas.collision import CollisionManager
    >>> tetra = types.SimpleNamespace(vertices=[[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]],
    ...                               faces=[[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])
    >>> manager = CollisionManager()
    >>> _ = manager.add_object("still", tetra)
    >>> _ = manager.add_object("moving", tetra, [[1, 0, 0, 3], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])
    >>> round(manager.min_distance_internal(), 9)
    2.0
    >>> manager.set_transform("moving", [[1, 0, 0, 0.25], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])
    >>> manager.in_collision_internal(return_names=True)
    (True, {('moving', 'still')})

    Only one thread at a time may use it.
    """

    def __init__(self):
        self._objects = {}

    def add_object(self, name, mesh, transform=None):
        """Adds an object; replaces one of the same name."""
        placed = _Placed(mesh, transform)
        self._objects[name] = placed
        return placed.body

    def remove_object(self, name):
        """Removes an object."""
        self._find(name)
        del self._objects[name]

    def set_transform(self, name, transform):
        """Moves an object."""
        self._find(name).move(transform)

    def _find(self, name):
        if name not in self._objects:
            raise ValueError(f"{name} is not in the collision manager")
        return self._objects[name]

    # ---- Collisions ------------------------------------------------------------------------------------

    def in_collision_single(self, mesh, transform=None, return_names=False, return_data=False):
        """Returns whether a body meets an object: (bool, set of names, list of ContactData), only the requested ones."""
        return _collisions(self._around(mesh, transform), return_names, return_data)

    def in_collision_internal(self, return_names=False, return_data=False):
        """Returns whether two objects meet: (bool, set of pairs of names, list of ContactData), only the requested ones. The names of
        a pair are in alphabetical order."""
        return _collisions(self._among(0), return_names, return_data)

    def in_collision_other(self, other_manager, return_names=False, return_data=False):
        """Returns whether an object meets one of another manager; the names of a pair are (here, there)."""
        return _collisions(self._across(other_manager), return_names, return_data)

    # ---- Distances -------------------------------------------------------------------------------------

    def min_distance_single(self, mesh, transform=None, return_name=False, return_data=False):
        """Returns the least distance of a body from the objects: (distance, name, DistanceData), only the requested ones. 0 if it meets
        one; infinite without objects."""
        return _nearest(self._around(mesh, transform), return_name, return_data)

    def min_distance_internal(self, return_names=False, return_data=False):
        """Returns the least distance of two objects: (distance, pair of names, DistanceData), only the requested ones. The names are
        in alphabetical order."""
        return _nearest(self._among(numpy.inf), return_names, return_data)

    def min_distance_other(self, other_manager, return_names=False, return_data=False):
        """Returns the least distance of an object from one of another manager; the names of the pair are (here, there)."""
        return _nearest(self._across(other_manager), return_names, return_data)

    # ---- Candidates: (bound, key, names, a, b) ---------------------------------------------------------

    def _around(self, mesh, transform):
        """Pairs a body with each object."""
        single = _Placed(mesh, transform)
        bounds = _apart(single.box, _boxes(self._objects.values()))
        return [(bound, name, (_EXTERNAL, name), single, placed) for bound, (name, placed) in zip(bounds, self._objects.items())]

    def _among(self, limit):
        """Yields all pairs of objects whose boxes are at most the limit apart."""
        names, placed = list(self._objects), list(self._objects.values())
        boxes = _boxes(placed)
        for i, a in enumerate(placed):
            bounds = _apart(a.box, boxes[i + 1:])
            for k in numpy.flatnonzero(bounds <= limit):
                other = i + 1 + k
                pair = names[i], names[other]
                yield bounds[k], tuple(sorted(pair)), pair, a, placed[other]

    def _across(self, manager):
        """Yields each object with each one of another manager."""
        if not isinstance(manager, CollisionManager):
            raise TypeError(f"other_manager: a CollisionManager is needed, not {type(manager).__name__}")
        others = list(manager._objects.items())
        boxes = _boxes(placed for _, placed in others)
        for name, a in self._objects.items():
            for bound, (other, b) in zip(_apart(a.box, boxes), others):
                yield bound, (name, other), (name, other), a, b


def scene_to_collision(scene):
    """Returns a CollisionManager of all meshes of a trimesh.Scene, named after their nodes; and a dict of the bodies."""
    manager, bodies = CollisionManager(), {}
    for node in scene.graph.nodes_geometry:
        transform, geometry = scene.graph[node]
        bodies[node] = manager.add_object(node, scene.geometry[geometry], transform)
    return manager, bodies
