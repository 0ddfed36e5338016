import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json } from '../../json/json.ts';
import { standardIds } from './probing.ts';
import { looksDestructive, type ProbedTool, planServer, type ServerFacts } from './provocations.ts';

const ajv = new Ajv2020({ strict: false, logger: false, validateFormats: false });
const fails = (schema: Json, args: Json): boolean => !ajv.validate(schema as object, args);
const noHints = { readOnly: null, destructive: null, idempotent: null };
const tool = (name: string, inputSchema: Json, hints: Partial<ProbedTool['hints']> = {}): ProbedTool => ({
  name,
  inputSchema,
  hints: { ...noHints, ...hints },
});
const facts = (more: Partial<ServerFacts> = {}): ServerFacts => ({
  server: 's',
  name: 's',
  revision: '2025-11-25',
  overHttp: false,
  credentialHeaders: [],
  hasSession: false,
  tools: [],
  prompts: null,
  offersTools: true,
  offersResources: false,
  own: [],
  ...more,
});
const plan = (more: Partial<ServerFacts>, allowed: string[] = []) => planServer(facts(more), { allowed, fails });

const rich = tool('find_order', {
  type: 'object',
  properties: {
    id: { type: 'string', minLength: 1, maxLength: 10 },
    kind: { enum: ['a', 'b'] },
    filter: { type: 'object' },
  },
  required: ['id'],
  additionalProperties: false,
});

test('the list names every standard mistake, sent or left out with a reason', () => {
  const { provocations } = plan({ tools: [rich] });
  expect(provocations.map(({ id }) => id)).toEqual(expect.arrayContaining([...standardIds]));
  for (const { leftOut, sends, safe } of provocations)
    expect(leftOut === '' ? sends !== '' && safe !== '' : true).toBe(true);
  expect(provocations.find(({ id }) => id === 'missing-credentials')?.leftOut).toMatch(
    /Only servers reached over HTTP/,
  );
  expect(provocations.filter(({ leftOut }) => leftOut === '').length).toBeGreaterThanOrEqual(15);
});

test('never sends an extra argument to a tool that may act, even if the user allowed it', () => {
  const extra = (tools: ProbedTool[], allowed: string[] = []) =>
    plan({ tools }, allowed).provocations.find(({ id }) => id === 'extra-argument');
  expect(extra([rich])?.leftOut).toMatch(/says that it only reads/);
  expect(extra([rich], ['find_order'])?.leftOut).not.toBe('');
  expect(extra([tool('read', rich.inputSchema, { idempotent: true, readOnly: false })])?.leftOut).not.toBe('');
  expect(extra([rich, tool('read', rich.inputSchema, { readOnly: true })])).toMatchObject({
    target: 'read',
    leftOut: '',
  });
});

/** Schemas as servers write them: any mix of types, limits, lists and nesting. */
const schema: fc.Arbitrary<Json> = fc
  .dictionary(
    fc.stringMatching(/^[a-z]{1,6}$/),
    fc.oneof(
      fc.record({ type: fc.constantFrom('string', 'number', 'integer', 'boolean', 'array', 'object', 'null') }),
      fc.record({ type: fc.constant('string'), minLength: fc.nat(5), maxLength: fc.integer({ min: 0, max: 50 }) }),
      fc.record({ enum: fc.array(fc.oneof(fc.string(), fc.integer()), { minLength: 1, maxLength: 3 }) }),
      fc.record({ anyOf: fc.constant([{ type: 'string' }, { type: 'object' }]) }),
      fc.constant({}),
    ),
    { maxKeys: 5 },
  )
  .chain((properties) =>
    fc.record({
      type: fc.constant('object'),
      properties: fc.constant(properties),
      required: fc.subarray(Object.keys(properties)),
      additionalProperties: fc.boolean(),
    }),
  ) as fc.Arbitrary<Json>;

test('for any schema, calls a tool only with arguments that the schema forbids', () => {
  fc.assert(
    fc.property(schema, (inputSchema) => {
      const { provocations } = plan({ tools: [tool('any', inputSchema)] });
      for (const { method, sends, leftOut } of provocations) {
        if (leftOut !== '' || method !== 'tools/call') continue;
        const { name, arguments: args } = JSON.parse(sends);
        if (name === 'any') expect(fails(inputSchema, args)).toBe(true);
      }
    }),
  );
});

describe('tools that look destructive', () => {
  const named = (name: string, hints: Partial<ProbedTool['hints']> = {}) => looksDestructive(tool(name, {}, hints));

  test('are recognized by the hint, otherwise by the name', () => {
    expect(named('tidy', { destructive: true })).toMatch(/marks it/);
    for (const name of ['delete_order', 'removeUser', 'drop-table', 'send_mail', 'runCommand', 'files.write'])
      expect([name, named(name)]).toEqual([name, expect.stringContaining('Its name says')]);
    for (const name of ['get_order', 'settings', 'list_deleted', 'running_total', 'find'])
      expect([name, named(name)]).toEqual([name, null]);
    expect(named('delete_preview', { readOnly: true })).toBeNull();
  });

  test('are skipped unless they are named', () => {
    const wipe = tool('wipe_disk', { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] });
    const without = plan({ tools: [wipe] });
    expect(without.spared).toEqual([{ tool: 'wipe_disk', because: 'Its name says “wipe”.' }]);
    expect(without.provocations.some(({ sends }) => sends.includes('wipe_disk'))).toBe(false);
    const allowed = plan({ tools: [wipe] }, ['wipe_disk']);
    expect(allowed.provocations.some(({ target }) => target === 'wipe_disk')).toBe(true);
  });

  test('come after read-only ones', () => {
    const reads = tool('a_read', rich.inputSchema, { readOnly: true });
    const { provocations } = plan({ tools: [rich, reads] });
    expect(provocations.find(({ id }) => id === 'missing-argument')?.target).toBe('a_read');
  });
});

test('sends a documented failure once if a standard mistake covers it', () => {
  const own = [
    { name: 'unknown tool', method: 'tools/call', params: '{"name":"x"}' },
    { name: 'Rate limited', method: 'tools/call', params: '{"name":"y"}' },
  ];
  const { provocations } = plan({ tools: [rich], own });
  expect(provocations.filter(({ kind }) => kind === 'own').map(({ id }) => id)).toEqual(['own:rate limited']);
});

test('replaces credentials with invented ones, and sends them nowhere else', () => {
  const { provocations } = plan({ overHttp: true, credentialHeaders: ['Authorization'], hasSession: true });
  const headers = (id: string) => provocations.find((it) => it.id === id)?.headers;
  expect(headers('missing-credentials')).toEqual({ Authorization: null });
  expect(headers('wrong-credentials')).toEqual({ Authorization: 'Bearer misfire-wrong-credentials' });
  expect(headers('missing-session')).toEqual({ 'mcp-session-id': null });
});
