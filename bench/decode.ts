// Decoding against the limit, JSON.parse of the same message: `npm run -s bench -- decode [FOLDER OF CAPTURES]`.
// Without a folder a small set of its own is used. Prints ratios of one run, and how cost grows from 1 kB to 10 MB.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCapture } from '../shared/capture.ts';
import { decode } from '../shared/decode/decode.ts';
import { forgetReadings } from '../shared/decode/repeats.ts';
import type { DecodeContext, Subject } from '../shared/decode/subject.ts';
import { Pairing } from '../shared/exchange/pairing.ts';
import { parseJson } from '../shared/json.ts';
import { sampleAnswers } from './decode-samples.ts';
import { alternate, median, ratio } from './measure.ts';

interface Sample {
  subject: Subject;
  context: DecodeContext;
  text: string;
}

export function run(args: readonly string[]): void {
  const samples = args[0] === undefined ? ownSamples() : recordedSamples(args[0]);
  const failing: Sample[] = [];
  const succeeding: Sample[] = [];
  for (const sample of samples) (decode(sample.subject, sample.context) === null ? succeeding : failing).push(sample);
  print(`${samples.length} answers: ${succeeding.length} succeed, ${failing.length} fail`);
  print('');
  print('decode / JSON.parse, CPU of one thread, medians of 15 rounds in turn          ratio   at most');
  const parse = (set: readonly Sample[]) => () => {
    for (const { text } of set) JSON.parse(text);
  };
  const read = (set: readonly Sample[], before: () => void, each: () => void) => () => {
    before();
    for (const { subject, context } of set) {
      each();
      decode(subject, context);
    }
  };
  const nothing = (): void => {};
  const repeat = <T>(set: readonly T[]): T[] =>
    Array.from({ length: Math.max(1, Math.ceil(20_000 / Math.max(1, set.length))) }, () => set).flat();
  const good = repeat(succeeding);
  const bad = repeat(failing);
  const [goodParse = [], goodRead = []] = alternate(15, [parse(good), read(good, nothing, nothing)]);
  line('success', ratio(goodRead, goodParse), '1.0');
  const [warmParse = [], known = []] = alternate(15, [parse(bad), read(bad, nothing, nothing)]);
  line('failure, once the app has met it (it remembers what it has read)', ratio(known, warmParse), '3.0');
  const passes = (): void => {
    for (let count = bad.length / failing.length; count > 0; count--) read(failing, forgetReadings, nothing)();
  };
  const [badParse = [], pass = [], first = []] = alternate(15, [
    parse(bad),
    passes,
    read(bad, nothing, forgetReadings),
  ]);
  line('failure, one pass over all of them with nothing remembered before', ratio(pass, badParse), '');
  line('failure, nothing remembered at all', ratio(first, badParse), '');
  print(
    `per message: parse ${micros(badParse, bad)} µs, decode ${micros(known, bad)} / ${micros(pass, bad)} / ${micros(first, bad)} µs`,
  );
  growth();
}

function line(name: string, value: number, limit: string): void {
  print(`${name.padEnd(75)} ${value.toFixed(2).padStart(7)}   ${limit}`);
}

function micros(costs: readonly number[], set: readonly Sample[]): string {
  return (median(costs) / set.length).toFixed(2);
}

/** Linear growth shows as a flat cost per kilobyte, or a falling one. */
function growth(): void {
  print('');
  print('growth: µs of CPU for one message of this size     success    failure      parse');
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
      many(() => decode(good.subject, context)),
      many(() => {
        forgetReadings();
        decode(bad.subject, context);
      }),
      many(() => JSON.parse(good.text)),
    ]);
    const show = (costs: readonly number[]): string => (median(costs) / times).toFixed(2).padStart(10);
    print(
      `${size.toLocaleString('en').padStart(12)} bytes ${' '.repeat(30)}${show(goodCost)} ${show(badCost)} ${show(parseCost)}`,
    );
  }
}

function message(result: object): { subject: Subject; text: string } {
  const text = JSON.stringify({ jsonrpc: '2.0', id: 1, result });
  return { text, subject: { method: 'tools/call', target: 'bench', answer: { value: JSON.parse(text), text } } };
}

function ownSamples(): Sample[] {
  return sampleAnswers.map(({ method, target, answer }) => {
    const text = JSON.stringify(answer);
    return {
      text,
      subject: { method, ...(target === undefined ? {} : { target }), answer: { value: JSON.parse(text), text } },
      context: { server: 'bench', receivedAt: 0 },
    };
  });
}

/** Every answer in the captures of a folder, as pairing would hand it to the decoder. */
function recordedSamples(folder: string): Sample[] {
  const samples: Sample[] = [];
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.jsonl'))) {
    const collect = (subject: Subject, context: DecodeContext): null => {
      const { answer } = subject;
      if (answer !== undefined && answer.text !== '') samples.push({ subject, context, text: answer.text });
      return null;
    };
    const pairing = new Pairing({ decode: collect });
    for (const { event, line } of readCapture(readFileSync(join(folder, name), 'utf8')).entries) {
      const stored = { ...event, seq: line };
      pairing.take(
        event.lane === 'in' || event.lane === 'out'
          ? { event: stored, message: parseJson(event.text) }
          : { event: stored },
      );
      pairing.drain();
    }
  }
  return samples;
}

process.stdout.on('error', () => process.exit(0));

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
