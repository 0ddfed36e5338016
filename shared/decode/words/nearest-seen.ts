// The name that a missing one probably misspells: the nearest in earlier responses. Only a name that was seen is proposed.

import type { SeenName } from '../../account/account.ts';
import { member } from '../../json/json.ts';
import { surelyMeant } from '../../text/nearest-word.ts';
import type { CallFacts } from '../reading/reading.ts';
import { argumentMeant } from './argument-meant.ts';
import { placeNotFound } from './place-not-found.ts';

/** null: none is near, or the requested name itself was seen. */
export function nearestSeen(call: CallFacts, message: string): SeenName | null {
  const { seenNames } = call;
  if (seenNames === undefined) return null;
  const wanted = wantedIn(call, message);
  if (wanted === null || seenNames.some(({ name }) => name === wanted)) return null;
  // A line of JSON is no name.
  const newest = seenNames.filter(({ name }) => !/["{}]/.test(name)).toReversed();
  const last = lastPart(wanted);
  // The same name in another folder.
  const moved = newest.filter(({ name }) => name.includes('/') && lastPart(name) === last);
  if (moved.length > 0) return moved.length === 1 && wanted.includes('/') ? (moved[0] ?? null) : null;
  const near = surelyMeant(last, [...new Set(newest.map(({ name }) => lastPart(name)))]);
  return near === null ? null : (newest.find(({ name }) => lastPart(name) === near) ?? null);
}

function wantedIn(call: CallFacts, message: string): string | null {
  const { method, params } = call;
  const given =
    method === 'resources/read'
      ? member(params, 'uri')
      : method === 'prompts/get'
        ? member(params, 'name')
        : (placeNotFound(call, message)?.value ?? argumentMeant(call, message)?.value);
  return typeof given === 'string' && given.length > 1 ? given : null;
}

/** The last part of a path or URL, where most typing errors are. */
function lastPart(name: string): string {
  const parts = name.split(/[/\\]/);
  return parts.findLast((part) => part !== '') ?? name;
}
