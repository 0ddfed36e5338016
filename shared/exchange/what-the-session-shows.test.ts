// What earlier messages of a connection show about a later failure: methods and tools that the server has, and lines of stderr.

import { describe, expect, it } from 'vitest';
import { readCapture } from '../capture/capture.ts';
import type { Json, JsonObject } from '../json/json.ts';
import { decodeCapture } from './decode-capture.ts';

type Line = readonly [lane: 'out' | 'in' | 'err' | 'life', text: Json];

/** One line each millisecond, or with a time of its own. */
function decoded(...lines: (Line | readonly [...Line, at: number])[]) {
  const written = lines.map(([lane, value, at], index) =>
    JSON.stringify({
      t: at ?? index,
      server: 'acme',
      lane,
      ...(lane === 'life'
        ? (value as JsonObject)
        : { text: typeof value === 'string' ? value : JSON.stringify(value) }),
    }),
  );
  const spawned = JSON.stringify({ t: 0, server: 'acme', lane: 'life', event: 'spawned', pid: 7 });
  const { entries, started } = readCapture(['{"misfire":1}', spawned, ...written].join('\n'));
  return decodeCapture(entries, started);
}

const asks = (id: number, method: string, params: JsonObject = {}): Line => [
  'out',
  { jsonrpc: '2.0', id, method, params },
];
const answers = (id: number, result: Json): Line => ['in', { jsonrpc: '2.0', id, result }];
const refuses = (id: number, code: number, message: string): Line => [
  'in',
  { jsonrpc: '2.0', id, error: { code, message } },
];
const calls = (id: number, name: string, args: JsonObject = {}): Line =>
  asks(id, 'tools/call', { name, arguments: args });
const fails = (id: number, text: string): Line => answers(id, { isError: true, content: [{ type: 'text', text }] });
const greets = (capabilities: JsonObject): Line[] => [
  asks(1, 'initialize'),
  answers(1, { protocolVersion: '2025-11-25', capabilities, serverInfo: { name: 'acme', version: '1' } }),
];
const lists = (...tools: JsonObject[]): Line[] => [asks(2, 'tools/list'), answers(2, { tools })];
const plant = {
  name: 'plant',
  inputSchema: { type: 'object', required: ['rows'], properties: { rows: { type: 'integer' } } },
};

describe('-32601 from a server that has the method', () => {
  const refused = (message: string, args: JsonObject = { rows: 2 }) =>
    decoded(...greets({ tools: {} }), ...lists(plant), calls(3, 'plant', args), refuses(3, -32601, message));

  it('is explained by the words', () => {
    expect(refused('No garden is open. Open a garden first.')).toMatchObject([{ class: 'not_ready' }]);
    expect(refused('No such file or directory: seeds')).toMatchObject([{ class: 'not_found' }]);
    expect(refused('Connection refused by the tool shed')).toMatchObject([{ class: 'dependency' }]);
  });

  it('is explained by the schema', () => {
    expect(refused('rows of the wrong kind', {})).toMatchObject([{ class: 'validation', issues: [{ path: '/rows' }] }]);
  });

  it('stays unknown if nothing explains it', () => {
    expect(refused('The spade bent')).toMatchObject([{ class: 'unknown' }]);
  });

  it('is about the method if the words say so', () => {
    expect(refused('Method not found')).toMatchObject([{ class: 'method_not_found' }]);
    expect(refused('Unknown method tools/call')).toMatchObject([{ class: 'method_not_found' }]);
  });

  it('counts a method that has answered before, whatever was declared', () => {
    const again = decoded(
      ...lists(plant),
      calls(3, 'plant', { rows: 1 }),
      answers(3, { content: [] }),
      calls(4, 'plant', { rows: 2 }),
      refuses(4, -32601, 'The spade bent'),
    );
    expect(again).toMatchObject([{ class: 'unknown' }]);
  });

  it('does not count a capability that is missing, or methods that many servers leave out', () => {
    expect(decoded(...greets({}), calls(3, 'plant'), refuses(3, -32601, 'The spade bent'))).toMatchObject([
      { class: 'method_not_found' },
    ]);
    const templates = [asks(3, 'resources/templates/list'), refuses(3, -32601, 'The spade bent')];
    expect(decoded(...greets({ resources: {} }), ...templates)).toMatchObject([{ class: 'method_not_found' }]);
  });
});

describe('a tool that the server does not list', () => {
  const called = (tool: string, text: string) =>
    decoded(...greets({ tools: {} }), ...lists(plant), calls(3, tool), fails(3, text));

  it('is missing, even if the server asks for arguments', () => {
    expect(called('plan', 'Arguments are missing')).toMatchObject([{ class: 'not_found', title: 'Unknown tool' }]);
    expect(called('plan', 'unknown variant `plan`, expected one of `plant`')).toMatchObject([
      { title: 'Unknown tool' },
    ]);
  });

  it('may exist all the same: other words say more', () => {
    expect(called('plan', 'Too many requests')).toMatchObject([{ class: 'rate_limited' }]);
    expect(called('plan', 'Unknown host while running `plan`: too many requests')).toMatchObject([
      { class: 'rate_limited' },
    ]);
    expect(called('plan', 'Permission denied')).toMatchObject([{ class: 'forbidden' }]);
    expect(called('plan', 'It broke')).toMatchObject([{ class: 'unknown' }]);
  });

  it('is none of the listed ones', () => {
    expect(called('plant', 'Arguments are missing')).toMatchObject([{ class: 'validation' }]);
  });

  it('cannot be told without a list', () => {
    expect(decoded(...greets({ tools: {} }), calls(3, 'plan'), fails(3, 'Arguments are missing'))).toMatchObject([
      { class: 'validation' },
    ]);
  });
});

describe('stderr during a call', () => {
  const seeds = { name: 'get_seeds', inputSchema: { type: 'object', properties: { id: { type: 'string' } } } };
  const called = (line: string, answer: Line) =>
    decoded(...greets({ tools: {} }), ...lists(seeds), calls(3, 'get_seeds', { id: 'S7' }), ['err', line], answer);
  const unresolved = '2026-03-01 09:00:00 - garden - ERROR - getaddrinfo ENOTFOUND seeds.example';

  it('explains that nothing was found, as a guess', () => {
    const [failure] = called(unresolved, fails(3, 'No seeds found for S7'));
    expect(failure).toMatchObject({ class: 'dependency', certainty: 'a guess' });
    expect(failure?.sentence).toContain('seeds.example');
  });

  it('names the host of a bare network failure', () => {
    for (const words of ['fetch failed', 'Could not load: request timed out', 'Connection error.']) {
      const printed = ["  code: 'EAI_AGAIN',", "  syscall: 'getaddrinfo',"].map((field): Line => ['err', field]);
      const [failure] = decoded(
        ...lists(seeds),
        calls(3, 'get_seeds', { id: 'S7' }),
        ['err', '  [cause]: Error: getaddrinfo EAI_AGAIN seeds.example'],
        ...printed,
        fails(3, words),
      );
      expect(failure).toMatchObject({ class: 'dependency', message: 'getaddrinfo EAI_AGAIN seeds.example' });
      expect(failure?.sentence).toContain('seeds.example');
    }
  });

  it('changes nothing if the answer says why, or the line is about something else', () => {
    for (const [line, words, expected] of [
      [unresolved, 'Failed to get S7: connection refused', 'dependency'],
      [unresolved, 'Bed S7 does not exist', 'not_found'],
      [unresolved, 'Invalid API key', 'unauthorized'],
      ['INFO retrying after getaddrinfo ENOTFOUND', 'No seeds found for S7', 'not_found'],
      ['WARNING: connection refused by cache', 'No seeds found for S7', 'not_found'],
      ['ERROR telemetry: getaddrinfo ENOTFOUND t.example', 'No seeds found for S7', 'not_found'],
      ['ERROR out of seeds', 'No seeds found for S7', 'not_found'],
    ] as const)
      expect([words, line, called(line, fails(3, words))[0]?.class]).toEqual([words, line, expected]);
  });

  it('says what a call that timed out was waiting for', () => {
    const timedOut = (line: string) =>
      decoded(
        ...greets({ tools: {} }),
        calls(3, 'get_seeds'),
        ['err', line],
        ['life', { event: 'timeout', id: 3, afterMs: 5000 }],
      )[0];
    const line = 'WARNING - cannot connect to 127.0.0.1:7711: connection refused, will retry';
    expect(timedOut(line)).toMatchObject({
      class: 'timeout',
      fault: 'upstream',
      quote: { text: 'cannot connect to 127.0.0.1:7711: connection refused, will retry', path: 'stderr' },
    });
    expect(timedOut(line)?.sentence).toContain('127.0.0.1:7711');
    expect(timedOut('WARNING - the soil is dry')).toMatchObject({ class: 'timeout', owner: 'client' });
  });
});

describe('stderr after a call', () => {
  const refused = 'getaddrinfo ENOTFOUND seeds.example';
  const linesOf = (...lines: Parameters<typeof decoded>) =>
    decoded(...greets({ tools: {} }), ...lines).map(({ stderr }) => stderr);

  it('belongs to the call that has just ended', () => {
    expect(linesOf(calls(3, 'plant'), fails(3, 'No beds found'), ['err', refused])).toEqual([[refused]]);
  });

  it('belongs to a later call of the same tool, open or ended', () => {
    const first = [calls(3, 'plant'), fails(3, 'No beds found')];
    const named = `plant: ${refused}`;
    expect(linesOf(...first, calls(4, 'plant'), ['err', named], fails(4, 'fetch failed'))).toEqual([[], [named]]);
    expect(linesOf(...first, calls(4, 'plant'), fails(4, 'fetch failed'), ['err', named])).toEqual([[], [named]]);
    expect(linesOf(...first, calls(4, 'dig'), fails(4, 'fetch failed'), ['err', refused])).toEqual([[], [refused]]);
  });

  it('belongs to the earlier call if it names its tool', () => {
    const named = `plant: ${refused}`;
    expect(linesOf(calls(3, 'plant'), fails(3, 'No beds found'), calls(4, 'dig'), ['err', named])[0]).toEqual([named]);
  });
});
