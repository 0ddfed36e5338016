// The lines of specifications that a report may quote, each for the notes that it speaks of. Word for word.

import type { Failure } from '../failure.ts';

interface Line {
  /** Ids of notes. */
  notes: readonly string[];
  /** Only for failures of HTTP, of this method, or of requests that reach a tool or none. */
  isHttp?: true;
  method?: string;
  reachesTool?: boolean;
  source: string;
  quote: string;
}

const toolErrors: Line = {
  reachesTool: true,
  notes: ['not-flagged', 'validation-as-protocol-error', 'validation-as-internal-error', 'broke-on-bad-arguments'],
  source: 'Model Context Protocol, schema of CallToolResult, isError',
  quote:
    'Any errors that originate from the tool SHOULD be reported inside the result object, with `isError` set to true, _not_ as an MCP protocol-level error response. Otherwise, the LLM would not be able to see that an error occurred and self-correct.',
};

const lines: readonly Line[] = [
  toolErrors,
  {
    notes: ['validation-as-internal-error'],
    reachesTool: false,
    source: 'JSON-RPC 2.0, section 5.1',
    quote: '-32602 Invalid params: Invalid method parameter(s).',
  },
  {
    notes: ['code-zero'],
    method: 'prompts/get',
    source: 'Model Context Protocol, Prompts, Error Handling',
    quote:
      'Servers SHOULD return standard JSON-RPC errors for common failure cases: Invalid prompt name: -32602 (Invalid params)',
  },
  {
    notes: ['code-not-a-number'],
    source: 'JSON-RPC 2.0, section 5.1',
    quote: 'code: A Number that indicates the error type that occurred. This MUST be an integer.',
  },
  {
    notes: ['reserved-code'],
    source: 'JSON-RPC 2.0, section 5.1',
    quote: 'The error codes from and including -32768 to -32000 are reserved for pre-defined errors.',
  },
  {
    notes: ['vague-message', 'prefix-in-message'],
    source: 'JSON-RPC 2.0, section 5.1',
    quote:
      'message: A String providing a short description of the error. The message SHOULD be limited to a concise single sentence.',
  },
  {
    notes: ['rate-limit-without-delay'],
    isHttp: true,
    source: 'RFC 6585, section 4',
    quote:
      'The response representations SHOULD include details explaining the condition, and MAY include a Retry-After header indicating how long to wait before making a new request.',
  },
  {
    notes: ['problem-without-type', 'problem-type-relative'],
    source: 'RFC 9457, section 3.1.1',
    quote: 'The "type" member is a JSON string containing a URI reference that identifies the problem type.',
  },
];

interface Around {
  /** Some models do not get all of it. */
  isLost: boolean;
  /** The request reached no tool. */
  isEnvelope: boolean;
  method: string | null;
}

export function specificationLines({ notes, carrier }: Failure, { isLost, isEnvelope, method }: Around): string[] {
  const ids = new Set(notes.map(({ id }) => id));
  const reachesTool = !isEnvelope && (method === null || method === 'tools/call');
  return lines
    .filter(
      (line) => line.notes.some((id) => ids.has(id)) || (isLost && line === toolErrors && carrier === 'jsonrpc.error'),
    )
    .filter((line) => !line.isHttp || carrier === 'http')
    .filter((line) => line.method === undefined || line.method === method)
    .filter((line) => line.reachesTool === undefined || line.reachesTool === reachesTool)
    .map(({ source, quote }) => `> ${quote}\n>\n> ${source}`);
}
