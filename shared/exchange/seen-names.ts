// Names that a connection has shown: entries of its lists, and results of its list and search tools. A missing name is compared with
// them. Owns which names are kept and how many; the decoder decides which one is similar.

import type { SeenName } from '../account/account.ts';
import { isObject, type Json, member, parseJson } from '../json/json.ts';

const mostNames = 400;
const mostPerAnswer = 200;
const longestText = 20_000;
const longestName = 200;
const lists: Readonly<Record<string, { list: string; names: readonly string[] }>> = {
  'resources/list': { list: 'resources', names: ['uri'] },
  'prompts/list': { list: 'prompts', names: ['name'] },
  'roots/list': { list: 'roots', names: ['uri'] },
};
/** A tool that returns what exists. */
const listing = /(?:^|[_.-]|[a-z](?=[A-Z]))(?:list|search|find|tree|dir|directory|ls|glob|browse)/i;

export class SeenNames {
  /** Newest last. */
  readonly #names = new Map<string, string>();

  note(method: string, params: Json | undefined, result: Json | undefined): void {
    const known = lists[method];
    if (known) this.#add(namesOf(member(result, known.list), known.names), method);
    const tool = method === 'tools/call' ? member(params, 'name') : undefined;
    if (typeof tool === 'string' && listing.test(tool.slice(0, 100))) this.#add(namesIn(result), tool.slice(0, 60));
  }

  /** The current names; undefined if there are none. */
  get all(): SeenName[] | undefined {
    return this.#names.size === 0 ? undefined : [...this.#names].map(([name, from]) => ({ name, from }));
  }

  forget(): void {
    this.#names.clear();
  }

  #add(names: Iterable<string>, from: string): void {
    let added = 0;
    for (const name of names) {
      if (name.length < 2 || name.length > longestName || added >= mostPerAnswer) continue;
      this.#names.delete(name);
      this.#names.set(name, from);
      added += 1;
    }
    for (const name of this.#names.keys()) {
      if (this.#names.size <= mostNames) break;
      this.#names.delete(name);
    }
  }
}

function* namesOf(list: Json | undefined, keys: readonly string[]): Generator<string> {
  for (const entry of Array.isArray(list) ? list.slice(0, mostPerAnswer) : [])
    for (const key of keys) {
      const name = member(entry, key);
      if (typeof name === 'string') yield name;
    }
}

function* namesIn(result: Json | undefined): Generator<string> {
  yield* strings(member(result, 'structuredContent'), 0);
  const content = member(result, 'content');
  for (const block of Array.isArray(content) ? content.slice(0, 20) : []) {
    const text = member(block, 'text');
    if (typeof text !== 'string' || text.length > longestText) continue;
    const parsed = /^\s{0,100}[[{]/.test(text) ? parseJson(text) : null;
    if (parsed?.ok) yield* strings(parsed.value, 0);
    else yield* namesInLines(text);
  }
}

function* strings(value: Json | undefined, depth: number): Generator<string> {
  if (typeof value === 'string') {
    if (!value.includes('\n')) yield value;
  } else if (depth < 6 && Array.isArray(value)) for (const item of value.slice(0, 500)) yield* strings(item, depth + 1);
  else if (depth < 6 && isObject(value)) for (const item of Object.values(value)) yield* strings(item, depth + 1);
}

/** `[FILE] notes.md`, `- notes.md`, `notes.md`: one name per line. */
function* namesInLines(text: string): Generator<string> {
  for (const line of text.split('\n').slice(0, mostPerAnswer)) {
    const name = line.trim().replace(/^(?:\[\w{1,10}\]|[-*•]|\d{1,4}[.)])\s{1,4}/, '');
    if (name !== '' && !/\s\S{1,200}\s/.test(name)) yield name;
  }
}
