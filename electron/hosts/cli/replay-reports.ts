// What `misfire replay` found, for machines and for people: JUnit XML for pipelines, Markdown for pull requests.
// Texts come from servers, so everything is escaped for where it is put.

import { markdownText, visibleText } from '../../../shared/visible-text.ts';
import { isGood, type ReplayedCall, summaryOf, verdictWords } from './replayed-call.ts';

export function writeJunit(file: string, replayed: readonly ReplayedCall[]): string {
  const seconds = (ms: number | null) => ((ms ?? 0) / 1000).toFixed(3);
  const total = seconds(replayed.reduce((sum, { latencyMs }) => sum + (latencyMs ?? 0), 0));
  const errors = replayed.filter(({ verdict }) => verdict === 'unreachable').length;
  const skipped = replayed.filter(({ verdict }) => verdict === 'not_sent').length;
  const failures = replayed.filter((result) => !isGood(result)).length - errors - skipped;
  const counts = `tests="${replayed.length}" failures="${failures}" errors="${errors}" skipped="${skipped}" time="${total}"`;
  const numbered = numbering();
  const cases = replayed.map((result) => {
    const { call, verdict, because, headline, latencyMs } = result;
    const name = numbered(`${nameOf(result)}: ${call.title}`.slice(0, 300));
    const open = `    <testcase classname="${xml(call.server)}" name="${xml(name)}" time="${seconds(latencyMs)}"`;
    if (isGood(result)) return `${open}/>`;
    // What was not tried says nothing about the server: neither green nor red.
    if (verdict === 'not_sent') return `${open}>\n      <skipped message="${xml(because)}"/>\n    </testcase>`;
    const element = verdict === 'unreachable' ? 'error' : 'failure';
    const message = `${verdictWords[verdict]}: ${headline || because}`;
    return [
      `${open}>`,
      `      <${element} type="${verdict}" message="${xml(message)}">${xml(because)}</${element}>`,
      '    </testcase>',
    ].join('\n');
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="misfire replay" ${counts}>`,
    `  <testsuite name="${xml(file)}" ${counts}>`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

/** Without the arguments, which may hold what variables filled in. */
const nameOf = ({ call }: ReplayedCall): string => [call.method, call.target].filter(Boolean).join(' ');

/** Pipelines tell cases apart by their names. */
function numbering(): (name: string) => string {
  const seen = new Map<string, number>();
  return (name) => {
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  };
}

/** XML 1.0 section 2.2 has no way to write most control characters, lone surrogates and two others at all. */
function xml(text: string): string {
  return visibleText(text)
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replace(/[\t\r\n]/g, (character) => `&#${character.charCodeAt(0)};`);
}

export function writeMarkdown(file: string, replayed: readonly ReplayedCall[]): string {
  const rows = replayed.map((result) => {
    const { call, verdict, because, headline, latencyMs } = result;
    const took = latencyMs === null ? '' : `${Math.round(latencyMs)} ms`;
    return `| ${[verdictWords[verdict], call.server, nameOf(result), headline, because, took].map(cell).join(' | ')} |`;
  });
  return [
    `# ${cell(file)}: ${summaryOf(replayed).slice(0, -1)}`,
    '',
    '| Verdict | Server | Call | Now | Why | Took |',
    '|---|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

const cell = (text: string): string => markdownText(text.slice(0, 300));
