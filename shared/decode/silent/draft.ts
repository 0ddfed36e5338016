// A failure without an error to read: the fields written by hand, and the complete failure built from them.

import type { Account } from '../../account/account.ts';
import type { Certainty, Evidence, FailureClass, Fault, Origin, Quote, Severity, Verdict } from '../../failure.ts';
import type { Json } from '../../json/json.ts';
import { classDefaults } from '../facts/classes.ts';
import type { Located } from '../facts/located.ts';
import type { Judged, Phrase } from '../finding/clues.ts';
import { inOneMark } from '../words/reason-words.ts';

export interface Draft {
  class: FailureClass;
  title: string;
  explanation: string;
  message?: string;
  code?: number | string | null;
  codeName?: string | null;
  fault?: Fault;
  /** Its producer, if that differs from its transport. */
  origin?: Origin;
  verdict?: Verdict;
  severity?: Severity;
  remedy: string[];
  evidence: Evidence[];
  /** The finding's wording; default: that of its class. */
  phrase?: Phrase;
  quote?: Quote | null;
  /** Environment variables that the server asks for. */
  variables?: readonly string[];
  /** Default: an observed fact. */
  certainty?: Certainty;
}

export function finish(draft: Draft, account: Account, located: Located): Judged {
  const defaults = classDefaults[draft.class];
  const verdict = draft.verdict ?? defaults.verdict;
  const schema = located.oddities.includes('schema-mismatch');
  const none: Json = null;
  const judgment = {
    layer: located.layer,
    carrier: located.carrier,
    origin: draft.origin ?? located.origin,
    class: draft.class,
    fault: draft.fault ?? defaults.fault,
    code: draft.code ?? none,
    codeName: draft.codeName ?? none,
    category: none,
    severity: draft.severity ?? defaults.severity,
    flagged: located.flagged,
    title: draft.title,
    explanation: inOneMark(draft.explanation),
    message: draft.message ?? '',
    retry: { verdict, afterMs: null, maxAttempts: null, backoff: null, jitter: null, source: 'default', sources: {} },
    remedy: draft.remedy,
    issues: schema ? [...(account.schemaIssues ?? [])] : [],
    problem: null,
    dialect: { id: located.carrier === 'http' ? 'http' : 'mcp', confidence: 0.9, runnerUp: null },
    candidates: [],
    evidence: draft.evidence,
    notes: [],
    remainder: [],
    links: [],
  };
  const { phrase, quote, variables = [], certainty = 'certain' } = draft;
  return { judgment, clues: { said: [], argumentIssues: [], variables, certainty, phrase, quote } };
}
