// What to do about an unknown method: depends on the request's era, the required capability, and the sender.

import { member } from '../../json/json.ts';
import type { Call } from '../reading/reading.ts';

const newest = '2026-07-28';
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

/** Only servers send it: a server that receives one has nothing to answer. */
export function isOfClient(method: string | undefined): boolean {
  return method !== undefined && Object.hasOwn(ofClient, method);
}

export function unknownMethodSteps(call: Call): string[] {
  const { method = '' } = call;
  if (call.isFromServer) return [clientStep(method)];
  if (isOfClient(method))
    return [`Do not send ${method} to a server: servers send it, to clients that declare ${ofClient[method]}.`];
  const capability = capabilities.find(([start]) => method.startsWith(start))?.[1];
  const offer =
    capability === undefined
      ? []
      : [`${method} needs the capability ${capability}: this server seems not to offer it.`];
  if (isOfNewest(call)) return [`This server seems to predate ${newest}: connect with initialize instead.`, ...offer];
  if (offer.length > 0) return offer;
  return method === 'ping'
    ? ['MCP asks every server to answer ping: report it to the server’s author.']
    : [
        'Check the spelling of the method.',
        'Look at the capabilities in the answer to initialize: the server may not offer this.',
      ];
}

function clientStep(method: string): string {
  const capability = ofClient[method];
  return capability === undefined
    ? 'Change the server: MCP does not let a server send this request. Logs go into notifications/message.'
    : `Change the server: send ${method} only to clients that declare the capability ${capability}.`;
}

function isOfNewest({ method, params, answer }: Call): boolean {
  if (method === undefined) {
    // Without the request, only the response can name the method.
    const said = answer?.text.slice(0, farEnough) ?? '';
    return ofNewest.some((name) => said.includes(name));
  }
  return (
    ofNewest.includes(method) || member(member(params, '_meta'), 'io.modelcontextprotocol/protocolVersion') === newest
  );
}
