// Default startup timeouts of clients. Each value comes from the client's source code or from its error message.

export interface ClientPatience {
  client: string;
  startMs: number;
  /** What to change in the client; '' if it has no such setting. */
  setting: string;
}

const patience: readonly ClientPatience[] = [
  // openai/codex, `DEFAULT_STARTUP_TIMEOUT`; issue 11851 shows the message.
  { client: 'Codex', startMs: 10_000, setting: 'In Codex, raise startup_timeout_sec of this server.' },
  { client: 'Claude Code', startMs: 30_000, setting: 'For Claude Code, set MCP_TIMEOUT (milliseconds) to more.' },
  // The TypeScript SDK's `DEFAULT_REQUEST_TIMEOUT_MSEC`, which also limits the handshake unless a client sets another.
  { client: 'Claude Desktop', startMs: 60_000, setting: '' },
];

/** Clients that would have timed out during such a start, the shortest timeout first. */
export const clientsThatGaveUp = (ms: number): ClientPatience[] => patience.filter(({ startMs }) => ms > startMs);
