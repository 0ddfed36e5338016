// Reads where the collector is and what to send: from `--otlp`, and from OpenTelemetry's own environment variables
// (OTEL_EXPORTER_OTLP_*). Without either, nothing is sent.

import { readPercent } from '../../shared/text/percent.ts';

export interface TelemetrySettings {
  traces: URL;
  metrics: URL;
  headers: Record<string, string>;
  timeoutMs: number;
  /** null: the watched client's name, otherwise Misfire's. */
  serviceName: string | null;
  resource: Record<string, string>;
  /** Arguments and results too, masked. */
  content: boolean;
}

export interface TelemetryFlags {
  otlp?: string;
  otlpContent?: boolean;
}

type ReadSettings = { ok: true; settings: TelemetrySettings | null } | { ok: false; problem: string };

const defaultTimeoutMs = 10_000;

export function readTelemetry(
  { otlp, otlpContent = false }: TelemetryFlags,
  env: Readonly<Record<string, string | undefined>>,
): ReadSettings {
  const named = (name: string) => env[`OTEL_EXPORTER_OTLP_${name}`] || undefined;
  const isOff = otlp === undefined && env.OTEL_SDK_DISABLED === 'true';
  const base = otlp ?? named('ENDPOINT');
  const traces = (otlp === undefined ? named('TRACES_ENDPOINT') : undefined) ?? below(base, 'v1/traces');
  const metrics = (otlp === undefined ? named('METRICS_ENDPOINT') : undefined) ?? below(base, 'v1/metrics');
  if (isOff || traces === undefined) return { ok: true, settings: null };
  for (const address of [traces, metrics ?? traces]) {
    if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
      const given = otlp === undefined ? 'OTEL_EXPORTER_OTLP_ENDPOINT' : '--otlp';
      return {
        ok: false,
        problem: `${given} takes an address that starts with http:// or https://, not ${address.slice(0, 200)}.`,
      };
    }
  }
  const timeoutMs = Number(named('TIMEOUT'));
  return {
    ok: true,
    settings: {
      traces: new URL(traces),
      metrics: new URL(metrics ?? traces),
      headers: readPairs(named('HEADERS')),
      timeoutMs: timeoutMs > 0 ? timeoutMs : defaultTimeoutMs,
      serviceName: env.OTEL_SERVICE_NAME || null,
      resource: readPairs(env.OTEL_RESOURCE_ATTRIBUTES),
      content: otlpContent,
    },
  };
}

/** The exporter specification: signals have their paths below the base URL. */
const below = (base: string | undefined, path: string): string | undefined =>
  base === undefined ? undefined : `${base.replace(/(?<!\/)\/+$/, '')}/${path}`;

/** `name=value,name=value`, values percent-encoded, as W3C Baggage has them. */
function readPairs(text: string | undefined): Record<string, string> {
  const pairs = (text ?? '').split(',').flatMap((pair): [string, string][] => {
    const at = pair.indexOf('=');
    const name = pair.slice(0, at).trim();
    return at > 0 && name !== '' ? [[name, readPercent(pair.slice(at + 1).trim())]] : [];
  });
  return Object.fromEntries(pairs);
}
