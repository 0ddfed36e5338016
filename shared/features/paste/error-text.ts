// An error as a program printed it: an SDK error, a stack trace, or one sentence. Reports its assumptions.

import type { WireEvent } from '../../wire.ts';
import { type Pasted, unnamed } from './pasted.ts';

const base = { at: 0, server: unnamed, epoch: 1 } as const;

/** `MCP error -32602: …`, as both official SDKs and their clients print it. */
const withCode = /\b(?:MCP|Mcp) error:? (-?\d{1,6}): ?(.*)$/;
/** The Python SDK prints no code. */
const withoutCode = /\bMcpError: (.*)$/;
const frame = /^\s+at \S|^\s*File "[^"]+", line \d+|^Traceback \(most recent call last\)|^goroutine \d+|^\s+\d+: 0x/;
/** What Node prints below an error's stack. */
const ownMembers = /^\s*(?:at \S|code: |data: |\[?cause\]?: |[{}]\s*$)/;

export function readErrorText(text: string): Pasted {
  const lines = text.split(/\r?\n/);
  const thrown = thrownIn(lines);
  if (thrown !== null) return readThrown(thrown);
  if (lines.some((line) => frame.test(line))) {
    const said = lines.map((line): WireEvent => ({ ...base, lane: 'err', text: line }));
    return {
      kind: 'trace',
      events: [...said, { ...base, lane: 'life', event: 'exited', code: null, signal: null }],
      notes: ['Read as the last output of a server that ended. Its exit code is not known.'],
    };
  }
  const result = { content: [{ type: 'text', text: text.trim() }], isError: true };
  return {
    kind: 'text',
    events: [{ ...base, lane: 'in', text: JSON.stringify({ jsonrpc: '2.0', id: 1, result }) }],
    notes: ['Read as the text of a failed tool result. Paste the whole response for a better answer.'],
  };
}

interface Thrown {
  code: number | null;
  message: string;
}

function thrownIn(lines: readonly string[]): Thrown | null {
  for (const [index, line] of lines.entries()) {
    const coded = withCode.exec(line);
    const plain = coded ?? withoutCode.exec(line);
    if (!plain) continue;
    const rest = lines.slice(index + 1);
    const end = rest.findIndex((one) => frame.test(one) || ownMembers.test(one));
    const more = end < 0 ? rest : rest.slice(0, end);
    const first = coded ? (coded[2] ?? '') : (plain[1] ?? '');
    return { code: coded ? Number(coded[1]) : null, message: [first, ...more].join('\n').trim() };
  }
  return null;
}

function readThrown({ code, message }: Thrown): Pasted {
  const noted = local(code, message);
  if (noted !== null) return noted;
  const error = code === null ? { message } : { code, message };
  return {
    kind: 'trace',
    events: [{ ...base, lane: 'in', text: JSON.stringify({ jsonrpc: '2.0', id: 1, error }) }],
    notes: ['Read as the JSON-RPC error that the client printed. Its data may be missing.'],
  };
}

/** SDK errors with codes of servers. There was no response, so there must have been a call. */
function local(code: number | null, message: string): Pasted | null {
  const call: WireEvent = { ...base, lane: 'out', text: '{"jsonrpc":"2.0","id":1,"method":"tools/call"}' };
  const notes = ['The client printed this, not the server. Misfire assumed a tool call.'];
  if (code === -32001 && /^Request timed out/.test(message))
    return { kind: 'trace', events: [call, { ...base, lane: 'life', event: 'timeout', id: 1 }], notes };
  if (code === -32000 && /^Connection closed/.test(message))
    return { kind: 'trace', events: [call, { ...base, lane: 'life', event: 'closed' }], notes };
  return null;
}
