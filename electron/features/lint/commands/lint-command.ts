// `misfire lint`: what servers offer and what clients reject of it, and the rules of the protocol that recordings break. Sends lists and
// nothing else.

import { count } from '../../../../shared/exchange/clip.ts';
import { definitionsOf } from '../../../../shared/features/lint/definitions.ts';
import { type LintedOffers, type ListAnswer, lintOffers } from '../../../../shared/features/lint/lint-offers.ts';
import type { OfferNote } from '../../../../shared/features/lint/note.ts';
import { refusalWords } from '../../../../shared/features/lint/refusal-words.ts';
import { schemaDiff } from '../../../../shared/features/lint/schema-diff.ts';
import {
  type Case,
  type Finding,
  type FindingFormat,
  type Level,
  subjectOf,
} from '../../../../shared/findings/check-finding.ts';
import { isObject, type Json, member } from '../../../../shared/json/json.ts';
import type { ServerConfig } from '../../../../shared/server/server-config.ts';
import { answerOf } from '../../../hosts/cli/common/call-answer.ts';
import { type CommandInspector, Unreachable, withInspector } from '../../../hosts/cli/common/command-inspector.ts';
import type { WantedRecording } from '../../../hosts/cli/common/command-options.ts';
import { chosenServers } from '../../../hosts/cli/common/find-server.ts';
import { placeOfServer } from '../../../hosts/cli/common/finding-place.ts';
import { dataFolderOf } from '../../../hosts/cli/common/open-data-folder.ts';
import { applyFlags, collectorFlags, type ReachingFlags } from '../../../hosts/cli/common/reaching-options.ts';
import { isRecording } from '../../../hosts/cli/records/is-recording.ts';
import type { CommandRun } from '../../../hosts/cli/terminal/command-run.ts';
import { type ExitCode, exitCodes, UsageError } from '../../../hosts/cli/terminal/exit-codes.ts';
import { bold, dim, green, red, yellow } from '../../../hosts/cli/terminal/styled.ts';
import { appVersion } from '../../../inspector/paths/app-paths.ts';
import { driftOf, loadBaseline, type ServerDefinitions, saveDefinitions, savedAs } from './definition-drift.ts';
import { findCard } from './find-card.ts';
import { type LintedRecording, lintRecording, lintSummary, tellRecording } from './lint-recording.ts';

interface LintOptions {
  format?: FindingFormat;
  /** A server's command, word by word. */
  afterDashes: readonly string[];
  reaching: ReachingFlags;
  recording: WantedRecording | undefined;
  /** Which broken rules of recordings are listed. */
  filter: string;
  data: string | undefined;
  /** The file to compare definitions with, and the file to save them in. */
  baseline?: string;
  saveBaseline?: string;
  /** The lowest level that fails the run; omitted: error for definitions, and any rule of the protocol. */
  level?: Level;
}

/** A list longer than this is not read to its end. */
const mostPages = 50;

export async function runLint(run: CommandRun, references: readonly string[], options: LintOptions): Promise<ExitCode> {
  const { output } = run;
  const data = dataFolderOf(run, options.data);
  const recordings = references.filter((reference) => isRecording(run, reference));
  const names = references.filter((reference) => !recordings.includes(reference));
  const isServerNamed = names.length + options.afterDashes.length > 0;
  if (isServerNamed && options.filter.trim() !== '')
    throw new UsageError('--filter is for recordings, not for servers.');
  const linted: LintedRecording[] = [];
  for (const reference of [...recordings, ...(options.recording === undefined ? [] : [options.recording])])
    linted.push(await lintRecording(run, reference, options));
  const found = isServerNamed ? await chosenServers(run, names, options.afterDashes, data) : [];
  const configs = await Promise.all(found.map((config) => applyFlags(run, config, options.reaching)));
  const servers = configs.map((config, at) => ({
    reference: names[at] ?? options.afterDashes.join(' '),
    config,
  }));
  const baseline = options.baseline === undefined ? null : loadBaseline(run, options.baseline);
  const seen: ServerDefinitions[] = [];
  const findings: Finding[] = linted.flatMap((one) => one.findings);
  const cases: Case[] = linted.map((one) => one.case);
  if (options.format === undefined) for (const one of linted) tellRecording(run, one, linted.length > 1);
  if (isServerNamed)
    await withInspector(
      run,
      async (inspector) => {
        for (const { reference, config } of servers) {
          const at = placeOfServer(reference, config.name, run.io.folder);
          const progress = output.startProgress(`Reading ${config.name}`);
          const offers = await offersOf(inspector, config).finally(() => progress.end());
          if (typeof offers === 'string') {
            output.printMaskedMessage(`misfire: ${offers}`);
            cases.push({ server: config.name, name: 'offers', outcome: 'error', message: offers, ms: null });
            continue;
          }
          const found = lintOffers(offers);
          cases.push(caseOf(config.name, found));
          const own = { name: config.name, revision: offers.revision ?? null, definitions: definitionsOf(offers) };
          seen.push(own);
          if (baseline !== null) {
            const saved = savedAs(baseline, config.name, servers.length === 1);
            if (saved !== undefined && saved.name !== config.name)
              output.printMaskedMessage(
                `${options.baseline} has no definitions of ${config.name}, so they are compared with those of ${saved.name}.`,
              );
            const drift = driftOf(saved, own, { file: options.baseline ?? '', at });
            findings.push(...drift);
            cases.push(driftCase(config.name, drift));
            if (options.format === undefined) tellDrift(run, config.name, drift);
          }
          for (const note of found) {
            const { path, about, refusedBy: _refusedBy, clientFlaw: _clientFlaw, repaired, ...said } = note;
            const subject = about === '' ? { about: path.slice(1) } : { about, ...(path === '' ? {} : { path }) };
            const repair = repaired === undefined ? {} : { repaired: repaired.after };
            findings.push({ ...said, ...detailOf(note), ...repair, ...subject, server: config.name, at });
          }
          if (options.format === undefined) for (const alike of groupedNotes(found)) tell(run, config.name, alike);
        }
      },
      collectorFlags(options.reaching),
    );
  if (options.saveBaseline !== undefined && seen.length > 0) {
    saveDefinitions(run, options.saveBaseline, seen);
    output.printMaskedMessage(`The definitions are saved in ${options.saveBaseline}.`);
  }
  if (options.format) output.printFindings(options.format, { command: 'lint', version: appVersion(), cases, findings });
  else {
    for (const one of linted) output.printMaskedMessage(lintSummary(one));
    const ofServers = cases.slice(linted.length).filter(({ name }) => name === 'offers');
    if (ofServers.length > 0) output.printMaskedMessage(summary(findings.filter(isOfOffers), ofServers));
  }
  if (cases.some(isUnreached)) return exitCodes.unreachable;
  return findings.some((finding) => isFailing(finding, options.level)) ? exitCodes.failuresFound : exitCodes.done;
}

const driftRules = /^(?:definition|definitions|description|schema|hints)-(?:not-in-baseline|added|removed|changed)$/;
const isOfOffers = ({ side, rule }: Finding): boolean => side === undefined && !driftRules.test(rule);

function tellDrift({ output }: CommandRun, server: string, drift: readonly Finding[]): void {
  for (const { message, fix, rule } of drift) {
    output.printMaskedStyled([`${server}  `, red('≠'), `  ${message}`]);
    output.printMaskedStyled([`      ${fix}  `, dim(`(${rule})`)]);
  }
  const words = drift.length === 0 ? 'are unchanged' : `changed in ${count(drift.length, 'place')}`;
  output.printMaskedMessage(`The definitions of ${server} ${words}.`);
}

function driftCase(server: string, drift: readonly Finding[]): Case {
  return {
    server,
    name: 'definitions since the baseline',
    outcome: drift.length > 0 ? 'failed' : 'passed',
    message: drift.length === 0 ? '' : `${count(drift.length, 'change')} of definitions`,
    detail: drift.map(({ message }) => message).join('\n'),
    ms: null,
  };
}

const ranks = { error: 0, warning: 1, note: 2 };
/** Rules of the protocol have no notes: each broken one fails the run unless a level is given. */
const isFailing = (finding: Finding, level: Level = isOfOffers(finding) ? 'error' : 'note'): boolean =>
  ranks[finding.level] <= ranks[level];

const signs = { error: '✗', warning: '!', note: '·' };

const paints = { error: red, warning: yellow, note: dim };

interface AlikeNotes {
  note: OfferNote;
  diff: string[];
  /** How many more tools have the same note. */
  more: number;
}

/** Tools share definitions: a note that 30 of them have is read once. */
function groupedNotes(notes: readonly OfferNote[]): AlikeNotes[] {
  const groups = new Map<string, AlikeNotes>();
  for (const note of notes) {
    const { rule, path, message, repaired } = note;
    const diff = repaired === undefined ? [] : schemaDiff(repaired);
    const key = JSON.stringify([rule, path, message, diff]);
    const known = groups.get(key);
    if (known && note.about !== '') known.more += 1;
    else groups.set(key, { note, diff, more: 0 });
  }
  return [...groups.values()];
}

function tell({ output }: CommandRun, server: string, { note, diff, more }: AlikeNotes): void {
  const { level, about, path, message, fix, rule } = note;
  const place = [about, more === 0 ? '' : `and ${more} more`, path].filter(Boolean).join(' ');
  output.printMaskedStyled([`${server}  `, paints[level](signs[level]), ' ', bold(place), `  ${message}`]);
  output.printMaskedStyled([`      ${fix}  `, dim(`(${rule})`)]);
  for (const line of refusalWords(note)) output.printMaskedStyled([dim(`      ${line}`)]);
  for (const line of diff) {
    const paint = line.startsWith('+') ? green : line.startsWith('-') ? red : dim;
    output.printMaskedStyled([paint(`      ${line}`)]);
  }
}

/** In formats for machines and pull requests. */
function detailOf(note: OfferNote): { detail?: string } {
  const lines = [...refusalWords(note), ...(note.repaired === undefined ? [] : schemaDiff(note.repaired))];
  return lines.length === 0 ? {} : { detail: lines.join('\n') };
}

const isUnreached = ({ outcome }: Case): boolean => outcome === 'error';

/** Nothing is said of the definitions of servers that were not reached. */
function summary(findings: readonly Finding[], cases: readonly Case[]): string {
  const unreached = cases.filter(isUnreached).length;
  const reached = cases.length - unreached;
  const of = (wanted: Finding['level']) => findings.filter(({ level }) => level === wanted).length;
  const found = (['error', 'warning', 'note'] as const).map((level) => count(of(level), level));
  return [
    ...(reached > 0 ? [`${count(reached, 'server')}: ${found.join(', ')}.`] : []),
    ...(unreached > 0 ? [`${count(unreached, 'server')} not reached. Use misfire doctor to find out why.`] : []),
  ].join(' ');
}

function caseOf(server: string, notes: readonly OfferNote[]): Case {
  const errors = notes.filter(({ level }) => level === 'error');
  return {
    server,
    name: 'offers',
    outcome: errors.length > 0 ? 'failed' : 'passed',
    message: errors.length === 0 ? '' : `${errors.length} definitions that clients refuse`,
    // The same facts as in the other formats: JUnit has no place for warnings.
    detail: notes
      .map(({ level, rule, message, fix, ...subject }) => `${level} ${rule}: ${subjectOf(subject)}: ${message} ${fix}`)
      .join('\n'),
    ms: null,
  };
}

/** A sentence where the server could not be reached. */
async function offersOf(inspector: CommandInspector, config: ServerConfig): Promise<LintedOffers | string> {
  try {
    return await readOffers(inspector, await inspector.connect(config), config);
  } catch (problem) {
    if (problem instanceof Unreachable) return problem.message;
    throw problem;
  }
}

async function readOffers(inspector: CommandInspector, server: string, config: ServerConfig): Promise<LintedOffers> {
  const lists: ListAnswer[] = [];
  const list = (method: string, name: string) => readList(inspector, server, method, name, lists);
  const { transport } = config;
  const snapshot = await inspector.api.snapshot({});
  const view = snapshot.ok ? snapshot.value.servers.find(({ id }) => id === server) : undefined;
  const offers = await inspector.api.offers({ server, refresh: false });
  const offered = offers.ok ? offers.value : null;
  return {
    ...(view?.serverInfo ? { serverInfo: { ...view.serverInfo } } : {}),
    ...(offered?.instructions ? { instructions: offered.instructions } : {}),
    tools: await list('tools/list', 'tools'),
    ...(offered?.abilities.includes('resources') && {
      resources: await list('resources/list', 'resources'),
      resourceTemplates: await list('resources/templates/list', 'resourceTemplates'),
    }),
    ...(offered?.abilities.includes('prompts') && {
      prompts: await list('prompts/list', 'prompts'),
    }),
    lists,
    revision: view?.protocolVersion ?? null,
    calledAs: config.name,
    ...(transport.kind === 'http' && { card: { found: await findCard(transport.url), address: transport.url } }),
  };
}

/** As the server wrote it: what the window shows of a list has been made to fit. */
async function readList(
  inspector: CommandInspector,
  server: string,
  method: string,
  name: string,
  lists: ListAnswer[],
): Promise<Json[]> {
  const items: Json[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const params = cursor === undefined ? '{}' : JSON.stringify({ cursor });
    const answer = (await answerOf(inspector, await inspector.call(server, method, params))) as Json;
    const list = member(answer, name);
    if (page === 0 && isObject(answer)) lists.push({ method, result: answer });
    if (Array.isArray(list)) items.push(...list);
    const next = isObject(answer) ? answer.nextCursor : undefined;
    if (typeof next !== 'string' || next === cursor) break;
    cursor = next;
  }
  return items;
}
