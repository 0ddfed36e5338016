// Reads an error object of any shape, member by member: known names become facts, known shapes get their own readers,
// and what no one knows goes to the remainder. Judging is left to later stages.

import type { FieldRole } from '../../dialects/schema.ts';
import { isObject, type Json, type JsonObject } from '../../json.ts';
import { added, addLink, addMessage, addRemainder, type Facts, setValue } from '../facts.ts';
import { durationMs, momentMs, noteWait } from './durations.ts';
import { readList } from './lists.ts';
import type { Member } from './members.ts';
import { readProblem } from './problem.ts';
import { mayBeProblem, mayHaveStack, readShape } from './shapes.ts';
import { hasStack } from './stack.ts';
import { readText } from './text.ts';

export interface Reader {
  facts: Facts;
  members: ReadonlyMap<string, Member>;
}

/** How deep objects and JSON inside strings are followed from where the failure was found. */
export const deepest = 10;

export function readValue(reader: Reader, value: Json, path: string, depth: number): void {
  if (typeof value === 'string') readText(reader, value, path, depth);
  else if (Array.isArray(value)) {
    if (!readList(reader, value, path, depth)) addRemainder(reader.facts, path, value);
  } else if (isObject(value)) readObject(reader, value, path, depth);
}

export function readObject(reader: Reader, object: JsonObject, path: string, depth: number): void {
  const { facts, members } = reader;
  if (depth > deepest) {
    addRemainder(facts, path, object);
    return;
  }
  const found = { value: object, path };
  facts.objects = added(facts.objects, found);
  const names = Object.keys(object);
  let bits = 0;
  for (let index = 0; index < names.length; index++) {
    const known = members.get(names[index] as string);
    if (known === undefined) continue;
    bits |= known.bits;
    if (known.marks !== null) facts.marked = added(facts.marked, { marks: known.marks, object: found });
  }
  // Most error objects are a code and a message: nothing in them tells a shape of its own.
  if (mayBeProblem(bits)) readProblem(facts, object);
  if (mayHaveStack(bits) && hasStack(object)) facts.stack = true;
  const taken = bits === 0 ? null : readShape(reader, object, path, depth, bits);
  for (let index = 0; index < names.length; index++) {
    const name = names[index] as string;
    if (taken?.has(name)) continue;
    if (--facts.budget < 0) return;
    const value = object[name] as Json;
    if (value === null || value === '') continue;
    const role = members.get(name)?.role ?? null;
    const memberPath = path === '' ? name : `${path}.${name}`;
    if (role === null) addRemainder(facts, memberPath, value);
    else readMember(reader, role, name, value, memberPath, depth);
  }
}

function readMember(reader: Reader, role: FieldRole, name: string, value: Json, path: string, depth: number): void {
  const { facts } = reader;
  switch (role) {
    case 'code':
      if (readCode(facts, name, value, path)) return;
      break;
    case 'word':
      if (typeof value === 'string') {
        if (name === 'reason') setValue(facts, name, path, value);
        if (looksLikeWord(value)) addWord(facts, path, value);
        else if (name === 'reason' || name === 'originalError') readText(reader, value, path, depth);
        else if (name === 'type') addWord(facts, path, value);
        else addRemainder(facts, path, value);
        return;
      }
      break;
    case 'class':
      if (typeof value === 'string') {
        facts.classes = added(facts.classes, { value, path });
        return;
      }
      break;
    case 'category':
      if (typeof value === 'string') {
        setValue(facts, 'category', path, value);
        return;
      }
      break;
    case 'message':
      if (typeof value === 'string' || typeof value === 'object') {
        readValue(reader, value, path, depth + 1);
        return;
      }
      break;
    case 'status':
      if (typeof value === 'number') {
        facts.statuses = added(facts.statuses, { value, path });
        return;
      }
      break;
    case 'retryable':
      if (typeof value === 'boolean') {
        facts.retryable ??= { value, path };
        return;
      }
      break;
    case 'afterSeconds':
      noteWait(facts, path, value, durationMs(value, 1000) ?? momentOf(value, facts.receivedAt));
      return;
    case 'afterMs':
      noteWait(facts, path, value, durationMs(value, 1));
      return;
    case 'resetAt':
      noteWait(facts, path, value, momentMs(value, facts.receivedAt));
      return;
    case 'maxAttempts':
      if (typeof value === 'number' && Number.isInteger(value) && value >= 0) {
        facts.maxAttempts ??= { value, path };
        return;
      }
      break;
    case 'backoff':
      if (value === 'fixed' || value === 'exponential') {
        facts.backoff ??= { value, path };
        return;
      }
      break;
    case 'jitter':
      if (typeof value === 'number' && value >= 0 && value < 1) {
        facts.jitter ??= { value, path };
        return;
      }
      break;
    case 'hint':
      if (isObject(value)) {
        facts.hint ??= path;
        readObject(reader, value, path, depth + 1);
        return;
      }
      break;
    case 'field':
      if (typeof value === 'string') {
        setValue(facts, 'field', path, value);
        return;
      }
      break;
    case 'suggestion':
      if (typeof value === 'string') facts.suggestions = added(facts.suggestions, value.slice(0, 500));
      else if (Array.isArray(value)) {
        for (const item of value.slice(0, 5))
          if (typeof item === 'string') facts.suggestions = added(facts.suggestions, item.slice(0, 500));
      } else break;
      return;
    case 'docs':
      if (typeof value === 'string') {
        addLink(facts, name, value);
        return;
      }
      break;
    case 'issues':
    case 'nested':
      readValue(reader, value, path, depth + 1);
      return;
    case 'value':
      setValue(facts, name, path, value);
      return;
    case 'ignored':
      return;
  }
  if (typeof value !== 'boolean') addRemainder(facts, path, value);
}

function momentOf(value: Json, receivedAt: number): number | null {
  return typeof value === 'string' && value.length > 10 ? momentMs(value, receivedAt) : null;
}

const wholeNumber = /^-?\d{1,9}$/;
const space = /\s/;

/** `code` and `status` hold numbers, numbers as text, or words; an HTTP status may be any of them. */
function readCode(facts: Facts, name: string, value: Json, path: string): boolean {
  const number =
    typeof value === 'number' ? value : typeof value === 'string' && wholeNumber.test(value) ? Number(value) : null;
  if (number === null) {
    if (typeof value !== 'string') return false;
    if (isPlainStatus(value)) return true;
    if (looksLikeWord(value)) addWord(facts, path, value);
    else addMessage(facts, path, value);
    return true;
  }
  if (number >= 300 && number < 600 && Number.isInteger(number)) {
    facts.statuses = added(facts.statuses, { value: number, path, sent: value });
    if (name === 'code') facts.numbers = added(facts.numbers, { value: number, path, sent: value });
  } else if (name.toLowerCase().includes('status')) setValue(facts, name, path, value);
  else facts.numbers = added(facts.numbers, { value: number, path, sent: value });
  return true;
}

function isPlainStatus(value: string): boolean {
  return value === 'error' || value === 'failed' || value === 'failure' || value === 'fail' || value === 'ERROR';
}

export function addWord(facts: Facts, path: string, value: string): void {
  if (value === 'error' || value === 'Error' || value === 'text' || value === 'about:blank') return;
  if (facts.words.length < 12) facts.words = added(facts.words, { value: value.slice(0, 200), path });
}

/** A code rather than a sentence: no spaces, not too long. */
export function looksLikeWord(value: string): boolean {
  return value.length <= 120 && !space.test(value);
}
