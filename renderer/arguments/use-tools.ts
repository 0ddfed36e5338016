// The tool that a replay calls, as its server describes it now: for the form, the editor and the hints. Owns the text about the request
// for it.

import { useEffect, useState } from 'react';
import type { ToolView } from '../../shared/api/views.ts';
import { useModel } from '../model/model.ts';

interface FoundTool {
  /** null: the server does not offer it; undefined: not known (yet). */
  tool: ToolView | null | undefined;
  /** The row of Misfire's request for it. */
  asked: number | null;
}

/** Shown wherever a form comes from the list, because Misfire itself sent that request. */
export function askedWords(asked: number | null): string {
  return asked === null
    ? ''
    : `Misfire requested the tool list for this form (#${asked}). It is not counted as a call.`;
}

/** Depends on `connected`, so that the tools are fetched once the server is connected. */
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
