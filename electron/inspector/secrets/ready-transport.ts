// Turns a saved server into a transport that can start: secrets restored, references filled in, neither ever recorded. A missing value is a
// connection failure like any other, reported by a stand-in transport.

import type { ServerConfig, TransportConfig } from '../../../shared/server/server-config.ts';
import { now } from '../../transports/clock.ts';
import { createTransport } from '../../transports/create-transport.ts';
import type { OnEvents, Transport, TransportParts } from '../../transports/transport.ts';
import { type ConfigSecrets, describeSecret } from './config-secrets.ts';
import { HiddenValues } from './hide-values.ts';
import { missingWords, type PutIn, resolveReferences } from './references.ts';
import { typedSecrets } from './typed-secrets.ts';

export interface ReadyOptions {
  server: string;
  config: ServerConfig;
  secrets: ConfigSecrets;
  transportOf: (config: ServerConfig) => TransportConfig;
  /** Fills in variables. */
  env: Readonly<Record<string, string | undefined>>;
}

type Ready = { ok: true; transport: TransportConfig; secrets: string[]; put: PutIn[] } | { ok: false; problem: string };

/** How the server would be reached now, with everything filled in. Nothing of it may be shown or saved. */
export function readyTransport({ server, config, secrets, transportOf, env }: ReadyOptions): Ready {
  const filled = secrets.fill(server, config);
  const missing = filled.missing.filter((name) => name !== 'clientSecret');
  const written = transportOf(filled.config);
  const resolved = resolveReferences(written, env);
  const problems: string[] = [];
  if (missing.length > 0) {
    const named = missing.map(describeSecret).join(' and ');
    problems.push(`The secret value of ${named} is not kept here. Edit the server and enter it again.`);
  }
  if (!resolved.ok) problems.push(missingWords(resolved.missing));
  // All at once, so that users need not fix them one by one.
  if (!resolved.ok || problems.length > 0) return { ok: false, problem: problems.join(' ') };
  const { transport, put } = resolved;
  if ('url' in transport && !isWebAddress(transport.url)) {
    return { ok: false, problem: 'With its variables filled in, the address does not start with http:// or https://.' };
  }
  return { ok: true, transport, secrets: [...filled.values, ...typedSecrets(written)], put };
}

export function createReadyTransport(options: ReadyOptions, onEvents: OnEvents, parts: TransportParts): Transport {
  const ready = readyTransport(options);
  if (!ready.ok) return new UnreadyTransport(ready.problem, onEvents);
  const hidden = new HiddenValues(ready);
  const { authorize } = parts;
  if (authorize === undefined) return createTransport(ready.transport, hidden.pass(onEvents), parts);
  // A token is registered before it is sent, so that no response that repeats it is recorded with it.
  const known = async (url: string): Promise<string | null> => {
    const header = await authorize(url);
    if (header !== null) hidden.add(header);
    return header;
  };
  return createTransport(ready.transport, hidden.pass(onEvents), { ...parts, authorize: known });
}

class UnreadyTransport implements Transport {
  readonly pid = null;
  readonly #problem: string;
  readonly #onEvents: OnEvents;

  constructor(problem: string, onEvents: OnEvents) {
    this.#problem = problem;
    this.#onEvents = onEvents;
  }

  async start(): Promise<void> {
    this.#onEvents([{ lane: 'life', event: 'connect_failed', at: now(), unready: true, message: this.#problem }]);
    throw new Error(this.#problem);
  }

  send(): Promise<void> {
    return Promise.reject(new Error(this.#problem));
  }

  async close(): Promise<void> {}
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
