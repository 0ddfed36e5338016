// The dashboard in docs/ uses metrics and attributes by name. Misfire must send each of them, and each metric must be shown.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Failure } from '../failure.ts';
import { Masker } from '../mask/masker.ts';
import { Measures } from './measures.ts';
import { type FinishedCall, spanOf } from './spans.ts';

interface Dashboard {
  templating: { list: { query: string }[] };
  panels: { title: string; targets: { expr?: string; query?: string }[] }[];
}

const file = join(import.meta.dirname, '..', '..', 'docs', 'grafana-dashboard.json');
const dashboard = JSON.parse(readFileSync(file, 'utf8')) as Dashboard;

const retry = { verdict: 'wait', afterMs: 1000 };
const finding = {
  owner: 'server',
  certainty: 'certain',
  layer: 'tool',
  code: 429,
  flagged: true,
  sentence: '',
  message: 'no',
};
/** Every field of a call, so that every attribute is present. */
const exchange = {
  row: {
    method: 'tools/call',
    target: 'search',
    direction: 'out',
    at: 1,
    endAt: 2,
    latencyMs: 1,
    outcome: 'rpc_error',
    actor: 'client',
    rehearsed: null,
    incident: 1,
    group: 'g',
  },
  failure: { class: 'rate_limited', fault: 'server', ...finding, retry } as unknown as Failure,
  request: { id: 1, params: { arguments: {} } },
  answer: '{}',
  serverName: 'shop',
  revision: '2025-06-18',
  address: { host: 'example.org', port: 443 },
} as unknown as FinishedCall;

/** Prometheus names for OTLP metrics: dots become underscores, the unit and `_total` are appended. */
const toPrometheus = (name: string) => name.replaceAll('.', '_');

function sent(): Map<string, Set<string>> {
  const measures = new Measures(0);
  measures.note(exchange);
  const metrics = new Map<string, Set<string>>();
  for (const { name, histogram, sum } of measures.read(1)) {
    const points = histogram?.dataPoints ?? sum?.dataPoints ?? [];
    const labels = points.flatMap(({ attributes }) => attributes.map(({ key }) => toPrometheus(key)));
    const endings = histogram ? ['_seconds_bucket', '_seconds_count', '_seconds_sum'] : ['_total'];
    for (const ending of endings)
      metrics.set(`${toPrometheus(name)}${ending}`, new Set(histogram ? [...labels, 'le'] : labels));
  }
  return metrics;
}

const expressions = [
  ...dashboard.templating.list.map(({ query }) => query),
  ...dashboard.panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => expr ?? [])),
].filter((text) => /misfire_|mcp_/.test(text));

it('queries metrics that Misfire sends, by labels that they have', () => {
  const metrics = sent();
  const shown = new Set<string>();
  for (const expression of expressions) {
    const bare = expression.replaceAll(/"[^"]*"/g, '""');
    const names = bare.match(/\b(?:misfire|mcp|gen_ai|error)_\w+/g) ?? [];
    const asked = names.filter((name) => metrics.has(name));
    expect(asked, expression).not.toEqual([]);
    const labels = new Set(asked.flatMap((name) => [...(metrics.get(name) ?? [])]));
    for (const name of names) expect(metrics.has(name) || labels.has(name), `${name} in ${expression}`).toBe(true);
    for (const name of asked) shown.add(name.replace(/_(?:bucket|count|sum|total)$/, ''));
  }
  expect(shown.size).toBe(2);
});

it('queries attributes that spans and their events have', () => {
  const span = spanOf(exchange, { traceId: '1', spanId: '2', masker: new Masker(), content: false });
  const known = {
    span: new Set(span.attributes.map(({ key }) => key)),
    event: new Set(span.events?.flatMap(({ attributes }) => attributes.map(({ key }) => key))),
  };
  const queries = dashboard.panels.flatMap(({ targets }) => targets.flatMap(({ query }) => query ?? []));
  expect(queries).not.toEqual([]);
  for (const query of queries) {
    const names = [...query.matchAll(/\b(span|event)\.([\w.]+)/g)];
    expect(names.length).toBeGreaterThan(3);
    for (const [, place, name = ''] of names) expect(known[place as keyof typeof known], name).toContain(name);
    for (const [, name] of query.matchAll(/event:name = "([^"]+)"/g))
      expect(span.events?.map((event) => event.name)).toContain(name);
  }
});
