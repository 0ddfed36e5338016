// Foreign text in code to copy: it always stays one literal. The code is parsed, never run.

import { parseAst } from 'vite';
import { describe, expect, test } from 'vitest';
import { findRule, type LabeledCase } from '../features/compare/class-rule.ts';
import { writeRule } from '../features/compare/rule-code.ts';
import { snippetKinds } from '../retry/replay.ts';
import { type CodeLanguage, literal } from '../text/literal.ts';
import { writeSnippet } from './snippet.ts';
import type { CallToWrite } from './subject.ts';
import { readCode } from './testing/read-code.ts';

const run = 'globalThis.ran = 1';
const hostile = [
  `*/ ${run}; /*`,
  `*\u200b/ ${run} /*`,
  `**//**/${run}`,
  `\n${run}\n`,
  `\r${run}`,
  `\u2028${run}\u2029`,
  `\u0085${run}`,
  `\v${run}\f\x1c\x1d\x1e`,
  `"; ${run}; "`,
  `'; ${run}; '`,
  `\`; ${run}; \``,
  `\${${run}}`,
  `{${run}}`,
  `\\"; ${run} //`,
  `\\\\"; ${run} //`,
  `\\`,
  `x\\`,
  `""" + ${run} + """`,
  `'''${run}'''`,
  `\\N{QUOTATION MARK}`,
  `\\u0022; ${run}`,
  `</script><script>${run}</script>`,
  `<!-- ${run} -->`,
  `# coding: utf-7\n+AAo-${run}`,
  `-*- coding: utf-7 -*- +AAo-${run}`,
  `$(touch ran)`,
  `; touch ran;`,
  `'; touch ran; '`,
  `' "$(touch ran)" '`,
  `!touch`,
  `\x1b[201~\x03touch ran\r`,
  `\x07\x08\x7f\x9b31m`,
  `\u202e\u2066${run}\u2069`,
  `\u{e0001}\u{e0041}\ufeff\u00ad\u3164`,
  `-rf`,
  `--config=/etc/hosts`,
  `@/etc/hosts`,
  `~/x *? [a-z] {a,b}`,
  `%0a%s%n`,
  `\ud800 alone`,
  `nul \0 byte`,
  `Größe 漢字 \u{1F4A5} 👩‍👩‍👧`,
  ``,
];

/** A shell word cannot contain NUL, and bytes have no lone surrogates. */
const kept = (text: string, language: CodeLanguage) =>
  language === 'shell' ? text.replaceAll('\0', '').toWellFormed() : text;

describe.each(['typescript', 'python', 'shell'] as const)('%s', (language) => {
  test.each(hostile)('%j is one visible literal', (text) => {
    const written = literal(text, language);
    expect(written).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
    expect(readCode(written, language)).toEqual({ texts: [kept(text, language)], frame: '_' });
    if (language === 'typescript') {
      const [statement] = parseAst(`(${written})`).body as unknown as { expression: { value: string } }[];
      const parsed = statement?.expression as unknown as { value?: string; expression?: { value: string } };
      expect(parsed.value ?? parsed.expression?.value).toBe(text);
    }
  });
});

const call = (text: string, kind: 'stdio' | 'http'): CallToWrite => ({
  serverName: text || 'x',
  sample: null,
  transport:
    kind === 'stdio'
      ? { kind, command: text || 'x', args: [text, '--flag'], env: { [text || 'x']: text || 'x' }, cwd: text || 'x' }
      : {
          kind,
          url: `http://127.0.0.1/${encodeURIComponent(text.toWellFormed())}?q=${text}`,
          headers: { [text || 'x']: 'v' },
        },
  url: null,
  method: 'tools/call',
  params: JSON.stringify({ name: text || 'x', arguments: { [`a${text}`]: text, list: [text] } }),
  protocolVersion: text || 'x',
});

const languages = { bash: 'shell', typescript: 'typescript', python: 'python' } as const;

/** Variable names derive from their subject, so they differ; what they may contain does not. */
const unnamed = (frame: string) => frame.replace(/\b(?:MCP_)?[A-Z][A-Z0-9_]*\b/g, 'V');

describe.each(snippetKinds)('a call as %s', (kind) => {
  for (const transport of ['stdio', 'http'] as const)
    test.each(hostile)(`over ${transport}, %j changes only literals`, (text) => {
      const [plain, odd] = ['x', text].map((it) => writeSnippet(call(it, transport), kind));
      if (typeof plain !== 'object' || typeof odd !== 'object') throw new Error(String(odd));
      const language = languages[odd.language as keyof typeof languages];
      // A name that starts with a dash follows `--`.
      const setOff = kind === 'misfire' && text.startsWith('-') ? '_ ' : '';
      expect(unnamed(readCode(odd.text, language).frame)).toBe(setOff + unnamed(readCode(plain.text, language).frame));
      expect(odd.text).not.toMatch(/[^\P{C}\n]/u);
      if (language === 'typescript') expect(() => parseAst(odd.text, { lang: 'ts' })).not.toThrow();
      // The first two lines of Python may declare the file's encoding.
      if (language === 'python') expect(odd.text.split('\n').slice(0, 2).join()).not.toContain('#');
    });
});

describe.each(['typescript', 'python'] as const)('a rule as %s', (language) => {
  const cases = (text: string): LabeledCase[] => {
    const answer = (code: number, is: boolean): LabeledCase => {
      const data = { [`k${text}`]: { [text || 'x']: code === 7 ? 'gone' : 'busy' } };
      return { server: text || 'x', message: { error: { message: text, data } }, status: null, body: null, is };
    };
    return [answer(7, true), answer(8, false)];
  };
  const write = (text: string) => {
    const rule = findRule(cases(text));
    if (!rule.ok) throw new Error(rule.problem);
    const terms = rule.terms.map((term) => ({ ...term, server: text || 'x' }));
    return writeRule(language, terms, { class: 'not_found', servers: [text || 'x'], cases: 2, wrong: [text || 'x'] });
  };

  test.each(hostile)('%j changes only literals', (text) => {
    const code = write(text);
    expect(readCode(code, language).frame).toBe(readCode(write('x'), language).frame);
    expect(readCode(code, language).texts).toContain(text || 'x');
    expect(code).not.toMatch(/[^\P{C}\n]/u);
    if (language === 'typescript') expect(() => parseAst(code, { lang: 'ts' })).not.toThrow();
  });
});
