// Where a failure was found, and how it travelled there. Finding it is locate.ts's.

import type { Carrier, Layer, Origin } from '../../failure.ts';
import type { Json } from '../../json/json.ts';

/** One place that speaks of the failure. */
export interface Site {
  path: string;
  value: Json;
}

export interface Located {
  layer: Layer;
  carrier: Carrier;
  origin: Origin;
  flagged: boolean;
  sites: readonly Site[];
  /** Ways in which the answer breaks the protocol, as lint ids. */
  oddities: readonly string[];
}

export function place(
  layer: Layer,
  carrier: Carrier,
  origin: Origin,
  sites: readonly Site[] = [],
  oddities: readonly string[] = [],
  flagged = true,
): Located {
  return { layer, carrier, origin, flagged, sites, oddities };
}
