// A client's transcript on this machine, as windows and the command line list it, and one that is followed.

/** Nothing here was read from the file. */
export interface TranscriptView {
  /** The path, which also names it. */
  file: string;
  /** The client's display name. */
  client: string;
  /** `log`: what the client wrote about one or all of its MCP servers. */
  kind: 'transcript' | 'log';
  /** The client's own name for its working folder, of a log the server's name; '' if the path has none. */
  project: string;
  /** When it was last written, ms since 1970. */
  at: number;
  bytes: number;
}

/** A transcript that was read, and whose recording grows with it. */
export interface FollowedTranscript {
  recording: number;
  file: string;
  /** The client's display name. */
  client: string;
  kind: 'transcript' | 'log';
  /** When it last brought something, ms since 1970; null: not since it was read. */
  at: number | null;
  /** Why it cannot be read now; '' if it can. */
  problem: string;
}
