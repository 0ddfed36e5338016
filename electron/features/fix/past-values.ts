// Values that the log already knows: arguments of calls of the same tool that succeeded, and the last answer of a tool that lists. Sends
// nothing.

import { type ListTool, valuesIn } from '../../../shared/correct/list-tool.ts';
import { isObject, type Json, member, parseJson } from '../../../shared/json/json.ts';
import { pointerPart } from '../../../shared/json/json-pointer.ts';
import { namesSecret } from '../../../shared/server-text/likely-secrets.ts';
import type { Row } from '../../../shared/timeline.ts';
import type { LogStore } from '../../inspector/log/store/store.ts';
import { readSent, recordedAnswerText } from '../replay/recorded-call.ts';

const rowsBack = 500;
const callsRead = 20;
const mostValues = 5;
const longest = 80;
const deepest = 4;

const answeredCalls = (store: LogStore, server: string, tool: string): Row[] =>
  store
    .rowsBefore(server, Number.MAX_SAFE_INTEGER, rowsBack)
    .filter(({ method, target, outcome }) => method === 'tools/call' && target === tool && outcome === 'answered')
    .slice(-callsRead)
    .reverse();

/** By JSON Pointer, the newest first. Secrets are left out. */
export function pastArguments(store: LogStore, server: string, tool: string): Record<string, Json[]> {
  const found: Record<string, Json[]> = {};
  const visit = (path: string, value: Json, depth: number): void => {
    if (isObject(value) && depth < deepest) {
      for (const [name, inner] of Object.entries(value).slice(0, 50))
        if (!namesSecret(name)) visit(`${path}/${pointerPart(name)}`, inner, depth + 1);
      return;
    }
    if (typeof value === 'object' || String(value).length > longest) return;
    const values = found[path] ?? [];
    if (values.length < mostValues && !values.includes(value)) found[path] = [...values, value];
  };
  for (const row of answeredCalls(store, server, tool)) {
    const read = parseJson(readSent(store, row).params);
    const args = read.ok ? member(read.value, 'arguments') : undefined;
    if (isObject(args)) visit('', args, 0);
  }
  return found;
}

/** Values in the newest answer of the tool that lists them; null: the log has none. */
export function pastListed(store: LogStore, server: string, from: ListTool): string[] | null {
  const [newest] = answeredCalls(store, server, from.tool);
  if (newest === undefined) return null;
  const read = parseJson(recordedAnswerText(store, newest));
  const result = read.ok ? member(read.value, 'result') : undefined;
  const values = result === undefined ? [] : valuesIn(result, from);
  return values.length === 0 ? null : values;
}
