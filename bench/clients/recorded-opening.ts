// The opening of a client as a server recorded it, beside the one in the client's file.

import type { ClientOpening, OpeningStep } from '../../shared/clients/client.ts';
import type { JsonObject } from '../../shared/json/json.ts';
import { jsonText } from '../../shared/json/json-text.ts';
import type { WireEntry } from './measure-client.ts';

type Spoken = Pick<ClientOpening, 'probe' | 'steps'>;

/** What the client sends until its first call, to a server of one era that answers everything. */
export function expectedSteps({ probe, steps }: Spoken, era: 'legacy' | 'modern'): OpeningStep[] {
  if (era === 'legacy') return [...(probe ? [[probe.message]] : []), ...steps];
  return probe ? [[probe.message], ...probe.steps] : steps.slice(0, 1);
}

/** Requests that were sent before an answer to the one before are one step. Only of the first process. */
export function recordedSteps(wire: readonly WireEntry[]): JsonObject[][] {
  const steps: JsonObject[][] = [];
  let isAnswered = true;
  for (const { from, line = '', pid } of wire) {
    if (from === undefined || pid !== wire[0]?.pid) continue;
    if (from === 'server') {
      isAnswered = true;
      continue;
    }
    const message = JSON.parse(line) as JsonObject;
    if (message.method === 'tools/call') break;
    if (isAnswered) steps.push([]);
    isAnswered = false;
    steps.at(-1)?.push(message);
  }
  return steps;
}

/** `null` if the client still opens like this. A new version of the client is no difference. */
export function openingDifference(
  opening: Spoken,
  era: 'legacy' | 'modern',
  wire: readonly WireEntry[],
): string | null {
  const [expected, recorded] = [expectedSteps(opening, era).map(comparable), recordedSteps(wire).map(comparable)];
  const at = recorded.findIndex((step, index) => step !== expected[index]);
  if (at === -1 && recorded.length === expected.length) return null;
  const index = at === -1 ? recorded.length : at;
  return `step ${index + 1} to a ${era} server: the file has ${expected[index] ?? 'none'}, recorded ${recorded[index] ?? 'none'}`;
}

const comparable = (step: OpeningStep): string => {
  const text = JSON.stringify(step, (key, value) => (/clientInfo$/.test(key) ? { ...value, version: '…' } : value));
  return jsonText(JSON.parse(text), true);
};
