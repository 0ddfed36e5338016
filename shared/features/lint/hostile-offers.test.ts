// Attacks of a server on the checks of what it offers: schemas made to never end, names made to break each format. Each check ends soon, and
// no format has a control character or a line that a machine would read as a command.

import { expect, it } from 'vitest';
import { claudeCode } from '../../clients/claude-code.ts';
import { codex } from '../../clients/codex.ts';
import { type Finding, findingFormats } from '../../findings/check-finding.ts';
import { writeFindings } from '../../findings/write.ts';
import type { Json, JsonObject } from '../../json/json.ts';
import { repairedTools, schemaRefusals } from '../doctor/schema-refusals.ts';
import { lintOffers } from './lint-offers.ts';
import { refusalWords } from './refusal-words.ts';
import { schemaDiff } from './schema-diff.ts';

const nested = (levels: number, key: string): JsonObject => {
  let schema: JsonObject = { type: 'array' };
  for (let level = 0; level < levels; level += 1)
    schema =
      key === 'properties'
        ? { type: 'object', properties: { a: schema } }
        : { [key]: [schema, { exclusiveMinimum: true }] };
  return schema;
};
const many = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));

const schemas: Readonly<Record<string, Json>> = {
  'properties of 5,000 levels': nested(5000, 'properties'),
  'choices of 5,000 levels': nested(5000, 'anyOf'),
  '50,000 properties': {
    type: 'object',
    properties: Object.fromEntries(many(50_000, (at) => [`p${at}`, { enum: null }])),
  },
  '100,000 values of an enum': { type: 'object', properties: { a: { enum: [...many(100_000, (at) => at), null] } } },
  'a pattern that never ends': {
    type: 'object',
    properties: { a: { type: 'string', default: 'a'.repeat(40), pattern: '^(a+)+$b' } },
  },
  'a pattern of 100,000 groups': {
    type: 'object',
    properties: { a: { type: 'string', pattern: '('.repeat(100_000) } },
  },
  'a pattern of nested counts': {
    type: 'object',
    properties: { a: { type: 'string', pattern: '(?i)(((a{1,999}){1,999}){1,999})\\z' } },
  },
  '2,000 patterns': {
    type: 'object',
    properties: Object.fromEntries(
      many(2000, (at) => [`p${at}`, { type: 'string', pattern: `(?P<n>${'[[:alpha:]'.repeat(180)}` }]),
    ),
  },
  'references in a circle': {
    type: 'object',
    anyOf: [{ $ref: '#/anyOf/1' }, { $ref: '#/anyOf/0' }],
    $defs: { a: { $ref: '#' } },
  },
  'a reference of a megabyte': { type: 'object', properties: { a: { $ref: `x:${'/'.repeat(1_000_000)}` } } },
  'a default that refers to itself': {
    type: 'object',
    properties: { a: { default: 1, anyOf: [{ $ref: '#/properties/a' }] } },
  },
  'names of the prototype': JSON.parse(
    '{"type":"object","properties":{"__proto__":{"enum":null},"constructor":{"type":"array"},"required":["a"]}}',
  ),
  'keywords of wrong types': {
    type: [[], {}, null],
    properties: [],
    anyOf: {},
    items: 7,
    required: { length: 1e9 },
    enum: {},
    $ref: [],
    pattern: {},
    default: undefined as never,
  },
};

it.each(Object.entries(schemas))('%s: every check ends', (_name, inputSchema) => {
  const tools: Json[] = [{ name: 'pay', description: 'Pays.', inputSchema }];
  expect(lintOffers({ tools }).length).toBeLessThanOrEqual(500);
  expect(repairedTools(tools).length).toBeLessThanOrEqual(1);
  for (const { opening } of [claudeCode, codex])
    expect(schemaRefusals(tools, opening.tools).length).toBeLessThanOrEqual(1);
});

const hostile = 'pay\u001b]52;c;eA==\u0007\r\n::error::x\u202e|`</testcase>]]><![CDATA[';

it.each(findingFormats)('names and descriptions cannot break %s', (format) => {
  const inputSchema: Json = {
    type: 'object',
    properties: { [hostile]: { exclusiveMinimum: true, pattern: hostile, $ref: hostile } },
  };
  const notes = lintOffers({ tools: [{ name: hostile, description: hostile, inputSchema }] });
  const findings = notes.map(({ repaired, refusedBy, clientFlaw, ...note }): Finding => {
    const lines = [
      ...refusalWords({ ...note, refusedBy: refusedBy ?? [], ...(clientFlaw && { clientFlaw }) }),
      ...(repaired ? schemaDiff(repaired) : []),
    ];
    return { ...note, detail: lines.join('\n'), server: hostile, at: { file: '.mcp.json', line: 1 } };
  });
  expect(findings.some(({ rule }) => rule === 'schema-repaired')).toBe(true);
  const written = writeFindings(format, { command: 'lint', version: '1', cases: [], findings });
  expect(written).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f]/);
  const lines = written.split('\n');
  if (format !== 'github') expect(lines.filter((line) => line.startsWith('::'))).toEqual([]);
  else expect(lines.filter((line) => line !== '' && !/^::(?:error|warning|notice) /.test(line))).toEqual([]);
  if (format === 'junit') expect(written).not.toContain('</testcase>]]>');
});
