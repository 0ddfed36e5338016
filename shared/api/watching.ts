// What windows and the command line show about watching other programs' servers. Owns these shapes.

export interface WatchEntry {
  /** `cursor/tracker`, as the command line names it. */
  id: string;
  client: string;
  server: string;
  path: string;
  /** The command it starts, without the watching wrapper, or its URL. */
  command: string;
  /** `not now`: something else must change first. */
  state: 'watched' | 'open' | 'not now' | 'cannot';
  /** Why it cannot be watched, or not now; '' otherwise. */
  why: string;
  /** When its client picks up a change, as a sentence. */
  whenRead: string;
  /** Why its client ignores it, as a sentence; '' if it is active. */
  ignored: string;
}

/** The files that a client reads; the first with an entry of the name wins. */
export interface SettingsOrder {
  client: string;
  /** null: not found on this machine. */
  version: string | null;
  /** The version in which this order was observed; null: taken from the documentation. */
  checkedWith: string | null;
  files: { scope: 'managed' | 'local' | 'project' | 'user'; path: string; isThere: boolean }[];
}

/** A settings file that cannot be read, so its entries are unknown. */
export interface UnreadableSettings {
  client: string;
  path: string;
  problem: string;
}

/** A program that can use Misfire as one of its servers. */
export interface AgentClient {
  /** `claude-code`, as the command line names it. */
  id: string;
  client: string;
  path: string;
  /** `not now`: something else must change first. */
  state: 'added' | 'open' | 'not now' | 'cannot';
  /** Why it cannot be added, or not now; '' otherwise. */
  why: string;
  /** When it picks up a change, as a sentence. */
  whenRead: string;
}

export interface AgentChange extends AgentClient {
  lines: { sign: '-' | '+'; line: number; text: string }[];
}

/** A program that can report its calls to `misfire hook`. */
export interface HookClient {
  /** `claude-code`, as the command line names it. */
  id: string;
  client: string;
  path: string;
  state: 'set up' | 'open' | 'cannot';
  /** Why it cannot be set up, or not be undone; '' otherwise. */
  why: string;
  /** When it picks up a change, as a sentence. */
  whenRead: string;
}

export interface HookChange extends HookClient {
  lines: { sign: '-' | '+'; line: number; text: string }[];
  /** What the user should know first. */
  notes: string[];
}

export interface WatchChange extends WatchEntry {
  lines: { sign: '-' | '+'; line: number; text: string }[];
  /** What the user should know first. */
  notes: string[];
}
