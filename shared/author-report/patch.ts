// How a server can report the same failure so that every model receives it: a result with isError and one text. For the server's SDK, or
// for both if that is unknown.

import type { Failure } from '../failure.ts';
import { duration } from '../text/duration.ts';
import { literal } from '../text/literal.ts';

/** Notes that a change of the text or the flag fixes. */
const helped: ReadonlySet<string> = new Set([
  'not-flagged',
  'validation-as-protocol-error',
  'validation-as-internal-error',
  'broke-on-bad-arguments',
  'rate-limit-without-delay',
  'vague-message',
  'stack-trace',
  'source-path',
]);

/** '' if another text would change nothing. `isLost`: a model misses part of the response. */
export function patchFor(failure: Failure, program: string, isLost: boolean): string {
  if (!isLost && !failure.notes.some(({ id }) => helped.has(id))) return '';
  if (failure.layer === 'transport') return '';
  const text = textFor(failure);
  const language = languageOf(program, failure);
  const snippets = [
    ...(language === 'python' ? [] : [`In the TypeScript SDK, return from the tool:\n\n${typescript(text)}`]),
    ...(language === 'typescript' ? [] : [`In the Python SDK, raise from the tool:\n\n${python(text)}`]),
  ];
  return ['Answer with a result that is marked as failed and says everything in its text:', ...snippets].join('\n\n');
}

function textFor({ message, sentence, retry, notes }: Failure): string {
  if (notes.some(({ id }) => id === 'vague-message')) return 'Error: <what is wrong, and what to do>';
  const isLeaking = notes.some(({ id }) => id === 'stack-trace' || id === 'source-path' || id === 'secret-in-message');
  const [first = ''] = message.trim().replace(pythonPrefix, '').split('\n', 1);
  const said = isLeaking || first === '' ? sentence : first;
  const plain = /^error\b/i.test(said) ? said : `Error: ${said}`;
  const cut = plain.length > 200 ? shortened(plain) : plain;
  const ended = /[.!?…]$/.test(cut) ? cut : `${cut}.`;
  if (retry.afterMs !== null) return `${ended} Retry after ${duration(retry.afterMs)}.`;
  return notes.some(({ id }) => id === 'rate-limit-without-delay') ? `${ended} Retry after <seconds> s.` : ended;
}

/** The Python SDK adds it again. */
const pythonPrefix = /^Error executing tool [^\s:]{1,128}: /;

/** Ends with a sentence, if one ends early enough. */
function shortened(text: string): string {
  const end = text.lastIndexOf('. ', 200);
  return end > 60 ? text.slice(0, end + 1) : `${text.slice(0, 200)}…`;
}

const typescript = (text: string): string =>
  `\`\`\`ts\nreturn {\n  content: [{ type: 'text', text: ${literal(text, 'typescript')} }],\n  isError: true,\n};\n\`\`\``;

/** The SDK makes a result with isError of it. Nothing on the wire proves which version it is. */
const python = (text: string): string =>
  `\`\`\`python\n# ToolError is in mcp.server.mcpserver.exceptions (mcp 2), mcp.server.fastmcp.exceptions (mcp 1) or fastmcp.exceptions (FastMCP).\nraise ToolError(${literal(text, 'python')})\n\`\`\``;

/** Proved by the program that runs it, or by text that only one SDK writes; null: unknown. */
function languageOf(program: string, { message }: Failure): 'python' | 'typescript' | null {
  const name = program.split(/[\\/]/).at(-1) ?? '';
  if (/^(?:uvx?|python[\d.]*|pipx)(?:\.exe)?$/.test(name)) return 'python';
  if (/^(?:npx|node|tsx|bunx?|deno)(?:\.cmd|\.exe)?$/.test(name)) return 'typescript';
  return /^Error executing tool /.test(message) ? 'python' : null;
}
