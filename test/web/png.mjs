// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// Pictures for tests: PNG as Chromium writes it (8 bits, three or four channels, not interlaced), made smaller, compared
// with a tolerance.

import { deflateSync, inflateSync } from 'node:zlib';

// {width, height, pixels}: three bytes for each pixel.
export function readPng(bytes) {
    let at = 8;
    let head = null;
    const parts = [];
    while (at < bytes.length) {
        const length = bytes.readUInt32BE(at);
        const kind = bytes.toString('latin1', at + 4, at + 8);
        const body = bytes.subarray(at + 8, at + 8 + length);
        if (kind === 'IHDR') head = { width: body.readUInt32BE(0), height: body.readUInt32BE(4), depth: body[8], colour: body[9] };
        if (kind === 'IDAT') parts.push(body);
        at += length + 12;
    }
    const channels = { 2: 3, 6: 4 }[head.colour];
    if (head.depth !== 8 || !channels) throw new Error('a PNG of another kind');
    return unfilter(inflateSync(Buffer.concat(parts)), head.width, head.height, channels);
}

function unfilter(raw, width, height, channels) {
    const stride = width * channels;
    const rows = new Uint8Array(stride * height);
    const pixels = new Uint8Array(width * height * 3);
    for (let y = 0; y < height; y++) {
        const filter = raw[y * (stride + 1)];
        for (let x = 0; x < stride; x++) {
            const left = x >= channels ? rows[y * stride + x - channels] : 0;
            const up = y > 0 ? rows[(y - 1) * stride + x] : 0;
            const corner = x >= channels && y > 0 ? rows[(y - 1) * stride + x - channels] : 0;
            const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter];
            rows[y * stride + x] = raw[y * (stride + 1) + 1 + x] + guess;
        }
        for (let x = 0; x < width; x++)
            for (let c = 0; c < 3; c++) pixels[(y * width + x) * 3 + c] = rows[y * stride + x * channels + c];
    }
    return { width, height, pixels };
}

function paeth(a, b, c) {
    const [pa, pb, pc] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)];
    return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
}

export function writePng({ width, height, pixels }) {
    const raw = Buffer.alloc((width * 3 + 1) * height);
    for (let y = 0; y < height; y++) raw.set(pixels.subarray(y * width * 3, (y + 1) * width * 3), y * (width * 3 + 1) + 1);
    const head = Buffer.alloc(13);
    head.writeUInt32BE(width, 0);
    head.writeUInt32BE(height, 4);
    head.set([8, 2, 0, 0, 0], 8);
    const chunk = (kind, body) => {
        const out = Buffer.alloc(body.length + 12);
        out.writeUInt32BE(body.length, 0);
        out.write(kind, 4, 'latin1');
        body.copy(out, 8);
        out.writeUInt32BE(crc32(out.subarray(4, body.length + 8)), body.length + 8);
        return out;
    };
    const magic = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    return Buffer.concat([magic, chunk('IHDR', head), chunk('IDAT', deflateSync(raw, { level: 9 })), chunk('IEND', Buffer.alloc(0))]);
}

function crc32(bytes) {
    let crc = ~0;
    for (const byte of bytes) {
        crc ^= byte;
        for (let k = 0; k < 8; k++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
    }
    return ~crc >>> 0;
}

// Each pixel the mean of `by` times `by`.
export function shrink(picture, by) {
    const width = Math.floor(picture.width / by);
    const height = Math.floor(picture.height / by);
    const pixels = new Uint8Array(width * height * 3);
    for (let y = 0; y < height; y++)
        for (let x = 0; x < width; x++)
            for (let c = 0; c < 3; c++) {
                let sum = 0;
                for (let k = 0; k < by * by; k++)
                    sum += picture.pixels[((y * by + Math.floor(k / by)) * picture.width + x * by + (k % by)) * 3 + c];
                pixels[(y * width + x) * 3 + c] = Math.round(sum / (by * by));
            }
    return { width, height, pixels };
}

// How many of a thousand pixels differ by more than `tolerance` of 255; 1000 for another size.
export function difference(a, b, tolerance) {
    if (a.width !== b.width || a.height !== b.height) return 1000;
    let count = 0;
    for (let i = 0; i < a.pixels.length; i += 3)
        if ([0, 1, 2].some((c) => Math.abs(a.pixels[i + c] - b.pixels[i + c]) > tolerance)) count++;
    return (1000 * count) / (a.width * a.height);
}
