// Tools that clients leave out without a word: headers that no client may send, names that become one after a client's renaming, and
// names that are too long with the server's before them.

import { isObject, type Json, type JsonObject, member } from '../json/json.ts';
import { type AddNote, step } from './note.ts';

const deepest = 10;
/** RFC 9110 section 5.6.2. */
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
const primitives = new Set(['string', 'number', 'integer', 'boolean']);
/** Cursor leaves out tools whose name, with that of the server, is longer. */
const cursorName = 60;

/** `about` gives the notes of one tool. `server`: what the server is called in the client's settings; '' where that is not known. */
export function lintDropped(tools: readonly Json[], server: string, about: (what: string) => AddNote): void {
  const renamed = new Map<string, string>();
  for (const tool of tools) {
    const name = member(tool, 'name');
    if (!isObject(tool) || typeof name !== 'string') continue;
    const add = about(`tool ${name.slice(0, 100)}`);
    lintHeaders(tool.inputSchema, '/inputSchema', new Set(), add, 0);
    const plain = name.replace(/[^a-zA-Z0-9_-]/g, '_');
    const other = renamed.get(plain);
    if (other !== undefined && other !== name)
      add(
        'tool-dropped',
        'warning',
        `Clients that replace special characters call this tool and ${JSON.stringify(other.slice(0, 60))} both ${plain.slice(0, 60)}, and keep one.`,
        'Rename one of them.',
        '/name',
      );
    renamed.set(plain, name);
    if (server !== '' && server.length + name.length > cursorName)
      add(
        'tool-dropped',
        'warning',
        `With the server's name it has ${server.length + name.length} characters. Cursor leaves out tools with more than ${cursorName}, without a message.`,
        'Shorten the name of the tool or of the server.',
        '/name',
      );
  }
}

/** 2026-07-28, "x-mcp-header": clients must leave a tool out whose annotations break a rule. */
function lintHeaders(schema: Json | undefined, where: string, seen: Set<string>, add: AddNote, depth: number): void {
  const properties = member(schema, 'properties');
  if (!isObject(properties) || depth > deepest) return;
  for (const [name, property] of Object.entries(properties as JsonObject)) {
    const place = `${where}/properties${step(name)}`;
    const header = member(property, 'x-mcp-header');
    if (header !== undefined) {
      const problem = headerProblem(header, member(property, 'type'), seen);
      if (problem !== null)
        add(
          'tool-dropped',
          'error',
          `${problem} Clients of 2026-07-28 must leave this tool out, and say so only in a log.`,
          'Write a header name of letters, digits and dashes, once per tool, on a text, number or boolean.',
          `${place}/x-mcp-header`,
        );
      if (typeof header === 'string') seen.add(header.toLowerCase());
    }
    lintHeaders(property, place, seen, add, depth + 1);
  }
}

function headerProblem(header: Json, type: Json | undefined, seen: ReadonlySet<string>): string | null {
  if (typeof header !== 'string' || !token.test(header))
    return `x-mcp-header ${JSON.stringify(header).slice(0, 60)} is not a header name.`;
  if (seen.has(header.toLowerCase())) return `x-mcp-header ${header} is there twice.`;
  if (typeof type !== 'string' || !primitives.has(type))
    return `x-mcp-header ${header} is on a value that is not text, a number or a boolean.`;
  return null;
}
