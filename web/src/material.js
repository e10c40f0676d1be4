// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// Materials of surfaces and lines. Colours have patterns, so that nobody needs to tell colours apart: stripes,
// dots and checks in screen pixels. One section plane cuts them all.

import { AlwaysStencilFunc, Color, ColorManagement, DoubleSide, NotEqualStencilFunc, ReplaceStencilOp,
         ShaderMaterial, Vector2, Vector4 } from 'three';

// Colours are those of the page: shaders use them without conversion.
ColorManagement.enabled = false;

export const COLOURS = {
    clear: '#c4cad1',
    near: '#f7ac1c',
    clash: '#e23a2e',
    undecided: '#8954d0',
};
const PATTERNS = { clear: 0, clash: 1, near: 2, undecided: 3 }; // as in the pictures of `farkas render`

// Shared by all materials: the section cuts away its positive side. The scale is that of the screen.
export const shared = {
    section: { value: new Vector4(0, 0, 0, -1) },
    scale: { value: 1 },
};

const SURFACE_VERTEX = `
varying vec3 eyePosition;
varying vec3 eyeNormal;
varying vec3 worldPosition;
void main() {
    vec4 eye = modelViewMatrix * vec4(position, 1.0);
    eyePosition = eye.xyz;
    worldPosition = (modelMatrix * vec4(position, 1.0)).xyz;
#ifndef IS_FLAT
    eyeNormal = normalMatrix * normal;
#endif
    gl_Position = projectionMatrix * eye;
}`;

const CUT = `
uniform vec4 section;
varying vec3 worldPosition;
bool isCut() { return dot(section.xyz, worldPosition) + section.w > 0.0; }`;

const SURFACE_FRAGMENT = `
uniform vec3 colour;
uniform float opacity;
uniform float scale;
varying vec3 eyePosition;
varying vec3 eyeNormal;
${CUT}
vec3 withPattern(vec3 plain) {
    vec2 p = gl_FragCoord.xy / scale;
#ifdef IS_SECOND
    plain = mix(plain, vec3(1.0), 0.34);
    p.x = -p.x;
#endif
#if PATTERN == 1
    float d = abs(fract((p.x + p.y) / 17.0) - 0.5) * 17.0 / 1.4142;
    return mix(plain, plain * 0.6, clamp(2.4 - d, 0.0, 1.0));
#elif PATTERN == 2
    float d = length(fract(vec2(p.x + p.y, p.x - p.y) / 15.0) - 0.5) * 15.0 / 1.4142;
    return mix(plain, plain * 0.42, clamp(2.5 - d, 0.0, 1.0));
#elif PATTERN == 3
    vec2 d = clamp(abs(fract(p / 16.0) - 0.5) * 16.0 - 3.5, 0.0, 1.0);
    return mix(plain, mix(plain, vec3(1.0), 0.55), d.x + d.y - 2.0 * d.x * d.y);
#else
    return plain;
#endif
}
void main() {
    if (isCut()) discard;
#ifdef IS_FLAT
    vec3 n = normalize(cross(dFdx(eyePosition), dFdy(eyePosition)));
#else
    vec3 n = normalize(eyeNormal);
#endif
    vec3 plain = withPattern(colour);
    bool isInside = !gl_FrontFacing;
    if (isInside) n = -n;
    // From the camera, from the left above it, and a little from the right.
    float head = max(n.z, 0.0);
    float key = max(dot(n, vec3(-0.40, 0.62, 0.67)), 0.0);
    float fill = max(dot(n, vec3(0.75, -0.25, 0.61)), 0.0);
    float shine = pow(max(dot(n, vec3(-0.22, 0.34, 0.914)), 0.0), 32.0);
    vec3 lit = plain * (0.46 + 0.24 * head + 0.40 * key + 0.08 * fill) + 0.12 * shine;
    // What is cut open shows its inside as one dark colour, which reads as a cut.
    if (isInside) lit = plain * 0.66;
    gl_FragColor = vec4(min(lit, 1.0), opacity);
}`;

const LINE_VERTEX = `
varying vec3 worldPosition;
void main() {
    worldPosition = (modelMatrix * vec4(position, 1.0)).xyz;
    gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
    // In front of the faces beside it.
    gl_Position.z -= 0.00012 * gl_Position.w;
}`;

const LINE_FRAGMENT = `
uniform vec3 colour;
uniform float opacity;
${CUT}
void main() {
    if (isCut()) discard;
    gl_FragColor = vec4(colour, opacity);
}`;

// A silhouette is where a visible face meets a hidden one, whose normal points outward.
const OUTLINE_VERTEX = `
uniform vec2 shift;
varying vec3 worldPosition;
void main() {
    worldPosition = (modelMatrix * vec4(position, 1.0)).xyz;
    gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
#ifdef IS_FLAT
    vec3 outwards = normalMatrix * position;
#else
    vec3 outwards = normalMatrix * normal;
#endif
    float size = length(outwards.xy);
    if (size > 0.0) gl_Position.xy += shift * outwards.xy / size * gl_Position.w;
}`;

const kept = new Map();

function keep(key, make) {
    if (!kept.has(key)) kept.set(key, make());
    return kept.get(key);
}

// The second of two bodies with the same look is lighter, and its stripes go the other way.
export function surfaceMaterial(look, { faint = false, flat = false, second = false } = {}) {
    return keep(`surface ${look} ${faint} ${flat} ${second}`, () => new ShaderMaterial({
        vertexShader: SURFACE_VERTEX,
        fragmentShader: SURFACE_FRAGMENT,
        uniforms: { colour: { value: new Color(COLOURS[look]) }, opacity: { value: faint ? 0.13 : 1 }, ...shared },
        defines: { PATTERN: PATTERNS[look], ...(flat ? { IS_FLAT: '' } : {}), ...(second ? { IS_SECOND: '' } : {}) },
        side: DoubleSide,
        transparent: faint,
        depthWrite: !faint,
    }));
}

export function lineMaterial({ faint = false, triangles = false } = {}) {
    return keep(`line ${faint} ${triangles}`, () => new ShaderMaterial({
        vertexShader: LINE_VERTEX,
        fragmentShader: LINE_FRAGMENT,
        uniforms: { colour: { value: new Color('#1c242c') },
                    opacity: { value: (triangles ? 0.35 : 0.6) * (faint ? 0.25 : 1) }, ...shared },
        transparent: true,
        depthWrite: false,
    }));
}

// Makes two materials for an outline around everything visible of a part, hidden or not: the first marks its pixels, the
// second, slightly larger, paints unmarked pixels.
export function outlineMaterials(colour, flat) {
    const common = {
        vertexShader: OUTLINE_VERTEX,
        fragmentShader: LINE_FRAGMENT,
        defines: flat ? { IS_FLAT: '' } : {},
        side: DoubleSide,
        depthWrite: false, depthTest: false,
        stencilWrite: true, stencilRef: 1,
    };
    const uniforms = (shift) => ({ shift, colour: { value: new Color(colour) }, opacity: { value: 1 }, ...shared });
    return keep(`outline ${colour} ${flat}`, () => [
        new ShaderMaterial({ ...common, uniforms: uniforms({ value: new Vector2() }), colorWrite: false,
                             stencilFunc: AlwaysStencilFunc, stencilZPass: ReplaceStencilOp }),
        new ShaderMaterial({ ...common, uniforms: uniforms(outlineShift), stencilFunc: NotEqualStencilFunc }),
    ]);
}

const OUTLINE = 2.5; // pixels
const outlineShift = { value: new Vector2() };

// Call it when the size of the canvas changes, in pixels of the page.
export function setOutlineSize(width, height) {
    outlineShift.value.set((2 * OUTLINE) / width, (2 * OUTLINE) / height);
}
