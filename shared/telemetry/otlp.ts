// The parts of OTLP that Misfire writes, as JSON: ids in hexadecimal, enums as numbers, 64-bit numbers as text. Owns these shapes and how
// values become attributes; spans.ts and measures.ts use them.

export interface Attribute {
  key: string;
  value: { stringValue: string } | { intValue: string } | { doubleValue: number } | { boolValue: boolean };
}

export type AttributeValue = string | number | boolean | null | undefined;

/** Missing values are omitted. */
export function attributes(values: Readonly<Record<string, AttributeValue>>): Attribute[] {
  return Object.entries(values).flatMap(([key, value]) =>
    value === null || value === undefined ? [] : [{ key, value: anyValue(value) }],
  );
}

function anyValue(value: string | number | boolean): Attribute['value'] {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}

export const spanKinds = { server: 2, client: 3 } as const;
export const statusError = 2;
/** AGGREGATION_TEMPORALITY_CUMULATIVE: values count from the start. */
export const cumulative = 2;

export interface Span {
  traceId: string;
  spanId: string;
  traceState?: string;
  parentSpanId?: string;
  name: string;
  kind: (typeof spanKinds)[keyof typeof spanKinds];
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Attribute[];
  events?: { timeUnixNano: string; name: string; attributes: Attribute[] }[];
  status?: { code: number; message?: string };
}

export interface Resource {
  attributes: Attribute[];
}

export const scope = (version: string) => ({ name: 'misfire', version });

/** `at` is milliseconds since 1970 with fractions; a double cannot represent nanoseconds, so none are invented. */
export const nanos = (at: number): string => `${Math.round(at * 1000)}000`;
