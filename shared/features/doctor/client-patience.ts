// How long clients wait for a start, by their files, and which would have timed out during a slow one.

import type { Client } from '../../clients/client.ts';
import { clients } from '../../clients/clients.ts';

interface ClientPatience {
  client: string;
  startMs: number;
  /** What to change in the client; '' if it has no such setting. */
  setting: string;
}

/** As measured; else its default. */
export const startPatience = ({ opening, limits }: Pick<Client, 'opening' | 'limits'>): number | undefined =>
  opening?.startMs ?? limits?.start?.ms;

/** The shortest timeout first. */
export const clientsThatGaveUp = (ms: number): ClientPatience[] =>
  clients
    .flatMap((client) => {
      const startMs = startPatience(client);
      return startMs === undefined
        ? []
        : [{ client: client.name, startMs, setting: client.limits?.start?.advice ?? '' }];
    })
    .filter(({ startMs }) => ms > startMs)
    .sort((one, other) => one.startMs - other.startMs);
