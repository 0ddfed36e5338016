// Turns what a person configured into the transport that speaks it.

import type { TransportConfig } from '../../shared/server-config.ts';
import { HttpTransport } from './http.ts';
import { HttpCommandTransport } from './http-command.ts';
import { StdioTransport } from './stdio.ts';
import type { OnEvents, Transport } from './transport.ts';

/** `keepCredentials`: a person wants the values of credential headers in the log. */
export function createTransport(config: TransportConfig, onEvents: OnEvents, keepCredentials = false): Transport {
  switch (config.kind) {
    case 'stdio':
      return new StdioTransport(config, onEvents);
    case 'http':
      return new HttpTransport(config, onEvents, keepCredentials);
    case 'http-command':
      return new HttpCommandTransport(config, onEvents, keepCredentials);
    default:
      return config satisfies never;
  }
}
