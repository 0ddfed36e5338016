// A call as a shell script: curl for HTTP servers, a pipeline for stdio, and the line for Misfire's own command.

import { quotingComment } from '../text/literal.ts';
import { joinedParts, jsonTemplate } from './json-template.ts';
import type { SafeJson, SafeText } from './secrets.ts';
import { shellWord } from './shell.ts';
import type { SafeServer, SnippetSubject } from './subject.ts';

/** How long the pipeline keeps the server's input open, in seconds. */
const patience = 3;

export function writeCurl(subject: SnippetSubject): string {
  return subject.server.kind === 'http' ? curl(subject, subject.server) : pipeline(subject, subject.server);
}

function curl(subject: SnippetSubject, server: SafeServer & { kind: 'http' }): string {
  const send = (message: SafeText) =>
    `curl -sS --globoff "\${HEADERS[@]}" --data-raw ${shellWord(message)} --url "$URL"`;
  const headers = [
    '  -H "Content-Type: application/json"',
    '  -H "Accept: application/json, text/event-stream"',
    ...server.headers.map(([name, value]) => `  -H ${shellWord(joinedParts([`${name}: `, ...value]))}`),
  ];
  return [
    ...opening(subject),
    `URL=${shellWord(server.url)}`,
    'HEADERS=(',
    ...headers,
    ')',
    '',
    '# The handshake; servers that keep sessions name one in a header.',
    `SESSION=$(${send([initialize(subject)])} -D - -o /dev/null | tr -d '\\r' | sed -n 's/^[Mm][Cc][Pp]-[Ss]ession-[Ii]d: *//p')`,
    `HEADERS+=(-H ${shellWord([`MCP-Protocol-Version: ${subject.protocolVersion}`])})`,
    'if [ -n "$SESSION" ]; then HEADERS+=(-H "Mcp-Session-Id: $SESSION"); fi',
    `${send([initialized])} -o /dev/null`,
    '',
    send(message(subject)),
    '',
  ].join('\n');
}

function pipeline(subject: SnippetSubject, server: SafeServer & { kind: 'stdio' }): string {
  const line = (text: SafeText) => `  printf '%s\\n' ${shellWord(text)}`;
  const env = server.env.map(([name, value]) => shellWord(joinedParts([`${name}=`, ...value])));
  const command = [...(env.length > 0 ? ['env', '--', ...env] : []), ...server.words.map(shellWord)].join(' ');
  return [
    ...opening(subject),
    ...(server.cwd === null ? [] : [`cd -- ${shellWord([server.cwd])}`]),
    '{',
    // The handshake is sent once, as recorded.
    ...(subject.method === 'initialize' ? [] : [line([initialize(subject)]), line([initialized])]),
    line(message(subject)),
    `  sleep ${patience} # the server works while its input is open; slow calls need more`,
    `} | ${command}`,
    '',
  ].join('\n');
}

function opening({ title, variables }: SnippetSubject): string[] {
  return [
    '#!/usr/bin/env bash',
    quotingComment('', [title], 'shell'),
    ...variables.map((name) => `: "\${${name}:?Set ${name} first.}"`),
    '',
  ];
}

function initialize({ protocolVersion }: SnippetSubject): string {
  const clientInfo = { name: 'repro', version: '1.0.0' };
  const params = { protocolVersion, capabilities: {}, clientInfo };
  return JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params });
}

const initialized = '{"jsonrpc":"2.0","method":"notifications/initialized"}';

function message({ method, params, paramsText }: SnippetSubject): SafeText {
  const start = `{"jsonrpc":"2.0","id":1,"method":${JSON.stringify(method)}`;
  if (params === undefined) return [`${start}}`];
  return joinedParts([`${start},"params":`, ...paramsOf(params, paramsText), '}']);
}

function paramsOf(params: SafeJson, text: string | null): SafeText {
  return text === null ? joinedParts(jsonTemplate(params)) : [text];
}

export function writeMisfire({ serverName, sample, method, params, paramsText }: SnippetSubject): string {
  const words = [shellWord([sample === null ? serverName : `sample:${sample}`]), shellWord([method])];
  if (params !== undefined) words.push(shellWord(paramsOf(params, paramsText)));
  // A name may start with a dash, which would make it an option.
  const end = [serverName, method, paramsText ?? ''].some((word) => word.startsWith('-')) ? '-- ' : '';
  return `misfire call ${end}${words.join(' ')}\n`;
}
