// Runs of probes as the API lists them: which servers they try, and how many are kept. The servers do not start, so no process is needed.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { openProbeTest, type ProbeTest, value } from '../../inspector/testing/probe-runs.ts';

let bench: ProbeTest;
let server: string;
beforeAll(async () => {
  bench = await openProbeTest();
  const transport = { kind: 'stdio' as const, command: '/nowhere/at-all', args: [], env: {} };
  const config = { name: 'missing', transport, callTimeoutMs: 60_000 };
  ({ server } = await value(bench.inspector.api.addServer({ config, connect: false })));
});
afterAll(() => bench.close());

test('an unknown server is refused before anything is sent', async () => {
  const { api } = bench.inspector;
  const refusal = { ok: false, error: { code: 'not_found', message: 'There is no server "other" in the list.' } };
  for (const servers of [['other'], [server, 'other']]) {
    expect(await api.startProbe({ servers, tools: [] })).toMatchObject(refusal);
    expect(await api.planProbe({ servers, tools: [] })).toMatchObject(refusal);
  }
  expect(await api.ownProvocations({ server: 'other' })).toMatchObject(refusal);
  const provocation = { name: 'x', method: 'ping', params: '' };
  expect(await api.saveProvocation({ server: 'other', provocation })).toMatchObject(refusal);
  expect(await api.removeProvocation({ server: 'other', name: 'x' })).toMatchObject(refusal);
  expect((await value(api.probes({}))).probes).toEqual([]);
});

test('the parameters of a provocation are an object or a list, and none mean {}', async () => {
  const { api } = bench.inspector;
  const save = (params: string) =>
    api.saveProvocation({ server, provocation: { name: ' Mine', method: 'ping', params } });
  expect(await save('5')).toMatchObject({ ok: false, error: { code: 'bad_input' } });
  for (const params of ['', '[1]', '{"a":1}']) expect(await save(params)).toMatchObject({ ok: true });
  const mine = async () =>
    (await value(api.ownProvocations({ server }))).provocations.filter(({ from }) => from === 'person');
  expect((await mine()).map(({ params }) => params)).toEqual(['{"a":1}']);
  await value(api.removeProvocation({ server, name: 'mine ' }));
  expect(await mine()).toEqual([]);
});

test('a plan reports why a server did not start', async () => {
  const { plans } = await value(bench.inspector.api.planProbe({ servers: [server], tools: [] }));
  expect(plans).toMatchObject([{ server, name: 'missing', provocations: [], spared: [] }]);
  expect(plans[0]?.problem).toContain('/nowhere/at-all');
});

test('a server that is named twice is tried once, and the last twenty runs are kept', async () => {
  const { api } = bench.inspector;
  const runs: string[] = [];
  for (let index = 0; index < 21; index += 1) {
    const { probe } = await value(api.startProbe({ servers: [server, server], tools: [] }));
    expect((await bench.finished(probe)).servers.map(({ name }) => name)).toEqual(['missing']);
    runs.push(probe);
  }
  expect((await value(api.probes({}))).probes.map(({ id }) => id)).toEqual(runs.slice(1));
  expect(await api.stopProbe({ probe: runs[0] ?? '' })).toMatchObject({ ok: false, error: { code: 'not_found' } });
});
