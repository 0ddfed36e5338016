// Compares the opening of a client with the one in its file, and its tables of `misfire doctor --clients` with what it does.

import type { ClientOpening } from '../../shared/clients/client.ts';
import { type ClientId, clientOfId } from '../../shared/clients/clients.ts';
import { environmentFor } from '../../shared/features/doctor/client-environment.ts';
import { openings, type Question, questions } from './manners.ts';
import { type Measurement, measure } from './measure-client.ts';
import { predictedVerdict, verdictDifference } from './predicted-verdict.ts';
import type { RealClient } from './real-client.ts';
import { openingDifference } from './recorded-opening.ts';

type Place = Parameters<typeof measure>[1];

/** Prints each difference, and returns their number. `only`: ids of questions; omitted: the openings alone, which take a few seconds. */
export async function checkOpenings(
  id: ClientId,
  client: RealClient,
  place: Place,
  only: readonly string[] | 'all' | undefined,
): Promise<number> {
  const opening = clientOfId(id)?.opening;
  if (opening === undefined) return 0;
  const isWanted = (question: Question) => only === 'all' || (only?.includes(question.id) ?? false);
  const differences: string[] = [];
  let count = 0;
  for (const question of only === undefined || only === 'all' ? openings : openings.filter(isWanted)) {
    const { wire } = await measure(client, place, question);
    const difference = openingDifference(opening, question.id, wire);
    count += 1;
    if (difference !== null) differences.push(difference);
  }
  for (const question of questions.filter(isWanted)) {
    const found = await measure(client, place, question);
    const verdict = await predictedVerdict(id, question.manner);
    const difference =
      verdictDifference(verdict, opening.tools, question.manner.tools ?? [{ name: 'ok' }], found) ??
      environmentDifference(opening, question, found);
    count += 1;
    if (difference !== null) differences.push(`${question.id}: ${difference}`);
  }
  for (const difference of differences) console.log(`  ${difference}`);
  console.log(`  opening: ${count - differences.length} of ${count} as in its file`);
  return differences.length;
}

function environmentDifference(opening: ClientOpening, { env }: Question, { wire }: Measurement): string | null {
  const passed = wire.find(({ event }) => event === 'start')?.env;
  if (env === undefined || passed === undefined) return null;
  const expected = environmentFor(opening, env);
  const wrong = Object.keys(env).filter((name) => name in expected !== name in passed);
  return wrong.length === 0 ? null : `passed on otherwise: ${wrong.join(', ')}`;
}
