// Failures of several servers side by side: implements the API for comparisons. Chooses their source, a probe run or the log;
// shared/features/compare/ computes the differences.

import { colorOfName, type PastParties } from '../../../shared/api/past-servers.ts';
import type { ServerView } from '../../../shared/api/views.ts';
import type { Ask } from '../../../shared/contract/api.ts';
import { done, refused } from '../../../shared/contract/api.ts';
import type { CompareSource, Comparison } from '../../../shared/features/compare/compared.ts';
import { compare, type ServerFace } from '../../../shared/features/compare/comparison.ts';
import { comparisonPage } from '../../../shared/features/compare/comparison-page.ts';
import type { Observation } from '../../../shared/features/compare/probing.ts';
import { writeReport } from '../../../shared/features/compare/report.ts';
import { type DiffedFailure, diffShapes } from '../../../shared/features/compare/shape.ts';
import type { Json } from '../../../shared/json/json.ts';
import { jsonText } from '../../../shared/json/json-text.ts';
import { maskAlong } from '../../../shared/mask/mask-detail.ts';
import { Masker } from '../../../shared/mask/masker.ts';
import type { OwnProvocation } from '../../../shared/server/own-provocation.ts';
import type { Connection, Connections } from '../../inspector/connections/connections.ts';
import { appVersion } from '../../inspector/paths/app-paths.ts';
import { reportViewer } from '../../inspector/paths/report-viewer.ts';
import type { Logs } from '../../inspector/recordings/recordings.ts';
import { readAnswered } from './answered.ts';
import { ownProvocations } from './own-provocations.ts';
import type { ProbeResult } from './probe-run.ts';
import { noProbe } from './probe-service.ts';
import { writeProvenRule } from './proven-rule.ts';
import { recordedFailures } from './recorded-failures.ts';

interface ComparisonsOptions {
  logs: Logs;
  connections: Connections;
  dialectOf: (server: string) => ServerView['dialect'];
  /** The servers of an opened recording; null: the live one is shown. */
  past: () => PastParties | null;
  results: (probe: string) => ProbeResult[] | null;
}

export class Comparisons {
  readonly #options: ComparisonsOptions;

  constructor(options: ComparisonsOptions) {
    this.#options = options;
  }

  readonly compareServers: Ask<'compareServers'> = async ({ source }) => {
    const comparison = this.#compare(source);
    return comparison ? done(comparison) : noProbe();
  };

  readonly compareReport: Ask<'compareReport'> = async ({ source, format }) => {
    const gathered = this.#gather(source, false);
    if (!gathered) return noProbe();
    const comparison = compare(source.kind, gathered.faces, gathered.observations);
    // A file leaves this machine, so secrets that servers repeated are removed. They are searched in the complete responses, because a
    // comparison cuts them.
    const masker = new Masker();
    const masked = maskAlong(masker, saidIn(gathered.observations), comparison);
    if (format !== 'html') return done(writeReport(masked, format));
    const page = { viewer: reportViewer(), version: appVersion(), madeAt: Date.now(), masked: masker.summary() };
    return done(comparisonPage(masked, page));
  };

  readonly diffShapes: Ask<'diffShapes'> = async ({ left, right }) => {
    const [a, b] = [this.#diffed(left), this.#diffed(right)];
    if (!a || !b) return refused('not_found', 'One of these rows holds no failure to compare.');
    return done(diffShapes(a, b));
  };

  readonly ruleCode: Ask<'ruleCode'> = async ({ source, class: meaning, language }) => {
    const gathered = this.#gather(source, true);
    return gathered ? done(writeProvenRule(gathered, meaning, language)) : noProbe();
  };

  #compare(source: CompareSource): Comparison | null {
    const gathered = this.#gather(source, false);
    return gathered && compare(source.kind, gathered.faces, gathered.observations);
  }

  /** `all`: every recorded failure instead of the newest of each kind. */
  #gather(source: CompareSource, all: boolean): { faces: ServerFace[]; observations: Observation[] } | null {
    if (source.kind === 'probe') {
      const results = this.#options.results(source.probe);
      if (!results) return null;
      return {
        faces: results.map(({ connection, revision, problem }) => this.#face(connection, revision, problem)),
        observations: results.flatMap(({ observations }) => observations),
      };
    }
    const recorded = this.#recorded();
    const chosen = recorded.filter(({ face }) => source.servers.includes(face.id));
    // Servers that were chosen in another recording choose none here.
    const compared = chosen.length > 0 ? chosen : recorded;
    const log = this.#options.logs.shown;
    return {
      faces: compared.map(({ face }) => face),
      observations: compared.flatMap(({ face, documented }) => recordedFailures(log, face.id, documented, all)),
    };
  }

  /** The servers of the shown recording, with the failures that they document. */
  #recorded(): { face: ServerFace; documented: OwnProvocation[] }[] {
    const connections = this.#options.connections.list();
    const past = this.#options.past();
    if (past)
      return past.servers.map(({ id, name, look }) => {
        const colour = look?.color ?? colorOfName(id);
        return { face: { id, name, colour, dialect: null, revision: null, problem: '' }, documented: [] };
      });
    return connections.map((connection) => ({
      face: this.#face(connection, connection.session?.protocolVersion ?? null, ''),
      documented: ownProvocations(connection),
    }));
  }

  #face({ id, config, colour }: Connection, revision: string | null, problem: string): ServerFace {
    return { id, name: config.name, colour, dialect: this.#options.dialectOf(id)?.name ?? null, revision, problem };
  }

  #diffed(id: number): DiffedFailure | null {
    const log = this.#options.logs.logOf(id);
    const { store } = log;
    const row = store.row(id);
    const failure = row && log.failureOf(row);
    if (!row || !failure) return null;
    const side = { row: id, server: row.server, headline: row.headline };
    return { side, failure, answered: readAnswered(store, [id]) };
  }
}

/** The complete response, and each field name in it: a report lists field names. */
function saidIn(observations: readonly Observation[]): string[] {
  return observations.flatMap(({ answered: { message, body } }) => [
    ...(message === null ? [] : [jsonText(message), ...namesIn(message)]),
    ...(body === null ? [] : [body]),
  ]);
}

function namesIn(value: Json): string[] {
  const names = new Set<string>();
  const left = [value];
  for (let next = left.pop(); next !== undefined && names.size < 10_000; next = left.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    for (const [name, part] of Object.entries(next)) {
      if (!Array.isArray(next)) names.add(name);
      left.push(part);
    }
  }
  return [...names];
}
