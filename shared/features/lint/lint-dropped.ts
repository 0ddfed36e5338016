// Notes about tools that clients silently drop.

import type { Json } from '../../json/json.ts';
import { droppedTools } from '../../server/dropped-tools.ts';
import type { AddNote } from './note.ts';

/** `about` returns the notes of one tool. `server`: the server's name in the client's settings; '' if unknown. */
export function lintDropped(tools: readonly Json[], server: string, about: (what: string) => AddNote): void {
  for (const { tool, level, why, fix, path } of droppedTools(tools, server))
    about(`tool ${tool.slice(0, 100)}`)('tool-dropped', level, why, fix, path);
}
