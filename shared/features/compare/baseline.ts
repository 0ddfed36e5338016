// The error contract of a server as a file, and the changes since it was saved. The same run gives the same text, byte for byte:
// sorted, without times, messages or waits, which vary by themselves.

import { readingRules } from '../../exchange/reading-rules.ts';
import type { Json } from '../../json/json.ts';
import { jsonText } from '../../json/json-text.ts';
import { cellOf } from './cell.ts';
import { listWords } from './compare-words.ts';
import { contractChangeWords } from './contract-words.ts';
import type { Baseline, BaselineEntry, ContractChange } from './error-contract.ts';
import type { Observation } from './probing.ts';
import { retryUnitOf } from './retry-unit.ts';
import { answerShape } from './shape.ts';

interface BaselineServer {
  name: string;
  revision: string | null;
  observations: readonly Observation[];
}

export function baselineOf(servers: readonly BaselineServer[]): Baseline {
  return {
    misfireBaseline: 1,
    rules: readingRules,
    servers: servers
      .map(({ name, revision, observations }) => ({
        name,
        revision,
        provocations: observations.flatMap(entryOf).sort((a, b) => (a.id < b.id ? -1 : 1)),
      }))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
  };
}

/** The file keeps what another command has saved of the same servers. */
export function mergeBaselines(kept: Baseline | null, fresh: Baseline, keepsOthers: boolean): Baseline {
  const left = (kept?.servers ?? []).filter(({ name }) => !fresh.servers.some((server) => server.name === name));
  const joined = fresh.servers.map((server) => {
    const known = kept?.servers.find(({ name }) => name === server.name);
    return {
      ...server,
      provocations: server.provocations.length > 0 ? server.provocations : (known?.provocations ?? []),
      ...(server.definitions || known?.definitions
        ? { definitions: server.definitions ?? known?.definitions ?? [] }
        : {}),
    };
  });
  const others = left.filter(({ provocations }) => keepsOthers || provocations.length === 0);
  return { ...fresh, servers: [...joined, ...others].sort((a, b) => (a.name < b.name ? -1 : 1)) };
}

/** A schema that is nested too deep to be indented is written on one line. */
export function baselineText(baseline: Baseline): string {
  try {
    return `${JSON.stringify(baseline, null, 2)}\n`;
  } catch {
    return `${jsonText(baseline as unknown as Json)}\n`;
  }
}

/** Whether a canceled call gets a response, and which, is a race between two messages. No client may rely on it. */
const raced = 'cancelled-call';

function entryOf(observation: Observation): BaselineEntry[] {
  const { state, provocation, failure, answered } = observation;
  if (state === 'left_out' || provocation.id === raced) return [];
  const cell = cellOf(observation);
  const unit = failure && retryUnitOf(failure, answered);
  return [
    {
      id: provocation.id,
      name: provocation.name,
      state,
      carrier: cell.carrier,
      class: cell.class,
      code: failure?.code ?? null,
      verdict: cell.verdict,
      unit: unit && `${unit.field}, ${unit.unit}`,
      members: state === 'failed' ? [...answerShape(answered)].map(([path, type]) => `${path}: ${type}`).sort() : [],
    },
  ];
}

/**
 * An entry that is in one of them only is a change too: a server or provocation without a saved entry, or a stale entry. `only`:
 * nothing else was sent, so nothing else is compared. An answer of the same shape and code that only Misfire's rules read
 * differently is not a change of the server.
 */
export function compareBaselines(before: Baseline, after: Baseline, only?: readonly string[]): ContractChange[] {
  const hasOtherRules = before.rules !== after.rules;
  const isMeant = ({ id }: BaselineEntry): boolean => only === undefined || only.includes(id);
  const gone = before.servers
    .filter(
      ({ name, provocations }) => provocations.length > 0 && !after.servers.some((server) => server.name === name),
    )
    .map(({ name }) => ({
      server: name,
      provocation: 'the server',
      kind: 'removed' as const,
      words: 'is in the baseline, but was not probed',
    }));
  const compared = after.servers.flatMap((server) => {
    const kept = before.servers.find(({ name }) => name === server.name);
    if (!kept)
      return [
        { server: server.name, provocation: 'the server', kind: 'added' as const, words: 'is not in the baseline' },
      ];
    const known = { ...kept, provocations: kept.provocations.filter(isMeant) };
    const changed = server.provocations.flatMap((entry) => {
      const was = known.provocations.find(({ id }) => id === entry.id);
      return was
        ? changesOf(server.name, was, entry, hasOtherRules)
        : [{ server: server.name, provocation: entry.name, kind: 'added' as const, words: 'is not in the baseline' }];
    });
    const left = known.provocations
      .filter(({ id }) => id !== raced && !server.provocations.some((entry) => entry.id === id))
      .map(({ name }) => ({
        server: server.name,
        provocation: name,
        kind: 'removed' as const,
        words: 'is in the baseline, but can no longer be tried',
      }));
    return [...changed, ...left];
  });
  return [...compared, ...gone];
}

function changesOf(server: string, was: BaselineEntry, is: BaselineEntry, hasOtherRules: boolean): ContractChange[] {
  const parts = contractChangeWords(was, is);
  if (parts.length === 0) return [];
  const change = { server, provocation: is.name };
  return hasOtherRules && isSameAnswer(was, is)
    ? [{ ...change, kind: 'reading', words: `Misfire reads this differently now: ${parts.join('; ')}` }]
    : [{ ...change, kind: 'changed', words: parts.join('; ') }];
}

/** Everything that a baseline saves of an answer before Misfire decodes it. */
function isSameAnswer(was: BaselineEntry, is: BaselineEntry): boolean {
  const isSame = was.state === is.state && was.code === is.code && was.carrier === is.carrier;
  return isSame && was.members.join('\n') === is.members.join('\n');
}

/** Whether the server changed, not only Misfire's reading. */
export const isServerChange = ({ kind }: ContractChange): boolean => kind !== 'reading';

export function contractWords(all: readonly ContractChange[]): string {
  const changes = all.filter(isServerChange);
  const read = all.length - changes.length;
  const reading = read === 0 ? '' : ` Misfire reads ${read} ${read === 1 ? 'answer' : 'answers'} differently now.`;
  if (changes.length === 0) return `The error contract is unchanged.${reading}`;
  const servers = [...new Set(changes.map(({ server }) => server))];
  const places = `${changes.length} ${changes.length === 1 ? 'place' : 'places'}`;
  return `The error contract changed in ${places} on ${listWords(servers)}.${reading}`;
}
