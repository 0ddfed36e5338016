// Detects a server's era on request, with visible rows. Owns what is saved of the result, and stopping.

import type { Ask } from '../../../shared/contract/api.ts';
import { done, refused } from '../../../shared/contract/api.ts';
import type { EraFinding } from '../../../shared/server/connecting.ts';
import type { ServerConfig, TransportConfig } from '../../../shared/server/server-config.ts';
import type { Connection, Connections } from '../connections/connections.ts';
import { withServer } from '../connections/with-server.ts';
import type { Session } from '../session/session.ts';
import { type Detected, detectEra, patienceMs } from './detect-era.ts';

export class EraService {
  readonly #connections: () => Connections;
  /** Running detections, with the function that stops each. */
  readonly #running = new Map<string, { finding: Promise<EraFinding>; stop: () => void }>();

  constructor(connections: () => Connections) {
    this.#connections = connections;
  }

  readonly detectEra: Ask<'detectEra'> = (input) =>
    withServer<'detectEra'>(this.#connections, async (connection) => {
      const finding = await this.detect(connection);
      return finding.era === null ? refused('refused', finding.words) : done(finding);
    })(input);

  /** A caller during a running detection waits for its result. The result is saved with the server. */
  detect(connection: Connection): Promise<EraFinding> {
    const running = this.#running.get(connection.id);
    if (running) return running.finding;
    const open = new Set<Session>();
    let stopped = false;
    const finding = this.#detect(connection, (session) => {
      open.add(session);
      if (stopped) void session.close();
    });
    const stop = () => {
      stopped = true;
      for (const session of open) void session.close();
    };
    const answer = finding
      .then((found) => (stopped ? { era: null, transport: null, words: 'Detecting was stopped.' } : found))
      .finally(() => this.#running.delete(connection.id));
    this.#running.set(connection.id, { finding: answer, stop });
    return answer;
  }

  stop(server: string): void {
    this.#running.get(server)?.stop();
  }

  close(): void {
    for (const { stop } of this.#running.values()) stop();
  }

  async #detect(connection: Connection, onOpen: (session: Session) => void): Promise<EraFinding> {
    const connections = this.#connections();
    const { transport } = connection.config;
    const found = await detectEra(
      (era, transport) => {
        const session = connections.createSession(connection, {
          config: { ...connection.config, era, transport },
          actor: 'misfire',
        });
        onOpen(session);
        return session;
      },
      transport,
      connections.clientInfo,
      Math.min(patienceMs, connection.config.handshakeTimeoutMs ?? patienceMs),
    );
    const settings = settingsOf(found, transport);
    if (settings && connections.get(connection.id) === connection) connections.change(connection, settings);
    const kind = found.kind === 'http-command' ? 'http' : found.kind;
    return { era: found.era, transport: kind, words: settings ? `${found.words} That is kept.` : found.words };
  }
}

/** null: nothing was found. */
function settingsOf({ era, kind }: Detected, transport: TransportConfig): Partial<ServerConfig> | null {
  if (era === null) return null;
  const isUrl = transport.kind === 'http' || transport.kind === 'sse';
  return isUrl && (kind === 'http' || kind === 'sse') ? { era, transport: { ...transport, kind } } : { era };
}
