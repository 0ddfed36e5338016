// Parses server requests from their params, and builds the responses. All input comes from a server, so no field or type is trusted.
// Pure; asks-dialog.tsx has the dialog.

import { isObject, type Json, type JsonObject, member, parseJson } from '../../../shared/json/json.ts';
import type { AskAnswer, AskKind } from '../../../shared/server/connecting.ts';
import { propertiesOf, resolve } from '../../arguments/argument-schema.ts';
import { argumentProblems, type SchemaIssue } from '../../arguments/check-arguments.ts';
import { type Block, readBlocks } from '../../results/contents.ts';

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

export function readParams(params: string): JsonObject {
  const parsed = parseJson(params === '' ? '{}' : params);
  return parsed.ok && isObject(parsed.value) ? parsed.value : {};
}

function questionResult(value: Json): AskAnswer {
  return { kind: 'result', result: JSON.stringify(value) };
}

/** The ways to decline, with the specification's words and codes; the first is the usual one. */
export function refusals(kind: AskKind): { label: string; about: string; answer: AskAnswer }[] {
  switch (kind) {
    case 'elicitation_form':
    case 'elicitation_url':
      return [
        { label: 'Decline', about: 'Answers that the user declined', answer: questionResult({ action: 'decline' }) },
        {
          label: 'Dismiss',
          about: 'Answers that the user closed the question without deciding (cancel)',
          answer: questionResult({ action: 'cancel' }),
        },
      ];
    case 'sampling':
      return [
        {
          label: 'Refuse',
          about: 'Answers with error -1, as the specification has it',
          answer: { kind: 'refuse', code: -1, message: 'User rejected sampling request' },
        },
      ];
    case 'roots':
    case 'other':
      return [
        {
          label: 'Refuse',
          about: 'Answers with error -32601, like a client that knows no such thing',
          answer: { kind: 'refuse', code: -32601, message: 'Method not found' },
        },
      ];
  }
}

export interface Elicitation {
  message: string;
  schema: JsonObject;
  /** Its URL, for requests that send the user to a page. */
  url: string;
}

export function readElicitation(params: string): Elicitation {
  const value = readParams(params);
  const schema = member(value, 'requestedSchema');
  return {
    message: textOf(member(value, 'message')),
    schema: isObject(schema) ? schema : { type: 'object', properties: {} },
    url: textOf(member(value, 'url')),
  };
}

/** The form's initial values: only the server's suggestions. */
export function startContent(schema: JsonObject): JsonObject {
  const suggested = propertiesOf(schema).flatMap(([name, part]): [string, Json][] => {
    const byDefault = member(resolve(part, schema), 'default');
    return byDefault === undefined ? [] : [[name, byDefault]];
  });
  return Object.fromEntries(suggested);
}

/** Includes formats, because people fill in these forms. Patterns are not run, because they come from the server. */
export function checkContent(schema: JsonObject, content: Json): SchemaIssue[] {
  const issues = argumentProblems(schema, content);
  for (const [name, part] of propertiesOf(schema)) {
    const value = member(content, name);
    const format = member(resolve(part, schema), 'format');
    if (typeof value !== 'string' || typeof format !== 'string' || fits(format, value)) continue;
    const words = `must be ${formatWords[format]}`;
    issues.push({ path: [name], message: `${name} ${words}`, place: name, part: words, isMissing: false });
  }
  return issues;
}

const formatWords: Record<string, string> = {
  email: 'an e-mail address',
  uri: 'an address with its scheme, like https://example.com',
  date: 'a date, like 2026-07-28',
  'date-time': 'a date with time and zone, like 2026-07-28T10:00:00Z',
};

function fits(format: string, value: string): boolean {
  switch (format) {
    case 'email':
      return value.length <= 320 && /^[^\s@]{1,64}@[^\s@.]+(?:\.[^\s@.]+)*$/.test(value);
    case 'uri':
      return /^[A-Za-z][A-Za-z0-9+.-]*:/.test(value) && URL.canParse(value);
    case 'date':
      return /^\d{4}-\d{2}-\d{2}$/.test(value) && isDay(value);
    case 'date-time':
      return /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:[Zz]|[+-]\d{2}:\d{2})$/.test(value) && isDay(value);
    default:
      return true;
  }
}

function isDay(value: string): boolean {
  const [year, month, day] = value.slice(0, 10).split('-').map(Number) as [number, number, number];
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

export interface Sampling {
  system: string;
  messages: { role: string; blocks: Block[] }[];
  /** The server's preferred models and priorities. */
  preferences: string[];
}

export function readSampling(params: string): Sampling {
  const value = readParams(params);
  const messages = member(value, 'messages');
  const modelPreferences = member(value, 'modelPreferences');
  const hints = member(modelPreferences, 'hints');
  const names = (Array.isArray(hints) ? hints : []).map((hint) => textOf(member(hint, 'name'))).filter(Boolean);
  const preferences = names.length > 0 ? [`model like ${names.join(' or ')}`] : [];
  const numbers: [string, string][] = [
    ['intelligencePriority', 'cleverness'],
    ['speedPriority', 'speed'],
    ['costPriority', 'low cost'],
  ];
  for (const [name, words] of numbers) {
    const weight = member(modelPreferences, name);
    if (typeof weight === 'number') preferences.push(`${words} ${weight}`);
  }
  const tokens = member(value, 'maxTokens');
  if (typeof tokens === 'number') preferences.push(`at most ${tokens} tokens`);
  const temperature = member(value, 'temperature');
  if (typeof temperature === 'number') preferences.push(`temperature ${temperature}`);
  const tools = member(value, 'tools');
  if (Array.isArray(tools) && tools.length > 0) preferences.push(`${tools.length} tools to use`);
  return {
    system: textOf(member(value, 'systemPrompt')),
    messages: (Array.isArray(messages) ? messages : []).slice(0, 200).map((message) => ({
      role: textOf(member(message, 'role')) || 'someone',
      blocks: readBlocks(member(message, 'content')),
    })),
    preferences,
  };
}

export function samplingResult(text: string): JsonObject {
  return {
    role: 'assistant',
    content: { type: 'text', text },
    model: 'a-person-in-misfire',
    stopReason: 'endTurn',
  };
}

export function rootsResult(roots: readonly { uri: string; name: string }[]): JsonObject {
  const listed = roots.filter(({ uri }) => uri.trim() !== '');
  return {
    roots: listed.map(({ uri, name }) => ({ uri: uri.trim(), ...(name.trim() !== '' && { name: name.trim() }) })),
  };
}
