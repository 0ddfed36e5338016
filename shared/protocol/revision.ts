// What all parts know of MCP: its revisions, the first one without a handshake, and the prefix of its own metadata.

import { type Json, member } from '../json/json.ts';

/** Since then each request names its revision and capabilities, and there is no handshake. */
export const modernRevision = '2026-07-28';
/** The last one that begins with `initialize`. */
export const lastLegacyRevision = '2025-11-25';
/** The revisions that Misfire supports. */
export const knownRevisions = [
  '2024-10-07',
  '2024-11-05',
  '2025-03-26',
  '2025-06-18',
  lastLegacyRevision,
  modernRevision,
];

export const isModernRevision = (revision: unknown): revision is string =>
  typeof revision === 'string' && revision >= modernRevision;

/** The name of a member that MCP itself defines in `_meta`. */
export const metaName = (name: string): string => `io.modelcontextprotocol/${name}`;
/** Of params or of a result. */
export const metaMember = (holder: Json | undefined, name: string): Json | undefined =>
  member(member(holder, '_meta'), metaName(name));
