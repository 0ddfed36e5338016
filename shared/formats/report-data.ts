// The data of a recording's report, as plain values in parts. Features have parts of their own. The page that shows them is the same for
// every report (renderer/report); report-page.ts writes a part to the file.

import type { GroupMark } from '../api/marks.ts';
import type { FailureFacts } from '../filter/row-facts.ts';
import type { MaskSummary } from '../mask/masker.ts';
import type { IncidentView, Row, RowDetail } from '../timeline.ts';

export type ReportPart =
  | { part: 'recording'; recording: ReportedRecording }
  /** Listed, in the order of the timeline. */
  | { part: 'rows'; rows: ReportedRow[] }
  | { part: 'details'; details: ReportedDetail[] }
  /** Not listed, but referenced by the detail of a listed one: an attempt, or the row just before. */
  | { part: 'others'; rows: Row[] }
  /** The last one, because it is only known then. */
  | { part: 'masked'; masked: MaskSummary[] };

export interface ReportedRecording {
  version: string;
  title: string;
  note: string;
  /** '' for everything. */
  filter: string;
  startedAt: number;
  /** When the report was written; `since:10m` counts back from here. */
  madeAt: number;
  /** Rows before the first listed one: the size of a report is limited. */
  leftOut: number;
  /** By the names that rows use in this file. */
  servers: { id: string; name: string }[];
  /** The user's marks on failure groups. */
  marks: GroupMark[];
}

export interface ReportedRow {
  row: Row;
  /** For a failed row; otherwise omitted. */
  facts?: FailureFacts;
}

/** All about one row, with its neighbors as ids. */
export interface ReportedDetail extends Omit<RowDetail, 'row' | 'attempts' | 'breadcrumbs' | 'incident'> {
  row: number;
  incident: (Omit<IncidentView, 'rows'> & { rows: number[] }) | null;
  attempts: number[];
  breadcrumbs: number[];
}
