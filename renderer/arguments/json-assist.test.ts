import { CompletionContext } from '@codemirror/autocomplete';
import { json } from '@codemirror/lang-json';
import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../shared/json/json.ts';
import { completeArguments, lintArguments } from './json-assist.ts';

const schema: JsonObject = {
  type: 'object',
  required: ['id'],
  $defs: { other: { properties: { kind: { enum: ['cut', 'noise'] } } } },
  properties: {
    id: { type: 'string' },
    format: { enum: ['pdf', 'html'] },
    deep: { type: 'object', properties: { on: { type: 'boolean' } } },
    either: {
      oneOf: [
        { const: 'once' },
        { properties: { kind: { const: 'late' }, ms: { type: 'integer' } } },
        { oneOf: [{ $ref: '#/$defs/other' }] },
      ],
    },
  },
};

/** `|` marks the cursor. */
function offered(text: string): string[] {
  const position = text.indexOf('|');
  const state = EditorState.create({ doc: text.replace('|', ''), extensions: [json()] });
  const result = completeArguments(schema)(new CompletionContext(state, position, true));
  return result?.options.map((option) => option.label) ?? [];
}

describe('completion', () => {
  it('suggests names that are not used yet', () => {
    expect(offered('{|}')).toEqual(['"id"', '"format"', '"deep"', '"either"']);
    expect(offered('{"id": "x", |}')).toEqual(['"format"', '"deep"', '"either"']);
    expect(offered('{"id": "x", "|"}')).toEqual(['"format"', '"deep"', '"either"']);
    expect(offered('{"id": "x", "fo|"}')).toEqual(['"format"']);
    expect(offered('{"deep": {|}}')).toEqual(['"on"']);
  });

  it('suggests the values of an enum and of a boolean', () => {
    expect(offered('{"format": "|"}')).toEqual(['"pdf"', '"html"']);
    expect(offered('{"deep": {"on": t|}}')).toEqual(['true', 'false']);
  });

  it('suggests what any alternative allows', () => {
    expect(offered('{"either": |}')).toEqual(['"once"']);
    expect(offered('{"either": {|}}')).toEqual(['"kind"', '"ms"']);
    expect(offered('{"either": {"kind": "|"}}')).toEqual(['"late"', '"cut"', '"noise"']);
  });

  it('suggests nothing if nothing is known', () => {
    expect(offered('{"other": {|}}')).toEqual([]);
  });
});

describe('lint', () => {
  const lint = (doc: string) =>
    lintArguments(EditorState.create({ doc, extensions: [json()] }), schema).map((entry) => [
      doc.slice(entry.from, entry.to),
      entry.message,
    ]);

  it('marks the invalid value', () => {
    expect(lint('{"id": 5}')).toEqual([['"id": 5', 'id must be string']]);
    expect(lint('{"deep": {"on": 1}}')[1]?.[0]).toBe('"on": 1');
    expect(lint('{}')).toEqual([['{', 'id is required']]);
  });

  it('uses a check of its own instead of the schema', () => {
    const doc = '{"id": 5, "deep": {"on": 1}}';
    const found = lintArguments(EditorState.create({ doc, extensions: [json()] }), schema, (_value, text) => [
      { path: ['deep', 'on'], message: `${text.length} characters` },
    ]);
    expect(found.map(({ from, to, message }) => [doc.slice(from, to), message])).toEqual([
      ['"on": 1', '28 characters'],
    ]);
  });

  it('reports invalid JSON, and ignores an empty text', () => {
    expect(lint('{"id": }')[0]?.[1]).toContain('Not JSON');
    expect(lint('  ')).toEqual([]);
  });
});
