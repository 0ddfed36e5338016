// A server that validates arguments strictly, with a validator's messages and one destructive tool. Stories and screenshots start it as a
// separate program. `--shy`: it rejects the first tools request.

import { serveStory } from './story-server.ts';

const tools = [
  {
    name: 'search_orders',
    description: 'Finds orders.',
    inputSchema: {
      type: 'object',
      required: ['customer_id', 'status'],
      additionalProperties: false,
      properties: {
        customer_id: { type: 'string', description: 'Whose orders.' },
        status: { type: 'string', enum: ['open', 'shipped', 'closed'] },
        limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
        currency: { type: 'string', examples: ['EUR'] },
        since: { type: 'string', format: 'date' },
      },
    },
    annotations: { readOnlyHint: true },
  },
  {
    name: 'cancel_order',
    description: 'Cancels an order for good.',
    inputSchema: { type: 'object', required: ['order'], properties: { order: { type: 'integer' } } },
    annotations: { destructiveHint: true },
  },
];

let isShy = process.argv.includes('--shy');
const text = (words: string, isError = false) => ({ content: [{ type: 'text', text: words }], isError });

/** In a validator's format: one line each, `path: message`. */
function objections(name: string, args: Record<string, unknown>): string[] {
  const said: string[] = [];
  if (name === 'cancel_order') {
    if (typeof args.order !== 'number') said.push('order: Expected number, received string');
    return said;
  }
  if (typeof args.customer_id !== 'string') said.push('customer_id: Required');
  if (typeof args.limit === 'string') said.push('limit: Expected number, received string');
  // Stricter than its schema, like many servers.
  if (typeof args.limit === 'number' && args.limit > 50) said.push('limit: Number must be less than or equal to 50');
  if (!['open', 'shipped', 'closed'].includes(args.status as string))
    said.push(
      args.status === undefined
        ? 'status: Required'
        : `status: Invalid enum value. Expected 'open' | 'shipped' | 'closed', received '${args.status}'`,
    );
  return said;
}

serveStory('strict', {
  'tools/list': () => {
    if (!isShy) return { result: { tools } };
    isShy = false;
    return { error: { code: -32603, message: 'The catalogue is still being read' } };
  },
  'tools/call': ({ name, arguments: args = {} }) => {
    const said = objections(name, args);
    return {
      result:
        said.length === 0 ? text('2 orders') : text(`Invalid arguments for tool ${name}: ${said.join(', ')}`, true),
    };
  },
});
