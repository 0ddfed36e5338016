// A server whose tools fail in ways that clients pass on differently: text next to structured content, and a JSON-RPC error with data.
// Stories start it as a separate program.

import { serveStory } from './story-server.ts';

const text = (words: string) => ({ type: 'text', text: words });
const down = {
  result: {
    content: [text('Upstream said 503'), text('retry after 7 s')],
    structuredContent: { code: 'UPSTREAM', retry_after: 7 },
    isError: true,
  },
};
const answers: Record<string, { result: object } | { error: object }> = {
  send_invoice: down,
  get_rates: { error: { code: -32003, message: 'Rate limit exceeded', data: { retry_after: 30 } } },
  list_orders: { result: { content: [text('2 orders')] } },
};

serveStory('billing', {
  'tools/list': () => ({
    result: {
      tools: Object.keys(answers).map((name) => ({
        name,
        inputSchema: { type: 'object', properties: {} },
        annotations: { readOnlyHint: true },
      })),
    },
  }),
  'tools/call': ({ name }) => answers[name] ?? down,
});
