// Traffic full of planted secrets, for the test of all outlets: as a capture, as the spool of a wrap, and as servers that repeat what they
// are given.

import { createServer, type Server } from 'node:http';
import { writeEvent, writeHeader } from '../../../shared/formats/write-capture.ts';
import { allPlanted } from '../../../shared/mask/testing/planted.ts';
import { forms, plantedTexts } from '../../../shared/mask/testing/planted-forms.ts';
import type { WireEvent } from '../../../shared/wire.ts';

/** Next to the secrets in each message: an outlet that omits the messages would pass otherwise. */
export const beside = 'stands-beside-it';

/** The second letter is Cyrillic. */
export const lookAlike = 'p\u0430yments';

/** A row has room for a few texts. */
export const plantedGroups: readonly (readonly string[])[] = Array.from(
  { length: Math.ceil(plantedTexts.length / 6) },
  (_, index) => plantedTexts.slice(index * 6, index * 6 + 6),
);

export const secretAt = (index: number): string => allPlanted[index]?.secret ?? '';

/** In the name of a server. A token, so its shape is enough. */
const secretInName = allPlanted.find(({ name }) => name === 'GitHub token')?.secret ?? '';

/** In arguments, in an error, on stderr, in a body, in headers and in an address. */
export function plantedCapture(started: number): string {
  const events = plantedGroups.flatMap((said, index) => failedCall(said, index, started));
  for (const [index, [, write]] of forms.entries()) {
    const at = started + (plantedGroups.length + index) * 10;
    const http = {
      exchange: index + 1,
      method: 'POST',
      url: 'https://ann:s3cret@shop.test/mcp?code=zz9-plural',
      status: 403,
      statusText: 'Forbidden',
      requestHeaders: { authorization: `Bearer ${secretAt(0)}`, 'x-api-key': secretAt(8) },
      headers: { 'content-type': 'application/problem+json', 'x-echo': write(allPlanted[8]?.text ?? '') },
      body: JSON.stringify({ title: 'No', status: 403, detail: write(allPlanted[41]?.text ?? '') }),
      startedAt: at,
      endedAt: at + 1,
    };
    events.push({ server: 'web', epoch: 1, at, lane: 'http', http });
  }
  events.push(...ofSecretServer(started));
  return captureOf(events, started);
}

/** The name of its server contains a secret. */
export const callOfSecretServer = (started: number): string => captureOf(ofSecretServer(started), started);

const ofSecretServer = (started: number): WireEvent[] =>
  failedCall(['It failed.'], 0, started).map((event) => ({ ...event, server: `prod ${secretInName}` }));

const captureOf = (events: readonly WireEvent[], started: number): string =>
  [writeHeader(started), ...events.map((event) => writeEvent(event, started))].join('\n');

function failedCall(said: readonly string[], index: number, started: number, tool = lookAlike): WireEvent[] {
  // From many servers: a single one would have one incident, repeated on every card.
  const base = { server: `shop ${index % 28}`, epoch: 1, at: started + index * 10 };
  const id = index + 1;
  const params = { name: tool, arguments: { beside, said } };
  const error = { code: -32000, message: `It failed: ${said[0]}`, data: { beside, said } };
  return [
    { ...base, lane: 'out', text: JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params }) },
    ...said.slice(1, 3).map((text): WireEvent => ({ ...base, lane: 'err', text: text.replaceAll('\n', ' ') })),
    { ...base, at: base.at + 5, lane: 'in', text: JSON.stringify({ jsonrpc: '2.0', id, error }) },
  ];
}

/** As a wrap writes it: one failed call per group. */
export function plantedSpool(started: number): string {
  const startedText = new Date(started).toISOString();
  const header = { misfire: 1, started: startedText, server: 'shop', client: 'Tester', pid: 4_194_400 };
  const lines: object[] = [{ ...header, command: ['shop'] }];
  // Of many tools: failures of one would be one failure.
  for (const [index, said] of plantedGroups.entries())
    for (const event of failedCall(said, index, started, `tool_${index}`))
      lines.push({ ...event, t: event.at - started, server: 'shop', by: 'client' });
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

interface Message {
  id: number;
  method: string;
  params: { arguments: { said: string[]; at: number } };
}

/** Fails with what it is called with: in its code, its message, and the names and values of its data. */
function respond({ id, method, params }: Message): object {
  const serverInfo = { name: 's', version: '1' };
  if (method === 'initialize')
    return { jsonrpc: '2.0', id, result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo } };
  if (method !== 'tools/call') return { jsonrpc: '2.0', id, result: { tools: [] } };
  const { said, at } = params.arguments;
  const data = Object.fromEntries(said.map((text) => [text, text]));
  return { jsonrpc: '2.0', id, error: { code: said[at], message: `It failed: ${said[at + 1] ?? said[0]}`, data } };
}

export const repeatingScript = `import { createInterface } from 'node:readline';
${respond.toString()}
for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.id !== undefined) console.log(JSON.stringify(respond(message)));
}`;

export async function startRepeatingServer(): Promise<Server> {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request.setEncoding('utf8')) body += part;
    if (request.method !== 'POST') return void response.writeHead(405).end();
    const message = JSON.parse(body) as Message;
    if (message.id === undefined) return void response.writeHead(202).end();
    response.setHeader('content-type', 'application/json').end(JSON.stringify(respond(message)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/**
 * Says all that is in the file it is given: in answers, in errors and in the list of its tools. `broken` says it on stderr and refuses the
 * connection. `turns` says a part of it per call, for commands that call dozens of times.
 */
export const sayingScript = `
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
const said = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const words = said.slice(0, 150).join(' ; ');
let turn = 0;
const fail = () => {
  if (process.argv[3] !== 'turns') return { message: words, data: { said } };
  const part = said.slice((turn * 25) % said.length).slice(0, 25);
  turn += 1;
  return { message: part.join(' ; '), data: { said: part } };
};
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (method === 'initialize' && process.argv[3] === 'broken') {
    for (const text of said) console.error(text);
    send({ id, error: { code: -32000, message: said.join(' ; '), data: { said } } });
  } else if (method === 'initialize') send({ id, result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } } });
  else if (method === 'tools/list') send({ id, result: { tools: [{ name: 'fail', description: words, inputSchema: { type: 'object', properties: { said: { type: 'string', description: words } }, required: ['said'] }, annotations: { readOnlyHint: true } }] } });
  else if (method === 'tools/call' && params.name !== 'say') send({ id, error: { code: -32000, ...fail() } });
  else if (id !== undefined) send({ id, result: { content: said.map((text) => ({ type: 'text', text })) } });
}
`;
