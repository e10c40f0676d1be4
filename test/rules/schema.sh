#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# Rule: docs/scene.schema.json is a schema of JSON Schema 2020-12; it accepts the scenes of examples/ and docs/scene.md, and what the
# library accepts of the fuzzer's inputs in JSON; and it refuses what is plainly wrong.
#
#     schema.sh SOURCE_FOLDER SCENE_PROGRAM
#
# SCENE_PROGRAM is examples/scene.c. Skipped without Python's jsonschema.

set -u
command -v python3 >/dev/null 2>&1 && python3 -c 'from jsonschema import Draft202012Validator' 2>/dev/null || {
    echo "skipped: Python's jsonschema is not installed"
    exit 77
}

python3 - "$1" "$2" <<'END'
import json, pathlib, re, subprocess, sys
from jsonschema import Draft202012Validator

top, program = pathlib.Path(sys.argv[1]), sys.argv[2]
schema = json.loads((top / "docs/scene.schema.json").read_text())
Draft202012Validator.check_schema(schema)
validator = Draft202012Validator(schema)
failed = 0

def expect(name, scene, is_good):
    global failed
    errors = [e.message for e in validator.iter_errors(scene)]
    if bool(errors) == is_good:
        failed += 1
        print(f"{name}: {errors[:2] if errors else 'accepted'}", file=sys.stderr)

good = {str(p): p.read_text() for p in sorted((top / "examples/scene").glob("*.json"))}
for i, text in enumerate(re.findall(r"```json\n(.*?)\n```", (top / "docs/scene.md").read_text(), re.S)):
    good[f"docs/scene.md, {i + 1}"] = text
for name, text in good.items():
    expect(name, json.loads(text), True)

for p in sorted((top / "test/fuzz/corpus/scene").iterdir()):
    is_json = not p.name.startswith("moveit")
    if is_json and subprocess.run([program, str(p)], capture_output=True).returncode == 0:
        expect(p, json.loads(p.read_text("utf-8-sig")), True)

cube = {"kind": "box", "origin": [0, 0, 0], "edges": [[1, 0, 0], [0, 1, 0], [0, 0, 1]]}
ball = {"name": "a", "shape": {"sphere": {"radius": 1}}}
bad = [
    {}, [], {"farkas": 1}, {"farkas": 2, "parts": [ball]}, {"farkas": 1, "parts": []}, {"farkas": 1, "parts": [ball], "part": 1},
    {"farkas": 1, "parts": [{"shape": ball["shape"]}]}, {"farkas": 1, "parts": [{**ball, "mesh": "a"}]},
    {"farkas": 1, "parts": [{**ball, "scale": 2}]}, {"farkas": 1, "parts": [{"mesh": "a", "scale": -1}]},
    {"farkas": 1, "parts": [{**ball, "name": "all"}]}, {"farkas": 1, "parts": [ball], "units": "ft"},
    {"farkas": 1, "parts": [{**ball, "pose": {"quat": [0, 0, 0, 1]}}]},
    {"farkas": 1, "parts": [{**ball, "pose": {"rpy": [0, 0, 0], "quat_wxyz": [1, 0, 0, 0]}}]},
    {"farkas": 1, "parts": [ball], "tests": [{"between": ["a"]}]},
    {"farkas": 1, "parts": [ball], "tests": [{"between": ["a", "a"], "clearance": "5km"}]},
    {"farkas": 1, "parts": [ball], "tests": [{"between": ["a", "a"], "ignore_overlap": 1, "allow_contact": False}]},
    {"farkas": 1, "parts": [ball], "ignore": [{"between": ["a", "a"], "reason": ""}]},
    {"farkas": 1, "parts": [ball], "sets": {"all": ["a"]}},
    {"farkas": 1, "parts": [{"name": "a", "shape": {"cells": {**cube, "kind": "sphere"}}}]},
    {"farkas": 1, "parts": [{"name": "a", "shape": {"cells": {**cube, "edges": cube["edges"][:2]}}}]},
    {"farkas": 1, "parts": [{"name": "a", "shape": {"cells": {**cube, "children": [{"kind": "box"}]}}}]},
    {"farkas": 1, "parts": [ball], "groups": [{"name": "hall"}]},
    {"farkas": 1, "parts": [ball], "groups": [{"name": "hall", "parts": [], "groups": []}]},
    {"farkas": 1, "parts": [ball], "groups": [{"parts": ["a"]}]},
    {"farkas": 1, "parts": [ball], "groups": [{"name": "hall", "parts": ["a"], "volume": {**cube, "children": []}}]},
    {"farkas": 1, "parts": [], "robots": []}, {"farkas": 1, "robots": [{"name": "a"}]},
    {"farkas": 1, "robots": [{"urdf": "a", "joints": ["b"]}]}, {"farkas": 1, "robots": [{"urdf": "a", "joints": {"b": "1"}}]},
    {"farkas": 1, "parts": [{**ball, "motion": {}}]}, {"farkas": 1, "parts": [{**ball, "motion": {"keys": []}}]},
    {"farkas": 1, "parts": [{**ball, "motion": {"keys": [{"xyz": [0, 0, 0]}]}}]},
    {"farkas": 1, "parts": [{**ball, "motion": {"keys": [{"t": 0, "quat_xyzw": [0, 0, 0, 0]}]}}]},
    {"farkas": 1, "parts": [{**ball, "motion": {"keys": [{"t": 0}], "trajectory": "a.csv"}}]},
]
for i, scene in enumerate(bad):
    expect(f"bad scene {i}", scene, False)
print(f"{len(good)} good scenes, {len(bad)} bad ones, {failed} failures")
sys.exit(failed > 0)
END
