// One cell of the matrix in few words: the carrier of the failure, its name, and whether a client may retry.

import { clip } from '../../exchange/clip.ts';
import type { Carrier, Failure } from '../../failure.ts';
import { ownerLine } from '../../findings/finding-words.ts';
import { verdictInShort } from '../../retry/verdict-words.ts';
import { cellModels } from './cell-models.ts';
import { clientObstacles, silentObstacle } from './client-obstacles.ts';
import type { ComparedCell } from './compared.ts';
import { judgeConformance, otherReason } from './conformance.ts';
import { meaningOf } from './meaning.ts';
import type { Observation } from './probing.ts';
import { retryUnitOf } from './retry-unit.ts';

export function cellOf(observation: Observation): ComparedCell {
  const { server, state, row, failure, provocation, why } = observation;
  const conformance = judgeConformance(provocation.expects, observation);
  const base: ComparedCell = {
    server,
    state,
    row,
    carrier: null,
    where: stateWords[state],
    code: null,
    called: '',
    sentence: '',
    owner: '',
    class: null,
    meaning: null,
    verdict: null,
    retry: '',
    unit: null,
    conformance,
    why,
    models: null,
    // Silence may be what was asked for.
    obstacles: state === 'silent' && conformance.verdict !== 'kept' ? [silentObstacle] : [],
  };
  if (state !== 'failed' || failure === null) return base;
  const { answered } = observation;
  const models = cellModels(observation);
  return {
    ...base,
    why: (provocation.expects === null ? null : otherReason(failure)) ?? why,
    carrier: failure.carrier,
    where: whereWords(failure, answered.status),
    code: failure.code === null || failure.carrier === 'http' ? null : clip(String(failure.code), 60),
    called: calledWords(failure),
    sentence: failure.sentence,
    owner: ownerLine(failure),
    class: failure.class,
    meaning: meaningOf(provocation, failure.class),
    verdict: failure.retry.verdict,
    retry: verdictInShort(failure.retry, failure.class),
    unit: retryUnitOf(failure, answered),
    models,
    obstacles: clientObstacles(failure, models),
  };
}

export const cellNotSeen = (server: string, why: string): ComparedCell => ({
  server,
  state: 'not_seen',
  row: null,
  carrier: null,
  where: 'not seen',
  code: null,
  called: '',
  sentence: '',
  owner: '',
  class: null,
  meaning: null,
  verdict: null,
  retry: '',
  unit: null,
  conformance: { verdict: 'open', sentence: '' },
  why,
  models: null,
  obstacles: [],
});

const stateWords: Record<Observation['state'], string> = {
  failed: 'failed',
  passed: 'accepted',
  silent: 'silent',
  left_out: 'left out',
};

export const carrierWords: Record<Carrier, string> = {
  'jsonrpc.error': 'error',
  'result.isError': 'isError',
  'result.error': 'result.error',
  structuredContent: 'structuredContent',
  'content.text': 'text',
  http: 'HTTP',
  process: 'process',
  timeout: 'no answer',
  task: 'task',
};

function whereWords({ carrier, code }: Failure, status: number | null): string {
  if (carrier === 'http') return status === null ? 'HTTP' : `HTTP ${status}`;
  if (carrier === 'process') return typeof code === 'number' ? `exit ${code}` : 'process';
  return carrierWords[carrier];
}

function calledWords({ codeName, short, code }: Failure): string {
  return codeName !== null && codeName !== String(code) ? clip(codeName, 80) : short;
}

/** Whether the same call may succeed later; null if unknown. */
export function mayRepeat(verdict: ComparedCell['verdict']): boolean | null {
  if (verdict === null || verdict === 'unknown') return null;
  return verdict === 'wait' || verdict === 'backoff';
}
