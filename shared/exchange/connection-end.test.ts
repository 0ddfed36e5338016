// One cause is one finding, no matter which event reported it first. Later events replace the earlier finding.

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

/** Each line is 10 ms after the previous one unless it has its own time. The first is line 2 of the file. */
function entriesOf(lines: readonly Line[]) {
  const texts = lines.map((line, index) => JSON.stringify({ t: (index + 1) * 10, server: 'acme', ...line }));
  return readCapture(['{"misfire":1,"started":"2026-11-14T12:00:00.000Z"}', ...texts].join('\n')).entries;
}

const decoded = (...lines: Line[]) => decodeCapture(entriesOf(lines), 0);

describe('a server that fails to start', () => {
  const start = [life('spawned'), out(1, 'initialize'), err("KeyError: 'DB_URL'")];
  const exited = life('exited', { code: 1 });
  const refused = life('connect_failed', { message: 'The server ended.' });

  it('is one failure that names the variable, in every order of events', () => {
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

  it('gives all its rows the same finding', () => {
    const sentences = failedRows(entriesOf([...start, exited, refused])).map(({ failure }) => failure.sentence);
    expect(sentences).toEqual(Array(3).fill('Set DB_URL for acme'));
  });
});

describe('a server that starts and never answers initialize', () => {
  const said = [err('[ERROR] BED_KEY is not set'), err('[INFO] Waiting …')];
  const start = [life('spawned'), ...said, out(1, 'initialize')];
  const finding = {
    sentence: expect.stringMatching(/^acme does not answer initialize: .*BED_KEY is not set$/),
    owner: 'settings',
    retry: expect.objectContaining({ verdict: 'after_fix' }),
    remedy: ["Set the variable BED_KEY in the server's settings."],
  };

  it.each([
    ['the limit of the client', life('timeout', { id: 1, message: '8000' })],
    ['the end of the recording', err('')],
    ['other requests', out(2, 'tools/list')],
    ['a kill', life('closed', { signal: 'SIGKILL' })],
  ])('is explained by its stderr, up to %s', (_name, end) => {
    expect(decoded(...start, end)[0]).toMatchObject(finding);
  });

  it.each([
    ['Last error: connect ECONNREFUSED 127.0.0.1:5432. Waiting.', 'nothing listens at 127.0.0.1:5432', 'network'],
    ["Error: Cannot find module 'beds'", "Error: Cannot find module 'beds'", 'server'],
  ])('has the owner of the reason: %s', (line, words, owner) => {
    for (const end of [life('closed', { signal: 'SIGKILL' }), life('timeout', { id: 1, message: '8000' })])
      expect(decoded(life('spawned'), out(1, 'initialize'), err(line), end)[0]).toMatchObject({
        sentence: `acme does not answer initialize: ${words}`,
        owner,
      });
  });

  it('is not told to ask for less', () => {
    const found = decoded(life('spawned'), out(1, 'initialize'), life('timeout', { id: 1, message: '8000' }));
    expect(found[0]?.remedy.at(-1)).toBe('Look in the server’s log (stderr) for what it waits for.');
  });

  it('keeps its own words if stderr names nothing', () => {
    const found = decoded(life('spawned'), out(1, 'initialize'), err('Ready in 3 s'));
    expect(found).toMatchObject([{ sentence: 'acme had not answered initialize when the recording ended' }]);
  });
});

describe('a server that crashes', () => {
  it('quotes what it wrote after the request, not its banner', () => {
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

  it('ends all open calls as one failure', () => {
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

  it('counts as the server’s end if its exit code follows the client’s close at once', () => {
    const closed = life('closed', { closedBy: 'us', by: 'client', message: 'The client closed the connection.' });
    const found = decoded(life('spawned'), ...hello, call(2, 'a'), closed, life('exited', { code: 3 }));
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ fault: 'server', code: 3, title: 'Process died' });
  });

  it('is not a crash if the client closed long before, or the server exited with 0', () => {
    const closed = life('closed', { closedBy: 'us', by: 'client' });
    for (const exit of [life('exited', { code: 0 }), life('exited', { code: 3, t: 5000 })])
      expect(decoded(life('spawned'), ...hello, call(2, 'a'), closed, exit)).toMatchObject([{ fault: 'nobody' }]);
  });
});

describe('later events', () => {
  const failed = { isError: true, content: [{ type: 'text', text: 'Error executing tool sum' }] };

  it('add stderr that was on its way when the response arrived', () => {
    const lines = [life('spawned'), ...hello, call(2, 'sum'), answer(2, failed), err('ValueError: bad total')];
    expect(decoded(...lines)[0]?.remedy).toContain('Likely cause, from stderr: “ValueError: bad total”');
    const late = [...lines.slice(0, -1), { ...err('ValueError: bad total'), t: 900 }];
    expect(decoded(...late)[0]?.remedy.join(' ')).not.toContain('bad total');
  });

  it('give the same finding if stderr was read before or after the response', () => {
    const before = decoded(life('spawned'), ...hello, call(2, 'sum'), err('ValueError: bad total'), answer(2, failed));
    const after = decoded(life('spawned'), ...hello, call(2, 'sum'), answer(2, failed), err('ValueError: bad total'));
    expect(after[0]?.remedy).toEqual(before[0]?.remedy);
  });

  it('assign stderr by the name of the tool while several calls are open', () => {
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

  it('do not assign a line of the next call to the previous one', () => {
    const lines = [answer(2, failed), call(3, 'mean'), err('ValueError: bad list'), answer(3, failed)];
    const [sum] = decoded(life('spawned'), ...hello, call(2, 'sum'), ...lines);
    expect(JSON.stringify(sum)).not.toContain('bad list');
  });

  it('report that the response to a timed-out call came too late', () => {
    const found = decoded(
      ...hello,
      call(2, 'slow'),
      life('timeout', { id: 2, afterMs: 10 }),
      answer(2, { content: [] }),
    );
    expect(found).toMatchObject([
      { class: 'timeout', sentence: 'Misfire timed out after 10 ms. The server answered 10 ms later.' },
    ]);
  });

  it('find the response that came under another id', () => {
    const found = decoded(
      ...hello,
      call(2, 'a'),
      answer('2', { content: [] }),
      life('timeout', { id: 2, afterMs: 10 }),
    );
    expect(found).toMatchObject([{ class: 'invalid_response', fix: { kind: 'report', to: 'server' } }]);
    expect(found[0]?.explanation).toContain('id "2"');
  });

  it('decode a failure again by a tool list that comes after it', () => {
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

describe('a rejected handshake', () => {
  it('is one failure with the connection that could not be opened', () => {
    const refused = {
      lane: 'in',
      text: JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: -32001, message: 'Unauthorized' } }),
    };
    const found = decoded(out(1, 'initialize'), refused, life('connect_failed', { message: 'It was refused.' }));
    expect(found).toMatchObject([{ line: 3, also: [4], message: 'Unauthorized' }]);
  });
});

describe('an end without a crash', () => {
  it('calls exit code 0 an end, not a crash', () => {
    const [found] = decoded(life('spawned'), ...hello, call(2, 'draw'), life('exited', { code: 0 }));
    expect(found).toMatchObject({ title: 'Process ended', certainty: 'a guess' });
    expect(JSON.stringify({ ...found, ending: null })).not.toMatch(/crash|\bdie[sd]\b/);
  });

  it('blames the network if stderr names an unreachable host', () => {
    const ended = (line: string) =>
      decoded(life('spawned'), out(1, 'initialize'), err(line), life('exited', { code: 1 }))[0];
    expect(ended('Error: getaddrinfo EAI_AGAIN vault.plants.example')).toMatchObject({
      owner: 'network',
      sentence: 'acme ended: it could not resolve vault.plants.example',
    });
    expect(ended('Error: connect ECONNREFUSED 127.0.0.1:6380')).toMatchObject({
      owner: 'network',
      sentence: 'acme ended: 127.0.0.1:6380 refused the connection',
    });
  });

  it('does not say that a hung start needs no fix', () => {
    const closed = life('closed', { code: null, signal: 'SIGKILL' });
    expect(decoded(life('spawned'), out(1, 'initialize'), closed)[0]).toMatchObject({
      owner: 'server',
      certainty: 'likely',
    });
    expect(decoded(life('spawned'), out(1, 'initialize'), life('closed'))[0]?.owner).toBe('server');
  });
});

describe('a call that is sent after the server has ended', () => {
  const exited = life('exited', { code: 1 });

  it('does not wait, and is not what made the server end', () => {
    const rows = failedRows(entriesOf([life('spawned'), ...hello, exited, call(2, 'pay')]));
    const { row, failure } = rows.at(-1) ?? {};
    expect(failure).toMatchObject({
      sentence: 'acme had already ended when “pay” was sent',
      remedy: ['Start the server again, then repeat the call.'],
      ending: { kind: 'died', afterMs: null },
    });
    expect(row).toMatchObject({ pending: false, incident: rows[0]?.row.id });
  });

  it('is one that was open if it was sent before', () => {
    const [first] = failedRows(entriesOf([life('spawned'), ...hello, call(2, 'pay'), exited]));
    expect(first?.failure.sentence).not.toContain('already');
  });
});
