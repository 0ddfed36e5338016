import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { builtInDialects } from '../../../shared/dialects/built-in.ts';
import { DialectFolder, loadDialects } from './dialect-folder.ts';

const bakery = { id: 'bakery', name: 'Bakery', codes: { '7001': { class: 'rate_limited', name: 'OVEN_FULL' } } };

let data: string;
let folder: string;
let opened: DialectFolder | null = null;

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'misfire-dialects-'));
  folder = join(data, 'dialects');
});

afterEach(async () => {
  opened?.close();
  opened = null;
  await rm(data, { recursive: true, force: true });
});

test('has the built-in dialects if there are no files', () => {
  expect(loadDialects(folder)).toEqual({ all: builtInDialects, own: [], problems: [] });
});

test('reads a file that is dropped into the folder while Misfire runs', async () => {
  const changed = new Promise<void>((resolve) => {
    opened = new DialectFolder(folder, resolve);
  });
  writeFileSync(join(folder, 'bakery.json'), JSON.stringify(bakery));
  await changed;
  expect(opened?.loaded.own.map(({ dialect }) => dialect.id)).toEqual(['bakery']);
});

test('skips a broken file, names its line and field, and reads the others', () => {
  opened = new DialectFolder(folder, () => {});
  writeFileSync(join(folder, 'bakery.json'), JSON.stringify(bakery));
  writeFileSync(
    join(folder, 'broken.json'),
    '{ "id": "broken",\n  "name": "Broken",\n  "codes": { "1": { "class": "oops" } } }',
  );
  writeFileSync(join(folder, 'no-json.json'), 'hello');
  opened.reload();
  expect(opened.loaded.own.map(({ file }) => file)).toEqual(['bakery.json']);
  expect(opened.loaded.problems).toHaveLength(2);
  expect(opened.loaded.problems[0]).toMatch(/^broken\.json:3: codes\.1\.class: /);
  expect(opened.loaded.problems[1]).toMatch(/^no-json\.json/);
});

test('rejects a user dialect with a built-in id, and two files with the same id', () => {
  opened = new DialectFolder(folder, () => {});
  const http = JSON.stringify({ ...bakery, id: 'http' });
  expect(opened.add('own-http.json', http)).toBe(
    'own-http.json: id: "http" is the id of a built-in dialect. Choose another.',
  );
  writeFileSync(join(folder, 'by-hand.json'), http);
  expect(loadDialects(folder)).toMatchObject({ all: builtInDialects, own: [] });
  expect(loadDialects(folder).problems[0]).toContain('by-hand.json: id: "http"');
  expect(opened.add('one.json', JSON.stringify(bakery))).toBe('');
  expect(opened.add('again.json', JSON.stringify(bakery))).toContain('one.json');
});

test('adding rejects an invalid file with a message and never leaves the folder', () => {
  opened = new DialectFolder(folder, () => {});
  expect(opened.add('x.json', '{"id":"X"}')).toMatch(/x\.json/);
  expect(opened.add('../../escape.json', JSON.stringify(bakery))).toBe('');
  expect(opened.loaded.own.map(({ file }) => file)).toEqual(['escape.json']);
});
