// What is wrong with the params of a request by MCP's schema, as opposed to the arguments of a tool. If the server names a path, the
// request shows whether it was sent.

import { anyOf } from '../../dialects/patterns.ts';
import type { FailureClass, FieldIssue } from '../../failure.ts';
import { isObject, type Json, member } from '../../json/json.ts';
import type { CallFacts } from '../reading/reading.ts';

export interface EnvelopeFault {
  /** `params.clientInfo` */
  place: string;
  isSent: boolean;
  /** What to do, in one line: `Pass params.clientInfo: {name, version}`. */
  step: string;
  /** The same for each other path that the server rejects. */
  others: readonly string[];
}

interface Wanted {
  /** Starts with `text` if it is a string. */
  type: string;
  shape: string;
}

const ofResource: Readonly<Record<string, Wanted>> = {
  params: { type: 'an object', shape: '{uri}' },
  'params.uri': { type: 'text', shape: 'an address from resources/list' },
};

const levels = 'one of debug, info, notice, warning, error, critical, alert, emergency';

const shapes: Readonly<Record<string, Readonly<Record<string, Wanted>>>> = {
  initialize: {
    params: { type: 'an object', shape: '{protocolVersion, capabilities, clientInfo: {name, version}}' },
    'params.protocolVersion': { type: 'text', shape: 'text such as "2025-11-25"' },
    'params.capabilities': { type: 'an object', shape: 'an object, {} for none' },
    'params.clientInfo': { type: 'an object', shape: '{name, version}' },
    'params.clientInfo.name': { type: 'text', shape: 'text' },
    'params.clientInfo.version': { type: 'text', shape: 'text' },
  },
  'tools/call': {
    params: { type: 'an object', shape: '{name, arguments}' },
    'params.name': { type: 'text', shape: 'a name from tools/list' },
  },
  'prompts/get': {
    params: { type: 'an object', shape: '{name, arguments}' },
    'params.name': { type: 'text', shape: 'a name from prompts/list' },
  },
  'resources/read': ofResource,
  'resources/subscribe': ofResource,
  'resources/unsubscribe': ofResource,
  'logging/setLevel': {
    params: { type: 'an object', shape: '{level}' },
    'params.level': { type: 'text', shape: levels },
  },
  'completion/complete': {
    params: { type: 'an object', shape: '{ref, argument: {name, value}}' },
    'params.ref': { type: 'an object', shape: '{type: "ref/prompt", name} or {type: "ref/resource", uri}' },
    'params.argument': { type: 'an object', shape: '{name, value}' },
  },
};

/** What any method may omit. */
const optional: Readonly<Record<string, Wanted>> = {
  'params.arguments': { type: 'an object', shape: 'an object' },
  'params.cursor': { type: 'text, the nextCursor of the page before', shape: 'the nextCursor of the page before' },
};

const anyParams: Wanted = { type: 'an object', shape: 'an object' };

const refusals: ReadonlySet<FailureClass> = new Set(['validation', 'invalid_request']);

/** Null if the fault is elsewhere, or if there is no evidence for it. */
export function envelopeFault(
  call: CallFacts,
  failureClass: FailureClass,
  issues: readonly FieldIssue[],
  ofMeta: boolean,
): EnvelopeFault | null {
  const { method, answer } = call;
  if (isOfMessage(issues)) return messageFault(call);
  if (refusals.has(failureClass) && ofMeta) return metaFault(call);
  // A tool that ran received its params: its objections are about its arguments.
  if (method === undefined || !refusals.has(failureClass) || member(answer?.value, 'error') === undefined) return null;
  const said = issues.filter(({ by }) => by === undefined);
  const places = new Set(said.map(({ path }) => placeOf(call, path)).filter((place) => place !== null));
  const [first, ...rest] = [...places].slice(0, mostPlaces);
  if (first !== undefined) return { ...faultAt(call, first), others: rest.map((place) => faultAt(call, place).step) };
  return said.every(({ path }) => path === '') ? unfitParams(call) : null;
}

const mostPlaces = 6;

/** Parsers that try every kind of message list why none of them matches. */
export function isOfMessage(issues: readonly FieldIssue[]): boolean {
  return issues.length > 1 && issues.every(({ path }) => path.startsWith('/JSONRPC'));
}

/** Required in `_meta` of each request since 2026-07-28, in place of the handshake. */
const metaKeys = ['protocolVersion', 'clientInfo', 'clientCapabilities'].map((key) => `io.modelcontextprotocol/${key}`);
/** A key as MCP spells them: a domain, a slash, a name. */
const namespaced = /\b[a-z][\w-]{0,30}(?:\.[\w-]{1,30}){1,4}\/\w{1,60}/g;
const namesMeta =
  /_meta\b|\brequest metadata\b|\bio\.modelcontextprotocol\/(?:protocolVersion|client(?:Info|Capabilities))\b/;
const wanting = anyOf(
  /\bmissing\b|\brequire[ds]?\b|\black(?:s|ing)?\b|\babsent\b|\bwithout\b|\bno \w|\bneeds?\b|\bexpected\b/i,
  /\bmust (?:be|include|contain|have|carry|name)\b|\bnot (?:provided|present|sent|set|given|included)\b/i,
);

/** Whether a server rejects the request because of its `_meta`. */
export function isOfMeta(call: CallFacts): boolean {
  const said = wordsOf(call);
  return said !== '' && namesMeta.test(said) && wanting.test(said);
}

/** The server's own text: fields named `_meta` in its response say nothing about the request. */
function wordsOf({ answer }: CallFacts): string {
  // Few responses mention it, and a word search is far cheaper than the rest.
  const head = answer?.text.slice(0, 4000) ?? '';
  if (answer === undefined || !(head.includes('meta') || head.includes('modelcontextprotocol/'))) return '';
  const error = member(answer.value, 'error');
  const content = member(member(answer.value, 'result'), 'content');
  const first = Array.isArray(content) ? member(content[0], 'text') : undefined;
  const texts = [member(error, 'message'), member(error, 'data'), first].filter((text) => typeof text === 'string');
  return texts.join('\n').slice(0, 2000);
}

function metaFault(call: CallFacts): EnvelopeFault {
  const said = wordsOf(call);
  const plain = said.toLowerCase().replaceAll('protocol version', 'protocolversion');
  const sent = member(call.params, '_meta');
  const isAbsent = (key: string) => member(sent, key) === undefined;
  const spelled = [...new Set(said.match(namespaced) ?? [])];
  const named = metaKeys.filter((key) => plain.includes(key.slice(key.indexOf('/') + 1).toLowerCase()));
  const absent = metaKeys.filter(isAbsent);
  const keys = [spelled, named, absent, metaKeys].find((list) => list.length > 0) ?? [];
  const isSent = !keys.some(isAbsent);
  const step = `${isSent ? 'Correct' : 'Pass'} in params._meta: ${keys.slice(0, mostPlaces).join(', ')}`;
  return { place: 'params._meta', isSent, step, others: [] };
}

function messageFault({ answer }: CallFacts): EnvelopeFault {
  const isList = answer?.text.slice(0, 2000).includes('input_type=list') ?? false;
  const step = `Send one JSON-RPC message: an object with jsonrpc "2.0", method and id${isList ? ', not a list' : ''}`;
  return { place: 'message', isSent: true, step, others: [] };
}

function placeOf({ method = '', params, inputSchema }: CallFacts, path: string): string | null {
  const [first = '', ...rest] = path.split('/').slice(1);
  // Some put the message type before the path.
  const steps = rest[0] === 'params' && first.endsWith('Request') ? rest : [first, ...rest];
  if (steps[0] !== 'params') {
    const place = `params.${steps.join('.')}`;
    return method === 'initialize' && Object.hasOwn(shapes.initialize ?? {}, place) ? place : null;
  }
  const ownArgument =
    member(member(params, 'arguments'), 'params') ?? member(member(inputSchema, 'properties'), 'params');
  if (ownArgument !== undefined || (steps[1] === 'arguments' && steps.length > 2)) return null;
  return steps.join('.');
}

function wantedAt(method: string, place: string): Wanted | undefined {
  return shapes[method]?.[place] ?? optional[place] ?? (place === 'params' ? anyParams : undefined);
}

function sentAt({ params }: CallFacts, place: string): Json | undefined {
  let value: Json | undefined = params;
  for (const name of place.split('.').slice(1)) value = member(value, name);
  return value;
}

function faultAt(call: CallFacts, place: string): EnvelopeFault {
  const wanted = wantedAt(call.method ?? '', place);
  const value = sentAt(call, place);
  if (value === undefined)
    return {
      place,
      isSent: false,
      step: wanted === undefined ? `Pass ${place}` : `Pass ${place}: ${wanted.shape}`,
      others: [],
    };
  const isUnfit = wanted !== undefined && !fits(value, wanted);
  return {
    place,
    isSent: true,
    step: isUnfit ? unfitStep(place, value, wanted) : correctStep(place, wanted),
    others: [],
  };
}

const unfitStep = (place: string, value: Json, { type }: Wanted): string => `${place}: ${shown(value)} → ${type}`;

const correctStep = (place: string, wanted: Wanted | undefined): string =>
  wanted === undefined || wanted.shape === wanted.type ? `Correct ${place}` : `Correct ${place}: ${wanted.shape}`;

/** The server names no path, but the request breaks the schema. Fields that were not recorded count as missing only in the handshake. */
function unfitParams(call: CallFacts): EnvelopeFault | null {
  const { method = '', params } = call;
  if (params === undefined) return method === 'initialize' ? faultAt(call, 'params') : null;
  if (!isObject(params)) return faultAt(call, 'params');
  const unfit = Object.entries(shapes[method] ?? {}).filter(([place, wanted]) => {
    const value = sentAt(call, place);
    return value === undefined || !fits(value, wanted);
  });
  // A missing object has no parts to name.
  const places = unfit
    .map(([place]) => place)
    .filter((place) => !unfit.some(([other]) => place.startsWith(`${other}.`)));
  const [first, ...rest] = places;
  if (first !== undefined) return { ...faultAt(call, first), others: rest.map((place) => faultAt(call, place).step) };
  // Servers reject an invalid URL without saying where it is.
  const { uri } = params;
  if (typeof uri === 'string' && Object.hasOwn(shapes, method) && !/^[a-z][\w.+-]{0,40}:/i.test(uri))
    return {
      ...faultAt(call, 'params.uri'),
      step: `params.uri: “${uri.slice(0, 40)}” → an address from resources/list`,
    };
  const sent = member(params, 'arguments');
  return method === 'tools/call' && sent !== undefined && !isObject(sent) ? faultAt(call, 'params.arguments') : null;
}

const fits = (value: Json, { type }: Wanted): boolean =>
  type.startsWith('text') ? typeof value === 'string' : isObject(value);

function shown(value: Json): string {
  if (Array.isArray(value)) return 'a list';
  if (isObject(value)) return 'an object';
  return typeof value === 'string' ? 'text' : String(value);
}
