// A note about something that a server offers. Owns the shape and how paths in definitions are named.

import type { Level } from '../../findings/check-finding.ts';
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
}

export type AddNote = (rule: string, level: Level, message: string, fix: string, path?: string) => void;

/** A step of a JSON Pointer. */
export const step = (name: string): string => `/${pointerPart(name)}`;
