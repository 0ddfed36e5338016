// A server whose tool accepts everything that a form must draw: nested objects, a list of objects, choices, and a value with
// alternatives. It returns the arguments byte for byte. Stories start it as a separate program.

import { serveStory } from './story-server.ts';

const createOrder = {
  name: 'create_order',
  description: 'Places an order.',
  annotations: { destructiveHint: true },
  inputSchema: {
    type: 'object',
    required: ['customer', 'lines', 'delivery', 'payment'],
    additionalProperties: false,
    properties: {
      customer: {
        type: 'object',
        required: ['email'],
        properties: {
          email: { type: 'string', format: 'email' },
          name: { type: 'string', minLength: 2, maxLength: 80 },
        },
      },
      lines: {
        type: 'array',
        minItems: 1,
        items: {
          type: 'object',
          required: ['sku', 'quantity'],
          properties: { sku: { type: 'string' }, quantity: { type: 'integer', minimum: 1, maximum: 99 } },
        },
      },
      delivery: { type: 'string', enum: ['collect', 'courier', 'locker'] },
      nights: { type: 'integer', minimum: 1, maximum: 30 },
      slots: { type: 'array', minItems: 2, items: { type: 'string' } },
      note: { anyOf: [{ type: 'string' }, { type: 'null' }], default: null },
      payment: {
        oneOf: [
          {
            title: 'Card',
            type: 'object',
            required: ['number', 'expires'],
            properties: { number: { type: 'string', minLength: 12 }, expires: { type: 'string' } },
          },
          { title: 'Invoice', type: 'object', required: ['vat_id'], properties: { vat_id: { type: 'string' } } },
        ],
      },
    },
  },
};

const bookRoom = {
  name: 'book_room',
  description: 'Books a room.',
  inputSchema: {
    type: 'object',
    required: ['nights'],
    properties: {
      nights: { type: 'integer', minimum: 1, maximum: 30 },
      code: { type: 'string', pattern: '^[A-Z]{3}$' },
    },
  },
};

serveStory('nested', {
  'tools/list': () => ({ result: { tools: [createOrder, bookRoom] } }),
  'tools/call': ({ arguments: args }) => ({ result: { content: [{ type: 'text', text: JSON.stringify(args) }] } }),
});
