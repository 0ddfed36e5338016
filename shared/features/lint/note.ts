// A note about something that a server offers. Owns the shape and how paths in definitions are named.

import type { ModelService, ToolFlaw } from '../../clients/client.ts';
import type { Level } from '../../findings/check-finding.ts';
import type { JsonObject } from '../../json/json.ts';

export interface OfferNote {
  /** Stable. */
  rule: string;
  level: Level;
  /** The part of the server: `tool pay`, `resource memo://today`; '' for all of it. */
  about: string;
  /** A JSON Pointer into the definition; '' for all of it. */
  path: string;
  message: string;
  fix: string;
  /** Services and programs that refuse it, as public sources say. */
  refusedBy?: readonly Refusal[];
  /** What the parsers of measured clients call it. */
  clientFlaw?: ToolFlaw;
  /** A schema that accepts the same values. */
  repaired?: Repaired;
}

export interface Repaired {
  before: JsonObject;
  after: JsonObject;
}

/** A public source that says so. It was not run. */
export interface Refusal {
  service: ModelService | 'Cursor' | 'VS Code';
  basis: 'documented' | 'reported';
  source: string;
}

export type AddNote = (
  rule: string,
  level: Level,
  message: string,
  fix: string,
  path?: string,
  more?: Pick<OfferNote, 'refusedBy' | 'clientFlaw' | 'repaired'>,
) => void;
