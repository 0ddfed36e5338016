// The tool that a replay calls, as its server describes it now: for the form, the editor's help and the words about hints.

import { useEffect, useState } from 'react';
import type { ToolView } from '../../shared/views.ts';
import { useModel } from '../model/model.ts';

/** null: the server does not offer it; undefined: not known (yet). `connected` is asked for so that the tools are fetched once the server is there. */
export function useTool(server: string, name: string | null, connected: boolean): ToolView | null | undefined {
  const { platform } = useModel();
  const [found, setFound] = useState<{ server: string; name: string; tool: ToolView | null } | null>(null);
  useEffect(() => {
    if (name === null || !connected) return;
    let wanted = true;
    void platform.call('tools', { server, refresh: false }).then((answer) => {
      if (!wanted) return;
      const tool = answer.ok ? answer.value.tools.find((candidate) => candidate.name === name) : undefined;
      setFound({ server, name, tool: tool ?? null });
    });
    return () => {
      wanted = false;
    };
  }, [platform, server, name, connected]);
  return found && found.server === server && found.name === name ? found.tool : undefined;
}
