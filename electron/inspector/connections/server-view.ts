// A connection as windows show it. Owns how a command line or address is displayed.

import type { ServerView } from '../../../shared/api/views.ts';
import type { TransportConfig } from '../../../shared/server/server-config.ts';
import type { Connection } from './connections.ts';

type ServerFigures = Pick<ServerView, 'counts' | 'recent' | 'dialect' | 'signIn'>;

export function viewServer(connection: Connection, figures: ServerFigures): ServerView {
  const { config, session } = connection;
  return {
    id: connection.id,
    name: config.name,
    colour: connection.colour,
    state: connection.state,
    reason: connection.reason,
    transport: config.transport.kind,
    endpoint: describeEndpoint(config.transport),
    sample: config.sample ?? null,
    watched: config.watched ?? null,
    protocolVersion: session?.protocolVersion ?? null,
    serverInfo: session?.serverInfo ?? null,
    pid: session?.pid ?? null,
    callTimeoutMs: config.callTimeoutMs,
    era: config.era ?? 'legacy',
    pinnedDialect: config.dialect ?? null,
    ...figures,
  };
}

export function describeEndpoint(transport: TransportConfig): string {
  if ('url' in transport) return transport.url;
  return [transport.command, ...transport.args].map(quote).join(' ');
}

/** Only shows where one argument ends; this text is never executed. */
function quote(part: string): string {
  return /^[\w@%+=:,./\\-]+$/.test(part) ? part : `"${part.replaceAll('"', '\\"')}"`;
}
