// Lines of specifications that a report may quote, each with its notes. Verbatim, with their Markdown; a partial sentence is cut at its
// end.

import type { Carrier, Failure } from '../failure.ts';

interface Line {
  /** Ids of notes, or `stdout-noise`, `output-schema`: what the row itself proves. */
  notes: readonly string[];
  /** Only for failures with this carrier or method, or for requests that do or do not reach a tool. */
  carrier?: Carrier;
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
    quote: '-32602 | Invalid params | Invalid method parameter(s).',
  },
  {
    notes: ['code-zero'],
    method: 'prompts/get',
    source: 'Model Context Protocol, Prompts, Error Handling',
    quote:
      'Servers **SHOULD** return standard JSON-RPC errors for common failure cases:\n\n- Invalid prompt name: `-32602` (Invalid params)\n- Missing required arguments: `-32602` (Invalid params)',
  },
  {
    notes: ['code-not-a-number'],
    source: 'JSON-RPC 2.0, section 5.1, code',
    quote: 'A Number that indicates the error type that occurred. This MUST be an integer.',
  },
  {
    notes: ['reserved-code'],
    source: 'Model Context Protocol 2026-07-28, Base Protocol, Error Codes',
    quote:
      'New error codes for purposes not defined by this specification **SHOULD** be allocated outside the JSON-RPC reserved range (`-32768` to `-32000`)',
  },
  {
    notes: ['vague-message', 'prefix-in-message'],
    carrier: 'jsonrpc.error',
    source: 'JSON-RPC 2.0, section 5.1, message',
    quote:
      'A String providing a short description of the error. The message SHOULD be limited to a concise single sentence.',
  },
  {
    notes: ['vague-message'],
    carrier: 'result.isError',
    source: 'Model Context Protocol, Tools, Error Handling',
    quote:
      '**Tool Execution Errors** contain actionable feedback that language models can use to self-correct and retry with adjusted parameters',
  },
  {
    notes: ['rate-limit-without-delay'],
    carrier: 'http',
    source: 'RFC 6585, section 4',
    quote:
      'The response representations SHOULD include details explaining the condition, and MAY include a Retry-After header indicating how long to wait before making a new request.',
  },
  {
    notes: ['problem-without-type'],
    source: 'RFC 9457, section 3.1.1',
    quote: 'When this member is not present, its value is assumed to be "about:blank".',
  },
  {
    notes: ['problem-type-relative'],
    source: 'RFC 9457, section 3.1.1',
    quote:
      'As a result, it is RECOMMENDED that absolute URIs be used in "type" when possible and that when relative URIs are used, they include the full path (e.g., "/types/123").',
  },
  {
    notes: ['problem-title-varies'],
    source: 'RFC 9457, section 3.1.3',
    quote: 'It SHOULD NOT change from occurrence to occurrence of the problem, except for localization',
  },
  {
    notes: ['status-differs-from-http'],
    source: 'RFC 9457, section 3.1.2',
    quote: 'Generators MUST use the same status code in the actual HTTP response',
  },
  {
    notes: ['stdout-noise'],
    source: 'Model Context Protocol, Transports, stdio',
    quote: 'The server **MUST NOT** write anything to its `stdout` that is not a valid MCP message.',
  },
  {
    notes: ['output-schema'],
    source: 'Model Context Protocol, Tools, Output Schema',
    quote: 'Servers **MUST** provide structured results that conform to this schema.',
  },
];

interface Around {
  /** Some models do not receive all of it. */
  isLost: boolean;
  /** The request reached no tool. */
  isEnvelope: boolean;
  method: string | null;
  /** What the row itself proves. */
  proved?: string | null;
}

export function specificationLines(
  { notes, carrier }: Failure,
  { isLost, isEnvelope, method, proved = null }: Around,
): string[] {
  const ids = new Set([...notes.map(({ id }) => id), ...(proved === null ? [] : [proved])]);
  const reachesTool = !isEnvelope && (method === null || method === 'tools/call');
  return lines
    .filter(
      (line) => line.notes.some((id) => ids.has(id)) || (isLost && line === toolErrors && carrier === 'jsonrpc.error'),
    )
    .filter((line) => line.carrier === undefined || line.carrier === carrier)
    .filter((line) => line.method === undefined || line.method === method)
    .filter((line) => line.reachesTool === undefined || line.reachesTool === reachesTool)
    .map(({ source, quote }) => `${quoted(quote)}\n>\n> ${source}`);
}

const quoted = (text: string): string =>
  text
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');
