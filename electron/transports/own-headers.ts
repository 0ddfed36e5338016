// Headers that Misfire always sends, the same for both HTTP transports. http-client.ts adds the configured ones.

/**
 * The revision as a header; null if it cannot be sent. It comes from the server, and an invalid one would break every request.
 */
export function versionHeader(version: string): string | null {
  return /^[\x21-\x7e]{1,100}$/.test(version) ? version : null;
}

export function ownHeaders(more: Record<string, string>, protocolVersion: string | null): Record<string, string> {
  return {
    ...more,
    // Compressed bodies could not be shown as received.
    'accept-encoding': 'identity',
    'user-agent': 'misfire',
    ...(protocolVersion === null ? {} : { 'mcp-protocol-version': protocolVersion }),
  };
}

/** For resuming after an event. Headers are bytes, an id is text; WHATWG HTML section 9.2.3 sends it as UTF-8. */
export function resumeHeader(lastEventId: string): Record<string, string> {
  return lastEventId === '' ? {} : { 'last-event-id': Buffer.from(lastEventId).toString('latin1') };
}
