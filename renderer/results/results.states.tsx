// The states of a result: each kind of content, structured content with and without its schema, and nothing at all.

import type { Json } from '../../shared/json/json.ts';
import { text } from '../testing/capture-text.ts';
import type { Shown } from '../testing/showcase/shown.ts';
import { WithHost } from '../testing/with-host.tsx';
import { ResultView } from './result-view.tsx';

const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const long = 'https://example.com/orders/2026/11/14/with/a/very/long/path/that/no/box/can/show/in/one/line.json';
const outputSchema = JSON.stringify({
  type: 'object',
  properties: { total: { type: 'number' }, open: { type: 'boolean' } },
  required: ['total', 'open'],
});

const results: Record<string, Json> = {
  'text and Markdown': { content: [text('Two orders.'), text('# Orders\n\n- **SO-1**\n- SO-2')] },
  'JSON in a text': { content: [text('{"orders":[{"id":"SO-1","open":true}],"next":null}')] },
  'an image': { content: [{ type: 'image', data: dot, mimeType: 'image/png' }] },
  'invalid bytes': { content: [{ type: 'image', data: '…', mimeType: 'image/png' }] },
  'a link': { content: [{ type: 'resource_link', uri: long, name: 'orders', mimeType: 'application/json' }] },
  'an embedded resource': { content: [{ type: 'resource', resource: { uri: long, text: 'total: 3' } }] },
  'long text': { content: [text(long.repeat(20))] },
  'no content': { content: [] },
};

const inHost = (result: Json, schema: string | null = null) => (
  <WithHost>
    <ResultView result={result} outputSchema={schema} />
  </WithHost>
);

export const shown: readonly Shown[] = [
  {
    component: 'Result',
    states: Object.entries(results).map(([state, result]) => ({ state, element: inHost(result) })),
  },
  {
    component: 'Structured content',
    states: [
      { state: 'fits its schema', element: inHost({ structuredContent: { total: 3, open: true } }, outputSchema) },
      { state: 'breaks its schema', element: inHost({ structuredContent: { total: 'three' } }, outputSchema) },
      { state: 'without a schema', element: inHost({ structuredContent: { total: 3 } }, '') },
    ],
  },
];
