// A note about something that a server offers. Owns the shape and how paths in definitions are named.

import type { ModelService } from '../../clients/client.ts';
import type { Level } from '../../findings/check-finding.ts';
import type { JsonObject } from '../../json/json.ts';
import { pointerPart } from '../../json/json-pointer.ts';

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
  /** Who refuses it. */
  refusedBy?: readonly Refusal[];
  /** A schema that accepts the same values. */
  repaired?: Repaired;
}

export interface Repaired {
  before: JsonObject;
  after: JsonObject;
}

/** A public source that says so. No model service was asked. */
export interface Refusal {
  service: ModelService;
  basis: 'documented' | 'reported';
  source: string;
}

export type AddNote = (
  rule: string,
  level: Level,
  message: string,
  fix: string,
  path?: string,
  more?: Pick<OfferNote, 'refusedBy' | 'repaired'>,
) => void;

/** A step of a JSON Pointer. */
export const step = (name: string): string => `/${pointerPart(name)}`;
