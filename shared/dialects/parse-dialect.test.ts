import { describe, expect, it } from 'vitest';
import type { Account } from '../account/account.ts';
import { decode } from '../decode/decode.ts';
import { context, rpcError, toolError } from '../decode/testing/account-fixtures.ts';
import { faults } from '../failure.ts';
import { builtInDialects } from './built-in.ts';
import { dialectSchema } from './dialect-schema.ts';
import { describeProblem, lineOf, parseDialect } from './parse-dialect.ts';

const wholesome = `{
  "id": "acme",
  "name": "Acme",
  "marks": [{ "weight": 0.9, "means": "an Acme trace", "member": "data.acmeTrace", "type": "string" }],
  "codes": {
    "-31001": { "class": "rate_limited", "name": "SLOW", "verdict": "wait", "afterMs": 2000 },
    "-31002": [
      { "class": "forbidden", "when": { "says": ["plan"] }, "remedy": ["Upgrade the plan."] },
      { "class": "conflict" }
    ]
  },
  "ranges": [{ "from": -31099, "to": -31000, "class": "dependency", "category": "Acme" }]
}`;

describe('dialect files', () => {
  it('can do everything that built-in ones can', () => {
    const parsed = parseDialect('acme.json', wholesome);
    if (!parsed.ok) throw new Error(parsed.problems.map(describeProblem).join('\n'));
    const dialects = [...builtInDialects, parsed.dialect];
    const read = (code: number, message: string) =>
      decode(rpcError(code, message, { acmeTrace: 'x' }), context({ dialects }));
    expect(read(-31001, 'no')).toMatchObject({
      class: 'rate_limited',
      codeName: 'SLOW',
      retry: { verdict: 'wait', afterMs: 2000 },
      dialect: { id: 'acme' },
    });
    expect(read(-31002, 'not in your plan')).toMatchObject({ class: 'forbidden' });
    expect(read(-31002, 'no')).toMatchObject({ class: 'conflict' });
    expect(read(-31050, 'no')).toMatchObject({ class: 'dependency', category: 'Acme' });
    expect(decode(rpcError(-31001, 'no'), context({ dialects }))?.dialect.id).not.toBe('acme');
  });

  it.each(faults)('set the fault, overriding the class: %s', (fault) => {
    const text = wholesome.replace('"class": "conflict"', `"class": "conflict", "fault": "${fault}"`);
    const parsed = parseDialect('acme.json', text);
    if (!parsed.ok) throw new Error(parsed.problems.map(describeProblem).join('\n'));
    const dialects = [...builtInDialects, parsed.dialect];
    expect(decode(rpcError(-31002, 'no', { acmeTrace: 'x' }), context({ dialects }))?.fault).toBe(fault);
  });

  it('name file, line and field when they are wrong', () => {
    const cases: [string, string, number, string][] = [
      ['"class": "rate_limited"', '"class": "slow"', 6, 'codes.-31001.class'],
      ['"weight": 0.9', '"weight": 9', 4, 'marks.0.weight'],
      ['"verdict": "wait"', '"verdikt": "wait"', 6, 'codes.-31001.verdikt'],
      ['"from": -31099', '"from": "low"', 12, 'ranges.0.from'],
      ['{ "class": "conflict" }', '{ "class": "quarrel" }', 9, 'codes.-31002.1.class'],
    ];
    for (const [good, bad, line, field] of cases) {
      const parsed = parseDialect('acme.json', wholesome.replace(good, bad));
      expect(parsed.ok, bad).toBe(false);
      if (parsed.ok) continue;
      expect(parsed.problems[0], bad).toMatchObject({ file: 'acme.json', line, field });
      expect(describeProblem(parsed.problems[0]!)).toContain(`acme.json:${line}: ${field}: `);
    }
  });

  it('that are not JSON report the position', () => {
    const parsed = parseDialect('acme.json', wholesome.replace('"name": "Acme",', '"name": "Acme"'));
    expect(parsed).toMatchObject({ ok: false, problems: [{ file: 'acme.json', line: 4, field: '' }] });
    expect(parseDialect('x', '')).toMatchObject({ ok: false });
    expect(parseDialect('x', '[]')).toMatchObject({ ok: false });
  });

  it('that are built in match the schema', () => {
    for (const dialect of builtInDialects) {
      const checked = dialectSchema.safeParse(JSON.parse(JSON.stringify(dialect)));
      expect(checked.success ? [] : checked.error.issues, dialect.id).toEqual([]);
    }
    expect(new Set(builtInDialects.map((dialect) => dialect.id)).size).toBe(builtInDialects.length);
  });

  it('finds lines after strings that look like structure', () => {
    expect(lineOf('{\n "a": "}{\\"",\n "b": [1,\n {"c": 2}]}', ['b', '1', 'c'])).toBe(4);
    expect(lineOf('{"a": {},\n "b": [],\n "\\u0063":\n {"d":\n 2}}', ['c', 'e'])).toBe(4);
    expect(lineOf('{"a": [],\n "b": [[1],\n [2]]}', ['b', '1', '0'])).toBe(3);
    expect(lineOf('{"a": {"b": 1,\n', ['a', 'c', 'd'])).toBe(1);
  });
});

describe('ranges', () => {
  const problemsOf = (more: object) => {
    const parsed = parseDialect('acme.json', JSON.stringify({ id: 'acme', name: 'Acme', ...more }));
    return parsed.ok ? [] : parsed.problems.map(({ field, message }) => `${field}: ${message}`);
  };

  it('must ascend, in every table that has them', () => {
    const swap = 'A range goes from the lower to the higher number: swap from and to.';
    expect(problemsOf({ ranges: [{ from: 20, to: 10, class: 'internal' }] })).toEqual([`ranges.0.from: ${swap}`]);
    expect(problemsOf({ severities: [{ from: 2, to: 1, severity: 'note' }] })).toEqual([`severities.0.from: ${swap}`]);
    expect(problemsOf({ marks: [{ weight: 1, means: 'x', from: 2, to: 1 }] })).toEqual([`marks.0.from: ${swap}`]);
    expect(problemsOf({ ranges: [{ from: 10, to: 10, class: 'internal' }] })).toEqual([]);
  });
});

describe('a catch-all row', () => {
  const acme = parseDialect(
    'acme.json',
    JSON.stringify({
      id: 'acme',
      name: 'Acme',
      codes: { 7: [{ class: 'rate_limited', when: { says: ['too fast'] } }, { class: 'conflict' }] },
      ranges: [{ from: 0, to: 9999, class: 'terminal', category: 'Other' }],
      severities: [{ codes: [7], severity: 'critical' }, { severity: 'info' }],
    }),
  );
  const read = (account: Account) =>
    decode(account, context({ dialects: acme.ok ? [...builtInDialects, acme.dialect] : [], pinnedDialect: 'acme' }));

  it('matches what no earlier row matched', () => {
    expect(read(rpcError(7, 'too fast'))).toMatchObject({ class: 'rate_limited', severity: 'critical' });
    expect(read(rpcError(7, 'no'))).toMatchObject({ class: 'conflict', severity: 'critical' });
    expect(read(rpcError(8, 'Boom'))).toMatchObject({ class: 'terminal', category: 'Other', severity: 'info' });
    expect(read(toolError('Boom'))).toMatchObject({ severity: 'info' });
  });
});
