// Creates the transport for a server's configuration.

import type { TransportConfig } from '../../shared/server/server-config.ts';
import { withBugReport } from './connection-bugs.ts';
import { HttpTransport } from './http.ts';
import { HttpCommandTransport } from './http-command.ts';
import { SseTransport } from './sse.ts';
import { StdioTransport } from './stdio.ts';
import type { OnEvents, Transport, TransportParts } from './transport.ts';

export function createTransport(config: TransportConfig, onEvents: OnEvents, parts: TransportParts = {}): Transport {
  return withBugReport(onEvents, (netted) => make(config, netted, parts), parts.report);
}

function make(config: TransportConfig, onEvents: OnEvents, parts: TransportParts): Transport {
  switch (config.kind) {
    case 'stdio':
      return new StdioTransport(config, onEvents, parts);
    case 'http':
      return new HttpTransport(config, onEvents, parts);
    case 'sse':
      return new SseTransport(config, onEvents, parts);
    case 'http-command':
      return new HttpCommandTransport(config, onEvents, parts);
    default:
      return config satisfies never;
  }
}
