// The error contract of a server: saved from a run, and compared with later runs. Implements the API for it.

import type { Ask } from '../../../shared/contract/api.ts';
import { done, refused } from '../../../shared/contract/api.ts';
import { baselineOf, compareBaselines, contractWords } from '../../../shared/features/compare/baseline.ts';
import { BaselineFiles } from './baseline-files.ts';
import type { ProbeResult } from './probe-run.ts';
import { noProbe } from './probe-service.ts';

export class Contracts {
  readonly #baselines: BaselineFiles;
  readonly #results: (probe: string) => ProbeResult[] | null;

  constructor(dataDir: string, results: (probe: string) => ProbeResult[] | null) {
    this.#baselines = new BaselineFiles(dataDir);
    this.#results = results;
  }

  readonly saveBaseline: Ask<'saveBaseline'> = async ({ probe, server }) => {
    const result = this.#result(probe, server);
    if (!result) return noProbe();
    const { baseline, name } = result;
    try {
      this.#baselines.save(server, baseline);
    } catch (error) {
      return refused('refused', `The baseline could not be saved: ${(error as Error).message}.`);
    }
    return done({ words: `The error contract of ${name} is saved. Later runs are compared with it.` });
  };

  readonly compareBaseline: Ask<'compareBaseline'> = async ({ probe, server }) => {
    const result = this.#result(probe, server);
    if (!result) return noProbe();
    const saved = this.#baselines.load(server);
    if (!saved) return done({ savedAt: null, changes: [], words: `No baseline is saved for ${result.name} yet.` });
    // A server may have been renamed since.
    const named = { ...saved.baseline, servers: saved.baseline.servers.map((it) => ({ ...it, name: result.name })) };
    const changes = compareBaselines(named, result.baseline);
    return done({ savedAt: saved.savedAt, changes, words: contractWords(changes) });
  };

  readonly probeBaseline: Ask<'probeBaseline'> = async ({ probe }) => {
    const results = this.#results(probe);
    if (!results) return noProbe();
    const servers = results.map(({ connection, revision, observations }) => ({
      name: connection.config.name,
      revision,
      observations,
    }));
    return done({ baseline: baselineOf(servers) });
  };

  #result(probe: string, server: string) {
    const result = this.#results(probe)?.find(({ connection }) => connection.id === server);
    if (!result) return null;
    const { name } = result.connection.config;
    return { name, baseline: baselineOf([{ name, revision: result.revision, observations: result.observations }]) };
  }
}
