// Attacks of a server on the table of clients: answers of any type and depth, and names made to fill or to break it.

import { describe, expect, it } from 'vitest';
import { clients } from '../../clients/clients.ts';
import { type Json, parseJson } from '../../json/json.ts';
import { judgeClient, type MeasuredClient } from './client-check.ts';
import type { OpeningRequest, OpeningRun } from './opening-run.ts';
import { schemaRefusals } from './schema-refusals.ts';

const measured = clients.filter(
  (client): client is (typeof clients)[number] & MeasuredClient => client.opening !== undefined,
);
const many = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));
const deep = (parseJson(`${'['.repeat(20_000)}${']'.repeat(20_000)}`) as { value: Json }).value;
const hostile = 'pay\u001b]52;c;eA==\u0007\u202e\r\n| x |';
const greeting = { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: {} };
const tool = (name: Json, inputSchema: Json = { type: 'object' }): Json => ({ name, inputSchema });

const answers: Readonly<Record<string, { greeting?: Json; error?: Json; tools?: Json }>> = {
  'a version of 20,000 levels': { greeting: { ...greeting, protocolVersion: deep } },
  'capabilities that are no object': { greeting: { ...greeting, capabilities: [null, 7] } },
  'an error of 20,000 levels': { error: { code: deep, message: deep, data: { supported: ['2026-07-28', deep] } } },
  'an error of a megabyte': { error: { code: 'x'.repeat(1_000_000), message: 'y'.repeat(1_000_000) } },
  'tools that are no objects': { tools: [null, 7, 'pay', [], deep, { name: deep }] },
  'a list that is no list': { tools: { length: 1e9 } },
  'names of the prototype': { tools: ['__proto__', 'constructor', 'toString', '__proto__'].map((name) => tool(name)) },
  'names that break tables': { tools: many(50, (at) => tool(`${hostile}${at}`)) },
  'names of a megabyte': { tools: many(5, (at) => tool(`${at}${'n'.repeat(1_000_000)}`)) },
  '20,000 names that are replaced': { tools: many(20_000, (at) => tool(`a.${at}`)) },
  'schemas of 20,000 levels': {
    tools: many(20, (at) => tool(`t${at}`, { type: 'object', default: deep, enum: deep, required: deep })),
  },
  'property names of a megabyte': {
    tools: [
      tool('pay', {
        type: 'object',
        properties: {
          ['p'.repeat(1_000_000)]: {
            properties: Object.fromEntries(many(600, (at) => [`p${at}`, { exclusiveMinimum: true }])),
          },
        },
      }),
    ],
  },
};

const request = (method: string, answer: Json): OpeningRequest => ({
  method,
  row: 1,
  afterMs: 1,
  outcome: 'answered',
  answer: answer as OpeningRequest['answer'],
});

describe.each(Object.entries(answers))('%s', (_name, { greeting: said = greeting, error, tools = [] }) => {
  const run: OpeningRun = {
    requests: [
      request('initialize', error === undefined ? { result: said } : { error }),
      request('tools/list', { result: { tools } }),
    ],
    noise: null,
    end: null,
    starts: 1,
    failure: null,
    stderr: [],
    lastWords: '',
  };

  it.each(measured)('gets a short line on $name', (client) => {
    const verdict = judgeClient(client, run, {
      server: 'hostile',
      notPassed: [],
      isBusy: false,
      refusals: (listed) => schemaRefusals(listed, client.opening.tools),
    });
    expect(`${verdict.why}${verdict.fix}`.length).toBeLessThan(1_200);
    expect(verdict.why).not.toMatch(/[\u0000-\u001f\u007f\u202e]/);
    expect(JSON.stringify(verdict.repaired).length).toBeLessThan(100_000);
  });
});
