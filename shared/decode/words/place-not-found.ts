// The path or URL among the arguments that was not found: lists of ids contain neither.

import { anyOf } from '../../dialects/patterns.ts';
import { isObject, member } from '../../json/json.ts';
import type { CallFacts } from '../reading/reading.ts';

interface PlaceNotFound {
  kind: 'path' | 'address';
  value: string;
}

const mostArguments = 40;
const longest = 1000;
const ofFetching = /\b(?:fetch(?:ing)?|download(?:ing)?|load(?:ing)? (?:the )?(?:page|url|resource)|GET)\b/;
const ofFileNames = /file|path|folder|dir(?:ectory)?$/i;
const ofFiles = /\b(?:ENOENT|file|folder|directory|\w{0,40}path)\b/i;

/** Null if none was sent, or if several are possible. */
export function placeNotFound({ method, params }: CallFacts, message: string): PlaceNotFound | null {
  const args = member(params, 'arguments');
  if (method !== 'tools/call' || !isObject(args)) return null;
  const said = message.slice(0, 2000);
  if (!saysGone(said)) return null;
  const places: PlaceNotFound[] = [];
  let isNamedSo = false;
  for (const [name, value] of Object.entries(args).slice(0, mostArguments)) {
    const kind = typeof value === 'string' && value.length <= longest ? kindOf(value) : null;
    if (kind === null) continue;
    places.push({ kind, value: value as string });
    isNamedSo ||= ofFileNames.test(name);
  }
  const named = places.filter(({ value }) => said.includes(value));
  const [place, other] = named.length > 0 ? named : places;
  if (place === undefined || other !== undefined) return null;
  // A path may belong to a web service, unless the text or the argument is about files.
  if (place.kind === 'path')
    return (isNamedSo || ofFiles.test(said)) && !/\b404\b/.test(said) ? asSought(place, said) : null;
  return (named.length > 0 || ofFetching.test(said)) && /\b404\b/.test(said) ? place : null;
}

/** `/srv/plan.txt` for a sent `/srv/plan`: the server adds the ending, and looks for that file. */
function asSought(place: PlaceNotFound, said: string): PlaceNotFound {
  const at = said.indexOf(place.value);
  const ending = at < 0 ? undefined : /^\.\w{1,8}\b/.exec(said.slice(at + place.value.length))?.[0];
  return ending === undefined ? place : { ...place, value: place.value + ending };
}

function kindOf(value: string): PlaceNotFound['kind'] | null {
  if (/^https?:\/\/\S+$/i.test(value)) return 'address';
  return /^(?:\.{0,2}\/|~\/|[A-Z]:[\\/])[^\n]+$/i.test(value) ? 'path' : null;
}

/** `999` of `…/issues/999`: what was asked for. */
export function lastPartOf(message: string): string | undefined {
  return addressIn(message)
    ?.split(/[/?#]/)
    .findLast((part) => part !== '');
}

function addressIn(message: string): string | undefined {
  return address.exec(message.slice(0, 1000))?.[0].replace(/[.,;:]{1,3}$/, '');
}

const address = /\bhttps?:\/\/[^\s'"`<>()]{4,300}/i;

/** The URL that answered 404 and is in no argument; null if the message names none. */
export function addressNotFound({ method, params }: CallFacts, message: string): string | null {
  if (method !== 'tools/call' || !/\b404\b/.test(message.slice(0, 1000))) return null;
  const found = addressIn(message);
  if (found === undefined) return null;
  const args = member(params, 'arguments');
  const values = isObject(args) ? Object.values(args).slice(0, mostArguments) : [];
  const last = lastPartOf(found);
  const isSent = values.some(
    (value) => String(value) === last || (typeof value === 'string' && value.length > 2 && found.includes(value)),
  );
  return isSent ? null : found;
}

/** Any other sentence may only mention the place: "no plan for the file x". */
const isGone = anyOf(
  /\bENOENT\b|\b404\b|no such (?:file|director|path|folder|object)|\bnot found\b|\bnot (?:be )?exist|n['’]t exist|not be found/i,
  /\b(?:cannot|can['’]t|could not|couldn['’]t|unable to|did not|failed to) (?:find|locate|open|read|stat|access)\b|\bis missing\b/i,
  /不存在|找不到|未找到|見つかりません|存在しません|찾을 수 없|존재하지 않|не (?:найден|существует)|no (?:existe|encontrad)/i,
  /não (?:existe|encontrad)|nicht gefunden|existiert nicht|introuvable|n['’]existe pas|non (?:trovat|esiste)/i,
);

/** Whether a sentence says that something does not exist or was not found. */
export function saysGone(message: string): boolean {
  return isGone.test(message.slice(0, 2000));
}
