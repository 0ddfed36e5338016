// erlmcp's resources, prompts, completions and tasks: the methods besides tools, with the refusals from the reference.

import { isObject, type JsonObject } from '../../../shared/json/json.ts';
import { erlmcpError } from './codes.ts';

const resources: Record<string, string> = {
  'mcp://config': '{"log_level":"info"}',
  'mcp://status': '{"up":true}',
  'mcp://motd': 'Welcome.',
};
const protectedUris = ['file:///etc/passwd'];
const logTemplate = 'logs://{date}';
const prompts: Record<string, { description: string; argument: string; values: string[] }> = {
  write_essay: { description: 'Writes an essay on a topic.', argument: 'topic', values: ['rivers', 'roads', 'rust'] },
};

const pageSize = 2;
const cursorTtlSeconds = 300;

export function createContents(): (method: string, params: JsonObject) => JsonObject | null {
  const subscribed = new Set<string>();

  /** null: not a method of this file. */
  return (method, params): JsonObject | null => {
    switch (method) {
      case 'resources/list':
        return listResources(params.cursor);
      case 'resources/templates/list':
        return { resourceTemplates: [{ uriTemplate: logTemplate, name: 'logs', description: 'The log of a day.' }] };
      case 'resources/read':
        return readResource(required(params, 'uri'));
      case 'resources/subscribe': {
        const uri = required(params, 'uri');
        readResource(uri);
        if (subscribed.has(uri)) throw erlmcpError(-32006, { uri, reason: 'already_subscribed' });
        subscribed.add(uri);
        return {};
      }
      case 'resources/unsubscribe':
        subscribed.delete(required(params, 'uri'));
        return {};
      case 'prompts/list':
        return {
          prompts: Object.entries(prompts).map(([name, { description, argument }]) => ({
            name,
            description,
            arguments: [{ name: argument, description: 'What it is about.', required: true }],
          })),
        };
      case 'prompts/get':
        return getPrompt(required(params, 'name'), params.arguments);
      case 'completion/complete':
        return complete(params);
      case 'tasks/get':
      case 'tasks/result':
      case 'tasks/cancel':
        throw erlmcpError(-32081, { taskId: required(params, 'taskId') });
      case 'logging/setLevel':
        // Not declared in `initialize`, so not offered.
        throw erlmcpError(-32004, { capability: 'logging' });
      default:
        return null;
    }
  };
}

function required(params: JsonObject, name: string): string {
  const value = params[name];
  if (typeof value !== 'string') throw erlmcpError(-32602, { details: `Missing required parameter: ${name}` });
  return value;
}

function readResource(uri: string): JsonObject {
  if (!/^[a-z][a-z0-9+.-]*:/i.test(uri)) throw erlmcpError(-32022, { uri, reason: 'missing_scheme' });
  // RFC 3986: no spaces, and a percent sign starts two hexadecimal digits.
  if (/\s|%(?![0-9a-f]{2})/i.test(uri)) throw erlmcpError(-32023);
  if (protectedUris.includes(uri)) throw erlmcpError(-32025, { uri, required_permission: 'read:protected' });
  if (uri === 'logs://') throw erlmcpError(-32029, { uri_template: logTemplate, reason: 'missing_variable: date' });
  const text = uri.startsWith('logs://') ? `${uri.slice('logs://'.length)}: all quiet` : resources[uri];
  if (text === undefined) throw erlmcpError(-32001, { uri });
  return { contents: [{ uri, mimeType: 'text/plain', text }] };
}

/** A cursor is `from:issued`, in base64url, so that its age is known. */
function listResources(cursor: unknown): JsonObject {
  let from = 0;
  if (cursor !== undefined) {
    const [place, issued] = Buffer.from(String(cursor), 'base64url').toString().split(':').map(Number);
    if (!Number.isInteger(place) || !Number.isInteger(issued)) throw erlmcpError(-32071, { cursor: String(cursor) });
    if (Date.now() - issued! > cursorTtlSeconds * 1000) {
      throw erlmcpError(-32072, { cursor: String(cursor), ttl_seconds: cursorTtlSeconds });
    }
    from = place!;
  }
  const uris = Object.keys(resources);
  const next = from + pageSize;
  return {
    resources: uris.slice(from, next).map((uri) => ({ uri, name: uri.slice('mcp://'.length) })),
    ...(next < uris.length ? { nextCursor: Buffer.from(`${next}:${Date.now()}`).toString('base64url') } : {}),
  };
}

function getPrompt(name: string, args: unknown): JsonObject {
  const prompt = prompts[name];
  if (!prompt) throw erlmcpError(-32003, { prompt: name });
  const value = isObject(args) ? args[prompt.argument] : undefined;
  if (typeof value !== 'string') throw erlmcpError(-32043, { prompt: name, argument: prompt.argument });
  if (value.trim() === '') throw erlmcpError(-32044);
  return { messages: [{ role: 'user', content: { type: 'text', text: `Write an essay on ${value}.` } }] };
}

function complete({ ref, argument }: JsonObject): JsonObject {
  if (!isObject(ref) || (ref.type !== 'ref/prompt' && ref.type !== 'ref/resource')) throw erlmcpError(-32111);
  if (ref.type === 'ref/resource') {
    if (ref.uri !== logTemplate) throw erlmcpError(-32021, { uri_template: String(ref.uri) });
    // There is no index of the days: the one completion that is offered and always fails.
    throw erlmcpError(-32113);
  }
  const prompt = prompts[String(ref.name)];
  if (!prompt) throw erlmcpError(-32110);
  if (!isObject(argument) || argument.name !== prompt.argument) throw erlmcpError(-32112);
  const start = String(argument.value ?? '');
  return { completion: { values: prompt.values.filter((value) => value.startsWith(start)), hasMore: false } };
}
