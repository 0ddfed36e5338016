// A call as code for the SDKs: TypeScript, a vitest test, Python. Owns how values are written in each language.

import { type CodeLanguage, literal, quotingComment } from '../text/literal.ts';
import { type SafeJson, type SafeText, Variable } from './secrets.ts';
import type { SnippetSubject } from './subject.ts';

/** How the languages differ in writing a value. */
interface Language {
  name: CodeLanguage;
  constants: { null: string; true: string; false: string };
  variable: (name: string) => string;
  join: (parts: string[]) => string;
  member: (name: string) => string;
}

const typescript: Language = {
  name: 'typescript',
  constants: { null: 'null', true: 'true', false: 'false' },
  variable: (name) => `process.env.${name} ?? ''`,
  join: (parts) => (parts.length === 1 ? (parts[0] as string) : parts.map((part) => parenthesise(part)).join(' + ')),
  // Written plainly, __proto__ would set the prototype.
  member: (name) => (name === '__proto__' ? '["__proto__"]' : literal(name, 'typescript')),
};

const python: Language = {
  name: 'python',
  constants: { null: 'None', true: 'True', false: 'False' },
  variable: (name) => `os.environ["${name}"]`,
  join: (parts) => parts.join(' + '),
  member: (name) => literal(name, 'python'),
};

const parenthesise = (part: string): string => (part.includes(' ?? ') ? `(${part})` : part);

function value(given: SafeJson, language: Language, indent: string): string {
  if (given instanceof Variable) return language.variable(given.name);
  if (given === null) return language.constants.null;
  if (typeof given === 'boolean') return language.constants[given ? 'true' : 'false'];
  if (typeof given === 'number') return Number.isFinite(given) ? String(given) : given > 0 ? '1e999' : '-1e999';
  if (typeof given === 'string') return literal(given, language.name);
  const inner = `${indent}${step(language)}`;
  const isList = Array.isArray(given);
  const parts = isList
    ? given.map((part) => value(part, language, inner))
    : Object.entries(given).map(([name, part]) => `${language.member(name)}: ${value(part, language, inner)}`);
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  if (parts.length === 0) return `${open}${close}`;
  return `${open}\n${parts.map((part) => `${inner}${part},`).join('\n')}\n${indent}${close}`;
}

const step = (language: Language): string => (language === python ? '    ' : '  ');

function text(parts: SafeText, language: Language): string {
  if (parts.length === 0) return '""';
  return language.join(
    parts.map((part) => (typeof part === 'string' ? literal(part, language.name) : language.variable(part.name))),
  );
}

const record = (pairs: [string, SafeText][], language: Language): string =>
  `{ ${pairs.map(([name, parts]) => `${language.member(name)}: ${text(parts, language)}`).join(', ')} }`;

export function writeTypescript(subject: SnippetSubject): string {
  return [
    quotingComment('', [subject.title], 'typescript'),
    ...setFirst(subject, '//'),
    ...typescriptImports(subject),
    '',
    ...typescriptConnect(subject, ''),
    'try {',
    `  const result = ${typescriptCall(subject, '  ')};`,
    '  console.log(JSON.stringify(result, null, 2));',
    '} finally {',
    '  await client.close();',
    '}',
    '',
  ].join('\n');
}

/** Passes once the call succeeds: no error in any of the usual places. */
export function writeVitest(subject: SnippetSubject): string {
  const title = `${subject.title.slice(0, 200)} passes`;
  return [
    ...setFirst(subject, '//'),
    ...typescriptImports(subject),
    "import { expect, test } from 'vitest';",
    '',
    `test(${literal(title, 'typescript')}, async () => {`,
    ...typescriptConnect(subject, '  '),
    '  try {',
    `    const result = ${typescriptCall(subject, '    ')};`,
    '    expect(result).not.toMatchObject({ isError: true });',
    "    expect(result).not.toHaveProperty('error');",
    '  } finally {',
    '    await client.close();',
    '  }',
    '});',
    '',
  ].join('\n');
}

function setFirst({ variables }: SnippetSubject, mark: string): string[] {
  return variables.length === 0 ? [] : [`${mark} Set these variables first: ${variables.join(', ')}`];
}

function typescriptImports({ server, method }: SnippetSubject): string[] {
  const sdk = '@modelcontextprotocol/sdk';
  return [
    `import { Client } from '${sdk}/client/index.js';`,
    server.kind === 'http'
      ? `import { StreamableHTTPClientTransport } from '${sdk}/client/streamableHttp.js';`
      : `import { getDefaultEnvironment, StdioClientTransport } from '${sdk}/client/stdio.js';`,
    ...(method === 'tools/call' ? [] : [`import { ResultSchema } from '${sdk}/types.js';`]),
  ];
}

function typescriptConnect({ server }: SnippetSubject, indent: string): string[] {
  const lines = ["const client = new Client({ name: 'repro', version: '1.0.0' });"];
  if (server.kind === 'http') {
    const headers =
      server.headers.length === 0 ? '' : `, { requestInit: { headers: ${record(server.headers, typescript)} } }`;
    lines.push(
      `const transport = new StreamableHTTPClientTransport(new URL(${text(server.url, typescript)})${headers});`,
    );
  } else {
    const [command, ...args] = server.words.map((word) => text(word, typescript));
    lines.push(
      'const transport = new StdioClientTransport({',
      `  command: ${command},`,
      `  args: [${args.join(', ')}],`,
      `  env: { ...getDefaultEnvironment()${server.env.length === 0 ? '' : `, ...${record(server.env, typescript)}`} },`,
      ...(server.cwd === null ? [] : [`  cwd: ${literal(server.cwd, 'typescript')},`]),
      '});',
    );
  }
  lines.push('await client.connect(transport);');
  return lines.map((line) => `${indent}${line}`);
}

function typescriptCall({ method, params }: SnippetSubject, indent: string): string {
  if (method === 'tools/call') return `await client.callTool(${value(params ?? {}, typescript, indent)})`;
  const given = params === undefined ? '' : `, params: ${value(params, typescript, indent)}`;
  return `await client.request({ method: ${literal(method, 'typescript')}${given} }, ResultSchema)`;
}

export function writePython(subject: SnippetSubject): string {
  const { server, variables } = subject;
  const http = server.kind === 'http';
  const body = pythonBody(subject);
  const imported = http ? ['ClientSession'] : ['ClientSession', 'StdioServerParameters'];
  return [
    // A comment in the first two lines could declare another encoding (PEP 263), which would change the rest.
    'import asyncio',
    ...(variables.length > 0 || !http ? ['import os'] : []),
    '',
    ...(http ? ['import httpx'] : []),
    `from mcp import ${[...imported, ...(body.some((line) => line.includes('types.')) ? ['types'] : [])].join(', ')}`,
    http
      ? 'from mcp.client.streamable_http import streamable_http_client'
      : 'from mcp.client.stdio import stdio_client',
    '',
    '',
    quotingComment('', [subject.title], 'python'),
    ...setFirst(subject, '#'),
    'async def main() -> None:',
    ...body.map((line) => (line === '' ? '' : `    ${line}`)),
    '',
    '',
    'asyncio.run(main())',
    '',
  ].join('\n');
}

function pythonBody({ server, method, params }: SnippetSubject): string[] {
  const session = [
    '    async with ClientSession(streams[0], streams[1]) as session:',
    '        await session.initialize()',
    `        result = await ${pythonCall(method, params)}`,
    '        print(result.model_dump_json(indent=2, by_alias=True))',
  ];
  if (server.kind === 'stdio') {
    const [command, ...args] = server.words.map((word) => text(word, python));
    const env = server.env.map(([name, parts]) => `${literal(name, 'python')}: ${text(parts, python)}`);
    return [
      'server = StdioServerParameters(',
      `    command=${command},`,
      `    args=[${args.join(', ')}],`,
      `    env={**os.environ${env.length > 0 ? `, ${env.join(', ')}` : ''}},`,
      ...(server.cwd === null ? [] : [`    cwd=${literal(server.cwd, 'python')},`]),
      ')',
      'async with stdio_client(server) as streams:',
      ...session,
    ];
  }
  const headers = server.headers.length === 0 ? '' : `headers=${record(server.headers, python)}`;
  return [
    `async with httpx.AsyncClient(${headers}) as http, streamable_http_client(${text(server.url, python)}, http_client=http) as streams:`,
    ...session,
  ];
}

function pythonCall(method: string, params: SafeJson | undefined): string {
  const indent = '            ';
  if (method === 'tools/call' && typeof params === 'object' && params !== null && !Array.isArray(params)) {
    const { name, arguments: args = {} } = params as { name?: SafeJson; arguments?: SafeJson };
    if (typeof name === 'string')
      return `session.call_tool(${literal(name, 'python')}, ${value(args, python, indent)})`;
  }
  const given = params === undefined ? '' : `, params=${value(params, python, indent)}`;
  return `session.send_request(types.Request(method=${literal(method, 'python')}${given}), types.Result)`;
}
