// Facts about a method that its receiver does not know: the capability it needs, who may send it, and its era.

import { metaMember, modernRevision } from '../../protocol/revision.ts';
import type { CallFacts } from '../reading/reading.ts';

const ofNewest = ['server/discover', 'subscriptions/listen'];

/** The capability that a server must declare for an MCP method, by the longest matching prefix. */
const capabilities: readonly (readonly [start: string, capability: string])[] = [
  ['resources/subscribe', 'resources.subscribe'],
  ['resources/unsubscribe', 'resources.subscribe'],
  ['resources/', 'resources'],
  ['prompts/', 'prompts'],
  ['tools/', 'tools'],
  ['tasks/', 'tasks'],
  ['logging/setLevel', 'logging'],
  ['completion/complete', 'completions'],
];

/** What a server may request from a client. */
const ofClient: Readonly<Record<string, string>> = {
  'sampling/createMessage': 'sampling',
  'elicitation/create': 'elicitation',
  'roots/list': 'roots',
};

const farEnough = 2000;

export function capabilityOf(method = ''): string | null {
  return capabilities.find(([start]) => method.startsWith(start))?.[1] ?? null;
}

/** Only servers send the method, to clients that declare this; otherwise null. */
export function clientCapability(method = ''): string | null {
  return Object.hasOwn(ofClient, method) ? (ofClient[method] as string) : null;
}

export function isOfNewest({ method, params, answer }: CallFacts): boolean {
  if (method === undefined) {
    // Without the request, only the response can name the method.
    const said = answer?.text.slice(0, farEnough) ?? '';
    return ofNewest.some((name) => said.includes(name));
  }
  return ofNewest.includes(method) || metaMember(params, 'protocolVersion') === modernRevision;
}
