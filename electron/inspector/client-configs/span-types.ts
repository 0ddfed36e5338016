// The shapes that settings files are read into: values that know where they are in their text. Owns these shapes.

export type SettingsFormat = 'json' | 'toml' | 'yaml';

interface Span {
  start: number;
  end: number;
  /** YAML: another place has a part in what this means, or this in what is meant there. */
  sharing?: { mark: string; start: number };
}
export interface ObjectSpan extends Span {
  kind: 'object';
  /** As they are written: one key may be there twice. */
  members: { key: string; keyStart: number; value: SpanNode }[];
  /** Members stand on lines of their own without commas: a table of TOML, a block of YAML. */
  isBlock: boolean;
}
export interface ArraySpan extends Span {
  kind: 'array';
  items: SpanNode[];
  /** Items stand on lines of their own behind dashes. */
  isBlock: boolean;
}
export interface ScalarSpan extends Span {
  kind: 'scalar';
  value: string | number | boolean | null;
}
export type SpanNode = ObjectSpan | ArraySpan | ScalarSpan;

export type ReadSpans = { ok: true; root: SpanNode } | { ok: false; problem: string };
