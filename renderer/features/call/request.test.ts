import { describe, expect, it } from 'vitest';
import { type RequestDraft, readDraft } from './request.ts';

const draft: RequestDraft = { kind: 'tool', tool: 'get', method: '', text: '{"a": 1}', timeoutSeconds: '' };

describe('readDraft', () => {
  it('sends the text unchanged', () => {
    expect(readDraft(draft)).toEqual({
      method: 'tools/call',
      params: '{"name":"get","arguments":{"a": 1}}',
      timeoutMs: undefined,
    });
    expect(readDraft({ ...draft, text: '{"a": 1' })).toMatchObject({ params: '{"name":"get","arguments":{"a": 1}' });
    expect(readDraft({ ...draft, text: '' })).toMatchObject({ params: '{"name":"get"}' });
    expect(readDraft({ ...draft, tool: 'a"b' })).toMatchObject({ params: '{"name":"a\\"b","arguments":{"a": 1}}' });
  });

  it('sends any method', () => {
    expect(readDraft({ ...draft, kind: 'method', method: ' no/such ', text: '', timeoutSeconds: '1.5' })).toEqual({
      method: 'no/such',
      params: '',
      timeoutMs: 1_500,
    });
  });

  it('reports what is missing', () => {
    expect(readDraft({ ...draft, tool: '' })).toHaveProperty('problem');
    expect(readDraft({ ...draft, kind: 'method', method: ' ' })).toHaveProperty('problem');
    expect(readDraft({ ...draft, timeoutSeconds: 'x' })).toHaveProperty('problem');
  });
});
