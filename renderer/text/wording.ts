// The card's wording: owner, certainty, provenance, and the same card as Markdown to paste into an issue. The finding has the content.
// Pure.

import { changeLine, missingLine, placeName } from '../../shared/correct/correction.ts';
import type { Carrier, Certainty, Check, Failure, Fix, Layer, Origin, Owner } from '../../shared/failure.ts';
import { quoteSource } from '../../shared/findings/finding-words.ts';
import { type Json, member, parseJson } from '../../shared/json/json.ts';
import { pathIn, valueAt } from '../../shared/json/json-place.ts';
import { verdictSentence } from '../../shared/retry/verdict-words.ts';
import { duration } from '../../shared/text/duration.ts';
import { isDropped, type Row, type RowDetail } from '../../shared/timeline.ts';
import { clockText } from './format.ts';
import { retryFacts } from './retry-facts.ts';
import { rowName } from './row-words.ts';
import { visibleLine } from './visible-text.ts';

function originWords(origin: Origin, server: string): string {
  switch (origin) {
    case 'wire':
      return `said by ${visibleLine(server)}`;
    case 'http':
      return 'said by HTTP';
    case 'process':
      return 'from the exit status';
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

export const ownerWords: Record<Owner, string> = {
  request: 'Fix in the request',
  client: 'Fix in the client',
  server: 'Fix in the server',
  settings: 'Fix in your settings',
  upstream: 'Fix upstream',
  network: 'Fix in the network',
  none: 'Nothing to fix',
};

export const certaintyWords: Record<Certainty, string> = {
  certain: 'certain',
  likely: 'likely',
  'a guess': 'a guess',
};

const checkNames: Record<Check['name'], string> = {
  schema: 'schema check',
  environment: 'environment check',
  retry: 'retry check',
  transcript: 'transcript check',
  path: 'path check',
};

export function checkName({ name }: Check): string {
  return `Misfire’s ${checkNames[name]}`;
}

/** `Misfire’s schema check: nights 99 > maximum 30` */
function checkWords(check: Check): string {
  return `${checkName(check)}: ${visibleLine(check.words)}`;
}

/** The sentence above its quote, which has the server's words. `params`: of the request; an argument that it names gets its value. */
export function headline(failure: Pick<Failure, 'sentence' | 'quote'> & { fix?: Fix }, params = ''): string {
  const own = withoutQuote(failure);
  const { fix } = failure;
  const named = fix?.kind === 'request' ? fix.missing.find(({ path }) => own === `Fix ${placeName(path)}`) : undefined;
  const read = named === undefined ? null : parseJson(params);
  if (named === undefined || !read?.ok) return own;
  const args = member(read.value, 'arguments');
  const sent = valueAt(args, pathIn(args, named.path));
  return sent === undefined || (typeof sent === 'object' && sent !== null)
    ? own
    : `${placeName(named.path)} was rejected; you sent ${shortValue(sent, longestSent)}`;
}

const longestSent = 40;

/** If it ends with the quoted words, they appear once, below it. */
function withoutQuote({ sentence, quote }: Pick<Failure, 'sentence' | 'quote'>): string {
  if (quote === null) return sentence;
  const said = visibleLine(quote.text).trim().replace(/\.$/, '');
  const whole = visibleLine(sentence).replace(/\.$/, '');
  if (said !== '' && whole.endsWith(`: ${said}`)) return whole.slice(0, -said.length - 2) || sentence;
  const colon = whole.indexOf(': ');
  const reason = whole.slice(colon + 2).replace(/…$/, '');
  const isRepeated = colon > 0 && reason.split(' ').length >= leastWords && said.includes(reason);
  return isRepeated ? whole.slice(0, colon) : sentence;
}

/** Fewer words may match by chance: `Pick a workspace: north`. */
const leastWords = 3;

const kindsOfPlaces: readonly [RegExp, string][] = [
  [/^stderr/, 'stderr'],
  [/^process\.spawnError/, 'start'],
  [/^process/, 'exit status'],
  [/^http/, 'HTTP'],
  [/^(?:params|arguments)/, 'arguments'],
  [/schema/i, 'schema'],
  [/code$/, 'code'],
  [/(?:message|text|detail|title)$/, 'message'],
];
const mostKinds = 3;

/** The kinds of facts, in a few words: `code, message, schema check`. */
export function evidenceKinds({ evidence, check }: Pick<Failure, 'evidence' | 'check'>): string[] {
  const kinds = evidence.map(({ path }) => kindsOfPlaces.find(([pattern]) => pattern.test(path))?.[1] ?? 'answer');
  return [...[...new Set(kinds)].slice(0, mostKinds), ...(check === null ? [] : [checkNames[check.name]])];
}

function codeWords(failure: Failure): string | null {
  if (failure.code === null && failure.codeName === null) return null;
  const isExit = failure.carrier === 'process' && typeof failure.code === 'number';
  const code = failure.code === null ? '' : `${isExit ? 'exit code ' : ''}${failure.code}`;
  return visibleLine([code, failure.codeName === code ? null : failure.codeName].filter(Boolean).join(' '));
}

export function percent(share: number): string {
  return `${Math.round(share * 100)}\u00a0%`;
}

/** A shortened value: JSON text, cut. */
export function shortValue(value: Json, limit = 160): string {
  return visibleLine(cut(JSON.stringify(value) ?? 'undefined', limit));
}

export function cut(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, Math.max(0, limit - 1))}…`;
}

/** The summary of a row that did not fail. `hasStrays`: a response with a wrong id arrived. */
export function plainSummary(row: Row, hasStrays = false): { title: string; text: string } {
  const text = visibleLine(row.detail);
  const took = row.latencyMs === null ? '' : ` in ${duration(row.latencyMs)}`;
  if (row.pending && isDropped(row))
    return { title: 'Dropped by you', text: 'It never reached the server. Its client waits until its own limit.' };
  if (row.pending)
    return {
      title: 'Waiting for an answer',
      text: hasStrays ? 'What came back does not have its id.' : 'Nothing has come back yet.',
    };
  if (isDropped(row)) return { title: 'The answer was dropped', text: 'It never arrived.' };
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
        text: `${rowName(row)} ${text}`.trim(),
      };
    case 'stderr':
      return {
        title: row.times > 1 ? `${row.times.toLocaleString('en')} lines on stderr` : 'Written to stderr',
        text: 'The server’s own log. It is not part of the protocol.',
      };
    case 'noise':
      return {
        title: visibleLine(row.headline) || 'Not a message',
        text: text || 'This came where only messages belong.',
      };
    case 'orphan':
      return {
        title: visibleLine(row.headline) || 'Unmatched response',
        text: text || 'It answers no request that is open.',
      };
    case 'life':
    case 'http':
      return { title: visibleLine(row.headline) || rowName(row), text };
  }
}

export function failureMarkdown(detail: RowDetail, server: string): string {
  const { row, failure } = detail;
  const lines: string[] = [];
  const line = (text = '') => lines.push(text);
  if (!failure) {
    const summary = plainSummary(row);
    return `## ${summary.title}\n\n\`${rowName(row)}\` on ${visibleLine(server)}, ${clockText(row.at)}\n\n${summary.text}\n`;
  }
  const { quote, check, owner, certainty } = failure;
  line(`## ${visibleLine(failure.sentence)}`);
  line();
  line(failure.explanation);
  line();
  if (quote !== null) {
    line(`> “${visibleLine(quote.text)}”${quote.isCut ? '…' : ''} (${quoteSource(quote)})`);
    line();
  }
  if (check !== null) line(`- ${checkWords(check)}`);
  line(`- ${ownerWords[owner]}, ${certaintyWords[certainty]}`);
  line(`- Call: \`${rowName(row)}\` on ${visibleLine(server)}`);
  line(
    `- When: ${new Date(row.at).toISOString()}${row.latencyMs === null ? '' : `, after ${duration(row.latencyMs)}`}`,
  );
  line(`- Where: ${layerWord(failure.layer, failure.carrier)}, ${originWords(failure.origin, server)}`);
  const code = codeWords(failure);
  if (code) line(`- Code: \`${code}\``);
  if (failure.message && failure.message !== quote?.text) line(`- Server message: ${visibleLine(failure.message)}`);
  line(`- Retry: ${verdictSentence(failure.retry, failure)}`);
  for (const fact of retryFacts(failure.retry))
    line(`  - ${fact.name}: ${fact.value}${fact.source ? ` (${fact.source})` : ''}`);
  section(lines, 'What to do', failure.remedy);
  section(lines, 'Fix', fixLines(failure));
  section(
    lines,
    'Arguments',
    failure.issues.map((issue) => `\`${issue.path || '(all)'}\`: ${visibleLine(issue.message)}`),
  );
  section(lines, 'Evidence', [
    ...failure.evidence.map(
      (item) =>
        `\`${item.path}\` = \`${shortValue(item.value)}\`: ${item.means}${item.decides ? ' (deciding evidence)' : ''}`,
    ),
    `Dialect ${failure.dialect.id}, ${percent(failure.dialect.confidence)}`,
  ]);
  section(
    lines,
    'Report to the author',
    failure.notes.map((note) => `${note.message} (${note.severity})`),
  );
  if (failure.stderr.length > 0) lines.push('', '### stderr', '', '```', cut(failure.stderr.join('\n'), 4_000), '```');
  if (detail.params) lines.push('', '### Sent', '', '```json', cut(detail.params, 4_000), '```');
  return `${lines.join('\n')}\n`;
}

function fixLines({ fix }: Failure): string[] {
  if (fix.kind === 'setting') return fix.variables.map((name) => `Set \`${visibleLine(name)}\``);
  if (fix.kind !== 'request') return [];
  return [...fix.changes.map((change) => changeLine(change)), ...fix.missing.map(missingLine)].map(visibleLine);
}

function section(lines: string[], title: string, items: readonly string[]): void {
  if (items.length > 0) lines.push('', `### ${title}`, '', ...items.map((item) => `- ${item}`));
}
