// The tool that a replay calls, as its server describes it now: for the form, the editor's help and the words about hints. Owns
// the words that say what was asked for it.

import { useEffect, useState } from 'react';
import type { ToolView } from '../../shared/api/views.ts';
import { useModel } from '../model/model.ts';

export interface FoundTool {
  /** null: the server does not offer it; undefined: not known (yet). */
  tool: ToolView | null | undefined;
  /** The row of the question that Misfire asked for it. */
  asked: number | null;
}

/** Said wherever a form was made from the list: it is Misfire's own question, which nobody else asked. */
export function askedWords(asked: number | null): string {
  return asked === null
    ? ''
    : `To make this form, Misfire asked for the list of tools (#${asked}). That is not counted.`;
}

/** `connected` is asked for so that the tools are fetched once the server is there. */
export function useTool(server: string, name: string | null, connected: boolean): FoundTool {
  const { platform } = useModel();
  const [found, setFound] = useState<{
    server: string;
    name: string;
    tool: ToolView | null;
    asked: number | null;
  } | null>(null);
  useEffect(() => {
    if (name === null || !connected) return;
    let wanted = true;
    void platform.call('tools', { server, refresh: false }).then((answer) => {
      if (!wanted) return;
      const tool = answer.ok ? answer.value.tools.find((candidate) => candidate.name === name) : undefined;
      setFound({ server, name, tool: tool ?? null, asked: answer.ok ? answer.value.asked : null });
    });
    return () => {
      wanted = false;
    };
  }, [platform, server, name, connected]);
  const isIt = found !== null && found.server === server && found.name === name;
  return isIt ? { tool: found.tool, asked: found.asked } : { tool: undefined, asked: null };
}
