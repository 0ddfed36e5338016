// Every planted secret through every way out of Misfire: what the window gets to show, files, commands, copied code, reports, answers to
// agents and telemetry. None is left in any of them, and each would contain them if nothing were masked. The encodings take turns;
// shared/mask/planted.test.ts masks each secret in every one. What the page itself shows is in renderer/shell/app.test.tsx, what it copies in
// renderer/card/parts/copy-parts.test.ts.

import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reportFormats } from '../shared/capture/format-names.ts';
import type { Answer } from '../shared/contract/api.ts';
import type { Failure } from '../shared/failure.ts';
import { writeReport } from '../shared/features/compare/report.ts';
import { maskKinds } from '../shared/mask/kinds.ts';
import { maskDetail } from '../shared/mask/mask-detail.ts';
import { Masker } from '../shared/mask/masker.ts';
import { forms, leftIn, plantedTexts } from '../shared/mask/testing/planted-forms.ts';
import { snippetKinds } from '../shared/retry/replay.ts';
import { serverConfigSchema } from '../shared/server/server-config.ts';
import { type FinishedCall, spanOf } from '../shared/telemetry/spans.ts';
import type { Row } from '../shared/timeline.ts';
import { openInspector } from './app/open-inspector.ts';
import { startAgent, type ToolAnswer } from './features/agents/server/testing/agent.ts';
import type { InspectorHandle } from './inspector/inspector-handle.ts';
import {
  beside,
  callOfSecretServer,
  plantedCapture,
  plantedGroups,
  plantedSpool,
  repeatingScript,
  sayingScript,
  secretAt,
  startRepeatingServer,
} from './launch/testing/planted-traffic.ts';
import { runHere } from './launch/testing/run-here.ts';
import { openLogFile } from './shell/system/log-file.ts';

interface Outlet {
  name: string;
  write: () => string | Promise<string>;
  /** The same without masks, and how many secrets it has at least. */
  bare?: [least: number, write: () => string | Promise<string>];
  /** What it contains; a placeholder if omitted. */
  shows?: string;
}

/** The check of all outlets. */
function checkOutlets(outlets: readonly Outlet[]): void {
  it.each(outlets)('$name', { timeout: 300_000 }, async ({ write, bare, shows = '‹' }) => {
    if (bare) expect(leftIn(await bare[1]()).length).toBeGreaterThanOrEqual(bare[0]);
    const text = await write();
    expect(text).toContain(shows);
    expect(leftIn(text)).toEqual([]);
  });
}

async function value<T>(answer: Promise<Answer<T>>): Promise<T> {
  const settled = await answer;
  if (!settled.ok) throw new Error(settled.error.message);
  return settled.value;
}

const all = plantedTexts.length;
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'misfire-planted-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const open = (name: string): Promise<InspectorHandle> =>
  openInspector({
    dataDir: join(folder, name),
    version: '0.0.0',
    abilities: { openExternal: false, secureStorage: false },
  });

describe('a log', () => {
  let inspector: InspectorHandle;
  let file: string;
  const rows: Row[] = [];
  beforeAll(async () => {
    const text = plantedCapture(Date.UTC(2026, 10, 14, 12));
    expect(leftIn(text)).toHaveLength(all);
    file = join(folder, 'planted.jsonl');
    writeFileSync(file, text);
    inspector = await open('log');
    const { import: id } = await value(inspector.api.startImport({ name: 'planted.jsonl' }));
    await value(inspector.api.importPart({ import: id, text, last: true }));
    for (;;) {
      const page = await value(inspector.api.rows({ view: '', from: rows.length, count: 500 }));
      rows.push(...page.rows);
      if (page.rows.length === 0) break;
    }
    expect(rows.length).toBeGreaterThan(plantedGroups.length);
  });
  afterAll(() => inspector.close());

  const details = () => Promise.all(rows.map(({ id }) => value(inspector.api.rowDetail({ id }))));
  /** Each text of a row by itself: a truncated one may have lost the name of its secret. */
  const cells = () => rows.flatMap((row) => Object.values(row).map(String));
  const groups = async () =>
    (await value(inspector.api.failureGroups({ order: 'count', from: 0, count: 500 }))).groups.map((group) =>
      JSON.stringify(group),
    );
  const masked = (texts: readonly string[], masker = new Masker()) => texts.map((text) => masker.mask(text)).join('\n');
  const exported = async (format: 'jsonl' | 'har' | 'html', keep: string[]): Promise<string> => {
    const { export: id } = await value(inspector.api.startExport({ format, filter: '', patterns: [], keep }));
    let text = '';
    for (let done = false; !done; ) {
      const part = await value(inspector.api.exportPart({ export: id }));
      text += part.text;
      done = part.done;
    }
    return text;
  };
  const misfire = async (...args: string[]): Promise<string> =>
    (await runHere(args, { data: join(folder, 'log') })).said;
  const marked = 'look-alike: \u0430 is U+0430';

  checkOutlets([
    {
      name: 'cards: everything about a row',
      write: async () => {
        const masker = new Masker();
        return JSON.stringify((await details()).map((detail) => maskDetail(masker, detail)));
      },
      bare: [all, async () => JSON.stringify(await details())],
    },
    // A row has room for the first of what was said.
    { name: 'rows', write: () => masked(cells()), bare: [20, () => cells().join('\n')] },
    {
      name: 'groups of failures',
      write: async () => masked(await groups()),
      bare: [1, async () => (await groups()).join('\n')],
    },
    ...(['jsonl', 'har', 'html'] as const).map((format) => ({
      name: `export as ${format}`,
      write: () => exported(format, []),
      // A HAR has what was sent over HTTP, which is a few of them.
      bare: [format === 'har' ? 3 : 150, () => exported(format, Object.keys(maskKinds))] as Outlet['bare'] & {},
    })),
    {
      name: 'decode',
      write: () => misfire('decode', file),
      shows: marked,
      bare: [100, () => misfire('decode', '--json', '--unmasked', file)],
    },
    { name: 'decode --json', write: () => misfire('decode', '--json', file) },
    { name: 'log', write: () => misfire('log'), shows: marked },
    { name: 'log --json', write: () => misfire('log', '--json') },
    { name: 'export', write: () => misfire('export', '--format', 'har') },
    { name: 'export of a repro set', write: () => misfire('export', '--format', 'repro') },
  ]);
});

describe('a server that can be reached', () => {
  /** A comparison shows the newest failures of each server. */
  const groupsPerComparison = 3;
  let inspector: InspectorHandle;
  let web: Server;
  const calls: number[] = [];
  const reports: Record<string, { masked: string; bare: string }> = {};

  async function call(server: string, said: readonly string[], at: number): Promise<void> {
    const params = JSON.stringify({ name: 'fail', arguments: { beside, said, at } });
    const { id } = await value(inspector.api.call({ server, method: 'tools/call', params }));
    while ((await value(inspector.api.rowDetail({ id }))).row.pending)
      await new Promise<void>((resolve) => {
        const stop = inspector.onBatch(() => {
          stop();
          resolve();
        });
      });
    calls.push(id);
  }

  async function compare(): Promise<void> {
    const source = { kind: 'traffic' as const, servers: [] };
    const bare = await value(inspector.api.compareServers({ source }));
    for (const format of reportFormats) {
      const before = reports[format] ?? { masked: '', bare: '' };
      const { text } = await value(inspector.api.compareReport({ source, format }));
      // A page is written from what the JSON holds.
      const written = writeReport(bare, format === 'html' ? 'json' : format).text;
      reports[format] = { masked: before.masked + text, bare: before.bare + written };
    }
  }

  beforeAll(async () => {
    writeFileSync(join(folder, 'repeating.mjs'), repeatingScript);
    web = await startRepeatingServer();
    inspector = await open('live');
    const add = async (name: string, transport: object): Promise<string> => {
      const config = serverConfigSchema.parse({ name, transport });
      const { server } = await value(inspector.api.addServer({ config, connect: false }));
      await value(inspector.api.connect({ server }));
      return server;
    };
    // With secrets in all that says how they are reached, none of them marked as one.
    const { port } = web.address() as AddressInfo;
    const script = join(folder, 'repeating.mjs');
    const servers = [
      await add('local', {
        kind: 'stdio',
        command: process.execPath,
        args: [script, '--token', secretAt(7), `--api-key=${secretAt(8)}`, '--beside', beside],
        env: { STRIPE_KEY: secretAt(1), BESIDE: beside },
      }),
      await add('web', {
        kind: 'http',
        url: `http://127.0.0.1:${port}/mcp?beside=${beside}&api_key=${secretAt(8)}`,
        headers: { Authorization: `Bearer ${secretAt(0)}`, 'X-Beside': beside },
      }),
    ];
    for (const [index, said] of plantedGroups.entries()) {
      for (const server of servers) await call(server, said, index % said.length);
      if (index % groupsPerComparison === groupsPerComparison - 1) await compare();
    }
  }, 300_000);
  afterAll(async () => {
    await inspector.close();
    web.closeAllConnections();
    web.close();
  });

  checkOutlets([
    ...snippetKinds.map((kind) => ({
      name: `code for ${kind}`,
      shows: beside,
      write: async () => {
        const copied: string[] = [];
        for (const row of calls) {
          const answer = await inspector.api.snippet({ row, kind });
          if (answer.ok) copied.push(answer.value.text);
        }
        // Some kinds are for one transport only.
        expect(copied.length).toBeGreaterThanOrEqual(calls.length / 2);
        expect(copied.filter((text) => !text.includes(beside))).toEqual([]);
        return copied.join('\n');
      },
    })),
    {
      name: 'a repro set',
      shows: beside,
      write: async () => {
        const { text } = await value(inspector.api.reproSet({ rows: calls }));
        expect(text.split(beside).length).toBeGreaterThan(calls.length);
        return text;
      },
    },
    ...reportFormats.map((format) => ({
      name: `a report of a comparison as ${format}`,
      write: () => reports[format]?.masked ?? '',
      // Codes as far as they are shown, and names of members, which only CSV leaves out.
      bare: [format === 'csv' ? 6 : all / 4, () => reports[format]?.bare ?? ''] as Outlet['bare'] & {},
    })),
  ]);
});

describe('a terminal', () => {
  const deceits = '\u001b]52;c;aGk=\u0007 \u202egnp.exe \u200bzero \u{e0041}\u{e0042}tag good\rbad \u009b2J';
  /** Bytes that a terminal interprets, and invisible characters. */
  const obeyed =
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|[\u{e0000}-\u{e0fff}]/u;

  beforeAll(() => {
    const said = [...plantedTexts, deceits];
    writeFileSync(join(folder, 'said.json'), JSON.stringify(said));
    writeFileSync(join(folder, 'saying.mjs'), sayingScript);
    const saying = (...more: string[]) => ({
      command: process.execPath,
      args: [join(folder, 'saying.mjs'), join(folder, 'said.json'), ...more],
    });
    const mcpServers = { mine: saying(), probed: saying('turns'), broken: saying('broken') };
    writeFileSync(join(folder, 'mcp.json'), JSON.stringify({ mcpServers }));
    // A replay prints codes, and those of one call for each form are enough.
    const lines: object[] = [{ misfire: 1, started: '2026-11-15T00:00:00Z' }];
    for (const [id, code] of said.slice(0, forms.length).entries()) {
      const line = (lane: string, message: object) =>
        lines.push({ t: id, server: 'mine', lane, text: JSON.stringify({ jsonrpc: '2.0', id, ...message }) });
      line('out', { method: 'tools/call', params: { name: 'fail', arguments: { said: code } } });
      line('in', { error: { code, message: said.join(' ; '), data: { said } } });
    }
    writeFileSync(join(folder, 'named.jsonl'), callOfSecretServer(Date.UTC(2026, 10, 14)));
    writeFileSync(join(folder, 'calls.jsonl'), lines.map((line) => JSON.stringify(line)).join('\n'));
  });

  const server = (name: string): string => `${join(folder, 'mcp.json')}#${name}`;
  const printed = async (...args: string[]): Promise<string> => {
    const { said } = await runHere(args, { data: mkdtempSync(join(folder, 'data-')) });
    expect(obeyed.exec(said)?.[0].codePointAt(0)?.toString(16)).toBeUndefined();
    return said;
  };
  const call = (tool: string, ...more: string[]) =>
    printed('call', server('mine'), 'tools/call', `{"name":"${tool}"}`, ...more);
  const replay = (...more: string[]) =>
    printed('replay', join(folder, 'calls.jsonl'), '--to', server('probed'), ...more);
  const few = ['--only', 'missing-argument', 'wrong-type', 'unknown-tool'];
  const probe = (...more: string[]) => printed('compare', server('probed'), '--tool', 'fail', ...more);

  checkOutlets([
    { name: 'an answer', write: () => call('say') },
    { name: 'an answer as JSON', write: () => call('say', '--json') },
    { name: 'a failure', write: () => call('fail') },
    { name: 'a failure as JSON', write: () => call('fail', '--json') },
    { name: 'a check of the connection', write: () => printed('doctor', server('broken')) },
    { name: 'a check of the connection as JSON', write: () => printed('doctor', server('broken'), '--json') },
    { name: 'a replay', write: () => replay() },
    { name: 'a replay as JSON', write: () => replay('--json') },
    {
      name: 'a replay whose server is unknown',
      write: () => printed('replay', join(folder, 'named.jsonl')),
    },
    // Probes and comparisons print what was concluded, and nothing that a server said.
    {
      name: 'a probe, and its issues for the author',
      shows: 'fail',
      write: async () => {
        const issues = join(folder, 'issues');
        const said = await probe('--issues', issues);
        const written = readdirSync(issues).map((name) => readFileSync(join(issues, name), 'utf8'));
        expect(written.length).toBeGreaterThan(0);
        return [said, ...written].join('\n');
      },
    },
    // All provocations ran above; the other forms print the same conclusions.
    { name: 'a probe as JSON', shows: 'fail', write: () => probe('--json', ...few) },
    { name: 'what a probe would send', shows: 'fail', write: () => probe('--dry', '--json') },
    {
      name: 'a comparison',
      shows: 'probed',
      write: () => probe('--format', 'md', ...few),
    },
  ]);
});

describe('elsewhere', () => {
  checkOutlets([
    {
      name: 'the log file of the desktop',
      bare: [all, () => plantedTexts.join('\n')],
      write: () => {
        const log = openLogFile(folder);
        for (const text of plantedTexts) log.write(`Told: ${text}`);
        const written = [log.path, `${log.path}.1`].filter(existsSync).map((path) => readFileSync(path, 'utf8'));
        expect(written.join('').split('Told: ').length - 1).toBe(all);
        return written.join('\n');
      },
    },
    {
      name: 'answers of misfire mcp: lists, explanations and raw evidence, in text and data',
      shows: beside,
      write: askAgent,
    },
    { name: 'a span of telemetry', write: () => plantedTexts.map(spanWith).join('\n') },
  ]);

  async function askAgent(): Promise<string> {
    const data = join(folder, 'agent');
    const started = Date.now() - 60_000;
    mkdirSync(join(data, 'spool'), { recursive: true });
    const spool = plantedSpool(started);
    expect(leftIn(spool)).toHaveLength(all);
    writeFileSync(join(data, 'spool', `${started}-4194400-0001.jsonl`), spool);
    const { client, ask } = await startAgent(data);
    const answers: ToolAnswer[] = [];
    const ids: string[] = [];
    for (let cursor: unknown; ; ) {
      const page = await ask('failures', cursor === undefined ? {} : { cursor });
      answers.push(page);
      ids.push(...(page.structuredContent.failures as { id: string }[]).map(({ id }) => id));
      cursor = page.structuredContent.cursor;
      if (cursor === undefined) break;
    }
    expect(ids).toHaveLength(plantedGroups.length);
    for (const id of ids) {
      answers.push(await ask('explain', { id }));
      const whole = { id, part: 'all', limit: 20_000 };
      answers.push((await client.callTool({ name: 'evidence', arguments: whole })) as unknown as ToolAnswer);
    }
    await client.close();
    const said = answers.map((answer) => JSON.stringify(answer)).join('\n');
    expect(said.split(beside).length).toBeGreaterThan(ids.length);
    return said;
  }

  const spanMasker = new Masker();

  /** The secret in all parts of a call that a span uses. */
  function spanWith(said: string): string {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const call = { method: 'resources/read', target: said, direction: 'out', at: 1, endAt: 2 };
    const exchange = {
      row: { ...call, outcome: 'rpc_error', actor: 'you' },
      failure: {
        class: 'unknown',
        message: said,
        sentence: said,
        code: said,
        retry: { verdict: 'unknown', afterMs: null },
      },
      request: { id: said, params: { arguments: { said }, _meta: { traceparent, tracestate: said } } },
      answer: JSON.stringify({ error: { message: said, data: { said } } }),
      serverName: 'shop',
      revision: null,
      address: null,
    } as unknown as FinishedCall & { failure: Failure };
    return JSON.stringify(spanOf(exchange, { traceId: '1', spanId: '2', masker: spanMasker, content: true }));
  }
});
