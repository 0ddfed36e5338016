// Summarizes a success or a notification: `5 tools`, `Agreed on 2025-11-25`, the start of a text. Owns the headlines of rows
// without a failure; the decoder writes those of failures (see failure-words.ts).

import { isObject, type Json, member, parseJson } from '../json/json.ts';
import { metaMember } from '../protocol/revision.ts';
import { clip, count } from './clip.ts';
import { summarizeJson } from './json-summary.ts';

interface Summary {
  headline: string;
  detail: string;
}

const headlineLimit = 90;
const detailLimit = 300;

/** Two lines for a successful response. */
export function summarizeResult(method: string | null, result: Json | undefined): Summary {
  const summary = (method !== null && resultWords[method]?.(result)) || plainResult(result);
  return { headline: clip(summary.headline, headlineLimit), detail: clip(summary.detail, detailLimit) };
}

export function summarizeNotification(method: string, params: Json | undefined): Summary {
  const summary = notificationWords[method]?.(params) ?? { headline: tailOf(method), detail: '' };
  return { headline: clip(summary.headline, headlineLimit), detail: clip(summary.detail, detailLimit) };
}

type Words = (value: Json | undefined) => Summary;
const bare = (headline: string): Summary => ({ headline, detail: '' });

const listed =
  (name: string, one: string): Words =>
  (result) => {
    const list = member(result, name);
    if (!Array.isArray(list)) return plainResult(result);
    const names = list.slice(0, 20).map((item) => textOf(member(item, 'name')) || textOf(member(item, 'uri')));
    const more = member(result, 'nextCursor') === undefined ? '' : ', more to come';
    return { headline: count(list.length, one) + more, detail: names.filter(Boolean).join(', ') };
  };

const resultWords: Record<string, Words | undefined> = Object.assign(Object.create(null), {
  initialize: agreed,
  ping: () => bare('Alive'),
  'tools/list': listed('tools', 'tool'),
  'resources/list': listed('resources', 'resource'),
  'resources/templates/list': listed('resourceTemplates', 'template'),
  'prompts/list': listed('prompts', 'prompt'),
  'roots/list': listed('roots', 'root'),
  'tasks/list': listed('tasks', 'task'),
  'server/discover': discovered,
  'logging/setLevel': () => bare('Level set'),
  'resources/subscribe': () => bare('Subscribed'),
  'resources/unsubscribe': () => bare('Unsubscribed'),
  'subscriptions/listen': () => bare('Stopped listening'),
  'tasks/get': task,
  'tasks/cancel': task,
  'tasks/result': (result) => blocks(member(result, 'content'), member(result, 'structuredContent')),
  'tools/call': (result) => taskBegun(result) ?? blocks(member(result, 'content'), member(result, 'structuredContent')),
  'resources/read': (result) => blocks(member(result, 'contents'), undefined),
  'prompts/get': (result) => {
    const messages = member(result, 'messages');
    if (!Array.isArray(messages)) return plainResult(result);
    return { headline: count(messages.length, 'message'), detail: textOf(member(result, 'description')) };
  },
  'completion/complete': (result) => {
    const values = member(member(result, 'completion'), 'values');
    if (!Array.isArray(values)) return plainResult(result);
    return { headline: count(values.length, 'suggestion'), detail: values.slice(0, 20).map(textOf).join(', ') };
  },
  'sampling/createMessage': (result) => blocks([member(result, 'content') ?? null], undefined),
  'elicitation/create': (result) => bare(textOf(member(result, 'action')) || 'Answered'),
} satisfies Record<string, Words>);

/** 2026-07-28: the name of the server is in `_meta`, as in every result. */
function discovered(result: Json | undefined): Summary {
  const versions = member(result, 'supportedVersions');
  const spoken = Array.isArray(versions) ? versions.map(textOf).filter(Boolean).slice(0, 8) : [];
  const capabilities = member(result, 'capabilities');
  const names = isObject(capabilities) ? Object.keys(capabilities).slice(0, 8) : [];
  const info = metaMember(result, 'serverInfo') ?? member(result, 'serverInfo');
  const who = [textOf(member(info, 'name')), textOf(member(info, 'version'))].filter(Boolean).join(' ');
  if (spoken.length === 0) return plainResult(result);
  return {
    headline: `Speaks ${enumerate(spoken)}${names.length > 0 ? `, ${enumerate(names)} offered` : ''}`,
    detail: who,
  };
}

/** A task as revision 2025-11-25 and the extension of 2026-07-28 report it. */
function task(result: Json | undefined): Summary {
  const found = member(result, 'task') ?? result;
  const status = textOf(member(found, 'status'));
  if (status === '') return plainResult(result);
  return { headline: `Task ${status.replaceAll('_', ' ')}`, detail: textOf(member(found, 'statusMessage')) };
}

function taskBegun(result: Json | undefined): Summary | null {
  const found = member(result, 'resultType') === 'task' ? result : member(result, 'task');
  return typeof member(found, 'taskId') === 'string' ? task(found) : null;
}

function agreed(result: Json | undefined): Summary {
  const version = textOf(member(result, 'protocolVersion')) || 'an unnamed version';
  const capabilities = member(result, 'capabilities');
  const names = isObject(capabilities) ? Object.keys(capabilities).slice(0, 8) : [];
  const info = member(result, 'serverInfo');
  const who = [textOf(member(info, 'name')), textOf(member(info, 'version'))].filter(Boolean).join(' ');
  return { headline: `Agreed on ${version}${names.length > 0 ? `, ${enumerate(names)} offered` : ''}`, detail: who };
}

function enumerate(names: string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

function blocks(content: Json | undefined, structured: Json | undefined): Summary {
  const list = Array.isArray(content) ? content : [];
  const first = list.find((block) => typeof member(block, 'text') === 'string');
  const words = textOf(member(first, 'text'));
  if (list.length === 1 && words !== '') return bare(summarizeJson(words, structured) ?? words);
  if (list.length > 1) return { headline: count(list.length, 'block'), detail: words };
  if (list.length === 1)
    return bare(textOf(member(list[0], 'mimeType')) || textOf(member(list[0], 'type')) || '1 block');
  return bare(structured === undefined ? 'Empty answer' : 'Structured answer');
}

function plainResult(result: Json | undefined): Summary {
  // As a text, an array asks each of its objects for one, and a server can send an object without one: {"toString":null}.
  if (Array.isArray(result)) return bare(count(result.length, 'item'));
  if (!isObject(result)) return bare(result === undefined || result === null ? 'Done' : clip(String(result), 40));
  const keys = Object.keys(result).filter((key) => key !== '_meta');
  return keys.length === 0 ? bare('Done') : { headline: 'Answered', detail: keys.slice(0, 8).join(', ') };
}

const notificationWords: Record<string, Words | undefined> = Object.assign(Object.create(null), {
  'notifications/message': (params) => {
    const data = member(params, 'data');
    const text = textOf(data) || textOf(member(data, 'message')) || textOf(member(data, 'msg'));
    const level = textOf(member(params, 'level')) || 'log';
    return {
      headline: text === '' ? level : `${level}: ${text.slice(0, 400)}`,
      detail: textOf(member(params, 'logger')),
    };
  },
  'notifications/initialized': () => bare('Client says it is ready'),
  'notifications/subscriptions/acknowledged': () => bare('Listening'),
  'notifications/elicitation/complete': () => bare('Page finished'),
  'notifications/progress': progressed,
  'notifications/cancelled': (params) => ({ headline: 'Canceled', detail: textOf(member(params, 'reason')) }),
  'notifications/tools/list_changed': () => bare('Tools changed'),
  'notifications/resources/list_changed': () => bare('Resources changed'),
  'notifications/prompts/list_changed': () => bare('Prompts changed'),
  'notifications/roots/list_changed': () => bare('Roots changed'),
  'notifications/resources/updated': (params) => ({
    headline: 'Resource updated',
    detail: textOf(member(params, 'uri')),
  }),
  'notifications/tasks/status': (params) => ({
    headline: `Task ${textOf(member(params, 'status')).replaceAll('_', ' ') || 'changed'}`,
    detail: textOf(member(params, 'statusMessage')),
  }),
} satisfies Record<string, Words>);

/** `3 of 10`, with the server's message. */
export function progressed(params: Json | undefined): Summary {
  const done = member(params, 'progress');
  const total = member(params, 'total');
  const figure = typeof done === 'number' ? `${done}${typeof total === 'number' ? ` of ${total}` : ''}` : '';
  return { headline: `Progress ${figure}`.trim(), detail: textOf(member(params, 'message')) };
}

/**
 * A success with a negative result. `{"valid": false}` answers the question, so it is not a failure. Only these words at the top
 * of the response count.
 */
export function saysNo(result: Json | undefined): boolean {
  const structured = member(result, 'structuredContent');
  if (structured !== undefined) return isNo(structured);
  const content = member(result, 'content');
  const text = Array.isArray(content) && content.length === 1 ? textOf(member(content[0], 'text')) : '';
  if (text.length > 4000 || !/^\s*\{/.test(text)) return isNo(result);
  const parsed = parseJson(text);
  return parsed.ok && isNo(parsed.value);
}

function isNo(value: Json | undefined): boolean {
  return member(value, 'valid') === false || member(value, 'found') === false || member(value, 'exists') === false;
}

function tailOf(method: string): string {
  return method.startsWith('notifications/') ? method.slice('notifications/'.length) : method;
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
