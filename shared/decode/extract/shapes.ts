// Payload shapes with their own rules, identified by a unique field: AWS, GraphQL, OAuth, paid tools and others. A shape reads the fields
// it knows; the rest of the object is read field by field.

import type { Lexicon } from '../../dialects/compile.ts';
import { isObject, type Json, type JsonObject, member } from '../../json/json.ts';
import {
  addIssue,
  addLink,
  addMessage,
  addWord,
  looksLikeWord,
  pointerFromDotted,
  type Reading,
  setValue,
} from '../reading/reading.ts';
import { durationMs, noteWait } from './durations.ts';
import { googleRpc } from './google-rpc.ts';
import { readProblemDocument } from './problem.ts';
import { type Member, memberPath, type Reader, type Shape } from './reader.ts';

/** Stack traces in a separate field of an error object. */
const stack: Shape = {
  has: ['stack', 'stackTrace', 'stack_trace', 'traceback'],
  read({ reading }, _object, _path, value) {
    reading.stack ||= (typeof value === 'string' || Array.isArray(value)) && value.length > 0;
    return [];
  },
};

/** AWS: `{"__type":"com.amazonaws.x#ThrottlingException","message":"…"}`. The name after # is the code. */
const aws: Shape = {
  has: ['__type'],
  read({ reading }, _object, path, value) {
    if (typeof value !== 'string') return [];
    addWord(reading, memberPath(path, '__type'), value.slice(value.lastIndexOf('#') + 1));
    return ['__type'];
  },
};

/** GraphQL (specification section 7.1.2): messages with locations, and a code in `extensions`. `path` there leads into the response. */
const graphql: Shape = {
  has: ['errors'],
  read(reader, _object, path, value, depth) {
    if (!isGraphqlErrors(value)) return [];
    const { reading } = reader;
    for (const [index, entry] of value.slice(0, 20).entries()) {
      const here = `${memberPath(path, 'errors')}[${index}]`;
      const message = member(entry, 'message');
      if (typeof message === 'string') addMessage(reading, `${here}.message`, message);
      const extensions = member(entry, 'extensions');
      if (isObject(extensions)) reader.read(extensions, `${here}.extensions`, depth + 1);
      const type = member(entry, 'type');
      if (typeof type === 'string') addWord(reading, `${here}.type`, type);
    }
    return ['errors', 'data'];
  },
};

function isGraphqlErrors(value: Json): value is Json[] {
  const first = Array.isArray(value) ? value[0] : null;
  return (
    isObject(first) &&
    typeof member(first, 'message') === 'string' &&
    (Object.hasOwn(first, 'locations') ||
      Object.hasOwn(first, 'extensions') ||
      (Array.isArray(member(first, 'path')) && !Object.hasOwn(first, 'code')))
  );
}

/** Issues as a map from field to messages: ASP.NET and Laravel. */
const fieldMap: Shape = {
  has: ['errors'],
  read: ({ reading }, _object, _path, value) => (isObject(value) && addFields(reading, value) ? ['errors'] : []),
};

/** The same in `data`, if the status is `fail`: JSend. */
const failedData: Shape = {
  has: ['data'],
  read: ({ reading }, { status }, _path, value) =>
    status === 'fail' && isObject(value) && addFields(reading, value) ? ['data'] : [],
};

/** The same in place of a message: GitLab. */
const messageMap: Shape = {
  has: ['message'],
  read: ({ reading }, _object, _path, value) =>
    isObject(value) && Object.values(value).every(Array.isArray) && addFields(reading, value) ? ['message'] : [],
};

/** Zod's `flatten()`. */
const flattened: Shape = {
  has: ['fieldErrors'],
  read({ reading }, { formErrors }, _path, value) {
    if (!isObject(value)) return [];
    addFields(reading, value);
    for (const message of Array.isArray(formErrors) ? formErrors.slice(0, 10) : [])
      if (typeof message === 'string') addIssue(reading, { path: '', message });
    return ['fieldErrors', 'formErrors'];
  },
};

function addFields(reading: Reading, map: JsonObject): boolean {
  let hasAny = false;
  for (const name of Object.keys(map).slice(0, 50)) {
    const messages = map[name];
    for (const message of Array.isArray(messages) ? messages.slice(0, 5) : [messages]) {
      if (typeof message !== 'string') continue;
      addIssue(reading, { path: pointerFromDotted(name), message });
      hasAny = true;
    }
  }
  return hasAny;
}

/** `error` as a bare word or sentence: OAuth (RFC 6749 section 5.2), Slack (`ok: false`), and many custom envelopes. */
const errorWord: Shape = {
  has: ['error'],
  read({ reading }, object, path, value) {
    if (typeof value !== 'string' || !looksLikeWord(value)) return [];
    const here = memberPath(path, 'error');
    addLink(reading, 'About this error', member(object, 'error_uri'));
    addWord(reading, here, value);
    if (typeof member(object, 'message') !== 'string' && typeof member(object, 'error_description') !== 'string')
      addMessage(reading, here, value);
    return ['error'];
  },
};

/** Paid tools: x402. */
const x402: Shape = {
  has: ['x402Version'],
  read({ reading }, { accepts }, path) {
    if (!Array.isArray(accepts)) return [];
    const here = memberPath(path, 'x402Version');
    reading.statuses.push({ value: 402, path: here });
    addWord(reading, here, 'payment_required');
    const amount = member(accepts[0], 'maxAmountRequired') ?? member(accepts[0], 'amount');
    if (amount !== undefined) setValue(reading, 'amount', memberPath(path, 'accepts[0]'), amount);
    return ['x402Version', 'accepts', 'resource', 'extensions'];
  },
};

/** Stripe's paid tools. */
const payment: Shape = {
  has: ['status'],
  read({ reading }, { data }, path, value) {
    if (value !== 'payment_required') return [];
    addWord(reading, memberPath(path, 'status'), value);
    if (isObject(data)) {
      addLink(reading, 'Pay here', member(data, 'checkoutUrl'));
      const reason = member(data, 'paymentReason');
      if (typeof reason === 'string') addMessage(reading, memberPath(path, 'data.paymentReason'), reason);
    }
    return ['status', 'data'];
  },
};

/** The next step that the server proposes; seen as `retry_later` with its wait. */
const nextActions: Shape = {
  has: ['next_actions'],
  read({ reading }, _object, path, value) {
    if (!Array.isArray(value)) return [];
    for (const [index, action] of value.slice(0, 10).entries()) {
      const after = member(action, 'after_seconds');
      const here = `${memberPath(path, 'next_actions')}[${index}].after_seconds`;
      if (after !== undefined) noteWait(reading, here, after, durationMs(after, 1000));
      const text = isObject(action)
        ? (member(action, 'message') ?? member(action, 'description') ?? member(action, 'label'))
        : action;
      if (typeof text === 'string') reading.suggestions.push(text.slice(0, 300));
    }
    return ['next_actions'];
  },
};

/** URL elicitations (MCP 2025-11-25, code -32042): pages that the user must open before the call can continue. */
const elicitations: Shape = {
  has: ['elicitations'],
  read({ reading }, _object, path, value) {
    if (!Array.isArray(value)) return [];
    for (const [index, entry] of value.slice(0, 5).entries()) {
      addLink(reading, 'Open this page', member(entry, 'url'));
      const message = member(entry, 'message');
      if (typeof message === 'string')
        addMessage(reading, `${memberPath(path, 'elicitations')}[${index}].message`, message);
    }
    return ['elicitations'];
  },
};

const shapes: readonly Shape[] = [
  readProblemDocument,
  stack,
  googleRpc,
  aws,
  graphql,
  fieldMap,
  failedData,
  messageMap,
  flattened,
  errorWord,
  x402,
  payment,
  nextActions,
  elicitations,
];

const knownMembers = new WeakMap<Lexicon, ReadonlyMap<string, Member>>();

/** Everything the known dialects say about field names, collected once. */
export function membersOf(lexicon: Lexicon): ReadonlyMap<string, Member> {
  const ready = knownMembers.get(lexicon);
  if (ready !== undefined) return ready;
  const { fields, marksByMember } = lexicon;
  const members = new Map<string, Member>();
  for (const name of [...fields.keys(), ...shapes.flatMap(({ has }) => has), ...marksByMember.keys()])
    members.set(name, {
      role: fields.get(name) ?? null,
      shapes: shapes.reduce((bits, { has }, index) => (has.includes(name) ? bits | (1 << index) : bits), 0),
      marks: marksByMember.get(name) ?? null,
    });
  knownMembers.set(lexicon, members);
  return members;
}

/** The fields of an object that shapes read, one bit each; null if none did. */
export function readShapes(
  reader: Reader,
  object: JsonObject,
  path: string,
  depth: number,
  bits: number,
): Set<string> | null {
  let taken: Set<string> | null = null;
  for (let index = 0; index < shapes.length; index++) {
    if ((bits & (1 << index)) === 0) continue;
    const { has, read } = shapes[index] as Shape;
    for (const name of has) {
      const value = member(object, name);
      // No shape reads a null field.
      if (value === undefined || value === null) continue;
      for (const own of read(reader, object, path, value, depth)) taken = (taken ?? new Set()).add(own);
    }
  }
  return taken;
}
