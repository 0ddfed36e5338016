// The types of a comparison: cells, clashes, members, and the rule that recognizes a class. Windows, the inspector and the
// command line share them. comparison.ts and shape.ts make them.

import type { Carrier, FailureClass, Verdict } from '../../failure.ts';
import type { CellModels } from './cell-models.ts';
import type { Expectation, Observation } from './probing.ts';

export interface RetryUnit {
  /** The member or header that carries the wait: `retry_after_ms`. */
  field: string;
  unit: 'seconds' | 'milliseconds';
  value: string;
}

export interface ComparedCell {
  server: string;
  state: Observation['state'] | 'not_seen';
  row: number | null;
  carrier: Carrier | null;
  /** The carrier as a cell shows it: `error`, `isError`, `HTTP 401`, `silent`. */
  where: string;
  /** The server's own code; null if it has none. */
  code: string | null;
  /** The name of the code, otherwise the short finding. */
  called: string;
  /** The finding as on the card; '' if nothing failed. */
  sentence: string;
  /** `Fix in the request, likely`; '' if nothing failed. */
  owner: string;
  class: FailureClass | null;
  /** The class that counts for this mistake. Rows agree or disagree by it. */
  meaning: FailureClass | null;
  verdict: Verdict | null;
  /** Whether a client may retry, in a few words: `fix request`, `after 30 s`, `never`. */
  retry: string;
  unit: RetryUnit | null;
  conformance: {
    verdict: 'kept' | 'broken' | 'open';
    sentence: string;
    /** Of the broken rule, in the revision of this server: `2025-11-25, Tools, Error Handling`. */
    place?: string;
  };
  /** One sentence for cells without a failure. */
  why: string;
  /** What the models of clients get from it; null if it is not an answer to a tool call. */
  models: CellModels | null;
  /** Why a good client could not handle it, one sentence each. */
  obstacles: string[];
}

const rowVerdicts = ['agree', 'shapes', 'codes', 'units', 'meanings', 'one', 'none'] as const;
export interface ComparedRow {
  id: string;
  name: string;
  kind: 'standard' | 'own' | 'class';
  expects: Expectation | null;
  cells: ComparedCell[];
  /** `shapes`: one meaning in several shapes. `codes`: a code means something else on another server. `one`: a single failure. */
  verdict: { kind: (typeof rowVerdicts)[number]; words: string; more: string };
}

export interface Clash {
  kind: 'code' | 'unit' | 'carrier' | 'meaning';
  /** What clashes: `-32001`, `retry_after`. */
  about: string;
  words: string;
  servers: string[];
}

export interface MemberUse {
  /** `error.data.retry_after`; list elements are written `[]`, JSON inside a text after `›`. */
  path: string;
  /** In the order of the compared servers. */
  use: ('always' | 'sometimes' | 'never')[];
}

export const criteria = ['code', 'class', 'retry', 'fields', 'docs', 'discreet'] as const;
export type Criterion = (typeof criteria)[number];

export interface ComparedServer {
  id: string;
  name: string;
  colour: number;
  /** How it reports failures, in a few words: its dialect, otherwise its usual carrier. */
  style: string;
  revision: string | null;
  failures: number;
  /** How many of a client author's needs its failures meet: `met` of `of`. */
  tally: { criterion: Criterion; met: number; of: number }[];
  clear: number;
  clearOf: number;
  kept: number;
  broken: number;
  /** Why it could not be tested; '' if it could. */
  problem: string;
}

export interface Comparison {
  source: 'probe' | 'traffic';
  servers: ComparedServer[];
  rows: ComparedRow[];
  clashes: Clash[];
  members: MemberUse[];
  /** Members beyond the limit that are not listed. */
  moreMembers: number;
  /** Classes that a rule can be written for, most servers first. */
  classes: { class: FailureClass; servers: number; failures: number }[];
  /** One sentence about the whole comparison. */
  words: string;
}

export type CompareSource =
  | { kind: 'probe'; probe: string }
  /** The recorded failures of these servers; all servers if empty. */
  | { kind: 'traffic'; servers: string[] };

export interface ShapeSide {
  row: number;
  server: string;
  headline: string;
}

export interface ShapeDiff {
  left: ShapeSide;
  right: ShapeSide;
  /** Class, code, carrier, retry, …: the meaning of the failures, side by side. */
  facts: { name: string; left: string; right: string; same: boolean }[];
  /** Members of the answers with their types; null if missing. */
  members: { path: string; left: string | null; right: string | null; same: boolean }[];
  /** `Same meaning, other shape.` */
  words: string;
}

export const ruleLanguages = ['typescript', 'python'] as const;
export type RuleLanguage = (typeof ruleLanguages)[number];

export interface RuleCode {
  language: RuleLanguage;
  class: FailureClass;
  /** '' if there is none; `problem` then has the reason. */
  code: string;
  /** The number of answers that the rule was tested on, and how many of them are of the class. */
  checked: number;
  matched: number;
  /** The wrong ones: `Closient, Rate limited`. */
  wrong: string[];
  problem: string;
}
