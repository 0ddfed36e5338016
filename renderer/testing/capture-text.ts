// Captures for tests, as short as what they are about: a call and its response, or any lines.

/** When they started, in ms since 1970. */
export const captureStart = Date.UTC(2026, 10, 14, 12);
const started = new Date(captureStart).toISOString();

/** A line of a capture; `t` counts milliseconds from its start. */
export type Line = { t: number; server?: string; lane: string; [field: string]: unknown };

export function captureOf(...lines: Line[]): string {
  return [{ misfire: 1, started }, ...lines.map((line) => ({ server: 'billing', ...line }))]
    .map((line) => JSON.stringify(line))
    .join('\n');
}

interface Exchange {
  id?: number;
  server?: string;
  t?: number;
  /** How long the response took. */
  ms?: number;
  args?: object;
  method?: string;
}

let lastId = 0;

/** A request and its response; without one, it stays open. */
export function call(
  tool: string,
  answer: { result: object } | { error: object } | null,
  { id = ++lastId, t = id * 10, ms = 5, server = 'billing', args = {}, method = 'tools/call' }: Exchange = {},
): Line[] {
  const wire = (at: number, lane: string, message: object): Line => ({
    t: at,
    server,
    lane,
    text: JSON.stringify({ jsonrpc: '2.0', id, ...message }),
  });
  const request = wire(t, 'out', { method, params: { name: tool, arguments: args } });
  return answer === null ? [request] : [request, wire(t + ms, 'in', answer)];
}

export const text = (words: string) => ({ type: 'text', text: words });
/** A result that reports a failure in its text. */
export const toolError = (words: string) => ({ result: { isError: true, content: [text(words)] } });
export const rpcError = (code: number, message: string, data?: unknown) => ({ error: { code, message, data } });

/** The answer to a request for the list of tools. */
export const toolList = (tools: object[], more: Exchange = {}): Line[] =>
  call('', { result: { tools } }, { method: 'tools/list', ...more });
