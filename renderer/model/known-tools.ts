// What the log knows about the tools of failed calls: the called tool, and the other tools of its server. By row.

import type { ToolView } from '../../shared/api/views.ts';
import { defineStore, type Model } from './model.ts';

interface KnownTools {
  /** null: the log has no list with it; absent: not looked up yet. */
  tools: Record<number, ToolView | null>;
  /** All tools that its server listed; empty if there was no list. */
  lists: Record<number, readonly ToolView[]>;
  asking: boolean;
}

export const [knownToolsOf, useKnownTools] = defineStore<KnownTools>(() => ({ tools: {}, lists: {}, asking: false }));

export const noteTool = (model: Model, row: number, tool: ToolView | null): void =>
  knownToolsOf(model).setState(({ tools }) => ({ tools: { ...tools, [row]: tool } }));

/** Reads only the log. */
export async function lookUpTools(model: Model, row: number): Promise<void> {
  const [tool, list] = await Promise.all([
    model.platform.call('seenTool', { id: row }),
    model.platform.call('seenTools', { id: row }),
  ]);
  knownToolsOf(model).setState(({ tools, lists }) => ({
    tools: { ...tools, [row]: tool.ok ? tool.value : null },
    lists: { ...lists, [row]: list.ok ? list.value : [] },
  }));
}
