import { describe, expect, it } from 'vitest';
import type { Json } from '../../json/json.ts';
import { decode } from '../decode.ts';
import { answered, context } from '../testing/account-fixtures.ts';

const read = (result: Json, method = 'tools/call') =>
  decode(answered({ jsonrpc: '2.0', id: 1, result }, { method }), context());

describe('a result that every SDK rejects', () => {
  it.each<[Json, string]>([
    [{}, 'it has no content'],
    [{ content: 'done' }, 'content is not a list'],
    [{ content: [null] }, 'content[0] is not an object'],
    [{ content: [{ text: 'done' }] }, 'content[0] has no type'],
    [{ content: [{ type: 'text', text: 'a' }, { type: 'text' }] }, 'content[1] has no text'],
    [{ content: [{ type: 'image', mimeType: 'image/png' }] }, 'content[0] has no data'],
    [{ content: [{ type: 'audio', data: 'AA==' }] }, 'content[0] has no mimeType'],
    [{ content: [{ type: 'resource', resource: {} }] }, 'content[0] has no resource with a uri'],
    [{ content: [{ type: 'resource_link', name: 'a' }] }, 'content[0] has no uri'],
  ])('is a failure of the response: %j', (result, why) => {
    expect(read(result)).toMatchObject({ class: 'invalid_response', owner: 'server', retry: { verdict: 'never' } });
    expect(read(result)?.explanation).toContain(why);
  });

  it('lacks the list of its method', () => {
    expect(read({ items: [] }, 'tools/list')?.explanation).toContain('it has no tools');
    expect(read({ contents: {} }, 'resources/read')?.explanation).toContain('contents is not a list');
    expect(read({ messages: [] }, 'prompts/get')).toBeNull();
    expect(read({}, 'ping')).toBeNull();
  });

  it('has a result type that MCP does not know', () => {
    expect(read({ resultType: 'com.example/stream', content: [] })?.explanation).toContain('com.example/stream');
    for (const resultType of ['complete', 'input_required', 'task'])
      expect(read({ resultType, content: [] }), resultType).toBeNull();
  });

  it('is distinguished from complete results', () => {
    for (const result of [
      { content: [] },
      { structuredContent: { a: 1 } },
      { task: { taskId: 't' } },
      { found: false },
      {
        content: [
          { type: 'text', text: 'a' },
          { type: 'image', data: 'AA==', mimeType: 'image/png' },
        ],
      },
      { content: [{ type: 'resource', resource: { uri: 'a:b', text: '' } }, { type: 'com.example/chart' }] },
    ] as Json[])
      expect(read(result), JSON.stringify(result)).toBeNull();
  });
});
