// Tools that clients silently drop. Reasons: headers that clients must not send, names that collide after renaming, and names that are
// too long with the server's prefix.

import { isObject, type Json, member } from '../json/json.ts';
import { headerProblems } from '../schema/header-annotations.ts';
import type { AddNote } from './note.ts';

/** Cursor drops tools whose name, with the server's, is longer. */
const cursorName = 60;

/** `about` returns the notes of one tool. `server`: the server's name in the client's settings; '' if unknown. */
export function lintDropped(tools: readonly Json[], server: string, about: (what: string) => AddNote): void {
  const renamed = new Map<string, string>();
  for (const tool of tools) {
    const name = member(tool, 'name');
    if (!isObject(tool) || typeof name !== 'string') continue;
    const add = about(`tool ${name.slice(0, 100)}`);
    for (const { path, words } of headerProblems(tool.inputSchema))
      add(
        'tool-dropped',
        'error',
        `${words} Clients of 2026-07-28 must leave this tool out, and say so only in a log.`,
        'Write a header name of letters, digits and dashes, once per tool, on a string, an integer or a boolean.',
        `/inputSchema${path}`,
      );
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
