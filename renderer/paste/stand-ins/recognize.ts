// A pasted transcript is read by its lines (shared/transcripts/pasted-calls.ts), not as a file.

export const lineReaderOf = (): null => null;
