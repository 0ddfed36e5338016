// What the library may be told beside an answer. Owns this shape, which is a part of its promise.

/** What is known beside the answer. All of it may be left out; the more is told, the better the reading. */
export interface Context {
  /** What the server is called in sentences. */
  server?: string;
  /** What was asked: `tools/call`, and the tool, prompt or resource. */
  method?: string;
  target?: string;
  /** The parameters that were sent. */
  params?: unknown;
  /**
   * When the answer came, in milliseconds since 1970: dates in it are measured against that. Left out, the `date` header is
   * taken, and without one a wait until a date is not understood.
   */
  receivedAt?: number;
  /** What the tool lists as its `inputSchema`: arguments that break it are found. */
  inputSchema?: unknown;
  /** The HTTP answer that carried it, where there was one. Names of headers in small letters. */
  http?: { status: number | null; headers?: Record<string, string>; body?: string; method?: string; url?: string };
  /** The newest revision of the protocol that both sides agreed on. */
  revision?: string;
}
