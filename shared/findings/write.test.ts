// Every format against its consumer: SARIF and JUnit against their schemas, GitHub's stricter rules, and texts that try to break out.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import type { Finding, Findings } from './check-finding.ts';
import { writeFindings } from './write.ts';

const testing = join(import.meta.dirname, 'testing');
// It declares draft 4 but uses nothing that later drafts changed.
const {
  $schema: _,
  id: __,
  ...sarifSchema
} = JSON.parse(readFileSync(join(testing, 'sarif-schema-2.1.0.json'), 'utf8'));
const isSarif = new Ajv({ strict: false, validateFormats: false }).compile(sarifSchema);
const junitSchema = readFileSync(join(testing, 'junit-10.xsd'), 'utf8');

const nasty = 'a <b> & "c" ]]> %0A ::error::x\n::error::y | `d` \u202e\u0007\ud800 größe';
const finding = (more: Partial<Finding> = {}): Finding => ({
  rule: 'tool-name',
  level: 'warning',
  message: 'A name.',
  fix: 'Rename it.',
  server: 'billing',
  about: 'tool pay',
  at: { file: '.vscode/mcp.json', line: 7 },
  ...more,
});
const findings: Findings = {
  command: 'probe',
  version: '1.2.3',
  findings: [
    finding(),
    finding({ level: 'error', rule: 'b', message: nasty, fix: nasty, server: nasty, about: nasty }),
    finding({ level: 'note', at: { file: 'a b/ü.json', line: 1 } }),
  ],
  cases: [
    { server: 'billing', name: 'one', outcome: 'passed', message: '', ms: 12.3456 },
    { server: 'billing', name: 'one', outcome: 'failed', message: nasty, detail: nasty, ms: 1500 },
    { server: nasty, name: nasty, outcome: 'skipped', message: nasty, ms: null },
    { server: 'billing', name: 'two', outcome: 'error', message: 'gone', ms: null },
  ],
};
const clean: Findings = { ...findings, findings: [], cases: [] };

it('separates sentences that end with any character', () => {
  const one = finding({
    message: 'Set KEY for files (cursor)',
    detail: 'files (cursor) needs KEY\nIt is gone!',
    fix: '',
  });
  expect(writeFindings('md', { ...clean, findings: [one] })).toContain(
    'Set KEY for files \\(cursor\\). files \\(cursor\\) needs KEY. It is gone\\!',
  );
});

it.each([findings, clean])('writes SARIF that matches its schema and GitHub’s further rules', (all) => {
  const log = JSON.parse(writeFindings('sarif', all));
  expect(isSarif(log), JSON.stringify(isSarif.errors)).toBe(true);
  const [run] = log.runs;
  expect(run.results).toHaveLength(all.findings.length);
  for (const result of run.results) {
    const [place] = result.locations;
    expect(place.physicalLocation.artifactLocation.uri).toMatch(/^[^/\\:][^:]*$/);
    expect(place.physicalLocation.region.startLine).toBeGreaterThan(0);
    expect(place.logicalLocations).toHaveLength(1);
    const rule = run.tool.driver.rules[result.ruleIndex];
    expect(rule.id).toBe(result.ruleId);
    expect(rule.help.text).not.toBe('');
    expect(result.message.text).not.toBe('');
  }
});

it('keeps a result’s fingerprint in the next run if words, line or neighbors change', () => {
  const pathed = finding({ path: '/inputSchema/properties/id' });
  const identities = (all: Finding[]) =>
    JSON.parse(writeFindings('sarif', { ...findings, findings: all })).runs[0].results.map(
      (result: { partialFingerprints: Record<string, string> }) => result.partialFingerprints['misfire/v1'],
    );
  const [before] = identities([pathed]);
  expect(before).toBe('tool-name:billing:tool%20pay:%2FinputSchema%2Fproperties%2Fid:1');
  const moved = { ...pathed, message: 'Other words.', at: { file: '.mcp.json', line: 90 } };
  expect(identities([finding({ level: 'error', rule: 'other' }), moved])).toContain(before);
  expect(new Set(identities([pathed, pathed, finding()])).size).toBe(3);
});

it('gives the path in a definition, in every format', () => {
  const pathed = { ...findings, findings: [finding({ path: '/inputSchema/required' })] };
  for (const format of ['github', 'md', 'sarif', 'json'] as const)
    expect(writeFindings(format, pathed).replaceAll('\\', '')).toContain('/inputSchema/required');
});

it('puts the worst first, and no more than GitHub accepts', () => {
  const many = Array.from({ length: 25_010 }, () => finding({ level: 'note' }));
  const [run] = JSON.parse(
    writeFindings('sarif', { ...findings, findings: [...many, finding({ level: 'error' })] }),
  ).runs;
  expect(run.results).toHaveLength(25_000);
  expect(run.results[0].level).toBe('error');
});

it.each([findings, clean])('writes JUnit that matches its schema', async (all) => {
  const text = writeFindings('junit', all);
  const { valid, errors } = await validateXML({
    xml: [{ fileName: 'a.xml', contents: text }],
    schema: [{ fileName: 'junit.xsd', contents: junitSchema }],
  });
  expect(valid, JSON.stringify(errors)).toBe(true);
});

it('counts untried cases as skipped, and distinguishes cases of one name', () => {
  const text = writeFindings('junit', findings);
  expect(text).toMatch(/<testsuite .*tests="4" failures="1" errors="1" .*skipped="1"/);
  expect(text).toContain('name="one (2)"');
});

it('writes one workflow command per finding, and a server cannot write its own', () => {
  const lines = writeFindings('github', findings).split('\n').filter(Boolean);
  expect(lines).toHaveLength(3);
  expect(lines[0]).toBe(
    '::warning file=.vscode/mcp.json,line=7,title=Tool name%3A billing%2C tool pay::A name. Rename it.',
  );
  for (const line of lines) expect(line).toMatch(/^::(error|warning|notice) file=[^,:]+,line=\d+,title=[^:,]*::/);
});

it('writes a summary with intact tables', () => {
  const text = writeFindings('md', findings);
  expect(text).toContain('3 checks, 2 failed, 1 skipped, 3 findings.');
  const rows = text.split('\n').filter((line) => line.startsWith('|'));
  for (const row of rows) expect(row.replace(/\\\|/g, '').split('|').length).toBeGreaterThanOrEqual(5);
  expect(rows.every((row) => row.endsWith('|'))).toBe(true);
});

it('marks a text that it cuts', () => {
  const text = writeFindings('md', { ...findings, findings: [finding({ message: 'x'.repeat(400) })], cases: [] });
  expect(text).toMatch(/ x{299}… \|/);
});

it('writes one JSON line each', () => {
  const lines = writeFindings('json', findings)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toHaveLength(7);
});
