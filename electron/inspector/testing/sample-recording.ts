// For tests: a recording of every sample server with everything Misfire does with one: tour, manual calls, probe, connection check and
// replays.

// Samples run as built.
import '../../launch/testing/built-program.ts';
import { samples } from '../../samples/catalogue.ts';
import { sampleConfig } from '../sample-config.ts';
import { type TestInspector, value } from './test-inspector.ts';

const faults = {
  'faulty-stdio': ['ok', 'garbage', 'flood', 'stderr_storm', 'unflagged', 'crash'],
  'faulty-http': ['ok', 'problem_json', 'cut_stream', 'reset', 'plain_503', 'html_500', 'schema_break'],
};

/** Only the tour, to its end. */
export async function recordTours(here: TestInspector): Promise<void> {
  await value(here.api.trySamples({}));
  await tourIsOver(here);
  await isQuiet(here);
}

/** Resolves when nothing is running any more. Returns the probe that compared the samples. */
export async function recordSamples(here: TestInspector): Promise<{ probe: string }> {
  const { servers } = await value(here.api.trySamples({}));
  const asked = samples.filter(({ inTour }) => !inTour).map((sample) => playFaults(here, sample));
  await Promise.all([...asked, tourIsOver(here)]);
  const { probe } = await value(
    here.api.probeSamples({ only: ['own:resource missing', 'malformed-json', 'unknown-method'] }),
  );
  await Promise.all([probeIsOver(here, probe), value(here.api.diagnose({ server: servers[0] ?? '' }))]);
  const plan = await value(here.api.planBulk({ filter: 'is:failed method:tools/call server:erlmcp' }));
  await value(here.api.startBulk({ rows: plan.items.map(({ row }) => row), confirm: [] }));
  const passing = await value(here.api.openView({ filter: 'is:ok method:tools/call server:erlmcp by:tour' }));
  const [passed] = (await value(here.api.rows({ view: passing.view, from: 0, count: 1 }))).rows;
  await value(here.api.startReplay({ ...once, row: passed?.id ?? 0 }));
  await here.callTool('erlmcp', 'calculate', { operation: 'add', a: 1, b: '2' });
  await isQuiet(here);
  return { probe };
}

const once = {
  message: { kind: 'as_sent' },
  to: { kind: 'same' },
  when: { kind: 'now' },
  times: 1,
  untilChange: false,
  headers: {},
  confirm: 'yes',
} as const;

/** Makes the failing calls of the samples outside the tour. One of them refuses every connection. */
async function playFaults(here: TestInspector, sample: (typeof samples)[number]): Promise<void> {
  const { server } = await value(here.api.addServer({ config: sampleConfig(sample), connect: false }));
  const { ok } = await here.api.connect({ server });
  if (!ok) return;
  await value(here.api.tools({ server, refresh: true }));
  // A flood and a storm of a few hundred lines: enough for rows of many messages.
  for (const name of faults[sample.id as keyof typeof faults] ?? []) await here.callTool(server, name, { count: 300 });
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 50));
}

const tourIsOver = (here: TestInspector) =>
  until(async () => {
    const steps = samples.reduce((sum, { tour }) => sum + tour.length, 0);
    const rows = await here.rows();
    return (
      rows.filter(
        ({ actor, kind, method, pending }) =>
          actor === 'tour' && kind === 'call' && method !== 'initialize' && !pending,
      ).length >= steps
    );
  });

const probeIsOver = (here: TestInspector, id: string) =>
  until(async () => (await value(here.api.probes({}))).probes.find((probe) => probe.id === id)?.state !== 'running');

/** Nothing is running, and nothing more arrives. */
async function isQuiet(here: TestInspector): Promise<void> {
  let last = -1;
  await until(async () => {
    const { counters } = await value(here.api.snapshot({}));
    const { replays } = await value(here.api.replays({}));
    const isOver =
      counters.pending === 0 && counters.messages === last && replays.every(({ state }) => state !== 'running');
    last = counters.messages;
    return isOver;
  });
}
