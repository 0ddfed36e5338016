import { describe, expect, it } from 'vitest';
import { readCapture } from '../../capture/capture.ts';
import { fitsRecorded } from './fits-recorded.ts';
import { withId } from './message-id.ts';
import { RecordedReplies, recordedServers } from './recorded-replies.ts';

const call = (id: number, city: string, server = 's') => ({
  t: id * 100,
  server,
  lane: 'out',
  text: JSON.stringify({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name: 'book', arguments: { city }, _meta: { progressToken: id } },
  }),
});
const answer = (id: number, said: string, server = 's') => ({
  t: id * 100 + 40,
  server,
  lane: 'in',
  text: `{"jsonrpc":"2.0","id":${id},"result":{"said":"${said}"}}`,
});

function repliesOf(lines: readonly object[], server = 's'): RecordedReplies {
  const { entries } = readCapture(lines.map((line) => JSON.stringify(line)).join('\n'));
  return new RecordedReplies(
    entries.map(({ event }) => event),
    server,
  );
}
const book = (city: string) => ({ name: 'book', arguments: { city } });

describe('replies of a recording', () => {
  it('come in the recorded order, and the last one repeats', () => {
    const replies = repliesOf([call(1, 'Riga'), answer(1, 'first'), call(2, 'Riga'), answer(2, 'second')]);
    const said = () => replies.next('tools/call', book('Riga'))?.ending;
    expect(said()).toMatchObject({ kind: 'answer', text: expect.stringContaining('first') });
    expect(said()).toMatchObject({ text: expect.stringContaining('second') });
    expect(said()).toMatchObject({ text: expect.stringContaining('second') });
  });

  it('match by arguments, in any field order and with any _meta', () => {
    const replies = repliesOf([call(1, 'Riga'), answer(1, 'Riga'), call(2, 'Oslo'), answer(2, 'Oslo')]);
    const sent = { _meta: { trace: 'x' }, arguments: { city: 'Oslo' }, name: 'book' };
    expect(replies.next('tools/call', sent)?.ending).toMatchObject({ text: expect.stringContaining('"Oslo"') });
    expect(replies.next('tools/call', book('Rome'))).toBeNull();
    expect(replies.targets('tools/call')).toEqual(['book']);
  });

  it('take as long as recorded', () => {
    const replies = repliesOf([call(1, 'Riga'), answer(1, 'x')]);
    expect(replies.next('tools/call', book('Riga'))?.afterMs).toBe(40);
  });

  it('are those of one server', () => {
    const lines = [call(1, 'Riga'), answer(1, 'mine'), call(1, 'Riga', 'other'), answer(1, 'theirs', 'other')];
    const { entries } = readCapture(lines.map((line) => JSON.stringify(line)).join('\n'));
    expect(recordedServers(entries.map(({ event }) => event))).toEqual(['s', 'other']);
    expect(repliesOf(lines, 'other').next('tools/call', book('Riga'))?.ending).toMatchObject({
      text: expect.stringContaining('theirs'),
    });
  });

  it('include the server’s messages before the response', () => {
    const progress = '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}}';
    const replies = repliesOf([
      call(1, 'Riga'),
      { t: 110, server: 's', lane: 'in', text: progress },
      { t: 120, server: 's', lane: 'in', text: 'Debugger attached.' },
      { t: 130, server: 's', lane: 'err', text: 'looking' },
      answer(1, 'x'),
    ]);
    expect(replies.next('tools/call', book('Riga'))?.steps).toEqual([
      { lane: 'out', text: progress, afterMs: 10 },
      { lane: 'out', text: 'Debugger attached.', afterMs: 20 },
      { lane: 'err', text: 'looking', afterMs: 30 },
    ]);
  });

  it('end as the server ended', () => {
    const died = repliesOf([
      call(1, 'Riga'),
      { t: 150, server: 's', lane: 'life', event: 'exited', code: 3, signal: null },
    ]);
    expect(died.next('tools/call', book('Riga'))).toMatchObject({ ending: { kind: 'exit', code: 3 }, afterMs: 50 });
    const silent = repliesOf([call(1, 'Riga')]);
    expect(silent.next('tools/call', book('Riga'))?.ending).toEqual({ kind: 'silence' });
    const http = { method: 'POST', url: 'http://127.0.0.1/mcp', status: 429, requestHeaders: {} };
    const limited = repliesOf([
      call(1, 'Riga'),
      {
        t: 120,
        server: 's',
        lane: 'http',
        id: 1,
        http: { ...http, headers: { 'retry-after': '30' }, body: 'slow down' },
      },
    ]);
    expect(limited.next('tools/call', book('Riga'))?.ending).toEqual({
      kind: 'http',
      status: 429,
      headers: { 'retry-after': '30' },
      body: 'slow down',
    });
  });

  it('end with their own connection, not with a later one', () => {
    const life = (t: number, event: string) => ({ t, server: 's', lane: 'life', event, code: 1, signal: null });
    const replies = repliesOf([
      life(0, 'spawned'),
      call(1, 'Riga'),
      life(150, 'closed'),
      life(160, 'spawned'),
      call(2, 'Oslo'),
      life(250, 'exited'),
    ]);
    expect(replies.next('tools/call', book('Riga'))?.ending).toEqual({ kind: 'silence' });
    expect(replies.next('tools/call', book('Oslo'))?.ending).toMatchObject({ kind: 'exit' });
  });

  it('answer the handshake of any client', () => {
    const begin = {
      t: 1,
      server: 's',
      lane: 'out',
      text: '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"a":1}}',
    };
    const replies = repliesOf([begin, answer(0, 'hello')]);
    expect(replies.next('initialize', { protocolVersion: 'x' })?.ending).toMatchObject({ kind: 'answer' });
  });
});

describe('a masked argument', () => {
  it.each([
    ['‹token 1›', 'anything', true],
    ['Bearer ‹token 1›!', 'Bearer abc!', true],
    ['Bearer ‹token 1›!', 'Basic abc!', false],
    ['‹a 1›-‹b 2›-end', '1-2-end', true],
    ['‹a 1›-‹b 2›-end', '1-end', false],
    ['ab‹a 1›ba', 'aba', false],
    ['plain', 'other', false],
  ])('%s fits %s: %s', (recorded, sent, fits) => {
    expect(fitsRecorded({ deep: [recorded] }, { deep: [sent] })).toBe(fits);
  });

  it('neither omits nor adds a field', () => {
    expect(fitsRecorded({ a: 1 }, { a: 1, b: 2 })).toBe(false);
    expect(fitsRecorded({ a: 1, b: 2 }, { a: 1 })).toBe(false);
    expect(fitsRecorded([1], [1, 2])).toBe(false);
    expect(fitsRecorded({ a: null }, { a: {} })).toBe(false);
  });
});

describe('an answer with another id', () => {
  it('changes nothing else', () => {
    const text = '{ "result": {"id": 1, "big": 12345678901234567890, "x": 1.0}, "id" : "old" , "jsonrpc":"2.0"}';
    expect(withId(text, 7)).toBe(text.replace('"old"', '7'));
    expect(withId('{"id":{"odd":[1]},"result":{}}', 'new')).toBe('{"id":"new","result":{}}');
    expect(withId('{"result":{}}', 1)).toBe('{"result":{}}');
  });
});
