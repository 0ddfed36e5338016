// Reads an error object of any shape, field by field. Known names become facts, known shapes get their own readers, the rest is kept as
// unrecognized. Later stages judge.

import type { FieldRole } from '../../dialects/dialect-schema.ts';
import { isObject, type Json, type JsonObject, member } from '../../json/json.ts';
import {
  addLink,
  addMessage,
  addRemainder,
  addWord,
  looksLikeWord,
  type Reading,
  setValue,
  withoutNamespace,
} from '../reading/reading.ts';
import { durationMs, momentMs, noteWait } from './durations.ts';
import { readList } from './lists.ts';
import { deepest, memberPath, type Reader } from './reader.ts';
import { readShapes } from './shapes.ts';
import { readText } from './text.ts';

export function openReader(reading: Reading, members: Reader['members']): Reader {
  const reader: Reader = { reading, members, read: (value, path, depth) => readValue(reader, value, path, depth) };
  return reader;
}

function readValue(reader: Reader, value: Json, path: string, depth: number): void {
  if (typeof value === 'string') readText(reader, value, path, depth);
  else if (Array.isArray(value)) {
    if (!readList(reader, value, path, depth)) addRemainder(reader.reading, path, value);
  } else if (isObject(value)) readObject(reader, value, path, depth);
}

function readObject(reader: Reader, object: JsonObject, path: string, depth: number): void {
  const { reading, members } = reader;
  if (depth > deepest) {
    addRemainder(reading, path, object);
    return;
  }
  const found = { value: object, path };
  reading.objects.push(found);
  const names = Object.keys(object);
  let bits = 0;
  for (const name of names) {
    const known = members.get(name);
    if (known === undefined) continue;
    bits |= known.shapes;
    if (known.marks !== null) reading.marked.push({ marks: known.marks, object: found });
  }
  // Most error objects are a code and a message: no shape needs to be checked.
  const taken = bits === 0 ? null : readShapes(reader, object, path, depth, bits);
  for (const name of names) {
    if (taken?.has(name)) continue;
    if (--reading.budget < 0) return;
    const value = object[name] as Json;
    if (value === null || value === '') continue;
    // Next to a sentence about the error, the title names the object or says nothing.
    if (name === 'title' && (value === 'Error' || (typeof object.error === 'string' && object.error.includes(' ')))) {
      addRemainder(reading, path === '' ? name : `${path}.${name}`, value);
      continue;
    }
    const role =
      (members.get(name) ?? (name.includes('/') ? members.get(withoutNamespace(name)) : undefined))?.role ?? null;
    const here = memberPath(path, name);
    // GraphQL puts the result of each mutation under its name; file tools put results under the path.
    if (role === null && isObject(value) && (Array.isArray(value.userErrors) || isRefused(value)))
      readObject(reader, value, here, depth + 1);
    else if (role === null && isErrorTitle(value)) readText(reader, value[0].title, `${here}[0].title`, depth + 1);
    else if (role === null && isErrorText(value)) readText(reader, value[0], `${here}[0]`, depth + 1);
    else if (role === null) addRemainder(reading, here, value);
    else if (!readMember(reader, role, name, value, here, depth) && typeof value !== 'boolean')
      addRemainder(reading, here, value);
  }
}

/** The only entry of a list of results says that the search failed. */
function isErrorTitle(value: Json): value is [{ title: string }] {
  if (!Array.isArray(value) || value.length !== 1) return false;
  const title = member(value[0], 'title');
  return typeof title === 'string' && errorDoing.test(title);
}

const errorDoing = /^Error [a-z]{3,20}ing /;

const isErrorText = (value: Json): value is [string] =>
  Array.isArray(value) && value.length === 1 && typeof value[0] === 'string' && errorDoing.test(value[0]);

/** The result for one of several items. */
function isRefused({ status, result, success }: JsonObject): boolean {
  return status === 'error' || result === 'error' || success === false;
}

/** Whether the value is one that the field may have. */
function readMember(reader: Reader, role: FieldRole, name: string, value: Json, path: string, depth: number): boolean {
  const { reading } = reader;
  const isText = typeof value === 'string';
  switch (role) {
    case 'code':
      if (!isObject(value)) return readCode(reading, name, value, path);
      readObject(reader, value, path, depth + 1);
      return true;
    case 'word':
      if (isText) readName(reader, name, value, path, depth);
      return isText;
    case 'class':
      if (isText) reading.classes.push({ value, path });
      return isText;
    case 'category':
    case 'field':
      if (isText) setValue(reading, role, path, value);
      return isText;
    case 'message':
      if (isText || typeof value === 'object') readValue(reader, value, path, depth + 1);
      return isText || typeof value === 'object';
    case 'status':
      if (typeof value === 'number') reading.statuses.push({ value, path });
      return typeof value === 'number';
    case 'retryable':
      if (typeof value === 'boolean') reading.retryable ??= { value, path };
      return typeof value === 'boolean';
    case 'afterSeconds':
      noteWait(reading, path, value, durationMs(value, 1000) ?? momentOf(value, reading.receivedAt));
      return true;
    case 'afterMs':
      noteWait(reading, path, value, durationMs(value, 1));
      return true;
    case 'resetAt':
      noteWait(reading, path, value, momentMs(value, reading.receivedAt));
      return true;
    case 'maxAttempts':
      if (typeof value !== 'number' || !Number.isInteger(value) || value < 0) return false;
      reading.maxAttempts ??= { value, path };
      return true;
    case 'backoff':
      if (value !== 'fixed' && value !== 'exponential') return false;
      reading.backoff ??= { value, path };
      return true;
    case 'jitter':
      if (typeof value !== 'number' || value < 0 || value >= 1) return false;
      reading.jitter ??= { value, path };
      return true;
    case 'hint':
      if (!isObject(value)) return false;
      reading.hint ??= path;
      readObject(reader, value, path, depth + 1);
      return true;
    case 'suggestion':
      for (const item of Array.isArray(value) ? value.slice(0, 5) : [value])
        if (typeof item === 'string') reading.suggestions.push(item.slice(0, 500));
      return isText || Array.isArray(value);
    case 'docs':
      addLink(reading, name, value);
      return isText;
    case 'issues':
    case 'nested':
      readValue(reader, value, path, depth + 1);
      return true;
    case 'value':
      setValue(reading, name, path, value);
      return true;
    case 'ignored':
      return true;
  }
}

function readName(reader: Reader, name: string, value: string, path: string, depth: number): void {
  const { reading } = reader;
  const isReason = name === 'reason' || name === 'originalError';
  if (isReason) setValue(reading, name, path, value);
  if (looksLikeWord(value)) addWord(reading, path, value);
  else if (isReason || !value.includes(' ')) readText(reader, value, path, depth);
  else if (name === 'type') addWord(reading, path, value);
  else addRemainder(reading, path, value);
}

function momentOf(value: Json, receivedAt: number): number | null {
  return typeof value === 'string' && value.length > 10 ? momentMs(value, receivedAt) : null;
}

const wholeNumber = /^-?\d{1,9}$/;

/** `code` and `status` hold numbers, numbers as text, or words; any of them may be an HTTP status. */
function readCode(reading: Reading, name: string, value: Json, path: string): boolean {
  const number =
    typeof value === 'number' ? value : typeof value === 'string' && wholeNumber.test(value) ? Number(value) : null;
  if (number === null) {
    if (typeof value !== 'string') return false;
    if (isPlainStatus(value)) return true;
    if (looksLikeWord(value)) addWord(reading, path, value);
    else addMessage(reading, path, value);
    return true;
  }
  if (number >= 300 && number < 600 && Number.isInteger(number)) {
    reading.statuses.push({ value: number, path, sent: value });
    if (name === 'code') reading.numbers.push({ value: number, path, sent: value });
  } else if (name.toLowerCase().includes('status')) setValue(reading, name, path, value);
  else reading.numbers.push({ value: number, path, sent: value });
  return true;
}

function isPlainStatus(value: string): boolean {
  return value === 'error' || value === 'failed' || value === 'failure' || value === 'fail' || value === 'ERROR';
}
