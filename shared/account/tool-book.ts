// The tools that each server lists, over all its connections. A call is checked against the list of its own connection, otherwise
// against the newest list of its server. If a list arrives after a tool failed, that failure is decoded again. So the order of
// messages does not change the result.

import { isObject, type Json, member } from '../json/json.ts';

const mostServers = 200;
const mostTools = 2000;

export class ToolBook {
  readonly #servers = new Map<string, Map<string, Json>>();
  /** Tools that failed before their schema was known. */
  readonly #wanted = new Map<string, Set<string>>();
  readonly #onKnown: (server: string) => void;

  /** `onKnown`: a list names a tool that failed before. */
  constructor(onKnown: (server: string) => void = () => {}) {
    this.#onKnown = onKnown;
  }

  inputSchemaOf(server: string, tool: string): Json | undefined {
    return this.#servers.get(server)?.get(tool);
  }

  /** Clients may have changed some characters of the name. null: no list of this server was seen. */
  lists(server: string, tool: string): boolean | null {
    const known = this.#servers.get(server);
    if (known === undefined) return null;
    if (known.has(tool)) return true;
    const plain = plainName(tool);
    for (const name of known.keys()) if (plainName(name) === plain) return true;
    return false;
  }

  /** A failure of this tool was decoded without its schema. */
  want(server: string, tool: string): void {
    const tools = this.#wanted.get(server) ?? new Set();
    if (tools.size < mostTools) tools.add(tool);
    this.#wanted.set(server, tools);
  }

  /** A list, or a further page of one. */
  note(server: string, result: Json | undefined): void {
    const listed = member(result, 'tools');
    if (!Array.isArray(listed)) return;
    const known = this.#servers.get(server) ?? new Map<string, Json>();
    if (!this.#servers.has(server) && this.#servers.size >= mostServers) return;
    this.#servers.set(server, known);
    let isWanted = false;
    for (const tool of listed) {
      const name = member(tool, 'name');
      const schema = member(tool, 'inputSchema');
      if (typeof name !== 'string' || !isObject(schema) || (known.size >= mostTools && !known.has(name))) continue;
      known.set(name, schema);
      if (this.#wanted.get(server)?.delete(name)) isWanted = true;
    }
    if (isWanted) this.#onKnown(server);
  }
}

const plainName = (name: string): string => name.replace(/[^a-zA-Z0-9]/g, '_');
