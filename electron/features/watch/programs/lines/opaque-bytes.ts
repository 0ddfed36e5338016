// Recognizes traffic that is not made of lines: HTTP/2, which the protocol may get over stdio, and anything else that is binary.
// Owns the decision alone. A text that is not JSON, such as a banner, is a line like any other.

import { isUtf8 } from 'node:buffer';
import type { Opaque } from '../../../../../shared/wire.ts';

/** RFC 9113, section 3.4: what a client sends first. */
const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
/** How much of a first line is looked at. */
const lookBytes = 1024;

/** By the first bytes that a client sends. `undecided`: so far they can still become the preface. */
export function readFirstBytes(head: Buffer): Opaque | 'lines' | 'undecided' {
  const shared = Math.min(head.length, preface.length);
  if (head.subarray(0, shared).equals(preface.subarray(0, shared)))
    return shared === preface.length ? 'http2' : 'undecided';
  return isBinary(head) ? 'binary' : 'lines';
}

/** RFC 9113, section 3.4: a server begins with a SETTINGS frame (section 6.5), and may do so before it has read anything. */
export function isSettingsFrame(head: Buffer): boolean {
  return (
    head.length >= 9 &&
    head.readUIntBE(0, 3) % 6 === 0 &&
    head[3] === 0x04 &&
    head[4] === 0 &&
    head.readUInt32BE(5) === 0
  );
}

/** Whether no text starts like this. JSON always counts as text, even with invalid characters. */
export function isBinary(head: Buffer): boolean {
  const look = head.subarray(0, lookBytes);
  const end = look.indexOf('\n');
  const line = end === -1 ? look : look.subarray(0, end);
  if (/^[\ufeff\s]*[[{]/.test(line.toString('utf8'))) return false;
  if (line.some(isControl)) return true;
  return !isUtf8(end === -1 ? withoutLastCharacter(line) : line);
}

/** Tab, carriage return and escape, which begins a color, are in texts too. */
const isControl = (byte: number): boolean =>
  (byte < 0x20 && byte !== 0x09 && byte !== 0x0d && byte !== 0x1b) || byte === 0x7f;

/** The chunk may end inside of it. */
function withoutLastCharacter(bytes: Buffer): Buffer {
  let end = bytes.length;
  while (end > 0 && bytes.length - end < 3 && ((bytes[end - 1] as number) & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, Math.max(0, end - 1));
}
