// The definitions of a server as a baseline keeps them, and their changes since, in words.

import { isObject, type Json, type JsonObject, member } from '../../json/json.ts';
import { jsonText } from '../../json/json-text.ts';
import type { LintedOffers } from './lint-offers.ts';
import { schemaChanges } from './schema-changes.ts';

export interface Definition {
  /** `tool`, `prompt`, `resource`, `resource template`, `instructions` */
  kind: string;
  name: string;
  definition: JsonObject;
}

export interface DefinitionChange {
  kind: 'added' | 'removed' | 'description' | 'schema' | 'hints' | 'changed';
  /** A caller of the older definition notices. */
  isBreaking: boolean;
  /** `tool pay` */
  about: string;
  /** A JSON Pointer into the definition. */
  path: string;
  words: string;
  /** Of a changed description. */
  before?: string;
  after?: string;
}

/** They differ between runs, or are pictures. */
const leftOut: ReadonlySet<string> = new Set(['_meta', 'icons', 'size']);
const hints = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'];

export function definitionsOf({
  tools,
  prompts,
  resources,
  resourceTemplates,
  instructions,
}: LintedOffers): Definition[] {
  const list = (kind: string, items: readonly Json[] = [], key: string): Definition[] =>
    items.filter(isObject).map((item) => ({
      kind,
      name: String(item[key] ?? '').slice(0, 300),
      definition: Object.fromEntries(Object.entries(item).filter(([name]) => name !== key && !leftOut.has(name))),
    }));
  return [
    ...(typeof instructions === 'string'
      ? [{ kind: 'instructions', name: '', definition: { description: instructions } }]
      : []),
    ...list('tool', tools, 'name'),
    ...list('prompt', prompts, 'name'),
    ...list('resource', resources, 'uri'),
    ...list('resource template', resourceTemplates, 'uriTemplate'),
  ].sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

const keyOf = ({ kind, name }: Definition): string => [kind, name].filter(Boolean).join(' ');
const isSame = (one: Json | undefined, other: Json | undefined): boolean =>
  one === other || (one !== undefined && other !== undefined && jsonText(one, true) === jsonText(other, true));
const short = (text: string): string => (text.length <= 80 ? text : `${text.slice(0, 79)}…`);

export function definitionChanges(before: readonly Definition[], after: readonly Definition[]): DefinitionChange[] {
  const known = new Map(before.map((one) => [keyOf(one), one]));
  const now = new Map(after.map((one) => [keyOf(one), one]));
  const changes: DefinitionChange[] = [];
  for (const [about, one] of now) {
    const was = known.get(about);
    if (was === undefined)
      changes.push({ kind: 'added', isBreaking: false, about, path: '', words: `${about} ${wasOrWere(about)} added` });
    else changes.push(...changesOf(about, was.definition, one.definition));
  }
  for (const about of known.keys())
    if (!now.has(about))
      changes.push({
        kind: 'removed',
        isBreaking: true,
        about,
        path: '',
        words: `${about} ${wasOrWere(about)} removed`,
      });
  return changes;
}

const wasOrWere = (about: string): string => (about === 'instructions' ? 'were' : 'was');

function changesOf(about: string, was: JsonObject, is: JsonObject): DefinitionChange[] {
  const changes: DefinitionChange[] = [];
  for (const name of new Set([...Object.keys(was), ...Object.keys(is)])) {
    const [before, after] = [was[name], is[name]];
    if (isSame(before, after)) continue;
    if (name === 'description') changes.push(described(about, before, after));
    else if (name === 'inputSchema' || name === 'outputSchema')
      changes.push(...ofSchema(about, name, before ?? null, after ?? null));
    else if (name === 'annotations') changes.push(...ofHints(about, before, after));
    else if (name === 'arguments') changes.push(ofArguments(about, before, after));
    else {
      const words = `the ${name} of ${about} was ${said(before)} and is now ${said(after)}`;
      changes.push({ kind: 'changed', isBreaking: false, about, path: `/${name}`, words });
    }
  }
  return changes;
}

/** Models read descriptions as instructions. */
function described(about: string, before: Json | undefined, after: Json | undefined): DefinitionChange {
  const [was, is] = [textOf(before), textOf(after)];
  const subject = about === 'instructions' ? about : `the description of ${about}`;
  const words = `${subject} changed from “${short(was)}” to “${short(is)}”`;
  return { kind: 'description', isBreaking: false, about, path: '/description', words, before: was, after: is };
}

function ofSchema(about: string, name: 'inputSchema' | 'outputSchema', before: Json, after: Json): DefinitionChange[] {
  return schemaChanges(before, after, name === 'inputSchema' ? 'input' : 'output').map(
    ({ path, words, isBreaking }): DefinitionChange => ({
      kind: path.endsWith('/description') ? 'description' : 'schema',
      isBreaking,
      about,
      path: `/${name}${path}`,
      words: `the ${name} of ${about}: ${words}`,
    }),
  );
}

function ofHints(about: string, before: Json | undefined, after: Json | undefined): DefinitionChange[] {
  const names = new Set([...hints, ...keysOf(before), ...keysOf(after)]);
  return [...names].flatMap((name): DefinitionChange[] => {
    const [was, is] = [member(before, name), member(after, name)];
    if (isSame(was, is)) return [];
    // A client may call a read-only tool without asking the user.
    const isBreaking = (name === 'readOnlyHint' && is !== true) || (name === 'destructiveHint' && is === true);
    const words = `the hint ${name} of ${about} was ${said(was)} and is now ${said(is)}`;
    return [{ kind: 'hints', isBreaking, about, path: `/annotations/${name}`, words }];
  });
}

function ofArguments(about: string, before: Json | undefined, after: Json | undefined): DefinitionChange {
  const required = (list: Json | undefined) =>
    (Array.isArray(list) ? list : [])
      .filter((one) => member(one, 'required') === true)
      .map((one) => member(one, 'name'));
  const was = required(before);
  const isBreaking = required(after).some((name) => !was.includes(name));
  return {
    kind: 'schema',
    isBreaking,
    about,
    path: '/arguments',
    words: `the arguments of ${about} changed from ${said(before)} to ${said(after)}`,
  };
}

const said = (value: Json | undefined): string => (value === undefined ? 'not set' : short(jsonText(value, true)));
const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
const keysOf = (value: Json | undefined): string[] => (isObject(value) ? Object.keys(value) : []);
