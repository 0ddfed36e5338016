// The types of parsed settings files: values with their positions in the text.

interface Span {
  start: number;
  end: number;
  /** YAML: the meaning depends on another place, or another place depends on this. */
  sharing?: { mark: string; start: number };
}
export interface ObjectSpan extends Span {
  kind: 'object';
  /** As written: a key may occur twice. */
  members: { key: string; keyStart: number; value: SpanNode }[];
  /** Members are on separate lines without commas: a TOML table, a YAML block. */
  isBlock: boolean;
}
export interface ArraySpan extends Span {
  kind: 'array';
  items: SpanNode[];
  /** Items are on separate lines after dashes. */
  isBlock: boolean;
}
export interface ScalarSpan extends Span {
  kind: 'scalar';
  value: string | number | boolean | null;
}
export type SpanNode = ObjectSpan | ArraySpan | ScalarSpan;

export type ReadSpans = { ok: true; root: SpanNode } | { ok: false; problem: string };
