// Where a failure was found and which transport carried it. locate.ts finds it.

import type { Carrier, Layer, Origin } from '../../failure.ts';
import type { Json } from '../../json/json.ts';

/** One place that describes the failure. */
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
  /** Protocol violations of the response, as lint ids. */
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
