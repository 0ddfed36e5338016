import { describe, expect, it } from 'vitest';
import { claudeCode } from '../../clients/claude-code.ts';
import { cline } from '../../clients/cline.ts';
import { codex } from '../../clients/codex.ts';
import { copilotCli } from '../../clients/copilot-cli.ts';
import type { JsonObject } from '../../json/json.ts';
import {
  type ClientVerdict,
  clientResultWords,
  comparedVerdicts,
  judgeClient,
  type MeasuredClient,
} from './client-check.ts';
import type { OpeningRequest, OpeningRun } from './opening-run.ts';

const request = (method: string, answer: JsonObject | null, more: Partial<OpeningRequest> = {}): OpeningRequest => ({
  method,
  row: 1,
  afterMs: 20,
  outcome: answer === null ? 'silent' : 'answered',
  answer,
  ...more,
});
const greeting = request('initialize', {
  result: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 's' } },
});
const listing = (...names: string[]) =>
  request('tools/list', { result: { tools: names.map((name) => ({ name, inputSchema: { type: 'object' } })) } });
const refusal = request('initialize', { error: { code: -32022, message: 'no', data: { supported: ['2026-07-28'] } } });

function judge(client: MeasuredClient, requests: OpeningRequest[], more: Partial<OpeningRun> = {}): ClientVerdict {
  const run = { requests, noise: null, end: null, starts: 1, failure: null, stderr: [], lastWords: '', ...more };
  return judgeClient(client, run, { server: 's', notPassed: [], isBusy: false, refusals: () => [] });
}

describe('a package that is only found by a variable of the terminal', () => {
  const end = { how: 'exit code 1', during: null, advice: 'Install it.' };
  const lacking = (notPassed: string[]) => {
    const lastWords = "ModuleNotFoundError: No module named 'garden'";
    const run = { requests: [], noise: null, end, starts: 1, failure: null, stderr: [lastWords], lastWords };
    return judgeClient(codex, run, { server: 's', notPassed, isBusy: false, refusals: () => [] });
  };
  it('is missing in a client that does not pass the variable on', () => {
    expect(lacking(['NODE_PATH', 'PYTHONPATH'])).toMatchObject({
      why: 'exit code 1: this client does not pass on PYTHONPATH',
      fix: 'Set PYTHONPATH in the server’s entry in the client.',
    });
    expect(lacking(['NODE_PATH']).fix).toBe('Install it.');
  });
});

describe('a first request without an answer in time', () => {
  const silent = request('server/discover', null, { afterMs: 2_800 });
  const late: OpeningRequest = { ...silent, isLate: true };

  it('is one that the server ignores', () => {
    expect(judge(claudeCode, [silent, greeting, listing('pay')])).toMatchObject({
      result: 'works',
      why: 'Waits 2.8 s for server/discover first',
    });
  });

  it('is no fault of a server that was not ready and answers it later', () => {
    expect(judge(claudeCode, [late, greeting, listing('pay')])).toMatchObject({ result: 'works', why: '1 of 1 tool' });
  });

  it('is too slow if the server has then taken the newer era', () => {
    expect(judge(copilotCli, [late, refusal])).toMatchObject({
      result: 'slow',
      why: 'server/discover took longer than the 2.8 s that GitHub Copilot CLI waits, and then initialize is refused',
    });
    expect(judge(codex, [refusal])).toMatchObject({ result: 'dies' });
    const again = request('server/discover', { result: { supportedVersions: ['2026-07-28'] } });
    expect(judge(claudeCode, [late, refusal, again, listing('pay')])).toMatchObject({ result: 'works' });
  });
});

describe('a server that ends', () => {
  const stderr = ['Error: ACME_URL is not set', '    at start (server.js:1)'];
  const ended = request('server/discover', null, { outcome: 'ended' });

  it('without any request is not ended by the first one', () => {
    const verdict = judge(copilotCli, [ended], {
      end: { how: 'exit code 1', advice: 'Set the variable ACME_URL.', during: null },
      stderr,
      lastWords: 'Error: ACME_URL is not set',
    });
    expect(verdict.why).toBe('The server ends at its start, exit code 1: “Error: ACME_URL is not set”');
    expect(verdict.fix).toBe('Set the variable ACME_URL.');
  });

  it('with its first request does not know it', () => {
    const during = { method: 'server/discover', row: 1 };
    expect(judge(copilotCli, [ended], { end: { how: 'exit code 1', advice: '', during } }).fix).toMatch(
      /^Answer unknown methods/,
    );
  });
});

describe('tools that only some clients get', () => {
  it('are lost in the others', () => {
    const [more, less, none] = comparedVerdicts([
      judge(claudeCode, [greeting, listing('pay', 'ask')]),
      judge(codex, [greeting, listing('pay')]),
      judge(copilotCli, [ended]),
    ]);
    expect(more).toMatchObject({ result: 'works', lost: [] });
    expect(less).toMatchObject({
      result: 'loses',
      works: true,
      why: 'Does not get ask: the server lists it only for other clients',
      lost: [{ tool: 'ask', how: 'not offered' }],
    });
    expect(none?.lost).toEqual([]);
  });
  const ended = request('initialize', null, { outcome: 'ended' });
});

it('calls a renamed tool renamed, and not lost', () => {
  const renamed = judge(codex, [greeting, listing('get-sum', 'pay')]);
  expect(renamed.result).toBe('loses');
  expect(clientResultWords(renamed)).toBe('Renames 1 tool');
  expect(clientResultWords({ ...renamed, works: false })).toBe('Loses all tools');
  expect(renamed.why).toBe('Renames get-sum as get_sum: its name has characters that the client replaces');
  expect(judge(codex, [greeting, listing('get-sum', 'get-it')]).why).toBe(
    'Renames get-sum as get_sum, get-it as get_it: their names have characters that the client replaces',
  );
});

it('says when a start takes most of what a client waits for', () => {
  const after = (afterMs: number) => judge(cline, [{ ...greeting, afterMs }, listing('pay')]);
  expect(after(1_400).why).toBe('1 of 1 tool');
  expect(after(1_500).why).toBe('1 of 1 tool, but initialize took 1.5 s of the 1.9 s that Cline CLI waits');
  expect([after(1_400), after(1_500), after(2_000)].map(clientResultWords)).toEqual([
    'Works',
    'Works, but slowly',
    'Too slow',
  ]);
  expect(after(2_000).result).toBe('slow');
});

describe('a server without tools', () => {
  const greetingWith = (capabilities: JsonObject) =>
    request('initialize', { result: { protocolVersion: '2025-06-18', capabilities, serverInfo: { name: 's' } } });
  const empty = (kind: string) => request(`${kind}/list`, { result: { [kind]: [] } });

  it('that lists nothing else does not just work', () => {
    const all = [greetingWith({ tools: {}, prompts: {}, resources: {} }), empty('tools')];
    const asked = judge(claudeCode, [...all, empty('prompts'), empty('resources')]);
    expect(clientResultWords(asked)).toBe('Works, but lists nothing');
    expect(asked.why).toBe('The server lists no tools, prompts or resources');
    // Codex does not ask for prompts: what another client saw counts for it too.
    const unasked = judge(codex, all);
    expect(clientResultWords(unasked)).toBe('Works');
    expect(comparedVerdicts([asked, unasked]).map(clientResultWords)).toEqual([
      'Works, but lists nothing',
      'Works, but lists nothing',
    ]);
  });

  it('that announces nothing loses no tools', () => {
    const [verdict] = comparedVerdicts([judge(claudeCode, [greetingWith({})])]);
    expect(verdict).toMatchObject({ result: 'works', but: 'lists nothing', works: true });
  });

  it('that has prompts works', () => {
    const prompts = request('prompts/list', { result: { prompts: [{ name: 'greet' }] } });
    expect(judge(claudeCode, [greetingWith({ prompts: {} }), prompts])).toMatchObject({
      result: 'works',
      why: 'The server lists no tools',
    });
  });

  it('that lists tools to a client that asks all the same loses them in the others', () => {
    const [more, less] = comparedVerdicts([
      judge(codex, [greetingWith({}), listing('pay')]),
      judge(claudeCode, [greetingWith({})]),
    ]);
    expect(more).toMatchObject({ result: 'works', why: '1 of 1 tool' });
    expect(less).toMatchObject({
      result: 'loses',
      works: false,
      fix: 'Announce tools in the capabilities of the answer to initialize.',
    });
  });
});
