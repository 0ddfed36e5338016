import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Row } from '../timeline.ts';
import { describeFilter } from './describe.ts';
import { groupOf } from './failure-group.ts';
import { compileFilter } from './match.ts';
import { parseFilter } from './parse-filter.ts';
import { type Facts, noFailureFacts } from './row-facts.ts';

const now = 1_000_000_000;
const row: Omit<Row, 'ord' | 'rev'> = {
  id: 1,
  kind: 'call',
  server: 'ab12',
  epoch: 2,
  direction: 'out',
  actor: 'you',
  client: null,
  rehearsed: null,
  incident: 1,
  group: null,
  at: now - 60_000,
  endAt: now - 57_000,
  latencyMs: 3000,
  method: 'tools/call',
  target: 'get_weather',
  args: '{city: "Ōsaka"}',
  outcome: 'rpc_error',
  pending: false,
  headline: 'Rate limited',
  detail: 'Closient asked for a pause.',
  code: '-32003',
  failure: {
    class: 'rate_limited',
    verdict: 'wait',
    afterMs: 1000,
    severity: 'warning',
    origin: 'wire',
    flagged: true,
    title: 'Rate limited',
    short: 'Rate limited: retry in 1 s',
    tiny: 'Retry in 1 s',
  },
  ending: null,
  negative: false,
  chain: 1,
  attempt: 2,
  times: 1,
  remarks: ['noise'],
};
const facts: Facts = {
  ...noFailureFacts,
  row,
  serverName: 'Closient',
  http: 503,
  layer: 'protocol',
  carrier: 'jsonrpc.error',
  dialect: 'closient',
  problem: true,
  words: 'rate_limit slow down',
};

const passes = (text: string, about: Facts = facts): boolean => {
  const parsed = parseFilter(text);
  if (!parsed.ok) throw new Error(`${text}: ${parsed.problem}`);
  return compileFilter(parsed.filter, now)(about);
};

describe('a filter', () => {
  const yes = [
    '',
    '   ',
    'is:failed',
    'IS:Failed',
    '-class:validation',
    'server:closient',
    'server:ab12',
    'code:-32003',
    'code:-32*',
    'code:<0',
    'http:>=500',
    'http:503',
    'dur:>2s',
    'dur:<=3000',
    'dur:3s',
    'retry:wait',
    'tool:get*',
    'tool:*weather',
    'tool:g*t*r',
    'has:problem',
    'since:10m',
    'before:30s',
    '/rate.*limit/',
    '/ŌSAKA/',
    '"asked for"',
    'pause',
    'PAUSE',
    '(class:validation | class:rate_limited)',
    'class:validation | is:failed',
    '-(is:ok | is:pending)',
    '--is:failed',
    'is:call is:out',
    'attempt:>1',
    'is:retried',
    'has:noise',
    'wait:1s',
    'server:"Closient"',
    '-32003',
    'slow',
    'dialect:clo*',
    'layer:protocol',
    'carrier:JSONRPC.error',
    'kind:call',
    'outcome:rpc_error',
    'epoch:2',
    'has:http',
    'tools/call',
    `group:${groupOf(row, 'protocol')}`,
    `GROUP:${groupOf(row, 'protocol')?.toUpperCase()}`,
    '-group:00000000',
    'times:1',
    '-is:expected',
    'since:1970-01-01',
    'before:2999-12-31T23:59:59.999Z',
  ];
  it.each(yes)('%s finds the row', (text) => expect(passes(text)).toBe(true));

  const no = [
    'is:ok',
    'carrier:structuredContent',
    'is:pending',
    'class:validation',
    'server:clos',
    'code:-3200',
    'http:<500',
    'dur:>3s',
    'retry:never',
    'tool:get',
    'tool:*x*',
    'has:issues',
    'since:30s',
    '/^rate limited$/',
    '"for asked"',
    'is:failed class:validation',
    '(is:ok | is:pending)',
    '-is:failed',
    'is:stderr',
    'is:unflagged',
    'origin:local',
    'tool:get_weather*r',
    'group:00000000',
    'times:>1',
    'is:expected',
    'since:2999-12-31T00:00',
    'before:1970-01-01T00:00:00+00:00',
  ];
  it.each(no)('%s does not', (text) => expect(passes(text)).toBe(false));

  it('finds codes in the form in which they are shown', () => {
    const shown = (code: string) => ({ ...facts, row: { ...row, code } });
    expect(passes('code:404', shown('404 in isError'))).toBe(true);
    expect(passes('code:429', shown('HTTP 429'))).toBe(true);
    expect(passes('code:E_LIMIT', shown('E_LIMIT in text'))).toBe(true);
  });

  const wrong: [string, string, number][] = [
    ['clas:validation', 'There is no key "clas". Did you mean "class"?', 0],
    ['is:failed sinze:10m', 'There is no key "sinze". Did you mean "since"?', 10],
    ['is:fail', '"is:" does not know "fail". Did you mean "failed"?', 3],
    ['class:ratelimited', '"class:" does not know "ratelimited". Did you mean "rate_limited"?', 6],
    ['http:', '"http:" needs a value, as in http:>=500.', 5],
    ['http:>=x', '">=x" cannot be compared; write http:>=500.', 5],
    ['since:yesterday', '"yesterday" is not a time; write 30s, 10m, 2h, 1d or 2026-01-31T14:05:00.', 6],
    ['(is:failed', 'A parenthesis is not closed.', 0],
    ['is:failed)', 'This parenthesis was never opened.', 9],
    ['()', 'These parentheses are empty.', 0],
    ['(a |)', 'There is nothing to the right of this |.', 4],
    ['| a', 'There is nothing to the left of this |.', 0],
    ['"open', 'A quotation mark is not closed.', 0],
    ['a -', 'There is nothing after this minus.', 2],
    ['/(a/', 'A parenthesis is not closed.', 1],
    ['/a**/', 'There is nothing to repeat here.', 3],
    ['x'.repeat(2001), 'The filter is longer than 2000 characters.', 2000],
    ['('.repeat(50), 'The parentheses are nested too deeply.', 21],
  ];
  it.each(wrong)('%s is rejected with a reason', (text, problem, at) =>
    expect(parseFilter(text)).toEqual({ ok: false, problem, at }),
  );

  it('describes itself', () => {
    const gloss = (text: string) => {
      const parsed = parseFilter(text);
      return parsed.ok ? describeFilter(parsed.filter) : parsed.problem;
    };
    expect(gloss('')).toBe('everything');
    expect(gloss('is:failed -class:not_found dur:>2s')).toBe('failed and not class not found and took over 2 s');
    expect(gloss('(http:>=500 | retry:wait) tool:get* since:10m')).toBe(
      '(HTTP status at least 500 or retry advice wait) and tool like get* and in the last 10 min',
    );
  });

  it('never throws on any text', () => {
    const piece = fc.constantFrom(
      'is:',
      'failed',
      '-',
      '(',
      ')',
      '|',
      ' ',
      '"',
      '/',
      '\\',
      'http:',
      '>=',
      '5',
      '[',
      ']',
      '*',
      '+',
      '{2,3}',
      'a',
      '^',
      '$',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 15 }), (pieces) => {
        const parsed = parseFilter(pieces.join(''));
        if (!parsed.ok) expect(parsed.problem).not.toBe('');
        else {
          compileFilter(parsed.filter, now)(facts);
          expect(describeFilter(parsed.filter)).not.toBe('');
        }
      }),
    );
  });
});
