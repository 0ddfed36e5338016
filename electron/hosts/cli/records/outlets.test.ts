// One set of traffic full of planted secrets, in every form, through every way out of a log: what the window gets to show,
// exports, reports and the commands that read a log or a file. None is left in any of them, and all would be there if nothing
// were hidden. What needs servers one can reach is in live-outlets.test.ts, what a terminal gets in masked-output.test.ts.

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../../../../shared/api/api.ts';
import { writeEvent, writeHeader } from '../../../../shared/formats/write-capture.ts';
import { maskKinds } from '../../../../shared/mask/kinds.ts';
import { maskDetail } from '../../../../shared/mask/mask-detail.ts';
import { Masker } from '../../../../shared/mask/masker.ts';
import { allPlanted } from '../../../../shared/mask/planted.ts';
import { leftIn, outletForms, outletPlanted } from '../../../../shared/mask/planted-forms.ts';
import type { Row } from '../../../../shared/timeline.ts';
import type { WireEvent } from '../../../../shared/wire.ts';
import { openInspector } from '../../../inspector/inspector.ts';
import type { InspectorHandle } from '../../../inspector/inspector-handle.ts';
import { runHere } from '../../../launch/testing/run-here.ts';
import { openLogFile } from '../../../shell/system/log-file.ts';

const started = Date.UTC(2026, 10, 14, 12);
const together = 6;
/** The second letter is Cyrillic. */
const lookAlike = 'p\u0430yments';

/** Each secret in each form: in arguments, in an error, on stderr, in a body and an address. */
function traffic(): WireEvent[] {
  const events: WireEvent[] = [];
  let id = 0;
  for (const [, write] of outletForms) {
    for (let from = 0; from < outletPlanted.length; from += together) {
      const said = outletPlanted.slice(from, from + together).map(({ text }) => write(text));
      id += 1;
      // From many servers: a single one would have one incident, repeated on every card.
      const base = { server: `shop ${from}`, epoch: 1, at: started + id * 10 };
      const params = { name: lookAlike, arguments: { said } };
      const error = { code: -32000, message: `It failed: ${said[0]}`, data: { said } };
      events.push({ ...base, lane: 'out', text: JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params }) });
      for (const text of said.slice(1, 3)) events.push({ ...base, lane: 'err', text: text.replaceAll('\n', ' ') });
      events.push({ ...base, at: base.at + 5, lane: 'in', text: JSON.stringify({ jsonrpc: '2.0', id, error }) });
    }
    id += 1;
    const at = started + id * 10;
    const body = JSON.stringify({ title: 'No', status: 403, detail: write(allPlanted[41]?.text ?? '') });
    const http = { exchange: id, method: 'POST', status: 403, statusText: 'Forbidden', startedAt: at, endedAt: at + 1 };
    const headers = { 'content-type': 'application/problem+json', 'x-echo': write(allPlanted[8]?.text ?? '') };
    const url = `https://ann:s3cret@shop.test/mcp?code=zz9-plural`;
    const requestHeaders = {
      authorization: `Bearer ${allPlanted[0]?.secret}`,
      'x-api-key': allPlanted[8]?.secret ?? '',
    };
    events.push({ server: 'web', epoch: 1, at, lane: 'http', http: { ...http, url, requestHeaders, headers, body } });
  }
  return events;
}

let folder: string;
let file: string;
let inspector: InspectorHandle;
let rows: Row[];

async function value<T>(answer: Promise<Answer<T>>): Promise<T> {
  const settled = await answer;
  if (!settled.ok) throw new Error(settled.error.message);
  return settled.value;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'misfire-outlets-'));
  file = join(folder, 'planted.jsonl');
  const text = [writeHeader(started), ...traffic().map((event) => writeEvent(event, started))].join('\n');
  writeFileSync(file, text);
  expect(leftIn(text).length).toBeGreaterThanOrEqual(outletPlanted.length);
  const abilities = { openExternal: false, secureStorage: false };
  inspector = await openInspector({ dataDir: folder, version: '0.0.0', abilities });
  const { import: id } = await value(inspector.api.startImport({ name: 'planted.jsonl' }));
  for (let from = 0; from < text.length; from += 500_000)
    await value(
      inspector.api.importPart({
        import: id,
        text: text.slice(from, from + 500_000),
        last: from + 500_000 >= text.length,
      }),
    );
  rows = [];
  for (;;) {
    const page = await value(inspector.api.rows({ view: '', from: rows.length, count: 500 }));
    rows.push(...page.rows);
    if (page.rows.length === 0) break;
  }
  expect(rows.length).toBeGreaterThan(outletForms.length * Math.ceil(outletPlanted.length / together));
}, 300_000);

afterAll(async () => {
  await inspector.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('the window', { timeout: 300_000 }, () => {
  it('cards: everything about a row', async () => {
    const masker = new Masker();
    const shown: string[] = [];
    const bare: string[] = [];
    for (const { id } of rows) {
      const detail = await value(inspector.api.rowDetail({ id }));
      bare.push(JSON.stringify(detail));
      shown.push(JSON.stringify(maskDetail(masker, detail)));
    }
    expect(leftIn(bare.join('\n')).length).toBeGreaterThanOrEqual(outletPlanted.length);
    expect(leftIn(shown.join('\n'))).toEqual([]);
    expect(masker.count).toBeGreaterThan(outletPlanted.length * outletForms.length);
  });

  it('rows, each text by itself', () => {
    const masker = new Masker();
    const shown = rows.flatMap((row) => Object.values(row).map((text) => masker.mask(String(text))));
    // A row has room for the first of what was said.
    expect(leftIn(rows.flatMap((row) => Object.values(row).map(String)).join('\n')).length).toBeGreaterThan(20);
    expect(leftIn(shown.join('\n'))).toEqual([]);
  });

  it('groups of failures', async () => {
    const masker = new Masker();
    const { groups } = await value(inspector.api.failureGroups({ order: 'count', from: 0, count: 500 }));
    expect(leftIn(JSON.stringify(groups)).length).toBeGreaterThan(0);
    expect(leftIn(groups.map((group) => masker.mask(JSON.stringify(group))).join('\n'))).toEqual([]);
  });
});

describe('files', { timeout: 300_000 }, () => {
  const everyKind = Object.keys(maskKinds);
  it.each(['jsonl', 'har', 'html'] as const)('export as %s', async (format) => {
    const exported = async (keep: string[]): Promise<string> => {
      const { export: id } = await value(inspector.api.startExport({ format, filter: '', patterns: [], keep }));
      let text = '';
      for (let done = false; !done; ) {
        const part = await value(inspector.api.exportPart({ export: id }));
        text += part.text;
        done = part.done;
      }
      return text;
    };
    // A HAR holds what crossed as HTTP, which is a few of them.
    expect(leftIn(await exported(everyKind)).length).toBeGreaterThan(format === 'har' ? 2 : 100);
    const text = await exported([]);
    expect(text).toContain('‹');
    expect(leftIn(text)).toEqual([]);
  });

  it('the log file of the desktop, for any content', () => {
    const log = openLogFile(folder);
    const texts = outletForms.flatMap(([, write]) => outletPlanted.map(({ text }) => write(text)));
    expect(leftIn(texts.join('\n')).length).toBeGreaterThanOrEqual(outletPlanted.length);
    for (const text of texts) log.write(`Told: ${text}`);
    const written = [log.path, `${log.path}.1`].filter(existsSync).map((path) => readFileSync(path, 'utf8'));
    expect(written.join('').split('Told: ').length - 1).toBe(texts.length);
    expect(leftIn(written.join('\n'))).toEqual([]);
  });
});

describe('commands', { timeout: 300_000 }, () => {
  const misfire = async (...args: string[]): Promise<string> => (await runHere(args, { data: folder })).said;

  it('decode, asked not to hide them, prints every one', async () => {
    expect(leftIn(await misfire('decode', '--json', '--unmasked', file)).length).toBeGreaterThan(100);
  });

  it.each([
    ['decode', ['decode', 'FILE']],
    ['decode --json', ['decode', '--json', 'FILE']],
    ['log', ['log']],
    ['log --json', ['log', '--json']],
    ['export', ['export', '--format', 'har']],
  ])('%s', async (_name, args) => {
    const printed = await misfire(...args.map((arg) => (arg === 'FILE' ? file : arg)));
    expect(printed).toContain('‹');
    expect(leftIn(printed)).toEqual([]);
    if (args[0] !== 'export' && !args.includes('--json')) expect(printed).toContain('look-alike: \u0430 is U+0430');
  });
});
