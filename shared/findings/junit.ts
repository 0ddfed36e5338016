// Cases as JUnit XML, the subset that pipelines agree on. Escapes all texts, because servers wrote them. Untried cases are skipped:
// neither passed nor failed.

import { visibleText } from '../text/visible-text.ts';
import type { Case, Findings } from './check-finding.ts';

/** `name`: the suite's, usually a file. */
export function writeJunit({ command, cases }: Pick<Findings, 'command' | 'cases'>, name: string): string {
  const total = seconds(cases.reduce((sum, { ms }) => sum + (ms ?? 0), 0));
  const of = (wanted: Case['outcome']) => cases.filter(({ outcome }) => outcome === wanted).length;
  const counts = `tests="${cases.length}" failures="${of('failed')}" errors="${of('error')}"`;
  const numbered = numbering();
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="misfire ${xml(command)}" ${counts} time="${total}">`,
    `  <testsuite name="${xml(name)}" ${counts} skipped="${of('skipped')}" time="${total}">`,
    ...cases.map((one) => writeCase(one, numbered(`${one.server}\n${one.name}`))),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

function writeCase({ server, name, outcome, message, kind, detail = '', ms }: Case, times: number): string {
  const shown = times === 1 ? name : `${name} (${times})`;
  const open = `    <testcase classname="${xml(server)}" name="${xml(shown.slice(0, 300))}" time="${seconds(ms)}"`;
  if (outcome === 'passed') return `${open}/>`;
  if (outcome === 'skipped') return `${open}>\n      <skipped message="${xml(message)}"/>\n    </testcase>`;
  const element = outcome === 'error' ? 'error' : 'failure';
  const text = `<${element} type="${xml(kind ?? element)}" message="${xml(message)}">${xml(detail)}</${element}>`;
  return `${open}>\n      ${text}\n    </testcase>`;
}

const seconds = (ms: number | null): string => ((ms ?? 0) / 1000).toFixed(3);

/** Pipelines distinguish cases by name. */
function numbering(): (name: string) => number {
  const seen = new Map<string, number>();
  return (name) => {
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count;
  };
}

/** XML 1.0 section 2.2 cannot represent most control characters, lone surrogates and two others. */
function xml(text: string): string {
  return visibleText(text)
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replace(/[\t\r\n]/g, (character) => `&#${character.charCodeAt(0)};`);
}
