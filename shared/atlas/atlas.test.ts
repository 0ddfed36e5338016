// The atlas reflects the recordings: the shipped pages match the shipped recording, and each line cites its evidence.

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { atlasPages } from './atlas.ts';

const folder = join(import.meta.dirname, '../../docs/atlas');
const recording = readFileSync(join(folder, 'recordings/samples.jsonl'), 'utf8');

it('has exactly the generated pages of the five samples', () => {
  const pages = atlasPages('samples.jsonl', recording);
  const shipped = globSync('*.md', { cwd: folder }).filter((file) => file !== 'README.md' && file !== 'sdks.md');
  expect(pages).toHaveLength(5);
  expect(shipped).toHaveLength(5);
  for (const { server, text } of pages) {
    const file = `${server.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.md`;
    expect(readFileSync(join(folder, file), 'utf8'), `Run npm run -s atlas: ${file} is out of date`).toBe(text);
  }
});

it('cites a date and a line with a response for each statement', () => {
  const lines = recording.split('\n');
  for (const { text } of atlasPages('samples.jsonl', recording))
    for (const row of text.split('\n').slice(6, -1)) {
      const [, line, date] = /samples\.jsonl, line (\d+), (\d{4}-\d\d-\d\d) \|$/.exec(row) ?? [];
      expect(date, row).toBeDefined();
      expect(JSON.parse(lines[Number(line) - 1] ?? '{}').lane, row).toMatch(/^(?:in|http|life)$/);
    }
});

it('says nothing about a recording without failures', () => {
  expect(atlasPages('a.jsonl', '{"misfire":1,"started":"2026-11-17T10:00:00Z"}\n')).toEqual([]);
});
