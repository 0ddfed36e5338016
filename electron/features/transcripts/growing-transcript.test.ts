// Files that grow, are cut, are replaced and are databases in use: each line comes once, and none is missing.

import { appendFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, it } from 'vitest';
import type { TranscriptPart } from '../../inspector/recordings/captures.ts';
import { tempFolder } from '../../inspector/testing/temp-folder.ts';
import { type GrowingTranscript, openGrowing } from './growing-transcript.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = tempFolder();
  file = join(folder, 'session.jsonl');
});

function readAll(source: GrowingTranscript): TranscriptPart[] {
  const parts: TranscriptPart[] = [];
  for (let part = source.next(); part !== null; part = source.next()) parts.push(part);
  return parts;
}

const texts = (source: GrowingTranscript): string[] => readAll(source).map(({ text }) => text);

it('reads on where it stopped, also in the middle of a line and of a character', () => {
  const whole = Buffer.from('{"a":"é"}\n');
  writeFileSync(file, whole.subarray(0, 7));
  const source = openGrowing(file);
  expect(texts(source)).toEqual(['{"a":"']);
  expect(source.hasChanged()).toBe(false);
  appendFileSync(file, whole.subarray(7));
  expect(source.hasChanged()).toBe(true);
  expect(texts(source)).toEqual(['é"}\n']);
  expect(texts(source)).toEqual([]);
});

it('begins again when the file was cut', () => {
  writeFileSync(file, '{"one":1}\n{"two":2}\n');
  const source = openGrowing(file);
  readAll(source);
  truncateSync(file);
  appendFileSync(file, '{"three":3}\n');
  expect(readAll(source)).toEqual([{ text: '{"three":3}\n', isRestart: true }]);
});

it('begins again when another file took its place, even a longer one', () => {
  writeFileSync(file, '{"one":1}\n');
  const source = openGrowing(file);
  readAll(source);
  writeFileSync(join(folder, 'next'), '{"another":1}\n{"and":"more"}\n');
  renameSync(join(folder, 'next'), file);
  expect(readAll(source)).toEqual([{ text: '{"another":1}\n{"and":"more"}\n', isRestart: true }]);
});

it('reads more than one part of a large file', () => {
  const line = `${'x'.repeat(700_000)}\n`;
  writeFileSync(file, line.repeat(3));
  const parts = texts(openGrowing(file));
  expect(parts.length).toBeGreaterThan(1);
  expect(parts.join('')).toBe(line.repeat(3));
});

it('gives the rows of a database that are new or have a result now, while its client has it open', () => {
  const database = new DatabaseSync(join(folder, 'opencode.db'));
  try {
    database.exec('PRAGMA journal_mode = WAL');
    database.exec('CREATE TABLE part (id TEXT PRIMARY KEY, session_id TEXT, time_created INTEGER, data TEXT)');
    const put = (id: string, at: number, status: string) =>
      database
        .prepare('INSERT OR REPLACE INTO part VALUES (?, ?, ?, ?)')
        .run(id, 's', at, JSON.stringify({ type: 'tool', callID: id, state: { status } }));
    const ids = (source: GrowingTranscript) =>
      texts(source)
        .flatMap((text) => text.trim().split('\n'))
        .map((line) => {
          const { callID, state } = JSON.parse(line).opencode;
          return `${callID} ${state.status}`;
        });
    const start = 1_800_000_000_000;
    put('old', start - 500_000, 'running');
    put('a', start, 'completed');
    const source = openGrowing(join(folder, 'opencode.db'));
    expect(ids(source)).toEqual(['old running', 'a completed']);
    put('late', start - 10, 'completed');
    put('b', start + 100_000, 'running');
    expect(ids(source)).toEqual(['late completed', 'b running']);
    put('old', start - 500_000, 'error');
    put('b', start + 100_000, 'completed');
    expect(ids(source)).toEqual(['old error', 'b completed']);
    expect(ids(source)).toEqual([]);
    source.close();
  } finally {
    database.close();
  }
});

it('gives the new messages of a database of Goose', () => {
  const database = new DatabaseSync(join(folder, 'sessions.db'));
  try {
    database.exec(
      'CREATE TABLE messages (id INTEGER PRIMARY KEY, content_json TEXT, session_id TEXT, created_timestamp INTEGER)',
    );
    const put = (id: number) =>
      database.prepare('INSERT INTO messages VALUES (?, ?, ?, ?)').run(id, '[{"type":"toolRequest"}]', 's', id);
    put(1);
    const source = openGrowing(join(folder, 'sessions.db'));
    expect(texts(source)).toHaveLength(1);
    put(2);
    expect(texts(source)).toEqual(['{"goose":[{"type":"toolRequest"}],"session":"s","at":2000}\n']);
  } finally {
    database.close();
  }
});
