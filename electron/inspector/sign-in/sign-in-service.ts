// Sign-in to servers with OAuth 2.1: which servers are signed in, and the steps that the user starts. Owns state and tokens.
// transports/oauth sends the requests, and each is recorded.

import type { Ask } from '../../../shared/contract/api.ts';
import { done, refused } from '../../../shared/contract/api.ts';
import type { SignInView } from '../../../shared/server/connecting.ts';
import type { HttpExchange } from '../../../shared/wire.ts';
import { now } from '../../transports/clock.ts';
import type { Grant } from '../../transports/oauth/grant.ts';
import { revokeGrant } from '../../transports/oauth/renew-grant.ts';
import { beginSignIn, type OpenSignIn } from '../../transports/oauth/sign-in-flow.ts';
import type { OnEvents } from '../../transports/transport.ts';
import type { Connection, Connections } from '../connections/connections.ts';
import { withServer } from '../connections/with-server.ts';
import type { Recorder } from '../log/recorder.ts';
import { type Hidden, hideValues } from '../secrets/hide-values.ts';
import type { Vault } from '../secrets/vault.ts';
import { type Challenge, readChallenge, uniteScopes } from './challenge.ts';
import { Grants, isFor } from './grants.ts';
import { newState, type State } from './sign-in-state.ts';
import { failed, messageOf, needed, noView, signedIn, signInTooLong, waiting } from './sign-in-views.ts';
import { findTarget, hasOwnKey } from './target.ts';
import { toWebAddress } from './web-address.ts';

interface Options {
  vault: Vault;
  recorder: Recorder;
  nextEpoch: (server: string) => number;
  connections: () => Connections;
  onChange: () => void;
  /** How long the user may take. */
  waitMs?: number;
}

const personMs = 5 * 60_000;

export class SignInService {
  readonly #options: Options;
  readonly #grants: Grants;
  readonly #states = new Map<string, State>();
  readonly #closing = new AbortController();

  constructor(options: Options) {
    this.#options = options;
    this.#grants = new Grants({
      vault: options.vault,
      record: (server) => this.#recorder(server),
      signal: this.#closing.signal,
    });
  }

  /** Passes everything on and checks for refusals. */
  watch(recorder: Recorder): Recorder {
    return {
      record: (server, epoch, events) => {
        const recorded = recorder.record(server, epoch, events);
        for (const event of events) if (event.lane === 'http') this.#note(server, event.http);
        return recorded;
      },
    };
  }

  view(server: string): SignInView {
    const view = this.#states.get(server)?.view;
    if (view) return view;
    const grant = this.#grants.get(server);
    return grant ? signedIn(grant) : noView;
  }

  /** The value of the authorization header for a server that the user signed in to; null: none is sent. Never rejects. */
  async authorize(server: string, url: string): Promise<string | null> {
    const stored = this.#grants.get(server);
    if (stored === null || !this.#mayGet(server, stored, url)) return null;
    const grant = await this.#grants.current(server);
    if (grant !== stored) this.#publish(server, grant ? signedIn(grant) : this.#needed(server, null));
    return grant ? `Bearer ${grant.accessToken}` : null;
  }

  readonly signIn: Ask<'signIn'> = withServer<'signIn'>(
    () => this.#options.connections(),
    async (connection, { scope }) => {
      const target = findTarget(this.#options.connections().ready(connection), this.#liveUrl(connection));
      return target.ok ? done(await this.#begin(connection, target, scope)) : refused('refused', target.problem);
    },
  );

  readonly cancelSignIn: Ask<'cancelSignIn'> = withServer<'cancelSignIn'>(
    () => this.#options.connections(),
    async ({ id }) => {
      this.#stop(id, 'Sign-in canceled.');
      return done(null);
    },
  );

  readonly signOut: Ask<'signOut'> = withServer<'signOut'>(
    () => this.#options.connections(),
    async ({ id }) => {
      this.#stop(id, 'Signed out.');
      const grant = this.#grants.get(id);
      await this.#grants.keep(id, null);
      this.#publish(id, noView);
      if (grant === null) return done(null);
      try {
        await revokeGrant(grant, { onEvents: this.#recorder(id), signal: this.#closing.signal });
        return done(null);
      } catch (problem) {
        return refused('refused', `Misfire forgot the token, but it may still be good. ${messageOf(problem)}`);
      }
    },
  );

  /** The server was removed; its id may be used again for another. */
  async forget(server: string): Promise<void> {
    this.#stop(server, 'The server was removed.');
    this.#states.delete(server);
    if (this.#grants.get(server)) await this.#grants.keep(server, null);
  }

  close(): void {
    this.#closing.abort('Misfire is closing.');
    for (const server of this.#states.keys()) this.#stop(server, 'Misfire is closing.');
  }

  #note(server: string, http: HttpExchange): void {
    if (http.step !== undefined || http.status === null) return;
    const state = this.#state(server);
    state.url = http.url;
    const challenge = readChallenge(http);
    if (challenge === null) {
      state.renewedInVain = false;
      return;
    }
    if (http.startedAt < state.tokenSince) return;
    const connection = this.#options.connections().get(server);
    // A configured key was refused: the user must fix it, because it would be sent instead of a token.
    if (!connection || hasOwnKey(connection)) return;
    state.challenge = challenge;
    if (connection.state === 'connecting') state.refusedConnecting = true;
    if (state.running) return;
    void this.#answerRefusal(connection, http.url, challenge);
  }

  async #answerRefusal(connection: Connection, url: string, challenge: Challenge): Promise<void> {
    const { id } = connection;
    const state = this.#state(id);
    const grant = this.#grants.get(id);
    const usable = grant?.refreshToken != null && this.#mayGet(id, grant, url) && challenge.status === 401;
    if (!usable || state.renewedInVain) {
      this.#publish(id, this.#needed(id, challenge));
      return;
    }
    state.renewedInVain = true;
    const renewed = await this.#grants.renew(id);
    if (renewed === null) {
      this.#publish(id, this.#needed(id, challenge));
      return;
    }
    state.tokenSince = now();
    this.#publish(id, {
      ...signedIn(renewed),
      words: 'The token was refused and has been renewed. Send the call again.',
    });
    await this.#reconnect(connection);
  }

  /** A command has an address only while it runs. */
  #liveUrl({ id, state }: Connection): string | null {
    return state === 'connected' ? (this.#states.get(id)?.url ?? null) : null;
  }

  async #begin(
    connection: Connection,
    { url, hidden }: { url: URL; hidden: Hidden },
    scope: string | undefined,
  ): Promise<SignInView> {
    const { id } = connection;
    this.#stop(id, 'A new sign-in was started.');
    const state = this.#state(id);
    const running = new AbortController();
    state.running = running;
    const onEvents = hideValues(this.#recorder(id), hidden);
    const waitMs = this.#options.waitMs ?? personMs;
    const timer = setTimeout(() => {
      onEvents([
        { lane: 'life', event: 'timeout', at: now(), afterMs: waitMs, message: `Sign-in: ${signInTooLong(waitMs)}` },
      ]);
      running.abort(signInTooLong(waitMs));
    }, waitMs);
    running.signal.addEventListener('abort', () => clearTimeout(timer));
    this.#publish(id, waiting(null));
    const { signIn } = this.#options.connections().reveal(connection);
    const grant = this.#grants.get(id);
    const { challenge } = state;
    // MCP, "Step-Up Authorization": the granted scopes plus the missing ones.
    const more =
      challenge?.status === 403 ? uniteScopes(grant?.scopes.join(' '), signIn?.scope, challenge.scope) : undefined;
    try {
      const open = await beginSignIn({
        server: url,
        onEvents,
        signal: running.signal,
        metadataUrl: challenge?.metadataUrl,
        scope: scope || more || signIn?.scope || challenge?.scope,
        client: signIn?.clientId ? { id: signIn.clientId, secret: signIn.clientSecret } : undefined,
        toPage: toWebAddress,
      });
      if (running.signal.aborted) open.close();
      else this.#publish(id, waiting(open.url));
      void this.#finish(connection, open, running);
    } catch (problem) {
      this.#fail(id, running, problem);
    }
    return this.view(id);
  }

  async #finish(connection: Connection, open: OpenSignIn, running: AbortController): Promise<void> {
    const { id } = connection;
    try {
      const grant = await open.finish();
      if (running.signal.aborted) return;
      await this.#grants.keep(id, grant);
      const state = this.#state(id);
      if (state.running !== running) return;
      state.running = null;
      state.challenge = null;
      state.renewedInVain = false;
      state.tokenSince = now();
      running.abort('done'); // ends the timer
      this.#publish(id, signedIn(grant));
      await this.#reconnect(connection);
    } catch (problem) {
      this.#fail(id, running, problem);
    }
  }

  #fail(server: string, running: AbortController, problem: unknown): void {
    const state = this.#state(server);
    if (state.running !== running) return;
    state.running = null;
    running.abort('failed');
    this.#publish(server, failed(problem));
  }

  /** Ends a running sign-in on request. */
  #stop(server: string, why: string): void {
    const state = this.#states.get(server);
    const running = state?.running;
    if (!state || !running) return;
    state.running = null;
    this.#recorder(server)([{ lane: 'life', event: 'cancelled', at: now(), message: `Sign-in: ${why}` }]);
    running.abort(why);
    const grant = this.#grants.get(server);
    if (state.challenge) this.#publish(server, this.#needed(server, state.challenge));
    else this.#publish(server, grant ? signedIn(grant) : noView);
  }

  /** Once, and only for a connection that was refused without a token: the user resends a refused call. */
  async #reconnect(connection: Connection): Promise<void> {
    const state = this.#state(connection.id);
    if (!state.refusedConnecting || this.#closing.signal.aborted) return;
    state.refusedConnecting = false;
    const connections = this.#options.connections();
    if (connection.state === 'connecting') await connections.connect(connection);
    if (connection.state === 'failed') await connections.connect(connection);
  }

  #needed(server: string, challenge: Challenge | null): SignInView {
    const name = this.#options.connections().get(server)?.config.name ?? server;
    return needed(name, challenge, this.#grants.get(server) !== null);
  }

  #mayGet(server: string, grant: Grant, url: string): boolean {
    const kind = this.#options.connections().get(server)?.config.transport.kind;
    return isFor(grant, url, kind === 'http-command');
  }

  /** Each sign-in and each renewal is a separate connection in the log. */
  #recorder(server: string): OnEvents {
    let epoch: number | null = null;
    return (events) => {
      epoch ??= this.#options.nextEpoch(server);
      this.#options.recorder.record(server, epoch, events);
    };
  }

  #state(server: string): State {
    const known = this.#states.get(server);
    if (known) return known;
    const state = newState();
    this.#states.set(server, state);
    return state;
  }

  #publish(server: string, view: SignInView): void {
    this.#state(server).view = view;
    this.#options.onChange();
  }
}
