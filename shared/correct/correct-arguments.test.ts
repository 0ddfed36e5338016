// Corrections of single refusals, with messages of the validators that servers use.

import { describe, expect, it } from 'vitest';
import type { FieldIssue } from '../failure.ts';
import type { Json } from '../json/json.ts';
import { correctArguments } from './correct-arguments.ts';
import { changeLine, missingLine } from './correction.ts';

const search = {
  type: 'object',
  required: ['query'],
  additionalProperties: false,
  properties: {
    query: { type: 'string' },
    limit: { type: 'integer', minimum: 1, maximum: 100 },
    sort: { type: 'string', enum: ['asc', 'desc'] },
    isOpen: { type: 'boolean' },
    tags: { type: 'array', items: { type: 'string' } },
    user_id: { type: 'string' },
  },
} as const satisfies Json;

const correct = (schema: Json | null, args: Json | undefined, issues: FieldIssue[] = [], message = '') =>
  correctArguments({ schema, args, issues, message });
const lines = (schema: Json | null, args: Json | undefined, issues: FieldIssue[] = [], message = '') =>
  correct(schema, args, issues, message).changes.map((change) => changeLine(change));

it('knows from the message that a value was sent, even if the request is unknown', () => {
  const message = 'Invalid input: expected number, received string';
  expect(correct(null, undefined, [{ path: '/a', message }]).missing).toMatchObject([{ path: '/a', isSent: true }]);
  const absent = 'Invalid input: expected number, received undefined';
  expect(correct(null, undefined, [{ path: '/a', message: absent }]).missing).toMatchObject([
    { path: '/a', isSent: false },
  ]);
});

describe('corrections from the schema alone', () => {
  it('converts a value to another type without loss', () => {
    const done = correct(search, { query: 7, limit: '5', isOpen: 'true', tags: 'new' });
    expect(done.args).toEqual({ query: '7', limit: 5, isOpen: true, tags: ['new'] });
    expect(done.changes.map((change) => changeLine(change))).toEqual([
      'query: 7 → "7", the schema wants text',
      'limit: "5" → 5, the schema wants an integer',
      'isOpen: "true" → true, the schema wants true or false',
      'tags: "new" → ["new"], the schema wants a list',
    ]);
    expect(done).toMatchObject({ missing: [], fits: true, isChanged: true });
  });

  it('parses lists and objects that were sent as text, including all arguments', () => {
    expect(correct(search, { query: 'a', tags: '["x","y"]' }).args).toEqual({ query: 'a', tags: ['x', 'y'] });
    expect(correct(search, '{"query":"a"}').args).toEqual({ query: 'a' });
    expect(lines(search, '{"query":"a"}')[0]).toContain('text that holds an object');
  });

  it('unwraps a list of one if no list is expected', () => {
    expect(correct(search, { query: ['a'] }).args).toEqual({ query: 'a' });
    expect(correct(search, { query: ['a', 'b'] })).toMatchObject({
      changes: [],
      missing: [{ path: '/query', wants: 'text', isSent: true }],
    });
  });

  it('clamps numbers to a single limit, also those sent as text', () => {
    const page: Json = { type: 'object', properties: { limit: { type: 'integer', maximum: 100 } } };
    expect(lines(page, { limit: 500 })).toEqual(['limit: 500 → 100, the most that the schema allows is 100']);
    expect(correct(page, { limit: '500' }).args).toEqual({ limit: 100 });
  });

  it('picks no value of a range', () => {
    expect(correct(search, { query: 'a', limit: 0 })).toMatchObject({ changes: [], missing: [{ path: '/limit' }] });
  });

  it('picks the choice that was clearly intended, and no other', () => {
    expect(lines(search, { query: 'a', sort: 'DESC' })).toEqual([
      'sort: "DESC" → "desc", the nearest of those that the schema allows',
    ]);
    expect(correct(search, { query: 'a', sort: 'dsec' }).args).toEqual({ query: 'a', sort: 'desc' });
    expect(correct(search, { query: 'a', sort: 'upwards' })).toMatchObject({
      args: { query: 'a', sort: 'upwards' },
      changes: [],
      missing: [{ path: '/sort', wants: 'one of "asc", "desc"', isSent: true }],
      fits: false,
    });
  });

  it('renames to the nearest known name, and drops names without one', () => {
    expect(lines(search, { query: 'a', userId: 'u1' })).toEqual(['userId → user_id, the tool’s own name for it']);
    expect(lines(search, { query: 'a', verbose: true })).toEqual(['verbose: left out, the tool does not know it']);
    // Renamed and converted in one step.
    expect(lines(search, { query: 'a', Limit: '5' })).toEqual(['Limit → limit: "5" → 5, the tool’s own name for it']);
    // The name is already in use.
    expect(correct(search, { query: 'a', Query: 'b' }).args).toEqual({ query: 'a' });
  });

  it('finds a missing argument under another name if others are allowed', () => {
    const open = { type: 'object', required: ['user_id'], properties: { user_id: { type: 'string' } } };
    expect(lines(open, { userID: 'u1' })).toEqual(['userID → user_id, the tool’s own name for it']);
  });

  it('quotes one line of an objection', () => {
    const one = { path: '/q', wants: 'text', says: 'Syntax error\nLINE 1: x\n ^', isSent: true };
    expect(missingLine(one)).toBe('q: Syntax error, and what was sent does not fit');
  });

  it('fills in only what the schema says', () => {
    const schema = {
      type: 'object',
      required: ['version', 'format', 'page', 'city', 'from', 'unit'],
      properties: {
        version: { const: 2 },
        format: { enum: ['csv'] },
        page: { type: 'integer', default: 1 },
        city: { type: 'string', examples: ['Oslo'] },
        from: { type: 'string', format: 'date' },
        unit: { enum: ['C', 'F'] },
      },
    };
    const done = correct(schema, {});
    expect(done.args).toEqual({ version: 2, format: 'csv', page: 1 });
    expect(done.changes.map((change) => changeLine(change))).toEqual([
      'version: 2, the only value that the schema allows',
      'format: "csv", the only value that the schema allows',
      'page: 1, the schema’s default',
    ]);
    expect(done.missing.map(missingLine)).toEqual([
      'city: wants text such as "Oslo"',
      'from: wants a date like 2026-01-31',
      'unit: wants one of "C", "F"',
    ]);
  });

  it.each([
    ['one value with an apostrophe', 'city must be one of "Bob\'s"', "Bob's"],
    ['the same in single quotes', "city must be one of 'Bob's'", "Bob's"],
    ['a value with quotes of another kind', 'city must be one of \'the "old" one\'', 'the "old" one'],
  ])('takes the whole of %s', (_, message, value) => {
    const { changes } = correct(null, { city: 'x' }, [{ path: '/city', message }], message);
    expect(changes).toMatchObject([{ path: '/city', after: value }]);
  });

  it('takes no part of several quoted values', () => {
    const message = 'city must be one of "Bob\'s", "Al"';
    const { changes, missing } = correct(null, { city: 'x' }, [{ path: '/city', message }], message);
    expect(changes).toEqual([]);
    expect(missing).toMatchObject([{ choices: ["Bob's", 'Al'] }]);
  });

  it('takes a default that the server’s own limit leads to', () => {
    const schema = { type: 'object', properties: { n: { type: 'integer', minimum: 1, default: 1 } } };
    const message = 'n must be at least 1';
    const { changes } = correct(schema, { n: 0 }, [{ path: '/n', message }], message);
    expect(changes).toEqual([{ path: '/n', before: 0, after: 1, because: 'the schema’s default', from: 'schema' }]);
  });

  it('uses neither an invalid default nor an example', () => {
    const schema = {
      type: 'object',
      required: ['n'],
      properties: { n: { type: 'integer', default: 'ten', examples: ['x', 3] } },
    };
    expect(correct(schema, {}).args).toEqual({});
  });

  it('descends into objects, lists and references', () => {
    const schema = {
      type: 'object',
      required: ['order'],
      properties: { order: { $ref: '#/$defs/order' } },
      $defs: {
        order: {
          type: 'object',
          required: ['lines', 'kind'],
          properties: {
            kind: { type: 'string', default: 'sale' },
            lines: { type: 'array', items: { type: 'object', properties: { count: { type: 'integer' } } } },
          },
        },
      },
    };
    expect(correct(schema, { order: { lines: [{ count: '2' }, { count: 3 }] } }).args).toEqual({
      order: { lines: [{ count: 2 }, { count: 3 }], kind: 'sale' },
    });
    expect(correct(schema, {})).toMatchObject({
      args: { order: { kind: 'sale' } },
      missing: [{ path: '/order/lines', wants: 'a list', isSent: false }],
    });
  });

  it('drops null where allowed, and reports it otherwise', () => {
    expect(lines(search, { query: 'a', sort: null })).toEqual([
      'sort: left out, null does not fit, and it may be left out',
    ]);
    expect(correct(search, { query: null })).toMatchObject({ changes: [], missing: [{ path: '/query' }] });
  });

  it('keeps valid arguments, and says so', () => {
    expect(correct(search, { query: 'a' })).toEqual({
      args: { query: 'a' },
      changes: [],
      missing: [],
      fits: true,
      isChanged: false,
    });
  });
});

describe('the server’s message', () => {
  const cases: [string, Json, FieldIssue[], Json][] = [
    [
      'Zod 3',
      { sort: 'ascend' },
      [{ path: '/sort', message: "Invalid enum value. Expected 'ascending' | 'descending', received 'ascend'" }],
      { sort: 'ascend' },
    ],
    [
      'Zod 3 near',
      { sort: 'Ascending' },
      [{ path: '/sort', message: "Invalid enum value. Expected 'ascending' | 'descending', received 'Ascending'" }],
      { sort: 'ascending' },
    ],
    [
      'Zod 4',
      { sort: 'ASC' },
      [{ path: '/sort', message: 'Invalid option: expected one of "asc"|"desc"' }],
      { sort: 'asc' },
    ],
    ['Zod type', { n: '5' }, [{ path: '/n', message: 'Expected number, received string' }], { n: 5 }],
    ['Zod 4 type', { n: '5' }, [{ path: '/n', message: 'Invalid input: expected number, received string' }], { n: 5 }],
    ['Zod range', { n: 500 }, [{ path: '/n', message: 'Number must be less than or equal to 100' }], { n: 100 }],
    ['Zod 4 range', { n: 500 }, [{ path: '/n', message: 'Too big: expected number to be <=100' }], { n: 100 }],
    [
      'Pydantic type',
      { n: ['5'] },
      [{ path: '/n', message: 'Input should be a valid integer, unable to parse string as an integer' }],
      { n: 5 },
    ],
    [
      'Pydantic choice',
      { s: 'Open' },
      [{ path: '/s', message: "Input should be 'open', 'closed' or 'all'" }],
      { s: 'open' },
    ],
    ['Pydantic range', { n: 0 }, [{ path: '/n', message: 'Input should be greater than or equal to 1' }], { n: 1 }],
    [
      'Pydantic extra',
      { n: 1, m: 2 },
      [{ path: '/m', message: "Unexpected keyword argument 'm'", code: 'unexpected_keyword_argument' }],
      { n: 1 },
    ],
    ['jsonschema', { n: '5' }, [{ path: '/n', message: "'5' is not of type 'integer'" }], { n: 5 }],
    ['jsonschema choice', { s: 'Red' }, [{ path: '', message: "'Red' is not one of ['red', 'green']" }], { s: 'red' }],
    ['Ajv', { b: 'true' }, [{ path: '/b', message: 'must be boolean' }], { b: true }],
    ['serde', { n: '5' }, [{ path: '/n', message: 'invalid type: string "5", expected u64' }], { n: 5 }],
    [
      'serde name',
      { usr: 'a' },
      [{ path: '', message: 'unknown field `usr`, expected one of `user`, `limit`' }],
      { user: 'a' },
    ],
    [
      'Go',
      { n: '5' },
      [{ path: '/n', message: 'json: cannot unmarshal string into Go struct field A.n of type int' }],
      { n: 5 },
    ],
    ['a person, range: no value is named', { n: 70 }, [{ path: '/n', message: 'must be between 1 and 50' }], { n: 70 }],
    ['a person, a limit', { n: 70 }, [{ path: '/n', message: 'must be at most 50' }], { n: 50 }],
    [
      'a person, open range: no value is named',
      { n: 0 },
      [{ path: '/n', message: 'must be greater than 0' }],
      { n: 0 },
    ],
    [
      'lengths are no limits of numbers',
      { n: 9 },
      [{ path: '/n', message: 'must have at most 5 characters' }],
      { n: 9 },
    ],
    [
      'did you mean a value',
      { city: 'Olso' },
      [{ path: '/city', message: 'Unknown city. Did you mean "Oslo"?' }],
      { city: 'Oslo' },
    ],
    [
      'did you mean a name',
      { qery: 'a' },
      [{ path: '', message: 'Unknown parameter "qery". Did you mean "query"?' }],
      { query: 'a' },
    ],
    [
      'missing, with an example',
      {},
      [{ path: '/date', message: 'date is required, e.g. "2026-01-31"' }],
      { date: '2026-01-31' },
    ],
  ];
  for (const [name, args, issues, wanted] of cases)
    it(name, () => expect(correct(null, args, issues).args).toEqual(wanted));

  it('is read from one sentence without a list', () => {
    expect(lines(null, { sort: 'Up', n: 1 }, [], 'Invalid sort "Up". Allowed values: up, down')).toEqual([
      'sort: "Up" → "up", the nearest of those that the server names',
    ]);
    expect(lines(null, { order: 'Up' }, [], "'Up' is not one of ['up', 'down']")).toHaveLength(1);
  });

  it('comes before the schema', () => {
    const issues = [{ path: '/limit', message: 'must be at most 50' }];
    expect(lines(search, { query: 'a', limit: 500 }, issues)).toEqual([
      'limit: 500 → 50, the server says: must be at most 50',
    ]);
  });

  it('is reported as missing if it cannot be applied', () => {
    const done = correct(null, { gtin: '123' }, [{ path: '/gtin', message: 'check digit is wrong' }]);
    expect(done).toMatchObject({ args: { gtin: '123' }, isChanged: false });
    expect(done.missing.map(missingLine)).toEqual(['gtin: check digit is wrong, and what was sent does not fit']);
    expect(correct(null, {}, [{ path: '/amount', message: 'is required', code: 'required' }]).missing).toEqual([
      { path: '/amount', wants: '', says: 'is required', isSent: false },
    ]);
  });

  it('never contributes a word that the schema forbids', () => {
    const issues = [{ path: '/sort', message: 'Did you mean "ascending"?' }];
    expect(correct(search, { query: 'a', sort: 'x' }, issues).args).toEqual({ query: 'a', sort: 'x' });
  });
});

it('says what a missing argument should be, and what is wrong with a sent one', () => {
  const one = { path: '/n', wants: 'an integer', says: 'n is odd' };
  expect(missingLine({ ...one, isSent: false })).toBe('n: wants an integer');
  expect(missingLine({ ...one, isSent: true })).toBe('n: n is odd, and what was sent does not fit');
});

it('uses the text that names the argument, else the first', () => {
  const missingOf = (message: string) =>
    correctArguments({ schema: null, args: { city: 'x' }, issues: [], message }).missing.map(({ says }) => says);
  expect(missingOf('Bad request\ncity is too short')).toEqual(['city is too short']);
  const { unplaced } = correctArguments({ schema: null, args: {}, issues: [], message: 'Bad request\nSee the docs' });
  expect(unplaced).toBe('Bad request');
});
