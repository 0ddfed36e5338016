// What several commands have in common, by topic: `misfire help filters`. Owns the texts; the filter's syntax comes from the filter itself.

import { syntaxLines } from '../../../../shared/filter/syntax.ts';

interface Topic {
  about: string;
  lines: () => string[];
}

export const topics: Readonly<Record<string, Topic>> = {
  servers: {
    about: 'how to name a server',
    lines: () => [
      'SERVER is one of:',
      '  https://host/mcp          an address; Streamable HTTP, or HTTP+SSE where that is all it has',
      '  files                     the name of a saved server',
      '  .mcp.json#files           an entry of a settings file of any client, with comments or without',
      '  sample:closient           one of the sample servers',
      '  "npx -y @acme/server"     a command line, in quotes',
      '  -- npx -y @acme/server    a command without quotes (compare, doctor, lint)',
      '',
      'References to variables in a settings file come from the environment. --env and --header add to what is written.',
    ],
  },
  filters: {
    about: 'what every command that reads recordings can filter by',
    lines: () => [
      'As arguments of log and export, and as --filter of every command that reads recordings.',
      '',
      ...syntaxLines(),
    ],
  },
  'exit-codes': {
    about: 'what the exit codes mean',
    lines: () => [
      '  0    done, nothing failed; a server that works with warnings; a reader such as head that has seen enough',
      '  1    done, failures found; --exit-zero turns this into 0',
      '  2    invalid usage, unreadable input, or output that could not be written',
      '  3    a server could not be reached',
      '  130  ended by Ctrl-C',
      '',
      'wrap exits as the server did. rehearse: 1 a rule failed, 3 nothing was injected or too little was seen.',
    ],
  },
  formats: {
    about: 'what can be printed, written and read',
    lines: () => [
      'Every command: --json prints JSON Lines on stdout and nothing else there. Messages go to stderr.',
      '',
      'decode, replay, compare, lint, conformance: --format',
      '  json    one line per finding',
      '  md      Markdown, for a pull request or $GITHUB_STEP_SUMMARY',
      '  junit   JUnit XML, for test reports',
      '  sarif   SARIF 2.1.0, for code scanning; each result keeps its fingerprint from run to run',
      '  github  annotations of GitHub Actions',
      '',
      'export: --format jsonl (capture), har, html (a report to explore offline), repro (calls to replay)',
      'import and --recording read captures, JSON-RPC lines, transcripts, inspector histories and HAR files.',
    ],
  },
  output: {
    about: 'colors, tables, pages and progress',
    lines: () => [
      'A terminal gets colors, signs, tables that fit its width, relative times and links. A pipe gets plain text.',
      '',
      '  --color always|never, NO_COLOR   colors',
      '  MISFIRE_PAGER, PAGER                          the pager for long output; cat turns it off',
      '  MISFIRE_FORCE_TTY=80                          treat the output as a terminal of 80 columns',
      '  MISFIRE_DATA                                  the folder for the log and the saved servers',
      '',
      'Time limits are written 500ms, 30s or 5m. A plain number is milliseconds.',
    ],
  },
  arguments: {
    about: 'how arguments of a call are written',
    lines: () => [
      '  name=text         text; a number or a truth value where the schema wants one',
      '  name:=JSON        JSON: limit:=5, tags:=\'["a","b"]\', all:=true',
      '  name=@file        the text of a file',
      '  name:=@file       the JSON of a file',
      '  --arg-file FILE   all arguments as one JSON object; - reads stdin',
      '  \'{"a":1}\'         all arguments as one JSON object',
      '',
      'Arguments are checked against the schema of the tool before they are sent. --no-check sends them all the same.',
    ],
  },
};

export function topicLines(name: string): string[] | null {
  return Object.hasOwn(topics, name) ? (topics[name]?.lines() ?? null) : null;
}
