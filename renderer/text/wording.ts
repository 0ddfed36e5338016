// The card's words: headline, provenance, and the same card as Markdown to paste into an issue. Pure.

import { duration } from '../../shared/duration.ts';
import type { Carrier, Failure, Fault, Layer, Origin } from '../../shared/failure.ts';
import type { Json } from '../../shared/json.ts';
import { verdictSentence, verdictWords } from '../../shared/retry/verdict-words.ts';
import type { Row, RowDetail } from '../../shared/timeline.ts';
import { clockText } from './format.ts';
import { retryFacts } from './retry-facts.ts';
import { callName } from './row-words.ts';
import { visibleLine } from './visible-text.ts';

export const headlineLimit = 90;

/** Who, what, and whether it may be retried, in at most 90 characters. */
export function headline(failure: Failure, server: string): string {
  const may = verdictWords(failure.retry, failure.class);
  const full = `${server}: ${failure.title}, ${may}`;
  if (full.length <= headlineLimit) return visibleLine(full);
  const room = headlineLimit - failure.title.length - may.length - 5;
  return visibleLine(`${cut(server, Math.max(8, room))}: ${failure.title}, ${may}`).slice(0, headlineLimit);
}

export function originWords(origin: Origin, server: string): string {
  switch (origin) {
    case 'wire':
      return `said by ${visibleLine(server)}`;
    case 'http':
      return 'said by HTTP';
    case 'process':
      return 'told by the process';
    case 'local':
      return 'decided by Misfire';
  }
}

const layerWords: Record<Layer, string> = { transport: 'transport', protocol: 'protocol', tool: 'tool' };
const carrierWords: Record<Carrier, string> = {
  'jsonrpc.error': 'JSON-RPC error',
  'result.isError': 'isError',
  'result.error': 'error inside the result',
  structuredContent: 'structuredContent',
  'content.text': 'text of the answer',
  http: 'HTTP answer',
  process: 'process',
  timeout: 'time limit',
  task: 'task',
};

export function layerWord(layer: Layer, carrier: Carrier): string {
  return `${layerWords[layer]} layer · ${carrierWords[carrier]}`;
}

export const faultWords: Record<Fault, string> = {
  caller: "the caller's to fix",
  server: "the server's fault",
  upstream: 'a service behind the server',
  network: 'the network',
  nobody: 'nobody’s fault',
};

export function codeWords(failure: Failure): string | null {
  if (failure.code === null && failure.codeName === null) return null;
  const code = failure.code === null ? '' : String(failure.code);
  return visibleLine([code, failure.codeName === code ? null : failure.codeName].filter(Boolean).join(' '));
}

export function percent(share: number): string {
  return `${Math.round(share * 100)}\u00a0%`;
}

/** A value in short: JSON text, cut. */
export function shortValue(value: Json, limit = 160): string {
  return visibleLine(cut(JSON.stringify(value) ?? 'undefined', limit));
}

export function cut(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, Math.max(0, limit - 1))}…`;
}

/** For a row that is no failure: what there is to say about it. `hasStrays`: an answer with a wrong id came. */
export function plainSummary(row: Row, hasStrays = false): { title: string; text: string } {
  const text = visibleLine(row.detail);
  const took = row.latencyMs === null ? '' : ` in ${duration(row.latencyMs)}`;
  if (row.pending)
    return {
      title: 'Waiting for an answer',
      text: hasStrays ? 'What came back does not have its id.' : 'Nothing has come back yet.',
    };
  switch (row.kind) {
    case 'call':
      return {
        title: row.remarks.includes('recovered') ? `Recovered: answered${took}` : `Answered${took}`,
        text: [row.negative ? 'The answer itself says no; that is not a failure.' : '', visibleLine(row.headline), text]
          .filter(Boolean)
          .join(' '),
      };
    case 'notification':
      return {
        title: row.times > 1 ? `${row.times.toLocaleString('en')} notifications in a burst` : 'Notification',
        text: `${callName(row)} ${text}`.trim(),
      };
    case 'stderr':
      return {
        title: row.times > 1 ? `${row.times.toLocaleString('en')} lines on stderr` : 'Written to stderr',
        text: 'The server’s own log. It is no part of the protocol.',
      };
    case 'noise':
      return {
        title: visibleLine(row.headline) || 'Not a message',
        text: text || 'This came where only messages belong.',
      };
    case 'orphan':
      return {
        title: visibleLine(row.headline) || 'Answer to nothing',
        text: text || 'It answers no request that is open.',
      };
    case 'life':
    case 'http':
      return { title: visibleLine(row.headline) || callName(row), text };
  }
}

export function failureMarkdown(detail: RowDetail, server: string): string {
  const { row, failure } = detail;
  const lines: string[] = [];
  const line = (text = '') => lines.push(text);
  if (!failure) {
    const summary = plainSummary(row);
    return `## ${summary.title}\n\n\`${callName(row)}\` on ${visibleLine(server)}, ${clockText(row.at)}\n\n${summary.text}\n`;
  }
  line(`## ${headline(failure, server)}`);
  line();
  line(failure.explanation);
  line();
  line(`- Call: \`${callName(row)}\` on ${visibleLine(server)}`);
  line(
    `- When: ${new Date(row.at).toISOString()}${row.latencyMs === null ? '' : `, after ${duration(row.latencyMs)}`}`,
  );
  line(`- Where: ${layerWord(failure.layer, failure.carrier)}, ${originWords(failure.origin, server)}`);
  const code = codeWords(failure);
  if (code) line(`- Code: \`${code}\``);
  line(`- Dialect: ${failure.dialect.id} (${percent(failure.dialect.confidence)} sure)`);
  if (failure.message) line(`- Message: ${visibleLine(failure.message)}`);
  line(`- Retry: ${verdictSentence(failure.retry, failure)}`);
  for (const fact of retryFacts(failure.retry))
    line(`  - ${fact.name}: ${fact.value}${fact.source ? ` (${fact.source})` : ''}`);
  section(lines, 'What to do', failure.remedy);
  section(
    lines,
    'Arguments',
    failure.issues.map((issue) => `\`${issue.path || '(all)'}\`: ${visibleLine(issue.message)}`),
  );
  section(
    lines,
    'Evidence',
    failure.evidence.map((item) => `\`${item.path}\` = \`${shortValue(item.value)}\`: ${item.means}`),
  );
  section(
    lines,
    "For the server's author",
    failure.notes.map((note) => `${note.message} (${note.severity})`),
  );
  if (detail.params) lines.push('', '### Sent', '', '```json', cut(detail.params, 4_000), '```');
  return `${lines.join('\n')}\n`;
}

function section(lines: string[], title: string, items: readonly string[]): void {
  if (items.length > 0) lines.push('', `### ${title}`, '', ...items.map((item) => `- ${item}`));
}
