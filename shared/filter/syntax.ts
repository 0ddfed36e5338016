// The filter language in a page: what `?` shows, what the command line's help prints, and what docs/filter.md explains. A test
// reads every example here with the parser, so that none can be wrong.

export interface SyntaxLine {
  example: string;
  means: string;
}

export interface SyntaxPart {
  title: string;
  lines: SyntaxLine[];
}

export const syntax: SyntaxPart[] = [
  {
    title: 'Put together',
    lines: [
      { example: 'is:failed tool:get*', means: 'both: terms side by side are joined by “and”' },
      { example: 'is:failed OR is:pending', means: 'either; | means the same' },
      { example: '-class:validation', means: 'not that; NOT in front means the same' },
      { example: 'is:failed (http:>=500 OR dur:>2s)', means: 'parentheses keep together' },
    ],
  },
  {
    title: 'Words',
    lines: [
      { example: 'timeout', means: 'rows and messages that say it' },
      { example: '"not found"', means: 'these words in this order; "OR" in quotes is a word too' },
      { example: '/order-\\d+/', means: 'a regular expression' },
    ],
  },
  {
    title: 'What it is',
    lines: [
      { example: 'is:failed', means: 'also ok, pending, recovered, retried, expected, unflagged, late' },
      { example: 'class:rate_limited', means: 'the kind of failure' },
      { example: 'by:client', means: 'what a watched client asked' },
      { example: 'retry:wait', means: 'what may be done: wait, backoff, after_fix, after_auth, never' },
      { example: 'has:problem', means: 'also issues, wait, http, code, progress, noise, notes' },
    ],
  },
  {
    title: 'Whose, and what',
    lines: [
      { example: 'server:closient', means: 'the server’s name; * stands for anything' },
      { example: 'tool:get*', means: 'tool, prompt or resource' },
      { example: 'method:tools/*', means: 'the method' },
      { example: 'code:-32602', means: 'the server’s code' },
      { example: 'http:>=500', means: 'the HTTP status; also <, <=, >' },
    ],
  },
  {
    title: 'When, and how long',
    lines: [
      { example: 'since:10m', means: 'newer than; also 30s, 2h, 1d or 2026-01-31T14:05' },
      { example: 'before:1h', means: 'older than' },
      { example: 'dur:>2s', means: 'how long it took' },
      { example: 'wait:>10s', means: 'how long the server asks to wait' },
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
