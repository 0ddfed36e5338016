import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../shared/json/json.ts';
import { formFields } from '../../arguments/form-fields.ts';
import { checkContent, readElicitation, readSampling, refusals, rootsResult, startContent } from './questions.ts';

const schema: JsonObject = {
  type: 'object',
  required: ['name', 'mail'],
  properties: {
    name: { type: 'string', title: 'Your name', minLength: 2, maxLength: 5 },
    mail: { type: 'string', format: 'email' },
    page: { type: 'string', format: 'uri' },
    day: { type: 'string', format: 'date' },
    at: { type: 'string', format: 'date-time' },
    age: { type: 'integer', minimum: 18, maximum: 120, default: 30 },
    agree: { type: 'boolean', default: true },
    colour: { type: 'string', enum: ['r', 'g'], enumNames: ['Red', 'Green'] },
    size: {
      type: 'string',
      oneOf: [
        { const: 's', title: 'Small' },
        { const: 'l', title: 'Large' },
      ],
    },
    many: { type: 'array', minItems: 1, maxItems: 2, items: { type: 'string', enum: ['a', 'b', 'c'] } },
  },
};
const good = { name: 'Ada', mail: 'ada@example.com' };
const issuesOf = (more: JsonObject) =>
  checkContent(schema, { ...good, ...more }).map(({ path, message }) => `${path}: ${message}`);

describe('an elicitation', () => {
  it('starts with the server’s suggestions', () => {
    expect(startContent(schema)).toEqual({ age: 30, agree: true });
    expect(checkContent(schema, startContent(schema)).map(({ message }) => message)).toEqual([
      'name is required',
      'mail is required',
    ]);
  });

  it('is validated before sending', () => {
    expect(issuesOf({})).toEqual([]);
    expect(
      issuesOf({ page: 'https://example.com', day: '2026-02-28', at: '2026-07-28T10:00:00Z', many: ['a'] }),
    ).toEqual([]);
    expect(issuesOf({ name: 'A' })).toEqual(['name: name 1 character < minimum 2']);
    expect(issuesOf({ name: '😀😀😀😀😀' })).toEqual([]);
    expect(issuesOf({ name: 'Augusta' })).toHaveLength(1);
    expect(issuesOf({ mail: 'ada' })).toEqual(['mail: mail must be an e-mail address']);
    expect(issuesOf({ page: 'example' })).toHaveLength(1);
    expect(issuesOf({ day: '2026-02-30' })).toHaveLength(1);
    expect(issuesOf({ at: '2026-07-28' })).toHaveLength(1);
    expect(issuesOf({ age: 17 })).toEqual(['age: age 17 < minimum 18']);
    expect(issuesOf({ age: 17.5 })).not.toEqual([]);
    expect(issuesOf({ colour: 'b' })).not.toEqual([]);
    expect(issuesOf({ size: 'm' })).toEqual(['size: size must fit one of the forms']);
    expect(issuesOf({ many: [] })).toEqual(['many: many 0 items < minimum 1']);
  });

  it('labels choices like the server does', () => {
    const fields = formFields(schema, {}) ?? [];
    const byName = (name: string) => fields.find((field) => field.name === name);
    expect(byName('colour')).toMatchObject({ control: 'choice', choices: ['r', 'g'], choiceNames: ['Red', 'Green'] });
    expect(byName('size')).toMatchObject({ control: 'choice', choices: ['s', 'l'], choiceNames: ['Small', 'Large'] });
    expect(byName('many')?.control).toBe('list');
  });

  it('is never quadratic in a long value', () => {
    const long = 'a@'.repeat(500_000);
    checkContent(schema, { name: long, mail: long, page: long, day: long, at: long });
  });

  it('accepts any input', () => {
    for (const params of ['', 'nonsense', '[]', '{"requestedSchema":[]}', '{"message":{"a":1}}'])
      expect(readElicitation(params).message).toBe('');
  });
});

describe('sampling', () => {
  it('is parsed into messages and preferences', () => {
    const read = readSampling(
      JSON.stringify({
        systemPrompt: 'Be brief.',
        messages: [
          { role: 'user', content: { type: 'text', text: 'Hello' } },
          {
            role: 'assistant',
            content: [
              { type: 'text', text: 'a' },
              { type: 'tool_use', name: 'x' },
            ],
          },
        ],
        modelPreferences: { hints: [{ name: 'sonnet' }, { name: 'gpt' }], speedPriority: 0.8 },
        maxTokens: 100,
      }),
    );
    expect(read.system).toBe('Be brief.');
    expect(read.messages.map(({ role, blocks }) => [role, blocks.map(({ kind }) => kind)])).toEqual([
      ['user', ['text']],
      ['assistant', ['text', 'json']],
    ]);
    expect(read.preferences).toEqual(['model like sonnet or gpt', 'speed 0.8', 'at most 100 tokens']);
  });
});

it('declines with the message of each kind', () => {
  expect(refusals('elicitation_form').map(({ answer }) => answer)).toEqual([
    { kind: 'result', result: '{"action":"decline"}' },
    { kind: 'result', result: '{"action":"cancel"}' },
  ]);
  expect(refusals('sampling')[0]?.answer).toMatchObject({ kind: 'refuse', code: -1 });
});

it('sends roots without empty lines', () => {
  expect(
    rootsResult([
      { uri: ' file:///a ', name: '' },
      { uri: '', name: 'x' },
    ]),
  ).toEqual({ roots: [{ uri: 'file:///a' }] });
});
