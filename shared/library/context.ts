// Input of the library besides a response. Owns this shape, which is part of its public API.

/** What is known besides the response. All fields are optional; the more you pass, the better the result. */
export interface Context {
  /** The server's name in sentences. */
  server?: string;
  /** The request: `tools/call`, and the tool, prompt or resource. */
  method?: string;
  target?: string;
  /** The parameters that were sent. */
  params?: unknown;
  /**
   * When the response arrived, in milliseconds since 1970: dates in it are compared with that. Default: the `date` header. Without
   * either, a wait until a date is ignored.
   */
  receivedAt?: number;
  /** The tool's listed `inputSchema`, to find invalid arguments. */
  inputSchema?: unknown;
  /** The HTTP response that carried it, if any. Header names in lowercase. */
  http?: { status: number | null; headers?: Record<string, string>; body?: string; method?: string; url?: string };
  /** The negotiated protocol revision. */
  revision?: string;
}
