// An image of a window with at most 256 colors: a third of the bytes without a visible difference. Reads and writes only the PNGs that
// Chromium makes (PNG 1.2, 8 bits per channel, not interlaced).

import { crc32, deflateSync, inflateSync } from 'node:zlib';

const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);

export interface Picture {
  width: number;
  height: number;
  /** One number per pixel: red, green, blue. */
  pixels: Uint32Array;
}

export function smallPng(png: Buffer): Buffer {
  const picture = decode(png);
  const palette = choosePalette(picture.pixels);
  const small = encode(picture, palette);
  return small.length < png.length ? small : png;
}

export interface Frame {
  png: Buffer;
  /** Its duration in milliseconds. */
  ms: number;
}

/** Images of one size in an endless loop: an APNG (PNG, third edition), with a shared palette. */
export function animatedPng(frames: readonly Frame[]): Buffer {
  const pictures = frames.map(({ png }) => decode(png));
  const { width = 0, height = 0 } = pictures[0] ?? {};
  const all = new Uint32Array(width * height * pictures.length);
  for (const [index, { pixels }] of pictures.entries()) all.set(pixels, index * width * height);
  const palette = choosePalette(all);
  const indexes = new Map<number, number>();
  let sequence = 0;
  const parts = pictures.flatMap((picture, index) => {
    const control = Buffer.alloc(26);
    control.writeUInt32BE(sequence++, 0);
    control.writeUInt32BE(width, 4);
    control.writeUInt32BE(height, 8);
    control.writeUInt16BE(frames[index]?.ms ?? 0, 20);
    control.writeUInt16BE(1000, 22);
    const data = packed(picture, palette, indexes);
    if (index === 0) return [chunk('fcTL', control), chunk('IDAT', data)];
    const number = Buffer.alloc(4);
    number.writeUInt32BE(sequence++);
    return [chunk('fcTL', control), chunk('fdAT', Buffer.concat([number, data]))];
  });
  const animation = Buffer.alloc(8);
  animation.writeUInt32BE(pictures.length, 0);
  return Buffer.concat([...opening(width, height, palette, [chunk('acTL', animation)]), ...parts, end]);
}

/** An image with few colors, as a file. */
export function pngOf(picture: Picture): Buffer {
  return encode(picture, choosePalette(picture.pixels));
}

function decode(png: Buffer): Picture {
  const data: Buffer[] = [];
  let width = 0;
  let height = 0;
  let channels = 4;
  for (let at = signature.length; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const kind = png.toString('latin1', at + 4, at + 8);
    const body = png.subarray(at + 8, at + 8 + length);
    if (kind === 'IHDR') {
      width = body.readUInt32BE(0);
      height = body.readUInt32BE(4);
      channels = body[9] === 6 ? 4 : 3;
    } else if (kind === 'IDAT') data.push(body);
    at += length + 12;
  }
  const raw = inflateSync(Buffer.concat(data));
  const stride = width * channels;
  const pixels = new Uint32Array(width * height);
  let above = new Uint8Array(stride);
  for (let y = 0; y < height; y++) {
    const start = y * (stride + 1);
    const line = new Uint8Array(raw.subarray(start + 1, start + 1 + stride));
    unfilter(raw[start] ?? 0, line, above, channels);
    for (let x = 0; x < width; x++) {
      const at = x * channels;
      pixels[y * width + x] = ((line[at] ?? 0) << 16) | ((line[at + 1] ?? 0) << 8) | (line[at + 2] ?? 0);
    }
    above = line;
  }
  return { width, height, pixels };
}

/** PNG 1.2, section 6. */
function unfilter(kind: number, line: Uint8Array, above: Uint8Array, channels: number): void {
  for (let at = 0; at < line.length; at++) {
    const left = at < channels ? 0 : (line[at - channels] ?? 0);
    const up = above[at] ?? 0;
    const corner = at < channels ? 0 : (above[at - channels] ?? 0);
    const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][kind] ?? 0;
    line[at] = ((line[at] ?? 0) + guess) & 255;
  }
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

/** The most common ones, but none too close to another. */
function choosePalette(pixels: Uint32Array): number[] {
  const counts = new Map<number, number>();
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
  const common = [...counts].sort((a, b) => b[1] - a[1]).map(([colour]) => colour);
  const palette: number[] = [];
  for (const colour of common) {
    if (palette.length === 256) break;
    if (palette.length < 32 || palette.every((other) => distance(colour, other) > 90)) palette.push(colour);
  }
  return palette;
}

function distance(a: number, b: number): number {
  const red = (a >> 16) - (b >> 16);
  const green = ((a >> 8) & 255) - ((b >> 8) & 255);
  const blue = (a & 255) - (b & 255);
  return 2 * red * red + 4 * green * green + 3 * blue * blue;
}

function encode(picture: Picture, palette: readonly number[]): Buffer {
  const data = packed(picture, palette, new Map());
  return Buffer.concat([...opening(picture.width, picture.height, palette, []), chunk('IDAT', data), end]);
}

function opening(width: number, height: number, palette: readonly number[], more: readonly Buffer[]): Buffer[] {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  const colours = Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]));
  return [signature, chunk('IHDR', header), ...more, chunk('PLTE', colours)];
}

/** Each pixel as its index in the palette. `known`: cached lookups. */
function packed({ width, height, pixels }: Picture, palette: readonly number[], known: Map<number, number>): Buffer {
  palette.forEach((colour, index) => {
    known.set(colour, index);
  });
  const nearest = (colour: number): number => {
    let best = known.get(colour);
    if (best !== undefined) return best;
    best = 0;
    palette.forEach((other, index) => {
      if (distance(colour, other) < distance(colour, palette[best ?? 0] ?? 0)) best = index;
    });
    known.set(colour, best);
    return best;
  };
  const raw = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) raw[y * (width + 1) + 1 + x] = nearest(pixels[y * width + x] ?? 0);
  }
  return deflateSync(raw, { level: 9 });
}

function chunk(kind: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(kind, 'latin1'), body]);
  const head = Buffer.alloc(4);
  head.writeUInt32BE(body.length);
  const tail = Buffer.alloc(4);
  tail.writeUInt32BE(crc32(named));
  return Buffer.concat([head, named, tail]);
}

const end = chunk('IEND', Buffer.alloc(0));
