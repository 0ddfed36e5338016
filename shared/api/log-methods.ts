// Methods of the log: rows, failures and marks, as windows show them.

import { z } from 'zod';
import { owners } from '../failure.ts';
import { sortKeys } from '../filter/sort-rows.ts';
import type { FailedCalls } from '../incident/failed-calls.ts';
import type { Row, RowDetail } from '../timeline.ts';
import type { GroupMark } from './marks.ts';
import { id, method, returns } from './method.ts';
import {
  type BurstEvent,
  type FacetValue,
  type FailureGroup,
  type GroupFacet,
  type GroupTab,
  groupFacets,
  groupOrders,
  groupTabs,
  type Hello,
  type Overview,
  type Snapshot,
  type ToolView,
  type View,
} from './views.ts';

const version = z.string().max(100).nullable();
export const groupId = z.string().min(1).max(40);

export const groupMarkSchema: z.ZodType<GroupMark> = z.object({
  group: groupId,
  state: z.enum(['expected', 'resolved', 'regressed']).nullable(),
  note: z.string().max(2000),
  owner: z.enum(owners).optional(),
  at: z.number(),
  version,
  back: z.object({ at: z.number(), version }).nullable(),
  server: z.string().max(200),
  words: z.string().max(300),
});

export const logMethods = {
  hello: method(z.object({}), returns<Hello>()),
  snapshot: method(z.object({}), returns<Snapshot>()),
  /** Marks a group as expected or resolved in every recording made here, or removes the mark (null); with a note. Omitted fields stay unchanged. */
  markGroup: method(
    z.object({
      group: groupId,
      state: z.enum(['expected', 'resolved']).nullable().optional(),
      note: z.string().max(2000).optional(),
      /** null: the owner from the finding. */
      owner: z.enum(owners).nullable().optional(),
      /** Instead of all three: restores the previous mark (null: there was none), for undo. */
      was: groupMarkSchema.nullable().optional(),
    }),
    returns<null>(),
  ),
};

export const readingMethods = {
  /** Opens a view for a filter (see filter.ts); an invalid filter returns code `bad_filter`. */
  openView: method(
    z.object({
      filter: z.string().max(2000),
      /** Ordered by time if omitted. */
      sort: z.object({ by: z.enum(sortKeys), isDown: z.boolean() }).optional(),
    }),
    returns<View>(),
  ),
  /** Rows `from` to `from + count - 1` of a view. `hits`: where a row's messages match the filter's words, for rows that do not show the match. */
  rows: method(
    z.object({ view: z.string(), from: z.number().int().nonnegative(), count: z.number().int().min(1).max(500) }),
    returns<
      Pick<View, 'total' | 'rev' | 'behind' | 'growing' | 'cutBursts'> & {
        rows: Row[];
        hits?: { id: number; text: string }[];
      }
    >(),
  ),
  /** Rows that changed after `rev`, for a window that was disconnected. */
  changes: method(
    z.object({ rev: z.number().int().nonnegative(), limit: z.number().int().min(1).max(5000) }),
    returns<{ rows: Row[]; rev: number; truncated: boolean }>(),
  ),
  rowDetail: method(z.object({ id }), returns<RowDetail>()),
  /** The index of a row within a view, or the nearest failure before or after it. */
  locate: method(
    z.object({
      view: z.string(),
      id,
      want: z.enum(['self', 'next_failure', 'previous_failure', 'newest_failure']),
    }),
    returns<{ index: number; id: number } | null>(),
  ),
  /** Verbatim text of one event, in chunks. */
  body: method(
    z.object({ seq: id, offset: z.number().int().nonnegative(), length: z.number().int().min(1).max(1_000_000) }),
    returns<{ text: string; length: number; hex: string | null }>(),
  ),
  /** The messages of a row in pages, each with a preview; `body` returns whole ones. */
  rowEvents: method(
    z.object({ id, from: z.number().int().nonnegative(), count: z.number().int().min(1).max(500) }),
    returns<{ events: BurstEvent[]; total: number }>(),
  ),
  /** The tool that a call names, as its server listed it in the log; sends nothing. null: not a tool call, or its server has not listed the tool. */
  seenTool: method(z.object({ id }), returns<ToolView | null>()),
  /** All tools of the newest list of a row's server in the log; sends nothing. */
  seenTools: method(z.object({ id }), returns<ToolView[]>()),
};

export const groupMethods = {
  /** The index of a moment within a view: the first row that is not before it, or the last. */
  locateTime: method(z.object({ view: z.string(), at: z.number() }), returns<{ index: number; id: number } | null>()),
  /** Failure groups, sorted. An invalid search returns code `bad_filter`. */
  failureGroups: method(
    z.object({
      order: z.enum(groupOrders),
      /** Reverses the order. */
      isReversed: z.boolean().optional(),
      tab: z.enum(groupTabs).optional(),
      /** Words or a filter that the newest failure of a group must match. */
      search: z.string().max(2000).optional(),
      /** Values that a group must have. */
      having: z.partialRecord(z.enum(groupFacets), z.string().max(500)).optional(),
      from: z.number().int().nonnegative(),
      count: z.number().int().min(1).max(500),
    }),
    returns<{
      groups: FailureGroup[];
      total: number;
      isNew: number;
      /** Of the whole recording at this moment. One snapshot, so that a heading never mixes two. */
      counted: FailedCalls;
      from: number;
      to: number;
      /** How many groups of each tab match the search. */
      tabs: Record<GroupTab, number>;
      /** For the tab, without the search. */
      facets: Record<GroupFacet, FacetValue[]>;
      /** Each group's trend has one bar for each of the last 14 days. */
      isDaily: boolean;
      /** How many failed calls the matching groups of the tab have. */
      found: number;
    }>(),
  ),
  /** Summary of the whole recording. null: nothing has happened yet. */
  overview: method(
    z.object({ view: z.string(), buckets: z.number().int().min(1).max(2000) }),
    returns<Overview | null>(),
  ),
};

export const preferenceMethods = {
  /** The user's preferences for the window; returned by `hello`. */
  keepPreferences: method(z.object({ text: z.string().max(1_000_000) }), returns<null>()),
};
