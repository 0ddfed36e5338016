// The servers of a read-only recording, as they were when it was recorded, with their marks. A capture stores the marks in its header,
// member `servers`.

import { isObject, type Json, parseJson } from '../json/json.ts';

/** How a server looks in lists. */
export interface ServerLook {
  /** From 0: selects the server's mark, a shape and a color. */
  color: number;
  transport: string;
}

export interface PastServer {
  /** As in rows. */
  id: string;
  name: string;
  /** null: recorded without one. */
  look: ServerLook | null;
  messages: number;
  /** Without expected ones. */
  failedCalls: number;
}

/** A client that an opened recording names, with its share of the messages. */
export interface PastClient {
  name: string;
  messages: number;
}

/** Whose traffic a read-only recording has. */
export interface PastParties {
  servers: PastServer[];
  /** The one with the most messages first. */
  clients: PastClient[];
}

/** The mark of a server that no list and no file gives one: from its name, so that servers differ. */
export function colorOfName(name: string): number {
  return [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 64, 0);
}

/** By name; empty if the header has none or is unreadable. */
export function looksInHeader(header: string | null): Map<string, ServerLook> {
  const parsed = header === null ? null : parseJson(header);
  const servers: Json = parsed?.ok && isObject(parsed.value) ? (parsed.value.servers ?? null) : null;
  const looks = new Map<string, ServerLook>();
  for (const server of Array.isArray(servers) ? servers : []) {
    if (!isObject(server)) continue;
    const { name, color, transport } = server;
    if (typeof name !== 'string' || typeof color !== 'number' || !Number.isInteger(color) || color < 0) continue;
    looks.set(name, { color, transport: typeof transport === 'string' ? transport : '' });
  }
  return looks;
}

export function looksForHeader(looks: readonly (ServerLook & { name: string })[]): { servers?: Json } {
  return looks.length === 0 ? {} : { servers: looks.map(({ name, color, transport }) => ({ name, color, transport })) };
}
