// Compares a missing name with those the connection had shown: whole exchanges in, findings out.

import { describe, expect, it } from 'vitest';
import { decode } from '../decode/decode.ts';
import type { Json } from '../json/json.ts';
import { type EventDraft, into, pair, request, result } from './event-fixtures.ts';
import { SeenNames } from './seen-names.ts';

describe('names that were seen', () => {
  const namesAfter = (tool: string, answer: Json) => {
    const seen = new SeenNames();
    seen.note('tools/call', { name: tool }, answer);
    return seen.all?.map(({ name }) => name);
  };
  const said = (value: string): Json => ({ content: [{ type: 'text', text: value }] });

  it('are the lines, or the strings, of tools that list or search', () => {
    expect(namesAfter('list_directory', said('[FILE] notes.md\n[DIR] src\nThis is a sentence of words.'))).toEqual([
      'notes.md',
      'src',
    ]);
    expect(namesAfter('searchOrders', said('{"orders":[{"id":"SO-1001","note":null}]}'))).toEqual(['SO-1001']);
    expect(namesAfter('find_files', { structuredContent: { files: ['/srv/a.txt'] } })).toEqual(['/srv/a.txt']);
    expect(namesAfter('read_file', said('notes.md'))).toBeUndefined();
    expect(namesAfter('publish', said('notes.md'))).toBeUndefined();
  });

  it('are bounded', () => {
    const seen = new SeenNames();
    for (let at = 0; at < 50; at += 1)
      seen.note('resources/list', undefined, {
        resources: Array.from({ length: 300 }, (_, index) => ({ uri: `file:///${at}/${index}` })),
      });
    expect(seen.all).toHaveLength(400);
    expect(seen.all?.at(-1)?.name).toBe('file:///49/199');
  });
});

describe('a missing name', () => {
  const call = (id: number, name: string, args: Json) => request(id, 'tools/call', { name, arguments: args });
  const says = (id: number, value: string, isError = false) =>
    result(id, { content: [{ type: 'text', text: value }], ...(isError ? { isError } : {}) });
  const lastFailure = (...drafts: EventDraft[]) => {
    const changes = pair(drafts, { decode: (account, context) => decode(account, context) });
    const failures = changes.flatMap(({ failure }) => (failure === null || failure === 'as before' ? [] : [failure]));
    return failures.at(-1);
  };
  const list = [call(1, 'list_directory', { path: '/srv' }), says(1, '[FILE] report-2026.md\n[FILE] notes.md')];
  const read = (path: string) => [
    call(2, 'read_file', { path }),
    says(2, `ENOENT: no such file or directory, open '${path}'`, true),
  ];

  it('suggests a similar one from an earlier response, with its evidence', () => {
    const failure = lastFailure(...list, ...read('/srv/report-2062.md'));
    expect(failure?.class).toBe('not_found');
    expect(failure?.remedy[0]).toBe('Did you mean report-2026.md? It is in the answer of list_directory.');
    expect(failure?.evidence).toContainEqual({
      path: 'earlier answer of list_directory',
      value: 'report-2026.md',
      means: 'the nearest name that was seen',
    });
  });

  it('suggests nothing if none is similar, none was seen, or it was seen itself', () => {
    for (const drafts of [
      [...list, ...read('/srv/budget.xlsx')],
      read('/srv/report-2062.md'),
      [...read('/srv/report-2062.md'), call(3, 'list_directory', {}), says(3, 'report-2026.md')],
      [call(1, 'list_directory', {}), says(1, '/srv/notes.md'), ...read('/srv/notes.md')],
    ])
      expect(JSON.stringify(lastFailure(...drafts))).not.toContain('Did you mean');
  });

  it('may be a URI from resources/list, or the same file in another folder', () => {
    const resources = result(1, { resources: [{ uri: 'docs://guide/intro', name: 'Intro' }] });
    const refused = into({ jsonrpc: '2.0', id: 2, error: { code: -32002, message: 'Resource not found' } });
    const asked = [request(1, 'resources/list', {}), resources];
    expect(lastFailure(...asked, request(2, 'resources/read', { uri: 'docs://guide/intor' }), refused)?.remedy[0]).toBe(
      'Did you mean docs://guide/intro? It is in the answer of resources/list.',
    );
    const found = [call(1, 'search_files', {}), says(1, '/srv/docs/notes.md')];
    expect(lastFailure(...found, ...read('/srv/notes.md'))?.remedy[0]).toBe(
      'Did you mean /srv/docs/notes.md? It is in the answer of search_files.',
    );
  });
});
