// How the definitions of a server changed since an earlier recording, as a card lists it: what breaks callers first, then what models read.

import { isObject, type Json, type JsonObject } from '../../json/json.ts';
import { capital } from '../../text/capital.ts';
import { type Definition, type DefinitionChange, definitionChanges, definitionsOf } from './definitions.ts';
import type { LintedOffers } from './lint-offers.ts';
import { schemaDiff, textDiff } from './schema-diff.ts';

export type RecordedOffers = Pick<
  LintedOffers,
  'tools' | 'prompts' | 'resources' | 'resourceTemplates' | 'instructions'
>;

export interface ShownChange extends Pick<DefinitionChange, 'kind' | 'isBreaking' | 'words'> {
  /** Models read the text as an instruction. */
  mayInject: boolean;
  /** Lines of a diff; [] if the words say all, or an earlier change of the same schema has them. */
  diff: string[];
}

export interface DefinitionHistory {
  /** When the earlier definitions were read. */
  since: number;
  /** The name of their recording; null: the one that is shown. */
  recording: string | null;
  /** All of them; the first ones are in `changes`. */
  count: number;
  changes: ShownChange[];
}

const mostChanges = 100;
const kinds = ['tools', 'prompts', 'resources', 'resourceTemplates'] as const;

/** A list that only one of both has was not asked for in the other one: nothing is known of it. */
function offersInBoth(offers: RecordedOffers, other: RecordedOffers): RecordedOffers {
  const shared = kinds.filter((kind) => offers[kind] !== undefined && other[kind] !== undefined);
  return {
    ...Object.fromEntries(shared.map((kind) => [kind, offers[kind]])),
    ...(offers.instructions === undefined || other.instructions === undefined
      ? {}
      : { instructions: offers.instructions }),
  };
}

export function changesSince(
  before: RecordedOffers,
  now: RecordedOffers,
): Pick<DefinitionHistory, 'count' | 'changes'> {
  const [was, is] = [definitionsOf(offersInBoth(before, now)), definitionsOf(offersInBoth(now, before))];
  const all = definitionChanges(was, is).sort((one, other) => rankOf(one) - rankOf(other));
  const shown = new Set<string>();
  const changes = all.slice(0, mostChanges).map((change): ShownChange => {
    const { kind, isBreaking } = change;
    const words = `${capital(change.words)}.`;
    return { kind, isBreaking, words, mayInject: kind === 'description', diff: diffOf(change, was, is, shown) };
  });
  return { count: all.length, changes };
}

const rankOf = ({ isBreaking, kind }: DefinitionChange): number => (isBreaking ? 0 : kind === 'description' ? 1 : 2);

function diffOf(
  { about, path, before, after }: DefinitionChange,
  was: readonly Definition[],
  is: readonly Definition[],
  shown: Set<string>,
): string[] {
  if (before !== undefined && after !== undefined) return textDiff(before, after);
  const [, name = ''] = path.split('/');
  const key = `${about}\n${name}`;
  if ((name !== 'inputSchema' && name !== 'outputSchema') || shown.has(key)) return [];
  shown.add(key);
  const schemaIn = (definitions: readonly Definition[]): Json =>
    definitions.find((one) => `${one.kind} ${one.name}` === about)?.definition[name] ?? null;
  const [old, fresh] = [schemaIn(was), schemaIn(is)];
  return isObject(old) && isObject(fresh) ? schemaDiff({ before: old, after: fresh as JsonObject }) : [];
}
