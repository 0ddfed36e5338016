// How long clients wait for a server to start, by default. Only what was read in a client's own code or shown in its own message is here.

export interface ClientPatience {
  client: string;
  startMs: number;
  /** What to change in the client; '' where it has no setting for it. */
  setting: string;
}

const patience: readonly ClientPatience[] = [
  // openai/codex, `DEFAULT_STARTUP_TIMEOUT`; issue 11851 shows the message.
  { client: 'Codex', startMs: 10_000, setting: 'In Codex, raise startup_timeout_sec of this server.' },
  { client: 'Claude Code', startMs: 30_000, setting: 'For Claude Code, set MCP_TIMEOUT (milliseconds) to more.' },
  // The TypeScript SDK's `DEFAULT_REQUEST_TIMEOUT_MSEC`, which the handshake has where a client names no other.
  { client: 'Claude Desktop', startMs: 60_000, setting: '' },
];

/** Clients that would have timed out while a server started for so long, the least patient first. */
export const clientsThatGaveUp = (ms: number): ClientPatience[] => patience.filter(({ startMs }) => ms > startMs);
