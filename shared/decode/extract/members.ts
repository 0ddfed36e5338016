// All that the name of a member tells, in one place: reading an object asks once a name, not once a question.

import type { CompiledMark, Lexicon } from '../../dialects/compile.ts';
import type { FieldRole } from '../../dialects/schema.ts';
import { tellingNames } from './shapes.ts';

export interface Member {
  /** What it holds; null where nobody knows. */
  role: FieldRole | null;
  /** Which shapes an object with it may have (shapes.ts). */
  bits: number;
  /** Marks of dialects that are looked for where it is. */
  marks: readonly CompiledMark[] | null;
}

const known = new WeakMap<Lexicon, ReadonlyMap<string, Member>>();

export function membersOf(lexicon: Lexicon): ReadonlyMap<string, Member> {
  const ready = known.get(lexicon);
  if (ready !== undefined) return ready;
  const { fields, marksByMember } = lexicon;
  const members = new Map<string, Member>();
  for (const name of [...fields.keys(), ...tellingNames.keys(), ...marksByMember.keys()]) {
    members.set(name, {
      role: fields.get(name) ?? null,
      bits: tellingNames.get(name) ?? 0,
      marks: marksByMember.get(name) ?? null,
    });
  }
  known.set(lexicon, members);
  return members;
}
