// One cause is one finding, whichever event reported it first, and what comes later replaces what was found before.

import { describe, expect, it } from 'vitest';
import { readCapture } from '../capture/capture.ts';
import { decodeCapture, failedRows } from './decode-capture.ts';

type Line = Record<string, unknown>;

const out = (id: number, method: string, params: object = {}): Line => ({
  lane: 'out',
  text: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
});
const answer = (id: unknown, result: object): Line => ({
  lane: 'in',
  text: JSON.stringify({ jsonrpc: '2.0', id, result }),
});
const err = (text: string): Line => ({ lane: 'err', text });
const life = (event: string, more: object = {}): Line => ({ lane: 'life', event, ...more });
const call = (id: number, name: string, args: object = {}): Line => out(id, 'tools/call', { name, arguments: args });
const hello = [out(1, 'initialize'), answer(1, { protocolVersion: '2025-11-25', capabilities: {} })];

/** Each line 10 ms after the one before, unless it says otherwise. The first is on line 2 of the file. */
function entriesOf(lines: readonly Line[]) {
  const texts = lines.map((line, index) => JSON.stringify({ t: (index + 1) * 10, server: 'acme', ...line }));
  return readCapture(['{"misfire":1,"started":"2026-11-14T12:00:00.000Z"}', ...texts].join('\n')).entries;
}

const decoded = (...lines: Line[]) => decodeCapture(entriesOf(lines), 0);

describe('a server that fails to start', () => {
  const start = [life('spawned'), out(1, 'initialize'), err("KeyError: 'DB_URL'")];
  const exited = life('exited', { code: 1 });
  const refused = life('connect_failed', { message: 'The server ended.' });

  it('is one failure that names the variable, however it was reported', () => {
    for (const lines of [
      [...start, exited, refused],
      [...start, refused, exited],
      [...start, life('closed', { closedBy: 'server' }), exited, refused],
    ]) {
      const found = decoded(...lines);
      expect(found).toHaveLength(1);
      expect(found[0]).toMatchObject({
        sentence: 'Set DB_URL for acme',
        owner: 'settings',
        request: 3,
        method: 'initialize',
      });
      expect(JSON.stringify(found)).not.toMatch(/address|growing waits/);
    }
  });

  it('is printed at the line of connect_failed, with the exit in also', () => {
    expect(decoded(...start, exited, refused)[0]).toMatchObject({ line: 6, also: [5] });
  });

  it('gives every row of it the same finding', () => {
    const sentences = failedRows(entriesOf([...start, exited, refused])).map(({ failure }) => failure.sentence);
    expect(sentences).toEqual(Array(3).fill('Set DB_URL for acme'));
  });
});

describe('a server that crashes', () => {
  it('says what it wrote after the request, not its banner', () => {
    const found = decoded(
      err('Error reporting is on'),
      life('spawned'),
      ...hello,
      call(2, 'boom'),
      life('exited', { code: 3 }),
    );
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({
      line: 7,
      request: 6,
      sentence: 'acme ended while it ran (exit code 3)',
      quote: null,
    });
  });

  it('takes all open calls down as one failure', () => {
    const found = decoded(
      life('spawned'),
      ...hello,
      call(2, 'a'),
      call(3, 'b'),
      err('panic: oh no'),
      life('exited', { code: 2 }),
    );
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ target: 'a', line: 8, also: [6], quote: { text: 'panic: oh no' } });
  });

  it('is the server’s end where its exit code follows the client’s close within a moment', () => {
    const closed = life('closed', { closedBy: 'us', by: 'client', message: 'The client closed the connection.' });
    const found = decoded(life('spawned'), ...hello, call(2, 'a'), closed, life('exited', { code: 3 }));
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ fault: 'server', code: 3, title: 'Process died' });
  });

  it('is no crash where the client closed long before, or the server left with 0', () => {
    const closed = life('closed', { closedBy: 'us', by: 'client' });
    for (const exit of [life('exited', { code: 0 }), life('exited', { code: 3, t: 5000 })])
      expect(decoded(life('spawned'), ...hello, call(2, 'a'), closed, exit)).toMatchObject([{ fault: 'nobody' }]);
  });
});

describe('what comes later', () => {
  const failed = { isError: true, content: [{ type: 'text', text: 'Error executing tool sum' }] };

  it('adds stderr that was on its way when the answer came', () => {
    const lines = [life('spawned'), ...hello, call(2, 'sum'), answer(2, failed), err('ValueError: bad total')];
    expect(decoded(...lines)[0]?.remedy).toContain('Likely cause, from stderr: “ValueError: bad total”');
    const late = [...lines.slice(0, -1), { ...err('ValueError: bad total'), t: 900 }];
    expect(decoded(...late)[0]?.remedy.join(' ')).not.toContain('bad total');
  });

  it('gives the same whichever of the answer and the line of stderr was read first', () => {
    const before = decoded(life('spawned'), ...hello, call(2, 'sum'), err('ValueError: bad total'), answer(2, failed));
    const after = decoded(life('spawned'), ...hello, call(2, 'sum'), answer(2, failed), err('ValueError: bad total'));
    expect(after[0]?.remedy).toEqual(before[0]?.remedy);
  });

  it('places stderr by the name of the tool where several calls are open', () => {
    const started = [life('spawned'), ...hello, call(2, 'sum'), call(3, 'mean')];
    const lines = ['ValueError: bad total', 'Error in mean: bad list'].map(err);
    for (const order of [
      [...started, ...lines, answer(2, failed), answer(3, failed)],
      [...started, answer(2, failed), answer(3, failed), ...lines],
      [...started, answer(2, failed), ...lines, answer(3, failed)],
    ]) {
      const [sum, mean] = decoded(...order);
      expect(JSON.stringify(sum)).not.toContain('bad');
      expect(mean?.remedy).toContain('Likely cause, from stderr: “Error in mean: bad list”');
    }
  });

  it('keeps a line that the next call wrote from the one before', () => {
    const lines = [answer(2, failed), call(3, 'mean'), err('ValueError: bad list'), answer(3, failed)];
    const [sum] = decoded(life('spawned'), ...hello, call(2, 'sum'), ...lines);
    expect(JSON.stringify(sum)).not.toContain('bad list');
  });

  it('says that the answer of a call that timed out came too late', () => {
    const found = decoded(
      ...hello,
      call(2, 'slow'),
      life('timeout', { id: 2, afterMs: 10 }),
      answer(2, { content: [] }),
    );
    expect(found).toMatchObject([{ class: 'timeout', sentence: 'The answer came 10 ms after the timeout' }]);
  });

  it('finds the answer that came under another id', () => {
    const found = decoded(
      ...hello,
      call(2, 'a'),
      answer('2', { content: [] }),
      life('timeout', { id: 2, afterMs: 10 }),
    );
    expect(found).toMatchObject([{ class: 'invalid_response', fix: { kind: 'report', to: 'server' } }]);
    expect(found[0]?.explanation).toContain('id "2"');
  });

  it('judges a failure by a tool list that comes after it', () => {
    const schema = { type: 'object', properties: { nights: { type: 'integer', maximum: 30 } } };
    const refused = { isError: true, content: [{ type: 'text', text: 'Invalid arguments' }] };
    const list = [out(9, 'tools/list'), answer(9, { tools: [{ name: 'book', inputSchema: schema }] })];
    const booked = [call(2, 'book', { nights: 99 }), answer(2, refused)];
    const told = (lines: Line[]) =>
      decoded(...hello, ...lines).map(({ sentence, check, fix }) => ({ sentence, check, fix }));
    expect(told([...booked, ...list])).toEqual(told([...list, ...booked]));
    expect(told([...booked, ...list])[0]?.check?.words).toBe('nights 99 > maximum 30');
  });
});

describe('a refused handshake', () => {
  it('is one failure with the connection that did not come about', () => {
    const refused = {
      lane: 'in',
      text: JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: -32001, message: 'Unauthorized' } }),
    };
    const found = decoded(out(1, 'initialize'), refused, life('connect_failed', { message: 'It was refused.' }));
    expect(found).toMatchObject([{ line: 3, also: [4], message: 'Unauthorized' }]);
  });
});

describe('an end that is no crash', () => {
  it('calls exit code 0 an end, and not a death', () => {
    const [found] = decoded(life('spawned'), ...hello, call(2, 'draw'), life('exited', { code: 0 }));
    expect(found).toMatchObject({ title: 'Process ended', certainty: 'a guess' });
    expect(JSON.stringify(found)).not.toMatch(/crash|\bdie[sd]\b/);
  });

  it('blames the network where stderr names a host that was not reached', () => {
    const ended = (line: string) =>
      decoded(life('spawned'), out(1, 'initialize'), err(line), life('exited', { code: 1 }))[0];
    expect(ended('Error: getaddrinfo EAI_AGAIN vault.plants.example')).toMatchObject({
      owner: 'network',
      sentence: 'acme ended: it could not resolve vault.plants.example',
    });
    expect(ended('Error: connect ECONNREFUSED 127.0.0.1:6380')).toMatchObject({
      owner: 'network',
      sentence: 'acme ended: nothing listens at 127.0.0.1:6380',
    });
  });

  it('does not call a hung start nothing to fix', () => {
    const closed = life('closed', { code: null, signal: 'SIGKILL' });
    expect(decoded(life('spawned'), out(1, 'initialize'), closed)[0]).toMatchObject({
      owner: 'server',
      certainty: 'likely',
    });
    expect(decoded(life('spawned'), out(1, 'initialize'), life('closed'))[0]?.owner).toBe('none');
  });
});
