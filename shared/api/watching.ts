// What windows and the command line are told about watching other programs' servers. Owns these shapes.

export interface WatchEntry {
  /** `cursor/tracker`, as the command line names it. */
  id: string;
  client: string;
  server: string;
  path: string;
  /** The command it starts, without what watches it, or its address. */
  command: string;
  /** `not now`: something can be done about it first. */
  state: 'watched' | 'open' | 'not now' | 'cannot';
  /** Why it cannot be watched, or not now; '' otherwise. */
  why: string;
  /** When its client notices a change, as a sentence. */
  whenRead: string;
  /** Why its client ignores it, as a sentence; '' where it counts. */
  ignored: string;
}

/** The files that a client reads; the first that has an entry of a name counts. */
export interface SettingsOrder {
  client: string;
  /** null: not found on this machine. */
  version: string | null;
  /** The version that the order was seen with; null: it is from the documentation. */
  checkedWith: string | null;
  files: { scope: 'managed' | 'local' | 'project' | 'user'; path: string; isThere: boolean }[];
}

/** A settings file that cannot be read, so that its entries are not known. */
export interface UnreadableSettings {
  client: string;
  path: string;
  problem: string;
}

/** A program that can have Misfire as one of its servers. */
export interface AgentClient {
  /** `claude-code`, as the command line names it. */
  id: string;
  client: string;
  path: string;
  /** `not now`: something can be done about it first. */
  state: 'added' | 'open' | 'not now' | 'cannot';
  /** Why it cannot be added, or not now; '' otherwise. */
  why: string;
  /** When it notices a change, as a sentence. */
  whenRead: string;
}

export interface AgentChange extends AgentClient {
  lines: { sign: '-' | '+'; line: number; text: string }[];
}

export interface WatchChange extends WatchEntry {
  lines: { sign: '-' | '+'; line: number; text: string }[];
  /** What people should know before it is done. */
  notes: string[];
}
