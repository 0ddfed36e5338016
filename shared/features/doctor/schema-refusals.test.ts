import { expect, it } from 'vitest';
import { claudeCode } from '../../clients/claude-code.ts';
import { codex } from '../../clients/codex.ts';
import { opencode } from '../../clients/opencode.ts';
import type { Json } from '../../json/json.ts';
import { schemaRefusals } from './schema-refusals.ts';

const tool = (name: string, part: Json): Json => ({ name, inputSchema: { type: 'object', properties: { n: part } } });
const bound = tool('bound', { type: 'number', minimum: 0, exclusiveMinimum: true });
const outside = tool('outside', { $ref: 'https://example.com/a.json' });

it('names tools that the service behind a client refuses, with a repair if there is one', () => {
  expect(schemaRefusals([tool('fine', { type: 'number' }), bound], claudeCode.opening.tools)).toEqual([
    {
      tool: 'bound',
      service: 'Anthropic',
      why: '/inputSchema/properties/n has the exclusiveMinimum true, as in draft 4. Since draft 6 it is a number.',
      fix: 'Write the bound itself: "exclusiveMinimum": 0.',
      hasRepair: true,
    },
  ]);
});

it('names a tool once, however many of its parts are refused', () => {
  const part = { type: 'number', minimum: 0, exclusiveMinimum: true };
  const twice = { name: 'twice', inputSchema: { type: 'object', properties: { a: part, b: part } } };
  expect(schemaRefusals([twice], claudeCode.opening.tools)).toMatchObject([
    { tool: 'twice', why: expect.stringContaining('/properties/a ') },
  ]);
});

it('passes what the client repairs itself, and says nothing about services that the user chooses', () => {
  expect(schemaRefusals([bound], codex.opening.tools)).toEqual([]);
  expect(schemaRefusals([bound, outside], opencode.opening.tools)).toEqual([]);
});
