// Decoding against the limit, JSON.parse of the same message: `npm run -s bench -- decode [CAPTURES, OR A FOLDER OF THEM]`.
// Without any a small set of its own is used, each answer four times, as in what was recorded of real servers.
// Prints ratios of one run, all measured in turn, and how cost grows from 1 kB to 10 MB.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readCapture } from '../shared/capture.ts';
import { decode, judge } from '../shared/decode/decode.ts';
import { Readings } from '../shared/decode/readings.ts';
import { answered, type DecodeContext, type Subject } from '../shared/decode/subject.ts';
import { Pairing } from '../shared/exchange/pairing.ts';
import { parseJson } from '../shared/json.ts';
import { sampleAnswers } from './decode-samples.ts';
import { alternate, median, ratio } from './measure.ts';

interface Sample {
  subject: Subject;
  context: DecodeContext;
  text: string;
}

const rounds = 15;
/** At least so many messages a round: the clock is coarse. */
const enough = 20_000;

export function run(args: readonly string[]): void {
  const samples = args.length === 0 ? ownSamples() : args.flatMap(capturesAt).flatMap(recordedSamples);
  const failing: Sample[] = [];
  const succeeding: Sample[] = [];
  for (const sample of samples) (judge(sample.subject, sample.context) === null ? succeeding : failing).push(sample);
  print(
    `${samples.length} answers: ${succeeding.length} succeed, ${failing.length} fail, ${distinct(failing)} of these unlike`,
  );
  const met = new Readings();
  const [goodParse = [], good = [], badParse = [], pass = [], first = [], again = [], card = []] = alternate(rounds, [
    over(
      succeeding,
      () =>
        ({ text }) =>
          JSON.parse(text),
    ),
    over(succeeding, () => judging(new Readings())),
    over(
      failing,
      () =>
        ({ text }) =>
          JSON.parse(text),
    ),
    over(failing, () => judging(new Readings())),
    over(failing, () => judging(undefined)),
    over(failing, () => judging(met)),
    over(
      failing,
      () =>
        ({ subject, context }) =>
          decode(subject, context),
    ),
  ]);
  print('');
  print(`decode / JSON.parse, CPU of one thread, medians of ${rounds} rounds in turn            ratio   at most`);
  line('success', ratio(good, goodParse), 1);
  line('failure, as rows and counters need it (judge):', null, null);
  line('  one pass over all of them, from nothing         <- the limit', ratio(pass, badParse), 3);
  line('  each for the first time, nothing ever remembered', ratio(first, badParse), 3);
  line('  met before', ratio(again, badParse), 3);
  line('failure, the whole card for whoever opens it (decode), nothing remembered', ratio(card, badParse), null);
  const micros = (costs: readonly number[]): string => (median(costs) / timesOf(failing) / failing.length).toFixed(2);
  print(
    `µs a failing message: parse ${micros(badParse)}, pass ${micros(pass)}, first ${micros(first)}, met before ${micros(again)}, card ${micros(card)}`,
  );
  growth();
}

function judging(readings: Readings | undefined): (sample: Sample) => void {
  return ({ subject, context }) => {
    judge(subject, context, readings);
  };
}

/** The same work on all of a set, several times over; what it keeps begins anew each time. */
function over(set: readonly Sample[], begin: () => (sample: Sample) => void): () => void {
  return () => {
    for (let times = timesOf(set); times > 0; times--) {
      const work = begin();
      for (const sample of set) work(sample);
    }
  };
}

function timesOf(set: readonly Sample[]): number {
  return Math.max(1, Math.ceil(enough / Math.max(1, set.length)));
}

function distinct(set: readonly Sample[]): number {
  return new Set(set.map(({ text }) => text.replace(/"id":[^,}]{1,60}/, ''))).size;
}

function line(name: string, value: number | null, limit: number | null): void {
  const judged = value === null || limit === null ? '' : `${limit.toFixed(1)}   ${value <= limit ? 'pass' : 'MISS'}`;
  print(`${name.padEnd(75)} ${(value?.toFixed(2) ?? '').padStart(7)}   ${judged}`.trimEnd());
}

/** Linear growth shows as a flat cost per kilobyte, or a falling one. */
function growth(): void {
  print('');
  print('growth: µs of CPU for one message of this size, judged     success    failure      parse');
  for (const size of [1_000, 10_000, 100_000, 1_000_000, 10_000_000]) {
    const rows = JSON.stringify(
      Array.from({ length: Math.ceil(size / 60) }, (_, id) => ({ id, name: `row ${id}`, note: 'all is well here' })),
    );
    const good = message({ content: [{ type: 'text', text: rows.slice(0, size) }] });
    const bad = message({
      isError: true,
      content: [{ type: 'text', text: `Rate limit exceeded. ${'x y z '.repeat(size / 6)}` }],
    });
    const times = size > 500_000 ? 40 : Math.ceil(20_000_000 / size);
    const many = (work: () => void) => () => {
      for (let index = 0; index < times; index++) work();
    };
    const context = { server: 'bench', receivedAt: 0 };
    const [goodCost = [], badCost = [], parseCost = []] = alternate(5, [
      many(() => judge(good.subject, context)),
      many(() => judge(bad.subject, context)),
      many(() => JSON.parse(good.text)),
    ]);
    const show = (costs: readonly number[]): string => (median(costs) / times).toFixed(2).padStart(10);
    print(
      `${size.toLocaleString('en').padStart(12)} bytes ${' '.repeat(38)}${show(goodCost)} ${show(badCost)} ${show(parseCost)}`,
    );
  }
}

function message(result: object): { subject: Subject; text: string } {
  const text = JSON.stringify({ jsonrpc: '2.0', id: 1, result });
  return { text, subject: answered({ value: JSON.parse(text), text }, { method: 'tools/call', target: 'bench' }) };
}

/** How often the same failure comes in recorded traffic, from several tools and servers. */
const repeats = 4;

function ownSamples(): Sample[] {
  return Array.from({ length: repeats }, (_, round) =>
    sampleAnswers.map(({ method, target, answer }, index) => {
      const text = JSON.stringify({ ...answer, id: round * sampleAnswers.length + index });
      return {
        text,
        subject: answered({ value: JSON.parse(text), text }, { method, target }),
        context: { server: `bench ${round}`, receivedAt: 0 },
      };
    }),
  ).flat();
}

function capturesAt(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .filter((file) => file.endsWith('.jsonl'))
    .map((file) => join(path, file));
}

/** Every answer in a capture, as pairing would hand it to the decoder. */
function recordedSamples(file: string): Sample[] {
  const samples: Sample[] = [];
  const collect = (subject: Subject, context: DecodeContext): null => {
    const { answer } = subject;
    if (answer !== undefined && answer.text !== '') samples.push({ subject, context, text: answer.text });
    return null;
  };
  const pairing = new Pairing({ decode: collect });
  for (const { event, line } of readCapture(readFileSync(file, 'utf8')).entries) {
    const stored = { ...event, seq: line };
    pairing.take(
      event.lane === 'in' || event.lane === 'out'
        ? { event: stored, message: parseJson(event.text) }
        : { event: stored },
    );
    pairing.drain();
  }
  return samples;
}

process.stdout.on('error', () => process.exit(0));

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
