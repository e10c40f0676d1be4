# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

"""The stubs say what the package has: every public name, with the parameters that it takes."""

import ast
import importlib
import inspect
import os
import unittest

import farkas

FOLDER = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "farkas")
# What only the package itself uses.
PRIVATE = {"MEMORY_PATH", "Outcome", "Parts", "Workcell", "parse_length", "shape_entry"}


def stub(name):
    with open(os.path.join(FOLDER, name + ".pyi"), encoding="utf-8") as file:
        return ast.parse(file.read())


def parameters_of(node):
    """Names with their kinds, as inspect has them; the first of a method is left out by the caller."""
    a = node.args
    out = [(p.arg, "by position") for p in a.posonlyargs + a.args]
    out += [("*" + a.vararg.arg, "rest")] if a.vararg else []
    return out + [(p.arg, "by name") for p in a.kwonlyargs]


def parameters_at_run_time(value):
    """The same of a function; None where a compiled one does not tell."""
    try:
        found = inspect.signature(value).parameters.values()
    except (TypeError, ValueError):
        return None
    words = {inspect.Parameter.KEYWORD_ONLY: "by name", inspect.Parameter.VAR_POSITIONAL: "rest"}
    return [("*" * (p.kind == p.VAR_POSITIONAL) + p.name, words.get(p.kind, "by position")) for p in found]


def functions_in(body):
    """Functions by name, of overloads the last."""
    return {node.name: node for node in body if isinstance(node, ast.FunctionDef)}


class Stubs(unittest.TestCase):
    def same_parameters(self, where, node, value, is_method):
        got = parameters_at_run_time(value)
        if got is None or (is_method and node.name.startswith("__")):
            return
        want = parameters_of(node)
        if is_method and want and want[0][0] in ("self", "cls"):
            want = want[1:]
        if got and got[0][0] in ("self", "cls"):
            got = got[1:]
        self.assertEqual(got, want, where)

    def check_class(self, where, node, value):
        members = functions_in(node.body)
        names = set(members) | {item.target.id for item in node.body if isinstance(item, ast.AnnAssign)}
        for name, function in members.items():
            self.assertTrue(hasattr(value, name), f"{where}.{name}")
            member = inspect.getattr_static(value, name)
            is_property = any(isinstance(d, ast.Name) and d.id == "property" for d in function.decorator_list)
            if is_property:
                self.assertFalse(callable(member), f"{where}.{name}")
            else:
                self.same_parameters(f"{where}.{name}", function, getattr(value, name), True)
        if not issubclass(value, (tuple, Exception)):
            public = {name for name in vars(value) if not name.startswith("_")}
            self.assertEqual(public - names, set(), where)
        elif issubclass(value, tuple):
            fields = [item.target.id for item in node.body if isinstance(item, ast.AnnAssign)]
            known = getattr(value, "_fields", None) or getattr(value, "__match_args__", fields)
            self.assertEqual(tuple(fields), tuple(known), where)

    def check_module(self, name, value, public):
        tree = stub(name)
        classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
        functions = functions_in(tree.body)
        for item, node in classes.items():
            self.check_class(f"{name}.{item}", node, getattr(value, item))
        for item, node in functions.items():
            self.same_parameters(f"{name}.{item}", node, getattr(value, item), False)
        self.assertEqual(public - set(classes) - set(functions), set(), name)

    def test_modules(self):
        core = importlib.import_module("farkas._core")
        self.check_module("_core", core, {name for name in vars(core) if not name.startswith("_")} - PRIVATE)
        for name in ("result", "robot", "scene", "collision", "workcell"):
            module = importlib.import_module("farkas." + name)
            self.check_module(name, module, set(module.__all__))
        for name in ("_entry", "_runs"):
            self.check_module(name, importlib.import_module("farkas." + name), set())

    def test_package(self):
        names = {alias.asname for node in stub("__init__").body if isinstance(node, ast.ImportFrom) for alias in node.names}
        names |= {node.target.id for node in stub("__init__").body if isinstance(node, ast.AnnAssign)}
        self.assertEqual(names, set(farkas.__all__))
        for name in farkas.__all__:
            self.assertTrue(hasattr(farkas, name), name)
        self.assertTrue(os.path.exists(os.path.join(FOLDER, "py.typed")))
        with self.assertRaises(AttributeError):
            farkas.nothing

    def test_docstrings(self):
        for name in farkas.__all__:
            value = getattr(farkas, name)
            if callable(value):
                self.assertTrue(value.__doc__, name)
