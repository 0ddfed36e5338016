// Turns the content of the Call dialog into a request: text in, text out, without reformatting.

export interface RequestDraft {
  kind: 'tool' | 'method';
  tool: string;
  method: string;
  text: string;
  timeoutSeconds: string;
}

type ReadDraft = { method: string; params: string; timeoutMs: number | undefined } | { problem: string };

export function readDraft(draft: RequestDraft): ReadDraft {
  const limit = draft.timeoutSeconds.trim();
  const seconds = Number(limit);
  if (limit !== '' && !(seconds > 0 && seconds <= 2_000_000))
    return { problem: 'The time limit must be a number of seconds above zero.' };
  const timeoutMs = limit === '' ? undefined : Math.max(1, Math.round(seconds * 1_000));
  const text = draft.text.trim();
  if (draft.kind === 'method') {
    const method = draft.method.trim();
    return method === ''
      ? { problem: 'Which method? For example resources/list.' }
      : { method, params: text, timeoutMs };
  }
  if (draft.tool === '') return { problem: 'Choose a tool first.' };
  const args = text === '' ? '' : `,"arguments":${text}`;
  return { method: 'tools/call', params: `{"name":${JSON.stringify(draft.tool)}${args}}`, timeoutMs };
}
