// Parses YAML into values with their positions in the text. Follows anchors, aliases and merge keys, so that an entry shows its full
// meaning, and marks them: changing shared text would change other entries too.

import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  parseDocument,
  visit,
  type YAMLMap,
} from 'yaml';
import type { ObjectSpan, ReadSpans, SpanNode } from './span-types.ts';

/** An alias costs two characters and may expand to everything before it. */
const mostNodes = 20_000;
const mergeKey = '<<';

export function readYaml(text: string): ReadSpans {
  // A duplicate key is not an error here: it spoils one entry, not the file.
  const document = parseDocument(text, { keepSourceTokens: true, uniqueKeys: false });
  const [error] = document.errors;
  if (error) return { ok: false, problem: error.message.split('\n', 1)[0] as string };
  if (!document.contents) return { ok: false, problem: 'It is empty.' };
  return { ok: true, root: new YamlSpans(text, document).read(document.contents as Node) };
}

class YamlSpans {
  readonly #text: string;
  readonly #document: Document;
  readonly #used = new Set<string>();
  /** The target of each alias; a lookup walks the whole document. */
  readonly #meant = new Map<Alias, Node | undefined>();
  #nodes = 0;

  constructor(text: string, document: Document) {
    this.#text = text;
    this.#document = document;
    visit(document, { Alias: (_key, { source }) => void this.#used.add(source) });
  }

  read(node: Node | null | undefined): SpanNode {
    this.#nodes += 1;
    if (this.#nodes > mostNodes) throw new Error('Its aliases unfold to more than a list of servers.');
    if (isAlias(node)) return this.#readAlias(node);
    const read = this.#readValue(node);
    const anchor = node && 'anchor' in node ? node.anchor : undefined;
    if (anchor === undefined || !this.#used.has(anchor)) return read;
    const mark = `&${anchor}`;
    return { ...read, sharing: { mark, start: this.#text.lastIndexOf(mark, read.start) } };
  }

  #readAlias(alias: Alias): SpanNode {
    const [start = 0, end = 0] = alias.range ?? [];
    if (!this.#meant.has(alias)) this.#meant.set(alias, alias.resolve(this.#document));
    const meant = this.read(this.#meant.get(alias));
    return { ...meant, start, end, sharing: { mark: `*${alias.source}`, start } };
  }

  #readValue(node: Exclude<Node, Alias> | null | undefined): SpanNode {
    const [start = 0, end = 0] = node?.range ?? [];
    if (isMap(node)) return this.#readMap(node, start, end);
    if (isSeq(node)) {
      const items = node.items.map((item) => this.read(item as Node));
      return { kind: 'array', start, end, items, isBlock: node.flow !== true };
    }
    if (!isScalar(node)) return { kind: 'scalar', start, end, value: null };
    const { value } = node;
    const plain =
      typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number' || value === null;
    return { kind: 'scalar', start, end, value: plain ? value : String(value) };
  }

  #readMap(node: YAMLMap, start: number, end: number): ObjectSpan {
    const members: ObjectSpan['members'] = [];
    const merged: ObjectSpan['members'] = [];
    let mergeStart: number | null = null;
    for (const { key, value } of node.items) {
      const keyStart = (key as Node).range?.[0] ?? start;
      const name = String(isScalar(key) ? key.value : key);
      const read = this.read(value as Node | null);
      if (name !== mergeKey) members.push({ key: name, keyStart, value: read });
      else {
        mergeStart = keyStart;
        // The first of several maps wins, so it comes last.
        for (const map of read.kind === 'array' ? read.items.toReversed() : [read])
          if (map.kind === 'object') merged.push(...map.members);
      }
    }
    const own = members.map(({ key }) => key);
    const all = [...merged.filter(({ key }) => !own.includes(key)), ...members];
    const map: ObjectSpan = { kind: 'object', start, end, members: all, isBlock: node.flow !== true };
    return mergeStart === null ? map : { ...map, sharing: { mark: mergeKey, start: mergeStart } };
  }
}
