// Features of an answer that may reveal its meaning: a code, a status, a word in a member, a phrase in a text. Owns which
// features are useful and how to test them. class-rule.ts chooses among them.

import { isObject, type Json, parseJson } from '../../json/json.ts';

/** An answer as a client receives it. */
export interface RuleCase {
  server: string;
  message: Json;
  status: number | null;
  body: string | null;
}

/** `'{}'` steps into JSON that is written as text. */
type Step = string | number;

export interface Feature {
  path: Step[];
  test: 'equals' | 'contains';
  value: number | string;
  /** Lower is better: codes before words before phrases. */
  cost: number;
}

const depthLimit = 8;
const featureLimit = 400;
/** They differ from answer to answer, or do not describe the error. */
const idle =
  /^(id|jsonrpc|_meta|timestamp|time|date|instance|request_?id|trace_?id|correlation_?id|retry_?after.*|retry_?hint|delay.*|jitter|attempts?|max_.*|text_?length|mimeType|severity)$/i;
const codeNames =
  /^(code|error_?code|errorcode|originalError|status|status_?code|error_?class|kind|reason|type|category)$/i;

/** Words that every kind of error has, or that mean nothing alone. A rule based on them would be right only by chance. */
const commonWords = new Set(
  (
    'error errors err errored fail fails failed failing failure failures exception exceptions fault problem problems issue ' +
    'invalid bad wrong unexpected unknown unable cannot could couldn can not no isn doesn didn won was were is are be been has have had ' +
    'a an and any as at because but by did do does during for from here how i if in into it its may must my of on or our please ' +
    'some something than that the their then there these this those to try trying up we what when where which while who will with without ' +
    'would you your again occurred happened while ' +
    'answer call called calling client code data detail details execute executed executing execution input internal json message mcp method name object operation output ' +
    'process processing received reason request requested response result returned rpc server status text tool tools type value'
  ).split(' '),
);

/** `Error`, `error executing tool`, `request failed`: these do not distinguish failures. */
function isCommon(text: string): boolean {
  const words = text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean);
  return words.length > 0 && words.every((word) => commonWords.has(word));
}

export function ruleFeaturesOf(answer: RuleCase): Feature[] {
  const features: Feature[] = [];
  const root: [Step, Json][] = [
    ['message', answer.message],
    ['status', answer.status],
    ['body', answer.body],
  ];
  for (const [name, value] of root) walk(features, [name], value, 0);
  return features.slice(0, featureLimit);
}

function walk(features: Feature[], path: Step[], value: Json, depth: number): void {
  if (features.length >= featureLimit || depth > depthLimit) return;
  const name = String(path.findLast((step) => typeof step === 'string' && step !== '{}') ?? '');
  if (Array.isArray(value)) {
    if (value.length > 0) walk(features, [...path, 0], value[0] as Json, depth + 1);
  } else if (isObject(value)) {
    for (const [key, inner] of Object.entries(value)) {
      if (!idle.test(key) && key.length <= 60) walk(features, [...path, key], inner, depth + 1);
    }
  } else if (typeof value === 'number') {
    // 0 and 1 are also false and true in some languages.
    const isStatusOfSuccess = path[0] === 'status' && value < 400;
    if (Number.isSafeInteger(value) && value !== 0 && value !== 1 && !isStatusOfSuccess)
      features.push({ path, test: 'equals', value, cost: (codeNames.test(name) ? 1 : 6) + path.length / 10 });
  } else if (typeof value === 'string') {
    walkText(features, path, name, value, depth);
  }
}

function walkText(features: Feature[], path: Step[], name: string, text: string, depth: number): void {
  if (text.length <= 50_000 && /^\s*[{[]/.test(text)) {
    const parsed = parseJson(text);
    if (parsed.ok && typeof parsed.value === 'object' && parsed.value !== null) {
      walk(features, [...path, '{}'], parsed.value, depth + 1);
      return;
    }
  }
  const isWord = /^[\w.:/#-]{2,80}$/.test(text) && !/[0-9a-f]{8}-|\d{4}-\d\d-\d\d|\d{6}/i.test(text);
  if (isWord) {
    if (isCommon(text)) return;
    features.push({ path, test: 'equals', value: text, cost: (codeNames.test(name) ? 1.5 : 7) + path.length / 10 });
    return;
  }
  for (const phrase of phrasesOf(text)) {
    const length = phrase.split(' ').length;
    features.push({ path, test: 'contains', value: phrase, cost: 12 + path.length / 10 + Math.abs(length - 2) });
  }
}

/** One to three words in a row, letters only: numbers and quoted names vary. */
function phrasesOf(text: string): string[] {
  const phrases = new Set<string>();
  for (const stretch of text
    .slice(0, 600)
    .toLowerCase()
    .split(/[^a-z ’']+/)) {
    const words = stretch.trim().split(/ +/).filter(Boolean);
    for (let from = 0; from < Math.min(words.length, 40); from += 1) {
      for (let length = 1; length <= 3 && from + length <= words.length; length += 1) {
        const phrase = words.slice(from, from + length).join(' ');
        if (phrase.length >= 5 && stretch.includes(phrase) && !isCommon(phrase)) phrases.add(phrase);
      }
    }
  }
  return [...phrases].slice(0, 120);
}

export function matches({ path, test, value }: Feature, answer: RuleCase): boolean {
  const found = at(answer as unknown as Json, path);
  if (test === 'equals') return found === value;
  return typeof found === 'string' && found.toLowerCase().includes(value as string);
}

function at(value: Json, path: readonly Step[]): Json | undefined {
  let found: Json | undefined = value;
  for (const step of path) {
    if (step === '{}') {
      const parsed: ReturnType<typeof parseJson> =
        typeof found === 'string' ? parseJson(found) : { ok: false, problem: '' };
      found = parsed.ok ? parsed.value : undefined;
    } else if (Array.isArray(found)) found = typeof step === 'number' ? found[step] : undefined;
    else if (isObject(found) && Object.hasOwn(found, step)) found = found[step];
    else return undefined;
  }
  return found;
}
