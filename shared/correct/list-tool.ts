// Where a value that exists comes from: the tool that lists such values, and the values in its answer, best match first. Pure.

import { inputSchemaOf } from '../api/input-schema.ts';
import type { ToolView } from '../api/views.ts';
import type { FailureClass } from '../failure.ts';
import { isObject, type Json, member, parseJson } from '../json/json.ts';
import { pointerOf } from '../json/json-place.ts';
import { distance } from '../text/nearest-word.ts';
import type { Row, RowDetail } from '../timeline.ts';

export interface ListTool {
  tool: string;
  /** Why it may be called. */
  because: string;
  /** JSON Pointer of the argument that gets a value. */
  path: string;
  sent: string;
}

export type Rejected = { row: Pick<Row, 'method' | 'target'> } & Pick<RowDetail, 'failure' | 'params'>;

const classes: readonly FailureClass[] = ['not_found', 'forbidden'];
const lists = /^(?:list|search|find|query|get_?all|browse)(?=[_\-A-Z]|$)/;

/** The argument whose value the message repeats, else the only one, else the only id. */
export function missingArgument(params: string, said: string): { name: string; value: string | number } | null {
  const read = parseJson(params);
  const args = read.ok ? member(read.value, 'arguments') : undefined;
  if (!isObject(args)) return null;
  const sent = Object.entries(args).flatMap(([name, value]) =>
    typeof value === 'string' || typeof value === 'number' ? [{ name, value }] : [],
  );
  const repeated = sent.filter(({ value }) => String(value).length > 1 && said.includes(String(value)));
  const ids = sent.filter(({ name }) => /(?:^|_)id$|Id$/.test(name));
  const [only, other] = repeated.length > 0 ? repeated : sent.length === 1 ? sent : ids;
  return other === undefined ? (only ?? null) : null;
}

/** null: the arguments do not name what was missing, or no tool lists such values without arguments. */
export function listToolFor({ row, failure, params }: Rejected, tools: readonly ToolView[]): ListTool | null {
  if (failure === null || !classes.includes(failure.class) || row.method !== 'tools/call') return null;
  const said = failure.message.slice(0, 2_000);
  const meant = missingArgument(params, said);
  if (meant === null) return null;
  const usable = tools.filter((tool) => tool.name !== row.target && isListed(tool) && needsNothing(tool));
  const named = usable.find(({ name }) => hasWord(said, name));
  const about = { path: pointerOf([meant.name]), sent: String(meant.value) };
  if (named !== undefined)
    return { tool: named.name, because: `${named.name} is named in the server’s message.`, ...about };
  const things = new Set([...wordsIn(meant.name), ...wordsIn(row.target ?? '')]);
  const [best] = usable
    .filter(({ name }) => lists.test(name) && wordsIn(name).some((w) => things.has(w)))
    .sort((one, other) => one.name.length - other.name.length);
  return best === undefined
    ? null
    : { tool: best.name, because: `${best.name} is read-only. Server’s claim, not verified.`, ...about };
}

/** A server can name any tool in its message. Only one that it marked as read-only before is called, and only after a click. */
const isListed = ({ hints }: ToolView): boolean => hints.readOnly === true && hints.destructive !== true;

/** A tool that the server names as the way to list, and that may change data; null: none. */
export function unsafeListTool({ row, failure }: Rejected, tools: readonly ToolView[]): string | null {
  if (failure === null || !classes.includes(failure.class)) return null;
  const said = failure.message.slice(0, 2_000);
  return tools.find((tool) => tool.name !== row.target && !isListed(tool) && hasWord(said, tool.name))?.name ?? null;
}

const needsNothing = (tool: ToolView): boolean => {
  const required = member(inputSchemaOf(tool), 'required');
  return !Array.isArray(required) || required.length === 0;
};

const hasWord = (said: string, name: string): boolean =>
  name.length > 3 &&
  said.split(/[^\w.-]+/, 400).some((word) => word.startsWith(name) && /^[.-]{0,3}$/.test(word.slice(name.length)));

const plain = new Set([
  'id',
  'ids',
  'get',
  'list',
  'all',
  'find',
  'search',
  'query',
  'by',
  'of',
  'the',
  'name',
  'key',
  'read',
]);

/** `order_id` → `order`; `listOrders` → `order`. */
function wordsIn(name: string): string[] {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  return words.filter((word) => word.length > 2 && !plain.has(word)).map(singular);
}

const singular = (word: string): string =>
  word.endsWith('ies') ? `${word.slice(0, -3)}y` : word.replace(/(?<=[^s])s$/, '');

const mostValues = 500;
const deepest = 6;

/** The values for this argument in the answer of the list tool, those most like the sent one first. */
export function valuesIn(result: Json, { path, sent }: ListTool): string[] {
  const name = path.slice(1);
  const found = new Map<string, Set<string>>();
  const add = (key: string, value: Json | undefined) => {
    if ((typeof value !== 'string' && typeof value !== 'number') || String(value).length > 200) return;
    const values = found.get(key) ?? new Set<string>();
    if (values.size < mostValues) found.set(key, values.add(String(value)));
  };
  const visit = (value: Json | undefined, depth: number): void => {
    if (depth > deepest) return;
    if (Array.isArray(value)) {
      for (const one of value.slice(0, mostValues)) {
        add('', one);
        visit(one, depth + 1);
      }
    } else if (isObject(value))
      for (const [key, inner] of Object.entries(value).slice(0, 100)) {
        add(key.toLowerCase(), inner);
        visit(inner, depth + 1);
      }
  };
  const content = member(result, 'content');
  const texts = (Array.isArray(content) ? content : []).flatMap((block) => {
    const text = member(block, 'text');
    return typeof text === 'string' ? [text.slice(0, 500_000)] : [];
  });
  visit(member(result, 'structuredContent'), 0);
  for (const text of texts) {
    const read = parseJson(text);
    if (read.ok) visit(read.value, 0);
    // A list for readers: only what looks like the sent value.
    else for (const [word] of text.matchAll(looksLike(sent))) add(name.toLowerCase(), word);
  }
  const last = wordsIn(name).at(-1) ?? '';
  const keys = [
    name.toLowerCase(),
    name.toLowerCase().replace(/[_-]/g, ''),
    'id',
    `${last}id`,
    last,
    'name',
    'key',
    'slug',
    'path',
    'uri',
    '',
  ];
  const values = keys.map((key) => found.get(key)).find((some) => some !== undefined && some.size > 0);
  return [...(values ?? [])].sort((one, other) => away(one, sent) - away(other, sent));
}

const away = (one: string, sent: string): number => distance(one.slice(0, 60), sent.slice(0, 60));

/** `SO-9999` → words of letters, a dash and digits. */
function looksLike(sent: string): RegExp {
  const shape = sent
    .slice(0, 60)
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(/\d+/g, '\\d{1,20}')
    .replace(/[A-Za-z]{4,}/g, '[A-Za-z]{1,40}');
  return new RegExp(`(?<![\\w-])${shape}(?![\\w-])`, 'g');
}
