// Tools that a server lists and clients silently drop, so that no model is offered them. Reasons: headers that clients must not send, names
// that collide after renaming, and names that are too long with the server's prefix.

import { clients } from '../clients/clients.ts';
import { isObject, type Json, member } from '../json/json.ts';
import { headerProblems } from '../schema/header-annotations.ts';

export interface DroppedTool {
  tool: string;
  /** Which clients drop it. */
  by: string;
  why: string;
  fix: string;
  level: 'error' | 'warning';
  /** A JSON Pointer into the definition. */
  path: string;
}

/** `server`: the server's name in the client's settings; '' if unknown. */
export function droppedTools(tools: readonly Json[], server: string): DroppedTool[] {
  const dropped: DroppedTool[] = [];
  const renamed = new Map<string, string>();
  for (const tool of tools) {
    const name = member(tool, 'name');
    if (!isObject(tool) || typeof name !== 'string') continue;
    for (const { path, words } of headerProblems(tool.inputSchema))
      dropped.push({
        tool: name,
        by: 'clients of 2026-07-28',
        why: `${words} Clients of 2026-07-28 must leave this tool out, and say so only in a log.`,
        fix: 'Write a header name of letters, digits and dashes, once per tool, on a string, an integer or a boolean.',
        level: 'error',
        path: `/inputSchema${path}`,
      });
    const plain = name.replace(/[^a-zA-Z0-9_-]/g, '_');
    const other = renamed.get(plain);
    if (other !== undefined && other !== name)
      dropped.push({
        tool: name,
        by: 'clients that rename tools',
        why: `Clients that replace special characters call this tool and ${JSON.stringify(other.slice(0, 60))} both ${plain.slice(0, 60)}, and keep one.`,
        fix: 'Rename one of them.',
        level: 'warning',
        path: '/name',
      });
    renamed.set(plain, name);
    const length = server.length + name.length;
    for (const { name: client, limits } of clients) {
      if (server === '' || limits?.toolName === undefined || length <= limits.toolName) continue;
      dropped.push({
        tool: name,
        by: client,
        why: `With the server's name it has ${length} characters. ${client} leaves out tools with more than ${limits.toolName}, without a message.`,
        fix: 'Shorten the name of the tool or of the server.',
        level: 'warning',
        path: '/name',
      });
    }
  }
  return dropped;
}
