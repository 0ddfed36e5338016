// A client's transcript on this machine, as windows and the command line list it. Nothing here was read from the file.

export interface TranscriptView {
  /** The path, which also names it. */
  file: string;
  /** The client's display name. */
  client: string;
  /** The client's own name for its working folder; '' if the path has none. */
  project: string;
  /** When it was last written, ms since 1970. */
  at: number;
  bytes: number;
}
