// Will a server work in a client? Judges what happened when the server was met with that client's opening. Owns the order of the questions
// and their sentences; client-tools.ts judges the tools.

import type { Client, ClientOpening } from '../../clients/client.ts';
import { clip, count } from '../../exchange/clip.ts';
import { isObject, type Json, type JsonObject, member } from '../../json/json.ts';
import { jsonText } from '../../json/json-text.ts';
import { lastLegacyRevision } from '../../protocol/revision.ts';
import { startPatience } from './client-patience.ts';
import { judgeTools, type LostTool, toolFix } from './client-tools.ts';
import { listedIn, type OpeningRequest, type OpeningRun, refusesEra } from './opening-run.ts';
import { type RepairedTool, repairedTools, type SchemaRefusal } from './schema-refusals.ts';

const clientResults = ['works', 'loses', 'dies', 'hangs', 'slow'] as const;
export type ClientResult = (typeof clientResults)[number];

export interface ClientVerdict {
  /** Its id. */
  client: string;
  name: string;
  version: string;
  result: ClientResult;
  /** What a server that works would not make you expect: its start nearly takes too long, or there is nothing to use. */
  but?: 'slowly' | 'lists nothing';
  why: string;
  /** '' if there is nothing to change. */
  fix: string;
  /** The request in the log that shows it; null: none does. */
  row: number | null;
  /** Whether the client can be used with this server at all: false if no tool is left. */
  works: boolean;
  lost: LostTool[];
  /** The names of the tools that the server listed for it. */
  offered: string[];
  /** It asked for no tools, because the server announces none. */
  isUnasked?: true;
  /** `documentation`: only a model service could have shown it, and none was asked. */
  basis: 'run' | 'documentation';
  /** Lines of stderr, if the server failed. */
  evidence: readonly string[];
  /** Schemas that something refuses, written again. */
  repaired: readonly RepairedTool[];
}

export type MeasuredClient = Client & { opening: ClientOpening };

export interface Surroundings {
  /** The server's name, as a client's settings have it. */
  server: string;
  /** Variables that are set, and that this client does not pass on. */
  notPassed: readonly string[];
  /** So many other processes wait for a processor that times say little. */
  isBusy: boolean;
  /** Tools whose schema the model service behind this client refuses, according to its documentation. */
  refusals: (tools: readonly Json[]) => SchemaRefusal[];
}

type Part = Pick<ClientVerdict, 'result' | 'why'> & Partial<ClientVerdict>;

const answerUnknown = 'Answer unknown methods with -32601 before initialize.';
const answerFirst = 'Answer initialize first, and load data after it.';
const runDoctor = 'Run misfire doctor for this server without --clients';
const whileBusy = 'This machine is busy: check again when it is not.';
const oldestKnown = '2024-10-07';

export function judgeClient(client: MeasuredClient, run: OpeningRun, around: Surroundings): ClientVerdict {
  const found =
    questions.map((ask) => ask(client, run, around)).find((part) => part !== null) ?? judgeLists(client, run, around);
  const isUsable = found.result === 'works' || found.result === 'loses';
  const tools = listedIn(run, 'tools/list', 'tools');
  return {
    client: client.id,
    name: client.name,
    version: client.opening.version,
    fix: '',
    row: null,
    works: isUsable,
    lost: [],
    offered: tools.map((tool) => member(tool, 'name')).filter((name) => typeof name === 'string'),
    basis: 'run',
    evidence: isUsable ? [] : run.stderr,
    repaired: repairedTools(tools),
    ...found,
  };
}

/** What one client shows of the server counts for the others too: the tools that they do not get, and that there is nothing to get. */
export function comparedVerdicts(verdicts: readonly ClientVerdict[]): ClientVerdict[] {
  const all = new Set(verdicts.flatMap(({ offered }) => offered));
  const listsNothing = all.size === 0 && verdicts.some(({ but }) => but === 'lists nothing');
  return verdicts.map((verdict) => {
    if (!verdict.works) return verdict;
    if (listsNothing) return { ...verdict, ...emptyServer };
    return all.size > 0 && verdict.isUnasked === true ? withoutTools(verdict) : withUnoffered(verdict, all);
  });
}

const withoutTools = (verdict: ClientVerdict): ClientVerdict => ({
  ...verdict,
  result: 'loses',
  works: false,
  why: `${verdict.name} asks for no tools: the server does not announce any`,
  fix: 'Announce tools in the capabilities of the answer to initialize.',
});

/** Servers may list other tools for other clients, by their capabilities: those that one client does not get are lost too. */
function withUnoffered(verdict: ClientVerdict, all: ReadonlySet<string>): ClientVerdict {
  const own = new Set(verdict.offered);
  const missing = [...all].filter((tool) => !own.has(tool));
  if (missing.length === 0) return verdict;
  const why = 'the server lists it only for other clients';
  const fix = 'Nothing to change if they need a capability that the client lacks.';
  const lost = missing.map((tool): LostTool => ({ tool, how: 'not offered', why, fix }));
  const isFirst = verdict.result === 'works';
  return {
    ...verdict,
    result: 'loses',
    why: [...(isFirst ? [] : [verdict.why]), lossWords(lost)].join('; '),
    fix: isFirst ? fix : verdict.fix,
    lost: [...verdict.lost, ...lost],
  };
}

/** In a table: `Loses 2 tools`, `Works, but slowly`. */
export function clientResultWords({
  result,
  but,
  lost,
  works,
}: Pick<ClientVerdict, 'result' | 'but' | 'lost' | 'works'>): string {
  if (result === 'works' && but !== undefined) return `Works, but ${but}`;
  if (result !== 'loses') return result === 'slow' ? 'Too slow' : `${result[0]?.toUpperCase()}${result.slice(1)}`;
  if (!works) return 'Loses all tools';
  const gone = lost.filter(({ how }) => how !== 'renamed').length;
  return gone > 0 ? `Loses ${count(gone, 'tool')}` : `Renames ${count(lost.length, 'tool')}`;
}

type Question = (client: MeasuredClient, run: OpeningRun, around: Surroundings) => Part | null;

const wasReached: Question = (_client, { failure }) =>
  failure === null ? null : { result: 'dies', why: failure.replace(/ Looked in PATH: .*$/s, ''), fix: `${runDoctor}.` };

const isQuiet: Question = ({ opening, name }, { noise }) =>
  noise === null || opening.failsOnNoise !== true
    ? null
    : {
        result: 'dies',
        why: `stdout has a line that is no message, and ${name} gives up: ${quoted(noise.text)}`,
        fix: 'Write logs to stderr.',
      };

/** Variables that say where packages are, and how their absence shows. */
const searchPaths: Readonly<Record<string, RegExp>> = {
  PYTHONPATH: /No module named/,
  NODE_PATH: /Cannot find (?:module|package)/,
  LD_LIBRARY_PATH: /error while loading shared libraries/,
};

const staysUp: Question = (_client, { end, stderr, lastWords }, { notPassed }) => {
  if (end === null) return null;
  const missing = notPassed.find((name) =>
    stderr.some((line) => line.includes(name) || searchPaths[name]?.test(line) === true),
  );
  if (missing !== undefined)
    return {
      result: 'dies',
      why: `${end.how}: this client does not pass on ${missing}`,
      fix: `Set ${missing} in the server’s entry in the client.`,
      row: end.during?.row ?? null,
    };
  const said = lastWords === '' ? '' : `: ${quoted(clip(lastWords, 160))}`;
  const hint = stderr.length === 0 ? 'Write to stderr why the server ends.' : end.advice;
  if (end.during === null)
    return {
      result: 'dies',
      why: `The server ends at its start, ${end.how}${said}`,
      fix: hint ?? `${runDoctor}: it prints stderr.`,
    };
  const { method, row } = end.during;
  const isProbe = method === 'server/discover';
  return {
    result: 'dies',
    why: `${method} ends the server, ${end.how}${said}`,
    fix: isProbe ? answerUnknown : hint || `Answer ${method}.`,
    row,
  };
};

/** Nothing to judge if the server speaks 2026-07-28 and the client does too. */
const agrees: Question = (client, run, { isBusy }) => {
  const { opening, name } = client;
  const asked = run.requests.find(({ method }) => method === 'initialize');
  if (spokeModern(run)) return null;
  if (asked === undefined) return brokenOff(run);
  const { row, afterMs } = asked;
  if (asked.outcome === 'silent')
    return {
      result: 'hangs',
      why: `initialize gets no answer within ${seconds(afterMs)}`,
      fix: answerFirst,
      row,
    };
  const result = member(asked.answer ?? null, 'result');
  const probe = run.requests.find(({ method }) => method === 'server/discover');
  if (!isObject(result)) return refusedHandshake(asked, { late: probe?.isLate === true ? probe : null, name, isBusy });
  const startMs = startPatience(client);
  if (startMs !== undefined && afterMs > startMs)
    return {
      result: 'slow',
      why: `initialize took ${seconds(afterMs)}, ${name} waits ${seconds(startMs)}`,
      fix: isBusy ? whileBusy : [answerFirst, client.limits?.start?.advice ?? ''].join(' ').trim(),
      row,
    };
  const missing = opening.needsInGreeting.find((one) => result[one] === undefined);
  if (missing !== undefined)
    return {
      result: 'dies',
      why: `The answer to initialize has no ${missing}`,
      fix: `Add ${missing} to the answer to initialize.`,
      row,
    };
  const version = result.protocolVersion;
  const isKnown = typeof version === 'string' && version >= oldestKnown && version <= lastLegacyRevision;
  if (!isKnown && opening.takesAnyVersion !== true)
    return {
      result: 'dies',
      why: `${name} does not know protocol version ${quoted(shownValue(version))}`,
      fix: `Answer initialize with a version that the client knows, such as ${lastLegacyRevision}.`,
      row,
    };
  return null;
};

/** With its first request, or after `initialize` was refused. */
function spokeModern({ requests }: OpeningRun): boolean {
  const met = requests.findLastIndex(
    ({ method, answer }) => method === 'server/discover' && member(answer ?? null, 'result') !== undefined,
  );
  return met > requests.findIndex(({ method }) => method === 'initialize');
}

const brokenOff = ({ requests }: OpeningRun): Part => {
  const last = requests.at(-1);
  return {
    result: 'dies',
    why: last === undefined ? 'Nothing could be sent' : `${last.method} broke the connection`,
    row: last?.row ?? null,
  };
};

/** `late`: the client’s first request, answered when the client no longer waited. */
function refusedHandshake(
  { answer, said, row }: OpeningRequest,
  { late, name, isBusy }: { late: OpeningRequest | null; name: string; isBusy: boolean },
): Part {
  if (refusesEra(answer) && late !== null)
    return {
      result: 'slow',
      why: `server/discover took longer than the ${seconds(late.afterMs)} that ${name} waits, and then initialize is refused`,
      fix: isBusy ? whileBusy : 'Answer server/discover first, and load data after it.',
      row: late.row,
    };
  const supported = member(member(member(answer, 'error'), 'data'), 'supported');
  if (refusesEra(answer))
    return {
      result: 'dies',
      why: `initialize is refused: the server speaks only ${Array.isArray(supported) ? supported.slice(0, 3).map(shownValue).join(', ') : 'the newer era'}`,
      fix: `Answer initialize too: ${name} knows no other handshake.`,
      row,
    };
  return {
    result: 'dies',
    why: `initialize is refused: ${errorWords(answer) ?? said ?? 'no result'}`,
    fix: 'Answer initialize.',
    row,
  };
}

const questions: readonly Question[] = [wasReached, isQuiet, staysUp, agrees];

function judgeLists(client: MeasuredClient, run: OpeningRun, around: Surroundings): Part {
  const { opening, name } = client;
  for (const method of [...(opening.needsLists ?? []), 'tools/list']) {
    const failed = run.requests.find((one) => one.method === method && one.outcome === 'silent');
    if (failed)
      return {
        result: 'hangs',
        why: `${method} gets no answer within ${seconds(failed.afterMs)}`,
        fix: method === 'tools/list' ? 'Answer tools/list.' : `Answer -32601 if there is nothing to list.`,
        row: failed.row,
      };
    const refused = run.requests.find((one) => one.method === method && isRefused(one));
    const isHarmless =
      method !== 'tools/list' && member(member(refused?.answer ?? null, 'error') ?? null, 'code') === -32601;
    if (refused && !isHarmless && announces(run, method))
      return {
        result: 'loses',
        works: false,
        why: `${method} is refused, and ${name} offers no tools: ${errorWords(refused.answer) ?? refused.said ?? ''}`,
        fix: `Answer ${method}, with an empty list if there is nothing.`,
        row: refused.row,
      };
  }
  const asked = run.requests.filter(({ method }) => method === 'tools/list');
  const [first] = asked;
  if (first === undefined) return { ...worksWithoutTools(run), isUnasked: true };
  const pages = asked.map(({ answer }) => listIn(answer, 'tools'));
  return judgeOffered(client, { pages, row: first.row }, run, around);
}

function judgeOffered(
  client: MeasuredClient,
  { pages, row }: { pages: Json[][]; row: number | null },
  run: OpeningRun,
  around: Surroundings,
): Part {
  const tools = pages.flat();
  const { lost, refused } = judgeTools(client.opening.tools, { pages, server: around.server });
  if (refused !== null)
    return {
      result: 'loses',
      works: false,
      why: `${shownTool(refused.tool)} has ${refused.flaw}, so the client refuses all ${tools.length} tools`,
      fix: toolFix(refused.flaw),
      row,
    };
  const names = new Set(lost.filter(({ how }) => how === 'dropped').map(({ tool }) => tool));
  const refusals = around.refusals(tools).filter(({ tool }) => !names.has(tool));
  const dropped = lost.filter(({ how }) => how === 'dropped');
  const renamed = lost.filter(({ how }) => how === 'renamed');
  const left = tools.length - dropped.length;
  if (lost.length > 0) {
    const parts = [dropped, renamed].filter((group) => group.length > 0).map(lossWords);
    const refusedToo = refusals.length === 0 ? [] : [`${refusalWords(refusals)} (from its documentation, not run)`];
    return {
      result: 'loses',
      works: left > 0,
      why: [...parts, ...refusedToo].join('; '),
      fix: [...new Set([...lost, ...refusals].map(({ fix }) => fix))].join(' '),
      row,
      lost,
    };
  }
  if (refusals.length > 0)
    return {
      result: 'loses',
      why: refusalWords(refusals),
      fix: refusals.some(({ hasRepair }) => hasRepair)
        ? 'Use the repaired schema that misfire lint prints.'
        : (refusals[0]?.fix ?? ''),
      row,
      basis: 'documentation',
      lost: refusals.map(({ tool, why, fix }) => ({ tool, how: 'dropped', why, fix })),
    };
  return { ...worksWith(client, run, tools.length, around), row };
}

function refusalWords(refusals: readonly SchemaRefusal[]): string {
  const [first] = refusals as [SchemaRefusal];
  const names = refusals.slice(0, 3).map(({ tool }) => shownTool(tool));
  const more = refusals.length > 3 ? ` and ${refusals.length - 3} more` : '';
  return `${first.service}’s service refuses every request with ${names.join(', ')}${more}: ${clip(first.why, 300)}`;
}

/** A start that takes this part of the client's patience is too slow on a busier machine. */
const closeShare = 0.75;

function worksWith(client: MeasuredClient, run: OpeningRun, tools: number, { isBusy }: Surroundings): Part {
  if (tools === 0) return worksWithoutTools(run);
  const all = `${tools} of ${count(tools, 'tool')}`;
  const { opening, name } = client;
  const startMs = startPatience(client);
  const start = run.requests.find(({ method }) => method === 'initialize')?.afterMs ?? 0;
  if (startMs !== undefined && start > startMs * closeShare && !isBusy)
    return {
      result: 'works',
      but: 'slowly',
      why: `${all}, but initialize took ${seconds(start)} of the ${seconds(startMs)} that ${name} waits`,
      fix: answerFirst,
    };
  const restarted =
    opening.probe?.startsAgain === true &&
    run.requests.some(({ method, outcome }) => method === 'server/discover' && outcome === 'ended');
  if (restarted) return { result: 'works', why: 'Restarts it once after server/discover', fix: answerUnknown };
  const probe = run.requests.find(({ method }) => method === 'server/discover');
  if (probe?.outcome === 'silent' && probe.isLate !== true)
    return { result: 'works', why: `Waits ${seconds(probe.afterMs)} for server/discover first`, fix: answerUnknown };
  return { result: 'works', why: all };
}

const emptyServer = {
  result: 'works',
  but: 'lists nothing',
  why: 'The server lists no tools, prompts or resources',
  fix: 'Look at its settings and its stderr: some servers list their tools only with a token or a sign-in.',
} as const;

/** What this client did not ask for, the server may have. */
function worksWithoutTools(run: OpeningRun): Part {
  const isEmpty = ['prompts', 'resources'].every((kind) => {
    const method = `${kind}/list`;
    const wasAsked = run.requests.some((request) => request.method === method);
    return listedIn(run, method, kind).length === 0 && (wasAsked || !announces(run, method));
  });
  return isEmpty ? emptyServer : { result: 'works', why: 'The server lists no tools' };
}

function lossWords(group: readonly LostTool[]): string {
  const [first] = group as [LostTool];
  const names = group
    .slice(0, 3)
    .map(({ tool, as }) => (as === undefined ? shownTool(tool) : `${shownTool(tool)} as ${shownTool(as)}`));
  const more = group.length > 3 ? ` and ${group.length - 3} more` : '';
  const why = group.length > 1 ? first.why.replace(/^its name has\b/, 'their names have') : first.why;
  return `${deeds[first.how]} ${names.join(', ')}${more}: ${why}`;
}

const deeds: Record<LostTool['how'], string> = { dropped: 'Drops', renamed: 'Renames', 'not offered': 'Does not get' };

function listIn(answer: JsonObject | null, name: string): Json[] {
  const items = member(member(answer ?? null, 'result') ?? null, name);
  return Array.isArray(items) ? items : [];
}

const isRefused = ({ outcome, answer }: OpeningRequest): boolean =>
  outcome === 'answered' && member(answer ?? null, 'result') === undefined;

/** A list that the server has not announced may be refused. */
function announces({ requests }: OpeningRun, method: string): boolean {
  const first = requests.find(
    (one) => member(member(one.answer ?? null, 'result') ?? null, 'capabilities') !== undefined,
  );
  const capabilities = member(member(first?.answer ?? null, 'result') ?? null, 'capabilities');
  return member(capabilities ?? null, method.split('/')[0] ?? '') !== undefined;
}

function errorWords(answer: JsonObject | null): string | null {
  const error = member(answer ?? null, 'error');
  if (!isObject(error)) return null;
  return [error.code, error.message].map(shownValue).join(' ').trim();
}

/** Of any type and depth: a server may send anything. */
const shownValue = (value: Json = ''): string => clip(typeof value === 'string' ? value : jsonText(value), 120);

const shownTool = (name: string): string => clip(name, 60);

const quoted = (text: string): string => `“${text.trim()}”`;

const seconds = (ms: number): string =>
  `${ms < 9_950 ? (ms / 1000).toFixed(1).replace(/\.0$/, '') : Math.round(ms / 100) / 10} s`;
