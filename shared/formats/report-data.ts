// What a report carries: a recording, a comparison, or report cards, as plain values in parts. The page that shows them is the same for
// every report (renderer/report); how a part is put into the file is report-page.ts.

import type { GroupMark } from '../api/marks.ts';
import type { Comparison } from '../compare/compared.ts';
import type { FailureFacts } from '../filter/facts.ts';
import type { MaskSummary } from '../mask/masker.ts';
import type { ReportCard } from '../report-card/card.ts';
import type { IncidentView, Row, RowDetail } from '../timeline.ts';

export type ReportPart =
  | { part: 'recording'; recording: ReportedRecording }
  /** Listed, in the order of the timeline. */
  | { part: 'rows'; rows: ReportedRow[] }
  | { part: 'details'; details: ReportedDetail[] }
  /** Not listed, but named by the detail of one that is: an attempt, or what came just before. */
  | { part: 'others'; rows: Row[] }
  | { part: 'comparison'; comparison: Comparison; version: string; madeAt: number }
  | { part: 'report-cards'; cards: ReportCard[]; version: string; madeAt: number }
  /** The last one: only then is it known. */
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
  /** Rows before the first that is listed: a report has room for so many. */
  leftOut: number;
  /** By the names that rows use in this file. */
  servers: { id: string; name: string }[];
  /** What a person said about groups of failures. */
  marks: GroupMark[];
}

export interface ReportedRow {
  row: Row;
  /** Of a failed one; left out for the others. */
  facts?: FailureFacts;
}

/** All about one row, its neighbours named by their ids. */
export interface ReportedDetail extends Omit<RowDetail, 'row' | 'attempts' | 'breadcrumbs' | 'incident'> {
  row: number;
  incident: (Omit<IncidentView, 'rows'> & { rows: number[] }) | null;
  attempts: number[];
  breadcrumbs: number[];
}
