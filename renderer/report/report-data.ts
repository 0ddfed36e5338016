// Reads the parts of a report from its page and joins them. shared/formats/report-data.ts has their shape.

import type { ComparisonPart } from '../../shared/features/compare/comparison-page.ts';
import type { ReportCardPart } from '../../shared/features/report-card/report-card-page.ts';
import type { FailureFacts } from '../../shared/filter/row-facts.ts';
import type { ReportedDetail, ReportedRecording, ReportPart } from '../../shared/formats/report-data.ts';
import { reportDataType } from '../../shared/formats/report-page.ts';
import type { MaskSummary } from '../../shared/mask/masker.ts';
import type { Row } from '../../shared/timeline.ts';

export interface RecordingData {
  kind: 'recording';
  recording: ReportedRecording;
  /** Listed, in timeline order. */
  rows: Row[];
  /** Those, and their unlisted neighbors. */
  byId: Map<number, Row>;
  facts: Map<number, FailureFacts>;
  details: Map<number, ReportedDetail>;
  masked: MaskSummary[];
}

export interface ComparisonData extends Omit<ComparisonPart, 'part'> {
  kind: 'comparison';
  masked: MaskSummary[];
}

export interface ReportCardData extends Omit<ReportCardPart, 'part'> {
  kind: 'report-cards';
  masked: MaskSummary[];
}

type AnyPart = ReportPart | ComparisonPart | ReportCardPart;

export function readReportBlocks(document: Document): AnyPart[] {
  const blocks = document.querySelectorAll<HTMLScriptElement>(`script[type="${reportDataType}"]`);
  const parts = [...blocks].map((block) => JSON.parse(block.text) as AnyPart);
  // Once parsed, the text is no longer needed.
  for (const block of blocks) block.remove();
  return parts;
}

export function joinParts(parts: readonly AnyPart[]): RecordingData | ComparisonData | ReportCardData | null {
  const masked = parts.flatMap((it) => (it.part === 'masked' ? it.masked : []));
  const compared = parts.find((it) => it.part === 'comparison');
  if (compared) return { ...compared, kind: 'comparison', masked };
  const graded = parts.find((it) => it.part === 'report-cards');
  if (graded) return { ...graded, kind: 'report-cards', masked };
  const recording = parts.find((it) => it.part === 'recording')?.recording;
  if (!recording) return null;
  const listed = parts.flatMap((it) => (it.part === 'rows' ? it.rows : []));
  // The timeline identifies rows by their index.
  const rows = listed.map(({ row }, ord) => ({ ...row, ord }));
  const others = parts.flatMap((it) => (it.part === 'others' ? it.rows : []));
  return {
    kind: 'recording',
    recording,
    rows,
    byId: new Map([...others, ...rows].map((row) => [row.id, row])),
    facts: new Map(listed.flatMap(({ row, facts }) => (facts ? [[row.id, facts]] : []))),
    details: new Map(
      parts.flatMap((it) => (it.part === 'details' ? it.details.map((one) => [one.row, one] as const) : [])),
    ),
    masked,
  };
}
