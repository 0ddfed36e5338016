// The shapes of a report card and the names of its rules. Owns them for the judge, the rules and everything that prints a card.

import type { ModelCall, ModelCalls } from './model-calls.ts';
import type { RecordedRun, RowRef } from './recorded-run.ts';

export const ruleIds = [
  'waits-as-asked',
  'no-unsafe-repeat',
  'stops-when-told',
  'fixes-before-retry',
  'waits-grow',
  'new-session',
  'signs-in-again',
  'refreshes-lists',
  'keeps-other-calls',
  'cancels-on-timeout',
  'tells-its-model',
  'notices-silent-failure',
  'checks-schema',
  'tells-the-person',
] as const;
export type RuleId = (typeof ruleIds)[number];

export const ruleTitles: Record<RuleId, string> = {
  'waits-as-asked': 'Waits as long as asked',
  'no-unsafe-repeat': 'Never repeats an unsafe call',
  'stops-when-told': 'Stops when told not to retry',
  'fixes-before-retry': 'Fixes the request before it retries',
  'waits-grow': 'Lets waits grow when none is given',
  'new-session': 'Starts a new session when it is lost',
  'signs-in-again': 'Signs in again when asked',
  'refreshes-lists': 'Refreshes a list that changed',
  'keeps-other-calls': 'Keeps other calls going',
  'cancels-on-timeout': 'Cancels on timeout',
  'tells-its-model': 'Tells its model that it failed',
  'notices-silent-failure': 'Notices a failure reported as success',
  'checks-schema': 'Checks an answer against its schema',
  'tells-the-person': 'Tells the person what failed',
};

export const letters = ['A', 'B+', 'B', 'C+', 'C', 'D', 'F'] as const;
export type Letter = (typeof letters)[number];

export interface Grade {
  letter: Letter;
  points: number;
  of: number;
  /** Rounded down, so that it never reads as the next letter. */
  percent: number;
  /** The rule that keeps the letter at D. */
  cappedBy?: RuleId;
}

export type RuleVerdict = 'pass' | 'partly' | 'fail' | 'not seen';

/** What a rule found, before its title and weight are added. */
export interface RuleFinding {
  /** What the client was told. */
  told: string;
  /** What it did, or why that was not seen. */
  did: string;
  verdict: RuleVerdict;
  rows: RowRef[];
}

export interface RuleResult extends RuleFinding {
  rule: RuleId;
  title: string;
  weight: 1 | 2;
}

export interface ReportCard {
  client: { name: string; version: string | null } | null;
  /** The plan of the rehearsal; '' for a recording without one. */
  plan: string;
  servers: string[];
  /** How many exchanges were touched on purpose. */
  injected: number;
  /** Whether repeats can be told apart: those of the client and those that its model asked for. */
  asker: 'client' | 'client or its model';
  rules: RuleResult[];
  grade: Grade | null;
  whyNoGrade?: string;
  /** Steps of the plan that touched no call, each with the reason. */
  missed?: string[];
}

export interface CardInput {
  run: RecordedRun;
  /** What the model asked for and got, where that is known: a transcript, or the script of a scripted model. */
  model?: readonly ModelCall[];
  /** What the client showed to the person, as text. */
  shown?: string;
  /** Steps of the plan that touched no call, each with the reason. */
  missed?: readonly string[];
}

/** What every rule reads. */
export interface CardEvidence {
  run: RecordedRun;
  model: ModelCalls;
  shown: string | null;
}

export type CardRule = (evidence: CardEvidence) => RuleFinding;
