import { expect, it } from 'vitest';
import { contentWords, readAnswer, readBlocks, readContents } from './contents.ts';

const base64 = (text: string) => btoa(text);

it('keeps every kind of document as text', () => {
  for (const mime of ['text/html', 'image/svg+xml', 'text/markdown', 'application/xhtml+xml']) {
    const text = '<script>alert(1)</script>![x](http://example.com/x.png)';
    expect(readContents({ uri: 'a:b', mimeType: mime, text })).toEqual({ kind: 'text', text, mime, uri: 'a:b' });
    expect(readContents({ uri: 'a:b', mimeType: mime, blob: base64(text) })).toMatchObject({ kind: 'text', text });
  }
});

it('offers raster images only, and only as data', () => {
  const image = (mimeType: string, data: string) => readBlocks({ type: 'image', mimeType, data })[0];
  expect(image('image/PNG', 'iVBORw0K')).toMatchObject({ media: { source: 'data:image/png;base64,iVBORw0K' } });
  expect(image('image/svg+xml', base64('<svg onload="x"/>'))).toMatchObject({ kind: 'text' });
  expect(image('image/png', 'http://example.com/x.png')).toMatchObject({ media: { source: '' } });
  expect(image('image/png" onerror="x', 'iVBORw0K')).toMatchObject({ media: { source: '' } });
  expect(image('text/html', 'iVBORw0K')).toMatchObject({ media: { source: '' } });
});

it('reads the results of resources, prompts and tools', () => {
  expect(readAnswer({ contents: [{ uri: 'a:b', text: 'x' }] })).toEqual([
    { role: '', blocks: [{ kind: 'text', text: 'x', mime: '', uri: 'a:b' }] },
  ]);
  expect(readAnswer({ messages: [{ role: 'user', content: { type: 'text', text: 'hi' } }] })[0]).toMatchObject({
    role: 'user',
    blocks: [{ kind: 'text', text: 'hi' }],
  });
  expect(readAnswer({ tools: [] })[0]?.blocks[0]).toMatchObject({ kind: 'json' });
  expect(readBlocks([{ type: 'resource_link', uri: 'javascript:x', name: 'n', size: -1 }, null, 3])).toMatchObject([
    { kind: 'link', uri: 'javascript:x', bytes: null },
    { kind: 'json' },
    { kind: 'json' },
  ]);
});

it('returns only the texts, as a client would', () => {
  const blocks = readBlocks([
    { type: 'text', text: 'one' },
    { type: 'image', mimeType: 'image/png', data: 'iVBORw0K' },
    { type: 'resource', resource: { uri: 'a:b', text: 'two' } },
  ]);
  expect(contentWords(blocks)).toBe('one\ntwo');
});
