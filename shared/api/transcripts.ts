// A client's transcript on this machine, as windows and the command line list it. Nothing here was read from the file.

export interface TranscriptView {
  /** The path, which also names it. */
  file: string;
  /** The client's name as people know it. */
  client: string;
  /** The client's own name for the folder it worked in; '' where the path does not have one. */
  project: string;
  /** When it was last written, ms since 1970. */
  at: number;
  bytes: number;
}
