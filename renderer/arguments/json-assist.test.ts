import { CompletionContext } from '@codemirror/autocomplete';
import { json } from '@codemirror/lang-json';
import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../shared/json/json.ts';
import { completeArguments, lintArguments } from './json-assist.ts';

const schema: JsonObject = {
  type: 'object',
  required: ['id'],
  properties: {
    id: { type: 'string' },
    format: { enum: ['pdf', 'html'] },
    deep: { type: 'object', properties: { on: { type: 'boolean' } } },
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
    expect(offered('{|}')).toEqual(['"id"', '"format"', '"deep"']);
    expect(offered('{"id": "x", |}')).toEqual(['"format"', '"deep"']);
    expect(offered('{"id": "x", "|"}')).toEqual(['"format"', '"deep"']);
    expect(offered('{"id": "x", "fo|"}')).toEqual(['"format"']);
    expect(offered('{"deep": {|}}')).toEqual(['"on"']);
  });

  it('suggests the values of an enum and of a boolean', () => {
    expect(offered('{"format": "|"}')).toEqual(['"pdf"', '"html"']);
    expect(offered('{"deep": {"on": t|}}')).toEqual(['true', 'false']);
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

  it('reports invalid JSON, and ignores an empty text', () => {
    expect(lint('{"id": }')[0]?.[1]).toContain('Not JSON');
    expect(lint('  ')).toEqual([]);
  });
});
