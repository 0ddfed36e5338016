// Repro sets: failing calls in a small JSON file that fits in git (docs/repro-sets.md). Owns the format: writes it without secrets, reads
// it with messages that name the file and field, and fills in environment variables.

import { z } from 'zod';
import { type FailureIdentity, identitySchema } from '../../../shared/diff/verdict.ts';
import { targetOf } from '../../../shared/exchange/message.ts';
import { elementTexts, memberText } from '../../../shared/exchange/span.ts';
import { type Json, parseJson } from '../../../shared/json/json.ts';
import { pointerPart, readPointerPart } from '../../../shared/json/json-pointer.ts';
import { isTooDeep } from '../../../shared/json/too-deep.ts';
import { Masker } from '../../../shared/mask/masker.ts';
import { type ServerConfig, serverConfigSchema } from '../../../shared/server/server-config.ts';
import {
  hideInJson,
  hideInUrl,
  hideInWords,
  type SafeJson,
  type SafeText,
  Variable,
  Variables,
} from '../../../shared/snippets/secrets.ts';
import type { ServerBehind } from './server-behind.ts';

const variableSchema = z.strictObject({
  variable: z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'This is not a valid variable name.'),
});
/** Text, or the value of an environment variable, or both in a row. */
const textSchema = z.union([z.string(), variableSchema, z.array(z.union([z.string(), variableSchema])).min(1)]);
type Text = z.infer<typeof textSchema>;

const serverSchema = z.union(
  [
    z.strictObject({ sample: z.string() }),
    z.strictObject({ url: textSchema, headers: z.record(z.string(), textSchema).optional() }),
    z.strictObject({
      command: textSchema,
      args: z.array(textSchema).optional(),
      env: z.record(z.string(), textSchema).optional(),
      cwd: z.string().optional(),
      /** The command serves HTTP and first prints its address as {"url":"…"}. */
      serves: z.literal('http').optional(),
      headers: z.record(z.string(), textSchema).optional(),
    }),
  ],
  { error: 'It needs "sample", "url" or "command", and nothing unknown besides.' },
);

/** The outcome with which a call passes as a test: it succeeds, or the server rejects it in this way. */
const expectedSchema = z.union(
  [
    z.literal('fixed'),
    z.strictObject({
      failsWith: z.strictObject({
        class: identitySchema.shape.class,
        code: identitySchema.shape.code.optional(),
      }),
    }),
  ],
  { error: 'It must be "fixed", or {"failsWith": {"class": …, "code": …}}.' },
);
export type Expected = z.infer<typeof expectedSchema>;

export const expectedFailure = ({ class: kind, code }: FailureIdentity): Expected => ({
  failsWith: { class: kind, code },
});

const reproSetSchema = z.object({
  misfireRepro: z.literal(1, { error: 'This Misfire reads version 1.' }),
  servers: z.record(z.string().min(1), serverSchema),
  calls: z
    .array(
      z.object({
        server: z.string(),
        method: z.string().min(1),
        /** Any JSON. Validating each value would fail at a nesting depth that JSON allows. */
        params: z.custom<Json>(() => true).optional(),
        /** Places in `params` (JSON Pointers) that environment variables fill. */
        variables: z.record(z.string(), variableSchema.shape.variable).optional(),
        /** The failure, for people. */
        title: z.string().optional(),
        failure: identitySchema.nullable(),
        expected: expectedSchema.optional(),
      }),
    )
    .min(1, 'There is nothing in it to run.'),
});
type ReproSet = z.infer<typeof reproSetSchema>;

/** A call ready to send. */
export interface ReproCall {
  server: string;
  method: string;
  /** JSON text; '' for none. */
  params: string;
  target: string | null;
  title: string;
  failure: ReproSet['calls'][number]['failure'];
  /** Omitted: it is to succeed. */
  expected?: Expected;
  /** Why it cannot be sent as it is, in one sentence; omitted if it can. */
  unready?: string;
}

export interface ReproSource {
  /** The server's name in the file; rows of one server share it. */
  server: string;
  behind: ServerBehind | null;
  method: string;
  params: string;
  title: string;
  failure: ReproSet['calls'][number]['failure'];
  expected?: Expected;
}

export function writeReproSet(sources: readonly ReproSource[]): string {
  const servers: ReproSet['servers'] = {};
  const variables = new Variables();
  // Names, tools and error messages of servers may contain secrets, or repeat what was sent.
  const masker = new Masker();
  for (const { server, behind } of sources) {
    const name = masker.mask(server);
    if (behind && !Object.hasOwn(servers, name)) servers[name] = serverReference(behind, variables);
  }
  const texts: string[] = [];
  const mark = freeMark(sources);
  const calls = sources.map(({ server, method, params, title, failure, expected = 'fixed' }) => {
    const parsed = parseJson(params === '' ? 'null' : params);
    const places: Record<string, string> = {};
    const hidden = parsed.ok && !isTooDeep(parsed.value) ? hideInJson(parsed.value, variables) : null;
    const found = { places, isLess: false, masker };
    const value = params === '' ? undefined : withoutSecrets(hidden, '', found);
    // If nothing is hidden the text stays as sent: parsing would lose large and odd numbers.
    const isVerbatim = Object.keys(places).length === 0 && !found.isLess && params !== '';
    if (isVerbatim) texts.push(params.replace(/[\r\n]+/g, ' '));
    return {
      server: masker.mask(server),
      method,
      ...(value === undefined ? {} : { params: isVerbatim ? mark : value }),
      ...(Object.keys(places).length === 0 ? {} : { variables: places }),
      title: masker.mask(title),
      failure: failure && masker.value(failure),
      ...(failure === null ? {} : { expected: masker.value(expected) as Expected }),
    };
  });
  const text = JSON.stringify({ misfireRepro: 1, servers, calls }, null, 2);
  return `${text.replaceAll(`"${mark}"`, () => texts.shift() ?? 'null')}\n`;
}

/** The text of a set with other expected outcomes, by the positions of its calls. Parameters stay as they are written. */
export function withExpected(text: string, set: ReproSet, expected: ReadonlyMap<number, Expected>): string {
  const elements = elementTexts(memberText(text, 'calls') ?? '[]');
  const params = elements.flatMap((element) => memberText(element, 'params') ?? []);
  const mark = freeMark([text]);
  const calls = set.calls.map((call, index) => ({
    ...call,
    ...(call.params === undefined ? {} : { params: mark }),
    ...(expected.has(index) ? { expected: expected.get(index) } : {}),
  }));
  return `${JSON.stringify({ ...set, calls }, null, 2).replaceAll(`"${mark}"`, () => params.shift() ?? 'null')}\n`;
}

/** Placeholder for params until they are inserted verbatim; must not occur in any of them. */
function freeMark(sources: readonly (ReproSource | string)[]): string {
  let mark = '@params@';
  while (sources.some((source) => JSON.stringify(source).includes(mark))) mark += '@';
  return mark;
}

interface Found {
  /** Where environment variables fill in what was hidden. */
  places: Record<string, string>;
  /** Something was left out. */
  isLess: boolean;
  masker: Masker;
}

function withoutSecrets(value: SafeJson, path: string, found: Found): Json {
  if (value instanceof Variable) {
    // Ids of the client's own session: the call works without them, and no one could set them again.
    if (path.startsWith('/_meta/')) found.isLess = true;
    else found.places[path] = value.name;
    return value.isNumber ? 0 : '';
  }
  if (Array.isArray(value)) return value.map((part, index) => withoutSecrets(part, `${path}/${index}`, found));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([written, part]) => {
      // No variable can fill in a name, so a secret one is gone.
      const name = found.masker.mask(written);
      if (name !== written) found.isLess = true;
      const kept = withoutSecrets(part, `${path}/${pointerPart(name)}`, found);
      return part instanceof Variable && path.startsWith('/_meta') ? [] : [[name, kept]];
    }),
  );
}

function serverReference({ sample, transport }: ServerBehind, variables: Variables): ReproSet['servers'][string] {
  if (sample !== null) return { sample };
  const named = (pairs: Record<string, string>, prefix: string) =>
    Object.fromEntries(
      Object.entries(pairs).map(([name, value]) => [
        name,
        { variable: variables.take(`${prefix}${name}`, value).name },
      ]),
    );
  if ('url' in transport) {
    const headers = named(transport.headers, 'MCP_');
    return { url: asText(hideInUrl(transport.url, variables)), ...(isEmpty(headers) ? {} : { headers }) };
  }
  const [command, ...args] = hideInWords([transport.command, ...transport.args], variables).map(asText);
  const env = named(transport.env, '');
  const headers = transport.kind === 'http-command' ? named(transport.headers, 'MCP_') : {};
  return {
    command: command ?? '',
    ...(args.length === 0 ? {} : { args }),
    ...(isEmpty(env) ? {} : { env }),
    ...(transport.cwd === undefined ? {} : { cwd: transport.cwd }),
    ...(transport.kind === 'http-command' ? { serves: 'http' as const } : {}),
    ...(isEmpty(headers) ? {} : { headers }),
  };
}

const isEmpty = (record: object): boolean => Object.keys(record).length === 0;

function asText(parts: SafeText): Text {
  const written = parts.map((part) => (typeof part === 'string' ? part : { variable: part.name }));
  return written.length === 1 ? (written[0] as Text) : written.length === 0 ? '' : written;
}

/** Whether a text claims to be a repro set, of any version. */
export function isReproSet(text: string): boolean {
  return /^\s*\{/.test(text) && memberText(text, 'misfireRepro') !== null;
}

type ReadReproSet = { ok: true; set: ReproSet; calls: ReproCall[] } | { ok: false; problem: string };

/** Environment variables that a set needs and that have no value, in the order it names them. */
export function missingInSet(set: ReproSet, env: Record<string, string | undefined>): string[] {
  const named = [...set.calls.flatMap(({ variables = {} }) => Object.values(variables))];
  const gather = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if (!Array.isArray(value) && 'variable' in value && typeof value.variable === 'string') named.push(value.variable);
    else for (const part of Object.values(value)) gather(part);
  };
  for (const { server } of set.calls) if (Object.hasOwn(set.servers, server)) gather(set.servers[server]);
  return [...new Set(named)].filter((name) => env[name] === undefined);
}

/** `file` is only for messages. */
export function readReproSet(text: string, file: string, env: Record<string, string | undefined>): ReadReproSet {
  const parsed = parseJson(text);
  if (!parsed.ok) return { ok: false, problem: `${file} is not JSON: ${parsed.problem}.` };
  const checked = reproSetSchema.safeParse(parsed.value);
  if (!checked.success) {
    const issue = checked.error.issues[0];
    return { ok: false, problem: `${file}: ${fieldName(issue?.path ?? [])}: ${issue?.message ?? 'it does not fit.'}` };
  }
  const set = checked.data;
  const elements = elementTexts(memberText(text, 'calls') ?? '[]');
  const calls: ReproCall[] = [];
  for (const [index, call] of set.calls.entries()) {
    const filled = fillParams(call, memberText(elements[index] ?? '{}', 'params'), env);
    if ('problem' in filled) return { ok: false, problem: `${file}: calls[${index}]: ${filled.problem}` };
    const { params, missing } = filled;
    calls.push({
      server: call.server,
      method: call.method,
      params,
      // Also for a successful call: its tool name decides whether it may be sent without a question.
      target: targetOf(call.method, call.params) ?? call.failure?.target ?? null,
      title: call.title ?? call.failure?.class ?? 'passes',
      failure: call.failure,
      ...(call.expected === undefined ? {} : { expected: call.expected }),
      ...(missing.length === 0 ? {} : { unready: unsetWords(missing) }),
    });
  }
  return { ok: true, set, calls };
}

function fieldName(path: readonly PropertyKey[]): string {
  const name = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
  return name.replace(/^\./, '') || 'the whole file';
}

function fillParams(
  { params, variables = {} }: ReproSet['calls'][number],
  verbatim: string | null,
  env: Record<string, string | undefined>,
): { params: string; missing: string[] } | { problem: string } {
  if (Object.keys(variables).length === 0) return { params: (verbatim ?? '').replace(/[\r\n]+/g, ' '), missing: [] };
  if (isTooDeep(params ?? null)) return { problem: 'variables: params nest too deep to be filled in.' };
  const missing = new Set<string>();
  const root: { value: Json } = { value: (params ?? null) as Json };
  for (const [pointer, name] of Object.entries(variables)) {
    const value = env[name];
    if (value === undefined) missing.add(name);
    if (!setAt(root, pointer, value ?? '')) return { problem: `variables: there is no ${pointer} in params.` };
  }
  return { params: JSON.stringify(root.value), missing: [...missing] };
}

export const unsetWords = (names: readonly string[]): string =>
  names.length === 1
    ? `The environment variable ${names[0]} is not set.`
    : `The environment variables ${names.slice(0, -1).join(', ')} and ${names.at(-1)} are not set.`;

function setAt(root: { value: Json }, pointer: string, value: string): boolean {
  const names = pointer.split('/').slice(1).map(readPointerPart);
  let holder: unknown = root;
  let last = 'value';
  for (const name of names) {
    holder = (holder as Record<string, unknown>)[last];
    if (typeof holder !== 'object' || holder === null || !Object.hasOwn(holder, name)) return false;
    last = name;
  }
  const holding = holder as Record<string, unknown>;
  // A number is replaced by a number.
  holding[last] = typeof holding[last] === 'number' && Number.isFinite(Number(value)) ? Number(value) : value;
  return true;
}

/** The server's transport from here; a string says what is missing. `sampleOf` knows the current samples. */
export function resolveServer(
  set: ReproSet,
  name: string,
  env: Record<string, string | undefined>,
  sampleOf: (id: string) => ServerConfig | null,
): ServerConfig | string {
  const reference = Object.hasOwn(set.servers, name) ? set.servers[name] : undefined;
  if (reference === undefined) return `servers does not say how to reach "${name}".`;
  if ('sample' in reference)
    return sampleOf(reference.sample) ?? `servers.${name}: there is no sample "${reference.sample}".`;
  const missing = new Set<string>();
  const fill = (text: Text): string =>
    (Array.isArray(text) ? text : [text])
      .map((part) => {
        if (typeof part === 'string') return part;
        if (env[part.variable] === undefined) missing.add(part.variable);
        return env[part.variable] ?? '';
      })
      .join('');
  const fillAll = (texts: Record<string, Text> = {}) =>
    Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, fill(text)]));
  const transport =
    'url' in reference
      ? { kind: 'http', url: fill(reference.url), headers: fillAll(reference.headers) }
      : {
          kind: reference.serves === 'http' ? 'http-command' : 'stdio',
          command: fill(reference.command),
          args: (reference.args ?? []).map(fill),
          env: fillAll(reference.env),
          ...(reference.cwd === undefined ? {} : { cwd: reference.cwd }),
          headers: fillAll(reference.headers),
        };
  if (missing.size > 0) return unsetWords([...missing]);
  const checked = serverConfigSchema.safeParse({ name, transport });
  return checked.success ? checked.data : `servers.${name}: ${checked.error.issues[0]?.message ?? 'it does not fit.'}`;
}
