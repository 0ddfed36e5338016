// Headers that Misfire sends by itself, alike over both ways of MCP over HTTP. What a person configured is http-client.ts's.

/** The revision as a header; null for one that could not be sent, for it comes from the server and would break every request. */
export function versionHeader(version: string): string | null {
  return /^[\x21-\x7e]{1,100}$/.test(version) ? version : null;
}

export function ownHeaders(more: Record<string, string>, protocolVersion: string | null): Record<string, string> {
  return {
    ...more,
    // Compressed bodies could not be shown as they crossed.
    'accept-encoding': 'identity',
    'user-agent': 'misfire',
    ...(protocolVersion === null ? {} : { 'mcp-protocol-version': protocolVersion }),
  };
}

/** For going on after an event. Headers are bytes; an id is text. WHATWG HTML section 9.2.3 sends it as UTF-8. */
export function resumeHeader(lastEventId: string): Record<string, string> {
  return lastEventId === '' ? {} : { 'last-event-id': Buffer.from(lastEventId).toString('latin1') };
}
