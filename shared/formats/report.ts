// A session as one HTML file that opens anywhere, offline: what failed, as the failure cards say it, and all rows in short.
// No script, nothing fetched; every text that came from a server is escaped here and masked by whoever hands it in.

import { duration } from '../duration.ts';
import { jsonText } from '../exchange/canonical.ts';
import { clip, count } from '../exchange/clip.ts';
import type { Failure } from '../failure.ts';
import type { Json } from '../json.ts';
import { verdictSentence } from '../retry/verdict-words.ts';
import type { Row, RowDetail, RowEvent } from '../timeline.ts';
import { visibleName, visibleText } from '../visible-text.ts';
import { reportStyle } from './report-style.ts';

export interface ReportFacts {
  title: string;
  note: string;
  filter: string;
  /** Told in UTC, for the reader may be anywhere. */
  startedAt: number;
  rows: number;
  failures: number;
  servers: string[];
  version: string;
}

const textLimit = 4000;

export function reportHead(facts: ReportFacts): string {
  const said = facts.failures === 0 ? `No failures in ${count(facts.rows, 'row')}` : count(facts.failures, 'failure');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer">
<title>${safe(facts.title)} · Misfire</title>
<style>${reportStyle}</style></head><body><header>
<p class="brand">Misfire ${safe(facts.version)}</p>
<h1>${safe(facts.title)}</h1>
<p class="lead"><b class="${facts.failures > 0 ? 'bad' : 'ok'}">${said}</b> · ${count(facts.rows, 'row')} · ${safe(moment(facts.startedAt))}</p>
${facts.note === '' ? '' : `<p>${safe(facts.note)}</p>`}
${facts.filter === '' ? '' : `<p>Only what passes <code>${safe(facts.filter)}</code>.</p>`}
<p>${facts.servers.length === 0 ? '' : `Servers: ${facts.servers.map((name) => `<code>${safe(visibleName(name))}</code>`).join(' ')}. `}Secrets are masked.</p>
</header><main>
`;
}

export function reportFailure(detail: RowDetail, serverName: string): string {
  const { row, failure } = detail;
  if (!failure) return '';
  const call = [row.method, row.target].filter(Boolean).join(' ');
  return `<article class="card ${safe(failure.severity)}" id="row-${row.id}">
<h2>${safe(clip(`${serverName}: ${failure.title}`, 90))}</h2>
<p class="meta">${[
    call === '' ? '' : `<code>${safe(call)}</code>`,
    safe(moment(row.at)),
    row.latencyMs === null ? '' : safe(duration(row.latencyMs)),
    failure.code === null
      ? ''
      : `code <code>${safe([failure.code, failure.codeName].filter((part) => part !== null).join(' '))}</code>`,
    safe(originWords[failure.origin]),
    failure.flagged ? '' : 'not flagged as an error by the server',
    row.attempt > 1 ? `attempt ${row.attempt}` : '',
  ]
    .filter(Boolean)
    .join(' · ')}</p>
<p class="what">${safe(failure.explanation)}</p>
${failure.message === '' ? '' : `<blockquote>${safe(cut(failure.message))}</blockquote>`}
${list('What to do', failure.remedy)}
${retry(failure)}
${table(
  'Arguments at fault',
  failure.issues.map(({ path, message }) => [path || '(all)', message]),
)}
${problem(failure)}
${table(
  'Facts',
  failure.evidence.map(({ path, value, means }) => [path, shown(value), means]),
)}
${table(
  'Not understood by any rule',
  failure.remainder.map(({ path, value }) => [path, shown(value)]),
)}
${list(
  'For the server’s author',
  failure.notes.map(({ message }) => message),
)}
${detail.stderr.length === 0 ? '' : `<h3>Last words on stderr</h3><pre>${safe(cut(detail.stderr.join('\n')))}</pre>`}
${detail.breadcrumbs.length === 0 ? '' : `<details><summary>What came before</summary><ol>${detail.breadcrumbs.map((it) => `<li>${safe(line(it))}</li>`).join('')}</ol></details>`}
<details><summary>Messages</summary>${detail.events.map(event).join('')}</details>
</article>
`;
}

export function reportRowsHead(): string {
  return '<section><h2>Timeline</h2><table class="rows"><thead><tr><th>Time</th><th>Server</th><th>Call</th><th>What happened</th><th>Took</th></tr></thead><tbody>\n';
}

export function reportRow(row: Row, serverName: string): string {
  const call = [row.method, row.target].filter(Boolean).join(' ') || row.kind;
  const failed = row.failure !== null || (row.outcome !== null && row.outcome !== 'answered');
  const times = row.times > 1 ? `× ${row.times.toLocaleString('en')}` : '';
  const said = [times, row.headline, row.code ?? '', row.detail].filter(Boolean).join(' · ');
  const linked = row.failure ? `<a href="#row-${row.id}">${safe(clip(said, 200))}</a>` : safe(clip(said, 200));
  return `<tr${failed ? ' class="failed"' : ''}><td>${safe(new Date(row.at).toISOString().slice(11, 23))}</td><td>${safe(serverName)}</td><td><code>${safe(call)}</code> ${safe(row.args)}</td><td>${linked}</td><td>${row.latencyMs === null ? '' : safe(duration(row.latencyMs))}</td></tr>\n`;
}

export function reportRowsTail(left: number): string {
  return `</tbody></table>${left > 0 ? `<p>${count(left, 'row')} more are in the session.</p>` : ''}</section>\n`;
}

export const reportTail = '</main></body></html>\n';

const originWords: Record<Failure['origin'], string> = {
  wire: 'said by the server',
  http: 'said by HTTP',
  process: 'told by the process',
  local: 'decided on this side',
};

function retry({ retry: advice, class: reason }: Failure): string {
  const { maxAttempts, source } = advice;
  const words = [
    verdictSentence(advice, reason),
    maxAttempts === null ? '' : `at most ${count(maxAttempts, 'attempt')}`,
    source === 'default' ? 'by default, the server said nothing' : `said in ${source}`,
  ];
  return `<p class="retry">${safe(words.filter(Boolean).join(' · '))}</p>`;
}

function problem({ problem: found }: Failure): string {
  if (!found) return '';
  const { extensions, ...members } = found;
  const rows = Object.entries({ ...members, ...extensions }).map(([name, value]) => [name, shown(value as Json)]);
  return table('Problem document (RFC 9457)', rows);
}

function list(title: string, items: readonly string[]): string {
  if (items.length === 0) return '';
  return `<h3>${safe(title)}</h3><ul>${items.map((item) => `<li>${safe(item)}</li>`).join('')}</ul>`;
}

function table(title: string, rows: string[][]): string {
  if (rows.length === 0) return '';
  const cells = (row: string[]) =>
    row.map((cell, i) => `<td>${i === 0 ? `<code>${safe(cell)}</code>` : safe(cell)}</td>`);
  return `<h3>${safe(title)}</h3><table>${rows.map((row) => `<tr>${cells(row).join('')}</tr>`).join('')}</table>`;
}

function event({ label, at, text, length, http }: RowEvent): string {
  const head = http ? `${http.method} ${http.url} → ${http.status ?? http.error ?? 'no answer'}` : label;
  const headers = http ? [...http.headers].map(([name, value]) => `${name}: ${value}`).join('\n') : '';
  const rest = length > textLimit ? `\n… ${length - textLimit} more characters are in the session` : '';
  const body = [headers, text.slice(0, textLimit) + rest].filter(Boolean).join('\n\n');
  return `<h4>${safe(head)} <span>${safe(new Date(at).toISOString().slice(11, 23))}</span></h4>${body === '' ? '' : `<pre>${safe(body)}</pre>`}`;
}

function line(row: Row): string {
  return `${new Date(row.at).toISOString().slice(11, 23)} ${[row.method ?? row.kind, row.target].filter(Boolean).join(' ')}: ${row.headline}`;
}

function shown(value: Json): string {
  return cut(typeof value === 'string' ? value : jsonText(value));
}

const cut = (text: string): string => (text.length > textLimit ? `${text.slice(0, textLimit)}…` : text);
const moment = (at: number): string => `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/** Nothing of a text can become markup, and nothing in it can turn the lines around it. */
export function safe(text: unknown): string {
  return visibleText(String(text)).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
