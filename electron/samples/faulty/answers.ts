// What both faulty servers share: the handshake, and the faults in a message rather than in its transport.

import type { Json, JsonObject } from '../../../shared/json/json.ts';
import type { Order } from './menu.ts';

export const answer = (id: Json, result: JsonObject): JsonObject => ({ jsonrpc: '2.0', id, result });
export const refusal = (id: Json, code: number, message: string): JsonObject => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
});
export const words = (text: string): JsonObject => ({ content: [{ type: 'text', text }] });

/** Accepts any version: this server has larger faults. */
export function handshake(id: Json, name: string, asked: Json | undefined): JsonObject {
  return answer(id, {
    protocolVersion: typeof asked === 'string' ? asked : '2025-11-25',
    capabilities: { tools: {}, logging: {} },
    serverInfo: { name, title: 'Faulty', version: '1.0.0' },
    instructions: 'Each tool is a fault. Call one to see it.',
  });
}

export function progressNotes({ progressToken, number }: Order): JsonObject[] {
  if (progressToken === undefined) return [];
  const total = number('steps');
  return Array.from({ length: total }, (_, step) => ({
    jsonrpc: '2.0',
    method: 'notifications/progress',
    params: { progressToken, progress: step + 1, total, message: `Step ${step + 1} of ${total}` },
  }));
}

/** The messages of a fault that consists of messages; null for the others. */
export function messagesFor({ name, id, number }: Order): JsonObject[] | null {
  const good = answer(id, words('All is well.'));
  switch (name) {
    case 'ok':
    case 'late':
    case 'progress':
    case 'slow_headers':
      return [good];
    case 'huge':
      return [answer(id, words('x'.repeat(number('megabytes') * 1024 * 1024)))];
    case 'schema_break':
      return [answer(id, { ...words('It is warm.'), structuredContent: { temperature: 'warm', unit: 'C' } })];
    case 'empty_error':
      return [answer(id, { content: [], isError: true })];
    case 'unflagged':
      return [answer(id, words('{"success":false,"error":"Could not reach the database"}'))];
    case 'wrong_id':
      return [{ ...good, id: typeof id === 'number' ? id + 1_000_000 : `${id}-wrong` }];
    case 'id_as_text':
      return [{ ...good, id: String(id) }];
    case 'duplicate_answer':
      return [good, good];
    case 'result_and_error':
      return [{ ...good, error: { code: -32603, message: 'Internal error' } }];
    default:
      return null;
  }
}
