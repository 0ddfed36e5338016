// Failures of several servers side by side: answers what the api asks about comparing them.
// Where they come from, a run of provocations or the log, is decided here; how they differ is shared/compare/'s.

import { done, refused } from '../../../shared/api.ts';
import type { CompareSource, Comparison } from '../../../shared/compare/compared.ts';
import { compare, type ServerFace } from '../../../shared/compare/comparison.ts';
import type { Observation } from '../../../shared/compare/probing.ts';
import { writeReport } from '../../../shared/compare/report.ts';
import { type DiffedFailure, diffShapes } from '../../../shared/compare/shape.ts';
import { maskAlong } from '../../../shared/mask/mask-detail.ts';
import { Masker } from '../../../shared/mask/masker.ts';
import type { ServerView } from '../../../shared/views.ts';
import type { Ask } from '../answering.ts';
import type { Connection, Connections } from '../connections.ts';
import type { Logs } from '../sessions/sessions.ts';
import { readAnswered } from './answered.ts';
import type { ProbeResult } from './probe-run.ts';
import { noProbe } from './probe-service.ts';
import { writeProvenRule } from './proven-rule.ts';
import { recordedFailures } from './recorded-failures.ts';

export interface ComparisonsOptions {
  logs: Logs;
  connections: Connections;
  dialectOf: (server: string) => ServerView['dialect'];
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
    const comparison = this.#compare(source);
    // A file leaves this machine: what servers repeated of what is secret does not.
    return comparison ? done(writeReport(maskAlong(new Masker(), [], comparison), format)) : noProbe();
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

  /** `all`: every recorded failure rather than the newest of each kind. */
  #gather(source: CompareSource, all: boolean): { faces: ServerFace[]; observations: Observation[] } | null {
    if (source.kind === 'probe') {
      const results = this.#options.results(source.probe);
      if (!results) return null;
      return {
        faces: results.map(({ connection, revision, problem }) => this.#face(connection, revision, problem)),
        observations: results.flatMap(({ observations }) => observations),
      };
    }
    const connections = this.#options.connections
      .list()
      .filter(({ id }) => source.servers.length === 0 || source.servers.includes(id));
    return {
      faces: connections.map((connection) => this.#face(connection, connection.session?.protocolVersion ?? null, '')),
      observations: connections.flatMap((connection) => recordedFailures(this.#options.logs.shown, connection, all)),
    };
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
