// The filter language on one page: `?` shows it, the command line's help prints it, and docs/filter.md explains it. A test parses
// every example.

interface SyntaxLine {
  example: string;
  means: string;
}

interface SyntaxPart {
  title: string;
  lines: SyntaxLine[];
}

export const syntax: SyntaxPart[] = [
  {
    title: 'Put together',
    lines: [
      { example: 'is:failed tool:get*', means: 'both; AND is optional' },
      { example: 'is:failed OR is:pending', means: 'either; same as |' },
      { example: '-class:validation', means: 'not this; same as NOT class:validation' },
      { example: 'is:failed (http:>=500 OR dur:>2s)', means: 'grouping' },
    ],
  },
  {
    title: 'Words',
    lines: [
      { example: 'timeout', means: 'rows and messages that contain this word' },
      { example: '"not found"', means: 'this exact phrase' },
      { example: '/order-\\d+/', means: 'a regular expression' },
    ],
  },
  {
    title: 'State and kind',
    lines: [
      { example: 'is:failed', means: 'also ok, pending, recovered, retried, expected, unflagged, late' },
      { example: 'class:rate_limited', means: 'the kind of failure' },
      { example: 'by:client', means: 'calls of a watched client' },
      { example: 'retry:wait', means: 'retry verdict: wait, backoff, after_fix, after_auth, never' },
      { example: 'ending:client_timeout', means: 'how it ended; also canceled, declined, silent, died, cut, running' },
      { example: 'seen:differs', means: 'the model got something else; also changed, lost, never_sent, unexpected' },
      { example: 'has:problem', means: 'also issues, wait, http, code, progress, noise, notes' },
    ],
  },
  {
    title: 'Server and call',
    lines: [
      { example: 'server:closient', means: 'the server’s name; * matches anything' },
      { example: 'tool:get*', means: 'tool, prompt or resource' },
      { example: 'method:tools/*', means: 'the MCP method' },
      { example: 'code:-32602', means: 'the error code' },
      { example: 'http:>=500', means: 'the HTTP status; also <, <=, >' },
    ],
  },
  {
    title: 'Time',
    lines: [
      { example: 'since:10m', means: 'newer than this; also 30s, 2h, 1d or 2026-01-31T14:05' },
      { example: 'before:1h', means: 'older than this' },
      { example: 'dur:>2s', means: 'duration of the call' },
      { example: 'wait:>10s', means: 'wait that the server asks for' },
    ],
  },
];

/** As plain lines, for a terminal. */
export function syntaxLines(): string[] {
  const width = Math.max(...syntax.flatMap(({ lines }) => lines.map(({ example }) => example.length)));
  return syntax.flatMap(({ title, lines }) => [
    `${title}:`,
    ...lines.map(({ example, means }) => `  ${example.padEnd(width)}  ${means}`),
  ]);
}
