// The words of "Fix until it works": attempts, the sources of values, and the next step. fix-loop.ts decides, electron/features/fix acts,
// windows, the terminal and agents print.

import type { ToolView } from '../../api/views.ts';
import type { Change, Failure, Owner, WrongWord } from '../../failure.ts';
import type { Json } from '../../json/json.ts';
import type { Launch } from '../../server/launch-words.ts';

/** Where a value comes from. Nothing is sent without one. */
const valueSources = ['schema', 'server', 'list', 'earlier', 'you'] as const;
export type ValueSource = (typeof valueSources)[number];

export interface FixChange extends Pick<Change, 'path' | 'was' | 'before' | 'after' | 'because'> {
  source: ValueSource;
}

/** The failed call or start itself, or one that the loop made. */
export interface FixAttempt {
  /** A start of the server; `params` has its command as JSON (Launch). */
  isStart: boolean;
  method: string;
  target: string | null;
  /** As sent, verbatim. */
  params: string;
  /** From the attempt before it. */
  changes: readonly FixChange[];
  passed: boolean;
  /** null: it succeeded, was canceled, or could not be decoded. */
  failure: Failure | null;
  /** The server reported progress, or something else it did for this call. */
  showedWork: boolean;
}

/** A value for the call that is sent next. */
export interface FixAnswer {
  path: string;
  value: Json;
  source: ValueSource;
}

/** Values that exist, best match first. */
interface ListedValues {
  tool: string;
  path: string;
  values: readonly Json[];
  /** `earlier`: the answer was in the log already. */
  source: 'list' | 'earlier';
}

export interface FixState {
  /** At least the failed call. */
  attempts: readonly FixAttempt[];
  /** Calls that the loop has sent, also those that a later choice replaced. */
  sent: number;
  /** Time spent on calls and on waits that the server asked for. Thinking does not count. */
  usedMs: number;
  /** For the last attempt. */
  answers: readonly FixAnswer[];
  listed: ListedValues | null;
  /** What the last attempt needs is done: its wait is over, its variables are set, or a person says so. It is made again unchanged. */
  isReady: boolean;
  /** What starts the server; null: Misfire does not start it. */
  launch: Launch | null;
  /** What exists under a name similar to the wrong word of the launch. */
  near: string | null;
  /** What the server offers now; empty: unknown. */
  tools: readonly ToolView[];
  confirmed: Confirmed | null;
  /** Values of successful calls of the same tool, by JSON Pointer. */
  examples: Readonly<Record<string, readonly Json[]>>;
}

/** What a person agreed to. */
export interface Confirmed {
  target: string;
  need: FixConfirm['need'];
  /** How many attempts there were. */
  after: number;
  /** Arguments that guard against effects, and that may change. */
  switches: readonly string[];
}

export interface FixOption {
  value: Json;
  because?: string;
}

export interface FixConfirm {
  kind: 'confirm';
  /** `type_name`: the person types the tool's name. */
  need: 'ask' | 'type_name';
  name: string;
  /** Each a sentence. */
  because: string[];
  switches: readonly string[];
}

export type StopReason =
  | 'same_failure'
  | 'no_evidence'
  | 'contradiction'
  | 'limit'
  | 'time'
  | 'rate_limit'
  | 'owner'
  | 'by_you'
  | 'not_sent';

/** Values to choose from. Never preselected. */
export interface FixChoose {
  kind: 'choose';
  path: string;
  /** Omitted: nothing was sent. */
  sent?: Json;
  options: FixOption[];
  source: 'schema' | 'server' | 'list' | 'earlier';
  /** The tool that listed them. */
  tool?: string;
}

/** A value that no evidence gives. */
export interface FixFill {
  kind: 'fill';
  path: string;
  sent?: Json;
  /** Type and limits; '' if nothing is known. */
  wants: string;
  /** Of the schema; empty: unknown. */
  types: readonly string[];
  /** The server's message about it; '' if there is none. */
  says: string;
  suggestions: FixOption[];
  /** Values that occurred in calls that succeeded. */
  examples: readonly Json[];
}

/** A word of the server's command that names what does not exist. Only a person corrects it, never an agent. */
export interface FixWord {
  kind: 'word';
  /** Of the launch. */
  path: string;
  sent: string;
  wrong: WrongWord['kind'];
  /** What exists under a similar name. */
  suggestions: FixOption[];
}

export type FixStep =
  | { kind: 'send'; params: string; changes: FixChange[] }
  | { kind: 'start'; changes: FixChange[] }
  | { kind: 'wait'; ms: number; source: string }
  | FixChoose
  | FixFill
  | { kind: 'pick'; path: string; sent: string; tool: string; because: string }
  | FixConfirm
  | { kind: 'set'; variables: string[] }
  | FixWord
  /** Something that Misfire cannot do, before the server can start. */
  | { kind: 'act'; says: string[] }
  | { kind: 'done' }
  | { kind: 'stopped'; reason: StopReason; words: string; left: string[]; owner: Owner };

/** Steps at which a person decides. */
export type FixAsk = Extract<FixStep, { kind: 'choose' | 'fill' | 'pick' | 'confirm' | 'set' | 'word' | 'act' }>;

export const mostFixAttempts = 8;
export const mostMs = 60_000;
