// What windows and the command line are told about watching other programs' servers. Owns these shapes.

export interface WatchEntry {
  /** `cursor/tracker`, as the command line names it. */
  id: string;
  client: string;
  server: string;
  path: string;
  /** The command it starts, without what watches it; '' for an address. */
  command: string;
  /** `not now`: something can be done about it first. */
  state: 'watched' | 'open' | 'not now' | 'cannot';
  /** Why it cannot be watched, or not now; '' otherwise. */
  why: string;
  /** When its client notices a change, as a sentence. */
  whenRead: string;
}

export interface WatchChange extends WatchEntry {
  lines: { sign: '-' | '+'; line: number; text: string }[];
  /** What people should know before it is done. */
  notes: string[];
}
