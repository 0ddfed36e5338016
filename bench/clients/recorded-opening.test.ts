import { expect, it } from 'vitest';
import { copilotCli } from '../../shared/clients/copilot-cli.ts';
import type { JsonObject } from '../../shared/json/json.ts';
import type { WireEntry } from './measure-client.ts';
import { expectedSteps, openingDifference, recordedSteps } from './recorded-opening.ts';

const { opening } = copilotCli;
const entry = (from: 'client' | 'server', message: object): WireEntry => ({
  at: 0,
  pid: 1,
  from,
  line: JSON.stringify(message),
});
const answer = entry('server', { jsonrpc: '2.0', id: 0, result: {} });
/** Each step is answered before the next one. */
const wireOf = (steps: readonly (readonly JsonObject[])[]): WireEntry[] => [
  { at: 0, pid: 1, event: 'start' },
  ...steps.flatMap((step) => [...step.map((message) => entry('client', message)), answer]),
  entry('client', { jsonrpc: '2.0', id: 9, method: 'tools/call' }),
  { ...entry('client', { jsonrpc: '2.0', id: 1, method: 'initialize' }), pid: 2 },
];

it('records messages that were sent at once as one step, until the first call', () => {
  const [one, two] = [
    { id: 1, method: 'tools/list' },
    { id: 2, method: 'prompts/list' },
  ];
  expect(recordedSteps(wireOf([[one, two]]))).toEqual([[one, two]]);
  expect(recordedSteps(wireOf([[one], [two]]))).toEqual([[one], [two]]);
});

it.each(['legacy', 'modern'] as const)('finds the opening of a file in a recording of a %s server', (era) => {
  const steps = expectedSteps(opening, era);
  expect(openingDifference(opening, era, wireOf(steps))).toBeNull();
  const newer = JSON.parse(JSON.stringify(steps).replaceAll(opening.version, '9.9.9')) as JsonObject[][];
  expect(openingDifference(opening, era, wireOf(newer))).toBeNull();
  expect(openingDifference(opening, era, wireOf(steps.slice(0, -1)))).toMatch(/recorded none$/);
  const [first, ...rest] = newer as [JsonObject[], ...JsonObject[][]];
  expect(openingDifference(opening, era, wireOf([[...first, { method: 'ping' }], ...rest]))).toMatch(
    /^step 1 .*"ping"/,
  );
});
