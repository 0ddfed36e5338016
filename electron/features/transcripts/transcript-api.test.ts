// Transcripts as a window uses them: found by name, counted and imported on request, and never any other file.

import { appendFileSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sampleLogs } from '../../../shared/transcripts/testing/sample-logs.ts';
import { privateTexts, sampleTranscripts } from '../../../shared/transcripts/testing/sample-transcripts.ts';
import { openInspector } from '../../app/open-inspector.ts';
import type { InspectorHandle } from '../../inspector/inspector-handle.ts';
import { tempFolder } from '../../inspector/testing/temp-folder.ts';

let home: string;
let data: string;
let inspector: InspectorHandle;
const before = { HOME: process.env.HOME, USERPROFILE: process.env.USERPROFILE };

beforeEach(async () => {
  const folder = tempFolder();
  home = join(folder, 'home');
  mkdirSync(home);
  Object.assign(process.env, { HOME: home, USERPROFILE: home });
  for (const name of [
    'CLAUDE_CONFIG_DIR',
    'CODEX_HOME',
    'COPILOT_HOME',
    'XDG_DATA_HOME',
    'XDG_CONFIG_HOME',
    'XDG_CACHE_HOME',
  ])
    delete process.env[name];
  data = join(folder, 'data');
  inspector = await openInspector(options());
});

const options = () => ({
  dataDir: data,
  version: '1.2.3',
  abilities: { openExternal: false, secureStorage: false },
});

afterEach(async () => {
  await inspector.close();
  Object.assign(process.env, before);
});

function write(path: string, lines: readonly string[]): string {
  const file = join(home, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, lines.join('\n'));
  return file;
}

async function readAll(file: string) {
  const begun = await inspector.api.readTranscript({ file });
  if (!begun.ok) throw new Error(begun.error.message);
  for (;;) {
    const answer = await inspector.api.transcriptPart({ import: begun.value.import });
    if (!answer.ok) throw new Error(answer.error.message);
    if (answer.value.recording) return answer.value;
  }
}

it('lists the transcripts of each client, also those of subagents, and reads none', async () => {
  write('.claude/projects/-home-ada-party/s.jsonl', ['not read']);
  write('.claude/projects/-home-ada-party/s/subagents/agent-1.jsonl', ['not read']);
  write('.codex/sessions/2026/11/17/rollout-x.jsonl', ['not read']);
  write('.copilot/session-state/s/events.jsonl', ['not read']);
  write('.gemini/tmp/party/chats/session-1.jsonl', ['not read']);
  write('.local/share/opencode/opencode.db', ['not read']);
  write('.config/Code/User/workspaceStorage/w/github.copilot-chat/transcripts/s.jsonl', ['not read']);
  write('.claude/projects/-home-ada-party/notes.txt', ['not a transcript']);
  const answer = await inspector.api.transcripts({});
  const found = answer.ok ? answer.value.transcripts : [];
  const named = found.map(({ client, project }) => `${client}: ${project}`).sort();
  const editor = process.platform === 'linux' ? ['VS Code Copilot: '] : [];
  expect(named).toEqual(
    [
      'Claude Code: -home-ada-party',
      'Claude Code: -home-ada-party',
      'Codex: ',
      'Gemini CLI: party',
      'GitHub Copilot CLI: ',
      'opencode: ',
      ...editor,
    ].sort(),
  );
});

it.runIf(process.platform === 'linux')(
  'lists and reads the MCP logs of clients, with the server in their names',
  async () => {
    for (const [path, lines] of Object.entries(sampleLogs)) write(path, lines);
    const answer = await inspector.api.transcripts({});
    const found = answer.ok ? answer.value.transcripts : [];
    expect(found.map(({ client, kind, project }) => `${client} ${kind} ${project}`).sort()).toEqual([
      'Claude Code log shop',
      'Claude Desktop log ',
      'Claude Desktop log shop',
      'VS Code Copilot log shop',
    ]);
    for (const { file } of found) {
      expect(await inspector.api.countTranscript({ file })).toMatchObject({ ok: true, value: { failedCalls: 1 } });
      const { recording, format } = await readAll(file);
      expect(format).toBe('client log');
      expect(recording).toMatchObject({ counted: { failedCalls: 1 } });
      expect(await targets()).toContain('pay');
      const rows = await inspector.api.openView({ filter: 'reading prices' });
      expect(rows).toMatchObject({ ok: true, value: { total: 1 } });
    }
  },
);

it('counts calls and failures without keeping anything', async () => {
  const file = write('.codex/sessions/2026/11/17/rollout-x.jsonl', sampleTranscripts.codex);
  expect(await inspector.api.countTranscript({ file })).toEqual({
    ok: true,
    value: { calls: 3, failedCalls: 2, causes: 2, unknown: 0 },
  });
  const list = await inspector.api.recordings({});
  expect(list.ok && list.value.recordings.filter(({ kind }) => kind === 'imported')).toEqual([]);
});

it('imports a transcript into a recording that holds its calls and can be deleted', async () => {
  const file = write('.claude/projects/-home-ada-party/s.jsonl', sampleTranscripts['claude-code']);
  const { recording, bytes } = await readAll(file);
  expect(recording).toMatchObject({ kind: 'imported', messages: 3, counted: { failedCalls: 2 } });
  expect(bytes).toBe(sampleTranscripts['claude-code'].join('\n').length);
  const { api } = inspector;
  const view = await api.openView({ filter: '' });
  const rows = view.ok ? await api.rows({ view: view.value.view, from: 0, count: 50 }) : view;
  expect(rows.ok).toBe(true);
  for (const text of privateTexts) expect(JSON.stringify(rows)).not.toContain(text);
  await api.newRecording({ name: '' });
  expect(await api.deleteRecording({ recording: recording?.id ?? 0 })).toMatchObject({ ok: true });
});

it('opens the existing recording of a transcript that was imported before', async () => {
  const file = write('.codex/sessions/2026/11/17/rollout-x.jsonl', sampleTranscripts.codex);
  const { recording } = await readAll(file);
  const again = await inspector.api.readTranscript({ file });
  expect(again).toMatchObject({ ok: true, value: { known: { id: recording?.id } } });
});

it('leaves nothing of a canceled import', async () => {
  const file = write('.codex/sessions/2026/11/17/rollout-x.jsonl', sampleTranscripts.codex);
  const begun = await inspector.api.readTranscript({ file });
  const id = begun.ok ? begun.value.import : 0;
  await inspector.api.transcriptPart({ import: id });
  await inspector.api.cancelImport({ import: id });
  expect(await inspector.api.transcriptPart({ import: id })).toMatchObject({ ok: false });
  const list = await inspector.api.recordings({});
  expect(list.ok && list.value.recordings.filter(({ kind }) => kind === 'imported')).toEqual([]);
});

it('opens no file that is not a transcript of a client', async () => {
  const file = write('secret.jsonl', sampleTranscripts.codex);
  expect(await inspector.api.readTranscript({ file })).toMatchObject({ ok: false, error: { code: 'not_found' } });
  expect(await inspector.api.countTranscript({ file })).toMatchObject({ ok: false, error: { code: 'not_found' } });
  const wrong = write('.codex/sessions/2026/11/17/rollout-y.jsonl', ['hello', 'there']);
  const counted = await inspector.api.countTranscript({ file: wrong });
  expect(counted).toMatchObject({ ok: false, error: { code: 'bad_input' } });
});

/** As wrap leaves it: the failed call of the sample, with the id that Claude Code sends along. */
function writeSpool(): void {
  const startedAt = Date.parse('2026-11-17T08:59:59.000Z');
  const who = { server: 'shop', by: 'client', client: 'Claude Code' };
  const message = (t: number, lane: string, value: object) => ({
    t,
    ...who,
    lane,
    text: JSON.stringify({ jsonrpc: '2.0', id: 1, ...value }),
  });
  const params = { name: 'pay', arguments: { amount: 5 }, _meta: { 'claudecode/toolUseId': 'toolu_2' } };
  const content = [{ type: 'text', text: 'Card declined: insufficient funds' }];
  const lines = [
    {
      misfire: 1,
      started: new Date(startedAt).toISOString(),
      server: 'shop',
      client: 'Claude Code',
      command: ['shop'],
      pid: 1,
    },
    { t: 0, ...who, lane: 'life', event: 'spawned' },
    message(1210, 'out', { method: 'tools/call', params }),
    message(1250, 'in', { result: { content, isError: true } }),
    { t: 9000, ...who, lane: 'life', event: 'exited', code: 0 },
  ];
  mkdirSync(join(data, 'spool'), { recursive: true });
  writeFileSync(
    join(data, 'spool', `${startedAt}-1-0001.jsonl`),
    `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`,
  );
}

it('joins a transcript with what was watched in an earlier recording', async () => {
  await inspector.close();
  writeSpool();
  inspector = await openInspector({ ...options(), follow: true });
  const { api } = inspector;
  const recordings = async () => {
    const list = await api.recordings({});
    return list.ok ? list.value.recordings : [];
  };
  await expect.poll(async () => (await recordings()).some(({ messages }) => messages === 2)).toBe(true);
  await api.newRecording({ name: 'another' });
  await readAll(write('.claude/projects/-home-ada-party/s.jsonl', sampleTranscripts['claude-code']));
  const view = await api.openView({ filter: 'method:tools/call' });
  const rows = view.ok ? await api.rows({ view: view.value.view, from: 0, count: 50 }) : view;
  const found = rows.ok && 'rows' in rows.value ? rows.value.rows : [];
  expect(found.map(({ target, remarks }) => [target, remarks])).toContainEqual(['pay', ['joined', 'arrived']]);
});

async function rowsOfCalls() {
  const { api } = inspector;
  const view = await api.openView({ filter: 'method:tools/call' });
  const rows = view.ok ? await api.rows({ view: view.value.view, from: 0, count: 50 }) : view;
  const found = rows.ok && 'rows' in rows.value ? rows.value.rows : [];
  return found.map(({ target, headline, remarks }) => ({ target, headline, remarks }));
}

const targets = async () => (await rowsOfCalls()).map(({ target }) => target);

it('adds the calls that the client writes on, once each line is complete', async () => {
  const lines = sampleTranscripts['claude-code'];
  const file = write('.claude/projects/-home-ada-party/s.jsonl', lines.slice(0, 4));
  const { recording } = await readAll(file);
  const followed = await inspector.api.followedTranscripts({});
  expect(followed).toMatchObject({
    ok: true,
    value: { followed: [{ recording: recording?.id, file, client: 'Claude Code', at: null, problem: '' }] },
  });
  expect(await targets()).toEqual(['list_orders']);
  const [call = '', result = ''] = lines.slice(4, 6);
  appendFileSync(file, `\n${call}\n${result.slice(0, 40)}`);
  const lastRead = async () => {
    const answer = await inspector.api.followedTranscripts({});
    return answer.ok ? answer.value.followed[0]?.at : undefined;
  };
  await expect.poll(lastRead).toBeTypeOf('number');
  expect(await targets()).toEqual(['list_orders']);
  appendFileSync(file, `${result.slice(40)}\n`);
  await expect.poll(targets).toEqual(['list_orders', 'pay']);
  expect((await rowsOfCalls())[1]?.headline).toBe('Not enough funds');
});

it('records no call twice when the client writes its transcript again', async () => {
  const lines = sampleTranscripts.codex;
  const file = write('.codex/sessions/2026/11/17/rollout-x.jsonl', lines.slice(0, 9));
  await readAll(file);
  expect(await targets()).toEqual(['list_orders', 'pay']);
  writeFileSync(file, [lines[0], '{"type":"turn_context","payload":{}}', ...lines.slice(3)].join('\n'));
  await expect.poll(targets).toEqual(['list_orders', 'pay', 'refund']);
});

it('stops to follow on request, keeps the rows, and tells which calls got no result', async () => {
  const lines = sampleTranscripts['claude-code'];
  const file = write('.claude/projects/-home-ada-party/s.jsonl', lines.slice(0, 5));
  const { recording } = await readAll(file);
  const id = recording?.id ?? 0;
  expect(await targets()).toEqual(['list_orders']);
  expect(await inspector.api.stopFollowing({ recording: id })).toMatchObject({ ok: true });
  expect(await rowsOfCalls()).toMatchObject([
    { target: 'list_orders' },
    { target: 'pay', headline: 'No result in the transcript' },
  ]);
  expect(await inspector.api.followedTranscripts({})).toMatchObject({ ok: true, value: { followed: [] } });
});

it('shows the recording of a transcript that is followed instead of reading it again, and deletes it on request', async () => {
  const file = write('.codex/sessions/2026/11/17/rollout-x.jsonl', sampleTranscripts.codex.slice(0, 7));
  const { recording } = await readAll(file);
  appendFileSync(file, '\n{"type":"turn_context","payload":{}}\n');
  const { api } = inspector;
  const again = await api.readTranscript({ file });
  expect(again).toMatchObject({ ok: true, value: { known: { id: recording?.id } } });
  await api.cancelImport({ import: again.ok ? again.value.import : 0 });
  await api.newRecording({ name: '' });
  expect(await api.deleteRecording({ recording: recording?.id ?? 0 })).toMatchObject({ ok: true });
  expect(await api.followedTranscripts({})).toMatchObject({ ok: true, value: { followed: [] } });
});

it('says why a transcript that is followed cannot be read, and goes on when it can', async () => {
  const lines = sampleTranscripts.codex;
  const file = write('.codex/sessions/2026/11/17/rollout-x.jsonl', lines.slice(0, 7));
  await readAll(file);
  const problem = async () => {
    const answer = await inspector.api.followedTranscripts({});
    return answer.ok ? (answer.value.followed[0]?.problem ?? '') : '';
  };
  renameSync(file, `${file}.away`);
  await expect.poll(problem).toContain('cannot be read now');
  writeFileSync(file, lines.join('\n'));
  await expect.poll(targets).toEqual(['list_orders', 'pay', 'refund']);
  await expect.poll(problem).toBe('');
});

it('joins a call that is written later with what its client was watched to send meanwhile', async () => {
  await inspector.close();
  inspector = await openInspector({ ...options(), follow: true });
  const lines = sampleTranscripts['claude-code'];
  const file = write('.claude/projects/-home-ada-party/s.jsonl', lines.slice(0, 4));
  await readAll(file);
  expect(await rowsOfCalls()).toMatchObject([{ target: 'list_orders', remarks: ['transcript'] }]);
  writeSpool();
  appendFileSync(file, `\n${lines.slice(4, 6).join('\n')}\n`);
  await expect
    .poll(rowsOfCalls)
    .toContainEqual(expect.objectContaining({ target: 'pay', remarks: ['joined', 'arrived'] }));
  expect((await targets()).filter((target) => target === 'pay')).toHaveLength(1);
});

it('keeps the shape of lines that it does not understand with the recording, and counts those that are written later', async () => {
  const lines = sampleTranscripts.codex;
  const strange = `{"type":"dream","payload":{"text":${JSON.stringify(privateTexts[0])}}}`;
  const file = write('.codex/sessions/2026/11/17/rollout-x.jsonl', [...lines, strange]);
  expect(await inspector.api.countTranscript({ file })).toMatchObject({ ok: true, value: { unknown: 1 } });
  const { recording } = await readAll(file);
  const unknown = async () => {
    const answer = await inspector.api.unknownLines({ recording: recording?.id ?? 0 });
    return answer.ok ? answer.value.lines : [];
  };
  const shape = '{type: string, payload: {text: string}}';
  expect(await unknown()).toEqual([{ kind: 'dream', count: 1, first: lines.length + 1, shape }]);
  appendFileSync(file, `\n${strange}\n`);
  await expect.poll(unknown).toMatchObject([{ kind: 'dream', count: 2 }]);
  await inspector.close();
  inspector = await openInspector(options());
  expect(await unknown()).toMatchObject([{ kind: 'dream', count: 2 }]);
});
