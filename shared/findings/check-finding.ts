// What a check found, before it is formatted for a person, a pull request, a pipeline or a code scanner. Owns these shapes; each format
// is a separate file.

import type { JsonObject } from '../json/json.ts';
import { asSentence } from '../text/as-sentence.ts';
import { capital } from '../text/capital.ts';

/** The levels of code scanners. */
export type Level = 'error' | 'warning' | 'note';

/** A location in a repository file; a running server has no better one. */
export interface FilePlace {
  /** Relative to the repository, with slashes. */
  file: string;
  /** From 1. */
  line: number;
}

export interface Finding {
  /** Stable, short, with dashes: `tool-name-length`. */
  rule: string;
  level: Level;
  /** What is wrong, in one sentence with the concrete values. */
  message: string;
  /** Details, as lines: what it means and what was received. Omitted if the message says everything. */
  detail?: string;
  /** What to do about it. */
  fix: string;
  /** What to write instead, as JSON. */
  repaired?: JsonObject;
  /** The sentence of a specification that was broken, and its address. */
  clause?: string;
  address?: string;
  /** Who broke it. */
  side?: 'client' | 'server';
  client?: string;
  /** How often, and the first lines of the file with it. */
  count?: number;
  lines?: readonly number[];
  server: string;
  /** The part of the server: `tool pay`, `unknown-tool`; '' for all of it. */
  about: string;
  /** A JSON Pointer into its definition; omitted: all of it. */
  path?: string;
  at: FilePlace;
}

/** One test case. */
export interface Case {
  server: string;
  name: string;
  /** skipped: not tried, which says nothing about the server. error: it could not be tried. */
  outcome: 'passed' | 'failed' | 'skipped' | 'error';
  /** Why it failed or was skipped; '' if it passed. */
  message: string;
  /** The kind of failure, in a word; default: its outcome. */
  kind?: string;
  /** Details. */
  detail?: string;
  ms: number | null;
}

export interface Findings {
  /** The command: `probe`. */
  command: string;
  version: string;
  cases: readonly Case[];
  findings: readonly Finding[];
}

export const findingFormats = ['json', 'md', 'junit', 'sarif', 'github'] as const;
/** A file that gets findings too. */
export interface FindingReport {
  format: FindingFormat;
  file: string;
}

export type FindingFormat = (typeof findingFormats)[number];

/** The title of a rule, for rule lists: `tool-name-length` → `Tool name length`. */
export const ruleTitle = (rule: string): string => capital(rule.replaceAll('-', ' '));

/** The part of the server, and the path in its definition: `tool pay /inputSchema/properties/id`. */
export const subjectOf = ({ about, path = '' }: Pick<Finding, 'about' | 'path'>): string =>
  [about, path].filter(Boolean).join(' ');

/** A whole finding as running text: message, detail and fix, each with a period. */
export function wholeText({
  message,
  detail = '',
  fix,
  clause,
  address,
}: Pick<Finding, 'message' | 'detail' | 'fix' | 'clause' | 'address'>): string {
  return [message, ...detail.split('\n'), fix, clause === undefined ? '' : `The rule (${address}): ${clause}`]
    .filter((part) => part !== '')
    .map(asSentence)
    .join(' ');
}
