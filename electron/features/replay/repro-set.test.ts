import { describe, expect, it, test } from 'vitest';
import type { ServerConfig } from '../../../shared/server/server-config.ts';
import { filterCalls } from './repro-filter.ts';
import { isReproSet, missingInSet, type ReproSource, readReproSet, resolveServer, writeReproSet } from './repro-set.ts';

const failure = {
  layer: 'tool',
  carrier: 'result.error',
  class: 'not_found',
  code: 3001,
  target: 'get_order',
  fields: [],
} as const;

const source: ReproSource = {
  server: 'orders',
  behind: {
    name: 'Orders',
    sample: null,
    url: null,
    transport: {
      kind: 'stdio',
      command: 'node',
      args: ['server.js', '--token', 'hunter2-token', '--api-key=hunter2-key', '$HOME'],
      env: { API_KEY: 'hunter2-env' },
    },
  },
  method: 'tools/call',
  params: '{"name":"get_order","arguments":{"n":1.0,"big":12345678901234567890}}',
  title: 'Not found',
  failure: { ...failure, fields: [] },
};

const noSamples = () => null;
const secrets = { TOKEN: 'hunter2-token', API_KEY: 'x', API_KEY_2: 'y', MCP_TOKEN: 'hunter2-token' };

describe('a repro set', () => {
  it('contains no secret that is the name of an argument', () => {
    const secret = 'sk-live-9f8a7b6c5d4e3f2a1b0c9d8e7f6a5b4c';
    const params = JSON.stringify({ name: 'get_order', arguments: { [secret]: 'x', n: 1 } });
    const text = writeReproSet([{ ...source, params }]);
    expect(text).not.toContain(secret);
    expect(JSON.parse(text).calls[0].params.arguments).toMatchObject({ n: 1 });
  });

  it('contains no secret, and is complete again if the environment has them', () => {
    const secret = {
      ...source,
      params: '{"name":"login","arguments":{"password":"hunter2-pass","list":["ghp_hunter2hunter2hu"]}}',
    };
    const text = writeReproSet([source, secret]);
    expect(text).not.toContain('hunter2');
    expect(text.endsWith('}\n')).toBe(true);
    const env: Record<string, string> = {};
    for (const [, name = ''] of text.matchAll(/"variable": "(\w+)"|"\/arguments\/[^"]*": "(\w+)"/g)) env[name] = name;
    for (const name of ['PASSWORD', 'LIST']) env[name] = name;
    const read = readReproSet(text, 'repro.json', env);
    if (!read.ok) throw new Error(read.problem);
    expect(read.calls[0]).toMatchObject({ params: source.params, method: 'tools/call', failure });
    expect(JSON.parse(read.calls[1]?.params ?? '')).toEqual({
      name: 'login',
      arguments: { password: 'PASSWORD', list: ['LIST'] },
    });
    const config = resolveServer(read.set, 'orders', env, noSamples) as ServerConfig;
    expect(config.transport).toMatchObject({ kind: 'stdio', command: 'node', env: { API_KEY: expect.any(String) } });
    // Only whole references are filled in; a dollar sign in a text stays one.
    expect(config.transport.kind === 'stdio' && config.transport.args.at(-1)).toBe('$HOME');
  });

  it("needs no variable for the ids of the client's session, and does not contain them", () => {
    const meta = { 'x-codex-turn-metadata': { session_id: 'a81bc81b-dead-4e5d-abff-90865d1e13b1', kind: 'turn' } };
    const params = JSON.stringify({ name: 'get_order', arguments: { password: 'hunter2-pass' }, _meta: meta });
    const text = writeReproSet([
      { ...source, params },
      { ...source, params: JSON.stringify({ name: 'x', _meta: meta }) },
    ]);
    expect(text).not.toContain('a81bc81b');
    const read = readReproSet(text, 'repro.json', { ...secrets, PASSWORD: 'hunter2-pass' });
    expect(read.ok && read.set.calls.map(({ variables }) => variables)).toEqual([
      { '/arguments/password': 'PASSWORD' },
      undefined,
    ]);
    expect(read.ok && read.calls.map(({ params, unready }) => [JSON.parse(params)._meta, unready])).toEqual([
      [{ 'x-codex-turn-metadata': { kind: 'turn' } }, undefined],
      [{ 'x-codex-turn-metadata': { kind: 'turn' } }, undefined],
    ]);
  });

  it('is written the same way each time', () => {
    expect(writeReproSet([source, source])).toBe(writeReproSet([source, source]));
    expect(JSON.parse(writeReproSet([source])).calls).toHaveLength(1);
  });

  it('is not confused by params that look like its own placeholders', () => {
    const odd = { ...source, params: '{"a":"@params@","b":"\\"@params@\\""}', title: '@params@' };
    const read = readReproSet(writeReproSet([odd, source]), 'f', secrets);
    expect(read.ok && read.calls.map(({ params }) => params)).toEqual([odd.params, source.params]);
  });

  it('keeps deeply nested params unchanged', () => {
    const deep = { ...source, params: `${'['.repeat(3000)}${']'.repeat(3000)}` };
    const text = writeReproSet([deep]);
    expect(text).toContain(deep.params);
  });

  it('recognizes a sample by its name', () => {
    const text = writeReproSet([{ ...source, behind: { ...source.behind!, sample: 'closient' } }]);
    const read = readReproSet(text, 'f', {});
    const config = { name: 'Closient' } as ServerConfig;
    expect(read.ok && resolveServer(read.set, 'orders', {}, (id) => (id === 'closient' ? config : null))).toBe(config);
  });
});

describe('an invalid file is reported with its name and field', () => {
  const good = JSON.parse(writeReproSet([{ ...source, behind: null }]));
  test.each([
    ['no JSON', '{"misfireRepro":1,', /^repro\.json is not JSON: /],
    ['another version', { ...good, misfireRepro: 2 }, /^repro\.json: misfireRepro: This Misfire reads version 1\.$/],
    ['no calls', { ...good, calls: [] }, /^repro\.json: calls: There is nothing in it to run\.$/],
    [
      'a call without a method',
      { ...good, calls: [{ ...good.calls[0], method: 5 }] },
      /^repro\.json: calls\[0\]\.method: /,
    ],
    [
      'a class that does not exist',
      { ...good, calls: [{ ...good.calls[0], failure: { ...failure, class: 'sad' } }] },
      /^repro\.json: calls\[0\]\.failure\.class: /,
    ],
    ['a server of no kind', { ...good, servers: { x: { nothing: 1 } } }, /^repro\.json: servers\.x: It needs /],
    [
      'a place that is not there',
      { ...good, calls: [{ ...good.calls[0], variables: { '/arguments/none/deeper': 'TOKEN' } }] },
      /^repro\.json: calls\[0\]: variables: there is no \/arguments\/none\/deeper in params\.$/,
    ],
  ])('%s', (_name, content, message) => {
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    expect(readReproSet(text, 'repro.json', secrets)).toMatchObject({
      ok: false,
      problem: expect.stringMatching(message),
    });
  });

  it('a missing server, or one with missing variables', () => {
    const read = readReproSet(writeReproSet([source]), 'f', {});
    if (!read.ok) throw new Error(read.problem);
    expect(resolveServer(read.set, 'nobody', {}, noSamples)).toBe('servers does not say how to reach "nobody".');
    expect(resolveServer(read.set, 'orders', {}, noSamples)).toMatch(
      /^The environment variables MCP_TOKEN, API_KEY and API_KEY_2 are not set\.$/,
    );
  });

  it('unset variables block only the calls that need them, and are all named at once', () => {
    const needy = { ...good.calls[0], variables: { '/arguments/n': 'UNSET' } };
    const set = { ...good, calls: [good.calls[0], needy, { ...needy, variables: { '/arguments/n': 'UNSET_TOO' } }] };
    const read = readReproSet(JSON.stringify(set), 'repro.json', secrets);
    if (!read.ok) throw new Error(read.problem);
    expect(read.calls.map(({ unready }) => unready)).toEqual([
      undefined,
      'The environment variable UNSET is not set.',
      'The environment variable UNSET_TOO is not set.',
    ]);
    expect(missingInSet(read.set, secrets)).toEqual(['UNSET', 'UNSET_TOO']);
  });

  it('and a capture is distinguished from a repro set', () => {
    expect(isReproSet(writeReproSet([source]))).toBe(true);
    expect(isReproSet('{"misfire":1,"started":"2026-01-01T00:00:00Z"}\n{"t":1,"lane":"in","text":"x"}')).toBe(false);
    expect(isReproSet('')).toBe(false);
  });
});

test('a filter selects calls of a repro set', () => {
  const read = readReproSet(writeReproSet([source, { ...source, failure: null, method: 'ping', params: '' }]), 'f', {});
  const calls = read.ok ? read.calls : [];
  const picked = (filter: string) => (filterCalls(calls, filter) as typeof calls).map(({ method }) => method);
  expect(picked('')).toEqual(['tools/call', 'ping']);
  expect(picked('class:not_found')).toEqual(['tools/call']);
  expect(picked('tool:get* server:orders')).toEqual(['tools/call']);
  expect(picked('is:failed')).toEqual(['tools/call']);
  expect(picked('-is:failed')).toEqual(['ping']);
  expect(filterCalls(calls, 'nonsense:1')).toEqual(expect.any(String));
});
