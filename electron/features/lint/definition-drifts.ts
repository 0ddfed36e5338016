// How the definitions of a server changed since the newest earlier recording that has them, or since the start of this one. Answered from
// the log; nothing is sent.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Ask, done } from '../../../shared/contract/api.ts';
import { changesSince } from '../../../shared/features/lint/definition-history.ts';
import type { Recordings } from '../../inspector/recordings/recordings.ts';
import { firstOffers, type OffersAt, recordedOffers } from './recorded-offers.ts';

/** Older ones are hardly what people compare with, and each costs a look. */
const mostRecordings = 30;

export interface DefinitionDriftsOptions {
  recordings: Pick<Recordings, 'shown' | 'shownView' | 'list' | 'readerOf'>;
  /** The name of a server in the list. */
  serverName: (server: string) => string;
}

export class DefinitionDrifts {
  readonly #options: DefinitionDriftsOptions;

  constructor(options: DefinitionDriftsOptions) {
    this.#options = options;
  }

  readonly definitionHistory: Ask<'definitionHistory'> = async ({ server }) => {
    const { recordings } = this.#options;
    recordings.shown.flush();
    const now = recordedOffers(recordings.shown.store, server);
    if (now === null) return done(null);
    const { id: shown, startedAt } = recordings.shownView;
    const earlier = recordings
      .list()
      .filter((one) => one.id !== shown && one.startedAt < startedAt)
      .sort((one, other) => other.startedAt - one.startedAt);
    for (const { id, name } of earlier.slice(0, mostRecordings)) {
      const before = this.#offersIn(id, server);
      if (before) return done({ since: before.at, recording: name, ...changesSince(before.offers, now.offers) });
      await nextTurn();
    }
    const first = firstOffers(recordings.shown.store, server);
    return done(first && { since: first.at, recording: null, ...changesSince(first.offers, now.offers) });
  };

  /** A file names its servers, and the log has their ids. */
  #offersIn(recording: number, server: string): OffersAt | null {
    const { recordings, serverName } = this.#options;
    const store = recordings.readerOf(recording);
    const ids = (store.state()?.servers ?? []).map(([id]) => id);
    const same = ids.find((id) => id === server) ?? ids.find((id) => serverName(id) === serverName(server));
    return same === undefined ? null : recordedOffers(store, same);
  }
}
