// The result type of every api method. Separate from the schemas, so that code that only answers does not load them.

export const errorCodes = [
  'bad_input',
  'bad_filter',
  'not_found',
  'not_connected',
  'needs_confirmation',
  'refused',
  'internal',
] as const;
export interface ApiError {
  code: (typeof errorCodes)[number];
  /** A sentence for the user: what is wrong and what to do. */
  message: string;
}
export type Answer<T> = { ok: true; value: T } | { ok: false; error: ApiError };

export const done = <T>(value: T): Answer<T> => ({ ok: true, value });
export const refused = (code: ApiError['code'], message: string): { ok: false; error: ApiError } => ({
  ok: false,
  error: { code, message },
});
export const noSuchRow = () => refused('not_found', 'There is no such row in the log.');
