// What a check found, before it is written for anybody: for a person, a pull request, a pipeline or a code scanner. Owns these shapes;
// each way of writing them is a file beside this one.

/** As code scanners have them. */
export type Level = 'error' | 'warning' | 'note';

/** A place in a file of the repository; the nearest thing to one that a running server has. */
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
  /** More of it, in lines: what it means and what was said. Left out: the message says all. */
  detail?: string;
  /** What to do about it. */
  fix: string;
  server: string;
  /** What of the server: `tool pay`, `unknown-tool`; '' for all of it. */
  about: string;
  /** A JSON Pointer into the definition of it; left out: all of it. */
  path?: string;
  at: FilePlace;
}

/** One thing that was tried. */
export interface Case {
  server: string;
  name: string;
  /** skipped: it was not tried, which says nothing about the server. error: it could not be. */
  outcome: 'passed' | 'failed' | 'skipped' | 'error';
  /** Why it failed or was not tried; '' for what passed. */
  message: string;
  /** What kind of failure, in a word; left out: its outcome. */
  kind?: string;
  /** More of it, for those who look closer. */
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
export type FindingFormat = (typeof findingFormats)[number];

/** What a rule is about, for those that list rules: `tool-name-length` → `Tool name length`. */
export function ruleTitle(rule: string): string {
  const words = rule.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What of the server, and where in its definition: `tool pay /inputSchema/properties/id`. */
export const subjectOf = ({ about, path = '' }: Pick<Finding, 'about' | 'path'>): string =>
  [about, path].filter(Boolean).join(' ');

/** All of a finding as running text: message, detail and fix, each ended. */
export function wholeText({ message, detail = '', fix }: Pick<Finding, 'message' | 'detail' | 'fix'>): string {
  return [message, ...detail.split('\n'), fix]
    .filter((part) => part !== '')
    .map((part) => (/[.!?…)]$/.test(part) ? part : `${part}.`))
    .join(' ');
}
