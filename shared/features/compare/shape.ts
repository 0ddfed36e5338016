// The shape of an answer: its members and their types, with lists folded and JSON inside texts parsed. Owns the paths that
// members, baselines and shape differences share.

import type { Failure } from '../../failure.ts';
import { isObject, type Json, parseJson } from '../../json/json.ts';
import type { ShapeDiff, ShapeSide } from './compared.ts';
import type { Answered } from './probing.ts';
import { retryUnitOf } from './retry-unit.ts';

const memberLimit = 300;
const depthLimit = 8;
/** Longer texts are prose or data, not an error in JSON. */
const textLimit = 100_000;
/** Headers that matter to a client; the others belong to the web server. */
const tellingHeaders = ['retry-after', 'www-authenticate', 'ratelimit', 'ratelimit-reset', 'x-ratelimit-reset'];

/** Path to type. `jsonrpc` and `id` do not describe an error and are left out. */
export function answerShape({ message, status, headers, body }: Answered): Map<string, string> {
  const shape = new Map<string, string>();
  const parts = Array.isArray(message) ? message : [message];
  for (const part of parts) {
    if (!isObject(part)) continue;
    for (const [name, value] of Object.entries(part))
      if (name !== 'jsonrpc' && name !== 'id') walk(shape, name, value, 0);
  }
  // Over HTTP, a status that only wraps an MCP answer is not part of the error.
  if (status !== null && (status >= 400 || message === null)) shape.set('http.status', 'number');
  for (const name of tellingHeaders)
    if (Object.hasOwn(headers, name) && status !== null && status >= 400) shape.set(`http.${name}`, 'text');
  if (body !== null && body !== '') walkText(shape, 'http.body', body, 0);
  return shape;
}

function walk(shape: Map<string, string>, path: string, value: Json, depth: number): void {
  if (shape.size >= memberLimit) return;
  const known = shape.get(path);
  const type = typeOf(value);
  if (known === undefined) shape.set(path, type);
  else if (!known.split(' or ').includes(type)) shape.set(path, [...known.split(' or '), type].sort().join(' or '));
  if (depth >= depthLimit) return;
  if (Array.isArray(value)) for (const item of value.slice(0, 50)) walk(shape, `${path}[]`, item, depth + 1);
  else if (isObject(value))
    for (const [name, inner] of Object.entries(value)) walk(shape, `${path}${step(name)}`, inner, depth + 1);
  else if (typeof value === 'string') walkText(shape, path, value, depth);
}

/** An unusual name is quoted, so that it is separate from the path before it and masking can find secrets in it. */
function step(name: string): string {
  const shown = name.slice(0, 100);
  return /^[\w$@./-]+$/.test(shown) ? `.${shown}` : `[${JSON.stringify(shown)}]`;
}

function walkText(shape: Map<string, string>, path: string, text: string, depth: number): void {
  if (!shape.has(path)) shape.set(path, 'text');
  if (text.length > textLimit || !/^\s*[{[]/.test(text)) return;
  const parsed = parseJson(text);
  if (!parsed.ok) return;
  const members = isObject(parsed.value) ? Object.entries(parsed.value) : [];
  for (const [name, inner] of members) walk(shape, `${path} › ${step(name).replace(/^\./, '')}`, inner, depth + 1);
}

function typeOf(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'object') return 'object';
  return typeof value === 'string' ? 'text' : typeof value;
}

export interface DiffedFailure {
  side: ShapeSide;
  failure: Failure;
  answered: Answered;
}

export function diffShapes(left: DiffedFailure, right: DiffedFailure): ShapeDiff {
  const names = [...new Set([...factsOf(left).keys(), ...factsOf(right).keys()])];
  const [leftFacts, rightFacts] = [factsOf(left), factsOf(right)];
  const facts = names.map((name) => {
    const [a, b] = [leftFacts.get(name) ?? '–', rightFacts.get(name) ?? '–'];
    return { name, left: a, right: b, same: a === b };
  });
  const [leftShape, rightShape] = [answerShape(left.answered), answerShape(right.answered)];
  const paths = [...new Set([...leftShape.keys(), ...rightShape.keys()])].sort();
  const members = paths.map((path) => {
    const [a, b] = [leftShape.get(path) ?? null, rightShape.get(path) ?? null];
    return { path, left: a, right: b, same: a === b };
  });
  return { left: left.side, right: right.side, facts, members, words: diffWords(left.failure, right.failure, members) };
}

function diffWords(left: Failure, right: Failure, members: ShapeDiff['members']): string {
  const differing = members.filter(({ same }) => !same).length;
  const shape = differing === 0 ? 'the same shape' : `${differing} of ${members.length} members differ`;
  if (left.class !== right.class) return `Two meanings: ${left.title} and ${right.title}; ${shape}.`;
  const travel = left.carrier === right.carrier ? '' : ', two carriers';
  return `One meaning${travel}; ${shape}.`;
}

function factsOf({ failure, answered }: DiffedFailure): Map<string, string> {
  const unit = retryUnitOf(failure, answered);
  const { retry } = failure;
  return new Map([
    ['Meaning', failure.class],
    ['Carrier', failure.carrier],
    ['Code', failure.code === null ? '–' : String(failure.code)],
    ['Code name', failure.codeName ?? '–'],
    ['Layer', failure.layer],
    ['Whose fault', failure.fault],
    ['Retry', retry.verdict],
    ['Wait', unit ? `${unit.field} ${unit.value}, ${unit.unit}` : '–'],
    ['Attempts', retry.maxAttempts === null ? '–' : String(retry.maxAttempts)],
    [
      'Fields',
      failure.issues
        .map(({ path }) => path || '(all)')
        .slice(0, 20)
        .join(', ') || '–',
    ],
    ['Problem type', failure.problem?.type ?? '–'],
    ['Dialect', failure.dialect.id],
    ['Message', failure.message || '–'],
  ]);
}
