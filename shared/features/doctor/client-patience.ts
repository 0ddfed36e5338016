// Which clients would have timed out during a slow start, by the defaults in their files.

import { clients } from '../../clients/clients.ts';

interface ClientPatience {
  client: string;
  startMs: number;
  /** What to change in the client; '' if it has no such setting. */
  setting: string;
}

/** The shortest timeout first. */
export const clientsThatGaveUp = (ms: number): ClientPatience[] =>
  clients
    .flatMap(({ name, limits }) =>
      limits?.start ? [{ client: name, startMs: limits.start.ms, setting: limits.start.advice }] : [],
    )
    .filter(({ startMs }) => ms > startMs)
    .sort((one, other) => one.startMs - other.startMs);
