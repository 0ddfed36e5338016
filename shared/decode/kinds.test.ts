// The wordings of kinds.ts and kinds-more.ts, each read as what it is, and none as what it only looks like.

import { describe, expect, it } from 'vitest';
import type { Json } from '../json.ts';
import { decode } from './decode.ts';
import { context, toolError, toolResult } from './fixtures.ts';
import { answers, crashes, type Kind, setups, unknownErrors, unknownNames, unmoved, upstreams } from './kinds.ts';
import { dressed, frameworks, long, networks, plain } from './kinds-more.ts';

function short(text: string): string {
  return text.length > 90 ? `${text.slice(0, 60)}…${text.slice(-25)}` : text;
}

const weather: Json = {
  type: 'object',
  properties: {
    city: { type: 'string' },
    days: { type: 'integer' },
    unit: { enum: ['C', 'F'] },
    area: { type: 'object' },
    range: {},
    until: {},
  },
  required: ['city'],
};
const unfit = { params: { name: 'weather', arguments: { days: 'two' } }, inputSchema: weather, target: 'weather' };
const fitting = { params: { name: 'weather', arguments: { city: 'Oslo' } }, inputSchema: weather, target: 'weather' };

function holdsTo({ title, reads, not }: Kind): void {
  describe(title, () => {
    for (const [text, classes, verdicts] of reads)
      it(`reads ${short(text)}`, () => {
        const failure = decode(toolError(text), context());
        expect(classes, failure?.evidence[0]?.means).toContain(failure?.class);
        expect(verdicts).toContain(failure?.retry.verdict);
      });
    for (const [text, classes] of not)
      it(`does not read so: ${short(text)}`, () => {
        const failure = decode(toolError(text), context());
        expect(classes, failure?.evidence[0]?.means).not.toContain(failure?.class);
      });
    it('has enough of both', () => {
      expect(reads.length).toBeGreaterThanOrEqual(15);
      expect(not.length).toBeGreaterThanOrEqual(15);
    });
  });
}

for (const kind of [unknownErrors, setups, unknownNames, upstreams, networks, long]) holdsTo(kind);

describe('2. what whoever runs the server has to set up', () => {
  it('never sends anyone to the arguments', () => {
    for (const [text] of setups.reads)
      expect(decode(toolError(text), context())?.remedy.join(' '), text).not.toMatch(/in the arguments|Correct /);
  });
  it('takes a file that no argument names for the server’s own', () => {
    const text = 'ENOENT: no such file or directory, open "/srv/plantd/data.db"';
    const call = (path: string) => toolError(text, { params: { name: 'search', arguments: { path } } });
    expect(decode(call('Oslo'), context())).toMatchObject({ class: 'not_ready', title: 'Missing file' });
    expect(decode(call('/srv/plantd/data.db'), context())?.class).toBe('not_found');
  });
  it('asks nobody to correct what was not sent', () => {
    const subject = toolError('Project not found', { params: { name: 'search', arguments: {} } });
    expect(decode(subject, context())?.remedy.join(' ')).not.toContain('in the arguments');
  });
});

describe('3. names that are not there', () => {
  it('are told apart', () => {
    const titleOf = (text: string, method: string) => decode(toolError(text, { method }), context())?.title;
    expect(titleOf('Unknown tool: x', 'tools/call')).toBe('Unknown tool');
    expect(titleOf('Unknown prompt: x', 'prompts/get')).toBe('Unknown prompt');
    expect(titleOf('Unknown resource: x', 'resources/read')).toBe('Unknown resource');
    expect(titleOf('Unknown operation: x', 'tools/call')).toBe('Unknown operation');
  });
});

describe('4. a crash on arguments that break the listed schema', () => {
  for (const text of crashes)
    it(`is a refusal: ${short(text)}`, () => {
      const failure = decode(toolError(text, unfit), context());
      expect(failure).toMatchObject({ class: 'validation', fault: 'caller', retry: { verdict: 'after_fix' } });
      expect(failure?.issues.map(({ path }) => path)).toEqual(['/city', '/days']);
      expect(
        failure?.evidence.some(({ path, value }) => path === 'request.params.arguments.days' && value === 'two'),
      ).toBe(true);
    });
  for (const text of crashes)
    it(`is the server’s own where they fit: ${short(text)}`, () => {
      expect(decode(toolError(text, fitting), context())?.class).not.toBe('unauthorized');
      expect(decode(toolError(text, fitting), context())?.issues).toEqual([]);
    });
  for (const [text, failureClass] of unmoved)
    it(`changes nothing about: ${short(text)}`, () => {
      expect(decode(toolError(text, unfit), context())?.class).toBe(failureClass);
    });
  it('is noted for the server’s author', () => {
    const notes = decode(toolError(crashes[0] as string, unfit), context())?.notes.map(({ id }) => id);
    expect(notes).toContain('broke-on-bad-arguments');
  });
});

describe('5. answers that break the rules', () => {
  for (const [issues, owner] of answers)
    it(`${owner}: ${short(JSON.stringify(issues))}`, () => {
      const failure = decode(toolError(JSON.stringify(issues), fitting), context());
      const classes = { answer: 'invalid_response', upstream: 'dependency', arguments: 'validation' } as const;
      expect(failure?.class).toBe(classes[owner]);
      if (owner === 'arguments') return;
      expect(failure?.fault).toBe('server');
      expect(failure?.remedy.join(' ')).not.toContain('Correct ');
    });
});

describe('6. whose credential, whose limit', () => {
  it('is said of a service behind the server', () => {
    const told = (text: string) => decode(toolError(text), context());
    expect(told('API error 429: slow down')?.explanation).toBe(
      'A service that acme uses accepts no more calls for now: API error 429: slow down.',
    );
    expect(told('API error 429: slow down')?.fault).toBe('upstream');
    expect(told('HTTP 401 from the API')?.explanation).toContain('refused the credentials of the server');
    expect(told('HTTP 401 from the API')?.remedy[0]).toContain('this server itself was given');
  });
});

describe('7. failures dressed as success', () => {
  for (const text of dressed)
    it(`finds ${short(text)}`, () => {
      const subject = toolResult({ content: [{ type: 'text', text }] }, { target: 'move_card' });
      expect(decode(subject, context())).toMatchObject({ flagged: false });
    });
  for (const [tool, text] of plain)
    it(`leaves alone what ${tool} says: ${short(text)}`, () => {
      expect(decode(toolResult({ content: [{ type: 'text', text }] }, { target: tool }), context())).toBeNull();
    });
  it('finds them in the carrier of revision 2024-10-07', () => {
    const inside = { content: [{ type: 'text', text: 'Unknown tool: paint' }], isError: true };
    expect(decode(toolResult({ toolResult: inside }), context())).toMatchObject({ class: 'not_found', flagged: true });
    expect(
      decode(toolResult({ toolResult: { content: [{ type: 'text', text: 'Error: it broke' }] } }), context()),
    ).toMatchObject({ flagged: false });
    expect(decode(toolResult({ toolResult: { content: [{ type: 'text', text: 'fine' }] } }), context())).toBeNull();
    expect(decode(toolResult({ toolResult: 'fine' }), context())).toBeNull();
  });
  it('finds them in resources, and leaves documents alone', () => {
    const read = (text: string) =>
      decode(toolResult({ contents: [{ uri: 'a:b', text }] }, { method: 'resources/read', target: 'a:b' }), context());
    for (const text of [
      'Error: cannot load the board',
      'Failed to read the board: timeout',
      '{"error":"Board could not be found"}',
      '错误：无法读取',
    ])
      expect(read(text), text).toMatchObject({ flagged: false });
    for (const text of [
      '# Errors\n\nError: x',
      'A board about failed starts',
      '{"errors":[],"cards":3}',
      '{"error":"documented here"}',
    ])
      expect(read(text), text).toBeNull();
  });
});

describe('8. the envelopes of frameworks', () => {
  for (const [text, message, classes] of frameworks)
    it(`reads ${short(text)}`, () => {
      const failure = decode(toolError(text), context());
      expect(failure?.message.startsWith(message), failure?.message).toBe(true);
      expect(classes).toContain(failure?.class);
    });
});
