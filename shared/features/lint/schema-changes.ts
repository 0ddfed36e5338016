// What changed between two versions of a schema, in words, and whether a caller of the older one notices. Owns the keywords that decide
// that; every other change of a keyword counts as breaking.

import { isObject, type Json, member } from '../../json/json.ts';
import { pointerPart } from '../../json/json-pointer.ts';
import { jsonText } from '../../json/json-text.ts';

interface SchemaChange {
  /** A JSON Pointer into the schema. */
  path: string;
  words: string;
  isBreaking: boolean;
}

const deepest = 20;
const mostChanges = 50;
/** They describe, and validate nothing. */
const described: ReadonlySet<string> = new Set([
  'title',
  'description',
  'default',
  'examples',
  '$comment',
  'deprecated',
]);
const handled: ReadonlySet<string> = new Set([
  ...described,
  'properties',
  'required',
  'items',
  'enum',
  '$defs',
  'definitions',
]);

const isSame = (one: Json | undefined, other: Json | undefined): boolean =>
  one === other || (one !== undefined && other !== undefined && jsonText(one, true) === jsonText(other, true));
const said = (value: Json | undefined): string =>
  value === undefined ? 'nothing' : jsonText(value, true).slice(0, 80);

/** `input`: callers send it, so a narrower schema breaks them. `output`: they read it, so a wider one does. */
export function schemaChanges(before: Json, after: Json, use: 'input' | 'output'): SchemaChange[] {
  const found: SchemaChange[] = [];
  const add = (path: string, words: string, isBreaking: boolean) => {
    if (found.length < mostChanges) found.push({ path, words, isBreaking });
  };
  compare(before, after, '', 0, use === 'input', add);
  return found;
}

type Add = (path: string, words: string, isBreaking: boolean) => void;

function compare(
  was: Json | undefined,
  is: Json | undefined,
  path: string,
  depth: number,
  isInput: boolean,
  add: Add,
): void {
  if (depth > deepest || isSame(was, is)) return;
  const where = path === '' ? 'the schema' : path;
  if (!isObject(was) || !isObject(is)) {
    add(path, `${where} was ${said(was)} and is now ${said(is)}`, true);
    return;
  }
  compareProperties(was, is, path, depth, isInput, add);
  compareEnum(was.enum, is.enum, path, where, isInput, add);
  if (!isSame(was.items, is.items)) compare(was.items, is.items, `${path}/items`, depth + 1, isInput, add);
  for (const name of ['$defs', 'definitions'])
    if (!isSame(was[name], is[name])) compareGroup(was[name], is[name], `${path}/${name}`, depth, isInput, add);
  for (const name of new Set([...Object.keys(was), ...Object.keys(is)])) {
    if (isSame(was[name], is[name])) continue;
    if (name === 'description') add(`${path}/description`, `the description of ${where} changed`, false);
    else if (!handled.has(name))
      add(`${path}/${name}`, `${name} of ${where} was ${said(was[name])} and is now ${said(is[name])}`, true);
  }
}

function compareProperties(was: Json, is: Json, path: string, depth: number, isInput: boolean, add: Add): void {
  const [before, after] = [member(was, 'properties'), member(is, 'properties')];
  const [needed, needs] = [namesIn(member(was, 'required')), namesIn(member(is, 'required'))];
  const names = new Set([...keysOf(before), ...keysOf(after)]);
  for (const name of names) {
    const place = `${path}/properties/${pointerPart(name)}`;
    const [one, other] = [member(before, name), member(after, name)];
    if (one === undefined) {
      const isNeeded = needs.has(name);
      add(place, `${isNeeded ? 'the required' : 'the optional'} property ${name} was added`, isInput && isNeeded);
    } else if (other === undefined) add(place, `the property ${name} was removed`, true);
    else {
      if (!needed.has(name) && needs.has(name)) add(place, `the property ${name} is now required`, isInput);
      if (needed.has(name) && !needs.has(name)) add(place, `the property ${name} is no longer required`, !isInput);
      compare(one, other, place, depth + 1, isInput, add);
    }
  }
}

function compareGroup(
  was: Json | undefined,
  is: Json | undefined,
  path: string,
  depth: number,
  isInput: boolean,
  add: Add,
): void {
  for (const name of new Set([...keysOf(was), ...keysOf(is)])) {
    const place = `${path}/${pointerPart(name)}`;
    const [one, other] = [member(was, name), member(is, name)];
    // An unused part changes nothing by itself; what refers to it has changed too.
    if (one !== undefined && other !== undefined) compare(one, other, place, depth + 1, isInput, add);
  }
}

function compareEnum(
  was: Json | undefined,
  is: Json | undefined,
  path: string,
  where: string,
  isInput: boolean,
  add: Add,
): void {
  if (isSame(was, is)) return;
  if (!Array.isArray(was) || !Array.isArray(is)) {
    const words = was === undefined ? `${where} now allows only ${said(is)}` : `${where} now allows any value`;
    add(`${path}/enum`, words, (was === undefined) === isInput);
    return;
  }
  const gone = was.filter((one) => !is.some((other) => isSame(one, other)));
  const fresh = is.filter((one) => !was.some((other) => isSame(one, other)));
  if (gone.length > 0)
    add(`${path}/enum`, `${where} no longer allows ${gone.map(said).join(', ').slice(0, 200)}`, isInput);
  if (fresh.length > 0)
    add(`${path}/enum`, `${where} now also allows ${fresh.map(said).join(', ').slice(0, 200)}`, !isInput);
}

const keysOf = (value: Json | undefined): string[] => (isObject(value) ? Object.keys(value) : []);
const namesIn = (value: Json | undefined): ReadonlySet<Json> => new Set(Array.isArray(value) ? value : []);
