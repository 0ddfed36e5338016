// Answers of HTTP servers that are held: what a client gets that resumes its stream meanwhile.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { type ReadMessage, readLine } from '../../watch/programs/lines/message-lines.ts';
import type { ExchangeCopy } from '../../watch/programs/proxy/proxy-copy.ts';
import { AwaitedCalls, type OpenHold } from './awaited-calls.ts';
import { HeldAnswer } from './held-answer.ts';
import type { HoldDecision } from './hold-link.ts';

function read(text: string): ReadMessage {
  const line = readLine(text);
  const [only] = line.ok ? line.messages : [];
  if (!only) throw new Error('Not a message.');
  return only;
}

/** One call whose answer is held, and streams on which the server sends it. */
function heldCall() {
  const calls = new AwaitedCalls();
  calls.note('one', read('{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"pay"}}'), 0);
  let left = 0;
  let decide: (decision: HoldDecision) => void = () => undefined;
  let held = 0;
  const holdOf = (message: ReadMessage): OpenHold | null => {
    const call = calls.of('one', message);
    if (!call) return null;
    held += call.hold ? 0 : 1;
    call.hold ??= {
      decision: new Promise<HoldDecision>((resolve) => (decide = resolve)),
      streams: 0,
      leave: () => {
        left += 1;
      },
    };
    return call.hold;
  };
  const copy = new Proxy({}, { get: () => () => undefined }) as ExchangeCopy;
  const stream = () => {
    const answer = Object.assign(new PassThrough(), {
      headers: { 'content-type': 'text/event-stream' },
      rawHeaders: [],
    });
    const response = Object.assign(new PassThrough(), { writeHead: () => undefined, flushHeaders: () => undefined });
    const got: string[] = [];
    response.on('data', (chunk) => got.push(String(chunk)));
    const parts = [answer as unknown as IncomingMessage, response as unknown as ServerResponse] as const;
    new HeldAnswer(holdOf, ...parts, copy).run();
    answer.write('id: e-9\nevent: message\ndata: {"jsonrpc":"2.0","id":7,"result":{"content":[]}}\n\n');
    return { got, leave: () => response.destroy() };
  };
  return { stream, leftCount: () => left, decide: (decision: HoldDecision) => decide(decision), heldCount: () => held };
}

const turn = () => new Promise((resolve) => setTimeout(resolve, 5));

it('holds a copy on a resumed stream with the answer, for one decision, and keeps the id of the event', async () => {
  const call = heldCall();
  const first = call.stream();
  await turn();
  const second = call.stream();
  await turn();
  expect([first.got, second.got, call.heldCount()]).toEqual([[], [], 1]);
  const text = '{"jsonrpc":"2.0","id":7,"result":{"content":[],"isError":true}}';
  call.decide({ action: 'edit', text });
  await turn();
  const event = `id: e-9\nevent: message\ndata: ${text}\n\n`;
  expect([first.got, second.got]).toEqual([[event], [event]]);
});

it('counts as abandoned only when all its streams are closed', async () => {
  const call = heldCall();
  const first = call.stream();
  const second = call.stream();
  await turn();
  first.leave();
  await turn();
  expect(call.leftCount()).toBe(0);
  second.leave();
  await turn();
  expect(call.leftCount()).toBe(1);
});

it('never takes the call of another client for its own', () => {
  const calls = new AwaitedCalls();
  const request = read('{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"pay"}}');
  const own = calls.note('one', request, 0);
  calls.note('two', request, 0);
  // Without sessions, clients cannot be told apart, and there is nothing to resume.
  calls.note('', request, 0);
  expect(calls.of('one', request)).toBe(own);
  expect(calls.of('', request)).toBeNull();
  calls.forget('one', request);
  expect(calls.of('one', request)).toBeNull();
});
