// Why a connection ended, as the sentence shown next to the server's name.

import type { LifeEvent } from '../wire.ts';

/** null: this event does not end the connection. */
export function endReason(event: Pick<LifeEvent, 'event' | 'code' | 'signal' | 'message' | 'closedBy'>): string | null {
  const { code, signal, message } = event;
  switch (event.event) {
    case 'spawn_failed':
    case 'connect_failed':
      return message ?? 'The server could not be started.';
    case 'exited': {
      const how = signal ? `was ended by ${signal}` : `ended with exit code ${code ?? 'unknown'}`;
      return `The server process ${how}.${message ? ` ${message}` : ''}`;
    }
    case 'closed':
      return (
        message ??
        (event.closedBy === 'server' ? 'The server closed the connection.' : 'Misfire closed the connection.')
      );
    case 'spawned':
    case 'connected':
    case 'timeout':
    case 'cancelled':
    case 'stream_opened':
    case 'stream_ended':
    case 'sse_comment':
    case 'missing':
    case 'rehearsing':
      return null;
    default:
      return event.event satisfies never;
  }
}
