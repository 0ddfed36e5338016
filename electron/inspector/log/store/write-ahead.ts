// The write-ahead log of a log file as bytes (SQLite's file format, section 4). SQLite stops at the first frame with a wrong checksum and
// ignores those after it. This module checks each frame separately, so that good ones can be kept.

import { closeSync, existsSync, openSync, readFileSync, rmSync, statSync, truncateSync, writeSync } from 'node:fs';

const headerSize = 32;
const frameHead = 24;
const pageSize = 4096;
const frameSize = frameHead + pageSize;
/** Ours is truncated at 16 MB and checkpointed at 56 MB; a larger one is not ours. */
const longest = 512 * 1024 * 1024;

interface Frame {
  page: number;
  /** Offset of its page. */
  at: number;
  isCommit: boolean;
}

interface Wal {
  bytes: Buffer;
  isDamaged: boolean;
  /** Frames with a valid checksum, in order. */
  good: Frame[];
}

/** null: there is none, or it is empty. */
function readWal(path: string): Wal | null {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size < headerSize + frameSize || size > longest) return null;
  const bytes = readFileSync(path);
  const isBig = (bytes.readUInt32BE(0) & 1) === 1;
  const headerFits = fits(bytes, 0, 24, [0, 0], bytes.readUInt32BE(24), bytes.readUInt32BE(28), isBig);
  // Frames from before the last restart have other salts and do not belong to it.
  const salts = bytes.subarray(headerFits ? 16 : headerSize + 8, headerFits ? 24 : headerSize + 16);
  const good: Frame[] = [];
  const bad: number[] = [];
  let seed: [number, number] = [bytes.readUInt32BE(24), bytes.readUInt32BE(28)];
  for (let from = headerSize; from + frameSize <= bytes.length; from += frameSize) {
    const storedSum: [number, number] = [bytes.readUInt32BE(from + 16), bytes.readUInt32BE(from + 20)];
    const isOwn = bytes.subarray(from + 8, from + 16).equals(salts);
    const isFirst = from === headerSize && !headerFits;
    const page = bytes.readUInt32BE(from);
    // The checksum continues from the previous frame, where it is stored: a broken frame breaks only itself.
    if (isOwn && page > 0 && (isFirst || frameFits(bytes, from, seed, storedSum, isBig)))
      good.push({ page, at: from + frameHead, isCommit: bytes.readUInt32BE(from + 4) > 0 });
    else bad.push(from);
    seed = storedSum;
  }
  const last = good.at(-1)?.at ?? 0;
  // Bad frames at the end are an interrupted write of a killed process, or remains of an earlier log.
  return { bytes, good, isDamaged: good.length > 0 && (!headerFits || bad.some((from) => from < last)) };
}

export function isWalDamaged(path: string): boolean {
  return readWal(`${path}-wal`)?.isDamaged ?? false;
}

/** Copies the good frames of a damaged write-ahead log into the file, up to the last complete transaction. */
export function applyWal(path: string): void {
  const wal = existsSync(`${path}-wal`) ? readWal(`${path}-wal`) : null;
  if (!wal?.isDamaged) return;
  const end = wal.good.findLastIndex(({ isCommit }) => isCommit);
  const file = openSync(path, 'r+');
  try {
    for (const { page, at } of wal.good.slice(0, end + 1))
      writeSync(file, wal.bytes, at, pageSize, (page - 1) * pageSize);
  } finally {
    closeSync(file);
  }
  const { size } = statSync(path);
  if (size % pageSize !== 0) truncateSync(path, Math.ceil(size / pageSize) * pageSize);
  for (const suffix of ['-wal', '-shm']) rmSync(path + suffix, { force: true });
}

function frameFits(
  bytes: Buffer,
  from: number,
  seed: [number, number],
  storedSum: [number, number],
  isBig: boolean,
): boolean {
  const head = sum(bytes, from, 8, seed, isBig);
  return fits(bytes, from + frameHead, pageSize, head, storedSum[0], storedSum[1], isBig);
}

function fits(
  bytes: Buffer,
  from: number,
  length: number,
  seed: [number, number],
  first: number,
  second: number,
  isBig: boolean,
): boolean {
  const [one, two] = sum(bytes, from, length, seed, isBig);
  return one === first && two === second;
}

function sum(bytes: Buffer, from: number, length: number, seed: [number, number], isBig: boolean): [number, number] {
  let [one, two] = seed;
  for (let at = from; at < from + length; at += 8) {
    one = (one + (isBig ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at)) + two) >>> 0;
    two = (two + (isBig ? bytes.readUInt32BE(at + 4) : bytes.readUInt32LE(at + 4)) + one) >>> 0;
  }
  return [one, two];
}
