// The failures that a server documents: the user's own, saved with the server, and those that a sample comes with.

import type { OwnProvocation } from '../../../shared/server/own-provocation.ts';
import type { Connection } from '../../inspector/connections/connections.ts';
import type { SampleId } from '../../samples/catalogue.ts';
import { sampleProvocations } from '../../samples/catalogue.ts';

type KnownProvocation = OwnProvocation & { from: 'person' | 'sample' };

/** The user's own replaces a sample's with the same name. */
export function ownProvocations({ config }: Connection): KnownProvocation[] {
  const mine = (config.provocations ?? []).map((it) => ({ ...it, from: 'person' as const }));
  const taken = new Set(mine.map(({ name }) => name.toLowerCase()));
  const ofSample = Object.hasOwn(sampleProvocations, config.sample ?? '')
    ? Object.entries(sampleProvocations[config.sample as SampleId])
    : [];
  return [
    ...mine,
    ...ofSample
      .filter(([name]) => !taken.has(name.toLowerCase()))
      .map(([name, { method, params }]) => ({
        name,
        method,
        params: JSON.stringify(params),
        from: 'sample' as const,
      })),
  ];
}
