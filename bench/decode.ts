// Compares decoding with JSON.parse of the same message: `npm run -s bench -- decode [CAPTURES, OR A FOLDER OF THEM]`. Without captures
// it uses a small built-in set, each response four times, as in recorded traffic. Prints ratios of one alternating run: a success, a
// whole failure, and how a failure's cost grows with its size.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Account, answered, type DecodeContext } from '../shared/account/account.ts';
import { readCapture } from '../shared/capture/capture.ts';
import { decode } from '../shared/decode/decode.ts';
import { Pairing } from '../shared/exchange/pairing.ts';
import { parseJson } from '../shared/json/json.ts';
import { sampleAnswers } from './decode-samples.ts';
import { alternate, median, ratio, say } from './measure.ts';

interface Sample {
  account: Account;
  context: DecodeContext;
  text: string;
}

const rounds = 15;
/** Minimum messages per round, because the clock is coarse. */
const enough = 20_000;

export function run(args: readonly string[]): void {
  const samples = args.length === 0 ? ownSamples() : args.flatMap(capturesAt).flatMap(recordedSamples);
  const failing: Sample[] = [];
  const succeeding: Sample[] = [];
  for (const sample of samples) (decode(sample.account, sample.context) === null ? succeeding : failing).push(sample);
  print(`${samples.length} answers: ${succeeding.length} succeed, ${failing.length} fail`);
  const parsing = ({ text }: Sample): void => void JSON.parse(text);
  const decoding = ({ account, context }: Sample): void => void decode(account, context);
  const [goodParse = [], good = [], badParse = [], bad = []] = alternate(rounds, [
    over(succeeding, parsing),
    over(succeeding, decoding),
    over(failing, parsing),
    over(failing, decoding),
  ]);
  say('a success, over JSON.parse', ratio(good, goodParse), '≤ 0.5');
  say('a whole failure, over JSON.parse', ratio(bad, badParse), '≤ 12');
  const [small, large] = growth();
  say('a failure of 100 kB beside one of 10 kB, a byte', (large as number) / (small as number) / 10, '≤ 1.5');
  const micros = (costs: readonly number[]): string => (median(costs) / timesOf(failing) / failing.length).toFixed(2);
  print(`µs a failing message: parse ${micros(badParse)}, decode ${micros(bad)}`);
}

/** The same work on a whole set, several times. */
function over(set: readonly Sample[], work: (sample: Sample) => void): () => void {
  return () => {
    for (let times = timesOf(set); times > 0; times--) for (const sample of set) work(sample);
  };
}

function timesOf(set: readonly Sample[]): number {
  return Math.max(1, Math.ceil(enough / Math.max(1, set.length)));
}

/** µs for one failing message of 10 kB and of 100 kB: ten times the bytes may cost at most ten times as much. */
function growth(): number[] {
  const costs = [10_000, 100_000].map((size) => {
    const items = Array.from({ length: size / 100 }, (_, id) => ({
      path: ['items', id],
      message: 'must be a string',
      id,
    }));
    return message({
      isError: true,
      content: [{ type: 'text', text: JSON.stringify({ error: 'Bad', errors: items }) }],
    });
  });
  const context = { server: 'bench', receivedAt: 0 };
  const times = 100;
  const [small = [], large = []] = alternate(
    7,
    costs.map(({ account }) => () => {
      for (let index = 0; index < times; index++) decode(account, context);
    }),
  );
  return [median(small), median(large)];
}

function message(result: object): { account: Account; text: string } {
  const text = JSON.stringify({ jsonrpc: '2.0', id: 1, result });
  return { text, account: answered({ value: JSON.parse(text), text }, { method: 'tools/call', target: 'bench' }) };
}

/** How often the same failure occurs in recorded traffic, from several tools and servers. */
const repeats = 4;

function ownSamples(): Sample[] {
  return Array.from({ length: repeats }, (_, round) =>
    sampleAnswers.map(({ method, target, answer }, index) => {
      const text = JSON.stringify({ ...answer, id: round * sampleAnswers.length + index });
      return {
        text,
        account: answered({ value: JSON.parse(text), text }, { method, target }),
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

/** Every response in a capture, as pairing would pass it to the decoder. */
function recordedSamples(file: string): Sample[] {
  const samples: Sample[] = [];
  const collect = (account: Account, context: DecodeContext): null => {
    const { answer } = account;
    if (answer !== undefined && answer.text !== '') samples.push({ account, context, text: answer.text });
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
